//! Plays a random game and prints it: `cargo run -p hyperbola-moves --example random_game -- 2026`.

use hyperbola_moves::{Color, Position};

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let mut random: u32 = std::env::args().nth(1).as_deref().unwrap_or("2026").parse()?;
    let mut position = Position::initial();
    while position.halfmove_clock() < 100 && position.has_legal_moves() {
        let moves = position.legal_moves();
        random = random.wrapping_mul(0x9e37_79b1).rotate_left(13) ^ 0x85eb_ca6b;
        let played = moves[random as usize % moves.len()];
        if position.side_to_move() == Color::White {
            print!("{}. ", position.fullmove_number());
        }
        print!("{} ", position.san(played));
        position = position.play(played)?;
    }
    println!("\n{position}\n{}", position.board());
    Ok(())
}
