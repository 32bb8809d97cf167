//! The folders below `tests/queries`: Java, `.qlref` and `.expected` in CodeQL's layout, one test a folder.
//! `UPDATE_EXPECT=1` rewrites the expectations.

use libtest_mimic::{Arguments, Failed, Trial};
use quarrel_qltest::{TestOptions, discover, run_folder};
use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("queries");
    let folders = discover(std::slice::from_ref(&root)).unwrap_or_else(|failure| panic!("{failure}"));
    let trials = folders
        .into_iter()
        .map(|folder| {
            let name = folder.strip_prefix(&root).unwrap_or(&folder).display().to_string();
            Trial::test(name, move || run(&folder))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn run(folder: &Path) -> Result<(), Failed> {
    let results = run_folder(folder, &TestOptions::default()).map_err(|failure| failure.to_string())?;
    let mut failures = String::new();
    for result in results.iter().filter(|result| !result.passed()) {
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&result.expected_file, &result.actual)?;
        } else {
            failures.push_str(&result.difference());
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}
