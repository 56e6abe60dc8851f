//! The proof that `moves` lists the legal moves of White: these, each once, and no other.

use std::collections::{HashMap, HashSet};

use hyperbola_explain::{Program, Recorded, Recorder};
use hyperbola_rules::formulas::{Formulas, kinds};

use super::algebra::Algebra;
use super::circuit::Circuit;
use super::function::Function;
use super::games::Game;
use super::inputs::{Assumed, Passed};
use super::laws::{Kind, Manner, Move, Position, Side, Square, castled};
use super::refuted::Refuted;
use super::truth::{Truth, every};
use super::words::{self, WORDS};

/// The recorded formula, and the step of each of its results.
#[derive(Debug, Clone)]
pub(super) struct Recording {
    pub(super) program: Program,
    /// The steps of the sets, in the order of [`sets`].
    pub(super) steps: Vec<usize>,
    /// The step of the castling moves in each of some games.
    castling: Vec<usize>,
    /// The steps of the words of which the formula asked whether anything is left.
    pub(super) asked: Vec<usize>,
}

pub(super) use hyperbola_rules::sets;

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

/// The steps of the sliders' directions, in the order of the formula's sets.
pub(super) const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// The steps of knights, in the order of the formula's sets.
pub(super) const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (-1, 2), (2, 1), (-2, 1), (-1, -2), (1, -2), (-2, -1), (2, -1)];

/// The pieces that a pawn may become, in the order of the formula's numbers.
pub(super) const PROMOTED: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

/// The proof for all positions with White's king on one square.
pub(super) struct Case<'d, 'p> {
    diagrams: &'d dyn Algebra,
    pub(super) recording: &'p Recording,
    circuit: Circuit<'d, 'p>,
    assumed: Assumed,
    order: &'p [usize; 64],
    pub(super) position: Position<Function<'d>>,
    pub(super) equations: u64,
}

impl<'d, 'p> Case<'d, 'p> {
    pub(super) fn new(
        diagrams: &'d dyn Algebra,
        recording: &'p Recording,
        order: &'p [usize; 64],
        assumed: Assumed,
    ) -> Self {
        let words = assumed.words(diagrams, order);
        let position = words::read(|word, square| Function::new(diagrams, words[word][square]));
        let inputs = WORDS.into_iter().zip(words).collect();
        let circuit = Circuit::new(diagrams, &recording.program, inputs);
        Self { diagrams, recording, circuit, assumed, order, position, equations: 0 }
    }

    /// Proves all but castling and captures en passant. Returns the number of equations.
    pub(super) fn moves(mut self) -> Result<u64, Refuted> {
        for to in Square::all() {
            self.moves_to(to)?;
        }
        Ok(self.equations)
    }

    /// Proves all moves to a square but castling and captures en passant.
    pub(super) fn moves_to(&mut self, to: Square) -> Result<(), Refuted> {
        let listed = self.listed(to)?;
        for from in Square::all() {
            let promotions = PROMOTED.map(Manner::Promotion);
            for manner in [Manner::Plain, Manner::DoubleStep].into_iter().chain(promotions) {
                let played = Move { from, to, manner };
                let found = listed.get(&key(played)).copied();
                self.legal_if(found.unwrap_or(Function::constant(false)), played)?;
            }
        }
        Ok(())
    }

    /// Proves captures en passant.
    pub(super) fn en_passant(mut self) -> Result<u64, Refuted> {
        self.en_passant_claims()?;
        Ok(self.equations)
    }

    pub(super) fn en_passant_claims(&mut self) -> Result<(), Refuted> {
        for from in Square::all() {
            let found = self.set(sets::EN_PASSANT, from);
            match self.assumed.passed {
                Passed::One(passed) => {
                    let to = words::square(passed);
                    self.legal_if(found, Move { from, to, manner: Manner::EnPassant })?;
                }
                _ => self.never(found, "a capture en passant", None)?,
            }
        }
        Ok(())
    }

    /// Proves castling in the games of the recording. White's rooks that may castle are those of
    /// the game; where the king stands elsewhere than in the game, there is none.
    pub(super) fn castling(mut self, games: &[Game]) -> Result<u64, Refuted> {
        self.castling_claims(games)?;
        Ok(self.equations)
    }

    pub(super) fn castling_claims(&mut self, games: &[Game]) -> Result<(), Refuted> {
        let recording = self.recording;
        assert_eq!(games.len(), recording.castling.len(), "the games of the recording");
        let from = self.assumed.king();
        let mut known = HashSet::new();
        let mut legal = HashMap::new();
        for (game, &step) in games.iter().zip(&recording.castling) {
            if !known.insert((step, game.king, game.rooks)) {
                continue;
            }
            let is_home = self.assumed.king == game.king;
            let rooks = if is_home { game.rooks } else { [None; 2] };
            let castlers = self.castlers_are_among(rooks);
            // A bit for each wing, and no other.
            for place in 0..64 {
                let bit = self.circuit.bit(step, place);
                let found = Function::new(self.diagrams, bit);
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
    fn castlers_are_among(&self, rooks: [Option<usize>; 2]) -> Function<'d> {
        let others = (0..8).filter(|&place| !rooks.contains(&Some(place)));
        every(others, |place| {
            let is_rook = self.position.is(words::square(place), Side::White, Kind::Rook);
            is_rook.and(|| self.position.0[place].may_castle).not()
        })
    }

    /// Proves that another recording, which goes the short way at some questions, finds the same
    /// where nothing is left at these.
    pub(super) fn short_way(mut self, short: &Recording, skips: u64) -> Result<u64, Refuted> {
        let words = self.assumed.words(self.diagrams, self.order);
        let inputs = WORDS.into_iter().zip(words).collect();
        let mut circuit = Circuit::new(self.diagrams, &short.program, inputs);
        let mut is_skipped = Function::constant(true);
        for (question, &step) in short.asked.iter().enumerate() {
            if skips >> question & 1 == 1 {
                for place in 0..64 {
                    let left = circuit.bit(step, place);
                    is_skipped = is_skipped.and(|| Function::new(self.diagrams, !left));
                }
            }
        }
        for (set, &step) in short.steps.iter().enumerate() {
            for square in Square::all() {
                let long = self.set(set, square);
                let short = circuit.bit(step, square.number());
                let differ = self.differ(long, Function::new(self.diagrams, short));
                let wrong = differ.and(|| is_skipped);
                self.never(wrong, "the short way", None)?;
            }
        }
        Ok(self.equations)
    }

    /// Proves that another recording finds the same captures en passant where no piece but the pawn
    /// that advanced two squares gives check now and gave it before that.
    #[cfg(test)]
    pub(super) fn same_captures(
        mut self,
        other: &Recording,
        passed: usize,
    ) -> Result<u64, Refuted> {
        let words = self.assumed.words(self.diagrams, self.order);
        let inputs = WORDS.into_iter().zip(words).collect();
        let mut circuit = Circuit::new(self.diagrams, &other.program, inputs);
        for from in Square::all() {
            let found = self.set(sets::EN_PASSANT, from);
            let bit = circuit.bit(other.steps[sets::EN_PASSANT], from.number());
            let differ = self.differ(found, Function::new(self.diagrams, bit));
            let wrong = differ.and(|| self.gave_no_check(passed));
            self.never(wrong, "the same captures en passant", None)?;
        }
        Ok(self.equations)
    }

    /// Returns the square of White's king.
    pub(super) fn king(&self) -> Square {
        self.assumed.king()
    }

    /// Returns when a bit of a set is one.
    pub(super) fn set(&mut self, set: usize, square: Square) -> Function<'d> {
        let bit = self.circuit.bit(self.recording.steps[set], square.number());
        Function::new(self.diagrams, bit)
    }

    /// Returns when each move to a square is listed, as the sets are read.
    fn listed(&mut self, to: Square) -> Result<HashMap<Key, Function<'d>>, Refuted> {
        let (mut all, mut from_nowhere) = (Vec::new(), Vec::new());
        let king = self.assumed.king();
        let position = self.position.clone();
        let is_empty = |square| position.is_empty(square);
        read_sets(to, Some(king), &mut |set| self.set(set, to), is_empty, &mut |played, found| {
            match played {
                Some(played) => all.push((played, found)),
                None => from_nowhere.push(found),
            }
        });
        for found in from_nowhere {
            self.never(found, "a slider's move from no square", Some(to))?;
        }
        let mut listed = HashMap::new();
        for (played, found) in all {
            self.list(&mut listed, played, found)?;
        }
        Ok(listed)
    }

    /// Adds a move. It is an error if it may be listed twice in a position.
    fn list(
        &mut self,
        listed: &mut HashMap<Key, Function<'d>>,
        played: Move,
        found: Function<'d>,
    ) -> Result<(), Refuted> {
        let before = listed.entry(key(played)).or_insert(Function::constant(false));
        let twice = before.and(|| found);
        *before = before.or(|| found);
        self.never(twice, &format!("{played} listed twice"), Some(played.to))
    }

    /// Proves that a move is found where it is legal.
    fn legal_if(&mut self, found: Function<'d>, played: Move) -> Result<(), Refuted> {
        let legal = self.position.is_legal(Side::White, played);
        self.never(self.differ(found, legal), &played.to_string(), Some(played.to))
    }

    pub(super) fn differ(&self, one: Function<'d>, other: Function<'d>) -> Function<'d> {
        Function::new(self.diagrams, self.diagrams.xor(one.bit(), other.bit()))
    }

    /// Proves that something is not so in any position in which Black is not in check.
    ///
    /// A move to a square is looked at where Black's king does not stand there, attacked by White.
    pub(super) fn never(
        &mut self,
        wrong: Function<'d>,
        claim: &str,
        to: Option<Square>,
    ) -> Result<(), Refuted> {
        self.equations += 1;
        let mut wrong = wrong;
        if let Some(to) = to {
            let position = &self.position;
            wrong = wrong.and(|| {
                let king = position.is(to, Side::Black, Kind::King);
                king.and(|| position.is_attacked(to, Side::White)).not()
            });
        }
        if self.diagrams.is_never(wrong.bit()) {
            return Ok(());
        }
        // The position that is shown is one that the readers of FENs let in.
        if let Passed::One(passed) = self.assumed.passed {
            wrong = wrong.and(|| self.gave_no_check(passed));
        }
        Err(Refuted::new(self.diagrams, &self.position, wrong, claim, self.assumed, self.order))
    }

    /// Returns whether no piece but the pawn that advanced two squares gives check now and gave it
    /// before that.
    fn gave_no_check(&self, passed: usize) -> Function<'d> {
        let (pawn, origin) = (words::square(passed - 8), words::square(passed + 8));
        let mut before = self.position.clone();
        before.0.swap(pawn.number(), origin.number());
        let king = self.assumed.king();
        Square::all().filter(|&square| square != pawn).fold(
            Function::constant(true),
            |none, from| {
                let checks = |position: &Position<_>| position.attacks(Side::Black, from, king);
                none.and(|| checks(&self.position).and(|| checks(&before)).not())
            },
        )
    }
}

/// Visits the moves to a square that the sets list, but for captures en passant and castling, each
/// with when it is listed; the king's moves if his square is given. `None` stands for a slider's
/// move without a slider.
pub(super) fn read_sets<T: Truth>(
    to: Square,
    king: Option<Square>,
    set: &mut dyn FnMut(usize) -> T,
    is_empty: impl Fn(Square) -> T,
    visit: &mut dyn FnMut(Option<Move>, T),
) {
    let plain = |from: Square| Some(Move { from, to, manner: Manner::Plain });
    for (direction, step) in DIRECTIONS.into_iter().enumerate() {
        let mut reached = set(sets::SLIDERS + direction);
        for from in way_back(to, step) {
            // The nearest piece on the way back moves.
            let is_empty = is_empty(from);
            visit(plain(from), reached.and(|| is_empty.not()));
            reached = reached.and(|| is_empty);
        }
        visit(None, reached);
    }
    if let Some(king) = king {
        visit(plain(king), set(sets::KING));
    }
    for place in (sets::KNIGHTS..sets::KING).chain(sets::PROMOTIONS..sets::EN_PASSANT) {
        let from = words::square((to.number() + 64 - sets::DIFFERENCES[place] as usize) % 64);
        let found = set(place);
        for &kind in sets::KINDS[place] {
            let manner = match kind {
                kinds::PLAIN => Manner::Plain,
                kinds::TWO_STEPS => Manner::DoubleStep,
                _ => {
                    let place = kinds::PROMOTIONS.iter().position(|&one| one == kind);
                    Manner::Promotion(PROMOTED[place.expect("the kind of a promotion")])
                }
            };
            visit(Some(Move { from, to, manner }), found);
        }
    }
}

/// Returns the moves of White that sets list in a position: the sets in their order, and the
/// squares of the rooks of both wings. A move of a slider where there is none leads from its own
/// square.
///
/// # Panics
///
/// If there is castling without a rook, or a capture en passant of no pawn.
#[cfg(test)]
pub(super) fn listed(
    position: [u64; 4],
    of_sets: &[u64; sets::LEN],
    rooks: [Option<usize>; 2],
) -> Vec<Move> {
    let [a, b, c, black] = position;
    let occupied = a | b | c;
    let has = |word: u64, square: Square| word >> square.number() & 1 == 1;
    let of = |word: u64| Square::all().filter(move |&square| has(word, square));
    let king = of(b & c & !a & !black).next().expect("a king");
    let mut moves = Vec::with_capacity(64);
    for to in of(of_sets[..sets::EN_PASSANT].iter().fold(0, |any, set| any | set)) {
        let is_empty = |square| !has(occupied, square);
        read_sets(
            to,
            Some(king),
            &mut |set| has(of_sets[set], to),
            is_empty,
            &mut |played, found| {
                if found {
                    moves.push(played.unwrap_or(Move { from: to, to, manner: Manner::Plain }));
                }
            },
        );
    }
    let passed = of(black & !occupied).next();
    moves.extend(of(of_sets[sets::EN_PASSANT]).map(|from| Move {
        from,
        to: passed.expect("a square that a pawn passed over"),
        manner: Manner::EnPassant,
    }));
    moves.extend(of(of_sets[sets::CASTLING]).map(|wing| {
        let rook = words::square(rooks[wing.number()].expect("a rook on the wing"));
        Move { from: king, to: castled(king, rook).0, manner: Manner::Castling(rook) }
    }));
    moves
}

/// A move as a key.
type Key = (usize, usize, u8);

fn key(Move { from, to, manner }: Move) -> Key {
    let manner = match manner {
        Manner::Plain => 0,
        Manner::DoubleStep => 1,
        Manner::EnPassant => 2,
        Manner::Promotion(kind) => 3 + kind as u8,
        Manner::Castling(_) => 9,
    };
    (from.number(), to.number(), manner)
}

/// Returns the squares on the way back from a square, against a direction.
pub(super) fn way_back(to: Square, (files, ranks): (i8, i8)) -> impl Iterator<Item = Square> {
    let at =
        move |steps: i8| Square { file: to.file - steps * files, rank: to.rank - steps * ranks };
    let is_on_board =
        |square: &Square| (0..8).contains(&square.file) && (0..8).contains(&square.rank);
    (1..8).map(at).take_while(is_on_board)
}
