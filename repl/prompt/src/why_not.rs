//! `:why not`: finds the condition of the last query that excludes a row. Starts with the user's conditions, adds those of
//! the query one by one, and counts the rows that satisfy them; shows the nearest rows.

use super::show::short;
use super::state::State;
use quarrel_common::words::grouped;
use quarrel_console::Failure;
use quarrel_engine::snippet::{Clauses, clauses, conditions};
use quarrel_engine::{ResultSet, Value, most_similar};
use std::fmt::Write;
use std::sync::Arc;

/// The number of nearest rows that are shown.
const NEAREST: usize = 3;
/// If there are more rows, none is shown: computing their texts would take long.
const MOST_ROWS: i32 = 100_000;

/// The number of rows that satisfy some conditions.
enum Counted {
    Rows(i32),
    /// Unknown: without later conditions they leave variables unbound.
    Unbound,
}

impl State {
    /// Finds the condition of the last query that excludes a row, or all rows that satisfy other conditions.
    ///
    /// # Errors
    /// If there is no query with conditions, or the user's conditions have errors.
    pub fn why_not(&mut self, asked: &str) -> Result<String, Failure> {
        let usage = "`:why not` takes a row or conditions, such as `:why not \"Pool\", _` or \
                     `:why not c.getName() = \"Pool\"`";
        let Some(last) = &self.last else { return Err(Failure::new("there is no query yet")) };
        let query = clauses(&last.text).filter(|query| !query.variables.is_empty()).ok_or_else(|| {
            Failure::new("the last query has no variables whose conditions could fail")
                .help("ask a query with `from`, or a formula that begins with `exists`")
        })?;
        let mut similar = String::new();
        let mut all = match cells(asked) {
            Some(cells) => {
                if cells.len() != query.selected.len() {
                    return Err(Failure::new(format!(
                        "the row has {} columns, and the last query selects {}",
                        cells.len(),
                        query.selected.len()
                    ))
                    .help("`_` stands for any value"));
                }
                if let Some(set) = last.main() {
                    if let Some(row) = position(set, &cells) {
                        return Ok(format!("row {} is such a row: `:why {}` derives it\n", row + 1, row + 1));
                    }
                    similar = similar_row(set, &cells);
                }
                let one = |(cell, selected): (&Option<String>, &String)| {
                    cell.as_ref().map(|text| format!("({selected}).toString() = {text:?}"))
                };
                cells.iter().zip(&query.selected).filter_map(one).collect()
            }
            None => conditions(asked).filter(|_| !asked.is_empty()).ok_or_else(|| Failure::new(usage))?,
        };
        all.extend(query.conditions.iter().cloned());
        self.first_failing(&query, &all, similar)
    }

    fn first_failing(&mut self, query: &Clauses, all: &[String], similar: String) -> Result<String, Failure> {
        let mut out = String::new();
        let mut satisfied: Option<(usize, i32)> = None;
        for upto in 1..=all.len() {
            let condition = &all[upto - 1];
            let and = if upto > 1 { "and " } else { "" };
            match self.count(query, &all[..upto], upto == all.len())? {
                Counted::Unbound => {
                    let _ = writeln!(out, "{:>10}       {and}{}", "", line(condition));
                }
                Counted::Rows(0) => {
                    let _ = writeln!(out, "{:>10} rows  {and}{}   <- fails first", 0, line(condition));
                    match satisfied {
                        Some((before, rows)) if rows <= MOST_ROWS => {
                            out.push_str(&self.nearest(query, &all[..before])?);
                        }
                        Some((_, rows)) => {
                            let _ =
                                writeln!(out, "{} rows satisfy what is before it", grouped(rows as usize));
                        }
                        None => {}
                    }
                    return Ok(out + &similar);
                }
                Counted::Rows(rows) => {
                    let word = if rows == 1 { "row " } else { "rows" };
                    let _ = writeln!(out, "{:>10} {word}  {and}{}", grouped(rows as usize), line(condition));
                    satisfied = Some((upto, rows));
                }
            }
        }
        Ok(out + "all conditions hold: the query has such rows\n")
    }

    /// Counts the assignments that satisfy all conditions.
    fn count(&mut self, query: &Clauses, conditions: &[String], is_last: bool) -> Result<Counted, Failure> {
        let module = format!(
            "select count({} | {})\n{}{}",
            query.variables.join(", "),
            conjunction(conditions),
            query.declarations,
            self.module(&[])
        );
        let (_, diagnostics) = self.examine(&module)?;
        let codes: Vec<&str> = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.is_error())
            .map(|diagnostic| diagnostic.code.name())
            .collect();
        if !is_last && !codes.is_empty() && codes.iter().all(|code| *code == "not-bound") {
            return Ok(Counted::Unbound);
        }
        let module: Arc<str> = module.into();
        let compiled = match self.compile_quietly(&module) {
            Ok(compiled) => compiled,
            Err(failure) if is_last || !failure.text().contains("not-bound") => return Err(failure),
            Err(_) => return Ok(Counted::Unbound),
        };
        let sets = self.evaluate(&compiled)?;
        let cell = sets.first().and_then(|set| set.rows.first()).and_then(|row| row.first());
        match cell.map(|cell| &cell.value) {
            Some(Value::Int(rows)) => Ok(Counted::Rows(*rows)),
            _ => Ok(Counted::Rows(0)),
        }
    }

    /// Some assignments that satisfy the conditions, as text.
    fn nearest(&mut self, query: &Clauses, conditions: &[String]) -> Result<String, Failure> {
        let module: Arc<str> = format!(
            "from {} where {} select {}\n{}{}",
            query.variables.join(", "),
            conjunction(conditions),
            query.names.join(", "),
            query.declarations,
            self.module(&[])
        )
        .into();
        let compiled = self.compile_quietly(&module)?;
        let sets = self.evaluate(&compiled)?;
        let Some(set) = sets.first() else { return Ok(String::new()) };
        let mut out = "nearest, satisfying all before it:\n".to_owned();
        for row in set.rows.iter().take(NEAREST) {
            let cells: Vec<String> = row
                .iter()
                .zip(&query.names)
                .map(|(cell, name)| {
                    let at = cell.location().filter(|at| at.start_line > 0);
                    let at =
                        at.map_or(String::new(), |at| format!(" [{}:{}]", short(&at.path), at.start_line));
                    format!("{name} = {}{at}", cell.text())
                })
                .collect();
            let _ = writeln!(out, "  {}", cells.join(", "));
        }
        if set.rows.len() > NEAREST {
            let _ = writeln!(out, "  and {} more", grouped(set.rows.len() - NEAREST));
        }
        Ok(out)
    }
}

fn conjunction(conditions: &[String]) -> String {
    conditions.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" and ")
}

/// A condition on one line.
fn line(condition: &str) -> String {
    condition.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The cells of a row of literals, `None` for `_`; `None` for other texts.
fn cells(text: &str) -> Option<Vec<Option<String>>> {
    let mut cells = Vec::new();
    let mut rest = text.trim();
    loop {
        let (cell, after) = match rest.strip_prefix('"') {
            Some(inner) => {
                let end = inner.find('"')?;
                (Some(inner[..end].to_owned()), &inner[end + 1..])
            }
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                let word = rest[..end].trim();
                let is_value = word.parse::<f64>().is_ok() || ["true", "false"].contains(&word);
                if !is_value && word != "_" {
                    return None;
                }
                ((word != "_").then(|| word.to_owned()), &rest[end..])
            }
        };
        cells.push(cell);
        let after = after.trim_start();
        match after.strip_prefix(',') {
            Some(more) => rest = more.trim_start(),
            None => return after.is_empty().then_some(cells),
        }
    }
}

fn position(set: &ResultSet, cells: &[Option<String>]) -> Option<usize> {
    set.rows.iter().position(|row| {
        row.iter()
            .zip(cells)
            .all(|(cell, wanted)| wanted.as_ref().is_none_or(|wanted| cell.text() == *wanted))
    })
}

/// The row of the result that is most similar to another one.
fn similar_row(set: &ResultSet, cells: &[Option<String>]) -> String {
    let wanted: Vec<&str> = cells.iter().flatten().map(String::as_str).collect();
    let text = |row: &Vec<quarrel_engine::Cell>| {
        let compared = row.iter().zip(cells).filter(|(_, wanted)| wanted.is_some());
        compared.map(|(cell, _)| cell.text()).collect::<Vec<_>>().join(", ")
    };
    let rows: Vec<String> = set.rows.iter().take(MOST_ROWS as usize).map(text).collect();
    let Some(similar) = most_similar(&wanted.join(", "), rows.iter().map(String::as_str)) else {
        return String::new();
    };
    let number = rows.iter().position(|row| row == similar).unwrap_or_default();
    format!("row {} of the result is the most similar: {similar}\n", number + 1)
}

#[cfg(test)]
mod tests {
    use super::cells;

    #[test]
    fn rows_are_literals() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(cells("\"a, b\", 3, _"), Some(vec![text("a, b"), text("3"), None]));
        assert_eq!(cells("true"), Some(vec![text("true")]));
        assert_eq!(cells("c.getName() = \"a\""), None);
        assert_eq!(cells(""), None);
        assert_eq!(cells("\"a\" \"b\""), None);
    }
}
