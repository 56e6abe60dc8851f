/** Looks, access, print, pictures and offline use. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { go, newContext, open, pictures, setUp } from "./browser.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shared = await setUp();

/** Opens the page for a test, which fails if the console then has errors. */
async function withPage(link, body, options) {
  const context = options ? await newContext(shared.browser, options) : shared.context;
  const { page, errors } = await open(context, shared.server.address + link);
  await body(page);
  assert.deepEqual(errors, []);
  await (options ? context : page).close();
}

test("the animation shows the borrow bit by bit, and none where motion is reduced", async () => {
  await withPage(
    "",
    async (page) => {
      const whole = await page.getAttribute(".stage .result path.borrow", "d");
      await page.clock.install();
      await page.getByText("Animate bits", { exact: true }).click();
      await page.clock.runFor(1500);
      assert.equal(await page.locator(".stage path.cursor").count(), 1);
      const part = await page.getAttribute(".stage .result path.borrow", "d");
      assert.ok(part !== "" && part.length < whole.length, part);
      await page.clock.runFor(5000);
      assert.equal(await page.locator(".stage path.cursor").count(), 0);
      assert.equal(await page.getAttribute(".stage .result path.borrow", "d"), whole);
      const count = () => page.textContent(".transport .count");
      await page.click('[aria-label="Play all steps"]');
      assert.match(await count(), /^8 /);
      await page.clock.runFor(5000);
      assert.match(await count(), /^9 /);
      await page.click('[aria-label="Pause"]');
      const halted = await count();
      await page.clock.runFor(9000);
      assert.equal(await count(), halted);
    },
    { reducedMotion: "no-preference" },
  );
  await withPage("", async (page) => {
    await page.getByText("Animate bits", { exact: true }).click();
    assert.equal(await page.locator(".stage path.cursor").count(), 0);
  });
});

test("a picture is saved as SVG that stands alone", () =>
  withPage("", async (page) => {
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
      link.slice(shared.server.address.length),
      async (inner) => {
        assert.ok((await inner.isVisible(".stage")) && !(await inner.isVisible("header")));
      },
      { viewport: { width: 720, height: 460 } },
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
    await withPage(
      "",
      async (page) => {
        // The page lets no script in but its own: axe comes by the debugger.
        await page.evaluate(axe);
        for (const view of VIEWS) {
          await go(page, `view=${view}`);
          await page.screenshot({ path: join(pictures, `${view.split("&")[0]}-${name}.png`) });
          const width = await page.evaluate(
            () => document.documentElement.scrollWidth - innerWidth,
          );
          if (width > 0) problems.push(`${view} ${name}: ${width} pixels too wide`);
          const { violations } = await page.evaluate(() =>
            window.axe.run({ resultTypes: ["violations"] }),
          );
          const where = (nodes) =>
            nodes
              .slice(0, 3)
              .map(({ html }) => html.slice(0, 120))
              .join("; ");
          problems.push(
            ...violations.map(({ id, nodes }) => `${view} ${name}: ${id}: ${where(nodes)}`),
          );
        }
      },
      options,
    );
  }
  assert.deepEqual(problems, []);
});

test("on paper nothing is cut off, and there is nothing to press", () =>
  withPage(
    "",
    async (page) => {
      await page.emulateMedia({ media: "print" });
      for (const view of VIEWS) {
        await go(page, `view=${view}`);
        await page.screenshot({
          path: join(pictures, `${view.split("&")[0]}-print.png`),
          fullPage: true,
        });
        const found = await page.evaluate(() => {
          const isShown = (element) => element.checkVisibility();
          const isCut = (element) =>
            element.scrollHeight > element.clientHeight + 1 ||
            element.scrollWidth > element.clientWidth + 1;
          const buttons = [...document.querySelectorAll("button")].filter(isShown);
          return {
            width: document.documentElement.scrollWidth - innerWidth,
            paper: getComputedStyle(document.body).backgroundColor,
            ink: getComputedStyle(document.body).color,
            // Moves and columns are texts in buttons.
            pressed: buttons
              .filter((button) => !button.matches(".list button, th button, .card, .link"))
              .map((button) => button.textContent),
            cut: [...document.querySelectorAll(".scroll, .list, .card .text, .fen input")]
              .filter((element) => isShown(element) && isCut(element))
              .map((element) => element.textContent || element.value),
          };
        });
        assert.deepEqual(
          found,
          { width: 0, paper: "rgb(255, 255, 255)", ink: "rgb(28, 36, 32)", pressed: [], cut: [] },
          view,
        );
      }
    },
    // A4 less its margins. Who reads in the dark prints on white paper.
    { viewport: { width: 688, height: 1017 }, colorScheme: "dark" },
  ));

test("it is usable within a second and works without the network after the first load", async () => {
  const context = await newContext(shared.browser);
  const { page, errors } = await open(context, shared.server.address);
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
