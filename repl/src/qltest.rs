//! Folders of tests in CodeQL's layout: Java below a folder is extracted, every `.ql` or `.qlref` in it is run, and the
//! result compared with the `.expected` file beside it.

use crate::cmd::common::{Compiler, evaluate, open};
use crate::failure::Failure;
use crate::output::expected;
use quarrel_engine::{CompileOptions, Edb};
use std::path::{Path, PathBuf};

/// What became of one test.
#[derive(Debug)]
pub struct TestResult {
    /// The `.expected` file.
    pub expected_file: PathBuf,
    /// What it should say; `None` if there is no such file.
    pub expected: Option<String>,
    /// What the query said.
    pub actual: String,
}

impl TestResult {
    /// Whether the query said what it should.
    pub fn passed(&self) -> bool {
        self.expected.as_deref() == Some(&self.actual)
    }

    /// The lines that should be there and are not (`-`), and those that are there and should not be (`+`).
    pub fn difference(&self) -> String {
        let mut out = format!("{}\n", self.expected_file.display());
        let Some(expected) = &self.expected else {
            return out + "there is no such file\n";
        };
        let missing = expected.lines().filter(|line| !self.actual.lines().any(|other| other == *line));
        let surplus = self.actual.lines().filter(|line| !expected.lines().any(|other| other == *line));
        out.extend(missing.map(|line| format!("-{line}\n")));
        out.extend(surplus.map(|line| format!("+{line}\n")));
        out
    }
}

/// Runs all tests of one folder, in the order of their names.
///
/// # Errors
/// If the folder has no tests, names a query that does not exist or compile, or cannot be extracted.
pub fn run_folder(folder: &Path) -> Result<Vec<TestResult>, Failure> {
    let fail = |what: &str, error: std::io::Error| Failure::new(format!("cannot read {what}: {error}"));
    let shown = folder.display().to_string();
    let mut tests = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| fail(&shown, error))? {
        let path = entry.map_err(|error| fail(&shown, error))?.path();
        if path.extension().is_some_and(|extension| extension == "ql" || extension == "qlref") {
            tests.push(path);
        }
    }
    tests.sort();
    if tests.is_empty() {
        return Err(Failure::new(format!("{shown} has no .ql or .qlref file")));
    }
    let scratch = tempfile::tempdir().map_err(|error| fail("the temporary folder", error))?;
    let db = scratch.path().join("test.db");
    crate::cmd::extract::extract_quietly(folder, &db, None)?;
    let mut results = Vec::new();
    let store = open(&db)?;
    for test in tests {
        let mut compiler = Compiler::new(store.catalog().clone(), &[])?;
        let query = if test.extension().is_some_and(|extension| extension == "qlref") {
            let text =
                std::fs::read_to_string(&test).map_err(|error| fail(&test.display().to_string(), error))?;
            let name = text.trim().trim_start_matches("query:").trim().to_owned();
            compiler.bundled(&name)?
        } else {
            compiler.file(&test)?
        };
        let compiled = compiler.compile(&[query], &CompileOptions::default())?;
        let sets = evaluate(&compiled, &store, None, false)?;
        let expected_file = test.with_extension("expected");
        results.push(TestResult {
            expected: std::fs::read_to_string(&expected_file).ok(),
            expected_file,
            actual: expected::render(&sets.iter().collect::<Vec<_>>()),
        });
    }
    Ok(results)
}
