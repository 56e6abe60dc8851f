//! The numbers of squares are right on every line, whatever stands there.
//!
//! Replies go along lines, but for those of knights and the king: sliders move along them, and
//! pawns step along a file and capture along a diagonal. A move changes what stands on its two
//! squares. So on a line through one of them or both it changes the replies by what the numbers
//! say, if it does in all contents of the line. Pieces that are pinned to another line, and all
//! others, only stand in the way.

use hyperbola_rules::lines::{KingRay, Pins, slides_in_pins};

use super::*;

/// What may stand on a square of a line: nothing, a piece of the mover, a replier's slider that
/// may move along the line, a replier's piece that may not, or a replier's pawn that may.
mod contents {
    pub(super) const EMPTY: u8 = 0;
    pub(super) const MOVER: u8 = 1;
    pub(super) const SLIDER: u8 = 2;
    pub(super) const OTHER: u8 = 3;
    pub(super) const PAWN: u8 = 4;
    pub(super) const LEN: u8 = 5;
}
use contents::{EMPTY, MOVER as OWN, OTHER, PAWN, SLIDER};

/// The contents of a line, from its lowest square.
type Contents = [u8; 8];

/// A whole line.
struct Squares {
    line: Line,
    /// Its squares from the lowest.
    squares: Vec<u64>,
}

impl Squares {
    /// Returns all lines of two squares or more.
    fn all() -> Vec<Self> {
        let lines = (0..64).flat_map(|lowest| Line::ALL.map(|line| (1_u64 << lowest, line)));
        let lowest = lines.filter(|&(square, line)| line.negative().shift(square) == 0);
        let all = lowest.map(|(square, line)| {
            let step = |&at: &u64| Some(line.positive().shift(at)).filter(|&next| next != 0);
            Self { line, squares: core::iter::successors(Some(square), step).collect() }
        });
        all.filter(|line| line.squares.len() > 1).collect()
    }

    /// Returns the place of contents in a table.
    fn index(&self, contents: &Contents) -> usize {
        let digits = contents[..self.squares.len()].iter().rev();
        digits.fold(0, |index, &digit| index * usize::from(contents::LEN) + usize::from(digit))
    }

    /// Returns all contents. Pawns stand on no rank, and neither on the first nor on the last.
    fn contents(&self) -> impl Iterator<Item = Contents> {
        let number = usize::from(contents::LEN).pow(self.squares.len().try_into().expect("few"));
        let all = (0..number).map(|mut index| {
            core::array::from_fn(|_| {
                let digit = index % usize::from(contents::LEN);
                index /= usize::from(contents::LEN);
                u8::try_from(digit).expect("a digit")
            })
        });
        all.filter(|contents| {
            self.squares.iter().zip(contents).all(|(&square, &what)| {
                what != PAWN || self.line != Line::Rank && (8..56).contains(&square.ilog2())
            })
        })
    }

    /// Counts the replies along the line by walking. A promotion counts as four moves.
    fn replies(&self, contents: &Contents) -> i64 {
        let all = &contents[..self.squares.len()];
        let slides = |way: &mut dyn Iterator<Item = &u8>| {
            let mut moves = 0;
            for &what in way {
                moves += i64::from(matches!(what, EMPTY | OWN));
                if what != EMPTY {
                    break;
                }
            }
            moves
        };
        let mut moves = 0;
        for (at, &what) in all.iter().enumerate() {
            if what == SLIDER {
                moves += slides(&mut all[at + 1..].iter()) + slides(&mut all[..at].iter().rev());
            }
            if what == PAWN && at > 0 {
                let each = if self.squares[at - 1] < 1 << 8 { 4 } else { 1 };
                if self.line != Line::File {
                    moves += each * i64::from(all[at - 1] == OWN);
                } else if all[at - 1] == EMPTY {
                    let is_first = at == 6 && all[4] == EMPTY;
                    moves += each + i64::from(is_first);
                }
            }
        }
        moves
    }
}

/// A board with pieces on one line only.
struct Board<'a> {
    mover: Pieces<u64>,
    replier: Pieces<u64>,
    of: Replier<u64>,
    numbers: Numbers<u64>,
    /// The squares where a piece affects promotions.
    limit: u64,
    line: &'a Squares,
}

impl<'a> Board<'a> {
    /// Puts pieces on a line. Those that may not move along it are knights, or with `stuck` sliders
    /// of its kind. All are pinned, so that no piece has other moves.
    fn new(line: &'a Squares, contents: &Contents, stuck: bool) -> Self {
        let all = line.squares.iter().zip(contents);
        let of =
            |kind| all.clone().filter(|&(_, &what)| what == kind).fold(0, |all, at| all | at.0);
        let (sliders, others, pawns) = (of(SLIDER), of(OTHER), of(PAWN));
        let is_orthogonal = matches!(line.line, Line::Rank | Line::File);
        let (knights, stuck) = if stuck { (0, others) } else { (others, 0) };
        let [orthogonal, diagonal] = if is_orthogonal { [stuck, 0] } else { [0, stuck] };
        let mover = Pieces { knights: of(OWN), ..Pieces::default() };
        let (orthogonal, diagonal) = (sliders | orthogonal, sliders | diagonal);
        let replier = Pieces { pawns, knights, diagonal, orthogonal, king: 0 };
        let mut pins = Pins { all: replier.all(), ..Pins::default() };
        // A slider that may not move along the line is pinned to a line of the other kind.
        pins.lines[line.line as usize] = sliders | pawns;
        pins.lines[if is_orthogonal { Line::Diagonal } else { Line::Rank } as usize] = others;
        let sides = Sides::new(&mover, &replier);
        let lines = slides_in_pins(replier.sliders(), &pins, sides.occupied);
        let rays = [KingRay { first: 0, second: 0 }; 8];
        let of = Replier::with_lines(&sides, rays, pins, 0, lines);
        let numbers = Numbers::new(&sides, &of);
        let limit = of.promotion_squares(&sides);
        Self { mover, replier, of, numbers, limit, line }
    }

    /// Returns the number of a square, without the addition for the replier's pieces.
    fn number(&self, square: u64) -> i64 {
        let addition = u64::from(self.replier.all() & square != 0) << LOG_OF_PIECE;
        self.numbers.of(square).cast_signed() - addition.cast_signed()
    }

    /// Returns the neutral moves along the line of a piece that stands on a square, each with what
    /// its squares' numbers say that it adds to the replies.
    fn moves(&self, from: u64, role: Role, mut found: impl FnMut(u64, i64)) {
        let knights = self.mover.knights ^ from;
        let (of_role, usual) = (|it| if role == it { from } else { 0 }, USUAL.cast_signed());
        let mover = Pieces {
            pawns: of_role(Role::Pawn),
            knights,
            diagonal: of_role(Role::Queen),
            orthogonal: of_role(Role::Queen),
            king: of_role(Role::King),
        };
        let sides = Sides::new(&mover, &self.replier);
        let Self { of: replier, limit, .. } = self;
        let number_from = self.number(from);
        let attacked = Attacked::new(replier);
        let limits = Limits {
            no_castling: !0,
            all: *limit,
            rook: *limit,
            bishop: *limit,
            queen: *limit,
            knight: *limit,
            pawn: *limit,
            king: *limit,
        };
        let on_line = self.line.squares.iter().fold(0, |all, square| all | square);
        let mut each = |to: u64, from: i64| {
            for &square in self.line.squares.iter().filter(|&square| to & on_line & square != 0) {
                found(square, from - self.number(square));
            }
        };
        let of_mover = Mover::new(&sides);
        let candidates = Candidates::new(&sides, &of_mover, replier, &self.numbers, &limits);
        match role {
            Role::Queen => {
                let once = attacked.at_most_once(replier);
                let moves = MovesOfPiece::new(from, &sides, *limit, &attacked, once);
                each(union(moves.slides) & !moves.towards, number_from);
                each(moves.towards, usual);
                let usual_slides = candidates.usual_slides(&sides, &limits);
                each(union(usual_slides), usual);
            }
            Role::Pawn => {
                let PawnMoves { one, two, east, west } =
                    neutral_pawns(&sides, &candidates, &limits, &attacked);
                each(one | two, number_from);
                let pawns = self.replier.pawns;
                each((east | west) & !pawns, number_from);
                each((east | west) & pawns, number_from + 1);
            }
            Role::King => {
                each(neutral_moves_of_king(&sides, &of_mover, replier, &limits), number_from);
            }
        }
    }
}

/// The pieces of the mover that may move along a line.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    Queen,
    Pawn,
    King,
}

/// Compares on all contents of a line. Returns the numbers of contents, of squares and of moves.
fn compare(line: &Squares, stuck: bool) -> [u64; 3] {
    let len = line.squares.len();
    let mut replies = vec![0; usize::from(contents::LEN).pow(len.try_into().expect("few"))];
    for contents in line.contents() {
        replies[line.index(&contents)] = line.replies(&contents);
    }
    let [mut boards, mut squares, mut moves] = [0; 3];
    for contents in line.contents() {
        let board = Board::new(line, &contents, stuck);
        let before = replies[line.index(&contents)];
        assert_eq!(board.of.base_of_pieces().cast_signed(), before, "{:?} {contents:?}", line.line);
        boards += 1;
        let change = |changes: &[(usize, u8)]| {
            let mut after = contents;
            changes.iter().for_each(|&(at, what)| after[at] = what);
            replies[line.index(&after)] - before
        };
        let allowed = |&(_, square): &(usize, &u64)| square & board.limit == 0;
        for (at, &square) in line.squares.iter().enumerate().filter(allowed) {
            let what = || format!("{:?} {contents:?} {at}", line.line);
            let number = board.number(square) - USUAL.cast_signed();
            if contents[at] != OWN {
                assert_eq!(change(&[(at, OWN)]), -number, "{}", what());
                squares += 1;
                continue;
            }
            assert_eq!(change(&[(at, EMPTY)]), number, "{}", what());
            squares += 1;
            for role in [Role::Queen, Role::Pawn, Role::King] {
                board.moves(square, role, |to, expected| {
                    let to = line.squares.iter().position(|&at| at == to).expect("on the line");
                    let found = change(&[(at, EMPTY), (to, OWN)]);
                    assert_eq!(found, expected, "{} {to} {role:?}", what());
                    moves += 1;
                });
            }
        }
    }
    [boards, squares, moves]
}

#[test]
fn a_move_changes_the_replies_on_each_line_by_the_numbers_of_its_squares() {
    let mut all = [0; 3];
    for line in Squares::all() {
        for stuck in [false, true] {
            let more = compare(&line, stuck);
            all.iter_mut().zip(more).for_each(|(all, more)| *all += more);
        }
    }
    // Contents, squares and moves.
    assert_eq!(all, [6_673_536, 50_432_336, 25_198_408]);
}

/// Returns the squares a knight's move away, by files and ranks.
fn knight_moves(square: usize) -> impl Iterator<Item = usize> {
    let [file, rank] = [square % 8, square / 8];
    (0..64_usize).filter(move |at| matches!((at % 8).abs_diff(file) * (at / 8).abs_diff(rank), 2))
}

/// Compares for what may stand on a square and around it: of the replier's knights, those that are
/// pinned do not move. Returns the number of boards.
fn compare_knights(square: usize) -> u64 {
    let bit = 1_u64 << square;
    let around: Vec<usize> = knight_moves(square).collect();
    let mut boards = 0;
    let number_of_boards = 3_usize.pow(around.len().try_into().expect("few"));
    for ([movers, free, pinned], mut index) in [[0, 0, 0], [bit, 0, 0], [0, bit, 0], [0, 0, bit]]
        .into_iter()
        .flat_map(|here| (0..number_of_boards).map(move |index| (here, index)))
    {
        let (mut all_free, mut all_pinned) = (free, pinned);
        for at in &around {
            match index % 3 {
                1 => all_free |= 1 << at,
                2 => all_pinned |= 1 << at,
                _ => {}
            }
            index /= 3;
        }
        let pieces = |knights| Pieces { knights, ..Pieces::default() };
        let (mover, replier) = (pieces(movers), pieces(all_free | all_pinned));
        let sides = Sides::new(&mover, &replier);
        let mut pins = Pins { all: all_pinned, ..Pins::default() };
        pins.lines[Line::Rank as usize] = all_pinned;
        let rays = [KingRay { first: 0, second: 0 }; 8];
        let of = Replier::with_lines(&sides, rays, pins, 0, [0; 8]);
        let moves = |free: u64, repliers: u64| -> i64 {
            let each = (0..64).filter(|at| free >> at & 1 == 1).flat_map(knight_moves);
            each.map(|to| i64::from(repliers >> to & 1 == 0)).sum()
        };
        let before = moves(all_free, sides.repliers);
        assert_eq!(of.base_of_pieces().cast_signed(), before);
        // A piece of the mover comes to the square, or leaves it.
        let taken = moves(all_free & !bit, sides.repliers & !bit) - before;
        let is_piece = (free | pinned).count_ones();
        let addition = USUAL + (u64::from(is_piece) << LOG_OF_PIECE);
        let number = Numbers::new(&sides, &of).of(bit).cast_signed() - addition.cast_signed();
        assert_eq!(taken, -number, "{square} {movers:x} {all_free:x} {all_pinned:x}");
        boards += 1;
    }
    boards
}

#[test]
fn a_capture_changes_the_knights_moves_by_the_number_of_its_square() {
    let boards: u64 = (0..64).map(compare_knights).sum();
    assert_eq!(boards, 474_048);
}
