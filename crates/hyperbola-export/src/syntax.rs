//! The syntax of a language: templates of its operators, statements and files.
//!
//! A template has places in braces, such as `{a} & {b}`, which [`fill`] fills.

/// All that differs from language to language.
///
/// An operation whose template is `None` is a function in the file, printed from its formula in
/// `helpers.rs` by the templates of the others.
#[derive(Debug)]
pub(crate) struct Syntax {
    pub(crate) operators: Operators,
    pub(crate) statements: Statements,
    pub(crate) names: Names,
    pub(crate) literals: Literals,
    /// The function that computes a digest, where it is no loop over words: its name `{name}`, and
    /// the functions `{attacks}` and `{relevant}`.
    pub(crate) digest: Option<&'static str>,
    /// The lines around the parts of a file.
    pub(crate) file: File,
}

/// The templates of operations, with the operands `{a}` and `{b}` and the constant `{n}`.
#[derive(Debug)]
pub(crate) struct Operators {
    pub(crate) and: &'static str,
    pub(crate) or: &'static str,
    pub(crate) xor: &'static str,
    pub(crate) not: &'static str,
    pub(crate) add: &'static str,
    pub(crate) subtract: &'static str,
    pub(crate) multiply: &'static str,
    /// Shifts by a constant.
    pub(crate) shift_left: &'static str,
    pub(crate) shift_right: &'static str,
    /// Shifts by a word that is below 64.
    pub(crate) shift_left_by: &'static str,
    pub(crate) shift_right_by: &'static str,
    /// The entry `{a}` of a table of words, and one of a table of narrower entries, of which `{m}`
    /// is the largest.
    pub(crate) lookup: &'static str,
    pub(crate) narrow_lookup: &'static str,
    pub(crate) rotate_left: Option<&'static str>,
    pub(crate) multiply_high: Option<&'static str>,
    pub(crate) swap_bytes: Option<&'static str>,
    pub(crate) reverse_bits: Option<&'static str>,
    pub(crate) leading_zeros: Option<&'static str>,
    pub(crate) trailing_zeros: Option<&'static str>,
    pub(crate) count_ones: Option<&'static str>,
}

/// The templates of statements. `{name}` is a name and `{value}` an expression.
#[derive(Debug)]
pub(crate) struct Statements {
    pub(crate) comment: &'static str,
    /// A value that never changes, and one that does.
    pub(crate) constant: &'static str,
    pub(crate) variable: &'static str,
    pub(crate) assign: &'static str,
    /// Stores `{value}` at `{index}` of the table `{name}`, whose entries have the type `{type}`.
    pub(crate) store: &'static str,
    /// As before, of narrower entries than words.
    pub(crate) narrow_store: &'static str,
    /// Runs over `{name}` from 0 to below `{count}`: what opens the loop and what closes it.
    pub(crate) count: (&'static str, &'static str),
    /// What opens such a loop, one word after the other, where the first form takes all at once.
    pub(crate) one_by_one: Option<&'static str>,
    /// A loop without an end, and how it ends if `{value}` is zero.
    pub(crate) forever: (&'static str, &'static str),
    pub(crate) break_if_zero: &'static str,
    pub(crate) returns: &'static str,
    /// Returns that a test has failed if `{a}` is not `{b}`.
    pub(crate) expect: &'static str,
    /// As before, of the numbers that digests are where attacks are vectors.
    pub(crate) expect_digest: Option<&'static str>,
    /// A private function of words, a public one and the test: their openings. Each has `{name}`,
    /// and the first two have `{parameters}`.
    pub(crate) function: &'static str,
    pub(crate) public_function: &'static str,
    pub(crate) test: &'static str,
    pub(crate) passed: &'static str,
    pub(crate) close: &'static str,
    /// A parameter `{name}` that is a word.
    pub(crate) parameter: &'static str,
    /// What stands for no parameters.
    pub(crate) nothing: &'static str,
    /// The parameter of a square, and the name and the value of its word if it is no word yet.
    pub(crate) square: (&'static str, Option<(&'static str, &'static str)>),
    /// The argument of a square: the square `{a}`, a word.
    pub(crate) square_argument: &'static str,
    /// What stands before the name of a function of the file.
    pub(crate) call: &'static str,
}

/// How names are written.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) function: Case,
    pub(crate) local: Case,
    pub(crate) table: Case,
    /// The words that cannot be names.
    pub(crate) reserved: &'static [&'static str],
}

/// How the words of a name are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Snake,
    Camel,
    Pascal,
    UpperSnake,
}

/// How constants are written; `{value}` is the number.
#[derive(Debug)]
pub(crate) struct Literals {
    /// A word that stands by itself, and a small one behind an operator.
    pub(crate) word: &'static str,
    pub(crate) small: &'static str,
    /// An entry of a table by its bits: of words and of narrower entries.
    pub(crate) entry: &'static str,
    pub(crate) narrow_entry: &'static str,
    /// The types of entries of 8, 16, 32 and 64 bits.
    pub(crate) types: [&'static str; 4],
}

/// The lines around the parts of a file.
#[derive(Debug)]
pub(crate) struct File {
    /// The beginning, behind the header.
    pub(crate) opening: &'static str,
    /// What stands before the test, and behind it at the end of the file; `{start}` is the call
    /// of the function that makes the tables, if there is one.
    pub(crate) test: (&'static str, &'static str),
    /// A call of the function that makes all tables.
    pub(crate) call_start: &'static str,
    /// What opens and closes a table of literals: `{name}`, `{type}`, `{count}`.
    pub(crate) literals: (&'static str, &'static str),
    /// What opens and closes the making of a table, with its storage.
    pub(crate) made: (&'static str, &'static str),
    /// As before, of tables with more than 64 KiB.
    pub(crate) large_made: (&'static str, &'static str),
    /// The function that makes all tables, where a program must call it: its opening, a call of
    /// the function that makes the table `{name}`, and its ending.
    pub(crate) start: Option<(&'static str, &'static str, &'static str)>,
    /// How deep the code is indented, and by what.
    pub(crate) depth: usize,
    pub(crate) indentation: &'static str,
}

/// Fills the places of a template.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        text += &rest[..start];
        rest = &rest[start..];
        let place = values.iter().find_map(|&(name, value)| {
            let after = rest[1..].strip_prefix(name)?.strip_prefix('}')?;
            Some((value, after))
        });
        if let Some((value, after)) = place {
            text += value;
            rest = after;
        } else {
            text.push('{');
            rest = &rest[1..];
        }
    }
    text + rest
}

impl Case {
    /// Writes words that are joined by underscores or hyphens.
    pub(crate) fn write(self, name: &str) -> String {
        let words = name.split(['_', '-']).filter(|word| !word.is_empty());
        let capital = |word: &str| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + &rest.to_lowercase()
        };
        match self {
            Self::Snake => words.map(str::to_lowercase).collect::<Vec<_>>().join("_"),
            Self::UpperSnake => words.map(str::to_uppercase).collect::<Vec<_>>().join("_"),
            Self::Pascal => words.map(capital).collect(),
            Self::Camel => {
                let word = |(place, word): (usize, &str)| {
                    if place == 0 { word.to_lowercase() } else { capital(word) }
                };
                words.enumerate().map(word).collect()
            }
        }
    }
}

impl Names {
    /// Writes the name of a local, with an underscore behind it if it is reserved.
    pub(crate) fn local(&self, name: &str) -> String {
        let name = self.local.write(name);
        if self.reserved.contains(&name.as_str()) { name + "_" } else { name }
    }
}

/// Returns whether an expression needs no parentheses as an operand: a name, a number, a call or
/// an element.
pub(crate) fn is_atomic(text: &str) -> bool {
    let mut depth = 0_usize;
    let text = text.trim_start_matches(['~', '!']);
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ if depth == 0 && !(c.is_alphanumeric() || "_.@:".contains(c)) => return false,
            _ => {}
        }
    }
    true
}
