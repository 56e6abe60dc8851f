//! The names of a function's locals: those of the formula, made distinct.

use std::collections::{HashMap, HashSet};

use hyperbola_explain::{Function, Instruction, Operator, Program};

use crate::syntax::Names;

/// The steps that end a section of a function are named after these, with `_attacks` appended.
const SECTIONS: [&str; 6] = ["rank", "file", "diagonal", "anti_diagonal", "rook", "bishop"];

/// Writes the name of a table as the file has it: without the words that distinguish techniques.
pub(crate) fn table_name(name: &str) -> String {
    name.to_lowercase()
}

/// Gives names to steps.
#[derive(Debug)]
pub(crate) struct Namer {
    sections: Vec<Option<&'static str>>,
    /// Whether a step is used in another section than its own.
    is_shared: Vec<bool>,
    /// The direction of each step that one of the opposite direction has the same name as.
    directions: Vec<Option<&'static str>>,
    /// How often each name of the formula occurs.
    times: HashMap<String, usize>,
    taken: HashSet<String>,
    given: Vec<Option<String>>,
    case: &'static Names,
}

impl Namer {
    pub(crate) fn new<'a>(
        program: &Program,
        case: &'static Names,
        inputs: impl Iterator<Item = &'a String>,
    ) -> Self {
        let given: Vec<Option<String>> =
            program.steps.iter().map(|(_, name)| name.as_deref().map(plain)).collect();
        let mut times = HashMap::new();
        for name in given.iter().flatten() {
            *times.entry(name.clone()).or_insert(0) += 1;
        }
        let mut sections = vec![None; given.len()];
        let mut section = None;
        for (index, name) in given.iter().enumerate().rev() {
            let ended = name.as_deref().and_then(|name| name.strip_suffix("_attacks"));
            section = SECTIONS.into_iter().find(|&title| Some(title) == ended).or(section);
            sections[index] = section;
        }
        let mut is_shared = vec![false; given.len()];
        for (index, (computation, _)) in program.steps.iter().enumerate() {
            for operand in computation.operands() {
                is_shared[operand] |= sections[operand] != sections[index];
            }
        }
        let directions = directions(program, &sections, &given);
        let taken = inputs.cloned().collect();
        Self { sections, is_shared, directions, times, taken, given, case }
    }

    /// Returns the section of a step.
    pub(crate) fn section(&self, index: usize) -> Option<&'static str> {
        self.sections[index]
    }

    /// Returns whether there is more than one section.
    pub(crate) fn has_sections(&self) -> bool {
        let distinct: HashSet<_> = self.sections.iter().flatten().collect();
        distinct.len() > 1
    }

    /// Gives a step its name, or the one that is given with it, made distinct. `texts` are those of
    /// the steps before.
    pub(crate) fn name(
        &mut self,
        (index, given): (usize, Option<String>),
        computation: Instruction,
        texts: &[String],
        program: &Program,
    ) -> String {
        // Only one word may come in each section.
        let is_word = given.as_ref().is_some_and(|given| !given.contains('_'));
        let formula = given.or_else(|| self.given[index].clone());
        let times = |name| self.times.get(name).copied().unwrap_or(0);
        let is_repeated = is_word || formula.as_ref().is_some_and(|name| times(name) > 1);
        let wanted = formula.unwrap_or_else(|| unnamed(computation, texts, program));
        let wanted = match self.directions[index] {
            Some(direction) => format!("{direction}_{wanted}"),
            None => wanted,
        };
        let wanted = match self.sections[index].filter(|_| !self.is_shared[index]) {
            Some(section) if is_repeated && self.has_sections() => format!("{section}_{wanted}"),
            _ => wanted,
        };
        let mut name = self.case.local(&wanted);
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = self.case.local(&format!("{wanted}_{number}"));
            number += 1;
        }
        name
    }
}

/// Returns `positive` and `negative` for the steps of a section that are computed along positive
/// rays only or along negative ones only, where both occur under one name.
fn directions(
    program: &Program,
    sections: &[Option<&'static str>],
    given: &[Option<String>],
) -> Vec<Option<&'static str>> {
    let signs = signs(program);
    let mut steps: HashMap<(Option<&str>, &str), Vec<usize>> = HashMap::new();
    for (index, name) in given.iter().enumerate() {
        let Some(name) = name else { continue };
        steps.entry((sections[index], name)).or_default().push(index);
    }
    let mut directions = vec![None; given.len()];
    for namesakes in steps.values() {
        let one_way = namesakes.iter().filter(|&&step| signs[step].count_ones() == 1);
        let both = one_way.clone().fold(0, |both, &step| both | signs[step]);
        if both == POSITIVE | NEGATIVE {
            for &step in one_way {
                directions[step] =
                    Some(if signs[step] == POSITIVE { "positive" } else { "negative" });
            }
        }
    }
    directions
}

const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;

/// Returns the rays along which each step is computed, as far as masks of rays and shifts of boards
/// show.
fn signs(program: &Program) -> Vec<u8> {
    let mut signs: Vec<u8> = Vec::with_capacity(program.steps.len());
    let column = |index: usize| match program.steps[index].0 {
        Instruction::Binary(Operator::Or, _, column) => match program.steps[column].0 {
            Instruction::Constant(column) => column,
            _ => 0,
        },
        _ => 0,
    };
    let is_square = |step: usize| program.steps[step].0 == Instruction::Input("square");
    for (computation, _) in &program.steps {
        let own = match *computation {
            // The positive directions come first.
            Instruction::Lookup(table, index) if table.info.name.contains("RAY") => {
                if column(index) < 4 { POSITIVE } else { NEGATIVE }
            }
            Instruction::Shift(Operator::ShiftLeft, x, _) if !is_square(x) => POSITIVE,
            Instruction::Shift(Operator::ShiftRight, x, _) if !is_square(x) => NEGATIVE,
            _ => 0,
        };
        signs.push(computation.operands().fold(own, |sign, operand| sign | signs[operand]));
    }
    // A step of neither kind has the sign of the steps that use it.
    let mut users = vec![0; signs.len()];
    for (index, (computation, _)) in program.steps.iter().enumerate().rev() {
        if signs[index] == 0 {
            signs[index] = users[index];
        }
        computation.operands().for_each(|operand| users[operand] |= signs[index]);
    }
    signs
}

/// Writes a name of a formula as an identifier.
fn plain(name: &str) -> String {
    name.replace(['[', ']', '\'', '-'], "_")
}

/// Names a step that the formula does not name, after its operation.
fn unnamed(computation: Instruction, texts: &[String], program: &Program) -> String {
    let of = |x: usize, what: &str| {
        let is_short = texts[x].len() <= 16 && texts[x].chars().all(|c| c.is_alphanumeric());
        if is_short && !texts[x].starts_with(|c: char| c.is_ascii_digit()) {
            format!("{what}_{}", texts[x])
        } else {
            what.to_owned()
        }
    };
    let is = |x: usize, what| program.steps[x].0 == what;
    match computation {
        Instruction::Not(x) => return of(x, "not"),
        Instruction::Function(Function::SwapBytes | Function::ReverseBits, x) => {
            return of(x, "reversed");
        }
        _ => {}
    }
    match computation {
        Instruction::Binary(operator, one, _) => match operator {
            Operator::ShiftLeft if is(one, Instruction::Constant(1)) => "bit",
            Operator::And => "common",
            Operator::Or => "joined",
            Operator::Xor => "difference",
            Operator::Add => "sum",
            Operator::Subtract => "less",
            Operator::Multiply | Operator::MultiplyHigh => "product",
            _ => "shifted",
        },
        // Where the square's row begins in a table.
        Instruction::Shift(Operator::ShiftLeft, x, _) if is(x, Instruction::Input("square")) => {
            "row"
        }
        Instruction::Shift(..) => "shifted",
        Instruction::Function(line @ Function::WholeLine(_), _) => {
            line.name().trim_start_matches("whole_")
        }
        Instruction::Function(..) => "number",
        Instruction::Lookup(..) => "entry",
        Instruction::Choice(..) => "chosen",
        _ => "step",
    }
    .to_owned()
}
