//! The `quarrel` binary.

mod allocator;

use clap::FromArgMatches;
use quarrel::args::{self, Args, Command};
use quarrel::cmd;
use quarrel_common::deep;
use quarrel_console::{Failure, exit};
use quarrel_driver::limits;
use std::process::ExitCode;

fn main() -> ExitCode {
    let typed = args::spelled_out(std::env::args_os().collect());
    if let Some(failure) = args::nothing_of_that_name(&typed) {
        failure.print();
        return ExitCode::from(2);
    }
    let parsed = args::command().try_get_matches_from(typed);
    let args = match parsed.and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => args,
        Err(error) => {
            // Help and version are not failures.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    if !matches!(args.command, Command::Lsp(_) | Command::Mcp(_) | Command::Repl(_)) {
        allocator::keep_pages();
    }
    exit::on_signals();
    limits::watch_ctrl_c();
    // The main thread's stack is not ours to choose.
    let worker = deep::thread("quarrel").spawn(move || cmd::dispatch(args));
    let outcome = match worker {
        Ok(worker) => worker.join(),
        Err(error) => Ok(Err(Failure::new(format!("cannot start a thread: {error}")))),
    };
    let outcome = outcome.unwrap_or_else(|_| {
        Err(Failure::new("this is a bug in quarrel; nothing of yours was changed")
            .help("please report it with the lines above and the command that you ran"))
    });
    ExitCode::from(cmd::finish(outcome))
}
