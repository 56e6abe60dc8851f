//! Plays a random game and prints it: `cargo run -p hyperbola-moves --example random_game -- 2026`.

use hyperbola_conformance::Random;
use hyperbola_moves::{Color, Position};

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let seed = std::env::args().nth(1).as_deref().unwrap_or("2026").parse()?;
    let (mut position, mut random) = (Position::initial(), Random::new(seed));
    while position.halfmove_clock() < 100 && position.legal().count() > 0 {
        let moves = position.legal_moves();
        let played = moves[usize::try_from(random.word())? % moves.len()];
        if position.side_to_move() == Color::White {
            print!("{}. ", position.fullmove_number());
        }
        print!("{} ", position.san(played));
        position = position.play(played)?;
    }
    println!("\n{position}\n{}", position.board());
    Ok(())
}
