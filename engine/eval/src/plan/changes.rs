//! The versions of a rule for an update: which rows of its predicate may appear or vanish because predicates that it
//! reads have changed.
//!
//! `p(x) :- q(x, y), not r(y)` may have other rows for the `x` of a changed row of `q`, and for those with a `q(x, y)`
//! before or after where `r(y)` changed. So there is a version for each atom over a changed predicate: that atom reads
//! the changed rows, other atoms read the rows of both states, and conditions on changed predicates that no rows of
//! both states stand for (negations, most aggregates) are left out, as are those that share no value with it. This finds
//! too many rows rather than too few; the caller derives those again that still hold.

use super::Version;
use super::ir::{Arg, Conj, Lit};
use super::ready::{VarSet, binds};
use quarrel_datalog::{Comparison, PredId};

/// How a condition depends on an atom in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// More rows of the atom only make it hold more often.
    Positive,
    /// More rows only make it hold less often.
    Negative,
    /// Either may happen.
    Both,
}

impl Sign {
    fn negated(self) -> Self {
        match self {
            Sign::Positive => Sign::Negative,
            Sign::Negative => Sign::Positive,
            Sign::Both => Sign::Both,
        }
    }
}

/// What changes of predicates.
pub struct Changing<'a> {
    /// The rows of a predicate that may make a rule's row appear or vanish, where it is mentioned with that sign; `None`
    /// if these are no concern.
    pub rows: &'a dyn Fn(PredId, Sign) -> Option<Version>,
    /// All rows that the predicate has had; `None` if it does not change.
    pub all: &'a dyn Fn(PredId) -> Option<Version>,
}

/// A version of a rule.
pub struct Suspects {
    /// The body.
    pub body: Conj,
    /// For each column of the head its value; `None` where the body leaves it open.
    pub head: Vec<Option<Arg>>,
    /// The number of variables.
    pub vars: usize,
}

/// The versions of a rule of `vars` variables for these changes.
pub fn suspects(body: &Conj, head: &[Arg], vars: usize, changing: &Changing<'_>) -> Vec<Suspects> {
    let mut next = vars;
    let versions = changing.versions(body, Sign::Positive, &mut next).into_iter();
    versions.map(|lits| version(lits, head, next)).collect()
}

/// Leaves out what does not follow from the change, the first condition.
fn version(lits: Vec<Lit>, head: &[Arg], vars: usize) -> Suspects {
    let mut bound = VarSet::new(vars);
    let lits = evaluable(connected(evaluable(lits, &mut VarSet::new(vars)), vars), &mut bound);
    let head: Vec<Option<Arg>> = head.iter().map(|arg| bound.knows(*arg).then_some(*arg)).collect();
    let mut outer: Vec<usize> = head.iter().flatten().filter_map(|arg| arg.var()).collect();
    outer.sort_unstable();
    outer.dedup();
    Suspects { body: Conj { lits, outer }, head, vars }
}

/// The conditions that can be evaluated one after the other, but not those on values that nothing binds any more.
fn evaluable(lits: Vec<Lit>, bound: &mut VarSet) -> Vec<Lit> {
    taken(lits, |_, lit| {
        let new = binds(lit, bound);
        new.iter().flatten().for_each(|var| bound.add(*var));
        new.is_some()
    })
}

/// The conditions that share values with the first one, directly or not. The others would combine all their values with
/// each change.
fn connected(lits: Vec<Lit>, vars: usize) -> Vec<Lit> {
    let mut known = VarSet::new(vars);
    taken(lits, |at, lit| {
        let mut vars = Vec::new();
        lit.free_vars(&mut vars);
        let is_connected = at == 0 || vars.iter().any(|var| known.has(*var));
        vars.iter().filter(|_| is_connected).for_each(|var| known.add(*var));
        is_connected
    })
}

/// The conditions that are taken in passes over those left, until a pass takes none; `takes` gets their first places.
fn taken(lits: Vec<Lit>, mut takes: impl FnMut(usize, &Lit) -> bool) -> Vec<Lit> {
    let mut open: Vec<(usize, Lit)> = lits.into_iter().enumerate().collect();
    let mut all = Vec::with_capacity(open.len());
    loop {
        let (new, left): (Vec<_>, Vec<_>) = open.into_iter().partition(|(at, lit)| takes(*at, lit));
        if new.is_empty() {
            return all;
        }
        all.extend(new.into_iter().map(|(_, lit)| lit));
        open = left;
    }
}

impl Changing<'_> {
    /// The conditions of each version of a body that is mentioned with that sign.
    fn versions(&self, body: &Conj, sign: Sign, next: &mut usize) -> Vec<Vec<Lit>> {
        let mut out = Vec::new();
        for (at, lit) in body.lits.iter().enumerate() {
            let here = self.of_lit(lit, sign, next);
            if here.is_empty() {
                continue;
            }
            let others = body.lits.iter().enumerate().filter(|(other, _)| *other != at);
            let others: Vec<Lit> = others.flat_map(|(_, lit)| self.in_both(lit)).collect();
            out.extend(here.into_iter().map(|mut lits| {
                lits.extend(others.iter().cloned());
                lits
            }));
        }
        out
    }

    fn of_lit(&self, lit: &Lit, sign: Sign, next: &mut usize) -> Vec<Vec<Lit>> {
        match lit {
            Lit::Atom { pred, args, .. } => {
                let version = (self.rows)(*pred, sign);
                let atom = |version| vec![Lit::Atom { pred: *pred, version, args: args.clone() }];
                version.map(atom).into_iter().collect()
            }
            Lit::Closure { step, from, to, .. } => {
                let Some(version) = (self.rows)(*step, sign) else { return Vec::new() };
                // The paths along a changed step.
                let ends = [Arg::Var(*next), Arg::Var(*next + 1)];
                *next += 2;
                let path = |from, to| {
                    let version = (self.all)(*step).unwrap_or(Version::Full);
                    Lit::Closure { step: *step, version, reflexive: true, from, to }
                };
                let mut lits = vec![Lit::Atom { pred: *step, version, args: ends.to_vec() }];
                lits.extend((*from != Arg::Wild).then(|| path(*from, ends[0])));
                lits.extend((*to != Arg::Wild).then(|| path(ends[1], *to)));
                vec![lits]
            }
            Lit::Not(inner) => self.versions(inner, sign.negated(), next),
            Lit::Or(branches) => {
                branches.iter().flat_map(|branch| self.versions(branch, sign, next)).collect()
            }
            Lit::Aggregate(agg) => self.versions(&agg.body, Sign::Both, next),
            Lit::Compare(..) | Lit::Builtin(..) | Lit::Construct { .. } | Lit::False(_) => Vec::new(),
        }
    }

    /// Conditions that hold wherever this one held or holds.
    fn in_both(&self, lit: &Lit) -> Vec<Lit> {
        let mut lit = lit.clone();
        match &mut lit {
            Lit::Atom { pred: of, version, .. } | Lit::Closure { step: of, version, .. } => {
                *version = (self.all)(*of).unwrap_or(*version);
            }
            Lit::Not(inner) if self.changes(inner) => return Vec::new(),
            Lit::Aggregate(agg) if self.changes(&agg.body) => {
                if agg.op.is_total() || agg.choice.is_some() {
                    return Vec::new();
                }
                // It has a tuple.
                let mut lits: Vec<Lit> = agg.body.lits.iter().flat_map(|lit| self.in_both(lit)).collect();
                let value = agg.value.filter(|_| agg.op.chooses());
                lits.extend(value.map(|value| Lit::Compare(Comparison::Eq, agg.kind, agg.result, value)));
                return lits;
            }
            Lit::Or(branches) => {
                for branch in branches.iter_mut().filter(|branch| self.changes(branch)) {
                    branch.lits = branch.lits.iter().flat_map(|lit| self.in_both(lit)).collect();
                    let mut vars = Vec::new();
                    branch.lits.iter().for_each(|lit| lit.free_vars(&mut vars));
                    branch.outer.retain(|var| vars.contains(var));
                }
            }
            _ => {}
        }
        vec![lit]
    }

    /// Whether a body mentions a predicate that changes.
    fn changes(&self, body: &Conj) -> bool {
        body.lits.iter().any(|lit| match lit {
            Lit::Atom { pred: of, .. } | Lit::Closure { step: of, .. } => (self.all)(*of).is_some(),
            Lit::Not(inner) => self.changes(inner),
            Lit::Or(branches) => branches.iter().any(|branch| self.changes(branch)),
            Lit::Aggregate(agg) => self.changes(&agg.body),
            Lit::Compare(..) | Lit::Builtin(..) | Lit::Construct { .. } | Lit::False(_) => false,
        })
    }
}
