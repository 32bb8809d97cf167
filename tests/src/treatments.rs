//! Evaluates a program in every way: with both evaluators, one thread and two, all passes, without each pass, without
//! any, and read back from its text.

use quarrel_base::{SourceMap, catalog, diag};
use quarrel_datalog::passes::{PASSES, PassOptions};
use quarrel_engine::{
    Catalog, CompileError, CompileOptions, Compiled, Edb, EvalError, Evaluator, Limits, Options, Place,
    Roots, Session, run,
};
use std::fmt::Write;
use std::time::Duration;

/// The catalog of a schema.
///
/// # Errors
/// The errors in the schema.
pub fn catalog(schema: &str) -> Result<Catalog, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("schema", schema);
    let (catalog, found) = catalog::parse(file, schema);
    if found.is_empty() { Ok(catalog) } else { Err(diag::render(&found, &sources, false)) }
}

/// Sets of passes, with names for messages: all, all but one optional pass, only the mandatory ones.
pub fn pass_options() -> Vec<(String, PassOptions)> {
    let mut all = vec![("all passes".to_owned(), PassOptions::default())];
    for pass in PASSES.iter().filter(|pass| pass.optional) {
        let disabled = std::iter::once(pass.name.to_owned()).collect();
        all.push((format!("without {}", pass.name), PassOptions { disabled }));
    }
    all.push(("no optional pass".to_owned(), PassOptions::mandatory()));
    all
}

/// Compiles the `.ql` files among these files, and all bodies of all files.
///
/// # Errors
/// The errors in the files.
pub fn compile(
    catalog: &Catalog,
    files: &[(String, String)],
    passes: PassOptions,
) -> Result<Compiled, String> {
    let bundled = files.iter().map(|(name, text)| {
        // Leaked: the process ends with the tests.
        (format!("test/{name}"), &*Box::leak(text.clone().into_boxed_str()))
    });
    let roots = Roots::new(bundled, Vec::new());
    let mut session = Session::new(catalog.clone(), roots).map_err(|error| error.to_string())?;
    let mut entries = Vec::new();
    for (name, _) in files.iter().filter(|(name, _)| name.ends_with(".ql")) {
        let place = Place::Bundled(format!("test/{name}"));
        entries.push(session.load(&place).map_err(|error| error.to_string())?);
    }
    match session.compile(&entries, &CompileOptions { check_all: true, passes }) {
        Ok(compiled) => Ok(compiled),
        Err(CompileError::Mistakes(found)) => {
            let errors: Vec<_> = found.iter().filter(|it| it.is_error()).take(5).cloned().collect();
            Err(diag::render(&errors, session.sources(), false))
        }
        Err(CompileError::Pack(error)) => Err(error.to_string()),
        Err(CompileError::Internal(error)) => Err(format!("bug: {error}")),
        Err(CompileError::Stopped(stop)) => Err(stop.to_string()),
    }
}

/// Prints the program as Datalog and parses it again.
///
/// # Errors
/// If it does not parse, or prints otherwise the second time.
pub fn reparsed(compiled: &Compiled, passes: &PassOptions) -> Result<Compiled, String> {
    let text = compiled.datalog();
    let mut sources = SourceMap::new();
    let file = sources.add("printed", text);
    let program =
        quarrel_datalog::parse(file, text).map_err(|error| diag::render(&[error], &sources, false))?;
    if quarrel_datalog::pretty(&program) != text {
        return Err("the printed program prints in another way when it is read again".to_owned());
    }
    compiled.with_program(program, passes).map_err(|error| format!("the printed program: {error:?}"))
}

/// All result sets as text, with the rows in order.
///
/// # Errors
/// If the evaluation fails or takes longer than `most`.
pub fn rows(
    compiled: &Compiled,
    db: &dyn Edb,
    evaluator: Evaluator,
    threads: usize,
    most: Option<Duration>,
) -> Result<String, EvalError> {
    let limits = Limits { time: most, ..Limits::default() };
    let options = Options { threads: Some(threads), limits, progress: None };
    let sets = run(compiled, db, &options, evaluator)?;
    let mut text = String::new();
    for set in &sets {
        let _ = writeln!(text, "{} {}", set.query, set.name);
        for row in &set.rows {
            for cell in row {
                let _ = write!(text, "| {} ", cell.text());
            }
            text.push_str("|\n");
        }
    }
    Ok(text)
}
