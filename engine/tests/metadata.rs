//! Checks metadata against what a query selects, on a toy schema.

use quarrel_engine::{CompileError, CompileOptions, Place, Roots, Session, SourceMap, parse_dbscheme};

const SCHEMA: &str = "things(unique int id: @thing, string name: string ref);\n";
const CLASS: &str = "class Thing extends @thing { string toString() { things(this, result) } }
class Text extends string { Text() { this = \"a\" } }\n";

/// The codes and messages that compiling a query with this kind and select clause reports.
fn reported(kind: &str, query: &str) -> Vec<String> {
    let (catalog, found) = parse_dbscheme(SourceMap::new().add("toy.dbscheme", SCHEMA), SCHEMA);
    assert!(found.is_empty(), "{found:?}");
    let mut session = Session::new(catalog, Roots::default()).expect("no packs");
    let text = format!("/** @kind {kind} */\n{CLASS}{query}\n");
    let file = session.load_text(&Place::Bundled("q.ql".into()), text.into()).expect("nothing to read");
    let diagnostics = match session.compile(&[file], &CompileOptions::default()) {
        Ok(compiled) => compiled.diagnostics,
        Err(CompileError::Mistakes(diagnostics)) => diagnostics,
        Err(other) => panic!("{other:?}"),
    };
    diagnostics.iter().map(|it| format!("{}: {}", it.code.name(), it.message)).collect()
}

#[test]
fn columns_fit_the_kind() {
    for (kind, query) in [
        ("problem", "from Thing t select t, \"text\""),
        ("problem", "from Thing t, Text text select t, text, t, \"a\""),
        ("metric", "select 3"),
        ("metric", "from Thing t select t, 1.5"),
        ("metric", "from string library, int uses where library = \"l\" and uses = 3 select library, uses"),
        ("diagnostic", "from Thing t select t, \"text\", 1"),
        (
            "diagnostic",
            "from string text, int severity where text = \"t\" and severity = 2 select text, severity",
        ),
        ("diagnostic", "select \"text\""),
        ("treemap", "from Thing t select t, 1"),
        ("table", "select 1, 2, 3"),
    ] {
        assert_eq!(reported(kind, query), Vec::<String>::new(), "{kind} {query}");
    }
}

#[test]
fn columns_that_do_not_fit_are_reported() {
    let one = |kind: &str, query: &str| reported(kind, query).join("\n");
    assert_eq!(
        one("problem", "from Thing t select t"),
        "metadata-shape: a query of kind `problem` needs at least 2 columns, this one has 1"
    );
    assert_eq!(
        one("problem", "select 1, \"text\""),
        "metadata-shape: column 1 of a query of kind `problem` must be an element with a place, it is of type `int`"
    );
    assert_eq!(
        one("problem", "from Thing t select t, 1"),
        "metadata-shape: column 2 of a query of kind `problem` must be a text, it is of type `int`"
    );
    assert_eq!(
        one("path-problem", "from Thing t select t, t, t, \"text\""),
        "metadata-shape: a query of kind `path-problem` needs a query predicate `edges`"
    );
    assert_eq!(
        one("metric", "from Thing t select t, \"text\""),
        "metadata-shape: column 2 of a query of kind `metric` must be a number, it is of type `string`"
    );
    assert_eq!(one("problm", "select 1"), "bad-metadata: `@kind` cannot be `problm`");
}
