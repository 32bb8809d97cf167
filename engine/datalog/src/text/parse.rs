//! Parses the text form. Two passes over the tokens: names of predicates and constructors first, then everything.

use super::lex::{Token, TokenKind, lex};
use super::{ATTRIBUTES, COMPARISONS, KINDS, RESERVED, kinds};
use crate::walk::nested_bodies_mut;
use crate::{
    Aggregate, AggregateOp, Atom, Body, BuiltinOp, Choice, Column, Const, Ctor, CtorId, Def, GraphOp, Inline,
    Kind, Literal, LiteralKind, Origin, Output, OutputColumn, Pred, PredId, Program, Rule, SortKey, Term,
    Var, VarId,
};
use quarrel_base::IndexVec;
use quarrel_base::diag::{Code, Diagnostic};
use quarrel_base::source::{FileId, Span};
use std::collections::{HashMap, VecDeque};

/// Parses a program. Origins are places in `file`. Parsing ends at the first mistake.
pub fn parse(file: FileId, text: &str) -> Result<Program, Diagnostic> {
    let tokens = lex(text).map_err(|(at, what)| {
        Diagnostic::error(Code::DatalogSyntax, Span::new(file, at, (at + 1).min(text.len())), what)
    })?;
    let mut parser = Parser {
        file,
        tokens,
        at: 0,
        program: Program::default(),
        preds: HashMap::new(),
        ctors: HashMap::new(),
        rule: RuleState::default(),
        depth: 0,
    };
    parser.names()?;
    // Rules come last: the kinds of their variables depend on declarations anywhere in the text.
    for rules in [false, true] {
        parser.at = 0;
        while parser.peek() != &TokenKind::End {
            let is_rule = !["pred", "ctor", "output"].iter().any(|word| parser.at_word(word));
            match (is_rule, rules) {
                (true, true) => parser.rule()?,
                (false, false) => parser.declaration()?,
                _ => parser.skip(),
            }
        }
    }
    Ok(parser.program)
}

type Parsed<T> = Result<T, Diagnostic>;

#[derive(Default)]
struct RuleState {
    vars: IndexVec<VarId, Var>,
    known: IndexVec<VarId, Option<Kind>>,
    /// The rule's own variables by name, followed by those of the current bodies, innermost last.
    own: HashMap<String, VarId>,
    scopes: Vec<HashMap<String, VarId>>,
    locals: Vec<VarId>,
    /// The kinds written at comparisons, in order.
    compared: VecDeque<Option<Kind>>,
}

struct Parser {
    file: FileId,
    tokens: Vec<Token>,
    at: usize,
    program: Program,
    preds: HashMap<String, PredId>,
    ctors: HashMap<String, CtorId>,
    rule: RuleState,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }
    fn peek_at(&self, offset: usize) -> &TokenKind {
        &self.tokens[(self.at + offset).min(self.tokens.len() - 1)].kind
    }
    fn next(&mut self) -> TokenKind {
        let kind = self.peek().clone();
        if kind != TokenKind::End {
            self.at += 1;
        }
        kind
    }
    fn span(&self, from: usize) -> Span {
        let last = self.at.max(from + 1) - 1;
        Span::new(self.file, self.tokens[from].start, self.tokens[last].end)
    }
    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let token = &self.tokens[self.at];
        Err(Diagnostic::error(Code::DatalogSyntax, Span::new(self.file, token.start, token.end), message))
    }
    fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Name(name, false) if name == word)
    }
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        self.at += usize::from(found);
        found
    }
    fn at_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), TokenKind::Punctuation(have) if *have == sign)
    }
    fn eat(&mut self, sign: &str) -> bool {
        let found = self.at_sign(sign);
        self.at += usize::from(found);
        found
    }
    fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.eat(sign) { Ok(()) } else { self.error(format!("expected `{sign}`")) }
    }
    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.error(format!("expected `{word}`")) }
    }
    fn name(&mut self, what: &str) -> Parsed<String> {
        match self.peek().clone() {
            TokenKind::Name(name, quoted) if quoted || !RESERVED.contains(&name.as_str()) => {
                self.at += 1;
                Ok(name)
            }
            _ => self.error(format!("expected {what}")),
        }
    }
    fn string(&mut self) -> Parsed<String> {
        match self.next() {
            TokenKind::String(text) => Ok(text),
            _ => {
                self.at -= 1;
                self.error("expected a text in quotes")
            }
        }
    }
    fn number(&mut self) -> Parsed<usize> {
        match self.peek() {
            TokenKind::Int(int) if *int >= 0 => {
                let number = int.unsigned_abs() as usize;
                self.at += 1;
                Ok(number)
            }
            _ => self.error("expected a number"),
        }
    }
    fn kind(&mut self) -> Parsed<Kind> {
        let kind = KINDS.iter().find(|(name, _)| self.at_word(name)).map(|(_, kind)| *kind);
        match kind {
            Some(kind) => {
                self.at += 1;
                Ok(kind)
            }
            None => self.error("expected a kind: int, float, string, boolean, date, bigint or entity"),
        }
    }
    fn pred(&mut self) -> Parsed<PredId> {
        let name = self.name("a predicate")?;
        match self.preds.get(&name) {
            Some(pred) => Ok(*pred),
            None => {
                self.at -= 1;
                self.error(format!("no predicate `{name}` is declared"))
            }
        }
    }
    /// Parses items in parentheses, separated by commas.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect("(")?;
        let mut items = Vec::new();
        while !self.eat(")") {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }
    /// Skips past the next full stop.
    fn skip(&mut self) {
        while !matches!(self.peek(), TokenKind::End) && !self.eat(".") {
            self.at += 1;
        }
    }

    fn names(&mut self) -> Parsed<()> {
        while self.peek() != &TokenKind::End {
            let start = self.at;
            if self.eat_word("pred") {
                let name = self.name("a name")?;
                let origin = Origin::Source(self.span(start));
                let id = self.program.preds.push(Pred::new(name.clone(), Vec::new(), Vec::new(), origin));
                if self.preds.insert(name.clone(), id).is_some() {
                    self.at -= 1;
                    return self.error(format!("the predicate `{name}` is declared twice"));
                }
            } else if self.eat_word("ctor") {
                let name = self.name("a name")?;
                let id = self.program.ctors.push(Ctor { name: name.clone(), args: Vec::new() });
                if self.ctors.insert(name.clone(), id).is_some() {
                    self.at -= 1;
                    return self.error(format!("the constructor `{name}` is declared twice"));
                }
            }
            self.skip();
        }
        Ok(())
    }

    fn declaration(&mut self) -> Parsed<()> {
        if self.eat_word("ctor") {
            let name = self.name("a name")?;
            let args = self.list(Self::kind)?;
            self.program.ctors[self.ctors[&name]].args = args;
        } else if self.eat_word("output") {
            let output = self.output()?;
            self.program.outputs.push(output);
        } else {
            self.expect_word("pred")?;
            let id = self.pred()?;
            let columns = self.list(|parser| {
                let name = parser.name("a column")?;
                parser.expect(":")?;
                let kind = parser.kind()?;
                let within = if parser.eat_word("within") { parser.pred_list()? } else { Vec::new() };
                Ok(Column { name, kind, within })
            })?;
            self.program.preds[id].columns = columns;
            self.attributes(id)?;
        }
        self.expect(".")
    }
    fn pred_list(&mut self) -> Parsed<Vec<PredId>> {
        let mut preds = Vec::new();
        while matches!(self.peek(), TokenKind::Name(name, quoted) if *quoted || !ATTRIBUTES.contains(&name.as_str()))
        {
            preds.push(self.pred()?);
        }
        Ok(preds)
    }
    fn attributes(&mut self, id: PredId) -> Parsed<()> {
        loop {
            if self.eat_word("modes") {
                while self.eat("[") {
                    let mut mode = Vec::new();
                    while !self.eat("]") {
                        mode.push(self.number()?);
                    }
                    self.program.preds[id].modes.push(mode);
                }
            } else if self.eat_word("inline") {
                let always = self.eat_word("always");
                if !always {
                    self.expect_word("never")?;
                }
                self.program.preds[id].inline = if always { Inline::Always } else { Inline::Never };
            } else if self.eat_word("demand") {
                self.program.preds[id].on_demand = true;
            } else if self.eat_word("subset") {
                self.program.preds[id].supersets = self.pred_list()?;
            } else if self.eat_word("parts") {
                self.program.preds[id].parts = self.list(|parser| {
                    let number = parser.number()?;
                    u32::try_from(number).or_else(|_| parser.error("expected a smaller number"))
                })?;
            } else if self.eat_word("stored") {
                self.program.preds[id].def = Def::Stored(self.string()?);
            } else if self.eat_word("rows") {
                self.expect("{")?;
                let mut rows = Vec::new();
                while !self.eat("}") {
                    rows.push(self.list(|parser| match parser.constant() {
                        Some(value) => Ok(value),
                        None => parser.error("expected a constant"),
                    })?);
                }
                self.program.preds[id].def = Def::Rows(rows.into());
            } else if self.eat_word("graph") {
                self.program.preds[id].def = Def::Graph(self.graph()?);
            } else {
                return Ok(());
            }
        }
    }
    fn graph(&mut self) -> Parsed<GraphOp> {
        let name = self.name("a graph algorithm")?;
        let at = self.at;
        let inputs =
            self.list(|parser| if parser.eat_word("_") { Ok(None) } else { parser.pred().map(Some) })?;
        Ok(match (name.as_str(), inputs.as_slice()) {
            ("closure", &[Some(step)]) => GraphOp::TransitiveClosure { step, sources: None, sinks: None },
            ("closure", &[Some(step), sources]) => GraphOp::TransitiveClosure { step, sources, sinks: None },
            ("closure", &[Some(step), sources, sinks]) => GraphOp::TransitiveClosure { step, sources, sinks },
            ("distances", &[Some(start), Some(step)]) => GraphOp::ShortestDistances { start, step },
            ("dominators", &[Some(entry), Some(successor)]) => {
                GraphOp::ImmediateDominators { entry, successor }
            }
            ("equivalence", &[Some(base)]) => GraphOp::EquivalenceRelation { base },
            ("sets", &[Some(values)]) => GraphOp::InternSets { values },
            _ => {
                self.at = at;
                return self.error("expected closure(step, sources, sinks), distances(start, step), dominators(entry, successor), equivalence(base) or sets(values)");
            }
        })
    }
    fn output(&mut self) -> Parsed<Output> {
        let name = self.string()?;
        let pred = self.pred()?;
        let columns = self.list(|parser| {
            let name = parser.string()?;
            let kind = parser.kind()?;
            let text = parser.eat_word("text").then(|| parser.pred()).transpose()?;
            let location = parser.eat_word("location").then(|| parser.pred()).transpose()?;
            Ok(OutputColumn { name, kind, text, location })
        })?;
        let mut order_by = Vec::new();
        while self.eat_word("order") {
            order_by.push((self.number()?, self.eat_word("desc")));
        }
        let query = if self.eat_word("query") { self.number()? } else { 0 };
        Ok(Output { name, pred, columns, order_by, query })
    }

    fn constant(&mut self) -> Option<Const> {
        let value = match self.peek() {
            TokenKind::Int(int) => Const::Int(*int),
            TokenKind::Float(float) => Const::Float(*float),
            TokenKind::String(text) => Const::String(text.as_str().into()),
            TokenKind::Name(name, false) => match name.as_str() {
                "true" => Const::Boolean(true),
                "false" => Const::Boolean(false),
                "nan" => Const::Float(f64::NAN),
                "inf" => Const::Float(f64::INFINITY),
                _ => return None,
            },
            _ => return None,
        };
        self.at += 1;
        Some(value)
    }

    fn rule(&mut self) -> Parsed<()> {
        self.rule = RuleState::default();
        let start = self.at;
        let pred = self.pred()?;
        let head = self.list(Self::term)?;
        let columns = &self.program.preds[pred].columns;
        if head.len() != columns.len() {
            self.at = start;
            return self.error(format!("the predicate has {} columns", columns.len()));
        }
        let kinds: Vec<_> = columns.iter().map(|column| column.kind).collect();
        let mut body = Body::default();
        if self.eat(":-") {
            body = self.body(true)?;
        }
        let origin = Origin::Source(self.span(start));
        self.expect(".")?;
        let RuleState { vars, mut known, locals, mut compared, .. } = std::mem::take(&mut self.rule);
        body.locals = locals;
        let typed: Vec<_> = head.iter().cloned().zip(kinds).collect();
        kinds::infer(&self.program, &typed, &body, &mut known);
        let mut typed_vars = IndexVec::new();
        for (id, mut var) in vars.ids().zip(vars.iter().cloned()) {
            let Some(kind) = known[id] else {
                let span = var.origin.span().unwrap_or(self.span(start));
                let message = format!("nothing gives the kind of `{}`; declare it before a `|`", var.name);
                return Err(Diagnostic::error(Code::DatalogSyntax, span, message));
            };
            var.kind = kind;
            typed_vars.push(var);
        }
        resolve_comparisons(&mut body, &typed_vars, &mut compared);
        let rule = Rule { head, body, vars: typed_vars, origin };
        match &mut self.program.preds[pred].def {
            Def::Rules(rules) => rules.push(rule),
            _ => {
                self.at = start;
                return self.error("this predicate is not defined by rules");
            }
        }
        Ok(())
    }

    fn new_var(&mut self, name: &str, kind: Option<Kind>, at: usize) -> VarId {
        let origin = Origin::Source(Span::new(self.file, self.tokens[at].start, self.tokens[at].end));
        self.rule.known.push(kind);
        self.rule.vars.push(Var { name: name.to_owned(), kind: Kind::Entity, origin })
    }
    fn var(&mut self) -> Parsed<VarId> {
        let at = self.at;
        let name = self.name("a variable")?;
        let scopes = self.rule.scopes.iter().rev().chain([&self.rule.own]);
        if let Some(var) = scopes.filter_map(|scope| scope.get(&name)).next() {
            return Ok(*var);
        }
        let var = self.new_var(&name, None, at);
        self.rule.own.insert(name, var);
        self.rule.locals.push(var);
        Ok(var)
    }
    fn term(&mut self) -> Parsed<Term> {
        if self.eat_word("_") {
            return Ok(Term::Wildcard);
        }
        match self.constant() {
            Some(value) => Ok(Term::Const(value)),
            None => self.var().map(Term::Var),
        }
    }

    /// Parses variables before a bar, if present.
    fn locals(&mut self) -> Option<Vec<(String, Option<Kind>, usize)>> {
        let start = self.at;
        let mut locals = Vec::new();
        loop {
            let at = self.at;
            let Ok(name) = self.name("a variable") else { break };
            let mut kind = None;
            if self.eat(":") {
                match self.kind() {
                    Ok(stated) => kind = Some(stated),
                    Err(_) => break,
                }
            }
            locals.push((name, kind, at));
            if self.eat("|") {
                return Some(locals);
            }
            if !self.eat(",") {
                break;
            }
        }
        self.at = start;
        None
    }
    fn body(&mut self, outermost: bool) -> Parsed<Body> {
        self.depth += 1;
        if self.depth > 200 {
            return self.error("bodies are nested too deep");
        }
        let mut body = Body::default();
        let mut scope = HashMap::new();
        for (name, kind, at) in self.locals().unwrap_or_default() {
            if outermost {
                match self.rule.own.get(&name) {
                    Some(var) => self.rule.known[*var] = kind,
                    None => {
                        let var = self.new_var(&name, kind, at);
                        self.rule.own.insert(name, var);
                        self.rule.locals.push(var);
                    }
                }
            } else {
                let var = self.new_var(&name, kind, at);
                scope.insert(name, var);
                body.locals.push(var);
            }
        }
        self.rule.scopes.push(scope);
        let nothing = self.at_word("true")
            && matches!(self.peek_at(1), TokenKind::Punctuation(")" | ";" | ".") | TokenKind::End);
        if nothing {
            self.at += 1;
        } else {
            loop {
                let start = self.at;
                let kind = self.literal()?;
                body.literals.push(Literal { kind, origin: Origin::Source(self.span(start)) });
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.rule.scopes.pop();
        self.depth -= 1;
        Ok(body)
    }

    fn literal(&mut self) -> Parsed<LiteralKind> {
        if self.eat_word("not") {
            self.expect("(")?;
            let body = self.body(false)?;
            self.expect(")")?;
            return Ok(LiteralKind::Not(body));
        }
        if self.eat_word("or") {
            self.expect("(")?;
            let mut bodies = Vec::new();
            while !self.eat(")") {
                if !bodies.is_empty() {
                    self.expect(";")?;
                }
                bodies.push(self.body(false)?);
            }
            return Ok(LiteralKind::Or(bodies));
        }
        if self.eat_word("agg") {
            return self.aggregate();
        }
        if self.eat_word("new") {
            let name = self.name("a constructor")?;
            let Some(ctor) = self.ctors.get(&name).copied() else {
                self.at -= 1;
                return self.error(format!("no constructor `{name}` is declared"));
            };
            let args = self.list(Self::term)?;
            self.expect("=")?;
            return Ok(LiteralKind::Construct { ctor, args, result: self.term()? });
        }
        if self.eat("%") {
            let name = self.name("a built-in operation")?;
            let Some(op) = BuiltinOp::ALL.iter().find(|op| op.name() == name) else {
                self.at -= 1;
                return self.error(format!("there is no operation `{name}`"));
            };
            return Ok(LiteralKind::Builtin(*op, self.list(Self::term)?));
        }
        if matches!(self.peek(), TokenKind::Name(..)) {
            match (self.peek_at(1).clone(), self.peek_at(2)) {
                (TokenKind::Punctuation("("), _) => {
                    let pred = self.pred()?;
                    return Ok(LiteralKind::Atom(Atom { pred, args: self.list(Self::term)? }));
                }
                (TokenKind::Punctuation(sign @ ("+" | "*")), TokenKind::Punctuation("(")) => {
                    let step = self.pred()?;
                    self.at += 1;
                    let mut args = self.list(Self::term)?;
                    let (Some(to), Some(from), None) = (args.pop(), args.pop(), args.pop()) else {
                        return self.error("a closure has two arguments");
                    };
                    return Ok(LiteralKind::Closure { step, reflexive: sign == "*", from, to });
                }
                _ => {}
            }
        }
        let left = self.term()?;
        let Some((_, comparison)) = COMPARISONS.iter().find(|(sign, _)| self.at_sign(sign)) else {
            return self.error("expected a comparison");
        };
        self.at += 1;
        let right = self.term()?;
        let kind = self.eat(":").then(|| self.kind()).transpose()?;
        self.rule.compared.push_back(kind);
        Ok(LiteralKind::Compare(*comparison, Kind::Entity, left, right))
    }

    fn aggregate(&mut self) -> Parsed<LiteralKind> {
        let Some(op) = AggregateOp::ALL.iter().find(|op| self.at_word(op.name())) else {
            return self.error("expected an aggregate function");
        };
        self.at += 1;
        self.expect("(")?;
        let body = self.body(false)?;
        self.expect(")")?;
        // The rest of the aggregate still uses the body's variables.
        let names = body.locals.iter().map(|var| (self.rule.vars[*var].name.clone(), *var)).collect();
        self.rule.scopes.push(names);
        self.expect_word("of")?;
        let tuple = self.list(Self::var)?;
        let value = self.eat_word("value").then(|| self.term()).transpose()?;
        let mut keys = Vec::new();
        while self.eat_word("key") {
            keys.push(SortKey { var: self.var()?, descending: self.eat_word("desc") });
        }
        let separator = self.eat_word("separator").then(|| self.term()).transpose()?;
        let choice = if self.eat_word("choose") {
            let expected = self.var()?;
            self.expect_word("of")?;
            Some(Choice { of: self.list(Self::var)?, expected })
        } else {
            None
        };
        self.rule.scopes.pop();
        let rank = self.eat_word("rank").then(|| self.term()).transpose()?;
        self.expect("=")?;
        let result = self.term()?;
        let aggregate = Aggregate { op: *op, body, tuple, value, separator, keys, rank, result, choice };
        Ok(LiteralKind::Aggregate(Box::new(aggregate)))
    }
}

/// Sets the kinds of comparisons: as written, else that of a side.
fn resolve_comparisons(body: &mut Body, vars: &IndexVec<VarId, Var>, written: &mut VecDeque<Option<Kind>>) {
    for literal in &mut body.literals {
        if let LiteralKind::Compare(_, kind, left, right) = &mut literal.kind {
            let of = |term: &Term| match term {
                Term::Var(var) => vars.get(*var).map(|var| var.kind),
                Term::Const(value) => Some(value.kind()),
                Term::Wildcard => None,
            };
            *kind = written.pop_front().flatten().or(of(left)).or(of(right)).unwrap_or(Kind::Entity);
        }
        for inner in nested_bodies_mut(&mut literal.kind) {
            resolve_comparisons(inner, vars, written);
        }
    }
}
