//! Runs the fixtures of `tests/ql`, a test a heading. `UPDATE_EXPECT=1` rewrites their `expected` blocks.

use libtest_mimic::{Arguments, Failed, Trial};
use quarrel_tests::{fixture, ql};
use std::path::{Path, PathBuf};

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ql");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut trials = Vec::new();
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // Rewriting moves lines: from the end of the file to its start, one after the other.
        let mut tests = fixture::parse(&text);
        if update {
            tests.reverse();
        }
        for test in tests {
            let file = file.clone();
            trials.push(Trial::test(format!("{stem}::{}", test.title), move || {
                ql::check(&file, &test, update).map_err(Failed::from)
            }));
        }
    }
    let arguments = if update { Arguments { test_threads: Some(1), ..arguments } } else { arguments };
    libtest_mimic::run(&arguments, trials).exit();
}
