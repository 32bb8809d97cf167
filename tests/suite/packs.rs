//! The bundled packs compile against the schema of the Java database, all bodies of all files.

use quarrel_base::{SourceMap, catalog, diag};
use quarrel_driver::{Compiler, evaluate, extract, open};
use quarrel_engine::{Cell, CompileError, CompileOptions, Edb, Roots, Session, format};
use std::path::Path;

#[test]
fn every_bundled_query_compiles() {
    let schema = include_str!("../../extractor/schema/java.dbscheme");
    let mut sources = SourceMap::new();
    let file = sources.add("java.dbscheme", schema);
    let (catalog, found) = catalog::parse(file, schema);
    assert!(found.is_empty(), "{}", diag::render(&found, &sources, false));

    let roots = Roots::new(quarrel_queries::files(), Vec::new());
    let packs: Vec<String> = roots.bundled_packs().keys().map(|pack| (*pack).to_owned()).collect();
    assert!(!packs.is_empty());
    for pack in packs {
        let mut session = Session::new(catalog.clone(), roots.clone()).expect("the packs are well-formed");
        let queries = roots.bundled_queries(&pack).unwrap_or_default();
        let entries: Vec<_> =
            queries.iter().map(|place| session.load(place).expect("a bundled query can be read")).collect();
        for check_all in [false, true] {
            let options = CompileOptions { check_all, ..CompileOptions::default() };
            match session.compile(&entries, &options) {
                Ok(compiled) => {
                    assert!(compiled.diagnostics.iter().all(|diagnostic| !diagnostic.is_error()));
                }
                Err(CompileError::Mistakes(diagnostics)) => {
                    panic!("{pack}:\n{}", diag::render(&diagnostics, session.sources(), false));
                }
                Err(error) => panic!("{pack}: {error:?}"),
            }
        }
    }
}

/// Compiles several packs, removes all but the first, and returns the rows of its queries on a class with a race.
fn found(packs: &[&str]) -> Vec<String> {
    let scratch = tempfile::tempdir().expect("a folder");
    let database = scratch.path().join("code.db");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../repl/tests/race/Cache.java");
    extract::extract_against(&source, &database, Vec::new(), false)
        .unwrap_or_else(|failure| panic!("{failure}"));
    let db = open(&database).unwrap_or_else(|failure| panic!("{failure}"));
    let mut compiler = Compiler::new(db.catalog().clone(), &[]).unwrap_or_else(|failure| panic!("{failure}"));
    // Load the last pack first, so that removing it changes the numbers of queries.
    let loaded = packs.iter().rev().map(|pack| compiler.bundled(pack));
    let entries: Vec<_> =
        loaded.flat_map(|found| found.unwrap_or_else(|failure| panic!("{failure}"))).collect();
    let compiled = compiler.compile(&entries, &CompileOptions::default());
    let compiled = compiled.unwrap_or_else(|failure| panic!("{failure}"));
    let kept = format!("quarrel/{}", packs[0]);
    let compiled = compiled.without(|query| query.pack.as_ref().is_some_and(|pack| pack.name != kept));
    let compiled = compiled.expect("the rest can be stratified");
    let sets = evaluate(&compiled, &db, Some(2)).unwrap_or_else(|failure| panic!("{failure}"));
    let row = |row: &Vec<Cell>| row.iter().map(Cell::text).collect::<Vec<_>>().join(", ");
    sets.iter()
        .flat_map(|set| {
            let file = &compiled.queries[set.query].file;
            set.rows.iter().map(move |cells| format!("{file} {}: {}", set.name, row(cells)))
        })
        .collect()
}

#[test]
fn queries_can_be_removed_from_a_program() {
    let alone = found(&["races"]);
    assert!(!alone.is_empty());
    assert_eq!(found(&["races", "deadlocks"]), alone);
}

#[test]
fn bundled_files_are_formatted() {
    let mut sources = SourceMap::new();
    for (path, text) in quarrel_queries::files() {
        if path.ends_with(".ql") || path.ends_with(".qll") {
            let file = sources.add(path.clone(), text);
            let formatted = format(&sources, file).unwrap_or_else(|error| panic!("{path}: {error:?}"));
            assert!(formatted == text, "{path} is not formatted; `quarrel fmt queries` does it");
        }
    }
}
