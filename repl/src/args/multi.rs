//! `quarrel multi`: many repositories, and what is done with their results.

use super::shared::Asked;
use clap::{Args as ClapArgs, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

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
