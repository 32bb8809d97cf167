//! Interval labels for graphs that are forests: if every node has at most one parent and there is no cycle, a
//! depth-first numbering gives each node an interval that contains exactly its descendants, and "is there a path from a
//! to b" is two comparisons. Dominator trees, syntax trees and single inheritance are such graphs.

use super::{Adjacency, Graph, Patience};
use crate::limits::{Meter, Stop};

/// The labels.
#[derive(Debug)]
pub struct Forest {
    /// Whether steps lead from parents to children (`true`) or from children to parents.
    pub downwards: bool,
    // The preorder number of each node.
    enter: Vec<u32>,
    // The preorder number after the last descendant.
    leave: Vec<u32>,
    // The node with each preorder number.
    order: Vec<u32>,
}

impl Forest {
    /// Labels the graph; `None` unless it is a forest in one of its directions.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn of(graph: &Graph, meter: &Meter) -> Result<Option<Self>, Stop> {
        if graph.forward().is_functional() {
            return Self::label(graph.len(), graph.backward(meter)?, graph.forward(), false, meter);
        }
        if graph.backward(meter)?.is_functional() {
            return Self::label(graph.len(), graph.forward(), graph.backward(meter)?, true, meter);
        }
        Ok(None)
    }

    fn label(
        n: usize,
        children: &Adjacency,
        parent: &Adjacency,
        downwards: bool,
        meter: &Meter,
    ) -> Result<Option<Self>, Stop> {
        let mut patience = Patience::new(meter);
        let mut enter = vec![0; n];
        let mut leave = vec![0; n];
        let mut order = Vec::with_capacity(n);
        // Nodes to enter; when the walk returns to a node, marked by the top bit, it leaves it.
        const LEAVE: u32 = 1 << 31;
        let mut stack: Vec<u32> = Vec::new();
        for root in 0..n as u32 {
            patience.spend(1)?;
            if !parent.of(root).is_empty() {
                continue;
            }
            stack.push(root);
            while let Some(entry) = stack.pop() {
                patience.spend(1)?;
                let node = entry & !LEAVE;
                if entry & LEAVE != 0 {
                    leave[node as usize] = order.len() as u32;
                    continue;
                }
                enter[node as usize] = order.len() as u32;
                order.push(node);
                stack.push(node | LEAVE);
                stack.extend(children.of(node).iter().rev());
            }
        }
        // Nodes on cycles, and below them, are under no root.
        Ok((order.len() == n).then_some(Self { downwards, enter, leave, order }))
    }

    /// Whether `node` lies properly below `ancestor`.
    #[inline]
    pub fn is_below(&self, ancestor: u32, node: u32) -> bool {
        let at = self.enter[node as usize];
        self.enter[ancestor as usize] < at && at < self.leave[ancestor as usize]
    }

    /// All proper descendants.
    #[inline]
    pub fn below(&self, ancestor: u32) -> &[u32] {
        &self.order[self.enter[ancestor as usize] as usize + 1..self.leave[ancestor as usize] as usize]
    }
}
