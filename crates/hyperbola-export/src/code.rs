//! Writes statements, and programs as statements, by the templates of a syntax.

use core::ops::Range;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use hyperbola_explain::{Contents, Instruction, Operator, Program};

use crate::bounds::{largest_values, shifted_left};
use crate::branches::{BodyPart, Steps, Taken};
use crate::helpers::Helper;
use crate::names::{Namer, table_name};
use crate::syntax::{Exact, INFIX, Operators, Syntax, fill, is_atomic};
use crate::transforms::{self, Occurrence};

/// An expression longer than this gets a name of its own.
const LONG: usize = 56;

/// In an expression longer than this, the longest operands get names; the statement of a result
/// leaves less room.
const LONGEST: usize = 80;
const LONGEST_RESULT: usize = 64;

/// A line longer than this is broken after its equals sign, where the language allows it.
const LONGEST_LINE: usize = 100;

/// Lines of code in a language.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) syntax: &'static Syntax,
    pub(crate) text: String,
    depth: usize,
    /// The names that are taken in the function that is being written.
    scope: HashSet<String>,
    /// The helpers and the tables that the code uses.
    pub(crate) helpers: BTreeSet<Helper>,
    pub(crate) tables: BTreeMap<String, Contents>,
    /// Whether transforms are functions of their own.
    pub(crate) has_transforms: bool,
    /// The tables whose rows are orders of bits.
    pub(crate) orders: BTreeMap<String, Contents>,
    /// A line that stands after so many statements of a program, outside of branches.
    pub(crate) interruption: Option<(usize, String)>,
    /// The steps of programs that have names, each with the place of its statement in the text.
    pub(crate) places: Vec<(usize, Range<usize>)>,
}

impl Code {
    pub(crate) fn new(syntax: &'static Syntax) -> Self {
        Self {
            syntax,
            text: String::new(),
            depth: syntax.file.depth,
            scope: HashSet::new(),
            helpers: BTreeSet::new(),
            tables: BTreeMap::new(),
            has_transforms: false,
            orders: BTreeMap::new(),
            interruption: None,
            places: Vec::new(),
        }
    }

    /// Adds lines at the current depth.
    pub(crate) fn line(&mut self, lines: &str) {
        for line in lines.lines() {
            if !line.is_empty() {
                let inner = line.trim_start_matches("    ");
                let deeper = (line.len() - inner.len()) / 4;
                let indentation = self.syntax.file.indentation;
                self.text.extend(core::iter::repeat_n(indentation, self.depth + deeper));
                self.text += inner;
            }
            self.text.push('\n');
        }
    }

    pub(crate) fn blank(&mut self) {
        self.text.push('\n');
    }

    pub(crate) fn comment(&mut self, text: &str) {
        for line in wrapped(text, 92 - 4 * self.depth) {
            self.comment_line(&line);
        }
    }

    /// Adds a comment of one line as it is.
    pub(crate) fn comment_line(&mut self, line: &str) {
        let line = self.fill(self.syntax.statements.comment, &[("value", line)]);
        self.line(line.trim_end());
    }

    /// Sets the indentation of the next lines.
    pub(crate) fn set_depth(&mut self, depth: usize) {
        self.depth = depth;
    }

    /// Fills the places of a template, those of the language too.
    pub(crate) fn fill(&self, template: &str, values: &[(&str, &str)]) -> String {
        fill(template, &[values, self.syntax.operators.places].concat())
    }

    /// Opens a block.
    pub(crate) fn open(&mut self, template: &str, values: &[(&str, &str)]) {
        let lines = self.fill(template, values);
        self.line(&lines);
        self.depth += 1;
    }

    /// Closes a block.
    pub(crate) fn close(&mut self, template: &str, values: &[(&str, &str)]) {
        self.depth -= 1;
        let lines = self.fill(template, values);
        self.line(&lines);
    }

    /// Adds a statement and returns its place in the text.
    pub(crate) fn statement(&mut self, template: &str, name: &str, value: &str) -> Range<usize> {
        let start = self.text.len();
        let lines = self.fill(template, &[("name", name), ("value", value)]);
        self.wrapped_line(&lines);
        start..self.text.len()
    }

    /// Adds a line, which is broken if it is long and the language allows it.
    pub(crate) fn wrapped_line(&mut self, lines: &str) {
        let is_long = 4 * self.depth + lines.len() > LONGEST_LINE;
        if is_long && self.syntax.statements.has_parentheses && !lines.contains('\n') {
            let split = lines.split_once(" = ").map(|(name, value)| (format!("{name} = "), value));
            let returned = lines.strip_prefix("return ").map(|value| ("return ".to_owned(), value));
            if let Some((before, value)) = split.or(returned) {
                self.line(&format!("{before}(\n    {value}\n)"));
                return;
            }
        }
        // In a language with semicolons a statement may continue in the next line.
        match lines.split_once(" = ") {
            Some((name, value)) if lines.ends_with(';') && is_long => {
                self.line(&format!("{name} =\n    {value}"));
            }
            _ => self.line(lines),
        }
    }

    /// Returns the names that are taken, to be set again after a block.
    pub(crate) fn scope(&self) -> HashSet<String> {
        self.scope.clone()
    }

    pub(crate) fn set_scope(&mut self, scope: HashSet<String>) {
        self.scope = scope;
    }

    /// Opens a function with its purpose, in a sentence that begins with a verb. `comment` is its
    /// documentation before the opening, where that is the custom.
    pub(crate) fn open_documented(
        &mut self,
        comment: &str,
        (opening, values): (&str, &[(&str, &str)]),
        text: &str,
    ) {
        let verb = text[..1].to_lowercase() + &text[1..];
        if let Some(docstring) = self.syntax.statements.docstring {
            self.open_function(opening, values);
            let (third_person, rest) = text.split_once(' ').unwrap_or((text, ""));
            let imperative = third_person.trim_end_matches('s');
            self.line(&fill(docstring, &[("value", &format!("{imperative} {rest}"))]));
        } else {
            let own = [("value", text), ("verb", &verb)];
            self.line(&fill(comment, &[values, &own].concat()));
            self.open_function(opening, values);
        }
    }

    /// Writes parameters that are words.
    pub(crate) fn parameters(&self, names: &[&str]) -> String {
        let template = self.syntax.statements.parameter;
        let written = names.iter().map(|name| self.fill(template, &[("name", name)]));
        written.collect::<Vec<_>>().join(", ")
    }

    /// Writes a call of a function of the file.
    pub(crate) fn call(&self, name: &str, arguments: &[&str]) -> String {
        self.call_as_named(&self.syntax.names.function.write(name), arguments)
    }

    /// Writes a call of a public function of the file.
    pub(crate) fn call_public(&self, name: &str, arguments: &[&str]) -> String {
        self.call_as_named(&self.syntax.names.public(name), arguments)
    }

    fn call_as_named(&self, name: &str, arguments: &[&str]) -> String {
        let arguments = arguments.join(", ");
        let is_close = self.syntax.operators.are_close && arguments.contains(", ");
        format!("{name}({})", if is_close { without_spaces(&arguments) } else { arguments })
    }

    /// Writes the steps of a program as constants, and returns the expression of its result.
    /// `inputs` are the expressions of its inputs.
    pub(crate) fn steps(&mut self, program: &Program, inputs: &[(&str, &str)]) -> String {
        Printer::new(program, inputs, self).print()
    }

    /// Writes the steps of a program with several results as constants and branches, and returns
    /// the results' expressions. Inputs without expressions have their own names.
    pub(crate) fn steps_of_all(
        &mut self,
        program: &Program,
        inputs: &[(&str, &str)],
        results: &[usize],
    ) -> Vec<String> {
        let mut printer = Printer::new(program, inputs, self);
        results.iter().for_each(|&result| printer.uses[result] += 1);
        let mut statements = 0;
        for part in printer.parts(results) {
            let before = printer.code.places.len();
            printer.write_part(&part);
            statements += match part {
                BodyPart::Step(_) => printer.code.places.len() - before,
                BodyPart::Branch { .. } => 1,
            };
            if let Some((number, line)) = printer.code.interruption.clone()
                && statements >= number
            {
                printer.code.line(&line);
                statements = 0;
            }
        }
        results.iter().map(|&result| printer.texts[result].clone()).collect()
    }

    /// Writes the steps of a program around the opening of a loop: after it those that depend on
    /// the input `changing`. `named` are steps with their names, which are taken. Returns the
    /// expression of the result.
    pub(crate) fn steps_around_loop(
        &mut self,
        program: &Program,
        (inputs, changing): (&[(&str, &str)], &str),
        named: &[(usize, &'static str)],
        open: impl FnOnce(&mut Self),
    ) -> String {
        self.scope.extend(named.iter().map(|&(_, name)| name.to_owned()));
        let mut printer = Printer::new(program, inputs, self);
        printer.wanted = named.iter().map(|&(step, name)| (step, Some(name))).collect();
        let depend = program.depend_on(changing);
        // Each earlier step that the loop needs has a name.
        for (index, (computation, _)) in program.steps.iter().enumerate() {
            for operand in
                computation.operands().filter(|&operand| depend[index] && !depend[operand])
            {
                if !printer.is_leaf(operand) {
                    printer.wanted.entry(operand).or_insert(None);
                }
            }
        }
        let all = 0..program.steps.len();
        all.clone().filter(|&index| !depend[index]).for_each(|index| printer.write(index));
        open(printer.code);
        all.filter(|&index| depend[index]).for_each(|index| printer.write(index));
        printer.texts.swap_remove(program.result)
    }

    /// Writes a value that never changes, and takes its name.
    pub(crate) fn constant(&mut self, name: &str, value: &str) {
        self.scope.insert(name.to_owned());
        self.statement(self.syntax.statements.constant, name, value);
    }

    /// Writes a value that changes, and takes its name.
    pub(crate) fn variable(&mut self, name: &str, value: &str) {
        self.scope.insert(name.to_owned());
        self.statement(self.syntax.statements.variable, name, value);
    }

    /// Opens a function, in which only the names of its parameters are taken.
    pub(crate) fn open_function(&mut self, template: &str, values: &[(&str, &str)]) {
        self.scope.clear();
        self.open(template, values);
    }

    /// Takes all names of a text, so that no local has one of them.
    pub(crate) fn take_names_of(&mut self, text: &str) {
        let names = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        self.scope.extend(names.map(str::to_owned));
    }

    /// Writes a function whose body is a program with these parameters.
    pub(crate) fn function(&mut self, name: &str, parameters: &[&str], program: &Program) {
        let statements = &self.syntax.statements;
        let locals: Vec<String> =
            parameters.iter().map(|name| self.syntax.names.local(name)).collect();
        let locals: Vec<&str> = locals.iter().map(String::as_str).collect();
        let function = self.syntax.names.function.write(name);
        let values = [("name", function.as_str()), ("parameters", &self.parameters(&locals))];
        self.open_function(statements.function, &values);
        let inputs: Vec<(&str, &str)> = parameters.iter().copied().zip(locals).collect();
        let result = self.steps(program, &inputs);
        self.statement(statements.returns, "", &result);
        self.close(statements.close, &values);
        self.blank();
    }
}

/// Prints one program.
struct Printer<'p, 'c> {
    program: &'p Program,
    code: &'c mut Code,
    /// The steps that are calls of transforms, and those that are inside of one.
    calls: HashMap<usize, Occurrence>,
    inside: Vec<bool>,
    /// How often each step is an operand.
    uses: Vec<usize>,
    /// The largest value of each step.
    largest: Vec<u64>,
    namer: Namer,
    inputs: HashMap<String, String>,
    /// The steps that must have a name, with the name if it is not one of the formula.
    wanted: HashMap<usize, Option<&'static str>>,
    /// The text of each step where it is an operand.
    texts: Vec<String>,
    /// The section of the last step that was written.
    section: Option<&'static str>,
}

impl<'p, 'c> Printer<'p, 'c> {
    fn new(program: &'p Program, inputs: &[(&str, &str)], code: &'c mut Code) -> Self {
        let (calls, inside) = if code.has_transforms {
            transforms::find(program)
        } else {
            (HashMap::new(), vec![false; program.steps.len()])
        };
        let mut uses = vec![0; program.steps.len()];
        for (index, (computation, _)) in program.steps.iter().enumerate() {
            match calls.get(&index) {
                Some(call) => uses[call.operand] += 1,
                None if inside[index] => {}
                None => computation.operands().for_each(|operand| uses[operand] += 1),
            }
        }
        let inputs: HashMap<_, _> =
            inputs.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect();
        let taken = code.scope.iter().chain(inputs.values());
        let namer = Namer::new(program, &code.syntax.names, taken);
        let largest = largest_values(program);
        let (wanted, texts) = (HashMap::new(), vec![String::new(); program.steps.len()]);
        Self {
            program,
            code,
            calls,
            inside,
            uses,
            largest,
            namer,
            inputs,
            wanted,
            texts,
            section: None,
        }
    }

    /// Returns the parts of the body that compute some steps.
    fn parts(&self, results: &[usize]) -> Vec<BodyPart> {
        let has_branches = self.code.syntax.statements.branch.is_some();
        let steps = self.program.steps.iter().enumerate();
        let taken = steps.map(|(index, (step, _))| match (self.calls.get(&index), *step) {
            (Some(call), _) => Taken::All(vec![call.operand]),
            (_, Instruction::Choice(question, first, second)) if has_branches => {
                Taken::Choice([question, first, second])
            }
            (_, Instruction::Choice(_, first, _)) => Taken::All(vec![first]),
            (_, step) => Taken::All(step.operands().collect()),
        });
        Steps(taken.collect()).parts(results)
    }

    fn write_part(&mut self, part: &BodyPart) {
        match part {
            BodyPart::Step(step) => self.write(*step),
            BodyPart::Branch { question, choices, ways } => {
                self.write_branch(*question, choices, ways)
            }
        }
    }

    /// Writes choices as variables that a branch changes.
    fn write_branch(&mut self, question: usize, choices: &[usize], ways: &[Vec<BodyPart>; 2]) {
        let statements = &self.code.syntax.statements;
        let (opening, otherwise) = statements.branch.expect("the language has branches");
        let [first, second] = ways;
        // Nothing is to be computed for the second way: it is how the variables begin.
        let is_leaf = |part: &BodyPart| matches!(part, BodyPart::Step(step) if self.is_leaf(*step));
        let begins = second.iter().all(is_leaf);
        if begins {
            second.iter().for_each(|part| self.write_part(part));
        }
        let question =
            operand(&self.code.syntax.operators, opening, "{value}", &self.texts[question]);
        let mut names = Vec::new();
        for &choice in choices {
            let (computation, _) = self.program.steps[choice];
            let name = self.namer.name((choice, None), computation, &self.texts, self.program);
            let Instruction::Choice(_, _, second) = computation else { continue };
            let zero = write_typed(self.code.syntax, 0);
            let value = if begins { self.texts[second].clone() } else { zero };
            self.code.variable(&name, &value);
            names.push(name);
        }
        self.code.open(opening, &[("value", &question)]);
        self.write_way(first, choices, 1, &names);
        if !begins {
            self.code.close("", &[]);
            self.code.open(otherwise, &[]);
            self.write_way(second, choices, 2, &names);
        }
        self.code.close(statements.close, &[]);
        for (&choice, name) in choices.iter().zip(names) {
            self.texts[choice] = name;
        }
    }

    /// Writes a way of a branch, which ends by setting the variables.
    fn write_way(&mut self, parts: &[BodyPart], choices: &[usize], way: usize, names: &[String]) {
        parts.iter().for_each(|part| self.write_part(part));
        for (&choice, name) in choices.iter().zip(names) {
            let value = self.program.steps[choice].0.operands().nth(way).expect("a way's result");
            let value = self.texts[value].clone();
            self.code.statement(self.code.syntax.statements.assign, name, &value);
        }
    }

    fn print(mut self) -> String {
        for index in 0..self.program.steps.len() {
            self.write(index);
        }
        self.texts.swap_remove(self.program.result)
    }

    /// Writes a step: as a constant if it needs a name, else into the texts of the steps that use
    /// it.
    fn write(&mut self, index: usize) {
        if self.inside[index] {
            return;
        }
        let (computation, name) = &self.program.steps[index];
        let is_result = index == self.program.result;
        let longest = if is_result { LONGEST_RESULT } else { LONGEST };
        let mut text = match self.calls.get(&index).copied() {
            Some(call) => self.help(Helper::Transform(call.transform), &[call.operand]),
            None => self.expression(*computation),
        };
        while text.len() > longest && !self.calls.contains_key(&index) {
            let Some(operand) = self.longest_operand(*computation) else { break };
            self.give_name(operand);
            text = self.expression(*computation);
        }
        let is_leaf = self.is_leaf(index);
        let is_shared = self.uses[index] > 1 && !is_leaf;
        let is_long = text.len() > LONG && !is_result;
        let is_named = name.is_some() && !is_leaf;
        self.texts[index] = text;
        if is_named || is_shared || is_long || self.wanted.contains_key(&index) {
            self.give_name(index);
        }
    }

    fn is_leaf(&self, index: usize) -> bool {
        matches!(self.program.steps[index].0, Instruction::Input(_) | Instruction::Constant(_))
    }

    /// Returns whether a step is shifted so far to the left that a constant has no bit of it.
    fn is_disjoint(&self, step: usize, constant: usize) -> bool {
        match (self.program.steps[step].0, self.program.steps[constant].0) {
            (Instruction::Shift(Operator::ShiftLeft, _, by), Instruction::Constant(value)) => {
                value >> by == 0
            }
            _ => false,
        }
    }

    fn is_zero(&self, index: usize) -> bool {
        self.program.steps[index].0 == Instruction::Constant(0)
    }

    /// Returns the other operand of a sum with zero, the only one that is written.
    fn sum_with_zero(&self, operator: Operator, a: usize, b: usize) -> Option<usize> {
        let is_sum = matches!(operator, Operator::Or | Operator::Xor | Operator::Add);
        let other = if self.is_zero(a) { b } else { a };
        (is_sum && (self.is_zero(a) || self.is_zero(b))).then_some(other)
    }

    fn is_highest_bit(&self, index: usize) -> bool {
        self.program.steps[index].0 == Instruction::Constant(1 << 63)
    }

    /// Returns the longest operand that has no name.
    fn longest_operand(&self, computation: Instruction) -> Option<usize> {
        let has_name =
            |&operand: &usize| self.is_leaf(operand) || is_identifier(&self.texts[operand]);
        let unnamed = computation.operands().filter(|operand| !has_name(operand));
        unnamed.max_by_key(|&operand| self.texts[operand].len())
    }

    /// Writes a step as a constant, and puts its name in the place of its text.
    fn give_name(&mut self, index: usize) {
        let here = self.namer.section(index);
        if self.namer.has_sections() && here != self.section {
            if let Some(title) = here {
                self.code.comment(&format!("{}:", capitalized(title)));
            }
            self.section = here;
        }
        let (computation, _) = self.program.steps[index];
        let transformed = self.calls.get(&index).map(|call| {
            let (participle, operand) = (call.transform.participle(), &self.texts[call.operand]);
            if is_identifier(operand) {
                format!("{participle}_{operand}")
            } else {
                participle.into()
            }
        });
        let name = match self.wanted.get(&index) {
            Some(Some(name)) => (*name).to_owned(),
            _ => self.namer.name((index, transformed), computation, &self.texts, self.program),
        };
        let text = core::mem::replace(&mut self.texts[index], name.clone());
        let template = self.code.syntax.statements.constant;
        let place = self.code.statement(template, &name, &text);
        self.code.places.push((index, place));
        self.code.scope.insert(name);
    }

    /// Writes a step, with its operands as already written.
    fn expression(&mut self, computation: Instruction) -> String {
        let operators = &self.code.syntax.operators;
        match computation {
            Instruction::Input(name) => {
                self.inputs.get(name).cloned().unwrap_or_else(|| name.to_owned())
            }
            Instruction::Constant(value) => self.written_literal(value, false),
            Instruction::Not(x) => self.apply(operators.not, &[x], None),
            Instruction::Binary(operator, a, b) => self.binary(operator, a, b),
            Instruction::Shift(operator, x, by) => self.shift(operator, x, by),
            Instruction::Function(function, x) => self.help(Helper::Function(function), &[x]),
            Instruction::Lookup(table, x) => self.lookup(table, x),
            Instruction::Permute(table, x, row) => {
                let name = self.note_table(table);
                self.code.orders.insert(name, table);
                let function = format!("permuted_by_{}", table_name(table.info.name));
                let arguments = [self.texts[x].as_str(), self.texts[row].as_str()];
                self.code.call(&function, &arguments)
            }
            // Without branches the first way is right in any case.
            Instruction::Choice(_, first, _) => self.texts[first].clone(),
            _ => unreachable!("the printer knows every computation"),
        }
    }

    /// Returns the templates of results that are not cut, if the largest operands have a result.
    fn exact(&self, of: impl Fn(u64, u64) -> Option<u64>, (a, b): (usize, usize)) -> Option<Exact> {
        of(self.largest[a], self.largest[b]).and(self.code.syntax.operators.exact)
    }

    fn lookup(&mut self, table: Contents, index: usize) -> String {
        let name = self.note_table(table);
        let is_word = table.entries.bits() == 64;
        let operators = &self.code.syntax.operators;
        let template = if is_word { operators.lookup } else { operators.narrow_lookup };
        let largest = format!("{:#x}", u64::MAX >> (64 - table.entries.bits()));
        let of_constant;
        let (template, index) = match self.program.steps[index].0 {
            // Shaders convert no constant of 64 bits.
            Instruction::Constant(place) if template.contains("u32({a})") => {
                of_constant = template.replace("u32({a})", "{a}");
                (of_constant.as_str(), format!("{place}u"))
            }
            _ => (template, self.operand_of(template, "{a}", index)),
        };
        self.code.fill(template, &[("name", &name), ("a", &index), ("m", &largest)])
    }

    /// Notes that a table is used and returns its name.
    fn note_table(&mut self, table: Contents) -> String {
        let name = self.code.syntax.names.table.write(&table_name(table.info.name));
        self.code.tables.insert(name.clone(), table);
        name
    }

    fn binary(&mut self, operator: Operator, a: usize, b: usize) -> String {
        if let Some(other) = self.sum_with_zero(operator, a, b) {
            return self.texts[other].clone();
        }
        let operators = &self.code.syntax.operators;
        let template = match operator {
            Operator::And => operators.and,
            // Compilers put a sum into an address, and few see that this is one.
            Operator::Or if self.is_disjoint(a, b) && operators.add == INFIX.add => operators.add,
            Operator::Or => operators.or,
            Operator::Xor => operators.xor,
            Operator::Add => {
                self.exact(|a, b| a.checked_add(b), (a, b)).map_or(operators.add, |e| e.add)
            }
            Operator::Subtract => operators.subtract,
            Operator::Multiply => self
                .exact(|a, b| a.checked_mul(b), (a, b))
                .map_or(operators.multiply, |e| e.multiply),
            Operator::ShiftLeft | Operator::ShiftRight | Operator::RotateLeft => {
                return self.shift_by(operator, a, b);
            }
            _ => return self.help(Helper::Operator(operator), &[a, b]),
        };
        let is_chain = matches!(operator, Operator::And | Operator::Or | Operator::Xor);
        self.apply(template, &[a, b], is_chain.then_some(operator))
    }

    /// Writes a shift by a word, which is taken modulo 64 unless it is known to be below.
    fn shift_by(&mut self, operator: Operator, x: usize, by: usize) -> String {
        if let Instruction::Constant(by @ 0..64) = self.program.steps[by].0 {
            return self.shift(operator, x, u32::try_from(by).expect("below 64"));
        }
        let operators = &self.code.syntax.operators;
        let template = match operator {
            Operator::ShiftLeft => self
                .exact(shifted_left, (x, by))
                .map_or(operators.shift_left_by, |e| e.shift_left_by),
            Operator::ShiftRight => match operators.highest_bit_by {
                Some(template) if self.is_highest_bit(x) => template,
                _ => operators.shift_right_by,
            },
            _ => "({b})",
        };
        let by_text = if self.largest[by] < 64 {
            self.operand_of(template, "{b}", by)
        } else {
            let by_word = self.operand_of(operators.and, "{a}", by);
            let modulo = self
                .code
                .fill(operators.and, &[("a", &by_word), ("b", &self.written_literal(63, true))]);
            let needs_none = is_argument(template, "{b}") || is_atomic(&modulo);
            if needs_none { modulo } else { format!("({modulo})") }
        };
        if operator == Operator::RotateLeft {
            let helper = Helper::Operator(operator);
            self.code.helpers.insert(helper);
            return self.code.call(helper.name(), &[&self.texts[x], &by_text]);
        }
        self.code.fill(template, &[("a", &self.operand_of(template, "{a}", x)), ("b", &by_text)])
    }

    /// Writes a shift by a constant.
    fn shift(&mut self, operator: Operator, x: usize, by: u32) -> String {
        let operators = &self.code.syntax.operators;
        let (template, by) = match operator {
            Operator::ShiftLeft if shifted_left(self.largest[x], by.into()).is_some() => {
                (operators.exact.map_or(operators.shift_left, |exact| exact.shift_left), by)
            }
            Operator::ShiftLeft => (operators.shift_left, by),
            Operator::ShiftRight => (operators.shift_right, by),
            _ => match operators.rotate_left {
                Some(template) => (template, by),
                None => {
                    let helper = Helper::Operator(Operator::RotateLeft);
                    self.code.helpers.insert(helper);
                    let by = self.written_literal(by.into(), true);
                    return self.code.call(helper.name(), &[&self.texts[x], &by]);
                }
            },
        };
        let x = self.operand_of(template, "{a}", x);
        self.code.fill(template, &[("a", &x), ("n", &by.to_string())])
    }

    /// Writes an operation that may be an expression in the language, and is a helper otherwise.
    fn help(&mut self, helper: Helper, operands: &[usize]) -> String {
        let mut others = self.code.syntax.operators.others.iter();
        if let Some((_, template)) = others.find(|(name, _)| *name == helper.name()) {
            return self.apply(template, operands, None);
        }
        self.code.helpers.insert(helper);
        let arguments: Vec<&str> =
            operands.iter().map(|&index| self.texts[index].as_str()).collect();
        self.code.call(helper.name(), &arguments)
    }

    fn apply(&self, template: &str, operands: &[usize], chained: Option<Operator>) -> String {
        let is_constant =
            |&step: &usize| matches!(self.program.steps[step].0, Instruction::Constant(_));
        let is_beside_word = operands.get(1).is_some_and(|other| !is_constant(other));
        let texts: Vec<String> = operands
            .iter()
            .zip(["{a}", "{b}"])
            .map(|(&index, place)| match self.program.steps[index].0 {
                Instruction::Constant(value) if place == "{a}" && is_beside_word => {
                    write_typed(self.code.syntax, value)
                }
                Instruction::Constant(value) => self.written_literal(value, place == "{b}"),
                Instruction::Binary(inner, x, y)
                    if chained == Some(inner)
                        && !self.is_disjoint(x, y)
                        && self.sum_with_zero(inner, x, y).is_none() =>
                {
                    self.texts[index].clone()
                }
                _ => self.operand_of(template, place, index),
            })
            .collect();
        let values: Vec<(&str, &str)> =
            ["a", "b"].into_iter().zip(texts.iter().map(String::as_str)).collect();
        self.code.fill(template, &values)
    }

    /// Writes a step as the operand at a place of a template.
    fn operand_of(&self, template: &str, place: &str, index: usize) -> String {
        operand(&self.code.syntax.operators, template, place, &self.texts[index])
    }

    fn written_literal(&self, value: u64, is_behind: bool) -> String {
        write_literal(self.code.syntax, value, is_behind)
    }
}

/// Writes a constant; a small one after an operator may be shorter.
pub(crate) fn write_literal(syntax: &Syntax, value: u64, is_behind: bool) -> String {
    let literals = &syntax.literals;
    let template = match literals.typed {
        _ if is_behind && value < 1000 => literals.small,
        Some(typed) if is_behind => typed,
        _ => literals.word,
    };
    fill_literal(template, value)
}

/// Writes a constant whose type is known from its place.
pub(crate) fn write_typed(syntax: &Syntax, value: u64) -> String {
    fill_literal(syntax.literals.typed.unwrap_or(syntax.literals.word), value)
}

fn fill_literal(template: &str, value: u64) -> String {
    let number = if value < 1000 { value.to_string() } else { hexadecimal(value) };
    let (low, high) = (value & 0xffff_ffff, value >> 32);
    let (low, high) = (format!("{low:#x}"), format!("{high:#x}"));
    fill(template, &[("value", &number), ("low", &low), ("high", &high)])
}

/// Writes a board in hexadecimal: all digits, so that boards stand below one another.
fn hexadecimal(value: u64) -> String {
    if value >> 32 == 0 { format!("{value:#x}") } else { format!("{value:#018x}") }
}

/// Breaks a text into lines of at most this many characters; blank lines stay.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.len() + 1 + word.len() > width {
                lines.push(core::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines
}

/// Writes an expression as the operand at a place of a template: in parentheses, if it needs them.
pub(crate) fn operand(operators: &Operators, template: &str, place: &str, text: &str) -> String {
    let is_argument = is_argument(template, place);
    if !is_argument && !is_atomic(text) {
        return format!("({text})");
    }
    // It is the only argument, or the only operand.
    let is_alone = template.contains(&format!("({place})")) || template.matches('{').count() == 1;
    let is_close = operators.are_close && !is_alone;
    if is_close { without_spaces(text) } else { text.to_owned() }
}

/// Writes an expression without spaces, except after commas.
fn without_spaces(text: &str) -> String {
    text.replace(' ', "").replace(',', ", ")
}

/// Returns whether a template has a place as an argument of a call, or as an index.
fn is_argument(template: &str, place: &str) -> bool {
    let ways = ["({place})", "({place},", ", {place})", ", {place},", "[{place}]"];
    ways.iter().any(|way| template.contains(&way.replace("{place}", place)))
}

fn is_identifier(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + &characters.as_str().replace('_', "-")
    })
}
