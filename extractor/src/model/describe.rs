//! The names of declarations and types in the database and in messages.
//!
//! In: ids. Out: qualified names (`java.util.Map.Entry`, `java.util.Map$Entry`), texts of types
//! (`List<? extends String>[]`), erasures (JLS 4.6) and signatures (`put(java.lang.Object,int)`).

use super::{CallableId, ClassId, Model, Origin, Ty, TyKind, TypeVarId, WildcardKind};

impl Model {
    /// The canonical name: package, then the names of the enclosing classes, joined by dots. Local and anonymous
    /// classes have none; this returns their simple name (empty for an anonymous class).
    pub fn qualified_name(&self, id: ClassId) -> String {
        let class = self.class(id);
        match (class.nesting, class.outer) {
            (super::Nesting::Member, Some(outer)) => {
                let outer = self.qualified_name(outer);
                if outer.is_empty() { class.name.as_str().into() } else { outer + "." + class.name.as_str() }
            }
            (super::Nesting::TopLevel, _) => {
                let package = self.package_name(class.package).as_str();
                if package.is_empty() {
                    class.name.as_str().into()
                } else {
                    format!("{package}.{}", class.name.as_str())
                }
            }
            _ => class.name.as_str().into(),
        }
    }

    /// The name of a class file without its folder: those of the enclosing classes and its own, joined by `$`.
    pub fn binary_name(&self, id: ClassId) -> String {
        let class = self.class(id);
        let name = class.name.as_str();
        match (class.nesting, class.outer) {
            (super::Nesting::TopLevel, _) | (_, None) => name.into(),
            (super::Nesting::Member, Some(outer)) => format!("{}${name}", self.binary_name(outer)),
            // Javac numbers classes with equal names; the first has number 1.
            (_, Some(outer)) => format!("{}$1{name}", self.binary_name(outer)),
        }
    }

    /// The erasure of a type (JLS 4.6).
    pub fn erasure(&self, ty: Ty) -> Ty {
        match self.types.kind(ty) {
            TyKind::Basic => ty,
            TyKind::Class { class, args } if !args.is_empty() => self.types.class(*class, &[]),
            TyKind::Class { .. } => ty,
            TyKind::Array(component) => self.types.array(self.erasure(*component)),
            TyKind::Var(var) => self.erasure_of_var(*var, 0),
            TyKind::Wildcard(WildcardKind::Extends, bound) => self.erasure(*bound),
            TyKind::Wildcard(..) => self.well_known().object,
            TyKind::Intersection(parts) => parts.first().map_or(Ty::UNKNOWN, |&first| self.erasure(first)),
        }
    }

    /// The erasure of the leftmost bound; limited in depth, since broken sources may have circular bounds.
    fn erasure_of_var(&self, var: TypeVarId, depth: u32) -> Ty {
        let bound = self.type_var(var).bounds.get().and_then(|bounds| bounds.first().copied());
        match bound {
            None => self.well_known().object,
            Some(bound) => match self.types.kind(bound) {
                TyKind::Var(next) if depth < 50 => self.erasure_of_var(*next, depth + 1),
                TyKind::Var(_) => self.well_known().object,
                _ => self.erasure(bound),
            },
        }
    }

    /// The name of a type's erasure: `java.util.List[]`.
    pub fn erased_name(&self, ty: Ty) -> String {
        let erased = self.erasure(ty);
        match self.types.kind(erased) {
            TyKind::Class { class, .. } => self.qualified_name(*class),
            TyKind::Array(component) => self.erased_name(*component) + "[]",
            _ => erased.keyword().unwrap_or("<unknown>").into(),
        }
    }

    /// `name(erased.Type,int)`, with a constructor's class as its name.
    pub fn signature(&self, id: CallableId) -> String {
        let callable = self.callable(id);
        self.signature_of(
            callable.name.as_str(),
            callable.param_ids().map(|param| self.param(param).ty.get()),
        )
    }

    /// The signature for any name and types of parameters.
    pub fn signature_of(&self, name: &str, params: impl Iterator<Item = Ty>) -> String {
        let mut text = String::from(name);
        text.push('(');
        for (i, ty) in params.enumerate() {
            if i > 0 {
                text.push(',');
            }
            text += &self.erased_name(ty);
        }
        text.push(')');
        text
    }

    /// The type's own arguments: those of a class type without the ones that belong to enclosing classes. A missing class
    /// has all of them.
    pub fn own_args(&self, ty: Ty) -> &[Ty] {
        let TyKind::Class { class, args } = self.types.kind(ty) else { return &[] };
        if self.class(*class).origin == Origin::Missing {
            return args;
        }
        let own = self.class(*class).type_params.len();
        &args[args.len().saturating_sub(own)..]
    }

    /// Whether a class type is raw: of a class with type parameters, without arguments (JLS 4.8).
    pub fn is_raw(&self, ty: Ty) -> bool {
        match self.types.kind(ty) {
            TyKind::Class { class, args } => args.is_empty() && !self.class(*class).all_params.is_empty(),
            _ => false,
        }
    }

    /// A type as in source code, with simple names: `Map<String,? super T>[]`. Raw types, and inner classes of types
    /// with arguments, end with `<>`.
    pub fn type_text(&self, ty: Ty) -> String {
        let mut text = String::new();
        self.write_type(ty, &mut text);
        text
    }

    fn write_type(&self, ty: Ty, text: &mut String) {
        match self.types.kind(ty) {
            TyKind::Basic => text.push_str(ty.keyword().unwrap_or("<unknown>")),
            TyKind::Class { class, .. } => {
                text.push_str(self.class(*class).name.as_str());
                let args = self.own_args(ty);
                let class = self.class(*class);
                let declared = class.all_params.is_empty() || class.this_type.get() == ty;
                if !args.is_empty() || !declared {
                    text.push('<');
                    self.write_list(args, ",", text);
                    text.push('>');
                }
            }
            TyKind::Array(component) => {
                self.write_type(*component, text);
                text.push_str("[]");
            }
            TyKind::Var(var) => text.push_str(self.type_var(*var).name.as_str()),
            TyKind::Wildcard(kind, bound) => {
                text.push('?');
                match kind {
                    WildcardKind::Unbounded => {}
                    WildcardKind::Extends => {
                        text.push_str(" extends ");
                        self.write_type(*bound, text);
                    }
                    WildcardKind::Super => {
                        text.push_str(" super ");
                        self.write_type(*bound, text);
                    }
                }
            }
            TyKind::Intersection(parts) => self.write_list(parts, " & ", text),
        }
    }

    fn write_list(&self, types: &[Ty], separator: &str, text: &mut String) {
        for (i, &ty) in types.iter().enumerate() {
            if i > 0 {
                text.push_str(separator);
            }
            self.write_type(ty, text);
        }
    }
}
