/** The story: its boards, its questions, its links and its looks. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { chapter, go, hyperbola, pictures, printed, root, setOf, setUp, site, withPage as openFor } from "./browser.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shared = await setUp();
const withPage = (link, body, options) => openFor(shared, link, body, options);

const STORY = "#view=story";
const squareOf = (name) => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);
const nameOf = (square) => "abcdefgh"[square % 8] + ((square >> 3) + 1);
const bit = (square) => 1n << BigInt(square);
const squaresOf = (set) => [...Array(64).keys()].filter((square) => (set >> BigInt(square)) & 1n);
const hex = (set) => `0x${set.toString(16)}`;

const ids = (page) =>
  page.$$eval("[data-chapter]", (all) => all.map((section) => section.dataset.chapter));

/** Reads what stands on a chapter's board. */
async function sceneOf(section) {
  const [slider, square, occupied, line] = (await section.getAttribute("data-scene")).split(" ");
  return { slider, square, occupied: BigInt(occupied), line };
}

const cell = (section, square) => section.locator(`[data-square="${square}"]`);

/** Reads the steps that the command prints of one part. */
function explained(id, slider, { square, occupied }, title) {
  const { sections } = hyperbola("explain", id, slider, square, "--occupied", hex(occupied));
  const { steps } = sections.find((section) => section.title === title);
  return (name) => BigInt(steps.find((step) => step.name === name).value);
}

const sliderOf = (line) => (["rank", "file"].includes(line) ? "rook" : "bishop");
const onLine = (id, scene, line = scene.line) => explained(id, sliderOf(line), scene, line);
const attacks = (slider, square, occupied) =>
  BigInt(hyperbola("attacks", slider, square, "--occupied", hex(occupied)).attacks);

/** Writes the first field of a FEN. */
function placement(pieces) {
  const on = new Map(pieces.map(([piece, square]) => [square, piece]));
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    [...Array(8).keys()].map((file) => on.get(8 * rank + file) ?? "1").join(""),
  );
  return ranks.join("/").replace(/1+/g, (ones) => ones.length);
}

/** What each chapter asks for, from the steps and numbers that the command prints. */
const ANSWERS = {
  loop: ({ slider, square, occupied }) => attacks(slider, square, occupied),
  bits: (scene) => onLine("hyperbola-quintessence", scene, "file")("o"),
  rank(scene) {
    const value = onLine("o-xor-o-minus-2r", scene, "rank");
    return value("positive") & value("o") & value("line");
  },
  line(scene) {
    const value = onLine("o-xor-o-minus-2r", scene);
    return value("positive") & value("line");
  },
  mirror: (scene) => onLine("hyperbola-quintessence", scene)("o'"),
  formula(scene) {
    const value = onLine("hyperbola-quintessence", scene);
    return value("positive") & value("line");
  },
  ranks(scene) {
    const { square, occupied } = scene;
    const inner = 0x7en << BigInt(squareOf(square) & 56);
    return occupied & inner & ~bit(squareOf(square));
  },
  difference(scene) {
    const value = onLine("obstruction-difference", scene);
    return (value("ms1b") & value("lower")) | value("ls1b");
  },
  doubling: (scene) => onLine("kogge-stone", scene)("two"),
  gather: (scene) => onLine("kindergarten", scene, "diagonal")("inner") << 58n,
  magic: (scene) => explained("magic-fancy", "bishop", scene, "bishop")("mask"),
  modulo: (scene) => onLine("casting-out-255", scene, "diagonal")("remainder"),
  pext: (scene) => explained("pext", "bishop", scene, "bishop")("index"),
  lanes({ square, occupied }) {
    const sliders = [["queen", square], ["rook", "b2"], ["bishop", "g2"]].filter(
      ([slider, at]) => slider === "queen" || at !== square,
    );
    const all = sliders.reduce((set, [, at]) => set | bit(squareOf(at)), occupied);
    const sets = sliders.map(([slider, at]) => attacks(slider, at, all));
    const counts = [...Array(64).keys()].map((at) => sets.filter((set) => set & bit(at)).length);
    return counts.reduce((set, count, at) => (count >= 2 ? set | bit(at) : set), 0n);
  },
  diagram({ square }) {
    const from = squareOf(square);
    const file = squaresOf(0x0101_0101_0101_0101n << BigInt(from % 8)).filter((at) => at !== from);
    const above = file.filter((at) => at > from);
    const target = above[Math.min(4, above.length) - 1] ?? file[0];
    return file
      .filter((at) => Math.min(from, target) < at && at < Math.max(from, target))
      .reduce((set, at) => set | bit(at), 0n);
  },
  legal({ square, occupied }) {
    const king = squareOf(square);
    const far = (king % 8 < 4 ? 7 : 0) + (king < 32 ? 56 : 0);
    const rooks = squaresOf(occupied).filter((at) => at !== far);
    const around = (at) =>
      squaresOf((1n << 64n) - 1n)
        .filter((to) => to !== at && Math.abs((to % 8) - (at % 8)) < 2 && Math.abs((to >> 3) - (at >> 3)) < 2)
        .reduce((set, to) => set | bit(to), 0n);
    // The king himself hides nothing.
    const board = rooks.reduce((set, at) => set | bit(at), bit(far));
    const danger = rooks.reduce((set, at) => set | attacks("rook", nameOf(at), board), around(far));
    return around(king) & ~danger;
  },
};

/** Marks squares and checks them. */
async function answer(section, squares) {
  for (const square of squares) await cell(section, square).click();
  await section.getByText("Check", { exact: true }).click();
  return {
    state: await section.getAttribute("data-state"),
    text: await section.locator(".answer").textContent(),
  };
}

test("each chapter's question takes the right squares, and shows what is missed and wrong", () =>
  withPage(STORY, async (page) => {
    const found = await ids(page);
    assert.deepEqual(found, Object.keys(ANSWERS));
    for (const id of found) {
      const section = await chapter(page, id);
      await section.getByText("Answer on the board", { exact: true }).click();
      assert.ok(await section.locator(".told").evaluate((told) => told.inert), id);
      const first = ANSWERS[id](await sceneOf(section));
      assert.notEqual(first, 0n, id);
      const right = await answer(section, squaresOf(first));
      assert.equal(right.state, "right", `${id}: ${right.text}`);
      for (let turn = 0; turn < 3; turn++) {
        await section.getByText("Another board", { exact: true }).click();
        const expected = squaresOf(ANSWERS[id](await sceneOf(section)));
        assert.ok(expected.length > 0, id);
        const stray = [...Array(64).keys()].find((square) => !expected.includes(square));
        const [missed, ...rest] = expected;
        const wrong = await answer(section, [...rest, stray]);
        assert.equal(wrong.state, "wrong", `${id}: ${wrong.text}`);
        assert.match(wrong.text, RegExp(`Missed, with rings: ${nameOf(missed)}\\.`), id);
        assert.match(wrong.text, RegExp(`Not in the set, with crosses: ${nameOf(stray)}\\.`), id);
        assert.equal(await section.locator(".board .right").count(), rest.length, id);
        assert.equal(await section.locator(".board .missed").count(), 1, id);
        assert.equal(await section.locator(".board .wrong").count(), 1, id);
      }
      // The board of the question is there to play with.
      const before = await sceneOf(section);
      const free = squaresOf(~before.occupied & ~bit(squareOf(before.square)) & ((1n << 63n) - 1n));
      await cell(section, free.find((square) => square !== 7)).click();
      assert.equal(await section.getAttribute("data-state"), "play", id);
      assert.notEqual((await sceneOf(section)).occupied, before.occupied, id);
    }
  }));

test("every board reacts: a blocker and the slider change what is drawn and said", () =>
  withPage(STORY, async (page) => {
    for (const id of await ids(page)) {
      const section = await chapter(page, id);
      const drawn = () => section.locator(".live").innerHTML();
      const again = section.getByText("Start again", { exact: true });
      // The board of the chapter before is still there.
      if (await again.isVisible()) await again.click();
      const start = [await drawn(), await sceneOf(section)];
      await cell(section, 28).click();
      const blocked = [await drawn(), await sceneOf(section)];
      assert.equal(blocked[1].occupied, start[1].occupied ^ bit(28), id);
      assert.notEqual(blocked[0], start[0], id);
      await cell(section, 28).click();
      assert.equal((await sceneOf(section)).occupied, start[1].occupied, id);
      await cell(section, squareOf(start[1].square)).dragTo(cell(section, 26));
      assert.equal((await sceneOf(section)).square, "c4", id);
      await again.click();
      assert.deepEqual(await sceneOf(section), start[1], id);
      await cell(section, 27).focus();
      for (const key of ["ArrowUp", "Enter"]) await page.keyboard.press(key);
      assert.equal((await sceneOf(section)).square, "d5", id);
      assert.match(
        await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
        /^d5: /,
        id,
      );
    }
  }));

test("a line is chosen, and the pictures are those of the line", () =>
  withPage("#chapter=line", async (page) => {
    const section = await chapter(page, "line");
    for (const line of ["rank", "file", "diagonal", "anti-diagonal"]) {
      await section.getByRole("button", { name: line, exact: true }).click();
      const scene = await sceneOf(section);
      assert.equal(scene.line, line);
      const value = onLine("o-xor-o-minus-2r", scene);
      const shown = await section
        .locator('.tile[data-value="(o ^ (o - r)) & line"] svg')
        .evaluate((board) => board.getAttribute("aria-label"));
      const names = squaresOf(value("positive") & value("line")).map(nameOf);
      assert.equal(shown, `(o ^ (o − r)) & line: ${names.join(" ") || "no squares"}`);
    }
  }));

test("the formula's tokens have their values, and a square lights on every board", () =>
  withPage("#chapter=formula", async (page) => {
    const section = await chapter(page, "formula");
    const value = onLine("hyperbola-quintessence", await sceneOf(section));
    const tiles = await section.locator(".formula-rest .tile").evaluateAll((all) =>
      all.map((tile) => [
        tile.querySelector("figcaption").textContent,
        tile.querySelector(".ones").getAttribute("d"),
      ]),
    );
    const setOf = (path) =>
      [...path.matchAll(/M(\d) (\d)h/g)].reduce(
        (set, [, x, y]) => set | bit(8 * (7 - Number(y)) + Number(x)),
        0n,
      );
    const shown = new Map(tiles.map(([name, path]) => [name, setOf(path)]));
    for (const [name, expected] of [
      ["o", value("o")],
      ["o − r", value("positive")],
      ["mirror(o' − r')", value("negative")],
      ["((o − r) ^ mirror(o' − r')) & line", value("diagonal_attacks")],
      ["line", value("line")],
    ])
      assert.equal(shown.get(name), expected, name);
    await section.getByRole("button", { name: "o'", exact: true }).click();
    assert.match(
      await section.locator(".formula-rest .sentence").textContent(),
      /o' Mirrors the board/,
    );
    await section.locator(".formula-rest svg.small").first().hover({ position: { x: 8, y: 8 } });
    const boards = await section.locator(".live svg").count();
    assert.equal(await section.locator(".live .lit-square").count(), boards);
    assert.match(await section.locator(".live > .lit").textContent(), /^a8, bit 56$/);
    // A square tells why it is on each board or not.
    const reasons = await section.locator(".formula-rest .why").allTextContents();
    assert.ok(reasons.every((text) => /^[01]/.test(text)) && reasons.some((text) => /neither has it/.test(text)));
  }));

test("factors are tried, a collision is one, and a search finds a factor without", () =>
  withPage("#chapter=magic", async (page) => {
    const section = await chapter(page, "magic");
    const trial = section.locator(".trial");
    assert.equal(await trial.getAttribute("data-collides"), "false", "the library's factor");
    for (let turn = 0; turn < 20; turn++) {
      await section.getByText("Another factor", { exact: true }).click();
      if ((await trial.getAttribute("data-collides")) === "true") break;
    }
    assert.equal(await trial.getAttribute("data-collides"), "true");
    const factor = BigInt(await trial.locator("code").first().textContent());
    const [first, second] = (
      await trial.locator(".tile svg").evaluateAll((boards) =>
        boards.map((board) => board.getAttribute("aria-label")),
      )
    )
      .filter((label) => / set: /.test(label))
      .map((label) =>
        (label.split(": ")[1].match(/[a-h][1-8]/g) ?? []).reduce(
          (set, name) => set | bit(squareOf(name)),
          0n,
        ),
      );
    const index = (set) => ((set * factor) & ((1n << 64n) - 1n)) >> 55n;
    assert.equal(index(first), index(second));
    const { square } = await sceneOf(section);
    assert.notEqual(attacks("bishop", square, first), attacks("bishop", square, second));
    await section.getByText("Search", { exact: true }).click();
    await section.getByText(/tried: found/).waitFor({ timeout: 60_000 });
    assert.equal(await trial.getAttribute("data-collides"), "false");
  }));

test("a diagram asks for the squares before its target, and is the definition's", () =>
  withPage("#chapter=diagram", async (page) => {
    const section = await chapter(page, "diagram");
    for (const [place, name] of ["e2", "e3", "e4", "e5", "e6", "e7", "e8"].entries()) {
      await section.getByRole("button", { name, exact: true }).click();
      const shown = await section.locator("svg.diagram").evaluateAll((all) =>
        all.map((svg) => [...svg.querySelectorAll("text")].map(({ textContent }) => textContent)),
      );
      const asked = ["e2", "e3", "e4", "e5", "e6", "e7"].slice(0, place);
      for (const texts of shown) assert.deepEqual(texts, [...asked, ...(place > 0 ? ["no"] : []), "yes"], name);
      assert.equal(shown.length, 3);
      // The way of this board: e7 is occupied, and so only e8 is not attacked.
      const ends = await section.locator("svg.diagram rect.taken:nth-of-type(n + 1)").count();
      assert.equal(ends, 3 * (place + 1), name);
      const said = await section.locator(".parts .sentence").textContent();
      assert.match(said, RegExp(`On all 64 squares .* this square’s has ${place} nodes?,`));
      assert.match(said, /18,446,744,073,709,551,616 boards: at a thousand million a second they would take 584 years/);
    }
  }));

/** The sizes of windows in which the stage is measured. */
const SIZES = [[1280, 800], [1366, 768], [1920, 1080], [820, 1180], [390, 844]];

test("the stage is in sight in every step and beside every question, and nothing scrolls in it", async () => {
  for (const [width, height] of SIZES) {
    await withPage(STORY, async (page) => {
      let steps = 0;
      for (const id of await ids(page)) {
        await chapter(page, id);
        const found = await page.evaluate(measureStage, id);
        steps += found.steps;
        assert.deepEqual(found.faults, [], `${width} × ${height}, ${id}`);
      }
      assert.ok(steps > 100, String(steps));
    }, { viewport: { width, height } });
  }
});

/** Reads all steps of a chapter and goes to its question, and says what was out of sight. Runs in the page. */
async function measureStage(id) {
  const section = document.getElementById(`chapter-${id}`);
  const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const box = (selector) => section.querySelector(selector).getBoundingClientRect();
  const isWide = innerWidth > 1100;
  const faults = [];
  /** Where the bars above the text end. */
  const barsEnd = () =>
    Math.max(...[...document.querySelectorAll("header, .contents")]
      .filter((bar) => getComputedStyle(bar).position === "sticky")
      .map((bar) => bar.getBoundingClientRect().bottom));
  const see = (what) => {
    const board = box(".chapter-board");
    const digits = box(".digits-place");
    if (board.top < barsEnd() - 2) faults.push(`${what}: the board is under the header by ${barsEnd() - board.top}`);
    if (Math.max(board.bottom, digits.bottom) > innerHeight) faults.push(`${what}: the board ends below the window`);
    const live = box(".live");
    // Where the stage has come to rest, all of it is in sight.
    const isAtRest = isWide && live.top < barsEnd() + 12;
    if (isAtRest && live.bottom > innerHeight) faults.push(`${what}: the stage ends ${live.bottom - innerHeight} below`);
  };
  const steps = [...section.querySelectorAll(".step")].filter((step) => step.checkVisibility());
  for (const [at, step] of steps.entries()) {
    scrollBy(0, step.getBoundingClientRect().top - 0.55 * innerHeight + 4);
    await settled();
    see(`step ${at}`);
  }
  for (const block of isWide ? ["start", "center", "end"] : ["center", "end"]) {
    section.querySelector(".ask").scrollIntoView({ block });
    await settled();
    see(`the question at the ${block}`);
    const [ask, button] = [box(".ask"), box(".ask-controls button")];
    const top = isWide ? barsEnd() : box(".stage-top").bottom;
    if (ask.top < top || button.bottom > innerHeight) faults.push(`the question at the ${block} is hidden`);
  }
  const scrolling = [...section.querySelectorAll(".live, .live *")].filter(
    (part) => /auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight + 1,
  );
  faults.push(...scrolling.map((part) => `${part.className} scrolls`));
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the window");
  return { steps: steps.length, faults };
}

test("links lead to the story, to its chapters, and to the explorer", async () => {
  await withPage("?", async (page) => {
    assert.ok((await page.isVisible("#story")) && !(await page.isVisible("#tool")));
    assert.equal(await page.getAttribute("#tabs [aria-current]", "data-view"), "story");
    const section = await chapter(page, "difference");
    await cell(section, 0).click();
    const { square, occupied } = await sceneOf(section);
    await section.getByText("Open in the explorer", { exact: true }).click();
    assert.ok(await page.isVisible("#tool"));
    assert.equal(BigInt(await page.textContent(".numbers dd code")), occupied);
    const label = await page.getAttribute('[data-name="main"]', "aria-label");
    assert.match(label, RegExp(`on ${square}`));
    assert.match(await page.title(), /Obstruction/);
    await page.goBack();
    await page.waitForFunction(() => !document.getElementById("story").hidden);
    // What the reader has changed is still there.
    assert.equal((await sceneOf(section)).occupied, occupied);
    await go(page, "chapter=modulo");
    assert.ok(
      await page.evaluate(
        () => Math.abs(document.getElementById("chapter-modulo").getBoundingClientRect().top) < 400,
      ),
    );
    await go(page, "technique=pext&slider=rook");
    assert.ok((await page.isVisible("#tool")) && !(await page.isVisible("#story")));
    await page.click("#tabs >> text=Story");
    assert.ok(await page.isVisible("#story"));
    assert.equal(await page.evaluate(() => location.hash), "");
  });
  await withPage("#chapter=Nothing+here", async (page) => {
    assert.match(await page.textContent("#notice .error"), /chapter/);
  });
});

test("the way back leads to the step, and a link to code leads to its top", () =>
  withPage("#chapter=formula", async (page) => {
    const section = await chapter(page, "formula");
    const step = section.locator(".step").nth(6);
    await step.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const at = await page.evaluate(() => scrollY);
    await section.getByText("Open in the explorer", { exact: true }).click();
    await page.waitForFunction(() => scrollY === 0);
    await page.goBack();
    await page.waitForFunction((at) => Math.abs(scrollY - at) < 3, at);
    await page.getByRole("link", { name: "Here is its code" }).click();
    await page.waitForSelector(".listing");
    const [code, listing] = await page.$$eval(".code, .listing", (all) =>
      all.map((part) => [part.getBoundingClientRect().top, part.scrollTop]),
    );
    assert.ok(code[0] >= 0 && code[0] < 40, String(code));
    assert.equal(listing[1], 0);
    assert.match(await page.textContent(".listing"), /rook/);
    const { href } = await page.$eval(".code a[download]", ({ href }) => ({ href }));
    const whole = await (await page.request.get(href)).text();
    assert.equal(whole, String(printed("export", "hq-first-rank", "--language", "c")));
  }));

test("the story is in the page before a script runs", async () => {
  const context = await shared.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(shared.server.address);
  assert.ok(await page.getByText("The obvious program is a loop.").isVisible());
  assert.equal(await page.locator(".chapter[data-chapter]").count(), Object.keys(ANSWERS).length);
  await context.close();
});

/** The most bytes until the first board is live, and milliseconds on a slow network and processor. */
const FIRST = { bytes: 120 * 1024, text: 1500, live: 4000 };

test("the first board is live after few bytes, before the library is there", async () => {
  const context = await shared.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  let letGo;
  const held = new Promise((resolve) => (letGo = resolve));
  await page.route("**/hyperbola.wasm", async (route) => {
    await held;
    await route.continue();
  });
  const before = shared.server.sent.bytes;
  await page.goto(shared.server.address);
  const section = await chapter(page, "loop");
  const bytes = shared.server.sent.bytes - before;
  console.log(`${bytes} bytes to the first live board`);
  assert.ok(bytes > 10_000 && bytes <= FIRST.bytes, `${bytes} bytes`);
  const circles = () => section.locator(".board :is(.attacks, .hit)").count();
  const shown = await circles();
  await cell(section, squareOf("e5")).click();
  const { slider, square, occupied } = await sceneOf(section);
  const expected = squaresOf(attacks(slider, square, occupied)).length;
  assert.equal(await circles(), expected);
  assert.notEqual(expected, shown);
  letGo();
  await page.waitForSelector("body[data-ready]");
  // What was changed stays, and what the library adds is there.
  assert.equal((await sceneOf(section)).occupied, occupied);
  assert.match(await section.locator(".told").textContent(), /Without a branch/);
  await context.close();
});

test("a slow network shows the first text and the first live board soon", async () => {
  const times = [];
  const isSlow = () => !times.some(([text, live]) => text <= FIRST.text && live <= FIRST.live);
  for (let visit = 0; isSlow() && visit < 6; visit++) {
    const context = await shared.browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: 1_600_000 / 8,
      uploadThroughput: 750_000 / 8,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(shared.server.address, { waitUntil: "commit" });
    await page.waitForSelector('[data-chapter="loop"][data-state]');
    times.push(
      await page.evaluate(() => [
        Math.round(performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0),
        Math.round(performance.now()),
      ]),
    );
    await context.close();
  }
  console.log(`text and live board after ${times.join("; ")} ms`);
  assert.ok(!isSlow(), String(times));
});

test("every chapter is accessible and fits, light and dark, on a phone and on paper", async () => {
  mkdirSync(pictures, { recursive: true });
  const problems = [];
  for (const [name, options] of Object.entries({
    desk: {},
    dark: { colorScheme: "dark" },
    phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
  })) {
    await withPage(
      STORY,
      async (page) => {
        await page.evaluate(axe);
        for (const id of await ids(page)) {
          const section = await chapter(page, id);
          await section.screenshot({ path: join(pictures, `story-${id}-${name}.png`) });
        }
        const check = async (what) => {
          const { violations } = await page.evaluate(() =>
            window.axe.run({ resultTypes: ["violations"] }),
          );
          problems.push(
            ...violations.map(
              ({ id, nodes }) => `${name} ${what}: ${id}: ${nodes[0].html.slice(0, 140)}`,
            ),
          );
          const width = await page.evaluate(
            () => document.documentElement.scrollWidth - innerWidth,
          );
          if (width > 0) problems.push(`${name} ${what}: ${width} pixels too wide`);
        };
        await check("read");
        for (const id of await ids(page))
          await page.locator(`[data-chapter="${id}"] .ask-controls .primary`).click();
        await check("asked");
        for (const id of await ids(page))
          await page.locator(`[data-chapter="${id}"] .ask-controls .primary`).click();
        await check("checked");
        const small = await page.$$eval("#story button:not(.link, .token)", (buttons) =>
          buttons
            .filter((button) => button.checkVisibility() && button.offsetHeight < 44)
            .map((button) => button.textContent),
        );
        if (small.length > 0) problems.push(`${name}: small buttons ${small}`);
      },
      options,
    );
  }
  await withPage(
    STORY,
    async (page) => {
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      await page.emulateMedia({ media: "print" });
      assert.equal(
        await page.locator(".chapter svg.board").count(),
        Object.keys(ANSWERS).length,
      );
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const shown = await page.$$eval("#story button:not(.token)", (buttons) =>
        buttons.filter((button) => button.checkVisibility()).map((button) => button.textContent),
      );
      const pressed = shown.filter((text) => /Answer|Start|Open|Search|factor/.test(text));
      assert.deepEqual([width, pressed], [0, []]);
    },
    { viewport: { width: 688, height: 1017 } },
  );
  assert.deepEqual(problems, []);
});

test("what holds pieces back is drawn as the command lists it, and the calls are those of LEGALITY", async () => {
  const text = readFileSync(join(site, "index.html"), "utf8");
  const figures = /<div class="diagrams constraints">(.*?)<\/div>/s.exec(text)[1].split("</figure>").slice(0, -1);
  const targetsOf = (fen, isKings) =>
    hyperbola("moves", fen).moves
      .filter(({ uci }) => uci.startsWith("e1") === isKings)
      .reduce((set, { uci }) => set | bit(squareOf(uci.slice(2))), 0n);
  const boards = [
    ["4r2k/8/8/8/4R3/8/8/4K3", "7k/8/8/8/4R3/8/8/4K3", 4],
    ["4r2k/8/8/1Q6/8/6N1/8/4K3", "7k/8/8/1Q6/8/6N1/8/4K3", 5],
    ["4r2k/8/8/1Q6/8/5nN1/8/4K3", "4r2k/8/8/1Q6/8/6N1/8/4K3", 6],
  ];
  assert.equal(figures.length, boards.length);
  for (const [at, [board, free, pieces]] of boards.entries()) {
    const drawn = (name) => setOf(new RegExp(`class="${name}" d="([^"]*)"`).exec(figures[at])[1]);
    const [fen, other] = [board, free].map((pieces) => `${pieces} w - - 0 1`);
    assert.equal(drawn("ones"), targetsOf(fen, false), board);
    assert.equal(drawn("fault"), targetsOf(other, false) & ~targetsOf(fen, false), board);
    assert.equal(drawn("edge"), targetsOf(fen, true), board);
    assert.equal(figures[at].split('class="piece ').length - 1, pieces);
  }
  const laws = readFileSync(join(root, "docs", "LEGALITY.md"), "utf8");
  const [table] = /<table>(?:(?!<table>)[^])*what is said of it.*?<\/table>/.exec(text);
  const rows = table.split("</tr>").slice(0, -1).map((row) =>
    row.split(/<t[hd]>/).slice(1).map((cell) => cell.replace(/<code[^>]*>|<\/code>/g, "`").replace(/<.*/, "")));
  assert.ok(rows.length >= 12);
  for (const row of rows) assert.ok(laws.includes(`| ${row.join(" | ")} |`.replace("|  |", "| |")), row[0]);
});

test("what many boards at once gain in an engine is what the records say", () => {
  const text = readFileSync(join(site, "index.html"), "utf8");
  const record = (name) => JSON.parse(readFileSync(join(root, "workshop", "records", name), "utf8")).measurements;
  const perft = record("zen4.json").find(({ name }) => name === "perft-six").panels[0].rows;
  const timeOf = (rows) => Number(Math.min(...rows.map(({ time }) => time.nanoseconds)).toPrecision(3));
  const counter = (word) => timeOf(perft.filter(({ name }) => name === `counter on ${word}`));
  const [, said] = /When many at once inside one engine(.*?)<\/p>/.exec(text);
  const searched = (id) => {
    const panels = record("search-emerald-rapids.json").flatMap(({ panels }) => panels);
    const times = panels.map(({ rows }) => (of) => rows.find(({ technique }) => technique === of).time.nanoseconds);
    const ratios = times.map((time) => time(id) / time("hyperbola-quintessence"));
    return (ratios.reduce((a, b) => a + b) / ratios.length).toFixed(2);
  };
  const expected = [
    timeOf(perft.filter(({ name }) => /^generator/.test(name))),
    counter("u64"), counter("avx2-x4"), counter("avx512-gfni-x8"),
    searched("dual-hq"), searched("hq-first-rank"),
  ];
  assert.deepEqual(said.match(/\b\d+\.\d+/g), expected.map(String));
});
