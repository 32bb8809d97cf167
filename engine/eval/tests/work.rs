//! Work counters of chosen programs: a lost index, a worse join order or rows derived twice show here as numbers.

use quarrel_base::catalog;
use quarrel_base::source::SourceMap;
use quarrel_datalog::{Output, parse, stratify};
use quarrel_eval::edb::Cell;
use quarrel_eval::{MemDb, Options, evaluate_observed};

const SCHEMA: &str = "edge(int a: int ref, int b: int ref); mark(int a: int ref);";

/// A ring of a hundred nodes with a chord from every tenth, five marks.
fn database() -> MemDb {
    let mut sources = SourceMap::new();
    let (catalog, _) = catalog::parse(sources.add("schema", SCHEMA), SCHEMA);
    let mut db = MemDb::new(catalog);
    for node in 0..100 {
        db.insert("edge", vec![Cell::Int(node), Cell::Int((node + 1) % 100)]);
        if node % 10 == 0 {
            db.insert("edge", vec![Cell::Int(node), Cell::Int((node + 50) % 100)]);
        }
        if node % 20 == 0 {
            db.insert("mark", vec![Cell::Int(node)]);
        }
    }
    db
}

/// The counts of a program with all predicates named `out...` as outputs, on one thread and on two.
fn work(text: &str) -> String {
    let text =
        format!("pred edge(a: int, b: int) stored \"edge\". pred mark(a: int) stored \"mark\". {text}");
    let mut sources = SourceMap::new();
    let mut program = parse(sources.add("toy", text.as_str()), &text).expect("a program");
    let asked: Vec<_> =
        program.preds.iter_ids().filter(|(_, pred)| pred.name.starts_with("out")).map(|(id, _)| id).collect();
    for pred in asked {
        let (name, columns, order_by) = ("out".to_owned(), Vec::new(), Vec::new());
        program.outputs.push(Output { name, pred, columns, order_by, query: 0 });
    }
    let program = stratify(program).expect("an order");
    let db = database();
    let texts = [1, 2].map(|threads| {
        let options = Options { threads: Some(threads), ..Options::default() };
        let (outcome, work) = evaluate_observed(&program, &db, &options, false);
        outcome.expect("rows");
        work.text(program.program())
    });
    assert_eq!(texts[0], texts[1], "the same for any number of threads");
    let line = texts[0].lines().find(|line| line.starts_with("out"));
    line.unwrap_or_default().to_owned()
}

#[test]
fn a_closure_reads_each_edge_of_a_new_path_once() {
    let found =
        work("pred out(a: int, b: int). out(a, b) :- edge(a, b). out(a, c) :- out(a, b), edge(b, c).");
    assert_eq!(found, "out 10000: read 31110, derived 11110, duplicates 710, rounds 58, full scans 1");
}

#[test]
fn a_join_starts_from_the_small_side() {
    let found = work("pred out(a: int, c: int). out(a, c) :- edge(a, b), edge(b, c), mark(a).");
    assert_eq!(found, "out 15: read 45, derived 15, duplicates 0, rounds 0, full scans 1");
}

#[test]
fn rows_are_counted_without_being_made() {
    let found = work("pred out(a: int, n: int). out(a, n) :- mark(a), agg count(b | edge(a, b)) of (b) = n.");
    assert_eq!(found, "out 5: read 10, derived 5, duplicates 0, rounds 0, full scans 1");
}

#[test]
fn pairs_of_one_generation_are_found_from_both_sides() {
    let found = work(
        "pred out(a: int, b: int). out(a, b) :- edge(p, a), edge(p, b).
         out(a, b) :- edge(p, a), out(p, q), edge(q, b).",
    );
    assert_eq!(found, "out 10000: read 47230, derived 12230, duplicates 2190, rounds 59, full scans 59");
}

#[test]
fn aliases_are_found_from_what_is_new() {
    // Every edge is an assignment, those of marked nodes are dereferences.
    let found = work(
        "pred out(a: int, b: int). out(a, b) :- edge(a, b). out(a, b) :- edge(a, c), outside(c, b).
         out(a, c) :- out(a, b), out(b, c), mark(c).
         pred outside(a: int, b: int). outside(a, a) :- mark(a).
         outside(a, d) :- mark(b), edge(b, a), alias(b, c), edge(c, d).
         pred alias(a: int, b: int). alias(a, b) :- out(c, a), out(c, b).
         alias(a, b) :- out(c, a), outside(c, d), out(d, b).",
    );
    assert_eq!(
        found,
        "out 1535, outside 1005, alias 10000: \
         read 349815, derived 255685, duplicates 21160, rounds 12, full scans 45"
    );
}

#[test]
fn calls_by_receiver_read_what_is_new() {
    // Points-to with one object of context: marks are entries, edges are assignments, objects and calls at once.
    let found = work(
        "pred out(c: int, s: int, h: int, q: int). out(c, s, h, q) :- reach(c, s), points(c, s, h), edge(h, q).
         pred reach(c: int, m: int). reach(c, m) :- mark(m), c = 0. reach(h, q) :- out(c, s, h, q).
         pred points(c: int, v: int, h: int). points(c, v, h) :- reach(c, v), edge(v, h).
         points(c, v, h) :- edge(v, w), points(c, w, h), mark(h). points(h, q, h) :- out(c, s, h, q).
         points(h, q, g) :- out(c, s, h, q), points(c, s, g), mark(g).",
    );
    assert_eq!(
        found,
        "out 1395, reach 115, points 50220: \
         read 415544, derived 64505, duplicates 5570, rounds 108, full scans 273"
    );
}
