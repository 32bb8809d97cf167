//! Reads facts as text: one `relation(1, "text", 2.5, true)` a line, `//` comments.

use quarrel_base::catalog::{Catalog, ColumnType};
use quarrel_eval::MemDb;
use quarrel_eval::edb::Cell;

/// A database with these facts.
///
/// # Errors
/// If a line is not a fact of the schema; the message names the line.
pub fn database(catalog: &Catalog, text: &str) -> Result<MemDb, String> {
    let mut db = MemDb::new(catalog.clone());
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        let (relation, row) =
            fact(catalog, line).ok_or_else(|| format!("not a fact of the schema: {line}"))?;
        db.insert(relation, row);
    }
    Ok(db)
}

fn fact<'a>(catalog: &Catalog, line: &'a str) -> Option<(&'a str, Vec<Cell>)> {
    let (relation, rest) = line.split_once('(')?;
    let columns = &catalog.relation(relation)?.columns;
    let mut rest = rest.trim_end().trim_end_matches(';').strip_suffix(')')?.trim();
    let mut row = Vec::new();
    for column in columns {
        let (cell, after) = if let Some(quoted) = rest.strip_prefix('"') {
            let (text, after) = quoted.split_once('"')?;
            (text, after)
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            (rest[..end].trim(), &rest[end..])
        };
        row.push(match &column.ty {
            ColumnType::Int => Cell::Int(cell.parse().ok()?),
            ColumnType::Float => Cell::Float(cell.parse().ok()?),
            ColumnType::String => Cell::String(cell.to_owned()),
            ColumnType::Boolean => Cell::Boolean(cell.parse().ok()?),
            ColumnType::Date => Cell::Date(cell.parse().ok()?),
            ColumnType::Entity(_) => Cell::Entity(cell.parse().ok()?),
        });
        let after = after.trim_start();
        rest = after.strip_prefix(',').unwrap_or(after).trim_start();
    }
    rest.is_empty().then_some((relation, row))
}
