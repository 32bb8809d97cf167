//! Answers signature help: the heads of the called predicate, and the parameter at the position.

use super::documents::{Documents, Examined, offset_of};
use lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, SignatureHelp,
    SignatureHelpParams, SignatureInformation, Uri,
};
use quarrel_driver::complete::{self, Wanted};
use quarrel_engine::{Declaration, DeclarationKind};

/// The most heads in an answer.
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
    let members = match meant {
        None if is_member => members(documents, &at.text_document.uri, &text, name_start, name, offset),
        _ => Vec::new(),
    };
    let found = match meant {
        Some(declaration) => vec![(declaration.head, declaration.doc)],
        None if !members.is_empty() => members,
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
            found.into_iter().map(|declaration| (declaration.head, declaration.doc)).collect()
        }
    };
    let mut signatures: Vec<SignatureInformation> =
        found.into_iter().take(MOST).map(|(head, doc)| signature(head, doc)).collect();
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

/// The heads and docs of the members of a name, of the value before the dot. An unfinished call does not parse, so the
/// text is examined with a finished call in its place.
fn members(
    documents: &Documents,
    uri: &Uri,
    text: &str,
    name_start: usize,
    name: &str,
    offset: usize,
) -> Vec<(String, Option<String>)> {
    let finished = format!("{}{}", &text[..name_start], &text[call_end(text, offset)..]);
    let (_, Wanted::Member { before, after }) = complete::wanted(&finished, name_start) else {
        return Vec::new();
    };
    let Some(Examined { session, recorded, .. }) = documents.examined_as(uri, before + &after) else {
        return Vec::new();
    };
    let items = complete::members(&session, &recorded).into_iter().filter(|item| item.name == name);
    items.filter_map(|item| Some((item.detail?, item.doc))).collect()
}

/// The end of the call around `offset`; `offset` if it is not closed.
fn call_end(text: &str, offset: usize) -> usize {
    let mut depth = 0;
    for (at, ch) in text[offset..].char_indices() {
        match ch {
            ')' if depth == 0 => return offset + at + 1,
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' | '}' | ';' => break,
            _ => {}
        }
    }
    offset
}

/// The call around the end of a text: the offset of its name, its name, and the number of the argument. `None` if there is
/// none.
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
            // This is inside a quantifier or an aggregate.
            '|' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn signature(head: String, doc: Option<String>) -> SignatureInformation {
    let parameters = head.split_once('(').map(|(_, rest)| rest.trim_end_matches(')')).unwrap_or("");
    let parameters = parameters.split(',').map(str::trim).filter(|one| !one.is_empty());
    let parameters = parameters.map(|one| ParameterInformation {
        label: ParameterLabel::Simple(one.to_owned()),
        documentation: None,
    });
    let markdown = |value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
    SignatureInformation {
        parameters: Some(parameters.collect()),
        documentation: doc.map(markdown),
        label: head,
        active_parameter: None,
    }
}

#[cfg(test)]
mod tests {
    use super::{call_around, call_end};

    #[test]
    fn calls_are_found_around_a_place() {
        assert_eq!(call_around("select f(a, g(b), "), Some((7, "f", 2)));
        assert_eq!(call_around("select c.hasName("), Some((9, "hasName", 0)));
        assert_eq!(call_around("select f(a)"), None);
        assert_eq!(call_around("predicate p() { a"), None);
        assert_eq!(call_around("edge+(x, "), Some((0, "edge", 1)));
        assert_eq!(call_around("count(Class c | c"), None);
        assert_eq!(call_end("c.f(a, g(b)) and d", 4), 12);
        assert_eq!(call_end("c.f(\nselect c", 4), 4);
    }
}
