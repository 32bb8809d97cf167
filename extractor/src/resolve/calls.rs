//! Resolves method calls, creations and explicit constructor calls: the callable and the type of the result (JLS 15.9,
//! 15.12, 8.8.7.1).

use super::bodies::{Body, Candidate, Chosen, Qualifier};
use super::generics::{member_type, mentions, substitute};
use super::infer::Inference;
use super::scope::Entry;
use super::types::{boxed, upper_class};
use super::{Binding, Reason};
use crate::ast::{ExprId, ExprKind, List, NewId, StmtId, TypeNodeId, TypeNodeKind};
use crate::intern::Sym;
use crate::model::{ClassId, Origin, Ty, TyKind, TypeVarId};

/// An exact method reference.
pub(super) struct Exact {
    /// The type before `::`, if the first parameter is the receiver.
    pub receiver: Option<Ty>,
    /// The parameters of its referent.
    pub params: Vec<Ty>,
    /// The result of its referent.
    pub result: Ty,
}

impl Body<'_> {
    /// The shapes of arguments.
    fn shapes(&mut self, args: List<ExprId>) -> Vec<Ty> {
        self.ast.list(args).map(|arg| self.expr(arg, Ty::HOLE, true)).collect()
    }

    /// Types the arguments of an unresolved call.
    fn finish_args(&mut self, args: List<ExprId>) {
        for arg in self.ast.list(args) {
            self.expr(arg, Ty::UNKNOWN, false);
        }
    }

    fn type_args(&mut self, type_args: List<TypeNodeId>) -> Vec<Ty> {
        self.ast.list(type_args).map(|node| self.type_node(node)).collect()
    }

    /// A method call; see `expr` for the result.
    pub fn call(
        &mut self,
        id: ExprId,
        qualifier: Option<ExprId>,
        type_args: List<TypeNodeId>,
        name: Sym,
        args: List<ExprId>,
        want: Ty,
        shape: bool,
    ) -> (Ty, bool) {
        let explicit = self.type_args(type_args);
        let (receiver, found) = match qualifier {
            None => self.unqualified_candidates(name),
            Some(qualifier) => match self.qualifier(qualifier) {
                Qualifier::Value(ty) | Qualifier::Type(ty) => (ty, self.candidates_of(ty, name)),
                Qualifier::Package(_) => (Ty::UNKNOWN, Vec::new()),
            },
        };
        let shapes = self.shapes(args);
        let arg_ids: Vec<ExprId> = self.ast.list(args).collect();
        let chosen = self.select_overload(&found, &arg_ids, &shapes, self.is_open(receiver));
        let chosen = match chosen {
            Ok(chosen) => chosen,
            Err(undecided) => {
                let ty = self.common_result(&undecided.possible);
                if shape && !arg_ids.iter().all(|arg| self.done[arg.index()]) {
                    return (ty, false);
                }
                let reason = undecided.reason.unwrap_or_else(|| self.reason(receiver, !found.is_empty()));
                self.unresolved(id.index() as u32, false, name, arg_ids.len(), reason);
                self.finish_args(args);
                return (ty, true);
            }
        };
        self.out.bindings[id.index()] = Binding::Callable(chosen.callable);
        if arg_ids.is_empty() {
            if name.as_str() == "getClass"
                && let Some(ty) = self.get_class_type(receiver)
            {
                return (ty, true);
            }
            if name.as_str() == "clone" && self.model.types.component(receiver).is_some() {
                return (receiver, true);
            }
        }
        let declared = self.model.callable(chosen.callable);
        let result = member_type(self.model, chosen.site, declared.class, declared.result.get());
        let vars = declared.type_params.clone();
        let (ty, complete) = self.invoke(&chosen, &vars, &explicit, result, &arg_ids, &shapes, want, shape);
        (self.capture(ty), complete)
    }

    /// Whether a value of the type may have undeclared methods.
    fn is_open(&self, receiver: Ty) -> bool {
        let class = self.model.types.class_of(upper_class(self.model, receiver));
        class.is_some_and(|class| self.model.has_missing_supertype(class))
    }

    /// The result of the callables, if they agree on one type: `builder.append(x)` is a builder, whatever `x` is.
    fn common_result(&self, possible: &[Chosen]) -> Ty {
        let mut results = possible.iter().map(|chosen| {
            let callable = self.model.callable(chosen.callable);
            let result = member_type(self.model, chosen.site, callable.class, callable.result.get());
            if mentions(self.model, result, &callable.type_params) { Ty::UNKNOWN } else { result }
        });
        let first = results.next().unwrap_or(Ty::UNKNOWN);
        if results.all(|ty| ty == first) { self.capture(first) } else { Ty::UNKNOWN }
    }

    /// A value of a wildcard's type has its upper bound.
    fn capture(&self, ty: Ty) -> Ty {
        self.model.upper(ty)
    }

    /// Infers the type arguments, types the open arguments, and returns the result (JLS 15.12.2.6, 18.5).
    fn invoke(
        &mut self,
        chosen: &Chosen,
        vars: &[TypeVarId],
        explicit: &[Ty],
        result: Ty,
        args: &[ExprId],
        shapes: &[Ty],
        want: Ty,
        shape: bool,
    ) -> (Ty, bool) {
        let all_done = args.iter().all(|arg| self.done[arg.index()]);
        if all_done && (vars.is_empty() || (!explicit.is_empty() && explicit.len() == vars.len())) {
            return (substitute(self.model, result, vars, explicit), true);
        }
        let formals = self.formals(chosen, args.len());
        let mut inference = Inference::new(self.model, vars);
        if explicit.len() == vars.len() {
            inference.fix(explicit);
        }
        for (place, arg) in args.iter().enumerate() {
            let is_choice =
                matches!(self.ast[*arg].kind, ExprKind::Switch { .. } | ExprKind::Conditional { .. });
            if is_choice && mentions(self.model, formals[place], vars) {
                let mut parts = Vec::new();
                self.parts(*arg, &mut parts);
                parts.into_iter().for_each(|part| inference.below(part, formals[place]));
            } else if shapes[place] != Ty::HOLE && !self.model.types.has_holes(shapes[place]) {
                inference.below(shapes[place], formals[place]);
            } else if self.done[arg.index()] {
                inference.below(self.out.expr_types[arg.index()], formals[place]);
            }
        }
        for (place, &arg) in args.iter().enumerate() {
            if !self.done[arg.index()] {
                self.written_in_argument(arg, formals[place], &mut inference);
            }
        }
        let depends = mentions(self.model, result, vars);
        if shape {
            for (place, &arg) in args.iter().enumerate() {
                if shapes[place] != Ty::HOLE && self.model.types.has_holes(shapes[place]) {
                    inference.below(shapes[place], formals[place]);
                }
                if !self.done[arg.index()]
                    && let Some((_, _, open)) = self.function_type(formals[place])
                    && mentions(self.model, open, vars)
                {
                    let given = self.given_types(arg);
                    given.into_iter().for_each(|given| inference.below_loosely(given, open));
                }
            }
            let solution = inference.solution(false);
            let ty = substitute(self.model, result, vars, &solution);
            return (ty, all_done && !self.model.types.has_holes(ty));
        }
        if depends && want.is_known() && want != Ty::VOID {
            inference.returns(result, want);
        }
        if !all_done {
            // First the arguments that need no more information, then the rest in order.
            for last in [false, true] {
                for (place, &arg) in args.iter().enumerate() {
                    if self.done[arg.index()] {
                        continue;
                    }
                    let solution = inference.solution(false);
                    let formal = substitute(self.model, formals[place], vars, &solution);
                    if !last && self.waits(arg, formal) {
                        continue;
                    }
                    let formal = match self.exact_receiver(arg, formal) {
                        Some(receiver) => {
                            if let Some((_, params, _)) = self.function_type(formals[place])
                                && let Some(&first) = params.first()
                            {
                                inference.above(receiver, first);
                            }
                            substitute(self.model, formals[place], vars, &inference.solution(false))
                        }
                        None => formal,
                    };
                    match self.ast[arg].kind {
                        ExprKind::Lambda { .. } | ExprKind::MethodRef { .. } => {
                            let is_lambda = matches!(self.ast[arg].kind, ExprKind::Lambda { .. });
                            let (_, returned) = if is_lambda {
                                self.lambda(arg, formal)
                            } else {
                                self.method_ref(arg, formal)
                            };
                            if let Some((_, _, open)) = self.function_type(formals[place])
                                && returned != Ty::VOID
                            {
                                inference.below_loosely(returned, open);
                            }
                            let solution = inference.solution(false);
                            let formal = substitute(self.model, formals[place], vars, &solution);
                            let formal = self.fill(formal);
                            self.set(arg, formal);
                        }
                        _ => {
                            let ty = self.expr(arg, formal, false);
                            inference.below(ty, formals[place]);
                        }
                    }
                }
            }
        }
        let solution = inference.solution(true);
        (substitute(self.model, result, vars, &solution), true)
    }

    /// The explicit types of a lambda's parameters determine those of its function type; so do those of lambdas in a
    /// conditional.
    pub fn written_in_argument(&mut self, arg: ExprId, formal: Ty, inference: &mut Inference<'_>) {
        match self.ast[arg].kind {
            ExprKind::Lambda { params, .. } => {
                let Some((_, types, _)) = self.function_type(formal) else { return };
                for (var, ty) in self.ast.list(params).zip(types) {
                    if let Some(written) = self.written_type(var)
                        && !written.is_primitive()
                    {
                        inference.equals(written, ty);
                    }
                }
            }
            ExprKind::Conditional { then, otherwise, .. } => {
                self.written_in_argument(then, formal, inference);
                self.written_in_argument(otherwise, formal, inference);
            }
            ExprKind::Switch { .. } => {
                let given = self.given.get(&arg).cloned().unwrap_or_default();
                for given in given.iter() {
                    self.at(given, |this, expr| this.written_in_argument(expr, formal, inference));
                }
            }
            _ => {}
        }
    }

    /// Parameters and result of an exact method reference, whatever its target is (JLS 15.13.1): one that can only
    /// refer to a constructor or method without type parameters, in a class without any.
    pub fn exact_reference(&mut self, arg: ExprId) -> Option<Exact> {
        let ExprKind::MethodRef { qualifier, name, .. } = self.ast[arg].kind else {
            return None;
        };
        let (site, is_type) = match self.qualifier(qualifier) {
            Qualifier::Type(site) => (site, true),
            Qualifier::Value(site) => (site, false),
            Qualifier::Package(_) => return None,
        };
        let class = self.model.types.class_of(site)?;
        if !self.model.class(class).all_params.is_empty() {
            return None;
        }
        let constructor = name.as_str() == "new";
        let found = if constructor { self.constructors(site) } else { self.candidates_of(site, name) };
        let [only] = found[..] else { return None };
        let callable = self.model.callable(only.callable);
        if callable.varargs || !callable.type_params.is_empty() {
            return None;
        }
        let as_member = |ty| member_type(self.model, only.site, callable.class, ty);
        let result = if constructor { site } else { as_member(callable.result.get()) };
        let params = callable.param_ids().map(|param| as_member(self.model.param(param).ty.get())).collect();
        let receiver = (is_type && !constructor && !callable.is_static()).then_some(site);
        Some(Exact { receiver, params, result })
    }

    /// The result types of an exact method reference or an explicitly typed lambda, as far as they are known without
    /// the target.
    fn given_types(&mut self, arg: ExprId) -> Vec<Ty> {
        let mut found = Vec::new();
        if self.is_explicit_lambda(arg) {
            for given in self.lambda_results(arg).iter() {
                self.at(given, |this, expr| this.parts(expr, &mut found));
            }
        } else if let Some(exact) = self.exact_reference(arg)
            && exact.result != Ty::VOID
            && !self.model.types.has_vars(exact.result)
        {
            found.push(exact.result);
        }
        found
    }

    /// The possible types of an expression as an argument of reference type, one for each branch of a conditional or
    /// switch; skips branches that depend on the target.
    fn parts(&mut self, arg: ExprId, found: &mut Vec<Ty>) {
        match self.ast[arg].kind {
            ExprKind::Switch { .. } => {
                for given in self.switch_results(arg).iter() {
                    self.at(given, |this, expr| this.parts(expr, found));
                }
            }
            ExprKind::Conditional { condition, then, otherwise }
                if !(self.is_primitive_form(then) && self.is_primitive_form(otherwise)) =>
            {
                let matched = self.matched.get(&condition).cloned().unwrap_or_default();
                self.with(&matched.when_true, |this| this.parts(then, found));
                self.with(&matched.when_false, |this| this.parts(otherwise, found));
            }
            _ => {
                let ty = self.expr(arg, Ty::HOLE, true);
                if ty != Ty::HOLE && !self.model.types.has_holes(ty) {
                    found.push(ty);
                }
            }
        }
    }

    /// Whether an argument needs types that are still open: those of a lambda's or method reference's parameters.
    fn waits(&self, arg: ExprId, formal: Ty) -> bool {
        match self.ast[arg].kind {
            ExprKind::Lambda { params, .. } => {
                let implicit = self.ast.list(params).any(|var| self.ast[var].ty.is_none());
                implicit && self.function_type(formal).is_some_and(|(_, params, _)| self.any_holes(&params))
            }
            ExprKind::MethodRef { .. } => {
                self.function_type(formal).is_some_and(|(_, params, _)| self.any_holes(&params))
            }
            _ => false,
        }
    }

    /// The type before `::` of a reference to the only method of that name, if nothing else determines the function's
    /// first parameter (JLS 15.13.1, exact method references).
    fn exact_receiver(&mut self, arg: ExprId, formal: Ty) -> Option<Ty> {
        let ExprKind::MethodRef { qualifier, name, .. } = self.ast[arg].kind else { return None };
        if !self.waits(arg, formal) {
            return None;
        }
        let Qualifier::Type(ty) = self.qualifier(qualifier) else { return None };
        match self.candidates_of(ty, name)[..] {
            [only] if !self.model.callable(only.callable).is_static() => Some(ty),
            _ => None,
        }
    }

    /// Whether inference left a hole in one of the types.
    pub fn any_holes(&self, types: &[Ty]) -> bool {
        types.iter().any(|&ty| self.model.types.has_holes(ty))
    }

    /// The types of the parameters for the arguments of a call, as members of the receiver's type.
    pub fn formals(&self, chosen: &Chosen, argc: usize) -> Vec<Ty> {
        let declared = self.model.callable(chosen.callable);
        let mut formals: Vec<Ty> = declared
            .param_ids()
            .map(|param| {
                self.parameter_type(member_type(
                    self.model,
                    chosen.site,
                    declared.class,
                    self.model.param(param).ty.get(),
                ))
            })
            .collect();
        if chosen.expanded
            && let Some(last) = formals.pop()
        {
            let element = self.model.types.component(last).unwrap_or(last);
            while formals.len() < argc {
                formals.push(element);
            }
        }
        formals.resize(argc, Ty::UNKNOWN);
        formals
    }

    /// For a parameter whose type became a wildcard, its lower bound.
    fn parameter_type(&self, ty: Ty) -> Ty {
        match self.model.types.kind(ty) {
            TyKind::Wildcard(crate::model::WildcardKind::Super, bound) => *bound,
            TyKind::Wildcard(..) => self.model.upper(ty),
            _ => ty,
        }
    }

    /// The candidates for an unqualified method name: those of the innermost class that has one of that name, else the
    /// static imports (JLS 15.12.1).
    fn unqualified_candidates(&mut self, name: Sym) -> (Ty, Vec<Candidate>) {
        let around: Vec<ClassId> = self
            .scope
            .iter()
            .rev()
            .filter_map(|entry| match entry {
                Entry::Class(class) => Some(*class),
                _ => None,
            })
            .collect();
        for &class in &around {
            let this_type = self.model.class(class).this_type.get();
            let found = self.candidates_of(this_type, name);
            if !found.is_empty() {
                return (this_type, found);
            }
        }
        let imports = self.imports;
        let single = imports.static_single.get(&name).cloned().unwrap_or_default();
        for classes in [&single, &imports.static_classes] {
            let mut found = Vec::new();
            for &class in classes {
                let ty = self.model.types.class(class, &[]);
                found.extend(
                    self.candidates_of(ty, name)
                        .into_iter()
                        .filter(|candidate| self.model.callable(candidate.callable).is_static()),
                );
            }
            if !found.is_empty() {
                return (self.model.types.class(classes[0], &[]), found);
            }
        }
        if let Some(&missing) =
            single.iter().find(|&&class| self.model.class(class).origin == Origin::Missing)
        {
            return (self.model.types.class(missing, &[]), Vec::new());
        }
        // The best guess is the class that may have it through an undeclared supertype.
        let guess = around.iter().find(|&&class| self.model.has_missing_supertype(class)).or(around.first());
        (guess.map_or(Ty::UNKNOWN, |&class| self.model.class(class).this_type.get()), Vec::new())
    }

    /// The methods of that name in a value or class of a type.
    pub fn candidates_of(&mut self, receiver: Ty, name: Sym) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        let mut sites = vec![receiver];
        for _ in 0..20 {
            let Some(place) = sites.iter().position(|&site| {
                matches!(
                    self.model.types.kind(site),
                    TyKind::Var(_) | TyKind::Intersection(_) | TyKind::Wildcard(..) | TyKind::Array(_)
                )
            }) else {
                break;
            };
            let site = sites.remove(place);
            match self.model.types.kind(site) {
                TyKind::Var(var) => sites.extend(self.model.bounds(*var)),
                TyKind::Intersection(parts) => sites.extend(parts.iter()),
                TyKind::Array(_) => sites.push(self.model.well_known().object),
                _ => sites.push(self.model.upper(site)),
            }
        }
        for site in sites {
            let Some(class) = self.model.types.class_of(site) else { continue };
            for &callable in self.methods_named(class, name).iter() {
                let declaring = self.model.callable(callable).class;
                let site = if self.model.callable(callable).is_static() {
                    // The class's variables do not occur: a raw name must not erase the method's own.
                    self.model.class(declaring).this_type.get()
                } else {
                    self.model.as_super(site, declaring).unwrap_or(site)
                };
                if !found.iter().any(|known| known.callable == callable) {
                    found.push(Candidate { callable, site });
                }
            }
        }
        found
    }

    /// The constructors of a class, as members of a type of it.
    pub fn constructors(&self, site: Ty) -> Vec<Candidate> {
        let Some(class) = self.model.types.class_of(site) else { return Vec::new() };
        let ids = self.model.class(class).callable_ids();
        ids.filter(|&id| self.model.callable(id).is_constructor)
            .map(|callable| Candidate { callable, site })
            .collect()
    }

    /// A generic class with holes for arguments, for a diamond.
    pub fn open_type(&self, class: ClassId) -> Ty {
        let holes = vec![Ty::HOLE; self.model.class(class).all_params.len()];
        self.model.types.class(class, &holes)
    }

    /// `new C(args) { body }` (JLS 15.9).
    pub fn creation(&mut self, id: ExprId, new: NewId, want: Ty, shape: bool) -> (Ty, bool) {
        let new = self.ast[new];
        let mut diamond = false;
        let named = match (new.ty, new.qualifier) {
            (Some(node), None) => {
                diamond = matches!(self.ast[node].kind, TypeNodeKind::Named { diamond: true, .. });
                self.type_node(node)
            }
            (Some(node), Some(qualifier)) => {
                let outer = self.expr(qualifier, Ty::HOLE, false);
                self.inner_class(node, outer, &mut diamond)
            }
            (None, _) => {
                self.this_class().map_or(Ty::UNKNOWN, |class| self.model.class(class).this_type.get())
            }
        };
        self.type_args(new.type_args);
        let class = self.model.types.class_of(named);
        let generic = diamond.then_some(class).flatten();
        // Inference finds all variables of the class for a diamond (JLS 15.9.3).
        let mut site = generic.map_or(named, |class| self.model.class(class).this_type.get());
        let args: Vec<ExprId> = self.ast.list(new.args).collect();
        let shapes = self.shapes(new.args);
        let is_interface = class.is_some_and(|class| self.model.class(class).is_interface());
        let mut chosen = None;
        if is_interface && new.body.is_none() {
            if shape && !args.iter().all(|arg| self.done[arg.index()]) {
                return (named, false);
            }
            let name = class.map_or(Sym::EMPTY, |class| self.model.class(class).name);
            self.unresolved(id.index() as u32, false, name, args.len(), Reason::NotApplicable);
        } else if !is_interface {
            let open = generic.map_or(site, |class| self.open_type(class));
            let found = self.constructors(open);
            match self.select_overload(&found, &args, &shapes, false) {
                Ok(found) => chosen = Some(Chosen { site, ..found }),
                Err(undecided) => {
                    if shape && !args.iter().all(|arg| self.done[arg.index()]) {
                        return (named, false);
                    }
                    let reason = undecided.reason.unwrap_or_else(|| match class {
                        None => Reason::UnknownReceiver,
                        Some(class) if self.model.class(class).origin == Origin::Missing => {
                            Reason::MissingClass
                        }
                        Some(_) => Reason::NotApplicable,
                    });
                    let name = class.map_or(Sym::EMPTY, |class| self.model.class(class).name);
                    self.unresolved(id.index() as u32, false, name, args.len(), reason);
                }
            }
        }
        if let Some(chosen) = &chosen {
            self.out.bindings[id.index()] = Binding::Callable(chosen.callable);
        }
        let mut vars: Vec<TypeVarId> = Vec::new();
        if let Some(class) = generic {
            vars.extend(&self.model.class(class).all_params);
        }
        let complete = match &chosen {
            Some(chosen) => {
                vars.extend(&self.model.callable(chosen.callable).type_params);
                let (ty, complete) = self.invoke(chosen, &vars, &[], site, &args, &shapes, want, shape);
                if generic.is_some() {
                    site = ty;
                }
                complete
            }
            None => {
                if generic.is_some() {
                    let mut inference = Inference::new(self.model, &vars);
                    if want.is_known() {
                        inference.returns(site, want);
                    }
                    let solution = inference.solution(!shape);
                    site = substitute(self.model, site, &vars, &solution);
                }
                if !shape {
                    self.finish_args(new.args);
                }
                args.iter().all(|arg| self.done[arg.index()]) && !self.model.types.has_holes(site)
            }
        };
        let Some(body) = new.body else { return (site, complete) };
        if shape {
            return (site, false);
        }
        let site = self.fill(site);
        let anonymous = self.decls.classes[body.index()];
        self.anonymous_class(anonymous, site);
        self.anonymous_body(anonymous);
        (self.model.class(anonymous).this_type.get(), true)
    }

    /// The class after `outer.new`: a member of the outer value's class.
    fn inner_class(&mut self, node: TypeNodeId, outer: Ty, diamond: &mut bool) -> Ty {
        let TypeNodeKind::Named { name, args, diamond: is_diamond, .. } = self.ast[node].kind else {
            return self.type_node(node);
        };
        *diamond = is_diamond;
        let args: Vec<Ty> = self.ast.list(args).map(|arg| self.type_node(arg)).collect();
        let upper = upper_class(self.model, outer);
        let found =
            self.model.types.class_of(upper).and_then(|class| self.model.find_inherited_class(class, name));
        let ty = match found {
            Some(class) => {
                let declared = self.model.class(class);
                let outer_args = declared
                    .outer
                    .and_then(|around| self.model.as_super(upper, around))
                    .map(|site| self.model.types.args(site).to_vec())
                    .unwrap_or_default();
                let all: Vec<Ty> = outer_args.into_iter().chain(args).collect();
                let fits = all.len() == declared.all_params.len();
                self.model.types.class(class, if fits { &all } else { &[] })
            }
            None => self.type_node(node),
        };
        self.out.type_nodes[node.index()] = ty;
        ty
    }

    /// `this(...)` or `super(...)`.
    pub fn constructor_call(
        &mut self,
        id: StmtId,
        qualifier: Option<ExprId>,
        type_args: List<TypeNodeId>,
        args: List<ExprId>,
        is_super: bool,
    ) {
        if let Some(qualifier) = qualifier {
            self.expr(qualifier, Ty::HOLE, false);
        }
        let explicit = self.type_args(type_args);
        let site = match self.this_class() {
            Some(class) if is_super => {
                let supertypes = self.model.class(class).supertypes.get();
                supertypes.and_then(|found| found.superclass).unwrap_or(Ty::UNKNOWN)
            }
            Some(class) => self.model.class(class).this_type.get(),
            None => Ty::UNKNOWN,
        };
        let arg_ids: Vec<ExprId> = self.ast.list(args).collect();
        let shapes = self.shapes(args);
        let found = self.constructors(site);
        match self.select_overload(&found, &arg_ids, &shapes, false) {
            Ok(chosen) => {
                self.out.constructor_calls.push((id.index() as u32, chosen.callable));
                let vars = self.model.callable(chosen.callable).type_params.clone();
                self.invoke(&chosen, &vars, &explicit, Ty::VOID, &arg_ids, &shapes, Ty::HOLE, false);
            }
            Err(undecided) => {
                let reason = undecided.reason.unwrap_or_else(|| self.reason(site, true));
                let name = Sym::new(if is_super { "super" } else { "this" });
                self.unresolved(id.index() as u32, true, name, arg_ids.len(), reason);
                self.finish_args(args);
            }
        }
    }

    /// The box of a primitive type; other types unchanged.
    pub fn boxed(&self, ty: Ty) -> Ty {
        boxed(self.model, ty)
    }
}
