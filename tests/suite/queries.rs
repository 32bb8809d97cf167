//! The folders below `tests/queries`: Java, `.qlref` and `.expected` in CodeQL's layout, one test a folder.
//! `UPDATE_EXPECT=1` rewrites the expectations.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("queries");
    let mut folders = Vec::new();
    collect(&root, &mut folders);
    folders.sort();
    let trials = folders
        .into_iter()
        .map(|folder| {
            let name = folder.strip_prefix(&root).unwrap_or(&folder).display().to_string();
            Trial::test(name, move || run(&folder))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn collect(folder: &Path, folders: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    if paths.iter().any(|path| path.extension().is_some_and(|end| end == "qlref" || end == "ql")) {
        folders.push(folder.to_owned());
    }
    for path in paths.iter().filter(|path| path.is_dir()) {
        collect(path, folders);
    }
}

fn run(folder: &Path) -> Result<(), Failed> {
    let results = quarrel::qltest::run_folder(folder).map_err(|failure| failure.to_string())?;
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
