//! The source texts that a database keeps: a file's name flows in, its text as it was when the database was made flows
//! out. The names are those of the relation `files(id, name)` below the source root, the texts those of the table `quarrel_sources`.

use crate::SqliteDb;
use quarrel_columns::edb::{Edb, EdbError, below_root};
use rusqlite::OptionalExtension;
use std::collections::HashMap;
use std::io::Read;

/// Bytes of a text that is read; extractors store less.
const MOST_BYTES: u64 = 256 << 20;

impl SqliteDb {
    /// The ids of the files whose texts the database keeps, by path below the source root.
    ///
    /// # Errors
    /// If the database cannot be read, or has no relation `files`.
    pub fn files(&self) -> Result<HashMap<String, u32>, EdbError> {
        let root = self.source_root();
        self.with(|connection| {
            let query = "select f.name, f.id from files f join quarrel_sources s on s.file_id = f.id";
            let mut statement = connection.prepare(query)?;
            let rows = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
            rows.map(|row| row.map(|(name, id)| (below_root(&name, root).to_owned(), id))).collect()
        })
    }

    /// The text of a file as it was when the database was made; `None` if the database does not keep it.
    ///
    /// # Errors
    /// If the database cannot be read, or its copy of the text is damaged.
    pub fn source(&self, file: u32) -> Result<Option<String>, EdbError> {
        let packed: Option<Vec<u8>> = self.with(|connection| {
            let mut statement =
                connection.prepare_cached("select zstd from quarrel_sources where file_id = ?1")?;
            statement.query_row([file], |row| row.get(0)).optional()
        })?;
        let Some(packed) = packed else { return Ok(None) };
        let damaged = |error: &dyn std::fmt::Display| {
            EdbError::Read(format!("the text of file {file} in the database is damaged: {error}"))
        };
        let mut text = String::new();
        zstd::Decoder::new(packed.as_slice())
            .and_then(|unpacked| unpacked.take(MOST_BYTES).read_to_string(&mut text))
            .map_err(|error| damaged(&error))?;
        Ok(Some(text))
    }
}
