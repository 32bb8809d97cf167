//! Lists the declarations of a syntax tree for an editor: names with their heads and QLDoc.

use quarrel_base::source::{Source, Span};
use quarrel_syntax::tree::{
    Branch, ClassMember, ClassMemberKind, File, Member, MemberKind, QlDoc, Signature, SignatureMemberKind,
};

/// The kind of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeclarationKind {
    /// A module, or a signature of modules.
    Module,
    /// A class, type or signature of types.
    Class,
    /// A predicate of a module.
    Predicate,
    /// A member predicate or characteristic predicate.
    Member,
    /// A field.
    Field,
    /// A branch of a newtype.
    Branch,
}

/// A declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Its kind.
    pub kind: DeclarationKind,
    /// Its name.
    pub name: String,
    /// The place of its name.
    pub name_span: Span,
    /// Its whole text.
    pub span: Span,
    /// Its head on one line, without annotations that only concern the compiler.
    pub head: String,
    /// Its QLDoc, if any.
    pub doc: Option<String>,
    /// The declarations inside it.
    pub members: Vec<Declaration>,
}

/// The declarations of a file.
pub(crate) fn of(tree: &File, source: &Source) -> Vec<Declaration> {
    tree.members.iter().filter_map(|member| module_member(member, source)).collect()
}

/// The declaration whose name is at `name`.
pub(crate) fn at(tree: &File, source: &Source, name: Span) -> Option<Declaration> {
    let mut stack = of(tree, source);
    while let Some(declaration) = stack.pop() {
        if declaration.name_span == name {
            return Some(declaration);
        }
        stack.extend(declaration.members);
    }
    None
}

fn module_member(member: &Member, source: &Source) -> Option<Declaration> {
    use DeclarationKind as Kind;
    let (kind, name, members) = match &member.kind {
        MemberKind::Import(_) | MemberKind::Select(_) => return None,
        MemberKind::Module(module) => {
            let members = module.members.iter().filter_map(|member| module_member(member, source));
            (Kind::Module, &module.name, members.collect())
        }
        MemberKind::ModuleAlias(alias) => (Kind::Module, &alias.name, Vec::new()),
        MemberKind::Class(class) => {
            let members = class.members.iter().map(|member| class_member(member, source));
            (Kind::Class, &class.name, members.collect())
        }
        MemberKind::ClassAlias(alias) => (Kind::Class, &alias.name, Vec::new()),
        MemberKind::TypeUnion(union) => (Kind::Class, &union.name, Vec::new()),
        MemberKind::Newtype(newtype) => {
            let branches = newtype.branches.iter().map(|member| branch(member, source));
            (Kind::Class, &newtype.name, branches.collect())
        }
        MemberKind::Predicate(predicate) => (Kind::Predicate, &predicate.head.name, Vec::new()),
        MemberKind::PredicateAlias(alias) => (Kind::Predicate, &alias.name, Vec::new()),
        MemberKind::Signature(signature) => match signature {
            Signature::Predicate(head) => (Kind::Predicate, &head.name, Vec::new()),
            Signature::Class(class) => (Kind::Class, &class.name, Vec::new()),
            Signature::Module { name, members, .. } => {
                let members = members.iter().map(|member| {
                    let (kind, name) = match &member.kind {
                        SignatureMemberKind::Predicate(predicate) => (Kind::Predicate, &predicate.head.name),
                        SignatureMemberKind::Class(class) => (Kind::Class, &class.name),
                    };
                    declaration(kind, name, member.span, member.doc.as_ref(), Vec::new(), source)
                });
                (Kind::Module, name, members.collect())
            }
        },
    };
    Some(declaration(kind, name, member.span, member.doc.as_ref(), members, source))
}

fn class_member(member: &ClassMember, source: &Source) -> Declaration {
    let (kind, name) = match &member.kind {
        ClassMemberKind::Characteristic { name, .. } => (DeclarationKind::Member, name),
        ClassMemberKind::Predicate(predicate) => (DeclarationKind::Member, &predicate.head.name),
        ClassMemberKind::Field { name, .. } => (DeclarationKind::Field, name),
    };
    declaration(kind, name, member.span, member.doc.as_ref(), Vec::new(), source)
}

fn branch(branch: &Branch, source: &Source) -> Declaration {
    let doc = branch.doc.as_ref();
    declaration(DeclarationKind::Branch, &branch.name, branch.span, doc, Vec::new(), source)
}

fn declaration(
    kind: DeclarationKind,
    name: &quarrel_syntax::tree::Name,
    span: Span,
    doc: Option<&QlDoc>,
    members: Vec<Declaration>,
    source: &Source,
) -> Declaration {
    let text = source.text.get(span.start as usize..span.end as usize).unwrap_or("");
    let head = text.split(['{', ';']).next().unwrap_or(text);
    Declaration {
        kind,
        name: name.text.to_string(),
        name_span: name.span,
        span,
        head: head.split_whitespace().collect::<Vec<_>>().join(" "),
        doc: doc.map(|doc| doc.text.to_string()),
        members,
    }
}
