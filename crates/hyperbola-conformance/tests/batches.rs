//! Batches give the same answers as single queries, for every word, length and alignment.

use hyperbola::batch::{self, Batch, BatchError};
use hyperbola::choice::{Choice, ChoiceVisitor, Purpose};
use hyperbola::word::{Vector, WordKind};
use hyperbola::{Bitboard, Slider, SliderAttacks, Square, Technique, techniques};
use hyperbola_conformance::oracle;
use hyperbola_random::Random;

/// Random queries with the attacks of a rook, a bishop and a queen according to the definition.
struct AnsweredQueries {
    squares: Vec<Square>,
    occupied: Vec<Bitboard>,
    expected: [Vec<Bitboard>; 3],
}

fn queries(count: usize) -> AnsweredQueries {
    let mut random = Random::new(5);
    let squares: Vec<Square> =
        (0..count).map(|_| Square::ALL[usize::try_from(random.square()).unwrap()]).collect();
    let occupied: Vec<Bitboard> = (0..count).map(|_| Bitboard(random.board())).collect();
    let expected = |steps: &[(i32, i32)]| -> Vec<Bitboard> {
        let queries = squares.iter().zip(&occupied);
        let attacks = |(square, occupied): (&Square, &Bitboard)| {
            Bitboard(oracle::attacks(square.index().into(), steps, occupied.0))
        };
        queries.map(attacks).collect()
    };
    let queen = [oracle::ROOK_STEPS, oracle::BISHOP_STEPS].concat();
    let expected = [&oracle::ROOK_STEPS[..], &oracle::BISHOP_STEPS, &queen].map(expected);
    AnsweredQueries { squares, occupied, expected }
}

fn available() -> impl Iterator<Item = WordKind> {
    WordKind::ALL.iter().copied().filter(|kind| kind.is_available())
}

/// Answers part of the queries into the middle of a slice, and checks that the rest is untouched.
fn check<T: SliderAttacks>(kind: WordKind, queries: &AnsweredQueries, first: usize, length: usize) {
    const UNTOUCHED: Bitboard = Bitboard(0x0123_4567_89ab_cdef);
    let places = first..first + length;
    let (squares, occupied) = (&queries.squares[places.clone()], &queries.occupied[places.clone()]);
    let context = format!("{} on {kind}, {length} queries from {first}", T::INFO.id);
    let fresh = || vec![UNTOUCHED; queries.squares.len()];
    let check = |found: &[Bitboard], expected: &[Bitboard]| {
        assert_eq!(found[places.clone()], expected[places.clone()], "{context}");
        let outside = found[..first].iter().chain(&found[first + length..]);
        assert!(outside.into_iter().all(|&set| set == UNTOUCHED), "{context} writes outside");
    };
    for (slider, expected) in Slider::ALL.into_iter().zip(&queries.expected) {
        let mut found = fresh();
        Batch::new(slider, squares, occupied, &mut found[places.clone()])
            .and_then(|batch| batch.answer_with::<T>(kind))
            .unwrap();
        check(&found, expected);
    }
    let (mut rooks, mut bishops) = (fresh(), fresh());
    Batch::both(squares, occupied, &mut rooks[places.clone()], &mut bishops[places.clone()])
        .and_then(|batch| batch.answer_with::<T>(kind))
        .unwrap();
    check(&rooks, &queries.expected[0]);
    check(&bishops, &queries.expected[1]);
}

#[test]
fn every_length_and_alignment_is_answered() {
    let queries = queries(64);
    for kind in available() {
        for first in 0..=kind.lanes() {
            for length in 0..=3 * kind.lanes() + 1 {
                check::<techniques::ObstructionDifferenceSelect>(kind, &queries, first, length);
                check::<techniques::HqByteRanks>(kind, &queries, first, length);
            }
        }
    }
}

#[test]
fn choices_visit_their_technique_and_word() {
    struct IdAndLanes;
    impl ChoiceVisitor for IdAndLanes {
        type Output = (&'static str, usize);
        fn visit<T: SliderAttacks, V: Vector>(self, _token: V::Token) -> Self::Output {
            (T::INFO.id, V::LANES)
        }
    }
    for kind in available() {
        for &technique in Technique::ALL {
            let seen = Choice { technique, kind }.visit(IdAndLanes);
            assert_eq!(seen, Some((technique.id(), kind.lanes())));
        }
    }
}

#[test]
fn the_best_choice_answers() {
    let queries = queries(1000);
    let (squares, occupied) = (&queries.squares, &queries.occupied);
    let mut found = [(); 3].map(|()| vec![Bitboard::EMPTY; 1000]);
    let [rooks, bishops, queens] = &mut found;
    batch::rook_attacks(squares, occupied, rooks).unwrap();
    batch::bishop_attacks(squares, occupied, bishops).unwrap();
    batch::queen_attacks(squares, occupied, queens).unwrap();
    assert_eq!(found, queries.expected);
    let [rooks, bishops, _] = &mut found;
    rooks.fill(Bitboard::FULL);
    bishops.fill(Bitboard::FULL);
    batch::rook_bishop_attacks(squares, occupied, rooks, bishops).unwrap();
    assert_eq!(found, queries.expected);
    for purpose in Purpose::ALL {
        let choice = purpose.choice();
        assert!(choice.kind.is_available(), "{purpose}: {choice}");
        let info = choice.technique.info();
        assert!(info.table_bytes() <= 64 * 1024, "{purpose}: {choice}");
        assert!(!info.needs.iter().any(|need| need.is_microcoded()), "{purpose}: {choice}");
        let mut found = vec![Bitboard::EMPTY; 1000];
        purpose.visit(Batch::new(Slider::Queen, squares, occupied, &mut found).unwrap());
        assert_eq!(found, queries.expected[2], "{purpose}: {choice}");
    }
}

#[test]
fn slices_of_different_lengths_are_rejected_before_any_write() {
    let queries = queries(3);
    let mut found = vec![Bitboard::FULL; 3];
    let (squares, occupied) = (&queries.squares[..], &queries.occupied[..]);
    let lengths =
        |queries, occupied, attacks| Err(BatchError::Lengths { queries, occupied, attacks });
    assert_eq!(batch::queen_attacks(&squares[1..], occupied, &mut found), lengths(2, 3, 3));
    assert_eq!(batch::rook_attacks(squares, &occupied[1..], &mut found), lengths(3, 2, 3));
    assert_eq!(batch::bishop_attacks(squares, occupied, &mut found[1..]), lengths(3, 3, 2));
    let mut short = [Bitboard::FULL];
    let both = batch::rook_bishop_attacks(squares, occupied, &mut found, &mut short);
    assert_eq!(both, lengths(3, 3, 1));
    assert_eq!((&found[..], &short[..]), (&[Bitboard::FULL; 3][..], &[Bitboard::FULL][..]));
    let text = batch::queen_attacks(&squares[1..], occupied, &mut found).unwrap_err().to_string();
    let expected = "expected slices of one length, found 2 queries, 3 occupied sets and 3 places \
                    for attacks";
    assert_eq!(text, expected);
}

#[test]
fn a_word_that_the_processor_lacks_is_refused() {
    let queries = queries(3);
    for &kind in WordKind::ALL.iter().filter(|kind| !kind.is_available()) {
        let mut found = vec![Bitboard::FULL; 3];
        let (squares, occupied) = (&queries.squares, &queries.occupied);
        let refused = Batch::new(Slider::Queen, squares, occupied, &mut found)
            .and_then(|batch| batch.answer_with::<techniques::HqByteRanks>(kind));
        assert_eq!(refused, Err(BatchError::Unavailable(kind)));
        assert_eq!(found, [Bitboard::FULL; 3]);
    }
}

#[test]
fn threads_answer_alike() {
    let queries = queries(20_001);
    let (squares, occupied) = (&queries.squares, &queries.occupied);
    let mut found = [(); 3].map(|()| vec![Bitboard::EMPTY; 20_001]);
    for (slider, found) in Slider::ALL.into_iter().zip(&mut found) {
        batch::parallel::attacks(slider, squares, occupied, found).unwrap();
    }
    assert_eq!(found, queries.expected);
    let [rooks, bishops, _] = &mut found;
    rooks.fill(Bitboard::FULL);
    bishops.fill(Bitboard::FULL);
    batch::parallel::rook_bishop_attacks(squares, occupied, rooks, bishops).unwrap();
    assert_eq!(found, queries.expected);
    let short = batch::parallel::attacks(Slider::Rook, &squares[1..], occupied, &mut found[0]);
    assert!(matches!(short, Err(BatchError::Lengths { queries: 20_000, .. })));
    let [rooks, ..] = &mut found;
    let short = batch::parallel::rook_bishop_attacks(squares, occupied, rooks, &mut []);
    assert!(matches!(short, Err(BatchError::Lengths { attacks: 0, .. })));
}
