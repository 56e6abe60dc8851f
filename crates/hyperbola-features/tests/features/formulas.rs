//! The words of formulas, computed by a caller.

use hyperbola_features::{Block, FormulaVisitor, WordFormula, visit_formulas};

use crate::support::{SAMPLE, columns};

/// Makes the numbers of each feature of the words of its formula, position by position.
struct ByWords(Vec<&'static str>);

impl FormulaVisitor for ByWords {
    fn visit<const N: usize, F: WordFormula<N>>(&mut self, feature: F) {
        let mut positions = columns(&SAMPLE);
        positions.push_marked();
        let all = positions.as_slice();
        let words: Vec<u64> =
            (0..all.len()).flat_map(|row| feature.words(&Block::of_row(all, row))).collect();
        let expected = all.features().compute(feature);
        let mut found = vec![F::Item::default(); expected.len()];
        feature.fill_of_words(&words, all, &mut found);
        assert!(found == expected, "{}", feature.name());
        // A word is a number, or eight bytes.
        let is_numbers = [words.len(), 8 * words.len()].contains(&expected.len());
        assert_eq!(feature.parts().is_none(), is_numbers, "{}", feature.name());
        self.0.push(feature.name());
    }
}

#[test]
fn numbers_are_made_of_the_words() {
    let mut visitor = ByWords(Vec::new());
    visit_formulas(&mut visitor);
    assert_eq!(visitor.0.len(), 13, "{:?}", visitor.0);
}
