//! Boards of numbers, for networks.

mod formula;
mod item;

#[cfg(test)]
pub(super) use formula::ranks_of_bits;
pub use item::{F16, PlaneItem};

use core::fmt;
use core::marker::PhantomData;

use hyperbola::word::WideWord;

use super::view::View;
use crate::PositionSlice;
use crate::feature::{Feature, Sealed, Shape};

/// A set of planes. A plane has a number for each square.
///
/// Where a set has planes for each side, those of the [view](View) come first: White's and then
/// Black's from White's view, the own and then the other side's from the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlaneSet {
    /// 12 planes: for each side the pieces of each role, from pawn to king. 1 where such a piece
    /// stands, else 0.
    Pieces,
    /// 2 planes: 1 where any piece of the side attacks, else 0, as [`Attacks`](crate::Attacks).
    Attacks,
    /// 2 planes: 1 where a slider of the side reaches past exactly one blocker of either side, else
    /// 0, as [`XRayAttacks`](crate::XRayAttacks).
    XRayAttacks,
    /// 2 planes: how many pieces of the side attack the square, 0 to 19, as
    /// [`AttackCounts`](crate::AttackCounts).
    AttackCounts,
    /// 4 planes: for each side the right to castle to the king's side and to the queen's side. All
    /// squares are 1 with the right, and 0 without. In Chess960 they do not say which rook castles.
    Castling,
    /// 1 plane: all squares are 1 if Black is to move, else 0, from every view.
    SideToMove,
    /// 1 plane: all squares are the number of half moves since the last capture or pawn move. A
    /// number above 255 is 255.
    HalfmoveClock,
    /// 1 plane: 1 on the square where a capture en passant is legal, else 0.
    EnPassant,
}

impl PlaneSet {
    /// All sets.
    pub const ALL: [Self; 8] = [
        Self::Pieces,
        Self::Attacks,
        Self::XRayAttacks,
        Self::AttackCounts,
        Self::Castling,
        Self::SideToMove,
        Self::HalfmoveClock,
        Self::EnPassant,
    ];

    /// Returns the number of planes.
    #[must_use]
    pub const fn planes(self) -> usize {
        match self {
            Self::Pieces => 12,
            Self::Castling => 4,
            Self::Attacks | Self::XRayAttacks | Self::AttackCounts => 2,
            Self::SideToMove | Self::HalfmoveClock | Self::EnPassant => 1,
        }
    }

    /// Returns the names of the planes.
    fn names(self, sides: [&str; 2]) -> Vec<String> {
        let each = |names: &[&str]| {
            let of_side = |side| names.iter().map(move |name| format!("{side}_{name}"));
            sides.into_iter().flat_map(of_side).collect()
        };
        match self {
            Self::Pieces => each(&["pawns", "knights", "bishops", "rooks", "queens", "kings"]),
            Self::Attacks => each(&["attacks"]),
            Self::XRayAttacks => each(&["xray_attacks"]),
            Self::AttackCounts => each(&["attack_counts"]),
            Self::Castling => each(&["castles_kings_side", "castles_queens_side"]),
            Self::SideToMove => vec!["black_to_move".into()],
            Self::HalfmoveClock => vec!["halfmove_clock".into()],
            Self::EnPassant => vec!["en_passant".into()],
        }
    }
}

/// The number of planes of all sets.
const MOST_PLANES: usize = {
    let (mut planes, mut set) = (0, 0);
    while set < PlaneSet::ALL.len() {
        planes += PlaneSet::ALL[set].planes();
        set += 1;
    }
    planes
};

/// Boards of numbers: `T` of shape (C, 8, 8), which is the plane, then the rank from 1, then the
/// file from a. The number of planes C depends on the sets that are chosen.
///
/// The numbers are not scaled: a `T` of `f32` has 1.0 where a `u8` has 1, and the half moves are
/// counted. If seen by Black, the ranks are turned over and the sides exchanged in all planes.
///
/// ```
/// use hyperbola_features::{Feature, PlaneSet, Planes, Positions, View};
/// use hyperbola_moves::Position;
///
/// let planes = Planes::<f32>::new(View::SideToMove)
///     .with(PlaneSet::Pieces)
///     .with(PlaneSet::AttackCounts)
///     .with(PlaneSet::SideToMove);
/// assert_eq!(planes.shape().lengths(), [15, 8, 8]);
/// assert_eq!(planes.names()[11..], [
///     "other_kings",
///     "own_attack_counts",
///     "other_attack_counts",
///     "black_to_move"
/// ]);
/// let positions: Positions = [Position::initial()].iter().collect();
/// let numbers = positions.as_slice().features().compute(planes);
/// // The own pawns are on rank 2.
/// assert_eq!(numbers[8..16], [1.0; 8]);
/// // Two pawns and a knight protect f3, file 5 of rank index 2.
/// assert_eq!(numbers[12 * 64 + 2 * 8 + 5], 3.0);
/// ```
pub struct Planes<T = u8> {
    view: View,
    sets: [PlaneSet; PlaneSet::ALL.len()],
    len: usize,
    item: PhantomData<fn() -> T>,
}

impl<T> Planes<T> {
    /// Chooses no planes yet.
    #[must_use]
    pub const fn new(view: View) -> Self {
        Self { view, sets: PlaneSet::ALL, len: 0, item: PhantomData }
    }

    /// Chooses the planes of pieces.
    #[must_use]
    pub const fn pieces(view: View) -> Self {
        const { assert!(matches!(PlaneSet::ALL[0], PlaneSet::Pieces)) };
        Self { len: 1, ..Self::new(view) }
    }

    /// Chooses all planes.
    #[must_use]
    pub const fn all(view: View) -> Self {
        Self { len: PlaneSet::ALL.len(), ..Self::new(view) }
    }

    /// Adds the planes of a set after those that are chosen. A set that is chosen already stays in
    /// its place.
    #[must_use]
    pub fn with(mut self, set: PlaneSet) -> Self {
        if !self.sets().contains(&set) {
            self.sets[self.len] = set;
            self.len += 1;
        }
        self
    }

    /// Returns the sets that are chosen, in the order of their planes.
    #[must_use]
    pub fn sets(&self) -> &[PlaneSet] {
        &self.sets[..self.len]
    }

    /// Returns the name of each plane, in order, such as `white_pawns` and `black_attacks`, or
    /// `own_pawns` and `other_attacks` from the side to move.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let sides = match self.view {
            View::White => ["white", "black"],
            View::Black => ["black", "white"],
            View::SideToMove => ["own", "other"],
        };
        self.sets().iter().flat_map(|set| set.names(sides)).collect()
    }

    /// Returns the number of planes.
    #[must_use]
    pub fn planes(&self) -> usize {
        self.sets().iter().map(|set| set.planes()).sum()
    }

    /// Returns the same planes of another type.
    pub(crate) const fn of<U>(self) -> Planes<U> {
        Planes { view: self.view, sets: self.sets, len: self.len, item: PhantomData }
    }
}

impl<T> Clone for Planes<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Planes<T> {}

impl<T> PartialEq for Planes<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.view, self.sets()) == (other.view, other.sets())
    }
}

impl<T> Eq for Planes<T> {}

impl<T> fmt::Debug for Planes<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { view, .. } = self;
        f.debug_struct("Planes").field("view", view).field("sets", &self.sets()).finish()
    }
}

impl<T: PlaneItem> Sealed for Planes<T> {}

impl<T: PlaneItem> Feature for Planes<T> {
    type Item = T;

    /// The choices of planes that the catalogue has, with bytes as numbers, have its names. Any
    /// other choice is `planes`, which is found by no name.
    fn info(self) -> [&'static str; 2] {
        match (self.sets(), self.view) {
            ([PlaneSet::Pieces], View::SideToMove) => {
                ["planes_pieces", "pieces, from the side to move's view"]
            }
            ([PlaneSet::Pieces], View::White) => {
                ["planes_pieces_white", "pieces, from White's view"]
            }
            (sets, View::SideToMove) if *sets == PlaneSet::ALL => {
                ["planes_all", "all planes, from the side to move's view"]
            }
            (sets, View::White) if *sets == PlaneSet::ALL => {
                ["planes_all_white", "all planes, from White's view"]
            }
            _ => ["planes", "chosen planes"],
        }
    }

    fn details(self) -> String {
        let names = self.names();
        let names = names.iter().enumerate().map(|(plane, name)| format!("{plane} {name}"));
        let names = names.collect::<Vec<_>>().join(", ");
        let seen = match self.view {
            View::SideToMove => {
                "If Black is to move, the ranks are turned over and the sides exchanged."
            }
            _ => "The board is as White sees it.",
        };
        let clock = if self.sets().contains(&PlaneSet::HalfmoveClock) {
            " The clock counts half moves and stops at 255. Rights to castle, the side to move and \
             the clock fill their whole planes."
        } else {
            ""
        };
        format!(
            "Index [position, plane, rank, file]: rank 1 is first, which is the lowest row of a board \
             as it is printed, and file a. {seen} Planes: {names}.{clock}"
        )
    }

    fn shape(self) -> Shape {
        Shape::new([self.planes(), 8, 8])
    }

    fn fill(self, positions: PositionSlice<'_>, word: WideWord, items: &mut [T]) {
        T::fill(self, positions, word, items);
    }
}
