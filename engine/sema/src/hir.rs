//! Checked QL: the product of name and type analysis, and the input of lowering.
//!
//! Parameterised modules are gone (each instance has entities of its own), aliases are gone, every call names the one
//! predicate that it statically resolves to. Only QL's semantics remains: dispatch, extents, aggregates, closures. Only
//! predicates reachable from the queries (or, for `check`, all) have a body.

use quarrel_base::ids::{Id, IndexVec, SharedVec};
use quarrel_base::source::Span;
use quarrel_base::{FileId, define_id};
use std::sync::Arc;

pub use quarrel_base::AggregateOp;
pub use quarrel_syntax::tree::{BinaryOp, ClosureOp, CompareOp, Quantifier};

define_id! {
    /// A type.
    pub struct TypeId;
    /// A predicate of any kind.
    pub struct PredId;
    /// A variable of one predicate (parameters, `this`, `result` and fields included).
    pub struct VarId;
    /// A field of a class.
    pub struct FieldId;
}

/// A checked program.
#[derive(Clone, Default, Debug)]
pub struct Checked {
    /// All types.
    pub types: SharedVec<TypeId, Type>,
    /// All predicates.
    pub preds: SharedVec<PredId, Pred>,
    /// All fields.
    pub fields: IndexVec<FieldId, Field>,
    /// The queries, in order.
    pub queries: Vec<Query>,
    /// All classes of active modules, over which abstract extents and virtual dispatch range.
    pub classes: Vec<TypeId>,
    /// The recording for an editor, if requested.
    pub recorded: crate::Recorded,
}

impl Checked {
    /// Removes the body of a predicate.
    pub fn drop_body(&mut self, pred: PredId) {
        if !matches!(self.preds[pred].body, PredBody::None) {
            let bare = self.preds[pred].without_body();
            self.preds.replace(pred, bare);
        }
    }
}

/// Primitive types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names are QL's")]
pub enum Primitive {
    Boolean,
    Date,
    Float,
    Int,
    String,
    BigInt,
}

/// A type.
#[derive(Clone, Debug)]
pub struct Type {
    /// Its name for people, qualified by module unless that is a file (`M::T`).
    pub name: Arc<str>,
    /// Its kind.
    pub kind: TypeKind,
    /// Its declaration; `None` for primitives and database types.
    pub span: Option<Span>,
}

/// Kinds of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// A mistake that has been reported; compatible with everything.
    Error,
    /// A primitive.
    Primitive(Primitive),
    /// A database type; the name with `@`.
    Db(Arc<str>),
    /// A class: the extent `C.class` of language.md 7.2.
    Class(Class),
    /// The character type `C.C` of a class.
    Character(TypeId),
    /// The domain type `C.extends` of a class.
    Domain(TypeId),
    /// A newtype: the union of its branches.
    Newtype {
        /// The types of its branches.
        branches: Vec<TypeId>,
    },
    /// A branch of a newtype.
    Branch {
        /// The newtype.
        newtype: TypeId,
        /// The predicate of kind [`PredKind::Constructor`] that makes its values.
        constructor: PredId,
    },
    /// A type union.
    Union(Vec<TypeId>),
    /// An opaque type with values from a built-in module (`EquivalenceClass`, `Set` of `InternSets`, `EntityId`).
    Opaque,
}

/// A class.
#[derive(Clone, Default, Debug)]
pub struct Class {
    /// Base types.
    pub extends: Vec<Base>,
    /// Types behind `instanceof`.
    pub instanceof: Vec<TypeId>,
    /// Whether it is `abstract`.
    pub is_abstract: bool,
    /// Its characteristic predicate, if it has one.
    pub characteristic: Option<PredId>,
    /// The fields that it declares, in order.
    pub fields: Vec<FieldId>,
    /// All fields of its extent: inherited visible ones, then own ones; an overriding field replaces the overridden
    /// one.
    pub all_fields: Vec<FieldId>,
    /// The member predicates that it declares.
    pub members: Vec<PredId>,
    /// Classes that have this one as a direct base through ordinary (not final) extension, in active modules.
    pub subclasses: Vec<TypeId>,
    /// Whether the class is declared `bindingset[this]`: its extent may be infinite.
    pub bindingset_this: bool,
    /// Whether it represents any argument of a parameter, while a parameterised module is checked by itself: it has no
    /// values, and counts as finite unless `bindingset_this`.
    pub is_parameter: bool,
    /// Inlining pragmas on the class or its characteristic predicate.
    pub inline: Inline,
}

/// A base type of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base {
    /// The type.
    pub ty: TypeId,
    /// Whether it is extended finally (a `final` class or through a `final` alias): no overriding, no part in abstract
    /// extents.
    pub is_final: bool,
}

/// A field: a further column of its class's extent.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Arc<str>,
    /// Its declared type.
    pub ty: TypeId,
    /// The class that declares it.
    pub class: TypeId,
    /// Inherited fields that it overrides (equal values).
    pub overrides: Vec<FieldId>,
    /// Its declaration.
    pub span: Span,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Pred {
    /// Its name for people, unique enough to read: module, class, name, arity.
    pub name: Arc<str>,
    /// Its kind.
    pub kind: PredKind,
    /// All its variables.
    pub vars: IndexVec<VarId, Var>,
    /// `this`, for members and characteristic predicates (type: the class, or its domain type).
    pub this: Option<VarId>,
    /// The declared parameters.
    pub params: Vec<VarId>,
    /// `result`, if it has one.
    pub result: Option<VarId>,
    /// Variables for fields in the body, for members and characteristic predicates: every field that the body uses.
    pub field_vars: Vec<(FieldId, VarId)>,
    /// Its body.
    pub body: PredBody,
    /// `bindingset` annotations: alternatives, each with the variables that must be bound.
    pub bindingsets: Vec<Vec<VarId>>,
    /// Pragmas about inlining.
    pub inline: Inline,
    /// Member predicates that it overrides directly (language.md 7.5).
    pub overrides: Vec<PredId>,
    /// Member predicates that override it directly, in active modules.
    pub overridden_by: Vec<PredId>,
    /// Whether it is an abstract member.
    pub is_abstract: bool,
    /// The name in its declaration.
    pub span: Span,
}

impl Pred {
    /// A copy of everything except the body.
    fn without_body(&self) -> Self {
        Self {
            name: self.name.clone(),
            kind: self.kind.clone(),
            vars: self.vars.clone(),
            params: self.params.clone(),
            field_vars: self.field_vars.clone(),
            body: PredBody::None,
            bindingsets: self.bindingsets.clone(),
            overrides: self.overrides.clone(),
            overridden_by: self.overridden_by.clone(),
            ..*self
        }
    }
}

/// Pragmas about inlining.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Inline {
    /// None.
    #[default]
    Auto,
    /// `inline`, `inline_late`.
    Always,
    /// `noinline`, `nomagic`, `noopt`, `cached`.
    Never,
}

/// Kinds of predicates.
#[derive(Clone, Debug)]
pub enum PredKind {
    /// A predicate of a module.
    Plain,
    /// A member predicate of a class.
    Member {
        /// The class.
        class: TypeId,
    },
    /// The characteristic predicate of a class.
    Characteristic {
        /// The class.
        class: TypeId,
    },
    /// The constructor of a newtype branch: parameters, and the value as result.
    Constructor {
        /// The branch type.
        branch: TypeId,
    },
    /// A relation of the database; parameters are its columns.
    Stored {
        /// Its name in the catalog.
        relation: Arc<str>,
    },
    /// Its rows come from data extensions.
    Extensible {
        /// Its name in extensions.
        name: Arc<str>,
        /// Whether its last column is a `QlBuiltins::ExtensionId`.
        extension_id: bool,
    },
    /// `external`: the caller supplies its rows by name.
    External,
    /// A built-in member of a primitive type, such as `string.length()`; never virtual.
    BuiltinMember {
        /// The receiver's type.
        receiver: Primitive,
        /// The member's name; receiver and parameter types distinguish overloads.
        name: Arc<str>,
    },
    /// A built-in predicate without a class (`toUrl`) or of a built-in module.
    Builtin(BuiltinPred),
}

/// Built-in predicates that belong to no primitive type.
#[derive(Clone, Debug)]
pub enum BuiltinPred {
    /// `toUrl(file, sl, sc, el, ec, url)`.
    ToUrl,
    /// `x.getAQlClass()` for any type.
    GetAQlClass,
    /// `EquivalenceRelation<T, base>::getEquivalenceClass(x)`.
    EquivalenceClass {
        /// The base relation.
        base: PredId,
    },
    /// `InternSets<K, V, f>::getSet(k)`.
    GetSet {
        /// `f`.
        values: PredId,
    },
    /// `Set.contains(v)`.
    SetContains {
        /// `f`.
        values: PredId,
    },
    /// `NewEntity<Key>::map(key)`.
    NewEntity,
    /// `ExtensionId.toString()`.
    ExtensionIdText,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: Arc<str>,
    /// Its declared type: a condition wherever it is declared.
    pub ty: TypeId,
    /// Its declaration.
    pub span: Span,
}

/// The body of a predicate.
#[derive(Clone, Debug)]
pub enum PredBody {
    /// Not needed (abstract, stored, external, built in), not requested, or it had errors.
    None,
    /// A formula.
    Formula(Formula),
    /// A higher-order operator applied to predicates, with expressions for its columns.
    HigherOrder {
        /// The operator.
        op: HigherOrderOp,
        /// Its inputs.
        inputs: Vec<PredId>,
        /// The expressions for its columns.
        args: Vec<Expr>,
        /// The place of the application.
        span: Span,
    },
}

/// Higher-order operators (language.md section 16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names are QL's")]
pub enum HigherOrderOp {
    FastTC,
    SourceBoundedFastTC,
    DoublyBoundedFastTC,
    ShortestDistances,
    IDominance,
    EquivalenceRelation,
    ForceLocal,
    ForceMaterialize,
}

/// A result set.
#[derive(Clone, Debug)]
pub struct Query {
    /// `#select` or the predicate's name.
    pub name: Arc<str>,
    /// The predicate with the rows: for a select clause, a generated one whose parameters are the selected columns.
    pub pred: PredId,
    /// How to show its columns: parameters, then the result.
    pub columns: Vec<QueryColumn>,
    /// Sort order: column index, descending.
    pub order_by: Vec<(usize, bool)>,
    /// The index of the entry file that contains it.
    pub entry: usize,
}

/// A column of a result set.
#[derive(Clone, Debug)]
pub struct QueryColumn {
    /// Its label.
    pub name: Arc<str>,
    /// Its static type.
    pub ty: TypeId,
    /// The `toString()` to call (virtually), for a type that is not primitive.
    pub to_string: Option<PredId>,
    /// How to find its location, for a type that is not primitive.
    pub location: Option<LocationMember>,
}

/// The member that returns a type's location (language.md section 18), called virtually.
#[derive(Clone, Debug)]
pub enum LocationMember {
    /// `string getURL()`.
    Url(PredId),
    /// `hasLocationInfo(path, sl, sc, el, ec)`.
    Info(PredId),
    /// `getLocation()`, followed by the member of its result.
    Via(PredId, Box<LocationMember>),
}

/// A formula.
#[derive(Clone, Debug)]
pub struct Formula {
    /// Its form.
    pub kind: FormulaKind,
    /// Its place.
    pub span: Span,
}

/// The forms of formulas.
#[derive(Clone, Debug)]
pub enum FormulaKind {
    /// All must hold; true if empty.
    And(Vec<Formula>),
    /// At least one must hold; false if empty.
    Or(Vec<Formula>),
    /// The negation.
    Not(Box<Formula>),
    /// `not a or b`.
    Implies(Box<Formula>, Box<Formula>),
    /// `(c and f) or (not c and g)`.
    IfThenElse(Box<Formula>, Box<Formula>, Box<Formula>),
    /// A quantifier over declared variables.
    Quantified {
        /// The quantifier.
        quantifier: Quantifier,
        /// Its variables.
        vars: Vec<VarId>,
        /// The first formula, if any.
        range: Option<Box<Formula>>,
        /// The second formula, if any.
        body: Option<Box<Formula>>,
    },
    /// The expression has a value.
    Exists(Box<Expr>),
    /// The comparison of two values. Numeric operands of different kinds compare as floats.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// A value is in the type.
    InstanceOf(Box<Expr>, TypeId),
    /// A call of a predicate without result.
    Call(Box<Call>),
}

/// An expression; it denotes a set of values.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its form.
    pub kind: ExprKind,
    /// Its static type; the error type for a wildcard.
    pub ty: TypeId,
    /// Its place.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An int.
    Int(i32),
    /// A float.
    Float(f64),
    /// A string.
    String(Arc<str>),
    /// A truth value.
    Boolean(bool),
    /// A variable, parameter, `this`, `result`, or field.
    Var(VarId),
    /// Any value.
    Wildcard,
    /// `-e`; int, float or BigInt by the type.
    Neg(Box<Expr>),
    /// Operations of one precedence, from left to right, on operands of the type's kind: arithmetic (ints are converted
    /// where the type is float), or string concatenation (operands are strings already, see [`ExprKind::ToString`]).
    /// Where the kind changes on the way, a chain is the first operand of the next one. Never empty.
    Chain(Box<Expr>, Vec<(BinaryOp, Expr)>),
    /// Values of the operand that are in the expression's type; converts between int and float.
    Cast(Box<Expr>),
    /// The implicit `toString()` of an operand of `+`: a call of the predicate (a built-in member or a virtual call).
    ToString(Box<Expr>, PredId),
    /// A call of a predicate with result.
    Call(Box<Call>),
    /// `[a .. b]`.
    Range(Box<Expr>, Box<Expr>),
    /// `[a, b]`.
    Set(Vec<Expr>),
    /// `any(D | f | e)`: the values of `value` (the declared variable, if the source has none).
    Any {
        /// Its variables.
        vars: Vec<VarId>,
        /// The condition.
        range: Option<Box<Formula>>,
        /// The expression.
        value: Box<Expr>,
    },
    /// An aggregate.
    Aggregate(Box<Aggregate>),
    /// `pragma[only_bind_out](e)` or `only_bind_into`.
    OnlyBind {
        /// Whether it is `only_bind_out`.
        out: bool,
        /// The expression.
        expr: Box<Expr>,
    },
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The predicate that it resolves to statically.
    pub pred: PredId,
    /// The receiver of a member call; an implicit `this` is made explicit.
    pub receiver: Option<Expr>,
    /// The arguments.
    pub args: Vec<Expr>,
    /// `+` or `*`.
    pub closure: Option<ClosureOp>,
    /// How a member call selects its predicate.
    pub dispatch: Dispatch,
    /// The place of the whole call.
    pub span: Span,
}

/// How a call selects its predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dispatch {
    /// Exactly that predicate: calls without receiver, calls through `super` on a base class.
    Direct,
    /// The most specific overrides (language.md 7.5).
    Virtual,
}

/// An aggregate in normal form (language.md 11.1), with explicit defaults.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// The function; never `any`.
    pub function: AggregateOp,
    /// The rank of `rank`.
    pub bracket: Option<Expr>,
    /// The variables.
    pub vars: Vec<VarId>,
    /// The range; `None` for true.
    pub range: Option<Formula>,
    /// The aggregated expression; `None` if a count has none.
    pub value: Option<Expr>,
    /// The separator of `concat`; `None` for the empty text.
    pub separator: Option<Expr>,
    /// Sort keys, and whether descending.
    pub order_by: Vec<(Expr, bool)>,
    /// Variables declared by `as` labels, equal to the expressions they label.
    pub labels: Vec<(VarId, AggregateLabel)>,
    /// Whether the monotonic semantics applies (language.md 11.4).
    pub monotonic: bool,
}

/// The expression that a label of an aggregate names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AggregateLabel {
    /// The aggregated one.
    Value,
    /// The separator.
    Separator,
}

/// The place of declarations without a source.
pub(crate) fn nowhere() -> Span {
    Span::new(FileId::new(0), 0, 0)
}
