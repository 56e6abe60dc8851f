/** Calls the library in its module. `index.d.ts` says what each function does. */

/** Reads the module: a file in Node, and in a browser what is beside this script. */
async function read(url) {
  if (url.protocol === "file:") {
    // Its name is not in the call, so that nothing looks for it that bundles for browsers.
    const files = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

/** The first bytes of a module. A host that lacks the file may send a page in its place. */
const FIRST = [0, 97, 115, 109];
const url = new URL("hyperbola.wasm", import.meta.url);
const file = new Uint8Array(await read(url));
if (FIRST.some((byte, at) => file[at] !== byte)) throw new Error(`${url} is no WebAssembly module`);
const { exports: library } = (await WebAssembly.instantiate(file, {})).instance;
const { memory } = library;

// The file leaves the tables out. Each is made in turn, and put where it belongs.
for (let table = 0, length; (length = library.make_table(table)) > 0; table++) {
  const start = library.output();
  const address = new DataView(memory.buffer).getUint32(start, true);
  new Uint8Array(memory.buffer).copyWithin(address, start + 4, start + length);
}

/** The most bytes of a request. */
const LONGEST = 1 << 16;
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** What is not accepted. A trap of the module is another error. */
class Refusal extends Error {}

/** Asks the library. What it does not accept is an error with its words. */
function ask(...lines) {
  const bytes = encoder.encode(lines.join("\n"));
  if (bytes.length > LONGEST)
    throw new Refusal(`the text has ${bytes.length} bytes, expected ${LONGEST} at most`);
  const start = library.input(bytes.length);
  new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
  const length = library.answer();
  const answer = decoder.decode(new Uint8Array(memory.buffer, library.output(), length));
  if (!answer.startsWith("y")) throw new Refusal(answer.slice(1));
  return answer.slice(1);
}

/** Names a value in an error. */
const shown = (value) => (typeof value === "string" ? JSON.stringify(value) : String(value));

function text(value, expected) {
  if (typeof value === "string") return value;
  throw new TypeError(`expected ${expected} as a string, found ${shown(value)}`);
}

const SLIDERS = ["rook", "bishop", "queen"];
const SQUARE = /^([a-h])([1-8])$/;

function indexOf(square) {
  if (Number.isInteger(square) && square >= 0 && square < 64) return square;
  const [, file, rank] = (typeof square === "string" && SQUARE.exec(square)) || [];
  if (file) return 8 * (rank - 1) + "abcdefgh".indexOf(file);
  throw new TypeError(`expected a square, such as "e4" or 28, found ${shown(square)}`);
}

const TECHNIQUES = ask("techniques").split("\n").map((line) => {
  const [id, name, family, year, source, bytes, ...inventors] = line.split("\t");
  return { id, name, family, inventors, year: Number(year), source, tableBytes: Number(bytes) };
});
const NUMBERS = new Map(TECHNIQUES.map(({ id }, number) => [id, number]));

export function techniques() {
  return TECHNIQUES.map((one) => ({ ...one, inventors: [...one.inventors] }));
}

export function attacks(slider, square, occupied, technique) {
  const piece = SLIDERS.indexOf(slider);
  if (piece < 0) throw new TypeError(`expected ${SLIDERS.join(", ")}, found ${shown(slider)}`);
  const at = indexOf(square);
  if (typeof occupied !== "bigint" || BigInt.asUintN(64, occupied) !== occupied)
    throw new TypeError(`expected occupied squares as a 64-bit BigInt, found ${shown(occupied)}`);
  const number = technique === undefined ? -1 : NUMBERS.get(technique);
  if (number === undefined)
    throw new TypeError(`expected a technique's id, such as "pext", found ${shown(technique)}`);
  return BigInt.asUintN(64, library.attacks(number, piece, at, occupied));
}

const moveOf = (uci) => {
  const move = { uci, from: uci.slice(0, 2), to: uci.slice(2, 4) };
  return uci.length > 4 ? { ...move, promotion: uci[4] } : move;
};

/** The text of a move that is given as a text or as a move. */
const uciOf = (move) => text(move?.uci ?? move, "a move");

function rulesOf(options = {}) {
  const isUnknown = (name) => name !== "chess960";
  if (Object(options) !== options || Object.keys(options).some(isUnknown))
    throw new TypeError("expected options such as { chess960: true }");
  const { chess960 } = options;
  if (chess960 === undefined) return "auto";
  if (typeof chess960 === "boolean") return chess960 ? "chess960" : "chess";
  throw new TypeError(`expected chess960 to be true or false, found ${shown(chess960)}`);
}

/** What only this module has, so that all positions are the library's. */
const MADE = Symbol("made");
const INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export class Position {
  /** Which squares rooks castle from is not lost in this FEN, so it stands for the position. */
  #fen;
  #rules;
  #facts;

  static initial(options) {
    return Position.fromFen(INITIAL, options);
  }

  static fromFen(fen, options) {
    const rules = rulesOf(options);
    return new Position(MADE, rules, ask("read", rules, text(fen, "a FEN")));
  }

  constructor(made, rules, answer) {
    if (made !== MADE)
      throw new TypeError("a position is made by Position.initial or Position.fromFen");
    const [fen, shredderFen, turn, isCheck, reason, key, occupied, moves] = answer.split("\n");
    [this.#fen, this.#rules] = [shredderFen, rules];
    this.#facts = { fen, turn, isCheck: isCheck === "true", reason, key, occupied, moves };
  }

  get turn() {
    return this.#facts.turn;
  }

  get occupied() {
    return BigInt(this.#facts.occupied);
  }

  get key() {
    return BigInt(this.#facts.key);
  }

  fen() {
    return this.#facts.fen;
  }

  shredderFen() {
    return this.#fen;
  }

  toString() {
    return this.fen();
  }

  isCheck() {
    return this.#facts.isCheck;
  }

  outcome() {
    const { reason, turn } = this.#facts;
    if (reason === "") return null;
    return { reason, winner: reason !== "checkmate" ? null : turn === "white" ? "black" : "white" };
  }

  legalMoves() {
    return this.#facts.moves.split(" ").filter(Boolean).map(moveOf);
  }

  isLegal(move) {
    const uci = uciOf(move);
    try {
      this.#ask("uci", uci);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  play(move) {
    return new Position(MADE, this.#rules, this.#ask("play", uciOf(move)));
  }

  san(move) {
    return this.#ask("san", uciOf(move));
  }

  parseSan(san) {
    return moveOf(this.#ask("parse_san", text(san, "a move")));
  }

  perft(depth) {
    return BigInt(this.#ask("perft", String(depth)));
  }

  #ask(what, argument) {
    return ask(what, this.#rules, this.#fen, argument);
  }
}
