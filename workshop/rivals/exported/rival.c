// An exported file as a rival: it answers the queries of the lab by the file's functions.
//
// The protocol is that of workshop/lab/METHODOLOGY.md. `cargo workshop rivals` compiles this with
// the file as FILE_NAME, and with BATCH for a file on vectors of AVX2. The loops are those of the
// models `exported` and `exported-batch`, and their data lies in memory as there.

#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include FILE_NAME

#define WORDS_OF_PAGE 512
#define MOST_QUERIES (1 << 20)

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

#ifdef __clang__
#define VERSION TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__)
#else
#define VERSION TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__) "." TEXT(__GNUC_PATCHLEVEL__)
#endif

// Nothing is kept in registers across it, and no loop is computed in vectors around it.
#define BARRIER(place) __asm__ volatile("" : : "r"(place) : "memory")

#ifdef BATCH

#define TASK "exported-batch"
typedef uint8_t square_type;

#define LOOP(name, attacks)                                                                        \
    static void name(const uint8_t *squares, const uint64_t *boards, uint64_t *answers,            \
                     size_t count) {                                                               \
        for (size_t query = 0; query < count; query += 4) {                                        \
            int packed;                                                                            \
            memcpy(&packed, squares + query, 4);                                                   \
            const __m256i square = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(packed));                \
            const __m256i board = _mm256_loadu_si256((const __m256i *)(boards + query));           \
            _mm256_storeu_si256((__m256i *)(answers + query), attacks(square, board));             \
        }                                                                                          \
    }

#else

#define TASK "exported"
typedef uint64_t square_type;

#define LOOP(name, attacks)                                                                        \
    static void name(const uint64_t *squares, const uint64_t *boards, uint64_t *answers,           \
                     size_t count) {                                                               \
        for (size_t query = 0; query < count; query++) {                                           \
            answers[query] = attacks(squares[query], boards[query]);                               \
            BARRIER(answers + query);                                                              \
        }                                                                                          \
    }

#endif

LOOP(answer_rooks, rook_attacks)
LOOP(answer_bishops, bishop_attacks)
LOOP(answer_queens, queen_attacks)

typedef void answer_type(const square_type *, const uint64_t *, uint64_t *, size_t);

static const struct {
    const char *slider;
    answer_type *answer;
} LOOPS[] = {{"rook", answer_rooks}, {"bishop", answer_bishops}, {"queen", answer_queens}};

// The queries that were sent last. The boards begin with a page; a place for the answers is after
// them, a quarter of a page off.
static struct {
    answer_type *answer;
    square_type *squares;
    uint64_t *boards, *answers;
    size_t count, place;
} queries;

static size_t rounded_up(size_t count, size_t to) {
    return (count + to - 1) / to * to;
}

static int make_room(size_t count) {
    free(queries.squares);
    free(queries.boards);
    // Whole vectors are read and written, and answers may begin anywhere in a page.
    const size_t words = rounded_up(count, WORDS_OF_PAGE);
    queries.count = count;
    queries.place = WORDS_OF_PAGE / 4;
    queries.squares = calloc(words, sizeof *queries.squares);
    queries.boards = aligned_alloc(4096, (2 * words + WORDS_OF_PAGE) * sizeof *queries.boards);
    if (queries.squares == NULL || queries.boards == NULL) {
        queries.count = 0;
        return 0;
    }
    memset(queries.boards, 0, (2 * words + WORDS_OF_PAGE) * sizeof *queries.boards);
    queries.answers = queries.boards + words;
    return 1;
}

// Reads all lines of the queries, so that none is taken for a request.
static int read_queries(const char *slider, size_t count) {
    int is_right = count <= MOST_QUERIES && make_room(count);
    queries.answer = NULL;
    for (size_t loop = 0; loop < sizeof LOOPS / sizeof *LOOPS; loop++) {
        if (strcmp(LOOPS[loop].slider, slider) == 0) {
            queries.answer = LOOPS[loop].answer;
        }
    }
    for (size_t query = 0; query < count; query++) {
        char line[64];
        unsigned square;
        uint64_t board;
        if (fgets(line, sizeof line, stdin) == NULL) {
            return 0;
        }
        is_right &= sscanf(line, "%u %" SCNx64, &square, &board) == 2 && square < 64;
        if (is_right) {
            queries.squares[query] = (square_type)square;
            queries.boards[query] = board;
        }
    }
    is_right &= queries.answer != NULL;
    if (!is_right) {
        queries.count = 0;
    }
    return is_right;
}

static void answer_all(void) {
    queries.answer(queries.squares, queries.boards, queries.answers + queries.place,
                   queries.count);
    BARRIER(queries.answers);
}

// The digest of crates/hyperbola-random.
static uint64_t digest(void) {
    uint64_t digest = 0xcbf29ce484222325;
    answer_all();
    for (size_t query = 0; query < queries.count; query++) {
        digest = (digest ^ queries.answers[queries.place + query]) * 0x100000001b3;
        digest ^= digest >> 32;
    }
    return digest;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// The nanoseconds of a query.
static double sample(unsigned times) {
#ifndef BATCH
    // As in workshop/timing: the answers of each sample are at another place of a page.
    queries.place = (queries.place + 37 * 8) % WORDS_OF_PAGE;
#endif
    const double start = seconds();
    for (unsigned time = 0; time < times; time++) {
        answer_all();
    }
    return (seconds() - start) * 1e9 / times / (double)queries.count;
}

static void answer(const char *request) {
    char slider[8];
    size_t count;
    unsigned times;
    if (strcmp(request, "version\n") == 0) {
        puts(VERSION);
    } else if (strcmp(request, "tasks\n") == 0) {
        puts(TASK);
    } else if (sscanf(request, "queries %7s %zu", slider, &count) == 2) {
        puts(read_queries(slider, count) ? "ready" : "error there are no such queries");
    } else if (queries.count == 0) {
        puts("error there is no such request, or there are no queries");
    } else if (strcmp(request, "verify " TASK "\n") == 0) {
        printf("%016" PRIx64 "\n", digest());
    } else if (sscanf(request, "sample " TASK " 0 %u", &times) == 1 && times > 0) {
        printf("%.9g\n", sample(times));
    } else {
        puts("error there is no such request");
    }
}

int main(void) {
    char request[256];
#ifdef INITIALIZE
    initialize_tables();
#endif
    while (fgets(request, sizeof request, stdin) != NULL) {
        answer(request);
        fflush(stdout);
    }
    return 0;
}
