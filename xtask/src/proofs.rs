//! The page docs/PROOFS.md: the proved techniques, and the sizes of the proofs.

use anyhow::anyhow;
use hyperbola::Technique;
use hyperbola_boards::{BoardFailure, BoardScope, FORMULAS, NamedBoard, prove_on_board};
use hyperbola_prove::{Proved, Scope, prove};

use crate::generated::grouped;

/// Proves the whole registry and writes the page.
pub(crate) fn page() -> anyhow::Result<String> {
    let mut page = String::from(INTRODUCTION);
    for &technique in Technique::ALL {
        let proved = prove(technique, &Scope::default(), &|| ())
            .map_err(|failure| anyhow!("{technique} is not proved: {failure}"))?;
        page += &row(technique.id(), &proved)?;
    }
    page += BOARDS;
    for &board in NamedBoard::ALL {
        let proved = of_board(board)?;
        page += &row(board.id(), &proved)?;
    }
    Ok(page)
}

/// Proves every technique of boards of any size on one of them.
fn of_board(board: NamedBoard) -> anyhow::Result<Proved> {
    let not_proved = |failure: Box<BoardFailure>| anyhow!("{board}: not proved: {failure}");
    FORMULAS.iter().try_fold(Proved::default(), |all, &technique| {
        let proved = prove_on_board(technique, board, &BoardScope::all(board), &|| ());
        let proved = proved.ok_or_else(|| anyhow!("{technique} is not for boards"))?;
        Ok(all.and(proved.map_err(not_proved)?))
    })
}

/// Writes a table's row of a proof.
fn row(name: &str, proved: &Proved) -> anyhow::Result<String> {
    let numbers = [proved.equations, proved.nodes, proved.most_nodes].map(number);
    let [equations, nodes, most_nodes] = numbers;
    Ok(format!("| `{name}` | {} | {} | {} |\n", equations?, nodes?, most_nodes?))
}

/// Writes a number with commas between its thousands.
fn number(number: u64) -> anyhow::Result<String> {
    Ok(grouped(number.try_into()?, ","))
}

const BOARDS: &str = "
## Boards of any size

The techniques of [`hyperbola-boards`](../crates/hyperbola-boards/README.md) are proved in the same
way on each of its named boards. Their own code runs on symbolic words of 64, 128 and 256 bits, on a
board whose sets are Boolean functions. `hyperbola prove --board shogi` proves them too and prints
times: all boards take about ten seconds on two cores.

For each of `FORMULAS` and each square of a board, for all sets of occupied squares, 2^81 on a board of
shogi and 2^100 on one of grand chess:

- The attacks along each of the four lines and in each of the eight directions are right.
- So are the attacks of a rook, of a bishop and of a queen.
- So are the attacks of a cannon: those squares between which and the cannon stands exactly one piece.

This is so of the techniques that read nothing but masks. The crate's functions look rows up in a table
(`hq-first-rank`), which a test compares with a walk for every set of occupied squares of each line.

For every fill, for all pairs of a set of sliders and a set of occupied squares, the attacks of the set
in each of the eight directions are right.

Every square of the board is a free variable. So lines do not touch one another: neither the slider's
own square nor a square off the line changes the result. The definition takes from the crate the file
and the rank of each square, which tests hold to lists. A board of your own is proved by
`prove_squares_of` of `hyperbola-boards`, with its feature `prove`.

The numbers are those of all techniques together, sets included.

| board | equations | nodes | most nodes |
|---|---:|---:|---:|
";

const INTRODUCTION: &str = "\
# Proofs

`cargo xtask docs` writes this page and proves all of it. `hyperbola prove` does the same and prints
times.

Every technique of the registry is right for every board. This is a proof, not the result of tests.
The proof runs the technique's own formula, the generic function that computes attacks on `u64` and
on vectors. It runs on a word whose 64 bits are Boolean functions of 64 variables, one for each
square that may be occupied. Each function is a reduced ordered binary decision diagram, so equal
functions are one diagram. The result is compared with the definition, which is written as Boolean
functions and without the core's geometry: *a square is attacked if it is on a line with the
slider's square and every square strictly between is empty*.

## The claims

An equation says that 64 Boolean functions equal 64 others, for all assignments to their variables.
For every technique and each of the 64 squares, for all 2^64 sets of occupied squares:

- The attacks of a rook, of a bishop and of a queen are those of the definition. The boards that the
  technique keeps are made from the occupied squares.
- So are the attacks of a rook and of a bishop where both are computed at once.
- The boards that the technique keeps, with the square toggled, equal the boards made anew.
- If the technique works line by line, the attacks along each of the four lines are right.
- If the technique is hyperbola quintessence, each of the four forms that its formula went through
  is right, on each line.

All 64 variables are free. So it is proved that the slider's own square and the squares off its
lines do not matter. No technique is exempt. None is proved by going through its occupancies one by
one: look-ups, remainders and magic multiplications run as they are written.

For every technique for sets, the sliders are symbolic too. For all 2^128 pairs of a set of sliders
and a set of occupied squares, each of these is the union of the attacks of the single sliders,
which block each other:

- the attacks in each of the eight directions;
- the attacks in both directions of each of the four lines;
- the attacks of a set of rooks, of bishops or of queens.

## The limits

- The proof is about formulas, and about the word's operations as they are specified. Tests check,
  operation by operation, that the operations of `u64` and of each vector are as specified. We trust
  the compiler and the processor to do what the source says. The [design of the
  proofs](../crates/hyperbola-prove/DESIGN.md) has the argument.
- The symbolic word itself is compared with `u64` by the same list of operations. The prover is
  tested with techniques that are made wrong on purpose. It must refute each by a board that the
  oracle confirms.
- Tests, not proofs, check that eight directions in the lanes of one register (`FillAttacks::along`)
  equal the directions one by one.

## The rules

The tests of `hyperbola-rules` prove the parts of its formulas that are about attacks in the same
way, for all 2^64 sets:

- where pawns, knights and kings step;
- a king's rays to the first piece and to the second, from every square;
- that sliders' moves are those of `kogge-stone`, which is proved above.

[LEGALITY](LEGALITY.md) has the proof of pins, checks, castling, captures en passant and promotions,
in the formulas from which the GPU's programs are printed and in the generator that engines call. The
sums of the replies and of the plan are proved there too; the counter as a whole is tested.

## The proofs

`nodes` counts the nodes of all functions that a proof computes, including its variables. Diagrams
are shared within a square, within its lines, within a derivation on it, or within an equation
between sets. `most nodes` counts the nodes of the largest of these.

| technique | equations | nodes | most nodes |
|---|---:|---:|---:|
";
