//! Types as written.

use super::{AnnotationId, List, Span, TypeNodeId};
use crate::intern::Sym;
use serde::{Deserialize, Serialize};

/// A written type.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct TypeNode {
    /// Its full extent; for an array type with dimensions after a name, the part before the name.
    pub span: Span,
    /// Its kind.
    pub kind: TypeNodeKind,
    /// Annotations directly before the simple name, the wildcard or the brackets.
    pub annotations: List<AnnotationId>,
}

/// The kind of a [`TypeNode`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TypeNodeKind {
    /// A primitive type or `void`.
    Primitive(PrimitiveKind),
    /// `qualifier.Name<args>`.
    Named {
        /// The part before the dot: a type or a package, `resolve` decides.
        qualifier: Option<TypeNodeId>,
        /// The simple name.
        name: Sym,
        /// The type arguments.
        args: List<TypeNodeId>,
        /// `Name<>`.
        diamond: bool,
    },
    /// `component[]`, one node for each dimension; `int[][]` is an array of `int[]`.
    Array {
        /// The component type.
        component: TypeNodeId,
    },
    /// `?`, `? extends T`, `? super T`.
    Wildcard {
        /// Its kind.
        kind: WildcardKind,
        /// The bound.
        bound: Option<TypeNodeId>,
    },
    /// `A & B` in a cast.
    Intersection(List<TypeNodeId>),
    /// `A | B` in a catch clause.
    Union(List<TypeNodeId>),
    /// `var` where the language makes it infer a local variable's type.
    Var,
    /// Code that could not be parsed.
    Error,
}

/// The primitive types and `void`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum PrimitiveKind {
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `short`
    Short,
    /// `char`
    Char,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `void`
    Void,
}

impl PrimitiveKind {
    /// The keyword.
    pub fn as_str(self) -> &'static str {
        match self {
            PrimitiveKind::Boolean => "boolean",
            PrimitiveKind::Byte => "byte",
            PrimitiveKind::Short => "short",
            PrimitiveKind::Char => "char",
            PrimitiveKind::Int => "int",
            PrimitiveKind::Long => "long",
            PrimitiveKind::Float => "float",
            PrimitiveKind::Double => "double",
            PrimitiveKind::Void => "void",
        }
    }
}

/// The kinds of wildcards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum WildcardKind {
    /// `?`
    Unbounded,
    /// `? extends T`
    Extends,
    /// `? super T`
    Super,
}
