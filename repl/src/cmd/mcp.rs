//! `quarrel mcp`: findings and queries as tools for coding assistants, over the Model Context Protocol on standard input and
//! output. The tools change nothing: sources are extracted into a temporary database, again after each change.

use super::analyze::{Analysed, analyse};
use super::explain;
use crate::args::{Analyze, Asked, Mcp, MinConfidence};
use crate::config::Config;
use quarrel_common::words::plural;
use quarrel_console::Failure;
use quarrel_driver::queries::queries;
use quarrel_driver::{Bounds, extract, open, scratch};
use quarrel_engine::{Const, Edb, ResultSet};
use quarrel_files::{Scratch, is_database};
use quarrel_findings::confidence::Level;
use quarrel_findings::{Finding, LockUse, Severity, finds_problems};
use quarrel_mcp::{About, Tool, Tools, serve};
use quarrel_prompt::commands::Done;
use quarrel_prompt::state::{Answer, State};
use quarrel_report::text::{NO_TERMINAL, Names, Style};
use quarrel_report::{Report, csv, text};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The query of the tool `locks`; the row of [`ASKED`] is the requested name.
const LOCKS: &str = include_str!("mcp/locks.ql");
const ASKED: &str = "quarrelAsked";
/// The size of the cache of columns, in bytes.
const KEPT: usize = 256 << 20;
/// The default number of findings and rows in an answer.
const FINDINGS: usize = 20;
const ROWS: usize = 50;
/// The most lines of a list in an answer.
const LINES: usize = 200;
/// The most programs that are kept.
const PROGRAMS: usize = 4;

const INSTRUCTIONS: &str = "Quarrel finds mistakes of concurrency in Java: races, deadlocks, broken atomicity, unsafe \
publication. Begin with `findings`, which needs no build; `why` shows a finding whole, with the ways of both threads, \
before you believe or mend it. `locks` says who holds what at a field or method, `query` asks anything about the code in \
QL, whose names `library` and `ast` look up. Nothing changes the sources; after an edit the tools see the new text.";

/// Runs the command until the client is gone.
///
/// # Errors
/// If the client cannot be read or answered.
pub fn run(args: &Mcp) -> Result<u8, Failure> {
    let about = About { name: "quarrel", title: "Quarrel", version: env!("QUARREL_VERSION") };
    let mut server = Server {
        root: args.path.clone(),
        search_path: args.search_path.clone(),
        bounds: args.limits.bounds(),
        programs: BTreeMap::new(),
    };
    serve(std::io::stdin().lock(), std::io::stdout().lock(), about, &mut server)?;
    Ok(0)
}

/// The state of the server: the programs of earlier calls.
struct Server {
    root: PathBuf,
    search_path: Vec<PathBuf>,
    bounds: Bounds,
    programs: BTreeMap<PathBuf, Program>,
}

/// An extracted program.
struct Program {
    /// See [`stamp`].
    stamp: u64,
    state: State,
    db: PathBuf,
    analysed: Option<Analysed>,
    /// The folder of the database.
    _scratch: Scratch,
}

impl Tools for Server {
    fn tools(&self) -> Vec<Tool> {
        let path = json!({
            "type": "string",
            "description": "Folder or file with Java sources, or a database of `quarrel extract`; the folder that the server was started for, if it is left out",
        });
        let text = |description: &str| json!({ "type": "string", "description": description });
        vec![
            Tool {
                name: "findings",
                title: "Findings",
                description: "Analyses Java sources and lists mistakes of concurrency, the worst first: a line each with its id, severity, query, place and what it comes to. The first call takes seconds to a minute, later ones are answered at once until a source changes.",
                arguments: json!({
                    "path": path,
                    "file": text("Only findings in files whose path ends in or contains this"),
                    "class": text("Only findings in classes whose name contains this"),
                    "query": text("Only findings of queries whose id contains this, such as race or deadlock"),
                    "severity": { "type": "string", "enum": ["error", "warning", "note"], "description": "Only findings as severe as this or worse" },
                    "confidence": { "type": "string", "enum": ["high", "medium", "low"], "description": "Only findings as sure as this or surer; medium if it is left out" },
                    "limit": { "type": "integer", "minimum": 1, "description": "At most so many; 20 if it is left out" },
                }),
                required: &[],
            },
            Tool {
                name: "why",
                title: "Why a finding",
                description: "Shows one finding whole: its source with who holds what, the way of each thread with the locks that it takes, what speaks for and against it, and what would mend it.",
                arguments: json!({ "path": path, "finding": text("The id that `findings` gives") }),
                required: &["finding"],
            },
            Tool {
                name: "explain",
                title: "Help page of a query",
                description: "The help page of a query, or of a diagnostic of QL: what it finds, what it does not, and what to do.",
                arguments: json!({ "query": text("The id of a query, such as java/race, or a part of it") }),
                required: &["query"],
            },
            Tool {
                name: "queries",
                title: "Queries",
                description: "Lists the queries that there are: id, severity, title.",
                arguments: json!({ "text": text("Only those with this in their id or title") }),
                required: &[],
            },
            Tool {
                name: "locks",
                title: "Who holds what",
                description: "For a field: each access in the program with the locks that are held there whatever way leads to it. For a method: the locks that it is always entered with and those that it takes, and each call of it with the locks held.",
                arguments: json!({ "path": path, "name": text("Class and member, such as Counter.count, with as much of the package as it needs") }),
                required: &["name"],
            },
            Tool {
                name: "query",
                title: "Query",
                description: "Runs a QL query on the code, or an expression, or a bundled query by its id; answers rows as CSV. `import java` is understood. Such as: from Method m where m.isSynchronized() select m, m.getDeclaringType()",
                arguments: json!({
                    "path": path,
                    "ql": text("The query, an expression, a formula, or the id of a query"),
                    "limit": { "type": "integer", "minimum": 1, "description": "At most so many rows; 50 if it is left out" },
                }),
                required: &["ql"],
            },
            Tool {
                name: "library",
                title: "Classes and predicates of the library",
                description: "Lists the classes, predicates, modules and relations of the QL library that have a text in their name.",
                arguments: json!({ "path": path, "text": text("A part of a name, such as Monitor") }),
                required: &["text"],
            },
            Tool {
                name: "ast",
                title: "Tree of a file or class",
                description: "The syntax tree of a Java file or class as the library sees it, with the QL class of each node: what to write a query with.",
                arguments: json!({ "path": path, "name": text("A file such as Counter.java, or a class") }),
                required: &["name"],
            },
        ]
    }

    fn instructions(&self) -> &'static str {
        INSTRUCTIONS
    }

    fn call(&mut self, name: &str, arguments: &Value) -> Result<String, Failure> {
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(name, arguments)));
        answer.unwrap_or_else(|_| {
            // The state may be inconsistent after a panic.
            self.programs.clear();
            Err(Failure::new("this is a bug in quarrel; the server goes on"))
        })
    }
}

impl Server {
    fn answer(&mut self, name: &str, arguments: &Value) -> Result<String, Failure> {
        let word = |name: &str| arguments[name].as_str().unwrap_or_default();
        let limit = |usual: usize| {
            arguments["limit"].as_u64().map_or(usual, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
        };
        match name {
            "explain" => return explain::page_of(word("query"), &self.search_path),
            "queries" => return Ok(self.queries(word("text"))),
            _ => {}
        }
        let path = arguments["path"].as_str().map_or_else(|| self.root.clone(), PathBuf::from);
        let search_path = self.search_path.clone();
        let program = self.program(&path)?;
        match name {
            "findings" => program.findings(&search_path, arguments, limit(FINDINGS)),
            "why" => program.why(&search_path, word("finding")),
            "locks" => program.locks(word("name")),
            "query" => program.query(word("ql"), limit(ROWS)),
            "library" => program.ask(":list", word("text")),
            _ => program.ask(":ast", word("name")),
        }
    }

    fn queries(&self, text: &str) -> String {
        let text = text.to_lowercase();
        let mut out = String::new();
        for (id, query) in queries(&self.search_path) {
            let title = query.metadata.get("name").unwrap_or_default();
            let has = |known: &str| known.to_lowercase().contains(&text);
            if finds_problems(&query.metadata) && (has(&id) || has(title)) {
                let severity = Severity::of(&query.metadata).word();
                let _ = writeln!(out, "{id}  {severity}  {title}");
            }
        }
        if out.is_empty() { format!("no query has `{text}` in its id or title\n") } else { out }
    }

    /// The program at a path, extracted again if its sources have changed.
    fn program(&mut self, path: &Path) -> Result<&mut Program, Failure> {
        let name = std::path::absolute(path)
            .map_err(|error| Failure::new(format!("cannot find {}: {error}", path.display())))?;
        let stamp = stamp(&name);
        if self.programs.get(&name).is_none_or(|program| program.stamp != stamp) {
            self.programs.remove(&name);
            if self.programs.len() >= PROGRAMS {
                self.programs.pop_first();
            }
            let program = Program::new(&name, stamp, &self.search_path, &self.bounds)?;
            self.programs.insert(name.clone(), program);
        }
        let known = self.programs.get_mut(&name);
        known.ok_or_else(|| Failure::new("this is a bug in quarrel: a program is not kept"))
    }
}

impl Program {
    fn new(path: &Path, stamp: u64, search_path: &[PathBuf], bounds: &Bounds) -> Result<Self, Failure> {
        let scratch = scratch()?;
        let db = if is_database(path) {
            path.to_owned()
        } else {
            let db = scratch.path().join("code.db");
            extract::extract(path, &db, None, &Default::default(), bounds)?;
            db
        };
        let opened = open(&db)?.with_kept(KEPT);
        let root = opened.source_root().map_or_else(|| PathBuf::from("."), PathBuf::from);
        let config = Config::find(&root, None)?;
        let searched = config.searched(search_path)?;
        let setup = config.setup(&Default::default(), None);
        let state = State::new(opened, &searched, None, *bounds, setup)?;
        Ok(Self { stamp, state, db, analysed: None, _scratch: scratch })
    }

    /// The report with findings of all levels of confidence.
    fn report(&mut self, search_path: &[PathBuf]) -> Result<&mut Report, Failure> {
        if self.analysed.is_none() {
            let asked = Asked {
                search_path: search_path.to_vec(),
                min_confidence: Some(MinConfidence::Low),
                ..Asked::default()
            };
            let args = Analyze { path: self.db.clone(), asked, quiet: true, ..Analyze::default() };
            self.analysed = Some(analyse(&args)?);
        }
        let analysed = self.analysed.as_mut();
        Ok(&mut analysed
            .ok_or_else(|| Failure::new("this is a bug in quarrel: nothing was analysed"))?
            .report)
    }

    fn findings(&mut self, search_path: &[PathBuf], asked: &Value, limit: usize) -> Result<String, Failure> {
        let report = self.report(search_path)?;
        let word = |name: &str| asked[name].as_str().unwrap_or_default();
        let least = match word("confidence") {
            "high" => Level::High,
            "low" => Level::Low,
            _ => Level::Medium,
        };
        let worst = Severity::ALL.into_iter().find(|severity| severity.word() == word("severity"));
        let fits = |finding: &&Finding| {
            finding.counts()
                && finding.confidence.level <= least
                && worst.is_none_or(|worst| finding.severity() <= worst)
                && finding.path().contains(word("file"))
                && finding.rule.id.contains(word("query"))
                && finding.class.as_deref().unwrap_or_default().contains(word("class"))
        };
        let found: Vec<&Finding> = report.findings.iter().filter(fits).collect();
        let all = found.len();
        let mut out = format!(
            "{all} {} in {} lines of {} files",
            plural(all, "finding"),
            report.facts.lines,
            report.facts.files
        );
        if all > limit {
            let _ = write!(out, ", the worst {limit} of them; `limit` shows more");
        }
        out.push('\n');
        for finding in found.into_iter().take(limit) {
            let at = finding.location.as_ref().map_or(0, |at| at.start_line);
            let _ = writeln!(
                out,
                "{}  {}  {}  {}:{at}  {} ({} confidence)",
                finding.fingerprint,
                finding.severity().word(),
                finding.rule.id,
                finding.path(),
                finding.headline(),
                finding.confidence.level.word(),
            );
        }
        for text in report.missing.iter().map(|query| query.text.clone()).chain(report.notes.iter().cloned())
        {
            let _ = writeln!(out, "note: {text}");
        }
        for text in report.unread().chain(report.left_out()) {
            let _ = writeln!(out, "note: {text}");
        }
        Ok(out)
    }

    fn why(&mut self, search_path: &[PathBuf], id: &str) -> Result<String, Failure> {
        let report = self.report(search_path)?;
        let Some(finding) = report.findings.iter().find(|finding| finding.fingerprint == id).cloned() else {
            return Err(Failure::new(format!("there is no finding `{id}`"))
                .help("`findings` lists their ids; after an edit they may be gone"));
        };
        // Render a report with this finding only.
        let all = std::mem::replace(&mut report.findings, vec![finding]);
        let names = Names::default();
        let style = Style {
            names: &names,
            color: false,
            width: NO_TERMINAL,
            verbose: true,
            short: false,
            most: None,
        };
        let mut out = text::render(report, style);
        let findings = std::mem::replace(&mut report.findings, all);
        for finding in &findings {
            for (number, steps) in finding.paths.iter().flatten().enumerate() {
                for step in steps {
                    for (how, lock) in step.locks.iter().filter(|(_, lock)| !lock.is_empty()) {
                        let at = step.location.as_ref().map_or(0, |at| at.start_line);
                        let does = match how {
                            LockUse::Takes => "takes",
                            LockUse::Holds => "holds",
                            LockUse::Waits => "waits for",
                        };
                        let _ = writeln!(out, "thread {} {does} {lock} at line {at}", number + 1);
                    }
                }
            }
            if !finding.stages.is_empty() {
                out.push_str("\nwhy it is found, stage by stage:\n");
            }
            for (name, text) in &finding.stages {
                let _ = writeln!(out, "  {name}: {text}");
            }
        }
        Ok(out)
    }

    fn locks(&mut self, name: &str) -> Result<String, Failure> {
        let name = name.replace(['#', '$'], ".").replace("()", "");
        let row = vec![Const::String(name.as_str().into())];
        self.state.compiler.session().set_external(ASKED, vec![row]);
        self.state.answer(LOCKS)?;
        let rows =
            self.state.last.as_ref().and_then(|last| last.sets.first()).map_or(0, |set| set.rows.len());
        if rows == 0 {
            return Err(Failure::new(format!(
                "nothing in the sources is called `{name}`, or nobody uses it"
            ))
            .help("name class and member, such as Counter.count"));
        }
        Ok(self.rows(LINES))
    }

    fn query(&mut self, ql: &str, limit: usize) -> Result<String, Failure> {
        let without = ql.lines().filter(|line| line.trim() != "import java").collect::<Vec<_>>().join("\n");
        match self.state.answer(&without)? {
            Answer::Nothing => Err(Failure::new("there is no query")),
            Answer::Truth(holds, _) => Ok(format!("{holds}\n")),
            Answer::Defined(names) => {
                let names: Vec<String> = names.into_iter().map(|(name, _)| name).collect();
                Ok(format!("defined for later queries: {}\n", names.join(", ")))
            }
            Answer::Results(_) => Ok(self.rows(limit)),
        }
    }

    /// The rows of the last query.
    fn rows(&self, limit: usize) -> String {
        let mut out = String::new();
        for set in self.state.last.iter().flat_map(|last| &last.sets) {
            let all = set.rows.len();
            let rows = set.rows.iter().take(limit).cloned().collect();
            let shown =
                ResultSet { name: set.name.clone(), query: set.query, columns: set.columns.clone(), rows };
            if set.name != "#select" {
                let _ = writeln!(out, "{}:", set.name);
            }
            out.push_str(&csv::render(&shown).replace("\r\n", "\n"));
            let word = plural(all, "row");
            let _ = match all > limit {
                true => writeln!(out, "{all} {word}, the first {limit} of them; `limit` shows more"),
                false => writeln!(out, "{all} {word}"),
            };
        }
        out
    }

    fn ask(&mut self, command: &str, text: &str) -> Result<String, Failure> {
        let answer = match self.state.command(&format!("{command} {text}"))? {
            Done::Say(text) => text,
            Done::Answer(_) | Done::Quit => String::new(),
        };
        let lines = answer.lines().count();
        if lines <= LINES {
            return Ok(answer);
        }
        let first: Vec<&str> = answer.lines().take(LINES).collect();
        Ok(format!("{}\n{} lines more: ask for less\n", first.join("\n"), lines - LINES))
    }
}

/// A hash of the names, times and lengths of the Java sources, or of the database, at a path: it changes with them.
fn stamp(path: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut work = vec![path.to_owned()];
    while let Some(path) = work.pop() {
        let Ok(data) = path.symlink_metadata() else { continue };
        if data.is_dir() {
            let entries = std::fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path());
            let is_hidden =
                |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            let mut inner: Vec<PathBuf> = entries.filter(|path| !is_hidden(path)).collect();
            inner.sort();
            work.extend(inner);
        } else if path.extension().is_some_and(|end| end == "java" || end == "db" || end == "toml") {
            (path, data.len(), data.modified().ok()).hash(&mut hasher);
        }
    }
    hasher.finish()
}
