//! The string table: every text once, numbered when first met.
//!
//! Texts are told apart by 128 bits of hash, so that the tables here stay small however much text there is.

use std::io;

use rusqlite::Connection;
use rustc_hash::FxHashMap;

use super::btree::{self, PageFile, Tree};
use super::fingerprint::Fingerprint;
use super::tables::root;
use crate::facts::batch::{FileFacts, TextKey};
use crate::facts::ids::Identify;

#[derive(Debug)]
pub(super) struct Strings {
    ids: FxHashMap<TextKey, u32>,
    /// By number of the symbol; 0 where it was not met yet.
    symbols: Vec<u32>,
    tree: Tree,
    record: Vec<u8>,
    fingerprint: Fingerprint,
}

impl Strings {
    /// Makes the table, which is filled once the connection is closed.
    pub(super) fn create(connection: &Connection) -> rusqlite::Result<Strings> {
        connection
            .execute_batch("create table quarrel_strings(id integer primary key, text text not null);")?;
        Ok(Strings {
            ids: FxHashMap::default(),
            symbols: Vec::new(),
            tree: Tree::new(root(connection, "quarrel_strings")?),
            record: Vec::new(),
            fingerprint: Fingerprint::default(),
        })
    }

    /// Ids of a file's own texts, in their order.
    pub(super) fn own(&mut self, file: &mut PageFile, facts: &FileFacts) -> io::Result<Vec<u32>> {
        facts.texts().map(|(key, text)| self.id(file, key, text)).collect()
    }

    /// The id of an interned name.
    pub(super) fn symbol(
        &mut self,
        file: &mut PageFile,
        number: u32,
        identify: &dyn Identify,
    ) -> io::Result<u32> {
        let at = number as usize;
        if let Some(&id) = self.symbols.get(at)
            && id != 0
        {
            return Ok(id);
        }
        let text = identify.symbol(number);
        let id = self.id(file, TextKey::of(text), text)?;
        if self.symbols.len() <= at {
            self.symbols.resize(at + 1, 0);
        }
        self.symbols[at] = id;
        Ok(id)
    }

    fn id(&mut self, file: &mut PageFile, key: TextKey, text: &str) -> io::Result<u32> {
        let next = self.ids.len() as u32 + 1;
        let id = *self.ids.entry(key).or_insert(next);
        if id == next {
            self.fingerprint.bytes(text.as_bytes());
            btree::text(&mut self.record, text);
            self.tree.push(file, i64::from(id), &self.record)?;
        }
        Ok(id)
    }

    /// Of all texts so far, in the order of their numbers.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Ends the table.
    pub(super) fn finish(self, file: &mut PageFile) -> io::Result<()> {
        self.tree.finish(file)
    }
}
