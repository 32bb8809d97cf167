//! The results database. Each record is one transaction; [`canonical`] joins databases into a file whose bytes depend only
//! on their contents and not on the order of the work or the shards.

use super::list::Entry;
use quarrel_console::Failure;
use quarrel_files::Pending;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Params, params};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The tables.
pub const SCHEMA: &str = include_str!("schema.sql");
/// The application id of the file: "QrlM".
const APPLICATION: i64 = 0x5172_6c4d;
/// The version of the schema; files of other versions are refused.
const VERSION: i64 = 2;
/// The version without labels: such files can be read, and are upgraded when they are written.
const WITHOUT_LABELS: i64 = 1;
/// The tables with rows of a repository, except `repositories`, `verdicts` and `labels`.
const OF_REPOSITORY: &[&str] = &["findings", "diagnostics", "times", "sarif"];

/// Writes a rule. Repositories may set the severity of a query or have their own packs: of rules that differ, the first in
/// text order is kept, whatever the order of writing.
const INSERT_RULE: &str = "INSERT INTO rules VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT DO UPDATE SET (name, severity, precision, pack) =
      (excluded.name, excluded.severity, excluded.precision, excluded.pack)
    WHERE (excluded.severity, excluded.name, ifnull(excluded.precision, ''), ifnull(excluded.pack, ''))
        < (severity, name, ifnull(precision, ''), ifnull(pack, ''))";

/// The result of a repository.
#[derive(Clone, Default, Debug)]
pub struct Record {
    /// The name in the list.
    pub repository: String,
    /// The analysed revision.
    pub revision: Option<String>,
    /// The id of the [`Analysis`].
    pub analysis: Option<String>,
    /// The status; the schema lists the words.
    pub status: String,
    /// The reason if the status is not `done`.
    pub message: Option<String>,
    /// The number of Java files.
    pub files: Option<i64>,
    /// The number of their lines.
    pub lines: Option<i64>,
    /// The number of classes.
    pub classes: Option<i64>,
    /// The number of calls.
    pub calls: Option<i64>,
    /// The share of calls without a known callee, from 0 to 1.
    pub unresolved_share: Option<f64>,
    /// The findings.
    pub findings: Vec<Finding>,
    /// The queries that ran.
    pub rules: Vec<Rule>,
    /// The diagnostics of the analysis.
    pub diagnostics: Vec<Diagnostic>,
    /// The SARIF report, compressed.
    pub sarif: Option<Vec<u8>>,
    /// The times and memory.
    pub times: Option<Times>,
}

impl Record {
    /// Records a failure.
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

/// An analysis: the program and its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The hash of the version and the options.
    pub id: String,
    /// The version of the program.
    pub version: String,
    /// The options that decide the findings, as text.
    pub options: String,
}

/// The known state of a repository.
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

/// The failure for an error of the database.
fn failure(file: &Path, error: &rusqlite::Error) -> Failure {
    Failure::new(format!("cannot use the results database {}: {error}", file.display())).help(
        "if the disk is full, make room; if the file is damaged, name another one: it is made anew from the list",
    )
}

impl Results {
    /// Opens a database for writing; creates it if it does not exist.
    ///
    /// # Errors
    /// If it cannot be written, or is another kind of file.
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

    /// Opens a database for reading.
    ///
    /// # Errors
    /// If it does not exist, or is another kind of file.
    pub fn open_to_read(file: &Path) -> Result<Self, Failure> {
        if !file.exists() {
            return Err(Failure::new(format!("there is no results database {}", file.display()))
                .help("`quarrel multi LIST --results FILE` makes one"));
        }
        let results = Self::opened(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        if results.check()? == WITHOUT_LABELS {
            // A temporary table, since the file must not be changed.
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

    /// Converts an error of this database to a failure.
    ///
    /// # Errors
    /// If there was an error.
    pub fn checked<T>(&self, result: rusqlite::Result<T>) -> Result<T, Failure> {
        result.map_err(|error| failure(&self.file, &error))
    }

    /// The SARIF report of a repository; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn report(&self, repository: &str) -> Result<Option<Vec<u8>>, Failure> {
        let mut ask = self.checked(self.db.prepare_cached("SELECT log FROM sarif WHERE repository = ?1"))?;
        let log: Option<Vec<u8>> = self.checked(ask.query_row([repository], |row| row.get(0)).optional())?;
        let log = log.map(|log| zstd::decode_all(&log[..])).transpose();
        log.map_err(|error| self.broken_report(repository, &error))
    }

    /// The failure for a report that cannot be read.
    pub fn broken_report(&self, repository: &str, why: &dyn std::fmt::Display) -> Failure {
        Failure::new(format!("cannot read the report of {repository} in {}: {why}", self.file.display()))
            .help("do the repository again: `quarrel multi LIST --results FILE --retry`")
    }

    /// Checks that the version of the schema can be read, and returns it.
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

    /// Writes the analysis and the repositories, new ones as pending; returns the known ones.
    ///
    /// # Errors
    /// If the database cannot be written.
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
            // A known name with another source, branch or folder is another repository.
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

    /// Replaces the record of a repository, in one transaction.
    ///
    /// # Errors
    /// If it cannot be written.
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

    /// Whether the repository has a finding with this fingerprint.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn has(&self, repository: &str, fingerprint: &str) -> Result<bool, Failure> {
        let finding = self.db.query_row(
            "SELECT 1 FROM findings WHERE repository = ?1 AND fingerprint = ?2",
            [repository, fingerprint],
            |_| Ok(()),
        );
        Ok(self.checked(finding.optional())?.is_some())
    }

    /// Writes the label of a finding; returns whether there is such a finding.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn label(&self, repository: &str, fingerprint: &str, row: [&str; 3]) -> Result<bool, Failure> {
        let [label, outcome, proof] = row;
        if !self.has(repository, fingerprint)? {
            return Ok(false);
        }
        // `confirmed` is kept, even if the finding did not happen in another run.
        let written = self.db.execute(
            "INSERT INTO labels VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO UPDATE SET (label, outcome, proof) = (excluded.label, excluded.outcome, excluded.proof)
             WHERE label <> 'confirmed' OR excluded.label = 'confirmed'",
            [repository, fingerprint, label, outcome, proof],
        );
        self.checked(written).map(|_| true)
    }

    /// Writes a verdict; returns whether there is such a finding.
    ///
    /// # Errors
    /// If it cannot be written.
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

/// The statement of the schema that creates the table of labels.
fn labels_table() -> &'static str {
    let from = SCHEMA.find("CREATE TABLE labels").unwrap_or(SCHEMA.len());
    let rest = &SCHEMA[from..];
    &rest[..rest.find(';').unwrap_or(rest.len())]
}

/// Removes the rows of a repository except verdicts and labels, which belong to fingerprints and stay valid.
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

/// Joins databases into one sorted file: the bytes do not depend on the order of the inputs or on the shards. Returns the
/// number of repositories, and of those that are still pending.
///
/// # Errors
/// If one cannot be read, two contradict each other about a repository, or the file cannot be written.
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
    // The target may be one of the inputs.
    drop(open);
    pending.commit().map_err(fail)?;
    Ok((chosen.len(), chosen.values().filter(|choice| choice.rank == PENDING).count()))
}

/// The rank of a status among inputs; lower ranks are preferred.
fn rank(status: &str) -> usize {
    const ORDER: &[&str] =
        &["done", "partial", "timeout", "memory", "crashed", "failed", "unavailable", "pending"];
    ORDER.iter().position(|known| *known == status).unwrap_or(ORDER.len())
}

/// The rank of pending repositories.
const PENDING: usize = 7;

/// The input whose record of a repository is used.
#[derive(Debug)]
struct Choice {
    input: usize,
    rank: usize,
    /// The row, and the time at which it was written, which orders inputs of equal rank.
    row: Vec<String>,
}

/// For each repository, the input with the best record.
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
    // The last label stays, so `confirmed` comes last.
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
        // Of different verdicts of one reader, the last in text order stays, whatever the order of inputs.
        let any = format!("INSERT OR REPLACE INTO {table} VALUES ({marks})");
        let sql = if table == "rules" { INSERT_RULE } else { &any };
        out.prepare_cached(sql)?.execute(rusqlite::params_from_iter(row))?;
    }
    Ok(())
}
