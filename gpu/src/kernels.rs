//! The shaders: printed formulas with the code that moves their operands.

use core::fmt::Write;

use hyperbola::setwise::beside;
use hyperbola::{Bits, Slider, Technique};
use hyperbola_explain::{Contents, Masks, Program, Recorded, Recorder, program_with_masks};
use hyperbola_export::{Functions, Language};
use hyperbola_perft::four_words::{self, Planned};
use hyperbola_rules::formulas::{Formulas, FourWords, kinds};
use hyperbola_rules::sets;

use crate::device::{GROUP, ROW};

/// The words of a position in the printed functions.
const POSITION: [&str; 4] = ["a", "b", "c", "black"];

/// The sets that a kernel lists: those of moves, and the double steps of which only the captures en
/// passant are counted.
const SETS: usize = sets::LEN + 1;

/// The place of the latter.
const TAKEN: usize = sets::LEN;

/// The binding of a technique's first table, after those of `attacks.wgsl`.
const FIRST_TABLE: usize = 3;

/// Lists the buffers of perft's kernels, by the names that the shaders have for their bindings.
macro_rules! bindings {
    ($($binding:ident $name:literal)*) => {
        /// A buffer of perft's kernels. Its number is that of its binding.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Binding { $($binding),* }

        impl Binding {
            /// Returns the constants of the shaders that are the numbers of the bindings.
            fn constants() -> String {
                [$((Self::$binding, $name)),*]
                    .map(|(binding, name)| format!("const {name} = {}u;\n", binding as u32))
                    .concat()
            }
        }
    };
}

bindings! {
    Nodes "AT_NODES"
    Weights "AT_WEIGHTS"
    Level "AT_LEVEL"
    Kept "AT_KEPT"
    Regions "AT_REGIONS"
    Queued "AT_QUEUED"
    Sums "AT_SUMS"
    NextNodes "AT_NEXT_NODES"
    NextWeights "AT_NEXT_WEIGHTS"
    NextLevel "AT_NEXT_LEVEL"
    Halves "AT_HALVES"
    Table "AT_TABLE"
    Bins "AT_BINS"
    OtherNodes "AT_OTHER_NODES"
    OtherWeights "AT_OTHER_WEIGHTS"
    Segments "AT_SEGMENTS"
    Class "AT_CLASS"
}

/// Returns WGSL with integers of 64 bits.
pub(crate) fn language() -> &'static Language {
    Language::find("wgsl-u64").expect("it is in the list")
}

/// Returns the shader of a technique's attacks of a slider, and the tables that it reads from the
/// bindings from [`FIRST_TABLE`] on. The masks of squares are computed, so most techniques read
/// none.
pub(crate) fn attacks_shader(technique: Technique, slider: Slider) -> (String, Vec<Contents>) {
    let program = program_with_masks(technique, slider, Masks::Computed);
    let mut functions = Functions::new(language());
    functions.write(
        "fn attacks(square: u64, occupied: u64, found: ptr<function, u64>) {",
        &program,
        &[("*found", program.result)],
    );
    let mut tables = Vec::new();
    let text = functions.finish_with_tables(|table, name, entry| {
        let binding = FIRST_TABLE + tables.len();
        tables.push(table);
        format!("@group(0) @binding({binding}) var<storage, read> {name}: array<{entry}>;")
    });
    (constants(GROUP) + &text + include_str!("attacks.wgsl"), tables)
}

/// The threads of a workgroup that plans: its warps share the instructions that they fetch.
pub(crate) const PLANNING_GROUP: u32 = 256;

/// The statements of a plan between barriers.
const BETWEEN_BARRIERS: usize = 300;

/// The regions of a queue of moves, one for each workgroup that lists.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Regions {
    pub(crate) number: u32,
    /// The most moves of one.
    pub(crate) len: u32,
}

/// The shaders of perft for the positions of a game.
#[derive(Debug)]
pub(crate) struct Shaders {
    /// Lists the moves of nodes.
    pub(crate) list: String,
    /// Makes listed moves: the positions after them are nodes.
    pub(crate) make: String,
    /// Plans the moves of nodes: it counts replies, and lists the moves that remain.
    pub(crate) plan: String,
    /// Counts the replies to listed moves.
    pub(crate) count: String,
}

impl Shaders {
    /// Returns the shaders for regions of two kinds: of moves that are made, and of those whose
    /// replies are counted.
    pub(crate) fn new(formulas: &Formulas, [made_in, counted_in]: [Regions; 2]) -> Self {
        let (add, made) = (include_str!("add.wgsl"), &made(formulas));
        let kernel = include_str!("list.wgsl");
        let [list, plan] = [Listed::Moves, Listed::Plan].map(|listed| listing(formulas, listed));
        let mut after = Functions::new(language());
        write_after(&mut after, formulas);
        let mut count = after;
        write_replies(&mut count, formulas);
        Self {
            list: perft_shader(GROUP, made_in, &[&list, NO_SUMS, kernel]),
            make: make_shader(formulas, made_in, false),
            plan: perft_shader(PLANNING_GROUP, counted_in, &[&plan, add, kernel]),
            count: perft_shader(
                GROUP,
                counted_in,
                &[&count.finish(), made, add, include_str!("count.wgsl")],
            ),
        }
    }
}

/// Returns the shader that makes listed moves. `every` says whether each double step leaves an en
/// passant square, or only one beside which a pawn stands that may capture.
fn make_shader(formulas: &Formulas, regions: Regions, every: bool) -> String {
    let mut functions = Functions::new(language());
    write_after(&mut functions, formulas);
    write_turned(&mut functions);
    let constants = format!("const EVERY = {every};\nconst TWO_STEPS = {}u;\n", kinds::TWO_STEPS);
    let (table, kernel) = (include_str!("table.wgsl"), include_str!("make.wgsl"));
    perft_shader(GROUP, regions, &[&functions.finish(), &made(formulas), &constants, table, kernel])
}

/// The shaders of a census.
#[derive(Debug)]
pub(crate) struct CensusShaders {
    /// Makes the last moves. Each double step leaves an en passant square.
    pub(crate) make: String,
    /// Merges equal nodes of a class.
    pub(crate) merge: String,
    /// Take the en passant squares away where no pawn stands that may capture, and where no capture
    /// is legal.
    pub(crate) take_away: [String; 2],
}

impl CensusShaders {
    /// Returns the shaders for a game, with White making the last move, and for the regions of
    /// moves that are made.
    pub(crate) fn new(formulas: &Formulas, regions: Regions) -> Self {
        let take_away = |legal: bool| {
            let recorder = Recorder::with_masks(Masks::Computed);
            let words @ [a, b, c, black] = position(&recorder);
            let pawns = if legal {
                formulas.moves(words).en_passant
            } else {
                let passed = black & !(a | b | c);
                beside(passed.shr(8)) & a & !(b | c) & !black
            };
            let (program, steps) = recorder.program_of_all(&[pawns]);
            let mut functions = Functions::new(language());
            let opening =
                format!("fn capturing({}, pawns: ptr<function, u64>) {{", parameters(&POSITION));
            functions.write(&opening, &program, &[("*pawns", steps[0])]);
            let kernel = include_str!("take_away.wgsl");
            perft_shader(GROUP, regions, &[&functions.finish(), kernel])
        };
        let class = include_str!("class.wgsl");
        Self {
            make: make_shader(formulas, regions, true),
            merge: table_shader(regions, true, &[class, include_str!("merge_nodes.wgsl")]),
            take_away: [false, true].map(take_away),
        }
    }
}

/// Returns a shader that has the table of nodes.
fn table_shader(regions: Regions, merges: bool, kernel: &[&str]) -> String {
    let merges = format!("const MERGES = {merges};\n");
    let (mixed, table) = (include_str!("mixed.wgsl"), include_str!("table.wgsl"));
    let parts = [&merges, mixed, table, include_str!("merge.wgsl")];
    perft_shader(GROUP, regions, &[&parts, kernel].concat())
}

/// Stands for `class.wgsl` where all nodes are merged.
const NO_CLASS: &str = "fn in_class(index: u32) -> bool {\n    return true;\n}\n";

/// The shaders of perft that no formula is in.
#[derive(Debug)]
pub(crate) struct CommonShaders {
    /// Adds up the moves of the regions.
    pub(crate) arrange: String,
    /// Clears the table of nodes.
    pub(crate) clear: String,
    /// Merges equal nodes.
    pub(crate) merge: String,
    /// Keeps all nodes.
    pub(crate) keep: String,
    /// Copies a part's nodes from its layer.
    pub(crate) gather: String,
    /// Copies the kept nodes behind others.
    pub(crate) append: String,
    /// Adds the copied nodes to the number of those that are there.
    pub(crate) appended: String,
    /// Puts nodes in the order of their bins.
    pub(crate) scatter: String,
}

impl CommonShaders {
    /// Returns the shaders for the regions of moves that are made, and for a number of bins.
    pub(crate) fn new(regions: Regions, number_of_bins: u32) -> Self {
        let mixed = include_str!("mixed.wgsl");
        let merge = |merges: bool| {
            table_shader(regions, merges, &[NO_CLASS, include_str!("merge_nodes.wgsl")])
        };
        let bins = |kernel: &str| {
            let number = format!("const BINS = {number_of_bins}u;\n");
            perft_shader(GROUP, regions, &[&number, mixed, include_str!("bins.wgsl"), kernel])
        };
        Self {
            arrange: perft_shader(GROUP, regions, &[include_str!("arrange.wgsl")]),
            clear: table_shader(regions, true, &[include_str!("clear.wgsl")]),
            merge: merge(true),
            keep: merge(false),
            gather: perft_shader(GROUP, regions, &[include_str!("gather.wgsl")]),
            append: bins(include_str!("append.wgsl")),
            appended: perft_shader(GROUP, regions, &[include_str!("appended.wgsl")]),
            scatter: bins(include_str!("scatter.wgsl")),
        }
    }
}

/// Returns a shader of perft: the common part, then the given ones.
fn perft_shader(group: u32, Regions { number, len }: Regions, parts: &[&str]) -> String {
    let regions = format!("const REGIONS = {number}u;\nconst REGION = {len}u;\n");
    let bindings = Binding::constants();
    [&constants(group), &bindings, &regions, include_str!("perft.wgsl"), &parts.join("\n")].concat()
}

/// Stands for `add.wgsl` where nothing is counted.
const NO_SUMS: &str = "struct Sum {\n    low: u64,\n    high: u64,\n}\n\n\
                       fn count(sum: ptr<function, Sum>, number: u64, index: u32) {}\n\n\
                       fn add(sum: Sum, thread: u32, group: u32) {}\n";

/// Returns the constants that every shader has.
fn constants(group: u32) -> String {
    format!("const GROUP = {group}u;\nconst ROW = {ROW}u;\nconst SETS = {SETS}u;\n\n")
}

/// Makes the words of a position. The recorder's values are those of the board without a piece: no
/// formula branches on them.
fn position(recorder: &Recorder) -> FourWords<Recorded<'_>> {
    POSITION.map(|name| recorder.board(name, 0))
}

/// The kind of list that a kernel makes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    Moves,
    Plan,
}

/// Prints the function that finds sets of moves, and that which lists them.
fn listing(formulas: &Formulas, listed: Listed) -> String {
    let recorder = Recorder::with_masks(Masks::Computed).with_choices();
    let words = position(&recorder);
    let Planned { replies, made, may_be_taken } = match listed {
        Listed::Plan => four_words::plan(formulas, words),
        Listed::Moves => {
            let none = words[0].splat(0);
            Planned { replies: none, made: formulas.moves(words), may_be_taken: none }
        }
    };
    let results = [made.sets().as_slice(), &[may_be_taken, replies]].concat();
    let (program, steps) = recorder.program_of_all(&results);
    let names = (0..SETS).map(|set| format!("(*sets)[{set}]"));
    let names: Vec<String> = names.chain(["*replies".to_owned()]).collect();
    let results: Vec<(&str, usize)> = names.iter().map(String::as_str).zip(steps).collect();
    let opening = format!(
        "fn find({}, sets: ptr<function, array<u64, SETS>>, replies: ptr<function, u64>) {{",
        parameters(&POSITION)
    );
    let mut functions = Functions::new(language());
    if listed == Listed::Plan {
        // All warps of a workgroup then run the same instructions, which are fetched once for them.
        functions.interrupt(BETWEEN_BARRIERS, "workgroupBarrier();");
    }
    functions.write(&opening, &program, &results);
    functions.finish() + &list_function()
}

fn parameters(names: &[&str]) -> String {
    names.iter().map(|name| format!("{name}: u64")).collect::<Vec<_>>().join(", ")
}

/// Returns the set of moves whose differences and kinds are those of a set that is listed.
const fn like(set: usize) -> usize {
    if set == TAKEN { sets::PAWNS + 1 } else { set }
}

/// Prints the function that puts the moves of all sets into the queue. Each set has a loop of its
/// own, so that the sets can stay in registers.
fn list_function() -> String {
    let mut text = String::from(
        "// Returns the number of moves in sets.\n\
         fn number_of(sets: ptr<function, array<u64, SETS>>) -> u32 {\n    var count = 0u;\n",
    );
    for set in 0..SETS {
        let each = sets::KINDS[like(set)].len();
        writeln!(text, "    count += {each}u * ones((*sets)[{set}]);").expect("a text");
    }
    text += "    return count;\n}\n\n// Puts the moves of sets into the queue.\n\
             fn list(start: u32, node: u32, sets: ptr<function, array<u64, SETS>>) {\n    \
             var place = start;\n";
    for set in 0..SETS {
        writeln!(
            text,
            "    for (var left = (*sets)[{set}]; left != 0lu; left &= left - 1lu) {{\n        \
             let to = lowest(left);"
        )
        .expect("a text");
        for kind in sets::KINDS[like(set)] {
            let rest = set as u64 * 0x100 + kind * 0x1_0000;
            writeln!(
                text,
                "        queued[place] = vec2<u32>(node, to + {rest}u);\n        place += 1u;"
            )
            .expect("a text");
        }
        text += "    }\n";
    }
    text + "}\n\n"
}

/// Prints the function that makes a move that waits.
fn made(formulas: &Formulas) -> String {
    let steps = (0..SETS).map(|set| format!("{}u", sets::DIFFERENCES[like(set)]));
    let steps: Vec<String> = steps.collect();
    let mut constants = format!("const STEPS = array<u32, SETS>({});\n", steps.join(", "));
    for (name, place) in sets::PLACES.into_iter().chain([("TAKEN", TAKEN)]) {
        writeln!(constants, "const {name} = {place}u;").expect("a text");
    }
    let [king_side, queen_side] = formulas.king_targets();
    writeln!(constants, "const KING_TO = array<u64, 2>({king_side}lu, {queen_side}lu);")
        .expect("a text");
    constants + "\n" + include_str!("made.wgsl")
}

fn write_after(functions: &mut Functions, formulas: &Formulas) {
    let recorder = Recorder::with_masks(Masks::Computed);
    let words = position(&recorder);
    let from = recorder.board("from_square", 0);
    let to = recorder.board("to_square", 0);
    let kind = recorder.number("kind", 0);
    let (program, steps) = recorder.program_of_all(&formulas.after(words, from, to, kind));
    let names = [POSITION.as_slice(), &["from_square", "to_square", "kind"]].concat();
    write_position(functions, "after", &names, &program, &steps);
}

fn write_turned(functions: &mut Functions) {
    let recorder = Recorder::with_masks(Masks::Computed);
    let (program, steps) = recorder.program_of_all(&Formulas::turned(position(&recorder)));
    write_position(functions, "turned", &POSITION, &program, &steps);
}

/// Writes a function whose result is a position.
fn write_position(
    functions: &mut Functions,
    name: &str,
    parameters_of: &[&str],
    program: &Program,
    steps: &[usize],
) {
    let opening = format!("fn {name}({}, next: ptr<function, Node>) {{", parameters(parameters_of));
    let names = POSITION.map(|word| format!("(*next).{word}"));
    let results: Vec<(&str, usize)> =
        names.iter().map(String::as_str).zip(steps.iter().copied()).collect();
    functions.write(&opening, program, &results);
}

fn write_replies(functions: &mut Functions, formulas: &Formulas) {
    let recorder = Recorder::with_masks(Masks::Computed);
    let words = position(&recorder);
    let of = [
        ("replies", formulas.replies(words)),
        ("captures_en_passant", formulas.captures_en_passant(words)),
    ];
    for (name, result) in of {
        let (program, steps) = recorder.program_of_all(&[result]);
        let opening =
            format!("fn {name}({}, number: ptr<function, u64>) {{", parameters(&POSITION));
        functions.write(&opening, &program, &[("*number", steps[0])]);
    }
}

#[cfg(test)]
mod tests {
    use hyperbola::{Bitboard, Square};
    use hyperbola_export::{Options, export};
    use hyperbola_moves::Position;

    use super::*;
    use crate::{Attacks, Gpu};

    /// The two forms of WGSL: on integers of 64 bits and on pairs of halves.
    const FORMS: [(&str, &str); 2] = [("wgsl-u64", "u64"), ("wgsl", "vec2<u32>")];

    /// Returns an exported file with a kernel that calls its function of queens, if there is one.
    fn exported(technique: Technique, (language, word): (&str, &str)) -> Option<String> {
        let language = Language::find(language).expect("a language");
        let file = export(technique, language, &Options::default()).ok()?;
        let kernel = include_str!("attacks.wgsl");
        let (before, rest) = kernel.split_once("        var reached").expect("the call");
        let (_, after) = rest.split_once("= reached;").expect("the result");
        let call = "        found[place] = queen_attacks(squares[place], boards[place]);";
        let kernel = [before, call, after].concat();
        Some(constants(GROUP) + &file + &kernel.replace("array<u64>", &format!("array<{word}>")))
    }

    #[test]
    fn kernels_have_the_names_of_the_formulas() {
        let Shaders { list, make, plan, count, .. } = Shaders::new(
            &four_words::start(&Position::initial(), 2, 2).0,
            [Regions { number: 1, len: 1 }; 2],
        );
        let pieces = "occupied white_pawns white_knights white_diagonal white_orthogonal white_king \
                      black_pawns black_knights black_diagonal black_orthogonal black_king";
        let sides = "movers repliers danger danger_0 mover_pins mover_pins_0 checkers target_ \
                     mover_slides_7";
        let neutral = "free mover_attacks first_0 discoverers replier_pins stepping safe base numbers_0 \
                       near zone limits rook_limits king_limits unrestricted usual attacked_0 once towards \
                       usual_slides_0 king one two to_0 from_0 piece left_out";
        for (shader, names) in [
            (&list, vec![pieces, sides]),
            (&plan, vec![pieces, sides, neutral]),
            (&count, vec![pieces, "own prey danger pins checkers target_ king"]),
            (&make, vec!["occupied goes taken is_promotion may_castle en_passant"]),
        ] {
            let is_missing = |name: &&str| {
                ["let", "var"].iter().all(|word| !shader.contains(&format!("    {word} {name} =")))
            };
            let names = names.into_iter().flat_map(str::split_whitespace);
            let missing: Vec<&str> = names.filter(is_missing).collect();
            assert!(missing.is_empty(), "{missing:?} in {shader}");
        }
    }

    #[test]
    fn exported_files_are_valid_and_those_without_tables_run() {
        let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
        let squares: Vec<u8> = (0..64).cycle().take(4096).collect();
        let mixed = |place: u64| place.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let boards: Vec<u64> = (1..=4096).map(|place| mixed(place) & mixed(place + 77)).collect();
        let (mut valid, mut run) = (0, 0);
        for form in FORMS {
            for &technique in Technique::ALL {
                let Some(shader) = exported(technique, form) else { continue };
                let check = gpu.valid(&shader);
                check.unwrap_or_else(|error| panic!("{technique} {form:?}: {error}"));
                valid += 1;
                if !attacks_shader(technique, Slider::Queen).1.is_empty() {
                    continue;
                }
                run += 1;
                let queens = Attacks::of_shader(&gpu, &shader, &[]).expect("it is valid");
                let found = queens.compute(&squares, &boards).expect("squares");
                for ((&square, &board), found) in squares.iter().zip(&boards).zip(found) {
                    let square = Square::from_index_wrapping(square);
                    let expected = hyperbola::queen_attacks(square, Bitboard(board)).0;
                    assert_eq!(found, expected, "{technique} {form:?} {square} {board:#x}");
                }
            }
        }
        assert!(valid >= 56 && run >= 40, "{valid} files, {run} run");
    }
}
