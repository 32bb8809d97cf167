//! Converts descriptors and generic signatures of class files to types.

use super::{ClassId, Model, Ty, TypeVar, TypeVarId, VarOwner, WildcardKind};
use crate::intern::Sym;
use std::sync::OnceLock;

/// Reads descriptors and generic signatures (JVMS 4.3, 4.7.9.1). Bad input gives `Ty::UNKNOWN`.
pub(super) struct Reader<'a> {
    pub(super) model: &'a mut Model,
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    /// Type variables in scope, innermost last.
    pub(super) scope: Vec<TypeVarId>,
}

impl Reader<'_> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    pub(super) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// The bytes up to one of `ends`, as text.
    pub(super) fn word(&mut self, ends: &[u8]) -> String {
        let start = self.at;
        while self.peek().is_some_and(|byte| !ends.contains(&byte)) {
            self.at += 1;
        }
        String::from_utf8_lossy(self.text.get(start..self.at).unwrap_or_default()).into_owned()
    }

    /// `<T:bound:bound...>`, if there.
    pub(super) fn type_params(&mut self, owner: VarOwner) -> Vec<TypeVarId> {
        let mut made = Vec::new();
        if self.peek() != Some(b'<') {
            return made;
        }
        // Bounds may mention variables that are declared later: declare all names first.
        let start = self.at;
        for read_bounds in [false, true] {
            self.at = start + 1;
            let mut index = 0;
            while self.peek().is_some_and(|byte| byte != b'>') {
                let name = self.word(b":");
                if !read_bounds {
                    let id = TypeVarId(self.model.type_vars.len() as u32);
                    let bounds = OnceLock::new();
                    self.model.type_vars.push(TypeVar { name: Sym::new(&name), owner, index, bounds });
                    self.scope.push(id);
                    made.push(id);
                }
                let mut bounds = Vec::new();
                while self.peek() == Some(b':') {
                    self.at += 1;
                    if self.peek() != Some(b':') {
                        if read_bounds {
                            bounds.push(self.ty());
                        } else {
                            self.skip();
                        }
                    }
                }
                if read_bounds && let Some(&id) = made.get(index as usize) {
                    self.model.type_vars[id.index()].bounds.get_or_init(|| bounds.into());
                }
                index += 1;
            }
        }
        self.at += 1;
        made
    }

    /// Skips one type.
    pub(super) fn skip(&mut self) {
        while self.peek() == Some(b'[') {
            self.at += 1;
        }
        match self.next() {
            Some(b'T') => {
                self.word(b";");
                self.at += 1;
            }
            Some(b'L') => {
                let mut depth = 0;
                while let Some(byte) = self.next() {
                    match byte {
                        b'<' => depth += 1,
                        b'>' => depth -= 1,
                        b';' if depth == 0 => break,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn ty(&mut self) -> Ty {
        match self.next() {
            Some(b'Z') => Ty::BOOLEAN,
            Some(b'B') => Ty::BYTE,
            Some(b'S') => Ty::SHORT,
            Some(b'C') => Ty::CHAR,
            Some(b'I') => Ty::INT,
            Some(b'J') => Ty::LONG,
            Some(b'F') => Ty::FLOAT,
            Some(b'D') => Ty::DOUBLE,
            Some(b'V') => Ty::VOID,
            Some(b'[') => {
                let component = self.ty();
                self.model.types.array(component)
            }
            Some(b'T') => {
                let name = Sym::new(&self.word(b";"));
                self.at += 1;
                let vars = &self.model.type_vars;
                let found = self.scope.iter().rev().find(|var| vars[var.index()].name == name);
                found.map_or(Ty::UNKNOWN, |&var| self.model.types.var(var))
            }
            Some(b'L') => self.class_type(),
            _ => Ty::UNKNOWN,
        }
    }

    /// Parses `java/util/Map<TK;>.Entry<...>;` after the `L`.
    fn class_type(&mut self) -> Ty {
        let mut binary = String::new();
        let mut args = Vec::new();
        loop {
            binary += &self.word(b"<;.");
            match self.next() {
                Some(b'<') => {
                    while self.peek().is_some_and(|byte| byte != b'>') {
                        args.push(self.argument());
                    }
                    self.at += 1;
                }
                Some(b'.') => binary.push('$'),
                _ => break,
            }
        }
        let class = find_binary(self.model, &binary);
        self.model.types.class(class, &args)
    }

    fn argument(&mut self) -> Ty {
        let kind = match self.peek() {
            Some(b'*') => {
                self.at += 1;
                return self.model.types.wildcard(WildcardKind::Unbounded, Ty::UNKNOWN);
            }
            Some(b'+') => WildcardKind::Extends,
            Some(b'-') => WildcardKind::Super,
            _ => return self.ty(),
        };
        self.at += 1;
        let bound = self.ty();
        self.model.types.wildcard(kind, bound)
    }
}

/// The class of a binary name (`java/util/Map$Entry`).
pub(super) fn find_binary(model: &Model, binary: &str) -> ClassId {
    let (package, rest) = binary.rsplit_once('/').unwrap_or(("", binary));
    let package = Sym::new(&package.replace('/', "."));
    if let Some(id) = model.find_top_level(package, Sym::new(rest), None) {
        return id;
    }
    let mut found: Option<ClassId> = None;
    for part in rest.split('$') {
        let name = Sym::new(part);
        let next = match found {
            None => model.find_top_level(package, name, None),
            Some(outer) => model.find_member_class(outer, name),
        };
        found = Some(next.unwrap_or_else(|| model.missing_class(package, found, name)));
    }
    found.unwrap_or_else(|| model.missing_class(package, None, Sym::new(rest)))
}
