//! The declarations of the language itself (language.md 15 and 16): members of primitive types, global predicates, and
//! the modules of `QlBuiltins`.

use crate::hir::nowhere;
use crate::hir::{
    BuiltinPred, Formula, FormulaKind, PredBody, PredId, PredKind, Primitive, TypeId, TypeKind,
};
use crate::names::{Key, Namespace, Sym};
use crate::world::{
    Arg, BuiltinTemplate, Entity, InstanceKey, ModuleId, ModuleKind, PredSource, Sema, TypeRef,
};
use Primitive::{BigInt as Z, Boolean as B, Date as D, Float as F, Int as I, String as S};
use quarrel_base::Span;
use quarrel_syntax::tree;
use std::sync::Arc;

/// A member of a primitive type: receiver, name, parameters, result.
type Member = (Primitive, &'static str, &'static [Primitive], Option<Primitive>);

/// All members. Those of `float` are members of `int` too, by `int <: float`.
const MEMBERS: &[Member] = &[
    (B, "booleanAnd", &[B], Some(B)),
    (B, "booleanOr", &[B], Some(B)),
    (B, "booleanXor", &[B], Some(B)),
    (B, "booleanNot", &[], Some(B)),
    (B, "toString", &[], Some(S)),
    (I, "abs", &[], Some(I)),
    (I, "bitAnd", &[I], Some(I)),
    (I, "bitOr", &[I], Some(I)),
    (I, "bitXor", &[I], Some(I)),
    (I, "bitNot", &[], Some(I)),
    (I, "bitShiftLeft", &[I], Some(I)),
    (I, "bitShiftRight", &[I], Some(I)),
    (I, "bitShiftRightSigned", &[I], Some(I)),
    (I, "gcd", &[I], Some(I)),
    (I, "maximum", &[I], Some(I)),
    (I, "minimum", &[I], Some(I)),
    (I, "toUnicode", &[], Some(S)),
    (I, "toBigInt", &[], Some(Z)),
    (I, "toString", &[], Some(S)),
    (F, "abs", &[], Some(F)),
    (F, "acos", &[], Some(F)),
    (F, "asin", &[], Some(F)),
    (F, "atan", &[], Some(F)),
    (F, "cos", &[], Some(F)),
    (F, "cosh", &[], Some(F)),
    (F, "exp", &[], Some(F)),
    (F, "log", &[], Some(F)),
    (F, "log", &[F], Some(F)),
    (F, "log10", &[], Some(F)),
    (F, "log2", &[], Some(F)),
    (F, "signum", &[], Some(F)),
    (F, "sin", &[], Some(F)),
    (F, "sinh", &[], Some(F)),
    (F, "sqrt", &[], Some(F)),
    (F, "tan", &[], Some(F)),
    (F, "tanh", &[], Some(F)),
    (F, "ulp", &[], Some(F)),
    (F, "nextUp", &[], Some(F)),
    (F, "nextDown", &[], Some(F)),
    (F, "nextAfter", &[F], Some(F)),
    (F, "copySign", &[F], Some(F)),
    (F, "pow", &[F], Some(F)),
    (F, "maximum", &[F], Some(F)),
    (F, "minimum", &[F], Some(F)),
    (F, "ceil", &[], Some(I)),
    (F, "floor", &[], Some(I)),
    (F, "toString", &[], Some(S)),
    (S, "charAt", &[I], Some(S)),
    (S, "length", &[], Some(I)),
    (S, "indexOf", &[S], Some(I)),
    (S, "indexOf", &[S, I, I], Some(I)),
    (S, "substring", &[I, I], Some(S)),
    (S, "prefix", &[I], Some(S)),
    (S, "suffix", &[I], Some(S)),
    (S, "splitAt", &[S], Some(S)),
    (S, "splitAt", &[S, I], Some(S)),
    (S, "replaceAll", &[S, S], Some(S)),
    (S, "regexpReplaceAll", &[S, S], Some(S)),
    (S, "matches", &[S], None),
    (S, "regexpMatch", &[S], None),
    (S, "regexpCapture", &[S, I], Some(S)),
    (S, "regexpFind", &[S, I, I], Some(S)),
    (S, "isLowercase", &[], None),
    (S, "isUppercase", &[], None),
    (S, "toLowerCase", &[], Some(S)),
    (S, "toUpperCase", &[], Some(S)),
    (S, "trim", &[], Some(S)),
    (S, "toInt", &[], Some(I)),
    (S, "toFloat", &[], Some(F)),
    (S, "toDate", &[], Some(D)),
    (S, "toBigInt", &[], Some(Z)),
    (S, "codePointAt", &[I], Some(I)),
    (S, "codePointCount", &[I, I], Some(I)),
    (S, "toString", &[], Some(S)),
    (D, "daysTo", &[D], Some(I)),
    (D, "getDay", &[], Some(I)),
    (D, "getHours", &[], Some(I)),
    (D, "getMinutes", &[], Some(I)),
    (D, "getMonth", &[], Some(S)),
    (D, "getSeconds", &[], Some(I)),
    (D, "getYear", &[], Some(I)),
    (D, "toISO", &[], Some(S)),
    (D, "toString", &[], Some(S)),
    (Z, "bitAnd", &[Z], Some(Z)),
    (Z, "bitOr", &[Z], Some(Z)),
    (Z, "bitXor", &[Z], Some(Z)),
    (Z, "bitNot", &[], Some(Z)),
    (Z, "bitShiftLeft", &[I], Some(Z)),
    (Z, "bitShiftRightSigned", &[I], Some(Z)),
    (Z, "bitLength", &[], Some(I)),
    (Z, "pow", &[I], Some(Z)),
    (Z, "abs", &[], Some(Z)),
    (Z, "gcd", &[Z], Some(Z)),
    (Z, "minimum", &[Z], Some(Z)),
    (Z, "maximum", &[Z], Some(Z)),
    (Z, "toInt", &[], Some(I)),
    (Z, "toString", &[], Some(S)),
];

/// The members of primitive types: receiver, name, number of arguments, whether there is a result.
pub fn members() -> impl Iterator<Item = (Primitive, &'static str, usize, bool)> {
    MEMBERS.iter().map(|(receiver, name, params, result)| (*receiver, *name, params.len(), result.is_some()))
}

impl<'t> Sema<'t> {
    /// Creates the error type, the primitive types, the schema's types, the global environment.
    pub(crate) fn set_up(&mut self) {
        self.builtins = self.new_module(ModuleKind::QlBuiltins, None, None, Vec::new(), Vec::new(), false, 0);
        let home = self.builtins;
        self.new_type(Arc::from("?"), TypeKind::Error, None, None, home);
        for (at, (name, primitive)) in
            [("boolean", B), ("date", D), ("float", F), ("int", I), ("string", S), ("QlBuiltins::BigInt", Z)]
                .into_iter()
                .enumerate()
        {
            debug_assert_eq!(primitive as usize, at);
            self.primitives[at] =
                self.new_type(Arc::from(name), TypeKind::Primitive(primitive), None, None, home);
        }
        self.extension_id =
            self.new_type(Arc::from("QlBuiltins::ExtensionId"), TypeKind::Opaque, None, None, home);
        let catalog = self.catalog;
        for declared in &catalog.types {
            let name: Arc<str> = Arc::from(&*declared.name);
            let sym = self.names.intern(&name);
            let ty = self.new_type(name.clone(), TypeKind::Db(name), None, None, home);
            self.db_types.insert(sym, ty);
        }
        for declared in &catalog.types {
            let mut above = Vec::new();
            for name in &declared.supertypes {
                let sym = self.names.intern_str(name);
                above.extend(self.db_types.get(&sym).copied());
            }
            let sym = self.names.intern_str(&declared.name);
            let ty = self.db_types[&sym];
            self.db_supertypes.insert(ty, above.into());
        }
        for (at, relation) in catalog.relations.iter().enumerate() {
            let name = self.names.intern_str(&relation.name);
            self.relations.insert((name, relation.columns.len() as u32), at);
        }
        for (name, kind) in [("any", FormulaKind::And(Vec::new())), ("none", FormulaKind::Or(Vec::new()))] {
            let pred = self.builtin_pred(name, PredKind::Plain, None, &[], None);
            self.out.preds[pred].body = PredBody::Formula(Formula { kind, span: nowhere() });
            let key = Key::predicate(self.names.intern_str(name), 0);
            self.globals.insert(key, pred);
        }
        let int = self.primitive(I);
        let string = self.primitive(S);
        let params = [string, int, int, int, int, string];
        let to_url = self.builtin_pred("toUrl", PredKind::Builtin(BuiltinPred::ToUrl), None, &params, None);
        let key = Key::predicate(self.names.intern_str("toUrl"), 6);
        self.globals.insert(key, to_url);
        let id = self.extension_id;
        let text = PredKind::Builtin(BuiltinPred::ExtensionIdText);
        let text = self.builtin_pred("toString", text, Some(id), &[], Some(string));
        let name = self.names.intern_str("toString");
        self.opaque_members.insert((id, name, 0), text);
        for space in ["EquivalenceRelation", "InternSets", "NewEntity"] {
            let key = Key::new(Namespace::Module, self.names.intern_str(space));
            self.declarers.entry(key).or_default().push(home);
        }
        for ty in ["BigInt", "ExtensionId"] {
            let key = Key::new(Namespace::Type, self.names.intern_str(ty));
            self.declarers.entry(key).or_default().push(home);
        }
    }

    fn builtin_pred(
        &mut self,
        name: &str,
        kind: PredKind,
        this: Option<TypeId>,
        params: &[TypeId],
        result: Option<TypeId>,
    ) -> PredId {
        let sym = self.names.intern_str(name);
        let shown = match this {
            Some(this) => format!("{}.{name}/{}", self.show(this), params.len()),
            None => format!("{name}/{}", params.len()),
        };
        let home = self.builtins;
        let pred = self.new_pred(shown, sym, params.len(), kind, nowhere(), PredSource::BuiltIn, home, None);
        self.pred_info[pred].head = true;
        if let Some(this) = this {
            let var = self.add_var(pred, Arc::from("this"), this, nowhere());
            self.out.preds[pred].this = Some(var);
        }
        for (at, param) in params.iter().enumerate() {
            self.add_param(pred, Arc::from(format!("p{at}")), *param, nowhere());
        }
        if let Some(result) = result {
            let var = self.add_var(pred, Arc::from("result"), result, nowhere());
            self.out.preds[pred].result = Some(var);
        }
        pred
    }

    /// The built-in members of a primitive type with a name and arity; an int has float's too.
    pub(crate) fn builtin_members(&mut self, kind: Primitive, name: Sym, arity: usize) -> Vec<PredId> {
        let text = self.names.text(name).clone();
        let mut found = Vec::new();
        for receiver in [Some(kind), (kind == I).then_some(F)].into_iter().flatten() {
            for (at, member) in MEMBERS.iter().enumerate() {
                if member.0 == receiver && member.1 == &*text && member.2.len() == arity {
                    found.push(self.builtin_member(at));
                }
            }
            // A member of int hides the float's with equal parameters.
            if !found.is_empty() && arity == 0 {
                break;
            }
        }
        found
    }

    fn builtin_member(&mut self, at: usize) -> PredId {
        let (receiver, name, params, result) = MEMBERS[at];
        if let Some(known) = self.builtin_members.get(&(receiver, at)) {
            return *known;
        }
        let params: Vec<_> = params.iter().map(|param| self.primitive(*param)).collect();
        let result = result.map(|result| self.primitive(result));
        let kind = PredKind::BuiltinMember { receiver, name: Arc::from(name) };
        let this = self.primitive(receiver);
        let pred = self.builtin_pred(name, kind, Some(this), &params, result);
        self.builtin_members.insert((receiver, at), pred);
        pred
    }

    /// The names of all built-in members of a primitive type, for suggestions.
    pub(crate) fn builtin_member_names(kind: Primitive) -> impl Iterator<Item = (&'static str, usize)> {
        MEMBERS
            .iter()
            .filter(move |member| member.0 == kind || (kind == I && member.0 == F))
            .map(|member| (member.1, member.2.len()))
    }

    /// `getAQlClass()` of a type.
    pub(crate) fn get_a_ql_class(&mut self, ty: TypeId) -> PredId {
        if let Some(known) = self.aql_class.get(&ty) {
            return *known;
        }
        let string = self.primitive(S);
        let kind = PredKind::Builtin(BuiltinPred::GetAQlClass);
        let pred = self.builtin_pred("getAQlClass", kind, Some(ty), &[], Some(string));
        self.aql_class.insert(ty, pred);
        pred
    }

    /// The export of `QlBuiltins` under a key.
    pub(crate) fn ql_builtin(&mut self, key: Key) -> Option<Entity> {
        let text = self.names.text(key.name).clone();
        let plain = |ty| Some(Entity::Type(TypeRef::plain(ty)));
        match (key.space, &*text) {
            (Namespace::Type, "BigInt") => plain(self.primitive(Z)),
            (Namespace::Type, "ExtensionId") => plain(self.extension_id),
            (Namespace::Module, "EquivalenceRelation") => {
                Some(Entity::BuiltinTemplate(BuiltinTemplate::EquivalenceRelation))
            }
            (Namespace::Module, "InternSets") => Some(Entity::BuiltinTemplate(BuiltinTemplate::InternSets)),
            (Namespace::Module, "NewEntity") => Some(Entity::BuiltinTemplate(BuiltinTemplate::NewEntity)),
            _ => None,
        }
    }

    /// An instance of a parameterised module of `QlBuiltins`.
    pub(crate) fn instantiate_builtin(
        &mut self,
        module: ModuleId,
        template: BuiltinTemplate,
        written: &'t [tree::Arg],
        span: Span,
    ) -> Option<ModuleId> {
        let some = self.names.intern_str("argument");
        let ty = Key::new(Namespace::Type, some);
        let wanted = match template {
            BuiltinTemplate::EquivalenceRelation => vec![ty, Key::predicate(some, 2)],
            BuiltinTemplate::InternSets => vec![ty, ty, Key::predicate(some, 1)],
            BuiltinTemplate::NewEntity => vec![ty],
        };
        let args = self.builtin_arguments(module, &wanted, written, span)?;
        let key = InstanceKey::Builtin(template, args.clone());
        if let Some(known) = self.instances.get(&key) {
            return Some(*known);
        }
        let (depth, generic) = self.arguments_depth(module, &args);
        let home = self.builtins;
        let kind = ModuleKind::Builtin(Vec::new());
        let id = self.new_module(kind, None, Some(home), Vec::new(), args.clone(), generic, depth);
        self.instances.insert(key, id);
        let shown: Vec<_> = args
            .iter()
            .map(|arg| match arg {
                Arg::Type(ty) => self.show(ty.ty).to_string(),
                Arg::Pred(pred) => self.out.preds[*pred].name.to_string(),
                Arg::Module(module) => self.module_name(*module).to_string(),
            })
            .collect();
        let (module_name, type_name) = match template {
            BuiltinTemplate::EquivalenceRelation => ("EquivalenceRelation", "EquivalenceClass"),
            BuiltinTemplate::InternSets => ("InternSets", "Set"),
            BuiltinTemplate::NewEntity => ("NewEntity", "EntityId"),
        };
        let name = Arc::from(format!("QlBuiltins::{module_name}<{}>::{type_name}", shown.join(", ")));
        let opaque = self.new_type(name, TypeKind::Opaque, None, None, id);
        let mut exports = vec![(
            Key::new(Namespace::Type, self.names.intern_str(type_name)),
            Entity::Type(TypeRef::plain(opaque)),
        )];
        let (pred_name, builtin, param) = match (template, &args[..]) {
            (BuiltinTemplate::EquivalenceRelation, [Arg::Type(ty), Arg::Pred(base)]) => {
                ("getEquivalenceClass", BuiltinPred::EquivalenceClass { base: *base }, ty.ty)
            }
            (BuiltinTemplate::InternSets, [Arg::Type(key), Arg::Type(value), Arg::Pred(values)]) => {
                let contains = PredKind::Builtin(BuiltinPred::SetContains { values: *values });
                let pred = self.builtin_pred("contains", contains, Some(opaque), &[value.ty], None);
                self.pred_info[pred].module = id;
                let name = self.names.intern_str("contains");
                self.opaque_members.insert((opaque, name, 1), pred);
                ("getSet", BuiltinPred::GetSet { values: *values }, key.ty)
            }
            (_, [Arg::Type(key), ..]) => ("map", BuiltinPred::NewEntity, key.ty),
            _ => return None,
        };
        let pred = self.builtin_pred(pred_name, PredKind::Builtin(builtin), None, &[param], Some(opaque));
        self.pred_info[pred].module = id;
        exports.push((Key::predicate(self.names.intern_str(pred_name), 1), Entity::Pred(pred)));
        for (key, _) in &exports {
            self.declarers.entry(*key).or_default().push(id);
        }
        self.modules[id].kind = ModuleKind::Builtin(exports);
        self.unchecked_instances.push((id, span));
        self.resolve_imports();
        Some(id)
    }
}
