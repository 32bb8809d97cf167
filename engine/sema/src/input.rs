//! Inputs besides catalog and sources: import targets and options.

use quarrel_base::FileId;
use quarrel_syntax::tree;
use std::sync::Arc;

/// Resolves imports. All files that imports can reach are loaded and parsed before analysis, so that analysis is a
/// function of values. `Sync`, because analysis may run on a thread of its own (deep nesting needs a deep stack).
pub trait ModuleSource: Sync {
    /// The library file that the dotted `path` of an import in the file `from` resolves to (language.md 4.4); `None` if
    /// there is none. The path `a.b.C` is passed as `["a", "b", "C"]`.
    fn resolve(&self, from: FileId, path: &[Arc<str>]) -> Option<FileId>;

    /// The syntax tree of an entry or of a file returned by [`ModuleSource::resolve`].
    fn tree(&self, file: FileId) -> &tree::File;

    /// Whether member calls without `this.` get a warning in that file (`warnOnImplicitThis` of its pack).
    fn warns_of_implicit_this(&self, _file: FileId) -> bool {
        false
    }
}

/// The extent of the analysis.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether to check every body in the entry files and everything they import, not only what the entries' queries
    /// reach; parameterised modules are then checked against their signatures as well.
    pub check_all: bool,
    /// Whether to record the meaning of names in the entry files, for an editor.
    pub record: bool,
    /// Whether to keep bodies of parameterised modules that are checked by themselves, to show their types: they are
    /// not part of the program.
    pub templates: bool,
}
