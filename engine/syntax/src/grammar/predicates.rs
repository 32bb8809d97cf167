//! Heads and bodies of predicates, annotations, and the select clause.

use super::aggregates::{as_exprs, direction};
use super::terms::{Node, arguments};
use super::types::Types;
use super::{Extra, Rule, named, one_of_kinds, span_of, token};
use crate::token::Kind;
use crate::tree::*;
use chumsky::prelude::*;

/// `{ formula }`.
pub fn body<'a>(term: &Rule<'a, Node>) -> Rule<'a, Formula> {
    term.clone()
        .delimited_by(token(Kind::LBrace), token(Kind::RBrace))
        .map_with(|node, e: &mut Extra<'a, '_>| e.state().formula(node).tree)
        .boxed()
}

/// `([decls])`.
pub fn params<'a>(types: &Types<'a>) -> Rule<'a, Vec<VarDecl>> {
    types
        .decls
        .clone()
        .or_not()
        .map(Option::unwrap_or_default)
        .delimited_by(token(Kind::LParen), token(Kind::RParen))
        .boxed()
}

/// `predicate` or a type.
pub fn result_type<'a>(types: &Types<'a>) -> Rule<'a, Option<TypeExpr>> {
    choice((token(Kind::Predicate).to(None), types.ty.clone().map(Some))).boxed()
}

/// A head.
pub fn head<'a>(types: &Types<'a>) -> Rule<'a, Head> {
    result_type(types)
        .then(named(Kind::LowerId))
        .then(params(types))
        .map_with(|((result, name), params), e: &mut Extra<'a, '_>| Head {
            result,
            name,
            params,
            span: span_of(e),
        })
        .boxed()
}

/// The part after a head: `;`, a body, or a higher-order body.
pub fn predicate_body<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, PredicateBody> {
    let inputs = types
        .predicate_ref
        .clone()
        .separated_by(token(Kind::Comma))
        .collect::<Vec<_>>()
        .delimited_by(token(Kind::LParen), token(Kind::RParen));
    let higher_order = named(Kind::LowerId).then(inputs).then(arguments(term)).map_with(
        |((name, inputs), args), e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            let args = state.exprs(args).tree;
            PredicateBody::HigherOrder { name, inputs, args, span }
        },
    );
    choice((
        body(term).map(PredicateBody::Formula),
        token(Kind::Semi).to(PredicateBody::None),
        token(Kind::Eq).ignore_then(higher_order),
    ))
    .boxed()
}

/// Annotations in a row. A lower-case name is one unless it begins the type `module::Type`.
pub fn annotations<'a>() -> Rule<'a, Vec<Annotation>> {
    let word = one_of_kinds([Kind::LowerId, Kind::UpperId, Kind::This, Kind::Result].map(|kind| (kind, ())));
    let arg = word.then_ignore(token(Kind::Question).or_not()).map_with(|(), e: &mut Extra<'a, '_>| {
        let (range, span, state) = (e.span(), span_of(e), e.state());
        let name = state.name(SimpleSpan::from(range.start..range.start + 1));
        if range.end - range.start == 1 {
            name
        } else {
            Name { text: format!("{}?", name.text).into(), span }
        }
    });
    let args = arg
        .separated_by(token(Kind::Comma))
        .allow_trailing()
        .collect::<Vec<_>>()
        .delimited_by(token(Kind::LBracket), token(Kind::RBracket));
    let not_a_type = one_of([Kind::ColonColon, Kind::LtArgs]).not();
    named(Kind::LowerId)
        .then_ignore(not_a_type)
        .then(args.or_not())
        .map_with(|(name, args), e: &mut Extra<'a, '_>| Annotation { name, args, span: span_of(e) })
        .repeated()
        .collect()
        .boxed()
}

/// `from ... where ... select ... order by ...`.
pub fn select<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, Select> {
    let from = token(Kind::From).ignore_then(types.decls.clone()).or_not();
    let condition = token(Kind::Where).ignore_then(term.clone()).or_not();
    let keys = named(Kind::LowerId).then(direction()).separated_by(token(Kind::Comma)).at_least(1).collect();
    let order_by = token(Kind::Order).ignore_then(token(Kind::By)).ignore_then(keys).or_not();
    from.then(condition)
        .then_ignore(token(Kind::Select))
        .then(as_exprs(term))
        .then(order_by)
        .map_with(|(((vars, condition), exprs), order_by), e: &mut Extra<'a, '_>| {
            let state = e.state();
            let condition = condition.map(|node| state.formula(node).tree);
            let (exprs, _) = state.as_exprs(exprs);
            Select {
                vars: vars.unwrap_or_default(),
                condition,
                exprs,
                order_by: order_by.unwrap_or_default(),
            }
        })
        .boxed()
}
