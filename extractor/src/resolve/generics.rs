//! Substitution, and types of members of parameterised and raw types (JLS 4.5, 4.8).

use super::types::is_subtype;
use crate::model::{ClassId, Model, Ty, TyKind, TypeVarId, WildcardKind};

/// `ty` with each of `vars` replaced by the argument at its place. Too few arguments leave the rest alone.
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

/// The type `declared`, written in terms of the variables of `class`, as a member of `site`, a type of that
/// class: with the site's arguments, or erased where the site is raw.
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

/// Whether a type argument stands for any type below a bound.
fn is_open(model: &Model, arg: Ty) -> bool {
    matches!(model.types.kind(arg), TyKind::Wildcard(WildcardKind::Unbounded | WildcardKind::Extends, _))
}

/// The type argument at `place` as capture conversion leaves it, as a wildcard (JLS 5.1.10): it is below what the
/// variable is declared to be below, too. `interface TypeVariable<D extends GenericDeclaration>`: the `D` of a
/// `TypeVariable<?>` is a `GenericDeclaration`.
fn captured(model: &Model, vars: &[TypeVarId], args: &[Ty], place: usize) -> Ty {
    let arg = args[place];
    let Some(&var) = vars.get(place).filter(|_| is_open(model, arg)) else { return arg };
    let declared = model.bounds(var)[0];
    let object = model.well_known().object;
    if declared == object {
        return arg;
    }
    // A bound that mentions the variable itself (`E extends Enum<E>`) does so once.
    let bound = substitute(model, declared, vars, args);
    let upper = model.upper(arg);
    let narrower = upper == object
        || (model.types.class_of(upper).is_some()
            && is_subtype(model, model.erasure(bound), model.erasure(upper))
            && model.erasure(bound) != model.erasure(upper));
    if narrower { model.types.wildcard(WildcardKind::Extends, model.upper(bound)) } else { arg }
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
