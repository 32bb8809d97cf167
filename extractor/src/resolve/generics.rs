//! Substitution, and types of members of parameterised and raw types (JLS 4.5, 4.8).

use super::types::is_subtype;
use crate::model::{ClassId, Model, Ty, TyKind, TypeVarId, WildcardKind};

/// `ty` with each of `vars` replaced by the argument at its index. Variables beyond the arguments stay.
pub fn substitute(model: &Model, ty: Ty, vars: &[TypeVarId], args: &[Ty]) -> Ty {
    let types = &model.types;
    if vars.is_empty() || !types.has_vars(ty) {
        return ty;
    }
    match types.kind(ty) {
        TyKind::Basic => ty,
        TyKind::Var(var) => vars
            .iter()
            .position(|known| known == var)
            .and_then(|place| args.get(place))
            .copied()
            .unwrap_or(ty),
        TyKind::Class { class, args: old } => {
            let new: Vec<Ty> = old.iter().map(|&arg| substitute(model, arg, vars, args)).collect();
            if new[..] == old[..] { ty } else { types.class(*class, &new) }
        }
        TyKind::Array(component) => {
            let component = model.upper(substitute(model, *component, vars, args));
            types.array(component)
        }
        TyKind::Wildcard(kind, bound) => types.wildcard(*kind, substitute(model, *bound, vars, args)),
        TyKind::Intersection(parts) => {
            let new: Vec<Ty> = parts.iter().map(|&part| substitute(model, part, vars, args)).collect();
            types.intern(TyKind::Intersection(new.into()))
        }
    }
}

/// The type `declared`, written in terms of the variables of `class`, as a member of `site`, a type of that class: with
/// the site's arguments, or erased if the site is raw.
pub fn member_type(model: &Model, site: Ty, class: ClassId, declared: Ty) -> Ty {
    if !model.types.has_vars(declared) && model.types.args(declared).is_empty() {
        return declared;
    }
    let vars = &model.class(class).all_params;
    if vars.is_empty() {
        return declared;
    }
    let args = model.types.args(site);
    if args.is_empty() {
        return model.erasure(declared);
    }
    if args.iter().any(|&arg| is_open(model, arg)) {
        let args: Vec<Ty> = (0..args.len()).map(|place| captured(model, vars, args, place)).collect();
        return substitute(model, declared, vars, &args);
    }
    substitute(model, declared, vars, args)
}

/// Whether a type argument represents any type below a bound.
fn is_open(model: &Model, arg: Ty) -> bool {
    matches!(model.types.kind(arg), TyKind::Wildcard(WildcardKind::Unbounded | WildcardKind::Extends, _))
}

/// The type argument at `place` after capture conversion, as a wildcard (JLS 5.1.10): it also has the declared bound of
/// the variable. With `interface TypeVariable<D extends GenericDeclaration>`, the `D` of a `TypeVariable<?>` is a
/// `GenericDeclaration`.
fn captured(model: &Model, vars: &[TypeVarId], args: &[Ty], place: usize) -> Ty {
    let arg = args[place];
    let Some(&var) = vars.get(place).filter(|_| is_open(model, arg)) else { return arg };
    let declared = model.bounds(var)[0];
    let object = model.well_known().object;
    if declared == object {
        return arg;
    }
    // A bound that mentions the variable itself (`E extends Enum<E>`) is expanded once.
    let bound = substitute(model, declared, vars, args);
    let upper = model.upper(arg);
    let narrower = upper == object
        || (model.types.class_of(upper).is_some()
            && is_subtype(model, model.erasure(bound), model.erasure(upper))
            && model.erasure(bound) != model.erasure(upper));
    if narrower { model.types.wildcard(WildcardKind::Extends, model.upper(bound)) } else { arg }
}

/// The direction of values of a type: into a method or out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// As an argument.
    In,
    /// As a result.
    Out,
}

/// The type `declared`, of a parameter or result of a method of the class of `site`, as a member of the type `site`.
/// For results, an argument `?` becomes its bound; for parameters, nothing but `null` fits; `List<T>` keeps it.
pub fn bound_type(model: &Model, site: Ty, declared: Ty, direction: Direction) -> Ty {
    let TyKind::Class { class, args } = model.types.kind(site) else { return declared };
    if args.is_empty() {
        return model.erasure(declared);
    }
    Binding { model, vars: &model.class(*class).all_params, args }.outermost(declared, direction)
}

/// Type variables, and their replacements.
struct Binding<'a> {
    model: &'a Model,
    vars: &'a [TypeVarId],
    args: &'a [Ty],
}

impl Binding<'_> {
    fn argument(&self, var: TypeVarId) -> Option<Ty> {
        let place = self.vars.iter().position(|known| *known == var)?;
        self.args.get(place).copied()
    }

    fn outermost(&self, ty: Ty, direction: Direction) -> Ty {
        let types = &self.model.types;
        match types.kind(ty) {
            TyKind::Var(var) => match self.argument(*var) {
                Some(argument) => self.opened(*var, argument, direction),
                None => ty,
            },
            TyKind::Array(component) => types.array(self.outermost(*component, direction)),
            _ => self.inside(ty),
        }
    }

    /// The replacement of an argument that may be a wildcard.
    fn opened(&self, var: TypeVarId, argument: Ty, direction: Direction) -> Ty {
        match (self.model.types.kind(argument), direction) {
            (TyKind::Wildcard(WildcardKind::Super, bound), Direction::In)
            | (TyKind::Wildcard(WildcardKind::Extends, bound), Direction::Out) => *bound,
            (TyKind::Wildcard(..), Direction::In) => Ty::NULL,
            (TyKind::Wildcard(..), Direction::Out) => {
                let bound = self.model.bounds(var)[0];
                // Variables may have circular bounds.
                let is_var = matches!(self.model.types.kind(bound), TyKind::Var(_));
                if is_var { self.model.erasure(bound) } else { self.inside(bound) }
            }
            _ => argument,
        }
    }

    /// Replaces in a type argument, or a part of one.
    fn inside(&self, ty: Ty) -> Ty {
        let types = &self.model.types;
        if !types.has_vars(ty) {
            return ty;
        }
        match types.kind(ty) {
            TyKind::Wildcard(kind, bound) => self.wildcard(*kind, *bound),
            TyKind::Class { class, args } => {
                let new: Vec<Ty> = args.iter().map(|&arg| self.inside(arg)).collect();
                types.class(*class, &new)
            }
            TyKind::Array(component) => types.array(self.outermost(*component, Direction::Out)),
            _ => substitute(self.model, ty, self.vars, self.args),
        }
    }

    /// `? extends T` and `? super T`, where the argument for `T` may be a wildcard too.
    fn wildcard(&self, kind: WildcardKind, bound: Ty) -> Ty {
        let types = &self.model.types;
        let argument = match types.kind(bound) {
            TyKind::Var(var) => self.argument(*var).map(|argument| (*var, argument)),
            _ => None,
        };
        let Some((var, argument)) = argument else { return types.wildcard(kind, self.inside(bound)) };
        match (kind, types.kind(argument)) {
            (WildcardKind::Extends, TyKind::Wildcard(WildcardKind::Super, _))
            | (WildcardKind::Super, TyKind::Wildcard(WildcardKind::Extends | WildcardKind::Unbounded, _)) => {
                types.wildcard(WildcardKind::Unbounded, Ty::UNKNOWN)
            }
            (WildcardKind::Super, TyKind::Wildcard(WildcardKind::Super, _)) => argument,
            (WildcardKind::Extends, TyKind::Wildcard(..)) => {
                types.wildcard(kind, self.opened(var, argument, Direction::Out))
            }
            _ => types.wildcard(kind, argument),
        }
    }
}

/// Whether one of `vars` occurs in a type.
pub fn mentions(model: &Model, ty: Ty, vars: &[TypeVarId]) -> bool {
    if vars.is_empty() || !model.types.has_vars(ty) {
        return false;
    }
    match model.types.kind(ty) {
        TyKind::Basic => false,
        TyKind::Var(var) => vars.contains(var),
        TyKind::Class { args, .. } => args.iter().any(|&arg| mentions(model, arg, vars)),
        TyKind::Array(part) | TyKind::Wildcard(_, part) => mentions(model, *part, vars),
        TyKind::Intersection(parts) => parts.iter().any(|&part| mentions(model, part, vars)),
    }
}
