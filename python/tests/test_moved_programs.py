"""Programs in the manner of public ones that use python-chess run on boards by renames alone.

Each is written for python-chess. The table of docs/BOARD.md moves it, and both print the same.
"""

from __future__ import annotations

import contextlib
import io
import re

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
