//! The positions after moves.

use core::fmt;

use hyperbola_moves::Move;
use hyperbola_moves::Unkeyed;

use crate::{BadRows, PositionSlice, Positions};

/// A row whose move cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadMove {
    /// The number of the row, from 0.
    pub row: usize,
    /// The bits of the move.
    pub bits: u16,
    /// The reason.
    pub kind: BadMoveKind,
}

/// The reason why a move cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadMoveKind {
    /// The bits are not those of a move.
    Bits,
    /// The move is not legal. In a marked row no move is legal.
    Illegal,
    /// There are fewer moves than rows. The row is the first without a move.
    Missing,
    /// There are more moves than rows. The row is after the last one.
    Surplus,
}

impl fmt::Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, bits, kind } = *self;
        write!(f, "row {row}: ")?;
        match (kind, Move::from_bits(bits)) {
            (BadMoveKind::Illegal, Some(played)) => write!(f, "the move {played} is not legal"),
            (BadMoveKind::Missing, _) => f.write_str("expected a move for each row, found fewer"),
            (BadMoveKind::Surplus, _) => f.write_str("expected a move for each row, found more"),
            _ => write!(f, "expected the bits of a move, found {bits:#06x}"),
        }
    }
}

impl core::error::Error for BadMove {}

/// The positions after moves, and the rows whose moves could not be played.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// The positions.
    pub positions: Positions,
    /// The rows that are left out or marked, in ascending order.
    pub bad_rows: Vec<BadMove>,
}

impl PositionSlice<'_> {
    /// Returns the position of each row after a move, on the current pool of rayon's threads if the
    /// feature `rayon` is on.
    ///
    /// The moves are given by their [bits](Move::to_bits), as [`LegalMoves`](crate::LegalMoves) has
    /// them. In a marked row no move is legal.
    ///
    /// ```
    /// use hyperbola_features::{BadRows, Positions};
    /// use hyperbola_moves::{Move, Position};
    ///
    /// let initial = Position::initial();
    /// let positions: Positions = [initial, initial].iter().collect();
    /// let moves = ["e2e4", "e2e5"].map(|text| text.parse::<Move>().map(Move::to_bits));
    /// let moves = [moves[0].clone()?, moves[1].clone()?];
    /// let played = positions.as_slice().play(&moves, BadRows::Mark)?;
    /// assert!(played.positions.as_slice().is_marked(1));
    /// assert_eq!(played.bad_rows[0].to_string(), "row 1: the move e2e5 is not legal");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// With [`BadRows::Error`], returns the first row whose move is not legal. With any policy, it
    /// is an error if there are not as many moves as rows.
    pub fn play(self, moves: &[u16], bad_rows: BadRows) -> Result<Played, BadMove> {
        let mut positions = Positions::new();
        let bad_rows = self.play_into(moves, bad_rows, &mut positions)?;
        Ok(Played { positions, bad_rows })
    }

    /// Plays a move in each row as [`play`](Self::play) does, into positions of the caller, whose
    /// memory is used again and whose contents are replaced. Returns the rows whose moves could not
    /// be played.
    ///
    /// # Errors
    ///
    /// As there. The positions have no row then.
    pub fn play_into(
        self,
        moves: &[u16],
        bad_rows: BadRows,
        positions: &mut Positions,
    ) -> Result<Vec<BadMove>, BadMove> {
        positions.clear();
        if let Some(&bits) = moves.get(self.len()) {
            return Err(BadMove { row: self.len(), bits, kind: BadMoveKind::Surplus });
        }
        if moves.len() < self.len() {
            return Err(BadMove { row: moves.len(), bits: 0, kind: BadMoveKind::Missing });
        }
        let play = |row: usize, _: &mut Vec<()>| {
            let bits = moves[row];
            self.play_row(row, bits).map_err(|kind| BadMove { row, bits, kind })
        };
        let (bad_rows, _) = bad_rows.positions(self.len(), play, positions)?;
        Ok(bad_rows)
    }

    fn play_row(self, row: usize, bits: u16) -> Result<hyperbola_moves::Setup, BadMoveKind> {
        let played = Move::from_bits(bits).ok_or(BadMoveKind::Bits)?;
        let setup = self.setup(row).ok_or(BadMoveKind::Illegal)?;
        Unkeyed::new(&setup).play(played).ok_or(BadMoveKind::Illegal)
    }
}
