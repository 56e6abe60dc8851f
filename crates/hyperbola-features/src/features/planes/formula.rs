//! The formula of planes: sets of squares become bytes in lanes.

use hyperbola::word::Vector;
use hyperbola::{Color, Word};
use hyperbola_moves::CastlingSide;

use super::{MOST_PLANES, PlaneSet, Planes};
use crate::block::{Block, Formula, Rows, room};
use crate::features::attacks::side_attacks;
use crate::features::counts::{counts, ranks_of_bytes};
use crate::features::view::View;
use crate::features::x_rays::x_rays;
use crate::positions::{castling_index, color};
use crate::{NONE, PositionSlice};

impl Formula for Planes<u8> {
    room!(u8, [MOST_PLANES, 64]);

    #[inline(always)]
    fn block<V: Vector>(self, block: &Block<V>, rows: Rows<'_>, items: &mut [u8]) {
        let rows = rows.columns();
        let (block, mut plane) = (seen_from(block, self.view), 0);
        let planes = self.planes();
        for &set in &self.sets[..self.len] {
            let place = Place { items: &mut *items, plane, planes };
            match set {
                PlaneSet::Pieces => put_pieces(&block, place),
                PlaneSet::Attacks => {
                    let occupied = block.occupied();
                    let own = side_attacks(&block, Color::White, occupied);
                    let other = side_attacks(&block, Color::Black, occupied);
                    put_sides(own, other, place);
                }
                PlaneSet::XRayAttacks => {
                    let occupied = block.occupied();
                    let own = x_rays(&block, Color::White, occupied);
                    put_sides(own, x_rays(&block, Color::Black, occupied), place);
                }
                PlaneSet::AttackCounts => {
                    let Place { items, .. } = place;
                    let own = Place { items: &mut *items, plane, planes };
                    put_ranks(ranks_of_bytes(counts(&block, Color::White)), own);
                    let other = Place { items, plane: plane + 1, planes };
                    put_ranks(ranks_of_bytes(counts(&block, Color::Black)), other);
                }
                PlaneSet::Castling => put_castling(self.view, rows, place),
                PlaneSet::SideToMove => {
                    for row in 0..rows.len() {
                        items[64 * (row * planes + plane)..][..64].fill(rows.sides_to_move[row]);
                    }
                }
                PlaneSet::HalfmoveClock => {
                    for row in 0..rows.len() {
                        let clock = u8::try_from(rows.halfmove_clocks[row]).unwrap_or(u8::MAX);
                        items[64 * (row * planes + plane)..][..64].fill(clock);
                    }
                }
                PlaneSet::EnPassant => put_en_passant(self.view, rows, place),
            }
            plane += set.planes();
        }
    }
}

impl Planes<u8> {
    /// Returns the ranks of the planes that are a formula over words, in order: eight words for
    /// each plane, from rank 1, each with the byte of file a in its lowest bits. The planes of
    /// castling rights, of the side to move, of the clock and of en passant have none.
    ///
    /// ```
    /// use hyperbola_features::{Block, PlaneSet, Planes, View};
    ///
    /// // White's king on e1 and pawn on e2, Black's king on e8.
    /// let (white, black) = (0x1010_u64, 1 << 60);
    /// let roles = [0x1000, 0, 0, 0, 0, 0x10 | 1 << 60];
    /// let block = Block { roles, colors: [white, black], is_black: 0, castling: 0 };
    /// let planes = Planes::<u8>::new(View::White).with(PlaneSet::EnPassant).with(PlaneSet::Attacks);
    /// let ranks = planes.words(&block);
    /// // White attacks d1, f1, d2, f2; d2, e2 and f2; d3 and f3.
    /// assert_eq!(ranks.len(), 16);
    /// assert_eq!(ranks[..3], [0x0100_0100_0000, 0x0101_0100_0000, 0x0100_0100_0000]);
    /// ```
    #[must_use]
    pub fn words<W: Word>(self, block: &Block<W>) -> Vec<W> {
        let block = seen_from(block, self.view);
        let (occupied, sides) = (block.occupied(), Color::ALL);
        let mut words = Vec::new();
        for &set in self.sets() {
            match set {
                PlaneSet::Pieces => {
                    for color in block.colors {
                        words.extend(block.roles.map(|role| ranks_of_bits(color & role)));
                    }
                }
                PlaneSet::Attacks => words
                    .extend(sides.map(|side| ranks_of_bits(side_attacks(&block, side, occupied)))),
                PlaneSet::XRayAttacks => {
                    words.extend(sides.map(|side| ranks_of_bits(x_rays(&block, side, occupied))));
                }
                PlaneSet::AttackCounts => {
                    words.extend(sides.map(|side| ranks_of_bytes(counts(&block, side))));
                }
                PlaneSet::Castling
                | PlaneSet::SideToMove
                | PlaneSet::HalfmoveClock
                | PlaneSet::EnPassant => {}
            }
        }
        words.into_iter().flatten().collect()
    }
}

/// Returns the positions as a side sees them: its pieces are White's, and go up.
#[inline(always)]
fn seen_from<W: Word>(block: &Block<W>, view: View) -> Block<W> {
    let is_turned = match view {
        View::White => return *block,
        View::Black => block.is_black.splat(u64::MAX),
        View::SideToMove => block.is_black,
    };
    let [mut white, mut black] = block.colors;
    white = is_turned.select(white.swap_bytes(), white);
    black = is_turned.select(black.swap_bytes(), black);
    let mut roles = block.roles;
    let mut role = 0;
    while role < 6 {
        roles[role] = is_turned.select(roles[role].swap_bytes(), roles[role]);
        role += 1;
    }
    let colors = [is_turned.select(black, white), is_turned.select(white, black)];
    Block { roles, colors, is_black: block.is_black, castling: block.castling }
}

/// The numbers of a block's positions, and a plane among those of each.
struct Place<'a> {
    items: &'a mut [u8],
    plane: usize,
    planes: usize,
}

/// Writes the planes of pieces.
#[inline(always)]
fn put_pieces<V: Vector>(block: &Block<V>, Place { items, plane, planes }: Place<'_>) {
    let mut code = 0;
    while code < 12 {
        let set = block.colors[code / 6] & block.roles[code % 6];
        put_set(set, Place { items: &mut *items, plane: plane + code, planes });
        code += 1;
    }
}

/// Writes a plane for each side.
#[inline(always)]
fn put_sides<V: Vector>(own: V, other: V, Place { items, plane, planes }: Place<'_>) {
    put_set(own, Place { items: &mut *items, plane, planes });
    put_set(other, Place { items, plane: plane + 1, planes });
}

/// Writes 1 on the squares of a set, else 0.
#[inline(always)]
fn put_set<V: Vector>(set: V, place: Place<'_>) {
    put_ranks(ranks_of_bits(set), place);
}

/// Turns a set into a byte for each square, 1 or 0: a word for each rank, with the byte of file a
/// in its lowest bits.
#[inline(always)]
pub(in crate::features) fn ranks_of_bits<W: Word>(set: W) -> [W; 8] {
    // The bits of a rank are then eight apart, at the places of their bytes.
    let files = set.transpose();
    let ones = set.splat(0x0101_0101_0101_0101);
    [
        files & ones,
        files.shr(1) & ones,
        files.shr(2) & ones,
        files.shr(3) & ones,
        files.shr(4) & ones,
        files.shr(5) & ones,
        files.shr(6) & ones,
        files.shr(7) & ones,
    ]
}

/// Writes a plane of each position, whose ranks are words of eight bytes.
#[inline(always)]
fn put_ranks<V: Vector>(ranks: [V; 8], Place { items, plane, planes }: Place<'_>) {
    let mut rank = 0;
    while rank < 8 {
        let lanes = ranks[rank].into_array();
        let mut start = 64 * plane + 8 * rank;
        for &lane in lanes.as_ref() {
            match items.get_mut(start..start + 8) {
                Some(bytes) => bytes.copy_from_slice(&lane.to_le_bytes()),
                None => break,
            }
            start += 64 * planes;
        }
        rank += 1;
    }
}

/// Writes the planes of castling rights.
fn put_castling(view: View, rows: PositionSlice<'_>, Place { items, plane, planes }: Place<'_>) {
    for row in 0..rows.len() {
        let own = view.color(color(rows.sides_to_move[row]));
        let mut start = 64 * (row * planes + plane);
        for side in [own, !own] {
            for wing in CastlingSide::ALL {
                let is_right = rows.castling[row][castling_index(side, wing)] != NONE;
                items[start..start + 64].fill(is_right.into());
                start += 64;
            }
        }
    }
}

/// Writes the plane of the en passant square.
fn put_en_passant(view: View, rows: PositionSlice<'_>, Place { items, plane, planes }: Place<'_>) {
    for row in 0..rows.len() {
        let squares = &mut items[64 * (row * planes + plane)..][..64];
        squares.fill(0);
        let turned = match view.color(color(rows.sides_to_move[row])) {
            Color::White => 0,
            Color::Black => 56,
        };
        let square = usize::from(rows.en_passant[row]) ^ turned;
        if let Some(square) = squares.get_mut(square) {
            *square = 1;
        }
    }
}
