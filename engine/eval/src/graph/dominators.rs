//! `idominance(entry, successor)(e, d, n)`: the immediate dominator of each node reachable from each entry.
//!
//! The algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"): intersect the dominators of the
//! predecessors along the tree built so far, in reverse postorder, until nothing changes. On control-flow graphs it
//! needs one or two passes; an entry costs only the part of the graph that it reaches.

use super::{Graph, Patience};
use crate::limits::{Pace, Stop};
use crate::relation::{Relation, Table};

const NONE: u32 = u32::MAX;

/// The rows `(entry, dominator, node)`; the entry itself has none.
///
/// # Errors
/// If a limit is reached.
pub fn immediate_dominators(graph: &Graph, entries: &Relation, pace: Pace<'_>) -> Result<Relation, Stop> {
    let mut table = Table::empty(3);
    let mut patience = Patience::new(pace.meter);
    let backward = graph.backward(pace.meter)?;
    // By node of the graph: its postorder number in the current walk, or NONE.
    let mut number = vec![NONE; graph.len()];
    let mut postorder: Vec<u32> = Vec::new();
    let mut stack: Vec<(u32, u32)> = Vec::new();
    let mut idom: Vec<u32> = Vec::new();
    for &entry_value in entries.col(0) {
        patience.spend(1)?;
        let Some(entry) = graph.node(entry_value) else {
            continue;
        };
        // Depth-first walk; `number` holds NONE - 1 while a node is open.
        postorder.clear();
        stack.push((entry, 0));
        number[entry as usize] = NONE - 1;
        while let Some((node, next)) = stack.last_mut() {
            patience.spend(1)?;
            let successors = graph.forward().of(*node);
            if let Some(&target) = successors.get(*next as usize) {
                *next += 1;
                if number[target as usize] == NONE {
                    number[target as usize] = NONE - 1;
                    stack.push((target, 0));
                }
            } else {
                number[*node as usize] = postorder.len() as u32;
                postorder.push(*node);
                stack.pop();
            }
        }
        // Immediate dominators by postorder number; the entry has the greatest.
        let root = postorder.len() as u32 - 1;
        idom.clear();
        idom.resize(postorder.len(), NONE);
        idom[root as usize] = root;
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..root).rev() {
                let mut dominator = NONE;
                let predecessors = backward.of(postorder[at as usize]);
                patience.spend(1 + predecessors.len())?;
                for &predecessor in predecessors {
                    let predecessor = number[predecessor as usize];
                    if predecessor == NONE || idom[predecessor as usize] == NONE {
                        continue;
                    }
                    dominator = if dominator == NONE {
                        predecessor
                    } else {
                        intersect(&idom, dominator, predecessor, &mut patience)?
                    };
                }
                if idom[at as usize] != dominator {
                    idom[at as usize] = dominator;
                    changed = true;
                }
            }
        }
        for at in 0..root {
            let dominator = postorder[idom[at as usize] as usize];
            table.push_row(&[entry_value, graph.value(dominator), graph.value(postorder[at as usize])]);
        }
        for &node in &postorder {
            number[node as usize] = NONE;
        }
    }
    Relation::distinct(table, pace)
}

fn intersect(idom: &[u32], mut a: u32, mut b: u32, patience: &mut Patience<'_>) -> Result<u32, Stop> {
    while a != b {
        while a < b {
            patience.spend(1)?;
            a = idom[a as usize];
        }
        while b < a {
            patience.spend(1)?;
            b = idom[b as usize];
        }
    }
    Ok(a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn reach(pairs: &BTreeSet<(u32, u32)>, entry: u32, without: Option<u32>) -> BTreeSet<u32> {
        let mut seen = BTreeSet::new();
        if without == Some(entry) {
            return seen;
        }
        let mut open = vec![entry];
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                open.extend(pairs.iter().filter(|(a, b)| *a == node && Some(*b) != without).map(|(_, b)| *b));
            }
        }
        seen
    }

    proptest! {
        /// d strictly dominates n if n is not reachable without d; all others dominate the immediate one.
        #[test]
        fn agrees_with_the_definition(pairs in prop::collection::btree_set((0u32..8, 0u32..8), 1..24)) {
            let rows: Vec<Vec<u32>> = pairs.iter().map(|&(a, b)| vec![a, b]).collect();
            let meter = crate::limits::Meter::unlimited();
            let graph = Graph::new(&Relation::from_rows(2, &rows), &meter).expect("no limit");
            let entries = Relation::from_rows(1, &[vec![0], vec![1]]);
            let mut expected = BTreeSet::new();
            for entry in [0, 1] {
                if graph.node(entry).is_none() {
                    continue;
                }
                let all = reach(&pairs, entry, None);
                let dominators = |n: u32| -> BTreeSet<u32> {
                    all.iter().copied().filter(|&d| d != n && !reach(&pairs, entry, Some(d)).contains(&n)).collect()
                };
                for &n in &all {
                    let strict = dominators(n);
                    expected.extend(
                        strict.iter().filter(|&&d| dominators(d).len() + 1 == strict.len()).map(|&d| vec![entry, d, n]),
                    );
                }
            }
            let found: BTreeSet<Vec<u32>> = immediate_dominators(&graph, &entries, Pace::alone(&meter)).expect("no limit").rows().collect();
            prop_assert_eq!(found, expected);
        }
    }
}
