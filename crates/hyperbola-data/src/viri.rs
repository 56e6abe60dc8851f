//! viriformat: games, each the record of its start and then its moves with their scores.

use std::io::Write;

use hyperbola_moves::{Color, Position};

use crate::games::Recorded;
use crate::marlin::{self, SIZE, score_of};
use crate::packing::VIRI;
use crate::pieces::{Wrong, expected};
use crate::{Entry, Refusal, Score, WriteError, Writer};

/// The bytes of a move and its score, and of the zeros that end a game.
const STEP: usize = 4;

/// The games of viriformat.
#[derive(Debug)]
pub(crate) struct Viri;

impl Recorded for Viri {
    const START: usize = SIZE;
    const END: usize = STEP;
    const STEP: usize = STEP;

    fn start(bytes: &[u8]) -> Result<Entry, Wrong> {
        match bytes.first_chunk() {
            Some(bytes) => marlin::read(bytes),
            None => Err(expected("the 32 bytes of a game's start", bytes.len())),
        }
    }

    fn step_size(_: &[u8]) -> usize {
        STEP
    }

    fn step(entry: &Entry, bytes: &[u8]) -> Result<Option<Entry>, Wrong> {
        let &[a, b, c, d] = bytes else {
            return Err(expected("the 4 bytes of a move", bytes.len()));
        };
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
        Ok(Some(Entry { played: Some(played), score, ..*entry }))
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
