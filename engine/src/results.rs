//! Result sets: rows of plain values, entities with their texts and locations, in a defined order.

use quarrel_datalog::{BuiltinOp, Kind, Output, Program};
use quarrel_eval::edb::below_root;
use quarrel_eval::relation::sort::sort_by;
use quarrel_eval::{Columns, EdbError, EvalError, EvalErrorKind, Outcome, Stop, Values, builtins};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::sync::Arc;

/// A range in a source file; lines and columns count from 1, the end is included. `0:0:0:0` is the whole file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Location {
    /// The path below the source root.
    pub path: Arc<str>,
    /// First line.
    pub start_line: i32,
    /// First column.
    pub start_column: i32,
    /// Last line.
    pub end_line: i32,
    /// Last column.
    pub end_column: i32,
}

/// A value of a result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Value {
    /// An int.
    Int(i32),
    /// A float.
    Float(f64),
    /// A string.
    String(Arc<str>),
    /// A truth value.
    Boolean(bool),
    /// A date or big integer, as text.
    Other(Arc<str>),
    /// An entity or constructed value; the number is valid in this run only.
    Entity(u32),
}

/// One cell of a row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// The value.
    pub value: Value,
    text: Arc<str>,
    location: Option<Location>,
}

impl Cell {
    /// A cell with its text, and the location of an entity.
    pub fn new(value: Value, text: Arc<str>, location: Option<Location>) -> Self {
        Self { value, text, location }
    }
    /// The text shown: `toString()` of an entity, otherwise the value itself.
    pub fn text(&self) -> String {
        self.text.to_string()
    }
    /// The location of an entity, if it has one.
    pub fn location(&self) -> Option<&Location> {
        self.location.as_ref()
    }
    fn compare(&self, other: &Self) -> Ordering {
        let by_value = match (&self.value, &other.value) {
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Float(a), Value::Float(b)) => a.total_cmp(b),
            (Value::Boolean(a), Value::Boolean(b)) => a.cmp(b),
            _ => Ordering::Equal,
        };
        by_value.then_with(|| self.location.cmp(&other.location)).then_with(|| self.text.cmp(&other.text))
    }
}

/// A column of a result set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Column {
    /// Its label.
    pub name: String,
    /// Whether its values are entities.
    pub is_entity: bool,
    /// Whether its type has locations; a single value may still have none.
    pub has_places: bool,
}

/// A result set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ResultSet {
    /// `#select`, or the name of a query predicate.
    pub name: String,
    /// The index of its query in the run.
    pub query: usize,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, ordered by the query's `order by`, then by locations and texts, column by column. An entity with
    /// several texts or locations makes several rows.
    pub rows: Vec<Vec<Cell>>,
}

/// Rows, and their cells, built between two checks of the limits.
const STRIDE: usize = 1 << 10;

/// The result sets of an evaluation, in the order of the program's outputs, without those that have no rows because
/// their query ran out of time.
///
/// # Errors
/// If a limit of the evaluation is reached: building results counts too.
pub fn result_sets(program: &Program, outcome: &Outcome<'_>) -> Result<Vec<ResultSet>, EvalError> {
    Ok(numbered_result_sets(program, outcome)?.into_iter().map(|(set, _)| set).collect())
}

/// The result sets, with each row's number in the relation of the output.
pub(crate) fn numbered_result_sets(
    program: &Program,
    outcome: &Outcome<'_>,
) -> Result<Vec<(ResultSet, Vec<usize>)>, EvalError> {
    let there = |output: &&Output| !outcome.given_up.iter().any(|given_up| given_up.query == output.query);
    let one = |output: &Output| {
        let stopped = |stop| EvalError::of(EvalErrorKind::Stopped(stop), program, output.pred);
        let set = result_set(output, outcome).map_err(stopped)?;
        // A text that could not be read is empty.
        match (outcome.values.failure(), outcome.values.check()) {
            (None, _) => Ok(set),
            (Some(EdbError::Interrupted), Err(stop)) => Err(stopped(stop)),
            (Some(error), _) => {
                Err(EvalError::of(EvalErrorKind::Database(error.clone()), program, output.pred))
            }
        }
    };
    program.outputs.iter().filter(there).map(one).collect()
}

fn result_set(output: &Output, outcome: &Outcome<'_>) -> Result<(ResultSet, Vec<usize>), Stop> {
    let values = &outcome.values;
    let columns = output
        .columns
        .iter()
        .map(|column| Column {
            name: column.name.clone(),
            is_entity: column.kind == Kind::Entity,
            has_places: column.location.is_some(),
        })
        .collect();
    let shown: Vec<Shown<'_>> = output
        .columns
        .iter()
        .map(|column| {
            let relation = |pred: Option<_>| pred.and_then(|pred| outcome.relations.get(&pred));
            Shown { texts: relation(column.text), places: relation(column.location) }
        })
        .collect();
    let empty = Columns::default();
    let relation = outcome.relations.get(&output.pred).unwrap_or(&empty);
    let mut rows: Vec<(Vec<Cell>, usize)> = Vec::new();
    for at in 0..relation.len {
        if at % STRIDE == 0 {
            values.check()?;
            let row = size_of::<(Vec<Cell>, usize)>() + output.columns.len() * size_of::<Cell>();
            values.meter().reserve(STRIDE.min(relation.len - at) * row)?;
        }
        let mut partial: Vec<Vec<Cell>> = vec![Vec::with_capacity(output.columns.len())];
        for (column, (description, shown)) in output.columns.iter().zip(&shown).enumerate() {
            let cells = cells(description.kind, relation.columns[column][at], shown, values);
            partial = match cells.as_slice() {
                [one] => {
                    partial.iter_mut().for_each(|row| row.push(one.clone()));
                    partial
                }
                many => {
                    let mut longer = Vec::with_capacity(partial.len() * many.len());
                    for row in &partial {
                        values.check()?;
                        longer.extend(many.iter().map(|cell| {
                            let mut row = row.clone();
                            row.push(cell.clone());
                            row
                        }));
                    }
                    longer
                }
            };
        }
        rows.extend(partial.into_iter().map(|row| (row, at)));
    }
    let compare = |(a, _): &(Vec<Cell>, usize), (b, _): &(Vec<Cell>, usize)| {
        let chosen = output.order_by.iter().map(|(column, descending)| {
            let order = a[*column].compare(&b[*column]);
            if *descending { order.reverse() } else { order }
        });
        let rest = a.iter().zip(b).map(|(a, b)| a.compare(b));
        chosen.chain(rest).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    // Sort the numbers, then permute the rows once.
    let numbers = (0..rows.len() as u32).collect();
    let order =
        sort_by(numbers, |a: &u32, b: &u32| compare(&rows[*a as usize], &rows[*b as usize]), values.meter())?;
    let mut places: Vec<Option<(Vec<Cell>, usize)>> = rows.into_iter().map(Some).collect();
    let mut rows: Vec<Vec<Cell>> = Vec::with_capacity(places.len());
    let mut numbers = Vec::with_capacity(places.len());
    for (nth, at) in order.into_iter().enumerate() {
        if nth % STRIDE == 0 {
            values.check()?;
        }
        if let Some((row, number)) = places[at as usize].take()
            && rows.last() != Some(&row)
        {
            rows.push(row);
            numbers.push(number);
        }
    }
    Ok((ResultSet { name: output.name.clone(), query: output.query, columns, rows }, numbers))
}

/// The texts and locations of at least the values of one column; sorted by value.
struct Shown<'a> {
    texts: Option<&'a Columns>,
    places: Option<&'a Columns>,
}

impl Shown<'_> {
    fn texts(&self, value: u32, values: &Values<'_>) -> Vec<Arc<str>> {
        let mut texts: Vec<Arc<str>> =
            rows_of(self.texts, value).map(|row| values.text(row[1]).into()).collect();
        texts.sort();
        texts
    }

    fn places(&self, value: u32, values: &Values<'_>) -> Vec<Location> {
        let root = values.edb().source_root();
        let place = |row: Vec<u32>| match row.as_slice() {
            [_, path, start_line, start_column, end_line, end_column] => Some(Location {
                path: below_root(values.text(*path), root).into(),
                start_line: *start_line as i32,
                start_column: *start_column as i32,
                end_line: *end_line as i32,
                end_column: *end_column as i32,
            }),
            [_, url] => parse_url(values.text(*url), root),
            _ => None,
        };
        let mut places: Vec<Location> = rows_of(self.places, value).filter_map(place).collect();
        places.sort();
        places
    }
}

/// The rows that start with the value.
fn rows_of(relation: Option<&Columns>, value: u32) -> impl Iterator<Item = Vec<u32>> {
    let range = relation.and_then(|relation| relation.columns.first()).map_or(0..0, |first| {
        let start = first.partition_point(|other| *other < value);
        start..start + first[start..].iter().take_while(|other| **other == value).count()
    });
    relation.into_iter().flat_map(move |relation| range.clone().map(|at| relation.row(at)))
}

/// Parses `file://path:sl:sc:el:ec` (language.md section 18); URLs of other schemes have no range.
fn parse_url(url: &str, root: Option<&str>) -> Option<Location> {
    let mut parts = url.strip_prefix("file://")?.rsplitn(5, ':');
    let mut number = || parts.next()?.parse().ok();
    let (end_column, end_line, start_column, start_line) = (number()?, number()?, number()?, number()?);
    let path = below_root(parts.next()?, root).into();
    Some(Location { path, start_line, start_column, end_line, end_column })
}

fn cells(kind: Kind, value: u32, shown: &Shown<'_>, values: &Values<'_>) -> Vec<Cell> {
    let plain = |value: Value, text: Arc<str>| vec![Cell { value, text, location: None }];
    match kind {
        Kind::Int => plain(Value::Int(value as i32), (value as i32).to_string().into()),
        Kind::Boolean => plain(Value::Boolean(value != 0), (value != 0).to_string().into()),
        Kind::String => {
            let text: Arc<str> = values.text(value).into();
            plain(Value::String(text.clone()), text)
        }
        Kind::Float => {
            plain(Value::Float(values.float_of(value)), display(BuiltinOp::FloatToString, value, values))
        }
        Kind::Date | Kind::BigInt => {
            let op = if kind == Kind::Date { BuiltinOp::DateToString } else { BuiltinOp::BigIntToString };
            let text = display(op, value, values);
            plain(Value::Other(text.clone()), text)
        }
        Kind::Entity => {
            let mut texts = shown.texts(value, values);
            if texts.is_empty() {
                texts.push(format!("entity {value}").into());
            }
            let mut places: Vec<Option<Location>> =
                shown.places(value, values).into_iter().map(Some).collect();
            if places.is_empty() {
                places.push(None);
            }
            texts
                .iter()
                .flat_map(|text| {
                    places.iter().map(|place| Cell {
                        value: Value::Entity(value),
                        text: text.clone(),
                        location: place.clone(),
                    })
                })
                .collect()
        }
    }
}

/// The text of a value as a built-in operation prints it.
pub(crate) fn display(op: BuiltinOp, value: u32, values: &Values<'_>) -> Arc<str> {
    let mut text: Arc<str> = "".into();
    let made = builtins::apply(op, 0, &[value], values, &mut |out| {
        if let Some(made) = out.last() {
            text = values.text(*made).into();
        }
        Ok(())
    });
    // Texts of numbers and dates are short and reach no limit.
    debug_assert!(made.is_ok());
    text
}
