//! Whether annotations stand where they mean something (language.md section 3).

use crate::decl::{Decl, DeclKind, ScopeKind, has_argument};
use crate::world::{ModuleId, Sema};
use quarrel_base::{Code, Diagnostic};
use quarrel_syntax::tree::{Annotation, ClassMemberKind, Predicate, PredicateBody};

/// All annotations that QL has.
const KNOWN: &[&str] = &[
    "abstract",
    "additional",
    "bindingset",
    "cached",
    "default",
    "deprecated",
    "extensible",
    "external",
    "final",
    "language",
    "library",
    "overlay",
    "override",
    "pragma",
    "private",
    "query",
    "signature",
    "transient",
];

/// Where annotations stand that not everything can have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Class,
    ClassAlias,
    Predicate,
    SignaturePredicate,
    PredicateAlias,
    Member,
    Characteristic,
    Field,
    Other,
}

impl Place {
    fn noun(self) -> &'static str {
        match self {
            Place::Class => "a class",
            Place::ClassAlias => "a class alias",
            Place::Predicate => "a predicate of a module",
            Place::SignaturePredicate => "a predicate of a signature",
            Place::PredicateAlias => "a predicate alias",
            Place::Member => "a member predicate",
            Place::Characteristic => "a characteristic predicate",
            Place::Field => "a field",
            Place::Other => "this declaration",
        }
    }

    fn allows(self, name: &str) -> bool {
        use Place as P;
        match name {
            "abstract" => matches!(self, P::Class | P::Member),
            "override" => matches!(self, P::Member | P::Field),
            "query" => matches!(self, P::Predicate | P::PredicateAlias),
            "external" | "extensible" | "transient" => self == P::Predicate,
            "default" => self == P::SignaturePredicate,
            "final" => matches!(self, P::Class | P::ClassAlias | P::Member | P::Field),
            "library" => self == P::Class,
            "pragma" => {
                matches!(self, P::Predicate | P::SignaturePredicate | P::Member | P::Characteristic)
            }
            "bindingset" => !matches!(self, P::Field | P::ClassAlias | P::PredicateAlias),
            _ => true,
        }
    }
}

impl<'t> Sema<'t> {
    /// Checks the annotations of everything that a module declares.
    pub(crate) fn check_annotations(&mut self, module: ModuleId) {
        let Some(scope) = self.modules[module].scope else { return };
        let signature = self.decls.scopes[scope].kind == ScopeKind::Signature;
        for at in 0..self.decls.scopes[scope].decls.len() {
            let decl = self.decls.decls[self.decls.scopes[scope].decls[at]];
            self.check_declaration(&decl, signature);
        }
    }

    fn check_declaration(&mut self, decl: &Decl<'t>, signature: bool) {
        let place = match decl.kind {
            DeclKind::Class(_) => Place::Class,
            DeclKind::ClassAlias(_) => Place::ClassAlias,
            DeclKind::Predicate(_) if signature => Place::SignaturePredicate,
            DeclKind::Predicate(_) => Place::Predicate,
            DeclKind::PredicateAlias(_) => Place::PredicateAlias,
            _ => Place::Other,
        };
        self.check_list(decl.annotations, place);
        match decl.kind {
            DeclKind::Predicate(predicate) => self.check_predicate(predicate, decl.annotations),
            DeclKind::Class(class) => {
                for member in &class.members {
                    let place = match &member.kind {
                        ClassMemberKind::Characteristic { .. } => Place::Characteristic,
                        ClassMemberKind::Predicate(_) => Place::Member,
                        ClassMemberKind::Field { .. } => Place::Field,
                    };
                    self.check_list(&member.annotations, place);
                    if let ClassMemberKind::Predicate(predicate) = &member.kind {
                        self.check_predicate(predicate, &member.annotations);
                    }
                }
            }
            _ => {}
        }
    }

    fn check_list(&mut self, annotations: &'t [Annotation], place: Place) {
        for (at, annotation) in annotations.iter().enumerate() {
            let name = &*annotation.name.text;
            if !KNOWN.contains(&name) {
                let message = format!("there is no annotation `{name}`");
                let mut diagnostic = Diagnostic::error(Code::UnknownAnnotation, annotation.span, message);
                if let Some(similar) = crate::suggest::most_similar(name, KNOWN.iter().copied()) {
                    diagnostic = diagnostic.help(format!("did you mean `{similar}`?"));
                }
                self.tell(diagnostic);
            } else if !place.allows(name) {
                let message = format!("{} cannot be annotated `{name}`", place.noun());
                self.error(Code::MisplacedAnnotation, annotation.span, message);
            }
            let arguments = |annotation: &Annotation| -> Option<Vec<_>> {
                annotation.args.as_ref().map(|args| args.iter().map(|arg| arg.text.clone()).collect())
            };
            let repeated = annotations[..at]
                .iter()
                .any(|before| &*before.name.text == name && arguments(before) == arguments(annotation));
            if repeated {
                let message = format!("`{name}` stands here twice");
                self.error(Code::RepeatedAnnotation, annotation.span, message);
            }
        }
    }

    fn check_predicate(&mut self, predicate: &'t Predicate, annotations: &'t [Annotation]) {
        let find = |name: &str| annotations.iter().find(|annotation| &*annotation.name.text == name);
        let late = annotations.iter().find(|annotation| has_argument(annotation, "inline_late"));
        if let Some(late) = late
            && find("bindingset").is_none()
        {
            self.error(Code::MisplacedAnnotation, late.span, "`inline_late` needs a `bindingset`");
        }
        if let Some(transient) = find("transient")
            && find("external").is_none()
        {
            self.error(Code::MisplacedAnnotation, transient.span, "`transient` needs `external`");
        }
        if let Some(extensible) = find("extensible")
            && find("external").is_some()
        {
            self.error(
                Code::MisplacedAnnotation,
                extensible.span,
                "a predicate is either `external` or `extensible`",
            );
        }
        let bodiless = find("external").or_else(|| find("extensible"));
        if let Some(annotation) = bodiless
            && !matches!(predicate.body, PredicateBody::None)
        {
            let message = format!("a predicate annotated `{}` has no body", annotation.name.text);
            self.error(Code::MisplacedAnnotation, predicate.head.name.span, message);
        }
    }
}
