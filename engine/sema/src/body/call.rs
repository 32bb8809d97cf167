//! Resolves calls: the predicate that a name refers to, and its arguments (language.md 4.4, 7.5, 7.8).

use super::Body;
use super::expr::strip;
use crate::hir::{Call, Dispatch, Expr, PredId, PredKind, Primitive, TypeId, TypeKind};
use crate::names::{Key, Sym};
use crate::world::{Entity, Sema};
use quarrel_base::{Code, Diagnostic, Span};
use quarrel_common::words::count;
use quarrel_syntax::tree::{self, ClosureOp, Name};
use rustc_hash::FxHashSet;

/// The result of looking up a member name for a type.
enum Members {
    None,
    One(PredId),
    /// Several built-in members that differ in parameter types.
    Overloads(Vec<PredId>),
    Ambiguous(Vec<PredId>),
}

impl<'t> Sema<'t> {
    /// The primitive type that a type extends (not through `instanceof`), if any: its built-in members are inherited.
    fn base_primitive(&mut self, ty: TypeId) -> Option<Primitive> {
        if let Some(known) = self.base_primitives.get(&ty) {
            return *known;
        }
        let mut seen = FxHashSet::default();
        let mut stack = vec![ty];
        let mut found: Option<Primitive> = None;
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            match self.out.types[at].kind {
                TypeKind::Primitive(primitive) => {
                    if found != Some(Primitive::Int) {
                        found = Some(primitive);
                    }
                }
                _ => match self.base_primitives.get(&at) {
                    Some(None) => {}
                    Some(Some(known)) if found != Some(Primitive::Int) => found = Some(*known),
                    Some(_) => {}
                    None => self.supertypes(at, &mut stack),
                },
            }
        }
        if found.is_none() {
            // None of them has a primitive supertype.
            self.base_primitives.extend(seen.into_iter().map(|at| (at, None)));
        }
        self.base_primitives.insert(ty, found);
        found
    }

    /// A member of an opaque type of `QlBuiltins`, or of a type that extends one.
    fn opaque_member(&mut self, ty: TypeId, name: Sym, arity: u32) -> Option<PredId> {
        if !self.opaque_members.keys().any(|(_, known, width)| (*known, *width) == (name, arity)) {
            return None;
        }
        let mut seen = FxHashSet::default();
        let mut stack = vec![ty];
        while let Some(at) = stack.pop() {
            if let Some(pred) = self.opaque_members.get(&(at, name, arity)) {
                return Some(*pred);
            }
            if seen.insert(at) {
                self.supertypes(at, &mut stack);
            }
        }
        None
    }

    fn members_named(&mut self, ty: TypeId, name: Sym, arity: usize, private: bool) -> Members {
        let hits = self.find_members(ty, name, arity as u32, private);
        match &hits[..] {
            [hit] => return Members::One(hit.pred),
            [] => {}
            several => return Members::Ambiguous(several.iter().map(|hit| hit.pred).collect()),
        }
        if let Some(pred) = self.opaque_member(ty, name, arity as u32) {
            return Members::One(pred);
        }
        if let Some(primitive) = self.base_primitive(ty) {
            let found = self.builtin_members(primitive, name, arity);
            match found[..] {
                [] => {}
                [one] => return Members::One(one),
                _ => return Members::Overloads(found),
            }
        }
        if arity == 0 && &**self.names.text(name) == "getAQlClass" {
            return Members::One(self.get_a_ql_class(ty));
        }
        Members::None
    }

    /// `string toString()` of a type, if it has one.
    pub(crate) fn text_member(&mut self, ty: TypeId) -> Option<PredId> {
        let name = self.names.intern_str("toString");
        let pred = match self.members_named(ty, name, 0, false) {
            Members::One(pred) => pred,
            Members::Ambiguous(preds) => preds.first().copied()?,
            _ => return None,
        };
        let (result, string) = (self.result_type(pred)?, self.primitive(Primitive::String));
        self.is_subtype(result, string).then_some(pred)
    }

    /// Whether a type has a member with a name and arity.
    pub(crate) fn has_member(&mut self, ty: TypeId, name: Sym, arity: usize) -> bool {
        !matches!(self.members_named(ty, name, arity, false), Members::None)
    }

    /// The member that a name and arity refer to within a class, if there is one; `Some(None)` if there are several.
    pub(crate) fn visible_member(&mut self, ty: TypeId, name: Sym, arity: usize) -> Option<Option<PredId>> {
        match self.members_named(ty, name, arity, true) {
            Members::None => None,
            Members::One(pred) => Some(Some(pred)),
            Members::Overloads(_) | Members::Ambiguous(_) => Some(None),
        }
    }

    /// The member predicate that a class declares, by name and arity.
    pub(crate) fn class_member(&mut self, ty: TypeId, name: &str, arity: u32) -> Option<PredId> {
        let name = self.names.intern_str(name);
        self.find_members(ty, name, arity, false).first().map(|hit| hit.pred)
    }
}

impl<'t> Body<'_, 't> {
    /// A call without receiver: members of the class first, then the enclosing modules.
    pub(super) fn plain_call(
        &mut self,
        module: Option<&'t tree::ModuleExpr>,
        name: &'t Name,
        closure: Option<ClosureOp>,
        written: &'t [tree::Expr],
        span: Span,
    ) -> Option<Call> {
        let sym = self.sema.sym(name);
        if module.is_none()
            && let Some(class) = self.class
        {
            let found = self.sema.members_named(class, sym, written.len(), true);
            if !matches!(found, Members::None) {
                let args: Vec<Expr> = written.iter().map(|arg| self.expr(arg)).collect();
                let pred = self.choose(found, class, name, &args)?;
                let receiver = self.this(name.span)?;
                if self.sema.input.warns_of_implicit_this(name.span.file) {
                    let message = format!("`{}` is called without `this.`", name.text);
                    self.sema.report(
                        Diagnostic::warning(Code::ImplicitThis, name.span, message)
                            .help(format!("write `this.{}(...)`", name.text)),
                    );
                }
                return self.finish(pred, name, Some(receiver), args, closure, Dispatch::Virtual, span);
            }
        }
        let key = Key::predicate(sym, written.len());
        let entity = match module {
            Some(qualifier) => match self.sema.module_expr(self.module, qualifier) {
                Some(outer) => self.sema.lookup_exported(outer, key, name),
                None => None,
            },
            None => match self.sema.search_visible(self.module, key, name.span) {
                None => None,
                Some(None) => {
                    self.unresolved_call(key, name, written.len());
                    None
                }
                Some(Some(entity)) => {
                    self.sema.note_use(key, entity, name);
                    Some(entity)
                }
            },
        };
        let args: Vec<Expr> = written.iter().map(|arg| self.expr(arg)).collect();
        let pred = match entity? {
            Entity::Error => return None,
            entity => self.sema.entity_pred(entity)?,
        };
        self.finish(pred, name, None, args, closure, Dispatch::Direct, span)
    }

    fn unresolved_call(&mut self, key: Key, name: &'t Name, arity: usize) {
        self.sema.errors += 1;
        if self.sema.silenced(self.module) {
            return;
        }
        if let Some(class) = self.class
            && self.sema.has_error_base(class)
        {
            return;
        }
        let mut diagnostic = self.sema.unresolved(self.module, key, name);
        if diagnostic.code == Code::UnresolvedPredicate
            && let Some(class) = self.class
        {
            let candidates = self.member_names(class);
            let sym = self.sema.sym(name);
            let nearest = candidates
                .iter()
                .filter(|(other, _)| *other == sym)
                .map(|(_, arity)| *arity)
                .min_by_key(|other| other.abs_diff(arity));
            if let Some(nearest) = nearest {
                diagnostic.code = Code::WrongArity;
                diagnostic.message =
                    format!("member `{}` takes {}, not {arity}", name.text, count(nearest, "argument"));
                diagnostic.help.clear();
                if let Members::One(pred) = self.sema.members_named(class, sym, nearest, true) {
                    diagnostic = self.sema.with_head(diagnostic, pred);
                }
            } else if diagnostic.help.is_empty() {
                let texts: Vec<_> =
                    candidates.iter().map(|(sym, _)| self.sema.names.text(*sym).clone()).collect();
                let texts = texts.iter().map(|text| &**text);
                if let Some(similar) = crate::suggest::most_similar(&name.text, texts) {
                    diagnostic = diagnostic.rename(similar);
                }
            }
        }
        self.sema.report(diagnostic);
    }

    /// A call with receiver.
    pub(super) fn member_call(
        &mut self,
        receiver: &'t tree::Expr,
        name: &'t Name,
        closure: Option<ClosureOp>,
        written: &'t [tree::Expr],
        span: Span,
    ) -> Option<Call> {
        if let tree::ExprKind::Super(of) = &strip(receiver).kind {
            return self.super_call(of.as_ref(), receiver.span, name, closure, written, span);
        }
        let receiver = self.value(receiver);
        self.member_call_on(receiver, name, closure, written, span)
    }

    /// A call with a checked receiver.
    pub(super) fn member_call_on(
        &mut self,
        receiver: Expr,
        name: &'t Name,
        closure: Option<ClosureOp>,
        written: &'t [tree::Expr],
        span: Span,
    ) -> Option<Call> {
        let args: Vec<Expr> = written.iter().map(|arg| self.expr(arg)).collect();
        let error = self.sema.error_type();
        if receiver.ty == error {
            return None;
        }
        let sym = self.sema.sym(name);
        let mut ty = receiver.ty;
        let mut found = self.sema.members_named(ty, sym, written.len(), self.class == Some(ty));
        // `this` of a characteristic predicate has the domain type; members that it lacks may be in the class.
        if let (Members::None | Members::Ambiguous(_), TypeKind::Domain(class)) =
            (&found, &self.sema.out.types[ty].kind)
        {
            ty = *class;
            found = self.sema.members_named(ty, sym, written.len(), self.class == Some(ty));
        }
        let pred = self.choose(found, ty, name, &args)?;
        self.finish(pred, name, Some(receiver), args, closure, Dispatch::Virtual, span)
    }

    fn choose(&mut self, found: Members, ty: TypeId, name: &'t Name, args: &[Expr]) -> Option<PredId> {
        match found {
            Members::One(pred) => Some(pred),
            Members::Overloads(candidates) => {
                let fitting = candidates.iter().copied().find(|pred| {
                    let params = self.sema.param_types(*pred);
                    params.iter().zip(args).all(|(param, arg)| self.sema.is_subtype(arg.ty, *param))
                });
                match fitting {
                    Some(pred) => Some(pred),
                    // The last one accepts most types; a misfit is reported against it.
                    None => candidates.last().copied(),
                }
            }
            Members::Ambiguous(preds) => {
                // For a class this is reported at its declaration.
                if self.sema.is_class(ty) {
                    self.sema.check_class(ty);
                    let declared = self.sema.out.types[ty].span;
                    if declared
                        .is_some_and(|span| self.sema.reported.contains(&(Code::AmbiguousMember, span)))
                    {
                        self.sema.errors += 1;
                        return None;
                    }
                }
                let message = format!(
                    "`{}` inherits several members `{}/{}`",
                    self.sema.show(ty),
                    name.text,
                    args.len()
                );
                let mut diagnostic = Diagnostic::error(Code::AmbiguousMember, name.span, message);
                for pred in preds {
                    diagnostic = diagnostic.label(self.sema.out.preds[pred].span, "may be this one");
                }
                self.sema.report(diagnostic);
                None
            }
            Members::None => {
                self.unresolved_member(ty, name, args.len());
                None
            }
        }
    }

    /// All members of a type by name and arity, for suggestions.
    fn member_names(&mut self, ty: TypeId) -> Vec<(Sym, usize)> {
        let mut names = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![ty];
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            match self.sema.out.types[at].kind {
                TypeKind::Class(_) => {
                    let members = self.sema.members(at);
                    for pred in &members.order {
                        let info = &self.sema.pred_info[*pred];
                        let hidden = at != ty && info.flags.has(crate::decl::Flags::PRIVATE);
                        if !hidden {
                            names.push((info.name, info.arity as usize));
                        }
                    }
                    self.sema.supertypes(at, &mut stack);
                }
                TypeKind::Primitive(primitive) => {
                    for (name, arity) in Sema::builtin_member_names(primitive) {
                        names.push((self.sema.names.intern_str(name), arity));
                    }
                }
                _ => self.sema.supertypes(at, &mut stack),
            }
        }
        names
    }

    fn unresolved_member(&mut self, ty: TypeId, name: &'t Name, arity: usize) {
        self.sema.record_members(ty, name);
        self.sema.errors += 1;
        if self.sema.has_error_base(ty) {
            return;
        }
        let sym = self.sema.sym(name);
        if self.sema.is_class(ty)
            && let Some(pred) = self.sema.members(ty).predicates.get(&(sym, arity as u32)).copied()
        {
            let message = format!("member `{}` of `{}` is private", name.text, self.sema.show(ty));
            let declared = self.sema.out.preds[pred].span;
            self.sema.report(
                Diagnostic::error(Code::PrivateName, name.span, message).label(declared, "declared here"),
            );
            return;
        }
        let names = self.member_names(ty);
        let nearest = names
            .iter()
            .filter(|(other, _)| *other == sym)
            .map(|(_, arity)| *arity)
            .min_by_key(|other| other.abs_diff(arity));
        let shown = self.sema.show(ty);
        let diagnostic = match nearest {
            Some(nearest) => {
                let message =
                    format!("`{shown}.{}` takes {}, not {arity}", name.text, count(nearest, "argument"));
                let diagnostic = Diagnostic::error(Code::WrongArity, name.span, message);
                match self.sema.members_named(ty, sym, nearest, self.class == Some(ty)) {
                    Members::One(pred) => self.sema.with_head(diagnostic, pred),
                    _ => diagnostic,
                }
            }
            None => {
                let message = format!("`{shown}` has no member `{}/{arity}`", name.text);
                let mut diagnostic = Diagnostic::error(Code::UnresolvedMember, name.span, message);
                let texts: Vec<_> = names.iter().map(|(sym, _)| self.sema.names.text(*sym).clone()).collect();
                let texts = texts.iter().map(|text| &**text);
                if let Some(similar) = crate::suggest::most_similar(&name.text, texts) {
                    diagnostic = diagnostic.rename(similar);
                }
                let below = self.subclasses_with(ty, sym, arity);
                if let Some(below) = below {
                    diagnostic = diagnostic.help(format!(
                        "its subclass `{below}` has it: write `.({below}).{}(...)`",
                        name.text
                    ));
                }
                diagnostic
            }
        };
        self.sema.report(diagnostic);
    }

    fn subclasses_with(&mut self, ty: TypeId, name: Sym, arity: usize) -> Option<std::sync::Arc<str>> {
        let candidates = self.sema.by_member_key.get(&(name, arity as u32)).cloned().unwrap_or_default();
        for pred in candidates {
            let Some(class) = self.sema.pred_info[pred].class else { continue };
            let private = self.sema.pred_info[pred].flags.has(crate::decl::Flags::PRIVATE);
            if !private && self.sema.is_subtype(class, ty) {
                return Some(self.sema.show(class));
            }
        }
        None
    }

    fn super_call(
        &mut self,
        of: Option<&'t tree::TypeExpr>,
        receiver_span: Span,
        name: &'t Name,
        closure: Option<ClosureOp>,
        written: &'t [tree::Expr],
        span: Span,
    ) -> Option<Call> {
        let args: Vec<Expr> = written.iter().map(|arg| self.expr(arg)).collect();
        let Some(class) = self.class else {
            self.error(Code::NoThis, receiver_span, "`super` exists only in members of classes");
            return None;
        };
        let wanted = match of {
            Some(ty) => Some(self.sema.type_ref(self.module, ty)?.ty),
            None => None,
        };
        let bases = self.sema.extends(class);
        let behind = self.sema.instanceof(class);
        if let Some(wanted) = wanted
            && !bases.iter().any(|base| base.ty == wanted)
            && !behind.contains(&wanted)
        {
            let message = format!("`{}` is no direct supertype of the class", self.sema.show(wanted));
            self.error(Code::WrongSuper, receiver_span, message);
            return None;
        }
        let sym = self.sema.sym(name);
        let arity = written.len();
        let meant = |ty: TypeId| wanted.is_none_or(|wanted| wanted == ty);
        let bases = bases.iter().filter(|base| meant(base.ty)).map(|base| (base.ty, base.is_final)).collect();
        let behind = behind.into_iter().filter(|ty| meant(*ty)).map(|ty| (ty, true)).collect();
        let (mut found, mut overloads) = self.super_members(bases, sym, arity);
        let (virtually, more) = self.super_members(behind, sym, arity);
        // A base's member would be called directly, the other one virtually: that is ambiguous.
        found.extend(virtually);
        self.drop_overridden(&mut found);
        overloads.extend(more);
        overloads.dedup();
        let (pred, dispatch) = match (&found[..], &overloads[..]) {
            ([one], _) => *one,
            ([], [one]) => (*one, Dispatch::Virtual),
            ([], [_, ..]) => {
                let pred = self.choose(Members::Overloads(overloads), class, name, &args)?;
                (pred, Dispatch::Virtual)
            }
            ([], []) => {
                self.sema.errors += 1;
                if !self.sema.has_error_base(class) {
                    let message = format!(
                        "no supertype of `{}` has a member `{}/{arity}`",
                        self.sema.show(class),
                        name.text
                    );
                    self.error(Code::UnresolvedMember, name.span, message);
                }
                return None;
            }
            (several, _) => {
                let message = format!("`super.{}` is ambiguous", name.text);
                let mut diagnostic = Diagnostic::error(Code::AmbiguousMember, name.span, message)
                    .help("write `T.super` with the supertype that is meant");
                let mut preds: Vec<PredId> = several.iter().map(|(pred, _)| *pred).collect();
                preds.dedup();
                for pred in &preds {
                    diagnostic = diagnostic.label(self.sema.out.preds[*pred].span, "may be this one");
                }
                self.sema.report(diagnostic);
                return None;
            }
        };
        let receiver = Expr { span: receiver_span, ..self.this(receiver_span)? };
        self.finish(pred, name, Some(receiver), args, closure, dispatch, span)
    }

    /// The members of a name and arity in some supertypes, without those that others of them override; and the built-in
    /// ones. Members of types that are final, or behind `instanceof`, are called virtually.
    fn super_members(
        &mut self,
        types: Vec<(TypeId, bool)>,
        name: Sym,
        arity: usize,
    ) -> (Vec<(PredId, Dispatch)>, Vec<PredId>) {
        let mut found: Vec<(PredId, Dispatch)> = Vec::new();
        let mut overloads = Vec::new();
        for (ty, is_virtual) in types {
            let hits = self.sema.find_members(ty, name, arity as u32, false);
            for hit in &hits {
                let is_virtual = is_virtual || hit.through_final;
                let dispatch = if is_virtual { Dispatch::Virtual } else { Dispatch::Direct };
                if !found.iter().any(|(pred, _)| *pred == hit.pred) {
                    found.push((hit.pred, dispatch));
                }
            }
            if !hits.is_empty() {
                continue;
            }
            if let Some(pred) = self.sema.opaque_member(ty, name, arity as u32) {
                overloads.push(pred);
            } else if let Some(primitive) = self.sema.base_primitive(ty) {
                overloads.extend(self.sema.builtin_members(primitive, name, arity));
            }
        }
        self.drop_overridden(&mut found);
        (found, overloads)
    }

    /// Drops members that another one of them overrides.
    fn drop_overridden(&mut self, found: &mut Vec<(PredId, Dispatch)>) {
        let all = found.clone();
        found.retain(|(pred, _)| {
            let Some(above) = self.sema.pred_info[*pred].class else { return true };
            !all.iter().any(|(other, _)| match self.sema.pred_info[*other].class {
                Some(below) => below != above && self.sema.is_subtype(below, above),
                None => false,
            })
        });
    }

    /// Checks the arguments and builds the call.
    fn finish(
        &mut self,
        pred: PredId,
        name: &'t Name,
        receiver: Option<Expr>,
        args: Vec<Expr>,
        closure: Option<ClosureOp>,
        dispatch: Dispatch,
        span: Span,
    ) -> Option<Call> {
        // Built-in members, and members that cannot be overridden, are called directly.
        let dispatch = match self.sema.out.preds[pred].kind {
            PredKind::Member { .. } => dispatch,
            _ => Dispatch::Direct,
        };
        match dispatch {
            Dispatch::Virtual => self.sema.reach_family(pred),
            Dispatch::Direct => self.sema.reach_pred(pred),
        }
        let (flags, declared) = (self.sema.pred_info[pred].flags, self.sema.out.preds[pred].span);
        if matches!(self.sema.out.preds[pred].kind, PredKind::Member { .. }) {
            self.sema.note_deprecated(flags, name, declared);
        }
        self.sema.record_call(name, pred);
        self.check_arguments(pred, &args);
        if closure.is_some() {
            let columns = self.sema.columns(pred);
            let builtin = matches!(
                self.sema.out.preds[pred].kind,
                PredKind::BuiltinMember { .. } | PredKind::Builtin(_)
            );
            if columns.len() != 2 || builtin {
                let message = match builtin {
                    true => "a built-in predicate has no closure".to_owned(),
                    false => format!(
                        "a closure needs a predicate of two columns, not {}",
                        count(columns.len(), "column")
                    ),
                };
                self.error(Code::BadClosure, span, message);
                return None;
            }
            let kinds = [columns[0], columns[1]].map(|column| self.sema.primitive_kind(column));
            if !self.sema.compatible(columns[0], columns[1]) || kinds[0] != kinds[1] {
                let message = format!(
                    "a closure needs columns of one sort, not `{}` and `{}`",
                    self.sema.show(columns[0]),
                    self.sema.show(columns[1])
                );
                self.error(Code::BadClosure, span, message);
                return None;
            }
        }
        if matches!(self.sema.out.preds[pred].kind, PredKind::Builtin(crate::hir::BuiltinPred::GetAQlClass)) {
            self.sema.aql_class_used = true;
        }
        Some(Call { pred, receiver, args, closure, dispatch, span })
    }

    /// Reports arguments that share no value with their parameters: one diagnostic per call.
    fn check_arguments(&mut self, pred: PredId, args: &[Expr]) {
        let params = self.sema.param_types(pred);
        let wrong: Vec<usize> = (0..params.len().min(args.len()))
            .filter(|at| !self.sema.compatible(args[*at].ty, params[*at]))
            .collect();
        let Some(first) = wrong.first().copied() else { return };
        let name = self.sema.out.preds[pred].name.clone();
        let (wanted, found) = (self.sema.show(params[first]), self.sema.show(args[first].ty));
        let message = format!("`{name}` takes `{wanted}` here, which `{found}` never is");
        let mut diagnostic = Diagnostic::error(Code::IncompatibleTypes, args[first].span, message);
        for at in &wrong {
            let found = self.sema.show(args[*at].ty);
            diagnostic = diagnostic.label(args[*at].span, format!("has type `{found}`"));
        }
        if self.sema.out.preds[pred].span == crate::hir::nowhere() {
            diagnostic = self.sema.with_head(diagnostic, pred);
        } else {
            for at in &wrong {
                let data = &self.sema.out.preds[pred];
                let var = &data.vars[data.params[*at]];
                let (name, span) = (var.name.clone(), var.span);
                let wanted = self.sema.show(params[*at]);
                diagnostic = diagnostic.label(span, format!("`{name}` has type `{wanted}`"));
            }
        }
        // Two arguments that would fit if swapped.
        let swapped = wrong.iter().find_map(|a| {
            (0..params.len()).find(|b| {
                let fits =
                    |sema: &mut Sema<'t>, at: usize, arg: usize| sema.is_subtype(args[arg].ty, params[at]);
                a != b
                    && wrong.iter().all(|at| at == a || at == b)
                    && fits(self.sema, *a, *b)
                    && fits(self.sema, *b, *a)
            })
        });
        if let Some(b) = swapped {
            let (low, high) = (first.min(b) + 1, first.max(b) + 1);
            diagnostic = diagnostic.help(format!("arguments {low} and {high} fit the other way round"));
        }
        self.sema.report(diagnostic);
    }
}
