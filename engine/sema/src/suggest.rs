//! Advice for names that mean nothing: similar names in reach, and modules that declare the name out of reach.

use crate::decl::Flags;
use crate::names::{Key, Namespace};
use crate::world::{ModuleId, Sema};
use quarrel_base::{Code, Diagnostic};
use quarrel_syntax::tree::Name;
use rustc_hash::FxHashSet;

impl Sema<'_> {
    /// The diagnostic for a name that nothing visible in `module` has.
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
            text if text.is_empty() => self.file_title(outer),
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
        // What is reachable, in a stable order.
        let mut seen = FxHashSet::default();
        let mut stack = roots;
        let mut names = Vec::new();
        let mut other_arities = Vec::new();
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
                    other_arities.push(other.arity);
                } else {
                    names.push(self.names.text(other.name).clone());
                }
            }
        }
        if is_predicate {
            for (name, arity) in self.relations.keys() {
                if *name == key.name {
                    other_arities.push(*arity);
                } else {
                    names.push(self.names.text(*name).clone());
                }
            }
        }
        other_arities.sort_unstable();
        other_arities.dedup();
        if let Some(nearest) = other_arities.iter().min_by_key(|arity| arity.abs_diff(key.arity)) {
            diagnostic.code = Code::WrongArity;
            diagnostic.message = format!(
                "{noun} `{}` takes {}, not {}",
                name.text,
                crate::modules::count(*nearest as usize, "argument"),
                key.arity
            );
            return diagnostic;
        }
        if key.space == Namespace::Type {
            names.extend(["boolean", "date", "float", "int", "string"].map(std::sync::Arc::from));
        }
        names.sort_unstable();
        if let Some(similar) = most_similar(&name.text, names.iter().map(|name| &**name)) {
            diagnostic = diagnostic.help(format!("`{similar}` has a similar name"));
        }
        diagnostic
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
            diagnostic.help.insert(0, advice);
        }
        diagnostic
    }
}

/// The most similar of some names, if one is similar enough to be meant.
pub(crate) fn most_similar<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (wanted.chars().count() / 3).clamp(1, 3);
    names
        .filter(|name| *name != wanted)
        .map(|name| (distance(wanted, name, limit), name))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, name)| name)
}

/// Edits (insert, delete, replace, swap case counts little) between two names; more than `limit` if they differ so much.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let a: Vec<char> = a.chars().map(|c| c.to_ascii_lowercase()).collect();
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replace = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
