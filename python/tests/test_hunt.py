"""The hunt of move generators in Python."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
import time

import pytest
from conftest import ROOT

import hyperbola
from hyperbola import Finding, InputSet, Position, hunt

# A loaded machine needs more than the 0.2 s that a call takes to stop.
PATIENCE = float(os.environ.get("HYPERBOLA_PATIENCE", "2"))


def position_after(fen, played):
    position = Position(fen, lenient=True)
    for move in played:
        position = position.play(move)
    return position


def right(fen, played):
    return position_after(fen, played).legal_moves()


def board_after(chess, fen, played, chess960=False):
    board = chess.Board(fen, chess960=chess960)
    for move in played:
        board.push_uci(move)
    return board


def test_nothing_is_found_in_python_chess(chess):
    def legal_moves(fen, played):
        board = board_after(chess, fen, played, chess960=True)
        return (move.uci() for move in board.legal_moves)

    def ordinary(fen, played):
        board = board_after(chess, fen, played)
        return [board.san(move) for move in board.legal_moves]

    assert hunt(legal_moves, seconds=None, positions=1500, chess960=True, unreachable=True) is None
    assert hunt(ordinary, seconds=None, positions=500) is None


def without_time(finding):
    """The finding without the seconds that its texts end with."""
    texts = [re.subn(r"\d+\.\d s, seed", "seed", text) for text in (finding.text, finding.markdown)]
    assert [times for _, times in texts] == [1, 1]
    return finding._replace(text=texts[0][0], markdown=texts[1][0])


@pytest.mark.parametrize("without_pins", [False, True])
def test_a_mistake_in_en_passant_is_found_and_made_small(chess, without_pins):
    """With the switch, an en passant capture may uncover an attack along the rank."""

    def legal_moves(fen, played):
        board = board_after(chess, fen, played)
        moves = set(board.legal_moves)
        if without_pins:
            moves |= {move for move in board.generate_pseudo_legal_ep() if not board.is_check()}
        return [move.uci() for move in moves]

    finding = hunt(legal_moves, seconds=None, positions=3000)
    if not without_pins:
        assert finding is None
        return
    assert isinstance(finding, Finding) and finding.minimal and finding.pieces <= 5
    assert finding.rule in ("en-passant-uncovers", "pinned") and "king" in finding.reason
    assert [wrong.fault for wrong in finding.wrong_moves] == ["extra"]
    assert finding.wrong_moves[0].text in legal_moves(finding.fen, finding.moves)
    assert finding.wrong_moves[0].text not in right(finding.fen, finding.moves)
    # The row finds it again at once, and the reproduction is a test that fails.
    again = hunt(legal_moves, seconds=None, suite=[finding.epd])
    assert again is not None and again.found_after == 1 and again.fen == finding.fen
    names = {"legal_moves": legal_moves}
    exec(finding.python_test, names)
    test = next(item for name, item in names.items() if name.startswith("test_"))
    with pytest.raises(AssertionError):
        test()
    names["legal_moves"] = right
    test()
    assert finding.law in finding.text and finding.text == str(finding)
    assert finding.python_test in finding._repr_markdown_() and finding.fen in repr(finding)
    # The same seed asks the same, in another time.
    same = hunt(legal_moves, seconds=None, positions=3000)
    assert without_time(same) == without_time(finding)


def test_mistakes_in_making_moves_come_with_the_moves():
    def forgets_castling(fen, played):
        moves = right(fen, played)
        position = position_after(fen, played)
        if len(played) >= 2:
            moves = [move for move in moves if not position.san(move).startswith("O-O")]
        return moves

    finding = hunt(forgets_castling, seconds=None)
    assert finding is not None and len(finding.moves) == 2
    assert {wrong.fault for wrong in finding.wrong_moves} == {"missing"}
    assert position_after(finding.fen, finding.moves) == Position(finding.leads_to, lenient=True)
    again = hunt(forgets_castling, seconds=None, suite=[finding.epd])
    assert again is not None and (again.found_after, again.moves) == (1, finding.moves)


def test_a_rule_that_is_ignored_is_not_found():
    def no_castling(fen, played):
        position = position_after(fen, played)
        return [move for move in right(fen, played) if not position.san(move).startswith("O")]

    assert hunt(no_castling, seconds=None, positions=200).rule == "castling"
    found = hunt(no_castling, seconds=None, positions=200, ignore=["castling"])
    assert found is None or found.rule != "castling"


def test_the_fields_are_those_of_the_command():
    schema = json.loads((ROOT / "docs" / "output.schema.json").read_text())
    fields = set(schema["$defs"]["finding"]["properties"])
    assert set(Finding._fields) - {"text", "markdown"} == fields


def test_inputs_are_hunted():
    inputs = InputSet("threats_59808+pawn_pairs+halfka_v2_hm")

    def numbers(fen, played):
        return inputs.active(position_after(fen, played))

    def forgets_the_first(fen, played):
        # Generators are lists, too.
        return ((number for number in view[1:].tolist()) for view in numbers(fen, played))

    assert hunt(numbers, seconds=None, positions=300, inputs=inputs) is None
    found = hunt(forgets_the_first, seconds=None, positions=300, inputs=inputs)
    assert (found.kind, found.rule, found.right_command) == ("inputs", "input-missing", None)
    wrong = found.wrong_inputs[0]
    assert (wrong.view, wrong.list, wrong.fault) == ("white", "active", "missing")
    assert "assert sorted(inputs(fen, played, \"white\")) == [" in found.python_test
    for message, answer in (
        ("expected two lists, White's view and Black's; found 1", [[1]]),
        ("expected two lists, White's view and Black's; found more", [[1]] * 4),
        ("expected at most 10000 inputs, found more", [range(10_001), []]),
    ):
        with pytest.raises(ValueError, match=f"^{message}$"):
            hunt(lambda fen, played: answer, inputs=inputs)  # noqa: B023
    for wrong_answer in (7, [[-1], [2]], [[1.5], []], [["e2e4"], []], [1, 2]):
        with pytest.raises(TypeError, match="^expected two lists of numbers from 0 to 4294967295"):
            hunt(lambda fen, played: wrong_answer, inputs=inputs)  # noqa: B023
    with pytest.raises(ValueError, match="^inputs: name 1 is not that of a preset"):
        hunt(numbers, inputs="halfka")


def test_an_exception_ends_the_hunt_at_once():
    class Broken(Exception):
        pass

    for wrong_at in (1, 5, 300):
        calls = []

        def breaks(fen, played, wrong_at=wrong_at, calls=calls):
            calls.append(fen)
            if len(calls) == wrong_at:
                raise Broken(fen)
            return right(fen, played)

        with pytest.raises(Broken) as raised:
            hunt(breaks, seconds=None)
        assert len(calls) == wrong_at and raised.value.args == (calls[-1],)

    # While what was found is made small, too.
    def breaks_later(fen, played):
        if fen.count("p") < 2:
            raise Broken
        moves = right(fen, played)
        return moves if fen.startswith("rnbq") and not played else moves[1:]

    with pytest.raises(Broken):
        hunt(breaks_later, seconds=None)


def endless(fen, played):
    while True:
        yield "e2e4"


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (ValueError, lambda: hunt(right, seconds=-1)),
        (ValueError, lambda: hunt(right, seconds=float("nan"))),
        (ValueError, lambda: hunt(right, positions=-1)),
        (ValueError, lambda: hunt(right, seed=2**64)),
        (ValueError, lambda: hunt(right, suite=["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "hello"])),
        (ValueError, lambda: hunt(right, ignore=["pin"])),
        (TypeError, lambda: hunt(right, ignore="pinned")),
        (ValueError, lambda: hunt(endless)),
        (TypeError, lambda: hunt(right, suite="4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        (TypeError, lambda: hunt("legal_moves")),
        (TypeError, lambda: hunt(right, positions=1.5)),
        (TypeError, lambda: hunt(lambda fen, played: "e2e4 e2e3")),
        (TypeError, lambda: hunt(lambda fen, played: [1, 2])),
        (TypeError, lambda: hunt(lambda fen, played: None)),
        (TypeError, lambda: hunt(lambda fen: [])),
    ],
)
def test_wrong_use_is_refused(error, call):
    with pytest.raises(error):
        call()


def test_texts_of_a_function_are_shown_without_control_characters():
    finding = hunt(lambda fen, played: ["\x1b[2Je2e4"])
    assert finding is not None and "\\u{1b}[2Je2e4" in [wrong.text for wrong in finding.wrong_moves]
    assert "\x1b" not in finding.text + finding.markdown


def interrupted(call):
    """Sends Ctrl-C to a call, and returns how long it takes to stop."""
    sent = []

    def interrupt():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.5, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    waited = time.perf_counter() - sent[0]
    timer.join()
    return waited


def test_ctrl_c_stops_a_hunt():
    def slow(fen, played):
        time.sleep(30)
        return []

    for function in (right, slow):
        assert interrupted(lambda function=function: hunt(function, seconds=None)) < PATIENCE


def test_other_threads_run_meanwhile():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    assert hyperbola.hunt(right, seconds=None, positions=20_000) is None
    stop.set()
    thread.join()
    assert len(ticks) >= 3


def test_rows_of_a_suite_are_those_of_a_file(tmp_path):
    asked = []

    def remember(fen, played):
        asked.append(fen)
        return right(fen, played)

    path = tmp_path / "suite.epd"
    path.write_text("8/8/8/8/8/8/8/K1k5 w - - 0 1\n8/8/8/8/8/8/8/K2k4 w - - 0 1\n", encoding="utf-8-sig")
    with open(path, encoding="utf-8") as rows:
        hunt(remember, suite=rows, suites=False, positions=20)
    assert {"8/8/8/8/8/8/8/K1k5 w - - 0 1", "8/8/8/8/8/8/8/K2k4 w - - 0 1"} <= set(asked)
    with pytest.raises(ValueError, match="^suite: row 1: column 1: expected a piece"):
        hunt(right, suite=["8/8/8/8/8/8/8/K1k5 w - - 0 1", "hello"])
