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
  quarrel analyze . --fail-on error --diff changes.patch   for CI: what a change brings")]
pub struct Analyze {
    /// Folder (or single file) with Java sources, or a database that `quarrel extract` made of them
    #[arg(default_value = ".")]
    pub path: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub asked: Asked,
    /// Form of the findings (default: by the end of the output file's name, text on standard output)
    #[arg(long, value_enum, help_heading = "Output")]
    pub format: Option<FindingsFormat>,
    /// File for the findings, `-` for standard output (the default); may be repeated, each file has the form that its
    /// name ends in: .sarif, .json, .jsonl, .csv, .html or .md
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub output: Vec<PathBuf>,
    /// Write the page for a browser, beside what --output asks for, and open it
    #[arg(long, help_heading = "Output")]
    pub open: bool,
    /// Folder that paths in SARIF begin at (default: the root of the git repository, or else the analysed folder)
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub source_root: Option<PathBuf>,
    /// What code scanning services tell several runs on one repository apart by, in SARIF (default: quarrel and the
    /// analysed folder)
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
    /// Say which findings are new since the run that wrote this SARIF file; --fail-on then counts new ones only
    #[arg(long, value_name = "FILE.sarif", help_heading = "What to report")]
    pub baseline: Option<PathBuf>,
    /// Say which findings are new since this commit, a branch or a tag, analysed as well: since the branch that is
    /// checked out has grown from it; --fail-on then counts new ones only
    #[arg(long, value_name = "COMMIT", conflicts_with_all = ["baseline", "db"], help_heading = "What to report")]
    pub since: Option<String>,
    /// Report only findings that touch lines that this unified diff changes; `-` reads it from standard input
    #[arg(long, value_name = "FILE|-", help_heading = "What to report")]
    pub diff: Option<PathBuf>,
    /// Show the edits that mend findings, and what else queries want to write, as one unified diff on standard output
    #[arg(long, help_heading = "Output")]
    pub fix: bool,
    /// With --fix: write the edits into the files instead. All edits of a file are made or none, and none in a file
    /// that has changed since it was analysed
    #[arg(long, requires = "fix", help_heading = "Output")]
    pub apply: bool,
    /// Print the findings only: no progress and no summary
    #[arg(long, short, conflicts_with_all = ["verbose", "profile"], help_heading = "Output")]
    pub quiet: bool,
    /// Also print findings that the baseline knows, the remedy at each finding, and what each phase took
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
    /// Print what was computed and how long it took
    #[arg(long, help_heading = "How to run")]
    pub profile: bool,
    /// Neither take what an earlier run on the same sources found, nor keep it for later ones (`quarrel cache`)
    #[arg(long, help_heading = "How to run")]
    pub no_cache: bool,
    /// End as soon as standard input does: whoever started the process is gone
    #[arg(long, hide = true, conflicts_with = "diff")]
    pub end_with_input: bool,
}

/// Forms of findings.
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
    /// What people call what is written in it.
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
    /// The findings: a report of `quarrel analyze` (JSON or SARIF), or sources to analyse now
    pub findings: PathBuf,
    /// The command that starts the program, behind `--`: it runs, as a debugger watches it
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
    /// Instead of a command: a virtual machine that waits for a debugger, where it listens; it is not ended
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "command")]
    pub attach: Option<String>,
    /// Instead of a command: make a program that calls the public entries of each finding from two threads; needs
    /// --classpath
    #[arg(long, conflicts_with_all = ["command", "attach"], requires = "classpath")]
    pub harness: bool,
    /// With --harness: the analysed classes, compiled, and the jars that they need, as on the Java command line
    #[arg(long, value_name = "PATHS")]
    pub classpath: Option<OsString>,
    /// With --harness: write a program for each confirmed finding that does it again without Quarrel: a test of JUnit 5
    /// where that is on the class path, else a class with a main
    #[arg(long, value_name = "DIR", requires = "harness")]
    pub emit_test: Option<PathBuf>,
    /// End the run after this time
    #[arg(long, value_name = "TIME", value_parser = quarrel_driver::limits::duration, default_value = "2m")]
    pub deadline: Duration,
    /// Hold a thread at a place for so long at most, until another comes to the other place
    #[arg(long, value_name = "TIME", value_parser = quarrel_driver::limits::duration, default_value = "1s")]
    pub hold: Duration,
    /// Try only the first N findings
    #[arg(long, value_name = "N")]
    pub first: Option<usize>,
    /// Try only findings of this query, such as java/race; may be repeated
    #[arg(long = "query", value_name = "ID")]
    pub queries: Vec<String>,
    /// With sources to analyse: try findings of this confidence or a higher one (default: medium)
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub min_confidence: Option<MinConfidence>,
    /// File for the findings with what became of them, `-` for standard output (the default); may be repeated, each file
    /// has the form that its name ends in: .json, .jsonl, .sarif, .html (a page with the stacks side by side) or .txt
    #[arg(long, short, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// End with exit code 1 if a finding is confirmed
    #[arg(long, value_enum, value_name = "WHAT")]
    pub fail_on: Option<FailOnConfirmed>,
    /// Show on standard error what the command prints
    #[arg(long)]
    pub show_output: bool,
    /// Print no progress and no summary
    #[arg(long, short)]
    pub quiet: bool,
}

/// What fails a run that confirms findings.
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
    /// Folder in which packs are looked up too; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
}

/// `quarrel packs`.
#[derive(ClapArgs, Debug)]
pub struct Packs {
    /// Packs of these names only
    #[arg(value_name = "PACK")]
    pub names: Vec<String>,
    /// Folder in which packs are looked up too; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
}

/// `quarrel diff`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  quarrel diff before.sarif after.sarif
  quarrel diff before.json after.json --fail-on error      for CI: what came
  quarrel diff rows1.json rows2.json                       rows of `quarrel run --format json`")]
pub struct Diff {
    /// The result before: a file of findings (JSON, JSON lines, SARIF), or of rows in JSON
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// The result after
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,
    /// Form of the differences
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub format: DiffFormat,
    /// File for the differences (default: standard output)
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// End with exit code 1 if a finding of this severity or a worse one came
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub fail_on: Option<FailOn>,
    /// Print the differences only, not how many there are
    #[arg(long, short)]
    pub quiet: bool,
}

/// Forms of differences.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiffFormat {
    /// A line each: `+` came, `-` is gone
    Text,
    /// One JSON document: an array of what came and what is gone, marked by `state`
    Json,
    /// A JSON object a line
    Jsonl,
}
