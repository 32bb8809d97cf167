//! `quarrel analyze`: a source tree in, findings out.

use super::common::{Compiler, evaluate_within, note, open};
use super::extract;
use crate::args::{Analyze, FindingsFormat};
use crate::config::Config;
use crate::failure::Failure;
use crate::output::findings::{self, Finding};
use crate::output::sink;
use quarrel_engine::{CompileOptions, Edb};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// The packs that run when none is named.
const DEFAULT_PACKS: &[&str] = &["thread-safety"];

/// Runs the command.
///
/// # Errors
/// If the sources, a query, the configuration or an output cannot be used.
pub fn run(args: &Analyze) -> Result<u8, Failure> {
    let started = Instant::now();
    let mut patterns = args.assume_thread_safe.clone();
    patterns.extend(Config::of(&args.path)?.assume_thread_safe);

    // Mistakes in queries are told before the long part begins.
    let mut compiler = Compiler::new(extract::bundled_catalog()?, &args.search_path)?;
    compiler.extend("assumedThreadSafe", &patterns);
    let mut entries = Vec::new();
    for query in &args.queries {
        entries.push(compiler.file(query)?);
    }
    let packs: Vec<&str> = if args.packs.is_empty() && args.queries.is_empty() {
        DEFAULT_PACKS.to_vec()
    } else {
        args.packs.iter().map(String::as_str).collect()
    };
    for pack in packs {
        entries.extend(compiler.pack(pack)?);
    }
    let compiled = compiler.compile(&entries, &CompileOptions::default())?;

    let scratch = tempfile::tempdir().map_err(|error| {
        Failure::new(format!("cannot make a temporary folder: {error}"))
            .help("set TMPDIR to a folder that can be written, or use --db FILE")
    })?;
    let db_file = args.db.clone().unwrap_or_else(|| scratch.path().join("code.db"));
    let report = extract::extract(&args.path, &db_file, args.threads, &args.libraries)?;

    let db = open(&db_file)?;
    let evaluation = Instant::now();
    let sets = evaluate_within(&compiled, &db as &dyn Edb, args.threads, args.profile, &args.limits)?;
    let evaluated = evaluation.elapsed();

    let mut found: Vec<Finding> = Vec::new();
    let mut left_out = 0;
    let mut empty_scopes = Vec::new();
    for set in &sets {
        let metadata = &compiled.queries[set.query].metadata;
        if metadata.has_tag("scope") {
            if set.rows.is_empty() {
                empty_scopes.push(metadata.get("description").unwrap_or("nothing to look at").to_owned());
            }
        } else if metadata.get("kind") == Some("problem") && set.name == "#select" {
            for finding in findings::from_rows(metadata, set) {
                if !args.include_tests && finding.location.as_ref().is_some_and(|at| is_test(&at.path)) {
                    left_out += 1;
                } else {
                    found.push(finding);
                }
            }
        }
    }
    found.sort_by(|a, b| a.location.cmp(&b.location).then_with(|| a.rule.cmp(&b.rule)));
    let text = match args.format {
        FindingsFormat::Text => findings::render_text(&found, &args.path),
        FindingsFormat::Json => findings::render_json(&found),
        FindingsFormat::Csv => findings::render_csv(&found),
    };
    sink::write(&text, args.output.as_deref())?;

    note(&extract::summary(&report));
    let mut by_rule: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in &found {
        *by_rule.entry(&finding.rule).or_default() += 1;
    }
    let rules: Vec<String> = by_rule.iter().map(|(rule, count)| format!("{rule} {count}")).collect();
    let detail = if rules.is_empty() { String::new() } else { format!(" ({})", rules.join(", ")) };
    note(&format!(
        "{} {}{detail}; queries took {:.1} s, everything {:.1} s",
        found.len(),
        if found.len() == 1 { "finding" } else { "findings" },
        evaluated.as_secs_f64(),
        started.elapsed().as_secs_f64()
    ));
    if left_out > 0 {
        note(&format!("{left_out} more in test sources: --include-tests shows them"));
    }
    for scope in empty_scopes {
        note(&format!("note: {scope}"));
    }
    let failed = args.fail_on.is_some_and(|limit| found.iter().any(|finding| finding.severity <= limit));
    Ok(u8::from(failed))
}

/// Whether a path lies below a `src/test` folder.
fn is_test(path: &str) -> bool {
    let folders: Vec<_> = Path::new(path).iter().collect();
    folders.windows(2).any(|pair| pair[0] == "src" && pair[1] == "test")
}
