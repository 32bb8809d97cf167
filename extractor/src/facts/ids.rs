//! Entity ids.
//!
//! Without memory, ids follow the order of the files. With it ([`Assigned`]), an entity keeps the id that it had in the
//! previous extraction of the tree: a [`Key`] identifies it. Entities that only one declaration mentions have no keys of
//! their own: they get consecutive ids as a piece, which has a key ([`super::batch::FileFacts::piece`]).

use quarrel_common::always;
use rustc_hash::{FxHashMap, FxHashSet};

use super::batch::EntKind;
use super::keys::Key;
use super::storage::LOCATION_OFFSET;
use crate::extract::kept::KeptTree;

/// Gives out entity ids, from 1.
#[derive(Debug)]
pub struct Ids {
    next: u32,
    memory: Option<Memory>,
}

/// The ids of entities and pieces by their keys.
#[derive(Debug, Clone, Default)]
struct Memory {
    /// Ids of entities. [`USED`] marks those of this extraction.
    entities: FxHashMap<Key, u32>,
    /// The first id and the number of ids of each piece.
    pieces: FxHashMap<Key, (u32, u32)>,
    /// One past the ids of the first extraction, if this is not the first.
    first_end: Option<u32>,
    /// The number of ids that this extraction uses.
    used: u32,
    /// Keys of several entities: which of them has which id depends on the order of all files.
    equal: FxHashSet<Key>,
    /// Whether an entity with such a key was asked for, in an extraction of a part of the files.
    is_unsure: bool,
    /// By id: the last file that mentions it, and the number of files that do.
    mentions: Vec<(u32, u32)>,
    /// The number of the file whose rows get ids, from 1.
    file: u32,
}

/// The bit of an id that this extraction uses: no entity gets it again.
const USED: u32 = 1 << 31;

/// The ids that an extraction has assigned, for the next one of the same tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Assigned {
    next: u32,
    used: u32,
    first_end: u32,
    entities: FxHashMap<Key, u32>,
    pieces: FxHashMap<Key, (u32, u32)>,
    equal: FxHashSet<Key>,
    /// What the next extraction needs to read the changed files only.
    pub(crate) tree: Option<KeptTree>,
    /// The fingerprint of the database that has these ids.
    pub(crate) fingerprint: String,
}

/// The first bytes of [`Assigned::to_bytes`]: another number for each change of the format or of keys.
const FORMAT: &[u8; 8] = b"QLIDS\0\0\x02";
/// Ids that may be unused before all ids are assigned anew.
const MAY_BE_UNUSED: u32 = 1 << 20;
/// The most ids of a tree whose ids are kept: the ids of one more extraction still fit in an [`super::batch::Ent`].
const MOST: u32 = 1 << 27;

impl Assigned {
    /// The ids after an extraction of some of the files, which adds to those of this one.
    pub(crate) fn with(&self, ids: Ids, fingerprint: &str, tree: KeptTree) -> Option<Assigned> {
        let added = ids.next.saturating_sub(self.next);
        let mut assigned = ids.assigned(fingerprint)?;
        assigned.used = self.used.saturating_add(added);
        assigned.tree = Some(tree);
        Some(assigned)
    }

    /// The id of the entity with that key, if no other entity has an equal key.
    pub(crate) fn id_of(&self, key: Key) -> Option<u32> {
        self.entities.get(&key).copied()
    }

    /// Whether the next extraction should assign all ids anew: few are left, or most are unused.
    pub fn is_worn(&self) -> bool {
        let unused = self.next.saturating_sub(self.used);
        self.next > MOST || unused > self.used.saturating_add(MAY_BE_UNUSED)
    }

    /// All ids as bytes, in 10 to 12 bytes for each key.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = FORMAT.to_vec();
        out.extend((self.fingerprint.len() as u32).to_le_bytes());
        out.extend(self.fingerprint.as_bytes());
        let entities = self.entities.iter().map(|(&key, &id)| (id, 0, key));
        let pieces = self.pieces.iter().map(|(&key, &(id, count))| (id, count, key));
        let mut all: Vec<(u32, u32, Key)> = entities.chain(pieces).collect();
        all.sort_unstable();
        out.extend([self.next, self.used, self.first_end, all.len() as u32].map(u32::to_le_bytes).concat());
        let mut last = 0;
        for (id, count, key) in all {
            varint(&mut out, id - last);
            varint(&mut out, count);
            out.extend(key.0.to_le_bytes());
            last = id;
        }
        let mut equal: Vec<Key> = self.equal.iter().copied().collect();
        equal.sort_unstable();
        out.extend((equal.len() as u32).to_le_bytes());
        equal.iter().for_each(|key| out.extend(key.0.to_le_bytes()));
        // Writing into memory does not fail.
        out.extend(always!(postcard::to_stdvec(&self.tree).ok()).unwrap_or_default());
        out
    }

    /// Reads what [`Assigned::to_bytes`] has written; `None` for other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Assigned> {
        let mut bytes = bytes.strip_prefix(FORMAT)?;
        let at = &mut bytes;
        let len = number(at)? as usize;
        let fingerprint = std::str::from_utf8(at.split_off(..len)?).ok()?.to_owned();
        let [next, used, first_end, count] = [number(at)?, number(at)?, number(at)?, number(at)?];
        let (mut entities, mut pieces) = (FxHashMap::default(), FxHashMap::default());
        let mut end: u32 = 0;
        let mut last: u32 = 0;
        for _ in 0..count {
            let id = last.checked_add(read_varint(at)?)?;
            let ids = read_varint(at)?;
            let key = key_at(at)?;
            // No id belongs to two entities.
            if id < end || id == 0 {
                return None;
            }
            end = id.checked_add(ids.max(1))?;
            last = id;
            let fresh = if ids == 0 {
                entities.insert(key, id).is_none()
            } else {
                pieces.insert(key, (id, ids)).is_none()
            };
            if !fresh {
                return None;
            }
        }
        let mut equal = FxHashSet::default();
        for _ in 0..number(at)? {
            equal.insert(key_at(at)?);
        }
        let (tree, rest) = postcard::take_from_bytes(bytes).ok()?;
        let whole = rest.is_empty() && end <= next && first_end <= next && next <= LOCATION_OFFSET;
        whole.then_some(Assigned { next, used, first_end, entities, pieces, equal, tree, fingerprint })
    }
}

fn number(bytes: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.split_off(..4)?.try_into().ok()?))
}

fn key_at(bytes: &mut &[u8]) -> Option<Key> {
    Some(Key(u64::from_le_bytes(bytes.split_off(..8)?.try_into().ok()?)))
}

fn varint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn read_varint(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0;
    for shift in (0..5).map(|nth| nth * 7) {
        let byte = u32::from(*bytes.split_off_first()?);
        value |= (byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

impl Ids {
    /// None given yet, and none remembered.
    pub(crate) fn new() -> Self {
        Self { next: 1, memory: None }
    }

    /// Ids that are remembered, beginning with those of the previous extraction.
    pub(crate) fn remembered(previous: Option<&Assigned>) -> Self {
        let Some(previous) = previous else {
            return Self { next: 1, memory: Some(Memory::default()) };
        };
        let memory = Memory {
            entities: previous.entities.clone(),
            pieces: previous.pieces.clone(),
            first_end: Some(previous.first_end),
            equal: previous.equal.clone(),
            ..Memory::default()
        };
        Self { next: previous.next, memory: Some(memory) }
    }

    /// The ids as they are in the end, if they are remembered.
    pub(crate) fn assigned(self, fingerprint: &str) -> Option<Assigned> {
        let Memory { mut entities, mut pieces, first_end, used, equal, .. } = self.memory?;
        entities.values_mut().for_each(|id| *id &= !USED);
        pieces.values_mut().for_each(|(id, _)| *id &= !USED);
        let first_end = first_end.unwrap_or(self.next);
        let fingerprint = fingerprint.to_owned();
        Some(Assigned { next: self.next, used, first_end, entities, pieces, equal, tree: None, fingerprint })
    }

    /// One past the ids of the first extraction, if ids of a previous one are kept: those below come almost in order.
    pub(crate) fn first_end(&self) -> Option<u32> {
        self.memory.as_ref()?.first_end
    }

    /// Whether the id of some entity may differ from that of an extraction of all files.
    pub(crate) fn are_unsure(&self) -> bool {
        self.memory.as_ref().is_some_and(|memory| memory.is_unsure)
    }

    /// Begins the rows of a file, by its number from 0; `None` for rows of no file.
    pub(crate) fn begin_file(&mut self, file: Option<usize>) {
        if let Some(memory) = &mut self.memory {
            memory.file = file.map_or(0, |file| file as u32 + 1);
        }
    }

    /// Counts the file as one that mentions the entity.
    #[inline]
    pub(crate) fn mention(&mut self, id: u32) {
        let Some(memory) = self.memory.as_mut().filter(|memory| memory.file != 0) else { return };
        let at = id as usize;
        if memory.mentions.len() <= at {
            memory.mentions.resize(at + 1, (0, 0));
        }
        let (file, count) = &mut memory.mentions[at];
        if *file != memory.file {
            (*file, *count) = (memory.file, *count + 1);
        }
    }

    /// How many files mention an entity, by id.
    pub(crate) fn take_mentions(&mut self) -> FxHashMap<u32, u32> {
        let mentions = self.memory.as_mut().map(|memory| std::mem::take(&mut memory.mentions));
        let counts = mentions.unwrap_or_default().into_iter().map(|(_, count)| count).enumerate();
        counts.filter(|(_, count)| *count > 0).map(|(id, count)| (id as u32, count)).collect()
    }

    /// Whether keys matter.
    #[inline]
    pub(crate) fn are_remembered(&self) -> bool {
        self.memory.is_some()
    }

    /// Whether the ids ran out.
    pub(crate) fn are_used_up(&self) -> bool {
        self.next >= LOCATION_OFFSET
    }

    /// The id of an entity with that key; `key` is only called if it matters.
    #[inline]
    pub(crate) fn of(&mut self, key: impl FnOnce() -> Key) -> u32 {
        if self.memory.is_none() { self.take(1) } else { self.recall(key()) }
    }

    fn recall(&mut self, mut key: Key) -> u32 {
        let next = self.next;
        let Some(memory) = always!(self.memory.as_mut()) else { return next };
        memory.used += 1;
        let first = key;
        memory.is_unsure |= memory.equal.contains(&first);
        loop {
            match memory.entities.get_mut(&key) {
                None => {
                    memory.entities.insert(key, next | USED);
                    return self.take(1);
                }
                Some(id) if *id & USED == 0 => {
                    *id |= USED;
                    return *id & !USED;
                }
                // Two entities with one key: broken sources have equal declarations.
                Some(_) => {
                    memory.equal.insert(first);
                    key = key.again();
                }
            }
        }
    }

    /// The first id of a piece with that key.
    pub(crate) fn of_piece(&mut self, mut key: Key, count: u32) -> u32 {
        let next = self.next;
        let Some(memory) = self.memory.as_mut().filter(|_| count > 0) else { return self.take(count) };
        memory.used = memory.used.saturating_add(count);
        loop {
            match memory.pieces.get_mut(&key) {
                None => {
                    memory.pieces.insert(key, (next | USED, count));
                    return self.take(count);
                }
                Some((first, ids)) if *first & USED == 0 && *ids == count => {
                    *first |= USED;
                    return *first & !USED;
                }
                Some(_) => key = key.again(),
            }
        }
    }

    /// The first of `count` ids in a row. After the last one it stays at the limit, which the writer reports.
    #[inline]
    fn take(&mut self, count: u32) -> u32 {
        let first = self.next;
        self.next = self.next.saturating_add(count).min(LOCATION_OFFSET);
        first
    }
}

/// Resolves the entities that do not belong to one file, and the texts of names.
pub trait Identify {
    /// The id of an entity, assigned on first use.
    fn entity(&mut self, kind: EntKind, index: u32, ids: &mut Ids) -> u32;
    /// The text of an interned name.
    fn symbol(&self, number: u32) -> &'static str;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> Key {
        Key::of(1).with(number)
    }

    #[test]
    fn ids_are_kept_by_key_and_never_given_twice() {
        let mut ids = Ids::remembered(None);
        assert_eq!([1, 2, 1].map(|n| ids.of(|| key(n))), [1, 2, 3]);
        assert_eq!(ids.of_piece(key(1), 5), 4);
        assert_eq!(ids.of_piece(key(2), 0), 9, "an empty piece takes no id");
        let first = ids.assigned("f").expect("remembered");
        let again = Assigned::from_bytes(&first.to_bytes()).expect("reads");
        assert_eq!(again, first);

        let mut ids = Ids::remembered(Some(&again));
        assert_eq!(ids.of_piece(key(1), 4), 9, "another size is another piece");
        assert_eq!([3, 1, 1, 2, 2].map(|n| ids.of(|| key(n))), [13, 1, 3, 2, 14]);
        assert_eq!(ids.of_piece(key(1), 5), 4);
        let second = ids.assigned("f").expect("remembered");
        assert_eq!((second.next, second.used, second.first_end), (15, 14, 9));
        assert!(!second.is_worn());
    }

    #[test]
    fn other_bytes_are_no_ids() {
        let mut ids = Ids::remembered(None);
        assert_eq!((0..50).map(|n| ids.of_piece(key(n), 3)).last(), Some(148));
        let bytes = ids.assigned("f").expect("remembered").to_bytes();
        assert!(Assigned::from_bytes(&bytes).is_some());
        assert!((0..bytes.len()).all(|end| Assigned::from_bytes(&bytes[..end]).is_none()));
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(Assigned::from_bytes(&longer), None);
        assert_eq!(Assigned::from_bytes(b"QLIDS"), None);
    }
}
