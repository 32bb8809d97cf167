//! The report of an extraction: numbers for people, and those for the database.
//!
//! In: counts of each file, the clock, and the writer's counts. Out: [`Report`]. Times and memory differ from run to
//! run and therefore stay out of the database.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::ast;
use crate::classpath::level::SourceLevel;
use crate::facts::emit::files::calls;
use crate::resolve::Reason;
use crate::write::meta::Entry;
use quarrel_database::TableChange;

/// The numbers of an extraction.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Java files found.
    pub files: u64,
    /// Files that could not be parsed in full.
    pub files_with_errors: u64,
    /// Files that could not be read.
    pub files_unreadable: u64,
    /// Jars and class folders that were read.
    pub libraries: u64,
    /// Lines of all files.
    pub lines: u64,
    /// Bytes of all files.
    pub bytes: u64,
    /// Classes, interfaces, enums, records and annotation interfaces in the sources, nested ones included.
    pub classes: u64,
    /// Methods and constructors written in the sources.
    pub callables: u64,
    /// Calls, creations, method references and explicit constructor calls.
    pub calls: u64,
    /// Those of them whose callee is unknown.
    pub unresolved_calls: u64,
    /// Whether entities have the ids of the previous database.
    pub keeps_ids: bool,
    /// The rows that differ from those of the previous database, if only some files were extracted anew.
    pub changes: Option<Arc<Vec<TableChange>>>,
    /// The reasons, most frequent first.
    pub reasons: Vec<(&'static str, u64)>,
    /// Uses of methods and fields of the JDK that are newer than the release of the sources.
    pub newer_uses: u64,
    /// The time of each phase, by the clock.
    pub phases: Vec<(&'static str, Duration)>,
    /// The most memory of the process, in bytes, where the system counts them.
    pub peak_memory: Option<u64>,
    /// Size of the database in bytes.
    pub database_bytes: u64,
    /// Rows of each relation, in the order of the schema.
    pub relations: Vec<(String, u64)>,
    /// Folders, links and files that could not be read or parsed in full, with the reason; of files only the first
    /// [`SHOWN_FILES`] (the database has all diagnostics of all files).
    pub problems: Vec<String>,
}

/// The most files in [`Report::problems`].
pub const SHOWN_FILES: u64 = 20;

impl Report {
    /// The number of rows of one relation.
    pub fn rows(&self, relation: &str) -> u64 {
        self.relations.iter().find(|(name, _)| name == relation).map_or(0, |(_, rows)| *rows)
    }

    /// The share of calls whose callee is unknown, from 0 to 1.
    pub fn unresolved_share(&self) -> f64 {
        if self.calls == 0 { 0.0 } else { self.unresolved_calls as f64 / self.calls as f64 }
    }

    pub(crate) fn add(&mut self, file: &FileCounts) {
        self.lines += file.lines;
        self.bytes += file.bytes;
        self.classes += file.classes;
        self.callables += file.callables;
        self.calls += file.calls;
        self.files_with_errors += u64::from(file.has_errors);
        self.files_unreadable += u64::from(file.unreadable);
    }

    /// Adds a file to the problems; called right after it was counted.
    pub(crate) fn add_problem(&mut self, name: &str, problem: &str) {
        if self.files_with_errors <= SHOWN_FILES {
            self.problems.push(format!("{name}:{problem}"));
        }
    }

    /// Warns if so many files could not be parsed that results mislead: more than one in twenty.
    pub(crate) fn report_missing(&mut self) {
        if self.files_with_errors * 20 > self.files {
            self.problems.push(format!(
                "{} of {} files could not be read or parsed in full, so results are incomplete; \
                 does the folder hold Java sources of a known release?",
                self.files_with_errors, self.files
            ));
        }
    }

    /// Warns if the sources use API that their release of Java does not have.
    pub(crate) fn report_newer(&mut self, level: &SourceLevel, members: &BTreeMap<(String, u8), u64>) {
        self.newer_uses = members.values().sum();
        let mut often: Vec<(&(String, u8), &u64)> = members.iter().collect();
        often.sort_by_key(|&(member, count)| (std::cmp::Reverse(count), member));
        let shown: Vec<String> =
            often.iter().take(3).map(|((member, since), _)| format!("{member} (since {since})")).collect();
        if !shown.is_empty() {
            self.problems.push(format!(
                "the sources are of Java {}, as {} says, but use newer API {} times, such as {}: the project's own \
                 JDK may have other methods there",
                level.release,
                level.file.display(),
                self.newer_uses,
                shown.join(", ")
            ));
        }
    }

    pub(crate) fn set_reasons(&mut self, counts: &BTreeMap<Reason, u64>) {
        self.unresolved_calls = counts.values().sum();
        self.reasons = counts.iter().map(|(reason, count)| (reason_text(*reason), *count)).collect();
        self.reasons.sort_by_key(|&(text, count)| (std::cmp::Reverse(count), text));
    }

    /// The numbers stored in a database, as far as it has them; `meta` looks up a key.
    pub fn read<'a>(meta: impl Fn(&str) -> Option<&'a str>) -> Self {
        let number = |key: &str| meta(key).and_then(|text| text.parse().ok()).unwrap_or(0);
        Self {
            files: number("files"),
            files_with_errors: number("files_with_errors"),
            files_unreadable: number("files_unreadable"),
            lines: number("lines"),
            bytes: number("bytes"),
            classes: number("classes"),
            callables: number("callables"),
            calls: number("calls"),
            unresolved_calls: number("unresolved_calls"),
            newer_uses: number("newer_uses"),
            ..Self::default()
        }
    }

    /// The numbers that [`Report::read`] reads, and the reasons of unresolved calls.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries = vec![
            Entry::number("files", self.files),
            Entry::number("files_with_errors", self.files_with_errors),
            Entry::number("files_unreadable", self.files_unreadable),
            Entry::number("lines", self.lines),
            Entry::number("bytes", self.bytes),
            Entry::number("classes", self.classes),
            Entry::number("callables", self.callables),
            Entry::number("calls", self.calls),
            Entry::number("unresolved_calls", self.unresolved_calls),
            Entry::number("newer_uses", self.newer_uses),
        ];
        for (text, count) in &self.reasons {
            entries.push(Entry::number(&format!("unresolved_calls: {text}"), *count));
        }
        entries
    }
}

fn reason_text(reason: Reason) -> &'static str {
    match reason {
        Reason::UnknownReceiver => "the type of the receiver is not known",
        Reason::MissingClass => "the class is declared nowhere",
        Reason::MissingSupertype => "a supertype is declared nowhere",
        Reason::NoSuchMethod => "no method has that name",
        Reason::NotApplicable => "no method takes these arguments",
        Reason::Ambiguous => "several methods fit",
        Reason::UnknownArgument => "an argument of a type that is declared nowhere decides between methods",
        Reason::UnknownTarget => "the functional interface is not known",
    }
}

/// Counts of one file.
#[derive(Debug, Clone, Default)]
pub(crate) struct FileCounts {
    pub(crate) lines: u64,
    pub(crate) bytes: u64,
    pub(crate) classes: u64,
    pub(crate) callables: u64,
    pub(crate) calls: u64,
    pub(crate) has_errors: bool,
    pub(crate) unreadable: bool,
    /// The first problem in the file, `line:column: message`.
    pub(crate) problem: Option<String>,
}

impl FileCounts {
    /// Counts a file.
    pub(crate) fn of(tree: &ast::File, text: &str) -> FileCounts {
        FileCounts {
            lines: tree.lines.lines(text.len()) as u64,
            bytes: text.len() as u64,
            classes: tree.type_decls.len() as u64,
            callables: tree.callables.len() as u64,
            calls: calls(tree),
            has_errors: tree.diagnostics.iter().any(|d| d.severity == ast::Severity::Error),
            unreadable: false,
            problem: tree.diagnostics.first().map(|first| {
                let place = tree.lines.location(first.span);
                format!("{}:{}: {}", place.begin_line, place.begin_column, first.message)
            }),
        }
    }
}
