//! The pieces on the board.

use core::fmt;

use hyperbola::{
    Bitboard, Color, File, FrontDoor, Rank, SliderAttacks, Square, king_attacks, knight_attacks,
    pawn_attacks,
};
use hyperbola_rules::legal;
use hyperbola_rules::pieces::Pieces;

use crate::{CastlingSide, Piece, Role};

/// The pieces on the board: a set of squares for each role and for each colour.
///
/// It displays as a board with a8 at the top left.
///
/// ```
/// use hyperbola_moves::{Board, Color, Piece, Role, Square};
/// let mut board = Board::EMPTY;
/// board.put(Square::E4, Piece::new(Color::White, Role::Queen));
/// assert_eq!(board.piece_at(Square::E4), Some(Piece::new(Color::White, Role::Queen)));
/// assert_eq!(board.of(Color::White, Role::Queen), Square::E4.into());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
}

impl Board {
    /// The empty board.
    pub const EMPTY: Self = Self { roles: [Bitboard::EMPTY; 6], colors: [Bitboard::EMPTY; 2] };

    /// Makes the board with these sets: those of the roles in the order of [`Role::ALL`], and those
    /// of White and Black. Returns nothing if a square is in two sets of roles or of colours, or if
    /// it has a role and no colour or a colour and no role.
    ///
    /// ```
    /// use hyperbola_moves::{Board, Color, Position, Role};
    /// let board = *Position::initial().board();
    /// let roles = Role::ALL.map(|role| board.of_role(role));
    /// let colors = Color::ALL.map(|color| board.of_color(color));
    /// assert_eq!(Board::from_sets(roles, colors), Some(board));
    /// assert_eq!(Board::from_sets(roles, [colors[0], colors[0]]), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn from_sets(roles: [Bitboard; 6], colors: [Bitboard; 2]) -> Option<Self> {
        let mut occupied = Bitboard::EMPTY;
        let mut is_twice = Bitboard::EMPTY;
        for set in roles {
            is_twice |= occupied & set;
            occupied |= set;
        }
        is_twice |= colors[0] & colors[1];
        let fits = is_twice.is_empty() && occupied == colors[0] | colors[1];
        fits.then_some(Self { roles, colors })
    }

    /// Makes the board with sets that are known to fit together.
    pub(crate) const fn from_disjoint(roles: [Bitboard; 6], colors: [Bitboard; 2]) -> Self {
        Self { roles, colors }
    }

    /// Returns all occupied squares.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Returns the squares of a colour's pieces.
    #[inline]
    #[must_use]
    pub const fn of_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// Returns the squares of all pieces of a role.
    #[inline]
    #[must_use]
    pub const fn of_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// Returns the squares of a colour's pieces of a role.
    #[inline]
    #[must_use]
    pub fn of(&self, color: Color, role: Role) -> Bitboard {
        self.of_color(color) & self.of_role(role)
    }

    /// Returns the squares of all bishops and queens.
    #[inline]
    #[must_use]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.of_role(Role::Bishop) | self.of_role(Role::Queen)
    }

    /// Returns the squares of all rooks and queens.
    #[inline]
    #[must_use]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.of_role(Role::Rook) | self.of_role(Role::Queen)
    }

    /// Returns the role of the piece on a square.
    #[inline]
    #[must_use]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.occupied().contains(square).then(|| self.role_at_occupied(square))
    }

    /// Returns the role of the piece on a square, or a pawn if the square is empty.
    ///
    /// No branch depends on the role, because the next one can hardly be predicted.
    #[inline(always)]
    pub(crate) fn role_at_occupied(&self, square: Square) -> Role {
        // An array's `map` is not inlined where a program has several units.
        let [a, b, c] = self.role_bits();
        let bit = |set: Bitboard| set.0 >> square as u8 & 1;
        let [number, ..] = (bit(a) | bit(b) << 1 | bit(c) << 2).to_le_bytes();
        Role::from_number_wrapping(number.into())
    }

    /// Returns the squares of the roles whose number has bit 0, bit 1 and bit 2.
    #[inline]
    pub(crate) fn role_bits(&self) -> [Bitboard; 3] {
        let [_, knights, bishops, rooks, queens, kings] = self.roles;
        [knights | rooks | kings, bishops | rooks, queens | kings]
    }

    /// Returns the colour of the piece on a square.
    #[inline]
    #[must_use]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.of_color(color).contains(square))
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece { color: self.color_at(square)?, role: self.role_at(square)? })
    }

    /// Puts a piece on a square. A piece that stands there is replaced.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.toggle(square, piece);
    }

    /// Removes the piece on a square, if there is one, and returns it.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.toggle(square, piece);
        Some(piece)
    }

    /// Puts a piece on an empty square, or removes that same piece from the square.
    #[inline]
    pub(crate) fn toggle(&mut self, square: Square, piece: Piece) {
        self.toggle_all(square.into(), piece);
    }

    /// Puts a piece on those of some squares that are empty, and removes it from the others.
    #[inline]
    pub(crate) fn toggle_all(&mut self, squares: Bitboard, piece: Piece) {
        self.toggle_role(squares, piece.color, piece.role as usize);
    }

    /// Does the same for a piece of a role's number.
    #[inline]
    pub(crate) fn toggle_role(&mut self, squares: Bitboard, color: Color, role: usize) {
        self.roles[role] ^= squares;
        self.colors[color as usize] ^= squares;
    }

    /// Moves the king and the rook that castle from their squares, or back to them.
    #[inline]
    pub(crate) fn toggle_castling(&mut self, color: Color, king: Square, rook: Square) {
        let side = CastlingSide::of_rook(king, rook);
        let moved = |from, to: Square| Bitboard::from(from) ^ to.into();
        self.toggle_all(moved(king, side.king_target(color)), Piece::new(color, Role::King));
        self.toggle_all(moved(rook, side.rook_target(color)), Piece::new(color, Role::Rook));
    }

    /// Returns the pieces with their squares, from a1.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + use<> {
        let board = *self;
        board
            .occupied()
            .into_iter()
            .filter_map(move |square| Some((square, board.piece_at(square)?)))
    }

    /// Returns the pieces of both colours that attack a square. The square itself may be empty or
    /// occupied; the squares in `occupied` block. A piece whose square is not in `occupied` blocks
    /// nothing, but it still attacks: intersect the result with `occupied` to leave it out.
    ///
    /// ```
    /// use hyperbola_moves::{Position, Square};
    /// let board = *Position::initial().board();
    /// assert_eq!(board.attackers_to(Square::F3, board.occupied()).count(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attackers_to_by::<FrontDoor>(square, occupied)
    }

    /// Returns what [`attackers_to`](Self::attackers_to) does, with a chosen technique.
    #[inline]
    #[must_use]
    pub fn attackers_to_by<T: SliderAttacks>(
        &self,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let pawns = (pawn_attacks(Color::White, square) & self.of_color(Color::Black))
            | (pawn_attacks(Color::Black, square) & self.of_color(Color::White));
        (pawns & self.of_role(Role::Pawn))
            | (knight_attacks(square) & self.of_role(Role::Knight))
            | (king_attacks(square) & self.of_role(Role::King))
            | self.sliders_to::<T>(square, occupied)
    }

    /// Returns the pawns and knights that would give check to a king of a colour on a square.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn leapers_to(&self, color: Color, king: Square) -> Bitboard {
        Bitboard(legal::leapers_to(king, !color, &self.side(!color)))
    }

    /// Returns the pieces of a colour, for formulas of `hyperbola-rules`.
    #[inline(always)]
    pub(crate) fn side(&self, color: Color) -> Pieces<u64> {
        let own = self.of_color(color);
        Pieces {
            pawns: (self.of_role(Role::Pawn) & own).0,
            knights: (self.of_role(Role::Knight) & own).0,
            diagonal: (self.diagonal_sliders() & own).0,
            orthogonal: (self.orthogonal_sliders() & own).0,
            king: (self.of_role(Role::King) & own).0,
        }
    }

    /// Returns the sliders of both colours that attack a square.
    #[inline]
    pub(crate) fn sliders_to<T: SliderAttacks>(
        &self,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let (rook, bishop) = T::rook_bishop_attacks(square, occupied);
        (rook & self.orthogonal_sliders()) | (bishop & self.diagonal_sliders())
    }

    /// Returns the sliders of both colours that would attack a square if the first blocker in their
    /// way were removed, but do not attack it now.
    #[must_use]
    pub fn x_ray_attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.x_ray_attackers_to_by::<FrontDoor>(square, occupied)
    }

    /// Returns what [`x_ray_attackers_to`](Self::x_ray_attackers_to) does, with a chosen technique.
    #[must_use]
    pub fn x_ray_attackers_to_by<T: SliderAttacks>(
        &self,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let (rook, bishop) = T::rook_bishop_attacks(square, occupied);
        // A blocker on a rook's ray is on no bishop's ray, so removing it opens no bishop's ray.
        let (rook_beyond, bishop_beyond) =
            T::rook_bishop_attacks(square, occupied - (rook | bishop));
        ((rook_beyond - rook) & self.orthogonal_sliders())
            | ((bishop_beyond - bishop) & self.diagonal_sliders())
    }

    /// Returns the squares that a colour attacks; the squares in `occupied` block.
    ///
    /// ```
    /// use hyperbola_moves::{Color, Position, Square};
    /// let board = *Position::initial().board();
    /// let attacks = board.attacks_of(Color::White, board.occupied());
    /// assert!(attacks.contains(Square::H3) && !attacks.contains(Square::H4));
    /// ```
    #[must_use]
    pub fn attacks_of(&self, color: Color, occupied: Bitboard) -> Bitboard {
        self.attacks_of_by::<FrontDoor>(color, occupied)
    }

    /// Returns what [`attacks_of`](Self::attacks_of) does, with a chosen technique.
    #[must_use]
    pub fn attacks_of_by<T: SliderAttacks>(&self, color: Color, occupied: Bitboard) -> Bitboard {
        Bitboard(legal::attacks::<_, T>(color, &self.side(color), occupied.0))
    }

    /// Returns the squares that a colour's pieces of a role attack; the squares in `occupied`
    /// block.
    ///
    /// ```
    /// use hyperbola_moves::{Color, Position, Role, Square};
    /// let board = *Position::initial().board();
    /// let knights = board.attacks_of_role(Color::White, Role::Knight, board.occupied());
    /// assert_eq!(knights, [Square::A3, Square::C3, Square::D2, Square::E2, Square::F3, Square::H3]
    ///     .into_iter().collect());
    /// ```
    #[must_use]
    pub fn attacks_of_role(&self, color: Color, role: Role, occupied: Bitboard) -> Bitboard {
        let mut alone = Self::EMPTY;
        let squares = self.of(color, role);
        alone.toggle_all(squares, Piece::new(color, role));
        alone.attacks_of(color, occupied)
    }
}

impl FromIterator<(Square, Piece)> for Board {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Self {
        let mut board = Self::EMPTY;
        for (square, piece) in pieces {
            board.put(square, piece);
        }
        board
    }
}

impl fmt::Display for Board {
    /// Draws eight rows of eight characters, a8 at the top left, `.` for an empty square, without a
    /// final line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                f.write_str(if file == File::A { "" } else { " " })?;
                match self.piece_at(Square::new(file, rank)) {
                    Some(piece) => write!(f, "{piece}")?,
                    None => f.write_str(".")?,
                }
            }
            if rank != Rank::First {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {{\n{self}\n}}")
    }
}
