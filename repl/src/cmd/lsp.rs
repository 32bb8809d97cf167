//! `quarrel lsp`: a language server on standard input and output.

use crate::args::Lsp;
use crate::failure::Failure;
use crate::lsp::serve;
use lsp_server::Connection;

/// Runs the command until the editor ends it.
///
/// # Errors
/// If what comes in is not the protocol.
pub fn run(args: &Lsp) -> Result<u8, Failure> {
    let (connection, threads) = Connection::stdio();
    serve(&connection, &args.search_path)?;
    drop(connection);
    threads.join().map_err(|error| Failure::new(format!("the connection to the editor broke: {error}")))?;
    Ok(0)
}
