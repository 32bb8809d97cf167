//! The outcome of each finding in a run.

use crate::plan::Place;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A thread at its place.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Thread {
    /// Its name.
    pub name: String,
    /// The operation that it is about to execute.
    pub at: String,
    /// The locks that it holds.
    pub locks: Vec<String>,
    /// Its stack, innermost first: method, file and line.
    pub stack: Vec<(String, String, i64)>,
}

/// The proof of a confirmed finding.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Proof {
    /// What happened, as text.
    pub outcome: String,
    /// The object to which it happened.
    pub object: String,
    /// The threads.
    pub threads: Vec<Thread>,
}

/// The outcome of a finding. No outcome means that a finding is false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It happened.
    Confirmed(Proof),
    /// Threads reached both sides but never at once, although they were held there.
    Apart {
        /// The number of times that a thread was held at a side.
        holds: u64,
        /// The number of times that threads reached the rarer side.
        passes: u64,
    },
    /// No thread reached a place, or only one thread reached all of them.
    Unreached(String),
    /// There was nothing to try, or no way to do it.
    NotTried(String),
}

impl Outcome {
    /// The word in reports.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Confirmed(_) => "confirmed",
            Self::Apart { .. } => "never together",
            Self::Unreached(_) => "not reached",
            Self::NotTried(_) => "not tried",
        }
    }

    /// The outcome as a sentence.
    pub fn text(&self) -> String {
        match self {
            Self::Confirmed(proof) => format!("confirmed: {}", proof.outcome),
            Self::Apart { holds, .. } => {
                let times = if *holds == 1 { "hold" } else { "holds" };
                format!("both sides reached, never together ({holds} {times})")
            }
            Self::Unreached(side) => format!("one side never reached: {side}"),
            Self::NotTried(why) => format!("not tried: {why}"),
        }
    }

    /// The position in reports.
    pub fn order(&self) -> u8 {
        match self {
            Self::Confirmed(_) => 0,
            Self::Apart { .. } => 1,
            Self::Unreached(_) => 2,
            Self::NotTried(_) => 3,
        }
    }

    /// The property `confirmed` of a report.
    pub fn json(&self) -> Value {
        let mut object = json!({ "outcome": self.word(), "text": self.text() });
        match self {
            Self::Confirmed(proof) => {
                object["object"] = json!(proof.object);
                object["threads"] = proof
                    .threads
                    .iter()
                    .map(|thread| {
                        let frame = |(method, file, line): &(String, String, i64)| json!({ "method": method, "file": file, "line": line });
                        json!({
                            "name": thread.name,
                            "at": thread.at,
                            "locks": thread.locks,
                            "stack": thread.stack.iter().map(frame).collect::<Vec<_>>(),
                        })
                    })
                    .collect();
            }
            Self::Apart { holds, passes } => {
                object["holds"] = json!(holds);
                object["passes"] = json!(passes);
            }
            Self::Unreached(_) | Self::NotTried(_) => {}
        }
        object
    }
}

/// The confirmer's messages about a finding so far.
#[derive(Default, Debug)]
struct Seen {
    proof: Option<Proof>,
    settled: bool,
    holds: u64,
    /// By role: the state of the class, the number of passes, and the number of threads.
    sides: BTreeMap<String, Vec<(String, u64, u64)>>,
}

/// The record of a run: reads lines of the confirmer and returns outcomes.
#[derive(Default, Debug)]
pub struct Record {
    seen: BTreeMap<String, Seen>,
    /// Classes that were compiled without line numbers.
    pub without_lines: BTreeSet<String>,
    /// Errors in the confirmer.
    pub broken: Vec<String>,
    /// Whether the deadline passed before all findings were settled.
    pub late: bool,
}

impl Record {
    /// Reads a line; returns the id of the finding that it confirms, if any.
    pub fn take(&mut self, line: &str) -> Option<String> {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
        let number = |at: usize| cell(at).parse::<u64>().unwrap_or_default();
        match cell(0) {
            "nolines" => {
                self.without_lines.insert(cell(1).to_owned());
                return None;
            }
            "broken" => {
                self.broken.push(cell(1).to_owned());
                return None;
            }
            "deadline" => {
                self.late = true;
                return None;
            }
            _ => {}
        }
        let seen = self.seen.entry(cell(1).to_owned()).or_default();
        let proof = || Proof { outcome: cell(2).to_owned(), object: cell(3).to_owned(), threads: Vec::new() };
        match cell(0) {
            "confirmed" => seen.proof = Some(proof()),
            "thread" => {
                let thread = Thread { name: cell(2).to_owned(), at: cell(3).to_owned(), ..Thread::default() };
                if let Some(proof) = &mut seen.proof {
                    proof.threads.push(thread);
                }
            }
            "lock" => {
                if let Some(thread) = seen.last() {
                    thread.locks.push(cell(2).to_owned());
                }
            }
            "frame" => {
                let frame = (cell(2).to_owned(), cell(3).to_owned(), cell(4).parse().unwrap_or(0));
                if let Some(thread) = seen.last() {
                    thread.stack.push(frame);
                }
            }
            "settled" => {
                seen.settled = true;
                return Some(cell(1).to_owned());
            }
            "reached" => {
                let side = seen.sides.entry(cell(2).to_owned()).or_default();
                side.push((cell(3).to_owned(), number(4), number(5)));
            }
            "count" => seen.holds = number(2),
            _ => {}
        }
        None
    }

    /// The outcome of a finding with these places.
    pub fn outcome(&self, id: &str, kind: &str, places: &[Place]) -> Outcome {
        let Some(seen) = self.seen.get(id) else {
            return Outcome::NotTried("the program never ran under the debugger".to_owned());
        };
        if let Some(proof) = seen.proof.as_ref().filter(|_| seen.settled) {
            return Outcome::Confirmed(proof.clone());
        }
        let mut threads = 0;
        let mut sides: BTreeMap<char, (u64, String)> = BTreeMap::new();
        let mut counts = seen.sides.clone();
        for place in places {
            let Some(known) = counts.get_mut(place.role).filter(|known| !known.is_empty()) else { continue };
            let (class, hits, by) = known.remove(0);
            threads = threads.max(by);
            let side = sides.entry(side(place, kind)).or_default();
            side.0 += hits;
            // A place that was found is more useful than one that was not.
            if side.1.is_empty() || class == "found" {
                side.1 = absence(&class, &format!("{}:{}", place.file, place.first));
            }
        }
        if let Some((_, why)) = sides.values().find(|(hits, _)| *hits == 0) {
            return Outcome::Unreached(why.clone());
        }
        if threads < 2 && sides.len() < 2 && !matches!(kind, "throws" | "alone" | "unfinished") {
            return Outcome::Unreached("only one thread came to the place".to_owned());
        }
        let passes = sides.values().map(|(hits, _)| *hits).min().unwrap_or_default();
        Outcome::Apart { holds: seen.holds, passes }
    }
}

impl Seen {
    /// The thread that the current lines describe.
    fn last(&mut self) -> Option<&mut Thread> {
        self.proof.as_mut()?.threads.last_mut()
    }
}

/// Why no thread reached a place.
fn absence(class: &str, place: &str) -> String {
    match class {
        "found" => format!("no thread came to {place}"),
        "nocode" => {
            format!("the class of {place} has no such code there: its sources may differ from what runs")
        }
        _ => format!("the class of {place} was never loaded"),
    }
}

/// The side of the finding to which a place belongs.
fn side(place: &Place, kind: &str) -> char {
    let mut letters = place.role.chars();
    let side = if matches!(kind, "cross" | "alone") { letters.next_back() } else { letters.next() };
    side.unwrap_or('a')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Vec<Place> {
        let place =
            |role, first| Place { role, file: "A.java".to_owned(), first, last: first, text: String::new() };
        vec![place("a", 3), place("b", 5)]
    }

    fn record(lines: &[&str]) -> Record {
        let mut record = Record::default();
        for line in lines {
            record.take(line);
        }
        record
    }

    #[test]
    fn a_proof_has_threads_with_locks_and_stacks() {
        let lines = [
            "confirmed\t0\tboth write\tA@1.n",
            "thread\t0\tmain\twrite",
            "lock\t0\tA@1",
            "frame\t0\tA.f\tA.java\t3",
            "settled\t0",
        ];
        let Outcome::Confirmed(proof) = record(&lines).outcome("0", "meet", &places()) else {
            panic!("confirmed")
        };
        assert_eq!(proof.threads[0].locks, ["A@1"]);
        assert_eq!(proof.threads[0].stack, [("A.f".to_owned(), "A.java".to_owned(), 3)]);
    }

    #[test]
    fn unconfirmed_findings_name_the_missing_side() {
        let never = record(&["reached\t0\ta\tfound\t4\t2", "reached\t0\tb\tfound\t0\t0", "count\t0\t3"]);
        assert_eq!(
            never.outcome("0", "meet", &places()).text(),
            "one side never reached: no thread came to A.java:5"
        );
        let apart = record(&["reached\t0\ta\tfound\t4\t2", "reached\t0\tb\tfound\t9\t1", "count\t0\t3"]);
        assert_eq!(apart.outcome("0", "meet", &places()), Outcome::Apart { holds: 3, passes: 4 });
        let absent = record(&["reached\t0\ta\tabsent\t0\t0", "reached\t0\tb\tfound\t9\t1", "count\t0\t3"]);
        assert!(absent.outcome("0", "meet", &places()).text().contains("never loaded"));
    }
}
