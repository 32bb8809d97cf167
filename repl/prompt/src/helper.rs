//! Connects the prompt with the line editor: when a text is complete, completion, colours.

use super::commands::{COMMANDS, SETTINGS};
use super::plain;
use super::state::State;
use quarrel_driver::complete::{self, Item, ItemKind, Wanted};
use quarrel_engine::packs::models::models;
use quarrel_engine::snippet::{Snippet, Word, classify, closers, words};
use quarrel_engine::{Edb, PROBE};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hinter, HistoryHinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

/// The callbacks of the line editor.
pub struct Prompt {
    state: Rc<RefCell<State>>,
    files: FilenameCompleter,
    history: HistoryHinter,
    color: bool,
}

impl Prompt {
    /// For a session; `color` if the terminal has colours.
    pub fn new(state: Rc<RefCell<State>>, color: bool) -> Self {
        Self { state, files: FilenameCompleter::new(), history: HistoryHinter::new(), color }
    }
}

impl Helper for Prompt {}

impl Validator for Prompt {
    fn validate(&self, ctx: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match is_complete(ctx.input()) {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

/// Whether a text is answered at once. If it is incomplete, more lines are read until it is complete, or a line is empty.
pub fn is_complete(text: &str) -> bool {
    let trimmed = text.trim();
    let ended = text.trim_end_matches([' ', '\t']).ends_with('\n') || trimmed.ends_with(';');
    ended
        || trimmed.starts_with([':', '.', '\\', '?'])
        || plain::is_habit(trimmed)
        || classify(text) != Snippet::Incomplete
}

impl Completer for Prompt {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, ctx: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..pos];
        if let Some(command) = before.trim_start().strip_prefix(':') {
            let Some((name, argument)) = command.split_once(char::is_whitespace) else {
                let start = pos - command.len() - 1;
                let known = COMMANDS.iter().map(|known| known.name);
                return Ok((
                    start,
                    pairs(
                        known.filter(|name| {
                            name.strip_prefix(':').is_some_and(|name| name.starts_with(command))
                        }),
                    ),
                ));
            };
            let word = argument.rsplit(char::is_whitespace).next().unwrap_or("");
            let start = pos - word.len();
            let state = self.state.borrow();
            let starting = |name: &&str| name.starts_with(word);
            match name {
                "load" | "save" => return self.files.complete(line, pos, ctx),
                "schema" => {
                    let names = state.db.catalog().relations.iter().map(|relation| relation.name.as_str());
                    return Ok((start, pairs(names.filter(starting))));
                }
                "list" => {
                    let what = ["classes", "definitions", "modules", "packs", "predicates", "relations"];
                    return Ok((start, pairs(what.into_iter().filter(starting))));
                }
                "set" => {
                    return Ok((start, pairs(SETTINGS.iter().copied().filter(starting))));
                }
                "models" => {
                    let known = models(state.compiler.roots()).unwrap_or_default();
                    return Ok((
                        start,
                        pairs(known.iter().map(|model| model.name.as_str()).filter(starting)),
                    ));
                }
                "help" => {
                    let names = COMMANDS.iter().map(|known| known.name.trim_start_matches(':'));
                    return Ok((start, pairs(names.filter(starting))));
                }
                "run" => {
                    drop(state);
                    let names = self.state.borrow_mut().bundled_queries();
                    return Ok((start, pairs(names.iter().map(String::as_str).filter(starting))));
                }
                "forget" => {
                    let names: Vec<String> =
                        state.definitions.iter().map(|known| known.name.clone()).collect();
                    return Ok((start, pairs(names.iter().map(String::as_str).filter(starting))));
                }
                _ => {}
            }
        }
        let (start, items) = self.items(line, pos);
        let word = &line[start..pos];
        let fitting = complete::once(items).into_iter().filter(|item| item.name.starts_with(word));
        let pair = |item: Item| {
            let replacement = match (item.kind, item.arity) {
                (ItemKind::Member, 0) => format!("{}()", item.name),
                (ItemKind::Member, _) => format!("{}(", item.name),
                _ => item.name.clone(),
            };
            // The head shows the parameters and the result type.
            let has_head = matches!(item.kind, ItemKind::Member | ItemKind::Predicate);
            let head = item.detail.filter(|_| has_head).map(|head| signature(&head));
            Pair { display: head.unwrap_or(item.name), replacement }
        };
        Ok((start, fitting.map(pair).collect()))
    }
}

/// A head without annotations, shortened for a list.
fn signature(head: &str) -> String {
    const MOST: usize = 70;
    const ANNOTATIONS: &[&str] =
        &["abstract", "cached", "deprecated", "final", "override", "private", "query"];
    let words = head.split_whitespace().skip_while(|word| ANNOTATIONS.contains(word) || word.ends_with(']'));
    let text = words.collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

fn pairs<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Pair> {
    names.map(|name| Pair { display: name.to_owned(), replacement: name.to_owned() }).collect()
}

impl Prompt {
    /// The offset of the word at `pos`, and its completions.
    fn items(&self, line: &str, pos: usize) -> (usize, Vec<Item>) {
        // The argument of a command is QL.
        let skipped = match line.trim_start().starts_with(':') {
            true => line.find(char::is_whitespace).map_or(pos, |at| at.min(pos)),
            false => 0,
        };
        let (text, at) = (&line[skipped..], pos - skipped);
        let (start, wanted) = complete::wanted(text, at);
        let mut state = self.state.borrow_mut();
        let definitions = state.module(&[]);
        let items = match wanted {
            Wanted::Member { before, .. } => {
                // The text may be the beginning of several kinds of input.
                let closed = format!("{before}{}", closers(&before));
                let forms = [
                    format!("{closed}\nselect 1\n"),
                    format!("{closed}\n"),
                    format!("select {closed}\n"),
                    format!("predicate quarrelTried() {{ {closed} }}\n"),
                ];
                let members = forms.iter().find_map(|form| {
                    let (examined, _) = state.examine(&format!("{form}{definitions}")).ok()?;
                    let members = complete::members(state.compiler.session(), &examined.recorded);
                    Some(members).filter(|members| !members.is_empty())
                });
                members.unwrap_or_default()
            }
            Wanted::Name => {
                let before = &text[..start];
                match state.examine(&format!("{before}\n{definitions}")) {
                    Ok((examined, _)) => {
                        complete::names(state.compiler.session(), examined.file, &examined.recorded, before)
                    }
                    Err(_) => Vec::new(),
                }
            }
        };
        debug_assert!(items.iter().all(|item| item.name != PROBE));
        (start + skipped, items)
    }
}

impl Hinter for Prompt {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, ctx: &Context<'_>) -> Option<String> {
        if pos < line.len() || line.trim().is_empty() {
            return None;
        }
        if line.starts_with(':') {
            let known = COMMANDS.iter().find(|known| known.name == line.trim_end())?;
            return Some(format!(" {}", known.arguments))
                .filter(|hint| hint.len() > 1 && !line.ends_with(' '));
        }
        self.history.hint(line, pos, ctx)
    }
}

impl Highlighter for Prompt {
    fn highlight<'l>(&self, line: &'l str, _pos: usize) -> Cow<'l, str> {
        if !self.color || line.starts_with(':') {
            return Cow::Borrowed(line);
        }
        Cow::Owned(colored(line))
    }
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _default: bool) -> Cow<'b, str> {
        if self.color { Cow::Owned(format!("\x1b[1;34m{prompt}\x1b[0m")) } else { Cow::Borrowed(prompt) }
    }
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.color { Cow::Owned(format!("\x1b[2m{hint}\x1b[0m")) } else { Cow::Borrowed(hint) }
    }
    fn highlight_char(&self, _line: &str, _pos: usize, kind: CmdKind) -> bool {
        self.color && kind != CmdKind::MoveCursor
    }
}

/// QL with colours.
pub fn colored(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (range, word) in words(text) {
        if range.start < at || range.end > text.len() {
            continue;
        }
        let code = match word {
            Word::Keyword => "1;35",
            Word::Type => "33",
            Word::Text => "32",
            Word::Number => "36",
            Word::DatabaseType => "34",
            Word::Comment => "2",
            Word::Wrong => "31",
        };
        out.push_str(&text[at..range.start]);
        out.push_str(&format!("\x1b[{code}m{}\x1b[0m", &text[range.clone()]));
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}
