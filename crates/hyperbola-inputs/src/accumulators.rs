//! The first layers of a network for the positions that a search goes through.

use hyperbola_moves::{Board, Color, Role, Square};

use crate::set::{Active, Changes, InputSet};

/// The sums of the first layer of a network for a board and a view, if they are known.
#[derive(Debug, Clone, Copy)]
pub struct Accumulator<const N: usize> {
    board: Board,
    is_known: bool,
    sums: [i16; N],
}

impl<const N: usize> Default for Accumulator<N> {
    fn default() -> Self {
        Self { board: Board::EMPTY, is_known: false, sums: [0; N] }
    }
}

/// The pairs of accumulators that stand before that of the root: one for each square of a king.
pub const KING_SQUARES: usize = Square::ALL.len();

/// The first layers of a network for the boards from a root to where a search is. Each is computed
/// when it is asked for.
///
/// A layer is the one of the nearest board before it that is known, less the rows of the inputs
/// that have gone since then, plus those of the inputs that have come: several moves at once. Where
/// the own king has gone to another bucket or to the other half, the last layer with the king on
/// the same square takes the place of the one before (engines call these finny tables). Only where
/// both fail are all rows added up.
///
/// The caller has the memory: a list or an array of pairs of accumulators, of which the first
/// [`KING_SQUARES`] are for the kings' squares, and the others for the root and the boards after
/// it.
/// An accumulator has `2 × N + 65` bytes, rounded up to a multiple of 8.
///
/// ```
/// use hyperbola_inputs::{Accumulators, InputSet, KING_SQUARES};
/// use hyperbola_moves::Position;
///
/// let set: InputSet = "halfka_v2_hm".parse()?;
/// let rows = vec![[1_i16; 16]; set.size() as usize];
/// let mut layers = Accumulators::new(vec![Default::default(); KING_SQUARES + 128]);
/// let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
/// layers.begin(position.board());
/// let next = position.play(position.parse_uci("e4d5")?)?;
/// layers.enter(next.board());
/// assert_eq!(layers.sums(&set, &rows), [&[3; 16], &[3; 16]]);
/// layers.leave();
/// assert_eq!(layers.sums(&set, &rows), [&[4; 16], &[4; 16]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Accumulators<L, const N: usize> {
    layers: L,
    /// Where the last board stands.
    last: usize,
    changes: Changes,
    active: Active,
}

impl<L: AsRef<[[Accumulator<N>; 2]]> + AsMut<[[Accumulator<N>; 2]]>, const N: usize>
    Accumulators<L, N>
{
    /// Takes the memory. The root is the empty board. Another network needs a new value.
    ///
    /// # Panics
    ///
    /// Panics if there is no room for a root.
    pub fn new(mut layers: L) -> Self {
        layers.as_mut().fill([Accumulator::default(); 2]);
        assert!(layers.as_ref().len() > KING_SQUARES, "expected more than {} pairs", KING_SQUARES);
        Self { layers, last: KING_SQUARES, changes: Changes::default(), active: Active::default() }
    }

    /// Forgets all boards but a new root. What is known for the kings' squares is kept.
    pub fn begin(&mut self, root: &Board) {
        self.last = KING_SQUARES - 1;
        self.enter(root);
    }

    /// Goes to the board after a move.
    ///
    /// # Panics
    ///
    /// Panics if there is no room for another board.
    pub fn enter(&mut self, after: &Board) {
        self.last += 1;
        for accumulator in &mut self.layers.as_mut()[self.last] {
            (accumulator.board, accumulator.is_known) = (*after, false);
        }
    }

    /// Goes back to the board before the last move.
    ///
    /// # Panics
    ///
    /// Panics at the root.
    pub fn leave(&mut self) {
        assert!(self.last > KING_SQUARES, "expected a board after the root");
        self.last -= 1;
    }

    /// Returns the sums of the rows of the last board's inputs for White's and for Black's view,
    /// which wrap around. Each call must have the same set and the same rows.
    ///
    /// # Panics
    ///
    /// Panics if there is no row for an input.
    pub fn sums(&mut self, set: &InputSet, rows: &[[i16; N]]) -> [&[i16; N]; 2] {
        let Self { layers, last, changes, .. } = self;
        let (before, rest) = layers.as_mut()[KING_SQUARES..].split_at_mut(*last - KING_SQUARES);
        let known = before.iter().rev().find(|pair| pair[0].is_known);
        if let ([white, _], Some(known)) = (&rest[0], known)
            && !white.is_known
        {
            set.changes_into(&known[0].board, &white.board, changes);
            for (view, (one, known)) in Color::ALL.into_iter().zip(rest[0].iter_mut().zip(known)) {
                let changes = changes.view(view);
                one.is_known = !changes.refreshes_any();
                if one.is_known {
                    changes.apply(rows, &known.sums, &mut one.sums);
                }
            }
        }
        for view in Color::ALL {
            if !self.layers.as_ref()[self.last][view as usize].is_known {
                self.renew(set, rows, view);
            }
        }
        let [white, black] = &self.layers.as_ref()[self.last];
        [&white.sums, &black.sums]
    }

    /// Computes the layer of the last board for a view from the last one with the king on the same
    /// square, or from all its inputs.
    fn renew(&mut self, set: &InputSet, rows: &[[i16; N]], view: Color) {
        let Self { layers, last, changes, active } = self;
        let (kings, path) = layers.as_mut().split_at_mut(KING_SQUARES);
        let one = &mut path[*last - KING_SQUARES][view as usize];
        let square = one.board.of(view, Role::King).first();
        let king = &mut kings[square.map_or(0, |square| square as usize)][view as usize];
        set.changes_into(&king.board, &one.board, changes);
        if king.is_known && !changes.view(view).refreshes_any() {
            changes.view(view).apply(rows, &king.sums, &mut one.sums);
        } else {
            set.active_into(&one.board, active);
            one.sums = active.sum(view, rows);
        }
        one.is_known = true;
        *king = *one;
    }
}
