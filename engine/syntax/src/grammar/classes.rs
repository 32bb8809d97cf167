//! Classes, aliases and unions of types, newtypes.

use super::predicates::{body, params, predicate_body, result_type};
use super::recovery::{Owner, annotated, braced};
use super::terms::Node;
use super::types::Types;
use super::{Extra, Rule, named, span_of, token};
use crate::fault::What;
use crate::token::Kind;
use crate::tree::*;
use chumsky::prelude::*;
use quarrel_base::source::Span;
use quarrel_base::{Code, Diagnostic};

/// `[extends types] [instanceof types]`.
pub fn supertypes<'a>(types: &Types<'a>) -> Rule<'a, (Vec<TypeExpr>, Vec<TypeExpr>)> {
    let list = |word| token(word).ignore_then(types.types.clone()).or_not().map(Option::unwrap_or_default);
    list(Kind::Extends).then(list(Kind::Instanceof)).boxed()
}

/// The part after the name of a class.
#[derive(Clone)]
enum Behind {
    Alias(Vec<TypeExpr>),
    Class(Vec<TypeExpr>, Vec<TypeExpr>, Vec<ClassMember>),
}

/// `class C ...`.
pub fn class<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, MemberKind> {
    let alias = token(Kind::Eq)
        .ignore_then(types.ty.clone().separated_by(token(Kind::Or)).at_least(1).collect())
        .then_ignore(token(Kind::Semi))
        .map(Behind::Alias);
    let class = supertypes(types)
        .then(braced(member(types, term), Owner::Class))
        .map(|((extends, instanceof), members)| Behind::Class(extends, instanceof, members));
    token(Kind::Class)
        .ignore_then(named(Kind::UpperId))
        .then(choice((alias, class)))
        .map(|(name, behind)| match behind {
            Behind::Class(extends, instanceof, members) => {
                MemberKind::Class(Class { name, extends, instanceof, members })
            }
            Behind::Alias(mut members) => match (members.pop(), members.is_empty()) {
                (Some(target), true) => MemberKind::ClassAlias(ClassAlias { name, target }),
                (last, _) => {
                    members.extend(last);
                    MemberKind::TypeUnion(TypeUnion { name, members })
                }
            },
        })
        .boxed()
}

/// The part after a type and a name in a class.
#[derive(Clone)]
enum MemberBehind {
    Field,
    Predicate(Vec<VarDecl>, Span, PredicateBody),
}

fn member<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, ClassMember> {
    let characteristic = named(Kind::UpperId)
        .then_ignore(token(Kind::LParen))
        .then_ignore(token(Kind::RParen))
        .then(body(term))
        .map(|(name, body)| ClassMemberKind::Characteristic { name, body });
    let predicate = params(types)
        .map_with(|params, e: &mut Extra<'a, '_>| (params, span_of(e)))
        .then(predicate_body(types, term))
        .map(|((params, end), body)| MemberBehind::Predicate(params, end, body));
    let behind = choice((predicate, token(Kind::Semi).to(MemberBehind::Field)));
    let typed = result_type(types)
        .map_with(|result, e: &mut Extra<'a, '_>| (result, span_of(e)))
        .then(named(Kind::LowerId))
        .then(behind)
        .map_with(|(((result, start), name), behind), e: &mut Extra<'a, '_>| match (behind, result) {
            (MemberBehind::Field, Some(ty)) => ClassMemberKind::Field { ty, name },
            (MemberBehind::Predicate(params, end, body), result) => {
                let head = Head { result, name, params, span: start.to(end) };
                ClassMemberKind::Predicate(Predicate { head, body })
            }
            (MemberBehind::Field, None) => {
                let message = "a field needs a type, a predicate needs parentheses";
                e.state().error(Diagnostic::error(Code::SyntaxError, start.to(name.span), message));
                let head = Head { result: None, span: start.to(name.span), name, params: vec![] };
                ClassMemberKind::Predicate(Predicate { head, body: PredicateBody::None })
            }
        });
    annotated(choice((characteristic, typed)).labelled(What::ClassMember).boxed())
        .map_with(|wrapped, e: &mut Extra<'a, '_>| ClassMember {
            doc: e.state().doc(wrapped.first),
            annotations: wrapped.annotations,
            kind: wrapped.kind,
            span: wrapped.span,
        })
        .boxed()
}

/// `newtype T = A() or B()`.
pub fn newtype<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, MemberKind> {
    let branch = annotated(
        named(Kind::UpperId).then(params(types)).then(body(term).or_not()).labelled(What::Branch).boxed(),
    )
    .map_with(|wrapped, e: &mut Extra<'a, '_>| {
        let ((name, params), body) = wrapped.kind;
        Branch {
            doc: e.state().doc(wrapped.first),
            annotations: wrapped.annotations,
            name,
            params,
            body,
            span: wrapped.span,
        }
    });
    token(Kind::Newtype)
        .ignore_then(named(Kind::UpperId))
        .then_ignore(token(Kind::Eq))
        .then(branch.separated_by(token(Kind::Or)).at_least(1).collect())
        .map(|(name, branches)| MemberKind::Newtype(Newtype { name, branches }))
        .boxed()
}
