//! Resolves names, types and calls to model ids, following the Java Language Specification.
//!
//! In: the syntax trees and the declarations. Out, in two phases:
//!
//! 1. headers (sequential): supertypes, bounds of type variables and the types of all members that are not
//!    inside a body;
//! 2. bodies (each file alone, in parallel): [`FileBindings`] of one file, and the headers of the local and
//!    anonymous classes in it.
//!
//! Unresolved calls are listed with the reason; bad Java never fails.

pub mod bodies;
mod calls;
pub mod constants;
mod exprs;
pub mod generics;
pub mod headers;
mod infer;
pub mod inherit;
mod lambda;
pub mod newer;
mod overload;
pub mod scope;
pub mod typenames;
pub mod types;

pub use bodies::resolve_file;
pub use headers::resolve_headers;
pub use scope::Imports;

use crate::intern::Sym;
use crate::model::{CallableId, ClassId, FieldId, PackageId, ParamId, Ty};
use serde::{Deserialize, Serialize};

/// The binding of an expression, name, call or creation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Binding {
    /// Nothing: the expression binds nothing, or could not be resolved.
    #[default]
    None,
    /// A local variable, exception parameter, resource, pattern variable or lambda parameter, by its index in
    /// [`FileBindings::local_types`] (the index of its declaration in the syntax tree).
    Local(u32),
    /// A parameter of a method or constructor.
    Param(ParamId),
    /// A field or enum constant.
    Field(FieldId),
    /// `length` of an array.
    ArrayLength,
    /// A type: the name refers to the expression's type.
    Type,
    /// A package.
    Package(PackageId),
    /// The static target of a method call, creation or method reference.
    Callable(CallableId),
}

/// Why a call has no binding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// The type of the receiver is unknown.
    UnknownReceiver,
    /// The receiver's class (or the class of a creation) is declared nowhere.
    MissingClass,
    /// The class, or one of its supertypes, is known only by name, so the member may be there.
    MissingSupertype,
    /// A class that is fully known has no such method.
    NoSuchMethod,
    /// Methods of that name exist, but none takes these arguments.
    NotApplicable,
    /// Several methods fit and none is more specific.
    Ambiguous,
    /// Several methods fit, and an argument of an undeclared type would decide between them.
    UnknownArgument,
    /// The functional interface of a method reference is unknown.
    UnknownTarget,
}

/// A call, creation or method reference without a binding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unresolved {
    /// The expression or, for an explicit constructor call, the statement.
    pub node: u32,
    /// Whether `node` is a statement.
    pub is_stmt: bool,
    /// The called name.
    pub name: Sym,
    /// The number of arguments.
    pub argc: u32,
    /// The reason.
    pub reason: Reason,
}

/// The function of a lambda or method reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Functional {
    /// The expression.
    pub expr: u32,
    /// The functional interface type (JLS 9.9).
    pub interface: Ty,
    /// Its one abstract method.
    pub method: CallableId,
    /// That method's result, in terms of `interface`.
    pub result: Ty,
}

/// The results of resolving one file; indexes are those of its syntax tree.
#[derive(Debug, Default)]
pub struct FileBindings {
    /// The static type of every expression; `Ty::UNKNOWN` if it could not be determined.
    pub expr_types: Vec<Ty>,
    /// The binding of every expression.
    pub bindings: Vec<Binding>,
    /// The type that every type node denotes.
    pub type_nodes: Vec<Ty>,
    /// The type of every local variable, lambda parameter, exception parameter and pattern variable.
    pub local_types: Vec<Ty>,
    /// The constructors called by explicit constructor calls, by statement, ascending.
    pub constructor_calls: Vec<(u32, CallableId)>,
    /// By class, the constructor of its superclass that constructors call implicitly (JLS 8.8.7).
    pub super_constructors: Vec<(ClassId, CallableId)>,
    /// The lambdas and method references with a known interface, by expression, ascending.
    pub functionals: Vec<Functional>,
    /// Calls without a binding, in the order of the text.
    pub unresolved: Vec<Unresolved>,
}
