//! Has the packs embedded anew when a file of theirs is added, changed or removed.

fn main() {
    println!("cargo::rerun-if-changed=.");
}
