//! Damaged databases: files with changed bytes, and databases that describe themselves wrongly. Opening and reading one
//! gives rows or an error, quickly and with little memory.
//!
//! A failure names its seed; `QUARREL_SEED=N` runs that seed alone, `QUARREL_CASES=N` runs seeds 0 to N.

#![allow(clippy::print_stdout, reason = "counts, for runs of many cases by hand")]

use quarrel_base::IndexVec;
use quarrel_columns::edb::Edb;
use quarrel_columns::{Limits, Meter, Values};
use quarrel_seeded::{Random, seeds};
use quarrel_store::SqliteDb;
use rusqlite::Connection;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Cases of each kind tried by default.
const CASES: u64 = 300;
/// The time limit of a case.
const TIME: Duration = Duration::from_secs(3);
/// How late a slow machine may notice that.
const SLACK: Duration = Duration::from_secs(10);
/// The most bytes that the process may hold.
const MEMORY: u64 = 512 << 20;

const SCHEMA: &str = "
animals(unique int id: @animal, int legs: int, string name: string, int place: @place ref);
weights(int id: @animal ref, float weight: float, boolean sure: boolean, date at: date);
@thing = @animal | @place;
";

fn write(path: &Path) {
    let connection = Connection::open(path).expect("a new database");
    connection
        .execute_batch(
            "PRAGMA page_size = 512; PRAGMA synchronous = off; PRAGMA journal_mode = off;
             CREATE TABLE quarrel_meta(key TEXT PRIMARY KEY, value);
             CREATE TABLE quarrel_relations(name TEXT, ord INT, source_table TEXT, columns TEXT, filter TEXT, rows INT);
             CREATE TABLE quarrel_strings(id INTEGER PRIMARY KEY, text TEXT);
             CREATE TABLE beasts(id INTEGER PRIMARY KEY, name INT, legs INT);
             CREATE TABLE weights(id INT, weight REAL, sure INT, at INT);
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
               INSERT INTO quarrel_strings SELECT i, 'text ' || i FROM n;
             INSERT INTO beasts SELECT id + 100, id, CASE WHEN id % 3 = 0 THEN NULL ELSE id % 7 END FROM quarrel_strings;
             INSERT INTO weights SELECT id + 100, id * 0.5, id % 2, id * 86400000 FROM quarrel_strings;
             INSERT INTO quarrel_relations VALUES
               ('animals', 0, 'beasts', 'id,legs,name,id+1073741824', 'legs is not null', 40),
               ('animals', 1, 'beasts', 'id,7,name,id+1073741824', 'legs is null and id & 3', 10),
               ('weights', 0, 'weights', 'id,weight,sure,at', '', 60);
             CREATE INDEX by_text ON quarrel_strings(text);",
        )
        .expect("tables");
    for (key, value) in [("format_version", "1"), ("dbscheme", SCHEMA), ("fingerprint", "f00")] {
        connection.execute("INSERT INTO quarrel_meta VALUES (?1, ?2)", (key, value)).expect("a row");
    }
}

/// Opens a database and reads everything; returns the first error, if any.
fn read(path: &Path) -> Result<(), String> {
    let db = SqliteDb::open(path).map_err(|error| error.to_string())?;
    let limits = Limits { time: Some(TIME), memory: Some(MEMORY), ..Limits::default() };
    let values = Values::new(&db, &IndexVec::new()).with_meter(Arc::new(Meter::start(&limits)));
    let mut errors = Vec::new();
    for relation in &db.catalog().relations {
        let all: Vec<usize> = (0..relation.columns.len()).collect();
        for columns in [&all[..], &all[..1], &[]] {
            errors.extend(db.load(&relation.name, columns, &values).err().map(|error| format!("{error:?}")));
        }
        let keyed = db.load_keyed(&relation.name, &all, 0, &[101, 102, 5000], &values);
        errors.extend(keyed.and_then(Result::err).map(|error| format!("{error:?}")));
    }
    // The strings of the sound database have the ids 1 to 60.
    for id in 1..=60 {
        let _ = values.text(id);
    }
    let _ = values.string("text 7");
    let _ = values.string("nowhere");
    errors.extend(values.failure().map(|error| format!("{error:?}")));
    // Asking for an id that no string has is the reader's error, not the database's.
    for id in [0, db.string_count(), db.string_count().saturating_add(1)] {
        let _ = values.text(id);
    }
    errors.into_iter().next().map_or(Ok(()), Err)
}

/// Runs cases on copies of a sound database.
fn cases(what: &str, damage: impl Fn(&mut Random, &Path, &[u8])) {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = folder.path().join("sound.db");
    write(&sound);
    assert_eq!(read(&sound), Ok(()), "the undamaged database is read to the end");
    let bytes = std::fs::read(&sound).expect("a file");
    let path = folder.path().join("damaged.db");
    let mut readable = 0u64;
    let seeds = seeds(CASES);
    for seed in seeds.clone() {
        let mut random = Random::new(seed);
        std::fs::write(&path, &bytes).expect("a file");
        damage(&mut random, &path, &bytes);
        let started = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| read(&path)));
        let took = started.elapsed();
        let held = quarrel_common::memory::resident().unwrap_or(0);
        assert!(outcome.is_ok(), "QUARREL_SEED={seed}: {what} made it panic");
        assert!(took < TIME + SLACK, "QUARREL_SEED={seed}: {what} took {took:?}");
        assert!(held < MEMORY + MEMORY / 4, "QUARREL_SEED={seed}: {what} took {held} bytes");
        readable += u64::from(matches!(outcome, Ok(Ok(()))));
    }
    println!("{} times {what}: {readable} were read to the end", seeds.end - seeds.start);
}

#[test]
fn changed_bytes() {
    cases("changed bytes", |random, path, bytes| {
        let mut bytes = bytes.to_vec();
        for _ in 0..1 + random.below(12) {
            let at = random.below(bytes.len());
            match random.below(5) {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => bytes[at] = random.below(256) as u8,
                2 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
                3 => {
                    let end = (at + random.below(64)).min(bytes.len());
                    let from = random.below(bytes.len() - (end - at));
                    bytes.copy_within(from..from + (end - at), at);
                }
                _ if random.below(8) == 0 => bytes.truncate(at.max(1)),
                _ => bytes[at] = bytes[at].wrapping_add(1),
            }
        }
        std::fs::write(path, bytes).expect("a file");
    });
}

#[test]
fn changed_descriptions() {
    const TEXTS: &[&str] = &[
        "",
        "1 = 1",
        "id < 0",
        "legs",
        "id,legs",
        "id,legs,name,id+9223372036854775807",
        "-1",
        "id+-5",
        "sqlite_master",
        "quarrel_strings",
        "missing",
        "1; DROP TABLE beasts",
        "load_extension('x')",
        "x' OR 'x",
        "v",
        "legs in (1,2,3)",
        "legs is not null and legs & 1",
        "(SELECT 1)",
        "animals",
        "rowid",
        "id,legs,name,id",
        "99999999999999999999",
    ];
    const NUMBERS: &[i64] = &[0, -1, 1, 1 << 31, 1 << 32, i64::MAX, i64::MIN, 1 << 40, 5_000_000_000];
    const SCHEMAS: &[&str] = &[
        "animals(int id: @animal);",
        "@a = @a;",
        "@a = @b | @b; @b = @a;",
        "animals(int id: int, int id: int);",
        "\u{0}",
        "animals(unique int id: @animal, int legs: int, string name: string, int place: @place ref); ghosts(int id: int);",
    ];
    cases("another description", |random, path, _| {
        let connection = Connection::open(path).expect("a database");
        connection.execute_batch("PRAGMA synchronous = off; PRAGMA journal_mode = off;").expect("a setting");
        for _ in 0..1 + random.below(3) {
            let (text, number) = (TEXTS[random.below(TEXTS.len())], NUMBERS[random.below(NUMBERS.len())]);
            let row = random.below(3) as i64 + 1;
            let _ = match random.below(12) {
                0 => connection
                    .execute("UPDATE quarrel_relations SET filter = ?1 WHERE rowid = ?2", (text, row)),
                1 => connection
                    .execute("UPDATE quarrel_relations SET columns = ?1 WHERE rowid = ?2", (text, row)),
                2 => connection
                    .execute("UPDATE quarrel_relations SET source_table = ?1 WHERE rowid = ?2", (text, row)),
                3 | 4 => connection
                    .execute("UPDATE quarrel_relations SET rows = ?1 WHERE rowid = ?2", (number, row)),
                5 => connection
                    .execute("INSERT OR REPLACE INTO quarrel_strings VALUES (?1, ?2)", (number, text)),
                6 => connection.execute("UPDATE beasts SET name = ?1 WHERE id % 7 = ?2", (number, row)),
                7 => connection.execute("UPDATE OR IGNORE beasts SET id = ?1 WHERE id = 105", [number]),
                8 => {
                    let schema = SCHEMAS[random.below(SCHEMAS.len())];
                    connection.execute("UPDATE quarrel_meta SET value = ?1 WHERE key = 'dbscheme'", [schema])
                }
                9 => connection
                    .execute("UPDATE quarrel_meta SET value = ?1 WHERE key = 'format_version'", [text]),
                10 => connection
                    .execute_batch(
                        "DROP TABLE weights; CREATE VIEW weights AS
                         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                         SELECT i AS id, 0.5 AS weight, 1 AS sure, 7 AS at FROM n;",
                    )
                    .map(|()| 0),
                _ => connection.execute("DELETE FROM quarrel_relations WHERE rowid = ?1", [row]),
            };
        }
    });
}

/// A tower and a chain of unions: read or refused, without deep recursion.
#[test]
fn schemas_of_many_nested_unions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep.db");
    for count in [3_000, 20_000] {
        let mut schema = SCHEMA.to_owned();
        for at in 0..count {
            let below = if at == 0 { "@animal".to_owned() } else { format!("@u{}", at - 1) };
            schema += &format!("@u{at} = {below} | @place;\n");
        }
        let _ = std::fs::remove_file(&path);
        write(&path);
        let connection = Connection::open(&path).expect("a database");
        connection
            .execute("UPDATE quarrel_meta SET value = ?1 WHERE key = 'dbscheme'", [schema])
            .expect("a row");
        drop(connection);
        let started = Instant::now();
        let opened = SqliteDb::open(&path).map(drop);
        assert!(started.elapsed() < SLACK, "{count} unions took {:?}: {opened:?}", started.elapsed());
    }
}
