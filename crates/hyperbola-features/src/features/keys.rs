//! Keys, to find equal positions.

use hyperbola::word::WideWord;

use crate::PositionSlice;
use crate::feature::{Feature, Sealed, Shape};

/// The [Zobrist key](hyperbola_moves::Position::key): one `u64`. Equal positions have equal keys,
/// so they can be found by their keys.
///
/// The numbers are those of the Polyglot book format, and so is the key, with one exception: en
/// passant is part of it only if a legal capture exists. The format requires an enemy pawn beside
/// the pawn that made the double step and does not check whether it may capture, so its books have
/// another key where that pawn is pinned, for example. The clocks are not part of the key. In
/// Chess960 a castling right counts by its side.
///
/// A marked row has the key 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keys;

impl Sealed for Keys {}

impl Feature for Keys {
    type Item = u64;

    fn info(self) -> [&'static str; 2] {
        ["keys", "Zobrist keys, with an en passant square only where a capture is legal"]
    }

    fn details(self) -> String {
        "The numbers are those of the Polyglot book format. En passant is part of a key only where a \
         capture is legal, so the key is not Polyglot's where the capturing pawn is pinned, for \
         example. The clocks are no part. A marked row has 0."
            .into()
    }

    fn shape(self) -> Shape {
        Shape::new([])
    }

    fn fill(self, positions: PositionSlice<'_>, _word: WideWord, items: &mut [u64]) {
        for (row, item) in items.iter_mut().enumerate() {
            *item = positions.setup(row).map_or(0, |setup| setup.key());
        }
    }
}
