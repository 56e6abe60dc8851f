//! `hyperbola attacks --stdin`.

use core::time::Duration;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

use assert_cmd::cargo::cargo_bin;
use hyperbola::{Bitboard, Slider, Square, Technique};

use crate::hyperbola;

/// Returns the answers before a bad line, and the error about that line.
fn refused(input: &[u8]) -> (String, String) {
    let mut command = hyperbola(&["attacks", "rook", "--stdin"]);
    let assert = command.write_stdin(input).assert().code(2);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is UTF-8");
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

#[test]
fn each_line_is_answered_by_every_technique() {
    let mut queries = String::new();
    let mut occupied = 0x9e37_79b9_7f4a_7c15_u64;
    let mut cases = Vec::new();
    for square in Square::ALL.into_iter().cycle().take(1000) {
        occupied = occupied.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        queries += &format!("{square} {occupied:#x}\n");
        cases.push((square, Bitboard(occupied)));
    }
    for slider in Slider::ALL {
        let answer = |&(square, occupied): &(Square, Bitboard)| {
            let attacks = hyperbola::slider_attacks(slider, square, occupied);
            format!("{attacks:#018x}\n")
        };
        let answers: String = cases.iter().map(answer).collect();
        let name = slider.to_string();
        let default = ["attacks", &name, "--stdin"];
        hyperbola(&default)
            .write_stdin(&*queries)
            .assert()
            .success()
            .stdout(answers.clone())
            .stderr("");
        for technique in Technique::ALL {
            let arguments = ["attacks", &name, "--stdin", "--technique", technique.id()];
            let assert = hyperbola(&arguments).write_stdin(&*queries).assert();
            assert.success().stdout(answers.clone()).stderr("");
        }
    }
}

#[test]
fn blanks_prefixes_capitals_and_line_ends_may_vary() {
    let input = "a1 0\r\nA1\t0x0\n  a1 \t 0X0000000000000000  \na1 ff\r\na1 FF";
    let empty = "0x01010101010101fe\n";
    let blocked = "0x0101010101010102\n";
    let expected = [empty, empty, empty, blocked, blocked].concat();
    let mut command = hyperbola(&["attacks", "rook", "--stdin"]);
    command.write_stdin(input).assert().success().stdout(expected).stderr("");
    let mut command = hyperbola(&["attacks", "rook", "--stdin"]);
    command.write_stdin("").assert().success().stdout("").stderr("");
}

#[test]
fn a_bad_line_names_its_place_and_what_was_expected_and_found() {
    let cases: [(&[u8], &str); 20] = [
        (b"", "column 1: expected SQUARE HEX, found the end"),
        (b" \t ", "column 4: expected SQUARE HEX, found the end"),
        (b"d4", "column 3: expected a bitboard of 1 to 16 hexadecimal digits, found the end"),
        (b"d4 ", "column 4: expected a bitboard of 1 to 16 hexadecimal digits, found the end"),
        (b"d4 0x", "column 6: expected a bitboard of 1 to 16 hexadecimal digits, found the end"),
        (b"i4 0", "column 1: expected a file, a to h, as a square's first character, found 'i'"),
        (b"d9 0", "column 2: expected a rank, 1 to 8, as a square's second character, found '9'"),
        (b"  d0 0", "column 4: expected a rank, 1 to 8, as a square's second character, found '0'"),
        (b"d 0", "column 1: expected a square of two characters, a1 to h8, found 'd'"),
        (b"d4,0", "column 1: expected a square of two characters, a1 to h8, found 'd4,0'"),
        (b"d4 0xg", "column 6: expected a hexadecimal digit, 0 to 9 or a to f, found 'g'"),
        (b"d4 -1", "column 4: expected a hexadecimal digit, 0 to 9 or a to f, found '-'"),
        (b"d4 0\r0", r"column 5: expected a hexadecimal digit, 0 to 9 or a to f, found '\r'"),
        (b"d4 0\r\r", r"column 5: expected a hexadecimal digit, 0 to 9 or a to f, found '\r'"),
        (b"d4 00000000000000000", "column 20: expected at most 16 hexadecimal digits, found '0'"),
        (b"d4 0 0", "column 6: expected the end of the line, found '0'"),
        (b"d4 \0", r"column 4: expected a hexadecimal digit, 0 to 9 or a to f, found '\0'"),
        (b"d4 0\xff", r"column 5: expected a hexadecimal digit, 0 to 9 or a to f, found '\xff'"),
        (
            b"\xc3\xa9 0",
            "column 1: expected a file, a to h, as a square's first character, found 'é'",
        ),
        (
            b"\xfe4 0",
            r"column 1: expected a file, a to h, as a square's first character, found '\xfe'",
        ),
    ];
    for (line, expected) in cases {
        let input = [b"a1 0\nh8 0\n", line, b"\na1 0\n"].concat();
        let (answers, message) = refused(&input);
        assert_eq!(answers, "0x01010101010101fe\n0x7f80808080808080\n");
        assert_eq!(message, format!("error: line 3, {expected}\n"));
    }
}

#[test]
fn a_line_of_a_megabyte_is_a_bad_line() {
    const MEGABYTE: usize = 1 << 20;
    let long = "error: line 1, column 4097: expected a line of at most 4096 bytes, found ";
    let cases: [(&[u8], u8, String); 4] = [
        (
            b"",
            b'x',
            "expected a square of two characters, a1 to h8, found 'xxxxxxxxxxxxxxxx…'\n".into(),
        ),
        (b"d4 ", b'0', "column 20: expected at most 16 hexadecimal digits, found '0'\n".into()),
        (b"d4 0", b' ', format!("{long}' '\n")),
        (b"", b' ', format!("{long}' '\n")),
    ];
    for (start, byte, expected) in cases {
        let (answers, message) = refused(&[start, &[byte; MEGABYTE]].concat());
        assert_eq!(answers, "");
        assert!(message.ends_with(&expected), "{message}");
    }
}

#[test]
fn an_answer_comes_before_the_next_query() {
    let mut child = Command::new(cargo_bin("hyperbola"))
        .args(["attacks", "rook", "--stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut queries = child.stdin.take().expect("standard input is a pipe");
    let answers = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || answers.lines().try_for_each(|line| sender.send(line)));
    for _ in 0..3 {
        queries.write_all(b"a1 0\n").expect("the command reads");
        let answer = receiver.recv_timeout(Duration::from_secs(60)).expect("an answer comes");
        assert_eq!(answer.expect("the answer is UTF-8"), "0x01010101010101fe");
    }
    drop(queries);
    assert!(child.wait().expect("the command ends").success());
}

#[test]
fn a_reader_that_goes_ends_the_command_in_silence() {
    let mut child = Command::new(cargo_bin("hyperbola"))
        .args(["attacks", "rook", "--stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let mut queries = child.stdin.take().expect("standard input is a pipe");
    // After a while the command has ended, and nothing reads this pipe any more.
    while queries.write_all(&b"a1 0\n".repeat(1000)).is_ok() {}
    drop(queries);
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
