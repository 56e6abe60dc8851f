//! Pins, checks, and the squares that a king may not go to.

use hyperbola::setwise::{king_attacks, knight_attacks, pawn_attacks};
use hyperbola::{Color, SetwiseAttacks, Word, each_direction, setwise};
use hyperbola_moves::Role;

use super::attacks::Technique;
use crate::block::{Block, WordFormula, set_feature};
use crate::feature::{SIDES, SQUARES};

/// The pieces of each side that may not leave the line between their king and a slider of the other
/// side: `u64` of shape (2), White's and Black's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pinned;

set_feature! {
    Pinned: [2];
    info: |_| ["pinned", "pieces of a side that are pinned to their king"];
    details: [SIDES, SQUARES, "Only pins to the king count."];
}

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

set_feature! {
    Pinners: [2];
    info: |_| ["pinners", "pieces that pin a side's pieces"];
    details: [
        "The first number is of Black's pieces that pin White's, the second of White's that pin \
         Black's.",
        SQUARES,
        "Only pins to the king count.",
    ];
}

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

set_feature! {
    Checkers: [];
    info: |_| ["checkers", "pieces that give check to the side to move"];
    details: ["Bit k of the set is square k."];
}

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

set_feature! {
    KingDanger: [];
    info: |_| ["king_danger", "squares that the king of the side to move may not go to"];
    details: [
        "The squares that the other side attacks with the king taken off the board.",
        "Bit k of the set is square k.",
    ];
}

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
