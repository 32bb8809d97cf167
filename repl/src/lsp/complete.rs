//! Completion: members by the type of what stands before the dot, else the names that are in sight. A text and a
//! position flow in, candidates flow out.

use super::documents::{Documents, Examined, offset_of};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, Documentation,
    InsertTextFormat, MarkupContent, MarkupKind,
};
use quarrel_engine::{Candidate, DeclarationKind, PROBE, SourceMap};
use std::collections::BTreeMap;

/// What could stand at a position.
pub(super) fn complete(documents: &mut Documents, params: &CompletionParams) -> Option<CompletionResponse> {
    let at = &params.text_document_position;
    let uri = &at.text_document.uri;
    let text = documents.text(uri)?;
    let mut sources = SourceMap::new();
    let file = sources.add("document", text.clone());
    let offset = offset_of(sources.file(file), at.position);
    let word_start = text[..offset].trim_end_matches(|ch: char| ch.is_alphanumeric() || ch == '_').len();
    let before = text[..word_start].trim_end();
    if before.ends_with('.') && !before.ends_with("..") {
        // The text as it would be if a member were called here.
        let rest = text[offset..].trim_start_matches(|ch: char| ch.is_alphanumeric() || ch == '_');
        let call = if rest.starts_with('(') { "" } else { "()" };
        let probed = format!("{}{PROBE}{call}{rest}", &text[..word_start]);
        let examined = documents.examined_as(uri, probed)?;
        return Some(CompletionResponse::Array(members(&examined)));
    }
    let examined = documents.examined(uri)?;
    Some(CompletionResponse::Array(names(&examined, &text[..word_start])))
}

fn members(examined: &Examined) -> Vec<CompletionItem> {
    let mut candidates: Vec<&Candidate> = examined.recorded.members.iter().collect();
    candidates.sort_by_key(|candidate| (&candidate.name, candidate.arity));
    candidates
        .into_iter()
        .map(|candidate| {
            let declaration = candidate.declared.and_then(|name| examined.session.declaration(name));
            let snippet = match candidate.arity {
                0 => format!("{}()", candidate.name),
                _ => format!("{}($1)", candidate.name),
            };
            CompletionItem {
                label: candidate.name.to_string(),
                kind: Some(CompletionItemKind::METHOD),
                detail: Some(declaration.as_ref().map_or(candidate.head.clone(), |found| found.head.clone())),
                documentation: declaration.and_then(|found| found.doc).map(markdown),
                insert_text: Some(snippet),
                insert_text_format: Some(InsertTextFormat::SNIPPET),
                ..CompletionItem::default()
            }
        })
        .collect()
}

fn markdown(value: String) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
}

/// The words of the language that begin or join something.
const KEYWORDS: &[&str] = &[
    "and",
    "any",
    "as",
    "avg",
    "boolean",
    "class",
    "concat",
    "count",
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
    "max",
    "min",
    "module",
    "newtype",
    "none",
    "not",
    "or",
    "order by",
    "predicate",
    "rank",
    "result",
    "select",
    "strictconcat",
    "strictcount",
    "strictsum",
    "string",
    "sum",
    "super",
    "then",
    "this",
    "unique",
    "where",
];

/// The declarations of all loaded files, the variables of the declaration that the cursor is in, and keywords.
fn names(examined: &Examined, before: &str) -> Vec<CompletionItem> {
    let mut items: BTreeMap<String, CompletionItem> = BTreeMap::new();
    for keyword in KEYWORDS {
        items.insert((*keyword).to_owned(), item(keyword, CompletionItemKind::KEYWORD, None));
    }
    for (file, _) in examined.session.files() {
        for declaration in examined.session.declarations(file) {
            let kind = match declaration.kind {
                DeclarationKind::Module => CompletionItemKind::MODULE,
                DeclarationKind::Class => CompletionItemKind::CLASS,
                _ => CompletionItemKind::FUNCTION,
            };
            // What another file keeps to itself is not in sight.
            if file != examined.file && declaration.head.split(' ').any(|word| word == "private") {
                continue;
            }
            items.insert(declaration.name.clone(), item(&declaration.name, kind, Some(declaration.head)));
        }
    }
    let nearby = &before[before.rfind("\n}").unwrap_or(0)..];
    let offset = (before.len() - nearby.len()) as u32;
    for reference in &examined.recorded.references {
        let is_variable = reference.detail.as_ref().is_some_and(|detail| !detail.contains('('));
        if is_variable && reference.at.start >= offset {
            let name = examined.session.sources().text(reference.at);
            let detail = reference.detail.as_ref().map(|detail| detail.to_string());
            items.insert(name.to_owned(), item(name, CompletionItemKind::VARIABLE, detail));
        }
    }
    items.into_values().collect()
}

fn item(label: &str, kind: CompletionItemKind, detail: Option<String>) -> CompletionItem {
    CompletionItem { label: label.to_owned(), kind: Some(kind), detail, ..CompletionItem::default() }
}
