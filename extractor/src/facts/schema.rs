//! Parses the schema declaration: text of a dbscheme in, relations and kinds out.
//!
//! It keeps only what the extractor needs (relations with their columns, and the numbers of kinds); readers of the
//! database get the whole text.

use std::fmt;

/// The text of the Java schema, as stored in each database.
pub const JAVA_DBSCHEME: &str = include_str!("../../schema/java.dbscheme");

/// A parsed schema.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    /// Relations in the order of their declaration.
    pub relations: Vec<Relation>,
    /// Kinds: the entity type whose `kind` column is split, and its alternatives.
    pub cases: Vec<Case>,
    /// Unions: a type and its members.
    pub unions: Vec<(String, Vec<String>)>,
}

/// A relation of a schema.
#[derive(Debug, Clone)]
pub struct Relation {
    /// Its name.
    pub name: String,
    /// The first sentence or paragraph of its documentation.
    pub doc: String,
    /// Its columns in order.
    pub columns: Vec<Column>,
}

/// A column of a relation.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its documentation.
    pub doc: String,
    /// Its type.
    pub ty: ColumnType,
    /// Whether its values are distinct.
    pub unique: bool,
    /// Whether it defines its entities rather than refers to them.
    pub defines: bool,
}

/// The type of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnType {
    /// An entity of the named type (without the `@`).
    Entity(String),
    /// A whole number.
    Int,
    /// A text.
    String,
    /// A floating-point number.
    Float,
}

/// Subtypes of an entity type that differ in a number.
#[derive(Debug, Clone)]
pub struct Case {
    /// The entity type, without the `@`.
    pub ty: String,
    /// The column that holds the number.
    pub column: String,
    /// Number and subtype.
    pub alternatives: Vec<(i32, String)>,
}

/// A mistake in the text of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for SchemaError {}

impl Schema {
    /// The relation of that name.
    pub fn relation(&self, name: &str) -> Option<&Relation> {
        self.relations.iter().find(|r| r.name == name)
    }

    /// Parses a schema.
    ///
    /// # Errors
    /// If the text is not in the dbscheme language, with the line.
    pub fn parse(text: &str) -> Result<Schema, SchemaError> {
        let mut parser = Parser { tokens: tokenize(text)?, at: 0, schema: Schema::default() };
        while !parser.done() {
            parser.item()?;
        }
        Ok(parser.schema)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    Punct(char),
    Doc(String),
}

fn tokenize(text: &str) -> Result<Vec<(usize, Token)>, SchemaError> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let taken = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            let end =
                rest.find("*/").ok_or(SchemaError { line, message: "a comment does not end".to_owned() })?;
            if rest.starts_with("/**") && end > 2 {
                tokens.push((line, Token::Doc(rest[3..end].to_owned())));
            }
            end + 2
        } else if c.is_whitespace() {
            c.len_utf8()
        } else if is_word(c) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            tokens.push((line, Token::Word(rest[..end].to_owned())));
            end
        } else {
            tokens.push((line, Token::Punct(c)));
            c.len_utf8()
        };
        line += rest[..taken].matches('\n').count();
        rest = &rest[taken..];
    }
    Ok(tokens)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '@' | '#' | '-')
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    at: usize,
    schema: Schema,
}

impl Parser {
    fn done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, t)| t)
    }

    fn fail<T>(&self, message: &str) -> Result<T, SchemaError> {
        let line = self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |(line, _)| *line);
        Err(SchemaError { line, message: message.to_owned() })
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(&Token::Punct(c));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, c: char) -> Result<(), SchemaError> {
        if self.eat(c) { Ok(()) } else { self.fail(&format!("`{c}` expected")) }
    }

    fn word(&mut self) -> Result<String, SchemaError> {
        match self.tokens.get(self.at) {
            Some((_, Token::Word(word))) => {
                let word = word.clone();
                self.at += 1;
                Ok(word)
            }
            _ => self.fail("a name expected"),
        }
    }

    fn entity(&mut self) -> Result<String, SchemaError> {
        let word = self.word()?;
        match word.strip_prefix('@') {
            Some(name) => Ok(name.to_owned()),
            None => self.fail("a type that starts with `@` expected"),
        }
    }

    fn item(&mut self) -> Result<(), SchemaError> {
        let mut doc = String::new();
        while let Some(Token::Doc(text)) = self.peek() {
            doc = text.clone();
            self.at += 1;
        }
        if self.done() {
            return Ok(());
        }
        let word = self.word()?;
        if word == "#keyset" {
            self.expect('[')?;
            while !self.eat(']') {
                self.word()?;
                self.eat(',');
            }
            // The documentation precedes the key set and belongs to the relation after it.
            let name = self.word()?;
            self.relation(name, &doc)
        } else if word == "case" {
            self.case()
        } else if let Some(name) = word.strip_prefix('@') {
            self.union(name.to_owned())
        } else {
            self.relation(word, &doc)
        }
    }

    fn relation(&mut self, name: String, doc: &str) -> Result<(), SchemaError> {
        let (doc, column_docs) = split_doc(doc);
        let mut columns = Vec::new();
        self.expect('(')?;
        while !self.eat(')') {
            let mut repr = self.word()?;
            let unique = repr == "unique";
            if unique {
                repr = self.word()?;
            }
            let column = self.word()?;
            self.expect(':')?;
            let ty = self.word()?;
            let has_ref = self.peek() == Some(&Token::Word("ref".to_owned()));
            self.at += usize::from(has_ref);
            let ty = match (ty.strip_prefix('@'), repr.as_str()) {
                (Some(entity), "int") => ColumnType::Entity(entity.to_owned()),
                (None, "int") => ColumnType::Int,
                (None, "string") => ColumnType::String,
                (None, "float") => ColumnType::Float,
                _ => return self.fail("a column is `int`, `string` or `float`"),
            };
            let defines = !has_ref && matches!(ty, ColumnType::Entity(_));
            let doc = column_docs.iter().find(|(n, _)| *n == column).map(|(_, d)| d.clone());
            columns.push(Column { name: column, doc: doc.unwrap_or_default(), ty, unique, defines });
            if !self.eat(',') && self.peek() != Some(&Token::Punct(')')) {
                return self.fail("`,` or `)` expected");
            }
        }
        self.eat(';');
        self.schema.relations.push(Relation { name, doc, columns });
        Ok(())
    }

    fn case(&mut self) -> Result<(), SchemaError> {
        let ty = self.entity()?;
        self.expect('.')?;
        let column = self.word()?;
        if self.word()? != "of" {
            return self.fail("`of` expected");
        }
        let mut alternatives = Vec::new();
        loop {
            let number = self.word()?;
            let Ok(number) = number.parse() else { return self.fail("a number expected") };
            self.expect('=')?;
            alternatives.push((number, self.entity()?));
            if !self.eat('|') {
                break;
            }
        }
        self.expect(';')?;
        self.schema.cases.push(Case { ty, column, alternatives });
        Ok(())
    }

    fn union(&mut self, name: String) -> Result<(), SchemaError> {
        self.expect('=')?;
        let mut parts = vec![self.entity()?];
        while self.eat('|') {
            parts.push(self.entity()?);
        }
        self.expect(';')?;
        self.schema.unions.push((name, parts));
        Ok(())
    }
}

/// Splits documentation into the texts of the relation and of each column (``- `name`: text``).
fn split_doc(doc: &str) -> (String, Vec<(String, String)>) {
    let mut summary = String::new();
    let mut columns: Vec<(String, String)> = Vec::new();
    for line in doc.lines() {
        let line = line.trim().trim_start_matches('*').trim();
        if let Some((name, text)) = line.strip_prefix("- `").and_then(|rest| rest.split_once("`:")) {
            columns.push((name.to_owned(), text.trim().to_owned()));
            continue;
        }
        let target = columns.last_mut().map_or(&mut summary, |(_, text)| text);
        if !line.is_empty() && !target.is_empty() {
            target.push(' ');
        }
        target.push_str(line);
    }
    (summary, columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_java_schema_is_whole() {
        let schema = Schema::parse(JAVA_DBSCHEME).expect("the schema reads");
        let mut defined = BTreeSet::new();
        let mut used = BTreeSet::new();
        for relation in &schema.relations {
            assert!(!relation.doc.is_empty(), "`{}` has no documentation", relation.name);
            for column in &relation.columns {
                assert!(!column.doc.is_empty(), "`{}.{}` has no documentation", relation.name, column.name);
                if let ColumnType::Entity(ty) = &column.ty {
                    used.insert(ty.clone());
                    if column.defines {
                        assert!(defined.insert(ty.clone()), "`@{ty}` is defined twice");
                    }
                }
            }
        }
        for case in &schema.cases {
            used.insert(case.ty.clone());
            defined.extend(case.alternatives.iter().map(|(_, ty)| ty.clone()));
        }
        for (name, parts) in &schema.unions {
            assert!(defined.insert(name.clone()), "`@{name}` is declared twice");
            used.extend(parts.iter().cloned());
        }
        let missing: Vec<_> = used.difference(&defined).collect();
        assert!(missing.is_empty(), "not declared: {missing:?}");
    }

    #[test]
    fn mistakes_have_a_line() {
        let error = Schema::parse("a(\n  int x: @x,\n  blob y: int ref\n);").expect_err("no such type");
        assert_eq!(error.line, 4);
        assert!(Schema::parse("/* open").is_err());
        assert!(Schema::parse("case @a.kind of x = @b;").is_err());
    }
}
