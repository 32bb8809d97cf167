//! The command-line grammar: the commands, each with its options in the module of its group.

mod find;

mod ask;

mod write;

mod multi;

mod serve;

mod shared;

pub use ask::*;
use clap::{CommandFactory, Parser, Subcommand};
pub use find::*;
pub use multi::*;
use quarrel_common::similar::most_similar;
use quarrel_console::Failure;
pub use serve::*;
pub use shared::*;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
pub use write::*;

/// Finds thread-safety violations in Java, and answers any question about Java code in QL.
#[derive(Parser, Debug)]
#[command(name = "quarrel", version = env!("QUARREL_VERSION"), about, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Read the packs from this folder, such as `queries` of a checkout, instead of the bundled ones: changed packs need
    /// no build
    #[arg(long = "packs", value_name = "DIR", global = true, hide_short_help = true)]
    pub packs_folder: Option<PathBuf>,
}

/// The commands by purpose; others come last.
const GROUPS: &[(&str, &[&str])] = &[
    ("Find mistakes", &["analyze", "watch", "confirm", "explain", "packs", "diff", "multi"]),
    ("Ask questions", &["repl", "extract", "run"]),
    ("Write rules", &["pack", "check", "test", "fmt", "models"]),
];

const EXAMPLES: &str = "\
Examples:
  quarrel PATH                                 findings in the Java below PATH, with their source
  quarrel analyze PATH --output report.html    a page for a browser
  quarrel explain java/race                    what a query finds, why, and what to do
  quarrel repl PATH                            ask questions about the code";

/// The grammar of the command line, with the commands in groups in its help.
pub fn command() -> clap::Command {
    let command = Args::command();
    let line = |sub: &clap::Command| {
        let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
        // The list has room for the first clause.
        let about = about.split([':', ';']).next().unwrap_or_default();
        format!("  {:<12} {about}\n", sub.get_name())
    };
    let mut help = String::new();
    let mut rest: Vec<&clap::Command> = command.get_subcommands().filter(|sub| !sub.is_hide_set()).collect();
    for (title, names) in GROUPS {
        let own = names.iter().filter_map(|name| command.find_subcommand(name));
        help.push_str(&format!("{title}:\n{}\n", own.map(line).collect::<String>()));
        rest.retain(|sub| !names.contains(&sub.get_name()));
    }
    help.push_str(&format!("Besides:\n{}", rest.into_iter().map(line).collect::<String>()));
    help.push_str("  help         Print this, or the help of a command\n");
    command.help_template(format!(
        "{{about-with-newline}}\nUsage: quarrel <COMMAND>, or quarrel <PATH> [OPTIONS of analyze]\n\n{help}\nOptions:\n{{options}}\n\n{EXAMPLES}\n"
    ))
}

/// Completes the command line: a path without a command means `analyze`, and `version` means `--version`.
pub fn spelled_out(mut typed: Vec<OsString>) -> Vec<OsString> {
    let Some(first) = typed.get(1) else { return typed };
    let text = first.to_string_lossy();
    if text == "version" {
        typed[1] = "--version".into();
    } else if !text.starts_with('-')
        && text != "help"
        && Args::command().find_subcommand(&*text).is_none()
        && Path::new(first).exists()
    {
        typed.insert(1, "analyze".into());
    }
    typed
}

/// The message for a first word that is neither a command nor a path; `None` if it is a command or an option.
pub fn nothing_of_that_name(typed: &[OsString]) -> Option<Failure> {
    let text = typed.get(1)?.to_string_lossy();
    let command = Args::command();
    if text.starts_with('-') || text == "help" || command.find_subcommand(&*text).is_some() {
        return None;
    }
    let failure = Failure::new(format!("there is neither a command nor a file or folder `{text}`"));
    let meant = most_similar(&text, command.get_subcommands().map(clap::Command::get_name));
    Some(failure.help(match meant {
        Some(meant) => format!("did you mean `quarrel {meant}`?"),
        None => "`quarrel PATH` analyses the Java below PATH, `quarrel help` lists the commands".to_owned(),
    }))
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Extract a Java source tree and look for violations with the bundled packs
    Analyze(Analyze),
    /// Analyse a Java source tree after each change, and print the findings that came and those that are gone
    Watch(Watch),
    /// Run a program and try to make findings happen in it
    Confirm(Confirm),
    /// Extract a Java source tree into a database
    Extract(Extract),
    /// Run queries on a database
    Run(Run),
    /// Compile queries and libraries without running them, and report all errors
    Check(Check),
    /// Run folders of tests: Java sources, queries and their expected results
    Test(Test),
    /// Format QL files in CodeQL's style
    Fmt(Fmt),
    /// List the packs and their queries
    Packs(Packs),
    /// List the extensible predicates to which a project can add rows, with their columns and rows
    Models(Models),
    /// Print the help page of a query: what it finds, why, and what to do
    Explain(Explain),
    /// Compare two results: which findings or rows are new, and which are gone
    Diff(Diff),
    /// Make a pack of your own queries
    Pack(Pack),
    /// Serve an editor: the Language Server Protocol on standard input and output
    Lsp(Lsp),
    /// Serve a coding assistant: findings and questions as tools, over the Model Context Protocol
    Mcp(Mcp),
    /// Ask questions interactively
    Repl(Repl),
    /// Analyse many repositories into one results database
    Multi(Multi),
    /// Show what earlier runs have kept for later ones, and remove it
    Cache(Cache),
    /// Print a script that completes commands and options in a shell
    Completions(Completions),
}
