//! Verifies a program. It finds malformed structure that no lowering or pass may produce (arities, kinds, scopes), and
//! variables that could have infinitely many values (language.md section 13), which are mistakes in QL.

use crate::binding::{VarSet, bind, runs};
use crate::text::result_kind;
use crate::walk::{graph_inputs, literal_vars, nested_bodies};
use crate::{
    Aggregate, Body, Comparison, Const, Def, GraphOp, Kind, Literal, LiteralKind, Origin, Pred, PredId,
    Program, Rule, Term, VarId,
};
use quarrel_base::aggregate::Takes;
use quarrel_base::ids::Id;

/// A mistake in a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The predicate.
    pub pred: PredId,
    /// The index of the rule.
    pub rule: Option<usize>,
    /// The place of the literal, else of the variable, the rule, the predicate.
    pub origin: Origin,
    /// The kind of mistake.
    pub kind: FaultKind,
}

/// Kinds of mistakes.
#[derive(Clone, PartialEq, Debug)]
pub enum FaultKind {
    /// A bug of the compiler: QL text cannot cause it.
    Malformed(String),
    /// A variable that could have infinitely many values.
    Unbound {
        /// The variable.
        var: VarId,
        /// Its name.
        name: String,
        /// The binding mode of the predicate that leaves it unbound.
        mode: Vec<usize>,
        /// Why the literals that mention it do not bind it; empty if none mentions it.
        because: Vec<Because>,
    },
    /// A literal whose inputs include a wildcard: `_ < 3`.
    UnboundArgument,
}

/// Why a literal does not bind a variable that it mentions.
#[derive(Clone, PartialEq, Debug)]
pub struct Because {
    /// The literal or the branch.
    pub origin: Origin,
    /// The reason.
    pub reason: Reason,
}

/// Why a variable stays unbound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is bound in other branches of the disjunction, but not in this one (numbered from 0).
    Branch(usize),
    /// Nothing in a negation binds.
    Negation,
    /// This aggregate has a value for every group, so it binds no variable.
    Aggregate,
    /// It would bind the variable if other arguments were bound.
    Inputs,
    /// It only tests the variable.
    Test,
}

/// All faults, in the order of predicates; a rule has either malformed structure or unbound variables, not both.
pub fn verify(program: &Program) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (id, pred) in program.preds.iter_ids() {
        let mut checker = Checker { program, id, rule: None, faults: Vec::new() };
        checker.pred(pred);
        faults.append(&mut checker.faults);
    }
    for output in &program.outputs {
        let pred = &program.preds[output.pred];
        let kinds = |pred: &Pred| pred.columns.iter().map(|column| column.kind).collect::<Vec<_>>();
        if output.columns.iter().map(|column| column.kind).collect::<Vec<_>>() != kinds(pred) {
            let kind = FaultKind::Malformed(format!("the output `{}` shows other columns", output.name));
            faults.push(Fault { pred: output.pred, rule: None, origin: pred.origin, kind });
        }
    }
    faults
}

struct Checker<'a> {
    program: &'a Program,
    id: PredId,
    rule: Option<usize>,
    faults: Vec<Fault>,
}

impl Checker<'_> {
    fn fault(&mut self, origin: Origin, kind: FaultKind) {
        let fault = Fault { pred: self.id, rule: self.rule, origin, kind };
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }
    fn malformed(&mut self, origin: Origin, text: String) {
        self.fault(origin, FaultKind::Malformed(text));
    }
    fn arity(&mut self, pred: PredId, wanted: usize, origin: Origin) {
        let Some(found) = self.program.preds.get(pred).map(|pred| pred.columns.len()) else {
            return self.malformed(origin, "a predicate that does not exist is mentioned".to_owned());
        };
        if found != wanted {
            let name = &self.program.preds[pred].name;
            self.malformed(origin, format!("`{name}` has {found} columns, not {wanted}"));
        }
    }

    fn pred(&mut self, pred: &Pred) {
        let width = pred.columns.len();
        if pred.modes.iter().flatten().any(|column| *column >= width) {
            self.malformed(pred.origin, "a binding mode names a column that is not there".to_owned());
            return;
        }
        let unary = pred.columns.iter().flat_map(|column| &column.within).chain(&pred.supersets);
        unary.for_each(|unary| self.arity(*unary, 1, pred.origin));
        if !pred.supersets.is_empty() && width != 1 {
            self.malformed(pred.origin, "only a unary predicate has supersets".to_owned());
        }
        match &pred.def {
            Def::Stored(_) => {}
            Def::Rows(rows) => {
                let kinds: Vec<_> = pred.columns.iter().map(|column| column.kind).collect();
                let fits = |row: &Vec<_>| row.iter().map(Const::kind).collect::<Vec<_>>() == kinds;
                if !rows.iter().all(fits) {
                    self.malformed(pred.origin, "a row does not fit the columns".to_owned());
                }
            }
            Def::Graph(graph) => self.graph(graph, pred),
            Def::Rules(rules) => {
                for (number, rule) in rules.iter().enumerate() {
                    self.rule = Some(number);
                    let before = self.faults.len();
                    self.shape(rule, pred);
                    if self.faults.len() == before {
                        self.range(rule, pred);
                    }
                }
            }
        }
    }
    fn graph(&mut self, graph: &GraphOp, pred: &Pred) {
        let width = match graph {
            GraphOp::TransitiveClosure { .. } | GraphOp::EquivalenceRelation { .. } => 2,
            GraphOp::InternSets { .. } => 2,
            GraphOp::ShortestDistances { .. } | GraphOp::ImmediateDominators { .. } => 3,
        };
        self.arity(self.id, width, pred.origin);
        let binary = match graph {
            GraphOp::TransitiveClosure { step, .. } | GraphOp::ShortestDistances { step, .. } => *step,
            GraphOp::ImmediateDominators { successor, .. } => *successor,
            GraphOp::EquivalenceRelation { base } => *base,
            GraphOp::InternSets { values } => *values,
        };
        let mut inputs = Vec::new();
        graph_inputs(graph, &mut |input| inputs.push(input));
        for input in inputs {
            self.arity(input, if input == binary { 2 } else { 1 }, pred.origin);
            let modes = self.program.preds.get(input).map_or(&[][..], |pred| &pred.modes);
            if !modes.is_empty() && !modes.iter().any(Vec::is_empty) {
                self.malformed(
                    pred.origin,
                    "a graph algorithm needs inputs that can be computed in full".to_owned(),
                );
            }
        }
    }

    /// Checks arities, kinds and scopes.
    fn shape(&mut self, rule: &Rule, pred: &Pred) {
        if rule.head.len() != pred.columns.len() {
            return self.malformed(rule.origin, format!("the head has {} terms", rule.head.len()));
        }
        let mut owned = vec![false; rule.vars.len()];
        let mut scope = VarSet::default();
        self.enter(&rule.body, rule, &mut scope, &mut owned);
        for (term, column) in rule.head.iter().zip(&pred.columns) {
            if *term == Term::Wildcard {
                self.malformed(rule.origin, "a wildcard stands in the head".to_owned());
            }
            self.term(term, Some(column.kind), rule, &scope, rule.origin);
        }
        self.shape_body(&rule.body, rule, &scope, &mut owned);
        if let Some(var) = owned.iter().position(|owned| !owned) {
            let name = &rule.vars[VarId::new(var)].name;
            self.malformed(rule.origin, format!("no body declares the variable `{name}`"));
        }
    }
    fn enter(&mut self, body: &Body, rule: &Rule, scope: &mut VarSet, owned: &mut [bool]) {
        for var in &body.locals {
            match owned.get_mut(var.index()) {
                Some(owned) if !*owned => *owned = true,
                _ => self.malformed(rule.origin, format!("{var:?} is declared twice or does not exist")),
            }
            scope.insert(*var);
        }
    }
    fn shape_body(&mut self, body: &Body, rule: &Rule, scope: &VarSet, owned: &mut [bool]) {
        for literal in &body.literals {
            for inner in nested_bodies(&literal.kind) {
                let mut inside = scope.clone();
                self.enter(inner, rule, &mut inside, owned);
                self.shape_body(inner, rule, &inside, owned);
            }
            self.shape_literal(literal, rule, scope);
        }
    }
    fn shape_literal(&mut self, literal: &Literal, rule: &Rule, scope: &VarSet) {
        let origin = literal.origin;
        let program = self.program;
        match &literal.kind {
            LiteralKind::Atom(atom) => {
                let columns = program.preds.get(atom.pred).map(|pred| &pred.columns);
                match columns {
                    Some(columns) => {
                        let kinds: Vec<_> = columns.iter().map(|column| column.kind).collect();
                        self.terms(&atom.args, &kinds, rule, scope, origin);
                    }
                    None => self.arity(atom.pred, 0, origin),
                }
            }
            LiteralKind::Closure { step, from, to, .. } => {
                self.arity(*step, 2, origin);
                let kinds: Vec<_> = self
                    .program
                    .preds
                    .get(*step)
                    .map(|pred| pred.columns.iter().map(|column| column.kind).collect())
                    .unwrap_or_default();
                if let [one, other] = kinds[..] {
                    if one != other {
                        self.malformed(origin, "a closure steps from one kind to another".to_owned());
                    }
                    self.term(from, Some(one), rule, scope, origin);
                    self.term(to, Some(other), rule, scope, origin);
                }
            }
            LiteralKind::Compare(comparison, kind, left, right) => {
                let ordered = !matches!(comparison, Comparison::Eq | Comparison::Ne);
                if ordered && *kind == Kind::Entity {
                    self.malformed(origin, "entities have no order".to_owned());
                }
                self.term(left, Some(*kind), rule, scope, origin);
                self.term(right, Some(*kind), rule, scope, origin);
            }
            LiteralKind::Builtin(op, args) => self.terms(args, op.kinds(), rule, scope, origin),
            LiteralKind::Construct { ctor, args, result } => {
                match program.ctors.get(*ctor) {
                    Some(ctor) => self.terms(args, &ctor.args, rule, scope, origin),
                    None => self.malformed(origin, "there is no such constructor".to_owned()),
                }
                self.term(result, Some(Kind::Entity), rule, scope, origin);
            }
            LiteralKind::Aggregate(aggregate) => self.shape_aggregate(aggregate, rule, scope, origin),
            LiteralKind::Not(_) | LiteralKind::Or(_) => {}
        }
    }
    fn terms(&mut self, terms: &[Term], kinds: &[Kind], rule: &Rule, scope: &VarSet, origin: Origin) {
        if terms.len() != kinds.len() {
            self.malformed(origin, format!("{} arguments where there are {}", terms.len(), kinds.len()));
        }
        for (term, kind) in terms.iter().zip(kinds) {
            self.term(term, Some(*kind), rule, scope, origin);
        }
    }
    fn shape_aggregate(&mut self, aggregate: &Aggregate, rule: &Rule, scope: &VarSet, origin: Origin) {
        let mut inside = scope.clone();
        aggregate.body.locals.iter().for_each(|var| {
            inside.insert(*var);
        });
        let own = aggregate.tuple.iter().chain(aggregate.keys.iter().map(|key| &key.var));
        for var in own {
            if !aggregate.body.locals.contains(var) {
                self.malformed(origin, format!("{var:?} does not belong to the aggregate's body"));
            }
        }
        let chosen = aggregate.choice.iter().flat_map(|choice| choice.of.iter().chain([&choice.expected]));
        for var in chosen {
            if !aggregate.tuple.contains(var) {
                self.malformed(origin, format!("{var:?} is no part of the tuples that are chosen"));
            }
        }
        if let Some(choice) = &aggregate.choice {
            self.term(&Term::Var(choice.expected), Some(Kind::Int), rule, &inside, origin);
        }
        let mut value_kind = None;
        if let Some(value) = &aggregate.value {
            self.term(value, None, rule, &inside, origin);
            value_kind = match value {
                Term::Var(var) => rule.vars.get(*var).map(|var| var.kind),
                Term::Const(value) => Some(value.kind()),
                Term::Wildcard => None,
            };
        }
        if aggregate.value.is_none() && aggregate.op.takes() != Takes::Tuples {
            self.malformed(origin, "the aggregate has no value".to_owned());
        }
        if let Some(separator) = &aggregate.separator {
            self.term(separator, Some(Kind::String), rule, &inside, origin);
        }
        if let Some(rank) = &aggregate.rank {
            self.term(rank, Some(Kind::Int), rule, scope, origin);
        }
        self.term(&aggregate.result, result_kind(aggregate, value_kind), rule, scope, origin);
    }
    fn term(&mut self, term: &Term, kind: Option<Kind>, rule: &Rule, scope: &VarSet, origin: Origin) {
        let found = match term {
            Term::Wildcard => return,
            Term::Const(value) => value.kind(),
            Term::Var(var) => match rule.vars.get(*var) {
                Some(known) if scope.contains(*var) => known.kind,
                Some(known) => {
                    let text = format!("the variable `{}` is used outside of its body", known.name);
                    return self.malformed(origin, text);
                }
                None => return self.malformed(origin, format!("there is no {var:?}")),
            },
        };
        if let Some(kind) = kind.filter(|kind| *kind != found) {
            self.malformed(origin, format!("{term:?} is of kind {found:?}, not {kind:?}"));
        }
    }

    /// Checks range restriction, in every mode.
    fn range(&mut self, rule: &Rule, pred: &Pred) {
        let whole = [Vec::new()];
        let modes = if pred.modes.is_empty() { &whole[..] } else { &pred.modes };
        for mode in modes {
            let given = mode.iter().filter_map(|column| match rule.head[*column] {
                Term::Var(var) => Some(var),
                _ => None,
            });
            self.range_body(&rule.body, given.collect(), rule, mode);
        }
    }
    fn range_body(&mut self, body: &Body, mut bound: VarSet, rule: &Rule, mode: &[usize]) {
        // Nested bodies first, as if everything here were bound: their open variables keep their literal from binding.
        let mut all = bound.clone();
        body.locals.iter().for_each(|var| {
            all.insert(*var);
        });
        for literal in &body.literals {
            let before = self.faults.len();
            for inner in nested_bodies(&literal.kind) {
                self.range_body(inner, all.clone(), rule, mode);
            }
            if self.faults.len() > before {
                literal_vars(literal, &mut |var| {
                    bound.insert(var);
                });
            }
        }
        bind(self.program, body, &mut bound);
        // One mistake, one fault: variables that a reported variable would bind are not reported. Variables with names
        // from the source come first, and of those the ones that no literal would bind if others were bound: others
        // follow from them.
        let mut open: Vec<VarId> = body.locals.clone();
        open.sort_by_key(|var| {
            let made_up = rule.vars[*var].name.starts_with('_');
            let follows = explain(self.program, body, *var, &bound)
                .iter()
                .any(|because| because.reason == Reason::Inputs);
            (made_up, follows)
        });
        for var in open {
            if bound.contains(var) {
                continue;
            }
            let because = explain(self.program, body, var, &bound);
            let known = &rule.vars[var];
            let same = |fault: &Fault| {
                fault.rule == self.rule
                    && matches!(&fault.kind, FaultKind::Unbound { var: have, .. } if *have == var)
            };
            if !self.faults.iter().any(same) {
                let (name, mode) = (known.name.clone(), mode.to_vec());
                self.fault(known.origin, FaultKind::Unbound { var, name, mode, because });
            }
            bound.insert(var);
            bind(self.program, body, &mut bound);
        }
        let unbound = |fault: &Fault| {
            fault.rule == self.rule
                && matches!(fault.kind, FaultKind::Unbound { .. } | FaultKind::UnboundArgument)
        };
        if self.faults.iter().any(unbound) {
            return;
        }
        for literal in body.literals.iter().filter(|literal| !runs(self.program, literal, &bound)) {
            self.faults.push(Fault {
                pred: self.id,
                rule: self.rule,
                origin: literal.origin,
                kind: FaultKind::UnboundArgument,
            });
        }
    }
}

/// Why the body's literals do not bind a variable.
fn explain(program: &Program, body: &Body, var: VarId, bound: &VarSet) -> Vec<Because> {
    let mut because = Vec::new();
    for literal in &body.literals {
        let mut mentioned = false;
        literal_vars(literal, &mut |have| mentioned |= have == var);
        if !mentioned {
            continue;
        }
        let origin = literal.origin;
        match &literal.kind {
            LiteralKind::Not(_) => because.push(Because { origin, reason: Reason::Negation }),
            LiteralKind::Or(bodies) => {
                for (number, branch) in bodies.iter().enumerate() {
                    let mut inside = bound.clone();
                    bind(program, branch, &mut inside);
                    if !inside.contains(var) {
                        let origin = branch.literals.first().map_or(origin, |first| first.origin);
                        because.push(Because { origin, reason: Reason::Branch(number) });
                    }
                }
            }
            LiteralKind::Aggregate(aggregate) if aggregate.op.is_total() => {
                let result = aggregate.result == Term::Var(var);
                let reason = if result { Reason::Inputs } else { Reason::Aggregate };
                because.push(Because { origin, reason });
            }
            _ => {
                // Would this literal bind it if everything else were bound?
                let mut others = VarSet::default();
                literal_vars(literal, &mut |have| {
                    if have != var {
                        others.insert(have);
                    }
                });
                bound.iter().for_each(|have| {
                    others.insert(have);
                });
                crate::binding::bind_literal(program, literal, &mut others);
                let reason = if others.contains(var) { Reason::Inputs } else { Reason::Test };
                because.push(Because { origin, reason });
            }
        }
    }
    because
}
