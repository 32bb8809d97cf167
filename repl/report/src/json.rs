//! Renders result sets as JSON lines: one object a row, with the columns in order; an entity is an object with its text
//! and place. Floats that JSON does not have (`Infinity`, `-Infinity`, `NaN`) are strings. [`document`] joins lines to one
//! document, and [`objects`] reads both forms.

use quarrel_engine::{Cell, Location, ResultSet, Value};
use serde_json::{Map, Value as Json, json};

/// Renders the result set as JSON lines.
pub fn render(results: &ResultSet) -> String {
    results.rows.iter().map(|row| format!("{}\n", object(results, row))).collect()
}

/// As [`render`], for one of several result sets: each line names the query and the set.
pub fn render_named(results: &ResultSet, query: &str) -> String {
    let line = |row: &Vec<Cell>| json!({ "query": query, "set": results.name, "row": object(results, row) });
    results.rows.iter().map(|row| format!("{}\n", line(row))).collect()
}

/// Joins JSON lines to one array. Each object is on its own line without the comma, so that programs that read lines can
/// read it too.
pub fn document(lines: &str) -> String {
    if lines.is_empty() {
        return "[\n]\n".to_owned();
    }
    format!("[\n{}\n]\n", lines.trim_end_matches('\n').replace('\n', "\n,\n"))
}

/// Reads the objects of JSON lines or of an array.
///
/// # Errors
/// If the text is neither.
pub fn objects(text: &str) -> serde_json::Result<Vec<Json>> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text);
    }
    text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect()
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

#[cfg(test)]
mod tests {
    use super::{document, objects};

    #[test]
    fn a_document_has_an_object_a_line() {
        assert_eq!(document(""), "[\n]\n");
        let lines = "{\"a\":1}\n{\"b\":2}\n";
        assert_eq!(document(lines), "[\n{\"a\":1}\n,\n{\"b\":2}\n]\n");
        let read = objects(&document(lines)).expect("JSON");
        assert_eq!(read.len(), 2);
        assert_eq!(objects(lines).expect("JSON lines"), read);
        assert!(objects("[").is_err() && objects("{}\nx").is_err());
    }
}
