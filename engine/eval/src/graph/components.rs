//! Strongly connected components (Tarjan), numbered so that steps lead to an equal or smaller number. Nodes of one
//! component reach each other, and no node reaches a larger number: most questions about paths need no search then.

use super::{Graph, Patience};
use crate::limits::{Meter, Stop};

/// The components of a graph.
#[derive(Debug)]
pub struct Components {
    /// By node.
    numbers: Vec<u32>,
    /// By component, whether its nodes reach themselves.
    cyclic: Vec<bool>,
}

/// A node without a number yet.
const NONE: u32 = u32::MAX;

impl Components {
    /// Computes the components of a graph, in linear time.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn of(graph: &Graph, meter: &Meter) -> Result<Self, Stop> {
        let n = graph.len();
        meter.reserve(n * 24)?;
        let mut patience = Patience::new(meter);
        let steps = graph.forward();
        let mut numbers = vec![NONE; n];
        let mut cyclic = Vec::new();
        // When a node was visited, and the earliest node of its component known to be reachable from it.
        let (mut met, mut low) = (vec![NONE; n], vec![NONE; n]);
        let (mut clock, mut open, mut path) = (0, Vec::new(), Vec::new());
        for start in 0..n as u32 {
            if met[start as usize] != NONE {
                continue;
            }
            path.push((start, 0));
            while let Some((node, next)) = path.last_mut() {
                patience.spend(1)?;
                let at = *node as usize;
                if *next == 0 {
                    met[at] = clock;
                    low[at] = clock;
                    clock += 1;
                    open.push(*node);
                }
                if let Some(&target) = steps.of(*node).get(*next) {
                    *next += 1;
                    let target_at = target as usize;
                    if met[target_at] == NONE {
                        path.push((target, 0));
                    } else if numbers[target_at] == NONE {
                        low[at] = low[at].min(met[target_at]);
                    }
                    continue;
                }
                let node = *node;
                path.pop();
                if let Some((above, _)) = path.last() {
                    let above = *above as usize;
                    low[above] = low[above].min(low[at]);
                }
                if low[at] == met[at] {
                    let number = cyclic.len() as u32;
                    let mut size = 0;
                    while let Some(member) = open.pop() {
                        patience.spend(1)?;
                        numbers[member as usize] = number;
                        size += 1;
                        if member == node {
                            break;
                        }
                    }
                    cyclic.push(size > 1 || steps.of(node).binary_search(&node).is_ok());
                }
            }
        }
        Ok(Self { numbers, cyclic })
    }

    /// The number of a node's component.
    #[inline]
    pub fn number(&self, node: u32) -> u32 {
        self.numbers[node as usize]
    }

    /// Whether one or more steps lead from a node to another; `None` if the numbers do not decide.
    #[inline]
    pub fn reaches(&self, from: u32, to: u32) -> Option<bool> {
        match self.number(from).cmp(&self.number(to)) {
            std::cmp::Ordering::Less => Some(false),
            std::cmp::Ordering::Equal => Some(self.cyclic[self.number(from) as usize]),
            std::cmp::Ordering::Greater => None,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.numbers.len() * 4 + self.cyclic.len()
    }
}
