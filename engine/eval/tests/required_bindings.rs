//! Predicates with required bindings are computed for what their callers ask, at any depth of nesting.

use quarrel_base::catalog::Catalog;
use quarrel_base::ids::{Id, IndexVec};
use quarrel_datalog::passes::{self, PassOptions};
use quarrel_datalog::{
    Atom, Body, BuiltinOp, Column, Comparison, Const, Def, Inline, Kind, Literal, LiteralKind, Origin,
    Output, OutputColumn, Pred, PredId, Program, Rule, Term, Var, VarId, stratify,
};
use quarrel_eval::{MemDb, Options, evaluate};

fn literal(kind: LiteralKind) -> Literal {
    Literal { kind, origin: Origin::Builtin }
}
fn var(at: usize) -> Term {
    Term::Var(VarId::new(at))
}
fn int(value: i32) -> Term {
    Term::Const(Const::Int(value))
}
fn call(pred: PredId, args: &[Term]) -> Literal {
    literal(LiteralKind::Atom(Atom { pred, args: args.to_vec() }))
}
fn compare(comparison: Comparison, a: Term, b: Term) -> Literal {
    literal(LiteralKind::Compare(comparison, Kind::Int, a, b))
}
fn add(a: Term, b: Term, c: Term) -> Literal {
    literal(LiteralKind::Builtin(BuiltinOp::IntAdd, vec![a, b, c]))
}
/// A rule whose outermost body declares the variables up to `locals`; nested ones declare the others themselves.
fn rule(head: &[Term], n_vars: usize, locals: usize, literals: Vec<Literal>) -> Rule {
    let vars: IndexVec<VarId, Var> = (0..n_vars)
        .map(|at| Var { name: format!("v{at}"), kind: Kind::Int, origin: Origin::Builtin })
        .collect();
    let locals = (0..locals).map(VarId::new).collect();
    Rule { head: head.to_vec(), body: Body { locals, literals }, vars, origin: Origin::Builtin }
}
fn pred(program: &mut Program, name: &str, arity: usize, modes: &[&[usize]], def: Def) -> PredId {
    let columns =
        (0..arity).map(|at| Column { name: format!("c{at}"), kind: Kind::Int, within: Vec::new() }).collect();
    program.preds.push(Pred {
        name: name.to_owned(),
        columns,
        def,
        modes: modes.iter().map(|mode| mode.to_vec()).collect(),
        inline: Inline::Auto,
        on_demand: false,
        supersets: Vec::new(),
        parts: Vec::new(),
        origin: Origin::Builtin,
    })
}
fn rows(values: &[&[i32]]) -> Def {
    Def::Rows(values.iter().map(|row| row.iter().map(|value| Const::Int(*value)).collect()).collect())
}
fn output(program: &mut Program, pred: PredId) {
    let output = Output { name: "out".to_owned(), pred, columns: vec![], order_by: vec![], query: 0 };
    program.outputs.push(output);
}

/// Evaluates with and without optional passes and returns the rows of the first output, which must agree.
fn run(program: &Program) -> Vec<Vec<i32>> {
    let db = MemDb::new(Catalog::default());
    let mut all = Vec::new();
    for options in [PassOptions::mandatory(), PassOptions::default()] {
        let passed = stratify(passes::run(program.clone(), &options)).expect("stratified");
        let outcome = evaluate(&passed, &db, &Options::default()).expect("an outcome");
        let pred = passed.program().outputs[0].pred;
        let rows: Vec<Vec<i32>> = outcome.relations[&pred]
            .rows()
            .map(|row| row.into_iter().map(u32::cast_signed).collect())
            .collect();
        all.push(rows);
    }
    assert_eq!(all[0], all[1]);
    all.swap_remove(0)
}

#[test]
fn calls_of_what_is_not_recursive_are_inlined() {
    let mut program = Program::default();
    let some = pred(&mut program, "some", 1, &[], rows(&[&[1], &[2], &[3], &[4]]));
    // double(n, r) :- n + n = r.   small(n) :- n < 3.   near(n, m) :- m = n.  near(n, m) :- double(n, m).
    let double = pred(
        &mut program,
        "double",
        2,
        &[&[0]],
        Def::Rules(vec![rule(&[var(0), var(1)], 2, 2, vec![add(var(0), var(0), var(1))])]),
    );
    let small = pred(
        &mut program,
        "small",
        1,
        &[&[0]],
        Def::Rules(vec![rule(&[var(0)], 1, 1, vec![compare(Comparison::Lt, var(0), int(3))])]),
    );
    let near = pred(
        &mut program,
        "near",
        2,
        &[&[0]],
        Def::Rules(vec![
            rule(&[var(0), var(1)], 2, 2, vec![compare(Comparison::Eq, var(1), var(0))]),
            rule(&[var(0), var(1)], 2, 2, vec![call(double, &[var(0), var(1)])]),
        ]),
    );
    // out(x, y) :- some(x), near(x, y), not small(x).
    let not_small = LiteralKind::Not(Body { locals: vec![], literals: vec![call(small, &[var(0)])] });
    let out = pred(
        &mut program,
        "out",
        2,
        &[],
        Def::Rules(vec![rule(
            &[var(0), var(1)],
            2,
            2,
            vec![literal(not_small), call(near, &[var(0), var(1)]), call(some, &[var(0)])],
        )]),
    );
    output(&mut program, out);
    assert_eq!(run(&program), [[3, 3], [3, 6], [4, 4], [4, 8]]);
}

#[test]
fn recursive_ones_are_computed_on_demand() {
    let mut program = Program::default();
    let some = pred(&mut program, "some", 1, &[], rows(&[&[3], &[5]]));
    // sum(n, r) :- n = 0, r = 0.   sum(n, r) :- n > 0, m + 1 = n, sum(m, s), s + n = r.
    let sum = program.preds.next_id();
    pred(
        &mut program,
        "sum",
        2,
        &[&[0]],
        Def::Rules(vec![
            rule(
                &[var(0), var(1)],
                2,
                2,
                vec![compare(Comparison::Eq, var(0), int(0)), compare(Comparison::Eq, var(1), int(0))],
            ),
            rule(
                &[var(0), var(1)],
                4,
                4,
                vec![
                    compare(Comparison::Gt, var(0), int(0)),
                    add(var(2), int(1), var(0)),
                    call(sum, &[var(2), var(3)]),
                    add(var(3), var(0), var(1)),
                ],
            ),
        ]),
    );
    // out(x, y) :- some(x), (sum(x, y) or not sum(x, 6), y = -1).
    let no_six = LiteralKind::Not(Body { locals: vec![], literals: vec![call(sum, &[var(0), int(6)])] });
    let either = LiteralKind::Or(vec![
        Body { locals: vec![], literals: vec![call(sum, &[var(0), var(1)])] },
        Body { locals: vec![], literals: vec![literal(no_six), compare(Comparison::Eq, var(1), int(-1))] },
    ]);
    let out = pred(
        &mut program,
        "out",
        2,
        &[],
        Def::Rules(vec![rule(&[var(0), var(1)], 2, 2, vec![literal(either), call(some, &[var(0)])])]),
    );
    output(&mut program, out);
    assert_eq!(run(&program), [[3, 6], [5, 15], [5, -1]]);
}

#[test]
fn texts_are_computed_for_result_values_only() {
    let mut program = Program::default();
    let all: Vec<[i32; 2]> = (0..50).map(|n| [n, n + 100]).collect();
    let all: Vec<&[i32]> = all.iter().map(|row| &row[..]).collect();
    let pairs = pred(&mut program, "pairs", 2, &[], rows(&all));
    let text = pred(
        &mut program,
        "text",
        2,
        &[],
        Def::Rules(vec![rule(&[var(0), var(1)], 2, 2, vec![call(pairs, &[var(0), var(1)])])]),
    );
    program.preds[text].on_demand = true;
    program.preds[text].inline = Inline::Never;
    let out = pred(&mut program, "out", 1, &[], rows(&[&[7], &[9]]));
    output(&mut program, out);
    program.outputs[0].columns =
        vec![OutputColumn { name: "value".to_owned(), kind: Kind::Int, text: Some(text), location: None }];
    let passed = stratify(passes::run(program, &PassOptions::default())).expect("stratified");
    let shown = passed.program().outputs[0].columns[0].text.expect("still shown");
    let db = MemDb::new(Catalog::default());
    let outcome = evaluate(&passed, &db, &Options::default()).expect("an outcome");
    let rows: Vec<Vec<u32>> = outcome.relations[&shown].rows().collect();
    assert_eq!(rows, [[7, 107], [9, 109]]);
}
