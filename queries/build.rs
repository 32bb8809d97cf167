//! Has the packs embedded anew when a file of theirs is added, changed or removed.

fn main() {
    for pack in [
        "atomicity",
        "concurrency",
        "consistency",
        "deadlocks",
        "lib",
        "races",
        "report",
        "thread-safety",
    ] {
        println!("cargo::rerun-if-changed={pack}");
    }
    println!("cargo::rerun-if-changed=src");
}
