//! Relations between types: subtyping, boxing, conversions, promotion, least upper bounds (JLS 4.10, 5).
//!
//! Unknown types are compatible with everything, so that one missing class does not spoil the names around it.

use crate::model::{ClassId, Model, Modifiers, Origin, Ty, TyKind, WildcardKind};

/// The most supertypes of a class; of longer chains the beginning counts.
pub const MAX_ANCESTORS: usize = 300;

/// The class that boxes a primitive type (JLS 5.1.7); other types unchanged.
pub fn boxed(model: &Model, ty: Ty) -> Ty {
    if ty.is_primitive() { model.well_known().boxes[(ty.0 - Ty::BOOLEAN.0) as usize] } else { ty }
}

/// The primitive type that a box holds (JLS 5.1.8); primitive types unchanged.
pub fn unboxed(model: &Model, ty: Ty) -> Option<Ty> {
    if ty.is_primitive() {
        return Some(ty);
    }
    if let TyKind::Var(var) = model.types.kind(ty) {
        return model.bounds(*var).first().and_then(|&bound| match model.types.kind(bound) {
            TyKind::Class { .. } => unboxed(model, bound),
            _ => None,
        });
    }
    let ty = model.upper(ty);
    let place = model.well_known().boxes.iter().position(|&known| known == ty)?;
    Some(Ty(Ty::BOOLEAN.0 + place as u32))
}

/// Whether a primitive value converts to another primitive type without a cast (JLS 4.10.1).
fn is_primitive_subtype(a: Ty, b: Ty) -> bool {
    a == b
        || (a.is_numeric()
            && b.is_numeric()
            && a.0 < b.0
            && b != Ty::CHAR
            && !(a == Ty::CHAR && b == Ty::SHORT))
}

/// The required certainty of a relation that involves undeclared types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sure {
    /// It holds for some declaration of them.
    Perhaps,
    /// It holds for every declaration of them.
    Certainly,
}

/// Whether `a` may be a subtype of `b` (JLS 4.10); raw types are compatible with all their parameterisations.
pub fn is_subtype(model: &Model, a: Ty, b: Ty) -> bool {
    is_subtype_at(model, a, b, Sure::Perhaps, 0)
}

fn is_subtype_at(model: &Model, a: Ty, b: Ty, sure: Sure, depth: u32) -> bool {
    if a == b || a == Ty::HOLE || b == Ty::HOLE || depth > 12 {
        return true;
    }
    if !a.is_known() || !b.is_known() {
        return sure == Sure::Perhaps;
    }
    if a.is_primitive() || b.is_primitive() {
        return a.is_primitive() && b.is_primitive() && is_primitive_subtype(a, b);
    }
    if a == Ty::VOID || b == Ty::VOID {
        return false;
    }
    if a == Ty::NULL {
        return true;
    }
    let types = &model.types;
    match (types.kind(a), types.kind(b)) {
        (_, TyKind::Intersection(parts)) => {
            parts.iter().all(|&part| is_subtype_at(model, a, part, sure, depth + 1))
        }
        (_, TyKind::Wildcard(WildcardKind::Super, bound)) => is_subtype_at(model, a, *bound, sure, depth + 1),
        (_, TyKind::Wildcard(..)) => is_subtype_at(model, a, model.upper(b), sure, depth + 1),
        (TyKind::Wildcard(..), _) => is_subtype_at(model, model.upper(a), b, sure, depth + 1),
        (TyKind::Var(var), _) => {
            model.bounds(*var).iter().any(|&bound| is_subtype_at(model, bound, b, sure, depth + 1))
        }
        (TyKind::Intersection(parts), _) => {
            parts.iter().any(|&part| is_subtype_at(model, part, b, sure, depth + 1))
        }
        (TyKind::Array(x), TyKind::Array(y)) => {
            if x.is_primitive() || y.is_primitive() {
                x == y
            } else {
                is_subtype_at(model, *x, *y, sure, depth + 1)
            }
        }
        (_, TyKind::Class { class, args }) => {
            let Some(found) = model.as_super(a, *class) else {
                return match types.kind(a) {
                    TyKind::Class { class: below, .. } => {
                        sure == Sure::Perhaps && may_be_below(model, *below, *class)
                    }
                    _ => false,
                };
            };
            let own = types.args(found);
            own.is_empty()
                || args.is_empty()
                || own.len() != args.len()
                || own.iter().zip(args.iter()).all(|(&x, &y)| contains(model, y, x, sure, depth + 1))
        }
        _ => false,
    }
}

/// Whether a class with undeclared supertypes may be below `class` through one of them: not below a final class, and
/// below another class only through its own superclasses.
fn may_be_below(model: &Model, below: ClassId, class: ClassId) -> bool {
    if !model.has_missing_supertype(below) {
        return false;
    }
    let above = model.class(class);
    if above.is_interface() || above.origin == Origin::Missing {
        return true;
    }
    if above.modifiers.has(Modifiers::FINAL) {
        return false;
    }
    let mut at = below;
    for _ in 0..MAX_ANCESTORS {
        let found = model.class(at);
        if found.origin == Origin::Missing {
            return true;
        }
        if found.is_interface() {
            return false;
        }
        match found.supertypes.get() {
            None => return true,
            Some(supertypes) => match supertypes.superclass {
                Some(superclass) => match model.types.class_of(superclass) {
                    Some(next) => at = next,
                    None => return true,
                },
                None => return false,
            },
        }
    }
    true
}

/// Whether the type argument `wide` contains `narrow` (JLS 4.5.1).
fn contains(model: &Model, wide: Ty, narrow: Ty, sure: Sure, depth: u32) -> bool {
    // Overloads never differ in type arguments alone.
    if wide == narrow || !wide.is_known() || !narrow.is_known() {
        return true;
    }
    let types = &model.types;
    match (types.kind(wide), types.kind(narrow)) {
        (TyKind::Wildcard(WildcardKind::Unbounded, _), _) => true,
        (TyKind::Wildcard(WildcardKind::Extends, bound), _) => {
            is_subtype_at(model, model.upper(narrow), *bound, sure, depth)
        }
        (TyKind::Wildcard(WildcardKind::Super, bound), TyKind::Wildcard(WildcardKind::Super, below)) => {
            is_subtype_at(model, *bound, *below, sure, depth)
        }
        (TyKind::Wildcard(WildcardKind::Super, _), TyKind::Wildcard(..)) => false,
        (TyKind::Wildcard(WildcardKind::Super, bound), _) => {
            is_subtype_at(model, *bound, narrow, sure, depth)
        }
        // A captured wildcard may be this very type.
        (_, TyKind::Wildcard(..)) => is_subtype_at(model, model.upper(narrow), wide, sure, depth),
        (TyKind::Class { .. } | TyKind::Array(_), _) if types.has_holes(wide) || types.has_holes(narrow) => {
            is_subtype_at(model, narrow, wide, sure, depth)
        }
        (TyKind::Class { class: a, args: x }, TyKind::Class { class: b, args: y }) => {
            a == b
                && (x.is_empty()
                    || y.is_empty()
                    || x.iter().zip(y).all(|(&p, &q)| contains(model, p, q, sure, depth + 1)))
        }
        _ => false,
    }
}

/// Whether an argument may fit a parameter by strict invocation: without boxing (JLS 5.3).
pub fn is_strict(model: &Model, from: Ty, to: Ty) -> bool {
    fits_strictly(model, from, to, Sure::Perhaps)
}

/// Whether an argument fits a parameter by strict invocation, with the required certainty.
pub fn fits_strictly(model: &Model, from: Ty, to: Ty, sure: Sure) -> bool {
    if from.is_known() && to.is_known() && from.is_primitive() != to.is_primitive() {
        return false;
    }
    is_subtype_at(model, from, to, sure, 0)
}

/// Whether an argument fits a parameter by loose invocation, with boxing (JLS 5.3), with the required certainty.
pub fn fits_loosely(model: &Model, from: Ty, to: Ty, sure: Sure) -> bool {
    if from.is_known() && to.is_known() && from != Ty::VOID && to != Ty::VOID {
        if from.is_primitive() && !to.is_primitive() {
            return is_subtype_at(model, boxed(model, from), to, sure, 0);
        }
        if !from.is_primitive() && to.is_primitive() {
            return from != Ty::NULL
                && unboxed(model, from).is_some_and(|from| is_subtype_at(model, from, to, sure, 0));
        }
    }
    is_subtype_at(model, from, to, sure, 0)
}

/// The type of an arithmetic operand after unary numeric promotion (JLS 5.6).
pub fn promote(model: &Model, ty: Ty) -> Ty {
    match unboxed(model, ty) {
        Some(Ty::BYTE | Ty::SHORT | Ty::CHAR) => Ty::INT,
        Some(primitive) => primitive,
        None => Ty::UNKNOWN,
    }
}

/// The type of a binary arithmetic operation (JLS 5.6).
pub fn promote_both(model: &Model, a: Ty, b: Ty) -> Ty {
    let (a, b) = (promote(model, a), promote(model, b));
    if a == Ty::UNKNOWN || b == Ty::UNKNOWN { Ty::UNKNOWN } else { a.max(b) }
}

/// A least upper bound (JLS 4.10.4), with the type arguments on which all agree: a class, an interface, or several.
pub fn lub(model: &Model, types: &[Ty]) -> Ty {
    let mut known: Vec<Ty> = types.iter().copied().filter(|ty| ty.is_known() && *ty != Ty::NULL).collect();
    known.dedup();
    if known.is_empty() {
        return types.first().copied().unwrap_or(Ty::UNKNOWN);
    }
    if let Some(&top) = known.iter().find(|&&top| known.iter().all(|&ty| is_subtype(model, ty, top))) {
        return top;
    }
    let known: Vec<Ty> = known.iter().map(|&ty| boxed(model, ty)).collect();
    if let Some(components) = known.iter().map(|&ty| model.types.component(ty)).collect::<Option<Vec<Ty>>>()
        && components.iter().all(|ty| ty.is_reference())
    {
        return model.types.array(lub(model, &components));
    }
    let object = model.well_known().object;
    let class = known.iter().find_map(|&ty| model.types.class_of(upper_class(model, ty)));
    let Some(class) = class else { return object };
    // The minimal ones of their common supertypes (JLS 4.10.4, MEC).
    let mut minimal: Vec<(ClassId, Ty)> = Vec::new();
    for &(ancestor, _) in model.closure(class).iter() {
        if minimal.iter().any(|&(below, _)| model.is_subclass(below, ancestor)) {
            continue;
        }
        let seen: Option<Vec<Ty>> = known.iter().map(|&ty| model.as_super(ty, ancestor)).collect();
        let Some(seen) = seen else { continue };
        let common = if seen.iter().all(|&ty| ty == seen[0]) {
            seen[0]
        } else {
            let unbounded = model.types.wildcard(WildcardKind::Unbounded, Ty::UNKNOWN);
            let args: Vec<Ty> = (0..model.types.args(seen[0]).len())
                .map(|place| {
                    let arg = model.types.args(seen[0])[place];
                    let agree = seen.iter().all(|&ty| model.types.args(ty).get(place) == Some(&arg));
                    if agree { arg } else { unbounded }
                })
                .collect();
            model.types.class(ancestor, &args)
        };
        if common != object {
            minimal.retain(|&(above, _)| !model.is_subclass(ancestor, above));
            minimal.push((ancestor, common));
        }
    }
    minimal.sort_by_key(|&(class, _)| model.class(class).is_interface());
    match minimal[..] {
        [] => object,
        [(_, only)] => only,
        _ => {
            let parts: Vec<Ty> = minimal.iter().map(|&(_, ty)| ty).collect();
            model.types.intern(TyKind::Intersection(parts.into()))
        }
    }
}

/// The first class bound of a type variable, wildcard or intersection; other types unchanged.
pub fn upper_class(model: &Model, ty: Ty) -> Ty {
    let mut ty = ty;
    for _ in 0..20 {
        ty = match model.types.kind(ty) {
            TyKind::Var(var) => model.bounds(*var)[0],
            TyKind::Wildcard(..) => model.upper(ty),
            TyKind::Intersection(parts) => parts.first().copied().unwrap_or(Ty::UNKNOWN),
            _ => return ty,
        };
    }
    ty
}
