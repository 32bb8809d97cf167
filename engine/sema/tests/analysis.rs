//! Data-driven tests of names and types. Each file below `tests/data` holds cases:
//!
//! ```text
//! === title of the case
//! --- file Main.ql            (the first file is the entry; more may follow; `all` behind the name: check everything)
//! from Foo f select f         // error: unresolved-type
//! --- checked                 (lines that the dump of the program must contain)
//! query #select = ...
//! --- help                    (texts that must occur in some diagnostic's message, labels or help)
//! ```
//!
//! A comment `// error: code` or `// warning: code` expects a diagnostic that begins on its line; all must be expected.

use quarrel_base::catalog::{Catalog, Column, ColumnType, DbType, Relation, TypeDef};
use quarrel_base::{FileId, Severity, SourceMap};
use quarrel_sema::{ModuleSource, Options, analyze, dump};
use quarrel_syntax::tree;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// Files by name; imports are resolved by their last path segments from the root.
struct Files {
    by_name: BTreeMap<String, FileId>,
    trees: BTreeMap<FileId, tree::File>,
}

impl ModuleSource for Files {
    fn resolve(&self, _from: FileId, path: &[Arc<str>]) -> Option<FileId> {
        let parts: Vec<&str> = path.iter().map(|part| &**part).collect();
        self.by_name.get(&format!("{}.qll", parts.join("/"))).copied()
    }
    fn tree(&self, file: FileId) -> &tree::File {
        &self.trees[&file]
    }
}

/// A toy schema: folders and files with sizes and texts.
fn catalog() -> Catalog {
    let entity = |name: &str| ColumnType::Entity(name.to_owned());
    let relation = |name: &str, columns: &[(&str, ColumnType, bool)]| Relation {
        name: name.to_owned(),
        columns: columns
            .iter()
            .map(|(name, ty, is_ref)| Column {
                name: (*name).to_owned(),
                ty: ty.clone(),
                is_ref: *is_ref,
                unique: false,
                doc: String::new(),
            })
            .collect(),
        keysets: Vec::new(),
        doc: String::new(),
    };
    let ty = |name: &str, def: TypeDef, supertypes: &[&str]| DbType {
        name: name.to_owned(),
        def,
        supertypes: supertypes.iter().map(|name| (*name).to_owned()).collect(),
    };
    Catalog {
        relations: vec![
            relation("files", &[("id", entity("@file"), false), ("name", ColumnType::String, false)]),
            relation("folders", &[("id", entity("@folder"), false), ("name", ColumnType::String, false)]),
            relation(
                "contains",
                &[("parent", entity("@folder"), true), ("child", entity("@container"), true)],
            ),
            relation("sizes", &[("id", entity("@file"), true), ("size", ColumnType::Int, false)]),
            relation("tokens", &[("id", entity("@token"), false), ("kind", ColumnType::Int, false)]),
        ],
        types: vec![
            ty("@file", TypeDef::Column { relation: 0, column: 0 }, &["@container"]),
            ty("@folder", TypeDef::Column { relation: 1, column: 0 }, &["@container"]),
            ty("@container", TypeDef::Union(vec!["@file".into(), "@folder".into()]), &[]),
            ty("@token", TypeDef::Column { relation: 4, column: 0 }, &[]),
        ],
    }
}

#[derive(Default)]
struct Case {
    title: String,
    files: Vec<(String, String)>,
    all: bool,
    checked: Vec<String>,
    help: Vec<String>,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut part = "";
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("=== ") {
            cases.push(Case { title: title.to_owned(), ..Case::default() });
            part = "";
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        if let Some(head) = line.strip_prefix("--- ") {
            part = head.split(' ').next().unwrap_or("");
            if part == "file" {
                let mut words = head.split(' ').skip(1);
                case.files.push((words.next().unwrap_or("Main.ql").to_owned(), String::new()));
                case.all |= words.next() == Some("all");
            }
            continue;
        }
        match part {
            "file" => {
                if let Some((_, text)) = case.files.last_mut() {
                    text.push_str(line);
                    text.push('\n');
                }
            }
            "checked" if !line.is_empty() => case.checked.push(line.to_owned()),
            "help" if !line.is_empty() => case.help.push(line.to_owned()),
            _ => {}
        }
    }
    cases
}

fn run(case: &Case) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let mut by_name = BTreeMap::new();
    let mut trees = BTreeMap::new();
    let mut entry = None;
    let mut failure = String::new();
    let mut expected = BTreeSet::new();
    for (name, text) in &case.files {
        let file = sources.add(name.clone(), text.as_str());
        entry.get_or_insert(file);
        by_name.insert(name.clone(), file);
        let parse = quarrel_syntax::parse(&sources, file);
        for diagnostic in &parse.diagnostics {
            let _ =
                writeln!(failure, "  syntax: {} {:?}", diagnostic.message, sources.text(diagnostic.primary));
        }
        trees.insert(file, parse.tree);
        for (at, line) in text.lines().enumerate() {
            for (severity, mark) in [(Severity::Error, "// error: "), (Severity::Warning, "// warning: ")] {
                if let Some(place) = line.find(mark) {
                    for code in line[place + mark.len()..].split(',') {
                        expected.insert((name.clone(), at + 1, severity, code.trim().to_owned()));
                    }
                }
            }
        }
    }
    let Some(entry) = entry else { return Err("no file".into()) };
    let files = Files { by_name, trees };
    let options = Options { check_all: case.all, record: false, templates: true };
    let (checked, diagnostics) = analyze(&catalog(), &sources, &files, &[entry], &options);
    let mut texts = String::new();
    for diagnostic in &diagnostics {
        let (line, _) = sources.line_column(diagnostic.primary);
        let name = sources.file(diagnostic.primary.file).name.clone();
        let found = (name.clone(), line, diagnostic.severity, diagnostic.code.name().to_owned());
        if !expected.remove(&found) {
            let _ = writeln!(
                failure,
                "  unexpected {}:{line} {}: {} {:?}",
                name,
                diagnostic.code.name(),
                diagnostic.message,
                diagnostic.help
            );
        }
        let _ = writeln!(texts, "{}", diagnostic.message);
        for (_, text) in &diagnostic.labels {
            let _ = writeln!(texts, "{text}");
        }
        for text in &diagnostic.help {
            let _ = writeln!(texts, "{text}");
        }
    }
    for (name, line, _, code) in expected {
        let _ = writeln!(failure, "  missing {name}:{line} {code}");
    }
    for text in &case.help {
        if !texts.contains(text.as_str()) {
            let _ = writeln!(failure, "  not reported: {text}\n  but:\n{texts}");
        }
    }
    let dumped = dump(&checked);
    for line in &case.checked {
        if !dumped.lines().any(|other| other == line) {
            let _ = writeln!(failure, "  not in the program: {line}\n  which is:\n{dumped}");
        }
    }
    if failure.is_empty() { Ok(()) } else { Err(failure) }
}

#[test]
fn cases_hold() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut failures = String::new();
    let mut number = 0;
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        for case in cases(&text) {
            number += 1;
            if let Err(failure) = run(&case) {
                let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let _ = writeln!(failures, "{file}: {}\n{failure}", case.title);
            }
        }
    }
    assert!(number > 0, "there are cases");
    assert!(failures.is_empty(), "\n{failures}");
}

/// Deep class chains do not overflow the stack.
#[test]
fn deep_class_chains() {
    let mut text = String::from("class C0 extends @file { string toString() { result = \"c\" } }\n");
    for at in 1..5000 {
        let _ = writeln!(text, "class C{at} extends C{} {{ C{at}() {{ this = this }} }}", at - 1);
    }
    text.push_str("from C4999 c select c, c.toString()\n");
    let case = Case { files: vec![("Main.ql".to_owned(), text)], ..Case::default() };
    assert_eq!(run(&case), Ok(()));
}

/// Nor do formulas and expressions as deep as the parser allows, of any length.
#[test]
fn deep_formulas() {
    let mut text = String::from("query predicate q(int n) { n = 1 and ");
    text.push_str(&"not not ".repeat(60));
    let _ = write!(text, "n = 1{} and exists(int m | m = 1", " + 1".repeat(300));
    text.push_str(&" and m = 2 or m = 3".repeat(3000));
    text.push_str(") }\n");
    let case = Case { files: vec![("Main.ql".to_owned(), text)], ..Case::default() };
    assert_eq!(run(&case), Ok(()));
}

/// The result depends on nothing but the sources.
#[test]
fn analysis_is_a_function() {
    let text = include_str!("data/modules.txt");
    for case in cases(text) {
        let show = || {
            let mut sources = SourceMap::new();
            let file = sources.add("Main.ql", case.files[0].1.as_str());
            let trees = BTreeMap::from([(file, quarrel_syntax::parse(&sources, file).tree)]);
            let files = Files { by_name: BTreeMap::new(), trees };
            let (checked, diagnostics) = analyze(
                &catalog(),
                &sources,
                &files,
                &[file],
                &Options { check_all: true, ..Options::default() },
            );
            (format!("{checked:?}"), diagnostics)
        };
        assert_eq!(show(), show(), "{}", case.title);
    }
}
