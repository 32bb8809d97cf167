//! Dependencies in a `pom.xml`.

use std::collections::BTreeMap;

use super::{Artifact, xml};

/// Values by name.
pub(super) type Properties = BTreeMap<String, String>;

/// Versions by group and name.
pub(super) type Versions = BTreeMap<(String, String), String>;

#[derive(Debug, Clone, Default)]
struct Dependency {
    group: String,
    name: String,
    version: String,
    scope: String,
    optional: bool,
}

/// A `pom.xml`.
#[derive(Debug, Default)]
pub(super) struct Pom {
    group: String,
    name: String,
    version: String,
    parent_group: String,
    parent_version: String,
    properties: Properties,
    managed: Vec<Dependency>,
    dependencies: Vec<Dependency>,
}

impl Pom {
    /// Parses a file; skips what it does not understand.
    pub(super) fn read(text: &str) -> Pom {
        let pom = std::cell::RefCell::new(Pom::default());
        let current = std::cell::RefCell::new(Dependency::default());
        let mut with = |path: &[&str], text: &str| {
            let mut pom = pom.borrow_mut();
            let mut current = current.borrow_mut();
            let text = text.to_owned();
            match path {
                ["project", "groupId"] => pom.group = text,
                ["project", "artifactId"] => pom.name = text,
                ["project", "version"] => pom.version = text,
                ["project", "parent", "groupId"] => pom.parent_group = text,
                ["project", "parent", "version"] => pom.parent_version = text,
                ["project", "properties", name] => {
                    pom.properties.insert((*name).to_owned(), text);
                }
                [.., "dependencies", "dependency", "groupId"] => current.group = text,
                [.., "dependencies", "dependency", "artifactId"] => current.name = text,
                [.., "dependencies", "dependency", "version"] => current.version = text,
                [.., "dependencies", "dependency", "scope"] => current.scope = text,
                [.., "dependencies", "dependency", "optional"] => current.optional = text == "true",
                _ => {}
            }
        };
        let mut end = |path: &[&str]| {
            if let [around @ .., "dependencies", "dependency"] = path {
                let found = current.take();
                match around {
                    [.., "dependencyManagement"] => pom.borrow_mut().managed.push(found),
                    // Plugins have dependencies of their own.
                    [.., "plugin"] => {}
                    _ => pom.borrow_mut().dependencies.push(found),
                }
            }
        };
        xml::elements(text, &mut with, &mut end);
        pom.into_inner()
    }

    /// Group and name of the project itself.
    pub(super) fn coordinates(&self) -> Option<(String, String)> {
        let group = if self.group.is_empty() { &self.parent_group } else { &self.group };
        (!self.name.is_empty()).then(|| (group.clone(), self.name.clone()))
    }

    /// Adds the settings of the file for itself and its modules; existing ones stay.
    pub(super) fn add_to(&self, properties: &mut Properties, versions: &mut Versions) {
        for (name, value) in &self.properties {
            properties.entry(name.clone()).or_insert_with(|| value.clone());
        }
        for managed in &self.managed {
            let (group, name) =
                (self.expand(&managed.group, properties), self.expand(&managed.name, properties));
            versions.entry((group, name)).or_insert_with(|| managed.version.clone());
        }
    }

    /// All dependencies, with their versions as far as known.
    pub(super) fn dependencies(&self, properties: &Properties, versions: &Versions) -> Vec<Artifact> {
        self.dependencies.iter().map(|found| self.artifact(found, properties, versions)).collect()
    }

    /// The dependencies of code that uses this artifact.
    pub(super) fn needed(&self, properties: &Properties, versions: &Versions) -> Vec<Artifact> {
        let needed = self
            .dependencies
            .iter()
            .filter(|found| !found.optional && matches!(found.scope.as_str(), "" | "compile" | "runtime"));
        needed.map(|found| self.artifact(found, properties, versions)).collect()
    }

    fn artifact(&self, found: &Dependency, properties: &Properties, versions: &Versions) -> Artifact {
        let group = self.expand(&found.group, properties);
        let name = self.expand(&found.name, properties);
        let version = match found.version.as_str() {
            "" => versions.get(&(group.clone(), name.clone())).map_or("", String::as_str),
            version => version,
        };
        let version = self.expand(version, properties);
        let known = !version.is_empty() && !version.contains(['$', '[', '(', ',']);
        Artifact { group, name, version: known.then_some(version) }
    }

    /// Replaces `${name}` by its value; a value may mention others.
    fn expand(&self, text: &str, properties: &Properties) -> String {
        let mut text = text.trim().to_owned();
        for _ in 0..8 {
            let Some(start) = text.find("${") else { break };
            let Some(length) = text[start..].find('}') else { break };
            let name = &text[start + 2..start + length];
            let own =
                |own: &str, parent: &str| if own.is_empty() { parent.to_owned() } else { own.to_owned() };
            let value = match name {
                "project.groupId" | "pom.groupId" | "groupId" => own(&self.group, &self.parent_group),
                "project.version" | "pom.version" | "version" => own(&self.version, &self.parent_version),
                "project.parent.version" => self.parent_version.clone(),
                _ => match self.properties.get(name).or_else(|| properties.get(name)) {
                    Some(value) => value.clone(),
                    None => break,
                },
            };
            text.replace_range(start..=start + length, &value);
        }
        text
    }
}
