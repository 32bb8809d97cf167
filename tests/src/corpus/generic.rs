//! Generates parameterised modules as in data flow libraries: an input signature, a configuration signature, and stages
//! instantiated on top of each other.

use super::bodies::{Callable, Ty, World};
use super::classes::predicate;
use super::{Random, Scale};
use std::fmt::Write;

/// Stages of a configuration.
const STAGES: usize = 6;

fn call(name: &str, params: &[Ty], result: Option<Ty>) -> Callable {
    Callable { name: name.to_owned(), params: params.to_vec(), result, rank: 0, file: None }
}

/// The file `shared/Make{number}.qll`.
pub fn file(random: &mut Random, number: usize, stage: usize) -> String {
    let mut text = String::from("/** A parameterised analysis. */\noverlay[local?]\nmodule;\n\n");
    let mut world = World::default();
    let node = world.thing("Node", None, false);
    let kind = world.thing("Kind", None, false);
    let (node_type, kind_type) = (Ty::Thing(node), Ty::Thing(kind));
    world.things[node].members.push(call("getName", &[], Some(Ty::Text)));
    world.things[node].members.push(call("getKind", &[], Some(kind_type)));
    world.predicates.push(call("step", &[node_type, node_type], None));
    world.predicates.push(call("next", &[node_type], Some(node_type)));
    world.predicates.push(call("weight", &[node_type], Some(Ty::Int)));
    let _ = write!(
        text,
        "/** What the analysis is made for. */\nsignature module InputSig {{\n  class Kind {{\n    string toString();\n  \
         }}\n\n  class Node {{\n    string toString();\n\n    string getName();\n\n    Kind getKind();\n  }}\n\n  \
         predicate step(Node a, Node b);\n\n  Node next(Node node);\n\n  \
         default int weight(Node node) {{ result = 1 and exists(node) }}\n}}\n\n\
         /** The analysis. */\nmodule Make{number}<InputSig Input> {{\n  private import Input\n\n"
    );
    let mut outer = String::new();
    for _ in 0..stage {
        predicate(random, &mut world, &mut outer, None);
    }
    // A state machine over the nodes, with classes.
    outer.push_str(
        "private newtype TState =\n  TStart(Node node) { step(node, _) } or\n  TAt(Node node, int depth) {\n    \
         exists(Node before | step(before, node)) and depth = [0 .. 3]\n  }\n\n/** A state. */\nclass State extends \
         TState {\n  Node getNode() { this = TStart(result) or this = TAt(result, _) }\n\n  int getDepth() {\n    this = \
         TStart(_) and result = 0\n    or\n    this = TAt(_, result)\n  }\n\n  string toString() { result = \
         this.getNode().toString() + \" \" + this.getDepth() }\n}\n\n/** The first states. */\nclass StartState extends \
         State, TStart {\n  override int getDepth() { result = -1 }\n}\n\n",
    );
    let state = world.thing("State", None, false);
    world.things[state].members.push(call("getNode", &[], Some(node_type)));
    world.things[state].members.push(call("getDepth", &[], Some(Ty::Int)));
    indent_into(&mut text, &outer, 1);
    text.push_str(
        "  /** What is asked. */\n  signature module ConfigSig {\n    predicate isSource(Node node);\n\n    predicate \
         isSink(Node node);\n\n    default predicate isBarrier(Node node) { none() }\n  }\n\n  private signature module \
         StageSig {\n    predicate alive(Node node);\n\n    predicate pass(Node a, Node b);\n  }\n\n  \
         /** The answers. */\n  module Global<ConfigSig Config> {\n",
    );
    world.predicates.push(call("Config::isSource", &[node_type], None));
    world.predicates.push(call("Config::isSink", &[node_type], None));
    let mut global = String::new();
    for _ in 0..stage / 4 {
        predicate(random, &mut world, &mut global, None);
    }
    global.push_str(
        "private module First implements StageSig {\n  predicate alive(Node node) {\n    Config::isSource(node)\n    or\n    \
         exists(Node before | alive(before) and step(before, node) and not Config::isBarrier(node))\n  }\n\n  \
         predicate pass(Node a, Node b) { alive(a) and step(a, b) }\n}\n\nprivate module MkStage<StageSig Prev> {\n",
    );
    world.predicates.push(call("Prev::alive", &[node_type], None));
    world.predicates.push(call("Prev::pass", &[node_type, node_type], None));
    let mut body = String::new();
    for _ in 0..stage {
        predicate(random, &mut world, &mut body, None);
    }
    body.push_str(
        "private newtype TPath =\n  TNil() or\n  TCons(Node node, int length) {\n    Prev::alive(node) and length = [1 .. \
         2]\n  }\n\nprivate class Path extends TPath {\n  string toString() {\n    this = TNil() and result = \"\"\n    \
         or\n    exists(Node node, int length | this = TCons(node, length) |\n      result = node.toString() + length\n    \
         )\n  }\n}\n\nmodule Out implements StageSig {\n  predicate alive(Node node) {\n    Prev::alive(node) and \
         (Config::isSource(node) or exists(Node before | alive(before) and Prev::pass(before, node)))\n  }\n\n  predicate \
         pass(Node a, Node b) {\n    Prev::pass(a, b) and alive(a) and exists(Path p | p = TCons(b, _))\n  }\n}\n",
    );
    indent_into(&mut global, &body, 1);
    global.push_str("}\n\nprivate module Stage1 = MkStage<First>;\n\n");
    for at in 2..=STAGES {
        let _ = write!(global, "private module Stage{at} = MkStage<Stage{}::Out>;\n\n", at - 1);
    }
    let _ = write!(
        global,
        "/** Holds if there is a flow. */\npredicate flow(Node a, Node b) {{\n  Config::isSource(a) and\n  \
         Config::isSink(b) and\n  pathStep+(a, b)\n}}\n\nprivate predicate pathStep(Node a, Node b) {{ \
         Stage{STAGES}::Out::pass(a, b) }}\n\nprivate predicate fastStep(Node a, Node b) = fastTC(pathStep/2)(a, b)\n\n\
         /** Gets how far away `b` is. */\nint distance(Node a, Node b) = shortestDistances(Config::isSource/1, \
         pathStep/2)(a, b, result)\n"
    );
    indent_into(&mut text, &global, 2);
    text.push_str("  }\n}\n");
    text
}

fn indent_into(text: &mut String, lines: &str, steps: usize) {
    for line in lines.lines() {
        if !line.is_empty() {
            text.push_str(&"  ".repeat(steps));
            text.push_str(line);
        }
        text.push('\n');
    }
}

/// The file `lib/Use{number}.qll`: instances with configurations, and predicates that use them.
pub fn instances(random: &mut Random, world: &mut World, number: usize, scale: &Scale) -> String {
    world.file = 10_000 + number;
    let mut text = String::from("import core\nprivate import shared.");
    let _ = write!(text, "Make{number}\n\n");
    for instance in 0..scale.instances {
        let name = format!("{number}x{instance}");
        let root = (number * 3 + instance) % world.roots;
        let _ = write!(
            text,
            "class Kind{name} extends Root{root} {{ }}\n\nclass Node{name} extends Elem {{\n  Kind{name} getKind() {{ \
             result = this.getParent() }}\n}}\n\nprivate module Input{name} implements InputSig {{\n  class Kind = \
             Kind{name};\n\n  class Node = Node{name};\n\n  predicate step(Node a, Node b) {{\n    a.getParent() = b or a.(Root{root}).getLink0Of{root}() = b\n  }}\n\n  Node next(Node node) {{ \
             result = node.getAChild() }}\n"
        );
        if random.chance(50) {
            text.push_str("\n  int weight(Node node) { result = node.getIndex() }\n");
        }
        let _ = write!(
            text,
            "}}\n\n/** Instance {instance}. */\nmodule Analysis{name} = Make{number}<Input{name}>;\n\n"
        );
        for config in 0..scale.configurations {
            let (name, kind) = (format!("{name}x{config}"), random.below(world.kinds));
            let _ = write!(
                text,
                "private module Config{name} implements Analysis{number}x{instance}::ConfigSig {{\n  predicate \
                 isSource(Node{number}x{instance} node) {{ node instanceof Root{root}Kind{kind} }}\n\n  predicate isSink(Node{number}x{instance} node) {{ \
                 node.getName() = \"sink{config}\" }}\n}}\n\n/** Flow {config}. */\nmodule Flow{name} = \
                 Analysis{number}x{instance}::Global<Config{name}>;\n\n"
            );
            let elem = Ty::Thing(0);
            let rank = world.next_rank();
            for predicate in ["flow", "distance"] {
                let result = (predicate == "distance").then_some(Ty::Int);
                let name = format!("Flow{name}::{predicate}");
                world.predicates.push(Callable { name, params: vec![elem; 2], result, rank, file: None });
            }
        }
        let fresh = format!("uses{number}n{instance}n");
        for _ in 0..3 {
            predicate(random, world, &mut text, Some(&fresh));
        }
    }
    text
}
