//! Static exchange evaluation: what a series of captures on one square wins.

use hyperbola::{Bitboard, Color, FrontDoor, Square};

use hyperbola_rules::legal::victim;

use crate::side::LAST_RANKS;
use crate::{Move, Position, Role};

/// The values of pieces in hundredths of a pawn. A king has no value, because it is never taken.
///
/// ```
/// use hyperbola_moves::{PieceValues, Role};
/// let values = PieceValues { bishop: 330, ..PieceValues::STANDARD };
/// assert_eq!(values.of(Role::Bishop), 330);
/// assert_eq!(values.of(Role::Queen), 900);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say all there is to say")]
pub struct PieceValues {
    pub pawn: u16,
    pub knight: u16,
    pub bishop: u16,
    pub rook: u16,
    pub queen: u16,
}

impl PieceValues {
    /// The values of the textbooks: pawn 100, knight and bishop 300, rook 500, queen 900.
    pub const STANDARD: Self = Self { pawn: 100, knight: 300, bishop: 300, rook: 500, queen: 900 };

    /// Returns the value of a role; 0 for the king.
    #[inline]
    #[must_use]
    pub const fn of(&self, role: Role) -> i32 {
        (match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.queen,
            Role::King => 0,
        }) as i32
    }
}

impl Default for PieceValues {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl Position {
    /// Returns what a legal move wins, in hundredths of a pawn, if both sides then capture on its
    /// target square as long as that pays. A negative number is a loss.
    ///
    /// After the move, the sides take turns. Each captures with its least valuable piece, in the
    /// order pawn, knight, bishop, rook, queen, king, and among equal ones with that on the lowest
    /// square; or it stops, if that is better. Only legal captures count: a pinned piece does not
    /// leave its line, a side in check from another square captures only if that ends the check,
    /// and a king takes no defended piece. Sliders behind other pieces join in when their line
    /// opens. A pawn that captures on the last rank becomes a queen.
    ///
    /// This is an estimate. It knows no capture on any other square, not even of a pawn en passant
    /// after its double step. Another piece than the least valuable one is sometimes better to
    /// capture with; that changes the value of less than one in a thousand moves of the tests.
    /// Castling wins 0. For a move that is not legal the result has no meaning.
    ///
    /// ```
    /// use hyperbola_moves::Position;
    /// let position: Position =
    ///     "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1".parse()?;
    /// // A pawn for a knight. To take back with the rook would lose more.
    /// let capture = position.parse_san("Nxe5")?;
    /// assert_eq!(position.see(capture), -200);
    /// assert!(position.see_at_least(capture, -200) && !position.see_at_least(capture, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn see(&self, legal: Move) -> i32 {
        self.see_with(legal, &PieceValues::STANDARD)
    }

    /// Returns whether a legal move wins at least a number of hundredths of a pawn. It is
    /// `see(legal) >= threshold`, but stops as soon as the answer is known.
    #[must_use]
    pub fn see_at_least(&self, legal: Move, threshold: i32) -> bool {
        self.see_at_least_with(legal, threshold, &PieceValues::STANDARD)
    }

    /// Returns what [`see`](Self::see) does, with other values.
    ///
    /// ```
    /// use hyperbola_moves::{PieceValues, Position};
    /// let position: Position = "4k3/8/3p4/4b3/8/5N2/8/4K3 w - - 0 1".parse()?;
    /// let values = PieceValues { bishop: 330, ..PieceValues::STANDARD };
    /// let capture = position.parse_san("Nxe5")?;
    /// assert_eq!(position.see_with(capture, &values), 30);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn see_with(&self, legal: Move, values: &PieceValues) -> i32 {
        let (gain, exchange) = Exchange::after(self, legal, values);
        gain - exchange.best()
    }

    /// Returns what [`see_at_least`](Self::see_at_least) does, with other values.
    #[must_use]
    pub fn see_at_least_with(&self, legal: Move, threshold: i32, values: &PieceValues) -> bool {
        let (gain, exchange) = Exchange::after(self, legal, values);
        !exchange.reaches(above(gain, threshold))
    }
}

/// The least that the opponent must win back so that less than `least` is left of a gain.
#[inline]
const fn above(gain: i32, least: i32) -> i32 {
    gain.saturating_sub(least).saturating_add(1)
}

/// A state of the exchange: a piece stands on the target, and a side may capture it.
#[derive(Clone, Copy)]
struct Exchange<'a> {
    position: &'a Position,
    values: &'a PieceValues,
    target: Square,
    /// The side that may capture.
    color: Color,
    /// The pieces that have not moved, without any piece on the target.
    unmoved: Bitboard,
    /// The value of the piece on the target.
    standing: i32,
}

impl<'a> Exchange<'a> {
    /// Makes a move. Returns what it wins at once, and the state after it.
    #[inline]
    fn after(position: &'a Position, played: Move, values: &'a PieceValues) -> (i32, Self) {
        let (from, target) = (played.from(), played.to());
        let board = position.board();
        let color = position.side_to_move();
        let mut exchange = Self {
            position,
            values,
            target,
            color: !color,
            unmoved: board.occupied() - from.into() - target.into(),
            standing: 0,
        };
        let role = match board.role_at(from) {
            Some(role) if !played.is_castling(position) => role,
            // After castling, and after a move of no piece, there is nothing to capture.
            _ => return (0, Self { unmoved: Bitboard::EMPTY, ..exchange }),
        };
        let gain = played.captured(position).map_or(0, |taken| values.of(taken));
        if played.is_en_passant(position) {
            exchange.unmoved.remove(victim(target));
        }
        exchange.standing = values.of(played.promotion().unwrap_or(role));
        (gain + exchange.standing - values.of(role), exchange)
    }

    /// Returns the most that the side can win by capturing, which is at least 0.
    fn best(&self) -> i32 {
        self.capture().map_or(0, |(gain, next)| (gain - next.best()).max(0))
    }

    /// Returns whether the side can win at least a value by capturing or not.
    fn reaches(&self, least: i32) -> bool {
        if least <= 0 {
            return true;
        }
        // No capture wins more than this, so the attackers often need not be found.
        let [pawn, queen] = [Role::Pawn, Role::Queen].map(|role| self.values.of(role));
        let promotion = if LAST_RANKS.contains(self.target) { (queen - pawn).max(0) } else { 0 };
        let reaches = |(gain, next): (i32, Self)| !next.reaches(above(gain, least));
        self.standing + promotion >= least && self.capture().is_some_and(reaches)
    }

    /// Captures with the least valuable piece. Returns what that wins at once, and the state after
    /// it, or nothing if no capture is legal.
    #[inline]
    fn capture(&self) -> Option<(i32, Self)> {
        let board = self.position.board();
        let own = self.unmoved & board.of_color(self.color);
        let attackers = board.attackers_to(self.target, self.unmoved) & own;
        if attackers.is_empty() {
            return None;
        }
        let (role, from) = Role::ALL.into_iter().find_map(|role| {
            let mut candidates = (attackers & board.of_role(role)).into_iter();
            candidates.find(|&from| self.is_legal(role, from)).map(|from| (role, from))
        })?;
        let is_promotion = role == Role::Pawn && LAST_RANKS.contains(self.target);
        let after = self.values.of(if is_promotion { Role::Queen } else { role });
        let next = Self {
            color: !self.color,
            unmoved: self.unmoved - from.into(),
            standing: after,
            ..*self
        };
        Some((self.standing + after - self.values.of(role), next))
    }

    /// Returns whether a capture leaves the own king safe.
    #[inline]
    fn is_legal(&self, role: Role, from: Square) -> bool {
        let board = self.position.board();
        let unmoved = self.unmoved - from.into();
        let enemies = unmoved & board.of_color(!self.color);
        let attackers = if role == Role::King {
            board.attackers_to(self.target, unmoved)
        } else {
            // No unmoved leaper gives check: before the first move nothing did but to the side that
            // moved, and its move was legal.
            let king = self.position.king(self.color);
            board.sliders_to::<FrontDoor>(king, unmoved | self.target.into())
        };
        attackers.is_disjoint(enemies)
    }
}
