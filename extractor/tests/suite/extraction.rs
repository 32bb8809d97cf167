//! Properties of every extraction: it is deterministic, keeps the existing database when it fails, and accepts bad
//! input.

use std::path::Path;

use quarrel_extractor::WriteError;
use quarrel_extractor::{Error, Options, extract};
use rusqlite::Connection;

use crate::support;

fn quiet(root: &Path, database: &Path) -> Result<quarrel_extractor::Report, Error> {
    extract(root, database, &Options { threads: 1, ..Options::default() }, &|_| ())
}

/// A tree with a few files that refer to each other.
fn sample(root: &Path) {
    for package in 0..8 {
        for class in 0..6 {
            let other = (class + 1) % 6;
            let next = (package + 1) % 8;
            let text = format!(
                "package p{package};\nimport java.util.*;\nimport p{next}.C{class};\n/** Number {class}. */\n\
                 public class C{class} extends Base<String> implements Runnable {{\n\
                 \x20 private final Map<String, List<C{other}>> map = new HashMap<>();\n\
                 \x20 static int count = {class};\n\
                 \x20 public synchronized void run() {{ for (String s : map.keySet()) map.get(s).forEach(c -> c.run()); }}\n\
                 \x20 int f(int... xs) throws java.io.IOException {{ try {{ return xs[0] + count; }} finally {{ run(); }} }}\n\
                 }}\nclass Base<T> {{ T value; List<? extends T> all; }}\n"
            );
            support::write_tree(root, &[(&format!("src/p{package}/C{class}.java"), &text)]);
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_database() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().join("tree");
    sample(&root);
    let (one, report) = support::database(&root, folder.path(), 1);
    let (four, _) = support::database(&root, folder.path(), 4);
    assert_eq!(report.files, 48);
    let (one, four) = (support::dump(&one), support::dump(&four));
    let differs = one.lines().zip(four.lines()).find(|(a, b)| a != b);
    assert_eq!(differs, None);
    assert_eq!(one.len(), four.len());
}

#[test]
fn a_database_for_one_run_has_no_index() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().join("tree");
    sample(&root);
    let (kept, report) = support::database(&root, folder.path(), 1);
    let scratch = folder.path().join("scratch.db");
    let options = Options { threads: 1, is_scratch: true, ..Options::default() };
    let passed = extract(&root, &scratch, &options, &|_| ()).expect("the tree can be extracted");
    assert_eq!(report.relations, passed.relations);
    let kinds = |path: &Path| -> Vec<(i64, i64)> {
        let connection = Connection::open(path).expect("the database opens");
        let texts = "select id, length(text) from quarrel_strings order by id";
        let mut statement = connection.prepare(texts).expect("a query");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        rows.collect::<Result<_, _>>().expect("rows")
    };
    assert_eq!(kinds(&kept), kinds(&scratch));
    let indexes = |path: &Path| -> i64 {
        let connection = Connection::open(path).expect("the database opens");
        let count = "select count(*) from sqlite_master where type = 'index' and sql is not null";
        connection.query_row(count, [], |row| row.get(0)).expect("a number")
    };
    assert_eq!((indexes(&kept), indexes(&scratch)), (1, 0));
}

/// Folders list their files in order of creation, on file systems without an order of their own.
#[test]
fn any_order_of_files_gives_the_same_database() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (root, other) = (folder.path().join("tree"), folder.path().join("other"));
    sample(&root);
    // Two source roots with classes of equal names, where the order could decide what a name refers to.
    for package in ["src/p3", "src/p5"] {
        let from = root.join(package).join("C1.java");
        let to = root.join("test").join(&package[4..]);
        std::fs::create_dir_all(&to).expect("a folder can be made");
        std::fs::copy(from, to.join("C1.java")).expect("a file can be copied");
    }
    let (path, _) = support::database(&root, folder.path(), 2);
    let expected = support::dump(&path);
    std::fs::rename(&root, &other).expect("a folder can be moved");
    let mut files: Vec<(String, String)> = quarrel_extractor::source::find(&other)
        .files
        .iter()
        .map(|file| (file.name.clone(), std::fs::read_to_string(&file.path).expect("a file can be read")))
        .collect();
    assert_eq!(files.len(), 50);
    let mut listings = std::collections::BTreeSet::new();
    for round in 0..4_usize {
        // Backwards, then by the ends of the names, then in strides that are prime to the number of files.
        match round {
            0 => files.reverse(),
            1 => files.sort_by_key(|(name, _)| name.chars().rev().collect::<String>()),
            _ => files = (0..files.len()).map(|at| files[at * 7 % files.len()].clone()).collect(),
        }
        if root.exists() {
            std::fs::remove_dir_all(&root).expect("a folder can be removed");
        }
        for (name, text) in &files {
            support::write_tree(&root, &[(name, text)]);
        }
        let listed = std::fs::read_dir(root.join("src")).expect("a folder can be listed");
        listings.insert(listed.map(|e| e.expect("an entry").file_name()).collect::<Vec<_>>());
        let (path, _) = support::database(&root, folder.path(), 1 + round % 3);
        let found = support::dump(&path);
        let differs = expected.lines().zip(found.lines()).find(|(a, b)| a != b);
        assert_eq!(differs, None, "round {round}, listings {listings:?}");
        assert_eq!(expected.len(), found.len());
    }
}

#[test]
fn the_report_counts_what_the_database_holds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().join("tree");
    sample(&root);
    let (path, report) = support::database(&root, folder.path(), 2);
    let connection = Connection::open(&path).expect("the database opens");
    for (relation, rows) in &report.relations {
        let sql = format!("select count(*) from \"{relation}\"");
        let found: i64 = connection.query_row(&sql, [], |row| row.get(0)).expect("a view counts");
        assert_eq!(found.unsigned_abs(), *rows, "{relation}");
    }
    let number = |key: &str| -> i64 {
        let sql = "select value from quarrel_meta where key = ?1";
        connection.query_row(sql, [key], |row| row.get(0)).expect("the database says so")
    };
    assert_eq!(number("files"), 48);
    assert_eq!(number("calls").unsigned_abs(), report.calls);
    assert_eq!(number("lines").unsigned_abs(), report.lines);
}

#[test]
fn every_reference_has_its_entity() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().join("tree");
    sample(&root);
    let (path, _) = support::database(&root, folder.path(), 2);
    assert_eq!(support::dangling(&path), Vec::<String>::new());
}

#[test]
fn sources_can_be_read_back() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().join("tree");
    let text = "class Ä { String s = \"grüße\"; }\n";
    support::write_tree(&root, &[("Ä.java", text)]);
    let (path, _) = support::database(&root, folder.path(), 1);
    let connection = Connection::open(&path).expect("the database opens");
    let blob: Vec<u8> =
        connection.query_row("select zstd from quarrel_sources", [], |row| row.get(0)).expect("a source");
    let bytes = zstd::decode_all(blob.as_slice()).expect("it decompresses");
    assert_eq!(String::from_utf8(bytes).expect("text"), text);
}

#[test]
fn one_file_is_a_tree_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    support::write_tree(folder.path(), &[("a/A.java", "class A {}"), ("a/B.java", "class B {}")]);
    let report = quiet(&folder.path().join("a/A.java"), &folder.path().join("x.db")).expect("it extracts");
    assert_eq!((report.files, report.classes), (1, 1));
}

#[test]
fn broken_java_is_extracted_as_far_as_it_goes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().join("tree");
    let files = [
        ("Broken.java", "class Broken { void m( { int x = ; } int ok() { return 1; } "),
        ("Empty.java", ""),
        ("Text.java", "this is no Java at all @@@ }{"),
        ("Good.java", "class Good extends Nowhere<Good> { @Missing(1) Unknown f; void g() { f.h().i(); } }"),
        ("Twice.java", "class Good { } class Twice extends Twice { }"),
    ];
    support::write_tree(&root, &files);
    std::fs::write(root.join("Bytes.java"), b"class B\xff { \x00 }").expect("bytes can be written");
    let (path, report) = support::database(&root, folder.path(), 2);
    assert_eq!(report.files, 6);
    assert!(report.files_with_errors >= 2, "{report:?}");
    assert!(report.rows("extraction_diagnostics") >= 2);
    let loud = report.problems.last().expect("it is reported");
    assert!(loud.contains("of 6 files could not be read or parsed in full"), "{loud}");
    assert_eq!(support::dangling(&path), Vec::<String>::new());
}

#[test]
fn errors_name_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = folder.path().join("x.db");
    let missing = quiet(&folder.path().join("none"), &database).expect_err("no such folder");
    assert!(matches!(missing, Error::Path { .. }), "{missing}");
    let empty = quiet(folder.path(), &database).expect_err("no Java");
    assert!(matches!(empty, Error::NoJava { .. }), "{empty}");
    support::write_tree(folder.path(), &[("A.java", "class A {}"), ("notes.txt", "")]);
    let text = quiet(&folder.path().join("notes.txt"), &database).expect_err("not Java");
    assert!(matches!(text, Error::NoJava { .. }), "{text}");
    let nowhere = quiet(folder.path(), &folder.path().join("no/x.db")).expect_err("no such folder");
    assert!(matches!(nowhere, Error::Write(WriteError::Target { .. })), "{nowhere}");
    let is_folder = quiet(folder.path(), folder.path()).expect_err("a folder is no database");
    assert!(matches!(is_folder, Error::Write(WriteError::Target { .. })), "{is_folder}");
    assert!(!database.exists());
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 2, "nothing is left behind");
}

#[test]
fn an_old_database_stays_when_there_is_no_new_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = folder.path().join("x.db");
    let (empty, sources) = (folder.path().join("empty"), folder.path().join("sources"));
    std::fs::create_dir(&empty).expect("a folder can be made");
    support::write_tree(&sources, &[("A.java", "class A {}")]);
    std::fs::write(&database, "precious").expect("a file can be written");
    let occupied = quiet(&sources, &database).expect_err("it is no database");
    assert!(matches!(occupied, Error::Write(WriteError::Occupied { .. })), "{occupied}");
    assert_eq!(std::fs::read(&database).expect("it is there"), b"precious");
    std::fs::write(&database, "").expect("a file can be written");
    quiet(&sources, &database).expect("an empty file is replaced");
    let old = std::fs::read(&database).expect("it is there");
    quiet(&empty, &database).expect_err("no Java");
    assert!(std::fs::read(&database).expect("it is there") == old);
    support::write_tree(&sources, &[("B.java", "class B {}")]);
    quiet(&sources, &database).expect("a database is replaced");
    assert!(std::fs::read(&database).expect("it is there") != old);
}
