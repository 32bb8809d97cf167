//! The name that someone may have meant.

/// The most similar of some names, if it is similar enough to be meant.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = known.into_iter().map(|name| (strsim::normalized_damerau_levenshtein(written, name), name));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))?;
    Some(best.1).filter(|_| best.0 >= 0.6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood() {
        let known = ["assume-thread-safe", "exclude", "packs"];
        assert_eq!(nearest("assume-threadsafe", known), Some("assume-thread-safe"));
        assert_eq!(nearest("pack", known), Some("packs"));
        assert_eq!(nearest("colour", known), None);
    }
}
