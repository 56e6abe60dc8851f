//! Proves claims, or finds counterexamples.

use core::fmt;

use hyperbola::techniques::HyperbolaQuintessence;
use hyperbola::{
    Bitboard, LineAttacks, SetwiseAttacks, Slider, SliderAttacks, Square, Technique, dispatch,
};
use hyperbola_explain::{explain, explain_technique};
use rayon::prelude::*;

use crate::claim::{AlongLine, ByDerivation, Claim, Claimed, Formulas, OfSet, OnSquare, boards};
use crate::counterexample::{Counterexample, Explain};
use crate::diagrams::{Assignment, Diagrams};
use crate::symbolic::Symbolic;

/// The size of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Proved {
    /// The equations that hold, each between 64 pairs of Boolean functions.
    pub equations: u64,
    /// The nodes of all functions that were computed, those of one square or one direction shared.
    pub nodes: u64,
    /// The nodes of the square or direction that has most.
    pub most_nodes: u64,
}

impl Proved {
    /// Makes the size of a proof of so many equations in diagrams that they share.
    #[must_use]
    pub fn new(equations: usize, diagrams: &Diagrams) -> Self {
        let nodes = diagrams.nodes() as u64;
        Self { equations: equations as u64, nodes, most_nodes: nodes }
    }

    /// Adds what else was proved.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            equations: self.equations + other.equations,
            nodes: self.nodes + other.nodes,
            most_nodes: self.most_nodes.max(other.most_nodes),
        }
    }
}

/// The reason why there is no proof, of a claim about a chessboard or about another board.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure<X = Counterexample, C = Claim> {
    /// The technique is wrong.
    Refuted(X),
    /// An operation of the technique needs more nodes than the budget allows.
    TooLarge {
        /// The technique's id.
        technique: &'static str,
        /// The claim that was to be proved.
        claim: C,
        /// The operation of the word.
        operation: &'static str,
    },
    /// The functions differ where neither plain words nor the oracle do: the fault is the proof's.
    Unsound {
        /// The technique's id.
        technique: &'static str,
        /// The claim that was to be proved.
        claim: C,
    },
    /// A square that was to be proved is not on the board.
    NoSquare {
        /// The index of the square.
        index: u8,
        /// The number of squares of the board.
        squares: usize,
    },
}

impl<X: fmt::Display, C: fmt::Display> fmt::Display for Failure<X, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refuted(counterexample) => counterexample.fmt(f),
            Self::TooLarge { technique, claim, operation } => write!(
                f,
                "{technique}: {claim}: {operation} needs more nodes than the budget allows"
            ),
            Self::Unsound { technique, claim } => {
                write!(f, "{technique}: {claim}: differs as functions and on no board")
            }
            Self::NoSquare { index, squares } => {
                write!(f, "there is no square {index} on a board of {squares} squares, from 0")
            }
        }
    }
}

impl<X, C> core::error::Error for Failure<X, C>
where
    X: fmt::Debug + fmt::Display,
    C: fmt::Debug + fmt::Display,
{
}

/// Proves what is claimed of one slider on a square: the attacks of the pieces, the two computed
/// at once, and that boards with the square toggled are those remade.
///
/// # Errors
///
/// A counterexample, or an operation that needs too many nodes.
pub fn prove_square<T: SliderAttacks>(
    diagrams: &mut Diagrams,
    square: Square,
    sliders: &[Slider],
) -> Result<Proved, Box<Failure>> {
    let claims = Claim::on_squares(sliders, boards::<T>());
    Prover::of::<OnSquare<T>>(&explain_technique::<T>).prove(diagrams, square, &claims)
}

/// Proves what is claimed of the lines of some pieces through a square.
///
/// # Errors
///
/// A counterexample, or an operation that needs too many nodes.
pub fn prove_lines<T: LineAttacks>(
    diagrams: &mut Diagrams,
    square: Square,
    sliders: &[Slider],
) -> Result<Proved, Box<Failure>> {
    let claims = Claim::along_lines(sliders);
    Prover::of::<AlongLine<T>>(&explain_technique::<T>).prove(diagrams, square, &claims)
}

/// Proves that each form which the formula of hyperbola quintessence went through gives the attacks
/// along the lines of some pieces through a square.
///
/// # Errors
///
/// A counterexample, or an operation that needs too many nodes.
pub fn prove_derivation(
    diagrams: &mut Diagrams,
    square: Square,
    sliders: &[Slider],
) -> Result<Proved, Box<Failure>> {
    let (explain, claims) =
        (&explain_technique::<HyperbolaQuintessence>, Claim::of_derivation(sliders));
    Prover::of::<ByDerivation>(explain).prove(diagrams, square, &claims)
}

/// Proves what is claimed of sets of some pieces.
///
/// # Errors
///
/// A counterexample, or an operation that needs too many nodes.
pub fn prove_sets<T: SetwiseAttacks>(
    diagrams: &mut Diagrams,
    sliders: &[Slider],
) -> Result<Proved, Box<Failure>> {
    Prover::of::<OfSet<T>>(&explain_technique::<T>).prove_sets(diagrams, sliders)
}

/// A technique's formulas, and what explains its attacks where they are wrong.
#[derive(Clone, Copy)]
struct Prover<'a> {
    formulas: Formulas,
    explain: Explain<'a>,
}

impl<'a> Prover<'a> {
    fn of<C: Claimed>(explain: Explain<'a>) -> Self {
        Self { formulas: Formulas::of::<C>(), explain }
    }

    /// Proves claims that have one order of the variables, in diagrams that they share.
    fn prove(
        self,
        diagrams: &mut Diagrams,
        square: Square,
        claims: &[Claim],
    ) -> Result<Proved, Box<Failure>> {
        diagrams.clear();
        for &claim in claims {
            self.prove_claim(diagrams, square, claim)?;
        }
        Ok(Proved::new(claims.len(), diagrams))
    }

    /// Proves what is claimed of sets of some pieces.
    fn prove_sets(
        self,
        diagrams: &mut Diagrams,
        sliders: &[Slider],
    ) -> Result<Proved, Box<Failure>> {
        Claim::of_sets(sliders).into_iter().try_fold(Proved::default(), |proved, claim| {
            // Each has an order of its own.
            Ok(proved.and(self.prove(diagrams, Square::A1, &[claim])?))
        })
    }

    fn prove_claim(
        self,
        diagrams: &Diagrams,
        square: Square,
        claim: Claim,
    ) -> Result<(), Box<Failure>> {
        let technique = self.formulas.technique;
        let order = claim.order(square.index().into());
        let inputs = claim.inputs(diagrams, square);
        let found = (self.formulas.symbolic)(claim, inputs);
        let expected = claim.definition(diagrams, square, inputs);
        let assignment = match compare(diagrams, found, expected) {
            Comparison::Equal => return Ok(()),
            Comparison::TooLarge(operation) => {
                return Err(Box::new(Failure::TooLarge { technique, claim, operation }));
            }
            Comparison::Different(assignment) => assignment,
        };
        let values = |assignment: Assignment| {
            if claim.is_of_sets() {
                assignment.values(&order)
            } else {
                let [occupied] = assignment.values(&order);
                [occupied, 0]
            }
        };
        let counterexample = assignment.and_then(|assignment| {
            let [occupied, sliders] = values(assignment).map(Bitboard);
            Counterexample::new(self.formulas, self.explain, claim, square, sliders, occupied)
        });
        Err(Box::new(match counterexample {
            Some(counterexample) => Failure::Refuted(counterexample),
            None => Failure::Unsound { technique, claim },
        }))
    }
}

/// The outcome of a comparison of what was found with what was expected.
#[derive(Debug)]
pub enum Comparison {
    /// All functions are equal.
    Equal,
    /// Some differ: where, if it can be said.
    Different(Option<Assignment>),
    /// An operation needed more nodes than the budget allows.
    TooLarge(&'static str),
}

/// Compares the functions of two words, one by one.
#[must_use]
pub fn compare<const BITS: usize>(
    diagrams: &Diagrams,
    found: Symbolic<'_, BITS>,
    expected: Symbolic<'_, BITS>,
) -> Comparison {
    let mut pairs = found.bits().into_iter().zip(expected.bits());
    let different = pairs.find(|(found, expected)| found != expected);
    match (diagrams.exhausted(), different) {
        (Some(operation), _) => Comparison::TooLarge(operation),
        (None, None) => Comparison::Equal,
        (None, Some((found, expected))) => {
            let differ = diagrams.xor(found, expected);
            Comparison::Different(diagrams.satisfying(differ))
        }
    }
}

/// The part of a technique that is to be proved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scope {
    /// The pieces.
    pub sliders: Vec<Slider>,
    /// The squares.
    pub squares: Vec<Square>,
    /// Whether sets are, too, where the technique is for sets.
    pub sets: bool,
}

impl Default for Scope {
    /// Everything.
    fn default() -> Self {
        Self { sliders: Slider::ALL.to_vec(), squares: Square::ALL.to_vec(), sets: true }
    }
}

/// Proves a technique of the registry, on as many threads as there are.
///
/// `progress` is called after each square.
///
/// # Errors
///
/// The first counterexample, in the order of the squares, or operation that needs too many nodes.
pub fn prove(
    technique: Technique,
    scope: &Scope,
    progress: &(dyn Fn() + Sync),
) -> Result<Proved, Box<Failure>> {
    let new = || Diagrams::new(Diagrams::BUDGET);
    let sliders = &scope.sliders;
    let explain: Explain<'_> =
        &|slider, square, occupied| explain(technique, slider, square, occupied);
    let prover = |formulas| Prover { formulas, explain };
    let on_squares = prover(dispatch!(technique, T => Formulas::of::<OnSquare<T>>()));
    let boards = dispatch!(technique, T => boards::<T>());
    let along_lines = dispatch!(technique, T: LineAttacks => Formulas::of::<AlongLine<T>>());
    let of_sets = dispatch!(technique, T: SetwiseAttacks => Formulas::of::<OfSet<T>>());
    let squares = scope.squares.par_iter().map_init(new, |diagrams, &square| {
        let claims = Claim::on_squares(sliders, boards);
        let mut proved = on_squares.prove(diagrams, square, &claims)?;
        if let Some(formulas) = along_lines {
            let claims = Claim::along_lines(sliders);
            proved = proved.and(prover(formulas).prove(diagrams, square, &claims)?);
        }
        if technique == Technique::HyperbolaQuintessence {
            proved = proved.and(prove_derivation(diagrams, square, sliders)?);
        }
        progress();
        Ok(proved)
    });
    let squares: Vec<Result<Proved, Box<Failure>>> = squares.collect();
    let mut proved = Proved::default();
    for square in squares {
        proved = proved.and(square?);
    }
    if let (true, Some(formulas)) = (scope.sets, of_sets) {
        proved = proved.and(prover(formulas).prove_sets(&mut new(), sliders)?);
    }
    Ok(proved)
}
