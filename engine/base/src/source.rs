//! Source texts and places in them. [`SourceMap::add`] takes file contents; all later stages refer to places as
//! [`Span`]s, and only a renderer turns those into lines and columns.

use crate::ids::IndexVec;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

crate::define_id! {
    /// A source text of one compilation: a QL file, a schema, a line typed at a prompt.
    pub struct FileId;
}

/// A half-open range of bytes in one file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Self { file, start: start as u32, end: end as u32 }
    }
    /// The smallest span that covers both; `other` must lie in the same file.
    pub fn to(self, other: Self) -> Self {
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One source text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name for users: a path as they wrote it, `<repl>`, a path inside the bundled packs.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

/// All source texts of a compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: IndexVec<FileId, Source>,
}

impl SourceMap {
    /// No sources yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a text. Texts of 4 GiB or more are not supported (spans are 32 bits).
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let text = text.into();
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1))
            .collect();
        self.files.push(Source { name: name.into(), text, line_starts })
    }
    /// The file.
    pub fn file(&self, id: FileId) -> &Source {
        &self.files[id]
    }
    /// All files in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.files.iter_ids()
    }
    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
    /// The text of a span; empty if the span lies outside its file.
    pub fn text(&self, span: Span) -> &str {
        self.files[span.file].text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
    /// Line and column of the start of a span, both from 1, the column in UTF-16 units.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        self.files[span.file].line_column(span.start as usize)
    }
}

impl Source {
    /// Line and column of a byte offset, both from 1, the column in UTF-16 units.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let line = self.line_starts.partition_point(|start| *start as usize <= offset);
        let start = self.line_starts[line - 1] as usize;
        let before = self.text.get(start..offset.min(self.text.len())).unwrap_or("");
        (line, before.encode_utf16().count() + 1)
    }
    /// The byte offset of a line and a column, both from 1, the column in UTF-16 units. Beyond the line or the text, it
    /// is the end of the line or text.
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let Some(start) = line.checked_sub(1).and_then(|index| self.line_starts.get(index)) else {
            return self.text.len();
        };
        let start = *start as usize;
        let end = self.line_starts.get(line).map_or(self.text.len(), |next| *next as usize - 1);
        let mut units = column.saturating_sub(1);
        for (at, ch) in self.text[start..end].char_indices() {
            if units < ch.len_utf16() {
                return start + at;
            }
            units -= ch.len_utf16();
        }
        end
    }
}

/// The words of a documentation comment: without delimiters, leading stars and indentation.
pub fn doc_text(comment: &str) -> String {
    let comment = comment.trim();
    let inner = comment.strip_prefix("/**").unwrap_or(comment);
    let inner = inner.strip_suffix("*/").unwrap_or(inner);
    let lines = inner.lines().map(|line| line.trim().trim_start_matches('*').trim());
    let text = lines.collect::<Vec<_>>().join("\n");
    text.trim().to_owned()
}
