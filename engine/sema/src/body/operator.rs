//! Bodies of higher-order operators (language.md section 16).

use super::Body;
use crate::hir::{Expr, HigherOrderOp, PredBody, PredId, Primitive, TypeId};
use quarrel_base::{Code, Diagnostic, Span};
use quarrel_common::words::count;
use quarrel_syntax::tree;

impl<'t> Body<'_, 't> {
    /// Builds the body of a higher-order operator.
    pub(super) fn higher_order(
        &mut self,
        name: &'t tree::Name,
        inputs: &'t [tree::PredicateRef],
        args: &'t [tree::Expr],
        span: Span,
    ) -> PredBody {
        let (op, arities, columns): (_, &[usize], usize) = match &*name.text {
            "fastTC" => (HigherOrderOp::FastTC, &[2], 2),
            "sourceBoundedFastTC" | "boundedFastTC" => (HigherOrderOp::SourceBoundedFastTC, &[2, 1], 2),
            "doublyBoundedFastTC" => (HigherOrderOp::DoublyBoundedFastTC, &[2, 1, 1], 2),
            "shortestDistances" => (HigherOrderOp::ShortestDistances, &[1, 2], 3),
            "idominance" => (HigherOrderOp::IDominance, &[1, 2], 3),
            "equivalenceRelation" => (HigherOrderOp::EquivalenceRelation, &[2], 2),
            "forceLocal" => (HigherOrderOp::ForceLocal, &[], 0),
            "forceMaterialize" => (HigherOrderOp::ForceMaterialize, &[], 0),
            other => {
                let known = [
                    "fastTC",
                    "sourceBoundedFastTC",
                    "doublyBoundedFastTC",
                    "shortestDistances",
                    "idominance",
                    "equivalenceRelation",
                    "forceLocal",
                    "forceMaterialize",
                ];
                let message = format!("there is no higher-order operator `{other}`");
                let mut diagnostic = Diagnostic::error(Code::UnresolvedOperator, name.span, message);
                if let Some(similar) = crate::suggest::most_similar(other, known) {
                    diagnostic = diagnostic.rename(similar);
                }
                self.sema.report(diagnostic);
                return PredBody::None;
            }
        };
        let mut preds = Vec::new();
        for input in inputs {
            let Some(pred) = self.sema.predicate_ref(self.module, input) else { return PredBody::None };
            self.sema.reach_pred(pred);
            preds.push(pred);
        }
        let wanted = if columns == 0 { 1 } else { arities.len() };
        if preds.len() != wanted {
            let message =
                format!("`{}` takes {}, not {}", name.text, count(wanted, "predicate"), preds.len());
            self.error(Code::WrongArgumentCount, name.span, message);
            return PredBody::None;
        }
        let before = self.sema.errors;
        for ((pred, arity), input) in preds.iter().zip(arities).zip(inputs) {
            let found = self.sema.columns(*pred).len();
            if found != *arity {
                let message = format!(
                    "`{}` needs a predicate of {} here, `{}` has {found}",
                    name.text,
                    count(*arity, "column"),
                    input.name.text,
                );
                self.error(Code::WrongArity, input.span, message);
            }
        }
        let columns = if columns == 0 { self.sema.columns(preds[0]).len() } else { columns };
        if args.len() != columns {
            let message = format!("`{}` makes {}, not {}", name.text, count(columns, "column"), args.len());
            self.error(Code::WrongArity, span, message);
            return PredBody::None;
        }
        if self.sema.errors > before {
            return PredBody::None;
        }
        let columns = self.operator_columns(op, &preds, inputs);
        let args: Vec<Expr> = args.iter().map(|arg| self.expr(arg)).collect();
        for (column, arg) in columns.iter().zip(&args) {
            if !self.sema.compatible(arg.ty, *column) {
                let (has, wants) = (self.sema.show(*column), self.sema.show(arg.ty));
                let message = format!("`{}` gives a `{has}` here, which a `{wants}` never is", name.text);
                self.error(Code::IncompatibleTypes, arg.span, message);
            }
        }
        PredBody::HigherOrder { op, inputs: preds, args, span }
    }

    /// The types of an operator's output. All nodes have one type; reports an error if not.
    fn operator_columns(
        &mut self,
        op: HigherOrderOp,
        preds: &[PredId],
        inputs: &'t [tree::PredicateRef],
    ) -> Vec<TypeId> {
        use HigherOrderOp as Op;
        if matches!(op, Op::ForceLocal | Op::ForceMaterialize) {
            return self.sema.columns(preds[0]);
        }
        let mut nodes: Vec<(TypeId, Span)> = Vec::new();
        for (pred, input) in preds.iter().zip(inputs) {
            nodes.extend(self.sema.columns(*pred).into_iter().map(|column| (column, input.span)));
        }
        let first = nodes[0].0;
        for (node, span) in &nodes[1..] {
            let kinds = [first, *node].map(|ty| self.sema.primitive_kind(ty));
            if !self.sema.compatible(first, *node) || kinds[0] != kinds[1] {
                let (one, other) = (self.sema.show(first), self.sema.show(*node));
                let message = format!("nodes of a graph are of one sort, not `{one}` and `{other}`");
                self.error(Code::IncompatibleTypes, *span, message);
                break;
            }
        }
        let int = self.sema.primitive(Primitive::Int);
        match op {
            // start(s), step(a, b): s, b, distance
            Op::ShortestDistances => vec![nodes[0].0, nodes[2].0, int],
            // entry(e), successor(a, b): e, a, b
            Op::IDominance => vec![nodes[0].0, nodes[1].0, nodes[2].0],
            Op::EquivalenceRelation => vec![nodes[0].0, int],
            _ => vec![nodes[0].0, nodes[1].0],
        }
    }
}
