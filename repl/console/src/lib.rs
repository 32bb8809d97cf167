//! What every command says, and how it ends: text made visible on its way to a terminal, files that appear whole or not
//! at all, failures with a way out, exit codes. Knows neither QL nor Java.

pub mod exit;
pub mod failure;
pub mod note;
pub mod sink;
pub mod terminal;
pub mod visible;

pub use failure::Failure;
pub use note::{note, note_styled};
