//! Games in bytes, one behind another: a start, then each move with its score, and zeros at the
//! end.

use core::marker::PhantomData;
use std::io::Read;

use crate::pieces::{Wrong, expected};
use crate::window::Window;
use crate::{Entry, ReadError, ReadOptions, Reader, Unit};

/// How a format packs a game.
pub(crate) trait Recorded {
    /// The bytes of a game's start.
    const START: usize;

    /// The zeros that end a game.
    const END: usize;

    /// The first bytes of a move, which say how many it has. An end has no more.
    const STEP: usize;

    /// Reads the start of a game: the position and the result.
    fn start(bytes: &[u8]) -> Result<Entry, Wrong>;

    /// Returns how many bytes a move has, or an end, of which the first are given.
    fn step_size(bytes: &[u8]) -> usize;

    /// Reads a move and the score of the position before it. Returns nothing at the end of a game.
    fn step(entry: &Entry, bytes: &[u8]) -> Result<Option<Entry>, Wrong>;
}

/// Reads games as a stream. The last position of a game has no score and is no entry.
///
/// After an error it goes on with the next game that can be found: the first one behind the zeros
/// of an end whose start is a position and which has a legal first move or ends at once.
#[derive(Debug)]
pub(crate) struct RecordedGames<R, F> {
    window: Window<R>,
    options: ReadOptions,
    games: u64,
    /// Whether the next game has to be found behind a mistake.
    is_lost: bool,
    /// The next position of the game that is being read, with what else its entry has.
    next: Option<Entry>,
    format: PhantomData<F>,
}

impl<R: Read, F: Recorded> RecordedGames<R, F> {
    pub(crate) fn new(source: R, byte: u64, options: ReadOptions) -> Self {
        let window = Window::new(source, byte);
        Self { window, options, games: 0, is_lost: false, next: None, format: PhantomData }
    }

    fn fill(&mut self, wanted: usize) -> Result<usize, ReadError> {
        let byte = self.window.offset();
        self.window.fill(wanted).map_err(|error| {
            self.next = None;
            ReadError::io(Unit::Game, self.games.max(1), byte, error)
        })
    }

    /// Reads the start of the next game. Returns nothing at the end.
    fn open(&mut self) -> Result<Option<Entry>, ReadError> {
        if core::mem::take(&mut self.is_lost) {
            self.find_game();
        }
        let found = self.fill(F::START)?;
        if found == 0 {
            return Ok(None);
        }
        self.games += 1;
        let start = match found < F::START {
            true => Err(expected(&format!("the {} bytes of a game's start", F::START), found)),
            false => F::start(&self.window.bytes()[..F::START]),
        };
        match start.and_then(|start| self.options.check(&start.position).map(|()| start)) {
            Ok(start) => {
                self.window.pass(F::START);
                Ok(Some(start))
            }
            Err(wrong) => Err(self.fail(wrong)),
        }
    }

    /// Reads the next move of a game. Returns nothing at its end.
    fn step(&mut self, entry: Entry) -> Result<Option<Entry>, ReadError> {
        self.fill(F::STEP)?;
        let size = F::step_size(self.window.bytes());
        let found = self.fill(size)?;
        if found < size {
            return Err(self.fail(expected(&format!("the {size} bytes of a move"), found)));
        }
        match F::step(&entry, &self.window.bytes()[..size]) {
            Ok(read) => {
                self.window.pass_good(size);
                self.next = read.as_ref().and_then(after);
                Ok(read)
            }
            Err(wrong) => Err(self.fail(wrong)),
        }
    }

    /// Ends the game after a mistake.
    fn fail(&mut self, wrong: Wrong) -> ReadError {
        self.next = None;
        self.is_lost = true;
        ReadError::wrong(Unit::Game, self.games, self.window.offset(), wrong)
    }

    /// Goes to the next game. What was lost may be any number of bytes.
    fn find_game(&mut self) {
        let zeros = [0; 4];
        while self.window.peek(F::END) == F::END {
            if self.window.bytes().starts_with(&zeros[..F::END]) && self.is_game_behind() {
                return self.window.pass(F::END);
            }
            self.window.pass(1);
        }
        self.window.end();
    }

    /// Returns whether a game begins behind the zeros of an end, or the stream ends there.
    fn is_game_behind(&mut self) -> bool {
        let start = F::END..F::END + F::START;
        let found = self.window.peek(start.end + F::STEP);
        // A board has pieces. Long runs of zeros are passed quickly.
        if self.window.bytes()[F::END..].starts_with(&[0; 8]) {
            return false;
        }
        let Some(Ok(entry)) = self.window.bytes().get(start.clone()).map(F::start) else {
            return found == F::END;
        };
        let end = start.end + F::step_size(&self.window.bytes()[start.end..]);
        self.window.peek(end);
        let step = self.window.bytes().get(start.end..end);
        step.is_some_and(|step| F::step(&entry, step).is_ok())
    }
}

/// Returns the next entry of a game, as far as it is known.
fn after(entry: &Entry) -> Option<Entry> {
    let mut next = Entry { ply: entry.ply.saturating_add(1), ..*entry };
    next.position.play_unchecked(entry.played?);
    Some(next)
}

impl<R: Read + Send, F: Recorded + Send> Reader for RecordedGames<R, F> {
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        loop {
            let entry = match self.next.take() {
                Some(entry) => entry,
                None => match self.open()? {
                    Some(start) => start,
                    None => return Ok(None),
                },
            };
            if let Some(entry) = self.step(entry)? {
                return Ok(Some(entry));
            }
        }
    }

    fn units(&self) -> u64 {
        self.games
    }

    fn game(&self) -> Option<u64> {
        Some(self.games)
    }
}
