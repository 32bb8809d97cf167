//! Types as conditions: the unary predicate of each type, membership tests, conversions between int and float.

use crate::context::{Key, Lowering, RuleBuilder, derived, push, push_atom, push_false};
use quarrel_base::catalog::{ColumnType, TypeDef};
use quarrel_base::source::Span;
use quarrel_common::always;
use quarrel_datalog::{
    Body, BuiltinOp, Comparison, Const, Def, Kind, LiteralKind, Origin, PredId, Rule, Term,
};
use quarrel_sema::hir;
use quarrel_sema::hir::{TypeId, TypeKind};
use std::sync::Arc;

impl<'a> Lowering<'a> {
    /// The unary predicate of the type's values; `None` if there is no condition (primitives, domain types, mistakes).
    pub fn type_predicate(&mut self, ty: TypeId) -> Option<PredId> {
        let checked = self.checked;
        match &checked.types[ty].kind {
            TypeKind::Error | TypeKind::Primitive(_) | TypeKind::Domain(_) => None,
            TypeKind::Db(name) => Some(self.db_type(name)),
            TypeKind::Class(_) => {
                let extent = self.class_extent(ty);
                Some(self.first(extent))
            }
            TypeKind::Character(class) => {
                let extent = self.character(*class);
                Some(self.first(extent))
            }
            TypeKind::Newtype { .. } | TypeKind::Branch { .. } | TypeKind::Union(_) => Some(self.extent(ty)),
            TypeKind::Opaque => self.has_opaque_extent(ty).then(|| self.extent(ty)),
        }
    }

    pub fn db_type(&mut self, name: &Arc<str>) -> PredId {
        self.pred_for(Key::Db(name.clone()), || name.to_string(), |_| vec![("this".to_owned(), Kind::Entity)])
    }

    fn extent(&mut self, ty: TypeId) -> PredId {
        let name = self.checked.types[ty].name.clone();
        let kind = self.kind(ty);
        self.pred_for(Key::Extent(ty), || name.to_string(), |_| vec![("this".to_owned(), kind)])
    }

    /// The unary predicate of the first column of `pred`.
    pub fn first(&mut self, pred: PredId) -> PredId {
        if self.arity(pred) == 1 {
            return pred;
        }
        let name = format!("{}.this", self.program.preds[pred].name);
        let kind = self.column_kind(pred, 0);
        self.pred_for(Key::First(pred), || name, |_| vec![("this".to_owned(), kind)])
    }

    // first(x) :- pred(x, _, ...).
    pub fn define_first(&mut self, of: PredId, pred: PredId) {
        let kind = self.column_kind(of, 0);
        let origin = self.program.preds[of].origin;
        let mut builder = RuleBuilder::new(self, None, origin.span());
        let mut body = Body::default();
        let this = builder.named("this", kind, origin, &mut body);
        let arity = builder.lowering.arity(of);
        let args = head_and_wildcards(this, 0, arity);
        push_atom(&mut body, of, args, derived(origin.span()));
        let rule = builder.finish(vec![Term::Var(this)], body);
        let infinite = self.program.preds[of].modes.iter().any(|mode| !mode.is_empty());
        let target = self.pred_mut(pred);
        target.origin = origin;
        if infinite {
            target.modes = vec![vec![0]];
        }
        self.set_rules(pred, vec![rule]);
    }

    pub fn stored(&mut self, name: &Arc<str>) -> PredId {
        self.pred_for(
            Key::Stored(name.clone()),
            || name.to_string(),
            |lowering| {
                let Some(at) = always!(lowering.relations.get(&**name)) else { return Vec::new() };
                let columns = &lowering.catalog.relations[*at].columns;
                columns.iter().map(|column| (column.name.clone(), Kind::of_column(&column.ty))).collect()
            },
        )
    }

    pub fn define_stored(&mut self, name: &Arc<str>, pred: PredId) {
        let Some(&at) = always!(self.relations.get(&**name)) else { return };
        self.pred_mut(pred).def = Def::Stored(name.to_string());
        let catalog = self.catalog;
        for (at, column) in catalog.relations[at].columns.iter().enumerate() {
            if let ColumnType::Entity(ty) = &column.ty {
                let extent = self.db_type(&Arc::from(ty.as_str()));
                self.pred_mut(pred).columns[at].within.push(extent);
            }
        }
    }

    /// The extent of a database type, from the catalog:
    ///
    /// ```text
    /// @t(x) :- rel(..., x, ...).                     x in the defining column
    /// @t(x) :- rel(..., x, ..., 7, ...).             a case: one rule a discriminator value
    /// @t(x) :- @a(x).                                a union: one rule a member
    /// ```
    pub fn define_db_type(&mut self, name: &Arc<str>, pred: PredId) {
        let catalog = self.catalog;
        let Some(&at) = always!(self.db_types.get(&**name)) else { return };
        let mut rules = Vec::new();
        match &catalog.types[at].def {
            TypeDef::Column { relation, column } => {
                rules.push(self.column_rule(*relation, *column, None));
            }
            TypeDef::Case { of, discriminator, values } => {
                let parent = self.db_types.get(of.as_str()).map(|at| &catalog.types[*at].def);
                if let Some(TypeDef::Column { relation, column }) = parent {
                    for value in values {
                        rules.push(self.column_rule(*relation, *column, Some((*discriminator, *value))));
                    }
                }
                let parent = self.db_type(&Arc::from(of.as_str()));
                self.add_superset(pred, parent);
            }
            TypeDef::Union(members) => {
                for member in members {
                    let member = self.db_type(&Arc::from(member.as_str()));
                    rules.push(self.inclusion(member, Origin::Builtin));
                    self.add_superset(member, pred);
                }
            }
            TypeDef::Undefined => {}
        }
        let parts = self.parts.of(name);
        self.pred_mut(pred).parts = parts;
        self.set_rules(pred, rules);
    }

    fn column_rule(&mut self, relation: usize, column: usize, case: Option<(usize, i32)>) -> Rule {
        let relation = self.stored(&Arc::from(self.catalog.relations[relation].name.as_str()));
        let arity = self.arity(relation);
        let mut builder = RuleBuilder::new(self, None, None);
        let mut body = Body::default();
        let this = builder.named("this", Kind::Entity, Origin::Builtin, &mut body);
        let mut args = head_and_wildcards(this, column, arity);
        if let Some((at, value)) = case
            && let Some(arg) = args.get_mut(at)
        {
            *arg = Term::Const(Const::Int(value));
        }
        push_atom(&mut body, relation, args, Origin::Builtin);
        builder.finish(vec![Term::Var(this)], body)
    }

    /// `head(x) :- of(x, _, ...).`
    pub fn inclusion(&mut self, of: PredId, origin: Origin) -> Rule {
        let kind = self.column_kind(of, 0);
        let arity = self.arity(of);
        let mut builder = RuleBuilder::new(self, None, origin.span());
        let mut body = Body::default();
        let this = builder.named("this", kind, origin, &mut body);
        push_atom(&mut body, of, head_and_wildcards(this, 0, arity), derived(origin.span()));
        builder.finish(vec![Term::Var(this)], body)
    }

    /// ```text
    /// N(x) :- B(x).                    a newtype: one rule a branch
    /// B(x) :- constructor(_, ..., x).  a branch
    /// U(x) :- T(x).                    a union: one rule a member
    /// O(x) :- maker(_, ..., x).        an opaque type: one rule a predicate that makes its values
    /// ```
    pub fn define_extent(&mut self, ty: TypeId, pred: PredId) {
        let checked = self.checked;
        let declared = &checked.types[ty];
        let origin = declared.span.map_or(Origin::Builtin, Origin::Source);
        self.pred_mut(pred).origin = origin;
        let mut rules = Vec::new();
        match &declared.kind {
            TypeKind::Newtype { branches: members } | TypeKind::Union(members) => {
                for member in members {
                    let Some(member) = self.type_predicate(*member) else { continue };
                    rules.push(self.inclusion(member, origin));
                    self.add_superset(member, pred);
                }
            }
            TypeKind::Branch { constructor, newtype } => {
                // A constructor without a result belongs to an unreached branch, as in `predicate_rule`.
                if checked.preds[*constructor].result.is_some() {
                    let constructor = self.predicate(*constructor);
                    rules.push(self.last_column_rule(constructor, origin));
                }
                if let Some(newtype) = self.type_predicate(*newtype) {
                    self.add_superset(pred, newtype);
                }
            }
            TypeKind::Opaque => {
                for maker in self.opaque_makers(ty) {
                    let maker = self.predicate(maker);
                    rules.push(self.last_column_rule(maker, origin));
                }
            }
            _ => {}
        }
        self.set_rules(pred, rules);
    }

    fn last_column_rule(&mut self, of: PredId, origin: Origin) -> Rule {
        let arity = self.arity(of);
        let kind = self.column_kind(of, arity.saturating_sub(1));
        let mut builder = RuleBuilder::new(self, None, origin.span());
        let mut body = Body::default();
        let this = builder.named("this", kind, origin, &mut body);
        push_atom(
            &mut body,
            of,
            head_and_wildcards(this, arity.saturating_sub(1), arity),
            derived(origin.span()),
        );
        builder.finish(vec![Term::Var(this)], body)
    }

    fn has_opaque_extent(&self, ty: TypeId) -> bool {
        self.makers.contains_key(&ty)
    }

    fn opaque_makers(&self, ty: TypeId) -> Vec<hir::PredId> {
        self.makers.get(&ty).cloned().unwrap_or_default()
    }

    /// Whether every value of `sub` is in `sup` by declaration; `false` if unknown.
    pub fn is_subtype(&self, sub: TypeId, sup: TypeId) -> bool {
        let mut open = vec![sub];
        let mut seen = Vec::new();
        while let Some(ty) = open.pop() {
            if ty == sup {
                return true;
            }
            if seen.contains(&ty) {
                continue;
            }
            seen.push(ty);
            match &self.checked.types[ty].kind {
                TypeKind::Class(class) => {
                    for base in &class.extends {
                        // The members of C are in B.class if B is concrete (then B.class is B.C), or if C belongs to
                        // its abstract base.
                        let reaches = match &self.checked.types[base.ty].kind {
                            TypeKind::Class(above) => !above.is_abstract || above.subclasses.contains(&ty),
                            _ => true,
                        };
                        if reaches {
                            open.push(base.ty);
                        }
                    }
                    open.extend(&class.instanceof);
                }
                TypeKind::Branch { newtype, .. } => open.push(*newtype),
                TypeKind::Db(name) => {
                    if let TypeKind::Db(wanted) = &self.checked.types[sup].kind
                        && self.db_reaches(name, wanted)
                    {
                        return true;
                    }
                }
                _ => {}
            }
            if let TypeKind::Union(members) = &self.checked.types[sup].kind
                && members.contains(&ty)
            {
                return true;
            }
        }
        false
    }

    fn db_reaches(&self, sub: &str, sup: &str) -> bool {
        let mut open = vec![sub];
        let mut seen: Vec<&str> = Vec::new();
        while let Some(name) = open.pop() {
            if name == sup {
                return true;
            }
            if !seen.contains(&name)
                && let Some(at) = self.db_types.get(name)
            {
                seen.push(name);
                open.extend(self.catalog.types[*at].supertypes.iter().map(String::as_str));
            }
        }
        false
    }
}

/// `_, ..., var, ..., _` with the variable at `at`.
pub(crate) fn head_and_wildcards(var: quarrel_datalog::VarId, at: usize, arity: usize) -> Vec<Term> {
    (0..arity).map(|column| if column == at { Term::Var(var) } else { Term::Wildcard }).collect()
}

impl RuleBuilder<'_, '_> {
    /// Adds the condition that the value of `term`, of kind `kind`, is in the type.
    pub fn type_test(&mut self, term: Term, kind: Kind, ty: TypeId, origin: Origin, body: &mut Body) {
        if term == Term::Wildcard {
            return;
        }
        let wanted = self.lowering.kind(ty);
        if let TypeKind::Error = self.lowering.checked.types[ty].kind {
            return;
        }
        if wanted != kind && !(is_number(wanted) && is_number(kind)) {
            push_false(body, origin);
            return;
        }
        if let TypeKind::Primitive(_) = self.lowering.checked.types[ty].kind {
            // Every int is a float; a float is an int if some int converts to it.
            if wanted == Kind::Int && kind == Kind::Float {
                push(body, LiteralKind::Builtin(BuiltinOp::IntToFloat, vec![Term::Wildcard, term]), origin);
            }
            return;
        }
        let term = self.convert(term, kind, wanted, origin.span(), body);
        if let TypeKind::Domain(class) = self.lowering.checked.types[ty].kind {
            self.domain_conditions(class, term, &[], origin, body);
            return;
        }
        if let Some(extent) = self.lowering.type_predicate(ty) {
            push_atom(body, extent, vec![term], origin);
        }
    }

    /// Converts the value to another kind: only ints and floats convert.
    pub fn convert(&mut self, term: Term, from: Kind, to: Kind, span: Option<Span>, body: &mut Body) -> Term {
        match (from, to) {
            (Kind::Int, Kind::Float) => match term {
                Term::Const(Const::Int(value)) => Term::Const(Const::Float(f64::from(value))),
                Term::Wildcard => Term::Wildcard,
                term => {
                    let float = Term::Var(self.fresh(Kind::Float, span, body));
                    push(
                        body,
                        LiteralKind::Builtin(BuiltinOp::IntToFloat, vec![term, float.clone()]),
                        derived(span),
                    );
                    float
                }
            },
            (Kind::Float, Kind::Int) => {
                if term == Term::Wildcard {
                    return term;
                }
                let int = Term::Var(self.fresh(Kind::Int, span, body));
                push(
                    body,
                    LiteralKind::Builtin(BuiltinOp::IntToFloat, vec![int.clone(), term]),
                    derived(span),
                );
                int
            }
            _ => term,
        }
    }

    /// Adds the condition that `value`, of kind `kind`, equals `target`, of kind `target_kind`.
    pub fn equate(
        &mut self,
        value: Term,
        kind: Kind,
        target: Term,
        target_kind: Kind,
        origin: Origin,
        body: &mut Body,
    ) {
        if target == Term::Wildcard || value == Term::Wildcard {
            return;
        }
        match (kind, target_kind) {
            (Kind::Int, Kind::Float) => {
                push(body, LiteralKind::Builtin(BuiltinOp::IntToFloat, vec![value, target]), origin);
            }
            (Kind::Float, Kind::Int) => {
                push(body, LiteralKind::Builtin(BuiltinOp::IntToFloat, vec![target, value]), origin);
            }
            _ if kind != target_kind => push_false(body, origin),
            _ if value == target => {}
            _ => push(body, LiteralKind::Compare(Comparison::Eq, kind, target, value), origin),
        }
    }
}

pub(crate) fn is_number(kind: Kind) -> bool {
    matches!(kind, Kind::Int | Kind::Float)
}
