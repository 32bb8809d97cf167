//! The bundled packs compile against the schema of the Java database, all bodies of all files.

use quarrel_base::{SourceMap, catalog, diag};
use quarrel_engine::{CompileError, CompileOptions, Roots, Session, format};

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
