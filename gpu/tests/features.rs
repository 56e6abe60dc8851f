//! Features on the device compared with those of the processor. A driver of software suffices.

use hyperbola_features::{Checkers, FormulaVisitor, Positions, WordFormula, visit_formulas};
use hyperbola_gpu::Gpu;
use hyperbola_moves::Position;
use hyperbola_random::Random;
use hyperbola_samples::{chess960, random_endgame, random_game, random_setup};

/// More positions than a dispatch takes: of random games of chess and Chess960, those that no game
/// leads to, those of few pieces, and marked rows.
fn positions() -> Positions {
    let len = (1 << 18) + 77;
    let mut random = Random::new(3);
    let mut all = Positions::new();
    while all.len() < len {
        let number = usize::try_from(random.word() % 960).expect("it fits");
        for start in [Position::initial(), chess960(number, 959 - number)] {
            random_game(start, &mut random, 200, |position, _| all.push(position));
        }
        for _ in 0..150 {
            all.push(&random_setup(&mut random));
            all.push(&random_endgame(&mut random));
        }
        all.push_marked();
    }
    all.as_slice().rows(..len).to_owned()
}

/// Compares each feature with the processor.
struct Compared<'a> {
    gpu: &'a Gpu,
    positions: &'a Positions,
    features: u32,
}

impl FormulaVisitor for Compared<'_> {
    fn visit<const N: usize, F: WordFormula<N>>(&mut self, feature: F) {
        let (name, rows) = (feature.name(), self.positions.as_slice());
        let kernel = self.gpu.feature(feature).unwrap_or_else(|error| panic!("{name}: {error}"));
        let found = kernel.compute(rows).unwrap_or_else(|error| panic!("{name}: {error}"));
        let expected = rows.features().compute(feature);
        let width = feature.shape().size();
        let wrong = (0..rows.len())
            .find(|row| found[row * width..][..width] != expected[row * width..][..width]);
        assert_eq!(found.len(), expected.len(), "{name}");
        assert!(wrong.is_none(), "{name}: {:?}", wrong.map(|row| rows.position(row)));
        self.features += 1;
    }
}

#[test]
fn every_formula_agrees_with_the_processor() {
    let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
    let mut compared = Compared { gpu: &gpu, positions: &positions(), features: 0 };
    visit_formulas(&mut compared);
    assert_eq!(compared.features, 13);
    let none = Positions::new();
    let checkers = gpu.feature(Checkers).expect("a kernel");
    assert_eq!(checkers.compute(none.as_slice()), Ok(Vec::new()));
}
