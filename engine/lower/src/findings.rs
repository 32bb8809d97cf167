//! Checks the meaning of a lowered program: every variable is bound (language.md section 13) and no predicate depends
//! on itself through negation (section 14). Diagnostics use QL's words.

mod beside;
mod binding;
mod empty;
mod inline;
mod recursion;

pub use beside::findings_beside_errors;
pub(crate) use empty::recursion_without_start;

use quarrel_base::diag::Diagnostic;
use quarrel_base::source::Span;
use quarrel_datalog::{Body, Program, strata};

/// All mistakes of the program, in the order of its predicates.
pub(crate) fn findings(program: &Program) -> Vec<Diagnostic> {
    let mut diagnostics = binding::findings(program);
    diagnostics.extend(inline::recursive_inline(program));
    diagnostics.extend(
        strata::negative_cycles(program).iter().filter_map(|cycle| recursion::diagnostic(program, cycle)),
    );
    diagnostics
}

/// The source range of a body: from its first literal to its last one, as far as they are in one file.
fn body_span(body: &Body) -> Option<Span> {
    body.literals
        .iter()
        .filter_map(|literal| literal.origin.span())
        .reduce(|all, one| if all.file == one.file { all.to(one) } else { all })
}
