/** The chapters: what each draws on its stage, and the squares it asks for. */

import { type Picture, onBoard } from "../board";
import { choice, h, table } from "../dom";
import type { Letters } from "../expression";
import { FULL, bit, column, count, fromHex, has, hex, nameOf, row as rowOf, setOf, squareOf, squaresOf } from "../squares";
import { runsOf } from "../sentences";
import type { Hex, Side, Slider } from "../types";
import { legal as legalWords, words } from "../texts/en";
import { drawDiagram, numbered, shiftedCopies } from "./figures";
import type { Diagrams, Library, LineName, Scene } from "./library";
import { legalProof, provedFrom } from "./legal";
import { type ChapterFacts, FACTS, farFrom, kingAndRooks, fenOf, lanesOf, slidersAndPawns } from "./scenes";
import { chosenFactor, factorTrials } from "./search";

/** What a chapter shows of a scene. */
export interface Drawing {
  picture: Picture;
  /** The same while the reader answers: without what is asked for. */
  quiet: Picture;
  /** The formulas on the stage, with the values of their letters. */
  formulas?: string[];
  letters?: Letters;
  /** The letters of squares and the squares with a frame, of values by their names. */
  labels?: Record<string, [string, number][]>;
  edges?: Record<string, bigint>;
  /** What else there is; `again` draws the chapter anew. */
  parts?(again: () => void): Node[];
  told: string[];
  /** The names of the picture's sets, for those who hear them, where they are no attacks. */
  names?: Record<string, string>;
  answer: bigint;
  /** The value that is asked for, and why a square is in the answer or not, where the formula is silent. */
  asks?: string;
  because?(square: number): string | undefined;
}

/** How a chapter is drawn. */
interface Drawn {
  draw(scene: Scene, library: Library): Drawing;
  /** Further boards of the question; by default any board will do. */
  another?(): Scene;
  /** The squares of its kings, which no other piece can have. */
  kings?(square: number): number[];
  /** Whether its pieces are not those of the other chapters' board. */
  isOwn?: boolean;
  /** Whether its animation runs again and again. */
  repeats?: boolean;
}

export type Chapter = ChapterFacts & Drawn & { id: string };

const names = (set: bigint): string[] => squaresOf(set).map(nameOf);
const at = (name: string): number => squareOf(name)!;
/** The distance of each attacked square from the slider. */
const distances = (from: number, attacks: bigint): [string, number][] =>
  squaresOf(attacks).map((at) =>
    [String(Math.max(Math.abs(column(at) - column(from)), Math.abs(rowOf(at) - rowOf(from)))), at]);

const { reasons } = words;

/** Returns the first piece between the slider and a square, or nothing; -1 where no line leads there. */
function between({ slider, square, occupied }: Scene, to: number): number | undefined {
  const [dx, dy] = [column(to) - column(square), rowOf(square) - rowOf(to)];
  const isStraight = dx === 0 || dy === 0;
  const able = isStraight ? slider !== "bishop" : Math.abs(dx) === Math.abs(dy) && slider !== "rook";
  if (!able || to === square) return -1;
  const step = Math.sign(dx) + 8 * Math.sign(dy);
  for (let at = square + step; at !== to; at += step) if (has(occupied, at)) return at;
  return undefined;
}

/** Says why the slider attacks a square or not. */
function whyAttacked(scene: Scene, to: number): string {
  const blocker = between(scene, to);
  if (to === scene.square) return reasons.own;
  return blocker === undefined ? reasons.reached : blocker < 0 ? reasons.noLine : reasons.behind(nameOf(blocker));
}

/** Says that a square stands for another one, and whether a piece is there. */
const standsFor = (square: number | undefined, set: bigint): string =>
  square === undefined ? reasons.nothing : reasons.from(nameOf(square), has(set, square));

/** The boards of a chapter of one line: with the squares that it finds, and without. */
const boards = (scene: Scene, found: bigint, line: bigint, labels?: [string, number][]) => ({
  picture: { ...onBoard(scene, found, line), labels },
  quiet: { ...onBoard(scene, 0n, line), labels },
});

/** The values of the scene's line, as the library has them. */
function onLine(scene: Scene, library: Library) {
  const part = library.onLine("hyperbola-quintessence", scene);
  const [line, o, difference] = [part.value("line"), part.value("o"), part.value("positive")];
  const letters = { o, r: bit(scene.square), line };
  const because = (square: number): string | undefined =>
    square === scene.square ? reasons.own : has(line, square) ? undefined : reasons.off;
  return { part, line, o, difference, changed: o ^ difference, letters, because };
}

const loop: Drawn = {
  repeats: true,
  draw(scene, library) {
    const attacks = library.attacksOf(scene);
    const { slider, square } = scene;
    const shown = {
      picture: { ...onBoard(scene, attacks), labels: distances(square, attacks) },
      quiet: onBoard(scene),
      answer: attacks,
      because: (to: number) => whyAttacked(scene, to),
    };
    if (!library.isWhole) return { ...shown, told: [] };
    const { letters } = onLine({ ...scene, line: slider === "rook" ? "file" : "diagonal" }, library);
    const operations = (id: string): number => library.operations(id, slider);
    return {
      ...shown,
      formulas: ["o - r", "attacks"],
      letters: { ...letters, attacks },
      told: [words.loop(count(attacks), operations("ray-walk"), operations("hyperbola-quintessence"))],
    };
  },
};

const bitsOfBoard: Drawn = {
  draw(scene, library) {
    const { line, o, letters, because } = onLine({ ...scene, line: "file" }, library);
    const occupied = scene.occupied | bit(scene.square);
    return {
      picture: { ...onBoard(scene), numbering: "a1" },
      quiet: onBoard(scene, 0n, line),
      formulas: ["occupied & line", "o", "r"],
      letters: { ...letters, occupied },
      told: [words.bits(count(occupied), hex(occupied))],
      answer: o,
      asks: "occupied & line",
      because: (square) => (square === scene.square ? because(square) : undefined),
    };
  },
};

/** The blocker that a subtraction has taken away. */
const taken = (o: bigint, difference: bigint): bigint => o & ~difference;

const rank: Drawn = {
  draw(scene, library) {
    const { part, line, o, difference, changed, letters, because } = onLine({ ...scene, line: "rank" }, library);
    const [run] = runsOf(part.row("positive", "subtract"));
    const end = scene.square | 7;
    const blocker = run?.to !== undefined && run.to <= end ? nameOf(run.to) : undefined;
    const answer = taken(o, difference) & line;
    const stops = (square: number): string =>
      has(answer, square) ? reasons.first : !has(o, square) ? reasons.empty : square < scene.square ? reasons.below : reasons.later;
    return {
      ...boards(scene, changed & line, line),
      formulas: ["(o ^ (o - r)) & line"],
      letters,
      told: [
        words.borrow(nameOf(scene.square), blocker ? run!.through : end - scene.square, blocker),
        words.ray(names(changed & line)),
      ],
      answer,
      because: (square) => because(square) ?? stops(square),
    };
  },
};

const line: Drawn = {
  draw(scene, library) {
    const { line, changed, letters } = onLine(scene, library);
    return {
      ...boards(scene, changed & line, line),
      formulas: ["(o ^ (o - r)) & line"],
      letters,
      told: [words.beside(count(changed & ~line & ~bit(scene.square)))],
      answer: changed & line,
      asks: "(o ^ (o - r)) & line",
    };
  },
};

const mirror: Drawn = {
  draw(scene, library) {
    const { part, line, o, letters } = onLine(scene, library);
    const turn = (square: number): number => (scene.line === "rank" ? 63 - square : square ^ 56);
    return {
      ...boards(scene, (o ^ part.value("negative")) & line, line),
      formulas: ["o - r", "mirror(o' - r')"],
      letters,
      told: [],
      answer: part.value("o'"),
      because: (square) => standsFor(turn(square), o),
    };
  },
};

const formula: Drawn = {
  draw(scene, library) {
    const { part, line, o, difference: first, letters, because } = onLine(scene, library);
    const second = part.value("negative");
    return {
      ...boards(scene, part.value(`${scene.line.replace("-", "_")}_attacks`), line),
      formulas: ["((o - r) ^ mirror(o' - r')) & line"],
      letters,
      told: [words.lost(names(o & ~first), names(o & ~second), names(first & second & line))],
      answer: first & line,
      asks: "o - r",
      because,
    };
  },
};

/** The ways to do a rank, as techniques. */
const ANSWERS = ["hyperbola-quintessence", "hq-first-rank", "hq-rank-to-diagonal"];

const ranks: Drawn = {
  draw(scene, library) {
    const { line, o, letters } = onLine({ ...scene, line: "rank" }, library);
    const looked = library.onLine("hq-first-rank", { ...scene, line: "rank" });
    const inner = looked.value("inner");
    const { square } = scene;
    const swapped = setOf(squaresOf(o).map((square) => square ^ 56));
    const row = (id: string): (string | number)[] => {
      const { name, table_bytes } = library.technique(id);
      return [name, library.operations(id, "rook"), table_bytes];
    };
    const answer = inner << BigInt((square & 56) + 1);
    const because = (at: number): string =>
      at >> 3 !== square >> 3 ? reasons.off : column(at) % 7 === 0 ? reasons.end : has(answer, at) ? reasons.piece : reasons.empty;
    return {
      ...boards(scene, looked.value("rank_attacks"), line),
      formulas: ["o", "swapped", "o'", "index"],
      letters: { ...letters, swapped, index: inner },
      parts: () => [table(Object.values(words.costs), ANSWERS.map(row))],
      told: [
        words.swapped((square >> 3) + 1, 8 - (square >> 3)),
        words.inner(inner.toString(2).padStart(6, "0"), Number(inner), nameOf(square)),
      ],
      answer,
      because,
    };
  },
};

const difference: Drawn = {
  draw(scene, library) {
    const part = library.onLine("obstruction-difference", scene);
    const value = (name: string): bigint => part.value(name);
    const { o, line, letters, because } = onLine(scene, library);
    const [lower, upper, made] = [value("ms1b"), value("ls1b"), value("difference")];
    const nearest = (lower & value("lower")) | upper;
    return {
      ...boards(scene, made & line, line),
      formulas: ["o & (r - 1)", "lower", "upper", "upper - lower", "(2 * upper - lower) & line"],
      letters: { ...letters, lower, upper },
      told: [words.nearest(names(lower & value("lower")), names(upper), count(made))],
      answer: nearest,
      because: (square) =>
        because(square) ?? (has(nearest, square) ? reasons.nearest : has(o, square) ? reasons.nearer : reasons.empty),
    };
  },
};

const doubling: Drawn = {
  draw(scene, library) {
    const part = library.onLine("kogge-stone", scene);
    const { letters, because } = onLine(scene, library);
    const [one, two, four, ray] = ["one", "two", "four", "positive"].map((name) => part.value(name)) as bigint[];
    const [free, pairs, fours] = ["propagators", "over_two", "over_four"].map((name) => part.value(name)) as bigint[];
    const why = (to: number): string => {
      if (to < scene.square) return reasons.below;
      const before = between({ ...scene, slider: "queen" }, to);
      if (before !== undefined) return reasons.behind(nameOf(before));
      return has(scene.occupied, to) ? reasons.full : has(two!, to) ? reasons.reached : reasons.far;
    };
    return {
      ...boards(scene, ray!, letters.line),
      formulas: ["r", "one", "two", "four", "ray", "free", "pairs", "fours"],
      letters: { ...letters, one: one!, two: two!, four: four!, ray: ray!, free: free!, pairs: pairs!, fours: fours! },
      told: [words.grown([one, two, four].map((set) => count(set!)), names(ray!))],
      answer: two!,
      because: (to) => (to === scene.square ? reasons.start : (because(to) ?? why(to))),
    };
  },
};

/** Gives each square of a set the letter of its file. */
const files = (set: bigint): [string, number][] =>
  squaresOf(set).map((square) => ["ABCDEFGH"[column(square)]!, square]);

/** Returns the square of a line on a file. */
const onFile = (line: bigint, file: number): number | undefined =>
  squaresOf(line).find((square) => column(square) === file);

const gather: Drawn = {
  draw(scene, library) {
    const { line, o, letters } = onLine({ ...scene, line: "diagonal" }, library);
    const part = library.explain("kindergarten", scene, "diagonal");
    const inner = part.value("inner");
    const factor = part.row("inner", "multiply").operands[1]!.bits;
    const edge = 63n << 58n;
    const named = files(line);
    // The factor's copies bring each square one file further, onto the top rank.
    const moved = named.map(([letter, square]): [string, number] => [letter, 57 + column(square)]);
    const onTop = moved.filter(([, square]) => square > 57 && square < 64);
    return {
      ...boards(scene, part.value("diagonal_attacks"), line, named),
      formulas: ["(o * factor) >> 58"],
      letters: { ...letters, factor },
      labels: { o: named, "o * factor": onTop },
      edges: { "o * factor": edge },
      parts: () => [shiftedCopies(o, factor, named, edge)],
      told: [words.product(count(o & ~EDGES), inner.toString(2).padStart(6, "0"), Number(inner))],
      answer: inner << 58n,
      because: (square) => (square < 58 ? reasons.nothing : standsFor(onFile(line, square - 57), o)),
    };
  },
  another: () => onLines("bishop"),
};

/** The files a and h, whose squares never matter on a diagonal. */
const EDGES = 0x8181_8181_8181_8181n;

const magic: Drawn = {
  draw(scene, library) {
    const { square, occupied } = scene;
    const attacks = library.attacksOf(scene);
    const part = library.explain("magic-fancy", scene, scene.slider);
    const [good, offset] = [part.value("factor"), Number(part.value("offset"))];
    const factor = chosenFactor(square) ?? good;
    const mask = part.value("mask");
    const named = numbered(mask);
    const edge = ((1n << BigInt(named.length)) - 1n) << BigInt(64 - named.length);
    const product = "(occupied & mask) * factor";
    const letters = { o: occupied & mask, r: bit(square), line: 0n, occupied, mask, factor, row: attacks };
    return {
      picture: { ...onBoard(scene, attacks), labels: named },
      quiet: onBoard(scene),
      formulas: [`(${product}) >> shift`, "row"],
      letters: { ...letters, shift: BigInt(64 - named.length) },
      labels: { mask: named, "occupied & mask": named },
      edges: { [product]: edge },
      parts: (again) => [factorTrials(scene, library, { factor, good, offset }, again)],
      told: [],
      answer: mask,
      because: (to) =>
        to === square ? reasons.own : between(scene, to) === -1 ? reasons.noLine : has(mask, to) ? reasons.inner : reasons.end,
    };
  },
  another: () => onLines("bishop"),
};

const modulo: Drawn = {
  draw(scene, library) {
    const part = library.explain("casting-out-255", scene, "diagonal");
    const { line, o, letters } = onLine({ ...scene, line: "diagonal" }, library);
    const remainder = part.value("remainder");
    const bytes = squaresOf(o).map((square) => 1 << column(square));
    const named = files(line);
    const below = named.map(([letter, square]): [string, number] => [letter, column(square)]);
    return {
      ...boards(scene, part.value("diagonal_attacks"), line, named),
      formulas: ["o", "o % 255"],
      letters: { ...letters, "o % 255": remainder },
      labels: { o: named, "o % 255": below },
      edges: { "o % 255": 255n },
      told: [words.sum(bytes, Number(remainder))],
      answer: remainder,
      because: (square) => (square > 7 ? reasons.nothing : standsFor(onFile(line, square), o)),
    };
  },
  another: () => onLines("bishop"),
};

const pext: Drawn = {
  draw(scene, library) {
    const { square, occupied } = scene;
    const part = library.explain("pext", scene, scene.slider);
    const [mask, index] = [part.value("mask"), part.value("index")];
    const attacks = library.attacksOf(scene);
    const named = numbered(mask);
    const packed = named.map(([letter], at): [string, number] => [letter, at]);
    const letters = { o: occupied & mask, r: bit(square), line: 0n, occupied, mask, row: attacks };
    return {
      ...boards(scene, attacks, 0n, named),
      formulas: ["occupied & mask", "pext(occupied, mask)", "row"],
      letters: { ...letters, "pext(occupied, mask)": index },
      labels: { mask: named, "occupied & mask": named, "pext(occupied, mask)": packed },
      edges: { "pext(occupied, mask)": (1n << BigInt(named.length)) - 1n },
      told: [words.packed(Number(index))],
      answer: index,
      because: (at) => standsFor(named[at]?.[1], occupied),
    };
  },
  another: () => onLines("bishop"),
};

const lanes: Drawn = {
  isOwn: true,
  draw(scene, library) {
    const pieces = slidersAndPawns(scene);
    const sets = { ask: "sets", technique: "kogge-stone", fen: fenOf(pieces) };
    const { counts } = library.ask<Side[]>(sets)[0]!;
    const squares = lanesOf(scene);
    const occupied = hex(setOf(pieces.map(([, square]) => square)));
    const query = { technique: "hyperbola-quintessence", slider: scene.slider, squares: squares.map(nameOf), occupied };
    const attacks = library.ask<Hex[]>({ ask: "lanes", ...query }).map(fromHex);
    const lane = squares.map((_, at) => words.lane(at));
    const letters = Object.fromEntries(lane.map((name, at) => [name, attacks[at]!]));
    return {
      picture: { counts, pieces },
      quiet: { pieces },
      formulas: lane,
      letters: { o: 0n, r: bit(scene.square), line: 0n, ...letters },
      edges: Object.fromEntries(lane.map((name, at) => [name, bit(squares[at]!)])),
      told: [words.many(pieces.filter(([piece]) => piece !== "p").length, Math.max(...counts))],
      answer: setOf(counts.flatMap((count, square) => (count >= 2 ? [square] : []))),
      because: (square) => reasons.attackers(counts[square]!),
    };
  },
};

/** How many steps the target of the diagrams is away from the slider. */
let away = 4;

const diagram: Drawn = {
  draw(scene, library) {
    const up = { ...scene, slider: "rook" as const, line: "file" as const };
    const { line, o, letters } = onLine(up, library);
    const targets = squaresOf(line & ~(bit(scene.square) - 1n));
    const target = targets[Math.min(away, targets.length) - 1] ?? squaresOf(line)[0]!;
    const { borrow, formula, definition, squares, is_equal, nodes } =
      library.ask<Diagrams>({ ask: "diagrams", slider: "rook", square: nameOf(scene.square), target: nameOf(target) });
    const asked = setOf(formula[1].map(([variable]) => at(squares[variable]!)));
    const { diagrams } = words;
    const drawn = { borrow, formula, definition } as const;
    const named: [string, number][] = [[diagrams.target, target]];
    return {
      picture: { ...onBoard(up, library.attacksOf(up), line), labels: named },
      quiet: { ...onBoard(up, 0n, line), labels: named },
      formulas: ["(o - r) ^ (o ^ r)", "((o - r) ^ mirror(o' - r')) & line"],
      letters,
      parts: (again) => [
        choice(diagrams.choose, targets.map((to, index) => [String(index + 1), nameOf(to)]), String(away), (steps) => {
          away = Number(steps);
          again();
        }),
        h("div", { class: "diagrams" },
          ...Object.entries(drawn).map(([name, graph]) =>
            drawDiagram(diagrams.names[name as keyof typeof drawn](nameOf(target)), graph, squares, o))),
        h("p", { class: "sentence" }, diagrams.said(is_equal, formula[1].length, nodes)),
      ],
      told: [],
      answer: asked,
      because: (square) => (has(asked, square) ? reasons.before : reasons.noMatter),
    };
  },
};

const legal: Drawn = {
  isOwn: true,
  kings: (king) => [farFrom(king)],
  draw(scene, library) {
    const { square } = scene;
    const pieces = kingAndRooks(scene);
    const attacksOf = (side: number, pieces: [string, number][]): bigint =>
      fromHex(library.ask<Side[]>({ ask: "sets", technique: "kogge-stone", fen: fenOf(pieces) })[side]!.attacks);
    const [steps, danger] = [attacksOf(0, pieces.slice(0, 1)), attacksOf(1, pieces.slice(1))];
    const answer = steps & ~danger;
    return {
      picture: { pieces, sets: [["right", provedFrom(square)], ["attacks", answer]] },
      quiet: { pieces },
      formulas: ["steps & safe"],
      letters: { o: 0n, r: bit(square), line: 0n, steps, safe: FULL & ~danger },
      parts: (again) => [legalProof(square, again)],
      told: [],
      names: legalWords.sets,
      answer,
      because: (to) => (has(answer, to) ? reasons.safe : has(steps, to) ? reasons.attacked : reasons.noStep),
    };
  },
  another: () => someRooks(3),
};

const shuffled = (squares: number[]): number[] =>
  squares.map((square) => [Math.random(), square] as const).sort(([a], [b]) => a - b).map(([, square]) => square);

/** Makes a board with some rooks, all of them off the corners, where kings stand. */
function someRooks(rooks: number): Scene {
  const [square, ...others] = shuffled(squaresOf(0x7eff_ffff_ffff_ff7en)).slice(0, rooks + 1);
  return { slider: "rook", square: square!, occupied: setOf(others), line: "file" };
}

/** Makes a board with about a quarter of the squares occupied. */
export function anyBoard(slider: Slider, lines: LineName[]): Scene {
  const square = Math.floor(Math.random() * 64);
  const occupied = setOf(shuffled(squaresOf(FULL & ~bit(square))).slice(0, 14));
  const line = lines[Math.floor(Math.random() * lines.length)] ?? "file";
  return { slider, square, occupied, line };
}

/** Makes a board with a slider in the middle, where its lines are long. */
function onLines(slider: Slider): Scene {
  const [square] = shuffled(squaresOf(0x0000_3c3c_3c3c_0000n));
  const occupied = setOf(shuffled(squaresOf(FULL & ~bit(square!))).slice(0, 20));
  return { slider, square: square!, occupied, line: "diagonal" };
}

const DRAWN: Record<string, Drawn> = {
  loop, bits: bitsOfBoard, rank, line, mirror, formula, ranks, difference, doubling, gather, magic,
  modulo, pext, lanes, diagram, legal,
};

export const CHAPTERS: Chapter[] = Object.entries(FACTS).map(([id, facts]) => ({ id, ...facts, ...DRAWN[id]! }));
