//! Looks up the code around findings by place, in the tables of the `report` pack and of queries with the tag
//! `lock-sets`. The tables have these tags and columns:
//!
//! | Tag | Columns |
//! | --- | --- |
//! | `declarations` | element, `"type"` or `"callable"`, qualified name, last line |
//! | `suppressions` | place, text of the comment (or `@` and that of the annotation), first and last line covered |
//! | `generated` | the comment or annotation that marks generated code, first and last line |
//! | `test-sources` | file |
//! | `unknown-locks` | a place that takes an unknown lock |
//! | `settings` | name, value |
//! | `locking-contracts` | field, its name, the lock that most accesses hold (or `""`), how many hold it, how many there are, a thread or method that accesses it, where the annotation goes, its text (or `""`) |
//! | `lock-sets` | access, kind of access, qualified name of the field, callable, a held lock (or `""` for none) |

use super::Finding;
use quarrel_engine::{Cell, Compiled, Location, ResultSet, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// A comment or annotation that silences findings, and the lines that it covers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silencer {
    /// Its place.
    pub location: Location,
    /// Its text.
    pub text: String,
    /// The first line that it covers.
    pub first_line: i32,
    /// The last line that it covers.
    pub last_line: i32,
}

/// An access and the locks held at it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Access {
    /// The place.
    pub location: Location,
    /// The kind, such as `read` or `write`.
    pub kind: String,
    /// The qualified name of the field.
    pub field: String,
    /// The method around it.
    pub callable: String,
    /// The locks.
    pub locks: BTreeSet<String>,
}

/// The locking contract of a field: its lock, and the threads and methods that access it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contract {
    /// The place of the declaration.
    pub location: Location,
    /// Its name.
    pub field: String,
    /// The lock that most of its accesses hold; empty if there is none.
    pub lock: String,
    /// The number of accesses that hold it.
    pub held: i32,
    /// The number of accesses.
    pub accesses: i32,
    /// The threads, and the public methods, that access it.
    pub comers: BTreeSet<String>,
    /// The missing annotation and the place before which it goes; `None` if there is nothing to add.
    pub annotation: Option<(Location, String)>,
}

/// A class or method and its lines.
#[derive(Debug)]
struct Declaration {
    first: (i32, i32),
    last_line: i32,
    is_type: bool,
    name: Arc<str>,
}

/// The contents of the tables.
#[derive(Debug, Default)]
pub struct Surroundings {
    declarations: HashMap<Arc<str>, Vec<Declaration>>,
    generated: HashMap<Arc<str>, Vec<(i32, i32)>>,
    tests: HashSet<Arc<str>>,
    /// The number of places that take an unknown lock.
    pub unknown_locks: usize,
    /// The settings of analyses, by name.
    pub settings: BTreeMap<String, String>,
    /// The silencers, by place.
    pub silencers: Vec<Silencer>,
    /// All accesses whose locks are known.
    pub accesses: BTreeMap<Location, Access>,
    /// The contracts of the fields of classes with a race, by the place of the field.
    pub contracts: BTreeMap<Location, Contract>,
}

fn int(cell: Option<&Cell>) -> i32 {
    match cell.map(|cell| &cell.value) {
        Some(Value::Int(number)) => *number,
        _ => 0,
    }
}

fn words(cell: Option<&Cell>) -> String {
    cell.map(Cell::text).unwrap_or_default()
}

impl Surroundings {
    /// Reads the tables among the result sets.
    pub fn new(compiled: &Compiled, sets: &[ResultSet]) -> Self {
        let mut known = Self::default();
        for set in sets.iter().filter(|set| set.name == "#select") {
            let metadata = &compiled.queries[set.query].metadata;
            if metadata.has_tag("unknown-locks") {
                known.unknown_locks += set.rows.len();
            }
            for row in &set.rows {
                if metadata.has_tag("settings") {
                    known.settings.insert(words(row.first()), words(row.get(1)));
                }
                let Some(at) = row.first().and_then(Cell::location) else { continue };
                if metadata.has_tag("declarations") {
                    known.declarations.entry(at.path.clone()).or_default().push(Declaration {
                        first: (at.start_line, at.start_column),
                        last_line: int(row.get(3)),
                        is_type: words(row.get(1)) == "type",
                        name: words(row.get(2)).into(),
                    });
                } else if metadata.has_tag("suppressions") {
                    known.silencers.push(Silencer {
                        location: at.clone(),
                        text: words(row.get(1)),
                        first_line: int(row.get(2)),
                        last_line: int(row.get(3)),
                    });
                } else if metadata.has_tag("generated") {
                    let lines = (int(row.get(1)), int(row.get(2)));
                    known.generated.entry(at.path.clone()).or_default().push(lines);
                } else if metadata.has_tag("test-sources") {
                    known.tests.insert(at.path.clone());
                } else if metadata.has_tag("lock-sets") {
                    known.add_access(at, row);
                } else if metadata.has_tag("locking-contracts") {
                    known.add_contract(at, row);
                }
            }
        }
        for declarations in known.declarations.values_mut() {
            declarations.sort_by_key(|declaration| declaration.first);
        }
        known.silencers.sort_by(|a, b| a.location.cmp(&b.location));
        known
    }

    fn add_access(&mut self, at: &Location, row: &[Cell]) {
        let access = self.accesses.entry(at.clone()).or_insert_with(|| Access {
            location: at.clone(),
            kind: words(row.get(1)),
            field: words(row.get(2)),
            callable: words(row.get(3)),
            locks: BTreeSet::new(),
        });
        let lock = words(row.get(4));
        if !lock.is_empty() {
            access.locks.insert(lock);
        }
    }

    fn add_contract(&mut self, at: &Location, row: &[Cell]) {
        let contract = self.contracts.entry(at.clone()).or_insert_with(|| {
            let text = words(row.get(7));
            let place = row.get(6).and_then(Cell::location).filter(|_| !text.is_empty());
            Contract {
                location: at.clone(),
                field: words(row.get(1)),
                lock: words(row.get(2)),
                held: int(row.get(3)),
                accesses: int(row.get(4)),
                comers: BTreeSet::new(),
                annotation: place.map(|place| (place.clone(), text)),
            }
        });
        contract.comers.insert(words(row.get(5)));
    }

    /// The innermost class or method around a place; `None` if there is none.
    fn around(&self, at: &Location, is_type: bool) -> Option<&Declaration> {
        let declarations = self.declarations.get(&at.path)?;
        let begun = declarations.partition_point(|one| one.first <= (at.start_line, at.start_column));
        let mut before = declarations[..begun].iter().rev();
        before.find(|one| one.is_type == is_type && at.start_line <= one.last_line)
    }

    /// The qualified name of the class around a place.
    pub fn class_of(&self, at: &Location) -> Option<Arc<str>> {
        self.around(at, true).map(|class| class.name.clone())
    }

    /// The field and the methods in which the two paths of the finding end; `None` for other findings.
    fn headline(&self, finding: &Finding) -> Option<String> {
        let of_field = finding.properties.get("field").and_then(|fields| fields.first());
        let subject = match of_field {
            Some(field) => {
                let name = field.split(' ').find(|word| word.contains('.')).unwrap_or(field);
                name.rsplit('.').next().unwrap_or(name)
            }
            None => finding.related.first()?.text.strip_prefix('\'')?.strip_suffix('\'')?,
        };
        let ends = finding.paths.iter().flatten().filter_map(|steps| steps.last()?.location.as_ref());
        let mut ends: Vec<&Location> = ends.collect();
        if ends.len() == 2 && Some(ends[1]) == finding.location.as_ref() {
            ends.reverse();
        }
        let [first, second] = ends.as_slice() else { return None };
        let name = |at: &Location| {
            let callable = self.around(at, false)?.name.clone();
            let name = callable.split('(').next()?;
            let mut parts = name.rsplit(['.', '$']);
            let (method, class) = (parts.next()?, parts.next()?);
            Some((class.to_owned(), method.to_owned()))
        };
        let (first, second) = (name(first)?, name(second)?);
        let full = |(class, method): &(String, String)| format!("{class}.{method}");
        Some(match () {
            () if first == second => format!("{subject}: {} against itself", first.1),
            () if first.0 == second.0 => format!("{subject}: {} against {}", first.1, second.1),
            () => format!("{subject}: {} against {}", full(&first), full(&second)),
        })
    }

    /// Sets the class, the method and the headline of each finding.
    pub fn locate(&self, findings: &mut [Finding]) {
        for finding in findings {
            let Some(at) = &finding.location else { continue };
            let class = self.around(at, true);
            finding.class = class.map(|class| class.name.clone());
            // A method around the class is not the callable of the finding.
            let callable = self.around(at, false);
            let callable = callable.filter(|callable| class.is_none_or(|class| callable.first > class.first));
            finding.callable = callable.map(|callable| callable.name.clone());
            finding.headline = self.headline(finding).unwrap_or_default();
        }
    }

    /// Whether a place is in generated code.
    pub fn is_generated(&self, at: &Location) -> bool {
        self.generated.get(&at.path).is_some_and(|ranges| {
            ranges.iter().any(|(first, last)| (*first..=*last).contains(&at.start_line))
        })
    }

    /// Whether a whole file is generated.
    pub fn is_generated_file(&self, path: &str) -> bool {
        let is_whole = |(first, last): &(i32, i32)| *first <= 1 && *last == i32::MAX;
        self.generated.get(path).is_some_and(|ranges| ranges.iter().any(is_whole))
    }

    /// Whether a file is a test source; `false` if the user includes tests.
    pub fn is_test(&self, path: &str) -> bool {
        self.tests.contains(path)
    }

    /// The files that declare classes.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.declarations.keys().map(|path| &**path)
    }

    /// The locks held at a place, as text; `None` if they are unknown.
    pub fn holding(&self, at: &Location) -> Option<String> {
        let access = self.accesses.get(at)?;
        if access.locks.is_empty() {
            return Some("holds no lock".to_owned());
        }
        let locks: Vec<String> = access.locks.iter().map(|lock| format!("`{lock}`")).collect();
        Some(format!("holds {}", locks.join(", ")))
    }
}
