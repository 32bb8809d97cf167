//! Makes the bundled library signatures from a JDK's class files: a developer command.
//!
//! ```text
//! jimage extract --dir MODULES JDK/lib/modules
//! cargo run --release -p quarrel-extractor --example jdk_signatures -- MODULES extractor/jdk/signatures.txt.zst
//! ```
//!
//! In: one folder a module, with class files. Out: the public and protected API of all packages that are
//! exported to everyone, and the supertypes that are not visible themselves, as sorted lines (see
//! `model::library` for the format), compressed. The same class files give the same bytes.
#![allow(clippy::print_stderr, reason = "a developer command")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use cafebabe::attributes::{AttributeData, AttributeInfo};

struct Member {
    flags: u16,
    name: String,
    /// The generic signature, or where there is none the descriptor.
    signature: String,
    is_generic: bool,
    throws: Vec<String>,
}

struct Class {
    flags: u16,
    package: String,
    superclass: String,
    interfaces: Vec<String>,
    signature: String,
    fields: Vec<Member>,
    methods: Vec<Member>,
}

const PUBLIC_OR_PROTECTED: u16 = 0x1 | 0x4;
const SUPER: u16 = 0x20;
const SYNTHETIC: u16 = 0x1000;
const MODULE: u16 = 0x8000;

fn visible(flags: u16) -> bool {
    flags & PUBLIC_OR_PROTECTED != 0 && flags & SYNTHETIC == 0
}

fn class_files(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            class_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "class") {
            found.push(path);
        }
    }
    Ok(())
}

fn generic_signature(attributes: &[AttributeInfo<'_>]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::Signature(text) => Some(text.to_string()),
        _ => None,
    })
}

fn read(
    bytes: &[u8],
    classes: &mut BTreeMap<String, Class>,
    exported: &mut BTreeSet<String>,
) -> Result<(), Box<dyn Error>> {
    let mut options = cafebabe::ParseOptions::default();
    options.parse_bytecode(false);
    let class = cafebabe::parse_class_with_options(bytes, &options)?;
    let mut flags = class.access_flags.bits() & !SUPER;
    for attribute in &class.attributes {
        match &attribute.data {
            AttributeData::Module(module) => {
                let open = module.exports.iter().filter(|export| export.exports_to.is_empty());
                exported.extend(open.map(|export| export.package_name.to_string()));
            }
            AttributeData::InnerClasses(inner) => {
                for entry in inner.iter().filter(|entry| *entry.inner_class_info == *class.this_class) {
                    flags = entry.access_flags.bits();
                    if entry.inner_name.is_none() {
                        flags |= SYNTHETIC;
                    }
                }
            }
            _ => {}
        }
    }
    if class.access_flags.bits() & MODULE != 0 {
        return Ok(());
    }
    let name = class.this_class.to_string();
    let fields = class.fields.iter().filter(|field| visible(field.access_flags.bits())).map(|field| {
        let signature = generic_signature(&field.attributes);
        Member {
            flags: field.access_flags.bits(),
            name: field.name.to_string(),
            is_generic: signature.is_some(),
            signature: signature.unwrap_or_else(|| field.descriptor.to_string()),
            throws: Vec::new(),
        }
    });
    let methods = class.methods.iter().filter(|method| visible(method.access_flags.bits())).map(|method| {
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
        package: name.rsplit_once('/').map_or(String::new(), |(package, _)| package.to_owned()),
        superclass: class.super_class.as_ref().map(ToString::to_string).unwrap_or_default(),
        interfaces: class.interfaces.iter().map(ToString::to_string).collect(),
        signature: generic_signature(&class.attributes).unwrap_or_default(),
        fields: fields.collect(),
        methods: methods.collect(),
    };
    classes.insert(name, made);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, modules, output] = arguments.as_slice() else {
        return Err("usage: jdk_signatures MODULES OUTPUT.zst".into());
    };
    let mut files = Vec::new();
    class_files(Path::new(modules), &mut files)?;
    let (mut classes, mut exported) = (BTreeMap::new(), BTreeSet::new());
    for file in &files {
        if let Err(error) = read(&std::fs::read(file)?, &mut classes, &mut exported) {
            eprintln!("{}: {error}", file.display());
        }
    }
    let is_visible = |name: &str, class: &Class| {
        visible(class.flags)
            && exported.contains(&class.package)
            && name
                .match_indices('$')
                .all(|(at, _)| classes.get(&name[..at]).is_none_or(|o| visible(o.flags)))
    };
    let mut kept: BTreeSet<&str> = classes
        .iter()
        .filter(|(name, class)| is_visible(name, class))
        .map(|(name, _)| name.as_str())
        .collect();
    let mut work: Vec<&str> = kept.iter().copied().collect();
    while let Some(class) = work.pop().and_then(|name| classes.get(name)) {
        for supertype in class.interfaces.iter().chain([&class.superclass]) {
            if let Some((name, _)) = classes.get_key_value(supertype)
                && kept.insert(name)
            {
                work.push(name);
            }
        }
    }
    let mut text = String::new();
    let (mut fields, mut methods) = (0, 0);
    for name in &kept {
        let class = &classes[*name];
        let supertypes = class.interfaces.join(",");
        writeln!(
            text,
            "C\t{:x}\t{name}\t{}\t{supertypes}\t{}",
            class.flags, class.superclass, class.signature
        )?;
        for field in &class.fields {
            fields += 1;
            writeln!(text, "F\t{:x}\t{}\t{}", field.flags, field.name, field.signature)?;
        }
        for method in &class.methods {
            methods += 1;
            let mark = if method.is_generic { "G" } else { "M" };
            let throws = method.throws.join(",");
            writeln!(text, "{mark}\t{:x}\t{}\t{}\t{throws}", method.flags, method.name, method.signature)?;
        }
    }
    let packed = zstd::encode_all(text.as_bytes(), 19)?;
    std::fs::write(output, &packed)?;
    eprintln!(
        "{} classes, {fields} fields, {methods} methods: {} bytes of text, {} compressed",
        kept.len(),
        text.len(),
        packed.len()
    );
    Ok(())
}
