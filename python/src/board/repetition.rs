//! How many times a position has been there.

use hyperbola_moves::Position;

use super::Board;

impl Board {
    /// Returns how many times the position has been there, this time included.
    pub(super) fn occurrences(&self) -> usize {
        1 + self.earlier(&self.position, self.stack.len())
    }

    /// Returns how many times the position after another move has been there.
    pub(super) fn earlier_of_next(&self, next: &Position) -> usize {
        self.earlier(next, self.stack.len() + 1)
    }

    /// Returns how many times a position, which has a number of moves before it, was there before.
    /// Only those since the last capture or pawn move can be the same, and the same side is to move
    /// in every second.
    fn earlier(&self, position: &Position, moves: usize) -> usize {
        let clock = usize::from(position.halfmove_clock());
        let skipped = moves - self.stack.len();
        let latest = self.stack.latest(clock.saturating_sub(skipped));
        let others = latest.iter().rev().skip(1 - skipped).step_by(2);
        others.filter(|ply| is_same(&ply.position, position)).count()
    }
}

/// Returns whether two positions are the same by the laws: all but their clocks.
fn is_same(one: &Position, two: &Position) -> bool {
    one.key() == two.key()
        && one.side_to_move() == two.side_to_move()
        && one.castling_rights() == two.castling_rights()
        && one.en_passant() == two.en_passant()
        && one.board() == two.board()
}
