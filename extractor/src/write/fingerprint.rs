//! A fingerprint of 128 bits of all rows and texts, in the order in which they are stored. Equal databases have equal
//! fingerprints; caches use it to recognise a database. It does not protect against people who want two databases to
//! look equal.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The state after the values so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fingerprint {
    lanes: [u64; 4],
    seen: u64,
}

impl Default for Fingerprint {
    fn default() -> Self {
        Self {
            lanes: [
                0x243f_6a88_85a3_08d3,
                0x1319_8a2e_0370_7344,
                0xa409_3822_299f_31d0,
                0x082e_fa98_ec4e_6c89,
            ],
            seen: 0,
        }
    }
}

/// An odd number with as many ones as zeros.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Fingerprint {
    #[inline]
    fn mix(lane: u64, word: u64) -> u64 {
        let product = u128::from(lane ^ word) * u128::from(FACTOR);
        (product as u64) ^ ((product >> 64) as u64).wrapping_add(word)
    }

    /// Adds the value in a column of the next row of some table.
    #[inline]
    pub(super) fn value(&mut self, column: usize, value: Option<i64>) {
        // Neighbours go to different lanes, so that none waits for the one before it.
        let lane = &mut self.lanes[column % 4];
        *lane = Self::mix(*lane, value.map_or(u64::MAX, i64::cast_unsigned));
    }

    /// Adds the number of a table's new rows.
    pub(super) fn rows(&mut self, table: usize, rows: usize) {
        self.seen += rows as u64 + 1;
        self.lanes[0] = Self::mix(self.lanes[0], (table as u64) << 32 | rows as u64);
    }

    /// Adds a text, or any bytes.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.seen += bytes.len() as u64 + 1;
        let mut hasher = FxHasher::default();
        hasher.write(bytes);
        self.lanes[2] = Self::mix(self.lanes[2], hasher.finish());
        self.lanes[3] = Self::mix(self.lanes[3], bytes.len() as u64);
    }

    /// The number, in hexadecimal digits.
    pub(super) fn text(&self) -> String {
        let [a, b, c, d] = self.lanes;
        let high = Self::mix(Self::mix(a, c), self.seen);
        let low = Self::mix(Self::mix(b, d), high);
        format!("{high:016x}{low:016x}")
    }
}

#[cfg(test)]
mod tests {
    use super::Fingerprint;

    #[test]
    fn whatever_changes_changes_it() {
        let of = |cells: &[&[u32]], texts: &[&str]| {
            let mut fingerprint = Fingerprint::default();
            for (table, cells) in cells.iter().enumerate() {
                for row in cells.chunks(2) {
                    row.iter()
                        .enumerate()
                        .for_each(|(at, cell)| fingerprint.value(at, Some(i64::from(*cell))));
                }
                fingerprint.rows(table, cells.len() / 2);
            }
            texts.iter().for_each(|text| fingerprint.bytes(text.as_bytes()));
            fingerprint.text()
        };
        let long: Vec<u32> = (0..1000).collect();
        let same = of(&[&long, &[1, 2]], &["a", "bc"]);
        assert_eq!(same, of(&[&long, &[1, 2]], &["a", "bc"]));
        assert_eq!(same.len(), 32);
        let mut all = vec![
            same,
            of(&[&long, &[2, 1]], &["a", "bc"]),
            of(&[&long, &[1, 2, 1, 2]], &["a", "bc"]),
            of(&[&[1, 2], &long], &["a", "bc"]),
            of(&[&long, &[1, 2]], &["ab", "c"]),
            of(&[&long, &[1, 2]], &["bc", "a"]),
            of(&[&long, &[1, 2]], &[]),
            of(&[], &[]),
        ];
        for at in [0, 7, 500, 999] {
            let mut other = long.clone();
            other[at] ^= 1 << 31;
            all.push(of(&[&other, &[1, 2]], &["a", "bc"]));
        }
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
