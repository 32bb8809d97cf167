//! Checks that annotations stand where they are valid, with valid arguments (language.md section 3). Overlay
//! annotations are only checked for their form: databases are always whole.

use crate::decl::{Decl, DeclKind, Flags, Loose, ScopeId, ScopeKind, has_argument};
use crate::suggest::most_similar;
use crate::world::{ModuleId, Sema};
use quarrel_base::{Code, Diagnostic, Span};
use quarrel_syntax::tree::{Annotation, Class, ClassMemberKind, Predicate, PredicateBody};

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

/// Arguments of `pragma[...]` on a predicate.
const PRAGMAS: &[&str] = &["assume_small_delta", "inline", "inline_late", "noinline", "nomagic", "noopt"];
/// Arguments of `pragma[...]` on an expression.
const EXPRESSION_PRAGMAS: &[&str] = &["only_bind_into", "only_bind_out"];
const LANGUAGES: &[&str] = &["monotonicAggregates"];
const OVERLAYS: &[&str] = &["caller", "caller?", "discard_entity", "global", "local", "local?"];

/// Places of annotations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    File,
    Import,
    Module,
    ModuleAlias,
    Class,
    ClassAlias,
    Union,
    Newtype,
    Branch,
    Predicate,
    PredicateAlias,
    /// `signature predicate`, `signature class`, `signature module`.
    PredicateSignature,
    TypeSignature,
    ModuleSignature,
    /// A predicate that a module signature requires or gives a default for.
    SignaturePredicate,
    SignatureType,
    Member,
    Characteristic,
    Field,
    Select,
}

impl Place {
    fn of(decl: &Decl<'_>, in_signature: bool) -> Self {
        match decl.kind {
            DeclKind::Module(_) => Place::Module,
            DeclKind::ModuleAlias(_) => Place::ModuleAlias,
            DeclKind::ImportAs(_) => Place::Import,
            DeclKind::Class(_) => Place::Class,
            DeclKind::ClassAlias(_) => Place::ClassAlias,
            DeclKind::Union(_) => Place::Union,
            DeclKind::Newtype(_) => Place::Newtype,
            DeclKind::Branch(..) => Place::Branch,
            DeclKind::Predicate(_) if in_signature => Place::SignaturePredicate,
            DeclKind::Predicate(_) => Place::Predicate,
            DeclKind::PredicateAlias(_) => Place::PredicateAlias,
            DeclKind::SignaturePredicate(_) => Place::PredicateSignature,
            DeclKind::SignatureClass(_) if in_signature => Place::SignatureType,
            DeclKind::SignatureClass(_) => Place::TypeSignature,
            DeclKind::SignatureModule(_) => Place::ModuleSignature,
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Place::File => "a file",
            Place::Import => "an import",
            Place::Module => "a module",
            Place::ModuleAlias => "a module alias",
            Place::Class => "a class",
            Place::ClassAlias => "a class alias",
            Place::Union => "a union of types",
            Place::Newtype => "a newtype",
            Place::Branch => "a branch of a newtype",
            Place::Predicate => "a predicate of a module",
            Place::PredicateAlias => "a predicate alias",
            Place::PredicateSignature => "a predicate signature",
            Place::TypeSignature => "a type signature",
            Place::ModuleSignature => "a module signature",
            Place::SignaturePredicate => "a predicate of a signature",
            Place::SignatureType => "a type of a signature",
            Place::Member => "a member predicate",
            Place::Characteristic => "a characteristic predicate",
            Place::Field => "a field",
            Place::Select => "a select clause",
        }
    }

    fn allows(self, name: &str) -> bool {
        use Place as P;
        match name {
            "abstract" => matches!(self, P::Class | P::Member),
            "additional" => !matches!(
                self,
                P::File
                    | P::Import
                    | P::SignaturePredicate
                    | P::SignatureType
                    | P::Member
                    | P::Characteristic
                    | P::Field
                    | P::Select
            ),
            "bindingset" => matches!(
                self,
                P::Class
                    | P::Predicate
                    | P::PredicateSignature
                    | P::TypeSignature
                    | P::SignaturePredicate
                    | P::SignatureType
                    | P::Member
                    | P::Characteristic
            ),
            "cached" => matches!(
                self,
                P::Module | P::Class | P::Union | P::Newtype | P::Predicate | P::Member | P::Characteristic
            ),
            "default" => self == P::SignaturePredicate,
            "deprecated" => !matches!(self, P::Characteristic | P::Select),
            "extensible" | "external" | "transient" => self == P::Predicate,
            "final" => matches!(self, P::Class | P::ClassAlias | P::Member | P::Field),
            "language" => {
                matches!(self, P::File | P::Module | P::Class | P::Predicate | P::Member | P::Characteristic)
            }
            "library" => self == P::Class,
            "overlay" => !matches!(
                self,
                P::Import | P::ClassAlias | P::PredicateAlias | P::Branch | P::Field | P::Select
            ),
            "override" => matches!(self, P::Member | P::Field),
            "pragma" => {
                matches!(self, P::Predicate | P::SignaturePredicate | P::Member | P::Characteristic)
            }
            "private" => !matches!(self, P::File | P::SignaturePredicate | P::SignatureType | P::Select),
            "query" => matches!(self, P::Predicate | P::PredicateAlias),
            _ => false,
        }
    }
}

impl<'t> Sema<'t> {
    /// Checks the annotations of all declarations of a module.
    pub(crate) fn check_annotations(&mut self, module: ModuleId) {
        let Some(scope) = self.modules[module].scope else { return };
        let in_signature = self.decls.scopes[scope].kind == ScopeKind::Signature;
        for (annotations, loose) in self.decls.scopes[scope].loose.clone() {
            let place = match loose {
                Loose::Header => Place::File,
                Loose::Import => Place::Import,
                Loose::Select => Place::Select,
            };
            self.check_list(annotations, place);
        }
        for at in 0..self.decls.scopes[scope].decls.len() {
            let decl = self.decls.decls[self.decls.scopes[scope].decls[at]];
            self.check_list(decl.annotations, Place::of(&decl, in_signature));
            match decl.kind {
                DeclKind::Predicate(predicate) => {
                    self.check_late_inlining(decl.annotations);
                    self.check_outside(predicate, decl.annotations);
                }
                DeclKind::Class(class) => self.check_members(class, decl.flags),
                DeclKind::Module(body) if decl.flags.has(Flags::CACHED) => self.check_cached(body),
                _ => {}
            }
        }
    }

    fn check_members(&mut self, class: &'t Class, flags: Flags) {
        for member in &class.members {
            let (place, name) = match &member.kind {
                ClassMemberKind::Characteristic { name, .. } => (Place::Characteristic, name),
                ClassMemberKind::Predicate(predicate) => (Place::Member, &predicate.head.name),
                ClassMemberKind::Field { name, .. } => (Place::Field, name),
            };
            self.check_list(&member.annotations, place);
            self.check_late_inlining(&member.annotations);
            let own = Flags::of(&member.annotations);
            let exempt = own.has(Flags::PRIVATE) || own.has(Flags::ABSTRACT) || place == Place::Field;
            if flags.has(Flags::CACHED) && !own.has(Flags::CACHED) && !exempt {
                self.not_cached(name.span, "class", class.name.span);
            }
        }
    }

    /// In a cached module, every public declaration that can be cached must be.
    fn check_cached(&mut self, body: ScopeId) {
        let Some(outer) = self.decls.scopes[body].decl else { return };
        let outer = self.decls.decls[outer].name.span;
        for at in 0..self.decls.scopes[body].decls.len() {
            let decl = self.decls.decls[self.decls.scopes[body].decls[at]];
            let can_be_cached = matches!(
                decl.kind,
                DeclKind::Module(_) | DeclKind::Class(_) | DeclKind::Newtype(_) | DeclKind::Predicate(_)
            );
            if can_be_cached && !decl.flags.has(Flags::CACHED) && !decl.flags.has(Flags::PRIVATE) {
                self.not_cached(decl.name.span, "module", outer);
            }
        }
    }

    fn not_cached(&mut self, span: Span, owner: &str, place: Span) {
        let message = format!("what is public in a cached {owner} must be annotated `cached` itself");
        self.report(
            Diagnostic::error(Code::MissingCached, span, message)
                .label(place, format!("this {owner} is cached"))
                .help("annotate it `cached` or `private`"),
        );
    }

    fn check_list(&mut self, annotations: &'t [Annotation], place: Place) {
        for (at, annotation) in annotations.iter().enumerate() {
            let name = &*annotation.name.text;
            if !KNOWN.contains(&name) {
                let message = format!("there is no annotation `{name}`");
                let mut diagnostic = Diagnostic::error(Code::UnknownAnnotation, annotation.span, message);
                if let Some(similar) = most_similar(name, KNOWN.iter().copied()) {
                    diagnostic = diagnostic.rename(similar);
                }
                self.report(diagnostic);
            } else if !place.allows(name) {
                let message = format!("{} cannot be annotated `{name}`", place.noun());
                self.error(Code::MisplacedAnnotation, annotation.span, message);
            } else {
                self.check_arguments(annotation);
            }
            let arguments = |annotation: &Annotation| -> Option<Vec<_>> {
                annotation.args.as_ref().map(|args| args.iter().map(|arg| arg.text.clone()).collect())
            };
            let repeated = annotations[..at]
                .iter()
                .any(|before| &*before.name.text == name && arguments(before) == arguments(annotation));
            if repeated {
                let message = format!("`{name}` is repeated");
                self.error(Code::RepeatedAnnotation, annotation.span, message);
            }
        }
    }

    fn check_arguments(&mut self, annotation: &'t Annotation) {
        let name = &*annotation.name.text;
        let choices = match (name, &annotation.args) {
            ("pragma", _) => PRAGMAS,
            ("language", _) => LANGUAGES,
            ("overlay", _) => OVERLAYS,
            ("bindingset", Some(_)) => return,
            ("bindingset", None) => {
                let message = "`bindingset` names what must be bound";
                let diagnostic = Diagnostic::error(Code::AnnotationArgument, annotation.span, message)
                    .help("write `bindingset[x]` with the names of parameters, or of `this` or `result`");
                return self.report(diagnostic);
            }
            (_, None) => return,
            (_, Some(_)) => {
                let message = format!("`{name}` takes nothing in brackets");
                return self.error(Code::AnnotationArgument, annotation.span, message);
            }
        };
        let list = || choices.iter().map(|choice| format!("`{choice}`")).collect::<Vec<_>>().join(", ");
        let args = annotation.args.as_deref().unwrap_or_default();
        let wrong = args.iter().find(|arg| !choices.contains(&&*arg.text));
        let diagnostic = match (args, wrong) {
            ([_, ..], None) if name == "pragma" || args.len() == 1 => return,
            ([_], Some(arg)) | ([_, _, ..], Some(arg)) if name == "pragma" || args.len() == 1 => {
                let message = format!("there is no `{name}[{}]`", arg.text);
                let diagnostic = Diagnostic::error(Code::AnnotationArgument, arg.span, message);
                if name == "pragma" && EXPRESSION_PRAGMAS.contains(&&*arg.text) {
                    diagnostic.help("it stands before an expression: `pragma[only_bind_out](e)`")
                } else if let Some(similar) = most_similar(&arg.text, choices.iter().copied()) {
                    diagnostic.rename(similar)
                } else {
                    diagnostic.help(format!("`{name}[...]` takes one of {}", list()))
                }
            }
            _ => Diagnostic::error(
                Code::AnnotationArgument,
                annotation.span,
                format!("`{name}` takes one thing in brackets"),
            )
            .help(format!("it is one of {}", list())),
        };
        self.report(diagnostic);
    }

    fn check_late_inlining(&mut self, annotations: &'t [Annotation]) {
        let bindingset = annotations.iter().any(|annotation| &*annotation.name.text == "bindingset");
        if let Some(late) = annotations.iter().find(|it| has_argument(it, "inline_late"))
            && !bindingset
        {
            self.error(Code::MisplacedAnnotation, late.span, "`inline_late` needs a `bindingset`");
        }
    }

    /// Predicates without a body are either `external` or `extensible`.
    fn check_outside(&mut self, predicate: &'t Predicate, annotations: &'t [Annotation]) {
        let find = |name: &str| annotations.iter().find(|annotation| &*annotation.name.text == name);
        if let Some(transient) = find("transient")
            && find("external").is_none()
        {
            self.error(Code::MisplacedAnnotation, transient.span, "`transient` needs `external`");
        }
        if let (Some(_), Some(extensible)) = (find("external"), find("extensible")) {
            let message = "a predicate is `external` or `extensible`, not both";
            self.error(Code::MisplacedAnnotation, extensible.span, message);
        }
        if let Some(annotation) = find("external").or_else(|| find("extensible"))
            && !matches!(predicate.body, PredicateBody::None)
        {
            let message = format!("a predicate annotated `{}` has no body", annotation.name.text);
            self.error(Code::MisplacedAnnotation, predicate.head.name.span, message);
        }
    }
}
