//! The body of a method reference's method, as CodeQL's library expects it: `x::m` is `{ return x.m(p); }`, `A::m` may
//! be `{ return this.m(p); }` with a first parameter `this`, `A::new` is `{ return new A(p); }`, and `int[]::new` is `{
//! return new int[length]; }`.

use super::cfg::Body;
use super::decls::Added;
use super::{Emitter, Place};
use crate::ast::{ExprId, ExprKind};
use crate::facts::batch::{Ent, Loc};
use crate::facts::describe::{generated, name_text};
use crate::facts::rows::{self, expr_kind, stmt_kind};
use crate::facts::world::type_ent;
use crate::intern::Sym;
use crate::model::{CallableId, Model, Ty};
use crate::resolve::generics::{member_type, mentions, substitute};
use crate::resolve::{Binding, FileBindings, Functional};
use quarrel_common::never;

/// The referent of a method reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Referent {
    /// A method.
    Method(CallableId),
    /// A constructor.
    Constructor(CallableId),
    /// The creation of an array of this type.
    Array(Ty),
}

/// The referent of a method reference, if known.
pub(super) fn referent(
    model: &Model,
    bindings: &FileBindings,
    id: ExprId,
    kind: ExprKind,
) -> Option<Referent> {
    let ExprKind::MethodRef { qualifier, name, .. } = kind else { return None };
    match bindings.bindings.get(id.index())? {
        Binding::Callable(callable) if model.callable(*callable).is_constructor => {
            Some(Referent::Constructor(*callable))
        }
        Binding::Callable(callable) => Some(Referent::Method(*callable)),
        _ => {
            let array = *bindings.expr_types.get(qualifier.index())?;
            let is_array = name.as_str() == "new" && model.types.component(array).is_some();
            is_array.then_some(Referent::Array(array))
        }
    }
}

/// The method of a method reference.
struct Reference {
    method: Ent,
    loc: Loc,
    /// The type before `::`.
    site: Ty,
    referent: Referent,
    /// The expression before `::`, if it has a value.
    value: Option<ExprId>,
    /// The parameters of the method.
    params: Vec<(Ent, Ty)>,
    /// Whether the first of them is the receiver.
    has_receiver: bool,
}

impl Emitter<'_> {
    /// Whether the method of a method reference has a body, which contains the qualifier.
    pub(super) fn has_body(&self, id: ExprId) -> bool {
        self.input.bound.is_some()
            && self.functionals.contains_key(&(id.index() as u32))
            && referent(self.model, self.input.bindings, id, self.tree[id].kind).is_some()
    }

    /// Whether the type before `::` replaces the first parameter rather than being evaluated.
    pub(super) fn is_receiver_type(&self, id: ExprId, qualifier: ExprId) -> bool {
        match referent(self.model, self.input.bindings, id, self.tree[id].kind) {
            Some(Referent::Method(target)) => {
                self.is_type(qualifier) && !self.model.callable(target).is_static()
            }
            _ => false,
        }
    }

    /// The parameters and body of a method reference's method.
    pub(super) fn reference(&mut self, id: ExprId, functional: &Functional, method: Ent, loc: Loc) {
        let kind = self.tree[id].kind;
        let ExprKind::MethodRef { qualifier, .. } = kind else { return never!("no method reference") };
        let Some(referent) = referent(self.model, self.input.bindings, id, kind) else { return };
        let is_type = self.is_type(qualifier);
        let has_receiver = self.is_receiver_type(id, qualifier);
        let mut reference = Reference {
            method,
            loc,
            site: self.expr_type(qualifier),
            referent,
            value: (!is_type).then_some(qualifier),
            params: Vec::new(),
            has_receiver,
        };
        self.reference_params(functional, &mut reference);
        let body = Body::Reference {
            value: reference.value,
            added: reference.params.len() as u32 + 1,
            throws: match referent {
                Referent::Method(target) | Referent::Constructor(target) => {
                    self.model.callable(target).throws.get().is_some_and(|throws| !throws.is_empty())
                }
                Referent::Array(_) => false,
            },
        };
        let places = self.control_flow(body, method);
        let mut added = places.added.into_iter();
        let [block, statement] = [(); 2].map(|()| self.facts.fresh());
        let outside = Place { parent: method, idx: 0, callable: Some(method), stmt: None };
        self.added_stmt(block, stmt_kind::BLOCK, outside, places.body, loc);
        let inside = Place { parent: block, stmt: Some(block), ..outside };
        self.added_stmt(statement, stmt_kind::RETURNSTMT, inside, places.value, loc);
        let call = self.facts.fresh();
        let place = Place { parent: statement, stmt: Some(statement), ..outside };
        if let Some(value) = reference.value {
            self.expr(value, place.child(call, -1));
        } else if let ExprKind::TypeOperand(node) = self.tree[qualifier].kind
            && matches!(referent, Referent::Array(_))
        {
            // As in `new int[length]`, the type of the elements.
            self.type_access(self.strip_dimensions(node, 1), place.child(call, -1));
        } else if !has_receiver {
            let idx = if matches!(referent, Referent::Constructor(_)) { -3 } else { -1 };
            self.expr(qualifier, place.child(call, idx));
        }
        let first = -i32::from(has_receiver);
        for (idx, &(param, ty)) in (first..).zip(&reference.params) {
            let access = self.facts.fresh();
            let variable = Added { kind: expr_kind::VARACCESS, ty, target: Some(param) };
            self.added_expr(access, variable, place.child(call, idx), added.next(), loc);
            self.facts.row(rows::CompilerGenerated { id: access, kind: generated::FUNCTIONAL });
        }
        let (kind, ty, target) = self.referred(&reference, functional, call);
        self.added_expr(call, Added { kind, ty, target }, place, added.next(), loc);
        for id in [block, statement, call] {
            self.facts.row(rows::CompilerGenerated { id, kind: generated::FUNCTIONAL });
        }
    }

    pub(super) fn is_type(&self, id: ExprId) -> bool {
        matches!(self.tree[id].kind, ExprKind::TypeOperand(_))
            || self.input.bindings.bindings.get(id.index()).is_some_and(|b| matches!(b, Binding::Type))
    }

    /// The types of the parameters of the method of a functional interface, in terms of that interface.
    pub(super) fn function_params(&self, functional: &Functional) -> Vec<Ty> {
        let model = self.model;
        let declared = model.callable(functional.method);
        let site = model.as_super(functional.interface, declared.class).unwrap_or(functional.interface);
        let as_member = |param| member_type(model, site, declared.class, model.param(param).ty.get());
        declared.param_ids().map(|param| model.upper(as_member(param))).collect()
    }

    /// The constructor of the class of a lambda or method reference, which its evaluation calls for CodeQL's library.
    pub(super) fn functional_constructor(&mut self, function: Ent, class: Ent, loc: Loc) {
        let id = self.facts.fresh();
        let signature = self.facts.text("()");
        self.facts.row(rows::Constr {
            id,
            name: name_text(Sym::EMPTY),
            signature,
            ty: type_ent(Ty::VOID),
            parent: class,
            source: id,
            // A default constructor.
            flags: 1,
            loc: Some(loc),
        });
        self.facts.row(rows::CompilerGenerated { id, kind: generated::FUNCTIONAL });
        self.facts.row(rows::FunctionObject { id: function, constructor: id });
    }

    /// The parameters of the functional interface's method.
    fn reference_params(&mut self, functional: &Functional, reference: &mut Reference) {
        let model = self.model;
        let declared = model.callable(functional.method);
        for (pos, (param, ty)) in declared.param_ids().zip(self.function_params(functional)).enumerate() {
            let mut ty = ty;
            let mut name = model.param(param).name;
            if pos == 0 && reference.has_receiver {
                name = Sym::new("this");
                // The written type, unless its arguments are those of the parameter (JLS 15.13.1).
                let seen = model.types.class_of(reference.site).and_then(|class| model.as_super(ty, class));
                ty = seen.filter(|_| model.is_raw(reference.site)).unwrap_or(reference.site);
            } else if matches!(reference.referent, Referent::Array(_)) {
                name = Sym::new("length");
            } else if let Referent::Method(target) | Referent::Constructor(target) = reference.referent {
                // The names of the method that it calls, if they are known.
                let position = pos - usize::from(reference.has_receiver);
                let given = model.callable(target).param_ids().nth(position);
                name =
                    given.map(|given| model.param(given).name).filter(|n| *n != Sym::EMPTY).unwrap_or(name);
            }
            let id = self.facts.fresh();
            self.facts.row(rows::Param {
                id,
                ty: type_ent(ty),
                pos: pos as i32,
                parent: reference.method,
                source: id,
                varargs: 0,
                name: Some(name_text(name)),
                loc: Some(reference.loc),
            });
            reference.params.push((id, ty));
        }
    }

    /// The kind, type and target of the expression that makes the result.
    fn referred(
        &mut self,
        reference: &Reference,
        functional: &Functional,
        call: Ent,
    ) -> (i32, Ty, Option<Ent>) {
        let model = self.model;
        match reference.referent {
            Referent::Array(array) => (expr_kind::ARRAYCREATIONEXPR, array, None),
            Referent::Constructor(target) => {
                let class_of = |ty| model.types.class_of(ty);
                let inferred =
                    model.is_raw(reference.site) && class_of(functional.result) == class_of(reference.site);
                let ty = if inferred { functional.result } else { reference.site };
                (expr_kind::NEWEXPR, ty, self.called(call, target, Some(ty)))
            }
            Referent::Method(target) => {
                let declared = model.callable(target);
                let on = match reference.params.first() {
                    Some(&(_, ty)) if reference.has_receiver => ty,
                    _ => reference.site,
                };
                let site = model.as_super(on, declared.class).unwrap_or(on);
                let result = member_type(model, site, declared.class, declared.result.get());
                let vars = &declared.type_params;
                let ty = if mentions(model, result, vars) {
                    let bounds: Vec<Ty> =
                        vars.iter().map(|&var| model.erasure(model.types.var(var))).collect();
                    substitute(model, result, vars, &bounds)
                } else {
                    model.upper(result)
                };
                (expr_kind::METHODACCESS, ty, self.called(call, target, Some(on)))
            }
        }
    }
}
