//! From rows to the report: what was [`Evaluated`] flows in, what was [`Analysed`] flows out. Findings are located,
//! silenced, compared and ordered here, and those that nobody asks for are counted.

use super::evaluate::Evaluated;
use super::program::Program;
use super::request::Request;
use crate::config::Config;
use quarrel_driver::queries::queries as known_queries;
use quarrel_engine::{Compiled, ResultSet};
use quarrel_findings::scope::LeftOut;
use quarrel_findings::sources::Sources;
use quarrel_findings::{self as findings, Rule, Severity, suppress};
use quarrel_report::{Facts, Report};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// The result of an analysis.
#[derive(Debug)]
pub struct Analysed {
    /// The report.
    pub report: Report,
    /// The sources.
    pub program: Program,
    /// The least severity of findings for exit code 1; `None` for never.
    pub(super) fail_on: Option<Severity>,
    /// Messages about silencers.
    pub(super) silencers: suppress::Problems,
    /// Messages about edits that cannot be made.
    pub(super) mistakes: Vec<String>,
}

/// Makes the report.
pub(super) fn assemble(request: Request<'_>, program: Program, evaluated: Evaluated) -> Analysed {
    let (fail_on, least) = (request.fail_on(), request.least_confidence());
    let Request { args, config, scope, baseline, .. } = request;
    let Evaluated { compiled, sets, given_up, notes, time } = evaluated;

    let extracted = &program.extracted;
    let facts = Facts {
        analysed: args.path.display().to_string(),
        files: extracted.files,
        lines: extracted.lines,
        classes: extracted.classes,
        calls: extracted.calls,
        unresolved_share: extracted.unresolved_share(),
        files_unread: extracted.files_unreadable,
        files_with_errors: extracted.files_with_errors,
        queries: time,
        is_kept: program.is_kept(),
        everything: Duration::ZERO,
    };
    let (rules, sources) = (rules(&compiled, &config), Sources::new(&program.root));
    let (mut report, mistakes) =
        Report::new(&compiled, &sets, rules, &given_up, &program.texts(), sources, facts);
    report.fixes.retain(|fix| scope.covers(fix.anchor.as_ref(), &report.surroundings));
    let mut found = std::mem::take(&mut report.findings);
    let ids: BTreeSet<String> = report.rules.iter().map(|rule| rule.id.clone()).collect();
    let mut known: BTreeSet<String> = known_queries(&request.search_path).into_keys().collect();
    known.extend(ids.iter().cloned());
    let silencers = suppress::apply(&mut found, &report.surroundings.silencers, &known, &ids);
    // Compared with all that was found: what is left out now is not gone.
    if let Some((baseline, of)) = baseline {
        report.compared = Some(of);
        report.absent = baseline.compare(&mut found, &|id| ids.contains(id));
    }
    let (mut found, mut left_out) = scope.part(found, &report.surroundings);
    if request.by_default {
        left_out.insert(LeftOut::Repeated, findings::remove_repeated(&mut found));
    }
    let all = found.len();
    found.retain(|finding| finding.confidence.level <= least);
    left_out.insert(LeftOut::Unsure, all - found.len());
    left_out.retain(|_, number| *number > 0);
    findings::worst_first(&mut found);
    report.findings = found;
    report.left_out = left_out;
    report.files_left_out = scope.files_left_out(&report.surroundings);
    report.notes = empty_scopes(&compiled, &sets).into_iter().chain(notes).chain(config.effects()).collect();
    report.facts.everything = request.started.elapsed();
    Analysed { report, program, fail_on, silencers, mistakes }
}

/// A rule for each query of the run.
fn rules(compiled: &Compiled, config: &Config) -> Vec<Arc<Rule>> {
    let rule = |query| {
        let mut rule = Rule::new(query, None);
        if let Some(severity) = config.queries.get(&rule.id).and_then(|setting| setting.severity()) {
            rule.severity = severity;
        }
        Arc::new(rule)
    };
    compiled.queries.iter().map(rule).collect()
}

/// The notes of packs that had nothing to check.
fn empty_scopes(compiled: &Compiled, sets: &[ResultSet]) -> Vec<String> {
    let is_empty = |set: &&ResultSet| {
        compiled.queries[set.query].metadata.has_tag("scope") && set.name == "#select" && set.rows.is_empty()
    };
    let description = |set: &ResultSet| {
        let description = compiled.queries[set.query].metadata.get("description");
        description.unwrap_or("nothing to look at").to_owned()
    };
    sets.iter().filter(is_empty).map(description).collect()
}
