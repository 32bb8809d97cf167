//! Tests that are data files: QL fixtures, diagnostics and their pages, large programs, folders of queries.
//! `UPDATE_EXPECT=1` rewrites the expectations.

mod diagnostics;
mod large;
mod ql;
mod queries;

use libtest_mimic::Arguments;

fn main() {
    let arguments = Arguments::from_args();
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut trials = ql::trials(update);
    trials.extend(diagnostics::trials(update));
    trials.extend(queries::trials(update));
    trials.extend(large::trials());
    // One thread: tests of one file rewrite that file.
    let arguments = if update { Arguments { test_threads: Some(1), ..arguments } } else { arguments };
    libtest_mimic::run(&arguments, trials).exit();
}
