//! What an editor asks: which declaration a name in an entry file means, and which members a value has. Resolution flows
//! in as it happens; [`Recorded`] flows out, if [`Options::record`](crate::Options) is set.

mod fill;

use quarrel_base::source::Span;
use std::sync::Arc;

/// A member of this name does not exist. Where one is called in an entry file, the members that could be called are
/// recorded; an editor puts it where the cursor is.
pub const PROBE: &str = "quarrelProbe";

/// Names and members of the entry files.
#[derive(Clone, Default, Debug)]
pub struct Recorded {
    /// Names with what they mean, by place.
    pub references: Vec<Reference>,
    /// The members that could be called in place of [`PROBE`].
    pub members: Vec<Candidate>,
}

/// A name in a source and what it means.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reference {
    /// The place of the name.
    pub at: Span,
    /// The place of the name where it is declared; `None` for what is built in.
    pub to: Option<Span>,
    /// The head of a predicate, the type and name of a variable.
    pub detail: Option<Arc<str>>,
}

/// A member that could be called.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Candidate {
    /// Its name.
    pub name: Arc<str>,
    /// How many arguments it takes.
    pub arity: usize,
    /// Its head.
    pub head: String,
    /// Where its name is declared; `None` for what is built in.
    pub declared: Option<Span>,
}
