//! Making a move.

use hyperbola_moves::{CastlingSide, Color, Piece, Role, Square};

use super::mistakes::Mistake;
use super::{Faulty, Kind, Made, forward};

impl Faulty {
    /// Returns the position after a move.
    pub(super) fn after(&self, made: &Made) -> Self {
        let mut after = self.clone();
        let Made { from, to, promotion, kind } = *made;
        let piece = self.board.piece_at(from).expect("there is a piece");
        let captured = self.board.piece_at(to).filter(|captured| captured.color != self.side);
        after.ghost = captured
            .filter(|_| self.has(Mistake::Ghost))
            .map(|captured| (to, captured))
            .or(self.ghost);
        after.board.remove(from);
        match kind {
            Kind::Castling(side, rook) => self.castle(&mut after, from, side, rook),
            _ => {
                let role = match promotion {
                    Some(_) if self.has(Mistake::PromotedPawn) => Role::Queen,
                    // A king too many would end the game.
                    Some(Role::King) => Role::Queen,
                    promoted => promoted.unwrap_or(piece.role),
                };
                after.board.put(to, Piece::new(self.side, role));
            }
        }
        if kind == Kind::EnPassant && !self.has(Mistake::VictimStays) {
            let victim = to.offset(0, -forward(self.side)).expect("on the board");
            after.board.remove(victim);
        }
        let is_unset = self.has(Mistake::EnPassantUnset)
            || self.has(Mistake::EnPassantUnsetBlack) && self.side == Color::Black;
        after.en_passant = match kind {
            Kind::DoubleStep if !is_unset => from.offset(0, forward(self.side)),
            _ if self.has(Mistake::EnPassantStays) => self.en_passant,
            _ => None,
        };
        self.end_rights(&mut after, made, piece.role);
        after.side = !self.side;
        after
    }

    fn castle(&self, after: &mut Self, king: Square, side: CastlingSide, rook: Square) {
        let stays = self.has(Mistake::RookStays);
        let king_stays = self.has(Mistake::SideTwice) && side == CastlingSide::King;
        if !stays {
            after.board.remove(rook);
        }
        let king_to = if king_stays { king } else { side.king_target(self.side) };
        after.board.put(king_to, Piece::new(self.side, Role::King));
        let rook_to = side.rook_target(self.side);
        if !stays && after.board.piece_at(rook_to).is_none() {
            after.board.put(rook_to, Piece::new(self.side, Role::Rook));
        }
    }

    /// Ends rights to castle.
    fn end_rights(&self, after: &mut Self, made: &Made, role: Role) {
        let own = self.side as usize;
        if role == Role::King && !self.has(Mistake::RightKing) {
            after.rights[own] = [None; 2];
        }
        for (color, side) in
            Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)))
        {
            let right = &mut after.rights[color as usize][side as usize];
            let Some(rook) = *right else { continue };
            let is_captured = made.to == rook && color != self.side;
            let is_kept = is_captured
                && (self.has(Mistake::RightCaptured)
                    || self.has(Mistake::RightReplaced)
                    || self.has(Mistake::RightPromotion) && made.promotion.is_some())
                || made.from == rook && self.has(Mistake::RightMoved);
            let is_moved = made.from == rook && color == self.side;
            if (is_captured || is_moved) && !is_kept {
                *right = None;
                if self.has(Mistake::RightsBoth) && is_moved {
                    after.rights[own] = [None; 2];
                }
            }
        }
    }
}
