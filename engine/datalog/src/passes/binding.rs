//! Which variables a literal binds, given bound variables: the rules of language.md section 13, on programs.

use crate::normal::is_false;
use crate::walk::{body_vars, free_vars};
use crate::{Body, Comparison, Literal, LiteralKind, Pred, PredId, Program, Rule, Term, VarId};
use petgraph::graph::DiGraph;
use quarrel_base::ids::Id;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The set of bound variables.
pub type Bound = BTreeSet<VarId>;

/// Whether the predicate can only be computed for given values of some columns.
pub fn needs_binding(pred: &Pred) -> bool {
    !pred.modes.is_empty() && pred.modes.iter().all(|mode| !mode.is_empty())
}

/// For each mode of the predicate, the variables of the rule that are given.
pub fn given_modes(pred: &Pred, rule: &Rule) -> Vec<Bound> {
    if !needs_binding(pred) {
        return vec![Bound::new()];
    }
    let given = |column: &usize| match rule.head.get(*column) {
        Some(Term::Var(var)) => Some(*var),
        _ => None,
    };
    pred.modes.iter().map(|mode| mode.iter().filter_map(given).collect()).collect()
}

/// Whether the term has a value.
pub fn is_known(term: &Term, bound: &Bound) -> bool {
    match term {
        Term::Var(var) => bound.contains(var),
        Term::Const(_) => true,
        Term::Wildcard => false,
    }
}

/// The columns of the first mode of a predicate that the arguments satisfy.
pub fn mode_of<'p>(pred: &'p Pred, args: &[Term], bound: &Bound) -> Option<&'p [usize]> {
    if !needs_binding(pred) {
        return Some(&[]);
    }
    pred.modes.iter().find(|mode| mode.iter().all(|&col| is_known(&args[col], bound))).map(Vec::as_slice)
}

/// The variables that the literal binds; `None` if it cannot be evaluated with these alone.
pub fn binds(program: &Program, literal: &LiteralKind, bound: &Bound) -> Option<Vec<VarId>> {
    binds_in(program, literal, bound, false)
}

/// Like [`binds`]; with `locals`, also requires that all locals of nested bodies get bound.
fn binds_in(program: &Program, literal: &LiteralKind, bound: &Bound, locals: bool) -> Option<Vec<VarId>> {
    let all_bound = |body: &Body| all_bound_in(program, body, bound, locals);
    let vars = |terms: &[&Term]| -> Vec<VarId> {
        terms.iter().filter_map(|term| if let Term::Var(var) = term { Some(*var) } else { None }).collect()
    };
    let known = |term: &Term| is_known(term, bound);
    match literal {
        LiteralKind::Atom(atom) => mode_of(&program.preds[atom.pred], &atom.args, bound)
            .map(|_| vars(&atom.args.iter().collect::<Vec<_>>())),
        LiteralKind::Closure { step, reflexive, from, to } => {
            let ends_known = known(from) || known(to);
            (ends_known || !reflexive && !needs_binding(&program.preds[*step])).then(|| vars(&[from, to]))
        }
        LiteralKind::Compare(Comparison::Eq, _, a, b) => (known(a) || known(b)).then(|| vars(&[a, b])),
        LiteralKind::Compare(_, _, a, b) => (known(a) && known(b)).then(Vec::new),
        LiteralKind::Builtin(op, args) => {
            let fits = |mode: &str| mode.bytes().zip(args).all(|(letter, arg)| letter == b'o' || known(arg));
            op.modes().iter().any(|mode| fits(mode)).then(|| vars(&args.iter().collect::<Vec<_>>()))
        }
        LiteralKind::Construct { args, result, .. } => {
            if args.iter().all(known) {
                Some(vars(&[result]))
            } else {
                known(result).then(|| vars(&args.iter().collect::<Vec<_>>()))
            }
        }
        LiteralKind::Not(body) => {
            all_bound(body)?;
            free_vars(body).iter().all(|var| bound.contains(var)).then(Vec::new)
        }
        LiteralKind::Or(bodies) => {
            // A body that never holds binds everything and has no inputs.
            let bodies: Vec<&Body> = bodies.iter().filter(|body| !is_false(body)).collect();
            let new = bodies.iter().flat_map(|body| free_vars(body));
            let new: Bound = new.filter(|var| !bound.contains(var)).collect();
            for body in bodies {
                let inside = all_bound(body)?;
                if new.iter().any(|var| !inside.contains(var)) {
                    return None;
                }
            }
            Some(new.into_iter().collect())
        }
        LiteralKind::Aggregate(aggregate) => {
            let inside = all_bound(&aggregate.body)?;
            let total = aggregate.op.is_total();
            let mut new: Vec<VarId> = free_vars(&aggregate.body);
            new.retain(|var| !bound.contains(var));
            if total && !new.is_empty() || new.iter().any(|var| !inside.contains(var)) {
                return None;
            }
            new.extend(vars(&aggregate.rank.iter().chain([&aggregate.result]).collect::<Vec<_>>()));
            Some(new)
        }
    }
}

/// The variables bound after the whole body is evaluated; `None` if it cannot be.
pub fn all_bound(program: &Program, body: &Body, bound: &Bound) -> Option<Bound> {
    all_bound_in(program, body, bound, false)
}

/// Whether the body can be evaluated, and binds its locals and those of all nested bodies.
pub fn is_bound(program: &Program, body: &Body, bound: &Bound) -> bool {
    all_bound_in(program, body, bound, true).is_some()
}

fn all_bound_in(program: &Program, body: &Body, bound: &Bound, locals: bool) -> Option<Bound> {
    if is_false(body) {
        let mut bound = bound.clone();
        body_vars(body, &mut |var| {
            bound.insert(var);
        });
        return Some(bound);
    }
    let (bound, open) = bound_by_in(program, body.literals.iter(), bound, locals);
    let done = open.is_empty() && (!locals || body.locals.iter().all(|var| bound.contains(var)));
    done.then_some(bound)
}

/// Evaluates as many literals as possible; returns the bound variables and the literals that cannot be evaluated.
pub fn bound_by<'l>(
    program: &Program,
    literals: impl Iterator<Item = &'l Literal>,
    bound: &Bound,
) -> (Bound, Vec<&'l Literal>) {
    bound_by_in(program, literals, bound, false)
}

fn bound_by_in<'l>(
    program: &Program,
    literals: impl Iterator<Item = &'l Literal>,
    bound: &Bound,
    locals: bool,
) -> (Bound, Vec<&'l Literal>) {
    let mut bound = bound.clone();
    let mut open: Vec<&Literal> = literals.collect();
    loop {
        let before = open.len();
        open.retain(|literal| match binds_in(program, &literal.kind, &bound, locals) {
            Some(new) => {
                bound.extend(new);
                false
            }
            None => true,
        });
        if open.len() == before {
            return (bound, open);
        }
    }
}

/// A set of predicates, one bit each.
struct Bits(Vec<u64>);

impl Bits {
    fn new(preds: usize) -> Self {
        Self(vec![0; preds / 64 + 1])
    }
    fn contains(&self, pred: PredId) -> bool {
        self.0.get(pred.index() / 64).is_some_and(|word| word >> (pred.index() % 64) & 1 == 1)
    }
    /// Adds a predicate; returns whether it is new.
    fn insert(&mut self, pred: PredId) -> bool {
        let is_new = !self.contains(pred);
        if is_new {
            let word = pred.index() / 64;
            self.0.resize(self.0.len().max(word + 1), 0);
            self.0[word] |= 1 << (pred.index() % 64);
        }
        is_new
    }
    /// The predicates in order.
    fn iter(&self) -> impl Iterator<Item = PredId> {
        let all = (0..self.0.len() * 64).map(PredId::new);
        all.filter(|pred| self.contains(*pred))
    }
}

/// For each predicate, those that it depends on, directly or not; itself only through a cycle.
pub struct Reach {
    direct: Vec<Vec<PredId>>,
    recursive: Vec<bool>,
    below: RefCell<FxHashMap<PredId, Rc<Bits>>>,
}

impl Reach {
    /// Computes the dependencies of the program in its present state.
    pub fn new(program: &Program) -> Self {
        let direct: Vec<Vec<PredId>> = program
            .preds
            .iter()
            .map(|pred| {
                let mut uses = Vec::new();
                crate::walk::mentions(pred, &mut |mention| uses.push(mention.pred));
                uses.sort_unstable();
                uses.dedup();
                uses
            })
            .collect();
        let edges = direct.iter().enumerate().flat_map(|(from, uses)| {
            uses.iter().map(move |to| (from as u32, u32::try_from(to.index()).unwrap_or(u32::MAX)))
        });
        let mut graph = DiGraph::<(), ()>::from_edges(edges);
        while graph.node_count() < direct.len() {
            graph.add_node(());
        }
        let mut recursive = vec![false; direct.len()];
        for component in petgraph::algo::kosaraju_scc(&graph) {
            for node in &component {
                let own = PredId::new(node.index());
                recursive[node.index()] = component.len() > 1 || direct[node.index()].contains(&own);
            }
        }
        Self { direct, recursive, below: RefCell::default() }
    }
    /// The direct dependencies.
    pub fn direct(&self, pred: PredId) -> &[PredId] {
        self.direct.get(pred.index()).map_or(&[], Vec::as_slice)
    }
    /// These predicates and all that they depend on.
    pub fn closure(&self, from: impl IntoIterator<Item = PredId>) -> BTreeSet<PredId> {
        self.reached(from).iter().collect()
    }
    fn reached(&self, from: impl IntoIterator<Item = PredId>) -> Bits {
        let mut seen = Bits::new(self.direct.len());
        let mut open: Vec<PredId> = from.into_iter().collect();
        open.retain(|pred| seen.insert(*pred));
        while let Some(pred) = open.pop() {
            open.extend(self.direct(pred).iter().filter(|next| seen.insert(**next)));
        }
        seen
    }
    /// Whether `pred` is `other` or depends on it.
    pub fn depends(&self, pred: PredId, other: PredId) -> bool {
        let known = self.below.borrow().get(&pred).cloned();
        let below = known.unwrap_or_else(|| {
            let below = Rc::new(self.reached([pred]));
            self.below.borrow_mut().insert(pred, Rc::clone(&below));
            below
        });
        below.contains(other)
    }
    /// Whether the predicate depends on itself.
    pub fn is_recursive(&self, pred: PredId) -> bool {
        self.recursive.get(pred.index()).copied().unwrap_or(false)
    }
}
