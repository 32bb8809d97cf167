//! Which variables a body binds (language.md section 13). Literals may run in any order, so this is a fixpoint over a
//! growing set of bound variables.

use crate::walk::{free_vars, own_terms};
use crate::{Aggregate, Body, Comparison, Literal, LiteralKind, PredId, Program, Term, VarId};
use quarrel_base::ids::Id;

/// A set of variables of one rule.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct VarSet {
    members: Vec<bool>,
}

impl VarSet {
    /// Whether the variable is in it.
    pub fn contains(&self, var: VarId) -> bool {
        self.members.get(var.index()).copied().unwrap_or(false)
    }
    /// Adds a variable; returns whether it is new.
    pub fn insert(&mut self, var: VarId) -> bool {
        if self.members.len() <= var.index() {
            self.members.resize(var.index() + 1, false);
        }
        !std::mem::replace(&mut self.members[var.index()], true)
    }
    fn insert_term(&mut self, term: &Term) -> bool {
        matches!(term, Term::Var(var) if self.insert(*var))
    }
    /// Whether the term has a value: a constant, or a variable in the set.
    pub fn has(&self, term: &Term) -> bool {
        match term {
            Term::Var(var) => self.contains(*var),
            Term::Const(_) => true,
            Term::Wildcard => false,
        }
    }
    /// All variables in it, ascending.
    pub fn iter(&self) -> impl Iterator<Item = VarId> + '_ {
        self.members.iter().enumerate().filter(|(_, is)| **is).map(|(at, _)| VarId::new(at))
    }
}

impl FromIterator<VarId> for VarSet {
    fn from_iter<I: IntoIterator<Item = VarId>>(vars: I) -> Self {
        let mut set = Self::default();
        for var in vars {
            set.insert(var);
        }
        set
    }
}

/// The first mode of the predicate whose columns all have a value; the empty mode if the predicate can be computed in
/// full.
pub fn mode_of(program: &Program, pred: PredId, has: impl Fn(usize) -> bool) -> Option<Vec<usize>> {
    let modes = &program.preds[pred].modes;
    if modes.is_empty() || modes.iter().any(Vec::is_empty) {
        return Some(Vec::new());
    }
    modes.iter().find(|mode| mode.iter().all(|column| has(*column))).cloned()
}

/// Extends `bound`, which holds the variables bound outside, by those that the body binds.
pub fn bind(program: &Program, body: &Body, bound: &mut VarSet) {
    let mut changed = true;
    while changed {
        changed = false;
        for literal in &body.literals {
            changed |= bind_literal(program, literal, bound);
        }
    }
}

/// Extends `bound` by the variables that the literal binds, if it can be evaluated with `bound`; returns whether there
/// are any.
pub fn bind_literal(program: &Program, literal: &Literal, bound: &mut VarSet) -> bool {
    match &literal.kind {
        LiteralKind::Not(_) => false,
        LiteralKind::Or(bodies) => {
            let mut common: Option<VarSet> = None;
            for body in bodies {
                let mut inside = bound.clone();
                bind(program, body, &mut inside);
                common = Some(match common {
                    Some(common) => common.iter().filter(|var| inside.contains(*var)).collect(),
                    None => inside,
                });
            }
            // A disjunction of no branches never holds and vacuously binds everything; there is nothing to report.
            let mut changed = false;
            for var in common.iter().flat_map(VarSet::iter) {
                changed |= bound.insert(var);
            }
            changed
        }
        LiteralKind::Aggregate(aggregate) => bind_aggregate(program, aggregate, bound),
        kind if can_run(program, kind, bound) => {
            let mut changed = false;
            for term in own_terms(kind) {
                changed |= bound.insert_term(term);
            }
            changed
        }
        _ => false,
    }
}

fn bind_aggregate(program: &Program, aggregate: &Aggregate, bound: &mut VarSet) -> bool {
    let outer = free_vars(&aggregate.body);
    if !aggregate_runs(program, aggregate, bound) {
        return false;
    }
    let mut changed = bound.insert_term(&aggregate.result);
    if let Some(rank) = &aggregate.rank {
        changed |= bound.insert_term(rank);
    }
    for var in outer {
        changed |= bound.insert(var);
    }
    changed
}

fn aggregate_runs(program: &Program, aggregate: &Aggregate, bound: &VarSet) -> bool {
    let outer = free_vars(&aggregate.body);
    if aggregate.op.is_total() && !outer.iter().all(|var| bound.contains(*var)) {
        return false;
    }
    let mut inside = bound.clone();
    bind(program, &aggregate.body, &mut inside);
    let has = |term: &Option<Term>| term.as_ref().is_none_or(|term| inside.has(term));
    outer.iter().chain(&aggregate.body.locals).all(|var| inside.contains(*var))
        && has(&aggregate.value)
        && has(&aggregate.separator)
        && all_run(program, &aggregate.body, &inside)
}

/// Whether the literal's inputs have values, for literals without bodies.
fn can_run(program: &Program, kind: &LiteralKind, bound: &VarSet) -> bool {
    match kind {
        LiteralKind::Atom(atom) => {
            mode_of(program, atom.pred, |column| atom.args.get(column).is_some_and(|term| bound.has(term)))
                .is_some()
        }
        LiteralKind::Closure { step, reflexive, from, to } => {
            let from_to = [bound.has(from), bound.has(to)];
            let whole = mode_of(program, *step, |_| false).is_some();
            // From a bound side, each step has that side bound.
            (whole && !reflexive)
                || (0..2)
                    .any(|side| from_to[side] && mode_of(program, *step, |column| column == side).is_some())
        }
        LiteralKind::Compare(Comparison::Eq, _, left, right) => bound.has(left) || bound.has(right),
        LiteralKind::Compare(_, _, left, right) => bound.has(left) && bound.has(right),
        LiteralKind::Builtin(op, args) => op
            .modes()
            .iter()
            .any(|mode| mode.bytes().zip(args).all(|(letter, term)| letter == b'o' || bound.has(term))),
        LiteralKind::Construct { args, result, .. } => {
            bound.has(result) || args.iter().all(|term| bound.has(term))
        }
        LiteralKind::Not(_) | LiteralKind::Or(_) | LiteralKind::Aggregate(_) => false,
    }
}

/// Whether the literal can be evaluated with these variables bound: its inputs have values, and nested bodies bind
/// everything that must be bound.
pub fn runs(program: &Program, literal: &Literal, bound: &VarSet) -> bool {
    match &literal.kind {
        LiteralKind::Not(body) => {
            free_vars(body).iter().all(|var| bound.contains(*var)) && body_runs(program, body, bound)
        }
        LiteralKind::Or(bodies) => bodies.iter().all(|body| body_runs(program, body, bound)),
        LiteralKind::Aggregate(aggregate) => aggregate_runs(program, aggregate, bound),
        kind => can_run(program, kind, bound),
    }
}

/// Whether the body binds all its variables and can be evaluated with these variables bound outside.
pub fn body_runs(program: &Program, body: &Body, bound: &VarSet) -> bool {
    let mut inside = bound.clone();
    bind(program, body, &mut inside);
    body.locals.iter().all(|var| inside.contains(*var)) && all_run(program, body, &inside)
}

fn all_run(program: &Program, body: &Body, inside: &VarSet) -> bool {
    body.literals.iter().all(|literal| runs(program, literal, inside))
}
