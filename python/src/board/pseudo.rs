//! Moves that pieces can make, whether or not they leave the king in check.

use hyperbola::{Bitboard, Color, Rank};
use hyperbola_moves::{Move, Piece, Position, Role, Square};

/// Returns the moves that follow the rules but for the king's safety. Castling is among them only
/// if it is legal. `passed` is the square that a pawn has just passed over.
pub(super) fn moves(position: &Position, passed: Option<Square>) -> Vec<Move> {
    let color = position.side_to_move();
    let board = position.board();
    let mut moves = Vec::with_capacity(64);
    for role in Role::ALL {
        for from in board.of(color, role) {
            let attacks = Piece::new(color, role).attacks(from, board.occupied());
            let targets = match role {
                Role::Pawn => {
                    let passed = passed.map_or(Bitboard::EMPTY, Bitboard::from);
                    (attacks & (board.of_color(!color) | passed)) | pushes(position, from)
                }
                _ => attacks - board.of_color(color),
            };
            for to in targets {
                let is_promotion =
                    role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
                let roles: &[Role] = if is_promotion { &Role::PROMOTIONS } else { &[Role::Pawn] };
                moves.extend(roles.iter().map(|&role| Move::promoting(from, to, role)));
            }
        }
    }
    let king = position.king(color);
    let rights = position.castling_rights().iter().filter(|&(side, ..)| side == color);
    let castling = rights.map(|(_, _, rook)| Move::new(king, rook));
    moves.extend(castling.filter(|&castling| position.is_legal(castling)));
    moves
}

/// Returns the squares that a pawn can be pushed to.
fn pushes(position: &Position, from: Square) -> Bitboard {
    let empty = !position.board().occupied();
    let (first, step): (_, fn(u64) -> u64) = match position.side_to_move() {
        Color::White => (Rank::Second, |set| set << 8),
        Color::Black => (Rank::Seventh, |set| set >> 8),
    };
    let one = Bitboard(step(Bitboard::from(from).0)) & empty;
    let may_go_on = from.rank() == first;
    one | (Bitboard(step(one.0)) & if may_go_on { empty } else { Bitboard::EMPTY })
}
