//! Optimised programs in the user's cache: the passes take longer than all before them, and most runs compile what an
//! earlier one has compiled.

use super::compile::CompileError;
use quarrel_datalog::passes::{self, PassOptions};
use quarrel_datalog::{Program, Stratified, stratify};
use quarrel_files::cache::{Cache, Key};

/// Where optimised programs are kept.
#[derive(Clone, Debug)]
pub struct Programs {
    cache: Cache,
    /// Identifies the passes: the build of this program.
    build: [u8; 32],
}

impl Programs {
    /// Programs in that cache, optimised by that build.
    pub fn new(cache: Cache, build: [u8; 32]) -> Self {
        Self { cache, build }
    }

    fn key(&self, lowered: &Program, options: &PassOptions) -> Option<Key> {
        let mut key = Key::new("programs");
        key.add(&self.build);
        key.add(format!("{options:?}").as_bytes());
        key.add(&postcard::to_stdvec(lowered).ok()?);
        Some(key)
    }
}

/// Runs the passes, or takes what they once made of this program.
///
/// # Errors
/// If the program cannot be stratified any more, which is a bug.
pub(super) fn optimise(
    lowered: &Program,
    options: &PassOptions,
    programs: Option<&Programs>,
) -> Result<Stratified, CompileError> {
    let kept = programs.and_then(|programs| Some((&programs.cache, programs.key(lowered, options)?)));
    let known = kept.as_ref().and_then(|(cache, key)| postcard::from_bytes(&cache.get(key)?).ok());
    if let Some(known) = known {
        return Ok(known);
    }
    let optimised = stratify(passes::run(lowered.clone(), options))
        .map_err(|error| CompileError::Internal(format!("a pass made a negative cycle: {error:?}")))?;
    if let Some((cache, key)) = &kept
        && let Ok(bytes) = postcard::to_stdvec(&optimised)
    {
        // Without room in the cache the next run does this again.
        let _ = cache.put(key, &bytes);
    }
    Ok(optimised)
}
