//! `docs/library.md` says truly what the library `java` has: each type, member and predicate of its tables compiles in a
//! use of it, and what it calls missing does not; all modules are listed, and concepts are where it says that they are.

use quarrel_base::{SourceMap, catalog, diag};
use quarrel_engine::{CompileError, CompileOptions, Place, Roots, Session};
use std::collections::BTreeSet;
use std::fmt::Write as _;

const PAGE: &str = include_str!("../../docs/library.md");

const IMPORTS: &str = "import java\n\
    import semmle.code.java.Concurrency\n\
    import semmle.code.java.ConflictingAccess\n\
    import semmle.code.java.controlflow.Guards\n\
    import semmle.code.java.dataflow.DataFlow\n\
    import semmle.code.java.dataflow.SSA\n\
    import semmle.code.java.frameworks.Mockito\n";

/// A predicate that uses one entry of the tables.
struct Use {
    what: String,
    text: String,
}

/// The rows of the tables below `heading`, without the heads of the tables: for each cell its code spans.
fn cells(heading: &str) -> Vec<Vec<Vec<&'static str>>> {
    let section =
        PAGE.split("\n## ").find(|section| section.starts_with(heading)).expect("the page has this section");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells = row.trim_matches(|c| c == '|' || c == ' ').split(" | ");
        cells.map(|cell| cell.split('`').skip(1).step_by(2).collect()).collect()
    })
    .collect()
}

/// A predicate that uses the member `signature` of `class`, such as `Expr getArgument(int)`; the predicate `signature`
/// if `class` is `None`.
fn use_of(class: Option<&str>, signature: &str, number: usize) -> Use {
    let (head, parameters) =
        signature.trim_end_matches(')').split_once('(').expect("a signature has parameters");
    let (result, name) = head.rsplit_once(' ').expect("a signature has a result or says `predicate`");
    let parameters: Vec<&str> = parameters.split(", ").filter(|parameter| !parameter.is_empty()).collect();
    let mut declared: Vec<String> = class.iter().map(|class| format!("{class} receiver")).collect();
    declared.extend(parameters.iter().enumerate().map(|(i, parameter)| format!("{parameter} p{i}")));
    let arguments: Vec<String> = (0..parameters.len()).map(|i| format!("p{i}")).collect();
    let receiver = if class.is_some() { "receiver." } else { "" };
    let mut body = format!("{receiver}{name}({})", arguments.join(", "));
    if result != "predicate" {
        declared.push(format!("{result} value"));
        body = format!("value = {body}");
    }
    Use {
        what: class.map_or_else(|| signature.to_owned(), |class| format!("{class}: {signature}")),
        text: format!("predicate use{number}({}) {{ {body} }}\n", declared.join(", ")),
    }
}

/// Uses of all types, and of all their members, in the tables below `heading`.
fn uses_of_types(heading: &str) -> Vec<Use> {
    let mut uses = Vec::new();
    for row in cells(heading) {
        let class = row[0][0];
        let number = uses.len();
        uses.push(Use {
            what: class.to_owned(),
            text: format!("predicate use{number}({class} receiver) {{ exists(receiver) }}\n"),
        });
        for member in row.get(1).into_iter().flatten() {
            uses.push(use_of(Some(class), member, uses.len()));
        }
    }
    uses
}

/// The errors in a query that consists of these uses; `None` if it compiles.
fn mistakes(uses: &[&Use]) -> Option<String> {
    let schema = include_str!("../../extractor/schema/java.dbscheme");
    let mut sources = SourceMap::new();
    let file = sources.add("java.dbscheme", schema);
    let (catalog, found) = catalog::parse(file, schema);
    assert!(found.is_empty(), "{}", diag::render(&found, &sources, false));
    let roots = Roots::new(quarrel_queries::files(), Vec::new());
    let mut session = Session::new(catalog, roots).expect("the packs are well-formed");

    let mut text = IMPORTS.to_owned();
    for used in uses {
        write!(text, "{}", used.text).expect("strings take everything");
    }
    text.push_str("select 1\n");
    let place = Place::Bundled("lib/Surface.ql".to_owned());
    let entry = session.load_text(&place, text.into()).expect("the library can be read");
    match session.compile(&[entry], &CompileOptions { check_all: true, ..CompileOptions::default() }) {
        Ok(_) => None,
        Err(CompileError::Mistakes(diagnostics)) => {
            Some(diag::render(&diagnostics, session.sources(), false))
        }
        Err(error) => Some(format!("{error:?}")),
    }
}

#[test]
fn listed_names_exist() {
    let mut uses = uses_of_types("Types and members");
    assert!(uses.len() > 170, "the page lists the whole surface, not {} things", uses.len());
    for row in cells("Predicates") {
        uses.push(use_of(None, row[0][0], 1000 + uses.len()));
    }
    for (i, used) in uses_of_types("Beyond that").into_iter().enumerate() {
        let text = used.text.replacen("predicate use", &format!("predicate more{i}_"), 1);
        uses.push(Use { text, ..used });
    }
    let mistakes = mistakes(&uses.iter().collect::<Vec<_>>());
    assert!(mistakes.is_none(), "{}", mistakes.unwrap_or_default());
}

#[test]
fn missing_names_do_not_exist() {
    let missing = uses_of_types("Missing");
    assert!(!missing.is_empty());
    for used in &missing {
        assert!(mistakes(&[used]).is_some(), "{} is there; docs/library.md calls it missing", used.what);
    }
}

/// The heading of the table of all modules.
const MODULES: &str = "\n## All modules\n";

/// The first sentence of the doc comment that `text` begins with, in one line.
fn first_sentence(text: &str) -> Option<String> {
    let comment = text.strip_prefix("/**")?.split_once("*/")?.0;
    let lines = comment.trim().lines().map(|line| line.trim().trim_start_matches('*').trim());
    let words: Vec<&str> =
        lines.take_while(|line| !line.is_empty()).flat_map(str::split_whitespace).collect();
    let starts = |word: &str| word.starts_with(|c: char| c.is_uppercase() || c == '`');
    let ends = |i: usize| words[i].ends_with(['.', '?']) && words.get(i + 1).is_none_or(|next| starts(next));
    let last = (0..words.len()).find(|&i| ends(i))?;
    Some(words[..=last].join(" "))
}

/// The lines of the table of all modules below `lib/java`.
fn table_of_modules() -> String {
    let mut table = "\n| Module | What it has |\n| --- | --- |\n".to_owned();
    for (path, text) in quarrel_queries::files() {
        let Some(module) = path.strip_prefix("lib/").and_then(|path| path.strip_suffix(".qll")) else {
            continue;
        };
        if module == "java" || module.starts_with("java/") {
            let sentence = first_sentence(text)
                .unwrap_or_else(|| panic!("{path} begins with no doc comment that has a sentence"));
            writeln!(table, "| `{}` | {sentence} |", module.replace('/', "."))
                .expect("strings take everything");
        }
    }
    table
}

#[test]
fn the_page_lists_all_modules() {
    let (before, after) = PAGE.split_once(MODULES).expect("the page has a table of all modules");
    let (_, after) = after.split_once("\n## ").expect("something follows the table of all modules");
    let made = format!("{before}{MODULES}{}\n## {after}", table_of_modules());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/library.md");
        std::fs::write(page, made).expect("the page can be written");
    } else {
        assert!(
            PAGE == made,
            "docs/library.md does not list the modules that there are; UPDATE_EXPECT=1 writes it"
        );
    }
}

/// Whether `span`, a span of code in a table of modules and concepts, names a file, a module or a word of the packs, or
/// is no name.
fn is_there(span: &str, files: &[(String, &str)], words: &BTreeSet<&str>) -> bool {
    let name = span.split(['<', '(']).next().unwrap_or_default().rsplit("::").next().unwrap_or_default();
    if let Some(path) = name.strip_suffix(".qll").or(name.strip_suffix(".yml")) {
        files.iter().any(|(file, _)| file.rsplit_once('.').is_some_and(|(stem, _)| stem.ends_with(path)))
    } else if name.starts_with("java.") {
        let path = format!("lib/{}.qll", name.replace('.', "/"));
        files.iter().any(|(file, _)| *file == path)
    } else {
        name.is_empty() || !name.chars().all(is_word) || words.contains(name)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[test]
fn concepts_have_the_homes_that_the_page_names() {
    let files = quarrel_queries::files();
    let words = files.iter().flat_map(|(_, text)| text.split(|c| !is_word(c))).collect();
    let headings = ["One home for each concept", "The library as a map"];
    let sections = PAGE.split("\n## ").filter(|section| headings.iter().any(|it| section.starts_with(it)));
    let rows = sections.flat_map(str::lines).filter(|line| line.starts_with("| "));
    let spans = rows.flat_map(|line| line.split('`').skip(1).step_by(2));
    let stale: Vec<&str> = spans.filter(|span| !is_there(span, &files, &words)).collect();
    assert!(stale.is_empty(), "docs/library.md names what the packs do not have: {}", stale.join(", "));
}
