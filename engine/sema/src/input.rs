//! What a caller hands in besides catalog and sources: where imports lead, and how much is wanted.

use quarrel_base::FileId;
use quarrel_syntax::tree;
use std::sync::Arc;

/// Where imports lead. All files that imports can reach are loaded and parsed before analysis begins, so that analysis
/// stays a function of values. `Sync`, because analysis may run on a thread of its own (deep nesting needs a deep stack).
pub trait ModuleSource: Sync {
    /// The library file that the dotted `path` of an import in the file `from` leads to (language.md 4.4); `None` if
    /// there is none. The path `a.b.C` comes as `["a", "b", "C"]`.
    fn resolve(&self, from: FileId, path: &[Arc<str>]) -> Option<FileId>;

    /// The syntax tree of a file that [`ModuleSource::resolve`] gave or that is an entry.
    fn tree(&self, file: FileId) -> &tree::File;

    /// Whether calls of members of the class around them are to be warned of in that file if they do not write `this.`
    /// (`warnOnImplicitThis` of its pack).
    fn warns_of_implicit_this(&self, _file: FileId) -> bool {
        false
    }
}

/// How much is analysed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether every body in the entry files and everything they import is checked, not only what the entries' queries
    /// reach; parameterised modules are then checked against their signatures as well.
    pub check_all: bool,
    /// Whether what the names in the entry files mean is recorded, for an editor.
    pub record: bool,
    /// Whether bodies of parameterised modules that are checked by themselves are kept, for who shows their types: they
    /// are no part of the program.
    pub templates: bool,
}
