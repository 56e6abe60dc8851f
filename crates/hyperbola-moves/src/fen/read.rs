//! The reader of FENs, strict and lenient.
//!
//! A function decides about each mistake: it returns the error to refuse the text, or nothing to
//! leave out the part that is wrong.

use hyperbola::{Color, Square};

use super::error::{FenError, FenErrorKind, OtherGame};
use super::fields::Fields;
use super::placement;
use crate::{Board, CastlingRights, Setup};

/// Reads a FEN, or the position of a line of EPD.
pub(super) fn read(
    fen: &str,
    mend: &mut impl FnMut(FenError) -> Result<(), FenError>,
) -> Result<Setup, FenError> {
    let mut fields = Fields::new(fen);
    let setup = read_board_and_rights(&mut fields, mend)?;
    let mut setup = Setup { halfmove_clock: 0, fullmove_number: 1, ..setup };
    let mut operations = None;
    let read = read_clocks(&mut fields, &mut setup, &mut |error| {
        check_counters(&fen[error.index..], error.index)?;
        let clock = clock_before_operations(&fen[error.index..]);
        operations = clock.map(|clock| (error, clock));
        if operations.is_some() { Err(error) } else { mend(error) }
    });
    let Some((FenError { index, kind }, clock)) = operations else { return read.map(|()| setup) };
    match (kind, read_clock(clock)) {
        (FenErrorKind::HalfmoveClock, Some(clock)) => setup.halfmove_clock = clock,
        (FenErrorKind::FullmoveNumber, Some(clock)) => setup.fullmove_number = clock,
        (_, None) if clock.is_empty() => {}
        _ => return Err(FenError { index, kind }),
    }
    read_operations(fen, index + clock.len(), &mut setup, mend)?;
    Ok(setup)
}

/// Refuses the counters of Three-check in the place of a clock or behind all fields.
#[cold]
pub(crate) fn check_counters(text: &str, index: usize) -> Result<(), FenError> {
    let word = text.split(|letter: char| !matches!(letter, '0'..='9' | '+')).next().unwrap_or("");
    let counters = word.strip_prefix('+').unwrap_or(word).split_once('+');
    if counters.is_some_and(|(white, black)| is_number(white) && is_number(black)) {
        return Err(FenError { index, kind: FenErrorKind::OtherGame(OtherGame::ThreeCheck) });
    }
    Ok(())
}

/// Reads the last two fields of a FEN, and its end.
#[inline(always)]
fn read_clocks(
    fields: &mut Fields<'_>,
    setup: &mut Setup,
    mend: &mut impl FnMut(FenError) -> Result<(), FenError>,
) -> Result<(), FenError> {
    if let Some(clock) = read_number(fields, FenErrorKind::HalfmoveClock, mend)? {
        setup.halfmove_clock = clock;
    }
    if let Some(number) = read_number(fields, FenErrorKind::FullmoveNumber, mend)? {
        setup.fullmove_number = number;
    }
    let (index, field) = fields.next_or_end();
    if field.is_empty() { Ok(()) } else { mend(FenError { index, kind: FenErrorKind::End }) }
}

/// Returns the clock, which may be missing, before operations of EPD: an opcode with a semicolon
/// before or behind it, or the word `moves`. Returns `None` if there are no operations.
#[cold]
fn clock_before_operations(text: &str) -> Option<&str> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (clock, rest) = text.split_at(digits);
    let opcode = rest.trim_start_matches([';', ' ', '\t']);
    // Behind the last semicolon there may be nothing.
    let has_operations =
        opcode.is_empty() || opcode.starts_with(|first: char| first.is_ascii_alphabetic());
    let begins = clock.is_empty() || rest.starts_with(';');
    let is_operation = rest.contains(';') || Fields::new(opcode).next_or_end().1 == "moves";
    (has_operations && begins && is_operation).then_some(clock)
}

/// Reads the clocks in the operations of a line of EPD, which begin at an index, and plays the
/// moves. Others are passed over.
#[cold]
fn read_operations(
    line: &str,
    mut index: usize,
    setup: &mut Setup,
    mend: &mut impl FnMut(FenError) -> Result<(), FenError>,
) -> Result<(), FenError> {
    let mut is_quoted = false;
    let ends = |byte: char| {
        is_quoted ^= byte == '"';
        byte == ';' && !is_quoted
    };
    for operation in line[index..].split(ends) {
        let mut words = Fields::new(operation);
        let (clock, kind) = match words.next_or_end().1 {
            "hmvc" => (&mut setup.halfmove_clock, FenErrorKind::HalfmoveClock),
            "fmvn" => (&mut setup.fullmove_number, FenErrorKind::FullmoveNumber),
            opcode => {
                if opcode == "moves" {
                    play_moves(words, index, setup, mend)?;
                }
                index += operation.len() + 1;
                continue;
            }
        };
        let (word, field) = words.next_or_end();
        *clock = read_clock(field).ok_or(FenError { index: index + word, kind })?;
        index += operation.len() + 1;
    }
    Ok(())
}

/// Plays moves in UCI notation from a setup, which becomes that behind them. They begin at an index
/// of the whole text.
#[cold]
pub(crate) fn play_moves(
    mut moves: Fields<'_>,
    index: usize,
    setup: &mut Setup,
    mend: &mut impl FnMut(FenError) -> Result<(), FenError>,
) -> Result<(), FenError> {
    let start = |error| FenError { index, kind: FenErrorKind::Start(error) };
    let mut position = match setup.unreachable_position() {
        Ok(position) => position,
        Err(error) => {
            mend(start(error))?;
            setup.position_lenient().map_err(start)?.0
        }
    };
    loop {
        let (at, word) = moves.next_or_end();
        if word.is_empty() {
            *setup = position.setup();
            return Ok(());
        }
        let wrong = |error| FenError { index: index + at, kind: FenErrorKind::Move(error) };
        position.play_unchecked(position.parse_uci(word).map_err(wrong)?);
    }
}

/// Reads the first four fields of a FEN.
pub(crate) fn read_board_and_rights(
    fields: &mut Fields<'_>,
    mend: &mut impl FnMut(FenError) -> Result<(), FenError>,
) -> Result<Setup, FenError> {
    let board = read_board(fields)?;
    let side_to_move = read_side_to_move(fields, mend)?;
    let castling_rights = read_castling_rights(&board, fields, mend)?;
    let en_passant = read_en_passant(fields, mend)?;
    Ok(Setup { board, side_to_move, castling_rights, en_passant, ..Setup::EMPTY })
}

/// Returns the field of the castling rights of a FEN, also behind a side to move that is missing or
/// wrong. It is empty if the rights are missing.
pub(crate) fn rights_field(fen: &str) -> &str {
    let mut fields = Fields::new(fen);
    fields.next_or_end();
    let _ = read_side_to_move(&mut fields, &mut |_| Ok(()));
    let (_, field) = fields.next_or_end();
    if is_square(field) || is_number(field) { "" } else { field }
}

/// Reads the side to move. White is to move if the field is missing or wrong.
fn read_side_to_move(
    fields: &mut Fields<'_>,
    mend: &mut impl FnMut(FenError) -> Result<(), FenError>,
) -> Result<Color, FenError> {
    let (index, field) = fields.peek();
    let is_one = |names: [&str; 2]| names.into_iter().any(|name| field.eq_ignore_ascii_case(name));
    let side = match field {
        "w" => Color::White,
        "b" => Color::Black,
        _ => {
            mend(FenError { index, kind: FenErrorKind::SideToMove })?;
            let is_black = is_one(["b", "black"]);
            let is_color = is_black || is_one(["w", "white"]);
            if !is_color && (is_rights(field) || is_square(field) || is_number(field)) {
                // The field is missing.
                return Ok(Color::White);
            }
            if is_black { Color::Black } else { Color::White }
        }
    };
    fields.take((index, field));
    Ok(side)
}

/// Reads the castling rights. A right that is wrong is left out.
fn read_castling_rights(
    board: &Board,
    fields: &mut Fields<'_>,
    mend: &mut impl FnMut(FenError) -> Result<(), FenError>,
) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::NONE;
    let (start, field) = fields.peek();
    if field == "-" {
        fields.take((start, field));
        return Ok(rights);
    }
    if field.is_empty() || is_square(field) || is_number(field) {
        mend(FenError { index: start, kind: FenErrorKind::CastlingRights })?;
        return Ok(rights);
    }
    fields.take((start, field));
    for (index, letter) in (start..).zip(field.bytes()) {
        match rights.of_letter(board, letter) {
            Ok((color, side, rook)) => rights.set(color, side, Some(rook)),
            Err(kind) => mend(FenError { index, kind })?,
        }
    }
    Ok(rights)
}

/// Reads the en passant square. There is none if the field is missing or wrong.
fn read_en_passant(
    fields: &mut Fields<'_>,
    mend: &mut impl FnMut(FenError) -> Result<(), FenError>,
) -> Result<Option<Square>, FenError> {
    let (index, field) = fields.peek();
    if field == "-" {
        fields.take((index, field));
        return Ok(None);
    }
    let square = field.parse().ok();
    if square.is_none() || field.starts_with(|first: char| first.is_uppercase()) {
        mend(FenError { index, kind: FenErrorKind::EnPassant })?;
        if is_number(field) {
            // The field is missing.
            return Ok(None);
        }
    }
    fields.take((index, field));
    Ok(square)
}

fn is_rights(field: &str) -> bool {
    let is_letter = |byte: u8| matches!(byte.to_ascii_uppercase(), b'K' | b'Q' | b'A'..=b'H');
    field == "-" || field.bytes().all(is_letter)
}

fn is_square(field: &str) -> bool {
    field.parse::<Square>().is_ok()
}

/// Reads a clock. Rust accepts a sign before a number; a FEN does not.
pub(crate) fn read_clock(field: &str) -> Option<u16> {
    field.parse().ok().filter(|_| is_number(field))
}

fn is_number(field: &str) -> bool {
    !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads the next field as a board.
#[inline]
fn read_board(fields: &mut Fields<'_>) -> Result<Board, FenError> {
    if let Some((board, length)) = placement::read_board(fields.rest()) {
        fields.skip(length);
        return Ok(board);
    }
    let (start, field) = fields.next_or_end();
    let mut board = Board::EMPTY;
    placement::read_field(field, |square, piece| board.put(square, piece))
        .map_err(|error| FenError { index: start + error.index, ..error.into() })?;
    Ok(board)
}

/// Reads the next field as a number, if there is another field and it is a number.
#[inline(always)]
fn read_number(
    fields: &mut Fields<'_>,
    kind: FenErrorKind,
    mend: &mut impl FnMut(FenError) -> Result<(), FenError>,
) -> Result<Option<u16>, FenError> {
    let (index, field) = fields.next_or_end();
    let number = read_clock(field);
    if number.is_none() && !field.is_empty() {
        mend(FenError { index, kind })?;
    }
    Ok(number)
}
