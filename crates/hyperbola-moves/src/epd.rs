//! Extended position description: a setup and operations on one line, as test suites have them.

use core::fmt;
use core::str::FromStr;
use std::borrow::ToOwned;
use std::string::{String, ToString as _};
use std::vec::Vec;

use crate::fen::fields::Fields;
use crate::fen::{check_counters, play_moves, read_board_and_rights, read_clock};
use crate::text::{quoted_len, unescape, write_quoted};
use crate::{FenError, FenErrorKind, Move, PositionError, SanError, Setup};

/// A setup with operations such as `bm Nf3;` or `id "test 1";`.
///
/// The operations `hmvc` and `fmvn`, the clocks, are part of the setup. The clocks may also stand
/// before the operations as in a FEN. The operation `moves`, with moves in UCI notation and with or
/// without a semicolon, makes the setup that behind these moves. Semicolons may also stand before
/// operations, as in perft suites: `;D1 20 ;D2 400`.
///
/// It displays as EPD. Reading that text gives the same value.
///
/// ```
/// use hyperbola_moves::epd::Epd;
/// let line = r#"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id "one \"step\""; acd 12;"#;
/// let epd: Epd = line.parse()?;
/// assert_eq!(epd.moves("bm")?.len(), 2);
/// assert_eq!(epd.get("id").and_then(|id| id.text()), Some("one \"step\""));
/// assert_eq!(epd.get("acd").and_then(|depth| depth.number()), Some(12));
/// assert_eq!(epd.to_string().parse(), Ok(epd));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Epd {
    /// The setup with its clocks.
    pub setup: Setup,
    /// The operations in their order, without `hmvc`, `fmvn` and `moves`. An opcode may stand
    /// twice.
    pub operations: Vec<Operation>,
}

/// An operation: an opcode and its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// An operand: a word, such as a number or a move, or a text in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    text: String,
    is_quoted: bool,
}

/// Returns whether a line of a list of positions has none: it is empty or a comment, which begins
/// with `#`. All readers of lists of positions pass over such lines. Where each line of queries has
/// a line of answers, they are mistakes.
#[inline]
#[must_use]
pub fn is_passed(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_none_or(|&first| first == b'#')
}

impl Epd {
    /// Makes a description without operations.
    #[must_use]
    pub const fn new(setup: Setup) -> Self {
        Self { setup, operations: Vec::new() }
    }

    /// Returns the first operation with an opcode.
    #[must_use]
    pub fn get(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// Reads the operands of an operation, such as `bm` or `am`, as legal moves of the position in
    /// algebraic notation. There are none if there is no such operation.
    ///
    /// # Errors
    ///
    /// Returns [`EpdMoveError`] if the setup is not a position, or with the first operand that is
    /// not a legal move.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdMoveError> {
        let position = self.setup.position().map_err(EpdMoveError::Position)?;
        let operands = self.get(opcode).map(Operation::operands).unwrap_or_default();
        let read = |(operand, word): (usize, &Operand)| {
            position.parse_san(&word.text).map_err(|error| EpdMoveError::Move { operand, error })
        };
        operands.iter().enumerate().map(read).collect()
    }
}

impl Operation {
    /// Makes an operation without operands.
    ///
    /// # Errors
    ///
    /// Returns [`EpdError`] if the opcode is not a letter and then at most 14 letters, digits and
    /// underscores, or if it is `hmvc`, `fmvn` or `moves`, which the setup says.
    pub fn new(opcode: &str) -> Result<Self, EpdError> {
        let error = |index| Err(EpdError { index, kind: EpdErrorKind::Opcode });
        let end = opcode_len(opcode);
        match opcode {
            "hmvc" | "fmvn" | "moves" => error(0),
            _ if end == 0 || end < opcode.len() => error(end),
            _ => Ok(Self { opcode: opcode.to_owned(), operands: Vec::new() }),
        }
    }

    /// Returns the operation with one more operand.
    #[must_use]
    pub fn with(mut self, operand: Operand) -> Self {
        self.operands.push(operand);
        self
    }

    /// Returns the opcode.
    #[must_use]
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// Returns the operands.
    #[must_use]
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// Returns the first operand's text, without quotes.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.operands.first().map(Operand::text)
    }

    /// Reads the first operand as a number, such as the depth `acd`, the evaluation `ce` in
    /// hundredths of a pawn, or the count `D1`.
    #[must_use]
    pub fn number<T: FromStr>(&self) -> Option<T> {
        self.text()?.parse().ok()
    }
}

impl Operand {
    /// Makes an operand that is written without quotes: a number, a move, a name.
    ///
    /// # Errors
    ///
    /// Returns [`EpdError`] if the word is empty or has a blank, a line end, a quote or a
    /// semicolon.
    pub fn word(word: &str) -> Result<Self, EpdError> {
        match word_len(word) {
            0 => Err(EpdError { index: 0, kind: EpdErrorKind::Operand }),
            len if len < word.len() => Err(EpdError { index: len, kind: EpdErrorKind::Operand }),
            _ => Ok(Self { text: word.to_owned(), is_quoted: false }),
        }
    }

    /// Makes an operand that is written in quotes.
    ///
    /// # Errors
    ///
    /// Returns [`EpdError`] if the text has a line end.
    pub fn quoted(text: &str) -> Result<Self, EpdError> {
        match text.find(['\n', '\r']) {
            Some(index) => Err(EpdError { index, kind: EpdErrorKind::Quote }),
            None => Ok(Self { text: text.to_owned(), is_quoted: true }),
        }
    }

    /// Returns the text, without quotes.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the operand stands in quotes.
    #[must_use]
    pub const fn is_quoted(&self) -> bool {
        self.is_quoted
    }
}

/// Returns the length of the opcode that a text begins with, in bytes; 0 if there is none.
fn opcode_len(text: &str) -> usize {
    const MAX_LEN: usize = 15;
    let is_first = text.starts_with(|first: char| first.is_ascii_alphabetic());
    let bytes = text.bytes().take(if is_first { MAX_LEN } else { 0 });
    bytes.take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

/// Returns the length in bytes of the word that a text begins with.
fn word_len(text: &str) -> usize {
    text.find([' ', '\t', '\n', '\r', '"', ';']).unwrap_or(text.len())
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { halfmove_clock, fullmove_number, .. } = self.setup;
        let fen = self.setup.to_string();
        let fields = fen.match_indices(' ').nth(3).map_or(&*fen, |(end, _)| &fen[..end]);
        f.write_str(fields)?;
        if halfmove_clock != 0 {
            write!(f, " hmvc {halfmove_clock};")?;
        }
        if fullmove_number != 1 {
            write!(f, " fmvn {fullmove_number};")?;
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
        f.write_str(";")
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_quoted {
            return f.write_str(&self.text);
        }
        write_quoted(f, &self.text)
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    /// Reads a line of EPD. The last semicolon may be missing, and a line end may follow. In a text
    /// in quotes, `\"` is a quote and `\\` a backslash.
    #[inline]
    fn from_str(line: &str) -> Result<Self, EpdError> {
        let line = line.trim_end_matches(['\r', '\n']);
        let mut fields = Fields::new(line);
        let mut epd = Self::new(read_board_and_rights(&mut fields, &mut Err)?);
        let mut text = EpdLine { line, index: fields.index() };
        text.skip_blanks();
        if text.rest().starts_with(|first: char| first.is_ascii_digit()) {
            epd.setup.halfmove_clock = text.clock()?;
            epd.setup.fullmove_number = text.clock()?;
        }
        loop {
            text.skip_blanks();
            match text.rest().bytes().next() {
                None => return Ok(epd),
                Some(b';') => text.index += 1,
                Some(_) => text.operation(&mut epd)?,
            }
        }
    }
}

/// A line that has been read up to an index.
struct EpdLine<'a> {
    line: &'a str,
    index: usize,
}

impl<'a> EpdLine<'a> {
    fn rest(&self) -> &'a str {
        &self.line[self.index..]
    }

    const fn error(&self, kind: EpdErrorKind) -> EpdError {
        EpdError { index: self.index, kind }
    }

    fn skip_blanks(&mut self) {
        self.index = self.line.len() - self.rest().trim_start_matches([' ', '\t']).len();
    }

    /// Reads a clock, a word.
    fn clock(&mut self) -> Result<u16, EpdError> {
        self.skip_blanks();
        let word = &self.rest()[..word_len(self.rest())];
        let Some(clock) = read_clock(word) else {
            check_counters(word, self.index)?;
            return Err(self.error(EpdErrorKind::Clock));
        };
        self.index += word.len();
        Ok(clock)
    }

    /// Reads an operation, without its semicolon.
    fn operation(&mut self, epd: &mut Epd) -> Result<(), EpdError> {
        let opcode = &self.rest()[..opcode_len(self.rest())];
        self.index += opcode.len();
        let is_end = self.rest().is_empty() || self.rest().starts_with([' ', '\t', ';']);
        if opcode.is_empty() || !is_end {
            check_counters(self.rest(), self.index)?;
            return Err(self.error(EpdErrorKind::Opcode));
        }
        match opcode {
            "hmvc" => epd.setup.halfmove_clock = self.clock()?,
            "fmvn" => epd.setup.fullmove_number = self.clock()?,
            "moves" => {
                let rest = self.rest();
                let moves = &rest[..rest.find(';').unwrap_or(rest.len())];
                play_moves(Fields::new(moves), self.index, &mut epd.setup, &mut Err)?;
                self.index += moves.len();
            }
            _ => {
                let operands = self.operands()?;
                epd.operations.push(Operation { opcode: opcode.to_owned(), operands });
                return Ok(());
            }
        }
        self.skip_blanks();
        match self.rest() {
            "" => Ok(()),
            rest if rest.starts_with(';') => Ok(()),
            _ => Err(self.error(EpdErrorKind::End)),
        }
    }

    fn operands(&mut self) -> Result<Vec<Operand>, EpdError> {
        let mut operands = Vec::new();
        loop {
            self.skip_blanks();
            let rest = self.rest();
            match rest.bytes().next() {
                None | Some(b';') => return Ok(operands),
                Some(b'"') => operands.push(self.quoted()?),
                Some(_) => {
                    let word = &rest[..word_len(rest)];
                    self.index += word.len();
                    operands.push(Operand { text: word.to_owned(), is_quoted: false });
                }
            }
            if !self.rest().is_empty() && !self.rest().starts_with([' ', '\t', ';']) {
                return Err(self.error(EpdErrorKind::Operand));
            }
        }
    }

    /// Reads a text in quotes. An error has the index of the first quote.
    fn quoted(&mut self) -> Result<Operand, EpdError> {
        let text = &self.rest()[1..];
        let len = quoted_len(text.as_bytes()).map_err(|_| self.error(EpdErrorKind::Quote))?;
        let mut unescaped = Vec::new();
        unescape(&text.as_bytes()[..len], &mut unescaped);
        self.index += 1 + len + 1;
        // Without some of its backslashes the text is still UTF-8.
        Ok(Operand { text: String::from_utf8(unescaped).unwrap_or_default(), is_quoted: true })
    }
}

/// The reason why a text is not an extended position description, and the byte where it is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct EpdError {
    /// The index of the wrong byte, from 0. If the text ends too early, this is the text's length;
    /// for a quote that is not closed it is that of the quote.
    pub index: usize,
    /// The part that was expected at that byte.
    pub kind: EpdErrorKind,
}

/// The part of an extended position description that was expected but not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdErrorKind {
    /// One of the first four fields, those of a FEN.
    Fen(FenErrorKind),
    /// A clock: a number from 0 to 65535.
    Clock,
    /// An opcode: a letter, then at most 14 letters, digits and underscores.
    Opcode,
    /// An operand, or a blank or semicolon after it.
    Operand,
    /// A quote at the end of a text, on the same line.
    Quote,
    /// A semicolon after an operation.
    End,
}

impl From<FenError> for EpdError {
    fn from(FenError { index, kind }: FenError) -> Self {
        Self { index, kind: EpdErrorKind::Fen(kind) }
    }
}

impl fmt::Display for EpdErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fen(kind) => return kind.fmt(f),
            Self::Clock => "expected a clock, 0 to 65535",
            Self::Opcode => {
                "expected an opcode: a letter, then at most 14 letters, digits and underscores"
            }
            Self::Operand => "expected an operand, and a blank or a semicolon after it",
            Self::Quote => "expected a quote at the end of the text that begins",
            Self::End => "expected a semicolon after the operation",
        })
    }
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.index)
    }
}

impl core::error::Error for EpdError {}

/// The reason why the operands of an operation are not legal moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdMoveError {
    /// The setup is not a position.
    Position(PositionError),
    /// An operand is not a legal move.
    Move {
        /// The operand's index, from 0.
        operand: usize,
        /// The reason.
        error: SanError,
    },
}

impl fmt::Display for EpdMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Move { operand, error } => write!(f, "operand {}: {error}", operand + 1),
        }
    }
}

impl core::error::Error for EpdMoveError {}
