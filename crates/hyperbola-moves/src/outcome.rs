//! Ends of games: mate, stalemate, material that cannot mate, long games and repetitions.

use core::fmt;

use hyperbola::{Bitboard, Color, SliderAttacks};

use crate::{Legal, Position, Role};

/// How a game has ended or can be ended.
///
/// It displays as the result in a PGN: `1-0`, `0-1` or `1/2-1/2`.
///
/// ```
/// use hyperbola_moves::{Color, Outcome, Position};
/// let position: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse()?;
/// let outcome = position.outcome();
/// assert_eq!(outcome, Some(Outcome::Checkmate { winner: Color::White }));
/// assert_eq!(outcome.map(|outcome| outcome.to_string()).as_deref(), Some("1-0"));
/// # Ok::<(), hyperbola_moves::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move is in check and has no legal move. The other side has won.
    Checkmate {
        /// The side that has won.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side has the pieces to give mate. See [`Position::is_insufficient_material`].
    InsufficientMaterial,
    /// No capture and no pawn move for 75 moves of each side. This ends the game at once.
    SeventyFiveMoves,
    /// The position has been there five times. This ends the game at once.
    FivefoldRepetition,
    /// No capture and no pawn move for 50 moves of each side. A player may claim a draw.
    FiftyMoves,
    /// The position has been there three times. A player may claim a draw.
    ThreefoldRepetition,
}

impl Outcome {
    /// Returns the side that has won, or nothing for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// Returns how a game has ended whose position has been on the board a number of times:
    /// [`FivefoldRepetition`](Self::FivefoldRepetition), or not yet.
    #[must_use]
    pub const fn by_repetition(times: usize) -> Option<Self> {
        if times >= 5 { Some(Self::FivefoldRepetition) } else { None }
    }

    /// Returns the draw that a player may claim where the position has been on the board a number
    /// of times: [`ThreefoldRepetition`](Self::ThreefoldRepetition), unless the game has ended by
    /// it.
    #[must_use]
    pub const fn claim_by_repetition(times: usize) -> Option<Self> {
        if matches!(times, 3 | 4) { Some(Self::ThreefoldRepetition) } else { None }
    }

    /// Returns whether the game ends only if a player claims the draw.
    #[must_use]
    pub const fn is_claim(self) -> bool {
        matches!(self, Self::FiftyMoves | Self::ThreefoldRepetition)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        })
    }
}

impl<T: SliderAttacks> Legal<'_, T> {
    /// Returns [`Position::outcome`], told whether there is a legal move. Who has the moves knows.
    #[must_use]
    pub fn outcome_with(&self, has_moves: bool) -> Option<Outcome> {
        let position = self.position();
        match (has_moves, self.checkers().is_empty()) {
            (false, true) => Some(Outcome::Stalemate),
            (false, false) => Some(Outcome::Checkmate { winner: !position.side_to_move() }),
            _ if position.is_insufficient_material() => Some(Outcome::InsufficientMaterial),
            _ if position.halfmove_clock() >= 2 * 75 => Some(Outcome::SeventyFiveMoves),
            _ => None,
        }
    }
}

impl Position {
    /// Returns how the game has ended, as far as the position alone tells. It looks for a legal
    /// move.
    ///
    /// It is the first of these that holds: checkmate, stalemate, insufficient material,
    /// seventy-five moves. So a mate in the last of the 75 moves is a mate. The laws call other
    /// positions dead too, such as those with pawns that block each other for ever. They are not
    /// recognised. [`claim`](Self::claim) has the draws that a player must claim.
    /// [`Repetitions::outcome_with`] asks the earlier positions too.
    ///
    /// ```
    /// use hyperbola_moves::{Outcome, Position};
    /// assert_eq!(Position::initial().outcome(), None);
    /// let position: Position = "8/8/8/4k3/8/2N1K3/8/8 w - - 0 1".parse()?;
    /// assert_eq!(position.outcome(), Some(Outcome::InsufficientMaterial));
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let legal = self.legal();
        legal.outcome_with(legal.has_moves())
    }

    /// Returns [`Outcome::FiftyMoves`] if a player may claim a draw because the last 50 moves of
    /// each side had no capture and no pawn move. If the position ends the game, nothing can be
    /// claimed. [`Repetitions::claim_with`] asks the earlier positions too.
    ///
    /// A player may also announce the move that completes the 50 moves and claim at once. For that,
    /// ask the position after the move. The moves are those that
    /// [`halfmove_clock`](Self::halfmove_clock) has counted, null moves included.
    ///
    /// ```
    /// use hyperbola_moves::{Outcome, Position};
    /// let position: Position = "8/8/8/4k3/8/3RK3/8/8 w - - 100 90".parse()?;
    /// assert_eq!(position.claim(), Some(Outcome::FiftyMoves));
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn claim(&self) -> Option<Outcome> {
        let is_long = self.halfmove_clock() >= 2 * 50;
        (is_long && self.outcome().is_none()).then_some(Outcome::FiftyMoves)
    }

    /// Returns whether neither side can ever give mate, by the material alone.
    ///
    /// These are the positions with two kings and besides them: nothing; one knight; or any number
    /// of bishops of either side, all on squares of one colour. Where the squares of pieces matter,
    /// as in a wall of pawns, it returns `false`.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// Returns whether no series of legal moves lets a side give mate, by the material alone.
    ///
    /// By the laws of chess of FIDE, article 6.9, the opponent of such a side does not lose when
    /// the time runs out: the game is drawn. A side has insufficient material if besides its king
    /// it has
    ///
    /// - nothing;
    /// - one knight, and the opponent has nothing but queens, which could not block their king's
    ///   flight without being able to take the knight;
    /// - only bishops, and the opponent has no pawn and no knight, and all bishops of both sides
    ///   stand on squares of one colour.
    ///
    /// Against other pieces a mate exists, if the opponent helps.
    ///
    /// ```
    /// use hyperbola_moves::{Color, Position};
    /// let position: Position = "8/8/8/4k3/8/2N1K2p/8/8 w - - 0 1".parse()?;
    /// // The pawn could promote to a piece that takes a square from its own king.
    /// assert!(!position.has_insufficient_material(Color::White));
    /// assert!(!position.has_insufficient_material(Color::Black));
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let board = self.board();
        let of = |role| board.of_role(role);
        let (own, enemies) = (board.of_color(color), board.of_color(!color));
        let bishops = of(Role::Bishop);
        let knights = of(Role::Knight);
        let pawns = of(Role::Pawn);
        if !own.is_disjoint(pawns | of(Role::Rook) | of(Role::Queen)) {
            return false;
        }
        if !own.is_disjoint(knights) {
            let is_blocked_by_queens_alone = enemies.is_subset(of(Role::King) | of(Role::Queen));
            return own.count() == 2 && is_blocked_by_queens_alone;
        }
        if !own.is_disjoint(bishops) {
            let is_one_colour =
                bishops.is_subset(DARK_SQUARES) || bishops.is_disjoint(DARK_SQUARES);
            return is_one_colour && enemies.is_disjoint(pawns | knights);
        }
        true
    }
}

/// The squares of the colour of a1.
const DARK_SQUARES: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// The positions of a game, to find those that were there before.
///
/// Each position is pushed when it arises, the first one included. What is asked is asked of the
/// last one. In a search, [`push`](Self::push) goes with a move and [`pop`](Self::pop) with taking
/// it back.
///
/// Positions are compared by their [keys](Position::key). The laws of chess call two positions the
/// same if the same side is to move, the same pieces stand on the same squares and the same moves
/// are possible. The key is made so: it has the castling rights, and it has the en passant square
/// only if a legal en passant capture exists. Different positions can have equal keys, but that is
/// as rare as 64 random bits agree.
///
/// Only positions since the last capture or pawn move can be the same, so the
/// [halfmove clock](Position::halfmove_clock) limits how far it looks back. It keeps the last 256
/// positions, which is more than 75 moves of each side.
///
/// ```
/// use hyperbola_moves::{Outcome, Position, Repetitions};
/// let mut position = Position::initial();
/// let mut repetitions = Repetitions::new();
/// repetitions.push(&position);
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
///     position = position.play(position.parse_uci(text)?)?;
///     repetitions.push(&position);
/// }
/// assert_eq!(repetitions.count(), 3);
/// assert_eq!(repetitions.outcome_with(&position), None);
/// assert_eq!(repetitions.claim_with(&position), Some(Outcome::ThreefoldRepetition));
/// repetitions.pop();
/// assert_eq!(repetitions.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Repetitions {
    /// The position with number n is at n modulo the capacity.
    keys: [u64; Self::CAPACITY],
    clocks: [u16; Self::CAPACITY],
    /// The number of positions that were pushed and not popped.
    len: usize,
    /// The number of the oldest position that has not been overwritten.
    oldest: usize,
}

impl Repetitions {
    /// The number of positions that are kept.
    pub const CAPACITY: usize = 256;

    /// Makes a list without any position.
    #[must_use]
    pub const fn new() -> Self {
        let (keys, clocks) = ([0; Self::CAPACITY], [0; Self::CAPACITY]);
        Self { keys, clocks, len: 0, oldest: 0 }
    }

    /// Adds the position that has just arisen. If the list is full, the oldest one is lost.
    #[inline]
    pub fn push(&mut self, position: &Position) {
        let index = self.len % Self::CAPACITY;
        self.keys[index] = position.key();
        self.clocks[index] = position.halfmove_clock();
        self.len += 1;
        self.oldest = self.oldest.max(self.len.saturating_sub(Self::CAPACITY));
    }

    /// Removes the last position. An empty list stays empty.
    #[inline]
    pub const fn pop(&mut self) {
        if self.len > self.oldest {
            self.len -= 1;
        }
    }

    /// Removes all positions.
    pub const fn clear(&mut self) {
        (self.len, self.oldest) = (0, 0);
    }

    /// Returns how many times the last position has been there, itself included: at least 1, or 0
    /// if the list is empty. It looks at every second position since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        usize::from(self.len > self.oldest) + self.earlier(0).count()
    }

    /// Returns the key that was there some half moves ago.
    #[inline]
    pub(crate) const fn key_before(&self, plies: usize) -> u64 {
        self.keys[(self.len - 1 - plies) % Self::CAPACITY]
    }

    /// Returns the number of half moves since the last capture or pawn move, as far as is known.
    #[inline]
    pub(crate) fn reversible(&self) -> usize {
        let Some(last) = self.len.checked_sub(1).filter(|&last| last >= self.oldest) else {
            return 0;
        };
        usize::from(self.clocks[last % Self::CAPACITY]).min(last - self.oldest)
    }

    /// Visits the numbers of half moves ago when the position from some half moves ago had been
    /// there before.
    #[inline]
    pub(crate) fn earlier(&self, plies: usize) -> impl Iterator<Item = usize> {
        // Two half moves before stands the same position only if both were null moves.
        let at = (plies + 2..=self.reversible()).step_by(2);
        at.filter(move |&at| self.key_before(at) == self.key_before(plies))
    }

    /// Returns whether a search should take the last position for a repetition: since its root,
    /// some half moves ago, it has been there before, or in the whole game twice before. The root
    /// itself counts to the game: who comes back to it once has repeated nothing on purpose.
    ///
    /// ```
    /// use hyperbola_moves::{Position, Repetitions};
    /// let mut position = Position::initial();
    /// let mut repetitions = Repetitions::new();
    /// repetitions.push(&position);
    /// for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     position = position.play(position.parse_uci(uci)?)?;
    ///     repetitions.push(&position);
    /// }
    /// // The search began at this position, or at the first one, or before.
    /// assert!(!repetitions.is_repeated(0) && !repetitions.is_repeated(4));
    /// assert!(repetitions.is_repeated(5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_repeated(&self, plies: usize) -> bool {
        let mut earlier = self.earlier(0);
        earlier.next().is_some_and(|at| at < plies || earlier.next().is_some())
    }

    /// Returns whether a search should take the last position, which must be given, for a draw: it
    /// [is repeated](Self::is_repeated) some half moves after the root, neither side can mate, or
    /// 50 moves are over and this one is no mate.
    ///
    /// ```
    /// use hyperbola_moves::{Position, Repetitions};
    /// let mut position = Position::initial();
    /// let mut repetitions = Repetitions::new();
    /// repetitions.push(&position);
    /// for (plies, uci) in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3"].into_iter().enumerate() {
    ///     assert!(!repetitions.is_draw_with(&position, plies));
    ///     position = position.play(position.parse_uci(uci)?)?;
    ///     repetitions.push(&position);
    /// }
    /// assert!(repetitions.is_draw_with(&position, 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_draw_with(&self, last: &Position, plies: usize) -> bool {
        self.is_repeated(plies)
            || last.is_insufficient_material()
            || (last.halfmove_clock() >= 100 && !last.is_checkmate())
    }

    /// Returns how the game has ended at the last position, which must be given:
    /// [`Position::outcome`], or otherwise [`Outcome::FivefoldRepetition`].
    #[must_use]
    pub fn outcome_with(&self, last: &Position) -> Option<Outcome> {
        last.outcome().or_else(|| self.outcome())
    }

    /// Returns the draw that a player may claim at the last position, which must be given:
    /// [`Outcome::FiftyMoves`], or otherwise [`Outcome::ThreefoldRepetition`]. Once the game has
    /// ended, nothing can be claimed.
    ///
    /// ```
    /// use hyperbola_moves::{Outcome, Position, Repetitions};
    /// // White mates with the move that completes the 50 moves.
    /// let mut position: Position = "7k/8/6K1/8/8/8/8/R7 w - - 99 80".parse()?;
    /// let mut repetitions = Repetitions::new();
    /// repetitions.push(&position);
    /// position = position.play(position.parse_san("Ra8#")?)?;
    /// repetitions.push(&position);
    /// assert!(matches!(repetitions.outcome_with(&position), Some(Outcome::Checkmate { .. })));
    /// assert_eq!(repetitions.claim_with(&position), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn claim_with(&self, last: &Position) -> Option<Outcome> {
        let has_ended = self.outcome_with(last).is_some();
        last.claim().or_else(|| self.claim()).filter(|_| !has_ended)
    }

    /// Returns [`Outcome::FivefoldRepetition`] if the last position has been there five times, so
    /// that the game has ended. [`outcome_with`](Self::outcome_with) has the other ends too.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::by_repetition(self.count())
    }

    /// Returns [`Outcome::ThreefoldRepetition`] if the last position has been there three or four
    /// times, so that a player may claim a draw unless the position itself ends the game.
    /// [`claim_with`](Self::claim_with) has the other claim too and knows such ends.
    #[must_use]
    pub fn claim(&self) -> Option<Outcome> {
        Outcome::claim_by_repetition(self.count())
    }
}

impl Default for Repetitions {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Repetitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Repetitions {{ len: {}, count: {} }}", self.len, self.count())
    }
}
