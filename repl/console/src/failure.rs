//! The error type of all commands: one message with a help line that says how to avoid it.

use crate::note::note_styled;
use std::fmt;

/// A failure: the process prints it on standard error and ends with exit code 2.
#[derive(Debug)]
pub struct Failure {
    message: String,
    help: Option<String>,
    /// Rendered text (compiler diagnostics) that is printed before the message.
    rendered: Option<String>,
}

impl Failure {
    /// Creates a failure; the message is a sentence without a full stop.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, rendered: None }
    }
    /// Sets the help line.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
    /// Sets the text that is printed before the message.
    #[must_use]
    pub fn rendered(mut self, text: impl Into<String>) -> Self {
        self.rendered = Some(text.into());
        self
    }
    /// Sets the help line if there is none.
    #[must_use]
    pub fn or_help(self, help: impl Into<String>) -> Self {
        if self.help.is_some() { self } else { self.help(help) }
    }
    /// Puts the name of a file before the message.
    #[must_use]
    pub fn about(mut self, file: &str) -> Self {
        self.message = format!("{file}: {}", self.message);
        self
    }
    /// The rendered text, and then the message.
    pub fn text(&self) -> String {
        format!("{}{self}", self.rendered.as_deref().unwrap_or_default())
    }
    /// Prints it on standard error.
    pub fn print(&self) {
        note_styled(&self.text());
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}
