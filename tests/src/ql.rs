//! Runs a QL fixture (schema, facts and QL) and compares rows and diagnostics with its expectations.
//!
//! Expected rows are in an `expected` block in the form of `.expected` files. Expected diagnostics are comments on
//! their lines in the QL or the schema: `// error: [code]`, `// warning: [code]`. All combinations of evaluator, passes
//! and threads must give the same result. A schema with errors is a test without QL.

use crate::facts;
use crate::fixture::{Block, Test, rewrite};
use quarrel_base::{SourceMap, catalog, diag};
use quarrel_datalog::passes::PassOptions;
use quarrel_engine::{
    Catalog, CompileError, CompileOptions, Compiled, Diagnostic, Evaluator, Options, Place, ResultSet, Roots,
    Session, run,
};
use quarrel_eval::MemDb;
use std::fmt::Write;
use std::path::Path;

/// Compares a test with its expectations. With `update`, rewrites the expected rows.
///
/// # Errors
/// The difference, ready to print.
pub fn check(path: &Path, test: &Test, update: bool) -> Result<(), String> {
    let schema = test.block("schema").map_or("", |block| &block.text);
    let mut sources = SourceMap::new();
    let file = sources.add("schema", schema);
    let (catalog, found) = catalog::parse(file, schema);
    compare_diagnostics(&sources, &found)?;
    if !found.is_empty() {
        return Ok(());
    }
    let db = facts::database(&catalog, test.block("facts").map_or("", |block| &block.text))?;

    let mut actual: Option<String> = None;
    for (label, passes) in
        [("all passes", PassOptions::default()), ("no optional pass", PassOptions::mandatory())]
    {
        let Some(compiled) = compile(&catalog, test, passes)? else { return Ok(()) };
        for (evaluator, threads) in [(Evaluator::Naive, 1), (Evaluator::Fast, 1), (Evaluator::Fast, 2)] {
            let treatment = format!("{label}, {evaluator:?}, {threads} threads");
            let rows =
                rows(&compiled, &db, evaluator, threads).map_err(|error| format!("{treatment}: {error}"))?;
            match &actual {
                None => actual = Some(rows),
                Some(first) if *first == rows => {}
                Some(first) => {
                    return Err(format!(
                        "{treatment} differs\n--- first treatment\n{first}--- this one\n{rows}"
                    ));
                }
            }
        }
    }
    let actual = actual.unwrap_or_default();
    match test.block("expected") {
        Some(block) if block.text == actual => Ok(()),
        Some(block) if update => rewrite(path, block, &actual).map_err(|error| error.to_string()),
        Some(block) => Err(format!("--- expected\n{}--- actual\n{actual}", block.text)),
        None => Err(format!("no `expected` block\n--- actual\n{actual}")),
    }
}

/// Compiles the test's files; `None` if the expected errors were reported.
fn compile(catalog: &Catalog, test: &Test, passes: PassOptions) -> Result<Option<Compiled>, String> {
    let files: Vec<(String, &Block)> = test
        .blocks("ql")
        .map(|block| (block.name.clone().unwrap_or_else(|| "Test.ql".to_owned()), block))
        .collect();
    // Leaked: the process ends with the tests.
    let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
    let mut bundled: Vec<(String, &'static str)> =
        files.iter().map(|(name, block)| (format!("test/{name}"), leak(&block.text))).collect();
    let models: Vec<&Block> = test.blocks("yaml").collect();
    if !models.is_empty() {
        bundled.push(("test/qlpack.yml".to_owned(), "name: test/pack\ndataExtensions: models*.yml\n"));
        bundled.extend(models.iter().enumerate().map(|(at, block)| {
            let name = block.name.clone().unwrap_or_else(|| format!("models{at}.yml"));
            (format!("test/{name}"), leak(&block.text))
        }));
    }
    let roots = Roots::new(bundled, Vec::new());
    let mut session = Session::new(catalog.clone(), roots).map_err(|error| error.to_string())?;
    let mut entries = Vec::new();
    for (name, _) in files.iter().filter(|(name, _)| name.ends_with(".ql")) {
        let place = Place::Bundled(format!("test/{name}"));
        entries.push(session.load(&place).map_err(|error| error.to_string())?);
    }
    let options = CompileOptions { check_all: true, passes };
    let result = session.compile(&entries, &options);
    let empty = Vec::new();
    let diagnostics = match &result {
        Ok(compiled) => &compiled.diagnostics,
        Err(CompileError::Mistakes(diagnostics)) => diagnostics,
        Err(CompileError::Pack(error)) => return Err(error.to_string()),
        Err(CompileError::Internal(error)) => return Err(format!("bug: {error}")),
        Err(CompileError::Stopped(stop)) => return Err(stop.to_string()),
    };
    let diagnostics = if files.is_empty() { &empty } else { diagnostics };
    compare_diagnostics(session.sources(), diagnostics)?;
    Ok(result.ok())
}

/// Compares diagnostics with the comments `// error: [code]` on their lines.
fn compare_diagnostics(sources: &SourceMap, diagnostics: &[Diagnostic]) -> Result<(), String> {
    let mut wanted = Vec::new();
    for (_, source) in sources.files() {
        for (number, line) in source.text.lines().enumerate() {
            for severity in ["error", "warning"] {
                for part in line.split(&format!("// {severity}: [")).skip(1) {
                    let code = part.split(']').next().unwrap_or_default();
                    wanted.push((source.name.clone(), number + 1, format!("{severity}[{code}]")));
                }
            }
        }
    }
    let mut found: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| {
            let severity = if diagnostic.is_error() { "error" } else { "warning" };
            let name = sources.file(diagnostic.primary.file).name.clone();
            (
                name,
                sources.line_column(diagnostic.primary).0,
                format!("{severity}[{}]", diagnostic.code.name()),
            )
        })
        .collect();
    wanted.sort();
    found.sort();
    if wanted == found {
        return Ok(());
    }
    let list = |items: &[(String, usize, String)]| {
        items.iter().fold(String::new(), |mut text, (name, line, code)| {
            let _ = writeln!(text, "{name}:{line} {code}");
            text
        })
    };
    Err(format!(
        "--- diagnostics expected\n{}--- found\n{}{}",
        list(&wanted),
        list(&found),
        diag::render(diagnostics, sources, false)
    ))
}

fn rows(compiled: &Compiled, db: &MemDb, evaluator: Evaluator, threads: usize) -> Result<String, String> {
    let options = Options { threads: Some(threads), ..Options::default() };
    let sets = run(compiled, db, &options, evaluator).map_err(|error| error.to_string())?;
    let mut sets: Vec<&ResultSet> = sets.iter().collect();
    sets.sort_by(|a, b| {
        (a.query, a.name != "#select", &a.name).cmp(&(b.query, b.name != "#select", &b.name))
    });
    let mut text = String::new();
    for set in &sets {
        if sets.len() > 1 || set.name != "#select" {
            let _ = writeln!(text, "{}", set.name);
        }
        for row in &set.rows {
            for cell in row {
                if let Some(location) = cell.location() {
                    let _ = write!(
                        text,
                        "| {}:{}:{}:{}:{} ",
                        location.path,
                        location.start_line,
                        location.start_column,
                        location.end_line,
                        location.end_column
                    );
                }
                let _ = write!(text, "| {} ", cell.text());
            }
            text.push_str("|\n");
        }
    }
    Ok(text)
}
