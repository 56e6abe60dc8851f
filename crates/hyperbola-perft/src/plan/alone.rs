//! Parts of the plan by themselves, on any words. Proofs are about them; nothing else calls them.

use hyperbola::word::Branch;
use hyperbola_rules::formulas::{Formulas, FourWords, Unpacked};
use hyperbola_rules::lines::{KingRay, Pins, slides_in_pins};
use hyperbola_rules::mover::{Mover, Sides};
use hyperbola_rules::moves::PawnMoves;
use hyperbola_rules::pieces::Pieces;

use super::neutral::{MovesOfPiece, Neutral};
use super::numbers::Numbers;
use super::replier::Replier;

/// Returns the digits of the squares' numbers, with the addition on Black's pieces, for any pins of
/// these.
pub fn numbers<W: Branch>(white: &Pieces<W>, black: &Pieces<W>, pins: Pins<W>) -> [W; 6] {
    let sides = Sides::new(white, black);
    let lines = slides_in_pins(black.sliders(), &pins, sides.occupied);
    let zero = sides.occupied.splat(0);
    let rays = [KingRay { first: zero, second: zero }; 8];
    let replier = Replier::with_lines(&sides, rays, pins, zero, lines);
    Numbers::new(&sides, &replier).digits
}

/// What Black reaches if White passes, and the numbers of squares.
#[derive(Debug, Clone, Copy)]
pub struct Reached<W> {
    /// The digits of the squares' numbers, with the addition on Black's pieces.
    pub digits: [W; 6],
    /// The target squares of his sliders, by direction.
    pub slides: [W; 8],
    /// The squares ahead of his pawns, those that they attack to the east and to the west, and
    /// those of their double steps.
    pub pawns: [W; 4],
    /// Where a piece affects promotions of his pawns.
    pub promotions: W,
    /// His pinned pieces.
    pub pinned: W,
}

/// Finds what Black reaches, as the plan does.
#[must_use]
pub fn reached<W: Branch>(formulas: &Formulas, position: FourWords<W>) -> Reached<W> {
    let Unpacked { white, black, .. } = formulas.unpacked(position);
    let sides = Sides::new(&white, &black);
    let replier = Replier::new(&sides, &Mover::new(&sides));
    let Numbers { digits } = Numbers::new(&sides, &replier);
    let (promotions, pinned) = (replier.promotion_squares(&sides), replier.pins.all);
    let Replier { slides, stepping, east, west, two_steps, .. } = replier;
    Reached { digits, slides, pawns: [stepping, east, west, two_steps], promotions, pinned }
}

/// Moves whose replies are counted in one sum over the squares.
#[derive(Debug, Clone, Copy)]
pub struct Together<W> {
    /// The target squares of sliders, by direction.
    pub sliders: [W; 8],
    /// The knights, and the squares that they may go to.
    pub knights: [W; 2],
    /// The target squares of the king.
    pub king: W,
    /// The target squares of pawns.
    pub pawns: PawnMoves<W>,
}

/// Counts the replies to moves in one sum, from the digits of the squares' numbers and from the
/// number of replies after a pass. Returns the knights' target squares too, by step.
pub fn together<W: Branch>(
    moves: &Together<W>,
    [white, black]: [&Pieces<W>; 2],
    digits: [W; 6],
    base: W,
) -> ([W; 8], W) {
    let &Together { sliders, knights: [knights, knights_to], king, pawns } = moves;
    let replies = base.splat(0);
    let mut neutral = Neutral { replies, sliders, king, pawns, knights, knights_to };
    neutral.count_together(&Sides::new(white, black), &Numbers { digits }, base);
    (neutral.knights(), neutral.replies)
}

/// Adds the replies to the moves of one piece to a number: to its target squares as a slider by
/// direction, as a knight, and those of them that lie towards a slider that attacks it.
pub fn of_piece<W: Branch>(
    piece: W,
    (slides, leaps, towards): ([W; 8], W, W),
    [white, black]: [&Pieces<W>; 2],
    digits: [W; 6],
    base: W,
    replies: W,
) -> W {
    let zero = base.splat(0);
    let pawns = PawnMoves { one: zero, two: zero, east: zero, west: zero };
    let (sliders, king, knights, knights_to) = ([zero; 8], zero, zero, zero);
    let mut neutral = Neutral { replies, sliders, king, pawns, knights, knights_to };
    let moves = MovesOfPiece { slides, leaps, towards };
    let sides = Sides::new(white, black);
    neutral.count_piece(piece, &moves, &sides, &Numbers { digits }, base);
    neutral.replies
}
