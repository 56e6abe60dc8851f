/** The small pictures beside a chapter's board. */

import { describe, drawSmall, kindOf, typed } from "../board";
import { h, s } from "../dom";
import { FULL, bit, has, squareOf, squaresOf } from "../squares";
import { words } from "../texts/en";
import type { Diagram } from "./library";

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

/** The height of a row of a diagram, and the columns of what is asked, of yes and of no. */
const [ROW, ASKED, YES, NO] = [30, 40, 40, 100];

/** Draws a decision diagram: what it asks, from top to bottom, and the way that a board takes. */
export function drawDiagram(
  name: string, [root, nodes]: Diagram, squares: string[], occupied: bigint,
): HTMLElement {
  const { diagrams } = words;
  const rows = [...new Set(nodes.map(([variable]) => variable))].sort((a, b) => a - b);
  const height = ROW * (rows.length + 1);
  const placeOf = (place: number): [x: number, y: number] =>
    place < 2
      ? [place === 1 ? YES : NO, height]
      : [ASKED + 24 * nodes.slice(0, place - 2).filter(([variable]) => variable === nodes[place - 2]![0]).length,
         ROW * (rows.indexOf(nodes[place - 2]![0]) + 1)];
  const way = new Set<number>([root]);
  for (let at = root; at > 1; way.add(at)) {
    const [variable, no, yes] = nodes[at - 2]!;
    at = has(occupied, squareOf(squares[variable]!)!) ? yes : no;
  }
  const svg = s("svg", { viewBox: `0 0 130 ${height + 20}`, class: "diagram", role: "img", "aria-label": diagrams.label(name, rows.map((row) => squares[row]!)) });
  const edge = (from: number, to: number, look: string): void => {
    const [[x, y], [toX, toY]] = [placeOf(from), placeOf(to)];
    const taken = way.has(from) && way.has(to) ? " taken" : "";
    svg.append(s("path", { d: `M${x} ${y + 9}L${toX} ${toY - 9}`, class: look + taken }));
  };
  nodes.forEach(([, no, yes], at) => {
    edge(at + 2, no, "empty");
    edge(at + 2, yes, "occupied");
  });
  const write = (place: number, text: string): void => {
    const [x, y] = placeOf(place);
    svg.append(
      s("rect", { x: x - 13, y: y - 9, width: 26, height: 18, rx: place < 2 ? 2 : 9, class: way.has(place) ? "taken" : "" }),
      s("text", { x, y: y + 4 }, text),
    );
  };
  nodes.forEach(([variable], at) => write(at + 2, squares[variable]!));
  if (nodes.length > 0 || root === 0) write(0, diagrams.no);
  if (nodes.length > 0 || root === 1) write(1, diagrams.yes);
  return h("figure", {}, svg, h("figcaption", {}, name));
}
