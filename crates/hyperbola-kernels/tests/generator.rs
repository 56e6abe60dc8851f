//! The generator counts the same with every technique, however it counts.

use hyperbola::Technique;
use hyperbola_kernels::generator::Generator;
use hyperbola_moves::Position;

/// Six well-known positions, a line each: a FEN, then `;D1 20 ;D2 400` and so on.
const SIX: &str = include_str!("../../../testdata/perft/six.epd");

/// Returns the FENs and their counts at depth 1, depth 2 and so on.
fn cases() -> impl Iterator<Item = (Position, Vec<(u32, u64)>)> {
    SIX.lines().filter(|line| !line.is_empty()).map(|line| {
        let mut fields = line.split(';');
        let fen = fields.next().expect("a FEN");
        let count = |field: &str| {
            let (depth, nodes) = field.trim().strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
        };
        let counts = fields.map(|field| count(field).expect("a depth and its count"));
        (fen.parse().expect("a valid position"), counts.collect())
    })
}

#[test]
fn every_technique_counts_the_same() {
    for (position, counts) in cases() {
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
    for (position, _) in cases() {
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
