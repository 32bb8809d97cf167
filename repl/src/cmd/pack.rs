//! `quarrel pack new`: makes a pack with a query, its help page and a test that passes.

use crate::args::{Pack, PackCommand};
use include_dir::{Dir, DirEntry, include_dir};
use quarrel_console::Failure;
use quarrel_console::note;
use quarrel_console::sink;
use std::path::Path;

static TEMPLATE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates/pack");

/// Runs the command.
///
/// # Errors
/// If the folder exists already or cannot be written.
pub fn run(args: &Pack) -> Result<u8, Failure> {
    match &args.command {
        PackCommand::New { name, folder } => new(name, folder.as_deref()),
    }
}

fn new(name: &str, folder: Option<&Path>) -> Result<u8, Failure> {
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|ch| ch.is_ascii_lowercase() || ch.is_ascii_digit() || ch == '-')
    };
    let parts: Vec<&str> = name.split('/').collect();
    if parts.len() > 2 || !parts.iter().all(|part| is_part(part)) {
        return Err(Failure::new(format!("`{name}` is not a valid name of a pack"))
            .help("names are `scope/name` or `name`, of lower-case letters, digits and `-`"));
    }
    let short = parts[parts.len() - 1];
    let folder = folder.unwrap_or(Path::new(short));
    if folder.exists() {
        return Err(Failure::new(format!("{} exists already", folder.display()))
            .help("name another folder with --folder"));
    }
    write(&TEMPLATE, folder, &|text| text.replace("{{name}}", name).replace("{{id}}", short))?;
    let shown = folder.display();
    note(&format!("a pack with a query and its test is in {shown}; try"));
    note(&format!("  quarrel test {shown}"));
    note(&format!("  quarrel analyze PATH --pack {shown}"));
    Ok(0)
}

fn write(from: &Dir<'_>, to: &Path, fill_in: &dyn Fn(&str) -> String) -> Result<(), Failure> {
    std::fs::create_dir_all(to)
        .map_err(|error| Failure::new(format!("cannot make the folder {}: {error}", to.display())))?;
    for entry in from.entries() {
        let path = to.join(entry.path().file_name().unwrap_or_default());
        match entry {
            DirEntry::Dir(folder) => write(folder, &path, fill_in)?,
            DirEntry::File(file) => {
                let text = file.contents_utf8().unwrap_or_default();
                sink::write(&fill_in(text), Some(&path))?;
            }
        }
    }
    Ok(())
}
