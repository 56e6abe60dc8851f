/**
 * Builds the page: `node build.js MODULE FIRST LEGAL COUNT SHADERS CODE OUTPUT [BASE]`, with the
 * library as a WebAssembly module, one of few bytes that computes attacks until it is there, one that
 * proves legal moves, one that counts for perft, one that prints its shaders, the folder with the code
 * of each technique, and the address that the page will have.
 */

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { marked } from "marked";
import { startLibrary } from "./library.js";
import { withoutTables } from "./module.js";
import { addressOf, social, writePages } from "./pages.js";
import { codeBytesOf, speedsOf, timesOf } from "./records.js";
import { constraintsOf, factorsOf, storyOf, tabsOf, textsOf } from "./story.js";

const [module, first, legal, count, shaders, code, output, given] = process.argv.slice(2);
if (!module || !first || !legal || !count || !shaders || !code || !output || output.includes("://"))
  throw new Error("expected: node build.js MODULE FIRST LEGAL COUNT SHADERS CODE OUTPUT [BASE]");
if (given && !/^https?:\/\/[^?#]+$/.test(given))
  throw new Error(`the base is ${given}; expected an address such as https://example.org/chess/`);
/** It ends with a slash, so that addresses are below it. */
const base = given && new URL(given.replace(/\/?$/, "/")).href;
const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "src");

/** The most bytes that the explorer may have, compressed by gzip: every static host can do that. */
const BUDGET = 450 * 1024;
/** The most bytes that a technique's page and its code may have: who opens them is sent them too. */
const BUDGET_OF_PAGE = 16 * 1024;
/** What is sent to those who ask for a proof of legal moves, for perft, or for it on the graphics card. */
const LATER = [
  { files: ["legal.wasm"], budget: 96 * 1024 },
  { files: ["count.wasm"], budget: 120 * 1024 },
  { files: ["shaders.wasm", "graphics.js"], budget: 208 * 1024 },
];
/** The programs that the story shows, to be downloaded. */
const PROGRAMS = ["magic.c", "hq.c"];
/** The greatest quality but one, which takes a fifth of the time. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 };

/** The record whose times the page shows: of a quiet machine. */
const RECORD = { file: "zen4.json", processor: "Zen 4" };

/** The place of a heading in a page on GitHub. */
const anchorOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");

/** Reads the techniques' pages from the docs, which are generated from the code. */
function articles() {
  const docs = readFileSync(join(here, "..", "docs", "TECHNIQUES.md"), "utf8");
  const pages = docs.split(/^###? /m).slice(1);
  const idOf = (page) => /^`([a-z0-9-]+)`, \[/m.exec(page)?.[1];
  const anchors = new Map(pages.map((page) => [`#${anchorOf(page.split("\n")[0])}`, idOf(page)]));
  // Links to other techniques lead to their pages. Others inside the repository lead nowhere.
  const html = (text) =>
    marked
      .parse(text)
      .replace(/<a href="(?!https:)([^"]*)">(.*?)<\/a>/g, (_, link, text) =>
        anchors.get(link) ? `<a href="../${anchors.get(link)}/index.html">${text}</a>` : text,
      )
      // Where lines of prose end is chance, which does not compress.
      .replace(/(<pre>[^]*?<\/pre>)|\s*\n\s*/g, (_, code) => code ?? " ")
      // What is wider than a phone scrolls, also by the keys.
      .replaceAll("<pre>", '<pre tabindex="0">')
      .trim();
  const found = {};
  for (const page of pages.filter(idOf)) {
    const [opening, ...parts] = page.split(/^#### /m);
    const summary = opening
      .split("\n")
      .slice(1)
      .join("\n")
      .replace(/^`[a-z0-9-]+`, \[.*$/m, "");
    const titled = parts.map((text) => text.split(/\n([^]*)/, 2));
    found[idOf(page)] = {
      description: summary.trim().replace(/\s+/g, " ").replaceAll("`", ""),
      summary: html(summary),
      parts: Object.fromEntries(titled.map(([title, text]) => [title, html(text)])),
    };
  }
  return found;
}

/** The parts that the explorer shows below the steps. */
const SHOWN = ["Idea", "Formula", "Origin"];

const shownOf = ({ summary, parts }) => ({
  summary,
  ...Object.fromEntries(SHOWN.map((title) => [title.toLowerCase(), parts[title] ?? ""])),
});

/** Returns what takes the place of the marks in the page: the story, the tabs, and previews' texts. */
function marksOf(texts, times, count) {
  const { title, description } = texts.pages;
  const whole = (path) => (base ? new URL(path, base).href : path);
  const picture = whole(`${addressOf("hyperbola-quintessence")}preview.png`);
  const address = whole("./");
  return {
    "<!-- social -->": social({ title, description, address, picture }),
    "<!-- story -->": storyOf(texts, times, count),
    "<!-- tabs -->": tabsOf(texts),
    "<!-- footer -->": `<a href="techniques/index.html">${texts.pages.all}</a>`,
  };
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
writeFileSync(join(output, "hyperbola.wasm"), withoutTables(readFileSync(module)));
cpSync(first, join(output, "first.wasm"));
cpSync(join(source, "icon.svg"), join(output, "icon.svg"));
const texts = await textsOf(join(source, "texts", "en.ts"));
const ask = startLibrary(readFileSync(module));
const techniques = new Map(ask({ ask: "techniques" }).map((one) => [one.id, one]));
const records = join(here, "..", "workshop", "records");
/** A technique's name, and what a queen costs on plain words. */
const factsOf = (id) => ({ ...techniques.get(id).costs[2], ...techniques.get(id) });
const times = timesOf(records, factsOf);
const counted = { factors: factorsOf(ask), constraints: await constraintsOf(ask, texts) };
const marks = marksOf({ ...texts, techniques, ...counted }, times, techniques.size);
const page = readFileSync(join(source, "index.html"), "utf8");
writeFileSync(join(output, "index.html"), page.replace(/<!-- \w+ -->/g, (mark) => marks[mark]));
const read = articles();
const shown = Object.entries(read).map(([id, article]) => [id, shownOf(article)]);
const facts = {
  articles: Object.fromEntries(shown),
  speeds: speedsOf(join(records, RECORD.file), RECORD.processor),
  code: codeBytesOf(join(here, "..", "workshop", "lab", "code-bytes.json")),
};
writeFileSync(join(output, "facts.json"), JSON.stringify(facts));
const options = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outdir: output,
  logLevel: "warning",
};
await build({
  ...options,
  entryPoints: [join(source, "main.ts"), join(source, "worker.ts"), join(source, "style.css")],
});

const files = readdirSync(output).sort();
for (const program of PROGRAMS) cpSync(join(source, "texts", program), join(output, program));
cpSync(legal, join(output, "legal.wasm"));
cpSync(count, join(output, "count.wasm"));
cpSync(shaders, join(output, "shaders.wasm"));
await build({ ...options, entryPoints: [join(source, "graphics.ts")] });
const ids = writePages({
  output,
  ask,
  articles: read,
  code: (id) => readFileSync(join(code, `${id}.json`)),
  files: (id) => join(code, id),
  base,
  words: texts.pages,
});
const digest = createHash("sha256");
const isFile = (entry) => entry.isFile();
const all = readdirSync(output, { recursive: true, withFileTypes: true }).filter(isFile);
for (const path of all.map(({ parentPath, path, name }) => join(parentPath ?? path, name)).sort())
  digest.update(path.slice(output.length)).update(readFileSync(path));
await build({
  ...options,
  format: "iife",
  entryPoints: [join(source, "offline.ts")],
  define: {
    FILES: JSON.stringify(["./", ...files.filter((file) => file !== "index.html")]),
    DIGEST: JSON.stringify(digest.digest("hex").slice(0, 12)),
  },
});

/** Returns how many bytes a file has when it is sent. */
function sizesOf(file) {
  const contents = readFileSync(join(output, file));
  const brotli = brotliCompressSync(contents, { params: BROTLI }).length;
  return { brotli, gzip: gzipSync(contents, { level: 9 }).length };
}

const line = ({ brotli, gzip }, text) =>
  console.log(`${String(brotli).padStart(8)} ${String(gzip).padStart(8)}  ${text}`);
const sum = (sizes) => ({
  brotli: sizes.reduce((sum, { brotli }) => sum + brotli, 0),
  gzip: sizes.reduce((sum, { gzip }) => sum + gzip, 0),
});

console.log("  brotli     gzip");
const apart = ["techniques", ...PROGRAMS, ...LATER.flatMap(({ files }) => files)];
const sizes = readdirSync(output)
  .filter((file) => !apart.includes(file))
  .sort()
  .map((file) => [file, sizesOf(file)]);
for (const [file, size] of sizes) line(size, file);
const whole = sum(sizes.map(([, size]) => size));
line(whole, `bytes compressed; ${BUDGET} may be sent`);
const later = LATER.map(({ files, budget }) => {
  const size = sum(files.map(sizesOf));
  line(size, `bytes of ${files.join(" and ")}; ${budget} may be sent`);
  return size.gzip <= budget;
});
const pages = ids.map((id) =>
  sum(["index.html", "code.json"].map((file) => sizesOf(join("techniques", id, file)))),
);
const largest = pages.reduce((a, b) => (b.gzip > a.gzip ? b : a));
line(largest, `bytes of a technique's page and code at most; ${BUDGET_OF_PAGE} may be sent`);
if (whole.gzip > BUDGET || later.includes(false) || largest.gzip > BUDGET_OF_PAGE) {
  console.error("the page is larger than its budget");
  process.exitCode = 1;
}
