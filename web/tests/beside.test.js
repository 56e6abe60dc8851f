/** Two techniques at the same step, marked steps of a broken formula, and the views of the chapters. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startLibrary } from "../library.js";
import { go, hyperbola, setOf, setUp, source, target, withPage as openFor } from "./browser.js";

const shared = await setUp();
const withPage = (link, body, options) => openFor(shared, link, body, options);
const { counterpart, titlesOfBoth } = await source("views/counterpart.ts");
const { flatten } = await source("operations.ts");
const { FACTS, fenOf, kingAndRooks, lanesOf, slidersAndPawns } = await source("story/scenes.ts");

const built = join(target, "web", "wasm32-unknown-unknown", "release", "hyperbola_web.wasm");
const ask = startLibrary(readFileSync(built));
const techniques = ask({ ask: "techniques" }).map(({ id }) => id);
const sideOf = (technique, slider) => {
  const explained = ask({ ask: "explain", technique, slider, square: "d4", occupied: "0x0008240042002080" });
  return { explained, steps: flatten(explained) };
};
const titleOf = ({ explained, steps }, at) => explained.explanation.sections[steps[at].section].title;

test("a step's counterpart is the same one where there is one, and always a step", () => {
  for (const slider of ["bishop", "queen"]) {
    const sides = techniques.map((id) => sideOf(id, slider));
    for (const left of sides)
      for (const right of sides) {
        const titles = right.explained.explanation.sections.map(({ title }) => title);
        let last = -1;
        for (const [at, { step }] of left.steps.entries()) {
          const found = counterpart(left, at, right);
          assert.ok(found >= 0 && found < right.steps.length);
          const title = titleOf(left, at);
          const there = right.steps.findIndex(
            (own, at) => titleOf(right, at) === title && own.step.name === step.name,
          );
          // The same name in the same part, else the same part.
          if (there >= 0) assert.equal(found, there);
          else if (titles.includes(title)) assert.equal(titleOf(right, found), title);
          if (left === right) assert.equal(found, at);
          last = found;
        }
        assert.ok(last >= 0);
        // The attacks stand beside the attacks.
        const end = ({ steps }) => steps.findIndex(({ step }) => step.name === `${slider}_attacks`);
        assert.equal(counterpart(left, end(left), right), end(right));
        const both = titlesOfBoth(left, right);
        assert.equal(new Set(both).size, both.length);
        for (const side of [left, right]) {
          // Each side's parts are in their own order.
          const own = side.explained.explanation.sections.map(({ title }) => title);
          assert.deepEqual(both.filter((title) => own.includes(title)), own);
        }
      }
  }
});

const stages = (page) =>
  page.$$eval(".stages .stage .formula", (parts) => parts.map((part) => part.textContent));
const currents = (page) =>
  page.$$eval(".parts-of-both [aria-current]", (cards) =>
    cards.map((card) => [card.closest("[data-side]").dataset.side, card.querySelector("b").textContent]),
  );

test("two techniques are at the same step, beside each other and aligned", () =>
  withPage("#view=compare&technique=hyperbola-quintessence&other=o-xor-o-minus-2r&slider=queen&step=12", async (page) => {
    const same = async (name) => {
      const shown = await stages(page);
      assert.equal(shown.length, 2);
      for (const text of shown) assert.ok(text.startsWith(`${name} = `), text);
      assert.deepEqual(await currents(page), [["0", name], ["1", name]]);
    };
    await same("o");
    await page.getByLabel("Step forward", { exact: true }).click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await same("positive");
    // The stages and the parts begin at the same height, side by side.
    const boxes = async (selector) =>
      page.$$eval(selector, (parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
    for (const selector of [".stages .stage", ".parts-of-both [data-title=file]"]) {
      const [left, right] = await boxes(selector);
      assert.ok(Math.abs(left.top - right.top) < 1 && left.right <= right.left, selector);
    }
    // A step of the other one is picked: both go to it.
    await page.click('[data-side="1"][data-title="rank"] .card:has(b:text-is("negative"))');
    await same("negative");
    assert.match(page.url(), /step=8/);
    // Both have the board and the square of the one large board.
    await page.click('[data-name="main"] [data-square="35"]');
    const occupied = await page.$$eval(
      '.parts-of-both [data-title="input"] .card:nth-child(1) path.ones',
      (paths) => paths.map((path) => path.getAttribute("d")),
    );
    assert.equal(occupied.length, 2);
    for (const path of occupied) assert.equal(setOf(path), 0x0008240042002080n | (1n << 35n));
    // The costs and the times.
    const sums = await page.$$eval(".side .sums", (parts) => parts.map((part) => part.textContent));
    assert.match(sums[0], /^46 operations, chain of 11, 2 KiB of tables$/);
    assert.match(sums[1], /^7.41 ns a query on Zen 4, 3.99 ns on avx512-gfni$/);
    assert.match(sums[2], /^62 operations/);
    assert.match(sums[3], /^12.5 ns a query on Zen 4/);
    // Another technique beside it keeps the step of the first.
    await page.getByLabel("Beside it").selectOption("magic-plain");
    assert.ok((await stages(page))[0].startsWith("negative = "));
    assert.ok((await stages(page))[1].startsWith("rook_attacks = "));
  }));

test("what a picked step has no place for goes back with the next step", () =>
  withPage("#view=compare&technique=magic-plain&other=kogge-stone&slider=rook&step=2", async (page) => {
    await page.click('[data-side="1"][data-title="file"] .card >> nth=2');
    assert.deepEqual(Object.fromEntries(await currents(page)), { 0: "rook_attacks", 1: "over_two" });
    await page.getByLabel("Step back", { exact: true }).click();
    assert.notEqual(Object.fromEntries(await currents(page))[1], "over_two");
  }));

/** The sets of the small boards of all steps, with the squares that are marked as wrong. */
const cards = (page) =>
  page.$$eval(".film .card", (cards) =>
    cards.map((card) => ({
      name: card.querySelector("b").textContent,
      title: card.title,
      ones: card.querySelector("path.ones")?.getAttribute("d"),
      fault: card.querySelector("path.fault")?.getAttribute("d") ?? "",
      isWrongNumber: card.querySelector(".number.wrong") !== null,
      number: card.querySelector(".number")?.textContent,
    })),
  );

test("the small pictures of a broken formula mark the squares that are wrong, and only those", () =>
  withPage("#slider=bishop&step=8", async (page) => {
    let marked = 0;
    for (const link of ["slider=bishop", "technique=kogge-stone&slider=rook", "technique=leorik&slider=queen"]) {
      await go(page, link);
      const right = await cards(page);
      for (const { fault, isWrongNumber, title } of right) {
        assert.ok(fault === "" && !isWrongNumber && !title.includes("wrong"));
      }
      const technique = /technique=([a-z-]+)/.exec(link)?.[1] ?? "hyperbola-quintessence";
      const slider = /slider=(\w+)/.exec(link)[1];
      const query = { technique, slider, square: "d4", occupied: "0x0008240042002080" };
      const changes = ask({ ask: "changes", ...query });
      for (const { node, operations } of [changes[0], changes.at(-1), changes[changes.length >> 1]]) {
        await go(page, `${link}&change=${node}:${operations[0]}`);
        for (const [at, card] of (await cards(page)).entries()) {
          if (card.ones === undefined) {
            assert.equal(card.isWrongNumber, card.number !== right[at].number, card.name);
            continue;
          }
          const wrong = setOf(card.ones) ^ setOf(right[at].ones);
          assert.equal(setOf(card.fault), wrong, `${link} ${node} ${card.name}`);
          assert.equal(/wrong on/.test(card.title), wrong !== 0n, card.title);
          if (wrong !== 0n) marked += 1;
        }
      }
    }
    assert.ok(marked > 10, `${marked}`);
  }));

/** The views that belong to the chapters, where they are others than the steps alone. */
const VIEWS = {
  ranks: ["compare"],
  lanes: ["lanes", "heat"],
  diagram: ["proof"],
  legal: ["moves"],
};

test("each chapter opens the view that belongs to it, at its step and on its board", () =>
  withPage("?", async (page) => {
    const story = await page.$$eval("[data-chapter]", (all) => all.map(({ dataset }) => dataset.chapter));
    assert.deepEqual(Object.keys(FACTS), story);
    for (const [id, { start, opens }] of Object.entries(FACTS)) {
      assert.deepEqual(opens.map(({ view }) => view), VIEWS[id] ?? ["steps"], id);
      for (const [place, opening] of opens.entries()) {
        await go(page, `chapter=${id}`);
        const section = page.locator(`[data-chapter="${id}"]`);
        await section.scrollIntoViewIfNeeded();
        const buttons = section.locator("button.quiet").filter({ hasText: "Open in the explorer" });
        await buttons.first().waitFor();
        assert.equal(await buttons.count(), opens.length, id);
        await buttons.nth(place).click();
        assert.equal(await page.getAttribute("body", "data-view"), opening.view, id);
        const link = new URLSearchParams((await page.evaluate(() => location.hash)).slice(1));
        await checkOpened(page, link, id, start, opening);
      }
    }
  }));

/** Checks what the explorer shows of a chapter. */
async function checkOpened(page, link, id, start, { view, technique, other, part, step }) {
  const shown = (key, usual) => link.get(key) ?? usual;
  if (["steps", "compare", "lanes", "proof"].includes(view)) {
    assert.equal(shown("technique", "hyperbola-quintessence"), technique, id);
    assert.equal(shown("slider", "bishop"), start.slider, id);
    // The lanes stand among all pieces of the chapter's board.
    const others = view === "lanes" ? slidersAndPawns(start) : [];
    const all = others.reduce((set, [, square]) => set | (1n << BigInt(square)), start.occupied);
    assert.equal(BigInt(shown("occupied", "0x0008240042002080")), all, id);
  }
  if (view === "steps") {
    const title = part ?? start.line;
    const { sections } = hyperbola("explain", technique, start.slider, "d4", "--occupied", "0x0");
    const names = sections.find((section) => section.title === title).steps.map(({ name }) => name);
    assert.ok(step === undefined || names.includes(step), `${id}: ${names}`);
    assert.equal(await page.textContent(".stage .formula b"), step ?? names.at(-1), id);
  }
  if (view === "compare") assert.equal(shown("other", "magic-plain"), other, id);
  if (view === "lanes") {
    assert.equal(await page.locator(".boards.lanes svg.board").count(), 8);
    assert.equal(link.get("lanes").split(".")[0], "d4");
  }
  const fen = link.get("fen")?.replaceAll("_", " ");
  if (view === "heat") assert.equal(fen, fenOf(slidersAndPawns(start)));
  if (view === "moves") {
    assert.equal(fen, fenOf(kingAndRooks(start)));
    const moves = await page.$$eval(".moves .list button", (buttons) => buttons.map(({ title }) => title));
    assert.deepEqual(moves.filter((move) => move.startsWith("d4")).sort(), ["d4c3", "d4c4", "d4e3", "d4e4"]);
  }
}

test("the positions of the chapters have each piece once, whatever the scene", () => {
  for (let square = 0; square < 64; square++)
    for (const occupied of [0n, (1n << 64n) - 1n, 0x8100_0000_0000_4281n]) {
      const scene = { slider: "queen", square, occupied: occupied & ~(1n << BigInt(square)), line: "file" };
      const pieces = slidersAndPawns(scene);
      assert.equal(new Set(pieces.map(([, at]) => at)).size, pieces.length);
      assert.deepEqual(pieces[0], ["Q", square]);
      const lanes = lanesOf(scene);
      assert.ok(lanes.length === 8 && new Set(lanes).size === 8 && lanes[0] === square);
      const { pieces: placed } = ask({ ask: "placed", fen: fenOf(pieces) });
      assert.equal(placed.length, pieces.length);
      const kings = kingAndRooks(scene);
      assert.equal(new Set(kings.map(([, at]) => at)).size, kings.length);
      assert.ok(kings[1][1] !== square && [7, 8, 9, 1].every((by) => Math.abs(kings[1][1] - square) !== by));
    }
});

const KIWIPETE = "fen=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The least size of what a finger presses, in pixels; less than half a pixel is rounding. */
const LEAST = 43.5;

test("on a phone each view has targets for a finger, and its result is in sight of the cause", () =>
  withPage(
    "#view=steps",
    async (page) => {
      for (const [link, cause, result] of [
        ["view=steps&code=c", "#board", ".formula-picture"],
        ["view=compare&step=8", "#board", ".stages .stage"],
        ["view=lanes", "#board", ".boards.lanes svg.board"],
        [`view=heat&${KIWIPETE}`, ".fen", ".boards svg.board"],
        [`view=moves&${KIWIPETE}`, ".moves .column svg.board", ".moves .list button"],
        ["view=proof&slider=bishop", "#board", ".view.proof button.primary"],
      ]) {
        await go(page, link);
        await page.evaluate(() => scrollTo(0, 0));
        if (link.includes("code")) await page.waitForSelector(".listing");
        const small = await page.evaluate((least) => {
          const targets = [...document.querySelectorAll("button, select, input, a[href], summary")];
          return targets
            .filter((target) => target.checkVisibility() && !target.matches("#skip, .article p:not(:has(> a:only-child)) a, .article .part a"))
            .map((target) => [target.ariaLabel ?? target.textContent, target.getBoundingClientRect()])
            .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < least)
            .map(([name, { width, height }]) => `${name} ${width} ${height}`);
        }, LEAST);
        assert.deepEqual(small, [], link);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, link);
        const bottom = async (selector) => (await page.locator(selector).first().boundingBox()).y;
        assert.ok((await bottom(cause)) >= 0 && (await bottom(cause)) < 400, link);
        assert.ok((await bottom(result)) < 844 - 120, `${link}: ${await bottom(result)}`);
      }
      // A proof and a counterexample are in sight of the button and the list that ask for them.
      await go(page, "view=proof&slider=bishop");
      await page.locator(".view.proof .primary").first().click();
      await page.waitForSelector('.result[data-state="proved"]');
      const bottomOf = (selector) =>
        page.$eval(selector, (element) => element.getBoundingClientRect().bottom);
      assert.ok((await bottomOf(".result")) - (await bottomOf(".view.proof .primary")) < 500);
      const list = page.locator(".variant select");
      await list.selectOption({ index: 1 });
      await page.waitForSelector('.verdict[data-state="wrong"]');
      const [top, end] = [await list.boundingBox(), await bottomOf(".verdict")];
      assert.ok(end - top.y < 844, `${end - top.y}`);
    },
    PHONE,
  ));
