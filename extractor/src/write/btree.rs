//! Writes tables of a database file as SQLite would if all rows came in the order of their ids: full pages go to the
//! end of the file, and the pages above them follow after the last row.
//!
//! SQLite itself takes many times as long per row, because each could go anywhere. The format is described at
//! <https://www.sqlite.org/fileformat2.html> (1.6 b-tree pages, 2.1 records). While a [`PageFile`] is open, nobody else
//! writes to the file; [`PageFile::finish`] returns it to SQLite.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Bytes of a page.
pub(super) const PAGE: usize = 4096;
/// The page that SQLite uses for its locks; it holds no data.
const LOCKS: u32 = (1 << 30) / PAGE as u32 + 1;
/// Leaves of a table that are written at once, so that they are consecutive.
const RUN: usize = 32;
/// The most bytes of a record on one page; a longer one continues on pages of its own.
const LARGEST: usize = PAGE - 35;
/// The least bytes of such a record on its leaf.
const LEAST: usize = (PAGE - 12) * 32 / 255 - 23;
/// Bytes of a record on each of those pages, after the number of the next one.
const CHAINED: usize = PAGE - 4;
/// The most children of an inner page: an offset, a child and a key of the longest kind for each.
const CHILDREN: usize = (PAGE - 12) / (2 + 4 + 9);

/// Offsets of numbers in the file's header.
mod header {
    pub(super) const CHANGES: usize = 24;
    pub(super) const PAGES: usize = 28;
    pub(super) const VALID_FOR: usize = 92;
    pub(super) const LEN: usize = 100;
}

/// A database file that grows at its end.
#[derive(Debug)]
pub(super) struct PageFile {
    file: File,
    /// The number of the next page.
    next: u32,
}

impl PageFile {
    /// Opens a file that SQLite has created and closed.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let pages = file.metadata()?.len() / PAGE as u64;
        let next = u32::try_from(pages + 1).map_err(|_| too_large())?;
        Ok(Self { file, next })
    }

    /// Allocates pages and returns their numbers.
    fn fresh(&mut self, count: usize) -> io::Result<Vec<u32>> {
        let mut numbers = Vec::with_capacity(count);
        for _ in 0..count {
            if self.next == LOCKS {
                self.next += 1;
            }
            numbers.push(self.next);
            self.next = self.next.checked_add(1).ok_or_else(too_large)?;
        }
        Ok(numbers)
    }

    /// Writes consecutive pages under these numbers.
    fn put(&mut self, numbers: &[u32], mut pages: &[u8]) -> io::Result<()> {
        for run in numbers.chunk_by(|a, b| a + 1 == *b) {
            let (now, rest) = pages.split_at(run.len() * PAGE);
            self.file.seek(SeekFrom::Start(u64::from(run[0] - 1) * PAGE as u64))?;
            self.file.write_all(now)?;
            pages = rest;
        }
        Ok(())
    }

    /// Updates the number of pages in the header, so that SQLite accepts them.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let mut head = [0; header::LEN];
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_exact(&mut head)?;
        let number = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let changes = number(header::CHANGES).wrapping_add(1);
        let pages = self.next - 1;
        for (at, value) in [(header::CHANGES, changes), (header::PAGES, pages), (header::VALID_FOR, changes)]
        {
            head[at..at + 4].copy_from_slice(&value.to_be_bytes());
        }
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&head)?;
        self.file.set_len(u64::from(pages) * PAGE as u64)
    }
}

fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "the database has more pages than can be numbered")
}

/// A table that grows at its end.
#[derive(Debug)]
pub(super) struct Tree {
    /// The page that SQLite has allocated for it.
    root: u32,
    last: Option<i64>,
    leaf: Page,
    /// Full leaves that are not written yet, and the last key of each.
    full: Vec<u8>,
    keys: Vec<i64>,
    /// The leaves written so far with their last keys.
    leaves: Vec<(u32, i64)>,
    cell: Vec<u8>,
}

impl Tree {
    /// The table whose empty root is that page.
    pub(super) fn new(root: u32) -> Self {
        let leaf = Page::new(Kind::Leaf);
        Self {
            root,
            last: None,
            leaf,
            full: Vec::new(),
            keys: Vec::new(),
            leaves: Vec::new(),
            cell: Vec::new(),
        }
    }

    /// The key of the last row.
    pub(super) fn last(&self) -> Option<i64> {
        self.last
    }

    /// Adds a row, whose key must be greater than the last one.
    pub(super) fn push(&mut self, file: &mut PageFile, key: i64, record: &[u8]) -> io::Result<()> {
        debug_assert!(self.last.is_none_or(|last| last < key), "keys ascend");
        let mut cell = std::mem::take(&mut self.cell);
        cell.clear();
        varint(&mut cell, record.len() as u64);
        varint(&mut cell, key.cast_unsigned());
        if record.len() <= LARGEST {
            cell.extend_from_slice(record);
        } else {
            let local = LEAST + (record.len() - LEAST) % CHAINED;
            let (here, rest) = record.split_at(if local <= LARGEST { local } else { LEAST });
            cell.extend_from_slice(here);
            cell.extend_from_slice(&chain(file, rest)?.to_be_bytes());
        }
        if !self.leaf.fits(cell.len()) {
            self.end_leaf(file)?;
        }
        self.leaf.add(&cell);
        self.cell = cell;
        self.last = Some(key);
        Ok(())
    }

    fn end_leaf(&mut self, file: &mut PageFile) -> io::Result<()> {
        self.full.extend_from_slice(self.leaf.sealed(0));
        self.keys.extend(self.last);
        self.leaf.clear();
        if self.keys.len() == RUN { self.write_leaves(file) } else { Ok(()) }
    }

    fn write_leaves(&mut self, file: &mut PageFile) -> io::Result<()> {
        let numbers = file.fresh(self.keys.len())?;
        file.put(&numbers, &self.full)?;
        self.full.clear();
        self.leaves.extend(numbers.into_iter().zip(self.keys.drain(..)));
        Ok(())
    }

    /// Writes the remaining leaves, and the pages above.
    pub(super) fn finish(mut self, file: &mut PageFile) -> io::Result<()> {
        if self.leaves.is_empty() && self.keys.is_empty() {
            return file.put(&[self.root], self.leaf.sealed(0));
        }
        self.end_leaf(file)?;
        self.write_leaves(file)?;
        let mut level = self.leaves;
        while level.len() > CHILDREN {
            // Parts of equal size, so that none of them has a single child.
            let parts = level.len().div_ceil(CHILDREN);
            let ends = (0..=parts).map(|part| part * level.len() / parts).collect::<Vec<_>>();
            let numbers = file.fresh(parts)?;
            let mut above = Vec::with_capacity(parts);
            for (ends, number) in ends.windows(2).zip(numbers) {
                let children = &level[ends[0]..ends[1]];
                file.put(&[number], inner(children).bytes())?;
                above.extend(children.last().map(|(_, key)| (number, *key)));
            }
            level = above;
        }
        file.put(&[self.root], inner(&level).bytes())
    }
}

/// A page above others; the last child has a field of its own.
fn inner(children: &[(u32, i64)]) -> Page {
    let mut page = Page::new(Kind::Inner);
    let mut cell = Vec::new();
    let (last, others) = children.split_last().map_or((0, children), |((last, _), others)| (*last, others));
    for (child, key) in others {
        cell.clear();
        cell.extend_from_slice(&child.to_be_bytes());
        varint(&mut cell, key.cast_unsigned());
        page.add(&cell);
    }
    page.sealed(last);
    page
}

/// Writes the rest of a long record on pages of its own; returns the first of them.
fn chain(file: &mut PageFile, rest: &[u8]) -> io::Result<u32> {
    let numbers = file.fresh(rest.len().div_ceil(CHAINED))?;
    let mut pages = Vec::with_capacity(numbers.len() * PAGE);
    let behind = numbers.iter().skip(1).copied().chain([0]);
    for (part, next) in rest.chunks(CHAINED).zip(behind) {
        pages.extend_from_slice(&next.to_be_bytes());
        pages.extend_from_slice(part);
    }
    pages.resize(numbers.len() * PAGE, 0);
    file.put(&numbers, &pages)?;
    Ok(numbers[0])
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Leaf,
    Inner,
}

/// A page under construction: offsets of cells from its head on, the cells themselves from its end.
#[derive(Debug)]
struct Page {
    kind: Kind,
    bytes: Vec<u8>,
    cells: usize,
    start: usize,
}

impl Page {
    fn new(kind: Kind) -> Self {
        Self { kind, bytes: vec![0; PAGE], cells: 0, start: PAGE }
    }
    fn clear(&mut self) {
        (self.cells, self.start) = (0, PAGE);
        self.bytes.fill(0);
    }
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }
    /// Where to store the offset of the next cell.
    fn place(&self) -> usize {
        let head = if self.kind == Kind::Leaf { 8 } else { 12 };
        head + 2 * self.cells
    }
    fn fits(&self, cell: usize) -> bool {
        self.place() + 2 + cell <= self.start
    }
    fn add(&mut self, cell: &[u8]) {
        let place = self.place();
        self.start -= cell.len();
        self.bytes[self.start..self.start + cell.len()].copy_from_slice(cell);
        self.bytes[place..place + 2].copy_from_slice(&(self.start as u16).to_be_bytes());
        self.cells += 1;
    }
    /// The page with its head; `last` is the last child of an inner one.
    fn sealed(&mut self, last: u32) -> &[u8] {
        self.bytes[0] = if self.kind == Kind::Leaf { 13 } else { 5 };
        self.bytes[3..5].copy_from_slice(&(self.cells as u16).to_be_bytes());
        self.bytes[5..7].copy_from_slice(&(self.start as u16).to_be_bytes());
        if self.kind == Kind::Inner {
            self.bytes[8..12].copy_from_slice(&last.to_be_bytes());
        }
        &self.bytes
    }
}

/// Appends a number of one to nine bytes, seven bits in each but the ninth.
fn varint(out: &mut Vec<u8>, value: u64) {
    if value < 0x80 {
        out.push(value as u8);
    } else if value >> 56 != 0 {
        (1..=8).rev().for_each(|nth| out.push((value >> (nth * 7 + 1)) as u8 | 0x80));
        out.push(value as u8);
    } else {
        let groups = (64 - value.leading_zeros()).div_ceil(7);
        (1..groups).rev().for_each(|nth| out.push((value >> (nth * 7)) as u8 | 0x80));
        out.push(value as u8 & 0x7f);
    }
}

/// The record of a row of numbers; the key column has no value there. At most 126 columns.
pub(super) fn numbers(record: &mut Vec<u8>, values: &[Option<i64>], key: Option<usize>) {
    record.clear();
    record.push(values.len() as u8 + 1);
    let value = |(at, value): (usize, &Option<i64>)| value.filter(|_| key != Some(at));
    record.extend(values.iter().enumerate().map(value).map(number_type));
    for value in values.iter().enumerate().filter_map(value) {
        let bytes = value.to_be_bytes();
        let size = match number_type(Some(value)) {
            kind @ 1..=4 => usize::from(kind),
            5 => 6,
            6 => 8,
            _ => 0,
        };
        record.extend_from_slice(&bytes[8 - size..]);
    }
}

/// The type of a number that takes the fewest bytes.
fn number_type(value: Option<i64>) -> u8 {
    match value {
        None => 0,
        Some(0) => 8,
        Some(1) => 9,
        Some(value) => match 65 - (if value < 0 { !value } else { value }).leading_zeros() {
            ..9 => 1,
            9..17 => 2,
            17..25 => 3,
            25..33 => 4,
            33..49 => 5,
            _ => 6,
        },
    }
}

/// The record of a row of a key and a text.
pub(super) fn text(record: &mut Vec<u8>, text: &str) {
    keyed(record, text.as_bytes(), 13);
}

/// The record of a row of a key and bytes.
pub(super) fn blob(record: &mut Vec<u8>, bytes: &[u8]) {
    keyed(record, bytes, 12);
}

fn keyed(record: &mut Vec<u8>, bytes: &[u8], kind: u64) {
    record.clear();
    record.extend([0, 0]);
    varint(record, kind + 2 * bytes.len() as u64);
    record[0] = record.len() as u8;
    record.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    /// Creates a database, fills its tables with these rows past SQLite, and opens it.
    fn filled(fill: impl FnOnce(&mut PageFile, &mut Tree, &mut Tree)) -> (tempfile::TempDir, Connection) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("code.db");
        let tables = "create table n(id integer primary key, a integer, b integer);
                      create table s(id integer primary key, text text not null);";
        let root = |connection: &Connection, name: &str| -> u32 {
            let sql = "select rootpage from sqlite_master where name = ?1";
            connection.query_row(sql, [name], |row| row.get(0)).expect("a root")
        };
        let connection = Connection::open(&path).expect("a database");
        connection.execute_batch("pragma page_size = 4096; pragma journal_mode = off;").expect("settings");
        connection.execute_batch(tables).expect("tables");
        let (mut n, mut s) = (Tree::new(root(&connection, "n")), Tree::new(root(&connection, "s")));
        connection.close().expect("closed");
        let mut file = PageFile::open(&path).expect("the file");
        fill(&mut file, &mut n, &mut s);
        n.finish(&mut file).expect("written");
        s.finish(&mut file).expect("written");
        file.finish().expect("written");
        let connection = Connection::open(&path).expect("a database");
        let verdict: String =
            connection.query_row("pragma integrity_check", [], |row| row.get(0)).expect("a verdict");
        assert_eq!(verdict, "ok");
        (folder, connection)
    }

    #[test]
    fn sqlite_reads_numbers_as_they_were_written() {
        let mut some = vec![None];
        for power in 0..64 {
            let near = |off: i64| Some((1_i64 << power).wrapping_add(off));
            some.extend([near(-1), near(0), near(1), near(0).map(i64::wrapping_neg), near(1).map(|n| !n)]);
        }
        for rows in [0_i64, 1, 100, 200_000] {
            let row = |at: i64| {
                let pick = |at: i64| some[at as usize % some.len()];
                (at * 3 - 7, pick(at), pick(at / 5))
            };
            let (_folder, connection) = filled(|file, n, _| {
                let mut record = Vec::new();
                for at in 0..rows {
                    let (id, a, b) = row(at);
                    numbers(&mut record, &[Some(id), a, b], Some(0));
                    n.push(file, id, &record).expect("written");
                }
                assert_eq!(n.last(), (rows > 0).then(|| row(rows - 1).0));
            });
            let mut statement = connection.prepare("select id, a, b from n order by id").expect("a query");
            let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
            let found: Vec<(i64, Option<i64>, Option<i64>)> =
                found.expect("rows").collect::<Result<_, _>>().expect("rows");
            assert!(found.into_iter().eq((0..rows).map(row)), "{rows} rows");
            // SQLite finds each row, and ends where the tree does.
            for at in (0..rows).step_by(997) {
                let sql = "select count(*) from n where id = ?1";
                let count: i64 = connection.query_row(sql, [row(at).0], |row| row.get(0)).expect("a count");
                assert_eq!(count, 1);
            }
            connection.execute("insert into n(id, a) values (-100, 5), (10000000, 6)", []).expect("inserted");
        }
    }

    #[test]
    fn long_texts_go_on_elsewhere() {
        let lens =
            [0, 1, 60, 120, 480, 490, 4055, 4056, 4057, 4058, 4059, 4060, 4061, 4062, 8000, 8192, 70_000];
        let around = [4551, 8140, 8148, 8149, 8150, 8151, 8152, 8153, 12_240, 12_245];
        let text_of =
            |len: usize| -> String { (0..len).map(|at| char::from(b'a' + (at % 23) as u8)).collect() };
        let all: Vec<String> = lens.into_iter().chain(around).map(text_of).collect();
        let (_folder, connection) = filled(|file, _, s| {
            let mut record = Vec::new();
            for (at, one) in all.iter().enumerate() {
                text(&mut record, one);
                s.push(file, at as i64 + 1, &record).expect("written");
            }
        });
        let mut statement = connection.prepare("select text from s order by id").expect("a query");
        let found = statement.query_map([], |row| row.get(0)).expect("rows");
        let found: Vec<String> = found.collect::<Result<_, _>>().expect("rows");
        assert!(found == all);
    }

    #[test]
    fn the_page_of_locks_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("code.db");
        std::fs::write(&path, []).expect("a file");
        let mut file = PageFile::open(&path).expect("the file");
        file.next = LOCKS - 2;
        let numbers = file.fresh(4).expect("numbers");
        assert_eq!(numbers, [LOCKS - 2, LOCKS - 1, LOCKS + 1, LOCKS + 2]);
        let pages: Vec<u8> = (1..=4).flat_map(|page| [page; PAGE]).collect();
        file.put(&numbers, &pages).expect("written");
        // The gap is a hole, which takes no room.
        for (number, expected) in [(LOCKS - 2, 1), (LOCKS - 1, 2), (LOCKS, 0), (LOCKS + 1, 3), (LOCKS + 2, 4)]
        {
            let mut page = [0; PAGE];
            file.file.seek(SeekFrom::Start(u64::from(number - 1) * PAGE as u64)).expect("a place");
            file.file.read_exact(&mut page).expect("a page");
            assert_eq!(page, [expected; PAGE], "page {number}");
        }
    }
}
