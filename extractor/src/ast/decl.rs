//! Declarations, imports, modules and comments.

use super::{
    AnnotationId, CallableId, ExprId, FieldDeclId, InitializerId, List, Span, StmtId, TypeDeclId, TypeNodeId,
    TypeParamId, VarId,
};
use crate::intern::Sym;
use serde::{Deserialize, Serialize};

/// The modifiers and annotations before a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Modifiers {
    /// A union of the constants below: the *written* modifiers (an interface method without `public` does not have it).
    pub flags: u16,
    /// The annotations, in source order.
    pub annotations: List<AnnotationId>,
}

impl Modifiers {
    /// `public`
    pub const PUBLIC: u16 = 1;
    /// `protected`
    pub const PROTECTED: u16 = 1 << 1;
    /// `private`
    pub const PRIVATE: u16 = 1 << 2;
    /// `abstract`
    pub const ABSTRACT: u16 = 1 << 3;
    /// `static`
    pub const STATIC: u16 = 1 << 4;
    /// `final`
    pub const FINAL: u16 = 1 << 5;
    /// `strictfp`
    pub const STRICTFP: u16 = 1 << 6;
    /// `default`
    pub const DEFAULT: u16 = 1 << 7;
    /// `synchronized`
    pub const SYNCHRONIZED: u16 = 1 << 8;
    /// `native`
    pub const NATIVE: u16 = 1 << 9;
    /// `transient`
    pub const TRANSIENT: u16 = 1 << 10;
    /// `volatile`
    pub const VOLATILE: u16 = 1 << 11;
    /// `sealed`
    pub const SEALED: u16 = 1 << 12;
    /// `non-sealed`
    pub const NON_SEALED: u16 = 1 << 13;

    /// All modifiers with their keywords, in the order of their bits.
    pub const ALL: [(u16, &'static str); 14] = [
        (Modifiers::PUBLIC, "public"),
        (Modifiers::PROTECTED, "protected"),
        (Modifiers::PRIVATE, "private"),
        (Modifiers::ABSTRACT, "abstract"),
        (Modifiers::STATIC, "static"),
        (Modifiers::FINAL, "final"),
        (Modifiers::STRICTFP, "strictfp"),
        (Modifiers::DEFAULT, "default"),
        (Modifiers::SYNCHRONIZED, "synchronized"),
        (Modifiers::NATIVE, "native"),
        (Modifiers::TRANSIENT, "transient"),
        (Modifiers::VOLATILE, "volatile"),
        (Modifiers::SEALED, "sealed"),
        (Modifiers::NON_SEALED, "non-sealed"),
    ];

    /// Whether all of these flags are set.
    pub fn has(self, flags: u16) -> bool {
        self.flags & flags == flags
    }
}

/// `package name;`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PackageDecl {
    /// The whole declaration.
    pub span: Span,
    /// The qualified name.
    pub name: Sym,
    /// Annotations (in a `package-info.java`).
    pub annotations: List<AnnotationId>,
}

/// An import (JLS 7.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Import {
    /// The whole declaration.
    pub span: Span,
    /// The qualified name: without `.*`, with the member's name if static.
    pub name: Sym,
    /// `import static`.
    pub is_static: bool,
    /// `import ….*`.
    pub on_demand: bool,
    /// `import module`.
    pub is_module: bool,
}

/// A module declaration (JLS 7.7).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ModuleDecl {
    /// The whole declaration.
    pub span: Span,
    /// The module's name.
    pub name: Sym,
    /// `open module`.
    pub is_open: bool,
    /// Annotations.
    pub annotations: List<AnnotationId>,
    /// The directives, in source order.
    pub directives: Vec<Directive>,
}

/// A module directive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Directive {
    /// The whole directive.
    pub span: Span,
    /// Its kind.
    pub kind: DirectiveKind,
    /// The module, package or service named first.
    pub name: Sym,
    /// The modules after `to`, or the implementations after `with`.
    pub targets: Vec<Sym>,
}

/// The module directives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum DirectiveKind {
    /// `requires`, with its modifiers.
    Requires {
        /// `requires transitive`.
        is_transitive: bool,
        /// `requires static`.
        is_static: bool,
    },
    /// `exports`
    Exports,
    /// `opens`
    Opens,
    /// `uses`
    Uses,
    /// `provides`
    Provides,
}

/// The kinds of type declarations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum TypeDeclKind {
    /// A class.
    Class,
    /// An interface.
    Interface,
    /// An enum.
    Enum,
    /// A record.
    Record,
    /// An annotation interface.
    Annotation,
    /// The body of a `new` expression or of an enum constant; it has no name.
    Anonymous,
    /// The class around the members of a compact source file.
    ImplicitClass,
}

/// A class, interface, enum, record or annotation type (JLS 8, 9).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TypeDecl {
    /// Its kind.
    pub kind: TypeDeclKind,
    /// The whole declaration, modifiers included; for an anonymous class, its body.
    pub span: Span,
    /// The name; empty for anonymous classes.
    pub name: Sym,
    /// The place of the name; for an anonymous class, its whole span.
    pub name_span: Span,
    /// Modifiers and annotations.
    pub modifiers: Modifiers,
    /// The type parameters.
    pub type_params: List<TypeParamId>,
    /// The type after `extends` of a class.
    pub superclass: Option<TypeNodeId>,
    /// The types after `implements`; for an interface, after `extends`.
    pub interfaces: List<TypeNodeId>,
    /// The types after `permits`.
    pub permits: List<TypeNodeId>,
    /// The components of a record.
    pub components: List<VarId>,
    /// Everything in the body, in source order.
    pub members: Box<[Member]>,
}

/// A member in the body of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Member {
    /// A field declaration.
    Field(FieldDeclId),
    /// A constant of an enum; its `init` is the implied `New`.
    EnumConstant(VarId),
    /// A method, constructor or annotation element.
    Callable(CallableId),
    /// A member type.
    Type(TypeDeclId),
    /// An instance or static initialiser.
    Initializer(InitializerId),
}

/// The kinds of callables with a declaration of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CallableKind {
    /// A method.
    Method,
    /// A constructor.
    Constructor,
    /// The compact constructor of a record: it has the record's components as parameters, none of its own.
    CompactConstructor,
    /// An element of an annotation type.
    AnnotationElement,
}

/// A method, constructor or annotation element (JLS 8.4, 8.8, 9.6.1).
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Callable {
    /// Its kind.
    pub kind: CallableKind,
    /// The whole declaration, modifiers included.
    pub span: Span,
    /// The name.
    pub name: Sym,
    /// The place of the name.
    pub name_span: Span,
    /// Modifiers and annotations.
    pub modifiers: Modifiers,
    /// The type parameters.
    pub type_params: List<TypeParamId>,
    /// The result type, including dimensions after the parameters; `None` for constructors.
    pub result: Option<TypeNodeId>,
    /// The type of a receiver parameter (JLS 8.4), which is not among `params`.
    pub receiver: Option<TypeNodeId>,
    /// The parameters.
    pub params: List<VarId>,
    /// The types after `throws`.
    pub throws: List<TypeNodeId>,
    /// The body, a `Block`.
    pub body: Option<StmtId>,
    /// The default of an annotation element.
    pub default_value: Option<ExprId>,
}

/// `int a, b;` in a class.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct FieldDecl {
    /// The whole declaration.
    pub span: Span,
    /// Modifiers and annotations, which apply to each variable.
    pub modifiers: Modifiers,
    /// The type as written, without dimensions after names.
    pub ty: TypeNodeId,
    /// The fields.
    pub vars: List<VarId>,
}

/// The kind of a [`Var`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum VarKind {
    /// A field.
    Field,
    /// An enum constant, also a field.
    EnumConstant,
    /// A component of a record.
    Component,
    /// A parameter of a callable.
    Param,
    /// A parameter of a lambda expression.
    LambdaParam,
    /// A local variable of a declaration statement or a basic `for`.
    Local,
    /// The variable of an enhanced `for`.
    ForEach,
    /// A resource of a `try`.
    Resource,
    /// The parameter of a catch clause.
    CatchParam,
    /// The variable of a pattern.
    Pattern,
}

/// A variable of any kind.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Var {
    /// Its kind.
    pub kind: VarKind,
    /// A parameter `T... name`; its type is then the array type `T[]`.
    pub is_varargs: bool,
    /// The declarator: name, dimensions and initialiser; parameters and patterns with modifiers and type.
    pub span: Span,
    /// The name; may be `_` or, if missing, empty.
    pub name: Sym,
    /// The place of the name.
    pub name_span: Span,
    /// Modifiers and annotations (for a field: those of its declaration).
    pub modifiers: Modifiers,
    /// The type, including dimensions after the name; `Var` if it is to be inferred; `None` for an enum constant and
    /// for a lambda parameter without type.
    pub ty: Option<TypeNodeId>,
    /// The initialiser.
    pub init: Option<ExprId>,
}

/// An instance or static initialiser (JLS 8.6, 8.7).
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Initializer {
    /// The whole member.
    pub span: Span,
    /// `static { ... }`.
    pub is_static: bool,
    /// The block.
    pub body: StmtId,
}

/// `T extends A & B`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct TypeParam {
    /// The whole parameter.
    pub span: Span,
    /// The name.
    pub name: Sym,
    /// The place of the name.
    pub name_span: Span,
    /// The bounds as written.
    pub bounds: List<TypeNodeId>,
    /// Annotations.
    pub annotations: List<AnnotationId>,
}

/// The kinds of comments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CommentKind {
    /// `// ...`
    Line,
    /// `/* ... */`
    Block,
    /// `/** ... */`
    Javadoc,
}

/// A comment; its text is the file's text at its span.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Comment {
    /// From the first slash to the end; a line comment without its line terminator.
    pub span: Span,
    /// Its kind.
    pub kind: CommentKind,
}
