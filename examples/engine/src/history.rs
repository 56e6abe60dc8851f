//! How good quiet moves have been in other positions.

use hyperbola_moves::{Move, Position, Role};

/// Returns the role of a move that is to be made, with the square that it goes to, as one number.
pub(crate) fn place(position: &Position, played: Move) -> usize {
    let role = position.board().role_at(played.from()).unwrap_or(Role::Pawn);
    (role as usize) << 6 | played.to() as usize
}

/// The place of a null move, which comes after those of all others.
pub(crate) const PASS: usize = 6 * 64;

/// How good quiet moves have been in other positions, after the place of the move before.
#[derive(Debug)]
pub(crate) struct History(Vec<i16>);

impl History {
    /// The rows of a side: one for each place of the move before, and for each square that is left.
    const ROWS: usize = PASS + 1 + 64;

    pub(crate) fn new() -> Self {
        Self(vec![0; 2 * Self::ROWS * PASS])
    }

    /// Returns where two numbers stand: that after this place, and that of the squares alone.
    fn indices(position: &Position, before: usize, played: Move) -> [usize; 2] {
        let side = Self::ROWS * position.side_to_move() as usize;
        let rows = [side + before, side + PASS + 1 + played.from() as usize];
        rows.map(|row| row * PASS + place(position, played))
    }

    /// Returns a number from -16,384 to 16,384.
    pub(crate) fn of(&self, position: &Position, before: usize, played: Move) -> i32 {
        Self::indices(position, before, played).map(|index| i32::from(self.0[index])).iter().sum()
    }

    /// Brings what is known nearer to a limit, the faster the further away it is.
    pub(crate) fn learn(&mut self, position: &Position, before: usize, played: Move, by: i32) {
        for index in Self::indices(position, before, played) {
            let old = i32::from(self.0[index]);
            let new = old + by - old * by.abs() / 8_192;
            self.0[index] = i16::try_from(new).expect("below the limit");
        }
    }
}
