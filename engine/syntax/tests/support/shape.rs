//! Comparable forms of parsed texts.

use quarrel_base::SourceMap;
use quarrel_syntax::tree::{Member, MemberKind};
use quarrel_syntax::{Parse, parse, pretty};
use std::fmt::Write;

/// Parses a text.
pub fn parse_text(text: &str) -> Parse {
    let mut sources = SourceMap::new();
    let file = sources.add("test.qll", text);
    parse(&sources, file)
}

/// The diagnostics as lines `line:column code: message`, with an indented line for each help.
pub fn diagnostics(text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("test.qll", text);
    let mut out = String::new();
    for diagnostic in parse(&sources, file).diagnostics {
        let (line, column) = sources.line_column(diagnostic.primary);
        let _ = writeln!(out, "{line}:{column} {}: {}", diagnostic.code.name(), diagnostic.message);
        for help in &diagnostic.help {
            let _ = writeln!(out, "  {help}");
        }
    }
    out
}

/// The tree without its places.
pub fn shape(parse: &Parse) -> String {
    let text = format!("{:?}", parse.tree);
    let mut parts = text.split("Span {");
    let mut out = parts.next().unwrap_or_default().to_string();
    out.extend(parts.map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)));
    out
}

/// The shape without QLDoc, for texts where members with mistakes are left out and others inherit their comments.
fn shape_without_docs(mut parse: Parse) -> String {
    fn strip(members: &mut [Member]) {
        for member in members {
            member.doc = None;
            if let MemberKind::Module(module) = &mut member.kind {
                strip(&mut module.members);
            }
        }
    }
    parse.tree.doc = None;
    strip(&mut parse.tree.members);
    shape(&parse)
}

/// Checks that the parsed part of a text prints as an equivalent text without mistakes. `what` names the text.
pub fn survives(what: &str, text: &str) {
    let first = parse_text(text);
    let printed = pretty::file(&first.tree);
    assert_eq!(diagnostics(&printed), "", "{what}:\n{text}\nprinted as\n{printed}");
    assert_eq!(
        shape_without_docs(first),
        shape_without_docs(parse_text(&printed)),
        "{what}:\n{text}\nprinted as\n{printed}"
    );
}
