//! Result sets as JSON lines: one object a row, with the columns in order; an entity is an object of its text and place.

use quarrel_engine::{Cell, Location, ResultSet, Value};
use serde_json::{Map, Value as Json, json};

/// The result set as JSON lines.
pub fn render(results: &ResultSet) -> String {
    let mut out = String::new();
    for row in &results.rows {
        let mut object = Map::new();
        for (column, cell) in results.columns.iter().zip(row) {
            object.insert(column.name.clone(), cell_value(cell));
        }
        out.push_str(&Json::Object(object).to_string());
        out.push('\n');
    }
    out
}

/// One cell.
pub fn cell_value(cell: &Cell) -> Json {
    match &cell.value {
        Value::Int(number) => json!(number),
        Value::Float(number) => json!(number),
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
