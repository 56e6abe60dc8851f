//! Inputs in words, with the squares and the colours of the board.

use hyperbola_inputs::{Block, InputSet, Meaning};
use hyperbola_moves::{Bitboard, Board, Color, Piece, Role, Square};

/// A view of a board: what is its own, and where its squares are.
#[derive(Clone, Copy)]
pub(super) struct BoardView<'a> {
    pub(super) board: &'a Board,
    pub(super) view: Color,
    turn: u8,
}

impl<'a> BoardView<'a> {
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

/// Returns what the number of an input of a board stands for, as a view sees it, in words with the
/// board's own squares and colours.
///
/// ```
/// use hyperbola_hunt::input_words;
/// use hyperbola_inputs::InputSet;
/// use hyperbola_moves::{Color, Position};
///
/// let set: InputSet = "threats_59808".parse()?;
/// // White's king is on e1, so that this view turns the files over.
/// let words = input_words(&set, Position::initial().board(), Color::White, 357);
/// assert_eq!(words, "white knight b1 attacks white pawn d2");
/// # Ok::<(), hyperbola_inputs::ParseInputSetError>(())
/// ```
#[must_use]
pub fn input_words(set: &InputSet, board: &Board, view: Color, number: u32) -> String {
    let Some((part, meaning, is_live)) = set.meaning_of_any(number) else {
        return format!("no input, for there are {}", set.size());
    };
    let block = set.parts()[part].block();
    let seen = BoardView::new(board, view, block);
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

fn plane_name(seen: &BoardView<'_>, planes: &[Option<u8>; 12], plane: u8) -> String {
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
    let seen = BoardView::new(board, view, set.parts()[part].block());
    let squares = match meaning {
        Meaning::Piece { square, .. } => [square; 2],
        Meaning::Threat { from, to, .. } => [from, to],
        Meaning::Pair([low, high]) => [low.1, high.1],
        _ => return Bitboard::EMPTY,
    };
    squares.into_iter().map(|square| seen.square(square)).collect()
}

#[cfg(test)]
mod tests {
    use hyperbola_inputs::{Mirror, PawnPairs, PieceSquares, PieceThreats, Victims};
    use hyperbola_moves::Position;

    use super::*;

    #[test]
    fn every_kind_of_input_has_words() {
        let mut planes = [None; 12];
        // Three pieces, the own knight, and both kings.
        for (code, plane) in [(0, 0), (6, 0), (7, 0), (1, 1), (5, 2), (11, 2)] {
            planes[code] = Some(plane);
        }
        let buckets = core::array::from_fn(|square| u8::try_from(square).expect("fits"));
        let victims =
            ["P", "", "", "", "", ""].map(|letters| Victims::new(letters).expect("roles"));
        let mirror = Mirror::None;
        let blocks = [
            Block::Threats(PieceThreats { mirror, victims, pushes: true, once: false }),
            Block::Pieces(PieceSquares { mirror, planes, buckets }),
            Block::Pairs(PawnPairs { mirror, files: 0 }),
        ];
        let set = InputSet::new(blocks).expect("a set");
        let position: Position = "4k3/4p3/3PP3/8/8/8/8/3NK3 w - - 0 1".parse().expect("a position");
        let board = position.board();
        let all = |view| -> Vec<String> {
            let active = set.active(board);
            let mut all: Vec<_> = active
                .view(view)
                .iter()
                .map(|&number| input_words(&set, board, view, number))
                .collect();
            all.sort();
            all
        };
        let white = [
            "black pawn e7 attacks white pawn d6",
            "black pawn e7 stands before white pawn e6",
            "king e1, own king in bucket 4",
            "king e8, own king in bucket 4",
            "white knight d1, own king in bucket 4",
            "white pawn d6 attacks black pawn e7",
            "white pawn e6 and black pawn e7",
            "white pawn e6 stands before black pawn e7",
            "white pawn or black pawn or black knight d6, own king in bucket 4",
            "white pawn or black pawn or black knight e6, own king in bucket 4",
            "white pawn or black pawn or black knight e7, own king in bucket 4",
        ];
        assert_eq!(all(Color::White), white);
        let black = all(Color::Black);
        let is_black = |expected| black.iter().any(|one| one == expected);
        assert!(is_black("black pawn e7 attacks white pawn d6"), "{black:?}");
        assert!(is_black("black pawn e7 and white pawn e6"), "{black:?}");
        let knight = "black pawn or white pawn or white knight d1, own king in bucket 4";
        assert!(is_black(knight), "{black:?}");
        assert_eq!(black.len(), white.len());
        let words = |number| input_words(&set, board, Color::White, number);
        assert_eq!(words(set.size()), format!("no input, for there are {}", set.size()));
        let dead =
            (0..set.size()).find(|&number| set.meaning(number).is_none()).expect("a dead one");
        assert!(words(dead).ends_with(", which no position has"), "{}", words(dead));
    }
}
