//! Diagnostics as values: a stage returns them, `render` shows them. One mistake, one diagnostic.

mod codes;

pub use codes::Code;

use crate::source::{SourceMap, Span};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The program means nothing; there is no product.
    Error,
    /// The program means something, perhaps not what was intended.
    Warning,
}

/// One thing to tell about a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// One short phrase that stands alone.
    pub message: String,
    /// The place that it is about.
    pub primary: Span,
    /// Further places, each with what to see there; one that equals `primary` labels the primary place.
    pub labels: Vec<(Span, String)>,
    /// Ways out, most likely first.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error without labels or help.
    pub fn error(code: Code, primary: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, primary, message)
    }
    fn new(severity: Severity, code: Code, primary: Span, message: impl Into<String>) -> Self {
        debug_assert_eq!(code.severity(), severity, "the table says how bad `{code}` is");
        Self { code, severity, message: message.into(), primary, labels: Vec::new(), help: Vec::new() }
    }
    /// A warning without labels or help.
    pub fn warning(code: Code, primary: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, primary, message)
    }
    /// The same with one more labelled place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }
    /// The same with one more way out.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }
    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The diagnostics as text for a terminal, in the order given; with escape codes if `color`.
pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap, color: bool) -> String {
    use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind};
    let mut out = Vec::new();
    for diagnostic in diagnostics {
        let kind = match diagnostic.severity {
            Severity::Error => ReportKind::Error,
            Severity::Warning => ReportKind::Warning,
        };
        let range = |span: Span| {
            let text = &sources.file(span.file).text;
            let end = (span.end as usize).min(text.len());
            (span.file, (span.start as usize).min(end)..end)
        };
        let config = Config::default()
            .with_index_type(IndexType::Byte)
            .with_char_set(CharSet::Unicode)
            .with_color(color);
        let mut report = Report::build(kind, range(diagnostic.primary))
            .with_code(diagnostic.code.name())
            .with_message(&diagnostic.message)
            .with_config(config);
        if !diagnostic.labels.iter().any(|(span, _)| *span == diagnostic.primary) {
            // A label without a text would not be drawn at all.
            report = report.with_label(Label::new(range(diagnostic.primary)).with_message("here"));
        }
        for (span, text) in &diagnostic.labels {
            report = report.with_label(Label::new(range(*span)).with_message(text));
        }
        for help in &diagnostic.help {
            report = report.with_help(help);
        }
        // Writing to memory cannot fail; a cache miss would only lose the snippet.
        let _ = report.finish().write(Cache { sources, built: Default::default() }, &mut out);
    }
    String::from_utf8_lossy(&out).into_owned()
}

struct Cache<'a> {
    sources: &'a SourceMap,
    built: std::collections::BTreeMap<crate::FileId, ariadne::Source<&'a str>>,
}

impl<'a> ariadne::Cache<crate::FileId> for Cache<'a> {
    type Storage = &'a str;
    fn fetch(&mut self, id: &crate::FileId) -> Result<&ariadne::Source<&'a str>, impl std::fmt::Debug> {
        let sources = self.sources;
        Ok::<_, std::convert::Infallible>(
            self.built.entry(*id).or_insert_with(|| ariadne::Source::from(&*sources.file(*id).text)),
        )
    }
    fn display<'b>(&self, id: &'b crate::FileId) -> Option<impl std::fmt::Display + 'b> {
        Some(self.sources.file(*id).name.clone())
    }
}
