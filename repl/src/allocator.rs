//! The allocator of the whole process.
//!
//! Evaluation often allocates and frees columns of many megabytes. The system's allocator returns these pages each time, and
//! the kernel fills new ones with zeros; with musl it also has one lock for all threads.

use libmimalloc_sys::{mi_option_get, mi_option_set, mi_option_t};
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The option with the milliseconds after which freed pages are returned. The crate has no name for it; this is the number
/// in the C header since version 2.
const PURGE_DELAY: mi_option_t = 15;

/// The default value.
const DEFAULT_DELAY: std::ffi::c_long = 1000;

/// Keeps freed pages until the process ends; for short commands.
#[expect(unsafe_code, reason = "options of a C library")]
pub fn keep_pages() {
    // SAFETY: both functions read and write a number in a table that they check the bounds of; no thread runs yet.
    unsafe {
        // Changes neither the user's `MIMALLOC_PURGE_DELAY` nor an option of another meaning.
        if mi_option_get(PURGE_DELAY) == DEFAULT_DELAY {
            mi_option_set(PURGE_DELAY, -1);
        }
    }
}
