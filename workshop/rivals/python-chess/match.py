"""Plays games between the example engine and another one over UCI, and counts the results.

    $ python workshop/rivals/python-chess/match.py target/release/hyperbola-engine glaurung --depth 3 --games 40
    $ python workshop/rivals/python-chess/match.py target/release/hyperbola-engine stockfish --chess960 \
        --options UCI_LimitStrength=true,UCI_Elo=1800 --nodes 10000 --games 50

Each opening, of eight half moves at random, is played with both colours. The engine plays by its clock,
of which every delay of this program takes some; the other one searches to a depth or a number of nodes,
or by its clock too. A crash, an illegal move or a clock that has run out loses the game, and is named. The
exit status is 1 if the engine has lost a game so.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
import time
from concurrent import futures

import chess
import chess.engine


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Plays games between two engines.")
    parser.add_argument("engine")
    parser.add_argument("rival")
    parser.add_argument("--own", default="", help="options of the engine: NAME=VALUE,…")
    parser.add_argument("--options", default="", help="options of the other one")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--increment", type=float, default=0.1)
    parser.add_argument("--depth", type=int, help="of the other one's searches")
    parser.add_argument("--nodes", type=int, help="of the other one's searches")
    parser.add_argument("--chess960", action="store_true")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def start(path: str, settings: str) -> chess.engine.SimpleEngine:
    engine = chess.engine.SimpleEngine.popen_uci(path, timeout=60)
    engine.configure(dict(setting.split("=") for setting in settings.split(",") if setting))
    return engine


def opening(number: int, options: argparse.Namespace) -> chess.Board:
    """Returns a position after random moves, the same for two games."""
    choice = random.Random(1000 * options.seed + number // 2)
    while True:
        board = chess.Board.from_chess960_pos(choice.randrange(960)) if options.chess960 else chess.Board()
        while board.ply() < 8 and (moves := list(board.legal_moves)):
            board.push(choice.choice(moves))
        if not board.is_game_over():
            # Without its moves, so that the engines begin here.
            return chess.Board(board.fen(), chess960=options.chess960)


def play(number: int, options: argparse.Namespace) -> tuple[float, str]:
    """Plays a game, and returns the engine's points and how it ended."""
    board, own = opening(number, options), number % 2 == 0
    clocks = {side: options.seconds for side in chess.COLORS}
    engines = {own: start(options.engine, options.own), not own: start(options.rival, options.options)}
    try:
        while (outcome := board.outcome(claim_draw=True)) is None and board.ply() < 500:
            side, begin = board.turn, time.monotonic()
            who, lost = ("engine", 0.0) if side == own else ("rival", 1.0)
            is_held = side != own and (options.depth or options.nodes)
            limit = chess.engine.Limit(depth=options.depth, nodes=options.nodes)
            if not is_held:
                limit = chess.engine.Limit(
                    white_clock=clocks[chess.WHITE],
                    black_clock=clocks[chess.BLACK],
                    white_inc=options.increment,
                    black_inc=options.increment,
                )
            try:
                played = engines[side].play(board, limit, game=number).move
            except chess.engine.EngineError as error:
                return lost, f"fault of the {who}: {error}"
            if played is None:
                return lost, f"fault of the {who}: no move"
            if not is_held:
                clocks[side] -= time.monotonic() - begin
                if clocks[side] < 0:
                    return lost, f"time of the {who}"
                clocks[side] += options.increment
            board.push(played)
        if outcome is None:
            return 0.5, "500 half moves"
        return (0.5 if outcome.winner is None else float(outcome.winner == own)), outcome.termination.name
    finally:
        for engine in engines.values():
            engine.close()


def main() -> None:
    options = parse()
    results: collections.Counter[float] = collections.Counter()
    ends: collections.Counter[str] = collections.Counter()
    with futures.ThreadPoolExecutor(options.jobs) as pool:
        games = {pool.submit(play, number, options): number for number in range(options.games)}
        for done in futures.as_completed(games):
            points, end = done.result()
            results[points] += 1
            ends[end] += 1
            print(f"game {games[done]}: {points} {end}", flush=True)
    print(f"won {results[1.0]}, drawn {results[0.5]}, lost {results[0.0]}: {dict(ends)}")
    sys.exit(any("of the engine" in end for end in ends))


if __name__ == "__main__":
    main()
