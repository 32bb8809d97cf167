//! Compares recursive programs over random graphs with recursive queries of SQLite.
//!
//! A failure names its seed; `QUARREL_SEED=N` runs that seed alone, `QUARREL_CASES=N` runs N seeds.

use quarrel_datalog::passes::PassOptions;
use quarrel_engine::{Compiled, Evaluator};
use quarrel_eval::MemDb;
use quarrel_eval::edb::Cell;
use quarrel_seeded::{Random, seeds};
use quarrel_tests::treatments;
use rusqlite::Connection;

const SCHEMA: &str = "edge(int a: int ref, int b: int ref);\nentry(int a: int ref);\nnode(int a: int ref);\n";

/// The number of random graphs by default.
const CASES: u64 = 40;

/// A query in both languages; both return rows of ints.
struct Question {
    name: &'static str,
    ql: &'static str,
    sql: &'static str,
}

const QUESTIONS: &[Question] = &[
    Question {
        name: "reachability",
        ql: "predicate reach(int a, int b) { edge(a, b) or exists(int m | reach(a, m) and edge(m, b)) }
             from int a, int b where reach(a, b) select a, b",
        sql: "WITH RECURSIVE r(a, b) AS (SELECT a, b FROM edge UNION SELECT r.a, e.b FROM r JOIN edge e ON r.b = e.a)
              SELECT a, b FROM r ORDER BY 1, 2",
    },
    Question {
        name: "reachability, not linear",
        ql: "predicate reach(int a, int b) { edge(a, b) or exists(int m | reach(a, m) and reach(m, b)) }
             from int a, int b where reach(a, b) select a, b",
        sql: "WITH RECURSIVE r(a, b) AS (SELECT a, b FROM edge UNION SELECT r.a, e.b FROM r JOIN edge e ON r.b = e.a)
              SELECT a, b FROM r ORDER BY 1, 2",
    },
    Question {
        name: "closure",
        ql: "predicate step(int a, int b) { edge(a, b) }
             from int a, int b where step+(a, b) select a, b",
        sql: "WITH RECURSIVE r(a, b) AS (SELECT a, b FROM edge UNION SELECT r.a, e.b FROM r JOIN edge e ON r.b = e.a)
              SELECT a, b FROM r ORDER BY 1, 2",
    },
    Question {
        name: "reflexive closure from given nodes",
        ql: "predicate step(int a, int b) { edge(a, b) }
             from int a, int b where entry(a) and step*(a, b) select a, b",
        sql: "WITH RECURSIVE r(a, b) AS (SELECT a, a FROM entry UNION SELECT r.a, e.b FROM r JOIN edge e ON r.b = e.a)
              SELECT a, b FROM r ORDER BY 1, 2",
    },
    Question {
        name: "closure with ends",
        ql: "predicate step(int a, int b) { edge(a, b) }
             predicate odd(int a) { node(a) and a % 2 = 1 }
             predicate tc(int a, int b) = doublyBoundedFastTC(step/2, entry/1, odd/1)(a, b)
             from int a, int b where tc(a, b) select a, b",
        sql: "WITH RECURSIVE r(a, b) AS (SELECT a, b FROM edge UNION SELECT r.a, e.b FROM r JOIN edge e ON r.b = e.a)
              SELECT DISTINCT r.a, r.b FROM r JOIN entry ON entry.a = r.a WHERE r.b % 2 = 1 AND r.b IN (SELECT a FROM node)
              ORDER BY 1, 2",
    },
    Question {
        name: "same generation",
        ql: "predicate same(int x, int y) {
               exists(int p | edge(p, x) and edge(p, y))
               or exists(int p, int q | same(p, q) and edge(p, x) and edge(q, y))
             }
             from int x, int y where same(x, y) select x, y",
        sql: "WITH RECURSIVE s(x, y) AS (SELECT d.b, e.b FROM edge d JOIN edge e ON d.a = e.a
                UNION SELECT d.b, e.b FROM s JOIN edge d ON d.a = s.x JOIN edge e ON e.a = s.y)
              SELECT x, y FROM s ORDER BY 1, 2",
    },
    Question {
        name: "bounded walks",
        ql: "predicate walk(int a, int b, int d) {
               edge(a, b) and d = 1
               or exists(int m | walk(a, m, d - 1) and edge(m, b) and d <= 5)
             }
             from int a, int b, int d where walk(a, b, d) select a, b, d",
        sql: "WITH RECURSIVE w(a, b, d) AS (SELECT a, b, 1 FROM edge
                UNION SELECT w.a, e.b, w.d + 1 FROM w JOIN edge e ON e.a = w.b WHERE w.d < 5)
              SELECT a, b, d FROM w ORDER BY 1, 2, 3",
    },
    Question {
        name: "distances",
        ql: "predicate step(int a, int b) { edge(a, b) }
             int distance(int s, int n) = shortestDistances(entry/1, step/2)(s, n, result)
             from int s, int n select s, n, distance(s, n)",
        sql: "WITH RECURSIVE w(a, b, d) AS (SELECT a, a, 0 FROM entry
                UNION SELECT w.a, e.b, w.d + 1 FROM w JOIN edge e ON e.a = w.b WHERE w.d < 14)
              SELECT a, b, min(d) FROM w GROUP BY a, b ORDER BY 1, 2",
    },
    Question {
        name: "distances by aggregation",
        ql: "predicate walk(int a, int b, int d) {
               entry(a) and b = a and d = 0
               or exists(int m | walk(a, m, d - 1) and edge(m, b) and d <= 14)
             }
             from int a, int b select a, b, min(int d | walk(a, b, d))",
        sql: "WITH RECURSIVE w(a, b, d) AS (SELECT a, a, 0 FROM entry
                UNION SELECT w.a, e.b, w.d + 1 FROM w JOIN edge e ON e.a = w.b WHERE w.d < 14)
              SELECT a, b, min(d) FROM w GROUP BY a, b ORDER BY 1, 2",
    },
    Question {
        name: "parity of walks",
        ql: "predicate even(int a, int b) { node(a) and a = b or exists(int m | odd(a, m) and edge(m, b)) }
             predicate odd(int a, int b) { exists(int m | even(a, m) and edge(m, b)) }
             from int a, int b where odd(a, b) and not even(a, b) select a, b",
        sql: "WITH RECURSIVE w(a, b, d) AS (SELECT a, a, 0 FROM node
                UNION SELECT w.a, e.b, 1 - w.d FROM w JOIN edge e ON e.a = w.b)
              SELECT a, b FROM w WHERE d = 1 EXCEPT SELECT a, b FROM w WHERE d = 0 ORDER BY 1, 2",
    },
    Question {
        name: "how many are reached",
        ql: "predicate reach(int a, int b) { edge(a, b) or exists(int m | reach(a, m) and edge(m, b)) }
             from int a where node(a)
             select a, count(int b | reach(a, b)), count(int b | node(b) and not reach(a, b))",
        sql: "WITH RECURSIVE r(a, b) AS (SELECT a, b FROM edge UNION SELECT r.a, e.b FROM r JOIN edge e ON r.b = e.a)
              SELECT a, (SELECT count(DISTINCT b) FROM r WHERE r.a = n.a),
                (SELECT count(DISTINCT m.a) FROM node m WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.a = n.a AND r.b = m.a))
              FROM (SELECT DISTINCT a FROM node) n ORDER BY 1",
    },
    Question {
        name: "strict dominators",
        ql: "predicate reach(int e, int n) { entry(e) and n = e or exists(int m | reach(e, m) and edge(m, n)) }
             predicate avoid(int e, int x, int n) {
               entry(e) and n = e and node(x) and x != e
               or exists(int m | avoid(e, x, m) and edge(m, n) and n != x)
             }
             from int e, int d, int n where reach(e, n) and reach(e, d) and d != n and not avoid(e, d, n) select e, d, n",
        sql: "WITH RECURSIVE r(e, n) AS (SELECT a, a FROM entry UNION SELECT r.e, g.b FROM r JOIN edge g ON g.a = r.n),
                v(e, x, n) AS (SELECT entry.a, node.a, entry.a FROM entry, node WHERE node.a != entry.a
                  UNION SELECT v.e, v.x, g.b FROM v JOIN edge g ON g.a = v.n WHERE g.b != v.x)
              SELECT r.e, s.n, r.n FROM r JOIN r s ON s.e = r.e WHERE s.n != r.n
                AND NOT EXISTS (SELECT 1 FROM v WHERE v.e = r.e AND v.x = s.n AND v.n = r.n) ORDER BY 1, 2, 3",
    },
    Question {
        name: "immediate dominators",
        ql: "predicate step(int a, int b) { edge(a, b) }
             predicate idom(int e, int d, int n) = idominance(entry/1, step/2)(e, d, n)
             from int e, int d, int n where idom(e, d, n) select e, d, n",
        sql: "WITH RECURSIVE r(e, n) AS (SELECT a, a FROM entry UNION SELECT r.e, g.b FROM r JOIN edge g ON g.a = r.n),
                v(e, x, n) AS (SELECT entry.a, node.a, entry.a FROM entry, node WHERE node.a != entry.a
                  UNION SELECT v.e, v.x, g.b FROM v JOIN edge g ON g.a = v.n WHERE g.b != v.x),
                s(e, d, n) AS (SELECT r.e, q.n, r.n FROM r JOIN r q ON q.e = r.e WHERE q.n != r.n
                  AND NOT EXISTS (SELECT 1 FROM v WHERE v.e = r.e AND v.x = q.n AND v.n = r.n))
              SELECT e, d, n FROM s WHERE NOT EXISTS
                (SELECT 1 FROM s t WHERE t.e = s.e AND t.n = s.n AND t.d != s.d
                  AND EXISTS (SELECT 1 FROM s u WHERE u.e = s.e AND u.d = s.d AND u.n = t.d)) ORDER BY 1, 2, 3",
    },
    Question {
        name: "connected nodes",
        ql: "predicate base(int a, int b) { edge(a, b) }
             predicate group(int a, int c) = equivalenceRelation(base/2)(a, c)
             from int a, int b where exists(int c | group(a, c) and group(b, c)) select a, b",
        sql: "WITH RECURSIVE l(a, b) AS (SELECT a, b FROM edge UNION SELECT b, a FROM edge UNION SELECT a, a FROM edge
                UNION SELECT b, b FROM edge),
                r(a, b) AS (SELECT a, b FROM l UNION SELECT r.a, l.b FROM r JOIN l ON l.a = r.b)
              SELECT a, b FROM r ORDER BY 1, 2",
    },
    Question {
        name: "nodes on cycles, nested negation",
        ql: "predicate reach(int a, int b) { edge(a, b) or exists(int m | reach(a, m) and edge(m, b)) }
             predicate cyclic(int a) { reach(a, a) }
             from int a where node(a) and not exists(int b | reach(a, b) and not exists(int c | reach(b, c) and cyclic(c)))
             select a, 0",
        sql: "WITH RECURSIVE r(a, b) AS (SELECT a, b FROM edge UNION SELECT r.a, e.b FROM r JOIN edge e ON r.b = e.a)
              SELECT DISTINCT a, 0 FROM node n WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.a = n.a AND NOT EXISTS
                (SELECT 1 FROM r q WHERE q.a = r.b AND EXISTS (SELECT 1 FROM r z WHERE z.a = q.b AND z.b = q.b)))
              ORDER BY 1",
    },
    Question {
        name: "for all successors",
        ql: "from int a where node(a) and forex(int b | edge(a, b) | entry(b) or b > a) select a, 1",
        sql: "SELECT DISTINCT a, 1 FROM node n WHERE EXISTS (SELECT 1 FROM edge WHERE edge.a = n.a)
              AND NOT EXISTS (SELECT 1 FROM edge WHERE edge.a = n.a AND NOT (b IN (SELECT a FROM entry) OR b > edge.a))
              ORDER BY 1",
    },
    Question {
        name: "sums over what is reached",
        ql: "predicate reach(int a, int b) { edge(a, b) or exists(int m | reach(a, m) and edge(m, b)) }
             from int a where node(a)
             select a, sum(int b | reach(a, b) | b), strictcount(int b, int c | reach(a, b) and edge(b, c))",
        sql: "WITH RECURSIVE r(a, b) AS (SELECT a, b FROM edge UNION SELECT r.a, e.b FROM r JOIN edge e ON r.b = e.a)
              SELECT n.a, (SELECT coalesce(sum(b), 0) FROM r WHERE r.a = n.a), q.pairs
              FROM (SELECT DISTINCT a FROM node) n JOIN
                (SELECT x AS a, count(*) AS pairs FROM
                  (SELECT DISTINCT r.a AS x, e.a, e.b FROM r JOIN edge e ON e.a = r.b) GROUP BY x) q ON q.a = n.a
              ORDER BY 1",
    },
];

/// A graph in both databases.
struct Graph {
    db: MemDb,
    sqlite: Connection,
    text: String,
}

fn graph(seed: u64, catalog: &quarrel_engine::Catalog) -> Graph {
    let mut random = Random::new(seed + 1);
    let nodes = 1 + random.below(12);
    let mut facts: Vec<(&str, Vec<i32>)> = (0..nodes).map(|node| ("node", vec![node as i32])).collect();
    for _ in 0..random.below(nodes * 2 + 2) {
        facts.push(("edge", vec![random.below(nodes) as i32, random.below(nodes) as i32]));
    }
    for _ in 0..random.below(3) {
        facts.push(("entry", vec![random.below(nodes) as i32]));
    }
    let sqlite = Connection::open_in_memory().expect("memory is there");
    sqlite
        .execute_batch(
            "CREATE TABLE edge(a INT, b INT); CREATE TABLE entry(a INT); CREATE TABLE node(a INT);",
        )
        .expect("the tables are new");
    let mut db = MemDb::new(catalog.clone());
    let mut text = String::new();
    for (relation, row) in facts {
        let values: Vec<String> = row.iter().map(ToString::to_string).collect();
        let fact = format!("{relation}({})", values.join(", "));
        sqlite
            .execute(&format!("INSERT INTO {relation} VALUES ({})", values.join(", ")), [])
            .expect("the row fits");
        db.insert(relation, row.into_iter().map(Cell::Int).collect());
        text.push_str(&fact);
        text.push('\n');
    }
    Graph { db, sqlite, text }
}

fn sqlite_rows(sqlite: &Connection, sql: &str) -> Vec<Vec<i32>> {
    let mut statement = sqlite.prepare(sql).expect("the SQL is right");
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| (0..columns).map(|at| row.get(at)).collect());
    let mut rows: Vec<Vec<i32>> =
        rows.and_then(|rows| rows.collect::<Result<_, _>>()).expect("the query runs");
    rows.sort();
    rows.dedup();
    rows
}

fn our_rows(compiled: &Compiled, db: &MemDb, evaluator: Evaluator, threads: usize) -> Vec<Vec<i32>> {
    let text = treatments::rows(compiled, db, evaluator, threads, None).expect("it runs");
    let cells = |line: &str| line.split('|').filter_map(|cell| cell.trim().parse().ok()).collect();
    let mut rows: Vec<Vec<i32>> = text.lines().filter(|line| line.starts_with('|')).map(cells).collect();
    rows.sort();
    rows
}

#[test]
fn questions_about_graphs() {
    let catalog = treatments::catalog(SCHEMA).expect("the schema is right");
    let graphs: Vec<(u64, Graph)> = seeds(CASES).map(|seed| (seed, graph(seed, &catalog))).collect();
    for question in QUESTIONS {
        let files = [("Test.ql".to_owned(), question.ql.to_owned())];
        for (label, passes) in [("all", PassOptions::default()), ("mandatory", PassOptions::mandatory())] {
            let compiled = treatments::compile(&catalog, &files, passes)
                .unwrap_or_else(|error| panic!("{}: {error}", question.name));
            for (seed, graph) in &graphs {
                let wanted = sqlite_rows(&graph.sqlite, question.sql);
                let ways = [(Evaluator::Fast, 1), (Evaluator::Fast, 2), (Evaluator::Naive, 1)];
                // The naive evaluator is slow, so it evaluates only some of the graphs.
                for (evaluator, threads) in
                    ways.into_iter().filter(|way| way.0 == Evaluator::Fast || seed % 8 == 0)
                {
                    assert_eq!(
                        our_rows(&compiled, &graph.db, evaluator, threads),
                        wanted,
                        "{}: QUARREL_SEED={seed}, {evaluator:?}, {threads} threads, {label} passes\n{}",
                        question.name,
                        graph.text
                    );
                }
            }
        }
    }
}
