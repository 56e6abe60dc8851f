/** A square by its name, or by its number: a1 is 0, b1 is 1, h8 is 63. */
export type Square = string | number;

/** The sliding pieces. */
export type Slider = "rook" | "bishop" | "queen";

/** A side. */
export type Color = "white" | "black";

/**
 * Returns the squares that a slider attacks, as bits: that of a square is `1n << BigInt(number)`.
 * The first blocker on each line is among them, of either side, and the slider's own square never
 * is.
 *
 * @param occupied the occupied squares, with or without the slider's own.
 * @param technique the id of one of `techniques()`. All of them give the same squares.
 */
export function attacks(
  slider: Slider, square: Square, occupied: bigint, technique?: string,
): bigint;

/** What is known of a technique for the attacks of sliders. */
export interface Technique {
  id: string;
  name: string;
  /** The method: `walk`, `fill`, `ray`, `subtract`, `lookup` or `setwise`. */
  family: string;
  inventors: string[];
  /** The year of its first publication. */
  year: number;
  /** The place of its first publication. */
  source: string;
  /** The size of its tables in bytes. */
  tableBytes: number;
}

/** Returns all techniques. */
export function techniques(): Technique[];

/** A legal move. */
export interface Move {
  /**
   * The notation of UCI, such as `e2e4` or `e7e8q`. Castling is the king's move to the square where
   * it ends, `e1g1`, and by the rules of Chess960 its move onto the rook, `e1h1`.
   */
  uci: string;
  /** The squares of `uci`. */
  from: string;
  to: string;
  /** What a pawn becomes; other moves do not have it. */
  promotion?: "q" | "r" | "b" | "n";
}

/** How a game has ended. */
export interface Outcome {
  reason: "checkmate" | "stalemate" | "insufficient material" | "seventy-five moves";
  /** The side that has won, or null for a draw. */
  winner: Color | null;
}

/** How castling is read and written. */
export interface Options {
  /**
   * True for the rules of Chess960, where castling is always written as the king's move onto the
   * rook. False for those of chess, where a FEN with another right to castle is an error. Without
   * it a position has the rules of Chess960 as long as one of its rights is not one of chess.
   */
  chess960?: boolean;
}

/** A position. It never changes: `play` makes another one. */
export class Position {
  private constructor();

  /** Makes the first position of a game. */
  static initial(options?: Options): Position;

  /**
   * Reads a FEN, X-FEN or Shredder-FEN.
   *
   * @throws Error that says what is wrong, where, and what was expected.
   */
  static fromFen(fen: string, options?: Options): Position;

  /** The side to move. */
  readonly turn: Color;
  /** The occupied squares. */
  readonly occupied: bigint;
  /** The Zobrist key, with the numbers of Polyglot. Positions that repeat have equal keys. */
  readonly key: bigint;

  /** Writes the FEN, or the X-FEN where FEN cannot say the rights to castle. */
  fen(): string;
  /** Writes the FEN with the files of the rooks that may castle. */
  shredderFen(): string;
  toString(): string;

  /** Returns whether the side to move is in check. */
  isCheck(): boolean;

  /** Returns how the game has ended, or null. It does not know of repetitions. */
  outcome(): Outcome | null;

  /** Returns all legal moves, sorted by their names. */
  legalMoves(): Move[];

  /** Returns whether a move is legal. Castling may be written in either way. */
  isLegal(move: string | Move): boolean;

  /**
   * Returns the position after a move. Castling may be written in either way.
   *
   * @throws Error if the move is not legal.
   */
  play(move: string | Move): Position;

  /**
   * Writes a legal move in standard algebraic notation, such as `Nf3` or `exd8=Q#`.
   *
   * @throws Error if the move is not legal.
   */
  san(move: string | Move): string;

  /**
   * Reads a legal move in standard algebraic notation.
   *
   * @throws Error that says what is wrong.
   */
  parseSan(san: string): Move;

  /**
   * Counts the legal move sequences of a length, from 0 to 255. Nothing else runs on its thread
   * meanwhile, and every move more takes some thirty times as long.
   */
  perft(depth: number): bigint;
}
