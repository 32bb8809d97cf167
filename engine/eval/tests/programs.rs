//! Datalog texts with facts and expected rows, in `programs/*.txt`. A file holds cases:
//!
//! ```text
//! # Name of the case
//! schema: edges(int a: @node, int b: @node ref)       (lines of a dbscheme, if relations of a database are wanted)
//! facts: edges(1, 2) edges(2, 3)                      (rows of those relations)
//! pred ...                                            (the program; predicates named `out...` are asked for)
//! => out(1, 2) (1, 3)                                 (all rows, in order of meaning; `=> out` for none)
//! ```
//!
//! Each case runs naively, as written and printed and parsed back, then with the mandatory passes and with all, naively
//! and fast, on one and two threads; and each output row has a finite derivation.

use quarrel_base::catalog;
use quarrel_base::source::SourceMap;
use quarrel_datalog::passes::{self, PassOptions};
use quarrel_datalog::{Kind, Output, OutputColumn, Program, Stratified, parse, pretty, stratify};
use quarrel_eval::builtins::float_to_string;
use quarrel_eval::edb::Cell;
use quarrel_eval::explain::{Condition, Derivation, Explainer, Sought, Source};
use quarrel_eval::{MemDb, Options, Outcome, evaluate, evaluate_kept, naive};
use std::fmt::Write;

fn show(outcome: &Outcome<'_>, kind: Kind, value: u32) -> String {
    let values = &outcome.values;
    match kind {
        Kind::Int => value.cast_signed().to_string(),
        Kind::Float => float_to_string(values.float_of(value)),
        Kind::String => format!("{:?}", values.text(value)),
        Kind::Boolean => (value == 1).to_string(),
        Kind::Date => values.date_of(value).to_string(),
        Kind::BigInt => values.bigint_of(value).map_or("?".to_owned(), ToString::to_string),
        Kind::Entity => match values.constructed(value) {
            Some((ctor, args)) => format!("{ctor:?}{args:?}"),
            None if value >= quarrel_eval::value::FIRST_TUPLE => "set".to_owned(),
            None => value.to_string(),
        },
    }
}

/// The outputs as `name(row) (row)` lines, rows in order of meaning.
fn listing(program: &Program, outcome: &Outcome<'_>) -> String {
    let mut out = String::new();
    for output in &program.outputs {
        let kinds: Vec<_> = program.preds[output.pred].columns.iter().map(|column| column.kind).collect();
        let mut rows: Vec<_> = outcome.relations[&output.pred].rows().collect();
        rows.sort_by(|a, b| {
            let columns = kinds.iter().zip(a.iter().zip(b));
            columns
                .map(|(kind, (a, b))| outcome.values.compare(*kind, *a, *b))
                .find(|order| order.is_ne())
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        let rows = rows.iter().map(|row| {
            let row: Vec<_> =
                kinds.iter().zip(row).map(|(kind, value)| show(outcome, *kind, *value)).collect();
            format!("({})", row.join(", "))
        });
        let _ = writeln!(out, "=> {}{}", output.name, rows.collect::<Vec<_>>().join(" "));
    }
    out
}

fn facts(db: &mut MemDb, schema: &catalog::Catalog, text: &str) {
    for fact in text.split_inclusive(')').map(str::trim).filter(|fact| !fact.is_empty()) {
        let (name, row) = fact.trim_end_matches(')').split_once('(').expect("name(values)");
        let relation = schema.relation(name).unwrap_or_else(|| panic!("no relation {name}"));
        let cells = row.split(',').zip(&relation.columns).map(|(text, column)| {
            use catalog::ColumnType as Type;
            let text = text.trim();
            match column.ty {
                Type::Int => Cell::Int(text.parse().expect("an int")),
                Type::Float => Cell::Float(text.parse().expect("a float")),
                Type::String => Cell::String(text.trim_matches('"').to_owned()),
                Type::Boolean => Cell::Boolean(text == "true"),
                Type::Date => Cell::Date(text.parse().expect("milliseconds")),
                Type::Entity(_) => Cell::Entity(text.parse().expect("an entity")),
            }
        });
        db.insert(name, cells.collect());
    }
}

fn ask_for_outs(program: &mut Program) {
    for (id, pred) in program.preds.iter_ids().filter(|(_, pred)| pred.name.starts_with("out")) {
        let column = |column: &quarrel_datalog::Column| OutputColumn {
            name: column.name.clone(),
            kind: column.kind,
            text: None,
            location: None,
        };
        program.outputs.push(Output {
            name: pred.name.clone(),
            pred: id,
            columns: pred.columns.iter().map(column).collect(),
            order_by: Vec::new(),
            query: 0,
        });
    }
}

/// The outputs of a run that keeps what it computes, if each row has a derivation; else the row that has none.
fn explained(stratified: &Stratified, db: &MemDb) -> String {
    let program = stratified.program();
    let (outcome, kept) = match evaluate_kept(stratified, db, &Options::default()) {
        Ok(run) => run,
        Err(error) => return format!("=> error: {error}\n"),
    };
    let found = listing(program, &outcome);
    let outputs = program.outputs.iter().map(|output| output.pred);
    let rows: Vec<_> =
        outputs.flat_map(|pred| outcome.relations[&pred].rows().map(move |row| (pred, row))).collect();
    let explainer = Explainer::new(stratified, kept, outcome.values, &Options::default());
    for (pred, row) in rows {
        let name = &program.preds[pred].name;
        match explainer.derive(pred, &row, 100) {
            Ok(Some(derivation)) => {
                if let Some(missing) = unfounded(&derivation) {
                    return format!("{name}{row:?} rests on {missing}\n");
                }
            }
            Ok(None) => return format!("{name}{row:?} has no derivation\n"),
            Err(error) => return format!("{name}{row:?}: {error:?}\n"),
        }
    }
    found
}

/// A row without reasons though it comes from a rule with atoms, or a derivation that was cut.
fn unfounded(derivation: &Derivation) -> Option<String> {
    let below: Vec<&Derivation> = match &derivation.from {
        Source::Cut => return Some(format!("{:?}, which was cut", derivation.row)),
        Source::Rule(_, conditions) => {
            if let Some(missing) = conditions.iter().find_map(unexplained) {
                return Some(missing);
            }
            conditions
                .iter()
                .flat_map(|condition| match condition {
                    Condition::Row(_, row) => vec![row],
                    Condition::Path(_, steps) => steps.iter().collect(),
                    _ => Vec::new(),
                })
                .collect()
        }
        _ => Vec::new(),
    };
    below.into_iter().find_map(unfounded)
}

/// A search below a negation that does not end where nothing matches, or a tuple without reasons.
fn unexplained(condition: &Condition) -> Option<String> {
    fn ends(searched: &[Sought]) -> bool {
        let Some((last, before)) = searched.split_last() else { return true };
        before.iter().all(|sought| sought.found > 0)
            && last.found == 0
            && last.because.iter().all(|way| ends(way))
            && last.despite.iter().all(|condition| unexplained(condition).is_none())
    }
    match condition {
        Condition::Nothing(_, searched) if !ends(searched) => Some(format!("{searched:?}, which has no end")),
        Condition::Aggregate(_, counted) => {
            counted.listed.iter().flat_map(|tuple| &tuple.because).find_map(|condition| match condition {
                Condition::Row(_, row) => unfounded(row),
                other => unexplained(other),
            })
        }
        _ => None,
    }
}

fn check(file: &str, text: &str) {
    let mut failures = String::new();
    for case in text.split("\n# ").skip(1) {
        let (title, case) = case.split_once('\n').unwrap_or((case, ""));
        let part = |prefix: &str| -> String {
            case.lines().filter_map(|line| line.strip_prefix(prefix)).collect::<Vec<_>>().join("\n")
        };
        let source: String = case
            .lines()
            .map(|line| {
                if line.starts_with("=>")
                    || line.contains("s: ") && (line.starts_with("schema: ") || line.starts_with("facts: "))
                {
                    ""
                } else {
                    line
                }
            })
            .map(|line| line.to_owned() + "\n")
            .collect();
        let source = source.replace("schema: ", "// ");
        let mut sources = SourceMap::new();
        let schema_text = part("schema: ");
        let (schema, diagnostics) = catalog::parse(sources.add("schema", schema_text.as_str()), &schema_text);
        assert!(diagnostics.is_empty(), "{file}, {title}: {diagnostics:?}");
        let mut db = MemDb::new(schema.clone());
        facts(&mut db, &schema, &part("facts: "));
        let file_id = sources.add(title, source.as_str());
        let mut program = parse(file_id, &source).unwrap_or_else(|diagnostic| {
            panic!("{file}, {title}: {}", quarrel_base::diag::render(&[diagnostic], &sources, false))
        });
        ask_for_outs(&mut program);
        let printed = pretty(&program);
        let again = parse(sources.add("printed", printed.as_str()), &printed).unwrap_or_else(|diagnostic| {
            panic!("{file}, {title}: {}", quarrel_base::diag::render(&[diagnostic], &sources, false))
        });
        assert_eq!(pretty(&again), printed, "{file}, {title}: printed and parsed back");
        let wanted: String =
            case.lines().filter(|line| line.starts_with("=>")).map(|line| line.to_owned() + "\n").collect();
        let mut compare = |treatment: &str, found: String| {
            if found != wanted {
                let _ = writeln!(failures, "{file}, {title}, {treatment}:\nwanted\n{wanted}found\n{found}");
            }
        };
        let run = |program: &Program, result: Result<Outcome<'_>, quarrel_eval::EvalError>| match result {
            Ok(outcome) => listing(program, &outcome),
            Err(error) => format!("=> error: {error}\n"),
        };
        let ordered = |program: Program| -> Stratified {
            stratify(program).unwrap_or_else(|error| panic!("{file}, {title}: {error:?}"))
        };
        let naively = |stratified: &Stratified| {
            run(stratified.program(), naive::evaluate(stratified, &db, &Options::default()))
        };
        compare("naive, printed and parsed", naively(&ordered(again)));
        compare("naive", naively(&ordered(program.clone())));
        let passes = [("mandatory passes", PassOptions::mandatory()), ("all passes", PassOptions::default())];
        for (treatment, options) in passes {
            let stratified = ordered(passes::run(program.clone(), &options));
            compare(&format!("naive, {treatment}"), naively(&stratified));
            for threads in [1, 2] {
                let options = Options { threads: Some(threads), ..Options::default() };
                let found = run(stratified.program(), evaluate(&stratified, &db, &options));
                compare(&format!("fast, {threads} threads, {treatment}"), found);
            }
            compare(&format!("explained, {treatment}"), explained(&stratified, &db));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn literals() {
    check("literals.txt", include_str!("programs/literals.txt"));
}
#[test]
fn recursion() {
    check("recursion.txt", include_str!("programs/recursion.txt"));
}
#[test]
fn aggregates() {
    check("aggregates.txt", include_str!("programs/aggregates.txt"));
}
#[test]
fn graphs() {
    check("graphs.txt", include_str!("programs/graphs.txt"));
}
#[test]
fn binding_modes() {
    check("modes.txt", include_str!("programs/modes.txt"));
}
