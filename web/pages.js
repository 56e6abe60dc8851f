/** Writes a page for each technique, a list of them, and their pictures. */

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Picture } from "./png.js";

/** The board in the headers of all techniques, with a bishop. */
const EXAMPLE = { slider: "bishop", square: "d4", occupied: "0x0008240042002080" };
const SQUARE = 27;

export const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The address of a technique's page, from the folder of the explorer. */
export const addressOf = (id) => `techniques/${id}/`;

/** Returns the head of a page that lies `up` folders below the explorer. */
function head({ title, description, up, address, base, picture }) {
  const whole = (path) => (base ? new URL(path, base).href : `${up}${path}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="description" content="${escaped(description)}">
${social({ title, description, address: whole(address), picture: whole(picture) })}
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Hyperbola</title>
<link rel="icon" href="${up}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}style.css">
</head>`;
}

/** Returns what search engines and previews read. */
export const social = ({ title, description, address, picture }) => `<link rel="canonical" href="${address}">
<meta property="og:type" content="website">
<meta property="og:title" content="${escaped(title)}">
<meta property="og:description" content="${escaped(description)}">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${picture}">
<meta property="og:image:width" content="${WIDTH}">
<meta property="og:image:height" content="${HEIGHT}">
<meta name="twitter:card" content="summary_large_image">`;

const frame = (link, words, up) =>
  `<iframe class="live-board" src="${up}index.html?embed#${link}" title="${escaped(words.live)}"></iframe>`;

const header = (up, words) => `<header>
<h1><a href="${up}index.html"><img src="${up}icon.svg" alt="" width="28" height="28"> Hyperbola</a> <span>${words.explorer}</span></h1>
<nav aria-label="${words.pages}"><a href="${up}index.html#technique=hyperbola-quintessence">${words.open}</a> <a href="${up}techniques/index.html">${words.all}</a></nav>
</header>`;

/** The last step of the first part that computes attacks: its formula is the technique's. */
function shownStep({ explanation }) {
  const { sections } = explanation;
  const at = sections.findIndex(({ title }) => !["input", "maintained boards"].includes(title));
  return sections.slice(0, at + 1).flatMap(({ steps }) => steps).length - 1;
}

function technique({ facts, article, explained, beside, base, words }) {
  const { id, name, inventors, year, family } = facts;
  const up = "../../";
  const link = `technique=${id}&step=${shownStep(explained)}`;
  const [before, next] = beside;
  const other = ({ id, name }, rel) =>
    `<a rel="${rel}" href="../${id}/index.html">${rel === "prev" ? "‹ " : ""}${escaped(name)}${rel === "next" ? " ›" : ""}</a>`;
  return `${head({ title: name, description: article.description, up, address: addressOf(id), base, picture: `${addressOf(id)}preview.png` })}
<body class="document">
${header(up, words)}
<main>
<article class="article">
<h2>${escaped(name)}</h2>
<p class="origin">${escaped(inventors.join(" and "))}, ${year} · ${family}</p>
<div class="lead">${article.summary}</div>
${frame(link, words, up)}
<p class="all-steps"><a href="${up}index.html#${link}">${words.steps(escaped(name))}</a></p>
${Object.entries(article.parts).map(([title, html]) => `<h3>${title}</h3>\n${html}`).join("\n")}
</article>
<nav class="beside-pages" aria-label="${words.beside}">${other(before, "prev")} ${other(next, "next")}</nav>
</main>
</body>
</html>
`;
}

function list({ techniques, articles, base, words }) {
  const families = new Map();
  for (const one of techniques)
    families.set(one.family, [...(families.get(one.family) ?? []), one]);
  const items = (all) =>
    all
      .map(({ id, name, inventors, year }) =>
        `<li><a href="${id}/index.html">${escaped(name)}</a> <span class="origin">${escaped(inventors.join(" and "))}, ` +
        `${year}.</span> ${escaped(articles[id].description)}</li>`)
      .join("\n");
  const parts = [...families].map(([family, all]) => `<h3>${family}</h3>\n<ul>\n${items(all)}\n</ul>`);
  const picture = `${addressOf("hyperbola-quintessence")}preview.png`;
  const description = words.about(techniques.length);
  return `${head({ title: words.all, description, up: "../", address: "techniques/", base, picture })}
<body class="document">
${header("../", words)}
<main><article class="article">
<h2>${words.all}</h2>
<p class="lead">${description}</p>
${parts.join("\n")}
</article></main>
</body>
</html>
`;
}

const [WIDTH, HEIGHT] = [1200, 630];
const PALETTE = ["#f6f4ee", "#efe9da", "#dbd1ba", "#17664f", "#3c4742", "#b5481c", "#cfc6b1"];
const [, LIGHT, DARK, ONES, STONE, SLIDER, LINE] = PALETTE.keys();

const has = (set, square) => ((BigInt(set) >> BigInt(square)) & 1n) === 1n;

/** Draws what a technique computes: the attacks on a large board, and its last steps beside it. */
function preview({ explanation }, end) {
  const picture = new Picture(WIDTH, HEIGHT, PALETTE);
  const at = (square, size) => [size * (square % 8), size * (7 - (square >> 3))];
  const all = Array.from({ length: 64 }, (_, square) => square);
  const large = (x, y, size) => {
    for (const square of all) {
      const [dx, dy] = at(square, size);
      const isDark = ((square >> 3) + square) % 2 === 0;
      picture.rectangle(x + dx, y + dy, size, size, isDark ? DARK : LIGHT);
      const middle = [x + dx + (size >> 1), y + dy + (size >> 1)];
      if (square === SQUARE) picture.disc(...middle, 26, SLIDER);
      else if (has(explanation.occupied, square)) picture.disc(...middle, 22, STONE);
      else if (has(explanation.attacks, square)) picture.disc(...middle, 12, ONES);
    }
  };
  const small = (set, x, y, size) => {
    picture.rectangle(x - 2, y - 2, 8 * size + 4, 8 * size + 4, LINE);
    for (const square of all) {
      const [dx, dy] = at(square, size);
      picture.rectangle(x + dx + 1, y + dy + 1, size - 2, size - 2, has(set, square) ? ONES : LIGHT);
    }
  };
  large(43, 43, 68);
  const steps = explanation.sections.flatMap(({ steps }) => steps).slice(0, end + 1);
  const boards = steps.filter(({ kind }) => kind === "board").slice(-6);
  boards.forEach(({ value }, place) => small(value, 678 + 262 * (place % 2), 44 + 190 * (place >> 1), 21));
  return picture.png();
}

/** Writes all pages below a folder, and the map of the site, and returns the bytes of each folder. */
export function writePages({ output, ask, articles, code, files, base, words }) {
  const techniques = ask({ ask: "techniques" });
  const folder = join(output, "techniques");
  techniques.forEach((facts, at) => {
    const { id } = facts;
    const own = join(folder, id);
    mkdirSync(own, { recursive: true });
    const explained = ask({ ask: "explain", technique: id, ...EXAMPLE });
    const beside = [-1, 1].map((way) => techniques.at((at + way) % techniques.length));
    const page = technique({ facts, article: articles[id], explained, beside, base, words });
    writeFileSync(join(own, "index.html"), page);
    writeFileSync(join(own, "preview.png"), preview(explained, shownStep(explained)));
    writeFileSync(join(own, "code.json"), code(id));
    cpSync(files(id), own, { recursive: true });
  });
  writeFileSync(join(folder, "index.html"), list({ techniques, articles, base, words }));
  // A map of the site is valid with whole addresses alone.
  if (base) {
    const addresses = ["./", "techniques/", ...techniques.map(({ id }) => addressOf(id))];
    const places = addresses.map((address) => `<url><loc>${escaped(new URL(address, base).href)}</loc></url>`);
    writeFileSync(
      join(output, "sitemap.xml"),
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${places.join("\n")}\n</urlset>\n`,
    );
  }
  return techniques.map(({ id }) => id);
}
