//! The functions of an exported file, with the lines that each operation of a technique became.

use core::ops::Range;

use hyperbola::{Slider, Technique};
use hyperbola_explain::{Instruction, Masks, Program, program_with_nodes};

use crate::Language;
use crate::code::Code;
use crate::file::{functions_used_by, shares_work, write_attacks};

/// The functions of a technique's file that compute the attacks of one slider.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listing {
    /// The functions that the others use, such as a bit reversal; empty without any.
    pub helpers: String,
    /// The functions of attacks. A queen's comes after a rook's and a bishop's where it calls them.
    pub functions: Vec<ListedFunction>,
}

/// A function of attacks in a [`Listing`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedFunction {
    /// The function, as the file has it.
    pub text: String,
    /// For each operation of the technique's [`Computation`](hyperbola_explain::Computation) for
    /// the slider, the lines of `text` that compute it, from 0 on. The list is empty for an
    /// operation that the function does not need, such as those of the other lines.
    pub lines: Vec<Option<Range<usize>>>,
}

/// Prints the functions by which [`export`](crate::export) computes the attacks of one slider, with
/// the lines of each operation.
///
/// Returns nothing for a language whose files compute the masks of squares: its operations are
/// others than those of the [`Computation`](hyperbola_explain::Computation). There is no listing in
/// C++ either, where the opening of a function depends on how the tables are made.
///
/// ```
/// use hyperbola::{Bitboard, Slider, Square, Technique};
/// use hyperbola_explain::explain;
/// use hyperbola_export::{Language, listing};
///
/// let (technique, slider) = (Technique::HyperbolaQuintessence, Slider::Rook);
/// let c = listing(technique, Language::find("c").unwrap(), slider).unwrap();
/// let explanation = explain(technique, slider, Square::D4, Bitboard(0));
/// let step = explanation.sections[1].steps.iter().find(|step| step.name == "o").unwrap();
/// let lines = c.functions[0].lines[step.node].clone().unwrap();
/// let line = c.functions[0].text.lines().nth(lines.start).unwrap();
/// assert_eq!(line.trim(), "const uint64_t rank_o = occupied & rank_line;");
/// ```
#[must_use]
pub fn listing(technique: Technique, language: &Language, slider: Slider) -> Option<Listing> {
    let syntax = language.syntax;
    if syntax.operators.masks != Masks::Read || syntax.statements.late_function.is_some() {
        return None;
    }
    let is_union = slider == Slider::Queen && !shares_work(technique);
    let sliders = if is_union { Slider::ALL.to_vec() } else { vec![slider] };
    let (whole, nodes) = program_with_nodes(technique, slider);
    let mut code = Code::new(syntax);
    code.has_transforms = true;
    let functions = sliders.iter().map(|&own| {
        code.text.clear();
        code.places.clear();
        let program = program_with_nodes(technique, own).0;
        let result = write_attacks(&mut code, technique, (own, &Slider::ALL), &program, false);
        // A queen's function that only joins the others has only the statement of its result.
        let lines = if is_union && own == Slider::Queen {
            let mut lines = vec![None; whole.steps.len()];
            lines[whole.result] = Some(lines_of(&code.text, &result));
            lines
        } else {
            let own = lines_of_steps(&program, &code, &result);
            in_place_of(&program, &whole, &own)
        };
        let lines = nodes.iter().map(|step| lines[(*step)?].clone()).collect();
        ListedFunction { text: code.text.trim_end().to_owned(), lines }
    });
    let functions = functions.collect();
    let helpers = functions_used_by(&code);
    let helpers = syntax.file.tidy.map_or(helpers.clone(), |tidy| tidy(&helpers));
    Some(Listing { helpers: helpers.trim_end().to_owned(), functions })
}

/// Returns the lines of each step: those of its own statement, or of the first that uses it. An
/// input is a parameter of the function.
fn lines_of_steps(
    program: &Program,
    code: &Code,
    result: &Range<usize>,
) -> Vec<Option<Range<usize>>> {
    let mut lines = vec![None; program.steps.len()];
    for (step, place) in &code.places {
        lines[*step] = Some(lines_of(&code.text, place));
    }
    lines[program.result].get_or_insert_with(|| lines_of(&code.text, result));
    let opening = code.text.lines().position(|line| line.contains("occupied"));
    for step in (0..program.steps.len()).rev() {
        if let (Instruction::Input(_), Some(line)) = (program.steps[step].0, opening) {
            lines[step] = Some(line..line + 1);
        } else if lines[step].is_none() {
            let uses = |user: &usize| program.steps[*user].0.operands().any(|of| of == step);
            lines[step] =
                (step + 1..program.steps.len()).find(uses).and_then(|user| lines[user].clone());
        }
    }
    lines
}

/// Returns the values of the steps of a program, by the equal steps of another.
fn in_place_of<T: Clone>(part: &Program, whole: &Program, own: &[Option<T>]) -> Vec<Option<T>> {
    let mut moved = vec![None; whole.steps.len()];
    let mut places: Vec<Option<usize>> = Vec::with_capacity(part.steps.len());
    for ((instruction, _), own) in part.steps.iter().zip(own) {
        let is_known = instruction.operands().all(|operand| places[operand].is_some());
        let wanted = instruction.with_operands(|operand| places[operand].unwrap_or(operand));
        let mut steps = whole.steps.iter();
        let place = steps.position(|(other, _)| *other == wanted).filter(|_| is_known);
        if let Some(place) = place {
            moved[place].clone_from(own);
        }
        places.push(place);
    }
    moved
}

/// Returns the lines at a place of a text.
fn lines_of(text: &str, place: &Range<usize>) -> Range<usize> {
    let before = |end: usize| text[..end].matches('\n').count();
    before(place.start)..before(place.end)
}
