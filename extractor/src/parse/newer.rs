//! Java that is newer than the grammar, rewritten in words that the grammar knows.
//!
//! In: a text that did not parse. Out: the same text with some tokens replaced, and the way back to its offsets. The
//! replacements carry [`MARK`], a character that Java allows in names and nobody uses; lowering reads it as what was
//! written:
//!
//! - `import module a.b;` becomes an import of the name `module¢a¢b` (JLS 7.5.5);
//! - `super(` and `this(` behind other statements become calls of `super¢` and `this¢` (JLS 8.8.7);
//! - a record pattern's qualified type `A.B(` becomes the name `A¢B` (JLS 14.30.1);
//! - several patterns in one label, `case A _, B _`, become components of a record pattern `$¢(A _, B _)` (JLS
//!   14.11.1);
//! - `I.super::m` becomes `I.super¢::m` (JLS 15.13);
//! - `0_7` becomes `07` (JLS 3.10.1);
//! - modifiers where the grammar takes none (in patterns, before `...`, before a further alternative of a catch clause;
//!   JLS 14.30.1, 8.4.1, 14.20) are cut out and stand before everything else, each before a field of a class `$¢`
//!   whose name has the offset of what they belong to.

use std::fmt::Write;

use super::OffsetMap;
use super::scan::code;

/// What sets replaced names apart from written ones.
pub(crate) const MARK: char = '¢';
/// The record type around the patterns of one label.
pub(crate) const PATTERNS: &str = "$¢";
/// `super` where the grammar has no place for it.
pub(crate) const SUPER: &str = "super¢";
/// `this` there.
pub(crate) const THIS: &str = "this¢";
/// The class of the modifiers that were cut out; its fields are named `x¢` and an offset of the text before rewriting.
pub(crate) const CUT: &str = "$¢";
/// How the name of an imported module begins.
pub(crate) const MODULE: &str = "module¢";

/// A name, or one character of anything else.
#[derive(Clone, Copy)]
pub(super) struct Token<'t> {
    pub(super) start: usize,
    pub(super) text: &'t str,
}

impl Token<'_> {
    pub(super) fn end(self) -> usize {
        self.start + self.text.len()
    }

    pub(super) fn is_name(self) -> bool {
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
    let mut tokens = tokens(text);
    let cuts = cut_modifiers(&mut tokens);
    let mut edits: Vec<Edit> =
        cuts.iter().map(|cut| Edit { start: cut.start, end: cut.end, text: String::new() }).collect();
    for at in 0..tokens.len() {
        match tokens[at].text {
            "super"
                if at > 0
                    && is(&tokens, at - 1, ".")
                    && is(&tokens, at + 1, ":")
                    && is(&tokens, at + 2, ":") =>
            {
                let end = tokens[at].end();
                edits.push(Edit { start: end, end, text: MARK.to_string() });
            }
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
            number if number.starts_with("0_") => {
                let (start, digits) = (tokens[at].start + 1, number[1..].trim_start_matches('_'));
                if digits.starts_with(|c: char| c.is_digit(8)) {
                    edits.push(Edit { start, end: tokens[at].end() - digits.len(), text: String::new() });
                }
            }
            _ => {}
        }
    }
    if edits.is_empty() {
        return None;
    }
    edits.sort_by_key(|edit| (edit.start, edit.end));
    Some(apply(text, &edits, &cuts))
}

/// Modifiers that are taken out, up to what they belong to.
struct Cut {
    start: usize,
    end: usize,
}

/// Takes the modifiers out of the tokens that stand where the grammar has no place for them.
fn cut_modifiers(tokens: &mut Vec<Token<'_>>) -> Vec<Cut> {
    // Where a pattern may have modifiers, or the alternatives of a catch clause.
    let mut cut_here = vec![false; tokens.len() + 1];
    let mut looked_at = 0;
    for at in 0..tokens.len() {
        match tokens[at].text {
            "instanceof" => {
                // The grammar takes `final` here, and annotations as those of the type.
                let from = at + 1;
                let after = modifiers_end(tokens, from);
                cut_here[from] = after > from + usize::from(is(tokens, from, "final"));
                let mut depth = 0_usize;
                for (place, token) in tokens.iter().enumerate().skip(after) {
                    match token.text {
                        "instanceof" | "case" => break,
                        "(" => depth += 1,
                        ")" if depth <= 1 => break,
                        ")" => depth -= 1,
                        ";" | "{" | "}" | "=" => break,
                        "|" | "?" | ":" if depth == 0 => break,
                        // `x instanceof A && f(@...` is no pattern: what follows `&&` at the top is another operand.
                        "&" if depth == 0 && is(tokens, place + 1, "&") => break,
                        "," if depth == 0 => break,
                        "@" | "final" if depth > 0 => cut_here[place] = true,
                        _ => {}
                    }
                }
            }
            "case" => {
                let mut depth = 0_usize;
                for (place, token) in tokens.iter().enumerate().skip(at + 1) {
                    match token.text {
                        "instanceof" | "case" => break,
                        "(" => depth += 1,
                        ")" if depth == 0 => break,
                        ")" => depth -= 1,
                        ";" | "{" | "}" => break,
                        ":" | "when" if depth == 0 => break,
                        "-" if is(tokens, place + 1, ">") => break,
                        "@" | "final" => cut_here[place] = true,
                        _ => {}
                    }
                }
            }
            "catch" if is(tokens, at + 1, "(") => {
                for (place, token) in tokens.iter().enumerate().skip(at + 2) {
                    match token.text {
                        "catch" => break,
                        ";" | "{" | "}" => break,
                        "|" if is(tokens, place + 1, "@") => cut_here[place + 1] = true,
                        _ => {}
                    }
                }
            }
            // Annotations behind a type, and `...` behind them.
            "@" if at >= looked_at
                && at > 0
                && (tokens[at - 1].is_name() || matches!(tokens[at - 1].text, ">" | "]")) =>
            {
                let end = modifiers_end(tokens, at);
                looked_at = end;
                cut_here[at] |= (0..3).all(|dot| is(tokens, end + dot, "."));
            }
            _ => {}
        }
    }
    let mut cuts = Vec::new();
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let end = if cut_here[at] { modifiers_end(tokens, at) } else { at };
        if end > at
            && let Some(next) = tokens.get(end)
        {
            cuts.push(Cut { start: tokens[at].start, end: next.start });
            at = end;
        } else {
            kept.push(tokens[at]);
            at += 1;
        }
    }
    *tokens = kept;
    cuts
}

/// Arguments of an annotation that is cut out have at most so many tokens: looking for the end of what never ends,
/// again and again, must not take long.
const ARGUMENTS: usize = 500;

/// Where the annotations and `final` end that begin at `from`.
fn modifiers_end(tokens: &[Token<'_>], from: usize) -> usize {
    let mut at = from;
    loop {
        if is(tokens, at, "final") {
            at += 1;
        } else if is(tokens, at, "@")
            && tokens.get(at + 1).is_some_and(|token| token.is_name() && token.text != "interface")
        {
            at += 2;
            while is(tokens, at, ".") && tokens.get(at + 1).is_some_and(|token| token.is_name()) {
                at += 2;
            }
            if is(tokens, at, "(") {
                let mut depth = 0_usize;
                let begin = at;
                while let Some(token) = tokens.get(at) {
                    at += 1;
                    if at - begin > ARGUMENTS {
                        return from;
                    }
                    match token.text {
                        "(" => depth += 1,
                        ")" => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
        } else {
            return at;
        }
    }
}

fn apply(text: &str, edits: &[Edit], cuts: &[Cut]) -> (String, OffsetMap) {
    let mut out = String::with_capacity(text.len() + 4 * edits.len());
    let mut map = OffsetMap { after: Vec::new(), end: u32::MAX, below: None };
    if !cuts.is_empty() {
        let _ = write!(out, "class {CUT}{{");
        for cut in cuts {
            map.after.push((out.len() as u32, cut.start as u32));
            let _ = write!(out, "{} int x{MARK}{};", &text[cut.start..cut.end], cut.end);
        }
        out.push('}');
        map.after.push((out.len() as u32, 0));
    }
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
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
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

pub(super) fn is(tokens: &[Token<'_>], at: usize, text: &str) -> bool {
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
            // No pattern holds these, and what comes behind them is looked at on its own.
            "instanceof" | "case" => return None,
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
            "case" => return,
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
            ("case @A(\")\") final String s ->", "class $¢{@A(\")\") final  int x¢19;}case String s ->"),
            ("x instanceof R(final @A var y)", "class $¢{final @A  int x¢24;}x instanceof R(var y)"),
            ("x instanceof @A final T y", "class $¢{@A final  int x¢22;}x instanceof T y"),
            (
                "x instanceof final @A T y && f(() -> { @B int z; })",
                "class $¢{final @A  int x¢22;}x instanceof T y && f(() -> { @B int z; })",
            ),
            ("x instanceof A y && f(@B z)", "x instanceof A y && f(@B z)"),
            ("catch (@A X | @B Y e)", "class $¢{@B  int x¢17;}catch (@A X | Y e)"),
            (
                "void f(@A int @B @C(1) ... x, @D int y)",
                "class $¢{@B @C(1)  int x¢23;}void f(@A int ... x, @D int y)",
            ),
            ("f(0_7, 0__17L, 00_1, 1_0, 0_9, 0x0_1)", "f(07, 017L, 00_1, 1_0, 0_9, 0x0_1)"),
            ("g(I.super::m, super::m, I.super.m())", "g(I.super¢::m, super::m, I.super.m())"),
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
        let (out, map) = rewrite("case @Aa(bb) Type name -> 0_1 + zz;").expect("it is rewritten");
        assert_eq!(out, "class $¢{@Aa(bb)  int x¢13;}case Type name -> 01 + zz;");
        for (name, at) in [("@Aa", 5), ("bb", 9), ("case", 0), ("Type", 13), ("name", 18), ("zz", 32)] {
            assert_eq!(map.original(out.find(name).expect("kept") as u32), at, "{name}");
        }
        let (out, map) = rewrite(text).expect("it is rewritten");
        let end = out.find("))").expect("kept") + 1;
        let original = text.find(") ->").expect("there") + 1;
        assert_eq!(map.original(end as u32), original as u32);
        assert_eq!(map.original(end as u32 + 1), original as u32);
    }
}
