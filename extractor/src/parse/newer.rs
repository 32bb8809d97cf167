//! Java that is newer than the grammar, told in words that the grammar knows.
//!
//! In: a text that did not parse. Out: the same text with some tokens replaced, and the way back to its offsets. The
//! replacements carry [`MARK`], a character that Java allows in names and nobody uses; lowering reads it as what was
//! written:
//!
//! - `import module a.b;` becomes an import of the name `module¢a¢b` (JLS 7.5.5);
//! - `super(` and `this(` behind other statements become calls of `super¢` and `this¢` (JLS 8.8.7);
//! - a record pattern's qualified type `A.B(` becomes the name `A¢B` (JLS 14.30.1);
//! - several patterns in one label, `case A _, B _`, become components of a record pattern `$¢(A _, B _)` (JLS 14.11.1).

use super::OffsetMap;
use super::scan::code;

/// What tells replaced names from written ones.
pub(crate) const MARK: char = '¢';
/// The record type around the patterns of one label.
pub(crate) const PATTERNS: &str = "$¢";
/// `super` where the grammar has no place for it.
pub(crate) const SUPER: &str = "super¢";
/// `this` there.
pub(crate) const THIS: &str = "this¢";
/// How the name of an imported module begins.
pub(crate) const MODULE: &str = "module¢";

/// A name, or one character of anything else.
#[derive(Clone, Copy)]
struct Token<'t> {
    start: usize,
    text: &'t str,
}

impl Token<'_> {
    fn end(self) -> usize {
        self.start + self.text.len()
    }

    fn is_name(self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
    }
}

/// A stretch of the text and what takes its place.
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

/// Rewrites what is newer than the grammar; none where there is nothing of it.
pub(super) fn rewrite(text: &str) -> Option<(String, OffsetMap)> {
    if text.contains(MARK) {
        return None;
    }
    let tokens = tokens(text);
    let mut edits = Vec::new();
    for at in 0..tokens.len() {
        match tokens[at].text {
            "import" => module_import(&tokens, at, &mut edits),
            "super" | "this" if is(&tokens, at + 1, "(") => {
                let end = tokens[at].end();
                edits.push(Edit { start: end, end, text: MARK.to_string() });
            }
            "instanceof" => {
                let from = at + 1 + usize::from(is(&tokens, at + 1, "final"));
                if let Some(to) = record_pattern_end(&tokens, from) {
                    qualified_patterns(&tokens[from..to], &mut edits);
                }
            }
            "case" => case_label(&tokens, at + 1, &mut edits),
            _ => {}
        }
    }
    if edits.is_empty() {
        return None;
    }
    edits.sort_by_key(|edit| (edit.start, edit.end));
    Some(apply(text, &edits))
}

fn apply(text: &str, edits: &[Edit]) -> (String, OffsetMap) {
    let mut out = String::with_capacity(text.len() + 4 * edits.len());
    let mut map = OffsetMap { after: Vec::new(), below: None };
    let mut done = 0;
    for edit in edits.iter().filter(|edit| edit.start <= edit.end) {
        if edit.start < done {
            continue;
        }
        out.push_str(&text[done..edit.start]);
        out.push_str(&edit.text);
        map.after.push((out.len() as u32, edit.end as u32));
        done = edit.end;
    }
    out.push_str(&text[done..]);
    (out, map)
}

/// Names and other characters, without blanks, comments and what literals hold.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    code(text, |start, piece| {
        let mut at = 0;
        while let Some(first) = piece[at..].chars().next() {
            let in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let len = match in_name(first) {
                true => piece[at..].find(|c| !in_name(c)).unwrap_or(piece.len() - at),
                false => first.len_utf8(),
            };
            if !first.is_whitespace() {
                tokens.push(Token { start: start + at, text: &piece[at..at + len] });
            }
            at += len;
        }
    });
    tokens
}

fn is(tokens: &[Token<'_>], at: usize, text: &str) -> bool {
    tokens.get(at).is_some_and(|token| token.text == text)
}

/// `import module a.b;`, the cursor at `import`.
fn module_import(tokens: &[Token<'_>], at: usize, edits: &mut Vec<Edit>) {
    if !is(tokens, at + 1, "module") || !tokens.get(at + 2).is_some_and(|token| token.is_name()) {
        return;
    }
    let (name, end) = dotted(tokens, at + 2);
    if is(tokens, end, ";") {
        let (start, last) = (tokens[at + 1].start, tokens[end - 1].end());
        edits.push(Edit { start, end: last, text: format!("{MODULE}{name}") });
    }
}

/// The dotted name that begins at `at`, with marks for dots, and where it ends.
fn dotted(tokens: &[Token<'_>], at: usize) -> (String, usize) {
    let mut name = tokens[at].text.to_owned();
    let mut end = at + 1;
    while is(tokens, end, ".") && tokens.get(end + 1).is_some_and(|token| token.is_name()) {
        name.push(MARK);
        name.push_str(tokens[end + 1].text);
        end += 2;
    }
    (name, end)
}

/// Where a record pattern that begins at `from` ends; none if what stands there is none.
fn record_pattern_end(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.text {
            "(" | "<" => depth += 1,
            ")" | ">" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 && token.text == ")" {
                    return Some(at + 1);
                }
            }
            "." | "," | "?" | "&" | "[" | "]" | "@" => {}
            _ if token.is_name() && (depth > 0 || at == from || is(tokens, at - 1, ".")) => {}
            _ => return None,
        }
    }
    None
}

/// Joins the parts of each qualified name before `(`: inside of a pattern it can only be a record type.
fn qualified_patterns(tokens: &[Token<'_>], edits: &mut Vec<Edit>) {
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at].is_name() {
            at += 1;
            continue;
        }
        let (_, end) = dotted(tokens, at);
        if is(tokens, end, "(") {
            // Dot by dot, so that each part of the name keeps its place.
            for dot in (at + 1..end).step_by(2) {
                let (start, end) = (tokens[dot - 1].end(), tokens[dot + 1].start);
                edits.push(Edit { start, end, text: MARK.to_string() });
            }
        }
        at = end;
    }
}

/// The label behind `case`.
fn case_label(tokens: &[Token<'_>], from: usize, edits: &mut Vec<Edit>) {
    let (mut depth, mut to) = (0_usize, None);
    // Behind each comma outside of parentheses, and of angle brackets.
    let (mut commas, mut angles) = (Vec::new(), 0_usize);
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => return,
            ")" | "]" | "}" => depth -= 1,
            "-" if depth == 0 && is(tokens, at + 1, ">") => to = Some(at),
            ":" if depth == 0 => to = Some(at),
            "when" if depth == 0 && at > from && (tokens[at - 1].is_name() || is(tokens, at - 1, ")")) => {
                to = Some(at);
            }
            "<" => angles += 1,
            ">" => angles = angles.saturating_sub(1),
            "," if depth == 0 && angles == 0 => commas.push(at),
            ";" => return,
            _ => {}
        }
        if to.is_some() {
            break;
        }
    }
    let Some(to) = to.filter(|to| *to > from) else { return };
    qualified_patterns(&tokens[from..to], edits);
    let mut starts = vec![from];
    starts.extend(commas.iter().map(|comma| comma + 1));
    commas.push(to);
    let parts: Vec<&[Token<'_>]> =
        starts.iter().zip(&commas).map(|(start, end)| &tokens[*start..(*end).max(*start)]).collect();
    if parts.len() > 1 && parts.iter().all(|part| is_pattern(part)) {
        let (start, end) = (tokens[from].start, tokens[to - 1].end());
        edits.push(Edit { start, end: start, text: format!("{PATTERNS}(") });
        edits.push(Edit { start: end, end, text: ")".to_owned() });
    }
}

/// Whether a part of a label is a pattern rather than a constant: a type and a name, or a record's type and
/// parentheses.
fn is_pattern(part: &[Token<'_>]) -> bool {
    match part {
        [first, .., before, last] if last.is_name() && first.is_name() => {
            before.is_name() || matches!(before.text, ">" | "]")
        }
        [first, last] => first.is_name() && last.is_name(),
        [first, .., last] => first.is_name() && last.text == ")",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(text: &str) -> String {
        rewrite(text).map_or_else(|| text.to_owned(), |(text, _)| text)
    }

    #[test]
    fn newer_forms_are_rewritten() {
        for (text, expected) in [
            ("import module java.base;", "import module¢java¢base;"),
            ("import module.a.B;", "import module.a.B;"),
            ("C() { f(); super(1); }", "C() { f(); super¢(1); }"),
            ("{ super.f(); this.g(); }", "{ super.f(); this.g(); }"),
            ("x instanceof A.B(int a, C.D(var d))", "x instanceof A¢B(int a, C¢D(var d))"),
            ("x instanceof A.B && a.f(x)", "x instanceof A.B && a.f(x)"),
            ("x instanceof A.B<C.D>(var a) && a.f(b)", "x instanceof A.B<C.D>(var a) && a.f(b)"),
            ("case A _, B.C _ -> 1;", "case $¢(A _, B.C _) -> 1;"),
            (
                "case A(var x), B.C(var y) when x > y : f();",
                "case $¢(A(var x), B¢C(var y)) when x > y : f();",
            ),
            ("case Map<K, V> _, List<V> _ -> 1;", "case $¢(Map<K, V> _, List<V> _) -> 1;"),
            ("case 1, 2 -> f(a.b(c));", "case 1, 2 -> f(a.b(c));"),
            ("case A, B: f();", "case A, B: f();"),
            ("case \"A _, B _\" -> 1; // case A _, B _ ->", "case \"A _, B _\" -> 1; // case A _, B _ ->"),
        ] {
            assert_eq!(rewritten(text), expected);
        }
    }

    #[test]
    fn offsets_lead_back() {
        let text = "case Aa . Bb(var x), C.D(int yy) -> zz;";
        let (out, map) = rewrite(text).expect("it is rewritten");
        assert_eq!(out, "case $¢(Aa¢Bb(var x), C¢D(int yy)) -> zz;");
        for name in ["Aa", "Bb", "x", "C", "D", "yy", "zz"] {
            let (from, to) = (out.find(name).expect("kept"), text.find(name).expect("there"));
            assert_eq!(map.original(from as u32), to as u32, "{name}");
        }
        let end = out.find("))").expect("kept") + 1;
        let original = text.find(") ->").expect("there") + 1;
        assert_eq!(map.original(end as u32), original as u32);
        assert_eq!(map.original(end as u32 + 1), original as u32);
    }
}
