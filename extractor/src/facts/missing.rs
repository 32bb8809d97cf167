//! Elements of annotation interfaces that nothing declares.
//!
//! `@GuardedBy("lock")` of a library that is not at hand still gives a value to an element named `value`, and rules
//! ask for it. All threads ask here; the numbers depend on who comes first and reach no result.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::batch::{Ent, EntKind};
use crate::intern::Sym;
use crate::model::ClassId;

/// Elements by annotation interface and name.
#[derive(Debug, Default)]
pub struct MissingElements {
    inner: Mutex<Elements>,
}

#[derive(Debug, Default)]
struct Elements {
    numbers: FxHashMap<(ClassId, Sym), u32>,
    elements: Vec<(ClassId, Sym)>,
}

impl MissingElements {
    /// The element of that name as an entity.
    pub fn element(&self, class: ClassId, name: Sym) -> Ent {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let Elements { numbers, elements } = &mut *inner;
        let number = *numbers.entry((class, name)).or_insert_with(|| {
            elements.push((class, name));
            elements.len() as u32 - 1
        });
        Ent::new(EntKind::Element, number)
    }

    /// What the number of an element stands for.
    pub fn get(&self, number: u32) -> Option<(ClassId, Sym)> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.elements.get(number as usize).copied()
    }
}
