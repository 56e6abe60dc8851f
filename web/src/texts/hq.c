// Hyperbola quintessence in full: the lines, the table of the rank, the queen, and a test.
#include <inttypes.h>
#include <stdio.h>

typedef uint64_t Set; // a1 is bit 0, h8 is bit 63

static Set files[64], diagonals[64], anti_diagonals[64]; // lines without their own square
static uint8_t ranks[64][8];                             // by the six inner bits and the file

// The slow loop: it fills the tables, and the formula is compared with it.
static Set walk(int square, int dx, int dy, Set occupied) {
    Set reached = 0;
    for (int x = square % 8 + dx, y = square / 8 + dy; (x & 7) == x && (y & 7) == y;
         x += dx, y += dy) {
        reached |= (Set)1 << (8 * y + x);
        if (occupied >> (8 * y + x) & 1) break;
    }
    return reached;
}

// A line through a square, both ways.
static Set both(int square, int dx, int dy, Set occupied) {
    return walk(square, dx, dy, occupied) | walk(square, -dx, -dy, occupied);
}

static void prepare(void) {
    for (int square = 0; square < 64; square++) {
        files[square] = both(square, 0, 1, 0);
        diagonals[square] = both(square, 1, 1, 0);
        anti_diagonals[square] = both(square, 1, -1, 0);
    }
    for (int inner = 0; inner < 64; inner++)
        for (int file = 0; file < 8; file++)
            ranks[inner][file] = (uint8_t)both(file, 1, 0, (Set)inner << 1);
}

// The mirror: rank 1 in the place of rank 8. Compilers make one instruction of it.
static Set mirror(Set x) {
    x = (x >> 8 & 0x00ff00ff00ff00ffu) | (x & 0x00ff00ff00ff00ffu) << 8;
    x = (x >> 16 & 0x0000ffff0000ffffu) | (x & 0x0000ffff0000ffffu) << 16;
    return x >> 32 | x << 32;
}

// The formula of a file, a diagonal or an anti-diagonal.
static Set along(Set line, Set slider, Set occupied) {
    Set o = occupied & line;
    return ((o - slider) ^ mirror(mirror(o) - mirror(slider))) & line;
}

static Set rank_attacks(int square, Set occupied) {
    int first = square & 56; // the bit where the rank begins
    return (Set)ranks[occupied >> (first + 1) & 63][square & 7] << first;
}

static Set rook(int square, Set occupied) {
    return along(files[square], (Set)1 << square, occupied) | rank_attacks(square, occupied);
}

static Set bishop(int square, Set occupied) {
    Set slider = (Set)1 << square;
    return along(diagonals[square], slider, occupied) |
           along(anti_diagonals[square], slider, occupied);
}

static Set queen(int square, Set occupied) {
    return rook(square, occupied) | bishop(square, occupied);
}

static Set random64(void) { // xorshift
    static Set x = 88172645463325252u;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return x;
}

// Compares the queen with the loop on a million random boards of three densities.
int main(void) {
    prepare();
    for (int board = 0; board < 1000000; board++) {
        int square = (int)(random64() >> 58);
        Set occupied = random64();
        for (int thinned = board % 3; thinned > 0; thinned--) occupied &= random64();
        Set expected = both(square, 1, 0, occupied) | both(square, 0, 1, occupied) |
                       both(square, 1, 1, occupied) | both(square, 1, -1, occupied);
        Set found = queen(square, occupied);
        if (found != expected) {
            printf("wrong on square %d with %" PRIx64 ": found %" PRIx64 ", expected %" PRIx64 "\n",
                   square, occupied, found, expected);
            return 1;
        }
    }
    puts("1000000 boards: every queen is right");
}
