//! Generates files of classes and predicates over database types.

use super::bodies::{Bodies, Callable, Ty, World, pad};
use super::{LINKS, Random, link_target};
use std::fmt::Write;

/// The classes of the database types; their members are never overridden and use relations only.
pub fn base(world: &mut World) -> String {
    let mut text = String::from(
        "/** Elements and their kinds. */\n\n\
         /** An element. */\n\
         class Elem extends @elem {\n  \
         /** Gets a text. */\n  string toString() { names(this, result) }\n\n  \
         /** Gets the parent. */\n  final Elem getParent() { parents(this, result, _) }\n\n  \
         /** Gets a child. */\n  final Elem getAChild() { this = result.getParent() }\n\n  \
         /** Gets the name. */\n  final string getName() { names(this, result) }\n\n  \
         /** Gets the index. */\n  final int getIndex() { parents(this, _, result) }\n}\n",
    );
    let elem = world.thing("Elem", None, true);
    let member = |world: &mut World, of: usize, name: &str, result: Ty| {
        let callable =
            Callable { name: name.to_owned(), params: vec![], result: Some(result), rank: 0, file: None };
        world.things[of].members.push(callable);
    };
    for name in ["getParent", "getAChild"] {
        member(world, elem, name, Ty::Thing(elem));
    }
    member(world, elem, "getName", Ty::Text);
    member(world, elem, "getIndex", Ty::Int);
    let first = world.things.len();
    for root in 0..world.roots {
        world.thing(format!("Root{root}"), Some(elem), true);
    }
    for root in 0..world.roots {
        let _ =
            writeln!(text, "\n/** An element of sort {root}. */\nclass Root{root} extends Elem, @e{root} {{");
        for link in 0..LINKS {
            let target = link_target(root, link, world.roots);
            let name = format!("getLink{link}Of{root}");
            let _ = writeln!(text, "  /** Gets link {link}. */");
            let _ = writeln!(text, "  final Root{target} {name}() {{ e{root}link{link}(this, result) }}\n");
            member(world, first + root, &name, Ty::Thing(first + target));
        }
        let _ = writeln!(text, "  /** Gets a text. */");
        let _ = writeln!(text, "  final string getTextOf{root}() {{ e{root}text(this, result) }}\n}}");
        member(world, first + root, &format!("getTextOf{root}"), Ty::Text);
    }
    for root in 0..world.roots {
        for kind in 0..world.kinds {
            let name = format!("Root{root}Kind{kind}");
            let _ = writeln!(text, "\n/** Kind {kind} of sort {root}. */");
            let _ = writeln!(text, "class {name} extends Root{root}, @e{root}_{kind} {{");
            let _ = writeln!(text, "  override string toString() {{ result = \"{name}\" }}\n}}");
            world.thing(name, Some(first + root), true);
        }
    }
    text
}

/// A file of `classes` classes and twice as many predicates.
pub fn file(random: &mut Random, world: &mut World, number: usize, classes: usize) -> String {
    world.file = number;
    let mut text = String::from("overlay[local?]\nmodule;\n\n");
    let _ = writeln!(text, "import core");
    let other = random.below(number + 1);
    let _ = writeln!(text, "private import lib.part{}.File{other} as Other\n", other % 12);
    let mut made = 0;
    while made < classes {
        made += match random.below(100) {
            0..=4 => abstract_family(random, world, &mut text, made),
            5..=9 => newtype(random, world, &mut text, made),
            10..=15 => alias(random, world, &mut text, made),
            _ => class(random, world, &mut text, made),
        };
        for _ in 0..2 {
            predicate(random, world, &mut text, None);
        }
        if random.chance(12) {
            closure(random, world, &mut text);
        }
        if random.chance(8) {
            explicit_module(random, world, &mut text, made);
        }
    }
    text
}

fn open_class(random: &mut Random, world: &World) -> usize {
    loop {
        let thing = world.some_thing(random);
        if world.things[thing].stored && world.things[thing].open {
            return thing;
        }
    }
}

/// The characteristic predicate `C() { ... }` over stored relations and members of the base classes.
fn characteristic(random: &mut Random, world: &World, name: &str, of: usize) -> String {
    let mut body = Bodies::new(random, world, 1);
    body.bring("this".to_owned(), Ty::Thing(of));
    format!("  {name}() {{\n    {}\n  }}\n", body.formula(1, 2))
}

fn doc(random: &mut Random, indent: usize, subject: &str) -> String {
    let at = pad(indent);
    match random.below(4) {
        0 => format!("{at}/** Gets {subject}. */\n"),
        1 => format!(
            "{at}/**\n{at} * Gets {subject}, if there is one.\n{at} *\n{at} * Holds for what the declaration says; see \
             `{subject}` for the rest.\n{at} */\n"
        ),
        2 => format!("{at}/**\n{at} * Gets {subject}.\n{at} */\n"),
        _ => format!("{at}// {subject}\n"),
    }
}

fn class(random: &mut Random, world: &mut World, text: &mut String, number: usize) -> usize {
    let parent = open_class(random, world);
    let name = format!("C{}x{number}", world.file);
    let mut bases = world.things[parent].name.clone();
    let above: Vec<usize> = world.ancestors(parent).skip(1).collect();
    if random.chance(20) && !above.is_empty() {
        // A redundant supertype, as real code often has one.
        let _ = write!(bases, ", {}", world.things[random.of(&above)].name);
    }
    let only_instance = random.chance(4);
    let word = if only_instance { "instanceof" } else { "extends" };
    let _ = writeln!(text, "{}class {name} {word} {bases} {{", doc(random, 0, &name));
    let field = random.chance(10).then(|| format!("field{}x{number}", world.file));
    if let Some(field) = &field {
        let _ = write!(text, "  Elem {field};\n\n  {name}() {{ {field} = this.(Elem).getParent() }}\n");
    } else if !only_instance && random.chance(65) {
        // Forwarded members would depend on the class whose characteristic predicate this is.
        text.push_str(&characteristic(random, world, &name, parent));
    }
    let thing = world.thing(name.clone(), (!only_instance).then_some(parent), true);
    if only_instance {
        let _ = write!(text, "\n  string toString() {{ result = \"{name}\" }}\n");
        let forwarded =
            [("Elem", "getParent"), ("Elem", "getAChild"), ("string", "getName"), ("int", "getIndex")];
        for (ty, member) in forwarded {
            let _ = write!(text, "\n  final {ty} {member}() {{ result = super.{member}() }}\n");
        }
    } else if random.chance(40) {
        let _ = write!(text, "\n  override string toString() {{ result = \"{name}\" }}\n");
    }
    for at in 0..1 + random.below(4) {
        member(random, world, text, thing, &format!("{}x{number}x{at}", world.file), field.as_deref());
    }
    if !only_instance && random.chance(55) {
        overriding(random, world, text, thing);
    }
    text.push_str("}\n\n");
    1
}

fn some_type(random: &mut Random, world: &World) -> Ty {
    match random.below(8) {
        0 => Ty::Int,
        1 => Ty::Text,
        _ => Ty::Thing(world.some_thing(random)),
    }
}

fn params(random: &mut Random, world: &World, most: usize) -> Vec<Ty> {
    (0..random.below(most + 1)).map(|_| Ty::Thing(world.some_thing(random))).collect()
}

/// `type name(parameters) { body }` for any kind of predicate.
fn declaration(
    random: &mut Random,
    world: &World,
    callable: &Callable,
    this: Option<usize>,
    field: Option<&str>,
    indent: usize,
) -> String {
    let mut body = Bodies::new(random, world, callable.rank);
    if let Some(this) = this {
        body.bring("this".to_owned(), Ty::Thing(this));
    }
    if let Some(field) = field {
        body.bring(field.to_owned(), Ty::Thing(0));
    }
    let params: Vec<String> = callable
        .params
        .iter()
        .enumerate()
        .map(|(at, ty)| {
            let name = body.bring(format!("p{at}"), *ty);
            format!("{} {name}", body.type_name(*ty))
        })
        .collect();
    let head = callable.result.map_or("predicate".to_owned(), |ty| body.type_name(ty).to_owned());
    let at = pad(indent);
    let inner = pad(indent + 1);
    let formula = body.body(callable.result, indent + 1);
    format!("{head} {}({}) {{\n{inner}{formula}\n{at}}}\n", callable.name, params.join(", "))
}

fn member(
    random: &mut Random,
    world: &mut World,
    text: &mut String,
    of: usize,
    name: &str,
    field: Option<&str>,
) {
    let has_result = random.chance(80);
    let result = has_result.then(|| some_type(random, world));
    let params = params(random, world, 1);
    let name = format!("{}{name}", if has_result { "get" } else { "is" });
    let callable = Callable { name, params, result, rank: world.next_rank(), file: None };
    let notes = random.of(&["", "", "", "", "cached ", "pragma[nomagic]\n  ", "final ", "deprecated "]);
    let body = declaration(random, world, &callable, Some(of), field, 1);
    let _ = write!(text, "\n{}  {notes}{body}", doc(random, 1, &callable.name));
    if !notes.starts_with("deprecated") {
        // Only members without annotations are overridden.
        let _ = notes.is_empty().then(|| world.things[of].members.push(callable));
    }
}

/// An override of a member of a base class.
fn overriding(random: &mut Random, world: &mut World, text: &mut String, of: usize) {
    let inherited: Vec<Callable> = world
        .ancestors(of)
        .skip(1)
        .flat_map(|above| &world.things[above].members)
        .filter(|member| member.rank > 0)
        .cloned()
        .collect();
    let Some(callable) = inherited.get(random.below(inherited.len())) else { return };
    let body = declaration(random, world, callable, Some(of), None, 1);
    let _ = write!(text, "\n  override {body}");
}

/// A predicate of a module; `prefix` makes its name unique.
pub fn predicate(random: &mut Random, world: &mut World, text: &mut String, prefix: Option<&str>) {
    let rank = world.next_rank();
    let result = random.chance(25).then(|| some_type(random, world));
    let mut params = params(random, world, 3);
    if params.is_empty() && random.chance(80) {
        params.push(Ty::Thing(world.some_thing(random)));
    }
    let name = format!("{}{rank}", prefix.unwrap_or(if result.is_some() { "compute" } else { "holds" }));
    let private = random.chance(60);
    let file = private.then_some(world.file);
    let callable = Callable { name, params, result, rank, file };
    let notes =
        random.of(&["", "", "", "", "", "pragma[nomagic]\n", "pragma[noinline]\n", "pragma[inline]\n"]);
    let body = declaration(random, world, &callable, None, None, 0);
    let private = if private { "private " } else { "" };
    let _ = writeln!(text, "{}{notes}{private}{body}", doc(random, 0, &callable.name));
    world.predicates.push(callable);
}

/// A recursive predicate and a text predicate with a binding set.
fn closure(random: &mut Random, world: &mut World, text: &mut String) {
    let rank = world.next_rank();
    let class = open_class(random, world);
    let name = &world.things[class].name;
    let _ = write!(
        text,
        "/** Holds if `b` can be reached from `a`. */\npredicate reaches{rank}({name} a, {name} b) {{\n  \
         a.getParent() = b\n  or\n  exists({name} mid | reaches{rank}(a, mid) and b = mid.getAChild())\n}}\n\n\
         /** Holds if `text` is special. */\nbindingset[text]\npredicate special{rank}(string text) {{\n  \
         text.matches(\"%special%\") and not text.matches(\"no%\")\n}}\n\n"
    );
    let params = vec![Ty::Thing(class), Ty::Thing(class)];
    world.predicates.push(Callable {
        name: format!("reaches{rank}"),
        params,
        result: None,
        rank,
        file: None,
    });
}

fn abstract_family(random: &mut Random, world: &mut World, text: &mut String, number: usize) -> usize {
    let parent = open_class(random, world);
    let name = format!("A{}x{number}", world.file);
    let base = world.things[parent].name.clone();
    let thing = world.thing(name.clone(), Some(parent), true);
    // The extent of an abstract class depends on all its subclasses, so only this family has abstract classes.
    world.things[thing].open = false;
    let result = some_type(random, world);
    let rank = world.next_rank();
    let member = format!("get{name}");
    let callable = Callable { name: member.clone(), params: vec![], result: Some(result), rank, file: None };
    let type_name = match result {
        Ty::Int => "int",
        Ty::Text => "string",
        Ty::Thing(ty) => &world.things[ty].name,
    };
    let _ = write!(
        text,
        "/** A family. */\nabstract class {name} extends {base} {{\n  abstract {type_name} {member}();\n}}\n\n"
    );
    for kind in 0..2 {
        let name = format!("{name}Kind{kind}");
        // It must not depend on the family.
        let characteristic = format!("  {name}() {{ this.getIndex() = {kind} }}\n");
        let own = world.thing(name.clone(), Some(thing), true);
        world.things[own].open = false;
        let body = declaration(random, world, &callable, Some(own), None, 1);
        let _ = writeln!(text, "private class {name} extends A{}x{number} {{", world.file);
        let _ = write!(text, "{characteristic}\n  override {body}}}\n\n");
        // Private: no other declaration may use it.
        world.things.pop();
    }
    world.things[thing].members.push(callable);
    3
}

fn newtype(random: &mut Random, world: &mut World, text: &mut String, number: usize) -> usize {
    let (a, b) = (open_class(random, world), open_class(random, world));
    let name = format!("N{}x{number}", world.file);
    let (first, second) = (&world.things[a].name, &world.things[b].name);
    let _ = write!(
        text,
        "private newtype T{name} =\n  TPlain{name}({first} e) {{ exists(e.getParent()) }} or\n  \
         TIndexed{name}({second} e, int i) {{ i = [0 .. 3] and e.getIndex() >= i }}\n\n\
         /** A {name}. */\nclass {name} extends T{name} {{\n  \
         {second} getElement() {{ this = TIndexed{name}(result, _) }}\n\n  \
         {first} getPlain() {{ this = TPlain{name}(result) }}\n\n  \
         int getNumber() {{ this = TIndexed{name}(_, result) }}\n\n  \
         string toString() {{\n    result = this.getElement().toString() + this.getNumber()\n    or\n    \
         result = this.getPlain().toString()\n  }}\n}}\n\n"
    );
    let thing = world.thing(name, None, false);
    let results = [("getElement", Ty::Thing(b)), ("getPlain", Ty::Thing(a)), ("getNumber", Ty::Int)];
    for (name, result) in results {
        let callable =
            Callable { name: name.to_owned(), params: vec![], result: Some(result), rank: 0, file: None };
        world.things[thing].members.push(callable);
    }
    1
}

fn alias(random: &mut Random, world: &mut World, text: &mut String, number: usize) -> usize {
    let parent = open_class(random, world);
    let name = format!("F{}x{number}", world.file);
    let base = &world.things[parent].name;
    let _ = write!(
        text,
        "final private class {name}Final = {base};\n\n/** A final extension. */\nclass {name} extends {name}Final \
         {{\n  {name}() {{ exists(this.getParent()) }}\n\n  predicate only{name}() {{ this.getIndex() = 1 }}\n}}\n\n"
    );
    let thing = world.thing(name, Some(parent), true);
    world.things[thing].open = false;
    1
}

fn explicit_module(random: &mut Random, world: &mut World, text: &mut String, number: usize) {
    let name = format!("Inner{}x{number}", world.file);
    let ty = world.things[world.some_thing(random)].name.clone();
    let _ = write!(
        text,
        "/** What is left. */\nmodule {name} {{\n  class {name}Type = {ty};\n\n  \
         predicate any{name}({name}Type e) {{ exists(e) }}\n\n  \
         predicate alias{name} = any{name}/1;\n}}\n\nprivate predicate uses{name}({ty} e) {{\n  \
         {name}::any{name}(e) and not {name}::alias{name}(e)\n}}\n\n"
    );
}
