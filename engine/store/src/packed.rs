//! The rows of sources out of a file of packed columns: blocks flow in, tables of 32-bit values flow out. Nothing but
//! what SQLite would read in their place is an error of the database; whatever is wrong with the file is one of reading.

use crate::source::{Source, Stored};
use crate::{sound, value};
use quarrel_base::catalog::{ColumnType, Relation};
use quarrel_columns::edb::EdbError;
use quarrel_columns::relation::Table;
use quarrel_columns::value::{FIRST_TUPLE, Values};
use quarrel_packed::{Block, Buffer, Column, Reader};
use rayon::prelude::*;
use rusqlite::types::ValueRef;
use std::io;
use std::ops::RangeInclusive;

/// Rows whose id, the value of a column, is one of the keys less an offset.
pub(crate) struct Ids<'a> {
    /// The column of the relation.
    pub(crate) column: usize,
    /// Ascending.
    pub(crate) keys: &'a [u32],
    pub(crate) offset: i64,
}

/// Where a column that is asked for comes from.
enum From {
    /// A stored column and what is added.
    Stored(usize, i64),
    Number(i64),
}

/// What to read of a source.
struct Wanted<'a> {
    packed: &'a Reader,
    source: &'a Source,
    declared: &'a Relation,
    /// The columns that are asked for, by their place in the relation.
    columns: &'a [usize],
    from: Vec<From>,
    /// The columns that the filter looks at.
    tested: Vec<usize>,
    blocks: &'a [Block],
}

fn unreadable(error: &io::Error) -> EdbError {
    EdbError::Read(error.to_string())
}

impl<'a> Wanted<'a> {
    fn new(
        packed: &'a Reader,
        source: &'a Source,
        declared: &'a Relation,
        columns: &'a [usize],
    ) -> Result<Self, EdbError> {
        let fail = |text: &str| EdbError::Read(format!("the relation `{}` {text}", declared.name));
        if source.columns.len() != declared.columns.len() {
            return Err(fail("is stored with another number of columns than declared"));
        }
        let (mut from, mut tested, mut blocks) = (Vec::new(), Vec::new(), &[][..]);
        // Relations without rows lie in no table that somebody has written.
        if let Some(table) = packed.table(&source.table) {
            let place =
                |name: &str| table.column(name).ok_or_else(|| fail("lies in columns that there are not"));
            for column in columns {
                from.push(match &source.columns[*column] {
                    Stored::Column(name, plus) => From::Stored(place(name)?, *plus),
                    Stored::Number(number) => From::Number(*number),
                });
            }
            tested = source.filter.columns().map(place).collect::<Result<_, _>>()?;
            blocks = table.blocks();
        }
        Ok(Self { packed, source, declared, columns, from, tested, blocks })
    }

    /// What the filter takes of these rows of a block; `None` stands for all of it.
    fn filtered(&self, block: &Block, rows: Option<Vec<usize>>) -> Result<Option<Vec<usize>>, EdbError> {
        if self.tested.is_empty() {
            return Ok(rows);
        }
        let mut buffers: Vec<Buffer> = self.tested.iter().map(|_| Buffer::default()).collect();
        let mut columns = Vec::with_capacity(buffers.len());
        for (&column, buffer) in self.tested.iter().zip(&mut buffers) {
            columns.push(self.packed.column(block, column, buffer).map_err(|error| unreadable(&error))?);
        }
        let holds = |row: &usize| self.source.filter.holds(|test| columns[test].get(*row));
        Ok(Some(match rows {
            Some(rows) => rows.into_iter().filter(holds).collect(),
            None => (0..block.rows()).filter(holds).collect(),
        }))
    }

    /// Adds these rows of a block to the columns; `None` stands for all of it.
    fn add(
        &self,
        block: &Block,
        rows: Option<&[usize]>,
        buffer: &mut Buffer,
        values: &Values<'_>,
        table: &mut Table,
    ) -> Result<(), EdbError> {
        let count = rows.map_or(block.rows(), <[usize]>::len);
        for (at, from) in self.from.iter().enumerate() {
            let ty = &self.declared.columns[self.columns[at]].ty;
            let out = &mut table.cols[at];
            let bad = match from {
                From::Number(number) => match value(ty, ValueRef::Integer(*number), values) {
                    Some(value) => {
                        out.resize(out.len() + count, value);
                        None
                    }
                    None => (count > 0).then(|| format!("{:?}", ValueRef::Integer(*number))),
                },
                From::Stored(column, plus) => {
                    let range = block.range(*column);
                    let column =
                        self.packed.column(block, *column, buffer).map_err(|error| unreadable(&error))?;
                    let fits = range.is_some_and(|range| all_fit(ty, range, *plus));
                    push(&column, rows, (*plus, fits), ty, values, out)
                }
            };
            sound(self.declared, bad.map(|found| (self.columns[at], found)))?;
        }
        table.len += count;
        Ok(())
    }
}

/// The stored numbers that are values of a type as they are; none if that is to be found out one by one.
fn plain(ty: &ColumnType) -> Option<RangeInclusive<i64>> {
    match ty {
        ColumnType::Int => Some(i64::from(i32::MIN)..=i64::from(i32::MAX)),
        ColumnType::Entity(_) => Some(0..=i64::from(FIRST_TUPLE) - 1),
        ColumnType::String => Some(0..=i64::from(u32::MAX)),
        ColumnType::Boolean => Some(0..=1),
        ColumnType::Float | ColumnType::Date => None,
    }
}

/// Whether all values from the least to the greatest, plus a number, are values of the type as they are.
fn all_fit(ty: &ColumnType, (min, max): (i64, i64), plus: i64) -> bool {
    let ends = min.checked_add(plus).zip(max.checked_add(plus));
    plain(ty).zip(ends).is_some_and(|(range, (min, max))| range.contains(&min) && range.contains(&max))
}

/// Adds the values of rows plus a number; `fits` says that those that are there need not be looked at. What is no value
/// of the type is returned.
fn push(
    column: &Column<'_>,
    rows: Option<&[usize]>,
    (plus, fits): (i64, bool),
    ty: &ColumnType,
    values: &Values<'_>,
    out: &mut Vec<u32>,
) -> Option<String> {
    let Some(rows) = rows else {
        if fits && !column.has_gaps() {
            column.low_bits(plus, out);
            return None;
        }
        return (0..column.rows()).find_map(|row| push_one(column.get(row), plus, ty, values, out));
    };
    if fits {
        return rows.iter().find_map(|&row| match column.get(row) {
            Some(found) => {
                out.push(found.wrapping_add(plus) as u32);
                None
            }
            None => Some(format!("{:?}", ValueRef::Null)),
        });
    }
    rows.iter().find_map(|&row| push_one(column.get(row), plus, ty, values, out))
}

fn push_one(
    found: Option<i64>,
    plus: i64,
    ty: &ColumnType,
    values: &Values<'_>,
    out: &mut Vec<u32>,
) -> Option<String> {
    let stored = found.and_then(|found| found.checked_add(plus)).map_or(ValueRef::Null, ValueRef::Integer);
    match value(ty, stored, values) {
        Some(value) => {
            out.push(value);
            None
        }
        None => Some(format!("{stored:?}")),
    }
}

/// The rows of a source in parts, in their order; by several threads.
pub(crate) fn read(
    packed: &Reader,
    source: &Source,
    declared: &Relation,
    columns: &[usize],
    values: &Values<'_>,
) -> Result<Vec<Table>, EdbError> {
    let wanted = Wanted::new(packed, source, declared, columns)?;
    let part = wanted.blocks.len().div_ceil(rayon::current_num_threads()).max(1);
    let tables = wanted.blocks.par_chunks(part).map(|blocks| {
        let (mut table, mut buffer) = (Table::empty(columns.len()), Buffer::default());
        if source.filter.columns().next().is_none() {
            let all = blocks.iter().map(Block::rows).sum();
            table.cols.iter_mut().for_each(|column| column.reserve_exact(all));
        }
        for block in blocks {
            values.check().map_err(|_| EdbError::Interrupted)?;
            let rows = wanted.filtered(block, None)?;
            wanted.add(block, rows.as_deref(), &mut buffer, values, &mut table)?;
        }
        Ok(table)
    });
    tables.collect()
}

/// Adds the rows of a source with these ids.
pub(crate) fn look_up(
    packed: &Reader,
    source: &Source,
    declared: &Relation,
    columns: &[usize],
    ids: &Ids<'_>,
    values: &Values<'_>,
    table: &mut Table,
) -> Result<(), EdbError> {
    let wanted = Wanted::new(packed, source, declared, columns)?;
    let key = Wanted::new(packed, source, declared, std::slice::from_ref(&ids.column))?;
    let Some(From::Stored(key, _)) = key.from.first() else { return Ok(()) };
    let (mut buffer, mut own) = (Buffer::default(), Buffer::default());
    for block in wanted.blocks {
        let Some((min, max)) = block.range(*key) else { continue };
        let id = |key: u32| i64::from(key).saturating_sub(ids.offset);
        let first = ids.keys.partition_point(|key| id(*key) < min);
        let last = ids.keys.partition_point(|key| id(*key) <= max);
        if first == last {
            continue;
        }
        values.check().map_err(|_| EdbError::Interrupted)?;
        let column = packed.column(block, *key, &mut own).map_err(|error| unreadable(&error))?;
        let keys = &ids.keys[first..last];
        let rows: Vec<usize> = if column.ascends() && keys.len() < column.rows() / SEARCH {
            keys.iter().filter_map(|key| column.find(id(*key))).collect()
        } else if column.ascends() {
            merged(&column, keys.iter().map(|key| id(*key)))
        } else {
            let is_key = |found: i64| keys.binary_search_by(|key| id(*key).cmp(&found)).is_ok();
            (0..column.rows()).filter(|row| column.get(*row).is_some_and(is_key)).collect()
        };
        let rows = wanted.filtered(block, Some(rows))?;
        wanted.add(block, rows.as_deref(), &mut buffer, values, table)?;
    }
    Ok(())
}

/// Rows of a block that are passed in the time of a search in it.
const SEARCH: usize = 16;

/// The rows of these values in a column, both ascending.
fn merged(column: &Column<'_>, values: impl Iterator<Item = i64>) -> Vec<usize> {
    let (mut rows, mut at) = (Vec::new(), 0);
    for value in values {
        while column.get(at).is_some_and(|found| found < value) {
            at += 1;
        }
        if column.get(at) == Some(value) {
            rows.push(at);
        }
    }
    rows
}
