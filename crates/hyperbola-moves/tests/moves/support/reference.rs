//! A second, slow implementation of legal moves. It makes each pseudo-legal move on a board of
//! letters, and leaves out the moves after which the king could be captured. It uses nothing of the
//! library.

use std::collections::BTreeMap;

/// A position on a board of letters, from a1, with `.` for an empty square.
#[derive(Clone)]
pub(crate) struct Reference {
    board: [u8; 64],
    is_white: bool,
    /// The squares of rooks that may castle.
    castling: Vec<usize>,
    en_passant: Option<usize>,
}

const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The steps of a rook, then those of a bishop.
const STEPS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let number = i32::try_from(square).expect("below 64");
    let (file, rank) = (number % 8 + files, number / 8 + ranks);
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then(|| usize::try_from(8 * rank + file).expect("0 to 63"))
}

fn name(square: usize) -> String {
    format!("{}{}", char::from(b"abcdefgh"[square % 8]), square / 8 + 1)
}

impl Reference {
    /// Reads a valid Shredder-FEN.
    pub(crate) fn new(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = [b'.'; 64];
        for (row, text) in fields[0].split('/').enumerate() {
            let mut square = 56 - 8 * row;
            for letter in text.bytes() {
                if letter.is_ascii_digit() {
                    square += usize::from(letter - b'0');
                } else {
                    board[square] = letter;
                    square += 1;
                }
            }
        }
        let rook = |letter: u8| match letter {
            b'A'..=b'H' => usize::from(letter - b'A'),
            _ => 56 + usize::from(letter - b'a'),
        };
        let rights = fields[2].bytes().filter(|&letter| letter != b'-');
        let en_passant = Some(fields[3].as_bytes())
            .filter(|field| field.len() == 2)
            .map(|field| usize::from(field[0] - b'a') + 8 * usize::from(field[1] - b'1'));
        Self { board, is_white: fields[1] == "w", castling: rights.map(rook).collect(), en_passant }
    }

    fn is_own(&self, square: usize) -> bool {
        self.board[square] != b'.' && self.board[square].is_ascii_uppercase() == self.is_white
    }

    fn is_enemy(&self, square: usize) -> bool {
        self.board[square] != b'.' && !self.is_own(square)
    }

    fn king(&self) -> usize {
        let king = if self.is_white { b'K' } else { b'k' };
        self.board.iter().position(|&letter| letter == king).expect("a king")
    }

    /// Returns whether the enemy attacks a square.
    fn is_attacked(&self, square: usize) -> bool {
        let is = |from: usize, letters: &[u8]| {
            self.is_enemy(from) && letters.contains(&self.board[from].to_ascii_lowercase())
        };
        let ahead = if self.is_white { 1 } else { -1 };
        let leaps = |steps: &[(i32, i32)], letter: u8| {
            steps.iter().filter_map(|&by| step(square, by)).any(|from| is(from, &[letter]))
        };
        let slides = STEPS.iter().enumerate().any(|(index, &by)| {
            let mut from = step(square, by);
            while let Some(next) = from.filter(|&next| self.board[next] == b'.') {
                from = step(next, by);
            }
            from.is_some_and(|from| is(from, if index < 4 { b"rq" } else { b"bq" }))
        });
        slides
            || leaps(&KNIGHT_STEPS, b'n')
            || leaps(&STEPS, b'k')
            || leaps(&[(1, ahead), (-1, ahead)], b'p')
    }

    pub(crate) fn is_check(&self) -> bool {
        self.is_attacked(self.king())
    }

    /// Returns the position after removing and adding letters, with the same side to move.
    fn after(&self, takes: &[usize], puts: &[(usize, u8)]) -> Self {
        let mut after = self.clone();
        for &square in takes {
            after.board[square] = b'.';
        }
        for &(square, letter) in puts {
            after.board[square] = letter;
        }
        after
    }

    /// Returns all legal moves in UCI notation, and for each move whether it gives check. Castling
    /// is the king's move onto its rook.
    pub(crate) fn moves_and_checks(&self) -> BTreeMap<String, bool> {
        let gives_check = |mut after: Self| {
            after.is_white = !after.is_white;
            after.is_check()
        };
        let moves = self.moves_and_positions().into_iter();
        moves.map(|(written, after)| (written, gives_check(after))).collect()
    }

    fn moves_and_positions(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        for from in (0..64).filter(|&from| self.is_own(from)) {
            let letter = self.board[from];
            match letter.to_ascii_lowercase() {
                b'p' => self.pawn_moves(from, &mut moves),
                b'n' => self.leaps(from, &KNIGHT_STEPS, &mut moves),
                b'k' => self.leaps(from, &STEPS, &mut moves),
                b'b' => self.slides(from, &STEPS[4..], &mut moves),
                b'r' => self.slides(from, &STEPS[..4], &mut moves),
                _ => self.slides(from, &STEPS, &mut moves),
            }
        }
        moves.retain(|(_, after)| !after.is_check());
        self.castling_moves(&mut moves);
        moves
    }

    fn step_to(&self, from: usize, to: usize, moves: &mut Vec<(String, Self)>) {
        let after = self.after(&[from], &[(to, self.board[from])]);
        moves.push((format!("{}{}", name(from), name(to)), after));
    }

    fn leaps(&self, from: usize, steps: &[(i32, i32)], moves: &mut Vec<(String, Self)>) {
        for to in steps.iter().filter_map(|&by| step(from, by)).filter(|&to| !self.is_own(to)) {
            self.step_to(from, to, moves);
        }
    }

    fn slides(&self, from: usize, steps: &[(i32, i32)], moves: &mut Vec<(String, Self)>) {
        for &by in steps {
            let mut square = from;
            while let Some(to) = step(square, by).filter(|&to| !self.is_own(to)) {
                self.step_to(from, to, moves);
                if self.is_enemy(to) {
                    break;
                }
                square = to;
            }
        }
    }

    fn pawn_moves(&self, from: usize, moves: &mut Vec<(String, Self)>) {
        let (ahead, first_rank) = if self.is_white { (1, 1) } else { (-1, 6) };
        let mut targets = Vec::new();
        let is_empty = |&to: &usize| self.board[to] == b'.';
        if let Some(once) = step(from, (0, ahead)).filter(is_empty) {
            targets.push((once, None));
            if from / 8 == first_rank {
                targets.extend(step(once, (0, ahead)).filter(is_empty).map(|to| (to, None)));
            }
        }
        for to in [-1, 1].into_iter().filter_map(|files| step(from, (files, ahead))) {
            if self.is_enemy(to) {
                targets.push((to, None));
            } else if self.en_passant == Some(to) {
                targets.push((to, step(to, (0, -ahead))));
            }
        }
        for (to, victim) in targets {
            let promotions: &[&str] = if to / 8 % 7 == 0 { &["q", "r", "b", "n"] } else { &[""] };
            for promotion in promotions {
                let letter = promotion.bytes().next().map_or(self.board[from], |letter| {
                    if self.is_white { letter.to_ascii_uppercase() } else { letter }
                });
                let takes: Vec<usize> = victim.into_iter().chain([from]).collect();
                let written = format!("{}{}{promotion}", name(from), name(to));
                moves.push((written, self.after(&takes, &[(to, letter)])));
            }
        }
    }

    fn castling_moves(&self, moves: &mut Vec<(String, Self)>) {
        let king = self.king();
        for &rook in self.castling.iter().filter(|&&rook| self.is_own(rook)) {
            let rank = 8 * (king / 8);
            let (king_to, rook_to) =
                if rook > king { (rank + 6, rank + 5) } else { (rank + 2, rank + 3) };
            let way = |from: usize, to: usize| from.min(to)..=from.max(to);
            let is_free = way(king, king_to)
                .chain(way(rook, rook_to))
                .all(|square| self.board[square] == b'.' || square == king || square == rook);
            // The squares that the king passes are tested with the king removed. His last square is
            // tested with the rook on its new square.
            let without_king = self.after(&[king], &[]);
            let is_safe = way(king, king_to).all(|square| !without_king.is_attacked(square));
            let pieces = [(king_to, self.board[king]), (rook_to, self.board[rook])];
            let after = self.after(&[king, rook], &pieces);
            if is_free && is_safe && !after.is_check() {
                moves.push((format!("{}{}", name(king), name(rook)), after));
            }
        }
    }
}
