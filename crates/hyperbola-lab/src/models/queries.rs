//! Single queries: independent, each depending on the last, on boards that change, and after other
//! data was touched.
//!
//! The barrier after each answer keeps the compiler from answering several in one vector: where it
//! may, some techniques look several times as fast as they are in an engine, and others do not.
//! The model `vectorised` has no barrier, and is ranked by itself.

use core::hint::black_box;
use core::marker::PhantomData;
use std::rc::Rc;
use std::time::Instant;

use hyperbola::choice::{Choice, ChoiceVisitor};
use hyperbola::word::{Vector, WordKind, WordVisitor};
use hyperbola::{OccupiedBoards, Slider, SliderAttacks};

use crate::definition::Model;
use crate::inputs::Queries;
use crate::models::digest;
use crate::runner::Work;
use crate::statistics::median;

/// The queries between two touches of other data: the sliders of a position, about.
const GROUP: usize = 8;

/// One turn over queries, on a word of one lane; gives whether there is such a loop.
struct Turn<'a> {
    model: Model,
    slider: Slider,
    squares: &'a [u64],
    occupied: &'a [u64],
    answers: &'a mut [u64],
    /// The data that is touched before each group under cache pressure.
    other: &'a mut [u64],
    /// The nanoseconds of each group under cache pressure.
    groups: &'a mut Vec<f64>,
}

const ROOK: usize = Slider::Rook as usize;
const BISHOP: usize = Slider::Bishop as usize;
const QUEEN: usize = Slider::Queen as usize;

impl ChoiceVisitor for Turn<'_> {
    type Output = bool;

    // Functions that are inlined and no closures, which would be compiled without the word's
    // instructions. What no definition asks for is not compiled.
    #[inline(always)]
    fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) -> bool {
        if const { V::LANES == 1 } {
            match (self.model, self.slider) {
                (Model::Throughput, Slider::Rook) => self.independent::<T, V, ROOK, true>(token),
                (Model::Throughput, Slider::Bishop) => {
                    self.independent::<T, V, BISHOP, true>(token);
                }
                (Model::Throughput, Slider::Queen) => self.independent::<T, V, QUEEN, true>(token),
                (Model::Vectorised, Slider::Queen) => self.independent::<T, V, QUEEN, false>(token),
                (Model::Latency, Slider::Rook) => self.dependent::<T, V, ROOK>(token),
                (Model::Latency, Slider::Bishop) => self.dependent::<T, V, BISHOP>(token),
                (Model::Latency, Slider::Queen) => self.dependent::<T, V, QUEEN>(token),
                (Model::Incremental, Slider::Queen) => self.incremental::<T, V, QUEEN>(token),
                (Model::CachePressure, Slider::Queen) => self.under_pressure::<T, V, QUEEN>(token),
                _ => return false,
            }
            true
        } else {
            false
        }
    }
}

#[inline(always)]
fn word<V: Vector>(token: V::Token, value: u64) -> V {
    let mut lanes = V::ZEROS;
    lanes.as_mut()[0] = value;
    V::from_array(token, lanes)
}

#[inline(always)]
fn ask<T: SliderAttacks, V: Vector, const SLIDER: usize>(
    token: V::Token,
    square: u64,
    occupied: u64,
) -> u64 {
    let occupied = T::occupied(word::<V>(token, occupied));
    let attacks = T::slider(Slider::ALL[SLIDER], word::<V>(token, square), &occupied);
    attacks.into_array().as_ref()[0]
}

impl Turn<'_> {
    #[inline(always)]
    fn independent<T: SliderAttacks, V: Vector, const SLIDER: usize, const BARRIER: bool>(
        self,
        token: V::Token,
    ) {
        let queries = self.squares.iter().zip(self.occupied);
        for ((&square, &occupied), answer) in queries.zip(self.answers) {
            *answer = ask::<T, V, SLIDER>(token, square, occupied);
            if BARRIER {
                black_box(answer);
            }
        }
    }

    /// The square and the board are changed by the last answer, so that nothing begins before it.
    #[inline(always)]
    fn dependent<T: SliderAttacks, V: Vector, const SLIDER: usize>(self, token: V::Token) {
        let mut last = 0_u64;
        let queries = self.squares.iter().zip(self.occupied);
        for ((&square, &occupied), answer) in queries.zip(self.answers) {
            last = ask::<T, V, SLIDER>(token, square ^ (last >> 58), occupied ^ last);
            *answer = last;
        }
    }

    /// A move a query: the last slider's square is toggled and the next one's, on the boards that
    /// the technique keeps.
    #[inline(always)]
    fn incremental<T: SliderAttacks, V: Vector, const SLIDER: usize>(self, token: V::Token) {
        let Some(&first) = self.occupied.first() else { return };
        let mut boards = T::occupied(word::<V>(token, first));
        let mut last = word::<V>(token, 0);
        for (&square, answer) in self.squares.iter().zip(self.answers) {
            let square = word::<V>(token, square);
            boards.toggle(last);
            boards.toggle(square);
            *answer = T::slider(Slider::ALL[SLIDER], square, &boards).into_array().as_ref()[0];
            black_box(answer);
            last = square;
        }
    }

    #[inline(always)]
    fn under_pressure<T: SliderAttacks, V: Vector, const SLIDER: usize>(self, token: V::Token) {
        let queries = self.squares.chunks_exact(GROUP).zip(self.occupied.chunks_exact(GROUP));
        for ((squares, occupied), answers) in queries.zip(self.answers.chunks_exact_mut(GROUP)) {
            for line in self.other.chunks_mut(8) {
                line[0] = line[0].wrapping_add(1);
            }
            black_box(&mut *self.other);
            let start = Instant::now();
            for ((&square, &occupied), answer) in squares.iter().zip(occupied).zip(answers) {
                *answer = ask::<T, V, SLIDER>(token, square, occupied);
                black_box(answer);
            }
            self.groups.push(start.elapsed().as_nanos() as f64);
        }
    }
}

/// What one turn is run by: a choice from the registry, or a technique as a type.
trait Way {
    /// Runs a turn; none where the processor does not have the word.
    fn run(&self, turn: Turn<'_>) -> Option<bool>;
}

impl Way for Choice {
    fn run(&self, turn: Turn<'_>) -> Option<bool> {
        self.visit(turn)
    }
}

/// A technique as a type, on a kind of word.
struct Typed<T>(WordKind, PhantomData<T>);

impl<T: SliderAttacks> Way for Typed<T> {
    fn run(&self, turn: Turn<'_>) -> Option<bool> {
        self.0.visit(OnWords::<T>(turn, PhantomData))
    }
}

struct OnWords<'a, T>(Turn<'a>, PhantomData<T>);

impl<T: SliderAttacks> WordVisitor for OnWords<'_, T> {
    type Output = bool;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> bool {
        self.0.visit::<T, V>(token)
    }
}

/// The work of asking queries one by one.
pub struct Asking<T = ()> {
    way: Box<dyn Way>,
    model: Model,
    slider: Slider,
    squares: Rc<[u64]>,
    occupied: Rc<[u64]>,
    answers: Vec<u64>,
    other: Vec<u64>,
    groups: Vec<f64>,
    /// The query that the next sample under cache pressure begins at.
    next: usize,
    technique: PhantomData<T>,
}

impl<T> core::fmt::Debug for Asking<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Asking").field("model", &self.model).finish_non_exhaustive()
    }
}

impl Asking {
    /// Makes the work of a technique of the registry on a kind of word; `touched` is the number of
    /// bytes that are touched before each group under cache pressure.
    #[must_use]
    pub fn new(
        model: Model,
        slider: Slider,
        choice: Choice,
        queries: &Queries,
        touched: usize,
    ) -> Self {
        Self::by(Box::new(choice), model, slider, queries, touched)
    }
}

impl<T: SliderAttacks> Asking<T> {
    /// Makes the work of a technique as a type.
    #[must_use]
    pub fn of(model: Model, slider: Slider, kind: WordKind, queries: Queries) -> Self {
        Self::by(Box::new(Typed::<T>(kind, PhantomData)), model, slider, &queries, 0)
    }
}

impl<T> Asking<T> {
    fn by(
        way: Box<dyn Way>,
        model: Model,
        slider: Slider,
        queries: &Queries,
        touched: usize,
    ) -> Self {
        Self {
            way,
            model,
            slider,
            squares: queries.squares.iter().map(|square| square.word()).collect(),
            occupied: queries.occupied.iter().map(|occupied| occupied.0).collect(),
            answers: vec![0; queries.len()],
            other: vec![0; touched / 8],
            groups: Vec::new(),
            next: 0,
            technique: PhantomData,
        }
    }

    fn turn(&mut self, range: core::ops::Range<usize>) -> Result<(), String> {
        let turn = Turn {
            model: self.model,
            slider: self.slider,
            squares: black_box(&self.squares[range.clone()]),
            occupied: black_box(&self.occupied[range.clone()]),
            answers: &mut self.answers[range],
            other: &mut self.other,
            groups: &mut self.groups,
        };
        match self.way.run(turn) {
            Some(true) => Ok(()),
            Some(false) => Err(format!("there is no such loop for a {}", self.slider)),
            None => Err("this processor does not have the word".into()),
        }
    }
}

impl<T> Work for Asking<T> {
    fn verify(&mut self) -> Result<String, String> {
        self.answers.fill(0);
        self.turn(0..self.squares.len())?;
        self.groups.clear();
        Ok(digest(self.answers.iter().copied()))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let count = self.squares.len();
        if self.model == Model::CachePressure {
            // As many queries as touch 64 MiB at most.
            let groups = ((64 << 20) / (self.other.len() * 8).max(1)).clamp(4, count / GROUP);
            for _ in 0..times {
                let first = if self.next + groups * GROUP > count { 0 } else { self.next };
                self.next = first + groups * GROUP;
                self.turn(first..self.next)?;
            }
            let group = median(&self.groups).unwrap_or_default();
            self.groups.clear();
            return Ok((group - clock()) / GROUP as f64);
        }
        let start = Instant::now();
        for _ in 0..times {
            self.turn(0..count)?;
        }
        Ok(start.elapsed().as_nanos() as f64 / f64::from(times) / count as f64)
    }
}

/// Returns the median of what is measured when nothing is asked.
fn clock() -> f64 {
    let mut nothing = [0.0; 64];
    for nanoseconds in &mut nothing {
        let start = Instant::now();
        *nanoseconds = start.elapsed().as_nanos() as f64;
    }
    median(&nothing).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Inputs;
    use crate::models::answers_by_ray_walk;
    use hyperbola::algorithms::{HyperbolaQuintessence, RayWalk};
    use hyperbola::{Algorithm, AlgorithmInfo, Family, Word};

    fn queries() -> Queries {
        Inputs::Random { seed: 4, density: 0.3, count: 64 }.queries().expect("queries")
    }

    #[test]
    fn independent_answers_are_the_ray_walks() {
        for slider in Slider::ALL {
            let queries = queries();
            let expected = digest(answers_by_ray_walk(slider, &queries).iter().map(|a| a.0));
            let model = Model::Throughput;
            let choice = Choice { algorithm: Algorithm::MagicFancy, kind: WordKind::Scalar };
            let mut asking = Asking::new(model, slider, choice, &queries, 0);
            assert_eq!(asking.verify(), Ok(expected));
            assert!(asking.sample(2).is_ok_and(|nanoseconds| nanoseconds > 0.0));
        }
    }

    #[test]
    fn all_models_have_a_digest_that_techniques_share_and_no_wrong_one_has() {
        let models = [
            Model::Throughput,
            Model::Vectorised,
            Model::Latency,
            Model::Incremental,
            Model::CachePressure,
        ];
        for model in models {
            let (slider, kind) = (Slider::Queen, WordKind::Scalar);
            let expected = Asking::<RayWalk>::of(model, slider, kind, queries()).verify();
            let found =
                Asking::<HyperbolaQuintessence>::of(model, slider, kind, queries()).verify();
            assert_eq!(found, expected, "{model}");
            let wrong = Asking::<AlmostRight>::of(model, slider, kind, queries()).verify();
            assert!(wrong.is_ok_and(|wrong| Ok(wrong) != expected), "{model}");
        }
    }

    #[test]
    fn what_there_is_no_loop_for_is_an_error() {
        let kind = WordKind::Portable4;
        let mut asking = Asking::<RayWalk>::of(Model::Latency, Slider::Rook, kind, queries());
        assert_eq!(asking.verify(), Err("there is no such loop for a rook".into()));
    }

    /// Right on every other square.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct AlmostRight;

    impl SliderAttacks for AlmostRight {
        const INFO: AlgorithmInfo =
            AlgorithmInfo { id: "almost-right", family: Family::Walk, ..RayWalk::INFO };
        type Occupied<W: Word> = W;

        fn rook<W: Word>(square: W, occupied: &W) -> W {
            RayWalk::rook(square, occupied) ^ (square & square.splat(1))
        }

        fn bishop<W: Word>(square: W, occupied: &W) -> W {
            RayWalk::bishop(square, occupied)
        }
    }
}
