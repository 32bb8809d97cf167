//! Adds suggestions to diagnostics of unresolved names: the imports that would resolve them.

use super::Session;
use crate::packs::advice::{Advisor, Sort};
use quarrel_base::diag::Help;
use quarrel_base::{Code, Diagnostic};

impl Session {
    /// Suggests files to import for unresolved names.
    pub(crate) fn advise(&mut self, diagnostics: &mut [Diagnostic]) {
        let mut advisor = Advisor::default();
        for diagnostic in diagnostics {
            self.advise_import(diagnostic, &mut advisor);
        }
    }

    /// Suggests the file to import for a name that no loaded file declares.
    fn advise_import(&mut self, diagnostic: &mut Diagnostic, advisor: &mut Advisor) {
        let sort = match diagnostic.code {
            Code::UnresolvedType => Sort::Type,
            Code::UnresolvedPredicate => Sort::Predicate,
            Code::UnresolvedModule => Sort::Module,
            Code::UnresolvedSignature => Sort::Signature,
            Code::UnresolvedImport => return self.advise_path(diagnostic, advisor),
            _ => return,
        };
        if diagnostic.help.iter().any(|help| matches!(help, Help::Declared(_))) {
            return;
        }
        let name = self.sources.text(diagnostic.primary).to_owned();
        let from = diagnostic.primary.file;
        // A broken pack file was reported when the file was loaded.
        let paths = advisor
            .importable(&mut self.library, &self.roots, &mut self.sources, from, sort, &name)
            .unwrap_or_default();
        let import = |(at, path)| Help::Import { path, name: name.clone(), is_first: at == 0 };
        diagnostic.help.splice(0..0, paths.into_iter().enumerate().map(import));
    }

    /// Suggests files with similar paths for an import that is not found.
    fn advise_path(&mut self, diagnostic: &mut Diagnostic, advisor: &mut Advisor) {
        let path = self.sources.text(diagnostic.primary).to_owned();
        let from = diagnostic.primary.file;
        let similar = advisor.like_import(&mut self.library, &self.roots, &mut self.sources, from, &path);
        diagnostic.help.extend(similar);
    }
}
