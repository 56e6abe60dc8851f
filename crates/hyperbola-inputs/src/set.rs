//! A checked definition with its tables, and what it finds of a board.

use core::fmt;

use arrayvec::ArrayVec;
use hyperbola::pawn_attacks;
use hyperbola::{Bitboard, Color, Slider, Square, geometry, king_attacks, knight_attacks};
use hyperbola_moves::{Board, Role};

use crate::Threat;
use crate::changes::{MOST_CHANGED, ahead};
use crate::definition::{Block, PawnPairs, PieceSquares, PieceThreats};
use crate::pieces::{Codes, Pieces, take_first};
use crate::threat::ThreatsOf;

/// The number of codes of pieces.
pub(crate) const CODES: usize = 12;

/// The squares where a pawn may stand: all ranks but the first and the last.
pub(crate) const PAWN_SQUARES: Bitboard = Bitboard(0x00ff_ffff_ffff_ff00);

/// Stands for no number.
pub(crate) const NONE: u32 = u32::MAX;

/// The inputs of a network: blocks after each other, each with its own numbers.
///
/// It takes about 10 KiB and no memory from the heap. The numbers of a position do not depend on the
/// side to move, castling rights or clocks. They are those of a *view*, White's or Black's; networks
/// take both, the one of the side to move first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputSet {
    parts: ArrayVec<Part, MOST_BLOCKS>,
}

/// The most blocks of an input set.
const MOST_BLOCKS: usize = 4;

/// A block of an [`InputSet`], with its place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    block: Block,
    start: u32,
    size: u32,
    table: Table,
}

impl Part {
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

    /// Returns how many inputs the block has.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }
}

/// The error for blocks that make no input set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputSetError {
    /// There are more than four blocks.
    TooManyBlocks,
    /// There is no block.
    NoBlock,
    /// There is a second block of threats, or of pairs of pawns.
    Repeated,
    /// No piece has a plane.
    NoPlane,
    /// A bucket has two squares that are more than a king's step apart, and both kings have the
    /// same plane: the inputs would not say which king is one's own.
    KingsApart {
        /// The first square.
        first: Square,
        /// The other square.
        second: Square,
    },
    /// No role has a victim.
    NoVictim,
    /// Pairs of pawns are more than seven files apart.
    TooManyFiles {
        /// By how many files.
        files: u8,
    },
}

impl fmt::Display for InputSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyBlocks => f.write_str("expected at most four blocks"),
            Self::NoBlock => f.write_str("expected at least one block"),
            Self::Repeated => {
                f.write_str("expected at most one block of threats and one of pairs of pawns")
            }
            Self::NoPlane => f.write_str("expected a plane for at least one piece"),
            Self::KingsApart { first, second } => write!(
                f,
                "expected a bucket's squares to be a king's step apart where both kings have one \
                 plane, found {first} and {second} in one bucket"
            ),
            Self::NoVictim => f.write_str("expected a victim for at least one role"),
            Self::TooManyFiles { files } => {
                write!(f, "expected pawns at most 7 files apart, found {files}")
            }
        }
    }
}

impl core::error::Error for InputSetError {}

impl InputSet {
    pub(crate) const EMPTY: Self = Self { parts: ArrayVec::new_const() };

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
        let is_repeated = self.parts.iter().any(|part| {
            let both = (part.block, block);
            matches!(
                both,
                (Block::Threats(_), Block::Threats(_)) | (Block::Pairs(_), Block::Pairs(_))
            )
        });
        if is_repeated {
            return Err(InputSetError::Repeated);
        }
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
        let part = Part { block, start: self.size(), size, table };
        self.parts.try_push(part).map_err(|_| InputSetError::TooManyBlocks)
    }

    /// Returns how many inputs there are: numbers go from 0 to below it.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.parts.last().map_or(0, |part| part.start + part.size)
    }

    /// Returns the blocks in their order.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Finds all inputs of a board from a view, each once, and gives them to a sink: block after
    /// block, pieces by their squares from a1, threats by the attackers' squares and then the
    /// victims', pairs by the squares of both.
    ///
    /// A view without a king has no inputs.
    #[inline]
    pub fn active(&self, board: &Board, view: Color, sink: &mut impl Sink) {
        let pieces = Pieces::of(board);
        self.emit(&self.find(&pieces), &pieces, view, sink);
    }

    /// Finds the inputs that change from a board to another one, for both views.
    ///
    /// Only the squares that differ are looked at. For boards that differ on more than four squares,
    /// which is more than a move changes, every block is to be computed anew.
    #[must_use]
    #[inline]
    pub fn changes(&self, before: &Board, after: &Board) -> Changes {
        let mut changes = Changes::default();
        self.changes_into(before, after, &mut changes);
        changes
    }

    /// Finds what [`changes`](Self::changes) returns, into lists of the caller. What they contain is
    /// replaced.
    #[inline]
    pub fn changes_into(&self, before: &Board, after: &Board, changes: &mut Changes) {
        self.find_changes(&Pieces::of(before), &Pieces::of(after), changes);
    }
}

/// What takes the numbers of inputs, one after another.
pub trait Sink {
    /// Takes a number.
    fn push(&mut self, index: u32);
}

/// Calls a function for each number.
#[derive(Debug)]
pub struct Each<F>(pub F);

impl<F: FnMut(u32)> Sink for Each<F> {
    #[inline(always)]
    fn push(&mut self, index: u32) {
        (self.0)(index);
    }
}

/// The tables of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "there is no heap to put it on")]
pub(crate) enum Table {
    Pieces(PieceTable),
    Threats(ThreatTable),
    Pairs { files: u8 },
}

/// The tables of pieces on squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PieceTable {
    /// The number of each piece on square 0 in bucket 0, by view and code.
    planes: [[u32; CODES]; 2],
    /// The number of the bucket's first input by the own king's square as it is seen.
    buckets: [u32; 64],
    /// The number of a bucket's inputs.
    pub(crate) width: u32,
}

impl PieceTable {
    /// Makes the tables, and says how many inputs there are.
    fn of(definition: &PieceSquares) -> Result<(Table, u32), InputSetError> {
        let count = |numbers: &mut dyn Iterator<Item = u8>| numbers.max().map_or(0, |n| n + 1);
        let planes = count(&mut definition.planes.iter().flatten().copied());
        if planes == 0 {
            return Err(InputSetError::NoPlane);
        }
        let seen =
            Square::ALL.into_iter().filter(|&king| definition.mirror.turn(Color::White, king) == 0);
        if definition.planes[5].is_some() && definition.planes[5] == definition.planes[11] {
            for first in seen.clone() {
                for second in seen.clone() {
                    let buckets = [first, second].map(|king| definition.buckets[king as usize]);
                    if buckets[0] == buckets[1] && geometry::distance(first, second) > 1 {
                        return Err(InputSetError::KingsApart { first, second });
                    }
                }
            }
        }
        let buckets = count(&mut seen.map(|king| definition.buckets[king as usize]));
        let width = 64 * u32::from(planes);
        let table = Self {
            planes: Color::ALL.map(|view| {
                core::array::from_fn(|code| {
                    definition.planes[relative(view, code)]
                        .map_or(NONE, |plane| 64 * u32::from(plane))
                })
            }),
            buckets: definition.buckets.map(|bucket| width * u32::from(bucket)),
            width,
        };
        Ok((Table::Pieces(table), width * u32::from(buckets)))
    }
}

/// Returns the code of a piece as a view sees it: 0 to 5 are its own pieces.
const fn relative(view: Color, code: usize) -> usize {
    (code + 6 * view as usize) % CODES
}

/// The rows of [`ATTACKED`]: those of the codes, and of the pawns of one's own and of the other side
/// that also threaten the pawn in front of them.
const ROWS: usize = CODES + 2;

/// The squares that a piece attacks on an empty board: 7 KiB, by row and square. A pawn on a rank
/// where none may stand has none.
pub(crate) static ATTACKED: [[Bitboard; 64]; ROWS] = {
    let mut entries = [[Bitboard::EMPTY; 64]; ROWS];
    let mut index = 0;
    while index < ROWS * 64 {
        let (row, square) = (index / 64, Square::ALL[index % 64]);
        let is_own = row < 6 || row == CODES;
        let color = if is_own { Color::White } else { Color::Black };
        let pawn = if PAWN_SQUARES.0 & square.bit() == 0 {
            Bitboard::EMPTY
        } else {
            pawn_attacks(color, square)
        };
        let front = if is_own { square.bit() << 8 } else { square.bit() >> 8 };
        entries[row][index % 64] = match row {
            0 | 6 => pawn,
            1 | 7 => knight_attacks(square),
            2 | 8 => geometry::lines(square, Slider::Bishop),
            3 | 9 => geometry::lines(square, Slider::Rook),
            4 | 10 => geometry::lines(square, Slider::Queen),
            5 | 11 => king_attacks(square),
            _ if pawn.is_empty() => pawn,
            _ => Bitboard(pawn.0 | front),
        };
        index += 1;
    }
    entries
};

/// How many pairs of squares come before those from a square: 1.75 KiB, by row and square. The
/// entry after the last has the number of all.
pub(crate) static BEFORE: [[u16; 65]; ROWS] = {
    let mut entries = [[0; 65]; ROWS];
    let mut index = 0;
    while index < ROWS * 64 {
        let (row, square) = (index / 64, index % 64);
        #[expect(clippy::cast_possible_truncation, reason = "there are at most 28")]
        let count = ATTACKED[row][square].0.count_ones() as u16;
        entries[row][square + 1] = entries[row][square] + count;
        index += 1;
    }
    entries
};

/// The tables of threats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ThreatTable {
    /// The number of the first threat of a piece to another one, or [`NONE`]: by view, by whether
    /// the attacker's square has the lower number, by the attacker's code and the victim's.
    starts: [[[[u32; CODES]; CODES]; 2]; 2],
    /// The row of an attacker, by view and code.
    rows: [[u8; CODES]; 2],
    /// The roles that are victims of each role, as bits.
    victims: [u8; 6],
    pushes: bool,
}

impl ThreatTable {
    /// Makes the tables, and says how many inputs there are.
    fn of(definition: &PieceThreats) -> Result<(Table, u32), InputSetError> {
        let mut table = Self {
            starts: [[[[NONE; CODES]; CODES]; 2]; 2],
            rows: [[0; CODES]; 2],
            victims: definition
                .victims
                .map(|victims| victims.iter().fold(0, |bits, role| bits | 1 << role as u8)),
            pushes: definition.pushes,
        };
        let mut size = 0;
        for (number, attacker) in (0..).zip(0..CODES) {
            let (side, role) = (attacker / 6, attacker % 6);
            let pushes = definition.pushes && role == 0;
            let row = if pushes { CODES + side } else { attacker };
            for view in Color::ALL {
                table.rows[view as usize][relative(view, attacker)] =
                    if pushes { 12 + number / 6 } else { number };
            }
            for victim_side in 0..2 {
                for victim_role in definition.victims[role].iter() {
                    let victim = 6 * victim_side + victim_role as usize;
                    // Pawns of one side do not threaten each other.
                    let is_mutual = role == victim % 6 && !(role == 0 && attacker == victim);
                    for view in Color::ALL {
                        for is_lower in [false, true] {
                            if !(definition.once && is_mutual && is_lower) {
                                table.starts[view as usize][usize::from(is_lower)]
                                    [relative(view, attacker)][relative(view, victim)] = size;
                            }
                        }
                    }
                    size += u32::from(BEFORE[row][64]);
                }
            }
        }
        if size == 0 {
            return Err(InputSetError::NoVictim);
        }
        Ok((Table::Threats(table), size))
    }

    pub(crate) fn starts(&self, view: Color, is_lower: bool) -> &[[u32; CODES]; CODES] {
        &self.starts[view as usize][usize::from(is_lower)]
    }

    pub(crate) fn row(&self, view: Color, attacker: usize) -> usize {
        usize::from(self.rows[view as usize][attacker])
    }

    /// Returns the number of a threat from a view, or [`NONE`].
    #[inline(always)]
    fn index(&self, threat: Threat, view: Color, turn: u8) -> u32 {
        let (from, to) = (threat.from ^ turn, threat.to ^ turn);
        let [attacker, attacked] = [threat.attacker, threat.attacked].map(usize::from);
        let start = self.starts[view as usize][usize::from(from < to)][attacker][attacked];
        let row = usize::from(self.rows[view as usize][attacker]);
        let before = ATTACKED[row][usize::from(from)].0 & (1_u64 << to).wrapping_sub(1);
        if start == NONE {
            return NONE;
        }
        start + u32::from(BEFORE[row][usize::from(from)]) + before.count_ones()
    }
}

/// The number of pawns' numbers: 48 squares of either side.
const PAWNS: u32 = 96;

/// A pawn: its square, plus 64 for Black's.
type Pawn = u8;

/// Returns a pawn's number from a view.
#[inline(always)]
fn pawn_number(pawn: Pawn, view: Color, turn: u8) -> u32 {
    let is_other = (pawn >> 6) ^ view as u8;
    u32::from(48 * is_other + (pawn & 63 ^ turn) - 8)
}

/// Returns the number of a pair from a view.
#[inline(always)]
fn pair_number([one, two]: [Pawn; 2], view: Color, turn: u8) -> u32 {
    let [one, two] = [one, two].map(|pawn| pawn_number(pawn, view, turn));
    let (low, high) = (one.min(two), one.max(two));
    high * high.wrapping_sub(1) / 2 + low
}

/// The most threats on a board: each of 64 pieces attacks at most eight others.
const MOST_THREATS: usize = 64 * 8;

/// The most pairs of pawns on a board.
const MOST_PAIRS: usize = 48 * 47 / 2;

/// What a set asks of a board, the same for both views.
#[doc(hidden)]
#[derive(Debug)]
pub struct Found {
    /// The squares of the pieces.
    squares: Bitboard,
    threats: ArrayVec<Threat, MOST_THREATS>,
    pairs: ArrayVec<[Pawn; 2], MOST_PAIRS>,
}

impl InputSet {
    fn threat_table(&self) -> Option<&ThreatTable> {
        self.parts.iter().find_map(|part| match &part.table {
            Table::Threats(table) => Some(table),
            _ => None,
        })
    }

    /// Returns by how many files the pawns of a pair may be apart, if there are pairs.
    fn pair_files(&self) -> Option<u8> {
        self.parts.iter().find_map(|part| match part.table {
            Table::Pairs { files } => Some(files),
            _ => None,
        })
    }

    /// Finds what this set asks of a board.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn find(&self, pieces: &Pieces) -> Found {
        let pawns = pieces.roles[Role::Pawn as usize] & PAWN_SQUARES;
        let mut found = Found::of(pieces.occupied());
        if let Some(table) = self.threat_table() {
            table.find(pieces, &mut found);
            found.leave_out_pawns(pieces);
        }
        if let Some(files) = self.pair_files() {
            found.add_pairs(pieces, pawns, pawns, files);
        }
        found
    }

    /// Finds what of it has to do with some squares.
    #[inline(always)]
    fn find_touching(&self, pieces: &Pieces, changed: Bitboard) -> Found {
        let mut found = Found::of(pieces.occupied() & changed);
        if let Some(table) = self.threat_table() {
            pieces.touching(changed, table.pushes, &mut found.threats);
            found.leave_out_pawns(pieces);
        }
        if let Some(files) = self.pair_files() {
            let pawns = pieces.roles[Role::Pawn as usize] & PAWN_SQUARES;
            found.add_pairs(pieces, pawns & changed, pawns, files);
        }
        found
    }

    /// Gives the numbers of what has been found to a sink, as a view sees it.
    #[doc(hidden)]
    #[inline(always)]
    pub fn emit(&self, found: &Found, pieces: &Pieces, view: Color, sink: &mut impl Sink) {
        let Some(king) = pieces.king(view) else { return };
        for part in &self.parts {
            part.emit(found, pieces, view, king, sink);
        }
    }

    #[inline(always)]
    pub(crate) fn find_changes(&self, before: &Pieces, after: &Pieces, changes: &mut Changes) {
        let changed = before.changed(after);
        let is_far = changed.count() > 4;
        let changed = if is_far { Bitboard::EMPTY } else { changed };
        let removed = self.find_touching(before, changed);
        let added = self.find_touching(after, changed);
        for view in Color::ALL {
            let changes = &mut changes.views[view as usize];
            changes.removed.clear();
            changes.added.clear();
            changes.refreshed = 0;
            let kings = [before.king(view), after.king(view)];
            for (index, part) in self.parts.iter().enumerate() {
                let [king, king_after] = match kings {
                    [Some(before), Some(after)] if !is_far => [before, after],
                    [None, None] => continue,
                    _ => {
                        changes.refreshed |= 1 << index;
                        continue;
                    }
                };
                if part.sees_otherwise(view, king, king_after) {
                    changes.refreshed |= 1 << index;
                    continue;
                }
                part.emit(&removed, before, view, king, &mut changes.removed);
                part.emit(&added, after, view, king, &mut changes.added);
            }
        }
    }
}

impl Found {
    #[inline(always)]
    fn of(squares: Bitboard) -> Self {
        Self { squares, threats: ArrayVec::new(), pairs: ArrayVec::new() }
    }

    /// Leaves out the threats of pawns on the first and the last rank, and to them: they have no
    /// numbers.
    #[inline(always)]
    fn leave_out_pawns(&mut self, pieces: &Pieces) {
        let pawns = pieces.roles[Role::Pawn as usize] - PAWN_SQUARES;
        if !pawns.is_empty() {
            self.threats.retain(|threat| {
                let squares = 1_u64 << threat.from | 1 << threat.to;
                pawns.0 & squares == 0
            });
        }
    }

    /// Adds each pair of a pawn of `some` with another pawn, once.
    #[inline(always)]
    fn add_pairs(&mut self, pieces: &Pieces, some: Bitboard, pawns: Bitboard, files: u8) {
        let black = pieces.colors[Color::Black as usize];
        let pawn = |square: Square| square as u8 + 64 * u8::from(black.contains(square));
        let (mut rest, mut others) = (some, pawns);
        while !rest.is_empty() {
            let one = take_first(&mut rest);
            others -= one.into();
            let mut near = others & NEAR_FILES[usize::from(files)][usize::from(one as u8 % 8)];
            while !near.is_empty() {
                let two = take_first(&mut near);
                if !self.pairs.is_full() {
                    self.pairs.push([pawn(one), pawn(two)]);
                }
            }
        }
    }
}

/// The files that are at most some files away from a file, by how many and by the file.
static NEAR_FILES: [[Bitboard; 8]; 8] = {
    let mut entries = [[Bitboard::EMPTY; 8]; 8];
    let mut index = 0;
    while index < 512 {
        let (files, one, two) = (index / 64, index / 8 % 8, index % 8);
        if one - two <= files && two - one <= files {
            entries[files as usize][one as usize].0 |= 0x0101_0101_0101_0101 << two;
        }
        index += 1;
    }
    entries
};

impl ThreatTable {
    /// Finds all threats of a board to pieces that are victims.
    #[inline(always)]
    fn find(&self, pieces: &Pieces, found: &mut Found) {
        let mut threats = ThreatsOf::new(pieces);
        if self.pushes {
            let pushers = pieces.pushers();
            let mut rest = pushers[0] | pushers[1];
            while !rest.is_empty() {
                let from = take_first(&mut rest);
                threats.attacks[from as usize] |= ahead(pushers.map(|pawns| pawns & from.into()));
            }
        }
        for threat in threats {
            if !found.threats.is_full() {
                found.threats.push(threat);
            }
        }
    }
}

impl Part {
    /// Returns whether a view numbers all inputs otherwise after its king has moved.
    #[inline(always)]
    fn sees_otherwise(&self, view: Color, before: Square, after: Square) -> bool {
        let turns = [before, after].map(|king| self.turn(view, king));
        turns[0] != turns[1]
            || match &self.table {
                Table::Pieces(table) => {
                    let [before, after] = [before as u8 ^ turns[0], after as u8 ^ turns[1]];
                    table.buckets[usize::from(before)] != table.buckets[usize::from(after)]
                }
                _ => false,
            }
    }

    #[inline(always)]
    fn turn(&self, view: Color, king: Square) -> u8 {
        self.block.mirror().turn(view, king)
    }

    /// Gives the numbers of what has been found to a sink, as a view with its king on a square sees
    /// it.
    #[inline(always)]
    fn emit(
        &self,
        found: &Found,
        pieces: &Pieces,
        view: Color,
        king: Square,
        sink: &mut impl Sink,
    ) {
        let turn = self.turn(view, king);
        match &self.table {
            Table::Pieces(table) => {
                let start = self.start + table.buckets[usize::from(king as u8 ^ turn)];
                let planes = &table.planes[view as usize];
                let codes = Codes::new(pieces);
                let mut rest = found.squares;
                while !rest.is_empty() {
                    let square = take_first(&mut rest);
                    let plane = planes[usize::from(codes.at(square))];
                    if plane != NONE {
                        sink.push(start + plane + u32::from(square as u8 ^ turn));
                    }
                }
            }
            Table::Threats(table) => {
                for &threat in &found.threats {
                    let index = table.index(threat, view, turn);
                    if index != NONE {
                        sink.push(self.start + index);
                    }
                }
            }
            Table::Pairs { .. } => {
                for &pair in &found.pairs {
                    sink.push(self.start + pair_number(pair, view, turn));
                }
            }
        }
    }
}

/// The most inputs that leave or come with a move: the threats, the pieces on four squares, and the
/// pairs of four pawns with 47 others.
const MOST_INPUTS: usize = MOST_CHANGED + 4 + 4 * 47;

/// The inputs that change from a board to another one, for both views.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changes {
    views: [ViewChanges; 2],
}

impl Changes {
    /// Returns the changes of a view.
    #[must_use]
    pub fn view(&self, view: Color) -> &ViewChanges {
        &self.views[view as usize]
    }
}

/// The inputs of a view that change from a board to another one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ViewChanges {
    removed: ArrayVec<u32, MOST_INPUTS>,
    added: ArrayVec<u32, MOST_INPUTS>,
    refreshed: u8,
}

impl ViewChanges {
    /// Returns the numbers of the inputs that are there no more, in no particular order. Those of
    /// blocks that are to be computed anew are not among them.
    #[must_use]
    pub fn removed(&self) -> &[u32] {
        &self.removed
    }

    /// Returns the numbers of the inputs that were not there before, as [`removed`](Self::removed)
    /// does.
    #[must_use]
    pub fn added(&self) -> &[u32] {
        &self.added
    }

    /// Returns whether a block is to be computed anew, because the own king is in another bucket or
    /// on the other half of the board.
    #[must_use]
    pub fn refreshes(&self, part: usize) -> bool {
        self.refreshed >> part & 1 != 0
    }
}

impl<const N: usize> Sink for ArrayVec<u32, N> {
    #[inline(always)]
    fn push(&mut self, index: u32) {
        if !self.is_full() {
            self.push(index);
        }
    }
}
