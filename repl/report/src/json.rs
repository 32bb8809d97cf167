//! Result sets as JSON lines: one object a row, with the columns in order; an entity is an object of its text and place.
//! Floats that no number of JSON is (`Infinity`, `-Infinity`, `NaN`) are texts.

use quarrel_engine::{Cell, Location, ResultSet, Value};
use serde_json::{Map, Value as Json, json};

/// The result set as JSON lines.
pub fn render(results: &ResultSet) -> String {
    results.rows.iter().map(|row| format!("{}\n", object(results, row))).collect()
}

/// The same where there are several: each line names the query and the set.
pub fn render_named(results: &ResultSet, query: &str) -> String {
    let line = |row: &Vec<Cell>| json!({ "query": query, "set": results.name, "row": object(results, row) });
    results.rows.iter().map(|row| format!("{}\n", line(row))).collect()
}

fn object(results: &ResultSet, row: &[Cell]) -> Json {
    let cells = results.columns.iter().zip(row);
    Json::Object(cells.map(|(column, cell)| (column.name.clone(), cell_value(cell))).collect())
}

/// One cell.
pub fn cell_value(cell: &Cell) -> Json {
    match &cell.value {
        Value::Int(number) => json!(number),
        Value::Float(number) if number.is_finite() => json!(number),
        Value::Float(_) => json!(cell.text()),
        Value::Boolean(truth) => json!(truth),
        Value::String(text) => json!(**text),
        _ => match cell.location() {
            Some(at) => {
                let mut object = Map::from_iter([("text".to_owned(), json!(cell.text()))]);
                object.extend(location(at));
                Json::Object(object)
            }
            None => json!({ "text": cell.text() }),
        },
    }
}

/// A place.
pub fn location(at: &Location) -> Map<String, Json> {
    let numbers = [
        ("startLine", at.start_line),
        ("startColumn", at.start_column),
        ("endLine", at.end_line),
        ("endColumn", at.end_column),
    ];
    let path = [("path".to_owned(), json!(*at.path))];
    path.into_iter().chain(numbers.map(|(name, number)| (name.to_owned(), json!(number)))).collect()
}
