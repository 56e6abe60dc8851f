//! Looks up a line's masked occupied squares in a dictionary that stores them as keys.
//!
//! # Idea
//!
//! This is the most direct look-up. Each square and line has a dictionary, from the occupied
//! squares of the line to the attacks. The dictionary assumes nothing about its keys except that
//! they are words. Each key may stand in two buckets of two places, which two multiplicative hashes
//! choose. The keys in these places are compared with the one sought. That is always four
//! comparisons and no loop.
//!
//! # Diagram
//!
//! ```text
//! occupied          relevant          key               first_key
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . 1 .   . . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . . . . . 1 . .   . . . . . 1 . .
//! . . . . . . . .   . . . . 1 . . .   . . . . . . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . 1 . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . 1 . .   . 1 . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . 1   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!
//! first_attacks     second_key        second_attacks    found
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . 1 .   . . . . . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . . . .   . . . . . 1 . .
//! . . . . 1 . . .   . . . . 1 . . .   . . . . 1 . . .   . . . . 1 . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . 1 . . . . .   . . 1 . . . . .   . . 1 . . . . .   . . 1 . . . . .
//! . 1 . . . . . .   . 1 . . . . . .   . . . . . . . .   . 1 . . . . . .
//! 1 . . . . . . .   . . . . . . . .   . . . . . . . .   1 . . . . . . .
//!
//! diagonal_attacks   queen_attacks
//! . . . . . . . .    . . . . . . . .
//! . . . . . . . .    1 . . 1 . . . .
//! . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . 1 . . .    . . 1 1 1 . . .
//! . . . . . . . .    . 1 1 . 1 1 1 .
//! . . 1 . . . . .    . . 1 1 1 . . .
//! . 1 . . . . . .    . 1 . 1 . 1 . .
//! 1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `relevant`: the line's squares that matter, without its two ends; `key = occupied & relevant`;
//! - `bucket = key * factor >> 58` for each of two factors;
//! - in each bucket, the attacks of the place whose key is `key`: a mask of all ones where their
//!   xor is zero, and nothing from the others.
//!
//! # Cost
//!
//! - Tables: 526,336 bytes (`RELEVANT_LINES` 2,048, `DICTIONARIES` 524,288).
//! - Operations on a plain word: 43 for a line, 87 for a rook, 87 for a bishop, 175 for a queen.
//!   Those for a queen include 36 table look-ups and 8 multiplications.
//! - Longest chain: 17 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! Sam Tannous, Avoiding Rotated Bitboards with Direct Lookup, ICGA Journal 30(2), 2007, with the
//! dictionaries of Python. The dictionary here is a bucketed cuckoo hash, built at compile time.
//! Each of 256 lines has 64 buckets of two places, and at most half of the places are taken.

use super::relevant_attacks::{LINE_ATTACKS, inner_squares, line_index};
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, Square, TechniqueInfo, Word,
    attacks_line_by_line, formula, steps, table,
};

/// The dictionary look-up.
#[derive(Debug, Clone, Copy)]
pub struct HashDictionary;

impl SliderAttacks for HashDictionary {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "hash-dictionary",
        name: "Hashing dictionaries",
        family: Family::Lookup,
        inventors: &["Sam Tannous"],
        year: 2007,
        source: "Avoiding Rotated Bitboards with Direct Lookup, ICGA Journal 30(2)",
        needs: &[Instruction::Multiply],
        tables: &[RELEVANT_LINES::RECIPE, DICTIONARIES::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

/// The factors of the two hashes. They are odd and have no pattern.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];

impl LineAttacks for HashDictionary {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        formula! {
            dictionary = square.shl(2) | square.splat(line as u64);
            relevant = dictionary.lookup(&RELEVANT_LINES);
            key = *occupied & relevant;
        }
        in_bucket(dictionary, key, FACTORS[0]) | in_bucket(dictionary, key, FACTORS[1])
    }
}

/// Returns the attacks of a key if they are in the bucket that a factor gives, else nothing.
#[inline(always)]
fn in_bucket<W: Word>(dictionary: W, key: W, factor: u64) -> W {
    formula! {
        bucket = key.wrapping_mul(key.splat(factor)).shr(58);
        place = dictionary.shl(8) | bucket.shl(2);
        first_key = place.lookup(&DICTIONARIES);
        first_attacks = (place | place.splat(1)).lookup(&DICTIONARIES);
        second_key = (place | place.splat(2)).lookup(&DICTIONARIES);
        second_attacks = (place | place.splat(3)).lookup(&DICTIONARIES);
        found = ((first_key ^ key).zero_mask() & first_attacks)
            | ((second_key ^ key).zero_mask() & second_attacks);
    }
    found
}

table! {
    /// The squares of each line that matter, 2 KiB: by square, then by line.
    pub(super) static RELEVANT_LINES: [u64; 256] = relevant_lines();
}

const fn relevant_lines() -> [u64; 256] {
    let mut entries = [0; 256];
    let mut index = 0;
    while index < 256 {
        let square = Square::ALL[index / 4];
        entries[index] = steps::relevant_occupancy(square, Line::ALL[index % 4]).0;
        index += 1;
    }
    entries
}

/// The key of an empty place. No line is the whole board.
const NO_KEY: u64 = u64::MAX;

table! {
    /// The dictionaries, 512 KiB: by square, line and bucket, two places of a key and its attacks.
    static DICTIONARIES: [u64; 65_536]
        from (relevant_lines = RELEVANT_LINES, line_attacks = LINE_ATTACKS)
        = dictionaries(relevant_lines, line_attacks);
}

const fn dictionaries(relevant_lines: &[u64; 256], line_attacks: &[u64; 16_384]) -> [u64; 65_536] {
    let mut places = [0; 65_536];
    let mut place = 0;
    while place < 65_536 {
        places[place] = NO_KEY;
        place += 2;
    }
    let mut dictionary = 0;
    while dictionary < 256 {
        let relevant = relevant_lines[dictionary];
        let line = Line::ALL[dictionary % 4];
        let along_line = line_index(line, dictionary / 4);
        let mut subset = 0;
        loop {
            let inner = inner_squares(line, dictionary / 4, subset);
            insert(&mut places, dictionary, subset, line_attacks[along_line | inner]);
            if subset == relevant {
                break;
            }
            subset = ((subset | !relevant) + 1) & relevant;
        }
        dictionary += 1;
    }
    places
}

/// Puts a key and its attacks into a dictionary. Other keys move to their second bucket as needed.
const fn insert(places: &mut [u64; 65_536], dictionary: usize, key: u64, attacks: u64) {
    let mut entry = [key, attacks];
    let mut turn = 0;
    while turn < 256 {
        // The first free place of the two places of both buckets.
        let mut choice = 0;
        while choice < 4 {
            let place = place_of(dictionary, entry[0], choice);
            if places[place] == NO_KEY {
                places[place] = entry[0];
                places[place + 1] = entry[1];
                return;
            }
            choice += 1;
        }
        // If all places are taken, take one of them, each in turn, and find another place for its
        // entry.
        let place = place_of(dictionary, entry[0], turn % 4);
        let moved = [places[place], places[place + 1]];
        places[place] = entry[0];
        places[place + 1] = entry[1];
        entry = moved;
        turn += 1;
    }
    panic!("a dictionary has no place for a key: choose other factors");
}

/// Returns one of a key's four places.
const fn place_of(dictionary: usize, key: u64, choice: usize) -> usize {
    let bucket = (key.wrapping_mul(FACTORS[choice % 2]) >> 58) as usize;
    dictionary << 8 | bucket << 2 | (choice / 2) << 1
}
