//! Positions as a subject gets them: a start and the moves played from there.

use hyperbola_moves::{
    Board, CastlingRights, Move, Piece, Position, PositionError, Role, Setup, Square, Verdict,
};

/// A start and the moves played from there, as UCI's `position fen … moves …` has them.
///
/// The start keeps its en passant square even if no capture there is legal: a subject may get just
/// that wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Situation {
    start: Setup,
    is_reachable: bool,
    played: Vec<Move>,
    /// The positions from the start to the end.
    positions: Vec<Position>,
}

impl Situation {
    /// Makes the situation of a setup without moves.
    ///
    /// # Errors
    ///
    /// Returns a [`PositionError`] if the parts do not fit together.
    pub fn new(start: Setup) -> Result<Self, PositionError> {
        let position = start.position()?;
        Ok(Self { start, is_reachable: true, played: Vec::new(), positions: vec![position] })
    }

    /// Makes the situation of a setup that legal play can reach as far as the rules of
    /// [`Setup::verdict`] tell.
    pub(crate) fn reached(start: Setup) -> Option<Self> {
        Self::new(start).ok().filter(|made| made.start.verdict().verdict.is_possible())
    }

    /// Makes the situation of a setup that no game need lead to: with more pieces or more checkers
    /// than a game allows.
    ///
    /// # Errors
    ///
    /// Returns a [`PositionError`] if the parts do not fit together in other ways.
    pub fn unreachable(start: Setup) -> Result<Self, PositionError> {
        let position = start.unreachable_position()?;
        Ok(Self { start, is_reachable: false, played: Vec::new(), positions: vec![position] })
    }

    /// Makes the situation of a setup that somebody wrote down. Its check may have no last move.
    pub(crate) fn given(start: Setup, unreachable: bool) -> Option<Self> {
        if unreachable { Self::unreachable(start).ok() } else { Self::new(start).ok() }
    }

    /// Makes the situation of another setup: one that legal play can reach, unless this one need
    /// not be reached either, or breaks the same kind of rule.
    ///
    /// A famous position of the suites has more captures by pawns than lost pieces. What is made
    /// smaller from there has fewer.
    pub(crate) fn of(&self, start: Setup) -> Option<Self> {
        if !self.is_reachable {
            return Self::unreachable(start).ok();
        }
        let made = Self::new(start).ok()?;
        let rule = |setup: &Setup| match setup.verdict().verdict {
            Verdict::Impossible(reason) => Some(reason.rule()),
            _ => None,
        };
        rule(&made.start).is_none_or(|broken| rule(&self.start) == Some(broken)).then_some(made)
    }

    /// Returns the situation after one more move, if the move is legal.
    #[must_use]
    pub fn after(&self, played: Move) -> Option<Self> {
        let next = self.position().play(played).ok()?;
        let mut after = self.clone();
        after.played.push(played);
        after.positions.push(next);
        Some(after)
    }

    /// Returns the situation after more moves, if they are legal.
    pub(crate) fn after_all(&self, played: &[Move]) -> Option<Self> {
        played.iter().try_fold(self.clone(), |situation, &played| situation.after(played))
    }

    /// Returns the situation of another start, with other moves, if they fit.
    pub(crate) fn rebuilt(&self, start: Setup, played: &[Move]) -> Option<Self> {
        self.of(start)?.after_all(played)
    }

    /// Returns the situation with the colours exchanged.
    pub(crate) fn mirrored(&self) -> Option<Self> {
        let mirrored = |&played: &Move| mapped(played, Square::flip_ranks);
        let played: Vec<Move> = self.played.iter().map(mirrored).collect();
        self.rebuilt(with_colors_exchanged(&self.start), &played)
    }

    /// Returns the start.
    #[must_use]
    pub const fn start(&self) -> &Setup {
        &self.start
    }

    /// Returns the moves played from the start.
    #[must_use]
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// Returns the moves played from the start, each between the positions before and after it.
    pub(crate) fn steps(&self) -> impl DoubleEndedIterator<Item = (&Position, Move, &Position)> {
        let positions = self.positions.windows(2).zip(&self.played);
        positions.map(|(pair, &played)| (&pair[0], played, &pair[1]))
    }

    /// Returns the position at the end.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Returns whether castling is written as the king's move onto its rook, because the start has
    /// a right of Chess960.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.positions[0].chess960_right().is_some()
    }

    /// Returns the FEN of the start, or its Shredder-FEN in Chess960.
    #[must_use]
    pub fn fen(&self) -> String {
        if self.is_chess960() {
            self.start.shredder_fen().to_string()
        } else {
            self.start.to_string()
        }
    }

    /// Returns the FEN of the position at the end, or its Shredder-FEN in Chess960.
    pub(crate) fn end_fen(&self) -> String {
        let position = self.position();
        let fen = if self.is_chess960() { position.shredder_fen() } else { position.fen() };
        fen.to_string()
    }

    /// Returns the moves played, in UCI's notation.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.steps().map(|(before, played, _)| self.written(before, played)).collect()
    }

    /// Writes a move of the position at the end, in UCI's notation.
    #[must_use]
    pub fn uci(&self, legal: Move) -> String {
        self.written(self.position(), legal)
    }

    fn written(&self, position: &Position, legal: Move) -> String {
        if self.is_chess960() { legal.to_string() } else { position.uci(legal).to_string() }
    }

    /// Returns the setup at the end. After a pawn's double step it has the en passant square, even
    /// if no capture there is legal.
    #[must_use]
    pub fn end(&self) -> Setup {
        match self.steps().next_back() {
            None => self.start,
            Some((before, played, after)) => {
                Setup { en_passant: passed_over(before, played), ..after.setup() }
            }
        }
    }
}

/// Returns a move with its squares changed.
pub(crate) fn mapped(played: Move, change: impl Fn(Square) -> Square) -> Move {
    let (from, to) = (change(played.from()), change(played.to()));
    Move::promoting(from, to, played.promotion().unwrap_or(Role::Pawn))
}

/// Returns the square that a move passes over if it is a pawn's double step.
pub(crate) fn passed_over(before: &Position, played: Move) -> Option<Square> {
    let is_pawn = before.board().role_at(played.from()) == Some(Role::Pawn);
    let is_double = played.from().index().abs_diff(played.to().index()) == 16;
    let middle = played.from().index().midpoint(played.to().index());
    (is_pawn && is_double).then(|| Square::from_index_wrapping(middle))
}

/// Returns the setup with the colours exchanged and the board turned over.
pub(crate) fn with_colors_exchanged(setup: &Setup) -> Setup {
    let mut other = Setup {
        side_to_move: !setup.side_to_move,
        board: Board::EMPTY,
        castling_rights: CastlingRights::NONE,
        en_passant: setup.en_passant.map(Square::flip_ranks),
        ..*setup
    };
    for (square, piece) in setup.board.pieces() {
        other.board.put(square.flip_ranks(), Piece::new(!piece.color, piece.role));
    }
    for (color, side, rook) in setup.castling_rights.iter() {
        other.castling_rights.set(!color, side, Some(rook.flip_ranks()));
    }
    other
}

/// Returns the square of the pawn that a capture en passant takes.
pub(crate) const fn victim(square: Square) -> Square {
    Square::from_index_wrapping(square.index() ^ 8)
}

#[cfg(test)]
mod tests {
    use hyperbola_moves::{Position, Setup};

    #[test]
    fn the_victim_of_en_passant_stands_behind_the_square() {
        use hyperbola_moves::Square;
        let victims = [Square::A3, Square::E3, Square::D6, Square::H6].map(super::victim);
        assert_eq!(victims, [Square::A4, Square::E4, Square::D5, Square::H5]);
    }

    /// Hunts a subject that lists no move in a double check, and looks at each position that it is
    /// asked for. Returns whether a game can lead to all of them.
    fn all_asked_are_possible(unreachable: bool) -> bool {
        let mut all = true;
        let (mut small, mut squares) = (0, 0);
        let mut subject = crate::from_moves(|fen| {
            let setup: Setup = fen.parse().expect("a FEN");
            all &= setup.verdict().verdict.is_possible();
            squares += u32::from(setup.en_passant.is_some());
            let (position, _) = Position::from_fen_lenient(fen).expect("a FEN");
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
        assert!(small > 100 && squares > 5, "{small} {squares}");
        all
    }

    #[test]
    fn search_and_shrinking_avoid_impossible_positions() {
        assert!(all_asked_are_possible(false));
        assert!(!all_asked_are_possible(true));
    }

    /// Of a subject that is right, every position is asked for. Its en passant squares tell of
    /// double steps before which the king stood in no check.
    #[test]
    fn en_passant_squares_are_those_of_possible_positions() {
        let (mut asked, mut squares) = (0, 0);
        let mut subject = crate::from_moves(|fen| {
            let setup: Setup = fen.parse().expect("a FEN");
            let verdict = setup.verdict().verdict;
            assert!(verdict.is_possible(), "{fen}: {verdict}");
            asked += 1;
            squares += u32::from(setup.en_passant.is_some());
            let position = setup.position().expect("a position");
            position.legal_moves().iter().map(ToString::to_string).collect()
        });
        let hunt = crate::Hunt::new().suites(false).seconds(None).positions(Some(4000));
        assert!(hunt.run(&mut subject).expect("it answers").findings.is_empty());
        drop(subject);
        assert!(asked > 2000 && squares > 50, "{asked} {squares}");
    }
}
