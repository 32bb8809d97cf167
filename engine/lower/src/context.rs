//! The state of a lowering: the Datalog predicate of each QL entity, and the predicates that still need rules.

use crate::findings::{findings, recursion_without_start};
use crate::parts::Parts;
use quarrel_base::catalog::Catalog;
use quarrel_base::diag::Diagnostic;
use quarrel_base::ids::{Id, IndexVec};
use quarrel_base::source::Span;
use quarrel_datalog as dl;
use quarrel_datalog::normal::{with_choices_first, without_falsity};
use quarrel_datalog::{Column, Const, Def, Kind, Origin, PredId, Program};
use quarrel_sema::hir;
use quarrel_sema::hir::{BuiltinPred, Checked, HigherOrderOp, PredKind, Primitive, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Rows of data extensions (and of external predicates) by name of the predicate, in a fixed order.
pub type ExtensionRows = BTreeMap<String, Vec<Vec<Const>>>;

/// The key of the rows that a program gives to an external predicate for one run. No predicate has this name, so the
/// numbers of rows of data extensions stay as they are.
pub fn given_key(name: &str) -> String {
    format!("{GIVEN}{name}")
}

/// The prefix of such keys.
pub(crate) const GIVEN: &str = "given ";

/// Lowers everything that has a body, and what that mentions, and decides whether the program means something.
///
/// `checked` must be free of errors; the error type becomes a type without condition. If there are errors among the
/// diagnostics, the program must not run.
pub fn lower(checked: &Checked, catalog: &Catalog, extensions: &ExtensionRows) -> (Program, Vec<Diagnostic>) {
    quarrel_base::budget::on_deep_stack(|| {
        let mut lowering = Lowering::new(checked, catalog, extensions);
        lowering.run();
        let Lowering { mut program, mut diagnostics, keys, .. } = lowering;
        with_choices_first(&mut program);
        diagnostics.extend(findings(&program));
        // Other programs may add overrides and subclasses.
        let open: FxHashSet<PredId> = keys
            .into_iter()
            .filter(|(key, _)| matches!(key, Key::Dispatch(_) | Key::Abstract(_)))
            .map(|(_, pred)| pred)
            .collect();
        diagnostics.extend(recursion_without_start(&program, |pred| open.contains(&pred)));
        without_falsity(&mut program);
        (program, diagnostics)
    })
}

/// The meaning of a Datalog predicate.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    /// A predicate of QL: `[this,] parameters [, result]`. Not for stored and built-in ones.
    Pred(hir::PredId),
    /// A relation of the database.
    Stored(Arc<str>),
    /// The extent of a database type.
    Db(Arc<str>),
    /// The extent of a newtype, a branch, a union or an opaque type.
    Extent(TypeId),
    /// `C.C`: `(this, fields...)`.
    Character(TypeId),
    /// `C.class` of an abstract class: `(this, fields...)`.
    Abstract(TypeId),
    /// The first column of a predicate.
    First(PredId),
    /// The virtual predicate of these root definitions (sorted): `(this, parameters..., [result])`.
    Dispatch(Vec<hir::PredId>),
    /// `getAQlClass` for values of that type's universe: `(value, name)`.
    QlClass(Universe),
    /// The output of a higher-order operator.
    Graph(HigherOrderOp, Vec<hir::PredId>),
    /// `InternSets`: `(key, set)`.
    InternSets(hir::PredId),
    /// `EquivalenceRelation`: `(element, number)`.
    Classes(hir::PredId),
    /// The rows of an extensible predicate with their numbers as the last column.
    Numbered(hir::PredId),
    /// A set of constants, by its text.
    Constants(String),
    /// The locations of values through these members: `(value, path, sl, sc, el, ec)` or `(value, url)`.
    Location(Vec<hir::PredId>),
}

/// A set of values that can share a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Universe {
    Primitive(Kind),
    Database,
    Newtype(TypeId),
    Any,
}

pub(crate) struct Lowering<'a> {
    pub checked: &'a Checked,
    pub catalog: &'a Catalog,
    pub extensions: &'a ExtensionRows,
    pub program: Program,
    pub diagnostics: Vec<Diagnostic>,
    pub relations: FxHashMap<&'a str, usize>,
    pub db_types: FxHashMap<&'a str, usize>,
    pub parts: Parts,
    /// Constants of [`Key::Constants`] until their predicate gets its rows.
    pub constants: FxHashMap<PredId, Vec<Const>>,
    pub constructors: FxHashMap<hir::PredId, dl::CtorId>,
    /// The constructor of `QlBuiltins::ExtensionId`.
    pub extension_id: Option<dl::CtorId>,
    /// The predicates that make the values of opaque types.
    pub makers: FxHashMap<TypeId, Vec<hir::PredId>>,
    kinds: Vec<Kind>,
    keys: FxHashMap<Key, PredId>,
    names: FxHashMap<String, usize>,
    queue: VecDeque<(Key, PredId)>,
}

impl<'a> Lowering<'a> {
    fn new(checked: &'a Checked, catalog: &'a Catalog, extensions: &'a ExtensionRows) -> Self {
        Self {
            checked,
            catalog,
            extensions,
            program: Program::default(),
            diagnostics: Vec::new(),
            relations: catalog.relations.iter().enumerate().map(|(at, it)| (it.name.as_str(), at)).collect(),
            db_types: catalog.types.iter().enumerate().map(|(at, it)| (it.name.as_str(), at)).collect(),
            parts: Parts::of_catalog(catalog),
            constants: FxHashMap::default(),
            constructors: FxHashMap::default(),
            extension_id: None,
            makers: makers(checked),
            kinds: checked.types.ids().map(|ty| kind_of(checked, ty)).collect(),
            keys: FxHashMap::default(),
            names: FxHashMap::default(),
            queue: VecDeque::new(),
        }
    }

    fn run(&mut self) {
        for query in &self.checked.queries {
            self.output(query);
        }
        for (id, pred) in self.checked.preds.iter_ids() {
            if matches!(pred.body, hir::PredBody::None) {
                continue;
            }
            match pred.kind {
                PredKind::Characteristic { class } => {
                    self.character(class);
                }
                _ => {
                    self.predicate(id);
                }
            }
        }
        while let Some((key, pred)) = self.queue.pop_front() {
            self.define(&key, pred);
        }
    }

    fn define(&mut self, key: &Key, pred: PredId) {
        match key {
            Key::Pred(id) => self.define_predicate(*id, pred),
            Key::Stored(name) => self.define_stored(name, pred),
            Key::Db(name) => self.define_db_type(name, pred),
            Key::Extent(ty) => self.define_extent(*ty, pred),
            Key::Character(ty) => self.define_character(*ty, pred),
            Key::Abstract(ty) => self.define_abstract(*ty, pred),
            Key::First(of) => self.define_first(*of, pred),
            Key::Dispatch(roots) => self.define_dispatch(roots, pred),
            Key::QlClass(universe) => self.define_ql_class(*universe, pred),
            Key::Graph(op, inputs) => self.define_graph(*op, inputs, pred),
            Key::InternSets(values) => self.define_intern_sets(*values, pred),
            Key::Classes(base) => self.define_classes(*base, pred),
            Key::Numbered(id) => self.define_numbered(*id, pred),
            Key::Constants(_) => self.define_constants(pred),
            Key::Location(path) => self.define_location(path, pred),
        }
    }

    /// The predicate for `key`, created if new: `columns` are its names and kinds. Rules come later.
    pub fn pred_for(
        &mut self,
        key: Key,
        name: impl FnOnce() -> String,
        columns: impl FnOnce(&Self) -> Vec<(String, Kind)>,
    ) -> PredId {
        if let Some(pred) = self.keys.get(&key) {
            return *pred;
        }
        let columns =
            columns(self).into_iter().map(|(name, kind)| Column { name, kind, within: Vec::new() }).collect();
        let name = self.unique_name(name());
        let pred = self.program.preds.push(dl::Pred::new(name, columns, Vec::new(), Origin::Builtin));
        self.keys.insert(key.clone(), pred);
        self.queue.push_back((key, pred));
        pred
    }

    fn unique_name(&mut self, name: String) -> String {
        let count = self.names.entry(name.clone()).or_insert(0);
        *count += 1;
        if *count == 1 {
            return name;
        }
        let mut number = *count;
        loop {
            let candidate = format!("{name}~{number}");
            if !self.names.contains_key(&candidate) {
                self.names.insert(candidate.clone(), 1);
                self.names.insert(name, number);
                return candidate;
            }
            number += 1;
        }
    }

    /// The kind of the type's values.
    pub fn kind(&self, ty: TypeId) -> Kind {
        self.kinds[ty.index()]
    }

    pub fn pred_mut(&mut self, pred: PredId) -> &mut dl::Pred {
        &mut self.program.preds[pred]
    }

    pub fn arity(&self, pred: PredId) -> usize {
        self.program.preds[pred].columns.len()
    }

    pub fn column_kind(&self, pred: PredId, column: usize) -> Kind {
        self.program.preds[pred].columns.get(column).map_or(Kind::Entity, |column| column.kind)
    }

    pub fn set_rules(&mut self, pred: PredId, rules: Vec<dl::Rule>) {
        self.program.preds[pred].def = Def::Rules(rules);
    }

    /// Records that every value of a column is in the type, if that restricts it.
    pub fn set_within(&mut self, pred: PredId, column: usize, ty: TypeId) {
        if let Some(extent) = self.type_predicate(ty) {
            let within = &mut self.program.preds[pred].columns[column].within;
            if extent != pred && !within.contains(&extent) {
                within.push(extent);
            }
        }
    }

    /// Records that a unary predicate is contained in another one.
    pub fn add_superset(&mut self, pred: PredId, superset: PredId) {
        if pred != superset && self.arity(pred) == 1 && self.arity(superset) == 1 {
            let supersets = &mut self.program.preds[pred].supersets;
            if !supersets.contains(&superset) {
                supersets.push(superset);
            }
        }
    }

    /// All columns of a QL predicate in order: `this`, the parameters, `result`.
    pub fn columns_of(&self, pred: &hir::Pred) -> Vec<hir::VarId> {
        pred.this.into_iter().chain(pred.params.iter().copied()).chain(pred.result).collect()
    }

    pub fn named_columns(&self, pred: &hir::Pred) -> Vec<(String, Kind)> {
        self.columns_of(pred)
            .into_iter()
            .map(|var| (pred.vars[var].name.to_string(), self.kind(pred.vars[var].ty)))
            .collect()
    }
}

/// The kind of a class's values. All bases of a class have one kind, so the first decides.
fn kind_of(checked: &Checked, mut ty: TypeId) -> Kind {
    for _ in 0..=checked.types.len() {
        match &checked.types[ty].kind {
            TypeKind::Primitive(primitive) => return primitive_kind(*primitive),
            TypeKind::Class(class) => {
                match class.extends.first().map(|base| base.ty).or(class.instanceof.first().copied()) {
                    Some(base) => ty = base,
                    None => return Kind::Entity,
                }
            }
            TypeKind::Character(class) | TypeKind::Domain(class) => ty = *class,
            TypeKind::Union(members) => match members.first() {
                Some(member) => ty = *member,
                None => return Kind::Entity,
            },
            TypeKind::Error
            | TypeKind::Db(_)
            | TypeKind::Newtype { .. }
            | TypeKind::Branch { .. }
            | TypeKind::Opaque => return Kind::Entity,
        }
    }
    Kind::Entity
}

pub(crate) fn primitive_kind(primitive: Primitive) -> Kind {
    match primitive {
        Primitive::Boolean => Kind::Boolean,
        Primitive::Date => Kind::Date,
        Primitive::Float => Kind::Float,
        Primitive::Int => Kind::Int,
        Primitive::String => Kind::String,
        Primitive::BigInt => Kind::BigInt,
    }
}

/// A rule under construction: its variables, and the current terms of the QL predicate's variables.
pub(crate) struct RuleBuilder<'l, 'a> {
    pub lowering: &'l mut Lowering<'a>,
    /// The QL predicate whose formulas are lowered, if any.
    pub pred: Option<&'a hir::Pred>,
    /// The place of the rule.
    pub span: Option<Span>,
    vars: IndexVec<dl::VarId, dl::Var>,
    /// By QL variable. A variable that is declared again (a condition lowered twice) maps to its newest copy.
    map: Vec<Option<dl::Term>>,
    temporaries: usize,
}

impl<'l, 'a> RuleBuilder<'l, 'a> {
    pub fn new(lowering: &'l mut Lowering<'a>, pred: Option<&'a hir::Pred>, span: Option<Span>) -> Self {
        let map = pred.map_or_else(Vec::new, |pred| vec![None; pred.vars.len()]);
        Self { lowering, pred, span, vars: IndexVec::new(), map, temporaries: 0 }
    }

    /// A new variable with the source name `name`.
    pub fn named(&mut self, name: &str, kind: Kind, origin: Origin, body: &mut dl::Body) -> dl::VarId {
        let var = self.vars.push(dl::Var { name: name.to_owned(), kind, origin });
        body.locals.push(var);
        var
    }

    /// A new variable for the value of the expression at `span`.
    pub fn fresh(&mut self, kind: Kind, span: Option<Span>, body: &mut dl::Body) -> dl::VarId {
        self.temporaries += 1;
        let name = format!("_{}", self.temporaries);
        self.named(&name, kind, derived(span), body)
    }

    /// A new copy of a variable of the QL predicate, without a condition on its type.
    pub fn declare_untyped(&mut self, var: hir::VarId, body: &mut dl::Body) -> dl::VarId {
        let Some(pred) = self.pred else {
            return self.fresh(Kind::Entity, None, body);
        };
        let declared = &pred.vars[var];
        let kind = self.lowering.kind(declared.ty);
        let new = self.named(&declared.name, kind, Origin::Source(declared.span), body);
        self.bind(var, dl::Term::Var(new));
        new
    }

    /// A new copy of a variable of the QL predicate, with its type as a condition.
    pub fn declare(&mut self, var: hir::VarId, body: &mut dl::Body) -> dl::VarId {
        let new = self.declare_untyped(var, body);
        if let Some(pred) = self.pred {
            let declared = &pred.vars[var];
            self.type_test(
                dl::Term::Var(new),
                self.var_kind(new),
                declared.ty,
                derived(Some(declared.span)),
                body,
            );
        }
        new
    }

    /// Maps a variable of the QL predicate to a term.
    pub fn bind(&mut self, var: hir::VarId, term: dl::Term) {
        if let Some(slot) = self.map.get_mut(var.index()) {
            *slot = Some(term);
        }
    }

    /// The term of a variable of the QL predicate.
    pub fn term_of(&self, var: hir::VarId) -> Option<dl::Term> {
        self.map.get(var.index()).cloned().flatten()
    }

    pub fn var_kind(&self, var: dl::VarId) -> Kind {
        self.vars[var].kind
    }

    pub fn finish(self, head: Vec<dl::Term>, body: dl::Body) -> dl::Rule {
        dl::Rule { head, body, vars: self.vars, origin: self.span.map_or(Origin::Builtin, Origin::Source) }
    }
}

pub(crate) fn derived(span: Option<Span>) -> Origin {
    span.map_or(Origin::Builtin, Origin::Derived)
}

pub(crate) fn push(body: &mut dl::Body, kind: dl::LiteralKind, origin: Origin) {
    body.literals.push(dl::Literal { kind, origin });
}

pub(crate) fn push_atom(body: &mut dl::Body, pred: PredId, args: Vec<dl::Term>, origin: Origin) {
    push(body, dl::LiteralKind::Atom(dl::Atom { pred, args }), origin);
}

/// Adds a condition that never holds.
pub(crate) fn push_false(body: &mut dl::Body, origin: Origin) {
    push(body, dl::LiteralKind::Or(Vec::new()), origin);
}

/// The predicates that make the values of opaque types, by type.
fn makers(checked: &Checked) -> FxHashMap<TypeId, Vec<hir::PredId>> {
    let mut makers: FxHashMap<TypeId, Vec<hir::PredId>> = FxHashMap::default();
    for (id, pred) in checked.preds.iter_ids() {
        if let PredKind::Builtin(
            BuiltinPred::EquivalenceClass { .. } | BuiltinPred::GetSet { .. } | BuiltinPred::NewEntity,
        ) = pred.kind
            && let Some(result) = pred.result
        {
            makers.entry(pred.vars[result].ty).or_default().push(id);
        }
    }
    makers
}
