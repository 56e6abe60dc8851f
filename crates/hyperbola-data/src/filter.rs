//! Which entries are wanted.

use core::ops::RangeInclusive;

use hyperbola_moves::{Position, Role};

use crate::Entry;

/// Which entries are wanted. The default is all.
///
/// ```
/// use hyperbola_data::{Entry, Filter};
/// use hyperbola_moves::Position;
/// let filter = Filter { without_checks: true, pieces: 3..=32, ..Filter::default() };
/// assert!(filter.wants(&Entry::new(Position::initial())));
/// let check: Position = "4k3/8/8/8/8/8/8/4K2r w - - 0 1".parse()?;
/// assert!(!filter.wants(&Entry::new(check)));
/// # Ok::<(), hyperbola_moves::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Whether positions in check are left out.
    pub without_checks: bool,
    /// Whether positions are left out whose move captures.
    pub without_captures: bool,
    /// Whether positions are left out whose move promotes.
    pub without_promotions: bool,
    /// Whether positions without a score are left out.
    pub scored: bool,
    /// The largest score, for either side. Positions without a score are kept.
    pub most_score: i32,
    /// The plies.
    pub plies: RangeInclusive<u16>,
    /// The numbers of pieces, kings and pawns included.
    pub pieces: RangeInclusive<u32>,
    /// The material of both sides together: 1 for a pawn, 3 for a knight or bishop, 5 for a rook
    /// and 9 for a queen. A game begins with 78.
    pub material: RangeInclusive<u32>,
}

/// The material of a piece of each role, as in [`Filter::material`].
const MATERIAL: [(Role, u32); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

impl Default for Filter {
    fn default() -> Self {
        Self {
            without_checks: false,
            without_captures: false,
            without_promotions: false,
            scored: false,
            most_score: i32::MAX,
            plies: 0..=u16::MAX,
            pieces: 0..=64,
            material: 0..=u32::MAX,
        }
    }
}

impl Filter {
    /// Returns whether an entry is wanted.
    #[must_use]
    pub fn wants(&self, entry: &Entry) -> bool {
        let position = &entry.position;
        let side = position.side_to_move();
        let score = entry.score.map(|score| score.for_color(side).abs());
        let captures = || entry.played.is_some_and(|played| played.is_capture(position));
        let promotes = || entry.played.is_some_and(|played| played.promotion().is_some());
        self.plies.contains(&entry.ply)
            && self.pieces.contains(&position.board().occupied().count())
            && self.has_material(position)
            && score.map_or(!self.scored, |score| score <= self.most_score)
            && !(self.without_promotions && promotes())
            && !(self.without_captures && captures())
            && !(self.without_checks && position.is_check())
    }
}

impl Filter {
    /// Returns whether a position has the material that is wanted, which is not counted for
    /// nothing.
    #[inline]
    fn has_material(&self, position: &Position) -> bool {
        let sum = || -> u32 {
            let of_role = |(role, each)| each * position.board().of_role(role).count();
            MATERIAL.into_iter().map(of_role).sum()
        };
        self.material == (0..=u32::MAX) || self.material.contains(&sum())
    }
}

#[cfg(test)]
mod tests {
    use hyperbola_moves::Color;

    use super::*;
    use crate::Score;

    #[test]
    fn each_reason_leaves_out_its_entries() {
        let entry = |fen: &str, played: &str| {
            let position: Position = fen.parse().expect("a position");
            let score = Some(Score::seen_by(Color::White, -300));
            let played = Some(position.parse_uci(played).expect("a move"));
            Entry { played, score, ..Entry::new(position) }
        };
        let check = entry("4k3/P7/8/8/8/8/8/4K2r w - - 0 9", "e1d2");
        let capture = entry("4k3/P7/8/2pP4/8/8/8/4K2R w - c6 0 5", "d5c6");
        let promotion = entry("4k3/P7/8/8/8/8/8/4K3 w - - 0 6", "a7a8q");
        let unscored = Entry { score: None, ..entry("4k3/8/8/8/8/8/8/4K2R b K - 0 4", "e8d8") };
        let all = [check, capture, promotion, unscored];
        let none = Filter::default();
        let left = |filter: Filter| all.map(|entry| filter.wants(&entry));
        assert_eq!(left(none.clone()), [true; 4]);
        let with = |change: fn(&mut Filter)| {
            let mut filter = none.clone();
            change(&mut filter);
            left(filter)
        };
        assert_eq!(with(|filter| filter.without_checks = true), [false, true, true, true]);
        assert_eq!(with(|filter| filter.without_captures = true), [true, false, true, true]);
        assert_eq!(with(|filter| filter.without_promotions = true), [true, true, false, true]);
        assert_eq!(with(|filter| filter.scored = true), [true, true, true, false]);
        assert_eq!(with(|filter| filter.most_score = 300), [true; 4]);
        assert_eq!(with(|filter| filter.most_score = 299), [false, false, false, true]);
        assert_eq!(with(|filter| filter.plies = 8..=10), [false, true, true, false]);
        assert_eq!(with(|filter| filter.plies = 7..=9), [false, true, false, true]);
        assert_eq!(with(|filter| filter.pieces = 4..=5), [true, false, false, false]);
        assert_eq!(with(|filter| filter.pieces = 3..=3), [false, false, true, true]);
        assert_eq!(with(|filter| filter.material = 6..=8), [true, true, false, false]);
        assert_eq!(with(|filter| filter.material = 1..=5), [false, false, true, true]);
        assert_eq!(with(|filter| filter.material = 8..=u32::MAX), [false, true, false, false]);
        let of = |fen: &str| {
            let entry = Entry::new(fen.parse().expect("a position"));
            let has = |material| Filter { material, ..Filter::default() }.wants(&entry);
            (0..100).find(|&sum| has(sum..=sum))
        };
        assert_eq!(of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), Some(78));
        assert_eq!(of("4k1n1/8/8/8/8/8/8/Q1B1K3 w - - 0 1"), Some(15));
    }
}
