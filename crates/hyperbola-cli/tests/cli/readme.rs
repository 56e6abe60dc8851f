//! The README shows exactly the output of the command.

use super::hyperbola;

const README: &str = include_str!("../../../../README.md");
/// The ways to write the command: in a checkout, and where it is installed.
const COMMANDS: [&str; 2] = ["cargo run --release -- ", "hyperbola "];

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
        let (block, _) = after.split_once("```").expect("the block ends");
        // A block has one command or more, each with its output.
        for transcript in format!("\n{block}").split("\n$ ").skip(1) {
            let (line, output) = transcript.split_once('\n').unwrap_or((transcript, ""));
            let Some(line) = COMMANDS.iter().find_map(|command| line.strip_prefix(command)) else {
                continue;
            };
            // The elapsed time differs between runs; it is on standard error, which is not
            // compared.
            let assert = hyperbola(&arguments(line)).assert().success();
            let printed = String::from_utf8_lossy(&assert.get_output().stdout);
            assert_eq!(printed.trim_end(), output.trim_end(), "{line}");
            transcripts += 1;
        }
    }
    assert_eq!(transcripts, 3);
}
