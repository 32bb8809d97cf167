//! Class files (JVMS 4) to signature lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use cafebabe::attributes::{AttributeData, AttributeInfo};

const PUBLIC: u16 = 0x1;
const PRIVATE: u16 = 0x2;
const PROTECTED: u16 = 0x4;
const SUPER: u16 = 0x20;
const SYNTHETIC: u16 = 0x1000;
const MODULE: u16 = 0x8000;

/// Which members of a class are wanted.
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
    /// The generic signature, or where there is none the descriptor.
    signature: String,
    is_generic: bool,
    throws: Vec<String>,
}

#[derive(Debug)]
struct Class {
    flags: u16,
    superclass: String,
    interfaces: Vec<String>,
    signature: String,
    fields: Vec<Member>,
    methods: Vec<Member>,
}

/// Classes by binary name.
#[derive(Debug, Default)]
pub struct Classes {
    classes: BTreeMap<String, Class>,
    exported: BTreeSet<String>,
}

/// The package of a binary name, with `/`.
pub fn package_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}

fn generic_signature(attributes: &[AttributeInfo<'_>]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::Signature(text) => Some(text.to_string()),
        _ => None,
    })
}

impl Classes {
    /// Adds a class file, or what a module exports. A class that is there already stays.
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
                    self.exported.extend(open.map(|export| export.package_name.to_string()));
                }
                AttributeData::InnerClasses(inner) => {
                    for entry in inner.iter().filter(|entry| *entry.inner_class_info == *class.this_class) {
                        flags = entry.access_flags.bits();
                        if entry.inner_name.is_none() || entry.outer_class_info.is_none() {
                            // Anonymous and local classes are nobody's business.
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
        let fields =
            class.fields.iter().filter(|field| scope.takes(field.access_flags.bits())).map(|field| {
                let signature = generic_signature(&field.attributes);
                Member {
                    flags: field.access_flags.bits(),
                    name: field.name.to_string(),
                    is_generic: signature.is_some(),
                    signature: signature.unwrap_or_else(|| field.descriptor.to_string()),
                    throws: Vec::new(),
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
                throws: throws.unwrap_or_default(),
            }
        });
        let made = Class {
            flags,
            superclass: class.super_class.as_ref().map(ToString::to_string).unwrap_or_default(),
            interfaces: class.interfaces.iter().map(ToString::to_string).collect(),
            signature: generic_signature(&class.attributes).unwrap_or_default(),
            fields: fields.collect(),
            methods: methods.collect(),
        };
        self.classes.entry(class.this_class.to_string()).or_insert(made);
        Ok(())
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

    /// Whether a class is public or protected, and written by somebody.
    pub fn is_visible(&self, name: &str) -> bool {
        self.classes.get(name).is_some_and(|class| Scope::Api.takes(class.flags))
    }

    /// The supertypes of a class that are there too.
    pub fn supertypes<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let class = self.classes.get(name);
        let named = class.into_iter().flat_map(|class| class.interfaces.iter().chain([&class.superclass]));
        named.filter_map(|name| self.classes.get_key_value(name)).map(|(name, _)| name.as_str())
    }

    /// The lines of the classes that are wanted, by name (see `model::library` for the format).
    pub fn text(&self, wanted: impl Fn(&str) -> bool) -> String {
        let mut text = String::new();
        for (name, class) in &self.classes {
            if !wanted(name) {
                continue;
            }
            let supertypes = class.interfaces.join(",");
            let (superclass, signature) = (&class.superclass, &class.signature);
            // Writing into a string does not fail.
            let _ = writeln!(text, "C\t{:x}\t{name}\t{superclass}\t{supertypes}\t{signature}", class.flags);
            for field in &class.fields {
                let _ = writeln!(text, "F\t{:x}\t{}\t{}", field.flags, field.name, field.signature);
            }
            for method in &class.methods {
                let mark = if method.is_generic { "G" } else { "M" };
                let throws = method.throws.join(",");
                let _ = writeln!(
                    text,
                    "{mark}\t{:x}\t{}\t{}\t{throws}",
                    method.flags, method.name, method.signature
                );
            }
        }
        text
    }
}
