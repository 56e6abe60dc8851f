# Kogge-Stone fill: the attacks of sliding chess pieces, in Python 3.
#
# Floods from all sliders at once in three steps of one, two and four squares.
#
# Idea
#
# A flood over empty squares is a chain of carries. The parallel prefix of Kogge and Stone's adder
# cuts the length of such a chain to its logarithm. After one step, every slider has filled up to
# two squares, including its own. The propagators then tell which squares have two empty squares
# in a row behind them. A step of two squares makes four of each, and a step of four makes eight,
# which is the whole line.
#
# Formula
#
# - `propagators`: the empty squares, without the file on which a step would come round the edge;
# - `one = sliders | propagators & (sliders moved one)`, `over_two`: the propagators whose
#   neighbour behind is one too;
# - `two`, `over_four` and `four` likewise, moved by two and by four;
# - `attacks`: `four` moved one step.
#
# Origin
#
# Steffan Westcott, flood fill attack bitboards, Computer Chess Club, September 2002, after the
# adder of Peter Kogge and Harold Stone, 1973. See Kogge-Stone Algorithm in the chess programming
# wiki.
#
# Squares: a1 = 0, b1 = 1, ..., h8 = 63. Boards: bit i is the square i. Attacks include the
# first blocker of either colour. Neither the piece's own square nor squares off its lines
# matter.
#
# It needs Python 3.10 or later. To test it, run it.
#
# Made by: hyperbola export kogge-stone --language python --pieces rook,bishop,queen --tables
# literal
# SPDX-License-Identifier: 0BSD
# Copyright (C) 2026 the authors of Hyperbola
# Permission to use, copy, modify, and/or distribute this software for any purpose with or
# without fee is hereby granted.
# THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS
# SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL
# THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY
# DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF
# CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE
# OR PERFORMANCE OF THIS SOFTWARE.

# All 64 bits.
ALL = 0xFFFFFFFFFFFFFFFF


def rook_attacks(square, occupied):
    """Return the attacks of a rook."""
    # Rank:
    bit = 1 << square
    propagators = (occupied | bit) ^ ALL
    rank_positive_propagators = propagators & 0xfefefefefefefefe
    rank_positive_one = bit | (rank_positive_propagators & ((bit << 1) & ALL))
    rank_positive_over_two = rank_positive_propagators & ((rank_positive_propagators << 1) & ALL)
    common = rank_positive_over_two & ((rank_positive_one << 2) & ALL)
    rank_positive_two = rank_positive_one | common
    rank_positive_over_four = rank_positive_over_two & ((rank_positive_over_two << 2) & ALL)
    common_2 = rank_positive_over_four & ((rank_positive_two << 4) & ALL)
    rank_positive_four = rank_positive_two | common_2
    rank_positive = ((rank_positive_four << 1) & ALL) & 0xfefefefefefefefe
    rank_negative_propagators = propagators & 0x7f7f7f7f7f7f7f7f
    rank_negative_one = bit | (rank_negative_propagators & (bit >> 1))
    rank_negative_over_two = rank_negative_propagators & (rank_negative_propagators >> 1)
    rank_negative_two = rank_negative_one | (rank_negative_over_two & (rank_negative_one >> 2))
    rank_negative_over_four = rank_negative_over_two & (rank_negative_over_two >> 2)
    rank_negative_four = rank_negative_two | (rank_negative_over_four & (rank_negative_two >> 4))
    rank_negative = (rank_negative_four >> 1) & 0x7f7f7f7f7f7f7f7f
    rank_attacks = rank_positive | rank_negative
    # File:
    file_positive_one = bit | (propagators & ((bit << 8) & ALL))
    file_positive_over_two = propagators & ((propagators << 8) & ALL)
    common_3 = file_positive_over_two & ((file_positive_one << 16) & ALL)
    file_positive_two = file_positive_one | common_3
    file_positive_over_four = file_positive_over_two & ((file_positive_over_two << 16) & ALL)
    common_4 = file_positive_over_four & ((file_positive_two << 32) & ALL)
    file_positive_four = file_positive_two | common_4
    file_positive = (file_positive_four << 8) & ALL
    file_negative_one = bit | (propagators & (bit >> 8))
    file_negative_over_two = propagators & (propagators >> 8)
    file_negative_two = file_negative_one | (file_negative_over_two & (file_negative_one >> 16))
    file_negative_over_four = file_negative_over_two & (file_negative_over_two >> 16)
    file_negative_four = file_negative_two | (file_negative_over_four & (file_negative_two >> 32))
    file_negative = file_negative_four >> 8
    file_attacks = file_positive | file_negative
    return rank_attacks | file_attacks


def bishop_attacks(square, occupied):
    """Return the attacks of a bishop."""
    # Diagonal:
    bit = 1 << square
    not_ = (occupied | bit) ^ ALL
    propagators = not_ & 0xfefefefefefefefe
    diagonal_positive_one = bit | (propagators & ((bit << 9) & ALL))
    diagonal_positive_over_two = propagators & ((propagators << 9) & ALL)
    common = diagonal_positive_over_two & ((diagonal_positive_one << 18) & ALL)
    diagonal_positive_two = diagonal_positive_one | common
    diagonal_positive_over_four = (
        diagonal_positive_over_two & ((diagonal_positive_over_two << 18) & ALL)
    )
    common_2 = diagonal_positive_over_four & ((diagonal_positive_two << 36) & ALL)
    diagonal_positive_four = diagonal_positive_two | common_2
    diagonal_positive = ((diagonal_positive_four << 9) & ALL) & 0xfefefefefefefefe
    propagators_2 = not_ & 0x7f7f7f7f7f7f7f7f
    diagonal_negative_one = bit | (propagators_2 & (bit >> 9))
    diagonal_negative_over_two = propagators_2 & (propagators_2 >> 9)
    common_3 = diagonal_negative_over_two & (diagonal_negative_one >> 18)
    diagonal_negative_two = diagonal_negative_one | common_3
    diagonal_negative_over_four = diagonal_negative_over_two & (diagonal_negative_over_two >> 18)
    common_4 = diagonal_negative_over_four & (diagonal_negative_two >> 36)
    diagonal_negative_four = diagonal_negative_two | common_4
    diagonal_negative = (diagonal_negative_four >> 9) & 0x7f7f7f7f7f7f7f7f
    diagonal_attacks = diagonal_positive | diagonal_negative
    # Anti-diagonal:
    anti_diagonal_positive_one = bit | (propagators_2 & ((bit << 7) & ALL))
    anti_diagonal_positive_over_two = propagators_2 & ((propagators_2 << 7) & ALL)
    common_5 = anti_diagonal_positive_over_two & ((anti_diagonal_positive_one << 14) & ALL)
    anti_diagonal_positive_two = anti_diagonal_positive_one | common_5
    shifted = (anti_diagonal_positive_over_two << 14) & ALL
    anti_diagonal_positive_over_four = anti_diagonal_positive_over_two & shifted
    common_6 = anti_diagonal_positive_over_four & ((anti_diagonal_positive_two << 28) & ALL)
    anti_diagonal_positive_four = anti_diagonal_positive_two | common_6
    anti_diagonal_positive = ((anti_diagonal_positive_four << 7) & ALL) & 0x7f7f7f7f7f7f7f7f
    anti_diagonal_negative_one = bit | (propagators & (bit >> 7))
    anti_diagonal_negative_over_two = propagators & (propagators >> 7)
    common_7 = anti_diagonal_negative_over_two & (anti_diagonal_negative_one >> 14)
    anti_diagonal_negative_two = anti_diagonal_negative_one | common_7
    anti_diagonal_negative_over_four = (
        anti_diagonal_negative_over_two & (anti_diagonal_negative_over_two >> 14)
    )
    common_8 = anti_diagonal_negative_over_four & (anti_diagonal_negative_two >> 28)
    anti_diagonal_negative_four = anti_diagonal_negative_two | common_8
    anti_diagonal_negative = (anti_diagonal_negative_four >> 7) & 0xfefefefefefefefe
    anti_diagonal_attacks = anti_diagonal_positive | anti_diagonal_negative
    return diagonal_attacks | anti_diagonal_attacks


def queen_attacks(square, occupied):
    """Return the attacks of a queen."""
    return rook_attacks(square, occupied) | bishop_attacks(square, occupied)


def relevant_of_rook(square):
    bit = 1 << square
    rank = (255 << (square & 56)) ^ bit
    file = (0x0101010101010101 << (square & 7)) ^ bit
    return (rank & 0x7e7e7e7e7e7e7e7e) | (file & 0x00ffffffffffff00)


def relevant_of_bishop(square):
    common = square & 56
    common_2 = (square << 3) & 56
    less = (common_2 - common) & ALL
    less_2 = (0 - (less >> 63)) & ALL
    shifted = 0x8040201008040201 >> ((less & (less_2 ^ ALL)) & 63)
    bit = 1 << square
    diagonal = ((shifted << ((((0 - less) & ALL) & less_2) & 63)) & ALL) ^ bit
    less_3 = (((56 - common_2) & ALL) - common) & ALL
    less_4 = (0 - (less_3 >> 63)) & ALL
    shifted_2 = 0x0102040810204080 >> ((less_3 & (less_4 ^ ALL)) & 63)
    shifted_3 = (shifted_2 << ((((0 - less_3) & ALL) & less_4) & 63)) & ALL
    anti_diagonal = shifted_3 ^ bit
    lines = diagonal | anti_diagonal
    return lines & 0x7e7e7e7e7e7e7e7e & 0x00ffffffffffff00


def digest_of_rook():
    digest = 0
    for square in range(64):
        mask = relevant_of_rook(square)
        subset = 0
        while True:
            occupied = subset | ((((subset * 0x9e3779b97f4a7c15) & ALL) | mask) ^ ALL)
            attacks = rook_attacks(square, occupied)
            mixed = digest ^ attacks
            joined = ((mixed << 29) & ALL) | (mixed >> 35)
            digest = (joined * 0x9e3779b97f4a7c15) & ALL
            subset = ((subset - mask) & ALL) & mask
            if subset == 0:
                break
    return digest


def digest_of_bishop():
    digest = 0
    for square in range(64):
        mask = relevant_of_bishop(square)
        subset = 0
        while True:
            occupied = subset | ((((subset * 0x9e3779b97f4a7c15) & ALL) | mask) ^ ALL)
            attacks = bishop_attacks(square, occupied)
            mixed = digest ^ attacks
            joined = ((mixed << 29) & ALL) | (mixed >> 35)
            digest = (joined * 0x9e3779b97f4a7c15) & ALL
            subset = ((subset - mask) & ALL) & mask
            if subset == 0:
                break
    return digest


def digest_of_queen():
    digest = 0
    for square in range(64):
        mask = relevant_of_rook(square)
        subset = 0
        while True:
            occupied = subset | ((((subset * 0x9e3779b97f4a7c15) & ALL) | mask) ^ ALL)
            attacks = queen_attacks(square, occupied)
            mixed = digest ^ attacks
            joined = ((mixed << 29) & ALL) | (mixed >> 35)
            digest = (joined * 0x9e3779b97f4a7c15) & ALL
            subset = ((subset - mask) & ALL) & mask
            if subset == 0:
                break
    return digest


def self_test():
    """Test the attacks: queries, and digests over all relevant occupancies."""
    # An empty board, from a corner.
    if rook_attacks(0, 0) != 0x01010101010101fe:
        return False
    if bishop_attacks(0, 0) != 0x8040201008040200:
        return False
    if queen_attacks(0, 0) != 0x81412111090503fe:
        return False
    # Every square is occupied, its own too.
    if rook_attacks(28, 0xffffffffffffffff) != 0x0000001028100000:
        return False
    if bishop_attacks(28, 0xffffffffffffffff) != 0x0000002800280000:
        return False
    if queen_attacks(28, 0xffffffffffffffff) != 0x0000003828380000:
        return False
    # Blockers on all sides, and others off the lines.
    if rook_attacks(27, 0x0008240042002080) != 0x0008080876080808:
        return False
    if bishop_attacks(27, 0x0008240042002080) != 0x0001221400142201:
        return False
    if queen_attacks(27, 0x0008240042002080) != 0x00092a1c761c2a09:
        return False
    # Blockers on the edges alone.
    if rook_attacks(63, 0x8100000000000081) != 0x7f80808080808080:
        return False
    if bishop_attacks(63, 0x8100000000000081) != 0x0040201008040201:
        return False
    if queen_attacks(63, 0x8100000000000081) != 0x7fc0a09088848281:
        return False
    # The start of a game, from inside.
    if rook_attacks(42, 0xffff00000000ffff) != 0x0004fb0404040400:
        return False
    if bishop_attacks(42, 0xffff00000000ffff) != 0x000a000a11204000:
        return False
    if queen_attacks(42, 0xffff00000000ffff) != 0x000efb0e15244400:
        return False
    # The digests over all relevant occupancies of all squares.
    if digest_of_rook() != 0xd4616b7b4d1073c4:
        return False
    if digest_of_bishop() != 0xc50a848fdc1d11d6:
        return False
    if digest_of_queen() != 0xd7ee82d0c34964dc:
        return False
    return True


if __name__ == "__main__":
    passed = self_test()
    print("passed" if passed else "failed")
    raise SystemExit(not passed)
