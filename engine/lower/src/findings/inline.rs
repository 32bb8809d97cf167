//! Reports predicates marked for inlining that call themselves.

use quarrel_base::diag::{Code, Diagnostic};
use quarrel_datalog::passes::binding::{Reach, needs_binding};
use quarrel_datalog::{Inline, Origin, Program};

/// One warning for each. If a `bindingset` says what must be bound, the predicate is evaluated on demand, and nothing
/// is reported.
pub(super) fn recursive_inline(program: &Program) -> Vec<Diagnostic> {
    if !program.preds.iter().any(|pred| pred.inline == Inline::Always) {
        return Vec::new();
    }
    let reach = Reach::new(program);
    let concerned = program.preds.iter_ids().filter(|(id, pred)| {
        pred.inline == Inline::Always && !needs_binding(pred) && reach.is_recursive(*id)
    });
    concerned
        .filter_map(|(_, pred)| {
            let Origin::Source(span) = pred.origin else { return None };
            let message = format!("`{}` calls itself: `pragma[inline]` does nothing", pred.name);
            Some(Diagnostic::warning(Code::RecursiveInline, span, message).help(
                "all of its rows are computed, for all values of its parameters; leave the annotation out, or say with \
                 `bindingset` which parameters callers know",
            ))
        })
        .collect()
}
