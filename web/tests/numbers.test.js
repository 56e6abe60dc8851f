/** What the other views show is what the command prints. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { go as goOn, hyperbola, printed, root, setUp, warned } from "./browser.js";

const { page, errors } = await setUp();
const go = (link) => goOn(page, link);

/** Reads the circles of a board: attacked squares, empty or not. */
const attacksOf = (boards) =>
  boards.map((board) => {
    let set = 0n;
    for (const circle of board.querySelectorAll(".attacks, .hit")) {
      const [file, rank] = [
        Math.floor(circle.getAttribute("cx") / 10),
        7 - Math.floor(circle.getAttribute("cy") / 10),
      ];
      set |= 1n << BigInt(8 * rank + file);
    }
    return String(set);
  });

const attacks = (slider, square, occupied) =>
  BigInt(hyperbola("attacks", slider, square, "--occupied", occupied).attacks);

test("every technique gives in each lane the attacks of its square", async () => {
  const [occupied, squares] = [
    "0x0008240042002080",
    ["a1", "d4", "h8", "e2", "b7", "g1", "c5", "h4"],
  ];
  const expected = squares.map((square) => String(attacks("queen", square, occupied)));
  for (const { id } of hyperbola("list")) {
    for (const lanes of [4, 8]) {
      await go(
        `view=lanes&technique=${id}&slider=queen&occupied=${occupied}&lanes=${squares.slice(0, lanes).join(".")}`,
      );
      const found = await page.$$eval("#view svg.board", attacksOf);
      assert.deepEqual(found, expected.slice(0, lanes), id);
    }
  }
});

/** Reads the pieces of a FEN, as letters with their squares. */
function piecesOf(fen) {
  const ranks = fen.split(" ")[0].split("/");
  return ranks
    .flatMap((rank, row) => {
      const squares = [...rank.replace(/\d/g, (digit) => " ".repeat(digit))];
      return squares.map((piece, file) => [piece, 8 * (7 - row) + file]);
    })
    .filter(([piece]) => piece !== " ");
}

/** The steps of the pieces that leap, as files and ranks; those of a pawn are White's. */
const LEAPS = {
  n: [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]],
  k: [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]],
  p: [[-1, 1], [1, 1]],
};

/** Counts the pieces of a side that attack each square, one piece at a time. */
function countsOf(fen, isOfSide) {
  const pieces = piecesOf(fen);
  const occupied = `0x${pieces.reduce((set, [, at]) => set | (1n << BigInt(at)), 0n).toString(16)}`;
  const counts = Array(64).fill(0);
  for (const [piece, at] of pieces.filter(([piece]) => isOfSide(piece))) {
    const slider = { r: "rook", b: "bishop", q: "queen" }[piece.toLowerCase()];
    for (const [x, y] of LEAPS[piece.toLowerCase()] ?? []) {
      const [file, rank] = [(at % 8) + x, (at >> 3) + (piece === "p" ? -y : y)];
      if (file >= 0 && file < 8 && rank >= 0 && rank < 8) counts[8 * rank + file] += 1;
    }
    if (!slider) continue;
    const set = attacks(slider, "abcdefgh"[at % 8] + ((at >> 3) + 1), occupied);
    for (let square = 0; square < 64; square++)
      counts[square] += Number((set >> BigInt(square)) & 1n);
  }
  return counts;
}

/** Reads the numbers and the colours of a heat map, by square; 0 and null where there is none. */
const heatOf = (boards) =>
  boards.map((board) => {
    const squareOf = (element, width) =>
      8 * (7 - Math.floor(element.getAttribute("y") / width)) +
      Math.floor(element.getAttribute("x") / width);
    const [counts, colours] = [Array(64).fill(0), Array(64).fill(null)];
    for (const text of board.querySelectorAll(".count"))
      counts[squareOf(text, 10)] += Number(text.textContent);
    for (const rect of board.querySelectorAll(".heat"))
      colours[squareOf(rect, 10)] = getComputedStyle(rect).fill;
    return { counts, colours, caption: board.closest("figure").textContent };
  });

test("the heat map counts the pieces that attack each square, and colours it by the count", async () => {
  const shades = [];
  for (const fen of [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
  ]) {
    await go(`view=heat&fen=${fen.replaceAll(" ", "_")}`);
    const expected = [countsOf(fen, (piece) => piece < "a"), countsOf(fen, (piece) => piece > "a")];
    const list = page.getByLabel("Technique for sets");
    const ids = await list.evaluate((list) => [...list.options].map(({ value }) => value));
    assert.ok(ids.length >= 3 && ids.includes("setwise-subtraction"), String(ids));
    for (const id of ids) {
      await list.selectOption(id);
      const found = await page.$$eval("#view svg.board", heatOf);
      assert.deepEqual(
        found.map(({ counts }) => counts),
        expected,
        `${id} ${fen}`,
      );
      for (const { counts, colours, caption } of found) {
        counts.forEach((count, square) => {
          const shade = Math.min(count, 4);
          shades[shade] ??= colours[square];
          assert.equal(colours[square], shades[shade], `${id} ${fen} ${square}`);
        });
        const attacked = counts.filter((count) => count > 0).length;
        assert.match(caption, RegExp(`: ${attacked} squares .* ${Math.max(...counts)} times`));
      }
    }
  }
  // None, and four that differ.
  assert.equal(shades[0], null);
  assert.equal(new Set(shades).size, 5, String(shades));
});

const POSITIONS = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/** Counts and returns the rows and the sum. */
async function count(depth) {
  await page.getByLabel("Depth").fill(String(depth));
  await page.getByLabel("Depth").press("Tab");
  await page.getByText("Count", { exact: true }).click();
  await page.waitForSelector('.result[data-state="done"]');
  const sum = Number((await page.textContent(".sum b")).replaceAll(",", ""));
  const rows = await page.$$eval(".divide tr", (rows) =>
    rows.map((row) => Number(row.lastChild.textContent.replaceAll(",", ""))),
  );
  return { sum, rows, time: await page.textContent(".speed") };
}

test("legal moves and divided counts are the command's, Chess960 too", async () => {
  for (const fen of POSITIONS) {
    await go(`view=moves&fen=${fen.replaceAll(" ", "_")}`);
    const expected = hyperbola("moves", fen).moves.map(({ san }) => san);
    assert.deepEqual(
      await page.$$eval(".moves .list button", (buttons) =>
        buttons.map((button) => button.textContent),
      ),
      expected,
      fen,
    );
    const { nodes, divide } = hyperbola("perft", "4", "--divide", fen);
    const { sum, rows } = await count(4);
    assert.equal(sum, Number(nodes), fen);
    assert.deepEqual(rows, Object.values(divide).map(Number), fen);
  }
});

test("the rules of castling are chosen, a guess is told, and wrong rights are left out", async () => {
  const fen = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9";
  const link = `view=moves&depth=2&fen=${fen.replaceAll(" ", "_")}`;
  const guess = page.locator(".guess");
  const titles = () => page.$$eval(".moves .list button", (all) => all.map(({ title }) => title));
  const perft = async (...reading) => {
    const { sum } = await count(2);
    assert.equal(sum, Number(printed("perft", "2", fen, ...reading)));
    return sum;
  };
  const choose = (name) => page.getByLabel("Rules of castling").selectOption(name);
  await go(link);
  // The command's words, and then what can be done on this page.
  const [, said] = /^warning: (.*?); /.exec(warned("fen", fen));
  assert.match(said, /Black's king is on f8, the rook on h8/);
  assert.ok((await guess.textContent()).startsWith(`Warning: ${said}. `), await guess.textContent());
  assert.ok((await titles()).includes("f8h8"));
  assert.equal(await perft(), 1262);
  await choose("chess960");
  assert.equal(await guess.count(), 0);
  assert.equal(await perft("--rules", "chess960"), 1262);
  // Who gets the link gets the rules; what is played goes on by them.
  assert.match(await page.evaluate(() => location.hash), /rules=chess960/);
  await choose("chess");
  const faults = await page.locator(".moves .error").allTextContents();
  assert.ok(warned("fen", fen, "--rules", "chess").includes(faults[0]), faults[0]);
  const mends = warned("fen", fen, "--rules", "chess", "--lenient").trim().split("\n");
  assert.deepEqual(mends.map((line) => line.replace("warning: mended: ", "")), faults);
  await page.getByText("Leave out what is wrong", { exact: true }).click();
  assert.equal(await page.inputValue(".fen input"), fen.replace("KQkq", "KQ"));
  assert.ok(!(await titles()).includes("f8h8"));
  assert.equal(await perft("--rules", "chess", "--lenient"), 1222);
  await go(`${link}&rules=chess`);
  assert.equal(await page.locator(".moves .error").count(), 2);
  // What cannot be mended has no button.
  await go("view=moves&fen=8/8_w_-_-&rules=chess");
  assert.equal(await page.locator(".moves .error").count(), 1);
  assert.equal(await page.getByText("Leave out what is wrong").count(), 0);
  await go("view=moves&rules=shogi");
  assert.match(await page.textContent("#notice"), /“shogi”; expected one of auto, chess, chess960/);
});

test("rights by letters of files stay so, with their rules, after a move and when a FEN is mended", async () => {
  const input = () => page.inputValue(".fen input");
  const played = async (fen, uci) => {
    await go(`view=moves&fen=${fen.replaceAll(" ", "_")}`);
    await page.click(`.moves .list [title="${uci}"]`);
    return input();
  };
  assert.equal(await played("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "a1b1"), "r3k2r/8/8/8/8/8/8/1R2K2R b Hha - 1 1");
  assert.equal(await played("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1"), "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1");
  assert.equal(await played("2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1", "g1g2"), "2r1kr2/8/8/8/8/8/6R1/1R2K3 b Bfc - 1 1");
  // Nobody needs to guess.
  assert.equal(await page.locator(".guess").count(), 0);
  await go("view=moves&fen=r3k2r/8/8/8/8/8/8/R3K1R1_w_HAha_-_0_1");
  await page.getByText("Leave out what is wrong", { exact: true }).click();
  assert.equal(await input(), "r3k2r/8/8/8/8/8/8/R3K1R1 w Aha - 0 1");
});

test("a move is played by clicks, and castling by a click on the own rook", async () => {
  await go("view=moves&fen=r3k2r/8/8/8/8/8/8/R3K2R_w_KQkq_-_0_1");
  const cell = (square) => page.locator(`[data-name="moves"] [aria-label^="${square}:"]`);
  await cell("e1").click();
  await cell("h1").click();
  assert.match(
    await page.textContent("#view .mono"),
    /^r3k2r\/8\/8\/8\/8\/8\/8\/R4RK1 b kq - 1 1$/,
  );
  await page.keyboard.press("Control+z");
  assert.match(await page.textContent("#view .mono"), /R3K2R w KQkq/);
});

test("perft 5 takes at most 0.3 s, and a long count is cancelled", async () => {
  await go(`view=moves&fen=${POSITIONS[0].replaceAll(" ", "_")}`);
  const times = [];
  for (let turn = 0; turn < 3; turn++) {
    const { sum, time } = await count(5);
    assert.equal(sum, 4_865_609);
    times.push(Number(/([\d.]+) s/.exec(time)[1]));
    await go("view=moves&depth=1");
  }
  console.log(`perft 5: ${times.join(", ")} s`);
  assert.ok(Math.min(...times) <= 0.3, `${times} s`);
  await page.getByLabel("Depth").fill("8");
  await page.getByLabel("Depth").press("Tab");
  await page.getByText("Count", { exact: true }).click();
  await page.getByText("Cancel", { exact: true }).click();
  await page.waitForSelector('.result[data-state="cancelled"]');
  assert.match(await page.textContent(".sum"), /cancelled/);
  assert.equal((await count(3)).sum, 8902);
});

/** Proves by a button and returns the text with its numbers. */
async function proved(button) {
  await page.getByText(button, { exact: true }).click();
  await page.waitForSelector("#view .result[data-state]", { timeout: 60_000 });
  const text = await page.textContent("#view .result");
  const numbers = / ([\d,]+) equations .* have ([\d,]+) nodes/.exec(text);
  assert.ok(numbers, text);
  const [equations, nodes] = numbers.slice(1).map((text) => Number(text.replaceAll(",", "")));
  return { text, equations, nodes };
}

test("proofs of squares, lines and sets have the command's equations and nodes", async () => {
  for (const [id, slider] of [
    ["hyperbola-quintessence", "bishop"],
    ["kogge-stone", "queen"],
    ["magic-fancy", "rook"],
    ["rotated", "bishop"],
  ]) {
    const of = (...more) => hyperbola("prove", id, "--piece", slider, ...more).techniques[0];
    await go(`view=proof&technique=${id}&slider=${slider}&square=d4`);
    const one = await proved("Prove on d4");
    assert.match(one.text, /^Proved: .* on d4 by .* for all 2⁶⁴ sets/);
    const { equations, nodes } = of("--square", "d4");
    assert.deepEqual([one.equations, one.nodes], [equations, nodes], id);
    assert.equal(/each of its lines/.test(one.text), id !== "magic-fancy", id);
    const all = await proved("Prove on all squares");
    const sets = page.getByText("Prove for sets", { exact: true });
    const rest = { equations: 0, nodes: 0 };
    if (id === "kogge-stone") Object.assign(rest, await proved("Prove for sets"));
    else assert.ok(await sets.isDisabled());
    const whole = of();
    assert.equal(all.equations + rest.equations, whole.equations, id);
    assert.equal(all.nodes + rest.nodes, whole.nodes, id);
  }
});

test("every technique is proved on a square, with the command's numbers", async () => {
  const proofs = hyperbola("prove", "--piece", "queen", "--square", "f2").techniques;
  assert.ok(proofs.length >= 39);
  for (const { id, equations, nodes } of proofs) {
    await go(`view=proof&technique=${id}&slider=queen&square=f2`);
    const found = await proved("Prove on f2");
    assert.deepEqual([found.equations, found.nodes], [equations, nodes], id);
  }
});

/** Chooses a change by its text and returns what is then said of it. */
async function changed(text) {
  const option = page.locator(".variant option", { hasText: text }).first();
  await page.selectOption(".variant select", await option.getAttribute("value"));
  await page.waitForSelector(".verdict[data-state]", { timeout: 30_000 });
  return page.textContent(".verdict");
}

test("a changed technique is refuted by the smallest board, beside the page", async () => {
  await go(
    "view=proof&technique=hyperbola-quintessence&slider=bishop&square=d4&occupied=0x0008240042002080",
  );
  assert.match(await changed(/^o − r\s+→\s+\+$/), /^Wrong already on the empty board/);
  const [found, expected] = await page.$$eval(".verdict svg.board", attacksOf);
  assert.equal(expected, String(attacks("bishop", "d4", "0x0")));
  assert.notEqual(found, expected);
  await page.getByText("Put this on the board", { exact: true }).click();
  assert.equal(await page.textContent(".numbers dd code"), "0x0000000000000000");
  // The two halves have no square in common: an xor of them gives the same as their union.
  assert.match(
    await changed(/^diagonal_attacks \| anti_diagonal_attacks\s+→\s+\^$/),
    /^Still right/,
  );
  // The page goes on while the worker looks: what is cancelled at once has no verdict.
  const said = await page.evaluate(() => {
    const asked = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (task) {
      asked.push(...task.requests.map(({ ask }) => ask));
      postMessage.call(this, task);
    };
    const list = document.querySelector(".variant select");
    list.selectedIndex = 1;
    list.dispatchEvent(new Event("change"));
    const cancel = [...document.querySelectorAll(".verdict button")];
    cancel.forEach((button) => button.click());
    Worker.prototype.postMessage = postMessage;
    return [asked, document.querySelector(".verdict").textContent];
  });
  assert.deepEqual(said, [["refute"], "No verdict: cancelled."]);
  // What nobody waits for is ended.
  const ended = await page.evaluate(() => {
    const { terminate } = Worker.prototype;
    let ended = 0;
    Worker.prototype.terminate = function () {
      ended += 1;
      terminate.call(this);
    };
    const list = document.querySelector(".variant select");
    list.selectedIndex = 2;
    list.dispatchEvent(new Event("change"));
    document.querySelector('[data-view="steps"]').click();
    Worker.prototype.terminate = terminate;
    return ended;
  });
  assert.equal(ended, 1);
});

const pages = readFileSync(new URL("../../docs/TECHNIQUES.md", import.meta.url), "utf8");

/** The costs of a queen in a technique's page: operations, longest chain, look-ups, products. */
function documented(id) {
  const page = pages.split(/^###? /m).find((page) => page.includes(`\n\`${id}\`, [`));
  const cost = /### Cost\n([^#]*)/.exec(page)[1].replace(/\s+/g, " ");
  const number = (pattern) => {
    const found = pattern.exec(cost)?.[1];
    return found === "no" ? 0 : found === "one" ? 1 : Number(found);
  };
  return [
    number(/([\d]+) for a queen\. Those/),
    number(/Longest chain: (\d+) operation/),
    number(/include (\w+) table look-up/),
    number(/and (\w+) multiplication/),
  ];
}

/** Reads a measurement of the record whose times the page shows. */
function measured(name) {
  const path = join(root, "workshop", "records", "zen4.json");
  const { measurements } = JSON.parse(readFileSync(path, "utf8"));
  return measurements.find((one) => one.name === name).panels[0].rows;
}

test("two techniques stand side by side, and the table sorts", async () => {
  await go("view=compare&technique=kogge-stone&other=pext&slider=rook");
  for (const side of [0, 1]) assert.ok((await page.locator(`.film[data-side="${side}"] .card`).count()) > 3);
  const listed = Object.fromEntries(
    hyperbola("list").map((technique) => [technique.name, technique]),
  );
  const column = async (index) =>
    page.$$eval(
      "#view tbody tr",
      (rows, index) => rows.map((row) => row.children[index].textContent),
      index,
    );
  const names = await column(0);
  assert.deepEqual([...names].sort(), Object.keys(listed).sort());
  // The two that are shown are rows as the others, below each column.
  const displays = await page.$$eval("#view tbody tr", (rows) => rows.map((row) => getComputedStyle(row).display));
  assert.deepEqual([...new Set(displays)], ["table-row"]);
  // Every column is in sight, and the whole caption.
  const widths = await page.$eval(".compare .scroll", ({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
  assert.ok(widths[1] <= widths[0], `${widths}`);
  assert.deepEqual(
    (await column(9)).map((text) => Number(text.replaceAll(",", ""))),
    names.map((name) => listed[name].table_bytes),
  );
  // The costs of a queen stand in the documents, which the code writes.
  await page.locator("#controls").getByText("queen", { exact: true }).click();
  const [shown, operations, chains, lookups, products] = [
    await column(0),
    await column(3),
    await column(6),
    await column(7),
    await column(8),
  ];
  for (const [at, name] of shown.entries()) {
    const costs = documented(listed[name].id);
    const found = [operations, chains, lookups, products].map((list) => Number(list[at]));
    assert.deepEqual(found, costs, name);
  }
  // The times are the medians of the record.
  const rows = measured("throughput-queen-games");
  const times = await Promise.all([4, 5].map(column));
  for (const [at, name] of shown.entries()) {
    const own = rows.filter(({ technique, lanes }) => technique === listed[name].id && lanes === 1);
    const medians = own.map(({ word, time }) => [word, time.nanoseconds]);
    // The record may be older than a technique.
    if (own.length === 0) {
      assert.deepEqual(times.map((column) => column[at]), ["", ""], name);
      continue;
    }
    const plain = medians.find(([word]) => word === "u64")[1];
    const best = Math.min(...medians.map(([, median]) => median));
    for (const [column, median] of [plain, best].entries())
      assert.ok(Math.abs(times[column][at] - median) <= 0.005 * median, `${name}: ${median}`);
  }
  for (const [name, index] of [
    ["operations", 3],
    ["bytes of tables", 9],
    ["ns, Zen 4, plain", 4],
    ["ns, quickest", 5],
    ["year", 2],
  ]) {
    await page.click(`#view thead button:has-text("${name}")`);
    const texts = await column(index);
    const known = texts.filter((text) => text !== "");
    assert.deepEqual(texts.slice(0, known.length), known, name);
    const numbers = known.map((text) => Number(text.replaceAll(",", "")));
    const up = (await page.getAttribute(`#view th:has-text("${name}")`, "aria-sort")) === "ascending";
    assert.deepEqual(
      numbers,
      [...numbers].sort((a, b) => (up ? a - b : b - a)),
      name,
    );
  }
});

test("nothing was written to the console", () => assert.deepEqual(errors, []));
