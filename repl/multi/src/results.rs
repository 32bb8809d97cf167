//! The results database. Records flow in, one transaction a repository; [`canonical`] writes what some databases say
//! together as a file that depends on nothing but what they say: not on the order of the work, nor on how it was
//! shared.

use super::list::Entry;
use quarrel_console::Failure;
use quarrel_files::Pending;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Params, params};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The tables, as the documentation shows them.
pub const SCHEMA: &str = include_str!("schema.sql");
/// What marks the file as ours: "QrlM".
const APPLICATION: i64 = 0x5172_6c4d;
/// The number of the schema; files of another one are refused.
const VERSION: i64 = 2;
/// The schema before, which had no labels: files of it are read, and brought up to date when they are written.
const WITHOUT_LABELS: i64 = 1;
/// The tables with rows of a repository, beside `repositories`, `verdicts` and `labels`.
const OF_REPOSITORY: &[&str] = &["findings", "diagnostics", "times", "sarif"];

/// Writes a rule. A repository may set the severity of a query, or have a pack of its own: of rules that differ the
/// first by text stays, whichever comes first.
const INSERT_RULE: &str = "INSERT INTO rules VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT DO UPDATE SET (name, severity, precision, pack) =
      (excluded.name, excluded.severity, excluded.precision, excluded.pack)
    WHERE (excluded.severity, excluded.name, ifnull(excluded.precision, ''), ifnull(excluded.pack, ''))
        < (severity, name, ifnull(precision, ''), ifnull(pack, ''))";

/// What became of a repository.
#[derive(Clone, Default, Debug)]
pub struct Record {
    /// Its name in the list.
    pub repository: String,
    /// What was analysed.
    pub revision: Option<String>,
    /// How.
    pub analysis: Option<String>,
    /// How it ended; the schema lists the words.
    pub status: String,
    /// Why it is not done.
    pub message: Option<String>,
    /// Number of Java files.
    pub files: Option<i64>,
    /// Number of their lines.
    pub lines: Option<i64>,
    /// Number of classes.
    pub classes: Option<i64>,
    /// Number of calls.
    pub calls: Option<i64>,
    /// The share of calls whose callee is not known, from 0 to 1.
    pub unresolved_share: Option<f64>,
    /// What was found.
    pub findings: Vec<Finding>,
    /// The queries that ran.
    pub rules: Vec<Rule>,
    /// What the analysis said.
    pub diagnostics: Vec<Diagnostic>,
    /// The whole report, compressed.
    pub sarif: Option<Vec<u8>>,
    /// What it took.
    pub times: Option<Times>,
}

impl Record {
    /// A record of something that went wrong.
    pub fn fail(&mut self, status: &str, message: impl Into<String>) {
        self.findings.clear();
        self.rules.clear();
        self.sarif = None;
        self.status = status.to_owned();
        self.message = Some(message.into());
    }
}

/// A row of `findings`.
#[derive(Clone, Default, Debug)]
#[allow(missing_docs, reason = "the schema says it")]
pub struct Finding {
    pub fingerprint: String,
    pub rule: String,
    pub severity: String,
    pub path: Option<String>,
    pub line: Option<i64>,
    pub column: Option<i64>,
    pub end_line: Option<i64>,
    pub end_column: Option<i64>,
    pub class: Option<String>,
    pub callable: Option<String>,
    pub message: String,
    pub related: String,
    pub silenced: Option<String>,
    pub code: Option<String>,
    pub code_line: Option<i64>,
}

/// A row of `rules`.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the schema says it")]
pub struct Rule {
    pub rule: String,
    pub name: String,
    pub severity: String,
    pub precision: Option<String>,
    pub pack: Option<String>,
}

/// A row of `diagnostics`.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the schema says it")]
pub struct Diagnostic {
    pub severity: String,
    pub text: String,
}

/// A row of `times`.
#[derive(Clone, Default, Debug)]
#[allow(missing_docs, reason = "the schema says it")]
pub struct Times {
    pub started: String,
    pub fetch_seconds: f64,
    pub seconds: f64,
    pub user_seconds: f64,
    pub system_seconds: f64,
    pub peak_bytes: u64,
}

/// What was run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// Its hash.
    pub id: String,
    /// The version of the program.
    pub version: String,
    /// The options that decide what is found, as they were given.
    pub options: String,
}

/// What is known of a repository so far.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the schema says it")]
pub struct Known {
    pub revision: Option<String>,
    pub analysis: Option<String>,
    pub status: String,
}

/// An open results database.
#[derive(Debug)]
pub struct Results {
    db: Connection,
    file: PathBuf,
}

/// A failure of a database.
fn failure(file: &Path, error: &rusqlite::Error) -> Failure {
    Failure::new(format!("cannot use the results database {}: {error}", file.display())).help(
        "if the disk is full, make room; if the file is damaged, name another one: it is made anew from the list",
    )
}

impl Results {
    /// Opens a database to write to; makes it if there is none.
    ///
    /// # Errors
    /// If it cannot be written, or is something else.
    pub fn open(file: &Path) -> Result<Self, Failure> {
        let is_new = std::fs::metadata(file).map_or(true, |metadata| metadata.len() == 0);
        let results = Self::opened(file, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        if is_new {
            results.checked(create(&results.db))?;
        }
        if results.check()? == WITHOUT_LABELS {
            let add = format!("BEGIN; {}; PRAGMA user_version = {VERSION}; COMMIT;", labels_table());
            results.checked(results.db.execute_batch(&add))?;
        }
        Ok(results)
    }

    /// Opens a database to read.
    ///
    /// # Errors
    /// If there is none, or it is something else.
    pub fn open_to_read(file: &Path) -> Result<Self, Failure> {
        if !file.exists() {
            return Err(Failure::new(format!("there is no results database {}", file.display()))
                .help("`quarrel multi LIST --results FILE` makes one"));
        }
        let results = Self::opened(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        if results.check()? == WITHOUT_LABELS {
            // An empty table beside the file: nothing is written to it.
            let add = labels_table().replace("CREATE TABLE", "CREATE TEMP TABLE");
            results.checked(results.db.execute_batch(&add))?;
        }
        Ok(results)
    }

    fn opened(file: &Path, flags: OpenFlags) -> Result<Self, Failure> {
        let db = Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .map_err(|error| failure(file, &error))?;
        let wait = db.busy_timeout(std::time::Duration::from_secs(60));
        wait.map_err(|error| failure(file, &error))?;
        Ok(Self { db, file: file.to_owned() })
    }

    /// The connection, for queries.
    pub fn connection(&self) -> &Connection {
        &self.db
    }

    /// A message about a failure of this database.
    ///
    /// # Errors
    /// If there is one.
    pub fn checked<T>(&self, result: rusqlite::Result<T>) -> Result<T, Failure> {
        result.map_err(|error| failure(&self.file, &error))
    }

    /// The report of a repository as SARIF, if it has one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn report(&self, repository: &str) -> Result<Option<Vec<u8>>, Failure> {
        let mut ask = self.checked(self.db.prepare_cached("SELECT log FROM sarif WHERE repository = ?1"))?;
        let log: Option<Vec<u8>> = self.checked(ask.query_row([repository], |row| row.get(0)).optional())?;
        let log = log.map(|log| zstd::decode_all(&log[..])).transpose();
        log.map_err(|error| self.broken_report(repository, &error))
    }

    /// A message about a report that is there and cannot be read.
    pub fn broken_report(&self, repository: &str, why: &dyn std::fmt::Display) -> Failure {
        Failure::new(format!("cannot read the report of {repository} in {}: {why}", self.file.display()))
            .help("do the repository again: `quarrel multi LIST --results FILE --retry`")
    }

    /// The number of the schema, if it is one that can be read.
    fn check(&self) -> Result<i64, Failure> {
        let pragma =
            |name: &str| self.db.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
        let is_ours = pragma("application_id").is_ok_and(|id| id == APPLICATION);
        if !is_ours {
            return Err(Failure::new(format!("{} is no results database", self.file.display())).help(
                "name one that `quarrel multi LIST --results FILE` made, or a file that is not there yet",
            ));
        }
        match self.checked(pragma("user_version"))? {
            version @ (WITHOUT_LABELS | VERSION) => Ok(version),
            version => Err(Failure::new(format!(
                "{} has schema {version} of results databases, and this program knows {VERSION}",
                self.file.display()
            ))
            .help("use the program that made it, or name another file")),
        }
    }

    /// Notes which repositories there are, those that are not known yet as pending, and what is run.
    ///
    /// # Errors
    /// If that cannot be written; if a repository is known with another source.
    pub fn begin(
        &mut self,
        entries: &[Entry],
        analysis: &Analysis,
    ) -> Result<BTreeMap<String, Known>, Failure> {
        let known = self.begun(entries, analysis);
        self.checked(known)
    }

    fn begun(&mut self, entries: &[Entry], analysis: &Analysis) -> rusqlite::Result<BTreeMap<String, Known>> {
        let transaction = self.db.transaction()?;
        transaction.execute(
            "INSERT OR IGNORE INTO analyses VALUES (?1, ?2, ?3)",
            params![analysis.id, analysis.version, analysis.options],
        )?;
        for entry in entries {
            // Another source, branch or folder under a known name is another repository.
            let place = params![entry.name, entry.source, entry.commit, entry.folder];
            let moved = "repository = ?1 AND (source, wanted, folder) IS NOT (?2, ?3, ?4)";
            let is_moved: bool = transaction.query_row(
                &format!("SELECT EXISTS (SELECT 1 FROM repositories WHERE {moved})"),
                place,
                |row| row.get(0),
            )?;
            if is_moved {
                forget(&transaction, &entry.name)?;
                transaction.execute("DELETE FROM repositories WHERE repository = ?1", [&entry.name])?;
            }
            transaction.execute(
                "INSERT OR IGNORE INTO repositories (repository, source, wanted, folder, status)
                 VALUES (?1, ?2, ?3, ?4, 'pending')",
                place,
            )?;
        }
        let mut known = BTreeMap::new();
        {
            let mut rows =
                transaction.prepare("SELECT repository, revision, analysis, status FROM repositories")?;
            let mut rows = rows.query([])?;
            while let Some(row) = rows.next()? {
                let one = Known { revision: row.get(1)?, analysis: row.get(2)?, status: row.get(3)? };
                known.insert(row.get(0)?, one);
            }
        }
        transaction.commit()?;
        Ok(known)
    }

    /// Writes what became of a repository, instead of what was known: all of it or nothing.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn write(&mut self, record: &Record) -> Result<(), Failure> {
        let written = self.written(record);
        self.checked(written)
    }

    fn written(&mut self, record: &Record) -> rusqlite::Result<()> {
        let transaction = self.db.transaction()?;
        let name = &record.repository;
        forget(&transaction, name)?;
        transaction.execute(
            "UPDATE repositories SET revision = ?2, analysis = ?3, status = ?4, message = ?5, files = ?6, lines = ?7,
               classes = ?8, calls = ?9, unresolved_share = ?10 WHERE repository = ?1",
            params![
                name,
                record.revision,
                record.analysis,
                record.status,
                record.message,
                record.files,
                record.lines,
                record.classes,
                record.calls,
                record.unresolved_share
            ],
        )?;
        for rule in &record.rules {
            transaction.prepare_cached(INSERT_RULE)?.execute(params![
                record.analysis,
                rule.rule,
                rule.name,
                rule.severity,
                rule.precision,
                rule.pack
            ])?;
        }
        let mut insert = transaction.prepare_cached(
            "INSERT INTO findings VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        )?;
        for finding in &record.findings {
            insert.execute(params![
                name,
                finding.fingerprint,
                finding.rule,
                finding.severity,
                finding.path,
                finding.line,
                finding.column,
                finding.end_line,
                finding.end_column,
                finding.class,
                finding.callable,
                finding.message,
                finding.related,
                finding.silenced,
                finding.code,
                finding.code_line
            ])?;
        }
        drop(insert);
        for (number, diagnostic) in record.diagnostics.iter().enumerate() {
            transaction.execute(
                "INSERT INTO diagnostics VALUES (?1, ?2, ?3, ?4)",
                params![name, number as i64, diagnostic.severity, diagnostic.text],
            )?;
        }
        if let Some(times) = &record.times {
            transaction.execute(
                "INSERT INTO times VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    name,
                    times.started,
                    times.fetch_seconds,
                    times.seconds,
                    times.user_seconds,
                    times.system_seconds,
                    times.peak_bytes as i64
                ],
            )?;
        }
        if let Some(log) = &record.sarif {
            transaction.execute("INSERT INTO sarif VALUES (?1, ?2)", params![name, log])?;
        }
        transaction.commit()
    }

    /// Whether there is a finding of a repository, by its fingerprint.
    ///
    /// # Errors
    /// If that cannot be read.
    pub fn has(&self, repository: &str, fingerprint: &str) -> Result<bool, Failure> {
        let finding = self.db.query_row(
            "SELECT 1 FROM findings WHERE repository = ?1 AND fingerprint = ?2",
            [repository, fingerprint],
            |_| Ok(()),
        );
        Ok(self.checked(finding.optional())?.is_some())
    }

    /// Writes what a run showed of a finding; whether there is such a finding.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn label(&self, repository: &str, fingerprint: &str, row: [&str; 3]) -> Result<bool, Failure> {
        let [label, outcome, proof] = row;
        if !self.has(repository, fingerprint)? {
            return Ok(false);
        }
        // What has happened once stays: another run in which it did not happen says nothing against it.
        let written = self.db.execute(
            "INSERT INTO labels VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO UPDATE SET (label, outcome, proof) = (excluded.label, excluded.outcome, excluded.proof)
             WHERE label <> 'confirmed' OR excluded.label = 'confirmed'",
            [repository, fingerprint, label, outcome, proof],
        );
        self.checked(written).map(|_| true)
    }

    /// Writes a verdict; whether there is such a finding.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn judge(&self, repository: &str, fingerprint: &str, row: [&str; 3]) -> Result<bool, Failure> {
        let [reader, verdict, comment] = row;
        if !self.has(repository, fingerprint)? {
            return Ok(false);
        }
        let written = self.db.execute(
            "INSERT OR REPLACE INTO verdicts VALUES (?1, ?2, ?3, ?4, ?5)",
            [repository, fingerprint, reader, verdict, comment],
        );
        self.checked(written).map(|_| true)
    }
}

/// The statement of the schema that makes the table of labels.
fn labels_table() -> &'static str {
    let from = SCHEMA.find("CREATE TABLE labels").unwrap_or(SCHEMA.len());
    let rest = &SCHEMA[from..];
    &rest[..rest.find(';').unwrap_or(rest.len())]
}

/// Removes what is known of a repository but its verdicts and labels, which are of findings by their fingerprints and
/// stay true.
fn forget(db: &Connection, repository: &str) -> rusqlite::Result<()> {
    for table in OF_REPOSITORY {
        db.execute(&format!("DELETE FROM {table} WHERE repository = ?1"), [repository])?;
    }
    Ok(())
}

fn create(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch(&format!(
        "PRAGMA page_size = 4096; PRAGMA auto_vacuum = 0; PRAGMA encoding = 'UTF-8';
         BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; {SCHEMA} COMMIT;"
    ))
}

/// Writes what some databases say together, in one order: the same bytes whatever the order of the inputs, and however
/// the repositories are shared out among them. Gives the number of repositories, and of those that are still pending.
///
/// # Errors
/// If one cannot be read, two say different things of the same repository, or the file cannot be written.
pub fn canonical(inputs: &[PathBuf], target: &Path, without_times: bool) -> Result<(usize, usize), Failure> {
    let mut open = Vec::new();
    for input in inputs {
        open.push(Results::open_to_read(input)?);
    }
    let chosen = choose(&open)?;
    let fail = |error: std::io::Error| {
        Failure::new(format!("cannot write {}: {error}", target.display()))
            .help("name a file in a folder that exists and that you may write to")
    };
    let pending = Pending::create(target).map_err(fail)?;
    let out = Connection::open(pending.path()).map_err(|error| failure(target, &error))?;
    write_canonical(&open, &chosen, &out, without_times)
        .and_then(|()| out.close().map_err(|(_, error)| error))
        .map_err(|error| failure(target, &error))?;
    // The target may be one of them.
    drop(open);
    pending.commit().map_err(fail)?;
    Ok((chosen.len(), chosen.values().filter(|choice| choice.rank == PENDING).count()))
}

/// How good it is to know what a status says; less is better.
fn rank(status: &str) -> usize {
    const ORDER: &[&str] =
        &["done", "partial", "timeout", "memory", "crashed", "failed", "unavailable", "pending"];
    ORDER.iter().position(|known| *known == status).unwrap_or(ORDER.len())
}

/// The rank of what is still to be done.
const PENDING: usize = 7;

/// Which input is asked about a repository.
#[derive(Debug)]
struct Choice {
    input: usize,
    rank: usize,
    /// The row, and when it was written: the order among inputs of the same rank.
    row: Vec<String>,
}

/// For each repository the input that knows most.
fn choose(open: &[Results]) -> Result<BTreeMap<String, Choice>, Failure> {
    let mut chosen: BTreeMap<String, Choice> = BTreeMap::new();
    for (input, results) in open.iter().enumerate() {
        let rows = all_rows(
            results.connection(),
            "SELECT r.*, t.* FROM repositories r LEFT JOIN times t USING (repository) ORDER BY r.repository",
            [],
        );
        for row in results.checked(rows)? {
            let text: Vec<String> = row.iter().map(|value| format!("{value:?}")).collect();
            let field = |at: usize| match row.get(at) {
                Some(Value::Text(text)) => text.clone(),
                _ => String::new(),
            };
            let (name, choice) = (field(0), Choice { input, rank: rank(&field(6)), row: text });
            let Some(other) = chosen.get(&name) else {
                chosen.insert(name, choice);
                continue;
            };
            // Columns 1 to 5: source, wanted, folder, revision, analysis.
            let same = |columns: std::ops::Range<usize>| other.row[columns.clone()] == choice.row[columns];
            let both_done = other.rank < PENDING && choice.rank < PENDING;
            if !same(1..4) || both_done && !same(4..6) {
                let files =
                    [&open[other.input].file, &open[input].file].map(|file| file.display().to_string());
                return Err(Failure::new(format!(
                    "{} and {} are about different sources or analyses of the repository `{name}`",
                    files[0], files[1]
                ))
                .help("merge the results of one list, one version and the same options"));
            }
            if (choice.rank, &choice.row) < (other.rank, &other.row) {
                chosen.insert(name, choice);
            }
        }
    }
    Ok(chosen)
}

fn write_canonical(
    open: &[Results],
    chosen: &BTreeMap<String, Choice>,
    out: &Connection,
    without_times: bool,
) -> rusqlite::Result<()> {
    out.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
    create(out)?;
    out.execute_batch("BEGIN")?;
    let mut analyses: BTreeSet<String> = BTreeSet::new();
    for (name, choice) in chosen {
        let db = open[choice.input].connection();
        let rows = all_rows(db, "SELECT * FROM repositories WHERE repository = ?1", [name])?;
        if let Some(Value::Text(analysis)) = rows.first().and_then(|row| row.get(5)) {
            analyses.insert(analysis.clone());
        }
        insert(out, "repositories", &rows)?;
    }
    for (table, order) in [("analyses", "analysis"), ("rules", "analysis, rule")] {
        let mut rows: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for analysis in &analyses {
            for results in open {
                let select = format!("SELECT * FROM {table} WHERE analysis = ?1 ORDER BY {order}");
                for row in all_rows(results.connection(), &select, [analysis])? {
                    rows.entry(format!("{row:?}")).or_insert(row);
                }
            }
        }
        let rows: Vec<Vec<Value>> = rows.into_values().collect();
        insert(out, table, &rows)?;
    }
    for (table, order) in [
        ("findings", "fingerprint"),
        ("diagnostics", "number"),
        ("times", "repository"),
        ("sarif", "repository"),
    ] {
        if table == "times" && without_times {
            continue;
        }
        let select = format!("SELECT * FROM {table} WHERE repository = ?1 ORDER BY {order}");
        for (name, choice) in chosen {
            insert(out, table, &all_rows(open[choice.input].connection(), &select, [name])?)?;
        }
    }
    // Of labels `confirmed` counts more: it comes last, and what comes last stays.
    for (table, order) in [("verdicts", "1"), ("labels", "label = 'confirmed'")] {
        let mut known: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        let select = format!("SELECT {order}, * FROM {table}");
        for results in open {
            for row in all_rows(results.connection(), &select, [])? {
                known.insert(format!("{row:?}"), row);
            }
        }
        let rows: Vec<Vec<Value>> = known.into_values().map(|mut row| row.split_off(1)).collect();
        insert(out, table, &rows)?;
    }
    out.execute_batch("COMMIT")
}

fn all_rows(db: &Connection, select: &str, with: impl Params) -> rusqlite::Result<Vec<Vec<Value>>> {
    let mut statement = db.prepare_cached(select)?;
    let columns = statement.column_count();
    let mut rows = statement.query(with)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push((0..columns).map(|at| row.get(at)).collect::<rusqlite::Result<_>>()?);
    }
    Ok(found)
}

fn insert(out: &Connection, table: &str, rows: &[Vec<Value>]) -> rusqlite::Result<()> {
    for row in rows {
        let marks = vec!["?"; row.len()].join(", ");
        // Of verdicts of one reader that differ, the last by text stays, whichever input has it.
        let any = format!("INSERT OR REPLACE INTO {table} VALUES ({marks})");
        let sql = if table == "rules" { INSERT_RULE } else { &any };
        out.prepare_cached(sql)?.execute(rusqlite::params_from_iter(row))?;
    }
    Ok(())
}
