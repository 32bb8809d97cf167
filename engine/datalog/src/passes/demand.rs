//! Two passes: `demand`, which must run, and `texts`, for speed.
//!
//! INPUT: a program whose only predicates with required bindings are recursive; predicates marked `on_demand`.
//! OUTPUT: an equivalent program that computes the former (`demand`) or the latter (`texts`) only for the values that
//! callers demand, so that no predicate needs bindings.
//! HOW: the demand (magic set) transformation, for these predicates and what they call. For a call of `p` with column 0
//! bound
//!
//! ```text
//! q(x, z) :- c(x, y), p(y, z).        becomes   q(x, z) :- c(x, y), p@0(y, z).
//! p(a, b) :- body.                              p@0?(y)  :- c(x, y).
//!                                               p@0(a, b) :- p@0?(a), body.
//! ```
//!
//! and so on for the calls in the bodies of `p@0`. The condition of a demand rule is what the call's surroundings bind
//! without the call. It omits negations, aggregates and literals that depend on the caller if the call's columns are
//! bound without them (more demand is never wrong). Calls raise their demand in order: the condition of one may contain
//! those before it. Every caller has its own copies, so that no caller's demand runs through another caller's negation.
//!
//! `texts` transforms the calls of marked predicates too, and so on down, unless some other rule needs the callee in
//! full. Inside a copy the condition is the shortest path from the copy's own demand to the call's inputs. Results
//! demand the files and lines of elements too, which every element has but few rows show. Such demands depend on each
//! other, so a call under a negation may come to depend on itself. Such calls are computed in full instead; they are
//! found one by one by checking the transformed program. If it is still not stratified, fewer calls get copies.

mod calls;

use super::binding::{Reach, needs_binding};
use crate::walk::nested_bodies;
use crate::{
    Atom, Body, Column, Def, Inline, Kind, Literal, LiteralKind, Origin, Output, Pred, PredId, Program, Rule,
    Term,
};
use calls::{body_at, demand_rule};
use quarrel_base::ids::Id;
use quarrel_common::{always, never};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// If there were more copies, the optional demand is dropped.
const MOST_COPIES: usize = 4000;

/// Which calls get copies, from all possible ones to the required ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    /// Outputs and rules demand predicates marked `on_demand`, and those demand everything they call.
    Deep,
    /// Outputs and rules demand predicates marked `on_demand`.
    All,
    /// Only outputs demand them.
    Outputs,
    /// Only predicates with required bindings are demanded.
    Required,
}

/// The most searches for calls that depend on themselves through a negation.
const MOST_TRIES: usize = 12;

/// Adds demand for predicates that cannot be computed in full.
pub fn run(program: &mut Program) {
    if program.preds.iter().any(needs_binding) {
        let reach = Reach::new(program);
        Demand::new(program, &reach, Extent::Required, FxHashSet::default()).run(program);
    }
}

/// Adds demand for predicates that are too large in full.
pub fn run_texts(program: &mut Program) {
    if !program.preds.iter().any(|pred| pred.on_demand) {
        return;
    }
    let reach = Reach::new(program);
    let mut in_full = FxHashSet::default();
    for _ in 0..MOST_TRIES {
        let done = Demand::new(program, &reach, Extent::Deep, in_full.clone()).run(program);
        let bad = crate::strata::negative_mentions(program);
        if bad.is_empty() {
            return;
        }
        let before = in_full.len();
        in_full.extend(bad.into_iter().filter_map(|(from, to)| done.call(from, to)));
        done.undo(program);
        if in_full.len() == before {
            break;
        }
    }
    for extent in [Extent::All, Extent::Outputs] {
        let done = Demand::new(program, &reach, extent, FxHashSet::default()).run(program);
        if crate::strata::negative_mentions(program).is_empty() {
            return;
        }
        done.undo(program);
    }
}

/// Predicates that only look up, for an entity, a column of result locations, such as its file: every element has a
/// location, and a query rarely needs many of them.
fn readers_of_places(program: &Program, reach: &Reach) -> FxHashSet<PredId> {
    let is_stored = |pred: PredId| matches!(program.preds[pred].def, Def::Stored(_));
    let width = |pred: PredId| program.preds[pred].columns.len();
    // The predicates that pass those columns on, and the relations that they read.
    let columns = program.outputs.iter().flat_map(|output| &output.columns);
    let mut open: Vec<PredId> = columns.filter_map(|column| column.location).collect();
    let (mut seen, mut places) = (FxHashSet::default(), FxHashSet::default());
    while let Some(pred) = open.pop() {
        if seen.insert(pred) {
            let (stored, derived): (Vec<_>, Vec<_>) =
                reach.direct(pred).iter().partition(|it| is_stored(**it));
            places.extend(stored);
            open.extend(derived.into_iter().filter(|it| width(*it) == width(pred)));
        }
    }
    let is_reader = |pred: &Pred| {
        let Def::Rules(rules) = &pred.def else { return false };
        let [rule] = rules.as_slice() else { return false };
        let reads = |literal: &Literal| match &literal.kind {
            LiteralKind::Atom(atom) => places.contains(&atom.pred),
            other => nested_bodies(other).is_empty(),
        };
        pred.columns.first().is_some_and(|column| column.kind == Kind::Entity)
            && rule.body.literals.iter().all(reads)
    };
    program.preds.iter_ids().filter(|(_, pred)| is_reader(pred)).map(|(id, _)| id).collect()
}

/// The demand that a copy serves. Nothing that a member of a family depends on may depend on the family's copies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Family {
    /// The demand of outputs, for texts and locations.
    Shown,
    /// The demand of rules of all results that nothing else uses.
    Results,
    /// The demand of one predicate's rules.
    Of(PredId),
}

/// Calls by copies of a family: caller and callee in the original program.
type Calls = FxHashSet<(Family, PredId, PredId)>;

struct Demand<'r> {
    extent: Extent,
    reach: &'r Reach,
    /// Results that nothing else uses.
    results: BTreeSet<PredId>,
    /// Predicates that results demand as if they were marked.
    readers: FxHashSet<PredId>,
    /// Predicates that are computed in full anyway.
    wanted: BTreeSet<PredId>,
    /// Calls under negations that must not get copies.
    in_full: Calls,
    /// By family, predicate and given columns: the copy and its demand predicate.
    copies: BTreeMap<(Family, PredId, Vec<usize>), (PredId, PredId)>,
    /// Copies whose rules are not built yet.
    open: Vec<(Family, PredId, Vec<usize>)>,
    /// Original definitions.
    before: Before,
}

/// The original definitions and outputs that demand replaced.
struct Before {
    preds: usize,
    outputs: Vec<Output>,
    defs: FxHashMap<PredId, Def>,
}

/// A finished transformation.
struct Done {
    before: Before,
    results: BTreeSet<PredId>,
    /// Each copy with its family and original.
    copies: FxHashMap<PredId, (Family, PredId)>,
}

impl Done {
    /// The call of the original program behind a mention of a copy.
    fn call(&self, from: PredId, to: PredId) -> Option<(Family, PredId, PredId)> {
        let (_, callee) = *self.copies.get(&to)?;
        let family = if self.results.contains(&from) { Family::Results } else { Family::Of(from) };
        let (family, caller) = self.copies.get(&from).copied().unwrap_or((family, from));
        Some((family, caller, callee))
    }

    /// Reverts the transformation.
    fn undo(self, program: &mut Program) {
        let Before { preds, outputs, defs } = self.before;
        for (pred, def) in defs {
            program.preds[pred].def = def;
        }
        program.preds.truncate(preds);
        program.outputs = outputs;
    }
}

/// The rules that contain a call: the predicate of the original program, whether the rules are a copy's, and the family
/// of the callee's copy.
#[derive(Clone, Copy)]
struct Site {
    caller: PredId,
    in_copy: bool,
    family: Family,
}

impl Site {
    fn rules_of(caller: PredId, demand: &Demand<'_>) -> Self {
        let shared = demand.extent == Extent::Deep && demand.results.contains(&caller);
        let family = if shared { Family::Results } else { Family::Of(caller) };
        Self { caller, in_copy: false, family }
    }
}

impl<'r> Demand<'r> {
    fn new(program: &Program, reach: &'r Reach, extent: Extent, in_full: Calls) -> Self {
        let mut wanted = BTreeSet::new();
        if extent == Extent::Deep {
            let mut open: Vec<PredId> = program.outputs.iter().map(|output| output.pred).collect();
            while let Some(pred) = open.pop() {
                if !program.preds[pred].on_demand && wanted.insert(pred) {
                    open.extend(reach.direct(pred));
                }
            }
        }
        let used: FxHashSet<PredId> = reach
            .closure(super::dead::roots(program))
            .into_iter()
            .flat_map(|pred| reach.direct(pred).iter().copied())
            .collect();
        let readers =
            if extent == Extent::Deep { readers_of_places(program, reach) } else { FxHashSet::default() };
        let outputs = program.outputs.iter().map(|output| output.pred);
        let results = outputs.filter(|pred| !used.contains(pred)).collect();
        let before = Before {
            preds: program.preds.len(),
            outputs: program.outputs.clone(),
            defs: FxHashMap::default(),
        };
        let (copies, open) = (BTreeMap::new(), Vec::new());
        Self { extent, reach, results, readers, wanted, in_full, copies, open, before }
    }

    /// Transforms the live part of the program; predicates that only texts needed, and that copies replace, stay
    /// unchanged.
    fn run(mut self, program: &mut Program) -> Done {
        self.outputs(program);
        let mut met = FxHashSet::default();
        let mut open: Vec<PredId> = super::dead::roots(program).collect();
        while let Some(id) = open.pop() {
            if !met.insert(id) {
                continue;
            }
            if id.index() < self.before.preds && self.has_calls(program, id) {
                self.lead(program, id);
            }
            // Copies demand further copies.
            while let Some((family, pred, columns)) = self.open.pop() {
                self.define(program, family, pred, &columns);
            }
            crate::walk::mentions(&program.preds[id], &mut |mention| open.push(mention.pred));
        }
        let made = self.copies.into_iter();
        let copies = made.map(|((family, pred, _), (copy, _))| (copy, (family, pred))).collect();
        Done { before: self.before, results: self.results, copies }
    }

    /// Redirects the calls in the rules of a predicate to copies.
    fn lead(&mut self, program: &mut Program, id: PredId) {
        if let Def::Rules(rules) = &program.preds[id].def {
            let rules = self.rules(program, Site::rules_of(id, self), rules.clone());
            let before = std::mem::replace(&mut program.preds[id].def, Def::Rules(rules));
            self.before.defs.insert(id, before);
        }
    }

    /// Whether calls in the rules of a predicate that is computed in full may get copies; in a marked predicate, only
    /// required ones.
    fn has_calls(&self, program: &Program, id: PredId) -> bool {
        let pred = &program.preds[id];
        let Def::Rules(rules) = &pred.def else { return false };
        !needs_binding(pred)
            && rules.iter().any(|rule| match pred.on_demand {
                true => mentions_required(program, &rule.body),
                false => self.mentions_adornable(program, &rule.body),
            })
    }

    fn is_adornable(&self, program: &Program, id: PredId) -> bool {
        let pred = &program.preds[id];
        matches!(pred.def, Def::Rules(_)) && (needs_binding(pred) || pred.on_demand)
    }

    fn mentions_adornable(&self, program: &Program, body: &Body) -> bool {
        body.literals.iter().any(|literal| match &literal.kind {
            LiteralKind::Atom(atom) => {
                self.readers.contains(&atom.pred) || self.is_adornable(program, atom.pred)
            }
            other => nested_bodies(other).into_iter().any(|inner| self.mentions_adornable(program, inner)),
        })
    }

    /// Makes outputs demand the texts and locations of their values.
    fn outputs(&mut self, program: &mut Program) {
        if self.extent == Extent::Required {
            return;
        }
        let mut outputs = std::mem::take(&mut program.outputs);
        for output in &mut outputs {
            let arity = program.preds[output.pred].columns.len();
            for (at, column) in output.columns.iter_mut().enumerate().take(arity) {
                for shown in [&mut column.text, &mut column.location].into_iter().flatten() {
                    if !program.preds[*shown].on_demand || !self.is_adornable(program, *shown) {
                        continue;
                    }
                    let (copy, demand) = self.copy(program, Family::Shown, *shown, vec![0]);
                    *shown = copy;
                    let kind = program.preds[output.pred].columns[at].kind;
                    let var = crate::Var { name: "value".to_owned(), kind, origin: Origin::Builtin };
                    let value = crate::VarId::new(0);
                    let mut args = vec![Term::Wildcard; arity];
                    args[at] = Term::Var(value);
                    let atom = Atom { pred: output.pred, args };
                    let literal = Literal { kind: LiteralKind::Atom(atom), origin: Origin::Builtin };
                    add_rule(
                        program,
                        demand,
                        Rule {
                            head: vec![Term::Var(value)],
                            body: Body { locals: vec![value], literals: vec![literal] },
                            vars: std::iter::once(var).collect(),
                            origin: Origin::Builtin,
                        },
                    );
                }
            }
        }
        program.outputs = outputs;
    }

    /// The copy of a predicate for a family, and its demand.
    fn copy(
        &mut self,
        program: &mut Program,
        family: Family,
        pred: PredId,
        columns: Vec<usize>,
    ) -> (PredId, PredId) {
        let key = (family, pred, columns);
        if let Some(&known) = self.copies.get(&key) {
            return known;
        }
        let original = &program.preds[pred];
        let digits: Vec<String> = key.2.iter().map(ToString::to_string).collect();
        let whose = match family {
            Family::Shown => "output",
            Family::Results => "result",
            Family::Of(caller) => &program.preds[caller].name,
        };
        let name = format!("{}@{}[{whose}]", original.name, digits.join("_"));
        let (origin, columns) = (original.origin, original.columns.clone());
        // A demanded value may lie outside the declared type.
        let asked = |&col: &usize| Column { within: Vec::new(), ..columns[col].clone() };
        let asked = key.2.iter().map(asked).collect();
        let made = |name: String, columns: Vec<Column>| Pred {
            inline: Inline::Never,
            ..Pred::new(name, columns, Vec::new(), origin)
        };
        let demand = program.preds.push(made(format!("{name}?"), asked));
        let copy = program.preds.push(made(name, columns));
        self.copies.insert(key.clone(), (copy, demand));
        self.open.push(key);
        (copy, demand)
    }

    /// Builds the rules of a copy.
    fn define(&mut self, program: &mut Program, family: Family, pred: PredId, columns: &[usize]) {
        let Some(&(copy, demand)) = always!(self.copies.get(&(family, pred, columns.to_vec()))) else {
            return;
        };
        // Start from the original rules, whose calls get copies for this family; the caller's redirected calls would
        // get copies of copies.
        let original = self.before.defs.get(&pred).unwrap_or(&program.preds[pred].def);
        let Def::Rules(mut rules) = original.clone() else {
            return;
        };
        for rule in &mut rules {
            let args = columns.iter().map(|&col| rule.head[col].clone()).collect();
            let atom = Literal { kind: LiteralKind::Atom(Atom { pred: demand, args }), origin: rule.origin };
            rule.body.literals.insert(0, atom);
        }
        let rules = self.rules(program, Site { caller: pred, in_copy: true, family }, rules);
        program.preds[copy].def = Def::Rules(rules);
    }

    /// The rules with their calls redirected to copies.
    fn rules(&mut self, program: &mut Program, site: Site, rules: Vec<Rule>) -> Vec<Rule> {
        let mut out = Vec::with_capacity(rules.len());
        for mut rule in rules {
            let calls = self.calls(program, site, &rule.body);
            let mut demands = Vec::new();
            for call in &calls {
                let LiteralKind::Atom(atom) = &mut body_at(&mut rule.body, &call.path).literals[call.at].kind
                else {
                    never!("a call that is no atom");
                    continue;
                };
                let (copy, demand) = self.copy(program, site.family, atom.pred, call.columns.clone());
                atom.pred = copy;
                let head: Vec<Term> = call.columns.iter().map(|&col| atom.args[col].clone()).collect();
                demands.push((demand, head));
            }
            for (call, (demand, head)) in calls.iter().zip(demands) {
                let mut literals = Vec::new();
                for &(depth, at) in &call.condition {
                    literals.push(body_at(&mut rule.body, &call.path[..depth]).literals[at].clone());
                }
                add_rule(program, demand, demand_rule(&rule, head, literals));
            }
            out.push(rule);
        }
        out
    }
}

fn mentions_required(program: &Program, body: &Body) -> bool {
    body.literals.iter().any(|literal| match &literal.kind {
        LiteralKind::Atom(atom) => needs_binding(&program.preds[atom.pred]),
        other => nested_bodies(other).into_iter().any(|inner| mentions_required(program, inner)),
    })
}

fn add_rule(program: &mut Program, pred: PredId, rule: Rule) {
    if let Def::Rules(rules) = &mut program.preds[pred].def
        && !rules.iter().any(|other| other.head == rule.head && other.body == rule.body)
    {
        rules.push(rule);
    }
}
