//! Proofs of techniques, and counterexamples to techniques with a changed operator.

use hyperbola::{Bitboard, Slider, Square};
use hyperbola_explain::{Change, Computation};
use hyperbola_prove::{Diagrams, Symbolic, definition, small_order};
use serde::Serialize;

use crate::Query;
use crate::either::{self, Either};

/// The size of a proof.
#[derive(Serialize)]
pub(crate) struct Proof {
    equations: u64,
    nodes: usize,
}

/// Proves that a technique is right for a slider on a square and all sets of occupied squares.
pub(crate) fn prove(query: &Query) -> Result<Proof, String> {
    let Query { technique, slider, square, .. } = query;
    let diagrams = Diagrams::new(Diagrams::BUDGET);
    let [occupied] = diagrams.inputs(&small_order(*square));
    let on = diagrams.constant(square.word());
    let [on, inputs] = [on, occupied].map(Either::Symbolic);
    let Either::Symbolic(found) = either::attacks(technique.0, slider.0, on, inputs) else {
        return Err("the symbols became lanes".to_owned());
    };
    if equals_definition(&diagrams, found, slider.0, *square, occupied)? {
        Ok(Proof { equations: 1, nodes: diagrams.nodes() })
    } else {
        Err(format!("{} differs from the definition", technique.0))
    }
}

/// Returns whether attacks are what the definition says, for all sets of occupied squares.
fn equals_definition(
    diagrams: &Diagrams,
    found: Symbolic<'_>,
    slider: Slider,
    square: Square,
    occupied: Symbolic<'_>,
) -> Result<bool, String> {
    let expected = definition(diagrams, slider, square, occupied);
    let is_equal = found == expected;
    match diagrams.exhausted() {
        Some(operation) => Err(format!("{operation} needs more memory than a proof may take")),
        None => Ok(is_equal),
    }
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
    let diagrams = Diagrams::new(Diagrams::BUDGET);
    let [symbolic]: [Symbolic<'_>; 1] = diagrams.inputs(&small_order(square));
    let changed = computation.run(symbolic, Some(change));
    let changed = changed.ok_or("the changed technique cannot be run")?;
    // What is too large is not proved: the search for a counterexample goes on.
    if equals_definition(&diagrams, changed, slider, square, symbolic).unwrap_or(false) {
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
