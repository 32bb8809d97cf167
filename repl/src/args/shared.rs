//! Options that several commands have.

use clap::{Args as ClapArgs, ValueEnum};
use quarrel_driver::Bounds;
use quarrel_findings::Severity;
use quarrel_findings::confidence::Level;
use serde::Deserialize;
use std::path::PathBuf;
use std::time::Duration;

/// The options that decide which findings an analysis reports in given sources.
#[derive(ClapArgs, Clone, Default, Debug)]
pub struct Asked {
    /// Pack to run (default: thread-safety, atomicity and concurrency, and see --whole-program), by its name or folder,
    /// or a suite of queries; may be repeated
    #[arg(long = "pack", value_name = "NAME|DIR|FILE.qls", help_heading = "What to look for")]
    pub packs: Vec<String>,
    /// Query to run, instead of packs or besides named ones: a file, or the id of a bundled query; may be repeated
    #[arg(long = "query", value_name = "FILE.ql|ID", help_heading = "What to look for")]
    pub queries: Vec<PathBuf>,
    /// Another folder to find imports and packs in; may be repeated
    #[arg(long, value_name = "DIR", help_heading = "What to look for")]
    pub search_path: Vec<PathBuf>,
    /// Whether the packs races and deadlocks, which analyse all objects and threads of the program, run if no pack is
    /// named: if the sources are small enough (auto, the default), always, or never
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "What to look for")]
    pub whole_program: Option<When>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub assumptions: Assumptions,
    /// Report only findings of at least this confidence (default: medium)
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

/// When packs run that the user did not name.
#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// If the sources are small enough
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The least confidence of reported findings; also in `quarrel.toml`.
#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum MinConfidence {
    /// High only
    High,
    /// High and medium
    Medium,
    /// All
    Low,
}

impl MinConfidence {
    /// The word in messages.
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

/// The least severity of findings that fail a run; in `quarrel.toml` also the severity of a query.
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

/// Options that add to the facts of a program.
#[derive(ClapArgs, Clone, Default, Debug)]
pub struct Assumptions {
    /// Precision of the points-to analysis of races and deadlocks: methods are analysed once (insensitive), or for each
    /// combination of so many receiver objects (default: 1-object, or insensitive if that takes gigabytes)
    #[arg(long, value_enum, help_heading = "What to look for")]
    pub sensitivity: Option<Sensitivity>,
    /// Classes that must be thread-safe besides the annotated ones, such as 'org.example.pool.*' (`*` stands for any
    /// text). `auto`, the default, means those whose code shows that several threads use them; `none` means only the
    /// named ones. May be repeated
    #[arg(long, value_name = "PATTERN", help_heading = "What to look for")]
    pub assume_thread_safe: Vec<String>,
    /// Treat test sources (folders such as `src/test`, `tests`, `x-tests`) like all others: report findings in them,
    /// and analyse their calls and accesses
    #[arg(long, help_heading = "What to report")]
    pub include_tests: bool,
    /// Configuration file (default: quarrel.toml in the analysed folder or above it, up to the root of the repository;
    /// outside of a repository up to the current folder)
    #[arg(long, value_name = "FILE", help_heading = "How to run")]
    pub config: Option<PathBuf>,
}

/// The contexts of the points-to analysis.
#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sensitivity {
    /// None: each method is analysed once
    #[value(name = "insensitive")]
    #[serde(rename = "insensitive")]
    Insensitive,
    /// The receiver of the method
    #[value(name = "1-object")]
    #[serde(rename = "1-object")]
    OneObject,
    /// The receiver of the method and the object that made it
    #[value(name = "2-object")]
    #[serde(rename = "2-object")]
    TwoObject,
    /// Three objects
    #[value(name = "3-object")]
    #[serde(rename = "3-object")]
    ThreeObject,
}

impl Sensitivity {
    /// The name in models.
    pub fn name(self) -> &'static str {
        match self {
            Sensitivity::Insensitive => "insensitive",
            Sensitivity::OneObject => "1-object",
            Sensitivity::TwoObject => "2-object",
            Sensitivity::ThreeObject => "3-object",
        }
    }
}

/// The libraries of the sources.
#[derive(ClapArgs, Clone, Debug, Default)]
pub struct Libraries {
    /// Jars and folders of class files (`DIR/*` for all jars of a folder), separated as on the Java command line; or
    /// `auto` for those jars that the project's Maven and Gradle files name and that are in the local caches; may be
    /// repeated
    #[arg(long, value_name = "PATHS", help_heading = "How to run")]
    pub classpath: Vec<String>,
    /// Home of a JDK whose types replace the bundled ones
    #[arg(long, value_name = "DIR", help_heading = "How to run")]
    pub jdk: Option<PathBuf>,
}

impl Libraries {
    /// Converts to the type that the extraction takes.
    pub fn named(&self) -> quarrel_driver::extract::Libraries {
        quarrel_driver::extract::Libraries { classpath: self.classpath.clone(), jdk: self.jdk.clone() }
    }
}

/// The limits of a command.
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
    /// Converts to the driver's type. The default memory limit ends this process with a message before the system kills
    /// it or another one.
    pub fn bounds(self) -> Bounds {
        let most = || Some(quarrel_driver::limits::machine_memory()? / 10 * 9);
        Bounds { time: self.timeout, memory: self.memory_limit.or_else(most) }
    }
}

/// The limits of each query of a command.
#[derive(ClapArgs, Clone, Copy, Default, Debug)]
pub struct QueryLimitArgs {
    /// Give up each query after this time and go on with the others; the time of predicates that several queries need is
    /// divided among them
    #[arg(long, value_name = "TIME", value_parser = quarrel_driver::limits::duration, help_heading = "How to run")]
    pub timeout_per_query: Option<Duration>,
}
