// Checks the test vectors by walks over a mailbox, as README.md here describes them.
//
//     cc -std=c11 -O2 check.c -o check && ./check [FOLDER]
//
// `./check --csv` prints all random queries as CSV.
//
// To check your own attacks, put them in the place of rook_attacks and bishop_attacks.
// In the public domain (CC0 1.0), like the vectors.

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The board has 10 columns and 12 rows, so that a walk meets the border and never wraps.
enum { NORTH = 10, EAST = 1 };

enum { RANK, FILES, DIAGONAL, ANTI_DIAGONAL, LINES };

static const int STEPS[LINES] = {EAST, NORTH, NORTH + EAST, NORTH - EAST};

static int place_of(int square) {
    return 21 + square / 8 * NORTH + square % 8;
}

// Returns the square of a place, or -1 on the border.
static int square_of(int place) {
    const int rank = place / 10 - 2, file = place % 10 - 1;
    return rank < 0 || rank > 7 || file < 0 || file > 7 ? -1 : 8 * rank + file;
}

static uint64_t walk(int square, int step, uint64_t occupied) {
    uint64_t attacks = 0;
    int place = place_of(square) + step;
    for (; (square = square_of(place)) >= 0; place += step) {
        attacks |= 1ULL << square;
        if (occupied >> square & 1) {
            break;
        }
    }
    return attacks;
}

static uint64_t line_attacks(int line, int square, uint64_t occupied) {
    return walk(square, STEPS[line], occupied) | walk(square, -STEPS[line], occupied);
}

static uint64_t rook_attacks(int square, uint64_t occupied) {
    return line_attacks(RANK, square, occupied) | line_attacks(FILES, square, occupied);
}

static uint64_t bishop_attacks(int square, uint64_t occupied) {
    return line_attacks(DIAGONAL, square, occupied) | line_attacks(ANTI_DIAGONAL, square, occupied);
}

static uint64_t queen_attacks(int square, uint64_t occupied) {
    return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
}

static uint64_t rank_attacks(int square, uint64_t occupied) {
    return line_attacks(RANK, square, occupied);
}

static uint64_t file_attacks(int square, uint64_t occupied) {
    return line_attacks(FILES, square, occupied);
}

static uint64_t diagonal_attacks(int square, uint64_t occupied) {
    return line_attacks(DIAGONAL, square, occupied);
}

static uint64_t anti_diagonal_attacks(int square, uint64_t occupied) {
    return line_attacks(ANTI_DIAGONAL, square, occupied);
}

// What digests are of, with the lines of the mask: a queen has a rook's.
static const struct {
    const char *name;
    uint64_t (*attacks)(int, uint64_t);
    int first_line, last_line;
} ASKED[] = {
    {"rook", rook_attacks, RANK, FILES},
    {"bishop", bishop_attacks, DIAGONAL, ANTI_DIAGONAL},
    {"queen", queen_attacks, RANK, FILES},
    {"rank", rank_attacks, RANK, RANK},
    {"file", file_attacks, FILES, FILES},
    {"diagonal", diagonal_attacks, DIAGONAL, DIAGONAL},
    {"anti-diagonal", anti_diagonal_attacks, ANTI_DIAGONAL, ANTI_DIAGONAL},
};

// Returns the squares between a square and the ends of a line.
static uint64_t inner_squares(int line, int square) {
    uint64_t inner = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        const int step = sign * STEPS[line];
        for (int place = place_of(square) + step; square_of(place + step) >= 0; place += step) {
            inner |= 1ULL << square_of(place);
        }
    }
    return inner;
}

static void fail(const char *file, long row, const char *what) {
    fprintf(stderr, "%s, row %ld: %s\n", file, row, what);
    exit(1);
}

static FILE *open_file(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

// Opens a file of comma-separated values, whose first line has to be the header.
static FILE *open_csv(const char *folder, const char *name, const char *header) {
    char line[256];
    FILE *file = open_file(folder, name);
    if (fgets(line, sizeof line, file) == NULL || strcmp(line, header) != 0) {
        fail(name, 0, "another header is expected");
    }
    return file;
}

static void finish(FILE *file, const char *name, long rows, long expected) {
    if (rows != expected || fgetc(file) != EOF) {
        fail(name, rows, "there is another number of rows, or a row that cannot be read");
    }
    fclose(file);
    printf("%s: %ld rows\n", name, rows);
}

typedef struct {
    int square;
    uint64_t occupied, rook, bishop, queen;
} query_type;

static void check_query(const char *file, long row, const query_type *query) {
    if (query->square < 0 || query->square > 63) {
        fail(file, row, "there is no such square");
    }
    const uint64_t rook = rook_attacks(query->square, query->occupied);
    const uint64_t bishop = bishop_attacks(query->square, query->occupied);
    if (query->rook != rook || query->bishop != bishop || query->queen != (rook | bishop)) {
        fail(file, row, "other attacks are expected");
    }
}

static void check_edge_cases(const char *folder) {
    FILE *file = open_csv(folder, "edge-cases.csv", "case,square,occupied,rook,bishop,queen\n");
    query_type query;
    long rows = 0;
    for (; fscanf(file, "%*[^,],%d,%" SCNx64 ",%" SCNx64 ",%" SCNx64 ",%" SCNx64 "\n",
                  &query.square, &query.occupied, &query.rook, &query.bishop,
                  &query.queen) == 5; rows++) {
        check_query("edge-cases.csv", rows, &query);
    }
    finish(file, "edge-cases.csv", rows, 14);
}

// Splitmix64.
static uint64_t next(uint64_t *state) {
    uint64_t mixed = *state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

static query_type next_query(uint64_t *state, long number) {
    query_type query = {.square = (int)(next(state) & 63)};
    const uint64_t a = next(state), b = next(state), c = next(state);
    const uint64_t boards[4] = {a, a & b, a & b & c, a | b};
    query.occupied = boards[number % 4];
    query.rook = rook_attacks(query.square, query.occupied);
    query.bishop = bishop_attacks(query.square, query.occupied);
    query.queen = query.rook | query.bishop;
    return query;
}

// Checks the queries of the folder, which are the first of all.
static void check_first_queries(const char *folder) {
    FILE *file = open_csv(folder, "queries.csv", "square,occupied,rook,bishop,queen\n");
    query_type query;
    uint64_t state = 0;
    long rows = 0;
    for (; fscanf(file, "%d,%" SCNx64 ",%" SCNx64 ",%" SCNx64 ",%" SCNx64 "\n", &query.square,
                  &query.occupied, &query.rook, &query.bishop, &query.queen) == 5; rows++) {
        check_query("queries.csv", rows, &query);
        const query_type same = next_query(&state, rows);
        if (query.square != same.square || query.occupied != same.occupied) {
            fail("queries.csv", rows, "the random numbers give another query");
        }
    }
    finish(file, "queries.csv", rows, 1000);
}

// Reads a number whose lowest byte comes first.
static uint64_t number_of(const unsigned char *bytes, int count) {
    uint64_t number = 0;
    for (int byte = count - 1; byte >= 0; byte--) {
        number = number << 8 | bytes[byte];
    }
    return number;
}

static void write_number(unsigned char *bytes, int count, uint64_t number) {
    for (int byte = 0; byte < count; byte++) {
        bytes[byte] = (unsigned char)(number >> 8 * byte);
    }
}

static void check_binary(const char *folder) {
    FILE *file = open_file(folder, "queries.bin");
    unsigned char bytes[25];
    uint64_t state = 0;
    long rows = 0;
    if (fread(bytes, 16, 1, file) != 1 || memcmp(bytes, "HYPVEC1\n", 8) != 0
        || number_of(bytes + 12, 4) != sizeof bytes) {
        fail("queries.bin", 0, "another header is expected");
    }
    const long count = (long)number_of(bytes + 8, 4);
    for (; rows < count && fread(bytes, sizeof bytes, 1, file) == 1; rows++) {
        query_type query = {bytes[0], number_of(bytes + 1, 8), number_of(bytes + 9, 8),
                            number_of(bytes + 17, 8), 0};
        query.queen = query.rook | query.bishop;
        check_query("queries.bin", rows, &query);
        const query_type same = next_query(&state, rows);
        if (query.square != same.square || query.occupied != same.occupied) {
            fail("queries.bin", rows, "the random numbers give another query");
        }
    }
    finish(file, "queries.bin", rows, 100000);
}

static void check_setwise(const char *folder) {
    FILE *file = open_csv(folder, "setwise.csv",
                          "orthogonal,diagonal,occupied,orthogonal_attacks,diagonal_attacks\n");
    uint64_t orthogonal, diagonal, occupied, rooks, bishops;
    long rows = 0;
    for (; fscanf(file, "%" SCNx64 ",%" SCNx64 ",%" SCNx64 ",%" SCNx64 ",%" SCNx64 "\n",
                  &orthogonal, &diagonal, &occupied, &rooks, &bishops) == 5; rows++) {
        uint64_t all_rooks = 0, all_bishops = 0;
        for (int square = 0; square < 64; square++) {
            all_rooks |= orthogonal >> square & 1 ? rook_attacks(square, occupied) : 0;
            all_bishops |= diagonal >> square & 1 ? bishop_attacks(square, occupied) : 0;
        }
        if (rooks != all_rooks || bishops != all_bishops) {
            fail("setwise.csv", rows, "other attacks are expected");
        }
    }
    finish(file, "setwise.csv", rows, 500);
}

// Goes on with a digest over all relevant occupancies of a square, and counts them.
static uint64_t digest(size_t asked, int square, uint64_t digest, long *occupancies) {
    const uint64_t factor = 0x9e3779b97f4a7c15;
    uint64_t mask = 0, subset = 0;
    for (int line = ASKED[asked].first_line; line <= ASKED[asked].last_line; line++) {
        mask |= inner_squares(line, square);
    }
    do {
        const uint64_t occupied = subset | ~(subset * factor | mask);
        const uint64_t mixed = digest ^ ASKED[asked].attacks(square, occupied);
        digest = (mixed << 29 | mixed >> 35) * factor;
        subset = (subset - mask) & mask;
        *occupancies += 1;
    } while (subset != 0);
    return digest;
}

static void check_digests(const char *folder) {
    FILE *file = open_csv(folder, "digests.csv", "attacks,square,occupancies,digest\n");
    char name[16], where[4];
    long stated_occupancies, rows = 0;
    uint64_t stated;
    for (; fscanf(file, "%15[^,],%3[^,],%ld,%" SCNx64 "\n", name, where, &stated_occupancies,
                  &stated) == 4; rows++) {
        size_t asked = 0;
        while (asked < sizeof ASKED / sizeof *ASKED && strcmp(ASKED[asked].name, name) != 0) {
            asked++;
        }
        if (asked == sizeof ASKED / sizeof *ASKED) {
            fail("digests.csv", rows, "there are no such attacks");
        }
        const int of_all = strcmp(where, "all") == 0;
        uint64_t computed = 0;
        long occupancies = 0;
        for (int square = 0; square < 64; square++) {
            const char own[] = {(char)('a' + square % 8), (char)('1' + square / 8), 0};
            if (of_all || strcmp(where, own) == 0) {
                computed = digest(asked, square, computed, &occupancies);
            }
        }
        if (stated != computed || stated_occupancies != occupancies) {
            fail("digests.csv", rows, "another digest is expected");
        }
    }
    finish(file, "digests.csv", rows, 3 * 65 + 4 * 64);
}

typedef struct {
    long bytes;
    uint64_t sum;
} checksum_type;

// FNV-1a.
static void add(checksum_type *checksum, const void *text, long count) {
    for (long byte = 0; byte < count; byte++) {
        checksum->sum = (checksum->sum ^ ((const unsigned char *)text)[byte]) * 0x100000001b3;
    }
    checksum->bytes += count;
}

enum { QUERIES = 100000 };

static const char HEADER[] = "square,occupied,rook,bishop,queen\n";

// Writes a query as a line of CSV, and returns its length.
static int write_line(char *line, size_t size, const query_type *query) {
    return snprintf(line, size, "%d,0x%016" PRIx64 ",0x%016" PRIx64 ",0x%016" PRIx64 ",0x%016" PRIx64
                    "\n", query->square, query->occupied, query->rook, query->bishop, query->queen);
}

static void print_all_queries(void) {
    uint64_t state = 0;
    fputs(HEADER, stdout);
    for (long row = 0; row < QUERIES; row++) {
        char line[128];
        const query_type query = next_query(&state, row);
        write_line(line, sizeof line, &query);
        fputs(line, stdout);
    }
}

// Makes all queries, and compares the checksums of the files that have them.
static void check_all_queries(const char *folder) {
    const long count = QUERIES;
    checksum_type csv = {0, 0xcbf29ce484222325}, binary = csv;
    unsigned char bytes[25] = "HYPVEC1\n";
    write_number(bytes + 8, 4, (uint64_t)count);
    write_number(bytes + 12, 4, sizeof bytes);
    add(&csv, HEADER, (long)strlen(HEADER));
    add(&binary, bytes, 16);
    uint64_t state = 0;
    for (long row = 0; row < count; row++) {
        char line[128];
        const query_type query = next_query(&state, row);
        const int length = write_line(line, sizeof line, &query);
        add(&csv, line, length);
        bytes[0] = (unsigned char)query.square;
        write_number(bytes + 1, 8, query.occupied);
        write_number(bytes + 9, 8, query.rook);
        write_number(bytes + 17, 8, query.bishop);
        add(&binary, bytes, sizeof bytes);
    }
    FILE *file = open_csv(folder, "checksums.csv", "file,queries,bytes,fnv1a64\n");
    char name[16];
    long queries, size, rows = 0;
    uint64_t sum;
    for (; fscanf(file, "%15[^,],%ld,%ld,%" SCNx64 "\n", name, &queries, &size,
                  &sum) == 4; rows++) {
        const checksum_type *own = strcmp(name, "queries.csv") == 0 ? &csv : &binary;
        if (queries != count || size != own->bytes || sum != own->sum) {
            fail("checksums.csv", rows, "another checksum is expected");
        }
    }
    finish(file, "checksums.csv", rows, 2);
}

int main(int count, char **arguments) {
    const char *folder = count > 1 ? arguments[1] : ".";
    if (strcmp(folder, "--csv") == 0) {
        print_all_queries();
        return fflush(stdout) == 0 ? 0 : 1;
    }
    check_edge_cases(folder);
    check_first_queries(folder);
    check_binary(folder);
    check_digests(folder);
    check_setwise(folder);
    check_all_queries(folder);
    puts("passed");
    return 0;
}
