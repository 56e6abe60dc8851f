//! Proofs of techniques, and counterexamples to techniques with a changed operator.

use hyperbola::techniques::RayWalk;
use hyperbola::{Bitboard, Slider, SliderAttacks, Square, dispatch};
use hyperbola_explain::{Change, Computation};
use hyperbola_prove::{Diagrams, Symbolic, prove_square};
use serde::Serialize;

use crate::Query;

/// The size of a proof.
#[derive(Serialize)]
pub(crate) struct Proof {
    equations: u64,
    nodes: u64,
}

/// Proves that a technique is right for a slider on a square and all sets of occupied squares.
pub(crate) fn prove(query: &Query) -> Result<Proof, String> {
    let Query { technique, slider, square, .. } = query;
    let mut diagrams = Diagrams::new(Diagrams::BUDGET);
    let sliders = [slider.0];
    let proved = dispatch!(technique.0, T => prove_square::<T>(&mut diagrams, *square, &sliders));
    let proved = proved.map_err(|failure| failure.to_string())?;
    Ok(Proof { equations: proved.equations, nodes: proved.nodes })
}

/// An operator that can be changed, and all that can stand in its place.
#[derive(Serialize)]
pub(crate) struct Changeable {
    node: usize,
    operations: Vec<&'static str>,
}

/// Returns the operators of a technique that can be changed.
pub(crate) fn changes(query: &Query) -> Vec<Changeable> {
    let mut changeable: Vec<Changeable> = Vec::new();
    for Change { node, operation, .. } in computation(query).changes() {
        match changeable.last_mut().filter(|last| last.node == node) {
            Some(last) => last.operations.push(operation),
            None => changeable.push(Changeable { node, operations: vec![operation] }),
        }
    }
    changeable
}

fn computation(query: &Query) -> Computation {
    let Query { technique, slider, square, occupied } = query;
    Computation::new(technique.0, slider.0, *square, *occupied)
}

/// The result of a change.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Refuted {
    /// The technique is right in spite of the change, for all sets of occupied squares.
    Right,
    /// It is wrong: no smaller set of occupied squares shows it.
    Wrong { occupied: Bitboard, expected: Bitboard, found: Bitboard },
    /// It is wrong, as the proof says, but on none of the sets that were tried.
    WrongOnLarge,
}

/// Finds the smallest counterexample to a technique with a changed operator.
pub(crate) fn refute(query: &Query, node: usize, operation: &str) -> Result<Refuted, String> {
    let (slider, square) = (query.slider.0, query.square);
    let computation = computation(query);
    let mut changes = computation.changes().into_iter();
    let change = changes
        .find(|change| change.node == node && change.operation == operation)
        .ok_or_else(|| format!("operation {node} cannot become {}", operation.escape_debug()))?;
    let unknown = || "the changed technique cannot be run".to_owned();
    if is_right(&computation, change, slider, square).ok_or_else(unknown)? {
        return Ok(Refuted::Right);
    }
    for size in 0..=MOST_BLOCKERS {
        let mut wrong = None;
        each_subset(size, square, 0, 0, &mut |occupied| {
            let found = computation.run(occupied, Some(change)).unwrap_or(0);
            let expected = hyperbola::slider_attacks(slider, square, Bitboard(occupied)).0;
            if found != expected {
                let [occupied, expected, found] = [occupied, expected, found].map(Bitboard);
                wrong = Some(Refuted::Wrong { occupied, expected, found });
            }
            wrong.is_some()
        });
        if let Some(wrong) = wrong {
            return Ok(wrong);
        }
    }
    Ok(Refuted::WrongOnLarge)
}

/// The largest sets of occupied squares that are tried: there are 41,664 sets of three.
const MOST_BLOCKERS: u32 = 3;

/// Calls a function for all sets of `size` squares from `first` on, without the slider's, until it
/// returns true.
fn each_subset(
    size: u32,
    square: Square,
    first: u32,
    chosen: u64,
    visit: &mut dyn FnMut(u64) -> bool,
) -> bool {
    if size == 0 {
        return visit(chosen);
    }
    (first..64)
        .filter(|&next| next != u32::from(square.index()))
        .any(|next| each_subset(size - 1, square, next + 1, chosen | 1 << next, visit))
}

/// Returns whether a changed computation equals a ray walk for all sets of occupied squares.
fn is_right(
    computation: &Computation,
    change: Change,
    slider: Slider,
    square: Square,
) -> Option<bool> {
    let diagrams = Diagrams::new(Diagrams::BUDGET);
    let [occupied]: [Symbolic<'_>; 1] = diagrams.inputs(&order_around(slider, square));
    let found = computation.run(occupied, Some(change))?;
    let expected = RayWalk::slider(slider, diagrams.constant(square.word()), &occupied);
    // What is too large is not proved: the search for a counterexample goes on.
    Some(diagrams.exhausted().is_none() && (found ^ expected).as_constant() == Some(0))
}

/// Returns the squares with those of each line through a square together, the others behind them.
fn order_around(slider: Slider, square: Square) -> [u8; 64] {
    let lines = slider.lines();
    let place = |other: &u8| {
        let on_line = |line: &hyperbola::Line| {
            Square::ALL
                .get(usize::from(*other))
                .is_some_and(|&other| hyperbola::geometry::line(square, *line).contains(other))
        };
        lines.iter().position(on_line).unwrap_or(lines.len())
    };
    let mut order = core::array::from_fn(|index| Square::ALL[index].index());
    order.sort_by_key(place);
    order
}
