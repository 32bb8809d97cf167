//! All mistakes of many files, each a program of its own: loaded entries flow in, diagnostics flow out.
//!
//! A program is what its entry imports, directly or not. A file that another entry reaches has its mistakes reported
//! with that one. Entries are compiled some at a time, since most of what they reach is the same; what is then reported
//! of names and types is reported of each of them alone, too. What depends on all classes of a program (recursion
//! through negation, unbound variables, classes that need themselves) may be due to files that no program has together:
//! entries with such mistakes are compiled in ever smaller groups, down to each by itself.

use crate::session::{CompileError, CompileOptions, Session};
use quarrel_base::{Code, Diagnostic, FileId};
use std::collections::{BTreeSet, HashSet, VecDeque};

/// How many files may be checked together beyond those that all of their programs have. What they instantiate takes
/// memory: a library of data flow some 20 MB for each of its users.
const FILES_TOGETHER: usize = 24;

impl Session {
    /// Compiles each of the loaded files as a program of its own, with everything that it declares, and reports all
    /// mistakes and warnings, each once, in the order of their places.
    ///
    /// # Errors
    /// If a pack cannot be used, or a group of files takes more than a compilation may.
    pub fn check(&mut self, entries: &[FileId]) -> Result<Vec<Diagnostic>, CompileError> {
        let groups = self.groups(entries);
        let mut all = Vec::new();
        let mut told = HashSet::new();
        for group in groups {
            for diagnostic in self.check_group(&group)? {
                if told.insert((diagnostic.code, diagnostic.primary, diagnostic.message.clone())) {
                    all.push(diagnostic);
                }
            }
        }
        all.sort_by_key(|diagnostic| (diagnostic.primary, diagnostic.code));
        Ok(all)
    }

    fn check_group(&mut self, group: &[FileId]) -> Result<Vec<Diagnostic>, CompileError> {
        let options = CompileOptions { check_all: true, ..CompileOptions::default() };
        let found = self.mistakes(group, &options)?;
        if group.len() < 2 || !found.iter().any(|diagnostic| is_of_whole_program(diagnostic.code)) {
            return Ok(found);
        }
        let (first, second) = group.split_at(group.len() / 2);
        let mut told = self.check_group(first)?;
        told.extend(self.check_group(second)?);
        Ok(told)
    }

    /// The entries that no other one reaches, in groups to compile together.
    fn groups(&self, entries: &[FileId]) -> Vec<Vec<FileId>> {
        let mut reached: Vec<(FileId, BTreeSet<FileId>)> = Vec::new();
        for entry in entries {
            if !reached.iter().any(|(_, files)| files.contains(entry)) {
                let files = self.reach(*entry);
                reached.retain(|(other, _)| !files.contains(other));
                reached.push((*entry, files));
            }
        }
        let mut groups: Vec<Vec<FileId>> = Vec::new();
        let mut common: BTreeSet<FileId> = BTreeSet::new();
        let mut beyond: BTreeSet<FileId> = BTreeSet::new();
        for (entry, files) in reached {
            let all: BTreeSet<FileId> = common.union(&beyond).copied().collect();
            let shared: BTreeSet<FileId> = common.intersection(&files).copied().collect();
            let others: BTreeSet<FileId> =
                all.union(&files).filter(|file| !shared.contains(file)).copied().collect();
            match groups.last_mut() {
                Some(group) if others.len() <= FILES_TOGETHER => {
                    group.push(entry);
                    (common, beyond) = (shared, others);
                }
                _ => {
                    groups.push(vec![entry]);
                    (common, beyond) = (files, BTreeSet::new());
                }
            }
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

/// Whether a mistake may be due to classes of other files.
fn is_of_whole_program(code: Code) -> bool {
    matches!(code, Code::NonMonotonicRecursion | Code::NotBound | Code::ClassCycle | Code::SignatureMismatch)
}
