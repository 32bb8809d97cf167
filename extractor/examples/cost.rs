//! Measures an extraction beside a bare parse of the same files with equal threads in one run.
//!
//! ```text
//! cargo run --release -p quarrel-extractor --example cost -- FOLDER [THREADS] [PARTS]
//! ```
//!
//! The bare parse reads each file, has tree-sitter parse it, and drops the tree: the least work for anything that uses
//! this parser. It runs before and after the extraction, and the mean counts, so that other load on the machine
//! distorts the ratio less. With PARTS the files are also extracted in so many parts of equal size, each alone: the
//! cost of a line must not depend on how many lines there are.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a developer command")]

use std::error::Error;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quarrel_extractor::{Options, Report, extract, source};
use rayon::prelude::*;

/// Bytes and nodes of all files, and the time of reading and parsing them.
fn bare_parse(files: &[source::SourceFile], pool: &rayon::ThreadPool) -> (u64, u64, Duration) {
    let (bytes, nodes) = (AtomicU64::new(0), AtomicU64::new(0));
    let start = Instant::now();
    pool.install(|| {
        files.par_iter().for_each_init(
            || {
                let mut parser = tree_sitter::Parser::new();
                // The extractor's grammar.
                let _ = parser.set_language(&quarrel_java_grammar::LANGUAGE.into());
                parser
            },
            |parser, file| {
                let Ok(text) = std::fs::read(&file.path) else { return };
                bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
                if let Some(tree) = parser.parse(&text, None) {
                    nodes.fetch_add(tree.root_node().descendant_count() as u64, Ordering::Relaxed);
                }
            },
        );
    });
    (bytes.into_inner(), nodes.into_inner(), start.elapsed())
}

fn extraction(folder: &Path, database: &Path, threads: usize) -> Result<(Report, Duration), Box<dyn Error>> {
    let options = Options { threads, ..Options::default() };
    let start = Instant::now();
    let report = extract(folder, database, &options, &|_| ())?;
    Ok((report, start.elapsed()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let folder = Path::new(arguments.get(1).ok_or("usage: cost FOLDER [THREADS] [PARTS]")?);
    let threads: usize = arguments.get(2).map_or(Ok(2), |text| text.parse())?;
    let parts: usize = arguments.get(3).map_or(Ok(0), |text| text.parse())?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let files = source::find(folder).files;
    let scratch = tempfile::tempdir()?;
    let database = scratch.path().join("code.db");

    let (bytes, nodes, before) = bare_parse(&files, &pool);
    let (report, taken) = extraction(folder, &database, threads)?;
    let (_, _, after) = bare_parse(&files, &pool);
    let parse = (before + after) / 2;
    let rows: u64 = report.relations.iter().map(|(_, rows)| rows).sum();
    println!(
        "{} files, {} lines, {bytes} bytes, {nodes} nodes, {threads} threads",
        files.len(),
        report.lines
    );
    for (phase, time) in &report.phases {
        println!("{:9.2} s  {phase}", time.as_secs_f64());
    }
    println!("{:9.2} s  extraction, {rows} rows", taken.as_secs_f64());
    println!(
        "{:9.2} s  bare parse ({:.2} and {:.2})",
        parse.as_secs_f64(),
        before.as_secs_f64(),
        after.as_secs_f64()
    );
    println!("{:9.2}    ratio", taken.as_secs_f64() / parse.as_secs_f64());
    println!("{:9.2}    database to sources", report.database_bytes as f64 / bytes.max(1) as f64);
    if let Some(peak) = report.peak_memory {
        println!("{:9} MiB at most", peak >> 20);
    }
    if parts > 0 {
        let whole = taken.as_secs_f64() / report.lines.max(1) as f64;
        for (number, part) in files.chunks(files.len().div_ceil(parts)).enumerate() {
            let tree = scratch.path().join(format!("part{number}"));
            for file in part {
                let target = tree.join(&file.name);
                std::fs::create_dir_all(target.parent().unwrap_or(&tree))?;
                std::fs::copy(&file.path, target)?;
            }
            let (report, taken) = extraction(&tree, &database, threads)?;
            let line = taken.as_secs_f64() / report.lines.max(1) as f64;
            println!(
                "{:9.2} s  part of {} lines: {:.2} µs a line, {:.2} times that of all",
                taken.as_secs_f64(),
                report.lines,
                line * 1e6,
                line / whole
            );
            std::fs::remove_dir_all(&tree)?;
        }
        println!("{:9.2} µs a line of all", whole * 1e6);
    }
    Ok(())
}
