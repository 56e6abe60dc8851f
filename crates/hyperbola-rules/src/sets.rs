//! The sets of [`Moves`] one after the other, for programs that visit them in a loop.

use hyperbola::Direction;

use crate::formulas::{Moves, kinds};

/// The differences that pawns' moves add to a square: one step, two steps, captures to the east and
/// to the west.
pub const STEPS: [u32; 4] = [8, 16, 9, 7];

/// The differences of pawns that are promoted. These make no double steps.
pub const PROMOTION_STEPS: [u32; 3] = [STEPS[0], STEPS[2], STEPS[3]];

/// The differences that knights' steps add to a square, in the order of
/// [`knight_steps`](super::pieces::knight_steps).
pub const KNIGHT_STEPS: [u32; 8] = [17, 15, 10, 6, 64 - 17, 64 - 15, 64 - 10, 64 - 6];

/// The place of the first set of sliders' moves.
pub const SLIDERS: usize = 0;
/// The place of the first set of knights' moves.
pub const KNIGHTS: usize = 8;
/// The place of the pawns' single steps. The double steps and the captures follow.
pub const PAWNS: usize = 16;
/// The place of the king's moves.
pub const KING: usize = 20;
/// The place of the first set of promotions.
pub const PROMOTIONS: usize = 21;
/// The place of the pawns that may capture en passant.
pub const EN_PASSANT: usize = 24;
/// The place of the wings to castle to.
pub const CASTLING: usize = 25;
/// The number of sets.
pub const LEN: usize = 26;

/// The places by name, for printed programs.
pub const PLACES: [(&str, usize); 6] = [
    ("KNIGHTS", KNIGHTS),
    ("PAWNS", PAWNS),
    ("KING", KING),
    ("PROMOTIONS", PROMOTIONS),
    ("EN_PASSANT", EN_PASSANT),
    ("CASTLING", CASTLING),
];

/// For each set, the difference between the squares of its moves, modulo 64: of sliders, that of
/// one step. It is 0 where the squares do not tell it: for the king, en passant and castling.
pub const DIFFERENCES: [u32; LEN] = {
    let mut all = [0; LEN];
    let mut index = 0;
    while index < 8 {
        all[SLIDERS + index] = (Direction::ALL[index].index_step().cast_unsigned() % 64) as u32;
        all[KNIGHTS + index] = KNIGHT_STEPS[index];
        if index < STEPS.len() {
            all[PAWNS + index] = STEPS[index];
        }
        if index < PROMOTION_STEPS.len() {
            all[PROMOTIONS + index] = PROMOTION_STEPS[index];
        }
        index += 1;
    }
    all
};

/// For each set, the kinds of the moves to each of its squares: a promotion has four. That of
/// castling is the kind on the king's side, to which the wing is added.
pub const KINDS: [&[u64]; LEN] = {
    let mut all: [&[u64]; LEN] = [&[kinds::PLAIN]; LEN];
    all[PAWNS + 1] = &[kinds::TWO_STEPS];
    all[PROMOTIONS] = &kinds::PROMOTIONS;
    all[PROMOTIONS + 1] = &kinds::PROMOTIONS;
    all[PROMOTIONS + 2] = &kinds::PROMOTIONS;
    all[EN_PASSANT] = &[kinds::EN_PASSANT];
    all[CASTLING] = &[kinds::CASTLING[0]];
    all
};

impl<W: Copy> Moves<W> {
    /// Returns the sets in the order of their places.
    #[inline]
    #[must_use]
    pub fn sets(self) -> [W; LEN] {
        let Self { sliders, knights, pawns, king, promotions, en_passant, castling } = self;
        let mut all = [king; LEN];
        all[SLIDERS..KNIGHTS].copy_from_slice(&sliders);
        all[KNIGHTS..PAWNS].copy_from_slice(&knights);
        all[PAWNS..KING].copy_from_slice(&pawns);
        all[PROMOTIONS..EN_PASSANT].copy_from_slice(&promotions);
        all[EN_PASSANT] = en_passant;
        all[CASTLING] = castling;
        all
    }
}
