//! `Session::check`: files checked together get the diagnostics that each gets alone.

use quarrel_base::catalog::Catalog;
use quarrel_engine::packs::Place;
use quarrel_engine::{FileId, Roots, Session};
use std::collections::BTreeSet;

/// The shared import of all entries: a class with members to override, and a parameterised module.
const LIBRARY: &str = "
abstract class Shape extends int {
  Shape() { this in [0 .. 99] }
  abstract int size();
  string getName() { result = this.toString() }
}
predicate large(Shape shape) { shape.size() > 50 }
signature module Graph { predicate edge(int a, int b); }
module Paths<Graph G> {
  predicate path(int a, int b) { G::edge(a, b) or exists(int c | path(a, c) and G::edge(c, b)) }
}
deprecated int old() { result = 1 }
";

/// A mistake in the library.
const MISTAKE: &str = "string lost() { result = missing() }\n";

/// A file of its own for each entry, so that groups have few entries.
fn helper(number: usize) -> String {
    format!("int own{number}(int x) {{ x in [0 .. {number}] and result = x + 1 }}\n")
}

fn entry(number: usize) -> String {
    let size = match number % 9 {
        0 => format!("{number}"),
        1 => "old()".to_owned(),
        2 => "nothing()".to_owned(),
        // Through a negation, over a class that only this entry has.
        3 => "count(Shape other | not large(other))".to_owned(),
        4 => "any(Shape other).size() - 1".to_owned(),
        5 => "unknown".to_owned(),
        _ => format!("own{number}(0)"),
    };
    let over = if number % 7 == 6 { "" } else { "override " };
    let columns = if number % 8 == 7 { "int a, int b, int c" } else { "int a, int b" };
    format!(
        "import Library\nimport Own{number}\n
class Shape{number} extends Shape {{
  Shape{number}() {{ this = {number} }}
  {over}int size() {{ result = {size} }}
}}
module Graph{number} implements Graph {{ predicate edge(int a, int b) {{ b = own{number}(a) }} }}
from {columns} where Paths<Graph{number}>::path(a, b) and large(b) select a, b\n"
    )
}

fn session(library: String, entries: usize) -> (Session, Vec<FileId>) {
    let mut files = vec![("lib/Library.qll".to_owned(), library)];
    for number in 0..entries {
        files.push((format!("lib/Own{number}.qll"), helper(number)));
        files.push((format!("lib/Entry{number}.ql"), entry(number)));
    }
    let files = files.into_iter().map(|(path, text)| -> (String, &'static str) { (path, text.leak()) });
    let roots = Roots::new(files, Vec::new());
    let mut session = Session::new(Catalog::default(), roots).expect("no packs");
    let place = |number| Place::Bundled(format!("lib/Entry{number}.ql"));
    let entries = (0..entries).map(|number| session.load(&place(number)).expect("it is there")).collect();
    (session, entries)
}

/// The diagnostics, as text.
fn diagnostics(session: &mut Session, entries: &[FileId]) -> BTreeSet<String> {
    let found = session.check(entries).expect("nothing stops it");
    let text = |place| session.sources().file(place).name.clone();
    let shown = |diagnostic: &quarrel_base::Diagnostic| {
        format!("{} {}: {}", text(diagnostic.primary.file), diagnostic.primary.start, diagnostic.message)
    };
    let all: Vec<String> = found.iter().map(shown).collect();
    let distinct: BTreeSet<String> = all.iter().cloned().collect();
    assert_eq!(distinct.len(), all.len(), "each once");
    distinct
}

#[test]
fn together_as_alone() {
    for (mistake, wanted) in [("", "itself"), (MISTAKE, "missing")] {
        let (mut session, entries) = session(format!("{LIBRARY}{mistake}"), 80);
        let together = diagnostics(&mut session, &entries);
        let alone: BTreeSet<String> =
            entries.iter().flat_map(|entry| diagnostics(&mut session, &[*entry])).collect();
        assert_eq!(together, alone);
        for wanted in [wanted, "nothing", "unknown", "override", "deprecated"] {
            assert!(together.iter().any(|text| text.contains(wanted)), "{wanted}: {together:#?}");
        }
    }
}
