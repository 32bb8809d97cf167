//! Random test cases, determined by a seed: the same numbers for a seed on every machine.
//!
//! `QUARREL_SEED=N` runs seed `N` alone: a failure names it. `QUARREL_CASES=N` runs so many seeds instead of the few that
//! run with all tests, from 0 on or from `QUARREL_FIRST_SEED`.

use std::ops::Range;

/// The number in an environment variable; `None` if it is not set.
pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The seed in `QUARREL_SEED`; `None` if it is not set.
pub fn only_seed() -> Option<u64> {
    number("QUARREL_SEED")
}

/// The seeds to try; `few` by default.
pub fn seeds(few: u64) -> Range<u64> {
    match only_seed() {
        Some(seed) => seed..seed + 1,
        None => {
            let first = number("QUARREL_FIRST_SEED").unwrap_or(0);
            first..first + number("QUARREL_CASES").unwrap_or(few)
        }
    }
}

/// The seeds that failed once, which begin the lines of `known`, and then those of [`seeds`].
pub fn seeds_after(known: &str, few: u64) -> Vec<u64> {
    let known = known.lines().filter_map(|line| line.split_whitespace().next()?.parse().ok());
    match only_seed() {
        Some(seed) => vec![seed],
        None => known.chain(seeds(few)).collect(),
    }
}

/// A small random number generator: xorshift64 (Marsaglia, 2003).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of `seed`.
    pub fn new(seed: u64) -> Self {
        // The state is never zero.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    /// An independent generator of the same seed, for a second input.
    pub fn second(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xd134_2543_de82_ef95) | 1)
    }
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    /// The next number below `limit`; 0 if `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 11) as usize % limit.max(1)
    }
    /// `true` in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
    /// `true` in one of `count` cases.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
    /// One of these things; panics if there are none.
    pub fn of<T: Clone>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())].clone()
    }
}

/// Splits a text into words, numbers, runs of blanks and other single characters.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let sort =
            |c: char| if c.is_alphanumeric() || c == '_' { 1 } else { 2 * i32::from(c.is_whitespace()) };
        let end = match sort(first) {
            0 => first.len_utf8(),
            same => rest.find(|c| sort(c) != same).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        let mut random = Random::new(7);
        let first: Vec<usize> = (0..4).map(|_| random.below(1000)).collect();
        let mut again = Random::new(7);
        assert_eq!(first, (0..4).map(|_| again.below(1000)).collect::<Vec<_>>());
        assert_ne!(first, [0; 4]);
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn tokens_are_the_whole_text() {
        let text = "int x1 =  \"ä\"+ 2;";
        assert_eq!(tokens(text).concat(), text);
        assert_eq!(tokens(text)[..4], ["int", " ", "x1", " "]);
    }
}
