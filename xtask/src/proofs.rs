//! The page docs/PROOFS.md: what is proved, and how large the proofs are.

use core::fmt::Write as _;

use anyhow::anyhow;
use hyperbola::Technique;
use hyperbola_prove::{Scope, prove};

use crate::numbers::grouped;

/// Proves the whole registry and writes the page.
pub(crate) fn page() -> anyhow::Result<String> {
    let mut page = String::from(INTRODUCTION);
    for &technique in Technique::ALL {
        let proved = prove(technique, &Scope::default(), &|| ())
            .map_err(|failure| anyhow!("{technique} is not proved: {failure}"))?;
        writeln!(
            page,
            "| `{technique}` | {} | {} | {} |",
            number(proved.equations)?,
            number(proved.nodes)?,
            number(proved.most_nodes)?
        )?;
    }
    Ok(page)
}

/// Writes a number with commas between its thousands.
fn number(number: u64) -> anyhow::Result<String> {
    Ok(grouped(number.try_into()?, ","))
}

const INTRODUCTION: &str = "\
# Proofs

This page is written by `cargo xtask docs`, which proves all of it; `hyperbola prove` does so with times.

Every technique of the registry is right for every board. That is not the result of tests: the
technique's own formula, the generic function that computes attacks on `u64` and on vectors, runs on a
word whose 64 bits are Boolean functions of 64 variables, one for each square that may be occupied.
Each function is a reduced ordered binary decision diagram, so equal functions are one diagram. What
comes out is compared with the definition, written as Boolean functions and without the core's
geometry: *a square is attacked if it is on a line with the slider's square and every square strictly
between is empty*.

## What is claimed

An equation is between 64 Boolean functions and 64 others, for all assignments to their variables. For
every technique and each of the 64 squares, for all 2^64 sets of occupied squares:

- the attacks of a rook, of a bishop and of a queen are what the definition says, with the boards that
  the technique keeps made from the occupied squares;
- so are those of a rook and of a bishop where both are computed at once;
- the boards that the technique keeps, with the square toggled, are those made anew;
- where the technique works line by line, the attacks along each of the four lines are right;
- where it is hyperbola quintessence, so is each of the four forms that its formula went through, on
  each line.

All 64 variables are free: whether the slider's own square counts as occupied, and what is off its
lines, is proved not to matter. No technique is exempt, and none is proved by exhausting its
occupancies: look-ups, remainders and magic multiplications run as they are written.

For every technique for sets, with the sliders symbolic too, for all 2^128 pairs of a set of sliders
and a set of occupied squares: the attacks in each of the eight directions, in both directions of each
of the four lines, and those of a set of rooks, bishops or queens are the union of what each slider
attacks, blocked by the others.

## What is not claimed

- The proof is about formulas and the word's operations as they are specified. That the operations of
  `u64` and of each vector are so is tested, operation by operation; that the compiler and the
  processor do what the source says is taken on trust. [DESIGN.md](DESIGN.md) has the argument.
- The symbolic word itself is held to `u64` by the same list of operations, and the proofs to
  techniques made wrong on purpose, each of which must be refuted by a board that the oracle confirms.
- That eight directions in the lanes of one register (`FillAttacks::along`) are the directions one by
  one is left to tests.

## The counter of perft

The tests of `hyperbola-moves` prove the parts of its counter that are about attacks in the same way,
for all 2^64 sets: where pawns, knights and kings step; a king's rays to the first piece and to the
second, from every square; and that sliders' moves are those of `kogge-stone`, which is proved above.
Pins, checks, castling, captures en passant, promotions and the sums are left to tests.

## The proofs

`nodes` are those of all functions that a proof computes, its variables among them; diagrams are
shared within a square, within its lines, within a derivation on it, or within an equation between
sets. `most nodes` are those of the largest of these.

| technique | equations | nodes | most nodes |
|---|---:|---:|---:|
";
