//! The heads of what is being called. A text and a position in the arguments of a call flow in; heads with the parameter
//! that the position belongs to flow out.

use super::documents::{Documents, offset_of};
use lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, SignatureHelp,
    SignatureHelpParams, SignatureInformation,
};
use quarrel_engine::{Declaration, DeclarationKind};

/// So many heads of one name are shown.
const MOST: usize = 10;

/// The heads of the predicate whose arguments are at a position.
pub(super) fn help(documents: &mut Documents, params: &SignatureHelpParams) -> Option<SignatureHelp> {
    let at = &params.text_document_position_params;
    let examined = documents.examined(&at.text_document.uri)?;
    let offset = offset_of(examined.source(), at.position);
    let text = examined.source().text.clone();
    let (name_start, name, argument) = call_around(text.get(..offset)?)?;
    let meant = examined
        .recorded
        .references
        .iter()
        .find(|reference| reference.at.file == examined.file && reference.at.start as usize == name_start)
        .and_then(|reference| examined.session.declaration(reference.to?));
    let is_member = text[..name_start].trim_end().ends_with('.');
    let found = match meant {
        Some(declaration) => vec![declaration],
        None => {
            let files: Vec<_> = examined.session.files().map(|(file, _)| file).collect();
            let wanted = if is_member { DeclarationKind::Member } else { DeclarationKind::Predicate };
            let mut stack: Vec<Declaration> =
                files.into_iter().flat_map(|file| examined.session.declarations(file)).collect();
            let mut found: Vec<Declaration> = Vec::new();
            while let Some(declaration) = stack.pop() {
                let is_new = |known: &Declaration| known.head != declaration.head;
                if declaration.kind == wanted && declaration.name == name && found.iter().all(is_new) {
                    found.push(declaration.clone());
                }
                stack.extend(declaration.members);
            }
            found.sort_by(|a, b| a.head.cmp(&b.head));
            found
        }
    };
    let mut signatures: Vec<SignatureInformation> = found.into_iter().take(MOST).map(signature).collect();
    let fits = |signature: &SignatureInformation| {
        signature.parameters.as_ref().is_some_and(|parameters| parameters.len() > argument)
    };
    signatures.sort_by_key(|signature| !fits(signature));
    (!signatures.is_empty()).then_some(SignatureHelp {
        signatures,
        active_signature: Some(0),
        active_parameter: Some(argument as u32),
    })
}

/// The call in whose arguments a text ends: where its name begins, its name, and the number of the argument.
fn call_around(before: &str) -> Option<(usize, &str, usize)> {
    let (mut depth, mut commas) = (0, 0);
    for (at, ch) in before.char_indices().rev() {
        match ch {
            ')' | ']' | '}' => depth += 1,
            '(' if depth == 0 => {
                let head = before[..at].trim_end();
                let is_word = |ch: char| ch.is_alphanumeric() || ch == '_';
                let start = head.trim_end_matches(['+', '*']).trim_end_matches(is_word).len();
                let name = head[start..].trim_end_matches(['+', '*']);
                return (!name.is_empty()).then_some((start, name, commas));
            }
            '{' | ';' if depth == 0 => return None,
            '(' | '[' | '{' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            // What is before it belongs to a quantifier or an aggregate.
            '|' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn signature(declaration: Declaration) -> SignatureInformation {
    let parameters =
        declaration.head.split_once('(').map(|(_, rest)| rest.trim_end_matches(')')).unwrap_or("");
    let parameters = parameters.split(',').map(str::trim).filter(|one| !one.is_empty());
    let parameters = parameters.map(|one| ParameterInformation {
        label: ParameterLabel::Simple(one.to_owned()),
        documentation: None,
    });
    let markdown = |value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
    SignatureInformation {
        parameters: Some(parameters.collect()),
        documentation: declaration.doc.map(markdown),
        label: declaration.head,
        active_parameter: None,
    }
}

#[cfg(test)]
mod tests {
    use super::call_around;

    #[test]
    fn calls_are_found_around_a_place() {
        assert_eq!(call_around("select f(a, g(b), "), Some((7, "f", 2)));
        assert_eq!(call_around("select c.hasName("), Some((9, "hasName", 0)));
        assert_eq!(call_around("select f(a)"), None);
        assert_eq!(call_around("predicate p() { a"), None);
        assert_eq!(call_around("edge+(x, "), Some((0, "edge", 1)));
        assert_eq!(call_around("count(Class c | c"), None);
    }
}
