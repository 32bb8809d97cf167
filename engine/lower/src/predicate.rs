//! Lowers predicates that are not virtual: plain ones, members, constructors, external ones, higher-order bodies.
//!
//! ```text
//! p(x, result)       :- T(x), R(result), body.                                  plain
//! C.m(this, x)       :- C.class(this, f, _), T(x), body.                        member; fields are projected away
//! N.B(x, y, result)  :- T(x), U(y), body, result = B(x, y).                     constructor of a newtype branch
//! p(x, result)       :- T(x), R(result), op(x, _, result).                      p(T x) = op(q/2)(x, _, result)
//! ```

use crate::context::{GIVEN, Key, Lowering, RuleBuilder, derived, given_key, push, push_atom};
use quarrel_base::diag::{Code, Diagnostic};
use quarrel_common::{always, never};
use quarrel_datalog::{
    Body, BuiltinOp, Const, Ctor, CtorId, Def, GraphOp, Inline, Kind, LiteralKind, Origin, PredId, Rule, Term,
};
use quarrel_sema::hir;
use quarrel_sema::hir::{BuiltinPred, HigherOrderOp, PredBody, PredKind};

pub(crate) fn inline(inline: hir::Inline) -> Inline {
    match inline {
        hir::Inline::Auto => Inline::Auto,
        hir::Inline::Always => Inline::Always,
        hir::Inline::Never => Inline::Never,
    }
}

impl<'a> Lowering<'a> {
    /// The Datalog predicate of a QL predicate. Built-in members have none; they become literals.
    pub fn predicate(&mut self, id: hir::PredId) -> PredId {
        let pred = &self.checked.preds[id];
        if let PredKind::Stored { relation } = &pred.kind {
            return self.stored(&relation.clone());
        }
        self.pred_for(Key::Pred(id), || pred.name.to_string(), |lowering| lowering.named_columns(pred))
    }

    pub fn define_predicate(&mut self, id: hir::PredId, target: PredId) {
        let pred = &self.checked.preds[id];
        let own = self.pred_mut(target);
        own.origin = Origin::Source(pred.span);
        own.inline = inline(pred.inline);
        let modes = self.modes(pred);
        self.pred_mut(target).modes = modes;
        match &pred.kind {
            PredKind::Extensible { name, extension_id } => {
                self.define_extensible(id, name, *extension_id, target)
            }
            PredKind::External => {
                // Rows refer to the predicate by name alone, whatever its module.
                let name = pred.name.split(['/', '(']).next().unwrap_or(&pred.name);
                let name = name.rsplit("::").next().unwrap_or(name);
                let mut all = Vec::new();
                for key in [name, &given_key(name)] {
                    if let Some(rows) = self.extensions.get(key) {
                        all.extend(self.checked_rows(pred, rows, pred.params.len()));
                    }
                }
                self.pred_mut(target).def = Def::Rows(all.into());
            }
            PredKind::Builtin(builtin) => self.define_builtin(id, pred, builtin, target),
            PredKind::Stored { .. } | PredKind::BuiltinMember { .. } | PredKind::Characteristic { .. } => {}
            PredKind::Plain | PredKind::Member { .. } | PredKind::Constructor { .. } => {
                let rule = self.predicate_rule(id, pred);
                self.set_rules(target, rule.into_iter().collect());
            }
        }
        for (at, var) in self.columns_of(pred).into_iter().enumerate() {
            if !matches!(pred.kind, PredKind::Characteristic { .. }) {
                self.set_within(target, at, pred.vars[var].ty);
            }
        }
    }

    /// Binding modes as column sets. A member of a class whose extent may be infinite requires `this` unless it
    /// declares otherwise.
    pub fn modes(&self, pred: &hir::Pred) -> Vec<Vec<usize>> {
        let columns = self.columns_of(pred);
        let mut modes: Vec<Vec<usize>> = pred
            .bindingsets
            .iter()
            .map(|set| set.iter().filter_map(|var| columns.iter().position(|column| column == var)).collect())
            .collect();
        if modes.is_empty()
            && let PredKind::Member { class } = pred.kind
            && self.class(class).is_some_and(|class| class.bindingset_this && !class.is_abstract)
        {
            modes.push(vec![0]);
        }
        modes
    }

    fn predicate_rule(&mut self, id: hir::PredId, pred: &'a hir::Pred) -> Option<Rule> {
        let constructor = matches!(pred.kind, PredKind::Constructor { .. });
        // A constructor without a condition has an empty body. One without a body belongs to an unreached branch, which
        // is here only because another branch belongs to the same newtype.
        if matches!(pred.body, PredBody::None) {
            return None;
        }
        let columns = self.columns_of(pred);
        let mut builder = RuleBuilder::new(self, Some(pred), Some(pred.span));
        let mut body = Body::default();
        let head: Vec<Term> =
            columns.iter().map(|var| Term::Var(builder.declare_untyped(*var, &mut body))).collect();
        if let (PredKind::Member { class }, Some(this)) = (&pred.kind, head.first()) {
            builder.class_condition(*class, this.clone(), &pred.field_vars, pred.span, &mut body);
        }
        for (var, term) in columns.iter().zip(&head) {
            if Some(*var) == pred.this || (constructor && Some(*var) == pred.result) {
                continue;
            }
            let declared = &pred.vars[*var];
            let kind = builder.lowering.kind(declared.ty);
            builder.type_test(term.clone(), kind, declared.ty, derived(Some(declared.span)), &mut body);
        }
        match &pred.body {
            PredBody::None => {}
            PredBody::Formula(formula) => builder.formula(formula, &mut body),
            PredBody::HigherOrder { op, inputs, args, span } => {
                let graph = builder.lowering.graph(*op, inputs);
                let own = builder.lowering.pred_mut(graph);
                if own.origin == Origin::Builtin {
                    own.origin = Origin::Derived(*span);
                }
                let args = (0..builder.lowering.arity(graph))
                    .map(|at| match args.get(at) {
                        Some(arg) => {
                            let kind = builder.lowering.column_kind(graph, at);
                            builder.expr_as(arg, kind, &mut body)
                        }
                        None => Term::Wildcard,
                    })
                    .collect();
                push_atom(&mut body, graph, args, Origin::Source(*span));
            }
        }
        if constructor && let Some((result, args)) = head.split_last() {
            let ctor = builder.lowering.constructor(id);
            let construct = LiteralKind::Construct { ctor, args: args.to_vec(), result: result.clone() };
            push(&mut body, construct, Origin::Source(pred.span));
        }
        Some(builder.finish(head, body))
    }

    fn constructor(&mut self, id: hir::PredId) -> CtorId {
        if let Some(ctor) = self.constructors.get(&id) {
            return *ctor;
        }
        let pred = &self.checked.preds[id];
        let name = match &pred.kind {
            PredKind::Constructor { branch } => self.checked.types[*branch].name.to_string(),
            _ => pred.name.to_string(),
        };
        let args = pred.params.iter().map(|param| self.kind(pred.vars[*param].ty)).collect();
        let ctor = self.program.ctors.push(Ctor { name, args });
        self.constructors.insert(id, ctor);
        ctor
    }

    fn define_extensible(&mut self, id: hir::PredId, name: &str, extension_id: bool, target: PredId) {
        let pred = &self.checked.preds[id];
        if !extension_id {
            let rows = self
                .extensions
                .get(name)
                .map_or_else(Vec::new, |rows| self.checked_rows(pred, rows, pred.params.len()));
            self.pred_mut(target).def = Def::Rows(rows.into());
            return;
        }
        // p(columns..., id) :- rows(columns..., n), id = ExtensionId(n).
        let mut columns = self.named_columns(pred);
        columns.pop();
        columns.push(("row".to_owned(), Kind::Int));
        let numbered = self.pred_for(Key::Numbered(id), || format!("{name}.rows"), |_| columns);
        let ctor = self.extension_id();
        self.wrap_last(id, ctor, numbered, target);
    }

    /// The constructor that makes a `QlBuiltins::ExtensionId` from the number of a row; rows of all extensible
    /// predicates are numbered together.
    fn extension_id(&mut self) -> CtorId {
        match self.extension_id {
            Some(ctor) => ctor,
            None => {
                let ctor =
                    self.program.ctors.push(Ctor { name: "ExtensionId".to_owned(), args: vec![Kind::Int] });
                self.extension_id = Some(ctor);
                ctor
            }
        }
    }

    /// `target(..., v) :- of(..., n), v = ctor(n).`
    fn wrap_last(&mut self, id: hir::PredId, ctor: CtorId, of: PredId, target: PredId) {
        let arity = self.arity(of);
        let kinds: Vec<Kind> = (0..arity).map(|at| self.column_kind(of, at)).collect();
        let origin = Origin::Derived(self.checked.preds[id].span);
        let mut builder = RuleBuilder::new(self, None, origin.span());
        let mut body = Body::default();
        let args: Vec<Term> =
            kinds.iter().map(|kind| Term::Var(builder.fresh(*kind, origin.span(), &mut body))).collect();
        let result = Term::Var(builder.fresh(Kind::Entity, origin.span(), &mut body));
        push_atom(&mut body, of, args.clone(), origin);
        let mut head = args;
        let number = head.pop();
        push(
            &mut body,
            LiteralKind::Construct { ctor, args: number.into_iter().collect(), result: result.clone() },
            origin,
        );
        head.push(result);
        let rule = builder.finish(head, body);
        self.set_rules(target, vec![rule]);
    }

    pub fn define_numbered(&mut self, id: hir::PredId, target: PredId) {
        let pred = &self.checked.preds[id];
        let PredKind::Extensible { name, .. } = &pred.kind else {
            return never!("numbers for rows of no extensible predicate");
        };
        let rows = self
            .extensions
            .get(&**name)
            .map_or_else(Vec::new, |rows| self.checked_rows(pred, rows, pred.params.len().saturating_sub(1)));
        let before: usize = self
            .extensions
            .iter()
            .take_while(|(of, _)| of.as_str() < &**name)
            .filter(|(of, _)| !of.starts_with(GIVEN))
            .map(|(_, rows)| rows.len())
            .sum();
        let rows = rows
            .into_iter()
            .enumerate()
            .map(|(number, mut row)| {
                row.push(Const::Int(i32::try_from(before + number + 1).unwrap_or(i32::MAX)));
                row
            })
            .collect::<Vec<_>>();
        self.pred_mut(target).def = Def::Rows(rows.into());
    }

    /// The rows whose cells fit the first `width` columns; the first other row becomes a diagnostic.
    fn checked_rows(&mut self, pred: &hir::Pred, rows: &[Vec<Const>], width: usize) -> Vec<Vec<Const>> {
        let columns: Vec<(String, Kind)> = self.named_columns(pred).into_iter().take(width).collect();
        let mut fitting = Vec::with_capacity(rows.len());
        let mut reported = false;
        for (number, row) in rows.iter().enumerate() {
            let cells: Option<Vec<Const>> = (row.len() == columns.len())
                .then(|| row.iter().zip(&columns).map(|(cell, (_, kind))| fit(cell, *kind)).collect())
                .flatten();
            match cells {
                Some(cells) => fitting.push(cells),
                None if reported => {}
                None => {
                    reported = true;
                    let wanted: Vec<String> = columns
                        .iter()
                        .map(|(name, kind)| format!("{name}: {}", format!("{kind:?}").to_lowercase()))
                        .collect();
                    self.diagnostics.push(
                        Diagnostic::error(
                            Code::BadExtensionRow,
                            pred.span,
                            format!(
                                "row {} of the data extensions of `{}` does not fit its columns",
                                number + 1,
                                pred.name
                            ),
                        )
                        .help(format!("a row has the cells ({})", wanted.join(", "))),
                    );
                }
            }
        }
        fitting
    }

    fn define_builtin(
        &mut self,
        id: hir::PredId,
        pred: &'a hir::Pred,
        builtin: &BuiltinPred,
        target: PredId,
    ) {
        match builtin {
            // These become literals at their calls.
            BuiltinPred::ToUrl | BuiltinPred::GetAQlClass => {}
            // toString(id, text) :- id = ExtensionId(n), text = n.toString().
            BuiltinPred::ExtensionIdText => {
                let ctor = self.extension_id();
                let span = Some(pred.span);
                let mut builder = RuleBuilder::new(self, None, span);
                let mut body = Body::default();
                let id = Term::Var(builder.fresh(Kind::Entity, span, &mut body));
                let number = Term::Var(builder.fresh(Kind::Int, span, &mut body));
                let text = Term::Var(builder.fresh(Kind::String, span, &mut body));
                let construct =
                    LiteralKind::Construct { ctor, args: vec![number.clone()], result: id.clone() };
                push(&mut body, construct, derived(span));
                let to_string = LiteralKind::Builtin(BuiltinOp::IntToString, vec![number, text.clone()]);
                push(&mut body, to_string, derived(span));
                let rule = builder.finish(vec![id, text], body);
                self.pred_mut(target).modes = vec![vec![0]];
                self.set_rules(target, vec![rule]);
            }
            BuiltinPred::EquivalenceClass { base } => {
                let element = self.named_columns(pred).first().map_or(Kind::Entity, |(_, kind)| *kind);
                let classes = self.pred_for(
                    Key::Classes(*base),
                    || "EquivalenceRelation".to_owned(),
                    |_| vec![("element".to_owned(), element), ("class".to_owned(), Kind::Int)],
                );
                let name = "EquivalenceClass".to_owned();
                let ctor = self.program.ctors.push(Ctor { name, args: vec![Kind::Int] });
                self.wrap_last(id, ctor, classes, target);
            }
            // getSet(k, set) :- sets(k, set).
            BuiltinPred::GetSet { values } => {
                let sets = self.intern_sets(*values);
                let rule = self.copy_rule(sets, derived(Some(pred.span)));
                self.set_rules(target, vec![rule]);
            }
            // contains(set, v) :- sets(k, set), values(k, v).
            BuiltinPred::SetContains { values } => {
                let sets = self.intern_sets(*values);
                let values = self.predicate(*values);
                let kinds = [0, 1].map(|at| self.column_kind(values, at));
                let origin = derived(Some(pred.span));
                let mut builder = RuleBuilder::new(self, None, origin.span());
                let mut body = Body::default();
                let key = Term::Var(builder.fresh(kinds[0], origin.span(), &mut body));
                let value = Term::Var(builder.fresh(kinds[1], origin.span(), &mut body));
                let set = Term::Var(builder.fresh(Kind::Entity, origin.span(), &mut body));
                push_atom(&mut body, sets, vec![key.clone(), set.clone()], origin);
                push_atom(&mut body, values, vec![key, value.clone()], origin);
                let rule = builder.finish(vec![set, value], body);
                self.set_rules(target, vec![rule]);
            }
            // map(k, e) :- Key(k), e = EntityId(k).
            BuiltinPred::NewEntity => {
                let ctor = self.constructor(id);
                let mut builder = RuleBuilder::new(self, Some(pred), Some(pred.span));
                let mut body = Body::default();
                let args: Vec<Term> =
                    pred.params.iter().map(|param| Term::Var(builder.declare(*param, &mut body))).collect();
                let result = Term::Var(builder.fresh(Kind::Entity, Some(pred.span), &mut body));
                push(
                    &mut body,
                    LiteralKind::Construct { ctor, args: args.clone(), result: result.clone() },
                    Origin::Source(pred.span),
                );
                let rule = builder.finish(args.into_iter().chain([result]).collect(), body);
                self.set_rules(target, vec![rule]);
            }
        }
    }

    /// `head(x, ...) :- of(x, ...).`
    fn copy_rule(&mut self, of: PredId, origin: Origin) -> Rule {
        let kinds: Vec<Kind> = self.program.preds[of].columns.iter().map(|column| column.kind).collect();
        let mut builder = RuleBuilder::new(self, None, origin.span());
        let mut body = Body::default();
        let args: Vec<Term> =
            kinds.into_iter().map(|kind| Term::Var(builder.fresh(kind, origin.span(), &mut body))).collect();
        push_atom(&mut body, of, args.clone(), origin);
        builder.finish(args, body)
    }

    fn intern_sets(&mut self, values: hir::PredId) -> PredId {
        let key =
            self.named_columns(&self.checked.preds[values]).first().map_or(Kind::Entity, |(_, kind)| *kind);
        self.pred_for(
            Key::InternSets(values),
            || "InternSets".to_owned(),
            |_| vec![("key".to_owned(), key), ("set".to_owned(), Kind::Entity)],
        )
    }

    pub fn define_intern_sets(&mut self, values: hir::PredId, target: PredId) {
        let values = self.predicate(values);
        self.pred_mut(target).def = Def::Graph(GraphOp::InternSets { values });
    }

    pub fn define_classes(&mut self, base: hir::PredId, target: PredId) {
        let base = self.predicate(base);
        self.pred_mut(target).def = Def::Graph(GraphOp::EquivalenceRelation { base });
    }

    /// The predicate of a higher-order operator's output.
    fn graph(&mut self, op: HigherOrderOp, inputs: &[hir::PredId]) -> PredId {
        use HigherOrderOp as Op;
        if let (Op::ForceLocal | Op::ForceMaterialize, Some(input)) = (op, inputs.first()) {
            return self.predicate(*input);
        }
        // The nodes have the kind of the binary input's columns.
        let binary = match op {
            Op::ShortestDistances | Op::IDominance => inputs.get(1),
            _ => inputs.first(),
        };
        let kind = binary
            .and_then(|input| self.named_columns(&self.checked.preds[*input]).first().map(|(_, kind)| *kind))
            .unwrap_or(Kind::Entity);
        let columns: &[(&str, Kind)] = match op {
            Op::ShortestDistances => &[("start", kind), ("node", kind), ("distance", Kind::Int)],
            Op::IDominance => &[("entry", kind), ("dominator", kind), ("node", kind)],
            Op::EquivalenceRelation => &[("element", kind), ("class", Kind::Int)],
            _ => &[("from", kind), ("to", kind)],
        };
        let columns = columns.iter().map(|(name, kind)| ((*name).to_owned(), *kind)).collect();
        let name = || {
            let inputs: Vec<&str> = inputs.iter().map(|input| &*self.checked.preds[*input].name).collect();
            format!("{op:?}({})", inputs.join(","))
        };
        let name = name();
        self.pred_for(Key::Graph(op, inputs.to_vec()), || name, |_| columns)
    }

    pub fn define_graph(&mut self, op: HigherOrderOp, inputs: &[hir::PredId], target: PredId) {
        use HigherOrderOp as Op;
        let preds: Vec<PredId> = inputs.iter().map(|input| self.predicate(*input)).collect();
        let def = match (op, &preds[..]) {
            (Op::FastTC, [step]) => GraphOp::TransitiveClosure { step: *step, sources: None, sinks: None },
            (Op::SourceBoundedFastTC, [step, sources]) => {
                GraphOp::TransitiveClosure { step: *step, sources: Some(*sources), sinks: None }
            }
            (Op::DoublyBoundedFastTC, [step, sources, sinks]) => {
                GraphOp::TransitiveClosure { step: *step, sources: Some(*sources), sinks: Some(*sinks) }
            }
            (Op::ShortestDistances, [start, step]) => {
                GraphOp::ShortestDistances { start: *start, step: *step }
            }
            (Op::IDominance, [entry, successor]) => {
                GraphOp::ImmediateDominators { entry: *entry, successor: *successor }
            }
            (Op::EquivalenceRelation, [base]) => GraphOp::EquivalenceRelation { base: *base },
            // A wrong number of inputs, which the name stage has reported.
            _ => return,
        };
        // Nodes are values of the step's columns.
        let within = |column: usize| match op {
            Op::FastTC | Op::SourceBoundedFastTC | Op::DoublyBoundedFastTC => Some((0, column)),
            Op::ShortestDistances if column == 0 => Some((0, 0)),
            Op::IDominance if column == 0 => Some((0, 0)),
            Op::IDominance if column == 2 => Some((1, 1)),
            _ => None,
        };
        for column in 0..self.arity(target) {
            let Some((input, at)) = within(column) else { continue };
            let input = &self.checked.preds[inputs[input]];
            if let Some(var) = self.columns_of(input).get(at) {
                self.set_within(target, column, input.vars[*var].ty);
            }
        }
        self.pred_mut(target).def = Def::Graph(def);
    }

    /// The predicate that holds for these constants, all of that kind.
    pub fn constant_set(&mut self, kind: Kind, constants: Vec<Const>) -> PredId {
        let text = format!("{constants:?}");
        let pred = self.pred_for(
            Key::Constants(text),
            || "constants".to_owned(),
            |_| vec![("value".to_owned(), kind)],
        );
        self.constants.entry(pred).or_insert(constants);
        pred
    }

    pub fn define_constants(&mut self, target: PredId) {
        let rows = always!(self.constants.remove(&target)).unwrap_or_default();
        self.pred_mut(target).def = Def::Rows(rows.into_iter().map(|constant| vec![constant]).collect());
    }
}

fn fit(cell: &Const, kind: Kind) -> Option<Const> {
    match (cell, kind) {
        (Const::Int(value), Kind::Float) => Some(Const::Float(f64::from(*value))),
        (Const::Int(_), Kind::Int)
        | (Const::Float(_), Kind::Float)
        | (Const::String(_), Kind::String)
        | (Const::Boolean(_), Kind::Boolean) => Some(cell.clone()),
        // An entity of an external predicate, by its id.
        (Const::Int(_), Kind::Entity) => Some(cell.clone()),
        _ => None,
    }
}
