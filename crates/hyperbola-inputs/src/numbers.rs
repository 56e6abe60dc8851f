//! The numbers of a block's inputs on a board, for both views.
//!
//! How many pieces a board has, and how many of them a piece attacks, cannot be predicted. A loop
//! that ends too early or too late costs as much as a few of its rounds. So there is one loop for
//! each block: it finds something, numbers it for both views, and writes the number even where it
//! does not count.

use hyperbola::{Bitboard, Color, Square};
use hyperbola_moves::Role;

use crate::Threat;
use crate::changes::{ChangedSquares, NO_CODE, Sink};
use crate::groups::{Groups, Walk};
use crate::part::Part;
use crate::pieces::{Codes, Pieces, take_first};
use crate::sight::{STEPS, add_rare_steps, origin};
use crate::tables::{NEAR_FILES, NONE, PAWN_SQUARES, PieceTable, Table, ThreatTable, pair_number};

/// A board, and how each view turns it.
#[derive(Clone, Copy)]
pub(crate) struct BoardView<'a, C> {
    pub(crate) pieces: &'a Pieces,
    /// The code of the piece on each square.
    pub(crate) codes: &'a C,
    /// The own king of each view.
    pub(crate) kings: [Option<Square>; 2],
}

/// Returns the piece on an occupied square.
pub(crate) trait CodeAt {
    fn code(&self, square: u8) -> u8;
}

impl CodeAt for [u8; 64] {
    #[inline(always)]
    fn code(&self, square: u8) -> u8 {
        self[usize::from(square % 64)]
    }
}

impl CodeAt for Codes {
    #[inline(always)]
    fn code(&self, square: u8) -> u8 {
        self.at(Square::from_index_wrapping(square))
    }
}

/// Numbers of a view's inputs, with room for some that are not counted.
#[derive(Debug, Clone)]
pub(crate) struct Numbers<const N: usize> {
    numbers: [u32; N],
    len: usize,
}

impl<const N: usize> Default for Numbers<N> {
    fn default() -> Self {
        Self { numbers: [0; N], len: 0 }
    }
}

impl<const N: usize> Numbers<N> {
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.numbers[..self.len.min(N)]
    }

    /// Returns the number of inputs, and their numbers before others that do not count.
    #[inline(always)]
    pub(crate) fn padded(&self) -> (usize, &[u32]) {
        (self.len.min(N), &self.numbers)
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns room for some numbers.
    #[inline(always)]
    fn room(&mut self, count: usize) -> &mut [u32] {
        let start = self.len.min(N - count);
        &mut self.numbers[start..start + count]
    }

    #[inline(always)]
    fn push(&mut self, number: u32) {
        self.numbers[self.len % N] = number;
        self.len += 1;
    }

    /// Writes a number, and counts it by 1 or by 0.
    #[inline(always)]
    fn push_if(&mut self, number: u32, counts: u16) {
        self.numbers[self.len % N] = number;
        self.len += usize::from(counts);
    }

    /// Keeps only the first numbers.
    #[inline(always)]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = len;
    }
}

/// Returns a number of White's view, and one of Black's in the upper half.
#[inline(always)]
fn both([white, black]: [u32; 2]) -> u64 {
    u64::from(white) | u64::from(black) << 32
}

/// Returns the numbers that [`both`] has put together.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a half after the other")]
fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// The numbers of White's view and of Black's.
pub(crate) struct Views<'a, const N: usize>(pub(crate) [&'a mut Numbers<N>; 2]);

impl<const N: usize> Views<'_, N> {
    /// Adds the numbers of the pieces on some squares.
    #[inline(always)]
    fn add_pieces(
        self,
        part: &Part,
        table: &PieceTable,
        seen: &BoardView<'_, impl CodeAt>,
        squares: Bitboard,
    ) {
        let turns = part.turns(seen.kings);
        let bucket = |view: usize| {
            let king = seen.kings[view].map_or(0, |king| king as u8);
            part.start() + table.buckets[usize::from((king ^ turns[view]) % 64)]
        };
        let buckets = [bucket(0), bucket(1)];
        if !table.has_all {
            return self.add_some_pieces(table, seen, squares, turns, buckets);
        }
        let Self([of_white, of_black]) = self;
        let (turn, bucket) = (both(turns.map(u32::from)), both(buckets));
        let len = squares.count() as usize;
        let (white, black) = (of_white.room(64), of_black.room(64));
        let mut rest = squares;
        for (white, black) in white.iter_mut().zip(black).take(len) {
            let square = take_first(&mut rest) as u8;
            let plane = table.both_planes[usize::from(seen.codes.code(square) % 16)];
            let number = (both([u32::from(square); 2]) ^ turn) + plane + bucket;
            [*white, *black] = halves(number);
        }
        (of_white.len, of_black.len) = (of_white.len + len, of_black.len + len);
    }

    /// Adds the numbers of the pieces on some squares, of which some may have none.
    #[cold]
    #[inline(never)]
    fn add_some_pieces(
        self,
        table: &PieceTable,
        seen: &BoardView<'_, impl CodeAt>,
        squares: Bitboard,
        turns: [u8; 2],
        buckets: [u32; 2],
    ) {
        for (view, numbers) in self.0.into_iter().enumerate() {
            for square in squares {
                let plane = table.planes[view][usize::from(seen.codes.code(square as u8) % 16)];
                if plane != NONE {
                    let square = u32::from(square as u8 ^ turns[view]);
                    numbers.push(buckets[view] + plane + square);
                }
            }
        }
    }

    /// Adds the numbers of the threats that end on some squares, by the step.
    #[inline(always)]
    fn add_threats(
        mut self,
        part: &Part,
        table: &ThreatTable,
        seen: &BoardView<'_, impl CodeAt>,
        groups: &Groups,
    ) {
        let (turns, occupied) = (part.turns(seen.kings), seen.pieces.occupied());
        let mut lens = self.lens();
        let mut walk = Walk::new(groups);
        while !walk.is_over() {
            let (step, to) = walk.step();
            let from = origin(step, to, occupied);
            let (attacker, attacked) = (seen.codes.code(from), seen.codes.code(to));
            let threat = Threat { attacker, from, attacked, to };
            self.add_threat(part, table, threat, turns, &mut lens);
        }
        self.set_lens(lens);
    }

    #[inline(always)]
    fn add_threat(
        &mut self,
        part: &Part,
        table: &ThreatTable,
        threat: Threat,
        [turn_0, turn_1]: [u8; 2],
        [white, black]: &mut [usize; 2],
    ) {
        let Self([of_white, of_black]) = self;
        let (number_0, is_one_0) = table.number(Color::White, threat, turn_0);
        let (number_1, is_one_1) = table.number(Color::Black, threat, turn_1);
        of_white.numbers[*white % N] = part.start().wrapping_add(number_0);
        of_black.numbers[*black % N] = part.start().wrapping_add(number_1);
        *white += usize::from(is_one_0);
        *black += usize::from(is_one_1);
    }

    #[inline(always)]
    fn lens(&self) -> [usize; 2] {
        [self.0[0].len, self.0[1].len]
    }

    #[inline(always)]
    fn set_lens(self, [white, black]: [usize; 2]) {
        let Self([of_white, of_black]) = self;
        (of_white.len, of_black.len) = (white, black);
    }

    /// Adds the numbers of the pairs of pawns on some squares with others.
    #[inline(always)]
    pub(crate) fn add_pairs(
        self,
        part: &Part,
        seen: &BoardView<'_, impl CodeAt>,
        groups: &mut Groups,
        squares: Bitboard,
        files: u8,
    ) {
        let pawns = seen.pieces.roles[Role::Pawn as usize] & PAWN_SQUARES;
        groups.clear();
        let (mut rest, mut others) = (pawns & squares, pawns);
        while !rest.is_empty() {
            let one = take_first(&mut rest);
            others -= one.into();
            let near = NEAR_FILES[usize::from(files % 8)][usize::from(one as u8 % 8)];
            groups.add(one as u8, (others & near).0);
        }
        let [turn_0, turn_1] = part.turns(seen.kings);
        let Self([of_white, of_black]) = self;
        let [mut white, mut black] = [of_white.len, of_black.len];
        let mut walk = Walk::new(groups);
        let black_pawns = seen.pieces.colors[1].0;
        while !walk.is_over() {
            let (one, two) = walk.step();
            let one = one | u8::from(black_pawns >> (one % 64) & 1 != 0) << 6;
            let two = two | u8::from(black_pawns >> (two % 64) & 1 != 0) << 6;
            let (one_0, two_0) = (u32::from(one ^ turn_0), u32::from(two ^ turn_0));
            let (one_1, two_1) = (u32::from(one ^ turn_1 ^ 64), u32::from(two ^ turn_1 ^ 64));
            of_white.numbers[white % N] = part.start() + pair_number([one_0, two_0]);
            of_black.numbers[black % N] = part.start() + pair_number([one_1, two_1]);
            (white, black) = (white + 1, black + 1);
        }
        (of_white.len, of_black.len) = (white, black);
    }

    /// Adds the numbers of all inputs of a block on a board.
    #[inline(always)]
    pub(crate) fn add(
        self,
        part: &Part,
        seen: &BoardView<'_, impl CodeAt>,
        steps: &[u64; STEPS],
        groups: &mut Groups,
    ) {
        match part.table() {
            Table::Pieces(table) => self.add_pieces(part, table, seen, seen.pieces.occupied()),
            Table::Threats(table) => {
                groups.clear();
                let mut step = 0;
                while usize::from(step) < STEPS {
                    groups.add(step, steps[usize::from(step)]);
                    step += 1;
                }
                if table.roles.pushes || table.victims[5] != 0 {
                    add_rare_steps(table, seen.pieces, groups);
                }
                self.add_threats(part, table, seen, groups);
            }
            Table::Pairs { files } => {
                self.add_pairs(part, seen, groups, Bitboard(u64::MAX), *files);
            }
        }
    }
}

/// Adds the numbers of the pieces that leave some squares and of those that come to them.
#[inline(always)]
pub(crate) fn add_moved<const N: usize>(
    part: &Part,
    table: &PieceTable,
    kings: [Option<Square>; 2],
    squares: &ChangedSquares,
    [removed, added]: [Views<'_, N>; 2],
) {
    let turns = part.turns(kings);
    let bucket = |view: usize| {
        let king = kings[view].map_or(0, |king| king as u8);
        part.start() + table.buckets[usize::from((king ^ turns[view]) % 64)]
    };
    let turn = both([u32::from(turns[0]), u32::from(turns[1])]);
    let bucket = both([bucket(0), bucket(1)]);
    let [numbered_0, numbered_1] = table.numbered;
    let (Views([removed_0, removed_1]), Views([added_0, added_1])) = (removed, added);
    let mut place = 0;
    while place < squares.len() {
        let (square, [before, after]) = squares.at(place);
        let number = (both([u32::from(square as u8); 2]) ^ turn) + bucket;
        if before != NO_CODE {
            let [number_0, number_1] = halves(number + table.both_planes[usize::from(before % 16)]);
            removed_0.push_if(number_0, numbered_0 >> (before % 16) & 1);
            removed_1.push_if(number_1, numbered_1 >> (before % 16) & 1);
        }
        if after != NO_CODE {
            let [number_0, number_1] = halves(number + table.both_planes[usize::from(after % 16)]);
            added_0.push_if(number_0, numbered_0 >> (after % 16) & 1);
            added_1.push_if(number_1, numbered_1 >> (after % 16) & 1);
        }
        place += 1;
    }
}

/// Numbers the threats that a move changes.
pub(crate) struct ThreatNumbers<'a, const N: usize> {
    pub(crate) part: &'a Part,
    pub(crate) table: &'a ThreatTable,
    /// How each view turns the board.
    pub(crate) turns: [u8; 2],
    /// The lists of both views, of removed numbers and of added ones.
    pub(crate) lists: [Views<'a, N>; 2],
}

impl<const N: usize> Sink for ThreatNumbers<'_, N> {
    #[inline(always)]
    fn take(&mut self, board: usize, threat: Threat) {
        let views = &mut self.lists[board];
        let mut lens = views.lens();
        views.add_threat(self.part, self.table, threat, self.turns, &mut lens);
        let [white, black] = lens;
        (views.0[0].len, views.0[1].len) = (white, black);
    }
}
