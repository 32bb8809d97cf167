//! Input of users who have not read the manual: names alone, calls with undeclared variables, and commands of other
//! prompts. Converts it into a query, or suggests what to type instead.

use quarrel_console::Failure;
use quarrel_driver::{Compiler, compile_stopped, complete, pack_failure};
use quarrel_engine::snippet::{EXPRESSION, Snippet, classify};
use quarrel_engine::{DeclarationKind, Place};

/// Words of other prompts, and the equal command.
const WORDS: &[(&str, &str)] = &[
    ("help", ":help"),
    ("?", ":help"),
    ("exit", ":quit"),
    ("quit", ":quit"),
    ("q", ":quit"),
    ("h", ":help"),
];

/// Commands of other prompts, and what to type here.
const HABITS: &[(&[&str], &str)] = &[
    (
        &["tables", "dt", "d", "show tables"],
        "`:list relations` lists the tables, `:schema NAME` the columns of one",
    ),
    (&["schema", "describe", "desc"], "`:schema NAME` shows the columns of a table"),
    (&["mode", "x", "pset"], "`:set vertical on` shows a line for each value"),
    (&["read", "i", "include"], "`:load FILE` takes a file over"),
    (&["timer", "timing"], "`:time on` and `:time off`"),
    (&["output", "o", "once", "export"], "`:save FILE.csv` writes the last result"),
    (&["l", "databases", "list"], "`:list TEXT` lists what has TEXT in its name"),
    (&["df", "functions"], "`:list predicates TEXT` lists the predicates with TEXT in their names"),
];

/// The command for a word of another prompt; `None` if it is not such a word.
pub fn command_of(text: &str) -> Option<&'static str> {
    let text = text.trim().trim_end_matches(';').trim_end_matches("()");
    let word = text.strip_prefix(['.', '\\']).unwrap_or(text);
    let known = WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word))?;
    // A single letter is a name.
    (word.len() > 1 || word.len() < text.len() || word == "?").then_some(known.1)
}

/// The failure for a command of another prompt; `None` if it is not one.
pub fn habit(text: &str) -> Option<Failure> {
    let text = text.trim().trim_end_matches(';');
    let lower = text.to_ascii_lowercase();
    if lower.starts_with("select * from ") || lower.starts_with("select count(*)") {
        return Some(Failure::new("this is SQL, and the prompt takes QL").help(
            "write `from Method m where m.isStatic() select m`; for SQL open the database with sqlite3",
        ));
    }
    let marked = lower.strip_prefix(['.', '\\']);
    if marked.is_none() && lower != "show tables" {
        return None;
    }
    let typed = marked.unwrap_or(&lower);
    let word = typed.split_whitespace().next().unwrap_or_default();
    let known = HABITS.iter().find(|(words, _)| words.iter().any(|known| *known == typed || *known == word));
    let failure = Failure::new(format!("`{text}` is no command here"));
    Some(failure.help(known.map_or("`:help` lists the commands, which begin with a colon", |(_, help)| help)))
}

/// Whether a text is a command of another prompt, which needs no more lines.
pub fn is_habit(text: &str) -> bool {
    is_name(text) || command_of(text).is_some() || habit(text).is_some()
}

/// Whether a text is a single name, which needs no more lines.
pub fn is_name(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(|ch: char| ch.is_ascii_alphabetic())
        && text.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '_')
        && ![
            "from",
            "where",
            "select",
            "class",
            "module",
            "predicate",
            "import",
            "private",
            "newtype",
            "exists",
            "forall",
            "not",
            "abstract",
            "cached",
            "query",
            "deprecated",
            "if",
            "then",
            "else",
            "and",
            "or",
        ]
        .contains(&text)
}

/// Whether a text is the id of a query, such as `java/race`.
pub fn is_id(text: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|ch: char| ch.is_ascii_lowercase())
            && part.chars().all(|ch| ch.is_ascii_lowercase() || ch.is_ascii_digit() || ch == '-')
    };
    text.split('/').count() >= 2 && text.split('/').all(part)
}

/// A predicate: the type of its result, and the type and name of each parameter.
struct Head {
    result: Option<String>,
    parameters: Vec<(String, String)>,
}

fn head_of(head: &str, name: &str) -> Option<Head> {
    let (before, rest) = head.split_once(&format!("{name}("))?;
    let (inside, _) = rest.rsplit_once(')')?;
    let of = before.split_whitespace().last()?;
    let mut parameters = Vec::new();
    for parameter in inside.split(',').map(str::trim).filter(|parameter| !parameter.is_empty()) {
        let (ty, name) = parameter.rsplit_once(' ')?;
        parameters.push((ty.trim().to_owned(), name.to_owned()));
    }
    Some(Head { result: (of != "predicate").then(|| of.to_owned()), parameters })
}

/// The name and the arguments of a text that is one call of a predicate.
fn call_of(text: &str) -> Option<(&str, Vec<&str>)> {
    let (name, rest) = text.split_once('(')?;
    let inside = rest.strip_suffix(')')?;
    if !is_name(name) || inside.contains(['(', ')', '"', '|']) {
        return None;
    }
    Some((name, inside.split(',').map(str::trim).filter(|argument| !argument.is_empty()).collect()))
}

/// Whether an argument is a name that a variable may have.
fn is_variable(argument: &str) -> bool {
    argument.starts_with(|ch: char| ch.is_ascii_lowercase())
        && argument.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '_')
        && !["true", "false", "this", "none", "any", "result", "super"].contains(&argument)
}

/// Converts a text into a query for use outside of the prompt, resolved as a file at `place`: with [`spelled_out`], or by
/// selecting the expression or formula. Adds an import of the library if there is none.
///
/// # Errors
/// If the library cannot be read.
pub fn query_of(compiler: &mut Compiler, place: &Place, text: &str) -> Result<String, Failure> {
    const LIBRARY: &str = "import java\n";
    let text = text.trim_end().trim_end_matches(';');
    let has_import = text.lines().any(|line| line.trim_start().starts_with("import "));
    let library = if has_import { "" } else { LIBRARY };
    if let Some(query) = spelled_out(compiler, place, LIBRARY, text.trim())? {
        return Ok(format!("{query}\n{library}"));
    }
    Ok(match classify(text) {
        Snippet::Expression => format!("{}{text}{}{library}", EXPRESSION.0, EXPRESSION.1),
        Snippet::Formula => {
            format!(
                "from boolean holds where (if {text} then holds = true else holds = false) select holds\n{library}"
            )
        }
        // No import after it: errors at the end of the text should not mention the import.
        Snippet::Incomplete | Snippet::Wrong => format!("{text}\n"),
        _ => format!("{text}\n{library}"),
    })
}

/// The query for all rows of a class or predicate: the text is its name, or a call of it with undeclared variables. `None`
/// for other texts. Names are resolved in the module `definitions` at `place`.
///
/// # Errors
/// If the library cannot be read.
pub fn spelled_out(
    compiler: &mut Compiler,
    place: &Place,
    definitions: &str,
    text: &str,
) -> Result<Option<String>, Failure> {
    let call = call_of(text).filter(|(_, arguments)| arguments.iter().any(|one| is_variable(one)));
    let name = match &call {
        Some((name, _)) => *name,
        None if is_name(text) => text,
        None => return Ok(None),
    };
    let session = compiler.session();
    let file = session.load_text(place, definitions.into()).map_err(pack_failure)?;
    session.examine(&[file]).map_err(compile_stopped)?;
    let found: Vec<_> =
        complete::declarations(session, Some(file)).filter(|found| found.name == name).collect();
    if call.is_none() && found.iter().any(|found| found.kind == DeclarationKind::Class) {
        return Ok(Some(format!("from {name} value select value")));
    }
    let heads = found.iter().filter(|found| found.kind == DeclarationKind::Predicate);
    for head in heads.filter_map(|found| head_of(&found.head, name)) {
        let arguments: Vec<String> = match &call {
            Some((_, arguments)) if arguments.len() != head.parameters.len() => continue,
            Some((_, arguments)) => arguments.iter().map(|one| (*one).to_owned()).collect(),
            None => head.parameters.iter().map(|(_, name)| name.clone()).collect(),
        };
        let mut declared: Vec<String> = Vec::new();
        let mut selected: Vec<String> = Vec::new();
        for ((ty, _), argument) in head.parameters.iter().zip(&arguments) {
            if is_variable(argument) && *argument != "_" && !selected.contains(argument) {
                declared.push(format!("{ty} {argument}"));
                selected.push(argument.clone());
            }
        }
        let called = format!("{name}({})", arguments.join(", "));
        let condition = match &head.result {
            Some(ty) => {
                declared.push(format!("{ty} value"));
                selected.push("value".to_owned());
                format!("value = {called}")
            }
            None => called,
        };
        if declared.is_empty() {
            return Ok(None);
        }
        let (declared, selected) = (declared.join(", "), selected.join(", "));
        return Ok(Some(format!("from {declared} where {condition} select {selected}")));
    }
    Ok(None)
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_prompts_are_understood() {
        assert_eq!(command_of("help"), Some(":help"));
        assert_eq!(command_of("exit()"), Some(":quit"));
        assert_eq!(command_of("\\q"), Some(":quit"));
        assert_eq!(command_of("q"), None, "a letter is a name");
        let message = |text: &str| habit(text).map(|failure| failure.text()).unwrap_or_default();
        assert!(message(".tables").contains(":list relations"), "{}", message(".tables"));
        assert!(message("\\d methods").contains(":list relations"), "{}", message("\\d methods"));
        assert!(message("SELECT * FROM methods").contains("this is SQL"));
        assert_eq!(message("from Method m select m"), "");
    }

    #[test]
    fn names_and_heads_are_read() {
        assert!(is_name("Method") && !is_name("from") && !is_name("a.b") && !is_name("1"));
        assert!(is_id("java/race") && !is_id("a / b") && !is_id("count"));
        let head = head_of("string nameOf(Method m, int n)", "nameOf").expect("a head");
        assert_eq!(head.result.as_deref(), Some("string"));
        assert_eq!(head.parameters, [("Method".into(), "m".into()), ("int".into(), "n".into())]);
        assert!(head_of("predicate p(A a)", "p").is_some_and(|head| head.result.is_none()));
        assert_eq!(call_of("g(m, _)"), Some(("g", vec!["m", "_"])));
        assert_eq!(call_of("count(Method m | any())"), None);
    }
}
