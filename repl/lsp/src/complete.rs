//! Answers completion requests.

use super::documents::{Documents, Examined, offset_of};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, Documentation,
    InsertTextFormat, MarkupContent, MarkupKind,
};
use quarrel_driver::complete::{self, Item, ItemKind, Wanted};
use quarrel_engine::SourceMap;

/// The completions at a position. Calls have a cursor stop between the parentheses if the editor supports `snippets`.
pub(super) fn complete(
    documents: &mut Documents,
    params: &CompletionParams,
    snippets: bool,
) -> Option<CompletionResponse> {
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
    let items = complete::once(items).into_iter().map(|item| shown(item, snippets));
    Some(CompletionResponse::Array(items.collect()))
}

fn shown(item: Item, snippets: bool) -> CompletionItem {
    let kind = match item.kind {
        ItemKind::Keyword => CompletionItemKind::KEYWORD,
        ItemKind::Module => CompletionItemKind::MODULE,
        ItemKind::Class => CompletionItemKind::CLASS,
        ItemKind::Predicate => CompletionItemKind::FUNCTION,
        ItemKind::Member => CompletionItemKind::METHOD,
        ItemKind::Variable => CompletionItemKind::VARIABLE,
    };
    let call = (item.kind == ItemKind::Member).then(|| match item.arity {
        0 => format!("{}()", item.name),
        _ if snippets => format!("{}($1)", item.name),
        _ => format!("{}(", item.name),
    });
    let markdown = |value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
    CompletionItem {
        insert_text_format: call.as_ref().filter(|_| snippets).map(|_| InsertTextFormat::SNIPPET),
        insert_text: call,
        label: item.name,
        kind: Some(kind),
        detail: item.detail,
        documentation: item.doc.map(markdown),
        ..CompletionItem::default()
    }
}
