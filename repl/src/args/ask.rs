//! Commands that answer questions: a database is made, queries run on it.

use super::shared::{Assumptions, Libraries, LimitArgs, QueryLimitArgs};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

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
    /// Print only what went wrong
    #[arg(long, short, conflicts_with = "report")]
    pub quiet: bool,
    /// Extract all sources. By default, a database that this command has made of the same sources is brought up to
    /// date, and only changed files are read where that is enough
    #[arg(long)]
    pub fresh: bool,
    /// Also print why calls could not be resolved
    #[arg(long)]
    pub report: bool,
    /// Make a database for queries with CodeQL's own library, which expects methods of `List<String>` besides those of
    /// `List<E>`, and bodies of method references. `analyze` and `test` do so automatically
    #[arg(long)]
    pub for_codeql: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub libraries: Libraries,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub limits: LimitArgs,
}

/// `quarrel run`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  quarrel run question.ql --db code.db
  quarrel run -e 'from Method m where m.isStatic() select m' --db code.db
  quarrel run java/race --db code.db                   all rows of a bundled query
  quarrel run Locks.qll --predicate isHeld --db code.db
  quarrel run question.ql --db code.db --format csv --output rows.csv
  quarrel run question.ql --db code.db --profile       with times")]
pub struct Run {
    /// Queries: files, ids of queries that are bundled or below --search-path, `-` for QL on standard input
    #[arg(required_unless_present = "texts", value_name = "FILE.ql|ID|-")]
    pub queries: Vec<PathBuf>,
    /// A query, or as at the prompt an expression, a formula, the name of a class or predicate; may be repeated. It needs
    /// no `import java`
    #[arg(long = "eval", short = 'e', value_name = "QL")]
    pub texts: Vec<String>,
    /// Print all rows of this class or predicate, which the files declare, instead of running queries
    #[arg(long, value_name = "NAME", conflicts_with = "texts")]
    pub predicate: Option<String>,
    /// The database
    #[arg(long, value_name = "FILE")]
    pub db: PathBuf,
    /// Format of the results
    #[arg(long, value_enum, default_value_t = RowsFormat::Table)]
    pub format: RowsFormat,
    /// File for the results (default: standard output), or a folder for one file a result
    #[arg(long, short, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    /// Another folder to find imports in; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub assumptions: Assumptions,
    /// Number of threads (default: all cores)
    #[arg(long, value_name = "N", help_heading = "How to run")]
    pub threads: Option<usize>,
    /// Print only the results and what went wrong
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
    /// Print the time and the rows of each computed predicate
    #[arg(long)]
    pub profile: bool,
    /// Neither read nor write large relations in the user's cache folder
    #[arg(long)]
    pub no_cache: bool,
}

/// Stages of compilation.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// The Datalog program
    Datalog,
    /// Its strata in the order of evaluation
    Strata,
    /// The join plan of each rule, with expected and actual rows; needs a database
    Plan,
    /// The number of rows that each stratum read and derived, equal on all machines; needs a database
    Work,
}

/// Formats of result tables.
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
    /// The graph of a `@kind graph` query, for Graphviz
    Dot,
    /// SARIF 2.1.0, for queries that report problems
    Sarif,
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
    /// Another folder to find imports and packs in; may be repeated
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
    /// Limits of the extraction, and of each query until `:set` changes them
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Print only answers and what went wrong
    #[arg(long, short)]
    pub quiet: bool,
}
