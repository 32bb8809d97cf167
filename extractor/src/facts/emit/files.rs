//! The file itself, and its counts of lines.

use super::Emitter;
use crate::ast::{Comment, ExprKind, LineTable, Span, StmtKind};
use crate::facts::batch::Ent;
use crate::facts::rows;
use crate::facts::world::{module_ent, package_ent};
use crate::intern::Sym;
use quarrel_common::always;

/// The place of a file.
#[derive(Debug, Clone, Copy)]
pub struct FilePlace<'a> {
    /// Its absolute path.
    pub name: &'a str,
    /// The folder that contains it.
    pub folder: Ent,
    /// The module that it belongs to, if one is declared above it.
    pub module: Option<Sym>,
}

impl Emitter<'_> {
    /// The rows of the file.
    pub(super) fn file(&mut self) {
        let FilePlace { name, folder, module } = self.input.place;
        let row = rows::File {
            id: self.input.entity,
            name: self.facts.text(name),
            folder,
            package: self.tree.module.is_none().then(|| package_ent(self.tree.package_name())),
            module: self.tree.module.as_ref().map(|m| m.name).or(module).map(module_ent),
        };
        self.facts.row(row);
        let (all, code, comment) = line_counts(self.input.text, &self.tree.lines, &self.tree.comments);
        self.facts.row(rows::Numlines {
            element_id: self.input.entity,
            num_lines: all,
            num_code: code,
            num_comment: comment,
        });
    }

    /// The counts of lines of a declaration, for CodeQL's library only.
    pub(super) fn declared_lines(&mut self, declaration: Ent, span: Span) {
        if self.input.bound.is_none() {
            return;
        }
        let text = self.slice(span);
        let all = &self.tree.comments;
        let (first, end) = (
            all.partition_point(|c| c.span.start < span.start),
            all.partition_point(|c| c.span.start < span.end),
        );
        let within = always!(all.get(first..end)).unwrap_or_default().iter().map(|comment| Comment {
            span: Span::new(comment.span.start - span.start, comment.span.end - span.start),
            ..*comment
        });
        let (num_lines, num_code, num_comment) =
            line_counts(text, &LineTable::new(text), &within.collect::<Vec<_>>());
        self.facts.row(rows::Numlines { element_id: declaration, num_lines, num_code, num_comment });
    }
}

/// The number of calls, creations, method references and explicit constructor calls.
pub fn calls(tree: &crate::ast::File) -> u64 {
    let exprs = tree
        .exprs
        .iter()
        .filter(|e| matches!(e.kind, ExprKind::Call { .. } | ExprKind::New(_) | ExprKind::MethodRef { .. }));
    let stmts = tree
        .stmts
        .iter()
        .filter(|s| matches!(s.kind, StmtKind::ThisCall { .. } | StmtKind::SuperCall { .. }));
    (exprs.count() + stmts.count()) as u64
}

/// Counts all lines, those with code, and those with a comment.
fn line_counts(text: &str, lines: &LineTable, comments: &[Comment]) -> (i32, i32, i32) {
    let (mut all, mut code, mut commented) = (0, 0, 0);
    let mut next = 0;
    let starts = lines.starts();
    for line in 0..lines.lines(text.len()) {
        let start = starts[line] as usize;
        let end = starts.get(line + 1).map_or(text.len(), |&next| next as usize);
        all += 1;
        while next < comments.len() && (comments[next].span.end as usize) <= start {
            next += 1;
        }
        let mut at = start;
        let mut has_code = false;
        let mut has_comment = false;
        for Comment { span: Span { start: from, end: to }, .. } in &comments[next..] {
            let (from, to) = (*from as usize, *to as usize);
            if from >= end {
                break;
            }
            has_comment = true;
            has_code |= text.get(at..from.max(at)).is_some_and(|t| !t.trim().is_empty());
            at = to.min(end).max(at);
        }
        has_code |= text.get(at..end).is_some_and(|t| !t.trim().is_empty());
        code += i32::from(has_code);
        commented += i32::from(has_comment);
    }
    (all, code, commented)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::CommentKind;

    #[test]
    fn lines_are_classified() {
        let text = "// a\nint x; /* b\n c */ int y;\n\n";
        let comment =
            |start: u32, end: u32| Comment { span: Span::new(start, end), kind: CommentKind::Block };
        for text in [text, &text.replace('\n', "\r")] {
            let lines = LineTable::new(text);
            assert_eq!(line_counts(text, &lines, &[comment(0, 4), comment(12, 22)]), (4, 2, 3));
        }
        assert_eq!(line_counts("", &LineTable::new(""), &[]), (0, 0, 0));
    }
}
