//! The plan of moves for positions in four words, for machines whose code is printed from it.

use hyperbola::word::Branch;
use hyperbola_moves::Position;
use hyperbola_rules::formulas::{Formulas, FourWords, Moves, Unpacked};
use hyperbola_rules::moves::capturing_en_passant;
use hyperbola_rules::pieces::MOVER;

use crate::counter::{self, Packed, Start};
pub use crate::plan::CapturesEnPassant;
pub use crate::plan::alone;
use crate::plan::{self, Group, Plan};

/// What is known of White's moves without making them.
#[derive(Debug, Clone, Copy)]
pub struct Planned<W> {
    /// The number of replies to all moves that need not be made.
    pub replies: W,
    /// The moves that remain to be made.
    pub made: Moves<W>,
    /// The double steps after which the captures en passant are to be counted, and nothing else.
    pub may_be_taken: W,
}

/// Returns the formulas for a position whose moves are walked through until `left` are left, and
/// the position's words. White is to move when `left` moves are left.
#[must_use]
pub fn start(position: &Position, depth: u32, left: u32) -> (Formulas, FourWords<u64>) {
    let Start { board, castles } = Start::new(position, depth + left % 2);
    let words = Packed::new(&board, &castles).words();
    (Formulas::new(castles.with_mirrored()), words)
}

/// Returns the positions after all legal moves of a position. They are not turned over: `is_white`
/// tells who is to move before.
#[must_use]
pub fn children(
    formulas: &Formulas,
    position: FourWords<u64>,
    is_white: bool,
) -> Vec<FourWords<u64>> {
    let castles = formulas.castles();
    let board = Packed::from_words(position).board(castles);
    let boards = counter::children(&board, castles, if is_white { 2 } else { 1 });
    boards.iter().map(|board| Packed::new(board, castles).words()).collect()
}

/// Plans White's moves: counts the replies to most of them without making these.
#[must_use]
pub fn plan<W: Branch>(formulas: &Formulas, position: FourWords<W>) -> Planned<W> {
    planned::<W, false>(formulas, position)
}

/// Plans White's moves where neither side has a bishop or a queen, as the processor's counter does
/// there: fewer moves remain.
#[must_use]
pub fn plan_without_diagonals<W: Branch>(
    formulas: &Formulas,
    position: FourWords<W>,
) -> Planned<W> {
    planned::<W, true>(formulas, position)
}

/// Finds the captures en passant after White's double steps, as the plan counts them.
#[must_use]
pub fn captures_en_passant<W: Branch>(
    formulas: &Formulas,
    position: FourWords<W>,
) -> CapturesEnPassant<W> {
    let Unpacked { white, black, .. } = formulas.unpacked(position);
    plan::captures_en_passant(&white, &black)
}

fn planned<W: Branch, const FEW: bool>(formulas: &Formulas, position: FourWords<W>) -> Planned<W> {
    let Unpacked { white, black, rights, en_passant } = formulas.unpacked(position);
    let Plan { replies, sliders, knights, others, promotions, may_be_taken, castles, .. } =
        plan::plan::<W, FEW>(&white, &black, formulas.castles(), rights);
    let Group { sets: [one, two, east, west, king], .. } = others;
    let made = Moves {
        sliders: sliders.sets,
        knights: knights.sets,
        pawns: [one, two, east, west],
        king,
        promotions,
        en_passant: capturing_en_passant::<W, MOVER>(&white, &black, en_passant),
        castling: castles,
    };
    Planned { replies, made, may_be_taken }
}
