//! Compiles files, packs, suites and references for commands, and renders the diagnostics.

use crate::files::{cache, this_build};
use crate::{limits, queries};
use quarrel_common::similar::most_similar;
use quarrel_common::words;
use quarrel_console::terminal::color_on_stderr;
use quarrel_console::{Failure, note_styled};
use quarrel_engine::{
    Catalog, CompileError, CompileOptions, Compiled, Const, FileId, PackError, PackName, Place, Programs,
    Roots, Session, Stop, diag,
};
use std::path::{Path, PathBuf};

/// Compiles and runs query files against databases of one schema.
pub struct Compiler {
    session: Session,
    search_path: Vec<PathBuf>,
}

impl Compiler {
    /// A compiler for databases of the schema `catalog`; imports are also looked up in `search_path`.
    ///
    /// # Errors
    /// If a bundled pack is broken.
    pub fn new(catalog: Catalog, search_path: &[PathBuf]) -> Result<Self, Failure> {
        let roots = Roots::new(quarrel_queries::files(), search_path.to_vec());
        let mut session = Session::new(catalog, roots).map_err(pack_failure)?;
        session.set_limits(limits::of_command());
        Ok(Self { session, search_path: search_path.to_vec() })
    }

    /// Takes optimised programs from the user's cache, and keeps them there.
    #[must_use]
    pub fn keeping_programs(mut self) -> Self {
        let programs = cache().zip(this_build()).map(|(cache, build)| Programs::new(cache, build));
        self.session.keep_programs(programs);
        self
    }

    /// The session, for needs of single commands.
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// The packs and folders against which imports are resolved.
    pub fn roots(&self) -> &Roots {
        self.session.roots()
    }

    /// Sets the rows of the extensible predicate `name`, beside those of packs.
    pub fn replace(&mut self, name: &str, rows: impl IntoIterator<Item = Vec<Const>>) {
        self.session.set_external(name, Vec::new());
        self.extend(name, rows);
    }

    /// Adds rows to the extensible predicate `name`.
    pub fn extend(&mut self, name: &str, more: impl IntoIterator<Item = Vec<Const>>) {
        for cells in more {
            self.session.add_row(name, cells, "<options and quarrel.toml>");
        }
    }

    /// Whether the loaded files import a library `java` other than ours, such as CodeQL's.
    pub fn has_other_library(&mut self) -> bool {
        let is_library = |place: &Place| matches!(place, Place::Disk(path) if path.ends_with("java.qll"));
        let libraries: Vec<Place> =
            self.session.files().map(|(_, place)| place.clone()).filter(is_library).collect();
        libraries
            .iter()
            .any(|place| self.session.pack_of(place).is_none_or(|pack| pack.name != "quarrel/java-all"))
    }

    /// Loads a query file.
    ///
    /// # Errors
    /// If it does not exist or cannot be read.
    pub fn file(&mut self, path: &Path) -> Result<FileId, Failure> {
        let place = quarrel_engine::packs::disk(path).map_err(pack_failure)?;
        self.session.load(&place).map_err(|error| {
            let failure = pack_failure(error);
            if path.exists() { failure } else { failure.help("check the path; queries end in .ql") }
        })
    }

    /// Loads a query by its file, or by its id if it is bundled or on the search path.
    ///
    /// # Errors
    /// If there is no such query, or it cannot be read.
    pub fn query(&mut self, named: &Path) -> Result<FileId, Failure> {
        let Some(id) = named.to_str().filter(|_| !named.exists()) else { return self.file(named) };
        let mut known = queries::queries(&self.search_path);
        if let Some(known) = known.remove(id) {
            return self.session.load(&known.place).map_err(pack_failure);
        }
        if id.ends_with(".ql") {
            return self.file(named);
        }
        let failure = Failure::new(format!("there is no file and no query `{id}`"));
        Err(match most_similar(id, known.keys().map(String::as_str)) {
            Some(meant) => failure.help(format!("did you mean `{meant}`?")),
            None => failure.help("`quarrel packs` lists the queries; files of queries end in .ql"),
        })
    }

    /// Loads a query by its path in a pack: the pack of the file `from`, a dependency, one on the search path or a
    /// bundled one.
    ///
    /// # Errors
    /// If there is no such query.
    pub fn reference(&mut self, from: &Path, query: &str) -> Result<FileId, Failure> {
        let place = quarrel_engine::packs::disk(from).map_err(pack_failure)?;
        match self.session.find(&place, query).map_err(pack_failure)? {
            Some(place) => self.session.load(&place).map_err(pack_failure),
            None => Err(Failure::new(format!("{}: there is no query `{query}`", from.display()))
                .help("the path begins at the root of the pack; --search-path names a folder with the pack")),
        }
    }

    /// Loads the queries of a pack, by its name or its folder, or those that a suite (`.qls`) selects.
    ///
    /// # Errors
    /// If there is no such pack or suite, or it cannot be used.
    pub fn pack(&mut self, name: &str) -> Result<Vec<FileId>, Failure> {
        let path = Path::new(name);
        let on_disk = || quarrel_engine::packs::disk(path).map_err(pack_failure);
        let queries = if path.extension().is_some_and(|extension| extension == "qls") {
            Some(self.session.suite(&on_disk()?).map_err(pack_failure)?)
        } else {
            let folder = name.strip_prefix("quarrel/").unwrap_or(name);
            let is_bundled = self.session.roots().bundled_packs().contains_key(folder);
            let own = match path.is_dir() {
                true => self.session.pack(&PackName::Root(on_disk()?)).map_err(pack_failure)?,
                false => None,
            };
            match own {
                Some(queries) => Some(queries),
                // A folder of the project may have the name of a bundled pack.
                None if is_bundled => return self.bundled(folder),
                None if path.is_dir() => {
                    return Err(Failure::new(format!("the folder {name} is not a pack"))
                        .help("a pack has a file qlpack.yml; `quarrel pack new NAME` makes one"));
                }
                None => self.session.pack(&PackName::Name(name.to_owned())).map_err(pack_failure)?,
            }
        };
        let Some(queries) = queries else {
            let known: Vec<String> =
                self.session.roots().bundled_packs().keys().map(|name| (*name).to_owned()).collect();
            return Err(Failure::new(format!("there is no pack `{name}`"))
                .help(format!("bundled packs: {}; --search-path finds others", known.join(", "))));
        };
        queries.iter().map(|place| self.session.load(place).map_err(pack_failure)).collect()
    }

    /// Loads the queries of a bundled pack, even if there is a folder of the same name.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn bundled(&mut self, name: &str) -> Result<Vec<FileId>, Failure> {
        let pack = PackName::Root(Place::Bundled(name.to_owned()));
        let queries = self.session.pack(&pack).map_err(pack_failure)?.unwrap_or_default();
        queries.iter().map(|place| self.session.load(place).map_err(pack_failure)).collect()
    }

    /// Compiles loaded files; warnings go to standard error.
    ///
    /// # Errors
    /// If there are errors in them.
    pub fn compile(&mut self, entries: &[FileId], options: &CompileOptions) -> Result<Compiled, Failure> {
        let (compiled, warnings) = self.compile_silently(entries, options)?;
        print_warnings(&warnings);
        Ok(compiled)
    }

    /// Compiles loaded files; the caller prints the returned warnings with [`print_warnings`].
    ///
    /// # Errors
    /// If there are errors in them.
    pub fn compile_silently(
        &mut self,
        entries: &[FileId],
        options: &CompileOptions,
    ) -> Result<(Compiled, String), Failure> {
        match self.session.compile(entries, options) {
            Ok(compiled) => {
                let text = diag::render(&compiled.diagnostics, self.session.sources(), color_on_stderr());
                Ok((compiled, text))
            }
            Err(error) => Err(self.compile_failure(error)),
        }
    }

    /// The failure of a compilation.
    pub fn compile_failure(&self, error: CompileError) -> Failure {
        match error {
            CompileError::Pack(error) => pack_failure(error),
            CompileError::Stopped(stop) => compile_stopped(stop),
            CompileError::Internal(message) => Failure::new(format!("this is a bug in quarrel: {message}"))
                .help("please report it with the query"),
            CompileError::Mistakes(diagnostics) => {
                let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
                Failure::new(format!("{} in QL", words::count(errors, "mistake"))).rendered(diag::render(
                    &diagnostics,
                    self.session.sources(),
                    color_on_stderr(),
                ))
            }
        }
    }
}

/// Prints the warnings of a compilation on standard error, if there are any.
pub fn print_warnings(warnings: &str) {
    if !warnings.is_empty() {
        note_styled(warnings.trim_end());
    }
}

/// The failure for a file or pack that cannot be used.
pub fn pack_failure(error: PackError) -> Failure {
    let failure = Failure::new(error.message);
    match error.help {
        Some(help) => failure.help(help),
        None => failure,
    }
}

/// The failure of a compilation that was not finished.
pub fn compile_stopped(stop: Stop) -> Failure {
    let failure = Failure::new(format!("the compilation was not finished: {stop}"));
    match stop {
        Stop::Time(_) => failure.help("--timeout sets the limit"),
        Stop::Memory(_) => failure.help("--memory-limit sets the limit"),
        _ => failure,
    }
}
