//! Techniques made wrong on purpose: the suite must refuse every one of them.

use hyperbola::masks::SquareMask;
use hyperbola::{
    Algorithm, AlgorithmInfo, Direction, Family, Line, LineAttacks, SetwiseAttacks, Slider,
    SliderAttacks, Word,
};
use hyperbola_conformance::{properties, verify_technique};

/// Declares a technique from a rook's and a bishop's function of the square and the occupied set.
macro_rules! technique {
    ($name:ident, $rook:expr, $bishop:expr) => {
        #[derive(Debug, Clone, Copy)]
        struct $name;

        impl SliderAttacks for $name {
            const INFO: AlgorithmInfo = AlgorithmInfo {
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

/// Hyperbola quintessence along a line, to be made wrong in one place or another.
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

technique!(Right, rook, bishop);

// The slider's own square left in the masks of the diagonal.
technique!(OwnSquareInMask, rook, |square, occupied| {
    let line = square.line_mask(Line::Diagonal) | square.bit();
    formula(line, square.bit(), occupied) | self::line(Line::AntiDiagonal, square, occupied)
});

// One bit of one square's mask missing: h8 on a1's diagonal.
technique!(EdgeBitMissing, rook, |square, occupied| {
    let on_a1 = square.zero_mask();
    let line = square.line_mask(Line::Diagonal) & !(on_a1 & square.splat(1 << 63));
    formula(line, square.bit(), occupied) | self::line(Line::AntiDiagonal, square, occupied)
});

// A byte swap where a rank needs a bit reversal.
technique!(
    RankByByteSwap,
    |square, occupied| {
        let (line, r) = (square.line_mask(Line::Rank), square.bit());
        let o = occupied & line;
        let negative = o.swap_bytes().wrapping_sub(r.swap_bytes()).swap_bytes();
        ((o.wrapping_sub(r) ^ negative) & line) | self::line(Line::File, square, occupied)
    },
    bishop
);

// The result of the second subtraction not reversed back.
technique!(NotReversedBack, rook, |square, occupied| {
    let (line, r) = (square.line_mask(Line::Diagonal), square.bit());
    let o = occupied & line;
    let negative = o.reverse_bits().wrapping_sub(r.reverse_bits());
    ((o.wrapping_sub(r) ^ negative) & line) | self::line(Line::AntiDiagonal, square, occupied)
});

// Everything but the first blocker.
technique!(BlockerLeftOut, |square, occupied| rook(square, occupied) & !occupied, bishop);

// A shift by one too many, which a diagonal would forgive and a rank does not.
technique!(
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

// The slider's own square matters: it must be occupied.
technique!(OwnSquareMatters, rook, |square, occupied| {
    let own = (occupied & square.bit()).zero_mask();
    bishop(square, occupied) & !(own & square.line_mask(Line::Diagonal))
});

// A bit off the lines matters, on one square only.
technique!(
    NoiseMatters,
    |square, occupied| {
        let noisy = (square ^ square.splat(27)).zero_mask() & occupied & square.splat(1);
        rook(square, occupied) ^ noisy.shl(3)
    },
    bishop
);

// Obstruction difference without the sentinel for an empty lower ray.
technique!(
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

fn refused<T: SliderAttacks>() {
    let mismatch = Slider::ALL
        .into_iter()
        .find_map(|slider| verify_technique::<T>(slider, &mut |_| ()).err())
        .unwrap_or_else(|| panic!("{} passes", T::INFO.id));
    // The case is a true one, and says so as code.
    let found = T::slider_attacks(mismatch.slider, mismatch.square, mismatch.occupied);
    assert_eq!(found, mismatch.found);
    let reference =
        Algorithm::RayWalk.slider_attacks(mismatch.slider, mismatch.square, mismatch.occupied);
    assert_eq!(reference, mismatch.expected);
    let text = mismatch.to_string();
    let literal = format!("let occupied = {:#?};", mismatch.occupied);
    assert!(text.contains(&literal) && text.contains("assert_eq!(algorithm."), "{text}");
}

#[test]
fn the_right_one_passes() {
    for slider in Slider::ALL {
        assert!(verify_technique::<Right>(slider, &mut |_| ()).is_ok());
    }
}

#[test]
fn every_wrong_one_is_refused() {
    refused::<OwnSquareInMask>();
    refused::<EdgeBitMissing>();
    refused::<RankByByteSwap>();
    refused::<NotReversedBack>();
    refused::<BlockerLeftOut>();
    refused::<ShiftOffByOne>();
    refused::<OwnSquareMatters>();
    refused::<NoiseMatters>();
    refused::<NoSentinel>();
}

#[test]
fn properties_refuse_wrong_ones_too() {
    assert!(properties::queen_is_rook_and_bishop::<Right>().is_ok());
    assert!(properties::attacks_turn_with_the_board::<Right>().is_ok());
    assert!(properties::attacks_turn_with_the_board::<RankByByteSwap>().is_err());
    assert!(properties::attacks_are_mutual_and_see_no_further::<BlockerLeftOut>().is_err());
    assert!(properties::setwise_is_the_union_of_singles::<BarrierOnTheWrongFile>().is_err());
    assert!(properties::lines_are_right::<BarrierOnTheWrongFile>().is_err());
}

technique!(BarrierOnTheWrongFile, rook, bishop);

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

/// The mask in a row of the table is the one that a wrong technique would miss.
#[test]
fn masks_leave_the_own_square_out() {
    for square in 0..64_u64 {
        for mask in [SquareMask::Diagonal, SquareMask::AntiDiagonal, SquareMask::File] {
            assert_eq!(square.square_mask(mask) & square.bit(), 0);
        }
    }
}
