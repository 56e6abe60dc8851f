//! Why a move that a subject leaves out is legal.

use hyperbola::geometry;
use hyperbola_moves::{Bitboard, Move, Position, Role};

use super::{Reason, Rule, castling, line_name, named, pinner};
use crate::situation::passed_over;
use crate::situation::victim;

/// Returns the rule by which a move is legal: the most special one that applies.
pub(crate) fn missing(position: &Position, legal: Move) -> Reason {
    let squares = Bitboard::from(legal.from()) | legal.to().into();
    if let Some(side) = legal.castling_side(position) {
        return castling::missing(position, legal, side).mark(squares);
    }
    let role = position.board().role_at(legal.from()).unwrap_or(Role::Pawn);
    let reason = answer_to_check(position, legal, role)
        .or_else(|| on_pin_line(position, legal))
        .unwrap_or_else(|| ordinary(position, legal, role));
    reason.mark(squares)
}

/// Returns how a move of another piece than the king answers a check.
fn answer_to_check(position: &Position, legal: Move, role: Role) -> Option<Reason> {
    let checker = position.checkers().first()?;
    if role == Role::King {
        return None;
    }
    let king = position.king(position.side_to_move());
    let to = legal.to();
    let name = named(position, checker);
    let reason = if legal.is_en_passant(position) && victim(to) == checker {
        let text = format!("The capture en passant takes {name}, which gives check.");
        Reason::new(Rule::EnPassantCheck, text)
    } else if to == checker {
        let text = format!("The move captures {name}, which gives check.");
        Reason::new(Rule::CaptureChecker, text)
    } else {
        let text = format!("The move comes between {name}, which gives check, and the king.");
        Reason::new(Rule::BlockCheck, text)
    };
    Some(reason.attack(position, checker, king))
}

/// Returns how a pinned piece moves along the line of its pin.
fn on_pin_line(position: &Position, legal: Move) -> Option<Reason> {
    let king = position.king(position.side_to_move());
    let pinner = pinner(position, legal.from())?;
    let what = if legal.to() == pinner {
        format!("and may capture {}", named(position, pinner))
    } else {
        "and may move along it".to_owned()
    };
    let text = format!(
        "{} is pinned along {} by {}, {what}.",
        named(position, legal.from()),
        line_name(king, pinner),
        named(position, pinner)
    );
    Some(Reason::new(Rule::PinLine, text).attack(position, pinner, king))
}

/// Returns the rule for a move that neither a check nor a pin makes special.
fn ordinary(position: &Position, legal: Move, role: Role) -> Reason {
    let (from, to) = (legal.from(), legal.to());
    let captured = legal.captured(position).map(Role::name);
    if legal.is_en_passant(position) {
        let text = format!("The pawn on {} has just passed over {to}.", victim(to));
        return Reason::new(Rule::EnPassant, text).mark(victim(to));
    }
    if let Some(into) = legal.promotion() {
        let capture = captured.map_or(String::new(), |role| format!(" and captures the {role}"));
        let text = format!("The pawn reaches {to}{capture} and becomes a {}.", into.name());
        return Reason::new(Rule::Promotion, text);
    }
    match (role, captured) {
        (Role::Pawn, Some(captured)) => {
            Reason::new(Rule::PawnCapture, format!("The pawn captures the {captured} on {to}."))
        }
        (Role::Pawn, None) if passed_over(position, legal).is_some() => {
            let text = format!("The pawn is on its starting rank, and its way to {to} is empty.");
            Reason::new(Rule::DoubleStep, text).mark(geometry::between(from, to))
        }
        (Role::Pawn, None) => Reason::new(Rule::PawnStep, format!("{to} is empty.")),
        (Role::King, Some(captured)) => {
            let text = format!("No piece of the enemy protects the {captured} on {to}.");
            Reason::new(Rule::KingMove, text)
        }
        (Role::King, None) => {
            Reason::new(Rule::KingMove, format!("No piece of the enemy attacks {to}."))
        }
        (role, Some(captured)) => {
            let text = format!("The {} attacks the {captured} on {to}.", role.name());
            Reason::new(Rule::Capture, text).mark(geometry::between(from, to))
        }
        (role, None) => {
            let text = format!("The {} reaches {to}, which is empty.", role.name());
            Reason::new(Rule::Movement, text).mark(geometry::between(from, to))
        }
    }
}
