//! Plans of what must happen to confirm a finding: its places, each with a role, and its fields.
//!
//! | Kind | Confirmed by |
//! | --- | --- |
//! | `meet` | two threads directly before their accesses to one object, one of them a write |
//! | `cross` | two threads that wait for each other's locks |
//! | `alone` | a thread that waits for a lock that it holds itself |
//! | `between` | a change by one thread between the check and the act of another |
//! | `unfinished` | a thread that reads a field while another thread still constructs the object |
//! | `throws` | an exception at the place |

use serde_json::Value;
use std::fmt::Write;

/// Lines of the sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The role of the place in a plan of this kind.
    pub role: &'static str,
    /// The file.
    pub file: String,
    /// The first line.
    pub first: i64,
    /// The last line.
    pub last: i64,
    /// The text in the finding.
    pub text: String,
}

/// The plan of a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The kind.
    pub kind: &'static str,
    /// The places.
    pub places: Vec<Place>,
    /// The fields, or for `throws` the exceptions.
    pub names: Vec<String>,
    /// Whether it is about the object in a field and not the field.
    pub contents: bool,
    /// The paths of the threads from their entries, which a harness calls.
    pub ways: Vec<Vec<Place>>,
    /// The class around the finding.
    pub class: String,
}

/// How findings of a query are confirmed, and what harnesses try: rows of `confirmedBy`, `harnessCalls` and
/// `harnessValue`.
#[derive(Clone, Default, Debug)]
pub struct Knowledge {
    /// Query, kind, detail.
    pub queries: Vec<[String; 3]>,
    /// The purpose of methods, and a pattern of their names.
    pub calls: Vec<[String; 2]>,
    /// Type and expression.
    pub values: Vec<[String; 2]>,
}

impl Knowledge {
    /// The knowledge as lines for the harness.
    pub fn lines(&self) -> String {
        let calls = self.calls.iter().map(|row| ("calls", row));
        let values = self.values.iter().map(|row| ("value", row));
        calls.chain(values).map(|(what, [a, b])| format!("{what}\t{}\t{}\n", cell(a), cell(b))).collect()
    }
}

/// Makes the plan of a finding of a JSON report.
///
/// # Errors
/// The reason why it cannot be tried.
pub fn of(finding: &Value, known: &Knowledge) -> Result<Plan, String> {
    let rule = finding["rule"].as_str().unwrap_or_default();
    let row = known.queries.iter().find(|[query, ..]| query == rule);
    let [_, kind, detail] = row.ok_or_else(|| "what it reports is no meeting of two threads".to_owned())?;
    let mut plan = match kind.as_str() {
        "meet" => meet(finding),
        "cross" => deadlock(finding),
        "between" => between(finding, detail),
        "unfinished" => {
            let places = own(finding, "after").into_iter().collect();
            Some(Plan { kind: "unfinished", places, ..Plan::empty() })
        }
        "throws" => {
            let places = own(finding, "at").into_iter().collect();
            let names = detail.split_whitespace().map(str::to_owned).collect();
            Some(Plan { kind: "throws", places, names, ..Plan::empty() })
        }
        _ => return Err(detail.clone()),
    }
    .filter(|plan| !plan.places.is_empty())
    .ok_or_else(|| "it does not name the places of two threads".to_owned())?;
    if plan.names.is_empty() {
        plan.names = names(finding);
    }
    plan.class = finding["class"].as_str().unwrap_or_default().to_owned();
    plan.ways = entries(finding);
    if plan.ways.len() < 2 {
        plan.ways = ways(finding);
    }
    if plan.ways.len() == 1 && plan.kind == "meet" {
        let last = plan.ways[0].last().map(|step| (step.file.clone(), step.first));
        // If both threads reach one place, they take the same path.
        let other = plan.places.get(1).filter(|place| last != Some((place.file.clone(), place.first)));
        plan.ways.extend(other.map(|place| vec![place.clone()]));
    }
    Ok(plan)
}

impl Plan {
    fn empty() -> Self {
        Self {
            kind: "",
            places: Vec::new(),
            names: Vec::new(),
            contents: false,
            ways: Vec::new(),
            class: String::new(),
        }
    }

    /// The calls as lines for the harness; the title names the finding.
    pub fn steps(&self, id: &str, title: &str) -> String {
        let known = if self.ways.is_empty() { "places" } else { "ways" };
        let mut out =
            format!("finding\t{id}\t{}\t{}\t{known}\t{}\n", self.kind, cell(title), cell(&self.class));
        let acts = |place: &&Place| self.kind != "between" || place.role == "act";
        let alone: Vec<Vec<Place>> =
            self.places.iter().filter(acts).map(|place| vec![place.clone()]).collect();
        let ways = if self.ways.is_empty() { &alone } else { &self.ways };
        for (number, way) in ways.iter().enumerate() {
            for Place { file, first, text, .. } in way {
                let _ = writeln!(out, "step\t{id}\t{number}\t{}\t{first}\t{}", cell(file), cell(text));
            }
        }
        out
    }

    /// The plan as lines for the confirmer.
    pub fn lines(&self, id: &str) -> String {
        let mut out = format!("finding\t{id}\t{}\n", self.kind);
        for place in &self.places {
            let Place { role, file, first, last, text } = place;
            let _ = writeln!(out, "place\t{id}\t{role}\t{}\t{first}\t{last}\t{}", cell(file), cell(text));
        }
        for name in &self.names {
            let _ = writeln!(out, "name\t{id}\t{}", cell(name));
        }
        if self.contents {
            let _ = writeln!(out, "contents\t{id}");
        }
        out
    }
}

/// A text without tabs and line ends, which separate columns and rows.
pub fn cell(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

fn place(role: &'static str, at: &Value, text: &str) -> Option<Place> {
    let file = at["path"].as_str()?.to_owned();
    let first = at["startLine"].as_i64().filter(|line| *line > 0)?;
    let last = at["endLine"].as_i64().unwrap_or(first).max(first);
    Some(Place { role, file, first, last, text: text.to_owned() })
}

/// The place of the finding itself; its message begins with the kind of access, such as `This read of`.
fn own(finding: &Value, role: &'static str) -> Option<Place> {
    let message = finding["message"].as_str().unwrap_or_default();
    place(role, &finding["location"], message.strip_prefix("This ").unwrap_or(message))
}

fn related(finding: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let all = finding["related"].as_array().into_iter().flatten();
    all.filter(|one| one["location"].is_object())
        .map(|one| (one["text"].as_str().unwrap_or_default(), &one["location"]))
}

/// The paths of the threads in the finding.
fn ways(finding: &Value) -> Vec<Vec<Place>> {
    let paths = finding["paths"].as_array().into_iter().flatten();
    let steps = |way: &Value| -> Vec<Place> {
        let steps = way.as_array().into_iter().flatten();
        steps
            .filter_map(|step| place("step", &step["location"], step["text"].as_str().unwrap_or_default()))
            .collect()
    };
    let ways = paths.flat_map(|path| path.as_array().into_iter().flatten()).map(steps);
    ways.filter(|way| !way.is_empty()).collect()
}

/// The entry methods of the accesses, such as `order(String)`, each with its access.
fn entries(finding: &Value) -> Vec<Vec<Place>> {
    let is_method = |text: &str| {
        let name = text.split('(').next().unwrap_or_default();
        text.ends_with(')')
            && !name.is_empty()
            && name.chars().all(|ch| ch.is_alphanumeric() || "_$.".contains(ch))
    };
    let message = finding["message"].as_str().unwrap_or_default();
    let reached = message.contains("reached from");
    let named = related(finding).filter(|(text, _)| reached && is_method(text));
    named.filter_map(|(text, at)| place("step", at, text).map(|place| vec![place])).collect()
}

/// The fields of a finding: the property `field`, or names in quotes in the message.
fn names(finding: &Value) -> Vec<String> {
    let properties = finding["properties"]["field"].as_array().into_iter().flatten();
    let mut names: Vec<String> = properties.filter_map(Value::as_str).filter_map(field).collect();
    let message = finding["message"].as_str().unwrap_or_default();
    if names.is_empty() {
        // As in `This write of 'state'`; not other names in the message.
        let after_kind = message.split_once(" of '").filter(|(before, _)| before.matches(' ').count() == 1);
        names.extend(after_kind.and_then(|(_, rest)| rest.split('\'').next()).and_then(field));
    }
    if names.is_empty() {
        let is_declared = |(text, _): &(&str, &Value)| text.starts_with('\'') || text.starts_with("what ");
        names = related(finding).filter(is_declared).filter_map(|(text, _)| field(text)).take(1).collect();
    }
    for (at, _) in message.match_indices("the field '") {
        let rest = &message[at + "the field '".len()..];
        names.extend(rest.split('\'').next().and_then(field));
    }
    names.sort();
    names.dedup();
    names
}

/// The simple name of a field in the forms of findings: `'count'`, `what a.B.count holds`.
fn field(text: &str) -> Option<String> {
    let text = text.trim_matches('\'');
    let text = text.strip_prefix("what ").unwrap_or(text);
    let text = text.strip_suffix(" holds").unwrap_or(text);
    let name = text.rsplit('.').next().unwrap_or(text);
    let is_name = !name.is_empty() && name.chars().all(|ch| ch.is_alphanumeric() || ch == '_' || ch == '$');
    (is_name && name != "this").then(|| name.to_owned())
}

fn meet(finding: &Value) -> Option<Plan> {
    let ways = ways(finding);
    let own = own(finding, "a")?;
    let same = |place: &Place| place.file == own.file && place.first == own.first;
    let ends: Vec<Place> = ways.iter().filter_map(|way| way.last().cloned()).collect();
    let accesses = ["read", "write", "change", "update", "this write", "the write", "here", "use"];
    let named = related(finding).find(|(text, _)| accesses.contains(text));
    let other = named.and_then(|(text, at)| place("b", at, text.trim_start_matches("this ")));
    let places = if ends.len() > 1 {
        let mut places = vec![ends[0].clone(), ends[1].clone()];
        places[0].role = "a";
        places[1].role = "b";
        places
    } else {
        let own_text = ends.iter().find(|end| same(end)).map(|end| end.text.clone());
        let own = Place { text: own_text.unwrap_or_else(|| own.text.clone()), ..own };
        std::iter::once(own).chain(other).collect()
    };
    let is_content =
        |text: &str| text.contains("what ") && text.contains(" holds") || text.starts_with("change");
    let says_so = finding["properties"]["field"][0].as_str().is_some_and(|field| field.starts_with("what "));
    let contents = says_so || places.iter().any(|place| is_content(&place.text));
    Some(Plan { kind: "meet", places, contents, ..Plan::empty() })
}

fn deadlock(finding: &Value) -> Option<Plan> {
    let ways = ways(finding);
    let message = finding["message"].as_str().unwrap_or_default();
    if ways.len() == 1 && message.contains("itself included") {
        let mut places: Vec<Place> = own(finding, "last1").into_iter().collect();
        places.extend(ways[0].last().cloned().map(|last| Place { role: "last1", ..last }));
        places.dedup();
        return Some(Plan { kind: "alone", places, ..Plan::empty() });
    }
    let mut places = Vec::new();
    for (way, (last, call)) in ways.iter().zip([("last1", "call1"), ("last2", "call2")]) {
        let takes = way.iter().position(|step| step.text.starts_with("takes ")).unwrap_or(0);
        let end = way.len() - 1;
        places.push(Place { role: last, ..way[end].clone() });
        // A thread waits for a synchronized method at its call. A container takes its lock inside the call.
        let is_inside = way[takes].text.starts_with("takes the lock of");
        if end > takes + 1 && !is_inside {
            places.push(Place { role: call, ..way[end - 1].clone() });
        }
    }
    Some(Plan { kind: "cross", places, ..Plan::empty() })
}

/// The two steps at the places in a row `FIRST -> SECOND`: each is a label and, after a colon, the operation there.
fn between(finding: &Value, steps: &str) -> Option<Plan> {
    let step = |role: &'static str, wanted: &str| {
        let (label, text) = wanted.split_once(':').unwrap_or((wanted, ""));
        let (label, text) = (label.trim(), text.trim());
        let mut found = if label == "this" {
            own(finding, role)?
        } else {
            let is_meant = |named: &str| match label.strip_suffix('*') {
                Some(start) => named.starts_with(start),
                None => named == label,
            };
            let (named, at) = related(finding).find(|(named, _)| is_meant(named))?;
            place(role, at, named)?
        };
        if !text.is_empty() {
            found.text = text.to_owned();
        }
        Some(found)
    };
    let (first, second) = steps.split_once("->")?;
    let places = vec![step("check", first)?, step("act", second)?];
    Some(Plan { kind: "between", places, ..Plan::empty() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn at(line: i64) -> Value {
        json!({ "path": "A.java", "startLine": line, "startColumn": 1, "endLine": line, "endColumn": 9 })
    }

    fn of(finding: &Value) -> Result<Plan, String> {
        let rows = [
            ["java/race", "meet", ""],
            ["java/deadlock", "cross", ""],
            ["java/parallel-stream-race", "meet", ""],
            ["java/toctou-race-condition", "between", "this: test -> set: set"],
            ["java/notify-instead-of-notify-all", "never", "which one is for the virtual machine to choose"],
        ];
        let queries = rows.map(|row| row.map(str::to_owned)).to_vec();
        super::of(finding, &Knowledge { queries, ..Knowledge::default() })
    }

    #[test]
    fn rows_place_the_steps() {
        let finding = json!({
            "rule": "java/toctou-race-condition", "message": "This test of", "location": at(3),
            "related": [{ "text": "get", "location": at(4) }, { "text": "set", "location": at(5) }],
        });
        let plan = of(&finding).expect("a plan");
        let places: Vec<_> =
            plan.places.iter().map(|place| (place.role, place.first, place.text.as_str())).collect();
        assert_eq!(places, [("check", 3, "test"), ("act", 5, "set")]);
    }

    #[test]
    fn the_places_of_a_race_are_the_ends_of_two_paths() {
        let finding = json!({
            "rule": "java/race", "message": "This write, by", "location": at(5), "related": [],
            "properties": { "field": ["what a.B.taskMap holds"] },
            "paths": [[[{ "text": "begins", "location": at(1) }, { "text": "write of x", "location": at(5) }],
                       [{ "text": "read of x", "location": at(7) }]]],
        });
        let plan = of(&finding).expect("a plan");
        assert_eq!(
            (plan.kind, plan.contents, plan.names.as_slice()),
            ("meet", true, &["taskMap".to_owned()][..])
        );
        let lines: Vec<_> = plan.places.iter().map(|place| (place.role, place.first)).collect();
        assert_eq!(lines, [("a", 5), ("b", 7)]);
        assert_eq!(
            plan.lines("0"),
            "finding\t0\tmeet\nplace\t0\ta\tA.java\t5\t5\twrite of x\nplace\t0\tb\tA.java\t7\t7\tread of x\n\
             name\t0\ttaskMap\ncontents\t0\n"
        );
    }

    #[test]
    fn a_synchronized_method_is_held_where_it_is_called() {
        let step = |text: &str, line: i64| json!({ "text": text, "location": at(line) });
        let finding = json!({
            "rule": "java/deadlock", "message": "A thread that takes", "location": at(1), "related": [],
            "paths": [[[step("takes 'a'", 1), step("calls B.seal()", 3), step("waits for 'b'", 9)],
                       [step("takes 'b'", 9), step("waits for 'a'", 10)]]],
        });
        let plan = of(&finding).expect("a plan");
        let roles: Vec<_> = plan.places.iter().map(|place| (place.role, place.first)).collect();
        assert_eq!((plan.kind, roles), ("cross", vec![("last1", 9), ("call1", 3), ("last2", 10)]));
    }

    #[test]
    fn findings_without_two_places_are_not_tried() {
        let finding =
            json!({ "rule": "java/notify-instead-of-notify-all", "message": "", "location": at(1) });
        assert!(of(&finding).is_err_and(|why| why.contains("virtual machine")));
    }

    #[test]
    fn the_field_of_the_access_comes_first() {
        let finding = json!({
            "rule": "java/parallel-stream-race", "message": "This write of 'state', which all threads have in common,",
            "location": at(5), "related": [{ "text": "'filter'", "location": at(9) }],
        });
        assert_eq!(of(&finding).expect("a plan").names, ["state"]);
    }

    #[test]
    fn two_threads_in_one_place_take_the_same_path() {
        let finding = json!({
            "rule": "java/race", "message": "This write, by", "location": at(5),
            "related": [{ "text": "write", "location": at(5) }],
            "paths": [[[{ "text": "begins with A.f()", "location": at(1) }, { "text": "write of x", "location": at(5) }]]],
        });
        assert_eq!(of(&finding).expect("a plan").ways.len(), 1);
    }

    #[test]
    fn fields_have_simple_names() {
        assert_eq!(field("'count'").as_deref(), Some("count"));
        assert_eq!(field("what a.B.map holds").as_deref(), Some("map"));
        assert_eq!(field("'this' (Segment)"), None);
    }
}
