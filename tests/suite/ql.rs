//! Runs the fixtures of `tests/ql`, a test a heading. `UPDATE_EXPECT=1` rewrites their `expected` blocks.

use libtest_mimic::{Failed, Trial};
use quarrel_tests::{fixture, ql};
use std::path::Path;

pub fn trials(update: bool) -> Vec<Trial> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ql");
    let mut trials = Vec::new();
    for fixture in fixture::read_folder(&folder, update) {
        for test in fixture.tests {
            let file = fixture.path.clone();
            trials.push(Trial::test(format!("{}::{}", fixture.name, test.title), move || {
                ql::check(&file, &test, update).map_err(Failed::from)
            }));
        }
    }
    trials
}
