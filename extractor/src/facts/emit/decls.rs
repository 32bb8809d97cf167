//! Types and their members.

use super::cfg::{BlockPlace, Body, Unwritten};
use super::{Anchor, Creation, Emitter, InitializerMethod, Initializers, Place, Prologue};
use crate::ast::{
    CallableId, CallableKind, ExprId, FieldDeclId, List, Member, Modifiers, Span, StmtKind, TypeDeclId,
    TypeDeclKind, TypeParamId, Var, VarId,
};
use crate::facts::batch::{Ent, Loc};
use crate::facts::describe::{self, FieldPlace, Mention, Written, class_flags, generated, name_text};
use crate::facts::rows::{self, expr_kind, stmt_kind};
use crate::facts::world::{callable_ent, class_ent, class_file_ent, field_ent, param_ent, type_ent};
use crate::intern::Sym;
use crate::model::{self, ClassId, FieldId, Ty};
use quarrel_common::{always, never};

/// An implicit constructor.
struct AddedConstructor {
    /// The constructor of the superclass that it calls, if known.
    target: Option<model::CallableId>,
    /// Whether it is the canonical one of a record.
    is_canonical: bool,
    /// Its parameters.
    params: Vec<(Ent, Ty)>,
}

/// An implicit expression.
pub(super) struct Added {
    pub(super) kind: i32,
    pub(super) ty: Ty,
    pub(super) target: Option<Ent>,
}

/// Nodes of the statement `this.field = parameter;`: itself, an assignment, a field access, `this` and the parameter.
const PARTS_OF_ASSIGNMENT: u32 = 5;

impl Emitter<'_> {
    /// The rows of a class and everything in it. `owner` is the expression or statement that declares it.
    pub(super) fn class(&mut self, id: TypeDeclId, owner: Option<Ent>) {
        // Removed, so that a tree that has a declaration twice does no harm.
        let Some(class_id) = self.classes.remove(&id) else { return };
        let tree = self.tree;
        let decl = &tree[id];
        let entity = class_ent(class_id);
        self.begin_head(id);
        let loc = Some(self.loc(decl.name_span));
        let mut flags = if decl.kind == TypeDeclKind::ImplicitClass { class_flags::IMPLICIT } else { 0 };
        if self.input.bound.is_some() && self.is_constant_body(class_id) {
            // CodeQL takes it for an enum, too.
            flags |= class_flags::ENUM;
        }
        let written = Written { loc, owner, flags };
        describe::class(self.model, class_id, written, &mut self.mention, &mut self.facts);
        self.permitted(class_id);
        if decl.kind != TypeDeclKind::Anonymous {
            self.anchor(decl.span, decl.name_span, entity, true);
            self.declared_lines(entity, decl.span);
        }
        let creation = self.creation.take();
        let outer = self.enclosing.replace(entity);
        let outer_class = self.class.replace(class_id);
        // Before the fields are walked: their initialisers are in these methods.
        let initializers = Initializers {
            of_class: self.initializer_method(id, entity, true),
            of_object: self.initializer_method(id, entity, false),
        };
        let outer_initializers = std::mem::replace(&mut self.initializers, initializers);
        self.begin_head(id);
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
            self.begin_member(id, *member);
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
        self.begin_implicit(id);
        self.implicit_members(class_id, decl.components, creation);
        self.enclosing = outer;
        self.class = outer_class;
        self.initializers = outer_initializers;
    }

    /// Whether a class is the body of an enum constant (JLS 8.9.1).
    fn is_constant_body(&self, id: ClassId) -> bool {
        let above = self.superclass(Some(id)).and_then(|above| self.model.types.class_of(above));
        let is_anonymous = self.model.class(id).nesting == model::Nesting::Anonymous;
        is_anonymous && above.is_some_and(|above| self.model.class(above).kind == model::ClassKind::Enum)
    }

    /// The sealed classes of this file that implicitly permit a class (JLS 8.1.6, 8.9).
    fn permitted(&mut self, id: ClassId) {
        let class = self.model.class(id);
        for ty in describe::direct_supertypes(self.model, class.this_type.get()) {
            let Some(above) = self.model.types.class_of(ty) else { continue };
            let sealed = self.model.class(above);
            let here = matches!(sealed.origin, model::Origin::Source { file, .. } if file == self.input.id);
            let says = sealed.supertypes.get().is_some_and(|supertypes| !supertypes.permits.is_empty());
            let has_name = matches!(class.nesting, model::Nesting::TopLevel | model::Nesting::Member);
            if here
                && !says
                && sealed.modifiers.has(model::Modifiers::SEALED)
                && (has_name || sealed.kind == model::ClassKind::Enum)
            {
                self.facts.row(rows::Permits { id1: class_ent(above), id2: class_ent(id) });
            }
        }
    }

    fn field_decl(&mut self, id: FieldDeclId, class: ClassId) {
        let decl = self.tree[id];
        let entity = self.facts.fresh();
        let loc = Some(self.loc(decl.span));
        self.facts.row(rows::Fielddecl { id: entity, parent: class_ent(class), loc });
        self.type_access(decl.ty, Place::outside(entity, -1));
        for (pos, var_id) in self.tree.list(decl.vars).enumerate() {
            let Some(&field_id) = always!(self.fields.get(&var_id)) else { continue };
            let var = self.tree[var_id];
            let field = field_ent(field_id);
            let place = FieldPlace { decl: Some(entity), pos: pos as i32, loc: self.loc(var.name_span) };
            describe::field(self.model, field_id, Some(place), &mut self.mention, &mut self.facts);
            if let Some(ty) = var.ty {
                self.c_style_array(field, ty);
            }
            let span = if pos == 0 { decl.span } else { var.span };
            self.anchor_in(entity, span, var.name_span, field);
            if pos == 0 {
                // They apply to all fields of the declaration; the first one has them.
                self.annotations(decl.modifiers.annotations, field, -1, -1);
            }
            if let Some(init) = var.init {
                let span = Span::new(decl.span.start, self.var_extent(&var, true).end);
                self.field_initializer(var_id, init, span, self.is_static_field(id));
            }
        }
    }

    fn enum_constant(&mut self, id: VarId) {
        let Some(&field_id) = always!(self.fields.get(&id)) else { return };
        let var = self.tree[id];
        let field = field_ent(field_id);
        let decl = self.facts.fresh();
        let field_data = self.model.field(field_id);
        let loc = Some(self.loc(var.span));
        self.facts.row(rows::Fielddecl { id: decl, parent: class_ent(field_data.class), loc });
        // Its type is the enum, which the constant names implicitly.
        let name = self.loc(var.name_span);
        let access = expr_kind::UNANNOTATEDTYPEACCESS;
        self.plain_expr(access, field_data.ty.get(), Place::outside(decl, -1), name);
        let place = FieldPlace { decl: Some(decl), pos: 0, loc: name };
        describe::field(self.model, field_id, Some(place), &mut self.mention, &mut self.facts);
        self.anchor_in(class_ent(field_data.class), var.span, var.name_span, field);
        self.annotations(var.modifiers.annotations, field, -1, -1);
        if let Some(init) = var.init {
            self.constant = Some((var.name_span, field_data.ty.get()));
            self.field_initializer(id, init, var.span, true);
        }
    }

    /// The field of a record component.
    fn component(&mut self, id: VarId) {
        let Some(&field_id) = always!(self.fields.get(&id)) else { return };
        let var = self.tree[id];
        let field = field_ent(field_id);
        let decl = self.facts.fresh();
        let class = self.model.field(field_id).class;
        let loc = Some(self.loc(var.span));
        self.facts.row(rows::Fielddecl { id: decl, parent: class_ent(class), loc });
        let place = FieldPlace { decl: Some(decl), pos: 0, loc: self.loc(var.name_span) };
        describe::field(self.model, field_id, Some(place), &mut self.mention, &mut self.facts);
        self.anchor(var.span, var.name_span, field, false);
        self.annotations(var.modifiers.annotations, field, -1, -1);
        let at_constructor = self.model.class(class).callable_ids().any(|id| {
            let callable = self.model.callable(id);
            let decl = callable.decl.map(|decl| self.tree[CallableId::from_index(decl as usize)].kind);
            callable.is_constructor && decl.is_none_or(|kind| kind == CallableKind::CompactConstructor)
        });
        if let (false, Some(ty)) = (at_constructor, var.ty) {
            self.type_access(ty, Place::outside(field, -100));
        }
    }

    fn callable(&mut self, id: CallableId) {
        let Some(&callable_id) = always!(self.callables.get(&id)) else { return };
        let tree = self.tree;
        let decl = tree[id];
        let entity = callable_ent(callable_id);
        let loc = Some(self.loc(decl.name_span));
        let for_codeql = self.input.bound.is_some();
        describe::callable(self.model, callable_id, loc, for_codeql, &mut self.mention, &mut self.facts);
        self.anchor(decl.span, decl.name_span, entity, true);
        self.declared_lines(entity, decl.span);
        self.type_params(decl.type_params, &self.model.callable(callable_id).type_params);
        if let Some(result) = decl.result {
            self.type_access(result, Place { callable: Some(entity), ..Place::outside(entity, -1) });
            self.c_style_array(entity, result);
        }
        // CodeQL's databases have the defaults of elements at the annotations that leave those out.
        if let (Some(value), None) = (decl.default_value, self.input.bound) {
            self.expr(value, Place::outside(entity, -2));
        }
        // CodeQL's databases have no receiver parameters. Nor does an element of an annotation, whose default value has
        // this index.
        if let Some(receiver) = decl.receiver
            && self.input.bound.is_none()
            && decl.kind != CallableKind::AnnotationElement
        {
            self.type_access(receiver, Place { callable: Some(entity), ..Place::outside(entity, -2) });
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
            // CodeQL's databases have the exception alone.
            if self.input.bound.is_none() {
                self.type_access(node, Place::outside(entity, -3 - at as i32));
            }
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

    /// The implicit calls of a constructor (JLS 8.8.7, 12.5).
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
        let has_superclass = !class.is_interface()
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

    /// The body of an implicit constructor: it calls one of the superclass with its arguments (JLS 8.8.9, 15.9.5.1),
    /// and stores the components of a record (JLS 8.10.4).
    fn added_constructor(
        &mut self,
        class: ClassId,
        id: model::CallableId,
        loc: Loc,
        added: &AddedConstructor,
    ) {
        let constructor = callable_ent(id);
        let unwritten = Unwritten {
            super_call: Some(added.target),
            initializers: self.initializers.of_object.map(|initializers| initializers.method),
        };
        let given = if added.is_canonical { &[][..] } else { &added.params };
        let fields: Vec<FieldId> = if added.is_canonical {
            let fields = self.model.class(class).field_ids();
            fields.filter(|&field| self.model.field(field).is_component).collect()
        } else {
            Vec::new()
        };
        let arguments = given.len() as u32;
        let assignments = fields.len() as u32 * PARTS_OF_ASSIGNMENT;
        let body = Body::DefaultConstructor { unwritten, arguments, assignments };
        let places = self.control_flow(body, constructor);
        let mut places_left = places.added.clone().into_iter();
        let body = self.facts.fresh();
        let outside = Place { parent: constructor, idx: 0, callable: Some(constructor), stmt: None };
        self.added_stmt(body, stmt_kind::BLOCK, outside, places.body, loc);
        self.facts.row(rows::CompilerGenerated { id: body, kind: generated::DEFAULT_CONSTRUCTOR });
        let inside = Place { parent: body, idx: 0, callable: Some(constructor), stmt: Some(body) };
        let prologue = Prologue { unwritten, places, loc };
        let super_call = self.implicit_super_call(&prologue, inside);
        for (at, &(param, ty)) in given.iter().enumerate() {
            let Some(super_call) = super_call else { break };
            let access = self.facts.fresh();
            let place = Place { parent: super_call, idx: at as i32, stmt: Some(super_call), ..inside };
            let variable = Added { kind: expr_kind::VARACCESS, ty, target: Some(param) };
            self.added_expr(access, variable, place, places_left.next(), loc);
        }
        let next = i32::from(super_call.is_some());
        let first = self.initializers_call(&prologue, Place { idx: next, ..inside });
        let stores = fields.into_iter().zip(&added.params);
        for (idx, (field, &(param, ty))) in (first..).zip(stores) {
            let [stmt, access, this, value, assignment] = [(); 5].map(|()| self.facts.fresh());
            let place = Place { idx, ..inside };
            self.added_stmt(stmt, stmt_kind::EXPRSTMT, place, places_left.next(), loc);
            let within = |parent, idx| Place { parent, idx, stmt: Some(stmt), ..inside };
            let this_type = self.model.class(class).this_type.get();
            let parts = [
                (this, expr_kind::THISACCESS, this_type, None, within(access, -1)),
                (access, expr_kind::VARACCESS, ty, Some(field_ent(field)), within(assignment, 0)),
                (value, expr_kind::VARACCESS, ty, Some(param), within(assignment, 1)),
                (assignment, expr_kind::ASSIGNEXPR, ty, None, within(stmt, 0)),
            ];
            for (id, kind, ty, target, place) in parts {
                self.added_expr(id, Added { kind, ty, target }, place, places_left.next(), loc);
            }
        }
    }

    /// The row of an implicit statement.
    pub(super) fn added_stmt(
        &mut self,
        id: Ent,
        kind: i32,
        outside: Place,
        at: Option<BlockPlace>,
        loc: Loc,
    ) {
        let (block, place) = at.unzip();
        self.facts.row(rows::Stmt {
            id,
            kind,
            parent: outside.parent,
            idx: outside.idx,
            callable: outside.callable.unwrap_or(outside.parent),
            target: None,
            block,
            place,
            loc,
        });
    }

    /// The row of an implicit expression.
    pub(super) fn added_expr(
        &mut self,
        id: Ent,
        added: Added,
        outside: Place,
        at: Option<BlockPlace>,
        loc: Loc,
    ) {
        let (block, place) = at.unzip();
        self.facts.row(rows::Expr {
            id,
            kind: added.kind,
            ty: type_ent(added.ty),
            parent: outside.parent,
            idx: outside.idx,
            callable: outside.callable,
            stmt: outside.stmt,
            parens: None,
            target: added.target,
            block,
            place,
            loc,
        });
    }

    /// The constructor of `Object`.
    pub(super) fn constructor_of_object(&self) -> Option<model::CallableId> {
        let class = self.model.types.class_of(self.model.well_known().object)?;
        self.model.class(class).callable_ids().find(|&c| self.model.callable(c).is_constructor)
    }

    /// The components of the record that declares a callable.
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
            let id = param_ent(param_id);
            let var = written.get(pos).map(|&v| self.tree[v]);
            self.facts.row(rows::Param {
                id,
                ty: type_ent(param.ty.get()),
                pos: pos as i32,
                parent,
                source: id,
                varargs: i32::from(declared.varargs && pos + 1 == declared.params.len()),
                name: Some(var.map_or(param.name, |v| v.name))
                    .filter(|name| *name != Sym::EMPTY)
                    .map(name_text),
                loc: var.map(|v| self.loc(if own { self.var_extent(&v, false) } else { v.name_span })),
            });
            if let (true, Some(var)) = (own, var) {
                self.variable_parts(var, id);
            }
            // The types of components are children of the parameters of the canonical constructor.
            if let Some(ty) = var.and_then(|var| var.ty) {
                let callable = (!own).then_some(parent);
                self.type_access(ty, Place { callable, ..Place::outside(id, -1) });
            }
        }
    }

    /// Modifiers, annotations and brackets of a parameter or local variable.
    pub(super) fn variable_parts(&mut self, var: Var, entity: Ent) {
        if let Some(ty) = var.ty {
            self.c_style_array(entity, ty);
        }
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
            let loc = Some(self.loc(Span::new(param.name_span.start, param.span.end)));
            describe::type_variable(self.model, var, loc, &mut self.mention, &mut self.facts);
            let entity = type_ent(self.model.types.var(var));
            let bounds = self.tree.list(param.bounds);
            self.type_accesses(bounds, entity, Place::outside(entity, 0), 0);
            self.annotations(param.annotations, entity, -1, -1);
        }
    }

    /// Implicit members (JLS 8.8.9, 8.9.3, 8.10.3, 15.9.5.1): constructors are located at the class's name, methods
    /// nowhere in the text.
    fn implicit_members(&mut self, class: ClassId, components: List<VarId>, creation: Option<Creation>) {
        let model::Origin::Source { decl, .. } = self.model.class(class).origin else {
            return never!("a class of a source from elsewhere");
        };
        let name = self.loc(self.tree[TypeDeclId::from_index(decl as usize)].name_span);
        for callable_id in self.model.class(class).callable_ids() {
            let callable = self.model.callable(callable_id);
            if callable.decl.is_some() {
                continue;
            }
            let loc = if callable.is_constructor { name } else { Loc::of_file(class_file_ent(class)) };
            let for_codeql = self.input.bound.is_some();
            describe::callable(
                self.model,
                callable_id,
                Some(loc),
                for_codeql,
                &mut self.mention,
                &mut self.facts,
            );
            let is_canonical = callable.implicit == Some(model::Implicit::CanonicalConstructor);
            let written: Vec<VarId> =
                if is_canonical { self.tree.list(components).collect() } else { Vec::new() };
            self.params(callable_id, &written, false);
            if callable.is_constructor {
                let target = match creation {
                    Some(creation) => creation.target,
                    None => self.super_constructors.get(&class).copied(),
                };
                let params = match creation {
                    Some(creation) => self.params_of_creation(creation.args, callable_ent(callable_id)),
                    None => {
                        callable.param_ids().map(|p| (param_ent(p), self.model.param(p).ty.get())).collect()
                    }
                };
                let added = AddedConstructor { target, is_canonical, params };
                self.added_constructor(class, callable_id, name, &added);
            }
        }
    }

    /// The parameters of the constructor of an anonymous class: one for each argument.
    fn params_of_creation(&mut self, args: List<ExprId>, constructor: Ent) -> Vec<(Ent, Ty)> {
        let tree = self.tree;
        let mut params = Vec::new();
        for (pos, arg) in tree.list(args).enumerate() {
            let id = self.facts.fresh();
            let ty = self.expr_type(arg);
            self.facts.row(rows::Param {
                id,
                ty: type_ent(ty),
                pos: pos as i32,
                parent: constructor,
                source: id,
                varargs: 0,
                name: None,
                loc: None,
            });
            params.push((id, ty));
        }
        params
    }

    pub(super) fn is_static_field(&self, field: FieldDeclId) -> bool {
        let first = self.tree.list(self.tree[field].vars).next().and_then(|v| self.fields.get(&v));
        first.is_some_and(|&f| self.model.field(f).modifiers.has(model::Modifiers::STATIC))
    }

    /// `<clinit>` or `<obinit>`: the method with the static, or the other, initialisers of a class.
    fn initializer_method(
        &mut self,
        id: TypeDeclId,
        class: Ent,
        is_static: bool,
    ) -> Option<InitializerMethod> {
        if !self.has_initializers(id, is_static) {
            return None;
        }
        self.begin_initializers(id, is_static);
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
        let body = self.facts.fresh();
        let outside = Place { parent: method, idx: 0, callable: Some(method), stmt: None };
        self.added_stmt(body, stmt_kind::BLOCK, outside, places.body, loc);
        for id in [method, body] {
            self.facts.row(rows::CompilerGenerated { id, kind: generated::INITIALIZER });
        }
        Some(InitializerMethod { method, body, next: 0 })
    }

    /// Whether a class needs the method with its static, or its other, initialisers.
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

    /// The initialiser of a field, as an assignment in the method with the initialisers.
    fn field_initializer(&mut self, id: VarId, init: ExprId, span: Span, is_static: bool) {
        let (Some(&field), Some(outside)) =
            (always!(self.fields.get(&id)), always!(self.initializers.next(is_static)))
        else {
            return;
        };
        let places = always!(self.assignment_places.remove(&id)).unwrap_or_default();
        let [in_statement, in_access, in_assignment] = places;
        let loc = self.loc(span);
        let ty = self.model.field(field).ty.get();
        let (stmt, assignment, access) = (self.facts.fresh(), self.facts.fresh(), self.facts.fresh());
        self.added_stmt(stmt, stmt_kind::EXPRSTMT, outside, in_statement, loc);
        let inside = Place { stmt: Some(stmt), ..outside };
        let whole = Added { kind: expr_kind::ASSIGNEXPR, ty, target: None };
        self.added_expr(assignment, whole, inside.child(stmt, 0), in_assignment, loc);
        let name = Added { kind: expr_kind::VARACCESS, ty, target: Some(field_ent(field)) };
        self.added_expr(access, name, inside.child(assignment, 0), in_access, loc);
        for id in [stmt, assignment, access] {
            self.facts.row(rows::CompilerGenerated { id, kind: generated::INITIALIZER_ASSIGNMENT });
        }
        let whole = Span::new(span.start, self.tree[id].span.end);
        self.whole(stmt, loc, whole);
        self.whole(assignment, loc, whole);
        self.expr(init, inside.child(assignment, 1));
    }

    pub(super) fn anchor(&mut self, span: Span, name: Span, entity: Ent, member: bool) {
        self.anchors.push(Anchor { span, head: name.end, entity, member, list: None });
    }

    /// The anchor of a field in a list of fields.
    fn anchor_in(&mut self, list: Ent, span: Span, name: Span, entity: Ent) {
        self.anchors.push(Anchor { span, head: name.end, entity, member: true, list: Some(list) });
    }
}

/// The flags of the class of a lambda or method reference.
pub(super) const FUNCTIONAL_CLASS: i32 = class_flags::ANONYMOUS;
