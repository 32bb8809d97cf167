//! `quarrel test`: runs folders of tests in CodeQL's layout.

use crate::args::Test;
use quarrel_console::Failure;
use quarrel_console::note;
use quarrel_console::sink;
use quarrel_qltest::{TestOptions, TestResult, discover, run_folders};

/// Runs the command; returns exit code 1 if a test failed.
///
/// # Errors
/// If a folder cannot be tested; the others are tested nevertheless.
pub fn run(args: &Test) -> Result<u8, Failure> {
    let options = TestOptions {
        search_path: args.search_path.clone(),
        filter: args.filter.clone(),
        consistency_queries: args.consistency_queries.clone(),
        threads: args.threads,
    };
    let folders = discover(&args.paths)?;
    let mut passed = 0;
    let mut failed = 0;
    let mut written = 0;
    let mut broken = Vec::new();
    for (folder, results) in run_folders(&folders, &options)? {
        let results = match results {
            Ok(results) => results,
            Err(failure) => {
                broken.push((folder, failure));
                continue;
            }
        };
        for result in &results {
            if result.passed() {
                passed += 1;
            } else if args.update && result.inline_failures == 0 {
                update(result)?;
                if !args.quiet {
                    note(&format!("wrote {}", result.expected_file.display()));
                }
                written += 1;
            } else {
                failed += 1;
                sink::show(&result.difference())?;
            }
        }
    }
    let mut summary = format!("{passed} passed, {failed} failed");
    for (count, what) in [(written, "written"), (broken.len(), "could not be run")] {
        if count > 0 {
            summary.push_str(&format!(", {count} {what}"));
        }
    }
    if !args.quiet || failed > 0 {
        note(&summary);
    }
    if let Some((_, last)) = broken.pop() {
        broken.iter().for_each(|(_, failure)| failure.print());
        return Err(last);
    }
    if passed + failed + written == 0 {
        let filter = args.filter.as_deref().unwrap_or("");
        return Err(Failure::new(format!("no test has `{filter}` in its path")));
    }
    Ok(u8::from(failed > 0))
}

fn update(result: &TestResult) -> Result<(), Failure> {
    if let Some(folder) = result.expected_file.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::new(format!("cannot make {}: {error}", folder.display())))?;
    }
    sink::write(&result.actual, Some(&result.expected_file))
}
