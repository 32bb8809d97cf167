//! Damages texts. A seed always causes the same damage.

use quarrel_seeded::Random;

/// The text with one to six changes: parts removed, doubled, moved, replaced by `words` or by parts of `others`.
pub fn text(random: &mut Random, whole: &str, words: &[&str], others: &[String]) -> String {
    let mut chars: Vec<char> = whole.chars().collect();
    for _ in 0..1 + random.below(6) {
        let start = random.below(chars.len() + 1);
        let length = [1, 3, 12, 60, 400][random.below(5)];
        let end = (start + 1 + random.below(length)).min(chars.len());
        match random.below(7) {
            0 => drop(chars.drain(start..end)),
            1 => {
                let part = chars[start..end].to_vec();
                let times = [1, 1, 2, 9][random.below(4)];
                for _ in 0..times {
                    chars.splice(start..start, part.iter().copied());
                }
            }
            2 => {
                let part: Vec<char> = chars.drain(start..end).collect();
                let at = random.below(chars.len() + 1);
                chars.splice(at..at, part);
            }
            3 => drop(chars.splice(start..end, random.of(words).chars())),
            4 => drop(chars.splice(start..start, random.of(words).chars())),
            5 => {
                let other: Vec<char> = random.of(others).chars().collect();
                let from = random.below(other.len() + 1);
                let until = (from + 1 + random.below(length)).min(other.len());
                drop(chars.splice(start..start, other[from..until].iter().copied()));
            }
            _ => {
                let char =
                    char::from_u32([0, 9, 34, 39, 92, 123, 125, 0x202e, 0xfffd, 0x1f980][random.below(10)]);
                drop(chars.splice(start..start, char));
            }
        }
    }
    chars.into_iter().collect()
}
