//! All that a report says: what every form of report is made from.

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

/// What was looked at, and at what cost.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// What was analysed, as the user named it.
    pub analysed: String,
    /// Number of files.
    pub files: u64,
    /// Number of lines.
    pub lines: u64,
    /// Number of classes.
    pub classes: u64,
    /// Number of calls.
    pub calls: u64,
    /// The share of calls that could not be resolved, from 0 to 1.
    pub unresolved_share: f64,
    /// How many files could not be read.
    pub files_unread: u64,
    /// How many files have syntax that could not be understood.
    pub files_with_errors: u64,
    /// What the queries took.
    pub queries: Duration,
    /// Whether an earlier run on the same sources had found it all.
    pub is_kept: bool,
    /// What everything took so far.
    pub everything: Duration,
}

/// A report.
#[derive(Debug)]
pub struct Report {
    /// The queries that ran, by id.
    pub rules: Vec<Arc<Rule>>,
    /// The packs that they are part of.
    pub packs: Vec<PackLabel>,
    /// The findings, the worst first; silenced ones are among them.
    pub findings: Vec<Finding>,
    /// Results of the baseline that are gone, in SARIF.
    pub absent: Vec<Value>,
    /// How many findings were left out, by reason.
    pub left_out: BTreeMap<LeftOut, usize>,
    /// In how many files nothing is reported, by reason.
    pub files_left_out: BTreeMap<LeftOut, usize>,
    /// What the findings were compared with, such as `the baseline`.
    pub compared: Option<String>,
    /// What is known of the code around the findings.
    pub surroundings: Surroundings,
    /// The sources.
    pub sources: Sources,
    /// Which queries were not finished: the report lacks what they would have found.
    pub missing: Vec<Missing>,
    /// Notes for the reader, such as that a pack had nothing to look at.
    pub notes: Vec<String>,
    /// Fixes that belong to no finding.
    pub fixes: Vec<Fix>,
    /// What was looked at.
    pub facts: Facts,
    /// Where the sources come from, and the command; `None` where no form of the report says so.
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

    /// What was left out: the files in which nothing is reported, and the findings that are not shown.
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

    /// How many files could not be read, and how many not in full.
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

    /// The fixes to make: the first one of each finding that counts, and those that belong to none; each once.
    pub fn fixes(&self) -> Vec<&Fix> {
        let of_findings = self.findings.iter().filter(|finding| finding.counts());
        let all = of_findings.filter_map(|finding| finding.fixes.first()).chain(&self.fixes);
        let mut seen = HashSet::new();
        let first = |fix: &&Fix| fix.edits.first().map(|edit| (edit.path.clone(), edit.range.clone()));
        all.filter(|fix| seen.insert((&fix.rule, &fix.title, &fix.anchor, first(fix)))).collect()
    }
}
