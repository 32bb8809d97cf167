//! Reads columns of whole numbers straight from the pages of a database file, in the order of row ids, some ten times
//! faster than through SQLite's interpreter.
//!
//! It knows only the parts of the file format (<https://www.sqlite.org/fileformat2.html>: 1.6 b-tree pages, 2.1
//! records) that tables of numbers need. It declines everything else, unusual or damaged; then SQLite reads and reports
//! the error.

use crate::source::{Source, Stored};
use quarrel_common::always;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Bytes of the file's header.
const HEAD: usize = 100;
/// The most consecutive pages that are read at once.
const RUN: usize = 64;
/// The most levels of a tree: each page below the root has two children or more.
const DEPTH: usize = 32;

/// A database file. It stays open as long as the database: closing it would release SQLite's locks on it.
#[derive(Debug)]
pub(crate) struct Pages {
    file: File,
    journal: PathBuf,
    size: usize,
}

/// Where and how a table is stored.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The number of its root page.
    pub(crate) root: u32,
    /// Its columns in the order of records, with their declared types in capitals.
    pub(crate) columns: Vec<(String, String)>,
    /// The column that is the row id, if any. Records hold no value for it.
    pub(crate) row_id: Option<String>,
}

/// What to read of each row.
pub(crate) struct Wanted<'a> {
    source: &'a Source,
    /// Ascending positions in records of the needed values.
    places: Vec<usize>,
    /// For each requested column: a position or the row id, and the number to add.
    columns: Vec<(Field, i64)>,
    /// For each test of the filter, the field it tests.
    tested: Vec<Field>,
}

#[derive(Clone, Copy)]
enum Field {
    Place(usize),
    RowId,
    Nothing,
}

impl<'a> Wanted<'a> {
    /// The requested columns of a source; `None` if some are not stored as whole numbers.
    pub(crate) fn new(source: &'a Source, columns: &[usize], layout: &Layout) -> Option<Self> {
        let place = |name: &str| {
            if layout.row_id.as_deref() == Some(name) {
                return Some(None);
            }
            let at = layout.columns.iter().position(|(other, _)| other == name)?;
            layout.columns[at].1.contains("INT").then_some(Some(at))
        };
        let mut places = Vec::new();
        let mut named = Vec::new();
        for column in columns {
            named.push(match source.columns.get(*column)? {
                Stored::Number(number) => (None, *number),
                Stored::Column(name, offset) => (Some(place(name)?), *offset),
            });
        }
        let tested: Vec<Option<usize>> = source.filter.columns().map(place).collect::<Option<_>>()?;
        places.extend(named.iter().filter_map(|(place, _)| place.flatten()));
        places.extend(tested.iter().flatten());
        places.sort_unstable();
        places.dedup();
        let field = |place: Option<usize>| match place {
            Some(place) => Field::Place(always!(places.binary_search(&place)).unwrap_or(0)),
            None => Field::RowId,
        };
        let columns =
            named.into_iter().map(|(place, add)| (place.map_or(Field::Nothing, field), add)).collect();
        let tested = tested.into_iter().map(field).collect();
        Some(Self { source, columns, tested, places })
    }
}

impl Pages {
    /// Opens a file; `None` if it must not be read this way.
    pub(crate) fn open(path: &Path) -> Option<Self> {
        let file = File::open(path).ok()?;
        let mut journal = path.as_os_str().to_owned();
        journal.push("-journal");
        let pages = Self { file, journal: journal.into(), size: 0 };
        let mut head = [0; HEAD];
        pages.bytes(0, &mut head)?;
        let size = match u16::from_be_bytes([head[16], head[17]]) {
            1 => 1 << 16,
            size => usize::from(size),
        };
        // A write-ahead log holds pages that the file lacks; reserved bytes belong to extensions.
        let is_plain = head.starts_with(b"SQLite format 3\0") && head[18..=20] == [1, 1, 0];
        (is_plain && size.is_power_of_two() && size >= 512).then_some(Self { size, ..pages })
    }

    #[cfg(unix)]
    fn bytes(&self, at: u64, into: &mut [u8]) -> Option<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, into, at).ok()
    }
    #[cfg(not(unix))]
    fn bytes(&self, _: u64, _: &mut [u8]) -> Option<()> {
        let _ = &self.file;
        None
    }

    /// A counter that changes with each write to the database; `None` during a write.
    pub(crate) fn state(&self) -> Option<[u8; 4]> {
        let mut counter = [0; 4];
        self.bytes(24, &mut counter)?;
        (!self.journal.exists()).then_some(counter)
    }

    /// The leaf pages of a table's tree, in order.
    pub(crate) fn leaves(&self, root: u32) -> Option<Vec<u32>> {
        let count = self.file.metadata().ok()?.len() / self.size as u64;
        let mut leaves = Vec::new();
        let mut visited = 0;
        let mut open = vec![(root, 0)];
        let mut page = vec![0; self.size];
        while let Some((number, depth)) = open.pop() {
            visited += 1;
            if visited > count || depth > DEPTH {
                return None;
            }
            // The children of a lowest inner page are leaves; checking the first of them suffices.
            self.page(number, &mut page)?;
            if page[0] == 13 {
                leaves.push(number);
                continue;
            }
            let children = children(&page)?;
            let mut first = [0];
            self.bytes(self.place(*children.first()?)?, &mut first)?;
            if first[0] == 13 {
                visited += children.len() as u64;
                leaves.extend(children);
            } else {
                open.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
            }
        }
        (leaves.len() as u64 <= count).then_some(leaves)
    }

    fn place(&self, number: u32) -> Option<u64> {
        // The first page holds the schema.
        (number > 1).then(|| u64::from(number - 1) * self.size as u64)
    }
    fn page(&self, number: u32, into: &mut [u8]) -> Option<()> {
        self.bytes(self.place(number)?, into)
    }

    /// Passes the requested columns of each row on these leaves to `row`; `None` if some cannot be read.
    pub(crate) fn rows(
        &self,
        leaves: &[u32],
        wanted: &Wanted<'_>,
        mut row: impl FnMut(&[i64]) -> Option<()>,
    ) -> Option<()> {
        let mut buffer = vec![0; self.size * RUN];
        let mut cell = Cells::new(wanted);
        let mut rest = leaves;
        while let Some(&first) = rest.first() {
            let follows = |&(at, page): &(usize, &u32)| first.checked_add(at as u32) == Some(*page);
            let run = rest.iter().enumerate().take(RUN).take_while(follows).count();
            let pages = &mut buffer[..run * self.size];
            self.bytes(self.place(first)?, pages)?;
            for page in pages.chunks_exact(self.size) {
                cell.page(page, &mut row)?;
            }
            rest = &rest[run..];
        }
        Some(())
    }
}

/// The child pages of an inner page of a table.
fn children(page: &[u8]) -> Option<Vec<u32>> {
    if page[0] != 5 {
        return None;
    }
    let number = |at: usize| Some(u32::from_be_bytes(page.get(at..at + 4)?.try_into().ok()?));
    let mut children = Vec::new();
    for cell in 0..usize::from(short(page, 3)?) {
        children.push(number(usize::from(short(page, 12 + cell * 2)?))?);
    }
    children.push(number(8)?);
    Some(children)
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]))
}

/// Reads a number of one to nine bytes; returns it with the remaining bytes.
#[inline]
fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    if first < 0x80 {
        return Some((u64::from(first), rest));
    }
    let mut value = u64::from(first & 0x7f);
    for (at, &byte) in rest.iter().enumerate().take(8) {
        if at == 7 {
            return Some((value << 8 | u64::from(byte), &rest[8..]));
        }
        value = value << 7 | u64::from(byte & 0x7f);
        if byte < 0x80 {
            return Some((value, &rest[at + 1..]));
        }
    }
    None
}

/// A signed big-endian number of at most eight bytes.
#[inline(always)]
fn signed(bytes: &[u8]) -> i64 {
    match *bytes {
        [a] => i64::from(a.cast_signed()),
        [a, b] => i64::from(i16::from_be_bytes([a, b])),
        [a, b, c] => i64::from(i32::from_be_bytes([a, b, c, 0]) >> 8),
        [a, b, c, d] => i64::from(i32::from_be_bytes([a, b, c, d])),
        [a, b, c, d, e, f] => i64::from_be_bytes([a, b, c, d, e, f, 0, 0]) >> 16,
        [a, b, c, d, e, f, g, h] => i64::from_be_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}

/// Marks types that do not exist.
const NONE: u8 = u8::MAX;
/// The sizes of values by type, for types of one byte.
const SIZES: [u8; 128] = {
    let mut sizes = [0; 128];
    let mut kind = 0;
    while kind < 128 {
        sizes[kind] = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind as u8,
            5 => 6,
            6 | 7 => 8,
            10 | 11 => NONE,
            _ => ((kind - 12) / 2) as u8,
        };
        kind += 1;
    }
    sizes
};

/// Extracts rows from leaves.
struct Cells<'a> {
    wanted: &'a Wanted<'a>,
    values: Vec<Option<i64>>,
    row: Vec<i64>,
}

impl<'a> Cells<'a> {
    fn new(wanted: &'a Wanted<'a>) -> Self {
        Self { wanted, values: vec![None; wanted.places.len()], row: vec![0; wanted.columns.len()] }
    }

    fn page(&mut self, page: &[u8], row: &mut impl FnMut(&[i64]) -> Option<()>) -> Option<()> {
        if page[0] != 13 {
            return None;
        }
        for cell in 0..usize::from(short(page, 3)?) {
            let at = usize::from(short(page, 8 + cell * 2)?);
            let (len, rest) = varint(page.get(at..)?)?;
            let (id, rest) = varint(rest)?;
            // A longer record continues on another page.
            let len = usize::try_from(len).ok().filter(|len| *len <= page.len() - 35)?;
            let id = id.cast_signed();
            self.record(rest.get(..len)?)?;
            let wanted = self.wanted;
            let field = |field: Field| match field {
                Field::Place(at) => self.values[at],
                Field::RowId => Some(id),
                Field::Nothing => Some(0),
            };
            if !wanted.source.filter.holds(|test| field(wanted.tested[test])) {
                continue;
            }
            for (value, (place, add)) in self.row.iter_mut().zip(&wanted.columns) {
                *value = field(*place)?.checked_add(*add)?;
            }
            row(&self.row)?;
        }
        Some(())
    }

    /// Reads the needed values of a record.
    #[inline]
    fn record(&mut self, record: &[u8]) -> Option<()> {
        let &head = record.first()?;
        if head >= 0x80 {
            return self.long_record(record);
        }
        // Usually the header's length and all types take one byte each.
        let types = record.get(1..usize::from(head))?;
        let mut at = usize::from(head);
        let mut place = 0;
        for (value, &wanted) in self.values.iter_mut().zip(&self.wanted.places) {
            let (passed, kind) = (types.get(place..wanted)?, *types.get(wanted)?);
            for &kind in passed {
                match SIZES.get(usize::from(kind)) {
                    Some(&size) if size != NONE => at += usize::from(size),
                    _ => return self.long_record(record),
                }
            }
            let size = match SIZES.get(usize::from(kind)) {
                Some(&size) if size != NONE => usize::from(size),
                _ => return self.long_record(record),
            };
            *value = whole(u64::from(kind), record.get(at..at + size)?)?;
            at += size;
            place = wanted + 1;
        }
        Some(())
    }

    /// Like `record`, for types whose numbers take several bytes.
    #[cold]
    fn long_record(&mut self, record: &[u8]) -> Option<()> {
        let (head, _) = varint(record)?;
        let head = usize::try_from(head).ok()?;
        let mut body = record.get(head..)?;
        let (_, mut types) = varint(record.get(..head)?)?;
        let mut place = 0;
        for (value, &wanted) in self.values.iter_mut().zip(&self.wanted.places) {
            loop {
                let (kind, rest) = varint(types)?;
                types = rest;
                let size = match usize::try_from(kind).ok().and_then(|kind| SIZES.get(kind)) {
                    Some(&NONE) => return None,
                    Some(&size) => usize::from(size),
                    None => usize::try_from((kind - 12) / 2).ok()?,
                };
                let (own, behind) = body.split_at_checked(size)?;
                body = behind;
                place += 1;
                if place > wanted {
                    *value = whole(kind, own)?;
                    break;
                }
            }
        }
        Some(())
    }
}

/// A value as a whole number (inner `None`: null); `None` if it is a real number, a text or bytes.
#[inline(always)]
fn whole(kind: u64, bytes: &[u8]) -> Option<Option<i64>> {
    match kind {
        0 => Some(None),
        1..=6 => Some(Some(signed(bytes))),
        8 => Some(Some(0)),
        9 => Some(Some(1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Pages, Wanted};
    use crate::source::{Source, Stored};
    use quarrel_database::Filter;
    use quarrel_seeded::{Random, seeds};
    use rusqlite::Connection;
    use std::path::Path;

    /// Numbers of every size.
    fn number(random: &mut Random) -> Option<i64> {
        let bits = [0, 1, 7, 8, 15, 16, 23, 24, 31, 32, 47, 48, 62][random.below(13)];
        let number = (random.bits() & ((1 << bits) - 1)).cast_signed();
        match random.below(4) {
            0 => None,
            1 => Some(-number),
            _ => Some(number),
        }
    }

    fn layout(connection: &Connection, row_id: Option<&str>) -> Layout {
        let root = "SELECT rootpage FROM sqlite_schema WHERE name = 't'";
        let root = connection.query_row(root, [], |row| row.get(0)).expect("a table");
        let columns = ["k", "a", "b", "c"].map(|name| (name.to_owned(), "INTEGER".to_owned()));
        Layout { root, columns: columns.into(), row_id: row_id.map(str::to_owned) }
    }

    fn read(path: &Path, layout: &Layout, columns: &[&str], filter: &str) -> Option<Vec<Vec<i64>>> {
        let source = Source {
            table: "t".to_owned(),
            columns: columns.iter().map(|text| Stored::parse(text).expect("a column")).collect(),
            filter: Filter::parse(filter).expect("a filter"),
            rows: 0,
        };
        let all: Vec<usize> = (0..columns.len()).collect();
        let wanted = Wanted::new(&source, &all, layout)?;
        let pages = Pages::open(path)?;
        let state = pages.state()?;
        let mut rows = Vec::new();
        pages.rows(&pages.leaves(layout.root)?, &wanted, |row| {
            rows.push(row.to_vec());
            Some(())
        })?;
        assert_eq!(pages.state(), Some(state));
        Some(rows)
    }

    #[test]
    fn rows_are_those_that_sqlite_reads() {
        for seed in seeds(12) {
            let mut random = Random::new(seed);
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("t.db");
            let connection = Connection::open(&path).expect("a database");
            let size = [512, 1024, 4096, 65536][random.below(4)];
            let key = ["integer primary key", "integer"][random.below(2)];
            let row_id = (key != "integer").then_some("k");
            connection
                .execute_batch(&format!(
                    "PRAGMA page_size = {size}; PRAGMA synchronous = off;
                     CREATE TABLE other(x text); CREATE TABLE t(k {key}, a integer, b integer, c integer);
                     BEGIN;"
                ))
                .expect("tables");
            let count = [0, 1, 40, 3000, 20_000][random.below(5)];
            for nth in 0..count {
                let values = [number(&mut random), number(&mut random), number(&mut random)];
                // Ascending ids, as the extractor gives them, and arbitrary ones; longer texts lie between the pages.
                let id = if seed % 2 == 0 { nth } else { (random.bits() >> 3).cast_signed() };
                connection
                    .execute(
                        "INSERT OR IGNORE INTO t VALUES (?1, ?2, ?3, ?4)",
                        (id, values[0], values[1], values[2]),
                    )
                    .expect("a row");
                if random.below(16) == 0 {
                    let text = "x".repeat(random.below(2000));
                    connection.execute("INSERT INTO other VALUES (?1)", [text]).expect("a row");
                }
            }
            connection.execute("DELETE FROM t WHERE a % 3 = 0", []).expect("fewer rows");
            connection.execute_batch("COMMIT").expect("written");
            let layout = layout(&connection, row_id);
            for (columns, filter) in [
                (&["k"][..], ""),
                (&["c+5", "k+1073741824", "7"], "c is not null"),
                (&["k", "7", "k"], "a is null"),
                (&["a", "b", "c"], "a is not null and b >= -7 and c < 1000"),
                (&["b"], "b & 6 and c in (0, 1, 5, -1)"),
                (&["b", "a"], "b and a <> 1"),
            ] {
                let found = read(&path, &layout, columns, filter).expect("read");
                let sql = format!("SELECT {} FROM t", columns.join(","));
                let sql = if filter.is_empty() { sql } else { format!("{sql} WHERE {filter}") };
                let mut statement = connection.prepare(&format!("{sql} ORDER BY rowid")).expect("a query");
                let rows = statement
                    .query_map([], |row| (0..columns.len()).map(|at| row.get(at)).collect())
                    .expect("rows");
                let expected: Vec<Vec<i64>> = rows.collect::<Result<_, _>>().expect("numbers");
                assert_eq!(found, expected, "seed {seed}: {columns:?} where {filter}");
            }
        }
    }

    #[test]
    fn what_is_unusual_is_left_to_sqlite() {
        let make = |sql: &str| {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("t.db");
            let connection = Connection::open(&path).expect("a database");
            connection.execute_batch(sql).expect("a table");
            let found = read(&path, &layout(&connection, None), &["a"], "");
            (found, folder)
        };
        let plain = "CREATE TABLE t(k integer, a integer, b integer, c integer);";
        assert!(make(&format!("{plain} INSERT INTO t VALUES (1, 2, 3, 4);")).0.is_some());
        for rows in [
            "INSERT INTO t VALUES (1, NULL, 3, 4);",
            "INSERT INTO t VALUES (1, 'two', 3, 4);",
            "INSERT INTO t VALUES (1, 2.5, 3, 4);",
            "INSERT INTO t VALUES (1, 2, 3, zeroblob(10000));",
        ] {
            assert_eq!(make(&format!("{plain} {rows}")).0, None, "{rows}");
        }
        assert_eq!(
            make(&format!("PRAGMA journal_mode = wal; {plain} INSERT INTO t VALUES (1, 2, 3, 4);")).0,
            None
        );
        let keyed =
            "CREATE TABLE t(k integer, a integer, b integer, c integer, PRIMARY KEY (k)) WITHOUT ROWID;";
        assert_eq!(make(&format!("{keyed} INSERT INTO t VALUES (1, 2, 3, 4);")).0, None);
        let later =
            "CREATE TABLE t(k integer); INSERT INTO t VALUES (1); ALTER TABLE t ADD a integer DEFAULT 5;";
        assert_eq!(make(later).0, None);
        assert!(Pages::open(Path::new("/nowhere")).is_none());
    }
}
