//! Options that several commands have.

use clap::{Args as ClapArgs, ValueEnum};
use quarrel_driver::Bounds;
use quarrel_findings::Severity;
use quarrel_findings::confidence::Level;
use serde::Deserialize;
use std::path::PathBuf;
use std::time::Duration;

/// What an analysis looks for, and what it takes into account: all that decides what is found in given sources.
#[derive(ClapArgs, Clone, Default, Debug)]
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

/// What is said about a program beside its code.
#[derive(ClapArgs, Clone, Default, Debug)]
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

/// What sources are compiled against.
#[derive(ClapArgs, Clone, Debug, Default)]
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
