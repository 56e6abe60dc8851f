/** The boards of the chapters, and the views of the explorer that belong to them. */

import { bit, column, row, setOf, squareOf, squaresOf } from "../squares";
import type { State, View } from "../state";
import { SLIDERS, type Slider } from "../types";
import type { LineName, Scene } from "./library";

/** What the explorer shows of a chapter's board. */
export interface Opening {
  view: Exclude<View, "story">;
  technique?: string;
  other?: string;
  /** The part of the steps, which is the scene's line if it is not named, and the step in it. */
  part?: string;
  step?: string;
  /** What else the view has of the scene. */
  more?(scene: Scene): Partial<State>;
}

/** What is known of a chapter without drawing it. */
export interface ChapterFacts {
  /** The first board, and the first one of the question. */
  start: Scene;
  asked: Scene;
  /** The sliders and the lines to choose from. */
  sliders: Slider[];
  lines: LineName[];
  opens: Opening[];
}

const LINES: LineName[] = ["rank", "file", "diagonal", "anti-diagonal"];

/** Reads a scene: the slider, its square, the line, and the blockers. */
function sceneOf(text: string): Scene {
  const [slider, square, line, ...blockers] = text.split(" ") as [Slider, string, LineName, ...string[]];
  const occupied = setOf(blockers.map((name) => squareOf(name)!));
  return { slider, square: squareOf(square)!, line, occupied };
}

const chapter = (
  start: string, asked: string, opens: Opening[], lines: LineName[] = [], sliders: Slider[] = [],
): ChapterFacts => ({ start: sceneOf(start), asked: sceneOf(asked), sliders, lines, opens });

const steps = (technique: string, step?: string, part?: string): Opening[] => [
  { view: "steps", technique, step, part },
];

const quintessence = "hyperbola-quintessence";

/** The squares of further lanes. */
export const LANES = ["a1", "d4", "h8", "e2", "b7", "g1", "c5", "h4"].map((name) => squareOf(name)!);

/** The squares of eight lanes, the slider's first. */
export const lanesOf = ({ square }: Scene): number[] =>
  [square, ...LANES.filter((lane) => lane !== square)].slice(0, 8);

/** Writes a position of pieces, a letter and a square each, with White to move. */
export function fenOf(pieces: [string, number][]): string {
  const on = new Map(pieces.map(([piece, square]) => [square, piece]));
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    Array.from({ length: 8 }, (_, file) => on.get(8 * rank + file) ?? "1").join(""),
  );
  const placement = ranks.join("/").replace(/1+/g, (ones) => String(ones.length));
  return `${placement} w - - 0 1`;
}

/** White's sliders in the chapter of sets, beside the one that is dragged. */
const OTHERS: [string, number][] = [["R", squareOf("b2")!], ["B", squareOf("g2")!]];

/** The pieces of the chapter of sets: White's sliders, and black pawns as blockers. */
export function slidersAndPawns({ square, occupied }: Scene): [string, number][] {
  const sliders: [string, number][] = [["Q", square], ...OTHERS.filter(([, other]) => other !== square)];
  const taken = setOf(sliders.map(([, at]) => at));
  return [...sliders, ...piecesOn("p", occupied & ~taken)];
}

/** The square of Black's king in the chapter of legal moves: far from White's. */
export const farFrom = (king: number): number => (column(king) < 4 ? 7 : 0) + (row(king) > 3 ? 56 : 0);

/** The pieces of the chapter of legal moves: both kings, and black rooks. */
export const kingAndRooks = ({ square, occupied }: Scene): [string, number][] =>
  [["K", square], ["k", farFrom(square)], ...piecesOn("r", occupied & ~bit(farFrom(square)))];

const piecesOn = (piece: string, set: bigint): [string, number][] =>
  squaresOf(set).map((at) => [piece, at]);

/** The board of the first chapter, which is that of the techniques' headers. */
const FIRST = "h1 f2 b4 g4 c6 f6 d7";

/** The facts of all chapters, in their order. */
export const FACTS: Record<string, ChapterFacts> = {
  loop: chapter(
    `bishop d4 diagonal ${FIRST}`, "rook c3 file c6 f3 b3 e5 g2 c1", steps("ray-walk"), [], SLIDERS,
  ),
  bits: chapter(`rook d4 file ${FIRST}`, "rook f5 file f2 f7 f8 c5 b2 g6 d1", steps(quintessence, "o", "file")),
  rank: chapter(
    "rook c1 rank b1 f1 h1 d5 e4", "rook b4 rank a4 e4 g4 h4 c6 d2",
    steps(quintessence, "positive", "rank"),
  ),
  line: chapter(
    `queen d4 diagonal b2 ${FIRST}`, "queen c2 file c7 c5 f5 g6 b2 a4 e2",
    steps(quintessence, "positive"), LINES,
  ),
  mirror: chapter(
    "queen d4 diagonal b2 f6 g4 b4 c7 f2", "queen e3 diagonal c1 g5 h6 b7 d6 f2",
    steps(quintessence, "o'"), ["diagonal", "rank"],
  ),
  formula: chapter(
    `queen d4 diagonal a1 b2 h8 ${FIRST}`, "queen d3 file d6 d8 d1 b3 f3 g6 a6",
    steps(quintessence), LINES,
  ),
  ranks: chapter("rook d4 rank b4 f4 a4 d7 e6", "rook e5 rank a5 c5 f5 h5 e2", [
    { view: "compare", technique: quintessence, other: "hq-first-rank", part: "rank" },
  ]),
  difference: chapter(
    "queen d4 file d1 d2 d6 d7 b4 g4 f6", "queen e4 diagonal b1 c2 g6 h7 e7 e8",
    steps("obstruction-difference", "difference"), LINES,
  ),
  doubling: chapter(
    "queen d1 file d8 a4 f4 g6", "queen b2 diagonal g7 b5 e2 h8", steps("kogge-stone", "two"), LINES,
  ),
  gather: chapter(
    "bishop d4 diagonal b2 f6 g7 c6 e3", "bishop e5 diagonal c3 f6 b2 h8 d2",
    steps("kindergarten", "inner", "diagonal"),
  ),
  magic: chapter(
    `bishop d4 diagonal ${FIRST}`, "bishop c5 diagonal e7 b4 f2 d3",
    steps("magic-fancy", "hash", "bishop"),
  ),
  modulo: chapter(
    "bishop d4 diagonal b2 f6 g7 c6 e3", "bishop e4 diagonal c2 f5 h7 g2 d7",
    steps("casting-out-255", "remainder", "diagonal"),
  ),
  pext: chapter(
    `bishop d4 diagonal ${FIRST}`, "bishop e4 diagonal c2 f5 g6 d5 b7 f3",
    steps("pext", "index", "bishop"),
  ),
  lanes: chapter("queen d4 file d7 f6 b6 e6 g5", "queen e3 file e6 c5 g5 b6 d2", [
    {
      view: "lanes",
      technique: quintessence,
      more: (scene) => ({
        lanes: lanesOf(scene),
        occupied: setOf(slidersAndPawns(scene).map(([, square]) => square)),
      }),
    },
    { view: "heat", technique: "kogge-stone", more: (scene) => ({ fen: fenOf(slidersAndPawns(scene)) }) },
  ]),
  diagram: chapter("rook e1 file e7 d5 g1", "rook c2 file c5 c8 f2 a6", [
    { view: "proof", technique: quintessence },
  ]),
  legal: chapter("rook d4 file d8 a5", "rook c2 file c7 d1 h3", [
    { view: "moves", more: (scene) => ({ fen: fenOf(kingAndRooks(scene)) }) },
  ]),
};
