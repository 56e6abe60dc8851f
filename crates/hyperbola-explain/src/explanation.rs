//! An explanation: the steps of a computation, in sections.

use std::collections::HashMap;

use hyperbola::techniques::HyperbolaQuintessence;
use hyperbola::word::Storage;
use hyperbola::{
    Bitboard, Bits, File, Line, Rank, Slider, SliderAttacks, Square, Technique, TechniqueInfo,
};
use serde::Serialize;

use crate::expression::{Expressions, hexadecimal};
use crate::recorder::{Name, Node, Operation, Recorded, Recorder, Sort};
use crate::run::{PieceRun, RecordedAttacks, piece_run, run_piece};

/// The computation of a technique, step by step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// The technique's id.
    pub technique: &'static str,
    /// The technique's name.
    pub name: &'static str,
    /// The people who found it.
    pub inventors: &'static [&'static str],
    /// The year when it was published.
    pub year: u16,
    /// The piece: rook, bishop or queen.
    pub slider: String,
    /// The slider's square.
    pub square: String,
    /// The occupied squares in hexadecimal.
    pub occupied: String,
    /// The attacks in hexadecimal.
    pub attacks: String,
    /// The steps.
    pub sections: Vec<Section>,
    /// The board's name, if it is not that of the core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<&'static str>,
    /// The labels of the boards.
    #[doc(hidden)]
    #[serde(skip)]
    pub labels: Labels,
}

impl Explanation {
    /// Makes the explanation of a technique for a piece on a square, from the occupied squares and
    /// the attacks in hexadecimal. The board has no name.
    fn new(
        info: &TechniqueInfo,
        slider: Slider,
        square: String,
        [occupied, attacks]: [String; 2],
        sections: Vec<Section>,
        labels: Labels,
    ) -> Self {
        Self {
            technique: info.id,
            name: info.name,
            inventors: info.inventors,
            year: info.year,
            slider: slider.to_string(),
            square,
            occupied,
            attacks,
            sections,
            board: None,
            labels,
        }
    }
}

/// The labels beside and below a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// The names of the ranks, from above.
    pub ranks: Vec<String>,
    /// The names of the files, from the left.
    pub files: Vec<String>,
    /// Whether bits beyond the board are drawn on its left.
    pub beyond_is_left: bool,
}

impl Labels {
    /// Returns those of the chessboard.
    fn of_chess() -> Self {
        Self {
            ranks: Rank::ALL.iter().rev().map(ToString::to_string).collect(),
            files: File::ALL.map(|file| file.to_string()).to_vec(),
            beyond_is_left: false,
        }
    }
}

/// Some steps that belong together: a line, or the boards that are kept up to date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Section {
    /// The title.
    pub title: String,
    /// A remark on the steps; empty for most.
    pub text: String,
    /// The steps in order.
    pub steps: Vec<Step>,
}

/// One named value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// The name: the formula's own letter. A prime stands for a mirrored board, a number in
    /// brackets for a lane, and a number after an underscore distinguishes values of one name.
    pub name: String,
    /// The expression, in the formula's letters.
    pub expression: String,
    /// The value in hexadecimal, `0x` and 16 digits.
    pub value: String,
    /// The meaning of the value.
    pub kind: ValueKind,
    /// The value as a board, the highest rank first, `1` set and `.` empty; left out where it is a
    /// number. On a board of another size, bits that are set beyond its squares follow in the order
    /// of the others: further ranks above, or further files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub board: Vec<String>,
    /// The value as a number; on a larger board its lowest 64 bits.
    #[serde(skip)]
    pub bits: u64,
    /// The number of its operation in the [`Computation`](crate::Computation).
    #[serde(skip)]
    pub node: usize,
}

/// The meaning of a value to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// A set of squares.
    Board,
    /// A number: an index, an amount, a remainder.
    Number,
}

impl Sort {
    /// Returns the form in which a value of the sort is shown.
    pub(crate) const fn kind(self) -> ValueKind {
        match self {
            Self::Number => ValueKind::Number,
            Self::Board | Self::Product | Self::Constant => ValueKind::Board,
        }
    }
}

/// Explains the computation of a technique for one query.
#[must_use]
pub fn explain(
    technique: Technique,
    slider: Slider,
    square: Square,
    occupied: Bitboard,
) -> Explanation {
    explain_run(technique.info(), piece_run(technique), slider, square, occupied)
}

/// Explains the computation of a technique, given as a type, for one query. It need not be in the
/// registry.
#[must_use]
pub fn explain_technique<T: SliderAttacks>(
    slider: Slider,
    square: Square,
    occupied: Bitboard,
) -> Explanation {
    explain_run(&T::INFO, run_piece::<T>, slider, square, occupied)
}

/// The record of a run, and where its parts end among the nodes: the inputs, the boards of the
/// occupied squares, the attacks, and then the derivation of the formula if it has one.
pub(crate) struct Recording {
    pub(crate) nodes: Vec<Node>,
    inputs: usize,
    pub(crate) boards_end: usize,
    attacks_end: usize,
    pub(crate) result: usize,
}

/// Records a technique's run.
pub(crate) fn record(
    info: &TechniqueInfo,
    run: PieceRun,
    slider: Slider,
    square: Square,
    occupied: Bitboard,
) -> Recording {
    let recorder = Recorder::new();
    let square_word = recorder.number("square", square.word());
    let occupied_word = recorder.board("occupied", occupied.0);
    let inputs = recorder.len();
    let RecordedAttacks { boards_end, attacks } = run(slider, square_word, occupied_word);
    let attacks = attacks.named(match slider {
        Slider::Rook => "rook_attacks",
        Slider::Bishop => "bishop_attacks",
        Slider::Queen => "queen_attacks",
    });
    let attacks_end = recorder.len();
    if info.id == HyperbolaQuintessence::INFO.id {
        // The derivation of one line is enough.
        let line = slider.lines()[0];
        let _ = HyperbolaQuintessence::derivation(line, square_word, occupied_word);
    }
    Recording { inputs, boards_end, attacks_end, result: attacks.index(), nodes: recorder.nodes() }
}

/// Explains a technique's run.
fn explain_run(
    info: &TechniqueInfo,
    run: PieceRun,
    slider: Slider,
    square: Square,
    occupied: Bitboard,
) -> Explanation {
    let recording = record(info, run, slider, square, occupied);
    let Recording { nodes, inputs, boards_end, attacks_end, result } = recording;
    let picture = |value| Bitboard(value).to_string().lines().map(str::to_owned).collect();
    let sections = Sections { nodes: &nodes, picture: &picture };
    let mut all = vec![sections.section("input", "", (0..inputs).collect(), &[])];
    let used = ancestors(&nodes, &[result]);
    let named = |range: core::ops::Range<usize>| -> Vec<usize> {
        range.filter(|&index| used[index] && nodes[index].name.is_some()).collect()
    };
    let kept = named(inputs..boards_end);
    if !kept.is_empty() {
        let text = "These boards are kept up to date as pieces move; here they are made anew.";
        all.push(sections.section("maintained boards", text, kept.clone(), &[]));
    }
    all.extend(sections.by_line(named(boards_end..attacks_end), &kept));
    if attacks_end < nodes.len() {
        let steps = (attacks_end..nodes.len()).filter(|&index| nodes[index].name.is_some());
        let steps = steps.collect();
        let title = format!("how the formula was found, on the {}", slider.lines()[0]);
        all.push(sections.section(&title, HyperbolaQuintessence::DERIVATION, steps, &[]));
    }
    let hexadecimals = [occupied.0, nodes[result].value].map(hexadecimal);
    Explanation::new(info, slider, square.to_string(), hexadecimals, all, Labels::of_chess())
}

/// Explains the run of a technique on a board's own bits, line by line, from the occupied squares
/// and the attacks. The recorder's inputs are the occupied squares and the masks that the technique
/// read.
#[must_use]
pub fn explain_recorded<V: Storage>(
    info: &TechniqueInfo,
    slider: Slider,
    square: String,
    [occupied, attacks]: [Recorded<'_, V>; 2],
    picture: &dyn Fn(V) -> Vec<String>,
    labels: Labels,
) -> Explanation {
    let (nodes, result) = attacks.nodes_and_index();
    let sections = Sections { nodes: &nodes, picture };
    let used = ancestors(&nodes, &[result]);
    let named = |is_input: bool| -> Vec<usize> {
        let of_kind = |&index: &usize| {
            let is_named = used[index] && nodes[index].name.is_some();
            is_named && (nodes[index].operation == Operation::Input) == is_input
        };
        (0..nodes.len()).filter(of_kind).collect()
    };
    let text = "Besides the occupied squares these are the masks that the technique reads.";
    let mut all = vec![sections.section("input", text, named(true), &[])];
    all.extend(sections.by_line(named(false), &[]));
    let hexadecimals = [occupied, attacks].map(|word| hexadecimal(word.value()));
    Explanation::new(info, slider, square, hexadecimals, all, labels)
}

/// Marks the nodes that some nodes were computed from, and themselves.
#[must_use]
pub fn ancestors<V>(nodes: &[Node<V>], results: &[usize]) -> Vec<bool> {
    let mut used = vec![false; nodes.len()];
    for &result in results {
        used[result] = true;
    }
    for index in (0..nodes.len()).rev() {
        if used[index] {
            for operand in nodes[index].operation.operands() {
                used[operand] = true;
            }
        }
    }
    used
}

impl Operation {
    /// Returns whether something is computed: it is neither given nor another name.
    pub(crate) const fn is_computed(self) -> bool {
        !matches!(self, Self::Input | Self::Constant | Self::Alias(_))
    }

    /// Returns the nodes it takes.
    pub(crate) fn operands(self) -> impl Iterator<Item = usize> {
        let operands = match self {
            Self::Input | Self::Constant => [None; 3],
            Self::Binary(_, a, b) | Self::Permute(_, a, b) => [Some(a), Some(b), None],
            Self::Choice(a, b, c) => [a, b, c].map(Some),
            Self::Alias(x)
            | Self::Not(x)
            | Self::Shift(_, x, _)
            | Self::Function(_, x)
            | Self::Lookup(_, x)
            | Self::Mask(_, x) => [Some(x), None, None],
        };
        operands.into_iter().flatten()
    }
}

/// Writes sections of steps.
pub(crate) struct Sections<'a, V> {
    pub(crate) nodes: &'a [Node<V>],
    /// Draws a value, the highest rank first.
    pub(crate) picture: &'a dyn Fn(V) -> Vec<String>,
}

impl<V: Storage> Sections<'_, V> {
    /// Splits the steps after the attacks of each line, and after those of a rook and of a bishop.
    pub(crate) fn by_line(&self, steps: Vec<usize>, known: &[usize]) -> Vec<Section> {
        let titles = Line::ALL.map(|line| line.to_string()).into_iter();
        let titles: Vec<String> =
            titles.chain(Slider::ALL.map(|slider| slider.to_string())).collect();
        let title_of = |index: usize| {
            let part = self.nodes[index].name?.text.strip_suffix("_attacks")?.replace('_', "-");
            titles.iter().find(|&title| *title == part)
        };
        let mut sections = Vec::new();
        let mut known = known.to_vec();
        let mut pending = Vec::new();
        for index in steps {
            pending.push(index);
            if let Some(title) = title_of(index) {
                sections.push(self.section(title, "", core::mem::take(&mut pending), &known));
                known.push(index);
            }
        }
        sections
    }

    /// Writes the steps of a section; steps of the earlier sections `known` are called by their
    /// names.
    pub(crate) fn section(
        &self,
        title: &str,
        text: &str,
        indices: Vec<usize>,
        known: &[usize],
    ) -> Section {
        let nodes = self.nodes;
        let inputs = (0..nodes.len()).filter(|&index| nodes[index].operation == Operation::Input);
        let mut labels = HashMap::new();
        let mut taken: HashMap<Name, usize> = HashMap::new();
        for index in inputs.chain(known.iter().copied()).chain(indices.iter().copied()) {
            let Some(name) = nodes[index].name else { continue };
            if labels.contains_key(&index) {
                continue;
            }
            let times = taken.entry(name).and_modify(|times| *times += 1).or_insert(1);
            labels.insert(index, label(name, *times));
        }
        let expressions = Expressions { nodes, labels: &labels };
        let step = |index: usize| {
            let Node { value, sort, .. } = nodes[index];
            let kind = sort.kind();
            let board = match kind {
                ValueKind::Number => Vec::new(),
                ValueKind::Board => (self.picture)(value),
            };
            let (name, expression) = (labels[&index].clone(), expressions.definition(index));
            let (value, bits) = (hexadecimal(value), value.low_word());
            Step { name, expression, value, kind, board, bits, node: index }
        };
        let steps = indices.into_iter().map(step).collect();
        Section { title: title.to_owned(), text: text.to_owned(), steps }
    }
}

/// Writes a name: a prime for a mirrored board, the lane in brackets, the number of earlier uses.
fn label(name: Name, times: usize) -> String {
    let mut text = match name.text.strip_suffix("_reversed") {
        Some(letter) => format!("{letter}'"),
        None => name.text.to_owned(),
    };
    if let Some(lane) = name.lane {
        text += &format!("[{lane}]");
    }
    if times > 1 {
        text += &format!("_{times}");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn of_queen(technique: Technique) -> Explanation {
        explain(technique, Slider::Queen, Square::D4, Bitboard(0x8_2400_4200_2080))
    }

    #[test]
    fn the_names_of_a_section_are_distinct_and_only_boards_have_pictures() {
        for &technique in Technique::ALL {
            for Section { title, steps, .. } in of_queen(technique).sections {
                let names: BTreeSet<&str> = steps.iter().map(|step| step.name.as_str()).collect();
                assert_eq!(names.len(), steps.len(), "{technique}, {title}: {names:?}");
                for step in &steps {
                    let rows = if step.kind == ValueKind::Board { 8 } else { 0 };
                    assert_eq!(step.board.len(), rows, "{technique}, {title}: {}", step.name);
                }
            }
        }
    }

    #[test]
    fn later_sections_call_earlier_results_by_name() {
        let explanation = of_queen(Technique::HyperbolaQuintessence);
        let steps: Vec<&Step> = explanation.sections.iter().flat_map(|one| &one.steps).collect();
        for (name, expression) in [
            ("rook_attacks", "rank_attacks | file_attacks"),
            ("queen_attacks", "rook_attacks | bishop_attacks"),
        ] {
            let step = steps.iter().find(|step| step.name == name).expect("a step");
            assert_eq!(step.expression, expression);
        }
    }

    #[test]
    fn boards_that_are_kept_up_to_date_have_a_section_of_their_own() {
        for (technique, has_boards) in [(Technique::Rotated, true), (Technique::KoggeStone, false)]
        {
            let sections = of_queen(technique).sections;
            let kept = sections.iter().find(|section| section.title == "maintained boards");
            assert_eq!(kept.is_some_and(|kept| !kept.steps.is_empty()), has_boards, "{technique}");
        }
    }
}
