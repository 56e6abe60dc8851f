"""A library in another language as a UCI engine with `go perft`: python-chess.

    hyperbola hunt --uci 'python3 crates/hyperbola-hunt/examples/python_chess.py'
"""

import sys

import chess


def count(board, depth):
    if depth == 0:
        return 1
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total


board = chess.Board()
chess960 = False
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("option name UCI_Chess960 type check default false\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["setoption"]:
        chess960 = words[-1] == "true"
    elif words[:2] == ["position", "fen"]:
        fen, _, moves = line.strip().removeprefix("position fen ").partition(" moves ")
        board = chess.Board(fen, chess960=chess960)
        for uci in moves.split():
            board.push_uci(uci)
    elif words[:2] == ["go", "perft"]:
        total = 0
        for move in list(board.legal_moves):
            name = board.uci(move)
            board.push(move)
            nodes = count(board, int(words[2]) - 1)
            board.pop()
            total += nodes
            print(f"{name}: {nodes}")
        print(f"Nodes searched: {total}", flush=True)
    elif words[:1] == ["d"]:
        checkers = " ".join(chess.square_name(square) for square in board.checkers())
        print(f"Fen: {board.fen()}\nCheckers: {checkers}", flush=True)
        for move in board.legal_moves:
            print(board.uci(move), board.san(move), flush=True)
    elif words[:1] == ["quit"]:
        break
