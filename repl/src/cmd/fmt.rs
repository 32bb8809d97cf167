//! `quarrel fmt`: formats QL files.

use crate::args::Fmt;
use quarrel_common::words::plural;
use quarrel_console::Failure;
use quarrel_console::note;
use quarrel_console::sink;
use quarrel_console::terminal::color_on_stderr;
use quarrel_driver::ql_files;
use quarrel_engine::{FormatError, SourceMap, diag, format};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Runs the command; returns exit code 1 if `--check` finds a file that is not formatted.
///
/// # Errors
/// If a file cannot be read, parsed or written. The other files are formatted nevertheless.
pub fn run(args: &Fmt) -> Result<u8, Failure> {
    if args.paths == [PathBuf::from("-")] {
        return standard_input(args.check);
    }
    let files = ql_files(&args.paths)?;
    let mut failed: Vec<Failure> = Vec::new();
    let mut changed = 0;
    for path in &files {
        match one_file(path, args.check) {
            Ok(true) => {
                changed += 1;
                if args.check || !args.quiet {
                    note(&path.display().to_string());
                }
            }
            Ok(false) => {}
            Err(failure) => failed.push(failure),
        }
    }
    if let Some(last) = failed.pop() {
        for failure in &failed {
            failure.print();
        }
        return Err(last);
    }
    let word = plural(files.len(), "file");
    if !args.quiet {
        let what = if args.check { "not formatted" } else { "changed" };
        note(&format!("{changed} of {} {word} {what}", files.len()));
    }
    Ok(u8::from(args.check && changed > 0))
}

/// The largest file that is formatted, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Formats one file; returns whether it changed or would change.
fn one_file(path: &Path, check: bool) -> Result<bool, Failure> {
    let shown = path.display().to_string();
    let text = quarrel_files::read_text(path, MOST_BYTES)
        .map_err(|error| Failure::new(format!("cannot read {shown}: {error}")))?;
    let formatted = formatted(&shown, &text)?;
    if formatted == text {
        return Ok(false);
    }
    if !check {
        sink::write(&formatted, Some(path))?;
    }
    Ok(true)
}

fn standard_input(check: bool) -> Result<u8, Failure> {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| Failure::new(format!("cannot read standard input: {error}")))?;
    let formatted = formatted("<standard input>", &text)?;
    if check {
        return Ok(u8::from(formatted != text));
    }
    sink::write(&formatted, None)?;
    Ok(0)
}

fn formatted(name: &str, text: &str) -> Result<String, Failure> {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    format(&sources, file).map_err(|error| match error {
        FormatError::Mistakes(diagnostics) => Failure::new(format!("{name} was not formatted"))
            .rendered(diag::render(&diagnostics, &sources, color_on_stderr())),
        FormatError::Internal(at) => {
            let (line, _) = sources.line_column(at);
            Failure::new(format!("this is a bug in quarrel: {name} cannot be formatted at line {line}"))
                .help("please report it with the declaration; the file was not changed")
        }
    })
}
