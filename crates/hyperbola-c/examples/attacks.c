/* Attacks, legal moves and features by the C interface. It prints what it computes and checks it. */
#include <hyperbola.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KINGS "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static void expect(int condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "wrong: %s\n", what);
        exit(1);
    }
}

static void single_queries(void) {
    const uint64_t occupied = UINT64_C(0x0000002400001000);
    printf("a rook on d4 attacks %016" PRIx64 "\n", hyperbola_rook_attacks(27, occupied));
    expect(hyperbola_rook_attacks(0, 0) == UINT64_C(0x01010101010101fe), "a rook on a1");
    expect(hyperbola_bishop_attacks(0, 0) == UINT64_C(0x8040201008040200), "a bishop on a1");
    expect(hyperbola_queen_attacks(64, 0) == 0, "there is no square 64");
    uint64_t rook = 1, bishop = 2;
    expect(hyperbola_rook_bishop_attacks(64, 0, &rook, &bishop) == HYPERBOLA_SQUARE, "a bad square");
    expect(hyperbola_rook_bishop_attacks(0, 0, &rook, NULL) == HYPERBOLA_NULL, "null");
    expect(hyperbola_rook_bishop_attacks(0, 0, NULL, &bishop) == HYPERBOLA_NULL, "null");
    expect(rook == 1 && bishop == 2, "what is written for bad input");
    for (uint8_t square = 0; square < 64; square++) {
        expect(hyperbola_rook_bishop_attacks(square, occupied, &rook, &bishop) == HYPERBOLA_OK &&
                   rook == hyperbola_rook_attacks(square, occupied) &&
                   bishop == hyperbola_bishop_attacks(square, occupied),
               "a pair");
    }
    uint64_t attacks = 0;
    for (hyperbola_piece piece = HYPERBOLA_ROOK; piece <= HYPERBOLA_QUEEN; piece++) {
        const hyperbola_status status =
            hyperbola_attacks_by("kogge-stone", piece, 27, occupied, &attacks);
        expect(status == HYPERBOLA_OK, hyperbola_status_text(status));
    }
    expect(attacks == hyperbola_queen_attacks(27, occupied), "two techniques agree");
    expect(hyperbola_attacks_by("no-such", HYPERBOLA_ROOK, 0, 0, &attacks) == HYPERBOLA_TECHNIQUE,
           "an unknown technique");
    expect(hyperbola_attacks_by("ray-walk", 3, 0, 0, &attacks) == HYPERBOLA_PIECE, "an unknown piece");
    expect(hyperbola_attacks_by(NULL, HYPERBOLA_ROOK, 0, 0, &attacks) == HYPERBOLA_NULL, "null");
    expect(hyperbola_attacks_by("ray-walk", HYPERBOLA_ROOK, 0, 0, NULL) == HYPERBOLA_NULL, "null");
}

static void batches(void) {
    enum { COUNT = 1000 };
    static uint8_t squares[COUNT];
    static uint64_t occupied[COUNT], attacks[COUNT];
    uint64_t random = 1;
    for (int i = 0; i < COUNT; i++) {
        random = random * UINT64_C(6364136223846793005) + 1;
        squares[i] = (uint8_t)(random >> 58);
        occupied[i] = random ^ (random << 21);
    }
    expect(hyperbola_batch(HYPERBOLA_QUEEN, squares, occupied, attacks, COUNT) == HYPERBOLA_OK,
           "a batch");
    for (int i = 0; i < COUNT; i++) {
        expect(attacks[i] == hyperbola_queen_attacks(squares[i], occupied[i]), "a batch's answer");
    }
    squares[COUNT - 1] = 64;
    expect(hyperbola_batch(HYPERBOLA_QUEEN, squares, occupied, attacks, COUNT) == HYPERBOLA_SQUARE,
           "a bad square");
    expect(hyperbola_batch(HYPERBOLA_QUEEN, NULL, occupied, attacks, COUNT) == HYPERBOLA_NULL,
           "null");
    expect(hyperbola_batch(HYPERBOLA_QUEEN, NULL, NULL, NULL, 0) == HYPERBOLA_OK, "nothing");
    const uint64_t rook = hyperbola_rook_attacks(0, 0x80), bishop = hyperbola_bishop_attacks(9, 0);
    expect(hyperbola_setwise_attacks(1, 0, 0x80) == rook, "a set of one rook");
    expect(hyperbola_setwise_attacks(0, UINT64_C(1) << 9, 0) == bishop, "a set of one bishop");
}

/* The counts are those of the sliders one by one, each blocked by all. */
static void counts(void) {
    // Rooks and bishops in all eight directions from d4, and others off its lines.
    const uint64_t orthogonal = UINT64_C(0x0800000081000008), diagonal = UINT64_C(0x0041000000000041);
    const uint64_t others = UINT64_C(0x0004104000020000), occupied = others | orthogonal | diagonal;
    uint8_t expected[64] = {0}, found[64];
    for (int slider = 0; slider < 64; slider++) {
        uint64_t attacks = 0;
        if (orthogonal >> slider & 1) {
            attacks |= hyperbola_rook_attacks((uint8_t)slider, occupied);
        }
        if (diagonal >> slider & 1) {
            attacks |= hyperbola_bishop_attacks((uint8_t)slider, occupied);
        }
        for (int square = 0; square < 64; square++) {
            expected[square] = (uint8_t)(expected[square] + (attacks >> square & 1));
        }
    }
    expect(hyperbola_setwise_counts(orthogonal, diagonal, others, found) == HYPERBOLA_OK, "counts");
    expect(memcmp(found, expected, sizeof found) == 0 && found[27] == 8, "the counts");
    expect(hyperbola_setwise_counts(orthogonal, diagonal, others, NULL) == HYPERBOLA_NULL, "null");
}

/* Adds up the numbers of the first moves. */
static void add(void *context, const char *move, uint64_t nodes) {
    expect(strlen(move) == 4, "a move");
    *(uint64_t *)context += nodes;
}

static void counts_with_options(void) {
    uint64_t nodes = 0, sum = 0;
    int stop = 0;
    hyperbola_perft_options options = {.threads = 2, .memory_mib = 16, .stop = &stop};
    expect(hyperbola_perft(START, 5, &options, &nodes, NULL, 0) == HYPERBOLA_OK && nodes == 4865609,
           "perft with positions kept");
    expect(hyperbola_perft_divide(START, 4, NULL, add, &sum, NULL, 0) == HYPERBOLA_OK &&
               sum == 197281,
           "the numbers of the first moves");
    expect(hyperbola_perft_divide(START, 4, NULL, NULL, &sum, NULL, 0) == HYPERBOLA_NULL, "null");
    hyperbola_statistics statistics = {0};
    expect(hyperbola_perft_statistics(START, 5, &options, &statistics, NULL, 0) == HYPERBOLA_OK &&
               statistics.nodes == 4865609 && statistics.captures == 82719 &&
               statistics.en_passant == 258 && statistics.castles == 0 &&
               statistics.promotions == 0 && statistics.checks == 27351 &&
               statistics.discovered_checks == 6 && statistics.double_checks == 0 &&
               statistics.checkmates == 347,
           "what the last moves are");
    expect(hyperbola_perft_statistics(START, 5, NULL, NULL, NULL, 0) == HYPERBOLA_NULL, "null");
    stop = 1;
    options.memory_mib = 0;
    expect(hyperbola_perft_statistics(START, 9, &options, &statistics, NULL, 0) == HYPERBOLA_STOPPED,
           "statistics that are stopped");
    expect(hyperbola_perft(START, 9, &options, &nodes, NULL, 0) == HYPERBOLA_STOPPED, "stopped");
    expect(nodes == 4865609, "what is written of a count that was stopped");
}

static void positions(void) {
    uint64_t nodes = 0;
    char message[80];
    expect(hyperbola_perft(START, 4, NULL, &nodes, NULL, 0) == HYPERBOLA_OK && nodes == 197281, "perft");
    expect(hyperbola_perft(START, 256, NULL, &nodes, NULL, 0) == HYPERBOLA_DEPTH, "a depth");
    expect(hyperbola_perft("8/8 w", 1, NULL, &nodes, message, sizeof message) == HYPERBOLA_FEN, "a FEN");
    printf("a bad FEN: %s\n", message);
    expect(nodes == 197281 && strlen(message) > 0, "what is written for a bad FEN");
    expect(hyperbola_perft("8/8 w", 1, NULL, &nodes, message, 4) == HYPERBOLA_FEN, "a short message");
    expect(strlen(message) == 3, "a message that is cut off");
    message[0] = 0;
    expect(hyperbola_perft("\xff", 1, NULL, &nodes, message, sizeof message) == HYPERBOLA_FEN, "no UTF-8");
    expect(strlen(message) > 0, "what is written for a text that is not UTF-8");

    size_t size = 0;
    expect(hyperbola_legal_moves(START, NULL, 0, &size, NULL, 0) == HYPERBOLA_SPACE, "the size");
    expect(size == 20 * 5, "twenty moves of four letters, each with a space or the zero");
    size_t needed = 0;
    expect(hyperbola_legal_moves(START, NULL, size, &needed, NULL, 0) == HYPERBOLA_NULL &&
               needed == 0,
           "what is written for null");
    char *moves = malloc(size);
    expect(moves && hyperbola_legal_moves(START, moves, size, &size, NULL, 0) == HYPERBOLA_OK,
           "the moves");
    expect(strlen(moves) + 1 == size && strstr(moves, "e2e4") != NULL, "the moves");
    printf("moves: %.24s...\n", moves);
    free(moves);
}

#define KEPT "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9"

static void rules_and_verdicts(void) {
    char read[128], message[200];
    size_t needed = 0;
    uint64_t nodes = 0;
    expect(hyperbola_read_fen(KEPT, HYPERBOLA_RULES_CHESS, 0, read, sizeof read, &needed, message,
                              sizeof message) == HYPERBOLA_FEN &&
               strstr(message, "is not one of chess") != NULL,
           "rights of chess");
    for (int32_t rules = HYPERBOLA_RULES_AUTO; rules <= HYPERBOLA_RULES_CHESS; rules++)
        expect(hyperbola_read_fen(KEPT, rules, 1, read, sizeof read, &needed, NULL, 0) == HYPERBOLA_OK &&
                   strlen(read) + 1 == needed && hyperbola_perft(read, 2, NULL, &nodes, NULL, 0) == 0 &&
                   nodes == 1222,
               "rights that are dropped");
    expect(hyperbola_read_fen(KEPT, HYPERBOLA_RULES_CHESS960, 0, read, sizeof read, &needed, NULL, 0) ==
                   HYPERBOLA_OK &&
               hyperbola_perft(read, 2, NULL, &nodes, NULL, 0) == 0 && nodes == 1262,
           "rights of Chess960");
    expect(hyperbola_read_fen(KEPT, 3, 0, read, sizeof read, &needed, NULL, 0) == HYPERBOLA_RULES,
           "other rules");
    hyperbola_verdict verdict;
    expect(hyperbola_judge(START, &verdict, NULL, 0) == HYPERBOLA_OK &&
               verdict.verdict == HYPERBOLA_CHESS && !verdict.rule[0] && !verdict.mended[0],
           "the initial position");
    expect(hyperbola_judge(KEPT, &verdict, NULL, 0) == HYPERBOLA_OK &&
               verdict.verdict == HYPERBOLA_CHESS960 && verdict.is_double,
           "a position of Chess960");
    expect(hyperbola_judge("8/8/8/3k4/4Pp2/8/8/4K2B b - e3 0 1", &verdict, NULL, 0) == HYPERBOLA_OK &&
               verdict.verdict == HYPERBOLA_IMPOSSIBLE && strcmp(verdict.rule, "en-passant") == 0 &&
               strcmp(verdict.mended, "8/8/8/3k4/4Pp2/8/8/4K2B b - - 0 1") == 0,
           "a check that was there before");
    printf("impossible: %s\n", verdict.reason);
    expect(hyperbola_judge("no FEN", &verdict, message, sizeof message) == HYPERBOLA_FEN, "no FEN");
    expect(hyperbola_judge(START, NULL, NULL, 0) == HYPERBOLA_NULL, "null");
}

static void features(void) {
    hyperbola_positions *positions = NULL;
    expect(hyperbola_positions_new(&positions) == HYPERBOLA_OK, "a collection");
    expect(hyperbola_positions_add(positions, START, NULL, 0) == HYPERBOLA_OK, "a position");
    expect(hyperbola_positions_add(positions, "no FEN", NULL, 0) == HYPERBOLA_FEN, "no position");
    size_t count = 0, size = 0;
    expect(hyperbola_positions_count(positions, &count) == HYPERBOLA_OK && count == 1, "one");
    const char *fens[] = {START, "no FEN", KINGS};
    char message[80];
    hyperbola_status status = hyperbola_positions_add_many(positions, fens, 3, HYPERBOLA_BAD_ROWS_ERROR,
                                                           NULL, message, sizeof message);
    expect(status == HYPERBOLA_FEN && strncmp(message, "row 1: ", 7) == 0, message);
    size_t bad = 0;
    status = hyperbola_positions_add_many(positions, fens, 3, HYPERBOLA_BAD_ROWS_MARK, &bad, NULL, 0);
    expect(status == HYPERBOLA_OK && bad == 1, hyperbola_status_text(status));
    status = hyperbola_positions_add_many(positions, fens, 3, 3, NULL, NULL, 0);
    expect(status == HYPERBOLA_BADROWS, "a policy that does not exist");
    expect(hyperbola_positions_count(positions, &count) == HYPERBOLA_OK && count == 4, "four");

    hyperbola_array_info info;
    expect(hyperbola_feature_info("attacks", 0, &info) == HYPERBOLA_OK, "what attacks are");
    expect(info.arrays == 1 && strcmp(info.dtype, "<u8") == 0 && info.number_size == 8 &&
               info.axis == HYPERBOLA_AXIS_POSITIONS && info.dimensions == 1 && info.lengths[0] == 2,
           "an array of two sets a position");
    expect(hyperbola_feature_info("attacks", 1, &info) == HYPERBOLA_FEATURE, "no such array");
    hyperbola_arrays *arrays = NULL;
    expect(hyperbola_positions_compute(positions, "no-such", 1, &arrays) == HYPERBOLA_FEATURE &&
               arrays == NULL,
           "no such feature");
    const void *data = NULL;
    for (uint32_t threads = 0; threads < 3; threads++) {
        status = hyperbola_positions_compute(positions, "attacks", threads, &arrays);
        expect(status == HYPERBOLA_OK, hyperbola_status_text(status));
        status = hyperbola_arrays_get(arrays, 0, &data, &size);
        expect(status == HYPERBOLA_OK && size == 4 * 2 * sizeof(uint64_t), "the size");
        const uint64_t *attacks = data;
        expect(attacks[0] == 0xffff7e && attacks[1] == UINT64_C(0x7effff0000000000), "the attacks");
        expect(attacks[2] == attacks[0] && attacks[4] == 0, "a row like the first, and a marked one");
        expect(hyperbola_arrays_get(arrays, 1, &data, &size) == HYPERBOLA_FEATURE, "no such array");
        hyperbola_arrays_free(arrays);
    }
    // Lists: where each begins, and their items, computed once.
    expect(hyperbola_feature_info("legal_moves", 1, &info) == HYPERBOLA_OK && info.arrays == 2 &&
               info.axis == HYPERBOLA_AXIS_ITEMS,
           "what legal moves are");
    status = hyperbola_positions_compute(positions, "legal_moves", 1, &arrays);
    expect(status == HYPERBOLA_OK, hyperbola_status_text(status));
    expect(hyperbola_arrays_get(arrays, 0, &data, &size) == HYPERBOLA_OK, "the offsets");
    const int64_t *offsets = data;
    expect(size == 5 * sizeof(int64_t) && offsets[1] == 20 && offsets[2] == 40 && offsets[3] == 40,
           "the offsets");
    const int64_t items = offsets[4];
    expect(hyperbola_arrays_get(arrays, 1, &data, &size) == HYPERBOLA_OK, "the items");
    expect(size == (size_t)items * info.number_size, "the items");
    hyperbola_arrays_free(arrays);
    hyperbola_arrays_free(NULL);
    expect(hyperbola_positions_count(NULL, &count) == HYPERBOLA_NULL, "null");
    hyperbola_positions_free(positions);
    hyperbola_positions_free(NULL);
}

static void inputs(void) {
    const hyperbola_board start = {{UINT64_C(0x00ff00000000ff00), UINT64_C(0x4200000000000042),
                                    UINT64_C(0x2400000000000024), UINT64_C(0x8100000000000081),
                                    UINT64_C(0x0800000000000008), UINT64_C(0x1000000000000010)},
                                   {UINT64_C(0xffff), UINT64_C(0xffff000000000000)}};
    hyperbola_inputs *inputs = NULL;
    char message[80] = "";
    hyperbola_status status = hyperbola_inputs_new("halfka", &inputs, message, sizeof message);
    expect(status == HYPERBOLA_INPUTS && inputs == NULL, "no such preset");
    expect(strncmp(message, "name 1 is not that of a preset", 30) == 0, message);
    status = hyperbola_inputs_new("[[blocks]]\npreset = 1", &inputs, message, sizeof message);
    expect(status == HYPERBOLA_INPUTS && strncmp(message, "invalid type", 12) == 0, message);
    status = hyperbola_inputs_new("[[blocks]]\npreset = \"pawn_pairs\"", &inputs, NULL, 0);
    expect(status == HYPERBOLA_OK && hyperbola_inputs_size(inputs) == 4560, "a definition");
    hyperbola_inputs_free(inputs);
    status = hyperbola_inputs_new("threats_59808+pawn_pairs+halfka_v2_hm", &inputs, NULL, 0);
    expect(status == HYPERBOLA_OK && hyperbola_inputs_size(inputs) == 86896, "presets");

    uint32_t first = 0, size = 0;
    expect(hyperbola_inputs_block(inputs, 2, &first, &size) == HYPERBOLA_OK && first == 64368 &&
               size == 22528,
           "the third block");
    expect(hyperbola_inputs_block(inputs, 3, &first, &size) == HYPERBOLA_INPUTS, "no such block");
    expect(hyperbola_inputs_block(inputs, 0, NULL, &size) == HYPERBOLA_NULL, "null");
    expect(hyperbola_inputs_block(inputs, 0, &first, NULL) == HYPERBOLA_NULL, "null");

    hyperbola_numbers views[2];
    expect(hyperbola_inputs_active(inputs, &start, views) == HYPERBOLA_OK, "active inputs");
    printf("the start position has %zu inputs in White's view\n", views[0].count);
    // 28 threats, 36 pairs of pawns and 32 pieces; both sides see the same.
    expect(views[0].count == 96 && views[1].count == 96, "their number");
    uint32_t sums[2] = {0, 0};
    for (size_t i = 0; i < 96; i++) {
        sums[0] += views[0].numbers[i];
        sums[1] += views[1].numbers[i];
    }
    expect(sums[0] == sums[1], "both views of the start position");

    // A pawn goes from e2 to e4, and the king from e1 to e2.
    hyperbola_board next = start;
    next.roles[0] ^= UINT64_C(1) << 12 | UINT64_C(1) << 28;
    next.colors[0] ^= UINT64_C(1) << 12 | UINT64_C(1) << 28;
    hyperbola_input_changes changes[2];
    expect(hyperbola_inputs_changes(inputs, &start, &next, changes) == HYPERBOLA_OK, "a move");
    expect(changes[0].refreshed == 0 && changes[0].removed.count > 0 && changes[0].added.count > 0,
           "what it changes");
    hyperbola_board last = next;
    last.roles[5] ^= UINT64_C(1) << 4 | UINT64_C(1) << 12;
    last.colors[0] ^= UINT64_C(1) << 4 | UINT64_C(1) << 12;
    expect(hyperbola_inputs_changes(inputs, &next, &last, changes) == HYPERBOLA_OK, "the king's move");
    expect(changes[0].refreshed == 4 && changes[1].refreshed == 0, "White's third block");

    last.colors[1] |= 1;
    expect(hyperbola_inputs_active(inputs, &last, views) == HYPERBOLA_BOARD, "two colours");
    expect(hyperbola_inputs_active(inputs, NULL, views) == HYPERBOLA_NULL, "null");
    expect(hyperbola_inputs_active(inputs, &start, NULL) == HYPERBOLA_NULL, "null");
    expect(hyperbola_inputs_active(NULL, &start, views) == HYPERBOLA_NULL, "null");
    expect(hyperbola_inputs_changes(inputs, &start, NULL, changes) == HYPERBOLA_NULL, "null");
    expect(hyperbola_inputs_new("pawn_pairs", NULL, NULL, 0) == HYPERBOLA_NULL, "null");
    expect(hyperbola_inputs_new(NULL, &inputs, NULL, 0) == HYPERBOLA_NULL, "null");
    expect(hyperbola_inputs_size(NULL) == 0, "null");
    hyperbola_inputs_free(inputs);
    hyperbola_inputs_free(NULL);
}

int main(void) {
    printf("hyperbola %s\n", hyperbola_version());
    single_queries();
    batches();
    counts();
    counts_with_options();
    positions();
    rules_and_verdicts();
    features();
    inputs();
    puts("passed");
    return 0;
}
