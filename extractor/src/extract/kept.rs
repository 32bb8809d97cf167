//! What one extraction keeps for the next: of each file its header, its stamp and a hash of its content; and how many files
//! mention each entity.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use quarrel_files::cache::Key as ContentKey;
use rustc_hash::FxHashMap;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::stamp::Stamp;
use crate::ast::{self, Member, Span};
use crate::facts::keys::DeclKeys;
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
    /// What the header gives, once an update has needed it.
    pub(crate) parsed: Option<ParsedHeader>,
    pub(crate) has_errors: bool,
    /// The places of its rows without ids.
    pub(crate) rows: Vec<RowRange>,
}

/// The tree and the keys of a header, as bytes: reading them takes a tenth of the time of parsing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParsedHeader(Arc<[u8]>);

impl ParsedHeader {
    pub(crate) fn of(header: &Header) -> Option<ParsedHeader> {
        Some(ParsedHeader(postcard::to_stdvec(header).ok()?.into()))
    }

    pub(crate) fn read(&self) -> Option<Header> {
        postcard::from_bytes(&self.0).ok()
    }
}

impl Serialize for ParsedHeader {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for ParsedHeader {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ParsedHeader, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = ParsedHeader;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<ParsedHeader, E> {
                Ok(ParsedHeader(bytes.into()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

/// The tree and keys of the header of a file that has not changed.
pub(crate) type Header = (ast::File, DeclKeys);

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

impl KeptTree {
    /// Takes over what is parsed of headers that an earlier extraction has seen too.
    pub(crate) fn take_headers(&mut self, earlier: &KeptTree) {
        let known: FxHashMap<&str, &KeptFile> =
            earlier.files.iter().map(|file| (file.name.as_str(), file)).collect();
        for file in &mut self.files {
            if let Some(earlier) = known.get(file.name.as_str()).filter(|it| it.header == file.header) {
                file.parsed.clone_from(&earlier.parsed);
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::{ParsedHeader, header};
    use crate::facts::keys::DeclKeys;
    use crate::parse::Parser;

    fn of(text: &str) -> String {
        header(&Parser::new().parse(text), text)
    }

    #[test]
    fn a_header_is_what_other_files_see() {
        let text = "package p; // one\n\n\n/** Two. */\nclass A {\n  int f = 1; { f = 2; }\n  /* three */ int m(int a) { return a; }\n}\n";
        assert_eq!(of(text), "package p;\nclass A {\nint f = 1; {}\nint m(int a) {}\n}\n");
        assert_eq!(of(&of(text)), of(text));
        // Lines of a text block are part of its value.
        let block = "class A {\n  String s = \"\"\"\n    a\n\n    \"\"\";\n  void m() { }\n}\n";
        assert_eq!(of(block), block.replace("{ }", "{}"));
    }

    #[test]
    fn what_is_parsed_of_a_header_reads_back() {
        let text = "package p; import q.*; @Deprecated class A<T extends B> extends C<? super T> { int f = 1 + 2; enum E { X { } } void m(T... all) throws D { } }";
        let tree = Parser::new().parse(text);
        let keys = DeclKeys::new(&tree, text);
        let written = format!("{:?} {:?}", (&tree.imports, &tree.types, &tree.exprs, &tree.callables), keys);
        let parsed = ParsedHeader::of(&(tree, keys)).expect("bytes");
        let (tree, keys) = parsed.read().expect("it reads back");
        assert_eq!(
            format!("{:?} {:?}", (&tree.imports, &tree.types, &tree.exprs, &tree.callables), keys),
            written
        );
        let shorter = ParsedHeader(parsed.0[..parsed.0.len() / 2].into());
        assert!(shorter.read().is_none());
    }
}
