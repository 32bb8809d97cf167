//! Closures and graph algorithms, by the book.

use super::{Done, Naive, Rows};
use quarrel_common::always;
use quarrel_datalog::binding::mode_of;
use quarrel_datalog::{GraphOp, Kind, PredId};
use std::collections::{BTreeMap, BTreeSet};

type Nodes = BTreeSet<u32>;

impl Naive<'_, '_> {
    fn all(&self, pred: PredId) -> Done<Vec<Vec<u32>>> {
        if let Some(known) = &self.known {
            return known.rows(pred, &[], &self.values);
        }
        Ok(self.ask(&(pred, Vec::new(), Vec::new()))?.iter().cloned().collect())
    }
    fn unary(&self, pred: PredId) -> Done<Nodes> {
        Ok(self.all(pred)?.iter().map(|row| row[0]).collect())
    }
    /// The other ends of the steps with `node` on this side.
    fn neighbours(&self, step: PredId, side: usize, node: u32) -> Done<Nodes> {
        if let Some(known) = &self.known {
            let rows = known.rows(step, &[(side, node)], &self.values)?;
            return Ok(rows.iter().map(|row| row[1 - side]).collect());
        }
        let mode = mode_of(self.program, step, |column| column == side).unwrap_or_default();
        let given = mode.iter().map(|_| node).collect();
        let rows = self.ask(&(step, mode, given))?;
        Ok(rows.iter().filter(|row| row[side] == node).map(|row| row[1 - side]).collect())
    }
    /// The nodes reachable from a node by at least one step.
    fn reached(&self, step: PredId, side: usize, node: u32) -> Done<Nodes> {
        let mut reached = Nodes::new();
        let mut todo = vec![node];
        while let Some(node) = todo.pop() {
            for next in self.neighbours(step, side, node)? {
                if reached.insert(next) {
                    todo.push(next);
                }
            }
        }
        Ok(reached)
    }
    /// The pairs of a closure whose given ends are these.
    pub(super) fn closure(
        &self,
        step: PredId,
        reflexive: bool,
        from: Option<u32>,
        to: Option<u32>,
    ) -> Done<Rows> {
        let whole = mode_of(self.program, step, |_| false).is_some();
        let forward = whole || mode_of(self.program, step, |column| column == 0).is_some();
        let mut pairs = Rows::new();
        match (from, to) {
            (Some(from), _) if forward => {
                pairs.extend(self.reached(step, 0, from)?.into_iter().map(|node| vec![from, node]));
            }
            (_, Some(to)) => {
                pairs.extend(self.reached(step, 1, to)?.into_iter().map(|node| vec![node, to]));
            }
            _ => {
                for from in self.all(step)?.iter().map(|row| row[0]).collect::<Nodes>() {
                    pairs.extend(self.reached(step, 0, from)?.into_iter().map(|node| vec![from, node]));
                }
            }
        }
        if reflexive {
            pairs.extend(from.or(to).map(|node| vec![node, node]));
        }
        Ok(pairs)
    }

    pub(super) fn graph(&self, graph: &GraphOp) -> Done<Rows> {
        let mut rows = Rows::new();
        match graph {
            GraphOp::TransitiveClosure { step, sources, sinks } => {
                let sources = sources.map(|pred| self.unary(pred)).transpose()?;
                let sinks = sinks.map(|pred| self.unary(pred)).transpose()?;
                let inside =
                    |nodes: &Option<Nodes>, node| nodes.as_ref().is_none_or(|nodes| nodes.contains(&node));
                rows = self.closure(*step, false, None, None)?;
                rows.retain(|row| inside(&sources, row[0]) && inside(&sinks, row[1]));
            }
            GraphOp::ShortestDistances { start, step } => {
                for from in self.unary(*start)? {
                    let mut distances = BTreeMap::from([(from, 0u32)]);
                    let mut frontier = vec![from];
                    for distance in 1.. {
                        let mut next = Vec::new();
                        for node in frontier {
                            for other in self.neighbours(*step, 0, node)? {
                                distances.entry(other).or_insert_with(|| {
                                    next.push(other);
                                    distance
                                });
                            }
                        }
                        if next.is_empty() {
                            break;
                        }
                        frontier = next;
                    }
                    rows.extend(distances.into_iter().map(|(node, distance)| vec![from, node, distance]));
                }
            }
            GraphOp::ImmediateDominators { entry, successor } => {
                let mut edges: BTreeMap<u32, Nodes> = BTreeMap::new();
                for row in self.all(*successor)? {
                    edges.entry(row[0]).or_default().insert(row[1]);
                }
                for entry in self.unary(*entry)? {
                    let all = avoiding(&edges, entry, None);
                    // `a` dominates the nodes that are not reachable without it.
                    let mut dominators: BTreeMap<u32, Nodes> = BTreeMap::new();
                    for &a in &all {
                        for b in all.difference(&avoiding(&edges, entry, Some(a))).filter(|b| **b != a) {
                            dominators.entry(*b).or_default().insert(a);
                        }
                    }
                    // The immediate dominator is the one dominated by all others: it has the most dominators itself.
                    let depth = |node: &u32| dominators.get(node).map_or(0, BTreeSet::len);
                    for (node, above) in &dominators {
                        rows.extend(
                            above.iter().max_by_key(|node| depth(node)).map(|d| vec![entry, *d, *node]),
                        );
                    }
                }
            }
            GraphOp::EquivalenceRelation { base } => {
                let pairs = self.all(*base)?;
                let mut class: BTreeMap<u32, u32> =
                    pairs.iter().flatten().map(|node| (*node, *node)).collect();
                let kind =
                    self.program.preds[*base].columns.first().map_or(Kind::Entity, |column| column.kind);
                // Each class is named by its least member: the lesser of two names wins until nothing changes.
                let mut changed = true;
                while changed {
                    changed = false;
                    for pair in &pairs {
                        let (a, b) = (class[&pair[0]], class[&pair[1]]);
                        let least = if self.values.compare(kind, a, b).is_le() { a } else { b };
                        changed |= a != b;
                        class.insert(pair[0], least);
                        class.insert(pair[1], least);
                    }
                }
                let mut names: Vec<u32> = class.values().copied().collect::<Nodes>().into_iter().collect();
                names.sort_by(|a, b| self.values.compare(kind, *a, *b));
                let number =
                    |name: &u32| always!(names.iter().position(|have| have == name)).unwrap_or(0) as u32;
                rows = class.iter().map(|(node, name)| vec![*node, number(name)]).collect();
            }
            GraphOp::InternSets { values } => {
                let mut sets: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
                for row in self.all(*values)? {
                    sets.entry(row[0]).or_default().push(row[1]);
                }
                rows = sets.iter().map(|(key, set)| vec![*key, self.values.set(set)]).collect();
            }
        }
        Ok(rows)
    }
}

/// The nodes reachable from the entry without passing a node.
fn avoiding(edges: &BTreeMap<u32, Nodes>, entry: u32, without: Option<u32>) -> Nodes {
    let mut reached = Nodes::new();
    let mut todo = vec![entry];
    while let Some(node) = todo.pop() {
        if Some(node) != without && reached.insert(node) {
            todo.extend(edges.get(&node).into_iter().flatten());
        }
    }
    reached
}
