//! Diagnostics as values: a stage returns them, `render` shows them. One mistake, one diagnostic.

mod codes;
mod pages;
mod render;

pub use codes::Code;
pub use render::render;

use crate::source::Span;
use std::fmt::{Display, Formatter};

/// How severe a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The program has no meaning; there is no product.
    Error,
    /// The program has a meaning, perhaps not the intended one.
    Warning,
}

/// A finding about a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// One short phrase that stands alone.
    pub message: String,
    /// The place of the mistake.
    pub primary: Span,
    /// Further places, each with a text; one that equals `primary` labels the primary place.
    pub labels: Vec<(Span, String)>,
    /// Suggested fixes, most likely first.
    pub help: Vec<Help>,
}

/// A suggested fix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Help {
    /// Advice in words.
    Text(String),
    /// The correct name.
    Rename(String),
    /// The correct path of the import.
    Reroute(String),
    /// A file to import for a name; one of several such files is the first.
    Import {
        /// The path to import.
        path: String,
        /// The name that the file declares.
        name: String,
        /// Whether no other file comes before.
        is_first: bool,
    },
    /// Where an unresolved name is declared, in words.
    Declared(String),
}

impl Display for Help {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Help::Text(text) | Help::Declared(text) => f.write_str(text),
            Help::Rename(name) => write!(f, "did you mean `{name}`?"),
            Help::Reroute(path) => write!(f, "did you mean `import {path}`?"),
            Help::Import { path, name, is_first } => {
                let word = if *is_first { "add" } else { "or" };
                write!(f, "{word} `import {path}`, which has `{name}`")
            }
        }
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Help::Text(text)
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        Help::Text(text.to_owned())
    }
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
    /// Adds a labelled place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }
    /// Adds a suggested fix.
    #[must_use]
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        self.help.push(help.into());
        self
    }
    /// Suggests the name that was meant.
    #[must_use]
    pub fn rename(self, name: impl Into<String>) -> Self {
        self.help(Help::Rename(name.into()))
    }
    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
