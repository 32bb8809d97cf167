//! Texts typed at a prompt: their kind, whether they are complete, and their words. Nothing is resolved here.

use quarrel_base::Diagnostic;
use quarrel_base::source::SourceMap;
use quarrel_base::source::Span;
use quarrel_syntax::lexer::lex;
use quarrel_syntax::token::Kind;
use quarrel_syntax::tree::{
    Formula, FormulaKind, Member, MemberKind, PredicateBody, Quantifier, Signature, VarDecl,
};
use std::ops::Range;

/// The kind of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Snippet {
    /// Nothing but white space and comments.
    Nothing,
    /// The beginning of something else.
    Incomplete,
    /// Declarations and imports.
    Declarations(Vec<Declared>),
    /// A select clause, perhaps with declarations.
    Query,
    /// An expression; some can also be read as formulas: `m.isStatic()`.
    Expression,
    /// A formula.
    Formula,
    /// None of these.
    Wrong,
}

/// A declaration at a prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// What it replaces: its kind and name, with the arity of a predicate.
    pub key: String,
    /// The name of a predicate or class; the path of an import.
    pub name: String,
    /// Its text with its QLDoc.
    pub text: String,
}

/// Text around an expression that makes it a query.
pub const EXPRESSION: (&str, &str) = ("select ", "\n");
/// Text around a formula that makes it a query predicate.
pub const FORMULA: (&str, &str) = ("query predicate holds() { ", "\n}\n");

/// Determines the kind of a text.
pub fn classify(text: &str) -> Snippet {
    let mut sources = SourceMap::new();
    let probe = sources.add("", text);
    let tokens = lex(text, probe);
    if tokens.kinds.is_empty() {
        let open = text.contains("/*") && !text.trim_end().ends_with("*/");
        return if open { Snippet::Incomplete } else { Snippet::Nothing };
    }
    let mut open = 0;
    for kind in &tokens.kinds {
        match kind {
            Kind::LParen | Kind::LBracket | Kind::LBrace => open += 1,
            Kind::RParen | Kind::RBracket | Kind::RBrace => open -= 1,
            _ => {}
        }
    }
    if open > 0 {
        return Snippet::Incomplete;
    }
    let end = tokens.places.last().map_or(0, |place| place.end as usize);
    let mut at_end = false;
    let mut parsed = |before: &str, after: &str| -> Option<Vec<Member>> {
        let mut sources = SourceMap::new();
        let file = sources.add("", format!("{before}{text}{after}"));
        let parse = quarrel_syntax::parse(&sources, file);
        let first = parse.diagnostics.iter().filter(|it| it.is_error()).min_by_key(|it| place_of(it));
        // The parser reports a mistake at the end at the last word; what counts is that the text ended there.
        let is_end = |it: &Diagnostic| {
            place_of(it) >= before.len() + end || it.message.contains("found the end of the file")
        };
        at_end |= first.is_some_and(is_end);
        first.is_none().then_some(parse.tree.members)
    };
    if let Some(members) = parsed("", "") {
        if members.iter().any(|member| matches!(member.kind, MemberKind::Select(_))) {
            return Snippet::Query;
        }
        return Snippet::Declarations(members.iter().map(|member| declared(member, text)).collect());
    }
    let single = |members: Option<Vec<Member>>| members.is_some_and(|members| members.len() == 1);
    if single(parsed(EXPRESSION.0, EXPRESSION.1)) {
        return Snippet::Expression;
    }
    if single(parsed(FORMULA.0, FORMULA.1)) {
        return Snippet::Formula;
    }
    if at_end { Snippet::Incomplete } else { Snippet::Wrong }
}

fn place_of(diagnostic: &Diagnostic) -> usize {
    diagnostic.primary.start as usize
}

fn declared(member: &Member, text: &str) -> Declared {
    let start = member.doc.as_ref().map_or(member.span.start, |doc| doc.span.start.min(member.span.start));
    let own = text.get(start as usize..member.span.end as usize).unwrap_or_default().trim().to_owned();
    let predicate = |name: &str, arity: usize| (format!("predicate {name}/{arity}"), name.to_owned());
    let of = |sort: &str, name: &str| (format!("{sort} {name}"), name.to_owned());
    let (key, name) = match &member.kind {
        MemberKind::Import(_) => (own.clone(), own.clone()),
        MemberKind::Module(module) => of("module", &module.name.text),
        MemberKind::ModuleAlias(alias) => of("module", &alias.name.text),
        MemberKind::Class(class) => of("class", &class.name.text),
        MemberKind::ClassAlias(alias) => of("class", &alias.name.text),
        MemberKind::TypeUnion(union) => of("class", &union.name.text),
        MemberKind::Newtype(newtype) => of("class", &newtype.name.text),
        MemberKind::Predicate(it) => predicate(&it.head.name.text, it.head.params.len()),
        MemberKind::PredicateAlias(alias) => of("predicate alias", &alias.name.text),
        MemberKind::Signature(signature) => match signature {
            Signature::Predicate(head) => of("signature", &head.name.text),
            Signature::Class(class) => of("signature", &class.name.text),
            Signature::Module { name, .. } => of("signature", &name.text),
        },
        MemberKind::Select(_) => of("select", ""),
    };
    Declared { key, name, text: own }
}

/// The kind of a word, for colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// A keyword.
    Keyword,
    /// A class or module.
    Type,
    /// A text.
    Text,
    /// A number.
    Number,
    /// A type of the database.
    DatabaseType,
    /// A comment.
    Comment,
    /// Not a word of QL.
    Wrong,
}

/// The coloured words of a text, in order.
pub fn words(text: &str) -> Vec<(Range<usize>, Word)> {
    let mut sources = SourceMap::new();
    let file = sources.add("", text);
    let tokens = lex(text, file);
    let mut words: Vec<(Range<usize>, Word)> = Vec::new();
    for (kind, place) in tokens.kinds.iter().zip(&tokens.places) {
        let word = match kind {
            Kind::UpperId => Word::Type,
            Kind::AtId => Word::DatabaseType,
            Kind::Int | Kind::Float => Word::Number,
            Kind::String => Word::Text,
            Kind::Invalid => Word::Wrong,
            kind if *kind <= Kind::Where || *kind == Kind::Signature => Word::Keyword,
            _ => continue,
        };
        words.push((place.start as usize..place.end as usize, word));
    }
    let comments =
        tokens.comments.iter().map(|(_, place)| (place.start as usize..place.end as usize, Word::Comment));
    words.extend(comments);
    words.sort_by_key(|(range, _)| range.start);
    words
}

/// The parts of a query, clause by clause.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Clauses {
    /// The variables with their types, as in `from`.
    pub variables: Vec<String>,
    /// The names of the variables.
    pub names: Vec<String>,
    /// The conditions, all of which must hold.
    pub conditions: Vec<String>,
    /// The selected expressions; none for a formula.
    pub selected: Vec<String>,
    /// Further declarations.
    pub declarations: String,
}

/// The clauses of a query, or of a formula that begins with `exists`; `None` for other texts.
pub fn clauses(text: &str) -> Option<Clauses> {
    let is_query = classify(text) == Snippet::Query;
    let (before, after) = if is_query { ("", "") } else { FORMULA };
    let mut sources = SourceMap::new();
    let file = sources.add("", format!("{before}{text}{after}"));
    let members = quarrel_syntax::parse(&sources, file).tree.members;
    let own = |span: Span| sources.text(span).trim().to_owned();
    let mut out = Clauses::default();
    let mut found = false;
    for member in &members {
        match &member.kind {
            MemberKind::Select(select) => {
                found = true;
                out.declare(&select.vars, &own);
                if let Some(condition) = &select.condition {
                    out.conditions.extend(conjuncts(condition).iter().map(|one| own(one.span)));
                }
                out.selected = select.exprs.iter().map(|one| own(one.expr.span)).collect();
            }
            MemberKind::Predicate(predicate) if !is_query => {
                let PredicateBody::Formula(formula) = &predicate.body else { return None };
                let FormulaKind::Quantified { quantifier: Quantifier::Exists, vars, range, body } =
                    &formula.kind
                else {
                    return None;
                };
                found = true;
                out.declare(vars, &own);
                for part in [range, body].into_iter().flatten() {
                    out.conditions.extend(conjuncts(part).iter().map(|one| own(one.span)));
                }
            }
            _ => {
                out.declarations.push_str(&own(member.span));
                out.declarations.push('\n');
            }
        }
    }
    found.then_some(out)
}

impl Clauses {
    fn declare(&mut self, vars: &[VarDecl], own: &dyn Fn(Span) -> String) {
        self.variables.extend(vars.iter().map(|var| format!("{} {}", own(var.ty.span), var.name.text)));
        self.names.extend(vars.iter().map(|var| var.name.text.to_string()));
    }
}

/// Splits the text of a formula into the texts of its conditions.
pub fn conditions(formula: &str) -> Option<Vec<String>> {
    let mut sources = SourceMap::new();
    let file = sources.add("", format!("{}{formula}{}", FORMULA.0, FORMULA.1));
    let parse = quarrel_syntax::parse(&sources, file);
    let [member] = parse.tree.members.as_slice() else { return None };
    let MemberKind::Predicate(predicate) = &member.kind else { return None };
    let PredicateBody::Formula(body) = &predicate.body else { return None };
    let is_sound = !parse.diagnostics.iter().any(Diagnostic::is_error);
    is_sound.then(|| conjuncts(body).iter().map(|one| sources.text(one.span).trim().to_owned()).collect())
}

fn conjuncts(formula: &Formula) -> Vec<&Formula> {
    match &formula.kind {
        FormulaKind::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        FormulaKind::Paren(inner) if matches!(inner.kind, FormulaKind::And(_)) => conjuncts(inner),
        _ => vec![formula],
    }
}

/// The brackets that close those open at the end of a text.
pub fn closers(text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("", text);
    let mut open = Vec::new();
    for kind in lex(text, file).kinds {
        match kind {
            Kind::LParen => open.push(')'),
            Kind::LBracket => open.push(']'),
            Kind::LBrace => open.push('}'),
            Kind::RParen | Kind::RBracket | Kind::RBrace => drop(open.pop()),
            _ => {}
        }
    }
    open.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::{Snippet, Word, classify, clauses, closers, conditions, words};

    #[test]
    fn queries_have_clauses() {
        let found = clauses(
            "from Class c, int n where c.isStatic() and (n = 1 and not c.isFinal()) or n = 2 select c, n + 1",
        )
        .expect("a query");
        assert_eq!(found.variables, ["Class c", "int n"]);
        assert_eq!(found.conditions.len(), 1, "a disjunction is one condition");
        assert_eq!(found.selected, ["c", "n + 1"]);
        let found =
            clauses("exists(Class c | c.isStatic() | (c.isFinal() and not c.isAbstract()))").expect("one");
        assert_eq!(found.names, ["c"]);
        assert_eq!(found.conditions, ["c.isStatic()", "c.isFinal()", "not c.isAbstract()"]);
        assert_eq!(clauses("1 + 1"), None);
        assert_eq!(conditions("a = 1 and b(a)"), Some(vec!["a = 1".to_owned(), "b(a)".to_owned()]));
        assert_eq!(conditions("a = "), None);
    }

    #[test]
    fn texts_are_recognised() {
        for (text, wanted) in [
            ("", Snippet::Nothing),
            ("// only a remark", Snippet::Nothing),
            ("/* goes on", Snippet::Incomplete),
            ("1 + 2", Snippet::Expression),
            ("1 +", Snippet::Incomplete),
            ("count(Method m)", Snippet::Expression),
            ("count(Method m", Snippet::Incomplete),
            ("any(Class c).getName()", Snippet::Expression),
            ("exists(Class c)", Snippet::Formula),
            ("exists(Class c) and", Snippet::Incomplete),
            ("1 = 2", Snippet::Formula),
            ("from Method m", Snippet::Incomplete),
            ("from Method m where m.isStatic()", Snippet::Incomplete),
            ("from Method m where m.isStatic() select m", Snippet::Query),
            ("select 1", Snippet::Query),
            ("int f() { result = 1", Snippet::Incomplete),
            ("1 2 3", Snippet::Wrong),
        ] {
            assert_eq!(classify(text), wanted, "{text}");
        }
    }

    #[test]
    fn declarations_have_keys() {
        let Snippet::Declarations(found) = classify(
            "import a.B\n/** One. */\nint f(int i) { result = i }\nclass C extends int { C() { this = 1 } }",
        ) else {
            panic!("declarations")
        };
        let keys: Vec<&str> = found.iter().map(|declared| declared.key.as_str()).collect();
        assert_eq!(keys, ["import a.B", "predicate f/1", "class C"]);
        assert_eq!(found[1].text, "/** One. */\nint f(int i) { result = i }");
    }

    #[test]
    fn words_and_brackets() {
        let found = words("select \"x\", 1, Foo // hm");
        let kinds: Vec<Word> = found.iter().map(|(_, word)| *word).collect();
        assert_eq!(kinds, [Word::Keyword, Word::Text, Word::Number, Word::Type, Word::Comment]);
        assert_eq!(closers("count(Method m | m.f([1, 2"), "]))");
        assert_eq!(closers("f(1)"), "");
    }
}
