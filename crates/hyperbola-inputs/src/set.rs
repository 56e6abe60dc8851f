//! A checked definition with its tables, and the inputs that it finds on a board.

use arrayvec::ArrayVec;
use hyperbola::{Color, Square, Word};
use hyperbola_moves::Board;

use crate::changes::{ChangedSquares, Difference};
use crate::definition::{Block, InputSetError};
use crate::groups::Groups;
use crate::numbers::{BoardView, CodeAt, Numbers, ThreatNumbers, Views, add_moved};
use crate::part::Part;
use crate::pieces::{Codes, Pieces};
use crate::sight::{self, BoardSight, STEPS, Sight};
use crate::tables::{Table, ThreatTable};

/// The inputs of a network: blocks after each other, each with its own numbers.
///
/// It takes about 10 KiB and no memory from the heap. The numbers of a position do not depend on
/// the side to move, castling rights or clocks. They are those of a *view*, White's or Black's;
/// networks take both, the one of the side to move first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputSet {
    parts: ArrayVec<Part, MOST_BLOCKS>,
    has_threats: bool,
}

/// The most blocks of an input set.
const MOST_BLOCKS: usize = 4;

impl InputSet {
    pub(crate) const EMPTY: Self = Self { parts: ArrayVec::new_const(), has_threats: false };

    /// Makes the set of these blocks, in this order.
    ///
    /// # Errors
    ///
    /// Returns an [`InputSetError`] if a block is not valid, or if they do not fit together.
    pub fn new(blocks: impl IntoIterator<Item = Block>) -> Result<Self, InputSetError> {
        let mut set = Self::EMPTY;
        for block in blocks {
            set.push(block)?;
        }
        if set.parts.is_empty() {
            return Err(InputSetError::NoBlock);
        }
        Ok(set)
    }

    /// Adds a block after the others.
    pub(crate) fn push(&mut self, block: Block) -> Result<(), InputSetError> {
        let block = match block {
            Block::Pieces(pieces) => Block::Pieces(pieces.with_seen_buckets()),
            other => other,
        };
        let is_repeated = self.parts.iter().any(|part| {
            let both = (part.block(), block);
            matches!(
                both,
                (Block::Threats(_), Block::Threats(_)) | (Block::Pairs(_), Block::Pairs(_))
            )
        });
        if is_repeated {
            return Err(InputSetError::Repeated);
        }
        let part = Part::new(block, self.size())?;
        self.parts.try_push(part).map_err(|_| InputSetError::TooManyBlocks)?;
        self.has_threats |= matches!(block, Block::Threats(_));
        Ok(())
    }

    /// Returns the number of inputs: their numbers go from 0 to one less.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.parts.last().map_or(0, |part| part.start() + part.size())
    }

    /// Returns a number that is the same for equal sets, on every machine and in every version.
    /// Different sets have different numbers, except by a rare chance.
    #[must_use]
    pub fn digest(&self) -> u64 {
        // FNV-1a of 64 bits.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        for part in &self.parts {
            add(part.block().mirror() as u8);
            match part.block() {
                Block::Pieces(pieces) => {
                    add(0);
                    pieces.planes.into_iter().for_each(|plane| add(plane.unwrap_or(u8::MAX)));
                    pieces.buckets.into_iter().for_each(&mut add);
                }
                Block::Threats(threats) => {
                    add(1);
                    for victims in threats.victims {
                        victims.iter().for_each(|role| add(role as u8));
                        add(u8::MAX);
                    }
                    add(u8::from(threats.pushes));
                    add(u8::from(threats.once));
                }
                Block::Pairs(pairs) => {
                    add(2);
                    add(pairs.files);
                }
            }
        }
        hash
    }

    /// Returns the blocks in their order.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Finds all inputs of a board, each once, for both views. The blocks are in order; the order
    /// within a block is not specified.
    ///
    /// A view without a king has no inputs.
    #[must_use]
    #[inline]
    pub fn active(&self, board: &Board) -> Active {
        let mut active = Active::default();
        self.active_into(board, &mut active);
        active
    }

    /// Finds the inputs that [`active`](Self::active) returns, into lists of the caller, whose
    /// contents are replaced. A caller that uses them again saves clearing 17 KiB.
    #[inline]
    pub fn active_into(&self, board: &Board, active: &mut Active) {
        let pieces = Pieces::of(board);
        let (roles, colors) = (pieces.roles.map(|set| set.0), pieces.colors.map(|set| set.0));
        let steps = sight::steps(self.threats(), roles, colors);
        self.find(&pieces, &Codes::new(&pieces), &steps, active);
    }

    /// Returns the tables of the threats, if there are any.
    #[inline(always)]
    fn threats(&self) -> Option<&ThreatTable> {
        let mut table = None;
        for part in &self.parts {
            if let Table::Threats(threats) = part.table() {
                table = Some(threats);
            }
        }
        table
    }

    /// Finds the seen pieces of boards in lanes, for [`find_seen`](Self::find_seen).
    #[doc(hidden)]
    #[inline(always)]
    pub fn sight<W: Word>(&self, roles: [W; 6], colors: [W; 2]) -> Sight<W> {
        Sight::of(self.threats(), roles, colors)
    }

    /// Finds all inputs of a board whose seen pieces are known.
    #[doc(hidden)]
    #[inline(always)]
    pub fn find_seen(&self, pieces: &Pieces, sight: &BoardSight, active: &mut Active) {
        self.find(pieces, &sight.codes, &sight.steps, active);
    }

    #[inline(always)]
    fn find(
        &self,
        pieces: &Pieces,
        codes: &impl CodeAt,
        steps: &[u64; STEPS],
        active: &mut Active,
    ) {
        let Active { groups, views: [white, black], ends } = active;
        let [ends_white, ends_black] = ends;
        let seen = BoardView { pieces, codes, kings: kings_of(pieces) };
        let kings = seen.kings;
        white.truncate(0);
        black.truncate(0);
        for (index, part) in self.parts.iter().enumerate() {
            Views([white, black]).add(part, &seen, steps, groups);
            for (numbers, king, ends) in [
                (&mut *white, kings[0], &mut *ends_white),
                (&mut *black, kings[1], &mut *ends_black),
            ] {
                if king.is_none() {
                    numbers.truncate(0);
                }
                ends[index] = numbers.len();
            }
        }
    }

    /// Finds the inputs that change from a board to another one, for both views.
    ///
    /// Only the squares that differ are looked at. For boards that differ on more than four
    /// squares, which is more than a move changes, blocks of threats and of pairs must be
    /// recomputed.
    #[must_use]
    #[inline]
    pub fn changes(&self, before: &Board, after: &Board) -> Changes {
        let mut changes = Changes::default();
        self.changes_into(before, after, &mut changes);
        changes
    }

    /// Finds the changes that [`changes`](Self::changes) returns, into lists of the caller, whose
    /// contents are replaced.
    #[inline]
    pub fn changes_into(&self, before: &Board, after: &Board, changes: &mut Changes) {
        if self.has_threats {
            self.find_changes::<true>(before, after, changes);
        } else {
            self.find_changes::<false>(before, after, changes);
        }
    }

    /// Finds the changes of a set that has threats, or of one that has none: without them, the
    /// function needs no room for their values.
    #[inline(never)]
    fn find_changes<const THREATS: bool>(
        &self,
        before: &Board,
        after: &Board,
        changes: &mut Changes,
    ) {
        let (before, after) = (Pieces::of(before), Pieces::of(after));
        let changed = before.changed(&after);
        let is_far = (0..4).fold(changed.0, |rest, _| rest & rest.wrapping_sub(1)) != 0;
        let (codes, next) = (Codes::new(&before), Codes::new(&after));
        let kings = [kings_of(&before), kings_of(&after)];
        let moved_kings = changed & (before.kings() | after.kings());
        let keeps_all =
            !is_far & moved_kings.is_empty() && kings[0][0].is_some() && kings[0][1].is_some();
        let Changes { squares, groups, views } = changes;
        let [white, black] = &mut *views;
        white.clear();
        black.clear();
        squares.find(changed, [&before, &after], [&codes, &next]);
        let old = BoardView { pieces: &before, codes: &codes, kings: kings[0] };
        let new = BoardView { pieces: &after, codes: &next, kings: kings[0] };
        let (boards, codes) = ([&before, &after], [&codes, &next]);
        let difference = Difference { boards, codes, changed, squares };
        for (index, part) in self.parts.iter().enumerate() {
            let [white, black] = &mut *views;
            let lens = [white.lens(), black.lens()];
            let removed = Views([&mut white.removed, &mut black.removed]);
            let added = Views([&mut white.added, &mut black.added]);
            match part.table() {
                Table::Pieces(table) => add_moved(part, table, kings[0], squares, [removed, added]),
                Table::Threats(table) if THREATS && !is_far => {
                    let turns = part.turns(kings[0]);
                    let lists = [removed, added];
                    let mut numbers = ThreatNumbers { part, table, turns, lists };
                    difference.find_threats(&table.roles, &mut numbers);
                }
                Table::Threats(_) => {}
                &Table::Pairs { files } => {
                    if !is_far && !(changed & (before.pawns() | after.pawns())).is_empty() {
                        removed.add_pairs(part, &old, groups, changed, files);
                        added.add_pairs(part, &new, groups, changed, files);
                    }
                }
            }
            if !keeps_all {
                let is_far = is_far && !matches!(part.table(), Table::Pieces(_));
                drop_refreshed(views, lens, kings, is_far, index, part);
            }
        }
    }
}

/// Drops the numbers of a block, from some lengths on, for the views that recompute it or have no
/// king.
#[inline(never)]
fn drop_refreshed(
    views: &mut [ViewChanges; 2],
    lens: [[usize; 2]; 2],
    kings: [[Option<Square>; 2]; 2],
    is_far: bool,
    index: usize,
    part: &Part,
) {
    for (view, [removed, added]) in Color::ALL.into_iter().zip(lens) {
        let changes = &mut views[view as usize];
        let (is_kept, has_king) = match kings.map(|kings| kings[view as usize]) {
            [Some(before), Some(after)] => (!is_far && part.sees_alike(view, before, after), true),
            kings => (kings == [None, None], false),
        };
        changes.refreshed |= u8::from(!is_kept) << index;
        if !(is_kept && has_king) {
            changes.removed.truncate(removed);
            changes.added.truncate(added);
        }
    }
}

/// Returns the own king of each view.
#[inline(always)]
fn kings_of(pieces: &Pieces) -> [Option<Square>; 2] {
    [pieces.king(Color::White), pieces.king(Color::Black)]
}

/// The most inputs of a view: the pieces on 64 squares, 512 threats of at most eight by each of
/// them, and 1,128 pairs of 48 pawns, with room for some that are not counted.
const MOST_ACTIVE: usize = 2048;

/// The active inputs of a board, for both views.
#[derive(Debug, Clone, Default)]
pub struct Active {
    groups: Groups,
    views: [Numbers<MOST_ACTIVE>; 2],
    /// Where each block's numbers end, by view.
    ends: [[usize; MOST_BLOCKS]; 2],
}

impl Active {
    /// Returns the numbers of a view's inputs.
    #[inline(always)]
    #[must_use]
    pub fn view(&self, view: Color) -> &[u32] {
        self.views[view as usize].as_slice()
    }

    /// Returns the number of a view's inputs, and their numbers before others that do not count.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn padded(&self, view: Color) -> (usize, &[u32]) {
        self.views[view as usize].padded()
    }

    /// Returns the first layer of a network for a view: the sum of the rows of its inputs, which
    /// wraps around.
    ///
    /// # Panics
    ///
    /// Panics if there is no row for an input.
    #[must_use]
    pub fn sum<const N: usize>(&self, view: Color, rows: &[[i16; N]]) -> [i16; N] {
        let mut sums = [0_i16; N];
        for &input in self.view(view) {
            for (sum, weight) in sums.iter_mut().zip(&rows[input as usize]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        sums
    }

    /// Returns the numbers of a view's inputs of one block, from the block's start on. The list is
    /// empty for a block that the set does not have.
    #[must_use]
    pub fn block(&self, view: Color, part: usize) -> &[u32] {
        let ends = &self.ends[view as usize];
        let start = part.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
        let end = ends.get(part).copied().unwrap_or(0);
        self.view(view).get(start..end).unwrap_or_default()
    }
}

/// Room for the most inputs that leave or come with a move: 128 threats, the pieces on four
/// squares, and the pairs of four pawns with 47 others, 320 in all.
const MOST_CHANGED: usize = 512;

/// The inputs that change from a board to another one, for both views.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    squares: ChangedSquares,
    groups: Groups,
    views: [ViewChanges; 2],
}

impl Changes {
    /// Returns the changes of a view.
    #[inline]
    #[must_use]
    pub fn view(&self, view: Color) -> &ViewChanges {
        &self.views[view as usize]
    }
}

/// The inputs of a view that change from a board to another one.
#[derive(Debug, Clone, Default)]
pub struct ViewChanges {
    removed: Numbers<MOST_CHANGED>,
    added: Numbers<MOST_CHANGED>,
    refreshed: u8,
}

impl ViewChanges {
    #[inline(always)]
    fn clear(&mut self) {
        self.removed.truncate(0);
        self.added.truncate(0);
        self.refreshed = 0;
    }

    #[inline(always)]
    fn lens(&self) -> [usize; 2] {
        [self.removed.len(), self.added.len()]
    }

    /// Returns the numbers of the removed inputs, in no particular order. Those of blocks that must
    /// be recomputed are not among them.
    #[inline]
    #[must_use]
    pub fn removed(&self) -> &[u32] {
        self.removed.as_slice()
    }

    /// Returns the numbers of the added inputs, as [`removed`](Self::removed) does.
    #[inline]
    #[must_use]
    pub fn added(&self) -> &[u32] {
        self.added.as_slice()
    }

    /// Returns whether a block must be recomputed: the own king is in another bucket or on the
    /// other half of the board, or it is there on one of the boards only, or the boards differ on
    /// more than four squares and the block is not of pieces. [`Active::block`] has the block's
    /// inputs.
    #[inline]
    #[must_use]
    pub fn refreshes(&self, part: usize) -> bool {
        self.refreshed >> part & 1 != 0
    }

    /// Returns whether any block must be recomputed.
    #[inline]
    #[must_use]
    pub fn refreshes_any(&self) -> bool {
        self.refreshed != 0
    }

    /// Writes the first layer of a network after the changes: the sums before, less the rows of the
    /// removed inputs, plus those of the added ones, all of which wrap around. It is right if no
    /// block [must be recomputed](Self::refreshes_any); otherwise [`Active::sum`] has the sums.
    ///
    /// ```
    /// use hyperbola_inputs::{Active, Color, InputSet};
    /// use hyperbola_moves::Position;
    ///
    /// let set: InputSet = "chess_768".parse()?;
    /// let rows: Vec<[i16; 2]> = (0..768).map(|input| [input, 3 - input]).collect();
    /// let position = Position::initial();
    /// let before = set.active(position.board()).sum(Color::White, &rows);
    /// let next = position.play(position.parse_uci("b1c3")?)?;
    /// let changes = set.changes(position.board(), next.board());
    /// let mut after = [0; 2];
    /// changes.view(Color::White).apply(&rows, &before, &mut after);
    /// assert_eq!(after, set.active(next.board()).sum(Color::White, &rows));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there is no row for an input.
    pub fn apply<const N: usize>(
        &self,
        rows: &[[i16; N]],
        before: &[i16; N],
        after: &mut [i16; N],
    ) {
        let none = [0; N];
        let rows_at = |at: usize| {
            [self.removed(), self.added()]
                .map(|inputs| inputs.get(at).map_or(&none, |&input| &rows[input as usize]))
        };
        // A piece that moves removes an input and adds one, so one pass does both. The first one
        // copies too.
        let [minus, plus] = rows_at(0);
        for (place, sum) in after.iter_mut().enumerate() {
            *sum = before[place].wrapping_sub(minus[place]).wrapping_add(plus[place]);
        }
        for at in 1..self.removed().len().max(self.added().len()) {
            let [minus, plus] = rows_at(at);
            for (place, sum) in after.iter_mut().enumerate() {
                *sum = sum.wrapping_sub(minus[place]).wrapping_add(plus[place]);
            }
        }
    }
}
