/** The board, the links, undo, looks, access and offline use. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { hyperbola, open, pictures, serve, startBrowser } from "./browser.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let server, browser;
before(async () => {
  [server, browser] = await Promise.all([serve(), startBrowser()]);
});
after(async () => {
  await browser.close();
  await server.close();
});

/** Opens the page for a test, which fails if the console then has errors. */
async function withPage(link, options, body) {
  const opened = await open(browser, server.address + link, options);
  await body(opened.page, opened);
  assert.deepEqual(opened.errors, []);
  await opened.context.close();
}

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
  withPage("", {}, async (page) => {
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
  withPage("", {}, async (page) => {
    await cell(page, "d4").focus();
    for (const key of ["ArrowUp", "ArrowRight", "Space"]) await page.keyboard.press(key);
    assert.equal(await occupied(page), EXAMPLE | bit("e5"));
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    assert.match(await page.getAttribute('[data-name="main"]', "aria-label"), /bishop on e3/);
    assert.match(
      await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
      /^e3: bishop/,
    );
    // The keys of the board are not those of the steps.
    assert.match(await page.textContent(".transport .count"), /^8 \//);
  }));

test("what is pasted is read, or refused with a message", () =>
  withPage("", {}, async (page) => {
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
      assert.match(await page.textContent("#notice .error"), /neither 64 bits nor a FEN: ./, text);
      assert.equal(await occupied(page), 0xffff00000000ffffn, text);
    }
    assert.equal(await page.locator("img").count(), 1, "the page has its own picture alone");
  }));

test("a link holds the whole state", () =>
  withPage("", {}, async (page) => {
    await page.selectOption("#view select", "obstruction-difference");
    await page.getByText("queen", { exact: true }).click();
    await cell(page, "e5").click();
    await page.click('[aria-label="Step forward"]');
    await page.getByLabel("Square numbers").selectOption("a8");
    const before = await page.evaluate(() => [
      location.href,
      document.querySelector("main").textContent,
    ]);
    const again = await open(browser, before[0]);
    const text = await again.page.evaluate(() => document.querySelector("main").textContent);
    // Only undo knows how it came about.
    assert.equal(text, before[1]);
    assert.deepEqual(again.errors, []);
    await again.context.close();
  }));

test("a link holds a text with the signs of links", () =>
  withPage("#view=heat", {}, async (page) => {
    const text = "8/8 w & # % = - 0 1&view=proof";
    const field = page.getByLabel("FEN", { exact: true });
    await field.fill(text);
    await field.press("Enter");
    const link = new URL(await page.evaluate(() => location.href)).hash;
    await withPage(link, {}, async (again) => {
      assert.equal(await again.getByLabel("FEN", { exact: true }).inputValue(), text);
      assert.equal(await again.locator("#notice .error").count(), 0);
    });
  }));

test("hostile links give a message and a page that works", async () => {
  const hostile = [
    "technique=nothing",
    "square=i9",
    "occupied=0xzz",
    "occupied=0x11111111111111111",
    "step=-1",
    "step=99999",
    "view=__proto__",
    "slider=constructor",
    "%E0%A4%A=1",
    "fen=%00",
    "x=<script>alert(1)</script>",
    "lanes=a1.a2",
    "lanes=a1.a2.a3.x9",
    "change=9:<b>",
    "depth=1e9",
    `occupied=${"9".repeat(3000)}`,
    "embed=yes",
    "=",
  ];
  for (const link of hostile) {
    await withPage(`#${link}`, {}, async (page) => {
      // A FEN is for the view that reads it.
      if (!link.startsWith("fen"))
        assert.match(await page.textContent("#notice .error"), /the link/, link);
      assert.equal(await occupied(page), EXAMPLE, link);
      assert.equal(await page.locator("#notice :not(p, button)").count(), 0, `${link} became HTML`);
      await cell(page, "e5").click();
      assert.equal(await occupied(page), EXAMPLE | bit("e5"), link);
    });
  }
  for (const view of ["moves", "heat"]) {
    for (const fen of [
      "<img_src=x_onerror=alert(1)>",
      "8/8/8/8/8/8/8/8_w_-_-_0_1",
      "k7/8/8/8/8/8/8/K7/",
      "",
      "é",
    ]) {
      await withPage(`#view=${view}&fen=${fen}`, {}, async (page) => {
        const isEmptyBoard = view === "heat" && fen.startsWith("8/8");
        assert.equal(
          await page.locator("#view .error").count(),
          isEmptyBoard ? 0 : 1,
          `${view} ${fen}`,
        );
        assert.equal(await page.locator("img").count(), 1, "the page has its own picture alone");
      });
    }
  }
  await withPage("#view=proof&change=9999:add", {}, async (page) => {
    assert.match(await page.textContent("#view .error"), /change/);
  });
});

test("the animation shows the borrow bit by bit, and none where motion is reduced", async () => {
  await withPage("", { reducedMotion: "no-preference" }, async (page) => {
    await page.getByText("Animate bits", { exact: true }).click();
    await page.waitForFunction(() =>
      document.querySelector(".stage path.cursor")?.getAttribute("d"),
    );
    const part = await page.getAttribute(".stage .result path.borrow", "d");
    await page.waitForFunction(() => !document.querySelector(".stage path.cursor"), null, {
      timeout: 8000,
    });
    const whole = await page.getAttribute(".stage .result path.borrow", "d");
    assert.ok(part.length < whole.length);
    await page.click('[aria-label="Play all steps"]');
    await page.waitForFunction(
      () => document.querySelector(".transport .count").textContent.startsWith("9 "),
      null,
      { timeout: 8000 },
    );
    await page.click('[aria-label="Pause"]');
  });
  await withPage("", {}, async (page) => {
    await page.getByText("Animate bits", { exact: true }).click();
    assert.equal(await page.locator(".stage path.cursor").count(), 0);
  });
});

test("a picture is saved as SVG that stands alone", () =>
  withPage("", {}, async (page) => {
    await page.getByText("Share or embed …", { exact: true }).click();
    for (const name of ["Board as SVG", "Step as SVG"]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByText(name, { exact: true }).click(),
      ]);
      const svg = readFileSync(await download.path(), "utf8");
      assert.match(svg, /^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      assert.ok(
        !svg.includes("class=") && !svg.includes("var(") && svg.includes('fill="rgb('),
        name,
      );
      const isWellFormed = await page.evaluate(
        (text) =>
          new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror") ===
          null,
        svg,
      );
      assert.ok(isWellFormed, name);
    }
    const frame = await page.getByLabel("Embed form", { exact: true }).inputValue();
    const link = /src="([^"]*)"/.exec(frame)[1].replaceAll("&amp;", "&");
    await withPage(
      link.slice(server.address.length),
      { viewport: { width: 720, height: 460 } },
      async (inner) => {
        assert.ok((await inner.isVisible(".stage")) && !(await inner.isVisible("header")));
      },
    );
  }));

const KIWIPETE = "fen=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1";
const VIEWS = ["steps", "compare", "lanes", `heat&${KIWIPETE}`, `moves&${KIWIPETE}`, "proof"];

test("every view is accessible, light and dark at a desk, and on a phone", async () => {
  mkdirSync(pictures, { recursive: true });
  const problems = [];
  for (const [name, options] of Object.entries({
    desk: {},
    dark: { colorScheme: "dark" },
    phone: { viewport: { width: 390, height: 844 } },
  })) {
    for (const view of VIEWS) {
      await withPage(`#view=${view}`, options, async (page) => {
        await page.screenshot({ path: join(pictures, `${view.split("&")[0]}-${name}.png`) });
        const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (width > 0) problems.push(`${view} ${name}: ${width} pixels too wide`);
        // The page lets no script in but its own: axe comes by the debugger.
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        const where = (nodes) =>
          nodes
            .slice(0, 3)
            .map(({ html }) => html.slice(0, 120))
            .join("; ");
        problems.push(
          ...violations.map(({ id, nodes }) => `${view} ${name}: ${id}: ${where(nodes)}`),
        );
      });
    }
  }
  assert.deepEqual(problems, []);
});

test("it is usable within a second and works without the network after the first load", async () => {
  const { page, context, errors } = await open(browser, server.address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, {
    timeout: 10_000,
  });
  const ready = [];
  for (let turn = 0; turn < 3; turn++) {
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    ready.push(Number(await page.getAttribute("body", "data-ready")));
  }
  console.log(`usable after ${ready.join(", ")} ms`);
  assert.ok(Math.min(...ready) <= 1000, `usable after ${ready} ms`);
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.getByText("Moves", { exact: true }).click();
  await page.getByText("Count", { exact: true }).click();
  await page.waitForSelector('.result[data-state="done"]');
  assert.match(await page.textContent(".sum"), /^197,281 /);
  assert.deepEqual(errors, []);
  await context.close();
});
