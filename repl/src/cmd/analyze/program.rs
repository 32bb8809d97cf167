//! The sources of an analysis as a database: a [`Request`] flows in, a [`Program`] flows out. The database is made when
//! somebody needs it: what an earlier run kept may be enough.

use super::request::Request;
use quarrel_console::Failure;
use quarrel_driver::kept::Kept;
use quarrel_driver::limits::AtWork;
use quarrel_driver::{cache, extract, in_pool, open, scratch, texts};
use quarrel_engine::{Catalog, Edb};
use quarrel_extractor::{Report as Extracted, source};
use quarrel_files::Scratch;
use quarrel_store::SqliteDb;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The sources and their data.
#[derive(Debug)]
pub struct Program {
    /// The folder or file of the sources.
    pub(super) root: PathBuf,
    /// The counts of the extraction.
    pub(super) extracted: Extracted,
    /// Kept results of earlier runs.
    pub(super) kept: Option<Kept>,
    /// The database, once it is made.
    db: OnceCell<SqliteDb>,
    /// The temporary folder of the database; `None` if the user keeps the database.
    scratch: Scratch,
}

impl Program {
    /// The program of a database, or of sources of which an earlier run has kept something.
    ///
    /// # Errors
    /// If there can be no folder for a database that is made later.
    pub(super) fn new(
        request: &Request<'_>,
        db: Option<SqliteDb>,
        extracted: Extracted,
        kept: Option<Kept>,
    ) -> Result<Self, Failure> {
        let db = db.map_or_else(OnceCell::new, OnceCell::from);
        Ok(Self { root: request.root.clone(), extracted, kept, db, scratch: scratch()? })
    }

    /// The program of sources that are extracted now. The database is that of the request, or a temporary one;
    /// `extract` makes it at the path that it gets.
    ///
    /// # Errors
    /// Those of `extract`, or if the database cannot be read.
    pub(super) fn extract<T>(
        request: &Request<'_>,
        kept: Option<Kept>,
        extract: impl FnOnce(&Path) -> Result<(T, Extracted), Failure>,
    ) -> Result<(T, Self), Failure> {
        let mut program = Self::new(request, None, Extracted::default(), kept)?;
        let file = request.args.db.clone().unwrap_or_else(|| program.file());
        let made;
        (made, program.extracted) = extract(&file)?;
        program.db = program.open(&file, request)?.into();
        Ok((made, program))
    }

    /// Opens the database of the last extraction.
    fn open(&self, file: &Path, request: &Request<'_>) -> Result<SqliteDb, Failure> {
        let db = open(file)?;
        Ok(match &self.extracted.changes {
            Some(changes) if request.again.is_some_and(|again| again.last.is_next()) => {
                db.with_changes(Arc::clone(changes))
            }
            _ => db,
        })
    }

    fn file(&self) -> PathBuf {
        self.scratch.path().join("code.db")
    }

    /// The schema of the database.
    ///
    /// # Errors
    /// If the bundled schema is broken, which is a bug.
    pub(super) fn catalog(&self) -> Result<Catalog, Failure> {
        self.db.get().map_or_else(extract::bundled_catalog, |db| Ok(db.catalog().clone()))
    }

    /// The database; extracts the sources on first use.
    ///
    /// # Errors
    /// If they cannot be.
    pub(super) fn db(&self, request: &Request<'_>) -> Result<&SqliteDb, Failure> {
        if let Some(db) = self.db.get() {
            return Ok(db);
        }
        // What is wrong with the sources is known from the run before.
        extract_sources(request, &self.file(), false, &request.at_work(), &mut |_| ())?;
        let db = open(&self.file())?;
        Ok(self.db.get_or_init(|| db))
    }

    /// Whether all results are from an earlier run.
    pub(super) fn is_kept(&self) -> bool {
        self.db.get().is_none()
    }

    /// The analysed texts by the names of their files: as the database has them, or as they still are.
    pub fn texts(&self) -> impl Fn(&str) -> Option<String> + '_ {
        let known = self.db.get().map(texts);
        move |path| match &known {
            Some(known) => known(path),
            None if self.root.is_file() => read(&self.root),
            None => read(&self.root.join(path)),
        }
    }
}

fn read(path: &Path) -> Option<String> {
    source::read(path).ok().map(|read| read.text)
}

/// Extracts the sources of a request into `db`; what could not be read goes to `report`.
///
/// # Errors
/// If the sources cannot be read, or the database cannot be written.
pub(super) fn extract_sources(
    request: &Request<'_>,
    db: &Path,
    for_codeql: bool,
    at_work: &AtWork,
    report: &mut dyn FnMut(String),
) -> Result<Extracted, Failure> {
    let args = request.args;
    let into = extract::Target { db, is_scratch: args.db.is_none(), for_codeql };
    let libraries = args.asked.libraries.named();
    let (root, threads, quiet) = (&request.root, args.threads, args.quiet);
    let Some(last) = request.again.map(|again| &again.last).filter(|_| !for_codeql) else {
        return extract::extract_showing(root, into, threads, &libraries, at_work, quiet, report);
    };
    last.extraction.replace(db, |previous| {
        extract::extract_after(root, into, threads, &libraries, at_work, quiet, report, previous)
    })
}

/// What earlier runs found in the sources of a request, with what is to be said of their class path. `None` if nobody
/// wants it, or it cannot be known what an extraction reads.
pub(super) fn kept(request: &Request<'_>) -> Option<(Kept, Vec<String>)> {
    let args = request.args;
    if args.no_cache || args.db.is_some() {
        return None;
    }
    let mut messages = Vec::new();
    let libraries = args.asked.libraries.named();
    let options = extract::options(&request.root, &libraries, false, &mut |text| messages.push(text)).ok()?;
    let cache = cache()?;
    let kept =
        in_pool(args.threads, || Ok(Kept::of(&cache, &request.root, &options, &request.named))).ok()??;
    Some((kept, messages))
}
