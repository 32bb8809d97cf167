//! All mistakes of many files, each a program of its own: loaded entries flow in, diagnostics flow out.
//!
//! A program is what its entry imports, directly or not. A file that another entry reaches has its mistakes reported
//! with that one. Entries are compiled some at a time, since most of what they reach is the same; what is then reported
//! of names and types is reported of each of them alone, too. What depends on all classes of a program (recursion
//! through negation, unbound variables, classes that need themselves) may be due to files that no program has together:
//! entries with such mistakes are compiled in ever smaller groups, down to each by itself.
//!
//! What many groups have in common has its names and types checked once; each group goes on from there.

use crate::session::Session;
use crate::session::compile::CompileError;
use quarrel_base::{Code, Diagnostic, FileId};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

/// How many files may be checked together beyond those that all of their programs have. What they instantiate takes
/// memory: a library of data flow some 20 MB for each of its users.
const FILES_TOGETHER: usize = 24;

/// Entries to compile together.
struct Group {
    entries: Vec<FileId>,
    /// The files that each of them reaches.
    common: BTreeSet<FileId>,
}

impl Session {
    /// Compiles each of the loaded files as a program of its own, with everything that it declares, and reports all
    /// mistakes and warnings, each once, in the order of their places.
    ///
    /// # Errors
    /// If a pack cannot be used, or a group of files takes more than a compilation may.
    pub fn check(&mut self, entries: &[FileId]) -> Result<Vec<Diagnostic>, CompileError> {
        let mut all = self.compare_rows()?;
        let syntax = self.syntax();
        let mut told = HashSet::new();
        let mut open = self.groups(entries);
        while !open.is_empty() {
            let common = most_common(&open);
            let (with, without): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|group| common.is_subset(&group.common));
            let programs: Vec<&[FileId]> = with.iter().map(|group| group.entries.as_slice()).collect();
            let found = self.mistakes(&common, &programs, &syntax, is_of_whole_program)?;
            let is_new = |one: &Diagnostic| told.insert((one.code, one.primary, one.message.clone()));
            all.extend(found.into_iter().filter(is_new));
            open = without;
        }
        self.advise(&mut all);
        all.sort_by_key(|diagnostic| (diagnostic.primary, diagnostic.code));
        Ok(all)
    }

    /// The entries that no other one reaches, in groups to compile together.
    fn groups(&self, entries: &[FileId]) -> Vec<Group> {
        let mut reached: Vec<(FileId, BTreeSet<FileId>)> = Vec::new();
        for entry in entries {
            if !reached.iter().any(|(_, files)| files.contains(entry)) {
                let files = self.reach(*entry);
                reached.retain(|(other, _)| !files.contains(other));
                reached.push((*entry, files));
            }
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut beyond: BTreeSet<FileId> = BTreeSet::new();
        for (entry, files) in reached {
            if let Some(group) = groups.last_mut() {
                let shared: BTreeSet<FileId> = group.common.intersection(&files).copied().collect();
                let all = group.common.iter().chain(&beyond).chain(&files);
                let others: BTreeSet<FileId> = all.filter(|file| !shared.contains(file)).copied().collect();
                if others.len() <= FILES_TOGETHER {
                    group.entries.push(entry);
                    (group.common, beyond) = (shared, others);
                    continue;
                }
            }
            groups.push(Group { entries: vec![entry], common: files });
            beyond.clear();
        }
        groups
    }

    /// The files that an entry imports, directly or not, and itself.
    fn reach(&self, entry: FileId) -> BTreeSet<FileId> {
        let mut files = BTreeSet::from([entry]);
        let mut open = VecDeque::from([entry]);
        while let Some(file) = open.pop_front() {
            for target in self.imported_by(file) {
                if files.insert(target) {
                    open.push_back(target);
                }
            }
        }
        files
    }
}

/// The files that it pays most to analyse once: many, in many groups. What they import is among them, since who has a
/// file has its imports. No files, if no groups have any in common.
fn most_common(groups: &[Group]) -> BTreeSet<FileId> {
    let mut uses: BTreeMap<FileId, usize> = BTreeMap::new();
    for file in groups.iter().flat_map(|group| &group.common) {
        *uses.entry(*file).or_default() += 1;
    }
    let counts: BTreeSet<usize> = uses.values().copied().collect();
    let candidates = counts.into_iter().map(|count| {
        let files = uses.iter().filter(|(_, uses)| **uses >= count).map(|(file, _)| *file);
        let files: BTreeSet<FileId> = files.collect();
        let users = groups.iter().filter(|group| files.is_subset(&group.common)).count();
        (users.saturating_sub(1) * files.len(), files)
    });
    let best = candidates.max_by_key(|(saved, _)| *saved).filter(|(saved, _)| *saved > 0);
    best.map(|(_, files)| files).unwrap_or_default()
}

/// Whether a mistake may be due to classes of other files.
fn is_of_whole_program(mistake: &Diagnostic) -> bool {
    matches!(
        mistake.code,
        Code::NonMonotonicRecursion | Code::NotBound | Code::ClassCycle | Code::SignatureMismatch
    )
}
