//! The contents of a report, from which all formats are rendered.

use crate::provenance::Provenance;
use quarrel_common::words::plural;
use quarrel_engine::{Compiled, GivenUp, PackLabel, ResultSet};
use quarrel_findings::edits::{self, Fix, Texts};
use quarrel_findings::missing::{Missing, missing};
use quarrel_findings::scope::LeftOut;
use quarrel_findings::sources::Sources;
use quarrel_findings::surroundings::Surroundings;
use quarrel_findings::{Finding, Rule, finds_problems, fingerprint};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// Counts and times of an analysis.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The analysed path, as the user wrote it.
    pub analysed: String,
    /// The number of files.
    pub files: u64,
    /// The number of lines.
    pub lines: u64,
    /// The number of classes.
    pub classes: u64,
    /// The number of calls.
    pub calls: u64,
    /// The share of calls that could not be resolved, from 0 to 1.
    pub unresolved_share: f64,
    /// The number of files that could not be read.
    pub files_unread: u64,
    /// The number of files with syntax errors.
    pub files_with_errors: u64,
    /// The time of the queries.
    pub queries: Duration,
    /// Whether an earlier run on the same sources had found it all.
    pub is_kept: bool,
    /// The total time so far.
    pub everything: Duration,
}

/// A report.
#[derive(Debug)]
pub struct Report {
    /// The queries that ran, by id.
    pub rules: Vec<Arc<Rule>>,
    /// The packs of the queries.
    pub packs: Vec<PackLabel>,
    /// The findings, worst first, including silenced ones.
    pub findings: Vec<Finding>,
    /// Results of the baseline that are gone, in SARIF.
    pub absent: Vec<Value>,
    /// The number of findings that were left out, by reason.
    pub left_out: BTreeMap<LeftOut, usize>,
    /// The number of files whose findings were left out, by reason.
    pub files_left_out: BTreeMap<LeftOut, usize>,
    /// What the findings were compared with, such as `the baseline`.
    pub compared: Option<String>,
    /// The code around the findings.
    pub surroundings: Surroundings,
    /// The sources.
    pub sources: Sources,
    /// The queries that did not finish, whose findings are missing.
    pub missing: Vec<Missing>,
    /// Notes for the reader, such as that a pack had nothing to check.
    pub notes: Vec<String>,
    /// Fixes without a finding.
    pub fixes: Vec<Fix>,
    /// Counts and times.
    pub facts: Facts,
    /// The provenance; `None` if no requested format has it.
    pub provenance: Option<Provenance>,
}

impl Report {
    /// All that the queries found, with what their fixes cannot do, a sentence each. Nothing is silenced, compared, left
    /// out or ordered yet; of queries that were given up there is no rule.
    pub fn new(
        compiled: &Compiled,
        sets: &[ResultSet],
        rules: Vec<Arc<Rule>>,
        given_up: &[GivenUp],
        texts: &Texts<'_>,
        sources: Sources,
        facts: Facts,
    ) -> (Self, Vec<String>) {
        let surroundings = Surroundings::new(compiled, sets);
        let mut found = quarrel_findings::collect(compiled, sets, &rules);
        surroundings.locate(&mut found);
        fingerprint::assign(&mut found);
        let fixes = edits::attach(compiled, sets, &rules, &mut found, texts);
        let is_done = |at: &usize| !given_up.iter().any(|given_up| given_up.query == *at);
        let ran = compiled.queries.iter().zip(rules).enumerate().filter(|(at, _)| is_done(at));
        let ran = ran.filter(|(_, (query, _))| finds_problems(&query.metadata));
        let mut rules: Vec<Arc<Rule>> = ran.map(|(_, (_, rule))| rule).collect();
        rules.sort_by(|a, b| a.id.cmp(&b.id));
        let packs: BTreeSet<PackLabel> = rules.iter().filter_map(|rule| rule.pack.clone()).collect();
        let report = Self {
            rules,
            packs: packs.into_iter().collect(),
            findings: found,
            absent: Vec::new(),
            left_out: BTreeMap::new(),
            files_left_out: BTreeMap::new(),
            compared: None,
            surroundings,
            sources,
            missing: missing(compiled, given_up),
            notes: Vec::new(),
            fixes: fixes.alone,
            facts,
            provenance: None,
        };
        (report, fixes.mistakes)
    }

    /// Messages about files and findings that were left out.
    pub fn left_out(&self) -> impl Iterator<Item = String> {
        let all = self.facts.files;
        let files = self.files_left_out.iter().map(move |(reason, number)| {
            let files = plural(all as usize, "file");
            let more = match self.left_out.get(reason) {
                None => String::new(),
                Some(1) => ", with 1 finding more".to_owned(),
                Some(more) => format!(", with {more} findings more"),
            };
            format!("{number} of {all} {files} {}{more}", reason.words_for_files(*number == 1))
        });
        let alone = |(reason, _): &(&LeftOut, &usize)| !self.files_left_out.contains_key(reason);
        let findings = self.left_out.iter().filter(alone);
        let findings = findings.map(|(reason, number)| format!("{number} more {}", reason.words()));
        files.chain(findings)
    }

    /// Messages about the numbers of files that could not be read, or not in full.
    pub fn unread(&self) -> impl Iterator<Item = String> {
        let (unread, in_part) = (self.facts.files_unread, self.facts.files_with_errors);
        let words = [(unread, "could not be read"), (in_part, "could not be understood in full")];
        let said = words.into_iter().filter(|(number, _)| *number > 0);
        said.map(|(number, words)| format!("{number} {} {words}", plural(number as usize, "file")))
    }

    /// The findings that are not silenced.
    pub fn open(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.suppressed.is_none())
    }

    /// The fixes to make, each once: the first fix of each finding that is neither silenced nor in the baseline, and fixes
    /// without a finding.
    pub fn fixes(&self) -> Vec<&Fix> {
        let of_findings = self.findings.iter().filter(|finding| finding.counts());
        let all = of_findings.filter_map(|finding| finding.fixes.first()).chain(&self.fixes);
        let mut seen = HashSet::new();
        let first = |fix: &&Fix| fix.edits.first().map(|edit| (edit.path.clone(), edit.range.clone()));
        all.filter(|fix| seen.insert((&fix.rule, &fix.title, &fix.anchor, first(fix)))).collect()
    }
}
