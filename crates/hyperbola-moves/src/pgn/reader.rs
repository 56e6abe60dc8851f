//! Reading games from a stream, one after another.

use core::ops::Range;
use std::io::Read;
use std::vec::Vec;

use super::buffer::{Buffer, Place};
use super::lex::{self, Behind, BehindResult, Column, Lexed, MAX_TAG, Token};
use super::tags::known;
use super::{
    GameResult, Games, Interest, MAX_VALUE, MoveText, PgnError, PgnErrorKind, TagErrorKind, Text,
    Visitor,
};
use crate::text::unescape;

/// Reads games from a stream of PGN. It holds 64 KiB of the stream, however long lines, comments
/// and games are.
///
/// A byte slice is a stream too. Sources need no buffer of their own.
///
/// - A game ends after its result, before a tag at the beginning of a line if it has moves, before
///   a second tag `Event`, and at the end of the stream. Behind moves an empty line ends a game
///   without tags, unless a result or the number of another move than the first stands behind it,
///   perhaps after comments, within 8 KiB. It ends any game if the next line begins with `1.`.
/// - A result does not end a game if its line goes on with moves and their next number is not `1.`.
/// - A mistake between tags and moves takes the moves with it: without all its tags, a game could
///   be played from another position.
/// - A comment in braces ends at `}`, as the standard says. One that is not closed takes the rest
///   of the stream, and is a mistake where it begins if other games may stand there.
/// - A comment before a game is part of it, unless no empty line stands between it and the game
///   before. Then it is skipped. So are escape lines, which begin with `%`.
/// - A result inside a variation ends nothing.
/// - What belongs to no game is passed over, and the visitor is [told](Visitor::note): brackets
///   that are no tags, a `)` without `(`, a variation without `)`, `$` without a number, words
///   behind all moves, text behind a result, and other signs.
/// - The tags `Event`, `Result`, `SetUp`, `FEN` and `Variant` are known in any capitals, and are
///   visited by these names.
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
    /// The offset of the game that was read last.
    first: u64,
    /// Whether a comment would be that of the next game: an empty line stands before it, or
    /// nothing.
    is_apart: bool,
}

/// What is known of the game that is being read.
#[derive(Debug, Default)]
struct State {
    error: Option<PgnError>,
    /// Whether the visitor wants nothing more of this game.
    muted: bool,
    in_tags: bool,
    has_event: bool,
    has_tags: bool,
    /// Whether there is a tag, or a bracket that looks like one.
    has_header: bool,
    has_moves: bool,
    /// Whether a move was taken before any mistake.
    played: bool,
    /// The line of the last tag, if something may stand behind it there.
    tag_line: Option<u64>,
    /// Whether an empty line stands behind the tags and what ended them.
    has_gap: bool,
    /// The number of variations that are open.
    depth: u64,
    /// The place where the outermost of them begins.
    variation: Place,
    /// The depth of the variation that is being skipped, if one is.
    skipped: Option<u64>,
}

impl State {
    /// Tells the visitor, once, that the tags have ended.
    fn end_tags<V: Visitor + ?Sized>(&mut self, visitor: &mut V) {
        if self.in_tags {
            self.in_tags = false;
            self.muted = self.muted || visitor.end_tags() == Interest::Skip;
        }
    }

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

    /// Shows the visitor what was passed over.
    fn note<V: Visitor + ?Sized>(&self, place: Place, kind: PgnErrorKind, visitor: &mut V) {
        if !self.muted {
            visitor.note(place.error(kind));
        }
    }

    /// Returns what is wrong with a token that is passed over.
    const fn stray(&self, token: &Token<'_>) -> Option<PgnErrorKind> {
        match token {
            Token::BadNag => Some(PgnErrorKind::Nag),
            Token::Stray(byte) => Some(PgnErrorKind::Byte(*byte)),
            Token::Close if self.depth == 0 => Some(PgnErrorKind::Close),
            _ => None,
        }
    }

    /// Takes a token of the moves, which begins with a byte.
    #[inline]
    fn take<V: Visitor + ?Sized>(
        &mut self,
        token: Token<'_>,
        first: Option<u8>,
        visitor: &mut V,
    ) -> Result<(), PgnErrorKind> {
        match token {
            Token::Word(word) => {
                // As ChessBase says that a move is new, and that a diagram stands here.
                self.has_moves |= !matches!(word, b"N" | b"TN" | b"D");
                if self.is_silent() {
                    self.played |= self.error.is_none();
                    return Ok(());
                }
                match word {
                    b"N" | b"TN" => visitor.sign(146),
                    b"D" => visitor.sign(220),
                    _ => {
                        match core::str::from_utf8(word) {
                            Ok(word) => visitor.san(word)?,
                            Err(_) => visitor.san(&Text::new(word).to_str())?,
                        }
                        self.played = true;
                    }
                }
            }
            Token::Nag(number) if !self.is_silent() => match first {
                Some(b'$') => visitor.nag(number),
                _ => visitor.sign(number),
            },
            Token::Open => {
                self.depth += 1;
                if !self.is_silent() && visitor.begin_variation() == Interest::Skip {
                    self.skipped = Some(self.depth);
                }
            }
            Token::Close => {
                let depth = self.depth;
                self.depth -= 1;
                if self.skipped == Some(depth) {
                    self.skipped = None;
                } else if !self.is_silent() {
                    visitor.end_variation();
                }
            }
            Token::LongWord(word) => {
                self.has_moves = true;
                let word = MoveText::new(&Text::new(word).to_str());
                return Err(PgnErrorKind::LongWord(word));
            }
            _ => {}
        }
        Ok(())
    }
}

/// How a comment ends.
enum CommentEnd {
    Closed,
    /// The stream ends in it, and no other game can stand there.
    Cut,
    /// The stream ends in it, and games may stand there.
    Open,
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
        let buffer = Buffer::new(source);
        Self { buffer, value: Vec::new(), broken: None, first: 0, is_apart: true }
    }

    /// Returns the offset in the stream of the first byte that has not been read as part of a game.
    /// Behind a mistake it is that of the first byte behind what is wrong.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.buffer.offset()
    }

    /// Returns the offset in the stream where the game begins that was read last, or whose mistake
    /// was returned: of the first byte behind the game before, and behind a comment there.
    #[must_use]
    pub const fn game_offset(&self) -> u64 {
        self.first
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
    /// passes over the rest of that game and reads the next one. After an error of the stream
    /// itself there are no further games.
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
        let is_empty = state.in_tags && !state.has_tags && state.error.is_none();
        if is_empty && self.buffer.ended() {
            // There was nothing but comments, and what is passed over.
            return Ok(false);
        }
        if state.in_tags && !state.muted {
            visitor.end_tags();
        }
        if state.depth > 0 {
            state.note(state.variation, PgnErrorKind::UnclosedVariation, visitor);
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
        self.first = self.buffer.offset();
        loop {
            let Lexed { token, start, end, column } = self.token();
            match token {
                Token::More => {
                    self.buffer.consume_to(start, column);
                    if !self.more()? && self.buffer.ended() && self.buffer.rest().is_empty() {
                        return Ok(false);
                    }
                }
                Token::EmptyLine(_) => {
                    self.is_apart = true;
                    self.buffer.consume(end);
                }
                Token::Brace | Token::Semicolon | Token::Escape
                    if !self.is_apart || token == Token::Escape =>
                {
                    let has_brace = token == Token::Brace;
                    let begin = self.buffer.place(start);
                    self.buffer.consume(end);
                    match self.comment(has_brace, |_, _| {})? {
                        CommentEnd::Closed => {}
                        _ => return Err(begin.error(PgnErrorKind::UnclosedComment)),
                    }
                    self.first = self.buffer.offset();
                }
                _ => {
                    self.buffer.consume_to(start, column);
                    self.is_apart = false;
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
                match self.comment(has_brace, visit)? {
                    CommentEnd::Closed => return Ok(Next::Token),
                    CommentEnd::Cut if state.played => {
                        state.note(begin, PgnErrorKind::UnclosedComment, visitor);
                    }
                    _ => state.fail(begin, PgnErrorKind::UnclosedComment),
                }
                return Ok(Next::EndOfGame(None));
            }
            Token::Bracket => {
                self.buffer.consume_to(start, column);
                let begins_line = column != Column::Later;
                return match state.in_tags {
                    true => self.tag(begins_line, state, visitor),
                    false => self.bracket(begins_line, state, visitor),
                };
            }
            Token::EmptyLine(behind) => {
                let is_apart = match state.has_header {
                    false => behind != Behind::Rest,
                    // The mistake may be one among tags, whose moves these are.
                    true if state.error.is_some() && !state.played => false,
                    true => behind == Behind::FirstMove && state.depth == 0,
                };
                state.has_gap |= !state.in_tags;
                self.buffer.consume(end);
                if state.has_moves && is_apart {
                    self.is_apart = true;
                    return Ok(Next::EndOfGame(None));
                }
                return Ok(Next::Token);
            }
            Token::Result(result) if state.depth == 0 => {
                return self.result(result, start..end, state, visitor);
            }
            _ => {}
        }
        let sign = match token {
            // What may be a move is one, without a look at the rest of its line.
            Token::Word(word) | Token::LongWord(word)
                if state.in_tags && !word.iter().any(|byte| matches!(byte, b'0'..=b'9' | b'-')) =>
            {
                Some(None)
            }
            Token::Stray(byte) if state.in_tags => Some(Some(byte)),
            // A sign for an evaluation has no move here.
            Token::Nag(_) | Token::BadNag | Token::Close if state.in_tags && state.has_header => {
                self.buffer.rest().get(start).copied().map(Some)
            }
            _ => None,
        };
        if let Some(sign) = sign {
            if self.piece_of_tag(sign.is_some(), column, start, state, visitor)? {
                return Ok(Next::Token);
            }
            match sign {
                Some(byte) => {
                    let place = self.buffer.place(start);
                    state.note(place, PgnErrorKind::Byte(byte), visitor);
                    self.buffer.consume(end);
                }
                // The word is read again, as the first of the moves.
                None => state.end_tags(visitor),
            }
            return Ok(Next::Token);
        }
        if let Some(kind) = state.stray(&token) {
            let place = self.buffer.place(start);
            state.note(place, kind, visitor);
            self.buffer.consume(end);
            return Ok(Next::Token);
        }
        state.end_tags(visitor);
        let depth = state.depth;
        let taken = state.take(token, self.buffer.rest().get(start).copied(), visitor);
        if state.depth == 1 && depth == 0 {
            state.variation = self.buffer.place(start);
        }
        match taken {
            Ok(()) => self.buffer.consume(end),
            Err(kind) => self.no_move(kind, start..end, state, visitor),
        }
        Ok(Next::Token)
    }

    /// Reads a result outside variations. It ends the game, unless its tags or moves go on.
    #[cold]
    fn result<V: Visitor + ?Sized>(
        &mut self,
        result: GameResult,
        range: Range<usize>,
        state: &mut State,
        visitor: &mut V,
    ) -> Result<Next, PgnError> {
        let is_among_tags = state.in_tags && state.has_header;
        let behind = self.look(|bytes, ends| lex::behind_result(&bytes[range.end..], ends));
        let goes_on = match behind {
            BehindResult::Move { is_first: true } => is_among_tags,
            BehindResult::Move { is_first: false } => is_among_tags || state.has_moves,
            // Without its broken tags, a game could be played from another position.
            BehindResult::Other(_) => {
                is_among_tags
                    && state.error.is_some()
                    && self.look(|bytes, ends| lex::has_moves_behind(&bytes[range.end..], ends))
            }
        };
        if goes_on {
            let place = self.buffer.place(range.start);
            state.note(place, PgnErrorKind::Result, visitor);
            self.buffer.consume(range.end);
            return Ok(Next::Token);
        }
        self.buffer.consume(range.end);
        if let BehindResult::Other(len @ 1..) = behind {
            self.text(0..len, state, visitor);
        }
        state.end_tags(visitor);
        Ok(Next::EndOfGame(Some(result)))
    }

    /// Reads what the visitor does not take as a move: a mistake, or a text behind all moves.
    #[cold]
    fn no_move<V: Visitor + ?Sized>(
        &mut self,
        kind: PgnErrorKind,
        range: Range<usize>,
        state: &mut State,
        visitor: &mut V,
    ) {
        let len = match kind {
            PgnErrorKind::Move { .. } if state.played => {
                self.look(|bytes, ends| lex::text_len(&bytes[range.start..], ends))
            }
            _ => 0,
        };
        if len > 0 {
            return self.text(range.start..range.start + len, state, visitor);
        }
        let place = self.buffer.place(range.start);
        state.fail(place, kind);
        self.buffer.consume(range.end);
    }

    /// Passes over words that are no moves.
    fn text<V: Visitor + ?Sized>(&mut self, range: Range<usize>, state: &State, visitor: &mut V) {
        let text = self.buffer.rest()[range.clone()].trim_ascii_start();
        let start = range.end - text.len();
        let kind = PgnErrorKind::Text(MoveText::new(Text::new(text).to_str().trim_end()));
        let place = self.buffer.place(start);
        state.note(place, kind, visitor);
        self.buffer.consume(range.end);
    }

    /// Looks at the rest, of which more is read until the answer is known.
    fn look<T>(&mut self, at: impl Fn(&[u8], bool) -> Option<T>) -> T {
        let mut ends = self.buffer.ended();
        loop {
            if let Some(found) = at(self.buffer.rest(), ends) {
                return found;
            }
            ends = !self.buffer.look_ahead();
        }
    }

    /// Reads a tag pair. The rest begins with its bracket.
    #[inline(never)]
    fn tag<V: Visitor + ?Sized>(
        &mut self,
        begins_line: bool,
        state: &mut State,
        visitor: &mut V,
    ) -> Result<Next, PgnError> {
        state.has_header = true;
        let (index, kind) = loop {
            match lex::tag(self.buffer.rest(), self.buffer.ended()) {
                // If there is no more, the next turn knows that the stream has ended.
                Ok(None) => self.more()?,
                Err(error) => break error,
                Ok(Some(tag)) => {
                    let name = known(tag.name);
                    let is_event = name == "Event";
                    if is_event && state.has_event {
                        return Ok(Next::EndOfGame(None));
                    }
                    state.has_tags = true;
                    state.has_event |= is_event;
                    let is_fen = name == "FEN";
                    let mut value = tag.value;
                    if value.contains(&b'\\') {
                        self.value.clear();
                        unescape(value, &mut self.value);
                        value = &self.value;
                    }
                    let (start, end) = (tag.value_start, tag.end);
                    let visited = match value.len() {
                        _ if state.muted => Ok(()),
                        0..=MAX_VALUE => visitor.tag(name, Text::new(value)),
                        _ => Err(PgnErrorKind::Tag(TagErrorKind::Long)),
                    };
                    if let Err(kind) = visited {
                        let place = self.buffer.place(start);
                        match kind {
                            PgnErrorKind::Tag(_) if !is_fen => state.note(place, kind, visitor),
                            _ => state.fail(place, kind),
                        }
                    }
                    state.tag_line = match self.buffer.rest().get(end) {
                        Some(b'\n' | b'\r') => None,
                        _ => Some(self.buffer.place(end).line),
                    };
                    self.buffer.consume(end);
                    return Ok(Next::Token);
                }
            };
        };
        let len = self.stray_bracket_len(true, begins_line);
        let place = self.buffer.place(index.min(len));
        let kind = PgnErrorKind::Tag(kind);
        // Without its FEN, a game would be played from another position.
        match lex::is_cut_fen(&self.buffer.rest()[..len]) {
            true => state.fail(place, kind),
            false => state.note(place, kind, visitor),
        }
        self.buffer.consume(len);
        if len > MAX_TAG {
            // The line goes on.
            let _ = self.comment(false, |_, _| {})?;
        }
        Ok(Next::Token)
    }

    /// Passes over what is left of a tag that has no bracket before it, or stands behind one, and
    /// so is no move. Returns whether there was any.
    #[cold]
    fn piece_of_tag<V: Visitor + ?Sized>(
        &mut self,
        is_stray: bool,
        column: Column,
        start: usize,
        state: &mut State,
        visitor: &mut V,
    ) -> Result<bool, PgnError> {
        let is_behind_tag =
            column == Column::Later && state.tag_line == Some(self.buffer.place(start).line);
        if !is_behind_tag && column == Column::Later {
            return Ok(false);
        }
        let is_cut = |rest: &[u8]| lex::find_either(rest, b'\n', b'\r').is_none();
        while is_cut(&self.buffer.rest()[start..]) && !self.buffer.is_full() && self.more()? {}
        let rest = &self.buffer.rest()[start..];
        let (piece, text) = (lex::piece_of_tag_len(rest, false), lex::text_of_line_len(rest));
        let len = match (is_behind_tag, is_stray) {
            (true, false) => piece.max(text),
            (true, true) => lex::piece_of_tag_len(rest, true),
            // A stray sign may begin a line of moves.
            (false, true) if !rest.starts_with(b"\"") => piece.min(text),
            _ => piece,
        };
        if len == 0 {
            return Ok(false);
        }
        state.has_header = true;
        let is_fen = lex::is_cut_fen(&rest[..len]);
        let (place, kind) = (self.buffer.place(start), PgnErrorKind::Tag(TagErrorKind::Bracket));
        match is_fen {
            true => state.fail(place, kind),
            false => state.note(place, kind, visitor),
        }
        self.buffer.consume(start + len);
        Ok(true)
    }

    /// Reads what begins with a bracket among moves. A tag at the beginning of a line begins the
    /// next game, and so does what may have been one. Anything else is passed over.
    #[cold]
    fn bracket<V: Visitor + ?Sized>(
        &mut self,
        begins_line: bool,
        state: &mut State,
        visitor: &mut V,
    ) -> Result<Next, PgnError> {
        while begins_line && lex::tag(self.buffer.rest(), self.buffer.ended()) == Ok(None) {
            self.more()?;
        }
        let (is_tag, is_event) = match lex::tag(self.buffer.rest(), self.buffer.ended()) {
            _ if !begins_line => (false, false),
            Ok(tag) => (true, tag.is_some_and(|tag| known(tag.name) == "Event")),
            Err((_, TagErrorKind::Name | TagErrorKind::Quote)) => {
                let len = self.stray_bracket_len(true, true);
                (lex::is_cut_fen(&self.buffer.rest()[..len]), false)
            }
            Err(_) => (true, false),
        };
        // Whether something else stands among the tags.
        let is_late = state.has_header && !state.played && !state.has_gap && !is_event;
        if is_tag && !is_late {
            return Ok(Next::EndOfGame(None));
        }
        let (place, kind) = (self.buffer.place(0), PgnErrorKind::Byte(b'['));
        match is_tag {
            true => state.fail(place, kind),
            false => state.note(place, kind, visitor),
        }
        let len = self.stray_bracket_len(is_tag, begins_line);
        self.buffer.consume(len);
        Ok(Next::Token)
    }

    /// Returns the number of bytes of a bracket that begins no tag, and of what belongs to it.
    fn stray_bracket_len(&mut self, among_tags: bool, begins_line: bool) -> usize {
        self.look(|rest, ends| lex::stray_bracket_len(rest, among_tags, begins_line, ends))
    }

    /// Reads a comment after its first byte, to its brace or to the end of the line. It visits the
    /// parts and says whether a part is the last.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    #[inline]
    fn comment(
        &mut self,
        has_brace: bool,
        mut visit: impl FnMut(&[u8], bool),
    ) -> Result<CommentEnd, PgnError> {
        let mut searched = 0;
        let mut is_long = false;
        loop {
            let rest = self.buffer.rest();
            let new = &rest[searched..];
            let found = match has_brace {
                true => lex::find_either(new, b'}', b'}'),
                false => lex::find_either(new, b'\n', b'\r'),
            };
            if let Some(index) = found {
                let index = searched + index;
                visit(&rest[..index], true);
                // The end of a line is left, because the next line begins with it.
                self.buffer.consume(index + usize::from(has_brace));
                return Ok(CommentEnd::Closed);
            }
            searched = rest.len();
            if self.buffer.is_full() {
                visit(rest, false);
                self.buffer.consume(searched);
                searched = 0;
                is_long = true;
            }
            if !self.more()? && self.buffer.ended() {
                let rest = self.buffer.rest();
                let end = match has_brace {
                    false => CommentEnd::Closed,
                    true if is_long || lex::may_have_games(rest) => CommentEnd::Open,
                    true => CommentEnd::Cut,
                };
                if !matches!(end, CommentEnd::Open) {
                    visit(rest, true);
                }
                let len = rest.len();
                self.buffer.consume(len);
                return Ok(end);
            }
        }
    }
}

impl Place {
    const fn error(self, kind: PgnErrorKind) -> PgnError {
        PgnError { offset: self.offset, line: self.line, kind }
    }
}
