/** Says what an operation does on this board: each fact is computed from the values. */

import { type FlatStep, type Row, type Value, ripple, rippleEnds, steps } from "./operations";
import { FULL, count, has, nameOf, squaresOf } from "./squares";
import { count as plural, list } from "./texts/en";
import type { Step } from "./types";

/** The most squares that are named one by one. */
const MOST_NAMES = 4;
/** The most borrows or carries that are told one by one. */
const MOST_RUNS = 3;

/** Names the squares of a set, or says how many there are. */
function named(set: bigint): string {
  const names = squaresOf(set).map(nameOf);
  if (names.length === 0) return "no square";
  if (names.length > MOST_NAMES) return `${names.length} squares`;
  return list(names);
}

/** A borrow or a carry: where it begins, how many bits it runs through, and where it stops. */
export interface Run {
  from: number;
  through: number;
  /** Nothing if it leaves the board, or its rank where ranks are apart. */
  to: number | undefined;
}

/** Returns the borrows of a difference, or the carries of a sum, one by one. */
export function runsOf(row: Row): Run[] {
  const [a, b] = [row.operands[0]!.bits, row.operands[1]!.bits];
  const [into, ends] = [ripple(row), rippleEnds(row)];
  const begins = (row.op === "add" ? a & b : ~a & b & FULL) & ~into;
  return squaresOf(begins).map((from) => {
    let at = from + 1;
    while (at < 64 && has(into, at) && !has(ends, at)) at += 1;
    return { from, through: at - from - 1, to: has(ends, at) ? at : undefined };
  });
}

/** Tells the borrows or the carries: what each runs through, and where it stops. */
function runs(row: Row, name: "borrow" | "carry", through: string, off: string): string {
  const found = runsOf(row);
  const names = name === "borrow" ? "borrows" : "carries";
  if (found.length > MOST_RUNS) {
    const stopped = found.filter(({ to }) => to !== undefined).length;
    const left = found.length - stopped;
    const parts = [
      ...(stopped > 0 ? [`${stopped} stop${stopped === 1 ? "s" : ""} (ring)`] : []),
      ...(left > 0 ? [`${left} run${left === 1 ? "s" : ""} off the ${off}`] : []),
    ];
    return `${found.length} ${names} run upwards (orange): ${list(parts)}.`;
  }
  const told = found.map(({ from, through: bits, to }, at) => {
    const start = `${at === 0 ? `The ${name}` : "another"} starts at ${nameOf(from)}`;
    const way = bits > 0 ? `, runs through ${bits} ${bits === 1 ? through.slice(0, -1) : through} (orange)` : "";
    const end = to === undefined ? `runs off the ${off}` : `${name === "borrow" ? "takes" : "stops at"} ${nameOf(to)} (ring)`;
    return `${start}${way} and ${to === undefined && bits > 0 ? `finds nothing that stops it: it ${end}` : end}`;
  });
  return `${told.join("; ")}.`;
}

function subtraction(row: Row, a: string, b: string): string {
  const [first, second] = row.operands as [Value, Value];
  const taken = second.bits;
  if (taken === 0n) return `Subtracts nothing: ${b} is empty.`;
  if (first.bits === 0n && first.name === undefined) {
    const lowest = nameOf(squaresOf(taken)[0]!);
    return `Negates ${b}: ${lowest}, its lowest one, stays, and every bit above it is turned over.`;
  }
  if ((taken & ~first.bits) === 0n) return `Takes ${named(taken)} away from ${a}; nothing is borrowed.`;
  return runs(row, "borrow", "zeros", row.op === "subtract" ? "board" : "end of its rank");
}

function addition(row: Row, a: string, b: string): string {
  const common = row.operands[0]!.bits & row.operands[1]!.bits;
  if (common === 0n) return `Joins ${a} and ${b}: they have no square in common, so nothing is carried.`;
  return runs(row, "carry", "ones", "board");
}

/** Says where the bits of a shift go, and how many leave. */
function shift(row: Row, set: bigint, amount: number): string {
  const up = row.op !== "shift_right";
  const way = steps(up ? amount : -amount);
  const moved = `Moves every bit ${up ? "up" : "down"} by ${amount}${way}`;
  if (set === 0n) return `${moved}; there is none.`;
  const inside = up ? FULL >> BigInt(amount) : FULL & ~((1n << BigInt(amount)) - 1n);
  const out = count(set & ~inside);
  if (out === 0) return `${moved}.`;
  if (row.op === "rotate_left") return `${moved}; ${out} leave${out === 1 ? "s" : ""} at the top and return${out === 1 ? "s" : ""} at the bottom.`;
  return `${moved}; ${out} of ${count(set)} leave${out === 1 ? "s" : ""} the board.`;
}

/** Says what a set operation keeps and drops. */
function sets(op: string, a: Value, b: Value, [first, second]: [string, string]): string {
  const common = a.bits & b.bits;
  const others = count((a.bits | b.bits) & ~common);
  if (op === "and") {
    if (common === 0n) return `${capital(first)} and ${second} have no square in common, so nothing stays.`;
    if (common === a.bits) return `Keeps all of ${first}: ${second} has each of its squares.`;
    if (common === b.bits) return `Keeps all of ${second}: ${first} has each of its squares.`;
    const gone = count(a.bits & ~common);
    return `Keeps ${named(common)}, which both have; ${plural(gone, "other square")} of ${first} ${gone === 1 ? "goes" : "go"}.`;
  }
  if (op === "or") {
    if (a.bits === 0n || b.bits === 0n)
      return a.bits === b.bits ? "Both are empty, and so is the result." : `Gives ${a.bits === 0n ? second : first}: the other one is empty.`;
    const shared = common === 0n ? "they share none" : `they share ${named(common)}`;
    return `Joins ${plural(count(a.bits), "square")} of ${first} and ${count(b.bits)} of ${second}; ${shared}.`;
  }
  if (a.bits === b.bits) return "The two are equal, so nothing stays.";
  if (common === 0n) return `${capital(first)} and ${second} have no square in common, so all ${others} stay.`;
  return `Removes ${named(common)}, which both have, and keeps the ${plural(others, "other square")}.`;
}

/** A word begins a sentence with a capital; the letters of a formula stay as they are. */
const capital = (text: string): string => text.startsWith("the ") ? `T${text.slice(1)}` : text;

/** Says what is given. */
export const given = ({ name, kind, value }: Step): string =>
  kind === "number"
    ? `is ${BigInt(value)}${name === "square" ? `, which is ${nameOf(Number(value))}` : ""}.`
    : `has ${plural(count(BigInt(value)), "square")}.`;

/** Says which earlier step has the same value as one that is no operation: another name, or another
 * form of the formula. */
export function same(steps: FlatStep[], index: number): string {
  const { value, kind } = steps[index]!.step;
  const equal = steps.slice(0, index).filter(({ step }) => step.value === value && step.kind === kind);
  const size = kind === "number" ? `the number ${BigInt(value)}` : plural(count(BigInt(value)), "square");
  return `This is ${size}${equal.length > 0 ? `, the same as ${equal.at(-1)!.step.name}` : ""}.`;
}

/** Numbers have bits and no squares. */
const NUMBERS: Record<string, string> = {
  and: "Keeps the bits that both numbers have",
  or: "Joins the bits of the two numbers",
  xor: "Keeps the bits that exactly one of the two numbers has",
  not: "Turns every bit over",
  add: "Adds",
  subtract: "Subtracts",
  multiply: "Multiplies",
  multiply_high: "Multiplies, and keeps the upper 64 bits of the product",
  shift_left: "Moves every bit up",
  shift_right: "Moves every bit down",
  rotate_left: "Moves every bit up; what leaves at the top returns at the bottom",
};

/** Says what an operation does. */
export function sentence(row: Row): string {
  const [first, second] = row.operands;
  const a = first?.name ?? "the first value";
  const b = second?.name ?? "the second value";
  const set = first?.bits ?? 0n;
  const ones = count(set);
  const lowest = squaresOf(set)[0];
  const highest = squaresOf(set).at(-1);
  const amount = row.by ?? (second ? Number(second.bits & 63n) : 0);
  const result = row.result.bits;
  const ofNumbers = row.result.isNumber ? NUMBERS[row.op] : undefined;
  if (ofNumbers !== undefined) return `${ofNumbers}: the result is ${result}.`;
  switch (row.op) {
    case "and":
    case "or":
    case "xor":
      return sets(row.op, first!, second!, [a, b]);
    case "not":
      return `Turns every bit over: ${plural(64 - ones, "zero")} become${ones === 63 ? "s" : ""} ${ones === 63 ? "a one" : "ones"}.`;
    case "add":
      return addition(row, a, b);
    case "subtract":
    case "subtract_bytes":
      return subtraction(row, a, b);
    case "multiply":
    case "multiply_high": {
      const copies = count(second!.bits);
      const upper = row.op === "multiply_high" ? ", and keeps the upper 64 bits of the sum" : "";
      return `Adds ${copies === 1 ? "1 copy" : `${copies} copies`} of ${a}, one shifted for each one of ${b}${upper}.`;
    }
    case "shift_left":
    case "shift_right":
    case "rotate_left":
      return shift(row, set, amount);
    case "swap_bytes":
    case "reverse_bits": {
      const how = row.op === "swap_bytes" ? "Mirrors the board top to bottom" : "Turns the board by half a turn";
      const to = row.op === "swap_bytes" ? (square: number) => square ^ 56 : (square: number) => 63 - square;
      return lowest === undefined ? `${how}; it is empty.` : `${how}: ${nameOf(lowest)} becomes ${nameOf(to(lowest))}.`;
    }
    case "leading_zeros":
    case "trailing_zeros": {
      const isAbove = row.op === "leading_zeros";
      const end = isAbove ? highest : lowest;
      if (end === undefined) return "There is no one, so all 64 zeros are counted.";
      const where = `The ${isAbove ? "highest" : "lowest"} one is ${nameOf(end)}; ${isAbove ? "above" : "below"} it`;
      return `${where} ${result === 1n ? "is 1 zero" : `are ${result} zeros`}.`;
    }
    case "count_ones":
      return `Counts the ones: there ${ones === 1 ? "is 1" : `are ${ones}`}.`;
    case "zero_mask":
      return set === 0n ? "The value is zero, so every bit is set." : "The value is not zero, so no bit is set.";
    case "highest_ones_of_bytes":
      return `Keeps the highest one of each rank: ${named(result)}.`;
    case "extract":
      return `Packs the bits under the ${plural(count(second!.bits), "one")} of ${b} together, at the bottom.`;
    case "deposit":
      return `Spreads the lowest bits over the ${plural(count(second!.bits), "one")} of ${b}.`;
    case "lookup":
      return `Reads the table ${row.table}${first?.isNumber ? ` at ${set}` : ""}.`;
    case "mask":
      return `Reads the mask “${row.table}” of the square: ${plural(count(result), "square")}.`;
    case "permute":
      return `Puts the ${plural(ones, "one")} of ${a} into an order that the table ${row.table} gives.`;
    default:
      return "";
  }
}
