//! The numbers of all possible threats.

use hyperbola::geometry::lines;
use hyperbola::word::WideWord;
use hyperbola::{Bitboard, Color, Slider, Square};
use hyperbola::{king_attacks, knight_attacks, pawn_attacks};
use hyperbola_moves::Role;

use super::{Threat, ThreatsOf};
use crate::PositionSlice;
use crate::feature::Sealed;
use crate::features::pieces::Pieces;
use crate::features::rows::{self, RowFeature};
use crate::features::view::View;
use crate::features::{Ragged, RaggedFeature};
use crate::positions::color;

/// The number of codes of pieces.
const CODES: usize = 12;

/// The squares where a pawn may stand: all ranks but the first and the last.
const PAWN_SQUARES: u64 = 0x00ff_ffff_ffff_ff00;

/// The squares that each piece attacks on an empty board: 6 KiB, by code and square. A pawn on a
/// rank where none may stand has none.
static ATTACKS: [[Bitboard; 64]; CODES] = {
    let mut entries = [[Bitboard::EMPTY; 64]; CODES];
    let mut index = 0;
    while index < CODES * 64 {
        let (code, square) = (index / 64, Square::ALL[index % 64]);
        let color = if code < 6 { Color::White } else { Color::Black };
        entries[code][index % 64] = match code % 6 {
            0 if PAWN_SQUARES & square.bit() == 0 => Bitboard::EMPTY,
            0 => pawn_attacks(color, square),
            1 => knight_attacks(square),
            2 => lines(square, Slider::Bishop),
            3 => lines(square, Slider::Rook),
            4 => lines(square, Slider::Queen),
            _ => king_attacks(square),
        };
        index += 1;
    }
    entries
};

/// Returns the squares where a piece on a square may attack another piece.
#[inline(always)]
const fn targets(attacker: usize, from: usize, attacked: usize) -> u64 {
    let allowed = match (attacker % 6, attacked % 6) {
        (5, 5) => 0,
        (_, 0) => PAWN_SQUARES,
        _ => u64::MAX,
    };
    ATTACKS[attacker][from].0 & allowed
}

/// How many threats of an attacker to a piece come before those from a square: 6 KiB, by the
/// attacker's code, whether the attacked piece is a pawn, and the square.
static BEFORE_SQUARE: [[[u32; 64]; 2]; CODES] = {
    let mut entries = [[[0; 64]; 2]; CODES];
    let mut row = 0;
    while row < 2 * CODES {
        // The attacked piece is a knight or a pawn.
        let (attacker, attacked) = (row / 2, 1 - row % 2);
        let (mut square, mut before) = (0, 0);
        while square < 64 {
            entries[attacker][row % 2][square] = before;
            before += targets(attacker, square, attacked).count_ones();
            square += 1;
        }
        row += 1;
    }
    entries
};

/// How many threats come before those of a pair: 580 bytes, by the attacker's code and the attacked
/// piece's. One entry more has the number of all threats.
static BEFORE_PAIR: [u32; CODES * CODES + 1] = {
    let mut entries = [0; CODES * CODES + 1];
    let mut pair = 0;
    while pair < CODES * CODES {
        let mut square = 0;
        entries[pair + 1] = entries[pair];
        while square < 64 {
            entries[pair + 1] += targets(pair / CODES, square, pair % CODES).count_ones();
            square += 1;
        }
        pair += 1;
    }
    entries
};

impl Threat {
    /// The number of all possible threats, which [`index`](Self::index) numbers from 0.
    pub const COUNT: u32 = 85_128;

    /// Returns the number of the threat among all possible threats, or nothing if the threat is
    /// impossible.
    ///
    /// A threat is possible if the attacker reaches the other square on an empty board. No pawn
    /// stands on the first or the last rank, and no king attacks a king. The threats are numbered
    /// without gaps: in the order of the attacker's code, then of the attacked piece's code, then of
    /// the attacker's square, then of the attacked square.
    ///
    /// ```
    /// use hyperbola_features::Threat;
    /// // White's pawns come first, and attack White's pawns on ranks 3 to 7: a2 attacks b3, b2
    /// // attacks a3, b2 attacks c3.
    /// let threat = Threat { attacker: 0, from: 9, attacked: 0, to: 18 };
    /// assert_eq!(threat.index(), Some(2));
    /// assert_eq!(Threat::from_index(2), Some(threat));
    /// // A pawn on a2 does not attack a3.
    /// assert_eq!(Threat { attacker: 0, from: 8, attacked: 0, to: 16 }.index(), None);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> Option<u32> {
        let Self { attacker, from, attacked, to } = self;
        let [attacker, from, attacked] = [attacker, from, attacked].map(usize::from);
        if attacker >= CODES || from >= 64 || attacked >= CODES || to >= 64 {
            return None;
        }
        let (targets, to) = (targets(attacker, from, attacked), 1 << to);
        if targets & to == 0 {
            return None;
        }
        let is_pawn = usize::from(attacked % 6 == 0);
        let before_square = BEFORE_SQUARE[attacker][is_pawn][from];
        let before = (targets & (to - 1)).count_ones();
        Some(BEFORE_PAIR[CODES * attacker + attacked] + before_square + before)
    }

    /// Returns the possible threat with a number, or nothing for a number without one.
    #[must_use]
    pub fn from_index(index: u32) -> Option<Self> {
        if index >= Self::COUNT {
            return None;
        }
        // Of entries that are equal, the last has threats.
        let last = |entries: &[u32], index| entries.partition_point(|&before| before <= index) - 1;
        let pair = last(&BEFORE_PAIR, index);
        let (attacker, attacked) = (pair / CODES, pair % CODES);
        let index = index - BEFORE_PAIR[pair];
        let squares = &BEFORE_SQUARE[attacker][usize::from(attacked % 6 == 0)];
        let from = last(squares, index);
        let mut targets = Bitboard(targets(attacker, from, attacked)).into_iter();
        let to = targets.nth(usize::try_from(index - squares[from]).ok()?)?;
        let byte = |number| u8::try_from(number).ok();
        Some(Self {
            attacker: byte(attacker)?,
            from: byte(from)?,
            attacked: byte(attacked)?,
            to: to as u8,
        })
    }
}

/// The [`Threats`](crate::Threats) of a position as their [numbers](Threat::index) from a view: a
/// list of `u32`, each below [`Threat::COUNT`], in the order of the threats.
///
/// Black's view has the number of the threat that is [turned over](Threat::relative_to).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ThreatIndices {
    /// The side that the threats are seen from.
    pub view: View,
    /// Whether the files are turned over where the king of that side stands on files a to d. So the
    /// king is always on files e to h.
    pub mirrored: bool,
}

impl Sealed for ThreatIndices {}

impl RaggedFeature for ThreatIndices {
    type Item = u32;

    fn name(self) -> &'static str {
        match (self.view, self.mirrored) {
            (View::SideToMove, false) => "threat_indices",
            (View::SideToMove, true) => "threat_indices_mirrored",
            (View::White, false) => "threat_indices_white",
            (View::White, true) => "threat_indices_white_mirrored",
            (View::Black, false) => "threat_indices_black",
            (View::Black, true) => "threat_indices_black_mirrored",
        }
    }

    fn append(self, positions: PositionSlice<'_>, word: WideWord, lists: &mut Ragged<u32>) {
        rows::append(self, positions, word, lists);
    }
}

impl RowFeature for ThreatIndices {
    type Scratch = ();

    #[inline(always)]
    fn row(self, positions: PositionSlice<'_>, row: usize, (): &mut (), lists: &mut Ragged<u32>) {
        let pieces = Pieces::of_row(positions, row);
        let view = self.view.color(color(positions.sides_to_move[row]));
        let king = pieces.roles[Role::King as usize] & pieces.colors[view as usize];
        let is_flipped = self.mirrored && king.0 & WEST != 0;
        for threat in ThreatsOf::new(&pieces) {
            let threat = threat.relative_to(view);
            let threat = if is_flipped { threat.flip_files() } else { threat };
            // Every threat of a position is possible.
            if let Some(index) = threat.index() {
                lists.push(index);
            }
        }
        lists.end_list();
    }
}

/// The squares of files a to d.
const WEST: u64 = 0x0f0f_0f0f_0f0f_0f0f;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_entry_is_the_number_of_threats() {
        assert_eq!(BEFORE_PAIR[CODES * CODES], Threat::COUNT);
    }
}
