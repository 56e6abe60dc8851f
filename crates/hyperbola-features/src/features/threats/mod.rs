//! The pieces that attack pieces.

mod changes;

use hyperbola::word::WideWord;
use hyperbola_inputs::Threat;
use hyperbola_inputs::batch::ThreatsOf;

use super::rows::{self, RowFeature};
use super::{Ragged, RaggedFeature};
use crate::PositionSlice;
use crate::feature::Sealed;

/// Every piece that attacks an occupied square, its own side's or the other side's: a list of
/// [`Threat`]s, in the order of the attackers' squares, then of the attacked squares.
///
/// A pinned piece attacks all the same, and nothing attacks through a piece. A pawn attacks no
/// square ahead of it, and en passant is not a threat, because the square is empty.
///
/// ```
/// use hyperbola_features::{Positions, Threat, Threats};
///
/// let position = "4k3/8/8/8/8/4n3/8/R3K3 w - - 0 1".parse().expect("a valid position");
/// let positions: Positions = [position].iter().collect();
/// let threats = positions.as_slice().features().compute_ragged(Threats);
/// // The rook on a1 protects the king on e1. Nothing else attacks a piece.
/// assert_eq!(threats.list(0), [Threat { attacker: 3, from: 0, attacked: 5, to: 4 }]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threats;

impl Sealed for Threats {}

impl RaggedFeature for Threats {
    type Item = Threat;

    fn info(self) -> [&'static str; 2] {
        ["threats", "pieces that attack pieces: attacker, its square, attacked piece, its square"]
    }

    fn details(self) -> String {
        "A piece is 6 times its colour plus its role, 0 to 11: White is 0 and Black 1; pawn 0, knight \
         1, bishop 2, rook 3, queen 4, king 5. The attacked piece may be of either side. A list is in \
         the order of the attackers' squares, then of the attacked squares."
            .into()
    }

    fn append(self, positions: PositionSlice<'_>, word: WideWord, lists: &mut Ragged<Threat>) {
        rows::append(self, positions, word, lists);
    }
}

impl RowFeature for Threats {
    type Scratch = ();

    #[inline(always)]
    fn row(
        self,
        positions: PositionSlice<'_>,
        row: usize,
        (): &mut (),
        lists: &mut Ragged<Threat>,
    ) {
        for threat in ThreatsOf::new(&positions.pieces_of(row)) {
            lists.push(threat);
        }
        lists.end_list();
    }
}
