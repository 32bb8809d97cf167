//! Keys: what makes an entity this one, in every extraction of a tree.
//!
//! In: the model, and the trees and texts of files. Out: hashes of names, signatures and texts ([`Key`]), which
//! [`super::ids`] uses to give an entity the id that it had before. A wrong row never follows from a key: two entities
//! with one key get two ids.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};
use serde::{Deserialize, Serialize};

use super::numbered::MissingElements;
use crate::ast::{self, Member, Span, TypeDeclId, TypeDeclKind};
use crate::intern::Sym;
use crate::model::{CallableId, ClassId, FieldId, Model, Nesting, Origin, ParamId, Ty, TyKind, VarOwner};

/// A hash of 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Key(pub(crate) u64);

/// An odd number with as many ones as zeros.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Key {
    /// A key of that kind.
    pub fn of(kind: u64) -> Key {
        Key(0x243f_6a88_85a3_08d3).with(kind)
    }

    /// A key of this one and a number.
    #[must_use]
    pub fn with(self, number: u64) -> Key {
        let product = u128::from(self.0 ^ number) * u128::from(FACTOR);
        Key((product as u64 ^ (product >> 64) as u64).wrapping_add(number.rotate_left(31)))
    }

    /// A key of this one and a text.
    #[must_use]
    pub fn text(self, text: &str) -> Key {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        self.with(hasher.finish()).with(text.len() as u64)
    }

    /// The key after this one, for another entity with equal names.
    #[must_use]
    pub(crate) fn again(self) -> Key {
        self.with(FACTOR)
    }
}

/// Kinds of keys. Each is a word of its own in the hash.
pub(crate) mod kind {
    pub(crate) const FIXED: u64 = 1;
    pub(crate) const FOLDER: u64 = 2;
    pub(crate) const FILE: u64 = 3;
    pub(crate) const RESOURCE: u64 = 4;
    pub(crate) const PACKAGE: u64 = 5;
    pub(crate) const MODULE: u64 = 6;
    pub(crate) const SOURCE_CLASS: u64 = 7;
    pub(crate) const LIBRARY_CLASS: u64 = 8;
    pub(crate) const MISSING_CLASS: u64 = 9;
    pub(crate) const CALLABLE: u64 = 10;
    pub(crate) const FIELD: u64 = 11;
    pub(crate) const PARAM: u64 = 12;
    pub(crate) const TYPE: u64 = 13;
    pub(crate) const BOUND_MEMBER: u64 = 14;
    pub(crate) const ELEMENT: u64 = 15;
    pub(crate) const ARRAY_LENGTH: u64 = 16;
    pub(crate) const CLASS_FILE: u64 = 17;
    pub(crate) const MEMBER: u64 = 18;
    pub(crate) const HEAD: u64 = 19;
    pub(crate) const INITIALIZERS: u64 = 20;
    pub(crate) const IMPLICIT: u64 = 21;
    pub(crate) const IMPORTS: u64 = 22;
    pub(crate) const DIRECTIVES: u64 = 23;
    pub(crate) const COMMENT: u64 = 24;
    pub(crate) const DIAGNOSTICS: u64 = 25;
    pub(crate) const DESCRIBED: u64 = 26;
}

/// The keys of the type declarations of a file, apart from the file's name.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct DeclKeys {
    /// By declaration.
    keys: Vec<(Key, bool)>,
}

impl DeclKeys {
    /// A top-level or member class has the key of its name; one in a body has that of the text of the body.
    pub fn new(tree: &ast::File, text: &str) -> DeclKeys {
        let mut named = Named { tree, text, keys: vec![None; tree.type_decls.len()], members: Vec::new() };
        let mut equal: FxHashMap<Key, u64> = FxHashMap::default();
        for &top in &tree.top_types {
            named.decl(top, Key::of(kind::SOURCE_CLASS), &mut equal);
        }
        let Named { keys, mut members, .. } = named;
        members.sort_unstable_by_key(|(span, _)| span.start);
        let keys = keys.into_iter().zip(&tree.type_decls).map(|(key, decl)| {
            key.map_or_else(
                || {
                    let at = members.partition_point(|(span, _)| span.start <= decl.span.start);
                    let around = at.checked_sub(1).map_or(Key::of(kind::SOURCE_CLASS), |at| members[at].1);
                    (nth(around.with(kind::SOURCE_CLASS), &mut equal), false)
                },
                |key| (key, true),
            )
        });
        DeclKeys { keys: keys.collect() }
    }

    /// The key of a declaration, and whether the classes around it have names.
    pub fn get(&self, decl: TypeDeclId) -> (Key, bool) {
        let at = decl.index();
        self.keys.get(at).copied().unwrap_or_else(|| (Key::of(kind::SOURCE_CLASS).with(at as u64), false))
    }
}

/// A key for each of several things with an equal one.
fn nth(key: Key, equal: &mut FxHashMap<Key, u64>) -> Key {
    let seen = equal.entry(key).or_default();
    *seen += 1;
    if *seen == 1 { key } else { key.with(*seen) }
}

struct Named<'a> {
    tree: &'a ast::File,
    text: &'a str,
    keys: Vec<Option<Key>>,
    /// Members other than classes.
    members: Vec<(Span, Key)>,
}

impl Named<'_> {
    fn decl(&mut self, id: TypeDeclId, outer: Key, equal: &mut FxHashMap<Key, u64>) {
        let tree = self.tree;
        let decl = &tree[id];
        // A tree may have a declaration twice.
        if self.keys[id.index()].is_some() {
            return;
        }
        let implicit = u64::from(decl.kind == TypeDeclKind::ImplicitClass);
        let key = nth(outer.with(implicit).text(decl.name.as_str()), equal);
        self.keys[id.index()] = Some(key);
        for &member in &decl.members {
            match member {
                Member::Type(inner) => self.decl(inner, key, equal),
                _ => self.members.push((member_span(tree, member), member_key(tree, self.text, key, member))),
            }
        }
    }
}

/// The place of a member.
pub fn member_span(tree: &ast::File, member: Member) -> Span {
    match member {
        Member::Field(id) => tree[id].span,
        Member::EnumConstant(id) => tree[id].span,
        Member::Callable(id) => tree[id].span,
        Member::Type(id) => tree[id].span,
        Member::Initializer(id) => tree[id].span,
    }
}

/// The key of a member, with its whole text.
pub fn member_key(tree: &ast::File, text: &str, class: Key, member: Member) -> Key {
    let number = match member {
        Member::Field(_) => 0,
        Member::EnumConstant(_) => 1,
        Member::Callable(_) => 2,
        Member::Type(_) => 3,
        Member::Initializer(_) => 4,
    };
    class.with(kind::MEMBER).with(number).text(slice(text, member_span(tree, member)))
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("")
}

/// The keys of entities of the model.
#[derive(Debug)]
pub(super) struct Keys<'a> {
    model: &'a Model,
    missing: &'a MissingElements,
    /// By file: the key of its name, and the keys of its declarations.
    files: &'a [(Key, DeclKeys)],
    classes: FxHashMap<ClassId, Key>,
    types: FxHashMap<Ty, Key>,
}

/// Types nest at most that deep in a key: broken sources may have circular bounds.
const DEEPEST: u32 = 300;

impl<'a> Keys<'a> {
    pub(super) fn new(model: &'a Model, missing: &'a MissingElements, files: &'a [(Key, DeclKeys)]) -> Self {
        let (classes, types) = Default::default();
        Keys { model, missing, files, classes, types }
    }

    pub(super) fn name(kind: u64, name: Sym) -> Key {
        Key::of(kind).text(name.as_str())
    }

    pub(super) fn class(&mut self, id: ClassId) -> Key {
        if let Some(&key) = self.classes.get(&id) {
            return key;
        }
        let class = self.model.class(id);
        let key = match class.origin {
            Origin::Source { file, decl } => match self.files.get(file.index()) {
                Some((name, decls)) => name.with(decls.get(TypeDeclId::from_index(decl as usize)).0.0),
                None => Key::of(kind::SOURCE_CLASS).with(u64::from(decl)),
            },
            origin => {
                let kind = if origin == Origin::Library { kind::LIBRARY_CLASS } else { kind::MISSING_CLASS };
                let outer = match class.outer {
                    Some(outer) => self.class(outer),
                    None => Key::of(kind).text(self.model.package_name(class.package).as_str()),
                };
                let in_body = matches!(class.nesting, Nesting::Local | Nesting::Anonymous);
                outer.with(kind).with(u64::from(in_body)).text(class.name.as_str())
            }
        };
        self.classes.insert(id, key);
        key
    }

    pub(super) fn callable(&mut self, id: CallableId) -> Key {
        let model = self.model;
        let callable = model.callable(id);
        let mut key = self.class(callable.class).with(kind::CALLABLE);
        key = key.with(u64::from(callable.is_constructor)).text(callable.name.as_str());
        for param in callable.param_ids() {
            key = key.with(self.ty(model.erasure(model.param(param).ty.get())).0);
        }
        key
    }

    pub(super) fn field(&mut self, id: FieldId) -> Key {
        let field = self.model.field(id);
        self.class(field.class).with(kind::FIELD).text(field.name.as_str())
    }

    pub(super) fn param(&mut self, id: ParamId) -> Key {
        let callable = self.model.param(id).callable;
        let pos = id.0 - self.model.callable(callable).params.start;
        self.callable(callable).with(kind::PARAM).with(u64::from(pos))
    }

    pub(super) fn bound_member(&mut self, ty: Ty, declaration: CallableId) -> Key {
        self.ty(ty).with(kind::BOUND_MEMBER).with(self.callable(declaration).0)
    }

    pub(super) fn element(&mut self, number: u32) -> Key {
        match self.missing.get(number) {
            Some((class, name)) => self.class(class).with(kind::ELEMENT).text(name.as_str()),
            None => Key::of(kind::ELEMENT),
        }
    }

    pub(super) fn ty(&mut self, ty: Ty) -> Key {
        self.nested(ty, 0)
    }

    fn nested(&mut self, ty: Ty, depth: u32) -> Key {
        if let Some(&key) = self.types.get(&ty) {
            return key;
        }
        let model = self.model;
        let kind = model.types.kind(ty);
        let mut key = Key::of(kind::TYPE);
        key = match kind {
            TyKind::Basic => key.with(u64::from(ty.0)),
            TyKind::Class { class, .. } => key.with(1 << 32).with(self.class(*class).0),
            TyKind::Array(_) => key.with(2 << 32),
            TyKind::Wildcard(kind, _) => key.with(3 << 32).with(*kind as u64),
            TyKind::Intersection(_) => key.with(4 << 32),
            TyKind::Var(var) => {
                let var = model.type_var(*var);
                let owner = match var.owner {
                    VarOwner::Class(class) => self.class(class),
                    VarOwner::Callable(callable) => self.callable(callable),
                };
                key.with(5 << 32).with(owner.0).with(u64::from(var.index))
            }
        };
        if depth > DEEPEST {
            return key;
        }
        for &part in kind.parts() {
            key = key.with(self.nested(part, depth + 1).0);
        }
        self.types.insert(ty, key);
        key
    }
}
