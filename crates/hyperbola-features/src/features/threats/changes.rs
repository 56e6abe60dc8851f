//! The threats that a move of each position removes and adds.

use hyperbola::Square;
use hyperbola::word::WideWord;
use hyperbola_inputs::batch::find_changes;
use hyperbola_inputs::{ChangedThreats, Threat};
use hyperbola_moves::Move;

use crate::PositionSlice;
use crate::feature::Sealed;
use crate::features::rows::{self, RowFeature};
use crate::features::{Features, LengthError, Ragged, RaggedFeature};
use crate::positions::color;

impl Features<'_> {
    /// Finds the threats that a move of each position removes and adds: two lists of [`Threat`]s
    /// for each position, the removed ones and then the added ones, each in the order of the
    /// attackers' squares, then of the attacked squares.
    ///
    /// They are the difference of the [`Threats`](crate::Threats) before and after the move, found
    /// without computing either, as [`threat_changes`](crate::threat_changes) does. For a move that
    /// is not legal the lists have no meaning. The move of a marked row does not matter, and its
    /// lists are empty.
    ///
    /// ```
    /// use hyperbola_features::Positions;
    /// use hyperbola_moves::{Move, Position, Square};
    ///
    /// let positions: Positions = [Position::initial()].iter().collect();
    /// let moves = [Move::new(Square::G1, Square::F3)];
    /// let changes = positions.as_slice().features().threat_changes(&moves)?;
    /// // On g1 the rook on h1 protects the knight, which protects the pawn on e2.
    /// assert_eq!(changes.list(0).len(), 2);
    /// assert_eq!(changes.len(), 2);
    /// # Ok::<(), hyperbola_features::LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`LengthError`] if there are not as many moves as positions.
    pub fn threat_changes(self, moves: &[Move]) -> Result<Ragged<Threat>, LengthError> {
        let mut lists = Ragged::new();
        self.threat_changes_into(moves, &mut lists)?;
        Ok(lists)
    }

    /// Finds the lists that [`threat_changes`](Self::threat_changes) returns, into lists of the
    /// caller, whose memory is used again and whose contents are replaced.
    ///
    /// # Errors
    ///
    /// As there. The lists stay as they are then.
    pub fn threat_changes_into(
        self,
        moves: &[Move],
        lists: &mut Ragged<Threat>,
    ) -> Result<(), LengthError> {
        let expected = self.positions.len();
        if moves.len() != expected {
            return Err(LengthError { expected, found: moves.len() });
        }
        self.append_pieces(ThreatChanges { moves }, lists, |rows| ThreatChanges {
            moves: &moves[rows],
        });
        Ok(())
    }
}

/// The threats that a move of each position removes and adds.
#[derive(Clone, Copy)]
struct ThreatChanges<'a> {
    /// A move for each position.
    moves: &'a [Move],
}

impl Sealed for ThreatChanges<'_> {}

impl RaggedFeature for ThreatChanges<'_> {
    type Item = Threat;

    fn info(self) -> [&'static str; 2] {
        ["threat_changes", "threats that a move of each position removes and adds"]
    }

    fn details(self) -> String {
        "List 2i has the threats that are removed, list 2i + 1 those that are added.".into()
    }

    fn lists(self) -> usize {
        2
    }

    fn append(self, positions: PositionSlice<'_>, word: WideWord, lists: &mut Ragged<Threat>) {
        rows::append(self, positions, word, lists);
    }
}

impl RowFeature for ThreatChanges<'_> {
    type Scratch = ChangedThreats;

    #[inline(always)]
    fn row(
        self,
        positions: PositionSlice<'_>,
        row: usize,
        changes: &mut ChangedThreats,
        lists: &mut Ragged<Threat>,
    ) {
        let side = color(positions.sides_to_move[row]);
        let en_passant = Square::from_index(positions.en_passant[row]);
        let before = positions.pieces_of(row);
        find_changes(&before, side, en_passant, self.moves[row], changes);
        for found in [&mut changes.removed, &mut changes.added] {
            found.sort_unstable_by_key(|threat| (threat.from, threat.to));
            lists.extend_from_slice(found);
            lists.end_list();
        }
    }
}
