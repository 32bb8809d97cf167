//! Parses a dbscheme text (language.md section 17) into a [`Catalog`] of all that it understands, and diagnostics for
//! the rest.

use super::{Catalog, Column, ColumnType, DbType, Relation, TypeDef};
use crate::diag::{Code, Diagnostic};
use crate::source::{FileId, Span, doc_text};
use std::collections::HashMap;

/// Parses the catalog. A declaration with an error is dropped or kept in part; the others stay.
pub fn parse(file: FileId, text: &str) -> (Catalog, Vec<Diagnostic>) {
    let mut parser = Parser { file, text, tokens: Vec::new(), at: 0, diagnostics: Vec::new() };
    parser.lex();
    let declared = parser.declarations();
    let mut builder =
        Builder { catalog: Catalog::default(), types: HashMap::new(), diagnostics: parser.diagnostics };
    builder.build(declared);
    (builder.catalog, builder.diagnostics)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TokenKind {
    /// A name, or a name behind `@` or `#`.
    Word,
    Number,
    Punctuation,
    End,
}

#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    kind: TokenKind,
    text: &'a str,
    start: usize,
    /// The doc comment right before, delimiters included; else empty.
    doc: &'a str,
}

struct Parser<'a> {
    file: FileId,
    text: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
    diagnostics: Vec<Diagnostic>,
}

/// A name and where it stands.
#[derive(Clone)]
struct Name {
    text: String,
    span: Span,
}

enum Declaration {
    Table { name: Name, columns: Vec<(Column, Name)>, keysets: Vec<Vec<Name>>, doc: String },
    Case { of: Name, column: Name, branches: Vec<(i32, Name)> },
    Union { name: Name, members: Vec<Name> },
}

/// A declaration that cannot be parsed; the error has been reported.
struct Broken;
type Parsed<T> = Result<T, Broken>;

impl<'a> Parser<'a> {
    fn lex(&mut self) {
        let bytes = self.text.as_bytes();
        let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let (mut at, mut doc) = (0, "");
        while at < bytes.len() {
            let start = at;
            let rest = &self.text[at..];
            let kind = match bytes[at] {
                byte if byte.is_ascii_whitespace() => {
                    at += 1;
                    continue;
                }
                b'/' if rest.starts_with("//") => {
                    at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                b'/' if rest.starts_with("/*") => {
                    let Some(len) = rest[2..].find("*/") else {
                        self.error(start, rest.len(), "this comment has no end");
                        break;
                    };
                    at += len + 4;
                    if rest.starts_with("/**") && len > 0 {
                        doc = &self.text[start..at];
                    }
                    continue;
                }
                byte if byte.is_ascii_digit()
                    || (byte == b'-' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)) =>
                {
                    at += 1;
                    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                        at += 1;
                    }
                    TokenKind::Number
                }
                byte if word(byte) || matches!(byte, b'@' | b'#') => {
                    at += 1;
                    while bytes.get(at).is_some_and(|byte| word(*byte)) {
                        at += 1;
                    }
                    TokenKind::Word
                }
                _ => {
                    at += rest.chars().next().map_or(1, char::len_utf8);
                    TokenKind::Punctuation
                }
            };
            self.tokens.push(Token { kind, text: &self.text[start..at], start, doc });
            doc = "";
        }
        self.tokens.push(Token { kind: TokenKind::End, text: "", start: self.text.len(), doc });
    }

    fn error(&mut self, start: usize, len: usize, message: impl Into<String>) {
        let span = Span::new(self.file, start, start + len);
        self.diagnostics.push(Diagnostic::error(Code::SchemaSyntax, span, message));
    }
    fn peek(&self) -> Token<'a> {
        self.tokens[self.at]
    }
    fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }
    fn eat(&mut self, text: &str) -> bool {
        let found = self.peek().text == text;
        if found {
            self.next();
        }
        found
    }
    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let token = self.peek();
        let found = if token.kind == TokenKind::End {
            "the end of the text".to_owned()
        } else {
            format!("`{}`", token.text)
        };
        self.error(token.start, token.text.len(), format!("expected {what}, found {found}"));
        Err(Broken)
    }
    fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.eat(text) { Ok(()) } else { self.expected(&format!("`{text}`")) }
    }
    fn name(&mut self, sigil: bool, what: &str) -> Parsed<Name> {
        let token = self.peek();
        let fits = token.kind == TokenKind::Word
            && token.text.starts_with('@') == sigil
            && !token.text.starts_with('#')
            && token.text != "@";
        if !fits {
            return self.expected(what);
        }
        self.next();
        let span = Span::new(self.file, token.start, token.start + token.text.len());
        Ok(Name { text: token.text.to_owned(), span })
    }

    fn declarations(&mut self) -> Vec<Declaration> {
        let mut declarations = Vec::new();
        while self.peek().kind != TokenKind::End {
            let start = self.at;
            match self.declaration() {
                Ok(declaration) => declarations.push(declaration),
                Err(Broken) => self.recover(start),
            }
        }
        declarations
    }
    /// Skips to what looks like the next declaration: behind a `;`, or the first word of a line.
    fn recover(&mut self, start: usize) {
        self.at = self.at.max(start + 1).min(self.tokens.len() - 1);
        while self.peek().kind != TokenKind::End && self.tokens[self.at - 1].text != ";" {
            let token = self.peek();
            let first_of_line = self.text[..token.start].ends_with('\n');
            if first_of_line && token.kind == TokenKind::Word {
                break;
            }
            self.next();
        }
    }
    fn declaration(&mut self) -> Parsed<Declaration> {
        let doc = doc_text(self.peek().doc);
        if self.eat("case") {
            return self.case();
        }
        if self.peek().text.starts_with('@') {
            let name = self.name(true, "a type")?;
            self.expect("=")?;
            let mut members = vec![self.name(true, "a type such as `@expr`")?];
            while self.eat("|") {
                members.push(self.name(true, "a type such as `@expr`")?);
            }
            // Optional, as after a table.
            self.eat(";");
            return Ok(Declaration::Union { name, members });
        }
        let mut keysets = Vec::new();
        while self.peek().text.starts_with('#') {
            let pragma = self.next();
            if self.eat("[") {
                let mut columns = vec![self.name(false, "a column")?];
                while self.eat(",") {
                    columns.push(self.name(false, "a column")?);
                }
                self.expect("]")?;
                if pragma.text == "#keyset" {
                    keysets.push(columns);
                }
            } else if pragma.text == "#keyset" {
                return self.expected("`[`");
            }
        }
        let name = self.name(false, "a declaration: a relation, a type or a case")?;
        self.expect("(")?;
        let mut columns = vec![self.column()?];
        while !self.eat(")") {
            self.expect(",")?;
            columns.push(self.column()?);
        }
        self.eat(";");
        Ok(Declaration::Table { name, columns, keysets, doc })
    }
    fn column(&mut self) -> Parsed<(Column, Name)> {
        let doc = doc_text(self.peek().doc);
        let unique = self.eat("unique");
        let stored = self.representation()?;
        let name = self.name(false, "a column name")?;
        self.expect(":")?;
        let token = self.peek();
        let ty = match token.text {
            "int" => ColumnType::Int,
            "float" => ColumnType::Float,
            "boolean" => ColumnType::Boolean,
            "string" => ColumnType::String,
            "date" => ColumnType::Date,
            text if text.starts_with('@') && text.len() > 1 => ColumnType::Entity(text.to_owned()),
            _ => {
                return self
                    .expected("a column type: int, float, boolean, string, date or one such as `@expr`");
            }
        };
        self.next();
        let is_ref = self.eat("ref");
        if !holds(stored.text, &ty) {
            let span = Span::new(self.file, stored.start, token.start + token.text.len());
            let message = format!("`{}` values cannot be stored as `{}`", token.text, stored.text);
            self.diagnostics.push(Diagnostic::error(Code::SchemaType, span, message));
        }
        Ok((Column { name: name.text.clone(), ty, is_ref, unique, doc }, name))
    }
    /// Parses how a column is stored; ignores the length of a `varchar`.
    fn representation(&mut self) -> Parsed<Token<'a>> {
        let token = self.peek();
        match token.text {
            "int" | "float" | "boolean" | "string" | "date" | "bigint" => {
                self.next();
            }
            "varchar" => {
                self.next();
                self.expect("(")?;
                if self.peek().kind != TokenKind::Number {
                    return self.expected("a number");
                }
                self.next();
                self.expect(")")?;
            }
            _ => {
                return self.expected(
                    "how the column is stored: int, bigint, float, boolean, string, varchar(n) or date",
                );
            }
        }
        Ok(token)
    }
    fn case(&mut self) -> Parsed<Declaration> {
        let of = self.name(true, "the type that is divided, such as `@expr`")?;
        self.expect(".")?;
        let column = self.name(false, "the column that divides it")?;
        self.expect("of")?;
        let mut branches = Vec::new();
        // Some schemas begin the list with a bar.
        self.eat("|");
        loop {
            let token = self.peek();
            let Ok(value) = token.text.parse::<i32>() else { return self.expected("a 32-bit integer") };
            self.next();
            self.expect("=")?;
            branches.push((value, self.name(true, "a type such as `@expr`")?));
            if !self.eat("|") {
                break;
            }
        }
        self.eat(";");
        Ok(Declaration::Case { of, column, branches })
    }
}

/// Whether values of a type can be stored that way.
fn holds(stored: &str, ty: &ColumnType) -> bool {
    match ty {
        ColumnType::Int | ColumnType::Entity(_) => matches!(stored, "int" | "bigint"),
        ColumnType::Float => stored == "float",
        ColumnType::Boolean => stored == "boolean",
        ColumnType::String => matches!(stored, "string" | "varchar"),
        ColumnType::Date => stored == "date",
    }
}

struct Builder {
    catalog: Catalog,
    /// Each type's index in the catalog, and where it was defined.
    types: HashMap<String, (usize, Option<Span>)>,
    diagnostics: Vec<Diagnostic>,
}

impl Builder {
    fn build(&mut self, declarations: Vec<Declaration>) {
        let mut tables = HashMap::new();
        let mut divisions = Vec::new();
        let mut unions = Vec::new();
        for declaration in declarations {
            match declaration {
                Declaration::Table { name, columns, keysets, doc } => {
                    if let Some(first) = tables.insert(name.text.clone(), name.span) {
                        self.duplicate(&name, first, "relation");
                        continue;
                    }
                    self.table(name, columns, keysets, doc);
                }
                Declaration::Case { of, column, branches } => divisions.push((of, column, branches)),
                Declaration::Union { name, members } => {
                    let names = members.iter().map(|member| member.text.clone()).collect();
                    self.define(&name, TypeDef::Union(names));
                    for member in &members {
                        self.below(&member.text, &name.text);
                    }
                    unions.push(name);
                }
            }
        }
        // A case may precede the relation that defines its type.
        for (of, column, branches) in divisions {
            self.case(&of, &column, branches);
        }
        self.break_unions(&unions);
    }
    /// Reports unions that contain themselves, and empties them so that the rest of their cycle is not reported too.
    fn break_unions(&mut self, unions: &[Name]) {
        let index_of = |name: &str| self.types.get(name).map(|(index, _)| *index);
        let mut members: Vec<Vec<usize>> = self
            .catalog
            .types
            .iter()
            .map(|ty| match &ty.def {
                TypeDef::Union(names) => names.iter().filter_map(|name| index_of(name)).collect(),
                _ => Vec::new(),
            })
            .collect();
        // A union whose members are all on no cycle is on none; what remains leads to a cycle.
        let mut left: Vec<usize> = members.iter().map(Vec::len).collect();
        let mut above: Vec<Vec<usize>> = vec![Vec::new(); members.len()];
        for (union, members) in members.iter().enumerate() {
            members.iter().for_each(|member| above[*member].push(union));
        }
        let mut done: Vec<usize> = (0..left.len()).filter(|at| left[*at] == 0).collect();
        while let Some(at) = done.pop() {
            for &union in &above[at] {
                left[union] -= 1;
                if left[union] == 0 {
                    done.push(union);
                }
            }
        }
        let mut seen = vec![usize::MAX; members.len()];
        for (nth, name) in unions.iter().enumerate() {
            let Some(&(start, _)) = self.types.get(&name.text) else { continue };
            if left[start] == 0 {
                continue;
            }
            let mut stack = members[start].clone();
            while let Some(at) = stack.pop() {
                if at == start {
                    let message = format!("the union `{}` contains itself", name.text);
                    self.diagnostics.push(Diagnostic::error(Code::SchemaCycle, name.span, message));
                    self.catalog.types[start].def = TypeDef::Union(Vec::new());
                    members[start].clear();
                    break;
                }
                if left[at] > 0 && std::mem::replace(&mut seen[at], nth) != nth {
                    stack.extend(&members[at]);
                }
            }
        }
    }
    fn table(&mut self, name: Name, columns: Vec<(Column, Name)>, keysets: Vec<Vec<Name>>, doc: String) {
        let relation = self.catalog.relations.len();
        let mut relation_columns: Vec<Column> = Vec::new();
        for (column, place) in columns {
            if relation_columns.iter().any(|other| other.name == column.name) {
                let text = format!("the relation `{}` has two columns `{}`", name.text, column.name);
                self.diagnostics.push(Diagnostic::error(Code::SchemaDuplicate, place.span, text));
            }
            if let ColumnType::Entity(ty) = &column.ty {
                if column.is_ref {
                    self.index(ty);
                } else {
                    let def = TypeDef::Column { relation, column: relation_columns.len() };
                    self.define(&Name { text: ty.clone(), span: place.span }, def);
                }
            }
            relation_columns.push(column);
        }
        let mut keys = Vec::new();
        for keyset in keysets {
            let mut key = Vec::new();
            for part in keyset {
                match relation_columns.iter().position(|column| column.name == part.text) {
                    Some(column) => key.push(column),
                    None => self.unknown(&part, format!("`{}` has no column `{}`", name.text, part.text)),
                }
            }
            keys.push(key);
        }
        self.catalog.relations.push(Relation {
            name: name.text,
            columns: relation_columns,
            keysets: keys,
            doc,
        });
    }
    fn case(&mut self, of: &Name, column: &Name, branches: Vec<(i32, Name)>) {
        let defined = self.catalog.db_type(&of.text).map(|ty| ty.def.clone());
        let Some(TypeDef::Column { relation, .. }) = defined else {
            self.unknown(of, format!("no relation defines `{}`, so it cannot be divided", of.text));
            return;
        };
        let relation = &self.catalog.relations[relation];
        let Some(discriminator) = relation.columns.iter().position(|have| have.name == column.text) else {
            let text = format!("the relation `{}` has no column `{}`", relation.name, column.text);
            self.unknown(column, text);
            return;
        };
        if relation.columns[discriminator].ty != ColumnType::Int {
            let text = format!("the column `{}` holds no ints, so it divides nothing", column.text);
            self.diagnostics.push(Diagnostic::error(Code::SchemaType, column.span, text));
            return;
        }
        let mut kinds: HashMap<i32, Span> = HashMap::new();
        for (value, name) in &branches {
            if let Some(first) = kinds.insert(*value, name.span) {
                let text = format!("the kind {value} of `{}` is given twice", of.text);
                self.diagnostics.push(
                    Diagnostic::error(Code::SchemaDuplicate, name.span, text)
                        .label(first, "given here first"),
                );
            }
        }
        let mut types: Vec<(Name, Vec<i32>)> = Vec::new();
        for (value, name) in branches {
            match types.iter_mut().find(|(have, _)| have.text == name.text) {
                Some((_, values)) => values.push(value),
                None => types.push((name, vec![value])),
            }
        }
        for (name, values) in types {
            self.define(&name, TypeDef::Case { of: of.text.clone(), discriminator, values });
            self.below(&name.text, &of.text);
        }
    }

    fn index(&mut self, name: &str) -> usize {
        if let Some((index, _)) = self.types.get(name) {
            return *index;
        }
        let index = self.catalog.types.len();
        let (name, supertypes) = (name.to_owned(), Vec::new());
        self.types.insert(name.clone(), (index, None));
        self.catalog.types.push(DbType { name, def: TypeDef::Undefined, supertypes });
        index
    }
    fn define(&mut self, name: &Name, def: TypeDef) {
        let index = self.index(&name.text);
        if let Some((_, Some(first))) = self.types.get(&name.text).copied() {
            self.duplicate(name, first, "type");
            return;
        }
        self.types.insert(name.text.clone(), (index, Some(name.span)));
        self.catalog.types[index].def = def;
    }
    fn below(&mut self, sub: &str, sup: &str) {
        let index = self.index(sub);
        let supertypes = &mut self.catalog.types[index].supertypes;
        if !supertypes.iter().any(|have| have == sup) {
            supertypes.push(sup.to_owned());
        }
    }
    fn duplicate(&mut self, name: &Name, first: Span, what: &str) {
        let message = format!("the {what} `{}` is defined twice", name.text);
        self.diagnostics.push(
            Diagnostic::error(Code::SchemaDuplicate, name.span, message).label(first, "defined here first"),
        );
    }
    fn unknown(&mut self, name: &Name, message: String) {
        self.diagnostics.push(Diagnostic::error(Code::SchemaUnknownName, name.span, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;

    fn check(text: &str) -> (Catalog, Vec<String>) {
        let mut sources = SourceMap::new();
        let file = sources.add("toy.dbscheme", text);
        let (catalog, diagnostics) = parse(file, text);
        let reported = diagnostics
            .iter()
            .map(|diagnostic| {
                let (line, column) = sources.line_column(diagnostic.primary);
                format!("{line}:{column} {} {}", diagnostic.code.name(), diagnostic.message)
            })
            .collect();
        (catalog, reported)
    }

    const ZOO: &str = "
/* not a doc */
/** All animals.
 *  Of every kind. */
animals(unique int id: @animal, int kind: int ref, /** What it is called. */ string name: string ref);
case @animal.kind of 0 = @cat | 1 = @dog | 2 = @cat | 3 = @fish ;
#keyset[a, at] #computed
feeds(int a: @animal ref, date at: date ref, varchar(20) what: string, float much: float, boolean ok: boolean)
@pet = @cat | @dog;
@thing = @pet | @house;
";

    #[test]
    fn a_schema_becomes_a_catalog() {
        let (catalog, reported) = check(ZOO);
        assert!(reported.is_empty(), "{reported:?}");
        let animals = catalog.relation("animals").expect("declared");
        assert_eq!(animals.doc, "All animals.\nOf every kind.");
        assert_eq!(animals.columns[2].doc, "What it is called.");
        assert!(animals.columns[0].unique && !animals.columns[0].is_ref && animals.columns[1].is_ref);
        let feeds = catalog.relation("feeds").expect("declared");
        assert_eq!(feeds.keysets, [[0, 1]]);
        let of_columns: Vec<_> = feeds.columns.iter().map(|column| column.ty.clone()).collect();
        use ColumnType::*;
        assert_eq!(of_columns, [Entity("@animal".into()), Date, String, Float, Boolean]);
        let cat = catalog.db_type("@cat").expect("declared");
        let case = TypeDef::Case { of: "@animal".into(), discriminator: 1, values: vec![0, 2] };
        assert_eq!((&cat.def, &cat.supertypes), (&case, &vec!["@pet".to_owned(), "@animal".into()]));
        let animal = TypeDef::Column { relation: 0, column: 0 };
        assert_eq!(catalog.db_type("@animal").expect("declared").def, animal);
        assert_eq!(catalog.db_type("@house").expect("mentioned").def, TypeDef::Undefined);
        let thing = TypeDef::Union(vec!["@pet".into(), "@house".into()]);
        assert_eq!(catalog.db_type("@thing").expect("declared").def, thing);
    }

    #[test]
    fn semicolons_may_be_left_out() {
        let (catalog, reported) = check(
            "a(unique int id: @a, int kind: int ref)\ncase @a.kind of 1 = @b | 2 = @c\n@d = @b | @c\n@e = @d\n\
             #keyset[x]\nf(int x: @e ref)\n",
        );
        assert_eq!(reported, Vec::<String>::new());
        let members = TypeDef::Union(vec!["@b".into(), "@c".into()]);
        assert_eq!(catalog.db_type("@d").expect("declared").def, members);
        assert_eq!(catalog.relations.len(), 2);
    }

    #[test]
    fn one_mistake_leaves_the_rest_standing() {
        let (catalog, reported) = check(
            "a(int x: @x, int y);\nb(unique int z: @z);\nb(int z: int);\n@u = ;\n@v = @z;\n\
             case @v.k of 1 = @w;\ncase @z.k of 1 = @w;\n#keyset[q]\nc(int i: @x ref);\nd(int j: @z);\n/* open",
        );
        assert_eq!(
            reported,
            [
                "11:1 schema-syntax this comment has no end",
                "1:19 schema-syntax expected `:`, found `)`",
                "4:6 schema-syntax expected a type such as `@expr`, found `;`",
                "3:1 schema-duplicate the relation `b` is defined twice",
                "8:9 schema-unknown-name `c` has no column `q`",
                "10:7 schema-duplicate the type `@z` is defined twice",
                "6:6 schema-unknown-name no relation defines `@v`, so it cannot be divided",
                "7:9 schema-unknown-name the relation `b` has no column `k`",
            ]
        );
        let names: Vec<_> = catalog.relations.iter().map(|relation| relation.name.as_str()).collect();
        assert_eq!(names, ["b", "c", "d"]);
    }

    #[test]
    fn no_prefix_of_a_schema_makes_it_panic() {
        for end in 0..ZOO.len() {
            check(&ZOO[..end]);
        }
    }
}
