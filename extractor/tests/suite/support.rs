//! Shared by the tests of whole extractions: a tree of files, its database, and the rows as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use quarrel_extractor::{Options, Report, extract};
use rusqlite::Connection;
use rusqlite::types::ValueRef;

/// Extracts `root` with so many threads into a database below `out`.
pub fn database(root: &Path, out: &Path, threads: usize) -> (PathBuf, Report) {
    let path = out.join(format!("code-{threads}.db"));
    let options = Options { threads, ..Options::default() };
    let report = extract(root, &path, &options, &|_| ()).expect("the tree can be extracted");
    (path, report)
}

/// Writes files, given by path and text, below a folder.
pub fn write_tree(root: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders can be made");
        std::fs::write(path, text).expect("files can be written");
    }
}

/// All rows of all tables except for the source root, which differs from place to place.
pub fn dump(database: &Path) -> String {
    let connection = Connection::open(database).expect("the database opens");
    let mut out = String::new();
    let mut tables = connection
        .prepare("select name from sqlite_master where type = 'table' order by name")
        .expect("tables are listed");
    let names: Vec<String> =
        tables.query_map([], |row| row.get(0)).expect("names").map(|n| n.expect("a name")).collect();
    for name in names {
        let mut statement = connection.prepare(&format!("select * from \"{name}\"")).expect("a table reads");
        let columns = statement.column_count();
        let mut rows = statement.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            write!(out, "{name}").ok();
            for column in 0..columns {
                write!(out, "|{}", text(row.get_ref(column).expect("a value"))).ok();
            }
            out.push('\n');
        }
    }
    out
}

fn text(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "-".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(bytes) => format!("{} bytes", bytes.len()),
    }
}

/// The rows about the sources themselves, one per line: entities by kind and place.
pub fn readable(database: &Path) -> String {
    let connection = Connection::open(database).expect("the database opens");
    let labels = Labels::read(&connection);
    let mut lines = Vec::new();
    let mut relations = connection
        .prepare("select distinct name from quarrel_relations order by name")
        .expect("relations are listed");
    let names: Vec<String> =
        relations.query_map([], |row| row.get(0)).expect("names").map(|n| n.expect("a name")).collect();
    for name in names.iter().filter(|n| !SKIPPED.contains(&n.as_str())) {
        let mut statement = connection.prepare(&format!("select * from \"{name}\"")).expect("a view reads");
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let mut rows = statement.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            let values: Vec<ValueRef<'_>> =
                (0..columns.len()).map(|column| row.get_ref(column).expect("a value")).collect();
            // Rows of libraries are skipped.
            let first = values.iter().find_map(|v| v.as_i64().ok());
            if first.is_some_and(|id| labels.of_library(id)) && name != "imports" {
                continue;
            }
            let shown: Vec<String> = values
                .iter()
                .zip(&columns)
                .map(|(&value, column)| match value {
                    ValueRef::Integer(number) if !NUMBERS.contains(&column.as_str()) => labels.label(number),
                    other => text(other).replace('\n', "\\n"),
                })
                .collect();
            lines.push(format!("{name}({})", shown.join(", ")));
        }
    }
    let root: String = connection
        .query_row("select prefix from sourceLocationPrefix", [], |row| row.get(0))
        .expect("the root of the sources");
    // Stable: rows come in the order of ids, which is that of the text, and paths are relative to the root.
    (lines.join("\n") + "\n").replace(&format!("{root}/"), "").replace(&root, "")
}

/// Relations without contents of their own: the labels have them.
const SKIPPED: [&str; 12] = [
    "hasLocation",
    "locations_default",
    "sourceLocationPrefix",
    "primitives",
    "modifiers",
    "packages",
    "error_type",
    "numlines",
    "arrays",
    "typeArgs",
    "typeBounds",
    "wildcards",
];

/// Columns that hold numbers rather than entities.
const NUMBERS: [&str; 14] = [
    "endLine",
    "endColumn",
    "kind",
    "idx",
    "pos",
    "parentheses",
    "bodyKind",
    "dimension",
    "argc",
    "label",
    "severity",
    "line",
    "column",
    "num_lines",
];

struct Labels {
    labels: BTreeMap<i64, String>,
    library: BTreeSet<i64>,
}

impl Labels {
    fn read(connection: &Connection) -> Labels {
        let mut labels = Labels { labels: BTreeMap::new(), library: BTreeSet::new() };
        let named = [
            ("primitive", "select id, nodeName from primitives"),
            ("modifier", "select id, nodeName from modifiers"),
            ("package", "select id, 'package ' || nodeName from packages"),
            ("error", "select id, '<error>' from error_type"),
            ("class", "select id, nodeName from classes_or_interfaces"),
            ("method", "select id, signature from methods"),
            ("constr", "select id, signature from constrs"),
            ("field", "select id, nodeName from fields"),
            ("param", "select id, 'param ' || nodeName from paramName"),
            ("localvar", "select id, 'local ' || nodeName from localvars"),
            ("typevar", "select id, nodeName from typeVars"),
            ("wildcard", "select id, nodeName from wildcards"),
            ("array", "select id, nodeName from arrays"),
            ("file", "select id, name from files"),
            ("folder", "select id, 'folder ' || name from folders"),
            ("module", "select id, 'module ' || name from modules"),
        ];
        for (_, sql) in named {
            labels.add(connection, sql);
        }
        for (kinds, relation) in [("expr", "exprs"), ("stmt", "stmts")] {
            let names = kind_names(kinds);
            let sql = format!(
                "select e.id, e.kind, l.beginLine, l.beginColumn from {relation} e \
                 left join locations_default l on l.id = e.id + 1073741824"
            );
            let mut statement = connection.prepare(&sql).expect("elements read");
            let mut rows = statement.query([]).expect("rows");
            while let Some(row) = rows.next().expect("a row") {
                let (id, kind): (i64, i64) = (row.get(0).expect("id"), row.get(1).expect("kind"));
                let (line, column): (i64, i64) = (row.get(2).expect("line"), row.get(3).expect("column"));
                let name = names.get(&kind).map_or("?", String::as_str);
                labels.labels.insert(id, format!("{name}@{line}:{column}"));
            }
        }
        labels.library.extend(labels_of(connection, "select id from t_array"));
        for table in ["class", "method", "constr", "field", "param", "exception", "typevar"] {
            let sql = format!("select id from t_{table} where file is null");
            labels.library.extend(labels_of(connection, &sql));
        }
        labels.number_blocks(connection);
        labels
    }

    fn add(&mut self, connection: &Connection, sql: &str) {
        let mut statement = connection.prepare(sql).expect("a view reads");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        self.labels.extend(rows.map(|row| row.expect("a row")));
    }

    /// Blocks are numbered within their callable.
    fn number_blocks(&mut self, connection: &Connection) {
        let sql =
            "select id, id - min(id) over (partition by callable), callable from cfg_blocks order by id";
        let mut statement = connection.prepare(sql).expect("blocks read");
        let mut rows = statement.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            let (id, number, callable): (i64, i64, i64) =
                (row.get(0).expect("id"), row.get(1).expect("number"), row.get(2).expect("callable"));
            let label = format!("b{number} of {}", self.label(callable));
            self.labels.insert(id, label);
        }
    }

    fn label(&self, id: i64) -> String {
        self.labels.get(&id).cloned().unwrap_or_else(|| "_".to_owned())
    }

    fn of_library(&self, id: i64) -> bool {
        self.library.contains(&id)
    }
}

fn labels_of(connection: &Connection, sql: &str) -> Vec<i64> {
    let mut statement = connection.prepare(sql).expect("a table reads");
    statement.query_map([], |row| row.get(0)).expect("ids").map(|id| id.expect("an id")).collect()
}

/// Names of kinds, from the schema.
fn kind_names(ty: &str) -> BTreeMap<i64, String> {
    let schema =
        quarrel_extractor::facts::schema::Schema::parse(quarrel_extractor::facts::schema::JAVA_DBSCHEME)
            .expect("the schema reads");
    let case = schema.cases.iter().find(|c| c.ty == ty).expect("kinds");
    case.alternatives.iter().map(|(number, name)| (i64::from(*number), name.clone())).collect()
}

/// References to undefined entities, and entities that are defined twice.
pub fn dangling(database: &Path) -> Vec<String> {
    use quarrel_extractor::facts::schema::{ColumnType, JAVA_DBSCHEME, Schema};
    let connection = Connection::open(database).expect("the database opens");
    let schema = Schema::parse(JAVA_DBSCHEME).expect("the schema reads");
    let ids = |relation: &str, column: &str| -> Vec<i64> {
        let sql = format!("select \"{column}\" from \"{relation}\"");
        let mut statement = connection.prepare(&sql).expect("a view reads");
        statement.query_map([], |row| row.get(0)).expect("ids").map(|id| id.expect("an id")).collect()
    };
    let mut wrong = Vec::new();
    // Extents: first those that a column defines, then kinds, then unions until nothing changes.
    let mut extents: BTreeMap<String, BTreeSet<i64>> = BTreeMap::new();
    for relation in &schema.relations {
        for column in relation.columns.iter().filter(|c| c.defines) {
            let ColumnType::Entity(ty) = &column.ty else { continue };
            for id in ids(&relation.name, &column.name) {
                if !extents.entry(ty.clone()).or_default().insert(id) {
                    wrong.push(format!("{} {id} is there twice", relation.name));
                }
            }
        }
    }
    for case in &schema.cases {
        let Some(relation) = schema
            .relations
            .iter()
            .find(|r| r.columns.iter().any(|c| c.defines && c.ty == ColumnType::Entity(case.ty.clone())))
        else {
            continue;
        };
        let sql = format!("select id, \"{}\" from \"{}\"", case.column, relation.name);
        let mut statement = connection.prepare(&sql).expect("a view reads");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        for row in rows {
            let (id, kind): (i64, i32) = row.expect("a row");
            match case.alternatives.iter().find(|(number, _)| *number == kind) {
                Some((_, ty)) => {
                    extents.entry(ty.clone()).or_default().insert(id);
                }
                None => wrong.push(format!("{} {id} has the kind {kind}", relation.name)),
            }
        }
    }
    for _ in 0..8 {
        for (name, parts) in &schema.unions {
            let all: Vec<i64> = parts.iter().filter_map(|p| extents.get(p)).flatten().copied().collect();
            extents.entry(name.clone()).or_default().extend(all);
        }
    }
    for relation in &schema.relations {
        for column in relation.columns.iter().filter(|c| !c.defines) {
            let ColumnType::Entity(ty) = &column.ty else { continue };
            let extent = extents.get(ty).cloned().unwrap_or_default();
            for id in ids(&relation.name, &column.name) {
                if !extent.contains(&id) {
                    wrong.push(format!("{}.{} is {id}, which is no @{ty}", relation.name, column.name));
                }
            }
        }
    }
    wrong.truncate(30);
    wrong
}
