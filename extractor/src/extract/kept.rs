//! What one extraction keeps for the next: of each file its header, its stamp and a hash of its content; and how many files
//! mention each entity.

use std::collections::BTreeMap;

use quarrel_files::cache::Key as ContentKey;
use serde::{Deserialize, Serialize};

use super::stamp::Stamp;
use crate::ast::{self, Member, Span};
use crate::report::{FileCounts, Report};
use crate::resolve::Reason;
use crate::write::RowRange;

/// See the module documentation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptTree {
    /// A hash of the options, libraries and the place of the tree.
    pub(crate) settings: [u8; 32],
    /// In path order.
    pub(crate) files: Vec<KeptFile>,
    /// The ids of entities that belong to no file alone, and the number of files that mention each.
    pub(crate) mentions: BTreeMap<u32, u32>,
    pub(crate) totals: Totals,
}

/// A file of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptFile {
    pub(crate) name: String,
    pub(crate) content: [u8; 16],
    /// The stamp of the file with that content.
    pub(crate) stamp: Option<Stamp>,
    /// What other files can see ([`header`]); of a file with errors, its whole text.
    pub(crate) header: Box<str>,
    pub(crate) has_errors: bool,
    /// The places of its rows without ids.
    pub(crate) rows: Vec<RowRange>,
}

/// The sums of a report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Totals {
    pub(crate) files: u64,
    pub(crate) files_with_errors: u64,
    pub(crate) files_unreadable: u64,
    pub(crate) lines: u64,
    pub(crate) bytes: u64,
    pub(crate) classes: u64,
    pub(crate) callables: u64,
    pub(crate) calls: u64,
    pub(crate) reasons: BTreeMap<Reason, u64>,
    pub(crate) newer: BTreeMap<(String, u8), u64>,
    /// The problems of files.
    pub(crate) problems: Vec<String>,
}

impl Totals {
    pub(crate) fn of(report: &Report) -> Totals {
        Totals {
            files: report.files,
            files_with_errors: report.files_with_errors,
            files_unreadable: report.files_unreadable,
            lines: report.lines,
            bytes: report.bytes,
            classes: report.classes,
            callables: report.callables,
            calls: report.calls,
            ..Totals::default()
        }
    }

    /// Replaces the counts of a file.
    pub(crate) fn replace(&mut self, old: &FileCounts, new: &FileCounts) {
        let change = |total: &mut u64, old: u64, new: u64| *total = (*total + new).saturating_sub(old);
        change(&mut self.lines, old.lines, new.lines);
        change(&mut self.bytes, old.bytes, new.bytes);
        change(&mut self.classes, old.classes, new.classes);
        change(&mut self.callables, old.callables, new.callables);
        change(&mut self.calls, old.calls, new.calls);
    }

    pub(crate) fn report(&self) -> Report {
        Report {
            files: self.files,
            files_with_errors: self.files_with_errors,
            files_unreadable: self.files_unreadable,
            lines: self.lines,
            bytes: self.bytes,
            classes: self.classes,
            callables: self.callables,
            calls: self.calls,
            ..Report::default()
        }
    }
}

/// A hash of a file's text.
pub(crate) fn content(text: &str) -> [u8; 16] {
    let mut key = ContentKey::new("source");
    key.add(text.as_bytes());
    let mut content = [0; 16];
    content.copy_from_slice(&key.hash()[..16]);
    content
}

/// The first byte and the length of each body of a method, constructor or initialiser that is in no other body.
fn bodies(tree: &ast::File) -> Vec<(u32, u32)> {
    let of_callables = tree.callables.iter().filter_map(|callable| callable.body);
    let members = tree.type_decls.iter().flat_map(|decl| &decl.members);
    let of_initializers = members.filter_map(|member| match *member {
        Member::Initializer(id) => Some(tree[id].body),
        _ => None,
    });
    let mut spans: Vec<Span> = of_callables.chain(of_initializers).map(|body| tree[body].span).collect();
    spans.sort_unstable_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut end = 0;
    spans.retain(|span| {
        let is_outer = span.start >= end && span.end > span.start;
        end = end.max(span.end);
        is_outer
    });
    spans.into_iter().map(|span| (span.start, span.end - span.start)).collect()
}

/// Everything in a file that other files can see, as a text that gives the same declarations: bodies are empty, and
/// comments, indentation and empty lines are left out.
pub(crate) fn header(tree: &ast::File, text: &str) -> String {
    let bodies = bodies(tree);
    let comments = tree.comments.iter().map(|it| (it.span.start, it.span.end - it.span.start, " "));
    let mut cuts: Vec<(u32, u32, &str)> =
        bodies.into_iter().map(|(start, len)| (start, len, "{}")).chain(comments).collect();
    cuts.sort_unstable();
    let mut out = String::with_capacity(text.len() / 2);
    let mut at = 0;
    for (start, len, instead) in cuts {
        if (start as usize) < at {
            continue;
        }
        out.push_str(text.get(at..start as usize).unwrap_or_default());
        out.push_str(instead);
        at = (start + len) as usize;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    // White space means nothing outside of literals, and only text blocks have line ends in them. An escape may be a quote.
    if out.contains("\"\"\"") || out.contains("\\u") {
        return out;
    }
    let mut lines = String::with_capacity(out.len());
    for line in out.lines().map(str::trim).filter(|line| !line.is_empty()) {
        lines.push_str(line);
        lines.push('\n');
    }
    lines
}
