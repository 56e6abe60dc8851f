//! Single queries: independent, each depending on the last, on boards that change, and after other
//! data was touched.
//!
//! The loops are those of `hyperbola-timing`, but for the one over boards that change, which only our
//! techniques keep. The model `vectorised` has no barrier, and is ranked by itself.

use core::hint::black_box;
use core::marker::PhantomData;
use std::rc::Rc;

use hyperbola::choice::{Choice, ChoiceVisitor};
use hyperbola::word::{Vector, WordKind, WordVisitor};
use hyperbola::{OccupiedBoards, Slider, SliderAttacks};
use hyperbola_timing::loops::{self, Ask, Memory};

use crate::definition::Model;
use crate::inputs::Queries;
use crate::runner::Work;

/// One turn over queries, on a word of one lane; gives whether there is such a loop.
struct Turn<'a> {
    model: Model,
    slider: Slider,
    turn: loops::Turn<'a>,
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
            let Self { model, slider, turn } = self;
            match (model, slider) {
                (Model::Throughput, Slider::Rook) => {
                    turn.independent::<_, true>(&Asked::<T, V, ROOK>::new(token));
                }
                (Model::Throughput, Slider::Bishop) => {
                    turn.independent::<_, true>(&Asked::<T, V, BISHOP>::new(token));
                }
                (Model::Throughput, Slider::Queen) => {
                    turn.independent::<_, true>(&Asked::<T, V, QUEEN>::new(token));
                }
                (Model::Vectorised, Slider::Queen) => {
                    turn.independent::<_, false>(&Asked::<T, V, QUEEN>::new(token));
                }
                (Model::Latency, Slider::Queen) => {
                    turn.dependent(&Asked::<T, V, QUEEN>::new(token));
                }
                (Model::Incremental, Slider::Queen) => {
                    incremental::<T, V, QUEEN>(turn, token);
                }
                (Model::CachePressure, Slider::Queen) => {
                    turn.under_pressure(&Asked::<T, V, QUEEN>::new(token));
                }
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

/// A technique on a word, for the loops.
struct Asked<T, V: Vector, const SLIDER: usize>(V::Token, PhantomData<T>);

impl<T, V: Vector, const SLIDER: usize> Asked<T, V, SLIDER> {
    #[inline(always)]
    fn new(token: V::Token) -> Self {
        Self(token, PhantomData)
    }
}

impl<T: SliderAttacks, V: Vector, const SLIDER: usize> Ask for Asked<T, V, SLIDER> {
    #[inline(always)]
    fn ask(&self, square: u64, occupied: u64) -> u64 {
        let occupied = T::occupied(word::<V>(self.0, occupied));
        let attacks = T::slider(Slider::ALL[SLIDER], word::<V>(self.0, square), &occupied);
        attacks.into_array().as_ref()[0]
    }
}

/// A move a query: the last slider's square is toggled and the next one's, on the boards that the
/// technique keeps.
#[inline(always)]
fn incremental<T: SliderAttacks, V: Vector, const SLIDER: usize>(
    turn: loops::Turn<'_>,
    token: V::Token,
) {
    let Some(&first) = turn.occupied.first() else { return };
    let mut boards = T::occupied(word::<V>(token, first));
    let mut last = word::<V>(token, 0);
    for (&square, answer) in turn.squares.iter().zip(turn.answers) {
        let square = word::<V>(token, square);
        boards.toggle(last);
        boards.toggle(square);
        *answer = T::slider(Slider::ALL[SLIDER], square, &boards).into_array().as_ref()[0];
        black_box(answer);
        last = square;
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
    queries: loops::Queries,
    technique: PhantomData<T>,
}

impl<T> core::fmt::Debug for Asking<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Asking").field("model", &self.model).finish_non_exhaustive()
    }
}

impl Asking {
    /// Makes the work of a technique of the registry on a kind of word.
    #[must_use]
    pub fn new(model: Model, slider: Slider, choice: Choice, queries: &Queries) -> Self {
        Self::by(Box::new(choice), model, slider, queries)
    }

    /// Has other data touched before each group under cache pressure.
    #[must_use]
    pub fn touching(mut self, other: &Memory) -> Self {
        self.queries.touch(Rc::clone(other));
        self
    }
}

impl<T: SliderAttacks> Asking<T> {
    /// Makes the work of a technique as a type.
    #[must_use]
    pub fn of(model: Model, slider: Slider, kind: WordKind, queries: Queries) -> Self {
        Self::by(Box::new(Typed::<T>(kind, PhantomData)), model, slider, &queries)
    }
}

impl<T> Asking<T> {
    fn by(way: Box<dyn Way>, model: Model, slider: Slider, queries: &Queries) -> Self {
        let pairs = queries.squares.iter().zip(&queries.occupied);
        let queries =
            loops::Queries::new(pairs.map(|(square, occupied)| (square.word(), occupied.0)));
        Self { way, model, slider, queries, technique: PhantomData }
    }
}

impl<T> Work for Asking<T> {
    fn verify(&mut self) -> Result<String, String> {
        let Self { way, model, slider, queries, .. } = self;
        queries.verify(&mut |turn| run(&**way, *model, *slider, turn))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let Self { way, model, slider, queries, .. } = self;
        let run = &mut |turn: loops::Turn<'_>| run(&**way, *model, *slider, turn);
        match model {
            Model::CachePressure => queries.sample_groups(times, run),
            _ => queries.sample(times, run),
        }
    }
}

fn run(way: &dyn Way, model: Model, slider: Slider, turn: loops::Turn<'_>) -> Result<(), String> {
    match way.run(Turn { model, slider, turn }) {
        Some(true) => Ok(()),
        Some(false) => Err(format!("there is no such loop for a {slider}")),
        None => Err("this processor does not have the word".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Inputs;
    use crate::models::{answers_by_ray_walk, digest};
    use hyperbola::techniques::{HyperbolaQuintessence, RayWalk};
    use hyperbola::{Family, Technique, TechniqueInfo, Word};

    fn queries() -> Queries {
        Inputs::Random { seed: 4, density: 0.3, count: 64 }.queries().expect("queries")
    }

    #[test]
    fn independent_answers_are_the_ray_walks() {
        for slider in Slider::ALL {
            let queries = queries();
            let expected = digest(answers_by_ray_walk(slider, &queries).iter().map(|a| a.0));
            let model = Model::Throughput;
            let choice = Choice { technique: Technique::MagicFancy, kind: WordKind::Scalar };
            let mut asking = Asking::new(model, slider, choice, &queries);
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
        const INFO: TechniqueInfo =
            TechniqueInfo { id: "almost-right", family: Family::Walk, ..RayWalk::INFO };
        type Occupied<W: Word> = W;

        fn rook<W: Word>(square: W, occupied: &W) -> W {
            RayWalk::rook(square, occupied) ^ (square & square.splat(1))
        }

        fn bishop<W: Word>(square: W, occupied: &W) -> W {
            RayWalk::bishop(square, occupied)
        }
    }
}
