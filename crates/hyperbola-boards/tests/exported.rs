//! Files of techniques on boards of any size compile without a warning and pass their own tests,
//! whose digests are computed by `hyperbola-boards`.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hyperbola::{Slider, Technique};
use hyperbola_boards::{FORMULAS, NamedBoard, export_on_board};
use hyperbola_export::{Language, Options, Tables};

/// Prints a technique on a board in a language.
fn printed(technique: Technique, board: NamedBoard, language: &str) -> String {
    let language = Language::find(language).expect("it is in the list");
    let file = export_on_board(technique, board, language, &Options::default());
    file.unwrap_or_else(|refused| panic!("{technique} on {board}: {refused}"))
}

/// Runs a program, which must succeed, and returns its output.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Writes a file and returns its path and that of its program.
fn written(name: &str, extension: &str, text: &str) -> [PathBuf; 2] {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("{name}.{extension}"));
    fs::write(&file, text).expect("the folder is there");
    [file, folder.join(name)]
}

/// Compiles a file and runs its test.
fn check(technique: Technique, board: NamedBoard, language: &str) {
    let name = format!("{technique}-{board}-{language}");
    let text = printed(technique, board, language);
    if language == "rust" {
        let [file, program] = written(&name, "rs", &text);
        let mut compiler = Command::new("rustc");
        compiler.args([
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--test",
            "-O",
            "-D",
            "warnings",
        ]);
        run(compiler.arg(file).arg("-o").arg(&program));
        let output = run(&mut Command::new(program));
        assert!(output.contains("1 passed"), "{output}");
        return;
    }
    let (compiler, extension, standard) =
        if language == "c" { ("cc", "c", "-std=c11") } else { ("c++", "cpp", "-std=c++20") };
    // The header is a program on its own, if that is allowed.
    let text = text.replace("#pragma once\n", "");
    let [file, program] = written(&name, extension, &text);
    let mut compiler = Command::new(compiler);
    compiler.args([standard, "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-DSELF_TEST"]);
    run(compiler.arg(file).arg("-o").arg(&program));
    assert_eq!(run(&mut Command::new(program)), "passed\n");
}

/// The boards that have 128 bits.
fn boards() -> impl Iterator<Item = NamedBoard> {
    NamedBoard::ALL.iter().copied().filter(|&board| board != NamedBoard::Chess)
}

#[test]
fn files_of_c_have_the_attacks_of_two_boards() {
    for board in [NamedBoard::Shogi, NamedBoard::Courier] {
        FORMULAS.iter().for_each(|&technique| check(technique, board, "c"));
    }
}

#[test]
fn files_of_cpp_and_rust_have_the_attacks_of_a_board() {
    for language in ["cpp", "rust"] {
        check(Technique::HyperbolaQuintessence, NamedBoard::Shogi, language);
        check(Technique::ObstructionDifference, NamedBoard::Grand, language);
        check(Technique::KoggeStone, NamedBoard::Xiangqi, language);
    }
}

#[test]
#[ignore = "75 files are compiled: two minutes"]
fn every_file_has_the_attacks() {
    for board in boards() {
        for language in ["c", "cpp", "rust"] {
            FORMULAS.iter().for_each(|&technique| check(technique, board, language));
        }
    }
}

/// A file whose formula is changed does not pass.
#[test]
fn a_wrong_file_fails_its_test() {
    let text = printed(Technique::HyperbolaQuintessence, NamedBoard::Shogi, "c");
    let wrong = text.replace("positive = o - ", "positive = o + ");
    assert_ne!(text, wrong);
    let [file, program] = written("wrong-file", "c", &wrong.replace("#pragma once\n", ""));
    run(Command::new("cc").args(["-DSELF_TEST", "-o"]).arg(&program).arg(file));
    let output = Command::new(program).output().expect("it was compiled");
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b"failed\n"[..]));
}

/// Two boards are in one program, and a prefix is where names begin.
#[test]
fn files_of_several_boards_do_not_clash() {
    let [c, cpp] = ["c", "cpp"].map(|language| {
        let two = [NamedBoard::Shogi, NamedBoard::Grand]
            .map(|board| printed(Technique::KoggeStone, board, language));
        two.concat().replace("#pragma once\n", "")
    });
    for (text, compiler, extension) in [(c, "cc", "c"), (cpp, "c++", "cpp")] {
        let [file, object] = written("two-boards", extension, &text);
        run(Command::new(compiler).arg("-c").arg(file).arg("-o").arg(object));
    }
    let options = Options::new(vec![Slider::Rook], Tables::Literal).with_prefix("fast");
    let c = Language::find("c").expect("C is in the list");
    let file = export_on_board(Technique::KoggeStone, NamedBoard::Shogi, c, &options);
    let file = file.expect("it can be printed");
    assert!(file.contains("fast_board fast_rook_attacks(unsigned square, fast_board occupied)"));
    assert!(file.contains("FAST_MASKS[81]") && !file.contains("shogi_"), "{file}");
    assert!(!file.contains("bishop_attacks("));
}

#[test]
fn files_describe_themselves() {
    let text = printed(Technique::HyperbolaQuintessence, NamedBoard::Shogi, "rust");
    let command = "hyperbola export hyperbola-quintessence --board shogi --language rust";
    for part in ["Hyperbola quintessence", "0BSD", "1a = 0, 1b = 1", "up to 9i", command] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let formula = "    let o = occupied & rank;\n    let o_reversed = o.swap_bytes();\n";
    assert!(text.contains(formula), "{text}");
    for unfilled in ["{a}", "{b}", "{n}", "{name}", "{value}", "{prefix}", "{row}"] {
        assert!(!text.contains(unfilled), "{unfilled}\n{text}");
    }
}

#[test]
fn unsupported_exports_say_why() {
    let refused = |technique, board, language| {
        let language = Language::find(language).expect("it is in the list");
        let file = export_on_board(technique, board, language, &Options::default());
        file.expect_err("it cannot be printed").to_string()
    };
    let technique = Technique::KoggeStone;
    assert!(refused(technique, NamedBoard::Shogi, "java").contains("expected c, cpp or rust"));
    assert!(refused(technique, NamedBoard::Chess, "c").contains("name no board"));
    assert!(refused(Technique::Rotated, NamedBoard::Shogi, "c").contains("kogge-stone"));
}
