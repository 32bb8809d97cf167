//! The types of expressions and the bindings of names (JLS 15, 6.5).
//!
//! An expression is typed with the type that its context expects (`Ty::HOLE` for none), which only poly expressions
//! use. A poly expression that is an argument is first typed by its *shape*, without its target: holes remain where
//! only the target can decide, and the call completes them later.

use super::bodies::{Body, Qualifier, Results};
use super::constants::{Constants, Value};
use super::generics::member_type;
use super::scope::{Entry, MAX_NAME, Matched, find_qualified};
use super::types::{lub, promote, promote_both, unboxed, upper_class};
use super::{Binding, Reason};
use crate::ast::{BinaryOp, ExprId, ExprKind, LiteralKind, UnaryOp};
use crate::intern::Sym;
use crate::model::{FieldId, Ty, TyKind, WildcardKind};

impl Body<'_> {
    /// Sets the final type of an expression.
    pub fn set(&mut self, id: ExprId, ty: Ty) {
        self.out.expr_types[id.index()] = ty;
        self.done[id.index()] = true;
    }

    /// Types an expression; see the module for `want` and `shape`.
    pub fn expr(&mut self, id: ExprId, want: Ty, shape: bool) -> Ty {
        if self.done[id.index()] || (shape && self.shaped[id.index()]) {
            return self.out.expr_types[id.index()];
        }
        if self.stop.is_set() {
            return Ty::UNKNOWN;
        }
        let (ty, complete) = self.expr_kind(id, want, shape);
        if shape && !complete {
            self.shaped[id.index()] = true;
            self.out.expr_types[id.index()] = ty;
            return ty;
        }
        let ty = self.fill(ty);
        self.set(id, ty);
        ty
    }

    /// Replaces holes by `Object`.
    pub fn fill(&self, ty: Ty) -> Ty {
        if !self.model.types.has_holes(ty) {
            return ty;
        }
        let object = self.model.well_known().object;
        match self.model.types.kind(ty) {
            TyKind::Basic => Ty::UNKNOWN,
            TyKind::Class { class, args } => {
                let args: Vec<Ty> =
                    args.iter().map(|&arg| if arg == Ty::HOLE { object } else { self.fill(arg) }).collect();
                self.model.types.class(*class, &args)
            }
            TyKind::Array(component) => {
                let component = if *component == Ty::HOLE { object } else { self.fill(*component) };
                self.model.types.array(component)
            }
            TyKind::Wildcard(kind, bound) => {
                let bound = if *bound == Ty::HOLE { object } else { self.fill(*bound) };
                self.model.types.wildcard(*kind, bound)
            }
            _ => ty,
        }
    }

    /// An operand that its context does not influence.
    fn operand(&mut self, id: ExprId) -> Ty {
        self.expr(id, Ty::HOLE, false)
    }

    /// The type, and whether it is final.
    fn expr_kind(&mut self, id: ExprId, want: Ty, shape: bool) -> (Ty, bool) {
        let known = *self.model.well_known();
        let ast = self.ast;
        let ty = match ast[id].kind {
            ExprKind::Literal { kind, .. } => match kind {
                LiteralKind::Boolean => Ty::BOOLEAN,
                LiteralKind::Int => Ty::INT,
                LiteralKind::Long => Ty::LONG,
                LiteralKind::Float => Ty::FLOAT,
                LiteralKind::Double => Ty::DOUBLE,
                LiteralKind::Char => Ty::CHAR,
                LiteralKind::String | LiteralKind::TextBlock => known.string,
                LiteralKind::Null => Ty::NULL,
            },
            ExprKind::Name(_) | ExprKind::Select { .. } => match self.qualifier(id) {
                Qualifier::Value(ty) | Qualifier::Type(ty) => ty,
                Qualifier::Package(_) => Ty::UNKNOWN,
            },
            ExprKind::This { qualifier } => match qualifier {
                Some(name) => match self.qualifier(name) {
                    Qualifier::Type(ty) => self
                        .model
                        .types
                        .class_of(ty)
                        .map_or(ty, |class| self.model.class(class).this_type.get()),
                    _ => Ty::UNKNOWN,
                },
                None => {
                    self.this_class().map_or(Ty::UNKNOWN, |class| self.model.class(class).this_type.get())
                }
            },
            ExprKind::Super { qualifier } => self.super_type(qualifier),
            ExprKind::Call { qualifier, type_args, name, args } => {
                return self.call(id, qualifier, type_args, name, args, want, shape);
            }
            ExprKind::New(new) => return self.creation(id, new, want, shape),
            ExprKind::NewArray { ty, dims, init } => {
                let ty = self.type_node(ty);
                for dim in ast.list(dims) {
                    self.operand(dim);
                }
                if let Some(init) = init {
                    self.expr(init, ty, false);
                }
                ty
            }
            ExprKind::ArrayInit { elements } => {
                let element = self.model.types.component(want).unwrap_or(want);
                for part in ast.list(elements) {
                    self.expr(part, element, false);
                }
                if want.is_known() { want } else { Ty::UNKNOWN }
            }
            ExprKind::Unary { op, operand } => {
                let ty = self.operand(operand);
                match op {
                    UnaryOp::Not => {
                        if let Some(Matched { when_true, when_false }) = self.matched.remove(&operand) {
                            self.matched.insert(id, Matched { when_true: when_false, when_false: when_true });
                        }
                        Ty::BOOLEAN
                    }
                    UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => promote(self.model, ty),
                    _ => ty,
                }
            }
            ExprKind::Binary { op, left, right } => {
                // Long sums nest to the left: walk down in a loop, not by recursion.
                let mut spine = vec![(id, op, right)];
                let mut first = left;
                while let ExprKind::Binary { op, left, right } = ast[first].kind
                    && !self.done[first.index()]
                {
                    spine.push((first, op, right));
                    first = left;
                }
                let mut ty = self.operand(first);
                let mut matched = self.matched.remove(&first).unwrap_or_default();
                while let Some((node, op, right)) = spine.pop() {
                    let depth = self.scope.len();
                    match op {
                        BinaryOp::And => self.scope.extend_from_slice(&matched.when_true),
                        BinaryOp::Or => self.scope.extend_from_slice(&matched.when_false),
                        _ => {}
                    }
                    let operand = self.operand(right);
                    self.scope.truncate(depth);
                    let more = self.matched.remove(&right).unwrap_or_default();
                    matched = matched.and_then(op, more);
                    ty = self.binary(op, ty, operand);
                    self.set(node, ty);
                }
                if !matched.is_empty() {
                    self.matched.insert(id, matched);
                }
                ty
            }
            ExprKind::Assign { op, target, value } => {
                let ty = self.operand(target);
                self.expr(value, if op.is_none() { ty } else { Ty::HOLE }, false);
                ty
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let matched = self.condition(condition);
                let a = self.with(&matched.when_true, |this| this.expr(then, want, shape));
                let b = self.with(&matched.when_false, |this| this.expr(otherwise, want, shape));
                let complete = self.done[then.index()] && self.done[otherwise.index()];
                return (self.conditional(a, b, then, otherwise, want), complete);
            }
            ExprKind::Cast { ty, operand } => {
                let ty = self.type_node(ty);
                // It is the target of lambdas and method references only: a call in a cast is no poly expression
                // (JLS 15.12).
                let want = if self.has_function(operand) { ty } else { Ty::HOLE };
                self.expr(operand, want, false);
                ty
            }
            ExprKind::InstanceOf { operand, ty, pattern } => {
                let operand = self.operand(operand);
                if let Some(ty) = ty {
                    self.type_node(ty);
                }
                if let Some(pattern) = pattern {
                    let depth = self.scope.len();
                    self.pattern(pattern, operand);
                    let when_true: Vec<Entry> = self.scope.drain(depth..).collect();
                    if !when_true.is_empty() {
                        self.matched.insert(id, Matched { when_true, when_false: Vec::new() });
                    }
                }
                Ty::BOOLEAN
            }
            ExprKind::ClassLiteral { ty } => {
                let ty = self.type_node(ty);
                let arg = if ty == Ty::VOID { known.void } else { super::types::boxed(self.model, ty) };
                known.class.map_or(Ty::UNKNOWN, |class| self.model.types.class(class, &[arg]))
            }
            ExprKind::ArrayAccess { array, index } => {
                let array = self.operand(array);
                self.operand(index);
                self.model.types.component(upper_class(self.model, array)).unwrap_or(Ty::UNKNOWN)
            }
            ExprKind::MethodRef { .. } => {
                if shape {
                    return (Ty::HOLE, false);
                }
                self.method_ref(id, want).0
            }
            ExprKind::Lambda { .. } => {
                if shape {
                    return (Ty::HOLE, false);
                }
                self.lambda(id, want).0
            }
            ExprKind::TypeOperand(node) => {
                self.out.bindings[id.index()] = Binding::Type;
                self.type_node(node)
            }
            ExprKind::Switch { selector, body } => {
                if shape {
                    let given = self.switch_results(id);
                    let parts: Vec<(ExprId, Ty)> = given
                        .iter()
                        .map(|given| (given.expr, self.out.expr_types[given.expr.index()]))
                        .collect();
                    let is_open = parts.iter().any(|&(_, ty)| ty == Ty::HOLE);
                    return (if is_open { Ty::HOLE } else { self.choice(&parts) }, false);
                }
                let parts: Vec<(ExprId, Ty)> = match self.given.remove(&id) {
                    Some(given) => {
                        let found = self.finish_results(&given, want);
                        given.iter().map(|given| given.expr).zip(found).collect()
                    }
                    None => {
                        let selector = self.operand(selector);
                        self.yields.push(Results::of(want));
                        self.switch_body(selector, body);
                        let results = self.yields.pop().unwrap_or_else(Results::open);
                        results.given.iter().map(|given| given.expr).zip(results.found).collect()
                    }
                };
                if want.is_known() && !self.model.types.has_holes(want) { want } else { self.choice(&parts) }
            }
            ExprKind::VarDecl(var) => {
                let written = self.written_type(var);
                let init = ast[var].init;
                // The variable is in scope of its own initialiser (a lambda cannot use it, an array may).
                let ty = match (written, init) {
                    (Some(ty), init) => {
                        self.declare_var(var, ty);
                        if let Some(init) = init {
                            self.expr(init, ty, false);
                        }
                        ty
                    }
                    (None, Some(init)) => {
                        let found = self.expr(init, Ty::HOLE, false);
                        let ty = self.model.upper(found);
                        self.declare_var(var, ty);
                        ty
                    }
                    (None, None) => {
                        self.declare_var(var, Ty::UNKNOWN);
                        Ty::UNKNOWN
                    }
                };
                if ast[var].kind != crate::ast::VarKind::Local {
                    self.annotations(ast[var].modifiers.annotations);
                }
                ty
            }
            ExprKind::RecordPattern { .. } | ExprKind::AnyPattern => {
                self.pattern(id, Ty::UNKNOWN);
                self.out.expr_types[id.index()]
            }
            ExprKind::Template { processor, args } => {
                if let Some(processor) = processor {
                    self.operand(processor);
                }
                for arg in ast.list(args) {
                    self.operand(arg);
                }
                known.string
            }
            ExprKind::Annotation(annotation) => {
                let list = ast[annotation];
                let ty = self.type_node(list.ty);
                for value in ast.list(list.values) {
                    self.operand(ast[value].value);
                }
                ty
            }
            ExprKind::Error { parts } => {
                for part in ast.list(parts) {
                    self.operand(part);
                }
                Ty::UNKNOWN
            }
        };
        (ty, true)
    }

    /// Types a condition; returns the pattern variables that it declares if true and if false. May be called again.
    pub fn condition(&mut self, id: ExprId) -> Matched {
        self.expr(id, Ty::BOOLEAN, false);
        self.matched.get(&id).cloned().unwrap_or_default()
    }

    /// Runs `act` with more variables in scope.
    pub fn with<T>(&mut self, variables: &[Entry], act: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.scope.len();
        self.scope.extend_from_slice(variables);
        let result = act(self);
        self.scope.truncate(depth);
        result
    }

    fn binary(&self, op: BinaryOp, left: Ty, right: Ty) -> Ty {
        let string = self.model.well_known().string;
        match op {
            BinaryOp::Add if left == string || right == string => string,
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::UShr => promote(self.model, left),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                let is_boolean = |ty| unboxed(self.model, ty) == Some(Ty::BOOLEAN);
                if is_boolean(left) || is_boolean(right) {
                    Ty::BOOLEAN
                } else {
                    promote_both(self.model, left, right)
                }
            }
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Add | BinaryOp::Sub => {
                promote_both(self.model, left, right)
            }
            _ => Ty::BOOLEAN,
        }
    }

    /// The type of a conditional or switch expression that does not depend on its target, from its results (JLS 15.25,
    /// 15.28.1).
    pub fn choice(&self, parts: &[(ExprId, Ty)]) -> Ty {
        let Some(&(_, first)) = parts.first() else { return Ty::UNKNOWN };
        if parts.iter().all(|&(_, ty)| ty == first) {
            return first;
        }
        let primitives: Option<Vec<Ty>> = parts.iter().map(|&(_, ty)| unboxed(self.model, ty)).collect();
        if let Some(primitives) = primitives
            && let Some(ty) = self.numeric_choice(parts, &primitives)
        {
            return ty;
        }
        let known: Vec<Ty> = parts
            .iter()
            .filter(|(_, ty)| ty.is_known())
            .map(|&(_, ty)| super::types::boxed(self.model, ty))
            .collect();
        match known[..] {
            [] => Ty::UNKNOWN,
            _ => lub(self.model, &known),
        }
    }

    /// The primitive type of results that are all of such types or their boxes; `None` for a mixture with `boolean`.
    fn numeric_choice(&self, parts: &[(ExprId, Ty)], primitives: &[Ty]) -> Option<Ty> {
        let narrow = |ty| matches!(ty, Ty::BYTE | Ty::SHORT | Ty::CHAR);
        // Constants of type `int` that fit take the narrower type of another result.
        for &ty in primitives.iter().filter(|&&ty| narrow(ty)) {
            let mut is_open = false;
            let fits = parts.iter().zip(primitives).all(|(&(id, written), &other)| {
                other == ty
                    || (written == Ty::INT
                        && match self.fits(id, ty) {
                            Some(fits) => fits,
                            None => {
                                is_open = true;
                                true
                            }
                        })
            });
            if fits {
                return Some(if is_open { Ty::UNKNOWN } else { ty });
            }
        }
        if primitives.contains(&Ty::BOOLEAN) {
            return primitives.iter().all(|&ty| ty == Ty::BOOLEAN).then_some(Ty::BOOLEAN);
        }
        let widest = primitives.iter().copied().max()?;
        let has_char = primitives.contains(&Ty::CHAR);
        Some(if has_char && widest <= Ty::CHAR && primitives.iter().any(|&ty| ty != Ty::CHAR) {
            Ty::INT
        } else {
            widest
        })
    }

    /// Whether an expression of type `int` is a constant that fits into a narrower type; `None` if a constant is
    /// unknown.
    pub fn fits(&self, id: ExprId, narrow: Ty) -> Option<bool> {
        let constants = Constants { model: self.model, tree: self.ast, file: self.file, bindings: &self.out };
        match constants.value(id) {
            Some(Value::Int(value, _)) => Some(match narrow {
                Ty::BYTE => i8::try_from(value).is_ok(),
                Ty::SHORT => i16::try_from(value).is_ok(),
                Ty::CHAR => u16::try_from(value).is_ok(),
                _ => true,
            }),
            _ if constants.is_open(id) => None,
            _ => Some(false),
        }
    }

    /// The type of a conditional expression (JLS 15.25).
    fn conditional(&mut self, a: Ty, b: Ty, then: ExprId, otherwise: ExprId, want: Ty) -> Ty {
        let goes_to_place = want.is_known() && want.is_reference() && !self.model.types.has_holes(want);
        if a != b && goes_to_place && !(self.is_primitive_form(then) && self.is_primitive_form(otherwise)) {
            return want;
        }
        self.choice(&[(then, a), (otherwise, b)])
    }

    /// Whether it is, or a choice may give, a lambda or method reference.
    fn has_function(&self, id: ExprId) -> bool {
        match self.ast[id].kind {
            ExprKind::Lambda { .. } | ExprKind::MethodRef { .. } | ExprKind::Switch { .. } => true,
            ExprKind::Conditional { then, otherwise, .. } => {
                self.has_function(then) || self.has_function(otherwise)
            }
            _ => false,
        }
    }

    /// Whether an expression, by its form, makes a conditional around it one of numbers or booleans (JLS 15.25): `null`
    /// does, a generic method that returns its type argument does not.
    pub fn is_primitive_form(&mut self, id: ExprId) -> bool {
        match self.ast[id].kind {
            ExprKind::Literal { kind: LiteralKind::Null, .. } => true,
            ExprKind::Lambda { .. } | ExprKind::MethodRef { .. } => false,
            ExprKind::Conditional { then, otherwise, .. } => {
                self.is_primitive_form(then) && self.is_primitive_form(otherwise)
            }
            ExprKind::Call { .. } => {
                let own = match self.out.bindings[id.index()] {
                    Binding::Callable(callable) => {
                        let callable = self.model.callable(callable);
                        match self.model.types.kind(callable.result.get()) {
                            TyKind::Var(var) => callable.type_params.contains(var),
                            _ => false,
                        }
                    }
                    _ => false,
                };
                !own && unboxed(self.model, self.out.expr_types[id.index()]).is_some()
            }
            _ => unboxed(self.model, self.out.expr_types[id.index()]).is_some(),
        }
    }

    /// Types a pattern matched against a value of type `matched` (JLS 14.30).
    pub fn pattern(&mut self, id: ExprId, matched: Ty) {
        match self.ast[id].kind {
            ExprKind::VarDecl(var) => {
                self.annotations(self.ast[var].modifiers.annotations);
                let ty = self.written_type(var).unwrap_or(matched);
                self.declare_var(var, ty);
                self.set(id, ty);
            }
            ExprKind::RecordPattern { ty, components } => {
                let mut ty = self.type_node(ty);
                let class = self.model.types.class_of(ty);
                if let Some(class) = class
                    && self.model.is_raw(ty)
                    && let Some(seen) = self.model.as_super(matched, class)
                {
                    ty = seen;
                }
                let fields: Vec<Ty> = class
                    .map(|class| {
                        let declared =
                            self.model.class(class).field_ids().map(|field| self.model.field(field));
                        declared
                            .filter(|field| field.is_component)
                            .map(|field| self.model.upper(member_type(self.model, ty, class, field.ty.get())))
                            .collect()
                    })
                    .unwrap_or_default();
                for (place, component) in self.ast.list(components).enumerate() {
                    self.pattern(component, fields.get(place).copied().unwrap_or(Ty::UNKNOWN));
                }
                self.set(id, ty);
            }
            ExprKind::AnyPattern => self.set(id, matched),
            _ => {
                self.expr(id, matched, false);
            }
        }
    }

    /// The type of `super`, `Outer.super` or `Interface.super` (JLS 15.11.2, 15.12.1).
    pub fn super_type(&mut self, qualifier: Option<ExprId>) -> Ty {
        let this = self.this_class();
        let class = match qualifier {
            None => this,
            Some(name) => match self.qualifier(name) {
                Qualifier::Type(ty) => {
                    let named = self.model.types.class_of(ty);
                    if let (Some(named), Some(this)) = (named, this)
                        && self.model.class(named).is_interface()
                        && named != this
                    {
                        return self
                            .model
                            .as_super(self.model.class(this).this_type.get(), named)
                            .unwrap_or(ty);
                    }
                    named
                }
                _ => None,
            },
        };
        let superclass = class.and_then(|class| self.model.class(class).supertypes.get()?.superclass);
        superclass.unwrap_or(self.model.well_known().object)
    }

    /// Resolves the part before a dot, or a name by itself: a variable before a type before a package (JLS 6.5.2).
    pub fn qualifier(&mut self, id: ExprId) -> Qualifier {
        if self.done[id.index()] {
            let ty = self.out.expr_types[id.index()];
            return match self.out.bindings[id.index()] {
                Binding::Type => Qualifier::Type(ty),
                Binding::Package(package) => Qualifier::Package(self.model.package_name(package)),
                _ => Qualifier::Value(ty),
            };
        }
        let found = match self.ast[id].kind {
            ExprKind::Name(name) => self.simple_name(id, name),
            ExprKind::Select { qualifier, name } => self.select(id, qualifier, name),
            ExprKind::TypeOperand(node) => Qualifier::Type(self.type_node(node)),
            _ => return Qualifier::Value(self.operand(id)),
        };
        match found {
            Qualifier::Value(ty) => self.set(id, ty),
            Qualifier::Type(ty) => {
                self.out.bindings[id.index()] = Binding::Type;
                self.set(id, ty);
            }
            Qualifier::Package(package) => {
                self.out.bindings[id.index()] = Binding::Package(self.model.missing_package(package));
                self.set(id, Ty::UNKNOWN);
            }
        }
        found
    }

    fn simple_name(&mut self, id: ExprId, name: Sym) -> Qualifier {
        if let Some((binding, ty)) = self.variable(name) {
            self.out.bindings[id.index()] = binding;
            return Qualifier::Value(ty);
        }
        if let Some(ty) = self.type_named(name) {
            return Qualifier::Type(ty);
        }
        if self.model.is_package_head(name) || is_package_like(name) {
            return Qualifier::Package(name);
        }
        Qualifier::Value(Ty::UNKNOWN)
    }

    /// The variable that a simple name refers to (JLS 6.4.1).
    fn variable(&self, name: Sym) -> Option<(Binding, Ty)> {
        for entry in self.scope.iter().rev() {
            match *entry {
                Entry::Var(known, binding, ty) if known == name => return Some((binding, ty)),
                Entry::Class(class) => {
                    if let Some(field) = self.model.find_field(class, name) {
                        let ty = self.field_type(field, self.model.class(class).this_type.get());
                        return Some((Binding::Field(field), ty));
                    }
                }
                _ => {}
            }
        }
        let single = self.imports.static_single.get(&name).into_iter().flatten();
        let field = single
            .chain(&self.imports.static_classes)
            .find_map(|&class| self.model.find_field(class, name))?;
        Some((Binding::Field(field), self.model.field(field).ty.get()))
    }

    /// The type of a field as a member of a receiver type.
    fn field_type(&self, field: FieldId, site: Ty) -> Ty {
        let declared = self.model.field(field);
        let ty = declared.ty.get();
        match self.model.as_super(site, declared.class) {
            Some(site) => self.model.upper(member_type(self.model, site, declared.class, ty)),
            None => ty,
        }
    }

    fn select(&mut self, id: ExprId, qualifier: ExprId, name: Sym) -> Qualifier {
        match self.qualifier(qualifier) {
            Qualifier::Package(package) => {
                if package.as_str().len() + name.as_str().len() > MAX_NAME {
                    return Qualifier::Value(Ty::UNKNOWN);
                }
                let text = package.dot(name);
                if let Some(class) = find_qualified(self.model, text.as_str(), Some(self.imports.root)) {
                    return Qualifier::Type(self.model.types.class(class, &[]));
                }
                if self.model.find_package(text).is_none() && name.as_str().starts_with(char::is_uppercase) {
                    let class = self.model.missing_class(package, None, name);
                    return Qualifier::Type(self.model.types.class(class, &[]));
                }
                Qualifier::Package(text)
            }
            Qualifier::Type(ty) => {
                let Some(class) = self.model.types.class_of(ty) else { return Qualifier::Value(Ty::UNKNOWN) };
                if let Some(field) = self.model.find_field(class, name) {
                    self.out.bindings[id.index()] = Binding::Field(field);
                    return Qualifier::Value(self.model.field(field).ty.get());
                }
                if let Some(member) = self.model.find_inherited_class(class, name) {
                    return Qualifier::Type(self.model.types.class(member, &[]));
                }
                Qualifier::Value(Ty::UNKNOWN)
            }
            Qualifier::Value(site) => {
                let upper = upper_class(self.model, site);
                if self.model.types.component(upper).is_some() && name.as_str() == "length" {
                    self.out.bindings[id.index()] = Binding::ArrayLength;
                    return Qualifier::Value(Ty::INT);
                }
                let classes: Vec<Ty> = match self.model.types.kind(site) {
                    TyKind::Intersection(parts) => parts.to_vec(),
                    _ => vec![upper],
                };
                for part in classes {
                    let Some(class) = self.model.types.class_of(part) else { continue };
                    if let Some(field) = self.model.find_field(class, name) {
                        self.out.bindings[id.index()] = Binding::Field(field);
                        return Qualifier::Value(self.field_type(field, part));
                    }
                    if let Some(field) = self.private_field(class, name) {
                        self.out.bindings[id.index()] = Binding::Field(field);
                        return Qualifier::Value(self.field_type(field, part));
                    }
                }
                Qualifier::Value(Ty::UNKNOWN)
            }
        }
    }

    /// A private field of a superclass, which code of the same outermost class may access through `super` or a value of
    /// a subclass's type variable.
    fn private_field(&self, class: crate::model::ClassId, name: Sym) -> Option<FieldId> {
        self.model.closure(class).iter().find_map(|&(ancestor, _)| {
            self.model.class(ancestor).field_ids().find(|&field| self.model.field(field).name == name)
        })
    }

    /// The type of `getClass()` on a value (JLS 4.3.2).
    pub fn get_class_type(&self, receiver: Ty) -> Option<Ty> {
        let class = self.model.well_known().class?;
        let erased = self.model.erasure(receiver);
        let arg = self.model.types.wildcard(WildcardKind::Extends, erased);
        Some(self.model.types.class(class, &[arg]))
    }

    /// Why nothing was found in a receiver type.
    pub fn reason(&self, receiver: Ty, found_any: bool) -> Reason {
        let upper = upper_class(self.model, receiver);
        match self.model.types.class_of(upper) {
            None => Reason::UnknownReceiver,
            Some(class) if self.model.class(class).origin == crate::model::Origin::Missing => {
                Reason::MissingClass
            }
            Some(_) if found_any => Reason::NotApplicable,
            Some(class) if self.model.has_missing_supertype(class) => Reason::MissingSupertype,
            Some(_) => Reason::NoSuchMethod,
        }
    }
}

/// The usual first parts of package names.
fn is_package_like(name: Sym) -> bool {
    matches!(name.as_str(), "java" | "javax" | "jdk" | "com" | "org" | "net" | "sun" | "io" | "edu")
}
