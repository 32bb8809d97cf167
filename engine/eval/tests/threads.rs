//! More threads than cores: evaluations end, and return what one thread returns.
//!
//! `QUARREL_CASES` sets how often each runs (some hundred to look for rare failures).

use quarrel_base::catalog::Catalog;
use quarrel_base::source::SourceMap;
use quarrel_datalog::{Output, parse, stratify};
use quarrel_eval::index::Indexed;
use quarrel_eval::relation::{Relation, Table};
use quarrel_eval::{Columns, Edb, EdbError, Limits, Meter, Options, Pace, Stop, Values, evaluate_observed};
use quarrel_seeded::seeds;
use rayon::prelude::*;
use std::fmt::Write;
use std::sync::mpsc;
use std::time::Duration;

const COLUMNS: usize = 5;
/// How often each runs by default.
const ROUNDS: u64 = 3;
const ROWS: u32 = 1 << 18;
/// Far more than the slowest machine needs.
const PATIENCE: Duration = Duration::from_secs(300);

/// Fails if the work does not end.
fn ends<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, outcome) = mpsc::channel();
    std::thread::spawn(move || done.send(work()));
    match outcome.recv_timeout(PATIENCE) {
        Ok(result) => result,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("{what} hangs"),
        Err(mpsc::RecvTimeoutError::Disconnected) => panic!("{what} failed"),
    }
}

/// One relation; each column holds every number below `ROWS` once, in an order of its own.
struct Facts {
    catalog: Catalog,
}

fn relation() -> Relation {
    let column = |col: usize| (0..ROWS).map(|row| row.wrapping_mul(2 * col as u32 + 1) % ROWS).collect();
    Relation::from_table(Table::from_cols((0..COLUMNS).map(column).collect()))
}

impl Edb for Facts {
    fn catalog(&self) -> &Catalog {
        &self.catalog
    }
    fn load(&self, _: &str, columns: &[usize], values: &Values<'_>) -> Result<Columns, EdbError> {
        let rows =
            relation().project(columns, Pace::all(values.meter())).map_err(|_| EdbError::Interrupted)?;
        let table = rows.into_table();
        Ok(Columns { len: table.len, columns: table.cols })
    }
    fn row_count(&self, _: &str) -> Option<u64> {
        Some(u64::from(ROWS))
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

/// Pairs of columns: eighteen orders in which a relation can be needed.
fn orders() -> Vec<(usize, usize)> {
    let pairs = (0..COLUMNS).flat_map(|key| (0..COLUMNS).map(move |out| (key, out)));
    pairs.filter(|(key, out)| key != out).take(18).collect()
}

/// Eighteen predicates that each look up rows by another column, as predicates of their own and as rules of one;
/// eighteen that look up the rows of two of these, by indexes needed while others run; and a recursion on top.
fn program() -> String {
    let mut text = String::from("pred r(a: int, b: int, c: int, d: int, e: int) stored \"r\".\n");
    for (nth, (key, out)) in orders().into_iter().enumerate() {
        let args: Vec<&str> = (0..COLUMNS)
            .map(|col| {
                if col == key {
                    "k"
                } else if col == out {
                    "v"
                } else {
                    "_"
                }
            })
            .collect();
        let from: Vec<&str> = (0..COLUMNS).map(|col| if col == out { "k" } else { "_" }).collect();
        let body = format!("r({}), r({})", from.join(", "), args.join(", "));
        let _ = writeln!(text, "pred p{nth}(k: int, v: int). p{nth}(k, v) :- {body}.");
        let _ = writeln!(
            text,
            "{}all(k, v) :- {body}.",
            if nth == 0 { "pred all(k: int, v: int). " } else { "" }
        );
    }
    for nth in 0..orders().len() {
        let next = (nth + 1) % orders().len();
        let small = "k < 3000";
        let _ = writeln!(text, "pred s{nth}(k: int, v: int). s{nth}(k, v) :- p{nth}(k, v), {small}.");
        let _ = writeln!(
            text,
            "pred q{nth}(k: int, v: int). q{nth}(k, w) :- s{nth}(v, k), p{next}(v, w), not(s{next}(w, k))."
        );
        let _ = writeln!(
            text,
            "{}reach(k, w) :- s{nth}(k, v), reach(v, w).",
            if nth == 0 { "pred reach(k: int, v: int). reach(k, v) :- q0(k, v). " } else { "" }
        );
    }
    text
}

/// The rows of all predicates, and the work counts.
fn run(threads: usize) -> (Vec<Columns>, String) {
    let text = program();
    let mut sources = SourceMap::new();
    let mut program = parse(sources.add("toy", text.as_str()), &text).expect("a program");
    for (pred, declared) in program.preds.iter_ids() {
        if declared.name != "r" {
            let (name, columns, order_by) = ("out".to_owned(), Vec::new(), Vec::new());
            program.outputs.push(Output { name, pred, columns, order_by, query: 0 });
        }
    }
    let program = stratify(program).expect("an order");
    let db = Facts { catalog: Catalog::default() };
    let options = Options { threads: Some(threads), ..Options::default() };
    let (outcome, work) = evaluate_observed(&program, &db, &options, false);
    (outcome.expect("rows").relations.into_values().collect(), work.text(program.program()))
}

#[test]
fn many_indexes_of_one_relation_are_wanted_at_once() {
    let expected = run(1);
    assert_eq!(expected.0.len(), 3 * 18 + 2);
    assert_eq!(expected.0.iter().filter(|rows| rows.len >= ROWS as usize).count(), 19);
    for round in seeds(ROUNDS) {
        for threads in [2, 8, 16] {
            let found = ends(&format!("round {round} with {threads} threads"), move || run(threads));
            assert!(found.0 == expected.0, "round {round} with {threads} threads");
            assert_eq!(found.1, expected.1, "round {round} with {threads} threads");
        }
    }
}

#[test]
fn indexes_that_nobody_prepared_are_built_once_each() {
    for _ in seeds(ROUNDS) {
        for threads in [8, 16] {
            let built = ends(&format!("building with {threads} threads"), move || {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                pool.install(|| {
                    let indexed = Indexed::new(relation());
                    let meter = Meter::unlimited();
                    // Many pieces need each order at once, and other pieces sort on all threads.
                    (0..18 * 16usize).into_par_iter().for_each(|piece| {
                        let (key, out) = orders()[piece % 18];
                        let index = indexed.index(&[key], &[out], &meter).expect("no limit");
                        assert_eq!(index.rel.len(), ROWS as usize);
                        if piece % 7 == 0 {
                            let again = relation().project(&[out, key], Pace::all(&meter)).expect("no limit");
                            assert_eq!(again.len(), ROWS as usize);
                        }
                    });
                    orders().into_iter().filter(|(key, out)| indexed.find(&[*key], &[*out]).is_some()).count()
                })
            });
            assert_eq!(built, 18);
        }
    }
}

/// Rows of so many columns of so many bits that each kind of sort runs, on any number of threads.
#[test]
fn sorting_and_merging_do_not_depend_on_threads() {
    let random = |count: usize, bits: [u32; 6], arity: usize, mut state: u64| {
        let mut column = |bits: u32| -> Vec<u32> {
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 32) as u32
            };
            (0..count).map(|_| if bits == 0 { 7 } else { next() >> (32 - bits) }).collect()
        };
        Table::from_cols(bits[..arity].iter().map(|bits| column(*bits)).collect())
    };
    let shapes = [
        (1, [24, 0, 0, 0, 0, 0]),
        (2, [9, 11, 0, 0, 0, 0]),
        (2, [30, 31, 0, 0, 0, 0]),
        (3, [30, 2, 32, 0, 0, 0]),
        (4, [20, 32, 30, 8, 0, 0]),
        (6, [30, 30, 30, 30, 30, 9]),
    ];
    for (arity, bits) in shapes {
        let mut expected: Option<(Relation, Relation, Relation)> = None;
        for threads in [1, 2, 8, 16] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let found = pool.install(|| {
                let meter = Meter::unlimited();
                let pace = Pace::all(&meter);
                let sorted = |count, seed| {
                    Relation::distinct(random(count, bits, arity, seed), pace).expect("no limit")
                };
                let (a, b) = (sorted(600_000, 1), sorted(300_000, 2));
                let both = a.merge(&b, pace).expect("no limit");
                let rest = both.clone().difference(&a, pace).expect("no limit");
                assert!(both.len() >= a.len() && both.len() == a.len() + rest.len());
                (a, both, rest)
            });
            match &expected {
                None => {
                    let (a, ..) = &found;
                    assert!((1..a.len().min(50_000)).all(|row| a.row(row - 1) < a.row(row)), "ascending");
                    expected = Some(found);
                }
                Some(expected) => assert!(found == *expected, "{arity} columns, {threads} threads"),
            }
        }
    }
}

#[test]
fn long_sorts_stop_when_they_are_asked_to() {
    let column = |col: u32| (0..4_000_000u32).map(|row| row.wrapping_mul(2_654_435_761 + 2 * col)).collect();
    let table = Table::from_cols((0..5).map(column).collect());
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let meter = Meter::start(&limits);
    let started = std::time::Instant::now();
    let stopped = Relation::distinct(table, Pace::alone(&meter));
    assert_eq!(stopped, Err(Stop::Time(Duration::from_millis(20))));
    assert!(started.elapsed() < Duration::from_millis(1500), "{:?}", started.elapsed());
}
