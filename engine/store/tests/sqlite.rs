//! A small database, and files that are no databases.

use quarrel_base::IndexVec;
use quarrel_columns::edb::{Edb, EdbError};
use quarrel_columns::value::Values;
use quarrel_store::{OpenError, SqliteDb};
use rusqlite::Connection;
use std::path::{Path, PathBuf};

const SCHEMA: &str = "
animals(unique int id: @animal, int legs: int, string name: string, int place: @place ref);
weights(int id: @animal ref, float weight: float, boolean sure: boolean, date at: date);
ghosts(int id: @animal ref);
";

fn write(path: &Path, version: &str) -> Connection {
    let connection = Connection::open(path).expect("a new database");
    connection
        .execute_batch(
            "CREATE TABLE quarrel_meta(key TEXT PRIMARY KEY, value);
             CREATE TABLE quarrel_relations(name TEXT, ord INT, source_table TEXT, columns TEXT, filter TEXT, rows INT);
             CREATE TABLE quarrel_strings(id INTEGER PRIMARY KEY, text TEXT);
             CREATE TABLE beasts(id INTEGER PRIMARY KEY, name INT, legs INT);
             CREATE TABLE birds(id INTEGER PRIMARY KEY, name INT);
             CREATE TABLE weights(id INT, weight REAL, sure INT, at INT);
             INSERT INTO quarrel_strings VALUES (1, 'cat'), (2, 'snake'), (3, 'owl'), (5, 'näme');
             INSERT INTO beasts VALUES (7, 1, 4), (3, 2, 0), (9, 1, NULL);
             INSERT INTO birds VALUES (8, 3);
             INSERT INTO weights VALUES (7, 4.5, 1, 86400000), (8, 2.0, 0, 0), (3, 4.5, 1, 0);
             INSERT INTO quarrel_relations VALUES
               ('animals', 1, 'birds', 'id,2,name,id+1073741824', '', 1),
               ('animals', 0, 'beasts', 'id,legs,name,id+1073741824', 'legs IS NOT NULL', 2),
               ('weights', 0, 'weights', 'id,weight,sure,at', '', 3),
               ('ghosts', 0, 'beasts', 'id', 'id < 0', 0);",
        )
        .expect("tables");
    let meta = [("format_version", version), ("dbscheme", SCHEMA), ("source_root", "/zoo")];
    for (key, value) in meta {
        connection.execute("INSERT INTO quarrel_meta VALUES (?1, ?2)", (key, value)).expect("a row");
    }
    connection
}

fn zoo(folder: &tempfile::TempDir) -> PathBuf {
    let path = folder.path().join("zoo.db");
    write(&path, "1");
    path
}

#[test]
fn loads_the_columns_asked_for_sorted_and_distinct() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = SqliteDb::open(&zoo(&folder)).expect("a code database");
    let values = Values::new(&db, &IndexVec::new());
    let rows = |relation: &str, columns: &[usize]| -> Vec<Vec<u32>> {
        db.load(relation, columns, &values).expect("readable").rows().collect()
    };
    assert_eq!(rows("animals", &[1, 0]), [[0, 3], [2, 8], [4, 7]]);
    assert_eq!(rows("animals", &[3]), [[0x4000_0003], [0x4000_0007], [0x4000_0008]]);
    assert_eq!(rows("weights", &[2]), [[0], [1]]);
    assert_eq!(rows("animals", &[]), [[0u32; 0]]);
    assert!(rows("ghosts", &[]).is_empty() && rows("ghosts", &[0]).is_empty());
    let weights = rows("weights", &[0, 1, 3]);
    let read: Vec<_> =
        weights.iter().map(|row| (row[0], values.float_of(row[1]), values.date_of(row[2]))).collect();
    assert_eq!(read, [(3, 4.5, 0), (7, 4.5, 86_400_000), (8, 2.0, 0)]);
    assert_eq!(
        (db.row_count("animals"), db.row_count("ghosts"), db.row_count("none")),
        (Some(3), Some(0), None)
    );
    assert_eq!(db.meta("source_root"), Some("/zoo"));
    assert!(matches!(db.load("none", &[], &values), Err(EdbError::NoSuchRelation(_))));
    assert!(matches!(db.load("ghosts", &[1], &values), Err(EdbError::NoSuchColumn { column: 1, .. })));
}

#[test]
fn texts_go_both_ways_one_by_one_and_all_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = zoo(&folder);
    texts_go_both_ways(&path);
    let connection = Connection::open(&path).expect("a database");
    connection.execute_batch("CREATE INDEX by_text ON quarrel_strings(text)").expect("an index");
    texts_go_both_ways(&path);
}

fn texts_go_both_ways(path: &Path) {
    let db = SqliteDb::open(path).expect("a code database");
    let values = Values::new(&db, &IndexVec::new());
    assert_eq!(db.string_count(), 5);
    for round in 0..60 {
        let text = |id| db.text(id, values.meter()).expect("readable").unwrap_or("-");
        let found: Vec<_> = (0..7).map(text).collect();
        let absent = if round == 0 { "-" } else { found[4] };
        assert_eq!(found, ["-", "cat", "snake", "owl", absent, "näme", "-"]);
        assert_eq!(db.find_text("owl", values.meter()), Ok(Some(3)));
        assert_eq!(db.find_text("cow", values.meter()), Ok(None));
        assert_eq!((values.string("snake"), values.string("cow")), (2, values.string("cow")));
    }
    let cow = values.string("cow");
    assert!(cow > 5);
    assert_eq!((values.text(cow), values.text(5)), ("cow", "näme"));
    assert_eq!(values.text(1), "cat");
}

#[test]
fn readers_run_side_by_side() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = SqliteDb::open(&zoo(&folder)).expect("a code database");
    let values = Values::new(&db, &IndexVec::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(db.load("animals", &[0, 2], &values).expect("readable").len, 3);
                }
            });
        }
    });
}

#[test]
fn a_wrong_value_is_an_error_that_names_the_column() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = zoo(&folder);
    Connection::open(&path)
        .and_then(|connection| connection.execute_batch("INSERT INTO weights VALUES (1, 'heavy', 1, 0)"))
        .expect("a row");
    let db = SqliteDb::open(&path).expect("a code database");
    let values = Values::new(&db, &IndexVec::new());
    let error = db.load("weights", &[0, 1], &values).expect_err("a text is no float");
    assert!(matches!(&error, EdbError::BadValue { column, .. } if column == "weight"), "{error}");
    assert_eq!(db.load("weights", &[0], &values).expect("readable").len, 4);
}

#[test]
fn files_that_are_no_code_database_say_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let error = |name: &str| SqliteDb::open(&at(name)).expect_err("no code database");
    std::fs::write(at("text"), "This is not a database, whatever its name may promise.".repeat(20))
        .expect("written");
    std::fs::write(at("empty"), "").expect("written");
    write(&at("old"), "0");
    let connection = write(&at("torn"), "1");
    connection.execute_batch("DELETE FROM quarrel_relations WHERE name = 'ghosts'").expect("deleted");
    assert!(matches!(error("none"), OpenError::Missing(_)));
    assert!(matches!(error("text"), OpenError::NotSqlite(_)));
    assert!(matches!(error("empty"), OpenError::NotACodeDatabase(_)));
    assert!(matches!(error("old"), OpenError::OtherVersion { found, .. } if found == "0"));
    assert!(matches!(error("torn"), OpenError::Damaged { .. }));
    for name in ["none", "text", "empty", "old", "torn"] {
        let text = error(name).to_string();
        assert!(text.contains("quarrel extract"), "{text}");
    }
    assert!(!at("none").exists(), "opening makes no file");
}

#[test]
fn what_is_kept_is_what_was_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = zoo(&folder);
    let db = SqliteDb::open(&path).expect("a code database").with_kept(1 << 20);
    let rows = |values: &Values<'_>, relation: &str, columns: &[usize]| -> Vec<Vec<u32>> {
        db.load(relation, columns, values).expect("readable").rows().collect()
    };
    let first = Values::new(&db, &IndexVec::new());
    let (animals, weights) = (rows(&first, "animals", &[1, 0]), rows(&first, "weights", &[1, 0]));
    // The database changes, but kept columns stay as they were read.
    Connection::open(&path).expect("the database").execute("DELETE FROM beasts", []).expect("rows go");
    let second = Values::new(&db, &IndexVec::new());
    second.float(17.0);
    assert_eq!(rows(&second, "animals", &[1, 0]), animals);
    // Each evaluation numbers floats anew.
    assert_ne!(rows(&second, "weights", &[1, 0]), weights);
    assert_eq!(rows(&second, "weights", &[1, 0]).len(), weights.len());
    assert_eq!(rows(&second, "animals", &[0]), [[8]]);
}

#[test]
fn texts_of_files_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("zoo.db");
    let connection = write(&path, "1");
    let none = SqliteDb::open(&path).expect("a code database");
    assert!(none.files().is_err(), "it has no relation of files");
    connection
        .execute_batch(
            "CREATE TABLE files(id INTEGER PRIMARY KEY, name INTEGER);
             CREATE TABLE quarrel_sources(file_id INTEGER PRIMARY KEY, zstd BLOB);
             INSERT INTO quarrel_strings(id, text) VALUES (101, 'a/Cat.java'), (102, 'Owl.java'), (103, 'Lost.java');
             INSERT INTO files VALUES (1, 101), (2, 102), (3, 103);
             UPDATE quarrel_meta SET value = value || ' files(unique int id: @file, string name: string ref);'
                 WHERE key = 'dbscheme';
             INSERT INTO quarrel_relations(name, ord, source_table, columns, filter, rows)
                 VALUES ('files', 0, 'files', 'id,name', '', 3);",
        )
        .expect("tables");
    let packed = zstd::bulk::compress("class Kätzchen {}\r\n".as_bytes(), 3).expect("packed");
    connection.execute("INSERT INTO quarrel_sources VALUES (1, ?1), (2, X'0102')", [packed]).expect("rows");
    let db = SqliteDb::open(&path).expect("a code database");
    let files = db.files().expect("names");
    assert_eq!(files.len(), 2, "{files:?}");
    assert_eq!(db.source(files["a/Cat.java"]).expect("a text").as_deref(), Some("class Kätzchen {}\r\n"));
    assert!(db.source(files["Owl.java"]).is_err_and(|error| error.to_string().contains("damaged")));
    assert_eq!(db.source(3).expect("readable"), None);
}
