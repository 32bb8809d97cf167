//! Learns the points of evidence from findings that maintainers fixed: reads tables of labels and the current rows, and
//! writes rows with new points, and measures on repositories that were left out of the fit.
//!
//! The log-odds that a finding is fixed are the sum of the points of its evidence, on a scale, and a correction for its
//! query. The fit starts from the points that people set by hand, all on one scale. Labels move the points, so evidence with
//! few labels hardly moves. The verdicts of readers then decide how many of a hundred findings with so many points are fixed.

pub mod measures;
pub mod model;
pub mod rows;
mod verdicts;

use flate2::read::MultiGzDecoder;
use measures::{Prediction, area, calibration, loss, median};
use model::{Coefficient, Row, Start, fit, odds};
use quarrel_console::{Failure, sink};
use rows::{Key, Learned, Rows};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The inputs and outputs of a fit.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The tables of labels, as `.csv` or `.csv.gz`, and results with verdicts.
    pub labels: Vec<PathBuf>,
    /// The rows to start from.
    pub rows: String,
    /// The file for the rows with the learned points; `None` to write none.
    pub output: Option<PathBuf>,
    /// The standard deviation of the prior of evidence, in points.
    pub deviation: f64,
    /// The precision of each query, by id.
    pub precisions: BTreeMap<String, String>,
}

/// The result of a fit.
#[derive(Debug)]
pub struct Outcome {
    /// The rows with their points.
    pub text: String,
    /// The changed rows, for a `quarrel.toml`.
    pub own: String,
    /// The measures as text.
    pub report: String,
}

/// The largest table that is read, in bytes.
const MOST: u64 = 1 << 30;
/// The deviations that are compared, in points.
const DEVIATIONS: &[f64] = &[5.0, 10.0, 20.0, 40.0];
/// The deviation of the prior of the intercept, in points: practically none.
const FREE: f64 = 1000.0;
/// The points of a probability of one half, if no row has it.
const HALF: i64 = 100;
/// The points that multiply the odds by e, before the fit.
const PER_E: f64 = 30.0;
/// The deviation of the prior of a query, in log-odds.
const OF_QUERIES: f64 = 0.6;
/// The prior of the share of fixed findings, and its weight in findings, since a few findings prove little.
const EXPECTED: (f64, f64) = (0.2, 2.0);
/// The least and the greatest share of fixed findings in a row, in percent.
const SHARES: (f64, f64) = (1.0, 95.0);

/// Fits, writes the rows and shows the measures.
///
/// # Errors
/// If the labels cannot be read, or the rows cannot be written.
pub fn run(wanted: &Wanted) -> Result<(), Failure> {
    if let Some(output) = &wanted.output {
        sink::probe(Some(output))?;
    }
    let outcome = outcome(wanted)?;
    if let Some(output) = &wanted.output {
        let is_configuration = output.extension().is_some_and(|extension| extension == "toml");
        sink::write(if is_configuration { &outcome.own } else { &outcome.text }, Some(output))?;
    }
    sink::show(&outcome.report)
}

/// A row of the table.
pub(crate) struct Label {
    repository: String,
    commit: String,
    rule: String,
    evidence: Vec<(String, f64)>,
    label: String,
    weight: f64,
}

impl Label {
    /// Whether the label is from a reader and not from a history.
    fn is_read(&self) -> bool {
        ["bug", "harmless", "false"].contains(&self.label.as_str())
    }

    /// Whether the label says that a maintainer would fix it.
    fn is_mended(&self) -> bool {
        ["fixed", "bug"].contains(&self.label.as_str())
    }
}

/// Reads all labels.
fn labels(wanted: &Wanted) -> Result<Vec<Label>, Failure> {
    let points = Rows::new(&wanted.rows).points();
    let mut labels = Vec::new();
    for file in &wanted.labels {
        labels.extend(if quarrel_files::is_database(file) {
            verdicts::read(file, &points)?
        } else {
            read(file)?
        });
    }
    let some = |mended: bool| labels.iter().any(|one| counts(one) && one.is_mended() == mended);
    if !some(true) || !some(false) {
        let about: Vec<_> = wanted.labels.iter().map(|file| file.display().to_string()).collect();
        return Err(Failure::new(format!("{} has nothing to learn from", about.join(", "))).help(
            "a table needs findings that were mended (fixed, bug) and others (kept, harmless, false)",
        ));
    }
    Ok(labels)
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
        if !["fixed", "kept", "unsure", "other"].contains(&found.label.as_str()) && !found.is_read() {
            let message = format!("`{}` is no label", found.label);
            return Err(wrong(&message).help(
                "labels are fixed, kept, unsure and other, or what readers say: bug, harmless, false",
            ));
        }
        labels.push(found);
    }
    Ok(labels)
}

/// The features with coefficients: the first is the intercept, the second that of findings with verdicts of readers.
struct Features {
    keys: Vec<Key>,
    index: BTreeMap<Key, usize>,
    /// The points that people set by hand; 0 for queries.
    by_hand: Vec<f64>,
    /// The points of the precision of each query.
    precisions: BTreeMap<String, f64>,
    /// The points of a query without a precision.
    medium: f64,
    half: f64,
}

fn rule(id: &str) -> Key {
    Key::Scale(ODDS.to_owned(), id.to_owned())
}

/// The kind of rows with the correction of a query, in hundredths of log-odds.
const ODDS: &str = "odds";
/// The kind of rows with how many of a hundred findings with so many points are fixed.
const LIKELY: &str = "likely";

impl Features {
    /// The features of the rows: all evidence with points, and the queries of labels.
    fn new(rows: &Rows, labels: &[Label], wanted: &Wanted) -> Self {
        let by_hand = rows.by_hand();
        let scale =
            |kind: &str, name: &str| by_hand.get(&Key::Scale(kind.to_owned(), name.to_owned())).copied();
        let half = scale("level", "high").unwrap_or(HALF) as f64;
        let medium = scale("precision", "medium").unwrap_or_default() as f64;
        let evidence = by_hand.iter().filter(|(key, _)| matches!(key, Key::Evidence(_)));
        let rules: BTreeSet<Key> = labels.iter().map(|label| rule(&label.rule)).collect();
        let (keys, by_hand): (Vec<_>, Vec<_>) = evidence
            .map(|(key, at)| (key.clone(), *at as f64))
            .chain(rules.into_iter().map(|key| (key, 0.0)))
            .unzip();
        let index = keys.iter().cloned().enumerate().map(|(at, key)| (key, at + FREE_ONES)).collect();
        let precision = |(id, name): (&String, &String)| {
            let points = scale("precision", name).map_or(medium, |points| points as f64);
            (id.clone(), points)
        };
        let precisions = wanted.precisions.iter().map(precision).collect();
        Self { keys, index, by_hand, precisions, medium, half }
    }

    /// The points of a finding by hand-set rows.
    fn points(&self, label: &Label) -> f64 {
        let of = |(id, count): &(String, f64)| {
            let at = self.index.get(&Key::Evidence(id.clone()))?;
            Some(self.by_hand[at - FREE_ONES] * count)
        };
        self.precisions.get(&label.rule).unwrap_or(&self.medium)
            + label.evidence.iter().filter_map(of).sum::<f64>()
    }

    /// The priors of the coefficients, if `per_e` points multiply the odds by e.
    fn starts(&self, per_e: f64, deviation: f64, of_queries: f64) -> Vec<Start> {
        let free = Start { at: 0.0, deviation: FREE };
        let of_one = |(key, at): (&Key, &f64)| Start {
            at: at / per_e,
            deviation: if matches!(key, Key::Evidence(_)) { deviation / per_e } else { of_queries },
        };
        let known = self.keys.iter().zip(&self.by_hand).map(of_one);
        // The last feature is the points of the precision.
        let precision = Start { at: 1.0 / per_e, deviation: 1e-9 };
        [free, free].into_iter().chain(known).chain([precision]).collect()
    }
}

/// The number of coefficients without a prior.
const FREE_ONES: usize = 2;

/// A label for the fit: its features, and its points by hand-set rows.
struct Example<'a> {
    label: &'a Label,
    row: Row,
    points: f64,
}

/// The result of fitting coefficients.
struct Fitted {
    coefficients: Vec<Coefficient>,
    /// The points that multiply the odds by e.
    per_e: f64,
}

/// Predictions for each example by a fit without its repository.
struct Trial {
    name: String,
    /// Predictions of labels from histories.
    mined: Vec<Prediction>,
    read: Vec<Prediction>,
    /// Predictions of verdicts on findings with enough points to be shown.
    shown: Vec<Prediction>,
    /// The ranks of fixed findings among all findings of their trees.
    places: Vec<usize>,
}

/// The strength of the priors of a fit.
#[derive(Clone, Copy)]
struct Held {
    deviation: f64,
    of_queries: f64,
}

/// Fits to the labels.
///
/// # Errors
/// If the labels cannot be read.
pub fn outcome(wanted: &Wanted) -> Result<Outcome, Failure> {
    Ok(learn(wanted, &labels(wanted)?))
}

fn learn(wanted: &Wanted, labels: &[Label]) -> Outcome {
    let rows = Rows::new(&wanted.rows);
    let features = Features::new(&rows, labels, wanted);
    let last = FREE_ONES + features.keys.len();
    let example = |label| example(&features, last, label);
    let examples: Vec<Example<'_>> = labels.iter().map(example).collect();
    let medium = rows.by_hand().get(&Key::Scale("level".to_owned(), "medium".to_owned())).copied();
    let shown = medium.unwrap_or_default() as f64;
    let tried = |held, name: String| left_out(&features, &examples, held, shown, name);
    let by_hand = tried(Held { deviation: 1e-6, of_queries: 1e-6 }, "by hand".to_owned());
    let taken = Held { deviation: wanted.deviation.max(1e-6), of_queries: OF_QUERIES };
    let mut trials = vec![by_hand];
    trials.push(tried(taken, format!("{}, queries", wanted.deviation)));
    for deviation in DEVIATIONS.iter().filter(|&&one| one != wanted.deviation) {
        trials.push(tried(Held { deviation: *deviation, ..taken }, format!("{deviation}, queries")));
    }
    let found = fitted(&features, examples.iter().filter(|one| counts(one.label)), taken);
    let mut learned = learned(&features, labels, &found);
    for (share, points, mended, of) in shares(&features, &examples, &found, shown) {
        let error = (share * (1.0 - share) / of as f64).sqrt();
        let key = Key::Scale(LIKELY.to_owned(), format!("{:.0}", 100.0 * share));
        let one = Learned { points, mended, of, error: (100.0 * error).round() as i64 };
        learned.insert(key, one);
    }
    Outcome {
        own: rows.differences(&learned),
        text: rows.text(&learned),
        report: report(labels, &trials, &found),
    }
}

fn example<'a>(features: &Features, last: usize, label: &'a Label) -> Example<'a> {
    let own = label
        .evidence
        .iter()
        .filter_map(|(id, count)| Some((*features.index.get(&Key::Evidence(id.clone()))?, *count)));
    let base = features.precisions.get(&label.rule).unwrap_or(&features.medium) - features.half;
    let all =
        [(0, 1.0), (1, f64::from(u8::from(label.is_read()))), (features.index[&rule(&label.rule)], 1.0)];
    let row = Row {
        features: all.into_iter().chain([(last, base)]).chain(own).collect(),
        positive: label.is_mended(),
        weight: label.weight,
    };
    Example { label, row, points: features.points(label) }
}

/// Fits in two steps: first the scale of all points, then each evidence and query.
fn fitted<'a, 'b: 'a>(
    features: &Features,
    examples: impl Iterator<Item = &'a Example<'b>> + Clone,
    held: Held,
) -> Fitted {
    let of_points = |one: &Example<'_>| Row {
        features: vec![
            (0, 1.0),
            (1, f64::from(u8::from(one.label.is_read()))),
            (2, (one.points - features.half) / PER_E),
        ],
        ..one.row.clone()
    };
    let rows: Vec<Row> = examples.clone().map(of_points).collect();
    let free = Start { at: 0.0, deviation: FREE };
    let slope = fit(rows.iter(), &[free, free, Start { at: 0.3, deviation: FREE }])[2].value;
    // If the scale is zero or negative, keep the order of the hand-set points.
    let per_e = PER_E / slope.max(0.02);
    let starts = features.starts(per_e, held.deviation, held.of_queries);
    Fitted { coefficients: fit(examples.map(|one| &one.row), &starts), per_e }
}

fn counts(label: &Label) -> bool {
    label.weight > 0.0 && label.label != "unsure"
}

/// Fits without each repository in turn, and predicts its labels.
fn left_out(features: &Features, examples: &[Example<'_>], held: Held, shown: f64, name: String) -> Trial {
    let repositories: BTreeSet<&str> = examples.iter().map(|one| one.label.repository.as_str()).collect();
    let mut trial =
        Trial { name, mined: Vec::new(), read: Vec::new(), shown: Vec::new(), places: Vec::new() };
    for repository in repositories {
        let others = examples.iter().filter(|one| one.label.repository != repository && counts(one.label));
        let found = fitted(features, others, held);
        let own: Vec<_> = examples.iter().filter(|one| one.label.repository == repository).collect();
        predict(&own, &found.coefficients, shown, &mut trial);
    }
    trial
}

fn predict(own: &[&Example<'_>], found: &[Coefficient], shown: f64, trial: &mut Trial) {
    let mut trees: BTreeMap<&str, Vec<(f64, bool)>> = BTreeMap::new();
    let mut whole: BTreeSet<&str> = BTreeSet::new();
    for one in own {
        let odds = odds(&one.row.features, found);
        trees.entry(&one.label.commit).or_default().push((odds, one.row.positive));
        if one.label.label == "other" {
            whole.insert(&one.label.commit);
        }
        if counts(one.label) {
            let prediction = Prediction { odds, positive: one.row.positive, weight: one.row.weight };
            if one.label.is_read() {
                trial.read.push(prediction);
            } else {
                trial.mined.push(prediction);
            }
            if one.label.is_read() && one.points >= shown {
                trial.shown.push(prediction);
            }
        }
    }
    // Ranks need all findings of the tree in the table.
    for (_, tree) in trees.into_iter().filter(|(commit, _)| whole.contains(commit)) {
        for (odds, _) in tree.iter().filter(|(_, positive)| *positive) {
            let before = tree.iter().filter(|(other, _)| other > odds).count();
            let equal = tree.iter().filter(|(other, _)| other == odds).count();
            trial.places.push(before + equal.div_ceil(2));
        }
    }
}

/// The rows that the labels change.
fn learned(features: &Features, labels: &[Label], found: &Fitted) -> BTreeMap<Key, Learned> {
    let mut count: BTreeMap<Key, (usize, usize)> = BTreeMap::new();
    for label in labels.iter().filter(|label| counts(label)) {
        let mended = usize::from(label.is_mended());
        let evidence = label.evidence.iter().map(|(id, _)| Key::Evidence(id.clone()));
        for key in evidence.chain([rule(&label.rule)]) {
            let count = count.entry(key).or_default();
            *count = (count.0 + mended, count.1 + 1);
        }
    }
    let mut learned: BTreeMap<Key, Learned> = BTreeMap::new();
    for (at, key) in features.keys.iter().enumerate() {
        let Some(&(mended, of)) = count.get(key) else { continue };
        let Coefficient { value, error } = found.coefficients[at + FREE_ONES];
        let scale = if matches!(key, Key::Evidence(_)) { found.per_e } else { 100.0 };
        let points = |odds: f64| (odds * scale).round() as i64;
        // Points that labels move by less than one and a half stay as set by hand.
        let is_moved = (value * scale - features.by_hand[at]).abs() >= 1.5;
        if is_moved {
            learned.insert(key.clone(), Learned { points: points(value), mended, of, error: points(error) });
        }
    }
    learned
}

/// The share of fixed findings by points, for a query without correction: the share, the points from which on it holds, and
/// the numbers of fixed findings and of all findings with such points. Shares grow with the points.
///
/// Verdicts of readers decide if there are any, since histories do not show how many findings nobody looked at.
fn shares(
    features: &Features,
    examples: &[Example<'_>],
    found: &Fitted,
    shown: f64,
) -> Vec<(f64, i64, usize, usize)> {
    let has_read = examples.iter().any(|one| counts(one.label) && one.label.is_read());
    let mut own: Vec<&Example<'_>> =
        examples.iter().filter(|one| counts(one.label) && one.label.is_read() == has_read).collect();
    own.sort_by(|a, b| a.points.total_cmp(&b.points));
    // Ten equal parts, and one that begins at the points from which on findings are shown.
    let mut begins: Vec<f64> = (0..10).map(|part| own[part * own.len() / 10].points).collect();
    begins.push(shown);
    begins.sort_by(f64::total_cmp);
    begins.dedup();
    let mut parts: Vec<(f64, Vec<&Example<'_>>)> = begins.into_iter().map(|at| (at, Vec::new())).collect();
    for one in own {
        let at = parts.iter().rposition(|(begin, _)| one.points >= *begin).unwrap_or_default();
        parts[at].1.push(one);
    }
    // Merge parts whose share is smaller than that of the part below.
    let mut pooled: Vec<(f64, Vec<&Example<'_>>, f64)> = Vec::new();
    for (begin, part) in parts {
        let mut next = (begin, part, 0.0);
        next.2 = level(features, found, &next.1);
        while pooled.last().is_some_and(|(_, _, before)| *before >= next.2) {
            let (begin, mut all, _) = pooled.pop().expect("there is a last one");
            all.append(&mut next.1);
            next = (begin, all, 0.0);
            next.2 = level(features, found, &next.1);
        }
        pooled.push(next);
    }
    let mut rows: Vec<(f64, i64, usize, usize)> = Vec::new();
    for (begin, part, level) in pooled {
        let mended = part.iter().filter(|one| one.row.positive).count();
        let share = (100.0 * model::probability(level)).round().clamp(SHARES.0, SHARES.1) / 100.0;
        match rows.last_mut() {
            Some(last) if last.0 == share => (last.2, last.3) = (last.2 + mended, last.3 + part.len()),
            _ => rows.push((share, begin.round() as i64, mended, part.len())),
        }
    }
    rows
}

/// The log-odds, without the corrections of queries, that predict the actual number of fixed findings.
fn level(features: &Features, found: &Fitted, part: &[&Example<'_>]) -> f64 {
    let offset = |one: &&Example<'_>| found.coefficients[features.index[&rule(&one.label.rule)]].value;
    let (share, count) = EXPECTED;
    let weight: f64 = part.iter().map(|one| one.row.weight).sum();
    let mended: f64 = part.iter().filter(|one| one.row.positive).map(|one| one.row.weight).sum();
    let excess = |level: f64| {
        let predicted: f64 =
            part.iter().map(|one| one.row.weight * model::probability(level + offset(one))).sum();
        predicted - mended + count * (model::probability(level) - share)
    };
    let (mut low, mut high) = (-12.0, 12.0);
    if weight == 0.0 {
        return (share / (1.0 - share)).ln();
    }
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { high = middle } else { low = middle }
    }
    low
}

/// The measures as text.
fn report(labels: &[Label], trials: &[Trial], found: &Fitted) -> String {
    let repositories: BTreeSet<&str> = labels.iter().map(|label| label.repository.as_str()).collect();
    let count = |label: &str| labels.iter().filter(|one| one.label == label && counts(one)).count();
    let weight = |label: &str| -> f64 {
        labels.iter().filter(|one| one.label == label && counts(one)).map(|one| one.weight).sum()
    };
    let mut text = String::new();
    _ = writeln!(
        text,
        "{} repositories, {} findings fixed (weight {:.0}), {} kept (weight {:.0}); readers: {} bugs, {} harmless, {} false",
        repositories.len(),
        count("fixed"),
        weight("fixed"),
        count("kept"),
        weight("kept"),
        count("bug"),
        count("harmless"),
        count("false")
    );
    _ = writeln!(text, "Odds grow by e with {:.0} points.", found.per_e);
    _ = writeln!(text, "\nEach repository predicted from the others, area under the curve:\n");
    _ = writeln!(
        text,
        "deviation      histories  loss   median place of what was fixed  readers  of these shown"
    );
    for (at, trial) in trials.iter().enumerate() {
        let place = median(trial.places.clone())
            .map_or("-".to_owned(), |place| format!("{place} of {}", trial.places.len()));
        let mark = if at == 1 { "  <- taken" } else { "" };
        _ = writeln!(
            text,
            "{:13}  {:9.3}  {:.3}  {place:30}  {:7.3}  {:14.3}{mark}",
            trial.name,
            area(&trial.mined),
            loss(&trial.mined),
            area(&trial.read),
            area(&trial.shown)
        );
    }
    for trial in trials.iter().take(2) {
        for (what, predictions) in [("histories", &trial.mined), ("readers", &trial.read)] {
            let parts = calibration(predictions, 5);
            if !parts.is_empty() {
                _ = writeln!(
                    text,
                    "\nCalibration by fifths, {}, {what}:\n\nsaid   mended  weight",
                    trial.name
                );
            }
            for part in parts {
                _ = writeln!(text, "{:5.2}  {:6.2}  {:6.0}", part.predicted, part.true_share, part.weight);
            }
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
    fn the_bundled_rows_fit_the_labels() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let rows = root.join("queries/lib/java/models/confidence.yml");
        let rows = quarrel_files::read_text(&rows, 1 << 20).expect("the bundled rows");
        let labels = ["labels.csv.gz", "verdicts.csv.gz"].map(|name| root.join("tests/fixes").join(name));
        let precisions = precisions(&root.join("queries"));
        assert!(precisions.len() > 80, "{precisions:?}");
        let wanted =
            Wanted { labels: labels.into(), rows: rows.clone(), output: None, deviation: 0.0, precisions };
        let learned = outcome(&wanted).expect("a fit");
        let first = "39 repositories, 463 findings fixed";
        assert!(learned.report.starts_with(first), "{}", learned.report);
        // quarrel multi fit tests/fixes/labels.csv.gz tests/fixes/verdicts.csv.gz --output queries/lib/java/models/confidence.yml
        assert!(
            learned.text == rows,
            "the rows do not fit the labels: run the fit again\n{}",
            learned.report
        );
    }

    /// The precision of each query, by id.
    fn precisions(folder: &Path) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            if entry.is_dir() {
                found.extend(precisions(&entry));
            } else if entry.extension().is_some_and(|extension| extension == "ql") {
                let text = quarrel_files::read_text(&entry, 1 << 20).expect("a query");
                let tag = |name: &str| Some(text.split_once(name)?.1.split_whitespace().next()?.to_owned());
                if let (Some(id), Some(precision)) = (tag("@id "), tag("@precision ")) {
                    found.insert(id, precision);
                }
            }
        }
        found
    }
}
