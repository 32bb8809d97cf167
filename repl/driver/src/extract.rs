//! Extracts a source tree into a database, with a progress bar and within the limits of a command.

use crate::limits::{AtWork, Bounds};
use indicatif::{ProgressBar, ProgressStyle};
use quarrel_common::words::plural;
use quarrel_console::{Failure, note};
use quarrel_engine::{Catalog, SourceMap, diag};
use quarrel_extractor::classpath::auto::{self, Caches, Found};
use quarrel_extractor::classpath::level;
use quarrel_extractor::limits::Exceeded;
use quarrel_extractor::{Assigned, Error, Options, Previous, Progress, Report};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The libraries of the sources.
#[derive(Clone, Default, Debug)]
pub struct Libraries {
    /// Jars and folders of class files (`DIR/*` for all jars of a folder), separated as on the Java command line; or
    /// `auto` for the jars that the build files of the project name.
    pub classpath: Vec<String>,
    /// Home of a JDK whose types replace the bundled ones.
    pub jdk: Option<PathBuf>,
}

/// Checks that a database can be written to a file, before the work for it is done.
///
/// # Errors
/// If the folder is not writable, or another file that must not be lost has this name.
pub fn check_target(db: &Path) -> Result<(), Failure> {
    quarrel_extractor::write::check_target(db).map(drop).map_err(|error| Failure::new(error.to_string()))
}

/// Extracts with a progress bar, if standard error is a terminal; reports files that could not be read.
///
/// # Errors
/// If the sources cannot be read or the database cannot be written.
pub fn extract(
    path: &Path,
    db: &Path,
    threads: Option<usize>,
    libraries: &Libraries,
    bounds: &Bounds,
) -> Result<Report, Failure> {
    let target = Target { db, is_scratch: false, for_codeql: false };
    let at_work = AtWork::silent(bounds);
    extract_showing(path, target, threads, libraries, &at_work, false, &mut |text| note(&text))
}

/// The file and the kind of a database.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The file.
    pub db: &'a Path,
    /// Whether it is removed after one run.
    pub is_scratch: bool,
    /// Whether the database has the additional rows that CodeQL's library expects.
    pub for_codeql: bool,
}

/// As [`extract`], until `at_work` stops it; with `quiet` without progress. Calls `emit` with a message for each file
/// that could not be read, even if an error follows.
///
/// # Errors
/// If the sources cannot be read or the database cannot be written.
pub fn extract_showing(
    path: &Path,
    target: Target<'_>,
    threads: Option<usize>,
    libraries: &Libraries,
    at_work: &AtWork,
    quiet: bool,
    emit: &mut dyn FnMut(String),
) -> Result<Report, Failure> {
    let extract = |options: &Options, progress: &(dyn Fn(Progress) + Sync)| {
        quarrel_extractor::extract(path, target.db, options, progress)
    };
    extract_by(path, target, threads, libraries, at_work, quiet, emit, extract)
}

/// As [`extract_showing`]; only the changed bodies of an earlier extraction are read again, where that is enough. Also
/// returns the ids, for the next extraction.
///
/// # Errors
/// Those of [`extract_showing`].
pub fn extract_after(
    path: &Path,
    target: Target<'_>,
    threads: Option<usize>,
    libraries: &Libraries,
    at_work: &AtWork,
    quiet: bool,
    emit: &mut dyn FnMut(String),
    previous: Option<Previous<'_>>,
) -> Result<(Report, Assigned), Failure> {
    let mut ids = Assigned::default();
    let extract = |options: &Options, progress: &(dyn Fn(Progress) + Sync)| {
        let extracted = quarrel_extractor::extract_with_ids(path, target.db, options, previous, progress);
        extracted.map(|(report, assigned)| {
            ids = assigned;
            report
        })
    };
    let report = extract_by(path, target, threads, libraries, at_work, quiet, emit, extract)?;
    Ok((report, ids))
}

fn extract_by(
    path: &Path,
    target: Target<'_>,
    threads: Option<usize>,
    libraries: &Libraries,
    at_work: &AtWork,
    quiet: bool,
    emit: &mut dyn FnMut(String),
    extract: impl FnOnce(&Options, &(dyn Fn(Progress) + Sync)) -> Result<Report, Error>,
) -> Result<Report, Failure> {
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(1) };
    let style = ProgressStyle::with_template("{spinner} {bar:20} {elapsed:>4}  {msg} {pos}/{len} files")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style);
    let phase = Mutex::new("");
    let options = Options {
        threads: threads.unwrap_or(0),
        limits: at_work.limits().budget(),
        is_scratch: target.is_scratch,
        ..options(path, libraries, target.for_codeql, emit)?
    };
    let report = extract(&options, &|progress: Progress| {
        if let Ok(mut phase) = phase.lock()
            && *phase != progress.phase
        {
            *phase = progress.phase;
            bar.set_message(progress.phase);
        }
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    let report = report.map_err(failure)?;
    for problem in &report.problems {
        emit(format!("warning: {problem}"));
    }
    Ok(report)
}

/// The options on which the rows of a database depend, besides the sources at `path`; calls `emit` with a message about missing jars.
///
/// # Errors
/// If a named library does not exist.
pub fn options(
    path: &Path,
    libraries: &Libraries,
    for_codeql: bool,
    emit: &mut dyn FnMut(String),
) -> Result<Options, Failure> {
    Ok(Options {
        classpath: classpath(path, &libraries.classpath, emit)?,
        jdk: libraries.jdk.clone(),
        source_level: level::find(path),
        for_codeql,
        ..Options::default()
    })
}

/// Extracts without output, on one thread, against libraries (jars, and folders of class files or sources).
///
/// # Errors
/// If the sources cannot be read or the database cannot be written.
pub fn extract_against(
    path: &Path,
    db: &Path,
    classpath: Vec<PathBuf>,
    for_codeql: bool,
) -> Result<Report, Failure> {
    let options = Options { threads: 1, classpath, for_codeql, ..Options::default() };
    quarrel_extractor::extract(path, db, &options, &|_| ()).map_err(|error| Failure::new(error.to_string()))
}

/// The failure of an extraction.
fn failure(error: Error) -> Failure {
    let failure = Failure::new(error.to_string());
    match error {
        Error::Interrupted(Exceeded::Time(_)) => failure.help("give it more time with --timeout"),
        Error::Interrupted(Exceeded::Memory(_)) => failure
            .help("give it more with --memory-limit, use fewer --threads, or extract a part of the tree"),
        _ => failure,
    }
}

/// The entries of class paths; `auto` stands for the jars that the project's build files name.
fn classpath(
    sources: &Path,
    written: &[String],
    emit: &mut dyn FnMut(String),
) -> Result<Vec<PathBuf>, Failure> {
    let mut entries = Vec::new();
    for text in written {
        for entry in std::env::split_paths(text) {
            if entry.as_os_str() == "auto" {
                let home = std::env::home_dir().ok_or_else(|| {
                    Failure::new("HOME is not set, so the caches of Maven and Gradle cannot be found")
                        .help("set HOME, or name the jars")
                })?;
                let found = auto::find(sources, &Caches::below(&home));
                if !found.missing.is_empty() {
                    emit(missing(&found));
                }
                entries.extend(found.jars);
            } else if !entry.as_os_str().is_empty() {
                check_entry(&entry)?;
                entries.push(entry);
            }
        }
    }
    Ok(entries)
}

/// Checks that a library exists: without it, fewer names would be resolved than the user expects.
fn check_entry(entry: &Path) -> Result<(), Failure> {
    let all_jars = entry.file_name().is_some_and(|name| name == "*");
    let there = if all_jars { entry.parent().unwrap_or(Path::new(".")) } else { entry };
    // The path of the folder of `*` is empty: the current folder.
    if there.as_os_str().is_empty() || there.exists() {
        return Ok(());
    }
    Err(Failure::new(format!("there is no `{}`, which the class path names", there.display()))
        .help("name jars and folders of class files, `DIR/*` for all jars of a folder, or `auto`"))
}

/// The most missing jars that are named.
const NAMED: usize = 20;

/// The message about jars of the build files that are not in the local caches.
fn missing(found: &Found) -> String {
    let names: Vec<&str> = found.missing.iter().take(NAMED).map(String::as_str).collect();
    let more = found.missing.len() - names.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(
        "warning: the build files name {} libraries, and {} of them are in no local cache of Maven or Gradle: {}{more}; \
         build the project once, or name the jars",
        found.named,
        found.missing.len(),
        names.join(", ")
    )
}

/// The summary line of an extraction.
pub fn summary(report: &Report) -> String {
    let count = |number: u64, noun: &str| format!("{number} {}", plural(number as usize, noun));
    let mut out = [
        count(report.files, "file"),
        count(report.lines, "line"),
        count(report.classes, "class"),
        count(report.callables, "method"),
    ]
    .join(", ");
    if report.files_unreadable > 0 {
        let _ = write!(out, "; {} could not be read", report.files_unreadable);
    }
    if report.files_with_errors > 0 {
        let _ = write!(out, "; {} could not be understood in full", report.files_with_errors);
    }
    let seconds: f64 = report.phases.iter().map(|(_, time)| time.as_secs_f64()).sum();
    if report.calls > 0 {
        let _ =
            write!(out, "; {:.1} % of {} calls unresolved", report.unresolved_share() * 100.0, report.calls);
    }
    let verb = if report.changes.is_some() { "brought up to date" } else { "extracted" };
    let _ = write!(out, "; {verb} in {seconds:.1} s");
    if let Some(peak) = report.peak_memory {
        let _ = write!(out, " with {} MiB", peak >> 20);
    }
    let _ = write!(out, ", database {:.1} MiB", report.database_bytes as f64 / f64::from(1 << 20));
    out
}

/// The schema of the databases of this program, to compile before there is a database.
///
/// # Errors
/// If the bundled schema is broken, which is a bug.
pub fn bundled_catalog() -> Result<Catalog, Failure> {
    let mut sources = SourceMap::new();
    let text = quarrel_extractor::facts::schema::JAVA_DBSCHEME;
    let file = sources.add("java.dbscheme", text);
    let (catalog, mistakes) = quarrel_engine::parse_dbscheme(file, text);
    if mistakes.is_empty() {
        return Ok(catalog);
    }
    Err(Failure::new("the bundled schema is broken")
        .rendered(diag::render(&mistakes, &sources, false))
        .help("this is a bug in quarrel; please report it"))
}
