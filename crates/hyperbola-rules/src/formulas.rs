//! The rules for a position in four words, for machines whose code is printed from them.
//!
//! There a position is four words: three binary digits of the kind of piece on each square, and the
//! squares of Black. White is always to move: after each move the board is [turned
//! over](Formulas::turned). So a program for a GPU needs no other formula than those here. They
//! share parts with the processor's counter, which puts these together in its own way.

use hyperbola::word::Branch;
use hyperbola::{Word, formula};

use crate::castling::{BothRights, Castles};
use crate::digits::Tally;
use crate::mover::{Mover, Sides};
use crate::moves::{PawnMoves, capturing_en_passant};
use crate::pieces::{MOVER, Pieces, REPLIER, beside, kinds as kinds_of_pieces, last_rank};
use crate::replies::{self, Replies};

/// A position in four words.
pub type FourWords<W> = [W; 4];

/// What else a move does than to go and to capture, as a number.
///
/// The promotions have the numbers of the pieces in a packed position.
pub mod kinds {
    /// Nothing else.
    pub const PLAIN: u64 = 0;
    /// A pawn's double step, after which it may be captured en passant.
    pub const TWO_STEPS: u64 = 1;
    /// The promotions: to a knight, a bishop, a rook and a queen.
    pub const PROMOTIONS: [u64; 4] = [2, 3, 4, 5];
    /// A capture en passant.
    pub const EN_PASSANT: u64 = 6;
    /// Castling to the king's side and to the queen's side.
    pub const CASTLING: [u64; 2] = [7, 8];
}

/// White's moves as sets of target squares, by where they come from.
#[derive(Debug, Clone, Copy)]
pub struct Moves<W> {
    /// The moves of sliders in each direction. They come from the nearest piece on the way back.
    pub sliders: [W; 8],
    /// The moves of knights by step, in the order of
    /// [`sets::DIFFERENCES`](crate::sets::DIFFERENCES).
    pub knights: [W; 8],
    /// The moves of pawns that are not promoted: one step, two steps, captures to the east and to
    /// the west.
    pub pawns: [W; 4],
    /// The moves of the king.
    pub king: W,
    /// The moves of pawns that are promoted: one step, and captures to the east and to the west.
    pub promotions: [W; 3],
    /// The pawns that may capture en passant.
    pub en_passant: W,
    /// The wings to castle to: 1 for the king's side, 2 for the queen's side.
    pub castling: W,
}

/// The forms in which the formula of replies is compiled. Each leaves out what cannot be in the
/// positions that it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyForm {
    /// All replies.
    All,
    /// Black is not in check.
    NoCheck,
    /// Nor has it a right to castle, or a pawn before its last rank.
    Plain,
    /// Nor is there a bishop or a queen.
    NoDiagonals,
    /// Nor is there a knight.
    RooksAndPawns,
    /// There are only kings, rooks and pawns.
    RooksAndPawnsInCheck,
}

impl ReplyForm {
    /// All forms.
    pub const ALL: [Self; 6] = [
        Self::All,
        Self::NoCheck,
        Self::Plain,
        Self::NoDiagonals,
        Self::RooksAndPawns,
        Self::RooksAndPawnsInCheck,
    ];
}

/// Black's replies as sets of target squares, except captures en passant, and a tally with their
/// number added.
#[derive(Debug, Clone, Copy)]
pub struct CountedReplies<W> {
    /// The moves of sliders in each direction.
    pub sliders: [W; 8],
    /// The moves of knights by step, in the order of
    /// [`sets::DIFFERENCES`](crate::sets::DIFFERENCES).
    pub knights: [W; 8],
    /// The moves of pawns: one step, two steps, captures to the east and to the west. Each on the
    /// last rank stands for four.
    pub pawns: [W; 4],
    /// The moves of the king.
    pub king: W,
    /// The wings to castle to: 1 for the king's side, 2 for the queen's side.
    pub castling: W,
    /// The words of the tally.
    pub tally: [W; 5],
    /// The number of all moves of the tally.
    pub total: W,
}

/// The formulas for the positions of a game: the squares of its castling moves are constants in
/// them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formulas {
    castles: Castles,
}

impl Formulas {
    /// Returns the formulas for games with some castling moves.
    #[inline]
    #[must_use]
    pub const fn new(castles: Castles) -> Self {
        Self { castles }
    }

    /// Returns the castling moves of the game.
    #[inline]
    #[must_use]
    pub const fn castles(&self) -> &Castles {
        &self.castles
    }

    /// Returns the formulas for boards that are turned over.
    #[inline]
    #[must_use]
    pub fn turned_over(&self) -> Self {
        Self { castles: self.castles.turned_over() }
    }

    /// Returns where White's king goes by castling to the king's side and to the queen's side.
    #[inline]
    #[must_use]
    pub fn king_targets(&self) -> [u64; 2] {
        self.castles.side(MOVER).each_ref().map(|castle| castle.king_to)
    }

    /// Returns White's legal moves.
    #[must_use]
    pub fn moves<W: Branch>(&self, position: FourWords<W>) -> Moves<W> {
        let Unpacked { white, black, rights, en_passant } = self.unpacked(position);
        let sides = Sides::new(&white, &black);
        let mover = Mover::new(&sides);
        let PawnMoves { one, two, east, west } = mover.pawn_moves(&sides);
        let last = one.splat(last_rank(MOVER));
        Moves {
            sliders: mover.slider_moves(),
            knights: mover.knight_moves(&sides),
            pawns: [one & !last, two, east & !last, west & !last],
            king: mover.king_moves(&sides),
            promotions: [one & last, east & last, west & last],
            en_passant: capturing_en_passant::<W, MOVER>(&white, &black, en_passant),
            castling: mover.castles(&sides, self.castles.side(MOVER), rights.mover),
        }
    }

    /// Returns the position after a move of White, with Black to move. `from` and `to` are squares
    /// as sets, and `kind` is one of the [`kinds`]. A king that castles goes to his last square.
    ///
    /// After a double step there is an en passant square if a pawn stands right to capture there,
    /// even if it is pinned.
    #[must_use]
    pub fn after<W: Word>(&self, position: FourWords<W>, from: W, to: W, kind: W) -> FourWords<W> {
        let [a, b, c, black] = position;
        let zero = kind.splat(0);
        let has = |set: W| !(set & from).zero_mask();
        let is = |number: u64| (kind ^ kind.splat(number)).zero_mask();
        let digit = |place: u32| zero.wrapping_sub(kind.shr(place) & kind.splat(1));
        formula! {
            occupied = (a | b) | c;
            white = occupied & !black;
            taken = to.shr(8) & is(kinds::EN_PASSANT);
        }
        let (mut rook, mut rook_to) = (zero, zero);
        for (castle, number) in self.castles.side(MOVER).iter().zip(kinds::CASTLING) {
            rook = rook | (is(number) & zero.splat(castle.rook));
            rook_to = rook_to | (is(number) & zero.splat(castle.rook_to));
        }
        formula! { goes = !((from | to) | (taken | rook)); }

        // The digits of the piece that moves. A rook that may castle is a rook afterwards.
        let piece = [has(a), has(b), has(c)];
        formula! {
            is_king = piece[1] & piece[2] & !piece[0];
            may_castle = (a & b) & c;
            is_promotion = kind.wrapping_sub(zero.splat(2)).shr(2).zero_mask();
            was_castler = has(may_castle);
        }
        let piece = [
            is_promotion.select(digit(0), piece[0] & !was_castler),
            is_promotion.select(digit(1), piece[1] & !was_castler),
            is_promotion.select(digit(2), piece[2]),
        ];
        formula! {
            stays_castler = !(may_castle & white & is_king);
            double = is(kinds::TWO_STEPS);
            pawns = a & !b & !c & black;
            en_passant = from.shl(8) & double & !(beside(to) & pawns).zero_mask();
        }
        [
            (a & goes & stays_castler) | (to & piece[0]),
            (b & goes & stays_castler) | (to & piece[1]),
            (c & goes) | (to & piece[2]) | rook_to,
            (black & occupied & goes) | en_passant,
        ]
    }

    /// Returns a position turned over: the other side becomes White.
    #[must_use]
    pub fn turned<W: Word>(position: FourWords<W>) -> FourWords<W> {
        let [a, b, c, black] = position;
        // The en passant square stands with Black's pieces in any case.
        formula! { occupied = (a | b) | c; }
        [a, b, c, (occupied & !black) | (black & !occupied)].map(W::swap_bytes)
    }

    /// Returns the number of Black's legal moves, except captures en passant.
    #[must_use]
    pub fn replies<W: Word>(&self, position: FourWords<W>) -> W {
        let nothing = [position[0].splat(0); Tally::<u64>::WORDS];
        self.replies_by(ReplyForm::All, position, nothing).total
    }

    /// Returns Black's legal moves by a form of the formula of replies, and a tally with their
    /// number added. A tally is five words.
    #[must_use]
    pub fn replies_by<W: Word>(
        &self,
        form: ReplyForm,
        position: FourWords<W>,
        tally: [W; 5],
    ) -> CountedReplies<W> {
        match form {
            ReplyForm::All => {
                self.counted::<W, { kinds_of_pieces::ALL }, true, true>(position, tally)
            }
            ReplyForm::NoCheck => {
                self.counted::<W, { kinds_of_pieces::ALL }, false, true>(position, tally)
            }
            ReplyForm::Plain => {
                self.counted::<W, { kinds_of_pieces::ALL }, false, false>(position, tally)
            }
            ReplyForm::NoDiagonals => self
                .counted::<W, { kinds_of_pieces::WITHOUT_DIAGONALS }, false, false>(
                    position, tally,
                ),
            ReplyForm::RooksAndPawns => self
                .counted::<W, { kinds_of_pieces::ROOKS_AND_PAWNS }, false, false>(position, tally),
            ReplyForm::RooksAndPawnsInCheck => {
                self.counted::<W, { kinds_of_pieces::ROOKS_AND_PAWNS }, true, true>(position, tally)
            }
        }
    }

    /// Finds Black's legal moves and counts them, as the processor's counter does in each lane.
    fn counted<W: Word, const KINDS: u8, const CHECKS: bool, const RARE: bool>(
        &self,
        position: FourWords<W>,
        tally: [W; 5],
    ) -> CountedReplies<W> {
        let Unpacked { white, black, rights, .. } = self.unpacked(position);
        let [black, white] = [black, white].map(Pieces::of_kinds::<KINDS>);
        let rights = if RARE { rights.replier } else { rights.replier.splat(0) };
        let castles = self.castles.side(REPLIER);
        let mut tally = Tally::from_words(tally);
        let replies =
            replies::count::<W, CHECKS, RARE>(&black, &white, castles, rights, &mut tally);
        let Replies { slides, leaps, pawns: PawnMoves { one, two, east, west }, king, castles } =
            replies;
        CountedReplies {
            sliders: slides,
            knights: leaps,
            pawns: [one, two, east, west],
            king,
            castling: castles,
            tally: tally.into_words(),
            total: tally.total(),
        }
    }

    /// Returns Black's pawns that may capture en passant.
    #[must_use]
    pub fn capturing_en_passant<W: Word>(&self, position: FourWords<W>) -> W {
        let Unpacked { white, black, en_passant, .. } = self.unpacked(position);
        capturing_en_passant::<W, REPLIER>(&black, &white, en_passant)
    }

    /// Returns the number of Black's captures en passant.
    #[must_use]
    pub fn captures_en_passant<W: Word>(&self, position: FourWords<W>) -> W {
        self.capturing_en_passant(position).count_ones()
    }

    /// Takes a position apart.
    #[must_use]
    pub fn unpacked<W: Word>(&self, position: FourWords<W>) -> Unpacked<W> {
        let [a, b, c, black] = position;
        formula! {
            occupied = (a | b) | c;
            own = occupied & !black;
            enemy = occupied & black;
            may_castle = (a & b) & c;
        }
        let side = |own: W, names: [&'static str; 5]| Pieces {
            pawns: (a & !(b | c) & own).named(names[0]),
            knights: (b & !(a | c) & own).named(names[1]),
            diagonal: (a & (b ^ c) & own).named(names[2]),
            orthogonal: (c & (a | !b) & own).named(names[3]),
            king: ((b & c) & !a & own).named(names[4]),
        };
        let rights = |white: bool, own: W| {
            let castlers = may_castle & own;
            let castles = self.castles.side(white).iter().enumerate();
            castles.fold(a.splat(0), |rights, (wing, castle)| {
                let lost = (castlers & a.splat(castle.rook)).zero_mask();
                rights | (!lost & a.splat(1 << wing))
            })
        };
        Unpacked {
            white: side(own, WHITE),
            black: side(enemy, BLACK),
            rights: BothRights { mover: rights(MOVER, own), replier: rights(REPLIER, enemy) },
            en_passant: black & !occupied,
        }
    }
}

/// The names of a side's pieces, in the order of [`Pieces`].
const WHITE: [&str; 5] =
    ["white_pawns", "white_knights", "white_diagonal", "white_orthogonal", "white_king"];
const BLACK: [&str; 5] =
    ["black_pawns", "black_knights", "black_diagonal", "black_orthogonal", "black_king"];

/// A position as the formulas for lanes take it.
#[derive(Debug, Clone, Copy)]
pub struct Unpacked<W> {
    /// White's pieces.
    pub white: Pieces<W>,
    /// Black's pieces.
    pub black: Pieces<W>,
    /// The castling rights.
    pub rights: BothRights<W>,
    /// The square behind a pawn that has just made a double step, or nothing.
    pub en_passant: W,
}
