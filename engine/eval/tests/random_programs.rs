//! Random stratified programs, evaluated with all passes and with none, with one thread and with two, against the
//! definition: every rule tried with every assignment of a small domain, until nothing changes.

use crate::updates::updated;
use proptest::prelude::*;
use quarrel_base::catalog::Catalog;
use quarrel_base::ids::{Id, IndexVec};
use quarrel_datalog::passes::{self, PassOptions};
use quarrel_datalog::{
    Aggregate, AggregateOp, Atom, Body, Column, Comparison, Const, Def, Inline, Kind, Literal, LiteralKind,
    Origin, Output, Pred, PredId, Program, Rule, Term, Var, VarId, stratify,
};
use quarrel_eval::{Columns, Edb, EdbError, Meter, Options, State, Values, evaluate};
use std::collections::{BTreeMap, BTreeSet};

/// Values of all columns are below this.
const DOMAIN: u32 = 4;
/// Counts and ranks reach further than the stored values.
const NUMBERS: u32 = 18;

struct Facts {
    catalog: Catalog,
    rows: BTreeMap<String, Vec<Vec<u32>>>,
}

impl Edb for Facts {
    fn catalog(&self) -> &Catalog {
        &self.catalog
    }
    fn load(&self, relation: &str, columns: &[usize], _: &Values<'_>) -> Result<Columns, EdbError> {
        let rows = self.rows.get(relation).ok_or_else(|| EdbError::NoSuchRelation(relation.to_owned()))?;
        let rows = rows.iter().map(|row| columns.iter().map(|&col| row[col]).collect()).collect();
        Ok(Columns::from_rows(columns.len(), rows))
    }
    fn load_keyed(
        &self,
        relation: &str,
        columns: &[usize],
        key: usize,
        keys: &[u32],
        _: &Values<'_>,
    ) -> Option<Result<Columns, EdbError>> {
        let rows = self.rows.get(relation)?.iter().filter(|row| keys.contains(&row[key]));
        let rows = rows.map(|row| columns.iter().map(|&col| row[col]).collect()).collect();
        Some(Ok(Columns::from_rows(columns.len(), rows)))
    }
    /// So many that looking a few of them up seems worth it.
    fn row_count(&self, _: &str) -> Option<u64> {
        Some(1 << 20)
    }
    fn string_count(&self) -> u32 {
        0
    }
    fn text(&self, _: u32, _: &Meter) -> Result<Option<&str>, EdbError> {
        Ok(None)
    }
    fn find_text(&self, _: &str, _: &Meter) -> Result<Option<u32>, EdbError> {
        Ok(None)
    }
}

/// The definition. `env` holds the assigned variables.
struct Definition<'p> {
    program: &'p Program,
    rows: Vec<BTreeSet<Vec<u32>>>,
}

type Env = BTreeMap<VarId, u32>;

impl Definition<'_> {
    fn value(term: &Term, env: &Env) -> Option<u32> {
        match term {
            Term::Var(var) => env.get(var).copied(),
            Term::Const(Const::Int(int)) => Some(int.cast_unsigned()),
            _ => None,
        }
    }
    /// Every assignment of the body's locals that satisfies it, on top of `env`.
    fn satisfying(&self, body: &Body, env: &Env) -> Vec<Env> {
        let mut envs = vec![env.clone()];
        for &local in &body.locals {
            envs = envs
                .into_iter()
                .flat_map(|env| {
                    (0..NUMBERS).map(move |value| {
                        let mut env = env.clone();
                        env.insert(local, value);
                        env
                    })
                })
                .filter(|env| self.possible(body, env))
                .collect();
        }
        envs.retain(|env| body.literals.iter().all(|literal| self.holds(&literal.kind, env)));
        envs
    }
    /// Whether the assignments so far violate no literal.
    fn possible(&self, body: &Body, env: &Env) -> bool {
        body.literals.iter().all(|literal| match &literal.kind {
            LiteralKind::Atom(atom) => self.rows[atom.pred.index()].iter().any(|row| {
                row.iter()
                    .zip(&atom.args)
                    .all(|(have, term)| Self::value(term, env).is_none_or(|want| want == *have))
            }),
            _ => true,
        })
    }
    fn holds(&self, literal: &LiteralKind, env: &Env) -> bool {
        let value = |term: &Term| Self::value(term, env);
        match literal {
            LiteralKind::Atom(atom) => self.rows[atom.pred.index()].iter().any(|row| {
                row.iter().zip(&atom.args).all(|(have, term)| value(term).is_none_or(|want| want == *have))
            }),
            LiteralKind::Closure { step, reflexive, from, to } => {
                let (Some(from), Some(to)) = (value(from), value(to)) else {
                    return false;
                };
                let mut seen = BTreeSet::new();
                let mut open = vec![from];
                while let Some(node) = open.pop() {
                    for row in self.rows[step.index()].iter().filter(|row| row[0] == node) {
                        if seen.insert(row[1]) {
                            open.push(row[1]);
                        }
                    }
                }
                seen.contains(&to) || *reflexive && from == to
            }
            LiteralKind::Not(body) => self.satisfying(body, env).is_empty(),
            LiteralKind::Or(bodies) => bodies.iter().any(|body| !self.satisfying(body, env).is_empty()),
            LiteralKind::Compare(comparison, _, a, b) => {
                let (Some(a), Some(b)) = (value(a), value(b)) else {
                    return false;
                };
                match comparison {
                    Comparison::Eq => a == b,
                    Comparison::Ne => a != b,
                    Comparison::Lt => a < b,
                    Comparison::Le => a <= b,
                    Comparison::Gt => a > b,
                    Comparison::Ge => a >= b,
                }
            }
            LiteralKind::Aggregate(aggregate) => {
                let tuples: BTreeSet<Vec<u32>> = self
                    .satisfying(&aggregate.body, env)
                    .iter()
                    .map(|env| aggregate.tuple.iter().map(|var| env[var]).collect())
                    .collect();
                let result = value(&aggregate.result);
                let last = |tuple: &Vec<u32>| tuple[tuple.len() - 1];
                match aggregate.op {
                    AggregateOp::Count => result == Some(tuples.len() as u32),
                    AggregateOp::StrictCount => !tuples.is_empty() && result == Some(tuples.len() as u32),
                    AggregateOp::Max => tuples.iter().map(last).max() == result && result.is_some(),
                    AggregateOp::Sum => result == Some(tuples.iter().map(last).sum()),
                    _ => false,
                }
            }
            LiteralKind::Builtin(..) | LiteralKind::Construct { .. } => false,
        }
    }
    /// Least fixpoints, stratum by stratum.
    fn of(program: &Program, strata: &[Vec<PredId>], facts: &Facts) -> Vec<BTreeSet<Vec<u32>>> {
        let mut this = Definition { program, rows: vec![BTreeSet::new(); program.preds.len()] };
        for stratum in strata {
            loop {
                let mut changed = false;
                for &pred in stratum {
                    let new: Vec<Vec<u32>> = match &this.program.preds[pred].def {
                        Def::Stored(name) => facts.rows[name].clone(),
                        Def::Rules(rules) => rules
                            .iter()
                            .flat_map(|rule| {
                                this.satisfying(&rule.body, &Env::new())
                                    .into_iter()
                                    .filter_map(|env| {
                                        rule.head.iter().map(|term| Self::value(term, &env)).collect()
                                    })
                                    .collect::<Vec<Vec<u32>>>()
                            })
                            .collect(),
                        _ => Vec::new(),
                    };
                    for row in new {
                        changed |= this.rows[pred.index()].insert(row);
                    }
                }
                if !changed {
                    break;
                }
            }
        }
        this.rows
    }
}

/// Draws numbers from a list that proptest shrinks.
struct Dice<'a> {
    rolls: &'a [u8],
    at: usize,
}

impl Dice<'_> {
    fn below(&mut self, n: usize) -> usize {
        let roll = self.rolls.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(roll) % n.max(1)
    }
}

/// The number of negations around something; recursive atoms are under none or two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Positive,
    Negative,
    /// Inside an aggregate.
    Neither,
}

impl Sign {
    fn negated(self) -> Self {
        match self {
            Sign::Positive => Sign::Negative,
            Sign::Negative => Sign::Positive,
            Sign::Neither => Sign::Neither,
        }
    }
}

struct Generator<'a> {
    dice: Dice<'a>,
    arities: Vec<usize>,
    /// The predicate whose rules are generated.
    current: usize,
    vars: IndexVec<VarId, Var>,
}

const STORED: usize = 3;

impl Generator<'_> {
    fn var(&mut self) -> VarId {
        let name = format!("v{}", self.vars.len());
        self.vars.push(Var { name, kind: Kind::Int, origin: Origin::Builtin })
    }
    fn term(&mut self, scope: &[VarId]) -> Term {
        match self.dice.below(9) {
            0 => Term::Const(Const::Int(self.dice.below(DOMAIN as usize) as i32)),
            1 => Term::Wildcard,
            _ => Term::Var(scope[self.dice.below(scope.len())]),
        }
    }
    /// An atom of a predicate before the current one, or of any up to it if recursion is allowed here.
    fn atom(&mut self, scope: &[VarId], recursive: bool) -> LiteralKind {
        let n = if recursive { self.current + 1 } else { self.current };
        let pred = self.dice.below(n);
        let args = (0..self.arities[pred]).map(|_| self.term(scope)).collect();
        LiteralKind::Atom(Atom { pred: PredId::new(pred), args })
    }
    fn literal(&mut self, scope: &[VarId], depth: usize, sign: Sign) -> LiteralKind {
        match self.dice.below(if depth == 0 { 5 } else { 10 }) {
            0..=2 => self.atom(scope, sign == Sign::Positive),
            3 => {
                let comparison = [Comparison::Ne, Comparison::Lt, Comparison::Eq][self.dice.below(3)];
                LiteralKind::Compare(comparison, Kind::Int, self.given(scope), self.given(scope))
            }
            4 => LiteralKind::Closure {
                step: PredId::new(2),
                reflexive: self.dice.below(2) == 0,
                from: self.given(scope),
                to: self.given(scope),
            },
            5 | 6 => LiteralKind::Not(self.body(scope, depth - 1, sign.negated(), 1)),
            7 | 8 => {
                let n = 1 + self.dice.below(3);
                LiteralKind::Or((0..n).map(|_| self.body(scope, depth - 1, sign, 1)).collect())
            }
            _ => {
                let ops = [AggregateOp::Count, AggregateOp::StrictCount, AggregateOp::Max, AggregateOp::Sum];
                let op = ops[self.dice.below(4)];
                let mut body = self.body(scope, depth - 1, Sign::Neither, 1);
                // The body itself must bind the aggregated value.
                let value = self.var();
                body.locals.push(value);
                let atom = Atom { pred: PredId::new(1), args: vec![self.given(scope), Term::Var(value)] };
                body.literals.push(literal(LiteralKind::Atom(atom)));
                LiteralKind::Aggregate(Box::new(Aggregate {
                    op,
                    body,
                    tuple: vec![value],
                    value: (op != AggregateOp::Count).then_some(Term::Var(value)),
                    separator: None,
                    keys: Vec::new(),
                    rank: None,
                    result: self.given(scope),
                    choice: None,
                }))
            }
        }
    }
    fn given(&mut self, scope: &[VarId]) -> Term {
        match self.term(scope) {
            Term::Wildcard => Term::Var(scope[0]),
            other => other,
        }
    }
    fn body(&mut self, scope: &[VarId], depth: usize, sign: Sign, least: usize) -> Body {
        let locals: Vec<VarId> = (0..self.dice.below(2)).map(|_| self.var()).collect();
        let mut scope = scope.to_vec();
        scope.extend(&locals);
        let n = least + self.dice.below(2);
        let mut literals: Vec<Literal> = (0..n).map(|_| literal(self.literal(&scope, depth, sign))).collect();
        for &local in &locals {
            literals.push(self.binder(local));
        }
        Body { locals, literals }
    }
    /// A stored predicate binds every variable, so that every program is valid.
    fn binder(&mut self, var: VarId) -> Literal {
        let pred = self.dice.below(2);
        let mut args = vec![Term::Wildcard; self.arities[pred]];
        let at = self.dice.below(args.len());
        args[at] = Term::Var(var);
        literal(LiteralKind::Atom(Atom { pred: PredId::new(pred), args }))
    }
    fn rule(&mut self) -> Rule {
        self.vars = IndexVec::new();
        let arity = self.arities[self.current];
        let locals: Vec<VarId> = (0..arity.max(1) + self.dice.below(3)).map(|_| self.var()).collect();
        let n = 1 + self.dice.below(3);
        let mut literals: Vec<Literal> =
            (0..n).map(|_| literal(self.literal(&locals, 2, Sign::Positive))).collect();
        for &local in &locals {
            literals.push(self.binder(local));
        }
        let head = (0..arity).map(|at| Term::Var(locals[at])).collect();
        let vars = std::mem::take(&mut self.vars);
        Rule { head, body: Body { locals, literals }, vars, origin: Origin::Builtin }
    }
}

fn literal(kind: LiteralKind) -> Literal {
    Literal { kind, origin: Origin::Builtin }
}

fn program(rolls: &[u8]) -> Program {
    let mut dice = Dice { rolls, at: 0 };
    let mut arities = vec![1, 2, 2];
    for _ in 0..3 {
        arities.push(dice.below(3));
    }
    let mut generator = Generator { dice, arities: arities.clone(), current: STORED, vars: IndexVec::new() };
    let mut program = Program::default();
    for (at, &arity) in arities.iter().enumerate() {
        let columns = (0..arity)
            .map(|col| Column { name: format!("c{col}"), kind: Kind::Int, within: Vec::new() })
            .collect();
        let def = if at < STORED {
            Def::Stored(format!("s{at}"))
        } else {
            generator.current = at;
            Def::Rules((0..1 + generator.dice.below(2)).map(|_| generator.rule()).collect())
        };
        let pred = program.preds.push(Pred {
            name: format!("p{at}"),
            columns,
            def,
            modes: Vec::new(),
            inline: if at % 2 == 1 { Inline::Always } else { Inline::Auto },
            on_demand: at % 3 == 2,
            supersets: Vec::new(),
            parts: Vec::new(),
            origin: Origin::Builtin,
        });
        if at >= STORED {
            let name = format!("p{at}");
            program.outputs.push(Output { name, pred, columns: vec![], order_by: vec![], query: 0 });
        }
    }
    program
}

fn facts() -> impl Strategy<Value = BTreeMap<String, Vec<Vec<u32>>>> {
    let rows = |arity: usize| prop::collection::vec(prop::collection::vec(0..DOMAIN, arity), 0..8);
    (rows(1), rows(2), rows(2)).prop_map(|(a, b, c)| {
        [("s0", a), ("s1", b), ("s2", c)].into_iter().map(|(name, rows)| (name.to_owned(), rows)).collect()
    })
}

/// The program with one line per rule, for failures.
fn show(program: &Program) -> String {
    fn term(term: &Term) -> String {
        match term {
            Term::Var(var) => format!("v{}", var.index()),
            Term::Const(Const::Int(int)) => int.to_string(),
            _ => "_".to_owned(),
        }
    }
    fn terms(all: &[Term]) -> String {
        all.iter().map(term).collect::<Vec<_>>().join(", ")
    }
    fn body(it: &Body) -> String {
        let literals: Vec<String> = it
            .literals
            .iter()
            .map(|literal| match &literal.kind {
                LiteralKind::Atom(atom) => format!("p{}({})", atom.pred.index(), terms(&atom.args)),
                LiteralKind::Closure { step, reflexive, from, to } => {
                    let sign = if *reflexive { '*' } else { '+' };
                    format!("p{}{sign}({}, {})", step.index(), term(from), term(to))
                }
                LiteralKind::Not(inner) => format!("not {}", body(inner)),
                LiteralKind::Or(bodies) => bodies.iter().map(body).collect::<Vec<_>>().join(" or "),
                LiteralKind::Compare(comparison, _, a, b) => {
                    format!("{} {comparison:?} {}", term(a), term(b))
                }
                LiteralKind::Aggregate(agg) => {
                    format!("{} = {:?}{:?}{}", term(&agg.result), agg.op, agg.tuple, body(&agg.body))
                }
                other => format!("{other:?}"),
            })
            .collect();
        format!("{:?}{{{}}}", it.locals, literals.join(", "))
    }
    let mut out = String::new();
    for pred in program.preds.iter() {
        if let Def::Rules(rules) = &pred.def {
            for rule in rules {
                out += &format!("{}({}) :- {}\n", pred.name, terms(&rule.head), body(&rule.body));
            }
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 4000, ..ProptestConfig::default() })]
    #[test]
    fn agree_with_the_definition(rolls in prop::collection::vec(any::<u8>(), 0..120), rows in facts()) {
        let program = program(&rolls);
        let facts = Facts { catalog: Catalog::default(), rows };
        let stratified = stratify(program.clone()).expect("no recursion through negation is generated");
        let strata: Vec<Vec<PredId>> = stratified.strata().iter().map(|stratum| stratum.preds.clone()).collect();
        let expected = Definition::of(stratified.program(), &strata, &facts);
        // With all outputs, and with the last predicate alone, so that passes may change the others.
        let mut narrow = program.clone();
        narrow.outputs = program.outputs.last().cloned().into_iter().collect();
        let programs = [&program, &program, &narrow];
        let all_options = [PassOptions::mandatory(), PassOptions::default(), PassOptions::default()];
        for (program, options) in programs.into_iter().zip(all_options) {
            let passed = stratify(passes::run(program.clone(), &options)).expect("passes keep programs stratified");
            for threads in [1, 2] {
                let options = Options { threads: Some(threads), ..Options::default() };
                let outcome = evaluate(&passed, &facts, &options).map_err(|error| {
                    TestCaseError::fail(format!("{error}\n{}", show(program)))
                })?;
                for output in &program.outputs {
                    let found: BTreeSet<Vec<u32>> = outcome.relations[&output.pred].rows().collect();
                    prop_assert_eq!(
                        &found,
                        &expected[output.pred.index()],
                        "{}\n{}\npassed:\n{}",
                        output.name,
                        show(program),
                        show(passed.program())
                    );
                }
            }
        }
    }

    /// Each update finds what an evaluation from scratch finds.
    #[test]
    fn updates_agree_with_evaluations_from_scratch(
        rolls in prop::collection::vec(any::<u8>(), 0..120),
        states in prop::collection::vec(facts(), 2..5),
        mix in any::<u8>(),
    ) {
        let program = program(&rolls);
        let passed = stratify(passes::run(program.clone(), &PassOptions::default())).expect("a program");
        let mut state: Option<State> = None;
        let mut before: Option<BTreeMap<String, Vec<Vec<u32>>>> = None;
        for (at, mut rows) in states.into_iter().enumerate() {
            // Some relations stay as they were, others keep a part of their rows.
            for (name, own) in &mut rows {
                let old = before.as_ref().map_or_else(Vec::new, |before| before[name].clone());
                match (usize::from(mix) >> at) % 4 {
                    0 if before.is_some() => *own = old,
                    1 => own.extend(old),
                    2 => own.extend(old.into_iter().skip(1)),
                    _ => {}
                }
            }
            before = Some(rows.clone());
            let facts = Facts { catalog: Catalog::default(), rows };
            let expected = evaluate(&passed, &facts, &Options::default()).expect("rows").relations;
            let options = Options { threads: Some([1, 8, 2, 16][at % 4]), ..Options::default() };
            // Everything anew; then nothing.
            for few in [usize::MAX, 0] {
                let (outcome, next) = updated(&passed, &facts, &options, few, state.as_ref()).map_err(|error| {
                    TestCaseError::fail(format!("{error}\n{}", show(passed.program())))
                })?;
                for output in &program.outputs {
                    let (found, expected) = (&outcome.relations[&output.pred], &expected[&output.pred]);
                    prop_assert_eq!(found, expected, "{} {}\n{}", at, output.name, show(passed.program()));
                }
                if few == 0 {
                    state = Some(next);
                }
            }
        }
    }
}
