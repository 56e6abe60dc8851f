//! The numbers worked out in the source documents. Those about attacks are tested on every
//! technique, those about arithmetic on the words.

use hyperbola::techniques::{HyperbolaQuintessence, SetwiseSubtraction};
use hyperbola::word::reciprocal::Reciprocal;
use hyperbola::{
    Bitboard, Direction, Line, LineAttacks, SetwiseAttacks, Square, Technique, a8, bitboard,
};

/// The developer's blog has a rook on e4, with c4 and g4 occupied, on a board that counts from a8.
#[test]
fn the_blogs_rook_on_e4() {
    let square = a8::index(Square::E4);
    let (occupied, rank, attacks) = (0x44_0000_0000, 0xff_0000_0000, 0x6c_0000_0000);
    assert_eq!(1_u64 << square, 0x10_0000_0000);
    assert_eq!(
        [1 << square, occupied, rank, attacks],
        [68_719_476_736_u64, 292_057_776_128, 1_095_216_660_480, 463_856_467_968]
    );
    assert_eq!(a8::hyp_quint(square, occupied, rank), attacks);

    // Every technique must give the same on our mapping.
    let on_rank = Bitboard::from_rank(Square::E4.rank());
    for technique in Technique::ALL {
        let rook = technique.rook_attacks(Square::E4, a8::to_bitboard(occupied));
        assert_eq!(a8::from_bitboard(rook & on_rank), attacks, "{technique}");
    }
}

/// Hyperbola quintessence's own example is a line of eight squares, read from its highest bit.
#[test]
fn the_flat_byte_of_hyperbola_quintessence() {
    let (o, r) = (0b1101_0101_u8, 0b0001_0000_u8);
    let (o_reversed, r_reversed) = (o.reverse_bits(), r.reverse_bits());
    assert_eq!((o_reversed, r_reversed), (0b1010_1011, 0b0000_1000));
    assert_eq!((o - r, o_reversed - r_reversed), (0b1100_0101, 0b1010_0011));
    let (twice, twice_reversed) = (o - 2 * r, o_reversed - 2 * r_reversed);
    assert_eq!((twice, twice_reversed), (0b1011_0101, 0b1001_1011));
    assert_eq!(twice_reversed.reverse_bits(), 0b1101_1001);
    let attacks = 0b0110_1100;
    assert_eq!(twice ^ twice_reversed.reverse_bits(), attacks);

    // The byte is laid on a file, a diagonal and an anti-diagonal: every eighth, ninth and seventh
    // bit.
    let lines = [
        (Line::File, Square::A1, 8),
        (Line::Diagonal, Square::A1, 9),
        (Line::AntiDiagonal, Square::H1, 7),
    ];
    for (line, first, step) in lines {
        let spread = |byte: u8| {
            (0..8).map(|bit| u64::from(byte >> bit & 1) << (first.word() + bit * step)).sum::<u64>()
        };
        let square = u64::from(spread(r).trailing_zeros());
        let found = HyperbolaQuintessence::line(line, square, &spread(o));
        assert_eq!(found, spread(attacks), "{line}");
    }
}

/// The set-wise example has seven sliders on six ranks. The board is drawn with file a on the
/// right, and the attacks go to the left.
#[test]
fn the_setwise_example_in_both_mirrors() {
    // The picture is as in the source: the lowest bit of each rank is on the right, with the
    // barrier.
    let r = bitboard! {
        . . . . . . 1 .
        . . . . 1 . . .
        . . . . . . 1 .
        . . . . . 1 . .
        . . . . . . . .
        . . . . . . 1 .
        . . . . . . . 1
        1 . . . . . . .
    };
    let o = bitboard! {
        1 . . 1 . . 1 .
        1 . . . 1 . . .
        1 1 . . . . 1 .
        . 1 1 . . 1 . .
        . . . . . . . .
        . . . . . . 1 .
        . . . . . . . 1
        1 . . . . . . .
    };
    let left = bitboard! {
        . . . 1 1 1 . .
        1 1 1 1 . . . .
        . 1 1 1 1 1 . .
        . . 1 1 1 . . .
        . . . . . . . .
        1 1 1 1 1 1 . .
        1 1 1 1 1 1 1 .
        . . . . . . . .
    };
    assert_eq!(Bitboard(SetwiseSubtraction::direction(Direction::West, r.0, o.0)), left);
    let mirrored = [r, o, left].map(Bitboard::flip_files);
    let east = SetwiseSubtraction::direction(Direction::East, mirrored[0].0, mirrored[1].0);
    assert_eq!(Bitboard(east), mirrored[2]);
}

/// The disassembly of congruent modulo has these constants of reciprocal multiplication.
#[test]
fn the_reciprocals_of_congruent_modulo() {
    for (divisor, shift) in [(514, 9), (257, 8)] {
        let reciprocal = Reciprocal::new(divisor);
        assert_eq!((reciprocal.factor(), reciprocal.shift()), (0xff00_ff00_ff00_ff01, shift));
        assert!(reciprocal.is_exact_up_to(u64::MAX));
    }
}

/// Ryan Mack writes that `x ^ (x - 2)` has ones from the second bit up to and including the first
/// bit that is set.
#[test]
fn macks_trick() {
    for blocker in 1..64 {
        for beyond in [0, u64::MAX << blocker] {
            let x = 1_u64 << blocker | beyond;
            let ones = (u64::MAX >> (63 - blocker)) & !1;
            assert_eq!(x ^ (x - 2), ones, "first blocker {blocker}");
        }
    }
}
