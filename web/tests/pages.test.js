/** The pages of the techniques, the embed, and the code beside the steps. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import {
  go, hyperbola, newContext, open, printed, root, serve, setUp, site, target,
  withPage as openFor,
} from "./browser.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shared = await setUp();
const techniques = hyperbola("list");
const docs = readFileSync(join(root, "docs", "TECHNIQUES.md"), "utf8");
const withPage = (link, body, options) => openFor(shared, link, body, options);
const PHONE = { viewport: { width: 390, height: 844 } };

/** The words of a text, without signs of markup. */
const words = (text) => text.match(/[A-Za-z0-9]+/g);

/** A technique's text in the docs: from its heading to the next. */
const documented = (id) =>
  docs.split(/^###? /m).find((page) => page.split("\n").some((line) => line.startsWith(`\`${id}\`, [`)));

const page = (...path) => readFileSync(join(site, "techniques", ...path), "utf8");

test("each technique has a page with the whole text of the docs, and a picture", async () => {
  const context = await newContext(shared.browser, { javaScriptEnabled: false });
  const view = await context.newPage();
  for (const { id, name } of techniques) {
    await view.setContent(page(id, "index.html"));
    const found = await view.evaluate(() => ({
      title: document.title,
      description: document.querySelector("[name=description]").content,
      canonical: document.querySelector("[rel=canonical]").getAttribute("href"),
      image: document.querySelector("[property='og:image']").content,
      frame: document.querySelector("iframe").getAttribute("src"),
      text: [...document.querySelectorAll("article > :not(.origin, iframe, .all-steps)")]
        .map((part) => part.textContent).join(" "),
    }));
    assert.equal(found.title, `${name} · Hyperbola`);
    const text = documented(id);
    const [heading, , , ...rest] = text.split("\n");
    const own = [heading, ...rest].join("\n").replace(/\]\([^)]*\)/g, "]").replace(/^```text$/gm, "");
    assert.deepEqual(words(found.text), words(own), id);
    assert.ok(own.replaceAll("`", "").replace(/\s+/g, " ").includes(found.description), id);
    assert.ok(found.description.length > 20, id);
    assert.equal(new URL(found.canonical, `https://host/x/techniques/${id}/`).pathname, `/x/techniques/${id}/`);
    assert.equal(new URL(found.image, `https://host/x/techniques/${id}/`).pathname, `/x/techniques/${id}/preview.png`);
    assert.match(found.frame, RegExp(`^\\.\\./\\.\\./index\\.html\\?embed#technique=${id}&step=\\d+$`));
  }
  await context.close();
});

/** Reads a PNG's size and its dots. */
function pictureOf(id) {
  const file = readFileSync(join(site, "techniques", id, "preview.png"));
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const at = file.indexOf("IDAT");
  const lines = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)));
  const dot = (x, y) => lines[y * (width + 1) + 1 + x];
  return { width, height, dot };
}

test("the pictures are of the technique: the attacks, and boards of its steps", async () => {
  const seen = new Set();
  for (const { id } of techniques) {
    const { width, height, dot } = pictureOf(id);
    assert.deepEqual([width, height], [1200, 630]);
    const { attacks, occupied } = hyperbola(
      "explain", id, "bishop", "d4", "--occupied", "0x0008240042002080",
    );
    const has = (set, square) => (BigInt(set) >> BigInt(square)) & 1n;
    for (let square = 0; square < 64; square++) {
      const [x, y] = [43 + 68 * (square % 8) + 34, 43 + 68 * (7 - (square >> 3)) + 34];
      const dark = (square + (square >> 3)) % 2 === 0;
      const wanted =
        square === 27 ? 5 : has(occupied, square) ? 4 : has(attacks, square) ? 3 : dark ? 2 : 1;
      assert.equal(dot(x, y), wanted, `${id} ${square}`);
    }
    seen.add(readFileSync(join(site, "techniques", id, "preview.png"), "base64"));
  }
  // Techniques may have the same boards, but most have not.
  assert.ok(seen.size > techniques.length / 2, `${seen.size}`);
  // The browser can read it.
  const shown = await shared.page.evaluate(async () => {
    const image = new Image();
    image.src = "techniques/pext/preview.png";
    await image.decode();
    return image.naturalWidth;
  });
  assert.equal(shown, 1200);
});

/** Returns the addresses that a page names, without those of other hosts. */
const linksOf = (view) =>
  view.evaluate(() =>
    [...document.querySelectorAll("[href], [src]")]
      .map((element) => element.href || element.src)
      .filter((address) => address.startsWith(location.origin))
      .map((address) => address.split("#")[0]),
  );

test("below any path all links lead to a file, and there is no map of the site without a base", async (own) => {
  const server = await serve("/some/where/");
  own.after(() => server.close());
  const context = await newContext(shared.browser);
  const view = await context.newPage();
  const pages = ["", "techniques/", ...techniques.map(({ id }) => `techniques/${id}/`)];
  const links = new Set();
  for (const path of ["", "techniques/index.html", "techniques/pext/", "techniques/kogge-stone/index.html"]) {
    await view.goto(server.address + path);
    for (const link of await linksOf(view)) links.add(link);
  }
  for (const { id } of techniques) assert.ok(links.has(`${server.address}techniques/${id}/index.html`), id);
  for (const link of [...links, ...pages.map((path) => server.address + path)]) {
    assert.ok(link.startsWith(server.address), link);
    assert.equal((await context.request.get(link)).status(), 200, link);
  }
  // A map of the site is valid with whole addresses alone.
  assert.equal((await context.request.get(`${server.address}sitemap.xml`)).status(), 404);
  // Each technique leads to the next one, and the last one to the first.
  const next = (id) => /rel="next" href="\.\.\/([a-z0-9-]+)\//.exec(page(id, "index.html"))[1];
  let at = techniques[0].id;
  const way = techniques.map(() => (at = next(at)));
  assert.deepEqual([...way].sort(), techniques.map(({ id }) => id).sort());
  await context.close();
});

test("with a base, search engines and previews get whole addresses", () => {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  try {
    const built = join(target, "web", "wasm32-unknown-unknown", "release");
    const modules = ["web", "first", "legal", "count", "shaders"].map((name) => join(built, `hyperbola_${name}.wasm`));
    const base = "https://example.org/chess";
    const args = ["build.js", ...modules, join(target, "web", "code"), folder, base];
    const options = { cwd: join(root, "web"), stdio: "pipe" };
    assert.throws(() => execFileSync("node", [...args.slice(0, -1), "example.org"], options), /expected an address/);
    execFileSync("node", args, options);
    const read = (...path) => readFileSync(join(folder, ...path), "utf8");
    const map = [...read("sitemap.xml").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    assert.equal(map[0], `${base}/`);
    assert.deepEqual(map.slice(2), techniques.map(({ id }) => `${base}/techniques/${id}/`));
    const own = read("techniques", "pext", "index.html");
    assert.ok(own.includes(`<link rel="canonical" href="${base}/techniques/pext/">`));
    assert.ok(own.includes(`content="${base}/techniques/pext/preview.png"`));
    assert.ok(read("index.html").includes(`<link rel="canonical" href="${base}/">`));
    assert.deepEqual(readdirSync(join(folder, "techniques", "pext")).sort(), ["code.json", "index.html", "pext.h", "pext.py", "pext.rs", "preview.png"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Opens a page that is no explorer itself, and collects its errors. */
async function openDocument(context, address) {
  const view = await context.newPage();
  const errors = [];
  view.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) errors.push(message.text());
  });
  await view.goto(address);
  return { view, errors };
}

test("a technique's page has a live board with the formula, and is accessible", async (own) => {
  const server = await serve("/some/where/");
  own.after(() => server.close());
  for (const options of [{}, { colorScheme: "dark" }, PHONE]) {
    // Scripts of the test are no scripts of the page.
    const context = await newContext(shared.browser, { ...options, bypassCSP: true });
    for (const path of ["techniques/", "techniques/o-xor-o-minus-2r/", "techniques/hash-dictionary/"]) {
      const { view, errors } = await openDocument(context, server.address + path);
      if (path !== "techniques/") {
        const frame = await (await view.waitForSelector("iframe")).contentFrame();
        await frame.waitForSelector("body[data-ready]");
        const before = await frame.getAttribute(".formula-picture .tile svg", "aria-label");
        assert.ok(await frame.isVisible(".formula-picture .token"), path);
        // A blocker beside the bishop changes its formula.
        await frame.click('[data-name="main"] [data-square="36"]');
        const set = BigInt(await frame.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("occupied")));
        assert.equal(set, 0x0008240042002080n | (1n << 36n));
        assert.ok(before !== null);
        // The frame has the height of what is in it.
        const rooms = () =>
          frame.evaluate(() => [
            innerHeight - document.documentElement.scrollHeight,
            innerHeight - document.body.offsetHeight,
          ]);
        const fits = ([least, most]) => least >= 0 && most < 10;
        for (let wait = 0; !fits(await rooms()) && wait < 50; wait++) await view.waitForTimeout(100);
        assert.ok(fits(await rooms()), `${path} ${await rooms()}`);
      }
      await view.evaluate(axe);
      const { violations } = await view.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`), [], path);
      assert.equal(await view.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
      assert.deepEqual(errors, [], path);
      await view.close();
    }
    await context.close();
  }
});

test("an embed has one board and one formula, and leads to the explorer", async () => {
  await withPage("#technique=kogge-stone&slider=rook&step=9", async (page) => {
    await page.getByText("Share or embed …", { exact: true }).click();
    await page.waitForFunction(() => !document.querySelector(".measured"));
    const line = await page.getByLabel("Board and formula alone", { exact: true }).inputValue();
    const [, address, height] = /^<iframe src="([^"]*)" width="720" height="(\d+)"/.exec(line);
    assert.match(address, /\?embed#/);
    await withPage(
      address.replaceAll("&amp;", "&").slice(shared.server.address.length),
      async (inner) => {
        const isShown = (selector) => inner.locator(selector).first().isVisible();
        for (const part of ["#board svg.board", ".formula-picture", "#whole"]) assert.ok(await isShown(part), part);
        const hidden = [
          "nav", "#tools", "footer", "#controls", ".transport", ".film", ".article",
          ".facts", ".code", "select[aria-label]", ".technique",
        ];
        for (const part of hidden) assert.ok(!(await isShown(part)), part);
        const room = await inner.evaluate(() => innerHeight - document.body.scrollHeight);
        assert.ok(room >= 0 && room < 40, `${room} pixels`);
        await inner.evaluate(axe);
        const { violations } = await inner.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
        assert.deepEqual(violations.map(({ id }) => id), []);
        await inner.click(".token >> nth=0");
        assert.notEqual(await inner.textContent(".formula-picture .sentence"), "");
        const [popup] = await Promise.all([inner.waitForEvent("popup"), inner.click("#whole")]);
        await popup.waitForSelector("body[data-ready]");
        assert.ok((await popup.isVisible("nav")) && (await popup.isVisible(".stage")));
      },
      { viewport: { width: 720, height: Number(height) } },
    );
  });
  // What is given has no formula: its step is shown. Without a state it is the first board.
  for (const [link, part] of [["?embed#step=0", ".stage"], ["?embed", ".formula-picture"]])
    await withPage(link, async (page) => {
      assert.ok(await page.isVisible(part), link);
      assert.ok(!(await page.isVisible("#story")));
    });
});

const SLIDERS = ["rook", "bishop", "queen"];
const LANGUAGES = ["rust", "c", "python"];
/** The file of a technique that the command prints. */
const exported = (id, language) => printed("export", id, "--language", language);

test("the code of each technique is a part of its exported file, and each step has lines", () => {
  for (const { id } of techniques) {
    const all = JSON.parse(page(id, "code.json"));
    assert.deepEqual(Object.keys(all).sort(), [...LANGUAGES].sort());
    // A file of a dictionary takes long to print: one language is enough for it.
    const languages = id === "hash-dictionary" ? ["c"] : LANGUAGES;
    for (const language of languages) {
      const { texts, sliders } = all[language];
      const file = exported(id, language);
      for (const text of texts) assert.ok(file.includes(text), `${id} in ${language}`);
      for (const slider of SLIDERS) {
        const { functions, steps, helpers } = sliders[slider];
        for (const text of helpers.split("\n\n").filter((text) => text.trim() !== ""))
          assert.ok(file.includes(text.trim()), `${id} in ${language}: ${text}`);
        assert.match(texts[functions.at(-1)], RegExp(`${slider}_attacks\\(`));
        for (const lit of steps)
          for (const [at, start, end] of lit) {
            const lines = texts[functions[at]].split("\n").slice(start, end);
            assert.ok(end > start && lines.length === end - start && lines.join("").trim() !== "");
          }
        const { sections } = hyperbola("explain", id, slider, "d4", "--occupied", "0x0");
        const given = sections.flatMap(({ title, steps }) => steps.map(() => title.startsWith("how the")));
        assert.deepEqual(steps.map((lit) => lit.length === 0), given, `${id} ${slider} in ${language}`);
      }
    }
  }
});

const lit = (page) =>
  page.$$eval(".listing .now", (lines) => lines.map((line) => line.textContent.trim()));
/** The number of a step in a section, and its part of a link. */
function stepOf(id, slider, title, name) {
  const { sections } = hyperbola("explain", id, slider, "d4", "--occupied", "0x0");
  const all = sections.flatMap((section) => section.steps.map((step) => [section.title, step.name]));
  return all.findIndex(([own, step]) => own === title && step === name);
}

test("the lines of the step are lit in each language, and follow it", () =>
  withPage("#slider=queen&code=c&step=0", async (page) => {
    await page.waitForSelector(".listing");
    for (const [language, title, name, line] of [
      ["c", "file", "positive", "const uint64_t file_positive = file_o - file_r;"],
      ["rust", "anti-diagonal", "o'", "let anti_diagonal_o_reversed = anti_diagonal_o.swap_bytes();"],
      ["python", "rank", "rank_attacks", "rank_attacks = (rank_positive ^ rank_negative) & rank_line"],
    ]) {
      const step = stepOf("hyperbola-quintessence", "queen", title, name);
      await go(page, `slider=queen&code=${language}&step=${step}`);
      await page.waitForSelector(`.listing[aria-label*=" in "] .now`);
      await page.waitForFunction(
        (line) => document.querySelector(".listing .now")?.textContent.trim() === line,
        line,
      );
      assert.deepEqual(await lit(page), [line]);
      const isInSight = await page.$eval(".listing", (region) => {
        const [own, line] = [region, region.querySelector(".now")].map((part) => part.getBoundingClientRect());
        return line.top >= own.top && line.bottom <= own.bottom;
      });
      assert.ok(isInSight, line);
    }
    // By the keys: the next step, another language, and no code.
    const first = await lit(page);
    await page.locator(".stage").click();
    await page.keyboard.press("ArrowRight");
    assert.notDeepEqual(await lit(page), first);
    const choose = async (name) => {
      await page.locator(".code .choice").getByText(name, { exact: true }).focus();
      await page.keyboard.press("Enter");
    };
    await choose("Rust");
    await page.waitForSelector('.listing[aria-label$="in Rust"]');
    assert.match(page.url(), /code=rust/);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Rust");
    await page.locator(".listing").focus();
    assert.ok(await page.locator(".listing").evaluate((region) => region === document.activeElement));
    await choose("none");
    assert.equal(await page.locator(".listing").count(), 0);
    assert.ok(!page.url().includes("code="));
  }));

test("what is shown is what the command prints, and a changed formula is not in it", () =>
  withPage("#technique=swar-bit-reversal&slider=rook&code=c&step=4", async (page) => {
    await page.waitForSelector(".listing");
    const shown = await page.$$eval(".listing pre", (parts) => parts.map((part) => part.textContent.trimEnd()));
    const file = exported("swar-bit-reversal", "c");
    assert.ok(shown.length > 0);
    for (const text of shown.flatMap((text) => text.split("\n\n"))) assert.ok(file.includes(text), text);
    const whole = page.locator(".code a[download]");
    assert.equal(await whole.textContent(), "swar_bit_reversal.h");
    const { href } = await whole.evaluate(({ href }) => ({ href }));
    assert.equal(await (await page.request.get(href)).text(), file);
    await go(page, "slider=bishop&code=c&step=8&change=8:add");
    await page.waitForFunction(() => /right formula/.test(document.querySelector(".code .hint")?.textContent));
    const derivation = stepOf("hyperbola-quintessence", "bishop", "how the formula was found, on the diagonal", "borrowed'");
    assert.ok(derivation > 0);
    await go(page, `slider=bishop&code=c&step=${derivation}`);
    await page.waitForFunction(() => /how the formula was found/.test(document.querySelector(".code .hint")?.textContent));
    assert.deepEqual(await lit(page), []);
    // What no instruction computes stands apart, where it is shown and among all steps.
    assert.match(await page.textContent(".stage .formula"), /no instruction/);
    assert.equal(await page.locator(".film .found .card").count(), await page.locator(".film section:last-child .card").count());
    assert.equal(await page.locator(`.film .found [data-step="${derivation}"]`).count(), 1);
    await go(page, "slider=bishop&step=7");
    assert.doesNotMatch(await page.textContent(".stage .formula"), /no instruction/);
  }));

test("code and pages that were opened are there without the network; others say what they need", async () => {
  const context = await newContext(shared.browser);
  // A server that goes away: a browser that is told to be offline may leave its service worker online.
  let server = await serve();
  const { address } = server;
  const { page } = await open(context, `${address}#code=c&step=7`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await page.waitForSelector(".listing .now");
  const other = await context.newPage();
  await other.goto(`${address}techniques/pext/index.html`);
  const loads = (file) => page.evaluate((file) => fetch(file).then(({ ok }) => ok, () => false), file);
  const later = ["legal.wasm", "count.wasm", "shaders.wasm", "graphics.js", "offline.js"];
  for (const file of later) assert.ok(await loads(file), file);
  await server.close();
  // What is not the page's own is not kept.
  for (const file of later) assert.equal(await loads(file), file !== "offline.js", file);
  await page.reload();
  await page.waitForSelector(".listing .now");
  await other.reload();
  assert.equal(await other.textContent("h2"), "PEXT bitboards");
  await go(page, "technique=kogge-stone&code=c&step=7");
  await page.waitForSelector(".code [role=alert]");
  assert.match(await page.textContent(".code [role=alert]"), /network/);
  // It comes as soon as there is a network again.
  server = await serve("/", Number(new URL(address).port));
  await go(page, "technique=kogge-stone&code=c&step=8");
  await page.waitForSelector(".listing .now");
  await context.close();
  await server.close();
});

test("perft counts without the network once its view was opened, also at the first visit", async () => {
  const context = await newContext(shared.browser);
  const server = await serve();
  const { page } = await open(context, `${server.address}#view=moves&depth=3`);
  await page.waitForFunction(() => caches.match("count.wasm"));
  await server.close();
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.click(".perft button.primary");
  await page.waitForSelector('.perft [data-state="done"]');
  assert.match(await page.textContent(".perft .sum"), /8,902 move sequences/);
  await context.close();
});

test("code that comes late has the lines of the step that is shown then", async () => {
  const context = await newContext(shared.browser, { serviceWorkers: "block" });
  let answer;
  const isAsked = new Promise((resolve) => {
    void context.route("**/code.json", (route) => {
      answer = () => route.continue();
      resolve();
    });
  });
  const { page } = await open(context, `${shared.server.address}#code=c&step=7`);
  await isAsked;
  assert.match(await page.textContent(".code .loading"), /comes/);
  await page.getByLabel("Step forward", { exact: true }).click();
  await answer();
  await page.waitForSelector(".listing .now");
  assert.deepEqual(await lit(page), [
    "const uint64_t diagonal_negative = __builtin_bswap64(diagonal_o_reversed - r_reversed);",
  ]);
  await context.close();
});

test("the time of a query is the record's, with the processor", () =>
  withPage("#technique=pext&slider=queen", async (page) => {
    const { machine, measurements } = JSON.parse(
      readFileSync(join(root, "workshop", "records", "zen4.json"), "utf8"),
    );
    const names = { rook: "throughput-rook-random", bishop: "throughput-bishop-random", queen: "throughput-queen-games" };
    for (const id of ["pext", "hyperbola-quintessence", "magic-fixed-shift"])
      for (const [slider, name] of Object.entries(names)) {
        await go(page, `technique=${id}&slider=${slider}`);
        const facts = await page.$$eval(".facts div[title]", (facts) =>
          facts.map((fact) => [fact.querySelector("dt").textContent, Number(fact.querySelector("dd").textContent), fact.title]),
        );
        const rows = measurements
          .find((one) => one.name === name)
          .panels[0].rows.filter(({ technique, lanes }) => technique === id && lanes === 1)
          .map(({ word, time }) => [word, time.nanoseconds]);
        const [word, best] = rows.reduce((a, b) => (b[1] < a[1] ? b : a));
        const [, plain] = rows.find(([word]) => word === "u64");
        const wanted = [["ns a query, Zen 4, any x86-64", plain], ...(word === "u64" ? [] : [[`ns a query, there by ${word}`, best]])];
        assert.deepEqual(facts.map(([name]) => name), wanted.map(([name]) => name), `${id} ${slider}`);
        for (const [at, [, , title]] of facts.entries()) {
          assert.ok(Math.abs(facts[at][1] - wanted[at][1]) <= 0.005 * wanted[at][1], `${id} ${slider}`);
          assert.ok(title.includes("zen4.json") && title.includes(machine.cpu));
        }
      }
  }));
