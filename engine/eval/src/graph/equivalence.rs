//! Equivalence classes by union-find.

use super::{Graph, Patience};
use crate::limits::{Pace, Stop};
use crate::relation::{Relation, Table, sort};
use std::cmp::Ordering;

/// The rows `(element, class)` of the symmetric transitive closure of the pairs; classes are numbered from 0 in the
/// order of their least elements by `compare`.
///
/// # Errors
/// If a limit is reached.
pub fn equivalence_relation(
    base: &Relation,
    compare: &dyn Fn(u32, u32) -> Ordering,
    pace: Pace<'_>,
) -> Result<Relation, Stop> {
    let graph = Graph::new(base, pace.meter)?;
    let mut patience = Patience::new(pace.meter);
    let mut parent: Vec<u32> = (0..graph.len() as u32).collect();
    fn root(parent: &mut [u32], mut node: u32) -> u32 {
        while parent[node as usize] != node {
            parent[node as usize] = parent[parent[node as usize] as usize];
            node = parent[node as usize];
        }
        node
    }
    for (&a, &b) in graph.forward.sources().iter().zip(&graph.forward.targets) {
        patience.spend(1)?;
        let (a, b) = (root(&mut parent, a), root(&mut parent, b));
        // The least element stays the root.
        let (low, high) = (a.min(b), a.max(b));
        parent[high as usize] = low;
    }
    // For each root, the least element by the order of values, which may differ from that of the nodes.
    let mut least: Vec<u32> = (0..graph.len() as u32).collect();
    for node in 0..graph.len() as u32 {
        patience.spend(1)?;
        let root = root(&mut parent, node);
        if compare(graph.value(node), graph.value(least[root as usize])) == Ordering::Less {
            least[root as usize] = node;
        }
    }
    let roots: Vec<u32> = (0..graph.len() as u32).filter(|&node| parent[node as usize] == node).collect();
    let by_least =
        |&a: &u32, &b: &u32| compare(graph.value(least[a as usize]), graph.value(least[b as usize]));
    let roots = sort::sort_by(roots, by_least, pace.meter)?;
    let mut class = vec![0; graph.len()];
    for (number, &root) in roots.iter().enumerate() {
        class[root as usize] = number as u32;
    }
    let mut table = Table::empty(2);
    for node in 0..graph.len() as u32 {
        patience.spend(1)?;
        let root = root(&mut parent, node);
        table.push_row(&[graph.value(node), class[root as usize]]);
    }
    Relation::distinct(table, pace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_numbered_by_their_least_element() {
        let base = Relation::from_rows(2, &[vec![9, 4], vec![2, 2], vec![7, 9], vec![3, 1]]);
        let meter = crate::limits::Meter::unlimited();
        let found = equivalence_relation(&base, &|a, b| a.cmp(&b), Pace::alone(&meter)).expect("no limit");
        let rows: Vec<_> = found.rows().collect();
        assert_eq!(rows, [[1, 0], [2, 1], [3, 0], [4, 2], [7, 2], [9, 2]]);
    }
}
