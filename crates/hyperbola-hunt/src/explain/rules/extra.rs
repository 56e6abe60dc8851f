//! Why a move that a subject lists is not legal.

use hyperbola::geometry;
use hyperbola_moves::{Bitboard, CastlingSide, Color, Move, Position, Rank, Role, Square};

use super::{Reason, Rule, castling, enemies_at, line_name, list, named, pinner};
use crate::situation::victim;

/// Returns the rule that a move breaks. The en passant square is that of the subject's position,
/// which the position itself may lack.
pub(crate) fn extra(position: &Position, played: Move, en_passant: Option<Square>) -> Reason {
    let board = position.board();
    let (from, to) = (played.from(), played.to());
    let squares = Bitboard::from(from) | to.into();
    let color = position.side_to_move();
    let Some(piece) = board.piece_at(from) else {
        return Reason::new(Rule::WrongSide, format!("There is no piece on {from}.")).mark(squares);
    };
    if piece.color != color {
        let text = format!("The piece on {from} is not {color:?}'s, and {color:?} is to move.");
        return Reason::new(Rule::WrongSide, text).mark(squares);
    }
    if piece.role == Role::King
        && let Some(side) = castling_side(position, played)
    {
        return castling::extra(position, played, side);
    }
    if board.of_color(color).contains(to) {
        let text = format!("{to} has {}, a piece of the same side.", named(position, to));
        return Reason::new(Rule::OwnPiece, text).mark(squares);
    }
    let shape = match piece.role {
        Role::Pawn => pawn(position, played, en_passant),
        role => shape(position, from, to, role),
    };
    let reason = shape.or_else(|| promotion(position, played, piece.role));
    let of_king = || match piece.role {
        Role::King => king(position, to),
        Role::Pawn if board.role_at(to).is_none() && from.file() != to.file() => {
            uncovered(position, from, to)
        }
        _ => king_left_in_check(position, from, to),
    };
    reason.unwrap_or_else(of_king).mark(squares)
}

/// Returns the rule that a text breaks which is no move.
pub(crate) fn unread(position: &Position, text: &str) -> Reason {
    let squares = text.get(..4).and_then(|squares| squares.parse::<Move>().ok());
    let is_pawn = |played: &Move| position.board().role_at(played.from()) == Some(Role::Pawn);
    if let Some(played) = squares.filter(is_pawn)
        && let Some(piece) = text.get(4..).filter(|piece| piece.len() == 1)
    {
        let text = format!("{piece:?} is no piece that a pawn becomes.");
        return Reason::new(Rule::Promotion, text)
            .mark(Bitboard::from(played.from()) | played.to().into());
    }
    Reason::new(Rule::Notation, format!("{text:?} is no move in UCI's notation or in SAN."))
}

/// Returns the side, if a king's move is written as castling in one of the two ways.
fn castling_side(position: &Position, played: Move) -> Option<CastlingSide> {
    let (from, to) = (played.from(), played.to());
    let rank = Rank::First.relative_to(position.side_to_move());
    let is_rook = position.board().of(position.side_to_move(), Role::Rook).contains(to);
    let is_home = from.rank() == rank && to.rank() == rank;
    let is_leap = from.file().index().abs_diff(to.file().index()) == 2;
    let is_right = |square| {
        position
            .castling_rights()
            .iter()
            .any(|(color, _, rook)| color == position.side_to_move() && rook == square)
    };
    let is_castling =
        is_home && (is_leap || is_rook && (is_right(to) || geometry::distance(from, to) > 1));
    is_castling.then(|| CastlingSide::of_rook(from, to))
}

/// Returns how a piece's move is not one of its role.
fn shape(position: &Position, from: Square, to: Square, role: Role) -> Option<Reason> {
    let reaches = match role {
        Role::Knight => hyperbola::knight_attacks(from),
        Role::Bishop => hyperbola::bishop_attacks(from, Bitboard::EMPTY),
        Role::Rook => hyperbola::rook_attacks(from, Bitboard::EMPTY),
        Role::Queen => hyperbola::queen_attacks(from, Bitboard::EMPTY),
        Role::King => hyperbola::king_attacks(from),
        Role::Pawn => Bitboard::FULL,
    };
    if !reaches.contains(to) {
        return Some(not_reached(from, to, role));
    }
    let blocker = (geometry::between(from, to) & position.board().occupied()).into_iter();
    let blocker = blocker.min_by_key(|&square| geometry::distance(from, square))?;
    let text = format!(
        "{} cannot pass {} on its way to {to}.",
        named(position, from),
        named(position, blocker)
    );
    Some(Reason::new(Rule::Blocked, text).mark(geometry::between(from, to)))
}

/// Returns that a piece does not move so, or that the move goes round the edge.
fn not_reached(from: Square, to: Square, role: Role) -> Reason {
    let files = from.file().index().abs_diff(to.file().index());
    let wraps = match role {
        Role::Knight | Role::King | Role::Pawn => files >= 5,
        // Round the edge a step leads one rank further, or one less.
        _ => wraps(from, to, role),
    };
    let name = role.name();
    if wraps {
        let text = format!("From {from} to {to} the {name} would cross the edge of the board.");
        return Reason::new(Rule::Edge, text);
    }
    Reason::new(Rule::Movement, format!("A {name} does not move from {from} to {to}."))
}

/// Returns whether a slider's steps in the index of squares lead from one square to another if the
/// edge is not seen.
fn wraps(from: Square, to: Square, role: Role) -> bool {
    let difference = i16::from(to.index()) - i16::from(from.index());
    let steps: &[i16] = match role {
        Role::Bishop => &[7, 9],
        Role::Rook => &[1],
        _ => &[1, 7, 9],
    };
    steps.iter().any(|step| difference % step == 0 && (difference / step).abs() <= 7)
}

/// Returns how a pawn's move is not one of a pawn.
fn pawn(position: &Position, played: Move, en_passant: Option<Square>) -> Option<Reason> {
    let (from, to) = (played.from(), played.to());
    let color = position.side_to_move();
    let occupied = position.board().occupied();
    let forward = if color == Color::White { 1 } else { -1 };
    let (one, two) = (from.offset(0, forward), from.offset(0, 2 * forward));
    if Some(to) == one || Some(to) == two {
        let rule = if Some(to) == one { Rule::PawnStep } else { Rule::DoubleStep };
        if Some(to) == two && from.rank().relative_to(color) != Rank::Second {
            let text = format!("The pawn on {from} is not on its starting rank.");
            return Some(Reason::new(rule, text));
        }
        let path = geometry::between(from, to) | to.into();
        let blocker = (path & occupied).first()?;
        let text = format!("{} is in the way of the pawn.", named(position, blocker));
        return Some(Reason::new(rule, text).mark(path));
    }
    if hyperbola::pawn_attacks(color, from).contains(to) {
        if occupied.contains(to) || en_passant == Some(to) {
            return None;
        }
        let passed = victim(to);
        let is_pawn = position.board().of(!color, Role::Pawn).contains(passed);
        if is_pawn && to.rank().relative_to(color) == Rank::Sixth {
            let text = format!(
                "The pawn on {passed} has not just passed over {to}: there is no en passant square."
            );
            return Some(Reason::new(Rule::EnPassantGone, text).mark(passed));
        }
        let text = format!("There is nothing on {to} to capture.");
        return Some(Reason::new(Rule::PawnCapture, text));
    }
    if from.file().index().abs_diff(to.file().index()) >= 5 {
        return Some(not_reached(from, to, Role::Pawn));
    }
    Some(Reason::new(Rule::Movement, format!("A pawn does not move from {from} to {to}.")))
}

/// Returns what is wrong with the promotion of a move.
fn promotion(position: &Position, played: Move, role: Role) -> Option<Reason> {
    let color = position.side_to_move();
    let is_last = played.to().rank().relative_to(color) == Rank::Eighth;
    let text = match (role == Role::Pawn && is_last, played.promotion()) {
        (true, None) => format!("The pawn reaches {} and becomes nothing.", played.to()),
        (true, Some(Role::King)) => "The pawn becomes a king.".to_owned(),
        (true, Some(_)) | (false, None) => return None,
        (false, Some(into)) => format!("A {} becomes a {}.", role.name(), into.name()),
    };
    Some(Reason::new(Rule::Promotion, text))
}

/// Returns why the king cannot go to a square.
fn king(position: &Position, to: Square) -> Reason {
    let board = position.board();
    let color = position.side_to_move();
    let king = position.king(color);
    let occupied = board.occupied() - king.into();
    let attackers = enemies_at(position, to, occupied | to.into()) - to.into();
    let Some(attacker) = attackers.first() else {
        return Reason::new(Rule::KingIntoCheck, format!("The king cannot go to {to}."));
    };
    let enemy_king = position.king(!color);
    let before = position.checkers() & attackers;
    let on_line = before.into_iter().find(|&checker| {
        !enemies_at(position, to, board.occupied()).contains(checker)
            && geometry::line_through(king, checker).contains(to)
    });
    if let Some(checker) = on_line {
        let text = format!(
            "{} gives check along {}, and attacks {to} once the king has left {king}.",
            named(position, checker),
            line_name(checker, king)
        );
        return Reason::new(Rule::KingOnLine, text).attack(position, checker, to).when(occupied);
    }
    let is_by_king = attackers == enemy_king.into();
    let (rule, verb) = match (board.role_at(to), is_by_king) {
        (Some(_), _) => (Rule::KingTakesProtected, "protects"),
        (None, true) => (Rule::KingBesideKing, "attacks"),
        (None, false) => (Rule::KingIntoCheck, "attacks"),
    };
    if is_by_king {
        let text = format!("The other king, on {enemy_king}, attacks {to}.");
        return Reason::new(rule, text).mark(enemy_king);
    }
    let text = format!("{} {verb} {to}.", named(position, attacker));
    Reason::new(rule, text).attack(position, attacker, to).when(occupied)
}

/// Returns why an en passant capture leaves the king in check.
fn uncovered(position: &Position, from: Square, to: Square) -> Reason {
    let board = position.board();
    let king = position.king(position.side_to_move());
    let passed = victim(to);
    let after = (board.occupied() - from.into() - passed.into()) | to.into();
    let attackers = enemies_at(position, king, after) - passed.into();
    let fresh = attackers - position.checkers();
    let Some(attacker) = fresh.first() else {
        return king_left_in_check(position, from, to);
    };
    let text = format!(
        "Once the pawns on {from} and {passed} have left their squares, {} attacks the king on \
         {king} along {}.",
        named(position, attacker),
        line_name(attacker, king)
    );
    let rule =
        if pinner(position, from).is_some() { Rule::Pinned } else { Rule::EnPassantUncovers };
    Reason::new(rule, text).attack(position, attacker, king).when(after).mark(passed)
}

/// Returns why a move of another piece than the king leaves the king in check.
fn king_left_in_check(position: &Position, from: Square, to: Square) -> Reason {
    let king = position.king(position.side_to_move());
    let checkers = position.checkers();
    if checkers.count() > 1 {
        let text = format!("{} give check.", list(position, checkers));
        let reason = Reason::new(Rule::DoubleCheck, text);
        return checkers
            .into_iter()
            .fold(reason, |reason, checker| reason.attack(position, checker, king));
    }
    if let Some(pinner) = pinner(position, from)
        && !geometry::line_through(king, pinner).contains(to)
    {
        let text = format!(
            "{} is pinned to the king on {king} along {} by {}.",
            named(position, from),
            line_name(king, pinner),
            named(position, pinner)
        );
        let without = position.board().occupied() - from.into();
        return Reason::new(Rule::Pinned, text).attack(position, pinner, king).when(without);
    }
    if let Some(checker) = checkers.first() {
        let text = format!(
            "{} gives check to the king on {king}, and the move neither captures it nor \
             comes between.",
            named(position, checker)
        );
        return Reason::new(Rule::Check, text).attack(position, checker, king);
    }
    Reason::new(Rule::MadeMove, format!("The move from {from} to {to} is not legal."))
}
