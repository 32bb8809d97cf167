//! The order of evaluation: the strongly connected components of a program, callees first. There is none if a predicate
//! depends on itself through negation.

use crate::walk::{Mention, Polarity, mentions, nested_bodies_mut};
use crate::{
    Atom, Body, Comparison, Def, Inline, Kind, Literal, LiteralKind, Origin, Pred, PredId, Program, Rule,
    Term, Var, VarId,
};
use petgraph::graph::{DiGraph, NodeIndex};
use quarrel_base::IndexVec;
use quarrel_base::ids::Id;
use quarrel_common::always;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// A program with an order in which to compute its predicates. Only [`stratify`] makes one, which may be written and read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stratified {
    program: Program,
    strata: Vec<Stratum>,
}

/// Predicates that depend on each other, or a single predicate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stratum {
    /// The predicates, ascending.
    pub preds: Vec<PredId>,
    /// Whether some of them depend on each other: then the stratum is a least fixpoint.
    pub recursive: bool,
    /// Whether the stratum mentions one of its own predicates under an even number of negations (`forall` over a
    /// recursive predicate). The fixpoint is still least and monotone, but no delta of the mentioned predicate shows
    /// what is new: such rules must be evaluated in full each round.
    pub nested: bool,
}

impl Stratified {
    /// The program. In a recursive stratum, no closure is over a predicate of that stratum.
    pub fn program(&self) -> &Program {
        &self.program
    }
    /// The strata, dependencies first.
    pub fn strata(&self) -> &[Stratum] {
        &self.strata
    }
}

/// Why there is no order: a cycle with at least one negative edge. Each edge leads to the predicate where the next
/// starts, the last one to that of the first.
#[derive(Clone, PartialEq, Debug)]
pub struct NonStratified {
    /// The cycle; its first edge is negative.
    pub cycle: Vec<Edge>,
}

/// A dependency of one predicate on another.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// The dependent predicate.
    pub from: PredId,
    /// The predicate that it depends on.
    pub to: PredId,
    /// The literal that mentions it.
    pub origin: Origin,
    /// Whether `to` must be complete first: it is under a negation, in an aggregate, or the input of a graph algorithm.
    pub negative: bool,
}

/// Orders the predicates. Closures over a predicate of their own stratum become linear recursion through a new
/// predicate.
pub fn stratify(mut program: Program) -> Result<Stratified, NonStratified> {
    let mut graph = Dependencies::of(&program);
    if graph.expand_closures(&mut program) {
        graph = Dependencies::of(&program);
    }
    let mut strata = Vec::new();
    for preds in graph.components() {
        let inside: Vec<_> = preds.iter().flat_map(|pred| graph.inside(*pred)).collect();
        if inside.iter().any(|mention| mention.polarity == Polarity::Negative) {
            return Err(NonStratified { cycle: graph.shortest_negative_cycle(&preds) });
        }
        let recursive = !inside.is_empty();
        let nested = inside.iter().any(|mention| mention.polarity == Polarity::Positive { nested: true });
        strata.push(Stratum { preds, recursive, nested });
    }
    Ok(Stratified { program, strata })
}

/// The obstacles to an order: a shortest negative cycle of each component that has one. Copies the program only if
/// closures must be expanded to decide.
pub fn negative_cycles(program: &Program) -> Vec<NonStratified> {
    let graph = Dependencies::of(program);
    if program.preds.ids().any(|pred| graph.inside(pred).any(|mention| mention.closure)) {
        let mut program = program.clone();
        graph.expand_closures(&mut program);
        return Dependencies::of(&program).negative_cycles();
    }
    graph.negative_cycles()
}

/// All pairs where one predicate mentions another under a negation although both depend on each other.
pub(crate) fn negative_mentions(program: &Program) -> Vec<(PredId, PredId)> {
    let graph = Dependencies::of(program);
    let inside = program.preds.ids().flat_map(|from| graph.inside(from).map(move |mention| (from, mention)));
    inside
        .filter(|(_, mention)| mention.polarity == Polarity::Negative || mention.closure)
        .map(|(from, mention)| (from, mention.pred))
        .collect()
}

/// The predicates that depend on each other or on themselves, group by group, callees first.
pub(crate) fn recursive_components(program: &Program) -> Vec<Vec<PredId>> {
    let graph = Dependencies::of(program);
    let recursive = |preds: &Vec<PredId>| preds.iter().any(|pred| graph.inside(*pred).next().is_some());
    graph.order.iter().filter(|preds| recursive(preds)).cloned().collect()
}

/// Which predicates mention which.
struct Dependencies {
    /// Distinct except for the origin; the first one is kept.
    mentions: IndexVec<PredId, Vec<Mention>>,
    /// The component of each predicate.
    component: IndexVec<PredId, usize>,
    /// Components, callees first.
    order: Vec<Vec<PredId>>,
}

impl Dependencies {
    fn of(program: &Program) -> Self {
        let mut graph = DiGraph::<(), (), u32>::default();
        for _ in program.preds.ids() {
            graph.add_node(());
        }
        let mut all = IndexVec::new();
        let mut seen = FxHashSet::default();
        for (id, pred) in program.preds.iter_ids() {
            let mut distinct = Vec::new();
            mentions(pred, &mut |mention| {
                if seen.insert((id, mention.pred, mention.polarity, mention.closure)) {
                    graph.add_edge(NodeIndex::new(id.index()), NodeIndex::new(mention.pred.index()), ());
                    distinct.push(mention);
                }
            });
            all.push(distinct);
        }
        // Kosaraju's algorithm rather than Tarjan's: petgraph's does not recurse, so depth costs no stack.
        let mut order = Vec::new();
        let mut component: IndexVec<PredId, usize> = program.preds.ids().map(|_| 0).collect();
        for found in petgraph::algo::kosaraju_scc(&graph) {
            let mut preds: Vec<_> = found.iter().map(|node| PredId::new(node.index())).collect();
            preds.sort_unstable();
            for pred in &preds {
                component[*pred] = order.len();
            }
            order.push(preds);
        }
        Self { mentions: all, component, order }
    }
    fn negative_cycles(&self) -> Vec<NonStratified> {
        let negative =
            |pred: &PredId| self.inside(*pred).any(|mention| mention.polarity == Polarity::Negative);
        self.order
            .iter()
            .filter(|preds| preds.iter().any(negative))
            .map(|preds| NonStratified { cycle: self.shortest_negative_cycle(preds) })
            .collect()
    }
    fn components(&self) -> Vec<Vec<PredId>> {
        self.order.clone()
    }
    /// The mentions that stay in the predicate's component.
    fn inside(&self, pred: PredId) -> impl Iterator<Item = Mention> + '_ {
        self.mentions[pred]
            .iter()
            .filter(move |mention| self.component[mention.pred] == self.component[pred])
            .copied()
    }

    /// Replaces closures over predicates of their own component; returns whether there were any.
    fn expand_closures(&self, program: &mut Program) -> bool {
        expand(program, |pred, step| self.component[pred] == self.component[step])
    }

    /// A shortest cycle through a negative edge among these predicates of one component.
    fn shortest_negative_cycle(&self, preds: &[PredId]) -> Vec<Edge> {
        let mut best: Option<Vec<Edge>> = None;
        let negative = preds.iter().flat_map(|pred| self.inside(*pred).map(|mention| (*pred, mention)));
        for (from, mention) in negative.filter(|(_, mention)| mention.polarity == Polarity::Negative).take(64)
        {
            let mut cycle = vec![edge(from, &mention)];
            cycle.extend(self.path(mention.pred, from));
            if best.as_ref().is_none_or(|best| cycle.len() < best.len()) {
                best = Some(cycle);
            }
        }
        always!(best).unwrap_or_default()
    }
    /// A shortest path inside one component.
    fn path(&self, from: PredId, to: PredId) -> Vec<Edge> {
        let mut came: FxHashMap<PredId, Edge> = FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        while let Some(pred) = queue.pop_front() {
            if pred == to {
                break;
            }
            for mention in self.inside(pred) {
                if mention.pred != from && !came.contains_key(&mention.pred) {
                    came.insert(mention.pred, edge(pred, &mention));
                    queue.push_back(mention.pred);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        while at != from {
            let Some(edge) = always!(came.get(&at)) else { break };
            path.push(edge.clone());
            at = edge.from;
        }
        path.reverse();
        path
    }
}

fn edge(from: PredId, mention: &Mention) -> Edge {
    Edge { from, to: mention.pred, origin: mention.origin, negative: mention.polarity == Polarity::Negative }
}

/// Replaces closures over predicates that cannot be computed in full by recursion through new predicates with the
/// binding modes of the step: the algorithms for closures ignore modes.
pub(crate) fn expand_demanded_closures(program: &mut Program) {
    let demanded: FxHashSet<PredId> = program
        .preds
        .iter_ids()
        .filter(|(_, pred)| !pred.modes.is_empty() && !pred.modes.iter().any(Vec::is_empty))
        .map(|(id, _)| id)
        .collect();
    expand(program, |_, step| demanded.contains(&step));
}

/// Replaces the closures that `wanted` selects by the predicate that mentions them and their step; returns whether
/// there were any.
fn expand(program: &mut Program, wanted: impl Fn(PredId, PredId) -> bool) -> bool {
    let mut plus = FxHashMap::default();
    for pred in program.preds.ids() {
        let mut steps = Vec::new();
        mentions(&program.preds[pred], &mut |mention| {
            if mention.closure && wanted(pred, mention.pred) {
                steps.push(mention.pred);
            }
        });
        steps.sort_unstable();
        steps.dedup();
        for step in steps {
            let closed = *plus.entry(step).or_insert_with(|| add_closure_pred(program, step));
            let kind = program.preds[step].columns.first().map_or(Kind::Entity, |column| column.kind);
            if let Def::Rules(rules) = &mut program.preds[pred].def {
                for rule in rules {
                    replace_closures(&mut rule.body, step, closed, kind);
                }
            }
        }
    }
    !plus.is_empty()
}

/// `step+(a, c) :- step(a, c).  step+(a, c) :- step+(a, b), step(b, c).`
fn add_closure_pred(program: &mut Program, step: PredId) -> PredId {
    let id = program.preds.next_id();
    let Pred { name, columns, modes, origin, .. } = program.preds[step].clone();
    let (origin, names) = (derived(origin), ["a", "c", "b"]);
    let rule = |atoms: &[(PredId, usize, usize)]| {
        let kinds = [0, 1, 1].map(|at| columns.get(at).map_or(Kind::Entity, |column| column.kind));
        let count = atoms.len() + 1;
        let vars: IndexVec<VarId, Var> =
            (0..count).map(|at| Var { name: names[at].to_owned(), kind: kinds[at], origin }).collect();
        let term = |at| Term::Var(VarId::new(at));
        let literals = atoms
            .iter()
            .map(|&(pred, from, to)| Literal {
                kind: LiteralKind::Atom(Atom { pred, args: vec![term(from), term(to)] }),
                origin,
            })
            .collect();
        let body = Body { locals: vars.ids().collect(), literals };
        Rule { head: vec![term(0), term(1)], body, vars, origin }
    };
    let rules = vec![rule(&[(step, 0, 1)]), rule(&[(id, 0, 2), (step, 2, 1)])];
    let pred = Pred::new(format!("{name}+"), columns, rules, origin);
    program.preds.push(Pred { modes, inline: Inline::Never, ..pred })
}

fn derived(origin: Origin) -> Origin {
    origin.span().map_or(Origin::Builtin, Origin::Derived)
}

/// `step+(a, b)` becomes an atom, `step*(a, b)` a choice between it and `a = b`.
fn replace_closures(body: &mut Body, wanted: PredId, closed: PredId, kind: Kind) {
    for literal in &mut body.literals {
        nested_bodies_mut(&mut literal.kind)
            .into_iter()
            .for_each(|inner| replace_closures(inner, wanted, closed, kind));
        let LiteralKind::Closure { step, reflexive, from, to } = &literal.kind else { continue };
        if *step != wanted {
            continue;
        }
        let atom = LiteralKind::Atom(Atom { pred: closed, args: vec![from.clone(), to.clone()] });
        let one = |kind| Body {
            locals: Vec::new(),
            literals: vec![Literal { kind, origin: derived(literal.origin) }],
        };
        literal.kind = if *reflexive {
            let same = LiteralKind::Compare(Comparison::Eq, kind, from.clone(), to.clone());
            LiteralKind::Or(vec![one(same), one(atom)])
        } else {
            atom
        };
    }
}
