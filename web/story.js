/** Writes the story into the page when it is built, so that it is read before a script runs. */

import { build } from "esbuild";

/** Longer code may be broken into lines. */
const LONGEST = 34;

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const code = (text) =>
  `<code${text.length > LONGEST ? "" : ' class="whole"'}>${escaped(text)}</code>`;

/** Writes a text: code stands between backticks, what is new between asterisks. */
const inline = (text) =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith("`")
        ? code(part.slice(1, -1))
        : escaped(part).replace(/\*([^*]+)\*/g, "<em>$1</em>"),
    )
    .join("");

const chapterOf = ({ id, title, paragraphs, question }, number, words, loading) => `
<section class="chapter" id="chapter-${id}" data-chapter="${id}" aria-labelledby="title-${id}">
  <div class="prose">
    <p class="number" aria-hidden="true">${number + 1}</p>
    <h2 id="title-${id}">${escaped(title)}</h2>
    ${paragraphs.map((text) => `<p>${inline(text)}</p>`).join("\n    ")}
    <div class="ask">
      <h3>${words.question}</h3>
      <p>${inline(question)}</p>
      <div class="ask-controls"></div>
    </div>
  </div>
  <div class="live"><p class="loading">${escaped(loading)}</p></div>
</section>`;

/** Reads the texts of a language. */
export async function textsOf(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}

/** Returns the story as HTML. */
export function storyOf({ opening, chapters, words }) {
  const contents = chapters
    .map(({ id, title }) => `<li><a href="#chapter=${id}">${escaped(title)}</a></li>`)
    .join("");
  return `<main id="story">
<div class="opening">
  <p class="title">${escaped(opening.title)}</p>
  <p class="lead">${escaped(opening.lead)}</p>
  <nav class="contents" aria-label="${opening.contents}"><ol>${contents}</ol></nav>
</div>
${chapters.map((chapter, at) => chapterOf(chapter, at, words, opening.loading)).join("\n")}
</main>`;
}
