//! Types and their members.

use super::cfg::{Body, Unwritten};
use super::{Anchor, Emitter, InitializerMethod, Initializers, Place, Prologue};
use crate::ast::{
    CallableId, CallableKind, ExprId, FieldDeclId, List, Member, Modifiers, Span, StmtKind, TypeDeclId,
    TypeDeclKind, TypeParamId, Var, VarId,
};
use crate::facts::batch::{Ent, Loc};
use crate::facts::describe::{self, FieldPlace, Written, class_flags, generated};
use crate::facts::rows::{self, expr_kind, stmt_kind};
use crate::facts::world::{Mention, callable_ent, class_ent, field_ent, name_text, type_ent};
use crate::intern::Sym;
use crate::model::{self, ClassId, Ty};

impl Emitter<'_> {
    /// The rows of a class and all that stands in it. `owner` is the expression or statement that declares it.
    pub(super) fn class(&mut self, id: TypeDeclId, owner: Option<Ent>) {
        // Taken, so that a tree that names a declaration twice is no trouble.
        let Some(class_id) = self.classes.remove(&id) else { return };
        let tree = self.tree;
        let decl = &tree[id];
        let entity = class_ent(class_id);
        let loc = Some(self.loc(decl.name_span));
        let flags = if decl.kind == TypeDeclKind::ImplicitClass { class_flags::IMPLICIT } else { 0 };
        let written = Written { loc, owner, flags };
        describe::class(self.model, class_id, written, &mut self.mention, &mut self.facts);
        if decl.kind != TypeDeclKind::Anonymous {
            self.anchor(decl.span, decl.name_span, entity, true);
        }
        let outer = self.enclosing.replace(entity);
        // Before the fields are walked: their initialisers stand in these methods.
        let initializers = Initializers {
            of_class: self.initializer_method(id, entity, true),
            of_object: self.initializer_method(id, entity, false),
        };
        let outer_initializers = std::mem::replace(&mut self.initializers, initializers);
        self.type_params(decl.type_params, &self.model.class(class_id).type_params);
        if let Some(superclass) = decl.superclass {
            self.type_access(superclass, Place::outside(entity, -1));
        }
        for (at, interface) in tree.list(decl.interfaces).enumerate() {
            self.type_access(interface, Place::outside(entity, -2 - at as i32));
        }
        self.annotations(decl.modifiers.annotations, entity, 0, 1);
        for component in tree.list(decl.components) {
            self.component(component);
        }
        for member in &decl.members {
            match *member {
                Member::Field(decl) => self.field_decl(decl, class_id),
                Member::EnumConstant(var) => self.enum_constant(var),
                Member::Callable(callable) => self.callable(callable),
                Member::Type(decl) => self.class(decl, None),
                Member::Initializer(initializer) => {
                    let initializer = tree[initializer];
                    if let Some(place) = self.initializers.next(initializer.is_static) {
                        self.stmt(initializer.body, place);
                    }
                }
            }
        }
        self.implicit_members(class_id, decl.components);
        self.enclosing = outer;
        self.initializers = outer_initializers;
    }

    fn field_decl(&mut self, id: FieldDeclId, class: ClassId) {
        let decl = self.tree[id];
        let entity = self.facts.fresh();
        let loc = Some(self.loc(decl.span));
        self.facts.row(rows::Fielddecl { id: entity, parent: class_ent(class), loc });
        self.type_access(decl.ty, Place::outside(entity, -1));
        for (pos, var_id) in self.tree.list(decl.vars).enumerate() {
            let Some(&field_id) = self.fields.get(&var_id) else { continue };
            let var = self.tree[var_id];
            let field = field_ent(field_id);
            let place = FieldPlace { decl: Some(entity), pos: pos as i32, loc: self.loc(var.name_span) };
            describe::field(self.model, field_id, Some(place), &mut self.mention, &mut self.facts);
            let span = if pos == 0 { decl.span } else { var.span };
            self.anchor(span, var.name_span, field, true);
            if pos == 0 {
                // They hold for all fields of the declaration; the first one carries them.
                self.annotations(decl.modifiers.annotations, field, -1, -1);
            }
            if let Some(init) = var.init {
                let span = Span::new(decl.span.start, self.var_extent(&var, true).end);
                self.field_initializer(var_id, init, span, self.is_static_field(id));
            }
        }
    }

    fn enum_constant(&mut self, id: VarId) {
        let Some(&field_id) = self.fields.get(&id) else { return };
        let var = self.tree[id];
        let field = field_ent(field_id);
        let place = FieldPlace { decl: None, pos: 0, loc: self.loc(var.name_span) };
        describe::field(self.model, field_id, Some(place), &mut self.mention, &mut self.facts);
        self.anchor(var.span, var.name_span, field, true);
        self.annotations(var.modifiers.annotations, field, -1, -1);
        if let Some(init) = var.init {
            self.field_initializer(id, init, var.span, true);
        }
    }

    /// The field of a record component.
    fn component(&mut self, id: VarId) {
        let Some(&field_id) = self.fields.get(&id) else { return };
        let var = self.tree[id];
        let field = field_ent(field_id);
        let place = FieldPlace { decl: None, pos: 0, loc: self.loc(var.name_span) };
        describe::field(self.model, field_id, Some(place), &mut self.mention, &mut self.facts);
        self.anchor(var.span, var.name_span, field, false);
        self.annotations(var.modifiers.annotations, field, -1, -1);
        if let Some(ty) = var.ty {
            self.type_access(ty, Place::outside(field, -100));
        }
    }

    fn callable(&mut self, id: CallableId) {
        let Some(&callable_id) = self.callables.get(&id) else { return };
        let tree = self.tree;
        let decl = tree[id];
        let entity = callable_ent(callable_id);
        let loc = Some(self.loc(decl.name_span));
        describe::callable(self.model, callable_id, loc, &mut self.mention, &mut self.facts);
        self.anchor(decl.span, decl.name_span, entity, true);
        self.type_params(decl.type_params, &self.model.callable(callable_id).type_params);
        if let Some(result) = decl.result {
            self.type_access(result, Place { callable: Some(entity), ..Place::outside(entity, -1) });
        }
        if let Some(value) = decl.default_value {
            self.expr(value, Place::outside(entity, -2));
        }
        self.annotations(decl.modifiers.annotations, entity, 0, 1);
        let written: Vec<VarId> = if decl.kind == CallableKind::CompactConstructor {
            self.components_around(callable_id)
        } else {
            tree.list(decl.params).collect()
        };
        self.params(callable_id, &written, decl.kind != CallableKind::CompactConstructor);
        let thrown = self.model.callable(callable_id).throws.get().map_or(&[][..], |throws| throws);
        for (at, node) in tree.list(decl.throws).enumerate() {
            let ty = thrown.get(at).copied().unwrap_or(Ty::UNKNOWN);
            let id = self.facts.fresh();
            let loc = Some(self.loc(tree[node].span));
            self.facts.row(rows::Exception { id, ty: type_ent(ty), parent: entity, loc });
            self.type_access(node, Place::outside(entity, -3 - at as i32));
        }
        if let Some(body) = decl.body {
            if self.model.callable(callable_id).is_constructor {
                let unwritten = self.unwritten(id, callable_id);
                let places = self.control_flow(Body::Constructor(id, unwritten), entity);
                self.prologue = Some(Prologue { unwritten, places, loc: self.loc(decl.name_span) });
            } else {
                self.control_flow(Body::Callable(id), entity);
            }
            self.stmt(body, Place { parent: entity, idx: 0, callable: Some(entity), stmt: None });
            self.prologue = None;
        }
    }

    /// What a constructor does without saying so (JLS 8.8.7, 12.5). The calls `super()` of enums' constructors, which
    /// pass on what nobody wrote either, are left out.
    fn unwritten(&self, id: CallableId, constructor: model::CallableId) -> Unwritten {
        let tree = self.tree;
        let (mut this_call, mut super_call) = (false, false);
        if let Some(body) = tree[id].body
            && let StmtKind::Block(stmts) = tree[body].kind
        {
            // Newer Java has statements before the call.
            for stmt in tree.list(stmts) {
                this_call |= matches!(tree[stmt].kind, StmtKind::ThisCall { .. });
                super_call |= matches!(tree[stmt].kind, StmtKind::SuperCall { .. });
            }
        }
        let class_id = self.model.callable(constructor).class;
        let class = self.model.class(class_id);
        let has_superclass = matches!(class.kind, model::ClassKind::Class | model::ClassKind::Record)
            && class.supertypes.get().is_some_and(|supertypes| supertypes.superclass.is_some());
        let implicit = has_superclass && !this_call && !super_call;
        Unwritten {
            super_call: implicit.then(|| self.super_constructors.get(&class_id).copied()),
            initializers: self
                .initializers
                .of_object
                .filter(|_| !this_call)
                .map(|initializers| initializers.method),
        }
    }

    /// The body of a default constructor: a call of the superclass's (JLS 8.8.9).
    fn default_constructor_body(&mut self, class: ClassId, constructor: Ent, loc: Loc) {
        let unwritten = Unwritten {
            super_call: Some(self.super_constructors.get(&class).copied()),
            initializers: self.initializers.of_object.map(|initializers| initializers.method),
        };
        let places = self.control_flow(Body::DefaultConstructor(unwritten), constructor);
        let body = self.facts.fresh();
        let (block, place) = places.body.unzip();
        self.facts.row(rows::Stmt {
            id: body,
            kind: stmt_kind::BLOCK,
            parent: constructor,
            idx: 0,
            callable: constructor,
            target: None,
            block,
            place,
            loc,
        });
        self.facts.row(rows::CompilerGenerated { id: body, kind: generated::DEFAULT_CONSTRUCTOR });
        let inside = Place { parent: body, idx: 0, callable: Some(constructor), stmt: Some(body) };
        let prologue = Prologue { unwritten, places, loc };
        let next = self.implicit_super_call(prologue, inside);
        self.initializers_call(prologue, Place { idx: next, ..inside });
    }

    /// The components of the record that a callable is declared in.
    fn components_around(&self, callable: model::CallableId) -> Vec<VarId> {
        let class = self.model.callable(callable).class;
        match self.model.class(class).origin {
            model::Origin::Source { decl, .. } => {
                let decl = &self.tree[TypeDeclId::from_index(decl as usize)];
                self.tree.list(decl.components).collect()
            }
            model::Origin::Library | model::Origin::Missing => Vec::new(),
        }
    }

    /// The parameters of a callable; `written` are theirs in the text, `own` whether they are written there.
    fn params(&mut self, callable: model::CallableId, written: &[VarId], own: bool) {
        let declared = self.model.callable(callable);
        let parent = callable_ent(callable);
        for (pos, param_id) in declared.param_ids().enumerate() {
            let param = self.model.param(param_id);
            let id = self.facts.fresh();
            self.params.insert(param_id.0, id);
            let var = written.get(pos).map(|&v| self.tree[v]);
            self.facts.row(rows::Param {
                id,
                ty: type_ent(param.ty.get()),
                pos: pos as i32,
                parent,
                source: id,
                varargs: i32::from(declared.varargs && pos + 1 == declared.params.len()),
                name: Some(name_text(var.map_or(param.name, |v| v.name))),
                loc: var.map(|v| self.loc(if own { self.var_extent(&v, false) } else { v.name_span })),
            });
            if let (true, Some(var)) = (own, var) {
                self.variable_parts(var, id);
                if let Some(ty) = var.ty {
                    self.type_access(ty, Place::outside(id, -1));
                }
            }
        }
    }

    /// Modifiers and annotations of a parameter or local variable.
    pub(super) fn variable_parts(&mut self, var: Var, entity: Ent) {
        self.written_modifiers(var.modifiers, entity);
        self.annotations(var.modifiers.annotations, entity, 0, 1);
    }

    fn written_modifiers(&mut self, modifiers: Modifiers, entity: Ent) {
        for (number, (_, name)) in model::Modifiers::NAMES.iter().enumerate() {
            if Modifiers::ALL.iter().any(|(bit, n)| n == name && modifiers.has(*bit)) {
                let id2 = self.mention.modifier(number);
                self.facts.row(rows::HasModifier { id1: entity, id2 });
            }
        }
    }

    fn type_params(&mut self, written: List<TypeParamId>, declared: &[model::TypeVarId]) {
        for (id, &var) in self.tree.list(written).zip(declared) {
            let param = self.tree[id];
            let loc = Some(self.loc(param.name_span));
            describe::type_variable(self.model, var, loc, &mut self.mention, &mut self.facts);
            let entity = type_ent(self.model.types.var(var));
            let bounds = self.tree.list(param.bounds);
            self.type_accesses(bounds, entity, Place::outside(entity, 0), 0);
            self.annotations(param.annotations, entity, -1, -1);
        }
    }

    /// The members that the language adds (JLS 8.8.9, 8.9.3, 8.10.3): located at the class's name.
    fn implicit_members(&mut self, class: ClassId, components: List<VarId>) {
        for callable_id in self.model.class(class).callable_ids() {
            let callable = self.model.callable(callable_id);
            if callable.decl.is_some() {
                continue;
            }
            let loc = match self.model.class(class).origin {
                model::Origin::Source { decl, .. } => {
                    Some(self.loc(self.tree[TypeDeclId::from_index(decl as usize)].name_span))
                }
                model::Origin::Library | model::Origin::Missing => None,
            };
            describe::callable(self.model, callable_id, loc, &mut self.mention, &mut self.facts);
            let written: Vec<VarId> = if self.model.class(class).kind == model::ClassKind::Record {
                self.tree.list(components).collect()
            } else {
                Vec::new()
            };
            self.params(callable_id, &written, false);
            if let (Some(model::Implicit::DefaultConstructor), Some(loc)) = (callable.implicit, loc)
                && self.model.class(class).kind == model::ClassKind::Class
                // That of an anonymous class passes on the arguments of the creation.
                && self.model.class(class).nesting != model::Nesting::Anonymous
            {
                self.default_constructor_body(class, callable_ent(callable_id), loc);
            }
        }
    }

    pub(super) fn is_static_field(&self, field: FieldDeclId) -> bool {
        let first = self.tree.list(self.tree[field].vars).next().and_then(|v| self.fields.get(&v));
        first.is_some_and(|&f| self.model.field(f).modifiers.has(model::Modifiers::STATIC))
    }

    /// `<clinit>` or `<obinit>`: the method that carries the static, or the other, initialisers of a class.
    fn initializer_method(
        &mut self,
        id: TypeDeclId,
        class: Ent,
        is_static: bool,
    ) -> Option<InitializerMethod> {
        if !self.has_initializers(id, is_static) {
            return None;
        }
        let method = self.facts.fresh();
        let loc = self.loc(self.tree[id].name_span);
        let name = Sym::new(if is_static { "<clinit>" } else { "<obinit>" });
        let row = rows::Method {
            id: method,
            name: name_text(name),
            signature: self.facts.text(&format!("{}()", name.as_str())),
            ty: type_ent(Ty::VOID),
            parent: class,
            source: method,
            flags: 0,
            loc: Some(loc),
        };
        self.facts.row(row);
        // Nothing overrides the initialisers of an object: each constructor calls those of its own class.
        let modifiers = if is_static { model::Modifiers::STATIC } else { model::Modifiers::PRIVATE };
        describe::modifiers(modifiers, method, &mut self.mention, &mut self.facts);
        let places = self.control_flow(Body::Initializers { class: id, is_static }, method);
        let (block, place) = places.body.unzip();
        let body = self.facts.fresh();
        self.facts.row(rows::Stmt {
            id: body,
            kind: stmt_kind::BLOCK,
            parent: method,
            idx: 0,
            callable: method,
            target: None,
            block,
            place,
            loc,
        });
        for id in [method, body] {
            self.facts.row(rows::CompilerGenerated { id, kind: generated::INITIALIZER });
        }
        Some(InitializerMethod { method, body, next: 0 })
    }

    /// Whether a class needs the method that carries its static, or its other, initialisers.
    fn has_initializers(&self, id: TypeDeclId, is_static: bool) -> bool {
        let tree = self.tree;
        tree[id].members.iter().any(|member| match *member {
            Member::Initializer(id) => tree[id].is_static == is_static,
            Member::Field(field) => {
                tree.list(tree[field].vars).any(|v| tree[v].init.is_some())
                    && self.is_static_field(field) == is_static
            }
            Member::EnumConstant(_) => is_static,
            Member::Callable(_) | Member::Type(_) => false,
        })
    }

    /// The initialiser of a field: what is assigned to the field in the method that carries the initialisers.
    fn field_initializer(&mut self, id: VarId, init: ExprId, span: Span, is_static: bool) {
        let (Some(&field), Some(outside)) = (self.fields.get(&id), self.initializers.next(is_static)) else {
            return;
        };
        let places = self.assignment_places.remove(&id).unwrap_or_default();
        let [in_statement, in_access, in_assignment] = places.map(Option::unzip);
        let loc = self.loc(span);
        let ty = type_ent(self.model.field(field).ty.get());
        let (stmt, assignment, access) = (self.facts.fresh(), self.facts.fresh(), self.facts.fresh());
        self.facts.row(rows::Stmt {
            id: stmt,
            kind: stmt_kind::EXPRSTMT,
            parent: outside.parent,
            idx: outside.idx,
            callable: outside.callable.unwrap_or(outside.parent),
            target: None,
            block: in_statement.0,
            place: in_statement.1,
            loc,
        });
        let inside = Place { stmt: Some(stmt), ..outside };
        let parts = [
            (assignment, expr_kind::ASSIGNEXPR, stmt, None, in_assignment),
            (access, expr_kind::VARACCESS, assignment, Some(field_ent(field)), in_access),
        ];
        for (id, kind, parent, target, (block, place)) in parts {
            self.facts.row(rows::Expr {
                id,
                kind,
                ty,
                parent,
                idx: 0,
                callable: inside.callable,
                stmt: inside.stmt,
                parens: None,
                target,
                block,
                place,
                loc,
            });
        }
        for id in [stmt, assignment, access] {
            self.facts.row(rows::CompilerGenerated { id, kind: generated::INITIALIZER_ASSIGNMENT });
        }
        let whole = Span::new(span.start, self.tree[id].span.end);
        self.whole(stmt, loc, whole);
        self.whole(assignment, loc, whole);
        self.expr(init, inside.child(assignment, 1));
    }

    pub(super) fn anchor(&mut self, span: Span, name: Span, entity: Ent, member: bool) {
        self.anchors.push(Anchor { span, head: name.end, entity, member });
    }
}

/// The flags of the class of a lambda or method reference.
pub(super) const FUNCTIONAL_CLASS: i32 = class_flags::ANONYMOUS;
