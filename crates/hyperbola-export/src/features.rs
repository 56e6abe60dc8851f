//! Features of positions as files: a function of a position's words, a kernel where a device runs
//! them, and a test.

use hyperbola::Word;
use hyperbola_explain::{Masks, Program, Recorded, Recorder};
use hyperbola_features::{AnyFeature, Block, FormulaVisitor, WordFormula, visit_formulas};

use crate::code::{Code, write_literal};
use crate::file::{headed, new_test, opened, with_test};
use crate::headers;
use crate::selftest::{digest_of, expect};
use crate::syntax::{LetterCase, fill, renamed};
use crate::{Language, Unsupported};

/// The words of a position, in the order of a function's parameters: those of a [`Block`].
const INPUTS: [&str; 10] = [
    "pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black", IS_BLACK, CASTLING,
];
const IS_BLACK: &str = "is_black";
const CASTLING: &str = "castling";

/// The number of positions of a file's test.
const SAMPLES: u64 = 400;

/// The most characters of a line of parameters.
const WIDTH: usize = 90;

/// A feature's formula, recorded.
#[derive(Debug)]
struct Feature {
    name: &'static str,
    program: Program,
    /// The words of a position that the formula reads.
    inputs: Vec<&'static str>,
    /// The steps of its words.
    results: Vec<usize>,
    /// The meaning of each word, unless the words are the numbers.
    parts: Vec<&'static str>,
    /// The digest of a file's test.
    digest: u64,
}

impl Feature {
    fn new<const N: usize>(feature: impl WordFormula<N>, masks: Masks) -> Self {
        let recorder = Recorder::with_masks(masks);
        let board = |place: usize| recorder.board(INPUTS[place], 0);
        let block = Block {
            roles: core::array::from_fn(board),
            colors: core::array::from_fn(|color| board(6 + color)),
            is_black: recorder.number(IS_BLACK, 0),
            castling: recorder.number(CASTLING, 0),
        };
        let (program, results) = recorder.program_of_all(&feature.words(&block));
        let is_read = |name: &&str| {
            let depend = program.depend_on(name);
            results.iter().any(|&result| depend[result])
        };
        let inputs = INPUTS.into_iter().filter(is_read).collect();
        let parts = feature.parts().into_iter().flatten().collect();
        let (mut state, mut digest) = (0, 0);
        for number in 0..SAMPLES {
            let sample = Sample::new(state, number);
            state = sample.state;
            digest = feature.words(&sample.block).into_iter().fold(digest, digest_of);
        }
        Self { name: feature.name(), program, inputs, results, parts, digest }
    }

    /// Returns the feature with a name.
    fn find(name: &str, masks: Masks) -> Result<Self, Unsupported> {
        let mut finder = Finder { name, masks, found: None };
        visit_formulas(&mut finder);
        finder.found.ok_or_else(|| {
            let names = feature_names().join(", ");
            Unsupported::new(format!(
                "no formula of words is the feature {name:?}: expected {names}"
            ))
        })
    }
}

/// Finds a feature by its name.
struct Finder<'a> {
    name: &'a str,
    masks: Masks,
    found: Option<Feature>,
}

impl FormulaVisitor for Finder<'_> {
    fn visit<const N: usize, F: WordFormula<N>>(&mut self, feature: F) {
        if feature.name() == self.name {
            self.found = Some(Feature::new(feature, self.masks));
        }
    }
}

/// The names of all features that are formulas of words.
struct Names(Vec<&'static str>);

impl FormulaVisitor for Names {
    fn visit<const N: usize, F: WordFormula<N>>(&mut self, feature: F) {
        self.0.push(feature.name());
    }
}

/// Returns the names of the features that [`export_feature`] prints.
#[must_use]
pub fn feature_names() -> Vec<&'static str> {
    let mut names = Names(Vec::new());
    visit_formulas(&mut names);
    names.0
}

/// Prints a feature of positions in a language: a function of the words of a position, and in CUDA,
/// OpenCL and WGSL a kernel that takes the columns of many.
///
/// The header of the file lists the words that the function takes, in their order, and describes
/// the words of the feature. In C, CUDA and OpenCL these go to the last parameter, `found`; in the
/// other languages the function returns them. With a prefix, names begin with it, as those of a
/// technique's file do.
///
/// ```
/// use hyperbola_export::{Language, export_feature};
///
/// let c = Language::find("c").expect("C is in the list");
/// let file = export_feature("checkers", c, None)?;
/// assert!(file.contains("static inline void checkers("));
/// assert!(export_feature("keys", c, None).is_err());
/// # Ok::<(), hyperbola_export::Unsupported>(())
/// ```
///
/// # Errors
///
/// Returns an error if no formula has the name, or the language has no such prefix.
pub fn export_feature(
    name: &str,
    language: &Language,
    prefix: Option<&str>,
) -> Result<String, Unsupported> {
    if let Some(prefix) = prefix {
        crate::check_prefix(language, prefix)?;
    }
    let syntax = language.syntax;
    let feature = Feature::find(name, syntax.operators.masks)?;
    let mut code = Code::new(syntax);
    code.has_transforms = true;
    write_function(&mut code, &feature);
    write_kernel(&mut code, &feature);
    let mut test = new_test(syntax);
    write_test(&mut test, &feature);
    let text = opened(syntax, &with_test(&code, &test));
    // The names of a technique's file describe its contents.
    let own = |name: &str| match name {
        "SliderAttacks" => Some(LetterCase::Pascal.write(feature.name) + "Feature"),
        "slider_attack_tests" => Some(format!("{}_tests", feature.name)),
        _ => None,
    };
    let header = header(&feature, language, prefix);
    Ok(headed(syntax, prefix, &header, &renamed(&text, own)))
}

/// Returns the words of a position that a feature's function takes, in their order: some of
/// `pawns`, `knights`, `bishops`, `rooks`, `queens`, `kings`, `white`, `black`, `is_black` and
/// `castling`. A kernel takes the columns that have them.
///
/// # Errors
///
/// Returns the error that no formula has the name.
pub fn feature_inputs(name: &str) -> Result<Vec<&'static str>, Unsupported> {
    Ok(Feature::find(name, Masks::Computed)?.inputs)
}

/// Joins parts by commas, in lines of limited length.
fn in_lines(parts: &[String], indentation: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for (place, part) in parts.iter().enumerate() {
        if place > 0 {
            length += part.len() + 2;
            if length > WIDTH {
                text += &format!(",\n{indentation}");
                length = part.len();
            } else {
                text += ", ";
            }
        } else {
            length = part.len();
        }
        text += part;
    }
    text
}

fn write_function(code: &mut Code, feature: &Feature) {
    let statements = &code.syntax.statements;
    let several = statements.several;
    let name = code.syntax.names.public(feature.name);
    let count = feature.results.len().to_string();
    let inputs = &feature.inputs;
    let locals: Vec<String> = inputs.iter().map(|name| code.syntax.names.local(name)).collect();
    let parameters: Vec<String> =
        locals.iter().map(|name| code.parameters(&[name.as_str()])).collect();
    let parameters = in_lines(&parameters, "    ");
    let values = [("name", &*name), ("parameters", &*parameters), ("count", &*count)];
    let comment = statements.documentation.unwrap_or(statements.comment);
    let text = format!("Computes {}: {}.", feature.name, meaning(feature.name));
    code.open_documented(comment, (several.function, &values), &text);
    code.take_names_of(&fill(several.function, &values));
    let inputs: Vec<(&str, &str)> =
        inputs.iter().copied().zip(locals.iter().map(String::as_str)).collect();
    let texts = code.steps_of_all(&feature.program, &inputs, &feature.results);
    let (opening, line, closing) = several.results;
    if !opening.is_empty() {
        code.open(opening, &values);
    }
    for (index, value) in texts.iter().enumerate() {
        let line = code.fill(line, &[("index", &index.to_string()), ("value", value)]);
        code.wrapped_line(&line);
    }
    if !opening.is_empty() {
        code.close(closing, &values);
    }
    code.close(statements.close, &values);
    code.blank();
}

/// Writes the kernel, if the language has any.
fn write_kernel(code: &mut Code, feature: &Feature) {
    let Some(kernel) = code.syntax.file.kernel else { return };
    let name = code.syntax.names.public(feature.name);
    let count = feature.results.len().to_string();
    let inputs = &feature.inputs;
    let (mut columns, mut arguments) = (Vec::new(), Vec::new());
    for (number, &input) in INPUTS.iter().enumerate() {
        if !inputs.contains(&input) {
            continue;
        }
        let (column, column_name, argument) = match input {
            IS_BLACK => (kernel.byte_column, "sides_to_move", kernel.is_black),
            CASTLING => (kernel.byte_column, CASTLING, kernel.castling),
            _ => (kernel.column, input, kernel.word),
        };
        let number = number.to_string();
        let values = [("name", column_name), ("number", &number)];
        columns.push(code.fill(column, &values));
        arguments.push(code.fill(argument, &values));
    }
    let columns = in_lines(&columns, "    ");
    let arguments = in_lines(&arguments, "            ");
    let word = code.syntax.literals.types[3];
    let values = [
        ("name", &*name),
        ("columns", &*columns),
        ("arguments", &*arguments),
        ("count", &*count),
        ("type", word),
    ];
    let text = code.fill(kernel.text.trim_start(), &values);
    code.line(text.trim_end());
    code.blank();
}

/// Writes the test: the digest of the words of some positions.
fn write_test(code: &mut Code, feature: &Feature) {
    let syntax = code.syntax;
    let statements = &syntax.statements;
    let name = syntax.names.function.write("self_test");
    let text = "Tests the function: the digest of its words on some positions.";
    code.open_documented(statements.comment, (statements.test, &[("name", &name)]), text);
    let zero = write_literal(syntax, 0, false);
    code.variable("state", &zero);
    code.variable("digest", &zero);
    let inputs = &feature.inputs;
    let locals: Vec<String> = inputs.iter().map(|name| syntax.names.local(name)).collect();
    code.take_names_of(&format!("number found {}", locals.join(" ")));
    let opening = statements.one_by_one.unwrap_or(statements.count.0);
    let samples = SAMPLES.to_string();
    code.open(opening, &[("name", "number"), ("count", &samples)]);
    let recorder = Recorder::new();
    let sample = Sample::new(recorder.number("state", 0), recorder.number("number", 0));
    let mut words: Vec<Recorded<'_>> = sample.inputs(inputs);
    words.push(sample.state);
    let (program, steps) = recorder.program_of_all(&words);
    let mut texts = code.steps_of_all(&program, &[], &steps);
    let state = texts.pop().unwrap_or_default();
    let count = feature.results.len().to_string();
    let function = syntax.names.public(feature.name);
    locals.iter().zip(&texts).for_each(|(name, text)| code.constant(name, text));
    code.statement(statements.assign, "state", &state);
    let arguments = in_lines(&locals, "    ");
    let values = [("name", &*function), ("arguments", &*arguments), ("count", &*count)];
    let call = code.fill(statements.several.call, &values);
    code.line(&call);
    for index in 0..feature.results.len() {
        let recorder = Recorder::new();
        let next = digest_of(recorder.number("digest", 0), recorder.number("word", 0));
        let word = format!("found[{index}]");
        let next = code.steps(&recorder.program(next), &[("word", &word)]);
        code.statement(statements.assign, "digest", &next);
    }
    code.close(statements.count.1, &[("name", "number")]);
    expect(code, statements.expect, "digest", feature.digest);
    code.line(statements.passed);
    code.close(statements.close, &[("name", &name)]);
}

/// A position of a file's test, and the state for the next one.
struct Sample<W> {
    block: Block<W>,
    state: W,
}

/// The squares of the kings at home, and those of the rooks in the corners.
const HOMES: [u32; 2] = [4, 60];
const CORNERS: [u64; 2] = [0x81, 0x81 << 56];

impl<W: Word> Sample<W> {
    /// Makes a position of a number and of the state that earlier positions left: a quarter of the
    /// squares is occupied, and each side has at most one king. Black has none where White's takes
    /// its square.
    fn new(state: W, number: W) -> Self {
        let of = |value| number.splat(value);
        let mut state = digest_of(state, number);
        let mut random = || {
            state = digest_of(state, of(1));
            state ^ state.shr(32)
        };
        let (some, half, color) = (random(), random(), random());
        let (first, second, third) = (random(), random(), random());
        let (places, rest) = (random(), random());
        let king = |color: usize| {
            let shift = [0, 8][color];
            // One time in four.
            let home = of(0).wrapping_sub(rest.shr(shift) & rest.shr(shift + 1) & of(1));
            let anywhere = places.shr(shift) & of(63);
            (home & of(1 << HOMES[color]), home, anywhere.bit() & !home)
        };
        let [(home_white, is_home_white, white_king), (home_black, is_home_black, black_king)] =
            [king(0), king(1)];
        let white_king = white_king | home_white;
        let black_king = (black_king | home_black) & !white_king;
        let kings = white_king | black_king;
        let white_corners = is_home_white & of(CORNERS[0]) & !kings;
        let black_corners = is_home_black & of(CORNERS[1]) & !kings;
        let corners = white_corners | black_corners;
        let others = some & half & !(kings | corners);
        let pawn_ranks = of(0x00ff_ffff_ffff_ff00);
        let is_pawn = first & pawn_ranks;
        let is_minor = !is_pawn & second;
        let is_major = !is_pawn & !second;
        Self {
            block: Block {
                roles: [
                    others & is_pawn,
                    others & is_minor & third,
                    others & is_minor & !third,
                    (others & is_major & third) | corners,
                    others & is_major & !third,
                    kings,
                ],
                colors: [
                    (others & color) | white_king | white_corners,
                    (others & !color) | black_king | black_corners,
                ],
                is_black: of(0).wrapping_sub(rest.shr(16) & of(1)),
                castling: rest.shr(17) & of(7),
            },
            state,
        }
    }

    /// Returns some words of the position by their names.
    fn inputs(&self, names: &[&str]) -> Vec<W> {
        let Block { roles, colors, is_black, castling } = self.block;
        let all = [&roles[..], &colors, &[is_black, castling]].concat();
        let named = INPUTS.into_iter().zip(all);
        named.filter(|(name, _)| names.contains(name)).map(|(_, word)| word).collect()
    }
}

/// Returns the description of a feature.
fn meaning(name: &str) -> &'static str {
    let feature = AnyFeature::all().find(|feature| feature.name() == name);
    feature.map_or("", AnyFeature::meaning)
}

/// Writes the header.
fn header(feature: &Feature, language: &Language, prefix: Option<&str>) -> String {
    let mut code = Code::new(language.syntax);
    code.set_depth(0);
    let (name, inputs) = (feature.name, &feature.inputs);
    let meaning = meaning(name);
    code.comment(&format!(
        "The feature {name} of chess positions, in {}: {meaning}.",
        language.name
    ));
    code.comment("");
    let locals: Vec<String> = inputs.iter().map(|name| code.syntax.names.local(name)).collect();
    let mut text = format!(
        "The function takes the words of a position in this order: {}. A role's word has the squares of \
         its pieces of either colour, and a colour's word those of its pieces.",
        locals.join(", ")
    );
    if inputs.contains(&IS_BLACK) {
        text += " The word of the side to move has only ones for Black, only zeros for White.";
    }
    if inputs.contains(&CASTLING) {
        text += " Castling is 1 if the side to move has a right to castle with the rook on file h, 2 more \
                 if with that on file a, and 4 more if with a rook on another file.";
    }
    code.comment(&text);
    code.comment("");
    code.comment(&results(feature));
    code.comment("");
    code.comment("Squares: a1 = 0, b1 = 1, ..., h8 = 63. Boards: bit i is the square i.");
    code.comment("");
    code.comment(language.usage);
    if let Some(kernel) = language.syntax.file.kernel {
        code.comment("");
        code.comment(kernel.usage);
    }
    code.comment("");
    let prefix = prefix.map_or(String::new(), |name| format!(" --prefix {name}"));
    code.comment(&format!(
        "Made by: hyperbola export --feature {name} --language {}{prefix}",
        language.id
    ));
    headers::license(code)
}

/// Describes the words of a feature.
fn results(feature: &Feature) -> String {
    let count = feature.results.len();
    let words = if count == 1 { "one word".into() } else { format!("{count} words") };
    if !feature.parts.is_empty() {
        let parts = feature.parts.join("; ");
        return format!("It gives {words}, which the feature is made of: {parts}.");
    }
    let array = AnyFeature::all()
        .find(|known| known.name() == feature.name)
        .and_then(|known| known.arrays().into_iter().next());
    let Some(array) = array else { return format!("It gives {words}.") };
    let axes: Vec<&str> = match array.lengths[..] {
        [] => vec![],
        [2] => vec!["White's and Black's"],
        [2, 6] => vec!["White's and Black's", "each by roles from pawn to king"],
        _ => vec!["White's and Black's", "each by squares from a1 to h8"],
    };
    let numbers: usize = array.lengths.iter().product();
    let each = match numbers / count {
        1 if array.dtype.size() == 8 => "A word is a set of squares.".to_owned(),
        1 => "A word is a number, which the feature has as a byte: 255 if it is above.".to_owned(),
        bytes => format!("A word is {bytes} numbers, the first in the lowest byte."),
    };
    let order = if axes.is_empty() { String::new() } else { format!(": {}", axes.join(", ")) };
    format!("It gives {words}{order}. {each}")
}
