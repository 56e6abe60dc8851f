//! Techniques that are wrong on purpose, each in one place. Every check must reject them.

use hyperbola::masks::FILE_A;
use hyperbola::table::Table;
use hyperbola::{
    Direction, Family, Line, LineAttacks, OccupiedBoards, SetwiseAttacks, SliderAttacks,
    TechniqueInfo, Word,
};

/// Declares a technique from two functions of the square and the occupied set: a rook's and a
/// bishop's.
macro_rules! technique {
    ($(#[$meta:meta])* $name:ident, $rook:expr, $bishop:expr) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl SliderAttacks for $name {
            const INFO: TechniqueInfo = TechniqueInfo {
                id: stringify!($name),
                name: stringify!($name),
                family: Family::Subtract,
                inventors: &[],
                year: 2026,
                source: "made wrong on purpose",
                needs: &[],
                tables: &[],
            };
            type Occupied<W: Word> = W;

            fn rook<W: Word>(square: W, occupied: &W) -> W {
                let rook: fn(W, W) -> W = $rook;
                rook(square, *occupied)
            }

            fn bishop<W: Word>(square: W, occupied: &W) -> W {
                let bishop: fn(W, W) -> W = $bishop;
                bishop(square, *occupied)
            }
        }
    };
}

/// Computes hyperbola quintessence along a line. Each wrong technique changes it in one place.
fn line<W: Word>(line: Line, square: W, occupied: W) -> W {
    formula(square.line_mask(line), square.bit(), occupied)
}

fn formula<W: Word>(line: W, r: W, occupied: W) -> W {
    let o = occupied & line;
    let negative = o.reverse_bits().wrapping_sub(r.reverse_bits()).reverse_bits();
    (o.wrapping_sub(r) ^ negative) & line
}

fn rook<W: Word>(square: W, occupied: W) -> W {
    line(Line::Rank, square, occupied) | line(Line::File, square, occupied)
}

fn bishop<W: Word>(square: W, occupied: W) -> W {
    line(Line::Diagonal, square, occupied) | line(Line::AntiDiagonal, square, occupied)
}

technique!(
    /// The right technique: hyperbola quintessence with a bit reversal for every line.
    Right, rook, bishop);

technique!(
    /// The masks of the diagonal contain the slider's own square.
    OwnSquareInMask, rook, |square, occupied| {
    let line = square.line_mask(Line::Diagonal) | square.bit();
    formula(line, square.bit(), occupied) | self::line(Line::AntiDiagonal, square, occupied)
});

technique!(
    /// One bit of one square's mask is missing: h8 on a1's diagonal.
    EdgeBitMissing, rook, |square, occupied| {
    let on_a1 = square.zero_mask();
    let line = square.line_mask(Line::Diagonal) & !(on_a1 & square.splat(1 << 63));
    formula(line, square.bit(), occupied) | self::line(Line::AntiDiagonal, square, occupied)
});

technique!(
    /// A rank gets a byte swap where it needs a bit reversal.
    RankByByteSwap,
    |square, occupied| {
        let (line, r) = (square.line_mask(Line::Rank), square.bit());
        let o = occupied & line;
        let negative = o.swap_bytes().wrapping_sub(r.swap_bytes()).swap_bytes();
        ((o.wrapping_sub(r) ^ negative) & line) | self::line(Line::File, square, occupied)
    },
    bishop
);

technique!(
    /// The result of the second subtraction is not reversed back.
    NotReversedBack, rook, |square, occupied| {
    let (line, r) = (square.line_mask(Line::Diagonal), square.bit());
    let o = occupied & line;
    let negative = o.reverse_bits().wrapping_sub(r.reverse_bits());
    ((o.wrapping_sub(r) ^ negative) & line) | self::line(Line::AntiDiagonal, square, occupied)
});

technique!(
    /// The first blocker is left out.
    BlockerLeftOut, |square, occupied| rook(square, occupied) & !occupied, bishop);

technique!(
    /// A shift is too long by one. A diagonal would hide this, but a rank does not.
    ShiftOffByOne,
    |square, occupied| {
        let (line, r) = (square.line_mask(Line::Rank), square.bit());
        let o = occupied & line;
        let positive = o ^ o.wrapping_sub(r.shl(2));
        let reversed = o.reverse_bits();
        let negative = reversed ^ reversed.wrapping_sub(r.reverse_bits().shl(1));
        ((positive | negative.reverse_bits()) & line) | self::line(Line::File, square, occupied)
    },
    bishop
);

technique!(
    /// The slider's own square matters: it must be occupied.
    OwnSquareMatters, rook, |square, occupied| {
    let own = (occupied & square.bit()).zero_mask();
    bishop(square, occupied) & !(own & square.line_mask(Line::Diagonal))
});

technique!(
    /// A bit off the lines matters, on one square only.
    NoiseMatters,
    |square, occupied| {
        let noisy = (square ^ square.splat(27)).zero_mask() & occupied & square.splat(1);
        rook(square, occupied) ^ noisy.shl(3)
    },
    bishop
);

technique!(
    /// Obstruction difference lacks the sentinel for an empty lower ray.
    NoSentinel,
    |square, occupied| {
        let attacks = |line: Line| {
            let lower = square.ray_mask(line.negative()) & occupied;
            let upper = square.ray_mask(line.positive()) & occupied;
            let ms1b = square.splat(1 << 63).shr_by(lower.leading_zeros());
            (upper ^ upper.wrapping_sub(ms1b)) & square.line_mask(line)
        };
        attacks(Line::Rank) | attacks(Line::File)
    },
    bishop
);

technique!(
    /// A set-wise subtraction has its barrier on the wrong file, that of another direction.
    BarrierOnTheWrongFile, rook, bishop);

impl LineAttacks for BarrierOnTheWrongFile {
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        let slider = square.bit();
        Self::direction(line.positive(), slider, *occupied)
            | Self::direction(line.negative(), slider, *occupied)
    }
}

impl SetwiseAttacks for BarrierOnTheWrongFile {
    fn direction<W: Word>(_: Direction, sliders: W, occupied: W) -> W {
        let barrier = occupied.splat(0x8080_8080_8080_8080);
        (occupied ^ (occupied | barrier).wrapping_sub(sliders.shl(1))) & !barrier
    }
}

/// Returns the attacks along a diagonal from a difference and its mirror image.
fn diagonal<W: Word>(square: W, occupied: W, difference: impl Fn(W, W) -> W) -> W {
    let (line, r) = (square.line_mask(Line::Diagonal), square.bit());
    let o = occupied & line;
    let negative = difference(o.reverse_bits(), r.reverse_bits()).reverse_bits();
    (difference(o, r) ^ negative) & line
}

technique!(
    /// Hyperbola quintessence has `o - r`, where `o` lacks the slider. This technique has `o - 2r`,
    /// which is equally correct: the two differ only on the slider's square, not on the line.
    RightDoubled,
    rook,
    |square, occupied| {
        diagonal(square, occupied, |o, r| o.wrapping_sub(r.shl(1)))
            | line(Line::AntiDiagonal, square, occupied)
    }
);

technique!(
    /// `o` contains the slider, so the formula needs `o - 2r`. This technique has `o - r`, so
    /// nothing is borrowed.
    NotDoubled,
    rook,
    |square, occupied| {
        diagonal(square, occupied, |o, r| (o | r).wrapping_sub(r))
            | line(Line::AntiDiagonal, square, occupied)
    }
);

/// The attacks along file a, by rank and the six inner squares.
static FILE_A_ATTACKS: Table<u64, 512> = Table::new("FILE_A_ATTACKS", {
    let mut entries = [0; 512];
    let mut index = 0;
    while index < 512 {
        let (rank, inner) = (index / 64, (index % 64) << 1);
        let mut upwards = rank + 1;
        while upwards < 8 {
            entries[index] |= 1 << (8 * upwards);
            upwards = if inner >> upwards & 1 == 1 { 8 } else { upwards + 1 };
        }
        let mut downwards = rank;
        while downwards > 0 {
            downwards -= 1;
            entries[index] |= 1 << (8 * downwards);
            if inner >> downwards & 1 == 1 {
                downwards = 0;
            }
        }
        index += 1;
    }
    entries
});

/// Looks up the attacks along a file by a multiplication.
fn file_by_factor<W: Word>(square: W, occupied: W, factor: u64) -> W {
    let file = square & square.splat(7);
    let inner = occupied.shr_by(file) & square.splat(FILE_A & 0x00ff_ffff_ffff_ff00);
    let index = inner.wrapping_mul(square.splat(factor)).shr(58);
    (square.shr(3).shl(6) | index).lookup(&FILE_A_ATTACKS).shl_by(file)
}

technique!(
    /// A look-up with the right factor.
    RightFactor,
    |square, occupied| {
        line(Line::Rank, square, occupied) | file_by_factor(square, occupied, 0x0004_0810_2040_8000)
    },
    bishop
);

technique!(
    /// A look-up with a wrong factor: one of its bits is one place too low.
    WrongFactor,
    |square, occupied| {
        line(Line::Rank, square, occupied) | file_by_factor(square, occupied, 0x0004_0810_2020_8000)
    },
    bishop
);

technique!(
    /// Wrong for exactly one set of occupied squares. No test finds this.
    WrongOnce,
    |square, occupied| {
        let once = occupied ^ square.splat(0x0123_4567_89ab_cdef);
        rook(square, occupied) ^ (once.zero_mask() & square.bit())
    },
    bishop
);

technique!(
    /// A technique whose lines are those of its mirror image.
    LinesMirrored,
    rook,
    bishop
);

impl LineAttacks for LinesMirrored {
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        self::line(
            match line {
                Line::Diagonal => Line::AntiDiagonal,
                Line::AntiDiagonal => Line::Diagonal,
                straight => straight,
            },
            square,
            *occupied,
        )
    }
}

/// Right except where both pieces are wanted at once: then each has the other's attacks.
#[derive(Debug, Clone, Copy)]
pub struct PiecesExchanged;

impl SliderAttacks for PiecesExchanged {
    const INFO: TechniqueInfo = TechniqueInfo { id: "PiecesExchanged", ..Right::INFO };
    type Occupied<W: Word> = W;

    fn rook<W: Word>(square: W, occupied: &W) -> W {
        rook(square, *occupied)
    }

    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        bishop(square, *occupied)
    }

    fn rook_bishop<W: Word>(square: W, occupied: &W) -> (W, W) {
        (bishop(square, *occupied), rook(square, *occupied))
    }
}

/// Right on new boards, wrong on boards kept up to date. The bit on the mirrored board is mirrored
/// by ranks and not by squares.
#[derive(Debug, Clone, Copy)]
pub struct WrongToggle;

/// The occupied squares and their mirror image.
#[derive(Debug, Clone, Copy)]
pub struct Mirrored<W>([W; 2]);

impl<W: Word> OccupiedBoards<W> for Mirrored<W> {
    fn from_occupied(squares: W) -> Self {
        Self([squares, squares.reverse_bits()])
    }

    fn toggle(&mut self, square: W) {
        let bit = square.bit();
        self.0 = [self.0[0] ^ bit, self.0[1] ^ bit.swap_bytes()];
    }

    fn boards(&self) -> impl Iterator<Item = W> {
        self.0.into_iter()
    }
}

impl SliderAttacks for WrongToggle {
    const INFO: TechniqueInfo = TechniqueInfo { id: "WrongToggle", ..Right::INFO };
    type Occupied<W: Word> = Mirrored<W>;

    fn rook<W: Word>(square: W, occupied: &Mirrored<W>) -> W {
        rook(square, occupied.0[1].reverse_bits())
    }

    fn bishop<W: Word>(square: W, occupied: &Mirrored<W>) -> W {
        bishop(square, occupied.0[1].reverse_bits())
    }
}
