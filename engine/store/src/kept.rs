//! Keeps columns in memory for the next query, which makes the second query of a session fast.

use quarrel_columns::edb::{Columns, EdbError};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Columns by relation and requested columns, up to a number of bytes.
#[derive(Debug)]
pub(crate) struct Kept {
    most: usize,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    bytes: usize,
    /// With the time of last use, counted in uses.
    columns: FxHashMap<(String, Vec<usize>), (u64, Arc<Columns>)>,
    uses: u64,
}

impl Kept {
    /// Keeps up to `most` bytes.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, held: Mutex::default() }
    }
    /// The kept columns, or those that `read` returns, which are kept then.
    pub(crate) fn or_read(
        &self,
        relation: &str,
        columns: &[usize],
        read: impl FnOnce() -> Result<Columns, EdbError>,
    ) -> Result<Columns, EdbError> {
        if let Some(known) = self.get(relation, columns) {
            return Ok(known.as_ref().clone());
        }
        let read = read()?;
        self.put(relation, columns, &read);
        Ok(read)
    }
    fn get(&self, relation: &str, columns: &[usize]) -> Option<Arc<Columns>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.uses += 1;
        let now = held.uses;
        let (used, found) = held.columns.get_mut(&(relation.to_owned(), columns.to_vec()))?;
        *used = now;
        Some(Arc::clone(found))
    }
    /// Keeps columns if there is room, dropping the least recently used ones.
    fn put(&self, relation: &str, columns: &[usize], read: &Columns) {
        let bytes = size(read);
        if bytes > self.most / 2 {
            return;
        }
        let read = Arc::new(read.clone());
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.uses += 1;
        let now = held.uses;
        if let Some((_, before)) = held.columns.insert((relation.to_owned(), columns.to_vec()), (now, read)) {
            held.bytes -= size(&before);
        }
        held.bytes += bytes;
        while held.bytes > self.most {
            let oldest = held.columns.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| key.clone());
            let Some((_, gone)) = oldest.and_then(|key| held.columns.remove(&key)) else { return };
            held.bytes -= size(&gone);
        }
    }
}

fn size(columns: &Columns) -> usize {
    columns.columns.iter().map(|column| column.len() * size_of::<u32>()).sum()
}

#[cfg(test)]
mod tests {
    use super::Kept;
    use quarrel_columns::edb::Columns;

    #[test]
    fn what_was_used_last_stays() {
        let rows = |count: u32| Columns { len: count as usize, columns: vec![(0..count).collect()] };
        let kept = Kept::new(100);
        kept.put("a", &[0], &rows(10));
        kept.put("b", &[0], &rows(10));
        assert!(kept.get("a", &[0]).is_some_and(|found| *found == rows(10)));
        assert!(kept.get("a", &[1]).is_none());
        kept.put("c", &[0], &rows(10));
        assert!(kept.get("b", &[0]).is_none(), "the one that nobody asked for again");
        assert!(kept.get("a", &[0]).is_some() && kept.get("c", &[0]).is_some());
        kept.put("large", &[0], &rows(20));
        assert!(kept.get("large", &[0]).is_none());
    }
}
