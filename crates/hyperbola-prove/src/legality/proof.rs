//! The whole proof, king's square by king's square.

use hyperbola::Square;
use rayon::prelude::*;

use super::after;
use super::games::Game;
use super::inputs::{Assumed, Castlers, INPUTS, Passed};
use super::moves::{Case, Recording};
use super::refuted::Refuted;
use crate::diagrams::Diagrams;

/// What is proved, and what it took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegalProved {
    /// The equations between Boolean functions.
    pub equations: u64,
    /// The nodes of all diagrams.
    pub nodes: u64,
    /// The nodes of the largest diagrams.
    pub most_nodes: u64,
}

impl LegalProved {
    /// Returns what two proofs prove together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            equations: self.equations + other.equations,
            nodes: self.nodes + other.nodes,
            most_nodes: self.most_nodes.max(other.most_nodes),
        }
    }
}

/// The nodes that one king's square may take: about a gigabyte.
const BUDGET: usize = 1 << 24;

/// The order of the squares' variables: file by file.
const ORDER: [usize; 64] = {
    let mut order = [0; 64];
    let mut place = 0;
    while place < 64 {
        order[place] = 8 * (place % 8) + place / 8;
        place += 1;
    }
    order
};

/// Runs one proof about a king's square.
pub(super) fn run(
    recording: &Recording,
    assumed: Assumed,
    prove: impl FnOnce(Case<'_, '_>) -> Result<u64, Refuted>,
) -> Result<LegalProved, Refuted> {
    let diagrams = Diagrams::with_inputs(INPUTS, BUDGET);
    let equations = prove(Case::new(&diagrams, recording, &ORDER, assumed))?;
    let nodes = diagrams.nodes() as u64;
    Ok(LegalProved { equations, nodes, most_nodes: nodes })
}

/// Proves that [`moves`](hyperbola_moves::batch::formulas::Formulas::moves) lists the legal moves of
/// White, each once, in all positions with White's king on one of some squares. `progress` is called
/// after each square.
///
/// # Errors
///
/// Returns a claim that is wrong, with a position.
pub fn prove_moves(kings: &[Square], progress: &(dyn Fn() + Sync)) -> Result<LegalProved, Refuted> {
    let of_kings = kings.par_iter().map(|king| {
        let proved = prove_recorded(&|game| Recording::new(&game.formulas), king.index().into())?;
        progress();
        Ok(proved)
    });
    of_kings.try_reduce(LegalProved::default, |a, b| Ok(a.with(b)))
}

/// Proves that the short ways of [`moves`](hyperbola_moves::batch::formulas::Formulas::moves) give what
/// the long way does: at its questions whether anything is left, where nothing is. It is so in all
/// positions with White's king on one of some squares.
///
/// # Errors
///
/// Returns a claim that is wrong, with a position.
pub fn prove_short_ways(
    kings: &[Square],
    progress: &(dyn Fn() + Sync),
) -> Result<LegalProved, Refuted> {
    let game = Game::ordinary();
    let of_kings = kings.par_iter().map(|king| {
        let long = Recording::new(&game.formulas);
        let mut proved = LegalProved::default();
        for skips in 1..1 << long.asked.len() {
            let short = Recording::skipping(&game.formulas, skips);
            let king = king.index().into();
            let assumed = Assumed { king, castlers: Castlers::Any, passed: Passed::Any };
            proved = proved.with(run(&long, assumed, |case| case.short_way(&short, skips))?);
        }
        progress();
        Ok(proved)
    });
    of_kings.try_reduce(LegalProved::default, |a, b| Ok(a.with(b)))
}

/// Proves what is recorded of each game for one king's square.
pub(super) fn prove_recorded(
    record: &dyn Fn(&Game) -> Recording,
    king: usize,
) -> Result<LegalProved, Refuted> {
    let recording = &record(&Game::ordinary());
    let any = Assumed { king, castlers: Castlers::Any, passed: Passed::Any };
    let mut proved = run(recording, any, |case| case.moves())?;
    let no_castlers = Castlers::Among(0);
    let none = Assumed { king, castlers: no_castlers, passed: Passed::None };
    proved = proved.with(run(recording, none, |case| case.en_passant())?);
    proved = proved.with(run(recording, none, |case| case.castling([None; 2]))?);
    for passed in (40..48).filter(|passed| ![passed - 8, *passed, passed + 8].contains(&king)) {
        let assumed = Assumed { passed: Passed::One(passed), ..none };
        proved = proved.with(run(recording, assumed, |case| case.en_passant())?);
    }
    if king < 8 {
        for game in Game::all(king) {
            let of_game = record(&game);
            assert!(of_game.has_same_others(recording), "only castling depends on the game");
            proved = proved.with(prove_castling(&of_game, &game)?);
        }
    }
    Ok(proved)
}

/// Proves castling in one game.
pub(super) fn prove_castling(recording: &Recording, game: &Game) -> Result<LegalProved, Refuted> {
    let rooks = game.rooks.iter().flatten().fold(0, |all, rook| all | 1 << rook);
    let castlers = Castlers::Among(rooks);
    let assumed = Assumed { king: game.king, castlers, passed: Passed::None };
    run(recording, assumed, |case| case.castling(game.rooks))
}

/// Proves that [`after`](hyperbola_moves::batch::formulas::Formulas::after) makes each move as the laws
/// say, in all positions, and castling in every game.
///
/// # Errors
///
/// Returns a claim that is wrong.
pub fn prove_after() -> Result<LegalProved, Refuted> {
    let castling = (0..8).flat_map(Game::all).map(|game| (game, true));
    let mut games = vec![(Game::ordinary(), false)];
    games.extend(castling);
    let of_games = games.par_iter().map(|(game, only_castling)| {
        let [equations, nodes] = after::after(game, *only_castling, BUDGET)?;
        Ok(LegalProved { equations, nodes, most_nodes: nodes })
    });
    of_games.try_reduce(LegalProved::default, |a, b| Ok(a.with(b)))
}

/// Proves that [`turned`](hyperbola_moves::batch::formulas::Formulas::turned) gives the position in which
/// the sides have changed places, for all positions.
///
/// # Errors
///
/// Returns a claim that is wrong.
pub fn prove_turned() -> Result<LegalProved, Refuted> {
    let [equations, nodes] = after::turned(BUDGET)?;
    Ok(LegalProved { equations, nodes, most_nodes: nodes })
}
