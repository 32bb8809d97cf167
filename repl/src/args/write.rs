//! Commands for authors of rules.

use super::shared::LimitArgs;
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use quarrel_driver::Bounds;
use std::path::PathBuf;
use std::time::Duration;

/// `quarrel pack`.
#[derive(ClapArgs, Debug)]
pub struct Pack {
    /// What to do
    #[command(subcommand)]
    pub command: PackCommand,
}

/// The commands on packs.
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

/// `quarrel check`.
#[derive(ClapArgs, Debug)]
pub struct Check {
    /// QL files, or folders with QL files
    #[arg(required_unless_present = "explain", value_name = "FILE.ql|DIR")]
    pub paths: Vec<PathBuf>,
    /// Another folder to find imports in; may be repeated
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
    /// Print errors and warnings only, not their number
    #[arg(long, short)]
    pub quiet: bool,
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

/// `quarrel test`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  quarrel test rules
  quarrel test rules --filter Locks --update    accept the actual results")]
pub struct Test {
    /// Folders with tests, at any depth
    #[arg(required = true, value_name = "DIR")]
    pub paths: Vec<PathBuf>,
    /// Write the actual results into the .expected files
    #[arg(long)]
    pub update: bool,
    /// Run only tests with this text in their path
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Another folder to find imports and queries in; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
    /// Folder of queries that also run on the sources of each test; CONSISTENCY/Query.expected has their expected results
    #[arg(long, value_name = "DIR")]
    pub consistency_queries: Option<PathBuf>,
    /// Print failures only, not the number of passed tests
    #[arg(long, short)]
    pub quiet: bool,
    /// Number of folders tested at once (default: all cores)
    #[arg(long, value_name = "N", help_heading = "How to run")]
    pub threads: Option<usize>,
    /// Give up after this time, such as '90', '90s', '5m' or '1h'
    #[arg(long, value_name = "TIME", value_parser = quarrel_driver::limits::duration, help_heading = "How to run")]
    pub timeout: Option<Duration>,
    /// Give up when the process needs more memory than this, such as '800M' or '12G' (default: 1G for each folder tested
    /// at once, at least 4G)
    #[arg(long, value_name = "SIZE", value_parser = quarrel_driver::limits::size, help_heading = "How to run")]
    pub memory_limit: Option<u64>,
}

impl Test {
    /// The limits of the command.
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
    /// QL files, or folders with QL files; `-` formats standard input to standard output
    #[arg(required = true, value_name = "FILE.ql|DIR|-")]
    pub paths: Vec<PathBuf>,
    /// Change nothing; name the files that are not formatted and end with exit code 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// Print only what went wrong
    #[arg(long, short)]
    pub quiet: bool,
}

/// `quarrel models`.
#[derive(ClapArgs, Debug)]
pub struct Models {
    /// Show one predicate, such as threadSafeType: its meaning, columns and rows, and an example for quarrel.toml
    pub name: Option<String>,
    /// Another folder to find packs in; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
}
