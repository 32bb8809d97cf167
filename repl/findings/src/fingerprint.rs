//! Fingerprints identify findings while lines move: a hash of the query, the method (or class, or file) around it, the
//! element and the first named thing (the field or lock), and an ordinal among findings that are equal in these.

use super::Finding;
use std::collections::HashMap;

/// The key of fingerprints in SARIF.
pub const FINGERPRINT: &str = "quarrel/v1";

/// Sets the fingerprint of each finding; the findings are in the order of their places.
pub fn assign(findings: &mut [Finding]) {
    let mut seen: HashMap<u64, usize> = HashMap::new();
    for finding in findings {
        let around = finding.callable.as_deref().or(finding.class.as_deref());
        let around = around.unwrap_or_else(|| finding.path()).to_owned();
        let spoken_of = finding.related.first().map_or("", |related| &related.text);
        let hash = fnv(&[&finding.rule.id, &around, &finding.element, spoken_of]);
        let ordinal = seen.entry(hash).and_modify(|count| *count += 1).or_insert(1);
        finding.fingerprint = format!("{hash:016x}:{ordinal}");
    }
}

/// The 64-bit FNV-1a hash of texts. It must never change, since baselines store it.
fn fnv(texts: &[&str]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_specification() {
        // "a" hashes to af63dc4c8601ec8c; the separator is one more byte 0.
        let with_separator = 0xaf63_dc4c_8601_ec8c_u64.wrapping_mul(0x0100_0000_01b3);
        assert_eq!(fnv(&["a"]), with_separator);
        assert_ne!(fnv(&["ab", "c"]), fnv(&["a", "bc"]));
    }
}
