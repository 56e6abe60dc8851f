//! The definition of a network's inputs: blocks, each with its parameters.

use core::fmt;

use hyperbola::{Color, Square};
use hyperbola_moves::Role;

/// To which files a view brings its own king.
///
/// A view sees the board as its side does: Black's view has the ranks turned over. Where the own
/// king stands on the other half of the board, the files are turned over too, for all pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Mirror {
    /// The files stay as they are.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "none"))]
    None,
    /// The own king comes to files a to d.
    #[cfg_attr(feature = "serde", serde(rename = "a-d"))]
    QueenSide,
    /// The own king comes to files e to h.
    #[cfg_attr(feature = "serde", serde(rename = "e-h"))]
    KingSide,
}

impl Mirror {
    /// Returns the bits of each square that a view turns over: 56 for the ranks, plus 7 for the
    /// files.
    #[inline(always)]
    #[must_use]
    pub const fn turn(self, view: Color, king: Square) -> u8 {
        let ranks = 56 * view as u8;
        let is_on_king_side = king as u8 & 4 != 0;
        let files = match self {
            Self::None => false,
            Self::QueenSide => is_on_king_side,
            Self::KingSide => !is_on_king_side,
        };
        ranks ^ (7 * files as u8)
    }
}

/// Every piece on its square, together with a bucket of the own king's square.
///
/// The number of an input is `(bucket × planes + plane) × 64 + square`. Squares are those that the
/// view sees. There is one input for each piece that has a plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PieceSquares {
    /// To which files the own king is brought.
    pub mirror: Mirror,
    /// The plane of each piece: those of the view's own pawn, knight, bishop, rook, queen and king,
    /// then those of the other side. A piece without a plane is not an input.
    pub planes: [Option<u8>; 12],
    /// The bucket of the own king's square as it is seen, from a1 to h8.
    pub buckets: [u8; 64],
}

/// The planes of both sides' pieces with a plane for each king: own pawn 0 to own king 5, other
/// pawn 6 to other king 11.
pub const KINGS_APART: [Option<u8>; 12] = planes([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);

/// The same with one plane for both kings, after the own pieces: own pawn 0 to own queen 4, kings
/// 5, other pawn 6 to other queen 10.
pub const KINGS_MERGED: [Option<u8>; 12] = planes([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 5]);

/// Makes planes of numbers.
pub(crate) const fn planes(numbers: [u8; 12]) -> [Option<u8>; 12] {
    let mut planes = [None; 12];
    let mut piece = 0;
    while piece < 12 {
        planes[piece] = Some(numbers[piece]);
        piece += 1;
    }
    planes
}

impl PieceSquares {
    /// Returns inputs without buckets: Chess768 of the trainer Bullet.
    pub const CHESS_768: Self =
        Self { mirror: Mirror::None, planes: KINGS_APART, buckets: [0; 64] };

    /// Returns inputs with a bucket for each square of the own king, which is not mirrored:
    /// ChessBuckets of the trainer Bullet.
    #[must_use]
    pub const fn chess_buckets(buckets: [u8; 64]) -> Self {
        Self { mirror: Mirror::None, planes: KINGS_APART, buckets }
    }

    /// Returns inputs with a bucket for each square of the own king on files a to d, from a1 to d8:
    /// ChessBucketsMirrored of the trainer Bullet.
    #[must_use]
    pub const fn chess_buckets_mirrored(buckets: [u8; 32]) -> Self {
        Self { mirror: Mirror::QueenSide, planes: KINGS_APART, buckets: halves(buckets) }
    }

    /// Returns the same inputs with the buckets of the half of the board that the own king is
    /// brought to on both halves. Those of the other half have no meaning.
    pub(crate) fn with_seen_buckets(self) -> Self {
        let mut buckets = self.buckets;
        for king in Square::ALL {
            let turn = self.mirror.turn(Color::White, king);
            buckets[king as usize] = self.buckets[usize::from(king as u8 ^ turn)];
        }
        Self { buckets, ..self }
    }

    /// Returns the same inputs with one plane for both kings.
    #[must_use]
    pub const fn with_kings_merged(self) -> Self {
        Self { planes: KINGS_MERGED, ..self }
    }
}

/// Returns the buckets of 64 squares: those of each rank's four, from the edge to the middle, on
/// both halves of the board.
#[must_use]
pub const fn halves(buckets: [u8; 32]) -> [u8; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (rank, file) = (square / 8, square % 8);
        let from_edge = if file < 4 { file } else { 7 - file };
        all[square] = buckets[4 * rank + from_edge];
        square += 1;
    }
    all
}

/// Threats: an attacker on its square that attacks a victim, of either side, on its square.
///
/// Sliders stop at the first piece. A block of numbers belongs to each attacker's role and side, in
/// it one to each side and role of the victim, and in that the pairs of squares that are possible
/// on an empty board: by the attacker's square, then by the victim's. Whether a piece is one's own
/// is said from the view, for the attacker and for the victim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PieceThreats {
    /// To which files the own king is brought.
    pub mirror: Mirror,
    /// The roles that count as victims of each role, in the order in which they are numbered.
    pub victims: [Victims; 6],
    /// Whether a pawn threatens the pawn in front of it, of either side.
    pub pushes: bool,
    /// Whether, of two equal pieces that threaten each other, only the one on the square with the
    /// higher number counts as attacker.
    pub once: bool,
}

/// The roles of victims, in an order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Victims {
    roles: [Option<Role>; 6],
}

impl Victims {
    /// Reads letters of roles, `PNBRQK`, in their order. Returns nothing for another letter or one
    /// that is there twice.
    ///
    /// ```
    /// use hyperbola_inputs::{Role, Victims};
    ///
    /// let victims = Victims::new("PNR").expect("letters of roles");
    /// assert!(victims.iter().eq([Role::Pawn, Role::Knight, Role::Rook]));
    /// assert_eq!(Victims::new("PP"), None);
    /// ```
    #[must_use]
    pub const fn new(letters: &str) -> Option<Self> {
        let letters = letters.as_bytes();
        let mut victims = Self { roles: [None; 6] };
        let (mut index, mut seen) = (0, 0_u8);
        while index < letters.len() {
            let role = match letters[index] {
                b'P' => Role::Pawn,
                b'N' => Role::Knight,
                b'B' => Role::Bishop,
                b'R' => Role::Rook,
                b'Q' => Role::Queen,
                b'K' => Role::King,
                _ => return None,
            };
            if seen & 1 << role as u8 != 0 {
                return None;
            }
            seen |= 1 << role as u8;
            victims.roles[index] = Some(role);
            index += 1;
        }
        Some(victims)
    }

    /// Returns the roles in order.
    pub fn iter(&self) -> impl Iterator<Item = Role> + use<> {
        self.roles.into_iter().flatten()
    }
}

impl core::fmt::Display for Victims {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.iter().try_for_each(|role| f.write_str(&"PNBRQK"[role as usize..][..1]))
    }
}

impl core::fmt::Debug for Victims {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// Pairs of pawns, of any sides, whose files are near to each other.
///
/// A pawn has a number from 0 to 95: 48 for a pawn of the other side, plus its square from a2. The
/// number of a pair is `high × (high - 1) / 2 + low`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PawnPairs {
    /// To which files the own king is brought.
    pub mirror: Mirror,
    /// By how many files the two pawns may be apart, 0 to 7.
    pub files: u8,
}

/// A part of a network's inputs, with its own numbers from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Block {
    /// Every piece on its square.
    Pieces(PieceSquares),
    /// Pieces that attack pieces.
    Threats(PieceThreats),
    /// Pairs of pawns.
    Pairs(PawnPairs),
}

impl Block {
    /// Returns the name of its kind, which definitions as text have.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Pieces(_) => "pieces",
            Self::Threats(_) => "threats",
            Self::Pairs(_) => "pawn-pairs",
        }
    }

    /// Returns to which files the own king is brought.
    #[inline(always)]
    #[must_use]
    pub const fn mirror(&self) -> Mirror {
        let (Self::Pieces(PieceSquares { mirror, .. })
        | Self::Threats(PieceThreats { mirror, .. })
        | Self::Pairs(PawnPairs { mirror, .. })) = self;
        *mirror
    }
}

/// The error for blocks that make no input set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputSetError {
    /// There are more than four blocks.
    TooManyBlocks,
    /// There is no block.
    NoBlock,
    /// There is a second block of threats, or of pairs of pawns.
    Repeated,
    /// No piece has a plane.
    NoPlane,
    /// A plane is above 11: there are twelve pieces.
    PlaneTooHigh {
        /// The plane.
        plane: u8,
    },
    /// A bucket has two squares that are more than a king's step apart, and both kings have the
    /// same plane: the inputs would not say which king is one's own.
    KingsApart {
        /// The first square.
        first: Square,
        /// The other square.
        second: Square,
    },
    /// No role has a victim.
    NoVictim,
    /// Pairs of pawns are more than seven files apart.
    TooManyFiles {
        /// By how many files.
        files: u8,
    },
}

impl fmt::Display for InputSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyBlocks => f.write_str("expected at most four blocks"),
            Self::NoBlock => f.write_str("expected at least one block"),
            Self::Repeated => {
                f.write_str("expected at most one block of threats and one of pairs of pawns")
            }
            Self::NoPlane => f.write_str("expected a plane for at least one piece"),
            Self::PlaneTooHigh { plane } => write!(f, "expected planes 0 to 11, found {plane}"),
            Self::KingsApart { first, second } => write!(
                f,
                "expected a bucket's squares to be a king's step apart where both kings have one \
                 plane, found {first} and {second} in one bucket"
            ),
            Self::NoVictim => f.write_str("expected a victim for at least one role"),
            Self::TooManyFiles { files } => {
                write!(f, "expected pawns at most 7 files apart, found {files}")
            }
        }
    }
}

impl core::error::Error for InputSetError {}
