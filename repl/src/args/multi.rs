//! `quarrel multi`: many repositories, and what is done with their results.

use super::shared::Asked;
use clap::{Args as ClapArgs, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// `quarrel multi`.
#[derive(ClapArgs, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Multi {
    /// What to do with existing results
    #[command(subcommand)]
    pub command: Option<MultiCommand>,
    /// The repositories: a text file with one a line (the source alone, or name, source, commit and folder, separated by
    /// tabs), or the JSON of a search on GitHub or GitLab. A source is a folder, an archive (.tar, .tar.gz, .tar.xz,
    /// .tar.bz2, .tar.zst, .zip, .jar) or a URL for git
    #[arg(required = true)]
    pub list: Option<PathBuf>,
    /// The results database; an existing one is continued
    #[arg(long, value_name = "FILE", required = true)]
    pub results: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the type says it")]
    pub asked: Asked,
    /// Number of repositories that are analysed at once, each in its own process (default: the number of cores)
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Number of threads of each process (default: the cores divided by --jobs)
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Memory for all processes together (default: three quarters of the machine's). Each process gets an equal share; an
    /// analysis that reaches its share runs again at the end, alone, with all memory
    #[arg(long, value_name = "SIZE", value_parser = quarrel_driver::limits::size)]
    pub memory: Option<u64>,
    /// Disk space for the sources of all repositories that are analysed at once; each gets an equal share
    #[arg(long, value_name = "SIZE", value_parser = quarrel_driver::limits::size, default_value = "20G")]
    pub disk: u64,
    /// Give up a repository after this time, which does not include fetching the sources
    #[arg(long, value_name = "TIME", value_parser = quarrel_driver::limits::duration, default_value = "1h")]
    pub timeout: Duration,
    /// Analyse only the I-th of N parts of the list, from 1/N to N/N; `quarrel multi merge` joins the results
    #[arg(long, value_name = "I/N", value_parser = quarrel_multi::list::shard)]
    pub shard: Option<(usize, usize)>,
    /// Analyse again what failed, was given up or was not finished
    #[arg(long)]
    pub retry: bool,
    /// Keep the database of each repository in this folder
    #[arg(long, value_name = "DIR")]
    pub databases: Option<PathBuf>,
    /// Folder for sources while they are analysed (default: the name of the results database and `.work`)
    #[arg(long, value_name = "DIR")]
    pub work: Option<PathBuf>,
    /// Omit times and memory from the results, so that equal sources give equal files
    #[arg(long)]
    pub without_times: bool,
    /// Print only what goes wrong
    #[arg(long, short)]
    pub quiet: bool,
}

/// The commands on existing results.
#[derive(Subcommand, Debug)]
pub enum MultiCommand {
    /// Join the results of shards into the file that one run would have written
    Merge(MultiMerge),
    /// Show results: a summary, a page, a table, SARIF files; draw samples for reading
    Report(MultiReport),
    /// Import the verdicts that people wrote into a table of `quarrel multi report`
    Verdicts(MultiVerdicts),
    /// Import confirmed findings from a report of `quarrel confirm`
    Labels(MultiLabels),
    /// Learn the points of evidence from findings that maintainers fixed and others that they kept
    Fit(MultiFit),
}

/// `quarrel multi merge`.
#[derive(ClapArgs, Debug)]
pub struct MultiMerge {
    /// Results databases
    #[arg(required = true, value_name = "RESULTS")]
    pub inputs: Vec<PathBuf>,
    /// The file for the joined results
    #[arg(long, value_name = "FILE")]
    pub results: PathBuf,
    /// Omit times and memory
    #[arg(long)]
    pub without_times: bool,
}

/// `quarrel multi report`.
#[derive(ClapArgs, Debug)]
pub struct MultiReport {
    /// The results database
    pub results: PathBuf,
    /// File for the report, `-` for standard output; may be repeated. The end of its name chooses the format: .html, .csv
    /// (the findings, with columns for verdicts) or .txt (the summary, which standard output gets by default)
    #[arg(long, short, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// Folder for one SARIF file for each repository
    #[arg(long, value_name = "DIR")]
    pub sarif: Option<PathBuf>,
    /// Draw a random sample of N findings: the page shows them with their code, the table has only them
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,
    /// Draw N findings from each query, not from all findings
    #[arg(long, requires = "sample")]
    pub per_query: bool,
    /// Seed of the sample: equal seeds draw equal findings
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
    /// Who read the findings, if the table does not say
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
    /// Rows to start from (default: the bundled confidence.yml)
    #[arg(long, value_name = "FILE.yml")]
    pub rows: Option<PathBuf>,
    /// Write the rows with the learned points to this file; only the changed rows, as tables for quarrel.toml, if the name
    /// ends in .toml
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How far labels may move the points of evidence: the standard deviation of a normal prior, in points. The points of
    /// queries always move
    #[arg(long, value_name = "POINTS", value_parser = deviation, default_value = "0")]
    pub deviation: f64,
}

fn deviation(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number >= 0.0 && *number <= 1000.0);
    number.ok_or_else(|| "points are a number from 0 to 1000".to_owned())
}
