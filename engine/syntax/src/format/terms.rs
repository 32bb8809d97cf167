//! Layout of formulas and expressions. The lead of a term's first token is laid out before.

use super::weave::{Doc, Gap, Weaver};
use crate::token::Kind;
use crate::tree::*;

impl<'a> Weaver<'a> {
    /// A formula; its own line breaks belong to the group around it.
    pub(super) fn formula(&mut self, tree: &Formula) -> Doc<'a> {
        match &tree.kind {
            FormulaKind::And(parts) => self.operands(parts, Gap::Space, Gap::Line),
            FormulaKind::Or(parts) if parts.iter().all(is_atom) => {
                self.operands(parts, Gap::Space, Gap::Line)
            }
            // `a or b and c` on one line is hard to read.
            FormulaKind::Or(parts) if parts.iter().any(is_conjunction) => {
                self.operands(parts, Gap::Hard, Gap::Hard)
            }
            FormulaKind::Or(parts) => self.operands(parts, Gap::Line, Gap::Line),
            FormulaKind::Implies(from, to) => {
                let doc = self.formula(from).group().append(self.token(Gap::Line));
                doc.append(self.lead(Gap::Line)).append(self.formula(to).group())
            }
            FormulaKind::Not(inside) => {
                let doc = self.word().append(self.lead(Gap::Space));
                doc.append(self.formula(inside))
            }
            FormulaKind::IfThenElse(condition, then, otherwise) => {
                let doc = self.word().append(self.branch(condition));
                let doc = doc.append(self.token(Gap::Line)).append(self.branch(then));
                doc.append(self.token(Gap::Line)).append(self.branch(otherwise))
            }
            FormulaKind::Paren(inside) => {
                let open = self.word();
                let inside = self.lead(Gap::Soft).append(self.formula(inside).group()).nest(2);
                open.append(inside).append(self.close(Gap::Soft)).group()
            }
            FormulaKind::ExistsExpr(inside) => {
                let open = self.through(Kind::LParen);
                let inside = self.lead(Gap::Nothing).append(self.expr(inside)).nest(2);
                open.append(inside).append(self.close(Gap::Nothing)).group()
            }
            FormulaKind::Quantified { vars, range, body, .. } => {
                let open = self.through(Kind::LParen);
                let head = open.append(self.decls(vars));
                let parts = [range, body].into_iter().flatten().map(|part| Section::Formula(part));
                self.sections(head, &parts.collect::<Vec<_>>())
            }
            FormulaKind::Compare(_, lhs, rhs) | FormulaKind::In(lhs, rhs) => {
                let doc = self.expr(lhs).append(self.token(Gap::Space));
                doc.append(self.right_side(rhs))
            }
            FormulaKind::InstanceOf(value, of) => {
                let doc = self.expr(value).append(self.token(Gap::Space));
                doc.append(self.lead(Gap::Space)).append(self.until(of.span.end))
            }
            FormulaKind::Call(call) => self.expr(call),
        }
    }

    /// Operands with the operator between them, and the gaps around it.
    fn operands(&mut self, parts: &[Formula], before: Gap, behind: Gap) -> Doc<'a> {
        let mut doc = self.nil();
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                doc = doc.append(self.token(before)).append(self.lead(behind));
            }
            doc = doc.append(self.formula(part).group());
        }
        doc
    }

    /// The part after `if`, `then` or `else`.
    fn branch(&mut self, tree: &Formula) -> Doc<'a> {
        match &tree.kind {
            FormulaKind::Paren(_) | FormulaKind::Quantified { .. } => {
                self.lead(Gap::Space).append(self.formula(tree).group())
            }
            FormulaKind::IfThenElse(..) => self.lead(Gap::Space).append(self.formula(tree)),
            _ => self.lead(Gap::Line).append(self.formula(tree)).nest(2).group(),
        }
    }

    /// The part after a comparison's operator: on the next line if it does not fit on this one and has no brackets that
    /// can be broken inside.
    fn right_side(&mut self, tree: &Expr) -> Doc<'a> {
        let hugs = match &tree.kind {
            ExprKind::Aggregate(aggregate) => !aggregate.short,
            ExprKind::Set(_) => true,
            _ => false,
        };
        if hugs {
            self.lead(Gap::Space).append(self.expr(tree).group())
        } else {
            self.lead(Gap::Line).append(self.expr(tree).group()).nest(2).group()
        }
    }

    /// `head | section | section)`: all up to the last bar share a line if they fit.
    fn sections(&mut self, head: Doc<'a>, sections: &[Section<'_>]) -> Doc<'a> {
        let mut doc = head;
        for (index, section) in sections.iter().enumerate() {
            doc = match index {
                0 => doc.append(self.token(Gap::Space)),
                _ => doc.append(self.token(Gap::Line)).group(),
            };
            let part = match section {
                Section::Empty => continue,
                Section::Formula(formula) => self.lead(Gap::Line).append(self.formula(formula).group()),
                Section::Exprs(exprs, order_by) => {
                    self.lead(Gap::Line).append(self.labelled(exprs, order_by).group())
                }
            };
            doc = doc.append(part.nest(2));
        }
        doc.append(self.close(Gap::Soft)).group()
    }

    /// `T a, U b`, filling lines.
    pub(super) fn decls(&mut self, vars: &[VarDecl]) -> Doc<'a> {
        if vars.is_empty() {
            return self.nil();
        }
        let first = self.lead(Gap::Nothing);
        let rest = self.fill(vars, |weaver, var| weaver.until(var.name.span.end));
        first.append(rest.nest(2))
    }

    /// Items with commas between them, as many on a line as fit; the lead of the first is laid out before.
    pub(super) fn fill<T>(
        &mut self,
        items: &[T],
        mut layout: impl FnMut(&mut Self, &T) -> Doc<'a>,
    ) -> Doc<'a> {
        let mut doc = self.nil();
        for (index, item) in items.iter().enumerate() {
            if index == 0 {
                doc = doc.append(layout(self, item).group());
                continue;
            }
            doc = doc.append(self.token(Gap::Nothing));
            doc = doc.append(self.lead(Gap::Line).append(layout(self, item).group()).group());
        }
        doc
    }

    /// `e as label, f order by g desc`.
    pub(super) fn labelled(&mut self, exprs: &[AsExpr], order_by: &[(Expr, Option<bool>)]) -> Doc<'a> {
        let mut doc = self.fill(exprs, |weaver, item| weaver.as_expr(item));
        if !order_by.is_empty() {
            doc = doc.append(self.token(Gap::Line)).append(self.token(Gap::Space));
            doc = doc.append(self.lead(Gap::Space));
            doc = doc.append(self.fill(order_by, |weaver, (key, direction)| {
                let key = weaver.expr(key);
                if direction.is_some() { key.append(weaver.token(Gap::Space)) } else { key }
            }));
        }
        doc
    }

    pub(super) fn as_expr(&mut self, tree: &AsExpr) -> Doc<'a> {
        let doc = self.expr(&tree.expr);
        if tree.label.is_some() {
            return doc.append(self.token(Gap::Space)).append(self.token(Gap::Space));
        }
        doc
    }

    /// The rest of a bracket whose opening token is laid out, up to the closing one.
    pub(super) fn arguments(&mut self, args: &[Expr]) -> Doc<'a> {
        let inside = if args.is_empty() {
            self.nil()
        } else {
            self.lead(Gap::Nothing).append(self.fill(args, |weaver, arg| weaver.expr(arg)))
        };
        inside.nest(2).append(self.close(Gap::Nothing))
    }

    /// An expression; its own line breaks belong to the group around it.
    pub(super) fn expr(&mut self, tree: &Expr) -> Doc<'a> {
        match &tree.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Boolean(_)
            | ExprKind::Var(_)
            | ExprKind::This
            | ExprKind::Result
            | ExprKind::Wildcard
            | ExprKind::Super(_) => self.until(tree.span.end),
            ExprKind::Paren(inside) => {
                let open = self.word();
                let inside = self.lead(Gap::Soft).append(self.expr(inside).group()).nest(2);
                open.append(inside).append(self.close(Gap::Soft)).group()
            }
            ExprKind::Neg(inside) | ExprKind::Plus(inside) => {
                let doc = self.word().append(self.lead(Gap::Nothing));
                doc.append(self.expr(inside))
            }
            ExprKind::Chain(..) => self.chain(tree),
            ExprKind::Cast { prefix: true, expr, .. } => {
                let doc = self.through(Kind::RParen).append(self.lead(Gap::Nothing));
                doc.append(self.expr(expr))
            }
            ExprKind::Call { args, .. } => self.through(Kind::LParen).append(self.arguments(args)),
            ExprKind::MemberCall { .. } | ExprKind::Cast { .. } => self.links(tree),
            ExprKind::Range(from, to) => {
                let doc = self.word().append(self.lead(Gap::Nothing));
                let doc = doc.append(self.expr(from)).append(self.token(Gap::Space));
                doc.append(self.lead(Gap::Space)).append(self.expr(to)).append(self.close(Gap::Nothing))
            }
            ExprKind::Set(elements) => self.word().append(self.arguments(elements)),
            ExprKind::Aggregate(aggregate) => self.aggregate(aggregate),
            ExprKind::OnlyBind { expr, .. } => {
                self.through(Kind::LParen).append(self.arguments(std::slice::from_ref(expr)))
            }
        }
    }

    /// `a + b - c`: operators at line ends, as many operands on a line as fit.
    fn chain(&mut self, tree: &Expr) -> Doc<'a> {
        let mut operands = Vec::new();
        let mut first = tree;
        while let ExprKind::Chain(lhs, rest) = &first.kind {
            operands.extend(rest.iter().rev().map(|(_, operand)| operand));
            first = lhs;
        }
        let mut doc = self.expr(first);
        for operand in operands.into_iter().rev() {
            let operator = self.token(Gap::Space);
            let operand = self.lead(Gap::Line).append(self.expr(operand).group()).nest(2).group();
            doc = doc.append(operator).append(operand);
        }
        doc
    }

    /// `a.b().(T).c()`: broken before a dot where the part after it does not fit.
    fn links(&mut self, tree: &Expr) -> Doc<'a> {
        let mut links = Vec::new();
        let mut base = tree;
        while let ExprKind::MemberCall { receiver: inner, .. }
        | ExprKind::Cast { prefix: false, expr: inner, .. } = &base.kind
        {
            links.push(base);
            base = inner;
        }
        let mut doc = self.expr(base);
        for (index, link) in links.into_iter().rev().enumerate() {
            let gap = if index == 0 { Gap::Nothing } else { Gap::Soft };
            let lead = self.lead(gap);
            let step = match &link.kind {
                ExprKind::MemberCall { args, .. } => self.through(Kind::LParen).append(self.arguments(args)),
                _ => self.through(Kind::RParen),
            };
            doc = doc.append(lead.append(step.group()).nest(4).group());
        }
        doc
    }

    fn aggregate(&mut self, tree: &Aggregate) -> Doc<'a> {
        let mut head = self.word();
        if let Some(bracket) = &tree.bracket {
            head = head.append(self.token(Gap::Nothing)).append(self.lead(Gap::Nothing));
            head = head.append(self.expr(bracket)).append(self.close(Gap::Nothing));
        }
        let head = head.append(self.token(Gap::Nothing));
        if tree.short {
            let inside = self.lead(Gap::Nothing).append(self.labelled(&tree.exprs, &tree.order_by)).nest(2);
            return head.append(inside).append(self.close(Gap::Nothing)).group();
        }
        let head = head.append(self.decls(&tree.vars));
        let mut sections = Vec::new();
        if let Some(range) = &tree.range {
            sections.push(Section::Formula(range));
        } else if !tree.exprs.is_empty() {
            sections.push(Section::Empty);
        }
        if !tree.exprs.is_empty() {
            sections.push(Section::Exprs(&tree.exprs, &tree.order_by));
        }
        self.sections(head, &sections)
    }
}

/// A part between bars.
enum Section<'t> {
    Empty,
    Formula(&'t Formula),
    Exprs(&'t [AsExpr], &'t [(Expr, Option<bool>)]),
}

fn is_conjunction(tree: &Formula) -> bool {
    matches!(tree.kind, FormulaKind::And(_))
}

/// Whether a formula is a comparison, a test or a call, possibly negated.
fn is_atom(tree: &Formula) -> bool {
    match &tree.kind {
        FormulaKind::Compare(..)
        | FormulaKind::InstanceOf(..)
        | FormulaKind::In(..)
        | FormulaKind::Call(_)
        | FormulaKind::ExistsExpr(_) => true,
        FormulaKind::Not(inside) => is_atom(inside),
        _ => false,
    }
}
