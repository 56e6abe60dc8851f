/** Each step that the page shows is the command's, and the page is quick. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { go, hyperbola, hyperbolaLater, root, setOf, setUp } from "./browser.js";

const { page, errors } = await setUp();

/** Ten boards, each with a slider's square: empty, full, edges, neighbours, noise and others. */
const BOARDS = [
  ["d4", "0x0008240042002080"],
  ["d4", "0x0000000000000000"],
  ["d4", "0xffffffffffffffff"],
  ["d4", "0xff818181818181ff"],
  ["a1", "0x0001002000000540"],
  ["h8", "0x1008040201000080"],
  ["d1", "0xffff00000000ffff"],
  ["e5", "0x0000383828380000"],
  ["b7", "0x5ac3a53c99660f81"],
  ["g2", "0x8040201008040201"],
];
const SLIDERS = ["rook", "bishop", "queen"];

/** Goes to a link and returns what the page then shows of its steps. */
async function shown(link) {
  await go(page, link);
  return page.evaluate(() =>
    [...document.querySelectorAll(".film section")].map((section) => ({
      title: section.querySelector("h2").textContent,
      steps: [...section.querySelectorAll(".card")].map((card) => ({
        title: card.title,
        path: card.querySelector("path.ones")?.getAttribute("d") ?? null,
        number: card.querySelector(".number")?.textContent ?? null,
      })),
    })),
  );
}

test("every step of every technique is the command's, on ten boards", async () => {
  const techniques = hyperbola("list");
  const cases = techniques.flatMap(({ id }, number) =>
    BOARDS.map(([square, occupied], at) => [id, SLIDERS[(number + at) % 3], square, occupied, at]),
  );
  const explained = ([id, slider, square, occupied]) =>
    hyperbolaLater("explain", id, slider, square, "--occupied", occupied);
  let [steps, next] = [0, explained(cases[0])];
  for (const [index, [id, slider, square, occupied, at]] of cases.entries()) {
    const link = `technique=${id}&slider=${slider}&square=${square}&occupied=${occupied}&step=${at}`;
    const [sections, expected] = await Promise.all([shown(link), next]);
    // The command computes the next while this one is compared.
    if (index + 1 < cases.length) next = explained(cases[index + 1]);
    assert.deepEqual(
      sections.map(({ title }) => title.toLowerCase()),
      expected.sections.map(({ title }) => title),
    );
    sections.forEach((section, index) => {
      const own = expected.sections[index].steps;
      assert.equal(section.steps.length, own.length, link);
      section.steps.forEach((step, place) => {
        const { name, expression, value, kind } = own[place];
        assert.equal(step.title, expression === name ? name : `${name} = ${expression}`, link);
        if (kind === "board") assert.equal(setOf(step.path), BigInt(value), `${link}: ${name}`);
        else assert.equal(BigInt(step.number), BigInt(value), `${link}: ${name}`);
        steps += 1;
      });
    });
  }
  assert.ok(
    techniques.length >= 39 && steps > 10_000,
    `${steps} steps of ${techniques.length} techniques`,
  );
  console.log(`${steps} steps of ${techniques.length} techniques`);
});

test("the large step shows the operands and the result that its value comes from", async () => {
  await shown(
    "technique=hyperbola-quintessence&slider=bishop&square=d4&occupied=0x0008240042002080&step=7",
  );
  const values = await page.$$eval(".stage .tile", (figures) =>
    figures.map((figure) => ({
      name: figure.querySelector("figcaption").textContent,
      ones: [...figure.querySelectorAll("path.ones, path.borrow")]
        .map((path) => path.getAttribute("d"))
        .join(""),
      stop: figure.querySelector("path.stop")?.getAttribute("d") ?? "",
    })),
  );
  assert.deepEqual(
    values.map(({ name }) => name),
    ["o", "o − r", "r"],
  );
  // The film marks the same operands.
  const operands = await page.$$eval(".film .operand", (cards) => cards.map(({ title }) => title));
  assert.deepEqual(operands.map((title) => title.split(" = ")[0]).sort(), ["o", "r"]);
  const [o, positive, r] = values.map(({ ones }) => setOf(ones));
  assert.equal(positive, o - r);
  // The borrow stops at the blocker on f6.
  assert.equal(setOf(values[1].stop), 1n << 45n);
});

test("the formula of each technique's sections has a board for each token, with its value", async () => {
  let boards = 0;
  for (const { id } of hyperbola("list")) {
    const { sections } = hyperbola(
      "explain", id, "bishop", "d4", "--occupied", "0x0008240042002080",
    );
    let step = 0;
    for (const section of sections) {
      const link = `technique=${id}&slider=bishop&occupied=0x0008240042002080&step=${step}`;
      await go(page, link);
      step += section.steps.length;
      const tiles = await page.$$eval(".formula-place .tile", (all) =>
        all.map((tile) => [
          tile.querySelector("figcaption").textContent,
          tile.querySelector("path.ones")?.getAttribute("d") ?? null,
        ]),
      );
      const tokens = await page.$$(".formula-place .token");
      assert.ok(tokens.length >= tiles.length && tiles.length <= 40, `${id} ${section.title}`);
      for (const [name, path] of tiles) {
        const own = section.steps.find((step) => step.name === name && step.kind === "board");
        if (!own || path === null) continue;
        assert.equal(setOf(path), BigInt(own.value), `${id} ${section.title} ${name}`);
        boards += 1;
      }
    }
  }
  assert.ok(boards > 200, String(boards));
});

test("a token leads to its step, and a step marks its token", async () => {
  await go(page, "technique=hyperbola-quintessence&slider=bishop&square=d4&step=7");
  const pressed = () => page.textContent('.formula-place .token[aria-pressed="true"]');
  assert.equal(await pressed(), "−");
  await page.click('[aria-label="Step forward"]');
  assert.equal(await pressed(), "mirror");
  await page.getByRole("button", { name: "line", exact: true }).first().click();
  assert.match(await page.textContent(".stage .formula"), /^line = /);
  assert.equal(await pressed(), "line");
});

test("stepping goes forward, back, to the ends and to an operand", async () => {
  await shown("technique=kogge-stone&slider=rook&step=0");
  const count = () => page.textContent(".transport .count");
  const press = (name) => page.click(`[aria-label="${name}"]`);
  await press("Step forward");
  assert.match(await count(), /^2 \//);
  await press("Last step");
  const last = await count();
  assert.equal(last.split(" / ")[0], last.split(" / ")[1]);
  await page.click(".stage .token >> nth=0");
  assert.notEqual(await count(), last);
  await press("First step");
  assert.match(await count(), /^1 \//);
  await page.keyboard.press("ArrowRight");
  assert.match(await count(), /^2 \//);
});

test("each step has its instructions, and the longest chain goes through the steps without a gap", async () => {
  for (const { id } of hyperbola("list")) {
    await go(page, `technique=${id}&slider=queen&step=0`);
    const { places, machines, chain, found } = await page.evaluate(() => {
      const texts = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
      const fact = [...document.querySelectorAll(".facts div")].find((one) => one.textContent.includes("longest chain"));
      return {
        places: [...document.querySelectorAll(".film [data-chain]")].map(({ dataset }) => dataset.chain),
        machines: texts(".film section:not(.found):not(:first-of-type) .card small"),
        chain: Number(fact.querySelector("dd").textContent),
        found: texts(".film .found small, .film .found [data-chain]"),
      };
    });
    // The places of each step's operations follow those of the step before, from 1 to the end.
    const ends = places.map((text) => text.split("–").map(Number));
    assert.equal(ends[0][0], 1, id);
    assert.equal(ends.at(-1).at(-1), chain, id);
    for (const [at, [first]] of ends.entries()) if (at > 0) assert.equal(first, ends[at - 1].at(-1) + 1, `${id}: ${places}`);
    assert.ok(machines.some((text) => text !== ""), id);
    for (const text of machines) assert.match(text, /^[a-z0-9]+( instructions)?(, [a-z0-9]+( instructions)?)*( \| .+)?$|^$/, id);
    assert.deepEqual(found, [], id);
  }
  const said = async (link) => (await go(page, link), page.textContent(".stage .machine"));
  const line = "technique=hyperbola-quintessence&slider=bishop";
  assert.equal(await said(`${line}&step=7`), "x86-64-v3: sub · AArch64: sub");
  assert.equal(await said(`${line}&step=8`), "x86-64-v3: sub, bswap · AArch64: sub, rev · in the longest chain: 4–5");
  assert.equal(await said("technique=dual-hq&slider=rook&step=0"), "");
  const bytes = JSON.parse(readFileSync(join(root, "workshop", "lab", "code-bytes.json"), "utf8")).queens;
  const own = bytes.find(({ technique, word }) => technique === "dual-hq" && word === "u64").bytes;
  assert.match(await page.textContent(".film > .hint"), RegExp(`has ${own} bytes of machine code\\.`));
});

/** In milliseconds: a step is one frame of the screen, a changed board at most two. */
const LIMITS = { step: 16, board: 33 };

test("a step and a changed board are quick, of each technique", async () => {
  const worst = { step: 0, board: 0 };
  for (const { id } of hyperbola("list")) {
    await go(page, `technique=${id}&slider=queen&step=0`);
    // Other programs may run beside the test: the least time has none of theirs, sooner or later.
    const least = await page.evaluate(async (limits) => {
      const least = { step: Infinity, board: Infinity };
      const time = async (name, action) => {
        const start = performance.now();
        action();
        document.body.getBoundingClientRect();
        least[name] = Math.min(least[name], performance.now() - start);
        await new Promise((resolve) => setTimeout(resolve));
      };
      const isSlow = () => least.step > limits.step || least.board > limits.board;
      for (let turn = 0; turn < 5 || (isSlow() && turn < 400); turn++) {
        await time("step", () => document.querySelector('[aria-label="Step forward"]').click());
        const cell = document.querySelector('[data-name="main"] [data-square="30"]');
        await time("board", () =>
          cell.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true })),
        );
      }
      return least;
    }, LIMITS);
    for (const [name, limit] of Object.entries(LIMITS)) {
      worst[name] = Math.max(worst[name], least[name]);
      assert.ok(least[name] <= limit, `${id}: ${name}: ${least[name]} ms`);
    }
  }
  console.log(`worst: ${JSON.stringify(worst)} ms`);
});

test("nothing was written to the console", () => assert.deepEqual(errors, []));
