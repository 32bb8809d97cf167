//! Rows in, a file of packed columns out.

use crate::{Chunk, MAGIC, ROWS, WHOLE};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Stands in a buffer for a value that is missing.
const GAP: i64 = i64::MIN;

/// A file that is being written.
#[derive(Debug)]
pub struct Writer {
    file: File,
    at: u64,
    tables: Vec<Growing>,
    packed: Vec<u8>,
}

#[derive(Debug)]
struct Growing {
    name: String,
    columns: Vec<String>,
    /// The block begun: the values of each column.
    values: Vec<Vec<i64>>,
    blocks: Vec<(usize, Vec<Chunk>)>,
}

impl Growing {
    /// How many rows the block begun has.
    fn rows(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }
}

impl Writer {
    /// Begins a file of tables, each with its name and those of its columns, of which it has one at least.
    ///
    /// # Errors
    /// If there can be no file of that name, or there is one already.
    pub fn create(path: &Path, tables: impl IntoIterator<Item = (String, Vec<String>)>) -> io::Result<Self> {
        let file = File::options().write(true).create_new(true).open(path)?;
        let tables = tables.into_iter().map(|(name, columns)| Growing {
            name,
            values: vec![Vec::new(); columns.len()],
            columns,
            blocks: Vec::new(),
        });
        Ok(Self { file, at: 0, tables: tables.collect(), packed: Vec::new() })
    }

    /// Adds a row to the table with that number. Any value but [`i64::MIN`] can be stored.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn push(&mut self, table: usize, row: &[Option<i64>]) -> io::Result<()> {
        let growing = &mut self.tables[table];
        debug_assert_eq!(row.len(), growing.columns.len(), "a value for each column");
        debug_assert!(!row.contains(&Some(GAP)), "what stands for a gap is no value");
        let columns = growing.values.iter_mut();
        columns.zip(row).for_each(|(values, value)| values.push(value.unwrap_or(GAP)));
        if growing.rows() == ROWS { self.end_block(table) } else { Ok(()) }
    }

    /// Adds rows to the table with that number, one behind the other. Each cell has the bits of an `i32`; those of
    /// [`i32::MIN`] stand for a value that is missing.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn push_cells(&mut self, table: usize, mut rows: &[u32]) -> io::Result<()> {
        let width = self.tables[table].columns.len();
        while !rows.is_empty() {
            let growing = &mut self.tables[table];
            let room = (ROWS - growing.rows()) * width;
            let (now, rest) = rows.split_at(room.min(rows.len()));
            for (at, values) in growing.values.iter_mut().enumerate() {
                let value = |row: &[u32]| match row[at].cast_signed() {
                    i32::MIN => GAP,
                    value => i64::from(value),
                };
                values.extend(now.chunks_exact(width).map(value));
            }
            if growing.rows() == ROWS {
                self.end_block(table)?;
            }
            rows = rest;
        }
        Ok(())
    }

    fn end_block(&mut self, table: usize) -> io::Result<()> {
        let growing = &mut self.tables[table];
        let rows = growing.rows();
        self.packed.clear();
        let mut chunks = Vec::with_capacity(growing.columns.len());
        for values in &mut growing.values {
            let at = self.at + self.packed.len() as u64;
            chunks.push(Chunk { at, ..pack(values, &mut self.packed) });
            values.clear();
        }
        self.file.write_all(&self.packed)?;
        self.at += self.packed.len() as u64;
        growing.blocks.push((rows, chunks));
        Ok(())
    }

    /// Writes what is left, and the directory. Returns the size of the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self) -> io::Result<u64> {
        for table in 0..self.tables.len() {
            if self.tables[table].rows() > 0 {
                self.end_block(table)?;
            }
        }
        let mut directory = Vec::new();
        let number = |out: &mut Vec<u8>, number: usize| out.extend((number as u64).to_le_bytes());
        let text = |out: &mut Vec<u8>, text: &str| {
            number(out, text.len());
            out.extend_from_slice(text.as_bytes());
        };
        number(&mut directory, self.tables.len());
        for table in &self.tables {
            text(&mut directory, &table.name);
            number(&mut directory, table.columns.len());
            table.columns.iter().for_each(|column| text(&mut directory, column));
            number(&mut directory, table.blocks.len());
            for (rows, chunks) in &table.blocks {
                number(&mut directory, *rows);
                for chunk in chunks {
                    directory.extend(chunk.at.to_le_bytes());
                    directory.extend(chunk.min.to_le_bytes());
                    directory.extend(chunk.max.to_le_bytes());
                    directory.extend([chunk.width, u8::from(chunk.has_gaps) | u8::from(chunk.ascends) << 1]);
                }
            }
        }
        let len = directory.len();
        number(&mut directory, len);
        directory.extend(MAGIC.to_le_bytes());
        self.file.write_all(&directory)?;
        Ok(self.at + directory.len() as u64)
    }
}

/// Adds the chunk of these values; where it is, others know.
fn pack(values: &[i64], out: &mut Vec<u8>) -> Chunk {
    let (mut min, mut max, mut has_gaps) = (i64::MAX, i64::MIN, false);
    for &value in values {
        has_gaps |= value == GAP;
        min = min.min(if value == GAP { i64::MAX } else { value });
        // What stands for a gap is less than all.
        max = max.max(value);
    }
    let ascends = !has_gaps && values.is_sorted_by(|one, next| one < next);
    if min > max {
        (min, max) = (0, 0);
    }
    let most = max.abs_diff(min).saturating_add(u64::from(has_gaps));
    let width = match 64 - most.leading_zeros() {
        0 => 0,
        bits @ 1..=32 => bits.div_ceil(8) as u8,
        _ => WHOLE,
    };
    let first = i64::from(has_gaps);
    let above = |value: i64| if value == GAP { 0 } else { value.wrapping_sub(min).wrapping_add(first) };
    let start = out.len();
    out.resize(start + values.len() * usize::from(width), 0);
    let room = &mut out[start..];
    match width {
        0 => {}
        1 => room.iter_mut().zip(values).for_each(|(byte, &value)| *byte = above(value) as u8),
        2 => put::<2>(room, values, |value| (above(value) as u16).to_le_bytes()),
        3 => put::<3>(room, values, |value| {
            let [a, b, c, _] = (above(value) as u32).to_le_bytes();
            [a, b, c]
        }),
        4 => put::<4>(room, values, |value| (above(value) as u32).to_le_bytes()),
        _ => put::<8>(room, values, i64::to_le_bytes),
    }
    Chunk { at: 0, min, max, width, has_gaps, ascends }
}

/// Fills the room with values of so many bytes.
fn put<const BYTES: usize>(room: &mut [u8], values: &[i64], bytes: impl Fn(i64) -> [u8; BYTES]) {
    room.chunks_exact_mut(BYTES).zip(values).for_each(|(place, &value)| place.copy_from_slice(&bytes(value)));
}
