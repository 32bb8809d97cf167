//! Cycles of joins: their results, and that they read few rows where consecutive joins would produce many.

use quarrel_base::catalog;
use quarrel_base::source::SourceMap;
use quarrel_datalog::{Output, PredId, Stratified, parse, stratify};
use quarrel_eval::edb::Cell;
use quarrel_eval::{MemDb, Options, evaluate_observed};
use quarrel_seeded::{Random, seeds};
use std::collections::BTreeSet;

const SCHEMA: &str =
    "edge(int a: int ref, int b: int ref); wide(int a: int ref, int k: int ref, int b: int ref);";
const STORED: &str = "pred edge(a: int, b: int) stored \"edge\".
    pred wide(a: int, k: int, b: int) stored \"wide\". ";

type Pairs = BTreeSet<(i32, i32)>;

fn database(edges: &Pairs, wide: &BTreeSet<(i32, i32, i32)>) -> MemDb {
    let mut sources = SourceMap::new();
    let (catalog, _) = catalog::parse(sources.add("schema", SCHEMA), SCHEMA);
    let mut db = MemDb::new(catalog);
    edges.iter().for_each(|&(a, b)| db.insert("edge", vec![Cell::Int(a), Cell::Int(b)]));
    wide.iter().for_each(|&(a, k, b)| db.insert("wide", vec![Cell::Int(a), Cell::Int(k), Cell::Int(b)]));
    db
}

fn program(text: &str) -> (Stratified, PredId) {
    let text = format!("{STORED}{text}");
    let mut sources = SourceMap::new();
    let mut program = parse(sources.add("toy", text.as_str()), &text).expect("a program");
    let pred = program.preds.iter_ids().find(|(_, pred)| pred.name == "out").map(|(id, _)| id).expect("out");
    let (name, columns, order_by) = ("out".to_owned(), Vec::new(), Vec::new());
    program.outputs.push(Output { name, pred, columns, order_by, query: 0 });
    (stratify(program).expect("an order"), pred)
}

/// The rows of `out`, how many rows were read, and the plans; checks that one thread and several agree.
fn run(text: &str, db: &MemDb) -> (Vec<Vec<i32>>, u64, String) {
    let (program, pred) = program(text);
    let mut all = [1, 2, 8].map(|threads| {
        let options = Options { threads: Some(threads), ..Options::default() };
        let (outcome, work) = evaluate_observed(&program, db, &options, true);
        let rows = outcome.expect("rows").relations.remove(&pred).expect("computed");
        let rows: Vec<Vec<i32>> =
            rows.rows().map(|row| row.into_iter().map(u32::cast_signed).collect()).collect();
        let plans = work.strata.iter().flat_map(|stratum| stratum.plans.iter().cloned()).collect::<String>();
        (rows, work.totals.rows_read, plans)
    });
    assert!(all[0].0 == all[1].0 && all[0].0 == all[2].0, "the same rows for any number of threads");
    assert!(all[0].1 == all[1].1 && all[0].1 == all[2].1, "the same counts for any number of threads");
    std::mem::take(&mut all[0])
}

const TRIANGLES: &str =
    "pred out(a: int, b: int, c: int). out(a, b, c) :- edge(a, b), edge(b, c), edge(a, c).";

#[test]
fn a_triangle_without_results_reads_few_rows() {
    // Every node points to the hub and the hub to every node, but no two other nodes to each other: a join alone makes
    // a row of each pair of nodes.
    let count = 600;
    let edges: Pairs = (1..=count).flat_map(|node| [(node, 0), (0, node + count)]).collect();
    let (rows, read, plans) = run(TRIANGLES, &database(&edges, &BTreeSet::new()));
    assert!(rows.is_empty());
    assert!(plans.contains("meet"), "{plans}");
    assert!(read < 10 * edges.len() as u64, "{read}");
}

#[test]
fn cycles_have_the_rows_of_their_definition() {
    let mut met = 0;
    for seed in seeds(6) {
        let mut random = Random::new(seed);
        let nodes = 12 + random.below(30);
        let node = |random: &mut Random| {
            // Some nodes have many edges.
            let most = if random.below(3) == 0 { 3 } else { nodes };
            random.below(most) as i32
        };
        let edges: Pairs = (0..nodes * 9).map(|_| (node(&mut random), node(&mut random))).collect();
        let wide: BTreeSet<(i32, i32, i32)> =
            (0..nodes * 20).map(|_| (node(&mut random), random.below(4) as i32, node(&mut random))).collect();
        let db = database(&edges, &wide);
        let pairs = || edges.iter().flat_map(|&(a, b)| edges.iter().map(move |&(c, d)| (a, b, c, d)));

        let (rows, _, plans) = run(TRIANGLES, &db);
        met += usize::from(plans.contains("meet"));
        let expected: BTreeSet<Vec<i32>> = pairs()
            .filter(|&(a, b, c, d)| b == c && edges.contains(&(a, d)))
            .map(|(a, b, _, d)| vec![a, b, d])
            .collect();
        assert_eq!(rows, expected.into_iter().collect::<Vec<_>>(), "triangles, seed {seed}");

        // Unused columns precede the value, and one side shares three of them.
        let text = "pred out(a: int, b: int, c: int).
            out(a, b, c) :- edge(a, b), wide(b, _, c), edge(c, a), wide(a, 2, c).";
        let (rows, _, plans) = run(text, &db);
        met += usize::from(plans.contains("meet"));
        let linked: Pairs = wide.iter().map(|&(a, _, b)| (a, b)).collect();
        let expected: BTreeSet<Vec<i32>> = edges
            .iter()
            .flat_map(|&(a, b)| (0..nodes as i32).map(move |c| (a, b, c)))
            .filter(|&(a, b, c)| {
                linked.contains(&(b, c)) && edges.contains(&(c, a)) && wide.contains(&(a, 2, c))
            })
            .map(|(a, b, c)| vec![a, b, c])
            .collect();
        assert_eq!(rows, expected.into_iter().collect::<Vec<_>>(), "wide, seed {seed}");

        // In a recursion sides have several parts.
        let text = "pred out(a: int, b: int). out(a, b) :- wide(a, 1, b).
            out(a, c) :- out(a, b), out(b, c), edge(a, c).";
        let (rows, _, plans) = run(text, &db);
        met += usize::from(plans.contains("meet"));
        let mut expected: Pairs = wide.iter().filter(|row| row.1 == 1).map(|&(a, _, b)| (a, b)).collect();
        loop {
            let new: Pairs = expected
                .iter()
                .flat_map(|&(a, b)| expected.iter().filter(move |row| row.0 == b).map(move |row| (a, row.1)))
                .filter(|pair| edges.contains(pair) && !expected.contains(pair))
                .collect();
            if new.is_empty() {
                break;
            }
            expected.extend(new);
        }
        let expected: Vec<Vec<i32>> = expected.into_iter().map(|(a, b)| vec![a, b]).collect();
        assert_eq!(rows, expected, "recursion, seed {seed}");
    }
    assert!(met > 6, "{met} plans had such a step");
}
