//! `hyperbola attacks batch`.

use core::sync::atomic::{AtomicU32, Ordering};
use core::time::Duration;
use std::fs;
#[cfg(unix)]
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

use assert_cmd::cargo::cargo_bin;
use hyperbola::{Bitboard, Slider, Square, Technique};

use crate::{folder, hyperbola, printed, refused};

/// The arguments for a batch from standard input.
const BINARY: [&str; 6] = ["attacks", "batch", "queen", "-", "--format", "binary"];
const CSV: [&str; 6] = ["attacks", "batch", "queen", "-", "--format", "csv"];

/// A file in the folder for temporary files. It is removed at the end.
struct Temporary(PathBuf);

impl Temporary {
    /// Names a file that does not exist.
    fn new(end: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("hyperbola-batch-{}-{count}{end}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    /// Makes a file with some contents.
    fn with(end: &str, bytes: &[u8]) -> Self {
        let file = Self::new(end);
        fs::write(&file.0, bytes).expect("the file is written");
        file
    }

    /// Returns its name.
    fn name(&self) -> &str {
        self.0.to_str().expect("the name is UTF-8")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // A file that the test never made cannot be removed.
        let _ = fs::remove_file(&self.0);
    }
}

/// Returns queries on all squares with occupied sets of many sizes.
fn queries(count: usize) -> Vec<(Square, Bitboard)> {
    let mut occupied = 0x9e37_79b9_7f4a_7c15_u64;
    let mut query = |square| {
        occupied = occupied.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (square, Bitboard(occupied & occupied.rotate_left(17)))
    };
    Square::ALL.into_iter().cycle().take(count).map(&mut query).collect()
}

/// Returns the queries in binary and their answers.
fn binary(slider: Slider, queries: &[(Square, Bitboard)]) -> (Vec<u8>, Vec<u8>) {
    let (mut input, mut output) = (Vec::new(), Vec::new());
    for (square, occupied) in queries {
        input.push(square.index());
        input.extend(occupied.0.to_le_bytes());
        let attacks = hyperbola::slider_attacks(slider, *square, *occupied);
        output.extend(attacks.0.to_le_bytes());
    }
    (input, output)
}

/// Returns the queries in CSV and their answers, without headers.
fn csv(slider: Slider, queries: &[(Square, Bitboard)]) -> (String, String) {
    let (mut input, mut output) = (String::new(), String::new());
    for (square, occupied) in queries {
        let attacks = hyperbola::slider_attacks(slider, *square, *occupied);
        input += &format!("{square},{occupied:x}\n");
        output += &format!("{square},{occupied:#018x},{attacks:#018x}\n");
    }
    (input, output)
}

/// Runs the command, which must succeed and print nothing on standard error.
fn answered(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let assert = hyperbola(arguments).write_stdin(input).assert().success().stderr("");
    assert.get_output().stdout.clone()
}

/// Asserts that two outputs are equal. If they are not, it does not print megabytes.
fn assert_same(output: &[u8], expected: &[u8], what: &str) {
    let differs = output.iter().zip(expected).position(|(found, expected)| found != expected);
    assert_eq!((output.len(), differs), (expected.len(), None), "{what}");
}

#[test]
fn batches_of_any_length_are_answered_for_every_slider() {
    for count in [0, 1, 7, 8, 9, 100_000] {
        let queries = queries(count);
        for slider in Slider::ALL {
            let what = format!("{count} queries of a {slider}");
            let name = slider.to_string();
            let arguments = |format| ["attacks", "batch", &name, "-", "--format", format];
            let (input, output) = binary(slider, &queries);
            assert_same(&answered(&arguments("binary"), &input), &output, &what);
            let (input, output) = csv(slider, &queries);
            let answers = answered(&arguments("csv"), input.as_bytes());
            assert_same(&answers, output.as_bytes(), &what);
        }
    }
}

#[test]
fn a_file_tells_its_format_and_answers_may_go_into_one() {
    let queries = queries(20_000);
    let (input, output) = binary(Slider::Rook, &queries);
    let file = Temporary::with(".bin", &input);
    let arguments = ["attacks", "batch", "rook", file.name()];
    assert_same(&answered(&arguments, b""), &output, "binary");
    let answers = Temporary::with("", b"what was there before");
    let with_output = [&arguments[..], &["--output", answers.name()]].concat();
    assert_eq!(answered(&with_output, b""), b"");
    assert_same(&fs::read(&answers.0).expect("the answers are there"), &output, "into a file");

    let (input, output) = csv(Slider::Rook, &queries);
    let file = Temporary::with(".CSV", input.as_bytes());
    assert_same(
        &answered(&["attacks", "batch", "rook", file.name()], b""),
        output.as_bytes(),
        "CSV",
    );
    // The option is stronger than the file's name.
    let file = Temporary::with(".bin", input.as_bytes());
    let arguments = ["attacks", "batch", "rook", file.name(), "--format", "csv"];
    assert_same(&answered(&arguments, b""), output.as_bytes(), "CSV in a .bin");
}

#[test]
fn a_batch_answers_as_single_queries_do() {
    let queries = queries(40);
    let (input, _) = csv(Slider::Queen, &queries);
    let answers = String::from_utf8(answered(&CSV, input.as_bytes())).expect("CSV is UTF-8");
    assert_eq!(answers.lines().count(), queries.len());
    for ((square, occupied), answer) in queries.iter().zip(answers.lines()) {
        let (square, occupied) = (square.to_string(), format!("{occupied:#x}"));
        let single = printed(&["attacks", "queen", &square, "--occupied", &occupied]);
        let attacks = answer.rsplit(",0x").next().expect("the line has attacks");
        let hex = single.lines().next().and_then(|line| line.strip_prefix("Hex: "));
        assert_eq!(hex, Some(attacks.trim_start_matches('0')));
    }
}

#[test]
fn every_technique_gives_the_same_answers() {
    let queries = queries(1003);
    let (input, output) = binary(Slider::Queen, &queries);
    assert_same(&answered(&BINARY, &input), &output, "the best choice");
    for technique in Technique::ALL {
        let arguments = [&BINARY[..], &["--technique", technique.id()]].concat();
        assert_same(&answered(&arguments, &input), &output, technique.id());
    }
}

#[test]
fn any_number_of_threads_gives_the_same_answers() {
    let queries = queries(100_000);
    let (binary_in, binary_out) = binary(Slider::Queen, &queries);
    let (csv_in, csv_out) = csv(Slider::Queen, &queries);
    let binary_file = Temporary::with(".bin", &binary_in);
    let csv_file = Temporary::with(".csv", csv_in.as_bytes());
    for threads in ["1", "2", "3", "16"] {
        let arguments = |file| ["attacks", "batch", "queen", "--threads", threads, file];
        assert_same(&answered(&arguments(binary_file.name()), b""), &binary_out, threads);
        assert_same(&answered(&arguments(csv_file.name()), b""), csv_out.as_bytes(), threads);
        let standard_input = [&BINARY[..], &["--threads", threads]].concat();
        assert_same(&answered(&standard_input, &binary_in), &binary_out, threads);
    }
}

#[test]
fn a_header_is_answered_by_a_header_and_lines_may_vary() {
    let header = "square,occupied,attacks\n";
    let line = "a1,0x00000000000000ff,0x0101010101010102\n";
    let rook = ["attacks", "batch", "rook", "-", "--format", "csv"];
    let cases = [
        ("", String::new()),
        ("square,occupied", header.to_owned()),
        ("square,occupied\n", header.to_owned()),
        ("square,occupied\r\na1,ff\r\n", [header, line].concat()),
        ("a1,ff", line.to_owned()),
        ("A1,0XFF\na1,0xff\r\na1,00000000000000fF", line.repeat(3)),
    ];
    for (input, expected) in cases {
        let answers = String::from_utf8(answered(&rook, input.as_bytes()));
        assert_eq!(answers.expect("CSV is UTF-8"), expected, "{input:?}");
    }
}

#[test]
fn a_bad_line_names_its_place_and_what_was_expected_and_found() {
    let cases: [(&[u8], usize, &str); 13] = [
        (b"", 0, "column 1: expected SQUARE,HEX, found the end"),
        (b"d4", 2, "column 3: expected a comma, found the end"),
        (b"d4 44", 0, "column 1: expected a square of two characters, a1 to h8, found 'd4 44'"),
        (b"d4,", 3, "column 4: expected a bitboard of 1 to 16 hexadecimal digits, found the end"),
        (b"d4,0x", 5, "column 6: expected a bitboard of 1 to 16 hexadecimal digits, found the end"),
        (b"i4,0", 0, "column 1: expected a file, a to h, as a square's first character, found 'i'"),
        (
            b"d9,0",
            1,
            "column 2: expected a rank, 1 to 8, as a square's second character, found '9'",
        ),
        (b"d4, 0", 3, "column 4: expected a hexadecimal digit, 0 to 9 or a to f, found ' '"),
        (b"d4,0g", 4, "column 5: expected a hexadecimal digit, 0 to 9 or a to f, found 'g'"),
        (
            b"d4,00000000000000000",
            19,
            "column 20: expected at most 16 hexadecimal digits, found '0'",
        ),
        (b"d4,0,0", 4, "column 5: expected the end of the line, found ','"),
        (b"d4,0\xff", 4, r"column 5: expected a hexadecimal digit, 0 to 9 or a to f, found '\xff'"),
        (
            b"square,occupied",
            0,
            "column 1: expected a square of two characters, a1 to h8, found 'square'",
        ),
    ];
    let before = "square,occupied\na1,0\n";
    let answers = "square,occupied,attacks\na1,0x0000000000000000,0x81412111090503fe\n";
    for (line, place, expected) in cases {
        let input = [before.as_bytes(), line, b"\na1,0\n"].concat();
        let offset = before.len() + place;
        let message = format!("error: standard input: offset {offset}, line 3, {expected}\n");
        let assert = hyperbola(&CSV).write_stdin(input).assert().code(2);
        assert.stdout(answers).stderr(message);
    }
    // The command does not wait for the end of a line that is too long.
    let long = [b"d4,", &[b'0'; 1 << 20][..]].concat();
    let message = "error: standard input: offset 19, line 1, column 20: expected at most 16 \
                   hexadecimal digits, found '0'\n";
    hyperbola(&CSV).write_stdin(long).assert().code(2).stdout("").stderr(message);
}

#[test]
fn a_bad_record_names_its_place_and_what_was_expected_and_found() {
    let (input, output) = binary(Slider::Queen, &queries(3));
    for found in [64, 200, 255] {
        let mut wrong = input.clone();
        wrong[18] = found;
        let message = format!(
            "error: standard input: offset 18, record 3: expected a square's index, 0 to 63, \
             found {found}\n"
        );
        let assert = hyperbola(&BINARY).write_stdin(wrong).assert().code(2);
        assert.stdout(output[..16].to_vec()).stderr(message);
    }
    // Here no other square of the block has bits of its own.
    let message = "error: standard input: offset 0, record 1: expected a square's index, 0 to 63, \
                   found 64\n";
    let assert = hyperbola(&BINARY).write_stdin([64; 9]).assert().code(2);
    assert.stdout("").stderr(message);
    for rest in 1..9 {
        let message = format!(
            "error: standard input: offset 18, record 3: expected 9 bytes, found {rest} and the \
             end\n"
        );
        let assert = hyperbola(&BINARY).write_stdin(&input[..18 + rest]).assert().code(2);
        assert.stdout(output[..16].to_vec()).stderr(message);
    }
}

#[test]
fn the_first_wrong_query_of_many_is_named_whatever_the_threads() {
    const WRONG: usize = 77_777;
    const HEADER: &str = "square,occupied,attacks\n";
    let queries = queries(100_000);
    let (mut records, answers) = binary(Slider::Queen, &queries);
    records[9 * WRONG] = 64;
    records[9 * (WRONG + 500)] = 65;
    let records = Temporary::with(".bin", &records);
    let (text, csv_answers) = csv(Slider::Queen, &queries);
    // The header counts as a line, but only in the first block.
    let (text, csv_answers) =
        (format!("square,occupied\n{text}"), HEADER.to_owned() + &csv_answers);
    let offset: usize = text.split_inclusive('\n').take(WRONG + 1).map(str::len).sum();
    let mut text = text.into_bytes();
    text[offset] = b'i';
    let lines = Temporary::with(".csv", &text);
    for threads in ["1", "2", "7"] {
        let run = |file: &Path| {
            let mut command = hyperbola(&["attacks", "batch", "queen", "--threads", threads]);
            let output = command.arg(file).assert().code(2).get_output().clone();
            (output.stdout, String::from_utf8(output.stderr).expect("the message is UTF-8"))
        };
        let (stdout, message) = run(&records.0);
        assert_same(&stdout, &answers[..8 * WRONG], threads);
        let place = format!("{}: offset {}, record {}: ", records.name(), 9 * WRONG, WRONG + 1);
        assert_eq!(
            message,
            format!("error: {place}expected a square's index, 0 to 63, found 64\n")
        );
        let (stdout, message) = run(&lines.0);
        assert_same(&stdout, &csv_answers.as_bytes()[..HEADER.len() + 41 * WRONG], threads);
        let place = format!("{}: offset {offset}, line {}, column 1: ", lines.name(), WRONG + 2);
        assert!(message.starts_with(&format!("error: {place}expected a file")), "{message}");
    }
}

#[test]
fn wrong_use_is_refused() {
    let refused_with = |arguments: &[&str], expected: &str| {
        let message = refused(&[&["attacks", "batch", "queen"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?} is refused by\n{message}");
    };
    let file = Temporary::with(".bin", &[0; 9]);
    let batch = [file.name()];
    let with = |more: &[&'static str]| [&batch[..], more].concat();
    refused_with(&["-"], "expected --format binary or --format csv");
    refused_with(&["queries.txt"], "the name queries.txt does not show the format");
    refused_with(&["queries"], "expected one that ends in .bin or .csv");
    refused_with(&with(&["--format", "json"]), "[possible values: binary, csv]");
    for threads in ["257", "-1", "many"] {
        refused_with(&[&batch[..], &["--threads", threads]].concat(), "--threads");
    }
    for more in ["d4", "--json", "--stdin", "--occupied"] {
        refused_with(&with(&[more]), &format!("unexpected argument '{more}' found"));
    }
    refused_with(&[], "<FILE>");
    for alone in ["--format", "--output", "--threads"] {
        let message = refused(&["attacks", "queen", "d4", alone, "2"]);
        assert!(message.contains(&format!("unexpected argument '{alone}' found")), "{message}");
    }
    refused_with(&[&batch[..], &["--output", file.name()]].concat(), "contains the queries");
    assert_eq!(fs::read(&file.0).expect("the queries are there").len(), 9);
}

#[test]
fn a_file_that_cannot_be_read_or_written_is_named() {
    let fails = |arguments: &[&str], expected: &str| {
        let assert =
            hyperbola(&[&["attacks", "batch", "queen"], arguments].concat()).assert().code(1);
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(message.starts_with(&format!("error: {expected}: ")), "{message}");
    };
    let missing = Temporary::new(".bin");
    fails(&[missing.name()], &format!("cannot read {}", missing.name()));
    let there = Temporary::with(".bin", &[0; 9]);
    let output = format!("{}/attacks.bin", missing.name());
    fails(&[there.name(), "--output", &output], &format!("cannot write {output}"));
}

#[test]
fn an_answer_comes_before_the_next_query() {
    let mut child = Command::new(cargo_bin("hyperbola"))
        .args(BINARY)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("standard input is a pipe");
    let mut output = child.stdout.take().expect("standard output is a pipe");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut answer = [0; 8];
        while output.read_exact(&mut answer).is_ok() && sender.send(answer).is_ok() {}
    });
    let queries = queries(3);
    for query in &queries {
        let (bytes, expected) = binary(Slider::Queen, &[*query]);
        // A record may arrive in parts.
        input.write_all(&bytes[..4]).expect("the command reads");
        input.write_all(&bytes[4..]).expect("the command reads");
        let answer = receiver.recv_timeout(Duration::from_secs(60)).expect("an answer comes");
        assert_eq!(answer[..], expected);
    }
    drop(input);
    assert!(child.wait().expect("the command ends").success());
}

#[test]
fn a_reader_that_goes_ends_the_command_in_silence() {
    let mut child = Command::new(cargo_bin("hyperbola"))
        .args(BINARY)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("standard input is a pipe");
    while input.write_all(&[0; 9000]).is_ok() {}
    drop(input);
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn the_help_the_manual_and_the_completions_tell_of_batches() {
    let help = printed(&["help", "attacks", "batch"]);
    for text in ["--format", "--output", "--technique", "--threads", "9 bytes", "SQUARE,HEX"] {
        assert!(help.split_whitespace().collect::<Vec<_>>().join(" ").contains(text), "{text}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("batch") && script.contains("binary"), "{shell}");
    }
}

/// Returns the names of everything in a folder.
fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = files
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[cfg(unix)]
#[test]
fn the_file_with_the_queries_takes_no_answers_whatever_its_names() {
    let folder = folder("batch-same");
    let [file, hard, soft] = ["queries.bin", "hard.bin", "soft.bin"].map(|name| folder.join(name));
    let queries = [7; 18];
    fs::write(&file, queries).expect("the file is written");
    fs::hard_link(&file, &hard).expect("a link");
    std::os::unix::fs::symlink(&file, &soft).expect("a link");
    let input = || File::open(&file).expect("the file is there");
    let append = || File::options().append(true).open(&file).expect("the file is there");
    let run = |arguments: &[&str], stdin: Stdio, stdout: Stdio, name: &str| {
        let mut command = Command::new(cargo_bin("hyperbola"));
        command.args(["attacks", "batch", "queen", "--format", "binary"]).args(arguments);
        let output = command.stdin(stdin).stdout(stdout).output().expect("the command runs");
        let message =
            format!("error: {name} contains the queries: expected another file for the answers\n");
        assert_eq!(String::from_utf8_lossy(&output.stderr), message, "{arguments:?}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(fs::read(&file).expect("the queries are there"), queries, "{arguments:?}");
    };
    let [queries, hard, soft] = [&file, &hard, &soft].map(|path| path.to_str().expect("UTF-8"));
    let null = || Stdio::null();
    for output in [queries, hard, soft] {
        run(&[queries, "--output", output], null(), null(), output);
        run(&[output, "--output", queries], null(), null(), queries);
        run(&["-", "--output", output], input().into(), null(), output);
    }
    run(&[queries], null(), append().into(), "standard output");
    run(&["-"], input().into(), append().into(), "standard output");
    // Something that is not a regular file may be both input and output.
    let mut command = Command::new(cargo_bin("hyperbola"));
    command.args(BINARY).stdin(null()).stdout(null());
    assert!(command.status().expect("the command runs").success());
    assert_eq!(names(&folder), ["hard.bin", "queries.bin", "soft.bin"]);
}

#[test]
fn a_file_is_replaced_when_all_is_answered_and_else_as_it_was() {
    let folder = folder("batch-aside");
    let (input, output) = binary(Slider::Queen, &queries(20_000));
    let mut wrong = input.clone();
    wrong[9 * 15_000] = 64;
    for (name, bytes) in [("right.bin", &input[..]), ("wrong.bin", &wrong), ("before", b"before")] {
        fs::write(folder.join(name), bytes).expect("the file is written");
    }
    let run = |queries: &str, answers: &str| {
        let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
        let mut command = hyperbola(&["attacks", "batch", "queen", "--format", "binary"]);
        command.args([&path(queries), "--output", &path(answers)]).assert().stdout("")
    };
    let is_untouched = || {
        assert_eq!(fs::read(folder.join("before")).expect("it is there"), b"before");
        assert_eq!(names(&folder), ["before", "right.bin", "wrong.bin"]);
    };
    for answers in ["before", "new.bin"] {
        run("wrong.bin", answers).code(2);
        is_untouched();
        // A folder can be opened but not read.
        #[cfg(unix)]
        run(".", answers).code(1);
        run("missing.bin", answers).code(1);
        is_untouched();
    }
    for answers in ["before", "new.bin"] {
        run("right.bin", answers).success().stderr("");
        assert_same(&fs::read(folder.join(answers)).expect("it is there"), &output, answers);
    }
    assert_eq!(names(&folder), ["before", "new.bin", "right.bin", "wrong.bin"]);
    // A special file gets the answers before the wrong query, and an open file is not replaced.
    #[cfg(target_os = "linux")]
    {
        let mut open = File::create_new(folder.join("open")).expect("the file is made");
        open.write_all(b"before").expect("it is written");
        let mut command = Command::new(cargo_bin("hyperbola"));
        command.args(["attacks", "batch", "queen", "--output", "/dev/stdout"]);
        command.arg(folder.join("right.bin")).stdout(open.try_clone().expect("a handle"));
        assert!(command.status().expect("the command runs").success());
        open.write_all(b"after").expect("it is written");
        let all = [&b"before"[..], &output, b"after"].concat();
        assert_same(&fs::read(folder.join("open")).expect("it is there"), &all, "open");
        let before_wrong = &output[..8 * 15_000];
        let wrong = folder.join("wrong.bin");
        let mut command = hyperbola(&["attacks", "batch", "queen", "--output", "/dev/stdout"]);
        let assert = command.arg(wrong).assert().code(2);
        assert_same(&assert.get_output().stdout, before_wrong, "/dev/stdout");
        let mut command = hyperbola(&["attacks", "batch", "queen", "--output", "/dev/full"]);
        let assert = command.arg(folder.join("right.bin")).assert().code(1);
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(message.starts_with("error: cannot write /dev/full: "), "{message}");
    }
}

/// Starts a batch that waits for more queries, and writes its answers to a file.
#[cfg(target_os = "linux")]
fn waiting(output: &Path) -> std::process::Child {
    Command::new(cargo_bin("hyperbola"))
        .args(BINARY)
        .arg("--output")
        .arg(output)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_a_file_as_it_was() {
    let folder = folder("batch-interrupt");
    let output = folder.join("answers.bin");
    fs::write(&output, "before").expect("the file is written");
    for signal in crate::support::interrupts::SIGNALS {
        let mut child = waiting(&output);
        // While the input is open, more queries may come.
        let input = child.stdin.take();
        crate::support::interrupts::interrupt_by(&child, signal, 0);
        let ended = child.wait_with_output().expect("the command ends");
        assert_eq!(ended.status.code(), Some(130), "{signal:?}");
        let message = "error: interrupted before the output was complete\n";
        assert_eq!(String::from_utf8_lossy(&ended.stderr), message);
        drop(input);
        assert_eq!(fs::read(&output).expect("it is there"), b"before");
        assert_eq!(names(&folder), ["answers.bin"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_killed_run_has_left_goes_at_the_next_start() {
    let folder = folder("batch-killed");
    let output = folder.join("answers.bin");
    let mut killed = waiting(&output);
    while names(&folder).is_empty() {
        thread::sleep(Duration::from_millis(5));
    }
    let mut other = waiting(&folder.join("other.bin"));
    while names(&folder).len() < 2 {
        thread::sleep(Duration::from_millis(5));
    }
    killed.kill().expect("it runs");
    killed.wait().expect("it ends");
    assert_eq!(names(&folder).len(), 2);
    let (input, answers) = binary(Slider::Queen, &queries(3));
    let arguments = [&BINARY[..], &["--output", output.to_str().expect("UTF-8")]].concat();
    assert_eq!(answered(&arguments, &input), b"");
    assert_same(&fs::read(&output).expect("it is there"), &answers, "answers");
    // What another run still writes is left alone.
    assert_eq!(names(&folder).len(), 2);
    other.stdin.take().expect("a pipe").write_all(&input).expect("it reads");
    assert!(other.wait().expect("it ends").success());
    assert_eq!(names(&folder), ["answers.bin", "other.bin"]);
}

#[test]
fn a_byte_order_mark_is_passed_over_in_texts_and_not_in_records() {
    let mark = b"\xef\xbb\xbf";
    let header = "square,occupied,attacks\n";
    let line = "a1,0x00000000000000ff,0x0101010101010102\n";
    let rook = ["attacks", "batch", "rook", "-", "--format", "csv"];
    for (input, expected) in [("", ""), ("square,occupied\n", header), ("a1,ff\n", line)] {
        let marked = [mark, input.as_bytes()].concat();
        assert_eq!(answered(&rook, &marked), expected.as_bytes(), "{input:?}");
    }
    // It is no part of the first line, but the offset is one in the file.
    let mut command = hyperbola(&rook);
    let assert = command.write_stdin([mark, &b"a1,0\ni4,0\n"[..]].concat()).assert().code(2);
    let expected = "error: standard input: offset 8, line 2, column 1: expected a file, ";
    let message = assert.get_output().stderr.clone();
    assert!(message.starts_with(expected.as_bytes()), "{}", String::from_utf8_lossy(&message));
    // A record may begin with the bytes of gzip.
    let mut record = [0; 9];
    record[..2].copy_from_slice(b"\x1f\x8b");
    let attacks =
        hyperbola::slider_attacks(Slider::Queen, Square::from_index_wrapping(31), Bitboard(0x8b));
    assert_eq!(answered(&BINARY, &record), attacks.0.to_le_bytes());
}

#[test]
fn what_is_no_text_is_refused_by_its_name() {
    let folder = folder("batch-no-text");
    let cases: [(&[u8], &str); 3] = [
        (b"\x1f\x8b\x08\x00rest", "gzip"),
        (b"\xff\xfea\x001\x00", "UTF-16"),
        (b"\xfe\xff\x00a\x001", "UTF-16"),
    ];
    for (bytes, name) in cases {
        let expected = format!("error: standard input: expected a text in UTF-8, found {name}: ");
        let output = folder.join("answers");
        for arguments in [
            &[&CSV[..], &["--output", output.to_str().expect("UTF-8")]].concat()[..],
            &["attacks", "queen", "--stdin"],
            &["features", "-", "--features", "attacks", "--bad-rows", "skip", "--output"],
        ] {
            let mut command = hyperbola(arguments);
            if arguments[0] == "features" {
                command.arg(&output);
            }
            let assert = command.write_stdin(bytes).assert().code(2).stdout("");
            let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
            assert!(message.starts_with(&expected), "{arguments:?}: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
            assert_eq!(names(&folder).len(), 0);
        }
    }
}
