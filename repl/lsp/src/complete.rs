//! Completion as the protocol has it. A text and a position flow in, what could stand there flows out.

use super::documents::{Documents, Examined, offset_of};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, Documentation,
    InsertTextFormat, MarkupContent, MarkupKind,
};
use quarrel_driver::complete::{self, Item, ItemKind, Wanted};
use quarrel_engine::SourceMap;

/// What could stand at a position.
pub(super) fn complete(documents: &mut Documents, params: &CompletionParams) -> Option<CompletionResponse> {
    let at = &params.text_document_position;
    let uri = &at.text_document.uri;
    let text = documents.text(uri)?;
    let mut sources = SourceMap::new();
    let file = sources.add("document", text.clone());
    let (start, wanted) = complete::wanted(&text, offset_of(sources.file(file), at.position));
    let items = match wanted {
        Wanted::Member { before, after } => {
            let Examined { session, recorded, .. } = documents.examined_as(uri, before + &after)?;
            complete::members(&session, &recorded)
        }
        Wanted::Name => {
            let examined = documents.examined(uri)?;
            complete::names(&examined.session, examined.file, &examined.recorded, &text[..start])
        }
    };
    Some(CompletionResponse::Array(complete::once(items).into_iter().map(shown).collect()))
}

fn shown(item: Item) -> CompletionItem {
    let kind = match item.kind {
        ItemKind::Keyword => CompletionItemKind::KEYWORD,
        ItemKind::Module => CompletionItemKind::MODULE,
        ItemKind::Class => CompletionItemKind::CLASS,
        ItemKind::Predicate => CompletionItemKind::FUNCTION,
        ItemKind::Member => CompletionItemKind::METHOD,
        ItemKind::Variable => CompletionItemKind::VARIABLE,
    };
    let snippet = (item.kind == ItemKind::Member).then(|| match item.arity {
        0 => format!("{}()", item.name),
        _ => format!("{}($1)", item.name),
    });
    let markdown = |value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
    CompletionItem {
        insert_text_format: snippet.as_ref().map(|_| InsertTextFormat::SNIPPET),
        insert_text: snippet,
        label: item.name,
        kind: Some(kind),
        detail: item.detail,
        documentation: item.doc.map(markdown),
        ..CompletionItem::default()
    }
}
