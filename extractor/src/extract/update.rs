//! Brings a database up to date when only bodies have changed.
//!
//! Other files see the header of a file alone ([`kept::header`]). If all headers are as they were, the old and the new
//! text of each changed file are resolved against the headers of all other files, both give rows, and the difference is
//! what changes in the database: whatever the old text gave is removed. Otherwise everything is extracted anew.
//!
//! Whether that is so is known early: from the options, the fingerprint of the database, the names and stamps of all
//! files, and the headers of the changed ones. What the extraction of everything needs of it stays in [`Begun`].

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use rustc_hash::{FxHashMap, FxHashSet};

use super::kept::{Header, KeptFile, KeptTree, ParsedHeader, Totals, content};
use super::layout::{Layout, file_key};
use super::stamp::Stamp;
use super::texts::Compressor;
use super::{Begun, Declared, Making, Options, Parsed, Previous, Sources, level_of, problems};
use crate::ast;
use crate::classpath::{self, Libraries};
use crate::error::Error;
use crate::facts::batch::{FileFacts, Note};
use crate::facts::ids::{Assigned, Identify, Ids};
use crate::facts::keys::{DeclKeys, Key, kind};
use crate::facts::numbered::MissingElements;
use crate::facts::storage::Storage;
use crate::facts::world::{World, class_ent};
use crate::inputs;
use crate::limits::Stop;
use crate::parse::Parser;
use crate::report::{FileCounts, Report};
use crate::resolve::Reason;
use crate::resolve::newer::Newer;
use crate::source::{self, SourceSet};
use crate::write::meta::Entry;
use crate::write::update::{
    FileChange, KnownTexts, Rows, Update, Updated, add_rows, copy, fingerprint_after, relations,
};
use crate::write::{TableLayout, check_target, connect, failed, not_written, number_cells};
use quarrel_common::always;

/// With more changed files, everything is extracted anew: one in so many.
const ONE_IN: usize = 5;

/// A changed file: its number, both texts, trees and counts, the new text compressed, and the new state to keep.
struct Changed {
    at: usize,
    texts: [String; 2],
    trees: [ast::File; 2],
    counts: [FileCounts; 2],
    compressed: Vec<u8>,
    content: [u8; 16],
}

/// What the changed files give, with their old or their new texts.
struct Version {
    ids: Ids,
    files: Vec<Rows>,
    /// Rows that belong to no file.
    shared: Rows,
    /// How many of the changed files mention each entity.
    mentions: FxHashMap<u32, u32>,
    /// Entities that a file declares.
    declared: FxHashSet<u32>,
    /// Undeclared classes, and what is known of them.
    undeclared: FxHashSet<u32>,
    notes: Vec<(bool, u32)>,
    made: Vec<(Vec<(Reason, u64)>, Vec<Newer>)>,
    file_ids: Vec<u32>,
}

/// `None` if the database cannot be brought up to date this way.
pub(super) fn update(
    root: &Path,
    database: &Path,
    options: &Options,
    previous: Previous<'_>,
    begun: &mut Begun,
) -> Result<Option<(Report, Assigned)>, Error> {
    let Some(tree) = &previous.assigned.tree else { return Ok(None) };
    if inputs::settings(root, options) != Some(tree.settings) || previous.assigned.is_worn() {
        return Ok(None);
    }
    let connection = Connection::open_with_flags(previous.database, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let Ok(connection) = connection else { return Ok(None) };
    if !has_fingerprint(&connection, &previous.assigned.fingerprint) {
        return Ok(None);
    }
    let Begun { clock, watch, pool, found, parsed } = begun;
    let set: &SourceSet = found.insert(super::find_sources(root, options.for_codeql, watch.stop())?);
    clock.lap("find");
    let names = set.files.iter().map(|file| file.name.as_str());
    if !set.problems.is_empty() || !names.eq(tree.files.iter().map(|file| file.name.as_str())) {
        return Ok(None);
    }
    let mut kept = tree.clone();
    let Some(texts) = pool.install(|| look(set, &mut kept.files)) else { return Ok(None) };
    *parsed = pool.install(|| parse_changed(&texts, &kept.files, options, watch.stop()));
    watch.check()?;
    let Some(changed) = find_changes(&connection, set, &kept.files, texts, parsed, previous, watch.stop())
    else {
        return Ok(None);
    };
    watch.check()?;
    clock.lap("compare");
    let (libraries, unread) =
        classpath::read(&options.classpath, options.jdk.as_deref(), false, watch.stop());
    watch.check()?;
    let report_of = |totals: &Totals| {
        let mut report = totals.report();
        report.libraries = libraries.len() as u64;
        report.problems = problems(set);
        report.problems.extend(unread.iter().map(|(path, reason)| format!("{}: {reason}", path.display())));
        report.problems.extend(totals.problems.iter().cloned());
        report.set_reasons(&totals.reasons);
        if let Some(level) = &options.source_level {
            report.report_newer(level, &totals.newer);
        }
        report.report_missing();
        report.keeps_ids = true;
        report
    };
    if changed.is_empty() {
        let Ok(relations) = relations(&connection) else { return Ok(None) };
        if !is_one_file(database, previous.database) {
            let pending = check_target(database)?;
            copy(previous.database, pending.path()).map_err(|error| not_written(database, error))?;
            pending.commit().map_err(|error| not_written(database, error))?;
        }
        let mut report = report_of(&tree.totals);
        report.relations = relations;
        report.database_bytes = std::fs::metadata(database).map_or(0, |m| m.len());
        report.phases = clock.phases.clone();
        report.changes = Some(Arc::default());
        let mut assigned = previous.assigned.clone();
        assigned.tree = Some(kept);
        return Ok(Some((report, assigned)));
    }

    let (_, storage) =
        Storage::java().map_err(|_| Error::NoJava { path: root.to_owned(), problems: Vec::new() })?;
    let layout: Vec<TableLayout> = storage.tables.iter().map(TableLayout::new).collect();
    let library_trees = pool.install(|| super::parse_libraries(&libraries, watch.stop()));
    let pending = check_target(database)?;
    let (copied, headers) = pool.install(|| {
        let read = || read_headers(&mut kept.files, &changed, watch.stop());
        rayon::join(|| copy(previous.database, pending.path()), read)
    });
    watch.check()?;
    copied.map_err(|error| not_written(database, error))?;
    let Some(headers) = headers else { return Ok(None) };
    clock.lap("headers");
    let inputs = Inputs {
        set,
        headers: &headers,
        changed: &changed,
        libraries: &libraries,
        library_trees: &library_trees,
        options,
        previous,
        layout: &layout,
        stop: watch.stop(),
    };
    let mut texts = match KnownTexts::new(&connection) {
        Ok(texts) => texts,
        Err(_) => return Ok(None),
    };
    let declared = pool.install(|| rayon::join(|| inputs.declare(0), || inputs.declare(1)));
    watch.check()?;
    clock.lap("declare");
    let both = inputs.version(0, &declared.0, &mut texts).and_then(|old| {
        // All texts of the old rows are in the database.
        let known = texts.new.is_empty();
        let new = inputs.version(1, &declared.1, &mut texts)?;
        known.then_some((old, new))
    });
    watch.check()?;
    let Some((old, new)) = both else { return Ok(None) };
    let Some(mentions) = mentions_after(tree, &old, &new) else { return Ok(None) };
    if !has_classes(&connection, &new.undeclared) || old.notes != new.notes {
        return Ok(None);
    }
    clock.lap("resolve");

    let mut shared = new.shared;
    for (table, rows) in &mut shared {
        let before: FxHashSet<_> = old.shared.get(table).into_iter().flatten().collect();
        rows.retain(|row| !before.contains(row));
    }
    shared.retain(|_, rows| !rows.is_empty());
    let mut totals = tree.totals.clone();
    let mut files = Vec::new();
    let rows = old.files.into_iter().zip(new.files).zip(old.made.into_iter().zip(new.made));
    for (((old, new), (made_old, made_new)), (changed, id)) in rows.zip(changed.iter().zip(&new.file_ids)) {
        totals.replace(&changed.counts[0], &changed.counts[1]);
        for ((reasons, newer), by) in [(made_old, -1_i64), (made_new, 1)] {
            for (reason, count) in reasons {
                let total = totals.reasons.entry(reason).or_default();
                *total = total.saturating_add_signed(by * count.cast_signed());
            }
            for Newer { member, since, .. } in newer {
                let total = totals.newer.entry((member, since)).or_default();
                *total = total.saturating_add_signed(by);
            }
        }
        let file = &mut kept.files[changed.at];
        file.content = changed.content;
        files.push(FileChange {
            ranges: file.rows.clone(),
            old,
            new,
            source: (*id, changed.compressed.clone()),
        });
    }
    totals.reasons.retain(|_, count| *count > 0);
    totals.newer.retain(|_, count| *count > 0);
    let mut report = report_of(&totals);

    let mut entries = report.entries();
    let update = Update { storage: &storage, files, shared, texts: &texts.new, entries: &entries };
    let fingerprint = fingerprint_after(&previous.assigned.fingerprint, &update);
    let Update { files, shared, .. } = update;
    entries.push(Entry::text("fingerprint", fingerprint.as_str()));
    let update = Update { storage: &storage, files, shared, texts: &texts.new, entries: &entries };
    let error = |error| failed(database, error);
    let mut target = connect(pending.path()).map_err(error)?;
    // Another process may have replaced the database meanwhile.
    if !has_fingerprint(&target, &previous.assigned.fingerprint) {
        return Ok(None);
    }
    let Some(updated) = update.apply(&mut target).map_err(error)? else { return Ok(None) };
    target.close().map_err(|(_, error)| failed(database, error))?;
    watch.check()?;
    let Updated { changes, ranges, relations } = updated;
    report.database_bytes = std::fs::metadata(pending.path()).map_or(0, |m| m.len());
    pending.commit().map_err(|error| not_written(database, error))?;
    for (changed, rows) in changed.iter().zip(ranges) {
        kept.files[changed.at].rows = rows;
    }
    kept.mentions = mentions;
    kept.totals = totals;
    clock.lap("store");
    report.relations = relations;
    report.phases = clock.phases.clone();
    report.peak_memory = quarrel_common::memory::peak();
    report.changes = Some(Arc::new(changes));
    let assigned = always!(previous.assigned.with(new.ids, &fingerprint, kept));
    Ok(assigned.map(|assigned| (report, assigned)))
}

fn is_one_file(first: &Path, second: &Path) -> bool {
    let [first, second] = [first, second].map(std::fs::canonicalize);
    matches!((first, second), (Ok(first), Ok(second)) if first == second)
}

/// The texts of changed files by their numbers; `None` if one cannot be read or had errors, or too many have changed.
/// Files get the stamps that they have now.
fn look(set: &SourceSet, files: &mut [KeptFile]) -> Option<Vec<(usize, String)>> {
    let most = 1 + files.len() / ONE_IN;
    let changed = AtomicUsize::new(0);
    let look = |(file, kept): (&source::SourceFile, &mut KeptFile)| {
        let stamp = Stamp::of(&file.path);
        if stamp.is_some() && stamp == kept.stamp {
            return Some(None);
        }
        let text = source::read(&file.path).ok()?.text;
        kept.stamp = stamp;
        if content(&text) == kept.content {
            return Some(None);
        }
        let is_one_of_few = changed.fetch_add(1, Ordering::Relaxed) < most;
        (is_one_of_few && !kept.has_errors).then_some(Some(text))
    };
    let texts: Vec<Option<String>> = set.files.par_iter().zip(files).map(look).collect::<Option<_>>()?;
    Some(texts.into_iter().enumerate().filter_map(|(at, text)| Some((at, text?))).collect())
}

/// Parses changed files, until one has another header.
fn parse_changed(
    texts: &[(usize, String)],
    files: &[KeptFile],
    options: &Options,
    stop: &Stop,
) -> FxHashMap<usize, Parsed> {
    let differs = AtomicBool::new(false);
    let tools = || (Parser::new(), Compressor::new(level_of(options)));
    let parse = |(parser, compressor): &mut (Parser, Compressor), (at, text): &(usize, String)| {
        if differs.load(Ordering::Relaxed) {
            return None;
        }
        let parsed = super::parse_text(parser, compressor, text, files[*at].stamp, true, stop);
        if !has_header(&parsed, &files[*at].header) {
            differs.store(true, Ordering::Relaxed);
        }
        Some((*at, parsed))
    };
    let parsed: Vec<Option<(usize, Parsed)>> = texts.par_iter().map_init(tools, parse).collect();
    parsed.into_iter().flatten().collect()
}

/// Whether a file has that header, and no errors.
fn has_header(parsed: &Parsed, header: &str) -> bool {
    let is_module = parsed.tree.as_ref().is_none_or(|tree| tree.module.is_some());
    !is_module && parsed.keys.as_ref().is_some_and(|keys| !keys.has_errors && *keys.header == *header)
}

/// The headers of the files that have not changed, in order; `None` if one has errors that the file has not. Keeps what
/// it has parsed.
fn read_headers(files: &mut [KeptFile], changed: &[Changed], stop: &Stop) -> Option<Vec<Option<Header>>> {
    let read = |parser: &mut Parser, (at, kept): (usize, &mut KeptFile)| {
        if changed.binary_search_by_key(&at, |changed| changed.at).is_ok() {
            return Some(None);
        }
        if let Some(header) = kept.parsed.as_ref().and_then(ParsedHeader::read) {
            return Some(Some(header));
        }
        let tree = parser.parse_until(&kept.header, stop);
        let keys = DeclKeys::new(&tree, &kept.header);
        if !kept.has_errors && !tree.diagnostics.is_empty() {
            return None;
        }
        let header = (tree, keys);
        if !stop.is_set() {
            kept.parsed = ParsedHeader::of(&header);
        }
        Some(Some(header))
    };
    files.par_iter_mut().enumerate().map_init(Parser::new, read).collect()
}

fn has_fingerprint(connection: &Connection, fingerprint: &str) -> bool {
    let sql = "select value from quarrel_meta where key = 'fingerprint'";
    let found: rusqlite::Result<String> = connection.query_row(sql, [], |row| row.get(0));
    found.is_ok_and(|found| found == fingerprint)
}

/// The changed files, if only bodies have changed. Takes what is parsed of them only then.
fn find_changes(
    connection: &Connection,
    set: &SourceSet,
    files: &[KeptFile],
    texts: Vec<(usize, String)>,
    parsed: &mut FxHashMap<usize, Parsed>,
    previous: Previous<'_>,
    stop: &Stop,
) -> Option<Vec<Changed>> {
    if !texts.iter().all(|(at, _)| parsed.get(at).is_some_and(|it| has_header(it, &files[*at].header))) {
        return None;
    }
    let mut parser = Parser::new();
    let mut changed = Vec::new();
    for (at, text) in texts {
        let file = previous.assigned.id_of(file_key(kind::FILE, &set.files[at]))?;
        let blob: Vec<u8> = connection
            .query_row("select zstd from quarrel_sources where file_id = ?1", [file], |row| row.get(0))
            .optional()
            .ok()??;
        let before = String::from_utf8(zstd::decode_all(blob.as_slice()).ok()?).ok()?;
        if content(&before) != files[at].content {
            return None;
        }
        let old = parser.parse_until(&before, stop);
        let old_counts = FileCounts::of(&old, &before);
        let Parsed { tree, text: compressed, counts, keys } = parsed.remove(&at)?;
        changed.push(Changed {
            at,
            texts: [before, text],
            trees: [old, tree?],
            counts: [old_counts, counts],
            compressed,
            content: keys?.content,
        });
    }
    Some(changed)
}

/// How many files mention each entity after the update; `None` if nobody mentions one any more, which may not need to
/// be described then.
fn mentions_after(
    tree: &KeptTree,
    old: &Version,
    new: &Version,
) -> Option<std::collections::BTreeMap<u32, u32>> {
    let mut mentions = tree.mentions.clone();
    for (&id, &count) in &new.mentions {
        *mentions.entry(id).or_default() += count;
    }
    for (id, count) in &old.mentions {
        let total = mentions.get_mut(id)?;
        *total = total.checked_sub(*count)?;
        if *total == 0 {
            mentions.remove(id);
            if !old.declared.contains(id) {
                return None;
            }
        }
    }
    Some(mentions)
}

/// Whether the database has all of these classes.
fn has_classes(connection: &Connection, classes: &FxHashSet<u32>) -> bool {
    let all = || -> rusqlite::Result<bool> {
        let mut select = connection.prepare("select 1 from t_class where id = ?1")?;
        for class in classes {
            if select.query_row([class], |_| Ok(())).optional()?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    };
    all().unwrap_or(false)
}

struct Inputs<'a> {
    set: &'a SourceSet,
    headers: &'a [Option<Header>],
    changed: &'a [Changed],
    libraries: &'a Libraries,
    library_trees: &'a [(&'a str, ast::File)],
    options: &'a Options,
    previous: Previous<'a>,
    layout: &'a [TableLayout],
    stop: &'a Stop,
}

impl Inputs<'_> {
    /// The trees of all files, with the old (0) or the new (1) texts of the changed ones.
    fn trees(&self, side: usize) -> Vec<&ast::File> {
        let mut changed = self.changed.iter();
        self.headers
            .iter()
            .filter_map(|header| match header {
                Some((tree, _)) => Some(tree),
                None => changed.next().map(|changed| &changed.trees[side]),
            })
            .collect()
    }

    fn declare(&self, side: usize) -> Declared {
        let libraries = (self.libraries, self.library_trees);
        super::declare(self.set, &self.trees(side), libraries, self.options, self.stop)
    }

    fn version(&self, side: usize, declared: &Declared, texts: &mut KnownTexts<'_>) -> Option<Version> {
        let mut ids = Ids::remembered(Some(self.previous.assigned));
        let trees = self.trees(side);
        let mut changed = self.changed.iter();
        let keys: Vec<(Key, DeclKeys)> = self
            .set
            .files
            .iter()
            .zip(self.headers)
            .map(|(file, header)| {
                let keys = match header {
                    Some((_, keys)) => keys.clone(),
                    None => changed.next().map_or_else(DeclKeys::default, |changed| {
                        DeclKeys::new(&changed.trees[side], &changed.texts[side])
                    }),
                };
                (file_key(kind::FILE, file), keys)
            })
            .collect();
        let missing = MissingElements::default();
        let model = &declared.model;
        let (mut world, _) = World::new(model, &missing, None, &keys, &mut ids);
        let modifiers = world.modifiers();
        let sources = Sources { set: self.set, below_root: self.set.files.len() };
        let layout = Layout::new(sources, trees.iter().map(|tree| Some(*tree)), &mut ids);
        world.set_source_files(layout.paths(), trees.len());
        let making = Making {
            declared,
            layout: &layout,
            modifiers: &modifiers,
            missing: &missing,
            bound: None,
            keys: &keys,
            level: self.options.source_level.as_ref(),
            stop: self.stop,
        };
        let (mut files, mut shared, mut made) = (Vec::new(), Rows::new(), Vec::new());
        let (mut notes, mut file_ids) = (Vec::new(), Vec::new());
        let mut locals = Vec::new();
        let mut number = |facts: &mut FileFacts, scope: Key, ids: &mut Ids, world: &mut World<'_>| {
            let own = texts.own(facts).ok()?;
            let mut whole = true;
            number_cells(facts, scope, self.layout, &mut locals, ids, world, |_, text, identify| {
                let id = texts.of(text, &own, identify).ok();
                whole &= id.is_some();
                id
            });
            whole.then_some(())
        };
        for Changed { at, texts, trees, .. } in self.changed {
            let (mut facts, reasons, newer) = making.facts(*at, &trees[side], &texts[side]);
            ids.begin_file(Some(*at));
            number(&mut facts, keys[*at].0, &mut ids, &mut world)?;
            ids.begin_file(None);
            for note in std::mem::take(&mut facts.notes) {
                let (is_annotation, class) = match note {
                    Note::Annotation(class) => (true, class),
                    Note::Interface(class) => (false, class),
                    Note::OpenModule(_) => return None,
                };
                let (kind, index) = class_ent(class).parts();
                notes.push((is_annotation, world.entity(kind, index, &mut ids)));
            }
            let mut rows = Rows::new();
            add_rows(&facts, self.layout, &mut rows);
            files.push(rows);
            made.push((reasons.into_iter().collect(), newer));
            file_ids.push(layout.file_id(*at));
        }
        while let Some(mut facts) = world.drain(&mut ids) {
            number(&mut facts, Key::default(), &mut ids, &mut world)?;
            add_rows(&facts, self.layout, &mut shared);
        }
        notes.sort_unstable();
        notes.dedup();
        let mentions = ids.take_mentions();
        let is_sure = !ids.are_unsure() && !ids.are_used_up();
        let (declared, undeclared) = world.declared();
        let version = Version { ids, files, shared, mentions, declared, undeclared, notes, made, file_ids };
        is_sure.then_some(version)
    }
}
