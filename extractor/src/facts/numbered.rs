//! Numbers for objects that an [`Ent`] must represent.
//!
//! All threads share them; the numbers depend on timing and never reach a result.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::batch::{Ent, EntKind};
use crate::intern::Sym;
use crate::model::{CallableId, ClassId, Ty};

/// Assigns each object a number on first use.
#[derive(Debug)]
pub struct Numbered<T> {
    inner: Mutex<Inner<T>>,
}

#[derive(Debug)]
struct Inner<T> {
    numbers: FxHashMap<T, u32>,
    things: Vec<T>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { inner: Mutex::new(Inner { numbers: FxHashMap::default(), things: Vec::new() }) }
    }
}

impl<T: Copy + Eq + Hash> Numbered<T> {
    fn number(&self, thing: T) -> u32 {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let Inner { numbers, things } = &mut *inner;
        *numbers.entry(thing).or_insert_with(|| {
            things.push(thing);
            things.len() as u32 - 1
        })
    }

    /// The object with that number.
    pub fn get(&self, number: u32) -> Option<T> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.things.get(number as usize).copied()
    }
}

/// Elements of undeclared annotation interfaces, by interface and name: `@GuardedBy("lock")` of a missing library still
/// gives a value to an element named `value`, and rules ask for it.
pub type MissingElements = Numbered<(ClassId, Sym)>;

impl MissingElements {
    /// The element of that name as an entity.
    pub fn element(&self, class: ClassId, name: Sym) -> Ent {
        Ent::new(EntKind::Element, self.number((class, name)))
    }
}

/// Methods and constructors of parameterised and raw types, by the type and their declaration.
pub type BoundMembers = Numbered<(Ty, CallableId)>;

impl BoundMembers {
    /// The type's member for that declaration, as an entity.
    pub fn member(&self, ty: Ty, declaration: CallableId) -> Ent {
        Ent::new(EntKind::BoundMember, self.number((ty, declaration)))
    }
}
