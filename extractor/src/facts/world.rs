//! The entities that do not belong to one file: types, classes, members and packages.
//!
//! In: the model, and the mentions in the rows of the files, in path order. Out: an id for each entity at its first
//! mention, and ([`World::drain`]) the rows of entities that no file declares: library classes, parameterised, array
//! and wildcard types. A library class that the sources reach is described with its members; one that only the
//! signatures of those members mention is described without, so that reaching `String` does not bring the whole
//! library. Supertypes of described classes are described alike.

use quarrel_common::always;
use rustc_hash::{FxHashMap, FxHashSet};

use super::batch::{Ent, EntKind, FileFacts, Loc, Note};
use super::describe::{Mention, Written, class_flags, name_text};
use super::ids::{Identify, Ids};
use super::keys::{DeclKeys, Key, Keys, kind};
use super::numbered::{BoundMembers, MissingElements};
use super::{annotated, describe, rows};
use crate::intern::Sym;
use crate::model::{
    CallableId, ClassId, FieldId, FileId, MISSING, Model, Modifiers, Origin, ParamId, Ty, TyKind,
};

/// How much is stored of a class that no file declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Level {
    /// Nothing yet.
    #[default]
    None,
    /// The class and its supertypes.
    Mentioned,
    /// Its members too.
    Reached,
}

/// Entities of the model by number, with an id once mentioned.
#[derive(Debug, Default)]
struct Known {
    ids: Vec<u32>,
    missing: FxHashMap<u32, u32>,
}

impl Known {
    fn slot(&mut self, index: u32) -> &mut u32 {
        if index >= MISSING {
            return self.missing.entry(index).or_insert(0);
        }
        let at = index as usize;
        if self.ids.len() <= at {
            self.ids.resize(at + 1, 0);
        }
        &mut self.ids[at]
    }

    /// The id, and whether it is new.
    fn id(&mut self, index: u32, ids: &mut Ids, key: impl FnOnce() -> Key) -> (u32, bool) {
        let slot = self.slot(index);
        let fresh = *slot == 0;
        if fresh {
            *slot = ids.of(key);
        }
        (*slot, fresh)
    }
}

/// See the module documentation.
#[derive(Debug)]
pub struct World<'a> {
    model: &'a Model,
    keys: Keys<'a>,
    classes: Known,
    callables: Known,
    fields: Known,
    params: Known,
    /// By array type.
    lengths: Known,
    /// By class.
    class_files: Known,
    /// The path of each source file, and its folder.
    source_files: Vec<(String, Ent)>,
    /// Files from this one on enter the database only if something reaches them.
    first_optional: usize,
    /// Those of them that were reached, and the ones reached since the last call of `take_reached`.
    reached: FxHashSet<FileId>,
    fresh_reached: Vec<FileId>,
    types: Known,
    packages: FxHashMap<u32, u32>,
    /// By symbol, with the id and whether the module is open.
    modules: FxHashMap<u32, (u32, bool)>,
    /// Modules in the order of their ids.
    module_order: Vec<u32>,
    missing: &'a MissingElements,
    /// `None` if parameterised types have no members of their own.
    bound: Option<&'a BoundMembers>,
    bound_ids: FxHashMap<(Ty, CallableId), u32>,
    /// The file of types that are written nowhere, if they have a place.
    nowhere: Option<u32>,
    elements: FxHashMap<u32, u32>,
    /// Undeclared classes, in the order of their ids: described when all uses of them are known.
    undeclared: Vec<ClassId>,
    /// Interfaces among them; true for annotation interfaces.
    interfaces: FxHashMap<ClassId, bool>,
    fixed: Fixed,
    levels: FxHashMap<ClassId, Level>,
    /// Parameterised, raw and array types that the sources reach: only their supertypes are stored.
    reached_types: FxHashSet<Ty>,
    /// The level of the classes being mentioned.
    level: Level,
    to_describe: Vec<Todo>,
}

#[derive(Debug, Clone, Copy)]
enum Todo {
    /// A library or missing class: row, modifiers, supertypes.
    Class(ClassId),
    /// A class described before, whose supertypes are raised with it.
    Raise(ClassId),
    /// Its members.
    Members(ClassId),
    /// Its annotations, and those of its members.
    Annotations(ClassId),
    /// A type without a declaration, with its parts.
    Type(Ty),
    /// Its supertypes.
    Supertypes(Ty),
    /// Its methods and constructors.
    BoundMembers(Ty),
    Package(u32, u32),
    /// An element of an undeclared annotation interface, by its number and its id.
    Element(u32, u32),
    /// The `length` of an array type, and its id.
    ArrayLength(Ty, u32),
    /// The class file of a class, and its id.
    ClassFile(ClassId, u32),
}

/// The entities that every database starts with.
#[derive(Debug, Clone, Default)]
struct Fixed {
    modifiers: Vec<(&'static str, u32)>,
    /// By number of the basic type.
    basic: Vec<u32>,
    error: u32,
}

impl Identify for World<'_> {
    fn entity(&mut self, kind: EntKind, index: u32, ids: &mut Ids) -> u32 {
        match kind {
            EntKind::Local | EntKind::Fixed => index,
            EntKind::Type => self.type_id(Ty(index), ids),
            EntKind::Class => self.class_id(decode(index), ids),
            EntKind::Callable => self.callable_id(CallableId(index), ids),
            EntKind::Field => {
                self.class_id(self.model.field(FieldId(index)).class, ids);
                self.fields.id(index, ids, || self.keys.field(FieldId(index))).0
            }
            EntKind::Param => {
                self.callable_id(self.model.param(ParamId(index)).callable, ids);
                self.params.id(index, ids, || self.keys.param(ParamId(index))).0
            }
            EntKind::BoundMember => match self.bound.and_then(|bound| bound.get(index)) {
                Some((ty, declaration)) => self.bound_id(ty, declaration, ids),
                None => self.fixed.error,
            },
            EntKind::Package => {
                let todo = &mut self.to_describe;
                *self.packages.entry(index).or_insert_with(|| {
                    let id = ids.of(|| Keys::name(kind::PACKAGE, Sym::from_number(index)));
                    todo.push(Todo::Package(index, id));
                    id
                })
            }
            EntKind::Module => {
                let order = &mut self.module_order;
                let (id, _) = *self.modules.entry(index).or_insert_with(|| {
                    order.push(index);
                    (ids.of(|| Keys::name(kind::MODULE, Sym::from_number(index))), false)
                });
                id
            }
            EntKind::Element => {
                let (todo, keys) = (&mut self.to_describe, &mut self.keys);
                *self.elements.entry(index).or_insert_with(|| {
                    let id = ids.of(|| keys.element(index));
                    todo.push(Todo::Element(index, id));
                    id
                })
            }
            EntKind::ClassFile => {
                let (id, fresh) = self
                    .class_files
                    .id(index, ids, || self.keys.class(ClassId(index)).with(kind::CLASS_FILE));
                if fresh {
                    self.to_describe.push(Todo::ClassFile(ClassId(index), id));
                }
                id
            }
            EntKind::ArrayLength => {
                let (id, fresh) =
                    self.lengths.id(index, ids, || self.keys.ty(Ty(index)).with(kind::ARRAY_LENGTH));
                if fresh {
                    self.to_describe.push(Todo::ArrayLength(Ty(index), id));
                }
                id
            }
        }
    }

    fn symbol(&self, number: u32) -> &'static str {
        Sym::from_number(number).as_str()
    }
}

/// Undeclared classes have numbers from [`MISSING`] on; in an [`Ent`], from here on.
const MISSING_HERE: u32 = 1 << 27;

fn decode(index: u32) -> ClassId {
    if index >= MISSING_HERE { ClassId(index - MISSING_HERE + MISSING) } else { ClassId(index) }
}

/// The class as an entity.
pub fn class_ent(class: ClassId) -> Ent {
    let index = if class.0 >= MISSING { class.0 - MISSING + MISSING_HERE } else { class.0 };
    Ent::new(EntKind::Class, index)
}

/// The callable as an entity.
pub fn callable_ent(callable: CallableId) -> Ent {
    Ent::new(EntKind::Callable, callable.0)
}

/// The parameter as an entity.
pub fn param_ent(param: ParamId) -> Ent {
    Ent::new(EntKind::Param, param.0)
}

/// The field as an entity.
pub fn field_ent(field: FieldId) -> Ent {
    Ent::new(EntKind::Field, field.0)
}

/// The class file of a class of the sources as an entity.
pub fn class_file_ent(class: ClassId) -> Ent {
    Ent::new(EntKind::ClassFile, class.0)
}

/// The `length` of an array type as an entity.
pub fn array_length_ent(array: Ty) -> Ent {
    Ent::new(EntKind::ArrayLength, array.0)
}

/// The type as an entity.
pub fn type_ent(ty: Ty) -> Ent {
    Ent::new(EntKind::Type, ty.0)
}

/// The module of that name as an entity.
pub fn module_ent(name: Sym) -> Ent {
    Ent::new(EntKind::Module, name.number())
}

/// The package of that qualified name as an entity.
pub fn package_ent(name: Sym) -> Ent {
    Ent::new(EntKind::Package, name.number())
}

impl<'a> World<'a> {
    /// Assigns ids to modifiers and primitive types, and emits their rows.
    pub fn new(
        model: &'a Model,
        missing: &'a MissingElements,
        bound: Option<&'a BoundMembers>,
        files: &'a [(Key, DeclKeys)],
        ids: &mut Ids,
    ) -> (World<'a>, FileFacts) {
        let mut facts = FileFacts::new();
        let mut fixed = Fixed::default();
        for (_, name) in Modifiers::NAMES {
            let id = ids.of(|| Key::of(kind::FIXED).text(name));
            fixed.modifiers.push((name, id));
            facts.row(rows::Modifier { id: Ent::new(EntKind::Fixed, id), name: name_text(Sym::new(name)) });
        }
        fixed.error = ids.of(|| Key::of(kind::FIXED).text("error"));
        facts.row(rows::Error { id: Ent::new(EntKind::Fixed, fixed.error) });
        for index in 0..=Ty::DOUBLE.0 {
            let id = Ty(index).keyword().map_or(fixed.error, |name| {
                let id = ids.of(|| Key::of(kind::FIXED).with(1).text(name));
                let name = name_text(Sym::new(name));
                facts.row(rows::Primitive { id: Ent::new(EntKind::Fixed, id), name });
                id
            });
            fixed.basic.push(id);
        }
        let mut world = World {
            model,
            keys: Keys::new(model, missing, files),
            classes: Known::default(),
            callables: Known::default(),
            fields: Known::default(),
            params: Known::default(),
            lengths: Known::default(),
            class_files: Known::default(),
            source_files: Vec::new(),
            first_optional: usize::MAX,
            reached: FxHashSet::default(),
            fresh_reached: Vec::new(),
            types: Known::default(),
            packages: FxHashMap::default(),
            modules: FxHashMap::default(),
            module_order: Vec::new(),
            missing,
            bound,
            bound_ids: FxHashMap::default(),
            nowhere: None,
            elements: FxHashMap::default(),
            undeclared: Vec::new(),
            interfaces: FxHashMap::default(),
            fixed,
            levels: FxHashMap::default(),
            reached_types: FxHashSet::default(),
            level: Level::Reached,
            to_describe: Vec::new(),
        };
        // Every program can implicitly create boxes (JLS 5.1.7); analyses of values need their types.
        world.level = Level::Mentioned;
        for boxed in model.well_known().boxes {
            world.type_id(boxed, ids);
        }
        world.level = Level::Reached;
        (world, facts)
    }

    /// The modifiers as entities, in the order of [`Modifiers::NAMES`].
    pub fn modifiers(&self) -> Vec<Ent> {
        self.fixed.modifiers.iter().map(|&(_, id)| Ent::new(EntKind::Fixed, id)).collect()
    }

    /// Sets the paths and folders of the source files, by number. Those from `first_optional` on enter the database
    /// only if something reaches them ([`World::take_reached`]).
    pub fn set_source_files(&mut self, files: Vec<(String, Ent)>, first_optional: usize) {
        self.source_files = files;
        self.first_optional = first_optional;
    }

    /// The files that were reached since the last call, in order.
    pub fn take_reached(&mut self) -> Vec<FileId> {
        let mut files = std::mem::take(&mut self.fresh_reached);
        files.sort_unstable();
        files
    }

    /// Gives types that are written nowhere a place: a file without a name, in the folder of the sources.
    pub fn place_types(&mut self, folder: Ent, ids: &mut Ids) -> FileFacts {
        let mut facts = FileFacts::new();
        let file = ids.of(|| Key::of(kind::FIXED).text(""));
        self.nowhere = Some(file);
        let file = Ent::new(EntKind::Fixed, file);
        let name = name_text(Sym::EMPTY);
        facts.row(rows::File { id: file, name, folder, package: None, module: None });
        for &id in self.fixed.basic.iter().filter(|&&id| id != self.fixed.error) {
            facts.row(rows::Unplaced { id: Ent::new(EntKind::Fixed, id), loc: Loc::of_file(file) });
        }
        facts
    }

    fn callable_id(&mut self, callable: CallableId, ids: &mut Ids) -> u32 {
        self.class_id(self.model.callable(callable).class, ids);
        self.callables.id(callable.0, ids, || self.keys.callable(callable)).0
    }

    /// The type is described with it.
    fn bound_id(&mut self, ty: Ty, declaration: CallableId, ids: &mut Ids) -> u32 {
        self.type_id(ty, ids);
        let keys = &mut self.keys;
        *self
            .bound_ids
            .entry((ty, declaration))
            .or_insert_with(|| ids.of(|| keys.bound_member(ty, declaration)))
    }

    fn class_id(&mut self, class: ClassId, ids: &mut Ids) -> u32 {
        let (id, fresh) = self.classes.id(class.0, ids, || self.keys.class(class));
        match self.model.class(class).origin {
            Origin::Source { file, .. } => {
                if file.index() >= self.first_optional && self.reached.insert(file) {
                    self.fresh_reached.push(file);
                }
            }
            Origin::Library => self.raise(class),
            Origin::Missing if fresh => self.undeclared.push(class),
            Origin::Missing => {}
        }
        id
    }

    /// Schedules an undeclared class for description at the current level.
    fn raise(&mut self, class: ClassId) {
        let level = self.levels.entry(class).or_default();
        if *level >= self.level {
            return;
        }
        self.to_describe.push(if *level == Level::None { Todo::Class(class) } else { Todo::Raise(class) });
        if self.level == Level::Reached {
            self.to_describe.push(Todo::Members(class));
            if self.nowhere.is_some() {
                self.to_describe.push(Todo::Annotations(class));
            }
        }
        *level = self.level;
    }

    fn type_id(&mut self, ty: Ty, ids: &mut Ids) -> u32 {
        match self.model.types.kind(ty) {
            TyKind::Basic => self.fixed.basic.get(ty.0 as usize).copied().unwrap_or(self.fixed.error),
            TyKind::Class { class, args } => {
                let class = *class;
                let source = self.class_id(class, ids);
                let raw = args.is_empty() && !self.model.class(class).type_params.is_empty();
                if !raw && (args.is_empty() || self.model.class(class).this_type.get() == ty) {
                    return source;
                }
                self.compound_id(ty, ids)
            }
            TyKind::Intersection(parts) => {
                parts.first().map_or(self.fixed.error, |&first| self.type_id(first, ids))
            }
            TyKind::Array(_) | TyKind::Var(_) | TyKind::Wildcard(..) => self.compound_id(ty, ids),
        }
    }

    fn compound_id(&mut self, ty: Ty, ids: &mut Ids) -> u32 {
        let (id, fresh) = self.types.id(ty.0, ids, || self.keys.ty(ty));
        if fresh {
            self.to_describe.push(Todo::Type(ty));
        }
        // CodeQL's library expects that all types have a common one above them.
        let is_array = matches!(self.model.types.kind(ty), TyKind::Array(_)) && self.bound.is_some();
        if (self.level == Level::Reached || is_array) && self.reached_types.insert(ty) {
            self.to_describe.push(Todo::Supertypes(ty));
            if self.bound.is_some() {
                self.to_describe.push(Todo::BoundMembers(ty));
            }
        }
        id
    }

    /// The rows of entities mentioned since the last call; `None` if there are none. Storing them may mention more:
    /// call it until it returns `None`.
    pub fn drain(&mut self, ids: &mut Ids) -> Option<FileFacts> {
        if self.to_describe.is_empty() {
            return None;
        }
        let mut facts = FileFacts::new();
        let model = self.model;
        let mut at = 0;
        while at < self.to_describe.len() {
            let todo = self.to_describe[at];
            at += 1;
            self.level = match todo {
                Todo::Class(class) | Todo::Raise(class) => {
                    self.levels.get(&class).copied().unwrap_or(Level::Mentioned)
                }
                // Consumers of annotations need the values of their elements.
                Todo::Supertypes(_) | Todo::Annotations(_) => Level::Reached,
                Todo::Type(_)
                | Todo::Members(_)
                | Todo::BoundMembers(_)
                | Todo::Package(..)
                | Todo::Element(..)
                | Todo::ArrayLength(..)
                | Todo::ClassFile(..) => Level::Mentioned,
            };
            if ids.are_remembered() {
                facts.piece(self.key_of(todo));
            }
            let mut mention = Fixing { world: self, ids };
            match todo {
                Todo::Package(name, id) => {
                    facts.row(rows::Package {
                        id: Ent::new(EntKind::Fixed, id),
                        name: name_text(Sym::from_number(name)),
                    });
                }
                Todo::Class(class) => {
                    let written = Written::default();
                    describe::class(model, class, written, &mut mention, &mut facts);
                }
                Todo::Element(number, id) => {
                    let Some((class, name)) = always!(mention.world.missing.get(number)) else { continue };
                    let id = Ent::new(EntKind::Fixed, id);
                    let row = rows::Method {
                        id,
                        name: name_text(name),
                        signature: facts.text(&format!("{}()", name.as_str())),
                        ty: mention.ty(Ty::UNKNOWN),
                        parent: mention.class(class),
                        source: id,
                        flags: 1,
                        loc: None,
                    };
                    facts.row(row);
                }
                // Where the compiler would put it: beside the source file.
                Todo::ClassFile(class, id) => {
                    let Origin::Source { file, .. } = model.class(class).origin else { continue };
                    let source = always!(mention.world.source_files.get(file.index()));
                    let Some(&(ref path, folder)) = source else { continue };
                    let parent = &path[..path.rfind('/').map_or(0, |slash| slash + 1)];
                    let name = facts.text(&format!("{parent}{}.class", model.binary_name(class)));
                    let package = mention.package(model.package_name(model.class(class).package));
                    let id = Ent::new(EntKind::Fixed, id);
                    facts.row(rows::File { id, name, folder, package: Some(package), module: None });
                }
                // A field that no class declares (JLS 10.7).
                Todo::ArrayLength(array, id) => {
                    let id = Ent::new(EntKind::Fixed, id);
                    facts.row(rows::Field {
                        id,
                        name: name_text(Sym::new("length")),
                        ty: mention.ty(Ty::INT),
                        parent: mention.ty(array),
                        flags: 0,
                        decl: None,
                        pos: None,
                        loc: None,
                    });
                    let modifiers = Modifiers::PUBLIC.with(Modifiers::FINAL);
                    describe::modifiers(modifiers, id, &mut mention, &mut facts);
                }
                Todo::Raise(class) => {
                    for ty in describe::direct_supertypes(model, model.class(class).this_type.get()) {
                        mention.ty(ty);
                    }
                }
                Todo::Members(class) => describe::members(model, class, &mut mention, &mut facts),
                Todo::Annotations(class) => {
                    if let Some(loc) = mention.nowhere() {
                        annotated::annotations(model, class, loc, &mut mention, &mut facts);
                    }
                }
                Todo::BoundMembers(ty) => describe::bound_members(model, ty, &mut mention, &mut facts),
                Todo::Type(ty) => describe::compound_type(model, ty, &mut mention, &mut facts),
                Todo::Supertypes(ty) => describe::compound_supertypes(model, ty, &mut mention, &mut facts),
            }
        }
        self.to_describe.clear();
        self.level = Level::Reached;
        Some(facts)
    }

    /// The key of the entities that only the description of an entity has.
    fn key_of(&mut self, todo: Todo) -> Key {
        let keys = &mut self.keys;
        let (number, key) = match todo {
            Todo::Class(class) => (0, keys.class(class)),
            Todo::Raise(class) => (1, keys.class(class)),
            Todo::Members(class) => (2, keys.class(class)),
            Todo::Annotations(class) => (3, keys.class(class)),
            Todo::Type(ty) => (4, keys.ty(ty)),
            Todo::Supertypes(ty) => (5, keys.ty(ty)),
            Todo::BoundMembers(ty) => (6, keys.ty(ty)),
            Todo::Package(name, _) => (7, Keys::name(kind::PACKAGE, Sym::from_number(name))),
            Todo::Element(number, _) => (8, keys.element(number)),
            Todo::ArrayLength(ty, _) => (9, keys.ty(ty)),
            Todo::ClassFile(class, _) => (10, keys.class(class)),
        };
        key.with(kind::DESCRIBED).with(number)
    }

    /// Records a file's facts about entities that are described at the end.
    pub fn note(&mut self, notes: &[Note]) {
        for note in notes {
            match *note {
                Note::Annotation(class) => {
                    self.interfaces.insert(class, true);
                }
                Note::Interface(class) => {
                    self.interfaces.entry(class).or_insert(false);
                }
                Note::OpenModule(name) => {
                    if let Some((_, open)) = self.modules.get_mut(&name) {
                        *open = true;
                    }
                }
            }
        }
    }

    /// The ids of classes and members that a file declares, and of undeclared classes, as far as they were mentioned.
    pub(crate) fn declared(&self) -> (FxHashSet<u32>, FxHashSet<u32>) {
        let model = self.model;
        let of_source = |class: ClassId| matches!(model.class(class).origin, Origin::Source { .. });
        let mut declared = FxHashSet::default();
        let mut add = |known: &Known, class_of: &dyn Fn(u32) -> ClassId| {
            let ids = known.ids.iter().enumerate().filter(|(_, id)| **id != 0);
            declared.extend(ids.filter(|(at, _)| of_source(class_of(*at as u32))).map(|(_, id)| *id));
        };
        add(&self.classes, &ClassId);
        add(&self.callables, &|at| model.callable(CallableId(at)).class);
        add(&self.fields, &|at| model.field(FieldId(at)).class);
        add(&self.params, &|at| model.callable(model.param(ParamId(at)).callable).class);
        (declared, self.classes.missing.values().copied().collect())
    }

    /// The rows of undeclared classes, and of modules: call it when all files are stored, before the last
    /// [`World::drain`].
    pub fn last(&mut self, ids: &mut Ids) -> FileFacts {
        let mut facts = FileFacts::new();
        let model = self.model;
        let mut at = 0;
        while at < self.undeclared.len() {
            let class = self.undeclared[at];
            at += 1;
            let flags = match self.interfaces.get(&class) {
                Some(true) => class_flags::INTERFACE | class_flags::ANNOTATION,
                Some(false) => class_flags::INTERFACE,
                None => 0,
            };
            let mut mention = Fixing { world: self, ids };
            let written = Written { flags, ..Written::default() };
            describe::class(model, class, written, &mut mention, &mut facts);
        }
        for &name in &self.module_order {
            let (id, open) = always!(self.modules.get(&name)).copied().unwrap_or_default();
            facts.row(rows::Module {
                id: Ent::new(EntKind::Fixed, id),
                name: name_text(Sym::from_number(name)),
                open: i32::from(open),
            });
        }
        facts
    }
}

/// Mentions with immediate ids, at the level of the entity being described.
struct Fixing<'w, 'a, 'i> {
    world: &'w mut World<'a>,
    ids: &'i mut Ids,
}

impl Fixing<'_, '_, '_> {
    fn fix(&mut self, entity: Ent) -> Ent {
        let (kind, index) = entity.parts();
        Ent::new(EntKind::Fixed, self.world.entity(kind, index, self.ids))
    }
}

impl Mention for Fixing<'_, '_, '_> {
    fn class(&mut self, class: ClassId) -> Ent {
        self.fix(class_ent(class))
    }
    fn ty(&mut self, ty: Ty) -> Ent {
        self.fix(type_ent(ty))
    }
    fn callable(&mut self, callable: CallableId) -> Ent {
        self.fix(callable_ent(callable))
    }
    fn field(&mut self, field: FieldId) -> Ent {
        self.fix(field_ent(field))
    }
    fn param(&mut self, param: ParamId) -> Ent {
        self.fix(param_ent(param))
    }
    fn bound_member(&mut self, ty: Ty, declaration: CallableId) -> Ent {
        Ent::new(EntKind::Fixed, self.world.bound_id(ty, declaration, self.ids))
    }
    fn nowhere(&self) -> Option<Loc> {
        self.world.nowhere.map(|file| Loc::of_file(Ent::new(EntKind::Fixed, file)))
    }
    fn package(&mut self, name: Sym) -> Ent {
        self.fix(package_ent(name))
    }
    fn modifier(&mut self, number: usize) -> Ent {
        Ent::new(EntKind::Fixed, self.world.fixed.modifiers[number].1)
    }
    fn class_file(&mut self, class: ClassId) -> Ent {
        self.fix(class_file_ent(class))
    }
}

/// Mentions that get their ids when the file is stored.
#[derive(Debug)]
pub struct Symbolic<'m> {
    /// The modifiers as entities.
    pub modifiers: &'m [Ent],
    /// The members of parameterised types, if those are entities.
    pub bound: Option<&'m BoundMembers>,
}

impl Mention for Symbolic<'_> {
    fn class(&mut self, class: ClassId) -> Ent {
        class_ent(class)
    }
    fn ty(&mut self, ty: Ty) -> Ent {
        type_ent(ty)
    }
    fn callable(&mut self, callable: CallableId) -> Ent {
        callable_ent(callable)
    }
    fn field(&mut self, field: FieldId) -> Ent {
        field_ent(field)
    }
    fn param(&mut self, param: ParamId) -> Ent {
        param_ent(param)
    }
    fn bound_member(&mut self, ty: Ty, declaration: CallableId) -> Ent {
        self.bound.map_or(callable_ent(declaration), |bound| bound.member(ty, declaration))
    }
    fn nowhere(&self) -> Option<Loc> {
        None
    }
    fn package(&mut self, name: Sym) -> Ent {
        package_ent(name)
    }
    fn modifier(&mut self, number: usize) -> Ent {
        self.modifiers[number]
    }
    fn class_file(&mut self, class: ClassId) -> Ent {
        class_file_ent(class)
    }
}
