//! How bad a finding is.

use quarrel_engine::Metadata;

/// Severities, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// A mistake.
    Error,
    /// Likely a mistake.
    Warning,
    /// Worth a look.
    Note,
}

impl Severity {
    /// All of them, worst first.
    pub const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

    /// What the metadata of a query names.
    pub fn of(metadata: &Metadata) -> Self {
        match metadata.get("problem.severity") {
            Some("error") => Severity::Error,
            Some("recommendation") => Severity::Note,
            _ => Severity::Warning,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}
