//! The transcripts of the documentation, run as a reader would run them.
//!
//! In a page a line such as "`src/Counter.java`:" before a fenced block makes the block a file; a `console` block is run
//! command by command (`$ ` starts one) in the folder of these files, one folder a page. The output must be as
//! shown: a line `...` stands for any lines, and numbers with a unit of time or memory for any numbers.

use clap::CommandFactory;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A fenced block with the text before it.
struct Block {
    language: String,
    file: Option<String>,
    text: String,
    line: usize,
}

fn blocks(page: &str) -> Vec<Block> {
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

/// The text with every number before a unit of time or memory made one.
fn normal(text: &str) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for at in 1..words.len() {
        let unit = words[at].trim_end_matches([',', ';', '.', ')']);
        if matches!(unit, "s" | "ms" | "MiB") && words[at - 1].parse::<f64>().is_ok() {
            words[at - 1] = "N".to_owned();
        }
    }
    words.join(" ").trim_end().to_owned()
}

/// Whether the output is as shown.
fn matches(shown: &[&str], actual: &[&str]) -> bool {
    match shown.split_first() {
        None => actual.is_empty(),
        Some((&"...", rest)) => (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..])),
        Some((line, rest)) => {
            actual.first().is_some_and(|first| normal(first) == normal(line)) && matches(rest, &actual[1..])
        }
    }
}

fn run(page: &Path) {
    let text = fs::read_to_string(page).expect("a page");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let binary = Path::new(env!("CARGO_BIN_EXE_quarrel")).parent().expect("a folder").to_owned();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", binary.display());
    for block in blocks(&text) {
        if let Some(name) = &block.file {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
            fs::write(file, &block.text).expect("a file");
        }
        if block.language != "console" {
            continue;
        }
        let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in block.text.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => commands.push((command, Vec::new())),
                None => {
                    let place = format!("{}:{}", page.display(), block.line);
                    commands
                        .last_mut()
                        .unwrap_or_else(|| panic!("{place}: a command comes first"))
                        .1
                        .push(line);
                }
            }
        }
        for (command, shown) in commands {
            let output = Command::new("sh")
                .args(["-c", &format!("{{ {command}\n}} 2>&1")])
                .current_dir(folder.path())
                .env("PATH", &path)
                .env("NO_COLOR", "1")
                .env("COLUMNS", "120")
                .output()
                .expect("a shell");
            let actual = String::from_utf8_lossy(&output.stdout).into_owned();
            let lines: Vec<&str> = actual.trim_end().lines().collect();
            let mut shown = shown;
            while shown.last().is_some_and(|line| line.is_empty()) {
                shown.pop();
            }
            assert!(
                matches(&shown, &lines),
                "{}:{}: `{command}` printed\n{actual}\nbut the page shows\n{}\n",
                page.display(),
                block.line,
                shown.join("\n")
            );
        }
    }
}

#[test]
fn transcripts_are_true() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let mut pages: Vec<_> =
        fs::read_dir(docs).expect("the docs").flatten().map(|entry| entry.path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    let mut ran = 0;
    for page in &pages {
        let text = fs::read_to_string(page).expect("a page");
        if text.contains("```console") {
            run(page);
            ran += 1;
        }
    }
    assert!(ran >= 2, "the tutorial and the recipes have transcripts");
}

/// `docs/commands.md` is made of what the commands say of themselves; `UPDATE_EXPECT=1` writes it.
#[test]
fn commands_are_told() {
    let mut command = quarrel::args::Args::command().term_width(100);
    command.build();
    let mut made = String::from(
        "# Commands\n\nWhat `quarrel COMMAND --help` prints. Exit codes and forms of output are in [reports.md](reports.md), the configuration in [configuration.md](configuration.md).\n",
    );
    let help = |command: &mut clap::Command| {
        let text = command.render_help().to_string();
        text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    };
    let _ = write!(made, "\n## quarrel\n\n```text\n{}\n```\n", help(&mut command));
    for sub in command.get_subcommands_mut().filter(|sub| sub.get_name() != "help") {
        let name = sub.get_name().to_owned();
        let _ = write!(made, "\n## quarrel {name}\n\n```text\n{}\n```\n", help(sub));
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/commands.md");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&page, &made).expect("the page can be written");
    }
    let page = fs::read_to_string(&page).unwrap_or_default();
    assert!(page == made, "docs/commands.md is not what the commands say; UPDATE_EXPECT=1 writes it");
}
