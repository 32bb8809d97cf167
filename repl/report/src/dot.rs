//! Renders the query predicates of a `@kind graph` query (language.md section 18) for Graphviz.
//!
//! `nodes(node, key, value)` and `edges(from, to, key, value)` give attributes: `semmle.label` is the label,
//! `semmle.order` the order of nodes, other keys are not changed. `graphProperties(key, value)`: `semmle.graphKind` is
//! `tree` or `graph`; others are attributes of the graph.

use quarrel_engine::{Cell, ResultSet};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A node by its shown text.
type Node = (String, String);

/// The graph in the result sets of one query, which may be empty.
pub fn render(name: &str, sets: &[&ResultSet]) -> String {
    let rows = |name| rows_of(sets, name);
    let mut nodes: BTreeMap<Node, BTreeMap<String, String>> = BTreeMap::new();
    for row in rows("nodes") {
        if let [node, key, value] = row.as_slice() {
            nodes.entry(identity(node)).or_default().insert(key.text(), value.text());
        }
    }
    let mut edges: BTreeMap<(Node, Node), BTreeMap<String, String>> = BTreeMap::new();
    for row in rows("edges") {
        if let [from, to, rest @ ..] = row.as_slice() {
            let attributes = edges.entry((identity(from), identity(to))).or_default();
            if let [key, value] = rest {
                attributes.insert(key.text(), value.text());
            }
        }
    }
    let mut out = format!("digraph {} {{\n", quoted(name));
    for row in rows("graphProperties") {
        if let [key, value] = row.as_slice()
            && key.text() != "semmle.graphKind"
        {
            let _ = writeln!(out, "  {}={};", quoted(&key.text()), quoted(&value.text()));
        }
    }
    // Ends of edges that are missing in `nodes` are drawn too.
    for (from, to) in edges.keys() {
        nodes.entry(from.clone()).or_default();
        nodes.entry(to.clone()).or_default();
    }
    let order = |attributes: &BTreeMap<String, String>| {
        attributes.get("semmle.order").and_then(|order| order.parse::<f64>().ok()).unwrap_or(f64::INFINITY)
    };
    let mut sorted: Vec<(&Node, &BTreeMap<String, String>)> = nodes.iter().collect();
    sorted.sort_by(|a, b| order(a.1).total_cmp(&order(b.1)).then_with(|| a.0.cmp(b.0)));
    let numbers: BTreeMap<&Node, usize> =
        sorted.iter().enumerate().map(|(at, (node, _))| (*node, at)).collect();
    for (number, (node, attributes)) in sorted.iter().enumerate() {
        let label = attributes.get("semmle.label").unwrap_or(&node.1);
        let _ = writeln!(out, "  {number} [{}];", list(Some(label), attributes));
    }
    for ((from, to), attributes) in &edges {
        let label = attributes.get("semmle.label").filter(|label| !label.is_empty());
        let _ = writeln!(out, "  {} -> {} [{}];", numbers[from], numbers[to], list(label, attributes));
    }
    out.push_str("}\n");
    out
}

fn rows_of<'a>(sets: &'a [&'a ResultSet], name: &'static str) -> impl Iterator<Item = &'a Vec<Cell>> {
    sets.iter().filter(move |set| set.name == name).flat_map(|set| &set.rows)
}

fn identity(cell: &Cell) -> Node {
    (super::place(cell.location()), cell.text())
}

fn list(label: Option<&String>, attributes: &BTreeMap<String, String>) -> String {
    let label = label.map(|label| format!("label={}", quoted(label)));
    let others = attributes.iter().filter(|(key, _)| !key.is_empty() && !key.starts_with("semmle."));
    let others = others.map(|(key, value)| format!("{}={}", quoted(key), quoted(value)));
    label.into_iter().chain(others).collect::<Vec<_>>().join(", ")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
