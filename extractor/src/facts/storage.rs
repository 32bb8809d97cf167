//! The storage of relations in tables: parses `java.storage` against the schema.
//!
//! In: the schema and the storage text. Out: [`Storage`], the stored tables with their columns and, for each relation,
//! the tables that hold its rows. The database contains the second part, so that a reader needs neither the analysed
//! language nor this text.

use super::schema::{ColumnType, Relation, Schema, SchemaError};

/// The storage text of the Java schema.
pub const JAVA_STORAGE: &str = include_str!("../../schema/java.storage");

/// The location of element `e` is the entity `e + LOCATION_OFFSET`; other entities are below.
pub const LOCATION_OFFSET: u32 = 0x4000_0000;

/// The columns that `location` abbreviates.
pub const LOCATION_COLUMNS: [&str; 5] = ["file", "beginLine", "beginColumn", "endLine", "endColumn"];

/// The tables of a database and the relations in them.
#[derive(Debug, Clone, Default)]
pub struct Storage {
    /// Stored tables.
    pub tables: Vec<Table>,
    /// The sources of each relation, in the order of the schema.
    pub sources: Vec<Source>,
}

/// A stored table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Name without the `t_`.
    pub name: String,
    /// Columns in order.
    pub columns: Vec<StoredColumn>,
    /// `None` if rows have no location; otherwise whether all do.
    pub location: Option<Required>,
}

/// Whether a value must be present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Required {
    /// Always there.
    Yes,
    /// May be missing.
    No,
}

/// A column of a stored table.
#[derive(Debug, Clone)]
pub struct StoredColumn {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub kind: CellKind,
    /// Whether it is required.
    pub required: Required,
}

/// The contents of a stored column. All are integers in SQLite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    /// The id of an entity.
    Entity,
    /// A number.
    Int,
    /// The id of a string.
    String,
}

/// A source of a relation's rows; a relation is the union of its sources.
#[derive(Debug, Clone)]
pub struct Source {
    /// The relation.
    pub relation: String,
    /// Its number among the relation's sources, from 0.
    pub ord: u32,
    /// The stored table, with the `t_`.
    pub table: String,
    /// A stored column, `column+NUMBER` or a number for each column of the relation.
    pub columns: Vec<String>,
    /// An SQL condition, or empty.
    pub filter: String,
}

/// The empty table for empty relations.
pub const EMPTY_TABLE: &str = "t_nothing";

impl Storage {
    /// The storage of the Java schema.
    ///
    /// # Errors
    /// If one of the two texts is wrong, which a test excludes.
    pub fn java() -> Result<(Schema, Storage), SchemaError> {
        let schema = Schema::parse(super::schema::JAVA_DBSCHEME)?;
        let storage = Storage::parse(JAVA_STORAGE, &schema)?;
        Ok((schema, storage))
    }

    /// Parses a storage text against its schema.
    ///
    /// # Errors
    /// If a line does not parse, names something that does not exist, or a relation is stored twice or not at all.
    pub fn parse(text: &str, schema: &Schema) -> Result<Storage, SchemaError> {
        let mut storage = Storage::default();
        let mut lines: Vec<(usize, &str)> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                lines.push((number + 1, line));
            }
        }
        // Tables first, so that `located` covers all of them.
        for &(line, text) in &lines {
            let fail = |message: String| SchemaError { line, message };
            if let Some(rest) = text.strip_prefix("table ") {
                storage.tables.push(parse_table(rest).map_err(fail)?);
            } else if let Some(name) = text.strip_prefix("own ") {
                let relation = find(schema, name.trim()).map_err(fail)?;
                storage.tables.push(own_table(relation).map_err(fail)?);
            }
        }
        for &(line, text) in &lines {
            let fail = |message: String| SchemaError { line, message };
            if text.starts_with("table ") {
                continue;
            }
            for source in storage.parse_sources(text, schema).map_err(fail)? {
                storage.sources.push(source);
            }
        }
        for relation in &schema.relations {
            let count = storage.sources.iter().filter(|s| s.relation == relation.name && s.ord == 0).count();
            if count != 1 {
                let message = format!("`{}` is stored {count} times", relation.name);
                return Err(SchemaError { line: 0, message });
            }
        }
        let place = |name: &str| schema.relations.iter().position(|r| r.name == name);
        storage.sources.sort_by_key(|s| (place(&s.relation), s.ord));
        Ok(storage)
    }

    /// The table of that name (without the `t_`).
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|t| t.name == name)
    }

    fn parse_sources(&self, text: &str, schema: &Schema) -> Result<Vec<Source>, String> {
        if let Some(name) = text.strip_prefix("own ") {
            let relation = find(schema, name.trim())?;
            return Ok(vec![Source {
                relation: relation.name.clone(),
                ord: 0,
                table: format!("t_{}", relation.name),
                columns: relation.columns.iter().map(|c| c.name.clone()).collect(),
                filter: String::new(),
            }]);
        }
        if let Some(names) = text.strip_prefix("empty ") {
            let nothing = |name: &str| {
                find(schema, name).map(|relation| Source {
                    relation: relation.name.clone(),
                    ord: 0,
                    table: EMPTY_TABLE.to_owned(),
                    columns: vec!["0".to_owned(); relation.columns.len()],
                    filter: String::new(),
                })
            };
            return names.split_whitespace().map(nothing).collect();
        }
        let (name, right) = text.split_once('=').ok_or("`=` expected")?;
        let relation = find(schema, name.trim())?;
        let mut sources = Vec::new();
        for part in right.split('|') {
            if part.trim() == "located" {
                self.located(relation, &mut sources)?;
            } else {
                sources.push(self.parse_source(relation, part.trim())?);
            }
        }
        for (ord, source) in sources.iter_mut().enumerate() {
            source.ord = ord as u32;
        }
        Ok(sources)
    }

    fn parse_source(&self, relation: &Relation, text: &str) -> Result<Source, String> {
        let (table, rest) = text.split_once('(').ok_or("`(` expected")?;
        let (columns, filter) = rest.split_once(')').ok_or("`)` expected")?;
        let filter = match filter.trim().strip_prefix("where ") {
            Some(filter) => filter.trim(),
            None if filter.trim().is_empty() => "",
            None => return Err("`where` expected".to_owned()),
        };
        let table = self.table(table.trim()).ok_or_else(|| format!("no table `{table}`"))?;
        let columns: Vec<String> = columns.split(',').map(|c| c.trim().to_owned()).collect();
        if columns.len() != relation.columns.len() {
            return Err(format!("`{}` has {} columns", relation.name, relation.columns.len()));
        }
        let stored = table.sql_columns();
        for (column, logical) in columns.iter().zip(&relation.columns) {
            if column.parse::<i64>().is_ok() {
                continue;
            }
            let name = column.split('+').next().unwrap_or_default();
            let Some((_, kind, _)) = stored.iter().find(|(n, _, _)| n == name) else {
                return Err(format!("no column `{name}` in `{}`", table.name));
            };
            let fits = match logical.ty {
                ColumnType::Entity(_) => *kind == CellKind::Entity,
                ColumnType::Int => *kind == CellKind::Int,
                ColumnType::String => *kind == CellKind::String,
                ColumnType::Float => false,
            };
            if !fits {
                return Err(format!("`{name}` does not hold what `{}` needs", logical.name));
            }
        }
        let table = format!("t_{}", table.name);
        Ok(Source { relation: relation.name.clone(), ord: 0, table, columns, filter: filter.to_owned() })
    }

    fn located(&self, relation: &Relation, sources: &mut Vec<Source>) -> Result<(), String> {
        for table in &self.tables {
            let Some(required) = table.location else { continue };
            let place = format!("id+{LOCATION_OFFSET}");
            let columns = match relation.columns.len() {
                2 => vec!["id".to_owned(), place],
                6 => std::iter::once(place).chain(LOCATION_COLUMNS.map(str::to_owned)).collect(),
                _ => return Err("`located` is for locations".to_owned()),
            };
            let filter = if required == Required::Yes { "" } else { "file is not null" };
            sources.push(Source {
                relation: relation.name.clone(),
                ord: 0,
                table: format!("t_{}", table.name),
                columns,
                filter: filter.to_owned(),
            });
        }
        Ok(())
    }
}

impl Table {
    /// The columns in SQLite, including those of the location.
    pub fn sql_columns(&self) -> Vec<(String, CellKind, Required)> {
        let mut columns: Vec<_> = self.columns.iter().map(|c| (c.name.clone(), c.kind, c.required)).collect();
        if let Some(required) = self.location {
            columns.extend(LOCATION_COLUMNS.iter().enumerate().map(|(i, name)| {
                let kind = if i == 0 { CellKind::Entity } else { CellKind::Int };
                ((*name).to_owned(), kind, required)
            }));
        }
        columns
    }
}

fn find<'a>(schema: &'a Schema, name: &str) -> Result<&'a Relation, String> {
    schema.relation(name).ok_or_else(|| format!("no relation `{name}`"))
}

fn parse_table(text: &str) -> Result<Table, String> {
    let (name, rest) = text.split_once('(').ok_or("`(` expected")?;
    let columns = rest.strip_suffix(')').ok_or("`)` expected")?;
    let mut table = Table { name: name.trim().to_owned(), columns: Vec::new(), location: None };
    for column in columns.split(',') {
        let column = column.trim();
        let (column, required) = match column.strip_suffix('?') {
            Some(column) => (column, Required::No),
            None => (column, Required::Yes),
        };
        if column == "location" {
            table.location = Some(required);
            continue;
        }
        let (name, kind) = column.split_once(' ').ok_or_else(|| format!("`{column}` has no type"))?;
        let kind = match kind {
            "entity" => CellKind::Entity,
            "int" => CellKind::Int,
            "string" => CellKind::String,
            _ => return Err(format!("`{kind}` is no type")),
        };
        table.columns.push(StoredColumn { name: name.to_owned(), kind, required });
    }
    Ok(table)
}

fn own_table(relation: &Relation) -> Result<Table, String> {
    let mut columns = Vec::new();
    for column in &relation.columns {
        let kind = match column.ty {
            ColumnType::Entity(_) => CellKind::Entity,
            ColumnType::Int => CellKind::Int,
            ColumnType::String => CellKind::String,
            ColumnType::Float => return Err(format!("`{}` is a float", column.name)),
        };
        columns.push(StoredColumn { name: column.name.clone(), kind, required: Required::Yes });
    }
    Ok(Table { name: relation.name.clone(), columns, location: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_relation_is_laid_out_once() {
        let (schema, storage) = Storage::java().expect("both texts read");
        assert!(schema.relations.len() > 140);
        let places: Vec<_> = storage.sources.iter().filter(|s| s.relation == "hasLocation").collect();
        assert!(places.len() > 15);
        assert_eq!(places[0].columns, ["id", "id+1073741824"]);
    }

    #[test]
    fn a_column_must_hold_what_the_relation_needs() {
        let schema = Schema::parse("a(unique int id: @a, string s: string ref);").expect("reads");
        let parse = |text: &str| Storage::parse(text, &schema).map(|_| ()).map_err(|e| e.message);
        assert_eq!(parse("table t(id entity, s string)\na = t(id, s)"), Ok(()));
        assert!(parse("table t(id entity, s int)\na = t(id, s)").is_err());
        assert!(parse("table t(id entity)\na = t(id)").is_err());
        assert!(parse("table t(id entity, s string)").is_err());
    }
}
