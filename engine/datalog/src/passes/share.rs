//! INPUT: any program.
//! OUTPUT: an equivalent one that computes nothing twice under two names: neither predicates that only repeat another
//! (`q(x, y) :- p(x, y).`), nor predicates with equal rules, such as copies that demand made for two callers, or parts
//! of different queries.
//! HOW: every predicate has a leader, at first itself. A predicate that repeats another follows its leader; of
//! predicates with equal definitions (leaders in place of predicates, numbers in place of variables) all follow the
//! first. This repeats for predicates that mention a new follower, until nothing changes. Then leaders replace
//! followers wherever they are mentioned. Outputs keep their predicates, which then repeat their leaders.

use super::binding::needs_binding;
use super::dead::roots;
use crate::walk::nested_bodies_mut;
use crate::{Atom, Body, Def, GraphOp, Kind, Literal, LiteralKind, Pred, PredId, Program, Rule, Term, VarId};
use quarrel_base::ids::Id;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Runs the pass.
pub fn run(program: &mut Program) {
    let mut leaders = Leaders(program.preds.ids().collect());
    leaders.find(program);
    leaders.apply(program);
}

/// The leader of each predicate, by index; a leader is its own.
struct Leaders(Vec<PredId>);

impl Leaders {
    fn of(&self, pred: PredId) -> PredId {
        let mut pred = pred;
        while let Some(&leader) = self.0.get(pred.index())
            && leader != pred
        {
            pred = leader;
        }
        pred
    }

    /// Whether a predicate has no leader yet, and may get one; predicates marked `on_demand` may not.
    fn may_follow(&self, id: PredId, pred: &Pred) -> bool {
        self.of(id) == id && !needs_binding(pred) && !pred.on_demand
    }

    /// Finds all followers.
    fn find(&mut self, program: &Program) {
        let mut users = users(program);
        // A number for each text of a definition, and the number of each predicate, which changes when a predicate that
        // it mentions gets a leader.
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut keys: Vec<Option<usize>> = vec![None; program.preds.len()];
        let mut is_stale = vec![true; program.preds.len()];
        loop {
            let mut followers = Vec::new();
            for (id, pred) in program.preds.iter_ids() {
                if is_stale[id.index()] && self.may_follow(id, pred) {
                    keys[id.index()] = self.key(id, pred).map(|key| {
                        let next = numbers.len();
                        *numbers.entry(key).or_insert(next)
                    });
                }
            }
            let mut first: Vec<Option<PredId>> = vec![None; numbers.len()];
            is_stale.fill(false);
            for (id, pred) in program.preds.iter_ids() {
                if !self.may_follow(id, pred) {
                    continue;
                }
                let repeated = repeats(pred)
                    .map(|other| self.of(other))
                    .filter(|other| *other != id && same_shape(pred, &program.preds[*other]));
                let leader = repeated.or_else(|| {
                    let other = *first[keys[id.index()]?].get_or_insert(id);
                    (other != id && same_shape(pred, &program.preds[other])).then_some(other)
                });
                if let Some(leader) = leader {
                    self.0[id.index()] = leader;
                    followers.push((id, leader));
                }
            }
            if followers.is_empty() {
                return;
            }
            for (follower, leader) in followers {
                let moved = std::mem::take(&mut users[follower.index()]);
                moved.iter().for_each(|user| is_stale[user.index()] = true);
                users[self.of(leader).index()].extend(moved);
            }
        }
    }

    fn apply(&self, program: &mut Program) {
        let wanted: BTreeSet<PredId> = roots(program).collect();
        for id in program.preds.ids().collect::<Vec<_>>() {
            let leader = self.of(id);
            if leader != id {
                let pred = &program.preds[id];
                let (supersets, parts) = (pred.supersets.clone(), pred.parts.clone());
                let within: Vec<_> = pred.columns.iter().map(|column| column.within.clone()).collect();
                let rules = if wanted.contains(&id) { vec![repetition(pred, leader)] } else { Vec::new() };
                program.preds[id].def = Def::Rules(rules);
                // Properties of one hold for the other.
                let target = &mut program.preds[leader];
                target.supersets.extend(supersets);
                target.supersets.push(id);
                if target.parts.is_empty() {
                    target.parts = parts;
                }
                for (column, within) in target.columns.iter_mut().zip(within) {
                    column.within.extend(within);
                }
            }
        }
        for pred in program.preds.iter_mut() {
            match &mut pred.def {
                Def::Rules(rules) => rules.iter_mut().for_each(|rule| self.replace(&mut rule.body)),
                Def::Graph(graph) => self.replace_inputs(graph),
                Def::Stored(_) | Def::Rows(_) => {}
            }
            let tidy = |preds: &mut Vec<PredId>| {
                preds.iter_mut().for_each(|pred| *pred = self.of(*pred));
                preds.sort_unstable();
                preds.dedup();
            };
            tidy(&mut pred.supersets);
            pred.columns.iter_mut().for_each(|column| tidy(&mut column.within));
        }
    }

    fn replace(&self, body: &mut Body) {
        for literal in &mut body.literals {
            match &mut literal.kind {
                LiteralKind::Atom(atom) => atom.pred = self.of(atom.pred),
                LiteralKind::Closure { step, .. } => *step = self.of(*step),
                other => nested_bodies_mut(other).into_iter().for_each(|inner| self.replace(inner)),
            }
        }
    }

    fn replace_inputs(&self, graph: &mut GraphOp) {
        let replace = |pred: &mut PredId| *pred = self.of(*pred);
        match graph {
            GraphOp::TransitiveClosure { step, sources, sinks } => {
                replace(step);
                sources.iter_mut().chain(sinks).for_each(replace);
            }
            GraphOp::ShortestDistances { start: unary, step: binary }
            | GraphOp::ImmediateDominators { entry: unary, successor: binary } => {
                replace(unary);
                replace(binary);
            }
            GraphOp::EquivalenceRelation { base: input } | GraphOp::InternSets { values: input } => {
                replace(input)
            }
        }
    }

    /// The definition as text, equal for equal definitions; a mention of the predicate itself is canonical too.
    fn key(&self, id: PredId, pred: &Pred) -> Option<String> {
        let mut writer = Writer { leaders: self, own: id, out: String::new(), vars: FxHashMap::default() };
        pred.columns.iter().for_each(|column| writer.kind(column.kind));
        match &pred.def {
            Def::Rules(rules) if rules.is_empty() => return None,
            Def::Rules(rules) => {
                for rule in rules {
                    writer.rule(rule);
                }
            }
            Def::Graph(graph) => {
                writer.put(&std::mem::discriminant(graph));
                crate::walk::graph_inputs(graph, &mut |input| writer.put(&self.of(input)));
                if let GraphOp::TransitiveClosure { sources, sinks, .. } = graph {
                    writer.put(&(sources.is_some(), sinks.is_some()));
                }
            }
            Def::Stored(name) => writer.put(name),
            Def::Rows(_) => return None,
        }
        Some(writer.out)
    }
}

/// By predicate: the predicates that mention it.
fn users(program: &Program) -> Vec<Vec<PredId>> {
    let mut users: Vec<Vec<PredId>> = vec![Vec::new(); program.preds.len()];
    for (id, pred) in program.preds.iter_ids() {
        crate::walk::mentions(pred, &mut |mention| {
            let users = &mut users[mention.pred.index()];
            if users.last() != Some(&id) {
                users.push(id);
            }
        });
    }
    users
}

/// The predicate that this one repeats: its only rule is one atom with the head's variables in order.
fn repeats(pred: &Pred) -> Option<PredId> {
    let Def::Rules(rules) = &pred.def else {
        return None;
    };
    let [rule] = rules.as_slice() else {
        return None;
    };
    let [Literal { kind: LiteralKind::Atom(atom), .. }] = rule.body.literals.as_slice() else {
        return None;
    };
    let plain = rule.head == atom.args
        && rule
            .head
            .iter()
            .enumerate()
            .all(|(at, term)| matches!(term, Term::Var(_)) && !rule.head[..at].contains(term));
    plain.then_some(atom.pred)
}

fn same_shape(a: &Pred, b: &Pred) -> bool {
    !needs_binding(b)
        && !b.on_demand
        && a.columns.len() == b.columns.len()
        && a.columns.iter().zip(&b.columns).all(|(a, b)| a.kind == b.kind)
}

/// `pred(x, y) :- leader(x, y).`
fn repetition(pred: &Pred, leader: PredId) -> Rule {
    let vars: quarrel_base::IndexVec<VarId, crate::Var> = pred
        .columns
        .iter()
        .map(|column| crate::Var {
            name: format!("_{}", column.name),
            kind: column.kind,
            origin: pred.origin,
        })
        .collect();
    let locals: Vec<VarId> = vars.ids().collect();
    let head: Vec<Term> = locals.iter().map(|var| Term::Var(*var)).collect();
    let atom = LiteralKind::Atom(Atom { pred: leader, args: head.clone() });
    let literals = vec![Literal { kind: atom, origin: pred.origin }];
    Rule { head, body: Body { locals, literals }, vars, origin: pred.origin }
}

struct Writer<'l> {
    leaders: &'l Leaders,
    own: PredId,
    out: String,
    /// Numbers of variables in the order in which bodies declare them.
    vars: FxHashMap<VarId, usize>,
}

impl Writer<'_> {
    fn put(&mut self, thing: &dyn std::fmt::Debug) {
        let _ = write!(self.out, "{thing:?} ");
    }
    /// Writes a number in letters, the lowest digit first; compact because there are very many.
    fn number(&mut self, sort: char, mut number: usize) {
        self.out.push(sort);
        while number >= 64 {
            self.out.push(char::from(b'0' + (number % 64) as u8));
            number /= 64;
        }
        self.out.push(char::from(b'0' + number as u8));
        self.out.push(' ');
    }
    /// Writes a kind as one letter.
    fn kind(&mut self, kind: Kind) {
        self.out.push(match kind {
            Kind::Int => 'i',
            Kind::Float => 'f',
            Kind::String => 's',
            Kind::Boolean => 'b',
            Kind::Date => 'd',
            Kind::BigInt => 'n',
            Kind::Entity => 'e',
        });
    }
    fn pred(&mut self, pred: PredId) {
        let leader = self.leaders.of(pred);
        if leader == self.own {
            self.out.push_str("self ");
        } else {
            self.number('p', leader.index());
        }
    }
    fn var(&mut self, var: VarId) {
        let next = self.vars.len();
        let number = *self.vars.entry(var).or_insert(next);
        self.number('v', number);
    }
    fn term(&mut self, term: &Term) {
        match term {
            Term::Var(var) => self.var(*var),
            Term::Const(constant) => self.put(constant),
            Term::Wildcard => self.out.push_str("_ "),
        }
    }
    fn rule(&mut self, rule: &Rule) {
        self.vars.clear();
        self.out.push_str("rule ");
        rule.head.iter().for_each(|term| self.term(term));
        self.body(&rule.body, rule);
    }
    fn body(&mut self, body: &Body, rule: &Rule) {
        self.out.push('{');
        for local in &body.locals {
            self.var(*local);
            self.kind(rule.vars[*local].kind);
        }
        self.out.push(':');
        for literal in &body.literals {
            self.literal(&literal.kind, rule);
        }
        self.out.push('}');
    }
    fn literal(&mut self, literal: &LiteralKind, rule: &Rule) {
        match literal {
            LiteralKind::Atom(atom) => self.pred(atom.pred),
            LiteralKind::Closure { step, reflexive, .. } => {
                self.out.push_str(if *reflexive { "* " } else { "+ " });
                self.pred(*step);
            }
            LiteralKind::Not(_) => self.out.push_str("not "),
            LiteralKind::Or(_) => self.out.push_str("or "),
            LiteralKind::Compare(comparison, kind, ..) => self.put(&(comparison, kind)),
            LiteralKind::Builtin(op, _) => self.put(op),
            LiteralKind::Construct { ctor, .. } => self.put(ctor),
            LiteralKind::Aggregate(aggregate) => {
                self.put(&aggregate.op);
                self.put(&(
                    aggregate.separator.is_some(),
                    aggregate.rank.is_some(),
                    aggregate.value.is_some(),
                ));
            }
        }
        for body in crate::walk::nested_bodies(literal) {
            self.body(body, rule);
        }
        for term in crate::walk::own_terms(literal) {
            self.term(term);
        }
        if let LiteralKind::Aggregate(aggregate) = literal {
            aggregate.value.iter().for_each(|term| self.term(term));
            self.out.push('|');
            aggregate.tuple.iter().for_each(|var| self.var(*var));
            self.out.push('|');
            for key in &aggregate.keys {
                self.var(key.var);
                self.put(&key.descending);
            }
            if let Some(choice) = &aggregate.choice {
                self.out.push('|');
                choice.of.iter().chain([&choice.expected]).for_each(|var| self.var(*var));
            }
        }
        self.out.push(';');
    }
}
