//! Libraries that sources are compiled against: jars, folders of class files, and other JDKs, as signature lines.
//!
//! In: paths. Out: text in the format of `model::library`, one text per library. Nothing is run or downloaded; whatever
//! cannot be read is reported and left out.

mod annotations;
pub mod archive;
pub mod auto;
pub mod classfile;
pub mod image;
pub mod level;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::limits::Stop;
use classfile::{Classes, Scope};

/// The libraries of an extraction, in the order of class look-up.
#[derive(Debug, Default, Clone)]
pub struct Libraries {
    /// Signatures of the JDK, unless it is the bundled one.
    pub jdk: Option<String>,
    /// Signatures of each entry of the class path.
    pub classpath: Vec<String>,
    /// Java files of the source jars and folders on the class path.
    pub sources: Vec<LibrarySource>,
}

/// A Java file of a library.
#[derive(Debug, Clone)]
pub struct LibrarySource {
    /// Its path inside the library: `lib-sources.jar!/p/C.java`.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its path, if it is a file of a folder.
    pub file: Option<PathBuf>,
}

impl Libraries {
    /// The number of jars and folders besides the JDK.
    pub fn len(&self) -> usize {
        let mut jars: Vec<&str> =
            self.sources.iter().filter_map(|source| Some(source.name.split_once("!/")?.0)).collect();
        jars.dedup();
        self.classpath.len() + jars.len()
    }

    /// Whether there is only the JDK.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Reads a class path and, if given, a JDK. Reports what cannot be read, and why. Stops reading once `stop` is set.
/// Reads annotations if requested.
pub fn read(
    classpath: &[PathBuf],
    jdk: Option<&Path>,
    with_annotations: bool,
    stop: &Stop,
) -> (Libraries, Vec<(PathBuf, String)>) {
    let mut problems = Vec::new();
    let jdk = jdk.and_then(|home| {
        let text = of_jdk(home, with_annotations, stop);
        text.map_err(|reason| problems.push((home.to_owned(), reason))).ok()
    });
    let mut libraries = Libraries { jdk, ..Libraries::default() };
    for entry in expand(classpath) {
        if stop.is_set() {
            break;
        }
        match of_library(&entry, with_annotations, stop) {
            Ok(Library::Classes(text)) => libraries.classpath.push(text),
            Ok(Library::Sources(files)) => {
                let library = entry.to_string_lossy().replace('\\', "/");
                let is_folder = entry.is_dir();
                libraries.sources.extend(files.into_iter().map(|(name, text)| LibrarySource {
                    file: is_folder.then(|| entry.join(&name)),
                    name: format!("{library}!/{name}"),
                    text,
                }));
            }
            Err(reason) => problems.push((entry, reason)),
        }
    }
    (libraries, problems)
}

/// Expands an entry `folder/*` to all jars directly in the folder, in the order of their names.
pub(crate) fn expand(classpath: &[PathBuf]) -> Vec<PathBuf> {
    let mut entries = Vec::new();
    for entry in classpath {
        if entry.file_name().is_some_and(|name| name == "*") {
            let folder = entry.parent().unwrap_or(Path::new("."));
            let mut jars: Vec<PathBuf> =
                std::fs::read_dir(folder).into_iter().flatten().flatten().map(|found| found.path()).collect();
            jars.retain(|path| path.extension().is_some_and(|extension| extension == "jar"));
            jars.sort();
            entries.extend(jars);
        } else {
            entries.push(entry.clone());
        }
    }
    entries
}

/// The content of a class path entry.
enum Library {
    /// Class files, as signatures.
    Classes(String),
    /// Java files, by path.
    Sources(Vec<(String, String)>),
}

/// The signatures of a jar or a folder of class files: all members that are not private, since sources may share a
/// package with the library. A jar or folder without class files may hold sources.
fn of_library(entry: &Path, with_annotations: bool, stop: &Stop) -> Result<Library, String> {
    let mut classes = Classes::new(with_annotations);
    archive::for_each_class(entry, stop, &mut |bytes| classes.add(bytes, Scope::NotPrivate))?;
    if classes.is_empty() {
        let sources = if entry.is_dir() {
            archive::java_files_below(entry)?
        } else {
            archive::java_files(entry, stop)?
        };
        if sources.is_empty() {
            return Err("it holds neither class files nor Java files".to_owned());
        }
        return Ok(Library::Sources(sources));
    }
    Ok(Library::Classes(classes.text(|_| true)))
}

/// The signatures of a JDK by its home: of the modules in `jmods`, or else in the run-time image `lib/modules`, or of
/// `rt.jar` before Java 9.
fn of_jdk(home: &Path, with_annotations: bool, stop: &Stop) -> Result<String, String> {
    let mut classes = Classes::new(with_annotations);
    let (jmods, image) = (home.join("jmods"), home.join("lib/modules"));
    let runtime =
        ["jre/lib/rt.jar", "lib/rt.jar"].map(|path| home.join(path)).into_iter().find(|p| p.is_file());
    if jmods.is_dir() {
        let mut modules: Vec<PathBuf> = std::fs::read_dir(&jmods)
            .map_err(|e| e.to_string())?
            .flatten()
            .map(|found| found.path())
            .collect();
        modules.retain(|path| path.extension().is_some_and(|extension| extension == "jmod"));
        modules.sort();
        for module in &modules {
            archive::for_each_class(module, stop, &mut |bytes| classes.add(bytes, Scope::Api))?;
        }
    } else if image.is_file() {
        image::for_each_class(&image, stop, &mut |bytes| classes.add(bytes, Scope::Api))?;
    } else if let Some(runtime) = runtime {
        archive::for_each_class(&runtime, stop, &mut |bytes| classes.add(bytes, Scope::Api))?;
    }
    if classes.is_empty() {
        return Err(
            "it is no JDK: there is neither a folder `jmods` nor `lib/modules` nor `lib/rt.jar`; name the home of one"
                .to_owned(),
        );
    }
    Ok(api_text(&classes))
}

/// The API of classes: all that is visible in packages that modules export to everyone (in all packages, if there are
/// no modules), and its supertypes.
pub fn api_text(classes: &Classes) -> String {
    let exported: &BTreeSet<String> = classes.exported();
    let visible = |name: &str| {
        classes.is_visible(name)
            && (exported.is_empty() || exported.contains(classfile::package_of(name)))
            && name
                .match_indices('$')
                .all(|(at, _)| !classes.contains(&name[..at]) || classes.is_visible(&name[..at]))
    };
    let mut kept: BTreeSet<&str> = classes.names().filter(|name| visible(name)).collect();
    let mut work: Vec<&str> = kept.iter().copied().collect();
    while let Some(name) = work.pop() {
        for supertype in classes.supertypes(name) {
            if kept.insert(supertype) {
                work.push(supertype);
            }
        }
    }
    classes.text(|name| kept.contains(name))
}
