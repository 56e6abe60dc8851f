//! How games have ended.

use hyperbola::Word;
use hyperbola::word::Vector;

use super::kings::checkers;
use super::legal::{count_with_others, legal_counts};
use super::{Checkers, LegalCounts};
use crate::PositionSlice;
use crate::block::formula_feature;
use crate::block::{Block, Formula, OfWords, Rows, WordFormula, room};

/// How the game has ended, as far as the pieces show: one `u8`. It is 0 if it has not, 1 for
/// checkmate of the side to move, 2 for stalemate and 3 for insufficient material.
///
/// The first of these that holds is given, as by
/// [`Position::outcome`](hyperbola_moves::Position::outcome). That function also knows the end
/// after 75 moves, which is [a column](crate::PositionSlice::halfmove_clocks) here. Insufficient
/// material is defined at
/// [`Position::is_insufficient_material`](hyperbola_moves::Position::is_insufficient_material).
///
/// A marked row has 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcomes;

impl Outcomes {
    /// The game has not ended.
    pub const NONE: u8 = 0;
    /// The side to move is in check and has no legal move.
    pub const CHECKMATE: u8 = 1;
    /// The side to move is not in check and has no legal move.
    pub const STALEMATE: u8 = 2;
    /// Neither side can ever give mate.
    pub const INSUFFICIENT_MATERIAL: u8 = 3;
}

formula_feature! {
    Outcomes: u8, [];
    info: |_| ["outcome", "0 none, 1 checkmate, 2 stalemate, 3 insufficient material"];
    details: [format!(
        "{} if the game has not ended, {} for checkmate of the side to move, {} for stalemate, {} for \
         insufficient material: the first of these that holds. Insufficient are bare kings, a knight \
         alone, and bishops that are all on squares of one colour.",
        Outcomes::NONE,
        Outcomes::CHECKMATE,
        Outcomes::STALEMATE,
        Outcomes::INSUFFICIENT_MATERIAL
    )];
}

impl Formula for Outcomes {
    room!(u8, []);

    #[inline(always)]
    fn block<V: Vector>(self, block: &Block<V>, rows: Rows<'_>, items: &mut [u8]) {
        let counts = legal_counts(block, rows.columns());
        let checkers = checkers(block).into_array();
        let insufficient = is_insufficient(block).into_array();
        let occupied = block.occupied().into_array();
        for (row, item) in items.iter_mut().enumerate() {
            *item = outcome(
                counts.as_ref()[row],
                checkers.as_ref()[row],
                insufficient.as_ref()[row],
                occupied.as_ref()[row],
            );
        }
    }
}

/// Returns how a game has ended, by the number of legal moves, the pieces that give check, a word
/// that is not zero where material is insufficient, and the occupied squares.
#[inline(always)]
fn outcome(count: u64, checkers: u64, insufficient: u64, occupied: u64) -> u8 {
    match (count, checkers) {
        _ if occupied == 0 => Outcomes::NONE,
        (0, 0) => Outcomes::STALEMATE,
        (0, _) => Outcomes::CHECKMATE,
        _ if insufficient != 0 => Outcomes::INSUFFICIENT_MATERIAL,
        _ => Outcomes::NONE,
    }
}

impl OfWords for Outcomes {
    fn fill_of_words(self, words: &[u64], positions: PositionSlice<'_>, items: &mut [u8]) {
        let words = words.as_chunks().0.iter().enumerate();
        for ((row, &[count, castles_otherwise, checkers, insufficient]), item) in words.zip(items) {
            let count = count_with_others(positions, row, count, castles_otherwise);
            let occupied = Block::of_row(positions, row).occupied();
            *item = outcome(count, checkers, insufficient, occupied);
        }
    }
}

/// The words of [`LegalCounts`], the pieces that give check, and all ones where neither side can
/// ever give mate.
impl WordFormula<4> for Outcomes {
    #[inline(always)]
    fn words<W: Word>(self, block: &Block<W>) -> [W; 4] {
        let [counts, castles_otherwise] = LegalCounts.words(block);
        let [checkers] = Checkers.words(block);
        [counts, castles_otherwise, checkers, is_insufficient(block)]
    }

    fn parts(self) -> Option<[&'static str; 4]> {
        let [count, castles_otherwise] = LegalCounts.parts()?;
        Some([
            count,
            castles_otherwise,
            "the pieces that give check to the side to move",
            "not zero where neither side can ever give mate: all ones",
        ])
    }
}

/// The squares of the colour of a1.
const DARK_SQUARES: u64 = 0xaa55_aa55_aa55_aa55;

/// Returns all ones where neither side can ever give mate: in addition to the kings there is at
/// most one knight, or there are only bishops, all on squares of one colour.
#[inline(always)]
pub(super) fn is_insufficient<W: Word>(block: &Block<W>) -> W {
    let [pawns, knights, bishops, rooks, queens, _] = block.roles;
    let no_other = (pawns | rooks | queens).zero_mask();
    let dark = bishops.splat(DARK_SQUARES);
    let is_one_colour = (bishops & dark).zero_mask() | (bishops & !dark).zero_mask();
    let only_bishops = knights.zero_mask() & is_one_colour;
    let more_knights = knights & knights.wrapping_sub(knights.splat(1));
    let at_most_one_knight = (more_knights | bishops).zero_mask();
    no_other & (only_bishops | at_most_one_knight)
}
