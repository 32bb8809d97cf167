//! Closures: which nodes are reachable by one or more steps, given both ends, one end or none.

use super::{Adjacency, Graph, Marks, Patience};
use crate::limits::{Meter, Pace, Stop};
use crate::relation::{Relation, Table, sort};

/// Answers questions about one graph; holds the marks of its searches. One per thread.
#[derive(Debug)]
pub struct Searcher<'g> {
    graph: &'g Graph,
    marks: Option<Marks>,
    reached: Vec<u32>,
    patience: Patience<'g>,
}

impl<'g> Searcher<'g> {
    /// A searcher under the limits of an evaluation.
    pub fn new(graph: &'g Graph, meter: &'g Meter) -> Self {
        Self { graph, marks: None, reached: Vec::new(), patience: Patience::new(meter) }
    }

    /// Calls `each` with every value reachable from `start` by one or more steps (`forward`), or from which `start` is
    /// reachable (not `forward`). Each value once, in no defined order.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn from(&mut self, start: u32, forward: bool, mut each: impl FnMut(u32)) -> Result<(), Stop> {
        self.patience.spend(1)?;
        let Some(start) = self.graph.node(start) else {
            return Ok(());
        };
        let steps = self.steps(forward)?;
        if let Some(forest) = self.graph.forest(self.patience.meter)? {
            if forest.downwards == forward {
                for &node in forest.below(start) {
                    self.patience.spend(1)?;
                    each(self.graph.value(node));
                }
            } else {
                let mut node = start;
                while let [parent] = steps.of(node) {
                    self.patience.spend(1)?;
                    each(self.graph.value(*parent));
                    node = *parent;
                }
            }
            return Ok(());
        }
        self.search(steps, start, |_| true)?;
        for &node in &self.reached {
            self.patience.spend(1)?;
            each(self.graph.value(node));
        }
        Ok(())
    }

    fn steps(&self, forward: bool) -> Result<&'g Adjacency, Stop> {
        if forward { Ok(self.graph.forward()) } else { self.graph.backward(self.patience.meter) }
    }

    /// Fills `reached` (and the marks) with the nodes reachable by one or more steps through `allowed` nodes.
    fn search(&mut self, steps: &Adjacency, start: u32, allowed: impl Fn(u32) -> bool) -> Result<(), Stop> {
        let marks = self.marks.get_or_insert_with(|| Marks::new(self.graph.len()));
        marks.clear();
        self.reached.clear();
        for &next in steps.of(start) {
            if allowed(next) && marks.mark(next) {
                self.reached.push(next);
            }
        }
        let mut at = 0;
        while at < self.reached.len() {
            let targets = steps.of(self.reached[at]);
            self.patience.spend(1 + targets.len())?;
            for &next in targets {
                if allowed(next) && marks.mark(next) {
                    self.reached.push(next);
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// For each pair, whether one or more steps lead from the first to the second. The components of the graph decide
    /// most pairs; the others cost one search for all that share the first (or second) value.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn connected(&mut self, from: &[u32], to: &[u32]) -> Result<Vec<bool>, Stop> {
        let meter = self.patience.meter;
        if let Some(forest) = self.graph.forest(meter)? {
            let downwards = forest.downwards;
            let connected = |(&from, &to): (&u32, &u32)| {
                self.patience.spend(1)?;
                Ok(match (self.graph.node(from), self.graph.node(to)) {
                    (Some(from), Some(to)) if downwards => forest.is_below(from, to),
                    (Some(from), Some(to)) => forest.is_below(to, from),
                    _ => false,
                })
            };
            return from.iter().zip(to).map(connected).collect();
        }
        let components = self.graph.components(meter)?;
        let mut result = vec![false; from.len()];
        let (mut open, mut starts, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for (pair, (&from, &to)) in from.iter().zip(to).enumerate() {
            self.patience.spend(1)?;
            let (Some(from), Some(to)) = (self.graph.node(from), self.graph.node(to)) else { continue };
            match components.reaches(from, to) {
                Some(reaches) => result[pair] = reaches,
                None => {
                    open.push(pair);
                    starts.push(from);
                    ends.push(to);
                }
            }
        }
        // Search from the side with fewer distinct values.
        let distinct = |values: &[u32]| {
            let table = Table { cols: vec![values.to_vec()], len: values.len() };
            Ok(Relation::distinct(table, Pace::alone(meter))?.len())
        };
        let forward = distinct(&starts)? <= distinct(&ends)?;
        if !forward {
            std::mem::swap(&mut starts, &mut ends);
        }
        let steps = self.steps(forward)?;
        let by_start = |a: &u32, b: &u32| starts[*a as usize].cmp(&starts[*b as usize]);
        let order = sort::sort_by((0..starts.len() as u32).collect(), by_start, meter)?;
        for same in order.chunk_by(|&a, &b| starts[a as usize] == starts[b as usize]) {
            self.patience.spend(same.len())?;
            // Nodes beyond the last end in the order of components lead to none of them.
            let numbers = same.iter().map(|&at| components.number(ends[at as usize]));
            let last = if forward { numbers.min() } else { numbers.max() }.unwrap_or_default();
            let start = starts[same[0] as usize];
            if forward {
                self.search(steps, start, |node| components.number(node) >= last)?;
            } else {
                self.search(steps, start, |node| components.number(node) <= last)?;
            }
            let Some(marks) = &self.marks else { continue };
            for &at in same {
                result[open[at as usize]] = marks.is_marked(ends[at as usize]);
            }
        }
        Ok(result)
    }
}

/// All pairs `(a, b)` with a path of one or more steps, only from the given starts and to the given ends.
///
/// # Errors
/// If a limit is reached.
pub fn transitive_closure(
    graph: &Graph,
    sources: Option<&Relation>,
    sinks: Option<&Relation>,
    pace: Pace<'_>,
) -> Result<Relation, Stop> {
    let mut searcher = Searcher::new(graph, pace.meter);
    let (mut from, mut to) = (Vec::new(), Vec::new());
    let few_sinks = match (sources, sinks) {
        (None, Some(_)) => true,
        (Some(sources), Some(sinks)) => sinks.len() < sources.len(),
        _ => false,
    };
    if few_sinks {
        let wanted = sources.map(|sources| marks_of(graph, sources.col(0)));
        for &end in sinks.map_or(&[][..], |sinks| sinks.col(0)) {
            searcher.from(end, false, |start| {
                if is_wanted(graph, wanted.as_deref(), start) {
                    from.push(start);
                    to.push(end);
                }
            })?;
        }
    } else {
        let wanted = sinks.map(|sinks| marks_of(graph, sinks.col(0)));
        for &start in sources.map_or(graph.nodes.as_slice(), |sources| sources.col(0)) {
            searcher.from(start, true, |end| {
                if is_wanted(graph, wanted.as_deref(), end) {
                    from.push(start);
                    to.push(end);
                }
            })?;
        }
    }
    Relation::distinct(Table::from_cols(vec![from, to]), pace)
}

fn marks_of(graph: &Graph, values: &[u32]) -> Vec<bool> {
    let mut marks = vec![false; graph.len()];
    for node in values.iter().filter_map(|&value| graph.node(value)) {
        marks[node as usize] = true;
    }
    marks
}

fn is_wanted(graph: &Graph, wanted: Option<&[bool]>, value: u32) -> bool {
    wanted.is_none_or(|wanted| graph.node(value).is_some_and(|node| wanted[node as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn closure(pairs: &BTreeSet<(u32, u32)>) -> BTreeSet<(u32, u32)> {
        let mut all = pairs.clone();
        loop {
            let more: Vec<_> = all
                .iter()
                .flat_map(|&(a, b)| pairs.iter().filter(move |&&(c, _)| c == b).map(move |&(_, d)| (a, d)))
                .filter(|pair| !all.contains(pair))
                .collect();
            if more.is_empty() {
                return all;
            }
            all.extend(more);
        }
    }

    fn check(pairs: Vec<(u32, u32)>, spread: u32) -> Result<(), TestCaseError> {
        let pairs: BTreeSet<(u32, u32)> = pairs.into_iter().map(|(a, b)| (a * spread, b * spread)).collect();
        let rows: Vec<Vec<u32>> = pairs.iter().map(|&(a, b)| vec![a, b]).collect();
        let meter = Meter::unlimited();
        let graph = Graph::new(&Relation::from_rows(2, &rows), &meter).expect("no limit");
        let expected = closure(&pairs);
        let pairs_of = |relation: Relation| -> BTreeSet<(u32, u32)> {
            relation.rows().map(|row| (row[0], row[1])).collect()
        };
        prop_assert_eq!(
            &pairs_of(transitive_closure(&graph, None, None, Pace::alone(&meter)).expect("no limit")),
            &expected
        );
        let some = Relation::from_rows(1, &[vec![0], vec![2 * spread], vec![3 * spread]]);
        let few = Relation::from_rows(1, &[vec![spread], vec![3 * spread]]);
        let wanted: BTreeSet<_> =
            expected.iter().copied().filter(|(a, b)| some.contains(&[*a]) && few.contains(&[*b])).collect();
        prop_assert_eq!(
            &pairs_of(
                transitive_closure(&graph, Some(&some), Some(&few), Pace::alone(&meter)).expect("no limit")
            ),
            &wanted
        );
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for a in 0..9 {
            for b in 0..9 {
                from.push(a * spread);
                to.push(b * spread);
            }
        }
        let connected = Searcher::new(&graph, &meter).connected(&from, &to).expect("no limit");
        for ((a, b), is) in from.iter().zip(&to).zip(connected) {
            prop_assert_eq!(is, expected.contains(&(*a, *b)));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn any_graph(pairs in prop::collection::vec((0u32..9, 0u32..9), 0..25), spread in 1u32..1_000_000) {
            check(pairs, spread)?;
        }
        #[test]
        fn forests_in_both_directions(parents in prop::collection::vec(any::<prop::sample::Index>(), 1..9), up: bool) {
            let pairs = parents.iter().enumerate().map(|(at, parent)| {
                let (child, parent) = (at as u32 + 1, parent.index(at + 1) as u32);
                if up { (child, parent) } else { (parent, child) }
            });
            check(pairs.collect(), 1)?;
        }
    }
}
