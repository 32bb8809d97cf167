//! What is asked for: options and `quarrel.toml` flow in, a [`Request`] flows out. Nothing is extracted or compiled yet.

use super::Again;
use crate::args::{Analyze, Sensitivity, When};
use crate::config::Config;
use quarrel_console::{Failure, note};
use quarrel_driver::limits::AtWork;
use quarrel_driver::{extract, open};
use quarrel_engine::Edb;
use quarrel_files::is_database;
use quarrel_findings::Severity;
use quarrel_findings::baseline::Baseline;
use quarrel_findings::confidence::Level;
use quarrel_findings::scope::{Changed, Scope, patterns, repository};
use quarrel_store::SqliteDb;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The largest diff that is read, in bytes.
const MOST_DIFF: u64 = 1 << 30;

/// A request for an analysis.
pub(super) struct Request<'a> {
    /// The options.
    pub args: &'a Analyze,
    /// The sources: a folder or a file.
    pub root: PathBuf,
    /// The database, if the command line names one instead of sources.
    pub db: Option<SqliteDb>,
    /// The configuration of the project.
    pub config: Config,
    /// Folders in which imports and packs are also looked up.
    pub search_path: Vec<PathBuf>,
    /// The findings to compare with, and whose they are.
    pub baseline: Option<(Baseline, String)>,
    /// The selection of findings.
    pub scope: Scope,
    /// Whether neither packs nor queries are named.
    pub by_default: bool,
    /// When the packs for whole programs run.
    pub whole_program: When,
    /// The contexts of the points-to analysis; `None` for the default.
    pub sensitivity: Option<Sensitivity>,
    /// The start of the analysis.
    pub started: Instant,
    /// What analyses of the same sources before this one leave.
    pub again: Option<&'a Again>,
    /// Where the sources are, as far as results depend on it.
    pub named: String,
}

impl<'a> Request<'a> {
    /// Reads the options and the files that they name.
    ///
    /// # Errors
    /// If the database, the configuration, the baseline or the diff cannot be used, or options contradict each other.
    pub fn new(args: &'a Analyze) -> Result<Self, Failure> {
        let started = Instant::now();
        let db = database(args)?;
        let root = match &db {
            Some(db) => db.source_root().map_or_else(|| PathBuf::from("."), PathBuf::from),
            None => args.path.clone(),
        };
        let asked = &args.asked;
        let config = Config::find(&root, asked.assumptions.config.as_deref())?;
        let baseline = match (&args.baseline, &config.baseline) {
            (Some(file), _) => Some(Baseline::read(file)?),
            (None, Some(file)) => Some(Baseline::read_regular(&config.resolve(file)?)?),
            (None, None) => None,
        };
        if let Some(db) = &args.db {
            extract::check_target(db)?;
        }
        let baseline = baseline.map(|baseline| (baseline, "the baseline".to_owned()));
        let scope = scope(args, &root, &config, args.diff.as_deref())?;
        let named = std::path::absolute(&root).unwrap_or_else(|_| root.clone()).display().to_string();
        Ok(Self {
            search_path: config.searched(&asked.search_path)?,
            by_default: asked.packs.is_empty() && asked.queries.is_empty() && config.packs.is_none(),
            whole_program: asked.whole_program.or(config.whole_program).unwrap_or_default(),
            sensitivity: asked.assumptions.sensitivity.or(config.sensitivity),
            args,
            root,
            db,
            config,
            baseline,
            scope,
            started,
            again: None,
            named,
        })
    }

    /// Asks of other sources in the place of these what was asked of these, without a comparison.
    ///
    /// # Errors
    /// If the configuration can no longer be used.
    pub fn of(&self, root: PathBuf) -> Result<Self, Failure> {
        let config = Config::find(&self.root, self.args.asked.assumptions.config.as_deref())?;
        Ok(Self {
            args: self.args,
            db: None,
            search_path: self.search_path.clone(),
            baseline: None,
            scope: scope(self.args, &self.root, &config, None)?,
            config,
            by_default: self.by_default,
            whole_program: self.whole_program,
            sensitivity: self.sensitivity,
            started: Instant::now(),
            // These sources are at another place.
            again: None,
            // Where they are for a moment says nothing.
            named: String::new(),
            root,
        })
    }

    /// Whether the packs for whole programs may run beside those that run by default.
    pub fn adds_whole_program(&self) -> bool {
        self.by_default && self.whole_program != When::Never
    }

    /// What bounds a part of the work, without anything shown meanwhile.
    pub fn at_work(&self) -> AtWork {
        AtWork::silent(&self.args.limits.bounds())
    }

    /// The least confidence of reported findings.
    pub fn least_confidence(&self) -> Level {
        let least = self.args.asked.min_confidence.or(self.config.min_confidence);
        least.map(Level::from).unwrap_or_default()
    }

    /// The least severity of findings for exit code 1; `None` for never.
    pub fn fail_on(&self) -> Option<Severity> {
        self.args.fail_on.or(self.config.fail_on).map(Severity::from)
    }
}

/// Opens the database if the command line names one instead of sources.
///
/// # Errors
/// If the database cannot be used, or there are options for an extraction beside it.
fn database(args: &Analyze) -> Result<Option<SqliteDb>, Failure> {
    if !is_database(&args.path) {
        return Ok(None);
    }
    let libraries = &args.asked.libraries;
    let options = [
        ("--db", args.db.is_some()),
        ("--classpath", !libraries.classpath.is_empty()),
        ("--jdk", libraries.jdk.is_some()),
    ];
    if let Some((option, _)) = options.into_iter().find(|(_, is_given)| *is_given) {
        let path = args.path.display();
        return Err(Failure::new(format!("{path} is a database, and {option} is about how one is made"))
            .help(format!("leave {option} out, or name the sources in place of {path}")));
    }
    open(&args.path).map(Some)
}

/// The selection of findings.
fn scope(args: &Analyze, root: &Path, config: &Config, diff: Option<&Path>) -> Result<Scope, Failure> {
    let root = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
    let decides = args.fail_on.is_some() || config.fail_on.is_some();
    Ok(Scope {
        include_generated: args.asked.include_generated || config.include_generated,
        exclude: patterns(&config.exclude)?,
        exclude_base: config.folder.clone(),
        changed: diff.map(|diff| changed(diff, &root, decides)).transpose()?,
        root,
    })
}

/// The lines that a diff changes; its paths start at the work tree of git, the current or the analysed folder.
/// With `decides` the exit code depends on it.
fn changed(diff: &Path, root: &Path, decides: bool) -> Result<Changed, Failure> {
    let mut bytes = Vec::new();
    let fail = |error: std::io::Error| {
        Failure::new(format!("cannot read the diff {}: {error}", diff.display()))
            .help("name a file with the output of `git diff main`, or `-` for standard input")
    };
    if diff == Path::new("-") {
        std::io::stdin().take(MOST_DIFF + 1).read_to_end(&mut bytes).map_err(fail)?;
        if bytes.len() as u64 > MOST_DIFF {
            return Err(Failure::new(format!("the diff has more than {MOST_DIFF} bytes")));
        }
    } else {
        bytes = quarrel_files::read_any(diff, MOST_DIFF).map_err(fail)?;
    }
    if bytes.trim_ascii().is_empty() {
        // What made the diff may have failed, and nothing would be found in what was not looked at.
        if decides {
            return Err(Failure::new("the diff is empty, so --fail-on would pass whatever the sources are")
                .help("look whether the command that makes the diff works; leave the analysis out if nothing changed"));
        }
        note("warning: the diff is empty, so no finding is reported");
    }
    let here = std::env::current_dir().ok();
    let bases: Vec<PathBuf> =
        repository(root).map(Path::to_owned).into_iter().chain(here).chain([root.to_owned()]).collect();
    Changed::parse(&String::from_utf8_lossy(&bytes), &bases)
}
