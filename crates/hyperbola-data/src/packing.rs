//! Moves in 16 bits. The formats differ in where the squares stand and in the numbers of the kinds.

use hyperbola_moves::{Move, Position, Role, Square};

use crate::pieces::{Wrong, expected};

/// How a format packs a move. The kind stands in the two highest bits, 0 for a move of no other
/// kind, and castling is the king's move onto its rook.
#[derive(Debug)]
pub(crate) struct Packing {
    /// The lowest bits of the squares that the piece starts from and goes to.
    from: u32,
    to: u32,
    /// The lowest bit of the role that a pawn promotes to.
    role: u32,
    promotes: u16,
    castles: u16,
    en_passant: u16,
}

/// The moves of binpacks, as they stand in a stem.
pub(crate) const BINPACK: Packing =
    Packing { from: 8, to: 2, role: 0, promotes: 1, castles: 2, en_passant: 3 };

/// The moves of records of 40 bytes.
pub(crate) const BIN: Packing =
    Packing { from: 6, to: 0, role: 12, promotes: 1, castles: 3, en_passant: 2 };

/// The moves of viriformat.
pub(crate) const VIRI: Packing =
    Packing { from: 0, to: 6, role: 12, promotes: 3, castles: 2, en_passant: 1 };

/// The roles that a pawn promotes to, in the order of the numbers that all formats give them.
pub(crate) const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Returns the number of a role that a pawn promotes to.
pub(crate) const fn promotion_number(role: Role) -> u16 {
    (role as u16).wrapping_sub(Role::Knight as u16) & 3
}

impl Packing {
    /// Reads a legal move of a position.
    pub(crate) fn read(&self, position: &Position, bits: u16) -> Result<Move, Wrong> {
        let square =
            |shift: u32| Square::from_index_wrapping((bits >> shift).to_le_bytes()[0] & 63);
        let kind = bits >> 14;
        let role = match kind == self.promotes {
            true => PROMOTIONS[usize::from(bits >> self.role & 3)],
            false => Role::Pawn,
        };
        let played = Move::promoting(square(self.from), square(self.to), role);
        if position.is_legal(played) && self.write(position, played) == bits {
            return Ok(played);
        }
        Err(expected("a legal move of its kind", format_args!("{played}, kind {kind}")))
    }

    /// Writes a legal move of a position.
    pub(crate) fn write(&self, position: &Position, played: Move) -> u16 {
        let (from, to) = (u16::from(played.from().index()), u16::from(played.to().index()));
        let kind = match played.promotion() {
            Some(role) => self.promotes << 14 | promotion_number(role) << self.role,
            None if played.is_castling(position) => self.castles << 14,
            None if played.is_en_passant(position) => self.en_passant << 14,
            None => 0,
        };
        kind | from << self.from | to << self.to
    }
}
