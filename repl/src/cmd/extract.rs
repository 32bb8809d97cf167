//! `quarrel extract`: extracts a source tree into a database, or brings its database up to date.

use crate::args::Extract;
use quarrel_common::words::plural;
use quarrel_console::{Failure, note};
use quarrel_driver::cache;
use quarrel_driver::extract::{Target, check_target, extract_after, summary};
use quarrel_driver::ids::KeptIds;
use quarrel_driver::limits::AtWork;
use quarrel_extractor::Previous;

/// Runs the command.
///
/// # Errors
/// If the sources cannot be read or the database cannot be written.
pub fn run(args: &Extract) -> Result<u8, Failure> {
    check_target(&args.db)?;
    let target = Target { db: &args.db, is_scratch: false, for_codeql: args.for_codeql };
    let (libraries, at_work) = (args.libraries.named(), AtWork::silent(&args.limits.bounds()));
    let mut emit = |text: String| note(&text);
    let kept = cache().filter(|_| !args.for_codeql).and_then(|cache| KeptIds::of(cache, &args.db));
    let assigned = kept.as_ref().filter(|_| !args.fresh).and_then(KeptIds::read);
    let previous = assigned.as_ref().map(|assigned| Previous { assigned, database: &args.db });
    let (path, threads, quiet) = (&args.path, args.threads, args.quiet);
    let (report, ids) =
        extract_after(path, target, threads, &libraries, &at_work, quiet, &mut emit, previous)?;
    if let Some(kept) = kept {
        kept.write(&ids);
    }
    drop(at_work);
    if !args.quiet {
        note(&summary(&report));
    }
    if args.report {
        let resolved = report.calls.saturating_sub(report.unresolved_calls);
        note(&format!(
            "{:.2} % of {} calls resolved, against {} {} beside the JDK{}",
            (1.0 - report.unresolved_share()) * 100.0,
            resolved + report.unresolved_calls,
            report.libraries,
            plural(report.libraries as usize, "library"),
            if report.reasons.is_empty() { "" } else { "; unresolved ones by reason:" }
        ));
        for (reason, count) in &report.reasons {
            note(&format!("  {count:>8} {reason}"));
        }
        for (phase, time) in &report.phases {
            note(&format!("  {:>7.2}s {phase}", time.as_secs_f64()));
        }
    }
    Ok(0)
}
