/** What is drawn of an operation: its operands, its result, and the pictures of how it comes about. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { go, hyperbola, setOf, setUp, source } from "./browser.js";

const { framesOf, ripple, rippleEnds } = await source("operations.ts");
const { sentence } = await source("sentences.ts");

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

/** What a sign says, of operations that need no table. */
const SIGNS = {
  "&": OPERATIONS.and,
  "|": OPERATIONS.or,
  "^": OPERATIONS.xor,
  "+": OPERATIONS.add,
  // The number of bits is taken modulo 64.
  "<<": (a, b) => (a << (b & 63n)) & FULL,
  ">>": (a, b) => a >> (b & 63n),
  "↺": (a, b) => ((a << b) | (a >> (64n - b))) & FULL,
  "!": OPERATIONS.not,
  swap_bytes: OPERATIONS.swap_bytes,
  reverse_bits: OPERATIONS.reverse_bits,
  leading_zeros: (a) => BigInt(64 - (a === 0n ? 0 : a.toString(2).length)),
  trailing_zeros: (a) => (a === 0n ? 64n : BigInt((a & -a).toString(2).length - 1)),
  count_ones: (a) => BigInt([...a.toString(2)].filter((digit) => digit === "1").length),
  zero_mask: (a) => (a === 0n ? FULL : 0n),
};

const squareOf = (name) => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);
const ones = (set) => [...set.toString(2)].filter((digit) => digit === "1").length;

/** Checks what is said of squares against a set: their names, or how many there are. */
function isSaid(text, set) {
  const names = text.match(/[a-h][1-8]/g);
  if (names) {
    assert.equal(names.reduce((all, name) => all | (1n << BigInt(squareOf(name))), 0n), set, text);
  } else {
    const number = /^no square$/.test(text) ? 0 : Number(/^\d+/.exec(text)[0]);
    assert.equal(number, ones(set), text);
  }
}

/** Follows each borrow or carry bit by bit: where it begins, how far it runs, where it stops. */
function followed(op, a, b, width) {
  const at = (set, square) => Number((set >> BigInt(square)) & 1n);
  const found = [];
  let run;
  for (let square = 0; square < 64; square++) {
    if (square % width === 0) run = undefined;
    const [x, y] = [at(a, square), at(b, square)];
    const sum = op === "add" ? x + y + (run ? 1 : 0) : x - y - (run ? 1 : 0);
    const goesOn = sum < 0 || sum > 1;
    if (run && goesOn) run.through += 1;
    if (run && !goesOn) [run.to, run] = [square, undefined];
    if (!run && goesOn) found.push((run = { from: square, through: 0, to: undefined }));
  }
  return found;
}

test("every sentence of a sum or a difference is true of its values", () => {
  const random = sets();
  const seen = new Set();
  for (let turn = 0; turn < 6000; turn++) {
    let [a, b] = [random.next().value, random.next().value];
    // Few squares too, as on a line.
    if (turn % 3 > 0) [a, b] = [a & 0x8040201008040201n, 1n << (b & 63n)];
    for (const [op, width] of [["add", 64], ["subtract", 64], ["subtract_bytes", 8]]) {
      const row = rowOf(op, a, b);
      row.operands[0].name = "one";
      const told = sentence(row);
      const expected = followed(op, a, b, width);
      const many = /^(\d+) (borrows|carries)/.exec(told);
      if (many) {
        seen.add("many");
        assert.equal(Number(many[1]), expected.length, told);
        const stopped = Number(/(\d+) stops? \(ring\)/.exec(told)?.[1] ?? 0);
        const off = Number(/(\d+) runs? off/.exec(told)?.[1] ?? 0);
        assert.equal(stopped, expected.filter(({ to }) => to !== undefined).length, told);
        assert.equal(off, expected.length - stopped, told);
        continue;
      }
      const runs = told.split("; ").filter((part) => part.includes("starts at"));
      assert.equal(runs.length, expected.length, told);
      runs.forEach((part, index) => {
        const { from, through, to } = expected[index];
        assert.equal(squareOf(/starts at (..)/.exec(part)[1]), from, told);
        assert.equal(Number(/runs through (\d+)/.exec(part)?.[1] ?? 0), through, told);
        const end = /(takes|stops at) (..) \(ring\)/.exec(part)?.[2];
        assert.equal(end && squareOf(end), to, told);
        assert.equal(/off the (board|end of its rank)/.test(part), to === undefined, told);
        seen.add(to === undefined ? `${op} off` : `${op} stops`);
      });
      if (runs.length === 0 && op !== "add" && b !== 0n) {
        seen.add("taken");
        isSaid(/Takes (.*) away/.exec(told)[1], b);
      }
    }
  }
  assert.equal(seen.size, 8, [...seen].join());
  const negated = sentence(rowOf("subtract", 0n, 0x30n));
  assert.equal(
    negated,
    "Negates the second value: e1, its lowest one, stays, and every bit above it is turned over.",
  );
});

test("every sentence of other operations is true of its values", () => {
  const random = sets();
  const named = (bits, name) => ({ ...value(bits), name });
  for (let turn = 0; turn < 3000; turn++) {
    let [a, b] = [random.next().value, random.next().value];
    if (turn % 5 === 1) b = a;
    if (turn % 5 === 2) b &= a;
    if (turn % 5 === 3) b &= ~a;
    if (turn % 50 === 4) b = 0n;
    const say = (op, result) =>
      sentence({ op, operands: [named(a, "one"), named(b, "two")], result: value(result) });
    const both = say("and", a & b);
    const kept = /Keeps all of (one|two)/.exec(both)?.[1];
    if (kept) assert.equal(a & b, kept === "one" ? a : b, both);
    else if (both.includes("have no square in common")) assert.equal(a & b, 0n);
    else {
      isSaid(/Keeps (.*), which both have/.exec(both)[1], a & b);
      assert.equal(Number(/; (\d+) other squares? of one go/.exec(both)[1]), ones(a & ~b), both);
    }
    const either = say("or", a | b);
    const joined = /Joins (\d+) squares? of one and (\d+) of two; they share (.*)\./.exec(either);
    if (joined) {
      assert.deepEqual([Number(joined[1]), Number(joined[2])], [ones(a), ones(b)], either);
      if (joined[3] === "none") assert.equal(a & b, 0n);
      else isSaid(joined[3], a & b);
    } else assert.ok(a === 0n || b === 0n, either);
    const apart = say("xor", a ^ b);
    const removed = /Removes (.*), which both have, and keeps the (\d+)/.exec(apart);
    if (removed) {
      isSaid(removed[1], a & b);
      assert.equal(Number(removed[2]), ones(a ^ b), apart);
    } else if (apart.includes("equal")) assert.equal(a, b);
    else assert.ok((a & b) === 0n && apart.includes(`all ${ones(a ^ b)} stay`), apart);
    for (const op of ["swap_bytes", "reverse_bits"]) {
      const [from, to] = say(op, 0n).match(/[a-h][1-8]/g) ?? [];
      if (from === undefined) assert.equal(a, 0n);
      else {
        assert.ok((a >> BigInt(squareOf(from))) & 1n, op);
        assert.equal(OPERATIONS[op](1n << BigInt(squareOf(from))), 1n << BigInt(squareOf(to)), op);
      }
    }
    for (const [op, result] of Object.entries({
      leading_zeros: SIGNS.leading_zeros(a),
      trailing_zeros: SIGNS.trailing_zeros(a),
    })) {
      const told = sentence({ op, operands: [named(a, "one")], result: value(result, true) });
      assert.equal(BigInt(/(\d+) zeros?/.exec(told)[1]), result, told);
      const square = /is ([a-h][1-8])/.exec(told)?.[1];
      const lowest = BigInt(squareOf(square ?? "a1"));
      const expected = op === "trailing_zeros" ? result : 63n - result;
      if (a !== 0n) assert.equal(lowest, expected, told);
    }
    for (const op of ["shift_left", "shift_right", "rotate_left"]) {
      const by = 1 + (turn % 63);
      const told = sentence({ op, operands: [named(a, "one")], by, result: value(0n) });
      const out = op === "shift_right" ? a & ((1n << BigInt(by)) - 1n) : a >> BigInt(64 - by);
      assert.equal(Number(/; (\d+)/.exec(told)?.[1] ?? 0), ones(out), told);
    }
    // A number is an index of a table; a set is not named by one.
    for (const [isNumber, index] of [[true, ` at ${a}`], [false, ""]]) {
      const operands = [{ ...named(a, "one"), isNumber }];
      assert.equal(sentence({ op: "lookup", operands, table: "ROWS", result: value(b) }), `Reads the table ROWS${index}.`);
    }
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
    // Each operation of the step's formula is a token with its sentence.
    const rowsOf = () => {
      const tokens = [...document.querySelectorAll(".stage .tokens > *")];
      const chosen = document.querySelector(".stage .tile.chosen");
      const said = () => document.querySelector(".stage .sentence").lastChild.textContent.trim();
      const first = said();
      const steps = new Set([...document.querySelectorAll(".film .card b")].map(({ textContent }) => textContent));
      const tiles = [...document.querySelectorAll(".stage .tile")];
      const byNode = new Map(tiles.map((tile) => [tile.dataset.node, tile]));
      return tiles.map((tile) => {
          const token = tokens.find((token) => token.dataset.value === tile.dataset.value);
          // What is a step leads to it. The result is told of at first.
          const isTold = tile === chosen || !steps.has(token.textContent);
          if (tile !== chosen && isTold) tile.click();
          const of = tile.dataset.of === "" ? [] : tile.dataset.of.split(" ");
          return {
            sign: token.textContent,
            operands: of.map((node) => byNode.get(node)).map((operand) => operand && read(operand)),
            result: read(tile),
            sentence: tile === chosen ? first : said(),
            isTold,
          };
        });
    };
    return [...document.querySelectorAll(".film .card")].map((card, at) => {
      if (at > 0) forward.click();
      return {
        title: card.title,
        value: read(card),
        rows: rowsOf(),
      };
    });
  });

const bitsOf = ({ path, number }) => (path === undefined ? BigInt(number) : setOf(path));

/** Signs that stand for two operations each. */
const EITHER = {
  mirror: [OPERATIONS.swap_bytes, OPERATIONS.reverse_bits],
  not: [OPERATIONS.not],
  "−": [OPERATIONS.subtract, OPERATIONS.subtract_bytes],
  "×": [OPERATIONS.multiply, OPERATIONS.multiply_high],
};

test("the large step of every technique shows operands that give its result", async () => {
  let checked = 0;
  for (const [at, { id }] of hyperbola("list").entries()) {
    const slider = ["rook", "bishop", "queen"][at % 3];
    await go(page, `technique=${id}&slider=${slider}&square=c6&occupied=0x5ac3a53c99660f81&step=0`);
    for (const { title, value, rows } of await readSteps()) {
      assert.ok(rows.some(({ result }) => bitsOf(result) === bitsOf(value)), `${id}: ${title}`);
      for (const { sign, operands, result, sentence, isTold } of rows) {
        if (operands.length > 0 && isTold) assert.notEqual(sentence, "", `${id}: ${title}`);
        // Numbers have bits, and sets have squares.
        const told = /the (bits|squares) (that|of)/.exec(sentence)?.[1];
        if (told && isTold) assert.equal(told, result.number === undefined ? "squares" : "bits", sentence);
        const [name, by] = sign.split(" ");
        const known = EITHER[name] ?? (SIGNS[name] ? [SIGNS[name]] : []);
        if (known.length === 0 || operands.length === 0) continue;
        assert.ok(operands.every((operand) => operand), `${id}: ${title}: an operand is not shown`);
        const given = [...operands.map(bitsOf), ...(by === undefined ? [] : [BigInt(by)])];
        const found = known.map((operation) => operation(...given));
        assert.ok(found.includes(bitsOf(result)), `${id}: ${title}: ${sign} of ${given}`);
        checked += 1;
      }
    }
  }
  console.log(`${checked} operations`);
  assert.ok(checked > 1000, `${checked} operations`);
});

test("nothing was written to the console", () => assert.deepEqual(errors, []));
