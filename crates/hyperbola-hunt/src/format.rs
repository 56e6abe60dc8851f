//! Differences of format that are no faults: they are recognised, said once, and compared.

use core::fmt;
use std::collections::BTreeSet;

use hyperbola_moves::{Move, Position};

use crate::Answer;
use crate::subject::printed_moves::Written;

/// A way to print answers that differs from the usual one and says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// Each promotion stands in the list without its piece: `e7e8` four times.
    PromotionWithoutPiece,
    /// In ordinary chess, castling is written as the king's move onto its rook.
    KingTakesRook,
    /// Lists of moves have no total.
    NoTotal,
}

impl Format {
    /// Returns the name.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::PromotionWithoutPiece => "promotion-without-piece",
            Self::KingTakesRook => "king-takes-rook",
            Self::NoTotal => "no-total",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PromotionWithoutPiece => {
                "promotions have no piece, so their numbers are compared in any order"
            }
            Self::KingTakesRook => "castling is written as the king's move onto its rook",
            Self::NoTotal => "lists have no total, so only their numbers are compared",
        })
    }
}

/// The formats of a subject's answers so far.
#[derive(Debug, Default)]
pub(crate) struct Formats {
    seen: BTreeSet<Format>,
    has_total: bool,
    has_list: bool,
}

impl Formats {
    /// Returns the formats that were seen.
    pub(crate) fn seen(&self) -> Vec<Format> {
        let no_total = (self.has_list && !self.has_total).then_some(Format::NoTotal);
        self.seen.iter().copied().chain(no_total).collect()
    }

    /// Returns an answer in the usual format. `right` gives the right number after a move.
    pub(crate) fn usual(
        &mut self,
        position: &Position,
        is_chess960: bool,
        answer: Answer,
        right: impl Fn(Move) -> u64,
    ) -> Answer {
        let (lines, total) = match answer {
            Answer::Total(_) => return answer,
            Answer::Moves(texts) => {
                let lines = texts.into_iter().map(|text| (text, 0)).collect();
                let lines = self.with_pieces(position, lines, |_| 0);
                self.note_castling(position, is_chess960, &lines);
                return Answer::Moves(lines.into_iter().map(|(text, _)| text).collect());
            }
            Answer::Divide(lines) => (lines, None),
            Answer::DivideWithTotal(lines, total) => (lines, Some(total)),
        };
        let lines = self.with_pieces(position, lines, right);
        self.note_castling(position, is_chess960, &lines);
        self.has_list |= !lines.is_empty();
        self.has_total |= total.is_some();
        match total {
            Some(total) => Answer::DivideWithTotal(lines, total),
            None => Answer::Divide(lines),
        }
    }

    /// Adds the pieces to promotions that have none: where the list has as many lines without a
    /// piece as there are promotions between two squares, and none with one. Each number goes to a
    /// promotion that it is right for, if there is one.
    fn with_pieces(
        &mut self,
        position: &Position,
        mut lines: Vec<(String, u64)>,
        right: impl Fn(Move) -> u64,
    ) -> Vec<(String, u64)> {
        let legal = position.legal_moves();
        let promotions: Vec<Move> =
            legal.iter().copied().filter(|legal| legal.promotion().is_some()).collect();
        let squares: BTreeSet<_> = promotions.iter().map(|one| (one.from(), one.to())).collect();
        if squares.is_empty() {
            return lines;
        }
        let read: Vec<Option<Move>> =
            lines.iter().map(|(text, _)| Written::new(position, text).read).collect();
        for (from, to) in squares {
            let bare: Vec<usize> =
                (0..lines.len()).filter(|&line| read[line] == Some(Move::new(from, to))).collect();
            let is_between = |one: &&Move| (one.from(), one.to()) == (from, to);
            let mut pieces: Vec<Move> = promotions.iter().filter(is_between).copied().collect();
            let has_piece = pieces.iter().any(|&piece| read.contains(&Some(piece)));
            if bare.len() != pieces.len() || has_piece {
                continue;
            }
            self.seen.insert(Format::PromotionWithoutPiece);
            let mut rest = Vec::new();
            for line in bare {
                match pieces.iter().position(|&piece| right(piece) == lines[line].1) {
                    Some(fitting) => lines[line].0 = pieces.remove(fitting).to_string(),
                    None => rest.push(line),
                }
            }
            for (line, piece) in rest.into_iter().zip(pieces) {
                lines[line].0 = piece.to_string();
            }
        }
        lines
    }

    /// Notes whether castling is written as the king's move onto its rook in ordinary chess.
    fn note_castling(&mut self, position: &Position, is_chess960: bool, lines: &[(String, u64)]) {
        if is_chess960 || position.castling_rights().is_empty() {
            return;
        }
        let is_rook = |text: &str| {
            let written: Option<Move> = text.to_ascii_lowercase().parse().ok();
            written
                .is_some_and(|written| written.is_castling(position) && position.is_legal(written))
        };
        if lines.iter().any(|(text, _)| is_rook(text)) {
            self.seen.insert(Format::KingTakesRook);
        }
    }
}
