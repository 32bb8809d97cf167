//! Name look-up: the exported and visible environments of a module (language.md 4.3), searched on demand.
//!
//! For a frozen module the search is short: an index lists the modules that publicly declare a key, and if public
//! imports reach only one of those, it is the answer; only with several is the import graph walked, since one may hide
//! another.

use crate::decl::{DeclId, DeclKind, Flags};
use crate::names::{Key, Namespace};
use crate::world::{Entity, Lookup, ModuleId, ModuleKind, Sema, TypeRef};
use quarrel_base::ids::Id;
use quarrel_base::{Code, Diagnostic, Span};
use quarrel_syntax::tree::{self, Name};
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl<'t> Sema<'t> {
    /// The entity of a declaration in an instance of its module; `None` while an alias cannot be resolved yet.
    pub(crate) fn entity(&mut self, id: DeclId, module: ModuleId) -> Option<Entity> {
        let decl = self.decls.decls[id];
        Some(match decl.kind {
            DeclKind::Module(scope) => {
                if self.decls.scopes[scope].params.is_empty() {
                    Entity::Module(*self.children.get(&(id, module))?)
                } else {
                    Entity::Template(id, module)
                }
            }
            DeclKind::Class(_) | DeclKind::Union(_) | DeclKind::Newtype(_) => {
                let is_final = decl.flags.has(Flags::FINAL);
                Entity::Type(TypeRef { is_final, ..TypeRef::plain(self.declared_type(id, module)) })
            }
            DeclKind::Branch(..) => Entity::Type(TypeRef::plain(self.declared_type(id, module))),
            DeclKind::Predicate(_) => Entity::Pred(self.declared_pred(id, module)),
            DeclKind::SignaturePredicate(_) | DeclKind::SignatureClass(_) | DeclKind::SignatureModule(_) => {
                Entity::Signature(id, module)
            }
            DeclKind::ModuleAlias(_)
            | DeclKind::ImportAs(_)
            | DeclKind::ClassAlias(_)
            | DeclKind::PredicateAlias(_) => return self.alias(id, module),
        })
    }

    fn alias(&mut self, id: DeclId, module: ModuleId) -> Option<Entity> {
        if let Some(known) = self.aliases.get(&(id, module)) {
            return Some(*known);
        }
        let decl = self.decls.decls[id];
        if self.open_aliases.contains(&(id, module)) {
            let message = format!("`{}` is an alias of itself", decl.name.text);
            self.error(Code::AliasCycle, decl.name.span, message);
            return (!self.quiet).then_some(Entity::Error);
        }
        self.open_aliases.push((id, module));
        let target = match decl.kind {
            DeclKind::ModuleAlias(alias) => self.module_expr(module, &alias.target).map(Entity::Module),
            DeclKind::ImportAs(import) => {
                self.import_target(module, import, decl.name.span).map(Entity::Module)
            }
            DeclKind::ClassAlias(alias) => self.type_ref(module, &alias.target).map(|found| {
                // A final alias of a final type is the type itself.
                let is_strong = decl.flags.has(Flags::FINAL) && !found.is_final;
                Entity::Type(match is_strong {
                    true => TypeRef { is_final: true, alias: Some((id, module)), ..found },
                    false => found,
                })
            }),
            DeclKind::PredicateAlias(alias) => self.predicate_ref(module, &alias.target).map(Entity::Pred),
            _ => None,
        };
        self.open_aliases.pop();
        match target {
            Some(entity) => {
                self.aliases.insert((id, module), entity);
                Some(entity)
            }
            None if self.quiet => None,
            None => {
                self.aliases.insert((id, module), Entity::Error);
                Some(Entity::Error)
            }
        }
    }

    /// The export of a module under a key by its own declarations or defaults.
    fn own_public(&mut self, module: ModuleId, key: Key) -> Option<Entity> {
        match &self.modules[module].kind {
            ModuleKind::Builtin(exports) => {
                return exports.iter().find(|(name, _)| *name == key).map(|(_, entity)| *entity);
            }
            ModuleKind::QlBuiltins => return self.ql_builtin(key),
            ModuleKind::View { by } => {
                let by = *by;
                let scope = self.modules[module].scope?;
                self.decls.scopes[scope].names.get(&key)?;
                return match self.exported(by, key) {
                    Lookup::One(entity) => Some(entity),
                    _ => Some(Entity::Error),
                };
            }
            ModuleKind::Facade { of } => {
                let of = *of;
                let scope = self.modules[module].scope?;
                self.decls.scopes[scope].names.get(&key)?;
                return match self.exported(of, key) {
                    Lookup::One(entity) => Some(entity),
                    Lookup::None if self.settling => None,
                    // A missing one is reported at its declaration.
                    Lookup::None | Lookup::Many => Some(Entity::Error),
                };
            }
            ModuleKind::Placeholder => {
                let scope = self.modules[module].scope?;
                let decl = *self.decls.scopes[scope].names.get(&key)?;
                return match self.decls.decls[decl].kind {
                    DeclKind::SignatureClass(_) => {
                        let ty = self.placeholder_type(decl, module);
                        Some(Entity::Type(TypeRef::plain(ty)))
                    }
                    _ => Some(Entity::Pred(self.declared_pred(decl, module))),
                };
            }
            ModuleKind::Signature => return None,
            ModuleKind::File | ModuleKind::Explicit => {}
        }
        let scope = self.modules[module].scope?;
        if let Some(decl) = self.decls.scopes[scope].names.get(&key).copied() {
            if self.decls.decls[decl].flags.has(Flags::PRIVATE) {
                return None;
            }
            return self.entity(decl, module);
        }
        // A default of a signature that it implements.
        for at in 0..self.modules[module].implements.len() {
            let view = self.modules[module].implements[at];
            let Some(scope) = self.modules[view].scope else { continue };
            let Some(decl) = self.decls.scopes[scope].names.get(&key).copied() else { continue };
            if self.decls.decls[decl].flags.has(Flags::DEFAULT) {
                return Some(Entity::Pred(self.declared_pred(decl, view)));
            }
        }
        None
    }

    /// The export of a module under a key.
    pub(crate) fn exported(&mut self, module: ModuleId, key: Key) -> Lookup {
        quarrel_base::budget::poll();
        let frozen = self.is_frozen(module);
        if frozen && let Some(known) = self.exported_cache.get(&(module, key)) {
            return *known;
        }
        let found = if let Some(entity) = self.own_public(module, key) {
            Lookup::One(entity)
        } else if self.modules[module].imports.iter().all(|(_, private)| *private) {
            Lookup::None
        } else if frozen {
            self.exported_by_index(module, key)
        } else {
            let mut found = Vec::new();
            self.walk_exports(module, key, &mut found);
            outcome(&found)
        };
        if frozen && !self.settling {
            self.exported_cache.insert((module, key), found);
        }
        found
    }

    fn exported_by_index(&mut self, module: ModuleId, key: Key) -> Lookup {
        let closure = self.closure(module);
        let reachable =
            |at: &ModuleId| closure.get(at.index() / 64).is_some_and(|w| w >> (at.index() % 64) & 1 == 1);
        let Some(declarers) = self.declarers.get(&key) else { return Lookup::None };
        let mut candidates = declarers.iter().copied().filter(reachable);
        let Some(first) = candidates.next() else { return Lookup::None };
        if candidates.next().is_none() {
            return match self.own_public(first, key) {
                Some(entity) => Lookup::One(entity),
                None => Lookup::None,
            };
        }
        let mut found = Vec::new();
        self.walk_exports(module, key, &mut found);
        outcome(&found)
    }

    /// All modules reachable through public imports, as a bit set.
    fn closure(&mut self, module: ModuleId) -> Rc<Vec<u64>> {
        if let Some(known) = self.closures.get(&module) {
            return known.clone();
        }
        let mut bits = vec![0u64; self.modules.len() / 64 + 1];
        let mut stack = vec![module];
        bits[module.index() / 64] |= 1 << (module.index() % 64);
        while let Some(at) = stack.pop() {
            for (target, private) in &self.modules[at].imports {
                let (word, bit) = (target.index() / 64, 1 << (target.index() % 64));
                if !private && bits[word] & bit == 0 {
                    bits[word] |= bit;
                    stack.push(*target);
                }
            }
        }
        let bits = Rc::new(bits);
        self.closures.insert(module, bits.clone());
        bits
    }

    fn walk_exports(&mut self, module: ModuleId, key: Key, found: &mut Vec<Entity>) {
        let mut seen = FxHashSet::default();
        let mut stack = vec![module];
        seen.insert(module);
        while let Some(at) = stack.pop() {
            if let Some(entity) = self.own_public(at, key) {
                add(found, entity);
                continue;
            }
            let targets: Vec<_> = self.modules[at]
                .imports
                .iter()
                .rev()
                .filter(|(target, private)| !private && seen.insert(*target))
                .map(|(target, _)| *target)
                .collect();
            stack.extend(targets);
        }
    }

    /// The entity visible in a module under a key.
    pub(crate) fn visible(&mut self, module: ModuleId, key: Key) -> Lookup {
        match self.around(module, key) {
            Lookup::None => self.global(key).map_or(Lookup::None, Lookup::One),
            found => found,
        }
    }

    /// The entity that a module and its enclosing modules show under a key. Each caches its answer, so that instances
    /// of a module share the enclosing part.
    fn around(&mut self, module: ModuleId, key: Key) -> Lookup {
        quarrel_base::budget::poll();
        // A holder of parameters without a body gets them one by one.
        let frozen = self.is_frozen(module) && self.modules[module].scope.is_some();
        if frozen && let Some(known) = self.visible_cache.get(&(module, key)) {
            return *known;
        }
        let mut found = Vec::new();
        let ends = self.shown_by(module, key, &mut found);
        if !ends && let Some(parent) = self.modules[module].parent {
            match self.around(parent, key) {
                Lookup::None => {}
                Lookup::One(entity) => add(&mut found, entity),
                Lookup::Many => self.all_around(parent, key, &mut found),
            }
        }
        let found = outcome(&found);
        if frozen && !self.settling {
            self.visible_cache.insert((module, key), found);
        }
        found
    }

    fn all_visible(&mut self, module: ModuleId, key: Key) -> Vec<Entity> {
        let mut found = Vec::new();
        self.all_around(module, key, &mut found);
        if found.is_empty()
            && let Some(entity) = self.global(key)
        {
            found.push(entity);
        }
        found
    }

    fn all_around(&mut self, module: ModuleId, key: Key, found: &mut Vec<Entity>) {
        let mut current = Some(module);
        while let Some(at) = current {
            if self.shown_by(at, key, found) {
                break;
            }
            current = self.modules[at].parent;
        }
    }

    /// Finds the entities that a module itself shows under a key, by declaration or import; returns whether they hide
    /// enclosing ones.
    fn shown_by(&mut self, module: ModuleId, key: Key, found: &mut Vec<Entity>) -> bool {
        if let Some((_, entity)) = self.modules[module].params.iter().find(|(name, _)| *name == key) {
            add(found, *entity);
            return true;
        }
        if let Some(scope) = self.modules[module].scope
            && let Some(decl) = self.decls.scopes[scope].names.get(&key).copied()
        {
            // The name of an import hides the names that other imports bring, as public names do.
            let named = matches!(self.decls.decls[decl].kind, DeclKind::ImportAs(_));
            let private = self.decls.decls[decl].flags.has(Flags::PRIVATE) && !named;
            let entity = match self.modules[module].kind {
                ModuleKind::File | ModuleKind::Explicit => self.entity(decl, module),
                _ => self.own_public(module, key),
            };
            if let Some(entity) = entity {
                add(found, entity);
            }
            if !private {
                return true;
            }
        } else if !self.modules[module].implements.is_empty()
            && let Some(entity) = self.own_public(module, key)
        {
            add(found, entity);
            return true;
        }
        for at in 0..self.modules[module].imports.len() {
            let (target, _) = self.modules[module].imports[at];
            match self.exported(target, key) {
                Lookup::None => {}
                Lookup::One(entity) => add(found, entity),
                Lookup::Many => self.walk_exports(target, key, found),
            }
        }
        false
    }

    /// The global environment and the schema's relations.
    fn global(&mut self, key: Key) -> Option<Entity> {
        match key.space {
            Namespace::Module => {
                (&**self.names.text(key.name) == "QlBuiltins").then_some(Entity::Module(self.builtins))
            }
            Namespace::Predicate => {
                if let Some(pred) = self.globals.get(&key) {
                    return Some(Entity::Pred(*pred));
                }
                let relation = *self.relations.get(&(key.name, key.arity))?;
                Some(Entity::Pred(self.stored_pred(relation)))
            }
            _ => None,
        }
    }

    /// Like [`Sema::visible`], but reports an ambiguity and then returns the outer `None`.
    pub(crate) fn search_visible(
        &mut self,
        module: ModuleId,
        key: Key,
        span: Span,
    ) -> Option<Option<Entity>> {
        match self.visible(module, key) {
            Lookup::None => Some(None),
            Lookup::One(Entity::Error) => None,
            Lookup::One(entity) => Some(Some(entity)),
            Lookup::Many => {
                let all = self.all_visible(module, key);
                self.ambiguous(key, span, &all);
                None
            }
        }
    }

    /// Like [`Sema::exported`], but reports an ambiguity and then returns the outer `None`.
    pub(crate) fn search_exported(
        &mut self,
        outer: ModuleId,
        key: Key,
        span: Span,
    ) -> Option<Option<Entity>> {
        match self.exported(outer, key) {
            Lookup::None => Some(None),
            Lookup::One(Entity::Error) => None,
            Lookup::One(entity) => Some(Some(entity)),
            Lookup::Many => {
                let mut all = Vec::new();
                self.walk_exports(outer, key, &mut all);
                self.ambiguous(key, span, &all);
                None
            }
        }
    }

    fn ambiguous(&mut self, key: Key, span: Span, all: &[Entity]) {
        if self.quiet {
            return;
        }
        let text = self.names.text(key.name).clone();
        let message = format!("{} `{text}` is ambiguous", key.space.noun());
        let mut diagnostic = Diagnostic::error(Code::AmbiguousName, span, message);
        for entity in all {
            if let Some(place) = self.entity_span(*entity) {
                diagnostic = diagnostic.label(place, "may be this one");
            }
        }
        self.report(diagnostic);
    }

    /// The declaration of an entity.
    pub(crate) fn entity_span(&self, entity: Entity) -> Option<Span> {
        match entity {
            Entity::Module(module) => {
                let scope = self.modules[module].scope?;
                let decl = self.decls.scopes[scope].decl?;
                Some(self.decls.decls[decl].name.span)
            }
            Entity::Template(decl, _) | Entity::Signature(decl, _) => Some(self.decls.decls[decl].name.span),
            Entity::Type(ty) => self.out.types[ty.ty].span,
            Entity::Pred(pred) => match self.pred_info[pred].source {
                crate::world::PredSource::BuiltIn => None,
                _ => Some(self.out.preds[pred].span),
            },
            Entity::Error | Entity::BuiltinTemplate(_) => None,
        }
    }

    /// The visible entity of a name; reports an error if there is none.
    pub(crate) fn lookup_visible(&mut self, module: ModuleId, key: Key, name: &Name) -> Option<Entity> {
        let found = self.search_visible(module, key, name.span)?;
        if let Some(entity) = found {
            self.note_use(key, entity, name);
        }
        if found.is_none() && !self.quiet && !self.silenced(module) {
            let diagnostic = self.unresolved(module, key, name);
            self.report(diagnostic);
        }
        if found.is_none() {
            self.errors += usize::from(!self.quiet);
        }
        found
    }

    /// The entity of a name that `outer` exports; reports an error if there is none.
    pub(crate) fn lookup_exported(&mut self, outer: ModuleId, key: Key, name: &Name) -> Option<Entity> {
        let found = self.search_exported(outer, key, name.span)?;
        if let Some(entity) = found {
            self.note_use(key, entity, name);
        }
        if found.is_none() && !self.quiet && !self.lacks_exports(outer) {
            let diagnostic = self.unresolved_in(outer, key, name);
            self.report(diagnostic);
        }
        if found.is_none() {
            self.errors += usize::from(!self.quiet);
        }
        found
    }

    /// Whether names may be missing in a module, or around it, because of an import that was reported as unresolved.
    pub(crate) fn silenced(&mut self, module: ModuleId) -> bool {
        let around = std::iter::successors(Some(module), |at| self.modules[*at].parent).collect();
        self.quiet || self.any_broken(around)
    }

    /// Like [`Sema::silenced`], ignoring the module's own imports, which are reported one by one.
    pub(crate) fn lacks_names_of_others(&self, module: ModuleId) -> bool {
        let own = std::iter::successors(Some(module), |at| self.modules[*at].parent);
        self.any_broken(own.flat_map(|at| &self.modules[at].imports).map(|(target, _)| *target).collect())
    }

    /// Whether a module may lack exports for that reason.
    fn lacks_exports(&self, module: ModuleId) -> bool {
        self.any_broken(vec![module])
    }

    /// Whether one of the modules, or of those that they import, has an unresolved import.
    fn any_broken(&self, mut modules: Vec<ModuleId>) -> bool {
        let mut seen = FxHashSet::default();
        while let Some(at) = modules.pop() {
            if seen.insert(at) {
                if self.modules[at].broken {
                    return true;
                }
                modules.push(self.behind_facade(at));
                modules.extend(self.modules[at].imports.iter().map(|(target, _)| *target));
            }
        }
        false
    }

    /// The type as written; reports an error and returns `None` if there is none.
    pub(crate) fn type_ref(&mut self, module: ModuleId, written: &'t tree::TypeExpr) -> Option<TypeRef> {
        use crate::hir::Primitive as P;
        let plain = |ty| Some(TypeRef::plain(ty));
        match &written.kind {
            tree::TypeExprKind::Primitive(primitive) => plain(self.primitive(match primitive {
                tree::Primitive::Boolean => P::Boolean,
                tree::Primitive::Date => P::Date,
                tree::Primitive::Float => P::Float,
                tree::Primitive::Int => P::Int,
                tree::Primitive::String => P::String,
            })),
            tree::TypeExprKind::Db(name) => {
                let sym = self.sym(name);
                match self.db_types.get(&sym) {
                    Some(ty) => plain(*ty),
                    None => {
                        let mut diagnostic = Diagnostic::error(
                            Code::UnresolvedType,
                            name.span,
                            format!("the schema has no type `{}`", name.text),
                        );
                        let types = self.catalog.types.iter().map(|ty| &*ty.name);
                        if let Some(similar) = crate::suggest::most_similar(&name.text, types) {
                            diagnostic = diagnostic.rename(similar);
                        }
                        self.report(diagnostic);
                        None
                    }
                }
            }
            tree::TypeExprKind::Named { module: qualifier, name } => {
                let key = Key::new(Namespace::Type, self.sym(name));
                let entity = match qualifier {
                    Some(qualifier) => {
                        let outer = self.module_expr(module, qualifier)?;
                        self.lookup_exported(outer, key, name)?
                    }
                    None => self.lookup_visible(module, key, name)?,
                };
                match entity {
                    Entity::Type(found) => Some(found),
                    _ => None,
                }
            }
        }
    }

    /// Warns of the use of a deprecated or library declaration.
    pub(crate) fn note_use(&mut self, key: Key, entity: Entity, name: &Name) {
        self.record_entity(name, entity);
        let Some(declared) = self.remarkable.get(&key).filter(|_| !self.quiet) else { return };
        for (decl, module) in declared.clone() {
            if self.entity(decl, module) != Some(entity) {
                continue;
            }
            let (flags, place) = (self.decls.decls[decl].flags, self.decls.decls[decl].name.span);
            self.note_deprecated(flags, name, place);
            let in_query = self.sources.file(name.span.file).name.ends_with(".ql");
            if flags.has(Flags::LIBRARY) && in_query && place.file != name.span.file {
                let message =
                    format!("class `{}` is for libraries: only `.qll` files can name it", name.text);
                self.report(
                    Diagnostic::error(Code::LibraryClass, name.span, message).label(place, "declared here"),
                );
            }
        }
    }

    /// Warns of a deprecated declaration that an entry file uses and another file has.
    pub(crate) fn note_deprecated(&mut self, flags: Flags, name: &Name, declared: Span) {
        let elsewhere = declared.file != name.span.file && self.entries.contains(&name.span.file);
        let inside = |span: &Span| {
            span.file == name.span.file && span.start <= name.span.start && name.span.end <= span.end
        };
        if flags.has(Flags::DEPRECATED) && elsewhere && !self.decls.deprecated.iter().any(inside) {
            let message = format!("`{}` is deprecated", name.text);
            self.report(
                Diagnostic::warning(Code::Deprecated, name.span, message).label(declared, "declared here"),
            );
        }
    }

    /// The type as written, or the error type.
    pub(crate) fn type_or_error(
        &mut self,
        module: ModuleId,
        written: &'t tree::TypeExpr,
    ) -> crate::hir::TypeId {
        match self.type_ref(module, written) {
            Some(found) => found.ty,
            None => self.error_type(),
        }
    }

    /// The predicate of `M::p/2`.
    pub(crate) fn predicate_ref(
        &mut self,
        module: ModuleId,
        written: &'t tree::PredicateRef,
    ) -> Option<crate::hir::PredId> {
        let key = Key::predicate(self.sym(&written.name), written.arity as usize);
        let entity = match &written.module {
            Some(qualifier) => {
                let outer = self.module_expr(module, qualifier)?;
                self.lookup_exported(outer, key, &written.name)?
            }
            None => self.lookup_visible(module, key, &written.name)?,
        };
        self.entity_pred(entity)
    }

    /// The predicate of an entity of the predicate namespace; for a branch, its constructor.
    pub(crate) fn entity_pred(&mut self, entity: Entity) -> Option<crate::hir::PredId> {
        match entity {
            Entity::Pred(pred) => Some(pred),
            Entity::Type(branch) => {
                let info = &self.type_info[branch.ty];
                let (decl, module) = (info.decl?, info.module);
                Some(self.declared_pred(decl, module))
            }
            _ => None,
        }
    }
}

fn add(found: &mut Vec<Entity>, entity: Entity) {
    if !found.contains(&entity) {
        found.push(entity);
    }
}

fn outcome(found: &[Entity]) -> Lookup {
    match found {
        [] => Lookup::None,
        [one] => Lookup::One(*one),
        _ if found.contains(&Entity::Error) => Lookup::One(Entity::Error),
        _ => Lookup::Many,
    }
}
