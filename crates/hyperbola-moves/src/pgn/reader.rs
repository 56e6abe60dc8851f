//! Reading games from a stream, one after another.

use std::io::Read;
use std::vec::Vec;

use super::buffer::{Buffer, Place};
use super::lex::{self, Lexed, MARK, Token};
use super::{
    GameResult, Games, Interest, MAX_VALUE, PgnError, PgnErrorKind, TagErrorKind, Text, Visitor,
};
use crate::text::unescape;

/// Reads games from a stream of PGN. It holds 64 KiB of the stream, however long lines, comments
/// and games are.
///
/// A byte slice is a stream too. Sources need no buffer of their own.
///
/// - A game ends after its result, before a tag at the beginning of a line if it has moves, before
///   a second tag `Event`, and at the end of the stream.
/// - Comments between games are skipped. So are escape lines, which begin with `%`.
/// - A comment that is not closed ends before a line that begins with `[Event "`.
/// - A result inside a variation ends nothing.
///
/// ```
/// use hyperbola_moves::pgn::Reader;
///
/// let stream = "[White \"Anna\"]\n\n1. e4 e5 2. Nf7 *\n\n1. d4 {solid} d5 1/2-1/2\n";
/// let mut games = Reader::new(stream.as_bytes()).games();
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!((error.offset, error.line), (28, 3));
/// let game = games.next().unwrap()?;
/// assert_eq!(game.moves().len(), 2);
/// assert!(games.next().is_none());
/// # Ok::<(), hyperbola_moves::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    buffer: Buffer<R>,
    /// The last value of a tag that had escapes, without them.
    value: Vec<u8>,
    /// The game whose mistake was returned last, if its rest has not been read.
    broken: Option<State>,
}

/// What is known of the game that is being read.
#[derive(Debug, Default)]
struct State {
    error: Option<PgnError>,
    /// Whether the visitor wants nothing more of this game.
    muted: bool,
    in_tags: bool,
    has_event: bool,
    /// The number of variations that are open.
    depth: u64,
    /// The place where the outermost of them begins.
    variation: Place,
    /// The depth of the variation that is being skipped, if one is.
    skipped: Option<u64>,
}

impl State {
    const fn is_silent(&self) -> bool {
        self.muted || self.skipped.is_some()
    }

    /// Keeps the first error of the game.
    fn fail(&mut self, place: Place, kind: PgnErrorKind) {
        if !self.muted {
            self.error = Some(place.error(kind));
            self.muted = true;
        }
    }

    /// Takes a token of the moves, which begins with a byte.
    #[inline]
    fn take<V: Visitor + ?Sized>(
        &mut self,
        token: Token<'_>,
        first: Option<u8>,
        visitor: &mut V,
    ) -> Result<Next, PgnErrorKind> {
        match token {
            Token::Word(word) => {
                if self.is_silent() {
                    return Ok(Next::Token);
                }
                // As ChessBase says that a move is new, and that a diagram stands here.
                match word {
                    b"N" => visitor.sign(146),
                    b"D" => visitor.sign(220),
                    _ => visitor.san(core::str::from_utf8(word).unwrap_or_default())?,
                }
            }
            Token::Nag(number) if !self.is_silent() => match first {
                Some(b'$') => visitor.nag(number),
                _ => visitor.sign(number),
            },
            Token::Result(result) if self.depth == 0 => {
                return Ok(Next::EndOfGame(Some(result)));
            }
            Token::Open => {
                self.depth += 1;
                if !self.is_silent() && visitor.begin_variation() == Interest::Skip {
                    self.skipped = Some(self.depth);
                }
            }
            Token::Close => {
                let depth = self.depth;
                self.depth = depth.checked_sub(1).ok_or(PgnErrorKind::Close)?;
                if self.skipped == Some(depth) {
                    self.skipped = None;
                } else if !self.is_silent() {
                    visitor.end_variation();
                }
            }
            Token::BadNag => return Err(PgnErrorKind::Nag),
            Token::LongWord => return Err(PgnErrorKind::LongWord),
            Token::Unexpected(byte) => return Err(PgnErrorKind::Byte(byte)),
            Token::Bracket { .. } => return Err(PgnErrorKind::Byte(b'[')),
            _ => {}
        }
        Ok(Next::Token)
    }
}

/// Whether a game goes on after a token.
enum Next {
    Token,
    EndOfGame(Option<GameResult>),
}

impl<R: Read> Reader<R> {
    /// Makes a reader of a stream.
    #[must_use]
    pub fn new(source: R) -> Self {
        Self { buffer: Buffer::new(source), value: Vec::new(), broken: None }
    }

    /// Returns the offset in the stream of the first byte that has not been read as part of a game.
    /// Behind a mistake it is that of the first byte behind what is wrong.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.buffer.offset()
    }

    /// Returns an iterator over the games with their moves played.
    #[must_use]
    pub fn games(self) -> Games<R> {
        Games::new(self)
    }

    /// Reads the next game and shows its parts to a visitor. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// Returns the first mistake of the game as soon as it is found, with its place. The next call
    /// passes over the rest of that game and reads the next one. After an error of the stream itself
    /// there are no further games.
    pub fn read_game<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<bool, PgnError> {
        if let Some(mut broken) = self.broken.take() {
            while let Next::Token = self.step(&mut broken, visitor)? {}
        }
        if !self.find_game()? {
            return Ok(false);
        }
        let mut state = State { in_tags: true, ..State::default() };
        visitor.begin_game();
        let result = loop {
            match self.step(&mut state, visitor)? {
                Next::Token => {}
                Next::EndOfGame(result) => break result,
            }
            if let Some(error) = state.error {
                self.broken = Some(state);
                return Err(error);
            }
        };
        if state.in_tags && !state.muted {
            visitor.end_tags();
        }
        if state.depth > 0 {
            state.fail(state.variation, PgnErrorKind::UnclosedVariation);
        }
        match state.error {
            Some(error) => Err(error),
            None => {
                visitor.end_game(result);
                Ok(true)
            }
        }
    }

    /// Goes to the first token of the next game. Returns whether there is one.
    fn find_game(&mut self) -> Result<bool, PgnError> {
        loop {
            let Lexed { token, start, end, column } = self.token();
            match token {
                Token::More => {
                    self.buffer.consume_to(start, column);
                    if !self.more()? && self.buffer.ended() && self.buffer.rest().is_empty() {
                        return Ok(false);
                    }
                }
                Token::Brace | Token::Semicolon | Token::Escape => {
                    let has_brace = token == Token::Brace;
                    let begin = self.buffer.place(start);
                    self.buffer.consume(end);
                    self.comment(has_brace, |_, _| {})?.map_err(|kind| begin.error(kind))?;
                }
                _ => {
                    self.buffer.consume_to(start, column);
                    return Ok(true);
                }
            }
        }
    }

    #[inline]
    fn token(&self) -> Lexed<'_> {
        lex::token(self.buffer.rest(), self.buffer.column(), self.buffer.ended())
    }

    /// Reads more of the stream. Returns whether there was more.
    fn more(&mut self) -> Result<bool, PgnError> {
        self.buffer.more().map_err(|kind| {
            let end = self.buffer.rest().len();
            let place = self.buffer.place(end);
            self.buffer.consume(end);
            place.error(PgnErrorKind::Io(kind))
        })
    }

    /// Reads a token of a game.
    #[inline]
    fn step<V: Visitor + ?Sized>(
        &mut self,
        state: &mut State,
        visitor: &mut V,
    ) -> Result<Next, PgnError> {
        let Lexed { token, start, end, column } = self.token();
        match token {
            Token::More => {
                self.buffer.consume_to(start, column);
                let has_more = self.more()?;
                if !has_more && self.buffer.rest().is_empty() {
                    return Ok(Next::EndOfGame(None));
                }
                return Ok(Next::Token);
            }
            Token::Brace | Token::Semicolon | Token::Escape => {
                let is_silent = state.is_silent() || token == Token::Escape;
                let has_brace = token == Token::Brace;
                let begin = self.buffer.place(start);
                self.buffer.consume(end);
                let visit = |text: &[u8], is_last| {
                    if !is_silent {
                        visitor.comment(Text::new(text), is_last);
                    }
                };
                if let Err(kind) = self.comment(has_brace, visit)? {
                    state.fail(begin, kind);
                    return Ok(Next::EndOfGame(None));
                }
                return Ok(Next::Token);
            }
            Token::Bracket { begins_line } => {
                if state.in_tags {
                    self.buffer.consume_to(start, column);
                    return self.tag(state, visitor);
                }
                if begins_line {
                    self.buffer.consume_to(start, column);
                    return Ok(Next::EndOfGame(None));
                }
            }
            _ => {}
        }
        if state.in_tags {
            state.in_tags = false;
            state.muted = state.muted || visitor.end_tags() == Interest::Skip;
        }
        let depth = state.depth;
        let next = state.take(token, self.buffer.rest().get(start).copied(), visitor);
        if state.depth == 1 && depth == 0 {
            state.variation = self.buffer.place(start);
        }
        let next = next.unwrap_or_else(|kind| {
            let place = self.buffer.place(start);
            state.fail(place, kind);
            Next::Token
        });
        self.buffer.consume(end);
        Ok(next)
    }

    /// Reads a tag pair. The rest begins with its bracket.
    fn tag<V: Visitor + ?Sized>(
        &mut self,
        state: &mut State,
        visitor: &mut V,
    ) -> Result<Next, PgnError> {
        loop {
            let (end, error) = match lex::tag(self.buffer.rest(), self.buffer.ended()) {
                Ok(None) => {
                    // If there is no more, the next turn knows that the stream has ended.
                    self.more()?;
                    continue;
                }
                Err((index, kind)) => (index, Some((index, PgnErrorKind::Tag(kind)))),
                Ok(Some(tag)) if tag.name == "Event" && state.has_event => {
                    return Ok(Next::EndOfGame(None));
                }
                Ok(Some(tag)) => {
                    state.has_event |= tag.name == "Event";
                    let mut value = tag.value;
                    if value.contains(&b'\\') {
                        self.value.clear();
                        unescape(value, &mut self.value);
                        value = &self.value;
                    }
                    let error = if value.len() > MAX_VALUE {
                        Some(PgnErrorKind::Tag(TagErrorKind::Long))
                    } else if state.muted {
                        None
                    } else {
                        visitor.tag(tag.name, Text::new(value)).err()
                    };
                    (tag.end, error.map(|kind| (tag.value_start, kind)))
                }
            };
            let Some((index, kind)) = error else {
                self.buffer.consume(end);
                return Ok(Next::Token);
            };
            let place = self.buffer.place(index);
            state.fail(place, kind);
            self.buffer.consume(end);
            if let PgnErrorKind::Tag(_) = kind {
                // The rest of the line says nothing that can be relied on.
                let _ = self.comment(false, |_, _| {})?;
            }
            return Ok(Next::Token);
        }
    }

    /// Reads a comment after its first byte, to its brace or to the end of the line. It visits the
    /// parts and says whether a part is the last.
    ///
    /// # Errors
    ///
    /// The outer error is that of the stream, the inner one that the comment is not closed.
    #[inline]
    fn comment(
        &mut self,
        has_brace: bool,
        mut visit: impl FnMut(&[u8], bool),
    ) -> Result<Result<(), PgnErrorKind>, PgnError> {
        const EVENT: &[u8] = b"[Event \"";
        let mut searched = 0;
        loop {
            let rest = self.buffer.rest();
            let other = if has_brace { b'}' } else { b'\r' };
            let found = lex::find_either(&rest[searched..], b'\n', other);
            let (index, is_whole) = match found.map(|index| searched + index) {
                Some(index) if !has_brace || rest[index] == b'}' => {
                    visit(&rest[..index], true);
                    // The end of a line is left, because the next line begins with it.
                    self.buffer.consume(index + usize::from(has_brace));
                    return Ok(Ok(()));
                }
                Some(index) => {
                    let next = &rest[index + 1..];
                    let line = next.strip_prefix(&MARK).unwrap_or(next);
                    if line.starts_with(EVENT) {
                        self.buffer.consume(index);
                        return Ok(Err(PgnErrorKind::UnclosedComment));
                    }
                    let is_whole = !EVENT.starts_with(line) && !MARK.starts_with(line);
                    (if is_whole { index + 1 } else { index }, is_whole)
                }
                None => (rest.len(), false),
            };
            searched = index;
            if is_whole {
                continue;
            }
            if self.buffer.is_full() {
                visit(&rest[..searched], false);
                self.buffer.consume(searched);
                searched = 0;
            }
            if !self.more()? && self.buffer.ended() {
                let end = self.buffer.rest().len();
                if !has_brace {
                    visit(self.buffer.rest(), true);
                }
                self.buffer.consume(end);
                return Ok(if has_brace { Err(PgnErrorKind::UnclosedComment) } else { Ok(()) });
            }
        }
    }
}

impl Place {
    const fn error(self, kind: PgnErrorKind) -> PgnError {
        PgnError { offset: self.offset, line: self.line, kind }
    }
}
