//! Post-processing of test results by queries (language.md section 19). Tables flow in, tables flow out.
//!
//! Such a query reads the results through `external` predicates: `queryResults(relation, row, column, data)`,
//! `queryRelations(relation)` and `queryMetadata(key, value)`; rows and columns count from 0, the columns are those of
//! `.expected` files, in which `\|` stands for `|`. If it has the query predicates `resultRelations(relation)` and `results(relation, row, column,
//! data)`, these are the new results; otherwise what it shows comes beside the old ones.

use quarrel_console::Failure;
use quarrel_driver::{Compiler, evaluate};
use quarrel_engine::{CompileOptions, Const, Edb, Metadata, ResultSet, Value};
use quarrel_report::expected::Table;
use quarrel_store::SqliteDb;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Runs the query that a test names by `step`.
///
/// # Errors
/// If there is no such query, or it cannot be run.
pub(super) fn run(
    test: &Path,
    step: &str,
    metadata: &Metadata,
    tables: Vec<Table>,
    store: &SqliteDb,
    search_path: &[PathBuf],
) -> Result<Vec<Table>, Failure> {
    let mut compiler = Compiler::new(store.catalog().clone(), search_path)?;
    let session = compiler.session();
    session.check_rows(false);
    let text = |text: &str| Const::String(text.into());
    let mut cells = Vec::new();
    for table in &tables {
        for (row, line) in table.rows.iter().enumerate() {
            for (column, data) in line.iter().enumerate() {
                cells.push(vec![
                    text(&table.name),
                    Const::Int(row as i32),
                    Const::Int(column as i32),
                    // Who compares them with comments writes the bar as files of expectations have it.
                    text(&data.replace('|', "\\|")),
                ]);
            }
        }
    }
    session.set_external("queryResults", cells);
    session.set_external("queryRelations", tables.iter().map(|table| vec![text(&table.name)]).collect());
    let tags = metadata.iter().map(|(key, value)| vec![text(key), text(value)]);
    session.set_external("queryMetadata", tags.collect());
    let query = compiler.reference(test, step)?;
    let compiled = compiler.compile(&[query], &CompileOptions::default())?;
    let sets = evaluate(&compiled, store, Some(1))?;
    let set = |name: &str| sets.iter().find(|set| set.name == name);
    Ok(match (set("resultRelations"), set("results")) {
        (Some(relations), Some(results)) => rebuilt(relations, results),
        _ => {
            let mut tables = tables;
            tables.extend(sets.iter().map(Table::of));
            tables
        }
    })
}

/// The tables that the result sets `resultRelations` and `results` describe.
fn rebuilt(relations: &ResultSet, results: &ResultSet) -> Vec<Table> {
    let mut cells: BTreeMap<(String, i32), BTreeMap<i32, String>> = BTreeMap::new();
    for row in &results.rows {
        let [relation, number, column, data] = row.as_slice() else { continue };
        if let (Value::Int(number), Value::Int(column)) = (&number.value, &column.value) {
            cells
                .entry((relation.text(), *number))
                .or_default()
                .insert(*column, data.text().replace("\\|", "|"));
        }
    }
    let names = relations.rows.iter().filter_map(|row| Some(row.first()?.text()));
    names
        .map(|name| {
            let own = cells.iter().filter(|((relation, _), _)| *relation == name);
            let rows = own.map(|(_, columns)| columns.values().cloned().collect()).collect();
            Table { name, rows }
        })
        .collect()
}
