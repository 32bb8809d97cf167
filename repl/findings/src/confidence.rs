//! Computes the confidence of findings from evidence. Queries name the evidence of each finding in the query predicate
//! `confidence(element, points, evidence)`; tables have the points of each kind of evidence, and places in the code that
//! are evidence for or against all findings there. Evidence is named by an id, and a table has the text for each id; a
//! query of the user's may have a text instead.
//!
//! The tables have these tags and columns:
//!
//! | Tag | Columns |
//! | --- | --- |
//! | `confidence-levels` | `"precision"`, `"rule"`, `"level"`, `"most"`, `"full"`, `"likely"` or `"odds"`, its name, points |
//! | `confidence-places` | element, first and last line, points, evidence |
//! | `confidence-texts` | evidence, its text |

use super::{Element, Finding, element_of};
use quarrel_engine::{Cell, Compiled, ResultSet, Value};
use std::collections::{BTreeMap, HashMap};

/// The level of confidence, highest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Level {
    /// Read these first.
    High,
    /// Worth reading.
    #[default]
    Medium,
    /// Read these if there is time.
    Low,
}

impl Level {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Level::High => "high",
            Level::Medium => "medium",
            Level::Low => "low",
        }
    }
}

/// Evidence with fewer points is shown only on request.
const WEIGHTY: i64 = 10;

/// The most evidence that a text report shows for a finding.
const ENOUGH: usize = 3;

/// The confidence of a finding, and its evidence.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Confidence {
    /// The sum of the points of the precision, the query and all evidence, limited by evidence that sets a maximum.
    pub points: i64,
    /// How many of a hundred such findings a maintainer would fix; without rows for that, the points, from 0 to 100.
    pub rank: i64,
    /// The level of these points.
    pub level: Level,
    /// The evidence for it (positive points) and against it; most points first, each id once.
    pub evidence: Vec<Evidence>,
}

/// Evidence for or against a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The name in rows of `evidencePoints`, or the text of a query whose evidence no row has.
    pub id: String,
    /// The points that it adds; never 0.
    pub points: i64,
    /// The text in reports.
    pub text: String,
}

impl Confidence {
    /// The evidence as one sentence: all of it with points, or the weighty part of it without points.
    pub fn sentence(&self, with_points: bool) -> String {
        let part = |Evidence { points, text, .. }: &Evidence| match (with_points, *points < 0) {
            (true, _) => format!("{text} ({points:+})"),
            (false, true) => format!("but {text}"),
            (false, false) => text.clone(),
        };
        let weighs = |one: &&Evidence| with_points || one.points.abs() >= WEIGHTY;
        let (against, speaks_for): (Vec<_>, Vec<_>) =
            self.evidence.iter().filter(weighs).partition(|one| one.points < 0);
        speaks_for.into_iter().chain(against).map(part).collect::<Vec<_>>().join("; ")
    }

    /// The weightiest evidence in a few words, with that against the finding after "but".
    pub fn because(&self) -> String {
        let weighs = |one: &&Evidence| one.points.abs() >= WEIGHTY;
        let (against, speaks_for): (Vec<_>, Vec<_>) =
            self.evidence.iter().filter(weighs).partition(|one| one.points < 0);
        let texts = |part: &[&Evidence], most: usize| {
            let texts: Vec<&str> = part.iter().take(most).map(|one| one.text.as_str()).collect();
            texts.join(", and ")
        };
        let but = texts(&against, if speaks_for.is_empty() { ENOUGH } else { 1 });
        let why = texts(&speaks_for, if against.is_empty() { ENOUGH } else { ENOUGH - 1 });
        match (why.is_empty(), but.is_empty()) {
            (true, true) => String::new(),
            (true, false) => format!("but {but}"),
            (false, true) => format!("because {why}"),
            (false, false) => format!("because {why}; but {but}"),
        }
    }
}

/// Lines of a file that are evidence for or against findings there.
struct Place {
    lines: (i32, i32),
    evidence: String,
    points: i64,
}

/// The contents of the tables.
struct Scale {
    precisions: HashMap<String, i64>,
    rules: HashMap<String, i64>,
    high: i64,
    medium: i64,
    full: i64,
    /// The most points of a finding with this evidence.
    most: HashMap<String, i64>,
    /// From so many points on, so many of a hundred findings are fixed.
    likely: BTreeMap<i64, f64>,
    /// A correction to the likelihood of findings of a query, in log-odds.
    odds: HashMap<String, f64>,
    places: HashMap<String, Vec<Place>>,
    texts: HashMap<String, String>,
}

fn int(cell: &Cell) -> Option<i32> {
    match cell.value {
        Value::Int(number) => Some(number),
        _ => None,
    }
}

impl Scale {
    fn new(compiled: &Compiled, sets: &[ResultSet]) -> Self {
        // Without rows all findings have high confidence.
        let mut scale = Self {
            precisions: HashMap::new(),
            rules: HashMap::new(),
            high: i64::MAX,
            medium: 0,
            full: 100,
            most: HashMap::new(),
            likely: BTreeMap::new(),
            odds: HashMap::new(),
            places: HashMap::new(),
            texts: HashMap::new(),
        };
        for set in sets.iter().filter(|set| set.name == "#select") {
            let metadata = &compiled.queries[set.query].metadata;
            if metadata.has_tag("confidence-levels") {
                set.rows.iter().for_each(|row| scale.add_row(row));
            } else if metadata.has_tag("confidence-places") {
                set.rows.iter().for_each(|row| scale.add_place(row));
            } else if metadata.has_tag("confidence-texts") {
                scale.texts.extend(set.rows.iter().filter_map(|row| match row.as_slice() {
                    [evidence, text] => Some((evidence.text(), text.text())),
                    _ => None,
                }));
            }
        }
        scale
    }

    fn add_row(&mut self, row: &[Cell]) {
        let [kind, name, points] = row else { return };
        let Some(points) = int(points).map(i64::from) else { return };
        match (kind.text().as_str(), name.text().as_str()) {
            ("precision", name) => {
                self.precisions.insert(name.to_owned(), points);
            }
            ("rule", id) => {
                self.rules.insert(id.to_owned(), points);
            }
            ("level", "high") => self.high = points,
            ("level", "medium") => self.medium = points,
            ("most", evidence) => {
                self.most.insert(evidence.to_owned(), points);
            }
            ("full", _) => self.full = points.max(1),
            ("likely", share) => {
                if let Some(share) = share.parse().ok().filter(|share| (0.0..=100.0).contains(share)) {
                    self.likely.insert(points, share);
                }
            }
            ("odds", id) => {
                self.odds.insert(id.to_owned(), points as f64 / 100.0);
            }
            _ => {}
        }
    }

    fn add_place(&mut self, row: &[Cell]) {
        let [element, first, last, points, evidence] = row else { return };
        let (Some(at), Some(first), Some(last), Some(points)) =
            (element.location(), int(first), int(last), int(points))
        else {
            return;
        };
        let place = Place { lines: (first, last), evidence: evidence.text(), points: points.into() };
        self.places.entry(at.path.to_string()).or_default().push(place);
    }

    /// The confidence of a finding with the evidence of its query.
    fn weigh(&self, finding: &Finding, named: Option<&BTreeMap<String, i64>>) -> Confidence {
        let precision = finding.rule.precision.as_deref().unwrap_or("medium");
        let base = self.precisions.get(precision).copied().unwrap_or(self.medium)
            + self.rules.get(&finding.rule.id).copied().unwrap_or_default();
        let mut evidence: BTreeMap<&str, i64> = BTreeMap::new();
        evidence.extend(named.into_iter().flatten().map(|(id, points)| (id.as_str(), *points)));
        if let Some(at) = &finding.location {
            let around = self.places.get(&*at.path).into_iter().flatten();
            let around = around.filter(|place| (place.lines.0..=place.lines.1).contains(&at.start_line));
            evidence.extend(around.map(|place| (place.evidence.as_str(), place.points)));
        }
        let most = evidence.keys().filter_map(|id| self.most.get(*id)).min();
        let points = (base + evidence.values().sum::<i64>()).min(most.copied().unwrap_or(i64::MAX));
        let rank =
            self.likelihood(points, &finding.rule.id).unwrap_or(points.clamp(0, self.full) * 100 / self.full);
        let level = match points {
            _ if points >= self.high => Level::High,
            _ if points >= self.medium => Level::Medium,
            _ => Level::Low,
        };
        let text = |id: &str| self.texts.get(id).map_or(id, String::as_str).to_owned();
        let mut evidence: Vec<_> = evidence
            .into_iter()
            .filter(|(_, points)| *points != 0)
            .map(|(id, points)| Evidence { id: id.to_owned(), points, text: text(id) })
            .collect();
        evidence.sort_by(|a, b| (-a.points.abs(), &a.text).cmp(&(-b.points.abs(), &b.text)));
        Confidence { points, rank, level, evidence }
    }

    /// How many of a hundred findings of the query `id` with so many points are fixed.
    fn likelihood(&self, points: i64, id: &str) -> Option<i64> {
        let least = self.likely.first_key_value()?.1;
        let share = self.likely.range(..=points).next_back().map_or(least, |(_, share)| share) / 100.0;
        let odds = (share / (1.0 - share)).ln() + self.odds.get(id).copied().unwrap_or_default();
        Some((100.0 / (1.0 + (-odds).exp())).round() as i64)
    }
}

/// Sets the confidence of each finding; the findings of each query are contiguous, with the index of the query.
pub fn attach(compiled: &Compiled, sets: &[ResultSet], findings: &mut [(usize, Finding)]) {
    let scale = Scale::new(compiled, sets);
    let mut named: HashMap<usize, HashMap<Element, BTreeMap<String, i64>>> = HashMap::new();
    for set in sets.iter().filter(|set| set.name == "confidence") {
        let of_query = named.entry(set.query).or_default();
        for row in &set.rows {
            let [element, points, evidence] = row.as_slice() else { continue };
            let Some(points) = int(points) else { continue };
            // Of several rows with one evidence keep that with the most points, independent of their order.
            let known = of_query.entry(element_of(element)).or_default().entry(evidence.text());
            let known = known.or_insert(points.into());
            *known = (*known).max(points.into());
        }
    }
    for (query, finding) in findings {
        let element = (finding.location.clone(), finding.element.clone());
        let own = named.get(query).and_then(|of_query| of_query.get(&element));
        finding.confidence = scale.weigh(finding, own);
    }
}
