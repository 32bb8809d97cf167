//! Lambdas and method references: their function type and their results (JLS 9.8, 9.9, 15.13, 15.27).

use quarrel_common::{always, never};
use std::rc::Rc;

use super::bodies::{Body, Candidate, Given, Qualifier, Results};
use super::generics::{member_type, substitute};
use super::infer::Inference;
use super::types::{lub, upper_class};
use super::{Binding, Reason};
use crate::ast::{ExprId, ExprKind, LambdaBody, TypeNodeKind};
use crate::model::{CallableId, Ty, TyKind, WildcardKind};

impl Body<'_> {
    /// The single abstract method of a functional interface type, with its parameter types and result in terms of that
    /// type; wildcards are replaced by their bounds (JLS 9.9).
    pub fn function_type(&self, interface: Ty) -> Option<(CallableId, Vec<Ty>, Ty)> {
        let model = self.model;
        if let TyKind::Intersection(parts) = model.types.kind(interface) {
            return parts.iter().find_map(|&part| self.function_type(part));
        }
        let site = self.without_wildcards(upper_class(model, interface));
        let method = model.functional_method(model.types.class_of(site)?)?;
        let declared = model.callable(method);
        let site = model.as_super(site, declared.class)?;
        let as_member = |ty| member_type(model, site, declared.class, ty);
        let types = declared.param_ids().map(|param| as_member(model.param(param).ty.get())).collect();
        Some((method, types, as_member(declared.result.get())))
    }

    /// An interface with wildcards has the function type of their bounds (JLS 9.9).
    fn without_wildcards(&self, interface: Ty) -> Ty {
        let model = self.model;
        let TyKind::Class { class, args } = model.types.kind(interface) else { return interface };
        let params = &model.class(*class).all_params;
        let bound = |(place, &arg): (usize, &Ty)| match model.types.kind(arg) {
            TyKind::Wildcard(WildcardKind::Unbounded, _) => {
                params.get(place).map_or(Ty::HOLE, |&var| model.erasure(model.bounds(var)[0]))
            }
            TyKind::Wildcard(_, bound) => *bound,
            _ => arg,
        };
        let bounds: Vec<Ty> = args.iter().enumerate().map(bound).collect();
        model.types.class(*class, &bounds)
    }

    /// Sets the types, without wildcards, of lambdas and method references (JLS 15.13.2, 15.27.3), once inference is
    /// done with the calls around them.
    pub fn settle_functionals(&mut self) {
        let mut functionals = std::mem::take(&mut self.out.functionals);
        for functional in &mut functionals {
            let place = functional.expr as usize;
            let ty = self.without_wildcards(self.out.expr_types[place]);
            let Some((method, _, result)) = self.function_type(ty) else { continue };
            if method == functional.method {
                self.out.expr_types[place] = ty;
                functional.interface = ty;
                functional.result = self.fill(result);
            }
        }
        self.out.functionals = functionals;
    }

    /// Whether all parameters of a lambda have explicit types (JLS 15.27.1).
    pub fn is_explicit_lambda(&self, id: ExprId) -> bool {
        let ExprKind::Lambda { params, .. } = self.ast[id].kind else { return false };
        self.ast
            .list(params)
            .all(|var| self.ast[var].ty.is_some_and(|node| !matches!(self.ast[node].kind, TypeNodeKind::Var)))
    }

    /// The result expressions of an explicitly typed lambda, typed without its target.
    pub fn lambda_results(&mut self, id: ExprId) -> Rc<[Given]> {
        if let Some(known) = self.given.get(&id) {
            return known.clone();
        }
        let ExprKind::Lambda { params, body } = self.ast[id].kind else {
            return never!("no lambda", Rc::default());
        };
        let depth = self.scope.len();
        for var in self.ast.list(params) {
            let ty = self.written_type(var).unwrap_or(Ty::UNKNOWN);
            self.declare_var(var, ty);
        }
        let given = match body {
            LambdaBody::Expr(value) => {
                self.expr(value, Ty::HOLE, true);
                let scope = (!self.done[value.index()]).then(|| self.scope.clone());
                vec![Given { expr: value, scope }]
            }
            LambdaBody::Block(block) => {
                let yields = std::mem::take(&mut self.yields);
                self.returns.push(Results::open());
                self.stmt(block);
                self.yields = yields;
                always!(self.returns.pop()).map(|results| results.given).unwrap_or_default()
            }
        };
        self.scope.truncate(depth);
        let given: Rc<[Given]> = given.into();
        self.given.insert(id, given.clone());
        given
    }

    /// The result expressions of a switch expression, typed without its target.
    pub fn switch_results(&mut self, id: ExprId) -> Rc<[Given]> {
        if let Some(known) = self.given.get(&id) {
            return known.clone();
        }
        let ExprKind::Switch { selector, body } = self.ast[id].kind else {
            return never!("no switch", Rc::default());
        };
        let selector = self.expr(selector, Ty::HOLE, false);
        self.yields.push(Results::open());
        self.switch_body(selector, body);
        let given = always!(self.yields.pop()).map(|results| results.given).unwrap_or_default();
        let given: Rc<[Given]> = given.into();
        self.given.insert(id, given.clone());
        given
    }

    /// Types result expressions for a target of type `want`.
    pub fn finish_results(&mut self, given: &[Given], want: Ty) -> Vec<Ty> {
        let want = if want == Ty::VOID { Ty::HOLE } else { want };
        given.iter().map(|given| self.at(given, |this, expr| this.expr(expr, want, false))).collect()
    }

    /// Types a lambda for a target of type `want`. Returns its type, and the type of its result (`void`, or
    /// `Ty::UNKNOWN`).
    pub fn lambda(&mut self, id: ExprId, want: Ty) -> (Ty, Ty) {
        let ExprKind::Lambda { params, body } = self.ast[id].kind else {
            return never!("no lambda", (Ty::UNKNOWN, Ty::UNKNOWN));
        };
        let function = self.function_type(want);
        let depth = self.scope.len();
        for (place, var) in self.ast.list(params).enumerate() {
            self.annotations(self.ast[var].modifiers.annotations);
            let ty = match self.written_type(var) {
                Some(ty) => ty,
                None => {
                    let given = function.as_ref().and_then(|(_, types, _)| types.get(place).copied());
                    let given = self.model.upper(given.unwrap_or(Ty::UNKNOWN));
                    if given == Ty::HOLE { self.model.well_known().object } else { self.fill(given) }
                }
            };
            self.declare_var(var, ty);
        }
        let result = function.as_ref().map_or(Ty::HOLE, |(_, _, result)| self.model.upper(*result));
        let given = match body {
            LambdaBody::Expr(value) => {
                let ty = self.expr(value, if result == Ty::VOID { Ty::HOLE } else { result }, false);
                if result == Ty::VOID { Ty::VOID } else { ty }
            }
            LambdaBody::Block(block) => {
                let found = match self.given.remove(&id) {
                    Some(given) => self.finish_results(&given, result),
                    None => {
                        let yields = std::mem::take(&mut self.yields);
                        self.returns.push(Results::of(result));
                        self.stmt(block);
                        self.yields = yields;
                        always!(self.returns.pop()).map(|results| results.found).unwrap_or_default()
                    }
                };
                if found.iter().all(|&ty| ty == Ty::VOID) {
                    Ty::VOID
                } else if found.iter().all(|&ty| ty == found[0]) {
                    found[0]
                } else {
                    // Each goes to the result on its own: nothing is promoted.
                    let boxes: Vec<Ty> = found.iter().map(|&ty| self.boxed(ty)).collect();
                    lub(self.model, &boxes)
                }
            }
        };
        self.scope.truncate(depth);
        let ty = self.fill(want);
        if let Some((method, _, result)) = function {
            let result = self.fill(result);
            self.functional(id, ty, method, result);
        }
        self.set(id, ty);
        (ty, given)
    }

    /// Types a method reference for a target of type `want`. Returns its type, and the type of the method's result.
    pub fn method_ref(&mut self, id: ExprId, want: Ty) -> (Ty, Ty) {
        let ExprKind::MethodRef { qualifier, type_args, name } = self.ast[id].kind else {
            return (Ty::UNKNOWN, Ty::UNKNOWN);
        };
        let explicit: Vec<Ty> = self.ast.list(type_args).map(|node| self.type_node(node)).collect();
        let found = self.qualifier(qualifier);
        let function = self.function_type(want);
        let ty = self.fill(want);
        self.set(id, ty);
        let (site, is_type) = match found {
            Qualifier::Type(site) => (site, true),
            Qualifier::Value(site) => (site, false),
            Qualifier::Package(_) => (Ty::UNKNOWN, false),
        };
        if let Some((method, _, result)) = &function {
            let result = self.fill(*result);
            self.functional(id, ty, *method, result);
        }
        let constructor = name.as_str() == "new";
        if constructor && self.model.types.component(site).is_some() {
            return (ty, site);
        }
        let params = function.as_ref().map(|(_, params, _)| params.clone());
        let mut candidates = if constructor {
            let class = self.model.types.class_of(site);
            let ids = class.map(|class| self.model.class(class).callable_ids());
            let constructors = ids.into_iter().flatten().filter(|&id| self.model.callable(id).is_constructor);
            let generic = class.filter(|_| self.model.is_raw(site));
            let site = generic.map_or(site, |class| self.open_type(class));
            constructors.map(|callable| Candidate { callable, site }).collect()
        } else {
            self.candidates_of(site, name)
        };
        let (chosen, args) = match &params {
            // Without a target only a name with a single method determines types.
            None if candidates.len() == 1 => {
                let only = candidates.swap_remove(0);
                (Some((only.callable, only.site)), Vec::new())
            }
            None => (None, Vec::new()),
            Some(params) => {
                let params: Vec<Ty> = params.iter().map(|&param| self.model.upper(param)).collect();
                let all = self.select_by_types(&candidates, &params);
                let rest = params.get(1..).unwrap_or_default().to_vec();
                let unbound = if is_type && !constructor && !params.is_empty() {
                    // A raw type name takes its arguments from the first parameter (JLS 15.13.1).
                    let class = self.model.types.class_of(site);
                    let receiver = class.and_then(|class| {
                        let seen = self.model.as_super(params[0], class)?;
                        self.model.is_raw(site).then_some(seen)
                    });
                    let found = match receiver {
                        Some(receiver) => self.candidates_of(receiver, name),
                        None => candidates.clone(),
                    };
                    self.select_by_types(&found, &rest)
                } else {
                    None
                };
                let is_static = |chosen: &(CallableId, Ty)| self.model.callable(chosen.0).is_static();
                match (all, unbound) {
                    (Some(all), _) if !is_type || constructor || is_static(&all) => (Some(all), params),
                    (_, Some(unbound)) if !is_static(&unbound) => (Some(unbound), rest),
                    (Some(all), _) => (Some(all), params),
                    (None, Some(unbound)) => (Some(unbound), rest),
                    (None, None) => (None, params),
                }
            }
        };
        let Some((callable, site)) = chosen else {
            let reason = if function.is_none() && !candidates.is_empty() {
                Reason::UnknownTarget
            } else {
                self.reason(site, !candidates.is_empty())
            };
            self.unresolved(id.index() as u32, false, name, params.map_or(0, |params| params.len()), reason);
            return (ty, Ty::UNKNOWN);
        };
        self.out.bindings[id.index()] = Binding::Callable(callable);
        let declared = self.model.callable(callable);
        let site = if constructor && self.model.types.has_holes(site) {
            self.model.class(declared.class).this_type.get()
        } else {
            site
        };
        let mut vars = declared.type_params.clone();
        let result = if constructor {
            site
        } else {
            member_type(self.model, site, declared.class, declared.result.get())
        };
        if constructor {
            vars.extend(&self.model.class(declared.class).all_params);
        }
        let mut inference = Inference::new(self.model, &vars);
        if !constructor && explicit.len() == vars.len() {
            inference.fix(&explicit);
        }
        for (param, &arg) in declared.param_ids().zip(&args) {
            inference
                .below(arg, member_type(self.model, site, declared.class, self.model.param(param).ty.get()));
        }
        if let Some((_, _, wanted)) = function {
            inference.returns(result, wanted);
        }
        let solution = inference.solution(true);
        (ty, self.model.upper(substitute(self.model, result, &vars, &solution)))
    }

    /// The callable for arguments of these types.
    fn select_by_types(&mut self, candidates: &[Candidate], types: &[Ty]) -> Option<(CallableId, Ty)> {
        let fitting: Vec<Candidate> =
            candidates.iter().copied().filter(|c| self.takes(c, types.len())).collect();
        let found = self.select_typed(&fitting, types)?;
        Some((found.callable, found.site))
    }

    /// Whether a candidate may take so many arguments.
    pub fn takes(&self, candidate: &Candidate, argc: usize) -> bool {
        let callable = self.model.callable(candidate.callable);
        callable.params.len() == argc || (callable.varargs && argc + 1 >= callable.params.len())
    }
}
