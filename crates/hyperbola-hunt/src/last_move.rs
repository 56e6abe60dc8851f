//! Whether a check can have arisen: some legal move must have led to the position.
//!
//! Each move that may have been the last one is taken back. What stands before it must be a
//! position, the move must be legal there, and it must lead to the position again. So a "yes" is
//! proved by the move, and a "no" means that none of all moves taken back fits.

use hyperbola::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use hyperbola_moves::{
    Bitboard, CastlingSide, Color, Move, Piece, Position, Rank, Role, Setup, Square,
};

/// Returns whether there is no check in a position or some legal move can have led to it.
pub(crate) fn exists(position: &Position) -> bool {
    !position.is_check() || LastMove::new(position).exists()
}

/// The search of a last move.
struct LastMove<'a> {
    position: &'a Position,
    /// The position as a setup in which the other side, which made the last move, is to move.
    before: Setup,
    mover: Color,
    /// The king that is in check. It was in no check before the last move.
    king: Square,
}

impl<'a> LastMove<'a> {
    fn new(position: &'a Position) -> Self {
        let mover = !position.side_to_move();
        let setup = position.setup();
        let before = Setup { side_to_move: mover, en_passant: None, halfmove_clock: 0, ..setup };
        Self { position, before, mover, king: position.king(!mover) }
    }

    fn exists(&self) -> bool {
        // Most checks are given by the piece that moved.
        let checkers = self.position.checkers();
        let others = self.before.board.of_color(self.mover) - checkers;
        checkers.into_iter().chain(others).any(|to| self.moved_to(to))
            || CastlingSide::ALL.into_iter().any(|side| self.castled(side))
    }

    /// Returns whether the last move can have led to a square.
    fn moved_to(&self, to: Square) -> bool {
        let role = self.before.board.role_at(to).unwrap_or(Role::Pawn);
        let occupied = self.before.board.occupied();
        match role {
            Role::Pawn => self.pawn_moved_to(to),
            _ => {
                let from = attacks(role, to, occupied) - occupied;
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
    fn castled(&self, side: CastlingSide) -> bool {
        let (king, rook) = (side.king_target(self.mover), side.rook_target(self.mover));
        let board = &self.before.board;
        let has = |square, role| board.of(self.mover, role).contains(square);
        if !has(king, Role::King) || !has(rook, Role::Rook) {
            return false;
        }
        let mut without = self.before;
        without.board.remove(king);
        without.board.remove(rook);
        let back_rank = Rank::First.relative_to(self.mover);
        let free = || {
            let free = Bitboard::from_rank(back_rank) - without.board.occupied();
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
                self.leads_here(before, Move::new(from, rook))
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
        let Ok(before) = before.position() else { return false };
        let Ok(after) = before.play(played) else { return false };
        let (here, after) = (self.position.setup(), after.setup());
        after.board == here.board
            && after.castling_rights == here.castling_rights
            && after.en_passant == here.en_passant
    }
}

/// Returns the squares that a piece other than a pawn attacks.
pub(crate) fn attacks(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => knight_attacks(square),
        Role::King => king_attacks(square),
        Role::Bishop => bishop_attacks(square, occupied),
        Role::Rook => rook_attacks(square, occupied),
        Role::Queen => queen_attacks(square, occupied),
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

/// Returns the square of the pawn that a capture en passant takes.
pub(crate) const fn victim(square: Square) -> Square {
    Square::from_index_wrapping(square.index() ^ 8)
}

#[cfg(test)]
mod tests {
    use hyperbola_random::Random;
    use hyperbola_samples::{chess960, random_endgame, random_game, random_setup};

    use super::*;

    /// Plays all legal moves of a position. None may be refused where it leads. Returns the numbers
    /// of checks and of double checks.
    fn checks_after(before: &Position) -> (u32, u32) {
        let (mut checks, mut double_checks) = (0, 0);
        for played in before.legal_moves() {
            let after = before.play(played).expect("a legal move");
            assert!(exists(&after), "{} {played}", before.shredder_fen());
            checks += u32::from(after.is_check());
            double_checks += u32::from(after.checkers().count() == 2);
        }
        (checks, double_checks)
    }

    /// A position is refused only if no move taken back fits. So each kind of move is taken back
    /// from many positions, those of games and those that no game need lead to.
    #[test]
    fn no_position_is_refused_that_a_legal_move_leads_to() {
        let mut random = Random::new(3);
        let (mut checks, mut double_checks) = (0, 0);
        let mut visit = |position: &Position| {
            let (single, double) = checks_after(position);
            checks += single;
            double_checks += double;
        };
        for number in 0..240 {
            let start = match number {
                0..80 => Position::initial(),
                _ => {
                    let mut arrangement = || usize::try_from(random.word() % 960).expect("fits");
                    chess960(arrangement(), arrangement())
                }
            };
            random_game(start, &mut random, 150, |position, _| visit(position));
        }
        for _ in 0..4000 {
            visit(&random_setup(&mut random));
            visit(&random_endgame(&mut random));
        }
        assert!(checks > 50_000 && double_checks > 200, "{checks} {double_checks}");
    }

    /// Hunts a subject that lists no move in a double check, and looks at each position that it is
    /// asked for. Returns whether all of them have a last move.
    fn all_asked_have_last_moves(unreachable: bool) -> bool {
        let mut all = true;
        let mut small = 0;
        let mut subject = crate::from_moves(|fen| {
            let (position, _) = Position::from_fen_lenient(fen).expect("a FEN");
            all &= exists(&position);
            small += u32::from(position.board().occupied().count() < 6);
            let legal = position.legal_moves();
            let is_wrong = position.checkers().count() == 2 && legal.len() > 1;
            legal.iter().skip(usize::from(is_wrong)).map(ToString::to_string).collect()
        });
        for seed in 0..6 {
            let hunt = crate::Hunt::new().seed(seed).suites(false).unreachable(unreachable);
            let outcome = hunt.seconds(None).positions(Some(2000)).run(&mut subject);
            let finding = outcome
                .expect("it answers")
                .findings
                .into_iter()
                .next()
                .expect("double checks are wrong");
            assert!(finding.is_minimal && finding.pieces() <= 5, "{}", finding.epd());
        }
        drop(subject);
        assert!(small > 100, "{small}");
        all
    }

    #[test]
    fn search_and_shrinking_avoid_impossible_checks() {
        assert!(all_asked_have_last_moves(false));
        assert!(!all_asked_have_last_moves(true));
    }

    #[test]
    fn each_kind_of_last_move_is_found() {
        for fen in [
            // No check, after no move at all.
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            // A step, a double step with and without a square, a capture.
            "8/8/8/3k4/4P3/8/8/K7 b - - 0 1",
            "8/8/8/3k4/4Pp2/8/8/K7 b - e3 0 1",
            "8/8/8/8/3k4/4P3/8/K7 b - - 0 1",
            // En passant that uncovers a rook, and gives a double check.
            "4R3/8/3P4/4k3/8/8/8/K7 b - - 0 1",
            "8/8/3P4/R3k3/8/8/8/K7 b - - 0 1",
            // Promotions, and castling to both sides.
            "3Qk3/8/8/8/8/8/8/K7 b - - 0 1",
            "8/8/8/8/5k2/8/8/5RK1 b - - 0 1",
            "3k4/8/8/8/8/8/8/2KR4 b - - 0 1",
            // A knight and a bishop, a king that uncovers, a capture with promotion that uncovers.
            "4k3/8/5N2/1B6/8/8/8/4K3 b - - 0 1",
            "4k3/8/8/8/8/8/3K4/4R3 b - - 0 1",
            "3Qk3/8/8/8/8/8/8/4RK2 b - - 0 1",
            // En passant only, and castling of Chess960 only.
            "8/8/3Pk3/8/8/8/B7/1n5K b - - 0 1",
            "8/8/8/8/8/5k2/8/4bRK1 b - - 0 1",
        ] {
            let position: Position = fen.parse().expect("a position");
            assert!(exists(&position), "{fen}");
        }
    }

    #[test]
    fn checks_that_no_move_gives_are_refused() {
        for fen in [
            // Two knights, two pawns, a pawn and a knight.
            "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1",
            "8/3k4/2P1P3/8/8/8/8/4K3 b - - 0 1",
            "8/8/3k4/2P5/4N3/8/8/4K3 b - - 0 1",
            // Rooks at both ends of a rank, and bishops at both ends of a diagonal.
            "8/8/8/8/R3k2R/8/8/4K3 b - - 0 1",
            "R3k2R/8/8/8/8/8/8/4K3 b - - 0 1",
            "8/6B1/8/4k3/8/8/1B6/4K3 b - - 0 1",
            // A pawn that has not moved, and a bishop that pawns hold on its first square.
            "8/8/8/8/8/3k4/4P3/K7 b - - 0 1",
            "8/8/8/8/8/5k2/1PPPPP1P/4K1B1 b - - 0 1",
            // The same with the colours exchanged.
            "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1",
        ] {
            let position: Position = fen.parse().expect("a position");
            assert!(!exists(&position), "{fen}");
        }
    }
}
