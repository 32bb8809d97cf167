//! The folders below `tests/queries`: Java, `.qlref` and `.expected` in CodeQL's layout, one test a folder.
//! `UPDATE_EXPECT=1` rewrites the expectations.

use libtest_mimic::{Failed, Trial};
use quarrel_qltest::{TestOptions, discover, run_folder};
use std::path::Path;

pub fn trials(update: bool) -> Vec<Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("queries");
    let folders = discover(std::slice::from_ref(&root)).unwrap_or_else(|failure| panic!("{failure}"));
    folders
        .into_iter()
        .map(|folder| {
            let name = folder.strip_prefix(&root).unwrap_or(&folder).display().to_string();
            Trial::test(format!("queries::{name}"), move || run(&folder, update))
        })
        .collect()
}

fn run(folder: &Path, update: bool) -> Result<(), Failed> {
    let results = run_folder(folder, &TestOptions::default()).map_err(|failure| failure.to_string())?;
    let mut failures = String::new();
    for result in results.iter().filter(|result| !result.passed()) {
        if update {
            std::fs::write(&result.expected_file, &result.actual)?;
        } else {
            failures.push_str(&result.difference());
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}
