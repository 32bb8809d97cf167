//! Answers requests for highlights of a name and for semantic tokens.

use super::answers::meant;
use super::documents::{Documents, Examined};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, SemanticToken, SemanticTokenModifier,
    SemanticTokenType, SemanticTokens, SemanticTokensLegend, SemanticTokensParams, SemanticTokensResult,
};
use quarrel_engine::{Declaration, DeclarationKind, Place, Span};
use std::collections::{BTreeMap, HashMap};

/// The kinds of names, by their numbers in answers.
const TYPES: [SemanticTokenType; 7] = [
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::CLASS,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::METHOD,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::VARIABLE,
];
/// The modifiers of names, by bits.
const MODIFIERS: [SemanticTokenModifier; 2] =
    [SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEFAULT_LIBRARY];
const DECLARATION: u32 = 1;
const LIBRARY: u32 = 2;

/// The legend of the numbers in answers.
pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: MODIFIERS.to_vec() }
}

fn number_of(kind: DeclarationKind) -> u32 {
    match kind {
        DeclarationKind::Module => 0,
        DeclarationKind::Class => 1,
        DeclarationKind::Predicate => 2,
        DeclarationKind::Member => 3,
        DeclarationKind::Field => 4,
        DeclarationKind::Branch => 5,
    }
}

/// The number of variables and parameters.
const VARIABLE: u32 = 6;

/// The declaration and the uses of the name at a position, in the document.
pub(super) fn highlight(
    documents: &mut Documents,
    params: &DocumentHighlightParams,
) -> Option<Vec<DocumentHighlight>> {
    let at = &params.text_document_position_params;
    let examined = documents.examined(&at.text_document.uri)?;
    let (_, target, _) = meant(&examined, at)?;
    let target = target?;
    let references = examined.recorded.references.iter();
    let uses = references.filter(|reference| reference.to == Some(target)).map(|reference| reference.at);
    let mut spans: Vec<Span> = uses.chain([target]).filter(|span| span.file == examined.file).collect();
    spans.sort();
    spans.dedup();
    let shown = spans.into_iter().map(|span| {
        let kind = if span == target { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
        DocumentHighlight { range: examined.range(span), kind: Some(kind) }
    });
    Some(shown.collect())
}

/// The names of a document with their kinds.
pub(super) fn tokens(
    documents: &mut Documents,
    params: &SemanticTokensParams,
) -> Option<SemanticTokensResult> {
    let examined = documents.examined(&params.text_document.uri)?;
    let mut names: BTreeMap<Span, (u32, u32)> = BTreeMap::new();
    let mut known: HashMap<Span, (u32, u32)> = HashMap::new();
    for reference in examined.recorded.references.iter().filter(|one| one.at.file == examined.file) {
        let meaning = match reference.to {
            Some(to) => *known.entry(to).or_insert_with(|| meaning(&examined, to)),
            None => (VARIABLE, 0),
        };
        names.insert(reference.at, meaning);
        // The declarations of variables and parameters are found through their uses.
        if let Some(to) = reference.to.filter(|to| to.file == examined.file && meaning.0 == VARIABLE) {
            names.entry(to).or_insert((VARIABLE, DECLARATION));
        }
    }
    let mut stack: Vec<Declaration> = examined.session.declarations(examined.file);
    while let Some(declaration) = stack.pop() {
        names.insert(declaration.name_span, (number_of(declaration.kind), DECLARATION));
        stack.extend(declaration.members);
    }
    let mut data = Vec::new();
    let (mut line, mut column) = (0, 0);
    for (span, (token_type, token_modifiers_bitset)) in names {
        let range = examined.range(span);
        // Names do not overlap and have one line each.
        let before = (range.start.line, range.start.character) < (line, column);
        if range.start.line != range.end.line || range.start == range.end || before {
            continue;
        }
        let delta_line = range.start.line - line;
        let delta_start =
            if delta_line == 0 { range.start.character - column } else { range.start.character };
        let length = range.end.character - range.start.character;
        data.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset });
        (line, column) = (range.start.line, range.start.character);
    }
    Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data }))
}

/// The kind and the modifiers of a name declared at a place.
fn meaning(examined: &Examined, to: Span) -> (u32, u32) {
    let kind = examined.session.declaration(to).map_or(VARIABLE, |declaration| number_of(declaration.kind));
    let place = examined.session.files().find(|(file, _)| *file == to.file).map(|(_, place)| place);
    let is_ours = matches!(place, Some(Place::Bundled(_)));
    (kind, if is_ours { LIBRARY } else { 0 })
}
