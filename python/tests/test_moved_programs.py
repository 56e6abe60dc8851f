"""Programs in the manner of public ones that use python-chess run on boards by renames alone.

Each is written for python-chess. The table of docs/BOARD.md moves it, and both print the same.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys

import pytest

# An argument, which may be a call.
ONE = r"((?:[\w.]|\([\w.]*\))+)"
# The names that change, as docs/BOARD.md has them.
RENAMES = [
    (r"import chess\b", "import hyperbola"),
    (r"chess\.([A-H][1-8])\b", r"hyperbola.Square.\1"),
    (r"chess\.SQUARES", "hyperbola.Square"),
    (r"chess\.PIECE_TYPES", "hyperbola.PieceType"),
    (r"chess\.(PAWN|KNIGHT|BISHOP|ROOK|QUEEN|KING)\b", r"hyperbola.PieceType.\1"),
    (rf"chess\.square_mirror\({ONE}\)", r"hyperbola.Square(\1 ^ 56)"),
    (rf"chess\.square_(file|rank)\({ONE}\)", r"\2.\1"),
    (rf"chess\.square_name\({ONE}\)", r"str(\1)"),
    (r"chess\.SquareSet", "hyperbola.Bitboard"),
    (r"chess960=True", 'rules="chess960"'),
    (r"chess\.pgn\.NAG_BLUNDER", "4"),
    (r"chess\.", "hyperbola."),
]

# An engine: alpha-beta with quiescence, material and tables of squares, a table of positions.
ENGINE = '''
import chess

VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}
CENTRE = [min(f, 7 - f) * 4 + min(r, 7 - r) * 4 for r in range(8) for f in range(8)]
FIRST = [chess.E4, chess.D4, chess.G1]

def evaluate(board):
    if board.is_checkmate():
        return -100000
    if board.is_stalemate() or board.is_insufficient_material():
        return 0
    score = 0
    for square in chess.SQUARES:
        piece = board.piece_at(square)
        if piece is None:
            continue
        at = square if piece.color == chess.WHITE else chess.square_mirror(square)
        value = VALUES[piece.piece_type] + CENTRE[at]
        score += value if piece.color == board.turn else -value
    for piece_type in chess.PIECE_TYPES:
        score += 2 * len(board.pieces(piece_type, board.turn)) - 2 * len(board.pieces(piece_type, not board.turn))
    return score

def order(board, move):
    victim = board.piece_type_at(move.to_square) or 0
    return (not board.is_capture(move), -victim, not board.gives_check(move), move.promotion or 0, move.uci())

def quiesce(board, alpha, beta):
    score = evaluate(board)
    if score >= beta:
        return beta
    alpha = max(alpha, score)
    for move in sorted(board.legal_moves, key=lambda move: order(board, move)):
        if not board.is_capture(move):
            continue
        board.push(move)
        score = -quiesce(board, -beta, -alpha)
        board.pop()
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha

def search(board, depth, alpha, beta):
    if board.is_game_over():
        return evaluate(board), None
    if depth == 0:
        return quiesce(board, alpha, beta), None
    best = None
    for move in sorted(board.legal_moves, key=lambda move: order(board, move)):
        board.push(move)
        score = -search(board, depth - 1, -beta, -alpha)[0]
        board.pop()
        if score > alpha or best is None:
            alpha, best = max(alpha, score), move
        if alpha >= beta:
            break
    return alpha, best

for fen in (FENS):
    board = chess.Board(fen)
    score, move = search(board, 1, -1000000, 1000000)
    print(score, move, board.san(move), [board.color_at(square) for square in FIRST])
'''

# A finder of motifs: pins, forks, hanging pieces, skewers along lines, passed pawns.
MOTIFS = '''
import chess

def is_hanging(board, square):
    piece = board.piece_at(square)
    return bool(board.attackers(not piece.color, square)) and not board.attackers(piece.color, square)

def forks(board, move):
    board.push(move)
    targets = [square for square in board.attacks(move.to_square)
               if board.color_at(square) == board.turn and board.piece_type_at(square) != chess.PAWN]
    board.pop()
    return [chess.square_name(square) for square in targets] if len(targets) > 1 else []

def passed_pawns(board, color):
    found = []
    for square in board.pieces(chess.PAWN, color):
        file, rank = chess.square_file(square), chess.square_rank(square)
        ahead = [s for s in board.pieces(chess.PAWN, not color) if abs(chess.square_file(s) - file) <= 1
                 and (chess.square_rank(s) > rank if color else chess.square_rank(s) < rank)]
        if not ahead:
            found.append(chess.square_name(square))
    return found

for fen in (FENS):
    board = chess.Board(fen)
    print(board.fen(), board.turn, "check" if board.is_check() else "")
    pieces = sorted(board.piece_map().items())
    print("pinned", [(chess.square_name(s), p.symbol()) for s, p in pieces if board.is_pinned(p.color, s)])
    print("hanging", [chess.square_name(s) for s, p in pieces if p.piece_type != chess.KING and is_hanging(board, s)])
    for move in sorted(board.legal_moves, key=lambda move: move.uci()):
        found = forks(board, move)
        if found:
            print("fork", board.san(move), found)
    print("passed", passed_pawns(board, chess.WHITE), passed_pawns(board, chess.BLACK))
    print("king", chess.square_name(board.king(chess.WHITE)), int(chess.SquareSet(board.attacks(board.king(chess.WHITE)))))
'''

# A referee: games between two players with claims, and what is told of each move.
REFEREE = '''
import chess

class Player:
    def __init__(self, seed):
        self.state = seed

    def move(self, board):
        moves = sorted(board.legal_moves, key=lambda move: move.uci())
        mates = [move for move in moves if board.gives_check(move)]
        self.state = (self.state * 1103515245 + 12345) % 2**31
        if mates and self.state % 3:
            return mates[self.state % len(mates)]
        return moves[self.state % len(moves)]

for number in range(8):
    board = chess.Board.from_chess960_pos(number * 100) if number % 2 else chess.Board()
    players = {chess.WHITE: Player(number), chess.BLACK: Player(number + 100)}
    record = []
    while not board.is_game_over(claim_draw=True) and board.fullmove_number < 120:
        move = players[board.turn].move(board)
        prefix = f"{board.fullmove_number}." if board.turn == chess.WHITE else ""
        assert move in board.legal_moves and board.parse_san(board.san(move)) == move
        signs = "".join(sign for sign, has in [("x", board.is_capture(move)), ("=", move.promotion is not None),
                        ("e", board.is_en_passant(move)), ("o", board.is_castling(move))] if has)
        record.append(prefix + board.san(move) + signs)
        board.push(move)
    outcome = board.outcome(claim_draw=True)
    print(" ".join(record))
    print(board.result(claim_draw=True), outcome and (outcome.termination.name, outcome.winner), board.halfmove_clock)
    print(board, board.fen(), board.ply(), len(board.move_stack), board.peek().uci())
    while board.move_stack:
        board.pop()
    print(board.fen())
'''

# An engine that looks two half moves ahead and counts pieces. It speaks UCI.
UCI = """
import sys
import chess

VALUES = [0, 100, 300, 300, 500, 900, 0]

def material(board):
    return sum(VALUES[piece.piece_type] * (1 if piece.color == board.turn else -1) for piece in board.piece_map().values())

def value(board):
    if board.is_checkmate():
        return -10000
    found = [material(board)]
    for move in board.generate_legal_captures():
        board.push(move)
        found.append(-material(board) if any(board.legal_moves) else 10000)
        board.pop()
    return max(found)

board = chess.Board()
for line in sys.stdin:
    word, *words = line.split()
    if word == "uci":
        print("id name Material\\noption name MultiPV type spin default 1 min 1 max 9\\nuciok")
    elif word == "isready":
        print("readyok")
    elif word == "position":
        at = words.index("moves") if "moves" in words else len(words)
        board = chess.Board() if words[0] == "startpos" else chess.Board(" ".join(words[1:at]))
        for move in words[at + 1:]:
            board.push_uci(move)
    elif word == "go":
        found = []
        for move in sorted(board.legal_moves, key=chess.Move.uci):
            board.push(move)
            found.append((-value(board), move.uci()))
            board.pop()
        found.sort(reverse=True)
        for number, (score, move) in enumerate(found[:2], 1):
            score = "mate 1" if score == 10000 else f"cp {score}"
            print(f"info depth 2 multipv {number} score {score} nodes 1 pv {move}")
        if not found:
            print("info depth 0 score mate 0" if board.is_check() else "info depth 0 score cp 0")
        print("bestmove", found[0][1] if found else "(none)")
    elif word == "quit":
        break
    sys.stdout.flush()
"""
PGN = """[Event "?"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf6 8. Nxh8 d5 9. d3 Qe6
10. Nc3 Bd6 11. Bg5 Qh3 12. Bxf6 gxf6 13. Nxd5 Qxh2 14. Nxf6+ Ke7 15. Nd5+ Kd8 16. Nf7+ 1-0
"""

# It annotates the blunders of a game.
BLUNDERS = '''
import io
import chess
import chess.engine
import chess.pgn

LIMIT = chess.engine.Limit(depth=2)

def annotate(engine, game):
    board = game.board()
    before = engine.analyse(board, LIMIT)["score"]
    for node in game.mainline():
        mover, number = board.turn, board.fullmove_number
        san = board.san(node.move)
        best = engine.play(board, LIMIT).move
        best_san = board.san(best)
        board.push(node.move)
        after = engine.analyse(board, LIMIT)["score"]
        loss = before.pov(mover).score(mate_score=10000) - after.pov(mover).score(mate_score=10000)
        if loss >= 200 and best != node.move:
            name = "White" if mover == chess.WHITE else "Black"
            print(number, name, san, "loses", loss, "better", best_san, after.is_mate(), after.white())
            node.nags.add(chess.pgn.NAG_BLUNDER)
            node.comment = f"{best_san} was better"
        before = after

with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
    print(engine.id["name"], engine.options["MultiPV"].max)
    game = chess.pgn.read_game(io.StringIO(PGN))
    annotate(engine, game)
print(game.headers["White"], [(node.san(), sorted(node.nags), node.comment) for node in game.mainline() if node.nags])
print([node.move.uci() for node in game.mainline() if chess.pgn.NAG_BLUNDER in node.nags], game.end().board().fen())
'''

# It looks for positions with one winning move.
PUZZLES = '''
import io
import chess
import chess.engine
import chess.pgn

MATE = 100000
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}

def material(board, color):
    return sum(value * len(board.pieces(kind, color)) for kind, value in VALUES.items())

def puzzle(engine, board):
    infos = engine.analyse(board, chess.engine.Limit(depth=2), multipv=2)
    if len(infos) < 2:
        return None
    best, second = (info["score"].relative.score(mate_score=MATE) for info in infos)
    if best < 100 or best - second < 150:
        return None
    line = infos[0]["pv"]
    kind = "mate" if infos[0]["score"].is_mate() else "material"
    return board.fen(), kind, best, board.variation_san(line), [chess.square_name(move.to_square) for move in line]

file = io.StringIO(PGN + "\\n" + PGN)
with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
    while (game := chess.pgn.read_game(file)) is not None:
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            if board.is_game_over():
                break
            found = puzzle(engine, board)
            if found:
                attackers = [chess.square_name(s) for s in board.attackers(not board.turn, board.king(board.turn))]
                print(*found, material(board, chess.WHITE) - material(board, chess.BLACK), attackers)
        collected = chess.pgn.Game.from_board(board)
        collected.headers["White"] = game.headers["White"]
        print(str(collected.headers["White"]), collected.end().ply(), game.headers["Result"])
'''


def output(program):
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        exec(program, {"__name__": "program"})
    return text.getvalue()


@pytest.mark.parametrize("program", [ENGINE, MOTIFS, REFEREE], ids=["engine", "motifs", "referee"])
def test_a_program_is_moved_by_renames(chess, fens, program):
    chosen = [fen for fen in fens[::150] if chess.Board(fen).is_valid() and any(chess.Board(fen).legal_moves)]
    assert len(chosen) > 10
    program = program.replace("FENS", repr(chosen[:20]))
    moved = program
    for old, new in RENAMES:
        moved = re.sub(old, new, moved)
    assert "chess." not in moved.replace("hyperbola.", "")
    expected = output(program)
    assert len(expected) > 300 and output(moved) == expected


@pytest.mark.parametrize("program", [BLUNDERS, PUZZLES], ids=["blunders", "puzzles"])
def test_a_program_with_an_engine_is_moved(chess, program):
    """By the renames, and by its imports alone."""
    given = {"ENGINE": repr([sys.executable, "-c", UCI]), "PGN": repr(PGN)}
    moved = program
    for old, new in RENAMES:
        moved = re.sub(old, new, moved)
    assert "chess." not in moved.replace("hyperbola.", "")
    imported = program.replace("import chess\n", "import hyperbola.compat.chess as chess\n")
    imported = imported.replace("import chess.", "import hyperbola.compat.chess.")
    assert sum(one != two for one, two in zip(program.splitlines(), imported.splitlines())) == 3
    texts = [re.sub(r"\b(ENGINE|PGN)\b", lambda name: given[name[0]], text) for text in (program, moved, imported)]
    expected = output(texts[0])
    assert len(expected) > 300 and [output(text) for text in texts[1:]] == [expected, expected]
