//! A thread that stores [`Batch`]es of rows, texts and sources with final ids in the file, while the caller continues.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use super::btree::{self, PageFile, Tree};
use super::fingerprint::Fingerprint;
use super::meta::Entry;
use super::tables::{Ended, Tables};
use crate::facts::batch::FileFacts;
#[cfg(doc)]
use crate::facts::batch::number_cell;
use crate::facts::schema::JAVA_DBSCHEME;

/// The most batches that wait.
const WAITING: usize = 16;

/// A batch to store.
#[derive(Debug)]
pub(super) enum Batch {
    Rows {
        /// Rows whose cells are ids of the database; [`number_cell`] decodes them.
        facts: FileFacts,
        /// The numbers of its new texts.
        texts: Vec<u32>,
        /// New names, with the table that they occur in, in order.
        names: Vec<(usize, &'static str)>,
    },
    /// Texts under the next ids.
    Texts(Vec<String>),
    /// The text of a source file, with the file's id.
    Source { file: u32, compressed: Vec<u8> },
}

/// The file and its contents so far.
#[derive(Debug)]
pub(super) struct Store {
    pages: PageFile,
    tables: Tables,
    strings: Tree,
    sources: Tree,
    /// Of rows and sources.
    fingerprint: Fingerprint,
    /// Of all texts, in the order of their ids.
    text_fingerprint: Fingerprint,
    record: Vec<u8>,
    /// Rows and sources with ids from this one on wait until all others are stored: their order is not that of the ids.
    held_from: Option<u32>,
    held_sources: BTreeMap<u32, Vec<u8>>,
}

impl Store {
    pub(super) fn new(
        pages: PageFile,
        tables: Tables,
        strings: Tree,
        sources: Tree,
        held_from: Option<u32>,
    ) -> Store {
        let (fingerprint, text_fingerprint) = Default::default();
        Store {
            pages,
            tables,
            strings,
            sources,
            fingerprint,
            text_fingerprint,
            record: Vec::new(),
            held_from,
            held_sources: BTreeMap::new(),
        }
    }

    /// The fingerprint of the whole database, with these entries.
    pub(super) fn fingerprint(&self, entries: &[Entry]) -> String {
        let mut all = self.fingerprint;
        all.bytes(self.text_fingerprint.text().as_bytes());
        all.bytes(JAVA_DBSCHEME.as_bytes());
        entries.iter().for_each(|entry| all.bytes(format!("{entry:?}").as_bytes()));
        all.text()
    }

    /// Writes the rest.
    pub(super) fn finish(mut self) -> io::Result<Ended> {
        let mut late_sources = Vec::new();
        for (file, compressed) in std::mem::take(&mut self.held_sources) {
            if self.sources.last().is_some_and(|last| last >= i64::from(file)) {
                late_sources.push((file, compressed));
            } else {
                self.source(file, &compressed)?;
            }
        }
        self.strings.finish(&mut self.pages)?;
        self.sources.finish(&mut self.pages)?;
        let ended = self.tables.finish(&mut self.pages, late_sources)?;
        self.pages.finish().map(|()| ended)
    }

    fn store(&mut self, batch: Batch) -> io::Result<()> {
        match &batch {
            Batch::Rows { facts, texts, names } => self.rows(facts, texts, names),
            Batch::Texts(texts) => texts.iter().try_for_each(|text| self.text(text)),
            Batch::Source { file, compressed } => {
                let file = *file;
                self.fingerprint.bytes(compressed);
                let is_next = self.sources.last().is_none_or(|last| last < i64::from(file));
                if !is_next || self.held_from.is_some_and(|from| file >= from) {
                    let Batch::Source { compressed, .. } = batch else { return Ok(()) };
                    self.held_sources.insert(file, compressed);
                    return Ok(());
                }
                self.source(file, compressed)
            }
        }
    }

    fn source(&mut self, file: u32, compressed: &[u8]) -> io::Result<()> {
        btree::blob(&mut self.record, compressed);
        self.sources.push(&mut self.pages, i64::from(file), &self.record)
    }

    fn rows(&mut self, facts: &FileFacts, texts: &[u32], names: &[(usize, &'static str)]) -> io::Result<()> {
        let mut new = texts.iter().peekable();
        for (number, (_, text)) in facts.texts().enumerate() {
            if new.next_if(|&&next| next as usize == number).is_some() {
                self.text(text)?;
            }
        }
        let mut names = names.iter().peekable();
        for (table, cells) in facts.tables.iter().enumerate() {
            while let Some((_, name)) = names.next_if(|(of, _)| *of == table) {
                self.text(name)?;
            }
            self.tables.take_in(&mut self.pages, table, cells, self.held_from, &mut self.fingerprint)?;
        }
        Ok(())
    }

    /// Stores a text under the next id.
    fn text(&mut self, text: &str) -> io::Result<()> {
        self.text_fingerprint.bytes(text.as_bytes());
        btree::text(&mut self.record, text);
        let id = self.strings.last().map_or(1, |last| last + 1);
        self.strings.push(&mut self.pages, id, &self.record)
    }
}

/// The thread. Dropping it ends it after it has stored all batches, and ignores errors.
#[derive(Debug)]
pub(super) struct Storing {
    batches: Option<SyncSender<Batch>>,
    thread: Option<JoinHandle<io::Result<Store>>>,
}

impl Storing {
    /// Starts the thread.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(super) fn begin(mut store: Store) -> io::Result<Storing> {
        let (sender, receiver): (_, Receiver<Batch>) = sync_channel(WAITING);
        let store_all = move || {
            receiver.iter().try_for_each(|batch| store.store(batch))?;
            Ok(store)
        };
        let thread = std::thread::Builder::new().name("store".to_owned()).spawn(store_all)?;
        Ok(Storing { batches: Some(sender), thread: Some(thread) })
    }

    /// Passes a batch to the thread.
    ///
    /// # Errors
    /// If an earlier batch could not be stored.
    pub(super) fn store(&mut self, batch: Batch) -> io::Result<()> {
        match &self.batches {
            Some(batches) if batches.send(batch).is_ok() => Ok(()),
            _ => self.end().and(Err(ended())),
        }
    }

    /// Waits until all is stored.
    ///
    /// # Errors
    /// If something could not be stored.
    pub(super) fn end(&mut self) -> io::Result<Store> {
        self.batches = None;
        let thread = self.thread.take().ok_or_else(ended)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl Drop for Storing {
    fn drop(&mut self) {
        self.batches = None;
        if let Some(thread) = self.thread.take() {
            // The caller that drops it has an error of its own.
            let _ = thread.join();
        }
    }
}

fn ended() -> io::Error {
    io::Error::other("nothing is stored any more")
}
