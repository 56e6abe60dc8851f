//! What a set asks of a board, the same for both views, and how each view numbers it.
//!
//! How many pieces a board has, and how many of them a piece attacks, cannot be predicted. So loops
//! are as long as is usual: what is not there is written too, but not counted.

use hyperbola::{Bitboard, Color, Square, bishop_attacks, queen_attacks, rook_attacks};
use hyperbola::{king_attacks, knight_attacks, pawn_attacks};
use hyperbola_moves::Role;

use crate::Threat;
use crate::changes::{ThreatList, ahead};
use crate::pieces::{Codes, Pieces, take_first};
use crate::set::Part;
use crate::tables::{NEAR_FILES, NONE, PAWN_SQUARES, Table, ThreatTable, pair_number};

/// Room for all pieces of a board, and for one that is not counted.
const MOST_PIECES: usize = 128;

/// The most threats on a board: each of 64 pieces attacks at most eight others.
const MOST_THREATS: usize = 64 * 8;

/// The most pairs of pawns on a board.
const MOST_PAIRS: usize = 48 * 47 / 2;

/// What a set asks of a board.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    pieces: List,
    threats: ThreatList<MOST_THREATS>,
    /// Two pawns each.
    pairs: ThreatList<MOST_PAIRS>,
    /// Memory to be used again.
    groups: Groups,
}

/// Pieces with their squares.
#[derive(Debug, Clone)]
struct List {
    codes: [u8; MOST_PIECES],
    squares: [u8; MOST_PIECES],
    len: usize,
    /// The code of the piece on each square. That of square 64, which there is not, is any.
    code_at: [u8; 128],
}

impl Default for List {
    fn default() -> Self {
        let nothing = [0; MOST_PIECES];
        Self { codes: nothing, squares: nothing, len: 0, code_at: [0; 128] }
    }
}

impl List {
    /// Lists the pieces in the order of their codes and then of their squares.
    #[inline(always)]
    fn fill(&mut self, pieces: &Pieces) {
        let [pawns, knights, bishops, rooks, queens, kings] = pieces.roles;
        let mut len = 0;
        for color in Color::ALL {
            let (own, code) = (pieces.colors[color as usize], 6 * color as u8);
            len = self.add::<6>(len, pawns & own, code);
            len = self.add::<2>(len, knights & own, code + 1);
            len = self.add::<2>(len, bishops & own, code + 2);
            len = self.add::<2>(len, rooks & own, code + 3);
            len = self.add::<1>(len, queens & own, code + 4);
            len = self.add::<1>(len, kings & own, code + 5);
        }
        self.len = len;
    }

    /// Adds the pieces of a code after as many others, of which so many are usual, and returns how
    /// many there are then. That number is no field: in memory, each piece would wait for the one
    /// before.
    #[inline(always)]
    fn add<const USUAL: usize>(&mut self, mut len: usize, pieces: Bitboard, code: u8) -> usize {
        let mut rest = pieces.0;
        let mut step = 0;
        while step < USUAL {
            len = self.add_first(len, rest, code);
            rest &= rest.wrapping_sub(1);
            step += 1;
        }
        while rest != 0 {
            len = self.add_first(len, rest, code);
            rest &= rest.wrapping_sub(1);
        }
        len
    }

    /// Adds the first piece of a set, and counts it if there is one.
    #[inline(always)]
    fn add_first(&mut self, len: usize, rest: u64, code: u8) -> usize {
        let [square, ..] = rest.trailing_zeros().to_le_bytes();
        let place = len % MOST_PIECES;
        (self.codes[place], self.squares[place]) = (code, square);
        self.code_at[usize::from(square % 128)] = code;
        len + usize::from(rest != 0)
    }

    /// Lists the pieces on a few squares, in the order of these.
    #[inline(always)]
    fn fill_few(&mut self, pieces: &Pieces, squares: Bitboard) {
        let codes = Codes::new(pieces);
        let mut rest = squares & pieces.occupied();
        let mut len = 0;
        while !rest.is_empty() {
            let square = take_first(&mut rest);
            let place = len % MOST_PIECES;
            (self.codes[place], self.squares[place]) = (codes.at(square), square as u8);
            len += 1;
        }
        self.len = len;
    }
}

/// Says which piece is on a square.
trait CodeAt {
    fn code_at(&self, square: u8) -> u8;
}

impl CodeAt for List {
    #[inline(always)]
    fn code_at(&self, square: u8) -> u8 {
        self.code_at[usize::from(square % 128)]
    }
}

/// The squares of Black's pawns. White's are on all others.
struct BlackPawns(Bitboard);

impl CodeAt for BlackPawns {
    #[inline(always)]
    fn code_at(&self, square: u8) -> u8 {
        6 * (self.0.0 >> (square % 64) & 1) as u8
    }
}

/// Pieces with the squares that each has to do with, none of which is without a square.
#[derive(Debug, Clone)]
struct Groups {
    squares: [u64; MOST_PIECES],
    from: [u8; MOST_PIECES],
    len: usize,
    /// The number of all squares.
    total: usize,
}

impl Default for Groups {
    fn default() -> Self {
        Self { squares: [0; MOST_PIECES], from: [0; MOST_PIECES], len: 0, total: 0 }
    }
}

impl Groups {
    #[inline(always)]
    fn clear(&mut self) {
        (self.len, self.total) = (0, 0);
    }

    /// Adds a piece, which is not counted if it has no squares.
    #[inline(always)]
    fn add(&mut self, from: u8, squares: u64) {
        let place = self.len % MOST_PIECES;
        (self.squares[place], self.from[place]) = (squares, from);
        self.len += usize::from(squares != 0);
        self.total += squares.count_ones() as usize;
    }

    /// Lists each piece with each of its squares. One loop goes through all pieces: a loop for each
    /// of them would end after a number of steps that cannot be predicted.
    #[inline(always)]
    fn list<const N: usize>(&self, pieces: &impl CodeAt, list: &mut ThreatList<N>) {
        let (mut place, mut rest) = (0, self.squares[0]);
        for threat in list.resize(self.total) {
            let from = self.from[place % MOST_PIECES];
            let [to, ..] = rest.trailing_zeros().to_le_bytes();
            rest &= rest.wrapping_sub(1);
            let (attacker, attacked) = (pieces.code_at(from), pieces.code_at(to));
            *threat = Threat { attacker, from, attacked, to };
            place += usize::from(rest == 0);
            let next = self.squares[place % MOST_PIECES];
            rest = if rest == 0 { next } else { rest };
        }
    }
}

impl Found {
    /// Finds what blocks ask of a board. Each occupied square has one role and one colour.
    #[inline(always)]
    pub(crate) fn find(&mut self, parts: &[Part], pieces: &Pieces) {
        self.pieces.fill(pieces);
        for part in parts {
            match part.table() {
                Table::Pieces(_) => {}
                Table::Threats(table) => {
                    self.groups.find_threats(table, pieces);
                    self.groups.list(&self.pieces, &mut self.threats);
                    self.leave_out_pawns(pieces);
                }
                Table::Pairs { files } => {
                    let pawns = pieces.roles[Role::Pawn as usize] & PAWN_SQUARES;
                    self.list_pairs(pieces, pawns, pawns, *files);
                }
            }
        }
    }

    /// Finds what of it has to do with some squares.
    #[inline(always)]
    pub(crate) fn find_touching(&mut self, parts: &[Part], pieces: &Pieces, changed: Bitboard) {
        self.pieces.fill_few(pieces, changed);
        for part in parts {
            match part.table() {
                Table::Pieces(_) => {}
                Table::Threats(table) => {
                    self.threats.clear();
                    pieces.touching(changed, table.pushes, &mut self.threats);
                    self.leave_out_pawns(pieces);
                }
                Table::Pairs { files } => {
                    let pawns = pieces.roles[Role::Pawn as usize] & PAWN_SQUARES;
                    self.list_pairs(pieces, pawns & changed, pawns, *files);
                }
            }
        }
    }

    /// Leaves out the threats of pawns on the first and the last rank, and to them: they have no
    /// numbers.
    #[inline(always)]
    fn leave_out_pawns(&mut self, pieces: &Pieces) {
        let pawns = pieces.roles[Role::Pawn as usize] - PAWN_SQUARES;
        if !pawns.is_empty() {
            self.threats.remove_on(pawns);
        }
    }

    /// Lists each pair of a pawn of `some` with another pawn, once.
    #[inline(always)]
    fn list_pairs(&mut self, pieces: &Pieces, some: Bitboard, pawns: Bitboard, files: u8) {
        self.groups.clear();
        let (mut rest, mut others) = (some, pawns);
        while !rest.is_empty() {
            let one = take_first(&mut rest);
            others -= one.into();
            let near = others & NEAR_FILES[usize::from(files % 8)][usize::from(one as u8 % 8)];
            self.groups.add(one as u8, near.0);
        }
        let black = BlackPawns(pieces.colors[Color::Black as usize]);
        self.groups.list(&black, &mut self.pairs);
    }
}

impl Groups {
    /// Finds the pieces that threaten others, and whom.
    #[inline(always)]
    fn find_threats(&mut self, table: &ThreatTable, pieces: &Pieces) {
        self.clear();
        let occupied = pieces.occupied();
        let [pawns, knights, bishops, rooks, queens, kings] = pieces.roles;
        let victims = table.victims_on(pieces);
        self.add_pawns(pieces, pawns, victims[0], table.pushes);
        self.add_role::<1>(4, knights, occupied, victims[1]);
        self.add_role::<2>(4, bishops, occupied, victims[2]);
        self.add_role::<3>(4, rooks, occupied, victims[3]);
        self.add_role::<4>(2, queens, occupied, victims[4]);
        if table.victims[5] != 0 {
            self.add_role::<5>(0, kings, occupied, victims[5]);
        }
    }

    /// Finds whom the pieces of a role other than pawn threaten. So many of them are usual.
    #[inline(always)]
    fn add_role<const ROLE: u8>(
        &mut self,
        usual: usize,
        mut rest: Bitboard,
        occupied: Bitboard,
        victims: Bitboard,
    ) {
        let mut step = 0;
        while step < usual || !rest.is_empty() {
            let (from, is_one) = take(&mut rest);
            let attacks = match ROLE {
                1 => knight_attacks(from),
                2 => bishop_attacks(from, occupied),
                3 => rook_attacks(from, occupied),
                4 => queen_attacks(from, occupied),
                _ => king_attacks(from),
            };
            self.add(from as u8, attacks.0 & victims.0 & is_one);
            step += 1;
        }
    }

    /// Finds the pawns that threaten others: first those that do, which are few.
    #[inline(always)]
    fn add_pawns(&mut self, pieces: &Pieces, pawns: Bitboard, victims: Bitboard, pushes: bool) {
        const NOT_A: u64 = !0x0101_0101_0101_0101;
        const NOT_H: u64 = !0x8080_8080_8080_8080;
        let pushers = if pushes { pieces.pushers() } else { [Bitboard::EMPTY; 2] };
        let (east, west) = (victims.0 & NOT_A, victims.0 & NOT_H);
        for color in Color::ALL {
            let behind = match color {
                Color::White => east >> 9 | west >> 7,
                Color::Black => east << 7 | west << 9,
            };
            let own = pawns & pieces.colors[color as usize];
            let mut rest = (own & Bitboard(behind)) | pushers[color as usize];
            while !rest.is_empty() {
                let from = take_first(&mut rest);
                let attacked = (pawn_attacks(color, from) & victims) | ahead(from, pushers);
                self.add(from as u8, attacked.0);
            }
        }
    }
}

/// Removes the first square of a set and returns it, with a mask of all bits. For an empty set the
/// square is a1 and the mask empty.
#[inline(always)]
fn take(rest: &mut Bitboard) -> (Square, u64) {
    let mask = 0_u64.wrapping_sub(u64::from(!rest.is_empty()));
    let [index, ..] = rest.0.trailing_zeros().to_le_bytes();
    rest.0 &= rest.0.wrapping_sub(1);
    (Square::from_index_wrapping(index % 64), mask)
}

impl ThreatTable {
    /// Returns the victims of each role.
    #[inline(always)]
    fn victims_on(&self, pieces: &Pieces) -> [Bitboard; 6] {
        let mut all = [Bitboard::EMPTY; 6];
        let mut role = 0;
        while role < 6 {
            let mut victim = 0;
            while victim < 6 {
                let is_one = u64::from(self.victims[role] >> victim & 1);
                all[role].0 |= pieces.roles[victim].0 & 0_u64.wrapping_sub(is_one);
                victim += 1;
            }
            role += 1;
        }
        all
    }
}

/// Numbers of inputs, with room for some that are not counted.
#[derive(Debug, Clone)]
pub(crate) struct Numbers<const N: usize> {
    numbers: [u32; N],
    len: usize,
}

impl<const N: usize> Default for Numbers<N> {
    fn default() -> Self {
        Self { numbers: [0; N], len: 0 }
    }
}

impl<const N: usize> Numbers<N> {
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.numbers[..self.len.min(N)]
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds the numbers of what has been found for a block, as a view with its king on a square sees
    /// it.
    #[inline(always)]
    pub(crate) fn add(&mut self, found: &Found, part: &Part, view: Color, king: Square) {
        let turn = part.block().mirror().turn(view, king);
        let mut len = self.len;
        match part.table() {
            Table::Pieces(table) => {
                let bucket = part.start() + table.buckets[usize::from(king as u8 ^ turn)];
                let planes = &table.planes[view as usize];
                let pieces = found.pieces.len.min(MOST_PIECES);
                let (codes, squares) =
                    (&found.pieces.codes[..pieces], &found.pieces.squares[..pieces]);
                if table.has_all {
                    let Some(numbers) = self.numbers.get_mut(len..len + pieces) else { return };
                    let mut place = 0;
                    while place < pieces {
                        let square = u32::from(squares[place] ^ turn);
                        numbers[place] = bucket + planes[usize::from(codes[place] % 16)] + square;
                        place += 1;
                    }
                    self.len = len + pieces;
                    return;
                }
                let mut place = 0;
                while place < pieces {
                    let plane = planes[usize::from(codes[place] % 16)];
                    let square = u32::from(squares[place] ^ turn);
                    self.numbers[len % N] = bucket.wrapping_add(plane).wrapping_add(square);
                    len += usize::from(plane != NONE);
                    place += 1;
                }
            }
            Table::Threats(table) => {
                for threat in &*found.threats {
                    let (from, to) = (threat.from ^ turn, threat.to ^ turn);
                    let (number, is_one) =
                        table.number(view, threat.attacker, threat.attacked, from, to);
                    self.numbers[len % N] = part.start().wrapping_add(number);
                    len += usize::from(is_one);
                }
            }
            Table::Pairs { .. } => {
                for pair in &*found.pairs {
                    let other = 6 * (1 - view as u8);
                    let one = (pair.from ^ turn, pair.attacker == other);
                    let two = (pair.to ^ turn, pair.attacked == other);
                    self.numbers[len % N] = part.start() + pair_number([one, two]);
                    len += 1;
                }
            }
        }
        self.len = len;
    }
}
