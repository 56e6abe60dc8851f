//! Walks four rays at once in the lanes of one register, each lane shifted by its own number of
//! bits.
//!
//! # Idea
//!
//! A step east is a shift by one bit, a step north by eight, north-east by nine and north-west by
//! seven. An instruction that shifts each lane by its own amount makes all four at once, and a
//! second one, to the right, makes the other four. Seven steps reach any edge. A shift may carry
//! a bit round the edge, so the squares at the end of a direction block as pieces do: after them
//! nothing goes on. All lanes make all seven steps, and no step is left out early.
//!
//! # Diagram
//!
//! ```text
//! occupied          o[0]              o[1]              o[2]
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . 1 . . . .   . . . 1 . . . .   . . . 1 . . . .
//! . . 1 . . 1 . .   . . 1 . . 1 . .   . . 1 . . 1 . .   . . 1 . . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . 1 . . . . 1 .   . 1 . . . . 1 .   . 1 . . . . 1 .   . 1 . . . . 1 .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . 1 . .   . . . . . 1 . .   . . . . . 1 . .
//! . . . . . . . 1   . . . . . . . 1   . . . . . . . 1   . . . . . . . 1
//!
//! o[3]              r                 free[0]           free[1]
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   1 1 1 . 1 1 1 .   1 1 1 . 1 1 1 1
//! . . 1 . . 1 . .   . . . . . . . .   1 1 . 1 1 . 1 .   1 1 . 1 1 . 1 1
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 .   1 1 1 1 1 1 1 1
//! . 1 . . . . 1 .   . . . 1 . . . .   1 . 1 1 1 1 . .   1 . 1 1 1 1 . 1
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 .   1 1 1 1 1 1 1 1
//! . . . . . 1 . .   . . . . . . . .   1 1 1 1 1 . 1 .   1 1 1 1 1 . 1 1
//! . . . . . . . 1   . . . . . . . .   1 1 1 1 1 1 1 .   1 1 1 1 1 1 1 .
//!
//! free[2]           free[3]           front[0]          queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! 1 1 1 . 1 1 1 .   . 1 1 . 1 1 1 1   . . . . . . . .   1 . . 1 . . . .
//! 1 1 . 1 1 . 1 .   . 1 . 1 1 . 1 1   . . . . . . . .   . 1 . 1 . 1 . .
//! 1 1 1 1 1 1 1 .   . 1 1 1 1 1 1 1   . . . . . . . .   . . 1 1 1 . . .
//! 1 . 1 1 1 1 . .   . . 1 1 1 1 . 1   . . . 1 . . . .   . 1 1 . 1 1 1 .
//! 1 1 1 1 1 1 1 .   . 1 1 1 1 1 1 1   . . . . . . . .   . . 1 1 1 . . .
//! 1 1 1 1 1 . 1 .   . 1 1 1 1 . 1 1   . . . . . . . .   . 1 . 1 . 1 . .
//! 1 1 1 1 1 1 1 .   . 1 1 1 1 1 1 .   . . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! In lanes (east, north, north-east, north-west) for shifts to the left, and their opposites for
//! shifts to the right; a rook has the first two lanes, a bishop the last two:
//!
//! - `end`: the squares from which the direction leaves the board; `free = !(occupied | end)`;
//! - `front`: at first the slider's bit unless it is on `end`, then `step & free`;
//! - seven times: `step = front << amount`, where `amount` is 1, 8, 9 and 7;
//! - the attacks are all steps of all lanes.
//!
//! # Cost
//!
//! - Tables: none.
//! - Operations on a plain word: 96 for a rook, 96 for a bishop, 192 for a queen. Those for a
//!   queen include no table look-up and no multiplication.
//! - Longest chain: 20 operations for a queen.
//! - Useful instructions: four lanes.
//!
//! # Origin
//!
//! Daniel Infuehr, 2022, in his collection Chess_Movegen, for AVX2's `vpsllvq` and `vpsrlvq`. Here
//! the lanes are those of any word, and without a register of four lanes they are four words.

use crate::{
    Direction, Family, Instruction, LaneWord, SliderAttacks, TechniqueInfo, Word, formula,
};

/// The fill by variable shifts. Its speed rests on a register of four lanes, which words of
/// [`WordKind::Avx2`] have; on plain `u64` the lanes are separate words.
///
/// [`WordKind::Avx2`]: crate::word::WordKind::Avx2
#[derive(Debug, Clone, Copy)]
pub struct VariableShiftFill;

impl SliderAttacks for VariableShiftFill {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "variable-shift-fill",
        name: "Variable-shift fill",
        family: Family::Fill,
        inventors: &["Daniel Infuehr"],
        year: 2022,
        source: "Chess_Movegen",
        needs: &[Instruction::FourLanes],
        tables: &[],
    };
    const SHARES_WORK: bool = true;
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        both_ways::<W, W::Pair, 2>([Direction::East, Direction::North], square, *occupied).union()
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        let directions = [Direction::NorthEast, Direction::NorthWest];
        both_ways::<W, W::Pair, 2>(directions, square, *occupied).union()
    }

    #[inline(always)]
    fn queen<W: Word>(square: W, occupied: &W) -> W {
        all_lines(square, *occupied).union()
    }

    #[inline(always)]
    fn rook_bishop<W: Word>(square: W, occupied: &W) -> (W, W) {
        let [rank, file, diagonal, anti_diagonal] = all_lines(square, *occupied).into_lanes();
        (rank | file, diagonal | anti_diagonal)
    }
}

/// Returns the attacks along the four lines, each in its lane.
#[inline(always)]
fn all_lines<W: Word>(square: W, occupied: W) -> W::Quad {
    use Direction::{East, North, NorthEast, NorthWest};
    both_ways::<W, W::Quad, 4>([East, North, NorthEast, NorthWest], square, occupied)
}

/// Returns the attacks in some directions, whose steps go up the squares, and in their opposites.
#[inline(always)]
fn both_ways<W: Word, L: LaneWord<W, N>, const N: usize>(
    directions: [Direction; N],
    square: W,
    occupied: W,
) -> L {
    let mut amounts = [square; N];
    let (mut upper_ends, mut lower_ends) = ([square; N], [square; N]);
    let mut lane = 0;
    while lane < N {
        let (up, down) = (directions[lane], directions[lane].opposite());
        amounts[lane] = square.splat(up.index_step().unsigned_abs().into());
        // A step round the edge ends where the opposite direction leaves the board.
        upper_ends[lane] = square.splat(down.edge_of_rotation());
        lower_ends[lane] = square.splat(up.edge_of_rotation());
        lane += 1;
    }
    formula! {
        o = L::from_lanes([occupied; N]);
        r = L::from_lanes([square.bit(); N]);
    }
    let amount = L::from_lanes(amounts);
    formula! {
        positive = fill::<L, true>(r, o, L::from_lanes(upper_ends), amount);
        negative = fill::<L, false>(r, o, L::from_lanes(lower_ends), amount);
    }
    positive | negative
}

/// Returns all squares that steps reach from `r`, up the squares or down.
#[inline(always)]
fn fill<L: Word, const IS_UP: bool>(r: L, o: L, end: L, amount: L) -> L {
    formula! {
        free = !(o | end);
        front = r & !end;
        step = stepped::<L, IS_UP>(front, amount);
    }
    let (mut last, mut attacks) = (step, step);
    for _ in 1..7 {
        formula! { step = stepped::<L, IS_UP>(last & free, amount); }
        attacks = attacks | step;
        last = step;
    }
    attacks
}

#[inline(always)]
fn stepped<L: Word, const IS_UP: bool>(squares: L, amount: L) -> L {
    if IS_UP { squares.shl_by(amount) } else { squares.shr_by(amount) }
}
