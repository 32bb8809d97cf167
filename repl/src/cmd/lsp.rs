//! `quarrel lsp`: runs the language server on standard input and output.

use super::analyze::{Again, analyse_again};
use crate::args::{Analyze, Asked, Lsp};
use quarrel_console::Failure;
use quarrel_driver::scratch;
use quarrel_findings::Finding;
use quarrel_lsp::{Analyse, Analysed, serve_stdio};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Runs the command until the editor ends it.
///
/// # Errors
/// If the input is not the protocol.
pub fn run(args: &Lsp) -> Result<u8, Failure> {
    serve_stdio(&args.search_path, analysis(args.search_path.clone()))?;
    Ok(0)
}

/// A function that analyses folders as `quarrel analyze` does without options. It goes on from its last analysis, if that
/// was of the same folder.
pub fn analysis(search_path: Vec<PathBuf>) -> Analyse {
    let last: Mutex<Option<(PathBuf, Again)>> = Mutex::default();
    Arc::new(move |root: &Path| {
        let asked = Asked { search_path: search_path.clone(), ..Asked::default() };
        let args = Analyze { path: root.to_owned(), asked, quiet: true, ..Analyze::default() };
        let last = || last.lock().unwrap_or_else(PoisonError::into_inner);
        // No lock is held during an analysis.
        let known = last().take().filter(|(of, _)| of == root);
        let again = match known {
            Some((_, again)) => again,
            None => Again::new(scratch()?),
        };
        let analysed = analyse_again(&args, &again);
        *last() = Some((root.to_owned(), again));
        let analysed = analysed?;
        let look_up = analysed.program.texts();
        let findings: Vec<Finding> =
            analysed.report.findings.iter().filter(|finding| finding.counts()).cloned().collect();
        let mut texts = HashMap::new();
        for edit in findings.iter().flat_map(|finding| &finding.fixes).flat_map(|fix| &fix.edits) {
            if !texts.contains_key(&*edit.path)
                && let Some(text) = look_up(&edit.path)
            {
                texts.insert(edit.path.to_string(), text);
            }
        }
        Ok(Analysed { findings, texts })
    })
}
