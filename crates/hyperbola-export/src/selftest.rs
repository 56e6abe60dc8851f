//! The test in each file: a few named queries, and digests over all relevant occupancies.

use hyperbola::masks::computed_line;
use hyperbola::{Bitboard, Line, Slider, Square, Word, formula};
use hyperbola_explain::{Program, Recorded, Recorder};

use crate::code::{Code, write_literal, write_typed};
use crate::syntax::fill;

/// An odd number without a pattern: 2^64 divided by the golden ratio.
pub const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The squares of all files but a and h, and those of all ranks but 1 and 8.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;
const INNER_RANKS: u64 = 0x00ff_ffff_ffff_ff00;

/// Returns the squares of a rook's or a bishop's lines that can change its attacks by being
/// occupied: the lines without their ends.
#[must_use]
pub fn relevant<W: Word>(slider: Slider, square: W) -> W {
    let line = |line| computed_line(square, line);
    let (files, ranks) = (square.splat(INNER_FILES), square.splat(INNER_RANKS));
    if slider == Slider::Bishop {
        formula! {
            diagonal = line(Line::Diagonal);
            anti_diagonal = line(Line::AntiDiagonal);
            lines = diagonal | anti_diagonal;
        }
        lines & files & ranks
    } else {
        formula! {
            rank = line(Line::Rank);
            file = line(Line::File);
        }
        (rank & files) | (file & ranks)
    }
}

/// Returns the next subset of a mask in counting order, or none after the last.
pub(crate) fn next_subset<W: Word>(subset: W, mask: W) -> W {
    subset.wrapping_sub(mask) & mask
}

/// Returns the occupied squares of a test: a subset of the mask, and others that must not matter.
pub(crate) fn with_noise<W: Word>(subset: W, mask: W) -> W {
    subset | !(subset.wrapping_mul(subset.splat(FACTOR)) | mask)
}

/// Returns a digest with another word.
#[must_use]
pub fn digest_of<W: Word>(digest: W, attacks: W) -> W {
    formula! { mixed = digest ^ attacks; }
    (mixed.shl(29) | mixed.shr(35)).wrapping_mul(digest.splat(FACTOR))
}

/// Returns the digest of a slider's attacks for all relevant occupancies of a square, or of all
/// squares one after the other. Those of a queen are a rook's.
#[must_use]
pub fn digest(slider: Slider, squares: &[Square]) -> u64 {
    squares.iter().fold(0, |digest, &square| {
        let attacks = |occupied| hyperbola::slider_attacks(slider, square, occupied);
        digest_on(digest, relevant(slider, square.word()), attacks)
    })
}

/// Returns a digest with the attacks for all subsets of a mask.
pub(crate) fn digest_on(mut digest: u64, mask: u64, attacks: impl Fn(Bitboard) -> Bitboard) -> u64 {
    let mut subset = 0;
    loop {
        digest = digest_of(digest, attacks(Bitboard(with_noise(subset, mask))).0);
        subset = next_subset(subset, mask);
        if subset == 0 {
            return digest;
        }
    }
}

/// The queries that are written out, with their descriptions.
const QUERIES: [(&str, Square, u64); 5] = [
    ("An empty board, from a corner.", Square::A1, 0),
    ("Every square is occupied, its own too.", Square::E4, u64::MAX),
    ("Blockers on all sides, and others off the lines.", Square::D4, 0x0008_2400_4200_2080),
    ("Blockers on the edges alone.", Square::H8, 0x8100_0000_0000_0081),
    ("The start of a game, from inside.", Square::C6, 0xffff_0000_0000_ffff),
];

/// Writes a formula of two words, which are given with the expressions that stand for them.
fn written(
    code: &mut Code,
    inputs: [(&'static str, &str); 2],
    formula: for<'r> fn(Recorded<'r>, Recorded<'r>) -> Recorded<'r>,
) -> String {
    let recorder = Recorder::new();
    let [a, b] = inputs.map(|(name, _)| recorder.board(name, 0));
    code.steps(&recorder.program(formula(a, b)), &inputs)
}

/// Opens a loop over the subsets of a mask.
pub(crate) fn open_subsets(code: &mut Code) {
    let zero = write_literal(code.syntax, 0, false);
    code.variable("subset", &zero);
    code.open(code.syntax.statements.forever.0, &[]);
}

/// Closes the loop: goes on to the next subset until there are no more.
pub(crate) fn close_subsets(code: &mut Code, mask: &str) {
    let statements = &code.syntax.statements;
    let inputs = [("subset", "subset"), ("mask", mask)];
    let next = written(code, inputs, |subset, mask| next_subset(subset, mask));
    code.statement(statements.assign, "subset", &next);
    let end = fill(statements.break_if_zero, &[("value", "subset")]);
    code.line(&end);
    code.close(statements.forever.1, &[]);
}

/// Records the relevant squares as a formula of the square.
fn recorded_relevant(slider: Slider) -> Program {
    let recorder = Recorder::new();
    recorder.program(relevant(slider, recorder.number("square", 0)))
}

/// Writes the functions of the test.
pub(crate) fn write(code: &mut Code, sliders: &[Slider]) {
    let statements = &code.syntax.statements;
    for slider in [Slider::Rook, Slider::Bishop] {
        let is_used =
            sliders.contains(&slider) || slider == Slider::Rook && sliders.contains(&Slider::Queen);
        if is_used {
            let name = format!("relevant_of_{slider}");
            code.function(&name, &["square"], &recorded_relevant(slider));
        }
    }
    sliders.iter().for_each(|&slider| write_digest(code, slider));
    let name = code.syntax.names.function.write("self_test");
    let text = "Tests the attacks: queries, and digests over all relevant occupancies.";
    code.open_documented(statements.comment, (statements.test, &[("name", &name)]), text);
    for (text, square, occupied) in QUERIES {
        code.comment(text);
        for &slider in sliders {
            let attacks = hyperbola::slider_attacks(slider, square, Bitboard(occupied));
            let square = match statements.square {
                Some(_) => square.word().to_string(),
                None => write_typed(code.syntax, square.word()),
            };
            let occupied = write_typed(code.syntax, occupied);
            let call = code.call_public(&format!("{slider}_attacks"), &[&square, &occupied]);
            expect(code, statements.expect, &call, attacks.0);
        }
    }
    code.comment("The digests over all relevant occupancies of all squares.");
    for &slider in sliders {
        let call = code.call(&format!("digest_of_{slider}"), &[]);
        let template =
            statements.digest.as_ref().map_or(statements.expect, |written| written.expect);
        expect(code, template, &call, digest(slider, &Square::ALL));
    }
    code.line(statements.passed);
    code.close(statements.close, &[("name", &name)]);
}

/// Writes a check that an expression equals a word.
pub(crate) fn expect(code: &mut Code, template: &str, call: &str, word: u64) {
    let (expected, number) = (write_typed(code.syntax, word), format!("{word:#018x}"));
    let lines = fill(template, &[("a", call), ("b", &expected), ("d", &number)]);
    code.line(&lines);
}

/// Writes the function that computes a slider's digest.
fn write_digest(code: &mut Code, slider: Slider) {
    let (statements, names) = (&code.syntax.statements, &code.syntax.names);
    let name = names.function.write(&format!("digest_of_{slider}"));
    let of = if slider == Slider::Bishop { Slider::Bishop } else { Slider::Rook };
    let relevant = format!("relevant_of_{of}");
    if let Some(written) = &statements.digest {
        let attacks = names.public(&format!("{slider}_attacks"));
        let relevant = names.function.write(&relevant);
        let values = [("name", name.as_str()), ("attacks", &attacks), ("relevant", &relevant)];
        let lines = code.fill(written.function, &values);
        code.line(&lines);
        return;
    }
    let opening = statements.late_function.unwrap_or(statements.function);
    code.open_function(opening, &[("name", &name), ("parameters", statements.nothing)]);
    let zero = write_literal(code.syntax, 0, false);
    code.variable("digest", &zero);
    code.open(statements.count.0, &[("name", "square"), ("count", "64")]);
    let mask = code.call(&relevant, &["square"]);
    code.constant("mask", &mask);
    open_subsets(code);
    let inputs = [("subset", "subset"), ("mask", "mask")];
    let occupied = written(code, inputs, |subset, mask| with_noise(subset, mask));
    code.constant("occupied", &occupied);
    let square = statements.square_argument("square");
    let attacks = code.call_public(&format!("{slider}_attacks"), &[&square, "occupied"]);
    code.constant("attacks", &attacks);
    let inputs = [("digest", "digest"), ("attacks", "attacks")];
    let next = written(code, inputs, |digest, attacks| digest_of(digest, attacks));
    code.statement(statements.assign, "digest", &next);
    close_subsets(code, "mask");
    code.close(statements.count.1, &[("name", "square")]);
    code.statement(statements.returns, "", "digest");
    code.close(statements.close, &[("name", &name)]);
    code.blank();
}

#[cfg(test)]
mod tests {
    use hyperbola::geometry;

    use super::*;

    #[test]
    fn relevant_squares_are_the_geometrys() {
        for square in Square::ALL {
            for slider in [Slider::Rook, Slider::Bishop] {
                let expected = geometry::relevant_occupancies(square, slider);
                assert_eq!(relevant(slider, square.word()), expected.0, "{slider} {square}");
            }
        }
    }

    #[test]
    fn noise_is_off_the_relevant_squares_and_on_the_others() {
        let mask = relevant(Slider::Rook, Square::D4.word());
        let mut union = 0;
        let (mut subset, mut subsets) = (0, 0);
        loop {
            let occupied = with_noise(subset, mask);
            assert_eq!(occupied & mask, subset);
            union |= occupied;
            subset = next_subset(subset, mask);
            subsets += 1;
            if subset == 0 {
                break;
            }
        }
        assert_eq!((union, subsets), (u64::MAX, 1 << mask.count_ones()));
    }
}
