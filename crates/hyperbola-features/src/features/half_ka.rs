//! Pieces on squares for each king's square, for networks.

use hyperbola::word::WideWord;
use hyperbola::{Color, Square};
use hyperbola_moves::Role;

use super::pieces::{Codes, Pieces, take_first};
use super::rows::{self, RowFeature};
use super::{Ragged, RaggedFeature};
use crate::PositionSlice;
use crate::feature::Sealed;

/// The kings among the pieces of [`HalfKa`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Kings {
    /// Each king is a piece of its own: 12 pieces. This is known as HalfKA.
    #[default]
    Apart,
    /// The two kings are one piece: 11 pieces. The own king's square says which one it is.
    Merged,
    /// Kings are no pieces: 10 pieces. This is known as HalfKP.
    Absent,
}

/// Every piece on its square, together with the square of a king: two lists of `u32`, those of
/// White's view and then those of Black's.
///
/// A number is `(king × pieces + piece) × 64 + square`, and it is below [`size`](Self::size):
///
/// - `square` is the piece's square, 0 to 63. Black sees the board turned over: a1 is a8's place.
/// - `piece` is the role, from pawn = 0 to king = 5, plus the number of roles for a piece of the
///   other side. The number of `pieces` and of roles depends on the [`Kings`]: with
///   [`Apart`](Kings::Apart) the roles are 6 and the pieces 12; with [`Merged`](Kings::Merged) the
///   roles are 5, and both kings are piece 10 of 11; with [`Absent`](Kings::Absent) the roles are 5,
///   the pieces 10, and kings are left out.
/// - `king` is the square of the view's own king, 0 to 63, on the board as it is seen.
///
/// If `mirrored`, the files are turned over where the own king stands on files a to d, for the king
/// and for all pieces. So the king is on files e to h, and `king` is `4 × rank + file - 4`, 0 to 31,
/// where rank 1 and file a are 0.
///
/// Both lists have the pieces in the order of their squares on the board as it is, from a1.
///
/// ```
/// use hyperbola_features::{HalfKa, Kings, Positions};
///
/// let position = "4k3/8/8/8/8/8/3P4/1K6 w - - 0 1".parse().expect("a valid position");
/// let positions: Positions = [position].iter().collect();
/// let features = positions.as_slice().features();
/// let plain = HalfKa { kings: Kings::Apart, mirrored: false };
/// let lists = features.compute_ragged(plain);
/// // White's king is on b1 = 1. The pieces: the king, piece 5, on b1; the pawn, piece 0, on d2 = 11;
/// // the other king, piece 11, on e8 = 60.
/// assert_eq!(lists.list(0), [(12 + 5) * 64 + 1, (12 + 0) * 64 + 11, (12 + 11) * 64 + 60]);
/// // Black's king is on e1 = 4, as Black sees it; the others are on b8 = 57 and d7 = 51.
/// assert_eq!(lists.list(1), [(48 + 11) * 64 + 57, (48 + 6) * 64 + 51, (48 + 5) * 64 + 4]);
/// assert_eq!(plain.size(), 64 * 12 * 64);
///
/// let mirrored = HalfKa { kings: Kings::Merged, mirrored: true };
/// let lists = features.compute_ragged(mirrored);
/// // The king goes from b1 to g1 = 6, which is king 2, and d2 to e2 = 12, e8 to d8 = 59.
/// assert_eq!(lists.list(0), [(22 + 10) * 64 + 6, (22 + 0) * 64 + 12, (22 + 10) * 64 + 59]);
/// // Black's king stays: e1 is king 0.
/// assert_eq!(lists.list(1), [10 * 64 + 57, 5 * 64 + 51, 10 * 64 + 4]);
/// assert_eq!(mirrored.size(), 32 * 11 * 64);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HalfKa {
    /// How kings are counted among the pieces.
    pub kings: Kings,
    /// Whether files are turned over so that the own king is on files e to h.
    pub mirrored: bool,
}

impl HalfKa {
    /// Returns the number of pieces: 12, 11 or 10.
    #[inline(always)]
    #[must_use]
    pub const fn pieces(self) -> u32 {
        match self.kings {
            Kings::Apart => 12,
            Kings::Merged => 11,
            Kings::Absent => 10,
        }
    }

    /// Returns how many numbers there are, from 0: kings' squares × pieces × 64.
    #[must_use]
    pub const fn size(self) -> u32 {
        let kings = if self.mirrored { 32 } else { 64 };
        kings * self.pieces() * 64
    }
}

impl Sealed for HalfKa {}

impl RaggedFeature for HalfKa {
    type Item = u32;

    fn name(self) -> &'static str {
        match (self.kings, self.mirrored) {
            (Kings::Apart, false) => "halfka",
            (Kings::Apart, true) => "halfka_mirrored",
            (Kings::Merged, false) => "halfka_merged",
            (Kings::Merged, true) => "halfka_merged_mirrored",
            (Kings::Absent, false) => "halfkp",
            (Kings::Absent, true) => "halfkp_mirrored",
        }
    }

    fn lists(self) -> usize {
        2
    }

    fn append(self, positions: PositionSlice<'_>, word: WideWord, lists: &mut Ragged<u32>) {
        rows::append(self, positions, word, lists);
    }
}

impl RowFeature for HalfKa {
    type Scratch = ();

    #[inline(always)]
    fn row(self, positions: PositionSlice<'_>, row: usize, (): &mut (), lists: &mut Ragged<u32>) {
        let pieces = Pieces::of_row(positions, row);
        let (codes, kings) = (Codes::new(&pieces), pieces.roles[Role::King as usize]);
        let mut counted = pieces.occupied();
        if self.kings == Kings::Absent {
            counted &= !kings;
        }
        for view in Color::ALL {
            let mut king = kings & pieces.colors[view as usize];
            // A marked row has no king.
            if !king.is_empty() {
                let (turn, starts) = self.seen(view, take_first(&mut king));
                let mut rest = counted;
                while !rest.is_empty() {
                    let square = take_first(&mut rest);
                    // In a damaged file, a piece may have several roles.
                    if let Some(start) = starts.get(usize::from(codes.at(square))) {
                        lists.push(start + u32::from(square as u8 ^ turn));
                    }
                }
            }
            lists.end_list();
        }
    }
}

impl HalfKa {
    /// Returns the bits of a square that are turned over in a view, and the number of each piece on
    /// square 0 by its code.
    #[inline(always)]
    fn seen(self, view: Color, king: Square) -> (u8, [u32; 12]) {
        let ranks = if view == Color::White { 0 } else { 56 };
        let files = if self.mirrored && king as u8 & 7 < 4 { 7 } else { 0 };
        let turn = ranks ^ files;
        let king = u32::from(king as u8 ^ turn);
        let king = if self.mirrored { king / 8 * 4 + king % 8 - 4 } else { king };
        let roles = if self.kings == Kings::Apart { 6 } else { 5 };
        let mut starts = [0; 12];
        for (start, code) in starts.iter_mut().zip(0..) {
            let (color, role) = (code / 6, code % 6);
            let is_other = color != view as u32;
            let piece = match (self.kings, role) {
                // Without kings, nothing is asked of them.
                (Kings::Merged | Kings::Absent, 5) => 10,
                _ if is_other => role + roles,
                _ => role,
            };
            *start = (king * self.pieces() + piece) * 64;
        }
        (turn, starts)
    }
}
