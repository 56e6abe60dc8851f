//! Why the list or the count is wrong only after a move is made.

use hyperbola_moves::{Color, Move, Piece, Position, Rank, Role, Setup};

use super::{Reason, Rule};
use crate::Situation;
use crate::situation::passed_over;
use crate::situation::victim;

/// Returns the rule that is broken by making moves: the list is right for the FEN of the last
/// position and wrong after the moves played.
pub(crate) fn made(situation: &Situation, missing: &[Move], extra: &[Move]) -> Reason {
    let position = situation.position();
    let board = position.board();
    let color = position.side_to_move();
    let is_pawn = |played: &Move| board.of(color, Role::Pawn).contains(played.from());
    let leaves_file = |played: &Move| played.from().file() != played.to().file();
    let is_empty = |played: &Move| board.role_at(played.to()).is_none();
    let is_king = |played: &Move| {
        played.from() == position.king(color)
            && played.from().rank() == Rank::First.relative_to(color)
    };
    let is_leap = |played: &Move| {
        is_king(played)
            && (played.from().file().index().abs_diff(played.to().file().index()) == 2
                || board.of(color, Role::Rook).contains(played.to()))
    };
    if extra.iter().any(is_leap) {
        return castling_right(situation, color);
    }
    if missing.iter().any(|legal| legal.is_castling(position)) {
        let text = format!("{color:?} still has the right to castle after the moves played.");
        return Reason::new(Rule::CastlingRight, text);
    }
    if missing.iter().any(|legal| legal.is_en_passant(position)) {
        let text = "The last move was a double step, and a pawn may capture en passant.";
        return Reason::new(Rule::MadeDoubleStep, text);
    }
    if extra.iter().any(|played| is_pawn(played) && leaves_file(played) && is_empty(played)) {
        let text = "The right to capture en passant ended with the move after the double step.";
        return Reason::new(Rule::EnPassantGone, text);
    }
    by_kind(situation)
}

/// Returns when a right to castle ended.
fn castling_right(situation: &Situation, color: Color) -> Reason {
    for (before, played, after) in situation.steps() {
        for (owner, side, rook) in before.castling_rights().iter() {
            if owner != color || after.castling_rights().rook(owner, side).is_some() {
                continue;
            }
            let how = if played.to() == rook && before.side_to_move() != color {
                format!("the rook on {rook} was captured")
            } else if played.from() == rook {
                format!("the rook on {rook} moved")
            } else {
                "the king moved".to_owned()
            };
            let text =
                format!("{color:?}'s right to castle to the {side} ended when {how} ({played}).");
            return Reason::new(Rule::CastlingRight, text).mark(rook);
        }
    }
    Reason::new(Rule::CastlingRight, format!("{color:?} has no right to castle."))
}

/// Returns the rule for the most special of the moves played.
fn by_kind(situation: &Situation) -> Reason {
    let kinds = situation.steps().map(|(before, played, _)| kind(before, played));
    let best = kinds.max_by_key(|(rank, _)| *rank);
    best.map_or_else(|| Reason::new(Rule::MadeMove, "The moves were not made."), |(_, best)| best)
}

/// Returns the rule for making one move, and how special it is.
fn kind(position: &Position, played: Move) -> (u8, Reason) {
    let (from, to) = (played.from(), played.to());
    if played.is_en_passant(position) {
        let text = format!("{played} captures the pawn on {}, which is empty then.", victim(to));
        return (5, Reason::new(Rule::MadeEnPassant, text).mark(victim(to)));
    }
    if let Some(side) = played.castling_side(position) {
        let color = position.side_to_move();
        let text = format!(
            "Castling puts the king on {} and the rook on {}.",
            side.king_target(color),
            side.rook_target(color)
        );
        return (5, Reason::new(Rule::MadeCastling, text).mark(side.rook_target(color)));
    }
    if let Some(role) = played.promotion() {
        let text = format!("{played} puts a {} on {to}.", role.name());
        return (4, Reason::new(Rule::MadePromotion, text).mark(to));
    }
    if let Some(role) = played.captured(position) {
        let text = format!("{played} captures the {} on {to}.", role.name());
        return (3, Reason::new(Rule::MadeCapture, text).mark(to));
    }
    let text = format!("{played} moves the piece on {from} to {to}, and nothing else.");
    if passed_over(position, played).is_some() {
        return (2, Reason::new(Rule::MadeDoubleStep, text).mark(to));
    }
    (1, Reason::new(Rule::MadeMove, text).mark(to))
}

/// Returns the rule that is broken by making a move, only from the number of sequences after it:
/// the mistake that leads to the number of the subject, if there is one, and otherwise the rule for
/// the kind of the move.
pub(crate) fn counted(position: &Position, played: Move, depth: u32, found: u64) -> Reason {
    let Some(after) = position.play(played).ok() else { return kind(position, played).1 };
    let mistakes = mistakes(position, played, &after.setup());
    let fits = mistakes.into_iter().find(|(_, setup)| {
        let made = setup.position_lenient();
        made.is_ok_and(|(wrong, _)| hyperbola_perft::plain(&wrong, depth - 1) == found)
    });
    fits.map_or_else(|| kind(position, played).1, |(reason, _)| reason)
}

/// Returns the setups to which usual mistakes in making a move lead.
fn mistakes(before: &Position, played: Move, after: &Setup) -> Vec<(Reason, Setup)> {
    let mut all = Vec::new();
    let mut add = |rule, text: String, setup| all.push((Reason::new(rule, text), setup));
    let (color, to) = (before.side_to_move(), played.to());
    if played.is_en_passant(before) {
        let mut wrong = *after;
        wrong.board.put(victim(to), Piece::new(!color, Role::Pawn));
        add(Rule::MadeEnPassant, format!("The captured pawn is still on {}.", victim(to)), wrong);
    }
    if let Some(side) = played.castling_side(before) {
        let mut wrong = *after;
        wrong.board.remove(side.rook_target(color));
        if to != side.king_target(color) {
            wrong.board.put(to, Piece::new(color, Role::Rook));
        }
        add(Rule::MadeCastling, format!("The rook is still on {to}."), wrong);
    }
    if let Some(square) = before.en_passant() {
        let wrong = Setup { en_passant: Some(square), ..*after };
        add(Rule::EnPassantGone, format!("The en passant square is still {square}."), wrong);
    }
    if passed_over(before, played).is_some() {
        let wrong = Setup { en_passant: None, ..*after };
        add(Rule::MadeDoubleStep, "There is no en passant square.".to_owned(), wrong);
    }
    for (owner, side, rook) in before.castling_rights().iter() {
        let has_ended = after.castling_rights.rook(owner, side).is_none();
        let mut wrong = *after;
        // If the rook was captured, the right stands as if it were there.
        wrong.castling_rights.set(owner, side, has_ended.then_some(rook));
        let what = if has_ended { "can still" } else { "has lost the right to" };
        add(Rule::CastlingRight, format!("{owner:?} {what} castle to the {side}."), wrong);
    }
    if let Some(role) = played.promotion() {
        for other in Role::PROMOTIONS.into_iter().filter(|&other| other != role) {
            let mut wrong = *after;
            wrong.board.put(to, Piece::new(color, other));
            let text = format!("There is a {} on {to}.", other.name());
            add(Rule::MadePromotion, text, wrong);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_the_most_special_moves_is_blamed() {
        let start = "r3k3/1p6/8/8/3p4/2P5/8/4K2R w - - 0 1".parse().expect("a FEN");
        let mut situation = Situation::new(start).expect("a position");
        for (uci, text) in [
            ("h1h8", "h1h8 moves the piece on h1 to h8, and nothing else."),
            ("e8d7", "e8d7 moves the piece on e8 to d7, and nothing else."),
            ("c3d4", "c3d4 captures the pawn on d4."),
            ("b7b5", "c3d4 captures the pawn on d4."),
            ("h8a8", "h8a8 captures the rook on a8."),
            ("d7e6", "h8a8 captures the rook on a8."),
        ] {
            situation = situation.after(uci.parse().expect("a move")).expect("a legal move");
            assert_eq!(made(&situation, &[], &[]).text, text);
        }
    }
}
