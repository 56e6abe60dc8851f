//! The definition on `bool`: the legal moves of one position, and the cases of the laws that it
//! shows.

use std::collections::BTreeSet;

use hyperbola_moves::{Color, Role, Setup};

use super::laws::{Contents, Manner, Move, PieceKind, Position, Side, Square, castled};
use super::moves::PROMOTED;

/// Returns the definition's side of a color.
pub(super) const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

const ROLES: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// Reads a position of the library.
pub(super) fn read(setup: &Setup) -> Position<bool> {
    let empty = Contents { pieces: [[false; 6]; 2], may_castle: false, passed: false };
    let mut squares = [empty; 64];
    for at in hyperbola_moves::Square::ALL {
        let contents = &mut squares[usize::from(at.index())];
        for color in Color::ALL {
            contents.pieces[side(color) as usize] =
                ROLES.map(|role| setup.board.of(color, role).contains(at));
        }
        contents.passed = setup.en_passant == Some(at);
        contents.may_castle = setup.castling_rights.iter().any(|(_, _, rook)| rook == at);
    }
    Position(squares)
}

/// Returns the moves from a square that may be looked at.
fn moves_from(position: &Position<bool>, from: Square) -> impl Iterator<Item = Move> {
    Square::all().flat_map(move |to| {
        let promotions = PROMOTED.map(Manner::Promotion);
        let manners = [Manner::Plain, Manner::DoubleStep, Manner::EnPassant];
        let castling = Square::all().filter(|rook| position.0[rook.number()].may_castle);
        let all = manners.into_iter().chain(promotions).chain(castling.map(Manner::Castling));
        all.map(move |manner| Move { from, to, manner })
    })
}

/// Returns the legal moves of a side, by the definition.
pub(super) fn legal_moves(position: &Position<bool>, side: Side) -> Vec<Move> {
    let own = Square::all().filter(|&from| position.has(from, side));
    let all = own.flat_map(|from| moves_from(position, from));
    all.filter(|&played| position.is_legal(side, played)).collect()
}

/// A position, and the laws of chess on it: the definition of the proofs, on plain truth values.
#[derive(Debug)]
pub struct Laws {
    position: Position<bool>,
    side: Side,
    king: Square,
}

impl Laws {
    /// Reads a position with one king of the side to move.
    ///
    /// # Panics
    ///
    /// If the side to move has no king.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let (position, side) = (read(setup), side(setup.side_to_move));
        let king = Square::all().find(|&square| position.is(square, side, PieceKind::King));
        Self { king: king.expect("a king"), position, side }
    }

    /// Returns the legal moves as UCI writes them, sorted. Castling is the squares of the king and
    /// of the rook if any side of the position has a right of Chess960, else the king's two
    /// squares.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        let legal = legal_moves(&self.position, self.side).into_iter();
        let mut moves: Vec<_> = legal.map(|played| self.written(played)).collect();
        moves.sort();
        moves
    }

    fn written(&self, played: Move) -> String {
        let plain = |to| Move { to, manner: Manner::Plain, ..played }.to_string();
        match played.manner {
            Manner::Castling(rook) if !self.has_ordinary_castling() => plain(rook),
            Manner::Promotion(kind) => {
                let letter = ["n", "b", "r", "q"].into_iter().zip(PROMOTED);
                let letter = letter.into_iter().find(|&(_, of)| of == kind);
                plain(played.to) + letter.expect("a piece that a pawn may become").0
            }
            _ => plain(played.to),
        }
    }

    fn has_ordinary_castling(&self) -> bool {
        let mut castlers = Square::all().filter(|rook| self.position.0[rook.number()].may_castle);
        castlers.all(|rook| {
            let king = Square { file: 4, ..rook };
            let sides = [Side::White, Side::Black];
            let own = sides.into_iter().find(|&side| self.position.is(rook, side, PieceKind::Rook));
            let stands = own.is_some_and(|side| self.position.is(king, side, PieceKind::King));
            [0, 7].contains(&rook.file) && stands
        })
    }

    /// Returns the cases of the laws that the position shows.
    #[must_use]
    pub fn cases(&self) -> BTreeSet<String> {
        let mut cases = BTreeSet::new();
        let Self { position, side, king } = self;
        let enemy = side.opponent();
        let checkers: Vec<_> =
            Square::all().filter(|&from| position.attacks(enemy, from, *king)).collect();
        match *checkers {
            [] => {}
            [one] => drop(cases.insert(format!("check-by-{}", self.piece(one)))),
            [..] => {
                let mut names: Vec<_> = checkers.iter().map(|&from| self.piece(from)).collect();
                names.sort_unstable();
                names.truncate(2);
                let number = if checkers.len() == 2 { "double" } else { "more-than-double" };
                cases.insert(format!("{number}-check-{}", names.join("-")));
            }
        }
        let mut any = false;
        for from in Square::all().filter(|&from| position.has(from, *side)) {
            for played in moves_from(position, from).filter(|&one| position.goes(*side, one)) {
                let is_legal = position.is_legal(*side, played);
                any |= is_legal;
                cases.extend(self.case_of(played, is_legal, !checkers.is_empty()));
            }
        }
        for rook in Square::all().filter(|&square| self.is_own_castler(square)) {
            cases.insert(self.castling_case(rook));
        }
        if !any {
            cases.insert(if checkers.is_empty() { "stalemate" } else { "checkmate" }.to_owned());
        }
        cases
    }

    /// Returns the case that a move which goes as the laws say shows.
    fn case_of(&self, played: Move, is_legal: bool, in_check: bool) -> Option<String> {
        let Self { position, side, king } = self;
        let Move { from, to, manner } = played;
        let is_capture = !position.is_empty(to);
        let answers = if in_check { "-answers-check" } else { "" };
        Some(match manner {
            Manner::Castling(_) => return None,
            Manner::EnPassant if is_legal => format!("en-passant{answers}"),
            Manner::EnPassant => {
                let after = position.after(*side, played);
                let mut all = Square::all();
                let attacker = all.find(|&from| after.attacks(side.opponent(), from, *king))?;
                let line = if in_check { "check" } else { line(*king, attacker) };
                format!("en-passant-refused-{line}")
            }
            Manner::Promotion(_) if is_legal => {
                let capture = if is_capture { "-with-capture" } else { "" };
                format!("promotion{capture}{answers}")
            }
            Manner::DoubleStep if is_legal => format!("double-step{answers}"),
            _ if is_legal => return None,
            _ if from == *king => {
                let seen_now = position.is_attacked(to, side.opponent());
                if seen_now { "king-into-attack" } else { "king-back-along-check" }.to_owned()
            }
            _ if in_check => return None,
            _ => format!("pinned-{}-{}", self.piece(from), line(*king, from)),
        })
    }

    fn is_own_castler(&self, square: Square) -> bool {
        let Self { position, side, .. } = self;
        position.is(square, *side, PieceKind::Rook) && position.0[square.number()].may_castle
    }

    /// Returns the case of a rook that may castle.
    fn castling_case(&self, rook: Square) -> String {
        let Self { position, side, king } = self;
        let (to, rook_to) = castled(*king, rook);
        let ordinary = king.file == 4 && [0, 7].contains(&rook.file);
        let game = if ordinary { "castling" } else { "chess960-castling" };
        let attacked = |square| position.is_attacked(square, side.opponent());
        let played = Move { from: *king, to, manner: Manner::Castling(rook) };
        let path = |from: Square, to: Square| from.between(to).chain([to]);
        let ways = path(*king, to).chain(path(rook, rook_to));
        let is_other = |square: &Square| ![*king, rook].contains(square);
        let case = if position.is_legal(*side, played) {
            let mut beyond = rook.between(*king).filter(|&square| attacked(square));
            if beyond.next().is_some() { "with-attack-on-rooks-way" } else { "" }
        } else if ways.filter(is_other).any(|square| !position.is_empty(square)) {
            "refused-piece-between"
        } else if attacked(*king) {
            "refused-in-check"
        } else if attacked(to) {
            "refused-into-check"
        } else if king.between(to).any(attacked) {
            "refused-through-check"
        } else {
            "refused-rook-shields-king"
        };
        let wing = if rook.file > king.file { "kingside" } else { "queenside" };
        [game, wing, case].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    }

    /// Returns the name of the piece on a square.
    fn piece(&self, square: Square) -> &'static str {
        let kinds = self.position.0[square.number()].pieces;
        let names = ["pawn", "knight", "bishop", "rook", "queen", "king"];
        let kind = kinds[0].into_iter().zip(kinds[1]).position(|(white, black)| white || black);
        kind.map_or("nothing", |kind| names[kind])
    }
}

/// Returns the name of the line from a king to a square.
fn line(king: Square, to: Square) -> &'static str {
    match (to.file - king.file, to.rank - king.rank) {
        (_, 0) => "rank",
        (0, _) => "file",
        (files, ranks) if files == ranks => "diagonal",
        (files, ranks) if files == -ranks => "anti-diagonal",
        _ => "knight",
    }
}
