//! Reports of results: a summary, a page, a table, SARIF files, and samples for reading. [`verdicts`] imports verdicts on a
//! sample, [`labels`] the outcomes of runs.

pub mod labels;
mod page;
pub mod verdicts;

use super::list::file_name;
use super::results::Results;
use super::source::hex;
use labels::{APART, CONFIRMED, Label};
use quarrel_console::{Failure, note, sink};
use quarrel_report::csv;
use rusqlite::Row;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use verdicts::{Count, VERDICTS};

/// The columns of the table.
const COLUMNS: &[&str] = &[
    "repository",
    "rule",
    "severity",
    "path",
    "line",
    "message",
    "class",
    "callable",
    "revision",
    "fingerprint",
    "verdict",
    "comment",
    "reader",
    "run",
];

/// The requested reports.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Files for reports, `-` for standard output; the end of the name chooses the format.
    pub output: Vec<PathBuf>,
    /// The folder for a SARIF file for each repository.
    pub sarif: Option<PathBuf>,
    /// The size of the sample.
    pub sample: Option<usize>,
    /// Whether each query has a sample of this size.
    pub per_query: bool,
    /// The seed of the sample.
    pub seed: String,
}

/// Shows results.
///
/// # Errors
/// If the results cannot be read, or a report cannot be written.
pub fn run(results: &Path, wanted: &Wanted) -> Result<(), Failure> {
    let outputs = outputs(wanted)?;
    let results = Results::open_to_read(results)?;
    let contents = results.checked(Contents::read(&results))?;
    let sample = wanted.sample.map(|number| draw(&contents.findings, number, wanted.per_query, &wanted.seed));
    for (file, form) in &outputs {
        let made = match form {
            Form::Text => contents.text(),
            Form::Table => match &sample {
                Some(sample) => table(&contents, sample),
                None => table(&contents, &(0..contents.findings.len()).collect::<Vec<_>>()),
            },
            Form::Page => page::render(&contents, sample.as_deref().unwrap_or_default(), &wanted.seed),
        };
        sink::write(&made, file.as_deref())?;
    }
    if let Some(folder) = &wanted.sarif {
        let number = write_sarif(&results, folder)?;
        note(&format!("{number} SARIF files in {}", folder.display()));
    }
    Ok(())
}

/// The format of a report.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Table,
    Page,
}

fn outputs(wanted: &Wanted) -> Result<Vec<(Option<PathBuf>, Form)>, Failure> {
    if wanted.output.is_empty() {
        // With `--sarif` alone there is no other report.
        return Ok(if wanted.sarif.is_some() { Vec::new() } else { vec![(None, Form::Text)] });
    }
    let one = |file: &PathBuf| {
        if file.as_path() == Path::new("-") {
            return Ok((None, Form::Text));
        }
        let end = file.extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let form = match end.as_str() {
            "html" | "htm" => Form::Page,
            "csv" => Form::Table,
            "txt" => Form::Text,
            _ => {
                return Err(Failure::new(format!(
                    "the end of the name {} is not a known format",
                    file.display()
                ))
                .help(
                    "names end in .html, .csv or .txt; --sarif DIR writes a SARIF file for each repository",
                ));
            }
        };
        Ok((Some(file.clone()), form))
    };
    wanted.output.iter().map(one).collect()
}

/// A repository in reports.
struct Repository {
    name: String,
    revision: String,
    status: String,
    message: String,
    lines: i64,
    findings: usize,
    seconds: Option<f64>,
    processor: f64,
    peak: i64,
}

/// A finding in reports.
struct Shown {
    repository: String,
    fingerprint: String,
    rule: String,
    severity: String,
    path: String,
    line: i64,
    class: String,
    callable: String,
    message: String,
    code: String,
    code_line: i64,
    /// Reader, verdict and comment.
    verdicts: Vec<(String, String, String)>,
    /// The outcome of runs.
    label: Option<Label>,
}

/// The contents of reports.
struct Contents {
    repositories: Vec<Repository>,
    findings: Vec<Shown>,
    rules: BTreeMap<String, String>,
}

impl Contents {
    fn read(results: &Results) -> rusqlite::Result<Self> {
        let mut findings = rows(
            results,
            "SELECT repository, fingerprint, rule, severity, path, line, class, callable, message, code, code_line
             FROM findings WHERE silenced IS NULL ORDER BY rule, repository, path, line, fingerprint",
            |row| {
                Ok(Shown {
                    repository: row.get(0)?,
                    fingerprint: row.get(1)?,
                    rule: row.get(2)?,
                    severity: row.get(3)?,
                    path: text(row, 4)?,
                    line: row.get::<_, Option<i64>>(5)?.unwrap_or(0),
                    class: text(row, 6)?,
                    callable: text(row, 7)?,
                    message: row.get(8)?,
                    code: text(row, 9)?,
                    code_line: row.get::<_, Option<i64>>(10)?.unwrap_or(1),
                    verdicts: Vec::new(),
                    label: None,
                })
            },
        )?;
        let mut by_finding: BTreeMap<(String, String), Vec<(String, String, String)>> = BTreeMap::new();
        let verdicts = rows(
            results,
            "SELECT repository, fingerprint, reader, verdict, comment FROM verdicts ORDER BY 1, 2, 3",
            |row| Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?, row.get(4)?))),
        )?;
        for (key, verdict) in verdicts {
            by_finding.entry(key).or_default().push(verdict);
        }
        let mut labels: BTreeMap<(String, String), Label> =
            rows(results, "SELECT repository, fingerprint, label, outcome, proof FROM labels", |row| {
                let proof: String = row.get(4)?;
                Ok(((row.get(0)?, row.get(1)?), Label::new(row.get(2)?, row.get(3)?, &proof)))
            })?
            .into_iter()
            .collect();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for finding in &mut findings {
            let key = (finding.repository.clone(), finding.fingerprint.clone());
            finding.verdicts = by_finding.remove(&key).unwrap_or_default();
            finding.label = labels.remove(&key);
            *numbers.entry(key.0).or_default() += 1;
        }
        let repositories = rows(
            results,
            "SELECT repository, revision, status, message, lines, seconds, user_seconds + system_seconds, peak_bytes
             FROM repositories LEFT JOIN times USING (repository) ORDER BY repository",
            |row| {
                let name: String = row.get(0)?;
                Ok(Repository {
                    findings: numbers.get(&name).copied().unwrap_or(0),
                    revision: text(row, 1)?,
                    status: row.get(2)?,
                    message: text(row, 3)?,
                    lines: row.get::<_, Option<i64>>(4)?.unwrap_or(0),
                    seconds: row.get(5)?,
                    processor: row.get::<_, Option<f64>>(6)?.unwrap_or(0.0),
                    peak: row.get::<_, Option<i64>>(7)?.unwrap_or(0),
                    name,
                })
            },
        )?;
        let rules = rows(results, "SELECT rule, name FROM rules ORDER BY analysis, rule", |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
        Ok(Self { repositories, findings, rules: rules.into_iter().collect() })
    }

    /// The findings of each query; queries with most findings come first.
    fn by_rule(&self) -> Vec<ByRule<'_>> {
        let mut found: BTreeMap<&str, ByRule<'_>> = BTreeMap::new();
        for (rule, name) in &self.rules {
            found.insert(rule, ByRule { rule, name, ..ByRule::default() });
        }
        for finding in &self.findings {
            let row = found
                .entry(&finding.rule)
                .or_insert_with(|| ByRule { rule: &finding.rule, ..ByRule::default() });
            row.severity = &finding.severity;
            row.findings += 1;
            *row.repositories.entry(&finding.repository).or_default() += 1;
            row.count.add(finding.verdicts.iter().map(|(_, verdict, _)| verdict.as_str()));
        }
        let mut rows: Vec<ByRule<'_>> = found.into_values().collect();
        rows.sort_by(|a, b| b.findings.cmp(&a.findings).then(a.rule.cmp(b.rule)));
        rows
    }

    /// The findings with a label.
    fn labelled(&self, label: &str) -> impl Iterator<Item = &Shown> {
        self.findings
            .iter()
            .filter(move |finding| finding.label.as_ref().is_some_and(|known| known.label == label))
    }

    fn by_status(&self) -> BTreeMap<&str, usize> {
        let mut found = BTreeMap::new();
        for repository in &self.repositories {
            *found.entry(repository.status.as_str()).or_default() += 1;
        }
        found
    }

    /// The summary as text.
    fn text(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{}", self.sentence());
        let rows = self.by_rule();
        let width = rows.iter().map(|row| row.rule.len()).max().unwrap_or(0).max(5);
        let is_judged = rows.iter().any(|row| row.count.read() > 0);
        let _ = write!(out, "\n{:width$}  {:>8}  {:>12}", "query", "findings", "repositories");
        if is_judged {
            let _ = write!(out, "  {:>5}", "read");
            for verdict in VERDICTS {
                let _ = write!(out, "  {verdict:>8}");
            }
            let _ = write!(out, "  bugs of those judged");
        }
        out.push('\n');
        for row in &rows {
            let _ = write!(out, "{:width$}  {:>8}  {:>12}", row.rule, row.findings, row.repositories.len());
            if is_judged {
                let _ = write!(out, "  {:>5}", row.count.read());
                for verdict in VERDICTS {
                    let _ = write!(out, "  {:>8}", row.count.of(verdict));
                }
                let _ = write!(out, "  {}", row.count.precision());
            }
            out.push('\n');
        }
        let unfinished: Vec<&Repository> =
            self.repositories.iter().filter(|repository| repository.status != "done").collect();
        if !unfinished.is_empty() {
            out.push_str("\nnot done:\n");
        }
        for repository in unfinished {
            let message = repository.message.lines().next().unwrap_or_default();
            let _ = writeln!(out, "  {}: {} {message}", repository.name, repository.status);
        }
        out
    }

    fn sentence(&self) -> String {
        let statuses: Vec<String> =
            self.by_status().into_iter().map(|(status, number)| format!("{number} {status}")).collect();
        let lines: i64 = self.repositories.iter().map(|repository| repository.lines).sum();
        let mut out = format!(
            "{} repositories ({}), {} lines, {} findings",
            self.repositories.len(),
            statuses.join(", "),
            lines,
            self.findings.len()
        );
        let labelled = |label: &str| self.labelled(label).count();
        let (confirmed, apart) = (labelled(CONFIRMED), labelled(APART));
        if confirmed + apart > 0 {
            let _ = write!(out, ", of which runs confirmed {confirmed} and kept {apart} apart");
        }
        let processor: f64 = self.repositories.iter().map(|repository| repository.processor).sum();
        if processor > 0.0 {
            let peak = self.repositories.iter().map(|repository| repository.peak).max().unwrap_or(0);
            let _ = write!(
                out,
                "; {processor:.1} s of processor time ({:.0} lines/s), at most {} MiB",
                lines as f64 / processor,
                peak >> 20
            );
        }
        out
    }
}

/// The counts of a query.
#[derive(Default)]
struct ByRule<'a> {
    rule: &'a str,
    name: &'a str,
    severity: &'a str,
    findings: usize,
    repositories: BTreeMap<&'a str, usize>,
    count: Count,
}

fn rows<T>(
    results: &Results,
    select: &str,
    row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    results.connection().prepare(select)?.query_map([], row)?.collect()
}

fn text(row: &Row<'_>, at: usize) -> rusqlite::Result<String> {
    row.get::<_, Option<String>>(at).map(Option::unwrap_or_default)
}

/// Draws a sample of all findings, or of each query, in the order of the findings. The sample depends only on the seed and
/// the findings, and a larger one contains each smaller one.
fn draw(findings: &[Shown], number: usize, per_query: bool, seed: &str) -> Vec<usize> {
    let lot = |finding: &Shown| {
        let mut hash = Sha256::new();
        for text in [seed, &finding.repository, &finding.fingerprint] {
            hash.update(text);
            hash.update([0]);
        }
        hex(&hash.finalize())
    };
    let mut by_lot: Vec<(String, usize)> =
        findings.iter().enumerate().map(|(at, finding)| (lot(finding), at)).collect();
    by_lot.sort();
    let mut drawn: BTreeMap<&str, usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    for (_, at) in by_lot {
        let drawn = drawn.entry(if per_query { &findings[at].rule } else { "" }).or_default();
        if *drawn < number {
            *drawn += 1;
            chosen.push(at);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Findings as a table with columns for verdicts: a row for each reader, or one row if nobody read the finding.
fn table(contents: &Contents, chosen: &[usize]) -> String {
    let revisions: BTreeMap<&str, &str> =
        contents.repositories.iter().map(|one| (one.name.as_str(), one.revision.as_str())).collect();
    let mut out = String::new();
    csv::push_row(&mut out, &COLUMNS.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    for at in chosen {
        let finding = &contents.findings[*at];
        let unread = [Default::default()];
        let verdicts = if finding.verdicts.is_empty() { &unread[..] } else { &finding.verdicts };
        for (reader, verdict, comment) in verdicts {
            let line = finding.line.to_string();
            let revision = revisions.get(finding.repository.as_str()).copied().unwrap_or_default();
            let run = finding.label.as_ref().map(|known| known.label.as_str()).unwrap_or_default();
            let fields: [&str; 14] = [
                &finding.repository,
                &finding.rule,
                &finding.severity,
                &finding.path,
                &line,
                &finding.message,
                &finding.class,
                &finding.callable,
                revision,
                &finding.fingerprint,
                verdict,
                comment,
                reader,
                run,
            ];
            csv::push_row(&mut out, &fields.map(csv::guarded));
        }
    }
    out
}

/// Writes a SARIF file for each repository that has a report.
fn write_sarif(results: &Results, folder: &Path) -> Result<usize, Failure> {
    let fail = |error: std::io::Error| Failure::new(format!("cannot write to {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(fail)?;
    let names =
        rows(results, "SELECT repository FROM sarif ORDER BY repository", |row| row.get::<_, String>(0));
    let names = results.checked(names)?;
    for name in &names {
        let Some(log) = results.report(name)? else { continue };
        let file = folder.join(format!("{}.sarif", file_name(name)));
        quarrel_files::write(&file, &log).map_err(fail)?;
    }
    Ok(names.len())
}
