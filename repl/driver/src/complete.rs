//! Completion of QL for editors and the prompt: members of the type before the dot, or else the visible names.

use quarrel_engine::{
    AggregateOp, Candidate, Declaration, DeclarationKind, FileId, PROBE, Recorded, Session,
};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// A keyword.
    Keyword,
    /// A module.
    Module,
    /// A class or another type.
    Class,
    /// A predicate of a module.
    Predicate,
    /// A member of the value before the dot.
    Member,
    /// A variable.
    Variable,
}

/// A completion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: ItemKind,
    /// The number of arguments of a member.
    pub arity: usize,
    /// The head or type.
    pub detail: Option<String>,
    /// The QLDoc.
    pub doc: Option<String>,
}

/// What to complete at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A member: the text with a call of [`PROBE`] in place of the incomplete word.
    Member {
        /// The text up to the end of the call.
        before: String,
        /// The text after the word.
        after: String,
    },
    /// A name.
    Name,
}

/// The offset at which the word at `offset` begins, and what to complete there.
pub fn wanted(text: &str, offset: usize) -> (usize, Wanted) {
    let is_word = |ch: char| ch.is_alphanumeric() || ch == '_';
    let start = text[..offset].trim_end_matches(is_word).len();
    let before = text[..start].trim_end();
    if !before.ends_with('.') || before.ends_with("..") {
        return (start, Wanted::Name);
    }
    // The text with a member call here.
    let after = text[offset..].trim_start_matches(is_word);
    let call = if after.starts_with('(') { "" } else { "()" };
    (start, Wanted::Member { before: format!("{}{PROBE}{call}", &text[..start]), after: after.to_owned() })
}

/// The members that can be called in place of the probe.
pub fn members(session: &Session, recorded: &Recorded) -> Vec<Item> {
    let mut candidates: Vec<&Candidate> = recorded.members.iter().collect();
    candidates.sort_by_key(|candidate| (&candidate.name, candidate.arity));
    let item = |candidate: &Candidate| {
        let declaration = candidate.declared.and_then(|name| session.declaration(name));
        let head = declaration.as_ref().map_or(candidate.head.clone(), |found| found.head.clone());
        Item {
            name: candidate.name.to_string(),
            kind: ItemKind::Member,
            arity: candidate.arity,
            detail: Some(head),
            doc: declaration.and_then(|found| found.doc),
        }
    };
    candidates.into_iter().map(item).collect()
}

/// Removes later items of equal name and number of arguments.
pub fn once(items: Vec<Item>) -> Vec<Item> {
    let mut seen = BTreeSet::new();
    items.into_iter().filter(|item| seen.insert((item.name.clone(), item.arity))).collect()
}

/// The words of the language that begin or join something, aggregates apart.
const KEYWORDS: &[&str] = &[
    "and",
    "any",
    "as",
    "boolean",
    "class",
    "date",
    "else",
    "exists",
    "extends",
    "float",
    "forall",
    "forex",
    "from",
    "if",
    "implies",
    "import",
    "in",
    "instanceof",
    "int",
    "module",
    "newtype",
    "none",
    "not",
    "or",
    "order by",
    "predicate",
    "result",
    "select",
    "string",
    "super",
    "then",
    "this",
    "where",
];

/// The declarations of all loaded files, the variables in scope at the end of `before` (the text of `file` up to the
/// place), and keywords.
pub fn names(session: &Session, file: FileId, recorded: &Recorded, before: &str) -> Vec<Item> {
    let mut items: BTreeMap<String, Item> = BTreeMap::new();
    for word in KEYWORDS.iter().copied().chain(AggregateOp::ALL.iter().map(|op| op.name())) {
        items.insert(word.to_owned(), item(word, ItemKind::Keyword, None));
    }
    for declaration in declarations(session, Some(file)) {
        let kind = match declaration.kind {
            DeclarationKind::Module => ItemKind::Module,
            DeclarationKind::Class => ItemKind::Class,
            _ => ItemKind::Predicate,
        };
        items.insert(declaration.name.clone(), item(&declaration.name, kind, Some(declaration.head)));
    }
    let nearby = &before[before.rfind("\n}").unwrap_or(0)..];
    let offset = (before.len() - nearby.len()) as u32;
    for reference in &recorded.references {
        let is_variable = reference.detail.as_ref().is_some_and(|detail| !detail.contains('('));
        if is_variable && reference.at.start >= offset {
            let name = session.sources().text(reference.at);
            let detail = reference.detail.as_ref().map(|detail| detail.to_string());
            items.insert(name.to_owned(), item(name, ItemKind::Variable, detail));
        }
    }
    items.into_values().collect()
}

/// The declarations of all loaded files, except private ones of files other than `own`.
pub fn declarations(session: &Session, own: Option<FileId>) -> impl Iterator<Item = Declaration> + '_ {
    session.files().flat_map(move |(file, _)| {
        let in_sight = move |declaration: &Declaration| {
            Some(file) == own || !declaration.head.split(' ').any(|word| word == "private")
        };
        session.declarations(file).into_iter().filter(in_sight)
    })
}

fn item(name: &str, kind: ItemKind, detail: Option<String>) -> Item {
    Item { name: name.to_owned(), kind, arity: 0, detail, doc: None }
}
