//! Any program, sensible or not, prints to a text that parses back to a program that prints to that text.

use quarrel_base::IndexVec;
use quarrel_base::ids::Id;
use quarrel_base::source::SourceMap;
use quarrel_datalog::{
    Aggregate, AggregateOp, Atom, Body, BuiltinOp, Choice, Column, Comparison, Const, Ctor, CtorId, Def,
    GraphOp, Inline, Kind, Literal, LiteralKind, Origin, Output, OutputColumn, Pred, PredId, Program, Rule,
    SortKey, Term, Var, VarId, parse, pretty,
};
use quarrel_seeded::Random;

const KINDS: [Kind; 7] =
    [Kind::Int, Kind::Float, Kind::String, Kind::Boolean, Kind::Date, Kind::BigInt, Kind::Entity];
const NAMES: [&str; 12] =
    ["p", "A.b/2", "m::q", "not", "or", "stored", "_", "a b`c", "#select", "x", "true", "Größe"];

/// Pieces of programs, determined by a seed.
trait Pieces {
    fn list<T>(&mut self, most: usize, item: impl FnMut(&mut Self) -> T) -> Vec<T>;
    fn pred(&mut self) -> PredId;
    fn constant(&mut self) -> Const;
}

impl Pieces for Random {
    fn list<T>(&mut self, most: usize, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| item(self)).collect()
    }
    fn pred(&mut self) -> PredId {
        PredId::new(self.below(8))
    }
    fn constant(&mut self) -> Const {
        match self.below(4) {
            0 => Const::Int(self.of(&[0, 1, -1, i32::MIN, i32::MAX])),
            1 => Const::Float(self.of(&[
                0.0,
                -0.0,
                1.5,
                1e300,
                -2e-9,
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
            ])),
            2 => Const::String(self.of(&["", "a\"\\\n\t\r\0", "\u{1F600}ä", "${x}"]).into()),
            _ => Const::Boolean(self.below(2) == 0),
        }
    }
}

struct Rules<'a> {
    random: &'a mut Random,
    vars: IndexVec<VarId, Var>,
    scope: Vec<VarId>,
}

impl Rules<'_> {
    fn declare(&mut self) -> Vec<VarId> {
        let locals: Vec<_> = (0..self.random.below(4))
            .map(|_| {
                let var = Var {
                    name: self.random.of(&NAMES).to_owned(),
                    kind: self.random.of(&KINDS),
                    origin: Origin::Builtin,
                };
                self.vars.push(var)
            })
            .collect();
        self.scope.extend(&locals);
        locals
    }
    fn term(&mut self) -> Term {
        match self.random.below(4) {
            0 => Term::Const(self.random.constant()),
            1 => Term::Wildcard,
            _ if self.scope.is_empty() => Term::Wildcard,
            _ => Term::Var(self.random.of(&self.scope)),
        }
    }
    fn terms(&mut self, count: usize) -> Vec<Term> {
        (0..count).map(|_| self.term()).collect()
    }
    fn body(&mut self, depth: usize) -> Body {
        let outer = self.scope.len();
        let locals = self.declare();
        let literals = (0..self.random.below(4))
            .map(|_| Literal { kind: self.literal(depth), origin: Origin::Builtin })
            .collect();
        self.scope.truncate(outer);
        Body { locals, literals }
    }
    fn literal(&mut self, depth: usize) -> LiteralKind {
        match self.random.below(if depth == 0 { 5 } else { 8 }) {
            0 => {
                let count = self.random.below(4);
                LiteralKind::Atom(Atom { pred: self.random.pred(), args: self.terms(count) })
            }
            1 => LiteralKind::Closure {
                step: self.random.pred(),
                reflexive: self.random.below(2) == 0,
                from: self.term(),
                to: self.term(),
            },
            2 => {
                use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
                let comparison = self.random.of(&[Eq, Ne, Lt, Le, Gt, Ge]);
                LiteralKind::Compare(comparison, self.random.of(&KINDS), self.term(), self.term())
            }
            3 => {
                let op = self.random.of(BuiltinOp::ALL);
                LiteralKind::Builtin(op, self.terms(op.kinds().len()))
            }
            4 => {
                let (ctor, count) = (CtorId::new(self.random.below(2)), self.random.below(3));
                LiteralKind::Construct { ctor, args: self.terms(count), result: self.term() }
            }
            5 => LiteralKind::Not(self.body(depth - 1)),
            6 => LiteralKind::Or((0..self.random.below(4)).map(|_| self.body(depth - 1)).collect()),
            _ => {
                let body = self.body(depth - 1);
                let own = body.locals.clone();
                let outer = self.scope.len();
                self.scope.extend(&own);
                let (value, separator) = (self.term(), self.term());
                self.scope.truncate(outer);
                let keys = own.iter().take(self.random.below(3));
                let keys =
                    keys.map(|var| SortKey { var: *var, descending: self.random.below(2) == 0 }).collect();
                let tuple: Vec<VarId> = own.into_iter().take(self.random.below(3)).collect();
                let choice = tuple.last().filter(|_| self.random.below(3) == 0);
                let choice =
                    choice.map(|last| Choice { of: tuple[..tuple.len() - 1].to_vec(), expected: *last });
                LiteralKind::Aggregate(Box::new(Aggregate {
                    op: self.random.of(&[
                        AggregateOp::Count,
                        AggregateOp::Max,
                        AggregateOp::Rank,
                        AggregateOp::Concat,
                    ]),
                    tuple,
                    body,
                    value: (self.random.below(2) == 0).then_some(value),
                    separator: (self.random.below(2) == 0).then_some(separator),
                    keys,
                    rank: (self.random.below(2) == 0).then(|| self.term()),
                    result: self.term(),
                    choice,
                }))
            }
        }
    }
}

fn rule(random: &mut Random, columns: usize) -> Rule {
    let mut rules = Rules { random, vars: IndexVec::new(), scope: Vec::new() };
    let mut locals = rules.declare();
    let mut body = rules.body(2);
    // The head's variables belong to the outermost body.
    let head: Vec<_> = rules
        .terms(columns)
        .into_iter()
        .map(|term| if term == Term::Wildcard { Term::Const(Const::Int(0)) } else { term })
        .collect();
    locals.append(&mut body.locals);
    body.locals = locals;
    Rule { head, body, vars: rules.vars, origin: Origin::Builtin }
}

fn program(seed: u64) -> Program {
    let random = &mut Random::new(seed);
    let mut program = Program::default();
    for _ in 0..2 {
        let args = random.list(3, |random| random.of(&KINDS));
        program.ctors.push(Ctor { name: random.of(&NAMES).to_owned(), args });
    }
    for _ in 0..8 {
        let columns = random.list(3, |random| Column {
            name: random.of(&NAMES).to_owned(),
            kind: random.of(&KINDS),
            within: random.list(2, Random::pred),
        });
        let width = columns.len();
        let def = match random.below(6) {
            0 => Def::Stored(random.of(&NAMES).to_owned()),
            1 => Def::Rows(random.list(3, |random| (0..width).map(|_| random.constant()).collect()).into()),
            2 => {
                let (a, b) = (random.pred(), random.pred());
                let option = |random: &mut Random| (random.below(2) == 0).then(|| random.pred());
                Def::Graph(match random.below(5) {
                    0 => {
                        GraphOp::TransitiveClosure { step: a, sources: option(random), sinks: option(random) }
                    }
                    1 => GraphOp::ShortestDistances { start: a, step: b },
                    2 => GraphOp::ImmediateDominators { entry: a, successor: b },
                    3 => GraphOp::EquivalenceRelation { base: a },
                    _ => GraphOp::InternSets { values: a },
                })
            }
            _ => Def::Rules(random.list(3, |random| rule(random, width))),
        };
        program.preds.push(Pred {
            name: random.of(&NAMES).to_owned(),
            columns,
            def,
            modes: random.list(2, |random| random.list(2, |random| random.below(4))),
            inline: random.of(&[Inline::Auto, Inline::Always, Inline::Never]),
            on_demand: random.below(3) == 0,
            supersets: random.list(2, Random::pred),
            parts: random.list(2, |random| random.below(9) as u32),
            origin: Origin::Builtin,
        });
    }
    program.outputs = random.list(2, |random| Output {
        name: random.of(&NAMES).to_owned(),
        pred: random.pred(),
        columns: random.list(2, |random| OutputColumn {
            name: random.of(&NAMES).to_owned(),
            kind: random.of(&KINDS),
            text: (random.below(2) == 0).then(|| random.pred()),
            location: (random.below(2) == 0).then(|| random.pred()),
        }),
        order_by: random.list(2, |random| (random.below(3), random.below(2) == 0)),
        query: random.below(3),
    });
    program
}

#[test]
fn what_prints_parses_back() {
    for seed in 0..2000 {
        let printed = pretty(&program(seed));
        let mut sources = SourceMap::new();
        let file = sources.add("printed", printed.as_str());
        let again = parse(file, &printed).unwrap_or_else(|error| {
            panic!("seed {seed}: {}\n{printed}", quarrel_base::diag::render(&[error], &sources, false))
        });
        let twice = pretty(&again);
        assert_eq!(twice, printed, "seed {seed}");
    }
}
