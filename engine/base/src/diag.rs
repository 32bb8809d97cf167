//! Diagnostics as values: a stage returns them, `render` shows them. One mistake, one diagnostic.

mod codes;
mod pages;
mod render;

pub use codes::Code;
pub use render::render;

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The program means nothing; there is no product.
    Error,
    /// The program means something, perhaps not what was intended.
    Warning,
}

/// One thing to report about a source text.
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
