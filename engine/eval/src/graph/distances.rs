//! `shortestDistances(start, step)(s, n, d)`: for each start, every node reachable in `d >= 0` steps, `d` minimal.

use super::{Graph, Marks, Patience};
use crate::limits::{Pace, Stop};
use crate::relation::{Relation, Table};

/// The rows `(start, node, distance)`; the start itself has distance 0, even if it has no step.
///
/// # Errors
/// If a limit is reached.
pub fn shortest_distances(graph: &Graph, starts: &Relation, pace: Pace<'_>) -> Result<Relation, Stop> {
    let mut table = Table::empty(3);
    let mut patience = Patience::new(pace.meter);
    let mut marks = Marks::new(graph.len());
    let (mut frontier, mut next): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    for &start in starts.col(0) {
        patience.spend(1)?;
        table.push_row(&[start, start, 0]);
        let Some(node) = graph.node(start) else {
            continue;
        };
        marks.clear();
        marks.mark(node);
        frontier.clear();
        frontier.push(node);
        let mut distance = 0;
        while !frontier.is_empty() {
            distance += 1;
            next.clear();
            for &node in &frontier {
                let targets = graph.forward().of(node);
                patience.spend(1 + targets.len())?;
                for &target in targets {
                    if marks.mark(target) {
                        next.push(target);
                        table.push_row(&[start, graph.value(target), distance]);
                    }
                }
            }
            std::mem::swap(&mut frontier, &mut next);
        }
    }
    Relation::distinct(table, pace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimal_and_with_the_start() {
        let steps = Relation::from_rows(2, &[vec![1, 2], vec![2, 3], vec![1, 3], vec![3, 1]]);
        let starts = Relation::from_rows(1, &[vec![1], vec![9]]);
        let meter = crate::limits::Meter::unlimited();
        let graph = Graph::new(&steps, &meter).expect("no limit");
        let found = shortest_distances(&graph, &starts, Pace::alone(&meter)).expect("no limit");
        let rows: Vec<_> = found.rows().collect();
        assert_eq!(rows, [[1, 1, 0], [1, 2, 1], [1, 3, 1], [9, 9, 0]]);
    }
}
