//! The allocator of the whole process.
//!
//! Evaluation takes and frees columns of many megabytes again and again. The system's allocator gives the pages of each
//! back and asks for them anew, which the kernel fills with zeros every time; and with musl it has one lock for all threads.

use libmimalloc_sys::{mi_option_get, mi_option_set, mi_option_t};
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// After how many milliseconds freed pages go back to the system. The crate has no name for it; the number is that of
/// the C header, and has been since version 2.
const PURGE_DELAY: mi_option_t = 15;

/// Its value if nobody has set it.
const DEFAULT_DELAY: std::ffi::c_long = 1000;

/// Freed pages stay with the process until it ends: for commands that come to an end soon.
#[expect(unsafe_code, reason = "options of a C library")]
pub fn keep_pages() {
    // SAFETY: both functions read and write a number in a table that they check the bounds of; no thread runs yet.
    unsafe {
        // A user's `MIMALLOC_PURGE_DELAY` is left alone, and so is an option that means something else.
        if mi_option_get(PURGE_DELAY) == DEFAULT_DELAY {
            mi_option_set(PURGE_DELAY, -1);
        }
    }
}
