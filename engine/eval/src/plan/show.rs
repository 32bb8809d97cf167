//! Plans as text, for `--show plan` and for tests: one line per step, nested bodies indented, with the estimated rows
//! and, after a run, the actual ones.

use super::{Match, Op, Operand, Pipeline, Side, Version};
use quarrel_datalog::Program;
use std::fmt::Write;

/// The text of a pipeline.
pub fn pipeline(program: &Program, pipeline: &Pipeline) -> String {
    let mut out = String::new();
    write_pipeline(program, pipeline, 1, &mut out);
    out
}

fn operand(operand: Operand) -> String {
    match operand {
        Operand::Slot(slot) => format!("${slot}"),
        Operand::Const(value) => format!("{value}"),
    }
}

fn option(arg: &Option<Operand>) -> String {
    arg.map_or_else(|| "new".to_owned(), operand)
}

fn list(operands: impl IntoIterator<Item = String>) -> String {
    operands.into_iter().collect::<Vec<_>>().join(", ")
}

/// The nested pipelines of a step.
pub fn nested(op: &Op) -> Vec<&Pipeline> {
    match op {
        Op::Filter { branches, .. } | Op::Union { branches, .. } => branches.iter().collect(),
        Op::Aggregate(aggregate) => vec![&aggregate.body],
        _ => Vec::new(),
    }
}

fn version(version: Version) -> &'static str {
    match version {
        Version::Full => "",
        Version::Delta => " delta",
        Version::Before => " before",
        Version::Either => " either",
        Version::Changed => " changed",
        Version::Gone => " gone",
        Version::Added => " added",
        Version::Touched => " touched",
    }
}

fn keys(keys: &[(usize, Operand)]) -> String {
    list(keys.iter().map(|(col, value)| format!("{col}={}", operand(*value))))
}

/// The text of an operation.
pub fn op(program: &Program, op: &Op) -> String {
    match op {
        Op::Atom { pred, version: of, keys: by, outs, same, kind } => {
            let name = &program.preds[*pred].name;
            let verb = match kind {
                Match::Join if by.is_empty() => "scan",
                Match::Join => "join",
                Match::Semi => "semijoin",
                Match::Anti => "antijoin",
            };
            let same = if same.is_empty() { String::new() } else { format!(" same {same:?}") };
            format!("{verb}{} {name} [{}] new {outs:?}{same}", version(*of), keys(by))
        }
        Op::Meet { sides } => {
            let side = |side: &Side| {
                let name = &program.preds[side.pred].name;
                format!("{name}{} [{}] at {}", version(side.version), keys(&side.keys), side.out)
            };
            format!("meet {} new 1", list(sides.iter().map(side)))
        }
        Op::Closure { step, version: of, reflexive, from, to, .. } => {
            let sign = if *reflexive { '*' } else { '+' };
            let name = &program.preds[*step].name;
            format!("path{} {name}{sign} from {} to {}", version(*of), option(from), option(to))
        }
        Op::Compare(comparison, _, a, b) => format!("keep {} {comparison:?} {}", operand(*a), operand(*b)),
        Op::Bind(value) => format!("bind {}", operand(*value)),
        Op::Builtin { op, args } => format!("compute {}({})", op.name(), list(args.iter().map(option))),
        Op::Construct { ctor, args } => {
            let args = list(args.iter().map(|arg| operand(*arg)));
            format!("construct {}({args})", program.ctors[*ctor].name)
        }
        Op::Destruct { ctor, value, args } => {
            let args = list(args.iter().map(option));
            format!("take apart {} as {}({args})", operand(*value), program.ctors[*ctor].name)
        }
        Op::Filter { negated, seed, .. } => {
            format!("{} from {seed:?}", if *negated { "none of" } else { "any of" })
        }
        Op::Union { seed, arity, .. } => format!("union from {seed:?} new {arity}"),
        Op::Aggregate(aggregate) => format!("{:?} from {:?}", aggregate.op, aggregate.seed),
    }
}

fn write_pipeline(program: &Program, pipeline: &Pipeline, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    for step in &pipeline.steps {
        let text = op(program, &step.op);
        let dedup = if step.dedup { " distinct" } else { "" };
        let whole = if step.breaker { " whole" } else { "" };
        let (rows_in, _, rows_out) = step.tally.totals();
        let actual = if rows_in > 0 { format!(" was {rows_out}") } else { String::new() };
        let _ =
            writeln!(out, "{pad}{text} keep {:?}{dedup}{whole}  ~{:.0}{actual}", step.keep, step.estimate);
        for nested in nested(&step.op) {
            write_pipeline(program, nested, depth + 2, out);
        }
    }
    let _ = writeln!(out, "{pad}give {}", list(pipeline.output.iter().map(|value| operand(*value))));
}
