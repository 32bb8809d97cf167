//! Converts class files (JVMS 4) to signature lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::annotations;
use cafebabe::attributes::{AttributeData, AttributeInfo, ModuleRequiresFlags};

const PUBLIC: u16 = 0x1;
const PRIVATE: u16 = 0x2;
const PROTECTED: u16 = 0x4;
const SUPER: u16 = 0x20;
const SYNTHETIC: u16 = 0x1000;
const MODULE: u16 = 0x8000;

/// The members of a class that are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Public and protected ones.
    Api,
    /// All that are not private.
    NotPrivate,
}

impl Scope {
    fn takes(self, flags: u16) -> bool {
        flags & SYNTHETIC == 0
            && match self {
                Scope::Api => flags & (PUBLIC | PROTECTED) != 0,
                Scope::NotPrivate => flags & PRIVATE == 0,
            }
    }
}

#[derive(Debug)]
struct Member {
    flags: u16,
    name: String,
    /// The generic signature, or the descriptor if there is none.
    signature: String,
    /// Without type arguments; distinguishes members of one name.
    descriptor: String,
    is_generic: bool,
    throws: Vec<String>,
    /// See [`super::annotations`].
    annotations: Vec<String>,
    /// See [`Classes::since`].
    since: u8,
}

#[derive(Debug)]
struct Class {
    flags: u16,
    superclass: String,
    interfaces: Vec<String>,
    signature: String,
    fields: Vec<Member>,
    methods: Vec<Member>,
    /// See [`super::annotations`].
    annotations: Vec<String>,
    /// See [`Classes::since`].
    since: u8,
}

impl Class {
    fn members(&self, methods: bool) -> &[Member] {
        if methods { &self.methods } else { &self.fields }
    }
}

/// The exports of a module.
#[derive(Debug, Default)]
struct Module {
    /// The packages that it exports to everyone, with `/`.
    exports: BTreeSet<String>,
    /// The modules that its readers read too.
    transitive: BTreeSet<String>,
}

/// Classes by binary name.
#[derive(Debug, Default)]
pub struct Classes {
    classes: BTreeMap<String, Class>,
    modules: BTreeMap<String, Module>,
    exported: BTreeSet<String>,
    with_annotations: bool,
}

/// The package of a binary name, with `/`.
pub fn package_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}

/// The parameters in a method's descriptor; nothing for a field.
fn parameters(member: &Member) -> &str {
    member.descriptor.split_once(')').map_or("", |(parameters, _)| parameters)
}

fn generic_signature(attributes: &[AttributeInfo<'_>]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::Signature(text) => Some(text.to_string()),
        _ => None,
    })
}

impl Classes {
    /// No classes yet; keeps the annotations of added ones if requested.
    pub fn new(with_annotations: bool) -> Classes {
        Classes { with_annotations, ..Classes::default() }
    }

    /// Adds a class file, or the exports of a module. An existing class stays.
    ///
    /// # Errors
    /// If it is no class file, or one of a version that cannot be read.
    pub fn add(&mut self, bytes: &[u8], scope: Scope) -> Result<(), String> {
        let mut options = cafebabe::ParseOptions::default();
        options.parse_bytecode(false);
        let class = cafebabe::parse_class_with_options(bytes, &options).map_err(|e| e.to_string())?;
        let mut flags = class.access_flags.bits() & !SUPER;
        for attribute in &class.attributes {
            match &attribute.data {
                AttributeData::Module(module) => {
                    let open = module.exports.iter().filter(|export| export.exports_to.is_empty());
                    let exports: Vec<String> = open.map(|export| export.package_name.to_string()).collect();
                    self.exported.extend(exports.iter().cloned());
                    let required = module.requires.iter();
                    let transitive = required
                        .filter(|entry| entry.flags.contains(ModuleRequiresFlags::TRANSITIVE))
                        .map(|entry| entry.name.to_string());
                    let known = self.modules.entry(module.name.to_string()).or_default();
                    known.exports.extend(exports);
                    known.transitive.extend(transitive);
                }
                AttributeData::InnerClasses(inner) => {
                    for entry in inner.iter().filter(|entry| *entry.inner_class_info == *class.this_class) {
                        flags = entry.access_flags.bits();
                        if entry.inner_name.is_none() || entry.outer_class_info.is_none() {
                            // Nobody can refer to anonymous and local classes.
                            flags |= SYNTHETIC;
                        }
                    }
                }
                _ => {}
            }
        }
        if class.access_flags.bits() & MODULE != 0 || (scope == Scope::NotPrivate && !scope.takes(flags)) {
            return Ok(());
        }
        let annotations = |attributes: &[AttributeInfo<'_>]| {
            if self.with_annotations { annotations::lines(attributes) } else { Vec::new() }
        };
        let fields =
            class.fields.iter().filter(|field| scope.takes(field.access_flags.bits())).map(|field| {
                let signature = generic_signature(&field.attributes);
                Member {
                    flags: field.access_flags.bits(),
                    name: field.name.to_string(),
                    is_generic: signature.is_some(),
                    signature: signature.unwrap_or_else(|| field.descriptor.to_string()),
                    descriptor: String::new(),
                    throws: Vec::new(),
                    annotations: annotations(&field.attributes),
                    since: 0,
                }
            });
        let methods = class.methods.iter().filter(|method| scope.takes(method.access_flags.bits()));
        let methods = methods.filter(|method| *method.name != *"<clinit>").map(|method| {
            let signature = generic_signature(&method.attributes);
            let throws = method.attributes.iter().find_map(|attribute| match &attribute.data {
                AttributeData::Exceptions(names) => Some(names.iter().map(ToString::to_string).collect()),
                _ => None,
            });
            Member {
                flags: method.access_flags.bits(),
                name: method.name.to_string(),
                is_generic: signature.is_some(),
                signature: signature.unwrap_or_else(|| method.descriptor.to_string()),
                descriptor: method.descriptor.to_string(),
                throws: throws.unwrap_or_default(),
                annotations: annotations(&method.attributes),
                since: 0,
            }
        });
        let made = Class {
            flags,
            superclass: class.super_class.as_ref().map(ToString::to_string).unwrap_or_default(),
            interfaces: class.interfaces.iter().map(ToString::to_string).collect(),
            signature: generic_signature(&class.attributes).unwrap_or_default(),
            fields: fields.collect(),
            methods: methods.collect(),
            annotations: annotations(&class.attributes),
            since: 0,
        };
        self.classes.entry(class.this_class.to_string()).or_insert(made);
        Ok(())
    }

    /// Adds the classes and members that only `other` has: those that later releases of a library have removed.
    pub fn add_missing(&mut self, other: Classes) {
        self.exported.extend(other.exported);
        for (name, module) in other.modules {
            let known = self.modules.entry(name).or_default();
            known.exports.extend(module.exports);
            known.transitive.extend(module.transitive);
        }
        for (name, class) in other.classes {
            let Some(known) = self.classes.get_mut(&name) else {
                self.classes.insert(name, class);
                continue;
            };
            for (known, more) in [(&mut known.fields, class.fields), (&mut known.methods, class.methods)] {
                // A method with another result is still the same method.
                let has = |known: &[Member], member: &Member| {
                    known
                        .iter()
                        .any(|other| other.name == member.name && parameters(other) == parameters(member))
                };
                let more: Vec<Member> = more.into_iter().filter(|member| !has(known, member)).collect();
                known.extend(more);
            }
        }
    }

    /// Records for each class and member the first of some releases, the oldest first, that has it; 0 for the oldest. A
    /// method counts as present if a supertype has it.
    pub fn since(&mut self, releases: &[(u8, &Classes)]) {
        let first = |has: &dyn Fn(&Classes) -> bool| {
            let found = releases.iter().position(|(_, classes)| has(classes));
            match found {
                Some(0) | None => 0,
                Some(at) => releases[at].0,
            }
        };
        for (name, class) in &mut self.classes {
            class.since = first(&|classes| classes.is_visible(name));
            let since = class.since;
            for (members, methods) in [(&mut class.fields, false), (&mut class.methods, true)] {
                for member in members {
                    let found = first(&|classes| classes.has_member(name, member, methods));
                    // It is at most as old as its class.
                    member.since = if found > since { found } else { 0 };
                }
            }
        }
    }

    fn has_member(&self, class: &str, member: &Member, methods: bool) -> bool {
        let Some(found) = self.classes.get(class) else { return false };
        let same = |other: &Member| other.name == member.name && parameters(other) == parameters(member);
        found.members(methods).iter().any(same)
            || (member.name != "<init>"
                && found
                    .interfaces
                    .iter()
                    .chain([&found.superclass])
                    .any(|supertype| self.has_member(supertype, member, methods)))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Packages that modules export to everyone, with `/`.
    pub fn exported(&self) -> &BTreeSet<String> {
        &self.exported
    }

    /// The binary names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(String::as_str)
    }

    /// Whether there is a class of that name.
    pub fn contains(&self, name: &str) -> bool {
        self.classes.contains_key(name)
    }

    /// Whether a class is public or protected, and not synthetic.
    pub fn is_visible(&self, name: &str) -> bool {
        self.classes.get(name).is_some_and(|class| Scope::Api.takes(class.flags))
    }

    /// The supertypes of a class that are present.
    pub fn supertypes<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let class = self.classes.get(name);
        let named = class.into_iter().flat_map(|class| class.interfaces.iter().chain([&class.superclass]));
        named.filter_map(|name| self.classes.get_key_value(name)).map(|(name, _)| name.as_str())
    }

    /// The lines of the `wanted` classes, by name (see `model::library` for the format).
    pub fn text(&self, wanted: impl Fn(&str) -> bool) -> String {
        let mut text = String::new();
        let since = |since: u8| if since == 0 { String::new() } else { format!("\t{since}") };
        let all = |text: &mut String, lines: &[String]| {
            lines.iter().for_each(|line| {
                text.push_str(line);
                text.push('\n');
            });
        };
        // Writing into a string does not fail.
        for (name, module) in &self.modules {
            let listed = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(",");
            let _ = writeln!(text, "X\t{name}\t{}\t{}", listed(&module.exports), listed(&module.transitive));
        }
        for (name, class) in &self.classes {
            if !wanted(name) {
                continue;
            }
            let supertypes = class.interfaces.join(",");
            let (superclass, signature) = (&class.superclass, &class.signature);
            let _ = writeln!(
                text,
                "C\t{:x}\t{name}\t{superclass}\t{supertypes}\t{signature}{}",
                class.flags,
                since(class.since)
            );
            all(&mut text, &class.annotations);
            for field in &class.fields {
                let _ = writeln!(
                    text,
                    "F\t{:x}\t{}\t{}{}",
                    field.flags,
                    field.name,
                    field.signature,
                    since(field.since)
                );
                all(&mut text, &field.annotations);
            }
            for method in &class.methods {
                let mark = if method.is_generic { "G" } else { "M" };
                let throws = method.throws.join(",");
                let _ = writeln!(
                    text,
                    "{mark}\t{:x}\t{}\t{}\t{throws}{}",
                    method.flags,
                    method.name,
                    method.signature,
                    since(method.since)
                );
                all(&mut text, &method.annotations);
            }
        }
        text
    }
}
