//! Expressions, patterns and annotations.

use super::{AnnotationId, ElementValueId, ExprId, List, NewId, Span, StmtId, TypeDeclId, TypeNodeId, VarId};
use crate::intern::Sym;
use serde::{Deserialize, Serialize};

/// An expression (JLS 15), a pattern (JLS 14.30) or a variable declarator.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Expr {
    /// Its full extent, without the parentheses around it.
    pub span: Span,
    /// Its kind.
    pub kind: ExprKind,
    /// The number of parentheses directly around it (255 means that many or more).
    pub parens: u8,
}

/// The kind of an [`Expr`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ExprKind {
    /// A literal; `text` is as written, with quotes and suffixes.
    Literal {
        /// Its kind.
        kind: LiteralKind,
        /// The source text.
        text: Sym,
    },
    /// A simple name: a variable or, before a dot and the like, possibly a type or package.
    Name(Sym),
    /// `qualifier.name`: a field access, or a qualified name of a type or package. `resolve` decides.
    Select {
        /// The part before the dot; [`ExprKind::Super`] for `super.f`.
        qualifier: ExprId,
        /// The name after the dot.
        name: Sym,
    },
    /// `this` or `Outer.this`.
    This {
        /// The type name before `.this`, as a `Name` or `Select`.
        qualifier: Option<ExprId>,
    },
    /// `super` or `Outer.super`; only as the qualifier of a selection, call or method reference.
    Super {
        /// The type name before `.super`, as a `Name` or `Select`.
        qualifier: Option<ExprId>,
    },
    /// `qualifier.<T>name(args)`.
    Call {
        /// The part before the dot: an expression, a type name or `super`.
        qualifier: Option<ExprId>,
        /// Explicit type arguments.
        type_args: List<TypeNodeId>,
        /// The method's name.
        name: Sym,
        /// The arguments.
        args: List<ExprId>,
    },
    /// `new C(args) { body }`; also the implied creation of an enum constant.
    New(NewId),
    /// `new int[n][]` or `new int[] { ... }`.
    NewArray {
        /// The whole array type, one [`super::TypeNodeKind::Array`] for each dimension.
        ty: TypeNodeId,
        /// The dimensions with a size, outermost first.
        dims: List<ExprId>,
        /// The initialiser, an `ArrayInit`.
        init: Option<ExprId>,
    },
    /// `{ a, b }` as an array initialiser or an annotation value.
    ArrayInit {
        /// The elements.
        elements: List<ExprId>,
    },
    /// A unary operation, `++` and `--` included.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// Its operand.
        operand: ExprId,
    },
    /// A binary operation without assignment.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The left operand.
        left: ExprId,
        /// The right operand.
        right: ExprId,
    },
    /// `target = value`, or `target op= value`.
    Assign {
        /// The operator of a compound assignment.
        op: Option<BinaryOp>,
        /// The assigned variable or element.
        target: ExprId,
        /// The right-hand side.
        value: ExprId,
    },
    /// `condition ? then : otherwise`.
    Conditional {
        /// The part before the `?`.
        condition: ExprId,
        /// The part between `?` and `:`.
        then: ExprId,
        /// The part after the `:`.
        otherwise: ExprId,
    },
    /// `(T) operand`; the type may be an intersection.
    Cast {
        /// The type.
        ty: TypeNodeId,
        /// The operand.
        operand: ExprId,
    },
    /// `operand instanceof T` (then `ty`) or `operand instanceof pattern` (then `pattern`): exactly one is present.
    InstanceOf {
        /// The operand.
        operand: ExprId,
        /// The type, if no variable is bound.
        ty: Option<TypeNodeId>,
        /// A `VarDecl` (its type is that of the variable) or a `RecordPattern`.
        pattern: Option<ExprId>,
    },
    /// `T.class`.
    ClassLiteral {
        /// The type.
        ty: TypeNodeId,
    },
    /// `array[index]`.
    ArrayAccess {
        /// The array.
        array: ExprId,
        /// The index.
        index: ExprId,
    },
    /// `qualifier::<T>name`, or `qualifier::new` (then the name is `new`).
    MethodRef {
        /// An expression, a type name (`Name`, `Select`), a `TypeOperand` or `Super`.
        qualifier: ExprId,
        /// Explicit type arguments.
        type_args: List<TypeNodeId>,
        /// The method's name, or `new`.
        name: Sym,
    },
    /// A type in the place of an expression: the qualifier of `int[]::new`, `List<String>::new`.
    TypeOperand(TypeNodeId),
    /// `params -> body`.
    Lambda {
        /// The parameters; those without a type are inferred.
        params: List<VarId>,
        /// The body.
        body: LambdaBody,
    },
    /// A `switch` that is an expression.
    Switch {
        /// The expression in parentheses.
        selector: ExprId,
        /// Like [`super::StmtKind::Switch`].
        body: List<StmtId>,
    },
    /// A declarator of a local variable, with or without initialiser ([`super::Var::init`]), or a binding pattern.
    VarDecl(VarId),
    /// `T(p, q)` (JLS 14.30.1).
    RecordPattern {
        /// The record type.
        ty: TypeNodeId,
        /// The nested patterns.
        components: List<ExprId>,
    },
    /// The pattern `_`.
    AnyPattern,
    /// A string template `processor."text \{arg}"`.
    Template {
        /// The processor before the dot.
        processor: Option<ExprId>,
        /// The embedded expressions.
        args: List<ExprId>,
    },
    /// An annotation as a value inside another annotation.
    Annotation(AnnotationId),
    /// Code that could not be parsed.
    Error {
        /// The parts that could be parsed.
        parts: List<ExprId>,
    },
}

/// The kinds of literals (JLS 15.8.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum LiteralKind {
    /// `true` or `false`.
    Boolean,
    /// `12`, `0x1F`, `0b1`, `017`.
    Int,
    /// `12L`.
    Long,
    /// `1.0f`.
    Float,
    /// `1.0`.
    Double,
    /// `'c'`.
    Char,
    /// `"text"`.
    String,
    /// `"""` text block `"""`.
    TextBlock,
    /// `null`.
    Null,
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum UnaryOp {
    /// `+x`
    Plus,
    /// `-x`
    Minus,
    /// `~x`
    BitNot,
    /// `!x`
    Not,
    /// `++x`
    PreInc,
    /// `--x`
    PreDec,
    /// `x++`
    PostInc,
    /// `x--`
    PostDec,
}

impl UnaryOp {
    /// Whether it assigns to the operand.
    pub fn is_assignment(self) -> bool {
        matches!(self, UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec)
    }
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BinaryOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `>>>`
    UShr,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
}

impl BinaryOp {
    /// The operator's text.
    pub fn as_str(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::UShr => ">>>",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
        }
    }
}

/// The body of a lambda expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LambdaBody {
    /// `-> expression`
    Expr(ExprId),
    /// `-> { ... }`
    Block(StmtId),
}

/// The parts of `qualifier.new <T> C<...>(args) { body }`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewExpr {
    /// The enclosing instance.
    pub qualifier: Option<ExprId>,
    /// Explicit type arguments of the constructor.
    pub type_args: List<TypeNodeId>,
    /// The class; `None` for an enum constant, which creates its own enum.
    pub ty: Option<TypeNodeId>,
    /// The arguments.
    pub args: List<ExprId>,
    /// The anonymous class.
    pub body: Option<TypeDeclId>,
}

/// `@Name(values)` (JLS 9.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Annotation {
    /// From the `@` to the closing parenthesis.
    pub span: Span,
    /// The annotation type.
    pub ty: TypeNodeId,
    /// The form in which it is written.
    pub style: AnnotationStyle,
    /// The values given.
    pub values: List<ElementValueId>,
}

/// The forms of annotations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum AnnotationStyle {
    /// `@A` without parentheses.
    Marker,
    /// `@A(value)`.
    Single,
    /// `@A(name = value, ...)`, and `@A()`.
    Normal,
}

/// A value given to an annotation element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ElementValue {
    /// The whole pair.
    pub span: Span,
    /// The element; `value` if not written.
    pub name: Sym,
    /// The value: an expression, an `ArrayInit` or an `Annotation`.
    pub value: ExprId,
}
