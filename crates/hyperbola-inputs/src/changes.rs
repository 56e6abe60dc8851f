//! The threats that a move removes and adds.

use core::fmt;
use core::ops::{Deref, DerefMut};

use hyperbola::geometry::{line, ray_through};
use hyperbola::{Bitboard, Color, Line, Square, knight_attacks, rook_bishop_attacks};
use hyperbola_moves::{Move, Position};

use crate::Threat;
use crate::pieces::{Codes, Pieces, pushers, take_first};
use crate::tables::{ATTACKED, PAWN_SQUARES};

/// The most threats that a move removes or adds.
///
/// A move changes at most four squares. On each, one piece attacks at most eight pieces, eight
/// knights and eight other pieces attack it, and eight pieces attack another one across it.
pub(crate) const MOST_CHANGED: usize = 4 * 32;

/// A few threats, without memory from the heap: a slice of [`Threat`]s. With room for as many as a
/// move changes it takes 520 bytes, however few there are.
#[derive(Clone)]
pub struct ThreatList<const N: usize = MOST_CHANGED> {
    threats: [Threat; N],
    len: usize,
}

impl<const N: usize> ThreatList<N> {
    /// Adds a threat. More than there is room for can be found only for a move that is not legal.
    #[inline(always)]
    fn push(&mut self, threat: Threat) {
        if let Some(place) = self.threats.get_mut(self.len) {
            *place = threat;
            self.len += 1;
        }
    }
}

impl<const N: usize> Default for ThreatList<N> {
    fn default() -> Self {
        Self { threats: [Threat { attacker: 0, from: 0, attacked: 0, to: 0 }; N], len: 0 }
    }
}

impl<const N: usize> Deref for ThreatList<N> {
    type Target = [Threat];

    #[inline]
    fn deref(&self) -> &[Threat] {
        &self.threats[..self.len]
    }
}

impl<const N: usize> DerefMut for ThreatList<N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Threat] {
        &mut self.threats[..self.len]
    }
}

impl<const N: usize> PartialEq for ThreatList<N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<const N: usize> Eq for ThreatList<N> {}

impl<const N: usize> fmt::Debug for ThreatList<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// The threats that a move removes and those that it adds. No threat is in both.
///
/// The order within each list is not specified.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ChangedThreats {
    /// The threats that the move removes.
    pub removed: ThreatList,
    /// The threats after the move that there were not before.
    pub added: ThreatList,
}

impl Sink for ChangedThreats {
    #[inline(always)]
    fn take(&mut self, board: usize, threat: Threat) {
        if board == 0 { self.removed.push(threat) } else { self.added.push(threat) }
    }
}

/// Finds the threats that a legal move removes and adds, without those that stay.
///
/// [`InputSet::changes`](crate::InputSet::changes) has them as numbers of a network's inputs.
///
/// A threat changes only if one of its two squares changes, or if a square between them does. So
/// only the changed squares are looked at: the piece there and its attacks, the attackers of the
/// square, and the sliders that look across. For a move that is not legal the result has no
/// meaning.
///
/// ```
/// use hyperbola_inputs::{Threat, threat_changes};
/// use hyperbola_moves::{Color, Move, Piece, Position, Role, Square};
///
/// let position: Position = "4k3/8/8/q7/8/8/1P6/R3K3 w Q - 0 1".parse()?;
/// let changes = threat_changes(&position, Move::new(Square::B2, Square::B4));
/// let queen = Piece::new(Color::Black, Role::Queen);
/// let king = Piece::new(Color::White, Role::King);
/// let pawn = Piece::new(Color::White, Role::Pawn);
/// // The pawn blocks the queen's way to the king. It attacks the queen now, and the queen it.
/// assert_eq!(changes.removed[..], [Threat::new(queen, Square::A5, king, Square::E1)]);
/// assert_eq!(changes.added.len(), 2);
/// assert!(changes.added.contains(&Threat::new(pawn, Square::B4, queen, Square::A5)));
/// # Ok::<(), hyperbola_moves::ParsePositionError>(())
/// ```
#[must_use]
pub fn threat_changes(position: &Position, legal: Move) -> ChangedThreats {
    let mut changes = ChangedThreats::default();
    threat_changes_into(position, legal, &mut changes);
    changes
}

/// Finds the threats that a legal move removes and adds, as [`threat_changes`] does, into lists of
/// the caller, whose contents are replaced. A search saves clearing 1,040 bytes for each move.
///
/// ```
/// use hyperbola_inputs::{ChangedThreats, threat_changes, threat_changes_into};
/// use hyperbola_moves::Position;
///
/// let position = Position::initial();
/// let mut changes = ChangedThreats::default();
/// for &legal in position.legal_moves().iter() {
///     threat_changes_into(&position, legal, &mut changes);
///     assert_eq!(changes, threat_changes(&position, legal));
/// }
/// ```
#[inline]
pub fn threat_changes_into(position: &Position, legal: Move, changes: &mut ChangedThreats) {
    let (side, en_passant) = (position.side_to_move(), position.en_passant());
    find_changes(&Pieces::of(position.board()), side, en_passant, legal, changes);
}

/// Finds the changes and puts them in lists.
#[doc(hidden)]
#[inline(always)]
pub fn find_changes(
    before: &Pieces,
    side: Color,
    en_passant: Option<Square>,
    legal: Move,
    changes: &mut ChangedThreats,
) {
    let after = before.after(side, en_passant, legal);
    let changed = before.changed(&after);
    let (boards, codes) = ([before, &after], [&Codes::new(before), &Codes::new(&after)]);
    let mut squares = ChangedSquares::default();
    squares.find(changed, boards, codes);
    (changes.removed.len, changes.added.len) = (0, 0);
    let difference = Difference { boards, codes, changed, squares: &squares };
    difference.find_threats(&ALL_ROLES, changes);
}

/// The code on a square without a piece, or with a pawn that has no threats.
pub(crate) const NO_CODE: u8 = 15;

/// Which roles are victims of which, and attackers: as masks of the roles, by code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Roles {
    victims: [[u64; 8]; 16],
    attackers: [[u64; 8]; 16],
    /// Whether a pawn also threatens the pawn in front of it.
    pub(crate) pushes: bool,
}

/// Every role attacks every other one: 2 KiB.
static ALL_ROLES: Roles = Roles::new([63; 6], false);

impl Roles {
    /// Makes the masks of the victims of each role, which are bits.
    pub(crate) const fn new(bits: [u8; 6], pushes: bool) -> Self {
        let (mut victims, mut attackers) = ([[0; 8]; 16], [[0; 8]; 16]);
        let mut pair = 0;
        while pair < 12 * 6 {
            let (code, role) = (pair / 6, pair % 6);
            if bits[code % 6] >> role & 1 != 0 {
                victims[code][role] = u64::MAX;
            }
            if bits[role] >> (code % 6) & 1 != 0 {
                attackers[code][role] = u64::MAX;
            }
            pair += 1;
        }
        Self { victims, attackers, pushes }
    }
}

/// The most squares on which two boards differ.
const MOST_SQUARES: usize = 64;

/// The squares on which two boards differ: first those that become empty.
#[derive(Debug, Clone)]
pub(crate) struct ChangedSquares {
    squares: [Square; MOST_SQUARES],
    len: usize,
    /// The codes of the pieces on them, by board.
    codes: [[u8; MOST_SQUARES]; 2],
}

impl Default for ChangedSquares {
    fn default() -> Self {
        Self { squares: [Square::A1; MOST_SQUARES], len: 0, codes: [[0; MOST_SQUARES]; 2] }
    }
}

impl ChangedSquares {
    #[inline(always)]
    pub(crate) fn find(&mut self, changed: Bitboard, boards: [&Pieces; 2], codes: [&Codes; 2]) {
        let (before, after) = (boards[0].occupied(), boards[1].occupied());
        let (mut emptied, mut others) = (changed - after, changed & after);
        self.len = 0;
        while !(emptied | others).is_empty() {
            let place = self.len % MOST_SQUARES;
            let (square, code) = if emptied.is_empty() {
                let square = take_first(&mut others);
                (square, codes[1].at(square))
            } else {
                (take_first(&mut emptied), NO_CODE)
            };
            self.squares[place] = square;
            self.codes[1][place] = code;
            let was_there = before.contains(square);
            self.codes[0][place] = if was_there { codes[0].at(square) } else { NO_CODE };
            self.len += 1;
        }
    }

    /// Returns the number of squares.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len.min(MOST_SQUARES)
    }

    /// Returns a square, and the codes before and after.
    #[inline(always)]
    pub(crate) fn at(&self, place: usize) -> (Square, [u8; 2]) {
        let place = place % MOST_SQUARES;
        (self.squares[place], [self.codes[0][place], self.codes[1][place]])
    }
}

/// The lines through each square, without it: 2 KiB.
static LINES: [[Bitboard; 4]; 64] = {
    let mut entries = [[Bitboard::EMPTY; 4]; 64];
    let mut index = 0;
    while index < 256 {
        entries[index / 4][index % 4] = line(Square::ALL[index / 4], Line::ALL[index % 4]);
        index += 1;
    }
    entries
};

/// Takes the threats that a move changes.
///
/// A trait, because the body of a closure would be compiled without the instructions of a kind of
/// word.
pub(crate) trait Sink {
    /// Takes a threat that is removed, on board 0, or added, on board 1.
    fn take(&mut self, board: usize, threat: Threat);
}

/// Two boards, and the squares on which they differ.
pub(crate) struct Difference<'a> {
    pub(crate) boards: [&'a Pieces; 2],
    pub(crate) codes: [&'a Codes; 2],
    pub(crate) changed: Bitboard,
    pub(crate) squares: &'a ChangedSquares,
}

impl Difference<'_> {
    /// Finds the threats from a changed square, to one and across one, on both boards.
    #[inline(always)]
    pub(crate) fn find_threats(&self, roles: &Roles, sink: &mut impl Sink) {
        let &Self { boards, changed, squares, .. } = self;
        let sets = [Sets::new(boards[0]), Sets::new(boards[1])];
        let kept = sets[0].occupied - changed;
        let with_threats = kept - (boards[0].pawns() - PAWN_SQUARES);
        let (orthogonal, diagonal) = boards[0].sliders();
        let (orthogonal, diagonal) = (orthogonal - changed, diagonal - changed);
        let mut place = 0;
        while place < squares.len() {
            let (square, codes) = squares.at(place);
            let (rook, bishop) = rook_bishop_attacks(square, kept);
            let sliders = (rook & orthogonal) | (bishop & diagonal);
            let attackers = sliders | (boards[0].leapers_to(square) - changed);
            let rays = Rays { square, lines: rook | bishop, sliders, attackers, with_threats };
            self.find_on(0, &sets[0], codes[0], &rays, roles, sink);
            self.find_on(1, &sets[1], codes[1], &rays, roles, sink);
            place += 1;
        }
    }

    /// Finds the threats of one of the boards from a changed square, to it or across it.
    #[inline(always)]
    fn find_on(
        &self,
        index: usize,
        board: &Sets,
        code: u8,
        rays: &Rays,
        roles: &Roles,
        sink: &mut impl Sink,
    ) {
        let square = rays.square;
        let hidden = board.hidden(square, self.changed);
        let lines = rays.lines - hidden;
        if code == NO_CODE {
            let mut seen = lines & rays.with_threats;
            if self.squares.len() > 2 {
                seen -= board.taken(square, self.changed, lines);
            }
            let (mut ends, mut line) = (Bitboard::EMPTY, 0);
            while line < 4 {
                let both = seen & LINES[square as usize][line];
                let are_two = both.0 & both.0.wrapping_sub(1) != 0;
                ends |= both & Bitboard(0_u64.wrapping_sub(u64::from(are_two)));
                line += 1;
            }
            return self.take_across(index, square, ends, rays.sliders, sink);
        }
        let row = board.row(square, code);
        let mut attacked = ATTACKED[row][square as usize] & (lines | knight_attacks(square));
        attacked &= board.of_roles(&roles.victims[row]);
        let mut attackers = rays.attackers - hidden;
        attackers &= board.of_roles(&roles.attackers[row]);
        if roles.pushes {
            attacked |= ahead(square, board.pushers());
            attackers |= behind(square, board.pushers()) - self.changed;
        }
        self.take_own(index, (square, code), [attacked, attackers], sink);
    }

    /// Takes the threats from the piece on a changed square, and to it.
    #[inline(always)]
    fn take_own(
        &self,
        index: usize,
        (square, code): (Square, u8),
        [mut attacked, mut attackers]: [Bitboard; 2],
        sink: &mut impl Sink,
    ) {
        let (codes, number) = (self.codes[index], square as u8);
        while !attacked.is_empty() {
            let to = take_first(&mut attacked);
            let attacked = codes.at(to);
            sink.take(index, Threat { attacker: code, from: number, attacked, to: to as u8 });
        }
        while !attackers.is_empty() {
            let from = take_first(&mut attackers);
            let attacker = codes.at(from);
            sink.take(index, Threat { attacker, from: from as u8, attacked: code, to: number });
        }
    }

    /// Takes the threats across an empty square, between the ends of its lines.
    #[inline(always)]
    fn take_across(
        &self,
        index: usize,
        square: Square,
        ends: Bitboard,
        sliders: Bitboard,
        sink: &mut impl Sink,
    ) {
        let codes = self.codes[index];
        let mut attackers = ends & sliders;
        while !attackers.is_empty() {
            let from = take_first(&mut attackers);
            let to = take_first(&mut (ray_through(from, square) & ends));
            sink.take(index, codes.threat(from, to));
        }
    }
}

/// The rays of a changed square over the pieces that stay.
///
/// They are the same on both boards, but for the other changed squares: a piece there hides what is
/// behind it.
struct Rays {
    square: Square,
    lines: Bitboard,
    /// The kept sliders that see the square.
    sliders: Bitboard,
    /// All kept pieces that attack it.
    attackers: Bitboard,
    /// The kept pieces but for pawns on the first and the last rank.
    with_threats: Bitboard,
}

/// The pieces of a board that threats ask for.
#[derive(Clone, Copy)]
struct Sets {
    occupied: Bitboard,
    /// The pieces by role, without pawns on the first and the last rank, which have no threats.
    roles: [u64; 8],
    colors: [Bitboard; 2],
}

impl Sets {
    #[inline(always)]
    fn new(pieces: &Pieces) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings] = pieces.roles;
        let pawns = pawns & PAWN_SQUARES;
        Self {
            occupied: pieces.occupied(),
            roles: [pawns.0, knights.0, bishops.0, rooks.0, queens.0, kings.0, 0, 0],
            colors: pieces.colors,
        }
    }

    /// Returns White's pawns and Black's that have a pawn of either side in front of them.
    #[inline(always)]
    fn pushers(&self) -> [Bitboard; 2] {
        pushers(Bitboard(self.roles[0]), self.colors)
    }

    /// Returns the row of a piece that is on a square, or one without attacks.
    #[inline(always)]
    fn row(&self, square: Square, code: u8) -> usize {
        let has_none = (code == 0 || code == 6) && !PAWN_SQUARES.contains(square);
        usize::from(if has_none { NO_CODE } else { code % 16 })
    }

    /// Returns the pieces of the roles that have a mask.
    #[inline(always)]
    fn of_roles(&self, masks: &[u64; 8]) -> Bitboard {
        let (mut all, mut role) = (0, 0);
        while role < 8 {
            all |= self.roles[role] & masks[role];
            role += 1;
        }
        Bitboard(all)
    }

    /// Returns the squares that the pieces on other changed squares hide from a square.
    #[inline(always)]
    fn hidden(&self, square: Square, changed: Bitboard) -> Bitboard {
        let mut others = (self.occupied & changed) - square.into();
        let mut hidden = Bitboard::EMPTY;
        while !others.is_empty() {
            let other = take_first(&mut others);
            let nearer = ray_through(other, square) | other.into();
            hidden |= ray_through(square, other) - nearer;
        }
        hidden
    }

    /// Returns the lines from a square across empty changed squares with a lower number, which
    /// themselves see what is on these lines.
    #[cold]
    fn taken(&self, square: Square, changed: Bitboard, seen: Bitboard) -> Bitboard {
        let mut others = (changed - self.occupied) & seen;
        others.0 &= square.bit().wrapping_sub(1);
        let mut taken = Bitboard::EMPTY;
        while !others.is_empty() {
            let other = take_first(&mut others);
            taken |= ray_through(square, other) | ray_through(other, square);
        }
        taken
    }
}

/// Returns the squares in front of those of White's pawns and of Black's that stand on a square.
#[inline(always)]
fn ahead(square: Square, [white, black]: [Bitboard; 2]) -> Bitboard {
    let square = square.bit();
    Bitboard((white.0 & square) << 8 | (black.0 & square) >> 8)
}

/// Returns those of White's pawns and of Black's that are behind a square.
#[inline(always)]
fn behind(square: Square, [white, black]: [Bitboard; 2]) -> Bitboard {
    let square = square.bit();
    Bitboard((white.0 & square >> 8) | (black.0 & square << 8))
}

impl Codes {
    /// Returns the threat of the piece on a square to the piece on another one.
    #[inline(always)]
    pub(crate) fn threat(&self, from: Square, to: Square) -> Threat {
        let (attacker, attacked) = (self.at(from), self.at(to));
        Threat { attacker, from: from as u8, attacked, to: to as u8 }
    }
}
