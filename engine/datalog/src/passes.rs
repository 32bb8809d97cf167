//! Passes: programs in, equivalent programs out. [`PASSES`] is the whole list, in order.
//!
//! The validity of a program is decided on the program as lowered, before any pass. [`specialise`] and [`demand`] must
//! run, because predicates with required bindings cannot be computed alone; the others only speed up evaluation, and
//! tests switch them off one by one.

pub mod binding;
mod dead;
mod demand;
mod distinct;
mod distribute;
mod extents;
mod factor;
mod inline;
mod paths;
mod project;
pub(crate) mod rename;
mod share;
mod simplify;
mod specialise;
mod type_checks;

use crate::Program;
use std::collections::BTreeSet;

/// A step from program to program.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Its name, for `--disable-pass` and reports.
    pub name: &'static str,
    /// Whether it may be skipped.
    pub optional: bool,
    /// Transforms the program in place.
    pub run: fn(&mut Program),
}

/// All passes in order. Each file states input, output and method.
pub const PASSES: &[Pass] = &[
    Pass { name: "dead", optional: true, run: dead::run },
    Pass { name: "specialise", optional: false, run: specialise::run },
    Pass { name: "demand", optional: false, run: demand::run },
    Pass { name: "share", optional: true, run: share::run },
    Pass { name: "simplify", optional: true, run: simplify::run },
    Pass { name: "type-checks", optional: true, run: type_checks::run },
    Pass { name: "extents", optional: true, run: extents::run },
    Pass { name: "factor", optional: true, run: factor::run },
    Pass { name: "inline", optional: true, run: inline::run },
    Pass { name: "paths", optional: true, run: paths::run },
    Pass { name: "simplify-again", optional: true, run: simplify::run },
    Pass { name: "type-checks-again", optional: true, run: type_checks::run },
    Pass { name: "share-again", optional: true, run: share::run },
    Pass { name: "dead-again", optional: true, run: dead::run },
    Pass { name: "texts", optional: true, run: demand::run_texts },
    Pass { name: "dead-last", optional: true, run: dead::run },
    Pass { name: "distribute", optional: true, run: distribute::run },
    Pass { name: "project", optional: true, run: project::run },
    Pass { name: "simplify-last", optional: true, run: simplify::run },
];

/// Which passes run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassOptions {
    /// Names of optional passes to skip.
    pub disabled: BTreeSet<String>,
}

impl PassOptions {
    /// Only the mandatory passes.
    pub fn mandatory() -> Self {
        let optional = PASSES.iter().filter(|pass| pass.optional);
        Self { disabled: optional.map(|pass| pass.name.to_owned()).collect() }
    }
}

/// Runs the passes. Predicate ids stay valid: passes add and empty predicates but never move them.
pub fn run(program: Program, options: &PassOptions) -> Program {
    run_observed(program, options, &mut |_, _| {})
}

/// Runs the passes and calls `after` with the program after each pass.
pub fn run_observed(
    mut program: Program,
    options: &PassOptions,
    after: &mut dyn FnMut(&Pass, &Program),
) -> Program {
    for pass in PASSES {
        if !pass.optional || !options.disabled.contains(pass.name) {
            (pass.run)(&mut program);
            after(pass, &program);
        }
    }
    program
}
