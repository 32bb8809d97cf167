//! Tests the parser on real files: our own packs, with and without random changes, and texts with oddities of files. It
//! never panics, is always fast, and printing reproduces what it parsed.
//!
//! A failure names its seed; `QUARREL_SEED=N` runs that seed alone, `QUARREL_CASES=N` sets how many run. A text that
//! failed once belongs into `data/regressions`.

use crate::shape::{diagnostics, parse_text, shape, survives};
use quarrel_seeded::{Random, seeds};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Random changes tried by default.
const CASES: u64 = 250;
/// The length of the text around a random change: parsing is linear, and small texts fail more readably.
const WINDOW: usize = 3_000;
/// No case comes near this on any machine.
const LONG: Duration = Duration::from_secs(30);

fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, endings, found);
        } else if path.extension().is_some_and(|end| endings.iter().any(|known| end == *known)) {
            found.push(path);
        }
    }
}

fn texts(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), endings, &mut found);
    found
        .iter()
        .filter_map(|path| Some((path.display().to_string(), std::fs::read_to_string(path).ok()?)))
        .collect()
}

/// Cuts at characters.
fn slice(text: &str, start: usize, end: usize) -> &str {
    let at = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    &text[at(start.min(text.len()))..at(end.min(text.len()))]
}

#[test]
fn our_files_print_as_parsed() {
    let texts = texts("../../queries", &["ql", "qll"]);
    assert!(texts.len() > 5, "the packs are next to the engine");
    for (name, text) in &texts {
        assert_eq!(diagnostics(text), "", "{name}");
        survives(name, text);
    }
}

#[test]
fn regressions() {
    for (name, text) in texts("tests/data/regressions", &["ql"]) {
        survives(&name, &text);
    }
}

#[test]
fn changed_files_print_as_parsed() {
    let mut texts = texts("../../queries", &["ql", "qll"]);
    texts.push(("everything".to_owned(), include_str!("data/everything.qll").to_owned()));
    for seed in seeds(CASES) {
        let mut random = Random::new(seed);
        let pick = |random: &mut Random| -> &str {
            let (_, text) = &texts[random.below(texts.len())];
            let start = random.below(text.len());
            slice(text, start.saturating_sub(WINDOW / 2), start + WINDOW / 2)
        };
        let mut text = pick(&mut random).to_owned();
        for _ in 0..1 + random.below(4) {
            text = changed(&mut random, &text, &pick);
        }
        let start = Instant::now();
        survives(&format!("QUARREL_SEED={seed}"), &text);
        assert!(start.elapsed() < LONG, "QUARREL_SEED={seed} took {:?}:\n{text}", start.elapsed());
    }
}

/// The text with one change, as editing, merging and damage make them.
fn changed<'t>(random: &mut Random, text: &str, other: &impl Fn(&mut Random) -> &'t str) -> String {
    let (a, b) = (random.below(text.len() + 1), random.below(text.len() + 1));
    let (start, end) = (a.min(b), a.max(b));
    let (before, after) = (slice(text, 0, start), slice(text, start, text.len()));
    match random.below(7) {
        // A short piece is removed.
        0 => before.to_owned() + slice(text, start + 1 + random.below(12), text.len()),
        // A long piece is removed.
        1 => before.to_owned() + slice(text, end, text.len()),
        // A piece is doubled.
        2 => before.to_owned() + slice(text, start, (start + 40).min(end)) + after,
        // A piece of another file is inserted.
        3 => {
            let from = other(random);
            let at = random.below(from.len());
            before.to_owned() + slice(from, at, at + random.below(60)) + after
        }
        // Everything after it is removed.
        4 => before.to_owned(),
        // A character becomes another one.
        5 => {
            let odd =
                ["(", ")", "{", "}", "<", ">", "\"", "\0", "é", "::", "/*", "|", ";", "\r", "0.0", "@", "_"];
            before.to_owned() + odd[random.below(odd.len())] + slice(text, start + 1, text.len())
        }
        // Lines swap.
        _ => {
            let mut lines: Vec<&str> = text.lines().collect();
            if !lines.is_empty() {
                let (a, b) = (random.below(lines.len()), random.below(lines.len()));
                lines.swap(a, b);
            }
            lines.join("\n")
        }
    }
}

#[test]
fn odd_files() {
    assert_eq!(diagnostics(""), "");
    assert_eq!(diagnostics("\u{feff}"), "");
    let plain = "/** Doc.\n * More.\n */\nclass A = B;\n\npredicate p() { any() }\n";
    assert_eq!(shape(&parse_text(&format!("\u{feff}{plain}"))), shape(&parse_text(plain)));
    assert_eq!(diagnostics(&format!("\u{feff}{plain}")), "");
    assert_eq!(shape(&parse_text(&plain.replace('\n', "\r\n"))), shape(&parse_text(plain)));
    assert_eq!(diagnostics(&plain.replace('\n', "\r")), "");
    assert!(diagnostics("predicate p() { any() }\0").contains("invalid-token"));
    assert!(diagnostics("predicate p() { \"a\u{feff}b\" = \"\" }").is_empty());
    assert!(diagnostics("predicate\u{feff} p() { any() }").contains("invalid-token"));
    assert!(diagnostics(&String::from_utf8_lossy(b"predicate p\xff() { any() }")).contains("invalid-token"));
}

#[test]
fn long_tokens_and_lines() {
    let long = "x".repeat(1_000_000);
    for text in [
        format!("string s() {{ result = \"{long}\" }}"),
        format!("predicate {long}() {{ any() }}"),
        format!("/** {long} */ predicate p() {{ any() }}"),
        format!("// {long}\npredicate p() {{ any() }}"),
        format!("predicate p() {{ {} }}", vec!["q(1, 2, 3)"; 30_000].join(" and ")),
        format!(
            "predicate p(int {}) {{ any() }}",
            (0..999).map(|at| format!("a{at}")).collect::<Vec<_>>().join(", int ")
        ),
        "predicate p() { any() } ".repeat(20_000),
    ] {
        let start = Instant::now();
        assert_eq!(diagnostics(&text), "");
        assert!(start.elapsed() < LONG, "{}... took {:?}", slice(&text, 0, 60), start.elapsed());
    }
    let unclosed = format!("string s() {{ result = \"{long} }}\n");
    assert!(diagnostics(&unclosed).contains("does not end on its line"));
}

#[test]
fn mistakes_everywhere() {
    // One mistake per member, all reported, in linear time.
    let text = "predicate p( { any() }\nclass { }\nint q() { result = }\n".repeat(700);
    let start = Instant::now();
    assert!(diagnostics(&text).lines().count() >= 2_000);
    assert!(start.elapsed() < LONG, "took {:?}", start.elapsed());
}
