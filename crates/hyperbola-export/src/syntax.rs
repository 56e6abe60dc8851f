//! The syntax of a language: templates of its operators, statements and files.
//!
//! A template has places in braces, such as `{a} & {b}`, which [`fill`] fills.

use hyperbola_explain::{Contents, Masks};

/// The syntax of a language: everything that differs between languages.
///
/// An operation without a template is a function in the file. It is printed from its formula in
/// `helpers.rs` by the templates of the others, unless the language has a better one in
/// [`File::functions`].
#[derive(Debug)]
pub(crate) struct Syntax {
    pub(crate) operators: Operators,
    pub(crate) statements: Statements,
    pub(crate) names: Names,
    pub(crate) literals: Literals,
    /// The lines around the parts of a file.
    pub(crate) file: File,
}

/// The templates of operations, with the operands `{a}` and `{b}` and the constant `{n}`.
#[derive(Debug)]
pub(crate) struct Operators {
    /// Whether masks of squares are entries of tables, or computed.
    pub(crate) masks: Masks,
    /// Whether there are no spaces in an index, in one of several arguments, and in a call or an
    /// element that is an operand, as gofmt has it.
    pub(crate) are_close: bool,
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
    /// The operations whose results are cut to 64 bits above, where a result is known to need no
    /// more.
    pub(crate) exact: Option<Exact>,
    /// The highest bit shifted right by a word that is below 64, where compilers do better with the
    /// lowest bit, whose constant takes no register.
    pub(crate) highest_bit_by: Option<&'static str>,
    /// The entry `{a}` of a table of words, and one of a table of narrower entries, of which `{m}`
    /// is the largest.
    pub(crate) lookup: &'static str,
    pub(crate) narrow_lookup: &'static str,
    /// A rotation by a constant.
    pub(crate) rotate_left: Option<&'static str>,
    /// Other operations that are expressions in the language, by the names of their helpers.
    pub(crate) others: &'static [(&'static str, &'static str)],
    /// Further texts to fill in, in templates and in the functions of the language.
    pub(crate) places: &'static [(&'static str, &'static str)],
}

/// The templates of operations whose results are not cut to 64 bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exact {
    pub(crate) add: &'static str,
    pub(crate) multiply: &'static str,
    pub(crate) shift_left: &'static str,
    pub(crate) shift_left_by: &'static str,
}

/// The signs that most languages have between operands, and no function.
pub(crate) const INFIX: Operators = Operators {
    masks: Masks::Read,
    are_close: false,
    and: "{a} & {b}",
    or: "{a} | {b}",
    xor: "{a} ^ {b}",
    not: "~{a}",
    add: "{a} + {b}",
    subtract: "{a} - {b}",
    multiply: "{a} * {b}",
    shift_left: "{a} << {n}",
    shift_right: "{a} >> {n}",
    shift_left_by: "{a} << {b}",
    shift_right_by: "{a} >> {b}",
    exact: None,
    highest_bit_by: None,
    lookup: "{name}[{a}]",
    narrow_lookup: "{name}[{a}]",
    rotate_left: None,
    others: &[],
    places: &[],
};

/// The templates of statements. `{name}` is a name and `{value}` an expression.
#[derive(Debug)]
pub(crate) struct Statements {
    pub(crate) comment: &'static str,
    /// A comment that documents a public function `{name}`, where it differs: `{value}` is a
    /// sentence that begins with a verb, and `{verb}` the same in lower case.
    pub(crate) documentation: Option<&'static str>,
    /// The documentation inside a function, in place of a comment before it: `{value}` is a
    /// sentence that begins with a verb in the imperative.
    pub(crate) docstring: Option<&'static str>,
    /// Whether a long value is in parentheses on lines of its own.
    pub(crate) has_parentheses: bool,
    /// A value that never changes, and one that does.
    pub(crate) constant: &'static str,
    pub(crate) variable: &'static str,
    pub(crate) assign: &'static str,
    /// Stores `{value}` at `{index}` of the table `{name}`, whose entries have the type `{type}`.
    pub(crate) store: &'static str,
    /// The same of narrower entries than words, where it differs.
    pub(crate) narrow_store: Option<&'static str>,
    /// Runs over `{name}` from 0 to below `{count}`: the opening and the end of the loop.
    pub(crate) count: (&'static str, &'static str),
    /// The opening of such a loop, one word after the other, where the first form takes all at
    /// once.
    pub(crate) one_by_one: Option<&'static str>,
    /// A loop without an end, and how it ends if `{value}` is zero.
    pub(crate) forever: (&'static str, &'static str),
    pub(crate) break_if_zero: &'static str,
    /// The opening of a branch that is taken if `{value}` is not zero, and its other way. Without
    /// them no choice is printed, but what is right in any case.
    pub(crate) branch: Option<(&'static str, &'static str)>,
    pub(crate) returns: &'static str,
    /// Returns that a test has failed if `{a}` is not the literal `{b}` of the number `{d}`.
    pub(crate) expect: &'static str,
    /// The digest, where attacks are vectors.
    pub(crate) digest: Option<Digest>,
    /// The opening of a function of words `{name}` with its `{parameters}`, and of a public one
    /// where it differs.
    pub(crate) function: &'static str,
    pub(crate) public_function: Option<&'static str>,
    /// The opening, where it differs, of a function that a compiler cannot compute, because it
    /// reads a table of `large_made`, or should not try to compute, because it takes long.
    pub(crate) late_function: Option<&'static str>,
    /// The opening of the test `{name}`.
    pub(crate) test: &'static str,
    pub(crate) passed: &'static str,
    pub(crate) close: &'static str,
    /// A parameter `{name}` that is a word.
    pub(crate) parameter: &'static str,
    /// The text for no parameters.
    pub(crate) nothing: &'static str,
    /// The given square, where it is not a word.
    pub(crate) square: Option<Square>,
    /// Functions of several words.
    pub(crate) several: Several,
}

/// The templates of a public function `{name}` that returns `{count}` words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Several {
    /// The opening with its `{parameters}`.
    pub(crate) function: &'static str,
    /// The statement of its words: its opening, the line of the word `{index}`, which is `{value}`,
    /// and its end.
    pub(crate) results: (&'static str, &'static str, &'static str),
    /// Keeps the words of a call with `{arguments}` as `found`.
    pub(crate) call: &'static str,
}

/// A square that is not a word: the parameter `square`, its word, and the argument that is made of
/// the word `{a}`.
#[derive(Debug)]
pub(crate) struct Square {
    pub(crate) parameter: &'static str,
    pub(crate) word: &'static str,
    pub(crate) argument: &'static str,
}

/// The digest of attacks that are vectors.
#[derive(Debug)]
pub(crate) struct Digest {
    /// The function `{name}` that computes it with the functions `{attacks}` and `{relevant}`.
    pub(crate) function: &'static str,
    /// Returns that a test has failed if the number `{a}` is not `{d}`.
    pub(crate) expect: &'static str,
}

/// The statements of JavaScript, which are much like those of all languages with braces.
pub(crate) const BRACES: Statements = Statements {
    comment: "// {value}",
    documentation: None,
    docstring: None,
    has_parentheses: false,
    constant: "const {name} = {value};",
    variable: "let {name} = {value};",
    assign: "{name} = {value};",
    store: "table[{index}] = {value};",
    narrow_store: None,
    count: ("for (let {name} = 0; {name} < {count}; {name}++) {", "}"),
    one_by_one: None,
    forever: ("while (true) {", "}"),
    break_if_zero: "if ({value} == 0) {\n    break;\n}",
    branch: None,
    returns: "return {value};",
    expect: "if ({a} != {b}) {\n    return false;\n}",
    digest: None,
    function: "function {name}({parameters}) {",
    public_function: None,
    late_function: None,
    test: "function {name}() {",
    passed: "return true;",
    close: "}",
    parameter: "{name}",
    nothing: "",
    square: None,
    several: Several {
        function: "export function {name}(\n    {parameters},\n) {",
        results: ("return [", "{value},", "];"),
        call: "const found = {name}({arguments});",
    },
};

/// How names are written.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) function: LetterCase,
    /// How those of public functions are written, where it differs.
    pub(crate) public_function: Option<LetterCase>,
    pub(crate) local: LetterCase,
    pub(crate) table: LetterCase,
    /// The words that cannot be names, with spaces between them.
    pub(crate) reserved: &'static str,
}

/// Names that are joined by underscores.
pub(crate) const SNAKE: Names = Names {
    function: LetterCase::Snake,
    public_function: None,
    local: LetterCase::Snake,
    table: LetterCase::UpperSnake,
    reserved: "",
};

/// Names that are joined by capitals, except those of tables.
pub(crate) const CAMEL: Names =
    Names { function: LetterCase::Camel, local: LetterCase::Camel, ..SNAKE };

/// How the words of a name are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LetterCase {
    Snake,
    Camel,
    Pascal,
    UpperSnake,
}

/// How constants are written; `{value}` is the number.
#[derive(Debug)]
pub(crate) struct Literals {
    /// A word on its own, and a small one after an operator.
    pub(crate) word: &'static str,
    pub(crate) small: &'static str,
    /// A word whose type is known from its place, such as an argument or an operand of a word,
    /// where it differs.
    pub(crate) typed: Option<&'static str>,
    /// An entry of a table by its bits: of words and of narrower entries.
    pub(crate) entry: &'static str,
    pub(crate) narrow_entry: &'static str,
    /// The types of entries of 8, 16, 32 and 64 bits.
    pub(crate) types: [&'static str; 4],
    /// The number of entries of such a type in a word.
    pub(crate) parts_of_word: usize,
}

/// Numbers as they are, in a language without types.
pub(crate) const PLAIN_NUMBERS: Literals = Literals {
    word: "{value}",
    small: "{value}",
    typed: None,
    entry: "{value}",
    narrow_entry: "{value}",
    types: [""; 4],
    parts_of_word: 1,
};

/// The lines around the parts of a file.
#[derive(Debug)]
pub(crate) struct File {
    /// The beginning, after the header.
    pub(crate) opening: &'static str,
    /// The parts after the beginning, in this order, each only if the file uses it. A part is used
    /// if its sign is in the text that follows. The sign is a name, perhaps with the text after it.
    /// Each is a [section](sections), and its heading is the sign.
    pub(crate) parts: &'static str,
    /// The functions of operations that are better than those printed from the formulas: sections,
    /// whose headings are the helpers' names. [`FORMULA`] in a section is the printed one.
    pub(crate) functions: &'static [&'static str],
    /// The texts before the test, and after it at the end of the file; `{start}` is the call of the
    /// function that makes all tables, if there is one.
    pub(crate) test: (&'static str, &'static str),
    /// The opening and the end of a table of literals: `{name}`, `{type}`, `{count}`.
    pub(crate) literals: (&'static str, &'static str),
    /// The opening and the end of the code that makes a table `{name}` by a function `{make}`, with
    /// its storage of `{length}` entries of the `{type}`, which are `{count}` for the technique; or
    /// why tables cannot be made.
    pub(crate) made: Result<(&'static str, &'static str), &'static str>,
    /// The same of tables with more than 8,192 entries, where it differs.
    pub(crate) large_made: Option<(&'static str, &'static str)>,
    /// The syntax of the code that makes them, where it differs: its functions have `scalar_`
    /// before their names.
    pub(crate) maker: Option<&'static Syntax>,
    /// Instructions for the user of a file with tables that are made.
    pub(crate) made_usage: &'static str,
    /// The function that makes all tables, where a program must call it.
    pub(crate) start: Option<Start>,
    /// The names that get the user's prefix, if the names of a file can have one.
    pub(crate) prefixed: Option<Prefixed>,
    /// A kernel that calls a function for each position, where a device runs kernels.
    pub(crate) kernel: Option<Kernel>,
    /// The function that sets the blank lines of a file, where the language has a custom.
    pub(crate) tidy: Option<fn(&str) -> String>,
    /// The depth of the code's indentation, the further depth of the test, and the text of one
    /// step.
    pub(crate) depth: usize,
    pub(crate) test_depth: usize,
    pub(crate) indentation: &'static str,
}

/// The names that get a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prefixed {
    /// Each function, table and macro of the file: they are declared in lines that are not
    /// indented.
    Names,
    /// Nothing: it is the name of the namespace, which is otherwise this one.
    Namespace(&'static str),
}

/// A kernel that calls the function `{name}` for the position `place` of columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kernel {
    /// The kernel with its `{columns}`. It calls the function with `{arguments}` and keeps
    /// `{count}` words.
    pub(crate) text: &'static str,
    /// The column `{name}` of words, and one of bytes.
    pub(crate) column: &'static str,
    pub(crate) byte_column: &'static str,
    /// The word at `place` of the column `{name}`, which is the `{number}`th.
    pub(crate) word: &'static str,
    /// All ones where the byte at `place` of the column `sides_to_move` is 1, else zero.
    pub(crate) is_black: &'static str,
    /// The byte at `place` of the column `castling`, as a word.
    pub(crate) castling: &'static str,
    /// Instructions for the caller.
    pub(crate) usage: &'static str,
}

/// A function that makes all tables.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) opening: &'static str,
    /// A call of the function that makes one table, `{name}`.
    pub(crate) call: &'static str,
    pub(crate) ending: &'static str,
    /// The call of it in the test.
    pub(crate) in_test: &'static str,
}

/// A file with nothing around its parts and without tables.
pub(crate) const PLAIN_FILE: File = File {
    opening: "",
    parts: "",
    functions: &[],
    test: ("", ""),
    literals: ("", ""),
    made: Err("it has no tables"),
    large_made: None,
    maker: None,
    made_usage: "",
    start: None,
    prefixed: None,
    kernel: None,
    tidy: None,
    depth: 0,
    test_depth: 0,
    indentation: "    ",
};

/// The place of the function printed from the formula in a function of [`File::functions`].
pub(crate) const FORMULA: &str = "{formula}";

/// Returns whether a table has so many entries that it is made by other means where a language
/// needs them.
pub(crate) fn is_large(table: Contents) -> bool {
    table.entries.count() > 8 << 10
}

/// Returns the sections of a text, from the last to the first: each after a heading, which is a
/// line of two equals signs and a name.
pub fn sections(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.rsplit("\n== ").filter_map(|section| section.split_once('\n'))
}

/// Replaces the names of a text that `rename` has another name for.
pub(crate) fn renamed(text: &str, rename: impl Fn(&str) -> Option<String>) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut written = String::with_capacity(text.len() + text.len() / 8);
    let mut rest = text;
    while let Some(start) = rest.find(is_name) {
        written += &rest[..start];
        rest = &rest[start..];
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let name = &rest[..end];
        written += rename(name).as_deref().unwrap_or(name);
        rest = &rest[end..];
    }
    written + rest
}

/// Fills the places of a template.
#[must_use]
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
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

impl LetterCase {
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

impl Statements {
    /// Writes the argument of a square that is a word.
    pub(crate) fn square_argument(&self, word: &str) -> String {
        let argument = self.square.as_ref().map_or("{a}", |square| square.argument);
        fill(argument, &[("a", word)])
    }
}

impl File {
    /// Returns the opening and the end of the code that makes a table.
    pub(crate) fn made_of(&self, table: Contents) -> Option<(&'static str, &'static str)> {
        self.large_made.filter(|_| is_large(table)).or(self.made.ok())
    }
}

impl Names {
    /// Writes the name of a public function.
    pub(crate) fn public(&self, name: &str) -> String {
        self.public_function.unwrap_or(self.function).write(name)
    }

    /// Writes the name of a local, with an underscore after it if it is reserved.
    pub(crate) fn local(&self, name: &str) -> String {
        let name = self.local.write(name);
        if self.reserved.split(' ').any(|word| word == name) { name + "_" } else { name }
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
