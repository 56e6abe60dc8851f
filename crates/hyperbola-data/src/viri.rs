//! viriformat: games, each the record of its start and then its moves with their scores.

use std::io::{Read, Write};

use hyperbola_moves::{Color, Position};

use crate::marlin::{self, SIZE, score_of};
use crate::packing::VIRI;
use crate::pieces::{Wrong, expected};
use crate::window::Window;
use crate::{Entry, ReadError, Reader, Refusal, Score, Unit, WriteError, Writer};

/// The bytes of a move and its score, and of the zeros that end a game.
const STEP: usize = 4;

/// Reads viriformat as a stream. The last position of a game has no score and is no entry.
///
/// After an error it goes on with the next game that can be found: the first one behind four zeros
/// whose start is a position and which has a legal first move or ends at once.
#[derive(Debug)]
pub(crate) struct ViriReader<R> {
    window: Window<R>,
    games: u64,
    /// Whether the next game has to be found behind a mistake.
    is_lost: bool,
    /// The next position of the game that is being read, with what else its entry has.
    next: Option<Entry>,
}

impl<R: Read> ViriReader<R> {
    pub(crate) const fn new(source: R, byte: u64) -> Self {
        Self { window: Window::new(source, byte), games: 0, is_lost: false, next: None }
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
        if self.fill(SIZE)? == 0 {
            return Ok(None);
        }
        self.games += 1;
        let start = match self.window.bytes().first_chunk() {
            Some(bytes) => marlin::read(bytes),
            None => Err(expected("the 32 bytes of a game's start", self.window.bytes().len())),
        };
        match start {
            Ok(start) => {
                self.window.pass(SIZE);
                Ok(Some(start))
            }
            Err(wrong) => Err(self.fail(wrong)),
        }
    }

    /// Reads the next move of a game. Returns nothing at its end.
    fn step(&mut self, entry: Entry) -> Result<Option<Entry>, ReadError> {
        let found = self.fill(STEP)?;
        let Some(&bytes) = self.window.bytes().first_chunk() else {
            return Err(self.fail(expected("the 4 bytes of a move", found)));
        };
        match read_step(&entry, bytes) {
            Ok(read) => {
                self.window.pass_good(STEP);
                self.next = read.map(|(_, next)| next);
                Ok(read.map(|(entry, _)| entry))
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
        while self.window.peek(STEP) == STEP {
            if self.window.bytes().starts_with(&[0; STEP]) && self.is_game_behind() {
                return self.window.pass(STEP);
            }
            self.window.pass(1);
        }
        self.window.end();
    }

    /// Returns whether a game begins behind the next four bytes, or the stream ends there.
    fn is_game_behind(&mut self) -> bool {
        let found = self.window.peek(STEP + SIZE + STEP);
        let bytes = &self.window.bytes()[STEP..];
        // A board has pieces. Long runs of zeros are passed quickly.
        if bytes.starts_with(&[0; 8]) {
            return false;
        }
        let start = bytes.first_chunk().map(marlin::read);
        let step = bytes.get(SIZE..).and_then(|rest| rest.first_chunk());
        match (start, step) {
            (Some(Ok(start)), Some(&step)) => read_step(&start, step).is_ok(),
            _ => found == STEP,
        }
    }
}

/// Reads a move and its score. Returns the entry of the position before it and that of the position
/// behind it, or nothing at the end of a game.
fn read_step(entry: &Entry, bytes: [u8; STEP]) -> Result<Option<(Entry, Entry)>, Wrong> {
    let [a, b, c, d] = bytes;
    let (bits, score) = (u16::from_le_bytes([a, b]), i16::from_le_bytes([c, d]));
    if bits == 0 {
        return match score {
            0 => Ok(None),
            _ => Err(expected(
                "a move, or zeros at the end of a game",
                format_args!("the score {score}"),
            )),
        };
    }
    let played = VIRI.read(&entry.position, bits)?;
    let score = Some(Score::seen_by(Color::White, score.into()));
    let entry = Entry { played: Some(played), score, ..*entry };
    let mut position = entry.position;
    position.play_unchecked(played);
    let next = Entry { position, ply: entry.ply.saturating_add(1), ..entry };
    Ok(Some((entry, next)))
}

impl<R: Read + Send> Reader for ViriReader<R> {
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

/// Writes viriformat as a stream. An entry continues a game if it is the position after the move
/// before it, with the same result, and its ply or its move number is the next one. A position
/// without a move ends the game before it, and gets lost.
#[derive(Debug)]
pub(crate) struct ViriWriter<W> {
    target: W,
    /// The last entry of the game that can go on, and the position after it.
    last: Option<(Entry, Position)>,
}

impl<W: Write> ViriWriter<W> {
    pub(crate) const fn new(target: W) -> Self {
        Self { target, last: None }
    }

    /// Returns whether an entry continues the game.
    fn continues(&self, entry: &Entry) -> bool {
        self.last.is_some_and(|(last, next)| {
            let has_next_number = entry.position.fullmove_number() == next.fullmove_number();
            (has_next_number || entry.is_next_ply(&last)) && entry.follows(&last, &next)
        })
    }

    fn end_game(&mut self) -> Result<(), WriteError> {
        if self.last.take().is_some() {
            self.target.write_all(&[0; STEP])?;
        }
        Ok(())
    }
}

impl<W: Write> Writer for ViriWriter<W> {
    fn write(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let continues = self.continues(entry);
        let Some((played, next)) = entry.next()? else {
            return if continues { self.end_game() } else { Err(Refusal::NoMove.into()) };
        };
        let score = score_of(entry, Color::White)?;
        if !continues {
            let start = marlin::write(&entry.position, entry.result, 0)?;
            self.end_game()?;
            self.target.write_all(&start)?;
        }
        let [a, b] = VIRI.write(&entry.position, played).to_le_bytes();
        let [c, d] = score.to_le_bytes();
        self.target.write_all(&[a, b, c, d])?;
        self.last = Some((*entry, next));
        Ok(())
    }

    fn can_pause(&self, entry: &Entry) -> bool {
        // A refused entry does not end the game.
        let begins = score_of(entry, Color::White).is_ok()
            && marlin::write(&entry.position, entry.result, 0).is_ok()
            && entry.next().is_ok_and(|next| next.is_some());
        begins && !self.continues(entry)
    }

    fn finish(&mut self) -> Result<(), WriteError> {
        self.end_game()?;
        Ok(self.target.flush()?)
    }
}
