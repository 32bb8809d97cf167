//! Edits of QL: renaming, and quick fixes of diagnostics.

use super::answers::meant;
use super::documents::{Documents, Examined};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Location, Position, Range,
    RenameParams, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use quarrel_engine::diag::Help;
use quarrel_engine::{Declaration, DeclarationKind, Diagnostic, Place, Span};
use std::collections::HashMap;

/// The range of the name at a position; `None` if it cannot be renamed.
pub(super) fn prepare(documents: &mut Documents, params: &TextDocumentPositionParams) -> Option<Range> {
    let examined = documents.examined(&params.text_document.uri)?;
    let (span, target, _) = meant(&examined, params)?;
    may_change(&examined, target?).ok()?;
    Some(examined.range(span))
}

/// The edits that rename the declaration of the name at a position.
///
/// # Errors
/// The reason why it cannot have that name.
pub(super) fn rename(
    documents: &mut Documents,
    params: &RenameParams,
) -> Result<Option<WorkspaceEdit>, String> {
    let at = &params.text_document_position;
    let Some(examined) = documents.examined(&at.text_document.uri) else { return Ok(None) };
    let Some((_, Some(target), _)) = meant(&examined, at) else { return Ok(None) };
    may_change(&examined, target)?;
    let old = examined.session.sources().text(target).to_owned();
    let new = params.new_name.trim();
    let begins_upper = |name: &str| name.chars().next().is_some_and(char::is_uppercase);
    let is_name = new.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '_')
        && new.chars().next().is_some_and(|ch| ch.is_ascii_alphabetic());
    if !is_name || begins_upper(new) != begins_upper(&old) {
        let case = if begins_upper(&old) { "an upper-case" } else { "a lower-case" };
        return Err(format!(
            "`{new}` cannot take the place of `{old}`: a name of this sort is letters, digits and `_`, and begins with {case} letter"
        ));
    }
    let mut places: Vec<Location> = documents.uses(&examined, target);
    let declared = own_names(&examined, target);
    places.extend(declared.into_iter().filter_map(|span| examined.location(span)));
    // `Uri` has a cache inside, but hashes by its text, which never changes.
    #[expect(clippy::mutable_key_type, reason = "the protocol's type has such keys")]
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for Location { uri, range } in places {
        let edits = changes.entry(uri).or_default();
        if edits.iter().all(|edit| edit.range != range) {
            edits.push(TextEdit { range, new_text: new.to_owned() });
        }
    }
    Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
}

/// Checks that the declaration can be renamed.
fn may_change(examined: &Examined, target: Span) -> Result<(), String> {
    let name = examined.session.sources().text(target);
    let place = examined.session.files().find(|(file, _)| *file == target.file).map(|(_, place)| place);
    if !matches!(place, Some(Place::Disk(_))) {
        return Err(format!("`{name}` is declared in a bundled file"));
    }
    let is_member = |declaration: &Declaration| declaration.kind == DeclarationKind::Member;
    if examined.session.declaration(target).as_ref().is_some_and(is_member) {
        let files: Vec<_> = examined.session.files().map(|(file, _)| file).collect();
        let mut stack: Vec<Declaration> =
            files.into_iter().flat_map(|file| examined.session.declarations(file)).collect();
        while let Some(declaration) = stack.pop() {
            if is_member(&declaration) && declaration.name == name && declaration.name_span != target {
                return Err(format!(
                    "other classes have a member `{name}` too, which it may override or be overridden by"
                ));
            }
            stack.extend(declaration.members);
        }
    }
    Ok(())
}

/// The places of a declaration's name: its own, and those of a class's characteristic predicates.
fn own_names(examined: &Examined, target: Span) -> Vec<Span> {
    let mut names = vec![target];
    if let Some(declaration) = examined.session.declaration(target)
        && declaration.kind == DeclarationKind::Class
    {
        let own = declaration.members.iter().filter(|member| member.name == declaration.name);
        names.extend(own.map(|member| member.name_span));
    }
    names
}

/// The quick fixes of diagnostics in a range: a similar name, or an import.
pub(super) fn actions(
    documents: &mut Documents,
    params: &CodeActionParams,
) -> Option<Vec<CodeActionOrCommand>> {
    let uri = &params.text_document.uri;
    let examined = documents.examined(uri)?;
    let mut actions = Vec::new();
    for (diagnostic, published) in examined.own_with_ranges() {
        if published.range.start > params.range.end || published.range.end < params.range.start {
            continue;
        }
        for (title, edit) in proposals(diagnostic, published.range) {
            // As above.
            #[expect(clippy::mutable_key_type, reason = "the protocol's type has such keys")]
            let changes = HashMap::from([(uri.clone(), vec![edit])]);
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![published.clone()]),
                edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
                ..CodeAction::default()
            }));
        }
    }
    Some(actions)
}

fn proposals(diagnostic: &Diagnostic, range: Range) -> Vec<(String, TextEdit)> {
    let top = Range { start: Position::new(0, 0), end: Position::new(0, 0) };
    let proposal = |help: &Help| match help {
        Help::Rename(text) | Help::Reroute(text) => {
            Some((format!("Change to `{text}`"), TextEdit { range, new_text: text.clone() }))
        }
        Help::Import { path, .. } => {
            let import = format!("import {path}");
            Some((format!("Add `{import}`"), TextEdit { range: top, new_text: format!("{import}\n") }))
        }
        Help::Text(_) | Help::Declared(_) => None,
    };
    diagnostic.help.iter().filter_map(proposal).collect()
}
