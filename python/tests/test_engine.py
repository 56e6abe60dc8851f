"""Engines: one in Python that does what its arguments say, and Stockfish where it is installed."""

from __future__ import annotations

import asyncio
import shutil
import sys
import time

import pytest

from hyperbola import Board, Move
from hyperbola.compat import chess as compat
from hyperbola.engine import _position, Cp, Engine, EngineError, EngineTerminatedError, Limit, Mate, PovScore, SimpleEngine, Wdl

ENGINE = """
import sys
mode = sys.argv[1]
for line in sys.stdin:
    word, *words = line.split() or [""]
    print("heard", line.strip(), file=sys.stderr, flush=True)
    if word == "uci":
        print("id name Fake\\nid author Nobody\\noption name Hash type spin default 16 min 1 max 64")
        print("option name UCI_Chess960 type check default false\\noption name Style type combo default Solid var Solid var Risky")
        print("option name MultiPV type spin default 1 min 1 max 9\\noption name Ponder type check default false\\nuciok", flush=True)
    elif word == "position":
        moved = "moves" in words
    elif word == "isready" and mode != "deaf":
        print("readyok", flush=True)
    elif word == "go" and mode == "silent":
        mode = "deaf"
    elif word == "go" and mode == "dies":
        print("info string last words", flush=True)
        sys.exit(3)
    elif word == "go" and mode == "wrong":
        print("bestmove e2e5", flush=True)
    elif word == "go" and "ponder" not in words and "infinite" not in words:
        print("info depth 3 seldepth 4 multipv 1 score cp 20 nodes 100 time 1500 wdl 100 800 100 pv e2e4 e7e5 x")
        print("info depth 3 multipv 2 score mate -3 lowerbound pv d2d4\\ninfo currmove e2e4 currmovenumber 1 nps x")
        print("bestmove b1c3" if moved else "bestmove e2e4 ponder e7e5", flush=True)
    elif word in ("stop", "ponderhit"):
        print("bestmove g1f3" if word == "ponderhit" else "bestmove b1c3", flush=True)
    elif word == "quit":
        break
"""
PLAYED = Limit(nodes=100)


def command(mode):
    return [sys.executable, "-c", ENGINE, mode]


def test_scores():
    assert Mate(-1) < Mate(-5) < Cp(-20) < Cp(300) < Mate(5) < Mate(1) < Mate(0, given=True) and Mate(0) < Mate(-1)
    assert [score.score(mate_score=1000) for score in (Mate(3), Mate(-3), Mate(0), Cp(7))] == [997, -997, -1000, 7]
    assert Mate(3).score() is None and Mate(3).mate() == 3 and not Cp(1).is_mate() and -Mate(0) == Mate(0, given=True)
    assert [str(score) for score in (Cp(20), Cp(-5), Cp(0), Mate(3), Mate(-3), Mate(0), -Mate(0))] == ["+20", "-5", "0", "#+3", "#-3", "#-0", "#+0"]
    assert repr([Cp(0), Mate(-3), PovScore(Cp(7), True)]) == "[Cp(0), Mate(-3), PovScore(Cp(+7), WHITE)]"
    score = PovScore(Cp(20), False)
    assert score.white() == Cp(-20) == score.pov(True) and score.black() == Cp(20)
    shares = Wdl(500, 300, 200)
    assert (shares.winning_chance(), shares.drawing_chance(), shares.losing_chance()) == (0.5, 0.3, 0.2)
    assert shares.expectation() == 0.65 and -Wdl(1, 2, 3) == Wdl(3, 2, 1)
    assert sum(Cp(80).wdl()) == 1000 and Cp(0).wdl().expectation() == 0.5 and Mate(2).wdl().wins > 990


def test_an_engine_gets_the_position_of_a_board():
    board = compat.Board()
    board.push_uci("e2e4")
    assert _position(board) == "position startpos moves e2e4"
    board.halfmove_clock = 7
    assert _position(board) == f"position fen {board.fen()}" and board.move_stack
    board.turn = compat.WHITE
    assert board.status() and _position(board) == "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 7 1"
    # No pawn can have passed over d6.
    assert _position(compat.Board("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1")) == "position fen 4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"
    board.remove_piece_at(compat.E1)
    with pytest.raises(ValueError, match="no position"):
        _position(board)
    assert Limit(white_clock=9, black_clock=9, remaining_moves=4)._goes_on(Limit(white_clock=8, black_clock=7, remaining_moves=3))


def test_an_engine_is_asked():
    with SimpleEngine.popen_uci(command("plays"), timeout=5) as engine:
        assert engine.id == {"name": "Fake", "author": "Nobody"}
        assert engine.options["Hash"][1:5] == ("spin", 16, 1, 64) and engine.options["Style"].var == ["Solid", "Risky"]
        engine.configure({"hash": 32, "Style": "Risky"})
        for wrong in ({"Hash": 0}, {"Hash": True}, {"Style": "x"}, {"None": 1}, {"MultiPV": 2}):
            with pytest.raises(ValueError, match=next(iter(wrong))):
                engine.configure(wrong)
        for wrong in (Limit(), Limit(time=-1)):
            with pytest.raises(ValueError, match="expected"):
                engine.play(Board(), wrong)
        board = Board()
        result = engine.play(board, PLAYED)
        assert (str(result.move), str(result.ponder)) == ("e2e4", "e7e5") and board == Board()
        first, second = engine.analyse(board, PLAYED, multipv=2)
        assert first["pv"] == [Move.from_uci("e2e4"), Move.from_uci("e7e5")] and first["time"] == 1.5
        assert first["score"].white() == Cp(20) and first["wdl"].white() == (100, 800, 100)
        assert second["score"].relative == Mate(-3) and second["lowerbound"] is True
        # What was pondered and is played is a hit; what was not is stopped.
        played = engine.play(board, PLAYED, ponder=True)
        for uci in (played.move, played.ponder):
            board.push(uci)
        assert str(engine.play(board, PLAYED).move) == "g1f3"
        engine.play(Board(), PLAYED, ponder=True)
        assert str(engine.play(Board(), PLAYED).move) == "e2e4"
        # Clocks run while it ponders; with another limit or game, it thinks anew.
        clocks = Limit(white_clock=60, black_clock=60, white_inc=1)
        for first, later, found in [
            (clocks, clocks._replace(white_clock=59, black_clock=50.5), "g1f3"),
            (clocks, clocks._replace(white_inc=2), "b1c3"),
            (clocks, Limit(white_clock=60), "b1c3"),
            (PLAYED, PLAYED._replace(nodes=200), "b1c3"),
            (PLAYED, PLAYED._replace(white_clock=60), "b1c3"),
        ]:
            engine.play(Board(), first, ponder=True)
            assert str(engine.play(board, later).move) == found
        engine.play(Board(), PLAYED, ponder=True)
        assert str(engine.play(board, PLAYED, game="another").move) == "b1c3"
        # The next call stops an analysis that was left open.
        analysis = engine.analysis(Board())
        assert str(engine.play(Board(), PLAYED).move) == "e2e4" and list(analysis) == []
        engine.analysis(Board(), PLAYED)
        later = engine.analysis(Board(), PLAYED)
        engine.ping()
        assert len(later.multipv) == 2 and next(later, None) is None
        with engine.analysis(Board()) as analysis:
            analysis.stop()
            assert analysis.wait() == {}
        engine.ping()
    engine.quit()
    with pytest.raises(EngineTerminatedError, match="was closed"):
        engine.ping()


@pytest.mark.parametrize(
    ("mode", "error"), [("dies", "code 3.*last words"), ("wrong", "wrong move.*e2e5"), ("silent", "silent for"), ("deaf", "does not answer 'isready'")]
)
def test_a_faulty_engine_is_an_error(mode, error):
    start = time.monotonic()
    with pytest.raises(EngineError, match=f"(?s){error}"):
        with SimpleEngine.popen_uci(command(mode), timeout=0.5) as engine:
            engine.play(Board(), PLAYED)
    assert time.monotonic() - start < 10


def test_what_is_no_engine_is_an_error():
    with pytest.raises(EngineError, match="cannot be started"):
        SimpleEngine.popen_uci("no such engine")
    with pytest.raises(EngineTerminatedError, match="(?s)code 7.*hello"):
        SimpleEngine.popen_uci([sys.executable, "-c", "print('hello'); raise SystemExit(7)"])


def test_asyncio():
    async def main():
        async with await Engine.popen_uci(command("plays"), timeout=5) as engine:
            async with await engine.analysis(Board()) as analysis:
                assert analysis.multipv == []
            waiting = asyncio.ensure_future((await engine.analysis(Board())).wait())
            await asyncio.sleep(0.05)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            # The next call stops an analysis that another task reads, one that nobody reads, and one
            # that it has waited for.
            read = asyncio.ensure_future((await engine.analysis(Board())).wait())
            await asyncio.sleep(0.05)
            assert str((await engine.play(Board(), PLAYED)).move) == "e2e4" and await read == {}
            later = [engine.analyse(Board(), PLAYED), engine.analysis(Board()), engine.ping()]
            _, analysis, _ = await asyncio.wait_for(asyncio.gather(*later), 4)
            assert [info async for info in analysis] == [] and analysis.best == "b1c3"
            return (await engine.play(Board(), PLAYED)).move

    assert str(asyncio.run(main())) == "e2e4"


def test_stockfish():
    path = shutil.which("stockfish", path="/usr/games:/usr/local/bin:/usr/bin")
    if path is None:
        pytest.skip("stockfish is not installed")
    with SimpleEngine.popen_uci(path) as engine:
        board = Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
        assert engine.analyse(board, Limit(depth=5))["score"].white() == Mate(1)
        board.push(engine.play(board, Limit(nodes=100)).move)
        assert board.is_checkmate() and engine.play(board, Limit(depth=1)).move is None
        chess960 = Board.from_chess960_pos(100)
        assert engine.play(chess960, Limit(nodes=500)).move in chess960.legal_moves


def test_what_an_engine_is_told_is_whole():
    from hyperbola import Board, Move
    from hyperbola.engine import Limit, _position

    assert Limit(time=0.0001)._words() == "movetime 1"
    assert Limit(white_clock=0.0001, remaining_moves=7)._words() == "wtime 0 movestogo 7"
    castled = Board("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", rules="chess960")
    assert _position(castled) == "position fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"
    board = Board()
    board.push(Move.null())
    assert _position(board) == f"position fen {board.fen()}"
