/**
 * Builds the page: `node build.js MODULE FIRST OUTPUT`, with the library as a WebAssembly module, and
 * one of few bytes that computes attacks until it is there.
 */

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { marked } from "marked";
import { withoutTables } from "./module.js";
import { storyOf } from "./story.js";

const [module, first, output] = process.argv.slice(2);
if (!module || !first || !output) throw new Error("expected: node build.js MODULE FIRST OUTPUT");
const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "src");

/** The most bytes that all files may have, compressed by gzip: every static host can do that. */
const BUDGET = 450 * 1024;
/** The greatest quality but one, which takes a fifth of the time. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 };

/** Reads the techniques' pages from the docs, which are generated from the code. */
function articles() {
  const docs = readFileSync(join(here, "..", "docs", "TECHNIQUES.md"), "utf8");
  const found = {};
  for (const page of docs.split(/^## /m).slice(1)) {
    const id = /^`([a-z0-9-]+)`, \[/m.exec(page)?.[1];
    if (!id) continue;
    const parts = page.split(/^### /m);
    const part = (title) =>
      parts.find((text) => text.startsWith(`${title}\n`))?.slice(title.length) ?? "";
    const summary = parts[0]
      .split("\n")
      .slice(1)
      .join("\n")
      .replace(/^`[a-z0-9-]+`, \[.*$/m, "");
    // Links inside the repository lead nowhere from the page.
    const html = (text) =>
      marked
        .parse(text)
        .replace(/<a href="(?!https:)[^"]*">(.*?)<\/a>/g, "$1")
        .trim();
    found[id] = {
      summary: html(summary),
      idea: html(part("Idea")),
      formula: html(part("Formula")),
      origin: html(part("Origin")),
    };
  }
  return found;
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
writeFileSync(join(output, "hyperbola.wasm"), withoutTables(readFileSync(module)));
cpSync(first, join(output, "first.wasm"));
cpSync(join(source, "icon.svg"), join(output, "icon.svg"));
const page = readFileSync(join(source, "index.html"), "utf8");
const story = await storyOf(join(source, "texts", "en.ts"));
writeFileSync(join(output, "index.html"), page.replace("<!-- story -->", () => story));
writeFileSync(join(output, "articles.json"), JSON.stringify(articles()));
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
const digest = createHash("sha256");
for (const file of files) digest.update(file).update(readFileSync(join(output, file)));
await build({
  ...options,
  format: "iife",
  entryPoints: [join(source, "offline.ts")],
  define: {
    FILES: JSON.stringify(["./", ...files]),
    DIGEST: JSON.stringify(digest.digest("hex").slice(0, 12)),
  },
});

const totals = { brotli: 0, gzip: 0 };
console.log("  brotli     gzip");
for (const file of readdirSync(output).sort()) {
  const contents = readFileSync(join(output, file));
  const brotli = brotliCompressSync(contents, { params: BROTLI }).length;
  const gzip = gzipSync(contents, { level: 9 }).length;
  totals.brotli += brotli;
  totals.gzip += gzip;
  console.log(`${String(brotli).padStart(8)} ${String(gzip).padStart(8)}  ${file}`);
}
console.log(
  `${String(totals.brotli).padStart(8)} ${String(totals.gzip).padStart(8)}  bytes compressed; ${BUDGET} may be sent`,
);
if (totals.gzip > BUDGET) {
  console.error("the page is larger than its budget");
  process.exitCode = 1;
}
