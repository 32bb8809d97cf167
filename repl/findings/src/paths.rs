//! Finds the shortest paths of `path-problem` queries in the graph of `edges` and `nodes`.

use super::{LockUse, Path, Step};
use quarrel_engine::{Cell, Location, ResultSet, Value};
use std::collections::{HashMap, VecDeque};

/// The key of an edge to another thread.
const THREAD: &str = "quarrel.thread";
/// The property of a node with its text.
const LABEL: &str = "semmle.label";

/// The graph of one query, with the texts and places of its nodes. Neighbours are in the order of the result set, so that
/// equal results have equal paths.
#[derive(Debug, Default)]
pub struct Graph {
    next: HashMap<u32, Vec<(u32, bool)>>,
    nodes: HashMap<u32, (String, Option<Location>)>,
    labels: HashMap<u32, String>,
    locks: HashMap<u32, Vec<(LockUse, String)>>,
}

fn id(cell: &Cell) -> Option<u32> {
    match cell.value {
        Value::Entity(id) => Some(id),
        _ => None,
    }
}

impl Graph {
    /// The graph of the query predicates `edges(a, b)` or `edges(a, b, key, value)` and `nodes(node, key, value)`. If
    /// there are nodes, edges between other elements are ignored (language.md section 18).
    pub fn new(edges: Option<&ResultSet>, nodes: Option<&ResultSet>) -> Self {
        let mut graph = Self::default();
        for row in nodes.into_iter().flat_map(|set| &set.rows) {
            let Some(node) = row.first().and_then(|cell| graph.add(cell)) else { continue };
            let (Some(key), Some(value)) = (row.get(1), row.get(2)) else { continue };
            if key.text() == LABEL {
                graph.labels.entry(node).or_insert_with(|| value.text());
            } else if let Some(how) = LockUse::of_key(&key.text()) {
                graph.locks.entry(node).or_default().push((how, value.text()));
            }
        }
        graph.locks.values_mut().for_each(|locks| {
            locks.sort();
            locks.dedup();
        });
        let known = nodes.map(|_| graph.nodes.clone());
        for row in edges.into_iter().flat_map(|set| &set.rows) {
            let [from, to, rest @ ..] = row.as_slice() else { continue };
            let (Some(a), Some(b)) = (id(from), id(to)) else { continue };
            if known.as_ref().is_some_and(|known| !known.contains_key(&a) || !known.contains_key(&b)) {
                continue;
            }
            graph.add(from);
            graph.add(to);
            let threads = rest.first().is_some_and(|key| key.text() == THREAD);
            let next = graph.next.entry(a).or_default();
            if !next.contains(&(b, threads)) {
                next.push((b, threads));
            }
        }
        graph
    }

    fn add(&mut self, cell: &Cell) -> Option<u32> {
        let id = id(cell)?;
        self.nodes.entry(id).or_insert_with(|| (cell.text(), cell.location().cloned()));
        Some(id)
    }

    /// A shortest path; source and sink alone if no edges lead from one to the other.
    pub fn path(&self, source: &Cell, sink: &Cell) -> Path {
        let (Some(from), Some(to)) = (id(source), id(sink)) else { return vec![self.ends(source, sink)] };
        let mut came: HashMap<u32, (u32, bool)> = HashMap::new();
        let mut work = VecDeque::from([from]);
        while let Some(node) = work.pop_front() {
            if node == to {
                break;
            }
            for (next, threads) in self.next.get(&node).into_iter().flatten() {
                if *next != from && !came.contains_key(next) {
                    came.insert(*next, (node, *threads));
                    work.push_back(*next);
                }
            }
        }
        if from != to && !came.contains_key(&to) {
            return vec![self.ends(source, sink)];
        }
        let mut threads = vec![Vec::new()];
        let mut node = to;
        loop {
            if let Some(thread) = threads.last_mut() {
                thread.push(self.step(node, if node == from { source } else { sink }));
            }
            if node == from {
                break;
            }
            let (before, switch) = came[&node];
            if switch {
                threads.push(Vec::new());
            }
            node = before;
        }
        threads.iter_mut().for_each(|thread| thread.reverse());
        threads.reverse();
        threads
    }

    fn ends(&self, source: &Cell, sink: &Cell) -> Vec<Step> {
        let step = |cell: &Cell| {
            let label = id(cell).and_then(|id| self.labels.get(&id)).cloned();
            let locks = id(cell).and_then(|id| self.locks.get(&id)).cloned().unwrap_or_default();
            let label = label.unwrap_or_else(|| cell.text());
            Step { label, location: cell.location().cloned(), locks }
        };
        let mut steps = vec![step(source), step(sink)];
        steps.dedup();
        steps
    }

    fn step(&self, node: u32, otherwise: &Cell) -> Step {
        let (text, location) = self
            .nodes
            .get(&node)
            .cloned()
            .unwrap_or_else(|| (otherwise.text(), otherwise.location().cloned()));
        let locks = self.locks.get(&node).cloned().unwrap_or_default();
        Step { label: self.labels.get(&node).cloned().unwrap_or(text), location, locks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: u32) -> Cell {
        Cell::new(Value::Entity(id), format!("n{id}").into(), None)
    }
    fn text(text: &str) -> Cell {
        Cell::new(Value::String(text.into()), text.into(), None)
    }
    fn set(rows: Vec<Vec<Cell>>) -> ResultSet {
        ResultSet { name: String::new(), query: 0, columns: Vec::new(), rows }
    }
    fn shown(path: &Path) -> Vec<String> {
        let thread =
            |steps: &Vec<Step>| steps.iter().map(|step| step.label.as_str()).collect::<Vec<_>>().join(" ");
        path.iter().map(thread).collect()
    }

    #[test]
    fn the_shortest_path_is_taken() {
        let edges = [(1, 2), (2, 3), (3, 4), (1, 3), (4, 1)].map(|(a, b)| vec![node(a), node(b)]);
        let graph = Graph::new(Some(&set(edges.to_vec())), None);
        assert_eq!(shown(&graph.path(&node(1), &node(4))), ["n1 n3 n4"]);
        assert_eq!(shown(&graph.path(&node(2), &node(2))), ["n2"]);
        assert_eq!(shown(&graph.path(&node(2), &node(9))), ["n2 n9"], "without edges the ends remain");
    }

    #[test]
    fn edges_between_threads_part_a_path() {
        let edges = vec![
            vec![node(1), node(2), text(""), text("")],
            vec![node(2), node(3), text(THREAD), text("")],
            vec![node(3), node(4), text(""), text("")],
        ];
        let nodes = (1..=4).map(|at| vec![node(at), text(LABEL), text(&format!("step {at}"))]).collect();
        let graph = Graph::new(Some(&set(edges)), Some(&set(nodes)));
        assert_eq!(shown(&graph.path(&node(1), &node(4))), ["step 1 step 2", "step 3 step 4"]);
    }

    #[test]
    fn nodes_say_what_threads_do_with_locks() {
        let row = |id, key, value| vec![node(id), text(key), text(value)];
        let nodes = vec![
            row(1, LABEL, "takes a"),
            row(1, "quarrel.takes", "a"),
            row(2, "quarrel.waits", "b"),
            row(2, "quarrel.other", "c"),
        ];
        let edges = set(vec![vec![node(1), node(2)]]);
        let graph = Graph::new(Some(&edges), Some(&set(nodes)));
        let path = graph.path(&node(1), &node(2));
        let locks: Vec<_> = path[0].iter().map(|step| step.locks.clone()).collect();
        assert_eq!(locks, [vec![(LockUse::Takes, "a".to_owned())], vec![(LockUse::Waits, "b".to_owned())]]);
    }

    #[test]
    fn edges_beside_the_nodes_do_not_count() {
        let edges = [(1, 2), (2, 3)].map(|(a, b)| vec![node(a), node(b)]).to_vec();
        let nodes = [1, 3].map(|at| vec![node(at), text(LABEL), text(&format!("x{at}"))]).to_vec();
        let graph = Graph::new(Some(&set(edges)), Some(&set(nodes)));
        assert_eq!(shown(&graph.path(&node(1), &node(3))), ["x1 x3"]);
    }
}
