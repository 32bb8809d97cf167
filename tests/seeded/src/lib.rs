//! Cases for tests that a number, the seed, determines. The environment says which seeds to try; numbers and pieces of
//! texts that look random, and are the same for a seed on every machine, flow out.
//!
//! `QUARREL_SEED=N` runs seed `N` alone: a failure names it. `QUARREL_CASES=N` runs so many seeds, from 0 on, instead of
//! the few that run with all tests.

use std::ops::Range;

/// A number in the environment.
pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The seed that `QUARREL_SEED` asks for alone.
pub fn only_seed() -> Option<u64> {
    number("QUARREL_SEED")
}

/// The seeds to try, of which there are `few` by default.
pub fn seeds(few: u64) -> Range<u64> {
    match only_seed() {
        Some(seed) => seed..seed + 1,
        None => 0..number("QUARREL_CASES").unwrap_or(few),
    }
}

/// The same after those at the beginning of each line of `known`, which failed once.
pub fn seeds_after(known: &str, few: u64) -> Vec<u64> {
    let known = known.lines().filter_map(|line| line.split_whitespace().next()?.parse().ok());
    match only_seed() {
        Some(seed) => vec![seed],
        None => known.chain(seeds(few)).collect(),
    }
}

/// A small generator of numbers (xorshift64, after Marsaglia, 2003), good enough to choose by.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers that belong to `seed`.
    pub fn new(seed: u64) -> Self {
        // The state is never zero.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    /// Other numbers of the same seed, for a second input beside the first.
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
    /// The next number below `limit` (0 if there is none).
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 11) as usize % limit.max(1)
    }
    /// Whether something happens that happens so often in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
    /// Whether something happens that happens once in so many times.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
    /// One of these things, which must not be none.
    pub fn of<T: Clone>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())].clone()
    }
}

/// A text as words, numbers, runs of blanks and single other characters.
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
    fn a_seed_means_the_same_numbers_for_ever() {
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
