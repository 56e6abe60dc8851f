/** The pieces as outlines in a box of 10 by 10. */

import { squareOf } from "./squares";
import type { Placed } from "./types";

const BASE = "M2 9h6l-.5-1.4h-5z";
const OUTLINES: Record<string, string> = {
  p: `${BASE}M3.3 7.6h3.4L5.9 5a1.7 1.7 0 1 0-1.8 0z`,
  n: `${BASE}M2.9 7.6h4.3C7.9 4.6 7.2 2.1 4.9 1.6L4.5.9 3.9 1.8C3 2.4 2.4 3.6 1.7 4.7l.9 1 1.6-.8c0 1-1 1.5-1.3 2.7z`,
  b: `${BASE}M3 7.6h4L6.4 6.3C7.6 4.9 6.9 3 5.5 1.9A.75.75 0 1 0 4.5 1.9C3.1 3 2.4 4.9 3.6 6.3z`,
  r: `${BASE}M3 7.6h4L6.7 3.7h.8V1.4H6.4v.8H5.5v-.8h-1v.8H3.6v-.8H2.5v2.3h.8z`,
  q: `${BASE}M2.7 7.6h4.6L8.6 2.9 6.7 4.7 6.3 1.9 5 4.3 3.7 1.9 3.3 4.7 1.4 2.9zM5 .9a.55.55 0 1 0 .01 0z`,
  k: `${BASE}M2.7 7.6h4.6C8.9 5.7 8 3.6 5.9 3.8 5.6 3.8 5.2 4 5 4.3 4.8 4 4.4 3.8 4.1 3.8 2 3.6 1.1 5.7 2.7 7.6zM4.6 3.4h.8v-.9h.8v-.7h-.8V1h-.8v.8h-.8v.7h.8z`,
};

const ROLES: Record<string, string> = { rook: "r", bishop: "b", queen: "q" };

/** Returns the outline of a piece: a letter of a FEN or a slider's name. */
export function shapeOf(piece: string): string {
  return OUTLINES[(ROLES[piece] ?? piece).toLowerCase()] ?? OUTLINES.p!;
}

/** Returns the pieces of a position, each a letter with its square. */
export const piecesOf = ({ pieces }: Placed): [string, number][] =>
  pieces.map((piece) => [piece[0]!, squareOf(piece.slice(1))!]);

export const isWhite = (letter: string): boolean => letter === letter.toUpperCase();

const NAMES: Record<string, string> = {
  p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king",
};

/** Returns the name of a piece of a FEN. */
export function pieceName(letter: string): string {
  return `${isWhite(letter) ? "white" : "black"} ${NAMES[letter.toLowerCase()] ?? "piece"}`;
}
