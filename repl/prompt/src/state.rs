//! The state of a session: definitions, the last results, settings. Answers texts with an [`Answer`] or a [`Failure`],
//! which does not end the session.
//!
//! Definitions accumulate in one module. Each text is compiled with them appended, so that its lines count from 1. A
//! definition replaces an earlier one of equal kind, name and number of parameters.

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
    /// The compiler with the files that it has read.
    pub compiler: Compiler,
    /// The definitions, in the order of their first definition.
    pub definitions: Vec<Declared>,
    /// The place of a file as which texts are resolved.
    place: Place,
    /// The settings.
    pub settings: Settings,
    /// The last results.
    pub last: Option<Last>,
}

/// The settings that `:set` changes.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The number of rows that are shown at once; `None` for as many as the terminal has lines.
    pub rows: Option<usize>,
    /// Whether to show the time of each query.
    pub time: bool,
    /// Whether to show the places of elements.
    pub places: bool,
    /// Whether each value has its own line; `None` if only where a table is too narrow.
    pub vertical: Option<bool>,
    /// The limits of a query.
    pub bounds: Bounds,
    /// The number of threads; all cores if `None`.
    pub threads: Option<usize>,
    /// The facts that the user adds to the program.
    pub setup: Setup,
}

/// The last query and its results.
pub struct Last {
    /// The typed text.
    pub text: String,
    /// The compiled text, including definitions.
    pub module: Arc<str>,
    /// The place of a file as which it is resolved.
    pub place: Place,
    /// The results.
    pub sets: Vec<ResultSet>,
}

/// The answer to a text.
pub enum Answer {
    /// Nothing to show.
    Nothing,
    /// The names of definitions, and whether each replaced an earlier one.
    Defined(Vec<(String, bool)>),
    /// There are results; the time of the query.
    Results(Duration),
    /// Whether a formula holds, and the time of the query.
    Truth(bool, Duration),
}

impl State {
    /// Starts a session on a database.
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

    /// The definitions as a module, without those that `instead` redefines.
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
    /// If there are errors in it, or the evaluation fails.
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
                // A call of a predicate without result parses as an expression.
                Err(refused) if refused.wants_formula() => match self.truth(text) {
                    Ok(answer) => Ok(answer),
                    Err(other) if other.mistakes => Err(refused.failure()),
                    Err(other) => Err(other.failure()),
                },
                Err(refused) => Err(refused.failure()),
            },
            Snippet::Incomplete | Snippet::Wrong => {
                // Compile it as the most likely kind of input, for the compiler's error messages.
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
        // Of two equal definitions the last counts.
        for at in (0..new.len()).rev() {
            if new[at + 1..].iter().any(|later| later.key == new[at].key) {
                new.remove(at);
            }
        }
        let text: String = new.iter().map(|declared| format!("{}\n", declared.text)).collect();
        let module = format!("{text}{}", self.module(&new));
        let (_, diagnostics) = self.examine(&module)?;
        let mistakes: Vec<Diagnostic> =
            diagnostics.into_iter().filter(|diagnostic| diagnostic.code.name() != "no-query").collect();
        let shown = self.shown(&mistakes, &text, 0);
        if mistakes.iter().any(Diagnostic::is_error) {
            let count = mistakes.iter().filter(|diagnostic| diagnostic.is_error()).count();
            let word = if count == 1 { "a mistake" } else { "mistakes" };
            return Err(Failure::new(format!("not taken over, because of {word}")).rendered(shown));
        }
        if !shown.is_empty() {
            note_styled(shown.trim_end());
        }
        let mut defined = Vec::new();
        for declared in new {
            match self.definitions.iter_mut().find(|known| known.key == declared.key) {
                Some(known) => {
                    defined.push((declared.key.clone(), true));
                    *known = declared;
                }
                None => {
                    defined.push((declared.key.clone(), false));
                    self.definitions.push(declared);
                }
            }
        }
        Ok(Answer::Defined(defined))
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

    /// Compiles a module with the typed `text` at `offset`; prints warnings.
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
                let codes = diagnostics
                    .iter()
                    .filter(|diagnostic| diagnostic.is_error())
                    .map(|diagnostic| diagnostic.code.name());
                let codes = codes.map(str::to_owned).collect();
                let shown = self.shown(&diagnostics, text, offset);
                let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
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
    /// If it does not compile any more.
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

    /// Compiles a module that the user did not type.
    ///
    /// # Errors
    /// If there are errors in it.
    pub(super) fn compile_quietly(&mut self, module: &Arc<str>) -> Result<Compiled, Failure> {
        let file = self.load(module)?;
        let compiled = self.compiler.session().compile(&[file], &CompileOptions::default());
        compiled.map_err(|error| self.compiler.compile_failure(error))
    }

    /// The types of the selected columns of a module with the typed `text` at `offset`.
    ///
    /// # Errors
    /// If there are errors in it.
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
    /// If it does not exist, has errors, or the evaluation fails.
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

    /// Resolves a module; returns the meanings of its names and the diagnostics.
    ///
    /// # Errors
    /// If a file that it imports cannot be read.
    pub fn examine(&mut self, module: &str) -> Result<(Examined, Vec<Diagnostic>), Failure> {
        let file = self.load(&module.into())?;
        let (recorded, diagnostics) = self.compiler.session().examine(&[file]).map_err(compile_stopped)?;
        Ok((Examined { file, recorded }, diagnostics))
    }

    /// Evaluates; Ctrl-C stops the evaluation and not the session.
    ///
    /// # Errors
    /// If it is stopped or the database cannot be read.
    pub fn evaluate(&self, compiled: &Compiled) -> Result<Vec<ResultSet>, Failure> {
        self.run(compiled, false).map(|(sets, _)| sets)
    }

    /// Evaluates and returns the work with the plans.
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

    /// Renders diagnostics. Those in the typed text show only that text, with its lines and columns.
    fn shown(&mut self, diagnostics: &[Diagnostic], text: &str, offset: usize) -> String {
        let session = self.compiler.session();
        let mut sources: SourceMap = session.sources().clone();
        let typed = sources.add("<prompt>", text);
        let modules: Vec<FileId> =
            session.files().filter(|(_, place)| **place == self.place).map(|(file, _)| file).collect();
        // The definitions follow the text; errors at their start are errors at the end of the text.
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
            .map(|diagnostic| {
                let mut diagnostic = diagnostic.clone();
                if ends_there(diagnostic.primary) {
                    diagnostic.message = diagnostic.message.replace("found `import`", "found the end");
                    diagnostic.help.clear();
                }
                diagnostic.primary = moved(diagnostic.primary);
                diagnostic.labels.iter_mut().for_each(|(span, _)| *span = moved(*span));
                diagnostic
            })
            .collect();
        diag::render(&diagnostics, &sources, color_on_stderr())
    }
}

/// Finds variables that no condition relates, directly or through others: returns the first variables of each two
/// unrelated groups. Variables of computed values (numbers, strings) belong to no group.
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

/// A module and the meanings of its names.
pub struct Examined {
    /// The module.
    pub file: FileId,
    /// The meanings of its names.
    pub recorded: Recorded,
}

/// Why a query failed.
struct Refused {
    failure: Failure,
    /// The codes of its errors.
    codes: Vec<String>,
    /// Whether it failed because of errors in it.
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

/// The failure of an evaluation that did not finish; `reached` says how far it got.
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
        let products = |text: &str| unrelated(&clauses(text).expect("a query"));
        assert!(products("from Class c, Method m where m.getDeclaringType() = c select c, m").is_empty());
        assert_eq!(
            products("from Class c, Method m where c.isFinal() and m.isStatic() select c, m"),
            [("c".to_owned(), "m".to_owned())]
        );
        assert!(products("from Class c, int n where n = 3 select c, n").is_empty(), "numbers are computed");
        let related =
            "from Class c, Method m, Field f where m.getDeclaringType() = c and f.getType() = c select m, f";
        assert!(products(related).is_empty(), "related through c");
    }
}
