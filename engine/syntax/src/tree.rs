//! The syntax tree of QL (language.md section 2), as written: no name is resolved, nothing is desugared. Every node has
//! its span; optional parts that the source leaves out are `None`, so that the tree can be printed back.

use quarrel_base::AggregateOp;
use quarrel_base::source::Span;
use std::sync::Arc;

/// An identifier and its place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    /// Its text (with the `@` of database types).
    pub text: Arc<str>,
    /// Its place.
    pub span: Span,
}

/// A QLDoc comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QlDoc {
    /// The text between `/**` and `*/`, without the leading stars of lines.
    pub text: Arc<str>,
    /// The place of the whole comment.
    pub span: Span,
}

/// A file.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    /// The QLDoc at the very start of the file, whatever follows it; it has a query's metadata. A declaration right
    /// after it has it as its `doc` too.
    pub doc: Option<QlDoc>,
    /// Annotations of a file-module header (`overlay[local?] module;`), if there is one.
    pub annotations: Vec<Annotation>,
    /// The members in order.
    pub members: Vec<Member>,
    /// The whole text.
    pub span: Span,
}

/// A declaration in a module.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// The QLDoc before it.
    pub doc: Option<QlDoc>,
    /// Its annotations in order.
    pub annotations: Vec<Annotation>,
    /// The declaration.
    pub kind: MemberKind,
    /// From the first annotation to the end.
    pub span: Span,
}

/// The possible members of a module.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the types of the contents are documented")]
pub enum MemberKind {
    Import(Import),
    Module(Module),
    ModuleAlias(ModuleAlias),
    Class(Class),
    ClassAlias(ClassAlias),
    TypeUnion(TypeUnion),
    Newtype(Newtype),
    Predicate(Predicate),
    PredicateAlias(PredicateAlias),
    Signature(Signature),
    Select(Select),
}

/// `import path as name`.
#[derive(Clone, PartialEq, Debug)]
pub struct Import {
    /// The dotted part in front (one segment may also be a module name).
    pub path: Vec<Name>,
    /// Arguments directly after the dotted part.
    pub args: Option<Vec<Arg>>,
    /// `::name<args>` steps behind it.
    pub steps: Vec<ModuleStep>,
    /// The name behind `as`.
    pub alias: Option<Name>,
}

/// One step of a module expression.
#[derive(Clone, PartialEq, Debug)]
pub struct ModuleStep {
    /// The module's name.
    pub name: Name,
    /// Its arguments, if it is instantiated here.
    pub args: Option<Vec<Arg>>,
}

/// `A<X>::B`: at least one step.
#[derive(Clone, PartialEq, Debug)]
pub struct ModuleExpr {
    /// The steps, outermost first.
    pub steps: Vec<ModuleStep>,
    /// Its place.
    pub span: Span,
}

/// An argument of an instantiation. Only name resolution can decide between the last two.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// `p/2`.
    Predicate(PredicateRef),
    /// `@t`, `int`, `M::T`, `Name`: a type or, if it may name one, a module.
    TypeOrModule(TypeExpr),
    /// A module expression that cannot be a type (its last step has arguments, or begins in lower case).
    Module(ModuleExpr),
}

/// `M::p/2`, as in aliases, arguments and higher-order bodies.
#[derive(Clone, PartialEq, Debug)]
pub struct PredicateRef {
    /// The qualifier.
    pub module: Option<ModuleExpr>,
    /// The predicate's name (upper case for newtype branches).
    pub name: Name,
    /// The declared arity.
    pub arity: u32,
    /// Its place.
    pub span: Span,
}

/// `module M<S P> implements T { ... }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Module {
    /// Its name.
    pub name: Name,
    /// Its parameters; empty if it has none.
    pub params: Vec<ModuleParam>,
    /// Module signatures that it implements.
    pub implements: Vec<SigExpr>,
    /// Its members.
    pub members: Vec<Member>,
}

/// A module parameter: the signature says what kind it is.
#[derive(Clone, PartialEq, Debug)]
pub struct ModuleParam {
    /// Its signature.
    pub signature: SigExpr,
    /// Its name.
    pub name: Name,
}

/// A reference to a signature: `S`, `M::S`, `s/2`, `S<A>`.
#[derive(Clone, PartialEq, Debug)]
pub struct SigExpr {
    /// The qualifier.
    pub module: Option<ModuleExpr>,
    /// Its name.
    pub name: Name,
    /// The arity behind `/`: a predicate signature.
    pub arity: Option<u32>,
    /// Arguments of a parameterised module signature.
    pub args: Option<Vec<Arg>>,
    /// Its place.
    pub span: Span,
}

/// `module M = N;`.
#[derive(Clone, PartialEq, Debug)]
pub struct ModuleAlias {
    /// The new name.
    pub name: Name,
    /// Parameters (`module M<S P> = N<P>;` is not QL; kept empty, for diagnostics).
    pub params: Vec<ModuleParam>,
    /// The module it stands for.
    pub target: ModuleExpr,
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeExpr {
    /// Its form.
    pub kind: TypeExprKind,
    /// Its place.
    pub span: Span,
}

/// The forms of types.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeExprKind {
    /// `int`, `float`, `string`, `boolean`, `date`.
    Primitive(Primitive),
    /// `@expr`; the name has the `@`.
    Db(Name),
    /// `T`, `M::T`.
    Named {
        /// The qualifier.
        module: Option<ModuleExpr>,
        /// The type's name.
        name: Name,
    },
}

/// Primitive types that are keywords.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Primitive {
    Boolean,
    Date,
    Float,
    Int,
    String,
}

/// `class C extends A, B instanceof D { ... }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Class {
    /// Its name.
    pub name: Name,
    /// Base types.
    pub extends: Vec<TypeExpr>,
    /// Types behind `instanceof`.
    pub instanceof: Vec<TypeExpr>,
    /// Its members.
    pub members: Vec<ClassMember>,
}

/// A member of a class.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassMember {
    /// The QLDoc before it.
    pub doc: Option<QlDoc>,
    /// Its annotations in order.
    pub annotations: Vec<Annotation>,
    /// The declaration.
    pub kind: ClassMemberKind,
    /// From the first annotation to the end.
    pub span: Span,
}

/// The possible members of a class.
#[derive(Clone, PartialEq, Debug)]
pub enum ClassMemberKind {
    /// `C() { body }`.
    Characteristic {
        /// The name, which should be the class's.
        name: Name,
        /// The condition on `this`.
        body: Formula,
    },
    /// A member predicate.
    Predicate(Predicate),
    /// `type name;`.
    Field {
        /// Its type.
        ty: TypeExpr,
        /// Its name.
        name: Name,
    },
}

/// `class C = T;`.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassAlias {
    /// The new name.
    pub name: Name,
    /// The type it stands for.
    pub target: TypeExpr,
}

/// `class C = A or B;`.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeUnion {
    /// Its name.
    pub name: Name,
    /// At least two members.
    pub members: Vec<TypeExpr>,
}

/// `newtype T = A(...) { } or B()`.
#[derive(Clone, PartialEq, Debug)]
pub struct Newtype {
    /// Its name.
    pub name: Name,
    /// Its branches.
    pub branches: Vec<Branch>,
}

/// A branch of a newtype.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// The QLDoc before it.
    pub doc: Option<QlDoc>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<VarDecl>,
    /// Its condition.
    pub body: Option<Formula>,
    /// Its place.
    pub span: Span,
}

/// The head of a predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Head {
    /// The type of `result`; `None` for `predicate`.
    pub result: Option<TypeExpr>,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<VarDecl>,
    /// Its place.
    pub span: Span,
}

/// A predicate, member of a module or a class.
#[derive(Clone, PartialEq, Debug)]
pub struct Predicate {
    /// Its head.
    pub head: Head,
    /// Its body.
    pub body: PredicateBody,
}

/// The body of a predicate.
#[derive(Clone, PartialEq, Debug)]
pub enum PredicateBody {
    /// `;`: abstract, external, extensible, or in a signature.
    None,
    /// `{ formula }`.
    Formula(Formula),
    /// `= fastTC(p/2)(a, b)`.
    HigherOrder {
        /// The operator's name.
        name: Name,
        /// The predicates it is applied to.
        inputs: Vec<PredicateRef>,
        /// The expressions for its columns.
        args: Vec<Expr>,
        /// Its place.
        span: Span,
    },
}

/// `predicate p = q/2;`.
#[derive(Clone, PartialEq, Debug)]
pub struct PredicateAlias {
    /// The new name.
    pub name: Name,
    /// The predicate it stands for.
    pub target: PredicateRef,
}

/// A signature declaration.
#[derive(Clone, PartialEq, Debug)]
pub enum Signature {
    /// `signature int f(T x);`.
    Predicate(Head),
    /// `signature class S extends A { string m(); }`.
    Class(SignatureClass),
    /// `signature module S<P> { ... }`.
    Module {
        /// Its name.
        name: Name,
        /// Its parameters.
        params: Vec<ModuleParam>,
        /// Its members.
        members: Vec<SignatureMember>,
    },
}

/// A type signature, alone or in a module signature.
#[derive(Clone, PartialEq, Debug)]
pub struct SignatureClass {
    /// Its name.
    pub name: Name,
    /// Base types.
    pub extends: Vec<TypeExpr>,
    /// Types behind `instanceof`.
    pub instanceof: Vec<TypeExpr>,
    /// Required members, with their annotations.
    pub members: Vec<(Vec<Annotation>, Head)>,
}

/// A member of a module signature.
#[derive(Clone, PartialEq, Debug)]
pub struct SignatureMember {
    /// The QLDoc before it.
    pub doc: Option<QlDoc>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// The requirement.
    pub kind: SignatureMemberKind,
    /// Its place.
    pub span: Span,
}

/// The possible members of a module signature.
#[derive(Clone, PartialEq, Debug)]
pub enum SignatureMemberKind {
    /// A predicate without body, or (annotated `default`) with one.
    Predicate(Predicate),
    /// A type.
    Class(SignatureClass),
}

/// `type name`.
#[derive(Clone, PartialEq, Debug)]
pub struct VarDecl {
    /// Its type.
    pub ty: TypeExpr,
    /// Its name.
    pub name: Name,
}

/// `from ... where ... select ...`.
#[derive(Clone, PartialEq, Debug)]
pub struct Select {
    /// Variables of `from`.
    pub vars: Vec<VarDecl>,
    /// The condition of `where`.
    pub condition: Option<Formula>,
    /// The selected expressions with their labels.
    pub exprs: Vec<AsExpr>,
    /// Labels or variables to sort by; `true` for `desc`, `None` if no direction is written.
    pub order_by: Vec<(Name, Option<bool>)>,
}

/// `e as label`.
#[derive(Clone, PartialEq, Debug)]
pub struct AsExpr {
    /// The expression.
    pub expr: Expr,
    /// The label.
    pub label: Option<Name>,
}

/// An annotation.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    /// Its name (`private`, `pragma`, `bindingset`, ...).
    pub name: Name,
    /// Arguments in brackets, as text (`inline`, `this`, `local?`); `None` without brackets.
    pub args: Option<Vec<Name>>,
    /// Its place.
    pub span: Span,
}

/// A formula.
#[derive(Clone, PartialEq, Debug)]
pub struct Formula {
    /// Its form.
    pub kind: FormulaKind,
    /// Its place.
    pub span: Span,
}

/// The forms of formulas. `And` and `Or` are flat: `a and b and c` is one node of three.
#[derive(Clone, PartialEq, Debug)]
pub enum FormulaKind {
    /// `a and b`.
    And(Vec<Formula>),
    /// `a or b`.
    Or(Vec<Formula>),
    /// `a implies b`.
    Implies(Box<Formula>, Box<Formula>),
    /// `not a`.
    Not(Box<Formula>),
    /// `if c then f else g`.
    IfThenElse(Box<Formula>, Box<Formula>, Box<Formula>),
    /// `(f)`, kept for printing.
    Paren(Box<Formula>),
    /// `exists(e)`.
    ExistsExpr(Box<Expr>),
    /// `exists(D | f | g)`, `forall`, `forex`.
    Quantified {
        /// The quantifier.
        quantifier: Quantifier,
        /// Its variables.
        vars: Vec<VarDecl>,
        /// The first formula.
        range: Option<Box<Formula>>,
        /// The second formula.
        body: Option<Box<Formula>>,
    },
    /// `a < b`.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `e instanceof T`.
    InstanceOf(Box<Expr>, TypeExpr),
    /// `e in r`.
    In(Box<Expr>, Box<Expr>),
    /// A call without result, `any()`, `none()`; the expression is a [`ExprKind::Call`] or [`ExprKind::MemberCall`].
    Call(Box<Expr>),
}

/// Quantifiers with variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Quantifier {
    Exists,
    Forall,
    Forex,
}

/// Comparison operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl CompareOp {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Self::Eq => "=",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Its form.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

/// `+` or `*` behind a predicate's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClosureOp {
    /// One step or more.
    Plus,
    /// Zero or more steps.
    Star,
}

/// The forms of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// An int literal; 2147483648 occurs only below a unary minus, while -2147483648 is a literal here already.
    Int(i32),
    /// A float literal.
    Float(f64),
    /// A string literal, unescaped.
    String(Arc<str>),
    /// `true`, `false`.
    Boolean(bool),
    /// A variable or field.
    Var(Name),
    /// `this`.
    This,
    /// `result`.
    Result,
    /// `_`.
    Wildcard,
    /// `super`, `T.super`; only as a receiver.
    Super(Option<TypeExpr>),
    /// `(e)`, kept for printing.
    Paren(Box<Expr>),
    /// `-e`.
    Neg(Box<Expr>),
    /// `+e`.
    Plus(Box<Expr>),
    /// `a + b - c`: operators of one precedence, from left to right. Flat, so that a long sum is no deep tree.
    Chain(Box<Expr>, Vec<(BinaryOp, Expr)>),
    /// `(T)e` (`prefix`) or `e.(T)`.
    Cast {
        /// Whether the type precedes the operand.
        prefix: bool,
        /// The operand.
        expr: Box<Expr>,
        /// The type.
        ty: TypeExpr,
    },
    /// `M::p+(args)`; `any()` and `none()` too.
    Call {
        /// The qualifier.
        module: Option<ModuleExpr>,
        /// The predicate's name.
        name: Name,
        /// `+` or `*`.
        closure: Option<ClosureOp>,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// `e.m+(args)`.
    MemberCall {
        /// The receiver.
        receiver: Box<Expr>,
        /// The member's name.
        name: Name,
        /// `+` or `*`.
        closure: Option<ClosureOp>,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// `[a .. b]`.
    Range(Box<Expr>, Box<Expr>),
    /// `[a, b, c]`.
    Set(Vec<Expr>),
    /// An aggregate, or `any` with declarations or an expression.
    Aggregate(Box<Aggregate>),
    /// `pragma[only_bind_out](e)` (`out`) or `only_bind_into`.
    OnlyBind {
        /// Whether it is `only_bind_out`.
        out: bool,
        /// The expression.
        expr: Box<Expr>,
    },
}

/// Arithmetic operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

impl BinaryOp {
    /// Whether it is `+` or `-`, which bind less than the others.
    pub fn is_sum(self) -> bool {
        matches!(self, BinaryOp::Add | BinaryOp::Sub)
    }

    /// Its text.
    pub fn sign(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
        }
    }
}

/// An aggregate expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Aggregate {
    /// The function; `None` for `any`.
    pub function: Option<AggregateOp>,
    /// The place of its name.
    pub function_span: Span,
    /// The expression in brackets behind `rank`.
    pub bracket: Option<Expr>,
    /// Whether it has no declarations and no bars: `max(e)`.
    pub short: bool,
    /// The variables.
    pub vars: Vec<VarDecl>,
    /// The range.
    pub range: Option<Formula>,
    /// The expressions.
    pub exprs: Vec<AsExpr>,
    /// Sort keys; `true` for `desc`, `None` if no direction is written.
    pub order_by: Vec<(Expr, Option<bool>)>,
}
