//! Prints a syntax tree as an indented listing, one node per line with its place: the output of `check --show ast`.

use crate::pretty;
use crate::tree::*;
use quarrel_base::source::{SourceMap, Span};
use std::fmt::Write;

/// The tree of a file. Types, module expressions and references are leaves, printed as QL.
pub fn outline(file: &File, sources: &SourceMap) -> String {
    let mut outline = Outline { sources, out: String::new(), depth: 0 };
    let name = &sources.file(file.span.file).name;
    outline.node(&format!("File {name}"), None, |this| {
        this.annotations(&file.annotations);
        this.members(&file.members);
    });
    outline.out
}

struct Outline<'a> {
    sources: &'a SourceMap,
    out: String,
    depth: usize,
}

impl Outline<'_> {
    fn node(&mut self, text: &str, span: Option<Span>, inner: impl FnOnce(&mut Self)) {
        let _ = write!(self.out, "{:width$}{text}", "", width = 2 * self.depth);
        if let Some(span) = span {
            let (line, column) = self.sources.line_column(span);
            let _ = write!(self.out, "  {line}:{column}");
        }
        self.out.push('\n');
        self.depth += 1;
        inner(self);
        self.depth -= 1;
    }

    fn leaf(&mut self, text: &str, span: Span) {
        self.node(text, Some(span), |_| {});
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            let args = annotation.args.as_ref().map_or_else(String::new, |args| {
                let texts: Vec<&str> = args.iter().map(|arg| &*arg.text).collect();
                format!("[{}]", texts.join(", "))
            });
            self.leaf(&format!("Annotation {}{args}", annotation.name.text), annotation.span);
        }
    }

    fn members(&mut self, members: &[Member]) {
        for member in members {
            let title = member_title(&member.kind);
            self.node(&title, Some(member.span), |this| {
                this.annotations(&member.annotations);
                this.member(&member.kind);
            });
        }
    }

    fn member(&mut self, kind: &MemberKind) {
        match kind {
            MemberKind::Import(_)
            | MemberKind::ModuleAlias(_)
            | MemberKind::ClassAlias(_)
            | MemberKind::PredicateAlias(_) => {}
            MemberKind::Module(module) => {
                self.module_head(&module.params, &module.implements);
                self.members(&module.members);
            }
            MemberKind::Class(class) => {
                self.types("Extends", &class.extends);
                self.types("InstanceOf", &class.instanceof);
                for member in &class.members {
                    self.class_member(member);
                }
            }
            MemberKind::TypeUnion(union) => self.types("Member", &union.members),
            MemberKind::Newtype(newtype) => {
                for branch in &newtype.branches {
                    self.node(&format!("Branch {}", branch.name.text), Some(branch.span), |this| {
                        this.annotations(&branch.annotations);
                        this.variables("Parameter", &branch.params);
                        branch.body.iter().for_each(|body| this.formula(body));
                    });
                }
            }
            MemberKind::Predicate(predicate) => self.predicate(predicate),
            MemberKind::Signature(signature) => self.signature(signature),
            MemberKind::Select(select) => {
                self.variables("Variable", &select.vars);
                if let Some(condition) = &select.condition {
                    self.node("Where", None, |this| this.formula(condition));
                }
                self.columns("Column", &select.exprs);
                for (name, down) in &select.order_by {
                    let direction = if down.unwrap_or(false) { " desc" } else { "" };
                    self.leaf(&format!("OrderBy {}{direction}", name.text), name.span);
                }
            }
        }
    }

    fn module_head(&mut self, params: &[ModuleParam], implements: &[SigExpr]) {
        for param in params {
            let text = format!("Parameter {}: {}", param.name.text, self.source(param.signature.span));
            self.leaf(&text, param.name.span);
        }
        for signature in implements {
            let text = format!("Implements {}", self.source(signature.span));
            self.leaf(&text, signature.span);
        }
    }

    fn class_member(&mut self, member: &ClassMember) {
        let title = match &member.kind {
            ClassMemberKind::Characteristic { name, .. } => format!("Characteristic {}", name.text),
            ClassMemberKind::Predicate(predicate) => predicate_title("Member", &predicate.head),
            ClassMemberKind::Field { ty, name } => format!("Field {}: {}", name.text, pretty::ty(ty)),
        };
        self.node(&title, Some(member.span), |this| {
            this.annotations(&member.annotations);
            match &member.kind {
                ClassMemberKind::Characteristic { body, .. } => this.formula(body),
                ClassMemberKind::Predicate(predicate) => this.predicate(predicate),
                ClassMemberKind::Field { .. } => {}
            }
        });
    }

    fn predicate(&mut self, predicate: &Predicate) {
        self.variables("Parameter", &predicate.head.params);
        match &predicate.body {
            PredicateBody::None => {}
            PredicateBody::Formula(formula) => self.formula(formula),
            PredicateBody::HigherOrder { name, inputs, args, span } => {
                self.node(&format!("HigherOrder {}", name.text), Some(*span), |this| {
                    for input in inputs {
                        let text = format!("Input {}", this.source(input.span));
                        this.leaf(&text, input.span);
                    }
                    args.iter().for_each(|arg| this.expr(arg));
                });
            }
        }
    }

    fn signature(&mut self, signature: &Signature) {
        match signature {
            Signature::Predicate(head) => self.variables("Parameter", &head.params),
            Signature::Class(class) => self.signature_class(class),
            Signature::Module { params, members, .. } => {
                self.module_head(params, &[]);
                for member in members {
                    let title = match &member.kind {
                        SignatureMemberKind::Predicate(predicate) => {
                            predicate_title("Predicate", &predicate.head)
                        }
                        SignatureMemberKind::Class(class) => format!("Class {}", class.name.text),
                    };
                    self.node(&title, Some(member.span), |this| {
                        this.annotations(&member.annotations);
                        match &member.kind {
                            SignatureMemberKind::Predicate(predicate) => this.predicate(predicate),
                            SignatureMemberKind::Class(class) => this.signature_class(class),
                        }
                    });
                }
            }
        }
    }

    fn signature_class(&mut self, class: &SignatureClass) {
        self.types("Extends", &class.extends);
        self.types("InstanceOf", &class.instanceof);
        for (annotations, head) in &class.members {
            self.node(&predicate_title("Member", head), Some(head.span), |this| {
                this.annotations(annotations);
                this.variables("Parameter", &head.params);
            });
        }
    }

    fn types(&mut self, role: &str, types: &[TypeExpr]) {
        for ty in types {
            self.leaf(&format!("{role} {}", pretty::ty(ty)), ty.span);
        }
    }

    fn variables(&mut self, role: &str, vars: &[VarDecl]) {
        for var in vars {
            self.leaf(&format!("{role} {}: {}", var.name.text, pretty::ty(&var.ty)), var.name.span);
        }
    }

    fn columns(&mut self, role: &str, columns: &[AsExpr]) {
        for column in columns {
            let label = column.label.as_ref().map_or_else(String::new, |label| format!(" as {}", label.text));
            self.node(&format!("{role}{label}"), None, |this| this.expr(&column.expr));
        }
    }

    fn formula(&mut self, formula: &Formula) {
        let title = match &formula.kind {
            FormulaKind::And(_) => "And".to_owned(),
            FormulaKind::Or(_) => "Or".to_owned(),
            FormulaKind::Implies(..) => "Implies".to_owned(),
            FormulaKind::Not(_) => "Not".to_owned(),
            FormulaKind::IfThenElse(..) => "IfThenElse".to_owned(),
            FormulaKind::Paren(_) => "Paren".to_owned(),
            FormulaKind::ExistsExpr(_) => "Exists".to_owned(),
            FormulaKind::Quantified { quantifier, .. } => format!("{quantifier:?}"),
            FormulaKind::Compare(op, ..) => format!("Compare {op:?}"),
            FormulaKind::InstanceOf(_, ty) => format!("InstanceOf {}", pretty::ty(ty)),
            FormulaKind::In(..) => "In".to_owned(),
            // The call itself is the node.
            FormulaKind::Call(call) => return self.expr(call),
        };
        self.node(&title, Some(formula.span), |this| match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| this.formula(part));
            }
            FormulaKind::Implies(a, b) => {
                this.formula(a);
                this.formula(b);
            }
            FormulaKind::Not(inner) | FormulaKind::Paren(inner) => this.formula(inner),
            FormulaKind::IfThenElse(condition, yes, no) => {
                for (role, part) in [("If", condition), ("Then", yes), ("Else", no)] {
                    this.node(role, None, |this| this.formula(part));
                }
            }
            FormulaKind::Quantified { vars, range, body, .. } => {
                this.variables("Variable", vars);
                range.iter().chain(body).for_each(|part| this.formula(part));
            }
            FormulaKind::Compare(_, a, b) | FormulaKind::In(a, b) => {
                this.expr(a);
                this.expr(b);
            }
            FormulaKind::ExistsExpr(expr) | FormulaKind::InstanceOf(expr, _) | FormulaKind::Call(expr) => {
                this.expr(expr);
            }
        });
    }

    fn expr(&mut self, expr: &Expr) {
        let title = match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_) | ExprKind::Boolean(_) => {
                format!("Literal {}", pretty::expr(expr))
            }
            ExprKind::Var(name) => format!("Variable {}", name.text),
            ExprKind::This => "This".to_owned(),
            ExprKind::Result => "Result".to_owned(),
            ExprKind::Wildcard => "Wildcard".to_owned(),
            ExprKind::Super(None) => "Super".to_owned(),
            ExprKind::Super(Some(ty)) => format!("Super of {}", pretty::ty(ty)),
            ExprKind::Paren(_) => "Paren".to_owned(),
            ExprKind::Neg(_) => "Minus".to_owned(),
            ExprKind::Plus(_) => "Plus".to_owned(),
            ExprKind::Chain(_, rest) => {
                let mut signs: Vec<&str> = rest.iter().map(|(op, _)| op.sign()).collect();
                signs.dedup();
                format!("Chain {}", signs.join(" "))
            }
            ExprKind::Cast { ty, .. } => format!("Cast to {}", pretty::ty(ty)),
            ExprKind::Call { module: Some(module), name, closure, .. } => {
                format!("Call {}::{}{}", pretty::module(module), name.text, sign(*closure))
            }
            ExprKind::Call { module: None, name, closure, .. } => {
                format!("Call {}{}", name.text, sign(*closure))
            }
            ExprKind::MemberCall { name, closure, .. } => {
                format!("MemberCall {}{}", name.text, sign(*closure))
            }
            ExprKind::Range(..) => "Range".to_owned(),
            ExprKind::Set(_) => "Set".to_owned(),
            ExprKind::Aggregate(aggregate) => format!("Aggregate {:?}", aggregate.function),
            ExprKind::OnlyBind { out: true, .. } => "OnlyBindOut".to_owned(),
            ExprKind::OnlyBind { out: false, .. } => "OnlyBindInto".to_owned(),
        };
        self.node(&title, Some(expr.span), |this| match &expr.kind {
            ExprKind::Paren(inner) | ExprKind::Neg(inner) | ExprKind::Plus(inner) => this.expr(inner),
            ExprKind::Cast { expr, .. } | ExprKind::OnlyBind { expr, .. } => this.expr(expr),
            ExprKind::Chain(first, rest) => {
                this.expr(first);
                rest.iter().for_each(|(_, operand)| this.expr(operand));
            }
            ExprKind::Range(a, b) => {
                this.expr(a);
                this.expr(b);
            }
            ExprKind::Call { args, .. } | ExprKind::Set(args) => args.iter().for_each(|arg| this.expr(arg)),
            ExprKind::MemberCall { receiver, args, .. } => {
                this.expr(receiver);
                args.iter().for_each(|arg| this.expr(arg));
            }
            ExprKind::Aggregate(aggregate) => this.aggregate(aggregate),
            _ => {}
        });
    }

    fn aggregate(&mut self, aggregate: &Aggregate) {
        if let Some(bracket) = &aggregate.bracket {
            self.node("Rank", None, |this| this.expr(bracket));
        }
        self.variables("Variable", &aggregate.vars);
        if let Some(range) = &aggregate.range {
            self.node("Range", None, |this| this.formula(range));
        }
        self.columns("Value", &aggregate.exprs);
        for (key, down) in &aggregate.order_by {
            let direction = if down.unwrap_or(false) { " desc" } else { "" };
            self.node(&format!("OrderBy{direction}"), None, |this| this.expr(key));
        }
    }

    fn source(&self, span: Span) -> String {
        self.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn member_title(kind: &MemberKind) -> String {
    match kind {
        MemberKind::Import(import) => {
            let path: Vec<&str> = import.path.iter().map(|name| &*name.text).collect();
            let alias = import.alias.as_ref().map_or_else(String::new, |name| format!(" as {}", name.text));
            let steps: String = import.steps.iter().map(|step| format!("::{}", step.name.text)).collect();
            format!("Import {}{steps}{alias}", path.join("."))
        }
        MemberKind::Module(module) => format!("Module {}", module.name.text),
        MemberKind::ModuleAlias(alias) => {
            format!("ModuleAlias {} = {}", alias.name.text, pretty::module(&alias.target))
        }
        MemberKind::Class(class) => format!("Class {}", class.name.text),
        MemberKind::ClassAlias(alias) => {
            format!("ClassAlias {} = {}", alias.name.text, pretty::ty(&alias.target))
        }
        MemberKind::TypeUnion(union) => format!("TypeUnion {}", union.name.text),
        MemberKind::Newtype(newtype) => format!("Newtype {}", newtype.name.text),
        MemberKind::Predicate(predicate) => predicate_title("Predicate", &predicate.head),
        MemberKind::PredicateAlias(alias) => {
            let target = &alias.target;
            let module =
                target.module.as_ref().map_or_else(String::new, |it| format!("{}::", pretty::module(it)));
            format!("PredicateAlias {} = {module}{}/{}", alias.name.text, target.name.text, target.arity)
        }
        MemberKind::Signature(Signature::Predicate(head)) => predicate_title("SignaturePredicate", head),
        MemberKind::Signature(Signature::Class(class)) => format!("SignatureClass {}", class.name.text),
        MemberKind::Signature(Signature::Module { name, .. }) => format!("SignatureModule {}", name.text),
        MemberKind::Select(_) => "Select".to_owned(),
    }
}

fn predicate_title(noun: &str, head: &Head) -> String {
    let result = head.result.as_ref().map_or_else(String::new, |ty| format!(": {}", pretty::ty(ty)));
    format!("{noun} {}/{}{result}", head.name.text, head.params.len())
}

fn sign(closure: Option<ClosureOp>) -> &'static str {
    match closure {
        None => "",
        Some(ClosureOp::Plus) => "+",
        Some(ClosureOp::Star) => "*",
    }
}
