//! `quarrel repl`: a prompt for queries.

use super::common::{Compiler, evaluate, open};
use super::extract;
use crate::args::Repl;
use crate::failure::Failure;
use crate::output::table;
use quarrel_engine::{CompileOptions, Edb, Place};
use quarrel_store::SqliteDb;
use rustyline::error::ReadlineError;
use std::path::Path;

/// How many rows of a result are shown.
const SHOWN_ROWS: usize = 100;

/// Bytes of columns that are kept from query to query.
const KEPT: usize = 1 << 30;

const HELP: &str = "\
Type a query and end it with an empty line:

  from Method m where m.isSynchronized() select m, m.getDeclaringType()

`import java` is there already. Commands:
  :help    this text
  :quit    leave (also Ctrl-D)
";

/// Runs the command.
///
/// # Errors
/// If the database or sources cannot be used.
pub fn run(args: &Repl) -> Result<u8, Failure> {
    let scratch = tempfile::tempdir()
        .map_err(|error| Failure::new(format!("cannot make a temporary folder: {error}")))?;
    let extracted = scratch.path().join("code.db");
    let path: &Path = if is_source(&args.path) {
        let report =
            extract::extract(&args.path, &extracted, args.threads, &crate::args::Libraries::default())?;
        super::common::note(&extract::summary(&report));
        &extracted
    } else {
        &args.path
    };
    let db = open(path)?.keeping(KEPT);
    let mut prompt = Prompt { db, threads: args.threads, count: 0 };
    let mut editor = rustyline::DefaultEditor::new()
        .map_err(|error| Failure::new(format!("cannot use the terminal: {error}")))?;
    prompt.say("Quarrel. Type a query and an empty line; :help tells more.\n");
    let mut pending = String::new();
    loop {
        let sign = if pending.is_empty() { "quarrel> " } else { "      -> " };
        match editor.readline(sign) {
            Ok(line) => match prompt.line(&line, &mut pending) {
                Next::Quit => return Ok(0),
                Next::More => {}
                Next::Run(query) => {
                    let _ = editor.add_history_entry(query.trim());
                    prompt.answer(&query);
                }
            },
            Err(ReadlineError::Interrupted) => pending.clear(),
            Err(ReadlineError::Eof) => {
                if !pending.trim().is_empty() {
                    prompt.answer(&pending);
                }
                return Ok(0);
            }
            Err(error) => return Err(Failure::new(format!("cannot read from the terminal: {error}"))),
        }
    }
}

fn is_source(path: &Path) -> bool {
    path.is_dir() || path.extension().is_some_and(|extension| extension == "java")
}

/// What a line leads to.
enum Next {
    More,
    Run(String),
    Quit,
}

struct Prompt {
    db: SqliteDb,
    threads: Option<usize>,
    count: usize,
}

impl Prompt {
    fn line(&self, line: &str, pending: &mut String) -> Next {
        let trimmed = line.trim();
        if pending.is_empty() {
            match trimmed {
                "" => return Next::More,
                ":quit" | ":q" => return Next::Quit,
                ":help" | ":h" => {
                    self.say(HELP);
                    return Next::More;
                }
                _ if trimmed.starts_with(':') => {
                    self.say(&format!("there is no command `{trimmed}`; :help lists them\n"));
                    return Next::More;
                }
                _ => {}
            }
        }
        if trimmed.is_empty() {
            return Next::Run(std::mem::take(pending));
        }
        pending.push_str(line);
        pending.push('\n');
        Next::More
    }

    /// Answers a query; a mistake is told and the session goes on.
    fn answer(&mut self, query: &str) {
        match self.evaluate(query) {
            Ok(text) => self.say(&text),
            Err(failure) => failure.print(),
        }
    }

    fn evaluate(&mut self, query: &str) -> Result<String, Failure> {
        self.count += 1;
        let mut compiler = Compiler::new(self.db.catalog().clone(), &[])?;
        let place = Place::Bundled(format!("prompt/{}.ql", self.count));
        let has_import = query.lines().any(|line| line.trim_start().starts_with("import "));
        let text = if has_import { query.to_owned() } else { format!("import java\n{query}") };
        let entry = compiler.session().load_text(&place, text.into()).map_err(super::common::pack_failure)?;
        let compiled = compiler.compile(&[entry], &CompileOptions::default())?;
        let sets = evaluate(&compiled, &self.db as &dyn Edb, self.threads, false)?;
        Ok(sets.iter().map(|set| table::render(set, Some(SHOWN_ROWS))).collect())
    }

    fn say(&self, text: &str) {
        // A closed terminal ends the session at the next read.
        let _ = crate::output::sink::write(text, None);
    }
}
