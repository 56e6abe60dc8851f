//! The README shows exactly the output of the command.

use super::hyperbola;

const README: &str = include_str!("../../../../README.md");
/// The ways to write the command: in a checkout, and where it is installed.
const COMMANDS: [&str; 2] = ["$ cargo run --release -- ", "$ hyperbola "];

/// Returns the arguments of a command line. An argument in quotes is one FEN; all others are single
/// words.
fn arguments(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    let arguments = parts.flat_map(|(index, part)| match index % 2 {
        1 => vec![part],
        _ => part.split_whitespace().collect(),
    });
    arguments.collect()
}

#[test]
fn the_transcripts_are_what_the_command_prints() {
    let mut transcripts = 0;
    for after in README.split("```console\n").skip(1) {
        let (transcript, _) = after.split_once("```").expect("the transcript ends");
        let (line, output) = transcript.split_once('\n').expect("the command is a line");
        if let Some(line) = COMMANDS.iter().find_map(|command| line.strip_prefix(command)) {
            // The elapsed time differs between runs; it is on standard error, which is not
            // compared.
            let assert = hyperbola(&arguments(line)).assert().success();
            assert_eq!(String::from_utf8_lossy(&assert.get_output().stdout), output, "{line}");
            transcripts += 1;
        }
    }
    assert_eq!(transcripts, 3);
}
