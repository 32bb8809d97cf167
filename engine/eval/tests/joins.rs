//! Joins and paths on more rows than a piece has: bindings without a match, with one, and with many.

use quarrel_base::catalog;
use quarrel_base::source::SourceMap;
use quarrel_datalog::{Output, parse, stratify};
use quarrel_eval::edb::Cell;
use quarrel_eval::{MemDb, Options, evaluate};
use std::collections::{BTreeMap, BTreeSet};

const SCHEMA: &str = "pair(int a: int ref, int b: int ref); mark(int a: int ref);";
const MARKS: [i32; 3] = [0, 500, 5000];

/// The rows of the predicate `out`, of two columns, with these pairs and the marks.
fn rows(pairs: &[(i32, i32)], text: &str) -> Vec<(i32, i32)> {
    let mut sources = SourceMap::new();
    let (catalog, _) = catalog::parse(sources.add("schema", SCHEMA), SCHEMA);
    let mut db = MemDb::new(catalog);
    pairs.iter().for_each(|&(a, b)| db.insert("pair", vec![Cell::Int(a), Cell::Int(b)]));
    MARKS.iter().for_each(|&mark| db.insert("mark", vec![Cell::Int(mark)]));
    let text =
        format!("pred pair(a: int, b: int) stored \"pair\". pred mark(a: int) stored \"mark\". {text}");
    let mut program = parse(sources.add("toy", text.as_str()), &text).expect("a program");
    let pred = program.preds.iter_ids().find(|(_, pred)| pred.name == "out").expect("a predicate").0;
    program.outputs.push(Output {
        name: "out".to_owned(),
        pred,
        columns: Vec::new(),
        order_by: Vec::new(),
        query: 0,
    });
    let program = stratify(program).expect("an order");
    let outcome = evaluate(&program, &db, &Options::default()).expect("rows");
    let columns = &outcome.relations[&pred].columns;
    columns[0].iter().zip(&columns[1]).map(|(a, b)| (a.cast_signed(), b.cast_signed())).collect()
}

fn join_of(left: &[(i32, i32)], right: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let mut by_first: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    right.iter().for_each(|&(a, b)| by_first.entry(a).or_default().push(b));
    let found = left.iter().flat_map(|(a, b)| by_first.get(b).into_iter().flatten().map(|c| (*a, *c)));
    let distinct: BTreeSet<(i32, i32)> = found.collect();
    distinct.into_iter().collect()
}

#[test]
fn a_join_gives_each_match_of_each_row() {
    let text = "pred out(a: int, b: int). out(a, c) :- pair(a, b), pair(b, c).";
    // One match each; none or one; none or hundreds; one row with more matches than a piece has rows.
    let next: Vec<(i32, i32)> = (0..100_000).map(|a| (a, (a + 1) % 100_000)).collect();
    let some: Vec<(i32, i32)> = (0..100_000).map(|a| (a * 3, a * 5)).collect();
    let many: Vec<(i32, i32)> = (0..20_000).map(|a| (a % 100, a / 100)).collect();
    let wide: Vec<(i32, i32)> =
        (0..100_000).map(|a| (7, a)).chain((0..10).map(|a| (a + 200_000, 7))).collect();
    for pairs in [next, some, many, wide] {
        assert_eq!(rows(&pairs, text), join_of(&pairs, &pairs));
    }
}

#[test]
fn paths_from_few_values_are_those_of_the_graph() {
    // Short paths in a ring, and a tail.
    let pairs: Vec<(i32, i32)> = (0..1000)
        .flat_map(|a| [(a, (a + 1) % 1000), (a, (a + 10) % 1000)])
        .chain((0..500).map(|a| (5000 + a, 5001 + a)))
        .collect();
    let turned: Vec<(i32, i32)> = pairs.iter().map(|&(a, b)| (b, a)).collect();
    let reached = |pairs: &[(i32, i32)], reflexive: bool| {
        let mut all: BTreeSet<(i32, i32)> = MARKS.iter().map(|&mark| (mark, mark)).collect();
        let start: Vec<(i32, i32)> = all.iter().copied().collect();
        let mut new = join_of(&start, pairs);
        if !reflexive {
            all.clear();
        }
        while !new.is_empty() {
            all.extend(&new);
            new = join_of(&new, pairs);
            new.retain(|pair| !all.contains(pair));
        }
        all.into_iter().collect::<Vec<_>>()
    };
    for reflexive in [false, true] {
        let sign = if reflexive { "*" } else { "+" };
        let text = format!("pred out(a: int, b: int). out(a, b) :- mark(a), pair{sign}(a, b).");
        assert_eq!(rows(&pairs, &text), reached(&pairs, reflexive));
        let text = format!("pred out(a: int, b: int). out(a, b) :- mark(a), pair{sign}(b, a).");
        assert_eq!(rows(&pairs, &text), reached(&turned, reflexive));
    }
}
