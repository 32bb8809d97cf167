//! INPUT: a program whose only predicates with required bindings are recursive; predicates marked `on_demand`.
//! OUTPUT: an equivalent program in which those are computed for what their callers ask only, and need no binding.
//! HOW: the demand (magic set) transformation, for the marked predicates only. For a call of `p` with column 0 bound
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
//! caller's demand runs through another caller's negation; should the result not be stratified nevertheless, copies
//! for the sake of speed are given up.

use super::binding::{Bound, Reach, bound_by, is_known, needs_binding};
use crate::walk::{literal_vars, nested_bodies, nested_bodies_mut};
use crate::{
    Atom, Body, Column, Def, Inline, Literal, LiteralKind, Origin, Pred, PredId, Program, Rule, Term,
};
use quarrel_base::ids::Id;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Copies above which demand for the sake of speed is given up.
const MOST_COPIES: usize = 4000;

/// Which calls get copies, from all that may to those that must.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    /// Outputs and rules ask for predicates marked `on_demand`.
    All,
    /// Only outputs ask for them.
    Outputs,
    /// Only predicates with required bindings are asked for.
    Required,
}

/// Runs the pass.
pub fn run(program: &mut Program) {
    let needed = program.preds.iter().any(|pred| pred.on_demand || needs_binding(pred));
    if !needed {
        return;
    }
    for extent in [Extent::All, Extent::Outputs, Extent::Required] {
        let mut transformed = program.clone();
        Demand::new(&transformed, extent).run(&mut transformed);
        if extent == Extent::Required || crate::strata::negative_cycles(&transformed).is_empty() {
            *program = transformed;
            return;
        }
    }
}

/// Whose demand a copy serves: a predicate's rules, or the outputs.
type Family = Option<PredId>;

struct Demand {
    extent: Extent,
    reach: Reach,
    /// By family, predicate and given columns: the copy and its demand predicate.
    copies: BTreeMap<(Family, PredId, Vec<usize>), (PredId, PredId)>,
    /// Copies whose rules are still to be made.
    open: Vec<(Family, PredId, Vec<usize>)>,
}

/// Steps from a rule's body to a nested one: literal, and which of its bodies.
type Path = Vec<(usize, usize)>;

/// A call that gets a copy.
struct Call {
    path: Path,
    at: usize,
    columns: Vec<usize>,
    /// Literals of the condition: how many steps of the path lead to their body, and their index there.
    condition: Vec<(usize, usize)>,
}

impl Demand {
    fn new(program: &Program, extent: Extent) -> Self {
        Self { extent, reach: Reach::new(program), copies: BTreeMap::new(), open: Vec::new() }
    }

    fn run(mut self, program: &mut Program) {
        let live = self.reach.closure(super::dead::roots(program));
        self.outputs(program);
        for id in program.preds.ids().collect::<Vec<_>>() {
            if !live.contains(&id) || self.is_adornable(program, id) {
                continue;
            }
            if let Def::Rules(rules) = &program.preds[id].def
                && rules.iter().any(|rule| self.mentions_adornable(program, &rule.body))
            {
                let rules = self.rules(program, id, Some(id), rules.clone());
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
    }

    fn is_adornable(&self, program: &Program, id: PredId) -> bool {
        let pred = &program.preds[id];
        matches!(pred.def, Def::Rules(_)) && (needs_binding(pred) || pred.on_demand)
    }

    fn mentions_adornable(&self, program: &Program, body: &Body) -> bool {
        body.literals.iter().any(|literal| match &literal.kind {
            LiteralKind::Atom(atom) => self.is_adornable(program, atom.pred),
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
                && !self.copies.contains_key(&(Some(id), id, Vec::new()))
        })
    }

    fn define_full(&mut self, program: &mut Program, id: PredId) {
        self.copies.insert((Some(id), id, Vec::new()), (id, id));
        if let Def::Rules(rules) = program.preds[id].def.clone() {
            let rules = self.rules(program, id, Some(id), rules);
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
                    let (copy, demand) = self.copy(program, None, *shown, vec![0]);
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
        let whose = family.map_or_else(|| "output".to_owned(), |caller| program.preds[caller].name.clone());
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
        let rules = self.rules(program, pred, family, rules);
        program.preds[copy].def = Def::Rules(rules);
    }

    /// Rules with their calls led to copies. `caller` is the predicate that the rules are of in the original program.
    fn rules(
        &mut self,
        program: &mut Program,
        caller: PredId,
        family: Family,
        rules: Vec<Rule>,
    ) -> Vec<Rule> {
        let mut out = Vec::with_capacity(rules.len());
        for mut rule in rules {
            let calls = self.calls(program, caller, &rule.body);
            let mut demands = Vec::new();
            for call in &calls {
                let LiteralKind::Atom(atom) = &mut body_at(&mut rule.body, &call.path).literals[call.at].kind
                else {
                    continue;
                };
                let (copy, demand) = self.copy(program, family, atom.pred, call.columns.clone());
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

    /// The calls in a body that get copies, in the order in which they can be asked: what one call gives may be in the
    /// condition of those behind it, and of no other. Were two calls in each other's conditions, neither would ever be
    /// asked.
    fn calls(&self, program: &Program, caller: PredId, body: &Body) -> Vec<Call> {
        let mut open: Vec<(Path, usize)> = Vec::new();
        self.find_calls(program, body, &mut Vec::new(), &mut open);
        // What does not depend on the caller comes first: it may be what ends a recursion of demands.
        open.sort_by_cached_key(|(path, at)| {
            bodies_on(body, path).last().map_or(0, |around| self.wildness(caller, &around.literals[*at]))
        });
        let mut placed = Vec::new();
        while !open.is_empty() {
            let before = open.len();
            let mut next = 0;
            while next < open.len() {
                match self.condition(program, caller, body, &open[next], &open) {
                    Some(call) => {
                        placed.push(call);
                        open.remove(next);
                    }
                    None => next += 1,
                }
            }
            if open.len() == before {
                // One that need not be asked is computed in full, and so may help the others.
                let full = open.iter().position(|place| !needs_binding(&program.preds[called(body, place)]));
                match full {
                    Some(full) => drop(open.remove(full)),
                    None => break,
                }
            }
        }
        placed
    }

    fn find_calls(&self, program: &Program, body: &Body, path: &mut Path, calls: &mut Vec<(Path, usize)>) {
        for (at, literal) in body.literals.iter().enumerate() {
            match &literal.kind {
                LiteralKind::Atom(atom) => {
                    let all = self.extent == Extent::All && self.copies.len() <= MOST_COPIES;
                    if self.is_adornable(program, atom.pred)
                        && (all || needs_binding(&program.preds[atom.pred]))
                    {
                        calls.push((path.clone(), at));
                    }
                }
                other => {
                    for (which, inner) in nested_bodies(other).into_iter().enumerate() {
                        path.push((at, which));
                        self.find_calls(program, inner, path, calls);
                        path.pop();
                    }
                }
            }
        }
    }

    /// A call with the columns that are asked for, and the literals around it that bind them: none of those that are
    /// or contain an open call.
    fn condition(
        &self,
        program: &Program,
        caller: PredId,
        body: &Body,
        place: &(Path, usize),
        open: &[(Path, usize)],
    ) -> Option<Call> {
        let (path, at) = place;
        let around = bodies_on(body, path);
        let LiteralKind::Atom(atom) = &around.last()?.literals[*at].kind else { return None };
        let pred = &program.preds[atom.pred];
        let required = needs_binding(pred);
        // Literals with how tame they are: 0 plain, 1 dependent on the caller, 2 negations and aggregates.
        let mut candidates: Vec<((usize, usize), u8, &Literal)> = Vec::new();
        for (depth, body) in around.iter().enumerate() {
            let waiting: FxHashSet<usize> = open
                .iter()
                .filter(|(other, _)| other.len() >= depth && other[..depth] == path[..depth])
                .map(|(other, at)| other.get(depth).map_or(*at, |(literal, _)| *literal))
                .collect();
            let on_path = path.get(depth).map_or(*at, |(literal, _)| *literal);
            for (index, literal) in body.literals.iter().enumerate() {
                if index != on_path && !waiting.contains(&index) {
                    candidates.push(((depth, index), self.wildness(caller, literal), literal));
                }
            }
        }
        let tiers: &[u8] = if required { &[0, 1, 2] } else { &[0] };
        for &tier in tiers {
            let kept: Vec<_> = candidates.iter().filter(|(_, wildness, _)| *wildness <= tier).collect();
            let (bound, left) = bound_by(program, kept.iter().map(|(_, _, literal)| *literal), &Bound::new());
            let columns = if required {
                pred.modes
                    .iter()
                    .find(|mode| mode.iter().all(|&col| is_known(&atom.args[col], &bound)))
                    .cloned()
            } else {
                let arg = atom.args.first();
                arg.is_some_and(|arg| is_known(arg, &bound)).then(|| vec![0])
            };
            if let Some(columns) = columns {
                let condition = kept
                    .iter()
                    .filter(|(_, _, literal)| !left.iter().any(|other| std::ptr::eq(*other, *literal)))
                    .map(|(place, _, _)| *place)
                    .collect();
                return Some(Call { path: path.clone(), at: *at, columns, condition });
            }
        }
        None
    }

    fn wildness(&self, caller: PredId, literal: &Literal) -> u8 {
        let mut wildness = 0;
        let mut open = vec![literal];
        while let Some(literal) = open.pop() {
            match &literal.kind {
                LiteralKind::Not(_) | LiteralKind::Aggregate(_) => return 2,
                LiteralKind::Atom(Atom { pred, .. }) | LiteralKind::Closure { step: pred, .. } => {
                    wildness = wildness.max(u8::from(self.reach.depends(*pred, caller)));
                }
                LiteralKind::Or(bodies) => open.extend(bodies.iter().flat_map(|body| &body.literals)),
                _ => {}
            }
        }
        wildness
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

/// `head :- literals.` with those variables of the rule that it needs.
fn demand_rule(rule: &Rule, head: Vec<Term>, literals: Vec<Literal>) -> Rule {
    let mut used: BTreeSet<crate::VarId> = BTreeSet::new();
    let mut inner: BTreeSet<crate::VarId> = BTreeSet::new();
    for literal in &literals {
        literal_vars(literal, &mut |var| {
            used.insert(var);
        });
        declared_inside(&literal.kind, &mut inner);
    }
    used.extend(head.iter().filter_map(|term| if let Term::Var(var) = term { Some(*var) } else { None }));
    let locals = used.into_iter().filter(|var| !inner.contains(var)).collect();
    Rule { head, body: Body { locals, literals }, vars: rule.vars.clone(), origin: rule.origin }
}

fn declared_inside(literal: &LiteralKind, out: &mut BTreeSet<crate::VarId>) {
    for body in nested_bodies(literal) {
        out.extend(&body.locals);
        for literal in &body.literals {
            declared_inside(&literal.kind, out);
        }
    }
}

/// The bodies that a path leads through, from the outermost one.
fn bodies_on<'b>(body: &'b Body, path: &Path) -> Vec<&'b Body> {
    let mut bodies = vec![body];
    let mut body = body;
    for &(literal, which) in path {
        body = nested_bodies(&body.literals[literal].kind)[which];
        bodies.push(body);
    }
    bodies
}

/// The predicate that the call at a place calls.
fn called(body: &Body, (path, at): &(Path, usize)) -> PredId {
    match bodies_on(body, path).last().map(|body| &body.literals[*at].kind) {
        Some(LiteralKind::Atom(atom)) => atom.pred,
        _ => PredId::new(0),
    }
}

fn body_at<'b>(body: &'b mut Body, path: &[(usize, usize)]) -> &'b mut Body {
    let mut body = body;
    for &(literal, which) in path {
        let mut inner = nested_bodies_mut(&mut body.literals[literal].kind);
        body = inner.swap_remove(which);
    }
    body
}
