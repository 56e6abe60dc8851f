//! `hyperbola uci`, as programs that speak to engines use it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::hyperbola;

/// Sends lines and returns the output.
fn answered(lines: &str) -> String {
    let assert = hyperbola(&["uci"]).write_stdin(lines).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is UTF-8")
}

#[test]
fn an_engine_says_its_name_and_its_options() {
    let answer = answered("uci\nisready\nucinewgame\nquit\nd\n");
    assert!(answer.starts_with("id name Hyperbola "), "{answer}");
    for name in ["Threads", "Hash", "UCI_Chess960", "Divide"] {
        assert!(answer.contains(&format!("\noption name {name} type ")), "{answer}");
    }
    assert!(answer.ends_with("\nuciok\nreadyok\n"), "{answer}");
}

#[test]
fn a_count_is_divided_and_has_its_total() {
    let lines = "position startpos moves e2e4 e7e5\ngo perft 1\r\nquit\n";
    let answer = answered(lines);
    assert_eq!(answer.lines().filter(|line| line.ends_with(": 1")).count(), 29);
    assert!(answer.starts_with("a2a3: 1\n"), "{answer}");
    assert!(answer.ends_with("h2h4: 1\n\nNodes searched: 29\n\n"), "{answer}");
    // A count that was begun ends before the program does.
    let answer = answered("go perft 4\nquit\n");
    assert!(answer.contains("e2e4: 13160\n") && answer.contains("searched: 197281\n"), "{answer}");
    assert!(answered("go perft 0").ends_with("\nNodes searched: 1\n\n"));
}

#[test]
fn options_do_not_change_the_numbers() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    let answer = answered(&format!(
        "setoption name Threads value 2\nsetoption name hash value 16\nsetoption name Divide value \
         false\nposition fen {fen}\ngo perft 4\n"
    ));
    assert_eq!(answer, "\nNodes searched: 4085603\n\n");
}

#[test]
fn castling_is_written_as_the_option_says() {
    let of_chess = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1\ngo perft 1\n";
    let answer = answered(of_chess);
    assert!(answer.contains("e8c8: 1\n") && !answer.contains("e8a8"), "{answer}");
    let answer = answered(&format!("setoption name UCI_Chess960 value true\n{of_chess}"));
    assert!(answer.contains("e8a8: 1\n") && !answer.contains("e8c8"), "{answer}");
    // King f8, whose rights only Chess960 has.
    let fen = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9";
    let lines = |value: &str| format!("{value}position fen {fen}\ngo perft 2\n");
    let answer = answered(&lines(""));
    assert!(answer.starts_with("info string warning: the castling rights"), "{answer}");
    assert!(answer.ends_with("Nodes searched: 1262\n\n"), "{answer}");
    let answer = answered(&lines("setoption name UCI_Chess960 value true\n"));
    assert!(answer.starts_with("a5a4: "), "{answer}");
    let answer = answered(&lines("setoption name UCI_Chess960 value false\n"));
    assert!(answer.starts_with("info string error: the FEN is no position: the right"), "{answer}");
    assert!(!answer.contains("Nodes"), "{answer}");
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_counted_for_it() {
    for (line, message) in [
        ("position fen 8/8 w - -", "the FEN is wrong: expected eight ranks"),
        (
            "position fen 8/8/8/8/8/8/8/K7 w - -",
            "the FEN is no position: expected one king of Black",
        ),
        ("position startpos moves e2e4 e2e4", "move 2, e2e4: the move e2e4 is not legal"),
        ("position", "expected position startpos or position fen FEN"),
        ("position startpos e2e4", "expected position startpos or position fen FEN"),
    ] {
        let answer = answered(&format!("{line}\ngo perft 1\nd\nposition startpos\ngo perft 1\n"));
        let start = format!("info string error: {message}");
        assert!(answer.starts_with(&start), "{line}: {answer}");
        assert_eq!(answer.matches("there is no position").count(), 2, "{answer}");
        assert!(answer.ends_with("Nodes searched: 20\n\n"), "{answer}");
    }
    for (line, message) in [
        ("go depth 5", "this program counts and does not play: expected go perft DEPTH"),
        ("go perft x", "expected a number of half moves, 0 to 255, found 'x'"),
        ("go perft 256", "expected a number of half moves, 0 to 255, found '256'"),
        ("setoption name Threads value 0", "option Threads: expected a number from 1 to 256"),
        ("setoption name Threads value 257", "option Threads: expected a number from 1 to 256"),
        ("setoption name Hash value 1048577", "option Hash: expected a number from 0 to 1048576"),
        ("setoption name UCI_Chess960 value yes", "option UCI_Chess960: expected true or false"),
        ("setoption name Ponder value true", "unknown option 'Ponder'"),
        ("setoption Threads 4", "expected setoption name NAME value VALUE"),
        ("perft 5", "unknown command 'perft'"),
        ("\u{1b}[31m", "unknown command '\\u{1b}[31m'"),
    ] {
        let answer = answered(&format!("{line}\n"));
        assert!(answer.starts_with(&format!("info string error: {message}")), "{line}: {answer}");
    }
}

#[test]
fn a_program_that_waits_for_a_move_waits_no_longer() {
    for line in ["go", "go infinite", "go movetime 100", "go perft"] {
        let answer = answered(&format!("{line}\nisready\n"));
        assert!(answer.ends_with("\nbestmove (none)\nreadyok\n"), "{line}: {answer}");
    }
}

#[test]
fn commands_for_engines_that_play_have_no_answer() {
    assert_eq!(answered("debug on\nregister later\nponderhit\nisready\n"), "readyok\n");
}

#[test]
fn the_position_is_shown() {
    let answer = answered("position fen 4k3/8/5N2/8/8/8/8/K3R3 b - - 3 9\nd\n");
    assert!(answer.contains("\nFen: 4k3/8/5N2/8/8/8/8/K3R3 b - - 3 9\n"), "{answer}");
    assert!(answer.ends_with("\nCheckers: e1 f6\n"), "{answer}");
    assert!(answered("d\n").contains("\nKey: 463B96181691FC9C\n"));
    // The key of the position after the moves.
    let answer = answered("position startpos moves e2e4\nd\n");
    assert!(answer.contains("\nKey: 823C9B50FD114196\n"), "{answer}");
}

/// Runs the counter as a leaderboard's runner does, by the descriptor alone.
#[test]
fn a_leaderboard_runs_the_counter_by_its_descriptor() {
    let descriptor: Value =
        serde_json::from_str(include_str!("../../leaderboard.json")).expect("it is JSON");
    let text = |name: &str| descriptor[name].as_str().expect("a text").to_owned();
    assert_eq!(text("end_re"), r"^Nodes searched: (\d+)$");
    assert_eq!(descriptor["launch"], serde_json::json!(["hyperbola", "uci"]));
    let cases = cases_of_suite();
    for (threads, hash) in [("1", "0"), ("2", "0"), ("1", "16"), ("2", "16")] {
        let mut program = Command::new(crate::PROGRAM)
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = program.stdin.take().expect("a pipe");
        let mut output = BufReader::new(program.stdout.take().expect("a pipe")).lines();
        for line in descriptor["setup"].as_array().expect("lines") {
            let line = line.as_str().expect("a text");
            let line = line.replace("{threads}", threads).replace("{hash}", hash);
            writeln!(input, "{line}").expect("it reads");
        }
        for (fen, depth, expected) in &cases {
            let case = text("case").replace("{fen}", fen).replace("{depth}", depth);
            writeln!(input, "{case}").expect("it reads");
            let end = output.find_map(|line| {
                let line = line.expect("text");
                assert!(!line.contains("error"), "{line}");
                line.strip_prefix("Nodes searched: ").map(str::to_owned)
            });
            assert_eq!(end.as_deref(), Some(expected.as_str()), "{fen} {depth}");
        }
        writeln!(input, "{}", text("quit")).expect("it reads");
        assert!(program.wait().expect("it ends").success());
    }
}

/// Returns the FEN, a depth and the number of each case of a suite.
fn cases_of_suite() -> Vec<(String, String, String)> {
    let suite = include_str!("../../../../testdata/perft/six.epd");
    let rows = suite.lines().filter(|row| row.contains(";D3"));
    let cases = rows.map(|row| {
        let (fen, numbers) = row.split_once(';').expect("numbers");
        let number = numbers.split(';').find_map(|part| part.trim().strip_prefix("D3 "));
        (fen.trim().to_owned(), "3".to_owned(), number.expect("depth 3").trim().to_owned())
    });
    let cases: Vec<_> = cases.collect();
    assert!(cases.len() >= 6);
    cases
}
