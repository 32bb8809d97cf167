//! Where the report goes, and in which forms: options flow in, [`Outputs`] flow out, before the work that they cost; at
//! the end they take a report.

use crate::args::{Analyze, FindingsFormat};
use quarrel_console::Failure;
use quarrel_console::terminal::{color_on_stdout, links_on_stdout, stdout_width};
use quarrel_console::{note, sink};
use quarrel_report::text::{FIRST, NO_TERMINAL, Names, Style};
use quarrel_report::{Report, html, json, lines, markdown, sarif, text};
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Component, Path, PathBuf};
use tempfile::TempDir;

/// The outputs of the report.
pub(super) struct Outputs {
    /// Files, `None` for standard output, with their formats.
    all: Vec<(Option<PathBuf>, FindingsFormat)>,
    /// The page to open.
    page: Option<PathBuf>,
    /// The temporary folder of the page.
    folder: Option<TempDir>,
}

impl Outputs {
    /// Reads the outputs in the options.
    ///
    /// # Errors
    /// If they contradict each other, or a file cannot be written.
    pub fn of(args: &Analyze) -> Result<Self, Failure> {
        let mut all = outputs(args)?;
        if args.fix {
            // The diff has standard output for itself.
            all.retain(|(file, _)| file.is_some());
        }
        let page = all.iter().find(|(_, format)| *format == FindingsFormat::Html);
        let mut outputs = Self { page: page.and_then(|(file, _)| file.clone()), all, folder: None };
        if !args.open {
            outputs.page = None;
        } else if outputs.page.is_none() {
            let folder = tempfile::Builder::new().prefix("quarrel-").tempdir();
            let folder = folder
                .map_err(|error| Failure::new(format!("cannot make a folder for the page: {error}")))?;
            outputs.page = Some(folder.path().join("report.html"));
            outputs.all.push((outputs.page.clone(), FindingsFormat::Html));
            outputs.folder = Some(folder);
        }
        outputs.all.iter().try_for_each(|(file, _)| sink::probe(file.as_deref()))?;
        Ok(outputs)
    }

    /// Whether one of them has the provenance.
    pub fn have_provenance(&self) -> bool {
        self.all.iter().any(|(_, format)| matches!(format, FindingsFormat::Sarif | FindingsFormat::Html))
    }

    /// The files with their formats.
    pub fn files(&self) -> impl Iterator<Item = (&Path, FindingsFormat)> {
        self.all.iter().filter_map(|(file, format)| Some((file.as_deref()?, *format)))
    }

    /// Writes a report on the sources `root`.
    ///
    /// # Errors
    /// If an output cannot be written.
    pub fn write(&self, args: &Analyze, root: &Path, report: &Report) -> Result<(), Failure> {
        for (file, format) in &self.all {
            let made = match (format, file) {
                (FindingsFormat::Text, None) => {
                    sink::show_styled(&for_people(args, root, report, true))?;
                    continue;
                }
                (FindingsFormat::Text, _) => for_people(args, root, report, false),
                (FindingsFormat::Json, _) => json::document(&lines::render_json(report)),
                (FindingsFormat::Jsonl, _) => lines::render_json(report),
                (FindingsFormat::Csv, _) => lines::render_csv(report),
                (FindingsFormat::Html, _) => whole(html::render(report)),
                (FindingsFormat::Markdown, _) => markdown::render(report),
                (FindingsFormat::Sarif, _) => whole(sarif::render(report, sarif::Limits::default())),
            };
            sink::write(&made, file.as_deref())?;
        }
        Ok(())
    }

    /// Opens the page, if requested.
    pub fn open(self) {
        // Whoever reads the page may come back to it.
        self.folder.map(TempDir::keep);
        if let Some(page) = self.page {
            note(&match ::open::that_detached(&page) {
                Ok(()) => format!("the page is {}", page.display()),
                Err(error) => format!("warning: cannot open {}: {error}", page.display()),
            });
        }
    }
}

/// The named outputs, or else standard output.
fn outputs(args: &Analyze) -> Result<Vec<(Option<PathBuf>, FindingsFormat)>, Failure> {
    let to_stdout = args.output.is_empty() && args.format.is_some()
        || args.output.iter().any(|file| *file == Path::new("-"));
    if args.fix && to_stdout {
        return Err(Failure::new("with --fix, standard output is for the diff")
            .help("name a file for the findings with --output"));
    }
    if args.output.is_empty() {
        return Ok(vec![(None, args.format.unwrap_or(FindingsFormat::Text))]);
    }
    let one = |file: &PathBuf| {
        let to_stdout = file.as_path() == Path::new("-");
        let format = match (args.format, args.output.len(), to_stdout) {
            (Some(format), 1, _) | (Some(format), _, true) => format,
            (_, _, true) => FindingsFormat::Text,
            _ => match by_name(file).or(args.format) {
                Some(format) => format,
                None if is_plain(file) => FindingsFormat::Text,
                None => {
                    let message = format!("the end of the name {} is not a known format", file.display());
                    let help =
                        "names end in .sarif, .json, .jsonl, .csv, .html, .md or .txt; or say --format";
                    return Err(Failure::new(message).help(help));
                }
            },
        };
        Ok(((!to_stdout).then(|| file.clone()), format))
    };
    let outputs: Vec<_> = args.output.iter().map(one).collect::<Result<_, _>>()?;
    let files: BTreeSet<_> = outputs.iter().map(|(file, _)| file).collect();
    if files.len() < outputs.len() {
        return Err(Failure::new("two outputs have the same name").help("name each --output once"));
    }
    Ok(outputs)
}

/// Whether a name means plain text: by its extension, or without one.
fn is_plain(file: &Path) -> bool {
    let plain =
        |end: &std::ffi::OsStr| ["txt", "text", "log"].iter().any(|known| end.eq_ignore_ascii_case(known));
    file.extension().is_none_or(plain)
}

/// The format for the extension of a file.
fn by_name(file: &Path) -> Option<FindingsFormat> {
    match file.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "sarif" => Some(FindingsFormat::Sarif),
        "json" => Some(FindingsFormat::Json),
        "jsonl" | "ndjson" => Some(FindingsFormat::Jsonl),
        "csv" => Some(FindingsFormat::Csv),
        "html" | "htm" => Some(FindingsFormat::Html),
        "md" | "markdown" => Some(FindingsFormat::Markdown),
        _ => None,
    }
}

/// Renders the report for standard output or a file.
fn for_people(args: &Analyze, root: &Path, report: &Report, to_stdout: bool) -> String {
    let cut = to_stdout && std::io::stdout().is_terminal() && !args.all && !args.verbose;
    let mut names = names(root);
    names.links = names.links.filter(|_| to_stdout);
    let style = Style {
        names: &names,
        color: to_stdout && color_on_stdout(),
        width: stdout_width().filter(|_| to_stdout).unwrap_or(NO_TERMINAL),
        verbose: args.verbose,
        short: args.short,
        most: cut.then_some(FIRST),
    };
    text::render(report, style)
}

/// The names of files below the analysed folder (or of the file) from the current folder.
fn names(analysed: &Path) -> Names {
    let folder = if analysed.is_file() { analysed.parent().unwrap_or(Path::new("")) } else { analysed };
    let here = std::env::current_dir().unwrap_or_default();
    let root = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    // A name that goes up and down again is as long as one from the root.
    let shown = root.strip_prefix(&here).unwrap_or(if folder.is_absolute() { &root } else { folder });
    let prefix = shown.components().filter(|part| *part != Component::CurDir).collect::<PathBuf>();
    Names { prefix: prefix.display().to_string(), links: links_on_stdout().map(|kind| (root, kind)) }
}

/// Warns about what was cut; returns the text.
fn whole((made, cut): (String, Vec<String>)) -> String {
    for text in cut {
        note(&format!("warning: {text}"));
    }
    made
}
