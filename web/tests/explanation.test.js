/** The explanation: one notation, one stage, magics in full, the records, and the reader's formula. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  chapter, go, hyperbola, newContext, open, root, setOf, setUp, site, source, withPage as openFor,
} from "./browser.js";

const shared = await setUp();
const withPage = (link, body, options) => openFor(shared, link, body, options);
const bit = (square) => 1n << BigInt(square);
const squareOf = (name) => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);
const nameOf = (square) => "abcdefgh"[square % 8] + ((square >> 3) + 1);
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const STORY = "#view=story";
const cell = (section, square) => section.locator(`[data-square="${square}"]`);

/** Reads the digits on the stage: the ones, which are one text. */
const digitsOf = (section) =>
  section.locator(".digits .digit.one").evaluate((text) => {
    const [x, y] = ["x", "y"].map((name) => (text.getAttribute(name) ?? "").split(" ").map(parseFloat));
    return x.flatMap((x, at) => (Number.isNaN(x) ? [] : [8 * (7 - Math.floor(y[at])) + Math.floor(x)]));
  }).then((squares) => squares.reduce((set, square) => set | bit(square), 0n));

test("the story has one notation: o without the slider, one r, one name for the mirror", () =>
  withPage(STORY, async (page) => {
    const texts = await page.$$eval(".chapter", (all) =>
      all.map(({ id, textContent }) => [id.slice(8), textContent]),
    );
    for (const [id, text] of texts) {
      const isNote = id === "rank";
      assert.equal(text.match(/2r/g)?.length ?? 0, isNote ? 2 : 0, id);
      assert.equal(text.match(/swap_bytes/g)?.length ?? 0, id === "mirror" ? 1 : 0, id);
      assert.doesNotMatch(text, /[a-z]'[a-z]/, `${id}: a straight apostrophe`);
    }
    // The pictures use the same names.
    for (const id of ["rank", "line", "mirror", "formula"]) {
      const section = await chapter(page, id);
      const text = await section.locator(".live").textContent();
      assert.doesNotMatch(text, /2r|swap_bytes|reverse_bits|positive|negative/, id);
      assert.match(text, /o − r/, id);
    }
    const section = await chapter(page, "formula");
    await section.getByRole("button", { name: "rank", exact: true }).click();
    const tokens = await section.locator(".tokens").textContent();
    assert.equal(tokens.replace(/\s/g, ""), "((o−r)^mirror(o'−r'))&line");
  }));

test("one colour is one kind of value, in prose, tokens and pictures", () =>
  withPage("#chapter=formula", async (page) => {
    const section = await chapter(page, "formula");
    const colours = await section.evaluate((place) =>
      [...place.querySelectorAll("[data-kind]")].map((one) => [
        one.dataset.kind,
        getComputedStyle(one).getPropertyValue("--hue").trim(),
      ]),
    );
    const byKind = new Map();
    for (const [kind, hue] of colours) byKind.set(kind, (byKind.get(kind) ?? new Set()).add(hue));
    assert.deepEqual([...byKind.keys()].sort(), ["attacks", "borrow", "line", "other", "pieces", "slider"].filter((kind) => byKind.has(kind)));
    assert.ok(byKind.size >= 5, [...byKind.keys()].join());
    const hues = [...byKind.values()].map((set) => [...set]);
    assert.ok(hues.every((own) => own.length === 1), JSON.stringify(hues));
    assert.equal(new Set(hues.flat()).size, hues.length, "two kinds have one colour");
    // A word lights its token, its picture and its squares.
    await section.locator('.prose code[data-value="o - r"]').first().hover();
    assert.equal(await section.locator('.tile.named[data-value="o - r"]').count(), 1);
    assert.ok((await section.locator('.token.named[data-value="o - r"]').count()) >= 1);
    assert.equal(await section.locator("svg.board .named-squares").count(), 1);
  }));

test("the rank is told on the rank, with and without a blocker", () =>
  withPage("#chapter=rank", async (page) => {
    const section = await chapter(page, "rank");
    const told = () => section.locator(".told").textContent();
    assert.match(await told(), /starts at c1, runs through 2 zeros of the rank \(orange\), and takes f1/);
    for (const square of [5, 7]) await cell(section, square).click();
    assert.match(await told(), /runs through 5 zeros of the rank \(orange\), and runs off the rank/);
    assert.doesNotMatch(await told(), /60|board/);
  }));

test("the table of the ways to do a rank has the costs that its heads name", () =>
  withPage("#chapter=ranks", async (page) => {
    const section = await chapter(page, "ranks");
    await section.locator("table.costs").waitFor();
    const [heads, ...rows] = await section.locator("table.costs tr").evaluateAll((all) =>
      all.map(({ cells }) => [...cells].map(({ textContent }) => textContent)),
    );
    assert.match(heads.join(), /^for a rook,operations.*,bytes of tables/);
    const known = new Map(hyperbola("list").map((one) => [one.name, one]));
    const docs = readFileSync(join(root, "docs", "TECHNIQUES.md"), "utf8");
    assert.equal(rows.length, 3);
    for (const [name, operations, bytes] of rows) {
      assert.equal(bytes.replace(/,/g, ""), String(known.get(name).table_bytes), name);
      const [, after] = docs.split(`\n\`${known.get(name).id}\`, [`);
      assert.equal(operations, /(\d+)\s+for\s+a\s+rook/.exec(after)[1], name);
    }
  }));

test("the borrow runs step by step, and ends in the still picture", () =>
  withPage("#chapter=line", async (page) => {
    const section = await chapter(page, "line");
    await section.locator('.token[data-value="o - r"]').click();
    const path = () => section.locator(".digits path.ones").getAttribute("d");
    const whole = setOf(await path());
    const bar = section.locator(".running");
    // The subtraction comes first; the operations on sets follow, rank by rank.
    for (let step = 0; step < 18 + 30; step++) await bar.getByLabel("One bit back").click();
    const frame = Number(await bar.getAttribute("data-frame"));
    assert.equal(await section.locator(".digits").getAttribute("data-value"), "o - r");
    assert.equal(setOf(await path()), whole & (bit(frame) - 1n));
    assert.notEqual(setOf(await path()), whole);
    assert.equal(await digitsOf(section), whole & (bit(frame) - 1n));
    // The borrow runs on the reader's board too.
    assert.equal(await section.locator("svg.board .flow .cursor").count(), 1);
    for (let step = 0; step < 30; step++) await bar.getByLabel("One bit further").click();
    await section.locator('.token[data-value="o - r"]').click();
    assert.equal(setOf(await path()), whole);
    assert.equal(await digitsOf(section), whole);
    assert.equal(await section.locator("path.cursor").count(), 0);
  }));

/** Reads the borrows that run on the reader's board: what each has passed, where it is, and its end. */
const flowsOf = (section) =>
  section.locator("svg.board .flow").evaluateAll((all) =>
    all.map((group) => [
      group.getAttribute("transform"),
      ...["borrow", "stop", "cursor"].map((name) => group.querySelector(`.${name}`)?.getAttribute("d") ?? ""),
    ]),
  ).then((flows) =>
    flows.map(([transform, ...paths]) => {
      const back = { "scale(10)": 0, "translate(0 80) scale(10 -10)": 56, "translate(80 80) scale(-10)": 63 }[transform];
      const [passed, end, at] = paths.map((path) =>
        [...Array(64).keys()].filter((square) => (setOf(path) >> BigInt(square)) & 1n)
          .reduce((set, square) => set | bit(square ^ back), 0n));
      return { isMirrored: back !== 0, passed, end, at };
    }),
  );

test("the two borrows run apart from the slider, on the reader's board, with the library's values", () =>
  withPage("#chapter=mirror", async (page) => {
    for (const [id, line] of [["mirror", "diagonal"], ["mirror", "rank"], ["formula", "file"]]) {
      const section = await chapter(page, id);
      await section.getByRole("button", { name: line, exact: true }).click();
      const [, square, occupied] = (await section.getAttribute("data-scene")).split(" ");
      const slider = line === "diagonal" ? "bishop" : "rook";
      const { sections } = hyperbola("explain", "hyperbola-quintessence", slider, square, "--occupied", occupied);
      const { steps } = sections.find(({ title }) => title === line);
      const value = (name) => BigInt(steps.find((step) => step.name === name).value);
      const own = squareOf(square);
      const turn = (at) => at ^ (line === "rank" ? 63 : 56);
      const mirror = (set) =>
        [...Array(64).keys()].filter((at) => (set >> BigInt(at)) & 1n).reduce((all, at) => all | bit(turn(at)), 0n);
      const [o, first, second, attacks] = ["o", "positive", "negative", `${line}_attacks`].map(value);
      // In mirrored squares, the lower borrow is one like the upper one.
      const runs = [[o, bit(own), first], [mirror(o), bit(turn(own)), mirror(second)]];
      const passed = runs.map(([o, r, result]) => (o ^ r ^ result) & result);
      await section.locator('.token[data-value="o\' - r\'"]').click();
      const [down, up] = await flowsOf(section);
      assert.deepEqual([up.isMirrored, down.isMirrored], [false, true], id);
      assert.deepEqual([up.passed, mirror(down.passed)], passed, `${id} ${line}`);
      // What both have passed and taken on the line is what the slider attacks.
      assert.equal((up.passed | up.end | down.passed | down.end) & value("line"), attacks, `${id} ${line}`);
      // They start at the slider together. Each frame is one bit further, on both.
      const bar = section.locator(".running");
      const name = () => section.locator(".digits").getAttribute("data-value");
      const back = () => bar.getByLabel("One bit back").click();
      do await back();
      while ((await name()) !== "o' - r'");
      let apart = 0;
      while ((await name()) === "o' - r'") {
        const [down, up] = await flowsOf(section);
        const known = [up.at, mirror(down.at)].map((at) => (at === 0n ? (1n << 64n) - 1n : at - 1n));
        assert.equal(up.passed, passed[0] & known[0]);
        assert.equal(mirror(down.passed), passed[1] & known[1]);
        const places = [up.at, mirror(down.at)].map((at) => at.toString(2).length - 1);
        if (up.at > bit(own) && mirror(down.at) > bit(turn(own))) {
          assert.equal(places[0] - own, places[1] - turn(own), `${id} ${line}`);
          apart += 1;
        }
        await back();
      }
      assert.ok(apart > 3, `${id} ${line}: ${apart}`);
    }
  }));

test("in every chapter the whole stage is in sight, on a laptop's screen too", async () => {
  for (const height of [900, 800])
    await withPage(
      STORY,
      async (page) => {
        for (const id of await page.$$eval("[data-chapter]", (all) => all.map(({ dataset }) => dataset.chapter))) {
          await page.evaluate((id) => document.getElementById(`chapter-${id}`).scrollIntoView(), id);
          const section = await chapter(page, id);
          const boxes = await section.locator(".live").evaluate((live) =>
            ["svg.board", ".digits", ".tokens", ".running", ".tile:last-child", ".formula-rest .sentence"].flatMap((part) => {
              const shown = live.querySelector(part);
              // Where nothing moves there is nothing to play.
              if (part === ".running" && shown.hidden) return [];
              const { top, bottom, left, right } = shown.getBoundingClientRect();
              return [[part, top, bottom, left >= live.getBoundingClientRect().left && right <= live.getBoundingClientRect().right]];
            }),
          );
          for (const [part, top, bottom, fits] of boxes)
            assert.ok(top >= 0 && bottom <= height && fits, `${id} at ${height}: ${part} ${top} to ${bottom}`);
        }
      },
      { viewport: { width: 1280, height } },
    );
});

test("no bar covers the board that stays beside or above the text", async () => {
  for (const [width, height] of [[1280, 900], [820, 1180], [390, 844]])
    await withPage(
      "#chapter=line",
      async (page) => {
        const section = await chapter(page, "line");
        for (const step of await section.locator(".step").all()) {
          await read(page, step);
          const covered = await section.locator("svg.board").evaluate((board) => {
            const { x, y, width, height } = board.getBoundingClientRect();
            const corners = [0.1, 0.9].flatMap((dx) => [0.02, 0.9].map((dy) => [x + dx * width, y + dy * height]));
            return corners.filter(([x, y]) => !document.elementFromPoint(x, y)?.closest(".chapter-board"));
          });
          assert.deepEqual(covered, [], `${width}x${height}`);
          const { top, bottom } = await page.locator(".contents").evaluate((bar) => bar.getBoundingClientRect().toJSON());
          assert.ok(top >= 0 && bottom < 110, `${width}x${height}: the ways from ${top} to ${bottom}`);
        }
      },
      { viewport: { width, height }, hasTouch: width < 500 },
    );
});

test("the first screen has a live board and a borrow, and nothing runs where motion is reduced", async () => {
  for (const [options, runs] of [[{}, false], [PHONE, false], [{ reducedMotion: "no-preference" }, true]])
    await withPage(
      "?",
      async (page) => {
        const box = await page.locator('[data-chapter="loop"] svg.board').boundingBox();
        const height = page.viewportSize().height;
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${box.y} ${box.height} of ${height}`);
        await page.locator('[data-chapter="loop"] .running').waitFor();
        const frame = () => page.getAttribute('[data-chapter="loop"] .running', "data-frame");
        const before = await frame();
        await page.waitForTimeout(600);
        assert.equal((await frame()) !== before, runs);
        if (!runs) return;
        await page.locator('[data-chapter="loop"] .running').getByText("Pause").click();
        const halted = await frame();
        await page.waitForTimeout(300);
        assert.equal(await frame(), halted);
      },
      options,
    );
});

test("the board that the reader has made goes with the reader", () =>
  withPage(STORY, async (page) => {
    const first = await chapter(page, "loop");
    await cell(first, 36).click();
    await cell(first, 27).dragTo(cell(first, 18));
    const [, square, occupied] = (await first.getAttribute("data-scene")).split(" ");
    for (const id of ["formula", "magic"]) {
      const section = await chapter(page, id);
      assert.deepEqual((await section.getAttribute("data-scene")).split(" ").slice(1, 3), [square, occupied], id);
    }
  }));

test("a slider that is dragged onto a piece changes places with it", async () => {
  await withPage(STORY, async (page) => {
    const section = await chapter(page, "loop");
    await cell(section, 27).dragTo(cell(section, 45));
    const [, square, occupied] = (await section.getAttribute("data-scene")).split(" ");
    assert.equal(square, "f6");
    assert.equal(BigInt(occupied), (0x0008240042002080n & ~bit(45)) | bit(27));
  });
  await withPage("", async (page) => {
    await page.locator('[data-name="main"] [data-square="27"]').dragTo(page.locator('[data-name="main"] [data-square="45"]'));
    assert.equal(BigInt(await page.textContent(".numbers dd code")), (0x0008240042002080n & ~bit(45)) | bit(27));
  });
});

test("magics: the copies, the index and the row are those of the library", () =>
  withPage("#chapter=magic", async (page) => {
    const section = await chapter(page, "magic");
    const [slider, square, occupied] = (await section.getAttribute("data-scene")).split(" ");
    const { sections } = hyperbola("explain", "magic-fancy", slider, square, "--occupied", occupied);
    const steps = new Map(
      sections.find(({ title }) => title === slider).steps.map(({ name, value }) => [name, BigInt(value)]),
    );
    const [mask, factor, offset] = ["mask", "factor", "offset"].map((name) => steps.get(name));
    const own = BigInt(occupied) & mask;
    const shown = await section.locator(".trial .copies .tile").evaluateAll((all) =>
      all.map((tile) => [
        Number(tile.querySelector("figcaption").textContent.replace("<< ", "")),
        tile.querySelector(".ones")?.getAttribute("d") ?? "",
      ]),
    );
    const ones = [...Array(64).keys()].filter((at) => (factor >> BigInt(at)) & 1n);
    assert.deepEqual(shown.map(([by]) => by), ones);
    const full = (1n << 64n) - 1n;
    for (const [by, path] of shown) assert.equal(setOf(path), (own << BigInt(by)) & full, String(by));
    const sum = shown.reduce((sum, [, path]) => sum + setOf(path), 0n) & full;
    assert.equal(sum, (own * factor) & full);
    const index = sum >> 55n;
    assert.match(await section.locator(".trial").textContent(), RegExp(`>> 55 leaves these bits: the index ${index}\\. It selects row ${offset} \\+ ${index} `));
    const row = section.locator('.tile[data-value="row"] path.ones');
    assert.equal(setOf(await row.getAttribute("d")), BigInt(hyperbola("attacks", slider, square, "--occupied", occupied).attacks));
    // The numbers of the text.
    const squares = [...Array(64).keys()].filter((at) => (mask >> BigInt(at)) & 1n);
    const sets = Array.from({ length: 1 << squares.length }, (_, number) =>
      squares.reduce((set, at, place) => ((number >> place) & 1 ? set | bit(at) : set), 0n),
    );
    assert.equal(sets.length, 512);
    const text = await section.locator(".prose").textContent();
    for (const part of ["512 sets", "108 different answers", "5,248 rows", "102,400", "841 KiB", "2,304 KiB"])
      assert.ok(text.replace(/\s+/g, " ").includes(part), part);
    const tables = new Map(hyperbola("list").map(({ id, tables }) => [id, tables]));
    const bytesOf = (id, name) => tables.get(id).find((table) => table.name === name).bytes;
    assert.equal(bytesOf("magic-fancy", "FANCY_BISHOP_TABLE"), 8 * 5248);
    assert.equal(bytesOf("magic-fancy", "FANCY_ROOK_TABLE"), 8 * 102_400);
    assert.equal(Math.round((8 * (5248 + 102_400)) / 1024), 841);
    assert.equal(((512 + 4096) * 64 * 8) / 1024, 2304);
  }));

test("the program that the magics' chapter shows is right", () => {
  const folder = mkdtempSync(join(tmpdir(), "magic-"));
  try {
    const program = join(folder, "magic");
    const file = join(root, "web", "src", "texts", "magic.c");
    execFileSync("cc", ["-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "-std=c11", file, "-o", program]);
    let state = 1n;
    const random = () => (state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n));
    const queries = Array.from({ length: 128 }, (_, at) => [at % 64, (random() ^ (random() >> 32n)) & random()]);
    const input = queries.map(([square, set]) => `${square} ${set.toString(16)}\n`).join("");
    const answers = execFileSync(program, { input, encoding: "utf8" }).trim().split("\n");
    assert.equal(answers.length, queries.length);
    queries.forEach(([square, set], at) => {
      const attacks = ["bishop", "rook"].map((slider) =>
        BigInt(hyperbola("attacks", slider, nameOf(square), "--occupied", `0x${set.toString(16)}`).attacks).toString(16),
      );
      assert.equal(answers[at], attacks.join(" "), `${square} ${set}`);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the whole program of the formula compiles without a warning, and is right on random boards", () => {
  const folder = mkdtempSync(join(tmpdir(), "hq-"));
  try {
    const program = join(folder, "hq");
    const file = join(root, "web", "src", "texts", "hq.c");
    const strict = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-pedantic"];
    for (const standard of ["c99", "c17"]) {
      execFileSync("cc", ["-O2", ...strict, `-std=${standard}`, file, "-o", program]);
      assert.equal(execFileSync(program, { encoding: "utf8" }), "1000000 boards: every queen is right\n");
    }
    // The test of the program itself notices a wrong operator.
    const text = readFileSync(file, "utf8");
    for (const [right, wrong] of [["(o - slider) ^", "(o - slider) |"], ["first + 1", "first"], ["1, -1, 0);", "1, 1, 0);"]]) {
      assert.ok(text.includes(right), right);
      writeFileSync(join(folder, "wrong.c"), text.replace(right, wrong));
      execFileSync("cc", ["-O2", join(folder, "wrong.c"), "-o", program]);
      assert.throws(() => execFileSync(program, { stdio: "pipe" }), ({ stdout }) => /^wrong on square/.test(stdout));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("programs are downloaded and copied as they are", () =>
  withPage("#chapter=write", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const file of ["hq.c", "magic.c"]) {
      const text = readFileSync(join(root, "web", "src", "texts", file), "utf8");
      await page.getByRole("button", { name: `Copy ${file}` }).click();
      await page.getByText(`Copied: ${file}.`).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
      const [download] = await Promise.all([
        page.waitForEvent("download"), page.getByRole("link", { name: `Download ${file}` }).click(),
      ]);
      assert.equal(download.suggestedFilename(), file);
      assert.equal(readFileSync(await download.path(), "utf8"), text);
    }
  }));

const docs = readFileSync(join(root, "docs", "TECHNIQUES.md"), "utf8");

test("“Which one?” has the medians of the records", () =>
  withPage("#chapter=which", async (page) => {
    const shown = await page.$$eval("#chapter-which .bars", (all) =>
      all.map((table) => [
        table.caption.textContent,
        [...table.tBodies[0].rows].map((row) => [...row.cells].map(({ textContent }) => textContent)),
      ]),
    );
    const names = new Map(hyperbola("list").map(({ id, name }) => [name, id]));
    const files = { "Zen 4": "zen4", "Zen 3": "zen3", "Cascade Lake": "cascade-lake" };
    assert.deepEqual(shown.map(([name]) => name), Object.keys(files));
    for (const [processor, rows] of shown) {
      const path = join(root, "workshop", "records", `${files[processor]}.json`);
      const { measurements } = JSON.parse(readFileSync(path, "utf8"));
      const least = (name, label, id, word) => {
        const { panels } = measurements.find((one) => one.name === name);
        const { rows } = panels.find((panel) => panel.label === label);
        const own = rows.filter((row) => row.technique === id && (!word || row.word === word));
        return own.length === 0 ? undefined : Math.min(...own.map(({ time }) => time.nanoseconds));
      };
      const on = { plain: "u64", "AVX2, BMI2": "avx2", "AVX-512, GFNI": "avx512-gfni", SSSE3: "ssse3" };
      for (const [name, operations, chain, kib, latency, plain, free, word, busy] of rows) {
        const id = names.get(name);
        assert.ok(id, name);
        const cost = docs.split(/^### /m).find((page) => page.includes(`\n\`${id}\`, [`)).replace(/\s+/g, " ");
        assert.equal(operations, /(\d+) for a queen\. Those/.exec(cost)[1], name);
        assert.equal(chain, /Longest chain: (\d+) operation/.exec(cost)[1], name);
        const { bytes } = { bytes: hyperbola("list").find((one) => one.id === id).tables.reduce((sum, table) => sum + table.bytes, 0) };
        assert.equal(Number(kib), Number((bytes / 1024).toPrecision(3)), name);
        const three = (time) => Number(time.toPrecision(3));
        assert.equal(Number(free), three(least("throughput-queen-games", "all", id)), name);
        assert.equal(Number(free), three(least("throughput-queen-games", "all", id, on[word] ?? word)), name);
        assert.equal(Number(plain), three(least("throughput-queen-games", "all", id, "u64")), name);
        assert.equal(Number(latency), three(least("latency-queen-games", "all", id)), name);
        const own = least("cache-pressure-queen-games", "32768 bytes touched", id);
        assert.equal(busy, own === undefined ? "not measured" : String(Number(own.toPrecision(3))), name);
      }
      const times = rows.map((row) => Number(row[6]));
      assert.deepEqual(times, [...times].sort((a, b) => a - b));
    }
  }));

test("an open question has a way out", () =>
  withPage("#chapter=bits", async (page) => {
    const section = await chapter(page, "bits");
    await section.getByText("Answer on the board", { exact: true }).click();
    assert.equal(await section.getAttribute("data-state"), "asked");
    await section.getByText("Leave the question", { exact: true }).click();
    assert.equal(await section.getAttribute("data-state"), "play");
  }));

test("the address follows the reading, and chapters lead to each other", () =>
  withPage(STORY, async (page) => {
    assert.equal(await page.evaluate(() => location.hash), STORY);
    await chapter(page, "ranks");
    await page.evaluate(() => document.getElementById("chapter-ranks").scrollIntoView());
    await page.waitForFunction(() => location.hash === "#chapter=ranks");
    await page.locator('#chapter-ranks [rel="next"]').click();
    await page.waitForFunction(() => location.hash === "#chapter=difference");
    await page.click("#tabs >> text=Compare");
    await page.click("#tabs >> text=Story");
    await page.waitForFunction(() => {
      const { top } = document.getElementById("chapter-difference").getBoundingClientRect();
      return top > -100 && top < 200;
    });
  }));

test("an embedded chapter does not scroll the page that holds it", async () => {
  const page = await shared.context.newPage();
  await page.goto(`${shared.server.address}techniques/index.html`);
  await page.evaluate((address) => {
    const frame = document.createElement("iframe");
    frame.src = `${address}#chapter=formula`;
    frame.style.cssText = "height:500px;width:700px;margin-top:3000px";
    document.body.append(frame);
  }, shared.server.address);
  const inner = await (await page.waitForSelector("iframe")).contentFrame();
  await inner.waitForSelector("body[data-ready]");
  await inner.waitForFunction(() => scrollY > 500);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.close();
});

test("titles say each thing once, and the current tab is in sight on a phone", () =>
  withPage(
    "#view=moves",
    async (page) => {
      for (const view of ["steps", "compare", "lanes", "heat", "moves", "proof"]) {
        await go(page, `view=${view}&depth=3`);
        const parts = (await page.title()).split(" · ");
        assert.equal(new Set(parts).size, parts.length, parts.join());
        const [tab, bar] = await page.evaluate(() =>
          ["#tabs [aria-current]", "#tabs"].map((selector) => {
            const { left, right } = document.querySelector(selector).getBoundingClientRect();
            return [left, right];
          }),
        );
        assert.ok(tab[0] >= bar[0] - 1 && tab[1] <= bar[1] + 1, `${view}: ${tab} in ${bar}`);
      }
    },
    PHONE,
  ));

test("the tabs are in the page before a script runs", async () => {
  const context = await shared.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(shared.server.address);
  assert.equal(await page.locator("#tabs a:visible").count(), 7);
  await context.close();
});

test("where the library does not load, the first board stays, and the message says why", async () => {
  const context = await shared.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route("**/hyperbola.wasm", (route) => route.fulfill({ status: 404 }));
  await page.goto(shared.server.address);
  const section = page.locator('[data-chapter="loop"]');
  const error = section.locator(".error");
  await error.waitFor();
  assert.match(await error.textContent(), /hyperbola\.wasm: 404/);
  assert.doesNotMatch(await error.textContent(), /WebAssembly/);
  await cell(section, 36).click();
  assert.match(await section.getAttribute("data-scene"), /0x0008241042002080/);
  await context.close();
});

test("what is pressed can be read under the pointer", () =>
  withPage("", async (page) => {
    for (const link of ["view=steps&code=c", "view=lanes", "chapter=line"]) {
      await go(page, link);
      if (link.startsWith("chapter")) await chapter(page, "line");
      for (const pressed of await page.locator('.choice [aria-pressed="true"]:visible').all()) {
        await pressed.hover();
        await page.waitForTimeout(200);
        const contrast = await pressed.evaluate((button) => {
          const light = (colour) => {
            const [r, g, b] = colour.match(/[\d.]+/g).map((part) => {
              const own = Number(part) / 255;
              return own <= 0.04045 ? own / 12.92 : ((own + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const { color, backgroundColor } = getComputedStyle(button);
          const [a, b] = [light(color), light(backgroundColor)].sort((a, b) => b - a);
          return (a + 0.05) / (b + 0.05);
        });
        assert.ok(contrast >= 4.5, `${await pressed.textContent()}: ${contrast}`);
      }
    }
  }));

test("sentences leave the letters of a formula as they are", async () => {
  const { sentence } = await source("sentences.ts");
  const value = (name, bits) => ({ name, bits, isNumber: false, step: undefined });
  for (const op of ["and", "xor"]) {
    const row = { op, operands: [value("o", 1n), value("r", 2n)], result: value("x", op === "xor" ? 3n : 0n) };
    assert.match(sentence(row), /^o and r have no square in common/);
    row.operands[0].name = undefined;
    assert.match(sentence(row), /^The first value and r have no square in common/);
  }
});

test("a formula takes signs as they are printed, and 2r", async () => {
  const { parse } = await source("expression.ts");
  const texts = (formula) => parse(formula).text;
  assert.equal(texts("o − r"), texts("o - r"));
  assert.equal(texts("2r"), "2 * r");
  assert.equal(texts("(o | r) − 2r"), texts("(o | r) - 2 * r"));
  assert.equal(texts("2 × (o − r)"), texts("2(o - r)"));
  assert.equal(texts("3mirror(o)"), "3 * o'");
  assert.throws(() => parse("2 r"), /At 3: found “r”/);
  assert.throws(() => parse("o 2"), /At 3/);
});

test("an empty formula and a wrong depth say so, and count nothing", () =>
  withPage("#view=proof", async (page) => {
    await page.getByRole("button", { name: "Prove or refute" }).click();
    assert.match(await page.textContent(".own-formula .fault"), /Found no formula; expected one such as/);
    await go(page, "view=moves");
    await page.getByLabel("Depth").fill("12");
    await page.getByRole("button", { name: "Count", exact: true }).click();
    assert.match(await page.textContent(".perft .fault"), /from 1 to 9/);
    assert.equal(await page.locator(".divide").count(), 0);
    await page.getByLabel("Depth").fill("2");
    await page.getByRole("button", { name: "Count", exact: true }).click();
    await page.waitForSelector('.result[data-state="done"]');
  }));

test("lists have no entry twice", () =>
  withPage("#view=proof", async (page) => {
    for (const { id } of hyperbola("list")) {
      await go(page, `view=proof&technique=${id}&slider=queen`);
      const options = await page.$$eval(".variant optgroup", (groups) =>
        groups.flatMap((group) => [...group.children].map((option) => `${group.label}: ${option.textContent}`)),
      );
      assert.equal(new Set(options).size, options.length, id);
    }
  }));

test("a formula of the reader's is proved or refuted, drawn, and in the address", () =>
  withPage("#view=proof", async (page) => {
    const input = page.getByRole("textbox", { name: "Formula", exact: true });
    const prove = async (formula) => {
      await input.fill(formula);
      await page.getByText("Prove or refute", { exact: true }).click();
      await page.waitForSelector(".own-formula :is(.verdict[data-state], .fault)");
      return page.textContent(".own-formula .verdict > p");
    };
    assert.match(await prove("((o - r) ^ mirror(o' - r')) & line"), /^Proved: these are the attacks/);
    const cases = Number(/All (\d+) cases/.exec(await page.textContent(".own-formula .verdict > p"))[1]);
    // Each set of pieces of each line: 2 to the number of its squares.
    let expected = 0;
    for (let square = 0; square < 64; square++)
      for (const slider of ["rook", "bishop"]) {
        const empty = BigInt(hyperbola("attacks", slider, nameOf(square)).attacks);
        const own = [...Array(64).keys()].filter((at) => (empty >> BigInt(at)) & 1n);
        const [x, y] = [square % 8, square >> 3];
        const isFirst = (at) =>
          slider === "rook" ? at >> 3 === y : (at % 8) - (at >> 3) === x - y;
        const first = own.filter(isFirst).length;
        expected += 2 ** first + 2 ** (own.length - first);
      }
    assert.equal(cases, expected);
    assert.match(await prove("(o ^ (o - r)) & line"), /^Proved: this is the upper ray/);
    assert.match(await prove("(o ^ mirror(o' - r')) & line"), /^Proved: this is the lower ray/);
    assert.match(await prove("(((o | r) - 2*r) ^ mirror((o'|r') - 2*r')) & line"), /^Proved: these are the attacks/);
    assert.match(await prove("((o - r) | mirror(o' - r')) & line"), /^Refuted/);
    const fewest = await page.$eval(".own-formula .boards svg.board", (board) => board.querySelectorAll(".blocker").length);
    assert.equal(fewest, 2, "a piece beyond a blocker is in both halves");
    assert.match(await page.evaluate(() => location.hash), /formula=/);
    const said = await page.textContent(".own-formula .verdict > p");
    await withPage(await page.evaluate(() => location.hash), async (again) => {
      await again.waitForSelector(".own-formula .verdict[data-state]");
      assert.equal(await again.textContent(".own-formula .verdict > p"), said);
    });
    for (const [formula, fault] of [
      ["(o - r", "At 7: found the end; expected )."],
      ["o - ) r", "At 5: found “)”; expected o, r, line, a number, mirror(…), ~, - or (."],
      ["o occupied", "At 3: found “occupied”; expected an operator, ' or the end."],
      ["o $ r", "At 3: found “$”; expected an operator, ' or the end."],
      ["99999999999999999999", "At 1: found “99999999999999999999”; expected a number of at most 64 bits."],
    ]) {
      await input.fill(formula);
      await input.press("Enter");
      await page.waitForSelector(".own-formula .fault");
      assert.equal(await page.textContent(".own-formula .fault"), fault);
    }
  }));

test("a formula is computed as processors do", async () => {
  const { parse, explainFormulas } = await source("expression.ts");
  const letters = { o: 0x1234n, r: 1n << 27n, line: 0x0800000000n };
  const value = (text) => {
    const { steps, indexes } = explainFormulas([parse(text)], letters);
    return BigInt(steps[indexes[0]].step.value);
  };
  const full = (1n << 64n) - 1n;
  for (const [text, expected] of [
    ["o | r & line ^ 1", letters.o | ((letters.r & letters.line) ^ 1n)],
    ["1 + 2 * 3", 7n],
    ["1 - 2", full],
    ["-1", full],
    ["~o & 255", ~letters.o & 255n],
    ["~(o & 255)", ~(letters.o & 255n) & full],
    ["1 << 65", 2n],
    ["0x10 >> 1 + 1", 4n],
    ["10 - 3 - 2", 5n],
    ["o''", letters.o],
    ["mirror(o)", 0x3412n << 48n],
  ])
    assert.equal(value(text), expected, text);
  assert.throws(() => parse("o".repeat(300)), /At 201/);
  assert.throws(() => parse(""), /At 1: found the end/);
  assert.throws(() => parse("(".repeat(150)), /the end/);
});

test("no view and no chapter is wider than the smallest phone", () =>
  withPage(
    "",
    async (page) => {
      const views = ["steps", "lanes", "heat", "moves", "proof", "compare&technique=pext&other=magic-fancy&slider=queen"];
      for (const link of [...views.map((view) => `view=${view}`), "chapter=formula", "chapter=which"]) {
        await go(page, link);
        if (link === "chapter=formula") await chapter(page, "formula");
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, link);
      }
    },
    { viewport: { width: 320, height: 640 }, hasTouch: true },
  ));

test("with PEXT in software, its time says so, and the table begins with the quickest", () =>
  withPage("#view=compare&technique=pext&other=magic-fancy&slider=rook", async (page) => {
    const sums = await page.$$eval(".sums", (all) => all.map(({ textContent }) => textContent));
    assert.match(sums.join("\n"), /24\.4 ns a query on Zen 4 without the instruction, 1\.1\d? ns on /);
    const column = await page.$$eval("#view table thead th", (all) => all.findIndex((head) => head.ariaSort === "ascending"));
    const cells = await page.$$eval("#view table tbody tr", (rows, column) => rows.map((row) => row.cells[column].textContent), column);
    // What has no time stands last.
    const times = cells.filter((text) => text !== "").map(Number);
    assert.ok(times.length > 30 && times.every((time, at) => at === 0 || times[at - 1] <= time));
    assert.ok(cells.slice(times.length).every((text) => text === ""));
  }));

/** What the library says of a chapter's values, by their names on the stage. */
function libraryValues(id, scene) {
  const { slider, square, occupied, line } = scene;
  const own = 8 * (Number(square[1]) - 1) + "abcdefgh".indexOf(square[0]);
  const explained = (technique, slider, title) => {
    const { sections } = hyperbola("explain", technique, slider, square, "--occupied", `0x${occupied.toString(16)}`);
    const { steps } = sections.find((section) => section.title === title);
    return (name) => BigInt(steps.find((step) => step.name === name).value);
  };
  const attacks = (slider, square, occupied) =>
    BigInt(hyperbola("attacks", slider, square, "--occupied", `0x${occupied.toString(16)}`).attacks);
  const full = (1n << 64n) - 1n;
  const r = bit(own);
  const onLine = (technique, title) =>
    explained(technique, ["rank", "file"].includes(title) ? "rook" : "bishop", title);
  const title = { loop: slider === "rook" ? "file" : "diagonal", bits: "file", rank: "rank", ranks: "rank", gather: "diagonal", modulo: "diagonal" }[id] ?? line;
  const mirror = (set) => {
    const bytes = set.toString(2).padStart(64, "0").match(/.{8}/g).reverse();
    const text = title === "rank" ? [...set.toString(2).padStart(64, "0")].reverse().join("") : bytes.join("");
    return BigInt(`0b${text}`);
  };
  const common = () => {
    const value = onLine("hyperbola-quintessence", title);
    const [o, line, first, second] = ["o", "line", "positive", "negative"].map(value);
    return {
      o, r, line, "o'": value("o'"), "r'": mirror(r), "o - r": first, "mirror(o' - r')": second, "o' - r'": mirror(second),
      "o ^ (o - r)": o ^ first,
      "(o ^ (o - r)) & line": onLine("o-xor-o-minus-2r", title)("positive") & line,
      "(o - r) ^ mirror(o' - r')": first ^ second,
      "((o - r) ^ mirror(o' - r')) & line": value(`${title.replace("-", "_")}_attacks`),
    };
  };
  const lookUp = (technique) => {
    const value = explained(technique, slider, slider);
    return { value, occupied, mask: value("mask"), "occupied & mask": occupied & value("mask"), row: attacks(slider, square, occupied) };
  };
  switch (id) {
    case "loop": return { ...common(), attacks: attacks(slider, square, occupied) };
    case "bits": return { ...common(), occupied: occupied | r, "occupied & line": common().o };
    case "ranks": {
      const { o, "o'": reversed } = common();
      const swapped = BigInt(`0b${o.toString(2).padStart(64, "0").match(/.{8}/g).reverse().join("")}`);
      return { o, swapped, "o'": reversed, index: onLine("hq-first-rank", "rank")("inner") };
    }
    case "difference": {
      const value = onLine("obstruction-difference", line);
      const [lower, upper, all] = ["ms1b", "ls1b", "line"].map(value);
      return {
        "o & (r - 1)": value("lower"), lower, upper, "upper - lower": (upper - lower) & full,
        "2 * upper - lower": value("difference"), "(2 * upper - lower) & line": value("difference") & all,
      };
    }
    case "doubling": {
      const value = onLine("kogge-stone", line);
      const names = { one: "one", two: "two", four: "four", ray: "positive", free: "propagators", pairs: "over_two", fours: "over_four" };
      return { r, ...Object.fromEntries(Object.entries(names).map(([own, name]) => [own, value(name)])) };
    }
    case "gather": {
      const { o } = common();
      const index = onLine("kindergarten", "diagonal")("inner");
      return { o, "(o * factor) >> 58": index, factor: undefined, "o * factor": undefined };
    }
    case "magic": {
      const { value, ...all } = lookUp("magic-fancy");
      const product = (all["occupied & mask"] * value("factor")) & full;
      const index = product >> value("shift");
      return { ...all, factor: value("factor"), shift: value("shift"), "(occupied & mask) * factor": product, "((occupied & mask) * factor) >> shift": index };
    }
    case "modulo": return { o: common().o, "o % 255": onLine("casting-out-255", "diagonal")("remainder") };
    case "pext": {
      const { value, ...all } = lookUp("pext");
      return { ...all, "pext(occupied, mask)": value("index") };
    }
    case "diagram": {
      const all = common();
      return { ...all, "(o - r) ^ (o ^ r)": all["o - r"] ^ all.o ^ r };
    }
    case "legal": {
      // What the rooks and the far king attack, with White's king off the board.
      const around = (at) => [-9, -8, -7, -1, 1, 7, 8, 9].map((by) => at + by)
        .filter((to) => to >= 0 && to < 64 && Math.abs((to % 8) - (at % 8)) <= 1)
        .reduce((set, to) => set | bit(to), 0n);
      const far = (own % 8 < 4 ? 7 : 0) + (own < 32 ? 56 : 0);
      const rooks = [...Array(64).keys()].filter((at) => (occupied >> BigInt(at)) & 1n && at !== far);
      const board = rooks.reduce((set, at) => set | bit(at), bit(far));
      const danger = rooks.reduce((set, at) => set | attacks("rook", nameOf(at), board), around(far));
      const on = new Map([[own, "K"], [far, "k"], ...rooks.map((at) => [at, "r"])]);
      const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => [...Array(8).keys()].map((file) => on.get(8 * rank + file) ?? 1).join(""));
      const { moves } = hyperbola("moves", `${ranks.join("/").replace(/1+/g, ({ length }) => length)} w - - 0 1`);
      const legal = moves.reduce((set, { uci }) => set | bit(squareOf(uci.slice(2, 4))), 0n);
      return { steps: around(own), safe: full & ~danger, "steps & safe": legal };
    }
    default: return common();
  }
}

/** Scrolls a step into the band where the text is read. */
async function read(page, step) {
  await step.evaluate((place) => {
    const { top, height } = place.getBoundingClientRect();
    scrollBy(0, top + height / 2 - innerHeight * 0.555);
  });
  await page.waitForFunction((step) => step.matches(".read"), await step.elementHandle());
}

test("a step that shows another board leaves the reader's board and the answer alone", () =>
  withPage("#chapter=difference", async (page) => {
    const section = await chapter(page, "difference");
    const sceneNow = async () => (await section.getAttribute("data-scene")).split(" ");
    const [, , start] = await sceneNow();
    const [first] = await section.locator(".step").all();
    const below = section.locator('[data-film="below"]');
    await read(page, below);
    const [, square, cut] = await sceneNow();
    assert.equal(BigInt(cut), BigInt(start) & ~(bit(squareOf(square)) - 1n));
    await read(page, first);
    assert.equal((await sceneNow())[2], start);
    // A change in such a step is made on the reader's board, which is shown again.
    await read(page, below);
    await cell(section, 56).click();
    assert.equal(BigInt((await sceneNow())[2]), BigInt(start) | bit(56));
    // What was answered stays as it was checked.
    await section.getByText("Answer on the board", { exact: true }).click();
    await section.getByText("Check", { exact: true }).click();
    const said = await section.locator(".answer").textContent();
    await read(page, first);
    await read(page, below);
    assert.equal(await section.locator(".answer").textContent(), said);
    assert.equal(await section.getAttribute("data-state"), "wrong");
  }));

test("every step of every chapter sets a stage, with the library's values", () =>
  withPage(STORY, async (page) => {
    let compared = 0;
    const ids = await page.$$eval("[data-chapter]", (all) => all.map(({ dataset }) => dataset.chapter));
    assert.equal(ids.length, 16);
    for (const id of ids) {
      const section = await chapter(page, id);
      // Two boards: the chapter's own, and one that the reader has made.
      for (const turn of [0, 1]) {
        const steps = await section.locator(".prose > p:not(.number, .origin)").all();
        // The step in the middle may show a board of its own.
        await read(page, steps[0]);
        if (turn === 1) await cell(section, 35).click();
        const [slider, square, occupied, line] = (await section.getAttribute("data-scene")).split(" ");
        const scene = { slider, square, occupied: BigInt(occupied), line };
        const usual = id === "lanes" ? undefined : libraryValues(id, scene);
        assert.ok(steps.length >= 4, id);
        for (const step of steps) {
          const stage = await step.getAttribute("data-stage");
          assert.ok(stage, `${id}: ${await step.textContent()}`);
          const said = (await step.textContent()).split(/[.?!](?:\s|$)/).filter((part) => part.trim() !== "");
          assert.ok(said.length <= 3, `${id}: ${said.length}`);
          await read(page, step);
          // Some steps show a board of their own, made from the reader's.
          const film = await step.getAttribute("data-film");
          const [, , occupied, line] = (await section.getAttribute("data-scene")).split(" ");
          const own = { ...scene, occupied: BigInt(occupied), line };
          const isOwn = ["above", "below", "rank"].includes(film);
          const known = isOwn ? libraryValues(id, own) : usual;
          const without = { above: own.occupied >> BigInt(squareOf(square)), below: own.occupied & (bit(squareOf(square)) - 1n) };
          if (!isOwn) assert.deepEqual(own, scene, id);
          else assert.equal(without[film] ?? (line === "rank" ? 0n : 1n), 0n, `${id}: ${film}`);
          const digits = section.locator(".digits");
          assert.equal(await digits.getAttribute("data-value"), stage, id);
          assert.ok((await section.locator('.token[aria-pressed="true"]').count()) >= 1, `${id}: ${stage}`);
          const shown = await digitsOf(section);
          if (id === "lanes") {
            const lane = Number(stage.split(" ")[1]);
            const queens = [square, ...["a1", "d4", "h8", "e2", "b7", "g1", "c5", "h4"].filter((other) => other !== square)];
            const all = scene.occupied | [square, "b2", "g2"].reduce((set, name) => set | bit(8 * (Number(name[1]) - 1) + "abcdefgh".indexOf(name[0])), 0n);
            assert.equal(shown, BigInt(hyperbola("attacks", "queen", queens[lane], "--occupied", `0x${all.toString(16)}`).attacks), stage);
          } else {
            assert.ok(stage in known, `${id}: ${stage}`);
            // A borrow that has begun has passed the slider's bit.
            const seen = film === "begun" ? known.r * 2n - 1n : (1n << 64n) - 1n;
            if (known[stage] !== undefined) assert.equal(shown, known[stage] & seen, `${id}: ${stage}`);
          }
          compared += 1;
        }
      }
    }
    assert.ok(compared > 150, String(compared));
    console.log(`${compared} steps`);
  }));

test("after a wrong answer the page says why", () =>
  withPage("#chapter=loop", async (page) => {
    const section = await chapter(page, "loop");
    await section.getByText("Answer on the board", { exact: true }).click();
    // The rook on c3: c1 is attacked, and c7 is behind c6.
    for (const name of ["c7", "e5"]) await cell(section, "abcdefgh".indexOf(name[0]) + 8 * (name[1] - 1)).click();
    await section.getByText("Check", { exact: true }).click();
    const text = await section.locator(".answer").textContent();
    const attacked = BigInt(hyperbola("attacks", "rook", "c3", "--squares", "c6,f3,b3,e5,g2,c1").attacks);
    const first = [...Array(64).keys()].find((at) => (attacked >> BigInt(at)) & 1n);
    assert.ok(text.includes(`${nameOf(first)}: nothing stands before it, so it is reached.`), text);
    await section.getByText("Another board", { exact: true }).click();
    await section.getByText("Check", { exact: true }).click();
    assert.match(await section.locator(".answer").textContent(), /[a-h][1-8]: nothing stands before it/);
    // In each chapter the reason is there for a square that is missed and for one that is wrong.
    await page.goto(`${shared.server.address}#view=story`);
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    for (const { id } of await page.$$eval("[data-chapter]", (all) => all.map(({ dataset }) => ({ id: dataset.chapter })))) {
      const own = await chapter(page, id);
      await own.getByText("Answer on the board", { exact: true }).click();
      for (const square of [0, 63]) await cell(own, square).click();
      await own.getByText("Check", { exact: true }).click();
      const verdict = await own.locator(".answer").textContent();
      if ((await own.getAttribute("data-state")) === "right") continue;
      assert.ok((verdict.match(/[a-h][1-8]: [a-z0-9]/g) ?? []).length >= 1, `${id}: ${verdict}`);
    }
  }));

test("a piece of the heat map is moved, and the numbers follow", () =>
  withPage("#view=heat&fen=4k3/8/8/8/8/8/8/R3K3_w_-_-_0_1", async (page) => {
    const board = page.locator('[data-name="heat0"]');
    const at = (name) => board.locator(`[data-square="${"abcdefgh".indexOf(name[0]) + 8 * (name[1] - 1)}"]`);
    assert.match(await page.locator(".boards figcaption").first().textContent(), /White: 15 squares/);
    await at("a1").dragTo(at("d5"));
    assert.match(await page.getByLabel("FEN", { exact: true }).inputValue(), /^4k3\/8\/8\/3R4\/8\/8\/8\/4K3 w/);
    assert.match(await page.locator(".boards figcaption").first().textContent(), /White: 17 squares/);
    assert.match(await at("d5").getAttribute("aria-label"), /white rook/);
    assert.match(await at("h5").getAttribute("aria-label"), /empty, 1 attacker$/);
    // By keys: chosen, and put down a square higher.
    await at("d5").focus();
    for (const key of ["Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    assert.match(await page.getByLabel("FEN", { exact: true }).inputValue(), /^4k3\/8\/3R4\/8\/8\/8\/8\/4K3 w/);
  }));

test("another program's perft is compared, and a line is clicked through", () =>
  withPage("#view=moves&depth=3", async (page) => {
    const { divide } = hyperbola("perft", "3", "--divide", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    const lines = Object.entries(divide).map(([uci, count]) => `${uci}: ${count}`);
    const compare = async (text) => {
      await page.locator(".perft textarea").fill(text);
      await page.locator(".perft").getByText("Compare", { exact: true }).click();
      return page.locator(".compared-numbers").textContent();
    };
    assert.match(await compare(lines.join("\n")), /Count first/);
    await page.getByText("Count", { exact: true }).click();
    await page.waitForSelector('.result[data-state="done"]');
    assert.equal(await compare(`${lines.join("\n")}\n\nNodes searched: 8902`), "All 20 moves have the same numbers.");
    const wrong = lines.map((line) => (line.startsWith("e2e4") ? "e2e4: 1" : line)).filter((line) => !line.startsWith("a2a3"));
    const said = await compare([...wrong, "e1e2: 7"].join("\n"));
    assert.match(said, RegExp(`Different: e4 \\(${divide.e2e4}, not 1\\)`));
    assert.match(said, /does not have a3\./);
    assert.match(said, /Only the other program has e1e2\./);
    assert.match(await compare("e2e4: 1\n???"), /Line 2: found “\?\?\?”; expected a move and a number/);
    await page.locator('[data-uci="e2e4"] button').click();
    await page.waitForSelector('.result[data-state="done"]');
    assert.equal(await page.getByLabel("Depth").inputValue(), "2");
    assert.equal((await page.textContent(".sum b")).replace(",", ""), String(divide.e2e4));
  }));

test("lanes show the registers of an instruction, lane by lane", () =>
  withPage("#view=lanes&slider=bishop&lanes=d4.a1.h8.e2", async (page) => {
    assert.match(await page.textContent(".registers .sentence"), /^vpsubq: one instruction of x86-64 works on all 4 lanes/);
    const registers = await page.$$eval(".register", (all) =>
      all.map((register) => [...register.querySelectorAll("svg")].map((board) => board.querySelector(".ones").getAttribute("d"))),
    );
    assert.equal(registers.length, 3);
    for (const [lane, square] of ["d4", "a1", "h8", "e2"].entries()) {
      const { sections } = hyperbola("explain", "hyperbola-quintessence", "bishop", square, "--occupied", "0x0008240042002080");
      const value = (name) => BigInt(sections[1].steps.find((step) => step.name === name).value);
      assert.deepEqual(registers.map((register) => setOf(register[lane])), ["o", "r", "positive"].map(value), square);
    }
    await page.getByText("8 lanes", { exact: true }).click();
    assert.equal(await page.locator(".register").first().locator("svg").count(), 8);
  }));

test("a proof is drawn while it runs, square by square", () =>
  withPage("#view=proof&slider=bishop", async (page) => {
    await page.getByText("Prove on all squares", { exact: true }).click();
    await page.waitForSelector('.result[data-state="proved"]', { timeout: 120_000 });
    assert.equal(await page.locator(".proved .right").count(), 64);
    assert.match(await page.textContent(".proved figcaption"), /From h8, only the pieces on the 7 shaded squares can matter\. They have 128 sets/);
  }));

test("the legal moves are proved live for the king's square, with the numbers of the proof", () =>
  withPage("#chapter=legal", async (page) => {
    const section = await chapter(page, "legal");
    const ticks = () => section.locator("svg.board .sign.right").count();
    const proof = section.locator(".trial");
    await cell(section, 27).dragTo(cell(section, 0));
    assert.equal(await ticks(), 0);
    await proof.getByText("Prove it for the king on a1", { exact: true }).click();
    // While it runs, the button and the board stay as they are, so they can be used.
    const stop = proof.getByText("Stop the proof", { exact: true });
    const kept = await Promise.all([stop, section.locator("svg.board")].map((one) => one.elementHandle()));
    await page.waitForFunction(() => document.querySelector("#chapter-legal .trial").dataset.done > 2);
    for (const one of kept) assert.ok(await one.evaluate((element) => element.isConnected));
    // A square says that it is proved, and that the king may go there.
    const label = (square) => cell(section, square).getAttribute("aria-label");
    assert.equal(await label(1), "b1: empty, legal, proved");
    // It can be stopped, and begun again.
    await stop.click();
    assert.equal(await label(1), "b1: empty, proved, legal");
    assert.match(await proof.locator(".sentence").textContent(), /^No proof: cancelled\.$/);
    assert.equal(await ticks(), Number(await proof.getAttribute("data-done")));
    await proof.getByText("Prove it for the king on a1", { exact: true }).click();
    await section.locator('.trial[data-done="64"] .sentence').filter({ hasText: "Proved" }).waitFor({ timeout: 120_000 });
    assert.equal(await ticks(), 64);
    // The sums are those of a test of hyperbola-prove, which has them from the same function.
    const said = await proof.locator(".sentence").textContent();
    assert.match(said, /^Proved: with White’s king on a1, the formula lists the legal moves to each square but castling and captures en passant, and no other, in all positions that LEGALITY assumes\. 28,144 equations .*3,001,399 nodes/);
    // No square, no proof.
    const { instance } = await WebAssembly.instantiate(readFileSync(join(site, "legal.wasm")), {});
    assert.equal(instance.exports.prove(64, 0), 2n);
    // The rooks do not matter to it; another square of the king has a proof of its own.
    await cell(section, 27).click();
    assert.equal(await ticks(), 64);
    await cell(section, 0).dragTo(cell(section, 9));
    assert.equal(await ticks(), 0);
    assert.equal(await proof.locator(".sentence").textContent(), "");
    // No rook stands on the square of Black's king, h8.
    const scene = await section.getAttribute("data-scene");
    await cell(section, 63).click();
    assert.equal(await section.getAttribute("data-scene"), scene);
    // A question with the king elsewhere stops a proof, which is said.
    await proof.getByText("Prove it for the king on b2", { exact: true }).click();
    await section.getByText("Answer on the board", { exact: true }).click();
    assert.equal(await proof.locator(".sentence").textContent(), "The proof for the king on b2 was stopped.");
  }));

test("a proof of legal moves that comes to no end says why", async () => {
  // A module whose function returns a number.
  const returning = (number) => Buffer.from(
    `0061736d0100000001070160027f7f017e0302010007090105${Buffer.from("prove").toString("hex")}0000` +
    `0a0601040042${number}0b`, "hex");
  const answers = [
    [{ body: returning("00") }, "the formula and the laws differ"],
    [{ body: returning("01") }, "it needs too many nodes"],
    [{ status: 404 }, "its code did not load; without a network it is there only if it came before"],
  ];
  for (const [answer, expected] of answers) {
    const context = await newContext(shared.browser, { serviceWorkers: "block" });
    await context.route("**/legal.wasm", (route) => route.fulfill({ contentType: "application/wasm", ...answer }));
    const { page } = await open(context, `${shared.server.address}#chapter=legal`);
    const proof = (await chapter(page, "legal")).locator(".trial");
    await proof.getByText("Prove it for the king on d4", { exact: true }).click();
    await proof.locator(".sentence").filter({ hasText: "No proof" }).waitFor();
    assert.equal(await proof.locator(".sentence").textContent(), `No proof: ${expected}.`);
    await context.close();
  }
});

test("the chapters before and after are always at hand", () =>
  withPage("#chapter=ranks", async (page) => {
    await chapter(page, "ranks");
    const way = page.locator(".here a:visible");
    await page.waitForFunction(() => document.querySelector('.here [rel="next"]').hash === "#chapter=difference");
    assert.deepEqual(await way.allTextContents(), ["‹ The whole formula", "Obstruction difference ›"]);
    const box = await page.locator(".here").boundingBox();
    assert.ok(box.y >= 0 && box.y < 120, String(box.y));
    await page.locator('.here [rel="prev"]').click();
    await page.waitForFunction(() => document.querySelector('.here [rel="prev"]').hash === "#chapter=mirror");
  }));
