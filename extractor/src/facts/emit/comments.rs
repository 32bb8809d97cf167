//! Comments: Javadoc with its tags, the declarations that it documents, and the elements beside other comments.

use super::{Anchor, Emitter};
use crate::ast::{Comment, CommentKind, Span};
use crate::facts::batch::Ent;
use crate::facts::rows;

impl<'a> Emitter<'a> {
    /// The rows of all comments of the file. Call it after the walk, which collects their anchors.
    pub(super) fn comments(&mut self) {
        let mut anchors = std::mem::take(&mut self.anchors);
        // Outer elements before the inner ones that begin at the same place.
        anchors.sort_by_key(|a| (a.span.start, std::cmp::Reverse(a.span.end)));
        let comments = &self.tree.comments;
        let mut members = 0;
        for (at, comment) in comments.iter().enumerate() {
            self.begin_comment(comment.span, &mut members);
            let id = self.facts.fresh();
            let loc = self.loc(self.comment_extent(comment));
            let kind = match comment.kind {
                CommentKind::Javadoc => 0,
                CommentKind::Block => 1,
                CommentKind::Line => 2,
            };
            self.facts.row(rows::Comment { id, kind, loc });
            let text = self.slice(comment.span);
            match comment.kind {
                CommentKind::Javadoc => self.javadoc(comment.span, id),
                CommentKind::Block => {
                    let lines = self.doc_lines(text, comment.span.start);
                    self.line_texts(&lines, id, 0);
                }
                CommentKind::Line => {
                    let text = self.facts.text(text.strip_prefix("//").unwrap_or(text));
                    let part = self.facts.fresh();
                    self.facts.row(rows::JavadocText { id: part, text, parent: id, idx: 0, loc });
                }
            }
            self.documented(comment, comments.get(at + 1), &anchors, id);
            if let Some(element) = self.anchor_of(comment.span, &anchors) {
                self.facts.row(rows::CommentAnchor { comment: id, element });
            }
        }
    }

    /// The extent of a comment. In CodeQL's databases a carriage return belongs to the comment before it.
    fn comment_extent(&self, comment: &Comment) -> Span {
        let Span { start, end } = comment.span;
        let has_return = self.input.bound.is_some()
            && comment.kind == CommentKind::Line
            && self.input.text.as_bytes().get(end as usize) == Some(&b'\r');
        Span::new(start, end + u32::from(has_return))
    }

    fn doc_lines(&self, text: &'a str, start: u32) -> Vec<(u32, &'a str)> {
        doc_lines(text, start, self.input.bound.is_some())
    }

    /// The member directly after a Javadoc comment, unless another Javadoc comment comes between. In CodeQL's databases
    /// both comments belong to it, and to the fields or enum constants after it in its list.
    fn documented(&mut self, comment: &Comment, next: Option<&Comment>, anchors: &[Anchor], id: Ent) {
        let for_codeql = self.input.bound.is_some();
        let from = anchors.partition_point(|a| a.span.start < comment.span.end);
        let Some(first) = anchors[from..].iter().find(|a| a.member) else { return };
        let between = !for_codeql
            && comment.kind == CommentKind::Javadoc
            && next.is_some_and(|n| n.kind == CommentKind::Javadoc && n.span.start < first.span.start);
        if between || !self.only_blanks(Span::new(comment.span.end, first.span.start)) {
            return;
        }
        self.facts.row(rows::HasJavadoc { documentableid: first.entity, javadocid: id });
        if for_codeql && first.list.is_some() {
            let comments = &self.tree.comments;
            let later = anchors[from..].iter().filter(|a| a.list == first.list && a.entity != first.entity);
            let has_own = |a: &&Anchor| {
                let before = &comments[..comments.partition_point(|c| c.span.start < a.span.start)];
                before.iter().rev().take_while(|c| c.span.start > first.span.start).any(|c| {
                    c.kind == CommentKind::Javadoc
                        && self.slice(Span::new(c.span.end, a.span.start)).trim().is_empty()
                })
            };
            let shared: Vec<Ent> = later.take_while(|a| !has_own(a)).map(|a| a.entity).collect();
            for documentableid in shared {
                self.facts.row(rows::HasJavadoc { documentableid, javadocid: id });
            }
        }
    }

    /// Whether a span holds only blanks and comments.
    fn only_blanks(&self, span: Span) -> bool {
        let mut at = span.start;
        let comments = &self.tree.comments;
        for comment in &comments[comments.partition_point(|c| c.span.start < span.start)..] {
            if comment.span.start >= span.end {
                break;
            }
            if !self.slice(Span::new(at, comment.span.start)).trim().is_empty() {
                return false;
            }
            at = comment.span.end;
        }
        at >= span.end || self.slice(Span::new(at, span.end)).trim().is_empty()
    }

    /// The element of a comment: the one that ends before it on its line, or whose head does; otherwise the next
    /// element in the same body.
    fn anchor_of(&self, comment: Span, anchors: &[Anchor]) -> Option<Ent> {
        let lines = &self.tree.lines;
        let line = lines.position(comment.start).0;
        let from = anchors.partition_point(|a| a.span.start < comment.start);
        // Only elements that begin before the comment can be beside it; the nearest come last.
        let near = anchors[..from].iter().rev().take(64);
        let mut beside: Option<&Anchor> = None;
        let mut around: Option<&Anchor> = None;
        for anchor in near {
            if anchor.span.end <= comment.start {
                let ends_here = lines.position(anchor.span.end.saturating_sub(1)).0 == line;
                let begins_here = lines.position(anchor.span.start).0 == line;
                // Of those that end here, the last; of those that end at one place, the outermost of this line.
                let better = beside.is_none_or(|b| {
                    anchor.span.end > b.span.end || (anchor.span.end == b.span.end && begins_here)
                });
                if ends_here && better {
                    beside = Some(anchor);
                }
            } else if around.is_none() {
                around = Some(anchor);
            }
        }
        if let Some(anchor) = beside {
            return Some(anchor.entity);
        }
        let inside = around.or_else(|| anchors[..from].iter().rev().find(|a| a.span.end > comment.start));
        if let Some(anchor) = inside
            && anchor.head <= comment.start
            && lines.position(anchor.head).0 == line
        {
            return Some(anchor.entity);
        }
        let next = anchors.get(anchors.partition_point(|a| a.span.start < comment.end))?;
        inside.is_none_or(|outer| next.span.end <= outer.span.end).then_some(next.entity)
    }

    /// The parts of a Javadoc comment: texts and block tags in order; a tag's first word is a part of its own if the
    /// tag names something.
    fn javadoc(&mut self, span: Span, id: Ent) {
        let lines = self.doc_lines(self.slice(span), span.start);
        let mut idx = 0;
        let mut at = 0;
        while at < lines.len() {
            let mut end = at + 1;
            while end < lines.len() && !lines[end].1.starts_with('@') {
                end += 1;
            }
            let part = &lines[at..end];
            at = end;
            if let Some(name) = tag_name(part[0].1) {
                let whole = match self.input.bound {
                    // There, a tag is its name and the following character.
                    Some(_) => Span::new(part[0].0, part[0].0 + name.len() as u32 + 1),
                    None => extent(part),
                };
                let tag = self.facts.fresh();
                let loc = self.loc(whole);
                let text = self.facts.text(name);
                self.facts.row(rows::JavadocTag { id: tag, name: text, parent: id, idx, loc });
                self.tag_texts(name, part, tag);
                idx += 1;
            } else {
                idx = self.line_texts(part, id, idx);
            }
        }
    }

    fn tag_texts(&mut self, name: &str, part: &[(u32, &str)], tag: Ent) {
        let (start, first) = part[0];
        let rest = first[name.len()..].trim_start();
        let mut lines = vec![(start + (first.len() - rest.len()) as u32, rest)];
        lines.extend_from_slice(&part[1..]);
        let names = matches!(name, "@param" | "@throws" | "@exception" | "@see" | "@serialField");
        let mut idx = 0;
        if names {
            let word = rest.split_whitespace().next().unwrap_or("");
            if !word.is_empty() {
                self.doc_text(&[(lines[0].0, word)], tag, 0);
                idx = 1;
                let left = rest[word.len()..].trim_start();
                lines[0] = (lines[0].0 + (rest.len() - left.len()) as u32, left);
            }
        }
        self.doc_text(&lines, tag, idx);
    }

    /// A text for each line that is not blank, as children of `parent` from `idx`. Returns the next index.
    fn line_texts(&mut self, lines: &[(u32, &str)], parent: Ent, mut idx: i32) -> i32 {
        for line in lines {
            idx += i32::from(self.doc_text(std::slice::from_ref(line), parent, idx));
        }
        idx
    }

    /// A text of these lines as a child of `parent`, unless they are blank; returns whether there is one.
    fn doc_text(&mut self, lines: &[(u32, &str)], parent: Ent, idx: i32) -> bool {
        let text: Vec<&str> = lines.iter().map(|(_, line)| *line).collect();
        let text = text.join("\n");
        if text.trim().is_empty() {
            return false;
        }
        let id = self.facts.fresh();
        let loc = self.loc(extent(lines));
        let text = self.facts.text(text.trim());
        self.facts.row(rows::JavadocText { id, text, parent, idx, loc });
        true
    }
}

/// The lines of a comment without its delimiters and leading stars, with the offset of each. In CodeQL's databases the
/// first line keeps its stars.
fn doc_lines(text: &str, start: u32, for_codeql: bool) -> Vec<(u32, &str)> {
    let documentation = text.strip_prefix("/**").filter(|_| text != "/**/");
    let inner = documentation.or_else(|| text.strip_prefix("/*")).unwrap_or(text);
    let offset = start + (text.len() - inner.len()) as u32;
    let inner = inner.strip_suffix("*/").unwrap_or(inner);
    let mut lines = Vec::new();
    let mut at = 0;
    for line in inner.split('\n') {
        let body = line.trim_start();
        let body = if for_codeql && at == 0 { body } else { body.trim_start_matches('*').trim_start() };
        let skipped = line.len() - body.len();
        lines.push((offset + (at + skipped) as u32, body.trim_end()));
        at += line.len() + 1;
    }
    lines
}

/// The name of a block tag at the start of a line.
fn tag_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('@')?;
    let len = rest.find(|c: char| !c.is_alphanumeric() && c != '.' && c != '-').unwrap_or(rest.len());
    (len > 0).then(|| &line[..=len])
}

/// From the first to the last character of some lines.
fn extent(lines: &[(u32, &str)]) -> Span {
    let used = || lines.iter().filter(|(_, line)| !line.is_empty());
    let start = used().next().or(lines.first()).map_or(0, |l| l.0);
    let end = used().next_back().map_or(start, |(at, line)| at + line.len() as u32);
    Span::new(start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn javadoc_lines_lose_their_stars() {
        let lines = doc_lines("/**\n * One.\n *\n * @param x two\n */", 10, false);
        let texts: Vec<&str> = lines.iter().map(|l| l.1).collect();
        assert_eq!(texts, ["", "One.", "", "@param x two", ""]);
        assert_eq!(lines[1].0, 10 + 4 + 3);
        assert_eq!(doc_lines("/***\n One.\n ***/", 0, true)[0], (3, "*"));
        assert_eq!(tag_name("@param x"), Some("@param"));
        assert_eq!(tag_name("@ x"), None);
    }
}
