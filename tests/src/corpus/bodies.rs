//! Generates well-typed, bound formulas over the declarations so far.

use super::Random;
use std::fmt::Write;

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    Int,
    Text,
    /// An index into [`World::things`].
    Thing(usize),
}

/// A class or a type parameter, which has finitely many values.
#[derive(Clone, Debug)]
pub struct Thing {
    pub name: String,
    pub parent: Option<usize>,
    pub members: Vec<Callable>,
    /// Whether its values are database entities, which have `getParent()` and can be cast.
    pub stored: bool,
    /// Whether classes may extend it and override its members.
    pub open: bool,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Callable {
    pub name: String,
    pub params: Vec<Ty>,
    pub result: Option<Ty>,
    /// The position in the order of declarations.
    pub rank: usize,
    /// The only file that can call it; `None` if all can.
    pub file: Option<usize>,
}

/// All declarations so far.
#[derive(Clone, Default, Debug)]
pub struct World {
    pub things: Vec<Thing>,
    pub predicates: Vec<Callable>,
    pub ranks: usize,
    pub file: usize,
    pub roots: usize,
    pub kinds: usize,
}

impl World {
    /// The rank of the next declaration.
    pub fn next_rank(&mut self) -> usize {
        self.ranks += 1;
        self.ranks
    }
    /// Declares a type.
    pub fn thing(&mut self, name: impl Into<String>, parent: Option<usize>, stored: bool) -> usize {
        let (name, members) = (name.into(), Vec::new());
        self.things.push(Thing { name, parent, members, stored, open: stored });
        self.things.len() - 1
    }
    /// A random type, often one of the newest.
    pub fn some_thing(&self, random: &mut Random) -> usize {
        let count = self.things.len();
        let recent = count.min(30);
        if random.chance(70) { count - 1 - random.below(recent) } else { random.below(count) }
    }
    /// The type and its supertypes.
    pub fn ancestors(&self, ty: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(ty), |ty| self.things[*ty].parent)
    }
    pub fn is_subtype(&self, ty: usize, of: usize) -> bool {
        self.ancestors(ty).any(|above| above == of)
    }
}

/// The body of one predicate.
pub struct Bodies<'w> {
    random: &'w mut Random,
    world: &'w World,
    /// Only predicates of a lower rank may be called.
    limit: usize,
    scope: Vec<(String, Ty)>,
    vars: usize,
    choices: usize,
}

impl<'w> Bodies<'w> {
    pub fn new(random: &'w mut Random, world: &'w World, limit: usize) -> Self {
        Self { random, world, limit, scope: Vec::new(), vars: 0, choices: 0 }
    }

    /// Declares a new variable.
    pub fn declare(&mut self, ty: Ty) -> String {
        self.vars += 1;
        let letter = match ty {
            Ty::Int => "i",
            Ty::Text => "s",
            Ty::Thing(_) => "e",
        };
        self.bring(format!("{letter}{}", self.vars), ty)
    }
    /// Adds a name to the scope.
    pub fn bring(&mut self, name: String, ty: Ty) -> String {
        self.scope.push((name.clone(), ty));
        name
    }
    pub fn type_name(&self, ty: Ty) -> &str {
        match ty {
            Ty::Int => "int",
            Ty::Text => "string",
            Ty::Thing(thing) => &self.world.things[thing].name,
        }
    }

    /// A body that binds `result`.
    pub fn body(&mut self, result: Option<Ty>, indent: usize) -> String {
        let Some(ty) = result else { return self.formula(3, indent) };
        let mut alternatives = Vec::new();
        for _ in 0..1 + usize::from(self.random.chance(18)) + usize::from(self.random.chance(8)) {
            let mut text = format!("result = {}", self.expr(ty, 2));
            if self.random.chance(55) {
                let _ = write!(text, " and\n{}{}", pad(indent), self.formula(2, indent));
            }
            alternatives.push(text);
        }
        alternatives.join(&format!("\n{}or\n{}", pad(indent), pad(indent)))
    }

    /// A formula that needs only the scope.
    pub fn formula(&mut self, depth: usize, indent: usize) -> String {
        let count = 1 + self.random.below(3);
        let parts: Vec<String> = (0..count).map(|_| self.atom(depth, indent)).collect();
        parts.join(&format!(" and\n{}", pad(indent)))
    }

    fn atom(&mut self, depth: usize, indent: usize) -> String {
        let roll = if depth == 0 { self.random.below(72) } else { self.random.below(100) };
        let inner = indent + 1;
        match roll {
            0..=34 => self.equality(depth),
            35..=54 => self.call(depth),
            55..=62 => {
                let (thing, ty) = (self.any_value(1), self.stored_type());
                match ty {
                    Some(ty) => format!("{thing} instanceof {ty}"),
                    None => format!("exists({thing})"),
                }
            }
            63..=67 => {
                let op = self.random.of(&["<", ">=", "!=", "<=", "="]);
                format!("{} {op} {}", self.expr(Ty::Int, 1), self.expr(Ty::Int, 1))
            }
            68..=71 => match self.random.below(3) {
                0 => format!("{}.matches(\"%{}%\")", self.receiver(), self.word()),
                1 => format!("{} = [\"{}\", \"{}\"]", self.expr(Ty::Text, 1), self.word(), self.word()),
                _ => format!("{}.regexpMatch(\"(?i){}.*\")", self.receiver(), self.word()),
            },
            72..=80 => self.exists(depth, inner),
            81..=84 => format!("not {}", self.closed(depth - 1, inner)),
            85..=93 => {
                let count = 2 + self.random.below(2);
                let parts: Vec<String> = (0..count).map(|_| self.formula(depth - 1, inner)).collect();
                let between = format!("\n{0}or\n{0}", pad(inner));
                format!("(\n{}{}\n{})", pad(inner), parts.join(&between), pad(indent))
            }
            94..=96 => {
                let (a, b, c) = (
                    self.closed(depth - 1, inner),
                    self.closed(depth - 1, inner),
                    self.closed(depth - 1, inner),
                );
                format!("(if {a} then {b} else {c})")
            }
            97 => {
                let outer = self.scope.len();
                let ty = self.thing_type();
                let var = self.declare(ty);
                let (range, then) = (self.formula(depth - 1, inner), self.formula(depth - 1, inner));
                self.scope.truncate(outer);
                format!("forall({} {var} | {range} | {then})", self.type_name(ty))
            }
            _ => {
                let closure = self.random.of(&["+", "*"]);
                match (self.stored_value(), self.stored_value()) {
                    (Some(a), Some(b)) => format!("{a}.getParent{closure}() = {b}"),
                    _ => self.equality(depth),
                }
            }
        }
    }

    fn equality(&mut self, depth: usize) -> String {
        let ty = match self.random.below(10) {
            0 => Ty::Int,
            1 | 2 => Ty::Text,
            _ => self.scope_thing().unwrap_or(Ty::Int),
        };
        let (left, mut right) = (self.expr(ty, 1), self.expr(ty, depth.min(2)));
        for _ in 0..4 {
            if left != right {
                break;
            }
            right = self.expr(ty, 2);
        }
        format!("{left} = {right}")
    }

    fn exists(&mut self, depth: usize, indent: usize) -> String {
        let outer = self.scope.len();
        let mut decls = Vec::new();
        let mut first = Vec::new();
        for _ in 0..1 + usize::from(self.random.chance(30)) {
            let ty = match self.random.below(6) {
                0 => Ty::Int,
                1 => Ty::Text,
                _ => self.thing_type(),
            };
            let value = self.expr(ty, 1);
            let var = self.declare(ty);
            decls.push(format!("{} {var}", self.type_name(ty)));
            first.push(format!("{var} = {value}"));
        }
        let bar = if self.random.chance(33) { " |" } else { " and" };
        let text = format!(
            "exists({} |\n{1}{2}{bar}\n{1}{3}\n{4})",
            decls.join(", "),
            pad(indent),
            first.join(" and "),
            self.formula(depth - 1, indent),
            pad(indent - 1)
        );
        self.scope.truncate(outer);
        text
    }

    /// A formula in parentheses, which is valid anywhere.
    fn closed(&mut self, depth: usize, indent: usize) -> String {
        let (atom, more) = (self.atom(depth, indent), self.random.chance(30));
        if more { format!("({atom} and {})", self.atom(depth, indent)) } else { format!("({atom})") }
    }

    /// A call without result.
    fn call(&mut self, depth: usize) -> String {
        for _ in 0..4 {
            let Some(callable) = self.predicate() else { break };
            let args = self.args(&callable, depth);
            return match callable.result {
                None => format!("{}({args})", callable.name),
                Some(_) if self.random.chance(15) => format!("exists({}({args}))", callable.name),
                Some(_) => continue,
            };
        }
        self.equality(depth)
    }

    fn predicate(&mut self) -> Option<Callable> {
        let all = &self.world.predicates;
        for _ in 0..6 {
            let at = if self.random.chance(75) {
                all.len().checked_sub(1 + self.random.below(all.len().min(40)))?
            } else {
                self.random.below(all.len())
            };
            let found = all.get(at)?;
            if found.rank < self.limit && found.file.is_none_or(|file| file == self.world.file) {
                return Some(found.clone());
            }
        }
        None
    }

    fn args(&mut self, callable: &Callable, depth: usize) -> String {
        let args: Vec<String> = callable
            .params
            .iter()
            .map(|ty| match self.random.chance(28) {
                true => "_".to_owned(),
                false => self.expr(*ty, depth.min(1)),
            })
            .collect();
        args.join(", ")
    }

    /// An expression of that type or a subtype.
    pub fn expr(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            Ty::Int => self.int(depth),
            Ty::Text => self.text(depth),
            Ty::Thing(thing) => self.thing(thing, depth),
        }
    }

    fn int(&mut self, depth: usize) -> String {
        if let Some(var) = self.variable(Ty::Int)
            && self.random.chance(40)
        {
            return var;
        }
        match self.random.below(if depth == 0 { 3 } else { 9 }) {
            0 | 1 => self.random.below(40).to_string(),
            2..=4 => match self.stored_value() {
                Some(value) => format!("{value}.getIndex()"),
                None => self.random.below(9).to_string(),
            },
            5 => format!("{} + {}", self.int(depth - 1), self.int(0)),
            6 => self.call_of(Ty::Int, depth).unwrap_or_else(|| "0".to_owned()),
            7 => self.aggregate(depth, &["count", "strictcount"], None),
            _ => self.aggregate(depth, &["max", "min", "sum"], Some(Ty::Int)),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        if let Some(var) = self.variable(Ty::Text)
            && self.random.chance(40)
        {
            return var;
        }
        match self.random.below(if depth == 0 { 4 } else { 10 }) {
            0..=2 => format!("\"{}\"", self.word()),
            3..=5 => match self.stored_value() {
                Some(value) => format!("{value}.getName()"),
                None => format!("\"{}\"", self.word()),
            },
            6 => format!("{} + \".\" + {}", self.text(depth - 1), self.text(0)),
            7 => format!("{}.toLowerCase()", self.receiver()),
            8 => self.call_of(Ty::Text, depth).unwrap_or_else(|| "\"none\"".to_owned()),
            _ => match self.stored_value() {
                Some(_) => self.aggregate(depth, &["concat"], Some(Ty::Text)),
                None => format!("\"{}\"", self.word()),
            },
        }
    }

    /// The receiver of a call on a string.
    fn receiver(&mut self) -> String {
        let text = self.text(0);
        if text.contains(" + ") { format!("({text})") } else { text }
    }

    fn aggregate(&mut self, depth: usize, functions: &[&str], of: Option<Ty>) -> String {
        let function = self.random.of(functions);
        let outer = self.scope.len();
        let ty = self.thing_type();
        let var = self.declare(ty);
        let range = self.atom(0, 0);
        let value = of.map_or_else(String::new, |of| format!(" | {}", self.expr(of, depth - 1)));
        let separator = if function == "concat" { ", \", \"" } else { "" };
        self.scope.truncate(outer);
        format!("{function}({} {var} | {range}{value}{separator})", self.type_name(ty))
    }

    fn thing(&mut self, ty: usize, depth: usize) -> String {
        let fitting = self.variable(Ty::Thing(ty));
        if let Some(var) = &fitting
            && (depth == 0 || self.random.chance(35))
        {
            return var.clone();
        }
        if depth > 0
            && let Some(call) = self.call_of(Ty::Thing(ty), depth)
        {
            return call;
        }
        if let Some(var) = fitting {
            return var;
        }
        let name = &self.world.things[ty].name;
        match self.stored_value() {
            Some(value) if self.world.things[ty].stored => match self.random.below(3) {
                0 => format!("{value}.getAChild().({name})"),
                _ => format!("{value}.getParent().({name})"),
            },
            _ => {
                self.choices += 1;
                format!("any({name} c{})", self.choices)
            }
        }
    }

    /// A call of a member or predicate with a result of this type; `None` if there is none.
    fn call_of(&mut self, ty: Ty, depth: usize) -> Option<String> {
        for _ in 0..5 {
            let fits = |result: Ty, world: &World| match (result, ty) {
                (Ty::Thing(result), Ty::Thing(wanted)) => world.is_subtype(result, wanted),
                (result, wanted) => result == wanted,
            };
            if self.random.chance(65)
                && let Some((receiver, of)) = self.scope_value()
            {
                let members: Vec<&Callable> = self
                    .world
                    .ancestors(of)
                    .flat_map(|above| &self.world.things[above].members)
                    .filter(|member| member.rank < self.limit)
                    .filter(|member| member.result.is_some_and(|result| fits(result, self.world)))
                    .collect();
                if members.is_empty() {
                    continue;
                }
                let member = members[self.random.below(members.len())].clone();
                let args = self.args(&member, depth - 1);
                return Some(format!("{receiver}.{}({args})", member.name));
            }
            if let Some(predicate) = self.predicate()
                && predicate.result.is_some_and(|result| fits(result, self.world))
            {
                let args = self.args(&predicate, depth - 1);
                return Some(format!("{}({args})", predicate.name));
            }
        }
        None
    }

    fn variable(&mut self, ty: Ty) -> Option<String> {
        let fitting: Vec<usize> = (0..self.scope.len())
            .filter(|at| match (self.scope[*at].1, ty) {
                (Ty::Thing(have), Ty::Thing(wanted)) => self.world.is_subtype(have, wanted),
                (have, wanted) => have == wanted,
            })
            .collect();
        (!fitting.is_empty()).then(|| self.scope[self.random.of(&fitting)].0.clone())
    }
    /// A variable in scope whose type is a thing, and that thing.
    fn scope_value(&mut self) -> Option<(String, usize)> {
        let things: Vec<(usize, usize)> = (0..self.scope.len())
            .filter_map(|at| match self.scope[at].1 {
                Ty::Thing(thing) => Some((at, thing)),
                _ => None,
            })
            .collect();
        let (at, thing) = *things.get(self.random.below(things.len()))?;
        Some((self.scope[at].0.clone(), thing))
    }
    fn stored_value(&mut self) -> Option<String> {
        for _ in 0..3 {
            let (name, thing) = self.scope_value()?;
            if self.world.things[thing].stored {
                return Some(name);
            }
        }
        None
    }
    fn scope_thing(&mut self) -> Option<Ty> {
        self.scope_value().map(|(_, thing)| Ty::Thing(thing))
    }
    fn any_value(&mut self, depth: usize) -> String {
        match self.scope_thing() {
            Some(ty) => self.expr(ty, depth),
            None => self.int(0),
        }
    }
    fn thing_type(&mut self) -> Ty {
        let count = self.world.things.len();
        let recent = count.min(12);
        Ty::Thing(match self.random.chance(70) {
            true => count - 1 - self.random.below(recent),
            false => self.random.below(count),
        })
    }
    /// A random stored type; `None` if there is no stored value.
    fn stored_type(&mut self) -> Option<String> {
        let all_stored = self.scope.iter().all(|(_, ty)| match ty {
            Ty::Thing(thing) => self.world.things[*thing].stored,
            _ => true,
        });
        let Ty::Thing(ty) = self.thing_type() else { return None };
        let thing = &self.world.things[ty];
        (all_stored && thing.stored && self.scope_value().is_some()).then(|| thing.name.clone())
    }
    fn word(&mut self) -> &'static str {
        self.random.of(&[
            "get",
            "set",
            "run",
            "lock",
            "java.util",
            "String",
            "init",
            "value",
            "<clinit>",
            "x",
        ])
    }
}

/// The indentation of so many steps.
pub fn pad(steps: usize) -> String {
    "  ".repeat(steps)
}
