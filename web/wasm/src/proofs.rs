//! Proofs of techniques, and counterexamples to techniques with a changed operator.

use hyperbola::{Bitboard, Bits as _, Slider, Square, Technique, geometry};
use hyperbola_explain::{Change, Computation};
use hyperbola_prove::{Claim, ClaimInputs, Diagrams};
use serde::Serialize;

use crate::Query;
use crate::either::{self, Either};
use crate::techniques::is_by_lines;

/// The size of a proof.
#[derive(Default, Serialize)]
pub(crate) struct Proof {
    equations: usize,
    nodes: usize,
}

impl Proof {
    /// Proves claims in diagrams that they share, as the command does, and adds them.
    fn add(
        &mut self,
        technique: Technique,
        square: Square,
        claims: impl IntoIterator<Item = Claim>,
    ) -> Result<(), String> {
        let diagrams = Diagrams::new(Diagrams::BUDGET);
        for claim in claims {
            let inputs = claim.inputs(&diagrams, square);
            let ClaimInputs { square: on, sliders, occupied } = inputs;
            let [on, sliders, occupied] = [on, sliders, occupied].map(Either::Symbolic);
            let words = ClaimInputs { square: on, sliders, occupied };
            let found = either::claimed(technique, claim, words).and_then(Either::symbolic);
            let is_equal = found == Some(claim.definition(&diagrams, square, inputs));
            if !is_right(&diagrams, is_equal)? {
                return Err(format!("{technique}: {claim} differ from the definition"));
            }
            self.equations += 1;
        }
        self.nodes += diagrams.nodes();
        Ok(())
    }
}

/// Proves what is claimed of a slider on a square and all sets of occupied squares: its attacks,
/// the boards that the technique keeps, its lines, and the forms of a derivation.
pub(crate) fn prove(query: &Query) -> Result<Proof, String> {
    let (technique, square, sliders) = (query.technique.0, query.square, [query.slider.0]);
    let diagrams = Diagrams::new(Diagrams::BUDGET);
    let boards = either::boards(technique, Either::Symbolic(diagrams.constant(0)));
    let mut proof = Proof::default();
    proof.add(technique, square, Claim::on_squares(&sliders, boards))?;
    if is_by_lines(technique) {
        proof.add(technique, square, Claim::along_lines(&sliders))?;
    }
    if technique == Technique::HyperbolaQuintessence {
        proof.add(technique, square, Claim::of_derivation(&sliders))?;
    }
    Ok(proof)
}

/// Proves what is claimed of all sets of a slider and all sets of occupied squares.
pub(crate) fn prove_sets(technique: Technique, slider: Slider) -> Result<Proof, String> {
    let mut proof = Proof::default();
    // Each has an order of its own.
    for claim in Claim::of_sets(&[slider]) {
        proof.add(technique, Square::A1, [claim])?;
    }
    Ok(proof)
}

/// Boolean functions of the occupied squares, as diagrams: where one begins, and its nodes.
#[derive(Serialize)]
pub(crate) struct Drawn {
    /// The squares that the nodes' numbers stand for.
    squares: Vec<Square>,
    /// Whether the borrow of `o - r` reaches the target.
    borrow: (usize, Vec<[usize; 3]>),
    /// Whether hyperbola quintessence attacks the target, and whether the definition does.
    formula: (usize, Vec<[usize; 3]>),
    definition: (usize, Vec<[usize; 3]>),
    /// Whether the two are one on all squares, and the nodes of all that was computed for that.
    is_equal: bool,
    nodes: usize,
}

/// Returns the diagrams of what a slider does at another square of one of its lines.
pub(crate) fn diagrams(slider: Slider, square: Square, target: Square) -> Result<Drawn, String> {
    let through = geometry::aligned(square, target).ok_or("no line leads to the target")?;
    let diagrams = Diagrams::new(Diagrams::BUDGET);
    // On each line the nearest squares are asked for first.
    let mut squares: Vec<Square> = Square::ALL.to_vec();
    squares.sort_by_key(|other| other.index().abs_diff(square.index()));
    let order = core::array::from_fn(|place| squares[place].index());
    let [occupied] = diagrams.inputs(&order);
    let [line, slider_bit] = [geometry::line(square, through), Bitboard::from(square)]
        .map(|set| diagrams.constant(set.0));
    let o = occupied & line;
    let borrow = o.wrapping_sub(slider_bit) ^ o ^ slider_bit;
    let inputs = ClaimInputs {
        square: diagrams.constant(square.word()),
        sliders: diagrams.constant(0),
        occupied,
    };
    let claim = Claim::Attacks(slider);
    let definition = claim.definition(&diagrams, square, inputs);
    let ClaimInputs { square: on, sliders, occupied } = inputs;
    let [on, sliders, occupied] = [on, sliders, occupied].map(Either::Symbolic);
    let words = ClaimInputs { square: on, sliders, occupied };
    let formula = either::claimed(Technique::HyperbolaQuintessence, claim, words)
        .and_then(Either::symbolic)
        .ok_or("the formula has no diagram")?;
    let is_equal = is_right(&diagrams, formula == definition)?;
    let at = usize::from(target.index());
    Ok(Drawn {
        squares,
        borrow: borrow.diagram(at),
        formula: formula.diagram(at),
        definition: definition.diagram(at),
        is_equal,
        nodes: diagrams.nodes(),
    })
}

/// Returns whether an equation holds, unless it was too large to be computed.
fn is_right(diagrams: &Diagrams, is_equal: bool) -> Result<bool, String> {
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

/// Finds a change of a technique by the operation's number and what stands in its place.
fn change_of(computation: &Computation, node: usize, operation: &str) -> Result<Change, String> {
    let mut changes = computation.changes().into_iter();
    changes
        .find(|change| change.node == node && change.operation == operation)
        .ok_or_else(|| format!("operation {node} cannot become {}", operation.escape_debug()))
}

/// Returns the values of all operations with one of them changed, on the query's board.
pub(crate) fn changed_values(
    query: &Query,
    node: usize,
    operation: &str,
) -> Result<Vec<Bitboard>, String> {
    let computation = computation(query);
    let change = change_of(&computation, node, operation)?;
    let values = computation.changed_values(change).ok_or("the changed technique cannot be run")?;
    Ok(values.into_iter().map(Bitboard).collect())
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
    let change = change_of(&computation, node, operation)?;
    let diagrams = Diagrams::new(Diagrams::BUDGET);
    let claim = Claim::Attacks(slider);
    let inputs = claim.inputs(&diagrams, square);
    let changed = computation.run(inputs.occupied, Some(change));
    let changed = changed.ok_or("the changed technique cannot be run")?;
    let is_equal = changed == claim.definition(&diagrams, square, inputs);
    // What is too large is not proved: the search for a counterexample goes on.
    if is_right(&diagrams, is_equal).unwrap_or(false) {
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
