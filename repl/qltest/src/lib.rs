//! Runs folders of tests in CodeQL's layout (language.md section 19): extracts the Java below a folder, runs every
//! `.ql` or `.qlref` in it, and compares the results with the `.expected` files beside them.
//!
//! Returns [`TestResult`]s by folder; prints and writes nothing.

mod by_place;
mod inline;
mod options;
mod postprocess;

use quarrel_console::Failure;
use quarrel_driver::extract::{bundled_catalog, extract_against};
use quarrel_driver::{Compiler, evaluate, in_pool, open, pack_failure, scratch};
use quarrel_engine::{CompileOptions, Edb, FileId, Metadata};
use quarrel_report::expected::{self, Table};
use quarrel_report::tree;
use quarrel_store::SqliteDb;
use rayon::prelude::*;
use serde::Deserialize;
use similar::TextDiff;
use std::path::{Path, PathBuf};

/// Options of a test run.
#[derive(Default, Debug)]
pub struct TestOptions {
    /// Folders in which imports and queries are also looked up.
    pub search_path: Vec<PathBuf>,
    /// Run only tests whose path contains this text.
    pub filter: Option<String>,
    /// A folder of queries that also run on the sources of each test folder.
    pub consistency_queries: Option<PathBuf>,
    /// The number of folders that are tested at once; all cores if `None`.
    pub threads: Option<usize>,
}

/// The result of one test.
#[derive(Debug)]
pub struct TestResult {
    /// The `.expected` file.
    pub expected_file: PathBuf,
    /// The expected text; `None` if there is no such file.
    pub expected: Option<String>,
    /// The actual text.
    pub actual: String,
    /// The number of failed inline expectations; the actual text lists them.
    pub inline_failures: usize,
    /// Whether comments in the sources have the expectations, so that no `.expected` file is needed.
    pub has_comments: bool,
    /// The differences by place, in lines such as `A.java:7: unexpected alert: text`.
    pub by_place: Vec<String>,
}

impl TestResult {
    /// Whether the test passed.
    pub fn passed(&self) -> bool {
        let same = |expected: &str| expected::in_order(expected) == expected::in_order(&self.actual);
        self.inline_failures == 0 && self.expected.as_deref().map_or(self.has_comments, same)
    }

    /// A diff from the expected to the actual text: `-` lines are missing, `+` lines are unexpected.
    pub fn difference(&self) -> String {
        let name = self.expected_file.display();
        let by_place: String = self.by_place.iter().map(|line| format!("{line}\n")).collect();
        let Some(expected) = &self.expected else {
            if self.has_comments {
                return by_place;
            }
            let shown = if self.actual.is_empty() { "no rows\n" } else { &self.actual };
            return format!(
                "{shown}{name}: there is no such file; with --update these rows are written into it\n"
            );
        };
        let (expected, actual) = (expected::in_order(expected), expected::in_order(&self.actual));
        if expected == actual {
            return format!("{by_place}{name}: {} inline expectations are not met\n", self.inline_failures);
        }
        let diff = TextDiff::from_lines(expected.as_str(), actual.as_str());
        let diff = diff.unified_diff().context_radius(1).header(&name.to_string(), "this run").to_string();
        by_place + &diff
    }
}

/// The results of one folder in the order of their names, or the reason why there are none.
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

/// The tests in a folder, sorted: references, and queries with an expectation or sources beside them.
fn tests_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| cannot_read(folder, &error))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    let is = |path: &Path, wanted: &str| path.extension().is_some_and(|extension| extension == wanted);
    let has_sources = paths.iter().any(|path| is(path, "java"));
    paths.retain(|path| {
        // A query runs through the reference of its name, if there is one.
        is(path, "qlref")
            || is(path, "ql")
                && !path.with_extension("qlref").exists()
                && (has_sources || path.with_extension("expected").exists())
    });
    paths.sort();
    Ok(paths)
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot read {}: {error}", path.display()))
}

/// Runs the tests of several folders in parallel; the results are in the order of the folders.
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
    let scratch = scratch()?;
    let db = scratch.path().join("test.db");
    // The imports of all tests of a folder are read once; they decide which rows the database needs.
    let mut compiler = Compiler::new(bundled_catalog()?, &options.search_path)?;
    for test in &tests {
        query_of(test, &mut compiler)?;
    }
    extract_against(folder, &db, options::classpath(folder)?, compiler.has_other_library())?;
    let store = open(&db)?;
    compiler.session().replace_catalog(store.catalog().clone());
    // Most rows of the pack match nothing in the sources of a test.
    compiler.session().check_rows(false);
    let mut results: Vec<TestResult> =
        tests.iter().map(|test| run_test(folder, test, &mut compiler, &store)).collect::<Result<_, _>>()?;
    if let Some(queries) = &options.consistency_queries {
        results.extend(check_consistency(folder, queries, &store, options)?);
    }
    Ok(results)
}

/// Runs the consistency queries, whose only results may be those in `CONSISTENCY/Query.expected`.
fn check_consistency(
    folder: &Path,
    queries: &Path,
    store: &SqliteDb,
    options: &TestOptions,
) -> Result<Vec<TestResult>, Failure> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(queries)
        .map_err(|error| cannot_read(queries, &error))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ql"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(Failure::new(format!("there is no .ql file in {}", queries.display()))
            .help("--consistency-queries names a folder of queries"));
    }
    let mut compiler = Compiler::new(store.catalog().clone(), &options.search_path)?;
    compiler.session().check_rows(false);
    let entries = files.iter().map(|file| compiler.file(file)).collect::<Result<Vec<_>, _>>()?;
    let compiled = compiler.compile(&entries, &CompileOptions::default())?;
    let sets = evaluate(&compiled, store, Some(1))?;
    let mut results = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let own: Vec<Table> = sets.iter().filter(|set| set.query == number).map(Table::of).collect();
        // Without rows the text is empty, without the names of the result sets.
        let found = own.iter().any(|table| !table.rows.is_empty());
        let actual = if found { expected::render(&own) } else { String::new() };
        let name = Path::new(file.file_stem().unwrap_or_default()).with_extension("expected");
        let expected_file = folder.join("CONSISTENCY").join(name);
        let expected = Some(read_expected(&expected_file)?.unwrap_or_default());
        let by_place = by_place::rows(folder, &[], expected.as_deref().unwrap_or_default(), &actual);
        let (inline_failures, has_comments) = (0, false);
        results.push(TestResult { expected_file, expected, actual, inline_failures, has_comments, by_place });
    }
    Ok(results)
}

/// The largest expectation that is read, in bytes.
const MOST_EXPECTED: u64 = 256 << 20;

fn read_expected(file: &Path) -> Result<Option<String>, Failure> {
    match quarrel_files::read_text(file, MOST_EXPECTED) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot_read(file, &error)),
    }
}

fn run_test(
    folder: &Path,
    test: &Path,
    compiler: &mut Compiler,
    store: &SqliteDb,
) -> Result<TestResult, Failure> {
    let (query, steps) = query_of(test, compiler)?;
    set_rows_beside(test, compiler)?;
    let compiled = compiler.compile(&[query], &CompileOptions::default())?;
    let sets =
        evaluate(&compiled, store, Some(1)).map_err(|failure| failure.about(&test.display().to_string()))?;
    let metadata = &compiled.queries[0].metadata;
    let mut tables: Vec<Table> = sets.iter().map(Table::of).collect();
    for step in &steps {
        match step.as_str() {
            // For queries that report no problems, only CodeQL's own query knows the tags of query predicates.
            INLINE_EXPECTATIONS if is_problem(metadata) && !has_query(test, step, compiler)? => {
                let failures = inline::check(folder, metadata, &sets)?;
                if !failures.rows.is_empty() {
                    tables.push(Table::of(&failures));
                }
            }
            step => tables = postprocess::run(test, step, metadata, tables, store, compiler)?,
        }
    }
    let expected_file = test.with_extension("expected");
    let expected = read_expected(&expected_file)?;
    let alerts = by_place::alerts(metadata, &sets);
    // Comments are enough if there is no `.expected` file.
    let has_comments = is_problem(metadata)
        && (!steps.is_empty() || expected.is_none())
        && inline::has_expectations(folder, metadata)?;
    if has_comments && steps.is_empty() {
        let failures = inline::check(folder, metadata, &sets)?;
        tables.push(Table::of(&failures));
    }
    let is_compared = has_comments || !steps.is_empty();
    let failures = tables.iter().find(|table| is_compared && table.name == "testFailures");
    let inline_failures = failures.map_or(0, |table| table.rows.len());
    let mut by_place = failures.map_or(Vec::new(), |table| by_place::failures(folder, &alerts, table));
    if has_comments && steps.is_empty() {
        tables.pop();
    }
    let tree = if metadata.get("kind") == Some("graph") { tree::render(&sets) } else { None };
    let actual = tree.unwrap_or_else(|| expected::render(&tables));
    if let Some(expected) = expected.as_deref().filter(|_| by_place.is_empty() && is_problem(metadata)) {
        by_place = by_place::rows(folder, &alerts, expected, &actual);
    }
    Ok(TestResult { expected_file, expected, actual, inline_failures, has_comments, by_place })
}

/// Adds the rows of `Test.ext.yml` beside `Test.ql` or `Test.qlref` (language.md section 20).
fn set_rows_beside(test: &Path, compiler: &mut Compiler) -> Result<(), Failure> {
    let file = quarrel_engine::packs::disk(&test.with_extension("ext.yml")).map_err(pack_failure)?;
    let session = compiler.session();
    let text = session.roots().read(&file).map_err(pack_failure)?;
    session.set_rows_beside(&file, text.as_deref()).map_err(pack_failure)
}

/// Whether there is a query of that path.
fn has_query(test: &Path, path: &str, compiler: &mut Compiler) -> Result<bool, Failure> {
    let test = quarrel_engine::packs::disk(test).map_err(pack_failure)?;
    Ok(compiler.session().find(&test, path).map_err(pack_failure)?.is_some())
}

fn is_problem(metadata: &Metadata) -> bool {
    matches!(metadata.get("kind"), Some("problem" | "path-problem"))
}

/// A `.qlref` file with more than the path of a query.
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

/// CodeQL's post-processing query that compares results with comments in the sources; without CodeQL's packs, [`inline`]
/// does it.
const INLINE_EXPECTATIONS: &str = "utils/test/InlineExpectationsTestQuery.ql";

/// The query of a test, and its post-processing queries.
fn query_of(test: &Path, compiler: &mut Compiler) -> Result<(FileId, Vec<String>), Failure> {
    if test.extension().is_some_and(|extension| extension == "ql") {
        return Ok((compiler.file(test)?, Vec::new()));
    }
    let place = quarrel_engine::packs::disk(test).map_err(pack_failure)?;
    let text = compiler.session().roots().read(&place).map_err(pack_failure)?.unwrap_or_default();
    let reference =
        read_reference(&text).map_err(|message| Failure::new(format!("{}: {message}", test.display())))?;
    let steps = match reference.postprocess {
        Postprocess::None => Vec::new(),
        Postprocess::One(step) => vec![step],
        Postprocess::Many(steps) => steps,
    };
    Ok((compiler.reference(test, reference.query.trim())?, steps))
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

/// The words of a line; blanks in quotes do not separate words, and the quotes are dropped.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    for ch in line.chars() {
        match quote {
            Some(open) if ch == open => quote = None,
            Some(_) => word.push(ch),
            None if ch == '"' || ch == '\'' => quote = Some(ch),
            None if ch.is_whitespace() => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            None => word.push(ch),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}
