//! Pseudo-legal and legal moves.

use hyperbola_moves::{Bitboard, CastlingSide, Color, Piece, Rank, Role, Square};

use super::mistakes::Mistake;
use super::{Faulty, Kind, Made, forward};

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the square some files and ranks away, or beyond the edge if it may wrap.
fn step(from: Square, (files, ranks): (i8, i8), wraps: bool) -> Option<Square> {
    if wraps {
        let index = i16::from(from.index()) + i16::from(files) + 8 * i16::from(ranks);
        return u8::try_from(index).ok().and_then(Square::from_index);
    }
    from.offset(files, ranks)
}

impl Faulty {
    /// Returns the legal moves.
    pub(super) fn legal(&self) -> Vec<Made> {
        let mut legal = self.pseudo_legal();
        legal.retain(|made| self.is_legal(made));
        if self.has(Mistake::List64) {
            legal.truncate(64);
        }
        if self.has(Mistake::List128) {
            legal.truncate(128);
        }
        legal
    }

    /// Returns the pieces of a colour that attack a square.
    pub(super) fn attackers(&self, square: Square, by: Color) -> Vec<(Square, Role)> {
        let mut all = Vec::new();
        let mut add = |from: Option<Square>, roles: &[Role]| {
            let Some(from) = from else { return };
            if let Some(Piece { color, role }) = self.board.piece_at(from)
                && color == by
                && roles.contains(&role)
            {
                all.push((from, role));
            }
        };
        for files in [-1, 1] {
            add(square.offset(files, -forward(by)), &[Role::Pawn]);
        }
        for jump in KNIGHT {
            add(step(square, jump, false), &[Role::Knight]);
        }
        for direction in STRAIGHT.into_iter().chain(DIAGONAL) {
            add(step(square, direction, false), &[Role::King]);
            let slider = if STRAIGHT.contains(&direction) { Role::Rook } else { Role::Bishop };
            let mut at = square;
            while let Some(next) = step(at, direction, false) {
                at = next;
                if self.board.piece_at(at).is_some() {
                    add(Some(at), &[slider, Role::Queen]);
                    break;
                }
            }
        }
        if let Some((from, ghost)) = self.ghost
            && ghost.color == by
        {
            let reach = match ghost.role {
                Role::Knight => hyperbola::knight_attacks(from),
                Role::Pawn => hyperbola::pawn_attacks(by, from),
                Role::Rook => hyperbola::rook_attacks(from, self.board.occupied()),
                Role::Bishop => hyperbola::bishop_attacks(from, self.board.occupied()),
                _ => hyperbola::queen_attacks(from, self.board.occupied()),
            };
            if reach.contains(square) {
                all.push((from, ghost.role));
            }
        }
        all
    }

    /// Returns whether a pseudo-legal move is legal, or thought so.
    fn is_legal(&self, made: &Made) -> bool {
        let enemy = !self.side;
        let king = self.king(self.side);
        let mover = self.board.role_at(made.from);
        let before = self.attackers(king, enemy);
        let right = Self { mistake: None, ..self.clone() };
        let after = right.after(made);
        let mut left = after.attackers(after.king(self.side), enemy);
        let was = |square: Square| before.iter().any(|&(from, _)| from == square);
        let is_king = mover == Some(Role::King);
        let is_castling = matches!(made.kind, Kind::Castling(..));
        if is_king && !is_castling {
            self.forget_attackers_of_king(made, &before, &mut left);
        } else if !is_castling {
            self.forget_pins(made, &was, &mut left);
        } else if self.has(Mistake::RookUncovers) || self.has(Mistake::IntoCheck) {
            // Castling looks at its squares before, not here.
            left.clear();
        } else if self.has(Mistake::PawnsIgnored) {
            left.retain(|&(_, role)| role != Role::Pawn);
        }
        left.is_empty() && !self.refuses(made, &before, mover)
    }

    /// Leaves out the attackers that a mistake does not see where the king goes.
    fn forget_attackers_of_king(
        &self,
        made: &Made,
        before: &[(Square, Role)],
        left: &mut Vec<(Square, Role)>,
    ) {
        let is_capture = self.board.piece_at(made.to).is_some();
        left.retain(|&(from, role)| {
            let is_forgotten = self.has(Mistake::KingsTouch) && role == Role::King
                || self.has(Mistake::IntoPawn) && role == Role::Pawn
                || self.has(Mistake::IntoKnight) && role == Role::Knight
                || self.has(Mistake::TakesProtected) && is_capture
                || self.has(Mistake::KingOnLine)
                    && before.iter().any(|&(checker, _)| checker == from)
                    && !self.attackers(made.to, !self.side).contains(&(from, role));
            !is_forgotten
        });
    }

    /// Leaves out the attackers that a mistake does not see when another piece moves.
    fn forget_pins(
        &self,
        made: &Made,
        was: &impl Fn(Square) -> bool,
        left: &mut Vec<(Square, Role)>,
    ) {
        let king = self.king(self.side);
        let is_en_passant = made.kind == Kind::EnPassant;
        let mover = self.board.role_at(made.from);
        let count = left.len();
        left.retain(|&(from, role)| {
            let is_fresh = !was(from);
            let straight = from.file() == king.file() || from.rank() == king.rank();
            let same_rank = from.rank() == king.rank();
            // The pawn that captures is pinned by itself.
            let mut alone = self.clone();
            alone.board.remove(made.from);
            let by_captor = is_fresh && alone.attackers(king, !self.side).contains(&(from, role));
            let is_unseen_line =
                self.has(if straight { Mistake::PinLine } else { Mistake::PinDiagonal });
            let forgotten = is_unseen_line && is_fresh && !is_en_passant
                || self.has(Mistake::PinPush)
                    && is_fresh
                    && !straight
                    && mover == Some(Role::Pawn)
                    && made.from.file() == made.to.file()
                || is_en_passant
                    && (self.has(Mistake::EnPassantRank) && same_rank && is_fresh
                        || self.has(Mistake::EnPassantDiagonal)
                            && !straight
                            && is_fresh
                            && !by_captor
                        || self.has(Mistake::EnPassantPin) && by_captor
                        || self.has(Mistake::EnPassantAnyCheck) && !is_fresh)
                || self.has(Mistake::KnightCheck) && role == Role::Knight
                || self.has(Mistake::PawnCheck) && role == Role::Pawn
                || self.has(Mistake::DoubleCheck)
                    && !is_fresh
                    && count == 1
                    && was(made.to)
                    && !is_en_passant;
            !forgotten
        });
    }

    /// Returns whether a mistake refuses a legal move.
    fn refuses(&self, made: &Made, before: &[(Square, Role)], mover: Option<Role>) -> bool {
        let is_king = mover == Some(Role::King);
        let captures_checker = before.iter().any(|&(checker, _)| checker == made.to);
        let is_check = !before.is_empty() && !is_king;
        let blocks = is_check && !captures_checker && made.kind != Kind::EnPassant;
        let king = self.king(self.side);
        let mut without = self.clone();
        without.board.remove(made.from);
        let pinner = without
            .attackers(king, !self.side)
            .into_iter()
            .find(|attacker| !before.contains(attacker))
            .filter(|_| !is_king)
            .map(|(square, _)| square);
        self.has(Mistake::NoBlock) && blocks
            || self.has(Mistake::NoCapture) && is_check && !blocks
            || self.has(Mistake::PromotionNoBlock) && blocks && made.promotion.is_some()
            || self.has(Mistake::StepNoBlock) && blocks && made.kind == Kind::DoubleStep
            || self.has(Mistake::EnPassantNoCheck) && is_check && made.kind == Kind::EnPassant
            || self.has(Mistake::PinFrozen) && pinner.is_some()
            || self.has(Mistake::PinnerStays) && pinner == Some(made.to)
    }

    /// Returns the pseudo-legal moves. Castling is looked at in full.
    pub(super) fn pseudo_legal(&self) -> Vec<Made> {
        let mut all = Vec::new();
        let mut queens = 0;
        for (from, piece) in self.board.pieces().filter(|(_, piece)| piece.color == self.side) {
            match piece.role {
                Role::Pawn => self.pawn(from, &mut all),
                Role::Knight => {
                    let wraps = self.has(Mistake::KnightWraps);
                    self.leap(from, &KNIGHT, wraps, &mut all);
                }
                Role::King => {
                    let wraps = self.has(Mistake::KingWraps);
                    self.leap(from, &[STRAIGHT, DIAGONAL].concat(), wraps, &mut all);
                }
                Role::Bishop => self.slide(from, &DIAGONAL, Role::Bishop, &mut all),
                Role::Rook => self.slide(from, &STRAIGHT, Role::Rook, &mut all),
                Role::Queen => {
                    queens += 1;
                    if queens > 2 && self.has(Mistake::ThirdQueen) {
                        continue;
                    }
                    let all_directions = [STRAIGHT, DIAGONAL].concat();
                    self.slide(from, &all_directions, Role::Queen, &mut all);
                    if self.has(Mistake::QueenTwice) {
                        self.slide(from, &[(1, 0), (-1, 0)], Role::Queen, &mut all);
                    }
                }
            }
        }
        self.castling(&mut all);
        all
    }

    fn add(&self, from: Square, to: Square, takes_own: bool, all: &mut Vec<Made>) {
        let target = self.board.piece_at(to);
        let is_own = target.is_some_and(|piece| piece.color == self.side);
        let is_king = target.is_some_and(|piece| piece.role == Role::King);
        if (!is_own || takes_own) && !is_king {
            all.push(Made { from, to, promotion: None, kind: Kind::Plain });
        }
    }

    fn leap(&self, from: Square, jumps: &[(i8, i8)], wraps: bool, all: &mut Vec<Made>) {
        for &jump in jumps {
            if let Some(to) = step(from, jump, wraps) {
                self.add(from, to, false, all);
            }
        }
    }

    fn slide(&self, from: Square, directions: &[(i8, i8)], role: Role, all: &mut Vec<Made>) {
        let is_bishop = role == Role::Bishop;
        let is_rook = role == Role::Rook;
        for &direction in directions {
            if role == Role::Queen && direction == (-1, 0) && self.has(Mistake::QueenWest) {
                continue;
            }
            let wraps = is_bishop && self.has(Mistake::BishopWraps);
            let mut at = from;
            let mut passes = u8::from(is_rook && self.has(Mistake::RookJumps));
            let most = if is_rook && self.has(Mistake::RookShort) { 6 } else { 7 };
            for _ in 0..most {
                let Some(to) = step(at, direction, wraps) else { break };
                at = to;
                let target = self.board.piece_at(to);
                if is_bishop && target.is_some() && self.has(Mistake::BishopPeaceful) {
                    break;
                }
                self.add(from, to, is_bishop && self.has(Mistake::TakesOwn), all);
                if let Some(piece) = target {
                    if passes == 0 || piece.color != self.side {
                        break;
                    }
                    passes -= 1;
                }
            }
        }
    }

    fn pawn(&self, from: Square, all: &mut Vec<Made>) {
        let ahead = forward(self.side);
        let rank = from.rank().relative_to(self.side);
        let empty = |square: Square| self.board.piece_at(square).is_none();
        let enemy = |square: Square| {
            let piece = self.board.piece_at(square);
            piece.is_some_and(|piece| piece.color != self.side && piece.role != Role::King)
        };
        if let Some(one) = from.offset(0, ahead) {
            if empty(one) || self.has(Mistake::StepOnto) && enemy(one) {
                self.promote(from, one, all);
            }
            let is_start =
                rank == Rank::Second || self.has(Mistake::DoubleStepThird) && rank == Rank::Third;
            let two = from.offset(0, 2 * ahead).filter(|_| is_start);
            if let Some(two) = two
                && (empty(one) || self.has(Mistake::DoubleStepOver))
                && (empty(two) || self.has(Mistake::DoubleStepOnto) && enemy(two))
                && !self.has(Mistake::NoDoubleStep)
            {
                all.push(Made { from, to: two, promotion: None, kind: Kind::DoubleStep });
            }
        }
        for files in [-1, 1] {
            if let Some(to) = step(from, (files, ahead), self.has(Mistake::PawnWraps)) {
                let own = self.board.color_at(to) == Some(self.side);
                if enemy(to)
                    || self.has(Mistake::CaptureEmpty) && empty(to) && self.en_passant != Some(to)
                    || self.has(Mistake::CaptureOwn)
                        && own
                        && self.board.role_at(to) != Some(Role::King)
                {
                    self.promote(from, to, all);
                }
            }
            let to = step(from, (files, ahead), self.has(Mistake::EnPassantWraps));
            if let Some(to) = to.filter(|&to| self.en_passant == Some(to) && empty(to))
                && !self.has(Mistake::NoEnPassant)
                && !(self.has(Mistake::EnPassantWest) && files == -1)
            {
                all.push(Made { from, to, promotion: None, kind: Kind::EnPassant });
            }
        }
    }

    fn promote(&self, from: Square, to: Square, all: &mut Vec<Made>) {
        let mut add = |promotion| all.push(Made { from, to, promotion, kind: Kind::Plain });
        if to.rank().relative_to(self.side) != Rank::Eighth {
            return add(None);
        }
        let is_capture = from.file() != to.file();
        if self.has(Mistake::NoPromotion) && !is_capture {
            return add(None);
        }
        for role in Role::PROMOTIONS {
            let is_queen = role == Role::Queen;
            let is_left_out = self.has(Mistake::QueenOnly) && !is_queen
                || self.has(Mistake::NoKnight) && role == Role::Knight
                || self.has(Mistake::NoCapturePromotion) && is_capture && !is_queen;
            if !is_left_out {
                add(Some(role));
            }
        }
        if self.has(Mistake::KingPromotion) {
            add(Some(Role::King));
        }
    }

    fn castling(&self, all: &mut Vec<Made>) {
        let king = self.king(self.side);
        for side in CastlingSide::ALL {
            let Some(rook) = self.rights[self.side as usize][side as usize] else { continue };
            if side == CastlingSide::Queen && self.has(Mistake::NoQueenSide) {
                continue;
            }
            let (to, rook_to) = (side.king_target(self.side), side.rook_target(self.side));
            // A right that should have ended may have no king or rook.
            let is_home = king.rank() == rook.rank()
                && (self.chess960 || king.file() == hyperbola_moves::File::E)
                && CastlingSide::of_rook(king, rook) == side;
            let has_rook = self.board.piece_at(rook) == Some(Piece::new(self.side, Role::Rook));
            let needs_rook =
                !self.has(Mistake::RightCaptured) && !self.has(Mistake::RightPromotion);
            if !is_home || needs_rook && !has_rook {
                continue;
            }
            let span = |a: Square, b: Square| {
                let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
                (low..=high).map(Square::from_index_wrapping).collect::<Bitboard>()
            };
            let mut path = span(king, to) | span(rook, rook_to) | span(king, rook);
            path -= king.into();
            path -= rook.into();
            if self.has(Mistake::OverPiece) && side == CastlingSide::Queen && !self.chess960 {
                path = path - Square::B1.into() - Square::B8.into();
            }
            if !(path & self.board.occupied()).is_empty() {
                continue;
            }
            if self.may_cross(king, to, rook, path) {
                all.push(Made {
                    from: king,
                    to,
                    promotion: None,
                    kind: Kind::Castling(side, rook),
                });
            }
        }
    }

    /// Returns whether the enemy attacks none of the squares that castling looks at.
    fn may_cross(&self, king: Square, to: Square, rook: Square, path: Bitboard) -> bool {
        let mut without = self.clone();
        without.board.remove(king);
        let is_attacked = |square: Square| {
            let mut attackers = without.attackers(square, !self.side);
            if self.has(Mistake::PawnsIgnored) {
                attackers.retain(|&(_, role)| role != Role::Pawn);
            }
            !attackers.is_empty()
        };
        let (low, high) = (king.index().min(to.index()), king.index().max(to.index()));
        let crossed = (low..=high).map(Square::from_index_wrapping);
        let mut crossed = crossed.filter(|&square| square != king && square != to);
        (self.has(Mistake::FromCheck) || self.attackers(king, !self.side).is_empty())
            && (self.has(Mistake::ThroughCheck) || !crossed.any(is_attacked))
            && (self.has(Mistake::IntoCheck) || !is_attacked(to))
            && !(self.has(Mistake::NeedsSafeB) && path.into_iter().any(is_attacked))
            && !(self.has(Mistake::NeedsSafeRook) && is_attacked(rook))
    }
}
