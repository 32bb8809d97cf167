//! Compiles damaged queries and packs: no panic, and the limits of time and memory hold. Queries that still compile are
//! evaluated within limits.
//!
//! A failure names its seed; `QUARREL_SEED=N` runs that seed alone, `QUARREL_CASES=N` runs the seeds 0 to N - 1.

#![allow(clippy::print_stdout, reason = "counts, for runs of many cases by hand")]

use quarrel_engine::packs::disk;
use quarrel_engine::{
    CompileError, CompileOptions, Evaluator, Limits, Options, Place, Roots, Session, Stop, run,
};
use quarrel_eval::MemDb;
use quarrel_seeded::{Random, only_seed, seeds};
use quarrel_tests::damage;
use quarrel_tests::{facts, fixture, treatments};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// Cases of each kind that run by default.
const CASES: u64 = 400;
/// The time limit of compilation, and that of evaluation; small programs need milliseconds.
const TIME: Duration = Duration::from_secs(5);
/// How late a slow machine may notice the time limit.
const SLACK: Duration = Duration::from_secs(10);
/// The memory limit of the process in bytes.
const MEMORY: u64 = 2 << 30;

/// The words that damage inserts.
const WORDS: &[&str] = &[
    "class",
    "module",
    "signature",
    "import",
    "predicate",
    "select",
    "from",
    "where",
    "exists",
    "forall",
    "forex",
    "count",
    "sum",
    "rank",
    "concat",
    "unique",
    "strictcount",
    "monotonicAggregates",
    "not",
    "and",
    "or",
    "implies",
    "if",
    "then",
    "else",
    "any",
    "none",
    "newtype",
    "extends",
    "instanceof",
    "abstract",
    "private",
    "final",
    "override",
    "bindingset[this]",
    "pragma[inline]",
    "cached",
    "query",
    "super",
    "this",
    "result",
    "_",
    "int",
    "string",
    "float",
    "boolean",
    "date",
    "+",
    "*",
    "::",
    "<",
    ">",
    "=",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "..",
    ",",
    ";",
    "|",
    "/**",
    "*/",
    "//",
    "\"",
    "0",
    "2147483648",
    "1.5e999",
    "{ any() }",
    "(int i | i in [1 .. 2000000000])",
    "M<M<M<int>>>",
    "A<A, A>",
    ".class",
    "@t",
    "toString()",
    "extensible",
    "default",
    "as",
    "avg",
    "in",
    "true",
];

fn limits() -> Limits {
    Limits { time: Some(TIME), memory: Some(MEMORY), ..Limits::default() }
}

/// Runs a case; after a panic or a broken limit the message names the seed.
fn case(seed: u64, what: &str, shown: &str, work: impl FnOnce() -> Result<(), String>) {
    let started = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(work));
    let took = started.elapsed();
    match outcome {
        Ok(Ok(())) if took < TIME + TIME + SLACK => {}
        Ok(Ok(())) => panic!("QUARREL_SEED={seed}: {what} took {took:?}\n{shown}"),
        Ok(Err(error)) => panic!("QUARREL_SEED={seed}: {what}: {error}\n{shown}"),
        Err(_) => panic!("QUARREL_SEED={seed}: {what} panicked\n{shown}"),
    }
}

/// Compiles; `None` if there are errors in the program or the pack.
fn compiled(
    session: &mut Session,
    entries: &[quarrel_engine::FileId],
) -> Result<Option<quarrel_engine::Compiled>, String> {
    match session.compile(entries, &CompileOptions { check_all: true, ..CompileOptions::default() }) {
        Ok(compiled) => Ok(Some(compiled)),
        Err(CompileError::Mistakes(_) | CompileError::Pack(_)) => Ok(None),
        Err(CompileError::Internal(error)) => Err(format!("a bug: {error}")),
        Err(CompileError::Stopped(stop)) => Err(format!("compiling: {stop}")),
    }
}

/// Evaluates; returns `false` if a limit ended it.
fn evaluated(compiled: &quarrel_engine::Compiled, db: &MemDb) -> Result<bool, String> {
    let limits = Limits { rows: Some(300_000), time: Some(Duration::from_secs(1)), ..limits() };
    let options = Options { limits, threads: Some(1), ..Options::default() };
    match run(compiled, db, &options, Evaluator::Fast) {
        Ok(_) => Ok(true),
        Err(error) => match error.kind {
            quarrel_engine::EvalErrorKind::Stopped(Stop::Cancelled) => Err("cancelled by nobody".to_owned()),
            quarrel_engine::EvalErrorKind::Stopped(_) | quarrel_engine::EvalErrorKind::Database(_) => {
                Ok(false)
            }
            quarrel_engine::EvalErrorKind::Unbound(what) => Err(format!("a bug: {what} is not bound")),
        },
    }
}

/// A query with its schema and facts.
struct Sample {
    schema: String,
    facts: String,
    text: String,
}

fn samples() -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ql");
    let tests = fixture::read_folder(&folder, false).into_iter().flat_map(|fixture| fixture.tests);
    let of_one_file = tests.filter(|test| test.blocks("ql").count() == 1 && test.blocks("yaml").count() == 0);
    let block = |test: &fixture::Test, language: &str| {
        test.block(language).map(|block| block.text.clone()).unwrap_or_default()
    };
    of_one_file
        .map(|test| Sample {
            schema: block(&test, "schema"),
            facts: block(&test, "facts"),
            text: block(&test, "ql"),
        })
        .collect()
}

#[test]
fn damaged_queries() {
    let samples = samples();
    assert!(samples.len() > 100, "{} samples", samples.len());
    let texts: Vec<String> = samples.iter().map(|sample| sample.text.clone()).collect();
    let (mut programs, mut finished) = (0, 0);
    for seed in seeds(CASES) {
        let mut random = Random::new(seed);
        let sample = &samples[random.below(samples.len())];
        let text = damage::text(&mut random, &sample.text, WORDS, &texts);
        case(seed, "a damaged query", &text, || {
            let catalog = treatments::catalog(&sample.schema)?;
            let roots = Roots::new([], Vec::new());
            let mut session = Session::new(catalog.clone(), roots).map_err(|error| error.to_string())?;
            session.set_limits(limits());
            let place = Place::Bundled("test/Test.ql".to_owned());
            let Ok(file) = session.load_text(&place, text.as_str().into()) else { return Ok(()) };
            if let Some(compiled) = compiled(&mut session, &[file])? {
                programs += 1;
                finished += u64::from(evaluated(&compiled, &facts::database(&catalog, &sample.facts)?)?);
            }
            Ok(())
        });
    }
    let all = seeds(CASES).end - seeds(CASES).start;
    println!("{all} damaged queries: {programs} compiled, {finished} evaluated to the end");
    assert!(programs > 0 || only_seed().is_some(), "some damage is harmless");
}

#[test]
fn damaged_schemas() {
    let samples = samples();
    let texts: Vec<String> = samples.iter().map(|sample| sample.schema.clone()).collect();
    let words =
        ["unique", "int", "string", "@t", "@t = @t;", "ref", "case", "of", ":", ";", "(", ")", "|", "float"];
    for seed in seeds(CASES) {
        let mut random = Random::new(seed);
        let sample = &samples[random.below(samples.len())];
        let text = damage::text(&mut random, &sample.schema, &words, &texts);
        case(seed, "a damaged schema", &text, || {
            let Ok(catalog) = treatments::catalog(&text) else { return Ok(()) };
            let mut session =
                Session::new(catalog, Roots::new([], Vec::new())).map_err(|error| error.to_string())?;
            session.set_limits(limits());
            let place = Place::Bundled("test/Test.ql".to_owned());
            if let Ok(file) = session.load_text(&place, sample.text.as_str().into()) {
                compiled(&mut session, &[file])?;
            }
            Ok(())
        });
    }
}

/// The files of a pack that has every kind of file.
const PACK: &[(&str, &str)] = &[
    (
        "qlpack.yml",
        "name: me/rules\nversion: 1.0.0\nlibrary: false\ndependencies:\n  me/lib: \"*\"\n\
         dataExtensions:\n  - ext/*.yml\n  - more.yml\ndefaultSuiteFile: all.qls\nwarnOnImplicitThis: true\n",
    ),
    (
        "all.qls",
        "- description: All\n- queries: .\n- include:\n    kind: [problem, table]\n    tags contain: x\n\
         - exclude:\n    id:\n      - /b/\n- import: other.qls\n- apply: other.qls\n  from: me/rules\n",
    ),
    ("other.qls", "- query: q.ql\n- qlpack: me/rules\n"),
    (
        "ext/a.yml",
        "extensions:\n  - addsTo:\n      pack: me/rules\n      extensible: rows\n    data:\n      - [1, \"a\", true]\n      - [-2, 'b', false]\n",
    ),
    ("more.yml", "extensions: []\n"),
    (
        "q.ql",
        "/**\n * @name Q\n * @id me/q\n * @kind table\n * @tags x\n */\nimport lib.L\nextensible predicate rows(int a, string b, boolean c);\n\
         from int a, string b where rows(a, b, _) and p(a) select a, b\n",
    ),
    ("lib/L.qll", "predicate p(int i) { i in [1 .. 9] }\n"),
];

#[test]
fn damaged_packs() {
    let words = [
        "name:",
        "dependencies:",
        "- ",
        "\"*\"",
        "&a [*a, *a]",
        "*a",
        "!!binary x",
        "? ",
        "{}",
        "[[[[",
        "include:",
        "exclude:",
        "queries: ..",
        "import: all.qls",
        "apply: all.qls",
        "qlpack: me/rules",
        "from: me/rules",
        "~",
        "null",
        "0x7fffffff",
        "99999999999999999999",
        "dataExtensions: \"**\"",
        "../..",
        "/etc/passwd",
        "data:",
        "extensible: rows",
    ];
    let texts: Vec<String> = PACK.iter().map(|(_, text)| (*text).to_owned()).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for sub in ["ext", "lib"] {
        std::fs::create_dir(path(sub)).expect("a folder");
    }
    let catalog = treatments::catalog("").expect("an empty schema");
    let mut programs = 0;
    for seed in seeds(CASES) {
        let mut random = Random::new(seed);
        let broken = random.below(PACK.len());
        let mut shown = String::new();
        for (at, (name, text)) in PACK.iter().enumerate() {
            let text = if at == broken || random.below(6) == 0 {
                damage::text(&mut random, text, &words, &texts)
            } else {
                (*text).to_owned()
            };
            shown += &format!("--- {name}\n{text}\n");
            std::fs::write(path(name), text).expect("a file");
        }
        case(seed, "a damaged pack", &shown, || {
            let roots = Roots::new([], vec![folder.path().to_owned()]);
            let mut session = Session::new(catalog.clone(), roots).map_err(|error| error.to_string())?;
            session.set_limits(limits());
            let place = |name: &str| disk(&path(name)).map_err(|error| error.to_string());
            let mut entries = Vec::new();
            if let Ok(found) = session.suite(&place("all.qls")?) {
                entries.extend(found.iter().filter_map(|query| session.load(query).ok()));
            }
            entries.extend(session.load(&place("q.ql")?).ok());
            entries.sort_unstable();
            entries.dedup();
            programs += u64::from(compiled(&mut session, &entries)?.is_some());
            Ok(())
        });
    }
    println!("{} damaged packs: {programs} compiled", seeds(CASES).end - seeds(CASES).start);
    assert!(programs > 0 || only_seed().is_some(), "some damage is harmless");
}
