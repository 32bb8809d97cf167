//! `quarrel confirm`: runs a program to make findings happen, and reports their outcomes.

use crate::args::{Analyze, Asked, Confirm};
use crate::cmd::analyze;
use crate::cmd::given::{self, Given};
use quarrel_confirm::plan::Knowledge;
use quarrel_confirm::run::{How, Ran, Target};
use quarrel_confirm::{Outcome, Plan, plan, run as runs, sarif, text};
use quarrel_console::terminal::color_on_stdout;
use quarrel_console::{Failure, note, sink};
use quarrel_driver::limits::AtWork;
use quarrel_driver::{Bounds, pack_failure, scratch};
use quarrel_engine::{Const, Extensions, Roots};
use quarrel_report::json;
use quarrel_report::provenance::Provenance;
use quarrel_report::sarif::Limits;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The largest source file that the page shows, in bytes.
const MOST_SOURCE: u64 = 16 << 20;

/// Findings, and the SARIF log with them, if they are from one.
struct Findings {
    findings: Vec<Value>,
    log: Option<Value>,
}

/// Runs the command.
///
/// # Errors
/// If the findings cannot be used, there is no JDK, or the program cannot be started.
pub fn run(args: &Confirm) -> Result<u8, Failure> {
    let mut target = match &args.attach {
        Some(address) if is_address(address) => Target::Attach(address.clone()),
        Some(address) => {
            return Err(Failure::new(format!("`{address}` is not an address"))
                .help("write HOST:PORT, such as 127.0.0.1:5005"));
        }
        None if args.harness => Target::Harness {
            classpath: args.classpath.clone().unwrap_or_default(),
            emit: args.emit_test.clone(),
            titles: BTreeMap::new(),
            knowledge: String::new(),
        },
        None if args.command.is_empty() => {
            return Err(Failure::new("there is no program to run").help(
                "name its command behind `--`, such as `-- java -cp classes Main`, a virtual machine with --attach, \
                 or ask for a program with --harness",
            ));
        }
        None => Target::Command(args.command.clone()),
    };
    for file in &args.output {
        sink::probe((file.as_path() != Path::new("-")).then_some(file))?;
    }
    runs::java()?;
    let Findings { mut findings, log } = read(args)?;
    let wants_sarif = args.output.iter().any(|file| has_end(file, "sarif"));
    if wants_sarif && log.is_none() {
        return Err(Failure::new("a JSON report lacks data that SARIF needs")
            .help("name a SARIF report or the sources as findings, or ask for a .json file"));
    }
    let known = knowledge()?;
    if let Target::Harness { knowledge, .. } = &mut target {
        *knowledge = known.lines();
    }
    let is_wanted = |finding: &Value| {
        let rule = finding["rule"].as_str().unwrap_or_default();
        args.queries.is_empty() || args.queries.iter().any(|id| id == rule)
    };
    let mut plans: Vec<(String, Plan)> = Vec::new();
    let mut outcomes: Vec<Option<Outcome>> = Vec::new();
    let mut chosen = 0;
    for (at, finding) in findings.iter().enumerate() {
        let is_chosen = is_wanted(finding) && args.first.is_none_or(|first| chosen < first);
        chosen += usize::from(is_chosen);
        let plan = if is_chosen { plan::of(finding, &known) } else { Err("it was not asked for".to_owned()) };
        outcomes.push(match plan {
            Ok(plan) => {
                plans.push((at.to_string(), plan));
                None
            }
            Err(why) => Some(Outcome::NotTried(why)),
        });
    }
    if !plans.is_empty() {
        let ran = watch(args, target, &plans, &findings)?;
        for (id, plan) in &plans {
            let outcome = match (ran.record.outcome(id, plan.kind, &plan.places), ran.refused.get(id)) {
                (Outcome::Unreached(why), Some(refused)) if refused != "ran" => {
                    Outcome::Unreached(format!("{why} ({refused})"))
                }
                (outcome, _) => outcome,
            };
            if let Some(at) = id.parse().ok().and_then(|at: usize| outcomes.get_mut(at)) {
                *at = Some(outcome);
            }
        }
    } else if !args.quiet {
        note("there is nothing to try: a run can confirm none of the findings");
    }
    let missing = || Outcome::NotTried("this is a bug in quarrel".to_owned());
    let outcomes: Vec<Outcome> = outcomes.into_iter().map(|one| one.unwrap_or_else(missing)).collect();
    for (finding, outcome) in findings.iter_mut().zip(&outcomes) {
        finding["confirmed"] = outcome.json();
    }
    write(args, &findings, log, &outcomes)?;
    if !args.quiet {
        note(&counts(&outcomes));
    }
    Ok(u8::from(args.fail_on.is_some() && outcomes.iter().any(|outcome| outcome.order() == 0)))
}

/// The rows of the packs about confirming findings.
fn knowledge() -> Result<Knowledge, Failure> {
    let roots = Roots::new(quarrel_queries::files(), Vec::new());
    let rows = roots.bundled_extensions().map_err(pack_failure)?;
    Ok(Knowledge {
        queries: texts(&rows, "confirmedBy"),
        calls: texts(&rows, "harnessCalls"),
        values: texts(&rows, "harnessValue"),
    })
}

/// The rows of a predicate whose columns are all strings.
fn texts<const N: usize>(rows: &Extensions, name: &str) -> Vec<[String; N]> {
    let text = |cell: &Const| match cell {
        Const::String(text) => text.to_string(),
        _ => String::new(),
    };
    let rows = rows.get(name).into_iter().flatten();
    rows.filter_map(|row| row.iter().map(text).collect::<Vec<_>>().try_into().ok()).collect()
}

/// The number of each outcome, for the page and the summary.
fn counts(outcomes: &[Outcome]) -> String {
    let count = |order: u8| outcomes.iter().filter(|outcome| outcome.order() == order).count();
    format!(
        "{} findings: {} confirmed, {} never together, {} not reached, {} not tried",
        outcomes.len(),
        count(0),
        count(1),
        count(2),
        count(3)
    )
}

/// Renders the page. Paths of findings are relative to the analysed folder: the named one, or else the current one.
fn page(args: &Confirm, findings: &[&Value], outcomes: &[Outcome]) -> String {
    let given = &args.findings;
    let root = match given.is_dir() {
        true => given.clone(),
        false if has_end(given, "java") => given.parent().map(Path::to_path_buf).unwrap_or_default(),
        false => PathBuf::new(),
    };
    let sources = |path: &str| {
        // A report of strangers must not read files outside of the folder.
        let is_below = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        let text = is_below.then(|| quarrel_files::read_any(&root.join(path), MOST_SOURCE).ok()).flatten();
        let text = text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    };
    quarrel_report::html::render_outcomes(findings, &given.display().to_string(), &counts(outcomes), &sources)
}

/// Whether a text is HOST:PORT.
fn is_address(text: &str) -> bool {
    text.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
}

fn has_end(file: &Path, end: &str) -> bool {
    file.extension().is_some_and(|own| own.eq_ignore_ascii_case(end))
}

/// Runs the program and prints progress.
fn watch(
    args: &Confirm,
    mut target: Target,
    plans: &[(String, Plan)],
    findings: &[Value],
) -> Result<Ran, Failure> {
    let scratch = scratch()?;
    let what = match &target {
        Target::Command(words) => {
            let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
            format!("running {}", words.join(" "))
        }
        Target::Attach(address) => format!("attaching to {address}"),
        Target::Harness { classpath, .. } => {
            format!("running a harness with the classes of {}", classpath.to_string_lossy())
        }
    };
    if let Target::Harness { titles, .. } = &mut target {
        *titles = plans
            .iter()
            .filter_map(|(id, _)| Some((id.clone(), title(findings.get(id.parse::<usize>().ok()?)?))))
            .collect();
    }
    if !args.quiet {
        note(&format!(
            "{what} for {} s at most, to try {} findings",
            args.deadline.as_secs_f64(),
            plans.len()
        ));
    }
    let at_work = AtWork::silent(&Bounds::default());
    let never = AtomicBool::new(false);
    let cancel = at_work.limits().cancel;
    let how = How {
        target,
        deadline: args.deadline,
        hold: args.hold,
        folder: scratch.path(),
        shows: args.show_output,
        cancel: cancel.as_deref().unwrap_or(&never),
    };
    let ran = runs::run(plans, &how, &mut |id| {
        let finding = id.parse().ok().and_then(|at: usize| findings.get(at));
        if let Some(finding) = finding.filter(|_| !args.quiet) {
            let at = &finding["location"];
            note(&format!(
                "confirmed: {}:{} [{}]",
                at["path"].as_str().unwrap_or_default(),
                at["startLine"],
                finding["rule"].as_str().unwrap_or_default()
            ));
        }
    })?;
    let record = &ran.record;
    for why in &record.broken {
        note(&format!("warning: the confirmer lost a virtual machine: {why}"));
    }
    if !record.without_lines.is_empty() {
        let names: Vec<&str> = record.without_lines.iter().map(String::as_str).take(5).collect();
        note(&format!(
            "warning: {} has no line numbers, so its places cannot be found: compile it with `javac -g`",
            names.join(", ")
        ));
    }
    if record.late && !args.quiet {
        note("the time was over before everything was settled; --deadline gives more");
    }
    if let Some((status, lines)) = &ran.failed {
        note(&format!("the command ended with {status}"));
        if !args.show_output {
            lines.iter().for_each(|line| note(&format!("    {line}")));
        }
    }
    if !args.quiet {
        for (file, fails) in &ran.emitted {
            let how = if *fails { "failed here" } else { "did not fail here in some seconds" };
            note(&format!("wrote {file}, which {how}"));
        }
    }
    Ok(ran)
}

/// The title of a finding, a sentence.
fn title(finding: &Value) -> String {
    format!(
        "{} at {}:{}: {}",
        finding["rule"].as_str().unwrap_or_default(),
        finding["location"]["path"].as_str().unwrap_or_default(),
        finding["location"]["startLine"],
        finding["message"].as_str().unwrap_or_default()
    )
}

/// Reads the findings, or analyses the sources.
fn read(args: &Confirm) -> Result<Findings, Failure> {
    let path = &args.findings;
    if path.is_dir() || has_end(path, "java") {
        return analyse(args);
    }
    let Given { objects, log, .. } = given::read(path)?;
    match objects.iter().all(|finding| finding["rule"].is_string()) {
        true => Ok(Findings { findings: objects, log }),
        false => Err(given::no_result(path)),
    }
}

/// Analyses sources.
fn analyse(args: &Confirm) -> Result<Findings, Failure> {
    let asked = Asked { min_confidence: args.min_confidence, ..Asked::default() };
    let analyze = Analyze { path: args.findings.clone(), asked, quiet: args.quiet, ..Analyze::default() };
    let mut report = analyze::analyse(&analyze)?.report;
    report.findings.retain(|finding| finding.suppressed.is_none());
    report.provenance = Provenance::of(&args.findings, None, env!("QUARREL_VERSION")).ok();
    let lines = quarrel_report::lines::render_json(&report);
    let findings = lines.lines().filter_map(|line| serde_json::from_str(line).ok());
    let findings: Vec<Value> = findings.filter(|line: &Value| line["rule"].is_string()).collect();
    let (log, _) = quarrel_report::sarif::render(&report, Limits::default());
    Ok(Findings { findings, log: serde_json::from_str(&log).ok() })
}

/// Writes the findings with their outcomes, confirmed ones first.
fn write(
    args: &Confirm,
    findings: &[Value],
    log: Option<Value>,
    outcomes: &[Outcome],
) -> Result<(), Failure> {
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by_key(|at| outcomes[*at].order());
    let people = |color: bool| -> String {
        order.iter().map(|at| text::render(&findings[*at], &outcomes[*at], color)).collect()
    };
    let lines = || -> String { order.iter().map(|at| format!("{}\n", findings[*at])).collect() };
    if args.output.is_empty() {
        return sink::show_styled(&people(color_on_stdout()));
    }
    for file in &args.output {
        let target = (file.as_path() != Path::new("-")).then_some(file.as_path());
        let made = if has_end(file, "sarif") {
            let mut log = log.clone().unwrap_or_else(|| json!({}));
            sarif::add(&mut log, outcomes);
            format!("{log:#}\n")
        } else if has_end(file, "json") {
            json::document(&lines())
        } else if has_end(file, "jsonl") {
            lines()
        } else if has_end(file, "html") || has_end(file, "htm") {
            page(args, &order.iter().map(|at| &findings[*at]).collect::<Vec<_>>(), outcomes)
        } else {
            people(false)
        };
        sink::write(&made, target)?;
    }
    Ok(())
}
