//! Whether a legal move can have led to a position.
//!
//! Each move that may have been the last one is taken back. What stands before it must be a
//! position, the move must be legal there, and it must lead to the position again. So a "yes" is
//! proved by the move, and a "no" means that none of all moves taken back fits.
//!
//! The moves that gave the check come first, and what is cheap to see comes first of each: the king
//! that is to move now stood in no check before.

use hyperbola::{Bitboard, Color, Rank, Square, pawn_attacks};

use hyperbola_rules::legal::victim;

use crate::side::back_rank;
use crate::{CastlingSide, Move, Piece, Position, Role, Setup};

/// The kinds of last moves that lead to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastMove {
    /// None.
    None,
    /// Only castling of Chess960.
    Chess960,
    /// A move of chess.
    Chess,
}

impl LastMove {
    /// Finds the kind of last moves that lead to a position.
    pub(super) fn of(position: &Position) -> Self {
        let search = Search::new(position);
        if search.finds_move() || search.finds_castling(|before| before.chess960_right().is_none())
        {
            Self::Chess
        } else if search.finds_castling(|_| true) {
            Self::Chess960
        } else {
            Self::None
        }
    }
}

/// The search of a last move.
struct Search<'a> {
    position: &'a Position,
    /// The position as a setup in which the other side, which made the last move, is to move.
    before: Setup,
    mover: Color,
    /// The king that is in check. It was in no check before the last move.
    king: Square,
}

impl<'a> Search<'a> {
    fn new(position: &'a Position) -> Self {
        let mover = !position.side_to_move();
        let setup = position.setup();
        let before = Setup { side_to_move: mover, en_passant: None, halfmove_clock: 0, ..setup };
        Self { position, before, mover, king: position.king(!mover) }
    }

    /// Returns whether there is a last move other than castling.
    fn finds_move(&self) -> bool {
        // Most checks are given by the piece that moved.
        let checkers = self.position.checkers();
        let others = self.before.board.of_color(self.mover) - checkers;
        checkers.into_iter().chain(others).any(|to| self.moved_to(to))
    }

    /// Returns whether the last move can have been castling in a setup of some kind.
    fn finds_castling(&self, is_taken: impl Fn(&Setup) -> bool) -> bool {
        CastlingSide::ALL.into_iter().any(|side| self.castled(side, &is_taken))
    }

    /// Returns whether the last move can have led to a square.
    fn moved_to(&self, to: Square) -> bool {
        let role = self.before.board.role_at(to).unwrap_or(Role::Pawn);
        let occupied = self.before.board.occupied();
        match role {
            Role::Pawn => self.pawn_moved_to(to),
            _ => {
                let from = Piece::new(self.mover, role).attacks(to, occupied) - occupied;
                from.into_iter().any(|from| self.with_any_victim(Move::new(from, to), role))
                    || role != Role::King
                        && to.rank() == Rank::Eighth.relative_to(self.mover)
                        && self.promoted(to, role)
            }
        }
    }

    /// Returns whether a pawn of the mover can have come to a square without a promotion.
    fn pawn_moved_to(&self, to: Square) -> bool {
        let occupied = self.before.board.occupied();
        let is_free = |square: &Square| !occupied.contains(*square);
        let sides = pawn_attacks(!self.mover, to);
        let captures = || sides.into_iter().filter(is_free).map(|from| Move::new(from, to));
        let Some(step) = behind(to, self.mover) else { return false };
        let by_step = is_free(&step) && self.without_victim(Move::new(step, to), Role::Pawn);
        let by_double_step = || {
            let start = behind(step, self.mover)
                .filter(|_| to.rank() == Rank::Fourth.relative_to(self.mover) && is_free(&step));
            let start = start.filter(is_free);
            start.is_some_and(|from| self.without_victim(Move::new(from, to), Role::Pawn))
        };
        by_step
            || by_double_step()
            || captures().any(|played| self.with_victim(played, Role::Pawn))
            || to.rank() == Rank::Sixth.relative_to(self.mover)
                && captures().any(|played| self.captured_en_passant(played))
    }

    /// Returns whether the last move can have been a promotion on a square.
    fn promoted(&self, to: Square, role: Role) -> bool {
        let occupied = self.before.board.occupied();
        let sides = pawn_attacks(!self.mover, to) - occupied;
        let step = behind(to, self.mover).filter(|from| !occupied.contains(*from));
        let played = |from| Move::promoting(from, to, role);
        step.is_some_and(|from| self.without_victim(played(from), Role::Pawn))
            || sides.into_iter().any(|from| self.with_victim(played(from), Role::Pawn))
    }

    fn with_any_victim(&self, played: Move, role: Role) -> bool {
        self.without_victim(played, role) || self.with_victim(played, role)
    }

    fn without_victim(&self, played: Move, role: Role) -> bool {
        self.leads_here(self.taken_back(played, role), played)
    }

    fn with_victim(&self, played: Move, role: Role) -> bool {
        const VICTIMS: [Role; 5] =
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        VICTIMS.into_iter().any(|victim| {
            let mut before = self.taken_back(played, role);
            before.board.put(played.to(), Piece::new(!self.mover, victim));
            self.leads_here(before, played)
        })
    }

    fn captured_en_passant(&self, played: Move) -> bool {
        let mut before = self.taken_back(played, Role::Pawn);
        let square = victim(played.to());
        if before.board.role_at(square).is_some() {
            return false;
        }
        before.board.put(square, Piece::new(!self.mover, Role::Pawn));
        before.en_passant = Some(played.to());
        self.leads_here(before, played)
    }

    /// Returns the setup before a move that captures nothing.
    fn taken_back(&self, played: Move, role: Role) -> Setup {
        let mut before = self.before;
        before.board.remove(played.to());
        before.board.put(played.from(), Piece::new(self.mover, role));
        before
    }

    /// Returns whether the last move can have been castling to a side.
    fn castled(&self, side: CastlingSide, is_taken: &impl Fn(&Setup) -> bool) -> bool {
        let (king, rook) = (side.king_target(self.mover), side.rook_target(self.mover));
        let board = &self.before.board;
        let has = |square, role| board.of(self.mover, role).contains(square);
        if !has(king, Role::King) || !has(rook, Role::Rook) {
            return false;
        }
        let mut without = self.before;
        without.board.remove(king);
        without.board.remove(rook);
        let free = || {
            let free = Bitboard::from_rank(back_rank(self.mover)) - without.board.occupied();
            free.into_iter()
        };
        free().any(|from| {
            let rooks =
                free().filter(|&rook| rook != from && CastlingSide::of_rook(from, rook) == side);
            rooks.into_iter().any(|rook| {
                let mut before = without;
                before.board.put(from, Piece::new(self.mover, Role::King));
                before.board.put(rook, Piece::new(self.mover, Role::Rook));
                before.castling_rights.set(self.mover, side, Some(rook));
                is_taken(&before) && self.leads_here(before, Move::new(from, rook))
            })
        })
    }

    /// Returns whether a setup is a position in which a move is legal that leads to ours.
    fn leads_here(&self, before: Setup, played: Move) -> bool {
        // The cheapest test first: the king in check was in none before.
        let board = &before.board;
        let attackers = board.attackers_to(self.king, board.occupied());
        if !(attackers & board.of_color(self.mover)).is_empty() {
            return false;
        }
        let Ok(before) = before.position_of_game() else { return false };
        let Ok(after) = before.play(played) else { return false };
        let (here, after) = (self.position.setup(), after.setup());
        after.board == here.board
            && after.castling_rights == here.castling_rights
            && after.en_passant == here.en_passant
    }
}

/// Returns the square from which a pawn of a colour steps to another.
fn behind(square: Square, color: Color) -> Option<Square> {
    let ranks = match color {
        Color::White => square.index().checked_sub(8),
        Color::Black => square.index().checked_add(8).filter(|&index| index < 64),
    };
    ranks.map(Square::from_index_wrapping)
}
