//! Positions: the pieces on the board, the side to move, and the rights of both sides.

use core::fmt;
use core::hash::{Hash, Hasher};

use hyperbola::{Bitboard, Color, FrontDoor, SliderAttacks, Square};

use hyperbola_rules::generator;
use hyperbola_rules::play::{Changing, play};

use crate::legality::parts;
use crate::side::LAST_RANKS;
use crate::{Board, CastlingRights, Legal, Move, MoveList, Piece, Role, Setup, zobrist};

/// A position that can be played on.
///
/// The en passant square is kept only if a legal en passant capture exists. So positions and their
/// keys never differ by an en passant square that allows no capture.
///
/// A position takes 88 bytes, with its key, and owns no other memory.
///
/// Positions are equal if all their parts are, the clocks included. The [`key`](Self::key) leaves
/// the clocks out; it is the hash, and [`Repetitions`](crate::Repetitions) compares by it.
///
/// ```
/// use hyperbola_moves::Position;
/// let position = Position::initial();
/// let moved = position.play(position.parse_uci("e2e4")?)?;
/// assert_eq!(moved.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(moved.key(), 0x823c_9b50_fd11_4196);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(crate) setup: Setup,
    pub(crate) key: u64,
}

const _: () = assert!(size_of::<Position>() == 88);

impl Position {
    /// Makes the initial position of a game.
    #[must_use]
    pub fn initial() -> Self {
        Self::without_key(&Setup::initial()).with_key()
    }

    /// Returns the position with its key.
    pub(crate) fn with_key(self) -> Self {
        Self { key: self.key_from_scratch(), ..self }
    }

    /// Returns the position with other clocks.
    #[must_use]
    pub const fn with_clocks(mut self, halfmove_clock: u16, fullmove_number: u16) -> Self {
        self.setup.halfmove_clock = halfmove_clock;
        self.setup.fullmove_number = fullmove_number;
        self
    }

    /// Returns the position with another's key, as if both had the same by chance.
    #[cfg(all(test, feature = "std"))]
    const fn with_key_of(self, other: &Self) -> Self {
        Self { key: other.key, ..self }
    }

    /// Makes a position from a setup as it stands. Its key is zero.
    pub(crate) const fn without_key(setup: &Setup) -> Self {
        Self { setup: *setup, key: 0 }
    }

    /// Returns the parts of the position, which can then be changed by hand.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// Returns the board with its pieces.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.setup.board
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.setup.side_to_move
    }

    /// Returns the castling rights.
    #[inline]
    #[must_use]
    pub const fn castling_rights(&self) -> &CastlingRights {
        &self.setup.castling_rights
    }

    /// Returns the square that a pawn has just passed over, if a legal en passant capture exists.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.setup.en_passant
    }

    /// Returns the number of half moves since the last capture or pawn move.
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.setup.halfmove_clock
    }

    /// Returns the number of the move. It grows by one after each move of Black.
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.setup.fullmove_number
    }

    /// Returns the square of a colour's king.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        let [king, ..] = self.setup.board.of(color, Role::King).0.trailing_zeros().to_le_bytes();
        Square::from_index_wrapping(king)
    }

    /// Returns the Zobrist key, with the numbers of the Polyglot book format. Each move updates it.
    /// [`polyglot_key`](Self::polyglot_key) is the key of that format's books.
    ///
    /// En passant is part of the key if a legal en passant capture exists. The format itself asks
    /// only for an enemy pawn beside, so its books have another key where that pawn may not
    /// capture, because it is pinned or in check. A program that looks such a position up in a book
    /// finds nothing. The keys that the format publishes as examples are the same as these. In
    /// Chess960 a castling right counts by its side.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Computes the key anew from the whole position.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        self.setup.key()
    }

    /// Finds the legal moves with the default technique.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> Legal<'_> {
        self.legal_by()
    }

    /// Finds the legal moves with a chosen technique.
    #[inline]
    #[must_use]
    pub fn legal_by<T: SliderAttacks>(&self) -> Legal<'_, T> {
        Legal::new(self)
    }

    /// Returns all legal moves.
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        self.legal().moves()
    }

    /// Returns the enemy pieces that give check.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let color = self.setup.side_to_move;
        Bitboard(generator::checkers::<u64, FrontDoor>(self, color))
    }

    /// Returns the pieces of the side to move that are the only piece between its king and an enemy
    /// slider.
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        self.legal().pinned()
    }

    /// Returns the squares that the king cannot go to because the enemy attacks them.
    #[must_use]
    pub fn king_danger(&self) -> Bitboard {
        self.legal().king_danger()
    }

    /// Returns the pieces of both colours that attack a square; the squares in `occupied` block. A
    /// piece whose square is not in `occupied` blocks nothing, but it still attacks.
    #[inline]
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.setup.board.attackers_to(square, occupied)
    }

    /// Returns the sliders of both colours that would attack a square if the first blocker in their
    /// way were removed, but do not attack it now.
    #[must_use]
    pub fn x_ray_attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.setup.board.x_ray_attackers_to(square, occupied)
    }

    /// Returns whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns whether there is a legal move. It stops at the first one.
    ///
    /// ```
    /// use hyperbola_moves::Position;
    /// let stalemate: Position = "k7/8/1Q6/8/8/8/8/7K b - - 0 1".parse()?;
    /// assert!(!stalemate.has_legal_moves() && stalemate.is_stalemate());
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn has_legal_moves(&self) -> bool {
        self.has_free_push() || self.has_safe_step() || self.legal().has_moves()
    }

    /// Returns whether the side to move is in check and has no legal move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.legal().is_checkmate()
    }

    /// Returns whether the side to move is not in check and has no legal move.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        self.legal().is_stalemate()
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`] if the move is not legal in this position.
    pub fn play(&self, played: Move) -> Result<Self, IllegalMove> {
        if !self.is_legal(played) {
            return Err(IllegalMove { played });
        }
        let mut next = *self;
        next.play_unchecked(played);
        Ok(next)
    }

    /// Makes a move that is known to be legal. [`play`](Self::play) checks it and keeps this
    /// position.
    ///
    /// Any other move never panics, but it may leave an impossible position, one without a king for
    /// example. Such a position is of no use: what its functions return has no meaning, and they
    /// may panic. A move from an empty square changes nothing.
    #[inline]
    pub fn play_unchecked(&mut self, legal: Move) {
        if self.setup.board.occupied().contains(legal.from()) {
            let color = self.setup.side_to_move;
            let passed = self.turn();
            let (squares, becomes) = parts(legal);
            play(self, color, squares, becomes, passed);
        }
    }

    /// Returns the position after a null move, or nothing if the side to move is in check.
    #[must_use]
    pub fn null_move(&self) -> Option<Self> {
        (!self.is_check()).then(|| self.passed())
    }

    /// Returns the position after a null move of a side that is known not to be in check.
    #[inline]
    pub(crate) fn passed(&self) -> Self {
        let mut next = *self;
        next.turn();
        next
    }

    /// Returns the key of the position after a legal move, without making it: a search that is
    /// about to make the move fetches its entry of the hash table before. For a move that is not
    /// legal the result has no meaning.
    ///
    /// Castling, pawn moves other than single steps and captures, and moves that may cost a
    /// castling right are made on a copy.
    ///
    /// ```
    /// use hyperbola_moves::{Move, Position, Square};
    /// let (position, played) = (Position::initial(), Move::new(Square::G1, Square::F3));
    /// let next = position.play(played)?;
    /// assert_eq!(position.key_after(played), next.key());
    /// # Ok::<(), hyperbola_moves::IllegalMove>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn key_after(&self, legal: Move) -> u64 {
        let (from, to) = (legal.from(), legal.to());
        let (color, board) = (self.side_to_move(), self.board());
        let mover = Piece::new(color, board.role_at_occupied(from));
        let is_pawn = mover.role == Role::Pawn;
        let may_cost_rights = !self.castling_rights().is_empty()
            && !(Bitboard::from(from) | to.into()).is_disjoint(LAST_RANKS);
        let is_special = is_pawn
            && (legal.is_promotion()
                || self.en_passant() == Some(to)
                || from.index().abs_diff(to.index()) == 16);
        if is_special || may_cost_rights {
            let mut next = *self;
            next.play_unchecked(legal);
            return next.key;
        }
        let mut key = self.key ^ zobrist::white_to_move();
        key ^= zobrist::piece(mover, from) ^ zobrist::piece(mover, to);
        if board.occupied().contains(to) {
            key ^= zobrist::piece(Piece::new(!color, board.role_at_occupied(to)), to);
        }
        self.en_passant().map_or(key, |square| key ^ zobrist::en_passant(square.file()))
    }

    /// Gives the other side the move, one half move later. Returns the en passant square, which is
    /// no longer there.
    #[inline(always)]
    pub(crate) fn turn(&mut self) -> Option<Square> {
        self.setup.halfmove_clock = self.setup.halfmove_clock.saturating_add(1);
        let is_black = self.setup.side_to_move == Color::Black;
        self.setup.fullmove_number = self.setup.fullmove_number.saturating_add(is_black.into());
        self.setup.side_to_move = !self.setup.side_to_move;
        self.key ^= zobrist::white_to_move();
        let square = self.setup.en_passant.take()?;
        self.key ^= zobrist::en_passant(square.file());
        Some(square)
    }
}

/// What a move changes, with its change of the key.
impl Changing<u64> for Position {
    type Now = Self;

    #[inline(always)]
    fn now(&self) -> &Self {
        self
    }

    #[inline(always)]
    fn for_role_at(
        &mut self,
        _: Color,
        square: Square,
        _: u64,
        mut change: impl FnMut(&mut Self, usize, u64),
    ) {
        let role = self.setup.board.role_at_occupied(square);
        change(self, role as usize, !0);
    }

    #[inline(always)]
    fn toggle<const N: usize>(&mut self, squares: [Square; N], color: Color, role: usize, _: u64) {
        let mut all = Bitboard::EMPTY;
        for square in squares {
            all ^= square.into();
            self.key ^= zobrist::number(color, role, square);
        }
        self.setup.board.toggle_role(all, color, role);
    }

    #[inline(always)]
    fn may_castle(&self) -> bool {
        !self.setup.castling_rights.is_empty()
    }

    #[inline(never)]
    fn discard_castling(&mut self, rooks: [Square; 2], king: Option<Color>, _: u64) {
        let before = self.setup.castling_rights;
        if let Some(color) = king {
            self.setup.castling_rights.discard_color(color);
        }
        rooks.into_iter().for_each(|rook| self.setup.castling_rights.discard_rook(rook));
        if self.setup.castling_rights != before {
            for (color, side, _) in before.iter() {
                if self.setup.castling_rights.rook(color, side).is_none() {
                    self.key ^= zobrist::castling(color, side);
                }
            }
        }
    }

    #[inline(always)]
    fn set_en_passant(&mut self, square: Square, _: u64) {
        self.setup.en_passant = Some(square);
        self.key ^= zobrist::en_passant(square.file());
    }

    #[inline(always)]
    fn restart_clock(&mut self, _: u64) {
        self.setup.halfmove_clock = 0;
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::initial()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// The error for a move that is not legal in the position where it was to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move.
    pub played: Move,
}

impl IllegalMove {
    /// Makes the error for a move, as code that plays moves in its own way returns it.
    #[must_use]
    pub const fn new(played: Move) -> Self {
        Self { played }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {} is not legal in this position", self.played)
    }
}

impl core::error::Error for IllegalMove {}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// No two positions with one key are known, so this forges one.
    #[test]
    fn positions_with_one_key_are_told_apart() {
        let [one, other] = ["k7/8/8/8/8/8/8/K6R w - - 0 1", "k7/8/8/8/8/8/8/K5R1 w - - 0 1"]
            .map(|fen| fen.parse::<Position>().expect("a FEN"));
        let forged = other.with_key_of(&one);
        assert_eq!(forged.key(), one.key());
        let mut found: HashMap<Position, u128> = HashMap::new();
        for position in [one, forged, one] {
            *found.entry(position).or_default() += 1;
        }
        assert_eq!((found[&one], found[&forged]), (2, 1));
    }
}
