// Hyperbola from C++: batches on several threads, features of many positions, and errors.
#include <hyperbola.hpp>

#include <cstdio>
#include <thread>

namespace {

void expect(bool condition, const char *what) {
    if (!condition) {
        throw std::runtime_error(what);
    }
}

// Counts the answers of a batch that differ from those of single queries.
std::size_t differences(std::uint64_t seed) {
    std::vector<std::uint8_t> squares(4096);
    std::vector<std::uint64_t> occupied(squares.size());
    for (std::size_t i = 0; i < squares.size(); i++) {
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
        squares[i] = static_cast<std::uint8_t>(seed >> 58);
        occupied[i] = seed & (seed << 17);
    }
    const auto found = hyperbola::batch(hyperbola::Piece::rook, squares, occupied);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < squares.size(); i++) {
        wrong += found[i] != hyperbola::attacks(hyperbola::Piece::rook, squares[i], occupied[i]);
    }
    return wrong;
}

void batches() {
    std::vector<std::size_t> wrong(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < wrong.size(); i++) {
        threads.emplace_back([&wrong, i] { wrong[i] = differences(i); });
    }
    for (auto &thread : threads) {
        thread.join();
    }
    for (const std::size_t count : wrong) {
        expect(count == 0, "the answers of a batch");
    }
}

void positions() {
    const std::string fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    expect(hyperbola::perft(fen, 3) == 97862, "perft");
    expect(hyperbola::perft(fen, 4, {0, 8, nullptr}) == 4085603, "perft with positions kept");
    std::uint64_t sum = 0;
    for (const auto &[move, nodes] : hyperbola::divide(fen, 3)) {
        sum += nodes;
    }
    expect(sum == 97862, "perft by first moves");
    expect(hyperbola::legal_moves(fen).size() == 48, "the moves");
    expect(hyperbola::legal_moves("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").empty(), "no moves");
    hyperbola::Positions positions;
    positions.add(fen);
    expect(positions.add({fen, "no FEN"}, HYPERBOLA_BAD_ROWS_SKIP) == 1, "a bad row");
    expect(positions.size() == 2, "two positions");
    const hyperbola_board kings = {{0, 0, 0, 0, 0, 0x1000000000000010}, {0x10, 0x1000000000000000}};
    hyperbola::Inputs inputs("chess_768");
    expect(inputs.active(kings)[0].size == 2 && inputs.size() == 768, "the inputs of two kings");
    expect(inputs.changes(kings, kings)[1].added.count == 0, "nothing changes");
    try {
        hyperbola::Inputs("none");
        expect(false, "a preset that does not exist");
    } catch (const hyperbola::Error &error) {
        expect(error.status() == HYPERBOLA_INPUTS, error.what());
    }
    const auto info = hyperbola::feature_info("attack_counts");
    expect(info.dimensions == 2 && info.lengths[0] == 2 && info.lengths[1] == 64, "the shape");
    const auto arrays = positions.compute("attack_counts");
    const auto counts = arrays.get<std::uint8_t>();
    expect(counts.size == 2 * 2 * 64, "the counts");
    const auto moves = positions.compute("legal_moves", 1);
    expect(moves.get<std::int64_t>()[2] == 96, "two lists of moves");
    std::size_t bytes = 0;
    for (const std::uint16_t move : moves.get<std::uint16_t>(1)) {
        bytes += move != 0;
    }
    expect(bytes == 96, "the moves of the lists");
    try {
        positions.add(std::vector<std::string>{fen, "no FEN"});
        expect(false, "an error");
    } catch (const hyperbola::Error &error) {
        std::printf("%s\n", error.what());
        expect(error.status() == HYPERBOLA_FEN, "the status");
    }
    expect(positions.size() == 2, "nothing was added");
}

}  // namespace

int main() {
    batches();
    positions();
    std::puts("passed");
    return 0;
}
