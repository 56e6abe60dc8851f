// The C interface from C++: batches on several threads, and a collection that frees itself.
#include <hyperbola.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

void check(hyperbola_status status) {
    if (status != HYPERBOLA_OK) {
        throw std::runtime_error(hyperbola_status_text(status));
    }
}

struct Free {
    void operator()(hyperbola_positions *positions) const { hyperbola_positions_free(positions); }
};
using Positions = std::unique_ptr<hyperbola_positions, Free>;

Positions new_positions() {
    hyperbola_positions *positions = nullptr;
    check(hyperbola_positions_new(&positions));
    return Positions(positions);
}

// Counts the answers of a batch that differ from those of single queries.
std::size_t differences(std::uint64_t seed) {
    std::vector<std::uint8_t> squares(4096);
    std::vector<std::uint64_t> occupied(squares.size()), attacks(squares.size());
    for (std::size_t i = 0; i < squares.size(); i++) {
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
        squares[i] = static_cast<std::uint8_t>(seed >> 58);
        occupied[i] = seed & (seed << 17);
    }
    check(hyperbola_batch(HYPERBOLA_ROOK, squares.data(), occupied.data(), attacks.data(),
                          squares.size()));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < squares.size(); i++) {
        wrong += attacks[i] != hyperbola_rook_attacks(squares[i], occupied[i]);
    }
    return wrong;
}

}  // namespace

int main() {
    std::vector<std::size_t> wrong(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < wrong.size(); i++) {
        threads.emplace_back([&wrong, i] { wrong[i] = differences(i); });
    }
    for (auto &thread : threads) {
        thread.join();
    }
    const Positions positions = new_positions();
    const std::string fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    check(hyperbola_positions_add(positions.get(), fen.c_str(), nullptr, 0));
    std::uint64_t nodes = 0;
    check(hyperbola_perft(fen.c_str(), 3, &nodes, nullptr, 0));
    for (const std::size_t count : wrong) {
        if (count != 0 || nodes != 97862) {
            std::puts("failed");
            return 1;
        }
    }
    std::puts("passed");
    return 0;
}
