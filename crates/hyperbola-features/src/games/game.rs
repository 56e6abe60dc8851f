//! One game, with as much of its past as is asked for.

use core::ops::ControlFlow;

use hyperbola_moves::{Board, Color, Move, Outcome, Position};

use super::{Ending, GameOptions, Stepped, below};
use crate::MoveIndex;
use crate::features::for_each_number;

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
        self.ending = self.ending_by(options);
        self.stepped(1)
    }

    /// Returns how the game stands. The reward of the side that has moved counts so many times.
    pub(super) fn stepped(&self, reward: i8) -> Stepped {
        let is_mate = self.ending == Some(Ending::Checkmate);
        let winner = if self.position.side_to_move() == Color::Black { 1 } else { -1 };
        let is_mate = i8::from(is_mate);
        Stepped { ending: self.ending, result: winner * is_mate, reward: reward * is_mate }
    }

    /// Returns how the game has ended.
    pub(super) fn ending_by(&self, options: GameOptions) -> Option<Ending> {
        let (clock, earlier) = (self.position.halfmove_clock(), self.earlier());
        let is_cut_off = options.max_plies > 0 && self.moves.len() >= options.max_plies as usize;
        match self.position.outcome() {
            Some(Outcome::Checkmate { .. }) => Some(Ending::Checkmate),
            Some(Outcome::Stalemate) => Some(Ending::Stalemate),
            Some(Outcome::InsufficientMaterial) => Some(Ending::InsufficientMaterial),
            Some(_) => Some(Ending::SeventyFiveMoves),
            None if earlier >= 4 => Some(Ending::FivefoldRepetition),
            None if options.claim_draw && clock >= 2 * 50 => Some(Ending::FiftyMoves),
            None if options.claim_draw && earlier >= 2 => Some(Ending::ThreefoldRepetition),
            None => is_cut_off.then_some(Ending::CutOff),
        }
    }

    /// Visits the numbers of the legal moves, unless the game has ended.
    #[inline]
    pub(super) fn for_each_number(&self, index: MoveIndex, visit: impl FnMut(u16)) {
        if self.ending.is_none() {
            let (board, side) = (self.position.board(), self.position.side_to_move());
            for_each_number(index, self.position.legal(), board, side, visit);
        }
    }

    /// Returns the bits of a legal move that a random number chooses, or 0 if the game has ended.
    pub(super) fn random_move(&self, random: u64) -> u16 {
        let legal = self.position.legal();
        if self.ending.is_some() {
            return 0;
        }
        let chosen = below(random, legal.count() as u64);
        let mut left = usize::try_from(chosen).unwrap_or(0);
        let found = legal.try_for_each_set(|set| {
            let count = set.count();
            if left < count {
                return ControlFlow::Break(set.moves().nth(left));
            }
            left -= count;
            ControlFlow::Continue(())
        });
        match found {
            ControlFlow::Break(Some(found)) => found.to_bits(),
            _ => 0,
        }
    }
}
