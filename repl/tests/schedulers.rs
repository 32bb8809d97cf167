//! Runs the recipes of docs/multi.md with each engine on this machine. A missing engine is named on standard error;
//! with `QUARREL_NEED_SCHEDULERS` set it is a failure.

use crate::pages::{self, Block, blocks};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The blocks below the heading `### title`.
fn section(title: &str) -> Vec<Block> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/multi.md");
    let page = fs::read_to_string(page).expect("docs/multi.md");
    let start = page.find(&format!("\n### {title}\n")).unwrap_or_else(|| panic!("no section {title}"));
    let rest = &page[start + 5..];
    let end = ["\n### ", "\n## "].iter().filter_map(|heading| rest.find(heading)).min();
    blocks(&rest[..end.unwrap_or(rest.len())])
}

/// A pack with one query that compiles quickly, for recipes name no query and test only how work is distributed.
const PACK: &str = "name: rules\nversion: 0.0.1\ndependencies:\n  quarrel/java-all: '*'\n";
const QUERY: &str = "/**
 * @name A class
 * @description Each class of the sources.
 * @kind problem
 * @problem.severity warning
 * @id rules/classes
 */

import java

from Class c
where c.fromSource()
select c, \"a class\"
";

/// A folder with a list of small repositories, and the results of one run over it.
struct Desk {
    folder: tempfile::TempDir,
    path: String,
}

impl Desk {
    fn new() -> Self {
        let desk = Self { folder: tempfile::tempdir().expect("a folder"), path: pages::path() };
        let mut list = String::new();
        for at in 0..4 {
            let name = format!("t{at}");
            fs::create_dir_all(desk.folder.path().join(&name).join("rules")).expect("a folder");
            desk.put(&format!("{name}/C.java"), &format!("class C{at} {{}}\n"));
            desk.put(&format!("{name}/quarrel.toml"), "packs = [\"rules\"]\n");
            desk.put(&format!("{name}/rules/qlpack.yml"), PACK);
            desk.put(&format!("{name}/rules/Classes.ql"), QUERY);
            list += &format!("{name}\n");
        }
        desk.put("list.txt", &list);
        desk
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).expect("a file");
    }

    fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.folder.path()).env("PATH", &self.path).stdin(Stdio::null());
        command
    }

    fn sh(&self, script: &str, environment: &[(&str, String)]) {
        let mut command = self.command("sh", &["-e", "-c", script]);
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        let output = command.output().expect("sh runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}: {stderr}\n{}", String::from_utf8_lossy(&output.stdout));
    }

    /// Asserts that the merged shards equal the results of one run, except for times.
    fn is_whole(&self) {
        self.sh(
            "quarrel multi list.txt --results one.db --without-times --quiet
             quarrel multi merge results.db --results merged.db --without-times
             cmp one.db merged.db",
            &[],
        );
        let db = rusqlite::Connection::open(self.folder.path().join("merged.db")).expect("a database");
        let number = |sql: &str| db.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("a number");
        assert_eq!(number("SELECT count(*) FROM repositories WHERE status = 'done'"), 4);
        assert_eq!(number("SELECT count(*) FROM findings"), 4);
    }

    /// Writes the files of a recipe and runs its commands.
    fn follow(&self, title: &str) {
        for block in section(title) {
            match &block.file {
                // The configuration of an engine is not part of the recipe.
                Some(file) if !file.ends_with(".conf") => self.put(file, &block.text),
                None if block.language == "sh" => self.sh(&block.text, &[]),
                _ => {}
            }
        }
    }
}

/// Returns whether an engine runs here; names it on standard error if not.
fn answers(engine: &str, program: &str, args: &[&str]) -> bool {
    let output = Command::new(program).args(args).stdin(Stdio::null()).output();
    let answers = output.is_ok_and(|output| output.status.success());
    if !answers {
        let message = format!("NOT TESTED: {engine} does not answer here (`{program} {}`)", args.join(" "));
        // Not `eprintln!`, which the test harness captures.
        let _ = writeln!(std::io::stderr(), "\n{message}\n");
        assert!(std::env::var_os("QUARREL_NEED_SCHEDULERS").is_none(), "{engine} has to be there");
    }
    answers
}

fn try_recipe(engine: &str, program: &str, args: &[&str]) {
    if answers(engine, program, args) {
        let desk = Desk::new();
        desk.follow(engine);
        desk.is_whole();
    }
}

#[test]
fn gnu_parallel() {
    try_recipe("GNU parallel", "parallel", &["--will-cite", "true", ":::", "1"]);
}

#[test]
fn slurm() {
    // Needs a node that accepts jobs, not only the programs.
    try_recipe("Slurm", "sh", &["-c", "sinfo --noheader --states=idle,mixed,allocated | grep -q ."]);
}

#[test]
fn dask() {
    try_recipe("Dask", "python3", &["-c", "import dask.distributed"]);
}

#[test]
fn ray() {
    try_recipe("Ray", "python3", &["-c", "import ray"]);
}

#[test]
fn parquet() {
    if !answers("pyarrow", "python3", &["-c", "import pyarrow.parquet"]) {
        return;
    }
    let desk = Desk::new();
    desk.sh("quarrel multi list.txt --results results.db --quiet", &[]);
    desk.follow("Parquet, for DuckDB and Spark");
    let count = "import pyarrow.parquet as pq, sqlite3
tables = [row[0] for row in sqlite3.connect('results.db').execute(\"SELECT name FROM sqlite_schema WHERE type = 'table'\")]
for table in tables:
    rows = sqlite3.connect('results.db').execute(f'SELECT count(*) FROM {table}').fetchone()[0]
    assert pq.read_table(f'{table}.parquet').num_rows == rows, table
assert pq.read_table('repositories.parquet').num_rows == 4";
    desk.put("count.py", count);
    desk.sh("python3 parquet.py results.db && python3 count.py", &[]);
}

/// Runs the command of each pod with its index, as a kubelet does.
#[test]
fn kubernetes() {
    let block = section("Kubernetes").remove(0);
    let job: serde_json::Value = yaml_serde::from_str(&block.text).expect("YAML");
    assert_eq!(job["spec"]["completionMode"], "Indexed");
    let completions = job["spec"]["completions"].as_u64().expect("a number");
    let container = &job["spec"]["template"]["spec"]["containers"][0];
    assert_eq!(container["command"], serde_json::json!(["sh", "-c"]));
    let script = container["args"][0].as_str().expect("a script");
    let desk = Desk::new();
    for index in 0..completions {
        let script = script.replace("/tmp/work", &format!("work-{index}"));
        desk.sh(&script, &[("JOB_COMPLETION_INDEX", index.to_string())]);
    }
    desk.sh("quarrel multi merge --results results.db shard-*.db", &[]);
    desk.is_whole();
}

/// Runs the commands of the workflow for each job of its matrix.
#[test]
fn github_actions() {
    let block = section("GitHub Actions").remove(0);
    let workflow: serde_json::Value = yaml_serde::from_str(&block.text).expect("YAML");
    let job = &workflow["jobs"]["shard"];
    let shards = job["strategy"]["matrix"]["shard"].as_array().expect("a matrix");
    assert!(shards.len() <= 256);
    let runs = |job: &serde_json::Value| -> Vec<String> {
        let steps = job["steps"].as_array().expect("steps").iter();
        let runs = steps.filter_map(|step| step["run"].as_str()).filter(|run| !run.contains("install.sh"));
        runs.map(str::to_owned).collect()
    };
    let desk = Desk::new();
    for shard in shards {
        for run in runs(job) {
            let run = run.replace("${{ matrix.shard }}", &shard.to_string());
            desk.sh(&run.replace("${{ strategy.job-total }}", &shards.len().to_string()), &[]);
        }
    }
    runs(&workflow["jobs"]["merge"]).iter().for_each(|run| desk.sh(run, &[]));
    desk.is_whole();
}
