//! The moves of a position in the order in which they are searched. Each stage is found when it is
//! reached, since a good first move spares the others.

use hyperbola_moves::{Legal, Move, MoveList, PieceValues, Position, Role, Stage};

/// Returns the role of a move that is to be made, with the square that it goes to, as one number.
pub(crate) fn place(position: &Position, played: Move) -> usize {
    let role = position.board().role_at(played.from()).unwrap_or(Role::Pawn);
    (role as usize) << 6 | played.to() as usize
}

/// Returns whether a move takes nothing and does not promote.
pub(crate) fn is_quiet(position: &Position, played: Move) -> bool {
    !played.is_capture(position) && played.promotion().is_none()
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

/// The moves that were found last. Those of captures have the promotions too.
#[derive(Clone, Copy)]
enum Found {
    Begin,
    Hash,
    Captures,
    Killers,
    Quiets,
    Losing,
}

/// The moves of a position, one after the other.
pub(crate) struct Picker<'a> {
    position: &'a Position,
    legal: Legal<'a>,
    stage: Found,
    /// The move of the hash table, and the killers.
    first: [Option<Move>; 3],
    before: usize,
    captures_alone: bool,
    found: MoveList,
    scores: [i32; MoveList::CAPACITY],
    losing: MoveList,
}

impl<'a> Picker<'a> {
    /// Makes the list of all moves, or of the captures and promotions that lose nothing.
    pub(crate) fn new(
        position: &'a Position,
        first: [Option<Move>; 3],
        before: usize,
        captures_alone: bool,
    ) -> Self {
        let (legal, stage) = (position.legal(), Found::Begin);
        let (found, scores, losing) = (MoveList::new(), [0; 256], MoveList::new());
        Self { position, legal, stage, first, before, captures_alone, found, scores, losing }
    }

    pub(crate) fn next(&mut self, history: &History) -> Option<Move> {
        loop {
            let Some(best) = self.take_best() else {
                self.find(history)?;
                continue;
            };
            match self.stage {
                Found::Captures if Some(best) == self.first[0] => {}
                Found::Captures if !self.position.see_at_least(best, 0) => self.losing.push(best),
                Found::Quiets if self.first.contains(&Some(best)) => {}
                Found::Quiets if best.promotion().is_some() => {}
                _ => return Some(best),
            }
        }
    }

    /// Finds the moves of the next stage, or returns nothing after the last one.
    fn find(&mut self, history: &History) -> Option<()> {
        let Self { position, first: [hash, killers @ ..], found, .. } = self;
        (self.stage, *found) = match self.stage {
            Found::Begin => (Found::Hash, hash.iter().copied().collect()),
            Found::Hash => {
                let mut moves = self.legal.stage(Stage::Captures).moves();
                self.legal.stage(Stage::Promotions).moves_into(&mut moves);
                (Found::Captures, moves)
            }
            Found::Captures if !self.captures_alone => {
                for killer in &mut *killers {
                    *killer = killer.filter(|&killer| {
                        Some(killer) != *hash
                            && position.is_legal(killer)
                            && is_quiet(position, killer)
                    });
                }
                (Found::Killers, killers.iter().copied().flatten().collect())
            }
            Found::Killers => (Found::Quiets, self.legal.stage(Stage::Quiets).moves()),
            Found::Quiets => (Found::Losing, self.losing.clone()),
            _ => return None,
        };
        for (score, &played) in self.scores.iter_mut().zip(&*found) {
            let gains = [played.captured(position), played.promotion()];
            let gain = gains.iter().flatten().map(|&role| PieceValues::STANDARD.of(role)).sum();
            *score = match gain {
                0 => history.of(position, self.before, played),
                // The most valuable victim first, by the least valuable piece.
                gain => (gain << 8) - i32::try_from(place(position, played) >> 6).unwrap_or(0),
            };
        }
        Some(())
    }

    /// Takes the move with the highest score out of those that were found.
    fn take_best(&mut self) -> Option<Move> {
        let scores = &mut self.scores[..self.found.len()];
        let (best, _) = scores.iter().enumerate().max_by_key(|&(_, score)| score)?;
        scores.swap(best, scores.len() - 1);
        Some(self.found.swap_remove(best))
    }
}
