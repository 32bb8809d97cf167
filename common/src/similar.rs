//! Finds the most similar name, for "did you mean".

/// The most similar of some names, if one is similar enough to be meant; of equally similar ones the first by text.
pub fn most_similar<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = wanted.chars().count();
    // Short names are all similar: only the case may differ.
    let limit = if letters < 3 { 0 } else { (letters / 3).clamp(1, 3) };
    names
        .into_iter()
        .filter(|name| *name != wanted)
        .map(|name| {
            // Two letters that begin a word of three are that word.
            let limit = limit.max(usize::from(letters == 2 && name.starts_with(wanted)));
            (distance(wanted, name, limit), limit, name)
        })
        .filter(|(distance, limit, _)| distance <= limit)
        .min()
        .map(|(.., name)| name)
}

/// The edit distance of two names (insert, delete, replace, swap neighbours), ignoring case; any number above `limit`
/// if they differ more.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let a: Vec<char> = a.chars().map(|c| c.to_ascii_lowercase()).collect();
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    // The row before the last, for swaps.
    let mut older: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let replace = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(older[j - 2] + 1);
            }
            next.push(best);
        }
        older = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::most_similar;

    #[test]
    fn slips_are_recognised() {
        let names = ["getName", "getType", "hasName", "x", "n"];
        let similar = |wanted| most_similar(wanted, names);
        assert_eq!(similar("getname"), Some("getName"));
        assert_eq!(similar("gteType"), Some("getType"));
        assert_eq!(similar("getNames"), Some("getName"));
        assert_eq!(similar("getLocation"), None);
        assert_eq!(similar("m"), None);
        assert_eq!(similar("N"), Some("n"));
    }
}
