//! Quantifiers, aggregates and `any`: a word, parentheses, declarations and bars.

use super::terms::{Content, Node};
use super::types::Types;
use super::{Extra, Rule, State, named, one_of_kinds, span_of, token};
use crate::fault::What;
use crate::token::Kind;
use crate::tree::*;
use chumsky::prelude::*;
use quarrel_base::source::Span;
use quarrel_base::{AggregateOp, Code, Diagnostic};

/// A term with an optional label; whether it is an expression is decided later.
pub type Labelled = (Node, Option<Name>);
/// A sort key with its direction.
type SortKey = (Node, Option<bool>);

/// The contents of the parentheses.
#[derive(Clone)]
struct Inside {
    short: bool,
    vars: Vec<VarDecl>,
    range: Option<Node>,
    exprs: Vec<Labelled>,
    order_by: Vec<SortKey>,
}

/// `e [as x] {, e [as x]}`.
pub fn as_exprs<'a>(term: &Rule<'a, Node>) -> Rule<'a, Vec<Labelled>> {
    term.clone()
        .then(token(Kind::As).ignore_then(named(Kind::LowerId)).or_not())
        .separated_by(token(Kind::Comma))
        .at_least(1)
        .collect()
        .boxed()
}

/// `asc`, `desc` or nothing; `true` for `desc`.
pub fn direction<'a>() -> Rule<'a, Option<bool>> {
    one_of_kinds([(Kind::Asc, false), (Kind::Desc, true)]).or_not().boxed()
}

impl State<'_> {
    /// Labelled terms as expressions, with the greatest height.
    pub fn as_exprs(&mut self, terms: Vec<Labelled>) -> (Vec<AsExpr>, u32) {
        let mut height = 0;
        let exprs = terms
            .into_iter()
            .map(|(node, label)| {
                let part = self.expr(node);
                height = height.max(part.height);
                AsExpr { expr: part.tree, label }
            })
            .collect();
        (exprs, height)
    }
}

/// `exists`, `forall` and `forex`.
pub fn quantified<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, Node> {
    let word = one_of_kinds([
        (Kind::Exists, Quantifier::Exists),
        (Kind::Forall, Quantifier::Forall),
        (Kind::Forex, Quantifier::Forex),
    ]);
    let bar = token(Kind::Bar).ignore_then(term.clone());
    // Never two optional bars in sequence: the second would read again what the first failed on.
    let bars = bar.clone().map(Some).then(bar.or_not()).or_not().map(Option::unwrap_or_default);
    let declared = types.decls.clone().then(bars);
    let inside = choice((declared.map(Ok), term.clone().map(Err)));
    word.then(inside.delimited_by(token(Kind::LParen), token(Kind::RParen)))
        .map_with(|(quantifier, inside), e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            match inside {
                Ok((vars, (range, body))) => {
                    if quantifier != Quantifier::Exists && range.is_none() {
                        let message = "`forall` and `forex` need a formula behind their variables";
                        let help = "write `forall(T x | range | body)`";
                        state.error(Diagnostic::error(Code::SyntaxError, span, message).help(help));
                    }
                    let parts = [range, body].map(|node| node.map(|node| state.formula(node)));
                    let height = parts.iter().flatten().map(|part| part.height).max().unwrap_or(0);
                    let [range, body] = parts.map(|part| part.map(|part| Box::new(part.tree)));
                    let kind = FormulaKind::Quantified { quantifier, vars, range, body };
                    state.node(Content::Formula(kind), span, height)
                }
                Err(node) if quantifier == Quantifier::Exists => {
                    let content_span = node.span;
                    if matches!(node.content, Content::Formula(_)) {
                        let message = "`exists` needs variables in front of a formula";
                        let help = "write `exists(T x | formula)`, or the formula alone";
                        state.error(Diagnostic::error(Code::SyntaxError, content_span, message).help(help));
                        return state.node(Content::Bad, span, 0);
                    }
                    let part = state.expr(node);
                    state.node(Content::Formula(FormulaKind::ExistsExpr(part.tree.into())), span, part.height)
                }
                Err(node) => {
                    let message = "`forall` and `forex` begin with variables";
                    let help = "write `forall(T x | range | body)`";
                    state.error(Diagnostic::error(Code::SyntaxError, node.span, message).help(help));
                    state.node(Content::Bad, span, 0)
                }
            }
        })
        .boxed()
}

/// The possible contents of an aggregate's parentheses.
fn inside<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, Inside> {
    let key = term.clone().then(direction());
    let keys = key.separated_by(token(Kind::Comma)).at_least(1).collect::<Vec<_>>();
    let order = token(Kind::Order)
        .ignore_then(token(Kind::By))
        .ignore_then(keys)
        .or_not()
        .map(Option::unwrap_or_default)
        .boxed();
    let exprs = as_exprs(term).then(order).boxed();
    let last = token(Kind::Bar).ignore_then(exprs.clone()).or_not();
    let bars = token(Kind::Bar).ignore_then(term.clone().or_not()).then(last).boxed();
    let declared =
        choice((types.decls.clone().then(bars.clone().or_not()), bars.map(|bars| (vec![], Some(bars)))));
    choice((
        declared.map(|(vars, bars)| {
            let (range, last) = bars.unwrap_or_default();
            let (exprs, order_by) = last.unwrap_or_default();
            Inside { short: false, vars, range, exprs, order_by }
        }),
        exprs.map(|(exprs, order_by)| Inside { short: true, vars: vec![], range: None, exprs, order_by }),
    ))
    .delimited_by(token(Kind::LParen), token(Kind::RParen))
    .labelled(What::Term)
    .boxed()
}

fn build(
    state: &mut State<'_>,
    (function, function_span): (Option<AggregateOp>, Span),
    bracket: Option<Node>,
    inside: Inside,
    span: Span,
) -> Node {
    let bracket = bracket.map(|node| state.expr(node));
    let range = inside.range.map(|node| state.formula(node));
    let (exprs, mut height) = state.as_exprs(inside.exprs);
    let order_by = inside
        .order_by
        .into_iter()
        .map(|(node, direction)| {
            let part = state.expr(node);
            height = height.max(part.height);
            (part.tree, direction)
        })
        .collect();
    height = height.max(bracket.as_ref().map_or(0, |part| part.height));
    height = height.max(range.as_ref().map_or(0, |part| part.height));
    let aggregate = Aggregate {
        function,
        function_span,
        bracket: bracket.map(|part| part.tree),
        short: inside.short,
        vars: inside.vars,
        range: range.map(|part| part.tree),
        exprs,
        order_by,
    };
    state.node(Content::Expr(ExprKind::Aggregate(aggregate.into())), span, height)
}

/// The aggregates by name.
pub fn aggregate<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, Node> {
    let function = one_of_kinds(AggregateOp::ALL.iter().map(|op| (Kind::of_word(op.name()), *op)));
    let bracket = term.clone().delimited_by(token(Kind::LBracket), token(Kind::RBracket)).or_not();
    function
        .map_with(|function, e: &mut Extra<'a, '_>| (Some(function), span_of(e)))
        .then(bracket)
        .then(inside(types, term))
        .map_with(|((function, bracket), inside), e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            if (function.0 == Some(AggregateOp::Rank)) != bracket.is_some() {
                let (message, help) = if bracket.is_none() {
                    ("`rank` needs a position", "write `rank[i](...)`")
                } else {
                    ("only `rank` takes something in brackets", "remove the brackets")
                };
                state.error(Diagnostic::error(Code::BadAggregate, function.1, message).help(help));
            }
            build(state, function, bracket, inside, span)
        })
        .boxed()
}

/// `any()`, which is a call, and `any` with contents.
pub fn any<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, Node> {
    let empty = token(Kind::LParen).then_ignore(token(Kind::RParen)).to(None);
    named(Kind::Any)
        .then(choice((empty, inside(types, term).map(Some))))
        .map_with(|(name, inside), e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            match inside {
                Some(inside) => build(state, (None, name.span), None, inside, span),
                None => {
                    let kind = ExprKind::Call { module: None, name, closure: None, args: vec![] };
                    state.node(Content::Expr(kind), span, 0)
                }
            }
        })
        .boxed()
}
