//! Imports verdicts on findings from tables, and counts them.

use crate::results::{Results, canonical};
use quarrel_console::{Failure, note};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The words: a bug; true but harmless; false; the reader is unsure.
pub const VERDICTS: &[&str] = &["bug", "harmless", "false", "unsure"];
/// The verdict that is counted if readers disagree.
const DISPUTED: &str = "unsure";
/// The largest table that is read, in bytes.
const MOST: u64 = 1 << 30;

/// Imports the verdicts of tables into results; `reader` is the default reader.
///
/// # Errors
/// If a table cannot be read or has an invalid verdict, or the results cannot be written; then none of its rows is imported.
pub fn run(file: &PathBuf, tables: &[PathBuf], reader: &str) -> Result<(), Failure> {
    Results::open_to_read(file)?;
    let results = Results::open(file)?;
    let mut read = Vec::new();
    for table in tables {
        read.extend(rows(table, reader)?);
    }
    let (mut taken, mut unknown) = (0, 0);
    for row in read {
        let is_known =
            results.judge(&row.repository, &row.fingerprint, [&row.reader, &row.verdict, &row.comment])?;
        if is_known {
            taken += 1;
        } else {
            unknown += 1;
        }
    }
    drop(results);
    canonical(std::slice::from_ref(file), file, false)?;
    note(&format!("{taken} verdicts taken over"));
    if unknown > 0 {
        note(&format!("warning: {unknown} more are of findings that the results do not have"));
    }
    Ok(())
}

/// A verdict.
struct Row {
    repository: String,
    fingerprint: String,
    verdict: String,
    comment: String,
    reader: String,
}

fn rows(file: &Path, reader: &str) -> Result<Vec<Row>, Failure> {
    let about = file.display().to_string();
    let bytes = quarrel_files::read_any(file, MOST)
        .map_err(|error| Failure::new(format!("cannot read {about}: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::new(format!("cannot read {about}: it is not text in UTF-8"))
            .help("save the table as CSV in UTF-8")
    })?;
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or_default();
    // Some spreadsheets use semicolons.
    let delimiter = if first.contains(';') && !first.contains(',') { b';' } else { b',' };
    let mut table = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(text.as_bytes());
    let broken = |error: csv::Error| Failure::new(format!("cannot read {about}: {error}"));
    let header = table.headers().map_err(broken)?.clone();
    let column = |name: &str| header.iter().position(|known| known.trim().eq_ignore_ascii_case(name));
    let needed = |name: &str| {
        column(name).ok_or_else(|| {
            Failure::new(format!("{about} has no column `{name}`"))
                .help("`quarrel multi report RESULTS --output FILE.csv` writes tables to fill in")
        })
    };
    let (repository, fingerprint, verdict) =
        (needed("repository")?, needed("fingerprint")?, needed("verdict")?);
    let (comment, own_reader) = (column("comment"), column("reader"));
    let mut found = Vec::new();
    for (number, row) in table.records().enumerate() {
        let row = row.map_err(broken)?;
        let field =
            |at: Option<usize>| at.and_then(|at| row.get(at)).map(unguarded).unwrap_or_default().trim();
        let verdict = field(Some(verdict)).to_lowercase();
        if verdict.is_empty() {
            continue;
        }
        if !VERDICTS.contains(&verdict.as_str()) {
            let message = format!("{about}: row {} has the verdict `{verdict}`", number + 2);
            return Err(Failure::new(message).help(format!("verdicts are {}", VERDICTS.join(", "))));
        }
        let own = field(own_reader);
        found.push(Row {
            repository: field(Some(repository)).to_owned(),
            fingerprint: field(Some(fingerprint)).to_owned(),
            comment: field(comment).to_owned(),
            reader: if own.is_empty() { reader } else { own }.to_owned(),
            verdict,
        });
    }
    Ok(found)
}

/// Removes the apostrophe that protects a text from being a formula in spreadsheets.
fn unguarded(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@'])).unwrap_or(text)
}

/// The number of findings with each verdict.
#[derive(Default)]
pub struct Count(BTreeMap<&'static str, usize>);

impl Count {
    /// Counts a finding by its verdicts; a finding without verdicts is not counted.
    pub fn add<'a>(&mut self, mut verdicts: impl Iterator<Item = &'a str>) {
        let Some(first) = verdicts.next() else { return };
        let agreed = if verdicts.all(|other| other == first) { first } else { DISPUTED };
        let known = VERDICTS.iter().find(|known| **known == agreed).copied();
        *self.0.entry(known.unwrap_or(DISPUTED)).or_default() += 1;
    }

    /// The number with a verdict.
    pub fn of(&self, verdict: &str) -> usize {
        self.0.get(verdict).copied().unwrap_or(0)
    }

    /// The number that were read.
    pub fn read(&self) -> usize {
        self.0.values().sum()
    }

    /// The share of bugs among findings whose readers are sure, with Wilson's interval of 95 %.
    pub fn precision(&self) -> String {
        let judged = self.read() - self.of(DISPUTED);
        if judged == 0 {
            return String::new();
        }
        let (low, high) = wilson(self.of("bug"), judged);
        let percent = |share: f64| format!("{:.0}", share * 100.0);
        let share = self.of("bug") as f64 / judged as f64;
        format!("{} % ({} to {} %)", percent(share), percent(low), percent(high))
    }
}

/// Wilson's score interval: the range of the true share with a confidence of 95 %.
fn wilson(hits: usize, all: usize) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    let (n, share) = (all as f64, hits as f64 / all as f64);
    let middle = share + Z * Z / (2.0 * n);
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precision_is_of_what_readers_are_sure_of() {
        let mut count = Count::default();
        for verdicts in [&["bug"][..], &["bug", "bug"], &["false"], &["bug", "false"], &["unsure"], &[]] {
            count.add(verdicts.iter().copied());
        }
        assert_eq!((count.read(), count.of("bug"), count.of("unsure")), (5, 2, 2));
        assert!(count.precision().starts_with("67 % ("), "{}", count.precision());
        // The textbook interval of 5 of 10.
        let (low, high) = wilson(5, 10);
        assert!((low - 0.2366).abs() < 0.001 && (high - 0.7634).abs() < 0.001);
    }
}
