//! Parts of trees on one line.

use crate::tree::*;
use quarrel_base::AggregateOp;
use std::fmt::Write;

/// Items with commas between them.
pub(super) fn list<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(", ")
}

pub(super) fn annotations(annotations: &[Annotation]) -> String {
    let mut out = String::new();
    for annotation in annotations {
        out.push_str(&annotation.name.text);
        if let Some(args) = &annotation.args {
            let _ = write!(out, "[{}]", list(args, |name| name.text.to_string()));
        }
        out.push(' ');
    }
    out
}

pub(super) fn import(import: &Import) -> String {
    let path: Vec<&str> = import.path.iter().map(|name| &*name.text).collect();
    let mut out = format!("import {}{}", path.join("."), args(import.args.as_deref()));
    for step in &import.steps {
        let _ = write!(out, "::{}", module_step(step));
    }
    if let Some(alias) = &import.alias {
        let _ = write!(out, " as {}", alias.text);
    }
    out
}

fn args(args: Option<&[Arg]>) -> String {
    args.map_or(String::new(), |args| format!("<{}>", list(args, arg)))
}

fn arg(arg: &Arg) -> String {
    match arg {
        Arg::Predicate(reference) => predicate_ref(reference),
        Arg::TypeOrModule(tree) => ty(tree),
        Arg::Module(tree) => module(tree),
    }
}

fn module_step(step: &ModuleStep) -> String {
    format!("{}{}", step.name.text, args(step.args.as_deref()))
}

/// A module expression.
pub fn module(module: &ModuleExpr) -> String {
    module.steps.iter().map(module_step).collect::<Vec<_>>().join("::")
}

fn qualifier(qualifier: &Option<ModuleExpr>) -> String {
    qualifier.as_ref().map_or(String::new(), |tree| format!("{}::", module(tree)))
}

pub(super) fn predicate_ref(reference: &PredicateRef) -> String {
    format!("{}{}/{}", qualifier(&reference.module), reference.name.text, reference.arity)
}

pub(super) fn signature(signature: &SigExpr) -> String {
    let arity = signature.arity.map_or(String::new(), |arity| format!("/{arity}"));
    format!(
        "{}{}{arity}{}",
        qualifier(&signature.module),
        signature.name.text,
        args(signature.args.as_deref())
    )
}

pub(super) fn params(params: &[ModuleParam]) -> String {
    if params.is_empty() {
        return String::new();
    }
    format!("<{}>", list(params, |param| format!("{} {}", signature(&param.signature), param.name.text)))
}

/// A type.
pub fn ty(tree: &TypeExpr) -> String {
    match &tree.kind {
        TypeExprKind::Primitive(Primitive::Boolean) => "boolean".to_string(),
        TypeExprKind::Primitive(Primitive::Date) => "date".to_string(),
        TypeExprKind::Primitive(Primitive::Float) => "float".to_string(),
        TypeExprKind::Primitive(Primitive::Int) => "int".to_string(),
        TypeExprKind::Primitive(Primitive::String) => "string".to_string(),
        TypeExprKind::Db(name) => name.text.to_string(),
        TypeExprKind::Named { module, name } => format!("{}{}", qualifier(module), name.text),
    }
}

pub(super) fn supertypes(extends: &[TypeExpr], instanceof: &[TypeExpr]) -> String {
    let mut out = String::new();
    for (word, types) in [("extends", extends), ("instanceof", instanceof)] {
        if !types.is_empty() {
            let _ = write!(out, " {word} {}", list(types, ty));
        }
    }
    out
}

pub(super) fn decls(decls: &[VarDecl]) -> String {
    list(decls, |decl| format!("{} {}", ty(&decl.ty), decl.name.text))
}

pub(super) fn head(head: &Head) -> String {
    let result = head.result.as_ref().map_or("predicate".to_string(), ty);
    format!("{result} {}({})", head.name.text, decls(&head.params))
}

pub(super) fn direction(desc: Option<bool>) -> &'static str {
    match desc {
        Some(true) => " desc",
        Some(false) => " asc",
        None => "",
    }
}

pub(super) fn as_expr(tree: &AsExpr) -> String {
    let label = tree.label.as_ref().map_or(String::new(), |label| format!(" as {}", label.text));
    format!("{}{label}", expr(&tree.expr))
}

pub(super) fn quantifier(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Exists => "exists",
        Quantifier::Forall => "forall",
        Quantifier::Forex => "forex",
    }
}

/// A formula.
pub fn formula(tree: &Formula) -> String {
    let mut out = String::new();
    write_formula(&mut out, tree);
    out
}

/// An expression.
pub fn expr(tree: &Expr) -> String {
    let mut out = String::new();
    write_expr(&mut out, tree);
    out
}

fn write_formulas(out: &mut String, parts: &[Formula], between: &str) {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str(between);
        }
        write_formula(out, part);
    }
}

fn write_formula(out: &mut String, tree: &Formula) {
    match &tree.kind {
        FormulaKind::And(parts) => write_formulas(out, parts, " and "),
        FormulaKind::Or(parts) => write_formulas(out, parts, " or "),
        FormulaKind::Implies(from, to) => {
            write_formula(out, from);
            out.push_str(" implies ");
            write_formula(out, to);
        }
        FormulaKind::Not(inside) => {
            out.push_str("not ");
            write_formula(out, inside);
        }
        FormulaKind::IfThenElse(condition, then, otherwise) => {
            for (word, part) in [("if ", condition), (" then ", then), (" else ", otherwise)] {
                out.push_str(word);
                write_formula(out, part);
            }
        }
        FormulaKind::Paren(inside) => {
            out.push('(');
            write_formula(out, inside);
            out.push(')');
        }
        FormulaKind::ExistsExpr(inside) => {
            out.push_str("exists(");
            write_expr(out, inside);
            out.push(')');
        }
        FormulaKind::Quantified { quantifier: word, vars, range, body } => {
            let _ = write!(out, "{}({}", quantifier(*word), decls(vars));
            for part in [range, body].into_iter().flatten() {
                out.push_str(" | ");
                write_formula(out, part);
            }
            out.push(')');
        }
        FormulaKind::Compare(op, lhs, rhs) => {
            write_expr(out, lhs);
            out.push_str(&format!(" {} ", op.text()));
            write_expr(out, rhs);
        }
        FormulaKind::InstanceOf(value, of) => {
            write_expr(out, value);
            let _ = write!(out, " instanceof {}", ty(of));
        }
        FormulaKind::In(value, set) => {
            write_expr(out, value);
            out.push_str(" in ");
            write_expr(out, set);
        }
        FormulaKind::Call(call) => write_expr(out, call),
    }
}

fn write_exprs(out: &mut String, exprs: &[Expr]) {
    for (index, expr) in exprs.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write_expr(out, expr);
    }
}

fn write_call(out: &mut String, name: &Name, closure: Option<ClosureOp>, args: &[Expr]) {
    out.push_str(&name.text);
    out.push_str(match closure {
        Some(ClosureOp::Plus) => "+(",
        Some(ClosureOp::Star) => "*(",
        None => "(",
    });
    write_exprs(out, args);
    out.push(')');
}

fn write_expr(out: &mut String, tree: &Expr) {
    match &tree.kind {
        ExprKind::Int(value) => {
            let _ = write!(out, "{value}");
        }
        ExprKind::Float(value) => {
            let text = value.to_string();
            out.push_str(&text);
            if !text.contains('.') {
                out.push_str(".0");
            }
        }
        ExprKind::String(value) => write_string(out, value),
        ExprKind::Boolean(value) => {
            let _ = write!(out, "{value}");
        }
        ExprKind::Var(name) => out.push_str(&name.text),
        ExprKind::This => out.push_str("this"),
        ExprKind::Result => out.push_str("result"),
        ExprKind::Wildcard => out.push('_'),
        ExprKind::Super(None) => out.push_str("super"),
        ExprKind::Super(Some(of)) => {
            let _ = write!(out, "{}.super", ty(of));
        }
        ExprKind::Paren(inside) => {
            out.push('(');
            write_expr(out, inside);
            out.push(')');
        }
        ExprKind::Neg(inside) => {
            out.push('-');
            write_expr(out, inside);
        }
        ExprKind::Plus(inside) => {
            out.push('+');
            write_expr(out, inside);
        }
        ExprKind::Chain(first, rest) => {
            write_expr(out, first);
            for (op, operand) in rest {
                let _ = write!(out, " {} ", op.sign());
                write_expr(out, operand);
            }
        }
        ExprKind::Cast { prefix: true, expr, ty: to } => {
            let _ = write!(out, "({})", ty(to));
            write_expr(out, expr);
        }
        ExprKind::Cast { prefix: false, expr, ty: to } => {
            write_expr(out, expr);
            let _ = write!(out, ".({})", ty(to));
        }
        ExprKind::Call { module, name, closure, args } => {
            out.push_str(&qualifier(module));
            write_call(out, name, *closure, args);
        }
        ExprKind::MemberCall { receiver, name, closure, args } => {
            write_expr(out, receiver);
            out.push('.');
            write_call(out, name, *closure, args);
        }
        ExprKind::Range(from, to) => {
            out.push('[');
            write_expr(out, from);
            out.push_str(" .. ");
            write_expr(out, to);
            out.push(']');
        }
        ExprKind::Set(elements) => {
            out.push('[');
            write_exprs(out, elements);
            out.push(']');
        }
        ExprKind::Aggregate(aggregate) => write_aggregate(out, aggregate),
        ExprKind::OnlyBind { out: is_out, expr } => {
            out.push_str(if *is_out { "pragma[only_bind_out](" } else { "pragma[only_bind_into](" });
            write_expr(out, expr);
            out.push(')');
        }
    }
}

fn write_string(out: &mut String, value: &str) {
    out.push('"');
    for c in value.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
}

fn write_aggregate(out: &mut String, aggregate: &Aggregate) {
    out.push_str(aggregate.function.map_or("any", AggregateOp::name));
    if let Some(bracket) = &aggregate.bracket {
        out.push('[');
        write_expr(out, bracket);
        out.push(']');
    }
    out.push('(');
    out.push_str(&decls(&aggregate.vars));
    if !aggregate.short
        && (aggregate.range.is_some() || !aggregate.exprs.is_empty() || aggregate.vars.is_empty())
    {
        out.push_str(" | ");
        if let Some(range) = &aggregate.range {
            write_formula(out, range);
        }
        if !aggregate.exprs.is_empty() {
            out.push_str(if aggregate.range.is_some() { " | " } else { "| " });
        }
    }
    out.push_str(&list(&aggregate.exprs, as_expr));
    if !aggregate.order_by.is_empty() {
        let key = |(key, desc): &(Expr, Option<bool>)| format!("{}{}", expr(key), direction(*desc));
        let _ = write!(out, " order by {}", list(&aggregate.order_by, key));
    }
    out.push(')');
}
