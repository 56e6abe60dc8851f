//! Why castling is not legal, or is.

use hyperbola::geometry;
use hyperbola_moves::{Bitboard, CastlingSide, Move, Position, Role, Square};

use super::{Reason, Rule, enemies_at, named};

/// The squares of a castling.
struct Squares {
    king: Square,
    rook: Square,
    king_target: Square,
    rook_target: Square,
}

impl Squares {
    fn new(position: &Position, king: Square, rook: Square, side: CastlingSide) -> Self {
        let color = position.side_to_move();
        let (king_target, rook_target) = (side.king_target(color), side.rook_target(color));
        Self { king, rook, king_target, rook_target }
    }

    /// Returns the squares that must be empty.
    fn path(&self) -> Bitboard {
        let path = |from, to| geometry::between(from, to) | Bitboard::from(to);
        (path(self.king, self.king_target)
            | path(self.rook, self.rook_target)
            | geometry::between(self.king, self.rook))
            - self.king.into()
            - self.rook.into()
    }
}

/// Returns the rule that a castling breaks.
pub(super) fn extra(position: &Position, played: Move, side: CastlingSide) -> Reason {
    let color = position.side_to_move();
    let king = played.from();
    let Some(rook) = position.castling_rights().rook(color, side) else {
        let rooks = position.board().of(color, Role::Rook);
        let text = if rooks.contains(played.to()) || !rooks.is_empty() {
            format!("{color:?} has no right to castle to the {side}.")
        } else {
            format!("{color:?} has no rook, and no right to castle to the {side}.")
        };
        return Reason::new(Rule::CastlingRight, text).mark(king);
    };
    let squares = Squares::new(position, king, rook, side);
    let occupied = position.board().occupied();
    if let Some(blocker) = (squares.path() & occupied).first() {
        let text = format!("{} is in the way.", named(position, blocker));
        return Reason::new(Rule::CastlingOccupied, text).mark(squares.path());
    }
    if let Some(checker) = position.checkers().first() {
        let text = format!("{} gives check.", named(position, checker));
        return Reason::new(Rule::CastlingFromCheck, text).attack(position, checker, king);
    }
    let crossed = geometry::between(king, squares.king_target) | squares.king_target.into();
    for square in crossed {
        let attackers = enemies_at(position, square, occupied - king.into());
        let Some(attacker) = attackers.first() else { continue };
        let (rule, verb) = if square == squares.king_target {
            (Rule::CastlingIntoCheck, "reaches")
        } else {
            (Rule::CastlingThroughCheck, "crosses")
        };
        let text =
            format!("{} attacks {square}, which the king {verb}.", named(position, attacker));
        return Reason::new(rule, text).attack(position, attacker, square);
    }
    let after = (occupied - king.into() - rook.into())
        | squares.king_target.into()
        | squares.rook_target.into();
    match enemies_at(position, squares.king_target, after).first() {
        Some(attacker) => {
            let text = format!(
                "Once the rook has left {rook}, {} attacks the king on {}.",
                named(position, attacker),
                squares.king_target
            );
            Reason::new(Rule::CastlingUncovers, text).attack(position, attacker, rook).when(after)
        }
        None => Reason::new(Rule::Castling, format!("The king cannot castle to the {side}.")),
    }
}

/// Returns the rule that a missing castling breaks.
pub(super) fn missing(position: &Position, legal: Move, side: CastlingSide) -> Reason {
    let squares = Squares::new(position, legal.from(), legal.to(), side);
    let board = position.board();
    let occupied = board.occupied();
    let crossed = geometry::between(squares.king, squares.king_target)
        | squares.king_target.into()
        | squares.king.into();
    let rook_only = (squares.path() | squares.rook.into()) - crossed;
    let attacked = rook_only
        .into_iter()
        .find_map(|square| Some((square, enemies_at(position, square, occupied).first()?)));
    match attacked {
        Some((square, attacker)) => {
            let text = format!(
                "{} attacks {square}, but the king neither stands there nor crosses or reaches it.",
                named(position, attacker)
            );
            Reason::new(Rule::CastlingRook, text).attack(position, attacker, square)
        }
        None => {
            let text = format!(
                "{:?} has the right to castle to the {side}, nothing is in the way, and the enemy \
                 attacks none of the king's squares.",
                position.side_to_move()
            );
            Reason::new(Rule::Castling, text).mark(crossed | squares.path())
        }
    }
}
