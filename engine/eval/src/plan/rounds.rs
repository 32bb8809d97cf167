//! The semi-naive versions of a recursive rule: what it must read in a round.
//!
//! `p(x) :- q(x, y), p(y)` reads the new rows of `p`. `p(x) :- q(x), not (r(x, y), not p(y))` (from a `forall`) has a
//! new row for an `x` only if one of the `y` that prevented it is new in `p`: besides the rule itself it reads `r(x,
//! y), p(y)` with the new rows of `p`, called a witness.

use super::Version;
use super::ir::{Arg, Conj, Lit};
use quarrel_datalog::PredId;

/// A version of a body, and its number of variables.
pub type Round = (Conj, usize);

/// All versions of a recursive body of `vars` variables; `None` if it must be evaluated in full each round, because
/// some recursive atoms have no witness.
pub fn rounds(body: &Conj, vars: usize, recursive: &dyn Fn(PredId) -> bool) -> Option<Vec<Round>> {
    let mut out: Vec<Round> = versions(body, recursive).into_iter().map(|body| (body, vars)).collect();
    add_witness_versions(body, vars, recursive, &mut out)?;
    Some(out)
}

/// The versions of a recursive body: one for each atom over a predicate of its own component, at any place (also in
/// disjunctions). In the `k`-th, the `k`-th such atom reads new rows, those before it older rows, those after it all
/// rows; a disjunction around it keeps only the branch that contains it, because other versions cover the other
/// branches.
fn versions(body: &Conj, recursive: &dyn Fn(PredId) -> bool) -> Vec<Conj> {
    let mut out = Vec::new();
    for k in 0.. {
        let mut version = body.clone();
        let mut seen = 0;
        if !set_versions(&mut version, k, &mut seen, recursive) {
            return out;
        }
        out.push(version);
    }
    out
}

/// Adds versions for the recursive atoms under two negations: the body with a witness.
fn add_witness_versions(
    body: &Conj,
    vars: usize,
    recursive: &dyn Fn(PredId) -> bool,
    out: &mut Vec<Round>,
) -> Option<()> {
    for (at, lit) in body.lits.iter().enumerate() {
        match lit {
            Lit::Not(inner) if mentions(lit, recursive) => {
                for (lits, vars) in witnesses(inner, vars, recursive)? {
                    let mut version = body.clone();
                    version.lits.extend(lits);
                    out.push((version, vars));
                }
            }
            Lit::Or(branches) => {
                for branch in branches {
                    let mut versions = Vec::new();
                    add_witness_versions(branch, vars, recursive, &mut versions)?;
                    for (branch, vars) in versions {
                        let mut version = body.clone();
                        version.lits.splice(at..=at, branch.lits);
                        out.push((version, vars));
                    }
                }
            }
            Lit::Aggregate(agg) if agg.choice.is_some() && mentions(lit, recursive) => return None,
            _ => {}
        }
    }
    Some(())
}

/// The conditions under which a negated body lost its results in the last round: the rest of it together with new rows
/// of the atoms under its own negations. Leaving negations out only makes more hold.
fn witnesses(body: &Conj, vars: usize, recursive: &dyn Fn(PredId) -> bool) -> Option<Vec<(Vec<Lit>, usize)>> {
    let (wakers, rest): (Vec<&Lit>, Vec<&Lit>) = body.lits.iter().partition(|lit| mentions(lit, recursive));
    let mut out = Vec::new();
    for waker in wakers {
        let Lit::Not(inner) = waker else { return None };
        if inner.lits.iter().any(|lit| !matches!(lit, Lit::Atom { .. }) && mentions(lit, recursive)) {
            return None;
        }
        for version in versions(inner, recursive) {
            let lits = rest.iter().map(|lit| (*lit).clone()).chain(version.lits);
            let lits = lits.filter(|lit| !matches!(lit, Lit::Not(_)));
            let mut renaming = Renaming { outer: &body.outer, fresh: Vec::new(), next: vars };
            let lits = lits.map(|lit| renaming.lit(lit)).collect::<Option<Vec<Lit>>>()?;
            out.push((lits, renaming.next));
        }
    }
    Some(out)
}

/// Whether a literal mentions a recursive predicate.
fn mentions(lit: &Lit, recursive: &dyn Fn(PredId) -> bool) -> bool {
    let body = |body: &Conj| body.lits.iter().any(|lit| mentions(lit, recursive));
    match lit {
        Lit::Atom { pred, .. } => recursive(*pred),
        Lit::Closure { step, .. } => recursive(*step),
        Lit::Not(inner) => body(inner),
        Lit::Or(branches) => branches.iter().any(body),
        Lit::Aggregate(agg) => body(&agg.body),
        Lit::Compare(..) | Lit::Builtin(..) | Lit::Construct { .. } | Lit::False(_) => false,
    }
}

/// Renumbers the variables of a witness that are not `outer`, as the negation that they come from stays.
struct Renaming<'a> {
    outer: &'a [usize],
    fresh: Vec<(usize, usize)>,
    next: usize,
}

impl Renaming<'_> {
    /// The literal with new variables; `None` for nested bodies.
    fn lit(&mut self, mut lit: Lit) -> Option<Lit> {
        match &mut lit {
            Lit::Atom { args, .. } | Lit::Builtin(_, args) => args.iter_mut().for_each(|arg| self.arg(arg)),
            Lit::Closure { from, to, .. } => [from, to].into_iter().for_each(|arg| self.arg(arg)),
            Lit::Compare(_, _, a, b) => [a, b].into_iter().for_each(|arg| self.arg(arg)),
            Lit::Construct { args, result, .. } => {
                args.iter_mut().chain([result]).for_each(|arg| self.arg(arg));
            }
            Lit::Not(_) | Lit::Or(_) | Lit::Aggregate(_) | Lit::False(_) => return None,
        }
        Some(lit)
    }

    fn arg(&mut self, arg: &mut Arg) {
        let Arg::Var(var) = arg else { return };
        if self.outer.contains(var) {
            return;
        }
        let known = self.fresh.iter().find(|(old, _)| old == var).map(|(_, new)| *new);
        *var = known.unwrap_or_else(|| {
            self.fresh.push((*var, self.next));
            self.next += 1;
            self.next - 1
        });
    }
}

/// Sets versions; returns whether the body has a `k`-th recursive atom.
///
/// Recursive atoms under (an even number of) negations have no version of their own: see [`add_witness_versions`].
fn set_versions(body: &mut Conj, k: usize, seen: &mut usize, recursive: &dyn Fn(PredId) -> bool) -> bool {
    let mut found = false;
    let mut lits = Vec::with_capacity(body.lits.len());
    for mut lit in std::mem::take(&mut body.lits) {
        match &mut lit {
            Lit::Atom { pred, version, .. } if recursive(*pred) => {
                *version = match (*seen).cmp(&k) {
                    std::cmp::Ordering::Less => Version::Before,
                    std::cmp::Ordering::Equal => {
                        found = true;
                        Version::Delta
                    }
                    std::cmp::Ordering::Greater => Version::Full,
                };
                *seen += 1;
            }
            Lit::Or(bodies) => {
                let mut here = None;
                for (at, branch) in bodies.iter_mut().enumerate() {
                    if set_versions(branch, k, seen, recursive) {
                        here = Some(at);
                    }
                }
                if let Some(at) = here {
                    found = true;
                    lits.extend(bodies.swap_remove(at).lits);
                    continue;
                }
            }
            _ => {}
        }
        lits.push(lit);
    }
    body.lits = lits;
    found
}
