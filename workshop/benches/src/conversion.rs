//! Times the conversions of the program as it is shipped beside those of its library in this
//! program, and beside another reader. So it shows if a loop was compiled in a program without
//! optimizations.
//!
//! `cargo build --release -p hyperbola-data-cli` builds the program, and `.ci/run readers` the
//! other reader. What was not built is left out, and its absence is printed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, process};

use hyperbola_data::convert::{Conversion, Request, Source};
use hyperbola_data::{Entry, Format, GameResult, Score};
use hyperbola_moves::Position;
use hyperbola_random::Random;
use hyperbola_samples::random_game;

use crate::support::{Bench, Loop};

/// The entries of the file, which take a tenth of a second to be read.
const ENTRIES: usize = 1_000_000;

/// The program as it is shipped.
const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/release/hyperbola-data");

/// The reader that is made of the crate sfbinpack.
const SFBINPACK: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/readers/release/read-sfbinpack");

/// Times each conversion.
pub(crate) fn run(bench: Bench) {
    let bench = Bench { limit: 15_000, ..bench };
    let folder = env::temp_dir().join(format!("hyperbola-benches-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder for the files");
    let file = folder.join("games.binpack");
    let entries = write_games(&file, if bench.is_quick { 1_000 } else { ENTRIES });
    let [program, sfbinpack] = [PROGRAM, SFBINPACK].map(|name| {
        let is_there = Path::new(name).exists();
        if !is_there {
            println!("{name} is not there and not measured");
        }
        is_there.then_some(name)
    });
    for to in [None, Some(Format::Binpack), Some(Format::Bullet), Some(Format::Plain)] {
        let output = to.map(|format| (format, folder.join(format!("output.{format}"))));
        let mut loops = vec![library(&file, entries, output.clone())];
        if let Some(program) = program {
            let mut command = Command::new(program);
            command.args(["convert", "--threads", "1", "--json", "--overwrite"]);
            match &output {
                None => command.arg("--check").arg(&file),
                Some((_, output)) => command.args([&file, output]),
            };
            loops.push(of_command("the program as it is shipped", entries, command));
        }
        if let (None | Some(Format::Binpack), Some(program)) = (to, sfbinpack) {
            let mut command = Command::new(program);
            let copy = folder.join("sfbinpack.binpack");
            command.arg(&file).arg(to.map_or(Path::new("--speed"), |_| &copy));
            loops.push(of_command("sfbinpack", entries, command));
        }
        let title = to.map_or_else(|| "only read".to_owned(), |format| format!("to {format}"));
        bench.print_table(&format!("A binpack, {title}, an entry, by one thread"), loops);
    }
    fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// Writes games of at most 200 random moves and returns the number of their entries. A score is the
/// material and half a pawn of noise.
fn write_games(file: &Path, entries: usize) -> usize {
    let mut random = Random::new(1);
    let mut noise = Random::new(2);
    let output = fs::File::create(file).expect("a new file");
    let mut writer = Format::Binpack.writer(output).expect("binpacks are written");
    let mut count = 0;
    while count < entries {
        random_game(Position::initial(), &mut random, 200, |position, played| {
            let score = i32::try_from(noise.word() % 100).expect("fits") - 50;
            let entry = Entry {
                played: Some(played),
                score: Some(Score::seen_by(position.side_to_move(), score)),
                result: GameResult::Draw,
                ..Entry::new(*position)
            };
            writer.write(&entry).expect("an ordinary entry");
            count += 1;
        });
    }
    writer.finish().expect("a disk with space");
    count
}

/// Converts by the library, which is compiled with optimizations here, or only reads.
fn library(file: &Path, entries: usize, output: Option<(Format, PathBuf)>) -> Loop {
    let file = file.to_owned();
    Loop::new("the library in this program", entries, move || {
        let source = Source::open(&file, None).expect("the file was written");
        let request = Request { threads: 1, ..Request::default() };
        let mut conversion = Conversion::new(vec![source], request).expect("nothing is collected");
        let result = match &output {
            None => conversion.check(&mut ()),
            Some((format, output)) => {
                let mut output = fs::File::create(output).expect("a new file");
                conversion.write(*format, &mut output, &mut ())
            }
        };
        result.expect("a right file");
        assert_eq!(conversion.tally().counts.read, entries as u64);
    })
}

/// Runs a program, whose start takes some milliseconds.
fn of_command(name: &str, entries: usize, mut command: Command) -> Loop {
    command.stdout(Stdio::null());
    Loop::new(name, entries, move || {
        let status = command.status().expect("the program is there");
        assert!(status.success(), "{command:?}: {status}");
    })
}
