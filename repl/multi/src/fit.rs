//! What evidence is worth, learned from what maintainers mended: a table of labels and the rows that there are flow in;
//! measures on repositories left out, and rows with other points, flow out.
//!
//! The log-odds that a finding is mended are the sum of what its evidence is worth. What people have said it is worth is
//! where the fit starts, and labels move it as far as there are labels: rare evidence stays where it was.

pub mod measures;
pub mod model;
pub mod rows;

use flate2::read::MultiGzDecoder;
use measures::{Prediction, area, calibration, loss, median};
use model::{Coefficient, Row, Start, fit, odds};
use quarrel_console::{Failure, sink};
use rows::{Key, Learned, Rows};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The table of labels, as `.csv` or `.csv.gz`.
    pub labels: PathBuf,
    /// The rows to start at.
    pub rows: String,
    /// Where rows with the points that were learned are written.
    pub output: Option<PathBuf>,
    /// How far labels move evidence as a rule, in points.
    pub deviation: f64,
    /// The precision of each query, by its id.
    pub precisions: BTreeMap<String, String>,
}

/// What was learned, and how good it is.
#[derive(Debug)]
pub struct Outcome {
    /// The rows with their points.
    pub text: String,
    /// The measures, for people.
    pub report: String,
}

/// Bytes of a table that are read.
const MOST: u64 = 1 << 30;
/// The deviations that are compared, in points.
const DEVIATIONS: &[f64] = &[5.0, 10.0, 20.0, 40.0];
/// How far the share of findings that are mended may be from what people expected, in points.
const FREE: f64 = 1000.0;
/// The points of a probability of a half, where no row says it.
const HALF: i64 = 100;
/// The points by which odds grow by e, where no row says it.
const PER_E: i64 = 30;

/// Learns, writes the rows and shows the measures.
///
/// # Errors
/// If the labels cannot be read, or the rows cannot be written.
pub fn run(wanted: &Wanted) -> Result<(), Failure> {
    if let Some(output) = &wanted.output {
        sink::probe(Some(output))?;
    }
    let outcome = outcome(wanted)?;
    if let Some(output) = &wanted.output {
        sink::write(&outcome.text, Some(output))?;
    }
    sink::show(&outcome.report)
}

/// A row of the table.
struct Label {
    repository: String,
    commit: String,
    rule: String,
    evidence: Vec<(String, f64)>,
    label: String,
    weight: f64,
}

fn read(file: &Path) -> Result<Vec<Label>, Failure> {
    let about = file.display().to_string();
    let cannot = |why: &dyn std::fmt::Display| Failure::new(format!("cannot read {about}: {why}"));
    let bytes = quarrel_files::read_any(file, MOST).map_err(|error| cannot(&error))?;
    let mut text = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        MultiGzDecoder::new(bytes.as_slice())
            .take(MOST)
            .read_to_string(&mut text)
            .map_err(|error| cannot(&error))?;
    } else {
        text = String::from_utf8(bytes).map_err(|error| cannot(&error))?;
    }
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let header = table.headers().map_err(|error| cannot(&error))?.clone();
    let column = |name: &str| {
        header.iter().position(|known| known == name).ok_or_else(|| {
            Failure::new(format!("{about} has no column `{name}`"))
                .help("tests/fixes/README.md says what a table of labels is")
        })
    };
    let columns =
        [column("repository")?, column("commit")?, column("rule")?, column("evidence")?, column("label")?];
    let of_weight = column("weight")?;
    let mut labels = Vec::new();
    for (number, row) in table.records().enumerate() {
        let row = row.map_err(|error| cannot(&error))?;
        let [repository, commit, rule, evidence, label] = columns.map(|at| row.get(at).unwrap_or_default());
        let wrong = |what: &str| Failure::new(format!("{about}: row {}: {what}", number + 2));
        let one = |word: &str| -> Option<(String, f64)> {
            let (id, count) = word.rsplit_once(':').unwrap_or((word, "1"));
            Some((id.to_owned(), count.parse().ok().filter(|count: &f64| count.is_finite())?))
        };
        let found = Label {
            repository: repository.to_owned(),
            commit: commit.to_owned(),
            rule: if rule.contains('/') { rule.to_owned() } else { format!("java/{rule}") },
            evidence: evidence
                .split_whitespace()
                .map(one)
                .collect::<Option<_>>()
                .ok_or_else(|| wrong("its evidence is no list of `ID` and `ID:COUNT`"))?,
            label: label.to_owned(),
            weight: row
                .get(of_weight)
                .and_then(|weight| weight.parse().ok())
                .filter(|weight| *weight >= 0.0)
                .ok_or_else(|| wrong("its weight is no number"))?,
        };
        if !["fixed", "kept", "unsure", "other"].contains(&found.label.as_str()) {
            let message = format!("`{}` is no label", found.label);
            return Err(wrong(&message).help("labels are fixed, kept, unsure and other"));
        }
        labels.push(found);
    }
    let counts = |label: &str| labels.iter().any(|one| one.label == label && one.weight > 0.0);
    if !counts("fixed") || !counts("kept") {
        return Err(Failure::new(format!("{about} has nothing to learn from"))
            .help("a table needs findings that were fixed and others that were kept"));
    }
    Ok(labels)
}

/// What coefficients are of: the first is of all findings.
struct Features {
    keys: Vec<Key>,
    index: BTreeMap<Key, usize>,
    starts: Vec<Start>,
    /// What the precision of a query is worth.
    precisions: BTreeMap<String, f64>,
    per_e: f64,
}

fn rule(id: &str) -> Key {
    Key::Scale("rule".to_owned(), id.to_owned())
}

impl Features {
    /// The coefficients for rows: all evidence that rows give points to, and the rules of labels.
    fn new(rows: &Rows, labels: &[Label], wanted: &Wanted) -> Self {
        let by_hand = rows.by_hand();
        let scale =
            |kind: &str, name: &str| by_hand.get(&Key::Scale(kind.to_owned(), name.to_owned())).copied();
        let per_e = scale("odds", "").unwrap_or(PER_E) as f64;
        let half = scale("level", "high").unwrap_or(HALF) as f64;
        let evidence = by_hand.iter().filter(|(key, _)| matches!(key, Key::Evidence(_)));
        let rules: BTreeSet<Key> = labels.iter().map(|label| rule(&label.rule)).collect();
        let rules = rules.into_iter().map(|key| {
            let at = by_hand.get(&key).copied().unwrap_or_default();
            (key, at)
        });
        let (keys, starts): (Vec<_>, Vec<_>) = evidence
            .map(|(key, at)| (key.clone(), *at))
            .chain(rules)
            .map(|(key, at)| (key, Start { at: at as f64 / per_e, deviation: 1.0 }))
            .unzip();
        let index = keys.iter().cloned().enumerate().map(|(at, key)| (key, at + 1)).collect();
        let precision = |id: &String, name: &String| {
            let points =
                scale("precision", name).or_else(|| scale("precision", "medium")).unwrap_or_default();
            (id.clone(), (points as f64 - half) / per_e)
        };
        let precisions = wanted.precisions.iter().map(|(id, name)| precision(id, name)).collect();
        let all = Start { at: 0.0, deviation: 1.0 };
        let starts = [all].into_iter().chain(starts).collect();
        Self { keys, index, starts, precisions, per_e }
    }

    fn starts(&self, deviation: f64) -> Vec<Start> {
        let held = |(at, start): (usize, &Start)| Start {
            deviation: if at == 0 { FREE } else { deviation } / self.per_e,
            ..*start
        };
        self.starts.iter().enumerate().map(held).collect()
    }
}

/// A label for the fit: its features, and what its precision says.
struct Example<'a> {
    label: &'a Label,
    row: Row,
}

/// What was predicted by a fit without the repository of each example.
struct Trial {
    deviation: f64,
    predictions: Vec<Prediction>,
    /// The places of those that were mended, among all of their trees.
    places: Vec<usize>,
}

/// Learns from labels.
///
/// # Errors
/// If the labels cannot be read.
pub fn outcome(wanted: &Wanted) -> Result<Outcome, Failure> {
    let labels = read(&wanted.labels)?;
    let rows = Rows::new(&wanted.rows);
    let features = Features::new(&rows, &labels, wanted);
    // What precisions are worth is a last feature with a coefficient of 1.
    let fixed = features.starts.len();
    let examples: Vec<Example<'_>> = labels
        .iter()
        .map(|label| {
            let own = label
                .evidence
                .iter()
                .filter_map(|(id, count)| Some((*features.index.get(&Key::Evidence(id.clone()))?, *count)));
            let base = features.precisions.get(&label.rule).copied().unwrap_or_default();
            let all = [(0, 1.0), (features.index[&rule(&label.rule)], 1.0), (fixed, base)];
            let row = Row {
                features: all.into_iter().chain(own).collect(),
                positive: label.label == "fixed",
                weight: label.weight,
            };
            Example { label, row }
        })
        .collect();
    let starts = |deviation: f64| {
        let mut starts = features.starts(deviation);
        starts.push(Start { at: 1.0, deviation: 1e-6 });
        starts
    };
    let by_hand = by_hand(&examples, &starts(1e-3));
    let tried = |deviation| left_out(&examples, &starts(deviation), deviation);
    let taken = tried(wanted.deviation);
    let others: Vec<Trial> =
        DEVIATIONS.iter().filter(|&&one| one != wanted.deviation).map(|&one| tried(one)).collect();
    let counted = || examples.iter().filter(|one| counts(one.label)).map(|one| &one.row);
    let found = fit(counted(), &starts(wanted.deviation));
    let learned = learned(&features, &rows, &labels, &found);
    Ok(Outcome { text: rows.text(&learned), report: report(&labels, &by_hand, &taken, &others) })
}

fn counts(label: &Label) -> bool {
    label.weight > 0.0 && label.label != "unsure"
}

/// Fits without each repository, and predicts what it has.
fn left_out(examples: &[Example<'_>], starts: &[Start], deviation: f64) -> Trial {
    let repositories: BTreeSet<&str> = examples.iter().map(|one| one.label.repository.as_str()).collect();
    let mut trial = Trial { deviation, predictions: Vec::new(), places: Vec::new() };
    for repository in repositories {
        let others = examples.iter().filter(|one| one.label.repository != repository && counts(one.label));
        let found = fit(others.map(|one| &one.row), starts);
        let own: Vec<_> = examples.iter().filter(|one| one.label.repository == repository).collect();
        predict(&own, &found, &mut trial);
    }
    trial
}

/// What people expected, with nothing learned but how many are mended.
fn by_hand(examples: &[Example<'_>], starts: &[Start]) -> Trial {
    left_out(examples, starts, 0.0)
}

fn predict(own: &[&Example<'_>], found: &[Coefficient], trial: &mut Trial) {
    let mut trees: BTreeMap<&str, Vec<(f64, bool)>> = BTreeMap::new();
    let mut whole: BTreeSet<&str> = BTreeSet::new();
    for one in own {
        let odds = odds(&one.row.features, found);
        trees.entry(&one.label.commit).or_default().push((odds, one.row.positive));
        if one.label.label == "other" {
            whole.insert(&one.label.commit);
        }
        if counts(one.label) {
            trial.predictions.push(Prediction { odds, positive: one.row.positive, weight: one.row.weight });
        }
    }
    // Places mean something only where all findings of the tree are in the table.
    for (_, tree) in trees.into_iter().filter(|(commit, _)| whole.contains(commit)) {
        for (odds, _) in tree.iter().filter(|(_, positive)| *positive) {
            let before = tree.iter().filter(|(other, _)| other > odds).count();
            let equal = tree.iter().filter(|(other, _)| other == odds).count();
            trial.places.push(before + equal.div_ceil(2));
        }
    }
}

/// The rows that labels say something of.
fn learned(
    features: &Features,
    rows: &Rows,
    labels: &[Label],
    found: &[Coefficient],
) -> BTreeMap<Key, Learned> {
    let mut count: BTreeMap<Key, (usize, usize)> = BTreeMap::new();
    for label in labels.iter().filter(|label| counts(label)) {
        let mended = usize::from(label.label == "fixed");
        let evidence = label.evidence.iter().map(|(id, _)| Key::Evidence(id.clone()));
        for key in evidence.chain([rule(&label.rule)]) {
            let count = count.entry(key).or_default();
            *count = (count.0 + mended, count.1 + 1);
        }
    }
    let points = |odds: f64| (odds * features.per_e).round() as i64;
    let mut learned: BTreeMap<Key, Learned> = BTreeMap::new();
    for (at, key) in features.keys.iter().enumerate() {
        let Some(&(mended, of)) = count.get(key) else { continue };
        let Coefficient { value, error } = found[at + 1];
        learned.insert(key.clone(), Learned { points: points(value), mended, of, error: points(error) });
    }
    // How many are mended at all moves what precisions are worth.
    let (mended, of) = labels
        .iter()
        .filter(|label| counts(label))
        .fold((0, 0), |(mended, of), label| (mended + usize::from(label.label == "fixed"), of + 1));
    for (key, by_hand) in rows.by_hand() {
        if matches!(&key, Key::Scale(kind, _) if kind == "precision") {
            let moved = Learned {
                points: by_hand + points(found[0].value),
                mended,
                of,
                error: points(found[0].error),
            };
            learned.insert(key, moved);
        }
    }
    learned
}

/// The measures, for people.
fn report(labels: &[Label], by_hand: &Trial, taken: &Trial, others: &[Trial]) -> String {
    let repositories: BTreeSet<&str> = labels.iter().map(|label| label.repository.as_str()).collect();
    let count = |label: &str| labels.iter().filter(|one| one.label == label && counts(one)).count();
    let weight = |label: &str| -> f64 {
        labels.iter().filter(|one| one.label == label && counts(one)).map(|one| one.weight).sum()
    };
    let mut text = String::new();
    _ = writeln!(
        text,
        "{} repositories, {} findings fixed (weight {:.0}), {} kept (weight {:.0})",
        repositories.len(),
        count("fixed"),
        weight("fixed"),
        count("kept"),
        weight("kept")
    );
    _ = writeln!(text, "\nEach repository predicted from the others:\n");
    _ = writeln!(text, "deviation  area under the curve  loss   median place of what was fixed");
    for trial in [by_hand, taken].into_iter().chain(others) {
        let name = if trial.deviation == 0.0 { "by hand".to_owned() } else { format!("{}", trial.deviation) };
        let place = median(trial.places.clone())
            .map_or("-".to_owned(), |place| format!("{place} of {}", trial.places.len()));
        let mark = if trial.deviation == taken.deviation { "  <- taken" } else { "" };
        _ = writeln!(
            text,
            "{name:9}  {:20.3}  {:.3}  {place}{mark}",
            area(&trial.predictions),
            loss(&trial.predictions)
        );
    }
    for (name, trial) in [("by hand", by_hand), ("learned", taken)] {
        _ = writeln!(text, "\nCalibration by fifths, {name}:\n\nsaid   mended  weight");
        for part in calibration(&trial.predictions, 5) {
            _ = writeln!(text, "{:5.2}  {:6.2}  {:6.0}", part.said, part.true_share, part.weight);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Wanted, outcome};
    use std::collections::BTreeMap;
    use std::path::Path;

    #[test]
    fn the_labels_of_the_project_can_be_fitted_again() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let rows = root.join("queries/lib/java/models/confidence.yml");
        let rows = quarrel_files::read_text(&rows, 1 << 20).expect("the bundled rows");
        let labels = root.join("tests/fixes/labels.csv.gz");
        let wanted = Wanted { labels, rows, output: None, deviation: 10.0, precisions: BTreeMap::new() };
        let learned = outcome(&wanted).expect("a fit");
        let first = "38 repositories, 463 findings fixed";
        assert!(learned.report.starts_with(first), "{}", learned.report);
        assert!(learned.text.contains("\"java/race\""), "rules have rows");
    }
}
