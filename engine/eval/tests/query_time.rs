//! Queries with a time limit of their own.

use quarrel_base::catalog::Catalog;
use quarrel_base::source::SourceMap;
use quarrel_datalog::{Kind, Output, OutputColumn, parse, stratify};
use quarrel_eval::{Limits, MemDb, Options, evaluate};
use std::time::Duration;

const PROGRAM: &str = "
pred endless(a: int). endless(0). endless(b) :- endless(a), %IntAdd(a, 1, b).
pred slow(a: int). slow(a) :- endless(a), a < 0.
pred shared(a: int). shared(1). shared(2).
pred quick(a: int). quick(a) :- shared(a), a < 2.
pred shown(a: int). shown(a) :- slow(a). shown(a) :- quick(a).
pred text(a: int, b: int). text(a, b) :- shown(a), %IntAdd(a, 0, b).
";

#[test]
fn one_that_takes_too_long_is_given_up_and_takes_nothing_from_the_others() {
    let mut sources = SourceMap::new();
    let mut program = parse(sources.add("toy", PROGRAM), PROGRAM).expect("a program");
    let find = |program: &quarrel_datalog::Program, name: &str| {
        program.preds.iter_ids().find(|(_, pred)| pred.name == name).map(|(id, _)| id).expect("declared")
    };
    let text = find(&program, "text");
    for (query, name) in ["slow", "quick"].into_iter().enumerate() {
        let pred = find(&program, name);
        let (name, kind) = ("a".to_owned(), Kind::Entity);
        let columns = vec![OutputColumn { name, kind, text: Some(text), location: None }];
        program.outputs.push(Output {
            name: "#select".to_owned(),
            pred,
            columns,
            order_by: Vec::new(),
            query,
        });
    }
    let (slow, quick) = (find(&program, "slow"), find(&program, "quick"));
    let program = stratify(program).expect("an order");
    let limits = Limits { query_time: Some(Duration::from_millis(400)), ..Limits::default() };
    let db = MemDb::new(Catalog::default());
    let outcome =
        evaluate(&program, &db, &Options { limits, ..Options::default() }).expect("the others go on");
    assert_eq!(outcome.given_up.len(), 1);
    assert_eq!((outcome.given_up[0].query, outcome.given_up[0].predicate.as_str()), (0, "endless"));
    assert!(!outcome.relations.contains_key(&slow));
    assert_eq!(outcome.relations[&quick].rows().collect::<Vec<_>>(), [[1]]);
    assert_eq!(outcome.relations[&text].rows().collect::<Vec<_>>(), [[1, 1]]);
}
