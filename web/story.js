/** Writes the story into the page when it is built, so that it is read before a script runs. */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/** Longer code may be broken into lines. */
const LONGEST = 34;

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const code = (text) =>
  `<code${text.length > LONGEST ? "" : ' class="whole"'}>${escaped(text).replaceAll("*", "&#42;")}</code>`;

/** Writes a text: code stands between backticks, new words between asterisks. */
const inline = (text) =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith("`")
        ? code(part.slice(1, -1))
        : escaped(part).replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>'),
    )
    .join("")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>");

/** Reads the chapters of a story: a heading with the id, paragraphs, and a question after `>`. */
export function chaptersOf(path) {
  const parts = readFileSync(path, "utf8").split(/^# /m).slice(1);
  return parts.map((part) => {
    const [, id, title, text] = /^([a-z]+): (.*)\n([^]*)$/.exec(part);
    const blocks = text.trim().split(/\n\n+/);
    const joined = (block) => block.replace(/^> /gm, "").replaceAll("\n", " ");
    const question = blocks.find((block) => block.startsWith("> "));
    const paragraphs = blocks.filter((block) => block !== question);
    return { id, title, paragraphs, question: question && joined(question) };
  });
}

/** Imports a file of the page. */
async function source(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}

/** Reads the texts of a language, and the story beside them. */
export async function textsOf(path) {
  const texts = await source(path);
  const folder = dirname(path);
  const page = await import(pathToFileURL(join(folder, "page.js")));
  return { ...texts, ...page, words: { ...texts.words, ...page.written }, folder, chapters: chaptersOf(join(folder, "story.md")) };
}

/** Draws times as bars, each with its number. */
const bar = (ns, most) =>
  `<td class="bar"><span style="width:${((60 * ns) / most).toFixed(1)}%"></span>${ns}</td>`;

/** Draws the loop beside the formula and the table of a look-up: a rook on one processor. */
function loopBars({ processor, loop }, { bars }) {
  const most = Math.max(...loop.map(({ ns }) => ns));
  const rows = loop.map(({ name, ns }) => `<tr><th scope="row">${escaped(name)}</th>${bar(ns, most)}</tr>`);
  return `<table class="bars"><caption>${bars.loop(processor)}</caption><tbody>${rows.join("")}</tbody></table>`;
}

/** Draws the costs and times of a queen: a table for each processor, of which one is shown. */
function whichBars({ processors }, { bars }) {
  const { columns } = bars;
  const switches = processors.map(
    ({ processor }, at) =>
      `<label><input type="radio" name="processor"${at === 0 ? " checked" : ""}> ${escaped(processor)}</label>`,
  );
  const tables = processors.map(({ processor, rows }) => {
    const most = Math.max(...rows.flatMap(({ free }) => free));
    const figure = (value) => `<td class="figure">${value ?? bars.none}</td>`;
    const body = rows.map(
      ({ id, name, operations, chain, kib, latency, plain, free, busy, word }) =>
        `<tr><th scope="row"><a href="techniques/${id}/index.html">${escaped(name)}</a></th>` +
        [operations, chain, kib, latency, plain].map(figure).join("") +
        `${bar(free, most)}<td>${escaped(bars.words[word] ?? word)}</td>${figure(busy)}</tr>`,
    );
    return (
      `<table class="bars"><caption>${escaped(processor)}</caption><thead><tr>` +
      `${Object.values(columns).map((head) => `<th scope="col">${escaped(head)}</th>`).join("")}</tr></thead>` +
      `<tbody>${body.join("")}</tbody></table>`
    );
  });
  return (
    `<div class="processors"><fieldset><legend>${bars.processor}</legend>${switches.join("")}</fieldset>` +
    `<div class="scroll" tabindex="0" role="region" aria-label="${bars.region}">${tables.join("")}</div></div>`
  );
}

const DRAWN = { loop: loopBars, which: whichBars };

/** The square and slider for which factors are counted, and how many are tried. */
const COUNTED = { slider: "bishop", square: "d4", occupied: "0x0" };
const TRIED = 4096;

/** Counts how many random factors with few ones are good, by the library. */
export function factorsOf(ask) {
  let state = 88172645463325252n;
  const random = () => {
    state ^= (state << 13n) & ((1n << 64n) - 1n);
    state ^= state >> 7n;
    return (state ^= (state << 17n) & ((1n << 64n) - 1n));
  };
  let good = 0;
  for (let tried = 0; tried < TRIED; tried++) {
    const factor = `0x${(random() & random() & random()).toString(16)}`;
    if (ask({ ask: "trial", ...COUNTED, factor }).collision === null) good += 1;
  }
  return { tried: TRIED, good };
}

/** The boards that show what holds pieces back, each also without the piece that does it, and the king. */
const CONSTRAINTS = [
  ["4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1", "7k/8/8/8/4R3/8/8/4K3 w - - 0 1"],
  ["4r2k/8/8/1Q6/8/6N1/8/4K3 w - - 0 1", "7k/8/8/1Q6/8/6N1/8/4K3 w - - 0 1"],
  ["4r2k/8/8/1Q6/8/5nN1/8/4K3 w - - 0 1", "4r2k/8/8/1Q6/8/6N1/8/4K3 w - - 0 1"],
];
const KING = "e1";

/** The file and the row of a square, with a8 at the top left. */
const placeOf = (square) => ["abcdefgh".indexOf(square[0]), 8 - square[1]];

/** Draws those boards with the moves that the library lists, and those that it would list without. */
export async function constraintsOf(ask, { folder, words: { constraints } }) {
  const { isWhite, shapeOf } = await source(join(folder, "..", "pieces.ts"));
  const targetsOf = (fen, isKings) => {
    const { moves } = ask({ ask: "position", fen, rules: "auto" });
    return [...new Set(moves.filter(({ from }) => (from === KING) === isKings).map(({ to }) => to))];
  };
  const mark = (name, squares) => {
    const paths = squares.map(placeOf).map(([file, row]) => `M${file} ${row}h1v1h-1z`);
    return `<path class="${name}" d="${paths.join("")}"/>`;
  };
  const drawn = CONSTRAINTS.map(([fen, free], at) => {
    const { name, said } = constraints.boards[at];
    const others = targetsOf(fen, false);
    const forbidden = targetsOf(free, false).filter((to) => !others.includes(to));
    const pieces = ask({ ask: "placed", fen }).pieces.map((piece) => {
      const side = isWhite(piece[0]) ? "white" : "black";
      const place = `translate(${placeOf(piece.slice(1)).join(" ")})scale(.1)`;
      return `<path class="piece ${side}" transform="${place}" d="${shapeOf(piece[0])}"/>`;
    });
    const layers = [
      mark("ones", others),
      mark("fault", forbidden),
      `<path class="grid" d="${[1, 2, 3, 4, 5, 6, 7].map((at) => `M0 ${at}h8M${at} 0v8`).join("")}"/>`,
      ...pieces,
      mark("edge", targetsOf(fen, true)),
    ];
    const label = escaped(constraints.label(name, others.sort()));
    return (
      `<figure><svg class="small" viewBox="-.1 -.1 8.2 8.2" role="img" aria-label="${label}">` +
      `<rect width="8" height="8" class="ground"/>${layers.join("")}</svg>` +
      `<figcaption><b>${escaped(name)}.</b> ${escaped(said)}</figcaption></figure>`
    );
  });
  return `<div class="diagrams constraints">${drawn.join("")}</div><div>${escaped(constraints.key)}</div>`;
}

/** Reads which call is proved, as docs/LEGALITY.md says it. */
function callsOf({ folder, words }) {
  const text = readFileSync(join(folder, "..", "..", "..", "docs", "LEGALITY.md"), "utf8");
  const [head, , ...rows] = /^\| call \|[^]*?(?=\n\n)/m.exec(text)[0].split("\n");
  const cells = (row, tag) =>
    row.split("|").slice(1, -1).map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join("");
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
  const region = `<div class="scroll" tabindex="0" role="region" aria-label="${words.calls}">`;
  return `${region}<table><thead><tr>${cells(head, "th")}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function known(found, mark) {
  if (found === undefined) throw new Error(`no record has ${mark}`);
  return String(found);
}

/** Puts a time into a text, where it names its processor, technique and column; and what was counted. */
const filled = (text, { processors, sides, inEngines }, factors) =>
  text.replace(/\{(\w+) factors\}/g, (_, which) => factors[which].toLocaleString("en"))
    .replace(/\{(perft|search)\/([^}]+)\}/g, (mark, of, id) => known(inEngines[of][id], mark))
    .replace(/\{([^/}]+)\/(single|boards)\}/g, (mark, processor, way) => known(sides[processor]?.[way], mark))
    .replace(/\{([^/}]+)\/([^/}]+)\/(plain|latency|free|busy|lanes)\}/g, (mark, processor, id, column) => {
    const found = processors
      .find((one) => one.processor === processor)
      ?.rows.find((row) => row.id === id)?.[column];
    return known(found, mark);
  });

/** Writes who published a technique, and when. */
const originOf = ({ id, name, inventors, year }) =>
  `<a href="techniques/${id}/index.html">${escaped(name)}</a>: ${escaped(inventors.join(" and "))}, ${year}`;

/** Writes a block of a chapter: a paragraph, a list, code of a file, or bars. */
function blockOf(block, texts) {
  const { folder, words, times, techniques, factors } = texts;
  const drawn = /^<!-- (\w+) bars -->$/.exec(block);
  if (drawn) return DRAWN[drawn[1]](times, words);
  if (block === "<!-- constraints -->") return texts.constraints;
  if (block === "<!-- calls -->") return callsOf(texts);
  if (block === "<!-- parts -->") return '<div class="parts"></div>';
  const fold = /^<!-- fold (.*) -->$/.exec(block);
  if (fold) return `<details class="fold"><summary>${escaped(fold[1])}</summary>`;
  if (block === "<!-- end -->") return "</details>";
  const by = /^<!-- by (.*) -->$/.exec(block);
  if (by) return `<p class="origin">${by[1].split(" ").map((id) => originOf(techniques.get(id))).join("<br>")}</p>`;
  const file = /^```\w+ (\S+)\n```$/.exec(block);
  if (file) {
    const text = readFileSync(join(folder, file[1]), "utf8");
    return (
      `<div class="program"><p class="pick"><a href="${file[1]}" download>${words.download(file[1])}</a></p>` +
      `<details><summary>${escaped(file[1])}</summary>` +
      `<pre tabindex="0"><code>${escaped(text)}</code></pre></details></div>`
    );
  }
  const text = (lines) => inline(filled(lines.replace(/\s+/g, " "), times, factors));
  // A step names the value that it puts on the stage, and how much of it is seen.
  const step = /^@ (.*?)(?:, (begun|running|above|below|rank))?\n([^]*)$/.exec(block);
  if (step) {
    const [, stage, film, said] = step;
    const attributes = `data-stage="${escaped(stage)}"${film ? ` data-film="${film}"` : ""}`;
    return `<p class="step" ${attributes}>${text(said)}</p>`;
  }
  const figure = /^```\n([^]*)\n```$/.exec(block);
  if (figure) return `<pre class="figure-text">${escaped(figure[1])}</pre>`;
  if (!block.startsWith("- ")) return `<p>${text(block)}</p>`;
  const items = block.slice(2).split("\n- ");
  return `<ul>${items.map((item) => `<li>${text(item)}</li>`).join("")}</ul>`;
}

/** What stands for the first board where no script runs. */
const PICTURE =
  '<noscript><img src="techniques/hyperbola-quintessence/preview.png" alt="A bishop on d4, the squares that it ' +
  'attacks, and the steps of the formula"></noscript>';

/** Writes a chapter. One without a question has no board either. */
function chapterOf({ id, title, paragraphs, question }, at, texts) {
  const { words, opening, chapters } = texts;
  const link = (way, rel) =>
    chapters[at + way]
      ? `<a rel="${rel}" href="#chapter=${chapters[at + way].id}">${way < 0 ? "‹ " : ""}` +
        `${escaped(chapters[at + way].title)}${way > 0 ? " ›" : ""}</a>`
      : "";
  const isLive = question !== undefined;
  const ask = `
<div class="ask">
<h3>${words.question}</h3>
<p>${isLive ? inline(question) : ""}</p>
<div class="ask-controls"></div>
</div>`;
  return `
<section class="chapter${isLive ? "" : " plain"}" id="chapter-${id}"${isLive ? ` data-chapter="${id}"` : ""} aria-labelledby="title-${id}">
${at === 0 ? openingOf(texts) : ""}
${isLive ? `<div class="live"><p class="loading">${escaped(opening.loading)}</p>${at === 0 ? PICTURE : ""}</div>` : ""}
<div class="prose">
<p class="number" aria-hidden="true">${at + 1}</p>
<h2 id="title-${id}">${escaped(title)}</h2>
${paragraphs.map((block) => blockOf(block, texts)).join("\n")}
<div class="question">${isLive ? ask : ""}
<nav class="way" aria-label="${escaped(words.way(title))}">${link(-1, "prev")}${link(1, "next")}</nav></div>
</div>
</section>`;
}

const openingOf = ({ opening, count }) => `<div class="opening">
    <h2 class="title">${escaped(opening.title)}</h2>
    <p class="lead">${inline(opening.lead(count))}</p>
    <p class="sources">${inline(opening.sources)}</p>
  </div>`;

/** Returns the tabs of the views as HTML: they are there before a script runs. */
export const tabsOf = ({ views }) =>
  Object.entries(views)
    .map(([view, name]) => `<a href="#view=${view}" data-view="${view}">${escaped(name)}</a>`)
    .join("\n");

/** Returns the story as HTML, with the times of the records and the number of techniques. */
export function storyOf(texts, times, count) {
  const { opening, chapters } = texts;
  const contents = chapters
    .map(({ id, title }) => `<li><a href="#chapter=${id}">${escaped(title)}</a></li>`)
    .join("");
  const all = { ...texts, times, count };
  return `<main id="story">
<div class="contents"><details><summary>${opening.contents}</summary><nav aria-label="${opening.contents}"><ol>${contents}</ol></nav></details><nav class="here" aria-label="${opening.here}"><a rel="prev" hidden></a><a rel="next" href="#chapter=${chapters[1].id}">${escaped(chapters[1].title)} ›</a></nav></div>
${chapters.map((chapter, at) => chapterOf(chapter, at, all)).join("\n")}
</main>`;
}
