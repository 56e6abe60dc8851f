//! Positions in which a formula is wrong.

use core::fmt;

use super::algebra::Algebra;
use super::function::Function;
use super::inputs::{Assumed, Castlers, ORDER, Passed};
use super::laws::{Manner, Move, PieceKind, Position, Side, Square};
use super::truth::Truth;

/// A claim that is not proved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refuted {
    /// The claim.
    pub claim: String,
    /// The position with the fewest pieces in which it is wrong, as a FEN with White to move;
    /// nothing if the proof needed too many nodes, or if it is wrong only in positions without a
    /// king of Black or with several.
    pub fen: Option<String>,
    /// The operation that needed more nodes than there are.
    pub exhausted: Option<&'static str>,
    /// The square of the king that the claim is about, if it is about one.
    pub king: Option<hyperbola::Square>,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.claim)?;
        if let Some(king) = self.king {
            write!(f, ", with the king on {king},")?;
        }
        match (&self.fen, self.exhausted) {
            (Some(fen), _) => write!(f, " is wrong in {fen}"),
            (None, Some(operation)) => {
                write!(f, " is not proved: {operation} needs more nodes than there may be")
            }
            (None, None) => f.write_str(" is wrong"),
        }
    }
}

impl core::error::Error for Refuted {}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |square: Square| {
            let letter = |first: u8, number: i8| char::from(first + number.unsigned_abs());
            [letter(b'a', square.file), letter(b'1', square.rank)].iter().collect::<String>()
        };
        write!(f, "{}{}", name(self.from), name(self.to))?;
        match self.manner {
            Manner::Plain => Ok(()),
            Manner::DoubleStep => f.write_str(", a double step"),
            Manner::EnPassant => f.write_str(" en passant"),
            Manner::Promotion(kind) => write!(f, ", promotion to {kind:?}"),
            Manner::Castling(rook) => write!(f, ", castling with the rook on {}", name(rook)),
        }
    }
}

impl Refuted {
    /// Makes the failure of a claim without a position.
    pub(super) fn without_position(diagrams: &dyn Algebra, claim: String) -> Self {
        Self { claim, fen: None, exhausted: diagrams.exhausted(), king: None }
    }

    /// Makes the failure of a claim about recordings.
    pub(super) fn of_recordings(claim: &str) -> Self {
        Self { claim: claim.to_owned(), fen: None, exhausted: None, king: None }
    }

    /// Finds the smallest position in which something wrong is so.
    pub(super) fn new<'d>(
        diagrams: &'d dyn Algebra,
        position: &Position<Function<'d>>,
        wrong: Function<'d>,
        claim: &str,
        assumed: Assumed,
    ) -> Self {
        let exhausted = diagrams.exhausted();
        let mut refuted = Self { claim: claim.to_owned(), fen: None, exhausted, king: None };
        if exhausted.is_some() {
            return refuted;
        }
        // With one king of Black, not in check.
        let mut best: Option<Vec<bool>> = None;
        for king in Square::all() {
            let here = position.is(king, Side::Black, PieceKind::King);
            let others = Square::all().filter(|&square| square != king);
            let alone = others.fold(here, |alone, square| {
                alone.and(|| position.is(square, Side::Black, PieceKind::King).not())
            });
            // First what several refutations share.
            let valid = alone.and(|| position.is_attacked(king, Side::White).not());
            let valid = wrong.and(|| valid);
            let weight = |variable: usize| if variable.is_multiple_of(5) { 100 } else { 1 };
            let found = diagrams.lightest(valid.bit(), &weight);
            let total = |values: &[bool]| -> usize {
                let trues = values.iter().enumerate().filter(|&(_, &value)| value);
                trues.map(|(variable, _)| weight(variable)).sum()
            };
            if let Some(found) = found
                && best.as_ref().is_none_or(|best| total(&found) < total(best))
            {
                best = Some(found);
            }
        }
        refuted.fen = best.map(|values| fen(&values, assumed));
        refuted
    }
}

/// Writes a position as a FEN.
fn fen(values: &[bool], assumed: Assumed) -> String {
    let mut letters = [' '; 64];
    let (mut castling, mut passed) = (String::new(), "-".to_owned());
    for (place, &square) in ORDER.iter().enumerate() {
        let values = core::array::from_fn(|index| values[5 * place + index]);
        let [a, b, c, black] = assumed.chosen(square, values);
        let kind = usize::from(a) | usize::from(b) << 1 | usize::from(c) << 2;
        let letter = [' ', 'P', 'N', 'B', 'R', 'Q', 'K', 'R'][kind];
        letters[square] = if black { letter.to_ascii_lowercase() } else { letter };
        let file = char::from(b'A' + (square % 8).to_le_bytes()[0]);
        let is_castler = kind == 7 && !black && square < 8 && assumed.king < 8;
        if is_castler && assumed.castlers != Castlers::Any {
            castling.push(file);
        }
        if kind == 0 && black && matches!(assumed.passed, Passed::One(_)) {
            passed = format!("{}6", file.to_ascii_lowercase());
        }
    }
    let ranks = (0..8).rev().map(|rank| {
        let mut text = String::new();
        let mut empty = 0_u32;
        for letter in letters.iter().skip(8 * rank).take(8).chain([&'|']) {
            if *letter == ' ' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            if *letter != '|' {
                text.push(*letter);
            }
        }
        text
    });
    let ranks: Vec<String> = ranks.collect();
    if castling.is_empty() {
        castling.push('-');
    }
    format!("{} w {castling} {passed} 0 1", ranks.join("/"))
}
