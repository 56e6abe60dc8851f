/** Draws boards as SVG: large ones with pieces and marks, and small ones of one path. */

import { s } from "./dom";
import { isWhite, shapeOf } from "./pieces";
import { FULL, bit, column, nameOf, row, squaresOf } from "./squares";

export type Numbering = "none" | "a1" | "a8";

export interface Picture {
  /** Sets to mark, each with the class that gives its look: `attacks`, `blockers`, `ones` … */
  sets?: [className: string, set: bigint][];
  /** Pieces: a letter of a FEN or a slider's name, with the square. */
  pieces?: [piece: string, square: number][];
  /** A number on each square, such as counts of attacks; 0 is not shown. */
  counts?: number[];
  /** Short texts on squares. */
  labels?: [text: string, square: number][];
  numbering?: Numbering;
}

const SIZE = 10;
const LABELS = 5;

/** Pictures blockers, the slider, and its attacks and lines where they are known. */
export function onBoard(
  { slider, square, occupied }: { slider: string; square: number; occupied: bigint },
  attacks = 0n, lines = 0n,
): Picture {
  const blockers = occupied & ~bit(square);
  return {
    sets: [
      ["lines", lines], ["blockers", blockers],
      ["hit", attacks & blockers], ["attacks", attacks & ~blockers],
    ],
    pieces: [[slider, square]],
  };
}

/** Draws a large board, with files and ranks at its edges. */
export function drawBoard(picture: Picture, title: string): SVGSVGElement {
  const svg = s("svg", {
    class: "board",
    viewBox: `${-LABELS} 0 ${8 * SIZE + LABELS} ${8 * SIZE + LABELS}`,
    role: "img",
    "aria-label": title,
  });
  const squares = s("g", { class: "squares" });
  for (let square = 0; square < 64; square++) {
    const isDark = (column(square) + row(square)) % 2 === 1;
    squares.append(cell(square, isDark ? "dark" : "light"));
  }
  svg.append(squares, edges());
  const heat = (picture.counts ?? []).flatMap((count, square) => (count > 0 ? [{ count, square }] : []));
  for (const { count, square } of heat) svg.append(cell(square, `heat heat${Math.min(count, 4)}`));
  for (const [className, set] of picture.sets ?? []) {
    for (const square of squaresOf(set)) svg.append(mark(className, square));
  }
  for (const [piece, square] of picture.pieces ?? []) svg.append(drawPiece(piece, square));
  const counts = heat.map(({ count, square }): [string, number] => [String(count), square]);
  for (const [text, square] of [...counts, ...(picture.labels ?? [])])
    svg.append(write(text, square, "count", SIZE - 0.7, 3.2));
  const numbering = picture.numbering ?? "none";
  for (let square = 0; numbering !== "none" && square < 64; square++) {
    const number = numbering === "a1" ? square : square ^ 56;
    svg.append(write(String(number), square, "number", 1.2, 2.8));
  }
  return svg;
}

function edges(): SVGGElement {
  const labels = s("g", { class: "edges" });
  for (let index = 0; index < 8; index++) {
    const middle = SIZE * index + SIZE / 2;
    labels.append(
      s("text", { x: -LABELS / 2, y: middle + 1.1 }, String(8 - index)),
      s("text", { x: middle, y: 8 * SIZE + 3.6 }, "abcdefgh"[index]!),
    );
  }
  return labels;
}

const cell = (square: number, className: string): SVGRectElement =>
  s("rect", { x: SIZE * column(square), y: SIZE * row(square), width: SIZE, height: SIZE, class: className });

/** How an answer is marked: what is right, missed and wrong differs in shape, not in colour alone. */
const SIGNS: Record<string, string> = {
  guess: "M0-2.6a2.6 2.6 0 1 0 .01 0z", right: "M-2.6.2-.7 2.2 2.8-2.2",
  missed: "M0-3.6a3.6 3.6 0 1 0 .01 0z", wrong: "M-2.3-2.3 2.3 2.3M2.3-2.3-2.3 2.3",
};

/** Draws one square of a set. */
export function mark(className: string, square: number): SVGElement {
  const [x, y] = [SIZE * column(square) + SIZE / 2, SIZE * row(square) + SIZE / 2];
  if (className === "attacks") return s("circle", { cx: x, cy: y, r: 1.7, class: "attacks" });
  if (className === "blockers") {
    return s("g", { class: "blocker", "data-at": square },
      s("circle", { cx: x, cy: y + 0.35, r: 3.3, class: "shade" }),
      s("circle", { cx: x, cy: y, r: 3.3, class: "stone" }),
    );
  }
  const sign = SIGNS[className];
  if (sign) {
    return s("g", { class: `sign ${className}`, transform: `translate(${x} ${y})` },
      s("rect", { x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE }),
      s("path", { d: sign }),
    );
  }
  if (className === "hit") return s("circle", { cx: x, cy: y, r: 4.1, class: "hit" });
  return cell(square, className);
}

function drawPiece(piece: string, square: number): SVGElement {
  const isSlider = piece.length > 1;
  const colour = isSlider ? "slider" : isWhite(piece) ? "white" : "black";
  const move = `translate(${SIZE * column(square)} ${SIZE * row(square)})`;
  return s("path", { d: shapeOf(piece), transform: move, class: `piece ${colour}`, "data-at": square });
}

function write(text: string, square: number, className: string, dx: number, dy: number) {
  const [x, y] = [SIZE * column(square) + dx, SIZE * row(square) + dy];
  return s("text", { x, y, class: className }, text);
}

/** Returns the path around squares at some places. */
export const outline = (squares: [x: number, y: number][]): string =>
  squares.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");
/** Returns the path around a set of squares in a box of 8 by 8. */
export const pathOf = (set: bigint): string =>
  outline(squaresOf(set).map((square) => [column(square), row(square)]));

const GRID = Array.from({ length: 7 }, (_, index) => `M0 ${index + 1}h8M${index + 1} 0v8`).join("");

/** What is drawn over the lines between the squares. */
export const ABOVE = new Set(["stop", "cursor", "spot", "edge", "fault"]);

/** Names what a value is, by its name in a formula: each kind has one colour everywhere. */
export function kindOf(name: string): string {
  const bare = name.split(" = ")[0]!.replace(/'|^mirror\((.*)\)$/g, "$1").trim();
  if (/attacks$|\) & line$|& safe$|\bray$|\^|^row$|^lane /.test(bare)) return "attacks";
  if (/^(o|occupied|occupied & (line|mask)|<< \d+)$/.test(bare)) return "pieces";
  if (/^(line|mask|file|rank|diagonal|anti_diagonal)$/.test(bare)) return "line";
  if (/^r$/.test(bare)) return "slider";
  if (/ [-−] |^(positive|negative|difference)$/.test(bare)) return "borrow";
  return "other";
}

/** A name in a formula as it is typed, without signs that only look better. */
export const typed = (name: string): string => name.replaceAll("−", "-").replaceAll("×", "*");

/** Draws a small board of layers, each a set with its class. The title begins with its name. */
export function drawSmall(
  layers: [className: string, set: bigint][], title: string,
  labels: [text: string, square: number][] = [], digits?: bigint,
): SVGSVGElement {
  const svg = s("svg", {
    class: "small",
    viewBox: digits === undefined ? "-.1 -.1 8.2 8.2" : "0 0 8 8",
    role: "img",
    "aria-label": title,
    "data-kind": kindOf(title.split(":")[0]!),
  });
  svg.append(s("rect", { width: 8, height: 8, class: "ground" }));
  const paths = layers.map(([className, set]) => s("path", { d: pathOf(set), class: className }));
  const isAbove = (path: SVGElement): boolean => ABOVE.has(path.getAttribute("class")!);
  svg.append(
    ...paths.filter((path) => !isAbove(path)),
    s("path", { d: GRID, class: "grid" }),
    ...paths.filter(isAbove),
    ...labels.map(([text, square]) =>
      s("text", { x: column(square) + 0.5, y: row(square) + 0.74, class: "letter" }, text),
    ),
  );
  if (digits !== undefined) writeDigits(svg, digits);
  return svg;
}

/** Writes the digits of a set on a board, each on its square: all ones are one text, and all zeros. */
export function writeDigits(board: SVGSVGElement, set: bigint, known = FULL): void {
  for (const [look, squares] of [["one", squaresOf(set)], ["zero", squaresOf(~set & known)]] as const) {
    const text = board.querySelector(`.${look}`) ?? board.appendChild(s("text", { class: `digit ${look}` }));
    text.setAttribute("x", squares.map((square) => column(square) + 0.5).join(" "));
    text.setAttribute("y", squares.map((square) => row(square) + 0.74).join(" "));
    text.textContent = (look === "one" ? "1" : "0").repeat(squares.length);
  }
}

/** Says in words which squares a set has. */
export function describe(set: bigint): string {
  const squares = squaresOf(set);
  if (squares.length === 0) return "no squares";
  if (squares.length === 64) return "all squares";
  if (squares.length > 20) return `${squares.length} squares`;
  return squares.map(nameOf).join(" ");
}
