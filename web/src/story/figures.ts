/** The small pictures beside a chapter's board. */

import { describe, drawSmall, kindOf, typed } from "../board";
import { h } from "../dom";
import { FULL, bit, has, squaresOf } from "../squares";

interface Tile {
  set: bigint;
  /** A line to show below the ones, and the slider's square. */
  line?: bigint;
  slider?: number;
  labels?: [string, number][];
  /** Squares with a frame, such as those of an index. */
  edge?: bigint;
}

/** Draws a set with its name below. */
export function tile(name: string, { set, line, slider, labels, edge }: Tile): HTMLElement {
  const layers: [string, bigint][] = [
    ["ghost", line ?? 0n],
    ["ones", set],
    ["edge", edge ?? 0n],
    ["spot", slider === undefined ? 0n : bit(slider)],
  ];
  const shown = layers.filter(([, squares]) => squares !== 0n || squares === set);
  const board = drawSmall(shown, `${name}: ${describe(set)}`, labels);
  const value = { "data-value": typed(name), "data-kind": kindOf(name) };
  return h("figure", { class: "tile", ...value }, board, h("figcaption", {}, name));
}

/** Draws one copy of a set for each 1 of a factor, shifted up to that place. */
export function shiftedCopies(
  set: bigint, factor: bigint, letters: [string, number][], edge: bigint,
): HTMLElement {
  const copies = squaresOf(factor).map((by) => {
    const moved = letters.map(([letter, square]): [string, number] => [letter, square + by]);
    const labels = moved.filter(([, square]) => square < 64);
    return tile(`<< ${by}`, { set: (set << BigInt(by)) & FULL, labels, edge });
  });
  return h("div", { class: "tiles copies" }, ...copies);
}

/** Writes the bits of an index, the highest first, each with the squares that it stands for. */
export const bits = (index: bigint, squares: string[]): HTMLElement =>
  h("div", { class: "bits" }, ...squares.map((names, at) => h("span", { class: has(index, at) ? "one" : undefined },
    h("b", {}, has(index, at) ? "1" : "0"), h("i", {}, names || "·"))).reverse());

/** Gives each square of a set a number, from the lowest on. */
export const numbered = (set: bigint): [string, number][] =>
  squaresOf(set).map((square, at) => [String(at + 1), square]);
