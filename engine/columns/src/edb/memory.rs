//! A database in memory, for tests and for programs without a database.

use super::{Columns, Edb, EdbError};
use crate::limits::Meter;
use crate::value::Values;
use quarrel_base::catalog::Catalog;
use rustc_hash::FxHashMap;

/// A stored value.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// An integer.
    Int(i32),
    /// A number.
    Float(f64),
    /// A text.
    String(String),
    /// A truth value.
    Boolean(bool),
    /// Milliseconds since 1970-01-01 UTC.
    Date(i64),
    /// An entity, below 0x4000_0000.
    Entity(u32),
}

/// Relations in memory.
#[derive(Default, Debug)]
pub struct MemDb {
    catalog: Catalog,
    relations: FxHashMap<String, Vec<Vec<Cell>>>,
    texts: Vec<String>,
    ids: FxHashMap<String, u32>,
}

impl MemDb {
    /// An empty database with that schema.
    pub fn new(catalog: Catalog) -> Self {
        Self { catalog, ..Self::default() }
    }
    /// Adds a row. `load` reports rows that do not fit the schema.
    pub fn insert(&mut self, relation: &str, row: Vec<Cell>) {
        for cell in &row {
            if let Cell::String(text) = cell
                && !self.ids.contains_key(text)
            {
                self.texts.push(text.clone());
                self.ids.insert(text.clone(), self.texts.len() as u32);
            }
        }
        self.relations.entry(relation.to_owned()).or_default().push(row);
    }
}

impl Edb for MemDb {
    fn catalog(&self) -> &Catalog {
        &self.catalog
    }
    fn load(&self, relation: &str, columns: &[usize], values: &Values<'_>) -> Result<Columns, EdbError> {
        let declared =
            self.catalog.relation(relation).ok_or_else(|| EdbError::NoSuchRelation(relation.to_owned()))?;
        let mut rows = Vec::new();
        for stored in self.relations.get(relation).map_or(&[][..], Vec::as_slice) {
            let mut row = Vec::with_capacity(columns.len());
            for &column in columns {
                let Some(schema) = declared.columns.get(column) else {
                    return Err(EdbError::NoSuchColumn { relation: relation.to_owned(), column });
                };
                let bad = |found: String| EdbError::BadValue {
                    relation: relation.to_owned(),
                    column: schema.name.clone(),
                    found,
                };
                use quarrel_datalog::Kind;
                row.push(match (Kind::of_column(&schema.ty), stored.get(column)) {
                    (Kind::Int, Some(Cell::Int(int))) => int.cast_unsigned(),
                    (Kind::Float, Some(Cell::Float(float))) => values.float(*float),
                    (Kind::String, Some(Cell::String(text))) => self.ids[text],
                    (Kind::Boolean, Some(Cell::Boolean(truth))) => u32::from(*truth),
                    (Kind::Date, Some(Cell::Date(millis))) => values.date(*millis),
                    (Kind::Entity, Some(Cell::Entity(entity))) => *entity,
                    (_, Some(cell)) => return Err(bad(format!("{cell:?}"))),
                    (_, None) => return Err(bad("nothing".to_owned())),
                });
            }
            rows.push(row);
        }
        Ok(Columns::from_rows(columns.len(), rows))
    }
    fn row_count(&self, relation: &str) -> Option<u64> {
        self.catalog.relation(relation)?;
        Some(self.relations.get(relation).map_or(0, Vec::len) as u64)
    }
    fn string_count(&self) -> u32 {
        self.texts.len() as u32
    }
    fn text(&self, id: u32, _: &Meter) -> Result<Option<&str>, EdbError> {
        Ok((id as usize).checked_sub(1).and_then(|index| self.texts.get(index)).map(String::as_str))
    }
    fn find_text(&self, text: &str, _: &Meter) -> Result<Option<u32>, EdbError> {
        Ok(self.ids.get(text).copied())
    }
}
