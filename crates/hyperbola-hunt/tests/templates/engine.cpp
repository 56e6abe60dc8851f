// A small engine for the template: boards, moves, and Bullet's Chess768.
#include <cctype>
#include <cstdlib>
#include <string>
#include <vector>

struct Changes {
    std::vector<int> removed, added, refreshed;
};

struct Position {
    std::string squares = std::string(64, '.');
    bool is_white;
    Changes changes[2];

    explicit Position(const std::string& fen) {
        int square = 0;
        size_t place = 0;
        for (; fen[place] != ' '; place++) {
            if (std::isdigit(fen[place])) square += fen[place] - '0';
            else if (fen[place] != '/') squares[square++ ^ 56] = fen[place];
        }
        is_white = fen[place + 1] == 'w';
    }

    static int number(char piece, int square, int view) {
        int role = int(std::string("pnbrqk").find(char(std::tolower(piece))));
        bool is_other = bool(std::isupper(piece)) != (view == 0);
        return 384 * is_other + 64 * role + (square ^ (56 * view));
    }

    void put(int square, char piece) {
        for (int view : {0, 1}) {
            char old = squares[square];
            if (old != '.') changes[view].removed.push_back(number(old, square, view));
            if (piece != '.') changes[view].added.push_back(number(piece, square, view));
        }
        squares[square] = piece;
    }

    void play(const std::string& uci) {
        for (Changes& change : changes) change = Changes();
        int from = uci[0] - 'a' + 8 * (uci[1] - '1'), to = uci[2] - 'a' + 8 * (uci[3] - '1');
        char piece = squares[from];
        bool is_pawn = std::tolower(piece) == 'p', is_king = std::tolower(piece) == 'k';
        bool is_en_passant = is_pawn && from % 8 != to % 8 && squares[to] == '.';
        if (uci.size() > 4) piece = is_white ? char(std::toupper(uci[4])) : uci[4];
        put(from, '.');
        put(to, piece);
        if (is_en_passant) put(to ^ 8, '.');
        if (is_king && std::abs(to - from) == 2) {
            int corner = to > from ? to + 1 : to - 2;
            char rook = squares[corner];
            put(corner, '.');
            put((from + to) / 2, rook);
        }
        is_white = !is_white;
    }

    std::vector<int> inputs(int view) const {
        std::vector<int> numbers;
        for (int square = 0; square < 64; square++)
            if (squares[square] != '.') numbers.push_back(number(squares[square], square, view));
        return numbers;
    }
};
