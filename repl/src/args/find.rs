//! Commands that find mistakes in programs, and what they print.

use super::shared::{Asked, FailOn, LimitArgs, MinConfidence};
use clap::{Args as ClapArgs, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// `quarrel analyze`.
#[derive(ClapArgs, Default, Debug)]
#[command(after_help = "\
Examples:
  quarrel analyze                                      the Java below the current folder
  quarrel analyze src --short                          a line for each finding
  quarrel analyze . --output report.html --open        a page, opened in a browser
  quarrel analyze . --query java/race                  one query only
  quarrel analyze . --fail-on error --diff changes.patch   for CI: errors in changed lines")]
pub struct Analyze {
    /// Folder (or single file) with Java sources, or a database from `quarrel extract`
    #[arg(default_value = ".")]
    pub path: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub asked: Asked,
    /// Format of the findings (default: that of the output file's name, text on standard output)
    #[arg(long, value_enum, help_heading = "Output")]
    pub format: Option<FindingsFormat>,
    /// File for the findings, `-` for standard output (the default); may be repeated. The end of its name chooses the
    /// format: .sarif, .json, .jsonl, .csv, .html or .md
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub output: Vec<PathBuf>,
    /// Also write a page for a browser, and open it
    #[arg(long, help_heading = "Output")]
    pub open: bool,
    /// Folder to which paths in SARIF are relative (default: the root of the git repository, or else the analysed folder)
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub source_root: Option<PathBuf>,
    /// Name in SARIF by which code scanning services distinguish several runs on one repository (default: quarrel and
    /// the analysed folder)
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    pub category: Option<String>,
    /// Keep the database in this file (default: a temporary one)
    #[arg(long, value_name = "FILE", help_heading = "How to run")]
    pub db: Option<PathBuf>,
    /// Number of threads (default: all cores)
    #[arg(long, value_name = "N", help_heading = "How to run")]
    pub threads: Option<usize>,
    /// End with exit code 1 if there is a finding of this severity or a worse one
    #[arg(long, value_enum, value_name = "SEVERITY", help_heading = "What to report")]
    pub fail_on: Option<FailOn>,
    /// Mark the findings that are new since the run that wrote this SARIF file; --fail-on then counts new ones only
    #[arg(long, value_name = "FILE.sarif", help_heading = "What to report")]
    pub baseline: Option<PathBuf>,
    /// Say which findings are new since this commit, a branch or a tag, analysed as well: since the branch that is
    /// checked out has grown from it; --fail-on then counts new ones only
    #[arg(long, value_name = "COMMIT", conflicts_with_all = ["baseline", "db"], help_heading = "What to report")]
    pub since: Option<String>,
    /// Report only findings on lines that this unified diff changes; `-` reads it from standard input
    #[arg(long, value_name = "FILE|-", help_heading = "What to report")]
    pub diff: Option<PathBuf>,
    /// Print the edits that fix findings, and other edits of queries, as one unified diff on standard output
    #[arg(long, help_heading = "Output")]
    pub fix: bool,
    /// With --fix: write the edits into the files instead. All edits of a file are made or none; a file that has changed
    /// since the analysis gets none
    #[arg(long, requires = "fix", help_heading = "Output")]
    pub apply: bool,
    /// Print the findings only: no progress and no summary
    #[arg(long, short, conflicts_with_all = ["verbose", "profile"], help_heading = "Output")]
    pub quiet: bool,
    /// Also print findings in the baseline, the remedy of each finding, and the time of each phase
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
    /// Print a line for each finding: place, severity, message and query
    #[arg(long, conflicts_with = "verbose", help_heading = "Output")]
    pub short: bool,
    /// Print all findings in full; without this a terminal gets the first 20
    #[arg(long, help_heading = "Output")]
    pub all: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub limits: LimitArgs,
    /// Print the time and the rows of each computed predicate
    #[arg(long, help_heading = "How to run")]
    pub profile: bool,
    /// Neither take what an earlier run on the same sources found, nor keep it for later ones (`quarrel cache`)
    #[arg(long, help_heading = "How to run")]
    pub no_cache: bool,
    /// End when standard input ends, since the parent process has then ended
    #[arg(long, hide = true, conflicts_with = "diff")]
    pub end_with_input: bool,
}

/// Formats of findings.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingsFormat {
    /// For people
    Text,
    /// SARIF 2.1.0, for code scanning services and editors
    Sarif,
    /// One JSON document: an array of findings
    Json,
    /// A JSON object a line
    Jsonl,
    /// Comma-separated values with a header row
    Csv,
    /// One self-contained page
    Html,
    /// Markdown, for the comment of a pull request
    Markdown,
}

impl FindingsFormat {
    /// The name of the format in messages.
    pub fn words(self) -> &'static str {
        match self {
            FindingsFormat::Text => "text",
            FindingsFormat::Sarif => "SARIF",
            FindingsFormat::Json => "JSON",
            FindingsFormat::Jsonl => "JSON lines",
            FindingsFormat::Csv => "CSV",
            FindingsFormat::Html => "a page for a browser",
            FindingsFormat::Markdown => "Markdown",
        }
    }
}

/// `quarrel watch`.
#[derive(ClapArgs, Debug)]
pub struct Watch {
    /// Folder with Java sources
    #[arg(default_value = ".")]
    pub path: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub asked: Asked,
    /// Number of threads (default: all cores)
    #[arg(long, value_name = "N", help_heading = "How to run")]
    pub threads: Option<usize>,
}

/// `quarrel cache`.
#[derive(ClapArgs, Debug)]
pub struct Cache {
    /// Remove what was not used for longest until the rest takes no more than this, such as 500M; 0 removes everything
    #[arg(long, value_name = "SIZE", value_parser = quarrel_driver::limits::size)]
    pub shrink_to: Option<u64>,
}

/// `quarrel confirm`.
#[derive(ClapArgs, Debug)]
pub struct Confirm {
    /// The findings: a report of `quarrel analyze` (JSON or SARIF), or sources to analyse first
    pub findings: PathBuf,
    /// After `--`: the command that starts the program, which runs under a debugger
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
    /// Instead of a command: the address of a virtual machine that waits for a debugger; the machine is not ended
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "command")]
    pub attach: Option<String>,
    /// Instead of a command: generate a program that calls the public entries of each finding from two threads; needs
    /// --classpath
    #[arg(long, conflicts_with_all = ["command", "attach"], requires = "classpath")]
    pub harness: bool,
    /// With --harness: the compiled classes and the jars that they need, as on the Java command line
    #[arg(long, value_name = "PATHS")]
    pub classpath: Option<OsString>,
    /// With --harness: write a program that reproduces each confirmed finding without Quarrel: a test for JUnit 5 if that
    /// is on the class path, else a class with a main method
    #[arg(long, value_name = "DIR", requires = "harness")]
    pub emit_test: Option<PathBuf>,
    /// End the run after this time
    #[arg(long, value_name = "TIME", value_parser = quarrel_driver::limits::duration, default_value = "2m")]
    pub deadline: Duration,
    /// Hold a thread at one place at most this long, until another thread reaches the other place
    #[arg(long, value_name = "TIME", value_parser = quarrel_driver::limits::duration, default_value = "1s")]
    pub hold: Duration,
    /// Try only the first N findings
    #[arg(long, value_name = "N")]
    pub first: Option<usize>,
    /// Try only findings of this query, such as java/race; may be repeated
    #[arg(long = "query", value_name = "ID")]
    pub queries: Vec<String>,
    /// With sources to analyse: try only findings of at least this confidence (default: medium)
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub min_confidence: Option<MinConfidence>,
    /// File for the findings and their outcomes, `-` for standard output (the default); may be repeated. The end of its
    /// name chooses the format: .json, .jsonl, .sarif, .html (a page with the stacks side by side) or .txt
    #[arg(long, short, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// End with exit code 1 if a finding is confirmed
    #[arg(long, value_enum, value_name = "WHAT")]
    pub fail_on: Option<FailOnConfirmed>,
    /// Show the output of the command on standard error
    #[arg(long)]
    pub show_output: bool,
    /// Print no progress and no summary
    #[arg(long, short)]
    pub quiet: bool,
}

/// When `confirm` ends with exit code 1.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailOnConfirmed {
    /// A finding that was confirmed
    Confirmed,
}

/// `quarrel explain`.
#[derive(ClapArgs, Debug)]
pub struct Explain {
    /// The id of a query, such as java/not-threadsafe, or a part of it or of its name
    pub id: String,
    /// Another folder to find packs in; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
}

/// `quarrel packs`.
#[derive(ClapArgs, Debug)]
pub struct Packs {
    /// Packs of these names only
    #[arg(value_name = "PACK")]
    pub names: Vec<String>,
    /// Another folder to find packs in; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
}

/// `quarrel diff`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  quarrel diff before.sarif after.sarif
  quarrel diff before.json after.json --fail-on error      for CI: fail on new errors
  quarrel diff rows1.json rows2.json                       rows of `quarrel run --format json`")]
pub struct Diff {
    /// The old result: a file of findings (JSON, JSON lines, SARIF), or of rows in JSON
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// The new result
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,
    /// Format of the differences
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub format: DiffFormat,
    /// File for the differences (default: standard output)
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// End with exit code 1 if there is a new finding of this severity or a worse one
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub fail_on: Option<FailOn>,
    /// Print the differences only, not their number
    #[arg(long, short)]
    pub quiet: bool,
}

/// Formats of differences.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiffFormat {
    /// A line each: `+` is new, `-` is gone
    Text,
    /// One JSON document: an array of new and gone findings or rows, marked by `state`
    Json,
    /// A JSON object a line
    Jsonl,
}
