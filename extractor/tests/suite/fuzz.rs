//! Damaged and generated Java, class files, jars, run-time images and build files.
//!
//! Every case is made from a number. `QUARREL_CASES=N` runs the cases 0 to N of each kind, by default a few;
//! `QUARREL_SEED=N` runs case N alone. A case fails if something panics, takes longer than [`PATIENCE`] or more memory
//! than [`MEMORY`], or if the database has a dangling reference.

use std::fmt::Write;
use std::io::{Cursor, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use quarrel_extractor::classpath::auto::{self, Caches};
use quarrel_extractor::classpath::classfile::{Classes, Scope};
use quarrel_extractor::classpath::{self, Libraries, image};
use quarrel_extractor::limits::Stop;
use quarrel_extractor::model::declare::{SourceFile, declare_with};
use quarrel_extractor::parse::Parser;
use quarrel_extractor::resolve::{resolve_file, resolve_headers};
use quarrel_extractor::{Limits, Options, extract};
use quarrel_seeded::{Random, seeds};
use rusqlite::Connection;

use crate::support;

/// The time limit of a case. A batch of cases may take this and a tenth of it for each.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most bytes that the process may hold.
const MEMORY: u64 = 3 << 30;
/// Java files extracted at once, so that the library is read once for all.
const BATCH: u64 = 100;

fn files_below(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, extensions, found);
        } else if path.extension().is_some_and(|e| extensions.iter().any(|known| e == *known)) {
            found.push(path);
        }
    }
}

/// Java to damage: all sources of the tests.
fn java_texts() -> Vec<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["tests/golden", "tests/resolve", "../tests/java", "../tests/queries"] {
        files_below(&here.join(folder), &["java"], &mut found);
    }
    files_below(&here.join("src/syntax/tests"), &["txt"], &mut found);
    let texts: Vec<String> = found.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    assert!(texts.len() > 20);
    texts
}

/// Pieces for damage to insert.
const PIECES: [&str; 44] = [
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    "[]",
    ";",
    ",",
    ".",
    "::",
    "->",
    "@A",
    "@A(",
    "=",
    "?",
    ":",
    "\"",
    "'",
    "\"\"\"",
    "/*",
    "*/",
    "//",
    "\\u007b",
    "\\u0022",
    "\\ud800",
    "case ",
    "default ",
    "class X extends X ",
    "interface ",
    "enum ",
    "record ",
    "new ",
    "instanceof ",
    "super",
    "this",
    "import module a.b;",
    "final ",
    "0_7",
    "\u{1A}",
    "\r",
    "\0",
    "¢",
    "𝄞é",
];

/// A text with tokens dropped, doubled, moved, repeated, replaced, taken from another text, or with its end cut off.
fn damaged(text: &str, other: &str, numbers: &mut Random) -> String {
    let mut tokens = quarrel_seeded::tokens(text);
    let others = quarrel_seeded::tokens(other);
    for _ in 0..=numbers.below(6) {
        if tokens.is_empty() {
            break;
        }
        let (at, to) = (numbers.below(tokens.len()), numbers.below(tokens.len()));
        match numbers.below(14) {
            0..3 => drop(tokens.remove(at)),
            3 => tokens.insert(at, tokens[at]),
            4 => tokens.swap(at, to),
            5..8 => tokens.insert(at, PIECES[numbers.below(PIECES.len())]),
            8 => tokens[at] = PIECES[numbers.below(PIECES.len())],
            9 => drop(tokens.drain(at.min(to)..at.max(to).min(at.min(to) + 40))),
            10 => {
                // A piece repeated many times.
                let end = (at + 1 + numbers.below(6)).min(tokens.len());
                let piece: Vec<&str> = tokens[at..end].to_vec();
                let many = piece.repeat(1 + numbers.below(60));
                tokens.splice(at..at, many);
            }
            11 | 12 => {
                let from = numbers.below(others.len());
                let end = (from + 1 + numbers.below(60)).min(others.len());
                tokens.splice(at..at, others[from..end].iter().copied());
            }
            _ => tokens.truncate(tokens.len() - numbers.below(tokens.len() / 3 + 1)),
        }
    }
    tokens.concat()
}

/// Generates well-formed Java from a grammar with few names, so that they refer to each other in all ways.
struct Grammar<'a> {
    numbers: &'a mut Random,
    out: String,
    /// How much more may be generated.
    fuel: usize,
}

impl Grammar<'_> {
    fn program(numbers: &mut Random) -> String {
        let fuel = 60 + numbers.below(400);
        let mut made = Grammar { numbers, out: String::new(), fuel };
        for import in [
            "import java.util.*;",
            "import static java.lang.Math.*;",
            "import a.b.C;",
            "import module java.base;",
        ] {
            if made.maybe(3) {
                made.out.push_str(import);
            }
        }
        for _ in 0..=made.numbers.below(4) {
            made.class(0);
        }
        made.out
    }

    fn maybe(&mut self, one_of: usize) -> bool {
        self.numbers.below(one_of) == 0
    }

    fn word(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push(' ');
    }

    /// Whether there is fuel for a nested part.
    fn burn(&mut self, depth: usize) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel > 0 && depth < 12
    }

    fn name(&mut self) -> &'static str {
        self.numbers.of(&["a", "b", "c", "x", "m", "length", "_"])
    }

    fn class_name(&mut self) -> &'static str {
        self.numbers.of(&["A", "B", "C", "D", "T", "List", "Map", "Object", "String", "Runnable", "Missing"])
    }

    fn ty(&mut self, depth: usize) {
        if self.maybe(4) || !self.burn(depth) {
            let name = self.numbers.of(&["int", "long", "boolean", "char", "double", "byte", "String"]);
            self.word(name);
            return;
        }
        let name = self.class_name();
        self.word(name);
        if self.maybe(4) {
            let name = self.class_name();
            self.word(".");
            self.word(name);
        }
        if self.maybe(3) {
            self.word("<");
            let wildcard = self.numbers.of(&["", "", "? extends", "? super", "@A"]);
            self.word(wildcard);
            self.ty(depth + 1);
            if self.maybe(3) {
                self.word(",");
                self.ty(depth + 1);
            }
            self.word(">");
        }
        if self.maybe(6) {
            self.word("[]");
        }
    }

    fn class(&mut self, depth: usize) {
        let kind = self.numbers.of(&["class", "class", "class", "interface", "enum", "record", "@interface"]);
        let modifier = self.numbers.of(&["", "public", "static", "final", "sealed", "abstract", "@A(1)"]);
        self.word(modifier);
        self.word(kind);
        let name = self.class_name();
        self.word(name);
        if self.maybe(3) && kind != "enum" && kind != "@interface" {
            let bound = self.numbers.of(&["T", "T extends A<T>", "T, U extends T", "T extends A & B"]);
            let _ = write!(self.out, "<{bound}> ");
        }
        if kind == "record" {
            self.params(depth);
        }
        if self.maybe(2) && matches!(kind, "class" | "interface") {
            self.word("extends");
            self.ty(depth + 1);
        }
        if self.maybe(3) && matches!(kind, "class" | "record" | "enum") {
            self.word("implements");
            self.ty(depth + 1);
        }
        self.word("{");
        if kind == "enum" {
            self.word("A, B(1) { void m() { } }, C { };");
        }
        while self.burn(depth) && !self.maybe(4) {
            self.member(depth + 1);
        }
        self.word("}");
    }

    fn params(&mut self, depth: usize) {
        self.word("(");
        for at in 0..self.numbers.below(3) {
            if at > 0 {
                self.word(",");
            }
            self.ty(depth + 1);
            let (dots, name) = (self.numbers.of(&["", "", "", "...", "@A ..."]), self.name());
            self.word(dots);
            self.word(name);
        }
        self.word(")");
    }

    fn member(&mut self, depth: usize) {
        match self.numbers.below(8) {
            0 => self.class(depth),
            1 | 2 => {
                let modifier = self.numbers.of(&["", "static", "private", "final", "volatile"]);
                self.word(modifier);
                self.ty(depth + 1);
                let name = self.name();
                self.word(name);
                self.word("=");
                self.expr(depth + 1);
                self.word(";");
            }
            3 => {
                let modifier = self.numbers.of(&["", "static"]);
                self.word(modifier);
                self.block(depth + 1);
            }
            _ => {
                let modifier = self.numbers.of(&[
                    "",
                    "static",
                    "private",
                    "<T>",
                    "default",
                    "synchronized",
                    "<U extends T>",
                ]);
                self.word(modifier);
                if self.maybe(3) {
                    self.word("void");
                } else {
                    self.ty(depth + 1);
                }
                let name = self.name();
                self.word(name);
                self.params(depth + 1);
                self.block(depth + 1);
            }
        }
    }

    fn block(&mut self, depth: usize) {
        self.word("{");
        while self.burn(depth) && !self.maybe(3) {
            self.stmt(depth + 1);
        }
        self.word("}");
    }

    fn stmt(&mut self, depth: usize) {
        if !self.burn(depth) {
            return self.word(";");
        }
        match self.numbers.below(16) {
            0 => {
                self.word("if (");
                self.expr(depth + 1);
                self.word(")");
                self.stmt(depth + 1);
            }
            1 => {
                let head = self.numbers.of(&["while (", "synchronized (", "for (;;) while (", "l: while ("]);
                self.word(head);
                self.expr(depth + 1);
                self.word(")");
                self.block(depth + 1);
            }
            2 => {
                self.word("for (");
                self.ty(depth + 1);
                let name = self.name();
                self.word(name);
                self.word(":");
                self.expr(depth + 1);
                self.word(")");
                self.stmt(depth + 1);
            }
            3 => {
                self.word("try (var a =");
                self.expr(depth + 1);
                self.word(")");
                self.block(depth + 1);
                self.word("catch (@A A | @B B c)");
                self.block(depth + 1);
                self.word("finally");
                self.block(depth + 1);
            }
            4 => {
                self.word("switch (");
                self.expr(depth + 1);
                self.word(") {");
                for _ in 0..self.numbers.below(3) {
                    self.word("case");
                    self.pattern(depth + 1);
                    self.word("->");
                    self.block(depth + 1);
                }
                self.word("default -> {} }");
            }
            5 => {
                let jump = self.numbers.of(&[
                    "break;",
                    "continue;",
                    "continue l;",
                    "return;",
                    "yield 1;",
                    "assert a : b;",
                ]);
                self.word(jump);
            }
            6 => self.class(depth),
            7 => {
                let word = self.numbers.of(&["return", "throw", "yield"]);
                self.word(word);
                self.expr(depth + 1);
                self.word(";");
            }
            8 => self.block(depth),
            9..12 => {
                self.ty(depth + 1);
                let name = self.name();
                self.word(name);
                self.word("=");
                self.expr(depth + 1);
                self.word(";");
            }
            _ => {
                self.expr(depth + 1);
                self.word(";");
            }
        }
    }

    fn pattern(&mut self, depth: usize) {
        if self.maybe(3) && self.burn(depth) {
            let name = self.class_name();
            self.word(name);
            self.word("(");
            self.pattern(depth + 1);
            self.word(")");
        } else {
            let modifier = self.numbers.of(&["", "final", "@A", "@A(1) final"]);
            self.word(modifier);
            self.ty(depth + 1);
            let name = self.name();
            self.word(name);
        }
    }

    fn args(&mut self, depth: usize) {
        self.word("(");
        for at in 0..self.numbers.below(4) {
            if at > 0 {
                self.word(",");
            }
            self.expr(depth + 1);
        }
        self.word(")");
    }

    fn expr(&mut self, depth: usize) {
        if !self.burn(depth) || self.maybe(4) {
            let leaf = self.numbers.of(&[
                "a", "b", "c", "this", "null", "1", "0_7", "1.5f", "'c'", "\"s\"", "true", "A.b", "a.b.c",
                "super.a",
            ]);
            return self.word(leaf);
        }
        match self.numbers.below(18) {
            0..3 => {
                let name = self.name();
                self.word(name);
                self.args(depth + 1);
            }
            3..5 => {
                self.expr(depth + 1);
                self.word(".");
                let (args, name) = (self.numbers.of(&["", "", "<T>"]), self.name());
                self.word(args);
                self.word(name);
                self.args(depth + 1);
            }
            5 => {
                self.word("new");
                let (name, diamond) = (self.class_name(), self.numbers.of(&["", "<>", "<String>"]));
                self.word(name);
                self.word(diamond);
                self.args(depth + 1);
                if self.maybe(4) {
                    self.word("{");
                    self.member(depth + 1);
                    self.word("}");
                }
            }
            6 => {
                let params =
                    self.numbers.of(&["() ->", "a ->", "(a, b) ->", "(int a) ->", "(var a, var b) ->"]);
                self.word(params);
                if self.maybe(2) { self.block(depth + 1) } else { self.expr(depth + 1) }
            }
            7 => {
                let reference = self.numbers.of(&[
                    "A::m",
                    "this::m",
                    "String::valueOf",
                    "A::new",
                    "int[]::new",
                    "A.super::m",
                    "List<A>::a",
                ]);
                self.word(reference);
            }
            8 => {
                self.word("(");
                self.ty(depth + 1);
                self.word(")");
                self.expr(depth + 1);
            }
            9 => {
                self.expr(depth + 1);
                self.word("instanceof");
                self.pattern(depth + 1);
            }
            10 => {
                self.expr(depth + 1);
                self.word("?");
                self.expr(depth + 1);
                self.word(":");
                self.expr(depth + 1);
            }
            11 => {
                self.word("switch (");
                self.expr(depth + 1);
                self.word(") { case 1, 2 ->");
                self.expr(depth + 1);
                self.word("; default -> { yield 1; } }");
            }
            12 => {
                self.word("a[");
                self.expr(depth + 1);
                self.word("] =");
                self.expr(depth + 1);
            }
            13 => {
                self.word("(");
                self.expr(depth + 1);
                self.word(")");
            }
            _ => {
                self.expr(depth + 1);
                let op = self.numbers.of(&["+", "-", "*", "/", "&&", "||", "==", "<", ">>>", "+=", "="]);
                self.word(op);
                self.expr(depth + 1);
            }
        }
    }
}

/// The Java file of a case.
fn java_case(seed: u64, sources: &[String]) -> String {
    let mut numbers = Random::new(seed);
    let generated = match numbers.below(3) {
        0 => Grammar::program(&mut numbers),
        _ => sources[numbers.below(sources.len())].clone(),
    };
    if numbers.below(4) == 0 && seed.is_multiple_of(3) {
        return generated;
    }
    let other = &sources[numbers.below(sources.len())];
    damaged(&generated, other, &mut numbers)
}

/// Runs something with the stack of an extraction, and turns a panic into a text.
fn guarded<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let thread = quarrel_common::deep::thread("test").spawn(run).expect("a thread");
    thread.join().map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
    })
}

/// Extracts the files, each in a folder of its own; returns the problem, if any.
fn extraction(files: &[(u64, String)]) -> Option<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (root, database) = (folder.path().join("tree"), folder.path().join("code.db"));
    for (seed, text) in files {
        support::write_tree(&root, &[(&format!("d{seed}/A.java"), text)]);
    }
    let allowed = PATIENCE + PATIENCE / 10 * files.len() as u32;
    let limits = Limits { memory: Some(MEMORY), ..Limits::of_time(allowed) };
    let options = Options { threads: 2, limits, ..Options::default() };
    if let Err(error) = extract(&root, &database, &options, &|_| ()) {
        return Some(error.to_string());
    }
    let connection = Connection::open(&database).expect("the database opens");
    let sql = "select message from extraction_diagnostics where message like '%a bug in quarrel%' limit 1";
    let bug: Result<String, _> = connection.query_row(sql, [], |row| row.get(0));
    bug.ok().or_else(|| support::dangling(&database).into_iter().next())
}

#[test]
fn java() {
    let sources = java_texts();
    let all = seeds(300);
    let mut from = all.start;
    while from < all.end {
        let until = (from + BATCH).min(all.end);
        let files: Vec<(u64, String)> = (from..until).map(|seed| (seed, java_case(seed, &sources))).collect();
        if extraction(&files).is_some() {
            // Report a single file if it fails alone; otherwise all of them together.
            for file in &files {
                if let Some(wrong) = extraction(std::slice::from_ref(file)) {
                    panic!("QUARREL_SEED={}: {wrong}\n{}", file.0, file.1);
                }
            }
            let wrong = extraction(&files).unwrap_or_else(|| "not again".to_owned());
            panic!("cases {from}..{until} together: {wrong}");
        }
        from = until;
    }
}

/// A few signatures instead of those of a JDK, which are not tested here.
const LIBRARY: &str = "C\t1\tjava/lang/Object\t\t\t\nM\t1\t<init>\t()V\t\n\
    C\t31\tjava/lang/String\tjava/lang/Object\t\t\nC\t601\tjava/util/List\tjava/lang/Object\t\t<E:Ljava/lang/Object;>Ljava/lang/Object;\n";

/// Bytes with some of them changed, dropped, doubled or moved.
fn damaged_bytes(bytes: &[u8], numbers: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=numbers.below(8) {
        if bytes.is_empty() {
            break;
        }
        let at = numbers.below(bytes.len());
        match numbers.below(8) {
            0 => bytes[at] = numbers.below(256) as u8,
            1 => bytes[at] ^= 1 << numbers.below(8),
            2 => bytes[at] = [0, 0xFF, 0x7F, 0x80, b'[', b'<', b';', b'L'][numbers.below(8)],
            3 => drop(bytes.remove(at)),
            4 => bytes.truncate(at),
            5 => {
                let end = (at + 1 + numbers.below(16)).min(bytes.len());
                let piece = bytes[at..end].repeat(1 + numbers.below(40));
                bytes.splice(at..at, piece);
            }
            6 => {
                // A length or an index, at the ends of its range.
                let value = [0_u16, 1, 0x7FFF, 0x8000, 0xFFFF][numbers.below(5)].to_be_bytes();
                bytes[at] = value[0];
                if let Some(next) = bytes.get_mut(at + 1) {
                    *next = value[1];
                }
            }
            _ => {
                let to = numbers.below(bytes.len());
                bytes.swap(at, to);
            }
        }
    }
    bytes
}

/// Reads the texts of a case, declares what can be read, and refers to it from a file.
fn uses(texts: Vec<String>) {
    let libraries = Libraries { jdk: Some(LIBRARY.to_owned()), classpath: texts, sources: Vec::new() };
    let tree = Parser::new().parse(
        "import lib.*; class A extends Box<String> implements Shelf<A> { Box.Kind k; \
         void m(Box<String> b) { b.first().all(b.inner().value(), Box.SIZE, x -> b.get(x)); new Box<>(b); } }",
    );
    let files = [SourceFile { path: "A.java", ast: &tree }];
    let model = declare_with(&files, &libraries);
    let imports = resolve_headers(&model, &files);
    resolve_file(&model, quarrel_extractor::model::FileId(0), &tree, &imports[0]);
}

#[test]
fn class_files_and_jars() {
    let jar =
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/classpath/box.jar")).expect("a jar");
    let mut archive = zip::ZipArchive::new(Cursor::new(&jar)).expect("it is one");
    let mut classes = Vec::new();
    for at in 0..archive.len() {
        let mut bytes = Vec::new();
        let mut entry = archive.by_index(at).expect("an entry");
        if entry.name().is_ok_and(|name| name.ends_with(".class")) {
            entry.read_to_end(&mut bytes).expect("it can be read");
            classes.push(bytes);
        }
    }
    assert!(!classes.is_empty());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("x.jar");
    for seed in seeds(400) {
        let mut numbers = Random::new(seed);
        let started = Instant::now();
        let texts = if numbers.below(4) == 0 {
            std::fs::write(&path, damaged_bytes(&jar, &mut numbers)).expect("a file can be written");
            let path = path.clone();
            let read = guarded(move || classpath::read(&[path], None, true, &Stop::default()).0.classpath);
            read.unwrap_or_else(|panic| panic!("QUARREL_SEED={seed}: {panic}"))
        } else {
            let bytes: Vec<Vec<u8>> =
                classes.iter().map(|bytes| damaged_bytes(bytes, &mut numbers)).collect();
            let read = guarded(move || {
                let mut found = Classes::default();
                // Unreadable input is an error, never a panic.
                bytes.iter().for_each(|bytes| drop(found.add(bytes, Scope::NotPrivate)));
                found.text(|_| true)
            });
            vec![read.unwrap_or_else(|panic| panic!("QUARREL_SEED={seed}: {panic}"))]
        };
        // Signatures may be damaged too: class files may contain anything.
        let text =
            String::from_utf8_lossy(&damaged_bytes(texts.concat().as_bytes(), &mut numbers)).into_owned();
        guarded(move || uses(vec![text])).unwrap_or_else(|panic| panic!("QUARREL_SEED={seed}: {panic}"));
        assert!(started.elapsed() < PATIENCE, "QUARREL_SEED={seed}: {:?}", started.elapsed());
    }
}

/// Run-time images contain their own index.
#[test]
fn images() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("modules");
    // Header, one location, its attributes and strings, and a resource (see `classpath::image`).
    let mut whole: Vec<u8> = Vec::new();
    for n in [0xCAFE_DADA_u32, 1 << 16, 0, 1, 1, 18, 16, 0, 0] {
        whole.extend(n.to_le_bytes());
    }
    whole.extend([1 << 3, 1, 2 << 3, 3, 3 << 3, 5, 4 << 3, 7, 5 << 3, 0, 6 << 3, 0, 7 << 3, 7, 0, 0, 0, 0]);
    whole.extend(b"\0m\0p\0B\0class\0\0\0\0content");
    for seed in seeds(400) {
        let mut numbers = Random::new(seed);
        std::fs::write(&path, damaged_bytes(&whole, &mut numbers)).expect("a file can be written");
        let (started, path) = (Instant::now(), path.clone());
        let read = guarded(move || image::for_each_class(&path, &Stop::default(), &mut |_| Ok(())));
        read.unwrap_or_else(|panic| panic!("QUARREL_SEED={seed}: {panic}")).ok();
        assert!(started.elapsed() < PATIENCE, "QUARREL_SEED={seed}: {:?}", started.elapsed());
    }
}

const BUILD_FILES: [(&str, &str); 3] = [
    (
        "pom.xml",
        "<?xml version=\"1.0\"?><project><groupId>p</groupId><artifactId>q</artifactId><version>1</version><properties>\
         <v>${w}</v><w>1.0</w><loop>${loop}${loop}</loop></properties><dependencyManagement><dependencies><dependency>\
         <groupId>a.b</groupId><artifactId>lib</artifactId><version>${v}</version></dependency></dependencies>\
         </dependencyManagement><dependencies><dependency><groupId>a.b</groupId><artifactId>lib</artifactId></dependency>\
         <!-- <dependency> --><dependency><groupId>${loop}</groupId><artifactId>x</artifactId></dependency></dependencies>\
         <build><plugins><plugin><configuration><release>11</release></configuration></plugin></plugins></build></project>",
    ),
    (
        "build.gradle",
        "def v = '1.0'\next { w = \"2\" }\ndependencies {\n  implementation \"a.b:lib:$v\"\n  api group: 'a.b', name: 'lib', \
         version: w\n  testImplementation(libs.log)\n  implementation 'a.b:lib:1.0@jar'\n}\nsourceCompatibility = 1.8\n",
    ),
    (
        "gradle/libs.versions.toml",
        "[versions]\nv = \"1.0\"\n[libraries]\nlib = { module = \"a.b:lib\", version.ref = \"v\" }\nx = \"a.b:lib:1\"\n",
    ),
];

#[test]
fn build_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (home, project) = (folder.path().join("home"), folder.path().join("project"));
    let jar = home.join(".m2/repository/a/b/lib/1.0");
    std::fs::create_dir_all(&jar).expect("a folder can be made");
    std::fs::write(jar.join("lib-1.0.jar"), "").expect("a file can be written");
    for seed in seeds(400) {
        let mut numbers = Random::new(seed);
        let texts: Vec<String> = BUILD_FILES
            .iter()
            .map(|(_, text)| {
                let other = BUILD_FILES[numbers.below(BUILD_FILES.len())].1;
                damaged(text, other, &mut numbers)
            })
            .collect();
        for ((name, _), text) in BUILD_FILES.iter().zip(&texts) {
            support::write_tree(&project, &[(name, text)]);
        }
        std::fs::write(jar.join("lib-1.0.pom"), &texts[0]).expect("a file can be written");
        let started = Instant::now();
        let found = catch_unwind(AssertUnwindSafe(|| auto::find(&project, &Caches::below(&home))));
        let found = found.unwrap_or_else(|_| panic!("QUARREL_SEED={seed}"));
        let outside = found.jars.iter().find(|jar| !jar.starts_with(&home));
        assert_eq!(outside, None, "QUARREL_SEED={seed}: what is not in the caches is not named");
        assert!(started.elapsed() < PATIENCE, "QUARREL_SEED={seed}: {:?}", started.elapsed());
    }
}
