//! The table of all diagnostics: each has a stable name, a severity and a title.

use super::Severity;
use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $severity:ident, $title:literal;)*) => {
        /// The kind of a diagnostic. Tests, `check --explain` and suppressions use its name.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $(#[doc = $title] $(#[$doc])* $variant,)*
        }

        impl Code {
            /// All codes in the order of the table: syntax, names, types, classes, modules, bodies, meaning, packs.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The stable name, such as `unresolved-type`.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }
            /// The general statement, such as "An import cannot be resolved."
            pub const fn title(self) -> &'static str {
                match self { $(Code::$variant => $title,)* }
            }
            /// Its severity.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    // Syntax (language.md sections 1 and 2).
    SyntaxError = "syntax-error", Error, "The text is not QL.";
    InvalidToken = "invalid-token", Error, "These characters are no token of QL.";
    InvalidEscape = "invalid-escape", Error, "A string has an escape sequence that does not exist.";
    IntOutOfRange = "int-out-of-range", Error, "A number is too large for its type.";
    NestingTooDeep = "nesting-too-deep", Error, "The nesting is too deep.";

    // Names (section 4).
    UnresolvedImport = "unresolved-import", Error, "An import cannot be resolved.";
    UnresolvedModule = "unresolved-module", Error, "No module of this name is visible.";
    UnresolvedType = "unresolved-type", Error, "No type of this name is visible.";
    UnresolvedPredicate = "unresolved-predicate", Error, "No predicate of this name is visible.";
    UnresolvedSignature = "unresolved-signature", Error, "No signature of this name is visible.";
    UnresolvedMember = "unresolved-member", Error, "A type has no member of this name.";
    UnresolvedVariable = "unresolved-variable", Error, "No variable of this name is in scope.";
    UnresolvedOperator = "unresolved-operator", Error, "There is no higher-order operator of this name.";
    AmbiguousName = "ambiguous-name", Error, "A name is ambiguous.";
    PrivateName = "private-name", Error, "The declaration is private.";
    DuplicateDeclaration = "duplicate-declaration", Error, "Two declarations have the same name.";
    AliasCycle = "alias-cycle", Error, "An alias refers to itself.";
    WrongArity = "wrong-arity", Error, "The name exists with another number of arguments.";
    MisplacedSelect = "misplaced-select", Error, "A library or a module has a select clause.";
    Deprecated = "deprecated", Warning, "A deprecated declaration is used.";
    LibraryClass = "library-class", Error, "A query names a class that is for libraries only.";

    // Annotations (section 3).
    UnknownAnnotation = "unknown-annotation", Error, "There is no such annotation.";
    MisplacedAnnotation = "misplaced-annotation", Error, "The annotation is not allowed here.";
    RepeatedAnnotation = "repeated-annotation", Error, "An annotation is repeated.";
    AnnotationArgument = "annotation-argument", Error, "An annotation has an argument that it does not take.";
    MissingCached = "missing-cached", Error, "A public declaration in a cached module or class is not cached.";

    // Types (section 6).
    IncompatibleTypes = "incompatible-types", Error, "Two types have no value in common.";
    NoCommonType = "no-common-type", Error, "The elements of a set have no type in common.";
    NotANumber = "not-a-number", Error, "An operand of arithmetic is not a number.";
    NotOrderable = "not-orderable", Error, "Values that have no order are compared or sorted.";
    WildcardWithoutType = "wildcard-without-type", Error, "Nothing gives `_` a type here.";
    TypeCycle = "type-cycle", Error, "A union of types contains itself.";
    BadUnion = "bad-union", Error, "A union of types has a member that no union can have.";

    // Classes (section 7).
    ClassWithoutBase = "class-without-base", Error, "A class extends nothing.";
    ClassCycle = "class-cycle", Error, "A class depends on itself.";
    EmptyClass = "empty-class", Warning, "A class extends database types that the schema keeps apart.";
    FinalAndInherited = "final-and-inherited", Error, "A class extends another one both finally and not.";
    MisnamedCharacteristic = "misnamed-characteristic", Error, "A characteristic predicate does not have the class's name.";
    MissingToString = "missing-to-string", Error, "A type has no `toString()`.";
    MissingImplementation = "missing-implementation", Error, "An abstract member is not implemented.";
    MissingBody = "missing-body", Error, "A predicate has no body and needs one.";
    AbstractWithBody = "abstract-with-body", Error, "An abstract member has a body.";
    AmbiguousMember = "ambiguous-member", Error, "Several members of this name are inherited.";
    AmbiguousField = "ambiguous-field", Error, "Several fields of this name are inherited.";
    BadOverride = "bad-override", Error, "An overriding member has other types than the overridden one.";
    OverrideNothing = "override-nothing", Error, "A member is annotated `override` and overrides nothing.";
    MissingOverride = "missing-override", Error, "A member overrides another one without `override`.";
    NoThis = "no-this", Error, "`this` or `super` stands outside a class.";
    WrongSuper = "wrong-super", Error, "`T.super` names no direct supertype.";
    SuperWithoutCall = "super-without-call", Error, "`super` stands alone.";
    ImplicitThis = "implicit-this", Warning, "A member is called without `this.`, in a pack with `warnOnImplicitThis`.";
    ShadowedField = "shadowed-field", Error, "A variable hides a field.";

    // Modules and signatures (section 5).
    NotParameterised = "not-parameterised", Error, "Arguments for a module that has no parameters.";
    MissingModuleArguments = "missing-module-arguments", Error, "A parameterised module is used without arguments.";
    WrongArgumentCount = "wrong-argument-count", Error, "A module or operator is given too many or too few arguments.";
    WrongArgumentKind = "wrong-argument-kind", Error, "A module is given an argument of another kind than its parameter.";
    SignatureMismatch = "signature-mismatch", Error, "An argument or a module does not fit its signature.";
    MissingSignatureMember = "missing-signature-member", Error, "A module lacks what the signature that it implements requires.";
    MissingAdditional = "missing-additional", Error, "A module has a public name that its signature does not have.";
    SuperfluousAdditional = "superfluous-additional", Error, "`additional` has no effect here.";
    MisplacedBody = "misplaced-body", Error, "A signature requires a predicate and gives it a body.";
    EndlessInstantiation = "endless-instantiation", Error, "Instances of a module need ever larger ones.";

    // Formulas and expressions (sections 10 to 12).
    NotAFormula = "not-a-formula", Error, "An expression stands where a formula must.";
    NoResult = "no-result", Error, "The result of a predicate that has none is used.";
    UnusedResult = "unused-result", Error, "The result of a predicate is not used.";
    ShadowedVariable = "shadowed-variable", Error, "A variable of this name is in scope already.";
    BadAggregate = "bad-aggregate", Error, "An aggregate lacks a part, or has one too many.";
    BadClosure = "bad-closure", Error, "`+` or `*` on a predicate that is no relation between two columns of one type.";

    // Meaning (sections 13 and 14).
    NotBound = "not-bound", Error, "A variable or expression could have infinitely many values.";
    NonMonotonicRecursion = "non-monotonic-recursion", Error, "A predicate depends on itself through a negation or an aggregate.";
    EmptyRecursion = "empty-recursion", Error, "A recursion has no base case.";
    RecursiveInline = "recursive-inline", Warning, "A recursive predicate is annotated `pragma[inline]`.";

    // Queries (section 18).
    BadResultColumn = "bad-result-column", Error, "Values of a result column's type cannot be shown.";
    NoQuery = "no-query", Error, "A query file has no query.";
    BadOrderBy = "bad-order-by", Error, "`order by` names no column, or one twice.";
    BadMetadata = "bad-metadata", Warning, "A tag in the comment of a query has no such value.";
    MetadataShape = "metadata-shape", Error, "The columns of a query are not those of its `@kind`.";

    // Packs, data extensions, schemas (sections 17 and 20).
    BadPack = "bad-pack", Error, "A pack file is invalid.";
    UnknownPack = "unknown-pack", Warning, "A pack depends on a missing one.";
    UnknownExtensible = "unknown-extensible", Error, "A row extends a predicate that does not exist.";
    UnknownTarget = "unknown-target", Warning, "Rows extend a missing pack.";
    UnmatchedRow = "unmatched-row", Warning, "A row of a data extension matches nothing in the database.";
    BadExtensionRow = "bad-extension-row", Error, "A row of a data extension does not fit its predicate.";
    SchemaSyntax = "schema-syntax", Error, "The text is no schema.";
    SchemaDuplicate = "schema-duplicate", Error, "A schema declares a name twice.";
    SchemaUnknownName = "schema-unknown-name", Error, "A schema uses a name that it does not declare.";
    SchemaType = "schema-type", Error, "A column of a schema has a type that it cannot have.";
    SchemaCycle = "schema-cycle", Error, "A union of a schema contains itself.";
    DatalogSyntax = "datalog-syntax", Error, "The text is no Datalog program.";
}

impl Code {
    /// The code of that name.
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
    /// The label of the primary place if the diagnostic gives none.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Code::UnresolvedImport
            | Code::UnresolvedModule
            | Code::UnresolvedType
            | Code::UnresolvedPredicate
            | Code::UnresolvedSignature
            | Code::UnresolvedVariable
            | Code::UnresolvedOperator => "not found",
            Code::UnresolvedMember => "no such member",
            Code::AmbiguousName | Code::AmbiguousMember | Code::AmbiguousField => "which one?",
            Code::PrivateName => "private",
            Code::DuplicateDeclaration => "declared again here",
            Code::AliasCycle | Code::ClassCycle => "depends on itself",
            Code::WrongArity | Code::WrongArgumentCount => "another number is expected",
            Code::Deprecated => "deprecated",
            Code::UnknownAnnotation => "no such annotation",
            Code::MisplacedAnnotation => "not allowed here",
            Code::RepeatedAnnotation => "the second one",
            Code::IncompatibleTypes => "can never hold",
            Code::NotANumber => "no number",
            Code::NotOrderable => "no order",
            Code::ClassWithoutBase => "extends nothing",
            Code::MissingToString => "no `toString()`",
            Code::MissingImplementation => "does not implement it",
            Code::MissingBody => "no body",
            Code::BadOverride => "overrides with another type",
            Code::ImplicitThis => "a member of the class",
            Code::OverrideNothing => "nothing to override",
            Code::MissingOverride => "overrides",
            Code::ShadowedField => "hides the field",
            Code::ShadowedVariable => "declared again here",
            Code::SignatureMismatch => "does not fit",
            Code::NotAFormula => "not a formula",
            Code::NoResult => "no result",
            Code::UnusedResult => "its result is not used",
            Code::EmptyRecursion => "always empty",
            Code::RecursiveInline => "not inlined",
            Code::NoQuery => "nothing is selected",
            Code::MetadataShape => "needs other columns",
            _ => "here",
        }
    }
    /// The code with the most similar name, if any is similar.
    pub fn nearest(name: &str) -> Option<Code> {
        Code::from_name(quarrel_common::similar::most_similar(
            name,
            Code::ALL.iter().map(|code| code.name()),
        )?)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
