//! The generator counts the same with every technique, however it counts.

use hyperbola::Technique;
use hyperbola_console::generator::Generator;
use hyperbola_moves::Position;
use hyperbola_samples::suite;

#[test]
fn every_technique_counts_the_same() {
    for case in suite("six") {
        let (position, counts) = (case.position(), case.counts);
        for &technique in Technique::ALL {
            let generator = Generator::new(technique);
            for &(depth, nodes) in counts.iter().filter(|(_, nodes)| *nodes <= 100_000) {
                assert_eq!(generator.count(&position, depth), nodes, "{technique}: {position}");
            }
            for &(depth, nodes) in counts.iter().filter(|(_, nodes)| *nodes <= 10_000) {
                let found = generator.count_every_move(&position, depth);
                assert_eq!(found, nodes, "{technique}: {position}");
            }
        }
    }
}

#[test]
fn every_technique_lists_the_same_moves() {
    for case in suite("six") {
        let position = case.position();
        let expected = position.legal_moves();
        for &technique in Technique::ALL {
            let found = Generator::new(technique).moves(&position);
            assert_eq!(found[..], expected[..], "{technique}: {position}");
        }
    }
}

#[test]
fn no_move_is_one_sequence() {
    let generator = Generator::new(Technique::DualHq);
    assert_eq!(generator.count(&Position::initial(), 0), 1);
    assert_eq!(generator.count_every_move(&Position::initial(), 0), 1);
}
