/** What the other views show is what the command prints. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hyperbola, open, serve, startBrowser } from "./browser.js";

let server, browser, page, errors;
before(async () => {
  [server, browser] = await Promise.all([serve(), startBrowser()]);
  ({ page, errors } = await open(browser, server.address));
});
after(async () => {
  await browser.close();
  await server.close();
});

const go = (link) =>
  page.evaluate(async (link) => {
    const changed = new Promise((resolve) =>
      addEventListener("hashchange", () => setTimeout(resolve), { once: true }),
    );
    location.hash = link;
    await changed;
  }, link);

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

const attacks = (slider, square, occupied) => {
  const answer = hyperbola("attacks", slider, square, "--occupied", occupied);
  return BigInt(answer.attacks ?? answer.value ?? answer.hex);
};

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

test("the heat map counts the sliders that attack each square", async () => {
  const fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  const occupied = "0x917d731812a4ff91";
  const sliders = [
    [
      ["rook", "a1"],
      ["rook", "h1"],
      ["bishop", "d2"],
      ["bishop", "e2"],
      ["queen", "f3"],
    ],
    [
      ["rook", "a8"],
      ["rook", "h8"],
      ["bishop", "a6"],
      ["bishop", "g7"],
      ["queen", "e7"],
    ],
  ];
  await go(`view=heat&fen=${fen.replaceAll(" ", "_")}`);
  for (const technique of hyperbola("list").filter(({ id }) =>
    ["kogge-stone", "dumb7-fill", "setwise-subtraction"].includes(id),
  )) {
    await page.getByLabel("Technique for sets").selectOption(technique.id);
    const boards = await page.$$eval("#view svg.board", (boards) =>
      boards.map((board) =>
        [...board.querySelectorAll(".count")].map((text) => [
          text.getAttribute("x"),
          text.getAttribute("y"),
          text.textContent,
        ]),
      ),
    );
    boards.forEach((counts, side) => {
      const expected = Array(64).fill(0);
      for (const [slider, square] of sliders[side]) {
        const set = attacks(slider, square, occupied);
        for (let at = 0; at < 64; at++) if ((set >> BigInt(at)) & 1n) expected[at] += 1;
      }
      const found = Array(64).fill(0);
      for (const [x, y, text] of counts)
        found[8 * (7 - Math.floor(y / 10)) + Math.floor(x / 10)] = Number(text);
      assert.deepEqual(found, expected, `${technique.id} ${side}`);
    });
  }
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
  await page.waitForSelector('.result[data-state="done"]', { timeout: 30_000 });
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
    const { nodes, divide } = hyperbola("perft", "4", "--divide", "--fen", fen);
    const { sum, rows } = await count(4);
    assert.equal(sum, Number(nodes), fen);
    assert.deepEqual(rows, Object.values(divide).map(Number), fen);
  }
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

test("a technique is proved, and a changed one is refuted by the smallest board", async () => {
  await go(
    "view=proof&technique=hyperbola-quintessence&slider=bishop&square=d4&occupied=0x0008240042002080",
  );
  await page.getByText("Prove on d4", { exact: true }).click();
  await page.waitForSelector('.result[data-state="proved"]', { timeout: 30_000 });
  assert.match(await page.textContent("#view .result"), /for all 2⁶⁴ sets/);
  const options = await page.$$eval(".variant option", (options) =>
    options.map(({ value, textContent }) => [value, textContent]),
  );
  const change = options.find(([, text]) => text === "o − r  →  +")[0];
  await page.selectOption(".variant select", change);
  assert.match(await page.textContent(".verdict"), /^Wrong already on the empty board/);
  const [found, expected] = await page.$$eval(".verdict svg.board", attacksOf);
  assert.equal(expected, String(attacks("bishop", "d4", "0x0")));
  assert.notEqual(found, expected);
  await page.getByText("Put this on the board", { exact: true }).click();
  assert.equal(await page.textContent(".numbers dd code"), "0x0000000000000000");
  // The two halves have no square in common: an or gives the same, and so does a sum.
  const xor = options.filter(
    ([, text]) => /diagonal_attacks \^|\| anti|\| …|attacks \|/.test(text) && text.endsWith("→  ^"),
  );
  assert.ok(xor.length > 0, JSON.stringify(options));
  await page.selectOption(".variant select", xor[0][0]);
  assert.match(await page.textContent(".verdict"), /^Still right/);
});

test("two techniques stand side by side, and the table sorts", async () => {
  await go("view=compare&technique=kogge-stone&other=pext&slider=rook");
  assert.equal(await page.locator(".side .film").count(), 2);
  const listed = Object.fromEntries(
    hyperbola("list").map((technique) => [technique.name, technique]),
  );
  const column = async (index) =>
    page.$$eval(
      "tbody tr",
      (rows, index) => rows.map((row) => row.children[index].textContent),
      index,
    );
  const names = await column(0);
  assert.deepEqual([...names].sort(), Object.keys(listed).sort());
  assert.deepEqual(
    (await column(7)).map((text) => Number(text.replaceAll(",", ""))),
    names.map((name) => listed[name].table_bytes),
  );
  for (const [name, index] of [
    ["operations", 3],
    ["bytes of tables", 7],
    ["year", 2],
  ]) {
    await page.click(`thead button:has-text("${name}")`);
    const numbers = (await column(index)).map((text) => Number(text.replaceAll(",", "")));
    const up = (await page.getAttribute(`th:has-text("${name}")`, "aria-sort")) === "ascending";
    assert.deepEqual(
      numbers,
      [...numbers].sort((a, b) => (up ? a - b : b - a)),
      name,
    );
  }
});

test("nothing was written to the console", () => assert.deepEqual(errors, []));
