//! The inputs of an extraction as a [`Key`] of the user's cache. Trees with equal keys give equal databases, so results
//! of one are valid for the other.

use std::path::Path;
use std::time::SystemTime;

use quarrel_files::cache::Key;
use rayon::prelude::*;

use crate::classpath;
use crate::extract::Options;
use crate::limits::Stop;
use crate::source::{self, SourceFile};

/// Adds the names and contents of the sources at or below `root`, and other inputs of an extraction with these options.
/// `None` if they are not known: something cannot be read, or folders of class files are on the class path.
pub fn add_to(key: &mut Key, root: &Path, options: &Options) -> Option<()> {
    let mut set = source::find_until(root, &Stop::default());
    if !set.problems.is_empty() {
        return None;
    }
    if !options.for_codeql {
        set.resources.clear();
    }
    let files: Vec<&SourceFile> = set.files.iter().chain(&set.resources).collect();
    let read = |file: &&SourceFile| {
        let mut content = Key::new("file");
        content.add(&quarrel_files::read(&file.path, source::MAX_FILE).ok()?);
        Some(content.hash())
    };
    let contents: Vec<[u8; 32]> = files.par_iter().map(read).collect::<Option<_>>()?;
    for (file, content) in files.iter().zip(contents) {
        key.add(file.name.as_bytes());
        key.add(&content);
    }
    for entry in classpath::expand(&options.classpath) {
        add_file(key, &entry)?;
    }
    if let Some(home) = &options.jdk {
        // It names the JDK's version; an update in place changes this file.
        add_file(key, &home.join("release"))?;
    }
    let Options { threads: _, classpath: _, jdk: _, source_level, limits: _, is_scratch: _, for_codeql } =
        options;
    let release = source_level.as_ref().map(|level| level.release);
    key.add(format!("{release:?} {for_codeql}").as_bytes());
    Some(())
}

/// A hash of everything that an extraction depends on, besides the sources; `None` if it is not known, or if more
/// depends on the sources than rows of files: files that enter the database only if something uses them.
pub(crate) fn settings(root: &Path, options: &Options) -> Option<[u8; 32]> {
    let Options { threads: _, classpath: _, jdk, source_level, limits: _, is_scratch, for_codeql } = options;
    if *for_codeql {
        return None;
    }
    let mut key = Key::new("settings");
    let root = root.canonicalize().ok()?;
    key.add(root.as_os_str().as_encoded_bytes());
    for entry in classpath::expand(&options.classpath) {
        add_file(&mut key, &entry)?;
    }
    if let Some(home) = jdk {
        add_file(&mut key, &home.join("release"))?;
    }
    let release = source_level.as_ref().map(|level| level.release);
    key.add(format!("{release:?} {is_scratch} {}", env!("CARGO_PKG_VERSION")).as_bytes());
    Some(key.hash())
}

/// Adds the path and the state of a file; `None` if it is no file.
fn add_file(key: &mut Key, path: &Path) -> Option<()> {
    let metadata = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let changed = metadata.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    key.add(path.as_os_str().as_encoded_bytes());
    key.add(&metadata.len().to_le_bytes());
    key.add(&changed.as_nanos().to_le_bytes());
    Some(())
}

#[cfg(test)]
mod tests {
    use super::add_to;
    use crate::extract::Options;
    use quarrel_files::cache::Key;
    use std::fs;
    use std::path::Path;

    fn of(root: &Path, options: &Options) -> Option<[u8; 32]> {
        let mut key = Key::new("tree");
        add_to(&mut key, root, options).map(|()| key.hash())
    }

    #[test]
    fn whatever_an_extraction_reads_changes_the_key() {
        let folder = tempfile::tempdir().expect("a folder");
        let (root, jar) = (folder.path().join("src"), folder.path().join("a.jar"));
        fs::create_dir(&root).expect("a folder");
        fs::write(root.join("A.java"), "class A {}").expect("written");
        fs::write(root.join("notes.txt"), "one").expect("written");
        fs::write(root.join("a.xml"), "<a/>").expect("written");
        fs::write(&jar, "jar").expect("written");
        let plain = Options::default();
        let with_jar = Options { classpath: vec![jar.clone()], ..Options::default() };
        let for_codeql = Options { for_codeql: true, ..Options::default() };
        let first = of(&root, &plain);
        assert!(first.is_some());
        assert_eq!(of(&root, &Options { threads: 3, is_scratch: true, ..Options::default() }), first);
        assert_ne!(of(&root, &with_jar), first);
        assert_ne!(of(&root, &for_codeql), first);

        let (of_jar, of_codeql) = (of(&root, &with_jar), of(&root, &for_codeql));
        fs::write(root.join("notes.txt"), "two").expect("written");
        fs::write(root.join("a.xml"), "<b/>").expect("written");
        fs::write(&jar, "another jar").expect("written");
        assert_eq!(of(&root, &plain), first, "nobody reads them");
        assert_ne!(of(&root, &with_jar), of_jar);
        assert_ne!(of(&root, &for_codeql), of_codeql);

        fs::write(root.join("A.java"), "class B {}").expect("written");
        let changed = of(&root, &plain);
        assert_ne!(changed, first);
        fs::rename(root.join("A.java"), root.join("B.java")).expect("renamed");
        assert_ne!(of(&root, &plain), changed);
        // Equal sources in another folder.
        let other = folder.path().join("other");
        fs::create_dir(&other).expect("a folder");
        fs::write(other.join("A.java"), "class A {}").expect("written");
        assert_eq!(of(&other, &plain), first);

        let folders = Options { classpath: vec![root.clone()], ..Options::default() };
        assert_eq!(of(&root, &folders), None);
        assert_eq!(of(&folder.path().join("none"), &plain), None);
    }
}
