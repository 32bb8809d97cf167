//! Writes `../src/parser.c`: the grammar of the crate `tree-sitter-java` with what `../changes.txt` changes in it.
//!
//! ```text
//! cargo run --manifest-path extractor/grammar/generate/Cargo.toml
//! ```
//!
//! A change names a rule, what the rule is in tree-sitter-java (`-`), and what takes its place (`+`): where the next
//! version of tree-sitter-java has another rule, this program fails, and somebody has to look. A rule with no `-` is
//! new, `conflict` lines are further conflicts that the parser settles as it goes.

mod notation;

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::{Value, json};
use tree_sitter_generate::{OptLevel, generate_parser_for_grammar};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = here.join("../src");
    let changes = fs::read_to_string(here.join("../changes.txt"))?;
    let (version, folder) = tree_sitter_java(here)?;
    let mut grammar: Value = serde_json::from_slice(&fs::read(folder.join("src/grammar.json"))?)?;
    change(&mut grammar, &changes)?;
    let mut diagnostics = Vec::new();
    let parser =
        generate_parser_for_grammar(&grammar.to_string(), None, OptLevel::default(), &mut diagnostics);
    for diagnostic in diagnostics {
        eprintln!("{diagnostic}");
    }
    let mut text = format!("// tree-sitter-java {version} with these changes (see README.md):\n//\n");
    for line in changes.lines() {
        text.push_str(format!("// {line}").trim_end());
        text.push('\n');
    }
    text.push('\n');
    text.push_str(&parser?.1);
    fs::write(target.join("parser.c"), text)?;
    fs::create_dir_all(target.join("tree_sitter"))?;
    fs::write(target.join("tree_sitter/parser.h"), tree_sitter_generate::PARSER_HEADER)?;
    Ok(())
}

/// Version and folder of the crate.
fn tree_sitter_java(here: &Path) -> Result<(String, std::path::PathBuf)> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--manifest-path"])
        .arg(here.join("Cargo.toml"))
        .output()?;
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().ok_or("`cargo metadata` names no packages")?;
    let java = packages.iter().find(|package| package["name"] == "tree-sitter-java");
    let java = java.ok_or("`cargo metadata` does not name tree-sitter-java")?;
    let text = |key: &str| java[key].as_str().unwrap_or_default().to_owned();
    let manifest = text("manifest_path");
    Ok((text("version"), Path::new(&manifest).parent().ok_or("no folder")?.to_owned()))
}

fn change(grammar: &mut Value, changes: &str) -> Result<()> {
    let mut rule = "";
    for (number, line) in changes.lines().enumerate() {
        let at = |what: &str| format!("changes.txt:{}: {what}", number + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let rest = line.get(2..).unwrap_or_default();
        if let Some(names) = line.strip_prefix("conflict ") {
            let names: Vec<&str> = names.split(' ').collect();
            grammar["conflicts"].as_array_mut().ok_or("no conflicts")?.push(json!(names));
        } else if line.starts_with("- ") {
            let (expected, found) =
                (notation::parse(rest).map_err(|why| at(&why))?, notation::flat(&grammar["rules"][rule]));
            if notation::flat(&expected) != found {
                return Err(at(&format!("tree-sitter-java has another rule `{rule}`: {found}")).into());
            }
        } else if line.starts_with("+ ") {
            let new = notation::parse(rest).map_err(|why| at(&why))?;
            grammar["rules"][rule] = new;
        } else {
            rule = line;
        }
    }
    Ok(())
}
