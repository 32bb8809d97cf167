//! Tables of whole numbers as columns in a file, for a program that writes rows and reads them again soon after: rows
//! flow into a [`Writer`], columns flow out of a [`Reader`] in the same order, at the speed of copying. Which rows of a
//! table somebody wants, a [`Filter`] says.
//!
//! ```text
//! file:  chunks, directory, length of the directory (8 bytes), MAGIC (8 bytes)
//! chunk: one column of one block of rows: what each value has above the least one, in as many bytes as the most of
//!        them need; where values are missing, 0 stands for that, and all others are one greater
//! ```
//!
//! Numbers are little endian. The directory holds of each table its name, its columns and its blocks, of each chunk
//! where it is, its least and greatest value, the bytes of a value, and what else is known of it.

mod filter;
mod reader;
mod writer;

pub use filter::{Filter, quoted};
pub use reader::{Block, Buffer, Column, Reader, Table};
pub use writer::Writer;

/// How files end.
const MAGIC: u64 = u64::from_le_bytes(*b"QLPACK01");
/// Rows of a block: enough that the directory is small, few enough that a block fits a cache while it is packed.
const ROWS: usize = 1 << 14;
/// Bytes of a value that is stored as it is.
const WHOLE: u8 = 8;
/// Bytes of what stands for a chunk in the directory.
const ENTRY: usize = 26;

/// What is known of a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Chunk {
    /// Where it begins in the file.
    at: u64,
    /// The least and the greatest value; 0 if all are missing.
    min: i64,
    max: i64,
    /// Bytes of each value.
    width: u8,
    /// Whether values are missing.
    has_gaps: bool,
    /// Whether each value is greater than the one before it, and none is missing.
    ascends: bool,
}

impl Chunk {
    fn bytes(&self, rows: usize) -> usize {
        rows * usize::from(self.width)
    }
}

#[cfg(test)]
mod tests;
