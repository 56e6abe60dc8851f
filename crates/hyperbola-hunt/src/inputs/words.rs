//! Inputs in words, with the squares and the colours of the board.

use hyperbola_inputs::{Block, InputSet, Meaning};
use hyperbola_moves::{Bitboard, Board, Color, Piece, Role, Square};

/// A view of a board: what is its own, and where its squares are.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) board: &'a Board,
    pub(super) view: Color,
    turn: u8,
}

impl<'a> Seen<'a> {
    /// Makes the view of a block.
    pub(super) fn new(board: &'a Board, view: Color, block: Block) -> Self {
        let king = board.of(view, Role::King).first().unwrap_or(Square::A1);
        Self { board, view, turn: block.mirror().turn(view, king) }
    }

    /// Returns the square of the board that the view sees as another one.
    pub(super) fn square(&self, square: Square) -> Square {
        Square::from_index_wrapping(square.index() ^ self.turn)
    }

    /// Returns the colour of what the view sees as White's, its own, or as Black's.
    fn color(&self, color: Color) -> Color {
        if self.view == Color::White { color } else { !color }
    }

    /// Returns the piece that the view sees as another one.
    pub(super) fn piece(&self, piece: Piece) -> Piece {
        Piece::new(self.color(piece.color), piece.role)
    }

    /// Returns whether the board has a piece that the view sees on a square.
    pub(super) fn has(&self, piece: Piece, square: Square) -> bool {
        self.board.piece_at(self.square(square)) == Some(self.piece(piece))
    }

    fn named(&self, piece: Piece, square: Square) -> String {
        let Piece { color, role } = self.piece(piece);
        format!("{color} {} {}", role.name(), self.square(square))
    }
}

/// Returns what the number of an input stands for, in words.
pub(super) fn words(set: &InputSet, board: &Board, view: Color, number: u32) -> String {
    let Some((part, meaning, is_live)) = set.meaning_of_any(number) else {
        return format!("no input, for there are {}", set.size());
    };
    let block = set.parts()[part].block();
    let seen = Seen::new(board, view, block);
    let text = match (meaning, block) {
        (Meaning::Piece { bucket, plane, square }, Block::Pieces(pieces)) => {
            let name = plane_name(&seen, &pieces.planes, plane);
            let has_buckets = pieces.buckets.iter().any(|&bucket| bucket > 0);
            let bucket =
                if has_buckets { format!(", own king in bucket {bucket}") } else { String::new() };
            format!("{name} {}{bucket}", seen.square(square))
        }
        (Meaning::Threat { attacker, from, victim, to }, _) => {
            let is_push = attacker.role == Role::Pawn && from.file() == to.file();
            let verb = if is_push { "stands before" } else { "attacks" };
            format!("{} {verb} {}", seen.named(attacker, from), seen.named(victim, to))
        }
        (Meaning::Pair(pair), _) => {
            let named = |(color, square)| seen.named(Piece::new(color, Role::Pawn), square);
            format!("{} and {}", named(pair[0]), named(pair[1]))
        }
        _ => "an input".to_owned(),
    };
    if is_live { text } else { text + ", which no position has" }
}

/// Returns the piece with a plane, as the plane of own pawn to own king and of the other side's.
pub(super) fn pieces_of(planes: &[Option<u8>; 12], plane: u8) -> impl Iterator<Item = Piece> + '_ {
    let codes = (0..12).filter(move |&code| planes[code] == Some(plane));
    codes.map(|code| Piece::new(Color::ALL[code / 6], Role::ALL[code % 6]))
}

fn plane_name(seen: &Seen<'_>, planes: &[Option<u8>; 12], plane: u8) -> String {
    let pieces: Vec<Piece> = pieces_of(planes, plane).map(|piece| seen.piece(piece)).collect();
    match *pieces {
        [] => "no piece".to_owned(),
        // Both kings often have one plane.
        [one, other] if one.role == other.role => one.role.name().to_owned(),
        _ => {
            let names = pieces.iter().map(|piece| format!("{} {}", piece.color, piece.role.name()));
            names.collect::<Vec<_>>().join(" or ")
        }
    }
}

/// Returns the squares of the board that an input is about.
pub(super) fn squares(set: &InputSet, board: &Board, view: Color, number: u32) -> Bitboard {
    let Some((part, meaning, _)) = set.meaning_of_any(number) else { return Bitboard::EMPTY };
    let seen = Seen::new(board, view, set.parts()[part].block());
    let squares = match meaning {
        Meaning::Piece { square, .. } => [square; 2],
        Meaning::Threat { from, to, .. } => [from, to],
        Meaning::Pair([low, high]) => [low.1, high.1],
        _ => return Bitboard::EMPTY,
    };
    squares.into_iter().map(|square| seen.square(square)).collect()
}
