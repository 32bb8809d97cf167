//! Expressions, patterns and local variables.

use super::cfg::{Body, ImplicitPlaces};
use super::{Creation, Emitter, Place};
use crate::ast::{
    BinaryOp, Expr, ExprId, ExprKind, LambdaBody, List, LiteralKind, NewId, TypeNodeId, TypeNodeKind,
    UnaryOp, VarId,
};
use crate::facts::batch::Ent;
use crate::facts::describe::{self, generated, name_text};
use crate::facts::rows::{self, expr_kind, stmt_kind};
use crate::facts::world::{array_length_ent, callable_ent, field_ent, package_ent, param_ent, type_ent};
use crate::intern::Sym;
use crate::model::{self, Ty};
use crate::resolve::Binding;
use quarrel_common::always;

impl Emitter<'_> {
    /// The rows of an expression and everything in it.
    pub(super) fn expr(&mut self, id: ExprId, place: Place) -> Ent {
        let expr = self.tree[id];
        if self.input.stop.is_set() {
            return self.facts.fresh();
        }
        match expr.kind {
            ExprKind::TypeOperand(ty) => {
                // A written type is an expression of its own.
                let before = self.facts.entities;
                self.type_access(ty, place);
                return Ent::new(crate::facts::batch::EntKind::Local, before);
            }
            ExprKind::Annotation(annotation) => {
                return self.annotation(annotation, expr_kind::DECLANNOTATION, place);
            }
            // A mistake: the name needs a qualifier (JLS 15.12).
            ExprKind::Call { qualifier: None, name, .. }
                if self.input.bound.is_some() && name.as_str() == "yield" =>
            {
                let loc = self.loc(self.expr_extent(id));
                let error = self.plain_expr(expr_kind::ERROREXPR, Ty::UNKNOWN, place, loc);
                let inside = place.child(error, 0);
                let entity = self.expr_row(id, expr, inside);
                self.expr_parts(id, expr, entity, inside);
                return error;
            }
            // An initialiser in braces alone: their compiler's tree has an array creation without a type.
            ExprKind::ArrayInit { .. } if self.input.bound.is_some() && self.initialised.is_none() => {
                let loc = self.loc(self.expr_extent(id));
                let creation = self.plain_expr(expr_kind::ARRAYCREATIONEXPR, self.expr_type(id), place, loc);
                let entity = self.expr_row(id, expr, place.child(creation, -2));
                self.expr_parts(id, expr, entity, place);
                return creation;
            }
            _ => {}
        }
        let entity = self.expr_row(id, expr, place);
        self.expr_parts(id, expr, entity, place);
        entity
    }

    /// The row of an expression without its parts, if it has one.
    fn expr_row(&mut self, id: ExprId, expr: Expr, place: Place) -> Ent {
        let entity = self.facts.fresh();
        let binding = self.binding(id);
        let kind = self.expression_kind(expr, binding);
        let target = match binding {
            Binding::Local(var) => self.var_ent(var),
            Binding::Param(param) => Some(param_ent(param)),
            Binding::Field(field) => Some(field_ent(field)),
            Binding::Callable(callable) => match self.anonymous(expr) {
                Some(constructor) => Some(callable_ent(constructor)),
                None if kind == expr_kind::MEMBERREF => {
                    // Behind a raw type, its arguments are inferred (JLS 15.13.1): the method is that of the class.
                    let site = self.site(id, expr, callable);
                    self.referred_to(entity, callable, site.filter(|&site| !self.model.is_raw(site)))
                }
                None => self.called(entity, callable, self.site(id, expr, callable)),
            },
            Binding::ArrayLength => self.array_length(expr),
            Binding::None => self.anonymous(expr).filter(|_| !self.is_unresolved(id)).map(callable_ent),
            Binding::Type | Binding::Package(_) => None,
        };
        let (block, at) = self.expr_places[id.index()].take().unzip();
        let extent = match expr.kind {
            ExprKind::ArrayInit { .. } => self.initialised.take(),
            _ => None,
        };
        let loc = self.loc(extent.unwrap_or_else(|| self.expr_extent(id)));
        self.facts.row(rows::Expr {
            id: entity,
            kind,
            ty: type_ent(self.expr_type(id)),
            parent: place.parent,
            idx: place.idx,
            callable: place.callable,
            stmt: place.stmt,
            parens: (expr.parens > 0).then_some(i32::from(expr.parens)),
            target,
            block,
            place: at,
            loc,
        });
        self.whole(entity, loc, expr.span);
        if let Some(&(name, argc)) = self.unresolved_exprs.get(&(id.index() as u32))
            && matches!(expr.kind, ExprKind::Call { .. } | ExprKind::New(_))
        {
            self.facts.row(rows::UnresolvedCalls { id: entity, name: name_text(name), argc: argc as i32 });
        }
        entity
    }

    fn is_unresolved(&self, id: ExprId) -> bool {
        self.unresolved_exprs.contains_key(&(id.index() as u32))
    }

    /// The implicit constructor of the anonymous class that an expression creates (it cannot declare one; JLS
    /// 15.9.5.1).
    fn anonymous(&self, expr: Expr) -> Option<model::CallableId> {
        let ExprKind::New(new) = expr.kind else { return None };
        let class = *self.classes.get(&self.tree[new].body?)?;
        let is_added = |callable: &model::Callable| callable.is_constructor && callable.decl.is_none();
        self.model.class(class).callable_ids().find(|&c| is_added(self.model.callable(c)))
    }

    /// The field that `array.length` reads.
    fn array_length(&self, expr: Expr) -> Option<Ent> {
        let ExprKind::Select { qualifier, .. } = expr.kind else { return None };
        let array = self.expr_type(qualifier);
        self.model.types.component(array).map(|_| array_length_ent(array))
    }

    /// The operands of a chain `a + b + c + ...`, walked without recursion, as generated code has long ones.
    fn operands(&mut self, left: ExprId, right: ExprId, entity: Ent, place: Place) {
        let mut outer = vec![(right, entity, place)];
        let mut first = left;
        let mut above = entity;
        let mut at = place.child(above, 0);
        while let ExprKind::Binary { left, right, .. } = self.tree[first].kind {
            let expr = self.tree[first];
            above = self.expr_row(first, expr, at);
            outer.push((right, above, at));
            at = at.child(above, 0);
            first = left;
        }
        self.expr(first, at);
        for (right, entity, place) in outer.into_iter().rev() {
            self.expr(right, place.child(entity, 1));
        }
    }

    fn binding(&self, id: ExprId) -> Binding {
        always!(self.input.bindings.bindings.get(id.index())).copied().unwrap_or_default()
    }

    fn expr_parts(&mut self, id: ExprId, expr: Expr, entity: Ent, place: Place) {
        let at = |idx: i32| place.child(entity, idx);
        match expr.kind {
            ExprKind::Literal { kind, text } => self.literal(kind, text, expr.span, entity),
            ExprKind::Name(_) | ExprKind::TypeOperand(_) | ExprKind::Annotation(_) => {}
            ExprKind::AnyPattern => {
                // A variable without a name (JLS 14.30.1).
                let var = self.facts.fresh();
                let loc = self.loc(expr.span);
                let ty = type_ent(self.expr_type(id));
                self.facts.row(rows::Localvar {
                    id: var,
                    name: name_text(Sym::EMPTY),
                    ty,
                    parent: entity,
                    loc,
                });
            }
            ExprKind::Select { qualifier, .. } => {
                // A package is part of the name.
                if !matches!(self.binding(qualifier), Binding::Package(_)) {
                    self.expr(qualifier, at(-1));
                }
            }
            ExprKind::This { qualifier } | ExprKind::Super { qualifier } => {
                if let Some(qualifier) = qualifier {
                    self.expr(qualifier, at(-1));
                }
            }
            ExprKind::Call { qualifier, type_args, args, .. } => {
                if let Some(qualifier) = qualifier {
                    self.expr(qualifier, at(-1));
                }
                self.type_arguments(type_args, entity, place);
                self.expr_list(args, entity, place, 0);
            }
            ExprKind::New(new) => self.creation(id, new, entity, place),
            ExprKind::NewArray { ty, dims, init } => {
                let given = self.tree.list(dims).len().max(1);
                self.type_access(self.strip_dimensions(ty, given), at(-1));
                self.expr_list(dims, entity, place, 0);
                if let Some(init) = init {
                    // The initialiser in braces is located at the array creation.
                    let outer = self.initialised.replace(self.expr_extent(id));
                    self.expr(init, at(-2));
                    self.initialised = outer;
                }
            }
            ExprKind::ArrayInit { elements } if self.input.bound.is_some() => {
                for (n, element) in self.tree.list(elements).enumerate() {
                    // An array in an array is an initialiser alone, even behind `new`.
                    let init = match self.tree[element].kind {
                        ExprKind::NewArray { init: Some(init), .. } => init,
                        _ => element,
                    };
                    if matches!(self.tree[init].kind, ExprKind::ArrayInit { .. }) {
                        self.initialised = Some(self.expr_extent(element));
                    }
                    self.expr(init, place.child(entity, n as i32));
                }
            }
            ExprKind::ArrayInit { elements } => self.expr_list(elements, entity, place, 0),
            ExprKind::Unary { operand, .. } => {
                self.expr(operand, at(0));
            }
            ExprKind::Binary { left, right, .. } => self.operands(left, right, entity, place),
            ExprKind::Assign { target, value, .. } => {
                self.expr(target, at(0));
                self.expr(value, at(1));
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expr(condition, at(0));
                self.expr(then, at(1));
                self.expr(otherwise, at(2));
            }
            ExprKind::Cast { ty, operand } => {
                self.type_access(ty, at(0));
                self.expr(operand, at(1));
            }
            ExprKind::InstanceOf { operand, ty, pattern } => {
                self.expr(operand, at(0));
                if let Some(ty) = ty {
                    self.type_access(ty, at(1));
                }
                if let Some(pattern) = pattern {
                    self.declared_type(pattern, at(1));
                    self.expr(pattern, at(2));
                }
            }
            ExprKind::ClassLiteral { ty } => self.type_access(ty, at(0)),
            ExprKind::ArrayAccess { array, index } => {
                self.expr(array, at(0));
                self.expr(index, at(1));
            }
            ExprKind::MethodRef { qualifier, type_args, .. } => {
                let is_of_body = self.has_body(id) && !self.is_receiver_type(id, qualifier);
                if !is_of_body {
                    self.expr(qualifier, at(-1));
                }
                self.type_arguments(type_args, entity, place);
                self.function(id, entity, place, None);
            }
            ExprKind::Lambda { params, body } => self.function(id, entity, place, Some((params, body))),
            ExprKind::Switch { selector, body } => {
                self.expr(selector, at(-1));
                self.stmt_list(body, entity, place);
            }
            ExprKind::VarDecl(var) => self.local_variable(var, entity, place),
            ExprKind::RecordPattern { components, .. } => {
                for (n, component) in self.tree.list(components).enumerate() {
                    self.expr(component, at(n as i32));
                    self.declared_type(component, at(-1 - n as i32));
                }
            }
            ExprKind::Template { processor, args } => {
                if let Some(processor) = processor {
                    self.expr(processor, at(-1));
                }
                self.expr_list(args, entity, place, 0);
            }
            ExprKind::Error { parts } => self.expr_list(parts, entity, place, 0),
        }
    }

    /// Expressions as children of `parent`, from `first`.
    pub(super) fn expr_list(&mut self, list: List<ExprId>, parent: Ent, place: Place, first: i32) {
        for (n, expr) in self.tree.list(list).enumerate() {
            self.expr(expr, place.child(parent, first + n as i32));
        }
    }

    /// Explicit type arguments of a call have the indexes -2, -3...
    fn type_arguments(&mut self, list: List<TypeNodeId>, parent: Ent, place: Place) {
        for (n, ty) in self.tree.list(list).enumerate() {
            self.type_access(ty, place.child(parent, -2 - n as i32));
        }
    }

    /// The array type without its outermost `count` dimensions.
    pub(super) fn strip_dimensions(&self, mut ty: TypeNodeId, count: usize) -> TypeNodeId {
        for _ in 0..count {
            match self.tree[ty].kind {
                TypeNodeKind::Array { component } => ty = component,
                _ => break,
            }
        }
        ty
    }

    fn creation(&mut self, expr: ExprId, id: NewId, entity: Ent, place: Place) {
        let new = self.tree[id];
        if let Some(qualifier) = new.qualifier {
            self.expr(qualifier, place.child(entity, -2));
        }
        if let Some(written) = new.ty {
            let ty = self.created_type(expr, written);
            self.type_access_of(written, ty, place.child(entity, -3));
        } else if let Some((name, ty)) = self.constant.take() {
            // An enum constant implicitly creates an object of the enum.
            let loc = self.loc(name);
            let access = expr_kind::UNANNOTATEDTYPEACCESS;
            self.plain_expr(access, ty, place.child(entity, -3), loc);
        }
        for (n, ty) in self.tree.list(new.type_args).enumerate() {
            self.type_access(ty, place.child(entity, -5 - n as i32));
        }
        self.expr_list(new.args, entity, place, 0);
        if let Some(body) = new.body {
            let target = match self.binding(expr) {
                Binding::Callable(target) => Some(target),
                _ if self.is_unresolved(expr) => None,
                // The superclass of a class that implements an interface.
                _ => self.constructor_of_object(),
            };
            self.creation = Some(Creation { args: new.args, target });
            self.class(body, Some(entity));
        }
    }

    /// The written type of an object creation, with inferred arguments for `<>` (JLS 15.9.3).
    fn created_type(&self, expr: ExprId, written: TypeNodeId) -> Ty {
        let (ty, made) = (self.node_type(written), self.expr_type(expr));
        let is_diamond = matches!(self.tree[written].kind, TypeNodeKind::Named { diamond: true, .. });
        let class_of = |ty| self.model.types.class_of(ty);
        if is_diamond && class_of(made) == class_of(ty) { made } else { ty }
    }

    fn local_variable(&mut self, id: VarId, entity: Ent, place: Place) {
        let var = self.tree[id];
        let Some(local) = always!(self.declare_var(id)) else { return };
        let ty = self.input.bindings.local_types.get(id.index()).copied().unwrap_or(Ty::UNKNOWN);
        // The variables of a declaration statement are its children after the type.
        let loc = self.loc(self.var_extent(&var, place.idx > 0));
        self.facts.row(rows::Localvar {
            id: local,
            // `_` is no name (JLS 14.4.1).
            name: name_text(if var.name.as_str() == "_" { Sym::EMPTY } else { var.name }),
            ty: type_ent(ty),
            parent: entity,
            loc,
        });
        self.variable_parts(var, local);
        if let Some(init) = var.init {
            self.expr(init, place.child(entity, 0));
        }
    }

    /// The entity of a local variable or lambda parameter whose row is emitted next; `None` if it has one.
    fn declare_var(&mut self, id: VarId) -> Option<Ent> {
        if std::mem::replace(self.declared.get_mut(id.index())?, true) {
            return None;
        }
        self.var_ent(id.index() as u32)
    }

    /// The class and method of a lambda (with parameters and body) or method reference.
    fn function(&mut self, id: ExprId, entity: Ent, place: Place, lambda: Option<(List<VarId>, LambdaBody)>) {
        let loc = self.loc(self.tree[id].span);
        let class = self.facts.fresh();
        let functional = self.functionals.get(&(id.index() as u32)).copied();
        self.facts.row(rows::Class {
            id: class,
            name: name_text(Sym::EMPTY),
            package: package_ent(self.tree.package_name()),
            source: class,
            flags: super::decls::FUNCTIONAL_CLASS,
            outer: self.enclosing,
            owner: Some(entity),
            loc: Some(loc),
        });
        self.facts.row(rows::CompilerGenerated { id: class, kind: generated::FUNCTIONAL });
        let object = type_ent(self.model.well_known().object);
        self.facts.row(rows::ExtendsReftype { id1: class, id2: object });
        if let Some(functional) = functional {
            let id2 = type_ent(functional.interface);
            self.facts.row(rows::ImplInterface { id1: class, id2 });
        }
        if self.input.bound.is_some() {
            self.functional_constructor(entity, class, loc);
            if let Some(functional) = functional {
                self.inferred_type_access(functional.interface, place.child(entity, -3), loc);
            }
        }
        let method = self.facts.fresh();
        let (name, signature, result) = match functional {
            Some(f) => {
                let name = self.model.callable(f.method).name;
                // The signature of the parameterised interface's member, if there is one.
                let signature = match self.input.bound {
                    Some(_) => self.model.signature_of(name.as_str(), self.function_params(f).into_iter()),
                    None => self.model.signature(f.method),
                };
                (name, signature, f.result)
            }
            None => (Sym::EMPTY, "()".to_owned(), Ty::UNKNOWN),
        };
        let row = rows::Method {
            id: method,
            name: name_text(name),
            signature: self.facts.text(&signature),
            ty: type_ent(result),
            parent: class,
            source: method,
            flags: 0,
            loc: Some(loc),
        };
        self.facts.row(row);
        self.facts.row(rows::CompilerGenerated { id: method, kind: generated::FUNCTIONAL });
        describe::modifiers(model::Modifiers::PUBLIC, method, &mut self.mention, &mut self.facts);
        let Some((params, body)) = lambda else {
            if let Some(functional) = functional.filter(|_| self.has_body(id)) {
                let outer = self.enclosing.replace(class);
                self.reference(id, functional, method, loc);
                self.enclosing = outer;
            }
            return;
        };
        let kind = i32::from(matches!(body, LambdaBody::Block(_)));
        self.facts.row(rows::LambdaKind { expr_id: entity, body_kind: kind });
        self.lambda_params(params, method);
        let places = self.control_flow(Body::Lambda(body), method);
        let outer = self.enclosing.replace(class);
        match body {
            LambdaBody::Block(block) => {
                let place = Place { parent: method, idx: 0, callable: Some(method), stmt: None };
                self.stmt(block, place);
            }
            LambdaBody::Expr(expr) => self.lambda_expression(expr, method, places),
        }
        self.enclosing = outer;
    }

    fn lambda_params(&mut self, params: List<VarId>, method: Ent) {
        for (pos, var_id) in self.tree.list(params).enumerate() {
            let var = self.tree[var_id];
            let Some(param) = always!(self.declare_var(var_id)) else { continue };
            let ty = self.input.bindings.local_types.get(var_id.index()).copied().unwrap_or(Ty::UNKNOWN);
            let loc = Some(self.loc(self.var_extent(&var, false)));
            let is_unnamed = self.input.bound.is_some() && var.name.as_str() == "_";
            self.facts.row(rows::Param {
                id: param,
                ty: type_ent(ty),
                pos: pos as i32,
                parent: method,
                source: param,
                varargs: i32::from(var.is_varargs),
                name: Some(name_text(if is_unnamed { Sym::EMPTY } else { var.name })),
                loc,
            });
            self.variable_parts(var, param);
            if let Some(ty) = var.ty {
                self.type_access(ty, Place::outside(param, -1));
            }
        }
    }

    /// Emits the body of `x -> e` as `{ return e; }`.
    fn lambda_expression(&mut self, expr: ExprId, method: Ent, places: ImplicitPlaces) {
        let loc = self.loc(self.tree[expr].span);
        let mut parent = method;
        for (kind, place) in [(stmt_kind::BLOCK, places.body), (stmt_kind::RETURNSTMT, places.value)] {
            let id = self.facts.fresh();
            let (block, place) = place.unzip();
            self.facts.row(rows::Stmt {
                id,
                kind,
                parent,
                idx: 0,
                callable: method,
                target: None,
                block,
                place,
                loc,
            });
            self.facts.row(rows::CompilerGenerated { id, kind: generated::FUNCTIONAL });
            parent = id;
        }
        self.expr(expr, Place { parent, idx: 0, callable: Some(method), stmt: Some(parent) });
    }

    fn expression_kind(&self, expr: Expr, binding: Binding) -> i32 {
        match expr.kind {
            ExprKind::Literal { kind, .. } => literal_kind(kind),
            ExprKind::Name(_) | ExprKind::Select { .. } => match binding {
                Binding::Type => expr_kind::UNANNOTATEDTYPEACCESS,
                Binding::Package(_) => expr_kind::PACKAGEACCESS,
                _ => expr_kind::VARACCESS,
            },
            ExprKind::This { .. } => expr_kind::THISACCESS,
            ExprKind::Super { .. } => expr_kind::SUPERACCESS,
            ExprKind::Call { .. } => expr_kind::METHODACCESS,
            ExprKind::New(_) => expr_kind::NEWEXPR,
            ExprKind::NewArray { .. } => expr_kind::ARRAYCREATIONEXPR,
            ExprKind::ArrayInit { .. } => expr_kind::ARRAYINIT,
            ExprKind::Unary { op, .. } => unary_kind(op),
            ExprKind::Binary { op, .. } => binary_kind(op),
            ExprKind::Assign { op, .. } => op.map_or(expr_kind::ASSIGNEXPR, assignment_kind),
            ExprKind::Conditional { .. } => expr_kind::CONDITIONALEXPR,
            ExprKind::Cast { .. } => expr_kind::CASTEXPR,
            ExprKind::InstanceOf { .. } => expr_kind::INSTANCEOFEXPR,
            ExprKind::ClassLiteral { .. } => expr_kind::TYPELITERAL,
            ExprKind::ArrayAccess { .. } => expr_kind::ARRAYACCESS,
            ExprKind::MethodRef { .. } => expr_kind::MEMBERREF,
            ExprKind::TypeOperand(_) => expr_kind::UNANNOTATEDTYPEACCESS,
            ExprKind::Lambda { .. } => expr_kind::LAMBDAEXPR,
            ExprKind::Switch { .. } => expr_kind::SWITCHEXPR,
            ExprKind::VarDecl(_) | ExprKind::AnyPattern => expr_kind::LOCALVARIABLEDECLEXPR,
            ExprKind::RecordPattern { .. } => expr_kind::RECORDPATTERNEXPR,
            ExprKind::Template { .. } => expr_kind::STRINGTEMPLATEEXPR,
            ExprKind::Annotation(_) => expr_kind::DECLANNOTATION,
            ExprKind::Error { .. } => expr_kind::ERROREXPR,
        }
    }
}

fn literal_kind(kind: LiteralKind) -> i32 {
    match kind {
        LiteralKind::Boolean => expr_kind::BOOLEANLITERAL,
        LiteralKind::Int => expr_kind::INTEGERLITERAL,
        LiteralKind::Long => expr_kind::LONGLITERAL,
        LiteralKind::Float => expr_kind::FLOATINGPOINTLITERAL,
        LiteralKind::Double => expr_kind::DOUBLELITERAL,
        LiteralKind::Char => expr_kind::CHARACTERLITERAL,
        LiteralKind::String | LiteralKind::TextBlock => expr_kind::STRINGLITERAL,
        LiteralKind::Null => expr_kind::NULLLITERAL,
    }
}

fn unary_kind(op: UnaryOp) -> i32 {
    match op {
        UnaryOp::Plus => expr_kind::PLUSEXPR,
        UnaryOp::Minus => expr_kind::MINUSEXPR,
        UnaryOp::BitNot => expr_kind::BITNOTEXPR,
        UnaryOp::Not => expr_kind::LOGNOTEXPR,
        UnaryOp::PreInc => expr_kind::PREINCEXPR,
        UnaryOp::PreDec => expr_kind::PREDECEXPR,
        UnaryOp::PostInc => expr_kind::POSTINCEXPR,
        UnaryOp::PostDec => expr_kind::POSTDECEXPR,
    }
}

fn binary_kind(op: BinaryOp) -> i32 {
    match op {
        BinaryOp::Mul => expr_kind::MULEXPR,
        BinaryOp::Div => expr_kind::DIVEXPR,
        BinaryOp::Rem => expr_kind::REMEXPR,
        BinaryOp::Add => expr_kind::ADDEXPR,
        BinaryOp::Sub => expr_kind::SUBEXPR,
        BinaryOp::Shl => expr_kind::LSHIFTEXPR,
        BinaryOp::Shr => expr_kind::RSHIFTEXPR,
        BinaryOp::UShr => expr_kind::URSHIFTEXPR,
        BinaryOp::BitAnd => expr_kind::ANDBITEXPR,
        BinaryOp::BitOr => expr_kind::ORBITEXPR,
        BinaryOp::BitXor => expr_kind::XORBITEXPR,
        BinaryOp::And => expr_kind::ANDLOGICALEXPR,
        BinaryOp::Or => expr_kind::ORLOGICALEXPR,
        BinaryOp::Lt => expr_kind::LTEXPR,
        BinaryOp::Gt => expr_kind::GTEXPR,
        BinaryOp::Le => expr_kind::LEEXPR,
        BinaryOp::Ge => expr_kind::GEEXPR,
        BinaryOp::Eq => expr_kind::EQEXPR,
        BinaryOp::Ne => expr_kind::NEEXPR,
    }
}

/// The kind of `target op= value`; only called for operators with such a form.
fn assignment_kind(op: BinaryOp) -> i32 {
    match op {
        BinaryOp::Add => expr_kind::ASSIGNADDEXPR,
        BinaryOp::Sub => expr_kind::ASSIGNSUBEXPR,
        BinaryOp::Mul => expr_kind::ASSIGNMULEXPR,
        BinaryOp::Div => expr_kind::ASSIGNDIVEXPR,
        BinaryOp::Rem => expr_kind::ASSIGNREMEXPR,
        BinaryOp::BitAnd => expr_kind::ASSIGNANDEXPR,
        BinaryOp::BitOr => expr_kind::ASSIGNOREXPR,
        BinaryOp::BitXor => expr_kind::ASSIGNXOREXPR,
        BinaryOp::Shl => expr_kind::ASSIGNLSHIFTEXPR,
        BinaryOp::Shr => expr_kind::ASSIGNRSHIFTEXPR,
        BinaryOp::UShr => expr_kind::ASSIGNURSHIFTEXPR,
        BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Lt
        | BinaryOp::Gt
        | BinaryOp::Le
        | BinaryOp::Ge
        | BinaryOp::Eq
        | BinaryOp::Ne => expr_kind::ASSIGNEXPR,
    }
}
