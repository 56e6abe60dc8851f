//! Features as files: in every language, and those in C compared with the processor.

#[cfg(unix)]
mod in_c;

use hyperbola_export::{Language, export_feature, feature_inputs, feature_names};
use hyperbola_features::AnyFeature;

/// The words of a position, in the order of a function's parameters.
const INPUTS: [&str; 10] = [
    "pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black", "is_black",
    "castling",
];

#[test]
fn every_feature_is_a_file_in_every_language() {
    let names = feature_names();
    assert_eq!(names.len(), 13, "{names:?}");
    for &language in Language::ALL {
        for name in &names {
            let place = format!("{name} in {}", language.id);
            let text = export_feature(name, language, None).unwrap();
            let meaning = AnyFeature::all().find(|known| known.name() == *name).unwrap().meaning();
            let start: String = meaning.chars().take(8).collect();
            for part in [name, &*start, "0BSD", "It gives ", "Made by: hyperbola export --feature"]
            {
                assert!(text.contains(part), "{place} has no {part}");
            }
            for unfilled in
                ["{a}", "{name}", "{value}", "{type}", "{columns}", "{parameters}", "{index}"]
            {
                assert!(!text.contains(unfilled), "{place} has {unfilled}");
            }
            let other = text.contains("SliderAttacks") || text.contains("slider_attack");
            assert!(!other, "{place} has the name of another file");
            assert!(text.ends_with('\n') && !text.contains(" \n"), "{place} has spaces at an end");
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(145), "{place} has a line of {longest:?} characters");
            let has_kernel = ["cuda", "opencl", "wgsl", "wgsl-u64"].contains(&language.id);
            assert_eq!(text.contains(&format!("{name}_kernel(")), has_kernel, "{place}");
        }
    }
}

#[test]
fn other_names_are_refused_with_those_there_are() {
    let c = Language::find("c").unwrap();
    for name in ["keys", "", "ATTACKS", "planes"] {
        let reason = export_feature(name, c, None).unwrap_err().to_string();
        assert!(reason.contains("attacks_by_role, attack_counts"), "{reason}");
        assert_eq!(feature_inputs(name).unwrap_err().to_string(), reason);
    }
    assert!(export_feature("attacks", c, Some("4")).is_err());
}

#[test]
fn kernels_take_the_inputs_of_the_formula() {
    assert_eq!(feature_inputs("attacks").unwrap(), INPUTS[..8]);
    assert_eq!(feature_inputs("checkers").unwrap(), INPUTS[..9]);
    assert_eq!(feature_inputs("legal_counts").unwrap(), INPUTS);
    assert_eq!(feature_inputs("pinned").unwrap(), INPUTS[2..8]);
    let cuda = Language::find("cuda").unwrap();
    let pinned = export_feature("pinned", cuda, Some("own")).unwrap();
    let (_, kernel) = pinned.split_once("__global__ void own_pinned_kernel(").unwrap();
    let (columns, kernel) = kernel.split_once(") {").unwrap();
    assert!(columns.contains("*bishops") && !columns.contains("*pawns"), "{columns}");
    assert!(kernel.contains("if (place < positions) {\n        own_pinned("), "{kernel}");
    assert!(!columns.contains("sides_to_move"), "{columns}");
    let counts = export_feature("legal_counts", cuda, None).unwrap();
    for column in ["const uint8_t *sides_to_move,", "const uint8_t *castling,"] {
        assert!(counts.contains(column), "{counts}");
    }
}

/// The inputs that a function does not take leave gaps in the numbers of the columns.
#[test]
fn kernels_read_each_input_from_its_own_column() {
    for name in feature_names() {
        let inputs = feature_inputs(name).unwrap();
        for id in ["cuda", "opencl", "wgsl", "wgsl-u64"] {
            let text = export_feature(name, Language::find(id).unwrap(), None).unwrap();
            let (_, kernel) = text.split_once(&format!("{name}_kernel(")).unwrap();
            let places = inputs.iter().map(|input| {
                let number = INPUTS.iter().position(|known| known == input).unwrap();
                let word = match *input {
                    "is_black" => "sides_to_move[place]".to_owned(),
                    "castling" => "castling[place]".to_owned(),
                    _ if id.starts_with("wgsl") => {
                        format!("columns[{number}u * positions + place]")
                    }
                    input => format!("{input}[place]"),
                };
                assert_eq!(kernel.matches(&word).count(), 1, "{name} in {id}: {word}");
                kernel.find(&word)
            });
            assert!(places.is_sorted(), "{name} in {id}");
        }
    }
}

#[test]
fn a_header_says_what_the_words_are_of() {
    for (name, part) in [
        ("attacks_by_role", "each by roles from pawn to king"),
        ("attack_counts", "each by squares from a1 to h8"),
        ("attacks", "It gives 2 words: White's and Black's. A word is a set of squares."),
        ("checkers", "The word of the side to move has only ones for Black, only zeros for White."),
        (
            "legal_counts",
            "Castling is 1 if the side to move has a right to castle with the rook on",
        ),
    ] {
        let text = header(name);
        assert!(text.contains(part), "{name}: {text}");
    }
    for name in feature_names() {
        let text = header(name);
        let array = AnyFeature::all().find(|known| known.name() == name).unwrap().arrays();
        let is_of_sets = array[0].dtype.size() == 8;
        let is_said = text.contains("A word is a set of squares.");
        assert_eq!(is_said, is_of_sets && !text.contains("is made of"), "{name}: {text}");
        let inputs = feature_inputs(name).unwrap();
        for (input, start) in
            [("is_black", "The word of the side to move"), ("castling", "Castling is 1")]
        {
            assert_eq!(text.contains(start), inputs.contains(&input), "{name}: {text}");
        }
    }
}

/// Returns the header of a feature's file in C as a line.
fn header(name: &str) -> String {
    let text = export_feature(name, Language::find("c").unwrap(), None).unwrap();
    text.replace("\n * ", " ").replace("\n// ", " ")
}

/// The files in C on real positions, by the compiler of a Unix.
#[cfg(unix)]
mod compared {
    use hyperbola_export::{Language, export_feature, feature_inputs};
    use hyperbola_features::{
        Block, FormulaVisitor, PositionSlice, Positions, WordFormula, visit_formulas,
    };
    use hyperbola_moves::Position;
    use hyperbola_random::Random;
    use hyperbola_samples::{chess960, random_endgame, random_game, random_setup};

    use super::INPUTS;
    use super::in_c::run_in_c;

    /// Positions of every kind, and a marked row.
    fn positions() -> Positions {
        let mut random = Random::new(11);
        let mut all = Positions::new();
        for number in 0..10 {
            for start in [Position::initial(), chess960(90 * number, 959 - number)] {
                random_game(start, &mut random, 120, |position, _| all.push(position));
            }
            for _ in 0..40 {
                all.push(&random_setup(&mut random));
                all.push(&random_endgame(&mut random));
            }
        }
        all.push_marked();
        all
    }

    /// A program in C that reads positions and writes the words of all features, and these words as
    /// the processor has them.
    struct InC<'a> {
        rows: PositionSlice<'a>,
        functions: String,
        calls: String,
        /// The words of each position, those of one feature after another.
        expected: Vec<Vec<u64>>,
    }

    impl FormulaVisitor for InC<'_> {
        fn visit<const N: usize, F: WordFormula<N>>(&mut self, feature: F) {
            let (name, c) = (feature.name(), Language::find("c").unwrap());
            let prefix = format!("of_{name}");
            let text = export_feature(name, c, Some(&prefix)).unwrap();
            let place = |input| INPUTS.iter().position(|known| *known == input).unwrap();
            let inputs = feature_inputs(name).unwrap().into_iter();
            let arguments: Vec<String> =
                inputs.map(|input| format!("in[{}]", place(input))).collect();
            self.calls += &format!(
                "        {prefix}_{name}({}, out);\n        fwrite(out, 8, {N}, stdout);\n",
                arguments.join(", ")
            );
            self.functions += &text.replace("#pragma once\n", "");
            for (row, words) in self.expected.iter_mut().enumerate() {
                words.extend(feature.words(&Block::of_row(self.rows, row)));
            }
        }
    }

    #[test]
    fn files_in_c_compute_the_words_of_real_positions() {
        let positions = positions();
        let rows = positions.as_slice();
        let (functions, calls) = (String::new(), String::new());
        let mut in_c = InC { rows, functions, calls, expected: vec![Vec::new(); rows.len()] };
        visit_formulas(&mut in_c);
        let program = format!(
            "#include <stdio.h>\n{}\nint main(void) {{\n    uint64_t in[10], out[16];\n    \
             while (fread(in, 8, 10, stdin) == 10) {{\n{}    }}\n    return 0;\n}}\n",
            in_c.functions, in_c.calls
        );
        let mut input = Vec::new();
        for row in 0..rows.len() {
            let Block { roles, colors, is_black, castling } = Block::of_row(rows, row);
            let words = [&roles[..], &colors, &[is_black, castling]].concat();
            input.extend(words);
        }
        let found = run_in_c("features", &program, &input);
        let width = in_c.expected[0].len();
        assert_eq!(found.len(), width * rows.len());
        for ((row, found), expected) in found.chunks(width).enumerate().zip(&in_c.expected) {
            assert_eq!(found, expected, "{:?}", rows.position(row));
        }
    }
}
