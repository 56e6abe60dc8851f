// Hyperbola for C++17: hyperbola.h with objects that free themselves, and exceptions. Squares, boards,
// features and the meaning of each call are as there. This header alone has to be included.
//
// MIT OR Apache-2.0
#ifndef HYPERBOLA_HPP
#define HYPERBOLA_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hyperbola.h"

namespace hyperbola {

// A call that did not succeed. status() says why.
class Error : public std::runtime_error {
  public:
    explicit Error(hyperbola_status status, const std::string &reason = "")
        : std::runtime_error(reason.empty() ? hyperbola_status_text(status) : reason),
          status_(status) {}
    hyperbola_status status() const noexcept { return status_; }

  private:
    hyperbola_status status_;
};

namespace detail {

inline void check(hyperbola_status status, const char *reason = "") {
    if (status != HYPERBOLA_OK) {
        throw Error(status, reason);
    }
}

// Calls a function that writes a message, and throws with it.
template <class Call> void with_message(Call call) {
    char message[256] = "";
    const hyperbola_status status = call(message, sizeof message);
    check(status, message);
}

}  // namespace detail

enum class Piece : hyperbola_piece {
    rook = HYPERBOLA_ROOK,
    bishop = HYPERBOLA_BISHOP,
    queen = HYPERBOLA_QUEEN,
};

// The attacks of one piece; 0 for a square above 63.
inline std::uint64_t attacks(Piece piece, std::uint8_t square, std::uint64_t occupied) noexcept {
    switch (piece) {
    case Piece::rook: return hyperbola_rook_attacks(square, occupied);
    case Piece::bishop: return hyperbola_bishop_attacks(square, occupied);
    default: return hyperbola_queen_attacks(square, occupied);
    }
}

// The attacks of many pieces, on the widest vectors that the processor has.
inline std::vector<std::uint64_t> batch(Piece piece, const std::vector<std::uint8_t> &squares,
                                        const std::vector<std::uint64_t> &occupied) {
    if (squares.size() != occupied.size()) {
        throw std::invalid_argument("as many squares as boards are expected");
    }
    std::vector<std::uint64_t> answers(squares.size());
    detail::check(hyperbola_batch(static_cast<hyperbola_piece>(piece), squares.data(),
                                  occupied.data(), answers.data(), answers.size()));
    return answers;
}

// The number of legal move sequences of a length.
inline std::uint64_t perft(const std::string &fen, std::uint32_t depth,
                           const hyperbola_perft_options &options = {1, 0, nullptr}) {
    std::uint64_t nodes = 0;
    detail::with_message([&](char *message, std::size_t size) {
        return hyperbola_perft(fen.c_str(), depth, &options, &nodes, message, size);
    });
    return nodes;
}

// The same for each first move, in UCI's notation.
inline std::vector<std::pair<std::string, std::uint64_t>>
divide(const std::string &fen, std::uint32_t depth,
       const hyperbola_perft_options &options = {1, 0, nullptr}) {
    std::vector<std::pair<std::string, std::uint64_t>> moves;
    moves.reserve(256);  // so that nothing is thrown through the library
    const auto add = [](void *context, const char *move, std::uint64_t nodes) {
        static_cast<decltype(moves) *>(context)->emplace_back(move, nodes);
    };
    detail::with_message([&](char *message, std::size_t size) {
        return hyperbola_perft_divide(fen.c_str(), depth, &options, add, &moves, message, size);
    });
    return moves;
}

// What the last moves of all sequences are.
inline hyperbola_statistics perft_statistics(const std::string &fen, std::uint32_t depth,
                                             const hyperbola_perft_options &options = {1, 0, nullptr}) {
    hyperbola_statistics statistics = {};
    detail::with_message([&](char *message, std::size_t size) {
        return hyperbola_perft_statistics(fen.c_str(), depth, &options, &statistics, message, size);
    });
    return statistics;
}

// The FEN of a position that is read by rules, HYPERBOLA_RULES_AUTO and so on, and perhaps mended.
inline std::string read_fen(const std::string &fen, std::int32_t rules, bool lenient = false) {
    std::string read(128, '\0');  // No FEN of a position is as long.
    std::size_t needed = 0;
    detail::with_message([&](char *message, std::size_t size) {
        return hyperbola_read_fen(fen.c_str(), rules, lenient, read.data(), read.size(), &needed, message,
                                  size);
    });
    read.resize(needed - 1);
    return read;
}

// Whether a game can lead to a position.
inline hyperbola_verdict judge(const std::string &fen) {
    hyperbola_verdict verdict = {};
    detail::with_message([&](char *message, std::size_t size) {
        return hyperbola_judge(fen.c_str(), &verdict, message, size);
    });
    return verdict;
}

// The legal moves in UCI's notation.
inline std::vector<std::string> legal_moves(const std::string &fen) {
    // No position has more than 218 moves, and no move more than 5 letters.
    std::string text(218 * 6 + 1, '\0');
    std::size_t needed = 0;
    detail::with_message([&](char *message, std::size_t size) {
        return hyperbola_legal_moves(fen.c_str(), text.data(), text.size(), &needed, message, size);
    });
    std::vector<std::string> moves;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < needed; at++) {
        if ((text[at] == ' ' || text[at] == '\0') && at > begin) {
            moves.push_back(text.substr(begin, at - begin));
            begin = at + 1;
        }
    }
    return moves;
}

// What an array of a feature has.
inline hyperbola_array_info feature_info(const std::string &feature, std::size_t array = 0) {
    hyperbola_array_info info = {};
    detail::check(hyperbola_feature_info(feature.c_str(), array, &info));
    return info;
}

// Numbers that lie in the arrays which they were asked of, and live as long.
template <class T> struct View {
    const T *data;
    std::size_t size;
    const T *begin() const noexcept { return data; }
    const T *end() const noexcept { return data + size; }
    const T &operator[](std::size_t index) const noexcept { return data[index]; }
};

// The arrays of a feature.
class Arrays {
  public:
    Arrays(hyperbola_arrays *arrays, std::string feature) noexcept
        : arrays_(arrays), feature_(std::move(feature)) {}

    // An array as numbers of type T, whose size must be that of the array's numbers.
    template <class T> View<T> get(std::size_t array = 0) const {
        if (feature_info(feature_, array).number_size != sizeof(T)) {
            throw std::invalid_argument("the numbers of " + feature_ + " have another size");
        }
        const void *data = nullptr;
        std::size_t bytes = 0;
        detail::check(hyperbola_arrays_get(arrays_.get(), array, &data, &bytes));
        return {static_cast<const T *>(data), bytes / sizeof(T)};
    }

  private:
    struct Free {
        void operator()(hyperbola_arrays *arrays) const noexcept { hyperbola_arrays_free(arrays); }
    };
    std::unique_ptr<hyperbola_arrays, Free> arrays_;
    std::string feature_;
};

// Positions in columns.
class Positions {
  public:
    Positions() {
        hyperbola_positions *made = nullptr;
        detail::check(hyperbola_positions_new(&made));
        positions_.reset(made);
    }

    void add(const std::string &fen) {
        detail::with_message([&](char *message, std::size_t size) {
            return hyperbola_positions_add(positions_.get(), fen.c_str(), message, size);
        });
    }

    // Returns the number of bad rows. With HYPERBOLA_BAD_ROWS_ERROR the first one is thrown.
    std::size_t add(const std::vector<std::string> &fens,
                    std::int32_t bad_rows = HYPERBOLA_BAD_ROWS_ERROR) {
        std::vector<const char *> texts;
        texts.reserve(fens.size());
        for (const std::string &fen : fens) {
            texts.push_back(fen.c_str());
        }
        std::size_t bad = 0;
        detail::with_message([&](char *message, std::size_t size) {
            return hyperbola_positions_add_many(positions_.get(), texts.data(), texts.size(),
                                                bad_rows, &bad, message, size);
        });
        return bad;
    }

    std::size_t size() const {
        std::size_t count = 0;
        detail::check(hyperbola_positions_count(positions_.get(), &count));
        return count;
    }

    // Computes a feature on a number of threads; 0 stands for all processors.
    Arrays compute(const std::string &feature, std::uint32_t threads = 0) const {
        hyperbola_arrays *arrays = nullptr;
        detail::check(
            hyperbola_positions_compute(positions_.get(), feature.c_str(), threads, &arrays));
        return Arrays(arrays, feature);
    }

  private:
    struct Free {
        void operator()(hyperbola_positions *positions) const noexcept {
            hyperbola_positions_free(positions);
        }
    };
    std::unique_ptr<hyperbola_positions, Free> positions_;
};

// The inputs of a network. What is returned lives until the next call.
class Inputs {
  public:
    // Names of presets with plus signs between them, or a definition in TOML.
    explicit Inputs(const std::string &definition) {
        hyperbola_inputs *made = nullptr;
        detail::with_message([&](char *message, std::size_t size) {
            return hyperbola_inputs_new(definition.c_str(), &made, message, size);
        });
        inputs_.reset(made);
    }

    std::uint32_t size() const noexcept { return hyperbola_inputs_size(inputs_.get()); }

    // The active inputs of White's view and of Black's.
    std::array<View<std::uint32_t>, 2> active(const hyperbola_board &board) {
        hyperbola_numbers views[2];
        detail::check(hyperbola_inputs_active(inputs_.get(), &board, views));
        return {{{views[0].numbers, views[0].count}, {views[1].numbers, views[1].count}}};
    }

    // What changes of both views from a board to another one.
    std::array<hyperbola_input_changes, 2> changes(const hyperbola_board &before,
                                                   const hyperbola_board &after) {
        std::array<hyperbola_input_changes, 2> views = {};
        detail::check(hyperbola_inputs_changes(inputs_.get(), &before, &after, views.data()));
        return views;
    }

  private:
    struct Free {
        void operator()(hyperbola_inputs *inputs) const noexcept { hyperbola_inputs_free(inputs); }
    };
    std::unique_ptr<hyperbola_inputs, Free> inputs_;
};

}  // namespace hyperbola

#endif
