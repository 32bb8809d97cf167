//! Generates `rows.rs` from the two declarations. Run with `UPDATE_EXPECT=1` after a change of either.

use std::fmt::Write;

use super::schema::Schema;
use super::storage::{CellKind, Required, Storage, Table};

fn generate(schema: &Schema, storage: &Storage) -> String {
    let mut out = String::from(
        "//! One struct a stored table, and the numbers of kinds. Generated from `schema/java.dbscheme` and\n\
         //! `schema/java.storage` by the test `facts::codegen`: change those, then run it with `UPDATE_EXPECT=1`.\n\n\
         use super::batch::{Cell, Ent, Loc, Row, Text};\n\n",
    );
    writeln!(
        out,
        "/// How many stored tables there are.\npub const TABLES: usize = {};\n",
        storage.tables.len()
    )
    .ok();
    for case in &schema.cases {
        writeln!(out, "/// Numbers of `@{}.{}`.\npub mod {}_kind {{", case.ty, case.column, case.ty).ok();
        for (number, name) in &case.alternatives {
            writeln!(out, "    /// `@{name}`.\n    pub const {}: i32 = {number};", name.to_uppercase()).ok();
        }
        out.push_str("}\n\n");
    }
    for (index, table) in storage.tables.iter().enumerate() {
        generate_row(&mut out, index, table, storage);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn generate_row(out: &mut String, index: usize, table: &Table, storage: &Storage) {
    let name = pascal(&table.name);
    let mut relations: Vec<&str> = Vec::new();
    for source in &storage.sources {
        let located = matches!(source.relation.as_str(), "locations_default" | "hasLocation");
        if !located && source.table == format!("t_{}", table.name) && !relations.contains(&&*source.relation)
        {
            relations.push(&source.relation);
        }
    }
    let relations: Vec<String> = relations.iter().map(|r| format!("`{r}`")).collect();
    writeln!(out, "/// A row of `t_{}`: {}.", table.name, relations.join(", ")).ok();
    writeln!(out, "#[derive(Debug, Clone, Copy)]\npub struct {name} {{").ok();
    let mut puts = String::new();
    for column in &table.columns {
        let ty = match column.kind {
            CellKind::Entity => "Ent",
            CellKind::Int => "i32",
            CellKind::String => "Text",
        };
        let ty = if column.required == Required::Yes { ty.to_owned() } else { format!("Option<{ty}>") };
        let field = snake(&column.name);
        let said = storage.sources.iter().filter(|s| s.table == format!("t_{}", table.name)).find_map(|s| {
            let at = s.columns.iter().position(|c| *c == column.name)?;
            Some(format!("`{}`, column {at}.", s.relation))
        });
        let doc = said.unwrap_or_else(|| "Used in conditions.".to_owned());
        writeln!(out, "    /// {doc}\n    pub {field}: {ty},").ok();
        writeln!(puts, "        self.{field}.cell(cells);").ok();
    }
    if let Some(required) = table.location {
        let ty = if required == Required::Yes { "Loc" } else { "Option<Loc>" };
        writeln!(out, "    /// Where it is written.\n    pub loc: {ty},").ok();
        writeln!(puts, "        self.loc.cell(cells);").ok();
    }
    writeln!(
        out,
        "}}\n\nimpl Row for {name} {{\n    const TABLE: usize = {index};\n    #[inline]\n    \
         fn put(self, cells: &mut Vec<u32>) {{\n{puts}    }}\n}}\n"
    )
    .ok();
}

fn pascal(name: &str) -> String {
    name.split('_')
        .map(|part| {
            let mut chars = part.chars();
            chars.next().map(|c| c.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
        })
        .collect()
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_uppercase() && !before.is_uppercase() && before != '_' {
            out.push('_');
        }
        out.extend(c.to_lowercase());
        before = c;
    }
    if out == "type" { "ty".to_owned() } else { out }
}

#[test]
fn rows_are_as_declared() {
    let (schema, storage) = Storage::java().expect("both texts read");
    let expected = generate(&schema, &storage);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/facts/rows.rs");
    let found = std::fs::read_to_string(path).unwrap_or_default();
    if found != expected {
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, expected).expect("rows.rs can be written");
        } else {
            panic!("rows.rs is not what the schema declares: run this test with UPDATE_EXPECT=1");
        }
    }
}
