//! The command-line grammar.

use clap::{Args as ClapArgs, CommandFactory, Parser, Subcommand, ValueEnum};
use quarrel_console::{Failure, nearest};
use quarrel_driver::Bounds;
use quarrel_findings::Severity;
use quarrel_findings::confidence::Level;
use serde::Deserialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Finds thread-safety violations in Java, and answers any question about Java code in QL.
#[derive(Parser, Debug)]
#[command(name = "quarrel", version = env!("QUARREL_VERSION"), about, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Read the packs from this folder, such as `queries` of a checkout, instead of those in the binary: who changes
    /// packs needs no build
    #[arg(long = "packs", value_name = "DIR", global = true, hide_short_help = true)]
    pub packs_folder: Option<PathBuf>,
}

/// The commands by what people want of them; others come last.
const GROUPS: &[(&str, &[&str])] = &[
    ("Find mistakes", &["analyze", "confirm", "explain", "packs", "diff", "multi"]),
    ("Ask questions", &["repl", "extract", "run"]),
    ("Write rules", &["pack", "check", "test", "fmt", "models"]),
];
const EXAMPLES: &str = "\
Examples:
  quarrel PATH                                 findings in the Java below PATH, with their source
  quarrel analyze PATH --output report.html    the same as a page for a browser
  quarrel explain java/race                    what a query finds, why, and what to do
  quarrel repl PATH                            ask questions about the code";

/// The grammar of the command line, with the commands in groups in its help.
pub fn command() -> clap::Command {
    let command = Args::command();
    let line = |sub: &clap::Command| {
        let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
        // The first clause is enough where there are many.
        let about = about.split([':', ';']).next().unwrap_or_default();
        format!("  {:<12} {about}\n", sub.get_name())
    };
    let mut help = String::new();
    let mut rest: Vec<&clap::Command> = command.get_subcommands().filter(|sub| !sub.is_hide_set()).collect();
    for (title, names) in GROUPS {
        let own = names.iter().filter_map(|name| command.find_subcommand(name));
        help.push_str(&format!("{title}:\n{}\n", own.map(line).collect::<String>()));
        rest.retain(|sub| !names.contains(&sub.get_name()));
    }
    help.push_str(&format!("Besides:\n{}", rest.into_iter().map(line).collect::<String>()));
    help.push_str("  help         Print this, or the help of a command\n");
    command.help_template(format!(
        "{{about-with-newline}}\nUsage: quarrel <COMMAND>, or quarrel <PATH> [OPTIONS of analyze]\n\n{help}\nOptions:\n{{options}}\n\n{EXAMPLES}\n"
    ))
}

/// What was typed, with the command that it stands for: a path alone is to be analysed.
pub fn spelled_out(mut typed: Vec<OsString>) -> Vec<OsString> {
    let Some(first) = typed.get(1) else { return typed };
    let text = first.to_string_lossy();
    if text == "version" {
        typed[1] = "--version".into();
    } else if !text.starts_with('-')
        && text != "help"
        && Args::command().find_subcommand(&*text).is_none()
        && Path::new(first).exists()
    {
        typed.insert(1, "analyze".into());
    }
    typed
}

/// What to say where the first word is neither a command nor something to analyse.
pub fn nothing_of_that_name(typed: &[OsString]) -> Option<Failure> {
    let text = typed.get(1)?.to_string_lossy();
    let command = Args::command();
    if text.starts_with('-') || text == "help" || command.find_subcommand(&*text).is_some() {
        return None;
    }
    let failure = Failure::new(format!("there is neither a command nor a file or folder `{text}`"));
    let meant = nearest(&text, command.get_subcommands().map(clap::Command::get_name));
    Some(failure.help(match meant {
        Some(meant) => format!("did you mean `quarrel {meant}`?"),
        None => "`quarrel PATH` analyses the Java below PATH, `quarrel help` lists the commands".to_owned(),
    }))
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Extract a Java source tree and look for violations with the bundled packs
    Analyze(Analyze),
    /// Run a program and make findings happen in it: proof by running
    Confirm(Confirm),
    /// Extract a Java source tree into a database
    Extract(Extract),
    /// Run queries on a database
    Run(Run),
    /// Compile queries and libraries without running them, and report all mistakes
    Check(Check),
    /// Run folders of tests: Java sources, queries and the results they should have
    Test(Test),
    /// Lay out QL files the way the field does
    Fmt(Fmt),
    /// List the packs and their queries
    Packs(Packs),
    /// List what a project can say in rows of its own: extensible predicates, their columns and rows
    Models(Models),
    /// Print the help page of a query: what it finds, why, and what to do
    Explain(Explain),
    /// Compare two results: which findings or rows came, and which are gone
    Diff(Diff),
    /// Make a pack of rules of your own
    Pack(Pack),
    /// Serve an editor: the Language Server Protocol on standard input and output
    Lsp(Lsp),
    /// Serve a coding assistant: findings and questions as tools, over the Model Context Protocol
    Mcp(Mcp),
    /// Ask questions interactively
    Repl(Repl),
    /// Analyse many repositories into one results database
    Multi(Multi),
    /// Print a script that completes commands and options in a shell
    Completions(Completions),
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

/// `quarrel models`.
#[derive(ClapArgs, Debug)]
pub struct Models {
    /// The name of one, such as threadSafeType: what it means, its columns and rows, and an example for quarrel.toml
    pub name: Option<String>,
    /// Folder in which packs are looked up too; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
}

/// `quarrel completions`.
#[derive(ClapArgs, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

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
    /// End as soon as standard input does: whoever started the process is gone
    #[arg(long, hide = true, conflicts_with = "diff")]
    pub end_with_input: bool,
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

/// What an analysis looks for, and what it takes into account: all that decides what is found in given sources.
#[derive(ClapArgs, Default, Debug)]
pub struct Asked {
    /// Pack to run (default: thread-safety, atomicity and concurrency, and see --whole-program), by its name or folder,
    /// or a suite of queries; may be repeated
    #[arg(long = "pack", value_name = "NAME|DIR|FILE.qls", help_heading = "What to look for")]
    pub packs: Vec<String>,
    /// Query to run, instead of packs or beside those named: a file, or the id of a bundled one; may be repeated
    #[arg(long = "query", value_name = "FILE.ql|ID", help_heading = "What to look for")]
    pub queries: Vec<PathBuf>,
    /// Folder in which imports and packs are looked up too; may be repeated
    #[arg(long, value_name = "DIR", help_heading = "What to look for")]
    pub search_path: Vec<PathBuf>,
    /// Whether the packs races and deadlocks, which analyse all objects and threads of the program, run where no pack
    /// is named: where the sources are small enough for them (auto, the default), always, or never
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "What to look for")]
    pub whole_program: Option<When>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub assumptions: Assumptions,
    /// Report findings of this confidence or a higher one (default: medium)
    #[arg(long, value_enum, value_name = "LEVEL", help_heading = "What to report")]
    pub min_confidence: Option<MinConfidence>,
    /// Also report findings in generated code
    #[arg(long, help_heading = "What to report")]
    pub include_generated: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub query_limits: QueryLimitArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub libraries: Libraries,
}

/// What is said about a program beside its code.
#[derive(ClapArgs, Default, Debug)]
pub struct Assumptions {
    /// What the analysis of objects, behind races and deadlocks, tells apart: allocations only (insensitive), or
    /// methods by so many receiver objects (default: 1-object, and insensitive where that takes gigabytes)
    #[arg(long, value_enum, help_heading = "What to look for")]
    pub sensitivity: Option<Sensitivity>,
    /// Classes to take for thread-safe beside the annotated ones, such as 'org.example.pool.*' (`*` stands for any
    /// text); `auto` for those whose own code shows that several threads use them, which is the default, `none` for no
    /// others than those named; may be repeated
    #[arg(long, value_name = "PATTERN", help_heading = "What to look for")]
    pub assume_thread_safe: Vec<String>,
    /// Treat test sources (folders such as `src/test`, `tests`, `x-tests`) like all others: report findings in them,
    /// and take calls and accesses in them into account
    #[arg(long, help_heading = "What to report")]
    pub include_tests: bool,
    /// Configuration file (default: quarrel.toml in the analysed folder or above it in the same repository, outside of
    /// one up to the current folder)
    #[arg(long, value_name = "FILE", help_heading = "How to run")]
    pub config: Option<PathBuf>,
}

/// `quarrel multi`.
#[derive(ClapArgs, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Multi {
    /// What to do with results that there are
    #[command(subcommand)]
    pub command: Option<MultiCommand>,
    /// The repositories: a text with one a line (the source alone, or name, source, commit and folder, separated by
    /// tabs), or the JSON of a search on GitHub or GitLab. A source is a folder, an archive (.tar, .tar.gz, .tar.xz,
    /// .tar.bz2, .tar.zst, .zip, .jar) or what git can fetch from
    #[arg(required = true)]
    pub list: Option<PathBuf>,
    /// The results database; one that exists is gone on with
    #[arg(long, value_name = "FILE", required = true)]
    pub results: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub asked: Asked,
    /// How many repositories are analysed at once, each in a process of its own (default: as many as there are cores)
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Number of threads of each process (default: the cores shared out among --jobs)
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// What all processes together may need (default: three quarters of the machine's memory). Each gets its share; one
    /// that reaches it is done again at the end, alone, with all of it
    #[arg(long, value_name = "SIZE", value_parser = quarrel_driver::limits::size)]
    pub memory: Option<u64>,
    /// What the sources of all repositories at work may take on the disk; each gets its share
    #[arg(long, value_name = "SIZE", value_parser = quarrel_driver::limits::size, default_value = "20G")]
    pub disk: u64,
    /// Give up a repository after this time, its sources fetched
    #[arg(long, value_name = "TIME", value_parser = quarrel_driver::limits::duration, default_value = "1h")]
    pub timeout: Duration,
    /// Do only the I-th of N parts of the list, from 1/N to N/N; `quarrel multi merge` joins the results
    #[arg(long, value_name = "I/N", value_parser = quarrel_multi::list::shard)]
    pub shard: Option<(usize, usize)>,
    /// Do again what failed, was given up or was not finished
    #[arg(long)]
    pub retry: bool,
    /// Keep the database of each repository in this folder
    #[arg(long, value_name = "DIR")]
    pub databases: Option<PathBuf>,
    /// Folder for sources while they are analysed (default: the name of the results database with `.work` behind it)
    #[arg(long, value_name = "DIR")]
    pub work: Option<PathBuf>,
    /// Leave times and memory out of the results, so that equal sources give an equal file
    #[arg(long)]
    pub without_times: bool,
    /// Print nothing about repositories that could be analysed
    #[arg(long, short)]
    pub quiet: bool,
}

/// What can be done with results.
#[derive(Subcommand, Debug)]
pub enum MultiCommand {
    /// Join the results of shards into the file that one run would have written
    Merge(MultiMerge),
    /// Show results: a summary, a page, a table, SARIF files; draw samples for reading
    Report(MultiReport),
    /// Take over the verdicts that people filled in a table of `quarrel multi report`
    Verdicts(MultiVerdicts),
    /// Take over what runs showed of findings, from a report of `quarrel confirm`
    Labels(MultiLabels),
    /// Learn from findings that maintainers fixed, and others that they kept, what evidence is worth
    Fit(MultiFit),
}

/// `quarrel multi merge`.
#[derive(ClapArgs, Debug)]
pub struct MultiMerge {
    /// Results databases
    #[arg(required = true, value_name = "RESULTS")]
    pub inputs: Vec<PathBuf>,
    /// The file for what they say together
    #[arg(long, value_name = "FILE")]
    pub results: PathBuf,
    /// Leave times and memory out
    #[arg(long)]
    pub without_times: bool,
}

/// `quarrel multi report`.
#[derive(ClapArgs, Debug)]
pub struct MultiReport {
    /// The results database
    pub results: PathBuf,
    /// File for the report, `-` for standard output; may be repeated, each file has the form that its name ends in:
    /// .html, .csv (the findings, with columns for verdicts) or .txt (the summary, which standard output gets by
    /// default)
    #[arg(long, short, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// Folder for a SARIF file for each repository
    #[arg(long, value_name = "DIR")]
    pub sarif: Option<PathBuf>,
    /// Draw so many findings for reading: the page shows them with their code, the table has only them
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,
    /// Draw them from each query, not from all findings
    #[arg(long, requires = "sample")]
    pub per_query: bool,
    /// What the draw begins with: the same seed draws the same findings
    #[arg(long, value_name = "TEXT", default_value = "1")]
    pub seed: String,
}

/// `quarrel multi verdicts`.
#[derive(ClapArgs, Debug)]
pub struct MultiVerdicts {
    /// The results database
    pub results: PathBuf,
    /// Tables with the verdicts bug, harmless, false or unsure
    #[arg(required = true, value_name = "FILE.csv")]
    pub tables: Vec<PathBuf>,
    /// Who read the findings, where the table does not say it
    #[arg(long, value_name = "NAME", default_value = "")]
    pub reader: String,
}

/// `quarrel multi labels`.
#[derive(ClapArgs, Debug)]
pub struct MultiLabels {
    /// The results database
    pub results: PathBuf,
    /// Reports of `quarrel confirm` (JSON or SARIF) about the findings of one repository
    #[arg(required = true, value_name = "FILE")]
    pub reports: Vec<PathBuf>,
    /// The repository, by its name in the list
    #[arg(long, value_name = "NAME")]
    pub repository: String,
}

/// `quarrel multi fit`.
#[derive(ClapArgs, Debug)]
pub struct MultiFit {
    /// Tables of labels, .csv or .csv.gz (a finding a row, with its rule, its evidence, its label and weight), and results
    /// databases, for the verdicts in them and the reasons beside silenced findings
    #[arg(value_name = "LABELS", required = true)]
    pub labels: Vec<PathBuf>,
    /// Rows to start at (default: the bundled confidence.yml)
    #[arg(long, value_name = "FILE.yml")]
    pub rows: Option<PathBuf>,
    /// Write the rows with the points that were learned to this file; what is different as tables of a quarrel.toml, if the
    /// name ends in .toml
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How far labels move evidence from what people said it is worth, in points: the deviation of a normal prior. Queries
    /// are moved in any case
    #[arg(long, value_name = "POINTS", value_parser = deviation, default_value = "0")]
    pub deviation: f64,
}

fn deviation(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number >= 0.0 && *number <= 1000.0);
    number.ok_or_else(|| "points are a number from 0 to 1000".to_owned())
}

/// `quarrel extract`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  quarrel extract src --db code.db
  quarrel extract . --db code.db --classpath auto --report   with the jars that the build files name")]
pub struct Extract {
    /// Folder (or single file) with Java sources
    pub path: PathBuf,
    /// The database file to write
    #[arg(long, value_name = "FILE")]
    pub db: PathBuf,
    /// Number of threads (default: all cores)
    #[arg(long, value_name = "N", help_heading = "How to run")]
    pub threads: Option<usize>,
    /// Print nothing but what went wrong
    #[arg(long, short, conflicts_with = "report")]
    pub quiet: bool,
    /// Also print why calls could not be resolved
    #[arg(long)]
    pub report: bool,
    /// Make the database for queries that use CodeQL's own library: it expects methods of `List<String>` beside those of
    /// `List<E>`, and bodies of method references. `analyze` and `test` do so by themselves
    #[arg(long)]
    pub for_codeql: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub libraries: Libraries,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub limits: LimitArgs,
}

/// What sources are compiled against.
#[derive(ClapArgs, Debug, Default)]
pub struct Libraries {
    /// Jars and folders of class files (`DIR/*` for all jars of a folder), separated as on the Java command line; or
    /// `auto` for the jars that the Maven and Gradle files of the project name, as far as they are in the local caches;
    /// may be repeated
    #[arg(long, value_name = "PATHS", help_heading = "How to run")]
    pub classpath: Vec<String>,
    /// Home of a JDK whose types are used rather than the bundled ones
    #[arg(long, value_name = "DIR", help_heading = "How to run")]
    pub jdk: Option<PathBuf>,
}

impl Libraries {
    /// The same, as an extraction takes it.
    pub fn named(&self) -> quarrel_driver::extract::Libraries {
        quarrel_driver::extract::Libraries { classpath: self.classpath.clone(), jdk: self.jdk.clone() }
    }
}

/// `quarrel run`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  quarrel run question.ql --db code.db
  quarrel run -e 'from Method m where m.isStatic() select m' --db code.db
  quarrel run java/race --db code.db                   a bundled query, all of its rows
  quarrel run Locks.qll --predicate isHeld --db code.db
  quarrel run question.ql --db code.db --format csv --output rows.csv
  quarrel run question.ql --db code.db --profile       what took how long")]
pub struct Run {
    /// Queries: files, ids of bundled ones or of those below --search-path, `-` for QL on standard input
    #[arg(required_unless_present = "texts", value_name = "FILE.ql|ID|-")]
    pub queries: Vec<PathBuf>,
    /// A query, or what else the prompt takes: an expression, a formula, the name of a class or predicate; may be
    /// repeated. `import java` goes without saying
    #[arg(long = "eval", short = 'e', value_name = "QL")]
    pub texts: Vec<String>,
    /// Instead of the queries of the files, or for libraries (.qll), all rows of this class or predicate that they declare
    #[arg(long, value_name = "NAME", conflicts_with = "texts")]
    pub predicate: Option<String>,
    /// The database
    #[arg(long, value_name = "FILE")]
    pub db: PathBuf,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = RowsFormat::Table)]
    pub format: RowsFormat,
    /// File for the results (default: standard output), or a folder for a file each
    #[arg(long, short, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    /// Folder in which imports are looked up too; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub assumptions: Assumptions,
    /// Number of threads (default: all cores)
    #[arg(long, value_name = "N", help_heading = "How to run")]
    pub threads: Option<usize>,
    /// Print nothing but the results and what went wrong
    #[arg(long, short, conflicts_with = "profile")]
    pub quiet: bool,
    /// Print a stage of the program instead of its results
    #[arg(long, value_enum, value_name = "STAGE")]
    pub show: Option<Show>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub limits: LimitArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub query_limits: QueryLimitArgs,
    /// Print what was computed and how long it took
    #[arg(long)]
    pub profile: bool,
    /// Neither read nor write the packed columns of large relations in the user's cache folder
    #[arg(long)]
    pub no_cache: bool,
}

/// `quarrel check`.
#[derive(ClapArgs, Debug)]
pub struct Check {
    /// QL files, or folders with some
    #[arg(required_unless_present = "explain", value_name = "FILE.ql|DIR")]
    pub paths: Vec<PathBuf>,
    /// Folder in which imports are looked up too; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
    /// Print a stage of the compilation
    #[arg(long, value_enum, value_name = "STAGE")]
    pub show: Option<CheckShow>,
    /// Explain a diagnostic, such as `not-bound`; without CODE, list them all
    #[arg(long, value_name = "CODE", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["paths", "show"])]
    pub explain: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub limits: LimitArgs,
    /// Print mistakes and warnings only, not how many there are
    #[arg(long, short)]
    pub quiet: bool,
}

/// `quarrel test`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  quarrel test rules
  quarrel test rules --filter Locks --update    write what the queries say as what they should")]
pub struct Test {
    /// Folders with tests, at any depth
    #[arg(required = true, value_name = "DIR")]
    pub paths: Vec<PathBuf>,
    /// Write what the queries say into the .expected files
    #[arg(long)]
    pub update: bool,
    /// Run only tests with this text in their path
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Folder in which imports and queries are looked up too; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
    /// Folder of queries that are run on the sources of each test too; what they find stands in
    /// CONSISTENCY/Query.expected
    #[arg(long, value_name = "DIR")]
    pub consistency_queries: Option<PathBuf>,
    /// Print what fails only, not how many pass
    #[arg(long, short)]
    pub quiet: bool,
    /// Number of folders tested at once (default: all cores)
    #[arg(long, value_name = "N", help_heading = "How to run")]
    pub threads: Option<usize>,
    /// Give up after this time, such as '90', '90s', '5m' or '1h'
    #[arg(long, value_name = "TIME", value_parser = quarrel_driver::limits::duration, help_heading = "How to run")]
    pub timeout: Option<Duration>,
    /// Give up when the process needs more memory than this, such as '800M' or '12G' (default: 1G for each folder tested
    /// at once, and 4G at least)
    #[arg(long, value_name = "SIZE", value_parser = quarrel_driver::limits::size, help_heading = "How to run")]
    pub memory_limit: Option<u64>,
}

impl Test {
    /// What bounds the command.
    pub fn bounds(&self) -> Bounds {
        let at_once = || std::thread::available_parallelism().map_or(1, usize::from);
        let folders = self.threads.filter(|threads| *threads > 0).unwrap_or_else(at_once);
        let by_default = (folders as u64).max(4) << 30;
        Bounds { time: self.timeout, memory: Some(self.memory_limit.unwrap_or(by_default)) }
    }
}

/// `quarrel fmt`.
#[derive(ClapArgs, Debug)]
pub struct Fmt {
    /// QL files, or folders with some; `-` formats standard input to standard output
    #[arg(required = true, value_name = "FILE.ql|DIR|-")]
    pub paths: Vec<PathBuf>,
    /// Change nothing; end with exit code 1 if a file is not formatted, and name it
    #[arg(long)]
    pub check: bool,
    /// Print nothing but what went wrong
    #[arg(long, short)]
    pub quiet: bool,
}

/// `quarrel pack`.
#[derive(ClapArgs, Debug)]
pub struct Pack {
    /// What to do
    #[command(subcommand)]
    pub command: PackCommand,
}

/// What can be done with packs.
#[derive(Subcommand, Debug)]
pub enum PackCommand {
    /// Write a pack with a query, its help page and a test
    New {
        /// Its name, `scope/name` or `name`
        name: String,
        /// The folder to make (default: the last part of the name)
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

/// `quarrel lsp`.
#[derive(ClapArgs, Debug)]
pub struct Lsp {
    /// Folder in which imports and packs are looked up too; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
}

/// `quarrel mcp`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The client starts it and speaks on standard input and output. Examples:
  claude mcp add quarrel -- quarrel mcp
  {\"mcpServers\": {\"quarrel\": {\"command\": \"quarrel\", \"args\": [\"mcp\", \"/path/to/project\"]}}}

The tools only read: findings, why, explain, queries, locks, query, library, ast.")]
pub struct Mcp {
    /// The folder, file or database that is meant where a call names none
    #[arg(default_value = ".")]
    pub path: PathBuf,
    /// Folder in which imports and packs are looked up too; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
    /// What bounds each extraction and query
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `quarrel repl`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  quarrel repl src          then, at the prompt:
    Method                  all methods
    from Method m where m.isSynchronized() select m
    :help")]
pub struct Repl {
    /// A database, or a folder with Java sources, which is extracted first
    pub path: PathBuf,
    /// Folder in which imports and packs are looked up too; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub libraries: Libraries,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub assumptions: Assumptions,
    /// Number of threads (default: all cores)
    #[arg(long, value_name = "N", help_heading = "How to run")]
    pub threads: Option<usize>,
    /// What bounds the extraction, and each query until `:set` says otherwise
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Print nothing but answers and what went wrong
    #[arg(long, short)]
    pub quiet: bool,
}

/// What bounds a command, from its first file on.
#[derive(ClapArgs, Clone, Copy, Default, Debug)]
pub struct LimitArgs {
    /// Give up after this time, such as '90', '90s', '5m' or '1h'
    #[arg(long, value_name = "TIME", value_parser = quarrel_driver::limits::duration, help_heading = "How to run")]
    pub timeout: Option<Duration>,
    /// Give up when the process needs more memory than this, such as '800M' or '4G' (default: nine tenths of the
    /// machine's memory)
    #[arg(long, value_name = "SIZE", value_parser = quarrel_driver::limits::size, help_heading = "How to run")]
    pub memory_limit: Option<u64>,
}

impl LimitArgs {
    /// The same, as the work takes it. Without a limit of memory the system would end this process, or another, without
    /// a word.
    pub fn bounds(self) -> Bounds {
        let most = || Some(quarrel_driver::limits::machine_memory()? / 10 * 9);
        Bounds { time: self.timeout, memory: self.memory_limit.or_else(most) }
    }
}

/// What bounds each query of a command.
#[derive(ClapArgs, Clone, Copy, Default, Debug)]
pub struct QueryLimitArgs {
    /// Give up each query after this time, and go on with the others; what several queries need is shared between them
    #[arg(long, value_name = "TIME", value_parser = quarrel_driver::limits::duration, help_heading = "How to run")]
    pub timeout_per_query: Option<Duration>,
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

/// Forms of result tables.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowsFormat {
    /// A table for people
    Table,
    /// Comma-separated values with a header row
    Csv,
    /// One JSON document: an array of rows
    Json,
    /// A JSON object a line
    Jsonl,
    /// The graph of a query of `@kind graph`, for Graphviz
    Dot,
    /// SARIF 2.1.0, of queries that find problems
    Sarif,
}

/// When something runs by itself.
#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// Where it does not take too much
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What the analysis of objects tells apart.
#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sensitivity {
    /// Allocations
    #[value(name = "insensitive")]
    #[serde(rename = "insensitive")]
    Insensitive,
    /// Methods by their receiver
    #[value(name = "1-object")]
    #[serde(rename = "1-object")]
    OneObject,
    /// Methods by their receiver and the object that made it
    #[value(name = "2-object")]
    #[serde(rename = "2-object")]
    TwoObject,
    /// Methods by three objects
    #[value(name = "3-object")]
    #[serde(rename = "3-object")]
    ThreeObject,
}

impl Sensitivity {
    /// Its name in models.
    pub fn name(self) -> &'static str {
        match self {
            Sensitivity::Insensitive => "insensitive",
            Sensitivity::OneObject => "1-object",
            Sensitivity::TwoObject => "2-object",
            Sensitivity::ThreeObject => "3-object",
        }
    }
}

/// Stages of compilation that `check` shows.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckShow {
    /// The syntax tree
    Ast,
    /// The source with the type of each expression and the target of each call
    Types,
    /// The Datalog program
    Datalog,
    /// Its strata in the order of evaluation
    Strata,
}

/// Stages of compilation.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// The Datalog program
    Datalog,
    /// Its strata in the order of evaluation
    Strata,
    /// How each rule is computed, with expected and actual rows; needs a database
    Plan,
    /// How many rows each stratum read and derived, the same on any machine; needs a database
    Work,
}

/// How sure findings have to be; in `quarrel.toml` too.
#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum MinConfidence {
    /// The surest only
    High,
    /// High and medium
    Medium,
    /// All
    Low,
}

impl MinConfidence {
    /// The word for it.
    pub fn name(self) -> &'static str {
        Level::from(self).word()
    }
}

impl From<MinConfidence> for Level {
    fn from(least: MinConfidence) -> Self {
        match least {
            MinConfidence::High => Level::High,
            MinConfidence::Medium => Level::Medium,
            MinConfidence::Low => Level::Low,
        }
    }
}

/// From which severity on findings fail a run; in `quarrel.toml` too, where it sets the severity of queries.
#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum FailOn {
    /// Errors only
    Error,
    /// Warnings and errors
    Warning,
    /// Everything
    Note,
}

impl From<FailOn> for Severity {
    fn from(level: FailOn) -> Self {
        match level {
            FailOn::Error => Severity::Error,
            FailOn::Warning => Severity::Warning,
            FailOn::Note => Severity::Note,
        }
    }
}
