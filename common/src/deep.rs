//! Threads with room for recursion: QL, Java and YAML nest as deeply as their authors like.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Bytes of stack. The system only gives memory to what is used of it.
pub const STACK: usize = 512 << 20;

/// A thread with a deep stack, not started yet.
pub fn thread(name: &str) -> Builder {
    Builder::new().name(name.to_owned()).stack_size(STACK)
}

/// Works on a thread with a deep stack and waits for the result; a panic goes on in the caller. Where no thread can be
/// started, works on the current one, whose stack is enough for ordinary input.
pub fn run<T: Send>(work: impl Fn() -> T + Sync) -> T {
    scope(|scope| match thread("deep").spawn_scoped(scope, &work) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => work(),
    })
}
