//! Prints a checked program, for tests and for inspecting a stage.

use crate::hir::*;
use quarrel_base::ids::Id;
use std::fmt::Write;

/// The predicates with a body, in order, each call with its target.
pub fn dump(checked: &Checked) -> String {
    let mut out = String::new();
    for ty in checked.types.iter() {
        match &ty.kind {
            TypeKind::Class(class) => {
                let names = |types: &[TypeId]| {
                    types.iter().map(|ty| checked.types[*ty].name.to_string()).collect::<Vec<_>>().join(", ")
                };
                let bases: Vec<_> = class.extends.iter().map(|base| base.ty).collect();
                let _ = write!(out, "class {}", ty.name);
                if !bases.is_empty() {
                    let _ = write!(out, " extends {}", names(&bases));
                }
                if !class.instanceof.is_empty() {
                    let _ = write!(out, " instanceof {}", names(&class.instanceof));
                }
                if !class.subclasses.is_empty() {
                    let _ = write!(out, " below {}", names(&class.subclasses));
                }
                out.push('\n');
            }
            TypeKind::Newtype { branches } => {
                let names: Vec<_> = branches.iter().map(|ty| &*checked.types[*ty].name).collect();
                let _ = writeln!(out, "newtype {} = {}", ty.name, names.join(" or "));
            }
            _ => {}
        }
    }
    for pred in checked.preds.iter() {
        if matches!(pred.body, PredBody::None)
            || pred.name.ends_with("any/0")
            || pred.name.ends_with("none/0")
        {
            continue;
        }
        let mut printer = Printer { checked, pred, out: &mut out };
        printer.pred();
    }
    for query in &checked.queries {
        let columns: Vec<_> = query
            .columns
            .iter()
            .map(|column| format!("{}: {}", column.name, checked.types[column.ty].name))
            .collect();
        let _ = writeln!(
            out,
            "query {} = {} ({})",
            query.name,
            checked.preds[query.pred].name,
            columns.join(", ")
        );
    }
    out
}

struct Printer<'a> {
    checked: &'a Checked,
    pred: &'a Pred,
    out: &'a mut String,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn var(&self, var: VarId) -> String {
        let data = &self.pred.vars[var];
        let twice = self.pred.vars.iter().filter(|other| other.name == data.name).count() > 1;
        if twice { format!("{}{}", data.name, var.index()) } else { data.name.to_string() }
    }

    fn decls(&self, vars: &[VarId]) -> String {
        let shown: Vec<_> = vars
            .iter()
            .map(|var| format!("{} {}", self.checked.types[self.pred.vars[*var].ty].name, self.var(*var)))
            .collect();
        shown.join(", ")
    }

    fn pred(&mut self) {
        let head = self.decls(&self.pred.params);
        let result = match self.pred.result {
            Some(var) => self.checked.types[self.pred.vars[var].ty].name.to_string(),
            None => "predicate".to_owned(),
        };
        let name = self.pred.name.clone();
        self.put(&format!("{result} {name}({head}) "));
        match &self.pred.body {
            PredBody::None => {}
            PredBody::Formula(formula) => {
                self.put("{ ");
                self.formula(formula);
                self.put(" }");
            }
            PredBody::HigherOrder { op, inputs, args, .. } => {
                let inputs: Vec<_> =
                    inputs.iter().map(|input| self.checked.preds[*input].name.to_string()).collect();
                self.put(&format!("= {op:?}({})(", inputs.join(", ")));
                self.exprs(args);
                self.put(")");
            }
        }
        self.put("\n");
    }

    fn all(&mut self, parts: &[Formula], sign: &str, empty: &str) {
        if parts.is_empty() {
            return self.put(empty);
        }
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                self.put(sign);
            }
            self.nested(part);
        }
    }

    fn nested(&mut self, formula: &Formula) {
        let atom = !matches!(
            formula.kind,
            FormulaKind::And(_) | FormulaKind::Or(_) | FormulaKind::Implies(..) | FormulaKind::IfThenElse(..)
        );
        if atom {
            return self.formula(formula);
        }
        self.put("(");
        self.formula(formula);
        self.put(")");
    }

    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::And(parts) => self.all(parts, " and ", "any()"),
            FormulaKind::Or(parts) => self.all(parts, " or ", "none()"),
            FormulaKind::Not(inner) => {
                self.put("not ");
                self.nested(inner);
            }
            FormulaKind::Implies(a, b) => {
                self.nested(a);
                self.put(" implies ");
                self.nested(b);
            }
            FormulaKind::IfThenElse(c, f, g) => {
                self.put("if ");
                self.formula(c);
                self.put(" then ");
                self.nested(f);
                self.put(" else ");
                self.nested(g);
            }
            FormulaKind::Quantified { quantifier, vars, range, body } => {
                let head = format!("{quantifier:?}({}", self.decls(vars)).to_lowercase_first();
                self.put(&head);
                for part in [range, body].into_iter().flatten() {
                    self.put(" | ");
                    self.formula(part);
                }
                self.put(")");
            }
            FormulaKind::Exists(expr) => {
                self.put("exists(");
                self.expr(expr);
                self.put(")");
            }
            FormulaKind::Compare(op, a, b) => {
                self.expr(a);
                self.put(&format!(" {} ", op.text()));
                self.expr(b);
            }
            FormulaKind::InstanceOf(expr, ty) => {
                self.expr(expr);
                let name = self.checked.types[*ty].name.clone();
                self.put(&format!(" instanceof {name}"));
            }
            FormulaKind::Call(call) => self.call(call),
        }
    }

    fn call(&mut self, call: &Call) {
        if let Some(receiver) = &call.receiver {
            self.expr(receiver);
            self.put(".");
        }
        if matches!(self.checked.preds[call.pred].kind, PredKind::Member { .. })
            && call.dispatch == Dispatch::Direct
        {
            self.put("super.");
        }
        let name = self.checked.preds[call.pred].name.clone();
        self.put(&name);
        match call.closure {
            Some(ClosureOp::Plus) => self.put("+"),
            Some(ClosureOp::Star) => self.put("*"),
            None => {}
        }
        self.put("(");
        self.exprs(&call.args);
        self.put(")");
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        for (at, expr) in exprs.iter().enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(value) => self.put(&value.to_string()),
            ExprKind::Float(value) => self.put(&format!("{value:?}")),
            ExprKind::String(value) => self.put(&format!("{value:?}")),
            ExprKind::Boolean(value) => self.put(&value.to_string()),
            ExprKind::Var(var) => {
                let name = self.var(*var);
                self.put(&name);
            }
            ExprKind::Wildcard => self.put("_"),
            ExprKind::Neg(inner) => {
                self.put("-");
                self.expr(inner);
            }
            ExprKind::Chain(first, rest) => {
                self.put("(");
                self.expr(first);
                for (op, operand) in rest {
                    self.put(&format!(" {} ", op.sign()));
                    self.expr(operand);
                }
                self.put(")");
            }
            ExprKind::Cast(inner) => {
                self.expr(inner);
                let name = self.checked.types[expr.ty].name.clone();
                self.put(&format!(".({name})"));
            }
            ExprKind::ToString(inner, pred) => {
                self.expr(inner);
                let name = self.checked.preds[*pred].name.clone();
                self.put(&format!(".{name}()"));
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Range(a, b) => {
                self.put("[");
                self.expr(a);
                self.put(" .. ");
                self.expr(b);
                self.put("]");
            }
            ExprKind::Set(elements) => {
                self.put("[");
                self.exprs(elements);
                self.put("]");
            }
            ExprKind::Any { vars, range, value } => {
                let decls = self.decls(vars);
                self.put(&format!("any({decls} | "));
                match range {
                    Some(range) => self.formula(range),
                    None => self.put("any()"),
                }
                self.put(" | ");
                self.expr(value);
                self.put(")");
            }
            ExprKind::Aggregate(aggregate) => self.aggregate(aggregate),
            ExprKind::OnlyBind { out, expr } => {
                self.put(if *out { "only_bind_out(" } else { "only_bind_into(" });
                self.expr(expr);
                self.put(")");
            }
        }
    }

    fn aggregate(&mut self, aggregate: &Aggregate) {
        let name = format!("{:?}", aggregate.function).to_lowercase();
        self.put(&name);
        if let Some(bracket) = &aggregate.bracket {
            self.put("[");
            self.expr(bracket);
            self.put("]");
        }
        let decls = self.decls(&aggregate.vars);
        self.put(&format!("({decls} | "));
        match &aggregate.range {
            Some(range) => self.formula(range),
            None => self.put("any()"),
        }
        self.put(" | ");
        for (at, part) in [&aggregate.value, &aggregate.separator].into_iter().flatten().enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.expr(part);
        }
        for (at, (key, down)) in aggregate.order_by.iter().enumerate() {
            self.put(if at == 0 { " order by " } else { ", " });
            self.expr(key);
            if *down {
                self.put(" desc");
            }
        }
        self.put(if aggregate.monotonic { ") monotonic" } else { ")" });
    }
}

trait LowercaseFirst {
    fn to_lowercase_first(self) -> String;
}

impl LowercaseFirst for String {
    /// `Exists(A x)` as `exists(A x)`: changes the quantifier's name only.
    fn to_lowercase_first(mut self) -> String {
        if let Some(first) = self.get_mut(0..1) {
            first.make_ascii_lowercase();
        }
        self
    }
}
