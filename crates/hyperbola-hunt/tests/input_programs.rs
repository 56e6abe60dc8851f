//! Programs that number inputs by lines: those that the page's lines to paste make, and those that
//! fail.
#![cfg(unix)]

use core::time::Duration;
use std::path::Path;
use std::process::Command;
use std::{fs, thread};

use hyperbola_hunt::{
    Compared, Failure, Fault, Finding, Hunt, HuntError, InputProgram, Limits, Outcome, Problem,
    Rule,
};
use hyperbola_inputs::InputSet;
use hyperbola_moves::{Color, Position};

const PAGE: &str = include_str!("../../../docs/HUNT.md");

/// Returns the program that the page's lines make with an engine.
fn program(language: &str, engine: &str, change: (&str, &str)) -> Vec<String> {
    let (_, lines) = PAGE.split_once("### Lines to paste").expect("the page has the lines");
    let (_, lines) = lines.split_once(&format!("```{language}\n")).expect("a block");
    let (lines, _) = lines.split_once("```").expect("the block ends");
    let text = format!("{engine}\n{lines}");
    assert!(change.0.is_empty() || text.matches(change.0).count() == 1, "{change:?}");
    let text = if change.0.is_empty() { text } else { text.replace(change.0, change.1) };
    let name = format!("template-{}-{language}", change.1.len());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let source = path.with_extension(if language == "rust" { "rs" } else { "cpp" });
    fs::write(&source, text).expect("it can be written");
    let mut compiler = match language {
        "rust" => {
            let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
            let mut rustc = Command::new(rustc);
            rustc.args(["--edition=2024", "-Dwarnings"]);
            rustc
        }
        _ => {
            let mut compiler = Command::new("c++");
            compiler.args(["-std=c++17", "-Wall", "-Wextra", "-Werror"]);
            compiler
        }
    };
    let compiled = compiler.arg("-o").arg(&path).arg(&source).output().expect("a compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    vec![path.to_str().expect("UTF-8").to_owned()]
}

#[test]
fn the_lines_to_paste_make_programs_that_are_hunted() {
    let set: InputSet = "chess_768".parse().expect("a preset");
    let (rust, cpp) = (include_str!("templates/engine.rs"), include_str!("templates/engine.cpp"));
    thread::scope(|scope| {
        for (language, engine, number, set_ref) in [
            ("rust", rust, ("square ^ 56 * view", "square"), &set),
            ("cpp", cpp, ("square ^ (56 * view)", "square"), &set),
        ] {
            scope.spawn(move || {
                for (change, expected) in [(("", ""), None), (number, Some(Rule::InputRanks))] {
                    let words = program(language, engine, change);
                    for compared in [Compared::Inputs, Compared::Changes] {
                        let mut subject = InputProgram::new(&words, Limits::default());
                        let hunt = Hunt::new().seconds(None).positions(Some(1500));
                        let hunt = match compared {
                            Compared::Inputs => hunt.inputs(set_ref),
                            _ => hunt.changes(set_ref),
                        };
                        let outcome = hunt.run(&mut subject).expect("it answers");
                        let rule = outcome.findings.first().map(Finding::rule);
                        assert_eq!(rule, expected, "{language}: {outcome}");
                        let Some(finding) = outcome.findings.first() else { continue };
                        // The command asks the same question.
                        let command = finding.command.as_deref().expect("it is a program");
                        let ran = Command::new("sh").args(["-c", command]).output().expect("sh");
                        let text = String::from_utf8(ran.stdout).expect("UTF-8");
                        let wrong = finding.inputs.iter().find(|one| one.fault == Fault::Extra);
                        let number = wrong.expect("a number is there").number.to_string();
                        assert!(text.split_whitespace().any(|word| word == number), "{text}");
                    }
                }
            });
        }
    });
}

/// Hunts a script that answers each question by some lines of shell, with `$line` as the question.
fn script(answer: &str) -> Result<Outcome, HuntError> {
    let script = format!("while read -r line; do {answer}; done");
    let words = ["/bin/sh", "-c", &script].map(str::to_owned);
    let mut limits = Limits::new(Duration::from_millis(700));
    limits.bytes = 1 << 16;
    let set: InputSet = "chess_768".parse().expect("a preset");
    let hunt = Hunt::new().inputs(&set).positions(Some(3));
    hunt.run(&mut InputProgram::new(&words, limits))
}

#[test]
fn programs_that_fail_are_reported() {
    let start = |answer: &str| match script(answer) {
        Err(HuntError::Start(failure)) => failure,
        other => panic!("{answer}: {other:?}"),
    };
    for (answer, what) in [
        ("echo white 1; echo white 2", "white came twice, and the other view not yet"),
        ("echo white 1; echo black x", "black: expected a number, found x"),
        ("echo white removed 1; echo black", "white: expected a number, found removed"),
    ] {
        assert_eq!(start(answer), Failure::Garbage { what: what.to_owned() }, "{answer}");
    }
    assert!(matches!(start("echo white 1"), Failure::Hang { .. }));
    // A line of another name is shown.
    let other = start("echo White 1");
    assert!(
        matches!(&other, Failure::Garbage { what } if what.ends_with("the last line was \"White 1\"")),
        "{other:?}"
    );
    assert!(matches!(start("echo oh >&2; exit 3"), Failure::Ended { how } if how.ends_with("oh")));
    assert!(matches!(start("echo white 1; yes"), Failure::Endless { .. }));
    // Other lines are passed over, and a line may be long.
    let long = "echo whites 1; echo; echo white $(seq 1 3000); echo black 5";
    let outcome = script(long).expect("it answers");
    let Problem::Inputs { wrong, .. } = &outcome.findings[0].problem else { panic!("{outcome}") };
    assert_eq!(wrong.iter().map(|wrong| wrong.number).max(), Some(3000), "{outcome}");
    // It is started anew after the initial position, and fails everywhere else.
    let set: InputSet = "chess_768".parse().expect("a preset");
    let active = set.active(Position::initial().board());
    let initial = Color::ALL.map(|view| {
        let numbers = active.view(view).iter().map(ToString::to_string);
        numbers.collect::<Vec<_>>().join(" ")
    });
    let answer = format!(
        "case \"$line\" in 'inputs {}') echo white {}; echo black {};; *) exit 4;; esac",
        Position::initial(),
        initial[0],
        initial[1]
    );
    let outcome = script(&answer).expect("it answers the initial position");
    assert_eq!(outcome.findings[0].rule(), Rule::NoAnswer, "{outcome}");
}
