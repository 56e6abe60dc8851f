//! The engine as the commands of the Universal Chess Interface see it.

use core::error::Error;
use std::sync::Arc;

use hyperbola_moves::Move;
use hyperbola_uci::{Engine, Game, Info, Task};

use crate::endgames::Endgames;
use crate::history::History;
use crate::{Network, Search};

impl Engine for Search {
    const NAME: &'static str = "Hyperbola";
    const AUTHOR: &'static str = "The Hyperbola authors";
    const OPTIONS: &'static str = "\
option name Hash type spin default 16 min 1 max 4096
option name Move Overhead type spin default 20 min 0 max 5000
option name EvalFile type string default <empty>
option name SyzygyPath type string default <empty>
";
    const COMMANDS: &'static [&'static str] = &["eval"];

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Box<dyn Error>> {
        match name {
            "hash" => self.table.resize(value.parse()?)?,
            "move overhead" => self.overhead = value.parse()?,
            "syzygypath" => {
                // A process has one folder at a time.
                self.endgames = None;
                if !matches!(value, "" | "<empty>") {
                    self.endgames = Some(Endgames::open(value)?);
                }
            }
            // The only other one is EvalFile.
            _ => {
                self.network = match value {
                    "" | "<empty>" => Network::default(),
                    path => Network::open(path)?,
                };
                self.begin_game();
            }
        }
        Ok(())
    }

    /// `eval` prints the score of the network for the side to move.
    fn command(&mut self, _: &str, _: &str, game: &Game) -> Result<String, Box<dyn Error>> {
        self.network.layers.begin(game.position.board());
        Ok(format!("info string eval {}", self.network.score(&game.position)))
    }

    fn begin_game(&mut self) {
        self.table.clear();
        self.history = History::new();
        self.plies.fill(Default::default());
    }

    fn search(&mut self, task: &Arc<Task>, report: impl FnMut(&Info<'_>)) -> Option<Move> {
        Some(self.best(task, report)?.0)
    }
}
