//! Overload resolution: applicability in three phases, and the most specific method (JLS 15.12.2).

use super::Reason;
use super::bodies::{Body, Candidate, Chosen, Qualifier};
use super::generics::{member_type, substitute};
use super::infer::Inference;
use super::scope::Entry;
use super::types::{Sure, fits_loosely, fits_strictly, is_strict, is_subtype, unboxed, upper_class};
use crate::ast::{ExprId, ExprKind, LambdaBody, StmtId, StmtKind};
use crate::intern::Sym;
use crate::model::{CallableId, ClassId, Modifiers, Origin, Ty, TyKind};
use quarrel_common::never;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Strict,
    Loose,
    Varargs,
    /// The result of a lambda is assigned (JLS 15.27.3).
    Assignment,
}

/// How to check whether an argument fits: the phase, the certainty, and whether to type bodies of lambdas.
#[derive(Clone, Copy)]
struct Question {
    phase: Phase,
    sure: Sure,
    looks_inside: bool,
}

/// The result if no callable was chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct Undecided {
    /// The reason; `None` if nothing is applicable.
    pub reason: Option<Reason>,
    /// The candidates, if an argument of an undeclared type decides.
    pub possible: Vec<Chosen>,
}

impl From<Option<Reason>> for Undecided {
    fn from(reason: Option<Reason>) -> Undecided {
        Undecided { reason, possible: Vec::new() }
    }
}

/// An applicable callable, and the types of its parameters for the arguments.
type Applicable = (Chosen, Vec<Ty>);

impl Body<'_> {
    /// Selects the callable of a call. If the type of an argument is undeclared, one is chosen only if no declaration
    /// of that type could lead to another one. `open`: the receiver may have more methods than are known.
    pub fn select_overload(
        &mut self,
        candidates: &[Candidate],
        args: &[ExprId],
        shapes: &[Ty],
        open: bool,
    ) -> Result<Chosen, Undecided> {
        let fits_count = |candidate: &&Candidate| {
            let callable = self.model.callable(candidate.callable);
            let params = callable.params.len();
            params == args.len() || (callable.varargs && args.len() + 1 >= params)
        };
        let mut fitting: Vec<Candidate> = candidates.iter().filter(fits_count).copied().collect();
        if fitting.len() > 1 && fitting.iter().any(|candidate| self.is_accessible(candidate.callable)) {
            fitting.retain(|candidate| self.is_accessible(candidate.callable));
        }
        let several = fitting.len() > 1;
        let mut possible: Vec<Applicable> = Vec::new();
        for phase in [Phase::Strict, Phase::Loose, Phase::Varargs] {
            let mut certain: Vec<Applicable> = Vec::new();
            let earlier = possible.len();
            for candidate in &fitting {
                let callable = self.model.callable(candidate.callable);
                let expanded = phase == Phase::Varargs;
                if expanded != (expanded && callable.varargs)
                    || (!expanded && callable.params.len() != args.len())
                {
                    continue;
                }
                if !expanded && possible.iter().any(|(known, _)| known.callable == candidate.callable) {
                    continue;
                }
                let chosen = Chosen { callable: candidate.callable, site: candidate.site, expanded };
                let formals = self.formals(&chosen, args.len());
                let question = Question { phase, sure: Sure::Perhaps, looks_inside: several };
                if !self.is_applicable(&chosen, &formals, args, question) {
                    continue;
                }
                let question = Question { sure: Sure::Certainly, ..question };
                if self.is_applicable(&chosen, &formals, args, question) {
                    certain.push((chosen, formals));
                } else {
                    possible.push((chosen, formals));
                }
            }
            if certain.is_empty() {
                continue;
            }
            if possible.is_empty() {
                return match certain.len() {
                    1 => Ok(certain.swap_remove(0).0),
                    _ => self.most_specific(certain, args, shapes),
                };
            }
            let chosen = self.most_specific(certain.clone(), args, shapes)?;
            let Some(winner) = certain.iter().find(|(known, _)| known.callable == chosen.callable) else {
                return Ok(chosen);
            };
            // A possibly applicable method matters if it would be chosen: in an earlier phase, or as more specific.
            let matters = earlier > 0
                || possible.iter().any(|other| {
                    self.is_more_specific(other, winner, args) && !self.is_more_specific(winner, other, args)
                });
            if matters {
                let possible = certain.into_iter().chain(possible).map(|(chosen, _)| chosen).collect();
                return Err(Undecided { reason: Some(Reason::UnknownArgument), possible });
            }
            return Ok(chosen);
        }
        match possible.len() {
            0 => {}
            1 => return Ok(possible.swap_remove(0).0),
            _ => {
                let possible = possible.into_iter().map(|(chosen, _)| chosen).collect();
                return Err(Undecided { reason: Some(Reason::UnknownArgument), possible });
            }
        }
        // A single candidate for so many arguments is chosen, even if a type is misjudged.
        if let [only] = fitting[..] {
            if open {
                return Err(Some(Reason::MissingSupertype).into());
            }
            let callable = self.model.callable(only.callable);
            let expanded = callable.varargs && callable.params.len() != args.len();
            return Ok(Chosen { callable: only.callable, site: only.site, expanded });
        }
        let reason = if open { Reason::MissingSupertype } else { Reason::NotApplicable };
        Err((!fitting.is_empty()).then_some(reason).into())
    }

    /// Whether a callable is accessible here (JLS 6.6).
    fn is_accessible(&self, id: CallableId) -> bool {
        let callable = self.model.callable(id);
        if callable.modifiers.has(Modifiers::PUBLIC) {
            return true;
        }
        let Some(here) = self.this_class() else { return true };
        if callable.modifiers.has(Modifiers::PRIVATE) {
            return self.outermost(here) == self.outermost(callable.class);
        }
        let protected = callable.modifiers.has(Modifiers::PROTECTED);
        self.model.class(here).package == self.model.class(callable.class).package
            || (protected
                && self.scope.iter().any(|entry| match entry {
                    Entry::Class(class) => self.model.is_subclass(*class, callable.class),
                    _ => false,
                }))
    }

    fn outermost(&self, class: ClassId) -> ClassId {
        let mut class = class;
        while let Some(outer) = self.model.class(class).outer {
            class = outer;
        }
        class
    }

    fn is_applicable(
        &mut self,
        chosen: &Chosen,
        formals: &[Ty],
        args: &[ExprId],
        question: Question,
    ) -> bool {
        let vars = &self.model.callable(chosen.callable).type_params;
        let own = if question.looks_inside && !vars.is_empty() {
            // The explicit parameter types of lambdas determine their function types.
            let mut inference = Inference::new(self.model, vars);
            for (&arg, &formal) in args.iter().zip(formals) {
                self.written_in_argument(arg, formal, &mut inference);
            }
            inference.solution(false)
        } else {
            vec![Ty::HOLE; vars.len()]
        };
        (0..args.len()).all(|place| {
            let formal = formals[place];
            let open = substitute(self.model, formal, vars, &own);
            // Bounds of the method's own variable distinguish overloads.
            let bound = match self.model.types.kind(formal) {
                TyKind::Var(var) if vars.contains(var) => Some(self.model.erasure(formal)),
                _ => None,
            };
            self.argument_fits(args[place], open, bound, question)
        })
    }

    /// Whether an expression fits where a `formal` is expected, with holes for inference; `bound` is the bound if the
    /// parameter's type is a type variable. The branches of conditionals and switch expressions are checked one by one
    /// (JLS 15.25.3, 15.28.1).
    fn argument_fits(&mut self, arg: ExprId, formal: Ty, bound: Option<Ty>, question: Question) -> bool {
        match self.ast[arg].kind {
            ExprKind::Conditional { condition, then, otherwise }
                if !(self.is_primitive_form(then) && self.is_primitive_form(otherwise)) =>
            {
                let matched = self.matched.get(&condition).cloned().unwrap_or_default();
                return formal != Ty::VOID
                    && self
                        .with(&matched.when_true, |this| this.argument_fits(then, formal, bound, question))
                    && self.with(&matched.when_false, |this| {
                        this.argument_fits(otherwise, formal, bound, question)
                    });
            }
            ExprKind::Switch { .. } => {
                let given = self.switch_results(arg);
                return formal != Ty::VOID
                    && given.iter().all(|given| {
                        self.at(given, |this, expr| this.argument_fits(expr, formal, bound, question))
                    });
            }
            ExprKind::Lambda { .. } | ExprKind::MethodRef { .. } => {
                return bound.is_some() || self.is_compatible_function(arg, formal, question);
            }
            _ => {}
        }
        let shape = self.expr(arg, Ty::HOLE, true);
        let Question { phase, sure, .. } = question;
        if shape == Ty::VOID {
            return false;
        }
        if shape == Ty::HOLE {
            // A generic method whose result depends on the target: a reference.
            return phase != Phase::Strict || !formal.is_primitive();
        }
        if let Some(bound) = bound {
            return (phase != Phase::Strict || !shape.is_primitive())
                && fits_loosely(self.model, self.boxed(shape), bound, sure);
        }
        match phase {
            Phase::Strict => fits_strictly(self.model, shape, formal, sure),
            Phase::Loose | Phase::Varargs => fits_loosely(self.model, shape, formal, sure),
            Phase::Assignment => {
                fits_loosely(self.model, shape, formal, sure) || self.is_narrowed(arg, shape, formal, sure)
            }
        }
    }

    /// Whether a constant fits into the narrower type that it is assigned to (JLS 5.2).
    fn is_narrowed(&self, value: ExprId, shape: Ty, formal: Ty, sure: Sure) -> bool {
        let narrow = unboxed(self.model, formal);
        matches!(shape, Ty::BYTE | Ty::SHORT | Ty::CHAR | Ty::INT)
            && narrow.is_some_and(|narrow| {
                matches!(narrow, Ty::BYTE | Ty::SHORT | Ty::CHAR)
                    && self.fits(value, narrow).unwrap_or(sure == Sure::Perhaps)
            })
    }

    /// Whether a lambda or method reference fits a parameter: by its shape (JLS 15.12.2.1) and, if its types are known
    /// without the parameter, by its parameters and result (JLS 15.12.2.2, 15.13.2, 15.27.3).
    fn is_compatible_function(&mut self, arg: ExprId, formal: Ty, question: Question) -> bool {
        if !formal.is_known() {
            return true;
        }
        let upper = upper_class(self.model, formal);
        match self.ast[arg].kind {
            ExprKind::Lambda { params, body } => {
                let Some((_, types, result)) = self.function_type(formal) else {
                    return !upper.is_known() || self.is_missing(upper);
                };
                if types.len() != self.ast.list(params).len() {
                    return false;
                }
                let has_shape = match body {
                    LambdaBody::Block(block) if result == Ty::VOID => !self.returns_value(block),
                    LambdaBody::Block(block) => !self.completes(block) || self.returns_value(block),
                    LambdaBody::Expr(value) => result != Ty::VOID || self.is_statement_expression(value),
                };
                if !has_shape || !self.is_explicit_lambda(arg) {
                    return has_shape;
                }
                if !self.takes_what_is_written(arg, formal, question.sure) {
                    return false;
                }
                if result == Ty::VOID {
                    return true;
                }
                if !question.looks_inside {
                    return !matches!(body, LambdaBody::Expr(value) if types.is_empty() && self.is_void_call(value));
                }
                let question = Question { phase: Phase::Assignment, ..question };
                let given = self.lambda_results(arg);
                given.iter().all(|given| {
                    self.at(given, |this, expr| this.argument_fits(expr, result, None, question))
                })
            }
            ExprKind::MethodRef { qualifier, name, .. } => {
                if self.is_missing(upper) {
                    return true;
                }
                let Some((_, types, result)) = self.function_type(formal) else { return false };
                self.may_refer(qualifier, name, types.len())
                    && (!question.looks_inside
                        || self.exact_reference_fits(arg, &types, result, question.sure))
            }
            _ => true,
        }
    }

    /// Whether the parameters of an explicitly typed lambda have the types of its function type (JLS 15.27.3, 18.5.3).
    fn takes_what_is_written(&mut self, lambda: ExprId, formal: Ty, sure: Sure) -> bool {
        let ExprKind::Lambda { params, .. } = self.ast[lambda].kind else { return never!("no lambda", true) };
        let open = self.with_open_wildcards(formal);
        let Some((_, types, _)) = self.function_type(open) else { return true };
        for (var, ty) in self.ast.list(params).zip(types) {
            let Some(written) = self.written_type(var) else { continue };
            if written.is_primitive() && ty == Ty::HOLE {
                // Inference finds no primitive types.
                return false;
            }
            if self.model.types.has_holes(ty)
                || (!written.is_known() || !ty.is_known()) && sure == Sure::Perhaps
            {
                continue;
            }
            if self.model.erasure(written) != self.model.erasure(ty) {
                return false;
            }
        }
        true
    }

    /// A functional interface type with holes in place of wildcards.
    fn with_open_wildcards(&self, interface: Ty) -> Ty {
        let interface = upper_class(self.model, interface);
        let TyKind::Class { class, args } = self.model.types.kind(interface) else { return interface };
        let is_wildcard = |arg| matches!(self.model.types.kind(arg), TyKind::Wildcard(..));
        let args: Vec<Ty> = args.iter().map(|&arg| if is_wildcard(arg) { Ty::HOLE } else { arg }).collect();
        self.model.types.class(*class, &args)
    }

    /// Whether an exact method reference has the parameters and result of its function type (JLS 15.13.2); others may
    /// have.
    fn exact_reference_fits(&mut self, arg: ExprId, types: &[Ty], result: Ty, sure: Sure) -> bool {
        let Some(exact) = self.exact_reference(arg) else { return true };
        let (receiver, rest) = match (exact.receiver, types) {
            (Some(receiver), [first, rest @ ..]) => (Some((receiver, *first)), rest),
            (Some(_), []) => return false,
            (None, _) => (None, types),
        };
        // A receiver is not boxed.
        receiver.is_none_or(|(receiver, first)| fits_strictly(self.model, first, receiver, sure))
            && exact.params.len() == rest.len()
            && exact.params.iter().zip(rest).all(|(&param, &ty)| fits_loosely(self.model, ty, param, sure))
            && (result == Ty::VOID
                || (exact.result != Ty::VOID && fits_loosely(self.model, exact.result, result, sure)))
    }

    /// Whether a method reference can refer to a method with so many parameters, or one less after a receiver.
    fn may_refer(&mut self, qualifier: ExprId, name: Sym, argc: usize) -> bool {
        let (site, is_type) = match self.qualifier(qualifier) {
            Qualifier::Type(site) => (site, true),
            Qualifier::Value(site) => (site, false),
            Qualifier::Package(_) => return true,
        };
        let constructor = name.as_str() == "new";
        let candidates = if constructor { self.constructors(site) } else { self.candidates_of(site, name) };
        candidates.is_empty()
            || candidates.iter().any(|candidate| {
                if constructor {
                    return self.takes(candidate, argc);
                }
                // After a type, an instance method has the receiver as its first parameter.
                match (is_type, self.model.callable(candidate.callable).is_static()) {
                    (true, true) | (false, false) => self.takes(candidate, argc),
                    (true, false) => argc > 0 && self.takes(candidate, argc - 1),
                    (false, true) => false,
                }
            })
    }

    fn is_missing(&self, ty: Ty) -> bool {
        self.model.types.class_of(ty).is_some_and(|class| self.model.has_missing_supertype(class))
    }

    fn is_statement_expression(&self, id: ExprId) -> bool {
        match self.ast[id].kind {
            ExprKind::Call { .. } | ExprKind::New(_) | ExprKind::Assign { .. } => true,
            ExprKind::Unary { op, .. } => op.is_assignment(),
            _ => false,
        }
    }

    fn is_void_call(&mut self, id: ExprId) -> bool {
        matches!(self.ast[id].kind, ExprKind::Call { .. }) && self.expr(id, Ty::HOLE, true) == Ty::VOID
    }

    /// Whether a lambda's block returns a value somewhere.
    fn returns_value(&self, stmt: StmtId) -> bool {
        let list = |stmts| self.ast.list(stmts).any(|stmt| self.returns_value(stmt));
        match self.ast[stmt].kind {
            StmtKind::Return(value) => value.is_some(),
            StmtKind::Block(stmts) => list(stmts),
            StmtKind::If { then, otherwise, .. } => {
                self.returns_value(then) || otherwise.is_some_and(|stmt| self.returns_value(stmt))
            }
            StmtKind::For { body, .. }
            | StmtKind::ForEach { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::Do { body, .. }
            | StmtKind::Labeled { body, .. }
            | StmtKind::Catch { body, .. }
            | StmtKind::Synchronized { body, .. } => self.returns_value(body),
            StmtKind::Switch { body, .. } => list(body),
            StmtKind::Case { body: crate::ast::CaseBody::Stmt(body), .. } => self.returns_value(body),
            StmtKind::Try { body, catches, finally, .. } => {
                self.returns_value(body)
                    || list(catches)
                    || finally.is_some_and(|stmt| self.returns_value(stmt))
            }
            _ => false,
        }
    }

    /// Whether a block without a returned value can complete normally: not if it ends by throwing or in a loop without
    /// a condition.
    fn completes(&self, stmt: StmtId) -> bool {
        match self.ast[stmt].kind {
            StmtKind::Throw(_) => false,
            StmtKind::Block(stmts) => {
                self.ast.list(stmts).next_back().is_none_or(|last| self.completes(last))
            }
            StmtKind::Synchronized { body, .. } | StmtKind::Labeled { body, .. } => self.completes(body),
            StmtKind::For { condition: None, .. } => false,
            StmtKind::While { condition, .. } => {
                !matches!(self.ast[condition].kind, ExprKind::Literal { text, .. } if text.as_str() == "true")
            }
            StmtKind::If { then, otherwise: Some(otherwise), .. } => {
                self.completes(then) || self.completes(otherwise)
            }
            StmtKind::Try { body, catches, finally, .. } => {
                finally.is_none_or(|stmt| self.completes(stmt))
                    && (self.completes(body) || self.ast.list(catches).any(|catch| self.completes(catch)))
            }
            StmtKind::Catch { body, .. } => self.completes(body),
            _ => true,
        }
    }

    /// The most specific of several applicable callables (JLS 15.12.2.5).
    fn most_specific(
        &mut self,
        applicable: Vec<Applicable>,
        args: &[ExprId],
        shapes: &[Ty],
    ) -> Result<Chosen, Undecided> {
        let mut best: Vec<usize> = Vec::new();
        for i in 0..applicable.len() {
            let wins = (0..applicable.len())
                .all(|j| i == j || self.is_more_specific(&applicable[i], &applicable[j], args));
            if wins {
                best.push(i);
            }
        }
        // Among several with equal parameters: one that is not abstract, else one with the most specific result.
        let pick = match best[..] {
            [] => {
                let unknown = shapes.contains(&Ty::UNKNOWN);
                if unknown {
                    let possible = applicable.into_iter().map(|(chosen, _)| chosen).collect();
                    return Err(Undecided { reason: Some(Reason::UnknownArgument), possible });
                }
                if let Some(left) = self.of_one_release(&applicable) {
                    return self.most_specific(left, args, shapes);
                }
                // Some argument's type was misjudged: choose the one that no other one beats, if there is one.
                let beaten = |this: &mut Self, i: usize| {
                    (0..applicable.len()).any(|j| {
                        i != j
                            && this.is_more_specific(&applicable[j], &applicable[i], args)
                            && !this.is_more_specific(&applicable[i], &applicable[j], args)
                    })
                };
                let unbeaten: Vec<usize> = (0..applicable.len()).filter(|&i| !beaten(self, i)).collect();
                let [only] = unbeaten[..] else {
                    let possible = applicable.into_iter().map(|(chosen, _)| chosen).collect();
                    return Err(Undecided { reason: Some(Reason::Ambiguous), possible });
                };
                only
            }
            [only] => only,
            _ => {
                let concrete = best.iter().copied().find(|&i| {
                    !self.model.callable(applicable[i].0.callable).modifiers.has(Modifiers::ABSTRACT)
                });
                concrete.unwrap_or_else(|| self.best_result(&applicable, &best))
            }
        };
        applicable.into_iter().nth(pick).map(|(chosen, _)| chosen).ok_or_else(Undecided::default)
    }

    /// The applicable methods of one release of the JDK, if the library holds members of several releases that no
    /// compiler sees together: those of the newest release, or of the newest that the sources may use. `None` if that
    /// excludes none.
    fn of_one_release(&self, applicable: &[Applicable]) -> Option<Vec<Applicable>> {
        let mut releases = Vec::with_capacity(applicable.len());
        for (chosen, _) in applicable {
            let callable = self.model.callable(chosen.callable);
            let class = self.model.class(callable.class);
            if class.origin != Origin::Library {
                return None;
            }
            releases.push(class.since.max(callable.since));
        }
        let usable = |since: &&u8| self.model.release.is_none_or(|release| **since <= release);
        let newest = *releases.iter().filter(usable).max().or_else(|| releases.iter().min())?;
        let is_of_it = |(since, _): &(&u8, &Applicable)| **since == newest;
        let left: Vec<Applicable> =
            releases.iter().zip(applicable).filter(is_of_it).map(|(_, known)| known.clone()).collect();
        (left.len() < applicable.len()).then_some(left)
    }

    fn best_result(&self, applicable: &[(Chosen, Vec<Ty>)], best: &[usize]) -> usize {
        let result = |i: usize| {
            let chosen = &applicable[i].0;
            let callable = self.model.callable(chosen.callable);
            member_type(self.model, chosen.site, callable.class, callable.result.get())
        };
        let wins = |i: usize| {
            best.iter().all(|&j| {
                is_subtype(self.model, self.model.erasure(result(i)), self.model.erasure(result(j)))
            })
        };
        best.iter().copied().find(|&i| wins(i)).unwrap_or(best[0])
    }

    fn is_more_specific(&mut self, a: &Applicable, b: &Applicable, args: &[ExprId]) -> bool {
        let b_vars = &self.model.callable(b.0.callable).type_params;
        let per_argument = (0..args.len()).all(|place| {
            let (x, y) = (a.1[place], b.1[place]);
            if x == y {
                return true;
            }
            if self.is_functional_form(args[place]) {
                // The other method's own variables are open (JLS 18.5.4).
                let holes: Vec<Ty> = b_vars.iter().map(|_| Ty::HOLE).collect();
                let y = substitute(self.model, y, b_vars, &holes);
                return self.is_function_more_specific(args[place], x, y);
            }
            let y = if super::generics::mentions(self.model, y, b_vars) { self.model.erasure(y) } else { y };
            is_strict(self.model, x, y)
        });
        if !per_argument {
            return false;
        }
        // With variable arity the parameters beyond the arguments count too (JLS 15.12.2.5, k + 1).
        if a.0.expanded && b.0.expanded {
            let last = |chosen: &Chosen| {
                let param = self.model.callable(chosen.callable).param_ids().next_back();
                param.map_or(Ty::UNKNOWN, |param| self.model.param(param).ty.get())
            };
            let (x, y) = (self.model.erasure(last(&a.0)), self.model.erasure(last(&b.0)));
            let element = |ty| self.model.types.component(ty).unwrap_or(ty);
            return is_strict(self.model, element(x), element(y));
        }
        true
    }

    /// Whether it is a lambda or method reference, or a choice of them.
    fn is_functional_form(&self, arg: ExprId) -> bool {
        match self.ast[arg].kind {
            ExprKind::Lambda { .. } | ExprKind::MethodRef { .. } => true,
            ExprKind::Conditional { then, otherwise, .. } => {
                self.is_functional_form(then) && self.is_functional_form(otherwise)
            }
            ExprKind::Switch { .. } => self.given.get(&arg).is_some_and(|given| {
                !given.is_empty() && given.iter().all(|given| self.is_functional_form(given.expr))
            }),
            _ => false,
        }
    }

    /// JLS 15.12.2.5 for an argument that is a lambda or method reference, or a choice of some.
    fn is_function_more_specific(&mut self, arg: ExprId, x: Ty, y: Ty) -> bool {
        if let (Some(a), Some(b)) = (
            self.model.types.class_of(upper_class(self.model, x)),
            self.model.types.class_of(upper_class(self.model, y)),
        ) && a != b
        {
            if self.model.is_subclass(a, b) {
                return true;
            }
            if self.model.is_subclass(b, a) {
                return false;
            }
        }
        let (Some((_, p, r)), Some((_, q, s))) = (self.function_type(x), self.function_type(y)) else {
            return is_subtype(self.model, x, y);
        };
        if p.len() != q.len() {
            return false;
        }
        match self.ast[arg].kind {
            ExprKind::Conditional { condition, then, otherwise } => {
                let matched = self.matched.get(&condition).cloned().unwrap_or_default();
                return self.with(&matched.when_true, |this| this.is_function_more_specific(then, x, y))
                    && self
                        .with(&matched.when_false, |this| this.is_function_more_specific(otherwise, x, y));
            }
            ExprKind::Switch { .. } => {
                let given = self.switch_results(arg);
                return given
                    .iter()
                    .all(|given| self.at(given, |this, expr| this.is_function_more_specific(expr, x, y)));
            }
            _ => {}
        }
        let has_same_params = p
            .iter()
            .zip(&q)
            .all(|(&p, &q)| self.model.types.has_holes(q) || self.model.erasure(p) == self.model.erasure(q));
        if s == Ty::VOID {
            return has_same_params;
        }
        if r == Ty::VOID || !has_same_params {
            return false;
        }
        if self.function_type(r).is_some()
            && self.function_type(s).is_some()
            && self.is_explicit_lambda(arg)
            && !is_strict(self.model, r, s)
        {
            let given = self.lambda_results(arg);
            return given.iter().all(|given| {
                self.at(given, |this, expr| {
                    this.is_functional_form(expr) && this.is_function_more_specific(expr, r, s)
                })
            });
        }
        let open = self.function_type(self.with_open_wildcards(x)).map(|(_, _, result)| result);
        if s == Ty::HOLE && r != Ty::HOLE && open == Some(Ty::HOLE) {
            // Compilers do not infer from a wildcard here.
            return false;
        }
        if r.is_primitive() == s.is_primitive() {
            return is_strict(self.model, r, s);
        }
        // Primitive results prefer the primitive type, all others the reference.
        if self.is_explicit_lambda(arg) {
            let given = self.lambda_results(arg);
            return given.iter().all(|given| {
                self.at(given, |this, expr| this.is_standalone_primitive(expr)) == r.is_primitive()
            });
        }
        let value = self.exact_reference(arg).map_or(Ty::UNKNOWN, |exact| exact.result);
        value.is_primitive() == r.is_primitive()
    }

    /// Whether a result has a primitive type whatever its target is (JLS 15.2). Compilers take a conditional in
    /// parentheses for one that depends on it.
    fn is_standalone_primitive(&mut self, id: ExprId) -> bool {
        let standalone = match self.ast[id].kind {
            ExprKind::Switch { .. } => false,
            ExprKind::Conditional { then, otherwise, .. } => {
                self.ast[id].parens == 0 && self.is_primitive_form(then) && self.is_primitive_form(otherwise)
            }
            _ => true,
        };
        standalone && self.expr(id, Ty::HOLE, true).is_primitive()
    }
}

impl Body<'_> {
    /// The callable for arguments of known types, for method references.
    pub fn select_typed(&mut self, fitting: &[Candidate], types: &[Ty]) -> Option<Chosen> {
        let mut unsure = false;
        for phase in [Phase::Strict, Phase::Loose, Phase::Varargs] {
            let mut applicable: Vec<(Chosen, Vec<Ty>)> = Vec::new();
            for candidate in fitting {
                let callable = self.model.callable(candidate.callable);
                let expanded = phase == Phase::Varargs;
                if (expanded && !callable.varargs) || (!expanded && callable.params.len() != types.len()) {
                    continue;
                }
                let chosen = Chosen { callable: candidate.callable, site: candidate.site, expanded };
                let formals = self.formals(&chosen, types.len());
                let holes: Vec<Ty> = callable.type_params.iter().map(|_| Ty::HOLE).collect();
                let fits = |sure| {
                    formals.iter().zip(types).all(|(&formal, &ty)| {
                        let open = substitute(self.model, formal, &callable.type_params, &holes);
                        match phase {
                            Phase::Strict => fits_strictly(self.model, ty, open, sure),
                            _ => fits_loosely(self.model, ty, open, sure),
                        }
                    })
                };
                if fits(Sure::Perhaps) {
                    unsure |= !fits(Sure::Certainly);
                    applicable.push((chosen, formals));
                }
            }
            match applicable.len() {
                0 => {}
                1 => return applicable.pop().map(|(chosen, _)| chosen),
                // A parameter of an undeclared type may fit another of them.
                _ if unsure => return None,
                _ => {
                    let wins = |i: usize| {
                        applicable.iter().all(|(_, other)| {
                            applicable[i].1.iter().zip(other).all(|(&x, &y)| {
                                let y = self.model.erasure(y);
                                is_strict(self.model, self.model.erasure(x), y)
                            })
                        })
                    };
                    let pick = (0..applicable.len()).find(|&i| wins(i)).unwrap_or(0);
                    return applicable.into_iter().nth(pick).map(|(chosen, _)| chosen);
                }
            }
        }
        match fitting {
            [only] => Some(Chosen {
                callable: only.callable,
                site: only.site,
                expanded: self.model.callable(only.callable).params.len() != types.len(),
            }),
            _ => None,
        }
    }
}
