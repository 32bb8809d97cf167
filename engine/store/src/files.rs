//! The source texts stored in a database, by file name. The names are those of the relation `files(id, name)` relative
//! to the source root, the texts those of the table `quarrel_sources`.

use crate::SqliteDb;
use quarrel_base::IndexVec;
use quarrel_columns::Meter;
use quarrel_columns::edb::{Edb, EdbError, below_root};
use quarrel_columns::value::Values;
use rusqlite::OptionalExtension;
use std::collections::{HashMap, HashSet};
use std::io::Read;

/// The most bytes of a text that is read; extractors store less.
const MOST_BYTES: u64 = 256 << 20;

impl SqliteDb {
    /// The ids of files with a stored text, by path below the source root.
    ///
    /// # Errors
    /// If the database cannot be read, or has no relation `files`.
    pub fn files(&self) -> Result<HashMap<String, u32>, EdbError> {
        let kept: HashSet<u32> = self.with(|connection| {
            let mut statement = connection.prepare("select file_id from quarrel_sources")?;
            let rows = statement.query_map([], |row| row.get(0))?;
            rows.collect()
        })?;
        let (root, meter) = (self.source_root(), Meter::unlimited());
        let files = self.load("files", &[0, 1], &Values::new(self, &IndexVec::new()))?;
        let mut named = HashMap::new();
        for row in files.rows().filter(|row| kept.contains(&row[0])) {
            if let Some(name) = self.text(row[1], &meter)? {
                named.insert(below_root(name, root).into_owned(), row[0]);
            }
        }
        Ok(named)
    }

    /// The text of a file as it was when the database was made; `None` if the database does not store it.
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
