//! The prompt: answers queries, expressions, formulas and definitions, typed or piped in.
//!
//! [`state`] is the session, [`commands`] runs commands, [`plain`] understands names and words of other prompts,
//! [`helper`] serves the line editor, [`show`] makes text.

mod ast;
pub mod commands;
pub mod helper;
pub mod plain;
pub mod show;
pub mod state;
mod why;
mod why_not;

use commands::Done;
use helper::Prompt;
use quarrel_common::words::{count, grouped};
use quarrel_console::Failure;
use quarrel_console::sink;
use quarrel_engine::ResultSet;
use quarrel_report::is_for_reports;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};
use state::{Answer, Last, State};
use std::cell::RefCell;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::rc::Rc;

/// The number of rows that are shown at once without a terminal.
const ROWS: usize = 100;

/// Answers until the input ends or `:quit`. After an error the session goes on.
///
/// # Errors
/// If the terminal cannot be used, or standard output cannot be written.
pub fn run(state: State) -> Result<(), Failure> {
    let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let color = on_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let state = Rc::new(RefCell::new(state));
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .history_ignore_space(true)
        .auto_add_history(false)
        .build();
    let unusable = |error: ReadlineError| Failure::new(format!("cannot use the terminal: {error}"));
    let mut editor: Editor<Prompt, FileHistory> = Editor::with_config(config).map_err(unusable)?;
    editor.set_helper(Some(Prompt::new(Rc::clone(&state), color)));
    let history = history_file().filter(|_| on_terminal);
    if let Some(file) = &history {
        // The first session has no history.
        let _ = editor.load_history(file);
    }
    // The next row of a long result.
    let mut shown: Option<usize> = None;
    loop {
        match editor.readline("quarrel> ") {
            Ok(text) if text.trim().is_empty() => {
                if let Some(from) = shown {
                    let state = state.borrow();
                    if let Some(set) = state.last.as_ref().and_then(Last::main) {
                        let (text, next) = more_rows(&state, set, from, "");
                        sink::show(&text)?;
                        shown = next;
                    }
                }
            }
            Ok(text) => {
                if on_terminal {
                    let _ = editor.add_history_entry(text.trim());
                    // Save each entry at once, since the session may be killed.
                    if let Some(file) = &history {
                        let _ = editor.append_history(file);
                    }
                }
                shown = None;
                let done = {
                    let mut state = state.borrow_mut();
                    guarded(&mut state, text.trim())
                };
                match done {
                    Ok(Done::Quit) => return Ok(()),
                    // Long texts go to a pager.
                    Ok(Done::Say(text)) if on_terminal => sink::page(&text)?,
                    Ok(Done::Say(text)) => sink::show(&text)?,
                    Ok(Done::Answer(answer)) => {
                        let (text, next) = answer_text(&state.borrow(), &answer);
                        sink::show(&text)?;
                        shown = next;
                    }
                    Err(failure) => failure.print(),
                }
            }
            Err(ReadlineError::Interrupted) => shown = None,
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(unusable(error)),
        }
    }
}

/// Answers a text; a panic is reported and does not end the session.
fn guarded(state: &mut State, text: &str) -> Result<Done, Failure> {
    let text = plain::command_of(text).unwrap_or(text);
    let answer = std::panic::AssertUnwindSafe(|| match (text.starts_with(':'), plain::habit(text)) {
        (true, _) => state.command(text),
        (false, Some(failure)) => Err(failure),
        (false, None) => state.answer(text).map(Done::Answer),
    });
    std::panic::catch_unwind(answer).unwrap_or_else(|_| {
        Err(Failure::new("this is a bug in quarrel; the session goes on")
            .help("please report it with the lines above and what you typed"))
    })
}

/// An answer as text, and the number of the next row if not all rows are shown.
fn answer_text(state: &State, answer: &Answer) -> (String, Option<usize>) {
    let time = |time: &std::time::Duration| match state.settings.time {
        true => format!(" in {}", show::time(*time)),
        false => String::new(),
    };
    match answer {
        Answer::Nothing => (String::new(), None),
        Answer::Defined(names) => {
            let line = |(name, replaced): &(String, bool)| {
                format!("{} {name}\n", if *replaced { "redefined" } else { "defined" })
            };
            (names.iter().map(line).collect(), None)
        }
        Answer::Truth(holds, took) => (format!("{holds}{}\n", time(took)), None),
        Answer::Results(took) => results_text(state, &time(took)).unwrap_or_default(),
    }
}

fn results_text(state: &State, time: &str) -> Option<(String, Option<usize>)> {
    let last = state.last.as_ref()?;
    let main = last.main()?;
    // A single value is shown without a table.
    if let ([set], [row]) = (last.sets.as_slice(), main.rows.as_slice())
        && let ([cell], [column]) = (row.as_slice(), set.columns.as_slice())
        && !column.is_entity
    {
        return Some((format!("{}{time}\n", cell.text()), None));
    }
    let mut out = String::new();
    for set in last.sets.iter().filter(|set| set.name != main.name) {
        let all = set.rows.len();
        if main.name == "#select" && is_for_reports(set) {
            let _ = writeln!(out, "{}: {}", set.name, rows_text(all, 0, all));
            continue;
        }
        let to = all.min(page(state, set));
        let rows = show::rows(set, 0, to, &state.settings);
        let _ = writeln!(out, "{}\n{rows}{}", set.name, rows_text(all, 0, to));
    }
    if last.sets.len() > 1 {
        let _ = writeln!(out, "{}", main.name);
    }
    let (rows, next) = more_rows(state, main, 0, time);
    Some((out + &rows, next))
}

/// The next rows of a result set that fit.
fn more_rows(state: &State, set: &ResultSet, from: usize, time: &str) -> (String, Option<usize>) {
    let all = set.rows.len();
    let to = all.min(from + page(state, set));
    let rows = if all > 0 { show::rows(set, from, to, &state.settings) } else { String::new() };
    let more = if to < all { "; Enter shows more" } else { "" };
    (format!("{rows}{}{time}{more}\n", rows_text(all, from, to)), (to < all).then_some(to))
}

fn rows_text(all: usize, from: usize, to: usize) -> String {
    match (from, to) {
        (0, to) if to == all => count(all, "row"),
        (from, to) => format!("rows {} to {} of {}", from + 1, to, grouped(all)),
    }
}

/// The number of rows that fit.
fn page(state: &State, set: &ResultSet) -> usize {
    let has_places =
        || set.rows.iter().flatten().any(|cell| cell.location().is_some_and(|at| at.start_line > 0));
    let lines = if state.settings.places && has_places() { 2 } else { 1 };
    match state.settings.rows {
        Some(rows) => rows,
        None if std::io::stdout().is_terminal() => {
            let lines = if show::is_vertical(set, &state.settings) { set.columns.len() + 1 } else { lines };
            (terminal_size().1.saturating_sub(6) / lines).max(if lines > 2 { 1 } else { 5 })
        }
        None => ROWS,
    }
}

/// The columns and lines of the terminal; a default size without a terminal.
pub fn terminal_size() -> (usize, usize) {
    let set = |name: &str| std::env::var(name).ok()?.parse::<usize>().ok();
    let known = terminal_size::terminal_size().map(|(width, height)| (width.0.into(), height.0.into()));
    known.unwrap_or_else(|| (set("COLUMNS").unwrap_or(80), set("LINES").unwrap_or(24)))
}

/// The file with the history of inputs.
fn history_file() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| Some(std::env::home_dir()?.join(".local/state")))?;
    let folder = state.join("quarrel");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}
