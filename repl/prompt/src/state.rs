//! What a session at the prompt knows: definitions, the last results, settings. Texts flow in; [`Answer`]s, or
//! [`Failure`]s that the session survives, flow out.
//!
//! Definitions accumulate as one module. Every text is compiled with them behind it, so that its own lines are counted
//! from 1; a definition takes the place of an earlier one of the same sort, name and number of parameters.

use super::{plain, show};
use quarrel_common::words;
use quarrel_console::Failure;
use quarrel_console::terminal::color_on_stderr;
use quarrel_console::{note, note_styled};
use quarrel_driver::limits::AtWork;
use quarrel_driver::{Bounds, Compiler, Setup, compile_stopped, eval_failure, in_pool, pack_failure};
use quarrel_engine::snippet::{Clauses, Declared, EXPRESSION, FORMULA, Snippet, classify, clauses};
use quarrel_engine::{
    CompileError, CompileOptions, Compiled, Diagnostic, FileId, Options, Place, Recorded, ResultSet,
    SourceMap, Span, Work, diag, run_profiled,
};
use quarrel_store::SqliteDb;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A session.
pub struct State {
    /// The database.
    pub db: SqliteDb,
    /// The compiler with all that it has read.
    pub compiler: Compiler,
    /// What was defined, in the order in which it was first.
    pub definitions: Vec<Declared>,
    /// Where texts are resolved as if they stood there.
    place: Place,
    /// What can be set.
    pub settings: Settings,
    /// The last results.
    pub last: Option<Last>,
}

/// What `:set` changes.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many rows of a result are shown at once; `None`: as many as the terminal has lines.
    pub rows: Option<usize>,
    /// Whether the time of each query is shown.
    pub time: bool,
    /// Whether the places of elements are shown.
    pub places: bool,
    /// Whether each value has a line of its own; `None`: where a table has no room.
    pub vertical: Option<bool>,
    /// What bounds a query.
    pub bounds: Bounds,
    /// How many threads; all cores if it is `None`.
    pub threads: Option<usize>,
    /// What is said about the program.
    pub setup: Setup,
}

/// The last query and what it gave.
pub struct Last {
    /// The text as it was typed.
    pub text: String,
    /// The text that was compiled, definitions included.
    pub module: Arc<str>,
    /// Where it is resolved as if it stood there.
    pub place: Place,
    /// The results.
    pub sets: Vec<ResultSet>,
}

/// What a text led to.
pub enum Answer {
    /// Nothing to show.
    Nothing,
    /// What was defined, and whether it replaced something.
    Defined(Vec<(String, bool)>),
    /// Results, and how long they took.
    Results(Duration),
    /// Whether a formula holds, and how long that took.
    Truth(bool, Duration),
}

impl State {
    /// A session on a database.
    ///
    /// # Errors
    /// If a bundled pack is broken.
    pub fn new(
        db: SqliteDb,
        search_path: &[PathBuf],
        threads: Option<usize>,
        bounds: Bounds,
        setup: Setup,
    ) -> Result<Self, Failure> {
        use quarrel_engine::Edb;
        let mut compiler = Compiler::new(db.catalog().clone(), search_path)?;
        compiler.session().check_rows(false);
        let place = quarrel_engine::packs::disk(&PathBuf::from("<prompt>.ql")).map_err(pack_failure)?;
        let settings =
            Settings { rows: None, time: true, places: true, vertical: None, bounds, threads, setup };
        settings.setup.apply(&mut compiler);
        let state = Self { db, compiler, definitions: Vec::new(), place, settings, last: None };
        Ok(state)
    }

    /// The definitions as a module, without those that `instead` replaces.
    pub fn module(&self, instead: &[Declared]) -> String {
        let mut text = "import java\n".to_owned();
        for definition in &self.definitions {
            if !instead.iter().any(|new| new.key == definition.key) {
                text.push_str(&definition.text);
                text.push('\n');
            }
        }
        text
    }

    /// Answers a text.
    ///
    /// # Errors
    /// If there are mistakes in it, or it could not be evaluated.
    pub fn answer(&mut self, text: &str) -> Result<Answer, Failure> {
        let text = text.trim().trim_end_matches(';').trim_end();
        if plain::is_id(text)
            && let Some(place) = self.place_of_id(text)?
        {
            return self.run_place(&place);
        }
        let definitions = self.module(&[]);
        if let Some(query) = plain::spelled_out(&mut self.compiler, &self.place, &definitions, text)? {
            return self.query(&query, ("", "\n")).map(Answer::Results).map_err(Refused::failure);
        }
        match classify(text) {
            Snippet::Nothing => Ok(Answer::Nothing),
            Snippet::Declarations(new) => self.define(new),
            Snippet::Query => self.query(text, ("", "\n")).map(Answer::Results).map_err(Refused::failure),
            Snippet::Formula => self.truth(text).map_err(Refused::failure),
            Snippet::Expression => match self.query(text, EXPRESSION) {
                Ok(time) => Ok(Answer::Results(time)),
                // A call without a result looks like an expression.
                Err(refused) if refused.wants_formula() => match self.truth(text) {
                    Ok(answer) => Ok(answer),
                    Err(other) if other.mistakes => Err(refused.failure()),
                    Err(other) => Err(other.failure()),
                },
                Err(refused) => Err(refused.failure()),
            },
            Snippet::Incomplete | Snippet::Wrong => {
                // The compiler reports what is wrong with it, as what it is likeliest meant to be.
                let begins = text.split(|ch: char| !ch.is_alphanumeric()).next().unwrap_or_default();
                let declares =
                    ["from", "select", "class", "module", "predicate", "import", "private", "newtype"];
                let around = match declares.contains(&begins) || text.contains('{') {
                    true => ("", "\n"),
                    false if text.contains(['=', '<', '>']) => FORMULA,
                    false => EXPRESSION,
                };
                self.query(text, around).map(Answer::Results).map_err(Refused::failure)
            }
        }
    }

    fn define(&mut self, mut new: Vec<Declared>) -> Result<Answer, Failure> {
        // Of two of the same key the last counts.
        for at in (0..new.len()).rev() {
            if new[at + 1..].iter().any(|later| later.key == new[at].key) {
                new.remove(at);
            }
        }
        let text: String = new.iter().map(|declared| format!("{}\n", declared.text)).collect();
        let module = format!("{text}{}", self.module(&new));
        let (_, diagnostics) = self.examine(&module)?;
        let mistakes: Vec<Diagnostic> =
            diagnostics.into_iter().filter(|told| told.code.name() != "no-query").collect();
        let shown = self.shown(&mistakes, &text, 0);
        if mistakes.iter().any(Diagnostic::is_error) {
            let count = mistakes.iter().filter(|told| told.is_error()).count();
            let word = if count == 1 { "a mistake" } else { "mistakes" };
            return Err(Failure::new(format!("not taken over, because of {word}")).rendered(shown));
        }
        if !shown.is_empty() {
            note_styled(shown.trim_end());
        }
        let mut told = Vec::new();
        for declared in new {
            match self.definitions.iter_mut().find(|known| known.key == declared.key) {
                Some(known) => {
                    told.push((declared.key.clone(), true));
                    *known = declared;
                }
                None => {
                    told.push((declared.key.clone(), false));
                    self.definitions.push(declared);
                }
            }
        }
        Ok(Answer::Defined(told))
    }

    fn truth(&mut self, text: &str) -> Result<Answer, Refused> {
        let time = self.query(text, FORMULA)?;
        let holds =
            self.last.as_ref().and_then(|last| last.sets.first()).is_some_and(|set| !set.rows.is_empty());
        Ok(Answer::Truth(holds, time))
    }

    /// Compiles and evaluates a query and keeps its results.
    fn query(&mut self, text: &str, around: (&str, &str)) -> Result<Duration, Refused> {
        for (one, other) in clauses(text).map(|query| unrelated(&query)).unwrap_or_default() {
            note(&format!(
                "warning: nothing relates `{one}` and `{other}`: each {one} is combined with each {other}; Ctrl-C stops it"
            ));
        }
        let module: Arc<str> = format!("{}{text}{}{}", around.0, around.1, self.module(&[])).into();
        let started = Instant::now();
        let compiled = self.compile(&module, text, around.0.len())?;
        let sets = self.evaluate(&compiled).map_err(Refused::of)?;
        self.last = Some(Last { text: text.to_owned(), module, place: self.place.clone(), sets });
        Ok(started.elapsed())
    }

    /// Compiles a module of which `text`, at `offset`, was typed; warnings are printed.
    fn compile(&mut self, module: &Arc<str>, text: &str, offset: usize) -> Result<Compiled, Refused> {
        let file = self.load(module).map_err(Refused::of)?;
        match self.compiler.session().compile(&[file], &CompileOptions::default()) {
            Ok(compiled) => {
                let shown = self.shown(&compiled.diagnostics, text, offset);
                if !shown.is_empty() {
                    note_styled(shown.trim_end());
                }
                Ok(compiled)
            }
            Err(CompileError::Mistakes(diagnostics)) => {
                let codes = diagnostics.iter().filter(|told| told.is_error()).map(|told| told.code.name());
                let codes = codes.map(str::to_owned).collect();
                let shown = self.shown(&diagnostics, text, offset);
                let errors = diagnostics.iter().filter(|told| told.is_error()).count();
                let failure =
                    Failure::new(format!("{} in QL", words::count(errors, "mistake"))).rendered(shown);
                Err(Refused { failure, codes, mistakes: true })
            }
            Err(error) => Err(Refused::of(self.compiler.compile_failure(error))),
        }
    }

    /// Compiles the module of the last query again.
    ///
    /// # Errors
    /// If that is not possible any more.
    pub fn compile_last(&mut self) -> Result<(Compiled, FileId), Failure> {
        let Some(last) = &self.last else {
            return Err(Failure::new("there is no query yet"));
        };
        let (module, place) = (last.module.clone(), last.place.clone());
        let session = self.compiler.session();
        let file = session.load_text(&place, module).map_err(pack_failure)?;
        let compiled = session.compile(&[file], &CompileOptions::default());
        Ok((compiled.map_err(|error| self.compiler.compile_failure(error))?, file))
    }

    /// Compiles a module of ours.
    ///
    /// # Errors
    /// If there are mistakes in it.
    pub(super) fn compile_quietly(&mut self, module: &Arc<str>) -> Result<Compiled, Failure> {
        let file = self.load(module)?;
        let compiled = self.compiler.session().compile(&[file], &CompileOptions::default());
        compiled.map_err(|error| self.compiler.compile_failure(error))
    }

    /// The types of what a module selects, of which `text`, at `offset`, was typed.
    ///
    /// # Errors
    /// If there are mistakes in it.
    pub fn column_types(&mut self, module: &str, text: &str, offset: usize) -> Result<Vec<String>, Failure> {
        let file = self.load(&module.into())?;
        self.compiler
            .session()
            .column_types(file)
            .map_err(|mistakes| Failure::new("it has no type").rendered(self.shown(&mistakes, text, offset)))
    }

    /// Runs a query of a pack, or a file.
    ///
    /// # Errors
    /// If it is not there, has mistakes or could not be evaluated.
    pub fn run_place(&mut self, place: &Place) -> Result<Answer, Failure> {
        let started = Instant::now();
        let file = self.compiler.session().load(place).map_err(pack_failure)?;
        let compiled = self.compiler.compile(&[file], &CompileOptions::default())?;
        let sets = self.evaluate(&compiled)?;
        let text: Arc<str> = self.compiler.session().sources().file(file).text.clone();
        self.last = Some(Last { text: text.to_string(), module: text, place: place.clone(), sets });
        Ok(Answer::Results(started.elapsed()))
    }

    fn load(&mut self, module: &Arc<str>) -> Result<FileId, Failure> {
        let place = self.place.clone();
        self.compiler.session().load_text(&place, module.clone()).map_err(pack_failure)
    }

    /// What the names in a module mean, and the mistakes in it.
    ///
    /// # Errors
    /// If a file that it imports cannot be read.
    pub fn examine(&mut self, module: &str) -> Result<(Examined, Vec<Diagnostic>), Failure> {
        let file = self.load(&module.into())?;
        let (recorded, diagnostics) = self.compiler.session().examine(&[file]).map_err(compile_stopped)?;
        Ok((Examined { file, recorded }, diagnostics))
    }

    /// Evaluates; Ctrl-C stops that and not the session.
    ///
    /// # Errors
    /// If it was stopped or the database cannot be read.
    pub fn evaluate(&self, compiled: &Compiled) -> Result<Vec<ResultSet>, Failure> {
        self.run(compiled, false).map(|(sets, _)| sets)
    }

    /// Evaluates for the account of the work, with the plans.
    ///
    /// # Errors
    /// As for [`State::evaluate`].
    pub fn observe(&self, compiled: &Compiled) -> Result<Work, Failure> {
        self.run(compiled, true).map(|(_, work)| work)
    }

    fn run(&self, compiled: &Compiled, plans: bool) -> Result<(Vec<ResultSet>, Work), Failure> {
        let at_work = AtWork::begin(&self.settings.bounds);
        let options = Options {
            limits: at_work.limits(),
            progress: at_work.progress(Vec::new()),
            ..Options::default()
        };
        in_pool(self.settings.threads, || {
            let started = Instant::now();
            let (results, work) = run_profiled(compiled, &self.db, &options, plans);
            let reached = || {
                let all = compiled.stratified().strata().len();
                format!("after {}, {} of {all} steps done", show::time(started.elapsed()), work.strata.len())
            };
            match results {
                Ok(results) => Ok((results.sets, work)),
                Err(error) => Err(stopped(error, &reached())),
            }
        })
    }

    /// Diagnostics as text. Those about what was typed show that alone, with lines and columns as they were typed.
    fn shown(&mut self, diagnostics: &[Diagnostic], text: &str, offset: usize) -> String {
        let session = self.compiler.session();
        let mut sources: SourceMap = session.sources().clone();
        let typed = sources.add("<prompt>", text);
        let modules: Vec<FileId> =
            session.files().filter(|(_, place)| **place == self.place).map(|(file, _)| file).collect();
        // Behind the text stands a module of ours: what is missing at its end is not there.
        let end_of_ours = offset + text.len() + "\nimport java\n".len();
        let ends_there = |span: Span| {
            let start = span.start as usize;
            modules.contains(&span.file) && start > offset + text.len() && start < end_of_ours
        };
        let moved = |span: Span| {
            if ends_there(span) {
                return Span::new(typed, text.len().saturating_sub(1), text.len());
            }
            let (start, end) = (span.start as usize, span.end as usize);
            match start.checked_sub(offset) {
                Some(start) if modules.contains(&span.file) && start <= text.len() => {
                    Span::new(typed, start, (end - offset).min(text.len()))
                }
                _ => span,
            }
        };
        let diagnostics: Vec<Diagnostic> = diagnostics
            .iter()
            .map(|told| {
                let mut told = told.clone();
                if ends_there(told.primary) {
                    told.message = told.message.replace("found `import`", "found the end");
                    told.help.clear();
                }
                told.primary = moved(told.primary);
                told.labels.iter_mut().for_each(|(span, _)| *span = moved(*span));
                told
            })
            .collect();
        diag::render(&diagnostics, &sources, color_on_stderr())
    }
}

/// Variables of a query that no condition relates to each other, directly or through others: the first ones of two
/// groups each. Values that are computed (numbers, texts) belong to no group.
fn unrelated(query: &Clauses) -> Vec<(String, String)> {
    let is_computed = |declared: &str| {
        let ty = declared.split_whitespace().next().unwrap_or_default();
        ["boolean", "date", "float", "int", "string"].contains(&ty)
    };
    let mut group: Vec<usize> = (0..query.names.len()).collect();
    for condition in &query.conditions {
        let words: Vec<&str> = condition.split(|ch: char| !ch.is_alphanumeric() && ch != '_').collect();
        let named: Vec<usize> =
            (0..query.names.len()).filter(|at| words.contains(&query.names[*at].as_str())).collect();
        for pair in named.windows(2) {
            let (from, to) = (group[pair[1]], group[pair[0]]);
            group.iter_mut().filter(|one| **one == from).for_each(|one| *one = to);
        }
    }
    let mut firsts: Vec<(usize, &String)> = Vec::new();
    for ((name, declared), group) in query.names.iter().zip(&query.variables).zip(group) {
        if !is_computed(declared) && firsts.iter().all(|(known, _)| *known != group) {
            firsts.push((group, name));
        }
    }
    firsts.windows(2).map(|pair| (pair[0].1.clone(), pair[1].1.clone())).collect()
}

/// A module with what its names mean.
pub struct Examined {
    /// The module.
    pub file: FileId,
    /// What its names mean.
    pub recorded: Recorded,
}

/// Why a query gave nothing.
struct Refused {
    failure: Failure,
    /// The codes of the mistakes in it.
    codes: Vec<String>,
    /// Whether it was for mistakes.
    mistakes: bool,
}

impl Refused {
    fn of(failure: Failure) -> Self {
        Self { failure, codes: Vec::new(), mistakes: false }
    }
    fn failure(self) -> Failure {
        self.failure
    }
    fn wants_formula(&self) -> bool {
        self.mistakes && self.codes.iter().any(|code| code == "no-result")
    }
}

/// What to say of an evaluation that did not end; `reached` says how far it came.
pub(super) fn stopped(error: quarrel_engine::EvalError, reached: &str) -> Failure {
    use quarrel_engine::{EvalErrorKind, Stop};
    match error.kind {
        EvalErrorKind::Stopped(Stop::Cancelled) => {
            let last = error.predicate.as_ref().map_or(String::new(), |name| format!(", at `{name}`"));
            Failure::new(format!("stopped {reached}{last}"))
                .help("`:profile` and `:plan` show what takes long")
        }
        EvalErrorKind::Stopped(Stop::Time(_)) => {
            Failure::new(error.to_string()).help("`:set timeout` sets the limit, `:set timeout off` lifts it")
        }
        EvalErrorKind::Stopped(Stop::Memory(_)) => {
            Failure::new(error.to_string()).help("`:set memory` sets the limit, `:set memory off` lifts it")
        }
        _ => eval_failure(error),
    }
}

#[cfg(test)]
mod tests {
    use super::unrelated;
    use quarrel_engine::snippet::clauses;

    #[test]
    fn products_are_seen() {
        let told = |text: &str| unrelated(&clauses(text).expect("a query"));
        assert!(told("from Class c, Method m where m.getDeclaringType() = c select c, m").is_empty());
        assert_eq!(
            told("from Class c, Method m where c.isFinal() and m.isStatic() select c, m"),
            [("c".to_owned(), "m".to_owned())]
        );
        assert!(told("from Class c, int n where n = 3 select c, n").is_empty(), "numbers are computed");
        let related =
            "from Class c, Method m, Field f where m.getDeclaringType() = c and f.getType() = c select m, f";
        assert!(told(related).is_empty(), "related through c");
    }
}
