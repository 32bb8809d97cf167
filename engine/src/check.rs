//! Finds all mistakes of many files, each of which is a program of its own.
//!
//! A program consists of the files that its entry imports, directly or not. An entry that another one imports is
//! checked as part of that one. Entries are compiled in groups, since they share most files; each entry gets the
//! diagnostics about names and types that it gets alone. Diagnostics that depend on all classes of a program (recursion
//! through negation, unbound variables, classes that need themselves) may come from a combination of files that no
//! program has: entries with such mistakes are compiled in ever smaller groups, down to one entry.
//!
//! Names and types of files that many groups share are checked once; each group continues from there.

use crate::session::Session;
use crate::session::compile::CompileError;
use quarrel_base::{Code, Diagnostic, FileId};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

/// The most files that are checked together, besides those that all their programs share. Their instantiations take
/// memory: a data flow library some 20 MB for each user.
const FILES_TOGETHER: usize = 24;

/// Entries to compile together.
struct Group {
    entries: Vec<FileId>,
    /// The files that each entry reaches.
    common: BTreeSet<FileId>,
}

impl Session {
    /// Compiles each loaded file as a program of its own, including unused declarations, and reports all mistakes and
    /// warnings, each once, in the order of their places.
    ///
    /// # Errors
    /// If a pack cannot be used, or a group of files exceeds the budget.
    pub fn check(&mut self, entries: &[FileId]) -> Result<Vec<Diagnostic>, CompileError> {
        let mut all = self.compare_rows()?;
        let syntax = self.syntax();
        let mut seen = HashSet::new();
        let mut open = self.groups(entries);
        while !open.is_empty() {
            let common = most_common(&open);
            let (with, without): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|group| common.is_subset(&group.common));
            let programs: Vec<&[FileId]> = with.iter().map(|group| group.entries.as_slice()).collect();
            let found = self.mistakes(&common, &programs, &syntax, is_of_whole_program)?;
            let is_new = |one: &Diagnostic| seen.insert((one.code, one.primary, one.message.clone()));
            all.extend(found.into_iter().filter(is_new));
            open = without;
        }
        self.advise(&mut all);
        all.sort_by_key(|diagnostic| (diagnostic.primary, diagnostic.code));
        Ok(all)
    }

    /// Groups the entries that no other entry reaches.
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

/// The files that are most worth analysing once: many files, shared by many groups, together with their imports. Empty
/// if the groups share no files.
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
