//! Finds uses of library members newer than the release of the sources.

use super::{Binding, FileBindings};
use crate::model::{ClassId, Model, Origin};

/// A use of a member that the release of the sources does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newer {
    /// The call, creation, reference or access, by its index in the syntax tree.
    pub expr: u32,
    /// The member: `java.lang.String.isBlank`.
    pub member: String,
    /// The first release that has it.
    pub since: u8,
}

/// The uses of methods and fields of the JDK that came after `release`, in the order of the text.
pub fn newer_than(model: &Model, bindings: &FileBindings, release: u8) -> Vec<Newer> {
    let is_later = |class: ClassId, member: u8| {
        let class = model.class(class);
        let since = class.since.max(member);
        (class.origin == Origin::Library && since > release).then_some(since)
    };
    let uses = bindings.bindings.iter().enumerate().filter_map(|(expr, binding)| {
        let (class, name, since) = match *binding {
            Binding::Callable(id) => {
                let callable = model.callable(id);
                (callable.class, callable.name, is_later(callable.class, callable.since)?)
            }
            Binding::Field(id) => {
                let field = model.field(id);
                (field.class, field.name, is_later(field.class, field.since)?)
            }
            _ => return None,
        };
        let member = format!("{}.{name}", model.qualified_name(class));
        Some(Newer { expr: expr as u32, member, since })
    });
    uses.collect()
}
