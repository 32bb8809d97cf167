//! Compares graphs as text with expectations, one for each kind of statement, and checks properties of every graph.
//! `UPDATE_EXPECT=1` rewrites the expectations.

use std::collections::HashSet;
use std::fmt::Write;

use super::{EXCEPTIONAL_EXIT, EXIT, EdgeLabel, Flow, Node, Part, Semantics, flow};
use crate::ast::{AstId, CallableId, ExprId, ExprKind, File, StmtId, StmtKind, TypeNodeKind};
use crate::parse::Parser;

/// Calls of methods named `io...` declare exceptions; names in lower case are values, `always` and `never` constants.
struct ByName<'a>(&'a File);

impl Semantics for ByName<'_> {
    fn declares_exceptions(&self, call: ExprId) -> bool {
        matches!(self.0[call].kind, ExprKind::Call { name, .. } if name.as_str().starts_with("io"))
    }
    fn constructor_call_declares_exceptions(&self, _: StmtId) -> bool {
        false
    }
    fn close_declares_exceptions(&self, _: StmtId) -> bool {
        false
    }
    fn catches_everything(&self, clause: StmtId) -> bool {
        let StmtKind::Catch { param, .. } = self.0[clause].kind else { return false };
        let ExprKind::VarDecl(var) = self.0[param].kind else { return false };
        self.0[var].ty.is_some_and(
            |ty| matches!(self.0[ty].kind, TypeNodeKind::Named { name, .. } if name.as_str() == "Throwable"),
        )
    }
    fn constant(&self, condition: ExprId) -> Option<bool> {
        match self.0[condition].kind {
            ExprKind::Name(name) if name.as_str() == "always" => Some(true),
            ExprKind::Name(name) if name.as_str() == "never" => Some(false),
            _ => None,
        }
    }
    fn evaluates_qualifier(&self, _: ExprId) -> bool {
        true
    }
    fn is_value(&self, name: ExprId) -> bool {
        match self.0[name].kind {
            ExprKind::Name(name) | ExprKind::Select { name, .. } => {
                !name.as_str().starts_with(char::is_uppercase)
            }
            _ => true,
        }
    }
}

fn graphs(source: &str) -> (File, Vec<Flow>) {
    let file = Parser::new().parse(source);
    let bodies: Vec<StmtId> =
        (0..file.callables.len()).filter_map(|i| file[<CallableId as AstId>::from_index(i)].body).collect();
    let graphs: Vec<Flow> =
        bodies.iter().map(|body| flow(&file, &[Part::Stmt(*body)], &ByName(&file))).collect();
    for graph in &graphs {
        check(graph);
    }
    (file, graphs)
}

/// Each element has one place, edges connect existing blocks, every block reaches an exit.
fn check(graph: &Flow) {
    let mut seen = HashSet::new();
    for node in graph.blocks.iter().flat_map(|block| &block.nodes) {
        let place = match node {
            Node::Expr(id) => (0, id.index()),
            Node::Stmt(id) => (1, id.index()),
            Node::Body => (2, 0),
            Node::Value => (2, 1),
            Node::SuperCall => (2, 2),
            Node::InitializersStmt => (2, 3),
            Node::InitializersCall => (2, 4),
            Node::Added(added) => (6, *added as usize),
            Node::Assignment(var, part) => (3 + *part as i32, var.index()),
        };
        assert!(seen.insert(place), "{node:?} stands twice");
    }
    let mut reaching: HashSet<u32> = [EXIT, EXCEPTIONAL_EXIT].into();
    loop {
        let before = reaching.len();
        for edge in &graph.edges {
            assert!((edge.from.max(edge.to) as usize) < graph.blocks.len());
            if reaching.contains(&edge.to) {
                reaching.insert(edge.from);
            }
        }
        if reaching.len() == before {
            break;
        }
    }
    assert_eq!(reaching.len(), graph.blocks.len(), "a block reaches no exit");
}

/// The blocks in order, with their elements as written (shortened) and their successors.
fn show(source: &str, file: &File, graph: &Flow) -> String {
    let mut out = String::new();
    for (index, block) in graph.blocks.iter().enumerate() {
        if index == EXIT as usize || index == EXCEPTIONAL_EXIT as usize {
            continue;
        }
        let _ = write!(out, "{index}:");
        for node in &block.nodes {
            let span = match *node {
                Node::Expr(id) => file[id].span,
                Node::Stmt(id) => file[id].span,
                implicit => {
                    let _ = write!(out, " {implicit:?}");
                    continue;
                }
            };
            let text = &source[span.start as usize..span.end as usize];
            let short: String = text.chars().take(12).collect();
            let mark = if short.len() < text.len() { "…" } else { "" };
            let _ = write!(out, " `{}{mark}`", short.trim_end());
        }
        for edge in graph.edges.iter().filter(|edge| edge.from as usize == index) {
            let label = match edge.label {
                EdgeLabel::Normal => "",
                EdgeLabel::True => "true ",
                EdgeLabel::False => "false ",
                EdgeLabel::Exception => "throw ",
                EdgeLabel::Virtual => "virtual ",
            };
            let target = match edge.to {
                EXIT => "exit".to_owned(),
                EXCEPTIONAL_EXIT => "thrown".to_owned(),
                block => block.to_string(),
            };
            let _ = write!(out, " -> {label}{target}");
        }
        out.push('\n');
    }
    out
}

#[test]
fn statements() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/flow/tests/statements.txt");
    let expected = std::fs::read_to_string(path).unwrap();
    let mut actual = String::new();
    for case in expected.split("\n\n").filter(|case| !case.trim().is_empty()) {
        let java = case.trim().lines().next().unwrap();
        let source = format!("class C {{ void m() {{ {java} }} }}");
        let (file, graphs) = graphs(&source);
        assert!(file.diagnostics.is_empty(), "{java}: {:?}", file.diagnostics);
        let _ = writeln!(actual, "{java}\n{}", show(&source, &file, &graphs[0]));
    }
    let actual = actual.trim_end().to_owned() + "\n";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &actual).unwrap();
    }
    assert!(actual == expected, "graphs differ; they are now\n{actual}");
}

/// Graphs of damaged sources have these properties too.
#[test]
fn anything_flows() {
    let source = include_str!("tests/statements.txt");
    let bodies: Vec<&str> = source.split("\n\n").filter_map(|case| case.trim().lines().next()).collect();
    let all =
        format!("class C {{ {} }}", bodies.iter().map(|b| format!("void m() {{ {b} }}")).collect::<String>());
    for cut in (0..all.len()).filter(|at| all.is_char_boundary(*at)).step_by(7) {
        let end = (cut + 1 + cut % 7).min(all.len());
        graphs(&(all[..cut].to_owned() + all.get(end..).unwrap_or("")));
    }
}

/// In Java that does not compile, an expression before `.this` is evaluated unless it is a name.
#[test]
fn a_creation_before_this_flows() {
    let source = "class C { Object m() { return new C() {}.this; } }";
    let (file, graphs) = graphs(source);
    let shown = show(source, &file, &graphs[0]);
    assert!(shown.contains("`new C() {}`"), "{shown}");
}
