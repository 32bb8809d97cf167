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

use std::error::Error;
use std::path::Path;

use quarrel_extractor::classpath::classfile::{Classes, Scope};
use quarrel_extractor::classpath::{api_text, archive};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, modules, output] = arguments.as_slice() else {
        return Err("usage: jdk_signatures MODULES OUTPUT.zst".into());
    };
    let mut classes = Classes::default();
    archive::for_each_class(Path::new(modules), &mut |bytes| classes.add(bytes, Scope::Api))?;
    let text = api_text(&classes);
    let packed = zstd::encode_all(text.as_bytes(), 19)?;
    std::fs::write(output, &packed)?;
    let count = |mark: &[char]| text.lines().filter(|line| line.starts_with(mark)).count();
    eprintln!(
        "{} classes, {} fields, {} methods: {} bytes of text, {} compressed",
        count(&['C']),
        count(&['F']),
        count(&['M', 'G']),
        text.len(),
        packed.len()
    );
    Ok(())
}
