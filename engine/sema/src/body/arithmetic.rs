//! Arithmetic and concatenation (language.md section 10), and sums that look like closures.
//!
//! Without spaces `i+(j)` is a closure of a predicate `i` if there is such a predicate. If `i` is a variable instead it
//! is a sum, and the parser's single operand is several: `2*i+(3)` is `(2 * i) + (3)`. Such expressions are split into
//! operands and operators and rebuilt by precedence.

use super::Body;
use crate::hir::{BinaryOp, Expr, ExprKind, Primitive, TypeId};
use crate::names::Key;
use crate::world::Lookup;
use quarrel_base::{Code, Span};
use quarrel_syntax::tree::{self, ClosureOp};
use std::iter::Peekable;
use std::vec::IntoIter;

/// A piece of a split expression.
enum Piece<'t> {
    /// An operator between operands.
    Op(BinaryOp),
    /// An expression of which only the sign or cast in front counts.
    Front(&'t tree::Expr),
    /// The name before the `+` or `*` of a supposed closure.
    Variable(&'t tree::Name),
    /// An operand, and the expressions whose selections apply to it, innermost first.
    Operand(&'t tree::Expr, Vec<&'t tree::Expr>),
}

type Pieces<'t> = Peekable<IntoIter<Piece<'t>>>;

impl<'t> Body<'_, 't> {
    /// The type of arithmetic on one or two operands; reports an error if there is none.
    fn arithmetic_type(&mut self, a: &Expr, b: Option<&Expr>, sign: &str) -> Option<TypeId> {
        let error = self.sema.error_type();
        if a.ty == error || b.is_some_and(|b| b.ty == error) {
            return None;
        }
        let first = self.kind_of(a);
        let second = match b {
            Some(b) => self.kind_of(b),
            None => first,
        };
        use Primitive::{BigInt, Float, Int};
        let primitive = match (first, second) {
            (Some(Int), Some(Int)) => Int,
            (Some(Int | Float), Some(Int | Float)) => Float,
            (Some(BigInt), Some(BigInt)) => BigInt,
            _ => {
                let numeric = |kind: Option<Primitive>| matches!(kind, Some(Int | Float | BigInt));
                let wrong = if numeric(first) { b.unwrap_or(a) } else { a };
                let message = match (first, second) {
                    _ if numeric(first) && numeric(second) => {
                        format!("`{sign}` does not mix `QlBuiltins::BigInt` with other numbers")
                    }
                    _ => format!("`{sign}` needs numbers, not `{}`", self.sema.show(wrong.ty)),
                };
                self.error(Code::NotANumber, wrong.span, message);
                return None;
            }
        };
        Some(self.sema.primitive(primitive))
    }

    /// `-e` or `+e`, as in `written`.
    pub(super) fn signed(&mut self, written: &tree::Expr, inner: Expr, span: Span) -> Option<Expr> {
        if let tree::ExprKind::Plus(_) = written.kind {
            self.arithmetic_type(&inner, None, "+")?;
            return Some(Expr { span, ..inner });
        }
        let ty = self.arithmetic_type(&inner, None, "-")?;
        Some(Expr { kind: ExprKind::Neg(Box::new(inner)), ty, span })
    }

    /// `left op right`.
    pub(super) fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        self.operation(op, left, right, span).unwrap_or_else(|| self.mistake(span))
    }

    fn operation(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let text = Some(Primitive::String);
        let (left, right, ty) =
            if op == BinaryOp::Add && (self.kind_of(&left) == text || self.kind_of(&right) == text) {
                (self.text_of(left)?, self.text_of(right)?, self.sema.primitive(Primitive::String))
            } else {
                let ty = self.arithmetic_type(&left, Some(&right), op.sign())?;
                (left, right, ty)
            };
        let kind = match left.kind {
            ExprKind::Chain(first, mut rest)
                if left.ty == ty && rest.first().is_some_and(|(other, _)| other.is_sum() == op.is_sum()) =>
            {
                rest.push((op, right));
                ExprKind::Chain(first, rest)
            }
            kind => ExprKind::Chain(Box::new(Expr { kind, ..left }), vec![(op, right)]),
        };
        Some(Expr { kind, ty, span })
    }

    /// An operand of string concatenation as a string.
    fn text_of(&mut self, operand: Expr) -> Option<Expr> {
        if operand.ty == self.sema.error_type() {
            return None;
        }
        if self.kind_of(&operand) == Some(Primitive::String) {
            return Some(operand);
        }
        let Some(pred) = self.sema.text_member(operand.ty) else {
            let message = format!("`{}` has no `toString()`", self.sema.show(operand.ty));
            self.error(Code::MissingToString, operand.span, message);
            return None;
        };
        self.sema.reach_family(pred);
        let (span, ty) = (operand.span, self.sema.primitive(Primitive::String));
        Some(Expr { kind: ExprKind::ToString(Box::new(operand), pred), ty, span })
    }

    /// Whether one of the operands looks like a closure but is a sum or product.
    pub(super) fn is_tangled(&mut self, written: &'t tree::Expr) -> bool {
        use tree::ExprKind as Written;
        match &written.kind {
            Written::Call { module: None, name, closure: Some(_), args } if args.len() == 1 => {
                self.is_no_closure(name)
            }
            Written::MemberCall { receiver: inner, .. }
            | Written::Cast { expr: inner, .. }
            | Written::Neg(inner)
            | Written::Plus(inner) => self.is_tangled(inner),
            Written::Chain(first, rest) => {
                self.is_tangled(first) || rest.iter().any(|(_, operand)| self.is_tangled(operand))
            }
            _ => false,
        }
    }

    /// Whether the name of a supposed closure refers to a variable, and to no predicate that has a closure.
    fn is_no_closure(&mut self, name: &'t tree::Name) -> bool {
        let sym = self.sema.sym(name);
        let is_local = self.scope.iter().any(|(other, _)| *other == sym);
        let is_field = self.class.is_some_and(|class| !self.sema.find_fields(class, sym).is_empty());
        if !is_local && !is_field {
            return false;
        }
        // Only binary predicates have closures.
        let is_binary = |this: &mut Self, pred| this.sema.columns(pred).len() == 2;
        if let Some(class) = self.class
            && let Some(members) = self.sema.visible_member(class, sym, 1)
        {
            return !members.is_some_and(|pred| is_binary(self, pred));
        }
        match self.sema.visible(self.module, Key::predicate(sym, 1)) {
            Lookup::None => true,
            Lookup::One(entity) => {
                let pred = self.sema.entity_pred(entity);
                !pred.is_some_and(|pred| is_binary(self, pred))
            }
            Lookup::Many => false,
        }
    }

    /// Rebuilds a tangled expression from its operands and operators.
    pub(super) fn untangled(&mut self, written: &'t tree::Expr) -> Option<Expr> {
        let mut pieces = Vec::new();
        self.take_apart(written, &mut pieces);
        let sum = self.sum(&mut pieces.into_iter().peekable());
        Some(Expr { span: written.span, ..sum })
    }

    fn take_apart(&mut self, written: &'t tree::Expr, into: &mut Vec<Piece<'t>>) {
        use tree::ExprKind as Written;
        match &written.kind {
            Written::Chain(first, rest) => {
                self.take_apart(first, into);
                for (op, operand) in rest {
                    into.push(Piece::Op(*op));
                    self.take_apart(operand, into);
                }
            }
            _ if !self.is_tangled(written) => into.push(Piece::Operand(written, Vec::new())),
            Written::Call { name, closure, args, .. } => {
                into.push(Piece::Variable(name));
                into.push(Piece::Op(match closure {
                    Some(ClosureOp::Star) => BinaryOp::Mul,
                    _ => BinaryOp::Add,
                }));
                into.extend(args.iter().map(|arg| Piece::Operand(arg, Vec::new())));
            }
            Written::Neg(inner) | Written::Plus(inner) | Written::Cast { prefix: true, expr: inner, .. } => {
                into.push(Piece::Front(written));
                self.take_apart(inner, into);
            }
            Written::MemberCall { receiver: inner, .. } | Written::Cast { expr: inner, .. } => {
                self.take_apart(inner, into);
                if let Some(Piece::Operand(_, selections)) = into.last_mut() {
                    selections.push(written);
                }
            }
            _ => into.push(Piece::Operand(written, Vec::new())),
        }
    }

    fn sum(&mut self, pieces: &mut Pieces<'t>) -> Expr {
        let mut left = self.product(pieces);
        while let Some(Piece::Op(op)) = pieces.next_if(|piece| matches!(piece, Piece::Op(op) if op.is_sum()))
        {
            let right = self.product(pieces);
            left = self.binary(op, left, right);
        }
        left
    }

    fn product(&mut self, pieces: &mut Pieces<'t>) -> Expr {
        let mut left = self.operand(pieces);
        while let Some(Piece::Op(op)) = pieces.next_if(|piece| matches!(piece, Piece::Op(op) if !op.is_sum()))
        {
            let right = self.operand(pieces);
            left = self.binary(op, left, right);
        }
        left
    }

    fn operand(&mut self, pieces: &mut Pieces<'t>) -> Expr {
        use tree::ExprKind as Written;
        let (span, found) = match pieces.next() {
            Some(Piece::Variable(name)) => (name.span, self.variable(name)),
            Some(Piece::Front(written)) => {
                let inner = self.operand(pieces);
                let span = Span { end: inner.span.end, ..written.span };
                let made = match &written.kind {
                    Written::Cast { ty, .. } => self.cast(inner, ty, span),
                    _ => self.signed(written, inner, span),
                };
                (span, made)
            }
            Some(Piece::Operand(written, selections)) => {
                let mut value = Some(self.value(written));
                let mut span = written.span;
                for selection in selections {
                    span = Span { end: selection.span.end, ..span };
                    value = value.and_then(|receiver| match &selection.kind {
                        Written::MemberCall { name, closure, args, .. } => {
                            let call = self.member_call_on(receiver, name, *closure, args, span)?;
                            self.call_value(call, name)
                        }
                        Written::Cast { ty, .. } => self.cast(receiver, ty, span),
                        _ => None,
                    });
                }
                (span, value)
            }
            // Operators stand only between operands, as parsed.
            Some(Piece::Op(_)) | None => return self.mistake(crate::hir::nowhere()),
        };
        found.unwrap_or_else(|| self.mistake(span))
    }
}
