//! Java for tree-sitter.
//!
//! `parser.c` is the grammar of tree-sitter-java with what `changes.txt` changes in it. A program writes it: see the
//! README.

#![expect(unsafe_code, reason = "a function of C")]

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_java() -> *const ();
}

/// The language.
// SAFETY: the generated function takes nothing and returns a constant.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_java) };

#[cfg(test)]
mod tests {
    #[test]
    fn the_parser_is_generated_from_the_changes() {
        let (changes, parser) = (include_str!("../changes.txt"), include_str!("parser.c"));
        let head = parser.lines().skip(2).map(|line| line.trim_start_matches("//").trim());
        assert!(
            head.zip(changes.lines()).all(|(one, other)| one == other),
            "generate the parser again: see README.md"
        );
    }
}
