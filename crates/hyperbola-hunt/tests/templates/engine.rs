// A small engine for the template: boards, moves, and Bullet's Chess768.

#[derive(Default)]
struct Changes {
    removed: [Vec<usize>; 2],
    added: [Vec<usize>; 2],
    refreshed: [Vec<usize>; 2],
}

struct Position {
    squares: [char; 64],
    is_white: bool,
    changes: Changes,
}

/// Returns the number of a piece on its square in a view: White's is 0.
fn number(piece: char, square: usize, view: usize) -> usize {
    let role = "pnbrqk".find(piece.to_ascii_lowercase()).unwrap();
    let is_other = piece.is_uppercase() != (view == 0);
    384 * usize::from(is_other) + 64 * role + (square ^ 56 * view)
}

impl Position {
    fn new(fen: &str) -> Self {
        let (mut squares, mut square) = (['.'; 64], 0);
        let mut fields = fen.split(' ');
        for letter in fields.next().unwrap().chars().filter(|letter| *letter != '/') {
            match letter.to_digit(10) {
                Some(empty) => square += empty as usize,
                None => {
                    squares[square ^ 56] = letter;
                    square += 1;
                }
            }
        }
        Self { squares, is_white: fields.next() == Some("w"), changes: Changes::default() }
    }

    fn put(&mut self, square: usize, piece: char) {
        for view in 0..2 {
            let old = self.squares[square];
            if old != '.' {
                self.changes.removed[view].push(number(old, square, view));
            }
            if piece != '.' {
                self.changes.added[view].push(number(piece, square, view));
            }
        }
        self.squares[square] = piece;
    }

    fn play(&mut self, uci: &str) {
        self.changes = Changes::default();
        let letters: Vec<usize> = uci.bytes().map(usize::from).collect();
        let square = |place: usize| letters[place] - 97 + 8 * (letters[place + 1] - 49);
        let (from, to) = (square(0), square(2));
        let mut piece = self.squares[from];
        let is_en_passant =
            piece.eq_ignore_ascii_case(&'p') && from % 8 != to % 8 && self.squares[to] == '.';
        if let Some(promoted) = uci.chars().nth(4) {
            piece = if self.is_white { promoted.to_ascii_uppercase() } else { promoted };
        }
        self.put(from, '.');
        self.put(to, piece);
        if is_en_passant {
            self.put(to ^ 8, '.');
        }
        if piece.eq_ignore_ascii_case(&'k') && from.abs_diff(to) == 2 {
            let (corner, beside) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            let rook = self.squares[corner];
            self.put(corner, '.');
            self.put(beside, rook);
        }
        self.is_white = !self.is_white;
    }

    fn inputs(&self, view: usize) -> Vec<usize> {
        let pieces = (0..64).filter(|&square| self.squares[square] != '.');
        pieces.map(|square| number(self.squares[square], square, view)).collect()
    }
}

fn main() {
    for line in std::io::stdin().lines() {
        answer_inputs(&line.expect("a line"));
    }
}
