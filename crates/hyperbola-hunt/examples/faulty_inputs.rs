//! A program that numbers the inputs of Stockfish's networks with a mistake, to try the hunt on:
//! its argument is the name of a mistake. With `--list` it lists them.

#[path = "../tests/faulty_inputs/mod.rs"]
mod faulty_inputs;

use std::io::{BufRead, Write};

use faulty_inputs::{Faulty, MISTAKES};

fn main() -> std::io::Result<()> {
    let argument = std::env::args().nth(1).unwrap_or_default();
    if argument == "--list" {
        for mistake in MISTAKES {
            let rules: Vec<&str> = mistake.rules.iter().map(|rule| rule.id()).collect();
            let asked = mistake.compared.name();
            println!("{} ({asked}, {}): {}", mistake.id, rules.join(" or "), mistake.text);
        }
        return Ok(());
    }
    let mistake = MISTAKES.iter().find(|mistake| mistake.id == argument);
    if mistake.is_none() && !argument.is_empty() {
        eprintln!("there is no mistake {argument:?}; --list lists them");
        std::process::exit(2);
    }
    let faulty = Faulty(mistake.map_or("", |mistake| mistake.id));
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (question, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
        let played: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let views = match question {
            "inputs" => faulty.inputs(fen, &played).map(|numbers| list("", &numbers)),
            "changes" => faulty.changes(fen, &played).map(|view| {
                let blocks: Vec<usize> = view.refreshed.iter().map(|block| block + 1).collect();
                list(" removed", &view.removed)
                    + &list(" added", &view.added)
                    + &list(" refresh", &blocks)
            }),
            _ => continue,
        };
        println!("white{}\nblack{}", views[0], views[1]);
        std::io::stdout().flush()?;
    }
    Ok(())
}

/// Writes numbers after the name of their list.
fn list(name: &str, numbers: &[impl ToString]) -> String {
    numbers.iter().fold(name.to_owned(), |list, number| list + " " + &number.to_string())
}
