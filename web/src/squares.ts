/** Squares and sets of squares: a1 = 0 … h8 = 63, a set is a BigInt of 64 bits. */

import type { Hex } from "./types";

export const FULL = (1n << 64n) - 1n;

export const nameOf = (square: number): string => "abcdefgh"[square % 8]! + ((square >> 3) + 1);

/** Returns the square of a name, or nothing. */
export function squareOf(name: string): number | undefined {
  const match = /^([a-h])([1-8])$/.exec(name);
  return match ? "abcdefgh".indexOf(match[1]!) + 8 * (Number(match[2]) - 1) : undefined;
}

export const has = (set: bigint, square: number): boolean => ((set >> BigInt(square)) & 1n) === 1n;
export const bit = (square: number): bigint => 1n << BigInt(square);
export const hex = (set: bigint): Hex => "0x" + set.toString(16).padStart(16, "0");
export const fromHex = (text: Hex): bigint => BigInt(text);

export function squaresOf(set: bigint): number[] {
  const squares: number[] = [];
  // Two halves: numbers are much faster than big ones.
  for (const [half, offset] of [[Number(set & 0xffffffffn), 0], [Number(set >> 32n), 32]] as const) {
    for (let left = half >>> 0; left !== 0; left = (left & (left - 1)) >>> 0) {
      squares.push(offset + 31 - Math.clz32(left & -left));
    }
  }
  return squares;
}

export const count = (set: bigint): number => squaresOf(set).length;

export function setOf(squares: Iterable<number>): bigint {
  let set = 0n;
  for (const square of squares) set |= bit(square);
  return set;
}

/** Where a square is drawn on a board of 8 by 8, from the top left. */
export const column = (square: number): number => square % 8;
export const row = (square: number): number => 7 - (square >> 3);
