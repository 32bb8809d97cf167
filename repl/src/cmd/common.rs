//! What several commands do: open databases, compile query files, tell mistakes.

use crate::args::{LimitArgs, QueryLimitArgs};
use crate::failure::Failure;
use crate::limits::AtWork;
pub use crate::output::sink::{note, note_styled};
use quarrel_engine::{
    Catalog, CompileError, CompileOptions, Compiled, Const, Edb, EvalError, EvalErrorKind, Evaluator, FileId,
    GivenUp, Options, PackError, PackName, Place, ResultSet, Results, Roots, Session, Stop, Work, diag,
    run_profiled, run_queries,
};
use quarrel_files::Scratch;
use quarrel_store::SqliteDb;
use std::cell::OnceCell;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Whether standard error is for eyes that see colour (`NO_COLOR` is honoured).
pub fn color_on_stderr() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether standard output is for eyes that see colour.
pub fn color_on_stdout() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// How many columns there are: what `COLUMNS` says, or the terminal that standard output is; `None` if it is none.
pub fn stdout_width() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    if columns.is_some() {
        return columns;
    }
    let stdout = std::io::stdout();
    let size = stdout.is_terminal().then(|| terminal_size::terminal_size_of(&stdout)).flatten();
    size.map(|(width, _)| usize::from(width.0))
}

/// A folder for what is needed during a run.
///
/// # Errors
/// If there can be none.
pub fn scratch() -> Result<Scratch, Failure> {
    Scratch::new().map_err(|error| {
        Failure::new(format!("cannot make a folder in {}: {error}", std::env::temp_dir().display()))
            .help("set TMPDIR to a folder that can be written")
    })
}

/// Opens a code database.
///
/// # Errors
/// If there is none, or it is none of ours.
pub fn open(path: &Path) -> Result<SqliteDb, Failure> {
    SqliteDb::open(path).map_err(|error| {
        Failure::new(error.to_string()).help("make a database with `quarrel extract PATH --db FILE`")
    })
}

/// The analysed texts that a database keeps, by the names of their files.
pub fn texts(db: &SqliteDb) -> impl Fn(&str) -> Option<String> + '_ {
    let files = OnceCell::new();
    move |path| {
        let files = files.get_or_init(|| db.files().unwrap_or_default());
        db.source(*files.get(path)?).ok().flatten()
    }
}

/// The folder for what can be made again: `$XDG_CACHE_HOME/quarrel`, or `.cache/quarrel` in the user's home. `None` if
/// neither variable is set: a folder that everybody can write to is no place for it.
pub fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(base.join("quarrel"))
}

/// The QL files among the given paths and below the folders among them, each once, sorted.
///
/// # Errors
/// If a folder cannot be read, or there is no such file.
pub fn ql_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        collect_ql_files(path, &mut files)?;
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        return Err(Failure::new("there is no .ql or .qll file below the given paths"));
    }
    Ok(files)
}

fn collect_ql_files(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let fail = |error: std::io::Error| Failure::new(format!("cannot read {}: {error}", path.display()));
    let is_ql =
        |path: &Path| path.extension().is_some_and(|extension| extension == "ql" || extension == "qll");
    if !path.is_dir() {
        if path.exists() && !is_ql(path) {
            return Err(Failure::new(format!("{} is no QL file", path.display()))
                .help("queries end in .ql, libraries in .qll"));
        }
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let path = entry.path();
        // Links to folders are not followed: they may lead in circles.
        if entry.file_type().map_err(fail)?.is_dir() {
            if !entry.file_name().to_string_lossy().starts_with('.') {
                collect_ql_files(&path, files)?;
            }
        } else if is_ql(&path) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// A pool of `threads` threads in which `work` runs; all cores without a number.
///
/// # Errors
/// If the threads cannot be started, or what `work` returns.
pub fn in_pool<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .stack_size(64 << 20)
        .build()
        .map_err(|error| Failure::new(format!("cannot start threads: {error}")))?
        .install(work)
}

/// Compiles and runs query files against databases of one schema.
pub struct Compiler {
    session: Session,
}

impl Compiler {
    /// For databases of the schema `catalog`; imports are also looked up in `search_path`.
    ///
    /// # Errors
    /// If a bundled pack is broken.
    pub fn new(catalog: Catalog, search_path: &[PathBuf]) -> Result<Self, Failure> {
        let roots = Roots::new(quarrel_queries::files(), search_path.to_vec());
        let mut session = Session::new(catalog, roots).map_err(pack_failure)?;
        session.set_limits(crate::limits::of_command());
        Ok(Self { session })
    }

    /// The session, for what only one command needs.
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Adds rows to the extensible predicate `name`.
    pub fn extend(&mut self, name: &str, more: impl IntoIterator<Item = Vec<Const>>) {
        for cells in more {
            self.session.add_row(name, cells, "<options and quarrel.toml>");
        }
    }

    /// Loads a query file.
    ///
    /// # Errors
    /// If it does not exist or cannot be read.
    pub fn file(&mut self, path: &Path) -> Result<FileId, Failure> {
        let place = quarrel_engine::packs::disk(path).map_err(pack_failure)?;
        self.session.load(&place).map_err(|error| {
            let failure = pack_failure(error);
            if path.exists() { failure } else { failure.help("check the path; queries end in .ql") }
        })
    }

    /// Loads a query by its file, or a bundled one by its id.
    ///
    /// # Errors
    /// If there is no such query, or it cannot be read.
    pub fn query(&mut self, named: &Path) -> Result<FileId, Failure> {
        let id = named.to_str().filter(|_| !named.exists());
        match id.and_then(super::explain::bundled) {
            Some(place) => self.session.load(&place).map_err(pack_failure),
            None => self.file(named),
        }
    }

    /// Loads the query that a file names by its path in a pack: its own, one that it depends on, one on the search path
    /// or a bundled one.
    ///
    /// # Errors
    /// If there is no such query.
    pub fn reference(&mut self, from: &Path, query: &str) -> Result<FileId, Failure> {
        let place = quarrel_engine::packs::disk(from).map_err(pack_failure)?;
        match self.session.find(&place, query).map_err(pack_failure)? {
            Some(place) => self.session.load(&place).map_err(pack_failure),
            None => Err(Failure::new(format!("{}: there is no query `{query}`", from.display())).help(
                "its path begins at the root of its pack; name a folder with that pack by --search-path",
            )),
        }
    }

    /// Loads the queries of a pack, by its name or its folder, or those that a suite (`.qls`) selects.
    ///
    /// # Errors
    /// If there is no such pack or suite, or it cannot be used.
    pub fn pack(&mut self, name: &str) -> Result<Vec<FileId>, Failure> {
        let path = Path::new(name);
        let on_disk = || quarrel_engine::packs::disk(path).map_err(pack_failure);
        let queries = if path.extension().is_some_and(|extension| extension == "qls") {
            Some(self.session.suite(&on_disk()?).map_err(pack_failure)?)
        } else if path.is_dir() {
            let queries = self.session.pack(&PackName::Root(on_disk()?)).map_err(pack_failure)?;
            let failure = || {
                Failure::new(format!("the folder {name} is no pack"))
                    .help("a pack has a file qlpack.yml; `quarrel pack new NAME` makes one")
            };
            Some(queries.ok_or_else(failure)?)
        } else {
            let folder = name.strip_prefix("quarrel/").unwrap_or(name);
            let pack = if self.session.roots().bundled_packs().contains_key(folder) {
                PackName::Root(Place::Bundled(folder.to_owned()))
            } else {
                PackName::Name(name.to_owned())
            };
            self.session.pack(&pack).map_err(pack_failure)?
        };
        let Some(queries) = queries else {
            let known: Vec<String> =
                self.session.roots().bundled_packs().keys().map(|name| (*name).to_owned()).collect();
            return Err(Failure::new(format!("there is no pack `{name}`"))
                .help(format!("bundled packs: {}; others are found by --search-path", known.join(", "))));
        };
        queries.iter().map(|place| self.session.load(place).map_err(pack_failure)).collect()
    }

    /// Compiles loaded files; warnings go to standard error.
    ///
    /// # Errors
    /// If there are mistakes in them.
    pub fn compile(&mut self, entries: &[FileId], options: &CompileOptions) -> Result<Compiled, Failure> {
        match self.session.compile(entries, options) {
            Ok(compiled) => {
                let text = diag::render(&compiled.diagnostics, self.session.sources(), color_on_stderr());
                if !text.is_empty() {
                    note_styled(text.trim_end());
                }
                Ok(compiled)
            }
            Err(error) => Err(self.compile_failure(error)),
        }
    }

    /// What to say of a compilation that failed.
    pub fn compile_failure(&self, error: CompileError) -> Failure {
        match error {
            CompileError::Pack(error) => pack_failure(error),
            CompileError::Stopped(stop) => compile_stopped(stop),
            CompileError::Internal(message) => Failure::new(format!("this is a bug in quarrel: {message}"))
                .help("please report it with the query"),
            CompileError::Mistakes(diagnostics) => {
                let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
                let word = if errors == 1 { "mistake" } else { "mistakes" };
                Failure::new(format!("{errors} {word} in QL")).rendered(diag::render(
                    &diagnostics,
                    self.session.sources(),
                    color_on_stderr(),
                ))
            }
        }
    }
}

/// What to say of a file or pack that cannot be used.
pub fn pack_failure(error: PackError) -> Failure {
    let failure = Failure::new(error.message);
    match error.help {
        Some(help) => failure.help(help),
        None => failure,
    }
}

/// What to say of a compilation that was not finished.
pub fn compile_stopped(stop: Stop) -> Failure {
    let failure = Failure::new(format!("the compilation was not finished: {stop}"));
    match stop {
        Stop::Time(_) => failure.help("--timeout sets the limit, where there is one to set"),
        Stop::Memory(_) => failure.help("--memory-limit sets the limit, where there is one to set"),
        _ => failure,
    }
}

/// What to say of an evaluation that was not finished.
pub fn eval_failure(error: EvalError) -> Failure {
    let failure = Failure::new(format!("the evaluation was not finished: {error}"));
    match error.kind {
        EvalErrorKind::Stopped(Stop::Time(_)) => {
            failure.help("--timeout sets the limit; --profile tells what takes long")
        }
        EvalErrorKind::Stopped(Stop::Memory(_)) => failure.help("--memory-limit sets the limit"),
        _ => failure,
    }
}

/// A query that was given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// Its `@id`; the name of its file if it has none.
    pub query: String,
    /// What to say of it, a sentence.
    pub text: String,
}

/// The queries that were given up; queries that only help reports are among them.
pub fn missing(compiled: &Compiled, given_up: &[GivenUp]) -> Vec<Missing> {
    let of_user = given_up.iter().filter_map(|query| Some((compiled.queries.get(query.query)?, query)));
    of_user
        .map(|(query, given_up)| {
            let name = query.metadata.get("id").unwrap_or(&query.file);
            let (limit, predicate) = (given_up.limit.as_secs_f64(), &given_up.predicate);
            let text = format!(
                "the query {name} was not finished: it took longer than {limit} s, at last for `{predicate}` \
                 (--timeout-per-query sets the limit)"
            );
            Missing { query: name.to_owned(), text }
        })
        .collect()
}

/// How a program is evaluated.
#[derive(Clone, Copy, Default, Debug)]
pub struct Evaluation {
    /// Number of threads; all cores without one.
    pub threads: Option<usize>,
    /// What bounds the command.
    pub limits: LimitArgs,
    /// What bounds each query.
    pub per_query: QueryLimitArgs,
    /// Whether standard error tells what it cost.
    pub profile: bool,
    /// Whether nothing is shown meanwhile.
    pub quiet: bool,
}

/// Runs a compiled program on `threads` threads, without limits and without a word.
///
/// # Errors
/// If the evaluation cannot be finished.
pub fn evaluate(
    compiled: &Compiled,
    edb: &dyn Edb,
    threads: Option<usize>,
) -> Result<Vec<ResultSet>, Failure> {
    let how = Evaluation { threads, ..Evaluation::default() };
    Ok(evaluate_within(compiled, edb, &how)?.sets)
}

/// Runs a compiled program. Ctrl-C stops it, and the predicate at work is shown on a terminal.
///
/// # Errors
/// If the evaluation cannot be finished.
pub fn evaluate_within(compiled: &Compiled, edb: &dyn Edb, how: &Evaluation) -> Result<Results, Failure> {
    if how.profile {
        let (results, work) = observe(compiled, edb, how)?;
        // Who meets a limit wants to know what it went for.
        note_styled(&crate::output::profile::render(compiled, &work));
        return results;
    }
    let at_work = AtWork::begin(&how.limits).per_query(how.per_query.timeout_per_query);
    let progress = if how.quiet { None } else { at_work.progress() };
    let options = Options { limits: at_work.limits(), progress, ..Options::default() };
    let mut results =
        in_pool(how.threads, || run_queries(compiled, edb, &options, Evaluator::Fast).map_err(eval_failure))?;
    drop(at_work);
    tell_unmatched_rows(compiled, &mut results.sets);
    Ok(results)
}

/// Tells rows of data extensions that match nothing, and takes the result sets away that say so.
fn tell_unmatched_rows(compiled: &Compiled, sets: &mut Vec<ResultSet>) {
    let unmatched = compiled.take_unmatched_rows(sets);
    let text = diag::render(&unmatched.diagnostics, compiled.sources(), color_on_stderr());
    if !text.is_empty() {
        note_styled(text.trim_end());
    }
    if unmatched.more > 0 {
        note(&format!("{} more rows match nothing", unmatched.more));
    }
}

/// The same as [`evaluate_within`], with an account of the work and the plans, of what was done so far if a limit ended it.
///
/// # Errors
/// If the evaluation cannot be started; if it cannot be finished, where the results would be.
pub fn observe(
    compiled: &Compiled,
    edb: &dyn Edb,
    how: &Evaluation,
) -> Result<(Result<Results, Failure>, Work), Failure> {
    let at_work = AtWork::begin(&how.limits).per_query(how.per_query.timeout_per_query);
    let options = Options { limits: at_work.limits(), progress: at_work.progress(), ..Options::default() };
    let (results, work) = in_pool(how.threads, || Ok(run_profiled(compiled, edb, &options, true)))?;
    drop(at_work);
    let mut results = results.map_err(eval_failure);
    if let Ok(results) = &mut results {
        tell_unmatched_rows(compiled, &mut results.sets);
    }
    Ok((results, work))
}
