//! Java text to syntax tree: the only module that runs tree-sitter, with one [`Parser`] for each worker thread.
//!
//! Text goes in, an [`ast::File`] comes out; the parse tree lives only in between. Parsing never fails: errors are
//! diagnostics of the file. Unicode escapes outside literals (JLS 3.3) are translated first, and spans mapped back;
//! where a text does not parse, what is newer than the grammar is rewritten (`newer`) and the text parsed again.
//!
//! Lowering recurses as deeply as the source nests. Give worker threads [`STACK_SIZE`] bytes of stack; nesting
//! beyond [`MAX_DEPTH`] becomes an error node with a diagnostic.

pub(crate) mod kinds;
pub(crate) mod newer;
mod scan;

use tree_sitter::{Node, Tree};

use crate::ast::{self, Diagnostic, LineTable, Severity, Span};
use crate::syntax;
use kinds::Tables;

/// The stack that a thread needs which parses, or walks trees recursively. It is reserved, not used.
pub const STACK_SIZE: usize = 512 << 20;

/// How deeply constructs may nest, chains of binary operators and parentheses not counted.
pub const MAX_DEPTH: u32 = 12_000;

/// At most so many syntax errors of one file are reported.
const MAX_ERRORS: usize = 50;

/// Parses one file after the other.
pub struct Parser {
    parser: tree_sitter::Parser,
    tables: &'static Tables,
}

impl Default for Parser {
    fn default() -> Parser {
        Parser::new()
    }
}

impl Parser {
    /// A parser; make one a worker.
    pub fn new() -> Parser {
        let mut parser = tree_sitter::Parser::new();
        // Fails only for a grammar of another ABI than the library's, which the tests would see.
        let _ = parser.set_language(&tree_sitter_java::LANGUAGE.into());
        Parser { parser, tables: Tables::get() }
    }

    /// The syntax tree of a compilation unit.
    pub fn parse(&mut self, text: &str) -> ast::File {
        let scan = scan::scan(text);
        let translated = scan.has_escapes.then(|| scan::translate(text));
        let (parsed_text, map) = match &translated {
            Some((text, map)) => (text.as_str(), Some(map)),
            None => (text, None),
        };
        let mut file = match self.parser.parse(parsed_text, None) {
            Some(tree) if tree.root_node().has_error() => match self.parse_newer(&tree, parsed_text, map) {
                Some((tree, text, map)) => self.lower(&tree, &text, Some(&map)),
                None => self.lower(&tree, parsed_text, map),
            },
            Some(tree) => self.lower(&tree, parsed_text, map),
            None => {
                let mut file = ast::File::default();
                let message = "the file could not be parsed".to_owned();
                file.diagnostics.push(Diagnostic {
                    severity: Severity::Error,
                    span: Span::default(),
                    message,
                });
                file
            }
        };
        if text.contains(char::REPLACEMENT_CHARACTER) {
            let at = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0) as u32;
            let message = "bytes that are not UTF-8 were replaced".to_owned();
            file.diagnostics.push(Diagnostic {
                severity: Severity::Warning,
                span: Span::new(at, at + 3),
                message,
            });
        }
        file.diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        file.comments = scan.comments;
        file.lines = LineTable::new(text);
        file.shrink();
        file
    }

    fn lower(&self, tree: &Tree, text: &str, map: Option<&OffsetMap>) -> ast::File {
        let mut file = syntax::lower(tree, text, self.tables, map);
        if tree.root_node().has_error() {
            syntax_errors(tree, text, map, &mut file.diagnostics);
        }
        file
    }

    /// The tree of a text that did not parse, with what is newer than the grammar rewritten, if that is better.
    fn parse_newer(
        &mut self,
        tree: &Tree,
        text: &str,
        map: Option<&OffsetMap>,
    ) -> Option<(Tree, String, OffsetMap)> {
        let (rewritten, mut back) = newer::rewrite(text)?;
        back.below = map.cloned().map(Box::new);
        let better = self.parser.parse(&rewritten, None)?;
        let errors = |tree: &Tree, text: &str| {
            let mut found = Vec::new();
            syntax_errors(tree, text, None, &mut found);
            found.len()
        };
        let fewer = errors(&better, &rewritten) < errors(tree, text);
        fewer.then_some((better, rewritten, back))
    }
}

/// Offsets of a translated text back to the file's.
#[derive(Clone)]
pub(crate) struct OffsetMap {
    /// Offset in the translated text just after what was replaced, and the offset there before. Ascending.
    after: Vec<(u32, u32)>,
    /// Where what was translated is a translation itself.
    below: Option<Box<OffsetMap>>,
}

impl OffsetMap {
    pub(crate) fn original(&self, offset: u32) -> u32 {
        let before = match self.after.partition_point(|&(translated, _)| translated <= offset) {
            0 => offset,
            n => {
                let (translated, original) = self.after[n - 1];
                original + (offset - translated)
            }
        };
        self.below.as_ref().map_or(before, |below| below.original(before))
    }
}

/// Adds a diagnostic for each error or missing node, outermost ones only.
fn syntax_errors(tree: &Tree, text: &str, map: Option<&OffsetMap>, out: &mut Vec<Diagnostic>) {
    let mut cursor = tree.walk();
    let mut count = 0;
    loop {
        let node = cursor.node();
        let message = if node.is_missing() {
            Some(format!("syntax error: missing `{}`", node.kind()))
        } else if node.is_error() {
            Some(format!("syntax error at `{}`", snippet(node, text)))
        } else {
            None
        };
        let found = message.is_some();
        if let Some(message) = message {
            let offset = |at: usize| map.map_or(at as u32, |map| map.original(at as u32));
            let span = Span::new(offset(node.start_byte()), offset(node.end_byte()));
            out.push(Diagnostic { severity: Severity::Error, span, message });
            count += 1;
        }
        if count < MAX_ERRORS && !found && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        loop {
            if count < MAX_ERRORS && cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// The beginning of a node's text, on one line.
fn snippet(node: Node<'_>, text: &str) -> String {
    let text = text.get(node.byte_range()).unwrap_or("");
    let line = text.trim_start().lines().next().unwrap_or("");
    line.chars().take(40).collect()
}
