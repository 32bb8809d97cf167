//! The binary as people run it, in one binary of tests. Those that limit, signal or kill do so to processes of their own.

mod cli;
mod confirm;
mod defaults;
mod docs;
mod fix;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod install;
mod kept;
#[cfg(unix)]
mod limited;
mod limits;
mod lsp;
mod mcp;
mod multi;
mod neovim;
mod page;
mod pages;
mod papers;
mod peers;
mod prompt;
mod reports;
mod robust;
mod rules;
mod schedulers;
mod schema;
