//! `quarrel check`: compile, and tell all mistakes.

use super::common::{Compiler, note};
use super::run::show;
use crate::args::Check;
use crate::failure::Failure;
use crate::output::sink;
use quarrel_engine::CompileOptions;
use std::path::{Path, PathBuf};

/// Runs the command.
///
/// # Errors
/// If a file cannot be read, or there are mistakes.
pub fn run(args: &Check) -> Result<u8, Failure> {
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, &mut files)?;
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        return Err(Failure::new("there is no .ql or .qll file below the given paths"));
    }
    let mut compiler = Compiler::new(super::extract::bundled_catalog()?, &args.search_path)?;
    let entries = files.iter().map(|path| compiler.file(path)).collect::<Result<Vec<_>, _>>()?;
    let compiled =
        compiler.compile(&entries, &CompileOptions { check_all: true, ..CompileOptions::default() })?;
    match args.show {
        Some(stage) => sink::write(&show(&compiled, stage), None)?,
        None => {
            let word = if files.len() == 1 { "file" } else { "files" };
            note(&format!("{} {word} checked, no mistake", files.len()));
        }
    }
    Ok(0)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let fail = |error: std::io::Error| Failure::new(format!("cannot read {}: {error}", path.display()));
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(fail)? {
        let entry = entry.map_err(fail)?.path();
        if entry.is_dir() {
            collect(&entry, files)?;
        } else if entry.extension().is_some_and(|extension| extension == "ql" || extension == "qll") {
            files.push(entry);
        }
    }
    Ok(())
}
