#!/usr/bin/env python3
"""Compares moves with those of Fairy-Stockfish.

Reads the lines that the program beside it prints for `positions` and asks pyffish for the moves of each
position, in variants without royal pieces: every move is legal there. It prints the number of positions
of each board, or the first difference and exits with 1.

pyffish is under the GPL. It is run here, in an environment of its own, and nothing of ours contains it.
"""

import collections
import multiprocessing
import sys

import pyffish

VARIANT = """
[hyperbola-{name}]
maxFile = {files}
maxRank = {ranks}
pieceToCharTable = -
king = -
pawn = -
knight = -
rook = r
bishop = b
queen = q
cannon = c
lance = l
promotionPieceTypes = -
checking = false
castling = false
doubleStep = false
nMoveRule = 0
nFoldRule = 0
startFen = {empty} w - - 0 1
"""

known = set()


def difference(line):
    """Returns the name of a line's board, and what is different."""
    name, files, ranks, pieces, *ours = line.split()
    variant = f"hyperbola-{name}"
    if name not in known:
        empty = "/".join([files] * int(ranks))
        pyffish.load_variant_config(VARIANT.format(name=name, files=files, ranks=ranks, empty=empty))
        known.add(name)
    theirs = pyffish.legal_moves(variant, f"{pieces} w - - 0 1", [])
    if sorted(theirs) == sorted(ours):
        return name, None
    only = [f"only {who}: {' '.join(sorted(moves))}" for who, moves in
            [("ours", set(ours) - set(theirs)), ("theirs", set(theirs) - set(ours))]]
    return name, f"{line.strip()}\n" + "\n".join(only)


def main():
    counts = collections.Counter()
    with multiprocessing.Pool() as pool:
        for name, found in pool.imap(difference, sys.stdin, chunksize=64):
            if found:
                sys.exit(f"Fairy-Stockfish differs on {found}")
            counts[name] += 1
    if not counts:
        sys.exit("there were no positions")
    for name, count in counts.items():
        print(f"the moves of {count} positions of {name} are those of Fairy-Stockfish")


if __name__ == "__main__":
    main()
