//! Renders a `@kind graph` query whose graph is a tree in the form of `.expected` files (language.md section 19).
//!
//! ```text
//! A.java:
//! #    1| [Class] A
//! #    2|   3: [Method] m
//! #-----|     4: (Parameters)
//! ```
//!
//! `graphProperties("semmle.graphKind", "tree")` declares a tree. Nodes without incoming edges are roots, listed below
//! their file. Each line has the line number of the node in that file, the label of its incoming edge, and its own label.
//! `semmle.order` orders roots and the children of a node.

use quarrel_engine::{Cell, ResultSet, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The place, the text and the id of a node; several entities may have equal places and texts.
type Node = (String, String, Option<u32>);

#[derive(Default)]
struct Attributes {
    label: Option<String>,
    order: Option<f64>,
}

impl Attributes {
    fn set(&mut self, key: &Cell, value: &Cell) {
        match key.text().as_str() {
            "semmle.label" => self.label = Some(value.text()),
            "semmle.order" => self.order = value.text().parse().ok(),
            _ => {}
        }
    }
    fn order(&self) -> f64 {
        self.order.unwrap_or(f64::INFINITY)
    }
}

#[derive(Default)]
struct Tree<'a> {
    nodes: BTreeMap<Node, (Attributes, Option<&'a Cell>)>,
    children: BTreeMap<Node, BTreeMap<Node, Attributes>>,
}

/// The tree in the result sets of one query; `None` if they do not declare one.
pub fn render(sets: &[ResultSet]) -> Option<String> {
    let rows = |name: &str| {
        let name = name.to_owned();
        sets.iter().filter(move |set| set.name == name).flat_map(|set| &set.rows)
    };
    let says_so = |row: &Vec<Cell>| matches!(&row[..], [key, value] if key.text() == "semmle.graphKind" && value.text() == "tree");
    if !rows("graphProperties").any(says_so) {
        return None;
    }
    let mut tree = Tree::default();
    for row in rows("nodes") {
        if let [node, key, value] = &row[..] {
            tree.node(node).set(key, value);
        }
    }
    let mut inner = BTreeSet::new();
    for row in rows("edges") {
        if let [from, to, rest @ ..] = &row[..] {
            tree.node(from);
            tree.node(to);
            inner.insert(identity(to));
            let attributes =
                tree.children.entry(identity(from)).or_default().entry(identity(to)).or_default();
            if let [key, value] = rest {
                attributes.set(key, value);
            }
        }
    }
    let mut roots: Vec<&Node> = tree.nodes.keys().filter(|node| !inner.contains(*node)).collect();
    roots.sort_by(|a, b| tree.nodes[*a].0.order().total_cmp(&tree.nodes[*b].0.order()).then(a.cmp(b)));
    let mut out = String::new();
    let mut file = String::new();
    for root in roots {
        let cell = tree.nodes[root].1;
        let own = cell.and_then(Cell::location).map_or(String::new(), |place| place.path.to_string());
        if own != file {
            let _ = writeln!(out, "{own}:");
            file = own;
        }
        tree.write(root, &mut out);
    }
    Some(out)
}

impl<'a> Tree<'a> {
    fn node(&mut self, cell: &'a Cell) -> &mut Attributes {
        let entry = self.nodes.entry(identity(cell)).or_default();
        entry.1 = Some(cell);
        &mut entry.0
    }

    /// Writes a node and its descendants. The graph may have cycles nevertheless, so no node is written below itself.
    fn write(&self, root: &Node, out: &mut String) {
        let mut above: Vec<&Node> = Vec::new();
        let mut stack: Vec<(&Node, Option<&str>, usize)> = vec![(root, None, 0)];
        while let Some((node, edge, depth)) = stack.pop() {
            above.truncate(depth);
            if above.contains(&node) {
                continue;
            }
            let Some((attributes, cell)) = self.nodes.get(node) else { continue };
            let line = cell.and_then(Cell::location).map(|place| place.start_line);
            let _ = match line {
                Some(line) => write!(out, "#{line:5}| "),
                None => write!(out, "#-----| "),
            };
            let _ = write!(out, "{:1$}", "", 2 * depth);
            if let Some(edge) = edge {
                let _ = write!(out, "{edge}: ");
            }
            let _ = writeln!(out, "{}", attributes.label.as_deref().unwrap_or(&node.1));
            let mut below: Vec<(&Node, &Attributes)> =
                self.children.get(node).into_iter().flatten().collect();
            below.sort_by(|a, b| b.1.order().total_cmp(&a.1.order()).then(b.0.cmp(a.0)));
            stack.extend(below.into_iter().map(|(below, edge)| (below, edge.label.as_deref(), depth + 1)));
            above.push(node);
        }
    }
}

fn identity(cell: &Cell) -> Node {
    let entity = match cell.value {
        Value::Entity(number) => Some(number),
        _ => None,
    };
    (super::place(cell.location()), cell.text(), entity)
}
