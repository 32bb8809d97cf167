//! Generated inputs: protocol messages, configurations, references, suites and pack files, command lines with odd
//! names, QL with comments anywhere. Each must end with a documented exit code within limits of time and memory,
//! without a panic, without control characters on the terminal and without a lost file.
//!
//! By default a few cases run. `QUARREL_CASES=10000 cargo test -p quarrel --test commands generated` runs more; a
//! failure names the seed of its case, and `QUARREL_SEED=...` repeats it.

use super::{assert_visible, fifo, project};
use crate::limited::{self, ended, quarrel};
use quarrel_engine::{FormatError, SourceMap, format};
use quarrel_seeded::{Random, seeds};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::Stdio;

/// The text with some bytes changed, removed, doubled or moved, converted back to UTF-8.
fn damaged(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.below(4) {
        let (at, to) = (random.below(bytes.len()), random.below(bytes.len() + 1));
        match random.below(5) {
            _ if bytes.is_empty() => {}
            0 => bytes[at] = random.bits() as u8,
            1 => drop(bytes.drain(at.min(to)..at.max(to))),
            2 => bytes.insert(at, random.of(b"\"[{\n/\xff")),
            3 => bytes.truncate(to),
            _ => {
                let copied = bytes[at.min(to)..at.max(to)].to_vec();
                bytes.splice(at..at, copied);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Runs `case` with one random generator for each seed; by default there are `few` seeds.
#[expect(clippy::print_stderr, reason = "a failure names its case")]
fn cases(few: u64, case: impl Fn(&mut Random)) {
    for seed in seeds(few) {
        let run = std::panic::AssertUnwindSafe(|| case(&mut Random::new(seed)));
        if let Err(cause) = std::panic::catch_unwind(run) {
            eprintln!("QUARREL_SEED={seed}");
            std::panic::resume_unwind(cause);
        }
    }
}

const QL: &str = "import java\n\n/** Gets a name. */\nstring name(Class c) { result = c.getName() }\n\nfrom Class c, int i\nwhere i = count(Method m | m.getDeclaringType() = c) and name(c) != \"x\"\nselect c, i as number order by number desc\n";

fn json_value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth > 3 { 6 } else { 8 }) {
        0 => Value::Null,
        1 => json!(random.bits() as i64),
        2 => json!(random.below(3)),
        3 => json!(damaged(random, "file:///tmp/a%20b/q.ql")),
        4 => json!(random.one_in(2)),
        5 => json!(-1.5e300),
        6 => (0..random.below(4)).map(|_| json_value(random, depth + 1)).collect(),
        _ => {
            let keys = ["uri", "position", "line", "character", "text", "range", "start"];
            (0..random.below(4))
                .map(|_| (random.of(&keys).to_owned(), json_value(random, depth + 1)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
    }
}

fn message(random: &mut Random, number: usize) -> Value {
    let uris =
        ["file:///tmp/q.ql", "file:///tmp/%ff.ql", "untitled:1", "file://host/q.ql", "", "file:///tmp/d/"];
    let place = |random: &mut Random| json!({ "line": random.below(12), "character": random.below(40) });
    let document = json!({ "uri": random.of(&uris), "languageId": "ql", "version": number, "text": damaged(random, QL) });
    let mut params = json!({ "textDocument": document, "position": place(random), "contentChanges": [{ "text": damaged(random, QL) }], "context": { "includeDeclaration": true, "triggerKind": 1 }, "options": { "tabSize": 2, "insertSpaces": true } });
    if random.one_in(6) {
        params = json_value(random, 0);
    }
    let method = random.of(&[
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/hover",
        "textDocument/definition",
        "textDocument/references",
        "textDocument/documentSymbol",
        "textDocument/formatting",
        "textDocument/completion",
        "$/cancelRequest",
        "initialize",
        "no/such",
    ]);
    let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
    if !method.contains("did") {
        message["id"] = json!(number);
    }
    message
}

#[test]
fn generated_messages() {
    let folder = tempfile::tempdir().expect("a folder");
    cases(4, |random| {
        let mut input = Vec::new();
        let frame = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
        let begin =
            json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "capabilities": {} } });
        let begun = json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} });
        input.extend(frame(&begin.to_string()).bytes());
        input.extend(frame(&begun.to_string()).bytes());
        for number in 1..20 {
            let text = message(random, number).to_string();
            let text = if random.one_in(8) { damaged(random, &text) } else { text };
            let framed = frame(&text);
            let framed = if random.one_in(60) { damaged(random, &framed) } else { framed };
            input.extend(framed.bytes());
        }
        let mut child =
            limited::command(folder.path(), &["lsp"]).stdin(Stdio::piped()).spawn().expect("the binary runs");
        let mut pipe = child.stdin.take().expect("a pipe");
        // The server may exit before it has read everything.
        let writer = std::thread::spawn(move || pipe.write_all(&input));
        let output = ended(child, "lsp").orderly();
        let _ = writer.join().expect("a writer");
        assert!([Some(0), Some(2)].contains(&output.code), "{output:?}");
        assert_visible(&output.stderr);
    });
}

const TOML: &str = "assume-thread-safe = [\"org.example.*\"]\npacks = [\"thread-safety\"]\nsearch-path = [\"rules\"]\nexclude = [\"gen/\", \"**/*Benchmark.java\"]\ninclude-tests = false\ninclude-generated = true\nbaseline = \"base.sarif\"\nfail-on = \"warning\"\n[queries]\n\"test/classes\" = \"error\"\n[models]\nthreadSafeType = [[\"org.example\", \"Cell\"]]\n";

#[test]
fn generated_configurations() {
    let project = project();
    let here = project.path();
    fifo(&here.join("pipe"));
    fs::create_dir(here.join("rules")).expect("a folder");
    let baseline = r#"{"runs":[{"tool":{"driver":{"name":"Quarrel"}},"results":[]}]}"#;
    fs::write(here.join("base.sarif"), baseline).expect("a file");
    let values = [
        "\"pipe\"",
        "\"/dev/zero\"",
        "[]",
        "[[\"a\"]]",
        "-1",
        "1e400",
        "\"\u{1b}[2J\"",
        "{}",
        "\"../..\"",
        "[\"pipe\"]",
        "true",
    ];
    cases(12, |random| {
        let mut lines: Vec<String> = TOML.lines().map(str::to_owned).collect();
        lines.retain(|_| !random.one_in(6));
        for line in &mut lines {
            if random.one_in(10)
                && let Some((key, _)) = line.split_once(" = ")
            {
                *line = format!("{key} = {}", random.of(&values));
            }
        }
        let text = lines.join("\n");
        fs::write(here.join("quarrel.toml"), if random.one_in(2) { damaged(random, &text) } else { text })
            .expect("a file");
        let output = quarrel(here, &["analyze", ".", "--query", "Classes.ql"]).orderly();
        assert!(output.code.is_some_and(|code| code <= 2), "{output:?}");
        assert_visible(&output.stdout);
        assert_visible(&output.stderr);
    });
}

#[test]
fn generated_packs_and_references() {
    let project = project();
    let here = project.path();
    let pack = here.join("pack");
    fs::create_dir_all(pack.join("src")).expect("folders");
    fs::create_dir_all(pack.join("test")).expect("folders");
    fs::write(pack.join("src/A.ql"), "import java\nfrom Class c select c\n").expect("a file");
    fs::write(pack.join("test/A.java"), "class A {}").expect("a file");
    fifo(&pack.join("src/pipe"));
    let paths =
        ["src/A.ql", ".", "..", "/dev/zero", "src/pipe", "all.qls", "/", "src/\u{1b}[2J.ql", "a\u{0}b"];
    cases(12, |random| {
        let name = |random: &mut Random| random.of(&paths).to_owned();
        let suite: String = (0..random.below(5))
            .map(|_| match random.below(6) {
                0 => format!("- queries: {}\n", name(random)),
                1 => format!("- query: {}\n", name(random)),
                2 => format!("- import: {}\n", name(random)),
                3 => format!("- apply: {}\n  from: {}\n", name(random), name(random)),
                4 => "- include:\n    kind: [problem, /.*(a+)+$/]\n".to_owned(),
                _ => format!("- qlpack: {}\n", random.of(&["some/pack", "quarrel/java-all", "a@1"])),
            })
            .collect();
        let file = format!(
            "name: some/pack\nversion: 1.0.0\ndependencies:\n  quarrel/java-all: \"*\"\ndefaultSuiteFile: {}\ndataExtensions: [\"{}\"]\n",
            name(random),
            random.of(&["*.yml", "**", "[", "../**", "src/**"])
        );
        let reference = format!("query: {}\npostprocess: [{}]\n", name(random), name(random));
        let mut write = |path: &str, text: String| {
            let text = if random.one_in(3) { damaged(random, &text) } else { text };
            fs::write(pack.join(path), text).expect("a file");
        };
        write("all.qls", suite);
        write("qlpack.yml", file);
        write("test/A.qlref", reference);
        for args in [
            &["analyze", ".", "--pack", "pack"][..],
            &["analyze", ".", "--pack", "pack/all.qls"],
            &["test", "pack/test"],
        ] {
            let output = quarrel(here, args).orderly();
            assert!(output.code.is_some_and(|code| code <= 2), "{output:?}");
            assert_visible(&output.stdout);
            assert_visible(&output.stderr);
        }
    });
}

#[test]
fn generated_command_lines() {
    cases(12, |random| {
        let project = project();
        let here = project.path();
        let odd = |random: &mut Random, end: &str| {
            let mut name: Vec<u8> = (0..=random.below(6)).map(|_| 1 + random.below(255) as u8).collect();
            name.retain(|byte| *byte != b'/');
            let plain =
                random.of(&["-", "--", "a b", "$(x)", "'", "\"", "*", "~", "\u{1b}[2J", "\u{202e}", "=1"]);
            name.extend(plain.bytes());
            name.extend(end.bytes());
            OsString::from_vec(name)
        };
        let (java, ql, db, out) =
            (odd(random, ".java"), odd(random, ".ql"), odd(random, ".db"), odd(random, ".sarif"));
        fs::write(here.join(&java), "class Odd { int x; }").expect("a file");
        fs::write(here.join(&ql), "import java\nfrom Class c where c.fromSource() select c\n")
            .expect("a file");
        fs::write(here.join("precious"), "precious").expect("a file");
        // The usual way to pass a name that begins with a hyphen.
        let at = |name: &OsString| Path::new(".").join(name).into_os_string();
        let word = |text: &str| OsString::from(text);
        let commands = [
            vec![word("extract"), word("."), word("--db"), at(&db)],
            vec![word("run"), at(&ql), word("--db"), at(&db)],
            vec![word("run"), at(&ql), word("--db"), at(&db), word("-o"), at(&out)],
            vec![word("analyze"), at(&java), word("--query"), at(&ql), word("-o"), at(&out)],
            vec![word("fmt"), at(&ql)],
            vec![word("check"), at(&ql), at(&java)],
            vec![word("extract"), at(&java), word("--db"), word("precious")],
            vec![java.clone(), ql.clone(), db.clone()],
            vec![word("explain"), java.clone()],
            vec![word("test"), at(&out)],
        ];
        for args in commands.iter().filter(|_| !random.one_in(4)) {
            let child = limited::command(here, &[]).args(args).spawn().expect("the binary runs");
            let output = ended(child, &format!("{args:?}")).orderly();
            assert!(output.code.is_some_and(|code| code <= 2), "{output:?}");
            // Usage errors repeat the arguments unescaped.
            if !output.stderr.contains("Usage:") && !output.stderr.contains("for more information") {
                assert_visible(&output.stdout);
                assert_visible(&output.stderr);
            }
        }
        assert_eq!(fs::read(here.join("precious")).expect("a file"), b"precious");
        assert!(super::names(here).iter().all(|name| !name.ends_with(".tmp")), "{:?}", super::names(here));
    });
}

#[test]
fn generated_comments_settle() {
    let files: Vec<(String, &str)> = quarrel_queries::files()
        .into_iter()
        .filter(|(path, text)| (path.ends_with(".ql") || path.ends_with(".qll")) && text.len() < 6_000)
        .collect();
    let comments = [
        "/* c */",
        "// c\n",
        "\n// c\n",
        "/*\n   * two\n   */",
        "\n/* own */\n",
        "\n\n// apart\n\n",
        "/** doc */",
    ];
    cases(60, |random| {
        let (path, text) = &files[random.below(files.len())];
        let blanks: Vec<usize> = text.match_indices([' ', '\n']).map(|(at, _)| at).collect();
        let mut places: Vec<usize> =
            (0..=random.below(4)).map(|_| blanks[random.below(blanks.len())]).collect();
        places.sort_unstable();
        let mut changed = String::new();
        let mut from = 0;
        for at in places {
            changed.push_str(&text[from..at]);
            changed.push_str(random.of(&comments));
            from = at;
        }
        changed.push_str(&text[from..]);
        let formatted = |text: &str| {
            let mut sources = SourceMap::new();
            let file = sources.add("a.ql", text);
            format(&sources, file)
        };
        match formatted(&changed) {
            // Inside a string or another comment it changes the meaning of the file.
            Err(FormatError::Mistakes(_)) => {}
            Err(FormatError::Internal(at)) => panic!("{path} at {at:?}:\n{changed}"),
            Ok(once) => {
                let twice = formatted(&once).expect("it is still QL");
                assert_eq!(once, twice, "{path}:\n{changed}");
            }
        }
    });
}
