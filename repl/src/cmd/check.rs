//! `quarrel check`: compiles and reports all errors, shows a stage, or explains a diagnostic.

use super::run::show;
use crate::args::{Check, CheckShow, Show};
use quarrel_common::words::count;
use quarrel_console::Failure;
use quarrel_console::sink;
use quarrel_console::terminal::color_on_stderr;
use quarrel_console::{note, note_styled};
use quarrel_driver::{Compiler, compile_stopped, extract, pack_failure, ql_files};
use quarrel_engine::{CompileError, CompileOptions, Diagnostic, FileId, diag};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Runs the command.
///
/// # Errors
/// If a file cannot be read, there are errors, or the code to explain does not exist.
pub fn run(args: &Check) -> Result<u8, Failure> {
    if let Some(code) = &args.explain {
        sink::show(&explain(code)?)?;
        return Ok(0);
    }
    let files = ql_files(&args.paths)?;
    let mut compiler = Compiler::new(extract::bundled_catalog()?, &args.search_path)?;
    let entries = files.iter().map(|path| compiler.file(path)).collect::<Result<Vec<_>, _>>()?;
    let diagnostics = match args.show {
        None => check(&mut compiler, &entries)?,
        Some(CheckShow::Datalog) => compile(&mut compiler, &entries, Show::Datalog)?,
        Some(CheckShow::Strata) => compile(&mut compiler, &entries, Show::Strata)?,
        // These can show files with errors.
        Some(CheckShow::Ast) => {
            let session = compiler.session();
            let trees: String = entries.iter().map(|file| session.show_tree(*file)).collect();
            sink::show(&trees)?;
            session.take_syntax_diagnostics()
        }
        Some(CheckShow::Types) => {
            let (text, diagnostics) = compiler.session().show_types(&entries).map_err(compile_stopped)?;
            sink::show(&text)?;
            diagnostics
        }
    };
    conclude(&mut compiler, &diagnostics, files.len(), args.quiet || args.show.is_some())
}

/// Compiles each file as a separate program, for the schema of its pack.
fn check(compiler: &mut Compiler, entries: &[FileId]) -> Result<Vec<Diagnostic>, Failure> {
    let mut by_schema: BTreeMap<Option<FileId>, Vec<FileId>> = BTreeMap::new();
    for entry in entries {
        let schema = compiler.session().schema_of(*entry).map_err(pack_failure)?;
        by_schema.entry(schema).or_default().push(*entry);
    }
    let mut diagnostics = Vec::new();
    for (schema, entries) in by_schema {
        let own = match schema {
            None => None,
            Some(file) => {
                let text = compiler.session().sources().file(file).text.clone();
                let (catalog, mistakes) = quarrel_engine::parse_dbscheme(file, &text);
                diagnostics.extend(mistakes);
                Some(catalog)
            }
        };
        let session = compiler.session();
        let bundled = own.map(|catalog| session.replace_catalog(catalog));
        let found = session.check(&entries);
        if let Some(bundled) = bundled {
            session.replace_catalog(bundled);
        }
        diagnostics.extend(found.map_err(|error| compiler.compile_failure(error))?);
    }
    Ok(diagnostics)
}

/// Compiles the files into one program and prints a stage of it.
fn compile(compiler: &mut Compiler, entries: &[FileId], stage: Show) -> Result<Vec<Diagnostic>, Failure> {
    let options = CompileOptions { check_all: true, ..CompileOptions::default() };
    match compiler.session().compile(entries, &options) {
        Ok(compiled) => {
            sink::show(&show(&compiled, stage).unwrap_or_default())?;
            Ok(compiled.diagnostics)
        }
        Err(CompileError::Mistakes(diagnostics)) => Ok(diagnostics),
        Err(error) => Err(compiler.compile_failure(error)),
    }
}

/// Prints the diagnostics and their number; fails if there are errors.
fn conclude(
    compiler: &mut Compiler,
    diagnostics: &[Diagnostic],
    files: usize,
    is_quiet: bool,
) -> Result<u8, Failure> {
    let rendered = diag::render(diagnostics, compiler.session().sources(), color_on_stderr());
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let warnings = diagnostics.len() - errors;
    let counts = match (errors, warnings) {
        (0, 0) => "no mistake".to_owned(),
        (0, _) => format!("no mistake, {}", count(warnings, "warning")),
        (_, 0) => count(errors, "mistake"),
        (..) => format!("{}, {}", count(errors, "mistake"), count(warnings, "warning")),
    };
    let counts = format!("{counts} in {}", count(files, "file"));
    if errors > 0 {
        return Err(Failure::new(counts).rendered(rendered));
    }
    if !rendered.is_empty() {
        note_styled(rendered.trim_end_matches('\n'));
        if !is_quiet {
            note("");
        }
    }
    if !is_quiet {
        note(&counts);
    }
    Ok(0)
}

/// The page of a code; the list of all codes for the empty name.
fn explain(name: &str) -> Result<String, Failure> {
    if name.is_empty() {
        let width = diag::Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or(0);
        return Ok(diag::Code::ALL.iter().fold(String::new(), |mut out, code| {
            let page = if code.page().is_some() { '*' } else { ' ' };
            let _ = writeln!(out, "{page} {:width$}  {}", code.name(), code.title());
            out
        }) + "\nThose with a star have a page: `quarrel check --explain CODE`.\n");
    }
    match diag::Code::from_name(name) {
        Some(code) => Ok(code.explanation()),
        None => {
            let failure = Failure::new(format!("there is no diagnostic `{name}`"));
            Err(failure.help(match diag::Code::nearest(name) {
                Some(code) => format!("did you mean `{code}`? `quarrel check --explain` lists all"),
                None => "`quarrel check --explain` lists all".to_owned(),
            }))
        }
    }
}
