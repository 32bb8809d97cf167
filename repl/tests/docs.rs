//! Runs the transcripts of the documentation as a reader would.
//!
//! In a page a line such as "`src/Counter.java`:" before a fenced block makes the block a file; a `console` block is run
//! command by command (`$ ` starts one) in the folder of these files, one folder a page; a `repl` block is typed into
//! `quarrel repl src`, behind what earlier blocks of the page defined. The output must be as shown: a line `...` stands
//! for any lines, `...` within a line for any text, and a number with a unit of time or memory for any number.
//!
//! A block that begins with `repl NAME` is typed into `quarrel repl NAME`. A page that names commons-pool2 finds its
//! sources, those of `tests/docs`, in the folder.

use crate::pages::{self, blocks};
use quarrel_prompt::commands::COMMANDS;
use std::fmt::Write;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Replaces each number before a unit of time or memory by 1, and each unit of time by seconds: a step that takes
/// milliseconds takes seconds on a busy machine.
fn normal(text: &str) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for at in 1..words.len() {
        let unit = words[at].trim_end().trim_end_matches([',', ';', '.', ')']);
        if matches!(unit, "s" | "ms" | "MiB") && words[at - 1].parse::<f64>().is_ok() {
            let is_short = unit == "ms";
            words[at - 1] = "N".to_owned();
            if is_short {
                words[at] = words[at].replacen("ms", "s", 1);
            }
        }
    }
    words.join(" ").trim_end().to_owned()
}

/// Returns whether a line matches the shown one.
fn line_matches(shown: &str, actual: &str) -> bool {
    let (shown, actual) = (normal(shown), normal(actual));
    let Some((first, rest)) = shown.split_once("...") else { return shown == actual };
    let Some(mut actual) = actual.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split("...").collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match actual.find(part) {
            Some(at) => actual = &actual[at + part.len()..],
            None => return false,
        }
    }
    actual.ends_with(last)
}

/// Returns whether the output matches the shown lines.
fn matches(shown: &[&str], actual: &[&str]) -> bool {
    match shown.split_first() {
        None => actual.is_empty(),
        Some((&"...", rest)) => (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..])),
        Some((line, rest)) => {
            actual.first().is_some_and(|first| line_matches(line, first)) && matches(rest, &actual[1..])
        }
    }
}

/// The input after each `sign`, with the output lines below it; a line that begins with `more` continues the input.
fn entries<'a>(text: &'a str, sign: &str, more: &str) -> Vec<(String, Vec<&'a str>)> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix(sign), found.last_mut()) {
            (Some(typed), _) => found.push((typed.to_owned(), Vec::new())),
            (None, Some((typed, shown))) => match line.strip_prefix(more).filter(|_| shown.is_empty()) {
                Some(line) => {
                    typed.push('\n');
                    typed.push_str(line);
                }
                None => shown.push(line),
            },
            (None, None) => panic!("a block begins with `{sign}`, not with `{line}`"),
        }
    }
    found
}

/// A folder with the files of a page, in which its commands run.
struct Desk {
    folder: tempfile::TempDir,
    path: String,
}

impl Desk {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder"), path: pages::path() }
    }

    /// Puts the sources of commons-pool2 2.11.1 into the folder `commons-pool2`.
    fn unpack_commons_pool2(&self) {
        let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/docs/commons-pool2-2.11.1.tar.gz");
        let unpacked = Command::new("tar").arg("-xzf").arg(archive).current_dir(&self.folder).status();
        assert!(unpacked.expect("tar runs").success(), "the archive can be unpacked");
    }

    fn put(&self, name: &str, text: &str) {
        let file = self.folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
        fs::write(file, text).expect("a file");
    }

    fn run(&self, command: &str, input: &str) -> String {
        let mut child = Command::new("sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .current_dir(self.folder.path())
            .env("PATH", &self.path)
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C.UTF-8")
            .env("COLUMNS", "120")
            .env("XDG_STATE_HOME", self.folder.path())
            .env("XDG_CACHE_HOME", self.folder.path().join("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        // A command that reads nothing may have closed the pipe.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

/// Runs the commands of a page and panics where the output differs.
fn run(page: &Path) {
    let text = fs::read_to_string(page).expect("a page");
    let desk = Desk::new();
    if text.contains("commons-pool2") {
        desk.unpack_commons_pool2();
    }
    // What earlier blocks typed into the prompt.
    let mut session = String::new();
    for block in blocks(&text) {
        if let Some(name) = &block.file {
            desk.put(name, &block.text);
        }
        let compare = |typed: &str, shown: &[&str], printed: &str| {
            let significant = |line: &&str| !line.is_empty();
            let lines: Vec<&str> = printed.lines().map(str::trim_end).filter(significant).collect();
            let shown: Vec<&str> = shown.iter().copied().filter(significant).collect();
            assert!(
                matches(&shown, &lines),
                "{}:{}: `{typed}` printed\n{printed}\nbut the page shows\n{}\n",
                page.display(),
                block.line,
                shown.join("\n")
            );
        };
        let (language, database) = block.language.split_once(' ').unwrap_or((&block.language, "src"));
        match language {
            "console" => {
                for (command, shown) in entries(&block.text, "$ ", "> ") {
                    compare(&command, &shown, &desk.run(&command, ""));
                }
            }
            "repl" => {
                // The help of `:quit` marks where the answers of this block begin.
                const MARK: &str = "  leave; so does Ctrl-D\n";
                let (typed, shown): (Vec<String>, Vec<Vec<&str>>) =
                    entries(&block.text, "quarrel> ", "       > ").into_iter().unzip();
                let typed = typed.join("\n");
                let printed = desk.run(
                    &format!("quarrel repl {database}"),
                    &format!("{session}:help quit\n{typed}\n:help quit\n"),
                );
                let parts: Vec<&str> = printed.split(MARK).collect();
                let [_, own, _] = parts[..] else { panic!("`{typed}` printed\n{printed}") };
                let own = own.strip_suffix(":quit \n").unwrap_or(own);
                compare(&typed, &shown.concat(), own);
                session.push_str(&typed);
                session.push('\n');
            }
            _ => {}
        }
    }
}

#[test]
fn transcripts_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let docs = fs::read_dir(root.join("docs")).expect("the docs").flatten();
    let mut pages: Vec<_> = docs.map(|entry| entry.path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.push(root.join("README.md"));
    pages.sort();
    let mut ran = 0;
    for page in &pages {
        let text = fs::read_to_string(page).expect("a page");
        if text.contains("```console") || text.contains("```repl") {
            run(page);
            ran += 1;
        }
    }
    assert!(ran >= 3, "the tutorial, the recipes and the README have transcripts");
}

/// Splits a command line into words as a shell does, without expansions. `#` begins a comment.
fn words(line: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut quote, mut inside) = (None, false);
    for character in line.chars() {
        match (character, quote) {
            (quoted, Some(sign)) if quoted == sign => quote = None,
            ('\'' | '"', None) => {
                if !inside {
                    found.push(String::new());
                }
                (quote, inside) = (Some(character), true);
            }
            ('#', None) if !inside => break,
            (' ', None) => inside = false,
            (character, _) => {
                if !inside {
                    found.push(String::new());
                    inside = true;
                }
                found.last_mut().expect("a word has begun").push(character);
            }
        }
    }
    found
}

/// The commands in the shell blocks of a page.
fn shell_lines(page: &str) -> Vec<String> {
    let shell =
        blocks(page).into_iter().filter(|block| ["sh", "console", "bash"].contains(&&*block.language));
    let lines = shell.flat_map(|block| {
        let text = block.text.replace("\\\n", " ");
        let typed = |line: &str| match &*block.language {
            "console" => line.strip_prefix("$ ").map(str::to_owned),
            _ => Some(line.to_owned()),
        };
        text.lines().filter_map(typed).collect::<Vec<_>>()
    });
    lines.collect()
}

/// The program accepts each `quarrel` command that a page shows.
#[test]
fn commands_that_pages_show_are_accepted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let docs = fs::read_dir(root.join("docs")).expect("the docs").flatten().map(|entry| entry.path());
    let pages = docs.filter(|page| page.extension().is_some_and(|end| end == "md"));
    let mut seen = 0;
    for page in pages.chain([root.join("README.md"), root.join("editors/vscode/README.md")]) {
        let text = fs::read_to_string(&page).expect("a page");
        for line in shell_lines(&text) {
            // Each command of a pipe or list by itself, without redirections.
            for part in line.split(['|', ';']).flat_map(|part| part.split("&&")) {
                let mut typed = words(part);
                if let Some(end) = typed.iter().position(|word| word.starts_with(['<', '>']) || word == "2>")
                {
                    typed.truncate(end);
                }
                let given = typed
                    .iter()
                    .map(String::as_str)
                    .any(|word| word.contains(['$', '<', '{', '[']) || word == "...");
                if typed.first().is_none_or(|first| first != "quarrel") || given {
                    continue;
                }
                seen += 1;
                let spelled = quarrel::args::spelled_out(typed.iter().map(Into::into).collect());
                if let Err(error) = quarrel::args::command().try_get_matches_from(spelled) {
                    use clap::error::ErrorKind;
                    let is_help = matches!(
                        error.kind(),
                        ErrorKind::DisplayHelp
                            | ErrorKind::DisplayVersion
                            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                    );
                    assert!(is_help, "{}: `{line}` is not understood:\n{error}", page.display());
                }
            }
        }
    }
    assert!(seen > 60, "{seen} commands");
}

/// The shell commands of the README run unchanged, on sources of this test.
#[test]
fn commands_of_the_readme_run() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let text = fs::read_to_string(page).expect("the README");
    let desk = Desk::new();
    desk.put("src/Counter.java", "public class Counter {\n    private int count;\n    public synchronized void up() { count++; }\n    public int get() { return count; }\n}\n");
    desk.put(
        "question.ql",
        "/** @kind table */\nimport java\n\nfrom Method m where m.isSynchronized() select m\n",
    );
    desk.put("LIST", "src\n");
    desk.run("quarrel analyze src -q --output before.sarif --output after.json", "");
    let mut ran = 0;
    for line in shell_lines(&text) {
        let typed = words(&line);
        let is_ours = typed.first().is_some_and(|first| first == "quarrel");
        // Servers would wait for clients, and some sources are not on this machine.
        let waits = typed.get(1).is_some_and(|command| ["lsp", "mcp"].contains(&command.as_str()));
        if !is_ours || waits || line.contains("commons-pool2") {
            continue;
        }
        let command = line.split(" #").next().unwrap_or_default().replace("PATH", "src");
        let printed = desk.run(&format!("{command}; echo ended with $?"), "");
        let code = printed.trim_end().rsplit(' ').next().unwrap_or_default();
        assert!(code == "0" || code == "1", "`{command}` printed\n{printed}");
        ran += 1;
    }
    assert!(ran > 15, "{ran} commands");
}

/// Each query id that a page names exists.
#[test]
fn queries_that_are_named_exist() {
    let files = quarrel_queries::files();
    let ids: Vec<&str> = files
        .iter()
        .filter(|(name, _)| name.ends_with(".ql"))
        .filter_map(|(_, text)| text.split_once("@id ")?.1.split_whitespace().next())
        .collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut named = 0;
    for page in ["docs/coming-from.md", "docs/troubleshooting.md", "README.md", "docs/reports.md"] {
        let text = fs::read_to_string(root.join(page)).expect("a page");
        for (at, _) in text.match_indices("java/") {
            let end = |character: char| !character.is_ascii_alphanumeric() && !"/-".contains(character);
            let id = text[at..].split(end).next().unwrap_or_default();
            let inside = text[..at].ends_with(|before: char| before.is_alphanumeric() || before == '/');
            if inside || id.contains("org/") {
                continue;
            }
            named += 1;
            assert!(ids.contains(&id), "{page} names `{id}`, which no query has");
        }
    }
    assert!(named > 50, "{named} ids");
}

/// `docs/commands.md` is generated from the `--help` texts; `UPDATE_EXPECT=1` writes it.
#[test]
fn commands_are_documented() {
    let mut command = quarrel::args::command().term_width(100);
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
    made.push_str("\n## At the prompt of quarrel repl\n\n| Command | What it does |\n| --- | --- |\n");
    for command in COMMANDS {
        let typed = format!("{} {}", command.name, command.arguments).replace('|', "\\|");
        let _ = writeln!(made, "| `{}` | {} |", typed.trim_end(), command.help);
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/commands.md");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&page, &made).expect("the page can be written");
    }
    let page = fs::read_to_string(&page).unwrap_or_default();
    assert!(page == made, "docs/commands.md is not what the commands say; UPDATE_EXPECT=1 writes it");
}

/// Each extensible predicate that a help page names exists.
#[test]
fn predicates_that_help_pages_name_exist() {
    let files = quarrel_queries::files();
    let queries = |name: &str| Path::new(name).extension().is_some_and(|extension| extension != "md");
    let known: std::collections::BTreeSet<&str> = files
        .iter()
        .filter(|(name, _)| queries(name))
        .flat_map(|(_, text)| text.split(|character: char| !character.is_ascii_alphanumeric()))
        .collect();
    let mut named = 0;
    for (page, text) in files.iter().filter(|(name, _)| name.ends_with(".md") && !name.ends_with("README.md"))
    {
        let mut in_code = false;
        for line in text.lines() {
            in_code ^= line.starts_with("```");
            for word in line.split('`').skip(1).step_by(2).filter(|_| !in_code) {
                let is_name = word.chars().all(|character| character.is_ascii_alphanumeric())
                    && word.starts_with(|character: char| character.is_ascii_lowercase())
                    && word.contains(|character: char| character.is_ascii_uppercase());
                if is_name {
                    named += 1;
                    assert!(known.contains(word), "{page} names `{word}`, which no query has");
                }
            }
        }
    }
    assert!(named > 30, "{named} names");
}

/// Each page with measurements says on which day they were taken, since the numbers change with the queries.
#[test]
fn pages_of_measurements_have_a_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/evaluation");
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let page = fs::read_to_string(&path).expect("a page");
        let head: Vec<&str> = page.lines().take(20).collect();
        let says = |line: &&str| {
            ["Counted on 20", "This page is a record of 20"].iter().any(|words| line.starts_with(words))
        };
        assert!(head.iter().any(says), "{} does not say when its numbers were taken", path.display());
        seen += 1;
    }
    assert!(seen > 5, "{seen} pages");
}
