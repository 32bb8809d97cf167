//! Random typed programs with binding modes, built-ins, constructed values, all aggregates, closures and graph
//! algorithms: each one that `verify` and `stratify` accept is evaluated by the definition, without passes, and by the
//! fast evaluator with all passes, without each, and without any. All must agree.
//!
//! A failure names its seed; `QUARREL_SEED=N` runs that seed alone, `QUARREL_CASES=N` runs seeds 0 to N. Seeds that
//! failed once belong into `data/random-seeds.txt`.

use crate::updates::updated;
use quarrel_base::catalog::Catalog;
use quarrel_base::ids::{Id, IndexVec};
use quarrel_datalog::passes::{self, PASSES, PassOptions};
use quarrel_datalog::{
    Aggregate, AggregateOp, Atom, Body, BuiltinOp, Column, Comparison, Const, Ctor, CtorId, Def, GraphOp,
    Inline, Kind, Literal, LiteralKind, Origin, Output, OutputColumn, Pred, PredId, Program, Rule, SortKey,
    Stratified, Term, Var, VarId, parse, pretty, stratify, verify,
};
use quarrel_eval::edb::Cell;
use quarrel_eval::{
    EvalError, EvalErrorKind, Limits, MemDb, Options, Outcome, State, Values, evaluate, naive,
};
use quarrel_seeded::{Random, seeds_after};
use std::collections::BTreeSet;
use std::time::Duration;

/// Seeds tried by default; about one in five gives a valid program.
const CASES: u64 = 300;

/// The kinds of values in programs.
const KINDS: [Kind; 5] = [Kind::Int, Kind::Int, Kind::String, Kind::Entity, Kind::Boolean];
/// The stored predicates.
const STORED: [&[Kind]; 6] = [
    &[Kind::Int],
    &[Kind::Int, Kind::Int],
    &[Kind::String, Kind::Int],
    &[Kind::Entity, Kind::Entity],
    &[Kind::Entity, Kind::String],
    &[Kind::Entity],
];
/// After them the entity types, `@e`, `@f` and their union: parts, and the relations or types that they consist of.
const TYPES: [(&[u32], &[usize]); 3] = [(&[0], &[4]), (&[1], &[5]), (&[0, 1], &[6, 7])];
/// The type of the entities of each stored predicate.
const ENTITIES: [Option<usize>; 6] = [None, None, None, Some(8), Some(6), Some(7)];
const CTORS: [&[Kind]; 2] = [&[Kind::Int], &[Kind::Entity, Kind::Int]];
/// Built-ins over these kinds, without those that make ever larger values.
const BUILTINS: [BuiltinOp; 16] = [
    BuiltinOp::IntAdd,
    BuiltinOp::IntAdd,
    BuiltinOp::IntMul,
    BuiltinOp::IntDiv,
    BuiltinOp::IntRem,
    BuiltinOp::IntNeg,
    BuiltinOp::IntRange,
    BuiltinOp::IntToString,
    BuiltinOp::BooleanNot,
    BuiltinOp::StringConcat,
    BuiltinOp::StringLength,
    BuiltinOp::StringCharAt,
    BuiltinOp::StringPrefix,
    BuiltinOp::StringMatches,
    BuiltinOp::StringToInt,
    BuiltinOp::StringIndexOf,
];

struct Generator {
    random: Random,
    /// The kinds of the columns of all predicates.
    columns: Vec<Vec<Kind>>,
    /// The predicate whose rules are generated.
    current: usize,
    vars: IndexVec<VarId, Var>,
    scope: Vec<VarId>,
}

fn literal(kind: LiteralKind) -> Literal {
    Literal { kind, origin: Origin::Builtin }
}

impl Generator {
    fn var(&mut self, kind: Kind) -> VarId {
        let name = format!("v{}", self.vars.len());
        self.vars.push(Var { name, kind, origin: Origin::Builtin })
    }
    fn constant(&mut self, kind: Kind) -> Option<Const> {
        Some(match kind {
            Kind::Int => Const::Int(self.random.of(&[0, 1, 2, 3, -1, 7])),
            Kind::String => Const::String(self.random.of(&["", "a", "ab", "aba", "1", "%a"]).into()),
            Kind::Boolean => Const::Boolean(self.random.chance(50)),
            _ => return None,
        })
    }
    /// A term of that kind, mostly a variable in scope.
    fn term(&mut self, kind: Kind) -> Term {
        let fitting: Vec<VarId> =
            self.scope.iter().copied().filter(|var| self.vars[*var].kind == kind).collect();
        if !fitting.is_empty() && self.random.chance(80) {
            return Term::Var(self.random.of(&fitting));
        }
        match self.constant(kind) {
            Some(constant) if self.random.chance(60) => Term::Const(constant),
            _ if !fitting.is_empty() => Term::Var(self.random.of(&fitting)),
            Some(constant) => Term::Const(constant),
            None => Term::Wildcard,
        }
    }
    fn args(&mut self, kinds: &[Kind], wildcards: usize) -> Vec<Term> {
        kinds
            .iter()
            .map(|kind| if self.random.chance(wildcards) { Term::Wildcard } else { self.term(*kind) })
            .collect()
    }
    fn pred(&mut self, recursive: bool) -> usize {
        if self.random.chance(45) {
            return self.random.below(STORED.len() + TYPES.len());
        }
        self.random.below(if recursive { self.current + 1 } else { self.current })
    }
    fn literal(&mut self, depth: usize, recursive: bool) -> LiteralKind {
        match self.random.below(if depth == 0 { 14 } else { 21 }) {
            0..=4 => {
                let pred = self.pred(recursive);
                let kinds = self.columns[pred].clone();
                LiteralKind::Atom(Atom { pred: PredId::new(pred), args: self.args(&kinds, 12) })
            }
            5..=7 => {
                let kind = self.random.of(&KINDS);
                let comparison = self.random.of(&[
                    Comparison::Eq,
                    Comparison::Eq,
                    Comparison::Ne,
                    Comparison::Lt,
                    Comparison::Ge,
                ]);
                let comparison = match kind {
                    Kind::Entity if comparison != Comparison::Eq => Comparison::Ne,
                    _ => comparison,
                };
                LiteralKind::Compare(comparison, kind, self.term(kind), self.term(kind))
            }
            8..=10 => {
                let op = self.random.of(&BUILTINS);
                LiteralKind::Builtin(op, self.args(op.kinds(), 0))
            }
            11 | 12 => {
                let ctor = self.random.below(CTORS.len());
                let (args, result) = (self.args(CTORS[ctor], 0), self.term(Kind::Entity));
                LiteralKind::Construct { ctor: CtorId::new(ctor), args, result }
            }
            13 => {
                let steps: Vec<usize> = (0..self.current + usize::from(recursive))
                    .filter(|pred| matches!(self.columns[*pred].as_slice(), [a, b] if a == b))
                    .collect();
                let step = self.random.of(&steps);
                let kind = self.columns[step][0];
                let (reflexive, from, to) = (self.random.chance(50), self.term(kind), self.term(kind));
                LiteralKind::Closure { step: PredId::new(step), reflexive, from, to }
            }
            14 | 15 => LiteralKind::Not(self.body(depth - 1, false)),
            16..=18 => {
                let count = 1 + self.random.below(3);
                LiteralKind::Or((0..count).map(|_| self.body(depth - 1, recursive)).collect())
            }
            _ => self.aggregate(depth),
        }
    }
    fn aggregate(&mut self, depth: usize) -> LiteralKind {
        use AggregateOp::*;
        let op = self.random.of(&[
            Count,
            StrictCount,
            Sum,
            StrictSum,
            Min,
            Max,
            Rank,
            Concat,
            StrictConcat,
            Unique,
        ]);
        let kind = match op {
            Concat | StrictConcat => Kind::String,
            Sum | StrictSum => Kind::Int,
            _ => self.random.of(&[Kind::Int, Kind::String]),
        };
        let outer = self.scope.len();
        let value = self.var(kind);
        self.scope.push(value);
        let mut body = self.inner(depth - 1, false);
        body.literals.push(self.binder(value));
        let more = body.locals.clone();
        body.locals.insert(0, value);
        let separator = matches!(op, Concat | StrictConcat).then(|| Term::Const(Const::String(",".into())));
        let mut tuple: Vec<VarId> = more.into_iter().filter(|_| self.random.chance(60)).collect();
        tuple.push(value);
        // Equal keys would leave the order of texts to chance, so the joined value is a key as well.
        let keys = match op {
            Min | Max | Rank | Concat | StrictConcat => {
                vec![SortKey { var: value, descending: self.random.chance(30) }]
            }
            _ => Vec::new(),
        };
        self.scope.truncate(outer);
        let result = match op {
            Count | StrictCount => Kind::Int,
            _ => kind,
        };
        LiteralKind::Aggregate(Box::new(Aggregate {
            op,
            body,
            tuple,
            value: (!matches!(op, Count | StrictCount)).then_some(Term::Var(value)),
            separator,
            keys,
            rank: (op == Rank).then(|| self.term(Kind::Int)),
            result: self.term(result),
            choice: None,
        }))
    }
    fn body(&mut self, depth: usize, recursive: bool) -> Body {
        let outer = self.scope.len();
        let body = self.inner(depth, recursive);
        self.scope.truncate(outer);
        body
    }
    /// Leaves the body's locals in scope.
    fn inner(&mut self, depth: usize, recursive: bool) -> Body {
        let kinds: Vec<Kind> = (0..self.random.below(3)).map(|_| self.random.of(&KINDS)).collect();
        let locals: Vec<VarId> = kinds.into_iter().map(|kind| self.var(kind)).collect();
        self.scope.extend(&locals);
        let count = 1 + self.random.below(3);
        let mut literals: Vec<Literal> =
            (0..count).map(|_| literal(self.literal(depth, recursive))).collect();
        for local in &locals {
            if self.random.chance(97) {
                let at = self.random.below(literals.len() + 1);
                literals.insert(at, self.binder(*local));
            }
        }
        Body { locals, literals }
    }
    /// A literal that binds the variable.
    fn binder(&mut self, var: VarId) -> Literal {
        let kind = self.vars[var].kind;
        let places: Vec<(usize, usize)> = (0..STORED.len())
            .flat_map(|pred| (0..STORED[pred].len()).map(move |at| (pred, at)))
            .filter(|(pred, at)| STORED[*pred][*at] == kind)
            .collect();
        literal(match places.as_slice() {
            [] => LiteralKind::Or(
                [false, true]
                    .map(|value| {
                        let equal = LiteralKind::Compare(
                            Comparison::Eq,
                            kind,
                            Term::Var(var),
                            Term::Const(Const::Boolean(value)),
                        );
                        Body { locals: vec![], literals: vec![literal(equal)] }
                    })
                    .to_vec(),
            ),
            places => {
                let (pred, at) = self.random.of(places);
                let mut args = self.args(STORED[pred], 50);
                args[at] = Term::Var(var);
                LiteralKind::Atom(Atom { pred: PredId::new(pred), args })
            }
        })
    }
    fn rule(&mut self, modes: &[Vec<usize>]) -> Rule {
        self.vars = IndexVec::new();
        self.scope = Vec::new();
        let kinds = self.columns[self.current].clone();
        let heads: Vec<VarId> = kinds.into_iter().map(|kind| self.var(kind)).collect();
        self.scope = heads.clone();
        let mut body = self.inner(2, true);
        for (column, head) in heads.iter().enumerate() {
            let given = modes.iter().any(|mode| mode.contains(&column));
            if self.random.chance(if given { 40 } else { 98 }) {
                let binder = self.binder(*head);
                body.literals.push(binder);
            }
        }
        let mut locals = heads.clone();
        locals.append(&mut body.locals);
        body.locals = locals;
        let head = heads
            .iter()
            .map(|var| match self.constant(self.vars[*var].kind) {
                Some(constant) if modes.is_empty() && self.random.chance(4) => Term::Const(constant),
                _ => Term::Var(*var),
            })
            .collect();
        Rule { head, body, vars: std::mem::take(&mut self.vars), origin: Origin::Builtin }
    }
    fn graph(&mut self) -> Option<(GraphOp, Vec<Kind>)> {
        let with = |columns: &[Vec<Kind>], wanted: &[Kind]| -> Vec<PredId> {
            let fits = |at: &usize| columns[*at] == wanted;
            (0..self.current).filter(fits).map(PredId::new).collect()
        };
        let kind = self.random.of(&[Kind::Int, Kind::Entity]);
        let (unary, binary) = (with(&self.columns, &[kind]), with(&self.columns, &[kind, kind]));
        let step = self.random.of(&binary);
        let some = |random: &mut Random| (!unary.is_empty() && random.chance(60)).then(|| random.of(&unary));
        Some(match self.random.below(5) {
            0 => {
                let (sources, sinks) = (some(&mut self.random), some(&mut self.random));
                (GraphOp::TransitiveClosure { step, sources, sinks }, vec![kind, kind])
            }
            1 => {
                let start = some(&mut self.random)?;
                (GraphOp::ShortestDistances { start, step }, vec![kind, kind, Kind::Int])
            }
            2 => {
                let entry = some(&mut self.random)?;
                (GraphOp::ImmediateDominators { entry, successor: step }, vec![kind; 3])
            }
            // The number of a class is up to the evaluator.
            _ => return None,
        })
    }
}

fn program(seed: u64) -> Program {
    let random = Random::new(seed);
    let mut generator = Generator {
        random,
        columns: STORED.iter().map(|kinds| kinds.to_vec()).chain(TYPES.map(|_| vec![Kind::Entity])).collect(),
        current: 0,
        vars: IndexVec::new(),
        scope: Vec::new(),
    };
    let mut program = Program::default();
    for (at, args) in CTORS.iter().enumerate() {
        program.ctors.push(Ctor { name: format!("c{at}"), args: args.to_vec() });
    }
    let count = 2 + generator.random.below(3);
    let base = STORED.len() + TYPES.len();
    for at in 0..base + count {
        generator.current = at;
        let mut modes = Vec::new();
        let def = if at < STORED.len() {
            Def::Stored(format!("s{at}"))
        } else if at < base {
            let made_of = TYPES[at - STORED.len()].1;
            Def::Rules(
                made_of
                    .iter()
                    .map(|of| entity_type(*of, STORED.get(*of).map_or(1, |kinds| kinds.len())))
                    .collect(),
            )
        } else if generator.random.chance(10)
            && let Some((graph, columns)) = generator.graph()
        {
            generator.columns.push(columns);
            Def::Graph(graph)
        } else {
            let arity = generator.random.below(4);
            let kinds: Vec<Kind> = (0..arity).map(|_| generator.random.of(&KINDS)).collect();
            generator.columns.push(kinds);
            if arity > 0 && generator.random.chance(25) {
                modes.push(vec![generator.random.below(arity)]);
                if arity > 1 && generator.random.chance(25) {
                    modes.push(vec![generator.random.below(arity)]);
                    modes.dedup();
                }
            }
            let rules = 1 + generator.random.below(2);
            Def::Rules((0..rules).map(|_| generator.rule(&modes)).collect())
        };
        let within = ENTITIES.get(at).copied().flatten().map(PredId::new);
        let column = |(number, kind): (usize, &Kind)| Column {
            name: format!("c{number}"),
            kind: *kind,
            within: within.filter(|_| *kind == Kind::Entity).into_iter().collect(),
        };
        let pred = program.preds.push(Pred {
            name: format!("p{at}"),
            columns: generator.columns[at].iter().enumerate().map(column).collect(),
            def,
            modes: modes.clone(),
            inline: generator.random.of(&[Inline::Auto, Inline::Auto, Inline::Always, Inline::Never]),
            on_demand: generator.random.chance(15),
            supersets: Vec::new(),
            parts: if (STORED.len()..base).contains(&at) {
                TYPES[at - STORED.len()].0.to_vec()
            } else {
                Vec::new()
            },
            origin: Origin::Builtin,
        });
        if at >= base && modes.is_empty() {
            let name = format!("p{at}");
            let shown =
                |kind: &Kind| OutputColumn { name: "c".to_owned(), kind: *kind, text: None, location: None };
            let columns = generator.columns[at].iter().map(shown).collect();
            program.outputs.push(Output { name, pred, columns, order_by: vec![], query: 0 });
        }
    }
    program
}

/// `type(x) :- of(x, _).`
fn entity_type(of: usize, arity: usize) -> Rule {
    let var = Var { name: "x".to_owned(), kind: Kind::Entity, origin: Origin::Builtin };
    let x = VarId::new(0);
    let args = (0..arity).map(|at| if at == 0 { Term::Var(x) } else { Term::Wildcard }).collect();
    let body = Body {
        locals: vec![x],
        literals: vec![literal(LiteralKind::Atom(Atom { pred: PredId::new(of), args }))],
    };
    Rule { head: vec![Term::Var(x)], body, vars: std::iter::once(var).collect(), origin: Origin::Builtin }
}

fn facts(seed: u64) -> MemDb {
    facts_with(seed, &["a", "ab", "b", "", "1"])
}

/// Facts with some of these texts, which have the numbers of their order.
fn facts_with(seed: u64, texts: &[&str]) -> MemDb {
    let mut random = Random::second(seed);
    let schema = "s0(int a: int ref);\ns1(int a: int ref, int b: int ref);\ns2(string a: string ref, int b: int ref);\n\
                  s3(int a: @g ref, int b: @g ref);\ns4(unique int a: @e, string b: string ref);\n\
                  s5(unique int a: @f);\ns6(string a: string ref);\n@g = @e | @f;\n";
    let mut sources = quarrel_base::SourceMap::new();
    let file = sources.add("schema", schema);
    let (catalog, found): (Catalog, _) = quarrel_base::catalog::parse(file, schema);
    assert!(found.is_empty(), "{found:?}");
    let mut db = MemDb::new(catalog);
    texts.iter().for_each(|text| db.insert("s6", vec![Cell::String((*text).to_owned())]));
    // Relations that refer to entities come after those that define them.
    let mut entities: Vec<u32> = Vec::new();
    for at in [0, 1, 2, 4, 5, 3] {
        let kinds = STORED[at];
        let rows = if at == 3 && entities.is_empty() { 0 } else { random.below(6) };
        for _ in 0..rows {
            let row = kinds
                .iter()
                .map(|kind| match kind {
                    Kind::Int => Cell::Int(random.below(4) as i32),
                    Kind::String => Cell::String(random.of(texts).to_owned()),
                    _ => {
                        let entity = match at {
                            3 => random.of(&entities),
                            5 => 4 + random.below(2) as u32,
                            _ => random.below(4) as u32,
                        };
                        entities.push(entity);
                        Cell::Entity(entity)
                    }
                })
                .collect();
            db.insert(&format!("s{at}"), row);
        }
    }
    db
}

/// A value as text: ids differ from evaluation to evaluation.
fn show(program: &Program, kind: Kind, value: u32, values: &Values<'_>) -> String {
    match kind {
        Kind::Int => value.cast_signed().to_string(),
        Kind::String => format!("{:?}", values.text(value)),
        Kind::Entity => match values.constructed(value) {
            Some((ctor, args)) => {
                let kinds = &program.ctors[ctor].args;
                let args: Vec<String> =
                    kinds.iter().zip(args).map(|(kind, arg)| show(program, *kind, *arg, values)).collect();
                format!("c{}({})", ctor.index(), args.join(", "))
            }
            None => format!("#{value}"),
        },
        _ => value.to_string(),
    }
}

type Rows = Vec<(String, BTreeSet<Vec<String>>)>;

fn run(stratified: &Stratified, db: &MemDb, fast: bool, threads: usize) -> Result<Rows, EvalError> {
    let limits = Limits { rows: Some(20_000), time: Some(Duration::from_secs(1)), ..Limits::default() };
    let options = Options { threads: Some(threads), limits, progress: None };
    let outcome =
        if fast { evaluate(stratified, db, &options)? } else { naive::evaluate(stratified, db, &options)? };
    Ok(texts(stratified.program(), &outcome))
}

/// The rows of all outputs as texts.
fn texts(program: &Program, outcome: &Outcome<'_>) -> Rows {
    let rows = |output: &Output| {
        let kinds: Vec<Kind> = program.preds[output.pred].columns.iter().map(|column| column.kind).collect();
        let row = |row: Vec<u32>| -> Vec<String> {
            kinds.iter().zip(row).map(|(kind, value)| show(program, *kind, value, &outcome.values)).collect()
        };
        (output.name.clone(), outcome.relations[&output.pred].rows().map(row).collect())
    };
    program.outputs.iter().map(rows).collect()
}

/// Whether updates find what evaluations from scratch find, on databases that come to hold texts that programs made.
fn updates_agree(passed: &Stratified, seed: u64) -> Result<(), String> {
    let limits = Limits { rows: Some(20_000), time: Some(Duration::from_secs(1)), ..Limits::default() };
    let known = ["a", "ab", "b", "", "1", "2", "true"];
    let mut state: Option<State> = None;
    for (at, texts_known) in [4, 4, 6, 7].into_iter().enumerate() {
        let options = Options { threads: Some([1, 8, 2, 16][at]), limits: limits.clone(), progress: None };
        let db = facts_with(seed + (at as u64 % 3) * 1000, &known[..texts_known]);
        let Ok(wanted) = run(passed, &db, true, 1) else { return Ok(()) };
        let Ok((outcome, next)) = updated(passed, &db, &options, 0, state.as_ref()) else { return Ok(()) };
        let found = texts(passed.program(), &outcome);
        if found != wanted {
            return Err(format!("update {at}: {found:?}\nwanted: {wanted:?}\n{}", pretty(passed.program())));
        }
        state = Some(next);
    }
    Ok(())
}

/// The outcome of a seed.
#[derive(PartialEq, Eq, Debug)]
enum Case {
    Refused,
    /// An evaluation reached its limits: values made of values made of values.
    Endless,
    Agreed,
}

fn case(seed: u64) -> Result<Case, String> {
    let made = program(seed);
    let valid = verify(&made);
    if let Some(malformed) = valid.iter().find(|fault| matches!(&fault.kind, verify::FaultKind::Malformed(what) if !what.starts_with("a graph algorithm")))
    {
        return Err(format!("the generator is wrong: {malformed:?}\n{}", pretty(&made)));
    }
    if !valid.is_empty() {
        return Ok(Case::Refused);
    }
    let Ok(stratified) = stratify(made.clone()) else { return Ok(Case::Refused) };
    let db = facts(seed);
    let stopped = |error: &EvalError| matches!(error.kind, EvalErrorKind::Stopped(_));
    let wanted = match run(&stratified, &db, false, 1) {
        Ok(rows) => rows,
        Err(error) if stopped(&error) => return Ok(Case::Endless),
        Err(error) => return Err(format!("the definition: {error}\n{}", pretty(&made))),
    };
    let mut ways: Vec<(String, PassOptions, Program)> = vec![
        ("all passes".to_owned(), PassOptions::default(), made.clone()),
        ("no optional pass".to_owned(), PassOptions::mandatory(), made.clone()),
    ];
    for pass in PASSES.iter().filter(|pass| pass.optional) {
        let disabled = std::iter::once(pass.name.to_owned()).collect();
        ways.push((format!("without {}", pass.name), PassOptions { disabled }, made.clone()));
    }
    let text = pretty(&made);
    let mut sources = quarrel_base::SourceMap::new();
    let file = sources.add("printed", text.as_str());
    match parse(file, &text) {
        Ok(again) => ways.push(("printed and read".to_owned(), PassOptions::default(), again)),
        Err(error) => return Err(format!("it does not parse: {error:?}\n{text}")),
    }
    for (label, options, made) in ways {
        let passed = passes::run(made, &options);
        let passed = stratify(passed).map_err(|error| format!("{label}: {error:?}\n{text}"))?;
        for (fast, threads) in [(true, 1), (true, 2), (false, 1)] {
            // Threads and the definition with passes run once.
            if label != "all passes" && (!fast || threads == 2) {
                continue;
            }
            if threads == 2 {
                updates_agree(&passed, seed)?;
            }
            let what = if fast { "fast" } else { "definition" };
            match run(&passed, &db, fast, threads) {
                Ok(rows) if rows == wanted => {}
                Ok(rows) => {
                    return Err(format!(
                        "{label}, {what}, {threads} threads: {rows:?}\nwanted: {wanted:?}\n{text}\npassed:\n{}",
                        pretty(passed.program())
                    ));
                }
                Err(error) if stopped(&error) => {}
                Err(error) => {
                    return Err(format!(
                        "{label}, {what}: {error}\n{text}\npassed:\n{}",
                        pretty(passed.program())
                    ));
                }
            }
        }
    }
    Ok(Case::Agreed)
}

#[test]
fn typed_programs_agree() {
    let seeds = seeds_after(include_str!("data/random-seeds.txt"), CASES);
    let (mut agreed, total) = (0, seeds.len());
    for seed in seeds {
        match case(seed) {
            Ok(case) => agreed += usize::from(case == Case::Agreed),
            Err(error) => panic!("QUARREL_SEED={seed}\n{error}"),
        }
    }
    assert!(
        agreed * 20 > total || total < 50,
        "only {agreed} of {total} programs are valid: the generator wastes them"
    );
}
