//! Graph algorithms over binary relations: closures, distances, dominators, equivalence classes.
//!
//! A relation of steps becomes a [`Graph`] of densely numbered nodes; every algorithm works on the dense numbers and
//! visits only what its starts reach, so that hundreds of thousands of small graphs in one relation cost no more than
//! their sum.

pub mod closure;
mod components;
pub mod distances;
pub mod dominators;
pub mod equivalence;
pub mod forest;

use crate::limits::{Meter, Pace, Stop};
use crate::relation::{Relation, STRIDE, sort::equal_range};
use quarrel_common::always;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Steps along edges between two checks of the limits.
const PATIENCE: usize = 1 << 14;

/// Counts steps and checks the limits now and then.
#[derive(Debug)]
struct Patience<'m> {
    meter: &'m Meter,
    left: usize,
}

impl<'m> Patience<'m> {
    fn new(meter: &'m Meter) -> Self {
        Self { meter, left: 0 }
    }
    /// Counts `steps` more.
    #[inline]
    fn spend(&mut self, steps: usize) -> Result<(), Stop> {
        if self.left > steps {
            self.left -= steps;
            return Ok(());
        }
        self.left = PATIENCE;
        self.meter.check()
    }
}

/// A value built on first use, by one thread alone while others that need it wait.
#[derive(Debug)]
struct Lazy<T> {
    made: OnceLock<T>,
    making: Mutex<()>,
}

impl<T> Lazy<T> {
    const fn new() -> Self {
        Self { made: OnceLock::new(), making: Mutex::new(()) }
    }
    fn get(&self) -> Option<&T> {
        self.made.get()
    }
    fn get_or_make(&self, make: impl FnOnce() -> Result<T, Stop>) -> Result<&T, Stop> {
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let made = make()?;
        Ok(self.made.get_or_init(|| made))
    }
}

/// Adjacency in compressed rows: the targets of node `n` are `targets[offsets[n]..offsets[n + 1]]`.
#[derive(Debug)]
pub struct Adjacency {
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Adjacency {
    fn new(n_nodes: usize, from: &[u32], to: &[u32], meter: &Meter) -> Result<Self, Stop> {
        meter.reserve((n_nodes * 2 + to.len()) * 4)?;
        let mut offsets = vec![0u32; n_nodes + 1];
        for stride in from.chunks(STRIDE) {
            meter.check()?;
            for &node in stride {
                offsets[node as usize + 1] += 1;
            }
        }
        for at in 1..offsets.len() {
            offsets[at] += offsets[at - 1];
        }
        let mut next = offsets.clone();
        let mut targets = vec![0; to.len()];
        for (from, to) in from.chunks(STRIDE).zip(to.chunks(STRIDE)) {
            meter.check()?;
            for (&node, &target) in from.iter().zip(to) {
                targets[next[node as usize] as usize] = target;
                next[node as usize] += 1;
            }
        }
        Ok(Self { offsets, targets })
    }
    /// The source of each edge, in the order of the targets.
    fn sources(&self) -> Vec<u32> {
        let mut sources = Vec::with_capacity(self.targets.len());
        for (end, node) in self.offsets[1..].iter().zip(0u32..) {
            sources.resize(*end as usize, node);
        }
        sources
    }
    /// The reversed edges.
    fn reversed(&self, meter: &Meter) -> Result<Self, Stop> {
        Self::new(self.offsets.len() - 1, &self.targets, &self.sources(), meter)
    }
    fn bytes(&self) -> usize {
        4 * (self.offsets.len() + self.targets.len())
    }
    /// The targets of a node, ascending.
    #[inline]
    pub fn of(&self, node: u32) -> &[u32] {
        &self.targets[self.offsets[node as usize] as usize..self.offsets[node as usize + 1] as usize]
    }
    /// Whether every node has at most one target.
    pub fn is_functional(&self) -> bool {
        self.offsets.windows(2).all(|pair| pair[1] - pair[0] <= 1)
    }
}

/// A directed graph over the values of a binary relation.
#[derive(Debug)]
pub struct Graph {
    // Ascending; the dense number of a node is its index.
    nodes: Vec<u32>,
    directory: Directory,
    forward: Adjacency,
    backward: Lazy<Adjacency>,
    trees: Lazy<Option<forest::Forest>>,
    components: Lazy<components::Components>,
}

/// Finds dense numbers: bucket starts over the range of the nodes.
#[derive(Debug)]
struct Directory {
    shift: u32,
    offsets: Vec<u32>,
}

impl Graph {
    /// Builds the graph of the pairs.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(steps: &Relation, meter: &Meter) -> Result<Self, Stop> {
        Self::from_pairs(steps.col(0), steps.col(1), meter)
    }

    /// Builds the graph of the pairs `(from[i], to[i])`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn from_pairs(from: &[u32], to: &[u32], meter: &Meter) -> Result<Self, Stop> {
        meter.reserve((from.len() + to.len()) * 8)?;
        let ends: Vec<u32> = from.iter().chain(to).copied().collect();
        let ends = crate::relation::Table { len: ends.len(), cols: vec![ends] };
        let mut nodes = Relation::distinct(ends, Pace::alone(meter))?.into_table().cols.swap_remove(0);
        nodes.shrink_to_fit();
        let mut shift = 0;
        let (min, max) = (nodes.first().copied().unwrap_or(0), nodes.last().copied().unwrap_or(0));
        while (u64::from(max - min) + 1) >> shift > nodes.len() as u64 * 2 + 16 {
            shift += 1;
        }
        let mut offsets = vec![0u32; ((max - min) >> shift) as usize + 2];
        for stride in nodes.chunks(STRIDE) {
            meter.check()?;
            for &node in stride {
                offsets[((node - min) >> shift) as usize + 1] += 1;
            }
        }
        for at in 1..offsets.len() {
            offsets[at] += offsets[at - 1];
        }
        let directory = Directory { shift, offsets };
        let dense = |col: &[u32]| -> Result<Vec<u32>, Stop> {
            let mut out = Vec::with_capacity(col.len());
            for stride in col.chunks(STRIDE) {
                meter.check()?;
                out.extend(stride.iter().map(|&value| always!(find(&nodes, &directory, value)).unwrap_or(0)));
            }
            Ok(out)
        };
        let forward = Adjacency::new(nodes.len(), &dense(from)?, &dense(to)?, meter)?;
        Ok(Self {
            nodes,
            directory,
            forward,
            backward: Lazy::new(),
            trees: Lazy::new(),
            components: Lazy::new(),
        })
    }
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
    /// The dense number of a value, if it is a node.
    #[inline]
    pub fn node(&self, value: u32) -> Option<u32> {
        find(&self.nodes, &self.directory, value)
    }
    /// The value of a node.
    #[inline]
    pub fn value(&self, node: u32) -> u32 {
        self.nodes[node as usize]
    }
    /// Steps along the pairs.
    pub fn forward(&self) -> &Adjacency {
        &self.forward
    }
    /// Steps against the pairs.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn backward(&self, meter: &Meter) -> Result<&Adjacency, Stop> {
        self.backward.get_or_make(|| self.forward.reversed(meter))
    }
    /// Interval labels, if the graph is a forest in one of the two directions.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn forest(&self, meter: &Meter) -> Result<Option<&forest::Forest>, Stop> {
        Ok(self.trees.get_or_make(|| forest::Forest::of(self, meter))?.as_ref())
    }
    /// The strongly connected components.
    ///
    /// # Errors
    /// If a limit is reached.
    fn components(&self, meter: &Meter) -> Result<&components::Components, Stop> {
        self.components.get_or_make(|| components::Components::of(self, meter))
    }
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.nodes.len() + self.directory.offsets.len())
            + self.forward.bytes()
            + self.backward.get().map_or(0, Adjacency::bytes)
            + self.trees.get().and_then(Option::as_ref).map_or(0, |_| self.nodes.len() * 12)
            + self.components.get().map_or(0, components::Components::bytes)
    }
}

#[inline]
fn find(nodes: &[u32], directory: &Directory, value: u32) -> Option<u32> {
    let (&min, &max) = (nodes.first()?, nodes.last()?);
    if value < min || value > max {
        return None;
    }
    let bucket = ((value - min) >> directory.shift) as usize;
    let (low, high) = (directory.offsets[bucket] as usize, directory.offsets[bucket + 1] as usize);
    if directory.shift == 0 {
        return (low < high).then_some(low as u32);
    }
    let (low, high) = equal_range(nodes, low, high, value);
    (low < high).then_some(low as u32)
}

/// Marks that can be cleared all at once: a node is marked if its stamp is the current one.
#[derive(Debug)]
pub struct Marks {
    stamps: Vec<u32>,
    current: u32,
}

impl Marks {
    /// No marks on any of `n` nodes.
    pub fn new(n: usize) -> Self {
        Self { stamps: vec![0; n], current: 1 }
    }
    /// Clears all marks.
    pub fn clear(&mut self) {
        self.current = self.current.wrapping_add(1);
        if self.current == 0 {
            self.stamps.fill(0);
            self.current = 1;
        }
    }
    /// Marks a node; returns whether it was unmarked.
    #[inline]
    pub fn mark(&mut self, node: u32) -> bool {
        let stamp = &mut self.stamps[node as usize];
        let fresh = *stamp != self.current;
        *stamp = self.current;
        fresh
    }
    /// Whether a node is marked.
    #[inline]
    pub fn is_marked(&self, node: u32) -> bool {
        self.stamps[node as usize] == self.current
    }
}
