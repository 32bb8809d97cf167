//! Makes the bundled library signatures from JDKs' class files: a developer command.
//!
//! ```text
//! jimage extract --dir MODULES JDK/lib/modules                       # for each of the JDKs
//! cargo run --release -p quarrel-extractor --example jdk_signatures -- \
//!     extractor/jdk/signatures.txt.zst 25=MODULES 21=MODULES 17=MODULES JDK17/lib/ct.sym
//! ```
//!
//! In: for each JDK, the newest first, its release and one folder a module, with class files; and the `ct.sym` of a
//! JDK, which has the API of the ten releases or so before it. Out: the public and protected API of all packages that
//! are exported to everyone, and the supertypes that are not visible themselves, as sorted lines (see
//! `model::library` for the format), compressed. The API is that of the newest JDK; what an older one has and it has
//! not, in modules that are missing or removed since, is there too. Each line has the first release that has it. The
//! same class files give the same bytes.
#![allow(clippy::print_stderr, reason = "a developer command")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use quarrel_extractor::classpath::classfile::{Classes, Scope};
use quarrel_extractor::classpath::{api_text, archive};
use quarrel_extractor::limits::Stop;

/// The first release whose API is recorded.
const OLDEST: u8 = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, output, sources @ ..] = arguments.as_slice() else {
        return Err("usage: jdk_signatures OUTPUT.zst RELEASE=MODULES... [ct.sym]".into());
    };
    let mut releases: BTreeMap<u8, Classes> = BTreeMap::new();
    let mut newest_first = Vec::new();
    for source in sources {
        match source.split_once('=') {
            Some((release, modules)) => {
                let release: u8 = release.parse()?;
                releases.insert(release, classes(modules)?);
                newest_first.push(classes(modules)?);
            }
            None => {
                for (release, classes) in history(Path::new(source))? {
                    releases.entry(release).or_insert(classes);
                }
            }
        }
    }
    let mut newest_first = newest_first.into_iter();
    let mut all = newest_first.next().ok_or("name the modules of a JDK")?;
    newest_first.for_each(|older| all.add_missing(older));
    let by_age: Vec<(u8, &Classes)> = releases.iter().map(|(release, classes)| (*release, classes)).collect();
    all.since(&by_age);
    let text = api_text(&all);
    let packed = zstd::encode_all(text.as_bytes(), 19)?;
    std::fs::write(output, &packed)?;
    let count = |mark: &[char]| text.lines().filter(|line| line.starts_with(mark)).count();
    eprintln!(
        "{} modules, {} classes, {} fields, {} methods: {} bytes of text, {} compressed",
        count(&['X']),
        count(&['C']),
        count(&['F']),
        count(&['M', 'G']),
        text.len(),
        packed.len()
    );
    Ok(())
}

fn classes(modules: &str) -> Result<Classes, Box<dyn Error>> {
    let mut classes = Classes::default();
    let mut add = |bytes: &[u8]| classes.add(bytes, Scope::Api);
    archive::for_each_class(Path::new(modules), &Stop::default(), &mut add)?;
    Ok(classes)
}

/// The classes of each release in a `ct.sym`: the first folder of an entry names its releases, one character each.
fn history(path: &Path) -> Result<BTreeMap<u8, Classes>, Box<dyn Error>> {
    let mut archive = zip::ZipArchive::new(File::open(path)?)?;
    let mut names: Vec<String> = archive.file_names().flatten().map(|name| name.into_owned()).collect();
    names.retain(|name| name.ends_with(".sig"));
    names.sort();
    let mut releases: BTreeMap<u8, Classes> = BTreeMap::new();
    for name in names {
        let mut bytes = Vec::new();
        archive.by_name(&name)?.read_to_end(&mut bytes)?;
        let of = name.split('/').next().unwrap_or("");
        for release in of.chars().filter_map(|c| c.to_digit(36)) {
            let release = u8::try_from(release)?;
            if release >= OLDEST {
                // Other files are no API.
                let _ = releases.entry(release).or_default().add(&bytes, Scope::Api);
            }
        }
    }
    Ok(releases)
}
