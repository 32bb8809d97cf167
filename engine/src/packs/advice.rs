//! Finds library files to import for a name that nothing imported declares. Only used when a name could not be
//! resolved.

use super::{Library, PackError, Place, Roots};
use quarrel_base::diag::Help;
use quarrel_base::{FileId, SourceMap};
use quarrel_common::similar::most_similar;
use quarrel_syntax::tree::{Annotation, File, Member, MemberKind, Signature};
use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The kind of name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sort {
    /// A class, newtype, branch or union.
    Type,
    /// A predicate of a module.
    Predicate,
    /// A module.
    Module,
    /// A signature of any kind.
    Signature,
}

/// Folders with more files are hardly libraries (someone's home folder); the rest is skipped.
const MAX_FILES: usize = 5_000;
/// The most files mentioning the name that are parsed.
const MAX_PARSED: usize = 40;

/// The most names that are looked up in one compilation: with more, something else is wrong.
const MAX_LOOKUPS: usize = 40;

/// Looks names up in libraries, and caches what it reads.
#[derive(Default)]
pub(crate) struct Advisor {
    lookups: HashMap<(FileId, Sort, String), Vec<String>>,
    /// The library files below a root, with their import paths.
    files: HashMap<Place, Rc<Vec<(String, Place)>>>,
    /// The files that a file of a root re-exports, itself included, by import path.
    passed_on: HashMap<(Place, String), Rc<HashSet<String>>>,
}

impl Advisor {
    /// The import paths (`a.b.C`), at most three, that give the file `from` a public declaration of that name. A
    /// library's main file that re-exports the declaration replaces the file that has it.
    ///
    /// # Errors
    /// If a pack file cannot be read.
    pub(crate) fn importable(
        &mut self,
        library: &mut Library,
        roots: &Roots,
        sources: &mut SourceMap,
        from: FileId,
        sort: Sort,
        name: &str,
    ) -> Result<Vec<String>, PackError> {
        let key = (from, sort, name.to_owned());
        if let Some(known) = self.lookups.get(&key) {
            return Ok(known.clone());
        }
        if self.lookups.len() == MAX_LOOKUPS {
            return Ok(Vec::new());
        }
        let mut found: Vec<String> = Vec::new();
        for root in library.search_order(roots, sources, from)? {
            let files = self.files(roots, &root);
            let declaring = declaring(roots, &files, sort, name);
            if declaring.is_empty() {
                continue;
            }
            for (path, _) in files.iter().filter(|(path, _)| !path.contains('.')) {
                let passed_on = self.passed_on(roots, &root, path);
                if declaring.iter().any(|declaring| passed_on.contains(declaring)) {
                    found.push(path.clone());
                }
            }
            if found.is_empty() {
                found = declaring;
            }
            break;
        }
        found.truncate(3);
        self.lookups.insert(key, found.clone());
        Ok(found)
    }

    /// A hint for an import path that is not found: a query of that name, or a file with a similar path.
    ///
    /// # Errors
    /// If a pack file cannot be read.
    pub(crate) fn like_import(
        &mut self,
        library: &mut Library,
        roots: &Roots,
        sources: &mut SourceMap,
        from: FileId,
        path: &str,
    ) -> Result<Help, PackError> {
        let file = path.replace('.', "/");
        for root in library.search_order(roots, sources, from)? {
            if roots.exists(&root.join(&format!("{file}.ql"))) {
                return Ok(format!("`{file}.ql` is a query; only libraries (`.qll`) can be imported").into());
            }
            let files = self.files(roots, &root);
            let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
            let same_name = files.iter().find(|(other, _)| last(other) == last(path));
            let similar = most_similar(path, files.iter().map(|(other, _)| other.as_str()));
            if let Some(found) = similar.or(same_name.map(|(other, _)| other.as_str())) {
                return Ok(Help::Reroute(found.to_owned()));
            }
        }
        Ok("name the folder that it lies in with `--search-path`".into())
    }

    fn files(&mut self, roots: &Roots, root: &Place) -> Rc<Vec<(String, Place)>> {
        let files = self.files.entry(root.clone());
        files.or_insert_with(|| Rc::new(libraries_below(roots, root))).clone()
    }

    fn passed_on(&mut self, roots: &Roots, root: &Place, file: &str) -> Rc<HashSet<String>> {
        let known = self.passed_on.entry((root.clone(), file.to_owned()));
        known.or_insert_with(|| Rc::new(passed_on(roots, root, file))).clone()
    }
}

fn declaring(roots: &Roots, files: &[(String, Place)], sort: Sort, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut parsed = 0;
    for (path, place) in files {
        let Ok(Some(text)) = roots.read(place) else { continue };
        if parsed == MAX_PARSED || !mentions(&text, name) {
            continue;
        }
        parsed += 1;
        if declares(&tree_of(&text).members, sort, name) {
            found.push(path.clone());
        }
    }
    found
}

/// The library files below a root with their import paths, sorted.
fn libraries_below(roots: &Roots, root: &Place) -> Vec<(String, Place)> {
    let places = match root {
        Place::Bundled(_) => roots.files_below(root),
        Place::Disk(folder) => files_on_disk(folder).into_iter().map(Place::Disk).collect(),
    };
    let mut files = Vec::new();
    for place in places {
        let path = match (&place, root) {
            (Place::Bundled(file), Place::Bundled(root)) => {
                file.strip_prefix(root.as_str()).map(|path| path.trim_start_matches('/').to_owned())
            }
            (Place::Disk(file), Place::Disk(root)) => {
                file.strip_prefix(root).ok().map(|path| path.to_string_lossy().replace('\\', "/"))
            }
            _ => None,
        };
        if let Some(path) = path.as_deref().and_then(|path| path.strip_suffix(".qll")) {
            files.push((path.replace('/', "."), place));
        }
    }
    files.sort();
    files
}

/// The files below a folder, up to the size of a library; skips hidden folders.
fn files_on_disk(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = VecDeque::from([folder.to_owned()]);
    let mut seen = 0;
    while let Some(folder) = open.pop_front() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            seen += 1;
            if seen > MAX_FILES {
                return files;
            }
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !hidden => open.push_back(entry.path()),
                Ok(kind) if !kind.is_dir() => files.push(entry.path()),
                _ => {}
            }
        }
    }
    files
}

/// Whether the text contains the name as a whole word.
fn mentions(text: &str, name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(inside) && !text[at + name.len()..].starts_with(inside))
}

fn tree_of(text: &Arc<str>) -> File {
    let mut sources = SourceMap::new();
    let file = sources.add("", text.clone());
    quarrel_syntax::parse(&sources, file).tree
}

fn is_private(annotations: &[Annotation]) -> bool {
    annotations.iter().any(|annotation| &*annotation.name.text == "private")
}

fn declares(members: &[Member], sort: Sort, name: &str) -> bool {
    members.iter().filter(|member| !is_private(&member.annotations)).any(|member| {
        let (own, of) = match &member.kind {
            MemberKind::Class(class) => (&class.name, Sort::Type),
            MemberKind::ClassAlias(alias) => (&alias.name, Sort::Type),
            MemberKind::TypeUnion(union) => (&union.name, Sort::Type),
            MemberKind::Newtype(newtype) => {
                let branch = newtype.branches.iter().any(|branch| &*branch.name.text == name);
                if branch && matches!(sort, Sort::Type | Sort::Predicate) {
                    return true;
                }
                (&newtype.name, Sort::Type)
            }
            MemberKind::Predicate(predicate) => (&predicate.head.name, Sort::Predicate),
            MemberKind::PredicateAlias(alias) => (&alias.name, Sort::Predicate),
            MemberKind::Module(module) => (&module.name, Sort::Module),
            MemberKind::ModuleAlias(alias) => (&alias.name, Sort::Module),
            MemberKind::Import(import) => match &import.alias {
                Some(alias) => (alias, Sort::Module),
                None => return false,
            },
            MemberKind::Signature(Signature::Predicate(head)) => (&head.name, Sort::Signature),
            MemberKind::Signature(Signature::Class(class)) => (&class.name, Sort::Signature),
            MemberKind::Signature(Signature::Module { name, .. }) => (name, Sort::Signature),
            MemberKind::Select(_) => return false,
        };
        of == sort && &*own.text == name
    })
}

/// The import paths of all files of the root that a file re-exports through public imports, itself included.
fn passed_on(roots: &Roots, root: &Place, file: &str) -> HashSet<String> {
    let mut seen: HashSet<String> = HashSet::new();
    let mut open = vec![file.to_owned()];
    while let Some(path) = open.pop() {
        if seen.len() == MAX_FILES || !seen.insert(path.clone()) {
            continue;
        }
        let Ok(Some(text)) = roots.read(&root.join(&format!("{}.qll", path.replace('.', "/")))) else {
            continue;
        };
        for member in tree_of(&text).members {
            if let MemberKind::Import(import) = &member.kind
                && !is_private(&member.annotations)
                && import.alias.is_none()
            {
                let path: Vec<&str> = import.path.iter().map(|name| &*name.text).collect();
                open.push(path.join("."));
            }
        }
    }
    seen
}
