//! `quarrel analyze`: a source tree in, findings out.

use crate::args::{Analyze, FindingsFormat, Sensitivity, When};
use crate::config::{Config, Setting};
use quarrel_console::Failure;
use quarrel_console::terminal::{color_on_stdout, links_on_stdout, stdout_width};
use quarrel_console::{nearest, note, sink};
use quarrel_driver::limits::{self, AtWork};
use quarrel_driver::queries::queries as known_queries;
use quarrel_driver::{
    Compiler, Evaluation, compile, evaluate_up_to, evaluate_within, extract, open, open_passing, scratch,
    setup, texts,
};
use quarrel_engine::{Catalog, CompileOptions, Compiled, Edb, FileId, Limits, Query, ResultSet, StratumRows};
use quarrel_extractor::Report as Extracted;
use quarrel_files::{Scratch, is_database};
use quarrel_findings::baseline::Baseline;
use quarrel_findings::confidence::Level;
use quarrel_findings::missing::missing;
use quarrel_findings::scope::{Changed, LeftOut, Scope, patterns, repository};
use quarrel_findings::sources::Sources;
use quarrel_findings::surroundings::Surroundings;
use quarrel_findings::{self as findings, Finding, Rule, Severity, edits, fingerprint, fix, suppress};
use quarrel_report::provenance::Provenance;
use quarrel_report::text::{NO_TERMINAL, Names, Style};
use quarrel_report::{Facts, Report, html, json, lines, markdown, sarif, text};
use quarrel_store::SqliteDb;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal, Read};
use std::panic::resume_unwind;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Instant;
use tempfile::TempDir;

/// The packs that run when none is named, as far as they exist.
const DEFAULT_PACKS: &[&str] = &["thread-safety", "atomicity", "concurrency"];
/// The packs that run besides, on sources that are not too large for them.
const WHOLE_PROGRAM_PACKS: &[&str] = &["races", "deadlocks"];
/// Calls of sources on which these packs take a minute and two gigabytes. A number of what was extracted decides, not
/// the clock, so that the same sources have the same findings everywhere.
const MOST_CALLS: u64 = 150_000;
/// The analysis of objects: what the names of its predicates begin with.
const OBJECTS: &str = "PointsToAnalysis";
/// How many findings a terminal gets in full; more scroll away unread.
const FIRST: usize = 20;
/// How many classes the summary names.
const WORST: usize = 3;
/// The share of calls without a target from which on the summary speaks of it.
const MOST_UNRESOLVED: f64 = 0.1;
/// Bytes of a diff that are read.
const MOST_DIFF: u64 = 1 << 30;
/// The pack that says what reports need to know.
const REPORT_PACK: &str = "report";
/// Bytes of stack for the compiler: QL nests as deeply as its authors like.
const STACK: usize = 256 << 20;

/// Runs the command.
///
/// # Errors
/// If the sources, a query, the configuration or an output cannot be used.
pub fn run(args: &Analyze) -> Result<u8, Failure> {
    if args.end_with_input {
        quarrel_console::exit::with_input();
    }
    let mut outputs = outputs(args)?;
    if args.fix {
        // The diff has standard output for itself.
        outputs.retain(|(file, _)| file.is_some());
    }
    let mut page =
        outputs.iter().find(|(_, format)| *format == FindingsFormat::Html).and_then(|(file, _)| file.clone());
    let mut made = None;
    if args.open && page.is_none() {
        let folder = tempfile::Builder::new().prefix("quarrel-").tempdir();
        let folder =
            folder.map_err(|error| Failure::new(format!("cannot make a folder for the page: {error}")))?;
        page = Some(folder.path().join("report.html"));
        outputs.push((page.clone(), FindingsFormat::Html));
        made = Some(folder);
    }
    for (file, _) in &outputs {
        sink::probe(file.as_deref())?;
    }
    let target = Target::of(args)?;
    let provenance = provenance(args, &target.root, &outputs)?;
    let mut analysed = analyse_target(args, target)?;
    analysed.report.provenance = provenance.map(|known| {
        let (configuration, category) = (analysed.config.file.clone(), args.category.clone());
        Provenance { configuration, category, ..known }
    });
    let code = tell(args, &outputs, analysed)?;
    // Whoever reads the page may come back to it.
    made.map(TempDir::keep);
    if let Some(page) = page.filter(|_| args.open) {
        note(&match ::open::that_detached(&page) {
            Ok(()) => format!("the page is {}", page.display()),
            Err(error) => format!("warning: cannot open {}: {error}", page.display()),
        });
    }
    Ok(code)
}

/// Where the sources come from, if an output says so; git is asked.
fn provenance(
    args: &Analyze,
    root: &Path,
    outputs: &[(Option<PathBuf>, FindingsFormat)],
) -> Result<Option<Provenance>, Failure> {
    let says_so = |format| matches!(format, FindingsFormat::Sarif | FindingsFormat::Html);
    if args.source_root.is_none() && !outputs.iter().any(|(_, format)| says_so(*format)) {
        return Ok(None);
    }
    Provenance::of(root, args.source_root.as_deref(), env!("QUARREL_VERSION"))
        .map(Some)
        .map_err(|told| Failure::new(told).help("--source-root names a folder above the analysed one"))
}

/// What is analysed.
struct Target {
    /// The sources: a folder or a file.
    root: PathBuf,
    /// The database that was made of them, if it is named in their place.
    db: Option<SqliteDb>,
}

impl Target {
    /// What the command line names.
    ///
    /// # Errors
    /// If it is a database that cannot be used, or beside one there are options for an extraction.
    fn of(args: &Analyze) -> Result<Self, Failure> {
        if !is_database(&args.path) {
            return Ok(Self { root: args.path.clone(), db: None });
        }
        let libraries = &args.asked.libraries;
        let options = [
            ("--db", args.db.is_some()),
            ("--classpath", !libraries.classpath.is_empty()),
            ("--jdk", libraries.jdk.is_some()),
        ];
        if let Some((option, _)) = options.into_iter().find(|(_, is_given)| *is_given) {
            let path = args.path.display();
            return Err(Failure::new(format!("{path} is a database, and {option} is about how one is made"))
                .help(format!("leave {option} out, or name the sources in place of {path}")));
        }
        let db = open(&args.path)?;
        let root = db.source_root().map_or_else(|| PathBuf::from("."), PathBuf::from);
        Ok(Self { root, db: Some(db) })
    }

    /// The schema of the database that there is or will be.
    fn catalog(&self) -> Result<Catalog, Failure> {
        self.db.as_ref().map_or_else(extract::bundled_catalog, |db| Ok(db.catalog().clone()))
    }
}

/// What an analysis came to.
#[derive(Debug)]
pub struct Analysed {
    /// What was found.
    pub report: Report,
    /// The database.
    pub db: SqliteDb,
    /// The folder or file of the sources.
    root: PathBuf,
    config: Config,
    extracted: Extracted,
    told: suppress::Told,
    /// Edits that cannot be made, a sentence each.
    mistakes: Vec<String>,
    /// The folder of the database, if nobody wants to keep it.
    _scratch: Scratch,
}

/// Extracts sources, runs queries on them and makes their results a report. Nothing is printed but warnings, and
/// progress unless it is to be quiet.
///
/// # Errors
/// If the sources, a query or the configuration cannot be used.
pub fn analyse(args: &Analyze) -> Result<Analysed, Failure> {
    analyse_target(args, Target::of(args)?)
}

fn analyse_target(args: &Analyze, target: Target) -> Result<Analysed, Failure> {
    let started = Instant::now();
    let config = Config::find(&target.root, args.asked.assumptions.config.as_deref())?;
    let baseline = match &args.baseline {
        Some(file) => Some(Baseline::read(file)?),
        None => {
            let file = config.baseline.as_ref().map(|file| config.resolve(file)).transpose()?;
            file.map(|file| Baseline::read_regular(&file)).transpose()?
        }
    };
    if let Some(db) = &args.db {
        extract::check_target(db)?;
    }
    let scope = scope(args, &target.root, &config)?;

    let when = args.asked.whole_program.or(config.whole_program).unwrap_or_default();
    let by_default = args.asked.packs.is_empty() && args.asked.queries.is_empty() && config.packs.is_none();
    let whole = by_default && when != When::Never;
    let sensitivity = args.asked.assumptions.sensitivity.or(config.sensitivity);
    let scratch = scratch()?;
    let db_file = args.db.clone().unwrap_or_else(|| scratch.path().join("code.db"));
    let (asked, extracted) = prepare(args, &target, &config, whole, sensitivity, &db_file)?;
    let Asked { mut compiled, besides, .. } = asked;

    let mut notes = Vec::new();
    let is_large = extracted.calls > MOST_CALLS;
    if whole && when == When::Auto && is_large {
        notes.push(format!(
            "The packs {} did not run: they take minutes and gigabytes on {} calls, and run by default on at most \
             {MOST_CALLS}. --whole-program always runs them.",
            WHOLE_PROGRAM_PACKS.join(" and "),
            extracted.calls
        ));
        compiled = compiled
            .without(|query| besides.contains(&query.file))
            .map_err(|error| Failure::new(format!("this is a bug in quarrel: {error:?}")))?;
    }
    let rules = rules(&compiled, &config);
    let mut target = target;
    let db = match target.db.take() {
        Some(db) => db,
        None if args.db.is_some() => open(&db_file)?,
        None => open_passing(&db_file)?,
    };
    let evaluation = Instant::now();
    let how = Evaluation {
        threads: args.threads,
        bounds: args.limits.bounds(),
        per_query: args.asked.query_limits.timeout_per_query,
        profile: args.profile,
        quiet: args.quiet,
        ..Evaluation::default()
    };
    let is_chosen = sensitivity.is_some() || config.models.contains_key(setup::SENSITIVITY);
    let is_whole_program = compiled.queries.iter().any(is_whole);
    let results = if is_whole_program && when == When::Auto && !is_chosen {
        evaluate_up_to(&compiled, &db, &how, most_rows(extracted.calls))?
    } else {
        Some(evaluate_within(&compiled, &db, &how)?)
    };
    let results = if let Some(results) = results {
        results
    } else {
        notes.push(
            "Objects are told apart by where they are made only: by the receivers of calls too, it would take minutes \
             and gigabytes on these sources. --sensitivity 1-object does it."
                .to_owned(),
        );
        let asked = compile(args, &target, &config, whole, Some(Sensitivity::Insensitive), |_| ())?;
        compile::tell(&asked.warnings);
        compiled = asked.compiled;
        evaluate_within(&compiled, &db, &how)?
    };
    let (sets, missing) = (results.sets, missing(&compiled, &results.given_up));
    let queries = evaluation.elapsed();

    let surroundings = Surroundings::new(&compiled, &sets);
    let mut found = findings::collect(&compiled, &sets, &rules);
    surroundings.locate(&mut found);
    fingerprint::assign(&mut found);
    let mut fixes = edits::attach(&compiled, &sets, &rules, &mut found, &texts(&db));
    fixes.alone.retain(|fix| scope.covers(fix.anchor.as_ref(), &surroundings));
    let mut ran: Vec<Arc<Rule>> = compiled
        .queries
        .iter()
        .zip(&rules)
        .enumerate()
        .filter(|(at, _)| !results.given_up.iter().any(|given_up| given_up.query == *at))
        .filter(|(_, (query, _))| findings::finds_problems(&query.metadata))
        .map(|(_, (_, rule))| rule.clone())
        .collect();
    ran.sort_by(|a, b| a.id.cmp(&b.id));
    let ids: BTreeSet<String> = ran.iter().map(|rule| rule.id.clone()).collect();
    let mut known: BTreeSet<String> =
        known_queries(&config.searched(&args.asked.search_path)?).into_keys().collect();
    known.extend(ids.iter().cloned());
    let told = suppress::apply(&mut found, &surroundings.silencers, &known, &ids);
    // Compared with all that was found: what is left out now is not gone.
    let compared = baseline.is_some();
    let absent = baseline.map(|baseline| baseline.compare(&mut found, &|id| ids.contains(id)));
    let (mut found, mut left_out) = scope.part(found, &surroundings);
    if by_default {
        left_out.insert(LeftOut::Told, findings::keep_surest(&mut found));
    }
    let least = args.asked.min_confidence.or(config.min_confidence).map(Level::from).unwrap_or_default();
    let all = found.len();
    found.retain(|finding| finding.confidence.level <= least);
    left_out.insert(LeftOut::Unsure, all - found.len());
    left_out.retain(|_, number| *number > 0);
    findings::worst_first(&mut found);

    let facts = Facts {
        analysed: args.path.display().to_string(),
        files: extracted.files,
        lines: extracted.lines,
        classes: extracted.classes,
        calls: extracted.calls,
        unresolved_share: extracted.unresolved_share(),
        files_unread: extracted.files_unreadable,
        files_with_errors: extracted.files_with_errors,
        queries,
        everything: started.elapsed(),
    };
    let packs: BTreeSet<_> = ran.iter().filter_map(|rule| rule.pack.clone()).collect();
    let report = Report {
        rules: ran,
        packs: packs.into_iter().collect(),
        findings: found,
        absent: absent.unwrap_or_default(),
        left_out,
        files_left_out: scope.files_left_out(&surroundings),
        compared,
        missing,
        notes: empty_scopes(&compiled, &sets).into_iter().chain(notes).chain(config.effects()).collect(),
        surroundings,
        fixes: fixes.alone,
        sources: Sources::new(&target.root),
        facts,
        provenance: None,
    };
    let mistakes = fixes.mistakes;
    Ok(Analysed { report, db, root: target.root, config, extracted, told, mistakes, _scratch: scratch })
}

/// Writes the reports and the summary, and edits if that is wanted; returns the exit code.
fn tell(
    args: &Analyze,
    outputs: &[(Option<PathBuf>, FindingsFormat)],
    analysed: Analysed,
) -> Result<u8, Failure> {
    let Analysed { report, db, root, config, extracted, told, mistakes, _scratch } = analysed;
    write(args, &root, &report, outputs)?;
    let fixed = args.fix.then(|| fix::prepare(&root, &report.fixes(), &texts(&db))).transpose()?;
    if let Some(fixed) = fixed.as_ref().filter(|_| !args.apply) {
        let diff = fixed.diff(&root);
        if color_on_stdout() {
            sink::show_styled(&fix::colored(&diff))?;
        } else {
            sink::write(&diff, None)?;
        }
    }

    for text in &told.errors {
        note(&format!("error: {text}"));
    }
    for text in told.warnings.iter().chain(&mistakes) {
        note(&format!("warning: {text}"));
    }
    if !args.quiet {
        summarise(&report, args);
        for (file, format) in outputs.iter().filter_map(|(file, format)| Some((file.as_ref()?, format))) {
            note(&format!("wrote {} ({})", file.display(), format.words()));
        }
    }
    if args.verbose {
        note(&extract::summary(&extracted));
        for (phase, time) in &extracted.phases {
            note(&format!("  {:>7.2}s {phase}", time.as_secs_f64()));
        }
        note(&format!("  {:>7.2}s queries", report.facts.queries.as_secs_f64()));
    }
    for query in &report.missing {
        note(&format!("error: {}", query.text));
    }
    let limit = args.fail_on.or(config.fail_on).map(Severity::from);
    let unread = extracted.files_unreadable > 0 && limit.is_some();
    if unread {
        let files = count(extracted.files_unreadable as usize, "file", "files");
        note(&format!(
            "error: {files} could not be read, so nothing is known of what --fail-on would find there"
        ));
    }
    let all_fixed = fixed.map_or(Ok(true), |fixed| tell_fixes(fixed, args))?;
    if !told.errors.is_empty() || !report.missing.is_empty() || !all_fixed || unread {
        return Ok(2);
    }
    let fails =
        |finding: &&Finding| finding.counts() && limit.is_some_and(|limit| finding.severity() <= limit);
    Ok(u8::from(report.findings.iter().any(|finding| fails(&finding))))
}

/// Reports what became of the fixes, and writes them if that is wanted. Returns whether all that do not overlap could
/// be made.
fn tell_fixes(fixed: fix::Prepared, args: &Analyze) -> Result<bool, Failure> {
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
        let (edits, files) = (count(made, "edit", "edits"), count(files, "file", "files"));
        note(&match (args.apply, made) {
            (_, 0) => "no query has an edit to make".to_owned(),
            (true, _) => format!("{edits} made in {files}"),
            (false, _) => format!("{edits} in {files}: `--fix --apply` makes them"),
        });
    }
    Ok(all_fixed)
}

/// The rows of the analysis of objects in sources with so many calls, from which on objects are told apart by less.
///
/// Ordinary sources stay below it (measured: 5,000 calls 40,000 rows, 60,000 calls 1.4 million, 90,000 calls 5.6 million,
/// 99,000 calls less than 20 million), and where a value of any kind is handed through everything, as in a database, it is
/// twenty times as much. The clock does not decide here either.
fn most_rows(calls: u64) -> StratumRows {
    let rows = 200_000 + 40 * calls + calls.saturating_pow(3) / 50_000_000;
    StratumRows { rows: rows.min(30_000_000), prefix: OBJECTS }
}

/// Whether `query` is of a pack that analyses whole programs.
fn is_whole(query: &Query) -> bool {
    let of_pack = |name: &str| WHOLE_PROGRAM_PACKS.iter().any(|pack| name == format!("quarrel/{pack}"));
    query.pack.as_ref().is_some_and(|pack| of_pack(&pack.name))
}

/// Compiles the queries and extracts the sources, both at the same time if nobody keeps the database: one that stays is
/// not replaced before there are queries to run on it. Mistakes in queries come first, and end the extraction.
fn prepare(
    args: &Analyze,
    target: &Target,
    config: &Config,
    whole: bool,
    sensitivity: Option<Sensitivity>,
    db: &Path,
) -> Result<(Asked, Extracted), Failure> {
    if let Some(db) = &target.db {
        let asked = compile(args, target, config, whole, sensitivity, |_| ())?;
        compile::tell(&asked.warnings);
        return Ok((asked, Extracted::read(|key| db.meta(key))));
    }
    let (cancel, failed) = (limits::cancel(), AtomicBool::new(false));
    let is_passing = args.db.is_none();
    let (send, library) = mpsc::channel();
    let mut told = Vec::new();
    let (asked, extracted) = std::thread::scope(|scope| {
        let compile = || {
            let send = send;
            // Whoever waits may have met a failure of their own.
            let tell = |for_codeql| {
                let _ = send.send(for_codeql);
            };
            let asked = compile(args, target, config, whole, sensitivity, |library| {
                if is_passing {
                    tell(library);
                }
            });
            match &asked {
                Ok(asked) if !is_passing => tell(asked.for_codeql),
                Ok(_) => {}
                Err(_) => {
                    failed.store(true, Ordering::SeqCst);
                    cancel.store(true, Ordering::SeqCst);
                }
            }
            asked
        };
        let compiling = std::thread::Builder::new().name("compile".to_owned()).stack_size(STACK);
        let compiling = compiling
            .spawn_scoped(scope, compile)
            .map_err(|error| Failure::new(format!("cannot start a thread: {error}")))?;
        // Nothing is sent if queries cannot be read.
        let extracted = library.recv().ok().map(|for_codeql| {
            let into = extract::Target { db, is_passing, for_codeql };
            let libraries = args.asked.libraries.named();
            let mut tell = |text| told.push(text);
            let at_work = AtWork::silent(&args.limits.bounds());
            if failed.load(Ordering::SeqCst) {
                // What begins to work took the flag back.
                cancel.store(true, Ordering::SeqCst);
            }
            extract::extract_showing(
                &args.path,
                into,
                args.threads,
                &libraries,
                &at_work,
                args.quiet,
                &mut tell,
            )
        });
        let asked = compiling.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        Ok((asked, extracted))
    })?;
    compile::tell(&asked.warnings);
    told.iter().for_each(|text| note(text));
    let missing = || Failure::new("this is a bug in quarrel: the sources were not extracted");
    let extracted = extracted.ok_or_else(missing)??;
    Ok((asked, extracted))
}

/// The queries that are asked for, and those that reports need.
struct Asked {
    compiled: Compiled,
    /// What compiling them has to report.
    warnings: String,
    /// The files of those that run only because the packs for whole programs do.
    besides: BTreeSet<String>,
    /// Whether they use another library than the bundled one.
    for_codeql: bool,
}

/// The queries that are asked for, and those that reports need; `whole` adds the packs for whole programs to the
/// default. When they are read, `loaded` is told whether they use another library than the bundled one.
fn compile(
    args: &Analyze,
    target: &Target,
    config: &Config,
    whole: bool,
    sensitivity: Option<Sensitivity>,
    loaded: impl FnOnce(bool),
) -> Result<Asked, Failure> {
    let mut compiler = Compiler::new(target.catalog()?, &config.searched(&args.asked.search_path)?)?;
    compiler.session().set_limits(Limits { cancel: Some(limits::cancel()), ..limits::of_command() });
    config.setup(&args.asked.assumptions, sensitivity).apply(&mut compiler);
    let mut entries: Vec<FileId> = Vec::new();
    let mut first_besides = None;
    for query in &args.asked.queries {
        entries.push(compiler.query(query)?);
    }
    for pack in &args.asked.packs {
        entries.extend(compiler.pack(pack)?);
    }
    if args.asked.packs.is_empty() && args.asked.queries.is_empty() {
        match &config.packs {
            Some(packs) => {
                for pack in packs {
                    let path = config.resolve(Path::new(pack))?;
                    let name = if path.exists() { path.display().to_string() } else { pack.clone() };
                    entries.extend(compiler.pack(&name)?);
                }
            }
            None => {
                entries.extend(defaults(&mut compiler)?);
                first_besides = Some(entries.len());
                if whole {
                    entries.extend(whole_program(&mut compiler)?);
                }
            }
        }
    }
    // A query of theirs that another pack has in its suite is that pack's.
    let (own, more) = entries.split_at(first_besides.unwrap_or(entries.len()));
    let besides: BTreeSet<FileId> = more.iter().filter(|entry| !own.contains(entry)).copied().collect();
    let mut seen = BTreeSet::new();
    entries.retain(|entry| seen.insert(*entry));

    let ids: Vec<Option<String>> = entries
        .iter()
        .map(|entry| compiler.session().metadata(*entry).get("id").map(str::to_owned))
        .collect();
    check_settings(config, &ids, args)?;
    let is_off = |id: &Option<String>| {
        id.as_ref().and_then(|id| config.queries.get(id)).is_some_and(|setting| *setting == Setting::Off)
    };
    let mut entries: Vec<FileId> =
        entries.into_iter().zip(&ids).filter(|(_, id)| !is_off(id)).map(|(entry, _)| entry).collect();
    for entry in compiler.bundled(REPORT_PACK)? {
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    config.check_models(&compiler.session().extensible_predicates())?;
    let for_codeql = compiler.has_other_library();
    loaded(for_codeql);
    let (compiled, warnings) = compiler.compile_silently(&entries, &CompileOptions::default())?;
    let besides = entries
        .iter()
        .zip(&compiled.queries)
        .filter(|(entry, _)| besides.contains(entry))
        .map(|(_, query)| query.file.clone())
        .collect();
    Ok(Asked { compiled, warnings, besides, for_codeql })
}

/// The queries that run where no pack is named.
fn defaults(compiler: &mut Compiler) -> Result<Vec<FileId>, Failure> {
    let mut queries = Vec::new();
    for pack in DEFAULT_PACKS {
        queries.extend(compiler.bundled(pack)?);
    }
    Ok(queries)
}

/// The queries that run besides.
fn whole_program(compiler: &mut Compiler) -> Result<Vec<FileId>, Failure> {
    let mut queries = Vec::new();
    for pack in WHOLE_PROGRAM_PACKS {
        let mut own = compiler.bundled(pack)?;
        // Notes about races that do no harm are for who asks for them.
        own.retain(|query| {
            compiler.session().metadata(*query).get("problem.severity") != Some("recommendation")
        });
        queries.extend(own);
    }
    Ok(queries)
}

/// The configuration names queries that there are.
fn check_settings(config: &Config, ids: &[Option<String>], args: &Analyze) -> Result<(), Failure> {
    if config.queries.is_empty() {
        return Ok(());
    }
    let mut known: BTreeSet<String> =
        known_queries(&config.searched(&args.asked.search_path)?).into_keys().collect();
    known.extend(ids.iter().flatten().cloned());
    match config.queries.keys().find(|id| !known.contains(*id)) {
        None => Ok(()),
        Some(id) => {
            let file = config.file.as_deref().unwrap_or("the configuration");
            let failure = Failure::new(format!("{file} names the query `{id}`, and there is no such query"));
            let meant = nearest(id, known.iter().map(String::as_str));
            Err(failure.help(meant.map_or_else(
                || "`quarrel packs` lists them".to_owned(),
                |meant| format!("did you mean `{meant}`?"),
            )))
        }
    }
}

/// A rule for each query of the run.
fn rules(compiled: &Compiled, config: &Config) -> Vec<Arc<Rule>> {
    let rule = |query| {
        let mut rule = Rule::new(query, None);
        if let Some(severity) = config.queries.get(&rule.id).and_then(|setting| setting.severity()) {
            rule.severity = severity;
        }
        Arc::new(rule)
    };
    compiled.queries.iter().map(rule).collect()
}

/// What findings are asked for.
fn scope(args: &Analyze, root: &Path, config: &Config) -> Result<Scope, Failure> {
    let root = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
    let decides = args.fail_on.is_some() || config.fail_on.is_some();
    Ok(Scope {
        include_generated: args.asked.include_generated || config.include_generated,
        exclude: patterns(&config.exclude)?,
        exclude_base: config.folder.clone(),
        changed: args.diff.as_deref().map(|diff| changed(diff, &root, decides)).transpose()?,
        root,
    })
}

/// The lines that a diff changes; its paths start at the work tree of git, the current or the analysed folder.
/// With `decides` the exit code depends on it.
fn changed(diff: &Path, root: &Path, decides: bool) -> Result<Changed, Failure> {
    let mut bytes = Vec::new();
    let fail = |error: std::io::Error| {
        Failure::new(format!("cannot read the diff {}: {error}", diff.display()))
            .help("name a file with the output of `git diff main`, or `-` for standard input")
    };
    if diff == Path::new("-") {
        std::io::stdin().take(MOST_DIFF + 1).read_to_end(&mut bytes).map_err(fail)?;
        if bytes.len() as u64 > MOST_DIFF {
            return Err(Failure::new(format!("the diff has more than {MOST_DIFF} bytes")));
        }
    } else {
        bytes = quarrel_files::read_any(diff, MOST_DIFF).map_err(fail)?;
    }
    if bytes.trim_ascii().is_empty() {
        // What made the diff may have failed, and nothing would be found in what was not looked at.
        if decides {
            return Err(Failure::new("the diff is empty, so --fail-on would pass whatever the sources are")
                .help("look whether the command that makes the diff works; leave the analysis out if nothing changed"));
        }
        note("warning: the diff is empty, so no finding is reported");
    }
    let here = std::env::current_dir().ok();
    let bases: Vec<PathBuf> =
        repository(root).map(Path::to_owned).into_iter().chain(here).chain([root.to_owned()]).collect();
    Changed::parse(&String::from_utf8_lossy(&bytes), &bases)
}

/// The outputs that are asked for: a file (or standard output) and its form.
fn outputs(args: &Analyze) -> Result<Vec<(Option<PathBuf>, FindingsFormat)>, Failure> {
    let to_stdout = args.output.is_empty() && args.format.is_some()
        || args.output.iter().any(|file| *file == Path::new("-"));
    if args.fix && to_stdout {
        return Err(Failure::new("with --fix, standard output is for the diff")
            .help("name a file for the findings with --output"));
    }
    if args.output.is_empty() {
        return Ok(vec![(None, args.format.unwrap_or(FindingsFormat::Text))]);
    }
    let one = |file: &PathBuf| {
        let to_stdout = file.as_path() == Path::new("-");
        let format = match (args.format, args.output.len(), to_stdout) {
            (Some(format), 1, _) | (Some(format), _, true) => format,
            (_, _, true) => FindingsFormat::Text,
            _ => match by_name(file).or(args.format) {
                Some(format) => format,
                None if is_plain(file) => FindingsFormat::Text,
                None => {
                    let message = format!("the end of the name {} says no form", file.display());
                    let help =
                        "names end in .sarif, .json, .jsonl, .csv, .html, .md or .txt; or say --format";
                    return Err(Failure::new(message).help(help));
                }
            },
        };
        Ok(((!to_stdout).then(|| file.clone()), format))
    };
    let outputs: Vec<_> = args.output.iter().map(one).collect::<Result<_, _>>()?;
    let files: BTreeSet<_> = outputs.iter().map(|(file, _)| file).collect();
    if files.len() < outputs.len() {
        return Err(Failure::new("two outputs have the same name").help("name each --output once"));
    }
    Ok(outputs)
}

/// Whether a name is one of plain text: it says so, or says nothing.
fn is_plain(file: &Path) -> bool {
    let plain =
        |end: &std::ffi::OsStr| ["txt", "text", "log"].iter().any(|known| end.eq_ignore_ascii_case(known));
    file.extension().is_none_or(plain)
}

/// The form that the name of a file ends in.
fn by_name(file: &Path) -> Option<FindingsFormat> {
    match file.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "sarif" => Some(FindingsFormat::Sarif),
        "json" => Some(FindingsFormat::Json),
        "jsonl" | "ndjson" => Some(FindingsFormat::Jsonl),
        "csv" => Some(FindingsFormat::Csv),
        "html" | "htm" => Some(FindingsFormat::Html),
        "md" | "markdown" => Some(FindingsFormat::Markdown),
        _ => None,
    }
}

fn write(
    args: &Analyze,
    root: &Path,
    report: &Report,
    outputs: &[(Option<PathBuf>, FindingsFormat)],
) -> Result<(), Failure> {
    let mut names = names(root);
    for (file, format) in outputs {
        let made = match format {
            FindingsFormat::Text => {
                let terminal = file.is_none().then(stdout_width).flatten();
                let color = file.is_none() && color_on_stdout();
                let cut = file.is_none() && std::io::stdout().is_terminal() && !args.all && !args.verbose;
                if file.is_some() {
                    names.links = None;
                }
                let style = Style {
                    names: &names,
                    color,
                    width: terminal.unwrap_or(NO_TERMINAL),
                    verbose: args.verbose,
                    short: args.short,
                    most: cut.then_some(FIRST),
                };
                let made = text::render(report, style);
                if file.is_none() {
                    sink::show_styled(&made)?;
                    continue;
                }
                made
            }
            FindingsFormat::Json => json::document(&lines::render_json(report)),
            FindingsFormat::Jsonl => lines::render_json(report),
            FindingsFormat::Csv => lines::render_csv(report),
            FindingsFormat::Html => told_cut(html::render(report)),
            FindingsFormat::Markdown => markdown::render(report),
            FindingsFormat::Sarif => told_cut(sarif::render(report, sarif::Limits::default())),
        };
        sink::write(&made, file.as_deref())?;
    }
    Ok(())
}

/// How files below an analysed folder (or the file) are named from the current folder.
fn names(analysed: &Path) -> Names {
    let folder = if analysed.is_file() { analysed.parent().unwrap_or(Path::new("")) } else { analysed };
    let here = std::env::current_dir().unwrap_or_default();
    let root = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    // A name that goes up and down again is as long as one from the root.
    let shown = root.strip_prefix(&here).unwrap_or(if folder.is_absolute() { &root } else { folder });
    let prefix = shown.components().filter(|part| *part != Component::CurDir).collect::<PathBuf>();
    Names { prefix: prefix.display().to_string(), links: links_on_stdout().map(|kind| (root, kind)) }
}

/// The text; what was cut from it is reported.
fn told_cut((made, cut): (String, Vec<String>)) -> String {
    for text in cut {
        note(&format!("warning: {text}"));
    }
    made
}

/// What packs say that had nothing to look at.
fn empty_scopes(compiled: &Compiled, sets: &[ResultSet]) -> Vec<String> {
    let is_empty = |set: &&ResultSet| {
        compiled.queries[set.query].metadata.has_tag("scope") && set.name == "#select" && set.rows.is_empty()
    };
    sets.iter()
        .filter(is_empty)
        .map(|set| {
            let description = compiled.queries[set.query].metadata.get("description");
            description.unwrap_or("nothing to look at").to_owned()
        })
        .collect()
}

/// A number with the word for what is counted, its digits in groups.
fn count(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{} {many}", grouped(number)),
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Prints the summary on standard error.
fn summarise(report: &Report, args: &Analyze) {
    let shown: Vec<&Finding> = report.open().collect();
    let mut severities = Vec::new();
    for severity in Severity::ALL {
        let number = shown.iter().filter(|finding| finding.severity() == severity).count();
        if number > 0 {
            let word = severity.word();
            severities.push(count(number, word, &format!("{word}s")));
        }
    }
    let detail = if severities.is_empty() { String::new() } else { format!(" ({})", severities.join(", ")) };
    let facts = &report.facts;
    note(&format!(
        "{}{detail} in {}, {}, {}; {:.1} s, of which queries took {:.1} s",
        count(shown.len(), "finding", "findings"),
        count(facts.files as usize, "file", "files"),
        count(facts.lines as usize, "line", "lines"),
        count(facts.classes as usize, "class", "classes"),
        facts.everything.as_secs_f64(),
        facts.queries.as_secs_f64(),
    ));
    let mut by_rule: BTreeMap<(Severity, &str), (usize, &str)> = BTreeMap::new();
    for finding in &shown {
        let rule = &finding.rule;
        by_rule.entry((finding.severity(), &rule.id)).or_insert((0, &rule.name)).0 += 1;
    }
    let width = by_rule.keys().map(|(_, id)| id.len()).max().unwrap_or_default();
    for ((severity, id), (number, name)) in by_rule {
        let word = if number == 1 { severity.word().to_owned() } else { format!("{}s", severity.word()) };
        note(&format!("  {number:>5} {word:<8} {id:<width$}  {name}"));
    }
    if shown.len() > FIRST {
        let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
        for class in shown.iter().filter_map(|finding| finding.class.as_deref()) {
            *classes.entry(class).or_default() += 1;
        }
        let mut classes: Vec<(&str, usize)> = classes.into_iter().collect();
        classes.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
        let worst = classes.iter().take(WORST).map(|(class, number)| format!("{class} ({number})"));
        note(&format!("most findings in {}", worst.collect::<Vec<_>>().join(", ")));
    }
    if report.compared {
        let new = shown.iter().filter(|finding| finding.counts()).count();
        let gone = report.absent.len();
        note(&format!("since the baseline: {new} new, {} unchanged, {gone} gone", shown.len() - new));
    }
    let fixable = shown.iter().filter(|finding| finding.counts() && !finding.fixes.is_empty()).count();
    if fixable > 0 && !args.fix {
        note(&format!("{fixable} of them can be mended by edits: `--fix` shows them"));
    }
    summarise_rest(report, args, report.findings.len() - shown.len());
}

/// Prints what the findings lack, and why: what was left out, what was not understood, what did not run.
fn summarise_rest(report: &Report, args: &Analyze, silenced: usize) {
    for text in report.unread() {
        note(&text);
    }
    if silenced > 0 {
        note(&format!("{silenced} more silenced in the source"));
    }
    for text in report.left_out() {
        note(&text);
    }
    let unknown = report.surroundings.unknown_locks;
    if unknown > 0 {
        note(&format!(
            "{} a lock of which nothing else is known, so what it protects is not: java/unknown-locks lists them",
            count(unknown, "place takes", "places take")
        ));
    }
    let facts = &report.facts;
    if facts.unresolved_share > MOST_UNRESOLVED {
        let jars = if args.asked.libraries.classpath.is_empty() {
            "`--classpath auto` looks for the jars that the build files name"
        } else {
            "`quarrel extract --report` says why"
        };
        note(&format!(
            "{:.0} % of the calls go to code that is not there, so what it does is not known: {jars}",
            facts.unresolved_share * 100.0
        ));
    }
    if args.verbose {
        for (name, value) in &report.surroundings.settings {
            note(&format!("{name}: {value}"));
        }
    }
    for text in &report.notes {
        note(&format!("note: {text}"));
    }
}
