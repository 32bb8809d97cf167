//! Extents of classes (language.md 7.2): predicates over `(this, fields...)`.
//!
//! ```text
//! C.extends  a conjunction, never a predicate:  B1.B(this, fields of B1), @t(this), D.class(this) for `instanceof D`
//! C.C(this, fields)    :- C.extends, own field types, body of the characteristic predicate.
//! C.class(this, fields) = C.C                                                    if C is concrete
//! C.class(this, fields) :- D.class(this, the same fields, _...).  one rule for each direct subclass D, if C is abstract
//! ```
//!
//! A class that adds nothing to its only base (no characteristic predicate, no fields) has the base's predicate.

use crate::context::{Key, Lowering, RuleBuilder, derived, push_atom, push_false};
use crate::predicate::inline;
use quarrel_base::source::Span;
use quarrel_common::always;
use quarrel_datalog::{Body, LiteralKind, Origin, PredId, Rule, Term};
use quarrel_sema::hir;
use quarrel_sema::hir::{Class, FieldId, PredBody, TypeId, TypeKind};

impl<'a> Lowering<'a> {
    pub fn class(&self, ty: TypeId) -> Option<&'a Class> {
        match &self.checked.types[ty].kind {
            TypeKind::Class(class) => Some(class),
            _ => None,
        }
    }

    /// `C.class`: `(this, fields...)`.
    pub fn class_extent(&mut self, ty: TypeId) -> PredId {
        match self.class(ty) {
            Some(class) if class.is_abstract => self.extent_predicate(Key::Abstract(ty), ty, ""),
            _ => self.character(ty),
        }
    }

    /// `C.C`: `(this, fields...)`.
    pub fn character(&mut self, ty: TypeId) -> PredId {
        let mut ty = ty;
        // Up through classes that add nothing.
        for _ in 0..self.checked.types.len() {
            let Some(class) = self.class(ty) else { break };
            let [base] = class.extends[..] else { break };
            if !class.instanceof.is_empty()
                || class
                    .characteristic
                    .is_some_and(|it| !matches!(self.checked.preds[it].body, PredBody::None))
                || !class.all_fields.is_empty()
            {
                break;
            }
            match &self.checked.types[base.ty].kind {
                TypeKind::Class(above) if above.all_fields.is_empty() && !is_infinite_class(self, above) => {
                    ty = base.ty
                }
                TypeKind::Db(_) | TypeKind::Newtype { .. } | TypeKind::Branch { .. } | TypeKind::Union(_) => {
                    if let Some(extent) = self.type_predicate(base.ty) {
                        return extent;
                    }
                    break;
                }
                _ => break,
            }
        }
        let suffix = if self.class(ty).is_some_and(|class| class.is_abstract) { ".C" } else { "" };
        self.extent_predicate(Key::Character(ty), ty, suffix)
    }

    fn extent_predicate(&mut self, key: Key, ty: TypeId, suffix: &str) -> PredId {
        let checked = self.checked;
        self.pred_for(
            key,
            || format!("{}{suffix}", checked.types[ty].name),
            |lowering| {
                let mut columns = vec![("this".to_owned(), lowering.kind(ty))];
                if let Some(class) = lowering.class(ty) {
                    columns.extend(class.all_fields.iter().map(|field| {
                        let field = &checked.fields[*field];
                        (field.name.to_string(), lowering.kind(field.ty))
                    }));
                }
                columns
            },
        )
    }

    pub fn define_character(&mut self, ty: TypeId, pred: PredId) {
        let checked = self.checked;
        let Some(class) = always!(self.class(ty)) else { return };
        let declared = &checked.types[ty];
        let characteristic = class.characteristic.map(|it| &checked.preds[it]);
        let span = characteristic.map(|it| it.span).or(declared.span);
        let origin = derived(declared.span);
        let kind = self.kind(ty);

        let mut builder = RuleBuilder::new(self, characteristic, span);
        let mut body = Body::default();
        let this = builder.named("this", kind, span.map_or(Origin::Builtin, Origin::Source), &mut body);
        let fields = builder.fields(class, Origin::Source, &mut body);
        builder.domain_conditions(ty, Term::Var(this), &fields, origin, &mut body);
        for (field, term) in class.all_fields.iter().zip(&fields) {
            let field = &checked.fields[*field];
            if field.class == ty {
                let kind = builder.lowering.kind(field.ty);
                builder.type_test(term.clone(), kind, field.ty, derived(Some(field.span)), &mut body);
            }
        }
        if let Some(characteristic) = characteristic {
            if let Some(var) = characteristic.this {
                builder.bind(var, Term::Var(this));
            }
            for (field, var) in &characteristic.field_vars {
                if let Some(at) = position(builder.lowering, class, *field) {
                    builder.bind(*var, fields[at].clone());
                }
            }
            if let PredBody::Formula(formula) = &characteristic.body {
                builder.formula(formula, &mut body);
            }
        }
        let head = std::iter::once(Term::Var(this)).chain(fields).collect();
        let rule = builder.finish(head, body);

        let mut modes = characteristic.map_or_else(Vec::new, |it| {
            it.bindingsets
                .iter()
                .map(|set| {
                    let column = |var: &hir::VarId| {
                        if Some(*var) == it.this {
                            return Some(0);
                        }
                        let (field, _) = it.field_vars.iter().find(|(_, of)| of == var)?;
                        class.all_fields.iter().position(|it| it == field).map(|at| at + 1)
                    };
                    set.iter().filter_map(column).collect()
                })
                .collect()
        });
        if modes.is_empty() && class.bindingset_this {
            modes.push(vec![0]);
        }
        let target = self.pred_mut(pred);
        target.origin = span.map_or(Origin::Builtin, Origin::Source);
        target.inline = inline(class.inline);
        target.modes = modes;
        // A class without any base stands for a type argument, in a module that is checked by itself: any type in its
        // place has finitely many values.
        let stands_for_any =
            class.extends.is_empty() && class.instanceof.is_empty() && !class.bindingset_this;
        // An unreached class is here only because another one belongs to the same abstract class; its characteristic
        // predicate was not checked.
        let is_unreached = characteristic.is_some_and(|it| matches!(it.body, PredBody::None));
        self.set_rules(pred, if stands_for_any || is_unreached { Vec::new() } else { vec![rule] });
        self.add_supersets(ty, class, pred);
        self.add_field_types(class, pred);
    }

    /// Records that `C.C` is a subset of its bases' character types, of its `instanceof` types, and, if the class
    /// belongs to an abstract base, of that base's extent.
    fn add_supersets(&mut self, ty: TypeId, class: &Class, pred: PredId) {
        let mut above = Vec::new();
        for base in &class.extends {
            match self.class(base.ty) {
                Some(base_class) => {
                    let character = self.character(base.ty);
                    above.push(self.first(character));
                    let concrete = self.class(ty).is_some_and(|class| !class.is_abstract);
                    if concrete && base_class.is_abstract && base_class.subclasses.contains(&ty) {
                        above.extend(self.type_predicate(base.ty));
                    }
                }
                None => above.extend(self.type_predicate(base.ty)),
            }
        }
        for supertype in &class.instanceof {
            above.extend(self.type_predicate(*supertype));
        }
        for above in above {
            if self.arity(pred) == 1 {
                self.add_superset(pred, above);
            } else if !self.program.preds[pred].columns[0].within.contains(&above) {
                self.pred_mut(pred).columns[0].within.push(above);
            }
        }
    }

    fn add_field_types(&mut self, class: &Class, pred: PredId) {
        for (at, field) in class.all_fields.iter().enumerate() {
            self.set_within(pred, at + 1, self.checked.fields[*field].ty);
        }
    }

    pub fn define_abstract(&mut self, ty: TypeId, pred: PredId) {
        let checked = self.checked;
        let Some(class) = always!(self.class(ty)) else { return };
        let origin = checked.types[ty].span.map_or(Origin::Builtin, Origin::Source);
        let mut rules = Vec::new();
        let mut infinite = false;
        for subclass in &class.subclasses {
            let Some(below) = always!(self.class(*subclass)) else { continue };
            infinite |= is_infinite(self, *subclass, 0);
            rules.push(self.abstract_rule(ty, class, *subclass, below));
        }
        let character = self.character(ty);
        let target = self.pred_mut(pred);
        target.origin = origin;
        target.inline = inline(class.inline);
        if infinite {
            target.modes = vec![vec![0]];
        }
        self.set_rules(pred, rules);
        let character = self.first(character);
        if self.arity(pred) == 1 {
            self.add_superset(pred, character);
        } else {
            self.pred_mut(pred).columns[0].within.push(character);
        }
        for base in &class.extends {
            if let Some(above) = self.class(base.ty)
                && above.is_abstract
                && above.subclasses.contains(&ty)
                && let Some(above) = self.type_predicate(base.ty)
            {
                self.add_superset(pred, above);
            }
        }
        self.add_field_types(class, pred);
    }

    fn abstract_rule(&mut self, ty: TypeId, class: &'a Class, subclass: TypeId, below: &'a Class) -> Rule {
        let checked = self.checked;
        let span = checked.types[subclass].span;
        let kind = self.kind(ty);
        let extent = self.class_extent(subclass);
        let character = self.character(ty);
        let mut builder = RuleBuilder::new(self, None, span);
        let mut body = Body::default();
        let this = builder.named("this", kind, derived(span), &mut body);
        let fields = builder.fields(class, |_| derived(span), &mut body);
        let mut args = vec![Term::Var(this)];
        // A direct subclass's tuples extend tuples of C.C, so matching the shared columns suffices ...
        let mut shared = vec![false; fields.len()];
        for field in &below.all_fields {
            let at = class.all_fields.iter().position(|above| overrides(builder.lowering, *field, *above));
            args.push(at.map_or(Term::Wildcard, |at| {
                shared[at] = true;
                fields[at].clone()
            }));
        }
        args.truncate(builder.lowering.arity(extent));
        push_atom(&mut body, extent, args, derived(span));
        // ... except for fields that the subclass does not see.
        if shared.contains(&false) {
            let args = std::iter::once(Term::Var(this)).chain(fields.iter().cloned()).collect();
            push_atom(&mut body, character, args, derived(span));
        }
        let head = std::iter::once(Term::Var(this)).chain(fields).collect();
        builder.finish(head, body)
    }
}

/// Whether a class's extent requires a binding of `this`.
fn is_infinite(lowering: &Lowering<'_>, ty: TypeId, depth: usize) -> bool {
    let Some(class) = lowering.class(ty) else { return false };
    if class.is_abstract {
        depth < 100 && class.subclasses.iter().any(|below| is_infinite(lowering, *below, depth + 1))
    } else {
        is_infinite_class(lowering, class)
    }
}

pub(crate) fn is_infinite_class(lowering: &Lowering<'_>, class: &Class) -> bool {
    class.bindingset_this
        || class
            .characteristic
            .is_some_and(|it| lowering.checked.preds[it].bindingsets.iter().any(|set| !set.is_empty()))
}

/// Whether the field is the other one or overrides it.
fn overrides(lowering: &Lowering<'_>, field: FieldId, above: FieldId) -> bool {
    let mut open = vec![field];
    let mut seen = Vec::new();
    while let Some(field) = open.pop() {
        if field == above {
            return true;
        }
        if !seen.contains(&field) {
            seen.push(field);
            open.extend(&lowering.checked.fields[field].overrides);
        }
    }
    false
}

/// The position in the class's extent (without `this`) of the field, or of the one that overrides it.
pub(crate) fn position(lowering: &Lowering<'_>, class: &Class, field: FieldId) -> Option<usize> {
    class
        .all_fields
        .iter()
        .position(|own| *own == field)
        .or_else(|| class.all_fields.iter().position(|own| overrides(lowering, *own, field)))
}

impl RuleBuilder<'_, '_> {
    /// New variables for the fields of a class, in order; `origin` makes their origin of the place of the field.
    fn fields(&mut self, class: &Class, origin: impl Fn(Span) -> Origin, body: &mut Body) -> Vec<Term> {
        let checked = self.lowering.checked;
        let named = |field: &FieldId| {
            let field = &checked.fields[*field];
            let kind = self.lowering.kind(field.ty);
            Term::Var(self.named(&field.name, kind, origin(field.span), body))
        };
        class.all_fields.iter().map(named).collect()
    }

    /// `C.extends(this, fields)` as conditions; `fields` are the terms of `all_fields` of the class, or empty if nobody
    /// asks for them.
    pub fn domain_conditions(
        &mut self,
        ty: TypeId,
        this: Term,
        fields: &[Term],
        origin: Origin,
        body: &mut Body,
    ) {
        let Some(class) = self.lowering.class(ty) else { return };
        if class.is_parameter && !class.bindingset_this {
            return push_false(body, origin);
        }
        let kind = self.lowering.kind(ty);
        let first = body.literals.len();
        for base in &class.extends {
            match self.lowering.class(base.ty) {
                Some(above) => {
                    let character = self.lowering.character(base.ty);
                    let mut args = vec![this.clone()];
                    for field in &above.all_fields {
                        let at = position(self.lowering, class, *field);
                        args.push(at.and_then(|at| fields.get(at)).cloned().unwrap_or(Term::Wildcard));
                    }
                    args.truncate(self.lowering.arity(character));
                    self.push_once(character, args, origin, first, body);
                }
                None => match self.lowering.type_predicate(base.ty) {
                    Some(extent) => self.push_once(extent, vec![this.clone()], origin, first, body),
                    None => self.type_test(this.clone(), kind, base.ty, origin, body),
                },
            }
        }
        for supertype in &class.instanceof {
            match self.lowering.type_predicate(*supertype) {
                Some(extent) => self.push_once(extent, vec![this.clone()], origin, first, body),
                None => self.type_test(this.clone(), kind, *supertype, origin, body),
            }
        }
    }

    /// Adds an atom unless it is among the literals from `first` on.
    fn push_once(&mut self, pred: PredId, args: Vec<Term>, origin: Origin, first: usize, body: &mut Body) {
        let there = body.literals[first..]
            .iter()
            .any(|literal| matches!(&literal.kind, LiteralKind::Atom(atom) if atom.pred == pred && atom.args == args));
        if !there {
            push_atom(body, pred, args, origin);
        }
    }

    /// Adds `C.class(this, fields)` for a member's body: the fields that the body uses get variables.
    pub fn class_condition(
        &mut self,
        ty: TypeId,
        this: Term,
        field_vars: &[(FieldId, hir::VarId)],
        span: Span,
        body: &mut Body,
    ) {
        let extent = self.lowering.class_extent(ty);
        let arity = self.lowering.arity(extent);
        let mut args = vec![Term::Wildcard; arity.max(1)];
        args[0] = this;
        if let Some(class) = self.lowering.class(ty) {
            for (field, var) in field_vars {
                let Some(at) = position(self.lowering, class, *field) else { continue };
                // Two names of one column share its variable.
                match &args[at + 1] {
                    Term::Wildcard => {
                        let new = Term::Var(self.declare_untyped(*var, body));
                        args[at + 1] = new;
                    }
                    term => {
                        let term = term.clone();
                        self.bind(*var, term);
                    }
                }
            }
        }
        push_atom(body, extent, args, derived(Some(span)));
    }
}
