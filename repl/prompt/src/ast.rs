//! Prints the syntax tree of a Java file or class as queries see it.

use super::state::State;
use quarrel_console::Failure;
use quarrel_engine::{Cell, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Selects each element of a file with its parent, its class in the library, and whether it is the root.
const QUERY: &str = r#"import java

private Element above(Element e) {
  result = e.(Expr).getParent()
  or
  result = e.(Stmt).getParent()
  or
  result = e.(FieldDeclaration).getAField().getDeclaringType()
  or
  result = e.(Field).getDeclaration()
  or
  not e instanceof Field and result = e.(Member).getDeclaringType()
  or
  result = e.(Parameter).getCallable()
  or
  result = e.(LocalVariableDecl).getDeclExpr()
}

private predicate isAsked(Element e) {
  e.(CompilationUnit).getBaseName() = NAME or
  e.(CompilationUnit).getRelativePath() = NAME or
  e.(RefType).getName() = NAME or
  e.(RefType).getQualifiedName() = NAME
}

private predicate isIn(Element e, Element root) {
  isAsked(root) and root.fromSource() and e.getFile() = root.getFile()
}

from Element e, Element up, int asked
where
  isIn(e, _) and
  (up = above(e) or not exists(above(e)) and up = e.getFile()) and
  (if isAsked(e) then asked = 1 else asked = 0)
select e, up, concat(e.getAPrimaryQlClass(), " "), asked
"#;

/// An element of the tree.
struct Node {
    line: (i32, i32, i32, i32),
    text: String,
    class: String,
    is_asked: bool,
}

impl State {
    /// The tree of the file or class with this name.
    ///
    /// # Errors
    /// If there is no such file or class in the sources, or the query is stopped.
    pub(super) fn ast(&mut self, name: &str) -> Result<String, Failure> {
        if name.is_empty() {
            return Err(Failure::new(
                "`:ast` takes a file or class, such as `:ast Pool.java` or `:ast Pool`",
            ));
        }
        let quoted = format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
        let module = QUERY.replace("NAME", &quoted).into();
        let compiled = self.compile_quietly(&module)?;
        let sets = self.evaluate(&compiled)?;
        let rows = sets.iter().find(|set| set.name == "#select").map(|set| set.rows.as_slice());
        let text = tree(rows.unwrap_or_default());
        if text.is_empty() {
            return Err(Failure::new(format!("the sources have no file and no class `{name}`"))
                .help("`CompilationUnit` lists the files, `Class` the classes"));
        }
        Ok(text)
    }
}

/// The tree of the rows, from the root down.
fn tree(rows: &[Vec<Cell>]) -> String {
    let id = |cell: &Cell| match cell.value {
        Value::Entity(id) => Some(id),
        _ => None,
    };
    let mut nodes: BTreeMap<u32, Node> = BTreeMap::new();
    let mut children: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for row in rows {
        let [element, up, class, asked] = row.as_slice() else { continue };
        let (Some(own), Some(above)) = (id(element), id(up)) else { continue };
        let at = element.location();
        let line =
            at.map_or((0, 0, 0, 0), |at| (at.start_line, at.start_column, -at.end_line, -at.end_column));
        let is_asked = matches!(asked.value, Value::Int(1));
        nodes.insert(own, Node { line, text: element.text(), class: class.text(), is_asked });
        if own != above {
            children.entry(above).or_default().insert(own);
        }
    }
    let mut out = String::new();
    let mut seen = BTreeSet::new();
    let mut roots: Vec<u32> = nodes.iter().filter(|(_, node)| node.is_asked).map(|(id, _)| *id).collect();
    roots.sort_by_key(|id| (nodes[id].line, *id));
    for root in roots {
        let mut open = vec![(root, 0)];
        while let Some((at, depth)) = open.pop() {
            let Some(node) = nodes.get(&at).filter(|_| seen.insert(at)) else { continue };
            let line = if node.line.0 > 0 { node.line.0.to_string() } else { String::new() };
            let _ = writeln!(out, "{line:>5}  {}{} {}", "  ".repeat(depth), node.class, node.text);
            let mut below: Vec<u32> = children.get(&at).into_iter().flatten().copied().collect();
            below.sort_by_key(|id| (nodes.get(id).map(|node| node.line), *id));
            open.extend(below.into_iter().rev().map(|id| (id, depth + 1)));
        }
    }
    out
}
