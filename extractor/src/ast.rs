//! The compact abstract syntax tree of one Java file: the input of every later stage instead of the parse tree.
//!
//! [`File`] owns arenas of expressions, statements, written types and declarations. Nodes name each other by
//! four-byte ids ([`ExprId`]...), which are dense: `0..file.exprs.len()` are all expressions, in the order of
//! lowering (children are made before their parents). Tables that later stages keep beside the tree are
//! vectors indexed by `id.index()`. Children lists are [`List`]s, read with [`File::list`].
//!
//! The tree's conventions:
//! - It is syntax. `a.b.c` is [`ExprKind::Select`] of [`ExprKind::Name`], whether `a` is a package, a type or a
//!   variable; `resolve` classifies it.
//! - Parentheses are counted on the expression they enclose ([`Expr::parens`]); its span is without them.
//! - A local variable declarator, a binding pattern, an enhanced-`for` variable, a resource and a catch parameter are
//!   all [`ExprKind::VarDecl`] expressions; catch clauses and switch labels are statements.
//! - Code that could not be parsed is an [`ExprKind::Error`] or [`StmtKind::Error`] that keeps the parsed parts, and a
//!   [`Diagnostic`].
//! - Spans are byte offsets into the file on disk; [`LineTable`] turns them into lines and columns.

mod decl;
mod expr;
mod position;
mod stmt;
mod types;

use std::fmt;
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::Index;

pub use decl::{
    Callable, CallableKind, Comment, CommentKind, Directive, DirectiveKind, FieldDecl, Import, Initializer,
    Member, Modifiers, ModuleDecl, PackageDecl, TypeDecl, TypeDeclKind, TypeParam, Var, VarKind,
};
pub use expr::{
    Annotation, AnnotationStyle, BinaryOp, ElementValue, Expr, ExprKind, LambdaBody, LiteralKind, NewExpr,
    UnaryOp,
};
pub use position::{LineTable, Location};
pub use stmt::{CaseBody, Stmt, StmtKind};
pub use types::{PrimitiveKind, TypeNode, TypeNodeKind, WildcardKind};

use crate::intern::Sym;
use serde::{Deserialize, Serialize};

/// A dense index of one kind of node in its file's arena.
pub trait AstId: Copy + Eq {
    /// The id of the node at this index of the arena.
    fn from_index(index: usize) -> Self;
    /// The index in the arena.
    fn index(self) -> usize;
}

macro_rules! define_ids {
    ($($(#[$doc:meta])* $name:ident => $arena:ident: $node:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(NonZeroU32);

        impl AstId for $name {
            fn from_index(index: usize) -> $name {
                let number = u32::try_from(index).ok().and_then(|n| n.checked_add(1)).and_then(NonZeroU32::new);
                $name(number.unwrap_or(NonZeroU32::MAX))
            }
            fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl $name {
            /// The index in the arena: use it to index tables kept beside the tree.
            pub fn index(self) -> usize {
                AstId::index(self)
            }
            /// The id of the node at this index of the arena.
            pub fn from_index(index: usize) -> $name {
                AstId::from_index(index)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.index())
            }
        }

        impl Index<$name> for File {
            type Output = $node;
            fn index(&self, id: $name) -> &$node {
                &self.$arena[id.index()]
            }
        }
    )*};
}

define_ids! {
    /// An expression, pattern or variable declarator.
    ExprId => exprs: Expr;
    /// A statement, catch clause or switch label.
    StmtId => stmts: Stmt;
    /// A type as it is written: `java.util.Map<K, ?>[]`.
    TypeNodeId => types: TypeNode;
    /// A class, interface, enum, record or annotation type; anonymous classes too.
    TypeDeclId => type_decls: TypeDecl;
    /// A method, constructor or annotation element.
    CallableId => callables: Callable;
    /// A field declaration with one or more variables.
    FieldDeclId => field_decls: FieldDecl;
    /// A field, enum constant, parameter, record component or local variable.
    VarId => vars: Var;
    /// An instance or static initialiser.
    InitializerId => initializers: Initializer;
    /// A type parameter of a class or callable.
    TypeParamId => type_params: TypeParam;
    /// An annotation at a declaration, a type use or inside another annotation.
    AnnotationId => annotations: Annotation;
    /// A `name = value` of an annotation.
    ElementValueId => element_values: ElementValue;
    /// The parts of a `new` expression.
    NewId => news: NewExpr;
}

/// A list of ids, stored in the pool of its [`File`]; read it with [`File::list`]. Four bytes.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct List<T>(u32, PhantomData<T>);

impl<T> List<T> {
    /// The list without elements.
    pub const EMPTY: List<T> = List(0, PhantomData);

    /// Whether the list has no elements.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> List<T> {
        *self
    }
}
impl<T> Copy for List<T> {}
impl<T> PartialEq for List<T> {
    fn eq(&self, other: &List<T>) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for List<T> {}
impl<T> Default for List<T> {
    fn default() -> List<T> {
        List::EMPTY
    }
}
impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "List@{}", self.0)
    }
}

/// The elements of a [`List`]: a cheap, copyable, double-ended iterator of known length.
#[derive(Clone, Copy, Debug)]
pub struct Ids<'a, T> {
    raw: &'a [u32],
    kind: PhantomData<T>,
}

impl<T: AstId> Ids<'_, T> {
    /// The element at `index`, or `None` beyond the end.
    pub fn get(&self, index: usize) -> Option<T> {
        self.raw.get(index).map(|&raw| T::from_index(raw as usize))
    }
    /// Whether no elements are left.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }
}

impl<T: AstId> Iterator for Ids<'_, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        let (first, rest) = self.raw.split_first()?;
        self.raw = rest;
        Some(T::from_index(*first as usize))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.raw.len(), Some(self.raw.len()))
    }
}
impl<T: AstId> DoubleEndedIterator for Ids<'_, T> {
    fn next_back(&mut self) -> Option<T> {
        let (last, rest) = self.raw.split_last()?;
        self.raw = rest;
        Some(T::from_index(*last as usize))
    }
}
impl<T: AstId> ExactSizeIterator for Ids<'_, T> {}
impl<T: AstId> FusedIterator for Ids<'_, T> {}

/// A range of bytes of the file on disk; `end` is exclusive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The span between these offsets.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }
    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
    /// Whether `other` lies within.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// How severe a [`Diagnostic`] is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Severity {
    /// The database lacks nothing because of it.
    Note,
    /// A small part is missing or was guessed.
    Warning,
    /// A part of the file, or all of it, could not be parsed.
    Error,
}

/// A problem in reading or parsing a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// Its place; the empty span at 0 means the whole file.
    pub span: Span,
    /// One short phrase.
    pub message: String,
}

/// One compilation unit (JLS 7.3), lowered.
#[derive(Default, Debug, Serialize, Deserialize)]
pub struct File {
    /// The package declaration; none in the unnamed package.
    pub package: Option<PackageDecl>,
    /// The imports, in source order.
    pub imports: Vec<Import>,
    /// The module declaration of a `module-info.java`.
    pub module: Option<ModuleDecl>,
    /// Top-level types, in source order. A compact source file, with methods and fields outside any class, has a single
    /// one, of kind [`TypeDeclKind::ImplicitClass`], which contains everything.
    pub top_types: Vec<TypeDeclId>,
    /// All comments, in source order.
    pub comments: Vec<Comment>,
    /// Syntax errors and the like, in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// Lines and columns of offsets.
    #[serde(skip)]
    pub lines: LineTable,

    /// Arena of [`ExprId`].
    pub exprs: Vec<Expr>,
    /// Arena of [`StmtId`].
    pub stmts: Vec<Stmt>,
    /// Arena of [`TypeNodeId`].
    pub types: Vec<TypeNode>,
    /// Arena of [`TypeDeclId`]; an enclosing type may come after the ones it encloses.
    pub type_decls: Vec<TypeDecl>,
    /// Arena of [`CallableId`].
    pub callables: Vec<Callable>,
    /// Arena of [`FieldDeclId`].
    pub field_decls: Vec<FieldDecl>,
    /// Arena of [`VarId`].
    pub vars: Vec<Var>,
    /// Arena of [`InitializerId`].
    pub initializers: Vec<Initializer>,
    /// Arena of [`TypeParamId`].
    pub type_params: Vec<TypeParam>,
    /// Arena of [`AnnotationId`].
    pub annotations: Vec<Annotation>,
    /// Arena of [`ElementValueId`].
    pub element_values: Vec<ElementValue>,
    /// Arena of [`NewId`].
    pub news: Vec<NewExpr>,

    /// The elements of all lists, each list preceded by its length. The first word belongs to the empty list.
    pool: Vec<u32>,
}

impl File {
    /// The elements of a list of this file.
    pub fn list<T: AstId>(&self, list: List<T>) -> Ids<'_, T> {
        let raw = if list.is_empty() {
            &[]
        } else {
            let start = list.0 as usize;
            let len = self.pool[start] as usize;
            &self.pool[start + 1..start + 1 + len]
        };
        Ids { raw, kind: PhantomData }
    }

    /// Stores a list.
    pub fn add_list<T: AstId>(&mut self, ids: &[T]) -> List<T> {
        if ids.is_empty() {
            return List::EMPTY;
        }
        if self.pool.is_empty() {
            self.pool.push(0);
        }
        let start = self.pool.len();
        self.pool.push(ids.len() as u32);
        self.pool.extend(ids.iter().map(|id| id.index() as u32));
        List(start as u32, PhantomData)
    }

    /// The span of a member.
    pub fn member_span(&self, member: Member) -> Span {
        match member {
            Member::Field(id) => self[id].span,
            Member::EnumConstant(id) => self[id].span,
            Member::Callable(id) => self[id].span,
            Member::Type(id) => self[id].span,
            Member::Initializer(id) => self[id].span,
        }
    }

    /// The qualified name of the package, empty for the unnamed one.
    pub fn package_name(&self) -> Sym {
        self.package.as_ref().map_or(Sym::EMPTY, |package| package.name)
    }

    /// The tree without spare capacity, since trees stay in memory until their file is stored. `self` becomes an empty
    /// tree with all the capacity, for the next file.
    pub(crate) fn take(&mut self) -> File {
        fn all<T>(from: &mut Vec<T>) -> Vec<T> {
            let mut all = Vec::with_capacity(from.len());
            all.append(from);
            all
        }
        File {
            package: self.package.take(),
            imports: all(&mut self.imports),
            module: self.module.take(),
            top_types: all(&mut self.top_types),
            comments: all(&mut self.comments),
            diagnostics: all(&mut self.diagnostics),
            lines: std::mem::take(&mut self.lines),
            exprs: all(&mut self.exprs),
            stmts: all(&mut self.stmts),
            types: all(&mut self.types),
            type_decls: all(&mut self.type_decls),
            callables: all(&mut self.callables),
            field_decls: all(&mut self.field_decls),
            vars: all(&mut self.vars),
            initializers: all(&mut self.initializers),
            type_params: all(&mut self.type_params),
            annotations: all(&mut self.annotations),
            element_values: all(&mut self.element_values),
            news: all(&mut self.news),
            pool: all(&mut self.pool),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_stay_small() {
        assert!(size_of::<Expr>() <= 32, "Expr has {} bytes", size_of::<Expr>());
        assert!(size_of::<Stmt>() <= 32, "Stmt has {} bytes", size_of::<Stmt>());
        assert!(size_of::<TypeNode>() <= 28, "TypeNode has {} bytes", size_of::<TypeNode>());
        assert_eq!(size_of::<Option<ExprId>>(), 4);
    }

    #[test]
    fn lists_read_back() {
        let mut file = File::default();
        let ids: Vec<ExprId> = (0..3).map(ExprId::from_index).collect();
        let one = file.add_list(&ids);
        let none = file.add_list::<StmtId>(&[]);
        let two = file.add_list(&ids[1..]);
        assert_eq!(file.list(one).collect::<Vec<_>>(), ids);
        assert_eq!(file.list(two).rev().collect::<Vec<_>>(), [ids[2], ids[1]]);
        assert_eq!(file.list(one).get(2), Some(ids[2]));
        assert!(none.is_empty() && file.list(none).next().is_none());
    }
}
