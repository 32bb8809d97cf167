//! A file of packed columns in, columns out. A file that is not as it was written is an error, whatever it holds.

use crate::{Chunk, ENTRY, MAGIC, ROWS, WHOLE};
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::Path;

/// A file of packed columns.
#[derive(Debug)]
pub struct Reader {
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
    tables: HashMap<String, Table>,
}

/// A table of a file.
#[derive(Debug)]
pub struct Table {
    columns: Vec<String>,
    blocks: Vec<Block>,
}

/// Some rows of a table.
#[derive(Debug)]
pub struct Block {
    rows: usize,
    chunks: Vec<Chunk>,
}

/// Where a column is read into; reading one after the other into the same one takes no new room.
#[derive(Debug, Default)]
pub struct Buffer(Vec<u8>);

/// A column of a block.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    bytes: &'a [u8],
    chunk: Chunk,
    rows: usize,
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the file of packed columns is not as it was written")
}

/// What is left of a directory that is being read.
struct Directory<'a>(&'a [u8]);

impl<'a> Directory<'a> {
    fn bytes(&mut self, count: usize) -> io::Result<&'a [u8]> {
        let (now, rest) = self.0.split_at_checked(count).ok_or_else(damaged)?;
        self.0 = rest;
        Ok(now)
    }
    fn number(&mut self) -> io::Result<u64> {
        let bytes = self.bytes(8)?;
        bytes.try_into().map(u64::from_le_bytes).map_err(|_| damaged())
    }
    /// How many things of so many bytes at least there are.
    fn count(&mut self, size: usize) -> io::Result<usize> {
        let count = usize::try_from(self.number()?).map_err(|_| damaged())?;
        if count.checked_mul(size).is_some_and(|all| all <= self.0.len()) {
            Ok(count)
        } else {
            Err(damaged())
        }
    }
    fn text(&mut self) -> io::Result<String> {
        let len = self.count(1)?;
        let bytes = self.bytes(len)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| damaged())
    }
    fn chunk(&mut self, rows: usize, end: u64) -> io::Result<Chunk> {
        let (at, min, max) = (self.number()?, self.number()?.cast_signed(), self.number()?.cast_signed());
        let &[width, flags] = self.bytes(2)? else { return Err(damaged()) };
        let chunk = Chunk { at, min, max, width, has_gaps: flags & 1 != 0, ascends: flags & 2 != 0 };
        let bytes = rows.checked_mul(usize::from(width)).ok_or_else(damaged)?;
        let ends = at.checked_add(bytes as u64).is_some_and(|until| until <= end);
        if ends && (width <= 4 || width == WHOLE) && min <= max { Ok(chunk) } else { Err(damaged()) }
    }
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, or nobody has finished it.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        #[cfg(not(unix))]
        let file = std::sync::Mutex::new(file);
        let mut reader = Self { file, tables: HashMap::new() };
        let mut tail = [0; 16];
        let tail_at = size.checked_sub(16).ok_or_else(damaged)?;
        reader.bytes(tail_at, &mut tail)?;
        let mut numbers = Directory(&tail);
        let (len, magic) = (numbers.number()?, numbers.number()?);
        let end = tail_at.checked_sub(len).filter(|_| magic == MAGIC).ok_or_else(damaged)?;
        let mut directory = vec![0; usize::try_from(len).map_err(|_| damaged())?];
        reader.bytes(end, &mut directory)?;
        let mut rest = Directory(&directory);
        for _ in 0..rest.count(24)? {
            let name = rest.text()?;
            let columns = (0..rest.count(8)?).map(|_| rest.text()).collect::<io::Result<Vec<_>>>()?;
            let mut blocks = Vec::new();
            for _ in 0..rest.count(8 + columns.len() * ENTRY)? {
                let rows = rest.number()?;
                let rows = usize::try_from(rows).ok().filter(|rows| *rows <= ROWS).ok_or_else(damaged)?;
                let chunks = columns.iter().map(|_| rest.chunk(rows, end)).collect::<io::Result<_>>()?;
                blocks.push(Block { rows, chunks });
            }
            reader.tables.insert(name, Table { columns, blocks });
        }
        Ok(reader)
    }

    /// The table of that name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.get(name)
    }

    /// Reads a column of a block.
    ///
    /// # Errors
    /// If the file cannot be read, or the block has no such column.
    pub fn column<'a>(&self, block: &Block, column: usize, buffer: &'a mut Buffer) -> io::Result<Column<'a>> {
        let chunk = *block.chunks.get(column).ok_or_else(damaged)?;
        buffer.0.resize(chunk.bytes(block.rows), 0);
        self.bytes(chunk.at, &mut buffer.0)?;
        Ok(Column { bytes: &buffer.0, chunk, rows: block.rows })
    }

    #[cfg(unix)]
    fn bytes(&self, at: u64, into: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, into, at)
    }
    #[cfg(not(unix))]
    fn bytes(&self, at: u64, into: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(into)
    }
}

impl Table {
    /// The place of the column of that name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }
    /// Its rows, in the order in which they came.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }
}

impl Block {
    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.rows
    }
    /// The least and the greatest value of a column.
    pub fn range(&self, column: usize) -> Option<(i64, i64)> {
        self.chunks.get(column).map(|chunk| (chunk.min, chunk.max))
    }
}

impl Column<'_> {
    /// The value in a row; `None` if it is missing, or there is no such row.
    #[inline]
    pub fn get(&self, row: usize) -> Option<i64> {
        let width = usize::from(self.chunk.width);
        if row >= self.rows {
            return None;
        }
        let bytes = self.bytes.get(row * width..(row + 1) * width)?;
        let above = match *bytes {
            [] => 0,
            [a] => u32::from(a),
            [a, b] => u32::from(u16::from_le_bytes([a, b])),
            [a, b, c] => u32::from_le_bytes([a, b, c, 0]),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
            _ => {
                let value = bytes.try_into().map(i64::from_le_bytes).ok()?;
                return (!self.chunk.has_gaps || value != i64::MIN).then_some(value);
            }
        };
        if self.chunk.has_gaps && above == 0 {
            return None;
        }
        Some(self.base().wrapping_add(i64::from(above)))
    }

    /// The value that 0 stands for.
    fn base(&self) -> i64 {
        self.chunk.min.wrapping_sub(i64::from(self.chunk.has_gaps))
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Whether values are missing.
    pub fn has_gaps(&self) -> bool {
        self.chunk.has_gaps
    }

    /// Adds the low 32 bits of each value plus a number; a value that is missing is any number.
    pub fn low_bits(&self, plus: i64, out: &mut Vec<u32>) {
        let base = self.base().wrapping_add(plus) as u32;
        match self.chunk.width {
            0 => out.resize(out.len() + self.rows, base),
            1 => out.extend(self.bytes.iter().map(|byte| base.wrapping_add(u32::from(*byte)))),
            2 => {
                let values = self.bytes.chunks_exact(2);
                out.extend(values.map(|at| base.wrapping_add(u32::from(u16::from_le_bytes([at[0], at[1]])))));
            }
            3 => {
                let values = self.bytes.chunks_exact(3);
                out.extend(values.map(|at| base.wrapping_add(u32::from_le_bytes([at[0], at[1], at[2], 0]))));
            }
            4 => {
                let values = self.bytes.chunks_exact(4);
                let value = |at: &[u8]| base.wrapping_add(u32::from_le_bytes([at[0], at[1], at[2], at[3]]));
                out.extend(values.map(value));
            }
            _ => {
                let values = self.bytes.chunks_exact(8);
                let low = |at: &[u8]| u32::from_le_bytes([at[0], at[1], at[2], at[3]]);
                out.extend(values.map(|at| low(at).wrapping_add(plus as u32)));
            }
        }
    }

    /// Whether each value is greater than the one before it, and none is missing.
    pub fn ascends(&self) -> bool {
        self.chunk.ascends
    }

    /// The row of a value in a column whose values ascend.
    pub fn find(&self, value: i64) -> Option<usize> {
        let (mut low, mut high) = (0, self.rows);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.get(middle)? < value {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (self.get(low) == Some(value)).then_some(low)
    }
}
