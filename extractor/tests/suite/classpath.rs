//! Extractions against libraries.

use std::path::{Path, PathBuf};

use quarrel_extractor::{Options, Report, extract};
use rusqlite::Connection;

use crate::support;

const USES_BOX: &str = "package user;\nimport lib.Box;\nclass Use {\n\
    int use(Box<String> box) throws Exception {\n\
      box.first().length();\n\
      box.all(Integer.class, 1, 2).get(0).intValue();\n\
      return box.inner().value().length() + Box.SIZE + Box.Kind.SMALL.ordinal();\n\
    }\n}\n";

fn jar() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/classpath/box.jar")
}

fn extraction(classpath: Vec<PathBuf>, jdk: Option<PathBuf>) -> (Report, Vec<String>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().join("tree");
    support::write_tree(&root, &[("user/Use.java", USES_BOX)]);
    let database = folder.path().join("code.db");
    let options = Options { threads: 1, classpath, jdk, ..Options::default() };
    let report = extract(&root, &database, &options, &|_| ()).expect("the tree can be extracted");
    assert_eq!(support::dangling(&database), Vec::<String>::new());
    let connection = Connection::open(&database).expect("the database opens");
    let sql = "select c.nodeName || '.' || m.signature from callableBinding b join methods m on m.id = b.callee \
               join classes_or_interfaces c on c.id = m.parentid join exprs e on e.id = b.callerid order by e.id";
    let mut statement = connection.prepare(sql).expect("views read");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    let calls = rows.map(|row| row.expect("a row")).collect();
    (report, calls)
}

#[test]
fn calls_of_a_jar_are_resolved() {
    let (report, mut calls) = extraction(vec![jar()], None);
    calls.sort();
    let expected = [
        "Box.all(java.lang.Class,int[])",
        "Box.inner()",
        "Enum.ordinal()",
        "Inner.value()",
        "Integer.intValue()",
        "List.get(int)",
        "Shelf.first()",
        "String.length()",
        "String.length()",
    ];
    assert_eq!(calls, expected);
    assert_eq!((report.unresolved_calls, report.libraries), (0, 1));
    assert_eq!(report.problems, Vec::<String>::new());
}

#[test]
fn source_jars_do_as_well() {
    let (_, from_classes) = extraction(vec![jar()], None);
    let (report, from_sources) = extraction(vec![jar().with_file_name("sources/box-sources.jar")], None);
    assert_eq!(from_sources, from_classes);
    assert_eq!((report.unresolved_calls, report.libraries, report.files), (0, 1, 1));
}

#[test]
fn all_jars_of_a_folder() {
    let (report, _) = extraction(vec![jar().with_file_name("*")], None);
    assert_eq!((report.unresolved_calls, report.libraries), (0, 1));
}

#[test]
fn without_the_jar_its_classes_have_names_only() {
    let (report, calls) = extraction(Vec::new(), None);
    assert!(calls.len() < 9, "{calls:?}");
    assert!(report.unresolved_calls > 3);
}

#[test]
fn what_cannot_be_read_is_reported() {
    let damaged = tempfile::NamedTempFile::with_suffix(".jar").expect("a temporary file");
    std::fs::write(damaged.path(), "no archive").expect("a file can be written");
    let missing = PathBuf::from("nowhere/missing.jar");
    let empty = tempfile::tempdir().expect("a temporary folder");
    let classpath = vec![damaged.path().to_owned(), missing, empty.path().to_owned(), jar()];
    let (report, _) = extraction(classpath, None);
    assert_eq!(report.problems.len(), 3, "{:?}", report.problems);
    assert_eq!((report.unresolved_calls, report.libraries), (0, 1));
}

#[test]
fn a_jdk_that_cannot_be_read_ends_the_extraction() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (root, home) = (folder.path().join("tree"), folder.path().join("jdk"));
    support::write_tree(&root, &[("user/Use.java", USES_BOX)]);
    std::fs::create_dir(&home).expect("a folder");
    let options = Options { threads: 1, jdk: Some(home.clone()), ..Options::default() };
    let refused = extract(&root, &folder.path().join("code.db"), &options, &|_| ()).expect_err("no JDK");
    assert!(refused.to_string().contains(&format!("cannot read the JDK `{}`", home.display())), "{refused}");
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").flatten().collect();
    assert_eq!(left.len(), 2, "the tree and the folder only: {left:?}");
}

#[test]
fn newer_api_is_reported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "class A { boolean f(String s, java.nio.ByteBuffer b, StringBuilder t) {\n\
        b.flip();\n t.append(s).isEmpty();\n return s.isBlank() || s.isEmpty(); } }\n";
    let (root, database) = (folder.path().join("tree"), folder.path().join("code.db"));
    support::write_tree(
        &root,
        &[
            ("A.java", text),
            (
                "pom.xml",
                "<project><properties><maven.compiler.release>8\
        </maven.compiler.release></properties></project>",
            ),
        ],
    );
    let found = quarrel_extractor::classpath::level::find(&root);
    let options = Options { threads: 1, source_level: found, ..Options::default() };
    let report = extract(&root, &database, &options, &|_| ()).expect("the tree can be extracted");
    // `ByteBuffer.flip` overrides the method of `Buffer` in Java 8.
    assert_eq!((report.newer_uses, report.problems.len()), (2, 1), "{:?}", report.problems);
    assert!(report.problems[0].contains("java.lang.String.isBlank (since 11)"), "{:?}", report.problems);
    let connection = Connection::open(&database).expect("the database opens");
    let sql = "select message || ' ' || line from extraction_diagnostics order by id";
    let mut statement = connection.prepare(sql).expect("a view reads");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    let messages: Vec<String> = rows.map(|row| row.expect("a row")).collect();
    assert_eq!(
        messages,
        [
            "`java.lang.CharSequence.isEmpty` is there since Java 15 only 3",
            "`java.lang.String.isBlank` is there since Java 11 only 4"
        ]
    );
}
