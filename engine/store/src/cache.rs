//! Caches large relations as columns in the user's cache, so that reading them again costs no more than copying them.
//! The database stays the only source of truth: after a change, no entry matches.

use quarrel_columns::edb::{Columns, EdbError};
use quarrel_files::cache::{Cache, Key};
use std::path::Path;
use std::time::SystemTime;

/// Relations with fewer rows are always read from their tables.
const LARGE: usize = 1 << 17;

/// The cached columns of one database.
#[derive(Debug)]
pub(crate) struct CachedColumns {
    cache: Cache,
    /// The path of the database and its state.
    database: Key,
}

impl CachedColumns {
    /// The cache of the database at `path` with that fingerprint; `None` if the file has no time of change.
    pub(crate) fn of(path: &Path, fingerprint: &str, cache: &Cache) -> Option<Self> {
        let path = path.canonicalize().ok()?;
        let metadata = path.metadata().ok()?;
        let changed = metadata.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let mut database = Key::new("columns");
        database.add(path.as_os_str().as_encoded_bytes());
        database.add(fingerprint.as_bytes());
        database.add(&metadata.len().to_le_bytes());
        database.add(&changed.as_nanos().to_le_bytes());
        Some(Self { cache: cache.clone(), database })
    }

    fn key(&self, relation: &str, columns: &[usize]) -> Key {
        let mut key = self.database.clone();
        key.add(relation.as_bytes());
        columns.iter().for_each(|column| key.add(&column.to_le_bytes()));
        key
    }

    /// The cached columns, or those that `read` returns, which are cached if they have many rows. Failing to write the
    /// cache is no error: the next read is only slow again.
    pub(crate) fn or_read(
        &self,
        relation: &str,
        columns: &[usize],
        read: impl FnOnce() -> Result<Columns, EdbError>,
    ) -> Result<Columns, EdbError> {
        if columns.is_empty() {
            return read();
        }
        let key = self.key(relation, columns);
        if let Some(bytes) = self.cache.get(&key) {
            return Ok(parse(&bytes, columns.len()));
        }
        let read = read()?;
        if read.len >= LARGE {
            let _ = self.cache.put(&key, &render(&read));
        }
        Ok(read)
    }
}

/// The columns in sequence, four bytes per value, little endian.
fn render(read: &Columns) -> Vec<u8> {
    read.columns.iter().flatten().flat_map(|value| value.to_le_bytes()).collect()
}

fn parse(bytes: &[u8], width: usize) -> Columns {
    let mut values = bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
    let len = values.len() / width;
    Columns { len, columns: (0..width).map(|_| values.by_ref().take(len).collect()).collect() }
}

#[cfg(test)]
mod tests {
    use super::{CachedColumns, LARGE};
    use quarrel_columns::edb::Columns;
    use quarrel_files::cache::{Cache, MOST};

    fn rows(count: u32) -> Columns {
        Columns {
            len: count as usize,
            columns: vec![(0..count).collect(), (0..count).map(|at| at * 3).collect()],
        }
    }

    #[test]
    fn a_changed_database_finds_nothing_of_its_former_state() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = folder.path().join("code.db");
        std::fs::write(&db, "first").expect("written");
        let changed = std::fs::metadata(&db).and_then(|metadata| metadata.modified()).expect("a time");
        let all = Cache::open(&folder.path().join("cache"), MOST).expect("a cache");
        let cached = |columns: &CachedColumns, relation: &str, which: &[usize], count: u32| {
            let mut was_read = false;
            let read = || {
                was_read = true;
                Ok(rows(count))
            };
            assert_eq!(columns.or_read(relation, which, read), Ok(rows(count)));
            !was_read
        };
        let columns = CachedColumns::of(&db, "one", &all).expect("a time");
        let many = LARGE as u32;
        assert!(!cached(&columns, "r", &[0, 2], many));
        assert!(cached(&columns, "r", &[0, 2], many));
        assert!(!cached(&columns, "r", &[0, 1], many));
        assert!(!cached(&columns, "small", &[0, 1], 10));
        assert!(!cached(&columns, "small", &[0, 1], 10), "quick enough from its table");
        // Other content with equal size and time.
        std::fs::write(&db, "other").expect("written");
        std::fs::File::options()
            .write(true)
            .open(&db)
            .and_then(|file| file.set_modified(changed))
            .expect("a time");
        let columns = CachedColumns::of(&db, "two", &all).expect("a time");
        assert!(!cached(&columns, "r", &[0, 2], many));
    }
}
