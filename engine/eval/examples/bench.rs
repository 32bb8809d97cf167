//! Runs the four benchmark programs on a folder of generated facts and prints counts, times and work:
//! `cargo run --release -p quarrel-eval --example bench FOLDER [tc|pt|cg|dom]... [--threads N] [--plans]`.

#![expect(clippy::print_stdout, reason = "a developer's tool")]

use quarrel_base::IndexVec;
use quarrel_base::catalog::Catalog;
use quarrel_datalog as dl;
use quarrel_datalog::{Def, LiteralKind, Term};
use quarrel_eval::relation::{Relation, Table};
use quarrel_eval::{Columns, Edb, EdbError, Meter, Options, Pace, Values, evaluate_observed};
use std::collections::BTreeMap;
use std::time::Instant;

struct Facts {
    catalog: Catalog,
    relations: BTreeMap<String, Relation>,
}

impl Edb for Facts {
    fn catalog(&self) -> &Catalog {
        &self.catalog
    }
    fn load(&self, relation: &str, columns: &[usize], _: &Values<'_>) -> Result<Columns, EdbError> {
        let rows =
            self.relations.get(relation).ok_or_else(|| EdbError::NoSuchRelation(relation.to_owned()))?;
        let meter = Meter::unlimited();
        let projected = rows.project(columns, Pace::all(&meter)).map_err(|_| EdbError::Interrupted)?;
        let table = projected.into_table();
        Ok(Columns { len: table.len, columns: table.cols })
    }
    fn row_count(&self, relation: &str) -> Option<u64> {
        self.relations.get(relation).map(|rows| rows.len() as u64)
    }
    fn string_count(&self) -> u32 {
        0
    }
    fn text(&self, _: u32, _: &Meter) -> Result<Option<&str>, EdbError> {
        Ok(None)
    }
    fn find_text(&self, _: &str, _: &Meter) -> Result<Option<u32>, EdbError> {
        Ok(None)
    }
}

const PROGRAMS: [(&str, &str); 4] = [
    ("tc", "path x y :- edge x y. path x z :- path x y, edge y z."),
    (
        "pt",
        "vpt v o :- alloc v o. vpt v o :- assign v w, vpt w o. hpt o f p :- store b f v, vpt b o, vpt v p.
         vpt v p :- load v b f, vpt b o, hpt o f p.",
    ),
    (
        "cg",
        "reach m :- entry m. reach m :- callEdge _ m.
         callEdge s q :- reach m, vcall m s r sig, varType r t, dispatch t sig q.
         flow p a :- callEdge s q, actual s i a, formal q i p. flow r x :- callEdge s q, ret q x, res s r.
         flow v w :- reach m, assign m v w. varType v t :- reach m, new m v t.
         varType h t :- reach m, vcall m _ r sig, varType r t, dispatch t sig q, this q h.
         varType v t :- flow v w, varType w t, vdecl v d, sub t d.",
    ),
    (
        "dom",
        "reach n :- entry _ n. reach n :- reach m, edge m n.
         avoid l n :- lock l, comp l c, entry c n, <> n l. avoid l n :- avoid l m, edge m n, <> n l.
         dom c l a :- lock l, reach l, comp l c, comp a c, access a, reach a, ! avoid l a.
         guarded a :- dom _ _ a. unguarded a :- access a, reach a, ! guarded a.
         cnt c n :- entry c _, count n c dom. busy c :- cnt c n, >= n 10.",
    ),
];

const STORED: &[(&str, usize)] = &[
    ("edge", 2),
    ("alloc", 2),
    ("assign", 2),
    ("load", 3),
    ("store", 3),
    ("entry", 1),
    ("new", 3),
    ("vcall", 4),
    ("actual", 3),
    ("formal", 3),
    ("ret", 2),
    ("res", 2),
    ("this", 2),
    ("dispatch", 3),
    ("vdecl", 2),
    ("sub", 2),
    ("comp", 2),
    ("lock", 1),
    ("access", 1),
];

fn arity(program: &str, name: &str) -> Option<usize> {
    match (program, name) {
        ("cg", "assign") => Some(3),
        ("dom", "entry") => Some(2),
        _ => STORED.iter().find(|(stored, _)| *stored == name).map(|(_, arity)| *arity),
    }
}

struct Builder<'a> {
    name: &'a str,
    program: dl::Program,
    preds: BTreeMap<String, dl::PredId>,
}

impl Builder<'_> {
    fn pred(&mut self, name: &str, n: usize) -> dl::PredId {
        if let Some(&id) = self.preds.get(name) {
            return id;
        }
        let stored = arity(self.name, name).is_some();
        let columns = (0..n)
            .map(|at| dl::Column { name: format!("c{at}"), kind: dl::Kind::Int, within: Vec::new() })
            .collect();
        let def = if stored { Def::Stored(name.to_owned()) } else { Def::Rules(Vec::new()) };
        let id = self.program.preds.push(dl::Pred {
            name: name.to_owned(),
            columns,
            def,
            modes: Vec::new(),
            inline: dl::Inline::Never,
            on_demand: false,
            supersets: Vec::new(),
            parts: Vec::new(),
            origin: dl::Origin::Builtin,
        });
        self.preds.insert(name.to_owned(), id);
        id
    }

    fn rule(&mut self, text: &str, shuffle: &mut dyn FnMut(&mut Vec<dl::Literal>)) {
        let (head, body) = text.split_once(":-").expect("a rule");
        let mut vars: IndexVec<dl::VarId, dl::Var> = IndexVec::new();
        let mut names: BTreeMap<String, dl::VarId> = BTreeMap::new();
        let mut term = |word: &str| -> Term {
            if word == "_" {
                return Term::Wildcard;
            }
            if let Ok(int) = word.parse() {
                return Term::Const(dl::Const::Int(int));
            }
            Term::Var(*names.entry(word.to_owned()).or_insert_with(|| {
                vars.push(dl::Var { name: word.to_owned(), kind: dl::Kind::Int, origin: dl::Origin::Builtin })
            }))
        };
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let head = words(head);
        let head_terms: Vec<Term> = head[1..].iter().map(|word| term(word)).collect();
        let mut literals = Vec::new();
        let mut inner_vars = Vec::new();
        for literal in body.split(',') {
            let literal = words(literal);
            let kind = match literal[0].as_str() {
                "<>" => LiteralKind::Compare(
                    dl::Comparison::Ne,
                    dl::Kind::Int,
                    term(&literal[1]),
                    term(&literal[2]),
                ),
                ">=" => LiteralKind::Compare(
                    dl::Comparison::Ge,
                    dl::Kind::Int,
                    term(&literal[1]),
                    term(&literal[2]),
                ),
                "!" => {
                    let args: Vec<Term> = literal[2..].iter().map(|word| term(word)).collect();
                    let pred = self.pred(&literal[1], args.len());
                    let atom = LiteralKind::Atom(dl::Atom { pred, args });
                    let body = dl::Body { locals: vec![], literals: vec![lit(atom)] };
                    LiteralKind::Not(body)
                }
                "count" => {
                    let (result, group) = (term(&literal[1]), term(&literal[2]));
                    let locals = [term("_l"), term("_a")];
                    let pred = self.pred(&literal[3], 3);
                    let atom = dl::Atom { pred, args: vec![group, locals[0].clone(), locals[1].clone()] };
                    let locals: Vec<dl::VarId> = locals
                        .into_iter()
                        .filter_map(|term| if let Term::Var(var) = term { Some(var) } else { None })
                        .collect();
                    inner_vars.extend(locals.clone());
                    LiteralKind::Aggregate(Box::new(dl::Aggregate {
                        op: dl::AggregateOp::Count,
                        body: dl::Body {
                            locals: locals.clone(),
                            literals: vec![lit(LiteralKind::Atom(atom))],
                        },
                        tuple: locals,
                        value: None,
                        separator: None,
                        keys: vec![],
                        rank: None,
                        result,
                        choice: None,
                    }))
                }
                name => {
                    let args: Vec<Term> = literal[1..].iter().map(|word| term(word)).collect();
                    let pred = self.pred(name, args.len());
                    LiteralKind::Atom(dl::Atom { pred, args })
                }
            };
            literals.push(lit(kind));
        }
        shuffle(&mut literals);
        let locals = vars.ids().filter(|var| !inner_vars.contains(var)).collect();
        let pred = self.pred(&head[0], head_terms.len());
        let rule = dl::Rule {
            head: head_terms,
            body: dl::Body { locals, literals },
            vars,
            origin: dl::Origin::Builtin,
        };
        if let Def::Rules(rules) = &mut self.program.preds[pred].def {
            rules.push(rule);
        }
    }
}

fn lit(kind: LiteralKind) -> dl::Literal {
    dl::Literal { kind, origin: dl::Origin::Builtin }
}

fn load(folder: &str, program: &str) -> Facts {
    let mut relations = BTreeMap::new();
    for (name, _) in STORED {
        let Some(arity) = arity(program, name) else { continue };
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{program}/{name}.facts")) else { continue };
        let mut table = Table::empty(arity);
        for line in text.lines() {
            let row: Vec<u32> = line.split('\t').filter_map(|word| word.parse().ok()).collect();
            table.push_row(&row);
        }
        relations.insert((*name).to_owned(), Relation::from_table(table));
    }
    Facts { catalog: Catalog::default(), relations }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1));
    let threads = option("--threads").and_then(|text| text.parse().ok());
    let mut seed: u64 = option("--shuffle").and_then(|text| text.parse().ok()).unwrap_or(0);
    let folder = &args[0];
    for (name, text) in PROGRAMS {
        if args.iter().any(|arg| PROGRAMS.iter().any(|(other, _)| arg == other))
            && !args.iter().any(|arg| arg == name)
        {
            continue;
        }
        let facts = load(folder, name);
        let mut builder = Builder { name, program: dl::Program::default(), preds: BTreeMap::new() };
        let mut shuffle = |literals: &mut Vec<dl::Literal>| {
            if seed != 0 {
                for at in (1..literals.len()).rev() {
                    seed =
                        seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    literals.swap(at, (seed >> 33) as usize % (at + 1));
                }
            }
        };
        for rule in text.split('.').filter(|rule| !rule.trim().is_empty()) {
            builder.rule(rule, &mut shuffle);
        }
        let mut program = builder.program;
        for (id, pred) in
            program.preds.clone().iter_ids().filter(|(_, pred)| matches!(pred.def, Def::Rules(_)))
        {
            let output =
                dl::Output { name: pred.name.clone(), pred: id, columns: vec![], order_by: vec![], query: 0 };
            program.outputs.push(output);
        }
        let program = dl::stratify(program).expect("stratified");
        let start = Instant::now();
        let options = Options { threads, ..Options::default() };
        let (outcome, work) =
            evaluate_observed(&program, &facts, &options, args.iter().any(|arg| arg == "--plans"));
        let outcome = outcome.expect("rows");
        let time = start.elapsed();
        for stratum in &work.strata {
            for plan in &stratum.plans {
                println!("{plan}");
            }
            let names: Vec<&str> =
                stratum.preds.iter().map(|(pred, _)| program.program().preds[*pred].name.as_str()).collect();
            println!("    {:?} {:.3} s {:?}", names, stratum.time.as_secs_f64(), stratum.totals);
        }
        let counts: Vec<String> = outcome
            .relations
            .iter()
            .map(|(pred, rows)| format!("{} {}", program.program().preds[*pred].name, rows.len))
            .collect();
        println!("{name}: {:.3} s  {}  {:?}", time.as_secs_f64(), counts.join(", "), work.totals);
    }
}
