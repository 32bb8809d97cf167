//! Output and exit of all commands: escaping for terminals, atomic files, failures with help, exit codes. Knows neither
//! QL nor Java.

pub mod exit;
pub mod failure;
pub mod note;
pub mod sink;
pub mod terminal;
pub mod visible;

pub use failure::Failure;
pub use note::{note, note_styled};
