//! The evaluation: a network of one hidden layer, which follows the moves.

use core::iter::zip;
use std::fs;

use hyperbola_inputs::{Accumulator, Accumulators, Color, InputSet, KING_SQUARES};
use hyperbola_moves::Position;

use crate::search::MOST_PLIES;

/// The numbers of a view in the hidden layer.
const WIDTH: usize = 64;

/// A row of weights for each input, and the weights of both views, of the side to move first.
#[derive(Debug)]
pub struct Network {
    /// The hidden layers of the positions on the way from the root.
    pub(crate) layers: Accumulators<Vec<[Accumulator<WIDTH>; 2]>, WIDTH>,
    set: InputSet,
    rows: Vec<[i16; WIDTH]>,
    output: Vec<[i16; WIDTH]>,
    added: i32,
}

impl Default for Network {
    /// Makes the network that `docs/ENGINE.md` trains.
    fn default() -> Self {
        Self::read(include_bytes!("../network.bin")).expect("a test reads it")
    }
}

impl Network {
    /// Reads a network's file, as [`read`](Self::read) does.
    ///
    /// # Errors
    ///
    /// Returns a text that begins with the path.
    pub fn open(path: &str) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|why| why.to_string());
        bytes.and_then(|bytes| Self::read(&bytes)).map_err(|why| format!("{path}: {why}"))
    }

    /// Reads a network in the layout that `python/examples/train.py` describes.
    ///
    /// # Errors
    ///
    /// Returns a text that says what was expected.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let rest = bytes.strip_prefix(b"HYPNET1\n").ok_or("expected HYPNET1 and a line feed")?;
        let (&length, rest) = rest.split_first_chunk().ok_or("expected the length of a name")?;
        let length = u32::from_le_bytes(length) as usize;
        let split = rest.split_at_checked(length).filter(|_| length < 256);
        let (names, rest) = split.ok_or("expected a name of at most 255 bytes")?;
        let names = String::from_utf8_lossy(names);
        let set: InputSet = names.parse().map_err(|why| format!("{names}: {why}"))?;
        let size = set.size() as usize;
        let head = [set.size().to_le_bytes(), 64_u32.to_le_bytes()];
        let rest = rest.strip_prefix(head.as_flattened()).unwrap_or_default();
        if rest.len() != WIDTH * (2 * size + 8) + 4 {
            return Err(format!("expected {size} inputs, a width of {WIDTH}, and as many weights"));
        }
        let (rows, rest) = rest.split_at(2 * WIDTH * size);
        let rows = rows.as_chunks().0.iter().map(|&two| i16::from_le_bytes(two));
        let mut rest = rest.as_chunks().0.iter().map(|&four| i32::from_le_bytes(four));
        let output: Result<Vec<_>, _> = rest.by_ref().take(2 * WIDTH).map(i16::try_from).collect();
        let output = output.map_err(|_| "expected weights of 16 bits behind the hidden layer")?;
        let in_rows = |weights: Vec<i16>| weights.as_chunks().0.to_vec();
        let (rows, output) = (in_rows(rows.collect()), in_rows(output));
        // There is room for the kings, the root, and as many positions as a search goes ahead.
        let layers = Accumulators::new(vec![Default::default(); KING_SQUARES + 1 + MOST_PLIES]);
        Ok(Self { layers, set, rows, output, added: rest.next().unwrap_or_default() })
    }

    /// Returns the score of the last position for its side to move, in hundredths of a pawn.
    pub(crate) fn score(&mut self, position: &Position) -> i32 {
        let Self { layers, set, rows, output, added } = self;
        let (layer, side) = (layers.sums(set, rows), position.side_to_move());
        debug_assert!({
            let active = set.active(position.board());
            Color::ALL.iter().all(|&view| layer[view as usize] == &active.sum(view, rows))
        });
        let mut score = i64::from(*added);
        for (view, weights) in zip([side, !side], &*output) {
            let products = zip(layer[view as usize], weights)
                .map(|(&sum, &weight)| i32::from(sum.clamp(0, 255)) * i32::from(weight));
            score += i64::from(products.sum::<i32>());
        }
        i32::try_from((score / 256).clamp(-20_000, 20_000)).expect("small")
    }
}
