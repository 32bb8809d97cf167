//! Which library file would have to be imported for a name that nothing imported declares. The name flows in, import
//! paths flow out. Only asked when a name could not be resolved, so nothing is kept for it.

use super::{Library, PackError, Place, Roots};
use quarrel_base::similar::most_similar;
use quarrel_base::{FileId, SourceMap};
use quarrel_syntax::tree::{Annotation, File, Member, MemberKind, Signature};
use std::collections::HashSet;
use std::sync::Arc;

/// What sort of name is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A class, newtype, branch or union.
    Type,
    /// A predicate of a module.
    Predicate,
    /// A module.
    Module,
    /// A signature of any sort.
    Signature,
}

/// No library is larger than this many files; what is, is hardly meant (someone's home folder).
const MAX_FILES: usize = 5_000;
/// How many files that mention the name are looked into.
const MAX_PARSED: usize = 40;

/// The import paths (`a.b.C`) under which the file `from` would get a public declaration of that name; the likeliest
/// first, at most three. A library's main file that passes the declaration on is likelier than the file that has it.
///
/// # Errors
/// If a pack file cannot be read.
pub(crate) fn importable(
    library: &mut Library,
    roots: &Roots,
    sources: &mut SourceMap,
    from: FileId,
    sort: Sort,
    name: &str,
) -> Result<Vec<String>, PackError> {
    let mut found: Vec<String> = Vec::new();
    for root in library.search_order(roots, sources, from)? {
        let files = libraries_below(roots, &root);
        let mut declaring = Vec::new();
        let mut parsed = 0;
        for (path, place) in &files {
            let Ok(Some(text)) = roots.read(place) else { continue };
            if parsed == MAX_PARSED || !mentions(&text, name) {
                continue;
            }
            parsed += 1;
            if declares(&tree_of(&text).members, sort, name) {
                declaring.push(path.clone());
            }
        }
        if declaring.is_empty() {
            continue;
        }
        for (path, _) in files.iter().filter(|(path, _)| !path.contains('.')) {
            if !declaring.contains(path) && passes_on(roots, &root, path, &declaring) {
                found.push(path.clone());
            }
        }
        found.extend(declaring);
        break;
    }
    found.dedup();
    found.truncate(3);
    Ok(found)
}

/// What to say of an import path that leads nowhere: a query of that name, a file with a similar path.
///
/// # Errors
/// If a pack file cannot be read.
pub(crate) fn like_import(
    library: &mut Library,
    roots: &Roots,
    sources: &mut SourceMap,
    from: FileId,
    path: &str,
) -> Result<Vec<String>, PackError> {
    let file = path.replace('.', "/");
    for root in library.search_order(roots, sources, from)? {
        if roots.exists(&root.join(&format!("{file}.ql"))) {
            return Ok(vec![format!("`{file}.ql` is a query; only libraries (`.qll`) can be imported")]);
        }
        let files = libraries_below(roots, &root);
        let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
        let same_name = files.iter().find(|(other, _)| last(other) == last(path));
        let similar = most_similar(path, files.iter().map(|(other, _)| other.as_str()));
        if let Some(found) = similar.or(same_name.map(|(other, _)| other.as_str())) {
            return Ok(vec![format!("did you mean `import {found}`?")]);
        }
    }
    Ok(vec!["name the folder that it lies in with `--search-path`".to_owned()])
}

fn libraries_below(roots: &Roots, root: &Place) -> Vec<(String, Place)> {
    let mut files = Vec::new();
    for place in roots.files_below(root) {
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
            if files.len() == MAX_FILES {
                break;
            }
        }
    }
    files
}

/// Whether the name stands in the text as a whole word.
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

/// Whether a file's public imports lead to one of the wanted files of the same root.
fn passes_on(roots: &Roots, root: &Place, file: &str, wanted: &[String]) -> bool {
    let mut seen: HashSet<String> = HashSet::new();
    let mut open = vec![file.to_owned()];
    while let Some(path) = open.pop() {
        if wanted.contains(&path) {
            return true;
        }
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
    false
}
