//! Data extensions (language.md section 20): YAML files with rows for extensible predicates. Texts become rows with
//! places; [`Rows`] holds each row once.

use super::file::Problem;
use super::{Extensions, PackError, Place, error};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use quarrel_base::source::{FileId, Span};
use quarrel_common::deep;
use quarrel_datalog::Const;
use rustc_hash::FxHasher;
use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};
use saphyr_parser::Parser;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A row of an extensible predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<Const>,
    /// Its place; `None` for bundled rows, about which nothing is reported.
    pub place: Option<Span>,
}

/// Rows that a file adds to one predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Addition {
    /// The pack that declares the predicate, as named in the file, and the place of that name.
    pub pack: (String, Option<Span>),
    /// The predicate's name.
    pub name: String,
    /// The place of that name.
    pub place: Option<Span>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// Reads a file of data extensions; `file` is its number among the sources, if places are wanted.
///
/// # Errors
/// If the text has another structure, or a cell is neither text nor number nor boolean.
pub fn read(text: &str, file: Option<FileId>) -> Result<Vec<Addition>, Problem> {
    let rows = PlainRows::of(text, file);
    let places = Places::new(text, file, &rows);
    let left = rows.rest.as_deref().unwrap_or(text);
    let documents = match text.is_ascii() {
        // The faster reader counts bytes in some positions; these must be characters.
        true => MarkedYaml::load_from_parser(&mut Parser::new_from_str(left)),
        false => MarkedYaml::load_from_str(left),
    };
    let documents = documents.map_err(|error| Problem {
        message: format!("not valid YAML: {}", error.info()),
        at: Some(places.offset(error.marker().index())),
    })?;
    let wanted = "a file of data extensions is a list `extensions:`";
    let root = documents.first().ok_or_else(|| Problem::new(wanted))?;
    let list = get(root, "extensions").ok_or_else(|| Problem::new(wanted))?;
    let YamlData::Sequence(list) = &list.data else { return Err(places.problem(list, wanted)) };
    list.iter().map(|extension| places.addition(extension)).collect()
}

/// The content of a file, or why it has none.
pub type ReadFile = Result<Vec<Addition>, Problem>;

/// Parses many files in parallel; results come in their order.
pub fn read_all(files: &[(FileId, Arc<str>)]) -> Vec<ReadFile> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let taken = numbers.map_while(|number| Some((number, files.get(number)?)));
        taken.map(|(number, (file, text))| (number, read(text, Some(*file)))).collect()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all: Vec<(usize, ReadFile)> = std::thread::scope(|scope| {
        // Lists in lists are recursion.
        let thread = || deep::thread("rows").spawn_scoped(scope, work);
        let others: Vec<_> = (1..threads.min(files.len())).map_while(|_| thread().ok()).collect();
        let mut all: Vec<_> = work();
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    });
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, read)| read).collect()
}

/// The rows of a file that need no YAML parser, as nearly all: those on one line each, `- ["a.b", "C", True, 1]`, in a
/// file with only such lines, comments, keys and plain words.
#[derive(Default)]
struct PlainRows {
    /// The text with one item, `- 0`, in place of each block of rows; `None` if there are no blocks.
    rest: Option<String>,
    /// The blocks by the offset of that item.
    blocks: RefCell<BTreeMap<usize, Vec<Row>>>,
}

impl PlainRows {
    fn of(text: &str, file: Option<FileId>) -> Self {
        let mut rest = String::with_capacity(text.len());
        let mut blocks: BTreeMap<usize, Vec<Row>> = BTreeMap::new();
        // The current block with its indent, and the last other line.
        let (mut open, mut last): (Option<(usize, usize)>, &str) = (None, "");
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let said = line.trim();
            let indent = line.bytes().take_while(|byte| *byte == b' ').count();
            let start = offset + indent + "- ".len();
            offset += line.len();
            let row = said.strip_prefix("- ").filter(|_| line[indent..].starts_with("- "));
            if let Some(cells) = row.and_then(plain_cells) {
                let block = match open {
                    Some((block, of)) if of == indent => block,
                    None if last.ends_with(':') => start,
                    // The line may belong to a construct that began before.
                    _ => return Self::default(),
                };
                let place = file.map(|file| Span::new(file, start, start - "- ".len() + said.len()));
                blocks.entry(block).or_default().push(Row { cells, place });
                let item = if block == start { "- 0" } else { "" };
                rest.push_str(&line[..indent]);
                rest.push_str(item);
                rest.extend(std::iter::repeat_n(' ', said.len() - item.len()));
                rest.push_str(&line[indent + said.len()..]);
                open = Some((block, indent));
                continue;
            }
            if !said.is_empty() && !said.starts_with('#') {
                // Quotes, brackets and bars may begin something whose further lines look like rows.
                let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" -_/.:".contains(&byte);
                if !said.strip_suffix("[]").unwrap_or(said).bytes().all(is_plain) {
                    return Self::default();
                }
                (open, last) = (None, said);
            }
            rest.push_str(line);
        }
        Self { rest: (!blocks.is_empty()).then_some(rest), blocks: RefCell::new(blocks) }
    }
}

/// The cells of `["a", True, 1]`; `None` for anything else, such as escapes and words that YAML treats specially.
fn plain_cells(row: &str) -> Option<Vec<Const>> {
    let mut rest = row.strip_prefix('[')?.strip_suffix(']')?;
    let mut cells = Vec::new();
    loop {
        let end;
        if let Some(quoted) = rest.strip_prefix('"') {
            let text = &quoted[..quoted.find('"')?];
            let is_plain = |byte: u8| (b' '..=b'~').contains(&byte) && byte != b'\\';
            if !text.bytes().all(is_plain) {
                return None;
            }
            cells.push(Const::String(text.into()));
            end = text.len() + 2;
        } else {
            let word = &rest[..rest.find(',').unwrap_or(rest.len())];
            let is_number = !word.is_empty() && !word.starts_with('0') && word.len() < 10;
            cells.push(match word {
                "True" | "true" => Const::Boolean(true),
                "False" | "false" => Const::Boolean(false),
                "0" => Const::Int(0),
                _ if is_number && word.bytes().all(|byte| byte.is_ascii_digit()) => {
                    Const::Int(word.parse().ok()?)
                }
                _ => return None,
            });
            end = word.len();
        }
        rest = &rest[end..];
        if rest.is_empty() {
            return Some(cells);
        }
        rest = rest.strip_prefix(',')?.trim_start_matches(' ');
    }
}

/// The value of a key of a mapping.
fn get<'a, 'y>(node: &'a MarkedYaml<'y>, key: &str) -> Option<&'a MarkedYaml<'y>> {
    let YamlData::Mapping(mapping) = &node.data else { return None };
    mapping.iter().find(|(name, _)| text_of(name) == Some(key)).map(|(_, value)| value)
}

fn text_of<'a>(node: &'a MarkedYaml<'_>) -> Option<&'a str> {
    match &node.data {
        YamlData::Value(Scalar::String(text)) => Some(text),
        _ => None,
    }
}

/// Converts places in a text, which the parser counts in characters.
struct Places<'a> {
    text: &'a str,
    /// The byte offset of each character; empty if all have one byte.
    offsets: Vec<usize>,
    file: Option<FileId>,
    rows: &'a PlainRows,
}

impl<'a> Places<'a> {
    fn new(text: &'a str, file: Option<FileId>, rows: &'a PlainRows) -> Self {
        let offsets = match text.is_ascii() {
            true => Vec::new(),
            false => text.char_indices().map(|(at, _)| at).collect(),
        };
        Self { text, offsets, file, rows }
    }

    /// The byte offset of the character with this number.
    fn offset(&self, index: usize) -> usize {
        if self.offsets.is_empty() {
            return index.min(self.text.len());
        }
        self.offsets.get(index).copied().unwrap_or(self.text.len())
    }

    fn span(&self, node: &MarkedYaml<'_>) -> Option<Span> {
        let (start, end) = (self.offset(node.span.start.index()), self.offset(node.span.end.index()));
        // The parser ends a list before its bracket.
        let closed = self.text.get(end..).is_some_and(|rest| rest.starts_with(']'));
        Some(Span::new(self.file?, start, end.max(start) + usize::from(closed)))
    }

    fn problem(&self, node: &MarkedYaml<'_>, message: impl Into<String>) -> Problem {
        Problem { message: message.into(), at: Some(self.offset(node.span.start.index())) }
    }

    fn addition(&self, extension: &MarkedYaml<'_>) -> Result<Addition, Problem> {
        let adds_to = get(extension, "addsTo").ok_or_else(|| {
            self.problem(
                extension,
                "an extension says with `addsTo: {pack: ..., extensible: ...}` what it adds to",
            )
        })?;
        let named =
            get(adds_to, "extensible").and_then(|node| Some((text_of(node)?.to_owned(), self.span(node))));
        let (name, place) =
            named.ok_or_else(|| self.problem(adds_to, "`addsTo` names no `extensible` predicate"))?;
        let pack = get(adds_to, "pack").and_then(|node| Some((text_of(node)?.to_owned(), self.span(node))));
        let pack = pack.ok_or_else(|| self.problem(adds_to, "`addsTo` names no `pack`"))?;
        let rows = match get(extension, "data") {
            None => Vec::new(),
            Some(data) => match &data.data {
                YamlData::Value(Scalar::Null) => Vec::new(),
                YamlData::Sequence(rows) => {
                    let mut all = Vec::new();
                    for row in rows {
                        let block = self.offset(row.span.start.index());
                        match self.rows.blocks.borrow_mut().remove(&block) {
                            Some(block) => all.extend(block),
                            None => all.push(self.row(row, all.len(), &name)?),
                        }
                    }
                    all
                }
                _ => return Err(self.problem(data, format!("the data of `{name}` is no list of rows"))),
            },
        };
        Ok(Addition { pack, name, place, rows })
    }

    fn row(&self, row: &MarkedYaml<'_>, index: usize, name: &str) -> Result<Row, Problem> {
        let YamlData::Sequence(cells) = &row.data else {
            return Err(self.problem(row, format!("row {} for `{name}` is no list of cells", index + 1)));
        };
        let cells = cells.iter().enumerate().map(|(column, value)| {
            cell(value).map_err(|what| {
                self.problem(value, format!("row {} for `{name}`: cell {} is {what}", index + 1, column + 1))
            })
        });
        Ok(Row { cells: cells.collect::<Result<_, _>>()?, place: self.span(row) })
    }
}

/// The value of a cell, or why it is invalid.
fn cell(value: &MarkedYaml<'_>) -> Result<Const, &'static str> {
    match &value.data {
        YamlData::Value(Scalar::Boolean(value)) => Ok(Const::Boolean(*value)),
        YamlData::Value(Scalar::String(value)) => Ok(Const::String(value.as_ref().into())),
        YamlData::Value(Scalar::Integer(value)) => {
            i32::try_from(*value).map(Const::Int).map_err(|_| "an integer that does not fit into 32 bits")
        }
        YamlData::Value(Scalar::FloatingPoint(value)) => Ok(Const::Float(value.into_inner())),
        YamlData::Value(Scalar::Null) => Err("empty; write \"\" for an empty text"),
        _ => Err("neither text, number nor boolean"),
    }
}

/// Collected rows, each once.
#[derive(Default, Debug)]
pub struct Rows {
    rows: BTreeMap<String, Distinct>,
}

/// The rows of one predicate.
#[derive(Default, Debug)]
struct Distinct {
    rows: Vec<Row>,
    /// The index of each row, by hash.
    places: HashTable<usize>,
}

/// The cells of rows.
pub(crate) fn cells(rows: &[Row]) -> Vec<Vec<Const>> {
    rows.iter().map(|row| row.cells.clone()).collect()
}

/// A comparable and hashable cell: floats by their bits.
#[derive(PartialEq, Eq, Hash, Debug)]
enum CellKey<'a> {
    Int(i32),
    Float(u64),
    String(&'a str),
    Boolean(bool),
}

impl<'a> CellKey<'a> {
    fn of(cell: &'a Const) -> Self {
        match cell {
            Const::Int(value) => Self::Int(*value),
            Const::Float(value) => Self::Float(value.to_bits()),
            Const::String(value) => Self::String(value),
            Const::Boolean(value) => Self::Boolean(*value),
        }
    }
}

fn keys(row: &Row) -> impl Iterator<Item = CellKey<'_>> {
    row.cells.iter().map(CellKey::of)
}

fn hash(row: &Row) -> u64 {
    let mut hasher = FxHasher::default();
    keys(row).for_each(|key| key.hash(&mut hasher));
    hasher.finish()
}

impl Rows {
    /// Adds new rows.
    pub fn add(&mut self, name: &str, rows: impl IntoIterator<Item = Row>) {
        let Distinct { rows: known, places } = self.rows.entry(name.to_owned()).or_default();
        for row in rows {
            let hash_of_known = |at: &usize| hash(&known[*at]);
            let is_same = |at: &usize| keys(&known[*at]).eq(keys(&row));
            if let Entry::Vacant(vacant) = places.entry(hash(&row), is_same, hash_of_known) {
                vacant.insert(known.len());
                known.push(row);
            }
        }
    }

    /// Adds the rows of a file, without places: nothing is reported about them.
    ///
    /// # Errors
    /// If the file is malformed.
    pub fn read(&mut self, file: &Place, text: &str) -> Result<(), PackError> {
        let additions = read(text, None);
        let additions =
            additions.map_err(|problem| error(format!("{}: {}", file.display(), problem.message)))?;
        for addition in additions {
            self.add(&addition.name, addition.rows);
        }
        Ok(())
    }

    /// Removes the rows of a predicate.
    pub fn remove(&mut self, name: &str) {
        self.rows.remove(name);
    }

    /// The rows by name of predicate.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[Row])> {
        self.rows.iter().map(|(name, known)| (name.as_str(), known.rows.as_slice()))
    }

    /// Whether the predicate has rows.
    pub fn has(&self, name: &str) -> bool {
        self.rows.contains_key(name)
    }

    /// The cells of all rows.
    pub fn extensions(&self) -> Extensions {
        self.rows.iter().map(|(name, known)| (name.clone(), cells(&known.rows))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Rows, read};
    use quarrel_base::SourceMap;
    use quarrel_datalog::Const;

    #[test]
    fn rows_by_predicate() {
        let mut rows = Rows::default();
        let text = "extensions:\n  - addsTo: {pack: a/b, extensible: widget}\n    data:\n      - [\"a\", 3, True, 1.5]\n      - [\"a\", 3, True, 1.5]\n      - [\"3\", -1, false, 2.0]\n  - addsTo: {pack: a/b, extensible: gadget}\n    data: []\n";
        for addition in [read(text, None), read(text, None)].into_iter().flat_map(|read| read.expect("good"))
        {
            assert_eq!(addition.pack, ("a/b".to_owned(), None));
            rows.add(&addition.name, addition.rows);
        }
        let extensions = rows.extensions();
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
    fn rows_have_places() {
        let text = "# ü\nextensions:\n  - addsTo: {pack: a/b, extensible: w}\n    data:\n      - [\"é\", 3]\n      - [b, 4]\n";
        let mut sources = SourceMap::new();
        let file = sources.add("m.yml", text);
        let read = read(text, Some(file)).expect("a good file");
        let [addition] = read.as_slice() else { panic!("{read:?}") };
        assert_eq!(addition.place.map(|span| sources.text(span)), Some("w"));
        let rows: Vec<_> = addition.rows.iter().filter_map(|row| row.place).collect();
        assert_eq!(rows.iter().map(|span| sources.text(*span)).collect::<Vec<_>>(), ["[\"é\", 3]", "[b, 4]"]);
    }

    #[test]
    fn rows_that_need_no_parser_are_those_that_the_parser_reads() {
        let head = "# é\nextensions:\n  - addsTo:\n      pack: a/b\n      extensible: w\n    data:\n";
        let rows = [
            "      - [\"a(b, c)\", True, 0]\n",
            "      # between\n\n      - [\"\",false,  12]  \r\n",
            "      - [\"x # y: [z]\", true, 7]\n  - addsTo:\n      pack: a/b\n      extensible: v\n    data:\n",
            "    - [\"k\"]\n",
        ];
        let plain = format!("{head}{}", rows.concat());
        // One word in quotes leaves all of it to the parser.
        let parsed = plain.replacen("pack: a/b", "pack: 'a/b'", 1);
        let (mut sources, mut all) = (SourceMap::new(), Vec::new());
        for text in [&plain, &parsed] {
            let file = sources.add("m.yml", text.as_str());
            assert_eq!(super::PlainRows::of(text, Some(file)).rest.is_some(), text == &plain);
            let read = read(text, Some(file)).expect("a good file");
            let row =
                |row: &super::Row| (row.cells.clone(), row.place.map(|span| sources.text(span).to_owned()));
            let rows =
                read.iter().map(|one| (one.name.clone(), one.rows.iter().map(row).collect::<Vec<_>>()));
            all.push(rows.collect::<Vec<_>>());
        }
        assert_eq!(all[0], all[1]);
        assert_eq!(all[0].iter().map(|(_, rows)| rows.len()).collect::<Vec<_>>(), [3, 1]);
        // These lines look like rows but are a text.
        let text = format!("{head}      - [\"a\"]\n    note: |\n      - [\"b\"]\n");
        assert!(super::PlainRows::of(&text, None).rest.is_none());
    }

    #[test]
    fn cells_that_are_no_values() {
        let message = |cell: &str| {
            let text = format!(
                "extensions:\n  - addsTo: {{pack: a, extensible: w}}\n    data: [[1], [2, {cell}]]\n"
            );
            let problem = read(&text, None).expect_err("a bad cell");
            assert!(problem.at.is_some_and(|at| text[at..].starts_with(cell)), "{problem:?}");
            problem.message
        };
        assert_eq!(
            message("3000000000"),
            "row 2 for `w`: cell 2 is an integer that does not fit into 32 bits"
        );
        assert_eq!(message("[]"), "row 2 for `w`: cell 2 is neither text, number nor boolean");
        assert!(message("~").contains("empty"));
        for bad in ["extensions: 3", "", "extensions: [oops", "extensions:\n - data: []\n", "a: 1\n"] {
            assert!(read(bad, None).is_err(), "{bad}");
        }
    }
}
