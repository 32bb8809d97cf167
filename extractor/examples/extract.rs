//! Extracts a folder of Java files: `cargo run --release --example extract -- PATH OUT.db [THREADS]`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use quarrel_extractor::{Options, Report, extract};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (path, database, threads) = match arguments.as_slice() {
        [path, database] => (path, database, 0),
        [path, database, threads] => (path, database, threads.parse().unwrap_or(0)),
        _ => {
            writeln!(std::io::stderr(), "usage: extract PATH OUT.db [THREADS]").ok();
            return ExitCode::from(2);
        }
    };
    let options = Options { threads, ..Options::default() };
    match extract(Path::new(path), Path::new(database), &options, &|_| ()) {
        Ok(report) => {
            print(&report, &mut std::io::stdout()).ok();
            ExitCode::SUCCESS
        }
        Err(error) => {
            writeln!(std::io::stderr(), "{error}").ok();
            ExitCode::from(2)
        }
    }
}

fn print(report: &Report, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{} files, {} with errors, {} unreadable",
        report.files, report.files_with_errors, report.files_unreadable
    )?;
    writeln!(out, "{} lines, {} classes, {} callables", report.lines, report.classes, report.callables)?;
    let share = 100.0 * report.unresolved_share();
    writeln!(out, "{} calls, {} unresolved ({share:.2} %)", report.calls, report.unresolved_calls)?;
    for (reason, count) in &report.reasons {
        writeln!(out, "  {count:>8} {reason}")?;
    }
    for (phase, time) in &report.phases {
        writeln!(out, "{phase:<20}{:>8.2} s", time.as_secs_f64())?;
    }
    let mega = |bytes: u64| bytes as f64 / 1e6;
    let ratio = report.database_bytes as f64 / report.bytes.max(1) as f64;
    writeln!(out, "database {:.1} MB, {ratio:.2} times the sources", mega(report.database_bytes))?;
    if let Some(peak) = report.peak_memory {
        writeln!(out, "peak memory {:.0} MB", mega(peak))?;
    }
    for problem in &report.problems {
        writeln!(out, "problem: {problem}")?;
    }
    for (relation, rows) in report.relations.iter().filter(|(_, rows)| *rows > 0) {
        writeln!(out, "  {rows:>10} {relation}")?;
    }
    Ok(())
}
