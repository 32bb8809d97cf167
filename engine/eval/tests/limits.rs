//! Evaluations that must stop, and their errors.

use quarrel_base::catalog::Catalog;
use quarrel_base::source::SourceMap;
use quarrel_datalog::{Output, Stratified, parse, stratify};
use quarrel_eval::{
    EvalErrorKind, Limits, MemDb, Options, Stop, StratumRows, evaluate, evaluate_observed, naive,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Endless numbers, and a relation that does not exist.
fn load(text: &str) -> Stratified {
    let mut sources = SourceMap::new();
    let mut program = parse(sources.add("toy", text), text).expect("a program");
    for (pred, _) in program.preds.iter_ids() {
        let (name, columns, order_by) = ("out".to_owned(), Vec::new(), Vec::new());
        program.outputs.push(Output { name, pred, columns, order_by, query: 0 });
    }
    stratify(program).expect("an order")
}

#[test]
fn limits_stop_both_evaluators_and_name_the_predicate() {
    let endless = load("pred count(a: int). count(0). count(b) :- count(a), %IntAdd(a, 1, b).");
    let cases = [
        (Limits { rows: Some(1000), ..Limits::default() }, Stop::Rows(1000)),
        (Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() }, Stop::Cancelled),
        (
            Limits { time: Some(Duration::from_millis(30)), ..Limits::default() },
            Stop::Time(Duration::from_millis(30)),
        ),
    ];
    let db = MemDb::new(Catalog::default());
    for (limits, stop) in cases {
        let options = Options { limits, ..Options::default() };
        for result in [naive::evaluate(&endless, &db, &options), evaluate(&endless, &db, &options)] {
            let error = result.expect_err("it never ends");
            assert_eq!(error.kind, EvalErrorKind::Stopped(stop), "{error}");
            assert_eq!(error.predicate.as_deref(), Some("count"), "{error}");
        }
    }
}

#[test]
fn rows_of_a_recursive_stratum_are_limited_alike_on_any_number_of_threads() {
    let program = load(
        "pred many(a: int). many(a) :- %IntRange(1, 500, a).
         pred few(a: int). few(0). few(b) :- few(a), a < 20, %IntAdd(a, 1, b).
         pred count(a: int). count(0). count(b) :- count(a), a < 90, %IntAdd(a, 1, b).",
    );
    let db = MemDb::new(Catalog::default());
    let cases = [
        (90, "", Some("count")),
        (91, "", None),
        (90, "co", Some("count")),
        (20, "few", Some("few")),
        (1, "many", None),
    ];
    for (limit, prefix, stops) in cases {
        for threads in [1, 2, 8, 16] {
            let stratum_rows = Some(StratumRows { rows: limit, prefix });
            let limits = Limits { stratum_rows, ..Limits::default() };
            let options = Options { limits, threads: Some(threads), ..Options::default() };
            let result = evaluate(&program, &db, &options);
            if let Some(predicate) = stops {
                let error = result.expect_err("there are more rows");
                assert_eq!(error.kind, EvalErrorKind::Stopped(Stop::StratumRows(limit)), "{error}");
                assert_eq!(error.predicate.as_deref(), Some(predicate), "{error}");
            } else {
                assert!(result.is_ok(), "{threads} threads");
            }
        }
    }
}

#[test]
fn a_missing_relation_is_an_error_that_names_it() {
    let program = load("pred missing(a: int) stored \"nowhere\".");
    let db = MemDb::new(Catalog::default());
    let options = Options::default();
    for result in [naive::evaluate(&program, &db, &options), evaluate(&program, &db, &options)] {
        let text = result.expect_err("no such relation").to_string();
        assert_eq!(text, "the database has no relation `nowhere`, while computing `missing`");
    }
}

#[test]
fn what_was_done_before_a_limit_is_reported() {
    let endless = load(
        "pred few(a: int). few(a) :- a = 1. few(a) :- a = 2.
         pred count(a: int). count(a) :- few(a). count(b) :- count(a), %IntAdd(a, 1, b).",
    );
    let db = MemDb::new(Catalog::default());
    let options = Options { limits: Limits { rows: Some(1000), ..Limits::default() }, ..Options::default() };
    let (result, work) = evaluate_observed(&endless, &db, &options, true);
    assert!(result.is_err());
    let [few, count] = work.strata.as_slice() else { panic!("{:?}", work.strata) };
    assert_eq!(few.totals.derived, 2);
    assert!(count.totals.rounds > 900 && !count.plans.is_empty(), "{:?}", count.totals);
}
