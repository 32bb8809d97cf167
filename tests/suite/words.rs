//! The words of sources, comments and pages: no form of `words/banned.tsv` is in a tracked file.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The endings of the files that are checked.
const ENDINGS: &[&str] = &["rs", "ql", "qll", "md", "yml"];
/// Names that users know, which stay.
const NAMES: &[&str] = &["told-once", "told-only", "TOLD_ONCE"];

/// The rows of a file of tab-separated columns, without its comments.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).expect("a table");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Whether a word of the line, or a part of a name such as `isTold` or `is_told`, is `form`.
fn has_part(line: &str, form: &str) -> bool {
    let is_letter = |character: Option<char>| character.is_some_and(|it| it.is_ascii_lowercase());
    line.to_ascii_lowercase().match_indices(form).any(|(at, _)| {
        let (before, after) = (line[..at].chars().next_back(), line[at + form.len()..].chars().next());
        let begins = line[at..].starts_with(|first: char| first.is_ascii_uppercase()) || !is_letter(before);
        begins && !is_letter(after)
    })
}

/// Whether the line is the text `form`, or a comment that is, or begins with it.
fn has_start(line: &str, form: &str) -> bool {
    let text = line.trim_start().trim_start_matches(['/', '!', '*', '#', '-', ' ']);
    text.strip_prefix(form).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
}

#[test]
fn no_banned_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let banned = rows(&root.join("tests/words/banned.tsv"));
    let tracked = Command::new("git").args(["ls-files", "-z"]).current_dir(&root).output().expect("git runs");
    assert!(
        tracked.status.success(),
        "this is no git repository: {}",
        String::from_utf8_lossy(&tracked.stderr)
    );
    let tracked = String::from_utf8(tracked.stdout).expect("names in UTF-8");
    let mut wrong = Vec::new();
    for name in tracked.split_terminator('\0') {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        if !ending.is_some_and(|ending| ENDINGS.contains(&ending)) || name == "tests/suite/words.rs" {
            continue;
        }
        // A file that was removed and not yet committed is tracked too.
        let Ok(text) = fs::read_to_string(root.join(name)) else { continue };
        for (number, line) in text.lines().enumerate() {
            let line = NAMES.iter().fold(line.to_owned(), |line, known| line.replace(known, ""));
            for row in &banned {
                let [place, form, instead] = &row[..] else { panic!("three columns: {row:?}") };
                let is_there = match place.as_str() {
                    "part" => has_part(&line, form),
                    "start" => has_start(&line, form),
                    _ => line.to_ascii_lowercase().contains(form.as_str()),
                };
                if is_there {
                    wrong.push(format!("{name}:{}: `{form}`: write {instead}", number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} banned forms\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn parts_and_starts_are_found() {
    for line in ["it is told", "Told by", "is_told(", "isToldAt(", "fn told_of("] {
        assert!(has_part(line, "told"), "{line}");
    }
    for line in ["untold", "toldest", "bold"] {
        assert!(!has_part(line, "told"), "{line}");
    }
    for line in ["/// The same for types.", "  * The same, but", "The same as a page", "//! The same."] {
        assert!(has_start(line, "The same"), "{line}");
    }
    assert!(!has_start("/// the same, wrapped", "The same") && !has_start("It is The same", "The same"));
}
