//! The README shows what the command prints.

use super::printed;

const README: &str = include_str!("../../../../README.md");
/// What stands for the command in a checkout.
const IN_A_CHECKOUT: &str = "$ cargo run --release -- ";

#[test]
fn the_first_transcript_is_what_the_command_prints() {
    let (_, after) = README.split_once(IN_A_CHECKOUT).expect("the README begins with a command");
    let (command, after) = after.split_once('\n').expect("output follows the command");
    let (output, _) = after.split_once("```").expect("the transcript ends");
    // The one argument in quotes is a FEN; all others are words.
    let arguments: Vec<&str> = command
        .split('"')
        .enumerate()
        .flat_map(|(index, part)| match index {
            1 => vec![part],
            _ => part.split_whitespace().collect(),
        })
        .collect();
    assert!(arguments.len() > 3, "{arguments:?}");
    assert_eq!(printed(&arguments), output);
}
