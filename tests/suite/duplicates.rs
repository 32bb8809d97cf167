//! One home for each concept: no two files of the packs declare predicates with one body, whatever these and their
//! variables are called.

use std::collections::BTreeMap;

/// The fewest tokens of a body that counts: shorter ones are alike by chance.
const FEWEST: usize = 24;

/// Files that may repeat others: aliases of CodeQL's, and queries that declare all that they need.
const EXEMPT: [&str; 2] = ["lib/utils/", "consistency/"];

/// Members that several classes without a common base have: what `switch` statements and expressions share, and guards
/// and locks that are made of others.
const MEMBERS: [&str; 2] = ["getCase", "getRoot"];

const KEYWORDS: [&str; 14] = [
    "and",
    "any",
    "else",
    "exists",
    "false",
    "if",
    "in",
    "instanceof",
    "none",
    "not",
    "or",
    "result",
    "then",
    "this",
];

/// The tokens of a QL text without its comments: words, strings and single signs.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        if !token.starts_with("//") && !token.starts_with("/*") {
            tokens.push(token);
        }
        rest = after.trim_start();
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '@'
}

/// The index behind the sign that closes what `tokens[open]` opens.
fn behind(tokens: &[&str], open: usize, closing: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        if *token == tokens[open] {
            depth += 1;
        } else if *token == closing {
            depth -= 1;
            if depth == 0 {
                return Some(i + 1);
            }
        }
    }
    None
}

/// The predicates that `tokens` declare: the name, and the body with variables numbered as they occur.
fn predicates(tokens: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for i in 1..tokens.len() {
        if tokens[i] != "(" || !tokens[i - 1].starts_with(char::is_lowercase) {
            continue;
        }
        let Some(open) = behind(tokens, i, ")").filter(|open| tokens.get(*open) == Some(&"{")) else {
            continue;
        };
        let Some(end) = behind(tokens, open, "}") else { continue };
        let name = tokens[i - 1];
        let mut numbers = BTreeMap::new();
        for parameter in tokens[i + 1..open - 1].split(|token| *token == ",") {
            if let Some(variable) = parameter.last() {
                let number = numbers.len();
                numbers.entry(*variable).or_insert(number);
            }
        }
        let body = &tokens[open + 1..end - 1];
        if body.len() < FEWEST || MEMBERS.contains(&name) {
            continue;
        }
        let mut text = String::new();
        for (k, token) in body.iter().enumerate() {
            let is_call = body.get(k + 1) == Some(&"(");
            if *token == name {
                text.push_str("self");
            } else if token.starts_with(char::is_lowercase) && !is_call && !KEYWORDS.contains(token) {
                let number = numbers.len();
                let number = *numbers.entry(*token).or_insert(number);
                text.push_str(&format!("_{number}"));
            } else {
                text.push_str(token);
            }
            text.push(' ');
        }
        found.push((name.to_owned(), text));
    }
    found
}

#[test]
fn predicates_have_one_home() {
    let mut homes: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (path, text) in quarrel_queries::files() {
        let counts = path.ends_with(".ql") || path.ends_with(".qll");
        if counts && !EXEMPT.iter().any(|folder| path.starts_with(folder)) {
            for (name, body) in predicates(&tokens(text)) {
                homes.entry(body).or_default().push((path.clone(), name));
            }
        }
    }
    assert!(homes.len() > 2000, "{} predicates were found", homes.len());
    let several = homes.values().filter(|homes| homes.iter().any(|(path, _)| *path != homes[0].0));
    let texts: Vec<String> = several
        .map(|homes| {
            let shown: Vec<String> = homes.iter().map(|(path, name)| format!("{name} in {path}")).collect();
            shown.join(" is ")
        })
        .collect();
    assert!(texts.is_empty(), "keep one, where all of its users can import it:\n{}", texts.join("\n"));
}
