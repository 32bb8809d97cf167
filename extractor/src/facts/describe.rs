//! Rows of declarations and types, from the model.
//!
//! In: a class, member or type of the model. Out: its rows, which mention entities through a [`Mention`]. Both
//! declarations of files (which add their places) and of libraries use it.

use super::batch::{Ent, FileFacts, Loc, Text};
use super::rows;
use crate::intern::Sym;
use crate::model::{
    Callable, CallableId, ClassId, ClassKind, FieldId, Implicit, Model, Modifiers, Nesting, Origin, ParamId,
    Supertypes, Ty, TyCell, TyKind, TypeVarId, VarOwner, WildcardKind,
};
use crate::resolve::generics::{Direction, bound_type, substitute};

/// Bits of the column `flags` of `t_class`.
pub mod class_flags {
    /// An interface.
    pub const INTERFACE: i32 = 1;
    /// A record.
    pub const RECORD: i32 = 2;
    /// An annotation interface.
    pub const ANNOTATION: i32 = 4;
    /// An enum.
    pub const ENUM: i32 = 8;
    /// The class of a compact source file.
    pub const IMPLICIT: i32 = 16;
    /// With type arguments.
    pub const PARAMETERIZED: i32 = 32;
    /// Generic, used without type arguments.
    pub const RAW: i32 = 64;
    /// An anonymous body, a lambda or a method reference.
    pub const ANONYMOUS: i32 = 128;
    /// Declared in a body.
    pub const LOCAL: i32 = 256;
}

/// The flags for the kind of a class.
pub fn kind_flags(kind: ClassKind) -> i32 {
    match kind {
        ClassKind::Class => 0,
        ClassKind::Interface => class_flags::INTERFACE,
        ClassKind::Enum => class_flags::ENUM,
        ClassKind::Record => class_flags::RECORD,
        ClassKind::Annotation => class_flags::INTERFACE | class_flags::ANNOTATION,
    }
}

/// Converts elements of the model to entities of a row.
pub trait Mention {
    /// The class.
    fn class(&mut self, class: ClassId) -> Ent;
    /// The type.
    fn ty(&mut self, ty: Ty) -> Ent;
    /// The method or constructor.
    fn callable(&mut self, callable: CallableId) -> Ent;
    /// The field.
    fn field(&mut self, field: FieldId) -> Ent;
    /// The parameter.
    fn param(&mut self, param: ParamId) -> Ent;
    /// The member of a parameterised or raw type for that declaration.
    fn bound_member(&mut self, ty: Ty, declaration: CallableId) -> Ent;
    /// The place of types that are written nowhere, if they have one.
    fn nowhere(&self) -> Option<Loc>;
    /// The package of that qualified name.
    fn package(&mut self, name: Sym) -> Ent;
    /// The modifier with that number in [`Modifiers::NAMES`].
    fn modifier(&mut self, number: usize) -> Ent;
    /// The class file of the class.
    fn class_file(&mut self, class: ClassId) -> Ent;
}

/// A name as a text.
pub fn name_text(name: Sym) -> Text {
    Text::symbol(name.number())
}

/// Facts about a class that only the text has.
#[derive(Debug, Clone, Copy, Default)]
pub struct Written {
    /// The place of its name.
    pub loc: Option<Loc>,
    /// The creation expression of an anonymous class, the declaration statement of a local one.
    pub owner: Option<Ent>,
    /// Flags for facts beyond its declaration.
    pub flags: i32,
}

/// Numbers of `compiler_generated.kind`.
pub mod generated {
    /// A default constructor.
    pub const DEFAULT_CONSTRUCTOR: i32 = 1;
    /// `values` or `valueOf` of an enum.
    pub const ENUM_MEMBER: i32 = 2;
    /// A member of a record.
    pub const RECORD_MEMBER: i32 = 3;
    /// `<clinit>` or `<obinit>`.
    pub const INITIALIZER: i32 = 4;
    /// A part of a lambda or method reference.
    pub const FUNCTIONAL: i32 = 5;
    /// A call of the superclass's constructor that is not written.
    pub const SUPER_CALL: i32 = 6;
    /// A call of `<obinit>`: where a constructor executes the initialisers.
    pub const INITIALIZER_CALL: i32 = 7;
    /// A part of an assignment that gives a field the value of its initialiser.
    pub const INITIALIZER_ASSIGNMENT: i32 = 8;
}

/// The rows of a class: itself, its modifiers and supertypes, not its members.
pub fn class(model: &Model, id: ClassId, written: Written, m: &mut impl Mention, facts: &mut FileFacts) {
    let class = model.class(id);
    let entity = m.class(id);
    let mut flags = kind_flags(class.kind);
    match class.nesting {
        Nesting::Local => flags |= class_flags::LOCAL,
        Nesting::Anonymous => flags |= class_flags::ANONYMOUS,
        Nesting::TopLevel | Nesting::Member => {}
    }
    if written.owner.is_none() {
        // Without its expression or statement it is described as a member class.
        flags &= !(class_flags::LOCAL | class_flags::ANONYMOUS);
    }
    flags |= written.flags;
    facts.row(rows::Class {
        id: entity,
        name: name_text(class.name),
        package: m.package(model.package_name(class.package)),
        source: entity,
        flags,
        outer: class.outer.map(|outer| m.class(outer)),
        owner: written.owner,
        loc: written.loc,
    });
    modifiers(class.modifiers, entity, m, facts);
    if let Some(supers) = class.supertypes.get() {
        supertypes(model, entity, class.is_interface(), supers, m, facts);
        for &permitted in &supers.permits {
            if let Some(permitted) = model.types.class_of(permitted) {
                facts.row(rows::Permits { id1: entity, id2: m.class(permitted) });
            }
        }
    }
    if !matches!(class.origin, Origin::Source { .. }) {
        for &var in &class.type_params {
            m.ty(model.types.var(var));
        }
    }
}

/// The rows of modifiers.
pub fn modifiers(set: Modifiers, entity: Ent, m: &mut impl Mention, facts: &mut FileFacts) {
    for (number, (bit, _)) in Modifiers::NAMES.iter().enumerate() {
        if set.has(*bit) {
            facts.row(rows::HasModifier { id1: entity, id2: m.modifier(number) });
        }
    }
}

/// Only classes and interfaces are supertypes, whatever is written.
fn supertypes(
    model: &Model,
    entity: Ent,
    is_interface: bool,
    supers: &Supertypes,
    m: &mut impl Mention,
    facts: &mut FileFacts,
) {
    let is_class = |ty: &Ty| model.types.class_of(*ty).is_some();
    if let Some(superclass) = supers.superclass.filter(is_class) {
        facts.row(rows::ExtendsReftype { id1: entity, id2: m.ty(superclass) });
    } else if is_interface && supers.interfaces.is_empty() {
        // It has the members of `Object` (JLS 9.2).
        facts.row(rows::ExtendsReftype { id1: entity, id2: m.ty(model.well_known().object) });
    }
    for &interface in supers.interfaces.iter().filter(|ty| is_class(ty)) {
        let interface = m.ty(interface);
        if is_interface {
            facts.row(rows::ExtendsReftype { id1: entity, id2: interface });
        } else {
            facts.row(rows::ImplInterface { id1: entity, id2: interface });
        }
    }
}

/// The members of a library class.
pub fn members(model: &Model, id: ClassId, m: &mut impl Mention, facts: &mut FileFacts) {
    let class = model.class(id);
    for field_id in class.field_ids() {
        field(model, field_id, None, m, facts);
    }
    for callable_id in class.callable_ids() {
        callable(model, callable_id, None, false, m, facts);
        let callable = model.callable(callable_id);
        for &var in &callable.type_params {
            m.ty(model.types.var(var));
        }
        let parent = m.callable(callable_id);
        for (pos, param_id) in callable.param_ids().enumerate() {
            let param = model.param(param_id);
            let id = m.param(param_id);
            facts.row(rows::Param {
                id,
                ty: m.ty(param.ty.get()),
                pos: pos as i32,
                parent,
                source: id,
                varargs: i32::from(callable.varargs && pos + 1 == callable.params.len()),
                name: None,
                loc: None,
            });
        }
        for &thrown in callable.throws.get().map_or(&[][..], |throws| throws) {
            let id = facts.fresh();
            facts.row(rows::Exception { id, ty: m.ty(thrown), parent, loc: None });
        }
    }
}

/// The place of a field.
#[derive(Debug, Clone, Copy)]
pub struct FieldPlace {
    /// The declaration.
    pub decl: Option<Ent>,
    /// Its index in the declaration.
    pub pos: i32,
    /// The place of its name.
    pub loc: Loc,
}

/// The rows of a field.
pub fn field(
    model: &Model,
    id: FieldId,
    place: Option<FieldPlace>,
    m: &mut impl Mention,
    facts: &mut FileFacts,
) {
    let field = model.field(id);
    let entity = m.field(id);
    facts.row(rows::Field {
        id: entity,
        name: name_text(field.name),
        ty: m.ty(field.ty.get()),
        parent: m.class(field.class),
        flags: i32::from(field.is_enum_constant),
        decl: place.and_then(|p| p.decl),
        pos: place.and_then(|p| p.decl.map(|_| p.pos)),
        loc: place.map(|p| p.loc),
    });
    modifiers(field.modifiers, entity, m, facts);
    if field.is_component {
        facts.row(rows::CompilerGenerated { id: entity, kind: generated::RECORD_MEMBER });
    }
}

/// The rows of a method or constructor, without its parameters.
pub fn callable(
    model: &Model,
    id: CallableId,
    loc: Option<Loc>,
    for_codeql: bool,
    m: &mut impl Mention,
    facts: &mut FileFacts,
) {
    let callable = model.callable(id);
    let entity = m.callable(id);
    let class = model.class(callable.class);
    // The constructor of an anonymous class has no name either.
    let is_nameless = callable.is_constructor && class.nesting == Nesting::Anonymous;
    let name = name_text(if is_nameless { Sym::EMPTY } else { callable.name });
    let signature = facts.text(&model.signature(id));
    let parent = m.class(callable.class);
    let ty = m.ty(callable.result.get());
    let flags = if callable.is_constructor {
        // CodeQL takes every implicit constructor for a default one.
        let default = callable.implicit == Some(Implicit::DefaultConstructor)
            || for_codeql && callable.implicit == Some(Implicit::CanonicalConstructor);
        let canonical = is_canonical(model, callable);
        i32::from(default) | i32::from(canonical) << 1
    } else {
        i32::from(class.kind == ClassKind::Annotation && !callable.is_static())
    };
    let row = rows::Method { id: entity, name, signature, ty, parent, source: entity, flags, loc };
    callable_row(callable.is_constructor, row, facts);
    modifiers(callable.modifiers, entity, m, facts);
    if let Some(implicit) = callable.implicit {
        let kind = match implicit {
            Implicit::DefaultConstructor => generated::DEFAULT_CONSTRUCTOR,
            Implicit::EnumValues | Implicit::EnumValueOf => generated::ENUM_MEMBER,
            Implicit::RecordAccessor | Implicit::CanonicalConstructor | Implicit::RecordMethod => {
                generated::RECORD_MEMBER
            }
        };
        facts.row(rows::CompilerGenerated { id: entity, kind });
    }
}

/// The row of a method, or of a constructor, which has equal columns in a relation of its own.
fn callable_row(is_constructor: bool, row: rows::Method, facts: &mut FileFacts) {
    if is_constructor {
        let rows::Method { id, name, signature, ty, parent, source, flags, loc } = row;
        facts.row(rows::Constr { id, name, signature, ty, parent, source, flags, loc });
    } else {
        facts.row(row);
    }
}

/// The methods and constructors of a parameterised or raw type: those of its declaration, with its arguments
/// substituted. Static ones belong to the declaration alone.
pub fn bound_members(model: &Model, ty: Ty, m: &mut impl Mention, facts: &mut FileFacts) {
    let TyKind::Class { class: class_id, .. } = model.types.kind(ty) else { return };
    let class = model.class(*class_id);
    let is_source = matches!(class.origin, Origin::Source { .. });
    let loc = is_source.then(|| Loc::of_file(m.class_file(*class_id)));
    let parent = m.ty(ty);
    for id in class.callable_ids() {
        let callable = model.callable(id);
        if callable.is_static() {
            continue;
        }
        let entity = m.bound_member(ty, id);
        let source = m.callable(id);
        let given = |declared: &TyCell| bound_type(model, ty, declared.get(), Direction::In);
        let params: Vec<Ty> = callable.param_ids().map(|param| given(&model.param(param).ty)).collect();
        let name =
            if callable.is_constructor { model.type_text(ty) } else { callable.name.as_str().to_owned() };
        let signature = facts.text(&model.signature_of(&name, params.iter().copied()));
        let name = facts.text(&name);
        let result = m.ty(bound_type(model, ty, callable.result.get(), Direction::Out));
        let row = rows::Method { id: entity, name, signature, ty: result, parent, source, flags: 0, loc };
        callable_row(callable.is_constructor, row, facts);
        modifiers(callable.modifiers, entity, m, facts);
        for (pos, (param_id, &given)) in callable.param_ids().zip(&params).enumerate() {
            let id = facts.fresh();
            facts.row(rows::Param {
                id,
                ty: m.ty(given),
                pos: pos as i32,
                parent: entity,
                source: m.param(param_id),
                varargs: i32::from(callable.varargs && pos + 1 == params.len()),
                name: None,
                loc,
            });
        }
        for &thrown in callable.throws.get().map_or(&[][..], |throws| throws) {
            let id = facts.fresh();
            let thrown = m.ty(bound_type(model, ty, thrown, Direction::Out));
            facts.row(rows::Exception { id, ty: thrown, parent: entity, loc: None });
        }
    }
}

/// Whether a constructor is the canonical one of a record: its parameters are the components (JLS 8.10.4).
fn is_canonical(model: &Model, callable: &Callable) -> bool {
    let class = model.class(callable.class);
    if class.kind != ClassKind::Record {
        return false;
    }
    if callable.implicit == Some(Implicit::CanonicalConstructor) {
        return true;
    }
    let erased = |ty: Ty| model.erasure(ty);
    let components = class.field_ids().map(|f| model.field(f)).filter(|f| f.is_component);
    let params = callable.param_ids().map(|p| model.param(p));
    components.map(|f| erased(f.ty.get())).eq(params.map(|p| erased(p.ty.get())))
}

/// The rows of a type without a declaration: parameterised, raw, array, wildcard, or the type variable of a library.
pub fn compound_type(model: &Model, ty: Ty, m: &mut impl Mention, facts: &mut FileFacts) {
    let entity = m.ty(ty);
    match model.types.kind(ty) {
        TyKind::Class { class: id, args } => {
            let class = model.class(*id);
            let is_source = matches!(class.origin, Origin::Source { .. });
            let form = if args.is_empty() { class_flags::RAW } else { class_flags::PARAMETERIZED };
            let row = rows::Class {
                id: entity,
                name: facts.text(&model.type_text(ty)),
                package: m.package(model.package_name(class.package)),
                source: m.class(*id),
                flags: kind_flags(class.kind) | form,
                outer: class.outer.map(|outer| outer_of(model, ty, outer, m)),
                owner: None,
                loc: is_source.then(|| Loc::of_file(m.class_file(*id))),
            };
            facts.row(row);
            modifiers(class.modifiers, entity, m, facts);
            for (pos, &argument) in model.own_args(ty).iter().enumerate() {
                facts.row(rows::TypeArgs { argumentid: m.ty(argument), pos: pos as i32, parentid: entity });
            }
        }
        TyKind::Array(component) => {
            let mut element = *component;
            let mut dimension = 1;
            while let TyKind::Array(inner) = model.types.kind(element) {
                element = *inner;
                dimension += 1;
            }
            let mut name = model.type_text(ty);
            if m.nowhere().is_some()
                && let Some(class) = model.types.class_of(model.erasure(element))
            {
                // CodeQL's library erases `Gen<String>[]` to the array of the declaration `Gen`, which must be there.
                let declaration = model.class(class).this_type.get();
                if element == declaration {
                    name = model.class(class).name.as_str().to_owned() + &"[]".repeat(dimension as usize);
                } else {
                    m.ty((0..dimension).fold(declaration, |ty, _| model.types.array(ty)));
                }
            }
            let row = rows::Array {
                id: entity,
                name: facts.text(&name),
                element: m.ty(element),
                dimension,
                component: m.ty(*component),
            };
            facts.row(row);
            unplaced(entity, m, facts);
        }
        TyKind::Wildcard(kind, bound) => {
            let lower = *kind == WildcardKind::Super;
            let row = rows::Wildcard {
                id: entity,
                name: facts.text(&model.type_text(ty)),
                kind: if lower { 2 } else { 1 },
            };
            facts.row(row);
            unplaced(entity, m, facts);
            let bound = if *kind == WildcardKind::Unbounded { model.well_known().object } else { *bound };
            bounds(entity, &[bound], m, facts);
        }
        TyKind::Var(var) => {
            let owner = model.type_var(*var).owner;
            let class = match owner {
                VarOwner::Class(class) => class,
                VarOwner::Callable(callable) => model.callable(callable).class,
            };
            // The declaring file describes the others.
            if matches!(model.class(class).origin, Origin::Source { .. }) {
                m.class(class);
            } else {
                type_variable(model, *var, None, m, facts);
            }
        }
        TyKind::Basic | TyKind::Intersection(_) => {}
    }
}

/// The type around a type with arguments: if members of such types are entities, `Outer<String>` for
/// `Outer<String>.Inner`.
fn outer_of(model: &Model, ty: Ty, outer: ClassId, m: &mut impl Mention) -> Ent {
    let TyKind::Class { args, .. } = model.types.kind(ty) else { return m.class(outer) };
    let of_outer = args.len() - model.own_args(ty).len();
    if m.nowhere().is_none() || of_outer != model.class(outer).all_params.len() {
        return m.class(outer);
    }
    m.ty(model.types.class(outer, &args[..of_outer]))
}

/// The place of a type that is written nowhere, if such types have one.
fn unplaced(entity: Ent, m: &impl Mention, facts: &mut FileFacts) {
    if let Some(loc) = m.nowhere() {
        facts.row(rows::Unplaced { id: entity, loc });
    }
}

/// The rows of the supertypes of a parameterised, raw or array type.
pub fn compound_supertypes(model: &Model, ty: Ty, m: &mut impl Mention, facts: &mut FileFacts) {
    let entity = m.ty(ty);
    match model.types.kind(ty) {
        TyKind::Class { class, .. } => {
            let supers = substituted(model, ty);
            supertypes(model, entity, model.class(*class).is_interface(), &supers, m, facts);
        }
        TyKind::Array(_) => {
            // An array is an object that can be cloned and serialised (JLS 10.7).
            let known = model.well_known();
            facts.row(rows::ExtendsReftype { id1: entity, id2: m.ty(known.object) });
            for interface in [known.cloneable, known.serializable] {
                facts.row(rows::ImplInterface { id1: entity, id2: m.ty(interface) });
            }
        }
        TyKind::Basic | TyKind::Var(_) | TyKind::Wildcard(..) | TyKind::Intersection(_) => {}
    }
}

/// The rows of a type variable and its bounds.
pub fn type_variable(
    model: &Model,
    id: TypeVarId,
    loc: Option<Loc>,
    m: &mut impl Mention,
    facts: &mut FileFacts,
) {
    let var = model.type_var(id);
    let entity = m.ty(model.types.var(id));
    let parent = match var.owner {
        VarOwner::Class(class) => m.class(class),
        VarOwner::Callable(callable) => m.callable(callable),
    };
    facts.row(rows::Typevar { id: entity, name: name_text(var.name), pos: var.index as i32, parent, loc });
    bounds(entity, var.bounds.get().map_or(&[], |bounds| bounds), m, facts);
}

fn bounds(entity: Ent, bounds: &[Ty], m: &mut impl Mention, facts: &mut FileFacts) {
    for (pos, &bound) in bounds.iter().enumerate() {
        let id = facts.fresh();
        facts.row(rows::Typebound { id, ty: m.ty(bound), pos: pos as i32, parent: entity });
    }
}

/// Parameterised types nested deeper get no supertypes: `class A<T> extends B<A<A<T>>>` has no end.
const DEEPEST: u32 = 8;

/// The direct supertypes of a class type, in terms of its arguments (JLS 4.10.2).
pub fn direct_supertypes(model: &Model, ty: Ty) -> Vec<Ty> {
    let supers = substituted(model, ty);
    supers.superclass.into_iter().chain(supers.interfaces.iter().copied()).collect()
}

fn substituted(model: &Model, ty: Ty) -> Supertypes {
    let TyKind::Class { class, args } = model.types.kind(ty) else { return Supertypes::default() };
    let class = model.class(*class);
    let Some(supers) = class.supertypes.get() else { return Supertypes::default() };
    if depth(model, ty) > DEEPEST {
        return Supertypes::default();
    }
    let apply = |&t: &Ty| {
        if args.is_empty() && !class.all_params.is_empty() {
            model.erasure(t)
        } else {
            substitute(model, t, &class.all_params, args)
        }
    };
    Supertypes {
        superclass: supers.superclass.as_ref().map(apply),
        interfaces: supers.interfaces.iter().map(apply).collect(),
        permits: Box::default(),
    }
}

fn depth(model: &Model, ty: Ty) -> u32 {
    let parts: &[Ty] = match model.types.kind(ty) {
        TyKind::Class { args, .. } => args,
        TyKind::Array(part) | TyKind::Wildcard(_, part) => std::slice::from_ref(part),
        TyKind::Intersection(parts) => parts,
        TyKind::Var(_) | TyKind::Basic => &[],
    };
    parts.iter().map(|&part| 1 + depth(model, part)).max().unwrap_or(0)
}
