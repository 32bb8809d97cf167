//! `quarrel multi`: converts options into plans for [`quarrel_multi`].

mod asked;

use crate::args::{Multi, MultiCommand, MultiFit, MultiLabels, MultiMerge, MultiReport};
use crate::cmd::given;
use quarrel_console::{Failure, note};
use quarrel_driver::limits;
use quarrel_driver::queries::queries;
use quarrel_multi::{fit, report, results, run};

/// Runs the command.
///
/// # Errors
/// If the list or the results cannot be used.
pub fn run(args: &Multi) -> Result<u8, Failure> {
    match &args.command {
        None => run::run(&plan(args)?)?,
        Some(MultiCommand::Merge(args)) => merge(args)?,
        Some(MultiCommand::Report(args)) => report::run(&args.results, &wanted(args))?,
        Some(MultiCommand::Verdicts(args)) => {
            report::verdicts::run(&args.results, &args.tables, &args.reader)?
        }
        Some(MultiCommand::Labels(args)) => labels(args)?,
        Some(MultiCommand::Fit(args)) => fit::run(&learned(args)?)?,
    }
    Ok(0)
}

fn plan(args: &Multi) -> Result<run::Plan, Failure> {
    let (Some(list), Some(results)) = (args.list.clone(), args.results.clone()) else {
        return Err(Failure::new("name a list and --results"));
    };
    let (options, analysis) = asked::of(&args.asked)?;
    Ok(run::Plan {
        list,
        results,
        options,
        analysis,
        jobs: args.jobs,
        threads: args.threads,
        memory: args.memory.or_else(|| Some(limits::machine_memory()? / 4 * 3)),
        disk: args.disk,
        timeout: args.timeout,
        shard: args.shard,
        retry: args.retry,
        databases: args.databases.clone(),
        work: args.work.clone(),
        without_times: args.without_times,
        quiet: args.quiet,
    })
}

fn wanted(args: &MultiReport) -> report::Wanted {
    report::Wanted {
        output: args.output.clone(),
        sarif: args.sarif.clone(),
        sample: args.sample,
        per_query: args.per_query,
        seed: args.seed.clone(),
    }
}

fn merge(args: &MultiMerge) -> Result<(), Failure> {
    let (all, pending) = results::canonical(&args.inputs, &args.results, args.without_times)?;
    note(&format!("{all} repositories"));
    if pending > 0 {
        note(&format!("warning: {pending} of them are in no shard's results yet"));
    }
    Ok(())
}

fn labels(args: &MultiLabels) -> Result<(), Failure> {
    let mut outcomes = Vec::new();
    for file in &args.reports {
        let given = given::read(file)?;
        let before = outcomes.len();
        outcomes.extend(given.objects.iter().filter_map(report::labels::Outcome::of));
        if outcomes.len() == before {
            return Err(Failure::new(format!("{} has no outcome of a run", file.display()))
                .help("`quarrel confirm FINDINGS --output out.json -- COMMAND` writes such a report"));
        }
    }
    report::labels::run(&args.results, &args.repository, &outcomes)
}

/// The path of the bundled rows of evidence.
const ROWS: &str = "lib/java/models/confidence.yml";
/// The largest file of rows that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;

fn learned(args: &MultiFit) -> Result<fit::Wanted, Failure> {
    let rows = match &args.rows {
        Some(file) => quarrel_files::read_text(file, MOST_BYTES)
            .map_err(|error| Failure::new(format!("cannot read {}: {error}", file.display())))?,
        None => {
            let bundled = quarrel_queries::files().into_iter().find(|(path, _)| path.ends_with(ROWS));
            bundled.map(|(_, text)| text.to_owned()).unwrap_or_default()
        }
    };
    let precision = |(id, known): (String, quarrel_driver::queries::Known)| {
        Some((id, known.metadata.get("precision")?.to_owned()))
    };
    Ok(fit::Wanted {
        labels: args.labels.clone(),
        rows,
        output: args.output.clone(),
        deviation: args.deviation,
        precisions: queries(&[]).into_iter().filter_map(precision).collect(),
    })
}
