//! Modules: one for each declaration, enclosing instance and arguments. Their imports are resolved as a least fixpoint
//! (language.md 4.3), because imports may be cyclic and may need each other's names.
//!
//! Unresolved imports wait in `pending`. A round tries each with the present knowledge; results stay valid, as only
//! declared names hide others and declarations are known from the start. Imports that no round resolves are mistakes.
//! When all is settled, existing modules are frozen: later instances can import but not change them, so look-ups in
//! them can be cached, failures included.

use crate::decl::{DeclId, DeclKind, Flags, ScopeId, ScopeKind};
use crate::names::{Key, Namespace};
use crate::world::{Arg, Entity, InstanceKey, Module, ModuleId, ModuleKind, Pending, Sema, TypeRef};
use quarrel_base::ids::Id;
use quarrel_base::{Code, Diagnostic, FileId, Span};
use quarrel_common::words::count;
use quarrel_syntax::tree;
use std::sync::Arc;

/// Instances nested deeper in each other's arguments grow without end.
const MAX_DEPTH: u32 = 48;
/// A program with more modules multiplies them without end.
const MAX_MODULES: usize = 200_000;
/// A declaration inside so many nested instances of one module, each with simpler arguments than the next, is one of an
/// endless series: each instance of the module contains it again.
const MAX_GROWTH: u32 = 5;
/// Bytes of arguments that names of modules show in full.
const SHOWN_ARGUMENTS: usize = 120;

impl<'t> Sema<'t> {
    /// The module of a file.
    pub(crate) fn file_module(&mut self, file: FileId) -> ModuleId {
        if let Some(module) = self.files.get(&file) {
            return *module;
        }
        let input = self.input;
        let scope = self.decls.file(&mut self.names, file, input.tree(file));
        let module = self.new_module(ModuleKind::File, Some(scope), None, Vec::new(), Vec::new(), false, 0);
        self.files.insert(file, module);
        module
    }

    /// Creates a module, and the modules without parameters inside it.
    pub(crate) fn new_module(
        &mut self,
        kind: ModuleKind,
        scope: Option<ScopeId>,
        parent: Option<ModuleId>,
        params: Vec<(Key, Entity)>,
        args: Vec<Arg>,
        generic: bool,
        depth: u32,
    ) -> ModuleId {
        quarrel_base::budget::poll();
        let monotonic = scope.is_some_and(|scope| self.decls.scopes[scope].monotonic);
        let has_body = matches!(kind, ModuleKind::File | ModuleKind::Explicit);
        let exports_all = matches!(kind, ModuleKind::Placeholder | ModuleKind::Facade { .. });
        let name = self.name_of_new(&kind, scope, parent, &args);
        let id = self.modules.push(Module {
            name,
            kind,
            scope,
            parent,
            params,
            args,
            imports: Vec::new(),
            implements: Vec::new(),
            generic,
            depth,
            creator: None,
            broken: false,
            monotonic,
            misfit: false,
        });
        let Some(scope_id) = scope else { return id };
        let scope = &self.decls.scopes[scope_id];
        if has_body || exports_all {
            for (key, decl) in &scope.names {
                let flags = self.decls.decls[*decl].flags;
                if exports_all || !flags.has(Flags::PRIVATE) {
                    self.declarers.entry(*key).or_default().push(id);
                }
                if flags.has(Flags::DEPRECATED) || flags.has(Flags::LIBRARY) {
                    self.remarkable.entry(*key).or_default().push((*decl, id));
                }
            }
        }
        if !has_body {
            return id;
        }
        self.pending.extend((0..scope.imports.len()).map(|at| Pending::Import(id, at)));
        self.pending.extend((0..scope.implements.len()).map(|at| Pending::Implements(id, at)));
        let mut inner = Vec::new();
        for decl in &scope.decls {
            match self.decls.decls[*decl].kind {
                DeclKind::Module(body) if self.decls.scopes[body].params.is_empty() => {
                    inner.push((*decl, body));
                }
                DeclKind::ModuleAlias(_) | DeclKind::ImportAs(_) => {
                    self.pending.push(Pending::Alias(id, *decl));
                }
                _ => {}
            }
        }
        for (decl, body) in inner {
            let child = self.new_module(
                ModuleKind::Explicit,
                Some(body),
                Some(id),
                Vec::new(),
                Vec::new(),
                generic,
                depth,
            );
            self.children.insert((decl, id), child);
        }
        id
    }

    /// Resolves imports until a fixpoint.
    pub(crate) fn resolve_imports(&mut self) {
        if self.settling || (self.pending.is_empty() && self.frozen == self.modules.len()) {
            return;
        }
        self.settling = true;
        let quiet = std::mem::replace(&mut self.quiet, true);
        loop {
            let mut progress = false;
            let items = std::mem::take(&mut self.pending);
            let mut waiting = Vec::new();
            for item in items {
                if self.attempt(item) {
                    progress = true;
                } else {
                    waiting.push(item);
                }
            }
            progress |= !self.pending.is_empty();
            waiting.append(&mut self.pending);
            self.pending = waiting;
            if self.pending.is_empty() {
                break;
            }
            if !progress {
                self.report_unresolved();
            }
        }
        self.frozen = self.modules.len();
        self.quiet = quiet;
        self.settling = false;
    }

    /// Reports the first unresolved item, and marks its module so that consequences are not reported.
    fn report_unresolved(&mut self) {
        let items = std::mem::take(&mut self.pending);
        self.quiet = false;
        for item in items {
            if self.attempt(item) {
                continue;
            }
            match item {
                Pending::Import(module, _) | Pending::Implements(module, _) => {
                    self.modules[module].broken = true;
                }
                Pending::Alias(module, decl) => {
                    self.aliases.insert((decl, module), Entity::Error);
                }
            }
        }
        self.quiet = true;
    }

    fn attempt(&mut self, item: Pending) -> bool {
        quarrel_base::budget::poll();
        match item {
            Pending::Import(module, at) => {
                let Some(scope) = self.modules[module].scope else { return true };
                let (import, span, private) = self.decls.scopes[scope].imports[at];
                let Some(target) = self.import_target(module, import, span) else { return false };
                let imports = &mut self.modules[module].imports;
                if target != module && !imports.contains(&(target, private)) {
                    imports.push((target, private));
                }
                true
            }
            Pending::Implements(module, at) => {
                let Some(scope) = self.modules[module].scope else { return true };
                let written = &self.decls.scopes[scope].implements[at];
                let Some(signature) = self.module_signature(module, written) else { return false };
                let view = self.view(signature, module);
                self.modules[module].implements.push(view);
                if let Some(scope) = self.modules[view].scope {
                    for (key, decl) in &self.decls.scopes[scope].names {
                        if self.decls.decls[*decl].flags.has(Flags::DEFAULT) {
                            self.declarers.entry(*key).or_default().push(module);
                        }
                    }
                }
                true
            }
            Pending::Alias(module, decl) => self.entity(decl, module).is_some(),
        }
    }

    /// The module that an import resolves to.
    pub(crate) fn import_target(
        &mut self,
        module: ModuleId,
        import: &'t tree::Import,
        span: Span,
    ) -> Option<ModuleId> {
        let from = self.file_of(module)?;
        let mut current = None;
        if import.args.is_none() {
            let path: Vec<_> = import.path.iter().map(|name| name.text.clone()).collect();
            if let Some(file) = self.input.resolve(from, &path) {
                self.import_paths.entry(file).or_insert_with(|| path.join("."));
                current = Some(self.file_module(file));
            }
        }
        let mut current = match (current, &import.path[..]) {
            (Some(found), _) => found,
            (None, [name]) => {
                let key = Key::new(Namespace::Module, self.sym(name));
                let Some(entity) = self.search_visible(module, key, name.span)? else {
                    if !self.quiet && !self.lacks_names_of_others(module) {
                        let diagnostic = self.unresolved(module, key, name);
                        let diagnostic = Diagnostic {
                            code: Code::UnresolvedImport,
                            message: format!("no file and no module is named `{}`", name.text),
                            ..diagnostic
                        };
                        self.report(diagnostic);
                    }
                    return None;
                };
                self.step(module, entity, import.args.as_deref(), name)?
            }
            (None, path) => {
                let dotted = path.iter().map(|name| &*name.text).collect::<Vec<_>>();
                let span = match (path.first(), path.last()) {
                    (Some(first), Some(last)) => first.span.to(last.span),
                    _ => span,
                };
                self.error(
                    Code::UnresolvedImport,
                    span,
                    format!("no file `{}.qll` on the search path", dotted.join("/")),
                );
                return None;
            }
        };
        for step in &import.steps {
            current = self.inner_module(module, current, step)?;
        }
        Some(current)
    }

    /// Resolves `A<X>::B` in the names of `module`.
    pub(crate) fn module_expr(
        &mut self,
        module: ModuleId,
        written: &'t tree::ModuleExpr,
    ) -> Option<ModuleId> {
        let (first, rest) = written.steps.split_first()?;
        let key = Key::new(Namespace::Module, self.sym(&first.name));
        let entity = self.lookup_visible(module, key, &first.name)?;
        let mut current = self.step(module, entity, first.args.as_deref(), &first.name)?;
        for step in rest {
            current = self.inner_module(module, current, step)?;
        }
        Some(current)
    }

    fn inner_module(
        &mut self,
        module: ModuleId,
        outer: ModuleId,
        step: &'t tree::ModuleStep,
    ) -> Option<ModuleId> {
        let key = Key::new(Namespace::Module, self.sym(&step.name));
        let entity = self.lookup_exported(outer, key, &step.name)?;
        self.step(module, entity, step.args.as_deref(), &step.name)
    }

    /// Applies written arguments to a module entity.
    fn step(
        &mut self,
        module: ModuleId,
        entity: Entity,
        args: Option<&'t [tree::Arg]>,
        name: &'t tree::Name,
    ) -> Option<ModuleId> {
        match (entity, args) {
            (Entity::Module(found), None) => Some(found),
            (Entity::Template(decl, parent), Some(args)) => {
                self.instantiate(module, decl, parent, args, name.span)
            }
            (Entity::BuiltinTemplate(template), Some(args)) => {
                self.instantiate_builtin(module, template, args, name.span)
            }
            (Entity::Module(_), Some(_)) => {
                let message = format!("module `{}` has no parameters", name.text);
                self.error(Code::NotParameterised, name.span, message);
                None
            }
            (Entity::Template(..) | Entity::BuiltinTemplate(_), None) => {
                let message = format!("module `{}` needs arguments", name.text);
                self.error(Code::MissingModuleArguments, name.span, message);
                None
            }
            _ => None,
        }
    }

    /// The instance of a parameterised module or signature, created if new.
    pub(crate) fn instantiate(
        &mut self,
        module: ModuleId,
        decl: DeclId,
        parent: ModuleId,
        written: &'t [tree::Arg],
        span: Span,
    ) -> Option<ModuleId> {
        let scope = self.decls.decls[decl].body()?;
        let params = self.decls.scopes[scope].params;
        if params.len() != written.len() {
            let message = format!(
                "`{}` takes {}, not {}",
                self.decls.decls[decl].name.text,
                count(params.len(), "argument"),
                written.len()
            );
            let declared = self.decls.decls[decl].name.span;
            self.report(
                Diagnostic::error(Code::WrongArgumentCount, span, message).label(declared, "declared here"),
            );
            return None;
        }
        let mut bound = Vec::with_capacity(params.len());
        let mut args = Vec::with_capacity(params.len());
        for (param, arg) in params.iter().zip(written) {
            let home = self.signature_home(decl, parent, param, &bound, &args);
            let (key, signature) = self.param_key(home, param)?;
            let arg = self.argument(module, key, arg)?;
            let entity = match arg {
                Arg::Type(ty) => Entity::Type(ty),
                Arg::Pred(pred) => Entity::Pred(pred),
                Arg::Module(module) => Entity::Module(match signature {
                    Some(signature) => self.facade(module, signature),
                    None => module,
                }),
            };
            bound.push((key, entity));
            args.push(arg);
        }
        self.instance(decl, parent, bound, args, span, module)
    }

    /// The module in whose names a parameter's signature is resolved: the one around the parameterised module, with the
    /// earlier parameters if the signature can mention them.
    fn signature_home(
        &mut self,
        decl: DeclId,
        parent: ModuleId,
        param: &'t tree::ModuleParam,
        bound: &[(Key, Entity)],
        args: &[Arg],
    ) -> ModuleId {
        let has_arguments = |module: &tree::ModuleExpr| module.steps.iter().any(|step| step.args.is_some());
        if bound.is_empty() || !param.signature.module.as_ref().is_some_and(has_arguments) {
            return parent;
        }
        let key = InstanceKey::Holder(decl, parent, args.to_vec());
        if let Some(known) = self.instances.get(&key) {
            return *known;
        }
        let (depth, generic) = self.arguments_depth(parent, args);
        let params = bound.to_vec();
        let holder =
            self.new_module(ModuleKind::Signature, None, Some(parent), params, Vec::new(), generic, depth);
        self.instances.insert(key, holder);
        holder
    }

    /// An argument restricted to the names in the parameter's signature.
    fn facade(&mut self, of: ModuleId, signature: DeclId) -> ModuleId {
        // A parameter that stands for any argument is restricted already.
        if matches!(self.modules[of].kind, ModuleKind::Placeholder) {
            return of;
        }
        let key = InstanceKey::Facade(signature, of);
        if let Some(known) = self.instances.get(&key) {
            return *known;
        }
        let scope = self.decls.decls[signature].body();
        let (generic, depth) = (self.modules[of].generic, self.modules[of].depth);
        let kind = ModuleKind::Facade { of };
        let id = self.new_module(kind, scope, None, Vec::new(), Vec::new(), generic, depth);
        self.instances.insert(key, id);
        id
    }

    fn instance(
        &mut self,
        decl: DeclId,
        parent: ModuleId,
        bound: Vec<(Key, Entity)>,
        args: Vec<Arg>,
        span: Span,
        creator: ModuleId,
    ) -> Option<ModuleId> {
        let scope = self.decls.decls[decl].body()?;
        let instance_key = InstanceKey::Template(decl, parent, args.clone());
        if let Some(found) = self.instances.get(&instance_key) {
            return Some(*found);
        }
        let (depth, generic) = self.arguments_depth(parent, &args);
        if depth > MAX_DEPTH || self.modules.len() > MAX_MODULES || self.grows(scope, depth, creator) {
            let name = &self.decls.decls[decl].name.text;
            let message = format!("instances of `{name}` need ever larger instances of themselves");
            self.error(Code::EndlessInstantiation, span, message);
            return None;
        }
        let kind = match self.decls.scopes[scope].kind {
            ScopeKind::Signature => ModuleKind::Signature,
            _ => ModuleKind::Explicit,
        };
        let id = self.new_module(kind, Some(scope), Some(parent), bound, args, generic, depth);
        self.modules[id].creator = Some(creator);
        self.instances.insert(instance_key, id);
        self.unchecked_instances.push((id, span));
        self.resolve_imports();
        Some(id)
    }

    /// Whether an instance of the module with that body and arguments of that depth belongs to an endless series.
    fn grows(&self, scope: ScopeId, depth: u32, creator: ModuleId) -> bool {
        let (mut growth, mut least, mut at) = (0, depth, Some(creator));
        while let Some(module) = at {
            let around = &self.modules[module];
            if around.creator.is_some() && around.scope == Some(scope) && around.depth < least {
                growth += 1;
                least = around.depth;
                if growth >= MAX_GROWTH {
                    return true;
                }
            }
            at = around.creator.or(around.parent);
        }
        false
    }

    /// The depth of an instance with these arguments, and whether it is generic (not part of the program).
    pub(crate) fn arguments_depth(&self, parent: ModuleId, args: &[Arg]) -> (u32, bool) {
        let mut depth = self.modules[parent].depth;
        let mut generic = self.modules[parent].generic;
        for arg in args {
            let module = match arg {
                Arg::Type(ty) => self.type_info[ty.ty].module,
                Arg::Pred(pred) => self.pred_info[*pred].module,
                Arg::Module(module) => *module,
            };
            depth = depth.max(self.modules[module].depth);
            generic |= self.modules[module].generic;
        }
        (depth + 1, generic)
    }

    /// The key under which a parameter is known inside its module, and for a module its signature.
    pub(crate) fn param_key(
        &mut self,
        parent: ModuleId,
        param: &'t tree::ModuleParam,
    ) -> Option<(Key, Option<DeclId>)> {
        let name = self.sym(&param.name);
        let signature = &param.signature;
        if let Some(arity) = signature.arity {
            return Some((Key::predicate(name, arity as usize), None));
        }
        let sig_name = self.sym(&signature.name);
        let mut home = parent;
        if let Some(qualifier) = &signature.module {
            home = self.module_expr(parent, qualifier)?;
        }
        for (space, of) in
            [(Namespace::TypeSignature, Namespace::Type), (Namespace::ModuleSignature, Namespace::Module)]
        {
            let key = Key::new(space, sig_name);
            let found = match signature.module {
                Some(_) => self.search_exported(home, key, signature.span)?,
                None => self.search_visible(home, key, signature.span)?,
            };
            if let Some(entity) = found {
                let signature = match (of, entity) {
                    (Namespace::Module, Entity::Signature(decl, _)) => Some(decl),
                    _ => None,
                };
                return Some((Key::new(of, name), signature));
            }
        }
        let key = Key::new(Namespace::ModuleSignature, sig_name);
        if !self.silenced(home) {
            let diagnostic = self.unresolved(home, key, &signature.name);
            self.report(Diagnostic {
                message: format!("no signature is named `{}`", signature.name.text),
                ..diagnostic
            });
        }
        None
    }

    /// An argument, resolved in the parameter's namespace.
    fn argument(&mut self, module: ModuleId, key: Key, written: &'t tree::Arg) -> Option<Arg> {
        use tree::{Arg as Written, TypeExprKind};
        match (key.space, written) {
            (Namespace::Predicate, Written::Predicate(reference)) => {
                if reference.arity != key.arity {
                    let message = format!(
                        "the parameter is a predicate of arity {}, not {}",
                        key.arity, reference.arity
                    );
                    self.error(Code::WrongArgumentKind, reference.span, message);
                    return None;
                }
                self.predicate_ref(module, reference).map(Arg::Pred)
            }
            (Namespace::Type, Written::TypeOrModule(ty)) => self.type_ref(module, ty).map(Arg::Type),
            (Namespace::Module, Written::Module(expr)) => {
                self.module_expr(module, expr).map(|found| Arg::Module(self.behind_facade(found)))
            }
            (Namespace::Module, Written::TypeOrModule(ty)) => {
                let TypeExprKind::Named { module: qualifier, name } = &ty.kind else {
                    self.error(Code::WrongArgumentKind, ty.span, "the parameter is a module, not a type");
                    return None;
                };
                let key = Key::new(Namespace::Module, self.sym(name));
                let entity = match qualifier {
                    Some(qualifier) => {
                        let outer = self.module_expr(module, qualifier)?;
                        self.lookup_exported(outer, key, name)?
                    }
                    None => self.lookup_visible(module, key, name)?,
                };
                self.step(module, entity, None, name).map(|found| Arg::Module(self.behind_facade(found)))
            }
            (wanted, written) => {
                let span = match written {
                    Written::Predicate(reference) => reference.span,
                    Written::TypeOrModule(ty) => ty.span,
                    Written::Module(expr) => expr.span,
                };
                let example = match wanted {
                    Namespace::Predicate => format!(", as in `p/{}`", key.arity),
                    _ => String::new(),
                };
                let message = format!("a {} is wanted here{example}", wanted.noun());
                self.error(Code::WrongArgumentKind, span, message);
                None
            }
        }
    }

    /// The module behind a facade, or the module itself.
    pub(crate) fn behind_facade(&self, module: ModuleId) -> ModuleId {
        match self.modules[module].kind {
            ModuleKind::Facade { of } => of,
            _ => module,
        }
    }

    /// The arguments of a built-in module, whose parameters have these namespaces and arities.
    pub(crate) fn builtin_arguments(
        &mut self,
        module: ModuleId,
        wanted: &[Key],
        written: &'t [tree::Arg],
        span: Span,
    ) -> Option<Vec<Arg>> {
        if wanted.len() != written.len() {
            let message = format!("{} expected, not {}", count(wanted.len(), "argument"), written.len());
            self.error(Code::WrongArgumentCount, span, message);
            return None;
        }
        let mut args = Vec::new();
        for (key, arg) in wanted.iter().zip(written) {
            args.push(self.argument(module, *key, arg)?);
        }
        Some(args)
    }

    /// The key of the signature of a type or predicate parameter.
    pub(crate) fn signature_key(&mut self, param: Key, written: &'t tree::SigExpr) -> Key {
        let space = match param.space {
            Namespace::Type => Namespace::TypeSignature,
            _ => Namespace::PredicateSignature,
        };
        Key { space, arity: written.arity.unwrap_or(0), name: self.sym(&written.name) }
    }

    /// What the name of a signature means in `module`; reports if it means nothing.
    pub(crate) fn signature_named(
        &mut self,
        module: ModuleId,
        key: Key,
        written: &'t tree::SigExpr,
    ) -> Option<Entity> {
        match &written.module {
            Some(qualifier) => {
                let outer = self.module_expr(module, qualifier)?;
                self.lookup_exported(outer, key, &written.name)
            }
            None => self.lookup_visible(module, key, &written.name),
        }
    }

    /// The module signature that is written, with its arguments; a module of kind [`ModuleKind::Signature`].
    pub(crate) fn module_signature(
        &mut self,
        module: ModuleId,
        written: &'t tree::SigExpr,
    ) -> Option<ModuleId> {
        let key = Key::new(Namespace::ModuleSignature, self.sym(&written.name));
        let entity = self.signature_named(module, key, written)?;
        let Entity::Signature(decl, parent) = entity else { return None };
        self.instantiate(module, decl, parent, written.args.as_deref().unwrap_or(&[]), written.span)
    }

    /// The signature as implemented by the module `by`.
    pub(crate) fn view(&mut self, signature: ModuleId, by: ModuleId) -> ModuleId {
        let key = InstanceKey::View(signature, by);
        if let Some(found) = self.instances.get(&key) {
            return *found;
        }
        let of = &self.modules[signature];
        let (scope, parent, params, args) = (of.scope, of.parent, of.params.clone(), of.args.clone());
        let (generic, depth) = (self.modules[by].generic, self.modules[by].depth);
        let id = self.new_module(ModuleKind::View { by }, scope, parent, params, args, generic, depth);
        self.instances.insert(key, id);
        id
    }

    /// An instance of a parameterised module with placeholders for its arguments.
    pub(crate) fn generic_instance(&mut self, decl: DeclId, parent: ModuleId) -> Option<ModuleId> {
        let scope = self.decls.decls[decl].body()?;
        let params = self.decls.scopes[scope].params;
        let depth = self.modules[parent].depth + 1;
        // The module of the parameters alone: their signatures may mention earlier parameters.
        let holder =
            self.new_module(ModuleKind::Signature, None, Some(parent), Vec::new(), Vec::new(), true, depth);
        self.frozen = self.modules.len();
        let mut args = Vec::new();
        for (at, param) in params.iter().enumerate() {
            let (key, _) = self.param_key(holder, param)?;
            let arg = self.placeholder(decl, parent, at, holder, key, param)?;
            let entity = match arg {
                Arg::Type(ty) => Entity::Type(ty),
                Arg::Pred(pred) => Entity::Pred(pred),
                Arg::Module(module) => Entity::Module(module),
            };
            self.modules[holder].params.push((key, entity));
            args.push(arg);
        }
        let bound = self.modules[holder].params.clone();
        let span = self.decls.decls[decl].name.span;
        let instance = self.instance(decl, parent, bound, args, span, parent)?;
        self.templates.insert(instance);
        Some(instance)
    }

    /// The module that represents any implementation of a signature, under a key of its own.
    pub(crate) fn placeholder_module(&mut self, signature: ModuleId, key: InstanceKey) -> ModuleId {
        if let Some(known) = self.instances.get(&key) {
            return *known;
        }
        let of = &self.modules[signature];
        let (scope, outer, depth) = (of.scope, of.parent, of.depth + 1);
        let (params, args) = (of.params.clone(), of.args.clone());
        let id = self.new_module(ModuleKind::Placeholder, scope, outer, params, args, true, depth);
        self.instances.insert(key, id);
        self.modules[id].implements.push(signature);
        self.resolve_imports();
        self.frozen = self.modules.len();
        id
    }

    fn placeholder(
        &mut self,
        decl: DeclId,
        parent: ModuleId,
        at: usize,
        holder: ModuleId,
        key: Key,
        param: &'t tree::ModuleParam,
    ) -> Option<Arg> {
        let written = &param.signature;
        if key.space == Namespace::Module {
            let signature = self.module_signature(holder, written)?;
            let key = InstanceKey::Placeholder(decl, parent, at);
            return Some(Arg::Module(self.placeholder_module(signature, key)));
        }
        let sig_key = self.signature_key(key, written);
        let entity = self.signature_named(holder, sig_key, written)?;
        let Entity::Signature(sig, home) = entity else { return None };
        // A module of its own, so that two parameters with one signature differ.
        let depth = self.modules[parent].depth + 1;
        let own =
            self.new_module(ModuleKind::Signature, None, Some(home), Vec::new(), Vec::new(), true, depth);
        self.frozen = self.modules.len();
        Some(match key.space {
            Namespace::Type => Arg::Type(TypeRef::plain(self.placeholder_type(sig, own))),
            _ => Arg::Pred(self.declared_pred(sig, own)),
        })
    }

    /// The name of a module for people: `M<int>::N`, empty for a file.
    pub(crate) fn module_name(&self, module: ModuleId) -> Arc<str> {
        self.modules[self.behind_facade(module)].name.clone()
    }

    /// The name of a new module. Long arguments are shown by their own names only, without their modules and arguments:
    /// a few lines can nest them so that a full name has no end.
    fn name_of_new(
        &self,
        kind: &ModuleKind,
        scope: Option<ScopeId>,
        parent: Option<ModuleId>,
        args: &[Arg],
    ) -> Arc<str> {
        let outer = parent.map_or_else(|| Arc::from(""), |parent| self.module_name(parent));
        let own = match (kind, scope.and_then(|scope| self.decls.scopes[scope].decl)) {
            (ModuleKind::File, _) => return Arc::from(""),
            (ModuleKind::QlBuiltins, _) => "QlBuiltins",
            (_, Some(decl)) => &*self.decls.decls[decl].name.text,
            _ => return outer,
        };
        let mut text = outer.to_string();
        if !text.is_empty() {
            text.push_str("::");
        }
        text.push_str(own);
        if !args.is_empty() {
            let mut shown = args.iter().map(|arg| self.argument_name(*arg)).collect::<Vec<_>>().join(", ");
            if shown.len() > SHOWN_ARGUMENTS {
                shown = args.iter().map(|arg| self.argument_label(*arg)).collect::<Vec<_>>().join(", ");
            }
            text.push('<');
            text.push_str(&shown);
            text.push('>');
        }
        text.into()
    }

    fn argument_name(&self, arg: Arg) -> Arc<str> {
        match arg {
            Arg::Type(TypeRef { alias: Some((alias, _)), .. }) => self.decls.decls[alias].name.text.clone(),
            Arg::Type(ty) => self.out.types[ty.ty].name.clone(),
            Arg::Pred(pred) => self.out.preds[pred].name.clone(),
            Arg::Module(module) => match self.module_name(module) {
                name if name.is_empty() => self.file_title(module).into(),
                name => name,
            },
        }
    }

    /// The name of an argument in its declaration.
    fn argument_label(&self, arg: Arg) -> Arc<str> {
        let decl = match arg {
            Arg::Type(ty) => ty.alias.map(|(alias, _)| alias).or(self.type_info[ty.ty].decl),
            Arg::Pred(pred) => return self.names.text(self.pred_info[pred].name).clone(),
            Arg::Module(module) => {
                let module = self.behind_facade(module);
                self.modules[module].scope.and_then(|scope| self.decls.scopes[scope].decl)
            }
        };
        decl.map_or_else(|| self.argument_name(arg), |decl| self.decls.decls[decl].name.text.clone())
    }

    /// The name of a file module: its file's name without folder and extension.
    pub(crate) fn file_title(&self, module: ModuleId) -> String {
        let Some(file) = self.file_of(module) else { return String::new() };
        let name = &self.sources.file(file).name;
        let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
        base.strip_suffix(".qll").or_else(|| base.strip_suffix(".ql")).unwrap_or(base).replace(' ', "_")
    }

    /// Whether all imports of a module are resolved.
    pub(crate) fn is_frozen(&self, module: ModuleId) -> bool {
        module.index() < self.frozen
    }
}
