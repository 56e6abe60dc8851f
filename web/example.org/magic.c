// Magic bitboards in full: find a factor for each square, fill the table, look up.
#include <inttypes.h>
#include <stdio.h>

typedef uint64_t Set; // a1 is bit 0, h8 is bit 63

typedef struct { Set mask, factor; int shift; Set *rows; } Magic;
static Magic bishops[64], rooks[64];
static Set table[5248 + 102400];

static const int DIAGONAL[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const int STRAIGHT[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

// The slow loop. For the mask it stops one square before the edge.
static Set walk(const int steps[4][2], int square, Set occupied, int is_mask) {
    Set reached = 0;
    for (int i = 0; i < 4; i++) {
        int dx = steps[i][0], dy = steps[i][1];
        for (int x = square % 8 + dx, y = square / 8 + dy; (x & 7) == x && (y & 7) == y;
             x += dx, y += dy) {
            int at_edge = ((x + dx) & 7) != x + dx || ((y + dy) & 7) != y + dy;
            if (is_mask && at_edge) break;
            reached |= (Set)1 << (8 * y + x);
            if (occupied >> (8 * y + x) & 1) break;
        }
    }
    return reached;
}

static Set random64(void) { // xorshift
    static Set x = 88172645463325252u;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return x;
}

// Finds a factor and fills the rows of a square. Returns the number of rows.
static int prepare(Magic *m, const int steps[4][2], int square, Set *rows) {
    int bits = 0;
    m->mask = walk(steps, square, 0, 1);
    for (Set left = m->mask; left; left &= left - 1) bits++;
    m->shift = 64 - bits;
    m->rows = rows;
    for (;;) {
        m->factor = random64() & random64() & random64(); // few ones
        for (int i = 0; i < 1 << bits; i++) rows[i] = 0; // 0 means an empty row
        Set set = 0;
        int collides = 0;
        do { // all sets of pieces on the mask
            Set attacks = walk(steps, square, set, 0);
            Set *row = &rows[(set * m->factor) >> m->shift];
            collides = *row != 0 && *row != attacks;
            *row = attacks;
            set = (set - m->mask) & m->mask;
        } while (set != 0 && !collides);
        if (!collides) return 1 << bits;
    }
}

static Set look_up(const Magic *m, Set occupied) {
    return m->rows[((occupied & m->mask) * m->factor) >> m->shift];
}

// Reads queries: a square from 0 to 63 and the occupied squares. Prints bishop and rook attacks.
int main(void) {
    Set *rows = table, occupied;
    unsigned square;
    for (int at = 0; at < 64; at++) rows += prepare(&bishops[at], DIAGONAL, at, rows);
    for (int at = 0; at < 64; at++) rows += prepare(&rooks[at], STRAIGHT, at, rows);
    while (scanf("%u %" SCNx64, &square, &occupied) == 2 && square < 64)
        printf("%" PRIx64 " %" PRIx64 "\n", look_up(&bishops[square], occupied),
               look_up(&rooks[square], occupied));
}
