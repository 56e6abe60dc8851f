//! A hash table of counts that threads share without locks.

use core::sync::atomic::{AtomicU64, Ordering};
use std::vec::Vec;

use super::board::CounterBoard;

/// A position's key: 128 bits of a hash of all its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(u128);

impl Key {
    #[inline(always)]
    pub(super) fn of(board: &CounterBoard, white: bool) -> Self {
        let [a, b] = &board.sides;
        let rest = u64::from(board.rights.0) << 1 | u64::from(white);
        let words = [
            a.pawns,
            a.knights,
            a.diagonal,
            a.orthogonal,
            a.king,
            b.pawns,
            b.knights,
            b.diagonal,
            b.orthogonal,
            b.king,
            board.en_passant,
            rest,
        ];
        // Two chains of multiplications. The high half of each product is mixed into its low half.
        let (mut low, mut high) = (0x243f_6a88_85a3_08d3_u64, 0x1319_8a2e_0370_7344_u64);
        for word in words {
            low = fold(low ^ word, 0x9e37_79b9_7f4a_7c15);
            high = fold(high ^ word.rotate_left(32), 0xd1b5_4a32_d192_ed03);
        }
        Self(u128::from(high) << 64 | u128::from(low))
    }
}

#[inline(always)]
fn fold(word: u64, factor: u64) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
    let halves = |product: u128| (product as u64, (product >> 64) as u64);
    let (low, high) = halves(u128::from(word) * u128::from(factor));
    // The word itself is mixed in too, so that a product of zero loses no word.
    low ^ high ^ word.rotate_left(29)
}

/// An entry of the table. It stores the count, and the key's high half mixed with the count, so
/// that halves of two different entries are not taken for one entry.
struct HashEntry {
    check: AtomicU64,
    count: AtomicU64,
}

/// Counts of positions by key and depth.
pub(crate) struct HashTable {
    entries: Vec<HashEntry>,
}

impl HashTable {
    /// The number of bytes of an entry.
    pub(crate) const ENTRY_BYTES: usize = size_of::<HashEntry>();

    /// Makes a table of a number of entries, at least one.
    pub(crate) fn new(entries: usize) -> Self {
        let entry = || HashEntry { check: AtomicU64::new(0), count: AtomicU64::new(0) };
        Self { entries: core::iter::repeat_with(entry).take(entries).collect() }
    }

    /// Returns an entry and the value of its check before the count is mixed in.
    #[inline(always)]
    fn entry(&self, Key(key): Key, depth: u32) -> (&HashEntry, u64) {
        // The key includes the depth, so that each depth has its own entries.
        let key = key ^ u128::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        #[expect(clippy::cast_possible_truncation, reason = "one half chooses, the other checks")]
        let (low, high) = (key as u64, (key >> 64) as u64);
        let index = (u128::from(low) * self.entries.len() as u128) >> 64;
        #[expect(clippy::cast_possible_truncation, reason = "less than the length")]
        let entry = &self.entries[index as usize];
        (entry, high | 1)
    }

    #[inline(always)]
    pub(super) fn get(&self, key: Key, depth: u32) -> Option<u64> {
        let (entry, check) = self.entry(key, depth);
        let count = entry.count.load(Ordering::Relaxed);
        (entry.check.load(Ordering::Relaxed) ^ count == check).then_some(count)
    }

    #[inline(always)]
    pub(super) fn insert(&self, key: Key, depth: u32, count: u64) {
        let (entry, check) = self.entry(key, depth);
        entry.count.store(count, Ordering::Relaxed);
        entry.check.store(check ^ count, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::counter::castles::Rights;
    use crate::counter::pieces::Pieces;

    #[test]
    fn a_count_comes_back_for_its_key_and_depth_alone() {
        let table = HashTable::new(1 << 16);
        let mut board = CounterBoard::default();
        board.sides[0].king = 1;
        let key = Key::of(&board, true);
        assert_eq!(table.get(key, 4), None);
        table.insert(key, 4, 400);
        assert_eq!(table.get(key, 4), Some(400));
        assert_eq!(table.get(key, 5), None);
        assert_eq!(table.get(Key::of(&board, false), 4), None);
    }

    /// Checks how many keys are pushed out of their entry by other keys: 37 % with as many keys as
    /// entries.
    #[test]
    fn keys_spread_over_all_entries() {
        let entries = 1 << 10;
        let table = HashTable::new(entries);
        let key = |number: usize| {
            Key::of(&CounterBoard { en_passant: number as u64, ..CounterBoard::default() }, true)
        };
        for number in 0..entries {
            table.insert(key(number), 3, number as u64);
        }
        let kept = (0..entries).filter(|&number| table.get(key(number), 3) == Some(number as u64));
        assert!((55..72).contains(&(100 * kept.count() / entries)));
    }

    #[test]
    fn whatever_changes_of_a_position_changes_both_halves_of_its_key() {
        let mut boards = Vec::new();
        for square in 0..64 {
            let bit = 1 << square;
            for side in 0..2 {
                let of = |set| {
                    let word = |index| if index == set { bit } else { 0 };
                    Pieces {
                        pawns: word(0),
                        knights: word(1),
                        diagonal: word(2),
                        orthogonal: word(3),
                        king: word(4),
                    }
                };
                for pieces in (0..5).map(of) {
                    let mut board = CounterBoard::default();
                    board.sides[side] = pieces;
                    boards.push(board);
                }
            }
            boards.push(CounterBoard { en_passant: bit, ..CounterBoard::default() });
        }
        boards.extend(
            (0..16)
                .map(|rights| CounterBoard { rights: Rights(rights), ..CounterBoard::default() }),
        );
        let keys =
            boards.iter().flat_map(|board| [Key::of(board, true).0, Key::of(board, false).0]);
        let keys: Vec<u128> = keys.collect();
        let halves = [0, 64].map(|shift| {
            let half = |key: &u128| key >> shift & u128::from(u64::MAX);
            keys.iter().map(half).collect::<BTreeSet<_>>().len()
        });
        assert_eq!(halves, [2 * (11 * 64 + 16); 2]);
    }
}
