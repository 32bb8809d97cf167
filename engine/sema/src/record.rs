//! Records answers for an editor during resolution: the declaration of each name in an entry file, and the members of a
//! value. [`Recorded`] is the result if [`Options::record`](crate::Options) is set.

mod fill;

use quarrel_base::source::Span;
use std::sync::Arc;

/// No member has this name. For a call of it in an entry file, the members that could be called are recorded; an editor
/// inserts it at the cursor.
pub const PROBE: &str = "quarrelProbe";

/// Names and members of the entry files.
#[derive(Clone, Default, Debug)]
pub struct Recorded {
    /// Names with their meaning, by place.
    pub references: Vec<Reference>,
    /// The members that can replace [`PROBE`].
    pub members: Vec<Candidate>,
}

/// A name in a source and its meaning.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reference {
    /// The place of the name.
    pub at: Span,
    /// The name in the declaration; `None` for built-in entities.
    pub to: Option<Span>,
    /// The head of a predicate, or the type and name of a variable.
    pub detail: Option<Arc<str>>,
}

/// A member that can be called.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Candidate {
    /// Its name.
    pub name: Arc<str>,
    /// Its number of arguments.
    pub arity: usize,
    /// Its head.
    pub head: String,
    /// The name in its declaration; `None` for built-in members.
    pub declared: Option<Span>,
}
