//! Checks bodies: formulas and expressions against the names and types around them, one predicate at a time.

mod aggregate;
mod arithmetic;
mod call;
mod expr;
mod formula;
mod operator;

use crate::decl::{DeclKind, Flags};
use crate::hir::{self, Formula, FormulaKind, PredBody, PredId, TypeId, VarId};
use crate::names::Sym;
use crate::preds::MemberTree;
use crate::world::{ModuleId, PredSource, Sema};
use quarrel_base::{Code, Diagnostic, Span};
use quarrel_common::always;
use quarrel_syntax::tree::{self, PredicateBody};

/// Formulas nested deeper are rejected: nobody writes them (the parser rejects them too), and later stages would need
/// more stack.
const MAX_NESTING: usize = 2_000;

/// The body that is being checked.
pub(crate) struct Body<'a, 't> {
    sema: &'a mut Sema<'t>,
    pred: PredId,
    module: ModuleId,
    class: Option<TypeId>,
    /// Variables in scope, innermost last.
    scope: Vec<(Sym, VarId)>,
    /// Whether full aggregates are monotonic here.
    monotonic: bool,
    nesting: usize,
}

impl<'t> Sema<'t> {
    /// Checks the body of a predicate and stores it in the product.
    pub(crate) fn check_body(&mut self, pred: PredId) {
        self.ensure_head(pred);
        let info = self.pred_info[pred].clone();
        let before = self.errors;
        let body = match info.source {
            PredSource::BuiltIn => return,
            PredSource::Select => self.select_body(pred),
            PredSource::Decl(id) => {
                let decl = self.decls.decls[id];
                let monotonic = self.modules[info.module].monotonic || decl.flags.has(Flags::MONOTONIC);
                match decl.kind {
                    DeclKind::Predicate(predicate) => {
                        if matches!(predicate.body, PredicateBody::None)
                            && !decl.flags.has(Flags::EXTERNAL)
                            && !decl.flags.has(Flags::EXTENSIBLE)
                            && !self.is_signature_member(id)
                        {
                            let message = format!("predicate `{}` has no body", decl.name.text);
                            self.report(Diagnostic::error(Code::MissingBody, decl.name.span, message).help(
                                "write `{ ... }` instead of `;`, or annotate it `external` or `extensible`",
                            ));
                        }
                        self.body(pred, None, monotonic, &predicate.body)
                    }
                    DeclKind::Branch(branch, _) => match &branch.body {
                        Some(formula) => {
                            let mut body = Body::new(self, pred, None, monotonic);
                            PredBody::Formula(body.formula(formula))
                        }
                        None => PredBody::Formula(Formula {
                            kind: FormulaKind::And(Vec::new()),
                            span: branch.span,
                        }),
                    },
                    _ => PredBody::None,
                }
            }
            PredSource::Member(_) => {
                let (Some(class), Some(MemberTree { head, body, characteristic, annotations })) =
                    (info.class, self.member_tree(pred))
                else {
                    return;
                };
                let mut monotonic =
                    self.modules[info.module].monotonic || Flags::of(annotations).has(Flags::MONOTONIC);
                if let Some(decl) = self.type_info[class].decl {
                    monotonic |= self.decls.decls[decl].flags.has(Flags::MONOTONIC);
                }
                if let Some(formula) = characteristic {
                    let mut body = Body::new(self, pred, Some(class), monotonic);
                    PredBody::Formula(body.formula(formula))
                } else if let (Some(head), Some(body)) = (head, body) {
                    let is_abstract = info.flags.has(Flags::ABSTRACT);
                    let has_body = !matches!(body, PredicateBody::None);
                    if has_body == is_abstract {
                        let (code, what) = match has_body {
                            true => (Code::AbstractWithBody, "is abstract and has a body"),
                            false => (Code::MissingBody, "has no body and is not abstract"),
                        };
                        self.error(code, head.name.span, format!("member `{}` {what}", head.name.text));
                    }
                    self.body(pred, Some(class), monotonic, body)
                } else {
                    PredBody::None
                }
            }
        };
        // Bodies over parameters cannot be computed, only those of instances.
        let is_wanted = self.keeps_templates || !self.modules[info.module].generic;
        let is_kept = is_wanted && self.errors == before;
        self.out.preds[pred].body = if is_kept { body } else { PredBody::None };
    }

    fn body(
        &mut self,
        pred: PredId,
        class: Option<TypeId>,
        monotonic: bool,
        written: &'t PredicateBody,
    ) -> PredBody {
        let mut body = Body::new(self, pred, class, monotonic);
        match written {
            PredicateBody::None => PredBody::None,
            PredicateBody::Formula(formula) => PredBody::Formula(body.formula(formula)),
            PredicateBody::HigherOrder { name, inputs, args, span } => {
                body.higher_order(name, inputs, args, *span)
            }
        }
    }

    fn is_signature_member(&self, id: crate::decl::DeclId) -> bool {
        let scope = self.decls.decls[id].scope;
        self.decls.scopes[scope].kind == crate::decl::ScopeKind::Signature
    }

    /// `select` as a predicate: its columns are parameters, equal to the selected expressions.
    fn select_body(&mut self, pred: PredId) -> PredBody {
        let Some(&(select, span, module)) = always!(self.selects.get(&pred)) else { return PredBody::None };
        let monotonic = self.modules[module].monotonic;
        let mut body = Body::new(self, pred, None, monotonic);
        let vars: Vec<VarId> = select.vars.iter().map(|decl| body.declare(decl)).collect();
        let mut parts: Vec<Formula> = select.condition.iter().map(|formula| body.formula(formula)).collect();
        for (at, column) in select.exprs.iter().enumerate() {
            let value = body.value(&column.expr);
            let name = match (&column.label, &column.expr.kind) {
                (Some(label), _) => label.text.clone(),
                (None, tree::ExprKind::Var(name)) => name.text.clone(),
                _ => format!("col{at}").into(),
            };
            let span = column.expr.span;
            let var = body.sema.add_param(pred, name, value.ty, span);
            let kind = hir::ExprKind::Var(var);
            let target = hir::Expr { kind, ty: value.ty, span };
            parts.push(Formula {
                kind: FormulaKind::Compare(hir::CompareOp::Eq, Box::new(target), Box::new(value)),
                span,
            });
            // Later columns may use the label.
            if let Some(label) = &column.label {
                let sym = body.sema.sym(label);
                body.scope.push((sym, var));
            }
        }
        let all = Formula { kind: FormulaKind::And(parts), span };
        if vars.is_empty() {
            return PredBody::Formula(all);
        }
        let quantifier = hir::Quantifier::Exists;
        let kind = FormulaKind::Quantified { quantifier, vars, range: Some(Box::new(all)), body: None };
        PredBody::Formula(Formula { kind, span })
    }
}

impl<'a, 't> Body<'a, 't> {
    fn new(sema: &'a mut Sema<'t>, pred: PredId, class: Option<TypeId>, monotonic: bool) -> Self {
        let module = sema.pred_info[pred].module;
        let data = &sema.out.preds[pred];
        let params: Vec<_> = data.params.iter().map(|var| (data.vars[*var].name.clone(), *var)).collect();
        let scope = params.into_iter().map(|(name, var)| (sema.names.intern(&name), var)).collect();
        Body { sema, pred, module, class, scope, monotonic, nesting: 0 }
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.sema.error(code, span, message);
    }

    fn deeper<T>(&mut self, span: Span, inner: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.nesting >= MAX_NESTING {
            self.error(Code::NestingTooDeep, span, "this is nested too deeply");
            return None;
        }
        self.nesting += 1;
        let value = inner(self);
        self.nesting -= 1;
        Some(value)
    }

    /// Declares a variable of a quantifier, an aggregate or `from`.
    fn declare(&mut self, decl: &'t tree::VarDecl) -> VarId {
        let ty = self.sema.type_or_error(self.module, &decl.ty);
        self.bind(&decl.name, ty)
    }

    fn bind(&mut self, name: &'t tree::Name, ty: TypeId) -> VarId {
        let sym = self.sema.sym(name);
        if let Some((_, outer)) = self.scope.iter().rev().find(|(other, _)| *other == sym) {
            let first = self.sema.out.preds[self.pred].vars[*outer].span;
            let message = format!("variable `{}` is already in scope", name.text);
            self.sema.report(
                Diagnostic::error(Code::ShadowedVariable, name.span, message).label(first, "declared here"),
            );
        } else if let Some(class) = self.class
            && let Some(field) = self.sema.find_fields(class, sym).first().copied()
        {
            let first = self.sema.out.fields[field].span;
            let message = format!("variable `{}` hides a field of that name", name.text);
            self.sema
                .report(Diagnostic::error(Code::ShadowedField, name.span, message).label(first, "the field"));
        }
        let var = self.sema.add_var(self.pred, name.text.clone(), ty, name.span);
        self.sema.reach_extent(ty);
        self.scope.push((sym, var));
        var
    }
}
