//! The end of the command: what was [`Analysed`] flows in, the exit code flows out; outputs, edits and the summary are
//! written on the way.

use super::assemble::Analysed;
use super::outputs::Outputs;
use crate::args::Analyze;
use quarrel_common::words::count;
use quarrel_console::terminal::color_on_stdout;
use quarrel_console::{Failure, note, sink};
use quarrel_driver::extract;
use quarrel_findings::{Finding, fix};
use quarrel_report::summary;

/// Writes the reports and the summary, and edits if requested; returns the exit code.
///
/// # Errors
/// If an output or an edited file cannot be written.
pub(super) fn finish(args: &Analyze, outputs: &Outputs, analysed: Analysed) -> Result<u8, Failure> {
    let Analysed { report, program, fail_on, silencers, mistakes } = &analysed;
    let (root, extracted) = (&program.root, &program.extracted);
    outputs.write(args, root, report)?;
    let fixed = args.fix.then(|| fix::prepare(root, &report.fixes(), &program.texts())).transpose()?;
    if let Some(fixed) = fixed.as_ref().filter(|_| !args.apply) {
        let diff = fixed.diff(root);
        if color_on_stdout() {
            sink::show_styled(&fix::colored(&diff))?;
        } else {
            sink::write(&diff, None)?;
        }
    }

    for text in &silencers.errors {
        note(&format!("error: {text}"));
    }
    for text in silencers.warnings.iter().chain(mistakes) {
        note(&format!("warning: {text}"));
    }
    if !args.quiet {
        let options = summary::Options {
            verbose: args.verbose,
            shows_fixes: args.fix,
            has_classpath: !args.asked.libraries.classpath.is_empty(),
        };
        summary::lines(report, options).iter().for_each(|line| note(line));
        for (file, format) in outputs.files() {
            note(&format!("wrote {} ({})", file.display(), format.words()));
        }
    }
    if args.verbose {
        note(&extract::summary(extracted));
        for (phase, time) in &extracted.phases {
            note(&format!("  {:>7.2}s {phase}", time.as_secs_f64()));
        }
        note(&format!("  {:>7.2}s queries", report.facts.queries.as_secs_f64()));
    }
    for query in &report.missing {
        note(&format!("error: {}", query.text));
    }
    let unread = extracted.files_unreadable > 0 && fail_on.is_some();
    if unread {
        let files = count(extracted.files_unreadable as usize, "file");
        note(&format!(
            "error: {files} could not be read, so nothing is known of what --fail-on would find there"
        ));
    }
    let all_fixed = fixed.map_or(Ok(true), |fixed| finish_fixes(fixed, args))?;
    if !silencers.errors.is_empty() || !report.missing.is_empty() || !all_fixed || unread {
        return Ok(2);
    }
    let fails =
        |finding: &Finding| finding.counts() && fail_on.is_some_and(|limit| finding.severity() <= limit);
    Ok(u8::from(report.findings.iter().any(fails)))
}

/// Reports the fixes, and writes them if requested. Returns whether all that do not overlap could be made.
fn finish_fixes(fixed: fix::Prepared, args: &Analyze) -> Result<bool, Failure> {
    for text in &fixed.overlapping {
        note(&format!("warning: {text}"));
    }
    for text in &fixed.refused {
        note(&format!("error: {text}"));
    }
    let all_fixed = fixed.refused.is_empty();
    let (made, files) = (fixed.made, fixed.files());
    if args.apply {
        fixed.write()?;
    }
    if !args.quiet {
        let (edits, files) = (count(made, "edit"), count(files, "file"));
        note(&match (args.apply, made) {
            (_, 0) => "no query has an edit to make".to_owned(),
            (true, _) => format!("{edits} made in {files}"),
            (false, _) => format!("{edits} in {files}: `--fix --apply` makes them"),
        });
    }
    Ok(all_fixed)
}
