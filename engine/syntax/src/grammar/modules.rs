//! Files, modules, imports, signatures, and members of modules.

use super::classes::{class, newtype, supertypes};
use super::predicates::{annotations, body, head, params, predicate_body, result_type, select};
use super::recovery::{Owner, annotated, braced, members};
use super::terms::{Node, terms};
use super::types::{Types, types};
use super::{Ex, Extra, In, Rule, named, simple_id, span_of, token};
use crate::fault::What;
use crate::token::Kind;
use crate::tree::*;
use chumsky::prelude::*;
use quarrel_base::{Code, Diagnostic};

/// The annotations of a header, if there is one, and the members.
pub fn file<'a>() -> Rule<'a, (Vec<Annotation>, Vec<Member>)> {
    let types = types();
    let term = terms(&types);
    let mut member: Recursive<chumsky::recursive::Indirect<'a, 'a, In<'a>, Member, Ex<'a>>> =
        Recursive::declare();
    let inner = member.clone().boxed();
    let kind = choice((
        predicate(&types, &term),
        class(&types, &term),
        import(&types),
        module(&types, inner),
        newtype(&types, &term),
        signature(&types, &term),
        select(&types, &term).map(MemberKind::Select),
    ))
    .labelled(What::Declaration)
    .boxed();
    member.define(annotated(kind).map_with(|wrapped, e: &mut Extra<'a, '_>| Member {
        doc: e.state().doc(wrapped.first),
        annotations: wrapped.annotations,
        kind: wrapped.kind,
        span: wrapped.span,
    }));
    let header = annotations().then_ignore(token(Kind::Module)).then_ignore(token(Kind::Semi));
    header.or_not().map(Option::unwrap_or_default).then(members(member.boxed(), Owner::File)).boxed()
}

/// `predicate p(...) ...`, `T p(...) ...`, `predicate p = q/1;`.
fn predicate<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, MemberKind> {
    let alias =
        token(Kind::Eq).ignore_then(types.predicate_ref.clone()).then_ignore(token(Kind::Semi)).map(Err);
    let full = params(types)
        .map_with(|params, e: &mut Extra<'a, '_>| (params, span_of(e)))
        .then(predicate_body(types, term))
        .map(Ok);
    result_type(types)
        .map_with(|result, e: &mut Extra<'a, '_>| (result, span_of(e)))
        .then(named(Kind::LowerId))
        .then(choice((full, alias)))
        .map_with(|(((result, start), name), behind), e: &mut Extra<'a, '_>| match behind {
            Ok(((params, end), body)) => {
                let head = Head { result, name, params, span: start.to(end) };
                MemberKind::Predicate(Predicate { head, body })
            }
            Err(target) => {
                if result.is_some() {
                    let message = "an alias of a predicate begins with `predicate`";
                    let help = "aliases have no type of their own: write `predicate p = q/1;`";
                    e.state().error(Diagnostic::error(Code::SyntaxError, start, message).help(help));
                }
                MemberKind::PredicateAlias(PredicateAlias { name, target })
            }
        })
        .boxed()
}

/// `import a.b::C as d`.
fn import<'a>(types: &Types<'a>) -> Rule<'a, MemberKind> {
    let step = simple_id().then(types.args.clone().or_not()).map(|(name, args)| ModuleStep { name, args });
    token(Kind::Import)
        .ignore_then(simple_id().separated_by(token(Kind::Dot)).at_least(1).collect())
        .then(types.args.clone().or_not())
        .then(token(Kind::ColonColon).ignore_then(step).repeated().collect())
        .then(token(Kind::As).ignore_then(simple_id()).or_not())
        .map(|(((path, args), steps), alias)| MemberKind::Import(Import { path, args, steps, alias }))
        .boxed()
}

/// The part after the name and the parameters of a module.
#[derive(Clone)]
enum Behind {
    Alias(ModuleExpr),
    Body(Vec<SigExpr>, Vec<Member>),
}

fn module<'a>(types: &Types<'a>, member: Rule<'a, Member>) -> Rule<'a, MemberKind> {
    let alias =
        token(Kind::Eq).ignore_then(types.module.clone()).then_ignore(token(Kind::Semi)).map(Behind::Alias);
    let implements = named(Kind::LowerId)
        .then(types.signature.clone().separated_by(token(Kind::Comma)).at_least(1).collect::<Vec<_>>())
        .map_with(|(word, signatures), e: &mut Extra<'a, '_>| {
            if &*word.text != "implements" {
                let message = format!("expected `implements` or `{{`, found `{}`", word.text);
                e.state().error(Diagnostic::error(Code::SyntaxError, word.span, message));
            }
            signatures
        })
        .or_not()
        .map(Option::unwrap_or_default);
    let body = implements
        .then(braced(member, Owner::Module))
        .map(|(implements, members)| Behind::Body(implements, members));
    token(Kind::Module)
        .ignore_then(simple_id())
        .then(types.params.clone())
        .then(choice((alias, body)))
        .map(|((name, params), behind)| match behind {
            Behind::Alias(target) => MemberKind::ModuleAlias(ModuleAlias { name, params, target }),
            Behind::Body(implements, members) => {
                MemberKind::Module(Module { name, params, implements, members })
            }
        })
        .boxed()
}

/// `class S extends T { heads }`, with or without `signature` in front.
fn signature_class<'a>(types: &Types<'a>) -> Rule<'a, SignatureClass> {
    let member = annotations().then(head(types)).then_ignore(token(Kind::Semi));
    let members = choice((
        member.repeated().collect().delimited_by(token(Kind::LBrace), token(Kind::RBrace)),
        token(Kind::Semi).to(Vec::new()),
    ));
    token(Kind::Class)
        .ignore_then(named(Kind::UpperId))
        .then(supertypes(types))
        .then(members)
        .map(|((name, (extends, instanceof)), members)| SignatureClass { name, extends, instanceof, members })
        .boxed()
}

fn signature<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, MemberKind> {
    let predicate_body =
        choice((body(term).map(PredicateBody::Formula), token(Kind::Semi).to(PredicateBody::None)));
    let required = choice((
        signature_class(types).map(SignatureMemberKind::Class),
        head(types)
            .then(predicate_body)
            .map(|(head, body)| SignatureMemberKind::Predicate(Predicate { head, body })),
    ));
    let member =
        annotated(required.labelled(What::Declaration).boxed()).map_with(|wrapped, e: &mut Extra<'a, '_>| {
            SignatureMember {
                doc: e.state().doc(wrapped.first),
                annotations: wrapped.annotations,
                kind: wrapped.kind,
                span: wrapped.span,
            }
        });
    let module = token(Kind::Module)
        .ignore_then(named(Kind::UpperId))
        .then(types.params.clone())
        .then(braced(member.boxed(), Owner::Module))
        .map(|((name, params), members)| Signature::Module { name, params, members });
    token(Kind::Signature)
        .ignore_then(choice((
            signature_class(types).map(Signature::Class),
            module,
            head(types).then_ignore(token(Kind::Semi)).map(Signature::Predicate),
        )))
        .map(MemberKind::Signature)
        .boxed()
}
