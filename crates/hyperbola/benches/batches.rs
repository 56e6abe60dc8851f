//! Times batches on every kind of word against single queries in a plain loop.
//!
//! The first rival is `pext` in a plain loop, with the processor's own instruction where it has
//! one. Then come the techniques that the lab finds fastest in plain loops, with every instruction
//! set. Then come techniques on vectors. All answers must equal the ray walk's before anything is
//! timed. Squares and boards are random. A block of them and its answers stay in the first-level
//! cache. The answers begin a quarter of a page behind the boards, so that no store looks like it
//! overlaps a load. Nothing is compiled for this processor alone.

mod support;

use core::hint::black_box;
use core::marker::PhantomData;

use hyperbola::batch::{self, Batch};
use hyperbola::choice::Purpose;
use hyperbola::word::{Vector, WordKind, WordVisitor};
use hyperbola::{Bitboard, Slider, SliderAttacks, Square, techniques};
use support::Named;

/// The queries of a block. They and their answers take 17 KiB.
const BLOCK: usize = 1024;

/// A block of queries and the memory for their answers.
struct BatchBuffers {
    squares: Vec<Square>,
    /// The boards, from the beginning of a page, and the answers, from `ANSWERS` on.
    memory: Vec<Bitboard>,
    page: usize,
}

/// The offset at which the answers begin: two pages and a quarter behind the boards.
const ANSWERS: usize = BLOCK + 128;

impl BatchBuffers {
    fn new() -> Self {
        let queries = support::random_queries(1);
        let memory = vec![Bitboard::EMPTY; ANSWERS + BLOCK + 512];
        let page = (4096 - memory.as_ptr().addr() % 4096) / 8 % 512;
        let mut block =
            Self { squares: queries.iter().map(|query| query.square).collect(), memory, page };
        for (place, query) in queries.iter().enumerate() {
            block.memory[block.page + place] = Bitboard(query.occupied);
        }
        block
    }

    fn parts(&mut self) -> (&[Square], &[Bitboard], &mut [Bitboard]) {
        let (boards, answers) = self.memory.split_at_mut(self.page + ANSWERS);
        (&self.squares, &boards[self.page..self.page + BLOCK], &mut answers[..BLOCK])
    }
}

/// Answers a block one query after the other, on words of one lane.
struct PlainLoop<'a, T>(Slider, &'a mut BatchBuffers, PhantomData<T>);

impl<T: SliderAttacks> WordVisitor for PlainLoop<'_, T> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        if const { V::LANES == 1 } {
            match self.0 {
                Slider::Rook => plain_loop::<T, V, { Slider::Rook as usize }>(token, self.1),
                Slider::Bishop => plain_loop::<T, V, { Slider::Bishop as usize }>(token, self.1),
                Slider::Queen => plain_loop::<T, V, { Slider::Queen as usize }>(token, self.1),
            }
        }
    }
}

#[inline(always)]
fn plain_loop<T: SliderAttacks, V: Vector, const SLIDER: usize>(
    token: V::Token,
    block: &mut BatchBuffers,
) {
    let (squares, occupied, answers) = block.parts();
    for ((square, occupied), answer) in squares.iter().zip(occupied).zip(answers) {
        let (mut lanes, mut boards) = (V::ZEROS, V::ZEROS);
        lanes.as_mut()[0] = square.word();
        boards.as_mut()[0] = occupied.0;
        let occupied = T::occupied(V::from_array(token, boards));
        let square = V::from_array(token, lanes);
        let attacks = T::slider(Slider::ALL[SLIDER], square, &occupied);
        *answer = Bitboard(attacks.into_array().as_ref()[0]);
    }
}

fn plain<T: SliderAttacks>(kind: WordKind, slider: Slider) -> Named<'static> {
    let block = core::cell::RefCell::new(BatchBuffers::new());
    let answer = move || {
        kind.visit(PlainLoop::<T>(slider, &mut block.borrow_mut(), PhantomData));
        black_box(&block);
    };
    answer();
    (format!("{} in a plain loop on {kind}", T::INFO.id), Box::new(answer))
}

fn batch<T: SliderAttacks>(kind: WordKind, slider: Slider) -> Named<'static> {
    let block = core::cell::RefCell::new(BatchBuffers::new());
    let answer = move || {
        let mut block = block.borrow_mut();
        let (squares, occupied, answers) = block.parts();
        let answered = Batch::new(slider, squares, occupied, answers)
            .and_then(|batch| batch.answer_with::<T>(kind));
        assert_eq!(answered, Ok(()));
        black_box(&block);
    };
    (format!("{} on {kind}", T::INFO.id), Box::new(answer))
}

/// Makes a rival of the best choice, called as users call it.
fn best(slider: Slider) -> Named<'static> {
    let block = core::cell::RefCell::new(BatchBuffers::new());
    let answer = move || {
        let mut block = block.borrow_mut();
        let (squares, occupied, answers) = block.parts();
        assert_eq!(batch::attacks(slider, squares, occupied, answers), Ok(()));
        black_box(&block);
    };
    (format!("batch: {}", Purpose::Batch.choice()), Box::new(answer))
}

/// Makes rivals of techniques in plain loops, on every word of one lane that the processor has.
macro_rules! plain_loops {
    ($slider:expr, $($technique:ident)*) => {{
        let one_lane = WordKind::ALL.iter().filter(|kind| kind.lanes() == 1 && kind.is_available());
        let mut rivals: Vec<Named<'static>> = Vec::new();
        for &kind in one_lane {
            $(rivals.push(plain::<techniques::$technique>(kind, $slider));)*
        }
        rivals
    }};
}

/// Makes rivals of techniques on every vector that the processor has.
macro_rules! batches {
    ($slider:expr, $($technique:ident)*) => {{
        let vectors = WordKind::ALL.iter().filter(|kind| kind.lanes() > 1 && kind.is_available());
        let mut rivals: Vec<Named<'static>> = Vec::new();
        for &kind in vectors {
            $(rivals.push(batch::<techniques::$technique>(kind, $slider));)*
        }
        rivals
    }};
}

/// Checks that all answers equal the ray walk's.
fn verify(slider: Slider) {
    let mut block = BatchBuffers::new();
    let (squares, occupied, answers) = block.parts();
    batch::attacks(slider, squares, occupied, answers).expect("slices of one length");
    for ((&square, &occupied), &answer) in squares.iter().zip(occupied).zip(answers.iter()) {
        let expected = techniques::RayWalk::slider_attacks(slider, square, occupied);
        assert_eq!(answer, expected, "{slider} on {square}, {occupied:#?}");
    }
}

fn main() {
    if !support::is_run() {
        return;
    }
    for slider in Slider::ALL {
        verify(slider);
        // `pext` comes first where the processor has its instruction.
        let mut rivals = plain_loops!(slider, Pext);
        rivals.reverse();
        rivals.extend(plain_loops!(
            slider,
            PextPdep MagicPlain MagicFancy MagicFixedShift Kindergarten HqFirstRank
            HyperbolaQuintessence
        ));
        rivals.extend(batches!(
            slider,
            HyperbolaQuintessence HqFirstRank HqByteRanks ObstructionDifferenceInfuehr
            ObstructionDifferenceSelect Sbamg KoggeStone Pext RayPermutation
        ));
        rivals.push(best(slider));
        support::print_table(&format!("{slider}s"), &rivals, BLOCK);
    }
}
