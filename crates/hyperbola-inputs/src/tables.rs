//! The tables of blocks: a definition in the form in which numbers are computed.

use hyperbola::{Bitboard, Color, Slider, Square, geometry};
use hyperbola::{king_attacks, knight_attacks, pawn_attacks};

use crate::Threat;
use crate::changes::Roles;
use crate::definition::{InputSetError, PieceSquares, PieceThreats};

/// The number of codes of pieces: 6 × colour + role.
pub(crate) const CODES: usize = 12;

/// The squares where a pawn may stand: all ranks except the first and the last.
pub const PAWN_SQUARES: Bitboard = Bitboard(0x00ff_ffff_ffff_ff00);

/// Stands for no number.
pub const NONE: u32 = u32::MAX;

/// The tables of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "there is no heap to put it on")]
pub enum Table {
    /// Pieces on squares.
    Pieces(PieceTable),
    /// Threats.
    Threats(ThreatTable),
    /// Pairs of pawns.
    Pairs {
        /// By how many files they may be apart.
        files: u8,
    },
}

/// Returns the code of a piece as a view sees it: 0 to 5 are its own pieces.
const fn relative(view: Color, code: usize) -> usize {
    (code + 6 * view as usize) % CODES
}

/// The tables of pieces on squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceTable {
    /// The number of each piece on square 0 in bucket 0, by view and code.
    pub planes: [[u32; 16]; 2],
    /// The same for both views: White's, and Black's in the upper half. Without a number it is 0.
    pub(crate) both_planes: [u64; 16],
    /// The codes that have a number, as bits, by view.
    pub(crate) numbered: [u16; 2],
    /// The number of the bucket's first input by the own king's square as it is seen.
    pub buckets: [u32; 64],
    /// How many inputs a bucket has.
    pub(crate) width: u32,
    /// Whether every piece has a plane.
    pub has_all: bool,
}

impl PieceTable {
    /// Makes the tables, and says how many inputs there are.
    pub(crate) fn of(definition: &PieceSquares) -> Result<(Table, u32), InputSetError> {
        let count = |numbers: &mut dyn Iterator<Item = u8>| {
            numbers.max().map_or(0, |highest| u32::from(highest) + 1)
        };
        let planes = count(&mut definition.planes.iter().flatten().copied());
        if planes == 0 {
            return Err(InputSetError::NoPlane);
        }
        if planes > 12 {
            let highest = definition.planes.iter().flatten().max();
            return Err(InputSetError::PlaneTooHigh { plane: highest.copied().unwrap_or(0) });
        }
        let own_kings = Square::ALL.into_iter();
        let seen = own_kings.filter(|&king| definition.mirror.turn(Color::White, king) == 0);
        let bucket = |king: Square| definition.buckets[king as usize];
        if definition.planes[5].is_some() && definition.planes[5] == definition.planes[11] {
            for first in seen.clone() {
                for second in seen.clone() {
                    if bucket(first) == bucket(second) && geometry::distance(first, second) > 1 {
                        return Err(InputSetError::KingsApart { first, second });
                    }
                }
            }
        }
        let (width, buckets) = (64 * planes, count(&mut seen.map(bucket)));
        let plane = |view, code| {
            let plane = definition.planes.get(relative(view, code)).copied().flatten();
            plane.map_or(NONE, |plane| 64 * u32::from(plane))
        };
        let planes = Color::ALL.map(|view| core::array::from_fn(|code| plane(view, code)));
        let or_none = |view: usize, code: usize| u64::from(planes[view][code]) % u64::from(NONE);
        let numbered = |view: usize| {
            let codes = (0..CODES).filter(|&code| planes[view][code] != NONE);
            codes.fold(0, |bits, code| bits | 1 << code)
        };
        let table = Self {
            both_planes: core::array::from_fn(|code| or_none(0, code) | or_none(1, code) << 32),
            numbered: [numbered(0), numbered(1)],
            planes,
            buckets: definition.buckets.map(|bucket| width * u32::from(bucket)),
            width,
            has_all: definition.planes.iter().all(Option::is_some),
        };
        Ok((Table::Pieces(table), width * buckets))
    }
}

/// The number of rows of [`ATTACKED`] that are in use: those of the codes, and of the pawns of
/// one's own and of the other side that also threaten the pawn in front of them.
const ROWS: usize = CODES + 2;

/// The number of all rows: a power of two, so that no row is out of bounds.
const ALL_ROWS: usize = 16;

/// The squares that a piece attacks on an empty board: 7 KiB, by row and square. A pawn on a rank
/// where none may stand has none.
pub(crate) static ATTACKED: [[Bitboard; 64]; ALL_ROWS] = {
    let mut entries = [[Bitboard::EMPTY; 64]; ALL_ROWS];
    let mut index = 0;
    while index < ROWS * 64 {
        let (row, square) = (index / 64, Square::ALL[index % 64]);
        let is_own = row < 6 || row == CODES;
        let color = if is_own { Color::White } else { Color::Black };
        let pawn = if PAWN_SQUARES.0 & square.bit() == 0 {
            Bitboard::EMPTY
        } else {
            pawn_attacks(color, square)
        };
        let front = if is_own { square.bit() << 8 } else { square.bit() >> 8 };
        entries[row][index % 64] = match row {
            0 | 6 => pawn,
            1 | 7 => knight_attacks(square),
            2 | 8 => geometry::lines(square, Slider::Bishop),
            3 | 9 => geometry::lines(square, Slider::Rook),
            4 | 10 => geometry::lines(square, Slider::Queen),
            5 | 11 => king_attacks(square),
            _ if pawn.is_empty() => pawn,
            _ => Bitboard(pawn.0 | front),
        };
        index += 1;
    }
    entries
};

/// How many pairs of squares come before those from a square: 2 KiB, by row and square.
pub(crate) static BEFORE: [[u16; 64]; ALL_ROWS] = {
    let mut entries = [[0; 64]; ALL_ROWS];
    let mut index = 0;
    while index < ROWS * 64 {
        let (row, square) = (index / 64, index % 64);
        if square > 0 {
            entries[row][square] = before_next(&entries, row, square - 1);
        }
        index += 1;
    }
    entries
};

/// The squares of `ATTACKED` and the count of `BEFORE` side by side, row by row: 16 KiB.
pub static PAIRS_FROM: [(u64, u32); ALL_ROWS * 64] = {
    let (mut entries, mut index) = ([(0, 0); ALL_ROWS * 64], 0);
    while index < entries.len() {
        let (row, square) = (index / 64, index % 64);
        entries[index] = (ATTACKED[row][square].0, BEFORE[row][square] as u32);
        index += 1;
    }
    entries
};

/// How many pairs of squares a row has.
pub(crate) static PAIRS: [u16; ALL_ROWS] = {
    let (mut entries, mut row) = ([0; ALL_ROWS], 0);
    while row < ROWS {
        entries[row] = before_next(&BEFORE, row, 63);
        row += 1;
    }
    entries
};

/// Returns how many pairs of squares come before those from the next square.
const fn before_next(before: &[[u16; 64]; ALL_ROWS], row: usize, square: usize) -> u16 {
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 28")]
    let count = ATTACKED[row][square].0.count_ones() as u16;
    before[row][square] + count
}

/// The tables of threats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreatTable {
    /// The number of the first threat of a piece to another one, or [`NONE`]: by the attacker's
    /// code and by the victim's, by view, and by whether the attacker's square has the lower
    /// number.
    pub starts: [[[[u32; 2]; 2]; 16]; 16],
    /// 64 times the row of an attacker, by code and view.
    pub rows: [[u16; 2]; 16],
    /// The roles that are victims of each role, as bits.
    pub(crate) victims: [u8; 6],
    /// The same as masks, and whether pawns threaten those in front of them.
    pub(crate) roles: Roles,
}

impl ThreatTable {
    /// Makes the tables, and says how many inputs there are.
    pub(crate) fn of(definition: &PieceThreats) -> Result<(Table, u32), InputSetError> {
        let bits =
            |roles: crate::Victims| roles.iter().fold(0, |bits, role| bits | 1 << role as u8);
        let mut table = Self {
            starts: [[[[NONE; 2]; 2]; 16]; 16],
            rows: [[0; 2]; 16],
            victims: definition.victims.map(bits),
            roles: Roles::new(definition.victims.map(bits), definition.pushes),
        };
        let mut size = 0;
        for (number, attacker) in (0..).zip(0..CODES) {
            let (side, role) = (attacker / 6, attacker % 6);
            let pushes = definition.pushes && role == 0;
            let row = if pushes { CODES + side } else { attacker };
            for view in Color::ALL {
                table.rows[relative(view, attacker)][view as usize] =
                    64 * if pushes { 12 + number / 6 } else { number };
            }
            for (victim_side, victim_role) in (0..2)
                .flat_map(|side| definition.victims[role].iter().map(move |role| (side, role)))
            {
                let victim = 6 * victim_side + victim_role as usize;
                // Pawns of one side do not threaten each other.
                let is_mutual = role == victim % 6 && !(role == 0 && attacker == victim);
                for (view, is_lower) in
                    Color::ALL.into_iter().flat_map(|view| [(view, false), (view, true)])
                {
                    if !(definition.once && is_mutual && is_lower) {
                        table.starts[relative(view, attacker)][relative(view, victim)]
                            [view as usize][usize::from(is_lower)] = size;
                    }
                }
                size += u32::from(PAIRS[row]);
            }
        }
        if size == 0 {
            return Err(InputSetError::NoVictim);
        }
        Ok((Table::Threats(table), size))
    }

    /// Returns the number of the first threat of a piece to another one, or [`NONE`].
    pub(crate) fn start(&self, view: Color, is_lower: bool, attacker: usize, victim: usize) -> u32 {
        self.starts[attacker][victim][view as usize][usize::from(is_lower)]
    }

    /// Returns the row of an attacker.
    #[inline(always)]
    pub(crate) fn row(&self, view: Color, attacker: usize) -> usize {
        usize::from(self.rows[attacker][view as usize] / 64)
    }

    /// Returns the number of a threat from a view that turns the board, and whether it has one.
    #[inline(always)]
    pub(crate) fn number(&self, view: Color, threat: Threat, turn: u8) -> (u32, bool) {
        let Threat { attacker, from, attacked: victim, to } = threat;
        let (from, to) = (from ^ turn, to ^ turn);
        let (attacker, victim) = (usize::from(attacker % 16), usize::from(victim % 16));
        let start = self.starts[attacker][victim][view as usize][usize::from(from < to)];
        let place = self.rows[attacker][view as usize] + u16::from(from);
        let (attacked, before) = PAIRS_FROM[usize::from(place) % PAIRS_FROM.len()];
        let below = attacked & !(u64::MAX << (to % 64));
        (start.wrapping_add(before + below.count_ones()), start != NONE)
    }
}

/// The number of pawns' numbers: 48 squares of either side.
pub(crate) const PAWNS: u32 = 96;

/// Returns the number of a pair of pawns, each by its turned square, and 64 more if it is the other
/// side's.
#[inline(always)]
pub(crate) fn pair_number([one, two]: [u32; 2]) -> u32 {
    let (one, two) = (pawn_number(one), pawn_number(two));
    let (low, high) = (one.min(two), one.max(two));
    high.wrapping_mul(high.wrapping_sub(1)) / 2 + low
}

/// Returns the number of a pawn.
#[inline(always)]
fn pawn_number(pawn: u32) -> u32 {
    pawn.wrapping_sub(8 + 16 * (pawn >> 6))
}

/// The files that are at most some files away from a file, by how many and by the file.
pub static NEAR_FILES: [[Bitboard; 8]; 8] = {
    let mut entries = [[Bitboard::EMPTY; 8]; 8];
    let mut index = 0;
    while index < 512 {
        let (files, one, two) = (index / 64, index / 8 % 8, index % 8);
        if one - two <= files && two - one <= files {
            entries[files as usize][one as usize].0 |= 0x0101_0101_0101_0101 << two;
        }
        index += 1;
    }
    entries
};
