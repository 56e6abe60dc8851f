//! Times the attack map of one side's sliders: all its rooks, bishops and queens at once, against a
//! loop over them with single queries.
//!
//! The positions are real middle games. The first rival loops over the sliders with the quickest
//! technique for single queries here, with the processor's own bit extraction where it has it.
//! "One board" has the eight directions of a board in the lanes of registers, "boards" a board in
//! each lane. A block of boards stays in the first-level cache, and every map must be the ray
//! walk's before it is timed.

mod support;

use core::hint::black_box;
use core::marker::PhantomData;

use criterion::{Criterion, Throughput};
use hyperbola::setwise::{self, FillAttacks, Sliders};
use hyperbola::word::{Vector, WordKind, WordVisitor};
use hyperbola::{SetwiseAttacks, SliderAttacks, Square, algorithms, placement};
use support::Named;

/// Middle games: the sliders of the side in upper-case letters.
const POSITIONS: [&str; 8] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1",
    "2rq1rk1/pb1n1ppp/1p2pn2/3p4/1bPP4/1QN1PN2/PB2BPPP/R4RK1",
    "r1b2rk1/2q1bppp/p1n1pn2/1p6/3NP3/1BN1B3/PPP1QPPP/3R1RK1",
    "3r1rk1/pp3ppp/1qn1bn2/2b1p3/4P3/1NP2NP1/PPQ1BPBP/R4RK1",
    "r2qr1k1/pp1b1pbp/2np1np1/2p1p3/2P1P3/2NPBNPP/PP1Q1PB1/R4RK1",
];

/// A side's sliders and the occupied squares.
#[derive(Clone, Copy)]
struct Board {
    sliders: Sliders<u64>,
    occupied: u64,
}

/// The boards of a block.
const BLOCK: usize = 64;

fn boards() -> Vec<Board> {
    let board = |text: &str| {
        let occupied = placement::occupied(text).expect("a placement").0;
        let (mut sliders, mut square) = (Sliders::new(0, 0, 0), 56);
        for letter in text.chars() {
            match letter {
                '/' => square -= 16,
                '1'..='8' => square += letter as usize - '0' as usize,
                _ => {
                    let bit = Square::ALL[square].bit();
                    if matches!(letter, 'R' | 'Q') {
                        sliders.orthogonal |= bit;
                    }
                    if matches!(letter, 'B' | 'Q') {
                        sliders.diagonal |= bit;
                    }
                    square += 1;
                }
            }
        }
        Board { sliders, occupied }
    };
    POSITIONS.into_iter().map(board).cycle().take(BLOCK).collect()
}

/// Loops over the sliders of each board.
struct OneByOne<'a, T>(&'a [Board], &'a mut [u64], PhantomData<T>);

impl<T: SliderAttacks> WordVisitor for OneByOne<'_, T> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        if const { V::LANES == 1 } {
            for (board, map) in self.0.iter().zip(self.1) {
                let like = V::from_array(token, V::ZEROS);
                let occupied = T::occupied(like.splat(board.occupied));
                let mut attacks = like;
                let mut left = board.sliders.orthogonal;
                while left != 0 {
                    let square = like.splat(left.trailing_zeros().into());
                    attacks = attacks | T::rook(square, &occupied);
                    left &= left - 1;
                }
                let mut left = board.sliders.diagonal;
                while left != 0 {
                    let square = like.splat(left.trailing_zeros().into());
                    attacks = attacks | T::bishop(square, &occupied);
                    left &= left - 1;
                }
                *map = attacks.into_array().as_ref()[0];
            }
        }
    }
}

/// The same boards as a slice for each set.
struct Columns {
    orthogonal: Vec<u64>,
    diagonal: Vec<u64>,
    occupied: Vec<u64>,
}

impl Columns {
    fn new(boards: &[Board]) -> Self {
        Self {
            orthogonal: boards.iter().map(|board| board.sliders.orthogonal).collect(),
            diagonal: boards.iter().map(|board| board.sliders.diagonal).collect(),
            occupied: boards.iter().map(|board| board.occupied).collect(),
        }
    }
}

/// Has a board in each lane.
struct Boards<'a, T>(&'a Columns, &'a mut [u64], PhantomData<T>);

impl<T: SetwiseAttacks> WordVisitor for Boards<'_, T> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let orthogonal = self.0.orthogonal.chunks_exact(V::LANES);
        let diagonal = self.0.diagonal.chunks_exact(V::LANES);
        let occupied = self.0.occupied.chunks_exact(V::LANES);
        let maps = self.1.chunks_exact_mut(V::LANES);
        for (((orthogonal, diagonal), occupied), maps) in
            orthogonal.zip(diagonal).zip(occupied).zip(maps)
        {
            let mut lanes = [V::ZEROS; 3];
            lanes[0].as_mut().copy_from_slice(orthogonal);
            lanes[1].as_mut().copy_from_slice(diagonal);
            lanes[2].as_mut().copy_from_slice(occupied);
            let sliders = Sliders {
                orthogonal: V::from_array(token, lanes[0]),
                diagonal: V::from_array(token, lanes[1]),
            };
            let attacks = setwise::attacks::<T, V>(sliders, V::from_array(token, lanes[2]));
            maps.copy_from_slice(attacks.into_array().as_ref());
        }
    }
}

/// Has the directions of one board in the lanes.
struct Directions<'a, T>(&'a [Board], &'a mut [u64], PhantomData<T>);

impl<T: FillAttacks> WordVisitor for Directions<'_, T> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        for (board, map) in self.0.iter().zip(self.1) {
            let (sliders, occupied) = (board.sliders, board.occupied);
            let sets = setwise::direction_attacks_in_lanes::<T, V>(token, sliders, occupied);
            *map = sets.into_iter().fold(0, |all, set| all | set);
        }
    }
}

fn columns() -> Columns {
    Columns::new(&boards())
}

/// Makes a rival that answers a block on a kind of word, once its answers are right.
macro_rules! rival {
    ($name:literal, $visitor:ident($boards:expr), $technique:ident, $kind:expr) => {{
        let kind = $kind;
        let boards = $boards;
        let maps = core::cell::RefCell::new(vec![0; BLOCK]);
        let answer = move || {
            let mut maps = maps.borrow_mut();
            kind.visit($visitor::<algorithms::$technique>(&boards, &mut maps, PhantomData));
            black_box(&mut *maps);
        };
        answer();
        let name = format!("{}: {} on {kind}", $name, stringify!($technique));
        (name, Box::new(answer) as Box<dyn Fn()>) as Named<'static>
    }};
}

/// Compares the maps of every kind of word with the ray walk's.
fn verify() {
    let boards = boards();
    let mut expected = vec![0; BLOCK];
    WordKind::Scalar.visit(OneByOne::<algorithms::RayWalk>(&boards, &mut expected, PhantomData));
    for kind in WordKind::ALL.iter().filter(|kind| kind.is_available()) {
        let mut maps = vec![0; BLOCK];
        kind.visit(Boards::<algorithms::KoggeStone>(&columns(), &mut maps, PhantomData));
        assert_eq!(maps, expected, "boards on {kind}");
        kind.visit(Directions::<algorithms::KoggeStone>(&boards, &mut maps, PhantomData));
        assert_eq!(maps, expected, "directions on {kind}");
        if kind.lanes() == 1 {
            kind.visit(OneByOne::<algorithms::Pext>(&boards, &mut maps, PhantomData));
            assert_eq!(maps, expected, "one by one on {kind}");
        }
    }
}

fn main() {
    let mut criterion: Criterion = support::criterion();
    if support::is_run() {
        verify();
    }
    let available = || WordKind::ALL.iter().copied().filter(|kind| kind.is_available());
    let mut rivals: Vec<Named<'static>> = Vec::new();
    let scalars = available().filter(|kind| kind.lanes() == 1);
    for kind in scalars.collect::<Vec<_>>().into_iter().rev() {
        rivals.push(rival!("one by one", OneByOne(boards()), Pext, kind));
        rivals.push(rival!("one by one", OneByOne(boards()), MagicPlain, kind));
        rivals.push(rival!("one by one", OneByOne(boards()), MagicFixedShift, kind));
        rivals.push(rival!("one by one", OneByOne(boards()), HqFirstRank, kind));
    }
    for kind in available() {
        rivals.push(rival!("one board", Directions(boards()), KoggeStone, kind));
        rivals.push(rival!("one board", Directions(boards()), Dumb7Fill, kind));
        rivals.push(rival!("boards", Boards(columns()), KoggeStone, kind));
        rivals.push(rival!("boards", Boards(columns()), Dumb7Fill, kind));
        rivals.push(rival!("boards", Boards(columns()), SetwiseSubtraction, kind));
    }
    let mut group = criterion.benchmark_group("setwise");
    group.throughput(Throughput::Elements(BLOCK as u64));
    for (name, answer) in &rivals {
        group.bench_function(name, |bencher| bencher.iter(answer));
    }
    group.finish();
    criterion.final_summary();
    if support::is_run() {
        support::print_table("a side's attack map", &rivals, BLOCK);
    }
}
