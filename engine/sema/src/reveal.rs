//! Annotates a text with the results of analysis: below each line, as comments, the type of every expression that
//! begins there and the target of every call. The output of `check --show types`.

use crate::hir::*;
use quarrel_base::FileId;
use quarrel_base::source::{SourceMap, Span};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How much of a multi-line expression is repeated.
const SHOWN: usize = 50;

/// The text of a file with `// revealed` comments. Unchecked bodies have none; a body that was checked in several
/// instances of its module has a comment for each difference.
pub fn reveal(checked: &Checked, sources: &SourceMap, file: FileId) -> String {
    let mut notes = BTreeSet::new();
    for pred in checked.preds.iter().filter(|pred| pred.span.file == file) {
        Revealer { checked, sources, file, pred, notes: &mut notes }.body();
    }
    let mut notes = notes.into_iter().peekable();
    let mut out = String::new();
    for (number, line) in sources.file(file).text.lines().enumerate() {
        let _ = writeln!(out, "{line}");
        let indent = &line[..line.len() - line.trim_start().len()];
        while let Some(note) = notes.next_if(|note| note.line <= number + 1) {
            let _ = writeln!(out, "{indent}// revealed: {}", note.text);
        }
    }
    out
}

/// Sorted by place, outer expressions before inner ones.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Note {
    line: usize,
    start: u32,
    inverse_length: u32,
    text: String,
}

struct Revealer<'a> {
    checked: &'a Checked,
    sources: &'a SourceMap,
    file: FileId,
    pred: &'a Pred,
    notes: &'a mut BTreeSet<Note>,
}

impl Revealer<'_> {
    fn note(&mut self, span: Span, says: &str) {
        if span.file != self.file || span.start == span.end {
            return;
        }
        let source = self.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        let shown = match source.char_indices().nth(SHOWN) {
            Some((cut, _)) => format!("{}...", &source[..cut]),
            None => source,
        };
        self.notes.insert(Note {
            line: self.sources.line_column(span).0,
            start: span.start,
            inverse_length: u32::MAX - (span.end - span.start),
            text: format!("{shown}{says}"),
        });
    }

    fn name(&self, ty: TypeId) -> &str {
        &self.checked.types[ty].name
    }

    fn target(&self, call: &Call) -> String {
        let pred = &self.checked.preds[call.pred];
        let how = match call.dispatch {
            Dispatch::Virtual if !pred.overridden_by.is_empty() || !pred.overrides.is_empty() => ", virtual",
            _ => "",
        };
        let place = match pred.kind {
            PredKind::Plain
            | PredKind::Member { .. }
            | PredKind::Characteristic { .. }
            | PredKind::Constructor { .. }
            | PredKind::Extensible { .. }
            | PredKind::External
                if !self.sources.text(pred.span).is_empty() =>
            {
                let line = self.sources.line_column(pred.span).0;
                format!(" ({}:{line}{how})", self.sources.file(pred.span.file).name)
            }
            PredKind::Stored { .. } => " (database)".to_owned(),
            _ => " (built in)".to_owned(),
        };
        format!("{}{place}", pred.name)
    }

    fn body(&mut self) {
        match &self.pred.body {
            PredBody::None => {}
            PredBody::Formula(formula) => self.formula(formula),
            PredBody::HigherOrder { args, .. } => args.iter().for_each(|arg| self.expr(arg)),
        }
    }

    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part));
            }
            FormulaKind::Not(inner) => self.formula(inner),
            FormulaKind::Implies(a, b) => {
                self.formula(a);
                self.formula(b);
            }
            FormulaKind::IfThenElse(a, b, c) => [a, b, c].into_iter().for_each(|part| self.formula(part)),
            FormulaKind::Quantified { range, body, .. } => {
                range.iter().chain(body).for_each(|part| self.formula(part));
            }
            FormulaKind::Exists(expr) | FormulaKind::InstanceOf(expr, _) => self.expr(expr),
            FormulaKind::Compare(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            FormulaKind::Call(call) => {
                let target = self.target(call);
                self.note(call.span, &format!(" calls {target}"));
                self.operands(call);
            }
        }
    }

    fn operands(&mut self, call: &Call) {
        call.receiver.iter().chain(&call.args).for_each(|operand| self.expr(operand));
    }

    fn expr(&mut self, expr: &Expr) {
        let ty = format!(": {}", self.name(expr.ty));
        match &expr.kind {
            ExprKind::Call(call) => {
                let target = self.target(call);
                self.note(expr.span, &format!("{ty} = {target}"));
                return self.operands(call);
            }
            ExprKind::Wildcard
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Boolean(_) => return,
            // An implicit `this`, or the column of a select clause: not written at this place.
            ExprKind::Var(var) if self.sources.text(expr.span) != &*self.pred.vars[*var].name => return,
            // The operand is at the same place.
            ExprKind::ToString(inner, pred) => {
                self.note(expr.span, &format!(" as text calls {}", self.checked.preds[*pred].name));
                return self.expr(inner);
            }
            _ => self.note(expr.span, &ty),
        }
        match &expr.kind {
            ExprKind::Neg(inner) | ExprKind::Cast(inner) | ExprKind::OnlyBind { expr: inner, .. } => {
                self.expr(inner);
            }
            ExprKind::Chain(first, rest) => {
                self.expr(first);
                rest.iter().for_each(|(_, operand)| self.expr(operand));
            }
            ExprKind::Range(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Set(elements) => elements.iter().for_each(|element| self.expr(element)),
            ExprKind::Any { range, value, .. } => {
                range.iter().for_each(|range| self.formula(range));
                self.expr(value);
            }
            ExprKind::Aggregate(aggregate) => {
                aggregate.range.iter().for_each(|range| self.formula(range));
                let keys = aggregate.order_by.iter().map(|(key, _)| key);
                let parts = aggregate.bracket.iter().chain(&aggregate.value).chain(&aggregate.separator);
                parts.chain(keys).for_each(|part| self.expr(part));
            }
            _ => {}
        }
    }
}
