/** The small pictures beside a chapter's board. */

import { describe, drawSmall, kindOf, typed } from "../board";
import { h } from "../dom";
import type { Row } from "../operations";
import { ripple, rippleEnds } from "../operations";
import { FULL, bit, has, squaresOf } from "../squares";
import type { Film } from "./running";

export interface Tile {
  set: bigint;
  /** A line to show below the ones, and the slider's square. */
  line?: bigint;
  slider?: number;
  /** An operation whose borrow is shown. */
  row?: Row;
  labels?: [string, number][];
  /** Squares with a frame, such as those of an index. */
  edge?: bigint;
}

/** Draws a set with its name below. */
export function tile(name: string, { set, line, slider, row, labels, edge }: Tile): HTMLElement {
  const layers: [string, bigint][] = [
    ["ghost", line ?? 0n],
    ["ones", set],
    ["borrow", row ? ripple(row) & set : 0n],
    ["edge", edge ?? 0n],
    ["spot", slider === undefined ? 0n : bit(slider)],
    ["stop", row ? rippleEnds(row) : 0n],
  ];
  const board = drawSmall(
    layers.filter(([, squares]) => squares !== 0n || squares === set),
    `${name}: ${describe(set)}`,
    labels,
  );
  const value = { "data-value": typed(name), "data-kind": kindOf(name) };
  return h("figure", { class: "tile", ...value }, board, h("figcaption", {}, name));
}

/** Puts tiles beside each other, in rows that are full. */
export function tiles(...all: Node[]): HTMLElement {
  const columns = all.length % 3 === 0 ? "three" : all.length > 4 ? "four" : "two";
  return h("div", { class: `tiles ${columns}` }, ...all);
}

/** Writes a set as 64 digits, each where its square is on the board. */
export function digits(set: bigint): HTMLElement {
  const digit = (at: number): HTMLElement => h(has(set, at) ? "b" : "span", {}, has(set, at) ? "1" : "0");
  const places = Array.from({ length: 64 }, (_, at) => digit(at ^ 56));
  return h("div", { class: "digits", "data-kind": "pieces" }, ...places);
}

interface StripRow {
  name: string;
  set: bigint;
  borrow?: bigint;
  stop?: bigint;
}

/** Draws one copy of a set for each 1 of a factor, shifted up to that place. */
export function shiftedCopies(
  set: bigint,
  factor: bigint,
  letters: [string, number][],
  edge: bigint,
): HTMLElement {
  const copies = squaresOf(factor).map((by) => {
    const moved = letters.map(([letter, square]): [string, number] => [letter, square + by]);
    const labels = moved.filter(([, square]) => square < 64);
    return tile(`<< ${by}`, { set: (set << BigInt(by)) & FULL, labels, edge });
  });
  return h("div", { class: "tiles copies" }, ...copies);
}

/** Draws the bits of one rank below each other, as a subtraction by hand, with its animation. */
export function strip(rank: number, rows: StripRow[]): { element: HTMLElement; film: Film } {
  const squares = Array.from({ length: 8 }, (_, file) => 8 * rank + file);
  const cell = (row: StripRow, square: number): HTMLElement => {
    const isOne = has(row.set, square);
    const marks = [
      isOne ? "one" : "",
      isOne && has(row.borrow ?? 0n, square) ? "borrowed" : "",
      has(row.stop ?? 0n, square) ? "stopped" : "",
    ];
    return h("td", { class: marks.filter((mark) => mark !== "").join(" ") }, isOne ? "1" : "0");
  };
  const element = h(
    "table",
    { class: "strip" },
    h(
      "thead",
      {},
      h("tr", {}, h("td", {}), ...squares.map((square) =>
        h("th", { scope: "col" }, "abcdefgh"[square % 8]!),
      )),
    ),
    h(
      "tbody",
      {},
      ...rows.map((row) =>
        h(
          "tr",
          { "data-value": typed(row.name), "data-kind": kindOf(row.name) },
          h("th", { scope: "row" }, row.name),
          ...squares.map((at) => cell(row, at)),
        ),
      ),
    ),
  );
  // The two results come about bit by bit, the lowest first.
  const results = [...element.querySelectorAll("tbody tr")].slice(2);
  const show = (frame: number | undefined): void => {
    for (const row of results)
      row.querySelectorAll("td").forEach((cell, file) =>
        cell.classList.toggle("waiting", frame !== undefined && file >= frame),
      );
  };
  return { element, film: { length: 9 * WAIT, show: (at) => show(at && Math.floor(at / WAIT)) } };
}

/** How many frames each bit of a rank has. */
const WAIT = 9;

/** Writes the bits of an index, the highest first, each with its letters below. */
export function bits(index: bigint, length: number, letters: string[] = []): HTMLElement {
  const places = Array.from({ length }, (_, at) => length - 1 - at);
  return h(
    "div",
    { class: "bits" },
    ...places.map((at) =>
      h(
        "span",
        { class: has(index, at) ? "one" : undefined },
        h("b", {}, has(index, at) ? "1" : "0"),
        letters.length > 0 ? h("i", {}, letters[at] || "·") : null,
      ),
    ),
  );
}

/** Gives each square of a set a letter, from the lowest on. */
export const lettered = (set: bigint): [string, number][] =>
  squaresOf(set).map((square, at) => ["ABCDEFGHIJKLMNOPQRSTUVWXYZ"[at % 26]!, square]);
