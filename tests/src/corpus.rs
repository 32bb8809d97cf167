//! Generates a large QL corpus from a seed, in the proportions of CodeQL's Java library: classes over database types in
//! files that import each other in cycles, parameterised modules whose stages are instantiated many times, and queries.
//! The corpus is well-typed, bound and stratified: an error in it is a bug here or in the compiler.
//!
//! It is stratified since the extent of a class uses stored relations only, and since a body calls only predicates
//! declared before itself (before the overridden predicate, if it overrides one).

mod bodies;
mod classes;
mod generic;

pub use quarrel_seeded::Random;

use bodies::{Ty, World};
use std::fmt::Write;

/// The size of a corpus.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Root types of the schema.
    pub roots: usize,
    /// Kinds of each root type.
    pub kinds: usize,
    /// Files of classes and predicates.
    pub class_files: usize,
    /// Classes in each of these files, which have twice as many predicates.
    pub classes: usize,
    /// Files with a parameterised module.
    pub generic_files: usize,
    /// Predicates in each stage of such a module.
    pub stage: usize,
    /// Instances of each parameterised module.
    pub instances: usize,
    /// Configurations of each instance; each has six stages, which are instances too.
    pub configurations: usize,
    /// Queries.
    pub queries: usize,
}

impl Scale {
    /// The size of CodeQL's Java library: 241 files, 66,000 lines, 750 instances of modules.
    pub const LIBRARY: Self = Self {
        roots: 24,
        kinds: 7,
        class_files: 200,
        classes: 4,
        generic_files: 8,
        stage: 60,
        instances: 4,
        configurations: 3,
        queries: 33,
    };
    /// A sample with one of everything.
    pub const SAMPLE: Self = Self {
        roots: 4,
        kinds: 3,
        class_files: 4,
        classes: 6,
        generic_files: 1,
        stage: 8,
        instances: 2,
        configurations: 2,
        queries: 2,
    };
}

impl Scale {
    /// A small program over a small schema that the naive evaluator can run: one or two files of classes, sometimes a
    /// parameterised module.
    pub fn small(seed: u64) -> Self {
        Self {
            roots: 2,
            kinds: 2,
            class_files: 1 + usize::from(seed.is_multiple_of(3)),
            classes: 2 + (seed % 2) as usize,
            generic_files: usize::from(seed % 4 == 1),
            stage: 2,
            instances: 1,
            configurations: 1,
            queries: 2,
        }
    }
}

/// A schema and the files of one pack.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The database schema.
    pub schema: String,
    /// The paths below the pack's root, and the texts.
    pub files: Vec<(String, String)>,
}

/// The corpus of a seed.
pub fn generate(seed: u64, scale: &Scale) -> Corpus {
    let mut random = Random::new(seed);
    let mut files = vec![("qlpack.yml".to_owned(), "name: corpus/all\nversion: 1.0.0\n".to_owned())];
    let mut core = String::from("/** Everything. */\n\nimport lib.Base\n");
    let mut world = World { roots: scale.roots, kinds: scale.kinds, ..World::default() };
    files.push(("lib/Base.qll".to_owned(), classes::base(&mut world)));
    for number in 0..scale.class_files {
        let name = format!("lib.part{}.File{number}", number % 12);
        let _ = writeln!(core, "import {name}");
        let text = classes::file(&mut random, &mut world, number, scale.classes);
        files.push((format!("{}.qll", name.replace('.', "/")), text));
    }
    for number in 0..scale.generic_files {
        let made = generic::file(&mut random, number, scale.stage);
        files.push((format!("shared/Make{number}.qll"), made));
        let used = generic::instances(&mut random, &mut world, number, scale);
        files.push((format!("lib/Use{number}.qll"), used));
        let _ = writeln!(core, "import lib.Use{number}");
    }
    files.push(("core.qll".to_owned(), core));
    for number in 0..scale.queries {
        files.push((format!("queries/Query{number}.ql"), query(&mut random, &mut world, number)));
    }
    Corpus { schema: schema(scale), files }
}

/// A row of a relation, as text: ints, and strings in quotes.
pub type Fact = (String, Vec<String>);

/// A small database for the corpus of that scale, with `elements` elements of each root type.
pub fn facts(seed: u64, scale: &Scale, elements: usize) -> Vec<Fact> {
    let mut random = Random::new(seed ^ 0x5eed);
    let all = scale.roots * elements;
    let number = |root: usize, at: usize| (root * elements + at).to_string();
    let words = ["\"get\"", "\"set\"", "\"String\"", "\"java.util\"", "\"x\"", "\"\""];
    let mut facts: Vec<Fact> = Vec::new();
    let mut add = |relation: String, row: Vec<String>| facts.push((relation, row));
    for root in 0..scale.roots {
        for at in 0..elements {
            let id = number(root, at);
            add(format!("e{root}s"), vec![id.clone(), random.below(scale.kinds).to_string()]);
            if random.chance(85) {
                add("names".to_owned(), vec![id.clone(), random.of(&words).to_owned()]);
            }
            if random.chance(75) {
                let (parent, index) = (random.below(all).to_string(), random.below(4).to_string());
                add("parents".to_owned(), vec![id.clone(), parent, index]);
            }
            for link in 0..LINKS {
                if random.chance(50) {
                    let to = number(link_target(root, link, scale.roots), random.below(elements));
                    add(format!("e{root}link{link}"), vec![id.clone(), to]);
                }
            }
            if random.chance(50) {
                add(format!("e{root}text"), vec![id, random.of(&words).to_owned()]);
            }
        }
    }
    facts
}

/// The number of lines in all QL files.
pub fn lines(corpus: &Corpus) -> usize {
    let ql = corpus.files.iter().filter(|(name, _)| !name.ends_with(".yml"));
    ql.map(|(_, text)| text.lines().count()).sum()
}

fn schema(scale: &Scale) -> String {
    let mut text = String::from(
        "names(unique int id: @elem ref, string name: string ref);\n\
         parents(int id: @elem ref, int parent: @elem ref, int index: int ref);\n",
    );
    for root in 0..scale.roots {
        let _ = writeln!(text, "e{root}s(unique int id: @e{root}, int kind: int ref);");
        let kinds: Vec<String> = (0..scale.kinds).map(|kind| format!("{kind} = @e{root}_{kind}")).collect();
        let _ = writeln!(text, "case @e{root}.kind of {};", kinds.join(" | "));
        for link in 0..LINKS {
            let target = link_target(root, link, scale.roots);
            let _ = writeln!(text, "e{root}link{link}(int id: @e{root} ref, int to: @e{target} ref);");
        }
        let _ = writeln!(text, "e{root}text(int id: @e{root} ref, string text: string ref);");
    }
    let all: Vec<String> = (0..scale.roots).map(|root| format!("@e{root}")).collect();
    let _ = writeln!(text, "@elem = {};", all.join(" | "));
    text
}

/// The number of relations from each root type to others.
const LINKS: usize = 3;

/// The root type to which this link of `root` leads.
fn link_target(root: usize, link: usize, roots: usize) -> usize {
    (root * 5 + link * 7) % roots
}

fn query(random: &mut Random, world: &mut World, number: usize) -> String {
    world.file = 20_000 + number;
    let ty = loop {
        let ty = world.some_thing(random);
        if world.things[ty].stored {
            break ty;
        }
    };
    let mut body = bodies::Bodies::new(random, world, usize::MAX);
    let element = body.declare(Ty::Thing(ty));
    let formula = body.formula(2, 1);
    format!(
        "/**\n * @name Query {number}\n * @description Finds what query {number} finds.\n * @kind problem\n \
         * @problem.severity warning\n * @id corpus/query-{number}\n */\n\nimport core\n\n\
         from {} {element}\nwhere\n  {formula}\nselect {element}, \"This is $@.\", {element}.getParent(), \
         {element}.getName()\n",
        world.things[ty].name
    )
}
