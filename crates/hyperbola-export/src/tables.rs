//! The making of tables from geometry: each entry as a formula, or each occupancy in its place.

use hyperbola::masks::{FILE_A, computed_line};
use hyperbola::{Direction, Line, Slider, Technique, Word, formula};
use hyperbola_explain::{Instruction, Program, Recorded, Recorder, program};

use crate::selftest::relevant;

/// The way a table is made when a program starts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Making {
    /// Each entry from its index.
    Entries(for<'r> fn(Recorded<'r>) -> Recorded<'r>),
    /// For each square and each subset of a mask, the attacks at the index that a technique reads
    /// them at.
    Occupancies(&'static [Placing]),
}

/// The attacks of all subsets of a mask in their places.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placing {
    /// The slider whose formula has the index.
    pub(crate) slider: Slider,
    /// The technique whose formula that is, where several read the table and others need many more
    /// steps. Without it, the technique of the file.
    pub(crate) reader: Option<Technique>,
    /// The squares that matter.
    pub(crate) mask: Course,
    /// The squares that are attacked: of these lines.
    pub(crate) attacks: Course,
    /// Whether the attacks are packed among the lines.
    pub(crate) is_packed: bool,
    /// Whether they are united with the value in their place.
    pub(crate) is_united: bool,
}

/// The lines of a slider, or one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Course {
    /// The lines of a slider, of a mask without their ends.
    Slider(Slider),
    /// A line, of a mask with eight squares: those that congruent modulo bitboards look at.
    Line(Line),
}

impl Placing {
    /// Returns whether one of these sliders reads the placed values.
    pub(crate) fn is_for(self, sliders: &[Slider]) -> bool {
        sliders.iter().any(|&slider| slider == self.slider || slider == Slider::Queen)
    }
}

const fn placing(slider: Slider) -> Placing {
    let course = Course::Slider(slider);
    Placing {
        slider,
        reader: None,
        mask: course,
        attacks: course,
        is_packed: false,
        is_united: false,
    }
}

const fn placing_line(slider: Slider, line: Line) -> Placing {
    let course = Course::Line(line);
    Placing { mask: course, attacks: course, ..placing(slider) }
}

const ROOK: Placing = placing(Slider::Rook);
const BISHOP: Placing = placing(Slider::Bishop);
const EXTRACTED: Option<Technique> = Some(Technique::Pext);
const ALONG_FILE: Placing = placing_line(Slider::Rook, Line::File);
const ALONG_DIAGONAL: Placing = placing_line(Slider::Bishop, Line::Diagonal);
const ALONG_ANTI_DIAGONAL: Placing = placing_line(Slider::Bishop, Line::AntiDiagonal);

/// Returns how a table is made, or `None` for one whose entries are given, such as factors.
pub(crate) fn making(name: &str) -> Option<Making> {
    Some(match name {
        "SQUARE_MASKS" => Making::Entries(|index| square_mask(index)),
        "RAY_MASKS" => Making::Entries(|index| ray_mask(index)),
        "GUARDED_RAYS" => Making::Entries(|index| guarded_ray(index)),
        "FIRST_RANK_ATTACKS" => Making::Entries(|index| first_rank(index)),
        "FILLED_RANK_ATTACKS" => Making::Entries(|index| filled_rank(index)),
        "FILE_A_ATTACKS" => Making::Entries(|index| file_a(index)),
        "FILLED_FILE_ATTACKS" => Making::Entries(|index| filled_file(index)),
        "RINGS" => Making::Entries(|index| ring(index)),
        "TITBOARD_ROWS" => Making::Entries(|index| titboard_row(index)),
        "SUPERSETS" => Making::Entries(|index| superset(index)),
        "LINE_ATTACKS" => Making::Entries(|index| line_attacks(index)),
        "PRE_SCHOOL_ROOKS" => Making::Entries(|index| joined(index, [Line::Rank, Line::File])),
        "PRE_SCHOOL_BISHOPS" => {
            Making::Entries(|index| joined(index, [Line::Diagonal, Line::AntiDiagonal]))
        }
        "PLAIN_ROOK_TABLE" | "FANCY_ROOK_TABLE" | "CORRELATION_ROOK_TABLE" => {
            Making::Occupancies(&[ROOK])
        }
        "PLAIN_BISHOP_TABLE" | "FANCY_BISHOP_TABLE" | "CORRELATION_BISHOP_TABLE" => {
            Making::Occupancies(&[BISHOP])
        }
        "ROOK_ATTACKS" => Making::Occupancies(&[Placing { reader: EXTRACTED, ..ROOK }]),
        "BISHOP_ATTACKS" => Making::Occupancies(&[Placing { reader: EXTRACTED, ..BISHOP }]),
        "FIXED_SHIFT_TABLE" | "SPECTRAL_ATTACKS" => Making::Occupancies(&[ROOK, BISHOP]),
        "TWO_COLORS_BISHOPS" => Making::Occupancies(&[Placing { is_united: true, ..BISHOP }]),
        "PACKED_ROOK_ATTACKS" => Making::Occupancies(&[Placing { is_packed: true, ..ROOK }]),
        "PACKED_BISHOP_ATTACKS" => Making::Occupancies(&[Placing { is_packed: true, ..BISHOP }]),
        "FILE_ATTACKS" => Making::Occupancies(&[ALONG_FILE]),
        "DIAGONAL_ATTACKS" => Making::Occupancies(&[ALONG_DIAGONAL]),
        "ANTI_DIAGONAL_ATTACKS" => Making::Occupancies(&[ALONG_ANTI_DIAGONAL]),
        _ => return None,
    })
}

impl Course {
    const fn lines(self) -> &'static [Line] {
        match self {
            Self::Slider(slider) => slider.lines(),
            Self::Line(Line::Rank) => &[Line::Rank],
            Self::Line(Line::File) => &[Line::File],
            Self::Line(Line::Diagonal) => &[Line::Diagonal],
            Self::Line(Line::AntiDiagonal) => &[Line::AntiDiagonal],
        }
    }

    /// Computes the squares that matter.
    pub(crate) fn mask<W: Word>(self, square: W) -> W {
        match self {
            Self::Slider(slider) => relevant(slider, square),
            Self::Line(line) => eight_from_first(line, square),
        }
    }

    /// Computes the attacks.
    pub(crate) fn attacks<W: Word>(self, square: W, occupied: W) -> W {
        let along = |&line: &Line| attacks_along(line, square, occupied);
        let attacks = self.lines().iter().map(along);
        attacks.reduce(|one, other| one | other).unwrap_or(square)
    }
}

impl Placing {
    /// Computes the value in the place of an occupancy.
    fn entry<W: Word>(self, square: W, occupied: W) -> W {
        let attacks = self.attacks.attacks(square, occupied);
        if !self.is_packed {
            return attacks;
        }
        let lines = self.attacks.lines().iter().map(|&line| computed_line(square, line));
        attacks.pext(lines.reduce(|one, other| one | other).unwrap_or(square))
    }

    /// Records the squares that matter, from `square`.
    pub(crate) fn recorded_mask(self) -> Program {
        let recorder = Recorder::new();
        recorder.program(self.mask.mask(recorder.number("square", 0)))
    }

    /// Records the entry, from `square` and `occupied`.
    pub(crate) fn recorded_entry(self) -> Program {
        let recorder = Recorder::new();
        let (square, occupied) = (recorder.number("square", 0), recorder.board("occupied", 0));
        recorder.program(self.entry(square, occupied))
    }

    /// Records the index that a technique reads a table at, from `square` and `occupied`.
    pub(crate) fn recorded_index(self, technique: Technique, table: &str) -> Option<Program> {
        let program = program(self.reader.unwrap_or(technique), self.slider);
        let index = program.steps.iter().find_map(|(computation, _)| match computation {
            Instruction::Lookup(found, index) if found.info.name == table => Some(*index),
            _ => None,
        })?;
        Some(part_of(&program, index))
    }
}

/// Records a table's entries as a formula of `index`.
pub(crate) fn recorded_entries(formula: for<'r> fn(Recorded<'r>) -> Recorded<'r>) -> Program {
    let recorder = Recorder::new();
    recorder.program(formula(recorder.number("index", 0)))
}

/// Returns the steps of a program that a step is computed from, with that step as the result.
fn part_of(program: &Program, result: usize) -> Program {
    let mut used = vec![false; program.steps.len()];
    used[result] = true;
    for index in (0..=result).rev() {
        if used[index] {
            program.steps[index].0.operands().for_each(|operand| used[operand] = true);
        }
    }
    program.part(&used, result)
}

/// Computes eight squares, a line's distance apart, from the first square of the line through a
/// square. They continue beyond the ends of a short line.
fn eight_from_first<W: Word>(line: Line, square: W) -> W {
    let eight = match line {
        Line::Rank => 0xff,
        Line::File => FILE_A,
        Line::Diagonal => 0x8040_2010_0804_0201,
        Line::AntiDiagonal => 0x0002_0408_1020_4081,
    };
    formula! {
        line = computed_line(square, line) | square.bit();
        first = line & line.splat(0).wrapping_sub(line);
    }
    first.wrapping_mul(square.splat(eight))
}

/// Computes the attacks along a line, by borrows both ways.
fn attacks_along<W: Word>(line: Line, square: W, occupied: W) -> W {
    formula! {
        r = square.bit();
        line = computed_line(square, line);
        o = occupied & line;
        positive = o.wrapping_sub(r);
        negative = o.reverse_bits().wrapping_sub(r.reverse_bits()).reverse_bits();
    }
    (positive ^ negative) & line
}

/// Returns the word of a number in a list.
fn choice<W: Word, const N: usize>(number: W, words: [W; N]) -> W {
    let mut chosen = number.splat(0);
    for (place, word) in (0..).zip(words) {
        chosen = chosen | ((number ^ number.splat(place)).zero_mask() & word);
    }
    chosen
}

fn square_mask<W: Word>(index: W) -> W {
    let square = index.shr(2);
    let line = |line| computed_line(square, line);
    let masks = [square.bit(), line(Line::Diagonal), line(Line::AntiDiagonal), line(Line::File)];
    choice(index & index.splat(3), masks)
}

fn ray_mask<W: Word>(index: W) -> W {
    let square = index.shr(3);
    let below = square.bit().wrapping_sub(square.splat(1));
    let half = |direction: Direction| {
        let line = computed_line(square, direction.line());
        if direction.is_positive() { line & !below } else { line & below }
    };
    choice(index & index.splat(7), Direction::ALL.map(half))
}

/// The guard is h8 for the four positive directions, which come first, and a1 for the others.
fn guarded_ray<W: Word>(index: W) -> W {
    let is_negative = index.shr(2) & index.splat(1);
    let h8 = (is_negative ^ index.splat(1)).shl(63);
    ray_mask(index) | h8 | is_negative
}

/// Computes the attacks along the first rank, from a file and the six inner squares.
fn first_rank<W: Word>(index: W) -> W {
    attacks_along(Line::Rank, index.shr(6), (index & index.splat(63)).shl(1))
}

fn filled_rank<W: Word>(index: W) -> W {
    first_rank(index).wrapping_mul(index.splat(FILE_A))
}

/// Of the six inner squares, that on the second rank is the highest bit.
fn file_a<W: Word>(index: W) -> W {
    let square = index.shr(6).shl(3);
    let inner = |rank: u32| (index.shr(6 - rank) & index.splat(1)).shl(8 * rank);
    let occupied = (2..7).fold(inner(1), |occupied, rank| occupied | inner(rank));
    attacks_along(Line::File, square, occupied)
}

fn filled_file<W: Word>(index: W) -> W {
    file_a(index).wrapping_mul(index.splat(0xff))
}

/// Computes the attacks along a line from its six inner squares, in the order of their files or, on
/// a file, of their ranks.
fn along_inner<W: Word>(line: Line, square: W, inner: W) -> W {
    let on_rank = (inner & inner.splat(63)).shl(1);
    let filled = on_rank.wrapping_mul(inner.splat(FILE_A));
    // The rank turned about the long diagonal is a file.
    let occupied = match line {
        Line::File => filled.transpose(),
        _ => filled,
    };
    attacks_along(line, square, occupied)
}

/// The attacks along each line of each square, by its inner squares.
fn line_attacks<W: Word>(index: W) -> W {
    let square = index.shr(6) & index.splat(63);
    choice(index.shr(12), Line::ALL.map(|line| along_inner(line, square, index)))
}

/// The attacks along two lines, by the inner squares of both.
fn joined<W: Word>(index: W, [first, second]: [Line; 2]) -> W {
    let square = index.shr(12);
    along_inner(first, square, index.shr(6)) | along_inner(second, square, index)
}

/// The attacks of a queen if only the pieces of one rank block.
fn superset<W: Word>(index: W) -> W {
    let (square, rank) = (index.shr(11), index.shr(8) & index.splat(7));
    let occupied = (index & index.splat(0xff)).shl_by(rank.shl(3));
    Course::Slider(Slider::Queen).attacks(square, occupied)
}

/// The squares one step away in each direction, or those two steps away.
fn ring<W: Word>(index: W) -> W {
    let (square, is_outer) = (index.shr(1), index & index.splat(1));
    let bit = square.bit();
    let union = |one, other| one | other;
    let once = Direction::ALL.map(|direction| direction.shift(bit));
    let twice = Direction::ALL.map(|direction| direction.shift(direction.shift(bit)));
    let (inner, outer) = (once.into_iter().reduce(union), twice.into_iter().reduce(union));
    choice(is_outer, [inner.unwrap_or(bit), outer.unwrap_or(bit)])
}

/// The moves along the first rank, from a number of base three, whose digits are the other seven
/// squares, and the slider's place.
fn titboard_row<W: Word>(index: W) -> W {
    let place = index & index.splat(7);
    let (mut digits, mut own, mut enemy) = (index.shr(3), index.splat(0), index.splat(0));
    for square in 0..7 {
        // A third of a number below 2^16.
        let others = digits.wrapping_mul(index.splat(0xaaab)).shr(17);
        let digit = digits.wrapping_sub(others.wrapping_add(others.shl(1)));
        own = own | (digit & index.splat(1)).shl(square);
        enemy = enemy | digit.shr(1).shl(square);
        digits = others;
    }
    let below = place.bit().wrapping_sub(index.splat(1));
    let around = |seven: W| (seven & below) | (seven & !below).shl(1);
    formula! {
        own = around(own);
        enemy = around(enemy);
    }
    attacks_along(Line::Rank, place, own | enemy) & !own
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use hyperbola_explain::Contents;

    use super::*;
    use crate::selftest::next_subset;

    /// Returns the tables that a technique reads.
    fn tables_of(technique: Technique) -> Vec<Contents> {
        let mut names = BTreeSet::new();
        let programs = [Slider::Rook, Slider::Bishop].map(|slider| program(technique, slider));
        let read = programs.iter().flat_map(Program::tables);
        read.filter(|table| names.insert(table.info.name)).collect()
    }

    /// Makes a table as a file does. No formula reads the entries that are `None`.
    fn made(technique: Technique, table: Contents, making: Making) -> Vec<Option<u64>> {
        let mut entries = vec![None; table.entries.count()];
        match making {
            Making::Entries(formula) => {
                let program = recorded_entries(formula);
                for (index, entry) in (0..).zip(&mut entries) {
                    *entry = program.evaluate(&[("index", index)]);
                }
            }
            Making::Occupancies(placings) => {
                for placing in placings {
                    let index = placing.recorded_index(technique, table.info.name);
                    let index = index.expect("the technique reads the table");
                    let (mask, entry) = (placing.recorded_mask(), placing.recorded_entry());
                    for square in 0..64 {
                        let mask = mask.evaluate(&[("square", square)]).unwrap();
                        let mut subset = 0;
                        loop {
                            let inputs = [("square", square), ("occupied", subset)];
                            let place = index.evaluate(&inputs).unwrap();
                            let place = usize::try_from(place).unwrap();
                            let before = entries[place].filter(|_| placing.is_united).unwrap_or(0);
                            entries[place] = entry.evaluate(&inputs).map(|entry| before | entry);
                            subset = next_subset(subset, mask);
                            if subset == 0 {
                                break;
                            }
                        }
                    }
                }
            }
        }
        entries
    }

    #[test]
    fn every_table_is_made_as_it_is() {
        let mut seen = BTreeSet::new();
        for &technique in Technique::ALL {
            for table in tables_of(technique) {
                let Some(making) = making(table.info.name) else { continue };
                if !seen.insert(table.info.name) {
                    continue;
                }
                let entries = made(technique, table, making);
                let pairs = table.iter().zip(&entries);
                let wrong = (0..).zip(pairs).find(|(_, (a, b))| b.is_some_and(|b| b != *a));
                assert_eq!(wrong, None, "{} of {technique}", table.info.name);
                let made = entries.iter().flatten().count();
                assert!(8 * made >= entries.len(), "{}: {made} entries", table.info.name);
            }
        }
        assert!(seen.len() >= 20, "{seen:?}");
    }
}
