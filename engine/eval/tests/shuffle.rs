//! Plans hardly depend on the order in which a rule's conditions are written: the benchmark programs on small facts,
//! with the literals of every rule shuffled, read hardly more rows than in any other order.

use quarrel_base::catalog;
use quarrel_base::source::SourceMap;
use quarrel_datalog::{Def, Output, Program, parse, stratify};
use quarrel_eval::edb::Cell;
use quarrel_eval::{MemDb, Options, evaluate_observed};

const SHUFFLES: usize = 20;
/// How many times as many rows the worst order may read as the order written here.
const MOST: f64 = 1.5;

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit.unsigned_abs() as u64) as i32
    }
    /// A number that is more often small.
    fn skewed(&mut self, limit: i32) -> i32 {
        self.below(limit).min(self.below(limit))
    }
}

type Rows = Vec<(&'static str, Vec<i32>)>;

fn points_to(random: &mut Random) -> Rows {
    let mut rows: Rows = Vec::new();
    let methods = 400;
    for method in 0..methods {
        let var = |random: &mut Random| method * 8 + random.below(8);
        for object in 0..2 {
            rows.push(("alloc", vec![var(random), method * 2 + object]));
        }
        for _ in 0..5 {
            rows.push(("assign", vec![var(random), var(random)]));
        }
        for _ in 0..2 {
            let callee = random.skewed(methods) * 8 + random.below(8);
            rows.push(("assign", vec![callee, var(random)]));
        }
        rows.push(("load", vec![var(random), var(random), random.skewed(40)]));
        if random.below(2) == 0 {
            rows.push(("store", vec![var(random), random.skewed(40), var(random)]));
        }
    }
    rows
}

fn call_graph(random: &mut Random) -> Rows {
    let (methods, types, signatures) = (600, 100, 60);
    let mut rows: Rows = Vec::new();
    let mut site = 0;
    for m in 0..methods {
        if m % 6 == 0 {
            rows.push(("entry", vec![m]));
        }
        for v in 0..8 {
            rows.push(("vdecl", vec![m * 8 + v, random.skewed(types)]));
        }
        rows.push(("receiver", vec![m, m * 8]));
        rows.push(("formal", vec![m, 0, m * 8 + 1]));
        rows.push(("ret", vec![m, m * 8 + 3 + random.below(5)]));
        for _ in 0..3 {
            rows.push(("made", vec![m, m * 8 + random.below(8), random.below(types)]));
            rows.push(("assign", vec![m, m * 8 + random.below(8), m * 8 + random.below(8)]));
            rows.push(("vcall", vec![m, site, m * 8 + random.below(8), random.skewed(signatures)]));
            rows.push(("actual", vec![site, 0, m * 8 + random.below(8)]));
            rows.push(("res", vec![site, m * 8 + random.below(8)]));
            site += 1;
        }
    }
    for t in 0..types {
        for signature in 0..signatures {
            if random.below(3) > 0 {
                rows.push(("dispatch", vec![t, signature, random.below(methods)]));
            }
        }
        rows.push(("sub", vec![t, t]));
        for _ in 0..8 {
            rows.push(("sub", vec![t, random.skewed(types)]));
        }
    }
    rows
}

fn dominance(random: &mut Random) -> Rows {
    let mut rows: Rows = Vec::new();
    let mut first = 0;
    for component in 0..300 {
        let size = 2 + random.skewed(40);
        rows.push(("entry", vec![component, first]));
        for at in 0..size {
            let node = first + at;
            rows.push(("comp", vec![node, component]));
            if at > 0 {
                rows.push(("edge", vec![node - 1, node]));
            }
            if random.below(4) == 0 {
                rows.push(("edge", vec![node, first + random.below(size)]));
            }
            match random.below(5) {
                0 => rows.push(("lock", vec![node])),
                1 | 2 => rows.push(("access", vec![node])),
                _ => {}
            }
        }
        first += size;
    }
    rows
}

fn closure(random: &mut Random) -> Rows {
    (0..400).map(|_| ("edge", vec![random.below(200), random.below(200)])).collect()
}

/// Twelve levels of a tree in which some nodes have a second parent.
fn generations(random: &mut Random) -> Rows {
    let mut rows: Rows = Vec::new();
    for node in 1..500 {
        rows.push(("parent", vec![node, (node - 1) / 2]));
        if random.below(20) == 0 {
            rows.push(("parent", vec![node, random.below(node)]));
        }
    }
    rows
}

/// Few nodes have many edges.
fn hubs(random: &mut Random) -> Rows {
    (0..3000).map(|_| ("edge", vec![random.skewed(400), random.skewed(400)])).collect()
}

/// Methods with virtual calls on their arguments, and what they make and load.
fn objects(random: &mut Random) -> Rows {
    let (methods, types, signatures) = (200, 40, 25);
    let mut rows: Rows = Vec::new();
    let (mut object, mut call) = (0, 0);
    for m in 0..methods {
        // The first variables of a method are its receiver and its parameter.
        let var = |random: &mut Random| m * 8 + random.below(8);
        rows.push(("this", vec![m, m * 8]));
        rows.push(("formal", vec![m, m * 8 + 1]));
        for _ in 0..2 {
            rows.push(("alloc", vec![m, var(random), object]));
            rows.push(("type", vec![object, random.skewed(types)]));
            object += 1;
        }
        for _ in 0..3 {
            rows.push(("move", vec![var(random), var(random)]));
            rows.push(("call", vec![m, call, var(random), random.below(signatures)]));
            rows.push(("actual", vec![call, var(random)]));
            call += 1;
        }
        rows.push(("load", vec![var(random), var(random), random.below(10)]));
        rows.push(("store", vec![var(random), random.below(10), var(random)]));
        if m % 20 == 0 {
            rows.push(("entry", vec![m]));
        }
    }
    for ty in 0..types {
        rows.extend((0..signatures).map(|sig| ("method", vec![ty, sig, random.below(methods)])));
    }
    rows
}

/// Declares `names` (`edge/2`) as stored, all columns ints.
fn stored(names: &str) -> (String, String) {
    let (mut schema, mut text) = (String::new(), String::new());
    for name in names.split_whitespace() {
        let (name, arity) = name.split_once('/').expect("an arity");
        let columns = |form: &dyn Fn(usize) -> String| {
            (0..arity.parse::<usize>().expect("a number")).map(form).collect::<Vec<_>>().join(", ")
        };
        schema += &format!("{name}({});\n", columns(&|at| format!("int c{at}: int ref")));
        text += &format!("pred {name}({}) stored \"{name}\".\n", columns(&|at| format!("c{at}: int")));
    }
    (schema, text)
}

fn rows_read(program: &Program, db: &MemDb) -> u64 {
    let program = stratify(program.clone()).expect("an order");
    let options = Options { threads: Some(1), ..Options::default() };
    let (outcome, work) = evaluate_observed(&program, db, &options, false);
    outcome.expect("rows");
    work.totals.rows_read
}

/// All rows and all counts are the same for any number of threads.
fn assert_same_on_threads(name: &str, program: &Program, db: &MemDb) {
    let program = stratify(program.clone()).expect("an order");
    let run = |threads| {
        let options = Options { threads: Some(threads), ..Options::default() };
        let (outcome, work) = evaluate_observed(&program, db, &options, false);
        (outcome.expect("rows").relations, work.text(program.program()))
    };
    let expected = run(1);
    for threads in [2, 8] {
        assert!(run(threads) == expected, "{name} on {threads} threads");
    }
}

fn check(name: &str, relations: &str, derived: &str, rules: &str, facts: fn(&mut Random) -> Rows) {
    let (schema, mut text) = stored(relations);
    for name in derived.split_whitespace() {
        let (name, arity) = name.split_once('/').expect("an arity");
        let arity: usize = arity.parse().expect("a number");
        let columns: Vec<String> = (0..arity).map(|at| format!("c{at}: int")).collect();
        text += &format!("pred {name}({}).\n", columns.join(", "));
    }
    text += rules;
    let mut sources = SourceMap::new();
    let (catalog, _) = catalog::parse(sources.add("schema", schema.as_str()), &schema);
    let mut db = MemDb::new(catalog);
    for (relation, row) in facts(&mut Random(7)) {
        db.insert(relation, row.into_iter().map(Cell::Int).collect());
    }
    let mut program = parse(sources.add("program", text.as_str()), &text).expect("a program");
    let asked: Vec<_> = program
        .preds
        .iter_ids()
        .filter(|(_, pred)| matches!(pred.def, Def::Rules(_)))
        .map(|(id, _)| id)
        .collect();
    for pred in asked {
        let (name, columns, order_by) = ("out".to_owned(), Vec::new(), Vec::new());
        program.outputs.push(Output { name, pred, columns, order_by, query: 0 });
    }
    let written = rows_read(&program, &db);
    assert_same_on_threads(name, &program, &db);
    let mut random = Random(11);
    for shuffle in 0..SHUFFLES {
        for pred in program.preds.iter_mut() {
            if let Def::Rules(rules) = &mut pred.def {
                for rule in rules {
                    let literals = &mut rule.body.literals;
                    for at in (1..literals.len()).rev() {
                        literals.swap(at, random.below(at as i32 + 1) as usize);
                    }
                }
            }
        }
        let shuffled = rows_read(&program, &db);
        assert!(
            shuffled as f64 <= written as f64 * MOST,
            "{name}, shuffle {shuffle}: {shuffled} rows read instead of {written}"
        );
    }
}

#[test]
fn closure_in_any_order() {
    let rules = "path(x, y) :- edge(x, y). path(x, z) :- path(x, y), edge(y, z).";
    check("closure", "edge/2", "path/2", rules, closure);
}

#[test]
fn points_to_in_any_order() {
    let rules = "vpt(v, o) :- alloc(v, o).
        vpt(v, o) :- assign(v, w), vpt(w, o).
        hpt(o, f, p) :- store(b, f, v), vpt(b, o), vpt(v, p).
        vpt(v, p) :- load(v, b, f), vpt(b, o), hpt(o, f, p).";
    check("points-to", "alloc/2 assign/2 load/3 store/3", "vpt/2 hpt/3", rules, points_to);
}

#[test]
fn call_graph_in_any_order() {
    let rules = "reach(m) :- entry(m).
        reach(m) :- callEdge(_, m).
        callEdge(s, q) :- reach(m), vcall(m, s, r, g), varType(r, t), dispatch(t, g, q).
        flow(p, a) :- callEdge(s, q), actual(s, i, a), formal(q, i, p).
        flow(r, x) :- callEdge(s, q), ret(q, x), res(s, r).
        flow(v, w) :- reach(m), assign(m, v, w).
        varType(v, t) :- reach(m), made(m, v, t).
        varType(h, t) :- reach(m), vcall(m, _, r, g), varType(r, t), dispatch(t, g, q), receiver(q, h).
        varType(v, t) :- flow(v, w), varType(w, t), vdecl(v, d), sub(t, d).";
    let relations =
        "entry/1 made/3 assign/3 vcall/4 actual/3 formal/3 ret/2 res/2 receiver/2 dispatch/3 vdecl/2 sub/2";
    check("call graph", relations, "reach/1 callEdge/2 flow/2 varType/2", rules, call_graph);
}

#[test]
fn dominance_in_any_order() {
    let rules = "reach(n) :- entry(_, n).
        reach(n) :- reach(m), edge(m, n).
        avoid(l, n) :- lock(l), comp(l, c), entry(c, n), n != l.
        avoid(l, n) :- avoid(l, m), edge(m, n), n != l.
        dom(c, l, a) :- lock(l), reach(l), comp(l, c), comp(a, c), access(a), reach(a), not(avoid(l, a)).
        guarded(a) :- dom(_, _, a).
        unguarded(a) :- access(a), reach(a), not(guarded(a)).
        cnt(c, n) :- entry(c, _), agg count(l, a | dom(c, l, a)) of (l, a) = n.";
    let derived = "reach/1 avoid/2 dom/3 guarded/1 unguarded/1 cnt/2";
    check("dominance", "comp/2 entry/2 edge/2 lock/1 access/1", derived, rules, dominance);
}

#[test]
fn same_generation_in_any_order() {
    let rules = "same(x, y) :- parent(x, p), parent(y, p).
        same(x, y) :- parent(x, a), same(a, b), parent(y, b).";
    check("same generation", "parent/2", "same/2", rules, generations);
}

#[test]
fn triangles_in_any_order() {
    let rules = "triangle(a, b, c) :- edge(a, b), edge(b, c), edge(c, a).";
    check("triangles", "edge/2", "triangle/3", rules, hubs);
}

#[test]
fn points_to_by_receiver_in_any_order() {
    let rules = "reach(m, c) :- entry(m), c = 0.
        vpt(v, c, h) :- reach(m, c), alloc(m, v, h).
        vpt(t, c, h) :- move(t, f), vpt(f, c, h).
        hpt(b, f, h) :- store(v, f, w), vpt(v, c, b), vpt(w, c, h).
        vpt(t, c, h) :- load(t, v, f), vpt(v, c, b), hpt(b, f, h).
        calls(i, c, m, r) :- reach(n, c), call(n, i, v, s), vpt(v, c, r), type(r, t), method(t, s, m).
        reach(m, r) :- calls(_, _, m, r).
        vpt(v, r, r) :- calls(_, _, m, r), this(m, v).
        vpt(p, r, h) :- calls(i, c, m, r), actual(i, a), formal(m, p), vpt(a, c, h).";
    let relations = "entry/1 alloc/3 type/2 move/2 store/3 load/3 call/4 actual/2 this/2 formal/2 method/3";
    check("points-to by receiver", relations, "reach/2 vpt/3 hpt/3 calls/4", rules, objects);
}
