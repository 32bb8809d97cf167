//! Tests that run the binary, all in one test binary. Limits, signals and kills hit child processes only.

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
