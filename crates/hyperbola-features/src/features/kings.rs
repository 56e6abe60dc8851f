//! Pins, checks, and the squares that a king may not go to.

use hyperbola::setwise::{king_attacks, knight_attacks, pawn_attacks};
use hyperbola::{Color, SetwiseAttacks, Word, each_direction, setwise};
use hyperbola_moves::Role;

use super::attacks::Technique;
use crate::block::{Block, WordFormula, set_feature};

/// The pieces of each side that may not leave the line between their king and a slider of the other
/// side: `u64` of shape (2), White's and Black's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pinned;

set_feature!(Pinned, "pinned", [2]);

impl WordFormula<2> for Pinned {
    #[inline(always)]
    fn words<W: Word>(self, block: &Block<W>) -> [W; 2] {
        let (white, _) = pins(block, Color::White);
        let (black, _) = pins(block, Color::Black);
        [white, black]
    }
}

/// The sliders that pin: `u64` of shape (2), those that pin White's pieces, which are Black's, and
/// those that pin Black's pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pinners;

set_feature!(Pinners, "pinners", [2]);

impl WordFormula<2> for Pinners {
    #[inline(always)]
    fn words<W: Word>(self, block: &Block<W>) -> [W; 2] {
        let (_, white) = pins(block, Color::White);
        let (_, black) = pins(block, Color::Black);
        [white, black]
    }
}

/// Returns a side's pinned pieces and the pieces that pin them.
#[inline(always)]
pub(super) fn pins<W: Word>(block: &Block<W>, color: Color) -> (W, W) {
    let (own, occupied) = (block.colors[color as usize], block.occupied());
    let king = block.of(color, Role::King);
    let sliders = block.sliders(!color);
    let (mut pinned, mut pinners) = (occupied.splat(0), occupied.splat(0));
    each_direction!(|direction| {
        let nearest = Technique::direction(direction, king, occupied) & own;
        let behind = Technique::direction(direction, nearest, occupied);
        let pinner = behind & sliders.moving(direction);
        pinned = pinned | (nearest & !pinner.zero_mask());
        pinners = pinners | pinner;
    });
    (pinned, pinners)
}

/// The pieces that give check to the side to move: one `u64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checkers;

set_feature!(Checkers, "checkers", []);

impl WordFormula<1> for Checkers {
    #[inline(always)]
    fn words<W: Word>(self, block: &Block<W>) -> [W; 1] {
        [checkers(block)]
    }
}

/// Returns the pieces that give check to the side to move.
#[inline(always)]
pub(super) fn checkers<W: Word>(block: &Block<W>) -> W {
    let [white, black] = block.colors;
    let [pawns, knights, bishops, rooks, queens, kings] = block.roles;
    let king = kings & block.by_side(white, black);
    let [a, b] = pawn_attacks(Color::White, king);
    let [c, d] = pawn_attacks(Color::Black, king);
    let pawns = pawns & block.by_side(a | b, c | d);
    let knights = knights & knight_attacks(king);
    let occupied = block.occupied();
    let none = occupied.splat(0);
    let orthogonal =
        setwise::attacks::<Technique, W>(setwise::Sliders::new(king, none, none), occupied);
    let diagonal =
        setwise::attacks::<Technique, W>(setwise::Sliders::new(none, king, none), occupied);
    let sliders = (orthogonal & (rooks | queens)) | (diagonal & (bishops | queens));
    (pawns | knights | sliders) & block.by_side(black, white)
}

/// The squares that the other side attacks once the king of the side to move is taken off: one
/// `u64`. The king may not go to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KingDanger;

set_feature!(KingDanger, "king_danger", []);

impl WordFormula<1> for KingDanger {
    #[inline(always)]
    fn words<W: Word>(self, block: &Block<W>) -> [W; 1] {
        let [white, black] = block.colors;
        let [pawns, knights, bishops, rooks, queens, kings] = block.roles;
        let (own, other) = (block.by_side(white, black), block.by_side(black, white));
        let occupied = block.occupied() & !(kings & own);
        let sliders = setwise::Sliders::new(rooks & other, bishops & other, queens & other);
        let sliders = setwise::attacks::<Technique, W>(sliders, occupied);
        let [a, b] = pawn_attacks(Color::White, pawns & other);
        let [c, d] = pawn_attacks(Color::Black, pawns & other);
        let pawns = block.by_side(c | d, a | b);
        let leapers = knight_attacks(knights & other) | king_attacks(kings & other);
        // A marked row has no king to be in danger, and no piece that attacks.
        [sliders | pawns | leapers]
    }
}
