//! Prints programs in the text form.

use super::{ATTRIBUTES, COMPARISONS, RESERVED, kind_name, kinds, lex};
use crate::{
    Aggregate, Body, Const, CtorId, Def, GraphOp, Inline, Kind, Literal, LiteralKind, Pred, PredId, Program,
    Rule, Term, VarId,
};
use quarrel_base::IndexVec;
use std::collections::HashMap;
use std::fmt::Write;

/// The whole program: predicates in order, each followed by its rules.
pub fn pretty(program: &Program) -> String {
    let names = Names::of(program);
    let mut out = String::new();
    for ctor in program.ctors.ids() {
        let args: Vec<_> = program.ctors[ctor].args.iter().map(|kind| kind_name(*kind)).collect();
        line(&mut out, format!("ctor {}({}).", names.ctors[ctor], args.join(", ")));
    }
    for (id, pred) in program.preds.iter_ids() {
        line(&mut out, names.declaration(id, pred));
        if let Def::Rules(rules) = &pred.def {
            for rule in rules {
                line(&mut out, format!("{}.", RulePrinter::of(program, &names, id, rule).rule(id, rule)));
            }
        }
    }
    for output in &program.outputs {
        let columns = output.columns.iter().map(|column| {
            let mut text = format!("{} {}", quoted_string(&column.name), kind_name(column.kind));
            for (word, pred) in [("text", column.text), ("location", column.location)] {
                if let Some(pred) = pred {
                    let _ = write!(text, " {word} {}", names.preds[pred]);
                }
            }
            text
        });
        let columns = columns.collect::<Vec<_>>().join(", ");
        let mut text =
            format!("output {} {} ({columns})", quoted_string(&output.name), names.preds[output.pred]);
        for (column, descending) in &output.order_by {
            let _ = write!(text, " order {column}{}", if *descending { " desc" } else { "" });
        }
        line(&mut out, format!("{text} query {}.", output.query));
    }
    out
}

fn line(out: &mut String, text: String) {
    out.push_str(&text);
    out.push('\n');
}

fn quoted_string(text: &str) -> String {
    let mut out = String::from("\"");
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            char if char.is_control() => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(char));
            }
            char => out.push(char),
        }
    }
    out.push('"');
    out
}

fn quoted_name(name: &str) -> String {
    if lex::is_plain(name) && !RESERVED.contains(&name) {
        name.to_owned()
    } else {
        format!("`{}`", name.replace('`', "``"))
    }
}

/// Distinct names for items with possibly equal names: a later one gets a prime and a number.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut used: HashMap<String, usize> = HashMap::new();
    let mut out = Vec::new();
    for name in names {
        let mut candidate = if name.is_empty() { "_v".to_owned() } else { name.to_owned() };
        while used.contains_key(&candidate) {
            let count = used.entry(name.to_owned()).or_insert(1);
            *count += 1;
            candidate = format!("{name}'{count}");
        }
        used.insert(candidate.clone(), 1);
        out.push(candidate);
    }
    out
}

fn constant(value: &Const) -> String {
    match value {
        Const::Int(int) => int.to_string(),
        Const::Float(float) if float.is_nan() => "nan".to_owned(),
        Const::Float(float) => format!("{float:?}"),
        Const::String(text) => quoted_string(text),
        Const::Boolean(truth) => truth.to_string(),
    }
}

struct Names {
    preds: IndexVec<PredId, String>,
    ctors: IndexVec<CtorId, String>,
}

impl Names {
    fn of(program: &Program) -> Self {
        let preds = distinct(program.preds.iter().map(|pred| pred.name.as_str()));
        let ctors = distinct(program.ctors.iter().map(|ctor| ctor.name.as_str()));
        Self {
            preds: preds.iter().map(|name| quoted_name(name)).collect(),
            ctors: ctors.iter().map(|name| quoted_name(name)).collect(),
        }
    }
    fn list(&self, word: &str, preds: &[PredId]) -> String {
        if preds.is_empty() {
            return String::new();
        }
        let name = |pred: &PredId| match self.preds[*pred].as_str() {
            // Behind a list this word would start the next part of the declaration.
            name if ATTRIBUTES.contains(&name) => format!("`{name}`"),
            name => name.to_owned(),
        };
        format!(" {word} {}", preds.iter().map(name).collect::<Vec<_>>().join(" "))
    }
    fn declaration(&self, id: PredId, pred: &Pred) -> String {
        let columns = pred.columns.iter().map(|column| {
            let within = self.list("within", &column.within);
            format!("{}: {}{within}", quoted_name(&column.name), kind_name(column.kind))
        });
        let columns = columns.collect::<Vec<_>>().join(", ");
        let mut out = format!("pred {}({columns})", self.preds[id]);
        if !pred.modes.is_empty() {
            out.push_str(" modes");
            for mode in &pred.modes {
                let columns: Vec<_> = mode.iter().map(ToString::to_string).collect();
                let _ = write!(out, " [{}]", columns.join(" "));
            }
        }
        match pred.inline {
            Inline::Auto => {}
            Inline::Always => out.push_str(" inline always"),
            Inline::Never => out.push_str(" inline never"),
        }
        if pred.on_demand {
            out.push_str(" demand");
        }
        out.push_str(&self.list("subset", &pred.supersets));
        if !pred.parts.is_empty() {
            let parts: Vec<_> = pred.parts.iter().map(ToString::to_string).collect();
            let _ = write!(out, " parts({})", parts.join(", "));
        }
        match &pred.def {
            Def::Rules(_) => {}
            Def::Stored(name) => {
                let _ = write!(out, " stored {}", quoted_string(name));
            }
            Def::Rows(rows) => {
                out.push_str(" rows {");
                for row in rows.iter() {
                    let row: Vec<_> = row.iter().map(constant).collect();
                    let _ = write!(out, " ({})", row.join(", "));
                }
                out.push_str(" }");
            }
            Def::Graph(graph) => {
                let _ = write!(out, " graph {}", self.graph(graph));
            }
        }
        out.push('.');
        out
    }
    fn graph(&self, graph: &GraphOp) -> String {
        let name = |pred: &PredId| self.preds[*pred].as_str();
        let or_none = |pred: &Option<PredId>| pred.as_ref().map_or("_", name).to_owned();
        match graph {
            GraphOp::TransitiveClosure { step, sources, sinks } => {
                format!("closure({}, {}, {})", name(step), or_none(sources), or_none(sinks))
            }
            GraphOp::ShortestDistances { start, step } => {
                format!("distances({}, {})", name(start), name(step))
            }
            GraphOp::ImmediateDominators { entry, successor } => {
                format!("dominators({}, {})", name(entry), name(successor))
            }
            GraphOp::EquivalenceRelation { base } => format!("equivalence({})", name(base)),
            GraphOp::InternSets { values } => format!("sets({})", name(values)),
        }
    }
}

struct RulePrinter<'a> {
    names: &'a Names,
    vars: IndexVec<VarId, String>,
    kinds: IndexVec<VarId, Kind>,
    /// The kinds that can be inferred.
    inferred: IndexVec<VarId, Option<Kind>>,
}

impl<'a> RulePrinter<'a> {
    fn of(program: &'a Program, names: &'a Names, pred: PredId, rule: &Rule) -> Self {
        let columns: Vec<_> = program.preds[pred].columns.iter().map(|column| column.kind).collect();
        let vars = distinct(rule.vars.iter().map(|var| var.name.as_str()));
        Self {
            names,
            vars: vars.iter().map(|name| quoted_name(name)).collect(),
            kinds: rule.vars.iter().map(|var| var.kind).collect(),
            inferred: kinds::inferred(program, rule, &columns),
        }
    }
    fn rule(&self, pred: PredId, rule: &Rule) -> String {
        let mut out = format!("{}({})", self.names.preds[pred], self.terms(&rule.head));
        // Print the rule's own variables only if the text would lose information otherwise.
        let mut odd: Vec<_> = rule
            .body
            .locals
            .iter()
            .copied()
            .filter(|var| self.inferred[*var] != Some(self.kinds[*var]) || !mentioned(rule, *var))
            .collect();
        // Their order has no meaning; this is the order in which a reader meets them.
        let in_head = |var: &VarId| rule.head.iter().position(|term| *term == Term::Var(*var));
        odd.sort_by_key(|var| in_head(var).unwrap_or(usize::MAX));
        if !odd.is_empty() || !rule.body.literals.is_empty() {
            out.push_str(" :- ");
            if !odd.is_empty() {
                let _ = write!(out, "{} | ", self.locals(&odd));
            }
            out.push_str(&self.literals(&rule.body));
        }
        out
    }
    fn terms(&self, terms: &[Term]) -> String {
        terms.iter().map(|term| self.term(term)).collect::<Vec<_>>().join(", ")
    }
    fn term(&self, term: &Term) -> String {
        match term {
            Term::Var(var) => self.vars.get(*var).cloned().unwrap_or_else(|| format!("`?{var:?}`")),
            Term::Const(value) => constant(value),
            Term::Wildcard => "_".to_owned(),
        }
    }
    fn locals(&self, locals: &[VarId]) -> String {
        let local = |var: &VarId| match self.kinds[*var] {
            kind if self.inferred[*var] == Some(kind) => self.vars[*var].clone(),
            kind => format!("{}: {}", self.vars[*var], kind_name(kind)),
        };
        locals.iter().map(local).collect::<Vec<_>>().join(", ")
    }
    fn body(&self, body: &Body) -> String {
        if body.locals.is_empty() {
            return self.literals(body);
        }
        format!("{} | {}", self.locals(&body.locals), self.literals(body))
    }
    fn literals(&self, body: &Body) -> String {
        if body.literals.is_empty() {
            return "true".to_owned();
        }
        body.literals.iter().map(|literal| self.literal(literal)).collect::<Vec<_>>().join(", ")
    }
    fn literal(&self, literal: &Literal) -> String {
        match &literal.kind {
            LiteralKind::Atom(atom) => format!("{}({})", self.names.preds[atom.pred], self.terms(&atom.args)),
            LiteralKind::Closure { step, reflexive, from, to } => {
                let sign = if *reflexive { '*' } else { '+' };
                format!("{}{sign}({}, {})", self.names.preds[*step], self.term(from), self.term(to))
            }
            LiteralKind::Not(body) => format!("not({})", self.body(body)),
            LiteralKind::Or(bodies) => {
                let bodies: Vec<_> = bodies.iter().map(|body| self.body(body)).collect();
                format!("or({})", bodies.join("; "))
            }
            LiteralKind::Compare(comparison, kind, left, right) => {
                let sign =
                    COMPARISONS.iter().find(|(_, have)| have == comparison).map_or("=", |(sign, _)| sign);
                let follows = [left, right].iter().any(|term| self.kind(term) == Some(*kind))
                    && [left, right].iter().all(|term| self.kind(term).is_none_or(|have| have == *kind));
                let kind = if follows { String::new() } else { format!(" : {}", kind_name(*kind)) };
                format!("{} {sign} {}{kind}", self.term(left), self.term(right))
            }
            LiteralKind::Builtin(op, args) => format!("%{}({})", op.name(), self.terms(args)),
            LiteralKind::Construct { ctor, args, result } => {
                format!("new {}({}) = {}", self.names.ctors[*ctor], self.terms(args), self.term(result))
            }
            LiteralKind::Aggregate(aggregate) => self.aggregate(aggregate),
        }
    }
    fn kind(&self, term: &Term) -> Option<Kind> {
        match term {
            Term::Var(var) => self.kinds.get(*var).copied(),
            Term::Const(value) => Some(value.kind()),
            Term::Wildcard => None,
        }
    }
    fn aggregate(&self, aggregate: &Aggregate) -> String {
        let Aggregate { op, body, tuple, value, separator, keys, rank, result, choice } = aggregate;
        let tuple: Vec<_> = tuple.iter().map(|var| self.vars[*var].as_str()).collect();
        let mut out = format!("agg {}({}) of ({})", op.name(), self.body(body), tuple.join(", "));
        if let Some(value) = value {
            let _ = write!(out, " value {}", self.term(value));
        }
        for key in keys {
            let _ = write!(out, " key {}{}", self.vars[key.var], if key.descending { " desc" } else { "" });
        }
        if let Some(separator) = separator {
            let _ = write!(out, " separator {}", self.term(separator));
        }
        if let Some(choice) = choice {
            let of: Vec<_> = choice.of.iter().map(|var| self.vars[*var].as_str()).collect();
            let _ = write!(out, " choose {} of ({})", self.vars[choice.expected], of.join(", "));
        }
        if let Some(rank) = rank {
            let _ = write!(out, " rank {}", self.term(rank));
        }
        let _ = write!(out, " = {}", self.term(result));
        out
    }
}

fn mentioned(rule: &Rule, wanted: VarId) -> bool {
    let mut found = rule.head.contains(&Term::Var(wanted));
    crate::walk::body_vars(&rule.body, &mut |var| found |= var == wanted);
    found
}
