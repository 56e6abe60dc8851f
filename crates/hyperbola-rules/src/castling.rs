//! Castling, including Chess960: the rights, and the squares of the king and the rook.

use hyperbola::geometry::between;
use hyperbola::{File, Rank, Square, Word};

use crate::pieces::Pieces;

/// Returns the index of a side in arrays: White 0, Black 1.
#[inline]
#[must_use]
pub const fn index(white: bool) -> usize {
    if white { 0 } else { 1 }
}

/// The castling rights of both sides: for each side, 1 for the king's side, 2 for the queen's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rights(u8);

impl Rights {
    /// No rights.
    pub const NONE: Self = Self(0);

    /// Makes the rights from White's and Black's.
    #[inline(always)]
    #[must_use]
    pub const fn new(white: u64, black: u64) -> Self {
        Self((white | black << 2).to_le_bytes()[0])
    }

    /// Returns whether no right is left.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the rights of a side.
    #[inline(always)]
    #[must_use]
    pub const fn of(self, white: bool) -> u8 {
        self.0 >> (2 * index(white)) & 3
    }

    /// Removes the rights of a side.
    #[inline(always)]
    pub const fn take(&mut self, white: bool, rights: u8) {
        self.0 &= !(rights << (2 * index(white)));
    }
}

/// The castling rights of both sides, each as a word: 1 for the king's side, 2 for the queen's
/// side.
#[derive(Debug, Clone, Copy)]
pub struct BothRights<W> {
    /// Those of the side to move.
    pub mover: W,
    /// Those of the other side.
    pub replier: W,
}

/// Castling to one side of the board, as sets of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Castle {
    /// The rook's square.
    pub rook: u64,
    /// The squares that must be empty.
    pub empty: u64,
    /// The squares that the king passes, including his first and his last. None of them may be
    /// attacked.
    pub path: u64,
    /// The square where the king ends up.
    pub king_to: u64,
    /// The square where the rook ends up.
    pub rook_to: u64,
}

/// The castling moves of both sides. They are the same in all positions of a game.
///
/// A castling whose rook is unknown has no squares; no position has a right to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Castles {
    sides: [[Castle; 2]; 2],
    rooks: u64,
}

impl Castle {
    /// Returns castling with a king and a rook on their first squares. The wing is 0 for the king's
    /// side and 1 for the queen's side.
    #[inline]
    #[must_use]
    pub const fn new(king: Square, rook: Square, wing: usize, white: bool) -> Self {
        let (king_to, rook_to) = (king_target(wing, white), rook_target(wing, white));
        let path = span(king, king_to);
        Self {
            rook: rook.bit(),
            empty: (path | span(rook, rook_to)) & !(king.bit() | rook.bit()),
            path,
            king_to: king_to.bit(),
            rook_to: rook_to.bit(),
        }
    }

    /// Returns all ones if nothing stands in the way and no square of the king's path is attacked,
    /// otherwise zero. A pinned rook shields the king's new square from an attack along the rank.
    #[inline(always)]
    #[must_use]
    pub fn is_free<W: Word>(&self, occupied: W, attacked: W, pinned: W) -> W {
        let against = (occupied & occupied.splat(self.empty))
            | (attacked & occupied.splat(self.path))
            | (pinned & occupied.splat(self.rook));
        against.zero_mask()
    }

    /// Returns castling in ordinary chess.
    #[inline]
    #[must_use]
    pub const fn ordinary(wing: usize, white: bool) -> Self {
        let first = first_rank(white);
        let rook = Square::new([File::H, File::A][wing], first);
        Self::new(Square::new(File::E, first), rook, wing, white)
    }

    /// Returns the same on the board turned over.
    const fn turned_over(self) -> Self {
        Self {
            rook: self.rook.swap_bytes(),
            empty: self.empty.swap_bytes(),
            path: self.path.swap_bytes(),
            king_to: self.king_to.swap_bytes(),
            rook_to: self.rook_to.swap_bytes(),
        }
    }
}

impl Castles {
    /// Adds a castling move of a side.
    #[inline]
    pub fn add(&mut self, castle: Castle, wing: usize, white: bool) {
        self.sides[index(white)][wing] = castle;
        self.rooks |= castle.rook;
    }

    /// Returns the castling moves on the board turned over.
    #[inline]
    #[must_use]
    pub fn turned_over(&self) -> Self {
        let [white, black] = self.sides.map(|side| side.map(Castle::turned_over));
        Self { sides: [black, white], rooks: self.rooks.swap_bytes() }
    }

    /// Returns these castling moves, and for each that is unknown the other side's, or that of
    /// ordinary chess. So most positions of games have the same.
    #[inline]
    #[must_use]
    pub fn with_mirrored(&self) -> Self {
        let mut all = *self;
        for (white, wing) in [(true, 0), (true, 1), (false, 0), (false, 1)] {
            if *self.get(white, wing) != Castle::default() {
                continue;
            }
            let other = self.get(!white, wing).turned_over();
            let is_unknown = other == Castle::default();
            let castle = if is_unknown { Castle::ordinary(wing, white) } else { other };
            // If the kings stand on different files, it may be this side's rook of the other wing.
            if castle.rook != self.get(white, 1 - wing).rook {
                all.add(castle, wing, white);
            }
        }
        all
    }

    /// Returns a castling move of a side.
    #[inline]
    #[must_use]
    pub const fn get(&self, white: bool, wing: usize) -> &Castle {
        &self.sides[index(white)][wing]
    }

    /// Returns the castling moves of a side.
    #[inline]
    #[must_use]
    pub const fn side(&self, white: bool) -> &[Castle; 2] {
        &self.sides[index(white)]
    }

    /// Returns the squares of all rooks that castle in the game.
    #[inline(always)]
    #[must_use]
    pub const fn rooks(&self) -> u64 {
        self.rooks
    }

    /// Returns the rights that a side loses when its rooks on some squares are lost.
    #[inline(always)]
    #[must_use]
    pub fn rights_of_rooks(&self, white: bool, squares: u64) -> u8 {
        let [king_side, queen_side] = &self.sides[index(white)];
        u8::from(squares & king_side.rook != 0) | u8::from(squares & queen_side.rook != 0) << 1
    }

    /// Returns the squares of the rooks that may castle by some rights.
    #[inline(always)]
    #[must_use]
    pub fn rooks_with(&self, rights: Rights) -> u64 {
        let castles = self.sides.as_flattened().iter().enumerate();
        let rook = |(index, castle): (usize, &Castle)| {
            if rights.0 >> index & 1 == 1 { castle.rook } else { 0 }
        };
        castles.map(rook).fold(0, |all, rook| all | rook)
    }

    /// Returns the pieces of a side after castling.
    #[inline(always)]
    #[must_use]
    pub fn castled(&self, side: &Pieces<u64>, white: bool, wing: usize) -> Pieces<u64> {
        let castle = self.get(white, wing);
        Pieces {
            king: castle.king_to,
            orthogonal: (side.orthogonal & !castle.rook) | castle.rook_to,
            ..*side
        }
    }
}

/// Returns the castling rights that a side can use now.
#[inline(always)]
#[must_use]
pub fn possible<W: Word>(
    castles: &[Castle; 2],
    rights: W,
    occupied: W,
    attacked: W,
    pinned: W,
) -> W {
    let mut possible = rights.splat(0);
    for (wing, castle) in castles.iter().enumerate() {
        possible =
            possible | (castle.is_free(occupied, attacked, pinned) & rights.splat(1 << wing));
    }
    possible & rights
}

/// Returns the rank on which a side's king and rooks start.
#[inline]
#[must_use]
pub const fn first_rank(white: bool) -> Rank {
    if white { Rank::First } else { Rank::Eighth }
}

/// Returns the wing to which a king castles with a rook: 0 for the king's side, 1 for the queen's
/// side.
#[inline]
#[must_use]
pub const fn wing(king: Square, rook: Square) -> usize {
    if rook.index() > king.index() { 0 } else { 1 }
}

/// Returns the square where the king ends up. The wing is 0 for the king's side and 1 for the
/// queen's side.
#[inline]
#[must_use]
pub const fn king_target(wing: usize, white: bool) -> Square {
    Square::new([File::G, File::C][wing], first_rank(white))
}

/// Returns the square where the rook ends up.
#[inline]
#[must_use]
pub const fn rook_target(wing: usize, white: bool) -> Square {
    Square::new([File::F, File::D][wing], first_rank(white))
}

/// Returns the squares of a rank from one square to another, both included.
const fn span(from: Square, to: Square) -> u64 {
    between(from, to).0 | from.bit() | to.bit()
}
