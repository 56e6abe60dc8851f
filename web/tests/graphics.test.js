/** Perft on the graphics card, which is a program here: each number is the command's. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { go, hyperbola, newContext, open, printed, serve, startBrowser, withPage } from "./browser.js";

const software = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];
const [server, browser, without] = await Promise.all([serve(), startBrowser(...software), startBrowser()]);
after(() => Promise.all([browser.close(), without.close(), server.close()]));

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const linkTo = (fen, depth) => `view=moves&depth=${depth}&fen=${fen.replaceAll(" ", "_")}`;
const numberOf = (text) => Number(text.replaceAll(",", ""));

/** Opens a page whose worker for the graphics card is changed. */
async function openChanged(link, change) {
  const context = await newContext(browser, { serviceWorkers: "block" });
  await context.route("**/graphics.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
  const { page } = await open(context, `${server.address}#${link}`);
  return { page, context };
}

/** Counts by a button, and returns what is said at the end. */
async function count(page, name) {
  await page.getByText(name, { exact: true }).click();
  const end = page.locator(".result[data-state]");
  await end.waitFor({ timeout: 120_000 });
  const sums = await page.locator(".sum").allTextContents();
  const said = sums.find((sum) => sum.startsWith("Graphics card") === (name !== "Count"));
  return { state: await end.getAttribute("data-state"), said };
}
const onCard = (page) => count(page, "Count on the graphics card");

/** Returns the last numbers of the rows by move. */
const rowsOf = async (page) =>
  Object.fromEntries(await page.$$eval(".divide [data-uci]", (rows) =>
    rows.map(({ dataset, lastChild }) => [dataset.uci, Number(lastChild.textContent.replaceAll(",", ""))]),
  ));

const divided = (fen, depth) =>
  Object.fromEntries(Object.entries(hyperbola("perft", String(depth), "--divide", fen).divide)
    .map(([uci, nodes]) => [uci, Number(nodes)]));

// The suites' positions: the start, castling, captures en passant, promotions, checks, both colours, and
// Chess960 with kings on one file and on two.
const POSITIONS = [
  [START, 1], [START, 2], [START, 4],
  [KIWIPETE, 3],
  ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5],
  ["r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4],
  ["r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4],
  ["rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3],
  ["n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4],
  ["bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4],
  ["1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", 4],
  ["rk1r4/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R1K4R b HAda - 0 1", 3],
  ["8/8/8/8/1k1PpN1R/8/8/4K3 b - d3 0 1", 4],
  // After one move there is one answer, which stalemates: nothing is counted.
  ["1q5k/4N3/6PP/8/8/8/8/K7 b - - 0 1", 3],
];

test("perft on the graphics card has the command's numbers, and the processor's beside", async () => {
  const context = await newContext(browser);
  await withPage({ browser, context, server }, "#view=moves", async (page) => {
    for (const [fen, depth] of POSITIONS) {
      await go(page, linkTo(fen, depth));
      const { state, said } = await onCard(page);
      assert.equal(state, "done", said);
      const [, sum] = /^Graphics card \(google swiftshader\): ([\d,]+) move sequences [\d.]+ s/.exec(said);
      assert.equal(numberOf(sum), Number(printed("perft", String(depth), fen)), fen);
      assert.deepEqual(await rowsOf(page), divided(fen, depth), fen);
      await count(page, "Count");
      assert.equal(await page.textContent(".result .good"), "The graphics card has the processor’s number for each move.");
      const heads = await page.locator(".divide thead th").allTextContents();
      assert.deepEqual(heads, ["move", "processor", "graphics card"]);
    }
    // Of a position without a move nothing is counted, and nothing fails.
    await go(page, linkTo("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3));
    assert.equal((await onCard(page)).state, "done");
  });
});

test("chunks of any size count the same, and so do sums of more than 32 bits", async () => {
  // The most nodes at once, and the first value of the sum.
  const most = 2 ** 32 - 3;
  const change = (text) => {
    const smaller = text.replace("[2048,8192]", "[3,5]").replace(/Uint32Array\(2\)/, `Uint32Array([${most},0])`);
    assert.equal(smaller.length, text.length - 6 + `[${most},0]`.length - 1);
    return smaller;
  };
  const { page, context } = await openChanged(linkTo(KIWIPETE, 4), change);
  const { state, said } = await onCard(page);
  assert.equal(state, "done", said);
  const rows = Object.entries(await rowsOf(page)).map(([uci, nodes]) => [uci, nodes - most]);
  assert.deepEqual(Object.fromEntries(rows), divided(KIWIPETE, 4));
  await context.close();
});

test("a count on the graphics card is cancelled, and the next one is whole", async () => {
  const context = await newContext(browser);
  await withPage({ browser, context, server }, `#${linkTo(START, 9)}`, async (page) => {
    await page.getByText("Count on the graphics card", { exact: true }).click();
    await page.getByText("Cancel", { exact: true }).click();
    await page.locator('.result[data-state="cancelled"]').waitFor();
    assert.match(await page.textContent(".sum"), /^Graphics card .*: \(cancelled\)$/);
    await go(page, linkTo(START, 3));
    assert.match((await onCard(page)).said, /: 8,902 move sequences/);
  });
});

test("a card that is lost, has no memory or is missing is no wrong number", async () => {
  const onDevice = (body) => (text) =>
    `const request = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function () {
      const device = await request.call(this);
      ${body}
      return device;
    };${text}`;
  const isOnce = "if (!self.isDone) { self.isDone = true;";
  const changes = [
    [onDevice(`setTimeout(() => device.destroy(), 2000);`), /: \(the graphics card was lost: .*\)$/],
    [onDevice(`const make = device.createBuffer;
      device.createBuffer = (of) => make.call(device, { ...of, size: of.size > 1e5 ? 2 ** 50 : of.size });`),
      /: \(.*(size|memory).*\)$/i],
    [(text) => `GPU.prototype.requestAdapter = async () => null;${text}`,
      /: \(this browser has no graphics card for pages\)$/],
    [(text) => text.replace("shaders.wasm", "none.wasm"), /: \(its code did not load; without a network .*\)$/],
  ];
  for (const [change, expected] of changes) {
    const { page, context } = await openChanged(linkTo(START, 7), change);
    const { state, said } = await onCard(page);
    assert.equal(state, "cancelled");
    assert.match(said, expected);
    await context.close();
  }
});

test("numbers that differ are told by their moves", async () => {
  const { page, context } = await openChanged(linkTo(START, 2), () =>
    `onmessage = ({ data: { requests } }) => {
      requests.forEach(({ uci }, at) => postMessage({ at, answer: uci === "e2e4" ? 21 : 20, milliseconds: 1 }));
      postMessage({ end: true });
    };`,
  );
  await count(page, "Count");
  await onCard(page);
  assert.equal(await page.textContent(".result .bad"), "The graphics card and the processor differ: e4.");
  await context.close();
});

test("without an adapter there is no button", async () => {
  for (const script of ["", "delete Navigator.prototype.gpu", "GPU.prototype.requestAdapter = () => Promise.reject(new Error())"]) {
    const context = await newContext(without);
    await context.addInitScript(script);
    const { page, errors } = await open(context, `${server.address}#view=moves`);
    await page.waitForTimeout(500);
    assert.equal(await page.getByText("Count on the graphics card").isVisible(), false);
    assert.equal((await count(page, "Count")).state, "done");
    assert.deepEqual(errors, []);
    await context.close();
  }
});
