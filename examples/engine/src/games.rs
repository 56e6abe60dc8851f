//! Games of the engine against itself, as training data for its network.

use std::io::{self, Write};
use std::sync::Arc;

use hyperbola_moves::{Color, Position};
use hyperbola_random::Random;
use hyperbola_samples::{chess960, random_move};
use hyperbola_uci::{Game, Go, Task};

use crate::{Network, Search};

/// Plays games and writes a line `FEN | score | result` for each quiet position, as White sees it.
/// They begin with eight or nine half moves at random, and one of four with a position of Chess960.
///
/// # Errors
///
/// Returns the writer's error.
pub fn write_games(net: Network, count: u64, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let (mut search, mut random) = (Search::new(net, 16), Random::new(seed));
    for game in 0..count {
        let number = usize::try_from(random.word() % 960).expect("small");
        let mut root = if game % 4 == 3 { chess960(number, number) } else { Position::initial() };
        for _ in 0..8 + random.word() % 2 {
            random_move(&root, &mut random).into_iter().for_each(|m| root.play_unchecked(m));
        }
        let (lines, winner) = play(&mut search, root);
        let result = winner.map_or("0.5", |winner| ["1.0", "0.0"][winner as usize]);
        for (position, score) in lines {
            writeln!(out, "{position} | {score} | {result}")?;
        }
    }
    out.flush()
}

/// Returns the quiet positions of a game with their scores, and who has won it.
fn play(search: &mut Search, root: Position) -> (Vec<(Position, i32)>, Option<Color>) {
    let (mut lines, mut game) = (Vec::new(), Game::new(root));
    loop {
        let Game { position, repetitions } = game.clone();
        if let Some(end) = repetitions.outcome_with(&position).or(repetitions.claim_with(&position))
        {
            return (lines, end.winner());
        }
        let go = Go { nodes: Some(1_000), ..Go::default() };
        let task = Arc::new(Task::new(game.clone(), go));
        let (best, score) = search.best(&task, |_| ()).expect("a legal move");
        let side = position.side_to_move();
        if score.abs() > 2_500 {
            return (lines, Some(if score > 0 { side } else { !side }));
        }
        if !position.is_check() && best.is_quiet(&position) {
            lines.push((position, if side == Color::White { score } else { -score }));
        }
        game.play_unchecked(best);
    }
}
