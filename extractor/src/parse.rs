//! Java text to syntax tree: the only module that runs tree-sitter, with one [`Parser`] for each worker thread.
//!
//! Text goes in, an [`ast::File`] comes out; the parse tree lives only in between. Parsing never fails: errors are
//! diagnostics of the file. What the grammar does not know of the lexical structure (`scan`) is translated first, and
//! spans mapped back. A text is parsed without its comments and white space; where that has errors, as it is; and where an
//! error tears a class apart (`outline`), the bodies in it are parsed each on its own.
//!
//! Lowering recurses as deeply as the source nests. Worker threads need deep stacks
//! ([`quarrel_common::deep`]); nesting beyond [`MAX_DEPTH`] becomes an error node with a diagnostic.

pub(crate) mod kinds;
mod outline;
mod scan;

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use tree_sitter::{Node, ParseOptions, ParseState, Point, Tree};

use crate::ast::{self, Diagnostic, LineTable, Severity, Span};
use crate::intern::Recent;
use crate::limits::Stop;
use crate::syntax;
use kinds::Tables;
use outline::{Braces, Outline};
use scan::Squeezed;

/// How deeply constructs may nest, chains of binary operators and parentheses not counted.
pub const MAX_DEPTH: u32 = 12_000;

/// At most so many syntax errors of one file are reported.
const MAX_ERRORS: usize = 50;

/// Parses one file after the other.
pub struct Parser {
    parser: tree_sitter::Parser,
    tables: &'static Tables,
    /// Empty, with the room that trees took before.
    room: ast::File,
    recent: Recent,
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
        let _ = parser.set_language(&quarrel_java_grammar::LANGUAGE.into());
        Parser { parser, tables: Tables::get(), room: ast::File::default(), recent: Recent::default() }
    }

    /// The syntax tree of a compilation unit.
    pub fn parse(&mut self, text: &str) -> ast::File {
        self.parse_until(text, &Stop::default())
    }

    /// Like [`Parser::parse`]; once `stop` is set, the tree is empty.
    pub fn parse_until(&mut self, text: &str, stop: &Stop) -> ast::File {
        let prepared = scan::prepare(text);
        let squeezed = prepared.squeezed.and_then(|squeezed| self.squeezed(squeezed, stop));
        let unit = squeezed
            .map_or_else(|| self.unit(prepared.text.into_owned(), prepared.map.map(Arc::new), 0, stop), Ok);
        let mut file = std::mem::take(&mut self.room);
        match unit {
            Ok(unit) => {
                file = syntax::lower(&unit, text, self.tables, &mut self.recent, file);
                unit.errors(&mut file.diagnostics);
            }
            Err(why) => {
                let message = why.to_owned();
                file.diagnostics.push(Diagnostic {
                    severity: Severity::Error,
                    span: Span::default(),
                    message,
                });
            }
        }
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
        file.comments = prepared.comments;
        file.lines = LineTable::new(text);
        let tree = file.take();
        self.room = file;
        tree
    }

    /// Parses a text without comments; none where it has errors, of which the comments may be a part.
    fn squeezed(&mut self, Squeezed { text, offsets }: Squeezed, stop: &Stop) -> Option<Unit> {
        let tree = self.tree(&text, stop).ok().filter(|tree| !tree.root_node().has_error())?;
        Some(Unit { text, tree, offsets: Some(offsets), map: None, bodies: BTreeMap::new() })
    }

    /// Parses a text, which stands inside of `level` others.
    fn unit(
        &mut self,
        text: String,
        map: Option<Arc<OffsetMap>>,
        level: u32,
        stop: &Stop,
    ) -> Result<Unit, &'static str> {
        let tree = self.tree(&text, stop)?;
        let mut unit = Unit { text, tree, offsets: None, map, bodies: BTreeMap::new() };
        if !unit.tree.root_node().has_error() {
            return Ok(unit);
        }
        if level < MAX_LEVEL {
            self.keep_classes_whole(&mut unit, level, stop)?;
        }
        Ok(unit)
    }

    /// Where recovery from an error ended a class before its brace, or did not see one, bodies are parsed each on its
    /// own: an error in one of them cannot reach what is around it.
    fn keep_classes_whole(&mut self, unit: &mut Unit, level: u32, stop: &Stop) -> Result<(), &'static str> {
        let outline = outline::outline(&unit.text);
        let lost = lost_classes(&outline, &unit.tree);
        if !outline.is_balanced || lost == 0 {
            return Ok(());
        }
        // What stands in another text is a body already.
        let around = u32::from(level > 0);
        let apart: Vec<Braces> =
            outline.bodies.iter().filter(|(_, depth)| *depth == around).map(|(braces, _)| *braces).collect();
        let mut bytes = unit.text.clone().into_bytes();
        for braces in &apart {
            bytes[braces.start + 1..braces.end - 1].fill(b' ');
        }
        let Ok(skeleton) = String::from_utf8(bytes) else { return Ok(()) };
        let tree = self.tree(&skeleton, stop)?;
        // Classes in what was left out are looked for there.
        let inside =
            |class: &Braces| apart.iter().any(|body| body.start < class.start && class.end < body.end);
        let outer = Outline {
            classes: outline.classes.iter().filter(|class| !inside(class)).copied().collect(),
            ..Outline::default()
        };
        if lost_classes(&outer, &tree) >= lost_classes(&outer, &unit.tree).max(1) && level == 0 {
            return Ok(());
        }
        for braces in apart.into_iter().filter(|braces| braces.end - braces.start > 2) {
            let mut text = String::from(BEFORE_BODY);
            text.push_str(&unit.text[braces.start..braces.end]);
            text.push('}');
            let map = OffsetMap {
                after: vec![(BEFORE_BODY.len() as u32, braces.start as u32)],
                end: braces.end as u32,
                below: unit.map.clone(),
            };
            let body = self.unit(text, Some(Arc::new(map)), level + 1, stop)?;
            unit.bodies.insert(braces.start, body);
        }
        unit.tree = tree;
        unit.text = skeleton;
        Ok(())
    }

    fn tree(&mut self, text: &str, stop: &Stop) -> Result<Tree, &'static str> {
        let bytes = text.as_bytes();
        let mut read = |at: usize, _: Point| bytes.get(at..).unwrap_or_default();
        let (mut steps, most) = (0_u64, STEPS + STEPS_A_BYTE * bytes.len() as u64);
        let mut progress = |_: &ParseState| {
            steps += 1;
            if stop.is_set() || steps > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = self.parser.parse_with_options(&mut read, None, Some(options));
        tree.ok_or_else(|| {
            // Otherwise the next text would be taken for the rest of this one.
            self.parser.reset();
            if stop.is_set() { "the file was not parsed" } else { "the file is too intricate to be parsed" }
        })
    }
}

/// After so many steps, and so many more for each byte, a text is given up: the parser's own recovery takes very long
/// over some texts that are not Java. A step is a hundred operations of the parser.
const STEPS: u64 = 20_000;
const STEPS_A_BYTE: u64 = 20;

/// Bodies that are parsed on their own stand in one another no deeper than this.
const MAX_LEVEL: u32 = 8;

/// What makes a body a compilation unit. A constructor's may hold whatever another one may.
pub(crate) const BEFORE_BODY: &str = "class A{A()";

/// A text with its tree, and the bodies in it that were parsed on their own.
pub(crate) struct Unit {
    /// What was parsed; what the bodies hold is blank.
    pub(crate) text: String,
    /// Its tree.
    pub(crate) tree: Tree,
    /// Where it is [`Squeezed`], the place of each byte in the file.
    pub(crate) offsets: Option<Vec<u32>>,
    /// The way back to the file, where that is another text.
    pub(crate) map: Option<Arc<OffsetMap>>,
    /// By the offset of the brace: the body behind [`BEFORE_BODY`], and a brace.
    pub(crate) bodies: BTreeMap<usize, Unit>,
}

impl Unit {
    /// Adds a diagnostic for each syntax error.
    fn errors(&self, out: &mut Vec<Diagnostic>) {
        if self.tree.root_node().has_error() {
            syntax_errors(&self.tree, &self.text, self.map.as_deref(), out);
        }
        for body in self.bodies.values() {
            body.errors(out);
        }
    }
}

/// How many classes of the outline have no node of their extent.
fn lost_classes(outline: &Outline, tree: &Tree) -> usize {
    let mut bodies = HashSet::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if matches!(node.kind(), "class_body" | "interface_body" | "enum_body" | "annotation_type_body") {
            bodies.insert((node.start_byte(), node.end_byte()));
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                let is_lost = |class: &&Braces| !bodies.contains(&(class.start, class.end));
                return outline.classes.iter().filter(is_lost).count();
            }
        }
    }
}

/// Offsets of a translated text back to the file's.
pub(crate) struct OffsetMap {
    /// Offset in the translated text just after what was replaced, and the offset there before. Ascending.
    after: Vec<(u32, u32)>,
    /// Where the text before the translation ends. What was added behind it, a brace, lies there too.
    end: u32,
    /// Where what was translated is a translation itself.
    below: Option<Arc<OffsetMap>>,
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
        let before = before.min(self.end);
        self.below.as_ref().map_or(before, |below| below.original(before))
    }
}

/// Adds a diagnostic for each error or missing node, outermost ones only.
fn syntax_errors(tree: &Tree, text: &str, map: Option<&OffsetMap>, out: &mut Vec<Diagnostic>) {
    errors(tree, MAX_ERRORS, |node| {
        let message = if node.is_missing() {
            format!("syntax error: missing `{}`", node.kind())
        } else {
            format!("syntax error at `{}`", snippet(node, text))
        };
        let offset = |at: usize| map.map_or(at as u32, |map| map.original(at as u32));
        let span = Span::new(offset(node.start_byte()), offset(node.end_byte()));
        out.push(Diagnostic { severity: Severity::Error, span, message });
    });
}

/// Calls `with` for the first `most` error and missing nodes, outermost ones only.
fn errors(tree: &Tree, most: usize, mut with: impl FnMut(Node<'_>)) {
    let mut cursor = tree.walk();
    let mut count = 0;
    loop {
        let node = cursor.node();
        let found = node.is_missing() || node.is_error();
        if found {
            with(node);
            count += 1;
        }
        if count < most && !found && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        loop {
            if count < most && cursor.goto_next_sibling() {
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
