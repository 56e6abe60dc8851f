"""Compares what `hyperbola convert` reads and writes with the formats' own libraries.

`compare.py HYPERBOLA READERS SAMPLES FOLDER`: the command, the folder of the readers' programs, the
samples of testdata/data, and a folder for what is written. An error ends it with exit status 1.
"""

import pathlib
import subprocess
import sys

HYPERBOLA, READERS, SAMPLES, FOLDER = map(pathlib.Path, sys.argv[1:])
SFBINPACK, VIRIFORMAT, MONTY = (READERS / f"read-{name}" for name in ("sfbinpack", "viriformat", "montyformat"))
BINPACKS = ["edge", "multichunk", "dfrc_corner"]


def run(*command):
    """Returns what a program prints. Its end by an error ends this one."""
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout


def convert(source, name, *options):
    """Writes a file by the command and returns its path."""
    run(HYPERBOLA, "convert", source, FOLDER / name, "--overwrite", "--json", *options)
    return FOLDER / name


def ours(path, *options):
    """The entries of a file as the command reads them: FEN, move, score, ply, result."""
    plain = convert(path, "ours.plain", *options).read_text().split("\ne\n")[:-1]
    records = ([line.split(" ", 1)[1] for line in record.splitlines()] for record in plain)
    return [tuple(record) for record in records]


def theirs(program, path, *options):
    return [tuple(line.split("|")) for line in run(program, path, *options).splitlines()]


def compare(path, program, form, ours_options=(), theirs_options=()):
    """Compares a file's entries as both read them, each entry in a form of what both have."""
    both = ours(path, *ours_options), theirs(program, path, *theirs_options)
    own, other = ([form(*entry) for entry in entries] for entries in both)
    assert len(own) == len(other) > 0, f"{path}: {len(own)} entries, and {len(other)} by {program.name}"
    for number, (one, two) in enumerate(zip(own, other)):
        assert one == two, f"{path}, entry {number}: {one}, and by {program.name} {two}"
    print(f"{path.name}: {len(own):,} entries as {program.name} reads them")


def same_bytes(path, other, by):
    assert path.read_bytes() == other.read_bytes(), f"{path} has other bytes than {other}, by {by.name}"
    print(f"{path.name}: {path.stat().st_size:,} bytes as {by.name} writes them")


def of_binpack(fen, move, score, ply, result):
    """An entry without the move number, which binpacks do not have."""
    return fen.split()[:5], move, score, ply, result


def of_viriformat(fen, move, score, ply, result):
    """An entry of theirs, and one of ours, whose score and result are turned to White.

    Their en passant squares need no legal capture, and their FEN has K and Q for any rook. They
    write castling as the king's move onto its rook; ours is so written in `castling`.
    """
    placement, side, _, _, clock, number = fen.split()
    if ply:
        sign = 1 if side == "w" else -1
        score, result = str(sign * int(score)), str(sign * int(result))
        move = castling(placement, side, move)
    return placement, side, clock, number, move, score, result


def of_monty(fen, move, score, ply, result):
    """An entry as that of viriformat. Scores are made of shares of 32 bits or of 64, and the least of 16
    bits has no opposite."""
    *others, score, result = of_viriformat(fen, move, score, ply, result)
    return *others, "the most" if abs(int(score)) > 32_766 else int(score) // 4, result


def castling(placement, side, move):
    """Writes castling of plain chess, the king's move by two squares, as its move onto the rook."""
    rank = placement.split("/")[7 if side == "w" else 0]
    files = "".join("." * int(sign) if sign.isdigit() else sign for sign in rank)
    king, rook = ("K", "R") if side == "w" else ("k", "r")
    start, end = ("abcdefgh".index(move[at]) for at in (0, 2))
    if move[1] != move[3] or move[1] != ("1" if side == "w" else "8") or files[start] != king:
        return move
    if files[end] == rook or abs(end - start) < 2:
        return move
    return move[:2] + ("h" if end > start else "a") + move[3]


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    sources = [SAMPLES / f"{name}.binpack" for name in BINPACKS]
    for source in sources:
        compare(source, SFBINPACK, of_binpack)
    for source in [*sources, SAMPLES / "edge.plain", SAMPLES / "games_eval.pgn"]:
        path = convert(source, f"{source.name}.binpack")
        compare(path, SFBINPACK, of_binpack)
        run(SFBINPACK, path, FOLDER / "theirs.binpack")
        same_bytes(path, FOLDER / "theirs.binpack", SFBINPACK)
    compare(SAMPLES / "dfrc.viri", VIRIFORMAT, of_viriformat)
    for source in [SAMPLES / "multichunk.binpack", SAMPLES / "games_eval.pgn", SAMPLES / "dfrc.viri"]:
        path = convert(source, f"{source.name}.viri")
        compare(path, VIRIFORMAT, of_viriformat)
        for name in ("marlin", "bullet"):
            run(VIRIFORMAT, path, FOLDER / f"theirs.{name}")
            same_bytes(convert(path, f"{source.name}.{name}"), FOLDER / f"theirs.{name}", VIRIFORMAT)
    compare(SAMPLES / "games.monty", MONTY, of_monty, ["--from", "montyformat"])
    compare(SAMPLES / "games.monty-value", MONTY, of_monty, ["--from", "monty-value"], ["--value"])
    for source in [SAMPLES / "multichunk.binpack", SAMPLES / "dfrc.viri"]:
        path = convert(source, f"{source.name}.txt")
        run(VIRIFORMAT, path, FOLDER / "theirs.bullet")
        same_bytes(convert(path, f"{source.name}.bullet"), FOLDER / "theirs.bullet", VIRIFORMAT)


main()
