//! Attack maps and counts of slices of boards.

use hyperbola::batch::BatchError;
use hyperbola::setwise::{self, AttackCounts, Sliders};
use hyperbola::{Bitboard, Square};
use hyperbola_conformance::oracle;
use hyperbola_random::Random;

/// Makes boards with sets of sliders, some of them empty.
fn boards(count: usize) -> (Vec<Sliders<u64>>, Vec<Bitboard>) {
    let mut random = Random::new(11);
    let board = |random: &mut Random| {
        let sparse = random.board() & random.board() & random.board();
        let sliders = Sliders { orthogonal: sparse & random.board(), diagonal: sparse };
        (sliders, Bitboard(random.board()))
    };
    (0..count).map(|_| board(&mut random)).unzip()
}

/// Returns how many sliders attack each square, by the definition.
fn counts(sliders: Sliders<u64>, occupied: Bitboard) -> [u32; 64] {
    let blockers = occupied.0 | sliders.all();
    let mut counts = [0; 64];
    for square in 0..64 {
        for (set, steps) in
            [(sliders.orthogonal, &oracle::ROOK_STEPS), (sliders.diagonal, &oracle::BISHOP_STEPS)]
        {
            if set >> square & 1 == 1 {
                for target in Bitboard(oracle::attacks(square, steps, blockers)) {
                    counts[usize::from(target.index())] += 1;
                }
            }
        }
    }
    counts
}

#[test]
fn slices_of_any_length_have_the_maps_and_counts_of_the_definition() {
    for count in [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 333] {
        let (sliders, occupied) = boards(count);
        let mut maps = vec![Bitboard::FULL; count];
        let mut found = vec![AttackCounts { digits: [u64::MAX; 4] }; count];
        assert_eq!(setwise::attack_maps(&sliders, &occupied, &mut maps), Ok(()));
        assert_eq!(setwise::attack_counts(&sliders, &occupied, &mut found), Ok(()));
        for board in 0..count {
            let expected = counts(sliders[board], occupied[board]);
            for square in Square::ALL {
                let attackers = expected[usize::from(square.index())];
                assert_eq!(found[board].of(square), attackers, "{square} of {board} of {count}");
                assert_eq!(maps[board].contains(square), attackers > 0, "{square} of {board}");
            }
        }
    }
}

#[test]
fn threads_give_the_same() {
    let (sliders, occupied) = boards(20_001);
    let mut maps = [(); 2].map(|()| vec![Bitboard::EMPTY; 20_001]);
    setwise::attack_maps(&sliders, &occupied, &mut maps[0]).expect("one length");
    setwise::parallel::attack_maps(&sliders, &occupied, &mut maps[1]).expect("one length");
    assert!(maps[0] == maps[1]);
    let mut counts = [(); 2].map(|()| vec![AttackCounts::ZERO; 20_001]);
    setwise::attack_counts(&sliders, &occupied, &mut counts[0]).expect("one length");
    setwise::parallel::attack_counts(&sliders, &occupied, &mut counts[1]).expect("one length");
    assert!(counts[0] == counts[1]);
}

#[test]
fn slices_of_different_lengths_are_refused() {
    let (sliders, occupied) = boards(3);
    let mut maps = [Bitboard::FULL; 3];
    let mut counts = [AttackCounts::ZERO; 2];
    let lengths =
        |queries, occupied, attacks| Err(BatchError::Lengths { queries, occupied, attacks });
    assert_eq!(setwise::attack_maps(&sliders[1..], &occupied, &mut maps), lengths(2, 3, 3));
    assert_eq!(setwise::attack_maps(&sliders, &occupied[1..], &mut maps), lengths(3, 2, 3));
    assert_eq!(setwise::attack_counts(&sliders, &occupied, &mut counts), lengths(3, 3, 2));
    assert_eq!(
        setwise::parallel::attack_counts(&sliders, &occupied, &mut counts),
        lengths(3, 3, 2)
    );
    assert_eq!(maps, [Bitboard::FULL; 3]);
}
