//! The database's strings: read one by one while few are needed, all at once when many are.

use crate::SqliteDb;
use hashbrown::HashTable;
use quarrel_columns::Meter;
use quarrel_columns::edb::EdbError;
use rusqlite::OptionalExtension;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Look-ups of one kind after which all strings are read: a look-up costs about as much as reading a hundred strings in
/// sequence.
const PATIENCE: u32 = 10_000;
const CHUNK: usize = 1 << 12;
/// Strings read between two checks of the limits.
const STRIDE: u32 = 1 << 12;

type Cell = OnceLock<Option<Box<str>>>;

/// All texts by id, loaded as needed.
#[derive(Debug)]
pub(crate) struct Texts {
    count: u32,
    /// How many texts are looked up one by one before all are read.
    patience: u32,
    /// Texts read one by one, in chunks allocated when needed.
    single: Vec<OnceLock<Box<[Cell]>>>,
    reads: AtomicU32,
    finds: AtomicU32,
    all: OnceLock<All>,
    by_text: OnceLock<HashTable<u32>>,
    /// Held by the thread that reads everything; others that need it wait. The thread itself waits for none.
    loading: Mutex<()>,
}

/// All texts, concatenated.
#[derive(Debug)]
pub(crate) struct All {
    text: String,
    /// The text of id `i` ends at `ends[i]` and starts at `ends[i - 1]`.
    ends: Vec<usize>,
}

impl All {
    fn get(&self, id: u32) -> &str {
        let at = id as usize;
        self.text.get(self.ends[at - 1]..self.ends[at]).unwrap_or("")
    }
}

impl Texts {
    /// For `count` texts; `finds` if the database has an index of them.
    pub(crate) fn new(count: u32, finds: bool) -> Self {
        let chunks = (count as usize + 1).div_ceil(CHUNK);
        Self {
            count,
            patience: if finds { PATIENCE.min(count / 8 + 16) } else { 0 },
            single: (0..chunks).map(|_| OnceLock::new()).collect(),
            reads: AtomicU32::new(0),
            finds: AtomicU32::new(0),
            all: OnceLock::new(),
            by_text: OnceLock::new(),
            loading: Mutex::default(),
        }
    }
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// The text of an id. References stay valid when everything is read later.
    pub(crate) fn text(&self, id: u32, db: &SqliteDb, meter: &Meter) -> Result<Option<&str>, EdbError> {
        if id == 0 || id > self.count {
            return Ok(None);
        }
        if let Some(all) = self.all.get() {
            return Ok(Some(all.get(id)));
        }
        let chunk = &self.single[id as usize / CHUNK];
        let cell = &chunk.get_or_init(|| (0..CHUNK).map(|_| OnceLock::new()).collect())[id as usize % CHUNK];
        if let Some(text) = cell.get() {
            return Ok(text.as_deref());
        }
        if self.reads.fetch_add(1, Ordering::Relaxed) >= PATIENCE.min(self.count / 8 + 16) {
            return Ok(Some(self.load(db, meter)?.get(id)));
        }
        let read: Option<String> = db.with(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT text FROM quarrel_strings WHERE id = ?1")?;
            statement.query_row([id], |row| row.get(0)).optional()
        })?;
        Ok(cell.get_or_init(|| read.map(String::into_boxed_str)).as_deref())
    }

    /// The id of a text.
    pub(crate) fn find(&self, text: &str, db: &SqliteDb, meter: &Meter) -> Result<Option<u32>, EdbError> {
        if let (Some(by_text), Some(all)) = (self.by_text.get(), self.all.get()) {
            return Ok(by_text.find(hash(text), |id| all.get(*id) == text).copied());
        }
        if self.finds.fetch_add(1, Ordering::Relaxed) >= self.patience {
            let all = self.load(db, meter)?;
            let _loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
            if self.by_text.get().is_none() {
                meter.reserve(self.count as usize * 8).map_err(|_| EdbError::Interrupted)?;
                let mut table = HashTable::with_capacity(self.count as usize);
                for id in 1..=self.count {
                    if id % STRIDE == 0 {
                        meter.check_run().map_err(|_| EdbError::Interrupted)?;
                    }
                    table.insert_unique(hash(all.get(id)), id, |id| hash(all.get(*id)));
                }
                let _ = self.by_text.set(table);
            }
            let found =
                self.by_text.get().and_then(|by_text| by_text.find(hash(text), |id| all.get(*id) == text));
            return Ok(found.copied());
        }
        db.with(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT id FROM quarrel_strings WHERE text = ?1")?;
            statement.query_row([text], |row| row.get(0)).optional()
        })
    }

    /// Reads everything, unless that is done.
    fn load(&self, db: &SqliteDb, meter: &Meter) -> Result<&All, EdbError> {
        if let Some(all) = self.all.get() {
            return Ok(all);
        }
        let _loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(all) = self.all.get() {
            return Ok(all);
        }
        let all = db.with(|connection| {
            let mut all = All { text: String::new(), ends: Vec::with_capacity(self.count as usize + 1) };
            all.ends.push(0);
            let mut statement = connection.prepare("SELECT id, text FROM quarrel_strings ORDER BY id")?;
            let mut rows = statement.query([])?;
            let mut read = 0;
            while let Some(row) = rows.next()? {
                read += 1;
                if read % STRIDE == 0 && meter.check_run().is_err() {
                    return Ok(None);
                }
                let id: u32 = row.get(0)?;
                // Missing ids have empty texts.
                all.ends.resize((id as usize).max(all.ends.len()), all.text.len());
                if id > 0 && id <= self.count {
                    all.text.push_str(row.get_ref(1)?.as_str()?);
                    all.ends.push(all.text.len());
                }
            }
            all.ends.resize(self.count as usize + 1, all.text.len());
            Ok(Some(all))
        })?;
        let all = all.ok_or(EdbError::Interrupted)?;
        Ok(self.all.get_or_init(|| all))
    }
}

fn hash(text: &str) -> u64 {
    rustc_hash::FxBuildHasher.hash_one(text)
}
