//! The proof that castling is found where it is legal, in all games.

use std::collections::{HashMap, HashSet};

use super::function::Function;
use super::games::Game;
use super::laws::{Manner, Move, PieceKind, Side, castled};
use super::position_proof::PositionProof;
use super::refuted::Refuted;
use super::truth::{Truth, every};
use super::words;

impl<'d> PositionProof<'d, '_> {
    /// Proves castling in the games of the recording. White's rooks that may castle are those of
    /// the game; where the king stands elsewhere than in the game, there is none.
    pub(super) fn castling(&mut self, games: &[Game]) -> Result<(), Refuted> {
        let recording = self.recording;
        assert_eq!(games.len(), recording.castling.len(), "the games of the recording");
        let from = self.king();
        let mut known = HashSet::new();
        let mut legal = HashMap::new();
        for (game, &step) in games.iter().zip(&recording.castling) {
            if !known.insert((step, game.king, game.rooks)) {
                continue;
            }
            let is_home = self.king().number() == game.king;
            let rooks = if is_home { game.rooks } else { [None; 2] };
            let castlers = self.castlers_are_among(rooks);
            // A bit for each wing, and no other.
            for place in 0..64 {
                let found = self.bit(step, place);
                let Some(rook) = rooks.get(place).copied().flatten().map(words::square) else {
                    self.never(found.and(|| castlers), "castling without a rook", None)?;
                    continue;
                };
                let played =
                    Move { from, to: castled(from, rook).0, manner: Manner::Castling(rook) };
                let legal = *legal
                    .entry(rook.number())
                    .or_insert_with(|| self.position.is_legal(Side::White, played));
                let differ = self.differ(found, legal);
                self.never(differ.and(|| castlers), &played.to_string(), None)?;
            }
        }
        Ok(())
    }

    /// Returns whether no other rooks of White on the first rank than these may castle.
    pub(super) fn castlers_are_among(&self, rooks: [Option<usize>; 2]) -> Function<'d> {
        let others = (0..8).filter(|&place| !rooks.contains(&Some(place)));
        every(others, |place| {
            let is_rook = self.position.is(words::square(place), Side::White, PieceKind::Rook);
            is_rook.and(|| self.position.0[place].may_castle).not()
        })
    }
}
