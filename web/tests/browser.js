/** What the tests share: the built page served, a browser, and the command. */

import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "..", "..");
export const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
export const site = join(target, "web", "site");
export const pictures = join(target, "web", "pictures");

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".png": "image/png",
  ".xml": "application/xml",
  ...Object.fromEntries([".c", ".h", ".rs", ".py"].map((name) => [name, "text/plain; charset=utf-8"])),
};

/**
 * Serves the page as static hosts do, below a path, compressed and with tags, until `close` is
 * called. A folder's address gives its `index.html`. The system chooses the port unless it is given.
 */
export async function serve(below = "/", port = 0) {
  const isFile = (name) => extname(name) !== "";
  const names = readdirSync(site, { recursive: true }).filter(isFile);
  const files = names.flatMap((name) => {
    const plain = readFileSync(join(site, name));
    const tag = `"${createHash("sha256").update(plain).digest("hex").slice(0, 16)}"`;
    const file = { body: gzipSync(plain), tag, type: TYPES[extname(name)] };
    const folder = name.replace(/index\.html$/, "");
    return [name, folder].map((address) => [below + address, file]);
  });
  const served = new Map(files);
  /** The bytes that were sent as contents. */
  const sent = { bytes: 0 };
  const server = createServer((request, response) => {
    const file = served.get(request.url.split("?")[0]);
    if (!file) return response.writeHead(404).end();
    const { body, tag, type } = file;
    if (request.headers["if-none-match"] === tag) return response.writeHead(304).end();
    sent.bytes += body.length;
    const headers = {
      "content-type": type,
      "content-encoding": "gzip",
      etag: tag,
      "access-control-allow-origin": "*",
    };
    response.writeHead(200, headers).end(body);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}${below}`, sent, close };
}

/** Starts Debian's Chromium, or the one that `CHROMIUM` names: without a GPU, or with more arguments. */
export const startBrowser = (...args) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", ...args],
  });

/** Chromium says so itself where the page asks for an adapter and there is none. */
const NO_ADAPTER = "No available adapters.";

/** Makes what pages of one look share: the first of them installs what is kept for offline use. */
export const newContext = (browser, options = {}) =>
  browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });

/** Opens a page and waits until it can be used. Its errors are collected in `errors`. */
export async function open(context, address) {
  const page = await context.newPage();
  const errors = [];
  page.on("console", (message) => {
    const isFault = ["error", "warning"].includes(message.type());
    if (isFault && message.text() !== NO_ADAPTER) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("requestfailed", (request) => {
    // What the page itself no longer waits for is no failure.
    const { errorText } = request.failure();
    if (errorText !== "net::ERR_ABORTED") errors.push(`${errorText}: ${request.url()}`);
  });
  await page.goto(address);
  await page.waitForSelector("body[data-ready]");
  return { page, errors };
}

/** The explorer as it is at first: without a link the page begins with its story. */
const EXPLORER = "#step=7";

/** Opens a page for a test, which fails if the console then has errors. */
export async function withPage({ browser, context, server }, link, body, options) {
  const own = options ? await newContext(browser, options) : context;
  const { page, errors } = await open(own, server.address + (link || EXPLORER));
  await body(page, own);
  assert.deepEqual(errors, []);
  await (options ? own : page).close();
}

/** Changes the part of the address after `#`, and waits until the page has read it. */
export const go = (page, link) =>
  page.evaluate(async (link) => {
    const changed = new Promise((resolve) =>
      addEventListener("hashchange", () => setTimeout(resolve), { once: true }),
    );
    location.hash = link;
    await changed;
  }, link);

/** Starts all that a file of tests needs, with a page that they share, and ends it afterwards. */
export async function setUp() {
  const [server, browser] = await Promise.all([serve(), startBrowser()]);
  after(async () => {
    await browser.close();
    await server.close();
  });
  const context = await newContext(browser);
  return { server, browser, context, ...(await open(context, server.address + EXPLORER)) };
}

/** Imports a file of the page. */
export async function source(name) {
  const bundle = await build({
    entryPoints: [join(here, "..", "src", name)],
    bundle: true,
    write: false,
    format: "esm",
    logLevel: "warning",
  });
  return import(`data:text/javascript,${encodeURIComponent(bundle.outputFiles[0].text)}`);
}

/** Reads a drawn set of squares. */
export function setOf(path) {
  let set = 0n;
  for (const [, x, y] of path.matchAll(/M(\d) (\d)h1v1h-1z/g))
    set |= 1n << BigInt(8 * (7 - Number(y)) + Number(x));
  return set;
}

const program = process.env.HYPERBOLA ?? join(target, "release", "hyperbola");
const options = { encoding: "utf8", maxBuffer: 1 << 26 };

/** Runs the command and reads what it prints. */
export const hyperbola = (...args) =>
  JSON.parse(execFileSync(program, [...args, "--json"], options));

/** Runs the command and returns what it prints. */
export const printed = (...args) => execFileSync(program, args, options);

/** Runs the command and returns what it says of its input, without what it prints. */
export const warned = (...args) => spawnSync(program, args, options).stderr;

/** Does the same beside what else is done. */
export const hyperbolaLater = async (...args) =>
  JSON.parse((await promisify(execFile)(program, [...args, "--json"], options)).stdout);

/**
 * Stops the page's clock: only `page.clock.runFor` moves it, so a busy machine changes nothing. The
 * clock is that of the page's context, which must be its own.
 */
export async function stopClock(page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}

/** Goes to a chapter and waits for its board. */
export async function chapter(page, id) {
  const section = page.locator(`[data-chapter="${id}"]`);
  // A step in the middle may show a board of its own.
  await section.evaluate((element) => element.scrollIntoView());
  await page.waitForSelector(`[data-chapter="${id}"][data-state]`);
  return section;
}
