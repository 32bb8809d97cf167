//! Interned names and the keys of the six namespaces (language.md 4.2).

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An interned identifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Sym(u32);

/// All identifiers met so far.
#[derive(Clone, Default)]
pub(crate) struct Names {
    ids: FxHashMap<Arc<str>, Sym>,
    texts: Vec<Arc<str>>,
}

impl Names {
    /// Interns a text.
    pub(crate) fn intern(&mut self, text: &Arc<str>) -> Sym {
        if let Some(sym) = self.ids.get(text) {
            return *sym;
        }
        let sym = Sym(self.texts.len() as u32);
        self.texts.push(text.clone());
        self.ids.insert(text.clone(), sym);
        sym
    }
    /// Interns a text that is not an `Arc` yet.
    pub(crate) fn intern_str(&mut self, text: &str) -> Sym {
        match self.ids.get(text) {
            Some(sym) => *sym,
            None => self.intern(&Arc::from(text)),
        }
    }
    /// The text of a symbol.
    pub(crate) fn text(&self, sym: Sym) -> &Arc<str> {
        &self.texts[sym.0 as usize]
    }
}

/// The namespaces of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Namespace {
    Module,
    Type,
    Predicate,
    ModuleSignature,
    TypeSignature,
    PredicateSignature,
}

impl Namespace {
    /// The other namespaces in which a module must not declare a name of this one (language.md 4.2).
    pub(crate) fn disjoint(self) -> &'static [Namespace] {
        use Namespace as N;
        match self {
            N::Module | N::Type => &[N::ModuleSignature, N::TypeSignature],
            N::ModuleSignature => &[N::Module, N::Type, N::TypeSignature],
            N::TypeSignature => &[N::Module, N::Type, N::ModuleSignature],
            N::Predicate => &[N::PredicateSignature],
            N::PredicateSignature => &[N::Predicate],
        }
    }
    /// The noun for its members in messages.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Namespace::Module => "module",
            Namespace::Type => "type",
            Namespace::Predicate => "predicate",
            Namespace::ModuleSignature => "module signature",
            Namespace::TypeSignature => "type signature",
            Namespace::PredicateSignature => "predicate signature",
        }
    }
}

/// The key of a look-up; the arity is 0 outside the two predicate namespaces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Key {
    pub(crate) space: Namespace,
    pub(crate) arity: u32,
    pub(crate) name: Sym,
}

impl Key {
    pub(crate) fn new(space: Namespace, name: Sym) -> Self {
        Self { space, arity: 0, name }
    }
    pub(crate) fn predicate(name: Sym, arity: usize) -> Self {
        Self { space: Namespace::Predicate, arity: arity as u32, name }
    }
}
