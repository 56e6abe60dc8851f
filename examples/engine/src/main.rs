//! `hyperbola-engine` speaks UCI; `hyperbola-engine games COUNT SEED NETWORK` plays against itself.

use core::error::Error;
use std::env;
use std::io::{self, BufWriter};

use hyperbola_engine::{Network, Search, write_games};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => hyperbola_uci::run(
            Search::new(Network::default(), 16),
            io::stdin().lock(),
            io::stdout(),
        )?,
        ["games", count, seed, path] => {
            let mut out = BufWriter::new(io::stdout().lock());
            write_games(Network::open(path)?, count.parse()?, seed.parse()?, &mut out)?;
        }
        _ => return Err("expected nothing, or: games COUNT SEED NETWORK".into()),
    }
    Ok(())
}
