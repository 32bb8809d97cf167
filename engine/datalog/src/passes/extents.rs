//! INPUT: a program whose entity types list their parts (`Pred::parts`); no predicate needs bindings.
//! OUTPUT: an equivalent one without the rules, branches and type checks that the types of their variables decide.
//!
//! ```text
//! text(x, t) :- Class(x), nameOf(x, t).                   text(x, t) :- Class(x), nameOf(x, t).
//! nameOf(x, t) :- classes(x, t).                becomes   nameOf(x, t) :- classes(x, t).
//! nameOf(x, t) :- methods(x, t), not Class(x).            if nobody else asks for the name of a method
//! ```
//!
//! HOW: three least fixpoints over sets of parts. What each column *may* hold, bottom-up from the literals of rules.
//! Which parts a unary predicate has *whole*, bottom-up. Which parts of each column a live caller can *ask* for, from
//! the outputs down. Then in each rule, for the demanded parts: a variable without a part left ends the rule or the
//! branch; `not T(x)` goes if no value of `x` is in `T`, and is false if all are; `T(x)` goes if all values that other
//! literals leave for `x` are in `T`.
//!
//! A narrowed predicate has its rows for all parts that callers ask for, and no others that its columns could not hold
//! before. So conclusions of callers stay right if they follow from the columns as they were (negations left out);
//! dropping type checks ignores what is asked for.

use super::dead::roots;
use crate::walk::{graph_inputs, nested_bodies};
use crate::{
    Atom, Body, Comparison, Def, GraphOp, Kind, Literal, LiteralKind, Pred, PredId, Program, Rule, Term,
    VarId,
};
use quarrel_base::ids::Id;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A set of parts, as a bit set of `W` words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Parts<const W: usize>([u64; W]);

impl<const W: usize> Parts<W> {
    const NONE: Self = Self([0; W]);
    const ALL: Self = Self([u64::MAX; W]);
    /// The part of all values outside of entity types: constructed ones, numbers, texts.
    const OTHER: usize = W * 64 - 1;

    fn of(parts: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::NONE;
        for part in parts {
            set.0[part / 64] |= 1 << (part % 64);
        }
        set
    }
    fn other() -> Self {
        Self::of([Self::OTHER])
    }
    fn is_none(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
    fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
    fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
    fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }
    fn is_within(self, other: Self) -> bool {
        self.without(other).is_none()
    }
}

/// Runs the pass.
pub fn run(program: &mut Program) {
    let numbers = numbers(program);
    // Rules removed in the first round ask for nothing in the second.
    for _ in 0..2 {
        match numbers.values().max() {
            // Without known parts there is nothing to conclude.
            None => {}
            Some(most) if *most < Parts::<2>::OTHER => narrow::<2>(program, &numbers),
            Some(most) if *most < Parts::<4>::OTHER => narrow::<4>(program, &numbers),
            Some(most) if *most < Parts::<8>::OTHER => narrow::<8>(program, &numbers),
            Some(_) => {}
        }
    }
}

/// A number for each part; parts that no type of the program distinguishes share one.
fn numbers(program: &Program) -> FxHashMap<u32, usize> {
    let mut types: FxHashMap<u32, Vec<PredId>> = FxHashMap::default();
    for (id, pred) in program.preds.iter_ids() {
        for part in &pred.parts {
            types.entry(*part).or_default().push(id);
        }
    }
    let mut known: FxHashMap<&[PredId], usize> = FxHashMap::default();
    let mut number = |types| {
        let next = known.len();
        *known.entry(types).or_insert(next)
    };
    types.iter().map(|(part, types)| (*part, number(types.as_slice()))).collect()
}

fn narrow<const W: usize>(program: &mut Program, numbers: &FxHashMap<u32, usize>) {
    let mut extents: Extents<W> = Extents::new(program, numbers);
    extents.find_held(program);
    extents.find_whole(program);
    extents.find_asked(program);
    for id in program.preds.ids().collect::<Vec<_>>() {
        if matches!(program.preds[id].def, Def::Rules(_)) && extents.is_narrowed(id) {
            // It may now have rows that nobody asks for, about which nothing is known.
            let pred = &mut program.preds[id];
            pred.supersets.clear();
            pred.columns.iter_mut().for_each(|column| column.within.clear());
        }
        if let Def::Rules(rules) = &mut program.preds[id].def {
            let mut rules = std::mem::take(rules);
            rules.retain_mut(|rule| extents.narrow(id, rule));
            program.preds[id].def = Def::Rules(rules);
        }
    }
}

/// The possible parts of a rule's variables.
#[derive(Clone, Default)]
struct Domains<const W: usize> {
    sets: Vec<Parts<W>>,
    /// How often a domain became smaller.
    changes: usize,
}

impl<const W: usize> Domains<W> {
    /// Domains without any restriction.
    fn unknown(rule: &Rule) -> Self {
        Self { sets: vec![Parts::ALL; rule.vars.len()], changes: 0 }
    }
    fn of(&self, var: VarId) -> Parts<W> {
        self.sets[var.index()]
    }
    fn of_term(&self, term: &Term) -> Parts<W> {
        term.var().map_or(Parts::ALL, |var| self.of(var))
    }
    /// Narrows the domain of a term; returns whether anything is left of it.
    fn meet(&mut self, term: &Term, parts: Parts<W>) -> bool {
        let Some(var) = term.var() else { return !parts.is_none() };
        let domain = &mut self.sets[var.index()];
        let narrower = domain.and(parts);
        self.changes += usize::from(narrower != *domain);
        *domain = narrower;
        !narrower.is_none()
    }
    /// Copies domains that are at least as narrow.
    fn take_over(&mut self, other: Self) {
        self.changes += usize::from(self.sets != other.sets);
        self.sets = other.sets;
    }
}

struct Extents<const W: usize> {
    /// By predicate: its parts, if known.
    parts: Vec<Option<Parts<W>>>,
    /// By predicate and column: the parts that its values may have.
    held: Vec<Vec<Parts<W>>>,
    /// By unary predicate: the parts that it contains whole.
    whole: Vec<Parts<W>>,
    /// By predicate and column: the parts that callers may ask for.
    asked: Vec<Vec<Parts<W>>>,
    /// By predicate: the predicates that mention it.
    users: Vec<Vec<PredId>>,
    /// All predicates, callees first as far as there are no cycles: in this order few need a second visit.
    order: Vec<PredId>,
    /// By predicate: its position in `order`.
    place: Vec<usize>,
}

impl<const W: usize> Extents<W> {
    fn new(program: &Program, numbers: &FxHashMap<u32, usize>) -> Self {
        let mut users = vec![Vec::new(); program.preds.len()];
        let mut uses = vec![Vec::new(); program.preds.len()];
        for (id, pred) in program.preds.iter_ids() {
            crate::walk::mentions(pred, &mut |mention| {
                let users: &mut Vec<PredId> = &mut users[mention.pred.index()];
                if users.last() != Some(&id) {
                    users.push(id);
                    uses[id.index()].push(mention.pred);
                }
            });
        }
        let order = bottom_up(&uses);
        let mut place = vec![0; order.len()];
        for (at, id) in order.iter().enumerate() {
            place[id.index()] = at;
        }
        let columns =
            |parts: Parts<W>| program.preds.iter().map(|pred| vec![parts; pred.columns.len()]).collect();
        let parts = |pred: &Pred| {
            let known = pred.parts.iter().filter_map(|part| numbers.get(part).copied());
            (!pred.parts.is_empty()).then(|| Parts::of(known))
        };
        Self {
            parts: program.preds.iter().map(parts).collect(),
            held: columns(Parts::NONE),
            whole: vec![Parts::NONE; program.preds.len()],
            asked: columns(Parts::NONE),
            users,
            order,
            place,
        }
    }

    // What columns may hold.

    fn find_held(&mut self, program: &Program) {
        let mut open: BTreeSet<usize> = (0..self.order.len()).collect();
        while let Some(at) = open.pop_first() {
            let id = self.order[at];
            let held = self.held_by(id, &program.preds[id]);
            if held != self.held[id.index()] {
                self.held[id.index()] = held;
                open.extend(self.users[id.index()].iter().map(|user| self.place[user.index()]));
            }
        }
    }

    fn held_by(&self, id: PredId, pred: &Pred) -> Vec<Parts<W>> {
        let all = || vec![Parts::ALL; pred.columns.len()];
        if let Some(parts) = self.parts[id.index()] {
            return vec![parts];
        }
        match &pred.def {
            Def::Stored(_) => {
                let within = |parts: Parts<W>, ty: &PredId| match self.parts[ty.index()] {
                    None => parts,
                    Some(known) => parts.and(known),
                };
                pred.columns.iter().map(|column| column.within.iter().fold(Parts::ALL, within)).collect()
            }
            Def::Rows(_) => all(),
            Def::Graph(GraphOp::TransitiveClosure { step, .. }) => {
                self.held.get(step.index()).cloned().unwrap_or_else(all)
            }
            Def::Graph(_) => all(),
            Def::Rules(rules) => {
                let mut held = vec![Parts::NONE; pred.columns.len()];
                for rule in rules {
                    let mut domains = Domains::unknown(rule);
                    if self.look(&rule.body, &mut domains, false) {
                        for (held, term) in held.iter_mut().zip(&rule.head) {
                            *held = held.or(domains.of_term(term));
                        }
                    }
                }
                held
            }
        }
    }

    /// Narrows the domains to what the body lets through; with `negations`, its negated type checks count too. Returns
    /// whether any assignment is left.
    fn look(&self, body: &Body, domains: &mut Domains<W>, negations: bool) -> bool {
        // Literals that a second visit may narrow further, and the number of changes after the first one.
        let mut again = Vec::new();
        for literal in &body.literals {
            if !self.look_at(&literal.kind, domains, negations) {
                return false;
            }
            if depends_on_domains(&literal.kind) {
                again.push((literal, domains.changes));
            }
        }
        // A second visit uses what later literals showed; a third does not pay.
        again.into_iter().all(|(literal, changes)| {
            domains.changes == changes || self.look_at(&literal.kind, domains, negations)
        })
    }

    fn look_at(&self, literal: &LiteralKind, domains: &mut Domains<W>, negations: bool) -> bool {
        match literal {
            LiteralKind::Atom(atom) => {
                let held = &self.held[atom.pred.index()];
                atom.args.iter().zip(held).all(|(arg, held)| domains.meet(arg, *held))
            }
            LiteralKind::Closure { step, reflexive, from, to } => {
                let [starts, ends] = self.held[step.index()][..] else { return true };
                let (own, target) = (domains.of_term(from), domains.of_term(to));
                if *reflexive {
                    domains.meet(from, starts.or(target)) && domains.meet(to, ends.or(own))
                } else {
                    domains.meet(from, starts) && domains.meet(to, ends)
                }
            }
            LiteralKind::Compare(Comparison::Eq, Kind::Entity, a, b) => {
                let both = domains.of_term(a).and(domains.of_term(b));
                domains.meet(a, both) && domains.meet(b, both)
            }
            LiteralKind::Construct { result, .. } => domains.meet(result, Parts::other()),
            LiteralKind::Or(bodies) => {
                let mut union: Option<Domains<W>> = None;
                let mut inside = Domains::default();
                for body in bodies {
                    inside.sets.clone_from(&domains.sets);
                    if self.look(body, &mut inside, negations) {
                        match &mut union {
                            None => union = Some(std::mem::take(&mut inside)),
                            Some(union) => {
                                let all = union.sets.iter_mut().zip(&inside.sets);
                                all.for_each(|(all, more)| *all = all.or(*more));
                            }
                        }
                    }
                }
                union.map(|union| domains.take_over(union)).is_some()
            }
            LiteralKind::Not(body) if negations => match type_check(body) {
                Some((pred, var)) => {
                    let left = domains.of(var).without(self.whole[pred.index()]);
                    domains.meet(&Term::Var(var), left)
                }
                None => true,
            },
            LiteralKind::Aggregate(aggregate) if !aggregate.op.is_total() => {
                let mut inside = domains.clone();
                if !self.look(&aggregate.body, &mut inside, negations) {
                    return false;
                }
                // Every value comes from an assignment of the body.
                domains.take_over(inside);
                true
            }
            _ => true,
        }
    }

    // The parts that unary predicates contain whole.

    fn find_whole(&mut self, program: &Program) {
        let mut open: BTreeSet<usize> = (0..self.order.len()).collect();
        while let Some(at) = open.pop_first() {
            let id = self.order[at];
            let pred = &program.preds[id];
            let whole = match &pred.def {
                _ if !pred.parts.is_empty() => self.held[id.index()][0],
                Def::Rules(rules) if pred.columns.len() == 1 => {
                    rules.iter().fold(self.whole[id.index()], |whole, rule| whole.or(self.whole_of(rule)))
                }
                _ => continue,
            };
            if whole != self.whole[id.index()] {
                self.whole[id.index()] = whole;
                open.extend(self.users[id.index()].iter().map(|user| self.place[user.index()]));
            }
        }
    }

    /// The parts of which a rule with one variable lets all values through.
    fn whole_of(&self, rule: &Rule) -> Parts<W> {
        let [Term::Var(this)] = rule.head[..] else { return Parts::NONE };
        self.whole_in(&rule.body, this).without(Parts::other())
    }

    fn whole_in(&self, body: &Body, this: VarId) -> Parts<W> {
        body.literals.iter().fold(Parts::ALL, |whole, literal| {
            whole.and(match &literal.kind {
                LiteralKind::Atom(Atom { pred, args }) if args[..] == [Term::Var(this)] => {
                    self.whole[pred.index()]
                }
                LiteralKind::Or(bodies) => {
                    bodies.iter().fold(Parts::NONE, |union, body| union.or(self.whole_in(body, this)))
                }
                LiteralKind::Not(body) => match type_check(body) {
                    Some((pred, var)) if var == this => Parts::ALL.without(self.held[pred.index()][0]),
                    _ => Parts::NONE,
                },
                _ => Parts::NONE,
            })
        })
    }

    // The parts that callers may ask for.

    fn find_asked(&mut self, program: &Program) {
        let mut open: BTreeSet<usize> = BTreeSet::new();
        let mut reached = vec![false; program.preds.len()];
        // A predicate without columns is asked for by name: the entry uses a column that it does not have.
        let mut asks: Vec<(PredId, usize, Parts<W>)> =
            roots(program).map(|root| (root, usize::MAX, Parts::NONE)).collect();
        let shown: Vec<PredId> = program
            .outputs
            .iter()
            .flat_map(|output| output.columns.iter().flat_map(|column| [column.text, column.location]))
            .flatten()
            .collect();
        for root in roots(program) {
            let first = usize::from(shown.contains(&root));
            let columns = first..program.preds[root].columns.len();
            asks.extend(columns.map(|column| (root, column, Parts::ALL)));
        }
        for output in &program.outputs {
            for (at, column) in output.columns.iter().enumerate() {
                let held = self.held[output.pred.index()].get(at).copied().unwrap_or(Parts::ALL);
                asks.extend(
                    [column.text, column.location].into_iter().flatten().map(|shown| (shown, 0, held)),
                );
            }
            // A predicate that shows values can be a result too.
            let columns = 0..program.preds[output.pred].columns.len();
            asks.extend(columns.map(|column| (output.pred, column, Parts::ALL)));
        }
        loop {
            for (pred, column, parts) in asks.drain(..) {
                let mut more = !std::mem::replace(&mut reached[pred.index()], true);
                if let Some(asked) = self.asked[pred.index()].get_mut(column) {
                    more |= !parts.is_within(*asked);
                    *asked = asked.or(parts);
                }
                if more {
                    open.insert(self.place[pred.index()]);
                }
            }
            // Callers first.
            let Some(at) = open.pop_last() else { return };
            let id = self.order[at];
            match &program.preds[id].def {
                Def::Rules(rules) => {
                    for rule in rules {
                        let Some(scope) = self.scope(id, rule) else { continue };
                        self.ask(program, &rule.body, &scope, &mut asks);
                    }
                }
                Def::Graph(graph) => graph_inputs(graph, &mut |input| {
                    let columns = 0..program.preds[input].columns.len();
                    asks.extend(columns.map(|column| (input, column, Parts::ALL)));
                }),
                Def::Stored(_) | Def::Rows(_) => {}
            }
        }
    }

    /// The domains in a rule, given what callers ask of its predicate; `None` if the rule yields nothing that is asked
    /// for.
    fn scope(&self, id: PredId, rule: &Rule) -> Option<Scope<W>> {
        let mut asked = Domains::unknown(rule);
        let mut columns = rule.head.iter().zip(&self.asked[id.index()]);
        if !columns.all(|(term, parts)| asked.meet(term, *parts)) {
            return None;
        }
        let mut sure = negates_checks(&rule.body).then(|| asked.clone());
        let alive = sure.as_mut().is_none_or(|sure| self.look(&rule.body, sure, false))
            && self.look(&rule.body, &mut asked, true);
        alive.then_some(Scope { asked, sure, firm: None, bound: Vec::new(), checks: Vec::new() })
    }

    /// Narrows the domains by literals that are not type checks.
    fn look_firm(&self, body: &Body, domains: &mut Domains<W>) {
        for literal in &body.literals {
            let check = matches!(&literal.kind, LiteralKind::Atom(atom) if atom.args.len() < 2);
            let firm =
                matches!(&literal.kind, LiteralKind::Atom(_) | LiteralKind::Closure { reflexive: false, .. });
            if firm && !check {
                self.look_at(&literal.kind, domains, false);
            }
        }
    }

    /// The scope of a nested body, where the bodies around it bind `bound`; `None` if it never holds.
    fn inside(&self, body: &Body, bound: &[VarId], scope: &Scope<W>) -> Option<Scope<W>> {
        let mut inner = Scope { bound: bound.to_vec(), ..scope.clone() };
        if let Some(firm) = &mut inner.firm {
            self.look_firm(body, firm);
        }
        let alive = inner.sure.as_mut().is_none_or(|sure| self.look(body, sure, false))
            && self.look(body, &mut inner.asked, true);
        alive.then_some(inner)
    }

    fn ask(
        &self,
        program: &Program,
        body: &Body,
        scope: &Scope<W>,
        asks: &mut Vec<(PredId, usize, Parts<W>)>,
    ) {
        let bound = std::cell::LazyCell::new(|| bound_in(body, scope));
        for literal in &body.literals {
            match &literal.kind {
                LiteralKind::Atom(Atom { pred, args }) => {
                    let all = args.iter().enumerate();
                    asks.push((*pred, usize::MAX, Parts::NONE));
                    asks.extend(all.map(|(column, arg)| (*pred, column, scope.asked.of_term(arg))));
                }
                LiteralKind::Closure { step, .. } => {
                    asks.extend((0..program.preds[*step].columns.len()).map(|at| (*step, at, Parts::ALL)));
                }
                LiteralKind::Not(inner) if type_check(inner).is_some() => {
                    // What this check itself lets through is no reason to ask it for less.
                    let open = self.check(inner, scope).is_none();
                    let asked = type_check(inner).filter(|_| open);
                    asks.extend(asked.map(|(pred, var)| (pred, 0, scope.sure().of(var))));
                }
                other => {
                    for inner in nested_bodies(other) {
                        if let Some(inside) = self.inside(inner, &bound, scope) {
                            self.ask(program, inner, &inside, asks);
                        }
                    }
                }
            }
        }
    }

    /// Whether a negated type check holds for all values (`true`) or for none (`false`) of its variable; `None` if
    /// undecided.
    fn check(&self, body: &Body, scope: &Scope<W>) -> Option<bool> {
        let (pred, var) = type_check(body)?;
        let values = scope.sure().of(var);
        if values.and(self.held[pred.index()][0]).is_none() {
            return Some(false);
        }
        values.is_within(self.whole[pred.index()]).then_some(true)
    }

    // Rewriting: removes what the fixpoints decide.

    /// Whether callers ask for only some of what the predicate may hold.
    fn is_narrowed(&self, id: PredId) -> bool {
        let columns = self.held[id.index()].iter().zip(&self.asked[id.index()]);
        columns.into_iter().any(|(held, asked)| !held.is_within(*asked))
    }

    /// Narrows a rule; returns whether anything of it is left.
    fn narrow(&self, id: PredId, rule: &mut Rule) -> bool {
        let Some(mut scope) = self.scope(id, rule) else { return false };
        let mut firm = Domains::unknown(rule);
        self.look_firm(&rule.body, &mut firm);
        scope.firm = Some(firm);
        self.narrow_body(&mut rule.body, &scope)
    }

    /// Whether the rest of the body, or bodies around it, restricts a variable to the type already.
    fn is_sure(
        &self,
        (pred, var): (PredId, VarId),
        body: &Body,
        at: usize,
        bound: &[VarId],
        scope: &Scope<W>,
    ) -> bool {
        let whole = self.whole[pred.index()];
        let others = body.literals.iter().enumerate().filter(|(other, _)| *other != at);
        let mut checks =
            others.filter_map(|(_, other)| check_of(&other.kind)).chain(scope.checks.iter().copied());
        bound.contains(&var) && scope.firm.as_ref().is_some_and(|firm| firm.of(var).is_within(whole))
            || checks.any(|(other, of)| of == var && self.held[other.index()][0].is_within(whole))
    }

    fn narrow_body(&self, body: &mut Body, scope: &Scope<W>) -> bool {
        let bound = bound_in(body, scope);
        let mut scope = scope.clone();
        let mut at = 0;
        while at < body.literals.len() {
            match check_of(&body.literals[at].kind) {
                Some(check) if self.is_sure(check, body, at, &bound, &scope) => {
                    body.literals.remove(at);
                }
                _ => at += 1,
            }
        }
        scope.checks.extend(body.literals.iter().filter_map(|literal| check_of(&literal.kind)));
        let scope = &scope;
        let mut holds = true;
        body.literals.retain_mut(|literal| match &mut literal.kind {
            LiteralKind::Not(inner) => match self.check(inner, scope) {
                Some(always) => {
                    holds &= !always;
                    false
                }
                // A check's own restriction is no reason to drop it.
                None if type_check(inner).is_some() => true,
                None => match self.inside(inner, &bound, scope) {
                    Some(inside) => self.narrow_body(inner, &inside),
                    None => false,
                },
            },
            LiteralKind::Or(bodies) => {
                bodies.retain_mut(|inner| match self.inside(inner, &bound, scope) {
                    Some(inside) => self.narrow_body(inner, &inside),
                    None => false,
                });
                holds &= !bodies.is_empty();
                true
            }
            LiteralKind::Aggregate(aggregate) => {
                let inside = self.inside(&aggregate.body, &bound, scope);
                if !inside.is_some_and(|inside| self.narrow_body(&mut aggregate.body, &inside)) {
                    // The simplify pass resolves an aggregate over nothing.
                    let nothing = Literal { kind: LiteralKind::Or(Vec::new()), origin: literal.origin };
                    aggregate.body.literals.push(nothing);
                }
                true
            }
            _ => true,
        });
        holds
    }
}

/// All predicates, callees first as far as there are no cycles.
fn bottom_up(uses: &[Vec<PredId>]) -> Vec<PredId> {
    let mut order = Vec::with_capacity(uses.len());
    let mut met = vec![false; uses.len()];
    for root in (0..uses.len()).map(PredId::new) {
        let mut stack = vec![(root, false)];
        while let Some((id, leave)) = stack.pop() {
            if leave {
                order.push(id);
            } else if !std::mem::replace(&mut met[id.index()], true) {
                stack.push((id, true));
                stack.extend(uses[id.index()].iter().map(|used| (*used, false)));
            }
        }
    }
    order
}

/// Whether what a literal lets through depends on the domains of its variables.
fn depends_on_domains(literal: &LiteralKind) -> bool {
    match literal {
        LiteralKind::Closure { reflexive, .. } => *reflexive,
        LiteralKind::Compare(..) | LiteralKind::Not(_) | LiteralKind::Or(_) | LiteralKind::Aggregate(_) => {
            true
        }
        LiteralKind::Atom(_) | LiteralKind::Construct { .. } | LiteralKind::Builtin(..) => false,
    }
}

/// The knowledge at a place in a rule.
#[derive(Clone)]
struct Scope<const W: usize> {
    /// Domains of the demanded values, negated type checks included.
    asked: Domains<W>,
    /// Domains of the demanded values, negated type checks ignored; `None` if no value is left.
    sure: Option<Domains<W>>,
    /// Domains of all values, from surrounding literals that are not type checks; needed only where rules are narrowed.
    firm: Option<Domains<W>>,
    /// Variables bound by such literals in bodies around this one.
    bound: Vec<VarId>,
    /// The remaining type checks in bodies around this one.
    checks: Vec<(PredId, VarId)>,
}

impl<const W: usize> Scope<W> {
    fn sure(&self) -> &Domains<W> {
        self.sure.as_ref().unwrap_or(&self.asked)
    }
}

/// Whether the body, or one nested in it, has a negated type check.
fn negates_checks(body: &Body) -> bool {
    body.literals.iter().any(|literal| match &literal.kind {
        LiteralKind::Not(inner) if type_check(inner).is_some() => true,
        other => nested_bodies(other).into_iter().any(negates_checks),
    })
}

/// The variables that literals other than type checks bind, in a body or bodies around it.
fn bound_in<const W: usize>(body: &Body, scope: &Scope<W>) -> Vec<VarId> {
    let mut bound = scope.bound.clone();
    for literal in &body.literals {
        match &literal.kind {
            LiteralKind::Atom(atom) if atom.args.len() > 1 => {
                bound.extend(atom.args.iter().filter_map(Term::var))
            }
            LiteralKind::Closure { reflexive: false, from, to, .. } => {
                bound.extend([from, to].into_iter().filter_map(Term::var));
            }
            _ => {}
        }
    }
    bound
}

/// The type and variable of `T(x)`.
pub(super) fn check_of(literal: &LiteralKind) -> Option<(PredId, VarId)> {
    match literal {
        LiteralKind::Atom(Atom { pred, args }) => match args[..] {
            [Term::Var(var)] => Some((*pred, var)),
            _ => None,
        },
        _ => None,
    }
}

/// The type and variable of a body that is just `T(x)`, with `x` from a body around it.
fn type_check(body: &Body) -> Option<(PredId, VarId)> {
    match body.literals.as_slice() {
        [only] => check_of(&only.kind).filter(|(_, var)| !body.locals.contains(var)),
        _ => None,
    }
}
