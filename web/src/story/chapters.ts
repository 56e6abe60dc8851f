/** The chapters: what each draws on its board and beside it, and the squares it asks for. */

import type { Picture } from "../board";
import { drawFormula } from "../formula";
import { h } from "../dom";
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
import { sentence } from "../sentences";
import type { Slider } from "../types";
import { words } from "../texts/en";
import { bits, digits, lettered, strip, tile, tiles } from "./figures";
import { type Library, type LineName, type Scene, sliderOf } from "./library";
import {
  type ChapterFacts,
  FACTS,
  KINGS,
  fenOf,
  knightAndRooks,
  lanesOf,
  slidersAndPawns,
} from "./scenes";
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
    return {
      picture: { ...onBoard(scene, attacks), labels: distances(square, attacks) },
      quiet: onBoard(scene),
      parts: [],
      told: library.isWhole
        ? [
            words.loop(
              count(attacks),
              library.operations("ray-walk", slider),
              library.operations("hyperbola-quintessence", slider),
            ),
          ]
        : [],
      answer: attacks,
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
          tile(words.tiles.and, { set: o, line, slider }),
        ),
        digits(all),
      ],
      told: [words.bits(count(all), hex(all))],
      answer: o,
    };
  },
};

/** The values of `o ^ (o - 2r)` on the scene's line. */
function positive(scene: Scene, library: Library) {
  const part = library.onLine("o-xor-o-minus-2r", scene);
  const subtraction = part.row("positive", "subtract");
  return {
    line: part.value("line"),
    o: part.value("o"),
    subtraction,
    difference: subtraction.result.bits,
    positive: part.value("positive"),
  };
}

/** The blocker that a subtraction has taken away. */
const taken = (o: bigint, difference: bigint): bigint => o & ~difference;

const rank: Drawn = {
  draw(scene, library) {
    const own = { ...scene, line: "rank" as const };
    const { line, o, subtraction, difference, positive: ray } = positive(own, library);
    const twice = subtraction.operands[1]!.bits;
    return {
      picture: onBoard(scene, ray & line, line),
      quiet: onBoard(scene, 0n, line),
      parts: [
        strip(scene.square >> 3, [
          { name: "o", set: o },
          { name: "2r", set: twice },
          {
            name: "o − 2r",
            set: difference,
            borrow: difference & ~o & ~twice,
            stop: taken(o, difference),
          },
          { name: "o ^ (o − 2r)", set: ray },
        ]),
      ],
      told: [sentence(subtraction), words.ray(names(ray & line))],
      answer: taken(o, difference) & line,
    };
  },
};

const line: Drawn = {
  draw(scene, library) {
    const { line, o, subtraction, difference, positive: ray } = positive(scene, library);
    const slider = scene.square;
    return {
      picture: onBoard(scene, ray & line, line),
      quiet: onBoard(scene, 0n, line),
      parts: [
        tiles(
          tile("o", { set: o, line, slider }),
          tile("o − 2r", { set: difference, line, slider, row: subtraction }),
          tile("o ^ (o − 2r)", { set: ray, line, slider }),
          tile(words.tiles.beyond, { set: ray & line, line, slider }),
        ),
      ],
      told: [sentence(subtraction), words.beside(count(ray & ~line))],
      answer: ray & line,
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
    const slider = sliderOf(scene.line);
    const title = `how the formula was found, on the ${scene.line}`;
    const part = library.explain("hyperbola-quintessence", { ...scene, slider }, title);
    const [line, o] = [part.value("line"), part.value("o'")];
    const op = scene.line === "rank" ? "reverse_bits" : "swap_bytes";
    const subtraction = part.row("borrowed'", "subtract");
    const { result, operands } = part.row("first_form", op);
    const [back, ray] = [result.bits, operands[0]!.bits];
    const mirrored = squaresOf(part.value("r'"))[0]!;
    const other = setOf(squaresOf(line).map(mirrorOf(scene.line)));
    return {
      picture: onBoard(scene, back & line, line),
      quiet: onBoard(scene, 0n, line),
      parts: [
        tiles(
          tile("o'", { set: o, line: other, slider: mirrored }),
          tile("o' − 2r'", {
            set: subtraction.result.bits,
            line: other,
            slider: mirrored,
            row: subtraction,
          }),
          tile("o' ^ (o' − 2r')", { set: ray, line: other, slider: mirrored }),
          tile(words.tiles.mirrored, { set: back & line, line, slider: scene.square }),
        ),
      ],
      told: [sentence(part.row("o'", op)), sentence(subtraction)],
      answer: o,
    };
  },
};

const formula: Drawn = {
  draw(scene, library) {
    const part = library.onLine("hyperbola-quintessence", scene);
    const value = (name: string): bigint => part.value(name);
    const [line, o, first, second] = ["line", "o", "positive", "negative"].map(value) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const result = `${scene.line.replace("-", "_")}_attacks`;
    const { element } = drawFormula(part.explained, part.steps, part.at(result), scene.square);
    return {
      picture: onBoard(scene, value(result), line),
      quiet: onBoard(scene, 0n, line),
      parts: [element],
      told: [
        words.lost(names(o & ~first), names(o & ~second), names(first & second & line)),
      ],
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
    const row = (id: string): HTMLElement => {
      const { name, table_bytes } = library.technique(id);
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        h("td", { class: "figure" }, String(library.operations(id, "rook"))),
        h("td", { class: "figure" }, table_bytes.toLocaleString("en")),
      );
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
        h(
          "table",
          { class: "costs" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, costs.name),
              h("th", { scope: "col" }, costs.operations),
              h("th", { scope: "col" }, costs.bytes),
            ),
          ),
          h("tbody", {}, ...ANSWERS.map(row)),
        ),
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
          tile(words.tiles.lower, { set: value("ms1b"), line, slider }),
          tile(words.tiles.upper, { set: upper, line, slider }),
          tile(words.tiles.difference, { set: made, line, slider }),
          tile(words.tiles.beyond, { set: made & line, line, slider }),
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
    const fills = ["one", "two", "four"].map((name) => part.value(name));
    const ray = part.value("positive");
    const slider = scene.square;
    const line = library.onLine("hyperbola-quintessence", scene).value("line");
    return {
      picture: onBoard(scene, ray, line),
      quiet: onBoard(scene, 0n, line),
      parts: [
        tiles(
          ...[...fills, ray].map((set, at) =>
            tile(words.tiles.steps[at]!, { set, line, slider }),
          ),
        ),
      ],
      told: [words.grown(fills.map(count), names(ray))],
      answer: fills[1]!,
    };
  },
};

const gather: Drawn = {
  draw(scene, library) {
    const part = library.explain("kindergarten", scene, "diagonal");
    const [line, o, inner] = [part.value("line"), part.value("o"), part.value("inner")];
    const product = part.row("inner", "multiply").result.bits;
    const letters: [string, number][] = squaresOf(line).map((square) => [
      "ABCDEFGH"[column(square)]!,
      square,
    ]);
    // The factor's copies bring each square one file further, onto the top rank.
    const onTop = letters
      .map(([letter, square]): [string, number] => [letter, 57 + column(square)])
      .filter(([, square]) => square > 57 && square < 64);
    return {
      picture: { ...onBoard(scene, part.value("diagonal_attacks"), line), labels: letters },
      quiet: { ...onBoard(scene, 0n, line), labels: letters },
      parts: [
        tiles(
          tile("o", { set: o, line, labels: letters }),
          tile(words.tiles.product, { set: product, labels: onTop, edge: 63n << 58n }),
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
    const good = library.explain("magic-fancy", scene, scene.slider).value("factor");
    const { mask } = library.trial(scene, good);
    return {
      picture: { ...onBoard(scene, attacks), labels: lettered(fromHex(mask)) },
      quiet: onBoard(scene),
      parts: [factorTrials(scene, library, good)],
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
    const letters: [string, number][] = squaresOf(line).map((square) => [
      "ABCDEFGH"[column(square)]!,
      square,
    ]);
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
      told: [
        words.sum(bytes, Number(remainder)),
      ],
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
            tile(words.lane(lane, nameOf(slider)), {
              set: attacks[lane]!,
              slider,
            }),
          ),
        ),
      ],
      told: [words.many(pieces.filter(([piece]) => piece !== "p").length, Math.max(...counts))],
      answer: setOf(counts.flatMap((count, square) => (count >= 2 ? [square] : []))),
    };
  },
};

const counter: Drawn = {
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
      picture: {
        pieces,
        labels: shown,
        sets: [
          ["lines", usual],
          ["attacks", targets],
        ],
      },
      quiet: { pieces, sets: [["attacks", targets]] },
      parts: [
        h(
          "table",
          { class: "costs" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ...[moves.to, moves.sum, moves.made].map((name) => h("th", { scope: "col" }, name)),
            ),
          ),
          h(
            "tbody",
            {},
            ...rows.map(({ to, number, isNeutral, made }) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, to),
                h(
                  "td",
                  {},
                  isNeutral ? `${base} + ${own} − ${number} = ${base + own - number}` : moves.not,
                ),
                h("td", { class: "figure" }, String(made)),
              ),
            ),
          ),
        ),
      ],
      told: [words.base(base)],
      answer: setOf(rows.flatMap(({ to, made }) => (made === fewest ? [at(to)] : []))),
    };
  },
  another: () => {
    const free = squaresOf(FULL & ~bit(KINGS.black) & ~bit(KINGS.white));
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
