//! Commands that serve other programs: editors, coding assistants, shells.

use super::shared::LimitArgs;
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// `quarrel lsp`.
#[derive(ClapArgs, Debug)]
pub struct Lsp {
    /// Another folder to find imports and packs in; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
}

/// `quarrel mcp`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The client starts it and speaks on standard input and output. Examples:
  claude mcp add quarrel -- quarrel mcp
  {\"mcpServers\": {\"quarrel\": {\"command\": \"quarrel\", \"args\": [\"mcp\", \"/path/to/project\"]}}}

The tools only read: findings, why, explain, queries, locks, query, library, ast.")]
pub struct Mcp {
    /// The folder, file or database of calls that name none
    #[arg(default_value = ".")]
    pub path: PathBuf,
    /// Another folder to find imports and packs in; may be repeated
    #[arg(long, value_name = "DIR")]
    pub search_path: Vec<PathBuf>,
    /// Limits of each extraction and query
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `quarrel completions`.
#[derive(ClapArgs, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
