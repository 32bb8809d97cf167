//! Things that have numbers, so that an [`Ent`] can stand for them.
//!
//! All threads ask here; the numbers depend on who comes first and reach no result.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::batch::{Ent, EntKind};
use crate::intern::Sym;
use crate::model::{CallableId, ClassId, Ty};

/// Gives each thing a number when it is first asked for.
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

    /// What the number stands for.
    pub fn get(&self, number: u32) -> Option<T> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.things.get(number as usize).copied()
    }
}

/// Elements of annotation interfaces that nothing declares, by interface and name: `@GuardedBy("lock")` of a library that
/// is not at hand still gives a value to an element named `value`, and rules ask for it.
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
    /// What the type has of that declaration, as an entity.
    pub fn member(&self, ty: Ty, declaration: CallableId) -> Ent {
        Ent::new(EntKind::BoundMember, self.number((ty, declaration)))
    }
}
