//! Pass 1: adds the declarations of every file to the model.
//!
//! In: the syntax trees, in path order. Out: classes, callables, parameters, fields and type variables with ids in that
//! order and, for each file, the id of each of its declarations. Types stay unknown: `resolve` finds them.
//!
//! Enclosing classes are found by spans: syntax trees have no parent links.

use quarrel_common::never;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use super::{
    Callable, CallableId, Class, ClassId, ClassKind, Field, FieldId, FileId, IdRange, Implicit, Model,
    Modifiers, Nesting, Origin, Param, ParamId, Ty, TyCell, TypeVar, TypeVarId, VarOwner,
};
use crate::ast::{self, Member, TypeDeclId, TypeDeclKind};
use crate::classpath::Libraries;
use crate::intern::Sym;
use crate::limits::Stop;

/// A file to declare.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// Its path below the source root, with `/`.
    pub path: &'a str,
    /// Its syntax tree.
    pub ast: &'a ast::File,
}

/// The declaration of a variable of a syntax tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VarDef {
    /// A local variable, lambda parameter, pattern variable...
    #[default]
    Local,
    /// A field, enum constant or record component.
    Field(FieldId),
    /// A parameter of a method or constructor.
    Param(ParamId),
}

/// The ids of one file's declarations; indexes are those of its syntax tree.
#[derive(Debug, Default)]
pub struct FileDecls {
    /// The class of every type declaration.
    pub classes: Vec<ClassId>,
    /// The callable of every method and constructor; `None` for one outside any class.
    pub callables: Vec<Option<CallableId>>,
    /// The declaration of every variable.
    pub vars: Vec<VarDef>,
    /// The type variable of every type parameter; `None` for one without a declaration.
    pub type_params: Vec<Option<TypeVarId>>,
}

/// Declares everything in `files`, in path order, and loads the bundled library.
pub fn declare(files: &[SourceFile<'_>]) -> Model {
    declare_with(files, &Libraries::default())
}

/// Declares everything in `files`, and loads these libraries.
pub fn declare_with(files: &[SourceFile<'_>], libraries: &Libraries) -> Model {
    declare_until(files, libraries, &Stop::default())
}

/// Like [`declare_with`]; once `stop` is set, files get no classes.
pub fn declare_until(files: &[SourceFile<'_>], libraries: &Libraries, stop: &Stop) -> Model {
    let mut model = Model::default();
    let mut roots: Vec<&str> = files.iter().map(|file| source_root(file)).collect();
    let by_file = roots.clone();
    roots.sort_unstable();
    roots.dedup();
    model.file_roots =
        by_file.iter().map(|root| roots.binary_search(root).map_or(0, |place| place as u32)).collect();
    for (index, file) in files.iter().enumerate() {
        if stop.is_set() {
            break;
        }
        if let Some(module) = &file.ast.module {
            model.modules.entry(module.name).or_insert_with(|| declared_module(module));
        }
        let start = model.classes.len() as u32;
        let decls = Declare {
            model: &mut model,
            file: FileId(index as u32),
            ast: file.ast,
            stem: Path::new(file.path).file_stem().and_then(OsStr::to_str).unwrap_or_default(),
            decls: FileDecls::default(),
        }
        .run();
        model.file_decls.push(decls);
        model.file_classes.push(IdRange { start, end: model.classes.len() as u32 });
    }
    super::library::load(&mut model, libraries);
    model
}

/// The exports of a module of the sources.
fn declared_module(decl: &ast::ModuleDecl) -> super::Module {
    let mut module = super::Module::default();
    for directive in &decl.directives {
        match directive.kind {
            ast::DirectiveKind::Exports if directive.targets.is_empty() => {
                module.exports.push(directive.name)
            }
            ast::DirectiveKind::Requires { is_transitive: true, .. } => {
                module.transitive.push(directive.name)
            }
            _ => {}
        }
    }
    module
}

/// The folder below which the package of a file begins.
fn source_root<'a>(file: &SourceFile<'a>) -> &'a str {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let package = file.ast.package_name().as_str();
    if package.is_empty() {
        return folder;
    }
    let mut rest = folder;
    for part in package.rsplit('.') {
        match rest.strip_suffix(part) {
            Some(before) if before.is_empty() || before.ends_with('/') => {
                rest = before.strip_suffix('/').unwrap_or(before);
            }
            _ => return folder,
        }
    }
    rest
}

impl Model {
    /// The ids of the declarations of a file.
    pub fn file_decls(&self, file: FileId) -> &FileDecls {
        &self.file_decls[file.index()]
    }

    /// The top-level class of that package and name, for a file of source root `root`: the own root's, else the first
    /// in path order, else the library's.
    pub fn find_top_level(&self, package: Sym, name: Sym, root: Option<u32>) -> Option<ClassId> {
        let package = self.find_package(package)?;
        let found = self.top_level.get(&(package, name))?;
        if found.len() > 1
            && let Some(root) = root
        {
            let own = found.iter().find(|&&id| self.root_of(id) == Some(root));
            if let Some(&own) = own {
                return Some(own);
            }
        }
        found.first().copied()
    }

    /// Turns classes of the files from `first` on into library classes, once their headers are resolved: their bodies
    /// are not read, and they are stored only as far as something reaches them.
    pub fn make_library(&mut self, first: FileId) {
        for range in self.file_classes.split_off(first.index().min(self.file_classes.len())) {
            for id in range.iter() {
                self.classes[id as usize].origin = Origin::Library;
            }
        }
    }

    /// The source root of a class.
    pub fn root_of(&self, id: ClassId) -> Option<u32> {
        match self.class(id).origin {
            Origin::Source { file, .. } => self.file_roots.get(file.index()).copied(),
            _ => None,
        }
    }

    /// The member class of that name declared in a class itself.
    pub fn find_member_class(&self, outer: ClassId, name: Sym) -> Option<ClassId> {
        self.class(outer).members.iter().copied().find(|&member| self.class(member).name == name)
    }
}

struct Declare<'a> {
    model: &'a mut Model,
    file: FileId,
    ast: &'a ast::File,
    /// The name of the file without its extension.
    stem: &'a str,
    decls: FileDecls,
}

impl Declare<'_> {
    fn run(mut self) -> FileDecls {
        let ast = self.ast;
        self.decls.callables = vec![None; ast.callables.len()];
        self.decls.vars = vec![VarDef::Local; ast.vars.len()];
        self.decls.type_params = vec![None; ast.type_params.len()];
        self.decls.classes = vec![ClassId(0); ast.type_decls.len()];
        let package = self.model.package(ast.package_name());
        // An enclosing class begins earlier or ends later than its nested ones.
        let mut order: Vec<TypeDeclId> = (0..ast.type_decls.len()).map(TypeDeclId::from_index).collect();
        order.sort_by_key(|&id| (ast[id].span.start, std::cmp::Reverse(ast[id].span.end), id.index()));
        let mut members = vec![false; ast.type_decls.len()];
        for decl in &ast.type_decls {
            for member in &decl.members {
                if let Member::Type(id) = member {
                    members[id.index()] = true;
                }
            }
        }
        // The bodies of enum constants (JLS 8.9.1).
        let mut constants = vec![false; ast.type_decls.len()];
        for member in ast.type_decls.iter().flat_map(|decl| &decl.members) {
            if let Some(body) = self.constant_body(*member) {
                constants[body.index()] = true;
            }
        }
        let mut around: Vec<TypeDeclId> = Vec::new();
        for id in order {
            while around.last().is_some_and(|&outer| !ast[outer].span.contains(ast[id].span)) {
                around.pop();
            }
            let outer = around.last().map(|outer| self.decls.classes[outer.index()]);
            let nesting = match (ast[id].kind, outer) {
                (TypeDeclKind::Anonymous, _) => Nesting::Anonymous,
                (_, None) => Nesting::TopLevel,
                (_, Some(_)) if members[id.index()] => Nesting::Member,
                _ => Nesting::Local,
            };
            self.class(id, package, outer, nesting);
            if constants[id.index()] {
                let class = self.decls.classes[id.index()];
                let modifiers = &mut self.model.classes[class.index()].modifiers;
                *modifiers = modifiers.with(Modifiers::FINAL);
            }
            around.push(id);
        }
        self.decls
    }

    fn class(
        &mut self,
        decl_id: TypeDeclId,
        package: super::PackageId,
        outer: Option<ClassId>,
        nesting: Nesting,
    ) {
        let ast = self.ast;
        let decl = &ast[decl_id];
        // The class of a compact source file is named like the file (JLS 8.1.8).
        let is_implicit = decl.kind == TypeDeclKind::ImplicitClass;
        let name = if is_implicit { Sym::new(self.stem) } else { decl.name };
        let id = ClassId(self.model.classes.len() as u32);
        self.decls.classes[decl_id.index()] = id;
        let kind = match decl.kind {
            TypeDeclKind::Interface => ClassKind::Interface,
            TypeDeclKind::Annotation => ClassKind::Annotation,
            TypeDeclKind::Enum => ClassKind::Enum,
            TypeDeclKind::Record => ClassKind::Record,
            _ => ClassKind::Class,
        };
        let in_interface = outer.is_some_and(|outer| self.model.class(outer).is_interface());
        let mut modifiers = written(decl.modifiers);
        if nesting == Nesting::Member && in_interface {
            modifiers = modifiers.with(Modifiers::PUBLIC).with(Modifiers::STATIC);
        }
        if matches!(nesting, Nesting::Member | Nesting::Local) && kind != ClassKind::Class {
            modifiers = modifiers.with(Modifiers::STATIC);
        }
        if kind == ClassKind::Record {
            modifiers = modifiers.with(Modifiers::FINAL);
        }
        if kind == ClassKind::Enum {
            let constants_alone = !decl.members.iter().any(|&member| self.constant_body(member).is_some());
            modifiers = modifiers.with(if constants_alone { Modifiers::FINAL } else { Modifiers::SEALED });
        }
        if matches!(kind, ClassKind::Interface | ClassKind::Annotation) {
            modifiers = modifiers.with(Modifiers::ABSTRACT);
        }
        let inner = nesting == Nesting::Member && !modifiers.has(Modifiers::STATIC);
        let type_params = self.type_params(decl.type_params, VarOwner::Class(id));
        let mut all_params = match outer {
            Some(outer) if inner => self.model.class(outer).all_params.clone(),
            _ => Vec::new(),
        };
        all_params.extend(&type_params);
        let args: Vec<Ty> = all_params.iter().map(|&var| self.model.types.var(var)).collect();
        let this_type = self.model.types.class(id, &args);
        self.model.classes.push(Class {
            name,
            package,
            outer,
            kind,
            nesting,
            modifiers,
            origin: Origin::Source { file: self.file, decl: decl_id.index() as u32 },
            inner,
            type_params,
            all_params,
            fields: IdRange::default(),
            callables: IdRange::default(),
            members: Vec::new(),
            supertypes: OnceLock::new(),
            this_type: TyCell::new(this_type),
            since: 0,
            circular: AtomicBool::new(false),
            closure: OnceLock::new(),
        });
        match (nesting, outer) {
            (Nesting::Member, Some(outer)) => self.model.classes[outer.index()].members.push(id),
            (Nesting::TopLevel, _) if is_implicit => {}
            (Nesting::TopLevel, _) => self.model.top_level.entry((package, decl.name)).or_default().push(id),
            _ => {}
        }
        self.fields(id, decl);
        self.callables(id, decl);
    }

    fn type_params(&mut self, params: ast::List<ast::TypeParamId>, owner: VarOwner) -> Vec<TypeVarId> {
        let mut made = Vec::new();
        for (index, param) in self.ast.list(params).enumerate() {
            let id = TypeVarId(self.model.type_vars.len() as u32);
            let name = self.ast[param].name;
            self.model.type_vars.push(TypeVar { name, owner, index: index as u32, bounds: OnceLock::new() });
            self.decls.type_params[param.index()] = Some(id);
            made.push(id);
        }
        made
    }

    /// The class body of `member`, if it is an enum constant with one: it makes a subclass of the enum (JLS 8.9).
    fn constant_body(&self, member: Member) -> Option<TypeDeclId> {
        let Member::EnumConstant(var) = member else { return None };
        match self.ast[self.ast[var].init?].kind {
            ast::ExprKind::New(new) => self.ast[new].body,
            _ => None,
        }
    }

    fn fields(&mut self, class: ClassId, decl: &ast::TypeDecl) {
        let start = self.model.fields.len() as u32;
        let implied = if self.model.class(class).is_interface() {
            Modifiers::PUBLIC.with(Modifiers::STATIC).with(Modifiers::FINAL)
        } else {
            Modifiers::default()
        };
        for component in self.ast.list(decl.components) {
            self.field(class, component, Modifiers::PRIVATE.with(Modifiers::FINAL), true);
        }
        for member in &decl.members {
            match member {
                Member::Field(id) => {
                    let field = &self.ast[*id];
                    for var in self.ast.list(field.vars) {
                        self.field(class, var, written(field.modifiers).with(implied), false);
                    }
                }
                Member::EnumConstant(var) => {
                    let modifiers = Modifiers::PUBLIC.with(Modifiers::STATIC).with(Modifiers::FINAL);
                    self.field(class, *var, modifiers, false);
                }
                _ => {}
            }
        }
        let fields = IdRange { start, end: self.model.fields.len() as u32 };
        self.model.classes[class.index()].fields = fields;
    }

    fn field(&mut self, class: ClassId, var: ast::VarId, modifiers: Modifiers, is_component: bool) {
        let id = FieldId(self.model.fields.len() as u32);
        let is_enum_constant = self.ast[var].kind == ast::VarKind::EnumConstant;
        let ty = if is_enum_constant { self.model.class(class).this_type.get() } else { Ty::UNKNOWN };
        self.model.fields.push(Field {
            name: self.ast[var].name,
            class,
            modifiers,
            is_enum_constant,
            is_component,
            decl: Some(var.index() as u32),
            since: 0,
            ty: TyCell::new(ty),
        });
        self.decls.vars[var.index()] = VarDef::Field(id);
    }

    fn callables(&mut self, class: ClassId, decl: &ast::TypeDecl) {
        let start = self.model.callables.len() as u32;
        let components: Vec<ast::VarId> = self.ast.list(decl.components).collect();
        let mut has_constructor = false;
        let mut has_compact = false;
        for member in &decl.members {
            if let Member::Callable(id) = member {
                let callable = &self.ast[*id];
                let compact = callable.kind == ast::CallableKind::CompactConstructor;
                has_compact |= compact;
                has_constructor |= compact || callable.kind == ast::CallableKind::Constructor;
                self.callable(class, *id);
            }
        }
        let kind = self.model.class(class).kind;
        let access = match self.model.class(class) {
            found if kind == ClassKind::Enum => {
                found.modifiers.with(Modifiers::PRIVATE).without(Modifiers::PUBLIC)
            }
            found => found.modifiers,
        };
        let bits = Modifiers::PUBLIC.0 | Modifiers::PROTECTED.0 | Modifiers::PRIVATE.0;
        let access = Modifiers(access.0 & bits);
        let public_static = Modifiers::PUBLIC.with(Modifiers::STATIC);
        match kind {
            ClassKind::Class | ClassKind::Enum if !has_constructor => {
                self.implicit(class, Implicit::DefaultConstructor, Sym::EMPTY, access, &[]);
            }
            ClassKind::Record => {
                let canonical = has_compact
                    || decl.members.iter().any(|member| match member {
                        Member::Callable(id) => self.is_canonical(&self.ast[*id], &components),
                        _ => false,
                    });
                if !canonical {
                    self.implicit(class, Implicit::CanonicalConstructor, Sym::EMPTY, access, &components);
                }
                for &component in &components {
                    let name = self.ast[component].name;
                    let written = decl.members.iter().any(|member| match member {
                        Member::Callable(id) => {
                            self.ast[*id].name == name && self.ast.list(self.ast[*id].params).is_empty()
                        }
                        _ => false,
                    });
                    if !written {
                        self.implicit(class, Implicit::RecordAccessor, name, Modifiers::PUBLIC, &[]);
                    }
                }
                let access = Modifiers::PUBLIC.with(Modifiers::FINAL);
                for (name, params) in [("equals", 1), ("hashCode", 0), ("toString", 0)] {
                    let name = Sym::new(name);
                    let written = decl.members.iter().any(|member| match member {
                        Member::Callable(id) => {
                            let callable = &self.ast[*id];
                            callable.name == name && self.ast.list(callable.params).len() == params
                        }
                        _ => false,
                    });
                    if !written {
                        self.implicit(class, Implicit::RecordMethod, name, access, &[]);
                    }
                }
            }
            _ => {}
        }
        if kind == ClassKind::Enum {
            self.implicit(class, Implicit::EnumValues, Sym::new("values"), public_static, &[]);
            self.implicit(class, Implicit::EnumValueOf, Sym::new("valueOf"), public_static, &[]);
        }
        let callables = IdRange { start, end: self.model.callables.len() as u32 };
        self.model.classes[class.index()].callables = callables;
    }

    /// Whether an explicit constructor is the canonical one of a record: its parameters have the types of the
    /// components (JLS 8.10.4), compared by their simple names.
    fn is_canonical(&self, callable: &ast::Callable, components: &[ast::VarId]) -> bool {
        let params = self.ast.list(callable.params);
        callable.kind == ast::CallableKind::Constructor
            && params.len() == components.len()
            && params.zip(components).all(|(param, &component)| {
                let (param, component) = (&self.ast[param], &self.ast[component]);
                param.is_varargs == component.is_varargs
                    && match (param.ty, component.ty) {
                        (Some(param), Some(component)) => self.is_written_alike(param, component),
                        _ => true,
                    }
            })
    }

    /// Whether two types have one erasure, as far as simple names show.
    fn is_written_alike(&self, a: ast::TypeNodeId, b: ast::TypeNodeId) -> bool {
        use ast::TypeNodeKind as Kind;
        match (self.ast[a].kind, self.ast[b].kind) {
            (Kind::Primitive(a), Kind::Primitive(b)) => a == b,
            (Kind::Named { name: a, .. }, Kind::Named { name: b, .. }) => a == b,
            (Kind::Array { component: a }, Kind::Array { component: b }) => self.is_written_alike(a, b),
            (Kind::Error, _) | (_, Kind::Error) => true,
            _ => false,
        }
    }

    fn callable(&mut self, class: ClassId, decl_id: ast::CallableId) {
        let ast = self.ast;
        let decl = &ast[decl_id];
        let id = CallableId(self.model.callables.len() as u32);
        self.decls.callables[decl_id.index()] = Some(id);
        let found = self.model.class(class);
        let is_constructor =
            matches!(decl.kind, ast::CallableKind::Constructor | ast::CallableKind::CompactConstructor);
        let mut modifiers = written(decl.modifiers);
        if found.is_interface() {
            if !modifiers.has(Modifiers::PRIVATE) {
                modifiers = modifiers.with(Modifiers::PUBLIC);
            }
            let has_body = [Modifiers::PRIVATE, Modifiers::STATIC, Modifiers::DEFAULT]
                .iter()
                .any(|&bit| modifiers.has(bit));
            if !has_body {
                modifiers = modifiers.with(Modifiers::ABSTRACT);
            }
        }
        if is_constructor && found.kind == ClassKind::Enum {
            modifiers = modifiers.with(Modifiers::PRIVATE);
        }
        let class_name = found.name;
        let type_params = self.type_params(decl.type_params, VarOwner::Callable(id));
        let start = self.model.params.len() as u32;
        let mut varargs = false;
        if decl.kind == ast::CallableKind::CompactConstructor {
            let Origin::Source { decl: class_decl, .. } = self.model.class(class).origin else {
                return never!("a compact constructor outside sources");
            };
            for component in ast.list(ast.type_decls[class_decl as usize].components) {
                varargs = ast[component].is_varargs;
                self.model.params.push(Param {
                    name: ast[component].name,
                    callable: id,
                    ty: TyCell::new(Ty::UNKNOWN),
                });
            }
        }
        for var in ast.list(decl.params) {
            varargs = ast[var].is_varargs;
            let param = ParamId(self.model.params.len() as u32);
            self.model.params.push(Param { name: ast[var].name, callable: id, ty: TyCell::new(Ty::UNKNOWN) });
            self.decls.vars[var.index()] = VarDef::Param(param);
        }
        let params = IdRange { start, end: self.model.params.len() as u32 };
        self.model.callables.push(Callable {
            name: if is_constructor { class_name } else { decl.name },
            class,
            is_constructor,
            implicit: None,
            modifiers,
            varargs,
            type_params,
            params,
            decl: Some(decl_id.index() as u32),
            since: 0,
            result: TyCell::new(if is_constructor { Ty::VOID } else { Ty::UNKNOWN }),
            throws: OnceLock::new(),
        });
    }

    fn implicit(
        &mut self,
        class: ClassId,
        kind: Implicit,
        name: Sym,
        modifiers: Modifiers,
        components: &[ast::VarId],
    ) {
        let id = CallableId(self.model.callables.len() as u32);
        let is_constructor = matches!(kind, Implicit::DefaultConstructor | Implicit::CanonicalConstructor);
        let start = self.model.params.len() as u32;
        let mut varargs = false;
        for &component in components {
            varargs = self.ast[component].is_varargs;
            let name = self.ast[component].name;
            self.model.params.push(Param { name, callable: id, ty: TyCell::new(Ty::UNKNOWN) });
        }
        if kind == Implicit::EnumValueOf {
            let name = Sym::new("name");
            self.model.params.push(Param { name, callable: id, ty: TyCell::new(Ty::UNKNOWN) });
        }
        if kind == Implicit::RecordMethod && name.as_str() == "equals" {
            let name = Sym::EMPTY;
            self.model.params.push(Param { name, callable: id, ty: TyCell::new(Ty::UNKNOWN) });
        }
        let this_type = self.model.class(class).this_type.get();
        let result = match kind {
            Implicit::EnumValues => self.model.types.array(this_type),
            Implicit::EnumValueOf => this_type,
            Implicit::RecordAccessor | Implicit::RecordMethod => Ty::UNKNOWN,
            _ => Ty::VOID,
        };
        let name = if is_constructor { self.model.class(class).name } else { name };
        self.model.callables.push(Callable {
            name,
            class,
            is_constructor,
            implicit: Some(kind),
            modifiers,
            varargs,
            type_params: Vec::new(),
            params: IdRange { start, end: self.model.params.len() as u32 },
            decl: None,
            since: 0,
            result: TyCell::new(result),
            throws: OnceLock::from(Box::default()),
        });
    }
}

/// The written modifiers, as bits of class files.
fn written(modifiers: ast::Modifiers) -> Modifiers {
    use ast::Modifiers as Written;
    const MAP: [(u16, Modifiers); 14] = [
        (Written::PUBLIC, Modifiers::PUBLIC),
        (Written::PROTECTED, Modifiers::PROTECTED),
        (Written::PRIVATE, Modifiers::PRIVATE),
        (Written::ABSTRACT, Modifiers::ABSTRACT),
        (Written::STATIC, Modifiers::STATIC),
        (Written::FINAL, Modifiers::FINAL),
        (Written::STRICTFP, Modifiers::STRICTFP),
        (Written::DEFAULT, Modifiers::DEFAULT),
        (Written::SYNCHRONIZED, Modifiers::SYNCHRONIZED),
        (Written::NATIVE, Modifiers::NATIVE),
        (Written::TRANSIENT, Modifiers::TRANSIENT),
        (Written::VOLATILE, Modifiers::VOLATILE),
        (Written::SEALED, Modifiers::SEALED),
        (Written::NON_SEALED, Modifiers::NON_SEALED),
    ];
    MAP.into_iter()
        .filter(|(bit, _)| modifiers.has(*bit))
        .fold(Modifiers::default(), |set, (_, bit)| set.with(bit))
}
