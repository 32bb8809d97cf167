//! `quarrel lsp`: a language server on standard input and output.

use crate::args::Lsp;
use crate::failure::Failure;
use crate::lsp::serve_stdio;

/// Runs the command until the editor ends it.
///
/// # Errors
/// If what comes in is not the protocol.
pub fn run(args: &Lsp) -> Result<u8, Failure> {
    serve_stdio(&args.search_path)?;
    Ok(0)
}
