//! Techniques on boards of 65 to 128 squares as files of C, C++ and Rust.
//!
//! The steps are those of the technique's own code on the board, recorded by `hyperbola-explain`.
//! The operators are those of the languages' other files.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use hyperbola::{Slider, Technique};
use hyperbola_explain::Function;
use hyperbola_export::for_boards::{self, FACTOR, digest_of, fill, sections};
use hyperbola_export::{Language, Options, Unsupported, check_prefix};

use crate::{
    Board, BoardAttacks, BoardInstruction, BoardProgram, FORMULAS, FrontDoor, Layout, NamedBoard,
    Square, SquareSet, Storage as _, board_program,
};

/// The differences between the languages apart from operators and names. `{prefix}` stands for the
/// prefix of the names, and `{PREFIX}` for the prefix in capitals.
struct Dialect {
    id: &'static str,
    opening: &'static str,
    /// A number by its two halves in hexadecimal.
    literal: &'static str,
    /// The table of masks: a row for each square.
    table: (&'static str, &'static str, &'static str),
    mask: &'static str,
    /// A function of the attacks of a piece `{name}`.
    function: &'static str,
    constant: &'static str,
    returns: &'static str,
    /// The functions of operations, each a [section](sections), whose heading is its name.
    functions: &'static str,
    /// A call of one of those.
    call: &'static str,
    /// The text before the expected digests, the line of each digest, and the end.
    test: (&'static str, &'static str, &'static str),
}

/// The languages that have 128 bits.
const DIALECTS: [Dialect; 3] = [C, CPP, RUST];

const C: Dialect = Dialect {
    id: "c",
    opening: "#pragma once\n\n#include <stdint.h>\n\n\
              // The bits of a board: that of a square is at its index.\n\
              __extension__ typedef unsigned __int128 {prefix}board;\n\n\
              #define {PREFIX}_BITS(high, low) (({prefix}board)(high) << 64 | ({prefix}board)(low))\n\n",
    literal: "{PREFIX}_BITS({high}ULL, {low}ULL)",
    table: (
        "static const {prefix}board {PREFIX}_MASKS[{squares}][{masks}] = {\n",
        "    {{row}},\n",
        "};\n\n",
    ),
    mask: "{PREFIX}_MASKS[square][{number}]",
    function: "static inline {prefix}board {prefix}{name}(unsigned square, {prefix}board occupied) {\n",
    constant: "    const {prefix}board {name} = {value};\n",
    returns: "    return {value};\n}\n\n",
    functions: C_FUNCTIONS,
    call: "{prefix}{name}({a})",
    test: (
        C_TEST,
        "    if ({prefix}digest({prefix}{name}) != {digest}ULL) {\n        return 0;\n    }\n",
        C_END,
    ),
};

const CPP: Dialect = Dialect {
    id: "cpp",
    opening: "#pragma once\n\n#include <cstdint>\n\nnamespace {namespace} {\n\n\
              using std::uint64_t;\n\n\
              // The bits of a board: that of a square is at its index.\n\
              __extension__ typedef unsigned __int128 board;\n\n\
              constexpr board bits(uint64_t high, uint64_t low) {\n    \
              return board{high} << 64 | low;\n}\n\n",
    literal: "bits({high}, {low})",
    table: ("inline constexpr board MASKS[{squares}][{masks}] = {\n", "    {{row}},\n", "};\n\n"),
    mask: "MASKS[square][{number}]",
    function: "constexpr board {name}(unsigned square, board occupied) {\n",
    constant: "    const board {name} = {value};\n",
    call: "{name}({a})",
    test: (C_TEST, "    if (digest({name}) != {digest}ULL) {\n        return 0;\n    }\n", CPP_END),
    ..C
};

const RUST: Dialect = Dialect {
    id: "rust",
    opening: "",
    literal: "{value}_u128",
    table: (
        "#[rustfmt::skip]\nstatic MASKS: [[u128; {masks}]; {squares}] = [\n",
        "    [{row}],\n",
        "];\n\n",
    ),
    mask: "MASKS[square][{number}]",
    function: "#[must_use]\npub const fn {name}(square: usize, occupied: u128) -> u128 {\n",
    constant: "    let {name} = {value};\n",
    returns: "    {value}\n}\n\n",
    functions: "",
    call: "{a}.{name}()",
    test: (RUST_TEST, "        assert_eq!(digest({name}), {digest}, \"{name}\");\n", "    }\n}\n"),
};

const C_FUNCTIONS: &str = "
== swap_bytes
{inline} {prefix}board {prefix}swap_bytes({prefix}board x) {
    const uint64_t high = __builtin_bswap64((uint64_t)x);
    return ({prefix}board)high << 64 | __builtin_bswap64((uint64_t)(x >> 64));
}

== reverse_bits
{inline} uint64_t {prefix}reverse_word(uint64_t x) {
    x = (x >> 1 & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) << 1;
    x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
    return __builtin_bswap64(x);
}

{inline} {prefix}board {prefix}reverse_bits({prefix}board x) {
    const uint64_t high = {prefix}reverse_word((uint64_t)x);
    return ({prefix}board)high << 64 | {prefix}reverse_word((uint64_t)(x >> 64));
}

== leading_zeros
{inline} {prefix}board {prefix}leading_zeros({prefix}board x) {
    const uint64_t high = (uint64_t)(x >> 64), low = (uint64_t)x;
    if (high != 0) {
        return (unsigned)__builtin_clzll(high);
    }
    return low != 0 ? 64 + (unsigned)__builtin_clzll(low) : 128;
}
";

const C_TEST: &str = "\
#ifdef SELF_TEST
static inline uint64_t {prefix}mix(uint64_t state, uint64_t value) {
    const uint64_t mixed = state ^ value;
    return (mixed << 29 | mixed >> 35) * {factor}ULL;
}

// The digest of the attacks from all squares of an empty board, a full one and random ones.
static inline uint64_t {prefix}digest({prefix}board (*attacks)(unsigned, {prefix}board)) {
    const {prefix}board all = {all};
    uint64_t state = 0, digest = 0;
    for (int number = 0; number < {boards}; number++) {
        uint64_t words[4];
        for (uint64_t word = 0; word < 4; word++) {
            state = {prefix}mix(state, word + 1);
            words[word] = state ^ state >> 32;
        }
        const {prefix}board high = words[0] & words[1];
        const {prefix}board some = (high << 64 | (words[2] & words[3])) & all;
        const {prefix}board occupied = number == 0 ? 0 : number == 1 ? all : some;
        for (unsigned square = 0; square < {squares}; square++) {
            const {prefix}board found = attacks(square, occupied);
            digest = {prefix}mix(digest, (uint64_t)found);
            digest = {prefix}mix(digest, (uint64_t)(found >> 64));
        }
    }
    return digest;
}

static inline int {prefix}self_test(void) {
";

const C_END: &str = "    return 1;
}

#include <stdio.h>

int main(void) {
    const int passed = {prefix}self_test();
    puts(passed ? \"passed\" : \"failed\");
    return !passed;
}
#endif
";

const CPP_END: &str = "    return 1;
}
#endif

}  // namespace {namespace}

#ifdef SELF_TEST
#include <cstdio>

int main() {
    const int passed = {namespace}::self_test();
    std::puts(passed ? \"passed\" : \"failed\");
    return !passed;
}
#endif
";

const RUST_TEST: &str = "\
#[cfg(test)]
mod board_attack_tests {
    use super::*;

    fn mix(state: u64, value: u64) -> u64 {
        (state ^ value).rotate_left(29).wrapping_mul({factor})
    }

    /// The digest of the attacks from all squares of an empty board, a full one and random ones.
    fn digest(attacks: fn(usize, u128) -> u128) -> u64 {
        let all = {all};
        let (mut state, mut digest) = (0, 0);
        for number in 0..{boards} {
            let words = [1, 2, 3, 4].map(|word| {
                state = mix(state, word);
                state ^ state >> 32
            });
            let some = (words[0] & words[1]) as u128;
            let some = (some << 64 | (words[2] & words[3]) as u128) & all;
            let occupied = [0, all].get(number).copied().unwrap_or(some);
            for square in 0..{squares} {
                let found = attacks(square, occupied);
                digest = mix(mix(digest, found as u64), (found >> 64) as u64);
            }
        }
        digest
    }

    #[test]
    fn attacks_have_their_digests() {
";

/// The number of boards in a file's test.
const BOARDS: usize = 100;

/// Prints a technique on a board of 65 to 128 squares, in C, C++ or Rust.
///
/// Only the pieces and the prefix of the options matter: all tables are literals. Without a prefix,
/// names in C begin with the board's name, and in C++ it is the namespace.
///
/// ```
/// use hyperbola::Technique;
/// use hyperbola_boards::{NamedBoard, export_on_board};
/// use hyperbola_export::{Language, Options};
///
/// let (technique, board) = (Technique::HyperbolaQuintessence, NamedBoard::Shogi);
/// let c = Language::find("c").expect("C is in the list");
/// let file = export_on_board(technique, board, c, &Options::default())?;
/// assert!(file.contains("shogi_board shogi_rook_attacks(unsigned square, shogi_board occupied)"));
/// # Ok::<(), hyperbola_export::Unsupported>(())
/// ```
///
/// # Errors
///
/// Returns the reason if the technique cannot be printed on the board or in the language.
pub fn export_on_board(
    technique: Technique,
    board: NamedBoard,
    language: &Language,
    options: &Options,
) -> Result<String, Unsupported> {
    let Some(dialect) = DIALECTS.iter().find(|dialect| dialect.id == language.id) else {
        let name = language.name;
        let text = format!("{name} has no numbers of 128 bits: expected c, cpp or rust");
        return Err(Unsupported::new(text));
    };
    if let Some(prefix) = &options.prefix {
        check_prefix(language, prefix)?;
    }
    let programs = dispatch_board!(board, B => {
        if B::SIZE.words() != 2 {
            let text = format!("{board} has 64 squares, for which other files are: name no board");
            return Err(Unsupported::new(text));
        }
        let of = |slider: Slider| {
            dispatch_on_boards!(formulas: technique, T => board_program::<T, B>(slider))
        };
        options.sliders.iter().map(|&slider| of(slider).flatten()).collect::<Option<Vec<_>>>()
    });
    let Some(programs) = programs else {
        let ids: Vec<&str> = FORMULAS.iter().map(|technique| technique.id()).collect();
        let text = format!("{technique} is not for all boards: take {}", ids.join(", "));
        return Err(Unsupported::new(text));
    };
    let prefix = options.prefix.as_deref().unwrap_or_else(|| board.id());
    let writer =
        Writer { dialect, language, prefix, masks: Vec::new(), functions: BTreeMap::new() };
    Ok(dispatch_board!(board, B => writer.write::<B>(technique, board, options, &programs)))
}

/// Writes a file.
struct Writer<'a> {
    dialect: &'static Dialect,
    language: &'a Language,
    prefix: &'a str,
    /// The masks of all functions, each once.
    masks: Vec<Vec<u128>>,
    /// The functions of operations that are used, by their names.
    functions: BTreeMap<&'static str, ()>,
}

impl Writer<'_> {
    /// Fills the places of a template.
    fn fill(&self, template: &str, values: &[(&str, &str)]) -> String {
        let is_namespace = self.dialect.id == "cpp";
        let before = if is_namespace { String::new() } else { format!("{}_", self.prefix) };
        let inline = if is_namespace { "constexpr" } else { "static inline" };
        let upper = self.prefix.to_uppercase();
        let places = [
            ("prefix", &*before),
            ("PREFIX", &*upper),
            ("namespace", self.prefix),
            ("inline", inline),
        ];
        fill(template, &[values, &places].concat())
    }

    fn literal(&self, value: u128) -> String {
        let [high, low] =
            [value >> 64, value & u128::from(u64::MAX)].map(|half| format!("{half:#x}"));
        let value = format!("{value:#x}");
        self.fill(self.dialect.literal, &[("high", &high), ("low", &low), ("value", &value)])
    }

    fn write<B: Board>(
        mut self,
        technique: Technique,
        board: NamedBoard,
        options: &Options,
        programs: &[BoardProgram],
    ) -> String {
        let mut attacks = String::new();
        let mut tests = String::new();
        for (&slider, program) in options.sliders.iter().zip(programs) {
            let name = format!("{slider}_attacks");
            let documentation = format!("Returns the attacks of a {slider} on a square.");
            attacks += &for_boards::documentation(self.language, &documentation);
            attacks.push('\n');
            attacks += &self.fill(self.dialect.function, &[("name", &name)]);
            attacks += &self.body(program);
            let digest = format!("{:#x}", digest::<B>(slider));
            tests += &self.fill(self.dialect.test.1, &[("name", &name), ("digest", &digest)]);
        }
        let squares = B::SIZE.squares().to_string();
        let all = SquareSet::<B>::full().bits().words();
        let all = all.as_ref().iter().rev().fold(0, |all, &word| all << 64 | u128::from(word));
        let (all, boards, factor) = (self.literal(all), BOARDS.to_string(), format!("{FACTOR:#x}"));
        let values =
            [("squares", &*squares), ("all", &all), ("boards", &boards), ("factor", &factor)];
        let functions = sections(self.dialect.functions)
            .filter(|(name, _)| self.functions.contains_key(name))
            .map(|(_, text)| self.fill(text, &[]) + "\n");
        self.header::<B>(technique, board, options)
            + &self.fill(self.dialect.opening, &[])
            + &self.table(&squares)
            + &functions.collect::<String>()
            + &attacks
            + &self.fill(self.dialect.test.0, &values)
            + &tests
            + &self.fill(self.dialect.test.2, &[])
    }

    /// Writes the header: the file's purpose, idea and authors.
    fn header<B: Board>(
        &self,
        technique: Technique,
        board: NamedBoard,
        options: &Options,
    ) -> String {
        let (name, language) = (technique.info().name, self.language.name);
        let title = format!("{name}: the attacks of sliding pieces on a board, in {language}.");
        let index = |index: u8| {
            Square::<B>::from_index(index).map_or_else(String::new, |square| square.to_string())
        };
        let order = match B::SIZE.layout() {
            Layout::Ranks => "rank by rank",
            Layout::Files | Layout::FilesFromTopRight => "file by file",
        };
        let idea = format!(
            "The idea is told for a chessboard. The code is what the same formula computes on this \
             board: {board}, {} files by {} ranks. Squares: {} = 0, {} = 1, {order} up to {}. The bit of a \
             square is at its index; those beyond the squares are zero. Attacks include the first \
             blocker. Neither the piece's own square nor squares off its lines matter.",
            B::SIZE.files(),
            B::SIZE.ranks(),
            index(0),
            index(1),
            Square::<B>::all().next_back().map_or_else(String::new, |square| square.to_string()),
        );
        let pieces: Vec<&str> = options.sliders.iter().map(|slider| slider.name()).collect();
        let prefix =
            options.prefix.as_ref().map_or(String::new(), |name| format!(" --prefix {name}"));
        let command = format!(
            "Made by: hyperbola export {technique} --board {board} --language {} --pieces {}{prefix}",
            self.language.id,
            pieces.join(",")
        );
        let paragraphs = [idea, self.language.usage.to_owned(), command];
        for_boards::header(technique, self.language, &title, &paragraphs)
    }

    /// Writes the table of the masks that the functions read.
    fn table(&self, squares: &str) -> String {
        let (opening, row, closing) = self.dialect.table;
        let masks = self.masks.len().to_string();
        let mut text = self.fill(opening, &[("squares", squares), ("masks", &masks)]);
        for square in 0..self.masks.first().map_or(0, Vec::len) {
            let literals: Vec<String> =
                self.masks.iter().map(|mask| self.literal(mask[square])).collect();
            text += &self.fill(row, &[("row", &literals.join(", "))]);
        }
        text + &self.fill(closing, &[])
    }

    /// Writes the statements of a program.
    fn body(&mut self, program: &BoardProgram) -> String {
        let mut uses = vec![0_usize; program.steps.len()];
        for (instruction, _) in &program.steps {
            operands(*instruction).for_each(|step| uses[step] += 1);
        }
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        let mut text = String::new();
        let mut texts: Vec<String> = Vec::new();
        for (step, (instruction, name)) in program.steps.iter().enumerate() {
            let value = self.expression(*instruction, &texts, &program.masks);
            let is_plain =
                matches!(instruction, BoardInstruction::Occupied | BoardInstruction::Constant(_));
            let is_local =
                !is_plain && step != program.result && (name.is_some() || uses[step] > 1);
            if !is_local {
                texts.push(value);
                continue;
            }
            let mut local = name.unwrap_or("shared").to_owned();
            if for_boards::is_reserved(self.language, &local) {
                local.push('_');
            }
            let times = taken.entry(local.clone()).and_modify(|times| *times += 1).or_insert(1);
            if *times > 1 {
                let _ = write!(local, "_{times}");
            }
            text += &self.fill(self.dialect.constant, &[("name", &local), ("value", &value)]);
            texts.push(local);
        }
        text + &self.fill(self.dialect.returns, &[("value", &texts[program.result])])
    }

    /// Writes an operation, with the expressions of the steps before.
    fn expression(
        &mut self,
        instruction: BoardInstruction,
        texts: &[String],
        masks: &[Vec<u128>],
    ) -> String {
        let language = self.language;
        match instruction {
            BoardInstruction::Occupied => "occupied".to_owned(),
            BoardInstruction::Constant(value) => self.literal(value),
            BoardInstruction::Mask(mask) => {
                let mask = &masks[mask];
                let known = self.masks.iter().position(|known| known == mask);
                let number = known.unwrap_or_else(|| {
                    self.masks.push(mask.clone());
                    self.masks.len() - 1
                });
                self.fill(self.dialect.mask, &[("number", &number.to_string())])
            }
            BoardInstruction::Not(x) => for_boards::complement(language, &texts[x]),
            BoardInstruction::Binary(operator, a, b) => {
                for_boards::binary(language, operator, [&texts[a], &texts[b]])
            }
            BoardInstruction::Shift(operator, x, by) => {
                for_boards::shift(language, operator, &texts[x], by)
            }
            BoardInstruction::Function(function, x) => {
                self.functions.insert(function.name(), ());
                let call = self.fill(self.dialect.call, &[("name", function.name()), ("a", "{a}")]);
                let call = for_boards::operation(language, &call, [&texts[x], ""], 0);
                let is_count = !matches!(function, Function::SwapBytes | Function::ReverseBits);
                if is_count && self.dialect.id == "rust" { format!("{call} as u128") } else { call }
            }
        }
    }
}

/// Returns the steps that an instruction takes.
fn operands(instruction: BoardInstruction) -> impl Iterator<Item = usize> {
    let (first, second) = match instruction {
        BoardInstruction::Binary(_, a, b) => (Some(a), Some(b)),
        BoardInstruction::Not(x)
        | BoardInstruction::Shift(_, x, _)
        | BoardInstruction::Function(_, x) => (Some(x), None),
        _ => (None, None),
    };
    first.into_iter().chain(second)
}

/// Returns the digest of a slider's attacks that a file's test computes, by the functions of
/// `hyperbola-boards`.
fn digest<B: Board>(slider: Slider) -> u64 {
    let (mut state, mut digest) = (0, 0);
    let full = SquareSet::<B>::full();
    for number in 0..BOARDS {
        let words = [1, 2, 3, 4].map(|word| {
            state = digest_of(state, word);
            state ^ state >> 32
        });
        let words = [words[2] & words[3], words[0] & words[1]];
        let some = full.into_iter().filter(|square: &Square<B>| {
            let index = usize::from(square.index());
            words[index / 64] >> (index % 64) & 1 == 1
        });
        let occupied = [SquareSet::EMPTY, full].get(number).copied();
        let occupied = occupied.unwrap_or_else(|| some.collect());
        for square in Square::all() {
            let attacks = FrontDoor::slider_attacks(slider, square, occupied).bits().words();
            for &word in attacks.as_ref() {
                digest = digest_of(digest, word);
            }
        }
    }
    digest
}
