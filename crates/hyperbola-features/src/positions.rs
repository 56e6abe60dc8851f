//! Positions in columns.

use core::fmt;
use core::ops::{Bound, Range, RangeBounds};

use hyperbola::{Bitboard, Color, File, Rank, Square};
use hyperbola_inputs::batch::Pieces;
use hyperbola_moves::{Board, CastlingRights, CastlingSide, Position, Role, Setup};

/// The value of a missing castling right or en passant square.
pub const NONE: u8 = 0xff;

/// The castling rights of a position: the file of the rook, 0 for file a, that may castle to
/// White's king's side, to White's queen's side, and to Black's sides; [`NONE`] without the right.
pub type CastlingFiles = [u8; 4];

/// Many positions, a column for each of their parts.
///
/// A row is a legal position, or it is marked: a marked row has an empty board. It stands for a row
/// of the input that was not a position, so that rows keep their numbers.
///
/// ```
/// use hyperbola_features::Positions;
/// use hyperbola_moves::Position;
///
/// let mut positions = Positions::new();
/// positions.push(&Position::initial());
/// positions.push_marked();
/// assert_eq!(positions.as_slice().position(0), Some(Position::initial()));
/// assert_eq!(positions.as_slice().position(1), None);
/// assert_eq!(positions.as_slice().len(), 2);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Positions {
    pub(crate) sets: [Vec<u64>; 8],
    pub(crate) sides_to_move: Vec<u8>,
    pub(crate) castling: Vec<CastlingFiles>,
    pub(crate) en_passant: Vec<u8>,
    pub(crate) halfmove_clocks: Vec<u16>,
    pub(crate) fullmove_numbers: Vec<u16>,
}

/// A part of the rows of [`Positions`], or positions in columns that are kept elsewhere, such as in
/// a file.
///
/// The columns are public, so that they can be read and passed on without a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PositionSlice<'a> {
    /// The sets of squares: pawns, knights, bishops, rooks, queens and kings of both colours, then
    /// White's pieces and Black's.
    pub sets: [&'a [u64]; 8],
    /// The sides to move: 0 for White, 1 for Black.
    pub sides_to_move: &'a [u8],
    /// The castling rights.
    pub castling: &'a [CastlingFiles],
    /// The en passant squares, a1 = 0, where a capture is legal; else [`NONE`].
    pub en_passant: &'a [u8],
    /// The numbers of half moves since the last capture or pawn move.
    pub halfmove_clocks: &'a [u16],
    /// The move numbers.
    pub fullmove_numbers: &'a [u16],
}

/// The index of White's column among the [sets](PositionSlice::sets). Black's is the next.
pub(crate) const WHITE: usize = Role::ALL.len();

/// Does something with each column, and with the number that a marked row has in it.
macro_rules! each_column {
    ($positions:expr, |$column:ident, $marked:pat_param| $work:expr) => {
        for $column in &mut $positions.sets {
            let $marked = 0;
            $work;
        }
        each_column!(@ $positions, $column, $marked, $work; sides_to_move 0, castling [NONE; 4],
            en_passant NONE, halfmove_clocks 0, fullmove_numbers 0);
    };
    (@ $positions:expr, $column:ident, $marked:pat_param, $work:expr; $($name:ident $item:expr),*) => {
        $({
            let ($column, $marked) = (&mut $positions.$name, $item);
            $work;
        })*
    };
}
impl Positions {
    /// Makes a batch of no positions.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            sets: [const { Vec::new() }; 8],
            sides_to_move: Vec::new(),
            castling: Vec::new(),
            en_passant: Vec::new(),
            halfmove_clocks: Vec::new(),
            fullmove_numbers: Vec::new(),
        }
    }

    /// Reserves room for more positions.
    pub fn reserve(&mut self, positions: usize) {
        each_column!(self, |column, _| column.reserve(positions));
    }

    /// Replaces all rows by the same number of marked ones. The memory is used again.
    pub(crate) fn renew(&mut self, rows: usize) {
        fn renew<T: Clone>(column: &mut Vec<T>, rows: usize, item: T) {
            if column.capacity() < rows {
                // The old memory goes first. Zeros from the system need not be written.
                *column = Vec::new();
                *column = vec![item; rows];
            } else {
                column.clear();
                column.resize(rows, item);
            }
        }
        each_column!(self, |column, marked| renew(column, rows, marked));
    }

    /// Replaces all rows by as many with White to move, without castling rights or an en passant
    /// square, and with the clocks of a new game. Returns the columns of their
    /// [sets](PositionSlice::sets), which are not specified: the caller writes those of a legal
    /// position into each row, or [marks](Self::mark) it. The memory is used again.
    #[doc(hidden)]
    pub fn renew_for_white(&mut self, rows: usize) -> [&mut [u64]; 8] {
        fn renew<T: Clone>(column: &mut Vec<T>, rows: usize, item: T) {
            column.clear();
            column.resize(rows, item);
        }
        renew(&mut self.sides_to_move, rows, 0);
        renew(&mut self.castling, rows, [NONE; 4]);
        renew(&mut self.en_passant, rows, NONE);
        renew(&mut self.halfmove_clocks, rows, 0);
        renew(&mut self.fullmove_numbers, rows, 1);
        self.sets.each_mut().map(|column| {
            column.resize(rows, 0);
            column.as_mut_slice()
        })
    }

    /// Marks a row, which then has an empty board.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer rows.
    pub fn mark(&mut self, row: usize) {
        each_column!(self, |column, marked| column[row] = marked);
    }

    /// Removes rows by their numbers, which are in ascending order.
    pub fn remove_rows(&mut self, rows: &[usize]) {
        fn remove<T>(column: &mut Vec<T>, rows: &[usize]) {
            let (mut row, mut rows) = (0, rows.iter().peekable());
            column.retain(|_| {
                let is_removed = rows.next_if_eq(&&row).is_some();
                row += 1;
                !is_removed
            });
        }
        each_column!(self, |column, _| remove(column, rows));
    }

    /// Returns the rows to be written to, in pieces of a length. The last piece may be shorter.
    pub(crate) fn pieces_mut(&mut self, rows: usize) -> impl Iterator<Item = RowsMut<'_>> {
        let mut sets = self.sets.each_mut().map(|column| column.chunks_mut(rows));
        let sides_and_castling =
            self.sides_to_move.chunks_mut(rows).zip(self.castling.chunks_mut(rows));
        let clocks =
            self.halfmove_clocks.chunks_mut(rows).zip(self.fullmove_numbers.chunks_mut(rows));
        let others = sides_and_castling.zip(self.en_passant.chunks_mut(rows)).zip(clocks);
        others.map(move |(((sides_to_move, castling), en_passant), clocks)| RowsMut {
            sets: sets.each_mut().map(|column| column.next().unwrap_or_default()),
            sides_to_move,
            castling,
            en_passant,
            halfmove_clocks: clocks.0,
            fullmove_numbers: clocks.1,
        })
    }

    /// Keeps a given number of first rows of each piece of a length.
    pub(crate) fn keep_of_pieces(&mut self, length: usize, kept: &[usize]) {
        fn keep<T: Copy>(column: &mut Vec<T>, length: usize, kept: &[usize]) {
            let mut end = 0;
            for (piece, &rows) in kept.iter().enumerate() {
                let start = piece * length;
                column.copy_within(start..start + rows, end);
                end += rows;
            }
            column.truncate(end);
        }
        each_column!(self, |column, _| keep(column, length, kept));
    }

    /// Adds a position.
    pub fn push(&mut self, position: &Position) {
        self.push_setup(&position.setup());
    }

    /// Adds the position that a setup makes. Its en passant square must be one where a capture is
    /// legal.
    pub(crate) fn push_setup(&mut self, setup: &Setup) {
        for (column, set) in self.sets.iter_mut().zip(sets_of(setup)) {
            column.push(set);
        }
        self.sides_to_move.push(setup.side_to_move as u8);
        self.castling.push(castling_of(setup));
        self.en_passant.push(setup.en_passant.map_or(NONE, |square| square as u8));
        self.halfmove_clocks.push(setup.halfmove_clock);
        self.fullmove_numbers.push(setup.fullmove_number);
    }

    /// Adds a marked row, which has an empty board.
    pub fn push_marked(&mut self) {
        each_column!(self, |column, marked| column.push(marked));
    }

    /// Adds the rows of a slice.
    pub fn extend_from_slice(&mut self, rows: PositionSlice<'_>) {
        for (column, rows) in self.sets.iter_mut().zip(rows.sets) {
            column.extend_from_slice(rows);
        }
        self.sides_to_move.extend_from_slice(rows.sides_to_move);
        self.castling.extend_from_slice(rows.castling);
        self.en_passant.extend_from_slice(rows.en_passant);
        self.halfmove_clocks.extend_from_slice(rows.halfmove_clocks);
        self.fullmove_numbers.extend_from_slice(rows.fullmove_numbers);
    }

    /// Adds rows of a slice by their numbers, in their order; a row may be added more than once.
    ///
    /// ```
    /// use hyperbola_features::{BadRows, Positions};
    ///
    /// let fens = ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 2"];
    /// let all = Positions::from_fens(&fens[..], BadRows::Error)?.positions;
    /// let mut some = Positions::new();
    /// some.extend_from_rows(all.as_slice(), &[1, 0, 1]);
    /// assert_eq!(some.as_slice().fullmove_numbers, [2, 1, 2]);
    /// # Ok::<(), hyperbola_features::BadRow>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the slice does not have one of the rows.
    pub fn extend_from_rows(&mut self, from: PositionSlice<'_>, rows: &[usize]) {
        fn extend<T: Copy>(column: &mut Vec<T>, from: &[T], rows: &[usize]) {
            column.extend(rows.iter().map(|&row| from[row]));
        }
        for (column, from) in self.sets.iter_mut().zip(from.sets) {
            extend(column, from, rows);
        }
        extend(&mut self.sides_to_move, from.sides_to_move, rows);
        extend(&mut self.castling, from.castling, rows);
        extend(&mut self.en_passant, from.en_passant, rows);
        extend(&mut self.halfmove_clocks, from.halfmove_clocks, rows);
        extend(&mut self.fullmove_numbers, from.fullmove_numbers, rows);
    }

    /// Removes all rows and keeps the memory.
    pub fn clear(&mut self) {
        each_column!(self, |column, _| column.clear());
    }

    /// Returns all rows.
    #[must_use]
    pub fn as_slice(&self) -> PositionSlice<'_> {
        PositionSlice {
            sets: self.sets.each_ref().map(Vec::as_slice),
            sides_to_move: &self.sides_to_move,
            castling: &self.castling,
            en_passant: &self.en_passant,
            halfmove_clocks: &self.halfmove_clocks,
            fullmove_numbers: &self.fullmove_numbers,
        }
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sides_to_move.len()
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sides_to_move.is_empty()
    }
}

/// Some rows of [`Positions`] that are written to.
pub(crate) struct RowsMut<'a> {
    sets: [&'a mut [u64]; 8],
    sides_to_move: &'a mut [u8],
    castling: &'a mut [CastlingFiles],
    en_passant: &'a mut [u8],
    halfmove_clocks: &'a mut [u16],
    fullmove_numbers: &'a mut [u16],
}

impl RowsMut<'_> {
    pub(crate) fn len(&self) -> usize {
        self.sides_to_move.len()
    }

    /// Writes the position that a setup makes into a row, as [`Positions::push_setup`] adds it.
    pub(crate) fn put(&mut self, row: usize, setup: &Setup) {
        for (column, set) in self.sets.iter_mut().zip(sets_of(setup)) {
            column[row] = set;
        }
        self.sides_to_move[row] = setup.side_to_move as u8;
        self.castling[row] = castling_of(setup);
        self.en_passant[row] = setup.en_passant.map_or(NONE, |square| square as u8);
        self.halfmove_clocks[row] = setup.halfmove_clock;
        self.fullmove_numbers[row] = setup.fullmove_number;
    }
}

/// Returns a setup's sets in the order of the columns.
fn sets_of(setup: &Setup) -> impl Iterator<Item = u64> {
    let board = &setup.board;
    let roles = Role::ALL.map(|role| board.of_role(role).0);
    roles.into_iter().chain(Color::ALL.map(|color| board.of_color(color).0))
}

fn castling_of(setup: &Setup) -> CastlingFiles {
    let mut files = [NONE; 4];
    for (color, side, rook) in setup.castling_rights.iter() {
        files[castling_index(color, side)] = rook.file() as u8;
    }
    files
}

impl Extend<Position> for Positions {
    fn extend<I: IntoIterator<Item = Position>>(&mut self, positions: I) {
        positions.into_iter().for_each(|position| self.push(&position));
    }
}

impl FromIterator<Position> for Positions {
    fn from_iter<I: IntoIterator<Item = Position>>(positions: I) -> Self {
        let mut columns = Self::new();
        columns.extend(positions);
        columns
    }
}

impl<'a> Extend<&'a Position> for Positions {
    fn extend<I: IntoIterator<Item = &'a Position>>(&mut self, positions: I) {
        positions.into_iter().for_each(|position| self.push(position));
    }
}

impl<'a> FromIterator<&'a Position> for Positions {
    fn from_iter<I: IntoIterator<Item = &'a Position>>(positions: I) -> Self {
        let mut columns = Self::new();
        columns.extend(positions);
        columns
    }
}

impl fmt::Debug for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl<'a> PositionSlice<'a> {
    /// Returns the number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.sides_to_move.len()
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.sides_to_move.is_empty()
    }

    /// Returns the rows of a range.
    ///
    /// # Panics
    ///
    /// Panics if the range ends after the last row, or before it begins.
    #[must_use]
    pub fn rows(&self, range: impl RangeBounds<usize>) -> Self {
        let start = match range.start_bound() {
            Bound::Included(&start) => start,
            Bound::Excluded(&before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&last) => last.saturating_add(1),
            Bound::Excluded(&end) => end,
            Bound::Unbounded => self.len(),
        };
        self.rows_of(start..end)
    }

    /// Returns the rows of a range.
    #[inline]
    pub(crate) fn rows_of(&self, range: Range<usize>) -> Self {
        Self {
            sets: self.sets.map(|column| &column[range.clone()]),
            sides_to_move: &self.sides_to_move[range.clone()],
            castling: &self.castling[range.clone()],
            en_passant: &self.en_passant[range.clone()],
            halfmove_clocks: &self.halfmove_clocks[range.clone()],
            fullmove_numbers: &self.fullmove_numbers[range],
        }
    }

    /// Returns the rows in pieces of a length. The last piece may be shorter.
    pub fn pieces(self, rows: usize) -> impl Iterator<Item = Self> {
        (0..self.len()).step_by(rows.max(1)).map(move |start| {
            let end = self.len().min(start + rows.max(1));
            self.rows(start..end)
        })
    }

    /// Returns the rows in columns of their own.
    #[must_use]
    pub fn to_owned(self) -> Positions {
        let mut rows = Positions::new();
        rows.extend_from_slice(self);
        rows
    }

    /// Returns whether a row is marked: it stands for one that was not a position.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer rows.
    #[must_use]
    pub fn is_marked(&self, row: usize) -> bool {
        self.sets[WHITE][row] | self.sets[WHITE + 1][row] == 0
    }

    /// Returns a row as a position, or nothing if it is marked.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer rows.
    #[must_use]
    pub fn position(&self, row: usize) -> Option<Position> {
        // A batch may have positions that were read leniently.
        self.setup(row)?.position_lenient().ok().map(|(position, _)| position)
    }

    /// Returns the rows as positions, in order, or nothing for a row that is marked.
    ///
    /// ```
    /// use hyperbola_features::Positions;
    /// use hyperbola_moves::Position;
    ///
    /// let mut positions = Positions::from_iter([Position::initial()]);
    /// positions.push_marked();
    /// let rows: Vec<Option<Position>> = positions.as_slice().iter().collect();
    /// assert_eq!(rows, [Some(Position::initial()), None]);
    /// ```
    #[must_use]
    pub fn iter(self) -> impl ExactSizeIterator<Item = Option<Position>> + use<'a> {
        (0..self.len()).map(move |row| self.position(row))
    }

    /// Returns the rows as FENs, in order, or nothing for a row that is marked.
    ///
    /// ```
    /// use hyperbola_features::{BadRows, Positions};
    ///
    /// let fens = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "no FEN"];
    /// let positions = Positions::from_fens(&fens[..], BadRows::Mark)?.positions;
    /// let written: Vec<Option<String>> = positions.as_slice().fens().collect();
    /// assert_eq!(written, [Some(fens[0].to_owned()), None]);
    /// # Ok::<(), hyperbola_features::BadRow>(())
    /// ```
    #[must_use]
    pub fn fens(self) -> impl ExactSizeIterator<Item = Option<String>> + use<'a> {
        self.iter().map(|position| position.map(|position| position.to_string()))
    }

    /// Returns the sets of a row. In a damaged file, they may not fit together.
    #[inline(always)]
    pub(crate) fn pieces_of(&self, row: usize) -> Pieces {
        let set = |column: usize| Bitboard(self.sets[column][row]);
        Pieces {
            roles: [set(0), set(1), set(2), set(3), set(4), set(5)],
            colors: [set(WHITE), set(WHITE + 1)],
        }
    }

    /// Returns the parts of a row, or nothing if its sets are not a board with a king of each side.
    /// The row may still not be a position if the columns are not those of a batch.
    #[inline]
    pub(crate) fn setup(&self, row: usize) -> Option<Setup> {
        let [.., kings, white, black] = self.sets.map(|column| Bitboard(column[row]));
        if (kings & white).count() != 1 || (kings & black).count() != 1 {
            return None;
        }
        self.parts(row)
    }

    /// Returns the parts of a row, or nothing if its sets are not a board.
    #[inline]
    pub(crate) fn parts(&self, row: usize) -> Option<Setup> {
        let [roles @ .., white, black] = self.sets.map(|column| Bitboard(column[row]));
        let board = Board::from_sets(roles, [white, black])?;
        let mut castling_rights = CastlingRights::NONE;
        if self.castling[row] != [NONE; 4] {
            for color in Color::ALL {
                for side in CastlingSide::ALL {
                    let file = File::from_index(self.castling[row][castling_index(color, side)]);
                    let rank = Rank::First.relative_to(color);
                    castling_rights.set(color, side, file.map(|file| Square::new(file, rank)));
                }
            }
        }
        Some(Setup {
            board,
            side_to_move: color(self.sides_to_move[row]),
            castling_rights,
            en_passant: Square::from_index(self.en_passant[row]),
            halfmove_clock: self.halfmove_clocks[row],
            fullmove_number: self.fullmove_numbers[row],
        })
    }
}

impl fmt::Debug for PositionSlice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Returns the colour of a side to move.
pub(crate) const fn color(side_to_move: u8) -> Color {
    if side_to_move == 0 { Color::White } else { Color::Black }
}

/// Returns the place of a right among the [castling files](CastlingFiles).
pub(crate) const fn castling_index(color: Color, side: CastlingSide) -> usize {
    2 * color as usize + side as usize
}
