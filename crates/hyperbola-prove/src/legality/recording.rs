//! The recorded formulas that are proved.

use hyperbola_explain::{Program, Recorded, Recorder};
use hyperbola_rules::formulas::Formulas;
use hyperbola_rules::sets;

use super::games::Game;
use super::words::WORDS;

/// The recorded formula, and the step of each of its results.
#[derive(Debug, Clone, Default)]
pub(super) struct Recording {
    pub(super) program: Program,
    /// The steps of the sets, in the order of [`sets`].
    pub(super) steps: Vec<usize>,
    /// The step of the castling moves in each of some games.
    pub(super) castling: Vec<usize>,
    /// The steps of the words of which the formula asked whether anything is left.
    pub(super) asked: Vec<usize>,
}

/// Records the sets of a game.
pub(super) fn record<'r>(recorder: &'r Recorder, formulas: &Formulas) -> Vec<Recorded<'r>> {
    formulas.moves(WORDS.map(|name| recorder.board(name, 0))).sets().to_vec()
}

impl Recording {
    /// Makes the recording of a program for other results than sets.
    pub(super) fn of_results(recorder: &Recorder, results: &[Recorded<'_>]) -> Self {
        let (program, steps) = recorder.program_of_all(results);
        Self { program, steps, castling: Vec::new(), asked: Vec::new() }
    }

    /// Returns the last step of a name.
    pub(super) fn last(&self, name: &str) -> Option<usize> {
        self.program.steps.iter().rposition(|(_, of)| of.as_deref() == Some(name))
    }

    /// Returns the last steps of names that end in numbers from 0.
    pub(super) fn last_lanes<const N: usize>(&self, name: &str) -> Option<[usize; N]> {
        let lanes = (0..N).map(|lane| self.last(&format!("{name}_{lane}")));
        lanes.collect::<Option<Vec<_>>>()?.try_into().ok()
    }

    /// Records the formulas of a game, the long way.
    pub(super) fn new(formulas: &Formulas) -> Self {
        Self::skipping(formulas, 0)
    }

    /// Records the formulas of a game. They go the short way at the questions whose bits are set.
    pub(super) fn skipping(formulas: &Formulas, skips: u64) -> Self {
        let recorder = Recorder::skipping(skips);
        let mut results = record(&recorder, formulas);
        results.extend(recorder.asked());
        let (program, mut steps) = recorder.program_of_all(&results);
        let asked = steps.split_off(sets::LEN);
        Self { program, castling: vec![steps[sets::CASTLING]], steps, asked }
    }

    /// Records the formulas of some games as one program, which computes once what games share.
    ///
    /// # Panics
    ///
    /// If any set but castling is computed in another way than in ordinary chess.
    pub(super) fn of_games(games: &[Game]) -> Self {
        let recorder = Recorder::skipping(0);
        let mut results = record(&recorder, &Game::ordinary().formulas);
        results.extend(games.iter().flat_map(|game| record(&recorder, &game.formulas)));
        let (program, steps) = recorder.program_of_all(&results);
        let mut of_games = steps.chunks_exact(sets::LEN).map(<[usize]>::to_vec);
        let ordinary = of_games.next().expect("ordinary chess is the first");
        let castling = of_games.map(|steps| {
            let others = 0..sets::CASTLING;
            assert_eq!(steps[others.clone()], ordinary[others], "only castling is of the game");
            steps[sets::CASTLING]
        });
        Self { castling: castling.collect(), program, steps: ordinary, asked: Vec::new() }
    }

    /// Returns whether castling is computed in the same way however the questions are answered.
    pub(super) fn castles_without_asking(formulas: &Formulas, questions: usize) -> bool {
        let castling = |skips: u64| {
            let recorder = Recorder::skipping(skips);
            let castling = record(&recorder, formulas)[sets::CASTLING];
            let program = Self::of_results(&recorder, &[castling]);
            (program.program.steps, program.steps)
        };
        let long = castling(0);
        (1..1 << questions).all(|skips| castling(skips) == long)
    }
}
