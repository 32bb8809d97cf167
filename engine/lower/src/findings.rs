//! Whether a lowered program means something: every variable is bound (language.md section 13) and no predicate depends
//! on itself through negation (section 14). A program flows in, diagnostics in QL's words flow out.

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

/// Everything that is wrong with the program, in the order of its predicates.
pub(crate) fn findings(program: &Program) -> Vec<Diagnostic> {
    let mut diagnostics = binding::findings(program);
    diagnostics.extend(inline::recursive_inline(program));
    diagnostics.extend(
        strata::negative_cycles(program).iter().filter_map(|cycle| recursion::diagnostic(program, cycle)),
    );
    diagnostics
}

/// Where a body is written: from its first literal to its last one, as far as they stand in one file.
fn body_span(body: &Body) -> Option<Span> {
    body.literals
        .iter()
        .filter_map(|literal| literal.origin.span())
        .reduce(|all, one| if all.file == one.file { all.to(one) } else { all })
}
