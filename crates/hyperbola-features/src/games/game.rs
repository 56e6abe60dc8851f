//! One game, with as much of its past as is asked for.

use hyperbola_moves::{Board, Color, Move, MoveSet, Outcome, Position};

use super::{Ending, GameOptions, Stepped, below};
use crate::MoveIndex;

/// The number of positions that observations see.
pub(super) const PAST: usize = 8;

/// A game.
#[derive(Clone)]
pub(super) struct Game {
    position: Position,
    /// The last boards. The one after `n` half moves is at `n % PAST`.
    boards: [Board; PAST],
    /// How many times the positions of these boards occurred before.
    earlier: [u8; PAST],
    /// The keys since the last capture or pawn move, the present one included.
    keys: Vec<u64>,
    /// The legal moves, found once for all callers. There are none if the game has ended.
    legal: Vec<MoveSet>,
    pub(super) moves: Vec<Move>,
    pub(super) opening: u32,
    /// The number of games that were played before this one.
    pub(super) episode: u64,
    pub(super) ending: Option<Ending>,
}

impl Game {
    pub(super) fn new(opening: &Position) -> Self {
        let mut game = Self {
            position: *opening,
            boards: [Board::EMPTY; PAST],
            earlier: [0; PAST],
            keys: Vec::new(),
            legal: Vec::new(),
            moves: Vec::new(),
            opening: 0,
            episode: 0,
            ending: None,
        };
        game.begin(0, opening, 0);
        game
    }

    /// Begins anew. The memory is used again.
    pub(super) fn begin(&mut self, opening: u32, position: &Position, episode: u64) {
        self.position = *position;
        self.boards[0] = *position.board();
        self.earlier[0] = 0;
        self.keys.clear();
        self.keys.push(position.key());
        self.moves.clear();
        (self.opening, self.episode, self.ending) = (opening, episode, None);
        self.find_moves();
    }

    #[inline]
    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns how many times the position occurred before.
    pub(super) const fn earlier(&self) -> u8 {
        self.earlier[self.moves.len() % PAST]
    }

    /// Returns the board some half moves before, and how many times its position had occurred.
    pub(super) fn past(&self, back: usize) -> Option<(&Board, u8)> {
        let at = self.moves.len().checked_sub(back)? % PAST;
        Some((&self.boards[at], self.earlier[at]))
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, legal: Move, options: GameOptions) -> Stepped {
        self.position.play_unchecked(legal);
        self.moves.push(legal);
        if self.position.halfmove_clock() == 0 {
            self.keys.clear();
        }
        let key = self.position.key();
        // The same side is to move in every second position, and a piece is back after two moves.
        let same = self.keys.iter().rev().skip(3).step_by(2).filter(|&&other| other == key);
        let earlier = u8::try_from(same.count()).unwrap_or(u8::MAX);
        self.keys.push(key);
        let at = self.moves.len() % PAST;
        self.boards[at] = *self.position.board();
        self.earlier[at] = earlier;
        let outcome = self.find_moves();
        self.ending = self.ending_by(outcome, options);
        if self.ending.is_some() {
            self.legal.clear();
        }
        self.stepped(1)
    }

    /// Returns how the game stands. The reward of the side that has moved counts so many times.
    pub(super) fn stepped(&self, reward: i8) -> Stepped {
        let is_mate = self.ending == Some(Ending::Checkmate);
        let winner = if self.position.side_to_move() == Color::Black { 1 } else { -1 };
        let is_mate = i8::from(is_mate);
        Stepped { ending: self.ending, result: winner * is_mate, reward: reward * is_mate }
    }

    /// Finds the legal moves, and returns how the game has ended by the position alone.
    fn find_moves(&mut self) -> Option<Outcome> {
        self.legal.clear();
        let legal = self.position.legal();
        legal.for_each_set(|set| self.legal.push(set));
        legal.outcome_with(!self.legal.is_empty())
    }

    /// Returns how the game has ended, told how it has by the position alone.
    pub(super) fn ending_by(
        &self,
        outcome: Option<Outcome>,
        options: GameOptions,
    ) -> Option<Ending> {
        let times = 1 + usize::from(self.earlier());
        let claim = || self.position.claim().or_else(|| Outcome::claim_by_repetition(times));
        let ended = outcome.or_else(|| Outcome::by_repetition(times));
        let ended = ended.or_else(|| options.claim_draw.then(claim).flatten());
        let is_cut_off = options.max_plies > 0 && self.moves.len() >= options.max_plies as usize;
        match ended {
            Some(outcome) => Some(Ending::of(outcome)),
            None => is_cut_off.then_some(Ending::CutOff),
        }
    }

    /// Visits the legal moves in sets. A game that has ended has none.
    pub(super) fn legal(&self) -> impl Iterator<Item = MoveSet> {
        self.legal.iter().copied()
    }

    /// Visits the numbers of the legal moves.
    #[inline]
    #[expect(clippy::redundant_closure, reason = "a closure is inlined, a reference is called")]
    pub(super) fn for_each_number(&self, index: MoveIndex, mut visit: impl FnMut(u16)) {
        let (board, side) = (self.position.board(), self.position.side_to_move());
        for set in self.legal() {
            index.for_each_number(set, board, side, |number| visit(number));
        }
    }

    /// Returns a legal move that a random number chooses, if the game has not ended.
    pub(super) fn random_move(&self, random: u64) -> Option<Move> {
        let count: usize = self.legal().map(|set| set.count()).sum();
        let mut left = usize::try_from(below(random, count as u64)).unwrap_or(0);
        self.legal().find_map(|set| {
            let found = set.moves().nth(left);
            left = left.saturating_sub(set.count());
            found
        })
    }
}
