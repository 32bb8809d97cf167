//! Lists without duplicates, in linear time: few items are compared one by one, many by fingerprint first.

use crate::{Body, Const, LiteralKind, Term, VarId};
use quarrel_base::ids::Id;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The most items that are compared one by one.
const FEW: usize = 8;

/// Distinct items in order of insertion.
pub struct Distinct<T> {
    items: Vec<T>,
    /// Indices by fingerprint, once there are more than `FEW` items.
    places: FxHashMap<u64, Vec<usize>>,
    print: fn(&T) -> u64,
    same: fn(&T, &T) -> bool,
}

impl<T> Distinct<T> {
    /// An empty list. Items that are the `same` must have equal `print`s.
    pub fn new(capacity: usize, print: fn(&T) -> u64, same: fn(&T, &T) -> bool) -> Self {
        Self { items: Vec::with_capacity(capacity), places: FxHashMap::default(), print, same }
    }

    /// Adds the item unless present.
    pub fn add(&mut self, item: T) {
        if self.items.len() < FEW {
            if !self.items.iter().any(|other| (self.same)(other, &item)) {
                self.items.push(item);
            }
            return;
        }
        if self.places.is_empty() {
            for (at, item) in self.items.iter().enumerate() {
                self.places.entry((self.print)(item)).or_default().push(at);
            }
        }
        let places = self.places.entry((self.print)(&item)).or_default();
        if !places.iter().any(|at| (self.same)(&self.items[*at], &item)) {
            places.push(self.items.len());
            self.items.push(item);
        }
    }

    /// The items.
    pub fn into_vec(self) -> Vec<T> {
        self.items
    }
}

/// A fingerprint of a body, which ignores source positions; equal bodies have equal ones.
pub fn body_print(body: &Body) -> u64 {
    print(|to| hash_body(body, to))
}

/// A fingerprint of a literal.
pub fn literal_print(literal: &LiteralKind) -> u64 {
    print(|to| hash_literal(literal, to))
}

/// A fingerprint of a rule's head and body.
pub fn rule_print(head: &[Term], body: &Body) -> u64 {
    print(|to| {
        head.iter().for_each(|term| hash_term(term, to));
        hash_body(body, to);
    })
}

fn print(hash: impl FnOnce(&mut FxHasher)) -> u64 {
    let mut hasher = FxHasher::default();
    hash(&mut hasher);
    hasher.finish()
}

fn hash_body(body: &Body, to: &mut FxHasher) {
    hash_vars(&body.locals, to);
    body.literals.len().hash(to);
    body.literals.iter().for_each(|literal| hash_literal(&literal.kind, to));
}

fn hash_vars(vars: &[VarId], to: &mut FxHasher) {
    vars.len().hash(to);
    vars.iter().for_each(|var| var.index().hash(to));
}

fn hash_term(term: &Term, to: &mut FxHasher) {
    match term {
        Term::Var(var) => (0, var.index()).hash(to),
        Term::Const(Const::Int(int)) => (1, *int).hash(to),
        Term::Const(Const::Float(float)) => (2, float.to_bits()).hash(to),
        Term::Const(Const::String(text)) => (3, text).hash(to),
        Term::Const(Const::Boolean(boolean)) => (4, *boolean).hash(to),
        Term::Wildcard => 5.hash(to),
    }
}

fn hash_literal(literal: &LiteralKind, to: &mut FxHasher) {
    std::mem::discriminant(literal).hash(to);
    match literal {
        LiteralKind::Atom(atom) => atom.pred.index().hash(to),
        LiteralKind::Closure { step, reflexive, .. } => (step.index(), *reflexive).hash(to),
        LiteralKind::Compare(comparison, kind, ..) => (*comparison, *kind).hash(to),
        LiteralKind::Builtin(op, _) => std::mem::discriminant(op).hash(to),
        LiteralKind::Construct { ctor, .. } => ctor.index().hash(to),
        LiteralKind::Aggregate(aggregate) => {
            aggregate.op.hash(to);
            hash_vars(&aggregate.tuple, to);
            aggregate.value.iter().for_each(|term| hash_term(term, to));
        }
        LiteralKind::Not(_) | LiteralKind::Or(_) => {}
    }
    crate::walk::own_terms(literal).into_iter().for_each(|term| hash_term(term, to));
    crate::walk::nested_bodies(literal).into_iter().for_each(|body| hash_body(body, to));
}
