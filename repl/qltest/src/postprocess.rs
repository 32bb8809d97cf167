//! Post-processes test results with queries (language.md section 19).
//!
//! Such a query reads the results through `external` predicates: `queryResults(relation, row, column, data)`,
//! `queryRelations(relation)` and `queryMetadata(key, value)`; rows and columns count from 0, the columns are those of
//! `.expected` files, in which `\|` stands for `|`. If it has the query predicates `results(relation, row, column, data)`
//! and `resultRelations(relation)`, these are the new results: the first has their rows, the second also names relations
//! without rows. Otherwise its results are added to the old ones.

use quarrel_console::Failure;
use quarrel_driver::{Compiler, evaluate};
use quarrel_engine::{CompileOptions, Const, Metadata, ResultSet, Value};
use quarrel_report::expected::Table;
use quarrel_store::SqliteDb;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Runs the query that a test names by `step`, with the test's packs, which number the rows of data extensions.
///
/// # Errors
/// If there is no such query, or it cannot be run.
pub(super) fn run(
    test: &Path,
    step: &str,
    metadata: &Metadata,
    tables: Vec<Table>,
    store: &SqliteDb,
    compiler: &mut Compiler,
) -> Result<Vec<Table>, Failure> {
    let session = compiler.session();
    let text = |text: &str| Const::String(text.into());
    let mut cells = Vec::new();
    for table in &tables {
        for (row, line) in table.rows.iter().enumerate() {
            for (column, data) in line.iter().enumerate() {
                cells.push(vec![
                    text(&table.name),
                    Const::Int(row as i32),
                    Const::Int(column as i32),
                    // The bar is escaped as in expectation files.
                    text(&data.replace('|', "\\|")),
                ]);
            }
        }
    }
    session.set_given("queryResults", cells);
    session.set_given("queryRelations", tables.iter().map(|table| vec![text(&table.name)]).collect());
    let tags = metadata.iter().map(|(key, value)| vec![text(key), text(value)]);
    session.set_given("queryMetadata", tags.collect());
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

/// The tables in the result sets `resultRelations` and `results`.
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
    // Relations with rows, and others.
    let named = relations.rows.iter().filter_map(|row| Some(row.first()?.text()));
    let names: BTreeSet<String> = named.chain(cells.keys().map(|(relation, _)| relation.clone())).collect();
    names
        .into_iter()
        .map(|name| {
            let own = cells.iter().filter(|((relation, _), _)| *relation == name);
            let rows = own.map(|(_, columns)| columns.values().cloned().collect()).collect();
            Table { name, rows }
        })
        .collect()
}
