/** Famous boards and positions. */

import { EXAMPLE, INITIAL_FEN } from "./state";

/** A board of blockers with a slider. */
export type BoardPreset = { name: string; square: number; occupied: bigint };

export const BOARDS: BoardPreset[] = [
  { name: "The example of the headers", ...EXAMPLE },
  { name: "Empty board", square: 27, occupied: 0n },
  { name: "Full board", square: 27, occupied: (1n << 64n) - 1n },
  { name: "Edges", square: 27, occupied: 0xff81_8181_8181_81ffn },
  { name: "In the corner", square: 0, occupied: 0x0001_0020_0000_0540n },
  { name: "Neighbours", square: 27, occupied: 0x0000_001c_141c_0000n },
  { name: "Initial position", square: 3, occupied: 0xffff_0000_0000_ffffn },
  { name: "Kiwipete", square: 21, occupied: 0x917d_7318_12a4_ff91n },
];

export const POSITIONS: [name: string, fen: string][] = [
  ["Initial position", INITIAL_FEN],
  ["Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
  ["The Immortal Game, the mate", "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23"],
  ["Rook endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"],
  ["Promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"],
  ["Most moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"],
  ["Chess960, number 1", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"],
  ["Chess960, castling", "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1"],
];
