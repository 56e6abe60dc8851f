//! A search that scores positions by a network and keeps its first layer up to date:
//! `cargo run --release -p hyperbola-inputs --example search`, or with `-- network.bin` behind it for a
//! network that `train.py --export` has written.
//!
//! Without one the weights are random, and the scores mean nothing. The example shows how accumulators
//! follow the moves: a move subtracts the rows of the inputs that it removes and adds the others, and a
//! view whose king has come to another bucket is computed again.

use hyperbola_inputs::{Active, Changes, Color, InputSet};
use hyperbola_moves::{Move, Position};
use hyperbola_random::Random;

/// The numbers of a view in the first layer.
const WIDTH: usize = 32;

/// A row of weights for each input, and two rows for the second layer.
pub(crate) struct Network {
    set: InputSet,
    rows: Vec<[i16; WIDTH]>,
    output: [[i32; WIDTH]; 2],
    added: i32,
}

impl Network {
    pub(crate) fn random(set: InputSet) -> Self {
        let mut random = Random::new(2026);
        let mut weight = |bound: u64| {
            let below = random.word() % (2 * bound + 1);
            i32::try_from(below).expect("small") - i32::try_from(bound).expect("small")
        };
        let row = |_| core::array::from_fn(|_| i16::try_from(weight(127)).expect("small"));
        let rows = (0..set.size()).map(row).collect();
        let output = core::array::from_fn(|_| core::array::from_fn(|_| weight(64)));
        Self { set, rows, output, added: 0 }
    }

    /// Reads a network in the layout that `python/examples/train.py` describes.
    pub(crate) fn read(mut bytes: &[u8]) -> Option<Self> {
        let bytes = &mut bytes;
        take(bytes).filter(|magic| magic == b"HYPNET1\n")?;
        let (names, rest) = {
            let length = usize::try_from(u32::from_le_bytes(take(bytes)?)).ok()?;
            bytes.split_at_checked(length)?
        };
        *bytes = rest;
        let set: InputSet = str::from_utf8(names).ok()?.parse().ok()?;
        let sizes = [u32::from_le_bytes(take(bytes)?), u32::from_le_bytes(take(bytes)?)];
        if sizes != [set.size(), u32::try_from(WIDTH).ok()?] {
            return None;
        }
        let mut rows = vec![[0; WIDTH]; usize::try_from(set.size()).ok()?];
        for weight in rows.as_flattened_mut() {
            *weight = i16::from_le_bytes(take(bytes)?);
        }
        let mut output = [[0; WIDTH]; 2];
        for weight in output.as_flattened_mut() {
            *weight = i32::from_le_bytes(take(bytes)?);
        }
        let added = i32::from_le_bytes(take(bytes)?);
        bytes.is_empty().then_some(Self { set, rows, output, added })
    }

    /// Changes an accumulator by the rows of some inputs.
    fn change(&self, view: &mut [i16; WIDTH], inputs: &[u32], change: fn(i16, i16) -> i16) {
        for &input in inputs {
            let row = &self.rows[input as usize];
            for (sum, weight) in view.iter_mut().zip(row) {
                *sum = change(*sum, *weight);
            }
        }
    }

    /// Returns the score of a position for the side to move: its view comes first.
    fn score(&self, accumulator: &Accumulator, side: Color) -> i32 {
        let views = [accumulator[side as usize], accumulator[!side as usize]];
        let sums = views.iter().zip(&self.output).flat_map(|(view, row)| view.iter().zip(row));
        let sum = sums.map(|(&sum, &weight)| i64::from(sum.clamp(0, 255)) * i64::from(weight));
        let score = (sum.sum::<i64>() + i64::from(self.added)) / 256;
        i32::try_from(score.clamp(-MOST, MOST)).expect("small")
    }
}

/// No score is larger.
const MOST: i64 = 1_000_000;

/// Takes the next bytes.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// The first layer of both views. Sums wrap around, so that no order of changes matters.
type Accumulator = [[i16; WIDTH]; 2];

/// A search. Each position on the way from the root has its accumulator, so that taking a move back
/// costs nothing.
pub(crate) struct Search {
    network: Network,
    accumulators: Vec<Accumulator>,
    changes: Changes,
    active: Active,
    /// The number of positions, and of views that were computed again.
    pub(crate) positions: u64,
    pub(crate) refreshed: u64,
}

impl Search {
    pub(crate) fn new(network: Network) -> Self {
        Self {
            network,
            accumulators: Vec::new(),
            changes: Changes::default(),
            active: Active::default(),
            positions: 0,
            refreshed: 0,
        }
    }

    /// Returns the best move and its score.
    pub(crate) fn best(&mut self, position: &Position, depth: u32) -> Option<(Move, i32)> {
        let root = self.anew(position);
        self.accumulators = vec![root];
        let mut best: Option<(Move, i32)> = None;
        for &legal in &position.legal_moves() {
            let least = best.map_or(-i32::MAX, |(_, score)| score);
            let score = -self.after(position, legal, depth - 1, -i32::MAX, -least);
            if best.is_none_or(|(_, least)| score > least) {
                best = Some((legal, score));
            }
        }
        best
    }

    /// Makes a move, searches on and takes it back.
    fn after(
        &mut self,
        position: &Position,
        legal: Move,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut next = *position;
        next.play_unchecked(legal);
        let accumulator = self.changed(position, &next);
        self.accumulators.push(accumulator);
        let score = self.search(&next, depth, alpha, beta);
        self.accumulators.pop();
        score
    }

    fn search(&mut self, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.positions += 1;
        let moves = position.legal_moves();
        if depth == 0 || moves.is_empty() {
            let accumulator = self.accumulators.last().expect("that of the position");
            return self.network.score(accumulator, position.side_to_move());
        }
        for &legal in &moves {
            alpha = alpha.max(-self.after(position, legal, depth - 1, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// Returns the accumulator after a move: that of the position before, changed.
    fn changed(&mut self, before: &Position, after: &Position) -> Accumulator {
        let Self { network, accumulators, changes, .. } = self;
        let mut accumulator = *accumulators.last().expect("that of the position before");
        network.set.changes_into(before.board(), after.board(), changes);
        let blocks = network.set.parts().len();
        let mut refreshed = [false; 2];
        for view in Color::ALL {
            let (changes, sums) = (changes.view(view), &mut accumulator[view as usize]);
            refreshed[view as usize] = (0..blocks).any(|block| changes.refreshes(block));
            network.change(sums, changes.removed(), i16::wrapping_sub);
            network.change(sums, changes.added(), i16::wrapping_add);
        }
        if refreshed != [false; 2] {
            let anew = self.anew(after);
            for view in (0..2).filter(|&view| refreshed[view]) {
                accumulator[view] = anew[view];
                self.refreshed += 1;
            }
        }
        debug_assert_eq!(accumulator, self.anew(after), "{after}");
        accumulator
    }

    /// Returns the accumulator of a position, from all its inputs.
    fn anew(&mut self, position: &Position) -> Accumulator {
        self.network.set.active_into(position.board(), &mut self.active);
        let mut accumulator = Accumulator::default();
        for view in Color::ALL {
            let sums = &mut accumulator[view as usize];
            self.network.change(sums, self.active.view(view), i16::wrapping_add);
        }
        accumulator
    }
}

fn main() {
    let network = match std::env::args_os().nth(1) {
        Some(path) => {
            let bytes = std::fs::read(path).expect("a file that can be read");
            Network::read(&bytes).expect("a network that train.py has exported")
        }
        None => {
            let set = "threats_59808+pawn_pairs+halfka_v2_hm".parse();
            Network::random(set.expect("names of presets"))
        }
    };
    let mut search = Search::new(network);
    let start = std::time::Instant::now();
    let (best, score) = search.best(&Position::initial(), 4).expect("a legal move");
    let Search { positions, refreshed, .. } = search;
    let each = start.elapsed().as_nanos() / u128::from(positions);
    println!("{best} {score}: {positions} positions, {refreshed} views anew, {each} ns a position");
}
