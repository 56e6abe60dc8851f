//! A block of an input set, with its place among the others.

use hyperbola::{Color, Square};

use crate::definition::{Block, InputSetError, Mirror, PawnPairs};
use crate::tables::{PAWNS, PieceTable, Table, ThreatTable};

/// A block of an [`InputSet`](crate::InputSet), with its place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    block: Block,
    mirror: Mirror,
    start: u32,
    size: u32,
    table: Table,
}

impl Part {
    /// Makes the block whose first input has a number.
    pub(crate) fn new(block: Block, start: u32) -> Result<Self, InputSetError> {
        let (table, size) = match block {
            Block::Pieces(pieces) => PieceTable::of(&pieces)?,
            Block::Threats(threats) => ThreatTable::of(&threats)?,
            Block::Pairs(PawnPairs { files: files @ 8.., .. }) => {
                return Err(InputSetError::TooManyFiles { files });
            }
            Block::Pairs(PawnPairs { files, .. }) => {
                (Table::Pairs { files }, PAWNS * (PAWNS - 1) / 2)
            }
        };
        Ok(Self { block, mirror: block.mirror(), start, size, table })
    }

    /// Returns the definition.
    #[must_use]
    pub fn block(&self) -> Block {
        self.block
    }

    /// Returns the number of the block's first input.
    #[must_use]
    pub fn start(&self) -> u32 {
        self.start
    }

    /// Returns the number of the block's inputs.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns the tables of the block.
    #[doc(hidden)]
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns how each view turns the board's squares.
    #[inline(always)]
    pub(crate) fn turns(&self, kings: [Option<Square>; 2]) -> [u8; 2] {
        let turn = |view: Color| {
            let king = kings[view as usize].unwrap_or(Square::A1);
            self.mirror.turn(view, king)
        };
        [turn(Color::White), turn(Color::Black)]
    }

    /// Returns whether a view numbers the inputs alike after its king has moved.
    #[inline(always)]
    pub(crate) fn sees_alike(&self, view: Color, before: Square, after: Square) -> bool {
        self.seen_king(view, before) == self.seen_king(view, after)
    }

    /// Returns the parts of the own king's square that the numbers use: the bits that are turned
    /// over, and the bucket.
    #[inline(always)]
    fn seen_king(&self, view: Color, king: Square) -> (u8, u32) {
        let turn = self.mirror.turn(view, king);
        match &self.table {
            Table::Pieces(table) => (turn, table.buckets[usize::from(king as u8 ^ turn)]),
            _ => (turn, 0),
        }
    }
}
