//! Folders of tests in CodeQL's layout (language.md section 19): Java below a folder is extracted, every `.ql` or
//! `.qlref` in it is run, and the result compared with the `.expected` file beside it.
//!
//! Paths flow in, [`TestResult`]s by folder flow out; nothing is printed or written here.

mod inline;

use crate::cmd::common::{Compiler, evaluate, in_pool, open};
use crate::failure::Failure;
use crate::output::expected;
use quarrel_engine::{CompileOptions, Edb, FileId};
use quarrel_store::SqliteDb;
use rayon::prelude::*;
use serde::Deserialize;
use similar::TextDiff;
use std::path::{Path, PathBuf};

/// Which tests are run, and how.
#[derive(Default, Debug)]
pub struct TestOptions {
    /// Folders in which imports and queries are looked up too.
    pub search_path: Vec<PathBuf>,
    /// Only tests whose path contains this text.
    pub filter: Option<String>,
    /// How many folders are tested at once; all cores if it is `None`.
    pub threads: Option<usize>,
}

/// What became of one test.
#[derive(Debug)]
pub struct TestResult {
    /// The `.expected` file.
    pub expected_file: PathBuf,
    /// What it should say; `None` if there is no such file.
    pub expected: Option<String>,
    /// What the query said.
    pub actual: String,
    /// How many inline expectations were not met; the actual text lists them.
    pub inline_failures: usize,
}

impl TestResult {
    /// Whether the query said what it should.
    pub fn passed(&self) -> bool {
        self.inline_failures == 0 && self.expected.as_deref() == Some(&self.actual)
    }

    /// What is expected against what the query said: `-` lines should be there and are not, `+` lines are there and
    /// should not be.
    pub fn difference(&self) -> String {
        let name = self.expected_file.display();
        let Some(expected) = &self.expected else {
            return format!("{name}: there is no such file; with --update it is written\n");
        };
        if *expected == self.actual {
            return format!("{name}: {} inline expectations are not met\n", self.inline_failures);
        }
        let diff = TextDiff::from_lines(expected.as_str(), self.actual.as_str());
        diff.unified_diff().context_radius(1).header(&name.to_string(), "this run").to_string()
    }
}

/// The tests of one folder, in the order of their names, or why there are none.
pub type FolderResult = (PathBuf, Result<Vec<TestResult>, Failure>);

/// The folders with tests at and below the given paths, sorted. A path may also be a single test.
///
/// # Errors
/// If a path cannot be read, or there is no test in it.
pub fn discover(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut folders = Vec::new();
    for path in paths {
        let before = folders.len();
        collect(path, &mut folders)?;
        if folders.len() == before {
            return Err(Failure::new(format!("there is no test in {}", path.display()))
                .help("a test is a .ql or .qlref file with Java sources beside it"));
        }
    }
    folders.sort();
    folders.dedup();
    Ok(folders)
}

fn collect(path: &Path, folders: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let entries = std::fs::read_dir(path).map_err(|error| cannot_read(path, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| cannot_read(path, &error))?;
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&entry.path(), folders)?;
        }
    }
    if !tests_of(path)?.is_empty() {
        folders.push(path.to_owned());
    }
    Ok(())
}

/// The tests that lie in a folder, sorted: references, and queries that have an expectation or sources beside them.
fn tests_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| cannot_read(folder, &error))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    let is = |path: &Path, wanted: &str| path.extension().is_some_and(|extension| extension == wanted);
    let has_sources = paths.iter().any(|path| is(path, "java"));
    paths.retain(|path| {
        is(path, "qlref") || is(path, "ql") && (has_sources || path.with_extension("expected").exists())
    });
    paths.sort();
    Ok(paths)
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot read {}: {error}", path.display()))
}

/// Runs the tests of several folders, some at once; the results come in the order of the folders.
///
/// # Errors
/// If threads cannot be started.
pub fn run_folders(folders: &[PathBuf], options: &TestOptions) -> Result<Vec<FolderResult>, Failure> {
    in_pool(options.threads, || {
        Ok(folders.par_iter().map(|folder| (folder.clone(), run_folder(folder, options))).collect())
    })
}

/// Runs the tests of one folder.
///
/// # Errors
/// If the folder has no sources, names a query that does not exist or compile, or cannot be extracted.
pub fn run_folder(folder: &Path, options: &TestOptions) -> Result<Vec<TestResult>, Failure> {
    let mut tests = tests_of(folder)?;
    tests.retain(|path| {
        let wanted = |filter: &String| path.to_string_lossy().contains(filter.as_str());
        options.filter.as_ref().is_none_or(wanted)
    });
    if tests.is_empty() {
        return Ok(Vec::new());
    }
    let scratch = tempfile::tempdir()
        .map_err(|error| Failure::new(format!("cannot make a temporary folder: {error}")))?;
    let db = scratch.path().join("test.db");
    let report = crate::cmd::extract::extract_quietly(folder, &db, Some(1))?;
    if report.files == 0 {
        return Err(Failure::new(format!("there are no Java sources in {}", folder.display()))
            .help("a test needs .java files in its folder or below"));
    }
    let store = open(&db)?;
    tests.iter().map(|test| run_test(folder, test, &store, options)).collect()
}

fn run_test(
    folder: &Path,
    test: &Path,
    store: &SqliteDb,
    options: &TestOptions,
) -> Result<TestResult, Failure> {
    let mut compiler = Compiler::new(store.catalog().clone(), &options.search_path)?;
    let (query, inline) = query_of(test, &mut compiler)?;
    let compiled = compiler.compile(&[query], &CompileOptions::default())?;
    let mut sets = evaluate(&compiled, store, Some(1), false)?;
    let mut inline_failures = 0;
    if inline {
        let failures = inline::check(folder, &compiled.queries[0].metadata, &sets)?;
        inline_failures = failures.rows.len();
        if inline_failures > 0 {
            sets.push(failures);
        }
    }
    let expected_file = test.with_extension("expected");
    let expected = match std::fs::read_to_string(&expected_file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(cannot_read(&expected_file, &error)),
    };
    let actual = expected::render(&sets.iter().collect::<Vec<_>>());
    Ok(TestResult { expected_file, expected, actual, inline_failures })
}

/// A `.qlref` file: the path of a query alone, or this.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QlRef {
    query: String,
    #[serde(default)]
    postprocess: Postprocess,
}

#[derive(Deserialize, Default)]
#[serde(untagged)]
enum Postprocess {
    #[default]
    None,
    One(String),
    Many(Vec<String>),
}

/// The post-processing query of CodeQL's packs that compares results with comments in the sources.
const INLINE_EXPECTATIONS: &str = "utils/test/InlineExpectationsTestQuery.ql";
/// The one that gives elements of test output stable texts; ours are stable.
const PRETTY_PRINT_MODELS: &str = "utils/test/PrettyPrintModels.ql";

/// The query of a test, and whether comments in the sources tell what it should find.
fn query_of(test: &Path, compiler: &mut Compiler) -> Result<(FileId, bool), Failure> {
    if test.extension().is_some_and(|extension| extension == "ql") {
        return Ok((compiler.file(test)?, false));
    }
    let text = std::fs::read_to_string(test).map_err(|error| cannot_read(test, &error))?;
    let reference =
        read_reference(&text).map_err(|message| Failure::new(format!("{}: {message}", test.display())))?;
    let steps = match &reference.postprocess {
        Postprocess::None => &[],
        Postprocess::One(step) => std::slice::from_ref(step),
        Postprocess::Many(steps) => steps.as_slice(),
    };
    let known = |step: &&String| *step != INLINE_EXPECTATIONS && *step != PRETTY_PRINT_MODELS;
    if let Some(step) = steps.iter().find(known) {
        return Err(Failure::new(format!(
            "{}: post-processing with `{step}` is not supported",
            test.display()
        ))
        .help(format!("known is `{INLINE_EXPECTATIONS}`")));
    }
    let query = compiler.reference(test, reference.query.trim())?;
    Ok((query, steps.iter().any(|step| step == INLINE_EXPECTATIONS)))
}

fn read_reference(text: &str) -> Result<QlRef, String> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    match (lines.next(), lines.next()) {
        (None, _) => Err("the file names no query".to_owned()),
        (Some(path), None) if !path.starts_with("query:") => {
            Ok(QlRef { query: path.to_owned(), postprocess: Postprocess::None })
        }
        _ => yaml_serde::from_str(text).map_err(|error| format!("not a valid reference: {error}")),
    }
}
