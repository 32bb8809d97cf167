//! Race types accept random classes, and reject them without one `synchronized` or one annotation. Inference and
//! defaults are off, so that each of these is needed.
//!
//! A failure names its seed; `QUARREL_SEED=N` runs that seed alone, `QUARREL_CASES=N` runs the seeds 0 to N - 1.

use quarrel_qltest::{TestOptions, run_folder};
use quarrel_seeded::{Random, seeds};
use std::fs::write;
use std::path::Path;

/// The number of random classes by default.
const CASES: u64 = 24;

const PACK: &str = r#"name: quarrel/random-race-types
version: 0.0.0
extractor: java
dependencies:
  quarrel/race-types: "*"
  quarrel/java-all: "*"
dataExtensions:
  - strict.yml
"#;

const STRICT: &str = r#"extensions:
  - addsTo: { pack: quarrel/race-types, extensible: raceTypeSwitch }
    data:
      - ["infer", "off"]
      - ["default_guard", "off"]
      - ["default_thread_local", "off"]
"#;

/// The text of a class in parts; the type checker needs those that are marked.
#[derive(Default)]
struct Program {
    parts: Vec<(String, bool)>,
}

impl Program {
    fn text(&mut self, text: impl Into<String>) {
        self.parts.push((text.into(), false));
    }
    fn needed(&mut self, text: impl Into<String>) {
        self.parts.push((text.into(), true));
    }
    /// The class, without the needed part of this number if one is given.
    fn without(&self, left_out: Option<usize>) -> String {
        let mut seen = 0;
        let keep = |(text, needed): &(String, bool)| {
            let here = if *needed { seen } else { usize::MAX };
            seen += usize::from(*needed);
            (left_out != Some(here)).then(|| text.clone())
        };
        self.parts.iter().filter_map(keep).collect()
    }
    fn needed_parts(&self) -> usize {
        self.parts.iter().filter(|(_, needed)| *needed).count()
    }
}

/// A class with guarded fields, a helper that it owns, and methods that use them under their locks.
fn program(seed: u64, name: &str) -> Program {
    let mut random = Random::new(seed);
    let mut program = Program::default();
    let helper = random.chance(50);
    if helper {
        program.text(format!("class Of{name} "));
        program.needed(format!("/*#<ghost {name} owner>*/"));
        program.text(" {\n  int held ");
        program.needed("/*# guarded_by owner */");
        program.text(";\n  void hold() ");
        program.needed("/*# requires owner */");
        program.text(" { held++; }\n}\n");
    }
    program.text(format!("class {name} {{\n  final Object lock = new Object();\n"));
    if helper {
        program.text(format!("  final Of{name} helper = new Of{name}();\n  void helps() {{ "));
        program.needed("synchronized (this)");
        program.text(" { helper.hold(); } }\n");
    }
    for field in 0..=random.below(3) {
        let guard = random.of(&["this", "lock", "class"]);
        let (modifier, lock) = match guard {
            "class" => ("static ", format!("{name}.class")),
            other => ("", other.to_owned()),
        };
        program.text(format!("  {modifier}int f{field} "));
        program.needed(format!("/*# guarded_by {lock} */"));
        program.text(";\n");
        for method in 0..=random.below(3) {
            let usage = random.of(&[format!("f{field}++;"), format!("System.out.println(f{field});")]);
            match random.below(3) {
                0 if guard != "lock" => {
                    program.text(format!("  {modifier}"));
                    program.needed("synchronized ");
                    program.text(format!("void m{field}{method}() {{ {usage} }}\n"));
                }
                1 => {
                    program.text(format!("  {modifier}void m{field}{method}() "));
                    program.needed(format!("/*# requires {lock} */"));
                    program.text(format!(" {{ {usage} }}\n  {modifier}void c{field}{method}() {{ "));
                    program.needed(format!("synchronized ({lock})"));
                    program.text(format!(" {{ m{field}{method}(); }} }}\n"));
                }
                _ => {
                    program.text(format!("  {modifier}void m{field}{method}() {{ "));
                    program.needed(format!("synchronized ({lock})"));
                    program.text(format!(" {{ {usage} }} }}\n"));
                }
            }
        }
        // A field without a write needs no guard.
        program.text(format!("  {modifier}void w{field}() {{ "));
        program.needed(format!("synchronized ({lock})"));
        program.text(format!(" {{ f{field} = 1; }} }}\n"));
    }
    program.text("}\n");
    program
}

/// The findings in the Java files of this folder.
fn findings(folder: &Path) -> String {
    write(folder.join("qlpack.yml"), PACK).expect("a file");
    write(folder.join("strict.yml"), STRICT).expect("a file");
    write(folder.join("RaceType.qlref"), "race-types/RaceType.ql\n").expect("a file");
    write(folder.join("RaceType.expected"), "").expect("a file");
    let results = run_folder(folder, &TestOptions::default()).unwrap_or_else(|failure| panic!("{failure}"));
    results.into_iter().map(|result| result.actual).collect()
}

#[test]
fn each_synchronized_and_each_annotation_is_needed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut rejected = Vec::new();
    for seed in seeds(CASES) {
        let right = format!("Right{seed}");
        let accepted = program(seed, &right).without(None);
        write(folder.path().join(format!("{right}.java")), accepted).expect("a file");
        let wrong = format!("Wrong{seed}");
        let program = program(seed, &wrong);
        let left_out = Random::second(seed).below(program.needed_parts());
        let text = program.without(Some(left_out));
        write(folder.path().join(format!("{wrong}.java")), &text).expect("a file");
        rejected.push((seed, format!("| {wrong}.java:"), text));
    }
    let found = findings(folder.path());
    assert!(!found.contains("| Right"), "a right class is rejected\n{found}");
    for (seed, file, text) in rejected {
        assert!(found.contains(&file), "QUARREL_SEED={seed}: a wrong class is accepted\n{text}");
    }
}
