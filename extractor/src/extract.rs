//! Extracts a folder of Java files into a database: the phases in order.
//!
//! In: a path and options. Out: a database and a [`Report`]. Files are parsed in parallel; declarations and headers are
//! resolved for all; then bodies are resolved and their rows made in parallel, and stored in path order. A file's tree
//! is dropped as soon as its rows are made.

use quarrel_common::always;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use quarrel_common::{deep, memory};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast;
use crate::classpath::{self, Libraries, level::SourceLevel};
use crate::error::Error;
use crate::facts::batch::{Ent, FileFacts};
use crate::facts::emit;
use crate::facts::ids::{Assigned, Ids};
use crate::facts::keys::{DeclKeys, Key, kind};
use crate::facts::numbered::{BoundMembers, MissingElements};
use crate::facts::world::World;
use crate::inputs;
use crate::limits::{Limits, Stop, Watch};
use crate::model::declare::SourceFile;
use crate::model::{self, FileId, Model};
use crate::parse::Parser;
use crate::report::{FileCounts, Report};
use crate::resolve::newer::{Newer, newer_than};
use crate::resolve::{self, Imports, Reason};
use crate::resources;
use crate::source::{self, SourceFile as FoundFile, SourceSet};
use crate::write::meta::Entry;
use crate::write::order::{Panicked, in_order};
use crate::write::{Writer, earlier_texts};

pub(crate) mod kept;
mod layout;
pub(crate) mod stamp;
mod texts;
mod update;

use kept::{KeptFile, KeptTree, Totals};
use layout::{Layout, absolute, file_key, prefix};
use stamp::Stamp;
use texts::{Compressor, Decompressor, QUICK, SMALL, Spare};

/// The settings of an extraction.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The number of threads; 0 for one per core.
    pub threads: usize,
    /// Jars and folders of class files that the sources are compiled against; `FOLDER/*` for all jars of a folder.
    pub classpath: Vec<PathBuf>,
    /// The home of a JDK whose library types replace the bundled ones.
    pub jdk: Option<PathBuf>,
    /// The release of Java of the sources, if known: uses of newer API are reported.
    pub source_level: Option<SourceLevel>,
    /// When to stop.
    pub limits: Limits,
    /// Whether one run reads the whole database and then removes it (a scratch database): it has no index for looking
    /// up texts.
    pub is_scratch: bool,
    /// Whether the database has further rows for CodeQL's library: methods and constructors of `List<String>` beside
    /// those of `List<E>`, bodies of method references, places of types that are written nowhere.
    pub for_codeql: bool,
}

/// The progress of an extraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The phase: `parsing`, `resolving`, `storing`, `finishing`.
    pub phase: &'static str,
    /// The number of files done.
    pub done: usize,
    /// The number of all files.
    pub total: usize,
}

/// A file after parsing.
struct Parsed {
    /// `None` once its rows are made.
    tree: Option<ast::File>,
    /// The text, compressed.
    text: Vec<u8>,
    counts: FileCounts,
    /// If ids are remembered.
    keys: Option<FileKeys>,
}

/// What is kept of a file.
#[derive(Default)]
struct FileKeys {
    decls: DeclKeys,
    content: [u8; 16],
    stamp: Option<Stamp>,
    header: Box<str>,
    has_errors: bool,
}

/// The declarations of all files.
struct Declared {
    model: Model,
    /// The imports of each file.
    imports: Vec<Imports>,
}

/// A worker's results for a file.
struct Made {
    facts: FileFacts,
    text: Vec<u8>,
    counts: FileCounts,
    reasons: BTreeMap<Reason, u64>,
    newer: Vec<Newer>,
}

/// Extracts the Java files at or below `root` into the database at `database`, replacing an existing one. Calls
/// `progress` from time to time, from several threads.
///
/// # Errors
/// If `root` is no folder or Java file, the database cannot be written, or a limit is reached. An existing database
/// then stays. Broken Java is no error.
pub fn extract(
    root: &Path,
    database: &Path,
    options: &Options,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Report, Error> {
    let begun = Begun::new(options)?;
    extract_into(root, database, options, begun, Ids::new(), Vec::new(), progress).map(|(report, _)| report)
}

/// An earlier extraction of a tree.
#[derive(Debug, Clone, Copy)]
pub struct Previous<'a> {
    /// The ids that it assigned.
    pub assigned: &'a Assigned,
    /// Its database.
    pub database: &'a Path,
}

/// Like [`extract`], with ids for the next extraction. Entities and texts keep the ids that they have in the previous
/// database, and no other entity or text gets one of those:
///
/// - a text keeps its id, and stays in the database when no row mentions it any more;
/// - a declaration keeps its id while its qualified name, file and erased signature stay; so does a type, package or
///   library member;
/// - what one member contains keeps its ids while the text of the member stays and gives as many entities; what
///   is new gets ids above all earlier ones.
///
/// If only bodies have changed, only the changed files are extracted, and [`Report::changes`] has the rows that differ.
///
/// All ids are new if `previous` does not fit its database, or is worn ([`Assigned::is_worn`]);
/// [`Report::keeps_ids`] says which. Without `previous`, the
/// database is the one that [`extract`] makes.
///
/// # Errors
/// Those of [`extract`].
pub fn extract_with_ids(
    root: &Path,
    database: &Path,
    options: &Options,
    previous: Option<Previous<'_>>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<(Report, Assigned), Error> {
    let mut begun = Begun::new(options)?;
    if let Some(previous) = previous
        && let Some(updated) = update::update(root, database, options, previous, &mut begun)?
    {
        return Ok(updated);
    }
    let earlier = previous.filter(|it| !it.assigned.is_worn()).and_then(|it| {
        let texts = earlier_texts(it.database, &it.assigned.fingerprint)?;
        Some((Ids::remembered(Some(it.assigned)), texts))
    });
    let keeps_ids = earlier.is_some();
    let (ids, texts) = earlier.unwrap_or_else(|| (Ids::remembered(None), Vec::new()));
    let (mut report, assigned) = extract_into(root, database, options, begun, ids, texts, progress)?;
    report.keeps_ids = keeps_ids;
    let mut assigned = always!(assigned).unwrap_or_default();
    if let (Some(tree), Some(Some(earlier))) =
        (&mut assigned.tree, previous.map(|previous| &previous.assigned.tree))
    {
        tree.take_headers(earlier);
    }
    Ok((report, assigned))
}

/// An extraction at its beginning. An update that was not possible leaves here what it has found and parsed.
struct Begun {
    clock: Clock,
    watch: Watch,
    pool: rayon::ThreadPool,
    found: Option<SourceSet>,
    /// Files by their numbers.
    parsed: FxHashMap<usize, Parsed>,
}

impl Begun {
    fn new(options: &Options) -> Result<Begun, Error> {
        let clock = Clock::new();
        let watch = Watch::new(&options.limits).map_err(|e| Error::Threads(e.to_string()))?;
        let threads = rayon::ThreadPoolBuilder::new().num_threads(options.threads).stack_size(deep::STACK);
        let pool = threads.build().map_err(|e| Error::Threads(e.to_string()))?;
        Ok(Begun { clock, watch, pool, found: None, parsed: FxHashMap::default() })
    }
}

fn extract_into(
    root: &Path,
    database: &Path,
    options: &Options,
    begun: Begun,
    ids: Ids,
    texts: Vec<String>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<(Report, Option<Assigned>), Error> {
    let mut report = Report::default();
    let Begun { mut clock, watch, pool, found, parsed } = begun;
    let (mut set, phase) = match found {
        Some(found) => (found, "compare"),
        None => (find_sources(root, options.for_codeql, watch.stop())?, "find"),
    };
    let below_root = set.files.len();
    watch.check()?;
    let with_keys = ids.are_remembered();
    let mut writer = Writer::create(database, options.is_scratch, ids)?;
    writer.take_texts(texts)?;
    report.problems = problems(&set);
    clock.lap(phase);

    let level = level_of(options);
    let mut parsed = parse_all(&pool, &set, parsed, level, with_keys, &watch, progress)?;
    clock.lap("parse");

    progress(Progress { phase: "resolving", done: 0, total: parsed.len() });
    let (mut libraries, unread) =
        classpath::read(&options.classpath, options.jdk.as_deref(), options.for_codeql, watch.stop());
    watch.check()?;
    if let Some((home, reason)) =
        options.jdk.as_ref().and_then(|home| unread.iter().find(|(it, _)| it == home))
        && libraries.jdk.is_none()
    {
        return Err(Error::Jdk { home: home.clone(), reason: reason.clone() });
    }
    report.libraries = libraries.len() as u64;
    if options.for_codeql {
        let texts = take_folders(&mut libraries, &mut set);
        parsed.extend(pool.install(|| -> Vec<Parsed> {
            let tools = || (Parser::new(), Compressor::new(level));
            let parse = |(parser, compressor): &mut (Parser, Compressor), text: String| {
                parse_text(parser, compressor, &text, None, with_keys, watch.stop())
            };
            texts.into_par_iter().map_init(tools, parse).collect()
        }));
    }
    let library_trees = pool.install(|| parse_libraries(&libraries, watch.stop()));
    watch.check()?;
    report.problems.extend(unread.iter().map(|(path, reason)| format!("{}: {reason}", path.display())));
    let declared = {
        let empty = ast::File::default();
        let trees: Vec<&ast::File> =
            parsed.iter().map(|parsed| parsed.tree.as_ref().unwrap_or(&empty)).collect();
        pool.install(|| declare(&set, &trees, (&libraries, &library_trees), options, watch.stop()))
    };
    watch.check()?;
    clock.lap("declare");

    let sources = Sources { set: &set, below_root };
    let (mut writer, files, totals) =
        store_all(&pool, sources, parsed, &declared, writer, &mut report, options, &watch, progress)?;
    clock.lap("resolve and store");
    report.report_missing();

    progress(Progress { phase: "finishing", done: below_root, total: below_root });
    let mut entries = vec![Entry::text("source_root", prefix(root))];
    entries.extend(report.entries());
    let mentions = writer.ids.take_mentions();
    let mut finished = writer.finish(&entries, &watch)?;
    if let Some(assigned) = &mut finished.assigned {
        assigned.tree = inputs::settings(root, options).map(|settings| KeptTree {
            settings,
            files,
            mentions: mentions.into_iter().collect(),
            totals,
        });
    }
    report.relations = finished.rows;
    report.database_bytes = finished.bytes;
    clock.lap("finish");
    report.phases = clock.phases;
    report.peak_memory = memory::peak();
    Ok((report, finished.assigned))
}

/// What is needed to make the rows of a file.
struct Making<'a> {
    declared: &'a Declared,
    layout: &'a Layout,
    modifiers: &'a [Ent],
    missing: &'a MissingElements,
    bound: Option<&'a BoundMembers>,
    keys: &'a [(Key, DeclKeys)],
    level: Option<&'a SourceLevel>,
    stop: &'a Stop,
}

impl Making<'_> {
    /// The rows of a file, the reasons of its unresolved calls, and its uses of newer API.
    fn facts(
        &self,
        at: usize,
        tree: &ast::File,
        text: &str,
    ) -> (FileFacts, BTreeMap<Reason, u64>, Vec<Newer>) {
        let model = &self.declared.model;
        let id = FileId(at as u32);
        let bindings =
            resolve::bodies::resolve_file_until(model, id, tree, &self.declared.imports[at], self.stop);
        let mut reasons = BTreeMap::new();
        for unresolved in &bindings.unresolved {
            *reasons.entry(unresolved.reason).or_default() += 1;
        }
        let newer = self.level.map_or_else(Vec::new, |level| newer_than(model, &bindings, level.release));
        let facts = emit::file_facts(emit::Input {
            model,
            id,
            entity: self.layout.file(at),
            place: self.layout.place(at),
            tree,
            text,
            bindings: &bindings,
            modifiers: self.modifiers,
            missing: self.missing,
            bound: self.bound,
            newer: &newer,
            keys: self.keys.get(at).map(|(_, keys)| keys),
            stop: self.stop,
        });
        (facts, reasons, newer)
    }
}

/// The trees of libraries that are sources, with their names.
fn parse_libraries<'l>(libraries: &'l Libraries, stop: &Stop) -> Vec<(&'l str, ast::File)> {
    let parse = |parser: &mut Parser, text: &str| parser.parse_until(text, stop);
    let sources = libraries.sources.par_iter();
    sources.map_init(Parser::new, |parser, it| (it.name.as_str(), parse(parser, &it.text))).collect()
}

/// Declares what the trees of all files declare, with the libraries and the trees of those that are sources.
fn declare(
    set: &SourceSet,
    trees: &[&ast::File],
    (libraries, library_trees): (&Libraries, &[(&str, ast::File)]),
    options: &Options,
    stop: &Stop,
) -> Declared {
    let own = set.files.iter().zip(trees).map(|(file, ast)| SourceFile { path: &file.name, ast });
    let library = library_trees.iter().map(|(path, ast)| SourceFile { path, ast });
    let files: Vec<SourceFile<'_>> = own.chain(library).collect();
    let mut model = model::declare::declare_until(&files, libraries, stop);
    model.release = options.source_level.as_ref().map(|level| level.release);
    let imports = resolve::headers::resolve_headers_until(&model, &files, stop);
    model.make_library(FileId(trees.len() as u32));
    Declared { model, imports }
}

/// The files to parse: those below the root, followed by those that enter the database only if something uses them.
#[derive(Clone, Copy)]
struct Sources<'a> {
    set: &'a SourceSet,
    below_root: usize,
}

/// Folders of Java files on the class path are compiled with the sources, as by javac (option `-implicit`): moves them
/// from the libraries behind the files below the root. Returns their texts.
fn take_folders(libraries: &mut Libraries, set: &mut SourceSet) -> Vec<String> {
    let prefix = prefix(&set.root);
    let mut known: FxHashSet<String> = set.files.iter().map(|file| absolute(&prefix, &file.name)).collect();
    let mut texts = Vec::new();
    // Of several entries with a file of that name the first counts.
    let mut names: FxHashSet<String> = FxHashSet::default();
    for source in std::mem::take(&mut libraries.sources) {
        let Some(path) = source.file else {
            libraries.sources.push(source);
            continue;
        };
        let inside = source.name.split_once("!/").map_or(&*source.name, |(_, inside)| inside);
        if !names.insert(inside.to_owned()) {
            continue;
        }
        let real = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        let name = real.to_string_lossy().replace('\\', "/");
        if known.insert(name.clone()) {
            set.files.push(FoundFile { path, name });
            texts.push(source.text);
        }
    }
    texts
}

struct Clock {
    last: Instant,
    phases: Vec<(&'static str, Duration)>,
}

impl Clock {
    fn new() -> Clock {
        Clock { last: Instant::now(), phases: Vec::new() }
    }

    fn lap(&mut self, phase: &'static str) {
        let now = Instant::now();
        self.phases.push((phase, now - self.last));
        self.last = now;
    }
}

/// The files below a root; XML and property files only if requested.
fn find_sources(root: &Path, with_resources: bool, stop: &Stop) -> Result<SourceSet, Error> {
    let metadata = std::fs::metadata(root).map_err(|source| Error::Path { path: root.to_owned(), source })?;
    if metadata.is_file() && root.extension().is_none_or(|e| e != "java") {
        return Err(Error::NoJava { path: root.to_owned(), problems: Vec::new() });
    }
    let mut set = source::find_until(root, stop);
    if !with_resources {
        set.resources.clear();
    }
    if set.files.is_empty() && set.resources.is_empty() && !stop.is_set() {
        return Err(Error::NoJava { path: root.to_owned(), problems: problems(&set) });
    }
    Ok(set)
}

fn problems(set: &SourceSet) -> Vec<String> {
    set.problems.iter().map(|(path, reason)| format!("{}: {reason}", path.display())).collect()
}

/// The level of compression of source texts.
fn level_of(options: &Options) -> i32 {
    if options.is_scratch { QUICK } else { SMALL }
}

/// Parses all files, apart from those that are parsed already.
fn parse_all(
    pool: &rayon::ThreadPool,
    set: &SourceSet,
    before: FxHashMap<usize, Parsed>,
    level: i32,
    with_keys: bool,
    watch: &Watch,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Parsed>, Error> {
    let total = set.files.len();
    let spare: Spare<(Parser, Compressor)> = Spare::default();
    let mut parsed = Vec::with_capacity(total);
    let before = Mutex::new(before);
    let parse = |at: usize| {
        if let Some(parsed) = before.lock().unwrap_or_else(PoisonError::into_inner).remove(&at) {
            return parsed;
        }
        let (mut parser, mut compressor) =
            spare.take().unwrap_or_else(|| (Parser::new(), Compressor::new(level)));
        let result = parse_one(&mut parser, &mut compressor, &set.files[at].path, with_keys, watch.stop());
        spare.give((parser, compressor));
        result
    };
    in_order::<_, Error>(pool, total, parse, |at, result| {
        watch.check()?;
        parsed.push(result.unwrap_or_else(|panicked| broken(&panicked)));
        if at % 64 == 0 {
            progress(Progress { phase: "parsing", done: at, total });
        }
        Ok(())
    })?;
    Ok(parsed)
}

fn parse_one(
    parser: &mut Parser,
    compressor: &mut Compressor,
    path: &Path,
    with_keys: bool,
    stop: &Stop,
) -> Parsed {
    // Before the file is read: a write after that changes the stamp.
    let stamp = if with_keys { Stamp::of(path) } else { None };
    let text = match source::read(path) {
        Ok(text) => text.text,
        Err(error) => {
            let mut parsed = unparsed(format!("the file cannot be read: {error}"));
            parsed.counts.unreadable = true;
            return parsed;
        }
    };
    parse_text(parser, compressor, &text, stamp, with_keys, stop)
}

fn parse_text(
    parser: &mut Parser,
    compressor: &mut Compressor,
    text: &str,
    stamp: Option<Stamp>,
    with_keys: bool,
    stop: &Stop,
) -> Parsed {
    let tree = parser.parse_until(text, stop);
    let counts = FileCounts::of(&tree, text);
    let has_errors = !tree.diagnostics.is_empty();
    let keys = with_keys.then(|| FileKeys {
        decls: DeclKeys::new(&tree, text),
        content: kept::content(text),
        stamp,
        header: if has_errors { text.into() } else { kept::header(&tree, text).into() },
        has_errors,
    });
    Parsed { tree: Some(tree), text: compressor.compress(text), counts, keys }
}

fn broken(panicked: &Panicked) -> Parsed {
    unparsed(format!("a bug in quarrel: {}", panicked.0))
}

/// A file that could not be parsed.
fn unparsed(message: String) -> Parsed {
    let mut tree = ast::File::default();
    let span = ast::Span::default();
    let problem = Some(format!(" {message}"));
    tree.diagnostics.push(ast::Diagnostic { severity: ast::Severity::Error, span, message });
    let counts = FileCounts { has_errors: true, problem, ..FileCounts::default() };
    Parsed { tree: Some(tree), text: Compressor::new(QUICK).compress(""), counts, keys: None }
}

/// A file on which the extractor panicked.
fn failed(facts: FileFacts) -> Made {
    let counts = FileCounts { has_errors: true, ..FileCounts::default() };
    let text = Compressor::new(QUICK).compress("");
    Made { facts, text, counts, reasons: BTreeMap::new(), newer: Vec::new() }
}

fn store_all(
    pool: &rayon::ThreadPool,
    Sources { set, below_root }: Sources<'_>,
    mut parsed: Vec<Parsed>,
    declared: &Declared,
    mut writer: Writer,
    report: &mut Report,
    options: &Options,
    watch: &Watch,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<(Writer, Vec<KeptFile>, Totals), Error> {
    let problems_before = report.problems.len();
    let model = &declared.model;
    let missing = MissingElements::default();
    let bound = BoundMembers::default();
    let bound = options.for_codeql.then_some(&bound);
    let with_keys = writer.ids.are_remembered();
    let mut keys: Vec<(Key, DeclKeys)> = Vec::new();
    let mut kept: Vec<KeptFile> = Vec::new();
    for (file, parsed) in set.files.iter().zip(&mut parsed).filter(|_| with_keys) {
        // A file that cannot be read has errors, whatever it holds.
        let FileKeys { decls, content, stamp, header, has_errors } =
            parsed.keys.take().unwrap_or_else(|| FileKeys { has_errors: true, ..FileKeys::default() });
        keys.push((file_key(kind::FILE, file), decls));
        let (name, rows) = (file.name.clone(), Vec::new());
        kept.push(KeptFile { name, content, stamp, header, parsed: None, has_errors, rows });
    }
    let key_of = |at: usize| keys.get(at).map_or_else(Key::default, |(key, _)| *key);
    let (mut world, facts) = World::new(model, &missing, bound, &keys, &mut writer.ids);
    writer.commit(facts, Key::default(), &mut world)?;
    let modifiers = world.modifiers();
    let trees = parsed.iter().map(|parsed| parsed.tree.as_ref());
    let layout = Layout::new(Sources { set, below_root }, trees, &mut writer.ids);
    writer.commit(layout.facts(), Key::default(), &mut world)?;
    world.set_source_files(layout.paths(), below_root);
    if bound.is_some() {
        let facts = world.place_types(layout.folder(&layout.prefix), &mut writer.ids);
        writer.commit(facts, Key::default(), &mut world)?;
    }

    let parsed: Vec<Mutex<Option<Parsed>>> = parsed.into_iter().map(|p| Mutex::new(Some(p))).collect();
    let making = Making {
        declared,
        layout: &layout,
        modifiers: &modifiers,
        missing: &missing,
        bound,
        keys: &keys,
        level: options.source_level.as_ref(),
        stop: watch.stop(),
    };
    let spare: Spare<Decompressor> = Spare::default();
    let make = |at: usize| {
        let taken = parsed[at].lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut parsed = taken.unwrap_or_else(|| unparsed("the file was taken twice".to_owned()));
        let mut decompressor = spare.take().unwrap_or_else(Decompressor::new);
        let text = decompressor.decompress(&parsed.text, parsed.counts.bytes);
        spare.give(decompressor);
        let tree = always!(parsed.tree.take()).unwrap_or_default();
        let (facts, reasons, newer) = making.facts(at, &tree, &text);
        Made { facts, text: parsed.text, counts: parsed.counts, reasons, newer }
    };
    let mut reasons = BTreeMap::new();
    let mut newer: BTreeMap<(String, u8), u64> = BTreeMap::new();
    // Sources are stored in the order of the files.
    let mut later: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    let mut store = |world: &mut World<'_>, at: usize, result: Result<Made, Panicked>| -> Result<(), Error> {
        watch.check()?;
        let mut made = result.unwrap_or_else(|panicked| failed(layout.facts_of_broken(at, &panicked)));
        let notes = std::mem::take(&mut made.facts.notes);
        writer.ids.begin_file(Some(at));
        let ranges = writer.commit(made.facts, key_of(at), world)?;
        writer.ids.begin_file(None);
        if let Some(kept) = kept.get_mut(at) {
            kept.rows = ranges;
        }
        world.note(&notes);
        if let Some(facts) = world.drain(&mut writer.ids) {
            writer.commit(facts, Key::default(), world)?;
        }
        if at < below_root {
            writer.source(layout.file_id(at), made.text)?;
        } else {
            later.insert(at, made.text);
        }
        report.files += 1;
        report.add(&made.counts);
        if let Some(problem) = &made.counts.problem {
            report.add_problem(&set.files[at].name, problem);
        }
        for Newer { member, since, .. } in made.newer {
            *newer.entry((member, since)).or_default() += 1;
        }
        for (reason, count) in made.reasons {
            *reasons.entry(reason).or_default() += count;
        }
        if at < below_root && at.is_multiple_of(64) {
            progress(Progress { phase: "storing", done: at, total: below_root });
        }
        Ok(())
    };
    in_order::<_, Error>(pool, below_root, make, |at, made| store(&mut world, at, made))?;
    loop {
        let reached = world.take_reached();
        if reached.is_empty() {
            break;
        }
        let file = |n: usize| reached[n].index();
        let store = |n: usize, made| store(&mut world, file(n), made);
        in_order::<_, Error>(pool, reached.len(), |n| make(file(n)), store)?;
    }
    let reached: Vec<usize> = later.keys().copied().collect();
    writer.commit(layout.facts_outside(&reached), Key::default(), &mut world)?;
    for (at, text) in later {
        writer.source(layout.file_id(at), text)?;
    }
    store_resources(pool, set, &layout, &mut writer, &mut world, watch)?;
    let facts = world.last(&mut writer.ids);
    writer.commit(facts, Key::default(), &mut world)?;
    if let Some(facts) = world.drain(&mut writer.ids) {
        writer.commit(facts, Key::default(), &mut world)?;
    }
    let totals = Totals {
        reasons,
        newer,
        problems: report.problems[problems_before..].to_vec(),
        ..Totals::of(report)
    };
    report.set_reasons(&totals.reasons);
    if let Some(level) = &options.source_level {
        report.report_newer(level, &totals.newer);
    }
    Ok((writer, kept, totals))
}

/// Stores XML and property files.
fn store_resources(
    pool: &rayon::ThreadPool,
    set: &SourceSet,
    layout: &Layout,
    writer: &mut Writer,
    world: &mut World<'_>,
    watch: &Watch,
) -> Result<(), Error> {
    let compress = |text: &str| Compressor::new(SMALL).compress(text);
    let read = |at: usize| match source::read(&set.resources[at].path) {
        Ok(read) => (resources::file_facts(layout.resource(at), &read.text), compress(&read.text)),
        Err(error) => {
            let reason = format!("the file cannot be read: {error}");
            (resources::unread(layout.resource(at), &reason), compress(""))
        }
    };
    in_order::<_, Error>(pool, set.resources.len(), read, |at, made| {
        watch.check()?;
        let (facts, text) = made.unwrap_or_else(|Panicked(message)| {
            let reason = format!("a bug in quarrel: {message}");
            (resources::unread(layout.resource(at), &reason), compress(""))
        });
        writer.commit(facts, file_key(kind::RESOURCE, &set.resources[at]), world)?;
        writer.source(layout.resource_id(at), text)?;
        Ok(())
    })
}
