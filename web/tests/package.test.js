/** The package of npm, packed and installed in an empty folder, is the library: figures, words and types. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { hyperbola, root, startBrowser, target } from "./browser.js";

const folder = mkdtempSync(join(tmpdir(), "package-"));
after(() => rmSync(folder, { recursive: true }));
const execute = (program, ...parts) => execFileSync(program, parts, { cwd: folder, encoding: "utf8" });
const [{ filename, files }] = JSON.parse(execute("npm", "pack", "--json", join(target, "web", "package")));
writeFileSync(join(folder, "package.json"), "{}");
execute("npm", "install", "--offline", "--no-audit", "--no-fund", join(folder, filename));
const installed = join(folder, "node_modules", "hyperbola-chess");
const { Position, attacks, techniques } = await import(pathToFileURL(join(installed, "index.js")).href);

/** The lines of a perft suite: a FEN, and the number of sequences for some depths. */
const suite = (name) =>
  readFileSync(join(root, "testdata", "perft", `${name}.epd`), "utf8").trim().split("\n").map((line) => {
    const [fen, ...counts] = line.split(" ;D");
    return { fen, counts: counts.map((text) => text.split(" ")).map(([depth, count]) => [Number(depth), BigInt(count)]) };
  });

test("what is packed is what is needed", () => {
  const expected = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "hyperbola.wasm", "index.d.ts", "index.js", "package.json"];
  assert.deepEqual(files.map(({ path }) => path).sort(), expected);
});

test("perft has the known figures", () => {
  assert.equal(Position.initial().perft(0), 1n);
  assert.equal(Position.initial().perft(5), 4_865_609n);
  const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  assert.equal(Position.fromFen(kiwipete).perft(4), 4_085_603n);
  const [, { fen, counts }] = suite("chess960");
  assert.deepEqual([fen.includes("FBfb"), counts], [true, [[6, 191_762_235n]]]);
  for (const options of [{}, { chess960: true }])
    assert.equal(Position.fromFen(fen, options).perft(6), 191_762_235n);
});

/** Counts by the moves of the package alone, and compares what it says of each position. */
function walk(position, depth, options) {
  const moves = position.legalMoves();
  const again = Position.fromFen(position.shredderFen(), options);
  assert.deepEqual([again.fen(), again.key, again.legalMoves()], [position.fen(), position.key, moves]);
  if (depth === 0) return 1n;
  const names = new Set();
  let sum = 0n;
  for (const move of moves) {
    assert.equal(move.uci, move.from + move.to + (move.promotion ?? ""));
    assert.ok(position.isLegal(move) && position.isLegal(move.uci));
    const san = position.san(move);
    assert.deepEqual(position.parseSan(san), move);
    names.add(san);
    const next = position.play(move);
    assert.notEqual(next.turn, position.turn);
    assert.equal(next.isCheck(), /[+#]$/.test(san), `${position} ${san}`);
    assert.equal(next.outcome()?.reason === "checkmate", san.endsWith("#"));
    sum += walk(next, depth - 1, options);
  }
  assert.equal(names.size, moves.length);
  return sum;
}

test("the moves, played one by one, are as many as perft counts", () => {
  for (const name of ["classic", "double-checks", "en-passant", "single-checks", "chess960"]) {
    for (const { fen } of suite(name).slice(0, 8)) {
      const options = name === "chess960" ? { chess960: true } : undefined;
      const position = Position.fromFen(fen, options);
      assert.equal(walk(position, 2, options), position.perft(2), fen);
    }
  }
});

test("the moves are those that the command prints, also with a FEN of Chess960", () => {
  for (const { fen } of [...suite("six"), ...suite("chess960").slice(0, 20)]) {
    const moves = Position.fromFen(fen).legalMoves().map(({ uci }) => uci);
    assert.deepEqual(moves, hyperbola("moves", fen).moves.map(({ uci }) => uci).sort(), fen);
  }
});

/** Walks from a square until a blocker, in each direction. */
function walked(square, occupied, directions) {
  let set = 0n;
  for (const [right, up] of directions) {
    for (let steps = 1; ; steps++) {
      const [file, rank] = [(square % 8) + steps * right, Math.floor(square / 8) + steps * up];
      if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
      const at = 1n << BigInt(8 * rank + file);
      set |= at;
      if (occupied & at) break;
    }
  }
  return set;
}

test("every technique gives the attacks of a walk", () => {
  const straight = [[1, 0], [-1, 0], [0, 1], [0, -1]];
  const oblique = [[1, 1], [-1, 1], [1, -1], [-1, -1]];
  const directions = { rook: straight, bishop: oblique, queen: [...straight, ...oblique] };
  const ids = [undefined, ...techniques().map(({ id }) => id)];
  assert.deepEqual(ids.slice(1), hyperbola("list").map(({ id }) => id));
  let occupied = 0x9e37_79b9_7f4a_7c15n;
  for (let square = 0; square < 64; square++) {
    for (const slider of ["rook", "bishop", "queen"]) {
      occupied = BigInt.asUintN(64, occupied * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
      const board = occupied & (occupied >> 17n);
      const expected = walked(square, board, directions[slider]);
      const name = "abcdefgh"[square % 8] + (1 + Math.floor(square / 8));
      for (const id of ids) {
        assert.equal(attacks(slider, square, board, id), expected, `${id} ${slider} ${name} ${board}`);
        assert.equal(attacks(slider, name, board, id), expected);
      }
    }
  }
  const { inventors, year, tableBytes, family } = techniques().find(({ id }) => id === "hyperbola-quintessence");
  const { inventors: known, year: since, table_bytes, family: method } = hyperbola("list").find(({ id }) => id === "hyperbola-quintessence");
  assert.deepEqual([inventors, year, tableBytes, family], [known, since, table_bytes, method]);
});

test("castling is written and read by the rules that were chosen", () => {
  const fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const castling = (position) => position.legalMoves().map(({ uci }) => uci).filter((uci) => /^e1[acgh]1$/.test(uci));
  for (const chess960 of [undefined, false]) assert.deepEqual(castling(Position.fromFen(fen, { chess960 })), ["e1c1", "e1g1"]);
  const position = Position.fromFen(fen, { chess960: true });
  assert.deepEqual(castling(position), ["e1a1", "e1h1"]);
  // The rules stay for what is played.
  assert.deepEqual(castling(position.play("h1h2").play("a8a7")), ["e1a1"]);
  for (const uci of ["e1g1", "e1h1"]) assert.equal(position.play(uci).fen(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
  const guessed = Position.fromFen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
  assert.deepEqual([guessed.shredderFen().split(" ")[2], guessed.isLegal("e1b1")], ["GBgb", true]);
  assert.throws(() => Position.fromFen(guessed.fen(), { chess960: false }), /is not one of chess/);
});

test("a position says its key, its occupied squares and how a game has ended", () => {
  const initial = Position.initial();
  assert.deepEqual([initial.key, initial.occupied, initial.turn], [0x463b_9618_1691_fc9cn, 0xffff_0000_0000_ffffn, "white"]);
  const there = ["g1f3", "g8f6", "f3g1", "f6g8"].reduce((position, uci) => position.play(uci), initial);
  assert.deepEqual([there.key, there.fen(), String(there)], [initial.key, initial.fen().replace("0 1", "4 3"), there.fen()]);
  const ends = {
    "7k/5KQ1/8/8/8/8/8/8 b - - 0 1": { reason: "checkmate", winner: "white" },
    "8/8/8/8/8/8/5kq1/7K w - - 0 1": { reason: "checkmate", winner: "black" },
    "k7/8/1Q6/8/8/8/8/7K b - - 0 1": { reason: "stalemate", winner: null },
    "8/8/8/4k3/8/2N1K3/8/8 w - - 0 1": { reason: "insufficient material", winner: null },
    "8/8/8/4k3/8/3RK3/8/8 w - - 150 90": { reason: "seventy-five moves", winner: null },
    "8/8/8/4k3/8/3RK3/8/8 w - - 149 90": null,
  };
  for (const [fen, end] of Object.entries(ends)) assert.deepEqual(Position.fromFen(fen).outcome(), end, fen);
});

test("what is wrong is an error that says what was expected", () => {
  const position = Position.initial();
  const fen = position.fen();
  const wrong = [
    [() => Position.fromFen("x"), /expected/],
    [() => Position.fromFen(`${fen}\ne2e4`), /./],
    [() => Position.fromFen(fen.replace("K", "Q")), /king/],
    [() => Position.fromFen(7), /expected a FEN as a string, found 7/],
    [() => Position.fromFen("1".repeat(70_000)), /has 7\d+ bytes, expected 65536 at most/],
    [() => Position.fromFen(fen, { chess: true }), /expected options such as/],
    [() => Position.fromFen(fen, { chess960: "yes" }), /true or false, found "yes"/],
    [() => Position.fromFen(fen, true), /expected options such as/],
    [() => new Position(), /made by Position.initial/],
    [() => position.play("e2e5"), /e2e5.* is not legal/],
    [() => position.play("e2-e4"), /expected/],
    [() => position.play("e2e4\ne7e5"), /e2e4\\ne7e5: expected/],
    [() => position.play(undefined), /expected a move as a string, found undefined/],
    [() => position.play("\ud800"), /expected/],
    [() => position.san("e7e5"), /is not legal/],
    [() => position.parseSan("Nd4"), /Nd4: /],
    [() => position.parseSan(""), /./],
    [() => position.perft(256), /expected a whole depth from 0 to 255 and found 256/],
    [() => position.perft(-1), /found -1/],
    [() => position.perft(1.5), /found 1.5/],
    [() => attacks("knight", "a1", 0n), /expected rook, bishop, queen, found "knight"/],
    [() => attacks("rook", "i1", 0n), /expected a square, .* found "i1"/],
    [() => attacks("rook", 64, 0n), /found 64/],
    [() => attacks("rook", "a1", 0), /expected .* a 64-bit BigInt, found 0/],
    [() => attacks("rook", "a1", -1n), /found -1/],
    [() => attacks("rook", "a1", 1n << 64n), /found 18446744073709551616/],
    [() => attacks("rook", "a1", 0n, "magic"), /expected a technique's id, .* found "magic"/],
  ];
  for (const [call, words] of wrong) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), String(error));
      assert.match(error.message, words);
      return true;
    }, String(call));
  }
  for (const move of ["", "e2e5", "e2e4q", "0000", "é", "e2e4\n"]) assert.equal(position.isLegal(move), false, move);
  // Nothing of it is left behind.
  assert.equal(position.perft(3), 8902n);
});

test("a host that sends something else in the module's place is named", () => {
  const copy = join(folder, "copy");
  cpSync(installed, copy, { recursive: true });
  for (const text of ["<!doctype html>", ""]) {
    writeFileSync(join(copy, "hyperbola.wasm"), text);
    const program = 'await import("./copy/index.js").catch(({ message }) => console.log(message))';
    const said = execute("node", "--input-type=module", "--eval", program);
    assert.match(said, /^file:.*copy\/hyperbola\.wasm is no WebAssembly module$/m);
  }
});

test("a trap of the module is no illegal move", () => {
  const program = `
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...all) => {
      const { exports } = (await instantiate(...all)).instance;
      const answer = () => {
        if (globalThis.traps) throw new WebAssembly.RuntimeError("unreachable");
        return exports.answer();
      };
      return { instance: { exports: { ...exports, answer } } };
    };
    const { Position } = await import("hyperbola-chess");
    const position = Position.initial();
    globalThis.traps = true;
    try { console.log(position.isLegal("e2e4")); } catch (error) { console.log(error.name); }`;
  assert.equal(execute("node", "--input-type=module", "--eval", program).trim(), "RuntimeError");
});

/** The programs of the README. */
const programs = [...readFileSync(join(installed, "README.md"), "utf8").matchAll(/```js\n([^]*?)```/g)].map(([, text]) => text);

test("the README's programs print what they say", () => {
  assert.ok(programs.length >= 4);
  for (const [number, program] of programs.entries()) {
    writeFileSync(join(folder, `${number}.mjs`), program);
    const expected = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
    assert.equal(expected.length, program.split("console.log(").length - 1);
    assert.deepEqual(execute("node", `${number}.mjs`).trim().split("\n"), expected);
  }
});

test("the types fit the README's programs, and what is no call of them is an error", () => {
  const sources = programs.map((program) => program.replace("catch (error)", "catch (error: any)"));
  const wrong = ['Position.fromFen(7)', 'new Position()', 'Position.initial({ chess: true })', 'attacks("king", 0, 0n)',
    'attacks("rook", 0, 0)', 'Position.initial().turn = "black"', 'Position.initial().perft("4")'];
  const refused = wrong.map((line) => `// @ts-expect-error\n${line};`).join("\n");
  sources.push(`import { Position, attacks } from "hyperbola-chess";\n${refused}\n`);
  const names = sources.map((source, number) => {
    writeFileSync(join(folder, `${number}.mts`), source);
    return `${number}.mts`;
  });
  const compiler = join(root, "web", "node_modules", ".bin", "tsc");
  execute(compiler, "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--module", "nodenext", ...names);
});

test("a browser loads it as it lies on a host", async () => {
  const server = createServer((request, response) => {
    const name = request.url.slice(1);
    const types = { "index.js": "text/javascript", "hyperbola.wasm": "application/wasm" };
    response.setHeader("content-type", types[name] ?? "text/html");
    response.end(types[name] ? readFileSync(join(installed, name)) : "<!doctype html>");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const found = await page.evaluate(async () => {
      const { Position, attacks } = await import("/index.js");
      return [Position.initial().perft(4), attacks("rook", "a1", 0n, "magic-fancy")].map(String);
    });
    assert.deepEqual(found, ["197281", String(0x0101_0101_0101_01fen)]);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
});
