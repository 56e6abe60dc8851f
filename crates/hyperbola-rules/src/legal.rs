//! What the legal moves of one position depend on, square by square, by any technique for sliders:
//! checks and pins, the answers to a check, the king's danger, and captures en passant.
//!
//! The formulas of [`mover`](crate::mover) find the same for many positions in lanes, by fills.
//! Here the king's square and that of each piece are known, so their lines and the squares between
//! are looked up, and a union over the squares of a set is a loop on `u64` ([`Word::union_of`]).

use hyperbola::word::Branch;
use hyperbola::{Color, Line, Slider, SliderAttacks, Square, Word, formula, geometry};

use crate::lines::Pins;
use crate::pieces::{Pieces, knight_attacks, pawn_attacks};

/// Returns the sliders of a side that would attack a square on an empty board.
#[inline(always)]
#[must_use]
pub fn on_lines_of<W: Word>(square: Square, side: &Pieces<W>) -> W {
    let lines = |slider| side.king.splat(geometry::lines(square, slider).0);
    (lines(Slider::Rook) & side.orthogonal) | (lines(Slider::Bishop) & side.diagonal)
}

/// Returns the pawns and knights of a side of a colour that attack a square.
#[inline(always)]
#[must_use]
pub fn leapers_to<W: Word>(square: Square, color: Color, side: &Pieces<W>) -> W {
    let zero = side.king.splat(0);
    let pawns = zero.splat(hyperbola::pawn_attacks(!color, square).0) & side.pawns;
    let knights = zero.splat(hyperbola::knight_attacks(square).0) & side.knights;
    pawns | knights
}

/// Returns the sliders of a side that attack a square. The squares in `occupied` block.
#[inline(always)]
#[must_use]
pub fn sliders_to<W: Word>(square: Square, side: &Pieces<W>, occupied: W) -> W {
    seeing(square, on_lines_of(square, side), occupied)
}

/// Returns those of some sliders that attack a square on one of their lines, which is not blocked.
///
/// Few sliders have a line to a square, so it looks at these and not at what the square sees.
#[inline(always)]
#[must_use]
pub fn seeing<W: Word>(square: Square, on_lines: W, occupied: W) -> W {
    let [seeing] = on_lines.union_of(|slider| {
        let between = occupied.splat(geometry::between(square, slider).0);
        [(between & occupied).zero_mask() & occupied.splat(slider.bit())]
    });
    seeing
}

/// Returns the pieces of a side of a colour that attack a square where the other king may go.
#[inline(always)]
#[must_use]
pub fn attackers_to<W: Word>(square: Square, color: Color, side: &Pieces<W>, occupied: W) -> W {
    let king = side.king & occupied.splat(hyperbola::king_attacks(square).0);
    leapers_to(square, color, side) | king | sliders_to(square, side, occupied)
}

/// Returns those of some squares that a side of a colour attacks: [`attacks`], if there are few.
#[inline(always)]
#[must_use]
pub fn attacked<W: Word>(squares: W, color: Color, side: &Pieces<W>, occupied: W) -> W {
    let [attacked] = squares.union_of(|square| {
        let is_safe = attackers_to(square, color, side, occupied).zero_mask();
        [occupied.splat(square.bit()) & !is_safe]
    });
    attacked
}

/// Returns the squares that a side of a colour attacks. The squares in `occupied` block.
#[inline(always)]
#[must_use]
pub fn attacks<W: Word, T: SliderAttacks>(color: Color, side: &Pieces<W>, occupied: W) -> W {
    let boards = T::occupied(occupied);
    let at = |square: Square| occupied.splat(square.word());
    let pawns = match color {
        Color::White => pawn_attacks::<W, true>(side.pawns),
        Color::Black => pawn_attacks::<W, false>(side.pawns),
    };
    let [diagonal] = side.diagonal.union_of(|square| [T::bishop(at(square), &boards)]);
    let [orthogonal] = side.orthogonal.union_of(|square| [T::rook(at(square), &boards)]);
    let [king] = side.king.union_of(|king| [occupied.splat(hyperbola::king_attacks(king).0)]);
    pawns | knight_attacks(side.knights) | diagonal | orthogonal | king
}

/// Returns, for the sliders of a side that have a line to a king: those with nothing between, and
/// the pieces of both colours that are the only one between.
#[inline(always)]
#[must_use]
pub fn lines_to<W: Word>(king: Square, side: &Pieces<W>, occupied: W) -> [W; 2] {
    on_lines_of(king, side).union_of(|slider| {
        let blockers = occupied.splat(geometry::between(king, slider).0) & occupied;
        let others = blockers & blockers.wrapping_sub(occupied.splat(1));
        [blockers.zero_mask() & occupied.splat(slider.bit()), others.zero_mask() & blockers]
    })
}

/// The checks and the pins of the side to move.
#[derive(Debug, Clone, Copy)]
pub struct Checks<W> {
    /// The enemy's pieces that give check.
    pub checkers: W,
    /// The own pieces that are the only piece between the king and an enemy slider.
    pub pinned: W,
}

impl<W: Word> Checks<W> {
    /// Finds the checks and pins of a king among a side's own pieces, by the enemy of a colour.
    #[inline(always)]
    #[must_use]
    pub fn new(king: Square, own: W, color: Color, enemy: &Pieces<W>, occupied: W) -> Self {
        let [seeing, blocking] = lines_to(king, enemy, occupied);
        formula! {
            checkers = seeing | leapers_to(king, color, enemy);
            pinned = blocking & own;
        }
        Self { checkers, pinned }
    }

    /// Returns the pinned pieces by the lines of their king.
    #[inline(always)]
    #[must_use]
    pub fn pins(&self, king: Square) -> Pins<W> {
        let king = self.pinned.splat(king.word());
        let on = |line| self.pinned & king.line_mask(line);
        Pins { lines: Line::ALL.map(on), all: self.pinned }
    }
}

impl<W: Branch> Checks<W> {
    /// Returns the squares that moves of other pieces than the king may go to: all squares if there
    /// is no check, that of the one checker and those between, and none if two pieces give check.
    #[inline(always)]
    #[must_use]
    pub fn evasions(&self, king: Square) -> W {
        let checkers = self.checkers;
        let mut target = !checkers.splat(0);
        if checkers.any() {
            let [between] =
                checkers.union_of(|checker| [checkers.splat(geometry::between(king, checker).0)]);
            let others = checkers & checkers.wrapping_sub(checkers.splat(1));
            let limited = (between | checkers | checkers.zero_mask()) & others.zero_mask();
            [target] = checkers.choose([limited], || [target]);
        }
        target
    }

    /// Returns those of a piece's target squares that its pin leaves: all if it is not pinned.
    #[inline(always)]
    #[must_use]
    pub fn in_pin(&self, king: Square, from: Square, targets: W) -> W {
        let is_pinned = self.pinned & targets.splat(from.bit());
        let mut allowed = targets;
        if is_pinned.any() {
            let line = targets.splat(geometry::ray_through(king, from).0);
            let limited = targets & (line | is_pinned.zero_mask());
            [allowed] = is_pinned.choose([limited], || [targets]);
        }
        allowed
    }
}

/// Returns the enemy's pieces that attack a king after a move of another piece, which takes what
/// stands on some square. The enemy has a colour.
#[inline(always)]
#[must_use]
pub fn checkers_after<W: Word>(
    king: Square,
    [from, to, gone]: [Square; 3],
    color: Color,
    enemy: &Pieces<W>,
    occupied: W,
) -> W {
    let bit = |square: Square| occupied.splat(square.bit());
    let after = (occupied & !(bit(from) | bit(gone))) | bit(to);
    let sliders = seeing(king, on_lines_of(king, enemy) & !bit(gone), after);
    (leapers_to(king, color, enemy) & !bit(gone)) | sliders
}

/// Returns the pawns of a side that stand right to capture on a square, by the enemy's colour.
#[inline(always)]
#[must_use]
pub fn pawns_to<W: Word>(to: Square, pawns: W, color: Color) -> W {
    pawns & pawns.splat(hyperbola::pawn_attacks(color, to).0)
}

/// Returns those of some pawns that may capture en passant by a move to a square: those after whose
/// capture the king is not attacked. The enemy has a colour.
#[inline(always)]
#[must_use]
pub fn en_passant_captors<W: Word>(
    king: Square,
    to: Square,
    pawns: W,
    color: Color,
    enemy: &Pieces<W>,
    occupied: W,
) -> W {
    let [legal] = pawns.union_of(|from| {
        let checkers = checkers_after(king, [from, to, victim(to)], color, enemy, occupied);
        [pawns.splat(from.bit()) & checkers.zero_mask()]
    });
    legal
}

/// Returns the square of the pawn that a move to a square captures en passant. It stands one rank
/// behind or before that square, on rank 4 or 5.
#[inline(always)]
#[must_use]
pub const fn victim(en_passant: Square) -> Square {
    Square::from_index_wrapping(en_passant.index() ^ 8)
}

/// Returns all ones if a piece of a side, no pawn and no king, attacks a square from another,
/// otherwise zero.
#[inline(always)]
#[must_use]
pub fn reaches<W: Word>([from, to]: [Square; 2], side: &Pieces<W>, occupied: W) -> W {
    let constant = |set: hyperbola::Bitboard| occupied.splat(set.0);
    let knights = constant(hyperbola::knight_attacks(to)) & side.knights;
    // A knight has no square between.
    let attackers = (on_lines_of(to, side) | knights) & constant(from.into());
    let blockers = constant(geometry::between(from, to)) & occupied;
    !attackers.zero_mask() & blockers.zero_mask()
}
