//! The rows of one file, before they have ids.
//!
//! In: rows from the walkers. Out: [`FileFacts`], flat arrays of cells by table, with symbolic entities and strings: a
//! number local to the file, or a type, class or member of the model. The writer takes files in path order and gives
//! ids at the first mention, so that equal sources give an equal database.

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHashMap;

use super::keys::Key;

/// A missing cell, for entities and strings.
const MISSING: u32 = u32::MAX;
/// A missing number. No column holds this number.
const MISSING_INT: i32 = i32::MIN;
/// An entity's tag is above these bits.
const TAG_SHIFT: u32 = 28;
const INDEX_MASK: u32 = (1 << TAG_SHIFT) - 1;

/// A symbolic entity of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ent(pub(crate) u32);

/// The kind of an [`Ent`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntKind {
    /// An entity of this file, by its number in the file.
    Local,
    /// An entity that already has its id.
    Fixed,
    /// A type of the model.
    Type,
    /// A class of the model.
    Class,
    /// A method or constructor of the model.
    Callable,
    /// A field of the model.
    Field,
    /// A package, by the symbol of its qualified name.
    Package,
    /// A module, by the symbol of its name.
    Module,
    /// An element of an annotation interface that nothing declares, by its number in [`super::numbered`].
    Element,
    /// The `length` of an array type of the model.
    ArrayLength,
    /// The class file of a class of the model.
    ClassFile,
    /// A parameter of a method or constructor of the model.
    Param,
    /// A method or constructor of a parameterised or raw type, by its number in [`super::numbered`].
    BoundMember,
}

const KINDS: [EntKind; 13] = [
    EntKind::Local,
    EntKind::Fixed,
    EntKind::Type,
    EntKind::Class,
    EntKind::Callable,
    EntKind::Field,
    EntKind::Package,
    EntKind::Module,
    EntKind::Element,
    EntKind::ArrayLength,
    EntKind::ClassFile,
    EntKind::Param,
    EntKind::BoundMember,
];

impl Ent {
    /// The entity of that kind with that number.
    ///
    /// # Panics
    /// When the number does not fit in 28 bits: a quarter of a thousand million entities of one kind.
    #[inline]
    pub fn new(kind: EntKind, index: u32) -> Ent {
        assert!(index <= INDEX_MASK, "more entities than a database can hold");
        Ent((kind as u32) << TAG_SHIFT | index)
    }

    /// Its kind and its number.
    #[inline]
    pub fn parts(self) -> (EntKind, u32) {
        (KINDS[(self.0 >> TAG_SHIFT) as usize % KINDS.len()], self.0 & INDEX_MASK)
    }
}

/// A string: a symbol of the interner or a text of the file's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text(u32);

/// Marks cells of a file's own texts.
const OWN_TEXT: u32 = 1 << 31;

impl Text {
    /// An interned name, by its number.
    pub fn symbol(number: u32) -> Text {
        assert!(number < OWN_TEXT, "more names than a database can hold");
        Text(number)
    }
}

/// A decoded string cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextRef {
    /// A symbol of the interner, by its number.
    Symbol(u32),
    /// A text of the file, by its number in [`FileFacts::texts`].
    Own(u32),
}

/// A place in a file: lines and columns from 1, end inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loc {
    /// The file.
    pub file: Ent,
    /// Line of the first character.
    pub begin_line: u32,
    /// Column of the first character, in UTF-16 units.
    pub begin_column: u32,
    /// Line of the last character.
    pub end_line: u32,
    /// Column of the last character, in UTF-16 units.
    pub end_column: u32,
}

impl Loc {
    /// The place of an element that belongs to a file but is not in its text.
    pub fn of_file(file: Ent) -> Loc {
        Loc { file, begin_line: 0, begin_column: 0, end_line: 0, end_column: 0 }
    }
}

/// A row of a stored table; the implementations are generated.
pub trait Row {
    /// The table's index in the storage declaration.
    const TABLE: usize;
    /// Appends the cells.
    fn put(self, cells: &mut Vec<u32>);
}

/// A value that can be stored in cells.
pub trait Cell {
    /// Appends its cells.
    fn cell(self, cells: &mut Vec<u32>);
}

impl Cell for Ent {
    #[inline]
    fn cell(self, cells: &mut Vec<u32>) {
        cells.push(self.0);
    }
}

impl Cell for Option<Ent> {
    #[inline]
    fn cell(self, cells: &mut Vec<u32>) {
        cells.push(self.map_or(MISSING, |e| e.0));
    }
}

impl Cell for Text {
    #[inline]
    fn cell(self, cells: &mut Vec<u32>) {
        cells.push(self.0);
    }
}

impl Cell for Option<Text> {
    #[inline]
    fn cell(self, cells: &mut Vec<u32>) {
        cells.push(self.map_or(MISSING, |t| t.0));
    }
}

impl Cell for i32 {
    #[inline]
    fn cell(self, cells: &mut Vec<u32>) {
        cells.push(self.cast_unsigned());
    }
}

impl Cell for Option<i32> {
    #[inline]
    fn cell(self, cells: &mut Vec<u32>) {
        cells.push(self.unwrap_or(MISSING_INT).cast_unsigned());
    }
}

impl Cell for Loc {
    #[inline]
    fn cell(self, cells: &mut Vec<u32>) {
        cells.extend([self.file.0, self.begin_line, self.begin_column, self.end_line, self.end_column]);
    }
}

impl Cell for Option<Loc> {
    #[inline]
    fn cell(self, cells: &mut Vec<u32>) {
        match self {
            Some(loc) => loc.cell(cells),
            None => {
                let int = MISSING_INT.cast_unsigned();
                cells.extend([MISSING, int, int, int, int]);
            }
        }
    }
}

/// Decodes a cell of an entity.
#[inline]
pub fn entity_cell(cell: u32) -> Option<Ent> {
    (cell != MISSING).then_some(Ent(cell))
}

/// Decodes a cell of a number.
#[inline]
pub fn int_cell(cell: u32) -> Option<i32> {
    let value = cell.cast_signed();
    (value != MISSING_INT).then_some(value)
}

/// Decodes a cell of a string.
#[inline]
pub fn text_cell(cell: u32) -> Option<TextRef> {
    match cell {
        MISSING => None,
        cell if cell & OWN_TEXT != 0 => Some(TextRef::Own(cell & !OWN_TEXT)),
        cell => Some(TextRef::Symbol(cell)),
    }
}

/// The cell for an id of the database.
#[inline]
pub fn cell_of_number(number: Option<u32>) -> u32 {
    number.unwrap_or(MISSING_INT.cast_unsigned())
}

/// Decodes a cell that holds an id of the database or a plain number.
#[inline]
pub fn number_cell(cell: u32) -> Option<i64> {
    int_cell(cell).map(i64::from)
}

/// The identity of a text: 128 bits of hash, so that the writer need not keep texts to recognise them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TextKey(u64, u64);

impl TextKey {
    /// The key of a text.
    pub fn of(text: &str) -> TextKey {
        let mut first = DefaultHasher::new();
        text.hash(&mut first);
        let mut second = DefaultHasher::new();
        0x9e37_79b9_7f4a_7c15_u64.hash(&mut second);
        text.hash(&mut second);
        TextKey(first.finish(), second.finish())
    }
}

/// A fact about an entity that no file declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Note {
    /// The class is used as an annotation.
    Annotation(crate::model::ClassId),
    /// The class is extended or implemented as an interface.
    Interface(crate::model::ClassId),
    /// The module is open, by the symbol of its name.
    OpenModule(u32),
}

/// The rows of one file (or of one step without a file).
#[derive(Debug, Default)]
pub struct FileFacts {
    /// Cells by table, row after row.
    pub tables: Vec<Vec<u32>>,
    /// The number of entities that the file adds.
    pub entities: u32,
    /// Facts about entities that are described after all files are done.
    pub notes: Vec<Note>,
    /// The key of each piece, with the number of its first entity.
    pieces: Vec<(Key, u32)>,
    texts: String,
    ends: Vec<(u32, TextKey)>,
    seen: FxHashMap<TextKey, u32>,
}

impl FileFacts {
    /// No rows yet.
    pub fn new() -> FileFacts {
        FileFacts::default()
    }

    /// A new entity of this file.
    #[inline]
    pub fn fresh(&mut self) -> Ent {
        self.entities += 1;
        Ent::new(EntKind::Local, self.entities - 1)
    }

    /// Reserves `count` new entities and returns the number of the first.
    pub fn fresh_many(&mut self, count: u32) -> u32 {
        let first = self.entities;
        self.entities += count;
        first
    }

    /// Begins a piece: entities that keep their ids while the key and their number stay.
    pub fn piece(&mut self, key: Key) {
        match self.pieces.last_mut() {
            Some((last, _)) if *last == key => {}
            Some((last, start)) if *start == self.entities => *last = key,
            _ => self.pieces.push((key, self.entities)),
        }
    }

    /// The key and number of entities of each piece, in order. Entities before the first piece have an empty key.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Key, u32)> {
        let ends = self.pieces.iter().map(|(_, start)| *start).chain([self.entities]);
        let starts = [(Key::default(), 0)].into_iter().chain(self.pieces.iter().copied());
        starts.zip(ends).map(|((key, start), end)| (key, end - start)).filter(|(_, count)| *count > 0)
    }

    /// Adds a row.
    #[inline]
    pub fn row<R: Row>(&mut self, row: R) {
        if self.tables.len() <= R::TABLE {
            self.tables.resize_with(R::TABLE + 1, Vec::new);
        }
        row.put(&mut self.tables[R::TABLE]);
    }

    /// A text of the file's own: a literal, a comment, a signature.
    pub fn text(&mut self, text: &str) -> Text {
        let key = TextKey::of(text);
        let number = *self.seen.entry(key).or_insert_with(|| {
            self.texts.push_str(text);
            self.ends.push((self.texts.len() as u32, key));
            self.ends.len() as u32 - 1
        });
        Text(OWN_TEXT | number)
    }

    /// The texts of the file in order of first use, with their keys.
    pub fn texts(&self) -> impl Iterator<Item = (TextKey, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, key)| {
            let text = &self.texts[start..end as usize];
            start = end as usize;
            (key, text)
        })
    }
}
