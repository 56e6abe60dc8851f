//! Definitions: rejected ones with the reasons, and texts.

use hyperbola_inputs::{
    Block, Definition, InputSet, InputSetError, Mirror, PawnPairs, PieceSquares, PieceThreats,
    Preset, Square, Victims,
};

use crate::support::named;

#[test]
fn presets_have_the_numbers_of_the_networks() {
    let sizes = [22_528, 24_576, 59_808, 60_720, 60_144, 66_864, 79_856, 4_560, 768];
    let found: Vec<u32> = Preset::ALL.iter().map(|preset| preset.set().size()).collect();
    assert_eq!(found, sizes);
    // Digests never change, as numbers do not.
    let digests: Vec<String> =
        Preset::ALL.iter().map(|preset| format!("{:016x}", preset.set().digest())).collect();
    assert_eq!(digests, DIGESTS);
    assert_eq!(Preset::named("halfka"), None);
}

const DIGESTS: [&str; 9] = [
    "50ff1a52a02432f2",
    "aa04bbcc92f6bf25",
    "7b77696b2f5f4a20",
    "73e30764eadd9047",
    "73e66b64eae0700a",
    "e1a97957dd0c76ca",
    "34bed1d266cda410",
    "d0aa6418672cf911",
    "e87fa72aff6c1361",
];

#[test]
fn names_with_plus_signs_are_sets() {
    let set = named("threats_59808+pawn_pairs+halfka_v2_hm");
    let starts: Vec<u32> = set.parts().iter().map(|part| part.start()).collect();
    assert_eq!((starts, set.size()), (vec![0, 59_808, 64_368], 86_896));
    let error = |text: &str| text.parse::<InputSet>().expect_err("no set").to_string();
    for (text, message) in [
        ("halfka", "name 1 is not that of a preset: expected halfka_v2_hm, halfka_v2_hm_training"),
        ("pawn_pairs+", "name 2 is not that of a preset"),
        ("pawn_pairs+threats", "name 2 is not that of a preset"),
        ("", "name 1 is not that of a preset"),
        ("pawn_pairs+pawn_pairs", "expected at most one block of threats and one of pairs"),
        ("threats_59808+threats_60144", "expected at most one block of threats"),
        ("chess_768+chess_768+chess_768+chess_768+chess_768", "expected at most four blocks"),
    ] {
        assert!(error(text).starts_with(message), "{text}: {}", error(text));
    }
}

#[test]
fn blocks_that_make_no_set_are_refused() {
    let new = |block| InputSet::new([block]).expect_err("no set");
    assert_eq!(InputSet::new([]).expect_err("no set"), InputSetError::NoBlock);
    let none = PieceSquares { planes: [None; 12], ..PieceSquares::CHESS_768 };
    assert_eq!(new(Block::Pieces(none)), InputSetError::NoPlane);
    let mut planes = PieceSquares::CHESS_768.planes;
    planes[3] = Some(12);
    let high = PieceSquares { planes, ..PieceSquares::CHESS_768 };
    assert_eq!(new(Block::Pieces(high)), InputSetError::PlaneTooHigh { plane: 12 });
    let merged = PieceSquares::CHESS_768.with_kings_merged();
    let (first, second) = (Square::A1, Square::C1);
    assert_eq!(new(Block::Pieces(merged)), InputSetError::KingsApart { first, second });
    let threats = PieceThreats {
        mirror: Mirror::None,
        victims: [Victims::default(); 6],
        pushes: true,
        once: true,
    };
    assert_eq!(new(Block::Threats(threats)), InputSetError::NoVictim);
    let pairs = PawnPairs { mirror: Mirror::None, files: 8 };
    assert_eq!(new(Block::Pairs(pairs)), InputSetError::TooManyFiles { files: 8 });
    assert!(InputSet::new([Block::Pairs(PawnPairs { files: 7, ..pairs })]).is_ok());
    assert_eq!((Victims::new("PNx"), Victims::new("NN")), (None, None));
}

#[test]
fn buckets_that_no_king_sees_make_no_difference() {
    let buckets: [u8; 64] = core::array::from_fn(|square| u8::try_from(square).expect("below 64"));
    for (mirror, unseen) in [(Mirror::QueenSide, 4..8), (Mirror::KingSide, 0..4)] {
        let pieces = PieceSquares { mirror, ..PieceSquares::chess_buckets(buckets) };
        let mut others = buckets;
        for square in (0..64).filter(|square| unseen.contains(&(square % 8))) {
            others[square] = 99;
        }
        let other = PieceSquares { mirror, ..PieceSquares::chess_buckets(others) };
        let [one, two] = [pieces, other].map(|set| InputSet::new([Block::Pieces(set)]));
        let (one, two) = (one.expect("valid"), two.expect("valid"));
        assert_eq!((&one, one.digest()), (&two, two.digest()));
    }
}

fn parsed(text: &str) -> Definition {
    toml::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_set_is_the_same_after_it_was_written() {
    for preset in Preset::ALL {
        let set = named(&format!("{}+chess_768", preset.name));
        let text = toml::to_string(&Definition::from(&set)).expect("a text");
        let read = parsed(&text).set().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((&read, read.digest()), (&set, set.digest()), "{text}");
    }
    let by_name = parsed("[[blocks]]\npreset = \"pawn_pairs\"").set().expect("a set");
    assert_eq!(by_name, named("pawn_pairs"));
    // Missing fields are false for `pushes` and true for `once`.
    let victims = r#"victims = ["NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""]"#;
    let short = format!("[[blocks]]\nkind = \"threats\"\nmirror = \"a-d\"\n{victims}");
    assert_eq!(parsed(&short).set().expect("a set"), named("threats_59808"));
    let (one, two) = (named("pawn_pairs+chess_768"), named("chess_768+pawn_pairs"));
    assert_ne!(one.digest(), two.digest());
}

#[test]
fn wrong_texts_say_what_was_expected() {
    let pieces = "kind = \"pieces\"\nmirror = \"none\"\n";
    let threats = "kind = \"threats\"\nmirror = \"a-d\"\n";
    for (text, message) in [
        ("", "block 1: expected a preset or a kind"),
        ("preset = \"x\"", "block 1: expected one of the presets halfka_v2_hm, "),
        ("preset = \"pawn_pairs\"\nfiles = 1", "block 1: expected a preset without parameters"),
        ("kind = \"pawn-pairs\"\nmirror = \"a-d\"", "block 1: expected files"),
        ("kind = \"pawn-pairs\"\nfiles = 1", "block 1: expected mirror"),
        (
            "kind = \"pawn-pairs\"\nfiles = 1\nonce = true",
            "block 1: this kind of block has no once",
        ),
        (pieces, "block 1: expected planes"),
        (&format!("{pieces}planes = \"kings-apart\""), "block 1: expected buckets"),
        (
            &format!("{pieces}planes = [1]\nbuckets = []"),
            "block 1: planes: expected 12 numbers, found 1",
        ),
        (
            &format!("{pieces}planes = [0,0,0,0,0,0,0,0,0,0,0,12]\nbuckets = []"),
            "block 1: planes: expected -1 to 11, found 12",
        ),
        (
            &format!("{pieces}planes = \"kings-apart\"\nbuckets = [1, 2]"),
            "block 1: buckets: expected 64 or 32 numbers, found 2",
        ),
        (&format!("{threats}victims = [\"P\"]"), "block 1: victims: expected six texts, found 1"),
        (
            &format!("{threats}victims = [\"P\", \"n\", \"\", \"\", \"\", \"\"]"),
            "block 1: victims: expected letters of PNBRQK, each once, found \"n\"",
        ),
    ] {
        let error = parsed(&format!("[[blocks]]\n{text}")).set().expect_err("no set").to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    let error = parsed("blocks = []").set().expect_err("no set");
    assert_eq!((error.block, &*error.to_string()), (None, "expected a block"));
    for (text, message) in [
        ("kind = \"pawns\"", "unknown variant `pawns`"),
        ("mirror = \"e\"", "unknown variant `e`, expected one of `none`, `a-d`, `e-h`"),
        ("plane = 1", "unknown field `plane`"),
        ("planes = \"kings\"", "expected kings-apart, kings-merged, or a list of 12 numbers"),
    ] {
        let found = toml::from_str::<Definition>(&format!("[[blocks]]\n{text}"));
        let error = found.expect_err("no definition").to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
