//! Answers requests about names and layout: hover, definition, references, symbols, formatting. The answer is `None` if
//! there is nothing at the position.

use super::documents::{Documents, Examined, offset_of, range_in};
use lsp_types::{
    DocumentFormattingParams, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse,
    GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverContents, HoverParams, Location, MarkupContent,
    MarkupKind, ReferenceParams, SymbolInformation, SymbolKind, TextDocumentPositionParams, TextEdit,
    WorkspaceSymbolParams,
};
use quarrel_engine::{Declaration, DeclarationKind, Reference, SourceMap, Span, format};

/// The declaration of the name at a position, its type and its QLDoc.
pub(super) fn hover(documents: &mut Documents, params: &HoverParams) -> Option<Hover> {
    let at = &params.text_document_position_params;
    let examined = documents.examined(&at.text_document.uri)?;
    let (span, target, detail) = meant(&examined, at)?;
    let declaration = target.and_then(|target| examined.session.declaration(target));
    let head = match (&declaration, detail) {
        (Some(declaration), _) => declaration.head.clone(),
        (None, Some(detail)) => detail,
        (None, None) => return None,
    };
    let mut value = format!("```ql\n{head}\n```");
    if let Some(doc) = declaration.and_then(|declaration| declaration.doc) {
        value.push_str("\n\n");
        value.push_str(&doc);
    }
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(examined.range(span)) })
}

/// The declaration of the name at a position.
pub(super) fn definition(
    documents: &mut Documents,
    params: &GotoDefinitionParams,
) -> Option<GotoDefinitionResponse> {
    let at = &params.text_document_position_params;
    let examined = documents.examined(&at.text_document.uri)?;
    let (_, target, _) = meant(&examined, at)?;
    Some(GotoDefinitionResponse::Scalar(examined.location(target?)?))
}

/// The uses of the name at a position, in the workspace and the open documents.
pub(super) fn references(documents: &mut Documents, params: &ReferenceParams) -> Option<Vec<Location>> {
    let at = &params.text_document_position;
    let examined = documents.examined(&at.text_document.uri)?;
    let (_, target, _) = meant(&examined, at)?;
    let target = target?;
    let declared = Some(target).filter(|_| params.context.include_declaration);
    let declared = declared.and_then(|span| examined.location(span));
    let mut places: Vec<Location> = declared.into_iter().collect();
    for place in documents.uses(&examined, target) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Some(places)
}

/// The name at a position, its declaration and what else is recorded about it. A name in its own declaration means itself.
pub(super) fn meant(
    examined: &Examined,
    at: &TextDocumentPositionParams,
) -> Option<(Span, Option<Span>, Option<String>)> {
    let offset = offset_of(examined.source(), at.position) as u32;
    let covers = |span: Span| span.file == examined.file && span.start <= offset && offset <= span.end;
    let references = &examined.recorded.references;
    if let Some(Reference { at, to, detail }) = references.iter().find(|reference| covers(reference.at)) {
        return Some((*at, *to, detail.as_ref().map(|detail| detail.to_string())));
    }
    if let Some(reference) = references.iter().find(|reference| reference.to.is_some_and(covers)) {
        let to = reference.to?;
        return Some((to, Some(to), reference.detail.as_ref().map(|detail| detail.to_string())));
    }
    let mut stack = examined.session.declarations(examined.file);
    while let Some(declaration) = stack.pop() {
        if covers(declaration.name_span) {
            return Some((declaration.name_span, Some(declaration.name_span), None));
        }
        stack.extend(declaration.members);
    }
    None
}

/// The declarations of a document.
pub(super) fn symbols(
    documents: &mut Documents,
    params: &DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let examined = documents.examined(&params.text_document.uri)?;
    let declarations = examined.session.declarations(examined.file);
    Some(DocumentSymbolResponse::Nested(
        declarations.into_iter().map(|declaration| symbol(&examined, declaration)).collect(),
    ))
}

/// The most symbols of a workspace in an answer.
const MOST_SYMBOLS: usize = 200;

/// The declarations of the workspace, the open documents and the library whose names contain a text; exact names first.
pub(super) fn workspace_symbols(
    documents: &Documents,
    params: &WorkspaceSymbolParams,
) -> Option<Vec<SymbolInformation>> {
    let wanted = params.query.trim().to_lowercase();
    if wanted.is_empty() {
        return None;
    }
    let all = documents.everything()?;
    let files: Vec<_> = all.session.files().map(|(file, _)| file).collect();
    let mut found: Vec<(Declaration, Option<String>)> = Vec::new();
    let mut stack: Vec<(Declaration, Option<String>)> =
        files.into_iter().flat_map(|file| all.session.declarations(file)).map(|one| (one, None)).collect();
    while let Some((mut declaration, container)) = stack.pop() {
        let members = std::mem::take(&mut declaration.members);
        stack.extend(members.into_iter().map(|member| (member, Some(declaration.name.clone()))));
        if declaration.name.to_lowercase().contains(&wanted) {
            found.push((declaration, container));
        }
    }
    let rank = |name: &str| (name.to_lowercase() != wanted, name.len());
    found.sort_by_key(|(a, _)| (rank(&a.name), a.name_span));
    let shown = found.into_iter().take(MOST_SYMBOLS).filter_map(|(declaration, container_name)| {
        #[expect(deprecated, reason = "the struct has a field that is")]
        Some(SymbolInformation {
            location: all.location(declaration.name_span)?,
            kind: symbol_kind(declaration.kind),
            name: declaration.name,
            tags: None,
            deprecated: None,
            container_name,
        })
    });
    Some(shown.collect())
}

fn symbol_kind(kind: DeclarationKind) -> SymbolKind {
    match kind {
        DeclarationKind::Module => SymbolKind::MODULE,
        DeclarationKind::Class => SymbolKind::CLASS,
        DeclarationKind::Predicate => SymbolKind::FUNCTION,
        DeclarationKind::Member => SymbolKind::METHOD,
        DeclarationKind::Field => SymbolKind::FIELD,
        DeclarationKind::Branch => SymbolKind::ENUM_MEMBER,
    }
}

fn symbol(examined: &Examined, declaration: Declaration) -> DocumentSymbol {
    let members = declaration.members.into_iter().map(|member| symbol(examined, member)).collect();
    #[expect(deprecated, reason = "the struct has a field that is")]
    DocumentSymbol {
        name: declaration.name,
        detail: Some(declaration.head),
        kind: symbol_kind(declaration.kind),
        tags: None,
        deprecated: None,
        range: examined.range(declaration.span),
        selection_range: examined.range(declaration.name_span),
        children: Some(members),
    }
}

/// The edit that formats a document; `None` if it has errors.
pub(super) fn formatting(
    documents: &mut Documents,
    params: &DocumentFormattingParams,
) -> Option<Vec<TextEdit>> {
    let text = documents.text(&params.text_document.uri)?;
    let mut sources = SourceMap::new();
    let file = sources.add("document", text.clone());
    let new_text = format(&sources, file).ok()?;
    if *new_text == *text {
        return Some(Vec::new());
    }
    let range = range_in(sources.file(file), Span::new(file, 0, text.len()));
    Some(vec![TextEdit { range, new_text }])
}
