//! Finds classes whose definition needs itself: through their bases (language.md 7.1), or through the extent of an
//! abstract class to which they belong (7.2). Recursion through characteristic predicates is allowed.

use crate::hir::{TypeId, TypeKind};
use crate::world::Sema;
use quarrel_base::{Code, Diagnostic};
use rustc_hash::{FxHashMap, FxHashSet};

/// `C.class` or `C.C`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Extent(TypeId),
    Character(TypeId),
}

impl<'t> Sema<'t> {
    /// Reports classes that are their own ancestors, and removes their bases.
    pub(crate) fn break_cycles(&mut self, classes: &[TypeId]) {
        #[derive(Clone, Copy, PartialEq)]
        enum Color {
            Open,
            Done,
        }
        let mut colors: FxHashMap<TypeId, Color> = FxHashMap::default();
        for root in classes {
            let mut stack = vec![(*root, false)];
            while let Some((at, leave)) = stack.pop() {
                if leave {
                    colors.insert(at, Color::Done);
                    continue;
                }
                if colors.contains_key(&at) {
                    continue;
                }
                colors.insert(at, Color::Open);
                stack.push((at, true));
                let above: Vec<TypeId> =
                    self.extends(at).iter().map(|base| base.ty).chain(self.instanceof(at)).collect();
                for base in above {
                    match colors.get(&base) {
                        Some(Color::Open) => {
                            let name = self.show(at);
                            if let Some(span) = self.out.types[at].span {
                                let message = format!("class `{name}` is its own ancestor");
                                self.error(Code::ClassCycle, span, message);
                            }
                            let error = self.error_type();
                            if let TypeKind::Class(class) = &mut self.out.types[at].kind {
                                for other in &mut class.extends {
                                    if other.ty == base {
                                        other.ty = error;
                                    }
                                }
                                class.instanceof.retain(|other| *other != base);
                            }
                        }
                        Some(Color::Done) => {}
                        None => stack.push((base, false)),
                    }
                }
            }
        }
    }

    /// Reports classes whose character types need themselves. All classes must be known.
    pub(crate) fn check_class_dependencies(&mut self) {
        let nodes: Vec<Node> = self
            .out
            .classes
            .iter()
            .flat_map(|class| [Node::Extent(*class), Node::Character(*class)])
            .collect();
        // A node that needs no remaining node is on no cycle; what remains leads to one.
        let mut users: FxHashMap<Node, Vec<Node>> = FxHashMap::default();
        let mut open: FxHashMap<Node, usize> = FxHashMap::default();
        let mut done = Vec::new();
        for node in &nodes {
            let needs = self.needs(*node);
            for needed in &needs {
                users.entry(*needed).or_default().push(*node);
            }
            match needs.len() {
                0 => done.push(*node),
                count => drop(open.insert(*node, count)),
            }
        }
        while let Some(node) = done.pop() {
            for user in users.remove(&node).unwrap_or_default() {
                if let Some(count) = open.get_mut(&user) {
                    *count -= 1;
                    if *count == 0 {
                        open.remove(&user);
                        done.push(user);
                    }
                }
            }
        }
        for node in nodes {
            if let Node::Character(class) = node
                && open.contains_key(&node)
                && let Some(behind) =
                    self.instanceof(class).into_iter().find(|ty| self.leads(Node::Extent(*ty), node, &open))
            {
                self.report_dependency(class, behind);
                // Report only one class of a cycle.
                open.remove(&node);
            }
        }
    }

    fn report_dependency(&mut self, class: TypeId, behind: TypeId) {
        let Some(span) = self.out.types[class].span else { return };
        let (name, other) = (self.show(class), self.show(behind));
        let message = format!("class `{name}` needs all of `{other}`, which needs `{name}`");
        let mut diagnostic = Diagnostic::error(Code::ClassCycle, span, message)
            .help(format!("an abstract class consists of its subclasses: `{name}` cannot be behind `instanceof` and among them"));
        if let Some(place) = self.out.types[behind].span {
            diagnostic = diagnostic.label(place, format!("`{other}`"));
        }
        self.report(diagnostic);
    }

    /// The nodes of classes that a node's definition needs, except through characteristic predicates.
    fn needs(&mut self, node: Node) -> Vec<Node> {
        match node {
            Node::Extent(class) => {
                let mut needs = vec![Node::Character(class)];
                if let TypeKind::Class(data) = &self.out.types[class].kind
                    && data.is_abstract
                {
                    needs.extend(data.subclasses.iter().map(|below| Node::Extent(*below)));
                }
                needs
            }
            Node::Character(class) => {
                let bases = self.extends(class).into_iter().map(|base| Node::Character(base.ty));
                let behind = self.instanceof(class).into_iter().map(Node::Extent);
                let needs: Vec<Node> = bases.chain(behind).collect();
                let is_active = |node: &Node| match node {
                    Node::Extent(ty) | Node::Character(ty) => self.type_info[*ty].active,
                };
                needs.into_iter().filter(is_active).collect()
            }
        }
    }

    /// Whether `from` needs `to` through open nodes.
    fn leads(&mut self, from: Node, to: Node, open: &FxHashMap<Node, usize>) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![from];
        while let Some(at) = stack.pop() {
            if at == to {
                return true;
            }
            if open.contains_key(&at) && seen.insert(at) {
                stack.extend(self.needs(at));
            }
        }
        false
    }
}
