/** A formula that the reader types: read, computed on a board, and checked on all of them. */

import { typed } from "./board";
import { type FlatStep, flatten } from "./operations";
import { FULL, bit, setOf, squaresOf } from "./squares";
import type { Explained, Operation, Slider } from "./types";

/** What is wrong with a formula, and the place of it, from 0. */
export class Fault extends Error {
  constructor(readonly at: number, readonly found: string, readonly expected: string) {
    super(`At ${at + 1}: found ${found}; expected ${expected}.`);
  }
}

/** The letters of a formula: the pieces of a line, the slider, the line without it, and a chapter's. */
export type Letters = Record<"o" | "r" | "line", bigint> & Record<string, bigint>;
type Node = { op: string; of: Node[]; text: string; value?: bigint };

/** The operators, those that bind least first. */
const LEVELS: Record<string, string>[] = [
  { "|": "or" }, { "^": "xor" }, { "&": "and" },
  { "<<": "shift_left", ">>": "shift_right" }, { "+": "add", "-": "subtract" }, { "*": "multiply" },
];
/** What stands in a sum without brackets: a product, and on the left another sum. */
export const PRODUCTS = new Set(["multiply"]);
export const SUMS = new Set(["add", "subtract", "multiply"]);
const TOKEN = /\s*(?:(0x[0-9a-fA-F]+|\d+)|([A-Za-z_]+)|(<<|>>|[-+*&|^~()'])|(\S))/y;
const VALUE = "o, r, line, a number, mirror(…), ~, - or (";
/** The longest formula. */
export const LONGEST = 200;

/** Reads a formula, or throws a `Fault`. What is the name of a letter, whatever its signs, is one. */
export function parse(text: string, letters = ["o", "r", "line"]): Node {
  if (letters.includes(text)) return { op: "input", of: [], text };
  if (text.length > LONGEST) throw new Fault(LONGEST, "more", `at most ${LONGEST} characters`);
  const plain = typed(text);
  const tokens: { text: string; at: number }[] = [];
  for (TOKEN.lastIndex = 0; plain.slice(TOKEN.lastIndex).trim() !== "";) {
    const match = TOKEN.exec(plain)!;
    const own = match.slice(1).find((part) => part !== undefined)!;
    tokens.push({ text: own, at: TOKEN.lastIndex - own.length });
  }
  let next = 0;
  const peek = (): string => tokens[next]?.text ?? "";
  const fail = (expected: string): never => {
    const { text: found, at } = tokens[next] ?? { text: "", at: text.length };
    throw new Fault(at, found === "" ? "the end" : `“${found}”`, expected);
  };
  const take = (wanted: string): void => {
    if (peek() !== wanted) fail(wanted);
    next += 1;
  };
  const mirror = (of: Node): Node => {
    if (of.op === "mirror") return of.of[0]!;
    return { op: "mirror", of: [of], text: of.op === "input" ? `${of.text}'` : `mirror(${of.text})` };
  };
  const operand = ({ of, op, text }: Node, within = "", isLeft = false): string => {
    const binds = within !== "multiply" && SUMS.has(within) && (isLeft ? SUMS : PRODUCTS).has(op);
    return !binds && (of.length === 2 || op === "not") ? `(${text})` : text;
  };
  const primed = (node: Node): Node => {
    let own = node;
    while (peek() === "'") {
      next += 1;
      own = mirror(own);
    }
    return own;
  };
  const inside = (): Node => {
    take("(");
    const node = binary(0);
    take(")");
    return node;
  };
  const unary = (): Node => {
    const first = peek();
    if (first === "(") return primed(inside());
    if (first === "~" || first === "-") {
      next += 1;
      const of = unary();
      const zero: Node = { op: "constant", of: [], text: "0", value: 0n };
      return first === "~"
        ? { op: "not", of: [of], text: `~${operand(of)}` }
        : { op: "subtract", of: [zero, of], text: `0 - ${operand(of)}` };
    }
    if (/^\d/.test(first)) {
      const value = BigInt(first);
      if (value > FULL) fail("a number of at most 64 bits");
      next += 1;
      const number: Node = { op: "constant", of: [], text: first, value };
      // A number right before a letter or a bracket is a factor, as in 2r.
      const isFactor = /^[A-Za-z_(]/.test(peek()) && tokens[next]!.at === tokens[next - 1]!.at + first.length;
      if (!isFactor) return number;
      const of = unary();
      return { op: "multiply", of: [number, of], text: `${first} * ${operand(of, "multiply")}` };
    }
    if (![...letters, "mirror"].includes(first)) fail(VALUE);
    next += 1;
    return primed(first === "mirror" ? mirror(inside()) : { op: "input", of: [], text: first });
  };
  const binary = (level: number): Node => {
    if (level === LEVELS.length) return unary();
    let left = binary(level + 1);
    for (let op; (op = LEVELS[level]![peek()]); ) {
      const sign = peek();
      next += 1;
      const right = binary(level + 1);
      const text = `${operand(left, op, true)} ${sign} ${operand(right, op)}`;
      left = { op, of: [left, right], text };
    }
    return left;
  };
  const whole = binary(0);
  if (next < tokens.length) fail("an operator, ' or the end");
  return whole;
}

const ranks = (set: bigint): bigint[] =>
  Array.from({ length: 8 }, (_, rank) => (set >> BigInt(8 * rank)) & 255n);
const OPERATIONS: Record<string, (a: bigint, b: bigint) => bigint> = {
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  and: (a, b) => a & b,
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  not: (a) => ~a,
  // As processors do, a shift looks at the lowest six bits of its amount.
  shift_left: (a, b) => a << (b & 63n),
  shift_right: (a, b) => a >> (b & 63n),
  swap_bytes: (a) => ranks(a).reduce((all, rank) => (all << 8n) | rank, 0n),
  reverse_bits: (a) => setOf(squaresOf(a).map((square) => 63 - square)),
};

/** The letters that are numbers and no sets of squares. */
const NUMBERS = new Set(["shift", "index", "base", "from", "to"]);

/** The mirror of a line: a rank lies inside a byte. */
const mirrorOf = (line: bigint, square: number): string =>
  (line & ~(255n << BigInt(square & 56))) === 0n ? "reverse_bits" : "swap_bytes";

/** Computes a formula on the letters; `told` is called with each value, operands first. */
function compute(
  { op, of, text, value }: Node, letters: Letters, mirror: string,
  told = (_node: Operation, _text: string): number => 0,
): [value: bigint, at: number, isNumber: boolean] {
  const parts = of.map((part) => compute(part, letters, mirror, told));
  const own = op === "mirror" ? mirror : op;
  const [[a] = [0n], [b] = [0n]] = parts;
  const result =
    value ?? (op === "input" ? letters[text]! : BigInt.asUintN(64, OPERATIONS[own]!(a!, b!)));
  const operands = parts.map(([, at]) => at);
  const number = op === "constant" || NUMBERS.has(text) || (of.length > 0 && parts.every(([, , is]) => is));
  return [result, told({ op: own, of: operands, value: result.toString(16), number }, text), number];
}

/** What is drawn of formulas: their values, and the steps that are the formulas. */
export type Shown = { explained: Explained; steps: FlatStep[]; indexes: number[] };

/** Explains formulas on a board as the library explains its own: they are drawn by the same code. */
export function explainFormulas(formulas: Node[], letters: Letters): Shown {
  const operations: Operation[] = [];
  const known = new Map<string, number>();
  const mirror = mirrorOf(letters.line, squaresOf(letters.r)[0]!);
  const tell = (operation: Operation, text: string): number => {
    const at = known.get(text) ?? operations.push(operation) - 1;
    known.set(text, at);
    return at;
  };
  // The line and the mirror are known, whether a formula has them or not.
  for (const text of ["line", "o'"]) compute(parse(text), letters, mirror, tell);
  const roots = formulas.map((formula) => compute(formula, letters, mirror, tell)[1]);
  const isStep = ([text, at]: [string, number]): boolean =>
    roots.includes(at) || operations[at]!.op === "input" || text.length < 3;
  const nodes = [...known].filter(isStep);
  const steps = nodes.map(([text, at]) => ({
    name: text,
    expression: text,
    value: `0x${operations[at]!.value}`,
    kind: operations[at]!.number ? ("number" as const) : ("board" as const),
  }));
  const explained: Explained = {
    explanation: { technique: "", sections: [{ title: "", text: "", steps }] },
    nodes: [nodes.map(([, at]) => at)],
    operations,
  };
  const indexes = roots.map((root) => nodes.findIndex(([, at]) => at === root));
  return { explained, steps: flatten(explained), indexes };
}

/** A board on which a formula is wrong. */
export interface Wrong {
  slider: Slider;
  square: number;
  letters: Letters;
  expected: bigint;
  found: bigint;
}

/** The sets that a formula may be equal to on each line. */
export const TARGETS = ["attacks", "upper", "lower"] as const;
export type Verdict = { cases: number; is?: (typeof TARGETS)[number]; wrong?: Wrong };

/** Returns the lines of a square: its squares by rank and file, and by the two diagonals. */
export function linesOf(square: number, all: [rook: bigint, bishop: bigint]): [Slider, bigint][] {
  const part = (set: bigint, by: (at: number) => number): bigint =>
    setOf(squaresOf(set).filter((at) => by(at) === by(square)));
  const [rook, bishop] = all;
  return [
    ["rook", part(rook, (at) => at >> 3)],
    ["rook", part(rook, (at) => at & 7)],
    ["bishop", part(bishop, (at) => (at >> 3) - (at & 7))],
    ["bishop", part(bishop, (at) => (at >> 3) + (at & 7))],
  ];
}

/**
 * Checks a formula on every set of pieces of every line of every square. It sees nothing else of a
 * board, so this is a proof for all boards. Otherwise a board with the fewest pieces shows the fault.
 */
export function check(
  formula: Node, attacksOf: (slider: Slider, square: number, occupied: bigint) => bigint,
): Verdict {
  const left = new Set<(typeof TARGETS)[number]>(TARGETS);
  let [cases, wrong]: [number, Wrong | undefined] = [0, undefined];
  for (let square = 0; square < 64; square++) {
    const r = bit(square);
    const empty = [attacksOf("rook", square, 0n), attacksOf("bishop", square, 0n)] as [bigint, bigint];
    for (const [slider, line] of linesOf(square, empty)) {
      const mirror = mirrorOf(line, square);
      let o = 0n;
      do {
        const letters = { o, r, line };
        const [found] = compute(formula, letters, mirror);
        const expected = attacksOf(slider, square, o) & line;
        const upper = expected & ~(r - 1n);
        const right = { attacks: expected, upper, lower: expected & ~upper };
        for (const target of left) if (right[target] !== found) left.delete(target);
        const fewest = wrong ? squaresOf(wrong.letters.o).length : 65;
        if (found !== expected && squaresOf(o).length < fewest)
          wrong = { slider, square, letters, expected, found };
        cases += 1;
        o = (o - line) & line;
      } while (o !== 0n);
    }
  }
  const [is] = left;
  return { cases, is, wrong: is === "attacks" ? undefined : wrong };
}
