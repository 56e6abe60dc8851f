
// The inputs of a network on a board, in the order in which the library lists them. The squares that
// steps end on, the tables and the calls for each block are printed by the library.

struct Board {
    uint64_t occupied, black, pawns;
    // The binary digits of the roles.
    uint64_t ones, twos, fours;
    uint64_t steps[STEPS];
};

// The list of a view. Numbers for which there is no room are counted.
struct View {
    ITEM *items;
    uint64_t room, count;
    uint32_t king;
};

DEVICE inline void add(View &view, uint32_t number, bool counts) {
    if (counts && view.count < view.room) {
        view.items[view.count] = (ITEM)number;
    }
    view.count += counts;
}

DEVICE inline uint32_t first_square(uint64_t set) {
    return (uint32_t)__ffsll((long long)set) - 1;
}

DEVICE inline uint32_t digit(uint64_t set, uint32_t square) {
    return (uint32_t)(set >> square) & 1;
}

// The code of the piece on a square: 6 for Black's, plus the role.
DEVICE inline uint32_t code(const Board &board, uint32_t square) {
    return digit(board.ones, square) + 2 * digit(board.twos, square)
        + 4 * digit(board.fours, square) + 6 * digit(board.black, square);
}

// The place of a view's king in a table of both views.
DEVICE inline uint32_t place(const View *views, uint32_t view) {
    return 64 * view + views[view].king;
}

DEVICE inline void add_pieces(
    const Board &board, View *views, const uint8_t *turns, const uint32_t *planes,
    const uint32_t *buckets, bool has_all) {
    // Where every piece has a plane, lists that are only counted need no look at the pieces.
    if (has_all && views[0].room == 0 && views[1].room == 0) {
        views[0].count += __popcll(board.occupied);
        views[1].count += __popcll(board.occupied);
        return;
    }
    const uint32_t turn[2] = {turns[place(views, 0)], turns[place(views, 1)]};
    const uint32_t bucket[2] = {buckets[place(views, 0)], buckets[place(views, 1)]};
    for (uint64_t rest = board.occupied; rest != 0; rest &= rest - 1) {
        const uint32_t square = first_square(rest), piece = code(board, square);
        for (uint32_t view = 0; view < 2; ++view) {
            const uint32_t plane = planes[16 * view + piece];
            add(views[view], bucket[view] + plane + (square ^ turn[view]), has_all || plane != NONE);
        }
    }
}

// The square from which a step ends on a square: the nearest piece of all that may be there.
DEVICE inline uint32_t origin(uint32_t step, uint32_t to, uint64_t occupied) {
    const uint64_t all = ORIGINS[64 * step + to] & occupied;
    const bool is_highest = UPWARDS >> step & 1;
    return is_highest ? 63 - (uint32_t)__clzll((long long)all) : first_square(all);
}

DEVICE inline void add_threats(const Board &board, View *views, uint32_t start, const uint8_t *turns) {
    const uint32_t turn[2] = {turns[place(views, 0)], turns[place(views, 1)]};
    uint64_t rest = 0;
    for (uint32_t next = 0;;) {
        // One loop for all steps: the threads of a warp end together, by the sum of their threats.
        while (rest == 0 && next < STEPS) {
            rest = board.steps[next++];
        }
        if (rest == 0) {
            return;
        }
        const uint32_t to = first_square(rest), from = origin(next - 1, to, board.occupied);
        rest &= rest - 1;
        const uint32_t attacker = code(board, from), victim = code(board, to);
        for (uint32_t view = 0; view < 2; ++view) {
            const uint32_t seen_from = from ^ turn[view], seen_to = to ^ turn[view];
            const uint32_t first =
                STARTS[4 * (16 * attacker + victim) + 2 * view + (seen_from < seen_to)];
            const uint32_t row = ROWS[2 * attacker + view] + seen_from;
            const uint64_t below = ATTACKED[row] & ((1ull << seen_to) - 1);
            add(views[view], start + first + BEFORE[row] + __popcll(below), first != NONE);
        }
    }
}

// The number of a pawn by its seen square, and by whether it is the other side's.
DEVICE inline uint32_t pawn_number(uint32_t square, uint32_t is_other) {
    return square - 8 + 48 * is_other;
}

DEVICE inline void add_pairs(
    const Board &board, View *views, uint32_t start, const uint8_t *turns, const uint64_t *near) {
    const uint32_t turn[2] = {turns[place(views, 0)], turns[place(views, 1)]};
    for (uint64_t later = board.pawns; later != 0;) {
        const uint32_t one = first_square(later);
        later &= later - 1;
        for (uint64_t rest = later & near[one % 8]; rest != 0; rest &= rest - 1) {
            const uint32_t two = first_square(rest);
            for (uint32_t view = 0; view < 2; ++view) {
                const uint32_t a = pawn_number(one ^ turn[view], digit(board.black, one) ^ view);
                const uint32_t b = pawn_number(two ^ turn[view], digit(board.black, two) ^ view);
                const uint32_t low = a < b ? a : b, high = a < b ? b : a;
                add(views[view], start + high * (high - 1) / 2 + low, true);
            }
        }
    }
}

DEVICE inline void add_all(const Board &board, View *views);

#ifdef __CUDACC__
// Lists the inputs of each of so many positions from both views. The first list is that of the side
// to move, or of the view that `first` says: 1 for White, 2 for Black. A list begins where `offsets`
// says, or has `width` places if there are none, of which -1 fills those that are left. Without items,
// the lists are only counted.
extern "C" __global__ void inputs_kernel(
    const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops, const uint64_t *rooks,
    const uint64_t *queens, const uint64_t *kings, const uint64_t *white, const uint64_t *black,
    const uint8_t *side_to_move, uint64_t positions, uint32_t first, const ITEM *offsets, uint64_t width,
    ITEM *items, ITEM *counts) {
    const uint64_t row = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= positions) {
        return;
    }
    const uint64_t roles[6] = {pawns[row], knights[row], bishops[row], rooks[row], queens[row], kings[row]};
    const uint64_t colors[2] = {white[row], black[row]};
    uint64_t occupied = 0, twice = colors[0] & colors[1];
    for (uint32_t role = 0; role < 6; ++role) {
        twice |= occupied & roles[role];
        occupied |= roles[role];
    }
    // Sets that do not fit together have no inputs, and neither has a view without a king.
    const bool fit = twice == 0 && occupied == (colors[0] | colors[1]);
    Board board = {
        occupied, colors[1], roles[0] & PAWN_SQUARES, roles[1] | roles[3] | roles[5],
        roles[2] | roles[3], roles[4] | roles[5], {}};
    find_steps(
        roles[0], roles[1], roles[2], roles[3], roles[4], roles[5], colors[0], colors[1], board.steps);
    const bool is_black_first = first == 2 || (first == 0 && side_to_move[row] == 1);
    View views[2];
    uint64_t lists[2];
    for (uint32_t view = 0; view < 2; ++view) {
        const uint64_t list = 2 * row + ((view == 1) != is_black_first), king = roles[5] & colors[view];
        const uint64_t begin = offsets ? offsets[list] : list * width;
        const uint64_t room = offsets ? offsets[list + 1] - begin : width;
        const bool has_king = fit && king != 0;
        lists[view] = list;
        views[view] = {items + begin, items && has_king ? room : 0, 0, has_king ? first_square(king) : 0};
    }
    if (fit) {
        add_all(board, views);
    }
    for (uint32_t view = 0; view < 2; ++view) {
        View &own = views[view];
        own.count = roles[5] & colors[view] ? own.count : 0;
        if (counts) {
            counts[lists[view]] = (ITEM)own.count;
        }
        if (items && !offsets) {
            for (uint64_t place = own.count; place < width; ++place) {
                items[lists[view] * width + place] = -1;
            }
        }
    }
}
#endif

