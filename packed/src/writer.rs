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
    /// The rows of the block begun, one after the other.
    values: Vec<i64>,
    blocks: Vec<(usize, Vec<Chunk>)>,
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
            columns,
            values: Vec::new(),
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
        growing.values.extend(row.iter().map(|value| value.unwrap_or(GAP)));
        if growing.values.len() >= ROWS * growing.columns.len() { self.end_block(table) } else { Ok(()) }
    }

    fn end_block(&mut self, table: usize) -> io::Result<()> {
        let growing = &mut self.tables[table];
        let width = growing.columns.len();
        let rows = growing.values.len() / width;
        self.packed.clear();
        let mut chunks = Vec::with_capacity(width);
        for column in 0..width {
            let values = growing.values.iter().skip(column).step_by(width).copied();
            let at = self.at + self.packed.len() as u64;
            chunks.push(Chunk { at, ..pack(values, &mut self.packed) });
        }
        self.file.write_all(&self.packed)?;
        self.at += self.packed.len() as u64;
        growing.blocks.push((rows, chunks));
        growing.values.clear();
        Ok(())
    }

    /// Writes what is left, and the directory. Returns the size of the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self) -> io::Result<u64> {
        for table in 0..self.tables.len() {
            if !self.tables[table].values.is_empty() {
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
fn pack(values: impl Iterator<Item = i64> + Clone, out: &mut Vec<u8>) -> Chunk {
    let (mut min, mut max, mut has_gaps, mut ascends) = (i64::MAX, i64::MIN, false, true);
    let mut last = None;
    for value in values.clone() {
        ascends &= last.is_none_or(|last| last < value);
        last = Some(value);
        if value == GAP {
            has_gaps = true;
        } else {
            (min, max) = (min.min(value), max.max(value));
        }
    }
    ascends &= !has_gaps;
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
    match width {
        0 => {}
        1 => values.for_each(|value| out.push(above(value) as u8)),
        2 => values.for_each(|value| out.extend((above(value) as u16).to_le_bytes())),
        3 => values.for_each(|value| out.extend_from_slice(&(above(value) as u32).to_le_bytes()[..3])),
        4 => values.for_each(|value| out.extend((above(value) as u32).to_le_bytes())),
        _ => values.for_each(|value| out.extend(value.to_le_bytes())),
    }
    Chunk { at: 0, min, max, width, has_gaps, ascends }
}
