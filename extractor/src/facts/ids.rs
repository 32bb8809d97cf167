//! Entity ids.

use super::batch::EntKind;
use super::storage::LOCATION_OFFSET;

/// Gives out entity ids, consecutive from 1.
#[derive(Debug)]
pub struct Ids {
    next: u32,
}

impl Ids {
    /// None given yet.
    pub(crate) fn new() -> Self {
        Self { next: 1 }
    }

    /// Whether the ids ran out.
    pub(crate) fn are_used_up(&self) -> bool {
        self.next >= LOCATION_OFFSET
    }

    /// The next id. After the last one it stays at the limit, which the writer reports.
    #[inline]
    pub fn fresh(&mut self) -> u32 {
        self.take(1)
    }

    /// The first of `count` ids in a row.
    #[inline]
    pub fn take(&mut self, count: u32) -> u32 {
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
