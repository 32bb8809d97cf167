//! Pages for the most frequent codes: what is wrong, why, an example, and the corrected example. Tests run the
//! examples.

use super::Code;

impl Code {
    /// The page in Markdown, if the code has one.
    pub const fn page(self) -> Option<&'static str> {
        Some(match self {
            Code::SyntaxError => include_str!("codes/syntax-error.md"),
            Code::UnresolvedImport => include_str!("codes/unresolved-import.md"),
            Code::UnresolvedModule => include_str!("codes/unresolved-module.md"),
            Code::UnresolvedType => include_str!("codes/unresolved-type.md"),
            Code::UnresolvedPredicate => include_str!("codes/unresolved-predicate.md"),
            Code::UnresolvedMember => include_str!("codes/unresolved-member.md"),
            Code::UnresolvedVariable => include_str!("codes/unresolved-variable.md"),
            Code::AmbiguousName => include_str!("codes/ambiguous-name.md"),
            Code::PrivateName => include_str!("codes/private-name.md"),
            Code::DuplicateDeclaration => include_str!("codes/duplicate-declaration.md"),
            Code::WrongArity => include_str!("codes/wrong-arity.md"),
            Code::IncompatibleTypes => include_str!("codes/incompatible-types.md"),
            Code::NotOrderable => include_str!("codes/not-orderable.md"),
            Code::MissingToString => include_str!("codes/missing-to-string.md"),
            Code::MissingImplementation => include_str!("codes/missing-implementation.md"),
            Code::AmbiguousMember => include_str!("codes/ambiguous-member.md"),
            Code::BadOverride => include_str!("codes/bad-override.md"),
            Code::OverrideNothing => include_str!("codes/override-nothing.md"),
            Code::MissingOverride => include_str!("codes/missing-override.md"),
            Code::SignatureMismatch => include_str!("codes/signature-mismatch.md"),
            Code::NoResult => include_str!("codes/no-result.md"),
            Code::UnusedResult => include_str!("codes/unused-result.md"),
            Code::ShadowedVariable => include_str!("codes/shadowed-variable.md"),
            Code::NotBound => include_str!("codes/not-bound.md"),
            Code::NonMonotonicRecursion => include_str!("codes/non-monotonic-recursion.md"),
            Code::NoQuery => include_str!("codes/no-query.md"),
            Code::MetadataShape => include_str!("codes/metadata-shape.md"),
            _ => return None,
        })
    }

    /// The output of `check --explain`: the page, or what the table says.
    pub fn explanation(self) -> String {
        match self.page() {
            Some(page) => page.to_owned(),
            None => {
                let severity = match self.severity() {
                    super::Severity::Error => "error",
                    super::Severity::Warning => "warning",
                };
                format!("# {}\n\n{} ({severity})\n", self.name(), self.title())
            }
        }
    }
}
