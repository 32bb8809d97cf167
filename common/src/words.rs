//! Numbers in sentences.

/// The form of a regular English noun for a number of things: `file`, `files`; `class`, `classes`; `query`, `queries`.
pub fn plural(number: usize, noun: &str) -> String {
    let ends = |ends: &[&str]| ends.iter().any(|end| noun.ends_with(end));
    match noun.strip_suffix('y').filter(|_| !ends(&["ay", "ey", "oy", "uy"])) {
        _ if number == 1 => noun.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None if ends(&["s", "x", "ch", "sh"]) => format!("{noun}es"),
        None => format!("{noun}s"),
    }
}

/// A number with its noun: `1 file`, `2 files`, `1,000 files`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{} {}", grouped(number), plural(number, noun))
}

/// A number with commas between groups of three digits.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_noun() {
        assert_eq!([0, 1, 1234].map(|n| count(n, "class")), ["0 classes", "1 class", "1,234 classes"]);
        let two = |noun| plural(2, noun);
        assert_eq!(["row", "query", "key", "match"].map(two), ["rows", "queries", "keys", "matches"]);
        assert_eq!([7, 1234, 1_234_567].map(grouped), ["7", "1,234", "1,234,567"]);
    }
}
