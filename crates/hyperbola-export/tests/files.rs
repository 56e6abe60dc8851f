//! Every technique is printed in every language, or there is a reason why not.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hyperbola::{Slider, Technique};
use hyperbola_explain::{Instruction, Masks, Program, program_with_masks};
use hyperbola_export::matrix::{cells, render};
use hyperbola_export::{Language, Options, Tables, export, shown};

#[test]
fn every_cell_is_a_file_or_a_reason() {
    let cells = cells();
    assert_eq!(cells.len(), Technique::ALL.len() * Language::ALL.len());
    for cell in cells {
        let language = Language::find(cell.language).unwrap();
        let options = Options::new(Slider::ALL.to_vec(), cell.tables);
        match (export(cell.technique, language, &options), cell.refused) {
            (Ok(text), None) => check_file(cell.technique, language, &text),
            (Err(reason), Some(refused)) => assert_eq!(reason, refused),
            (file, refused) => panic!("{} {}: {file:?} {refused:?}", cell.technique, cell.language),
        }
    }
}

/// A file names its technique and its licence, has no unfilled places, and has readable lines.
fn check_file(technique: Technique, language: &Language, text: &str) {
    let place = format!("{technique} in {}", language.id);
    for part in [technique.info().name, "0BSD", "Idea", "Origin", "Made by: hyperbola export"] {
        assert!(text.contains(part), "{place} has no {part}");
    }
    for unfilled in ["{a}", "{b}", "{n}", "{name}", "{value}", "{type}", "{count}", "{make}"] {
        // Zig has arrays with types in braces, but no name in braces.
        assert!(!text.contains(unfilled), "{place} has {unfilled}");
    }
    assert!(!text.contains("cargo"), "{place} names a command that its reader does not have");
    assert!(text.ends_with('\n') && !text.contains(" \n"), "{place} has spaces at an end");
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest < Some(180), "{place} has a line of {longest:?} characters");
}

/// Calls a function with the programs of all techniques, pieces and ways to record masks.
fn each_program(of: impl Fn(&str, Slider, &Program)) {
    for &technique in Technique::ALL {
        for slider in Slider::ALL {
            for masks in [Masks::Read, Masks::Computed] {
                let place = format!("{technique}, {slider}, masks {masks:?}");
                of(&place, slider, &program_with_masks(technique, slider, masks));
            }
        }
    }
}

#[test]
fn no_step_is_computed_twice() {
    each_program(|place, _, program| {
        for (index, (step, _)) in program.steps.iter().enumerate() {
            let same = program.steps[..index].iter().any(|(before, _)| before == step);
            assert!(!same, "{place}: step {index}, {step:?}");
            // No instruction of NEON shifts to the right by nothing.
            assert!(!matches!(step, Instruction::Shift(_, _, 0)), "{place}");
        }
    });
}

#[test]
fn a_recorded_program_computes_the_attacks_of_other_squares_and_boards() {
    each_program(|place, slider, program| {
        for (number, square) in (1_u64..).zip(hyperbola::Square::ALL) {
            let occupied = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) & number.rotate_right(9);
            let inputs = [("square", square.word()), ("occupied", occupied)];
            let expected = hyperbola::slider_attacks(slider, square, occupied.into());
            assert_eq!(program.evaluate(&inputs), Some(expected.0), "{place} {square}");
        }
    });
}

#[test]
fn files_have_the_chosen_pieces_and_tables() {
    let c = Language::find("c").unwrap();
    let only = |sliders: &[Slider], tables| {
        export(Technique::MagicFancy, c, &Options::new(sliders.to_vec(), tables)).unwrap()
    };
    let bishop = only(&[Slider::Bishop], Tables::AtStart);
    assert!(bishop.contains("bishop_attacks(") && !bishop.contains("rook_"), "{bishop}");
    assert!(bishop.contains("void initialize_tables(void)"));
    let literal = only(&[Slider::Bishop], Tables::Literal);
    assert!(literal.contains("FANCY_BISHOP_TABLE[5248] = {"));
    assert!(!literal.contains("initialize_tables("));
    // A queen without both of the others has the whole formula.
    for others in [&[][..], &[Slider::Rook], &[Slider::Bishop]] {
        let queen = only(&[others, &[Slider::Queen]].concat(), Tables::AtStart);
        assert!(queen.contains("uint64_t queen_attacks("));
        for other in ["rook_attacks(square", "bishop_attacks(square"] {
            assert!(!queen.contains(&format!("return {other}")), "{others:?}: {other}");
            assert!(!queen.contains(&format!("| {other}")), "{others:?}: {other}");
        }
    }
}

#[test]
fn each_table_that_a_file_reads_is_in_the_file() {
    for &technique in Technique::ALL {
        for sliders in [vec![Slider::Rook], vec![Slider::Bishop], vec![Slider::Queen]] {
            let c = Language::find("c").expect("a language");
            let Ok(text) = export(technique, c, &Options::new(sliders, Tables::AtStart)) else {
                continue;
            };
            for (place, _) in text.match_indices('[') {
                let before = &text[..place];
                let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
                let start = before.rfind(|symbol| !is_part(symbol)).map_or(0, |start| start + 1);
                let name = &before[start..];
                if name.len() > 3 && !name.contains(|symbol: char| symbol.is_ascii_lowercase()) {
                    let declared = |line: &str| {
                        line.starts_with("static ") && line.contains(&format!(" {name}["))
                    };
                    assert!(text.lines().any(declared), "{technique}: no table {name}");
                }
            }
        }
    }
}

/// Compiles a program in C and runs it. Returns its output.
#[cfg(unix)]
fn run_in_c(name: &str, program: &str) -> String {
    use std::process::Command;

    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let source = path.with_extension("c");
    fs::write(&source, program).unwrap();
    // It is there: Rust's own programs are linked by it.
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c11", "-DSELF_TEST", "-o"]).arg(&path).arg(&source);
    let compiled = compiler.output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&path).output().unwrap();
    assert!(run.status.success(), "{name}: {}", run.status);
    String::from_utf8(run.stdout).unwrap()
}

#[cfg(unix)]
#[test]
fn a_file_of_one_piece_fills_the_tables_that_it_reads() {
    let c = Language::find("c").unwrap();
    std::thread::scope(|scope| {
        for slider in Slider::ALL {
            scope.spawn(move || {
                let (mut program, mut tests, mut expected) =
                    (String::new(), String::new(), String::new());
                for &technique in Technique::ALL {
                    let name = technique.id().replace('-', "_");
                    let options = Options::new(vec![slider], Tables::AtStart).with_prefix(&name);
                    let text = export(technique, c, &options).unwrap();
                    if !text.contains("_initialize_tables(void)") {
                        continue;
                    }
                    let text = text.replace("#pragma once\n", "");
                    program += &format!("#define main {name}\n{text}\n#undef main\n");
                    tests += &format!("    printf(\"%s \", \"{name}\");\n    {name}();\n");
                    expected += &format!("{name} passed\n");
                }
                assert!(expected.lines().count() > 10, "{expected}");
                program += &format!("int main(void) {{\n{tests}    return 0;\n}}\n");
                assert_eq!(run_in_c(&format!("{slider}-alone"), &program), expected, "{slider}");
            });
        }
    });
}

#[test]
fn only_the_tables_of_the_pieces_are_weighed() {
    let opencl = Language::find("opencl").unwrap();
    let only = |sliders: &[Slider]| {
        export(Technique::MagicFancy, opencl, &Options::new(sliders.to_vec(), Tables::Literal))
    };
    // The entries of bishops are 42 KB, those of rooks 820 KB.
    assert!(only(&[Slider::Bishop]).is_ok_and(|text| text.contains("FANCY_BISHOP_TABLE[5248]")));
    for sliders in [&[Slider::Rook][..], &[Slider::Queen], &Slider::ALL] {
        let reason = only(sliders).unwrap_err().to_string();
        assert!(reason.contains("no more than 64 KiB"), "{sliders:?}: {reason}");
    }
}

#[test]
fn functions_that_read_tables_made_at_start_are_not_constexpr() {
    let cpp = Language::find("cpp").unwrap();
    let (mut late, mut constant) = (0, 0);
    for &technique in Technique::ALL {
        let options = Options::new(Slider::ALL.to_vec(), Tables::AtStart);
        let text = export(technique, cpp, &options).unwrap();
        // The names without a value before the program runs: tables, and functions that read them.
        let mut names = BTreeSet::new();
        let (mut function, mut is_constant) = ("", false);
        for line in text.lines() {
            if let Some(table) = line.strip_prefix("inline const std::array<") {
                names.insert(table.split_once("> ").unwrap().1.split_once(" =").unwrap().0);
            } else if line.ends_with(") {") && !line.starts_with(' ') {
                function = line.split_once('(').unwrap().0.rsplit_once(' ').unwrap().1;
                is_constant = line.starts_with("constexpr ");
                constant += usize::from(is_constant);
            } else if names.iter().any(|name| line.contains(name)) {
                assert!(!is_constant, "{technique}: {function}");
                names.insert(function);
            }
        }
        late += names.len();
    }
    assert!(late > 20 && constant > 100, "{late} late, {constant} constant");
}

/// Returns a technique's file with all pieces.
fn file(technique: Technique, language: &str) -> String {
    let language = Language::find(language).unwrap();
    let options = Options::new(Slider::ALL.to_vec(), language.usual_tables(technique));
    export(technique, language, &options).unwrap()
}

#[test]
fn files_use_the_instructions_of_the_processor() {
    for (technique, language, parts) in [
        (Technique::Classical, "c", &["x == 0 ? 64 : (uint64_t)__builtin_clzll(x)"][..]),
        (Technique::Pext, "c", &["#if defined(__BMI2__)", "__builtin_ia32_pext_di", "#else"]),
        (
            Technique::PextPdep,
            "cpp",
            &["#if defined(__BMI2__)", "__builtin_ia32_pdep_di", "#endif"],
        ),
        (Technique::HyperbolaQuintessence, "c", &["return __builtin_bswap64(nibbles_swapped);"]),
        (Technique::HyperbolaQuintessence, "c-avx2", &["_mm256_shuffle_epi8(reversed, low)"]),
        (Technique::HyperbolaQuintessence, "c-avx512", &["_mm512_shuffle_epi8(reversed, low)"]),
    ] {
        let text = file(technique, language);
        for part in parts {
            assert!(text.contains(part), "{technique} in {language} has no {part}");
        }
    }
}

#[test]
fn unused_helpers_are_left_out() {
    for language in ["c", "c-avx2", "c-avx512", "c-neon"] {
        let text = file(Technique::KoggeStone, language);
        for unused in ["zeros", "reverse", " multiply(", " swap_bytes(", "#define", " whole_"] {
            assert!(!text.contains(unused), "{language} has {unused}: {text}");
        }
    }
    for (language, unused, user) in [
        ("go", "bits", Technique::HqFirstRank),
        ("typescript-halves", "wordOf", Technique::HqFirstRank),
        ("wgsl", "reverse_bits", Technique::HqBitReversal),
    ] {
        assert!(!file(Technique::KoggeStone, language).contains(unused), "{language}: {unused}");
        assert!(file(user, language).contains(unused), "{language}: {unused}");
    }
}

#[test]
fn files_on_vectors_and_shaders_compute_the_masks_of_squares() {
    for language in ["c-avx2", "c-avx512", "c-neon", "wgsl", "wgsl-u64"] {
        let text = file(Technique::ObstructionDifference, language);
        let square = if language.starts_with("wgsl") { "s" } else { "square" };
        assert!(
            text.contains(&format!("= whole_rank({square});")) && !text.contains("MASKS"),
            "{text}"
        );
    }
    assert!(file(Technique::ObstructionDifference, "c").contains("RAY_MASKS["));
}

#[test]
fn names_distinguish_directions_and_sections() {
    for (technique, parts) in [
        (
            Technique::Classical,
            &[
                "rank_negative_ray = RAY_MASKS[row + 4];",
                "file_positive_ray = RAY_MASKS[row + 2];",
                "file_negative_first = leading_zeros(file_negative_blockers)",
            ][..],
        ),
        (
            Technique::Dumb7Fill,
            &[
                "rank_positive_propagators = propagators & 0xfefefefefefefefe",
                "rank_negative_propagators = propagators & 0x7f7f7f7f7f7f7f7f",
                "file_negative_step_2 = (file_negative_step >> 8) & propagators;",
            ],
        ),
        (Technique::ObstructionDifference, &["file_upper_ray = RAY_MASKS[row + 2];"]),
    ] {
        let text = file(technique, "c");
        for part in parts {
            assert!(text.contains(part), "{technique}: {part}: {text}");
        }
    }
}

#[test]
fn index_sums_omit_zero_terms() {
    let parts = ["= FANCY_ROOK_HASHES[row];", "= FANCY_ROOK_HASHES[row + 3];"];
    let text = file(Technique::MagicFancy, "c");
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    let text = file(Technique::MagicFancy, "rust");
    assert!(text.contains("FANCY_ROOK_HASHES[(row | 3) as usize];"), "{text}");
    for &technique in Technique::ALL {
        let text = file(technique, "c");
        assert!(!text.contains("| 0]") && !text.contains(" 0ULL |"), "{technique}: {text}");
    }
}

#[test]
fn narrow_entries_are_read_without_a_sign_in_java() {
    let java = Language::find("java").unwrap();
    let mut reads = 0;
    for &technique in Technique::ALL {
        let options = Options::new(Slider::ALL.to_vec(), java.usual_tables(technique));
        let Ok(text) = export(technique, java, &options) else { continue };
        for (table, mask) in [("byte", "0xffL"), ("short", "0xffffL"), ("int", "0xffffffffL")] {
            for declared in text.split(&format!("private static final {table}[] ")).skip(1) {
                let name = declared.split(' ').next().unwrap();
                for read in text.split(&format!("({name}[(int) ")).skip(1) {
                    let behind = read.split_once(" & 0x").map(|(_, behind)| format!("0x{behind}"));
                    let is_masked =
                        behind.is_some_and(|text| text.starts_with(&format!("{mask})")));
                    assert!(is_masked, "{technique}: {name}");
                    reads += 1;
                }
            }
        }
    }
    assert!(reads > 5, "{reads}");
}

#[test]
fn tables_that_are_united_begin_with_zeros() {
    let text = file(Technique::MagicTwoColors, "zig");
    assert!(text.contains("u64 = @splat(0);") && !text.contains("undefined"), "{text}");
}

#[test]
fn impossible_exports_are_refused_with_the_reason() {
    let refused = |technique, language, tables| {
        let options = Options::new(Slider::ALL.to_vec(), tables);
        export(technique, Language::find(language).unwrap(), &options).unwrap_err().to_string()
    };
    let reason = refused(Technique::MagicPlain, "java", Tables::Literal);
    assert!(reason.contains("ask for tables that are made at the start"), "{reason}");
    let reason = refused(Technique::HashDictionary, "java", Tables::AtStart);
    assert!(reason.contains("64 KiB of code") && !reason.contains("ask for"), "{reason}");
    // Code stores 17,496 entries of a byte, 2,048 of two bytes and 256 words.
    let reason = refused(Technique::Titboards, "java", Tables::Literal);
    assert!(reason.starts_with("140904 bytes of code for literals are too many"), "{reason}");
    // As many as fit: 8,192 of a byte, or 6,758 words.
    for technique in [Technique::Titboards, Technique::RayPermutation, Technique::FoldingHash] {
        assert!(!file(technique, "java").is_empty(), "{technique}");
    }
    for (language, technique, table) in [
        ("cuda", Technique::Classical, "RAY_MASKS"),
        ("opencl", Technique::Classical, "RAY_MASKS"),
        // Shaders compute the masks of rays.
        ("wgsl", Technique::HqFirstRank, "FIRST_RANK_ATTACKS"),
        ("wgsl-u64", Technique::HqFirstRank, "FIRST_RANK_ATTACKS"),
    ] {
        let reason = refused(technique, language, Tables::AtStart);
        assert!(reason.contains(&format!("{table} cannot be made at the start")), "{reason}");
    }
}

#[test]
fn only_devices_reject_tables_at_the_start() {
    let options = Options::new(Slider::ALL.to_vec(), Tables::AtStart);
    for language in Language::ALL {
        let is_device = ["cuda", "opencl", "wgsl", "wgsl-u64"].contains(&language.id);
        let magic = export(Technique::MagicFancy, language, &options);
        assert_eq!(magic.is_err(), is_device, "{}", language.id);
        // A technique without tables can always be printed.
        assert!(export(Technique::KoggeStone, language, &options).is_ok(), "{}", language.id);
        let note = format!("{}: {}; tables are literals alone", language.name, language.check);
        assert_eq!(render().contains(&note), is_device, "{}", language.id);
        if let Ok(text) = magic {
            assert!(text.len() < 100_000, "{}: {} bytes", language.id, text.len());
        }
    }
}

#[test]
fn files_on_vectors_make_tables_word_by_word() {
    for language in ["c-avx2", "c-avx512", "c-neon"] {
        let text = file(Technique::MagicFancy, language);
        let maker = text.split_once("make_fancy_rook_table(void) {").unwrap().1;
        let maker = maker.split_once("\n}").unwrap().0;
        assert!(maker.contains("= scalar_reverse_bits(r);") && !maker.contains("_mm"), "{maker}");
        assert!(text.contains("void initialize_tables(void)"), "{language}");
        for &technique in Technique::ALL {
            let text = file(technique, language);
            for maker in text.split("inline void make_").skip(1) {
                let maker = maker.split_once("\n}").unwrap().0;
                let is_wordy = !maker.contains("permuted_by") && !maker.contains("NARROW");
                assert!(is_wordy, "{technique} in {language}: {maker}");
            }
        }
    }
}

#[test]
fn java_has_no_decimal_number_over_31_bits() {
    let text = file(Technique::BinaryNetwork, "java");
    let decimals = text.split("(int) ").skip(1).filter_map(|rest| {
        let digits = rest.split(|c: char| !c.is_alphanumeric()).next()?;
        digits.parse::<u64>().ok()
    });
    assert!(decimals.into_iter().all(|decimal| decimal < 1 << 31), "{text}");
    assert!(text.contains("(int) 0xff401401, "), "{text}");
}

/// Returns the first words of a line that is not indented, up to a parenthesis or a bracket.
fn declared(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter(|line| !line.starts_with([' ', '/', '}']) && !line.is_empty());
    let names = lines.filter_map(|line| match line.strip_prefix("#define ") {
        Some(macro_name) => macro_name.split([' ', '(']).next(),
        None if line.starts_with('#') => None,
        None => line.split_once(['(', '[']).and_then(|(before, _)| before.rsplit(' ').next()),
    });
    names.collect()
}

#[test]
fn all_names_have_the_prefix() {
    for id in ["c", "c-avx2", "c-avx512", "c-neon", "cuda", "opencl"] {
        let language = Language::find(id).unwrap();
        for &technique in Technique::ALL {
            let options = Options::new(Slider::ALL.to_vec(), language.usual_tables(technique));
            let Ok(text) = export(technique, language, &options.with_prefix("Fast")) else {
                continue;
            };
            let names = declared(&text);
            assert!(names.contains("Fast_rook_attacks"), "{technique} in {id}: {names:?}");
            for name in names {
                let rest = name.get(5..).unwrap_or_default();
                let is_upper = !rest.contains(|c: char| c.is_ascii_lowercase());
                let prefix = if is_upper { "FAST_" } else { "Fast_" };
                let has_prefix = name.starts_with(prefix);
                assert!(has_prefix || name == "main", "{technique} in {id}: {name}");
            }
            assert!(text.contains("--prefix Fast\n"), "{technique} in {id}");
        }
    }
    let options = Options::default().with_prefix("fast");
    let of = |id| export(Technique::MagicFancy, Language::find(id).unwrap(), &options);
    let cpp = of("cpp").unwrap();
    assert!(cpp.contains("\nnamespace fast {") && cpp.contains("= fast::self_test()"), "{cpp}");
    assert!(!cpp.contains("hyperbola::"));
    assert!(of("go").unwrap_err().to_string().contains("names have no prefix"));
    for wrong in ["", "1a", "a b", "ä", "a;", &"a".repeat(41)] {
        let options = Options::default().with_prefix(wrong);
        let reason = export(Technique::MagicFancy, Language::find("c").unwrap(), &options);
        assert!(reason.unwrap_err().to_string().contains("a prefix is a letter"), "{wrong}");
    }
}

#[test]
fn python_follows_its_style() {
    for technique in [Technique::MagicFancy, Technique::KoggeStone, Technique::PextPdep] {
        let text = file(technique, "python");
        assert!(text.contains("    \"\"\"Return the attacks of a rook.\"\"\"\n"), "{text}");
        assert!(!text.contains("# Returns") && !text.contains(" hash = "), "{text}");
        assert!(!text.contains("\n\n\n\n") && !text.contains("(1 << square) & ALL"), "{text}");
        assert!(!text.contains("row = (square"), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        for (place, line) in lines.iter().enumerate() {
            assert!(line.chars().count() <= 100, "{technique}: {line}");
            if line.starts_with("def ") || line.starts_with("if ") {
                assert_eq!(lines[place - 2..place], ["", ""], "{technique}: {line}");
            }
        }
    }
}

#[test]
fn go_exports_only_the_attacks() {
    for &technique in Technique::ALL {
        let text = file(technique, "go");
        for name in text.split("\nfunc ").skip(1).filter_map(|rest| rest.split('(').next()) {
            let is_public = ["rookattacks", "bishopattacks", "queenattacks"]
                .contains(&name.to_lowercase().as_str());
            assert_eq!(name.starts_with(|c: char| c.is_ascii_uppercase()), is_public, "{name}");
            assert!(!is_public || text.contains(&format!("// {name} returns the ")), "{name}");
        }
        assert!(!text.contains("& uint64(0x") && !text.contains("!= uint64("), "{technique}");
    }
}

#[test]
fn rust_files_have_no_inner_attributes() {
    for &technique in Technique::ALL {
        let text = file(technique, "rust");
        assert!(!text.contains("#![") && text.contains("needs Rust 1.83"), "{technique}");
    }
}

#[test]
fn test_kernels_are_only_for_the_test() {
    for (language, kernel) in [("cuda", "__global__"), ("opencl", "__kernel")] {
        let text = file(Technique::HyperbolaQuintessence, language);
        let (before, behind) = text.split_once("#ifdef SELF_TEST\n").unwrap();
        assert!(!before.contains(kernel) && behind.contains(kernel), "{language}");
    }
}

#[test]
fn languages_have_distinct_names() {
    let ids: BTreeSet<&str> = Language::ALL.iter().map(|language| language.id).collect();
    assert_eq!(ids.len(), Language::ALL.len());
    assert!(Language::find("cobol").is_none());
}

#[test]
fn the_shown_files_are_fresh() {
    for (name, text) in shown() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/export").join(name);
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == text, "{name}: run the example `vectors` of hyperbola-export");
        // So rustfmt, which breaks only longer lines, changes nothing.
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(!name.ends_with(".rs") || longest <= Some(100), "{name}: {longest:?}");
    }
}
