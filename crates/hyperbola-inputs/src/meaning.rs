//! The meaning of an input's number.

use hyperbola::{Color, Square};
use hyperbola_moves::{Piece, Role};

use crate::InputSet;
use crate::tables::{ATTACKED, BEFORE, CODES, NONE, PAIRS, PAWN_SQUARES, Table};

/// The meaning of an input, as its view sees the board: White's pieces are the view's own, they go
/// up, and the files are mirrored where the block says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Meaning {
    /// A piece on a square.
    Piece {
        /// The bucket of the own king's square.
        bucket: u8,
        /// The plane of the piece.
        plane: u8,
        /// The square.
        square: Square,
    },
    /// A piece that attacks another one, or a pawn that stands in front of another one.
    Threat {
        /// The attacker.
        attacker: Piece,
        /// The attacker's square.
        from: Square,
        /// The victim.
        victim: Piece,
        /// The victim's square.
        to: Square,
    },
    /// Two pawns: the colour and the square of the one with the lower number, then of the other.
    Pair([(Color, Square); 2]),
}

impl InputSet {
    /// Returns the place of an input's block and the meaning of the input, or `None` for a number
    /// that is too high, or of a threat or of a pair that no position has.
    ///
    /// ```
    /// use hyperbola_inputs::{Color, InputSet, Meaning, Piece, Role, Square};
    ///
    /// let set: InputSet = "pawn_pairs+threats_59808".parse()?;
    /// // The knight on b1 guards the pawn on d2. White's king is on files e to h, so that the files
    /// // are turned over.
    /// let (part, meaning) = set.meaning(4_560 + 357).expect("an input");
    /// let (from, to) = (Square::G1, Square::E2);
    /// let [attacker, victim] = [Role::Knight, Role::Pawn].map(|role| Piece::new(Color::White, role));
    /// assert_eq!((part, meaning), (1, Meaning::Threat { attacker, from, victim, to }));
    /// assert_eq!(set.meaning(set.size()), None);
    /// # Ok::<(), hyperbola_inputs::ParseInputSetError>(())
    /// ```
    #[must_use]
    pub fn meaning(&self, index: u32) -> Option<(usize, Meaning)> {
        let (place, meaning, is_live) = self.meaning_of_any(index)?;
        is_live.then_some((place, meaning))
    }

    /// Returns what [`meaning`](Self::meaning) returns, also for a number of a threat or of a pair
    /// that no position has, and whether a position has it. It is `None` for a number that is too
    /// high only.
    ///
    /// ```
    /// use hyperbola_inputs::{InputSet, Meaning, Role, Square};
    ///
    /// let set: InputSet = "threats_59808".parse()?;
    /// // Own knights have the numbers from 336. The first dead one is of a knight on a2, which attacks
    /// // c1: no pawn can stand there.
    /// let dead = (336..).find(|&index| set.meaning(index).is_none()).expect("one is dead");
    /// let (part, meaning, is_live) = set.meaning_of_any(dead).expect("it is below the size");
    /// let Meaning::Threat { victim, to, .. } = meaning else { panic!("{meaning:?}") };
    /// assert_eq!((part, victim.role, to, is_live), (0, Role::Pawn, Square::C1, false));
    /// # Ok::<(), hyperbola_inputs::ParseInputSetError>(())
    /// ```
    #[must_use]
    pub fn meaning_of_any(&self, index: u32) -> Option<(usize, Meaning, bool)> {
        let parts = self.parts();
        let place = parts.iter().rposition(|part| part.start() <= index)?;
        let part = &parts[place];
        let index = index - part.start();
        if index >= part.size() {
            return None;
        }
        let (meaning, is_live) = match part.table() {
            Table::Pieces(table) => {
                let width = table.width;
                let meaning = Meaning::Piece {
                    bucket: byte(index / width)?,
                    plane: byte(index % width / 64)?,
                    square: Square::from_index(byte(index % 64)?)?,
                };
                (meaning, true)
            }
            Table::Threats(table) => threat(index, |attacker, victim, is_lower| {
                let start = table.start(Color::White, is_lower, attacker, victim);
                (start != NONE).then(|| (start, table.row(Color::White, attacker)))
            })?,
            Table::Pairs { files } => {
                let mut high = 1;
                while high * (high + 1) / 2 <= index {
                    high += 1;
                }
                let pair = [index - high * (high - 1) / 2, high].map(pawn);
                let [low, high] = pair;
                let (low, high) = (low?, high?);
                let apart = (low.1.index() % 8).abs_diff(high.1.index() % 8);
                (Meaning::Pair([low, high]), apart <= *files && low.1 != high.1)
            }
        };
        Some((place, meaning, is_live))
    }
}

fn byte(number: u32) -> Option<u8> {
    u8::try_from(number).ok()
}

/// Returns the colour and the square of a pawn with a number.
fn pawn(number: u32) -> Option<(Color, Square)> {
    let color = if number < 48 { Color::White } else { Color::Black };
    Some((color, Square::from_index(byte(number % 48 + 8)?)?))
}

/// Returns the threat with a number, and whether a position has it. The function returns the number
/// of the first threat of a piece to another one, and the row of the attacker.
fn threat(
    index: u32,
    first: impl Fn(usize, usize, bool) -> Option<(u32, usize)>,
) -> Option<(Meaning, bool)> {
    for attacker in 0..CODES {
        for victim in 0..CODES {
            // Where only one of two equal pieces counts, it is the one on the higher square.
            let Some((start, row)) = first(attacker, victim, false) else { continue };
            let all = &BEFORE[row];
            let Some(rest) = index.checked_sub(start).filter(|&rest| rest < u32::from(PAIRS[row]))
            else {
                continue;
            };
            let from = all.iter().rposition(|&before| u32::from(before) <= rest)?;
            let place = usize::try_from(rest - u32::from(all[from])).ok()?;
            let to = ATTACKED[row][from].into_iter().nth(place)?;
            let from = Square::from_index(u8::try_from(from).ok()?)?;
            let piece = |code: usize| {
                let color = if code < 6 { Color::White } else { Color::Black };
                Piece::new(color, Role::ALL[code % 6])
            };
            // The piece ahead of a pawn counts only if it is a pawn.
            let is_push = attacker % 6 == 0 && from.file() == to.file();
            let is_dead = is_push && victim % 6 != 0
                || victim % 6 == 0 && !PAWN_SQUARES.contains(to)
                || from < to && first(attacker, victim, true).is_none();
            let (attacker, victim) = (piece(attacker), piece(victim));
            return Some((Meaning::Threat { attacker, from, victim, to }, !is_dead));
        }
    }
    None
}
