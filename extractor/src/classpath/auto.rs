//! Finds the jars that a project's build files name in the local caches of Maven and Gradle.
//!
//! In: the source tree and the caches. Out: paths of jars, nearest first. Build files are read as text: nothing is run,
//! downloaded or written. Results of plugins, scripts and profiles are not seen.

mod gradle;
mod maven;
pub(super) mod xml;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The places where build tools keep downloaded jars.
#[derive(Debug, Clone, Default)]
pub struct Caches {
    /// Maven repositories: `group/with/slashes/artifact/version/artifact-version.jar`.
    pub maven: Vec<PathBuf>,
    /// Caches of Gradle: `group.with.dots/artifact/version/HASH/artifact-version.jar`.
    pub gradle: Vec<PathBuf>,
}

impl Caches {
    /// The tools' default caches in a home folder.
    pub fn below(home: &Path) -> Caches {
        Caches {
            maven: vec![home.join(".m2/repository")],
            gradle: vec![home.join(".gradle/caches/modules-2/files-2.1")],
        }
    }

    /// The jar of an artifact; if its version is unknown or missing, the newest one in the caches.
    fn jar(&self, artifact: &Artifact) -> Option<(PathBuf, Artifact)> {
        let mut versions: Vec<String> = artifact.version.iter().cloned().collect();
        let mut known: Vec<String> = Vec::new();
        for folder in self.maven.iter().map(|repository| repository.join(artifact.maven_path())) {
            known.extend(folders_in(&folder));
        }
        for folder in self.gradle.iter().map(|cache| cache.join(artifact.gradle_path())) {
            known.extend(folders_in(&folder));
        }
        known.sort_by_cached_key(|version| std::cmp::Reverse(version_key(version)));
        versions.extend(known);
        versions.into_iter().find_map(|version| {
            let jar = self.jar_of(artifact, &version)?;
            Some((jar, Artifact { version: Some(version), ..artifact.clone() }))
        })
    }

    fn jar_of(&self, artifact: &Artifact, version: &str) -> Option<PathBuf> {
        self.files(artifact, version, "jar").find(|jar| jar.is_file())
    }

    /// The description of an artifact, which lists its own dependencies.
    fn pom(&self, artifact: &Artifact) -> Option<String> {
        let version = artifact.version.as_deref()?;
        self.files(artifact, version, "pom").find_map(|pom| read(&pom))
    }

    /// The possible paths of an artifact's file in the caches.
    fn files(&self, artifact: &Artifact, version: &str, extension: &str) -> impl Iterator<Item = PathBuf> {
        let name = format!("{}-{version}.{extension}", artifact.name);
        let in_maven = self.maven.iter().map({
            let below = artifact.maven_path();
            let (version, name) = (version.to_owned(), name.clone());
            move |repository| repository.join(&below).join(&version).join(&name)
        });
        let below = artifact.gradle_path();
        let version = version.to_owned();
        let in_gradle = self.gradle.iter().flat_map(move |cache| {
            let folder = cache.join(&below).join(&version);
            let hashes = folders_in(&folder).into_iter();
            hashes.map(|hash| folder.join(hash).join(&name)).collect::<Vec<_>>()
        });
        in_maven.chain(in_gradle)
    }
}

/// The names of the folders in a folder, in order.
fn folders_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// A version as numbers and words, so that 1.10 comes after 1.9 and 1.0 after 1.0-beta.
fn version_key(version: &str) -> Vec<(u64, String)> {
    let part = |part: &str| match part.parse() {
        Ok(number) => (number, "~".to_owned()),
        Err(_) => (0, part.to_owned()),
    };
    let mut key: Vec<(u64, String)> = version.split(['.', '-', '_']).map(part).collect();
    key.push((0, "~".to_owned()));
    key
}

/// A library named by build files.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Artifact {
    group: String,
    name: String,
    version: Option<String>,
}

impl Artifact {
    fn maven_path(&self) -> PathBuf {
        self.group.split('.').chain([self.name.as_str()]).collect()
    }

    fn gradle_path(&self) -> PathBuf {
        [self.group.as_str(), self.name.as_str()].iter().collect()
    }

    /// Names from build files become paths: only plain ones are accepted.
    fn is_plain(&self) -> bool {
        let plain = |text: &str| {
            !text.is_empty()
                && !text.starts_with('.')
                && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+'))
        };
        plain(&self.group) && plain(&self.name) && self.version.as_deref().is_none_or(plain)
    }
}

/// Folders deeper than this are not searched for build files.
const MAX_DEPTH: u32 = 12;

/// Dependencies of artifacts are followed no further than this.
const MAX_DISTANCE: u32 = 8;

/// The libraries named by the build files of a project.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The jars found, nearest first, with their dependencies.
    pub jars: Vec<PathBuf>,
    /// The number of libraries that the build files name.
    pub named: usize,
    /// Those that no cache has, as `group:name:version`, in order.
    pub missing: Vec<String>,
}

/// Finds the jars named by the build files in and above a source tree, with their dependencies.
pub fn find(root: &Path, caches: &Caches) -> Found {
    let mut build_files = Vec::new();
    let root = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    // The sources may be a folder of the project, such as `src/main/java`.
    let above = root.ancestors().take_while(|folder| folder.parent().is_some());
    let project = above
        .filter(|folder| {
            ["pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]
                .iter()
                .any(|name| folder.join(name).is_file())
        })
        .last();
    collect(project.unwrap_or(&root), 0, &mut build_files);
    build_files.sort();

    let mut wanted = Vec::new();
    let mut poms = Vec::new();
    for file in &build_files {
        let Some(text) = read(file) else { continue };
        if file.extension().is_some_and(|extension| extension == "xml") {
            poms.push(maven::Pom::read(&text));
        } else {
            wanted.extend(gradle::artifacts(&text));
        }
    }
    // Modules inherit from parents, which are usually in the tree too.
    let mut versions = BTreeMap::new();
    let mut properties = BTreeMap::new();
    for pom in &poms {
        pom.add_to(&mut properties, &mut versions);
    }
    let own: BTreeSet<(String, String)> = poms.iter().filter_map(maven::Pom::coordinates).collect();
    for pom in &poms {
        wanted.extend(pom.dependencies(&properties, &versions));
    }
    wanted.retain(|artifact| !own.contains(&(artifact.group.clone(), artifact.name.clone())));
    let mut missing: BTreeMap<(String, String), String> = BTreeMap::new();
    for artifact in wanted.iter().filter(|artifact| artifact.is_plain()) {
        let version = artifact.version.as_ref().map(|version| format!(":{version}")).unwrap_or_default();
        let text = format!("{}:{}{version}", artifact.group, artifact.name);
        missing.entry((artifact.group.clone(), artifact.name.clone())).or_insert(text);
    }
    let named = missing.len();
    let jars = resolve(wanted, caches, &mut |artifact| {
        missing.remove(&(artifact.group.clone(), artifact.name.clone()));
    });
    Found { jars, named, missing: missing.into_values().collect() }
}

/// The most bytes of a build file.
const MAX_FILE: u64 = 4 << 20;

/// The text of a build file; `None` if it is not regular, too large, or not UTF-8.
pub(super) fn read(path: &Path) -> Option<String> {
    // Opening a pipe would block.
    let file = path.is_file().then(|| std::fs::File::open(path).ok())??;
    let mut text = String::new();
    file.take(MAX_FILE).read_to_string(&mut text).ok()?;
    Some(text)
}

fn collect(folder: &Path, depth: u32, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            let is_output = matches!(name.as_str(), "target" | "build" | "node_modules" | "src");
            if depth < MAX_DEPTH && !name.starts_with('.') && !is_output && !path.is_symlink() {
                collect(&path, depth + 1, found);
            }
        } else if name == "pom.xml"
            || name.ends_with(".gradle")
            || name.ends_with(".gradle.kts")
            || name.ends_with(".versions.toml")
        {
            found.push(path);
        }
    }
}

/// The jars of artifacts and of their dependencies, each artifact once: the nearest mention counts. Calls `found_one`
/// for each.
fn resolve(wanted: Vec<Artifact>, caches: &Caches, found_one: &mut dyn FnMut(&Artifact)) -> Vec<PathBuf> {
    let mut jars = Vec::new();
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    let mut now = wanted;
    for _ in 0..MAX_DISTANCE {
        let mut next = Vec::new();
        for artifact in now {
            if !artifact.is_plain() || seen.contains(&(artifact.group.clone(), artifact.name.clone())) {
                continue;
            }
            let Some((jar, found)) = caches.jar(&artifact) else { continue };
            found_one(&artifact);
            seen.insert((artifact.group, artifact.name));
            if let Some(text) = caches.pom(&found) {
                let pom = maven::Pom::read(&text);
                let (mut properties, mut versions) = (BTreeMap::new(), BTreeMap::new());
                pom.add_to(&mut properties, &mut versions);
                next.extend(pom.needed(&properties, &versions));
            }
            jars.push(jar);
        }
        if next.is_empty() {
            break;
        }
        now = next;
    }
    jars
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(folder: &Path) -> Caches {
        let put = |path: &str, text: &str| {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders can be made");
            std::fs::write(path, text).expect("files can be written");
        };
        put("home/.m2/repository/org/slf4j/slf4j-api/1.7.9/slf4j-api-1.7.9.jar", "");
        put("home/.m2/repository/org/slf4j/slf4j-api/1.7.30/slf4j-api-1.7.30.jar", "");
        put("home/.m2/repository/a/b/lib/1.0/lib-1.0.jar", "");
        put(
            "home/.m2/repository/a/b/lib/1.0/lib-1.0.pom",
            "<project><groupId>a.b</groupId><artifactId>lib</artifactId><version>1.0</version><dependencies>\
             <dependency><groupId>${project.groupId}</groupId><artifactId>inner</artifactId><version>${project.version}\
             </version></dependency><dependency><groupId>a.b</groupId><artifactId>testing</artifactId>\
             <scope>test</scope></dependency></dependencies></project>",
        );
        put("home/.m2/repository/a/b/inner/1.0/inner-1.0.jar", "");
        put("home/.m2/repository/a/b/testing/1.0/testing-1.0.jar", "");
        put("home/.gradle/caches/modules-2/files-2.1/c.d/kit/2.1/0123abcd/kit-2.1.jar", "");
        Caches::below(&folder.join("home"))
    }

    fn names(jars: &[PathBuf]) -> Vec<String> {
        jars.iter().map(|jar| jar.file_name().expect("a name").to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn maven_modules_inherit_versions() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let caches = cache(folder.path());
        let project = folder.path().join("project");
        std::fs::create_dir_all(project.join("module/src/main/java")).expect("folders can be made");
        std::fs::write(
            project.join("pom.xml"),
            "<?xml version=\"1.0\"?>\n<project><groupId>p</groupId><artifactId>parent</artifactId><properties>\
             <slf4j.version>1.7.30</slf4j.version></properties><dependencyManagement><dependencies><dependency>\
             <groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>${slf4j.version}</version>\
             </dependency></dependencies></dependencyManagement></project>",
        )
        .expect("a file can be written");
        std::fs::write(
            project.join("module/pom.xml"),
            "<project><parent><groupId>p</groupId><artifactId>parent</artifactId></parent><artifactId>module\
             </artifactId><!-- <dependency> --><dependencies><dependency><groupId>org.slf4j</groupId>\
             <artifactId>slf4j-api</artifactId></dependency><dependency><groupId>a.b</groupId>\
             <artifactId>lib</artifactId><version>1.0</version></dependency><dependency><groupId>p</groupId>\
             <artifactId>parent</artifactId></dependency></dependencies></project>",
        )
        .expect("a file can be written");
        let found = find(&project.join("module/src/main/java"), &caches);
        assert_eq!(names(&found.jars), ["slf4j-api-1.7.30.jar", "lib-1.0.jar", "inner-1.0.jar"]);
        assert_eq!((found.named, found.missing), (2, Vec::new()));
    }

    #[test]
    fn gradle_names_artifacts_in_several_ways() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let caches = cache(folder.path());
        let project = folder.path().join("project");
        std::fs::create_dir_all(project.join("gradle")).expect("folders can be made");
        std::fs::write(
            project.join("build.gradle"),
            "dependencies {\n  implementation 'c.d:kit:2.1'\n  // api 'a.b:testing:1.0'\n  api 'x.y:absent:3', 'x.y:absent:4'\n  api group: 'a.b', name: \
             'lib', version: '1.0'\n  testImplementation(libs.log)\n}\n",
        )
        .expect("a file can be written");
        std::fs::write(
            project.join("gradle/libs.versions.toml"),
            "[versions]\nslf4j = \"1.7.9\"\n[libraries]\nlog = { module = \"org.slf4j:slf4j-api\", version.ref = \
             \"slf4j\" }\n",
        )
        .expect("a file can be written");
        let found = find(&project, &caches);
        assert_eq!((found.named, &found.missing[..]), (4, &["x.y:absent:3".to_owned()][..]));
        assert_eq!(
            names(&found.jars),
            ["kit-2.1.jar", "lib-1.0.jar", "slf4j-api-1.7.9.jar", "inner-1.0.jar"]
        );
    }

    #[test]
    fn newer_versions_come_after_older_ones() {
        let mut versions = ["1.10", "1.9", "1.9-beta", "1.9.1", "2"];
        versions.sort_by_cached_key(|version| version_key(version));
        assert_eq!(versions, ["1.9-beta", "1.9", "1.9.1", "1.10", "2"]);
    }
}
