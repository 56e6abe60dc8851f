//! Features of positions, by their formulas.

use hyperbola_export::{Language, export_feature, feature_inputs};
use hyperbola_features::{PositionSlice, WordFormula, castling_of_side};
use wgpu::ComputePipeline;

use crate::device::GROUP;
use crate::kernels::language;
use crate::{Gpu, GpuError};

/// The most positions in a dispatch.
const TOGETHER: usize = 1 << 18;

/// A kernel that computes a feature of positions, whose formula has a number of words.
#[derive(Debug)]
pub struct Feature<'g, F, const N: usize> {
    gpu: &'g Gpu,
    feature: F,
    kernel: ComputePipeline,
    reads_sides: bool,
    reads_castling: bool,
}

impl Gpu {
    /// Compiles a feature's formula.
    ///
    /// # Errors
    ///
    /// Returns an error of the driver.
    pub fn feature<F, const N: usize>(&self, feature: F) -> Result<Feature<'_, F, N>, GpuError>
    where
        F: WordFormula<N>,
    {
        Feature::printed_in(language(), self, feature)
    }
}

impl<'g, F: WordFormula<N>, const N: usize> Feature<'g, F, N> {
    /// Prints a feature in a form of WGSL and compiles it.
    fn printed_in(language: &Language, gpu: &'g Gpu, feature: F) -> Result<Self, GpuError> {
        let name = feature.name();
        let shader = export_feature(name, language, None).expect("the list has every formula");
        let inputs = feature_inputs(name).expect("the list has every formula");
        let [reads_sides, reads_castling] =
            ["is_black", "castling"].map(|input| inputs.contains(&input));
        let kernel = gpu.kernel(name, &shader)?;
        Ok(Self { gpu, feature, kernel, reads_sides, reads_castling })
    }

    /// Computes the feature's numbers, as
    /// [`Features::compute`](hyperbola_features::Features::compute) does on the processor: those of
    /// a position are next to each other.
    ///
    /// For legal moves and outcomes, the host adds the parts that the formula leaves out: captures
    /// en passant, and castling of Chess960.
    ///
    /// # Errors
    ///
    /// Returns an error of the device: it is lost, or has too little memory.
    pub fn compute(&self, positions: PositionSlice<'_>) -> Result<Vec<F::Item>, GpuError> {
        let width = self.feature.shape().size();
        let mut items = vec![F::Item::default(); positions.len() * width];
        let together = self.together();
        let parts = positions.pieces(together).zip(items.chunks_mut(together * width));
        for (rows, items) in parts {
            self.feature.fill_of_words(&self.words(rows)?, rows, items);
        }
        Ok(items)
    }

    /// Returns the number of positions that fit in the largest buffers of the device.
    fn together(&self) -> usize {
        let largest = self.gpu.device.limits().max_storage_buffer_binding_size;
        let most = largest / (8 * N.max(8)) as u64;
        usize::try_from(most).unwrap_or(TOGETHER).clamp(1, TOGETHER)
    }

    /// Computes the words of the formula for positions that the device has room for.
    fn words(&self, positions: PositionSlice<'_>) -> Result<Vec<u64>, GpuError> {
        let gpu = self.gpu;
        let len = positions.len() as u64;
        let columns = gpu.buffer("columns", 8 * 8 * len)?;
        for (number, column) in (0..).zip(positions.sets) {
            gpu.queue.write_buffer(&columns, number * 8 * len, bytemuck::cast_slice(column));
        }
        let found = gpu.buffer("words", 8 * N as u64 * len)?;
        let narrow = |label, column: &dyn Fn(usize) -> u32| {
            let numbers: Vec<u32> = (0..positions.len()).map(column).collect();
            let buffer = gpu.buffer(label, 4 * len)?;
            gpu.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(&numbers));
            Ok::<_, GpuError>(buffer)
        };
        let sides = |row: usize| u32::from(positions.sides_to_move[row]);
        let castling = |row: usize| {
            let castling = castling_of_side(positions.castling[row], positions.sides_to_move[row]);
            // It is at most 7.
            u32::try_from(castling).unwrap_or(0)
        };
        let sides = self.reads_sides.then(|| narrow("sides to move", &sides)).transpose()?;
        let castling = self.reads_castling.then(|| narrow("castling", &castling)).transpose()?;
        let mut buffers = vec![(0, &columns), (3, &found)];
        buffers.extend(sides.iter().map(|buffer| (1, buffer)));
        buffers.extend(castling.iter().map(|buffer| (2, buffer)));
        let bound = gpu.bound(&self.kernel, &buffers);
        #[expect(clippy::cast_possible_truncation, reason = "there are at most 2^18 positions")]
        let groups = len.div_ceil(GROUP.into()) as u32;
        gpu.run(&self.kernel, &bound, groups, 1);
        Ok(crate::batch::words(&gpu.read(&found, found.size())?, N * positions.len()))
    }
}

#[cfg(test)]
mod tests {
    use hyperbola_features::{FormulaVisitor, Positions, visit_formulas};
    use hyperbola_moves::Position;
    use hyperbola_random::Random;
    use hyperbola_samples::{random_game, random_setup};

    use super::*;

    /// Compares both forms of a feature's kernel with the processor.
    struct BothForms<'a> {
        gpu: &'a Gpu,
        positions: &'a Positions,
        features: u32,
    }

    impl FormulaVisitor for BothForms<'_> {
        fn visit<const N: usize, F: WordFormula<N>>(&mut self, feature: F) {
            let rows = self.positions.as_slice();
            let expected = rows.features().compute(feature);
            for form in ["wgsl", "wgsl-u64"] {
                let language = Language::find(form).expect("a form of WGSL");
                let kernel = Feature::printed_in(language, self.gpu, feature).expect("a kernel");
                let found = kernel.compute(rows).expect("numbers");
                assert!(found == expected, "{} in {form}", feature.name());
            }
            self.features += 1;
        }
    }

    #[test]
    fn both_forms_compute_the_features() {
        let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
        let mut random = Random::new(7);
        let mut positions = Positions::new();
        for _ in 0..20 {
            random_game(Position::initial(), &mut random, 100, |position, _| {
                positions.push(position)
            });
            positions.push(&random_setup(&mut random));
        }
        positions.push_marked();
        // No thread is missing at the end.
        positions.push(&Position::initial());
        let mut forms = BothForms { gpu: &gpu, positions: &positions, features: 0 };
        visit_formulas(&mut forms);
        assert_eq!(forms.features, 13);
    }
}
