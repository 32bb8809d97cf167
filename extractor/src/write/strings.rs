//! The string table: every text once, numbered when first met.
//!
//! Texts are told apart by 128 bits of hash, so that the tables here stay small however much text there is.

use rusqlite::Connection;
use rustc_hash::FxHashMap;

use super::fingerprint::Fingerprint;
use crate::facts::batch::{FileFacts, TextKey};
use crate::facts::ids::Identify;

#[derive(Debug, Default)]
pub(super) struct Strings {
    ids: FxHashMap<TextKey, u32>,
    /// By number of the symbol; 0 where it was not met yet.
    symbols: Vec<u32>,
    waiting: Vec<String>,
    fingerprint: Fingerprint,
}

/// How many texts go into one statement.
const BATCH: usize = 16;

impl Strings {
    pub(super) fn create(connection: &Connection) -> rusqlite::Result<Strings> {
        connection.execute_batch(
            "create table quarrel_strings(id integer primary key, text text not null);
             create table quarrel_sources(file_id integer primary key, zstd blob not null);",
        )?;
        Ok(Strings::default())
    }

    /// Ids of a file's own texts, in their order.
    pub(super) fn own(&mut self, connection: &Connection, facts: &FileFacts) -> rusqlite::Result<Vec<u32>> {
        facts.texts().map(|(key, text)| self.id(connection, key, text)).collect()
    }

    /// The id of an interned name.
    pub(super) fn symbol(
        &mut self,
        connection: &Connection,
        number: u32,
        identify: &dyn Identify,
    ) -> rusqlite::Result<u32> {
        let at = number as usize;
        if let Some(&id) = self.symbols.get(at)
            && id != 0
        {
            return Ok(id);
        }
        let text = identify.symbol(number);
        let id = self.id(connection, TextKey::of(text), text)?;
        if self.symbols.len() <= at {
            self.symbols.resize(at + 1, 0);
        }
        self.symbols[at] = id;
        Ok(id)
    }

    fn id(&mut self, connection: &Connection, key: TextKey, text: &str) -> rusqlite::Result<u32> {
        let next = self.ids.len() as u32 + 1;
        let id = *self.ids.entry(key).or_insert(next);
        if id == next {
            self.fingerprint.bytes(text.as_bytes());
            self.waiting.push(text.to_owned());
            if self.waiting.len() == BATCH {
                self.flush(connection)?;
            }
        }
        Ok(id)
    }

    /// Of all texts so far, in the order of their numbers.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Stores what waits.
    pub(super) fn flush(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let places = vec!["(?)"; self.waiting.len()].join(",");
        // Ids are those SQLite gives to rows in turn, from 1: the order of insertion.
        let mut statement =
            connection.prepare_cached(&format!("insert into quarrel_strings(text) values {places}"))?;
        for (at, text) in self.waiting.iter().enumerate() {
            statement.raw_bind_parameter(at + 1, text)?;
        }
        statement.raw_execute()?;
        self.waiting.clear();
        Ok(())
    }
}
