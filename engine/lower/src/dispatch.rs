//! Virtual predicates (language.md 7.5), one for each set of root definitions:
//!
//! ```text
//! m.dispatch(this, x, result) :- Q.m(this, x, result), not R1.class(this), ..., not Rn.class(this).
//! ```
//!
//! with one rule for each non-abstract `Q.m` that shares a root with `m`, where `R1.m` to `Rn.m` override `Q.m`
//! directly (predicates that override those have smaller classes). A predicate that overrides nothing and that nothing
//! overrides is called directly.
//!
//! `getAQlClass` has an analogous form: the name of every class that holds for the value while no direct subclass does.

use crate::context::{Key, Lowering, RuleBuilder, Universe, derived, push, push_atom};
use quarrel_common::always;
use quarrel_datalog::{Body, Comparison, Const, Kind, LiteralKind, Origin, PredId, Rule, Term};
use quarrel_sema::hir;
use quarrel_sema::hir::{PredBody, PredKind, TypeId, TypeKind};
use rustc_hash::FxHashSet;

impl<'a> Lowering<'a> {
    /// What a call of the predicate calls.
    pub fn callee(&mut self, id: hir::PredId, dispatch: hir::Dispatch) -> PredId {
        let pred = &self.checked.preds[id];
        let member = matches!(pred.kind, PredKind::Member { .. });
        let alone = pred.overrides.is_empty() && pred.overridden_by.is_empty() && !pred.is_abstract;
        if dispatch == hir::Dispatch::Direct || !member || alone {
            return self.predicate(id);
        }
        let roots = self.roots(id);
        let root = roots.first().map_or(pred, |root| &self.checked.preds[*root]);
        let name = format!("{}.dispatch", root.name);
        self.pred_for(Key::Dispatch(roots), || name, |lowering| lowering.named_columns(root))
    }

    /// What a member overrides, directly or not, that overrides nothing itself; sorted.
    fn roots(&self, id: hir::PredId) -> Vec<hir::PredId> {
        let mut roots = Vec::new();
        let mut open = vec![id];
        let mut seen = FxHashSet::default();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                let above = &self.checked.preds[id].overrides;
                if above.is_empty() {
                    roots.push(id);
                }
                open.extend(above);
            }
        }
        roots.sort_unstable();
        roots
    }

    /// All members that share one of the roots, in the order of their ids.
    pub fn candidates(&self, roots: &[hir::PredId]) -> Vec<hir::PredId> {
        let mut open = roots.to_vec();
        let mut seen = FxHashSet::default();
        let mut all = Vec::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                all.push(id);
                open.extend(&self.checked.preds[id].overridden_by);
            }
        }
        all.sort_unstable();
        all
    }

    pub fn define_dispatch(&mut self, roots: &[hir::PredId], target: PredId) {
        let Some(root) = always!(roots.first()).map(|root| &self.checked.preds[*root]) else { return };
        let mut rules = Vec::new();
        for candidate in self.candidates(roots) {
            let pred = &self.checked.preds[candidate];
            // A predicate that never holds needs no test for overriding classes, which may be recursive.
            if pred.is_abstract || matches!(pred.body, PredBody::None) || self.holds_of_nothing(pred) {
                continue;
            }
            rules.push(self.dispatch_rule(candidate, pred, target));
        }
        let mut modes = self.modes(root);
        for other in &roots[1..] {
            modes.extend(self.modes(&self.checked.preds[*other]));
        }
        modes.dedup();
        let own = self.pred_mut(target);
        own.origin = Origin::Source(root.span);
        own.modes = modes;
        self.set_rules(target, rules);
        // With one root every candidate's columns lie within the root's declared types.
        if roots.len() == 1 {
            for (at, var) in self.columns_of(root).into_iter().enumerate() {
                self.set_within(target, at, root.vars[var].ty);
            }
        }
    }

    /// Whether the body of a predicate is `none()`, or a conjunction with it.
    fn holds_of_nothing(&self, pred: &hir::Pred) -> bool {
        let mut open: Vec<&hir::Formula> = match &pred.body {
            PredBody::Formula(formula) => vec![formula],
            _ => Vec::new(),
        };
        while let Some(formula) = open.pop() {
            match &formula.kind {
                hir::FormulaKind::And(parts) => open.extend(parts),
                hir::FormulaKind::Or(parts) if parts.is_empty() => return true,
                hir::FormulaKind::Call(call) => {
                    let called = &self.checked.preds[call.pred].body;
                    if let PredBody::Formula(hir::Formula { kind: hir::FormulaKind::Or(parts), .. }) = called
                        && parts.is_empty()
                    {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    fn dispatch_rule(&mut self, candidate: hir::PredId, pred: &'a hir::Pred, target: PredId) -> Rule {
        let callee = self.predicate(candidate);
        let span = pred.span;
        let mut builder = RuleBuilder::new(self, None, Some(span));
        let mut body = Body::default();
        let mut head = Vec::new();
        let mut args = Vec::new();
        for at in 0..builder.lowering.arity(target) {
            let name = builder.lowering.program.preds[target].columns[at].name.clone();
            let (kind, wanted) =
                (builder.lowering.column_kind(target, at), builder.lowering.column_kind(callee, at));
            let var = Term::Var(builder.named(&name, kind, Origin::Derived(span), &mut body));
            head.push(var.clone());
            // A result may be an int where the root's is a float.
            args.push(builder.convert(var, kind, wanted, Some(span), &mut body));
        }
        args.truncate(builder.lowering.arity(callee));
        let this = head.first().cloned().unwrap_or(Term::Wildcard);
        push_atom(&mut body, callee, args, Origin::Derived(span));
        let mut excluded = Vec::new();
        for below in &pred.overridden_by {
            if let PredKind::Member { class } = builder.lowering.checked.preds[*below].kind {
                builder.exclude(class, this.clone(), &mut excluded, Origin::Derived(span), &mut body);
            }
        }
        builder.finish(head, body)
    }

    /// The universe of a type's values.
    pub fn universe(&self, ty: TypeId) -> Universe {
        let mut ty = ty;
        for _ in 0..self.checked.types.len() {
            match &self.checked.types[ty].kind {
                TypeKind::Primitive(_) => return Universe::Primitive(self.kind(ty)),
                TypeKind::Db(_) => return Universe::Database,
                TypeKind::Newtype { .. } => return Universe::Newtype(ty),
                TypeKind::Branch { newtype, .. } => return Universe::Newtype(*newtype),
                TypeKind::Class(class) => {
                    match class.extends.first().map(|base| base.ty).or(class.instanceof.first().copied()) {
                        Some(base) => ty = base,
                        None => return Universe::Any,
                    }
                }
                TypeKind::Character(class) | TypeKind::Domain(class) => ty = *class,
                TypeKind::Union(_) | TypeKind::Opaque | TypeKind::Error => return Universe::Any,
            }
        }
        Universe::Any
    }

    pub fn ql_class(&mut self, ty: TypeId) -> PredId {
        let universe = self.universe(ty);
        let kind = self.kind(ty);
        self.pred_for(
            Key::QlClass(universe),
            || format!("getAQlClass/{kind:?}").to_lowercase(),
            |_| vec![("this".to_owned(), kind), ("result".to_owned(), Kind::String)],
        )
    }

    // getAQlClass(x, "C") :- C.class(x), not D.class(x), ...      for every direct subclass D of C
    pub fn define_ql_class(&mut self, universe: Universe, target: PredId) {
        let checked = self.checked;
        let kind = self.column_kind(target, 0);
        let mut rules = Vec::new();
        for ty in &checked.classes {
            let own = self.universe(*ty);
            let fits = own == universe || universe == Universe::Any || own == Universe::Any;
            if !fits || self.kind(*ty) != kind {
                continue;
            }
            let span = checked.types[*ty].span;
            let below: Vec<TypeId> = checked
                .classes
                .iter()
                .copied()
                .filter(|below| {
                    self.class(*below).is_some_and(|class| class.extends.iter().any(|base| base.ty == *ty))
                })
                .collect();
            let mut builder = RuleBuilder::new(self, None, span);
            let mut body = Body::default();
            let this = Term::Var(builder.named("this", kind, derived(span), &mut body));
            let result = Term::Var(builder.named("result", Kind::String, derived(span), &mut body));
            if let Some(extent) = builder.lowering.type_predicate(*ty) {
                push_atom(&mut body, extent, vec![this.clone()], derived(span));
            }
            let mut excluded = Vec::new();
            for below in below {
                builder.exclude(below, this.clone(), &mut excluded, derived(span), &mut body);
            }
            let name = Term::Const(Const::String(checked.types[*ty].name.clone()));
            push(
                &mut body,
                LiteralKind::Compare(Comparison::Eq, Kind::String, result.clone(), name),
                derived(span),
            );
            rules.push(builder.finish(vec![this, result], body));
        }
        let own = self.pred_mut(target);
        own.on_demand = true;
        if kind != Kind::Entity {
            own.modes = vec![vec![0]];
        }
        self.set_rules(target, rules);
    }
}

impl RuleBuilder<'_, '_> {
    /// Adds `not C.class(this)`, once for each predicate.
    fn exclude(
        &mut self,
        class: TypeId,
        this: Term,
        excluded: &mut Vec<PredId>,
        origin: Origin,
        body: &mut Body,
    ) {
        let Some(extent) = self.lowering.type_predicate(class) else { return };
        if !excluded.contains(&extent) {
            excluded.push(extent);
            let mut inner = Body::default();
            push_atom(&mut inner, extent, vec![this], origin);
            push(body, LiteralKind::Not(inner), origin);
        }
    }
}
