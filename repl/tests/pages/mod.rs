//! Reads the fenced blocks of documentation pages.

use std::path::Path;

/// A fenced block.
pub struct Block {
    pub language: String,
    /// The name of the file that the block shows, if the line before it ends in the name and a colon.
    pub file: Option<String>,
    pub text: String,
    /// The line of the fence, from 1.
    #[allow(dead_code, reason = "tests that fail by command do not need it")]
    pub line: usize,
}

/// The fenced blocks of a page or of a part of it.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut lines = page.lines().enumerate();
    let mut before = "";
    while let Some((number, line)) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let text: Vec<&str> =
                lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
            let file =
                before.trim().strip_suffix("`:").and_then(|text| text.rsplit_once('`')).map(|(_, name)| name);
            found.push(Block {
                language: language.to_owned(),
                file: file.map(str::to_owned),
                text: text.join("\n") + "\n",
                line: number + 1,
            });
        }
        if !line.trim().is_empty() {
            before = line;
        }
    }
    found
}

/// `PATH` with the folder of `quarrel` first.
pub fn path() -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_quarrel")).parent().expect("a folder");
    format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default())
}
