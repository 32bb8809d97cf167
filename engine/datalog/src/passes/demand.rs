//! Two passes: `demand`, which must run, and `texts`, for speed.
//!
//! INPUT: a program whose only predicates with required bindings are recursive; predicates marked `on_demand`.
//! OUTPUT: an equivalent program in which the former (`demand`) or the latter (`texts`) are computed for what their
//! callers ask only, and need no binding.
//! HOW: the demand (magic set) transformation, for these predicates and what they call. For a call of `p` with column 0
//! bound
//!
//! ```text
//! q(x, z) :- c(x, y), p(y, z).        becomes   q(x, z) :- c(x, y), p@0(y, z).
//! p(a, b) :- body.                              p@0?(y)  :- c(x, y).
//!                                               p@0(a, b) :- p@0?(a), body.
//! ```
//!
//! and the same for the calls in the bodies of `p@0`. The condition of a demand rule is what the call's surroundings
//! bind without the call; negations, aggregates and what depends on the caller are left out of it if the call's
//! columns are bound without them (more demand is never wrong). Calls are asked one after the other: the condition of one
//! may contain those before it. Every caller has copies of its own, so that no
//! caller's demand runs through another caller's negation.
//!
//! `texts` asks in the same way for what the marked predicates call, and so on down, unless some other rule wants that
//! in full. Inside a copy the condition is the shortest way from the copy's own demand to what the call is given.
//! Results ask in this way for the files and lines of elements too, which every element has and few are asked for.
//! Such demands depend on each other; a call under a negation may then come to depend on itself. The calls of which
//! that is true are computed in full instead, found one by one by looking at the result; should it not be stratified
//! nevertheless, fewer calls get copies.

mod calls;

use super::binding::{Reach, needs_binding};
use crate::walk::nested_bodies;
use crate::{
    Atom, Body, Column, Def, Inline, Kind, Literal, LiteralKind, Origin, Pred, PredId, Program, Rule, Term,
};
use calls::{body_at, demand_rule};
use quarrel_base::ids::Id;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Copies above which demand for the sake of speed is given up.
const MOST_COPIES: usize = 4000;

/// Which calls get copies, from all that may to those that must.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    /// Outputs and rules ask for predicates marked `on_demand`, and those for whatever they call.
    Deep,
    /// Outputs and rules ask for predicates marked `on_demand`.
    All,
    /// Only outputs ask for them.
    Outputs,
    /// Only predicates with required bindings are asked for.
    Required,
}

/// How often calls that depend on themselves through a negation are looked for.
const MOST_TRIES: usize = 12;

/// Asks for what cannot be computed in full.
pub fn run(program: &mut Program) {
    if program.preds.iter().any(needs_binding) {
        let demand = Demand::new(program, Extent::Required, FxHashSet::default());
        demand.run(program);
    }
}

/// Asks for what would be too much in full.
pub fn run_texts(program: &mut Program) {
    if !program.preds.iter().any(|pred| pred.on_demand) {
        return;
    }
    let mut in_full = FxHashSet::default();
    for _ in 0..MOST_TRIES {
        let mut transformed = program.clone();
        let demand = Demand::new(program, Extent::Deep, in_full.clone());
        let results = demand.results.clone();
        let family_of = |pred| if results.contains(&pred) { Family::Results } else { Family::Of(pred) };
        let copies = demand.run(&mut transformed);
        let bad = crate::strata::negative_mentions(&transformed);
        if bad.is_empty() {
            *program = transformed;
            return;
        }
        let before = in_full.len();
        for (from, to) in bad {
            let Some(&(_, callee)) = copies.get(&to) else { continue };
            in_full.insert(
                copies
                    .get(&from)
                    .map_or((family_of(from), from, callee), |(family, caller)| (*family, *caller, callee)),
            );
        }
        if in_full.len() == before {
            break;
        }
    }
    for extent in [Extent::All, Extent::Outputs] {
        let mut transformed = program.clone();
        Demand::new(program, extent, FxHashSet::default()).run(&mut transformed);
        if crate::strata::negative_mentions(&transformed).is_empty() {
            *program = transformed;
            return;
        }
    }
}

/// What does nothing but look up, for an entity, what the locations of results are made of, such as its file: every
/// element has a place, and a query seldom asks for those of many.
fn readers_of_places(program: &Program, reach: &Reach) -> FxHashSet<PredId> {
    let is_stored = |pred: PredId| matches!(program.preds[pred].def, Def::Stored(_));
    let width = |pred: PredId| program.preds[pred].columns.len();
    // The predicates that hand the same columns on, and the relations that they read.
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

/// Whose demand a copy serves. Nothing that a member of a family depends on may depend on the family's copies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Family {
    /// The texts and locations of what is shown.
    Shown,
    /// The rules of all results that nothing else uses.
    Results,
    /// One predicate's rules.
    Of(PredId),
}

/// Calls by the copies of a family, of a predicate by another's rules.
type Calls = FxHashSet<(Family, PredId, PredId)>;

struct Demand {
    extent: Extent,
    reach: Reach,
    /// Results that nothing else uses.
    results: BTreeSet<PredId>,
    /// What results ask for as if it were marked.
    readers: FxHashSet<PredId>,
    /// What is computed in full anyway.
    wanted: BTreeSet<PredId>,
    /// Calls under negations that must not get copies.
    in_full: Calls,
    /// By family, predicate and given columns: the copy and its demand predicate.
    copies: BTreeMap<(Family, PredId, Vec<usize>), (PredId, PredId)>,
    /// Copies whose rules are still to be made.
    open: Vec<(Family, PredId, Vec<usize>)>,
}

/// Where calls stand: in the rules of which predicate of the original program, whether these are a copy's, and of which
/// family what they call is.
#[derive(Clone, Copy)]
struct Site {
    caller: PredId,
    in_copy: bool,
    family: Family,
}

impl Site {
    fn rules_of(caller: PredId, demand: &Demand) -> Self {
        let shared = demand.extent == Extent::Deep && demand.results.contains(&caller);
        let family = if shared { Family::Results } else { Family::Of(caller) };
        Self { caller, in_copy: false, family }
    }
}

impl Demand {
    fn new(program: &Program, extent: Extent, in_full: Calls) -> Self {
        let reach = Reach::new(program);
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
            if extent == Extent::Deep { readers_of_places(program, &reach) } else { FxHashSet::default() };
        let outputs = program.outputs.iter().map(|output| output.pred);
        let results = outputs.filter(|pred| !used.contains(pred)).collect();
        Self { extent, reach, results, readers, wanted, in_full, copies: BTreeMap::new(), open: Vec::new() }
    }

    /// Transforms the program; gives what the copies are of.
    fn run(mut self, program: &mut Program) -> FxHashMap<PredId, (Family, PredId)> {
        let live = self.reach.closure(super::dead::roots(program));
        self.outputs(program);
        for id in program.preds.ids().collect::<Vec<_>>() {
            if !live.contains(&id) || self.is_adornable(program, id) {
                continue;
            }
            if let Def::Rules(rules) = &program.preds[id].def
                && rules.iter().any(|rule| self.mentions_adornable(program, &rule.body))
            {
                let rules = self.rules(program, Site::rules_of(id, &self), rules.clone());
                program.preds[id].def = Def::Rules(rules);
            }
        }
        // Copies ask for further copies. Marked predicates that are still called in full have calls of their own.
        loop {
            while let Some((family, pred, columns)) = self.open.pop() {
                self.define(program, family, pred, &columns);
            }
            let Some(pred) = self.full_marked(program) else {
                break;
            };
            self.define_full(program, pred);
        }
        let made = self.copies.into_iter();
        made.map(|((family, pred, _), (copy, _))| (copy, (family, pred))).collect()
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

    /// A marked predicate that is computed in full and calls predicates with required bindings.
    fn full_marked(&mut self, program: &Program) -> Option<PredId> {
        let live = Reach::new(program).closure(super::dead::roots(program));
        live.into_iter().find(|&id| {
            let pred = &program.preds[id];
            pred.on_demand
                && !needs_binding(pred)
                && matches!(&pred.def, Def::Rules(rules)
                    if rules.iter().any(|rule| mentions_required(program, &rule.body)))
                && !self.copies.contains_key(&(Family::Of(id), id, Vec::new()))
        })
    }

    fn define_full(&mut self, program: &mut Program, id: PredId) {
        self.copies.insert((Family::Of(id), id, Vec::new()), (id, id));
        if let Def::Rules(rules) = program.preds[id].def.clone() {
            let rules = self.rules(program, Site::rules_of(id, self), rules);
            program.preds[id].def = Def::Rules(rules);
        }
    }

    /// Outputs ask for the texts and locations of their values.
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
        let original = program.preds[pred].clone();
        let digits: Vec<String> = key.2.iter().map(ToString::to_string).collect();
        let whose = match family {
            Family::Shown => "output",
            Family::Results => "result",
            Family::Of(caller) => &program.preds[caller].name,
        };
        let name = format!("{}@{}[{whose}]", original.name, digits.join("_"));
        let asked: Vec<Column> = key.2.iter().map(|&col| original.columns[col].clone()).collect();
        let made = |name: String, columns: Vec<Column>| Pred {
            name,
            columns,
            def: Def::Rules(Vec::new()),
            modes: Vec::new(),
            inline: Inline::Never,
            on_demand: false,
            supersets: Vec::new(),
            parts: Vec::new(),
            origin: original.origin,
        };
        // What is asked for need not be of the declared type.
        let asked = asked.into_iter().map(|column| Column { within: Vec::new(), ..column }).collect();
        let demand = program.preds.push(made(format!("{name}?"), asked));
        let copy = program.preds.push(made(name, original.columns.clone()));
        self.copies.insert(key.clone(), (copy, demand));
        self.open.push(key);
        (copy, demand)
    }

    /// Makes the rules of a copy.
    fn define(&mut self, program: &mut Program, family: Family, pred: PredId, columns: &[usize]) {
        let Some(&(copy, demand)) = self.copies.get(&(family, pred, columns.to_vec())) else {
            return;
        };
        let Def::Rules(mut rules) = program.preds[pred].def.clone() else {
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

    /// Rules with their calls led to copies.
    fn rules(&mut self, program: &mut Program, site: Site, rules: Vec<Rule>) -> Vec<Rule> {
        let mut out = Vec::with_capacity(rules.len());
        for mut rule in rules {
            let calls = self.calls(program, site, &rule.body);
            let mut demands = Vec::new();
            for call in &calls {
                let LiteralKind::Atom(atom) = &mut body_at(&mut rule.body, &call.path).literals[call.at].kind
                else {
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
