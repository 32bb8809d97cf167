//! Resolves simple names: imports of the file and the declarations around a place (JLS 6.3, 6.4, 6.5, 7.5).

use quarrel_common::always;
use std::cell::RefCell;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Binding;
use crate::ast;
use crate::intern::Sym;
use crate::model::{ClassId, FileId, Model, Ty, TypeVarId};

type FxMap<K, V> = HashMap<K, V, FxBuildHasher>;

/// The imports of a file, resolved.
#[derive(Debug, Default)]
pub struct Imports {
    /// The file's package.
    pub package: Sym,
    /// Its source root.
    pub root: u32,
    single: FxMap<Sym, ClassId>,
    packages: Vec<Sym>,
    /// The packages that imported modules export (JLS 7.5.5).
    module_packages: Vec<Sym>,
    classes: Vec<ClassId>,
    /// Classes with a static import of a name.
    pub static_single: FxMap<Sym, Vec<ClassId>>,
    /// Classes with a static import of all members.
    pub static_classes: Vec<ClassId>,
}

impl Imports {
    /// Resolves the imports of a file.
    pub fn new(model: &Model, file: FileId, ast: &ast::File) -> Imports {
        let root = always!(model.file_roots.get(file.index())).copied().unwrap_or(0);
        let mut imports = Imports { package: ast.package_name(), root, ..Imports::default() };
        // A compact source file imports the module `java.base` (JLS 7.3).
        let compact = ast.top_types.iter().any(|&decl| ast[decl].kind == ast::TypeDeclKind::ImplicitClass);
        let mut modules: Vec<Sym> = if compact { vec![Sym::new("java.base")] } else { Vec::new() };
        modules.extend(ast.imports.iter().filter(|import| import.is_module).map(|import| import.name));
        imports.module_packages = exported_packages(model, modules);
        for import in ast.imports.iter().filter(|import| !import.is_module) {
            let name = import.name.as_str();
            match (import.is_static, import.on_demand) {
                (false, false) => {
                    let class = imports.qualified_or_missing(model, name);
                    let simple = Sym::new(name.rsplit('.').next().unwrap_or(name));
                    imports.single.entry(simple).or_insert(class);
                }
                (false, true) => match find_qualified(model, name, Some(root)) {
                    Some(class) => imports.classes.push(class),
                    None => imports.packages.push(import.name),
                },
                (true, true) => {
                    let class = imports.qualified_or_missing(model, name);
                    imports.static_classes.push(class);
                }
                (true, false) => {
                    if let Some((class, member)) = name.rsplit_once('.') {
                        let class = imports.qualified_or_missing(model, class);
                        imports.static_single.entry(Sym::new(member)).or_default().push(class);
                    }
                }
            }
        }
        imports
    }

    fn qualified_or_missing(&self, model: &Model, name: &str) -> ClassId {
        find_qualified(model, name, Some(self.root)).unwrap_or_else(|| missing_qualified(model, name))
    }

    /// The class that a simple name refers to anywhere in the file (JLS 6.4.1: single imports before the package before
    /// imports on demand).
    pub fn find_class(&self, model: &Model, name: Sym) -> Option<ClassId> {
        if let Some(&class) = self.single.get(&name) {
            return Some(class);
        }
        if let Some(classes) = self.static_single.get(&name)
            && let Some(found) = classes.iter().find_map(|&class| model.find_inherited_class(class, name))
        {
            return Some(found);
        }
        if let Some(found) = model.find_top_level(self.package, name, Some(self.root)) {
            return Some(found);
        }
        let on_demand =
            self.packages.iter().find_map(|&package| model.find_top_level(package, name, Some(self.root)));
        on_demand
            .or_else(|| self.classes.iter().find_map(|&class| model.find_inherited_class(class, name)))
            .or_else(|| self.static_classes.iter().find_map(|&class| model.find_inherited_class(class, name)))
            .or_else(|| model.find_top_level(Sym::new("java.lang"), name, Some(self.root)))
            .or_else(|| self.find_in_modules(model, name))
    }

    /// The class that only imported modules bring; `None` if several of their packages have one of that name.
    fn find_in_modules(&self, model: &Model, name: Sym) -> Option<ClassId> {
        let packages = self.module_packages.iter();
        let mut found = packages.filter_map(|&package| model.find_top_level(package, name, Some(self.root)));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// A guess for an unknown simple name: the class is in the one undeclared package that is imported on demand, else
    /// in the file's own package.
    pub fn guess_class(&self, model: &Model, name: Sym) -> ClassId {
        let mut unknown = self.packages.iter().filter(|&&package| model.find_package(package).is_none());
        let package = match (unknown.next(), unknown.next()) {
            (Some(&package), None) => package,
            _ => self.package,
        };
        model.missing_class(package, None, name)
    }
}

/// The packages that modules export, including those of transitively required modules.
fn exported_packages(model: &Model, modules: Vec<Sym>) -> Vec<Sym> {
    let mut packages: Vec<Sym> = Vec::new();
    let mut known: Vec<Sym> = modules;
    let mut at = 0;
    while let Some(&name) = known.get(at) {
        at += 1;
        let Some(module) = model.modules.get(&name) else { continue };
        packages.extend(
            module.exports.iter().filter(|package| !packages.contains(package)).copied().collect::<Vec<_>>(),
        );
        for &more in &module.transitive {
            if !known.contains(&more) {
                known.push(more);
            }
        }
    }
    packages
}

/// Longer names (in bytes) are not looked up: each of their prefixes may be a package.
pub const MAX_NAME: usize = 2_000;

/// The class of a qualified name, in any package and at any nesting.
pub fn find_qualified(model: &Model, name: &str, root: Option<u32>) -> Option<ClassId> {
    if name.len() > MAX_NAME {
        return None;
    }
    let mut end = name.len();
    // The longest package that has such a class wins: `a.b.C` before member `C` of class `a.b`.
    loop {
        let (package, rest) = match name[..end].rfind('.') {
            Some(at) => (&name[..at], &name[at + 1..]),
            None => ("", name),
        };
        let mut parts = rest.split('.').map(Sym::new);
        let top = parts.next().and_then(|top| model.find_top_level(Sym::new(package), top, root));
        if let Some(top) = top {
            return parts.try_fold(top, |outer, name| model.find_member_class(outer, name));
        }
        end = name[..end].rfind('.')?;
    }
}

/// An undeclared class of that qualified name: the first part that begins with a capital is the top-level class, else
/// the last one.
pub fn missing_qualified(model: &Model, name: &str) -> ClassId {
    if name.len() > MAX_NAME {
        let last = name.rsplit('.').next().unwrap_or(name);
        return model.missing_class(Sym::EMPTY, None, Sym::new(last));
    }
    let parts: Vec<&str> = name.split('.').collect();
    let top = parts.iter().position(|part| part.starts_with(char::is_uppercase)).unwrap_or(parts.len() - 1);
    // The beginning may be declared though the rest is not.
    let mut class = find_qualified(model, &parts[..=top].join("."), None).unwrap_or_else(|| {
        model.missing_class(Sym::new(&parts[..top].join(".")), None, Sym::new(parts[top]))
    });
    for part in &parts[top + 1..] {
        let name = Sym::new(part);
        class = model
            .find_member_class(class, name)
            .unwrap_or_else(|| model.missing_class(Sym::EMPTY, Some(class), name));
    }
    class
}

/// A declaration around a place.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// A class: its fields, methods and member classes are in scope.
    Class(ClassId),
    /// A type variable.
    TypeVar(Sym, TypeVarId),
    /// A local class.
    LocalClass(Sym, ClassId),
    /// A parameter or local variable, and its type.
    Var(Sym, Binding, Ty),
}

/// The declarations around a place, the innermost last; leaving a block truncates it.
pub type Scope = Vec<Entry>;

/// The pattern variables that an expression declares (JLS 6.3.1).
#[derive(Clone, Debug, Default)]
pub struct Matched {
    /// Those in scope if the expression is true.
    pub when_true: Vec<Entry>,
    /// Those in scope if it is false.
    pub when_false: Vec<Entry>,
}

impl Matched {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.when_true.is_empty() && self.when_false.is_empty()
    }

    /// The variables of `self op right`, where `self` are those of the left operand.
    #[must_use]
    pub fn and_then(mut self, op: ast::BinaryOp, right: Matched) -> Matched {
        match op {
            ast::BinaryOp::And => {
                self.when_true.extend(right.when_true);
                self.when_false.clear();
            }
            ast::BinaryOp::Or => {
                self.when_false.extend(right.when_false);
                self.when_true.clear();
            }
            _ => self = Matched::default(),
        }
        self
    }
}

/// A cache of type names: most files use the same few types again and again.
#[derive(Debug, Default)]
pub struct TypeCache(RefCell<FxMap<Sym, Option<ClassId>>>);

impl TypeCache {
    /// The class that `name` refers to anywhere in the file.
    pub fn find(&self, imports: &Imports, model: &Model, name: Sym) -> Option<ClassId> {
        if let Some(&known) = self.0.borrow().get(&name) {
            return known;
        }
        let found = imports.find_class(model, name);
        self.0.borrow_mut().insert(name, found);
        found
    }
}
