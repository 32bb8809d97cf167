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
    Atom, Body, Column, Def, Inline, Kind, Literal, LiteralKind, Origin, Output, Pred, PredId, Program, Rule,
    Term,
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
        let reach = Reach::new(program);
        Demand::new(program, &reach, Extent::Required, FxHashSet::default()).run(program);
    }
}

/// Asks for what would be too much in full.
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

struct Demand<'r> {
    extent: Extent,
    reach: &'r Reach,
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
    /// What the program had before.
    before: Before,
}

/// What a program had before demands were added, where it was replaced.
struct Before {
    preds: usize,
    outputs: Vec<Output>,
    defs: FxHashMap<PredId, Def>,
}

/// A transformation that was made.
struct Done {
    before: Before,
    results: BTreeSet<PredId>,
    /// Copies, and what they are copies of.
    copies: FxHashMap<PredId, (Family, PredId)>,
}

impl Done {
    /// Which call the mention of a copy stands for.
    fn call(&self, from: PredId, to: PredId) -> Option<(Family, PredId, PredId)> {
        let (_, callee) = *self.copies.get(&to)?;
        let family = if self.results.contains(&from) { Family::Results } else { Family::Of(from) };
        let (family, caller) = self.copies.get(&from).copied().unwrap_or((family, from));
        Some((family, caller, callee))
    }

    /// Takes it back.
    fn undo(self, program: &mut Program) {
        let Before { preds, outputs, defs } = self.before;
        for (pred, def) in defs {
            program.preds[pred].def = def;
        }
        program.preds.truncate(preds);
        program.outputs = outputs;
    }
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

    /// Transforms the program, as far as it is still asked for: what only texts need that are now asked of copies is
    /// left as it is.
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
            // Copies ask for further copies.
            while let Some((family, pred, columns)) = self.open.pop() {
                self.define(program, family, pred, &columns);
            }
            crate::walk::mentions(&program.preds[id], &mut |mention| open.push(mention.pred));
        }
        let made = self.copies.into_iter();
        let copies = made.map(|((family, pred, _), (copy, _))| (copy, (family, pred))).collect();
        Done { before: self.before, results: self.results, copies }
    }

    /// Leads the calls in the rules of a predicate to copies.
    fn lead(&mut self, program: &mut Program, id: PredId) {
        if let Def::Rules(rules) = &program.preds[id].def {
            let rules = self.rules(program, Site::rules_of(id, self), rules.clone());
            let before = std::mem::replace(&mut program.preds[id].def, Def::Rules(rules));
            self.before.defs.insert(id, before);
        }
    }

    /// Whether calls in the rules of a predicate that is computed in full may get copies: if it is marked, only those
    /// that must.
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
        let original = &program.preds[pred];
        let digits: Vec<String> = key.2.iter().map(ToString::to_string).collect();
        let whose = match family {
            Family::Shown => "output",
            Family::Results => "result",
            Family::Of(caller) => &program.preds[caller].name,
        };
        let name = format!("{}@{}[{whose}]", original.name, digits.join("_"));
        let (origin, columns) = (original.origin, original.columns.clone());
        // What is asked for need not be of the declared type.
        let asked = |&col: &usize| Column { within: Vec::new(), ..columns[col].clone() };
        let asked = key.2.iter().map(asked).collect();
        let made = |name: String, columns: Vec<Column>| Pred {
            name,
            columns,
            def: Def::Rules(Vec::new()),
            modes: Vec::new(),
            inline: Inline::Never,
            on_demand: false,
            supersets: Vec::new(),
            parts: Vec::new(),
            origin,
        };
        let demand = program.preds.push(made(format!("{name}?"), asked));
        let copy = program.preds.push(made(name, columns));
        self.copies.insert(key.clone(), (copy, demand));
        self.open.push(key);
        (copy, demand)
    }

    /// Makes the rules of a copy.
    fn define(&mut self, program: &mut Program, family: Family, pred: PredId, columns: &[usize]) {
        let Some(&(copy, demand)) = self.copies.get(&(family, pred, columns.to_vec())) else {
            return;
        };
        // The calls in the rules as they were get copies for this family; those of the caller's own would get copies of
        // copies.
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
