//! The pieces that attack pieces.

mod changes;
mod space;

pub use changes::{ChangedThreats, ThreatList, threat_changes, threat_changes_into};
pub use space::ThreatIndices;

use hyperbola::word::WideWord;
use hyperbola::{Bitboard, Color, Square};
use hyperbola_moves::{Piece, Position};

use super::pieces::{Codes, Pieces, take_first};
use super::rows::{self, RowFeature};
use super::{Ragged, RaggedFeature};
use crate::PositionSlice;
use crate::feature::Sealed;

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
    /// use hyperbola_features::Threat;
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
    /// exchanged; twice is the threat itself. For codes and squares that there are not, the result
    /// has no meaning.
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

/// Every piece that attacks an occupied square, its own side's or the other side's: a list of
/// [`Threat`]s, in the order of the attackers' squares, then of the attacked squares.
///
/// A pinned piece attacks all the same, and nothing attacks through a piece. A pawn attacks no
/// square ahead of it, and en passant is no threat: the square is empty.
///
/// ```
/// use hyperbola_features::{Positions, Threat, Threats};
///
/// let position = "4k3/8/8/8/8/4n3/8/R3K3 w - - 0 1".parse().expect("a valid position");
/// let positions: Positions = [position].iter().collect();
/// let threats = positions.as_slice().features().compute_ragged(Threats);
/// // The rook on a1 protects the king on e1. Nothing else attacks a piece.
/// assert_eq!(threats.list(0), [Threat { attacker: 3, from: 0, attacked: 5, to: 4 }]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threats;

impl Sealed for Threats {}

impl RaggedFeature for Threats {
    type Item = Threat;

    fn name(self) -> &'static str {
        "threats"
    }

    fn append(self, positions: PositionSlice<'_>, word: WideWord, lists: &mut Ragged<Threat>) {
        rows::append(self, positions, word, lists);
    }
}

impl RowFeature for Threats {
    type Scratch = ();

    #[inline(always)]
    fn row(
        self,
        positions: PositionSlice<'_>,
        row: usize,
        (): &mut (),
        lists: &mut Ragged<Threat>,
    ) {
        for threat in ThreatsOf::new(&Pieces::of_row(positions, row)) {
            lists.push(threat);
        }
        lists.end_list();
    }
}

/// Finds the threats of one position, in the order of [`Threats`]. The attacks of all pieces are
/// computed first.
///
/// ```
/// use hyperbola_features::threats_of;
/// use hyperbola_moves::Position;
///
/// // A rook and a bishop protect two pieces each, a knight one, the queen and the king five each.
/// assert_eq!(threats_of(&Position::initial()).count(), 2 * (2 * (2 + 2 + 1) + 5 + 5));
/// ```
pub fn threats_of(position: &Position) -> impl Iterator<Item = Threat> + use<> {
    ThreatsOf::new(&Pieces::of(position))
}

/// The threats of a board that are still to come.
struct ThreatsOf {
    codes: Codes,
    occupied: Bitboard,
    attacks: [Bitboard; 64],
    /// The attackers that are still to come.
    later: Bitboard,
    /// The attacker, and what it attacks and is still to come.
    attacker: u8,
    from: Square,
    targets: Bitboard,
}

impl ThreatsOf {
    #[inline(always)]
    fn new(pieces: &Pieces) -> Self {
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
