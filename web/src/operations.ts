/** The operations of a step: what each takes, gives and does, and the frames that show it. */

import { outline, pathOf } from "./board";
import { FULL, column, row, setOf, squaresOf } from "./squares";
import type { Explained, Machine, Operation, Step } from "./types";

/** A step in the order of all sections. */
export type FlatStep = { step: Step; section: number; node: number; machine?: Machine };

export function flatten(explained: Explained): FlatStep[] {
  return explained.explanation.sections.flatMap(({ steps }, section) =>
    steps.map((step, place) => {
      const [node, machine] = [explained.nodes[section]![place]!, explained.machine?.[section]![place]];
      return { step, section, node, machine: isFound(explained, section) ? undefined : machine };
    }),
  );
}

/** Whether a part of an explanation shows how the formula was found: no instruction computes it. */
export const isFound = ({ explanation }: Explained, section: number): boolean =>
  explanation.sections[section]!.title.startsWith("how the formula was found");

/** A value in an operation: a set of squares or a number, with its name if it has one. */
export interface Value {
  bits: bigint;
  isNumber: boolean;
  /** The letters of the formula; nothing for a value on the way. */
  name: string | undefined;
  /** The step that made it, if one did. */
  step: number | undefined;
}

export interface Row {
  op: string;
  operands: Value[];
  result: Value;
  by: number | undefined;
  table: string | undefined;
  /** Its number among all operations. */
  node?: number;
}

/** Returns the operations of a step, inner ones first. */
export function rowsOf(explained: Explained, steps: FlatStep[], index: number): Row[] {
  const { operations } = explained;
  const current = steps[index]!;
  const made = new Map<number, number>();
  steps.slice(0, index).forEach(({ node }, at) => made.set(node, at));
  const value = (node: number): Value => {
    const operation = operations[node]!;
    const step = node === current.node ? index : made.get(node);
    return {
      bits: BigInt(`0x${operation.value}`),
      isNumber:
        step === undefined ? operation.number === true : steps[step]!.step.kind === "number",
      name: step === undefined ? undefined : steps[step]!.step.name,
      step,
    };
  };
  const rows: Row[] = [];
  const seen = new Set<number>();
  const visit = (node: number): void => {
    const operation: Operation = operations[node]!;
    const isLeaf = ["input", "constant"].includes(operation.op);
    if (seen.has(node) || isLeaf || (node !== current.node && made.has(node))) return;
    seen.add(node);
    operation.of.forEach(visit);
    if (operation.op === "alias") return;
    const { op, by, table } = operation;
    rows.push({ op, operands: operation.of.map(value), result: value(node), by, table, node });
  };
  visit(current.node);
  return rows;
}

const SIGNS: Record<string, string> = {
  and: "&", or: "|", xor: "^", not: "!", add: "+", subtract: "−", subtract_bytes: "−", multiply: "×",
  multiply_high: "×", shift_left: "<<", shift_right: ">>", rotate_left: "↺",
};

/** Returns the sign of an operation, or its name as a function. */
export const signOf = (op: string): string => SIGNS[op] ?? op;

/** Names the direction of a shift by an amount, if it has one. */
export function steps(amount: number): string {
  const ways: Record<number, [up: string, down: string]> = {
    1: ["square east", "square west"],
    7: ["square north-west", "square south-east"],
    8: ["rank north", "rank south"],
    9: ["square north-east", "square south-west"],
  };
  const way = ways[Math.abs(amount)]?.[amount > 0 ? 0 : 1];
  return way ? `: one ${way}` : "";
}

/** Returns the bits into which a borrow or a carry runs: those where the result is not the xor. */
export function ripple(row: Row): bigint {
  const [a, b] = row.operands;
  if (!a || !b || !["add", "subtract", "subtract_bytes"].includes(row.op)) return 0n;
  return a.bits ^ b.bits ^ row.result.bits;
}

/** Returns where borrows or carries stop: what runs into the bit does not run out of it. */
export function rippleEnds(row: Row): bigint {
  const into = ripple(row);
  if (into === 0n) return 0n;
  const [a, b] = [row.operands[0]!.bits, row.operands[1]!.bits];
  const out = row.op === "add" ? (a & b) | ((a ^ b) & into) : (~a & b) | (~(a ^ b) & into);
  return into & ~out & FULL;
}

/** One picture of an animation: outlines by class. */
export type Frame = [className: string, path: string][];

/** Returns the pictures of an operation's result as it comes about, bit by bit where it does. */
export function framesOf(row: Row): Frame[] {
  const [a, b] = row.operands;
  // A set is subtracted from 0 to negate it.
  if (!a || row.result.isNumber || (a.isNumber && row.op !== "subtract")) return [];
  switch (row.op) {
    case "add":
    case "subtract":
    case "subtract_bytes":
      return rippleFrames(row);
    case "multiply":
      return b ? productFrames(a.bits, b.bits, 0n) : [];
    case "multiply_high":
      return b ? productFrames(a.bits, b.bits, 64n) : [];
    case "swap_bytes":
      return travelFrames(a.bits, (square) => square ^ 56);
    case "reverse_bits":
      return travelFrames(a.bits, (square) => 63 - square);
    case "shift_left":
    case "shift_right":
    case "rotate_left": {
      const amount = row.by ?? Number((b?.bits ?? 0n) & 63n);
      const signed = row.op === "shift_right" ? -amount : amount;
      return travelFrames(a.bits, (square) =>
        row.op === "rotate_left" ? (square + signed) & 63 : square + signed,
      );
    }
    case "and":
    case "or":
    case "xor":
    case "not":
      return rankFrames(row.result.bits);
    default:
      return [];
  }
}

/** Bit after bit, with the borrow that runs along. */
const rippleFrames = (row: Row): Frame[] =>
  Array.from({ length: 65 }, (_, bits) => rippleFrame(row, bits));

/** The picture of a difference or a sum of which some bits are known, the lowest ones. */
export function rippleFrame(row: Row, bits: number): Frame {
  const done = (1n << BigInt(bits)) - 1n;
  return [
    ["ones", pathOf(row.result.bits & done)],
    ["borrow", pathOf(ripple(row) & row.result.bits & done)],
    ["stop", pathOf(rippleEnds(row) & done)],
    ["cursor", bits < 64 ? pathOf(1n << BigInt(bits)) : ""],
  ];
}

/** One shifted copy after the other: 64 bits of the sum, from `lowest` on. */
function productFrames(a: bigint, b: bigint, lowest: bigint): Frame[] {
  const picture = (sum: bigint, copy: bigint): Frame => [
    ["ones", pathOf((sum >> lowest) & FULL)],
    ["cursor", pathOf((copy >> lowest) & FULL)],
  ];
  let sum = 0n;
  const frames = [picture(0n, 0n)];
  for (const place of squaresOf(b)) {
    const copy = a << BigInt(place);
    sum += copy;
    for (let wait = 0; wait < 4; wait++) frames.push(picture(sum, copy));
  }
  return [...frames, picture(sum, 0n)];
}

/** Every one on its way from where it was to where it will be. */
function travelFrames(set: bigint, to: (square: number) => number): Frame[] {
  const FRAMES = 24;
  const ways = squaresOf(set).map((square) => [square, to(square)] as const);
  return Array.from({ length: FRAMES + 1 }, (_, time) => {
    const t = time / FRAMES;
    const ease = t * t * (3 - 2 * t);
    const places = ways.map(([from, target]): [number, number] => {
      const end: [number, number] =
        target >= 0 && target < 64
          ? [column(target), row(target)]
          : [column(from), target < 0 ? 9 : -2];
      const at = (start: number, stop: number): number => start + (stop - start) * ease;
      return [at(column(from), end[0]), at(row(from), end[1])];
    });
    return [["ones", outline(places.filter(([, y]) => y > -1 && y < 8))]] satisfies Frame;
  });
}

/** Rank after rank, for what every bit does by itself. */
function rankFrames(set: bigint): Frame[] {
  return Array.from({ length: 9 }, (_, ranks) => {
    const part = squaresOf(set).filter((square) => square < 8 * ranks);
    return [["ones", pathOf(setOf(part))]] satisfies Frame;
  });
}
