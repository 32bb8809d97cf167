//! Data extensions (language.md section 20): YAML files with rows for extensible predicates. Texts flow in, rows by
//! predicate flow out, each row once.

use super::Extensions;
use super::file::Problem;
use quarrel_datalog::Const;
use serde::Deserialize;
use std::collections::HashSet;
use yaml_serde::Value;

/// A file of data extensions.
#[derive(Deserialize)]
struct ExtensionFile {
    extensions: Vec<Extension>,
}

#[derive(Deserialize)]
struct Extension {
    #[serde(rename = "addsTo")]
    adds_to: AddsTo,
    data: Option<Vec<Vec<Value>>>,
}

#[derive(Deserialize)]
struct AddsTo {
    extensible: String,
}

/// Rows that are being collected.
#[derive(Default, Debug)]
pub struct Rows {
    rows: Extensions,
    seen: HashSet<(String, String)>,
}

impl Rows {
    /// Adds the rows of one file; of none of its rows if something is wrong with it.
    ///
    /// # Errors
    /// If the text is not of that form or a cell is neither text nor number nor boolean.
    pub fn read(&mut self, text: &str) -> Result<(), Problem> {
        let file: ExtensionFile = yaml_serde::from_str(text)?;
        let mut found = Vec::new();
        for extension in file.extensions {
            let name = extension.adds_to.extensible;
            let mut rows = Vec::new();
            for (index, row) in extension.data.unwrap_or_default().into_iter().enumerate() {
                let cells = row.into_iter().enumerate().map(|(column, value)| {
                    cell(value).map_err(|what| {
                        Problem::new(format!("row {} for `{name}`: cell {} is {what}", index + 1, column + 1))
                    })
                });
                rows.push(cells.collect::<Result<Vec<_>, _>>()?);
            }
            found.push((name, rows));
        }
        for (name, rows) in found {
            self.add(name, rows);
        }
        Ok(())
    }

    /// Adds rows that are not there yet.
    pub fn add(&mut self, name: String, rows: Vec<Vec<Const>>) {
        let known = self.rows.entry(name.clone()).or_default();
        for row in rows {
            if self.seen.insert((name.clone(), format!("{row:?}"))) {
                known.push(row);
            }
        }
    }

    /// The rows.
    pub fn extensions(&self) -> &Extensions {
        &self.rows
    }

    /// The rows.
    pub fn into_extensions(self) -> Extensions {
        self.rows
    }
}

/// The value of a cell, or why it has none.
fn cell(value: Value) -> Result<Const, &'static str> {
    match value {
        Value::Bool(value) => Ok(Const::Boolean(value)),
        Value::String(value) => Ok(Const::String(value.into())),
        Value::Number(number) => match number.as_i64() {
            Some(int) => {
                i32::try_from(int).map(Const::Int).map_err(|_| "an integer that does not fit into 32 bits")
            }
            None => match number.as_f64() {
                Some(float) if number.is_f64() => Ok(Const::Float(float)),
                _ => Err("an integer that does not fit into 32 bits"),
            },
        },
        Value::Null => Err("empty; write \"\" for an empty text"),
        Value::Sequence(_) | Value::Mapping(_) | Value::Tagged(_) => Err("neither text, number nor boolean"),
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;
    use quarrel_datalog::Const;

    #[test]
    fn rows_by_predicate() {
        let mut rows = Rows::default();
        let text = "extensions:\n  - addsTo: {pack: a/b, extensible: widget}\n    data:\n      - [\"a\", 3, True, 1.5]\n      - [\"a\", 3, True, 1.5]\n      - [\"3\", -1, false, 2.0]\n  - addsTo: {pack: a/b, extensible: gadget}\n    data: []\n";
        rows.read(text).expect("a good file");
        rows.read(text).expect("a good file");
        let extensions = rows.into_extensions();
        assert_eq!(
            extensions["widget"],
            [
                vec![Const::String("a".into()), Const::Int(3), Const::Boolean(true), Const::Float(1.5)],
                vec![Const::String("3".into()), Const::Int(-1), Const::Boolean(false), Const::Float(2.0)],
            ]
        );
        assert!(extensions["gadget"].is_empty());
    }

    #[test]
    fn cells_that_are_no_values() {
        let told = |cell: &str| {
            let text = format!("extensions:\n  - addsTo: {{extensible: w}}\n    data: [[1], [2, {cell}]]\n");
            let mut rows = Rows::default();
            let problem = rows.read(&text).expect_err("a bad cell");
            assert!(rows.extensions().is_empty());
            problem.message
        };
        assert_eq!(told("3000000000"), "row 2 for `w`: cell 2 is an integer that does not fit into 32 bits");
        assert_eq!(told("[]"), "row 2 for `w`: cell 2 is neither text, number nor boolean");
        assert!(told("~").contains("empty"));
        assert!(Rows::default().read("extensions: 3").is_err());
        assert!(Rows::default().read("").is_err());
    }
}
