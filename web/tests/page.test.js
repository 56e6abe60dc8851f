/** The board, the links, the lists and undo. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { go, hyperbola, setUp, withPage as openFor } from "./browser.js";

const shared = await setUp();

/** Opens a page for a test. */
const withPage = (link, body, options) => openFor(shared, link, body, options);

const occupied = async (page) => BigInt(await page.textContent(".numbers dd code"));
const cell = (page, square) => page.locator(`[data-name="main"] [aria-label^="${square}:"]`);
const bit = (square) => 1n << BigInt("abcdefgh".indexOf(square[0]) + 8 * (Number(square[1]) - 1));
const EXAMPLE = 0x0008240042002080n;

async function drag(page, from, to) {
  await cell(page, from).hover();
  await page.mouse.down();
  if (typeof to === "string") await cell(page, to).hover();
  else await page.mouse.move(...to);
  await page.mouse.up();
}

test("clicks and drags set blockers and the slider, and are undone", () =>
  withPage("", async (page) => {
    await cell(page, "e5").click();
    assert.equal(await occupied(page), EXAMPLE | bit("e5"));
    await cell(page, "e5").click();
    assert.equal(await occupied(page), EXAMPLE);
    await drag(page, "f6", "g7");
    assert.equal(await occupied(page), (EXAMPLE & ~bit("f6")) | bit("g7"));
    await drag(page, "g7", [1200, 800]);
    assert.equal(await occupied(page), EXAMPLE & ~bit("f6"));
    await drag(page, "d4", "e3");
    assert.match(await page.getAttribute('[data-name="main"]', "aria-label"), /bishop on e3/);
    const attacks = await page.textContent(".numbers dd:last-of-type code");
    const expected = hyperbola(
      "attacks",
      "bishop",
      "e3",
      "--occupied",
      `0x${(EXAMPLE & ~bit("f6")).toString(16)}`,
    );
    assert.ok(
      JSON.stringify(expected).includes(BigInt(attacks).toString(16)),
      JSON.stringify(expected),
    );
    for (let times = 0; times < 3; times++) await page.keyboard.press("Control+z");
    assert.equal(await occupied(page), EXAMPLE);
    await page.keyboard.press("Control+Shift+z");
    assert.equal(await occupied(page), (EXAMPLE & ~bit("f6")) | bit("g7"));
  }));

test("the keys go over the board, set blockers and the slider", () =>
  withPage("", async (page) => {
    await cell(page, "d4").focus();
    for (const key of ["ArrowUp", "ArrowRight", "Space"]) await page.keyboard.press(key);
    assert.equal(await occupied(page), EXAMPLE | bit("e5"));
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    assert.match(await page.getAttribute('[data-name="main"]', "aria-label"), /bishop on e3/);
    assert.match(
      await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
      /^e3: bishop/,
    );
    for (const key of ["End", "Space"]) await page.keyboard.press(key);
    assert.equal(await occupied(page), EXAMPLE | bit("e5") | bit("h3"));
    for (const key of ["Home", "Space"]) await page.keyboard.press(key);
    assert.equal(await occupied(page), EXAMPLE | bit("e5") | bit("h3") | bit("a3"));
    // The keys of the board are not those of the steps.
    assert.match(await page.textContent(".transport .count"), /^8 \//);
  }));

test("the lines of the slider are marked to the edges, past its blockers", () =>
  withPage("", async (page) => {
    const squares = await page.$$eval("#board .lines", (cells) =>
      cells.map((cell) => cell.getAttribute("x") / 10 + 8 * (7 - cell.getAttribute("y") / 10)),
    );
    const marked = squares.reduce((set, square) => set | (1n << BigInt(square)), 0n);
    const { attacks } = hyperbola("attacks", "bishop", "d4", "--occupied", "0x0");
    assert.equal(marked, BigInt(attacks));
  }));

test("what is pasted is read, or refused with a message", () =>
  withPage("", async (page) => {
    const paste = async (text) => {
      const field = page.getByLabel("Paste occupied squares");
      await field.fill(text);
      await field.press("Enter");
    };
    await paste("0b101");
    assert.equal(await occupied(page), 5n);
    await paste("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert.equal(await occupied(page), 0xffff00000000ffffn);
    for (const text of [
      "0x10000000000000000",
      "18446744073709551616",
      "x",
      "9/8 w",
      "<img src=x onerror=alert(1)>",
      "8".repeat(190),
    ]) {
      await paste(text);
      assert.match(
        await page.textContent("#controls .fault"),
        /neither 64 bits nor a FEN: ./,
        text,
      );
      assert.equal(
        await page.getByLabel("Paste occupied squares").getAttribute("aria-invalid"),
        "true",
      );
      assert.equal(await occupied(page), 0xffff00000000ffffn, text);
    }
    assert.equal(await page.locator("img").count(), 1, "the page has its own picture alone");
    await paste("0x7");
    assert.equal(await occupied(page), 7n);
    assert.equal(await page.locator("#controls .fault, [aria-invalid]").count(), 0);
  }));

test("a link holds the whole state", () =>
  withPage("", async (page) => {
    await page.selectOption("#view select", "obstruction-difference");
    await page.locator("#controls").getByText("queen", { exact: true }).click();
    await cell(page, "e5").click();
    await page.click('[aria-label="Step forward"]');
    await page.getByLabel("Square numbers").selectOption("a8");
    const before = await page.evaluate(() => [
      location.href,
      document.querySelector("main").textContent,
    ]);
    await withPage(new URL(before[0]).hash, async (again) => {
      const text = await again.evaluate(() => document.querySelector("main").textContent);
      // Only undo knows how it came about.
      assert.equal(text, before[1]);
    });
  }));

test("a link holds a text with the signs of links", () =>
  withPage("#view=heat", async (page) => {
    const text = "8/8 w & # % = - 0 1&view=proof";
    const field = page.getByLabel("FEN", { exact: true });
    await field.fill(text);
    await field.press("Enter");
    const link = new URL(await page.evaluate(() => location.href)).hash;
    await withPage(link, async (again) => {
      assert.equal(await again.getByLabel("FEN", { exact: true }).inputValue(), text);
      assert.equal(await again.locator("#notice .error").count(), 0);
    });
  }));

const HOSTILE = [
  "technique=nothing",
  "square=i9",
  "occupied=0xzz",
  "occupied=0x11111111111111111",
  "step=-1",
  "step=99999",
  "view=__proto__",
  "slider=constructor",
  "%E0%A4%A=1",
  "x=<script>alert(1)</script>",
  "lanes=a1.a2",
  "lanes=a1.a2.a3.x9",
  "change=9:<b>",
  "depth=1e9",
  `occupied=${"9".repeat(3000)}`,
  "embed=yes",
  "=",
];
const messages = (page) =>
  page.$$eval("#notice .error span", (all) => all.map((one) => one.textContent));

test("hostile links give a message and a page that works", () =>
  withPage("", async (page) => {
    // A FEN is for the view that reads it.
    for (const link of ["fen=%00", ...HOSTILE]) {
      await page.$$eval("#notice button", (buttons) => buttons.forEach((button) => button.click()));
      await go(page, link);
      const told = await messages(page);
      assert.equal(told.length, link.startsWith("fen") ? 0 : 1, link);
      for (const text of told) assert.match(text, /^the link/, link);
      assert.equal(await occupied(page), EXAMPLE, link);
      await cell(page, "e5").click();
      assert.equal(await occupied(page), EXAMPLE | bit("e5"), link);
    }
    for (const view of ["moves", "heat"]) {
      for (const fen of [
        "<img_src=x_onerror=alert(1)>",
        "8/8/8/8/8/8/8/8_w_-_-_0_1",
        "k7/8/8/8/8/8/8/K7/",
        "",
        "é",
      ]) {
        await go(page, `view=${view}&fen=${fen}`);
        const isEmptyBoard = view === "heat" && fen.startsWith("8/8");
        const errors = await page.locator("#view .error").count();
        assert.equal(errors, isEmptyBoard ? 0 : 1, `${view} ${fen}`);
        assert.equal(await page.locator("img").count(), 1, "the page has its own picture alone");
      }
    }
    await go(page, "view=proof&change=9999:add");
    assert.match(await page.textContent("#view .error"), /change/);
  }));

test("each fault of a link that is opened is told", () =>
  withPage(`#${HOSTILE.slice(0, 5).join("&")}&view=moves`, async (page) => {
    const told = await messages(page);
    assert.equal(told.length, 1);
    assert.deepEqual(
      told[0].split("\n").map((text) => /^the link's ([a-z]+) is /.exec(text)?.[1] ?? text),
      ["technique", "square", "occupied", "and 2 more faults"],
    );
    assert.equal(
      await page.locator("#notice :not(p, span, button)").count(),
      0,
      "no HTML from a link",
    );
    // What is right of the same link is kept.
    assert.equal(await page.getAttribute("[aria-current]", "data-view"), "moves");
    await page.click("#notice button >> nth=0");
    assert.deepEqual(await messages(page), []);
    await page.getByLabel("Depth").fill("12");
    await page.getByLabel("Depth").press("Tab");
    assert.match(await page.textContent(".perft .fault"), /from 1 to 9/);
    await page.getByLabel("Depth").fill("4");
    await page.getByLabel("Depth").press("Tab");
    assert.equal(await page.locator("#tool .fault").count(), 0);
  }));

test("of very many faults the first are told, and the number of the others", () =>
  withPage(`#${Array.from({ length: 99 }, (_, at) => `x${at}`).join("&")}`, async (page) => {
    const [told, ...others] = await messages(page);
    assert.deepEqual(others, []);
    assert.deepEqual(told.split("\n"), [
      ...[0, 1, 2].map((at) => `the link has a part “x${at}” that this page does not know`),
      "and 96 more faults",
    ]);
  }));

test("a step behind the last is told, and the last one is shown", () =>
  withPage("#step=500", async (page) => {
    assert.match((await messages(page))[0], /^the link's step is “500”; expected a number from 0 to \d+$/);
    assert.match(await page.textContent(".transport .count"), /^(\d+) \/ \1$/);
  }));

test("a link that names no step is not told of one", () =>
  // It has fewer steps than the one that the page begins with.
  withPage("#technique=pext&slider=rook", async (page) =>
    assert.deepEqual(await messages(page), []),
  ));

test("the way back leads through views and techniques, and the title names them", () =>
  withPage("", async (page) => {
    await page.click("#tabs >> text=Compare");
    await page.click("#tabs >> text=Step through");
    await page.getByLabel("Next technique").click();
    const titles = [];
    for (let turn = 0; turn < 4; turn++) {
      titles.push(await page.title());
      if (turn < 3) await page.goBack();
      await page.waitForFunction((title) => document.title !== title || title === "", turn < 3 ? titles.at(-1) : "");
    }
    assert.equal(new Set(titles).size, 3, titles.join());
    assert.equal(titles[1], titles[3]);
    assert.match(titles[2], /Compare/);
    await page.goForward();
    await page.waitForFunction(() => /Compare/.test(document.title));
  }));

test("a first key leads past the board to the view", () =>
  withPage("", async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "view");
    assert.equal(await page.evaluate(() => location.hash), "#step=7");
  }));

/** Finds a list by its name, and reads its options without the first, which is none of them. */
async function presets(page, name) {
  const list = page.getByRole("combobox", { name, exact: true });
  const options = await list.evaluate((list) =>
    [...list.options].slice(1).map(({ value, textContent }) => [value, textContent]),
  );
  return { list, options };
}

test("every board of the list is put on the board with its attacks", () =>
  withPage("", async (page) => {
    const { list, options: boards } = await presets(page, "Board");
    const seen = new Map();
    for (const [value, name] of boards) {
      await list.selectOption(value);
      const [, slider, square] = /a (\w+) on (\w\d)/.exec(
        await page.getAttribute('[data-name="main"]', "aria-label"),
      );
      const set = await occupied(page);
      const { attacks } = hyperbola(
        "attacks",
        slider,
        square,
        "--occupied",
        `0x${set.toString(16)}`,
      );
      assert.equal(await page.textContent(".numbers dd:last-of-type code"), attacks, name);
      assert.equal(await list.inputValue(), value, name);
      // The slider's own square has no blocker to see.
      assert.equal(set & bit(square), 0n, name);
      seen.set(name, set | bit(square));
    }
    assert.ok(boards.length >= 8 && new Set(seen.values()).size >= boards.length - 1);
    assert.equal(seen.get("Initial position"), 0xffff00000000ffffn);
    assert.equal(seen.get("Full board"), (1n << 64n) - 1n);
    assert.equal(seen.get("Kiwipete"), 0x917d731812a4ff91n);
    assert.equal(seen.get("Empty board"), bit("d4"));
    assert.equal(seen.get("The example of the headers"), EXAMPLE | bit("d4"));
    for (let times = 0; times < boards.length; times++) await page.keyboard.press("Control+z");
    assert.equal(await occupied(page), EXAMPLE);
    // With the slider elsewhere it is none of the list.
    await list.selectOption("Empty board");
    await page.locator('[data-name="main"] [data-square="9"]').press("Enter");
    assert.deepEqual([await occupied(page), await list.inputValue()], [0n, ""]);
  }));

test("every position of the list is legal, with the command's moves", () =>
  withPage("#view=moves", async (page) => {
    const { list, options: positions } = await presets(page, "Position");
    assert.ok(positions.length >= 8);
    const moves = new Map();
    for (const [fen, name] of positions) {
      await list.selectOption(fen);
      const expected = hyperbola("moves", fen);
      const found = await page.$$eval(".moves .list button", (all) =>
        all.map((one) => one.textContent),
      );
      assert.deepEqual(
        found,
        expected.moves.map(({ san }) => san),
        name,
      );
      assert.equal(
        /checkmate/.test(await page.textContent("#view .count")),
        expected.checkmate,
        name,
      );
      moves.set(name, found.length);
    }
    for (const [fen, state] of [
      ["4k3/8/8/8/8/8/8/K3R3 b - - 0 1", "check"],
      ["k7/8/1Q6/8/8/8/8/K7 b - - 0 1", "stalemate"],
    ]) {
      await go(page, `view=moves&fen=${fen.replaceAll(" ", "_")}`);
      assert.match(await page.textContent("#view .count"), RegExp(` · ${state}$`), fen);
    }
    assert.equal(moves.get("Most moves"), 218);
    assert.equal(moves.get("The Immortal Game, the mate"), 0);
  }));
