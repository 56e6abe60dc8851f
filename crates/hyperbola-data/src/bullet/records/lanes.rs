//! Records in the lanes of words.
//!
//! Piece number k of a record has four bits. The first of these four bits of all pieces are one
//! number of at most 32 bits, the second ones another, and so on. Depositing such a number on the
//! occupied squares makes a set of squares, and roles and colours are combinations of the four
//! sets.

use hyperbola::setwise::king_attacks;
use hyperbola::word::{Vector, WideWord, WordVisitor};
use hyperbola::{Color, Word};
use hyperbola_features::{Block, Checkers, PositionSlice, WordFormula as _};
use hyperbola_moves::Role;

use super::{PIECES, Record, RecordBytes};

/// Decodes the pieces of records into columns, and returns which records are not valid, in
/// ascending order.
pub(super) fn decode(records: &[RecordBytes], sets: [&mut [u64]; 8], word: WideWord) -> Vec<usize> {
    word.run(Decode { records, sets })
}

struct Decode<'a> {
    records: &'a [RecordBytes],
    sets: [&'a mut [u64]; 8],
}

impl WordVisitor for Decode<'_> {
    type Output = Vec<usize>;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> Vec<usize> {
        let Self { records, sets } = self;
        let mut bad_records = Vec::new();
        let mut start = 0;
        while start < records.len() {
            let end = records.len().min(start + V::LANES);
            let (block, bad) = decoded(load::<V>(token, &records[start..end]));
            let Block { roles: [a, b, c, d, e, f], colors: [white, black], .. } = block;
            let words = [a, b, c, d, e, f, white, black];
            let mut column = 0;
            while column < 8 {
                store(words[column], &mut sets[column][start..end]);
                column += 1;
            }
            for (lane, &bad) in bad.into_array().as_ref()[..end - start].iter().enumerate() {
                if bad != 0 {
                    bad_records.push(start + lane);
                }
            }
            start = end;
        }
        bad_records
    }
}

/// Loads the four words of as many records as there are lanes, or of fewer.
#[inline(always)]
fn load<V: Vector>(token: V::Token, records: &[RecordBytes]) -> [V; 4] {
    // Where the number is known, the loop is unrolled.
    match records.get(..V::LANES) {
        Some(records) => load_all(token, records),
        None => load_all(token, records),
    }
}

#[inline(always)]
fn load_all<V: Vector>(token: V::Token, records: &[RecordBytes]) -> [V; 4] {
    let mut words = [V::from_array(token, V::ZEROS); 4];
    let mut word = 0;
    while word < 4 {
        let mut lanes = V::ZEROS;
        for (lane, record) in lanes.as_mut().iter_mut().zip(records) {
            *lane = u64::from_le_bytes(record.as_chunks().0[word]);
        }
        words[word] = V::from_array(token, lanes);
        word += 1;
    }
    words
}

/// Stores as many lanes as there are rows.
#[inline(always)]
fn store<V: Vector>(word: V, rows: &mut [u64]) {
    match rows.len() >= V::LANES {
        true => word.store(rows),
        false => rows.copy_from_slice(&word.into_array().as_ref()[..rows.len()]),
    }
}

/// Returns the positions of records, and a word that is not zero where a record is not valid.
#[inline(always)]
fn decoded<W: Word>([occupied, low, high, rest]: [W; 4]) -> (Block<W>, W) {
    let digits = digits(low, high);
    let [a, b, c, black] = [
        digits[0].pdep(occupied),
        digits[1].pdep(occupied),
        digits[2].pdep(occupied),
        digits[3].pdep(occupied),
    ];
    let (none, both) = (occupied & !(a | b), a & b);
    let white = occupied & !black;
    let block = Block {
        roles: [none & !c, a & !b & !c, b & !a & !c, both & !c, none & c, a & c & !b],
        colors: [white, black],
        is_black: occupied.splat(0),
        castling: occupied.splat(0),
    };
    let [pawns, .., kings] = block.roles;

    let count = occupied.count_ones();
    let unused = (digits[0] | digits[1] | (digits[2] | digits[3])).shr_by(count);
    let pieces = is_above(count, u64::from(PIECES)) | unused | (b & c);
    let (own, other) = (byte(rest, 24), byte(rest, 32) ^ rest.splat(56));
    let squares = ((kings & white) ^ own.bit()) | ((kings & black) ^ other.bit());
    let squares = squares | (own | other).shr(6);
    let result = is_above(byte(rest, 16), 2);
    let material = has_too_many(&block, Color::White) | has_too_many(&block, Color::Black);
    let edges = pawns & occupied.splat(0xff00_0000_0000_00ff);
    let [checkers] = Checkers.words(&block);
    let checks = is_above(checkers.count_ones(), 2);
    // The position as if Black were to move: White gives check.
    let [check] = Checkers.words(&Block { is_black: !block.is_black, ..block });
    let beside = king_attacks(kings & white) & kings & black;
    let checks = checks | check | beside;
    let bad = (pieces | squares) | (result | material) | (edges | checks);
    (block, bad)
}

#[inline(always)]
fn byte<W: Word>(word: W, shift: u32) -> W {
    word.shr(shift) & word.splat(0xff)
}

/// Returns 1 if a number below 2^63 is above a limit, else 0.
#[inline(always)]
fn is_above<W: Word>(number: W, limit: u64) -> W {
    number.splat(limit).wrapping_sub(number).shr(63)
}

/// Returns 1 if a colour has more pieces, or more pawns and promoted pieces, than a game can have.
#[inline(always)]
fn has_too_many<W: Word>(block: &Block<W>, color: Color) -> W {
    let pieces = is_above(block.colors[color as usize].count_ones(), 16);
    let [knights, bishops, rooks, queens] = [
        beyond(block.of(color, Role::Knight), 2),
        beyond(block.of(color, Role::Bishop), 2),
        beyond(block.of(color, Role::Rook), 2),
        beyond(block.of(color, Role::Queen), 1),
    ];
    let promoted = knights.wrapping_add(bishops).wrapping_add(rooks.wrapping_add(queens));
    let pawns = block.of(color, Role::Pawn).count_ones();
    pieces | is_above(pawns.wrapping_add(promoted), 8)
}

/// Returns how many squares a set has beyond a number, or zero.
#[inline(always)]
fn beyond<W: Word>(set: W, initially: u64) -> W {
    let more = set.count_ones().wrapping_sub(set.splat(initially));
    more & more.shr(63).wrapping_sub(more.splat(1))
}

/// The steps that bring equal digits of sixteen numbers of four bits together: bits under the mask
/// change places with those the distance above. Each step swaps two bits of the bits' numbers.
const STEPS: [(u64, u32); 4] = [
    (0x0a0a_0a0a_0a0a_0a0a, 3),
    (0x00cc_00cc_00cc_00cc, 6),
    (0x0000_f0f0_0000_f0f0, 12),
    (0x0000_0000_ff00_ff00, 24),
];

#[inline(always)]
fn step<W: Word>(x: W, (mask, distance): (u64, u32)) -> W {
    let changed = (x ^ x.shr(distance)) & x.splat(mask);
    x ^ changed ^ changed.shl(distance)
}

/// Returns the first bits of 32 numbers of four bits, the second ones, the third ones and the last.
#[inline(always)]
fn digits<W: Word>(low: W, high: W) -> [W; 4] {
    let (mut low, mut high) = (low, high);
    let mut index = 0;
    while index < STEPS.len() {
        low = step(low, STEPS[index]);
        high = step(high, STEPS[index]);
        index += 1;
    }
    let sixteen = low.splat(0xffff);
    [
        (low & sixteen) | (high & sixteen).shl(16),
        (low.shr(16) & sixteen) | (high & sixteen.shl(16)),
        (low.shr(32) & sixteen) | (high.shr(16) & sixteen.shl(16)),
        low.shr(48) | (high.shr(32) & sixteen.shl(16)),
    ]
}

/// Returns 32 numbers of four bits, of their [digits].
#[inline(always)]
fn numbers<W: Word>([a, b, c, d]: [W; 4]) -> [W; 2] {
    let sixteen = a.splat(0xffff);
    let mut low = (a & sixteen) | (b & sixteen).shl(16) | ((c & sixteen).shl(32) | d.shl(48));
    let mut high = (a.shr(16) & sixteen)
        | (b & sixteen.shl(16))
        | ((c & sixteen.shl(16)).shl(16) | (d & sixteen.shl(16)).shl(32));
    let mut index = STEPS.len();
    while index > 0 {
        index -= 1;
        low = step(low, STEPS[index]);
        high = step(high, STEPS[index]);
    }
    [low, high]
}

/// Encodes rows as records, and returns the first row that has none. The records of that row and of
/// those behind it are not specified then.
pub(super) fn encode(
    rows: PositionSlice<'_>,
    scores: &[i16],
    results: &[u8],
    records: &mut [RecordBytes],
    word: WideWord,
) -> Option<usize> {
    word.run(Encode { rows, scores, results, records })
}

struct Encode<'a> {
    rows: PositionSlice<'a>,
    scores: &'a [i16],
    results: &'a [u8],
    records: &'a mut [RecordBytes],
}

impl WordVisitor for Encode<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> Option<usize> {
        let Self { rows, scores, results, records } = self;
        let mut start = 0;
        while start < rows.len() {
            let end = rows.len().min(start + V::LANES);
            let block = Block::<V>::load_some(token, rows.rows(start..end));
            let ([occupied, low, high, squares], bad) = encoded(&block);
            let (occupied, low) = (occupied.into_array(), low.into_array());
            let (high, squares) = (high.into_array(), squares.into_array());
            let bad = bad.into_array();
            for row in start..end {
                let lane = row - start;
                if bad.as_ref()[lane] != 0 || results[row] > 2 {
                    return Some(row);
                }
                let [first, second] = scores[row].to_le_bytes();
                let numbers = u64::from_le_bytes([first, second, results[row], 0, 0, 0, 0, 0]);
                let words = [
                    occupied.as_ref()[lane],
                    low.as_ref()[lane],
                    high.as_ref()[lane],
                    squares.as_ref()[lane] | numbers,
                ];
                let record: &mut [u8; Record::SIZE] = &mut records[row];
                for (bytes, word) in record.as_chunks_mut().0.iter_mut().zip(words) {
                    *bytes = word.to_le_bytes();
                }
            }
            start = end;
        }
        None
    }
}

/// Returns the four words of records, without scores and results, and a word that is not zero where
/// a position has no record.
#[inline(always)]
fn encoded<W: Word>(block: &Block<W>) -> ([W; 4], W) {
    let [pawns, knights, bishops, rooks, queens, kings] = block.roles;
    let [white, black] = block.colors;
    let turned = block.is_black;
    let all = block.occupied();
    let occupied = turned.select(all.swap_bytes(), all);
    let [a, b, c, d] =
        [knights | rooks | kings, bishops | rooks, queens | kings, block.by_side(black, white)];
    let [low, high] = numbers([
        turned.select(a.swap_bytes(), a).pext(occupied),
        turned.select(b.swap_bytes(), b).pext(occupied),
        turned.select(c.swap_bytes(), c).pext(occupied),
        turned.select(d.swap_bytes(), d).pext(occupied),
    ]);
    let (own, other) = (kings & block.by_side(white, black), kings & block.by_side(black, white));
    // Each side sees the board from its own first rank.
    let own_square = turned.select(own.swap_bytes(), own).trailing_zeros();
    let other_square = turned.select(other, other.swap_bytes()).trailing_zeros();
    let squares = own_square.shl(24) | other_square.shl(32);

    let (ab, cd, ef) = (pawns | knights, bishops | rooks, queens | kings);
    let twice = (pawns & knights) | (bishops & rooks) | (queens & kings);
    let twice = twice | (ab & cd) | ((ab | cd) & ef) | (white & black);
    let unlike = (ab | cd | ef) ^ all;
    let count = is_above(all.count_ones(), u64::from(PIECES));
    let one = all.splat(1);
    let alone = (own.count_ones() ^ one) | (other.count_ones() ^ one);
    // The mask is the negative of the side, which is 0 or 1.
    let side = all.splat(0).wrapping_sub(turned).shr(1);
    ([occupied, low, high, squares], (twice | unlike) | (count | alone) | side)
}

#[cfg(test)]
mod tests {
    use hyperbola_random::Random;

    use hyperbola_features::{Features, Positions};

    use super::*;
    use crate::bullet::write_records;

    /// Returns records of positions, with some bits changed in most.
    fn records() -> Vec<RecordBytes> {
        let positions: Positions = hyperbola_samples::positions().iter().collect();
        let rows = positions.as_slice();
        let (scores, results) = (vec![-7; rows.len()], vec![2; rows.len()]);
        let mut records = write_records(rows, &scores, &results).unwrap();
        let mut random = Random::new(32);
        for record in &mut records {
            for _ in 0..random.word() % 3 {
                let [bit, ..] = random.word().to_le_bytes();
                record[usize::from(bit / 8)] ^= 1 << (bit % 8);
            }
        }
        records
    }

    #[test]
    fn every_word_finds_the_bad_records() {
        let records = records();
        let is_bad = |&row: &usize| Record(records[row]).position().is_err();
        let expected: Vec<usize> = (0..records.len()).filter(is_bad).collect();
        assert!((1_000..records.len() - 1_000).contains(&expected.len()), "{}", expected.len());
        let kinds = Features::KINDS.iter().filter_map(|&kind| WideWord::detect(kind));
        for word in kinds {
            for rows in (0..=17).chain([records.len()]) {
                let records = &records[..rows];
                let mut sets: [_; 8] = core::array::from_fn(|_| vec![0; rows]);
                let bad = decode(records, sets.each_mut().map(Vec::as_mut_slice), word);
                let expected = &expected[..expected.partition_point(|&row| row < rows)];
                assert_eq!(bad, expected, "{}", word.kind());
                for row in (0..rows).filter(|row| expected.binary_search(row).is_err()) {
                    let position = Record(records[row]).position().expect("a good record");
                    let position: Positions = [position].iter().collect();
                    let of_row = core::array::from_fn(|column| sets[column][row]);
                    assert_eq!(of_row, position.as_slice().sets.map(|set| set[0]), "row {row}");
                }
            }
        }
    }

    #[test]
    fn every_word_writes_the_same_records() {
        let positions: Positions = hyperbola_samples::positions().iter().collect();
        let rows = positions.as_slice();
        let mut random = Random::new(33);
        let numbers: Vec<[u8; 8]> = (0..rows.len()).map(|_| random.word().to_le_bytes()).collect();
        let scores: Vec<i16> =
            numbers.iter().map(|&[a, b, ..]| i16::from_le_bytes([a, b])).collect();
        let results: Vec<u8> = numbers.iter().map(|number| number[2] % 3).collect();
        let written = |word, count| {
            let mut records = vec![[0; Record::SIZE]; count];
            let (scores, results) = (&scores[..count], &results[..count]);
            let bad = encode(rows.rows(0..count), scores, results, &mut records, word);
            assert_eq!(bad, None, "{}", word.kind());
            records
        };
        for (row, record) in written(WideWord::SCALAR, rows.len()).into_iter().enumerate() {
            let position = rows.position(row).expect("a position");
            let alone = Record::new(&position, scores[row], results[row]);
            assert_eq!(alone.map(Record::to_bytes), Some(record), "row {row}");
        }
        let kinds = Features::KINDS.iter().filter_map(|&kind| WideWord::detect(kind));
        for word in kinds {
            for count in (0..=17).chain([rows.len()]) {
                let found = written(word, count);
                assert_eq!(found, written(WideWord::SCALAR, count), "{}", word.kind());
            }
        }
    }
}
