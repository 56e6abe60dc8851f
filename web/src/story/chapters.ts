/** The chapters: what each draws on its board and beside it, and the squares it asks for. */

import type { Picture } from "../board";
import { drawFormula } from "../formula";
import { table } from "../dom";
import {
  FULL,
  bit,
  column,
  fromHex,
  has,
  hex,
  nameOf,
  row as rowOf,
  setOf,
  squareOf,
  squaresOf,
} from "../squares";
import type { Row } from "../operations";
import { runsOf, sentence } from "../sentences";
import type { Slider } from "../types";
import { words } from "../texts/en";
import { bits, digits, lettered, shiftedCopies, strip, tile, tiles } from "./figures";
import type { Library, LineName, Scene } from "./library";
import {
  type ChapterFacts,
  FACTS,
  kingsOf,
  fenOf,
  knightAndRooks,
  lanesOf,
  slidersAndPawns,
} from "./scenes";
import { filmOf, running, together } from "./running";
import { factorTrials } from "./search";

/** What a chapter shows of a scene. */
export interface Drawing {
  picture: Picture;
  /** The same while the reader answers: without what is asked for. */
  quiet: Picture;
  parts: Node[];
  told: string[];
  answer: bigint;
}

/** How a chapter is drawn. */
interface Drawn {
  draw(scene: Scene, library: Library): Drawing;
  /** Further boards of the question; by default any board will do. */
  another?(): Scene;
  /** Draws a board that is no position. */
  plain?(scene: Scene): Picture;
  /** Whether its pieces are not those of the other chapters' board. */
  isOwn?: boolean;
}

export type Chapter = ChapterFacts & Drawn & { id: string };

const names = (set: bigint): string[] => squaresOf(set).map(nameOf);
const count = (set: bigint): number => squaresOf(set).length;
const at = (name: string): number => squareOf(name)!;
/** Draws blockers, the slider, and the attacks where they are known. */
function onBoard({ slider, square, occupied }: Scene, attacks = 0n, lines = 0n): Picture {
  return {
    sets: [
      ["lines", lines],
      ["blockers", occupied],
      ["hit", attacks & occupied],
      ["attacks", attacks & ~occupied],
    ],
    pieces: [[slider, square]],
  };
}

/** The distance of each attacked square from the slider. */
const distances = (from: number, attacks: bigint): [string, number][] =>
  squaresOf(attacks).map((square) => [
    String(
      Math.max(Math.abs(column(square) - column(from)), Math.abs(rowOf(square) - rowOf(from))),
    ),
    square,
  ]);

const loop: Drawn = {
  draw(scene, library) {
    const attacks = library.attacksOf(scene);
    const { slider, square } = scene;
    const shown = {
      picture: { ...onBoard(scene, attacks), labels: distances(square, attacks) },
      quiet: onBoard(scene),
      answer: attacks,
    };
    if (!library.isWhole) return { ...shown, parts: [], told: [] };
    const line = slider === "rook" ? "file" : "diagonal";
    const { o, line: squares, subtraction, difference } = upperRay({ ...scene, line }, library);
    const figure = tiles(
      tile("o", { set: o, line: squares, slider: square }),
      tile("o − r", { set: difference, line: squares, slider: square, row: subtraction }),
    );
    return {
      ...shown,
      parts: [figure, play(figure, [["o - r", subtraction]], true)],
      told: [
        words.loop(
          count(attacks),
          library.operations("ray-walk", slider),
          library.operations("hyperbola-quintessence", slider),
        ),
      ],
    };
  },
};

const bitsOfBoard: Drawn = {
  draw(scene, library) {
    const part = library.onLine("hyperbola-quintessence", { ...scene, line: "file" });
    const [line, o] = [part.value("line"), part.value("o")];
    const { square, occupied } = scene;
    const slider = square;
    const all = occupied | bit(square);
    return {
      picture: { ...onBoard(scene), numbering: "a1" },
      quiet: onBoard(scene, 0n, line),
      parts: [
        tiles(
          tile(words.tiles.occupied, { set: all, slider }),
          tile(words.tiles.line, { set: line, slider }),
          tile("o", { set: o, line, slider }),
          tile("r", { set: bit(square), line }),
        ),
        digits(all),
      ],
      told: [words.bits(count(all), hex(all))],
      answer: o,
    };
  },
};

/** The values of `(o ^ (o - r)) & line` on the scene's line, as the library has them. */
function upperRay(scene: Scene, library: Library) {
  const part = library.onLine("hyperbola-quintessence", scene);
  const subtraction = part.row("positive", "subtract");
  const [line, o, difference] = [part.value("line"), part.value("o"), part.value("positive")];
  const r = bit(scene.square);
  return { part, line, o, r, subtraction, difference, changed: o ^ difference };
}

/** The animation of the operations on tiles, by the names of the tiles. */
function play(figure: HTMLElement, rows: [name: string, row: Row][], repeats = false): HTMLElement {
  const films = rows.map(([name, row]) =>
    filmOf(figure.querySelector<SVGSVGElement>(`[data-value="${name}"] svg`)!, row),
  );
  return running([together(films)], repeats);
}

/** The blocker that a subtraction has taken away. */
const taken = (o: bigint, difference: bigint): bigint => o & ~difference;

const rank: Drawn = {
  draw(scene, library) {
    const own = { ...scene, line: "rank" as const };
    const { line, o, r, subtraction, difference, changed } = upperRay(own, library);
    const [run] = runsOf(subtraction);
    const end = scene.square | 7;
    const blocker = run?.to !== undefined && run.to <= end ? nameOf(run.to) : undefined;
    const bits = strip(scene.square >> 3, [
      { name: "o", set: o },
      { name: "r", set: r },
      { name: "o − r", set: difference, borrow: difference & ~o & ~r, stop: taken(o, difference) },
      { name: "o ^ (o − r)", set: changed },
    ]);
    return {
      picture: onBoard(scene, changed & line, line),
      quiet: onBoard(scene, 0n, line),
      parts: [bits.element, running([bits.film])],
      told: [
        words.borrow(nameOf(scene.square), blocker ? run!.through : end - scene.square, blocker),
        words.ray(names(changed & line)),
      ],
      answer: taken(o, difference) & line,
    };
  },
};

const line: Drawn = {
  draw(scene, library) {
    const { line, o, subtraction, difference, changed } = upperRay(scene, library);
    const slider = scene.square;
    const figure = tiles(
      tile("o", { set: o, line, slider }),
      tile("o − r", { set: difference, line, slider, row: subtraction }),
      tile("o ^ (o − r)", { set: changed, line, slider }),
      tile("(o ^ (o − r)) & line", { set: changed & line, line, slider }),
    );
    return {
      picture: onBoard(scene, changed & line, line),
      quiet: onBoard(scene, 0n, line),
      parts: [figure, play(figure, [["o - r", subtraction]])],
      told: [sentence(subtraction), words.beside(count(changed & ~line & ~bit(slider)))],
      answer: changed & line,
    };
  },
};

/** Where the mirror of a line brings a square. */
const mirrorOf =
  (line: LineName) =>
  (square: number): number =>
    line === "rank" ? 63 - square : square ^ 56;

const mirror: Drawn = {
  draw(scene, library) {
    const { part, line, o, subtraction, difference } = upperRay(scene, library);
    const op = scene.line === "rank" ? "reverse_bits" : "swap_bytes";
    const turn = mirrorOf(scene.line);
    const back = part.row("negative", "subtract");
    const there = { line: setOf(squaresOf(line).map(turn)), slider: turn(scene.square) };
    const here = { line, slider: scene.square };
    const lower = o ^ part.value("negative");
    const figure = tiles(
      tile("o", { set: o, ...here }),
      tile("o'", { set: part.value("o'"), ...there }),
      tile("o − r", { set: difference, ...here, row: subtraction }),
      tile("o' − r'", { set: back.result.bits, ...there, row: back }),
      tile("(o ^ (o − r)) & line", { set: (o ^ difference) & line, ...here }),
      tile("(o ^ mirror(o' − r')) & line", { set: lower & line, ...here }),
    );
    // The board and the mirrored board stand side by side.
    figure.classList.replace("three", "two");
    return {
      picture: onBoard(scene, lower & line, line),
      quiet: onBoard(scene, 0n, line),
      parts: [figure, play(figure, [["o - r", subtraction], ["o' - r'", back]])],
      told: [sentence(part.row("o'", op)), sentence(back)],
      answer: part.value("o'"),
    };
  },
};

const formula: Drawn = {
  draw(scene, library) {
    const part = library.onLine("hyperbola-quintessence", scene);
    const value = (name: string): bigint => part.value(name);
    const [line, o] = [value("line"), value("o")];
    const [first, second] = [value("positive"), value("negative")];
    const result = `${scene.line.replace("-", "_")}_attacks`;
    const picture = drawFormula(part.explained, part.steps, part.at(result), scene.square);
    const films = picture.films.map(({ board, row }) => filmOf(board, row));
    return {
      picture: onBoard(scene, value(result), line),
      quiet: onBoard(scene, 0n, line),
      parts: [running(films), picture.element],
      told: [words.lost(names(o & ~first), names(o & ~second), names(first & second & line))],
      answer: first & line,
    };
  },
};

/** The ways to do a rank, as techniques. */
const ANSWERS = ["hyperbola-quintessence", "hq-first-rank", "hq-rank-to-diagonal"];

const ranks: Drawn = {
  draw(scene, library) {
    const own = { ...scene, line: "rank" as const };
    const turned = library.onLine("hyperbola-quintessence", own);
    const looked = library.onLine("hq-first-rank", own);
    const [line, o] = [turned.value("line"), turned.value("o")];
    const inner = looked.value("inner");
    const { square } = scene;
    const first = square & 56;
    const swapped = setOf(squaresOf(o).map((square) => square ^ 56));
    const { costs } = words;
    const row = (id: string): (string | number)[] => {
      const { name, table_bytes } = library.technique(id);
      return [name, library.operations(id, "rook"), table_bytes];
    };
    return {
      picture: onBoard(scene, looked.value("rank_attacks"), line),
      quiet: onBoard(scene, 0n, line),
      parts: [
        tiles(
          tile(words.tiles.rank, { set: o, line, slider: square }),
          tile(words.tiles.swap, { set: swapped, slider: square ^ 56 }),
          tile(words.tiles.reversal, { set: turned.value("o'"), slider: 63 - square }),
        ),
        table([costs.name, costs.operations, costs.bytes], ANSWERS.map(row)),
      ],
      told: [
        words.swapped((square >> 3) + 1, 8 - (square >> 3)),
        words.inner(inner.toString(2).padStart(6, "0"), Number(inner), nameOf(square)),
      ],
      answer: inner << BigInt(first + 1),
    };
  },
};

const difference: Drawn = {
  draw(scene, library) {
    const part = library.onLine("obstruction-difference", scene);
    const value = (name: string): bigint => part.value(name);
    const [line, made] = [value("line"), value("difference")];
    const [lower, upper] = [value("ms1b") & value("lower"), value("ls1b")];
    const slider = scene.square;
    return {
      picture: onBoard(scene, made & line, line),
      quiet: onBoard(scene, 0n, line),
      parts: [
        tiles(
          tile("lower", { set: value("ms1b"), line, slider }),
          tile("upper", { set: upper, line, slider }),
          tile("2 × upper − lower", { set: made, line, slider }),
          tile("(2 × upper − lower) & line", { set: made & line, line, slider }),
        ),
      ],
      told: [words.nearest(names(lower), names(upper), count(made))],
      answer: lower | upper,
    };
  },
};

const doubling: Drawn = {
  draw(scene, library) {
    const part = library.onLine("kogge-stone", scene);
    const reached = ["one", "two", "four"];
    const fills = reached.map((name) => part.value(name));
    const free = ["propagators", "over_two", "over_four"];
    const ray = part.value("positive");
    const slider = scene.square;
    const line = library.onLine("hyperbola-quintessence", scene).value("line");
    return {
      picture: onBoard(scene, ray, line),
      quiet: onBoard(scene, 0n, line),
      parts: [
        tiles(
          ...reached.map((name, at) => tile(name, { set: fills[at]!, line, slider })),
          tile(words.tiles.ray, { set: ray, line, slider }),
          ...free.map((name) => tile(name, { set: part.value(name), line, slider })),
        ),
      ],
      told: [words.grown(fills.map(count), names(ray))],
      answer: fills[1]!,
    };
  },
};

/** Gives each square of a set the letter of its file. */
const files = (set: bigint): [string, number][] =>
  squaresOf(set).map((square) => ["ABCDEFGH"[column(square)]!, square]);

const gather: Drawn = {
  draw(scene, library) {
    const part = library.explain("kindergarten", scene, "diagonal");
    const [line, o, inner] = [part.value("line"), part.value("o"), part.value("inner")];
    const multiplication = part.row("inner", "multiply");
    const product = multiplication.result.bits;
    const edge = 63n << 58n;
    const letters = files(line);
    // The factor's copies bring each square one file further, onto the top rank.
    const onTop = letters
      .map(([letter, square]): [string, number] => [letter, 57 + column(square)])
      .filter(([, square]) => square > 57 && square < 64);
    return {
      picture: { ...onBoard(scene, part.value("diagonal_attacks"), line), labels: letters },
      quiet: { ...onBoard(scene, 0n, line), labels: letters },
      parts: [
        shiftedCopies(o, multiplication.operands[1]!.bits, letters, edge),
        tiles(
          tile("o", { set: o, line, labels: letters }),
          tile("o × factor", { set: product, labels: onTop, edge }),
        ),
        bits(inner, 6, ["B", "C", "D", "E", "F", "G"]),
      ],
      told: [words.product(count(o & ~EDGES), inner.toString(2).padStart(6, "0"), Number(inner))],
      answer: inner << 58n,
    };
  },
  another: () => onLines("bishop"),
};

/** The files a and h, whose squares never matter on a diagonal. */
const EDGES = 0x8181_8181_8181_8181n;

const magic: Drawn = {
  draw(scene, library) {
    const attacks = library.attacksOf(scene);
    const part = library.explain("magic-fancy", scene, scene.slider);
    const [good, offset] = [part.value("factor"), Number(part.value("offset"))];
    const { mask } = library.trial(scene, good);
    return {
      picture: { ...onBoard(scene, attacks), labels: lettered(fromHex(mask)) },
      quiet: onBoard(scene),
      parts: [factorTrials(scene, library, good, offset)],
      told: [],
      answer: fromHex(mask),
    };
  },
  another: () => onLines("bishop"),
};

const modulo: Drawn = {
  draw(scene, library) {
    const part = library.explain("casting-out-255", scene, "diagonal");
    const [line, o, remainder] = [part.value("line"), part.value("o"), part.value("remainder")];
    const bytes = squaresOf(o).map((square) => 1 << column(square));
    const letters = files(line);
    const below = letters.map(([letter, square]): [string, number] => [letter, column(square)]);
    return {
      picture: { ...onBoard(scene, part.value("diagonal_attacks"), line), labels: letters },
      quiet: { ...onBoard(scene, 0n, line), labels: letters },
      parts: [
        tiles(
          tile("o", { set: o, line, labels: letters }),
          tile("o % 255", { set: remainder, labels: below, edge: 255n }),
        ),
      ],
      told: [words.sum(bytes, Number(remainder))],
      answer: remainder,
    };
  },
  another: () => onLines("bishop"),
};

const pext: Drawn = {
  draw(scene, library) {
    const part = library.explain("pext", scene, scene.slider);
    const [mask, index] = [part.value("mask"), part.value("index")];
    const attacks = library.attacksOf(scene);
    const letters = lettered(mask);
    const packed = letters.map(([letter], at): [string, number] => [letter, at]);
    return {
      picture: { ...onBoard(scene, attacks), labels: letters },
      quiet: { ...onBoard(scene, 0n), labels: letters },
      parts: [
        tiles(
          tile("occupied", {
            set: scene.occupied | bit(scene.square),
            labels: letters,
            edge: mask,
          }),
          tile(words.tiles.index, {
            set: index,
            labels: packed,
            edge: (1n << BigInt(letters.length)) - 1n,
          }),
        ),
      ],
      told: [words.packed(Number(index))],
      answer: index,
    };
  },
  another: () => onLines("bishop"),
};

const lanes: Drawn = {
  isOwn: true,
  draw(scene, library) {
    const pieces = slidersAndPawns(scene);
    const [white] = library.sides(fenOf(pieces));
    const { counts } = white!;
    const squares = lanesOf(scene);
    const occupied = setOf(pieces.map(([, square]) => square));
    const attacks = library.lanes({ ...scene, occupied }, squares);
    return {
      picture: { counts, pieces },
      quiet: { pieces },
      parts: [
        tiles(
          ...squares.map((slider, lane) =>
            tile(words.lane(lane, nameOf(slider)), { set: attacks[lane]!, slider }),
          ),
        ),
      ],
      told: [words.many(pieces.filter(([piece]) => piece !== "p").length, Math.max(...counts))],
      answer: setOf(counts.flatMap((count, square) => (count >= 2 ? [square] : []))),
    };
  },
};

const counter: Drawn = {
  isOwn: true,
  plain: (scene) => ({ pieces: knightAndRooks(scene) }),
  draw(scene, library) {
    const { square } = scene;
    const pieces = knightAndRooks(scene);
    const fen = fenOf(pieces);
    const { base, numbers, made_by_knights } = library.node(fen);
    const from = nameOf(square);
    const rows = library.moves(fen, from).map((to) => ({
      to,
      number: numbers[at(to)]!,
      isNeutral: !has(fromHex(made_by_knights), at(to)),
      made: library.replies(fen, from + to),
    }));
    const fewest = Math.min(...rows.map(({ made }) => made));
    const own = numbers[square]!;
    const shown = numbers.flatMap((number, at): [string, number][] =>
      pieces.some(([, other]) => other === at) && at !== square ? [] : [[String(number), at]],
    );
    const { moves } = words;
    const usual = setOf(numbers.flatMap((number, at) => (number === 2 ? [] : [at])));
    const targets = setOf(rows.map(({ to }) => at(to)));
    return {
      picture: { pieces, labels: shown, sets: [["lines", usual], ["attacks", targets]] },
      quiet: { pieces, sets: [["attacks", targets]] },
      parts: [
        table(
          [moves.to, moves.sum, moves.made],
          rows.map(({ to, number, isNeutral, made }) => [
            to,
            isNeutral ? `${base} + ${own} − ${number} = ${base + own - number}` : moves.not,
            made,
          ]),
        ),
      ],
      told: [words.base(base)],
      answer: setOf(rows.flatMap(({ to, made }) => (made === fewest ? [at(to)] : []))),
    };
  },
  another: () => {
    const { black, white } = kingsOf(0);
    const free = squaresOf(FULL & ~bit(black) & ~bit(white));
    const [square, ...rooks] = shuffled(free).slice(0, 3);
    return { slider: "rook", square: square!, occupied: setOf(rooks), line: "file" };
  },
};

const shuffled = (squares: number[]): number[] =>
  squares
    .map((square) => [Math.random(), square] as const)
    .sort(([a], [b]) => a - b)
    .map(([, square]) => square);

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
  modulo, pext, lanes, counter,
};

export const CHAPTERS: Chapter[] = Object.entries(FACTS).map(([id, facts]) => ({
  id,
  ...facts,
  ...DRAWN[id]!,
}));
