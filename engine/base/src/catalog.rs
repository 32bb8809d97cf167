//! The catalog of a database: relations with typed columns, database types with their subtypes. It is parsed from a
//! dbscheme text (language.md section 17) and from nowhere else.

mod parse;

pub use parse::parse;

/// The type of a column as the schema declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// 32-bit integer.
    Int,
    /// 64-bit IEEE number.
    Float,
    /// Text.
    String,
    /// Truth value.
    Boolean,
    /// Point in time.
    Date,
    /// Entity of the named database type, such as `@expr`; with the `@`.
    Entity(String),
}

/// A column of a relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: ColumnType,
    /// Whether it refers to an entity that another column defines (`ref`); columns of value types never do.
    pub is_ref: bool,
    /// Whether it is a key by itself (`unique`).
    pub unique: bool,
    /// Its doc comment, if any.
    pub doc: String,
}

/// A relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    /// Its name, which is the predicate's name in QL.
    pub name: String,
    /// Its columns in order.
    pub columns: Vec<Column>,
    /// Column sets that are keys.
    pub keysets: Vec<Vec<usize>>,
    /// Its doc comment, if any.
    pub doc: String,
}

/// How the extent of a database type is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeDef {
    /// The values of one column of one relation (indices into [`Catalog::relations`] and its columns).
    Column {
        /// The defining relation.
        relation: usize,
        /// The defining column.
        column: usize,
    },
    /// The values of the defining column of `of` in rows whose `discriminator` column has one of `values`.
    Case {
        /// The type that is divided.
        of: String,
        /// Index of the discriminator column in the relation that defines `of`.
        discriminator: usize,
        /// The values that select this type.
        values: Vec<i32>,
    },
    /// The union of the named types.
    Union(Vec<String>),
    /// Mentioned but never defined: an empty extent.
    Undefined,
}

/// A database type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DbType {
    /// Its name with the `@`.
    pub name: String,
    /// Where its values come from.
    pub def: TypeDef,
    /// Names of its direct supertypes: unions that list it, the type a case divides.
    pub supertypes: Vec<String>,
}

/// Everything that a schema declares.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Catalog {
    /// Relations in the order of the text.
    pub relations: Vec<Relation>,
    /// Types in the order of their first definition or mention.
    pub types: Vec<DbType>,
}

impl Catalog {
    /// The relation of that name.
    pub fn relation(&self, name: &str) -> Option<&Relation> {
        self.relations.iter().find(|relation| relation.name == name)
    }
    /// The type of that name (with the `@`).
    pub fn db_type(&self, name: &str) -> Option<&DbType> {
        self.types.iter().find(|ty| ty.name == name)
    }
}
