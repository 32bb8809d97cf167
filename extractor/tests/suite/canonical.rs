//! Compares databases by what they say, whatever the ids are.
//!
//! An entity is what the rows say about it: each round colours it with the rows that mention it, in the colours of the
//! round before. Databases are equal if they have equal rows in the last colours.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use quarrel_extractor::facts::storage::{CellKind, Storage};
use rusqlite::Connection;
use rusqlite::types::ValueRef;

/// Paths from an entity to what tells it from others are no longer.
const ROUNDS: usize = 10;

type Row = Vec<Option<i64>>;

struct Table {
    name: String,
    kinds: Vec<CellKind>,
    rows: Vec<Row>,
}

struct Rows {
    tables: Vec<Table>,
    texts: HashMap<i64, String>,
}

/// Rows that only one of two databases has, at most 20 of each. Empty if they are equal.
pub fn difference(first: &Path, second: &Path) -> Vec<String> {
    let sides = [first, second].map(|path| {
        let rows = Rows::read(path);
        let colored = rows.colored();
        (rows, colored)
    });
    let mut counts: HashMap<u64, i64> = HashMap::new();
    for ((_, colored), by) in sides.iter().zip([1, -1]) {
        colored.iter().for_each(|(color, _)| *counts.entry(*color).or_default() += by);
    }
    let mut out = Vec::new();
    for ((rows, colored), (by, name)) in sides.iter().zip([(1, "first"), (-1, "second")]) {
        let alone = colored.iter().filter(|(color, _)| counts[color] * by > 0);
        out.extend(alone.take(20).map(|(_, (table, row))| format!("{name}: {}", rows.show(*table, *row))));
    }
    out
}

impl Rows {
    fn read(path: &Path) -> Rows {
        let connection = Connection::open(path).expect("the database opens");
        let mut texts = HashMap::new();
        let mut read = connection.prepare("select id, text from quarrel_strings").expect("texts read");
        let mut rows = read.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            texts.insert(row.get(0).expect("an id"), row.get(1).expect("a text"));
        }
        let (_, storage) = Storage::java().expect("both texts read");
        let mut tables: Vec<Table> = storage
            .tables
            .iter()
            .map(|table| Table {
                name: format!("t_{}", table.name),
                kinds: table.sql_columns().iter().map(|(_, kind, _)| *kind).collect(),
                rows: Vec::new(),
            })
            .collect();
        let kinds = vec![CellKind::Entity, CellKind::Int];
        tables.push(Table { name: "quarrel_sources".to_owned(), kinds, rows: Vec::new() });
        for table in &mut tables {
            let mut read = connection.prepare(&format!("select * from {}", table.name)).expect("a table");
            let mut rows = read.query([]).expect("rows");
            while let Some(row) = rows.next().expect("a row") {
                let cell = |at| match row.get_ref(at).expect("a value") {
                    ValueRef::Integer(number) => Some(number),
                    ValueRef::Blob(bytes) => Some(hash_of(bytes).cast_signed()),
                    _ => None,
                };
                table.rows.push((0..table.kinds.len()).map(cell).collect());
            }
        }
        Rows { tables, texts }
    }

    /// The colour of each row, with its table and number.
    fn colored(&self) -> Vec<(u64, (usize, usize))> {
        let last = self.entities().max().unwrap_or(0);
        let texts: HashMap<i64, u64> =
            self.texts.iter().map(|(id, text)| (*id, hash_of(text.as_bytes()))).collect();
        let mut colors: Vec<u64> = vec![1; usize::try_from(last).expect("an id") + 1];
        for _ in 0..ROUNDS {
            let mut next = colors.clone();
            self.each_row(&colors, &texts, |_, color, kinds, row| {
                for (at, (kind, cell)) in kinds.iter().zip(row).enumerate() {
                    if let (CellKind::Entity, Some(id)) = (kind, cell) {
                        let color = mix(color, at as u64 + 100);
                        let slot = &mut next[*id as usize];
                        *slot = slot.wrapping_add(color);
                    }
                }
            });
            colors = next.into_iter().map(|color| mix(color, 7)).collect();
        }
        let mut out = Vec::new();
        self.each_row(&colors, &texts, |place, color, _, _| out.push((color, place)));
        out
    }

    fn each_row(
        &self,
        colors: &[u64],
        texts: &HashMap<i64, u64>,
        mut use_row: impl FnMut((usize, usize), u64, &[CellKind], &Row),
    ) {
        for (number, table) in self.tables.iter().enumerate() {
            for (at, row) in table.rows.iter().enumerate() {
                let color = table.kinds.iter().zip(row).fold(number as u64, |color, (kind, cell)| {
                    let value = match (kind, cell) {
                        (_, None) => 3,
                        (CellKind::Entity, Some(id)) => colors[*id as usize],
                        (CellKind::Int, Some(number)) => mix(number.cast_unsigned(), 5),
                        (CellKind::String, Some(id)) => texts[id],
                    };
                    mix(color, value)
                });
                use_row((number, at), color, &table.kinds, row);
            }
        }
    }

    fn entities(&self) -> impl Iterator<Item = i64> {
        self.tables.iter().flat_map(|table| {
            let entity = |(kind, cell): (&CellKind, &Option<i64>)| cell.filter(|_| *kind == CellKind::Entity);
            table.rows.iter().flat_map(move |row| table.kinds.iter().zip(row).filter_map(entity))
        })
    }

    fn show(&self, table: usize, row: usize) -> String {
        let Table { name, kinds, rows } = &self.tables[table];
        let mut out = name.clone();
        for (kind, cell) in kinds.iter().zip(&rows[row]) {
            match (kind, cell) {
                (_, None) => write!(out, " -"),
                (CellKind::Entity, Some(id)) => write!(out, " #{id}"),
                (CellKind::Int, Some(number)) => write!(out, " {number}"),
                (CellKind::String, Some(id)) => write!(out, " {:?}", self.texts[id]),
            }
            .expect("a text takes more");
        }
        out
    }
}

fn mix(color: u64, value: u64) -> u64 {
    let product = u128::from(color ^ 0x243f_6a88_85a3_08d3) * u128::from(value ^ 0x9e37_79b9_7f4a_7c15);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(value.rotate_left(23))
}

fn hash_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |color, byte| mix(color, u64::from(*byte) + 11))
}
