//! The boards of popular games, with the names of their squares in these games.

use crate::{board, magic};

board! {
    /// The chessboard, 8 files by 8 ranks, a1 to h8 with a1 = 0: the board of the core.
    pub Chess: 8 files, 8 ranks, Ranks, FromOne, magic::CHESS;
    /// The board of shogi, 9 by 9, as USI has it: 9a is top left and 1i bottom right. The bits go
    /// file by file from 1a, as in most shogi programs.
    pub Shogi: 9 files, 9 ranks, FilesFromTopRight, Usi, magic::SHOGI;
    /// The board of xiangqi, 9 files by 10 ranks: a0 to i9, as UCCI has it.
    pub Xiangqi: 9 files, 10 ranks, Ranks, FromZero, magic::XIANGQI;
    /// The board of Capablanca chess, 10 files by 8 ranks: a1 to j8.
    pub Capablanca: 10 files, 8 ranks, Ranks, FromOne, magic::CAPABLANCA;
    /// The board of grand chess, 10 by 10: a1 to j10.
    pub Grand: 10 files, 10 ranks, Ranks, FromOne, magic::GRAND;
    /// The board of courier chess, 12 files by 8 ranks: a1 to l8.
    pub Courier: 12 files, 8 ranks, Ranks, FromOne, magic::COURIER;
}
