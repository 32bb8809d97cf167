//! Loads library types: the bundled JDK signatures, into the model of the sources.
//!
//! The libraries of the class path have this form too (`classpath`).
//!
//! In: sorted lines, one class followed by its members. Out: classes, fields and callables like those of sources, with
//! resolved headers. A library class whose qualified name some source file declares is left out; references to it mean
//! the source's.
//!
//! The lines, with fields separated by tabs (names and types in the internal form of JVMS 4.2 and 4.7.9.1):
//! ```text
//! X module exported/package,exported/package module-required-transitively,module
//! C flags java/util/Map$Entry superclass interface,interface class-signature since
//! F flags name signature-or-descriptor since
//! M flags name descriptor throws,throws since
//! G flags name generic-signature throws,throws since
//! A annotation
//! P parameter annotation
//! D default
//! ```
//! The last three are about the class or member on the line before them; see `classpath::annotations`.
//! `since` is the release of the JDK that first has what the line declares, and the tab before it is left out where
//! that is 8 or older. From release 18 on, the file knows only 21 and 25.

use super::annotation::Annotated;
use super::descriptor::{Reader, find_binary};
use super::{
    Callable, CallableId, Class, ClassId, ClassKind, Field, FieldId, IdRange, Model, Modifiers, Nesting,
    Origin, Param, Supertypes, Ty, TyCell, VarOwner, WellKnown,
};
use crate::classpath::Libraries;
use crate::intern::Sym;
use quarrel_common::always;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

static BUNDLED: &[u8] = include_bytes!("../../jdk/signatures.txt.zst");

const FLAG_VARARGS: u32 = 0x80;
const FLAG_INTERFACE: u32 = 0x200;
const FLAG_ANNOTATION: u32 = 0x2000;
const FLAG_ENUM: u32 = 0x4000;

/// The text of the bundled signatures; empty if they were damaged.
fn bundled() -> String {
    always!(zstd::decode_all(BUNDLED).ok().and_then(|bytes| String::from_utf8(bytes).ok()))
        .unwrap_or_default()
}

/// Loads the JDK and the class path. Call it once, after the sources are declared.
pub fn load(model: &mut Model, libraries: &Libraries) {
    let bundled = if libraries.jdk.is_none() { bundled() } else { String::new() };
    let jdk = libraries.jdk.as_deref().unwrap_or(&bundled);
    let texts: Vec<&str> =
        std::iter::once(jdk).chain(libraries.classpath.iter().map(String::as_str)).collect();
    let lines = load_texts(model, &texts);
    let well_known = find_well_known(model);
    model.well_known.get_or_init(|| well_known);
    for (annotated, line) in lines {
        annotation(model, annotated, line);
    }
}

/// Parses a line about annotations.
fn annotation(model: &mut Model, annotated: Annotated, line: &str) {
    let Some((kind, text)) = line.split_once('\t') else { return };
    let (annotated, text) = match (kind, annotated, text.split_once('\t')) {
        ("P", Annotated::Callable(callable), Some((at, text))) => {
            let at = at.parse().ok();
            let Some(param) = at.and_then(|at| model.callable(callable).param_ids().nth(at)) else { return };
            (Annotated::Param(param), text)
        }
        ("P", ..) => return,
        (_, annotated, _) => (annotated, text),
    };
    let mut reader = Reader { model, text: text.as_bytes(), at: 0, scope: Vec::new() };
    if let ("D", Annotated::Callable(element)) = (kind, annotated) {
        let value = reader.value(0);
        value.into_iter().for_each(|value| model.annotations.set_default(element, value));
    } else {
        let found = reader.annotation(0);
        found.into_iter().for_each(|found| model.annotations.add(annotated, found));
    }
}

fn find_well_known(model: &Model) -> WellKnown {
    let class = |package: &str, name: &str| model.find_top_level(Sym::new(package), Sym::new(name), None);
    let lang = |name: &str| class("java.lang", name);
    let ty = |package: &str, name: &str| match class(package, name) {
        Some(id) => model.types.class(id, &[]),
        None => model.types.class(model.missing_class(Sym::new(package), None, Sym::new(name)), &[]),
    };
    let boxes = ["Boolean", "Byte", "Short", "Character", "Integer", "Long", "Float", "Double"];
    WellKnown {
        object: ty("java.lang", "Object"),
        string: ty("java.lang", "String"),
        class: lang("Class"),
        throwable: ty("java.lang", "Throwable"),
        iterable: lang("Iterable"),
        enum_class: lang("Enum"),
        record: ty("java.lang", "Record"),
        cloneable: ty("java.lang", "Cloneable"),
        serializable: ty("java.io", "Serializable"),
        annotation: ty("java.lang.annotation", "Annotation"),
        boxes: boxes.map(|name| ty("java.lang", name)),
        void: ty("java.lang", "Void"),
    }
}

/// Declares the classes that the texts describe, and their members. Of classes of one name the first counts. Returns the
/// lines about their annotations.
fn load_texts<'a>(model: &mut Model, texts: &[&'a str]) -> Vec<(Annotated, &'a str)> {
    // All classes are declared before any of them is referred to: libraries use one another.
    let mut kept: Vec<(ClassId, Vec<&str>)> = Vec::new();
    let mut keep = false;
    for line in texts.iter().flat_map(|text| text.lines()) {
        if let Some(text) = line.strip_prefix("X\t") {
            let mut parts = text.split('\t').map(|part| part.split(',').filter(|name| !name.is_empty()));
            let name = parts.next().and_then(|mut names| names.next()).unwrap_or("");
            let exports = parts.next().into_iter().flatten().map(|name| Sym::new(&name.replace('/', ".")));
            let module = super::Module {
                exports: exports.collect(),
                transitive: parts.next().into_iter().flatten().map(Sym::new).collect(),
            };
            model.modules.entry(Sym::new(name)).or_insert(module);
        } else if let Some(class) = line.strip_prefix("C\t") {
            let made = declare(model, class);
            keep = made.is_some();
            kept.extend(made.map(|id| (id, vec![class])));
        } else if keep && let Some((_, lines)) = kept.last_mut() {
            lines.push(line);
        }
    }
    for (id, lines) in &kept {
        header(model, *id, lines[0]);
    }
    let mut annotations = Vec::new();
    for (id, lines) in &kept {
        members(model, *id, &lines[1..], &mut annotations);
    }
    annotations
}

/// The release at the end of a line.
fn since(text: Option<&&str>) -> u8 {
    text.and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn flags(text: &str) -> u32 {
    u32::from_str_radix(text, 16).unwrap_or(0)
}

/// Declares the class itself, unless the sources do.
fn declare(model: &mut Model, line: &str) -> Option<ClassId> {
    let mut parts = line.split('\t');
    let flags = flags(parts.next()?);
    let binary = parts.next()?;
    let superclass = parts.next().unwrap_or("");
    let (package, rest) = binary.rsplit_once('/').unwrap_or(("", binary));
    let package_name = Sym::new(&package.replace('/', "."));
    let outer = match rest.rfind('$') {
        None => None,
        Some(at) => {
            // In the order of names an outer class comes before its nested classes.
            let outer = find_binary(model, &binary[..binary.len() - rest.len() + at]);
            if outer.0 >= super::MISSING || model.class(outer).origin != Origin::Library {
                return None;
            }
            let name = Sym::new(&rest[at + 1..]);
            if model.find_member_class(outer, name).is_some() {
                return None;
            }
            Some(outer)
        }
    };
    let name = Sym::new(rest.rsplit('$').next().unwrap_or(rest));
    if outer.is_none() && model.find_top_level(package_name, name, None).is_some() {
        return None;
    }
    let package = model.package(package_name);
    let id = ClassId(model.classes.len() as u32);
    let kind = if flags & FLAG_ANNOTATION != 0 {
        ClassKind::Annotation
    } else if flags & FLAG_INTERFACE != 0 {
        ClassKind::Interface
    } else if flags & FLAG_ENUM != 0 {
        ClassKind::Enum
    } else if superclass == "java/lang/Record" {
        ClassKind::Record
    } else {
        ClassKind::Class
    };
    let modifiers = Modifiers(flags & 0x41f);
    model.classes.push(Class {
        name,
        package,
        outer,
        kind,
        nesting: if outer.is_some() { Nesting::Member } else { Nesting::TopLevel },
        modifiers,
        origin: Origin::Library,
        inner: outer.is_some() && !modifiers.has(Modifiers::STATIC),
        type_params: Vec::new(),
        all_params: Vec::new(),
        fields: IdRange::default(),
        callables: IdRange::default(),
        members: Vec::new(),
        supertypes: OnceLock::new(),
        this_type: TyCell::new(Ty::UNKNOWN),
        since: 0,
        circular: AtomicBool::new(false),
        closure: OnceLock::new(),
    });
    match outer {
        Some(outer) => model.classes[outer.index()].members.push(id),
        None => model.top_level.entry((package, name)).or_default().push(id),
    }
    Some(id)
}

/// Type variables, then supertypes. Outer classes come before inner ones.
fn header(model: &mut Model, id: ClassId, line: &str) {
    let parts: Vec<&str> = line.split('\t').collect();
    let signature = parts.get(4).copied().unwrap_or("");
    let mut all = match model.class(id).outer {
        Some(outer) if model.class(id).inner => model.class(outer).all_params.clone(),
        _ => Vec::new(),
    };
    let mut reader = Reader { model, text: signature.as_bytes(), at: 0, scope: all.clone() };
    let own = reader.type_params(VarOwner::Class(id));
    let mut supertypes = Vec::new();
    if signature.is_empty() {
        for name in
            parts.get(2).into_iter().copied().chain(parts.get(3).into_iter().flat_map(|l| l.split(',')))
        {
            if !name.is_empty() {
                let class = find_binary(reader.model, name);
                supertypes.push(reader.model.types.class(class, &[]));
            }
        }
    } else {
        while reader.at < reader.text.len() {
            supertypes.push(reader.ty());
        }
    }
    all.extend(&own);
    let args: Vec<Ty> = all.iter().map(|&var| model.types.var(var)).collect();
    let this_type = model.types.class(id, &args);
    let class = &mut model.classes[id.index()];
    let has_superclass = parts.get(2).is_some_and(|name| !name.is_empty());
    let superclass = (has_superclass && !supertypes.is_empty()).then(|| supertypes.remove(0));
    let found = Supertypes {
        superclass: if class.is_interface() { None } else { superclass },
        interfaces: supertypes.into(),
        permits: Box::default(),
    };
    class.since = since(parts.get(5));
    class.type_params = own;
    class.all_params = all;
    class.this_type.set(this_type);
    class.supertypes.get_or_init(|| found);
}

fn members<'a>(
    model: &mut Model,
    id: ClassId,
    lines: &[&'a str],
    annotations: &mut Vec<(Annotated, &'a str)>,
) {
    let mut annotated = Annotated::Class(id);
    let field_start = model.fields.len() as u32;
    let callable_start = model.callables.len() as u32;
    let class = model.class(id);
    let (class_name, inner) = (class.name, class.inner);
    let scope = class.all_params.clone();
    for &line in lines {
        if line.starts_with(['A', 'P', 'D']) {
            annotations.push((annotated, line));
            continue;
        }
        let parts: Vec<&str> = line.split('\t').collect();
        let [kind, flag_text, name, signature, rest @ ..] = parts.as_slice() else { continue };
        let bits = flags(flag_text);
        if *kind == "F" {
            annotated = Annotated::Field(FieldId(model.fields.len() as u32));
            let mut reader = Reader { model, text: signature.as_bytes(), at: 0, scope: scope.clone() };
            let ty = reader.ty();
            model.fields.push(Field {
                name: Sym::new(name),
                class: id,
                modifiers: Modifiers(bits & 0xdf),
                is_enum_constant: bits & FLAG_ENUM != 0,
                is_component: false,
                decl: None,
                since: since(rest.first()),
                ty: TyCell::new(ty),
            });
            continue;
        }
        let callable = CallableId(model.callables.len() as u32);
        annotated = Annotated::Callable(callable);
        let is_constructor = *name == "<init>";
        // The signature refers to the callable's own variables, so the callable is added first.
        let mut reader = Reader { model, text: signature.as_bytes(), at: 0, scope: scope.clone() };
        let type_params = reader.type_params(VarOwner::Callable(callable));
        reader.at += 1;
        let mut types = Vec::new();
        while reader.peek().is_some_and(|byte| byte != b')') {
            types.push(reader.ty());
        }
        reader.at += 1;
        let result = reader.ty();
        let mut throws = Vec::new();
        while reader.peek() == Some(b'^') {
            reader.at += 1;
            throws.push(reader.ty());
        }
        if throws.is_empty()
            && let Some(names) = rest.first().filter(|names| !names.is_empty())
        {
            for name in names.split(',') {
                let class = find_binary(model, name);
                throws.push(model.types.class(class, &[]));
            }
        }
        if is_constructor && inner && *kind == "M" && !types.is_empty() {
            types.remove(0); // the enclosing instance, which only descriptors mention
        }
        let start = model.params.len() as u32;
        for (i, &ty) in types.iter().enumerate() {
            let name = Sym::new(&format!("p{i}"));
            model.params.push(Param { name, callable, ty: TyCell::new(ty) });
        }
        let params = IdRange { start, end: model.params.len() as u32 };
        let mut modifiers = Modifiers(bits & 0x53f);
        if model.class(id).is_interface()
            && !modifiers.has(Modifiers::ABSTRACT)
            && !modifiers.has(Modifiers::STATIC)
        {
            modifiers = modifiers.with(Modifiers::DEFAULT);
        }
        model.callables.push(Callable {
            name: if is_constructor { class_name } else { Sym::new(name) },
            class: id,
            is_constructor,
            implicit: None,
            modifiers,
            varargs: bits & FLAG_VARARGS != 0,
            type_params,
            params,
            decl: None,
            since: since(rest.get(1)),
            result: TyCell::new(result),
            throws: OnceLock::from(throws.into_boxed_slice()),
        });
    }
    let fields = IdRange { start: field_start, end: model.fields.len() as u32 };
    let callables = IdRange { start: callable_start, end: model.callables.len() as u32 };
    let class = &mut model.classes[id.index()];
    class.fields = fields;
    class.callables = callables;
}
