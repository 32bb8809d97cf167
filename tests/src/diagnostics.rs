//! Compiles QL with errors and compares the rendered diagnostics; checks that the examples on the page of a code give
//! exactly that code.

use crate::facts;
use crate::fixture::{Block, Test, parse, rewrite};
use quarrel_base::diag::{Code, render};
use quarrel_base::{Diagnostic, SourceMap, catalog};
use quarrel_engine::{CompileError, CompileOptions, Evaluator, Options, Place, Roots, Session, run};
use std::path::Path;

/// Compares the diagnostics of a test's files with its `text` block. With `update`, rewrites the block.
///
/// # Errors
/// The difference, ready to print.
pub fn check(path: &Path, test: &Test, update: bool) -> Result<(), String> {
    let blocks: Vec<&Block> = test.blocks.iter().filter(|block| block.language != "text").collect();
    let (_, actual) = diagnose(&blocks)?;
    match test.block("text") {
        Some(block) if block.text == actual => Ok(()),
        Some(block) if update => rewrite(path, block, &actual).map_err(|error| error.to_string()),
        Some(block) => Err(format!("--- expected\n{}--- actual\n{actual}", block.text)),
        None => Err(format!("no `text` block\n--- actual\n{actual}")),
    }
}

/// The codes that the expectations of a file mention.
pub fn codes(text: &str) -> Vec<Code> {
    let lines = text.lines().filter_map(|line| line.strip_prefix('[')?.split_once(']'));
    lines.filter_map(|(name, _)| Code::from_name(name)).collect()
}

/// Runs the examples of a page: those below `## Example` give this code only, those below `## Remedy` nothing.
///
/// # Errors
/// The diagnostics that are reported instead.
pub fn check_page(code: Code, page: &str) -> Result<(), String> {
    if page.lines().next() != Some(&format!("# {code}")) {
        return Err(format!("the page does not begin with `# {code}`"));
    }
    let sections = parse(page);
    let section = |title: &str| {
        let found = sections.iter().find(|section| section.title == title);
        found.filter(|section| !section.blocks.is_empty()).ok_or(format!("no `## {title}` with a block"))
    };
    check_section(section("Example")?, Some(code))?;
    check_section(section("Remedy")?, None)?;
    if sections.iter().all(|section| section.title != "Why") {
        return Err("no `## Why`".to_owned());
    }
    Ok(())
}

fn check_section(section: &Test, wanted: Option<Code>) -> Result<(), String> {
    let (found, text) = diagnose(&section.blocks.iter().collect::<Vec<_>>())?;
    let right = match wanted {
        Some(code) => !found.is_empty() && found.iter().all(|other| *other == code),
        None => found.is_empty(),
    };
    if right { Ok(()) } else { Err(format!("`{}` reports\n{text}", section.title)) }
}

/// The codes of all diagnostics of some files, and the rendered text.
fn diagnose(blocks: &[&Block]) -> Result<(Vec<Code>, String), String> {
    let schema = blocks.iter().rev().find(|block| block.language == "schema").map_or("", |it| &it.text);
    let mut sources = SourceMap::new();
    let file = sources.add("toy.dbscheme", schema);
    let (catalog, found) = catalog::parse(file, schema);
    if !found.is_empty() {
        return Ok(codes_and_text(&found, &sources));
    }
    if let Some(program) = blocks.iter().find(|block| block.language == "datalog") {
        let file = sources.add("program.dl", program.text.as_str());
        let found: Vec<Diagnostic> = quarrel_datalog::parse(file, &program.text).err().into_iter().collect();
        return Ok(codes_and_text(&found, &sources));
    }
    let files: Vec<(String, &Block)> = blocks
        .iter()
        .filter(|block| ["ql", "yaml"].contains(&&*block.language))
        .map(|block| (block.name.clone().unwrap_or_else(|| "Test.ql".to_owned()), *block))
        .collect();
    // Pack files are read from disk only.
    let folder = folder(&files)?;
    let mut session = Session::new(catalog, Roots::default()).map_err(|error| error.to_string())?;
    let mut entries = Vec::new();
    let queries = files.iter().any(|(name, _)| name.ends_with(".ql"));
    for (name, _) in &files {
        if name.ends_with(".ql") || !queries && name.ends_with(".qll") {
            let place = Place::Disk(folder.path().join(name));
            entries.push(session.load(&place).map_err(|error| error.to_string())?);
        }
    }
    let options = CompileOptions { check_all: true, ..CompileOptions::default() };
    let diagnostics = match session.compile(&entries, &options) {
        Ok(mut compiled) => {
            let mut diagnostics = std::mem::take(&mut compiled.diagnostics);
            let facts = blocks.iter().find(|block| block.language == "facts").map_or("", |block| &block.text);
            let db = facts::database(session.catalog(), facts)?;
            let mut sets = run(&compiled, &db, &Options::default(), Evaluator::Fast)
                .map_err(|error| error.to_string())?;
            diagnostics.append(&mut compiled.take_unmatched_rows(&mut sets).diagnostics);
            diagnostics
        }
        Err(CompileError::Mistakes(diagnostics)) => diagnostics,
        Err(CompileError::Pack(error)) => return Err(error.to_string()),
        Err(CompileError::Internal(error)) => return Err(format!("bug: {error}")),
        Err(CompileError::Stopped(stop)) => return Err(stop.to_string()),
    };
    let (codes, text) = codes_and_text(&diagnostics, session.sources());
    let here = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
    Ok((codes, text.replace(&here, "")))
}

fn folder(files: &[(String, &Block)]) -> Result<tempfile::TempDir, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    for (name, block) in files {
        let path = folder.path().join(name);
        let parent = path.parent().unwrap_or(folder.path());
        std::fs::create_dir_all(parent).map_err(|error| error.to_string())?;
        std::fs::write(&path, &block.text).map_err(|error| error.to_string())?;
    }
    Ok(folder)
}

fn codes_and_text(diagnostics: &[Diagnostic], sources: &SourceMap) -> (Vec<Code>, String) {
    let codes = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    (codes, render(diagnostics, sources, false))
}
