//! Reads tests from Markdown files, and writes new expectations into them.

use std::path::{Path, PathBuf};

/// A fenced block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The word behind the fence: `schema`, `facts`, `ql`, `expected`.
    pub language: String,
    /// The file name in backticks, with a colon, on the line before the fence.
    pub name: Option<String>,
    /// The content, with a final newline unless empty.
    pub text: String,
    /// The line of the content's first line in the file, from 0.
    pub first_line: usize,
    /// The line of the closing fence.
    pub end_line: usize,
}

/// A file of tests.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Its path.
    pub path: PathBuf,
    /// Its name without folder and extension.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// Its tests.
    pub tests: Vec<Test>,
}

/// The `.md` files of a folder, sorted; files that cannot be read are skipped.
///
/// With `rewriting`, the last test comes first, since rewriting a block moves the lines below it.
pub fn read_folder(folder: &Path, rewriting: bool) -> Vec<Fixture> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    files.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).ok()?;
        let mut tests = parse(&text);
        if rewriting {
            tests.reverse();
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Some(Fixture { path, name, text, tests })
    };
    files.into_iter().filter_map(read).collect()
}

/// A test: its heading and its blocks, those shared by the file first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// The heading.
    pub title: String,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// The line of the heading, from 0.
    pub line: usize,
}

impl Test {
    /// The last block in that language: a test's own block hides a shared one.
    pub fn block(&self, language: &str) -> Option<&Block> {
        self.blocks.iter().rev().find(|block| block.language == language)
    }
    /// All blocks in that language.
    pub fn blocks<'a>(&'a self, language: &'a str) -> impl Iterator<Item = &'a Block> {
        self.blocks.iter().filter(move |block| block.language == language)
    }
}

/// The tests of a Markdown file.
pub fn parse(text: &str) -> Vec<Test> {
    let lines: Vec<&str> = text.lines().collect();
    let mut shared = Vec::new();
    let mut tests: Vec<Test> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        if let Some(title) = line.strip_prefix("## ") {
            tests.push(Test { title: title.trim().to_owned(), blocks: shared.clone(), line: at });
        } else if let Some(language) = line.strip_prefix("```") {
            let name = lines[..at]
                .iter()
                .rev()
                .find(|line| !line.trim().is_empty())
                .and_then(|line| line.trim().strip_prefix('`')?.strip_suffix("`:"))
                .map(str::to_owned);
            let first_line = at + 1;
            let length = lines[first_line..].iter().position(|line| line.starts_with("```"));
            let end_line = length.map_or(lines.len(), |length| first_line + length);
            let mut text = lines[first_line..end_line].join("\n");
            if !text.is_empty() {
                text.push('\n');
            }
            let block = Block { language: language.trim().to_owned(), name, text, first_line, end_line };
            match tests.last_mut() {
                Some(test) => test.blocks.push(block),
                None => shared.push(block),
            }
            at = end_line;
        }
        at += 1;
    }
    tests
}

/// Replaces the content of a block of a file.
///
/// # Errors
/// If the file cannot be read or written.
pub fn rewrite(path: &Path, block: &Block, text: &str) -> std::io::Result<()> {
    let whole = std::fs::read_to_string(path)?;
    let mut lines: Vec<&str> = whole.lines().collect();
    lines.splice(block.first_line..block.end_line, text.lines());
    std::fs::write(path, lines.join("\n") + "\n")
}
