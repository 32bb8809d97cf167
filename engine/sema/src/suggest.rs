//! Suggestions for unresolved names: similar names in reach, and modules out of reach that declare the name.

use crate::decl::{DeclKind, Flags};
use crate::hir::{PredId, nowhere};
use crate::names::{Key, Namespace};
use crate::world::{ModuleId, Sema};
use quarrel_base::diag::Help;
use quarrel_base::{Code, Diagnostic};
use quarrel_common::words::count;
use quarrel_syntax::pretty;
use quarrel_syntax::tree::Name;
use rustc_hash::FxHashSet;

pub(crate) use quarrel_common::similar::most_similar;

impl Sema<'_> {
    /// The diagnostic for a name that is not visible in `module`.
    pub(crate) fn unresolved(&mut self, module: ModuleId, key: Key, name: &Name) -> Diagnostic {
        let mut reachable = Vec::new();
        let mut current = Some(module);
        while let Some(at) = current {
            reachable.push(at);
            reachable.extend(self.modules[at].imports.iter().map(|(target, _)| *target));
            current = self.modules[at].parent;
        }
        let within = String::new();
        let diagnostic = self.explain(key, name, reachable, module, &within);
        self.where_declared(key, diagnostic)
    }

    /// The diagnostic for a name that `outer` does not export.
    pub(crate) fn unresolved_in(&mut self, outer: ModuleId, key: Key, name: &Name) -> Diagnostic {
        let title = match self.module_name(outer) {
            text if text.is_empty() => self.file_title(outer).into(),
            text => text,
        };
        let mut diagnostic = self.explain(key, name, vec![outer], outer, &format!(" in module `{title}`"));
        if let Some(scope) = self.modules[outer].scope
            && let Some(decl) = self.decls.scopes[scope].names.get(&key)
            && self.decls.decls[*decl].flags.has(Flags::PRIVATE)
        {
            let span = self.decls.decls[*decl].name.span;
            diagnostic.code = Code::PrivateName;
            diagnostic.message = format!(
                "{} `{}` is private{}",
                key.space.noun(),
                name.text,
                format_args!(" in module `{title}`")
            );
            diagnostic.help.clear();
            diagnostic.labels.clear();
            diagnostic = diagnostic.label(span, "declared here");
        }
        diagnostic
    }

    fn explain(
        &mut self,
        key: Key,
        name: &Name,
        roots: Vec<ModuleId>,
        module: ModuleId,
        within: &str,
    ) -> Diagnostic {
        let noun = key.space.noun();
        let is_predicate = matches!(key.space, Namespace::Predicate | Namespace::PredicateSignature);
        let shown = if is_predicate { format!("{}/{}", name.text, key.arity) } else { name.text.to_string() };
        let code = match key.space {
            Namespace::Module => Code::UnresolvedModule,
            Namespace::Type => Code::UnresolvedType,
            Namespace::Predicate => Code::UnresolvedPredicate,
            _ => Code::UnresolvedSignature,
        };
        let mut diagnostic =
            Diagnostic::error(code, name.span, format!("no {noun} `{shown}` is known{within}"));
        // Reachable names, in a stable order.
        let mut seen = FxHashSet::default();
        let mut stack = roots;
        let mut names = Vec::new();
        let mut other_arities: Vec<(u32, Option<crate::decl::DeclId>)> = Vec::new();
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            stack.extend(self.modules[at].imports.iter().filter(|(_, private)| !private).map(|(to, _)| *to));
            let Some(scope) = self.modules[at].scope else { continue };
            for (other, decl) in &self.decls.scopes[scope].names {
                if other.space != key.space
                    || (at != module && self.decls.decls[*decl].flags.has(Flags::PRIVATE))
                {
                    continue;
                }
                if other.name == key.name && is_predicate {
                    other_arities.push((other.arity, Some(*decl)));
                } else {
                    names.push(self.names.text(other.name).clone());
                }
            }
        }
        if is_predicate {
            for (name, arity) in self.relations.keys() {
                if *name == key.name {
                    other_arities.push((*arity, None));
                } else {
                    names.push(self.names.text(*name).clone());
                }
            }
        }
        other_arities.sort_unstable();
        let nearest = other_arities.iter().min_by_key(|(arity, _)| arity.abs_diff(key.arity)).copied();
        if let Some((nearest, decl)) = nearest {
            diagnostic.code = Code::WrongArity;
            diagnostic.message = format!(
                "{noun} `{}` takes {}, not {}",
                name.text,
                count(nearest as usize, "argument"),
                key.arity
            );
            return match decl {
                Some(decl) => {
                    let text = self.written_head(decl);
                    let place = self.decls.decls[decl].name.span;
                    diagnostic.label(place, format!("declared here{text}"))
                }
                None => match self.relations.get(&(key.name, nearest)) {
                    Some(relation) => {
                        let columns = self.catalog.relations[*relation].columns.iter();
                        let columns: Vec<&str> = columns.map(|column| column.name.as_str()).collect();
                        diagnostic.help(format!("its columns are `{}`", columns.join("`, `")))
                    }
                    None => diagnostic,
                },
            };
        }
        if key.space == Namespace::Type {
            names.extend(["boolean", "date", "float", "int", "string"].map(std::sync::Arc::from));
        }
        names.sort_unstable();
        if let Some(similar) = most_similar(&name.text, names.iter().map(|name| &**name)) {
            diagnostic = diagnostic.rename(similar);
        }
        diagnostic
    }

    /// The parameters of a declared predicate for a message: `: p(int i, string s)`.
    fn written_head(&self, decl: crate::decl::DeclId) -> String {
        let decl = self.decls.decls[decl];
        let params = match decl.kind {
            DeclKind::Predicate(predicate) => &predicate.head.params,
            DeclKind::Branch(branch, _) => &branch.params,
            DeclKind::SignaturePredicate(head) => &head.params,
            _ => return String::new(),
        };
        let params: Vec<String> =
            params.iter().map(|param| format!("{} {}", pretty::ty(&param.ty), param.name.text)).collect();
        format!(": `{}({})`", decl.name.text, params.join(", "))
    }

    /// The head of a predicate for a message: `C.p(int i, string s)`.
    pub(crate) fn shown_head(&mut self, pred: PredId) -> String {
        self.ensure_head(pred);
        let data = &self.out.preds[pred];
        let name = data.name.rsplit_once('/').map_or(&*data.name, |(name, _)| name);
        let params: Vec<String> = data
            .params
            .iter()
            .map(|var| &data.vars[*var])
            .map(|var| match data.span == nowhere() {
                // Parameters of built-in predicates have no names.
                true => self.show(var.ty).to_string(),
                false => format!("{} {}", self.show(var.ty), var.name),
            })
            .collect();
        format!("{name}({})", params.join(", "))
    }

    /// Adds the declaration of a predicate that was called with another number of arguments.
    pub(crate) fn with_head(&mut self, diagnostic: Diagnostic, pred: PredId) -> Diagnostic {
        let head = self.shown_head(pred);
        let declared = self.out.preds[pred].span;
        if declared == nowhere() {
            diagnostic.help(format!("it is declared as `{head}`"))
        } else {
            diagnostic.label(declared, format!("declared here: `{head}`"))
        }
    }

    fn where_declared(&self, key: Key, mut diagnostic: Diagnostic) -> Diagnostic {
        if diagnostic.code == Code::WrongArity {
            return diagnostic;
        }
        let Some(declarers) = self.declarers.get(&key) else { return diagnostic };
        let name = self.names.text(key.name);
        for module in declarers.iter().take(3) {
            let file = self.file_of(*module);
            let path = file.and_then(|file| self.import_paths.get(&file));
            let inner = self.module_name(*module);
            let advice = match (path, inner.is_empty()) {
                (Some(path), true) => format!("`{name}` is declared in `{path}`: add `import {path}`"),
                (Some(path), false) => format!("`{name}` is declared in `{inner}` of `{path}`"),
                (None, false) => format!("`{name}` is declared in `{inner}`: write `{inner}::{name}`"),
                (None, true) => continue,
            };
            diagnostic.help.insert(0, Help::Declared(advice));
        }
        diagnostic
    }
}
