"""One position."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from conftest import TESTDATA

import hyperbola
from hyperbola import Bitboard, Position, Positions, Square, study

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_the_representation_makes_the_position():
    """Of a position that only the lenient reader takes, it says so."""
    strict = Position("4k3/8/8/8/8/8/8/RNBQKBNR w - - 3 40")
    lenient = Position("4k3/8/8/8/8/8/PPPPPPPP/RQBQKBQR w KQ - 0 1", lenient=True)
    assert (eval(repr(strict)), eval(repr(lenient))) == (strict, lenient)
    assert "lenient" not in repr(strict)
    with pytest.raises(ValueError, match="promoted"):
        Position(lenient.fen())


def test_a_position_is_read_and_written(fens):
    for fen in fens[:500]:
        position = Position(fen)
        again = Position(position.fen())
        assert again == position and hash(again) == hash(position) and again.key == position.key
        assert eval(repr(position)) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert Position(position.fen(shredder=True)) == position


def test_wrong_fens_say_where(invalid_fens):
    for fen in invalid_fens[:200]:
        with pytest.raises(ValueError, match="expected|found|side|check|square|king|pawn|piece"):
            Position(fen)
    with pytest.raises(ValueError, match="byte 0.*'x'|x"):
        Position("x")
    assert Position("4k3/8/8/8/8/8/8/4K2R w KQ e9 0 1", lenient=True).fen().split()[2] == "K"


def test_moves_are_played():
    position = Position(KIWIPETE)
    assert len(position.legal_moves()) == 48 and "e1g1" in position.legal_moves()
    assert position.san("e1g1") == "O-O" and position.parse_san("O-O-O") == "e1c1"
    after = position.play("e1g1")
    assert after.fen().startswith("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq")
    assert position == Position(KIWIPETE) and after != position
    for wrong in ("e1e8", "nonsense", "", "e2e4q"):
        with pytest.raises(ValueError, match=repr(wrong).strip("'") or "expected"):
            position.play(wrong)
    with pytest.raises(ValueError, match="Qh8"):
        position.parse_san("Qh8")


def test_chess960():
    position = Position("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
    assert position.perft(2) == 528
    assert position.fen(shredder=True).split()[2] == "HFhf"
    assert pickle.loads(pickle.dumps(position)) == position


def test_rules_say_how_castling_rights_are_read():
    fen = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9"
    assert Position(fen).perft(2) == Position(fen, rules="chess960").perft(2) == Position(fen, rules="auto").perft(2) == 1262
    with pytest.raises(ValueError, match="^the right of Black to castle .* is not one of chess: .*KQkq"):
        Position(fen, rules="chess")
    mended = Position(fen, lenient=True, rules="chess")
    assert mended == Position(fen, lenient=True) == hyperbola.Board(fen, lenient=True).position
    assert mended.perft(2) == 1222 and mended.fen().split()[2] == "KQ"
    assert Position(fen, lenient=True, rules="chess960").perft(2) == 1262
    with pytest.raises(ValueError, match="^row 1: the right of Black to castle .* is not one of chess"):
        Positions.from_fens([KIWIPETE, fen], rules="chess")
    assert Positions.from_fens([KIWIPETE, fen], rules="chess", bad_rows="skip").fens() == [KIWIPETE]
    for rules in ("chess", "auto"):
        assert Positions.from_fens([fen], rules=rules, lenient=True).fens() == [mended.fen()]
    files = fen.replace("KQkq", "HAha")
    assert Position(files, lenient=True) == Positions.from_fens([files], lenient=True)[0] == Position(fen)
    assert Positions.from_fens([fen], rules="chess960") == Positions.from_fens([fen])
    for read in (Position, lambda fen, rules: Positions.from_fens([fen], rules=rules)):
        with pytest.raises(ValueError, match='^rules: expected chess, chess960 or auto; found "Chess"$'):
            read(fen, rules="Chess")


# A FEN of each verdict, with the rule that it breaks, and the mended FEN.
JUDGED = {
    KIWIPETE: ("chess", None, None),
    "5k1r/8/8/8/8/8/8/4K3 b k - 0 1": ("chess960", None, "5k1r/8/8/8/8/8/8/4K3 b - - 0 1"),
    "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1": ("impossible", "castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    "8/8/8/3k4/4Pp2/8/8/4K2B b - e3 0 1": ("impossible", "en-passant", "8/8/8/3k4/4Pp2/8/8/4K2B b - - 0 1"),
    "7k/pp6/p7/8/8/8/8/K7 w - - 0 1": ("impossible", "pawns", None),
    "4k3/8/8/8/8/8/8/8 w - - 0 1": ("impossible", "pieces", None),
}


def test_verdicts():
    for fen, expected in JUDGED.items():
        found = hyperbola.verdict(fen)
        assert (found.verdict, found.rule, found.mended) == expected, found
        assert found.reason and not found.double
    assert "two pawns" in hyperbola.verdict("7k/pp6/p7/8/8/8/8/K7 w - - 0 1").reason
    assert hyperbola.verdict("1r1k4/8/7p/8/8/8/8/R3K3 w Ab - 0 1").double
    for fen, reason in {"8/8/8/8 w - - 0 1": "8/8/8/8", "\ufeff" + KIWIPETE: "byte order mark"}.items():
        with pytest.raises(ValueError, match=reason):
            hyperbola.verdict(fen)


def test_verdicts_on_columns():
    names = [name for name, _, _ in JUDGED.values()]
    columns = [list(JUDGED), np.array(list(JUDGED)), np.array(list(JUDGED), "S"), ["\ufeff" + KIWIPETE, *list(JUDGED)[1:]]]
    for column in columns:
        assert hyperbola.verdicts(column).tolist() == names
    marked = hyperbola.verdicts([KIWIPETE, None, "\ufeff" + KIWIPETE, "no FEN"], bad_rows="mark")
    assert marked.dtype.kind == "U" and marked.tolist() == ["chess", "", "", ""]
    assert hyperbola.verdicts([]).tolist() == []
    for wrong, reason in {None: "row 1: null", "no FEN": 'row 1: .*: "no FEN"', "\ufeff" + KIWIPETE: "row 1: .*byte order mark"}.items():
        with pytest.raises(ValueError, match=f"^{reason}"):
            hyperbola.verdicts([KIWIPETE, wrong])
    # Lists are read in slices of 32,768.
    many = list(JUDGED) * 8_000
    assert hyperbola.verdicts(many).tolist() == names * 8_000
    with pytest.raises(ValueError, match=f"^row {len(many)}: "):
        hyperbola.verdicts([*many, "x"])
    with pytest.raises(ValueError, match="^row 32768: .*byte order mark"):
        hyperbola.verdicts([*many[:32768], "\ufeff" + KIWIPETE])
    with pytest.raises(ValueError, match="bad_rows: expected 'error' or 'mark', found 'skip'"):
        hyperbola.verdicts([], bad_rows="skip")
    with pytest.raises(TypeError, match="fens: expected many texts, found one"):
        hyperbola.verdicts(KIWIPETE)


def test_attributes():
    position = Position("4k3/8/8/8/1b6/2N5/8/r3K3 w - - 3 7")
    assert position.side_to_move == "white" and position.fullmove_number == 7
    assert position.halfmove_clock == 3 and position.en_passant is None
    assert position.checkers == Bitboard(["a1"]) and position.is_check()
    assert position.pinned == Bitboard(["c3"]) and Square.D1 in position.king_danger
    assert position.pieces("white") == Bitboard(["e1", "c3"])
    assert position.pieces("black", "R") == Bitboard(["a1"]) and len(position.pieces()) == 5
    assert position.occupied == position.pieces()
    assert Position("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1").en_passant is Square.A3
    for wrong in ({"color": "red"}, {"role": "x"}):
        with pytest.raises(ValueError, match="expected"):
            position.pieces(**wrong)
    assert str(position).splitlines()[0] == ". . . . k . . ."
    svg = position._repr_svg_()
    assert svg.startswith("<svg") and svg.count("\ufe0e") == 5
    mate = Position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert mate.is_checkmate() and not mate.is_stalemate()
    assert Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_stalemate()


def test_perft():
    position = Position(KIWIPETE)
    assert [position.perft(depth) for depth in range(5)] == [1, 48, 2039, 97862, 4085603]
    assert position.perft(5, threads=2, memory_mib=16) == 193690690
    assert position.perft(4, simd="u64") == 4085603
    divided = position.divide(3)
    assert sum(divided.values()) == 97862 and set(divided) == set(position.legal_moves())
    kinds = position.perft_statistics(4, threads=2)
    assert (kinds["nodes"], kinds["castles"], kinds["double_checks"]) == (4085603, 128013, 6)
    with pytest.raises(ValueError, match="depth"):
        position.perft_statistics(256)
    with pytest.raises(ValueError, match="depth"):
        position.divide(0)
    with pytest.raises(ValueError, match="depth"):
        position.perft(256)
    with pytest.raises(ValueError):
        position.perft(-1)
    with pytest.raises(ValueError, match="threads"):
        position.perft(1, threads=257)
    with pytest.raises(ValueError, match="expected"):
        position.perft(1, simd="avx3")
    with pytest.raises((MemoryError, OverflowError)):
        position.perft(200, memory_mib=1 << 43)
    with pytest.raises(OverflowError, match="2\\^128"):
        Position("k7/8/8/8/8/8/8/7K w - - 0 1").perft(90, memory_mib=16)
    # No more memory is asked for than the count has use for.
    assert position.perft(3, memory_mib=1 << 43) == 97862
    assert sum(position.divide(2, memory_mib=1 << 42).values()) == 2039


def test_errors_show_the_beginning_of_a_text():
    position = Position()
    long = "x" * 10**7
    calls = [Position, position.play, position.parse_san, Positions.from_fens([]).compute]
    calls += [lambda text: Position(text, lenient=True), position.pieces, study.prove]
    for call in calls:
        with pytest.raises(ValueError) as refused:
            call(long)
        assert "x" * 200 in str(refused.value) and len(str(refused.value)) < 3000


def test_surrogates_are_refused_as_other_texts_are():
    with pytest.raises(ValueError, match="expected") as refused:
        Position("\ud800")
    assert type(refused.value) is ValueError
    with pytest.raises(ValueError, match="expected.*feature.*attacks") as refused:
        Positions.from_fens([]).compute("\ud800")
    assert type(refused.value) is ValueError


@pytest.mark.parametrize("suite", ["classic.epd", "chess960.epd", "en-passant.epd"])
def test_the_counts_of_the_suites_come_out(suite):
    """The suites that the counter in Rust is held to."""
    counted = 0
    for line in (TESTDATA / "perft" / suite).read_text().splitlines()[:12]:
        if line.startswith("#") or not line.strip():
            continue
        fen, *counts = line.split(";")
        position = Position(fen.strip())
        for depth, count in (count.removeprefix("D").split() for count in counts):
            if int(count) < 3 * 10**8:
                assert position.perft(int(depth)) == int(count), line
                counted += 1
    assert counted >= 3
