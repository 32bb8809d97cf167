//! The ids of strings: every text once, in order of first use.
//!
//! A hash of 128 bits identifies a text, so that the tables here stay small however much text there is.

use rustc_hash::FxHashMap;

use crate::facts::batch::{FileFacts, TextKey};
use crate::facts::ids::Identify;

#[derive(Debug, Default)]
pub(super) struct Strings {
    ids: FxHashMap<TextKey, u32>,
    /// By number of the symbol; 0 for new ones.
    symbols: Vec<u32>,
}

impl Strings {
    /// Ids of a file's own texts, in order; adds new texts to `new` by their number in the file.
    pub(super) fn own(&mut self, facts: &FileFacts, new: &mut Vec<u32>) -> Vec<u32> {
        let id = |(number, (key, _)): (usize, (TextKey, &str))| {
            let (id, is_new) = self.id(key);
            if is_new {
                new.push(number as u32);
            }
            id
        };
        facts.texts().enumerate().map(id).collect()
    }

    /// The id of an interned name, and its text if it is new.
    pub(super) fn symbol(&mut self, number: u32, identify: &dyn Identify) -> (u32, Option<&'static str>) {
        let at = number as usize;
        if let Some(&id) = self.symbols.get(at)
            && id != 0
        {
            return (id, None);
        }
        let text = identify.symbol(number);
        let (id, is_new) = self.id(TextKey::of(text));
        if self.symbols.len() <= at {
            self.symbols.resize(at + 1, 0);
        }
        self.symbols[at] = id;
        (id, is_new.then_some(text))
    }

    /// Adds a text under the next id; `false` if it has one.
    pub(super) fn take_over(&mut self, text: &str) -> bool {
        self.id(TextKey::of(text)).1
    }

    /// Whether the ids ran out.
    pub(super) fn are_used_up(&self) -> bool {
        self.ids.len() >= i32::MAX as usize
    }

    /// The id of a text, and whether it is new.
    fn id(&mut self, key: TextKey) -> (u32, bool) {
        let next = self.ids.len() as u32 + 1;
        let id = *self.ids.entry(key).or_insert(next);
        (id, id == next)
    }
}
