//! Finds the release of Java that a project's build files set for its sources.
//!
//! In: the folder of the sources. Out: a release. Build files are read as text, as in `auto`.

use std::path::{Path, PathBuf};

use super::auto::{read, xml};

/// The release set by a build file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLevel {
    /// The release: 8, 11, 17...
    pub release: u8,
    /// The build file.
    pub file: PathBuf,
}

/// The release set by the nearest build file in or above a folder that sets one.
pub fn find(root: &Path) -> Option<SourceLevel> {
    let root = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    root.ancestors().find_map(|folder| {
        let of_pom = |text: &str| of_pom(text);
        let of_gradle = |text: &str| of_gradle(text);
        let readers: [(&str, &dyn Fn(&str) -> Option<u8>); 3] =
            [("pom.xml", &of_pom), ("build.gradle", &of_gradle), ("build.gradle.kts", &of_gradle)];
        readers.iter().find_map(|(name, reader)| {
            let file = folder.join(name);
            let release = reader(&read(&file)?)?;
            Some(SourceLevel { release, file })
        })
    })
}

/// The release at the beginning of a text: `1.8`, `11`, `1_8`.
fn release(text: &str) -> Option<u8> {
    let text = text.trim();
    let text = text.strip_prefix("1.").or_else(|| text.strip_prefix("1_")).unwrap_or(text);
    let digits = text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
    digits.parse().ok().filter(|release| (5..100).contains(release))
}

fn of_pom(text: &str) -> Option<u8> {
    let (mut properties, mut settings): (Vec<(String, String)>, Vec<(u8, String)>) = (Vec::new(), Vec::new());
    let mut with = |path: &[&str], text: &str| {
        if let ["project", "properties", name] = path {
            properties.push(((*name).to_owned(), text.to_owned()));
        }
        let order = match path {
            ["project", "properties", "maven.compiler.release"] => 0,
            [.., "plugin", "configuration", "release"] => 1,
            ["project", "properties", "maven.compiler.source"] => 2,
            [.., "plugin", "configuration", "source"] => 3,
            ["project", "properties", "java.version"] => 4,
            _ => return,
        };
        settings.push((order, text.to_owned()));
    };
    xml::elements(text, &mut with, &mut |_| ());
    settings.sort_by_key(|(order, _)| *order);
    settings.iter().find_map(|(_, value)| match value.strip_prefix("${").and_then(|v| v.strip_suffix('}')) {
        Some(name) => {
            properties.iter().find(|(known, _)| known == name).and_then(|(_, value)| release(value))
        }
        None => release(value),
    })
}

fn of_gradle(text: &str) -> Option<u8> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let mut found = lines.filter_map(|line| {
        ["options.release", "sourceCompatibility", "languageVersion"].iter().enumerate().find_map(
            |(order, key)| {
                let (_, value) = line.split_once(key)?;
                let value = value.trim_start_matches(|c: char| !c.is_ascii_digit());
                Some((order, release(value)?))
            },
        )
    });
    let first = found.next()?;
    Some(found.fold(first, |best, next| if next.0 < best.0 { next } else { best }).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_files_name_a_release() {
        for (text, expected) in [
            (
                "<project><properties><maven.compiler.source>1.8</maven.compiler.source></properties></project>",
                Some(8),
            ),
            (
                "<project><properties><j>11</j><maven.compiler.source>8</maven.compiler.source>\
                 <maven.compiler.release>${j}</maven.compiler.release></properties></project>",
                Some(11),
            ),
            (
                "<project><build><plugins><plugin><configuration><release>17</release></configuration></plugin>\
                 </plugins></build></project>",
                Some(17),
            ),
            ("<project><properties><java.version>none</java.version></properties></project>", None),
        ] {
            assert_eq!(of_pom(text), expected, "{text}");
        }
        for (text, expected) in [
            ("sourceCompatibility = 1.8", Some(8)),
            ("  sourceCompatibility = '11'\n", Some(11)),
            ("java { sourceCompatibility = JavaVersion.VERSION_1_8 }", Some(8)),
            ("languageVersion = JavaLanguageVersion.of(21)\noptions.release = 17", Some(17)),
            ("// sourceCompatibility = 1.8", None),
        ] {
            assert_eq!(of_gradle(text), expected, "{text}");
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir_all(folder.path().join("src/main/java")).expect("folders can be made");
        std::fs::write(folder.path().join("build.gradle"), "sourceCompatibility = 9").expect("a file");
        let found = find(&folder.path().join("src/main/java")).expect("it is found");
        assert_eq!((found.release, found.file.file_name()), (9, Some("build.gradle".as_ref())));
    }
}
