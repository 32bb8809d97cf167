//! Infers type arguments of generic calls, as far as arguments and the expected type determine them (JLS 18, in short).
//!
//! It collects bounds for each variable: equal types, lower bounds, upper bounds; then the variable is the equal one,
//! or the least upper bound of the lower ones, or one of the upper ones.

use super::generics::{mentions, substitute};
use super::types::{boxed, is_subtype, lub};
use crate::model::{Model, Ty, TyKind, TypeVarId, WildcardKind};

#[derive(Clone, Debug, Default)]
struct Bounds {
    equal: Option<Ty>,
    below: Vec<Ty>,
    above: Vec<Ty>,
    /// From the target of the call.
    wanted: Option<Ty>,
    wanted_above: Option<Ty>,
    /// An argument that would decide has no known type.
    unknown: bool,
}

/// The bounds collected so far.
pub(super) struct Inference<'a> {
    model: &'a Model,
    vars: Vec<TypeVarId>,
    bounds: Vec<Bounds>,
}

impl<'a> Inference<'a> {
    /// Nothing known about `vars`.
    pub fn new(model: &'a Model, vars: &[TypeVarId]) -> Self {
        Inference { model, vars: vars.to_vec(), bounds: vec![Bounds::default(); vars.len()] }
    }

    /// Sets explicit type arguments.
    pub fn fix(&mut self, args: &[Ty]) {
        for (bounds, &arg) in self.bounds.iter_mut().zip(args) {
            bounds.equal = Some(arg);
        }
    }

    fn place(&self, ty: Ty) -> Option<usize> {
        match self.model.types.kind(ty) {
            TyKind::Var(var) => self.vars.iter().position(|known| known == var),
            _ => None,
        }
    }

    /// An argument of type `actual` is passed to a parameter of type `formal`.
    pub fn below(&mut self, actual: Ty, formal: Ty) {
        if actual == Ty::UNKNOWN {
            self.unknown(formal);
        }
        self.below_at(actual, formal, 0);
    }

    /// An argument of unknown type is passed to a parameter of type `formal`: nothing else may be guessed from its
    /// absence.
    fn unknown(&mut self, formal: Ty) {
        for (var, bounds) in self.vars.iter().zip(&mut self.bounds) {
            bounds.unknown |= mentions(self.model, formal, std::slice::from_ref(var));
        }
    }

    /// A lambda returns a value of type `actual` for `formal`, perhaps after boxing.
    pub fn below_loosely(&mut self, actual: Ty, formal: Ty) {
        if actual == Ty::UNKNOWN {
            self.unknown(formal);
        }
        self.below_at(actual, self.model.upper(formal), 0);
    }

    fn below_at(&mut self, actual: Ty, formal: Ty, depth: u32) {
        if !actual.is_known() || depth > 10 || !mentions(self.model, formal, &self.vars) || actual == Ty::VOID
        {
            return;
        }
        if let Some(place) = self.place(formal) {
            if actual != Ty::NULL {
                let actual = self.model.upper(boxed(self.model, actual));
                if !self.bounds[place].below.contains(&actual) {
                    self.bounds[place].below.push(actual);
                }
            }
            return;
        }
        match self.model.types.kind(formal) {
            TyKind::Class { class, args } => {
                let actual = boxed(self.model, actual);
                let Some(seen) = self.model.as_super(actual, *class) else { return };
                let own = self.model.types.args(seen);
                for (&own, &arg) in own.iter().zip(args.iter()) {
                    self.contained(own, arg, depth + 1);
                }
            }
            TyKind::Array(component) => {
                if let Some(own) = self.model.types.component(super::types::upper_class(self.model, actual))
                    && own.is_reference()
                {
                    self.below_at(own, *component, depth + 1);
                }
            }
            TyKind::Wildcard(WildcardKind::Extends, bound) => self.below_at(actual, *bound, depth + 1),
            TyKind::Intersection(parts) => {
                for &part in parts {
                    self.below_at(actual, part, depth + 1);
                }
            }
            _ => {}
        }
    }

    /// The type argument `own` of an argument's type corresponds to `formal`.
    fn contained(&mut self, own: Ty, formal: Ty, depth: u32) {
        if !own.is_known() || depth > 10 {
            return;
        }
        if let Some(place) = self.place(formal) {
            if !self.model.types.has_holes(own) && self.bounds[place].equal.is_none() {
                // A captured wildcard is used like its bound.
                self.bounds[place].equal = Some(match self.model.types.kind(own) {
                    TyKind::Wildcard(WildcardKind::Super, bound) => *bound,
                    _ => self.model.upper(own),
                });
            }
            return;
        }
        match (self.model.types.kind(formal), self.model.types.kind(own)) {
            (TyKind::Wildcard(WildcardKind::Extends, bound), _) => {
                self.below_at(self.model.upper(own), *bound, depth + 1);
            }
            (TyKind::Wildcard(WildcardKind::Super, bound), TyKind::Wildcard(WildcardKind::Super, own)) => {
                self.above_at(*own, *bound, depth + 1);
            }
            (TyKind::Wildcard(WildcardKind::Super, bound), TyKind::Wildcard(..)) => {
                let _ = bound;
            }
            (TyKind::Wildcard(WildcardKind::Super, bound), _) => self.above_at(own, *bound, depth + 1),
            (TyKind::Class { class, args }, TyKind::Class { class: other, args: own }) if class == other => {
                for (&own, &arg) in own.iter().zip(args.iter()) {
                    self.contained(own, arg, depth + 1);
                }
            }
            (TyKind::Array(component), TyKind::Array(own)) => self.contained(*own, *component, depth + 1),
            (_, TyKind::Wildcard(..)) => self.below_at(self.model.upper(own), formal, depth + 1),
            _ => {}
        }
    }

    /// The type of `formal` is below `upper`.
    pub fn above(&mut self, upper: Ty, formal: Ty) {
        self.above_at(upper, formal, 0);
    }

    fn above_at(&mut self, upper: Ty, formal: Ty, depth: u32) {
        if !upper.is_known() || depth > 10 {
            return;
        }
        if let Some(place) = self.place(formal) {
            if !self.model.types.has_holes(upper) {
                self.bounds[place].above.push(upper);
            }
        } else if let (TyKind::Class { class, args }, TyKind::Class { class: wide, args: wide_args }) =
            (self.model.types.kind(formal), self.model.types.kind(upper))
            && class == wide
        {
            for (&own, &arg) in wide_args.iter().zip(args.iter()) {
                self.contained(own, arg, depth + 1);
            }
        }
    }

    /// The explicit type `written` of a lambda's parameter equals `formal` of its function type (JLS 18.5.3).
    pub fn equals(&mut self, written: Ty, formal: Ty) {
        if mentions(self.model, formal, &self.vars) {
            self.contained(written, formal, 0);
        }
    }

    /// The call's result `result` is used where `want` is expected.
    pub fn returns(&mut self, result: Ty, want: Ty) {
        if !want.is_known() || want == Ty::NULL {
            return;
        }
        let want = self.model.upper(want);
        if let Some(place) = self.place(result) {
            if !self.model.types.has_holes(want) {
                self.bounds[place].wanted_above = Some(boxed(self.model, want));
            }
            return;
        }
        match (self.model.types.kind(result), self.model.types.kind(want)) {
            (TyKind::Class { .. }, TyKind::Class { class, args }) => {
                let Some(seen) = self.model.as_super(result, *class) else { return };
                let seen = self.model.types.args(seen).to_vec();
                for (&own, &wanted) in seen.iter().zip(args.iter()) {
                    self.wants(own, wanted);
                }
            }
            (TyKind::Array(own), TyKind::Array(wanted)) if wanted.is_reference() => {
                self.returns(*own, *wanted)
            }
            _ => {}
        }
    }

    fn wants(&mut self, own: Ty, wanted: Ty) {
        if !wanted.is_known() {
            return;
        }
        if let Some(place) = self.place(own) {
            match self.model.types.kind(wanted) {
                TyKind::Wildcard(WildcardKind::Unbounded, _) => {}
                TyKind::Wildcard(WildcardKind::Extends, bound) => {
                    if !self.model.types.has_holes(*bound) {
                        self.bounds[place].wanted_above = Some(*bound);
                    }
                }
                TyKind::Wildcard(WildcardKind::Super, bound) => {
                    if !self.model.types.has_holes(*bound) && self.bounds[place].wanted.is_none() {
                        self.bounds[place].wanted = Some(*bound);
                    }
                }
                _ if self.model.types.has_holes(wanted) => {}
                _ => self.bounds[place].wanted = Some(wanted),
            }
            return;
        }
        match (self.model.types.kind(own), self.model.types.kind(wanted)) {
            (TyKind::Wildcard(_, own), TyKind::Wildcard(_, wanted)) => self.wants(*own, *wanted),
            (TyKind::Wildcard(_, own), _) => self.wants(*own, wanted),
            (_, TyKind::Wildcard(_, wanted)) => self.returns(own, *wanted),
            _ => self.returns(own, wanted),
        }
    }

    /// The type of each variable; `Ty::HOLE` if still open, or with `last` its bound.
    pub fn solution(&self, last: bool) -> Vec<Ty> {
        let model = self.model;
        let mut solved: Vec<Ty> = self
            .bounds
            .iter()
            .map(|bounds| {
                if let Some(equal) = bounds.equal {
                    return equal;
                }
                if let Some(wanted) = bounds.wanted
                    && bounds.below.iter().all(|&below| is_subtype(model, below, wanted))
                {
                    return wanted;
                }
                if !bounds.below.is_empty() {
                    let found = lub(model, &bounds.below);
                    if found.is_known() {
                        return found;
                    }
                }
                bounds.wanted_above.or_else(|| bounds.above.first().copied()).unwrap_or(Ty::HOLE)
            })
            .collect();
        // A variable may follow from the bound of another: `<T, C extends Collection<T>>`.
        for place in 0..self.vars.len() {
            if solved[place] == Ty::HOLE {
                continue;
            }
            for &bound in model.bounds(self.vars[place]) {
                let mut inner = Inference::new(model, &self.vars);
                inner.below(solved[place], bound);
                for (other, bounds) in inner.bounds.iter().enumerate() {
                    if solved[other] == Ty::HOLE
                        && let Some(found) = bounds.equal.or_else(|| bounds.below.first().copied())
                    {
                        solved[other] = found;
                    }
                }
            }
        }
        if last {
            for place in 0..solved.len() {
                if solved[place] == Ty::HOLE {
                    if self.bounds[place].unknown {
                        solved[place] = Ty::UNKNOWN;
                        continue;
                    }
                    let bound = model.bounds(self.vars[place])[0];
                    // A bound that mentions the variable itself is used without its arguments.
                    solved[place] = if mentions(model, bound, &self.vars) {
                        let erased = model.erasure(bound);
                        substitute(model, erased, &self.vars, &solved)
                    } else {
                        bound
                    };
                }
            }
        }
        solved
    }
}
