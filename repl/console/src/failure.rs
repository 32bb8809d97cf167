//! What went wrong, as one message with a way out: what every command returns when it cannot do its work.

use crate::note::note_styled;
use std::fmt;

/// A failure: the process says it on standard error and ends with exit code 2.
#[derive(Debug)]
pub struct Failure {
    message: String,
    help: Option<String>,
    /// Text that was rendered already (compiler diagnostics), printed before the message.
    rendered: Option<String>,
}

impl Failure {
    /// A failure with a message of one sentence, without a final stop.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, rendered: None }
    }
    /// The same with a way out.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
    /// The same with text that goes before the message.
    #[must_use]
    pub fn rendered(mut self, text: impl Into<String>) -> Self {
        self.rendered = Some(text.into());
        self
    }
    /// The same with a way out, if it has none.
    #[must_use]
    pub fn or_help(self, help: impl Into<String>) -> Self {
        if self.help.is_some() { self } else { self.help(help) }
    }
    /// The same, said of a file.
    #[must_use]
    pub fn about(mut self, file: &str) -> Self {
        self.message = format!("{file}: {}", self.message);
        self
    }
    /// All that there is to say: what was rendered, and then the message.
    pub fn text(&self) -> String {
        format!("{}{self}", self.rendered.as_deref().unwrap_or_default())
    }
    /// Says it on standard error.
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
