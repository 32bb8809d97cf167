//! Where a relation's rows lie: one row of `quarrel_relations`, validated.

use quarrel_database::{Filter, quoted};

/// A table, or part of one, that holds rows of a relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    /// The table's name.
    pub(crate) table: String,
    /// How each column of the relation is read.
    pub(crate) columns: Vec<Stored>,
    /// The condition that selects the rows.
    pub(crate) filter: Filter,
    /// The number of rows.
    pub(crate) rows: u64,
}

/// How a column is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stored {
    /// A column of the table plus a number, mostly 0.
    Column(String, i64),
    /// A constant.
    Number(i64),
}

impl Stored {
    /// Parses `column`, `column+INT` or `INT`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(number) = text.parse() {
            return Some(Stored::Number(number));
        }
        let (name, offset) = match text.split_once('+') {
            Some((name, offset)) => (name.trim(), offset.trim().parse().ok()?),
            None => (text, 0),
        };
        let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        (!name.is_empty() && name.bytes().all(word)).then(|| Stored::Column(name.to_owned(), offset))
    }
    fn sql(&self) -> String {
        match self {
            Stored::Column(name, 0) => quoted(name),
            Stored::Column(name, offset) => format!("{}+{offset}", quoted(name)),
            Stored::Number(number) => number.to_string(),
        }
    }
}

impl Source {
    /// The SQL query for these columns of the row with an id.
    pub(crate) fn select_by_id(&self, columns: &[usize]) -> String {
        let list: Vec<_> = columns.iter().map(|column| self.columns[*column].sql()).collect();
        let list = if list.is_empty() { "1".to_owned() } else { list.join(", ") };
        let filter = self.filter.sql().map_or_else(String::new, |filter| format!(" AND {filter}"));
        format!("SELECT {list} FROM {} WHERE rowid = ?1{filter}", quoted(&self.table))
    }
    /// The SQL query for the least and the greatest row id.
    pub(crate) fn select_ends(&self) -> String {
        // Two queries, because each of them reads only one end of the table.
        let table = quoted(&self.table);
        format!("SELECT (SELECT min(rowid) FROM {table}), (SELECT max(rowid) FROM {table})")
    }
    /// The SQL query for these columns; without columns, it returns a row exactly if the source has one.
    pub(crate) fn select(&self, columns: &[usize], range: Option<(i64, i64)>) -> String {
        let list: Vec<_> = columns.iter().map(|column| self.columns[*column].sql()).collect();
        let list = if list.is_empty() { "1".to_owned() } else { list.join(", ") };
        let mut sql = format!("SELECT {list} FROM {}", quoted(&self.table));
        let range = range.map(|(first, last)| format!("rowid BETWEEN {first} AND {last}"));
        let conditions: Vec<String> = self.filter.sql().into_iter().chain(range).collect();
        if !conditions.is_empty() {
            sql.push_str(&format!(" WHERE {}", conditions.join(" AND ")));
        }
        if columns.is_empty() {
            sql.push_str(" LIMIT 1");
        }
        sql
    }
}
