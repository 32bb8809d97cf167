//! Lowers a parse tree to the compact syntax tree of [`crate::ast`].
//!
//! One cursor walks the tree. A function that lowers a construct finds the cursor on the construct's node and leaves
//! it there; it never fails, whatever the tree looks like after error recovery: what is missing becomes an error
//! node. Comments are not seen here. Diagnostics of syntax errors are the parser's; here only too deep nesting and
//! misplaced code are reported.

mod decls;
mod exprs;
mod stmts;
mod types;
mod units;

#[cfg(test)]
mod tests;

use tree_sitter::{Tree, TreeCursor};

use crate::ast::{
    self, Diagnostic, Expr, ExprId, ExprKind, File, List, Severity, Span, Stmt, StmtId, StmtKind, TypeNode,
    TypeNodeId, TypeNodeKind,
};
use crate::intern::Sym;
use crate::parse::kinds::{F, K, Tables};
use crate::parse::{MAX_DEPTH, OffsetMap};

/// The compact tree of a compilation unit; `text` is what was parsed, `map` leads back to the file's offsets.
pub(crate) fn lower(tree: &Tree, text: &str, tables: &'static Tables, map: Option<&OffsetMap>) -> File {
    let mut lower =
        Lower { text, cursor: tree.walk(), tables, map, file: File::default(), depth: 0, too_deep: false };
    lower.compilation_unit();
    lower.file
}

struct Lower<'t> {
    text: &'t str,
    cursor: TreeCursor<'t>,
    tables: &'static Tables,
    map: Option<&'t OffsetMap>,
    file: File,
    /// How many constructs enclose the current one.
    depth: u32,
    /// Whether nesting beyond the limit was reported.
    too_deep: bool,
}

impl<'t> Lower<'t> {
    fn kind(&self) -> K {
        self.tables.kind(self.cursor.node().kind_id())
    }

    fn offset(&self, offset: usize) -> u32 {
        self.map.map_or(offset as u32, |map| map.original(offset as u32))
    }

    fn span(&self) -> Span {
        let node = self.cursor.node();
        Span::new(self.offset(node.start_byte()), self.offset(node.end_byte()))
    }

    fn text(&self) -> &'t str {
        self.text.get(self.cursor.node().byte_range()).unwrap_or("")
    }

    fn sym(&self) -> Sym {
        Sym::new(self.text())
    }

    /// Visits the children of the current node in order, comments left out.
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

    /// Runs `lower` one level deeper, or `otherwise` where nesting is beyond the limit.
    fn nested<R>(&mut self, lower: impl FnOnce(&mut Self) -> R, otherwise: impl FnOnce(&mut Self) -> R) -> R {
        if self.depth >= MAX_DEPTH {
            if !self.too_deep {
                self.too_deep = true;
                self.report(Severity::Error, self.span(), "nested too deeply; what lies deeper is left out");
            }
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

    fn add_expr(&mut self, span: Span, kind: ExprKind) -> ExprId {
        self.file.exprs.push(Expr { span, kind, parens: 0 });
        ExprId::from_index(self.file.exprs.len() - 1)
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

    /// An expression where the tree has none.
    fn expr_or_error(&mut self, expr: Option<ExprId>) -> ExprId {
        expr.unwrap_or_else(|| {
            let span = self.span();
            self.add_expr(span, ExprKind::Error { parts: List::EMPTY })
        })
    }

    /// A statement where the tree has none.
    fn stmt_or_error(&mut self, stmt: Option<StmtId>) -> StmtId {
        stmt.unwrap_or_else(|| {
            let span = self.span();
            self.add_stmt(span, StmtKind::Error { parts: List::EMPTY })
        })
    }

    /// A type where the tree has none.
    fn type_or_error(&mut self, ty: Option<TypeNodeId>) -> TypeNodeId {
        ty.unwrap_or_else(|| {
            let span = self.span();
            self.add_type(Span::new(span.start, span.start), TypeNodeKind::Error)
        })
    }
}
