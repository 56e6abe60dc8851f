//! A UCI engine with a mistake, to try the hunt on: its argument is the name of a mistake. With
//! `--list` it lists them.

#[path = "../tests/faulty/mod.rs"]
mod faulty;

use std::io::{BufRead, Write};

use faulty::{Faulty, Mistake};
use hyperbola_moves::Position;

fn main() -> std::io::Result<()> {
    let argument = std::env::args().nth(1).unwrap_or_default();
    if argument == "--list" {
        for mistake in Mistake::ALL {
            let rules: Vec<&str> = mistake.rules().iter().map(|rule| rule.id()).collect();
            println!("{} ({}): {}", mistake.id(), rules.join(" or "), mistake.text());
        }
        return Ok(());
    }
    let mistake = Mistake::ALL.iter().copied().find(|mistake| mistake.id() == argument);
    if mistake.is_none() && !argument.is_empty() {
        eprintln!("there is no mistake {argument:?}; --list lists them");
        std::process::exit(2);
    }
    let mut position = Faulty::new(&Position::initial().to_string(), mistake);
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match command {
            "uci" => println!(
                "id name Faulty {argument}\noption name UCI_Chess960 type check default false\nuciok"
            ),
            "isready" => println!("readyok"),
            "position" => {
                let rest = rest.strip_prefix("fen ").unwrap_or(rest);
                let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
                position = Faulty::new(fen, mistake);
                moves.split_whitespace().for_each(|uci| position.play(uci));
            }
            "go" => {
                let depth = rest.split_whitespace().nth(1).and_then(|depth| depth.parse().ok());
                let divided = position.divide(depth.unwrap_or(1));
                for (uci, count) in &divided {
                    println!("{uci}: {count}");
                }
                let total: u64 = divided.iter().map(|(_, count)| count).sum();
                println!("\nNodes searched: {total}\n");
            }
            "quit" => return Ok(()),
            _ => {}
        }
        std::io::stdout().flush()?;
    }
    Ok(())
}
