//! Diagnostics as text for a terminal of 80 columns, with the lines of source they refer to.

use super::{Diagnostic, Severity};
use crate::FileId;
use crate::source::{SourceMap, Span};
use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind};
use std::collections::BTreeMap;

/// Width of help and notes, so that they fit 80 columns together with their gutter and heading.
const TEXT_WIDTH: usize = 66;
/// Width of a message, which follows the code and `Error: ` and may continue on the next line.
const MESSAGE_WIDTH: usize = 78;

/// Renders the diagnostics for a terminal, in the order given; with escape codes if `color`. The first diagnostic of
/// each code that has a page ends with the command that prints the page.
pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap, color: bool) -> String {
    let mut out = Vec::new();
    let mut hinted = Vec::new();
    let mut cache = Cache { sources, built: BTreeMap::new() };
    for diagnostic in diagnostics {
        let code = diagnostic.code;
        let hint = code.page().is_some() && !hinted.contains(&code);
        if hint {
            hinted.push(code);
        }
        // Writing to memory cannot fail; a cache miss would only lose the snippet.
        let _ = report(diagnostic, sources, color, hint).write(&mut cache, &mut out);
        out.push(b'\n');
    }
    let text = String::from_utf8_lossy(&out).into_owned();
    if color {
        return text;
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

type Range = (FileId, std::ops::Range<usize>);

fn report(diagnostic: &Diagnostic, sources: &SourceMap, color: bool, hint: bool) -> Report<'static, Range> {
    let (kind, main) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let range = |span: Span| {
        let text = &sources.file(span.file).text;
        let end = (span.end as usize).min(text.len());
        (span.file, (span.start as usize).min(end)..end)
    };
    let config =
        Config::default().with_index_type(IndexType::Byte).with_char_set(CharSet::Unicode).with_color(color);
    let name = diagnostic.code.name();
    let before = name.len() + "[] Warning: ".len();
    let mut report = Report::build(kind, range(diagnostic.primary))
        .with_code(name)
        .with_message(wrap(&diagnostic.message, before, MESSAGE_WIDTH))
        .with_config(config);
    let primary = diagnostic.primary;
    let overlaps = |span: &Span| {
        let end = primary.end.max(primary.start + 1);
        span.file == primary.file && span.start < end && primary.start < span.end
    };
    let mut labels: Vec<(Span, &str)> =
        diagnostic.labels.iter().map(|(span, text)| (*span, text.as_str())).collect();
    if !labels.iter().any(|(span, _)| overlaps(span)) {
        // The renderer does not draw labels without a text.
        labels.push((primary, diagnostic.code.label()));
    }
    // The file of the mistake first, with its lines in order: one snippet per file.
    labels.sort_by_key(|(span, _)| (span.file != primary.file, *span));
    for (span, text) in &labels {
        let color = if *span == primary { main } else { Color::Cyan };
        report = report.with_label(Label::new(range(*span)).with_message(*text).with_color(color));
    }
    for help in &diagnostic.help {
        report = report.with_help(wrap(&help.to_string(), 0, TEXT_WIDTH));
    }
    if hint {
        report = report.with_note(format!("`quarrel check --explain {name}` says more"));
    }
    report.finish()
}

/// Wraps the text at `width` characters where its words allow it; the first line begins at column `before`.
fn wrap(text: &str, before: usize, width: usize) -> String {
    let mut out = String::new();
    let mut column = before;
    let mut fresh = true;
    for word in text.split_inclusive(' ') {
        let length = word.trim_end().chars().count();
        if !fresh && column + length > width {
            while out.ends_with(' ') {
                out.pop();
            }
            out.push('\n');
            column = 0;
        }
        out.push_str(word);
        fresh = false;
        column += word.chars().count();
        // Keep line breaks of the text.
        if let Some((_, last)) = word.rsplit_once('\n') {
            column = last.chars().count();
        }
    }
    out
}

struct Cache<'a> {
    sources: &'a SourceMap,
    built: BTreeMap<FileId, ariadne::Source<&'a str>>,
}

impl<'a> ariadne::Cache<FileId> for Cache<'a> {
    type Storage = &'a str;
    fn fetch(&mut self, id: &FileId) -> Result<&ariadne::Source<&'a str>, impl std::fmt::Debug> {
        let sources = self.sources;
        Ok::<_, std::convert::Infallible>(
            self.built.entry(*id).or_insert_with(|| ariadne::Source::from(&*sources.file(*id).text)),
        )
    }
    fn display<'b>(&self, id: &'b FileId) -> Option<impl std::fmt::Display + 'b> {
        Some(self.sources.file(*id).name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::{render, wrap};
    use crate::diag::{Code, Diagnostic};
    use crate::source::{SourceMap, Span};

    #[test]
    fn colour_changes_no_text() {
        let mut sources = SourceMap::new();
        let file = sources.add("Test.ql", "select i\nfrom int i\n");
        let diagnostic =
            Diagnostic::error(Code::NotBound, Span::new(file, 7, 8), "`i` is not bound to a value")
                .label(Span::new(file, 18, 19), "declared here")
                .help("say which values are meant");
        let plain = render(std::slice::from_ref(&diagnostic), &sources, false);
        let colored = render(&[diagnostic], &sources, true);
        let mut parts = colored.split('\u{1b}');
        let mut stripped = parts.next().unwrap_or_default().to_owned();
        stripped.extend(parts.map(|part| part.split_once('m').map_or("", |(_, text)| text)));
        let lines: Vec<&str> = stripped.lines().map(str::trim_end).collect();
        assert_ne!(colored, plain);
        assert_eq!(lines, plain.lines().collect::<Vec<_>>());
        assert!(plain.lines().all(|line| line.chars().count() <= 80), "{plain}");
    }

    #[test]
    fn long_texts_break_between_words() {
        assert_eq!(wrap("one two three", 0, 8), "one two\nthree");
        assert_eq!(wrap("one two three", 6, 8), "one\ntwo\nthree");
        assert_eq!(wrap("verylongword", 0, 4), "verylongword");
        assert_eq!(wrap("two\nlines here", 0, 40), "two\nlines here");
    }
}
