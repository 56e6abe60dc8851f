/* The attacks of sliding chess pieces, legal moves and features of positions.
 *
 * A square is its index: a1 = 0, b1 = 1, ..., h8 = 63. A board is a set of squares: bit i of a
 * uint64_t is the square i. Attacks include the first blocker of either colour and never the
 * piece's own square.
 *
 * Every function may be called from any thread, and the only global state is a pool of threads,
 * which the functions that use all processors start: a process that forks must not call these in
 * the child. While one thread changes or frees a hyperbola_positions, no other may use it. Many may
 * read it at once. No function unwinds or aborts on bad input: it returns a status. If the status
 * is not HYPERBOLA_OK, what the function was to write is unchanged, unless its comment says
 * otherwise. Memory that a function writes does not overlap what it reads, unless its comment says
 * otherwise: else the answers are undefined.
 *
 * MIT OR Apache-2.0
 */
#ifndef HYPERBOLA_H
#define HYPERBOLA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a call succeeded, or why not. */
typedef int32_t hyperbola_status;

#define HYPERBOLA_OK 0
#define HYPERBOLA_NULL 1       /* a pointer that is needed is null */
#define HYPERBOLA_SQUARE 2     /* a square is above 63 */
#define HYPERBOLA_PIECE 3      /* a piece is none of those below */
#define HYPERBOLA_TECHNIQUE 4  /* no technique has this id */
#define HYPERBOLA_FEN 5        /* a text is no FEN, or its position is invalid */
#define HYPERBOLA_FEATURE 6    /* no feature has this name, or it has no such array */
#define HYPERBOLA_SPACE 7      /* the buffer is too small; the size that is needed was written */
#define HYPERBOLA_OVERFLOW 8   /* the number does not fit into 64 bits */
#define HYPERBOLA_PANIC 9      /* a defect of the library; nothing more is known */
#define HYPERBOLA_DEPTH 10     /* the depth is above 255 */
#define HYPERBOLA_BADROWS 11   /* a policy for bad rows is none of those below */
#define HYPERBOLA_MEMORY 12    /* there is too little memory */
#define HYPERBOLA_THREADS 13   /* so many threads cannot be started */
#define HYPERBOLA_STOPPED 14   /* the count was stopped */
#define HYPERBOLA_INPUTS 15    /* no definition of an input set, or no such block */
#define HYPERBOLA_BOARD 16     /* a square has several roles or colours, or only one of both */
#define HYPERBOLA_RULES 17     /* rules are none of those below */

/* The sliding pieces. */
typedef int32_t hyperbola_piece;

#define HYPERBOLA_ROOK 0
#define HYPERBOLA_BISHOP 1
#define HYPERBOLA_QUEEN 2

/* Returns the library's version, such as "0.1.0". The text lives as long as the program. */
const char *hyperbola_version(void);

/* Returns a short text for a status. The text lives as long as the program. */
const char *hyperbola_status_text(hyperbola_status status);

/* ---- Single queries ---- */

/* Return the attacks of a piece. A square above 63 gives 0, which no square gives: a slider always
 * attacks something. */
uint64_t hyperbola_rook_attacks(uint8_t square, uint64_t occupied);
uint64_t hyperbola_bishop_attacks(uint8_t square, uint64_t occupied);
uint64_t hyperbola_queen_attacks(uint8_t square, uint64_t occupied);

/* Writes the attacks of a rook and of a bishop on one square. Together they are a queen's. */
hyperbola_status hyperbola_rook_bishop_attacks(uint8_t square, uint64_t occupied, uint64_t *rook,
                                               uint64_t *bishop);

/* Writes the attacks of a piece by a technique, such as "kogge-stone". */
hyperbola_status hyperbola_attacks_by(const char *technique, hyperbola_piece piece, uint8_t square,
                                      uint64_t occupied, uint64_t *attacks);

/* ---- Many queries ---- */

/* Writes the attacks of `count` pieces, on the widest vectors that the processor has. The arrays
 * have `count` elements each; `attacks` may be the same array as `occupied`. If a square is above
 * 63, the attacks of some squares before it may have been written. */
hyperbola_status hyperbola_batch(hyperbola_piece piece, const uint8_t *squares,
                                 const uint64_t *occupied, uint64_t *attacks, size_t count);

/* ---- Whole sets ---- */

/* Returns the union of the attacks of all rooks and queens (`orthogonal`) and of all bishops and
 * queens (`diagonal`). The sliders block each other, whether or not `occupied` has them. */
uint64_t hyperbola_setwise_attacks(uint64_t orthogonal, uint64_t diagonal, uint64_t occupied);

/* Writes how many of these sliders attack each square, from 0 to 8: 64 numbers, by squares. */
hyperbola_status hyperbola_setwise_counts(uint64_t orthogonal, uint64_t diagonal, uint64_t occupied,
                                          uint8_t *counts);

/* ---- One position ---- */

/* How a count runs. All zeros: all processors, no position kept, never stopped. */
typedef struct hyperbola_perft_options {
    uint32_t threads;    /* how many threads count; 0 for all processors */
    uint32_t memory_mib; /* the memory in MiB for positions that are kept; 0 keeps none */
    int *stop;           /* null, or what another thread sets, atomically, to end the count */
} hyperbola_perft_options;

/* Writes the number of legal move sequences of a length. `options` may be null: one thread then, and
 * no position kept. `message` may be null; if the FEN is bad it gets the reason, at most
 * `message_size` bytes with the zero at the end. */
hyperbola_status hyperbola_perft(const char *fen, uint32_t depth,
                                 const hyperbola_perft_options *options, uint64_t *nodes,
                                 char *message, size_t message_size);

/* Gets a first move in UCI's notation and the number of sequences that begin with it. It must
 * return. */
typedef void (*hyperbola_each_move)(void *context, const char *move, uint64_t nodes);

/* Counts for each first move, and then calls `each` for one after the other, on this thread. */
hyperbola_status hyperbola_perft_divide(const char *fen, uint32_t depth,
                                        const hyperbola_perft_options *options,
                                        hyperbola_each_move each, void *context, char *message,
                                        size_t message_size);

/* How many of the last moves of all sequences are of each kind. `captures` has en passant too, and
 * `checks` checkmates. A discovered check is by one piece that has not moved, a double check by two. */
typedef struct hyperbola_statistics {
    uint64_t nodes, captures, en_passant, castles, promotions;
    uint64_t checks, discovered_checks, double_checks, checkmates;
} hyperbola_statistics;

/* Makes the last moves too, and says what they are. No position is kept. Nothing is written if the
 * count is stopped, or if there are 2^64 - 1 sequences or more: HYPERBOLA_OVERFLOW. */
hyperbola_status hyperbola_perft_statistics(const char *fen, uint32_t depth,
                                            const hyperbola_perft_options *options,
                                            hyperbola_statistics *statistics, char *message,
                                            size_t message_size);

/* Writes the legal moves in UCI's notation, separated by spaces, with a zero at the end. `needed`
 * gets the size with the zero; call with `moves` null and `size` 0 to learn it. */
hyperbola_status hyperbola_legal_moves(const char *fen, char *moves, size_t size, size_t *needed,
                                       char *message, size_t message_size);

/* The rules by which castling rights are read. */
#define HYPERBOLA_RULES_AUTO 0     /* Chess960 if a right is not one of chess, as all others read */
#define HYPERBOLA_RULES_CHESS 1    /* chess: any other right is an error */
#define HYPERBOLA_RULES_CHESS960 2 /* Chess960, also with different start arrays */

/* Reads a FEN by rules, and writes the FEN of the position for the other functions. If `lenient` is
 * not 0, it mends what it can, and drops rights that are not those of the rules; automatic ones are
 * then those of chess, unless a letter of the rights is the file of a rook. `read` and `needed` are as
 * in hyperbola_legal_moves. */
hyperbola_status hyperbola_read_fen(const char *fen, int32_t rules, int32_t lenient, char *read,
                                    size_t size, size_t *needed, char *message,
                                    size_t message_size);

#define HYPERBOLA_CHESS 0      /* no rule forbids the position in chess */
#define HYPERBOLA_CHESS960 1   /* only a game of Chess960 can lead to it */
#define HYPERBOLA_IMPOSSIBLE 2 /* no game leads to it */

/* Whether a game can lead to a position, as docs/VERDICT.md says. Texts end with a zero. */
typedef struct hyperbola_verdict {
    int32_t verdict;   /* one of the three above */
    int32_t is_double; /* whether only double Chess960 has such castling rights */
    char rule[16];     /* the rule that the position breaks, such as "en-passant", or nothing */
    char reason[240];  /* the reason in words */
    char mended[120];  /* the FEN without what does not fit, if that is chess and another one */
} hyperbola_verdict;

/* Writes the verdict on a position. `message` is as for hyperbola_perft. */
hyperbola_status hyperbola_judge(const char *fen, hyperbola_verdict *verdict, char *message,
                                 size_t message_size);

/* ---- Many positions ---- */

/* Positions in columns. */
typedef struct hyperbola_positions hyperbola_positions;

/* Writes a new, empty collection, to be freed by hyperbola_positions_free. */
hyperbola_status hyperbola_positions_new(hyperbola_positions **positions);

/* Frees a collection. Null is ignored. */
void hyperbola_positions_free(hyperbola_positions *positions);

/* Adds a position. `message` is as for hyperbola_perft. */
hyperbola_status hyperbola_positions_add(hyperbola_positions *positions, const char *fen,
                                         char *message, size_t message_size);

/* What happens with a row that is no position. */
#define HYPERBOLA_BAD_ROWS_ERROR 0 /* nothing is added, and the first one is in the message */
#define HYPERBOLA_BAD_ROWS_SKIP 1  /* it is left out */
#define HYPERBOLA_BAD_ROWS_MARK 2  /* it becomes an empty board, so that each row keeps its number */

/* Adds `count` positions, by all processors. `bad` may be null; it gets the number of bad rows. */
hyperbola_status hyperbola_positions_add_many(hyperbola_positions *positions,
                                              const char *const *fens, size_t count,
                                              int32_t bad_rows, size_t *bad, char *message,
                                              size_t message_size);

/* Writes the number of positions. */
hyperbola_status hyperbola_positions_count(const hyperbola_positions *positions, size_t *count);

/* ---- Features of all positions ---- */

/* Numbers in little-endian order, by rows. A feature has one array, or two for lists: where each list
 * begins, and the items of all lists. docs/FEATURES.md lists the features. */
typedef struct hyperbola_arrays hyperbola_arrays;

#define HYPERBOLA_MOST_LENGTHS 4

/* The first axis of an array. */
#define HYPERBOLA_AXIS_POSITIONS 0 /* a row a position */
#define HYPERBOLA_AXIS_OFFSETS 1   /* where each list begins, and the end: one more than lists */
#define HYPERBOLA_AXIS_ITEMS 2     /* the items of all lists */

/* What an array of a feature has. */
typedef struct hyperbola_array_info {
    size_t arrays;      /* how many arrays the feature has */
    char dtype[8];      /* the type of a number as NumPy writes it, such as "<u8" */
    size_t number_size; /* the bytes of a number */
    int32_t axis;       /* the first axis */
    size_t lists;       /* of offsets: how many lists a position has; otherwise 0 */
    size_t dimensions;  /* how many further axes there are */
    size_t lengths[HYPERBOLA_MOST_LENGTHS]; /* their lengths */
} hyperbola_array_info;

/* Writes what an array of a feature, such as "attacks", has. Arrays count from 0. */
hyperbola_status hyperbola_feature_info(const char *feature, size_t array,
                                        hyperbola_array_info *info);

/* Computes all arrays of a feature, to be freed by hyperbola_arrays_free. `threads` is 0 for all
 * processors. */
hyperbola_status hyperbola_positions_compute(const hyperbola_positions *positions,
                                             const char *feature, uint32_t threads,
                                             hyperbola_arrays **arrays);

/* Writes where an array is, aligned for its numbers, and its size in bytes. It lives as long as
 * `arrays`. */
hyperbola_status hyperbola_arrays_get(const hyperbola_arrays *arrays, size_t array,
                                      const void **data, size_t *size);

/* Frees the arrays of a feature. Null is ignored. */
void hyperbola_arrays_free(hyperbola_arrays *arrays);

/* The inputs of a network, and memory for answers. One is used by one thread at a time. */
typedef struct hyperbola_inputs hyperbola_inputs;

/* The pieces on a board: the squares of the roles from pawn to king, and of White and Black. */
typedef struct hyperbola_board {
    uint64_t roles[6];
    uint64_t colors[2];
} hyperbola_board;

/* Numbers of inputs. Their order in a block is not specified. They live until the next call with the same set. */
typedef struct hyperbola_numbers {
    const uint32_t *numbers;
    size_t count;
} hyperbola_numbers;

/* What changes of a view: inputs that leave and that come, and a bit for each block, in their order,
 * all of whose inputs are to be computed anew. These are in neither list. */
typedef struct hyperbola_input_changes {
    hyperbola_numbers removed;
    hyperbola_numbers added;
    uint32_t refreshed;
} hyperbola_input_changes;

/* Makes an input set, to be freed by hyperbola_inputs_free. The definition is names of presets with
 * plus signs between them, such as "threats_59808+pawn_pairs+halfka_v2_hm", or a text in TOML as
 * docs/INPUTS.md describes it. `message` is as for hyperbola_perft. */
hyperbola_status hyperbola_inputs_new(const char *definition, hyperbola_inputs **inputs,
                                      char *message, size_t message_size);

/* Returns how many inputs there are: numbers go from 0 to below it. */
uint32_t hyperbola_inputs_size(const hyperbola_inputs *inputs);

/* Writes the number of a block's first input and how many it has. Blocks count from 0; one that the
 * set does not have is HYPERBOLA_INPUTS. */
hyperbola_status hyperbola_inputs_block(const hyperbola_inputs *inputs, size_t block,
                                        uint32_t *start, uint32_t *size);

/* Finds the active inputs of a board and writes two views: White's and Black's. In a list, block
 * follows block. */
hyperbola_status hyperbola_inputs_active(hyperbola_inputs *inputs, const hyperbola_board *board,
                                         hyperbola_numbers *views);

/* Finds what changes from a board to another one and writes two views: White's and Black's. Only the
 * squares that differ are looked at. For boards that differ on more than four squares, which is more
 * than a move changes, blocks of threats and of pairs are to be computed anew. */
hyperbola_status hyperbola_inputs_changes(hyperbola_inputs *inputs, const hyperbola_board *before,
                                          const hyperbola_board *after,
                                          hyperbola_input_changes *views);

/* Frees an input set. Null is ignored. */
void hyperbola_inputs_free(hyperbola_inputs *inputs);

#ifdef __cplusplus
}
#endif

#endif
