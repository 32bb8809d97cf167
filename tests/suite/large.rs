//! Programs whose text is large or deep compile and run without overflowing a stack, in near-linear time.

use quarrel_base::catalog::Catalog;
use quarrel_engine::{CompileOptions, Evaluator, Options, Place, Roots, Session, run};
use quarrel_eval::MemDb;
use std::fmt::Write;

/// The texts of the first result set's first column.
fn first_column(text: String) -> Vec<String> {
    let bundled = [("test/Test.ql".to_owned(), &*Box::leak(text.into_boxed_str()))];
    let mut session = Session::new(Catalog::default(), Roots::new(bundled, Vec::new())).expect("no packs");
    let entry = session.load(&Place::Bundled("test/Test.ql".to_owned())).expect("it is bundled");
    let compiled = session.compile(&[entry], &CompileOptions::default()).expect("it compiles");
    let db = MemDb::new(Catalog::default());
    let sets = run(&compiled, &db, &Options::default(), Evaluator::Fast).expect("it runs");
    sets[0].rows.iter().map(|row| row[0].text()).collect()
}

#[test]
fn ten_thousand_alternatives() {
    let mut text = "from int i where i = 0".to_owned();
    for number in 1..10_000 {
        let _ = write!(text, "\n  or i = {number}");
    }
    text.push_str("\nselect i");
    assert_eq!(first_column(text).len(), 10_000);
}

#[test]
fn a_long_sum() {
    let text = format!("select 1{}", " + 1".repeat(5_000));
    assert_eq!(first_column(text), ["5001"]);
    let text = format!("select (\"\"{}).length()", " + 1".repeat(2_000));
    assert_eq!(first_column(text), ["2000"]);
}

#[test]
fn thousands_of_predicates() {
    let mut text = "int p0() { result = 0 }\n".to_owned();
    for number in 1..5_000 {
        let _ = writeln!(text, "int p{number}() {{ result = p{}() + 1 }}", number - 1);
    }
    text.push_str("select p4999()");
    assert_eq!(first_column(text), ["4999"]);
}
