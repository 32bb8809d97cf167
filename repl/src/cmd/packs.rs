//! `quarrel packs`: what is bundled.

use quarrel_console::Failure;
use quarrel_console::sink;
use quarrel_engine::{Metadata, Place, Roots};
use std::fmt::Write;

/// Runs the command.
///
/// # Errors
/// If standard output cannot be written.
pub fn run() -> Result<u8, Failure> {
    let roots = Roots::new(quarrel_queries::files(), Vec::new());
    let mut out = String::new();
    for (pack, files) in roots.bundled_packs() {
        let _ = writeln!(out, "{pack}");
        for file in files.iter().filter(|file| file.ends_with(".ql")) {
            let text = roots.read(&Place::Bundled((*file).to_owned())).ok().flatten().unwrap_or_default();
            let metadata = Metadata::of_text(&text);
            let id = metadata.get("id").unwrap_or("");
            let _ = writeln!(out, "  {id:<26} {}", metadata.get("name").unwrap_or(file));
        }
    }
    sink::show(&out)?;
    Ok(0)
}
