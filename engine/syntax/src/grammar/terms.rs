//! Formulas and expressions: one table of operators over both, from `implies` down to calls.

use super::types::{Types, qualifier, steps_as_type};
use super::{Ex, Extra, In, Rule, State, aggregates, named, one_of_kinds, span_of, token};
use crate::fault::{Fault, What};
use crate::lexer::{NESTING_LIMIT, too_deep};
use crate::token::Kind;
use crate::tree::*;
use chumsky::pratt::{infix, left, postfix, prefix};
use chumsky::prelude::*;
use quarrel_base::source::Span;
use quarrel_base::{Code, Diagnostic};

/// The decided form of a term.
#[derive(Clone, Debug)]
pub enum Content {
    /// An expression; calls and calls in parentheses can still become formulas.
    Expr(ExprKind),
    /// Something that can only be a formula.
    Formula(FormulaKind),
    /// 2147483648, valid only after a minus.
    MinInt,
    /// A mistake that has been reported.
    Bad,
}

/// A term with its height, which is kept below [`NESTING_LIMIT`].
#[derive(Clone, Debug)]
pub struct Node {
    /// Its form.
    pub content: Content,
    /// Its place.
    pub span: Span,
    /// The length of the longest path to a leaf.
    pub height: u32,
}

/// A part decided to be an expression or a formula.
pub struct Part<T> {
    /// The part.
    pub tree: T,
    /// Its height.
    pub height: u32,
}

impl State<'_> {
    /// A term whose parts have at most `height`.
    pub fn node(&mut self, content: Content, span: Span, height: u32) -> Node {
        if height < NESTING_LIMIT {
            return Node { content, span, height: height + 1 };
        }
        if self.diagnostics.last().is_none_or(|last| last.code != Code::NestingTooDeep) {
            self.error(too_deep(span));
        }
        Node { content: Content::Bad, span, height: 0 }
    }

    /// The term as an expression; otherwise reports a diagnostic and returns a replacement.
    pub fn expr(&mut self, node: Node) -> Part<Expr> {
        let kind = match node.content {
            Content::Expr(kind) => kind,
            Content::Formula(_) => {
                let message = "expected an expression, found a formula";
                let help = "an expression has values, a formula only holds or not";
                self.mismatch(Diagnostic::error(Code::SyntaxError, node.span, message).help(help));
                ExprKind::Wildcard
            }
            Content::MinInt => {
                self.error(out_of_range(node.span, "2147483648"));
                ExprKind::Int(i32::MIN)
            }
            Content::Bad => {
                self.bad = true;
                ExprKind::Wildcard
            }
        };
        Part { tree: Expr { kind, span: node.span }, height: node.height }
    }

    /// The term as a formula; otherwise reports a diagnostic and returns a replacement.
    pub fn formula(&mut self, node: Node) -> Part<Formula> {
        let tree = match node.content {
            Content::Formula(kind) => Formula { kind, span: node.span },
            Content::Expr(kind) => self.call_formula(Expr { kind, span: node.span }),
            Content::MinInt => self.call_formula(Expr { kind: ExprKind::Int(i32::MIN), span: node.span }),
            Content::Bad => {
                self.bad = true;
                Formula { kind: FormulaKind::And(Vec::new()), span: node.span }
            }
        };
        Part { tree, height: node.height }
    }

    /// Reports that a term is of the wrong form, unless it contains a reported mistake.
    fn mismatch(&mut self, diagnostic: Diagnostic) {
        let (outer, last) = (diagnostic.primary, self.diagnostics.last());
        if last.is_none_or(|last| last.primary.start < outer.start || last.primary.end > outer.end) {
            self.diagnostics.push(diagnostic);
        }
        self.bad = true;
    }

    /// A call as a formula, through any parentheses around it.
    fn call_formula(&mut self, expr: Expr) -> Formula {
        let span = expr.span;
        let kind = match expr.kind {
            ExprKind::Call { .. } | ExprKind::MemberCall { .. } => FormulaKind::Call(Box::new(expr)),
            ExprKind::Paren(inside) => FormulaKind::Paren(Box::new(self.call_formula(*inside))),
            _ => {
                let found =
                    Diagnostic::error(Code::NotAFormula, span, "expected a formula, found an expression");
                self.mismatch(match expr.kind {
                    ExprKind::Aggregate(_) => {
                        found.help("compare it with something, or write `exists(...)` around it")
                    }
                    ExprKind::Boolean(_) => {
                        found.help("write `any()` for what always holds, `none()` for what never does")
                    }
                    ExprKind::Var(_) => found.help("compare it, as in `x = true`, or call it, as in `p()`"),
                    _ => found,
                });
                FormulaKind::And(Vec::new())
            }
        };
        Formula { kind, span }
    }

    /// Terms as expressions, with the greatest height.
    pub fn exprs(&mut self, nodes: Vec<Node>) -> Part<Vec<Expr>> {
        let mut height = 0;
        let tree = nodes
            .into_iter()
            .map(|node| {
                let part = self.expr(node);
                height = height.max(part.height);
                part.tree
            })
            .collect();
        Part { tree, height }
    }

    /// A path that nothing follows: a variable, or a mistake.
    fn variable(&mut self, mut steps: Vec<ModuleStep>, span: Span) -> Node {
        let in_upper_case = |name: &Name| name.text.starts_with(|c: char| c.is_ascii_uppercase());
        let (message, help) = match steps.pop() {
            Some(ModuleStep { name, args: None }) if steps.is_empty() && !in_upper_case(&name) => {
                return self.node(Content::Expr(ExprKind::Var(name)), span, 0);
            }
            Some(ModuleStep { name, args: None }) if !in_upper_case(&name) => (
                format!("`{}` is in another module, so it is no variable", name.text),
                "a call needs parentheses",
            ),
            Some(ModuleStep { name, .. }) => (
                format!("`{}` is a type or a module, not a value", name.text),
                "variables begin in lower case",
            ),
            None => ("this is no value".to_string(), "variables begin in lower case"),
        };
        self.error(Diagnostic::error(Code::SyntaxError, span, message).help(help));
        self.node(Content::Bad, span, 0)
    }

    /// Arithmetic: extends the chain on the left if its operators have this precedence.
    fn binary(&mut self, op: BinaryOp, lhs: Node, rhs: Node, span: Span) -> Node {
        let (lhs, rhs) = (self.expr(lhs), self.expr(rhs));
        let (kind, height) = match lhs.tree.kind {
            ExprKind::Chain(first, mut rest)
                if rest.first().is_some_and(|(other, _)| other.is_sum() == op.is_sum()) =>
            {
                rest.push((op, rhs.tree));
                (ExprKind::Chain(first, rest), lhs.height - 1)
            }
            kind => {
                let first = Expr { kind, span: lhs.tree.span };
                (ExprKind::Chain(first.into(), vec![(op, rhs.tree)]), lhs.height)
            }
        };
        self.node(Content::Expr(kind), span, height.max(rhs.height))
    }

    fn compare(
        &mut self,
        lhs: Node,
        rhs: Node,
        span: Span,
        make: impl FnOnce(Box<Expr>, Box<Expr>) -> FormulaKind,
    ) -> Node {
        if let Content::Formula(FormulaKind::Compare(..) | FormulaKind::In(..)) = &lhs.content {
            let message = "comparisons cannot be chained";
            let help = "compare twice: `a < b and b < c`";
            self.error(Diagnostic::error(Code::SyntaxError, span, message).help(help));
            return self.node(Content::Bad, span, 0);
        }
        let (lhs, rhs) = (self.expr(lhs), self.expr(rhs));
        let height = lhs.height.max(rhs.height);
        self.node(Content::Formula(make(lhs.tree.into(), rhs.tree.into())), span, height)
    }

    /// `and` and `or`: `flat` extracts the parts of a formula of this kind.
    fn chain(
        &mut self,
        lhs: Node,
        rhs: Node,
        span: Span,
        flat: impl FnOnce(FormulaKind) -> Result<Vec<Formula>, FormulaKind>,
        make: fn(Vec<Formula>) -> FormulaKind,
    ) -> Node {
        let rhs = self.formula(rhs);
        let (mut parts, height) = match lhs.content {
            Content::Formula(kind) => match flat(kind) {
                Ok(parts) => (parts, lhs.height - 1),
                Err(kind) => (vec![Formula { kind, span: lhs.span }], lhs.height),
            },
            content => {
                let lhs = self.formula(Node { content, ..lhs });
                (vec![lhs.tree], lhs.height)
            }
        };
        parts.push(rhs.tree);
        self.node(Content::Formula(make(parts)), span, height.max(rhs.height))
    }
}

fn out_of_range(span: Span, text: &str) -> Diagnostic {
    Diagnostic::error(Code::IntOutOfRange, span, format!("{text} does not fit into 32 bits"))
        .help("ints go from -2147483648 to 2147483647")
}

/// Prefix operators; `if c then f else` is one.
#[derive(Clone, Debug)]
enum Front {
    Not,
    If(Node, Node),
    Neg,
    Plus,
    Cast(TypeExpr),
}

/// Folds a run of prefix operators at once, so that a long one needs no deep recursion; innermost first.
fn fold_front(state: &mut State<'_>, fronts: Vec<(Front, Span)>, operand: Node) -> Node {
    fronts.into_iter().rev().fold(operand, |node, (front, start)| {
        let span = start.to(node.span);
        match front {
            Front::Not => {
                let part = state.formula(node);
                state.node(Content::Formula(FormulaKind::Not(part.tree.into())), span, part.height)
            }
            Front::If(condition, then) => {
                let (c, t, e) = (state.formula(condition), state.formula(then), state.formula(node));
                let height = c.height.max(t.height).max(e.height);
                let kind = FormulaKind::IfThenElse(c.tree.into(), t.tree.into(), e.tree.into());
                state.node(Content::Formula(kind), span, height)
            }
            Front::Neg if matches!(node.content, Content::MinInt) => {
                state.node(Content::Expr(ExprKind::Int(i32::MIN)), span, 0)
            }
            Front::Neg => {
                let part = state.expr(node);
                state.node(Content::Expr(ExprKind::Neg(part.tree.into())), span, part.height)
            }
            Front::Plus => {
                let part = state.expr(node);
                state.node(Content::Expr(ExprKind::Plus(part.tree.into())), span, part.height)
            }
            Front::Cast(ty) => {
                let part = state.expr(node);
                let kind = ExprKind::Cast { prefix: true, expr: part.tree.into(), ty };
                state.node(Content::Expr(kind), span, part.height)
            }
        }
    })
}

/// The rule for terms.
pub fn terms<'a>(types: &Types<'a>) -> Rule<'a, Node> {
    let mut term: Recursive<chumsky::recursive::Indirect<'a, 'a, In<'a>, Node, Ex<'a>>> =
        Recursive::declare();
    let inner = term.clone().boxed();

    let cast = types.ty.clone().delimited_by(token(Kind::LParen), token(Kind::RParen)).map(Front::Cast);
    let signs = choice((token(Kind::Minus).to(Front::Neg), token(Kind::Plus).to(Front::Plus), cast));
    let condition = token(Kind::If)
        .ignore_then(inner.clone())
        .then_ignore(token(Kind::Then))
        .then(inner.clone())
        .then_ignore(token(Kind::Else))
        .map(|(condition, then)| Front::If(condition, then));
    let negations = choice((token(Kind::Not).to(Front::Not), condition));
    // One label for all signs and words that can stand in front.
    let signs = signs
        .labelled(What::Term)
        .map_with(|front, e: &mut Extra<'a, '_>| (front, span_of(e)))
        .repeated()
        .at_least(1)
        .collect::<Vec<_>>()
        .boxed();
    let negations = negations
        .labelled(What::Term)
        .map_with(|front, e: &mut Extra<'a, '_>| (front, span_of(e)))
        .repeated()
        .at_least(1)
        .collect::<Vec<_>>()
        .boxed();

    let comparison = one_of_kinds([
        (Kind::Eq, CompareOp::Eq),
        (Kind::Ne, CompareOp::Ne),
        (Kind::Lt, CompareOp::Lt),
        (Kind::Le, CompareOp::Le),
        (Kind::Gt, CompareOp::Gt),
        (Kind::Ge, CompareOp::Ge),
    ]);
    let sum = one_of_kinds([(Kind::Plus, BinaryOp::Add), (Kind::Minus, BinaryOp::Sub)]);
    let product = one_of_kinds([
        (Kind::Star, BinaryOp::Mul),
        (Kind::Slash, BinaryOp::Div),
        (Kind::Percent, BinaryOp::Rem),
    ]);
    let instance = token(Kind::Instanceof).ignore_then(types.ty.clone()).boxed();

    let operators = primary(types, &inner).pratt((
        infix(left(1), just(Kind::Implies), |lhs, _, rhs, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            implies(state, lhs, rhs, span)
        }),
        infix(left(2), just(Kind::Or), |lhs, _, rhs, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            let flat = |kind| match kind {
                FormulaKind::Or(parts) => Ok(parts),
                kind => Err(kind),
            };
            state.chain(lhs, rhs, span, flat, FormulaKind::Or)
        }),
        infix(left(3), just(Kind::And), |lhs, _, rhs, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            let flat = |kind| match kind {
                FormulaKind::And(parts) => Ok(parts),
                kind => Err(kind),
            };
            state.chain(lhs, rhs, span, flat, FormulaKind::And)
        }),
        prefix(4, negations, |fronts, operand, e: &mut Extra<'a, '_>| fold_front(e.state(), fronts, operand)),
        infix(left(5), comparison, |lhs, op, rhs, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            state.compare(lhs, rhs, span, |lhs, rhs| FormulaKind::Compare(op, lhs, rhs))
        }),
        infix(left(5), just(Kind::In), |lhs, _, rhs, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            state.compare(lhs, rhs, span, FormulaKind::In)
        }),
        postfix(5, instance, |lhs, ty, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            let part = state.expr(lhs);
            state.node(Content::Formula(FormulaKind::InstanceOf(part.tree.into(), ty)), span, part.height)
        }),
        infix(left(6), sum, |lhs, op, rhs, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            state.binary(op, lhs, rhs, span)
        }),
        infix(left(7), product, |lhs, op, rhs, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            state.binary(op, lhs, rhs, span)
        }),
        prefix(8, signs, |fronts, operand, e: &mut Extra<'a, '_>| fold_front(e.state(), fronts, operand)),
    ));
    term.define(operators.boxed());
    term.boxed()
}

fn implies(state: &mut State<'_>, lhs: Node, rhs: Node, span: Span) -> Node {
    if let Content::Formula(FormulaKind::Implies(..)) = &lhs.content {
        let message = "`implies` cannot be chained";
        let help = "put parentheses around one of the two implications";
        state.error(Diagnostic::error(Code::SyntaxError, span, message).help(help));
        return state.node(Content::Bad, span, 0);
    }
    let (lhs, rhs) = (state.formula(lhs), state.formula(rhs));
    let height = lhs.height.max(rhs.height);
    state.node(Content::Formula(FormulaKind::Implies(lhs.tree.into(), rhs.tree.into())), span, height)
}

/// The part after a path: arguments, `.super`, or nothing.
#[derive(Clone)]
enum Behind {
    Call(Option<ClosureOp>, Vec<Node>),
    Super,
}

/// The part after a dot.
#[derive(Clone)]
enum Selection {
    Member(Name, Option<ClosureOp>, Vec<Node>),
    Cast(TypeExpr),
}

fn closure<'a>() -> impl Parser<'a, In<'a>, Option<ClosureOp>, Ex<'a>> + Clone {
    one_of_kinds([(Kind::ClosurePlus, ClosureOp::Plus), (Kind::ClosureStar, ClosureOp::Star)]).or_not()
}

/// A base and the selections after it.
fn primary<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, Node> {
    let args = arguments(term);
    let member = named(Kind::LowerId).then(closure()).then(args);
    let selection = token(Kind::Dot).ignore_then(choice((
        member.map(|((name, closure), args)| Selection::Member(name, closure, args)),
        types.ty.clone().delimited_by(token(Kind::LParen), token(Kind::RParen)).map(Selection::Cast),
    )));
    base(types, term)
        .foldl_with(selection.repeated(), |node, selection, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            let receiver = state.expr(node);
            let expr = Box::new(receiver.tree);
            match selection {
                Selection::Member(name, closure, args) => {
                    let args = state.exprs(args);
                    let height = receiver.height.max(args.height);
                    let kind = ExprKind::MemberCall { receiver: expr, name, closure, args: args.tree };
                    state.node(Content::Expr(kind), span, height)
                }
                Selection::Cast(ty) => {
                    let kind = ExprKind::Cast { prefix: false, expr, ty };
                    state.node(Content::Expr(kind), span, receiver.height)
                }
            }
        })
        .boxed()
}

/// `([terms])`.
pub fn arguments<'a>(term: &Rule<'a, Node>) -> Rule<'a, Vec<Node>> {
    term.clone()
        .separated_by(token(Kind::Comma))
        .collect()
        .delimited_by(token(Kind::LParen), token(Kind::RParen))
        .boxed()
}

fn base<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, Node> {
    let paren = term.clone().delimited_by(token(Kind::LParen), token(Kind::RParen)).map_with(
        |node, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            let height = node.height;
            let content = match node.content {
                Content::Expr(kind) => Content::Expr(ExprKind::Paren(Expr { kind, span: node.span }.into())),
                Content::Formula(kind) => {
                    Content::Formula(FormulaKind::Paren(Formula { kind, span: node.span }.into()))
                }
                Content::MinInt => {
                    state.error(out_of_range(node.span, "2147483648"));
                    Content::Bad
                }
                Content::Bad => Content::Bad,
            };
            state.node(content, span, height)
        },
    );
    choice((
        path(types, term),
        simple(),
        paren.boxed(),
        brackets(term),
        super_of(types),
        only_bind(term),
        aggregates::quantified(types, term),
        aggregates::aggregate(types, term),
        aggregates::any(types, term),
        none_call(),
    ))
    .labelled(What::Term)
    .boxed()
}

/// Literals and words that stand alone.
fn simple<'a>() -> Rule<'a, Node> {
    let word = one_of_kinds([
        (Kind::True, ExprKind::Boolean(true)),
        (Kind::False, ExprKind::Boolean(false)),
        (Kind::This, ExprKind::This),
        (Kind::Result, ExprKind::Result),
        (Kind::Underscore, ExprKind::Wildcard),
        (Kind::Super, ExprKind::Super(None)),
    ]);
    let literal = one_of_kinds([Kind::Int, Kind::Float, Kind::String].map(|kind| (kind, kind)));
    choice((
        word.map_with(|kind, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            state.node(Content::Expr(kind), span, 0)
        }),
        literal.map_with(|kind, e: &mut Extra<'a, '_>| {
            let (range, span, state) = (e.span(), span_of(e), e.state());
            let text = state.token_text(range.start);
            let content = match kind {
                Kind::Int => int(state, text, span),
                Kind::Float => float(state, text, span),
                _ => Content::Expr(ExprKind::String(unescape(text).into())),
            };
            state.node(content, span, 0)
        }),
    ))
    .boxed()
}

fn int(state: &mut State<'_>, text: &str, span: Span) -> Content {
    match text.parse::<i64>() {
        Ok(value) if value <= i64::from(i32::MAX) => Content::Expr(ExprKind::Int(value as i32)),
        Ok(2_147_483_648) => Content::MinInt,
        _ => {
            state.error(out_of_range(span, text));
            Content::Bad
        }
    }
}

fn float(state: &mut State<'_>, text: &str, span: Span) -> Content {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Content::Expr(ExprKind::Float(value)),
        _ => {
            state.error(Diagnostic::error(Code::IntOutOfRange, span, "this number is too large for a float"));
            Content::Bad
        }
    }
}

/// The value of a string literal, which may lack its closing quote.
pub fn unescape(literal: &str) -> String {
    let inside = literal.strip_prefix('"').unwrap_or(literal);
    let mut out = String::with_capacity(inside.len());
    let mut rest = inside.chars();
    while let Some(c) = rest.next() {
        match c {
            '"' => break,
            '\\' => out.extend(match rest.next() {
                Some('n') => Some('\n'),
                Some('r') => Some('\r'),
                Some('t') => Some('\t'),
                other => other,
            }),
            c => out.push(c),
        }
    }
    out
}

/// `[a .. b]` and `[a, b, c]`.
fn brackets<'a>(term: &Rule<'a, Node>) -> Rule<'a, Node> {
    let range = token(Kind::DotDot).ignore_then(term.clone()).map(Ok);
    let rest = token(Kind::Comma).ignore_then(term.clone()).repeated().collect::<Vec<_>>();
    let set = rest.then_ignore(token(Kind::Comma).or_not()).map(Err);
    term.clone()
        .then(choice((range, set)))
        .delimited_by(token(Kind::LBracket), token(Kind::RBracket))
        .map_with(|(first, rest), e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            let first = state.expr(first);
            match rest {
                Ok(last) => {
                    let last = state.expr(last);
                    let height = first.height.max(last.height);
                    state.node(
                        Content::Expr(ExprKind::Range(first.tree.into(), last.tree.into())),
                        span,
                        height,
                    )
                }
                Err(rest) => {
                    let rest = state.exprs(rest);
                    let height = first.height.max(rest.height);
                    let elements = std::iter::once(first.tree).chain(rest.tree).collect();
                    state.node(Content::Expr(ExprKind::Set(elements)), span, height)
                }
            }
        })
        .boxed()
}

/// `int.super`, `@t.super`; [`path`] handles named types.
fn super_of<'a>(types: &Types<'a>) -> Rule<'a, Node> {
    types
        .ty
        .clone()
        .then_ignore(token(Kind::Dot))
        .then_ignore(token(Kind::Super))
        .map_with(|ty, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            state.node(Content::Expr(ExprKind::Super(Some(ty))), span, 0)
        })
        .boxed()
}

/// `pragma[only_bind_out](e)`.
fn only_bind<'a>(term: &Rule<'a, Node>) -> Rule<'a, Node> {
    named(Kind::LowerId)
        .then(named(Kind::LowerId).delimited_by(token(Kind::LBracket), token(Kind::RBracket)))
        .then(term.clone().delimited_by(token(Kind::LParen), token(Kind::RParen)))
        .map_with(|((pragma, which), node), e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            let part = state.expr(node);
            let out = &*which.text == "only_bind_out";
            if &*pragma.text != "pragma" || !(out || &*which.text == "only_bind_into") {
                let message = format!("there is no expression `{}[{}](...)`", pragma.text, which.text);
                let help = "expressions can have `pragma[only_bind_out]` or `pragma[only_bind_into]`";
                state.error(
                    Diagnostic::error(Code::SyntaxError, pragma.span.to(which.span), message).help(help),
                );
            }
            state.node(Content::Expr(ExprKind::OnlyBind { out, expr: part.tree.into() }), span, part.height)
        })
        .boxed()
}

/// `none()`.
fn none_call<'a>() -> Rule<'a, Node> {
    named(Kind::None)
        .then_ignore(token(Kind::LParen))
        .then_ignore(token(Kind::RParen))
        .map_with(|name, e: &mut Extra<'a, '_>| {
            let (span, state) = (span_of(e), e.state());
            state.node(
                Content::Expr(ExprKind::Call { module: None, name, closure: None, args: vec![] }),
                span,
                0,
            )
        })
        .boxed()
}

/// A variable, a call, or `T.super`.
fn path<'a>(types: &Types<'a>, term: &Rule<'a, Node>) -> Rule<'a, Node> {
    let call = closure().then(arguments(term)).map(|(closure, args)| Behind::Call(closure, args));
    let super_word = token(Kind::Dot).then_ignore(token(Kind::Super)).to(Behind::Super);
    // `pragma[` and other names before `[` belong to other rules.
    let steps = types
        .path
        .clone()
        .then_ignore(just(Kind::LBracket).not())
        .map_with(|steps, e: &mut Extra<'a, '_>| (steps, span_of(e)))
        .boxed();
    steps
        .then(choice((call, super_word)).or_not())
        .try_map_with(|((mut steps, path_span), behind), e: &mut Extra<'a, '_>| {
            let start = e.span().start;
            let (span, state) = (span_of(e), e.state());
            match behind {
                Some(Behind::Super) => {
                    let ty = steps_as_type(steps, path_span).map_err(|_| Fault::at(start))?;
                    Ok(state.node(Content::Expr(ExprKind::Super(Some(ty))), span, 0))
                }
                Some(Behind::Call(closure, args)) => match steps.pop() {
                    Some(ModuleStep { name, args: None }) => {
                        let args = state.exprs(args);
                        let kind =
                            ExprKind::Call { module: qualifier(steps), name, closure, args: args.tree };
                        Ok(state.node(Content::Expr(kind), span, args.height))
                    }
                    _ => Err(Fault::at(start)),
                },
                None => Ok(state.variable(steps, path_span)),
            }
        })
        .boxed()
}
