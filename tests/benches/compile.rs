//! Measures the compiler: `cargo bench -p quarrel-tests --bench compile [-- NAME]`. The CPU time of each stage, for a
//! corpus of the size of CodeQL's Java library and for our packs, all bodies of all files; and how the time grows for
//! programs that are large in one dimension (`shapes`).
//!
//! `--dump FOLDER` writes the corpus to a folder instead.

#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use quarrel_base::{SourceMap, catalog, diag};
use quarrel_datalog::passes::{self, PassOptions};
use quarrel_engine::packs::Library;
use quarrel_engine::{Catalog, Extensions, FileId, Place, Roots};
use quarrel_tests::corpus::{self, Scale};
use quarrel_tests::shapes::SHAPES;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    if let Some(at) = arguments.iter().position(|it| it == "--dump") {
        let folder = arguments.get(at + 1).map_or("corpus", String::as_str);
        return dump(Path::new(folder));
    }
    arguments.retain(|it| !it.starts_with('-'));
    let wanted =
        |name: &str| arguments.is_empty() || arguments.first().is_some_and(|it| name.contains(it.as_str()));
    if wanted("corpus") {
        let made = corpus::generate(1, &Scale::LIBRARY);
        let lines = corpus::lines(&made);
        let files: Vec<(String, &'static str)> = made
            .files
            .into_iter()
            .map(|(name, text)| (format!("corpus/{name}"), &*Box::leak(text.into_boxed_str())))
            .collect();
        let roots = Roots::new(files, Vec::new());
        let entries = roots.bundled_queries("corpus").unwrap_or_default();
        measure("corpus", &made.schema, &roots, &entries, lines);
    }
    if wanted("shapes") {
        shapes(&arguments);
    }
    if wanted("packs") {
        let schema = include_str!("../../extractor/schema/java.dbscheme");
        let is_ql = |name: &str| name.ends_with(".ql") || name.ends_with(".qll");
        let ql = quarrel_queries::files().into_iter().filter(|(name, _)| is_ql(name));
        let lines = ql.map(|(_, text)| text.lines().count()).sum();
        let roots = Roots::new(quarrel_queries::files(), Vec::new());
        let packs: Vec<String> = roots.bundled_packs().keys().map(|pack| (*pack).to_owned()).collect();
        let entries: Vec<Place> =
            packs.iter().flat_map(|pack| roots.bundled_queries(pack).unwrap_or_default()).collect();
        measure("packs", schema, &roots, &entries, lines);
    }
}

/// The times of programs that are large in one dimension, at half and at full size: these should differ by 2.
fn shapes(arguments: &[String]) {
    let some = arguments.iter().filter(|it| *it != "shapes").collect::<Vec<_>>();
    println!("shapes: seconds to compile and run at half size, at full size");
    for shape in SHAPES.iter().filter(|it| some.is_empty() || some.iter().any(|name| it.name.contains(*name)))
    {
        let time = |size: usize| {
            let start = Instant::now();
            let outcome = shape.check(size.max(1)).err();
            (start.elapsed().as_secs_f64(), outcome)
        };
        let (half, (full, outcome)) = (time(shape.size / 2).0, time(shape.size));
        let outcome =
            outcome.map_or(String::new(), |text| format!(" FAILS: {}", text.lines().next().unwrap_or("")));
        println!("  {:<44} {:>7} {half:>8.3} {full:>8.3}{outcome}", shape.name, shape.size);
    }
}

/// Compiles from scratch and prints the time of each stage.
fn measure(name: &str, schema: &str, roots: &Roots, entries: &[Place], lines: usize) {
    let mut sources = SourceMap::new();
    let schema_file = sources.add("schema", schema);
    let (catalog, found) = catalog::parse(schema_file, schema);
    assert!(found.is_empty(), "{}", diag::render(&found, &sources, false));
    println!("{name}: {lines} lines, {} entries", entries.len());
    let mut stages = Stages { lines, total: Duration::ZERO };

    let mut library = Library::default();
    let files: Vec<FileId> = stages.run("parse", || {
        entries
            .iter()
            .map(|entry| library.load(roots, &mut sources, entry).expect("it can be read"))
            .collect()
    });
    good(&library.take_diagnostics(), &sources);
    let options = quarrel_sema::Options { check_all: true, record: false, templates: false };
    let (checked, found) =
        stages.run("resolve", || quarrel_sema::analyze(&catalog, &sources, &library, &files, &options));
    good(&found, &sources);
    let extensions = roots.bundled_extensions().expect("the packs are well-formed");
    let program = lower(&mut stages, &checked, &catalog, &extensions, &sources);
    let rules: usize = program
        .preds
        .iter()
        .map(|pred| if let quarrel_datalog::Def::Rules(rules) = &pred.def { rules.len() } else { 0 })
        .sum();
    println!("  {} files, {} predicates, {rules} rules", sources.len() - 1, program.preds.len());
    let mut before = Instant::now();
    let mut each = Vec::new();
    let program = stages.run("passes", || {
        passes::run_observed(program, &PassOptions::default(), &mut |pass, _| {
            each.push((pass.name, before.elapsed()));
            before = Instant::now();
        })
    });
    for (pass, time) in each {
        println!("    {pass:<18} {:>8.3} s", time.as_secs_f64());
    }
    let stratified = stages.run("stratify", || quarrel_datalog::stratify(program));
    assert!(stratified.is_ok(), "no pass makes a cycle through a negation");
    stages.line("total", stages.total);
}

fn lower(
    stages: &mut Stages,
    checked: &quarrel_sema::hir::Checked,
    catalog: &Catalog,
    extensions: &Extensions,
    sources: &SourceMap,
) -> quarrel_datalog::Program {
    let (program, found) = stages.run("lower", || quarrel_lower::lower(checked, catalog, extensions));
    good(&found, sources);
    program
}

fn good(found: &[quarrel_base::Diagnostic], sources: &SourceMap) {
    let errors: Vec<_> = found.iter().filter(|it| it.is_error()).take(20).cloned().collect();
    assert!(errors.is_empty(), "{}", diag::render(&errors, sources, false));
}

/// The CPU time of this process; elapsed time on other systems than Linux.
fn cpu_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let passed = START.get_or_init(Instant::now).elapsed();
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    // User and system time are fields 14 and 15 of proc(5), in hundredths of a second.
    let ticks: Vec<u64> =
        behind_name.split_whitespace().skip(11).take(2).filter_map(|it| it.parse().ok()).collect();
    if let [user, system] = ticks[..] { Duration::from_millis((user + system) * 10) } else { passed }
}

struct Stages {
    lines: usize,
    total: Duration,
}

impl Stages {
    fn run<T>(&mut self, name: &str, work: impl FnOnce() -> T) -> T {
        let start = cpu_time();
        let out = work();
        let time = cpu_time().saturating_sub(start);
        self.total += time;
        self.line(name, time);
        out
    }
    fn line(&self, name: &str, time: Duration) {
        let rate = self.lines as f64 / time.as_secs_f64().max(1e-9);
        println!("  {name:<10} {:>8.3} s {rate:>12.0} lines/s", time.as_secs_f64());
    }
}

fn dump(folder: &Path) {
    let made = corpus::generate(1, &Scale::LIBRARY);
    let schema = [("corpus.dbscheme".to_owned(), made.schema.clone())];
    for (name, text) in made.files.iter().chain(&schema) {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(folder)).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
}
