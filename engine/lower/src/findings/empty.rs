//! Reports recursion without a base case: predicates that only call themselves and each other.

use quarrel_base::diag::{Code, Diagnostic};
use quarrel_datalog::empty::empty_recursion;
use quarrel_datalog::{Origin, PredId, Program};

/// The most predicates of a group that are shown besides the first.
const SHOWN: usize = 8;

/// One diagnostic for each group of predicates without a base case. Other programs may add rules to predicates that are
/// `open`.
pub(crate) fn recursion_without_start(
    program: &Program,
    open: impl Fn(PredId) -> bool,
) -> impl Iterator<Item = Diagnostic> {
    empty_recursion(program, open).into_iter().filter_map(|group| {
        let written = |pred: &PredId| match program.preds[*pred].origin {
            Origin::Source(span) => Some((span, program.preds[*pred].name.as_str())),
            _ => None,
        };
        let mut group = group.iter().filter_map(written);
        let (span, name) = group.next()?;
        let message = format!("`{name}` never holds: each of its alternatives calls it again");
        let mut diagnostic = Diagnostic::error(Code::EmptyRecursion, span, message);
        for (span, name) in group.take(SHOWN) {
            diagnostic = diagnostic.label(span, format!("through `{name}`"));
        }
        Some(diagnostic.help("add an alternative that does without the call"))
    })
}
