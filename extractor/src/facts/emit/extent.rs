//! The locations of statements, expressions and variables in the database, as queries for other extractors of this
//! schema expect them.
//!
//! A statement that governs others (`if`, `while`, `for`, `switch`, `synchronized`, `catch`, `case`) is located at its
//! head: from its keyword to the parenthesis, arrow or colon before the governed part. `do`, `try` and blocks are
//! located as a whole, and so is `synchronized` in a database for CodeQL's library. A variable is located at its whole
//! declaration: modifiers, type and name; in a declaration statement with its initialiser and the comma or semicolon
//! after it. The expression that declares it begins at the name.

use super::Emitter;
use crate::ast::{
    CaseBody, Expr, ExprId, ExprKind, Modifiers, Span, Stmt, StmtId, StmtKind, TypeNodeId, TypeNodeKind, Var,
    VarKind,
};
use crate::facts::batch::{Ent, Loc};
use crate::facts::rows;

impl Emitter<'_> {
    /// The location of a statement.
    pub(super) fn stmt_extent(&self, id: StmtId) -> Span {
        // Labels are nested no deeper than the parser allows, and followed without recursion.
        let mut at = id;
        while let StmtKind::Labeled { body, .. } = self.tree[at].kind {
            at = body;
        }
        let Stmt { mut span, kind } = self.tree[at];
        if let StmtKind::LocalVar { vars, .. } = kind
            && let Some(var) = self.tree.list(vars).next()
            && let ExprKind::VarDecl(var) = self.tree[var].kind
            && self.tree[var].kind == VarKind::Resource
        {
            span.end = self.through(span.end, ";");
        }
        let end = match kind {
            // CodeQL's library expects the whole statement.
            StmtKind::Synchronized { .. } if self.input.bound.is_some() => span.end,
            StmtKind::If { then: body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::ForEach { body, .. }
            | StmtKind::Synchronized { body, .. }
            | StmtKind::Catch { body, .. }
            | StmtKind::Case { body: CaseBody::Stmt(body), .. } => self.back(self.tree[body].span.start, 0),
            StmtKind::Case { body: CaseBody::Expr(value), .. } => {
                let Expr { span, parens, .. } = self.tree[value];
                self.back(span.start, parens)
            }
            StmtKind::Case { body: CaseBody::Colon, .. } => self.through(span.end, ":"),
            StmtKind::Switch { selector, .. } => self.head_of_switch(selector),
            _ => span.end,
        };
        let start = self.tree[id].span.start;
        // Code that could not be parsed may have parts anywhere.
        Span::new(start, if end > span.start { end } else { span.end })
    }

    /// Records that an element extends beyond its location: it covers `span`.
    pub(super) fn whole(&mut self, element: Ent, located: Loc, span: Span) {
        let Loc { end_line, end_column, .. } = self.loc(span);
        if (end_line, end_column) > (located.end_line, located.end_column) {
            self.facts.row(rows::WholeEnds {
                element,
                end_line: end_line as i32,
                end_column: end_column as i32,
            });
        }
    }

    /// The location of an expression.
    pub(super) fn expr_extent(&self, id: ExprId) -> Span {
        let Expr { span, kind, .. } = self.tree[id];
        match kind {
            ExprKind::VarDecl(var) => {
                let var = self.tree[var];
                match var.kind {
                    VarKind::CatchParam | VarKind::Pattern => var.name_span,
                    // Without the dimensions after the name.
                    VarKind::Local if var.init.is_none() => var.name_span,
                    _ => Span::new(span.start, self.expr_end(id)),
                }
            }
            _ => Span::new(span.start, self.expr_end(id)),
        }
    }

    /// The end of an expression; for one that ends with a `switch`, the end of that head.
    fn expr_end(&self, id: ExprId) -> u32 {
        let end = self.tree[id].span.end;
        let mut at = id;
        loop {
            let last = match self.tree[at].kind {
                ExprKind::Switch { selector, .. } => {
                    let head = self.head_of_switch(selector);
                    return if head > self.tree[at].span.start { head } else { end };
                }
                ExprKind::VarDecl(var) => self.tree[var].init,
                ExprKind::Assign { value, .. } => Some(value),
                ExprKind::Binary { right, .. } => Some(right),
                ExprKind::Conditional { otherwise, .. } => Some(otherwise),
                ExprKind::Cast { operand, .. } => Some(operand),
                _ => None,
            };
            match last {
                Some(last) if self.tree[last].span.end == end => at = last,
                _ => return end,
            }
        }
    }

    /// The location of a local variable or parameter.
    pub(super) fn var_extent(&self, var: &Var, in_statement: bool) -> Span {
        let start = self.declaration_start(var);
        let end = match var.init {
            Some(init) if self.tree[init].parens == 0 => self.expr_end(init).max(var.name_span.end),
            _ => var.span.end.max(var.name_span.end),
        };
        let end = match var.kind {
            VarKind::Local | VarKind::Field if in_statement => self.through(self.through(end, ","), ";"),
            VarKind::Local => self.through(end, ","),
            VarKind::Resource => self.through(end, ";"),
            _ => end,
        };
        Span::new(start, end)
    }

    /// The start of a variable's declaration: its modifiers, type or name.
    fn declaration_start(&self, var: &Var) -> u32 {
        let mut start = var.ty.map_or(var.name_span.start, |ty| self.type_start(ty)).min(var.name_span.start);
        for annotation in self.tree.list(var.modifiers.annotations) {
            start = start.min(self.tree[annotation].span.start);
        }
        if var.modifiers.has(Modifiers::FINAL) {
            // Its place is not in the tree: it is before the type or before the first annotation.
            let before = self.back(start, 0) as usize;
            if let Some(rest) = self.input.text.get(..before).and_then(|text| text.strip_suffix("final")) {
                start = rest.len() as u32;
            }
        }
        start
    }

    /// The start of a written type, ignoring dimensions after the name.
    fn type_start(&self, mut ty: TypeNodeId) -> u32 {
        while let TypeNodeKind::Array { component } = self.tree[ty].kind {
            ty = component;
        }
        self.tree[ty].span.start
    }

    /// The end of the parenthesis after the selector of a `switch`.
    fn head_of_switch(&self, selector: ExprId) -> u32 {
        let Expr { span, parens, .. } = self.tree[selector];
        (0..=parens).fold(span.end, |at, _| self.through(at, ")"))
    }

    /// The offset after `token` if only blanks and comments precede it from `at` on; otherwise `at`.
    fn through(&self, at: u32, token: &str) -> u32 {
        let mut to = at as usize;
        loop {
            let Some(rest) = self.input.text.get(to..) else { return at };
            to += rest.len() - rest.trim_start().len();
            let comments = &self.tree.comments;
            match comments.binary_search_by_key(&(to as u32), |comment| comment.span.start) {
                Ok(found) if comments[found].span.end as usize > to => to = comments[found].span.end as usize,
                _ => break,
            }
        }
        match self.input.text.get(to..) {
            Some(rest) if rest.starts_with(token) => (to + token.len()) as u32,
            _ => at,
        }
    }

    /// The end of the text before `at`, skipping blanks, comments and so many opening parentheses backwards.
    fn back(&self, at: u32, parens: u8) -> u32 {
        let (mut to, mut open) = (at, parens);
        loop {
            let Some(before) = self.input.text.get(..to as usize) else { return at };
            let trimmed = before.trim_end();
            to = trimmed.len() as u32;
            let comments = &self.tree.comments;
            let after = comments.partition_point(|comment| comment.span.start < to);
            match comments[..after].last() {
                Some(comment) if comment.span.end >= to => to = comment.span.start,
                _ if open > 0 && trimmed.ends_with('(') => {
                    open -= 1;
                    to -= 1;
                }
                _ => return to,
            }
        }
    }
}
