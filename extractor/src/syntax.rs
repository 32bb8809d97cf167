//! Lowers a parse tree to the compact syntax tree of [`crate::ast`].
//!
//! One cursor walks the tree. A function that lowers a construct finds the cursor on the construct's node and leaves it
//! there; it never fails, whatever the tree looks like after error recovery: a missing part becomes an error node.
//! Comments are not visited. The parser reports syntax errors; this stage only reports too deep nesting and misplaced
//! code.

mod decls;
mod exprs;
mod stmts;
mod types;
mod units;

#[cfg(test)]
mod tests;

use tree_sitter::TreeCursor;

use crate::ast::{
    self, Diagnostic, Expr, ExprId, ExprKind, File, List, Severity, Span, Stmt, StmtId, StmtKind, TypeNode,
    TypeNodeId, TypeNodeKind,
};
use crate::intern::{Recent, Sym};
use crate::parse::kinds::{F, K, Tables};
use crate::parse::{MAX_DEPTH, Unit};

/// The compact tree of a compilation unit; `source` is the text of the file, `room` an empty tree to fill.
pub(crate) fn lower(
    unit: &Unit,
    source: &str,
    tables: &'static Tables,
    recent: &mut Recent,
    room: File,
) -> File {
    let state = State { file: room, recent: std::mem::take(recent), ..State::default() };
    let mut lower = Lower::new(unit, source, tables, state);
    lower.compilation_unit();
    *recent = lower.state.recent;
    lower.state.file
}

struct Lower<'t> {
    unit: &'t Unit,
    cursor: TreeCursor<'t>,
    tables: &'static Tables,
    /// The text of the file, from which the parsed text was made.
    source: &'t str,
    state: State,
}

/// The state that is shared between a text and the texts inside it.
#[derive(Default)]
struct State {
    file: File,
    recent: Recent,
    /// The number of constructs around the current one.
    depth: u32,
    /// The number of types among them.
    type_depth: u32,
    /// Whether nesting beyond the limits was reported.
    too_deep: bool,
}

/// Makes fields of the state accessible as fields of the walk.
impl std::ops::Deref for Lower<'_> {
    type Target = State;
    fn deref(&self) -> &State {
        &self.state
    }
}

impl std::ops::DerefMut for Lower<'_> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl<'t> Lower<'t> {
    fn new(unit: &'t Unit, source: &'t str, tables: &'static Tables, state: State) -> Lower<'t> {
        Lower { unit, cursor: unit.tree.walk(), tables, source, state }
    }

    fn kind(&self) -> K {
        self.tables.kind(self.cursor.node().kind_id())
    }

    fn offset(&self, offset: usize) -> u32 {
        match (&self.unit.offsets, &self.unit.map) {
            (Some(offsets), _) => offsets[offset],
            (None, Some(map)) => map.original(offset as u32),
            (None, None) => offset as u32,
        }
    }

    fn span(&self) -> Span {
        let node = self.cursor.node();
        Span::new(self.offset(node.start_byte()), self.offset(node.end_byte()))
    }

    fn text(&self) -> &'t str {
        self.unit.text.get(self.cursor.node().byte_range()).unwrap_or("")
    }

    fn sym(&mut self) -> Sym {
        let text = self.text();
        self.recent.sym(text)
    }

    /// Visits the children of the current node in order, without comments.
    fn children(&mut self, mut visit: impl FnMut(&mut Self, K, F)) {
        if !self.cursor.goto_first_child() {
            return;
        }
        loop {
            let kind = self.kind();
            if !kind.is_comment() {
                let field = self.tables.field(self.cursor.field_id());
                visit(self, kind, field);
            }
            if !self.cursor.goto_next_sibling() {
                break;
            }
        }
        self.cursor.goto_parent();
    }

    /// Runs `lower` one level deeper, or `otherwise` if nesting exceeds the limit.
    fn nested<R>(&mut self, lower: impl FnOnce(&mut Self) -> R, otherwise: impl FnOnce(&mut Self) -> R) -> R {
        if self.depth >= MAX_DEPTH {
            self.report_once("nested too deeply; deeper parts are left out");
            return otherwise(self);
        }
        self.depth += 1;
        let result = lower(self);
        self.depth -= 1;
        result
    }

    fn report(&mut self, severity: Severity, span: Span, message: &str) {
        self.file.diagnostics.push(Diagnostic { severity, span, message: message.to_owned() });
    }

    /// Reports that a limit is exceeded, the first time only.
    fn report_once(&mut self, message: &str) {
        if !self.too_deep {
            self.too_deep = true;
            self.report(Severity::Error, self.span(), message);
        }
    }

    fn add_expr(&mut self, span: Span, kind: ExprKind) -> ExprId {
        let exprs = &mut self.state.file.exprs;
        exprs.push(Expr { span, kind, parens: 0 });
        ExprId::from_index(exprs.len() - 1)
    }

    fn add_stmt(&mut self, span: Span, kind: StmtKind) -> StmtId {
        self.file.stmts.push(Stmt { span, kind });
        StmtId::from_index(self.file.stmts.len() - 1)
    }

    fn add_type(&mut self, span: Span, kind: TypeNodeKind) -> TypeNodeId {
        self.file.types.push(TypeNode { span, kind, annotations: List::EMPTY });
        TypeNodeId::from_index(self.file.types.len() - 1)
    }

    fn list<T: ast::AstId>(&mut self, ids: &[T]) -> List<T> {
        self.file.add_list(ids)
    }

    /// The expression, or an error expression if the tree has none.
    fn expr_or_error(&mut self, expr: Option<ExprId>) -> ExprId {
        expr.unwrap_or_else(|| {
            let span = self.span();
            self.add_expr(span, ExprKind::Error { parts: List::EMPTY })
        })
    }

    /// The statement, or an error statement if the tree has none.
    fn stmt_or_error(&mut self, stmt: Option<StmtId>) -> StmtId {
        stmt.unwrap_or_else(|| {
            let span = self.span();
            self.add_stmt(span, StmtKind::Error { parts: List::EMPTY })
        })
    }

    /// The type, or an error type if the tree has none.
    fn type_or_error(&mut self, ty: Option<TypeNodeId>) -> TypeNodeId {
        ty.unwrap_or_else(|| {
            let span = self.span();
            self.add_type(Span::new(span.start, span.start), TypeNodeKind::Error)
        })
    }
}
