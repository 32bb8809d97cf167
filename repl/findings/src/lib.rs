//! Findings: the rows of `problem` and `path-problem` queries, in one form for all reports.
//!
//! [`collect`] converts result sets into findings with messages, labelled places, paths and fingerprints. Other modules
//! add the code around them ([`surroundings`]), select them ([`suppress`], [`scope`]), mark new ones ([`baseline`]) and
//! add edits that fix them ([`edits`], written by [`fix`]).

pub mod baseline;
pub mod confidence;
pub mod edits;
pub mod fingerprint;
pub mod fix;
pub mod missing;
pub mod paths;
pub mod scope;
pub mod severity;
pub mod sources;
pub mod suppress;
pub mod surroundings;

use confidence::Confidence;
use paths::Graph;
use quarrel_engine::{Cell, Compiled, Location, Metadata, PackLabel, Query, ResultSet, Value};
pub use severity::Severity;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// A query in a report.
#[derive(Debug)]
pub struct Rule {
    /// `@id`, or the name of the file if there is none.
    pub id: String,
    /// Its `@name`.
    pub name: String,
    /// Its `@description`.
    pub description: String,
    /// The severity of its findings.
    pub severity: Severity,
    /// Its `@precision`.
    pub precision: Option<String>,
    /// Its `@security-severity`.
    pub security_severity: Option<String>,
    /// Its `@tags`.
    pub tags: Vec<String>,
    /// Its help page, in Markdown.
    pub help: Option<Arc<str>>,
    /// How to fix a finding: `@remedy`, or the first paragraph below `## Remedy` in the help page.
    pub remedy: Option<String>,
    /// The pack of the query.
    pub pack: Option<PackLabel>,
}

/// A part of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Plain text.
    Text(String),
    /// The text of the related place with this index.
    Link(usize),
}

/// A thing that a message names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// The name in the message.
    pub text: String,
    /// Where it is.
    pub location: Option<Location>,
}

/// A step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The text of the step.
    pub label: String,
    /// Where it is.
    pub location: Option<Location>,
    /// What the thread does with locks there, by the names of the locks.
    pub locks: Vec<(LockUse, String)>,
}

/// What a thread does with a lock at a step of its path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LockUse {
    /// It takes the lock and holds it from there on.
    Takes,
    /// It holds the lock; with an empty name it holds none.
    Holds,
    /// It waits for the lock.
    Waits,
}

impl LockUse {
    /// The word in reports, which follows `quarrel.` in the key of a node.
    pub fn word(self) -> &'static str {
        match self {
            Self::Takes => "takes",
            Self::Holds => "holds",
            Self::Waits => "waits",
        }
    }

    /// The use that a key of the query predicate `nodes` names; `None` for other keys.
    pub fn of_key(key: &str) -> Option<Self> {
        let word = key.strip_prefix("quarrel.")?;
        [Self::Takes, Self::Holds, Self::Waits].into_iter().find(|how| how.word() == word)
    }
}

/// A path to a finding: the steps of each thread that takes part, in order.
pub type Path = Vec<Vec<Step>>;

/// How a finding compares with an earlier run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// The earlier run did not report it.
    New,
    /// The earlier run reported it.
    Unchanged,
}

impl State {
    /// The word in SARIF.
    pub fn word(self) -> &'static str {
        match self {
            State::New => "new",
            State::Unchanged => "unchanged",
        }
    }
}

/// The tag of path problems whose rows are the paths of the threads that take part in one finding.
const THREADS: &str = "path-per-thread";
/// The tag of queries whose findings are dropped if another finding of at least the same confidence is about the same
/// things.
const TOLD_ONCE: &str = "told-once";

/// One finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The query.
    pub rule: Arc<Rule>,
    /// The message.
    pub message: Vec<Piece>,
    /// The text of the element.
    pub element: String,
    /// The place.
    pub location: Option<Location>,
    /// The things that the message names.
    pub related: Vec<Related>,
    /// The paths that lead there.
    pub paths: Vec<Path>,
    /// The properties by key, by which reports group and rank findings.
    pub properties: BTreeMap<String, BTreeSet<String>>,
    /// The things that it is about, such as a field or a lock. Another finding that is about all of them repeats it.
    pub about: BTreeSet<Thing>,
    /// For lists: what two threads do to which field, in a few words; empty for other findings.
    pub headline: String,
    /// The confidence.
    pub confidence: Confidence,
    /// Why it was found: the name and the text of each stage.
    pub stages: Vec<(String, String)>,
    /// The qualified name of the class around it.
    pub class: Option<Arc<str>>,
    /// The qualified name and parameters of the method or constructor around it.
    pub callable: Option<Arc<str>>,
    /// See [`fingerprint`].
    pub fingerprint: String,
    /// The comparison with the baseline; `None` without a baseline.
    pub state: Option<State>,
    /// The reason why it is silenced, which may be empty; `None` if it is not.
    pub suppressed: Option<String>,
    /// Alternative fixes, by title.
    pub fixes: Vec<edits::Fix>,
}

impl Finding {
    /// The message as plain text.
    pub fn text(&self) -> String {
        self.message
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.as_str(),
                Piece::Link(at) => self.related.get(*at).map_or("", |related| &related.text),
            })
            .collect()
    }

    /// One line: what two threads do to which field, or else the message.
    pub fn headline(&self) -> String {
        if self.headline.is_empty() { self.text() } else { self.headline.clone() }
    }

    /// The path of the file; empty if it has no place.
    pub fn path(&self) -> &str {
        self.location.as_ref().map_or("", |at| &at.path)
    }

    /// The severity.
    pub fn severity(&self) -> Severity {
        self.rule.severity
    }

    /// The order of reports: by severity, then by likelihood, then by points.
    pub fn rank(&self) -> (Severity, Reverse<i64>, Reverse<i64>) {
        (self.severity(), Reverse(self.confidence.rank), Reverse(self.confidence.points))
    }

    /// Whether it is neither silenced nor in the baseline.
    pub fn counts(&self) -> bool {
        self.suppressed.is_none() && self.state != Some(State::Unchanged)
    }

    /// All places: its own, the related ones, and the steps of the paths.
    pub fn places(&self) -> impl Iterator<Item = &Location> {
        let related = self.related.iter().filter_map(|related| related.location.as_ref());
        let steps = self.paths.iter().flatten().flatten().filter_map(|step| step.location.as_ref());
        self.location.iter().chain(related).chain(steps)
    }
}

impl Rule {
    /// The rule of a query, with another severity if one is given.
    pub fn new(query: &Query, severity_instead: Option<Severity>) -> Self {
        let metadata = &query.metadata;
        let get = |key: &str| metadata.get(key).map(str::to_owned);
        let stem = || {
            let name = query.file.rsplit(['/', '\\']).next().unwrap_or(&query.file);
            name.trim_end_matches(".ql").to_owned()
        };
        let id = get("id").unwrap_or_else(stem);
        Self {
            name: get("name").unwrap_or_else(|| id.clone()),
            description: get("description").unwrap_or_default(),
            severity: severity_instead.unwrap_or_else(|| Severity::of(metadata)),
            precision: get("precision"),
            security_severity: get("security-severity"),
            tags: metadata.get("tags").unwrap_or("").split_whitespace().map(str::to_owned).collect(),
            remedy: get("remedy").or_else(|| query.help.as_deref().and_then(remedy)),
            help: query.help.clone(),
            pack: query.pack.clone(),
            id,
        }
    }
}

/// The first paragraph of the section `Remedy` of a help page, as one line; `None` if there is no such section.
fn remedy(page: &str) -> Option<String> {
    let heading = |line: &&str| line.starts_with('#') && line.trim_matches(['#', ' ']) == "Remedy";
    let mut lines = page.lines().skip_while(|line| !heading(line)).skip(1);
    let first = lines.find(|line| !line.trim().is_empty()).filter(|line| !line.starts_with('#'))?;
    let rest = lines.take_while(|line| !line.trim().is_empty() && !line.starts_with('#'));
    Some(std::iter::once(first).chain(rest).map(str::trim).collect::<Vec<_>>().join(" "))
}

/// Whether a query reports problems.
pub fn finds_problems(metadata: &Metadata) -> bool {
    matches!(metadata.get("kind"), Some("problem" | "path-problem"))
}

/// The findings of all queries that report problems, by place and query; `rules` has a rule for each query.
pub fn collect(compiled: &Compiled, sets: &[ResultSet], rules: &[Arc<Rule>]) -> Vec<Finding> {
    let mut found = Vec::new();
    for set in sets {
        let metadata = &compiled.queries[set.query].metadata;
        if set.name != "#select" || !finds_problems(metadata) {
            continue;
        }
        let of_query = |name: &str| sets.iter().find(|other| other.query == set.query && other.name == name);
        let graph = Graph::new(of_query("edges"), of_query("nodes"));
        let with_path = metadata.get("kind") == Some("path-problem");
        let mut own = from_rows(&rules[set.query], set, &graph, with_path);
        if metadata.has_tag(THREADS) {
            own.iter_mut().for_each(join_threads);
        }
        let details = Details::new(of_query("properties"), of_query("stages"), of_query("about"));
        own.iter_mut().for_each(|finding| details.add_to(finding));
        found.extend(own.into_iter().map(|finding| (set.query, finding)));
    }
    confidence::attach(compiled, sets, &mut found);
    let mut found: Vec<Finding> = found.into_iter().map(|(_, finding)| finding).collect();
    found.sort_by(|a, b| {
        a.location
            .cmp(&b.location)
            .then_with(|| a.rule.id.cmp(&b.rule.id))
            .then_with(|| a.text().cmp(&b.text()))
    });
    found
}

/// The findings of one query. Its columns are the element, for a path problem source and sink, the message, and pairs of
/// element and text, of which the n-th fills the n-th `$@` of the message (language.md section 18). Rows that differ
/// only in source and sink are one finding with several paths.
fn from_rows(rule: &Arc<Rule>, set: &ResultSet, graph: &Graph, with_path: bool) -> Vec<Finding> {
    let message_at = if with_path { 3 } else { 1 };
    let mut found: Vec<Finding> = Vec::new();
    let mut known: BTreeMap<(Option<Location>, String, String), usize> = BTreeMap::new();
    for row in &set.rows {
        let Some(element) = row.first() else { continue };
        let template = row.get(message_at).map(Cell::text).unwrap_or_default();
        let (message, related) = fill(&template, row.get(message_at + 1..).unwrap_or(&[]));
        let finding = Finding {
            rule: rule.clone(),
            message,
            element: element.text(),
            location: element.location().cloned(),
            related,
            paths: Vec::new(),
            properties: BTreeMap::new(),
            about: BTreeSet::new(),
            headline: String::new(),
            confidence: Confidence::default(),
            stages: Vec::new(),
            class: None,
            callable: None,
            fingerprint: String::new(),
            state: None,
            suppressed: None,
            fixes: Vec::new(),
        };
        let key = (finding.location.clone(), finding.element.clone(), finding.text());
        let at = *known.entry(key).or_insert_with(|| {
            found.push(finding);
            found.len() - 1
        });
        if let (true, Some(source), Some(sink)) = (with_path, row.get(1), row.get(2)) {
            let path = graph.path(source, sink);
            if !found[at].paths.contains(&path) {
                found[at].paths.push(path);
            }
        }
    }
    found
}

/// Joins the paths of several threads into one path; that to the place of the finding comes first.
fn join_threads(finding: &mut Finding) {
    let mut ways = std::mem::take(&mut finding.paths);
    let is_own = |way: &Path| {
        way.last().and_then(|steps| steps.last()).is_some_and(|step| step.location == finding.location)
    };
    ways.sort_by_key(|way| !is_own(way));
    finding.paths.extend((!ways.is_empty()).then(|| ways.into_iter().flatten().collect()));
}

/// Whether its query has the tag [`TOLD_ONCE`].
fn yields_to_others(finding: &Finding) -> bool {
    finding.rule.tags.iter().any(|tag| tag == TOLD_ONCE)
}

/// Removes findings of queries with the tag [`TOLD_ONCE`] if another finding is about all of the same things (most often
/// a field), with at least the same severity and confidence; returns their number. Of two such queries, that with the
/// worse findings is kept. A common place is not enough: one method can race on a field and also take locks in the wrong
/// order.
pub fn remove_repeated(findings: &mut Vec<Finding>) -> usize {
    let mut others: HashMap<&Thing, Vec<&Finding>> = HashMap::new();
    for other in findings.iter() {
        for thing in &other.about {
            others.entry(thing).or_default().push(other);
        }
    }
    let stands_for = |other: &Finding, finding: &Finding| {
        let is_worse = other.severity() < finding.severity();
        (is_worse || other.severity() == finding.severity() && !yields_to_others(other))
            && other.confidence.level <= finding.confidence.level
            && finding.about.is_subset(&other.about)
    };
    let is_repeated = |finding: &Finding| {
        let of_first = finding.about.first().and_then(|thing| others.get(thing));
        of_first.is_some_and(|others| others.iter().any(|other| stands_for(other, finding)))
    };
    let mut repeated = findings
        .iter()
        .map(|finding| yields_to_others(finding) && is_repeated(finding))
        .collect::<Vec<_>>()
        .into_iter();
    let all = findings.len();
    findings.retain(|_| !repeated.next().unwrap_or_default());
    all - findings.len()
}

/// Sorts by severity and confidence, highest first; then by place, query and text.
pub fn worst_first(findings: &mut [Finding]) {
    findings.sort_by_cached_key(|finding| {
        (finding.rank(), finding.location.clone(), finding.rule.id.clone(), finding.text())
    });
}

/// The element of a finding: its place and text.
type Element = (Option<Location>, String);

/// A thing that a finding is about: an element of the program, and a part of it.
pub type Thing = (Element, String);

fn element_of(cell: &Cell) -> Element {
    (cell.location().cloned(), cell.text())
}

/// The rows of the query predicates `properties(element, key, value)`, `stages(element, number, name, text)` and
/// `about(element, thing, part)`, by element.
#[derive(Default)]
struct Details {
    properties: HashMap<Element, BTreeMap<String, BTreeSet<String>>>,
    stages: HashMap<Element, BTreeSet<(i32, String, String)>>,
    about: HashMap<Element, BTreeSet<Thing>>,
}

impl Details {
    fn new(properties: Option<&ResultSet>, stages: Option<&ResultSet>, about: Option<&ResultSet>) -> Self {
        let mut details = Self::default();
        for row in properties.into_iter().flat_map(|set| &set.rows) {
            let [of, key, value] = row.as_slice() else { continue };
            let known = details.properties.entry(element_of(of)).or_default();
            known.entry(key.text()).or_default().insert(value.text());
        }
        for row in stages.into_iter().flat_map(|set| &set.rows) {
            let [of, number, name, text] = row.as_slice() else { continue };
            let Value::Int(number) = number.value else { continue };
            details.stages.entry(element_of(of)).or_default().insert((number, name.text(), text.text()));
        }
        for row in about.into_iter().flat_map(|set| &set.rows) {
            let [of, thing, part] = row.as_slice() else { continue };
            details.about.entry(element_of(of)).or_default().insert((element_of(thing), part.text()));
        }
        details
    }

    fn add_to(&self, finding: &mut Finding) {
        let key = (finding.location.clone(), finding.element.clone());
        finding.properties = self.properties.get(&key).cloned().unwrap_or_default();
        finding.about = self.about.get(&key).cloned().unwrap_or_default();
        let stages = self.stages.get(&key).into_iter().flatten();
        finding.stages = stages.map(|(_, name, text)| (name.clone(), text.clone())).collect();
    }
}

fn fill(template: &str, links: &[Cell]) -> (Vec<Piece>, Vec<Related>) {
    let mut message = Vec::new();
    let mut related = Vec::new();
    let mut pairs = links.chunks(2);
    let mut text = String::new();
    let mut parts = template.split("$@");
    text.push_str(parts.next().unwrap_or(""));
    for part in parts {
        match pairs.next() {
            Some([element, shown]) => {
                message.push(Piece::Text(std::mem::take(&mut text)));
                message.push(Piece::Link(related.len()));
                related.push(Related { text: shown.text(), location: element.location().cloned() });
            }
            _ => text.push_str("$@"),
        }
        text.push_str(part);
    }
    message.push(Piece::Text(text));
    message.retain(|piece| *piece != Piece::Text(String::new()));
    (message, related)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        Cell::new(Value::String(text.into()), text.into(), None)
    }

    #[test]
    fn links_fill_messages() {
        let links = [cell("a"), cell("first"), cell("b"), cell("second"), cell("c"), cell("unused")];
        let (message, related) = fill("$@ and $@", &links);
        assert_eq!(message, [Piece::Link(0), Piece::Text(" and ".to_owned()), Piece::Link(1)]);
        assert_eq!(related[1].text, "second");
        let (message, _) = fill("no more $@ here", &[]);
        assert_eq!(message, [Piece::Text("no more $@ here".to_owned())]);
    }

    #[test]
    fn remedies_stand_in_help_pages() {
        let page = "# Title\n\nText.\n\n## Remedy\n\nHold the lock\nat both.\n\nMore.\n\n## Example\n";
        assert_eq!(remedy(page).as_deref(), Some("Hold the lock at both."));
        assert_eq!(remedy("# Title\n\n## Remedy\n\n## Example\n\ntext\n"), None);
        assert_eq!(remedy("# Title\n"), None);
    }
}
