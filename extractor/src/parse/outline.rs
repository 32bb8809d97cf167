//! Which braces are bodies of classes and of callables, found by the tokens alone.
//!
//! In: a text. Out: an [`Outline`]. Where the grammar's error recovery ends a class before its brace, the outline knows
//! better: it looks at braces and at the words before them, and at nothing that stands between.

use super::scan::code;
use quarrel_common::always;

/// A pair of braces: where the opening one stands, and where the closing one ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Braces {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The bodies of a text.
#[derive(Default, Debug)]
pub(super) struct Outline {
    /// The bodies of classes of all sorts, in the order in which they end.
    pub(super) classes: Vec<Braces>,
    /// The bodies of methods, constructors, initialisers and lambdas that stand directly in a class, with the number of
    /// such bodies around them.
    pub(super) bodies: Vec<(Braces, u32)>,
    /// Whether each brace has its partner.
    pub(super) is_balanced: bool,
}

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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Class,
    Body,
    /// A block in a body, the body of a switch, the elements of an array, a module.
    Other,
    /// Parentheses or brackets.
    Group,
}

struct Frame {
    kind: Kind,
    start: usize,
    /// A class was named since the last `;` or brace: what follows is its body.
    header: Option<Header>,
    /// In the constants of an enum.
    constants: bool,
    /// The index of the parenthesis that ends what a body of an anonymous class or of a `switch` may follow.
    creation: Option<usize>,
    switch: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Header {
    Class,
    Enum,
    Module,
}

impl Frame {
    fn new(kind: Kind, start: usize) -> Frame {
        Frame { kind, start, header: None, constants: false, creation: None, switch: None }
    }
}

/// What a pair of parentheses belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Creation,
    Switch,
    Other,
}

/// Finds the bodies.
pub(super) fn outline(text: &str) -> Outline {
    let tokens = tokens(text);
    let mut outline = Outline { is_balanced: true, ..Outline::default() };
    let mut frames = vec![Frame::new(Kind::Other, 0)];
    let mut groups: Vec<Before> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Some(top) = always!(frames.last_mut()) else { break };
        match token.text {
            "(" | "[" => {
                let before = match token.text {
                    "(" if at > 0 && is(&tokens, at - 1, "switch") => Before::Switch,
                    "(" if is_creation(&tokens, at) => Before::Creation,
                    _ => Before::Other,
                };
                groups.push(before);
                frames.push(Frame::new(Kind::Group, token.start));
            }
            ")" | "]" if top.kind == Kind::Group => {
                frames.pop();
                let before = groups.pop().unwrap_or(Before::Other);
                if let Some(around) = frames.last_mut() {
                    match before {
                        Before::Creation => around.creation = Some(at),
                        Before::Switch => around.switch = Some(at),
                        Before::Other => {}
                    }
                }
            }
            "{" => {
                let kind = opened(&tokens, at, &frames);
                let Some(top) = always!(frames.last_mut()) else { break };
                let constants = top.header == Some(Header::Enum);
                top.header = None;
                frames.push(Frame { constants, ..Frame::new(kind, token.start) });
            }
            "}" => {
                // Parentheses that never end do not hide the brace.
                while frames.last().is_some_and(|frame| frame.kind == Kind::Group) {
                    frames.pop();
                    groups.pop();
                }
                if frames.len() == 1 {
                    outline.is_balanced = false;
                    continue;
                }
                let Some(frame) = always!(frames.pop()) else { break };
                let braces = Braces { start: frame.start, end: token.end() };
                match frame.kind {
                    Kind::Class => outline.classes.push(braces),
                    Kind::Body => {
                        let around = frames.iter().filter(|frame| frame.kind == Kind::Body).count();
                        outline.bodies.push((braces, around as u32));
                    }
                    Kind::Other | Kind::Group => {}
                }
            }
            ";" => {
                top.header = None;
                top.constants = false;
            }
            "class" | "interface" | "enum" | "record" if top.kind != Kind::Group => {
                let named = tokens.get(at + 1).is_some_and(|next| next.is_name());
                let literal = at > 0 && is(&tokens, at - 1, ".");
                let record = token.text != "record" || is(&tokens, at + 2, "(") || is(&tokens, at + 2, "<");
                if named && !literal && record && top.header.is_none() {
                    top.header = Some(if token.text == "enum" { Header::Enum } else { Header::Class });
                }
            }
            "module" if frames.len() == 1 && tokens.get(at + 1).is_some_and(|next| next.is_name()) => {
                if let Some(top) = frames.last_mut() {
                    top.header = Some(Header::Module);
                }
            }
            _ => {}
        }
    }
    outline.is_balanced &= frames.len() == 1;
    outline.bodies.sort_by_key(|(braces, _)| braces.start);
    outline
}

/// What the brace at `at` begins.
fn opened(tokens: &[Token<'_>], at: usize, frames: &[Frame]) -> Kind {
    let Some(top) = frames.last() else { return Kind::Other };
    match top.header {
        Some(Header::Class | Header::Enum) => return Kind::Class,
        Some(Header::Module) => return Kind::Other,
        None => {}
    }
    let before = at.checked_sub(1);
    if before.is_some() && top.creation == before {
        return Kind::Class;
    }
    let is_constant = before.is_some_and(|before| tokens[before].is_name() || is(tokens, before, ")"));
    if top.constants && top.kind == Kind::Class && is_constant {
        return Kind::Class;
    }
    let around = frames.iter().rev().find(|frame| frame.kind != Kind::Group);
    let in_class = around.is_some_and(|frame| frame.kind == Kind::Class) || frames.len() == 1;
    let is_switch = before.is_some() && top.switch == before;
    // The elements of an array come behind `=`, `]`, `(`, `,`, `default` or another brace, and a body never does but
    // for the last.
    let is_array = before.is_some_and(|before| match tokens[before].text {
        "=" | "]" | "(" | "," | "default" => true,
        "{" => top.kind == Kind::Other,
        _ => false,
    });
    if in_class && !is_switch && !is_array { Kind::Body } else { Kind::Other }
}

/// Names in `new a.B<C>(` are looked back over no further than this.
const CREATION: usize = 200;

/// Whether the parenthesis at `at` begins the arguments of a creation.
fn is_creation(tokens: &[Token<'_>], at: usize) -> bool {
    for token in tokens[at.saturating_sub(CREATION)..at].iter().rev() {
        match token.text {
            "new" => return true,
            "." | "<" | ">" | "," | "?" | "&" | "@" | "[" | "]" | "extends" | "super" => {}
            _ if token.is_name() => {}
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with classes as `{c c}` and bodies as `{0 0}`, by the number of bodies around them.
    fn shown(text: &str) -> String {
        let outline = outline(text);
        let mut marks: Vec<(usize, String)> = Vec::new();
        let classes = outline.classes.iter().map(|braces| (*braces, "c".to_owned()));
        let bodies = outline.bodies.iter().map(|(braces, around)| (*braces, around.to_string()));
        for (braces, mark) in classes.chain(bodies) {
            marks.push((braces.start + 1, mark.clone()));
            marks.push((braces.end - 1, mark));
        }
        marks.sort();
        let mut out = String::new();
        let mut done = 0;
        for (at, mark) in marks {
            out.push_str(&text[done..at]);
            out.push_str(&mark);
            done = at;
        }
        out.push_str(&text[done..]);
        if outline.is_balanced { out } else { format!("unbalanced {out}") }
    }

    #[test]
    fn bodies_are_recognised() {
        for (text, expected) in [
            ("class A { void m() { if (x) { } } }", "class A {c void m() {0 if (x) { } 0} c}"),
            (
                "@X(A.class) class B<T> extends C<D> { { } }",
                "@X(A.class) class B<T> extends C<D> {c {0 0} c}",
            ),
            ("enum E { A, B(1) { }, C { }; E() { } }", "enum E {c A, B(1) {c c}, C {c c}; E() {0 0} c}"),
            (
                "class A { int[] a = { 1 }, b = f(() -> { }); }",
                "class A {c int[] a = { 1 }, b = f(() -> {0 0}); c}",
            ),
            (
                "class A { Object o = new B<C>(x) { void m() { new D() { void n() { } }; } }; }",
                "class A {c Object o = new B<C>(x) {c void m() {0 new D() {c void n() {1 1} c}; 0} c}; c}",
            ),
            (
                "class A { int x = switch (y) { default -> 1; }; }",
                "class A {c int x = switch (y) { default -> 1; }; c}",
            ),
            ("record R(int x) { R { } } module m { }", "record R(int x) {c R {0 0} c} module m { }"),
            ("@interface A { int[] v() default { 1 }; }", "@interface A {c int[] v() default { 1 }; c}"),
            ("void main() { class L { } }", "void main() {0 class L {c c} 0}"),
            ("class A { \"}\" /* } */ } }", "unbalanced class A {c \"}\" /* } */ c} }"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }
}
