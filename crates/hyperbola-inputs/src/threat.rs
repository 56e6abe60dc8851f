//! Threats: the pieces that attack pieces.

use hyperbola::{Bitboard, Color, Square};
use hyperbola_moves::{Piece, Position};

use crate::pieces::{Codes, Pieces, take_first};

/// A piece that attacks an occupied square: four bytes.
///
/// The code of a piece is 6 × colour + role: the colours are White = 0 and Black = 1, the roles go
/// from pawn = 0 to king = 5. Squares count from a1 = 0 to h8 = 63.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Threat {
    /// The code of the attacking piece.
    pub attacker: u8,
    /// The square of the attacking piece.
    pub from: u8,
    /// The code of the attacked piece, of either side.
    pub attacked: u8,
    /// The square of the attacked piece.
    pub to: u8,
}

/// Returns the code of a piece.
const fn code(piece: Piece) -> u8 {
    6 * piece.color as u8 + piece.role as u8
}

impl Threat {
    /// Makes a threat: the attacker, its square, the attacked piece and its square.
    ///
    /// ```
    /// use hyperbola_inputs::Threat;
    /// use hyperbola_moves::{Color, Piece, Role, Square};
    ///
    /// let rook = Piece::new(Color::White, Role::Rook);
    /// let pawn = Piece::new(Color::Black, Role::Pawn);
    /// let threat = Threat::new(rook, Square::A1, pawn, Square::A7);
    /// assert_eq!(threat, Threat { attacker: 3, from: 0, attacked: 6, to: 48 });
    /// ```
    #[must_use]
    pub const fn new(attacker: Piece, from: Square, attacked: Piece, to: Square) -> Self {
        Self { attacker: code(attacker), from: from as u8, attacked: code(attacked), to: to as u8 }
    }

    /// Returns the threat as a side sees it. For Black the ranks are turned over and the colours
    /// exchanged; twice is the threat itself. For invalid codes and squares the result has no
    /// meaning.
    #[inline(always)]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self {
                attacker: other_color(self.attacker),
                from: self.from ^ 56,
                attacked: other_color(self.attacked),
                to: self.to ^ 56,
            },
        }
    }

    /// Returns the threat on the board whose files are turned over: file a becomes file h.
    #[inline(always)]
    #[must_use]
    pub const fn flip_files(self) -> Self {
        Self { from: self.from ^ 7, to: self.to ^ 7, ..self }
    }
}

/// Returns the code of the other side's piece of the same role.
#[inline]
const fn other_color(code: u8) -> u8 {
    if code < 6 { code + 6 } else { code.wrapping_sub(6) }
}

/// Finds the threats of one position, in the order of the attackers' squares and then of the
/// attacked squares. The attacks of all pieces are computed first.
///
/// ```
/// use hyperbola_inputs::threats_of;
/// use hyperbola_moves::Position;
///
/// // A rook and a bishop protect two pieces each, a knight one, the queen and the king five each.
/// assert_eq!(threats_of(&Position::initial()).count(), 2 * (2 * (2 + 2 + 1) + 5 + 5));
/// ```
pub fn threats_of(position: &Position) -> impl Iterator<Item = Threat> + use<> {
    ThreatsOf::new(&Pieces::of(position.board()))
}

/// The threats of a board that are still to come.
#[doc(hidden)]
#[derive(Debug)]
pub struct ThreatsOf {
    codes: Codes,
    occupied: Bitboard,
    attacks: [Bitboard; 64],
    /// The attackers that are still to come.
    later: Bitboard,
    /// The attacker, and its victims that are still to come.
    attacker: u8,
    from: Square,
    targets: Bitboard,
}

impl ThreatsOf {
    /// Makes all threats of a board, still to come.
    #[inline(always)]
    #[must_use]
    pub fn new(pieces: &Pieces) -> Self {
        let occupied = pieces.occupied();
        Self {
            codes: Codes::new(pieces),
            occupied,
            attacks: pieces.attacks(),
            later: occupied,
            attacker: 0,
            from: Square::A1,
            targets: Bitboard::EMPTY,
        }
    }
}

impl Iterator for ThreatsOf {
    type Item = Threat;

    #[inline(always)]
    fn next(&mut self) -> Option<Threat> {
        while self.targets.is_empty() {
            if self.later.is_empty() {
                return None;
            }
            self.from = take_first(&mut self.later);
            self.attacker = self.codes.at(self.from);
            self.targets = self.attacks[self.from as usize] & self.occupied;
        }
        let to = take_first(&mut self.targets);
        let (attacker, attacked) = (self.attacker, self.codes.at(to));
        Some(Threat { attacker, from: self.from as u8, attacked, to: to as u8 })
    }
}
