//! The threats that a move removes and adds.

use core::fmt;
use core::ops::Deref;

use hyperbola::geometry::{between, ray_through};
use hyperbola::word::WideWord;
use hyperbola::{Bitboard, Color, Square, rook_bishop_attacks};
use hyperbola::{king_attacks, knight_attacks, pawn_attacks};
use hyperbola_moves::{CastlingSide, Move, Position, Role};

use super::Threat;
use crate::PositionSlice;
use crate::feature::Sealed;
use crate::features::pieces::{Codes, Pieces, take_first};
use crate::features::rows::{self, RowFeature};
use crate::features::{Features, LengthError, Ragged, RaggedFeature};
use crate::positions::color;

/// The most threats that a move removes or adds.
///
/// A move changes at most four squares. On each, one piece attacks at most eight pieces, eight
/// knights and eight other pieces attack it, and eight pieces attack another one across it.
const CAPACITY: usize = 4 * 32;

/// A few threats, without memory from the heap: a slice of [`Threat`]s. It takes 520 bytes, however few
/// there are.
#[derive(Clone, Copy)]
pub struct ThreatList {
    threats: [Threat; CAPACITY],
    len: usize,
}

impl ThreatList {
    const EMPTY: Self =
        Self { threats: [Threat { attacker: 0, from: 0, attacked: 0, to: 0 }; CAPACITY], len: 0 };

    #[inline(always)]
    fn push(&mut self, threat: Threat) {
        // More than there is room for can be found only for a move that is not legal.
        if let Some(place) = self.threats.get_mut(self.len) {
            *place = threat;
            self.len += 1;
        }
    }
}

impl Default for ThreatList {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Deref for ThreatList {
    type Target = [Threat];

    #[inline]
    fn deref(&self) -> &[Threat] {
        &self.threats[..self.len]
    }
}

impl PartialEq for ThreatList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for ThreatList {}

impl fmt::Debug for ThreatList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// The threats that a move removes and those that it adds. No threat is in both.
///
/// The order within each list is not specified. [`Features::threat_changes`] has
/// them in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ChangedThreats {
    /// The threats before the move that there are no more.
    pub removed: ThreatList,
    /// The threats after the move that there were not before.
    pub added: ThreatList,
}

/// Finds the threats that a legal move removes and adds, without those that stay.
///
/// A search that keeps the first layer of a network up to date subtracts the removed ones and adds the
/// others. [`Threat::index`] is the number of a threat, from Black's view after
/// [`Threat::relative_to`].
///
/// A threat changes only if one of its two squares changes, or if a square between them does. So
/// only the changed squares are looked at: what stands there and attacks, what attacks it, and which
/// sliders look across. For a move that is not legal the result has no meaning.
///
/// ```
/// use hyperbola_features::{Threat, threat_changes};
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

/// Finds the threats that a legal move removes and adds, as [`threat_changes`] does, into lists of the
/// caller. What they contain is replaced; a search saves clearing 1,040 bytes for each move.
///
/// ```
/// use hyperbola_features::{ChangedThreats, threat_changes, threat_changes_into};
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
    changes.removed.len = 0;
    changes.added.len = 0;
    let (side, en_passant) = (position.side_to_move(), position.en_passant());
    find_changes(&Pieces::of(position), side, en_passant, legal, changes);
}

/// Finds the changes and appends them to lists.
#[inline(always)]
fn find_changes(
    before: &Pieces,
    side: Color,
    en_passant: Option<Square>,
    legal: Move,
    changes: &mut ChangedThreats,
) {
    let after = before.after(side, en_passant, legal);
    let changed = before.changed(&after);
    before.touching(changed, &mut changes.removed);
    after.touching(changed, &mut changes.added);
}

impl Pieces {
    /// Returns the pieces after a legal move.
    #[inline(always)]
    fn after(mut self, side: Color, en_passant: Option<Square>, legal: Move) -> Self {
        let (from, to) = (legal.from(), legal.to());
        let code = Codes::new(&self).at(from) % 6;
        let role = Role::ALL[usize::from(code)];
        if !self.roles[usize::from(code)].contains(from) {
            return self;
        }
        if self.colors[side as usize].contains(to) {
            let castling = CastlingSide::of_rook(from, to);
            self.toggle(side, Role::King, from);
            self.toggle(side, Role::Rook, to);
            self.toggle(side, Role::King, castling.king_target(side));
            self.toggle(side, Role::Rook, castling.rook_target(side));
            return self;
        }
        let is_kept = !Bitboard::from(to);
        for set in &mut self.roles {
            *set &= is_kept;
        }
        for set in &mut self.colors {
            *set &= is_kept;
        }
        if role == Role::Pawn && en_passant == Some(to) {
            let victim = Square::from_index_wrapping(to.index() ^ 8);
            self.toggle(!side, Role::Pawn, victim);
        }
        self.toggle(side, role, from);
        self.toggle(side, legal.promotion().unwrap_or(role), to);
        self
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.roles[role as usize] ^= square.into();
        self.colors[color as usize] ^= square.into();
    }

    /// Appends each threat from a changed square, to one, or across one.
    #[inline(always)]
    fn touching(&self, changed: Bitboard, threats: &mut ThreatList) {
        let (codes, occupied) = (Codes::new(self), self.occupied());
        let (orthogonal, diagonal) = self.sliders();
        let mut rest = changed;
        while !rest.is_empty() {
            let square = take_first(&mut rest);
            let (rook, bishop) = rook_bishop_attacks(square, occupied);
            let sliders = (rook & orthogonal) | (bishop & diagonal);
            let seen = (rook | bishop) & occupied;
            if !occupied.contains(square) {
                let mut behind = sliders - changed;
                while !behind.is_empty() {
                    let from = take_first(&mut behind);
                    // One piece can stand on the other side: the next one on the slider's ray.
                    let mut to = ray_through(from, square) & seen;
                    if to.is_empty() {
                        continue;
                    }
                    let to = take_first(&mut to);
                    // A threat across two changed squares is taken once, with the first of them.
                    let across = between(from, to) & changed;
                    let is_first = across.0 & square.bit().wrapping_sub(1) == 0;
                    if is_first && !changed.contains(to) {
                        threats.push(codes.threat(from, to));
                    }
                }
                continue;
            }
            let code = codes.at(square);
            let mut attacked = occupied & attacks_with(code, square, rook, bishop);
            while !attacked.is_empty() {
                let to = take_first(&mut attacked);
                threats.push(codes.threat(square, to));
            }
            // Those from a changed square are among its own.
            let mut attackers = (sliders | self.leapers_to(square)) - changed;
            while !attackers.is_empty() {
                let from = take_first(&mut attackers);
                threats.push(codes.threat(from, square));
            }
        }
    }
}

impl Codes {
    /// Returns the threat of the piece on a square to the piece on another one.
    #[inline(always)]
    fn threat(&self, from: Square, to: Square) -> Threat {
        let (attacker, attacked) = (self.at(from), self.at(to));
        Threat { attacker, from: from as u8, attacked, to: to as u8 }
    }
}

/// Returns the attacks of the piece with a code. Those of a rook and of a bishop are known.
#[inline(always)]
fn attacks_with(code: u8, from: Square, rook: Bitboard, bishop: Bitboard) -> Bitboard {
    match code {
        0 => pawn_attacks(Color::White, from),
        6 => pawn_attacks(Color::Black, from),
        1 | 7 => knight_attacks(from),
        2 | 8 => bishop,
        3 | 9 => rook,
        4 | 10 => rook | bishop,
        _ => king_attacks(from),
    }
}

impl Features<'_> {
    /// Finds the threats that a move of each position removes and adds: two lists of [`Threat`]s for
    /// each position, the removed ones and then the added ones, each in the order of the attackers'
    /// squares, then of the attacked squares.
    ///
    /// They are the difference of the [`Threats`](crate::Threats) before and after the move, found
    /// without computing either, as [`threat_changes`] does. For a move that is not legal the lists
    /// have no meaning. The move of a marked row does not matter, and its lists are empty.
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
    /// caller, whose memory is used again. What they contain is replaced.
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

    fn name(self) -> &'static str {
        "threat_changes"
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
        changes.removed.len = 0;
        changes.added.len = 0;
        let before = Pieces::of_row(positions, row);
        find_changes(&before, side, en_passant, self.moves[row], changes);
        for found in [&mut changes.removed, &mut changes.added] {
            let found = &mut found.threats[..found.len];
            found.sort_unstable_by_key(|threat| (threat.from, threat.to));
            lists.extend_from_slice(found);
            lists.end_list();
        }
    }
}
