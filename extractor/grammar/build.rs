//! Compiles the parser that the generator wrote.

fn main() {
    println!("cargo:rerun-if-changed=src/parser.c");
    let mut build = cc::Build::new();
    // With debug info it takes longer to compile, and nobody reads it.
    build.file("src/parser.c").include("src").std("c11").debug(false);
    build.flag_if_supported("-utf-8");
    build.compile("quarrel-java-grammar");
}
