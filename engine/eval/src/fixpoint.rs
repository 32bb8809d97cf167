//! The rows of predicates during evaluation, and the rounds of recursive strata.
//!
//! The life of a row: a pipeline derives it; if it is new it becomes part of its predicate's delta for the next round;
//! after that round it moves to the stable parts. Stable parts are merged when a newer one has come near the size of an
//! older one, so that there are logarithmically many and a row is merged logarithmically often.

use crate::graph::Graph;
use crate::index::Indexed;
use crate::limits::{Meter, Pace, Stop};
use crate::ops::Relations;
use crate::plan::values::Values;
use crate::plan::{Statistics, Version};
use crate::relation::Relation;
use quarrel_datalog::PredId;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// The rows of one predicate. A clone shares rows, indexes and graph.
#[derive(Clone, Debug)]
pub struct Store {
    arity: usize,
    stable: Vec<Arc<Indexed>>,
    delta: Option<Arc<Indexed>>,
    graph: Arc<SharedGraph>,
    /// How it differs from the rows of an earlier evaluation that this one updates; `None` if it does not.
    change: Option<Arc<Change>>,
    /// What may have changed of it, by some of its columns, while it is being updated.
    touched: Option<Arc<Indexed>>,
}

/// The rows that an update removes from a predicate and adds to it.
#[derive(Debug)]
pub struct Change {
    gone: Arc<Indexed>,
    added: Arc<Indexed>,
    /// The rows of both states as a graph.
    graph: SharedGraph,
}

impl Change {
    /// The change from `old` to `new`; `None` if they are equal.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn between(old: &Relation, new: &Relation, pace: Pace<'_>) -> Result<Option<Self>, Stop> {
        let (gone, added) = old.changes(new, pace)?;
        Ok((!gone.is_empty() || !added.is_empty()).then(|| Self::new(gone, added)))
    }
    /// The change that removes and adds these rows.
    pub fn new(gone: Relation, added: Relation) -> Self {
        let part = |rows| Arc::new(Indexed::new(rows));
        Self { gone: part(gone), added: part(added), graph: SharedGraph::default() }
    }
}

/// The pairs of a complete predicate as a graph, built on demand.
#[derive(Debug, Default)]
struct SharedGraph {
    graph: RwLock<Option<Arc<Graph>>>,
    /// Held by the thread that builds the graph, alone.
    building: Mutex<()>,
    /// Calls of [`Store::age`] since the last use.
    idle: AtomicU32,
}

impl SharedGraph {
    fn get(&self) -> Option<Arc<Graph>> {
        self.idle.store(0, Ordering::Relaxed);
        self.graph.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
    fn get_or_build(&self, rows: &Relation, meter: &Meter) -> Result<Arc<Graph>, Stop> {
        if let Some(graph) = self.get() {
            return Ok(graph);
        }
        let _building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(graph) = self.get() {
            return Ok(graph);
        }
        let built = Arc::new(Graph::new(rows, meter)?);
        *self.graph.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&built));
        Ok(built)
    }
    fn bytes(&self) -> usize {
        let graph = self.graph.read().unwrap_or_else(PoisonError::into_inner);
        graph.as_ref().map_or(0, |graph| graph.bytes())
    }
    fn age(&self, limit: u32) {
        if self.idle.fetch_add(1, Ordering::Relaxed) >= limit {
            *self.graph.write().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}

impl Store {
    /// No rows.
    pub fn new(arity: usize) -> Self {
        Self { arity, stable: Vec::new(), delta: None, graph: Arc::default(), change: None, touched: None }
    }
    /// The complete rows of a predicate that is not recursive.
    pub fn complete(relation: Relation) -> Self {
        let mut store = Self::new(relation.arity());
        store.stable.push(Arc::new(Indexed::new(relation)));
        store
    }
    /// These complete rows, which an update has made of those of `old`.
    #[must_use]
    pub fn changed(self, old: &Self, change: Change) -> Self {
        if let (Some(new), Some(old)) = (self.whole(), old.whole()) {
            new.set_origin(old, &change.gone, &change.added);
        }
        Self { change: Some(Arc::new(change)), ..self }
    }
    /// These complete rows, as the next update finds them.
    pub fn settled(&self) -> Self {
        self.stable.iter().for_each(|part| part.forget_origin());
        Self { delta: None, change: None, touched: None, ..self.clone() }
    }
    /// How it was changed.
    pub fn change(&self) -> Option<&Change> {
        self.change.as_deref()
    }
    /// Sets what may have changed of it.
    pub fn touch(&mut self, touched: Option<Relation>) {
        self.touched = touched.map(|rows| Arc::new(Indexed::new(rows)));
    }
    /// Makes these the rows that are new in the last round.
    pub fn set_delta(&mut self, rows: Relation) {
        self.delta = (!rows.is_empty()).then(|| Arc::new(Indexed::new(rows)));
    }
    /// The only part of a complete predicate.
    pub fn whole(&self) -> Option<&Arc<Indexed>> {
        self.stable.first()
    }
    /// The number of columns.
    pub fn arity(&self) -> usize {
        self.arity
    }
    /// The number of rows, those of the delta included.
    pub fn len(&self) -> usize {
        self.stable.iter().chain(&self.delta).map(|part| part.len()).sum()
    }
    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The number of rows in the delta.
    pub fn delta_len(&self) -> usize {
        self.delta.as_ref().map_or(0, |delta| delta.len())
    }
    /// The rows of the delta, if any.
    pub fn delta_rows(&self) -> Option<Arc<Relation>> {
        self.delta.as_ref().map(|delta| Arc::clone(delta.rel()))
    }
    /// Ends a round: the old delta becomes stable, and the unknown rows of `derived` become the new delta. Returns the
    /// number of known rows.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn promote(&mut self, derived: Relation, pace: Pace<'_>) -> Result<usize, Stop> {
        let before = derived.len();
        let mut fresh = derived;
        for part in self.stable.iter().chain(&self.delta) {
            fresh = fresh.difference(part.rel(), pace)?;
        }
        if let Some(delta) = self.delta.take() {
            self.push_stable(delta, pace)?;
        }
        let known = before - fresh.len();
        if !fresh.is_empty() {
            self.delta = Some(Arc::new(Indexed::new(fresh)));
        }
        Ok(known)
    }
    fn push_stable(&mut self, part: Arc<Indexed>, pace: Pace<'_>) -> Result<(), Stop> {
        self.stable.push(part);
        while let [.., older, newer] = self.stable.as_slice() {
            if older.len() > newer.len() * 2 {
                break;
            }
            let merged = Arc::new(older.merged(newer, pace)?);
            self.stable.truncate(self.stable.len() - 2);
            self.stable.push(merged);
        }
        Ok(())
    }
    /// Ends the recursion: merges all parts into one.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn finish(&mut self, pace: Pace<'_>) -> Result<(), Stop> {
        if let Some(delta) = self.delta.take() {
            self.stable.push(delta);
        }
        while let [.., older, newer] = self.stable.as_slice() {
            let merged = Arc::new(Indexed::new(older.rel().merge(newer.rel(), pace)?));
            self.stable.truncate(self.stable.len() - 2);
            self.stable.push(merged);
        }
        Ok(())
    }
    /// All rows of a complete predicate.
    pub fn rows(&self) -> Arc<Relation> {
        self.stable
            .first()
            .map_or_else(|| Arc::new(Relation::empty(self.arity)), |part| Arc::clone(part.rel()))
    }
    /// All rows of a complete predicate that is no longer needed.
    pub fn into_rows(mut self) -> Relation {
        if self.stable.is_empty() {
            return Relation::empty(self.arity);
        }
        let rows = Arc::clone(self.stable.swap_remove(0).rel());
        drop(self);
        Arc::try_unwrap(rows).unwrap_or_else(|shared| shared.as_ref().clone())
    }
    /// Bytes of rows alone.
    pub fn row_bytes(&self) -> usize {
        self.stable.iter().chain(&self.delta).map(|part| part.rel().bytes()).sum()
    }
    /// Bytes of rows, indexes and graph.
    pub fn bytes(&self) -> usize {
        self.stable.iter().chain(&self.delta).map(|part| part.bytes()).sum::<usize>() + self.graph.bytes()
    }
    /// Drops indexes and graph if unused during the last `limit` calls of this function.
    pub fn age(&self, limit: u32) {
        self.stable.iter().for_each(|part| part.age(limit));
        self.graph.age(limit);
    }
}

/// The rows of a stratum's predicates and of those that it mentions.
#[derive(Debug, Default)]
pub struct Stores(pub BTreeMap<PredId, Store>);

impl Stores {
    fn part_refs(&self, pred: PredId, version: Version) -> impl Iterator<Item = &Arc<Indexed>> {
        let store = self.0.get(&pred);
        let change = store.and_then(|store| store.change.as_deref());
        let (mut stable, mut more) = (&[][..], [None, None]);
        if let Some(store) = store {
            let is_stable = matches!(version, Version::Full | Version::Before | Version::Either);
            stable = if is_stable { store.stable.as_slice() } else { stable };
            more = match version {
                Version::Full | Version::Delta => [store.delta.as_ref(), None],
                Version::Before => [None, None],
                Version::Either => [store.delta.as_ref(), change.map(|change| &change.gone)],
                Version::Changed => [change.map(|change| &change.gone), change.map(|change| &change.added)],
                Version::Gone => [change.map(|change| &change.gone), None],
                Version::Added => [None, change.map(|change| &change.added)],
                Version::Touched => [store.touched.as_ref(), None],
            };
        }
        stable.iter().chain(more.into_iter().flatten())
    }
    /// The number of rows of a predicate.
    pub fn len(&self, pred: PredId) -> usize {
        self.0.get(&pred).map_or(0, Store::len)
    }
    /// The store of a predicate, empty if it had none.
    pub fn get_mut(&mut self, pred: PredId, arity: usize) -> &mut Store {
        self.0.entry(pred).or_insert_with(|| Store::new(arity))
    }
}

impl Relations for Stores {
    fn parts(&self, pred: PredId, version: Version) -> Vec<Arc<Indexed>> {
        self.part_refs(pred, version).filter(|part| !part.is_empty()).cloned().collect()
    }
    fn graph(&self, pred: PredId, version: Version, meter: &Meter) -> Result<Arc<Graph>, Stop> {
        match self.0.get(&pred) {
            Some(store) if store.arity == 2 => match &store.change {
                Some(change) if version == Version::Either => {
                    let rows = store.rows().merge(change.gone.rel(), Pace::alone(meter))?;
                    change.graph.get_or_build(&rows, meter)
                }
                _ => store.graph.get_or_build(&store.rows(), meter),
            },
            _ => Ok(Arc::new(Graph::from_pairs(&[], &[], meter)?)),
        }
    }
}

impl Statistics for Stores {
    fn rows(&self, pred: PredId, version: Version) -> f64 {
        self.part_refs(pred, version).map(|part| part.len()).sum::<usize>() as f64
    }
    fn values(&self, pred: PredId, version: Version, col: usize) -> Option<&Values> {
        // Values may be in several parts; the largest part has most of them.
        Some(self.part_refs(pred, version).max_by_key(|part| part.len())?.values(col))
    }
    fn is_in_order(&self, pred: PredId, version: Version, keys: &[usize], outs: &[usize]) -> bool {
        self.part_refs(pred, version).all(|part| part.len() < 1024 || part.is_in_order(keys, outs))
    }
}
