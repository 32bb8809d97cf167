//! Reads the class path in the file `options` of a test folder (language.md section 19).
//!
//! ```text
//! //semmle-extractor-options: --javac-args -cp ${testdir}/../../stubs/some-library --release 21
//! ```
//!
//! `@file` stands for the words of a file.

use quarrel_console::Failure;
use std::path::{Path, PathBuf};

/// The largest such file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;
/// The most nested `@file` arguments.
const MOST_FILES: usize = 8;
/// The mark, after `//`, of lines with options.
const MARK: &str = "semmle-extractor-options:";

/// Options of the Java compiler with a value that do not change the meanings of names here.
const IGNORED_WITH_VALUE: &[&str] = &[
    "--release",
    "-source",
    "--source",
    "-target",
    "--target",
    "-encoding",
    "--encoding",
    "-d",
    "--add-modules",
    "--add-exports",
];
/// Beginnings of such options without a value.
const IGNORED: &[&str] = &[
    "--javac-args",
    "--strict-javac-errors",
    "--no-strict-javac-errors",
    "--enable-preview",
    "-Xlint",
    "-XD",
    "-proc:",
    "-parameters",
    "-nowarn",
    "-g",
];

/// The class path that the `options` file of a test folder names; empty if there is none.
///
/// # Errors
/// If the file cannot be read, names a missing folder, or has an unsupported option.
pub(super) fn classpath(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let file = folder.join("options");
    let text = match quarrel_files::read_text(&file, MOST_BYTES) {
        Ok(text) => text,
        Err(_) if !file.is_file() => return Ok(Vec::new()),
        Err(error) => return Err(Failure::new(format!("cannot read {}: {error}", file.display()))),
    };
    let in_file = |failure: Failure| failure.about(&file.display().to_string());
    let mut classpath = Vec::new();
    let marked = |line| str::trim(line).trim_start_matches('/').trim_start().strip_prefix(MARK);
    // A value may stand on the next line.
    let line = text.lines().filter_map(marked).collect::<Vec<_>>().join(" ");
    read(&line, folder, 0, &mut classpath).map_err(in_file)?;
    Ok(classpath)
}

fn read(line: &str, folder: &Path, depth: usize, classpath: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let mut words = super::words(line).into_iter();
    while let Some(word) = words.next() {
        // `--release=21` is `--release 21`.
        let (option, attached) = match word.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (option.to_owned(), Some(value.to_owned())),
            _ => (word.clone(), None),
        };
        let mut value = || attached.clone().or_else(|| words.next());
        match option.as_str() {
            "-cp" | "-classpath" | "--class-path" | "-sourcepath" | "--source-path" => {
                let Some(paths) = value() else {
                    return Err(Failure::new(format!("`{option}` names no path")));
                };
                for path in paths.split([':', ';']).filter(|path| !path.is_empty()) {
                    classpath.push(entry(path, folder)?);
                }
            }
            option if option.starts_with('@') && depth < MOST_FILES => {
                let file = entry(&option[1..], folder)?;
                let text = quarrel_files::read_text(&file, MOST_BYTES)
                    .map_err(|error| Failure::new(format!("cannot read {}: {error}", file.display())))?;
                read(&text, folder, depth + 1, classpath)?;
            }
            option if IGNORED_WITH_VALUE.contains(&option) => drop(value()),
            option if IGNORED.iter().any(|ignored| option.starts_with(ignored)) => {}
            option => {
                return Err(Failure::new(format!("the option `{option}` is not supported")).help(
                    "known are -cp, -sourcepath and what does not change what names mean, such as --release",
                ));
            }
        }
    }
    Ok(())
}

fn entry(path: &str, folder: &Path) -> Result<PathBuf, Failure> {
    let path = match path.strip_prefix("${testdir}") {
        Some(rest) => folder.join(rest.trim_start_matches('/')),
        None => folder.join(path),
    };
    let is_pattern = path.file_name().is_some_and(|name| name == "*");
    if !is_pattern && !path.exists() {
        return Err(Failure::new(format!("there is no {}", path.display()))
            .help("stubs are folders with Java sources; ${testdir} is the folder of the test"));
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::classpath;

    #[test]
    fn options_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path();
        let write = |text: &str| std::fs::write(at.join("options"), text).expect("a file");
        assert_eq!(classpath(at).expect("no file"), Vec::<std::path::PathBuf>::new());
        std::fs::create_dir_all(at.join("stubs/a")).expect("a folder");
        write(
            "//semmle-extractor-options: --javac-args -cp\n\
             //semmle-extractor-options: ${testdir}/stubs/a:${testdir}/lib/* --release=21 -Xlint:all\n",
        );
        assert_eq!(classpath(at).expect("good options"), [at.join("stubs/a"), at.join("lib/*")]);
        std::fs::write(at.join("more"), "-sourcepath\n${testdir}/stubs/a\n").expect("a file");
        write("// semmle-extractor-options: --no-strict-javac-errors --javac-args @${testdir}/more\n");
        assert_eq!(classpath(at).expect("good options"), [at.join("stubs/a")]);
        write("//semmle-extractor-options: --javac-args -cp ${testdir}/nowhere\n");
        assert!(classpath(at).is_err_and(|failure| failure.to_string().contains("nowhere")));
        write("//semmle-extractor-options: --javac-args --patch-module a=b\n");
        assert!(classpath(at).is_err_and(|failure| failure.to_string().contains("`--patch-module`")));
    }
}
