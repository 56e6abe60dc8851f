/** What a visitor does: clicks, keys, fingers, and where the focus is afterwards. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import {
  go, hyperbola, newContext, open, root, setOf, setUp, stopClock, withPage as openFor,
} from "./browser.js";

const shared = await setUp();

/** Opens a page for a test. */
const withPage = (link, body, options) => openFor(shared, link, body, options);

const count = (page) => page.textContent(".transport .count");
const tool = (page, name) => page.locator("#tools").getByText(name, { exact: true });
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("a finger on a board scrolls the page, and drags what stands there", () =>
  withPage(
    "#view=lanes&lanes=a1.b2.c3.d4.e5.f6.g7.h8&occupied=0x0",
    async (page, context) => {
      const debug = await context.newCDPSession(page);
      const touch = (type, ...touchPoints) =>
        debug.send("Input.dispatchTouchEvent", { type, touchPoints });
      /** Waits until the page stays where it is, and returns how far down that is. */
      const halted = async () => {
        for (let [last, now] = [NaN, NaN]; ; last = now) {
          now = await page.evaluate(() => scrollY);
          if (now === last) return now;
          await page.waitForTimeout(200);
        }
      };
      /** Moves a finger up from a square, and returns how far the page has gone. */
      const swipe = async (cell) => {
        await cell.scrollIntoViewIfNeeded();
        const before = await halted();
        const box = await cell.boundingBox();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        await touch("touchStart", { x, y });
        for (let way = 20; way <= 100; way += 20) await touch("touchMove", { x, y: y - way });
        await touch("touchEnd");
        return (await halted()) - before;
      };
      const lane = page.locator('[data-name="lane1"]');
      assert.ok((await swipe(lane.locator('[data-square="20"]'))) > 50);
      assert.match(await lane.getAttribute("aria-label"), /on b2$/);
      // The slider goes with the finger, and the page stays.
      assert.equal(await swipe(lane.locator(".movable")), 0);
      const at = (square) => `[data-name="lane1"][aria-label$="on ${square}"]`;
      await page.waitForSelector(`${at("b5")}, ${at("b6")}, ${at("b7")}`);
    },
    PHONE,
  ));

test("the slider of the steps is dragged", () =>
  withPage("#technique=kogge-stone&step=0", async (page) => {
    const range = page.getByLabel("Step", { exact: true });
    const { x, y, width, height } = await range.boundingBox();
    await page.mouse.move(x + 8, y + height / 2);
    await page.mouse.down();
    const seen = [];
    for (const part of [0.25, 0.5, 0.75, 0.98]) {
      await page.mouse.move(x + width * part, y + height / 2);
      seen.push(Number((await count(page)).split(" / ")[0]));
    }
    await page.mouse.up();
    assert.deepEqual(seen, [...new Set(seen)].sort((a, b) => a - b));
    const [at, last] = (await count(page)).split(" / ").map(Number);
    assert.ok(at > last * 0.9, `${at} of ${last}`);
    assert.match(await range.getAttribute("aria-valuetext"), RegExp(`^step ${at} of ${last}: `));
  }));

test("a depth is typed and counted by one click", () =>
  withPage("#view=moves", async (page) => {
    await page.getByLabel("Depth").fill("3");
    await page.getByText("Count", { exact: true }).click();
    await page.waitForSelector('.result[data-state="done"]');
    assert.match(await page.textContent(".sum"), /^8,902 /);
    // What was counted goes with its position.
    await page.locator(".moves .list button").first().click();
    assert.equal(await page.locator(".sum").count(), 0);
  }));

test("a change that changes nothing is not undone, and what is undone is told", () =>
  withPage("#view=moves", async (page) => {
    await go(page, "view=steps");
    await page.locator("#controls").getByText("queen", { exact: true }).click();
    await go(page, "view=moves&slider=queen");
    await tool(page, "Undo").click();
    assert.match(await page.textContent("#notice"), /Undone: slider\./);
    await go(page, "view=steps&step=3");
    await page.locator("#controls").getByText("bishop", { exact: true }).click();
    assert.equal(await tool(page, "Redo").getAttribute("aria-disabled"), "false");
    await tool(page, "Redo").click();
    assert.match(await page.textContent('#controls [aria-pressed="true"]'), /queen/);
  }));

test("numbers on the squares leave a count as it is, and a move ends it", () =>
  withPage("#view=moves&depth=2", async (page) => {
    await page.getByText("Count", { exact: true }).click();
    await page.waitForSelector('.result[data-state="done"]');
    const cell = page.locator('[data-name="moves"] [aria-label^="e2:"]');
    await cell.click();
    await page.getByLabel("Square numbers").last().selectOption("a1");
    assert.equal(await page.locator(".divide tr").count(), 20);
    assert.match(await cell.getAttribute("aria-label"), /chosen/);
    await page.getByLabel("Depth").fill("12");
    await page.getByLabel("Depth").press("Tab");
    assert.equal(await page.locator(".perft .fault").count(), 1);
    await page.locator(".moves .list button").first().click();
    assert.equal(await page.locator(".perft .fault, .divide tr").count(), 0);
  }));

test("a worker that cannot be loaded is asked for again", async () => {
  const context = await newContext(shared.browser, { serviceWorkers: "block" });
  const { page } = await open(context, shared.server.address);
  await page.route("**/worker.js", (route) => route.abort(), { times: 1 });
  await go(page, "view=moves&depth=2");
  await page.waitForTimeout(200);
  await page.getByText("Count", { exact: true }).click();
  await page.waitForSelector('.result[data-state="done"]');
  await context.close();
});

test("a blocker that is set while the steps are played halts them", () =>
  withPage("#step=0", async (page) => {
    await page.click('[aria-label="Play all steps"]');
    await page.locator('[data-name="main"] [data-square="60"]').click();
    assert.equal(await page.locator('[aria-label="Pause"]').count(), 0);
  }));

test("what is half typed stays when the board changes", () =>
  withPage("", async (page) => {
    const field = page.getByLabel("Paste occupied squares");
    await field.fill("0x12");
    await page.locator('[data-name="main"] [data-square="60"]').click();
    assert.equal(await field.inputValue(), "0x12");
    await field.fill("8/8/8/3Q4/8/8/8/8");
    await field.press("Enter");
    assert.equal(await page.textContent(".numbers dd code"), "0x0000000800000000");
  }));

test("a message is shown in the dialog that is open", () =>
  withPage(
    "",
    async (page) => {
      await tool(page, "Share or embed …").click();
      await page.click('[aria-label="Copy the permalink"]');
      await page.locator("dialog .notice button").click();
      await page.keyboard.press("Escape");
      // A dialog tells of its end a little later.
      await page.locator("body > #notice").waitFor({ state: "attached" });
    },
    { permissions: ["clipboard-read", "clipboard-write"] },
  ));

/** What has the focus, by its name. */
const focused = (page) =>
  page.evaluate(() => {
    const { ariaLabel, tagName, textContent, labels } = document.activeElement;
    return ariaLabel ?? labels?.[0]?.firstChild.textContent ?? `${tagName} ${textContent}`;
  });

test("the focus stays where it is used", () =>
  withPage("", async (page) => {
    const press = async (locator, key, expected) => {
      await locator.focus();
      const name = await focused(page);
      await page.keyboard.press(key);
      await page.waitForTimeout(20);
      for (let wait = 0; expected && wait < 50 && (await focused(page)) !== expected; wait++)
        await page.waitForTimeout(20);
      assert.equal(await focused(page), expected ?? name);
    };
    const named = (name) => page.locator(`[aria-label="${name}"]`);
    await press(named("Play all steps"), "Enter", "Pause");
    await press(named("Pause"), "Enter", "Play all steps");
    for (const name of ["First step", "Step forward", "Last step", "Step back"])
      await press(named(name), "Enter");
    await press(page.getByText("Animate bits", { exact: true }), "Enter");
    for (const name of ["Next technique", "Technique before"]) await press(named(name), "Enter");
    await press(page.locator("#controls").getByText("queen", { exact: true }), "Enter");
    await press(tool(page, "Undo"), "Enter");
    await press(tool(page, "Redo"), "Enter");
    for (const link of ["view=steps", "view=compare", "view=lanes", "view=heat", "view=proof"]) {
      await go(page, link);
      for (const list of await page.locator("#view select, #controls select").all())
        if (await list.isVisible()) {
          // Not the last option, after which the key does nothing.
          await list.evaluate((list) => (list.selectedIndex = 0));
          await press(list, "ArrowDown");
        }
    }
    await go(page, "step=7");
    await press(page.locator(".stage .token").first(), "Enter", "BUTTON occupied");
    await go(page, "view=moves");
    await page.getByLabel("Depth").fill("2");
    await press(page.getByLabel("Depth"), "Tab", "BUTTON Count");
  }));

test("playing that is halted and begun again goes on alone", () =>
  withPage(
    "#step=0",
    async (page) => {
      await stopClock(page);
      await page.click('[aria-label="Play all steps"]');
      await page.clock.runFor(300);
      for (let turn = 0; turn < 3; turn++) {
        await page.click('[aria-label="Pause"]');
        await page.click('[aria-label="Play all steps"]');
      }
      const seen = [];
      for (let turn = 0; turn < 40; turn++) {
        await page.clock.runFor(100);
        seen.push(Number((await count(page)).split(" / ")[0]));
      }
      // One loop stays at least 900 ms at each step.
      for (let at = 9; at < seen.length; at++) assert.ok(seen[at] - seen[at - 9] <= 1, String(seen));
      assert.ok(seen.at(-1) > 2, String(seen));
    },
    { reducedMotion: "no-preference" },
  ));

test("a step that cannot be animated says why", () =>
  withPage("#step=0", async (page) => {
    const animate = () => page.getByText("Animate bits", { exact: true }).click();
    await animate();
    assert.match(await page.textContent("#notice"), /no bits that move/);
    await go(page, "step=7");
    await animate();
    assert.match(await page.textContent("#notice"), /reduced motion/);
  }));

/** Animates a step and returns the classes of what was drawn on the way. */
async function animated(page, link) {
  await go(page, link);
  await page.evaluate(() => {
    globalThis.drawn = new Set();
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target.getAttribute("d")) drawn.add(target.getAttribute("class"));
    }).observe(document.querySelector(".stage"), { attributes: true, subtree: true });
  });
  await page.getByText("Animate bits", { exact: true }).click();
  await page.clock.runFor(20_000);
  return page.evaluate(() => [...drawn].sort());
}

test("products, negations and subtractions by ranks are animated", () =>
  withPage(
    "",
    async (page) => {
      await page.clock.install();
      const titles = async (link) => {
        await go(page, `${link}&step=0`);
        return page.$$eval(".film .card", (cards) => cards.map((card) => card.title));
      };
      for (const [link, part, classes] of [
        ["technique=magic-plain&slider=rook", " * ", ["cursor", "ones"]],
        ["technique=congruent-modulo&slider=rook", "high(", ["cursor", "ones"]],
        ["technique=hq-byte-ranks&slider=rook", "bytes(", ["borrow", "cursor", "ones", "stop"]],
        ["technique=obstruction-difference&slider=rook", "-upper", ["borrow", "cursor", "ones"]],
      ]) {
        const all = await titles(link);
        const at = all.findIndex((title) => title.includes(part));
        assert.ok(at >= 0, `${link}: ${all}`);
        const drawn = await animated(page, `${link}&step=${at}`);
        for (const name of classes) assert.ok(drawn.includes(name), `${all[at]}: ${drawn}`);
      }
    },
    { reducedMotion: "no-preference" },
  ));

test("a text that no address can hold is written as far as it can", () =>
  withPage("#view=heat", async (page) => {
    // What a tool types is repaired on its way, what a script writes is not.
    const field = page.getByLabel("FEN", { exact: true });
    await field.evaluate((field) => (field.value = "8/8 \ud800 w"));
    await field.press("Enter");
    assert.equal(await page.locator("#view .error").count(), 1);
    await page.getByText("Step through", { exact: true }).click();
    assert.ok(await page.isVisible(".stage"));
  }));

test("a changed operator goes with its technique, and undo does not leave the view", () =>
  withPage("#view=proof&slider=bishop&technique=hyperbola-quintessence", async (page) => {
    const changed = () => page.evaluate(() => location.hash.includes("change="));
    await page.locator(".variant select").selectOption({ index: 3 });
    assert.ok(await changed());
    await page.locator("#controls").getByText("rook", { exact: true }).click();
    assert.ok(!(await changed()));
    await page.locator(".variant select").selectOption({ index: 3 });
    await page.getByText("Step through", { exact: true }).click();
    await page.click('[aria-label="Next technique"]');
    assert.ok(!(await changed()));
    await page.getByText("Prove", { exact: true }).click();
    await page.keyboard.press("Control+z");
    assert.ok(await page.isVisible(".view.proof"));
    assert.equal(await page.locator("#view select").first().inputValue(), "hyperbola-quintessence");
    assert.ok(await changed());
  }));

test("where no operator can be changed, the techniques are named where one can", () =>
  withPage("#view=proof&technique=magic-plain&slider=queen&square=e4", async (page) => {
    const names = await page.locator(".variant button").allTextContents();
    // The README says how many the others are.
    const said = /\((\d+) of (\d+) for a queen\)/.exec(readFileSync(join(root, "web", "README.md"), "utf8"));
    const all = hyperbola("list").length;
    assert.deepEqual(said.slice(1).map(Number), [all - names.length, all], String(names));
    for (const [at, name] of names.entries()) {
      await page.locator(".variant button").nth(at).click();
      assert.ok((await page.locator(".variant option").count()) > 5, name);
      await page.keyboard.press("Control+z");
    }
    // A bishop's lines need no table in more techniques.
    await page.locator("#controls").getByText("bishop", { exact: true }).click();
    const others = await page.locator(".variant button").allTextContents();
    assert.ok(others.length > names.length, String(others));
  }));

test("undo, numbers on the squares and sharing are there in each view", () =>
  withPage("", async (page) => {
    for (const view of ["steps", "compare", "lanes", "heat", "moves", "proof"]) {
      await go(page, `view=${view}`);
      for (const name of ["Undo", "Redo", "Share or embed …"]) assert.ok(await tool(page, name).isVisible());
      const list = page.getByLabel("Square numbers");
      const shown = await list.all();
      const visible = [];
      for (const one of shown) if (await one.isVisible()) visible.push(one);
      assert.equal(visible.length, 1, view);
      await visible[0].selectOption("a8");
      const numbers = await page.$$eval(".board", (boards) => {
        const board = boards.findLast((board) => board.checkVisibility() && board.querySelector(".number"));
        return [...board.querySelectorAll(".number")].map((number) => number.textContent);
      });
      // From a1 to h8: the squares from a8 on.
      const expected = Array.from({ length: 64 }, (_, square) => String(square ^ 56));
      assert.deepEqual(numbers, expected, view);
      await tool(page, "Undo").click();
      assert.equal(await page.locator(".board .number").count(), 0, view);
    }
  }));

test("lanes keep their squares when there are more of them, and fewer", () =>
  withPage("#view=lanes&lanes=a1.b2.c3.d5", async (page) => {
    const squares = () =>
      page.$$eval("#view figcaption", (all) => all.map((one) => /: (..) /.exec(one.textContent)[1]));
    await page.getByText("8 lanes", { exact: true }).click();
    const eight = await squares();
    assert.equal(eight.length, 8);
    assert.deepEqual(eight.slice(0, 4), ["a1", "b2", "c3", "d5"]);
    await page.getByText("4 lanes", { exact: true }).click();
    assert.deepEqual(await squares(), eight.slice(0, 4));
  }));

test("a pawn that is clicked to the last rank becomes a queen", () =>
  withPage("#view=moves&fen=8/P6k/8/8/8/8/8/K7_w_-_-_0_1", async (page) => {
    for (const square of ["a7", "a8"])
      await page.locator(`[data-name="moves"] [aria-label^="${square}:"]`).click();
    assert.match(await page.textContent("#view .mono"), /^Q7\//);
  }));

test("playing from the last step begins anew", () =>
  withPage(
    "#technique=kogge-stone&slider=rook&step=0",
    async (page) => {
      await stopClock(page);
      await page.click('[aria-label="Last step"]');
      await page.click('[aria-label="Play all steps"]');
      assert.match(await count(page), /^1 \//);
    },
    // Pages of one context have one clock.
    { reducedMotion: "reduce" },
  ));

test("a technique in the table opens its steps", () =>
  withPage("#view=compare", async (page) => {
    await page.locator("#view tbody").getByText("Kogge-Stone fill", { exact: true }).click();
    assert.ok(await page.isVisible(".stage"));
    assert.equal(await page.locator("#view select").first().inputValue(), "kogge-stone");
  }));

test("castling is a click on the king's target too", () =>
  withPage("#view=moves&fen=r3k2r/8/8/8/8/8/8/R3K2R_w_KQkq_-_0_1", async (page) => {
    const cell = (square) => page.locator(`[data-name="moves"] [aria-label^="${square}:"]`);
    await cell("e1").click();
    assert.equal(await cell("e1").getAttribute("aria-label"), "e1: white king, chosen");
    assert.equal(await cell("g1").getAttribute("aria-label"), "g1: empty, target");
    await cell("g1").click();
    assert.match(await page.textContent("#view .mono"), /R4RK1 b kq/);
  }));

test("no key reaches what is behind the dialog", () =>
  withPage("", async (page) => {
    await page.locator("#controls").getByText("rook", { exact: true }).click();
    const before = await count(page);
    await tool(page, "Share or embed …").click();
    await page.locator("dialog .primary").focus();
    for (const key of ["ArrowRight", "Control+z"]) await page.keyboard.press(key);
    assert.equal(await count(page), before);
    assert.equal(await page.getAttribute('#controls [aria-pressed="true"]', "aria-pressed"), "true");
    assert.match(await page.textContent('#controls [aria-pressed="true"]'), /rook/);
  }));

test("a position that is not legal is put on the board, and has a heat map", () =>
  withPage("", async (page) => {
    const field = page.getByLabel("Paste occupied squares");
    const fen = "8/8/8/3Q4/8/8/8/8 w - - 0 1";
    await field.fill(fen);
    await field.press("Enter");
    assert.equal(await page.textContent(".numbers dd code"), "0x0000000800000000");
    // Its pieces are those of the other views.
    await page.getByText("Count attacks", { exact: true }).click();
    assert.equal(await page.locator("#view .piece").count(), 2);
    assert.match(await page.textContent("#view figcaption"), /^White: 27 squares/);
  }));

test("the numbers of a board are right, and are copied", () =>
  withPage(
    "",
    async (page) => {
      const occupied = 0x0008240042002080n;
      const a8 = occupied.toString(16).padStart(16, "0").match(/../g).reverse().join("");
      const expected = {
        hexadecimal: "0x0008240042002080",
        decimal: String(occupied),
        "a8 = 0": `0x${a8}`,
        binary: occupied.toString(2).padStart(64, "0").match(/.{8}/g).join("_"),
        attacks: hyperbola("attacks", "bishop", "d4", "--occupied", "0x0008240042002080").attacks,
      };
      // The rarer forms are folded.
      await page.getByText("Decimal, a8 = 0 and binary").click();
      for (const [name, text] of Object.entries(expected)) {
        await page.click(`[aria-label="Copy ${name}"]`);
        await page.getByText(`Copied: ${name}.`).waitFor();
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text, name);
      }
      await tool(page, "Share or embed …").click();
      await page.click('[aria-label="Copy the permalink"]');
      await page.getByText("Copied: Permalink.").waitFor();
      assert.equal(
        await page.evaluate(() => navigator.clipboard.readText()),
        `${shared.server.address}#view=steps`,
      );
    },
    { permissions: ["clipboard-read", "clipboard-write"] },
  ));

test("every technique has its article", () =>
  withPage("", async (page) => {
    for (const { id, name, tables, needs } of hyperbola("list")) {
      await go(page, `technique=${id}&step=1`);
      const parts = await page.$$eval(".article > *", (all) => all.map((one) => one.textContent));
      assert.equal(parts[0], name);
      for (const title of ["Idea", "Formula", "Origin", "Tables and instructions"]) {
        const text = parts[parts.indexOf(title) + 1];
        assert.ok(parts.includes(title) && text.length > 10, `${id}: ${title}`);
      }
      for (const table of tables) assert.ok(parts.at(-1).includes(`${table.name} (`), id);
      const instructions = needs.map(({ instruction }) => instruction).join(", ") || "none";
      assert.ok(parts.at(-1).endsWith(`Useful instructions: ${instructions}.`), id);
    }
  }));

test("it works in a frame that may keep nothing", async () => {
  const outer = createServer((_, response) => {
    const frame = `<iframe sandbox="allow-scripts" src="${shared.server.address}#embed=1"></iframe>`;
    response.writeHead(200, { "content-type": "text/html" }).end(frame);
  });
  await new Promise((resolve) => outer.listen(0, "127.0.0.1", resolve));
  const page = await shared.context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`http://127.0.0.1:${outer.address().port}/`);
  const frame = page.frameLocator("iframe");
  await frame.locator(".stage, #view .error").waitFor();
  assert.equal(await frame.locator(".stage").count(), 1);
  // It may have no worker either, and says so.
  const inner = page.frames()[1];
  await inner.evaluate(() => (location.hash = "view=moves&embed=1"));
  await frame.getByText("Count", { exact: true }).click();
  await frame.locator(".sum").waitFor();
  assert.match(await frame.locator(".sum").textContent(), /may not work in the background/);
  await inner.evaluate(() => (location.hash = "chapter=legal"));
  const trial = frame.locator("#chapter-legal .trial");
  // The frame is low, and what is in it covers the button.
  await trial.getByText("Prove it for the king on d4", { exact: true }).press("Enter");
  await trial.getByText(/may not work in the background/).waitFor();
  assert.equal(await trial.locator("button").textContent(), "Prove it for the king on d4");
  assert.deepEqual(errors, []);
  await page.close();
  outer.closeAllConnections();
  await new Promise((resolve) => outer.close(resolve));
});

test("on a phone a step shows on the formula's boards right below the board", () =>
  withPage(
    "",
    async (page) => {
      await page.evaluate(() => document.getElementById("board").scrollIntoView());
      const seen = () =>
        page.evaluate(() => {
          const box = (selector) => document.querySelector(selector).getBoundingClientRect();
          const [board, chosen, bar] = ["#board", ".tile.chosen svg", ".transport"].map(box);
          return {
            isWhole: board.top > -1 && chosen.bottom < bar.top + 1 && bar.bottom < innerHeight + 1,
            isInside: chosen.left >= 0 && chosen.right <= innerWidth,
            name: document.querySelector(".tile.chosen figcaption").textContent,
          };
        });
      const names = new Set();
      for (const forward of [0, 1, 1]) {
        for (let step = 0; step < forward; step++) await page.click('[aria-label="Step forward"]');
        const { isWhole, isInside, name } = await seen();
        assert.ok(isWhole && isInside, `${name}: ${isWhole} ${isInside}`);
        names.add(name);
      }
      assert.equal(names.size, 3, [...names].join());
      const small = await page.$$eval("button:not(.link, .card), nav a, select", (all) =>
        all
          .filter((one) => one.checkVisibility() && one.offsetHeight < 44)
          .map((one) => one.textContent),
      );
      assert.deepEqual(small, []);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true },
  ));

test("a changed operator is stepped through, and what is wrong is marked", () =>
  withPage("#step=7&slider=bishop", async (page) => {
    await page.locator('.formula-place .token[aria-pressed="true"]').waitFor();
    const list = page.getByLabel("Operator");
    await list.selectOption("add");
    const said = await page.textContent(".change");
    assert.match(said, /^Changed: \+ stands in the place of −\. The attacks are wrong on /);
    assert.equal(await page.textContent('.formula-place .token[aria-pressed="true"]'), "+");
    assert.equal(await page.textContent(".stage .formula s"), "o - r");
    const value = (path) => page.getAttribute(path, "d").then(setOf);
    // o and r share no square on this board, so their sum is their union.
    const { steps } = hyperbola(
      "explain", "hyperbola-quintessence", "bishop", "d4", "--occupied", "0x0008240042002080",
    ).sections[1];
    const [o, r, right] = ["o", "r", "positive"].map((name) =>
      BigInt(steps.find((step) => step.name === name).value),
    );
    const result = ".stage .digits path";
    assert.equal(await value(`${result}.ones`), o | r);
    assert.equal(await value(`${result}.fault`), (o | r) ^ right);
    assert.match(new URL(page.url()).hash, /change=\d+:add/);
    await withPage(new URL(page.url()).hash, async (again) =>
      assert.equal(await again.textContent(".change"), said),
    );
    await page.getByText("Put it back", { exact: true }).click();
    assert.equal(await page.locator("#tool .fault").count(), 0);
    assert.equal(await value(`${result}.ones`), right);
  }));
