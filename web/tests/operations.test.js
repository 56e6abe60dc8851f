/** What is drawn of an operation: its operands, its result, and the pictures of how it comes about. */

import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { go, hyperbola, setOf, setUp } from "./browser.js";

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "operations.ts");
const bundle = await build({
  entryPoints: [source],
  bundle: true,
  write: false,
  format: "esm",
  logLevel: "warning",
});
const { framesOf, ripple, rippleEnds, sentence } = await import(
  `data:text/javascript,${encodeURIComponent(bundle.outputFiles[0].text)}`
);

const FULL = (1n << 64n) - 1n;
/** The bytes of a set, the lowest first. */
const bytes = (set) => Array.from({ length: 8 }, (_, at) => (set >> BigInt(8 * at)) & 0xffn);
const join8 = (list) => list.reduceRight((all, byte) => (all << 8n) | byte, 0n);
const reversed = (set) => BigInt(`0b${[...set.toString(2).padStart(64, "0")].reverse().join("")}`);

/** The operations, told a second time. */
const OPERATIONS = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  add: (a, b) => (a + b) & FULL,
  subtract: (a, b) => BigInt.asUintN(64, a - b),
  subtract_bytes: (a, b) =>
    join8(bytes(a).map((byte, at) => BigInt.asUintN(8, byte - bytes(b)[at]))),
  multiply: (a, b) => (a * b) & FULL,
  multiply_high: (a, b) => (a * b) >> 64n,
  swap_bytes: (a) => join8(bytes(a).reverse()),
  reverse_bits: reversed,
  not: (a) => ~a & FULL,
};

/** A generator of sets, some of them with few squares (xorshift). */
function* sets() {
  for (let state = 0x9e3779b97f4a7c15n; ; ) {
    for (const shift of [13n, -7n, 17n])
      state ^= shift > 0n ? (state << shift) & FULL : state >> -shift;
    yield state;
    yield state & (state >> 7n) & (state >> 11n);
    yield (1n << (state & 63n)) | (1n << ((state >> 6n) & 63n));
  }
}

const value = (bits, isNumber = false) => ({ bits, isNumber, name: undefined, step: undefined });
const rowOf = (op, ...operands) => ({
  op,
  operands: operands.map((bits) => value(bits)),
  result: value(OPERATIONS[op](...operands)),
});

/** The squares of a frame's outlines by class; what is on its way between squares is left out. */
const layers = (frame) => Object.fromEntries(frame.map(([name, path]) => [name, setOf(path)]));

/** Adds or subtracts bit by bit, within parts of some bits: what runs into each bit, and stops there. */
function carried(op, a, b, width = 64) {
  let [into, ends, carry] = [0n, 0n, 0n];
  for (let at = 0n; at < 64n; at++) {
    if (at % BigInt(width) === 0n) carry = 0n;
    const [x, y] = [(a >> at) & 1n, (b >> at) & 1n];
    const sum = op === "add" ? x + y + carry : x - y - carry;
    const out = sum < 0n || sum > 1n ? 1n : 0n;
    into |= carry << at;
    if (carry && !out) ends |= 1n << at;
    carry = out;
  }
  return { into, ends };
}

test("borrows and carries run and stop where they do bit by bit", () => {
  const random = sets();
  for (let turn = 0; turn < 3000; turn++) {
    const [a, b] = [random.next().value, random.next().value];
    for (const [op, width] of [
      ["add", 64],
      ["subtract", 64],
      ["subtract_bytes", 8],
    ]) {
      const row = rowOf(op, a, b);
      const { into, ends } = carried(op, a, b, width);
      assert.equal(ripple(row), into, `${op} ${a} ${b}`);
      assert.equal(rippleEnds(row), ends, `${op} ${a} ${b}`);
    }
  }
  // The blocker in the corner takes the borrow too.
  assert.equal(rippleEnds(rowOf("subtract", 1n << 63n, 1n << 9n)), 1n << 63n);
  assert.equal(rippleEnds(rowOf("subtract", 0n, 1n << 9n)), 0n);
});

test("each animation ends with the result, and shows what it is made of", () => {
  const random = sets();
  for (let turn = 0; turn < 100; turn++) {
    const [a, b] = [random.next().value, random.next().value];
    for (const op of Object.keys(OPERATIONS)) {
      const row = rowOf(op, ...[a, b].slice(0, OPERATIONS[op].length));
      const frames = framesOf(row).map(layers);
      assert.ok(frames.length > 1, op);
      assert.equal(frames.at(-1).ones, row.result.bits, op);
      // Each frame has the layers of the first: others would not be drawn.
      for (const frame of frames) assert.deepEqual(Object.keys(frame), Object.keys(frames[0]), op);
      if (op.startsWith("multiply")) {
        const lowest = op === "multiply" ? 0n : 64n;
        const copies = frames.map(({ cursor }) => cursor);
        for (let at = 0n; at < 64n; at++)
          if ((b >> at) & 1n) assert.ok(copies.includes(((a << at) >> lowest) & FULL), `${op} ${at}`);
      } else if (/add|subtract/.test(op)) {
        frames.forEach(({ ones, borrow, stop, cursor }, at) => {
          const done = (1n << BigInt(at)) - 1n;
          assert.equal(ones, row.result.bits & done, op);
          assert.equal(borrow, ripple(row) & row.result.bits & done, op);
          assert.equal(stop, rippleEnds(row) & done, op);
          assert.equal(cursor, BigInt.asUintN(64, done + 1n), op);
        });
      }
    }
  }
  const negated = { ...rowOf("subtract", 0n, 16n), operands: [value(0n, true), value(16n)] };
  assert.equal(framesOf(negated).length, 65);
});

/** The ways of shifts on the board, in files and ranks. */
const WAYS = {
  "one rank north": [0, 1],
  "one square east": [1, 0],
  "one square north-east": [1, 1],
  "one square north-west": [-1, 1],
  "one rank south": [0, -1],
  "one square west": [-1, 0],
  "one square south-west": [-1, -1],
  "one square south-east": [1, -1],
};

test("a shift by one square is told with its direction", () => {
  for (const [way, [files, ranks]] of Object.entries(WAYS)) {
    const amount = 8 * ranks + files;
    const op = amount > 0 ? "shift_left" : "shift_right";
    const row = { op, operands: [value(1n << 27n)], by: Math.abs(amount) };
    const result = value(1n << BigInt(27 + amount));
    const [verb, distance] = [amount > 0 ? "up" : "down", Math.abs(amount)];
    assert.equal(
      sentence({ ...row, result }),
      `Moves every bit ${verb} by ${distance}: ${way}.`,
    );
  }
});

const { page, errors } = await setUp();

/** Reads the rows of the large step: the signs, the operands and the result, of each step in turn. */
const readSteps = () =>
  page.evaluate(() => {
    const read = (figure) => {
      const path = figure.querySelector("path.ones");
      return path ? { path: path.getAttribute("d") } : { number: figure.querySelector(".number").textContent };
    };
    const forward = document.querySelector('[aria-label="Step forward"]');
    return [...document.querySelectorAll(".film .card")].map((card, at) => {
      if (at > 0) forward.click();
      return {
        title: card.title,
        value: read(card),
        rows: [...document.querySelectorAll(".stage .row")].map((row) => ({
          signs: [...row.querySelectorAll(".operands .sign")].map((sign) => sign.textContent),
          operands: [...row.querySelectorAll(".operands .value")].map(read),
          result: read([...row.querySelectorAll(".value")].at(-1)),
        })),
        sentences: [...document.querySelectorAll(".stage .sentence")].map((one) => one.textContent),
      };
    });
  });

const bitsOf = ({ path, number }) => (path === undefined ? BigInt(number) : setOf(path));

/** What a sign says, of operations that need no table. */
const SIGNS = {
  "&": OPERATIONS.and,
  "|": OPERATIONS.or,
  "^": OPERATIONS.xor,
  "+": OPERATIONS.add,
  "<<": (a, b) => (a << b) & FULL,
  ">>": (a, b) => a >> b,
  "↺": (a, b) => ((a << b) | (a >> (64n - b))) & FULL,
  "!": OPERATIONS.not,
  swap_bytes: OPERATIONS.swap_bytes,
  reverse_bits: OPERATIONS.reverse_bits,
  leading_zeros: (a) => BigInt(64 - (a === 0n ? 0 : a.toString(2).length)),
  trailing_zeros: (a) => (a === 0n ? 64n : BigInt((a & -a).toString(2).length - 1)),
  count_ones: (a) => BigInt([...a.toString(2)].filter((digit) => digit === "1").length),
  zero_mask: (a) => (a === 0n ? FULL : 0n),
};
/** Signs that stand for two operations each. */
const EITHER = {
  "−": [OPERATIONS.subtract, OPERATIONS.subtract_bytes],
  "×": [OPERATIONS.multiply, OPERATIONS.multiply_high],
};

test("the large step of every technique shows operands that give its result", async () => {
  let checked = 0;
  for (const [at, { id }] of hyperbola("list").entries()) {
    const slider = ["rook", "bishop", "queen"][at % 3];
    await go(page, `technique=${id}&slider=${slider}&square=c6&occupied=0x5ac3a53c99660f81&step=0`);
    for (const { title, value, rows, sentences } of await readSteps()) {
      assert.equal(sentences.length, Math.max(1, rows.length), `${id}: ${title}`);
      assert.equal(bitsOf(rows.at(-1).result), bitsOf(value), `${id}: ${title}`);
      assert.ok(sentences.every((sentence) => rows.length === 1 || sentence !== ""), `${id}: ${title}`);
      // Numbers have bits, and sets have squares.
      rows.forEach(({ result }, at) => {
        const told = /the (bits|squares) (that|of)/.exec(sentences[at])?.[1];
        if (told) assert.equal(told, result.number === undefined ? "squares" : "bits", sentences[at]);
      });
      for (const { signs, operands, result } of rows) {
        if (signs.length === 0) continue;
        const [sign, by] = signs[0].split(" ");
        const known = EITHER[sign] ?? (SIGNS[sign] ? [SIGNS[sign]] : []);
        if (known.length === 0) continue;
        const given = [...operands.map(bitsOf), ...(by === undefined ? [] : [BigInt(by)])];
        const found = known.map((operation) => operation(...given));
        assert.ok(found.includes(bitsOf(result)), `${id}: ${title}: ${signs} of ${given}`);
        checked += 1;
      }
    }
  }
  console.log(`${checked} operations`);
  assert.ok(checked > 1000, `${checked} operations`);
});

test("nothing was written to the console", () => assert.deepEqual(errors, []));
