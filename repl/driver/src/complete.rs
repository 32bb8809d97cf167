//! What could stand at a place in QL: members by the type of what stands before the dot, else the names that are in
//! sight. For editors and the prompt. A text and an offset flow in, [`Item`]s flow out.

use quarrel_engine::{
    AggregateOp, Candidate, Declaration, DeclarationKind, FileId, PROBE, Recorded, Session,
};
use std::collections::{BTreeMap, BTreeSet};

/// What sort of thing an item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// A word of the language.
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

/// Something that could stand there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: ItemKind,
    /// How many arguments a member takes.
    pub arity: usize,
    /// Its head or type.
    pub detail: Option<String>,
    /// Its QLDoc.
    pub doc: Option<String>,
}

/// What is asked for at a place in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A member. The text before the word, and that word, are given up to the call that [`PROBE`] makes of them; what
    /// follows in the text goes behind it.
    Member {
        /// The text with a call of the probe in place of the word, up to the end of that call.
        before: String,
        /// What follows the word.
        after: String,
    },
    /// A name.
    Name,
}

/// Where the word at `offset` begins, and what is asked for there.
pub fn wanted(text: &str, offset: usize) -> (usize, Wanted) {
    let is_word = |ch: char| ch.is_alphanumeric() || ch == '_';
    let start = text[..offset].trim_end_matches(is_word).len();
    let before = text[..start].trim_end();
    if !before.ends_with('.') || before.ends_with("..") {
        return (start, Wanted::Name);
    }
    // The text as it would be if a member were called here.
    let after = text[offset..].trim_start_matches(is_word);
    let call = if after.starts_with('(') { "" } else { "()" };
    (start, Wanted::Member { before: format!("{}{PROBE}{call}", &text[..start]), after: after.to_owned() })
}

/// The members that could be called in place of the probe.
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

/// The items with each name and number of arguments once, the first of them.
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

/// The declarations of all loaded files, the variables of the declaration around the end of `before`, the text of `file`
/// up to the place, and keywords.
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

/// The declarations of all loaded files, those apart that a file other than `own` keeps to itself.
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
