//! The ids in a database, for the next extraction of its sources.

use crate::files::this_build;
use quarrel_extractor::{Assigned, Previous};
use quarrel_files::Scratch;
use quarrel_files::cache::{Cache, Key};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Where the ids in a user's database are kept: in the user's cache, by the path of the database. They hold only while the
/// database is the one that they were written for, which its fingerprint shows.
#[derive(Debug)]
pub struct KeptIds {
    cache: Cache,
    key: Key,
}

impl KeptIds {
    /// Those of the database at `path`; `None` if its folder is not there.
    pub fn of(cache: Cache, path: &Path) -> Option<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut key = Key::new("ids");
        key.add(&this_build()?);
        key.add(folder.canonicalize().ok()?.join(path.file_name()?).as_os_str().as_encoded_bytes());
        Some(Self { cache, key })
    }

    /// Reads them.
    pub fn read(&self) -> Option<Assigned> {
        Assigned::from_bytes(&self.cache.get(&self.key)?)
    }

    /// Writes them. Without room in the cache, the next extraction reads all sources.
    pub fn write(&self, ids: &Assigned) {
        let _ = self.cache.put(&self.key, &ids.to_bytes());
    }
}

/// The last extraction of sources that are analysed several times by one process.
#[derive(Debug)]
pub struct LastExtraction {
    folder: Scratch,
    last: Mutex<Option<(Assigned, PathBuf)>>,
    /// How many there have been.
    number: AtomicU64,
}

impl LastExtraction {
    /// None yet; a copy of its database goes into `folder`.
    pub fn none(folder: Scratch) -> Self {
        Self { folder, last: Mutex::default(), number: AtomicU64::new(0) }
    }

    /// How many extractions there have been.
    pub fn number(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// Calls `extract` with the last extraction, and remembers the one that it makes in `database`.
    ///
    /// # Errors
    /// Those of `extract`.
    pub fn replace<T, E>(
        &self,
        database: &Path,
        extract: impl FnOnce(Option<Previous<'_>>) -> Result<(T, Assigned), E>,
    ) -> Result<T, E> {
        // Threads that share it extract the same sources: one after the other.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let previous = last.as_ref().map(|(assigned, database)| Previous { assigned, database });
        let (made, assigned) = extract(previous)?;
        self.number.fetch_add(1, Ordering::Relaxed);
        let copy = self.folder.path().join("last.db");
        let _ = std::fs::remove_file(&copy);
        let is_there = std::fs::hard_link(database, &copy).is_ok() || std::fs::copy(database, &copy).is_ok();
        *last = is_there.then_some((assigned, copy));
        Ok(made)
    }
}
