//! Formulas (language.md section 12).

use super::Body;
use crate::hir::{CompareOp, Expr, ExprKind, Formula, FormulaKind, Primitive};
use quarrel_base::{Code, Diagnostic};
use quarrel_syntax::tree;

impl<'t> Body<'_, 't> {
    /// Checks a formula; one with a mistake becomes true.
    pub(super) fn formula(&mut self, written: &'t tree::Formula) -> Formula {
        quarrel_base::budget::poll();
        let span = written.span;
        let kind = self.deeper(span, |this| this.formula_kind(written));
        Formula { kind: kind.unwrap_or(FormulaKind::And(Vec::new())), span }
    }

    fn boxed(&mut self, written: &'t tree::Formula) -> Box<Formula> {
        Box::new(self.formula(written))
    }

    fn formula_kind(&mut self, written: &'t tree::Formula) -> FormulaKind {
        use tree::FormulaKind as Written;
        match &written.kind {
            Written::And(parts) => FormulaKind::And(parts.iter().map(|part| self.formula(part)).collect()),
            Written::Or(parts) => FormulaKind::Or(parts.iter().map(|part| self.formula(part)).collect()),
            Written::Not(inner) => FormulaKind::Not(self.boxed(inner)),
            Written::Implies(a, b) => FormulaKind::Implies(self.boxed(a), self.boxed(b)),
            Written::IfThenElse(c, f, g) => {
                FormulaKind::IfThenElse(self.boxed(c), self.boxed(f), self.boxed(g))
            }
            Written::Paren(inner) => self.formula(inner).kind,
            Written::ExistsExpr(expr) => FormulaKind::Exists(Box::new(self.expr(expr))),
            Written::Quantified { quantifier, vars, range, body } => {
                let mark = self.scope.len();
                let vars = vars.iter().map(|decl| self.declare(decl)).collect();
                let range = range.as_ref().map(|formula| self.boxed(formula));
                let body = body.as_ref().map(|formula| self.boxed(formula));
                self.scope.truncate(mark);
                FormulaKind::Quantified { quantifier: *quantifier, vars, range, body }
            }
            Written::Compare(op, a, b) => {
                let left = self.expr(a);
                let right = self.expr(b);
                self.check_comparison(*op, &left, &right, written);
                FormulaKind::Compare(*op, Box::new(left), Box::new(right))
            }
            Written::In(a, b) => {
                let left = self.expr(a);
                let right = self.expr(b);
                self.check_comparison(CompareOp::Eq, &left, &right, written);
                FormulaKind::Compare(CompareOp::Eq, Box::new(left), Box::new(right))
            }
            Written::InstanceOf(expr, ty) => {
                let expr = self.value(expr);
                let target = self.sema.type_or_error(self.module, ty);
                if !self.sema.compatible(expr.ty, target) {
                    let message = format!(
                        "a value of type `{}` is never in `{}`",
                        self.sema.show(expr.ty),
                        self.sema.show(target)
                    );
                    self.error(Code::IncompatibleTypes, written.span, message);
                }
                self.sema.reach_extent(target);
                FormulaKind::InstanceOf(Box::new(expr), target)
            }
            Written::Call(expr) => self.call_formula(expr),
        }
    }

    fn check_comparison(&mut self, op: CompareOp, a: &Expr, b: &Expr, written: &tree::Formula) {
        let wild = |expr: &Expr| matches!(expr.kind, ExprKind::Wildcard);
        let equality = matches!(op, CompareOp::Eq);
        if (wild(a) && wild(b)) || (!equality && (wild(a) || wild(b))) {
            let span = if wild(a) { a.span } else { b.span };
            self.error(Code::WildcardWithoutType, span, "`_` has no type here");
            return;
        }
        if !self.sema.compatible(a.ty, b.ty) {
            let (left, right) = (self.sema.show(a.ty), self.sema.show(b.ty));
            let message = format!("`{left}` and `{right}` have no values in common");
            self.sema.report(
                Diagnostic::error(Code::IncompatibleTypes, written.span, message)
                    .label(a.span, format!("`{left}`"))
                    .label(b.span, format!("`{right}`")),
            );
            return;
        }
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            for expr in [a, b] {
                if !self.sema.is_orderable(expr.ty) {
                    let message = format!("values of `{}` have no order", self.sema.show(expr.ty));
                    self.error(Code::NotOrderable, expr.span, message);
                    return;
                }
            }
        }
    }

    fn call_formula(&mut self, written: &'t tree::Expr) -> FormulaKind {
        let nothing = FormulaKind::And(Vec::new());
        let call = match &written.kind {
            tree::ExprKind::Paren(inner) => return self.call_formula(inner),
            tree::ExprKind::Call { module, name, closure, args } => {
                self.plain_call(module.as_ref(), name, *closure, args, written.span)
            }
            tree::ExprKind::MemberCall { receiver, name, closure, args } => {
                self.member_call(receiver, name, *closure, args, written.span)
            }
            _ => {
                self.error(Code::NotAFormula, written.span, "an expression stands where a formula must");
                let _ = self.expr(written);
                return nothing;
            }
        };
        let Some(call) = call else { return nothing };
        if self.sema.result_type(call.pred).is_some() {
            let name = self.sema.out.preds[call.pred].name.clone();
            let message = format!("`{name}` has a result, which must be used");
            self.sema.report(
                Diagnostic::error(Code::UnusedResult, written.span, message)
                    .help("`exists(...)` asks whether there is one"),
            );
            return nothing;
        }
        if call.args.is_empty() && self.sema.globals.values().any(|global| *global == call.pred) {
            // `any()` and `none()`.
            if let crate::hir::PredBody::Formula(formula) = &self.sema.out.preds[call.pred].body {
                return formula.kind.clone();
            }
        }
        FormulaKind::Call(Box::new(call))
    }

    /// The primitive kind of an expression's type.
    pub(super) fn kind_of(&mut self, expr: &Expr) -> Option<Primitive> {
        self.sema.primitive_kind(expr.ty)
    }
}
