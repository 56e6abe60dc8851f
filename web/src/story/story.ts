/** The story: the first chapter's board comes at once, the others when they come near. */

import { type App, explain } from "../app";
import { button, copy } from "../dom";
import { flatten } from "../operations";
import type { State } from "../state";
import { words } from "../texts/en";
import { CHAPTERS } from "./chapters";
import { mountChapter } from "./chapter";
import { Library, type Scene, loadAttacks } from "./library";
import type { Opening } from "./scenes";

/** How far below the window a chapter's board is made, so that it is there when it is seen. */
const NEAR = "600px";

/** Makes the first board live, and returns what makes the others with the whole library. */
export async function drawStory(): Promise<(app: App) => void> {
  const library = new Library(await loadAttacks());
  let open = (_opening: Opening, _scene: Scene): void => {};
  const mount = (section: HTMLElement): (() => void) => {
    const chapter = CHAPTERS.find(({ id }) => id === section.dataset.chapter)!;
    return mountChapter(chapter, section, library, (...opened) => open(...opened));
  };
  const left = [...document.querySelectorAll<HTMLElement>("[data-chapter]")];
  // Who comes for the explorer needs no board of the story yet.
  const isShown = !document.getElementById("story")!.hidden;
  const drawFirst = isShown ? mount(left.shift()!) : undefined;
  return (app) => {
    library.complete(app.engine, app.techniques);
    open = (opening, scene) => {
      app.store.set(stateOf(app, opening, scene));
      scrollTo(0, 0);
    };
    drawFirst?.();
    const waiting = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          waiting.unobserve(target);
          mount(target as HTMLElement);
        }
      },
      { rootMargin: NEAR },
    );
    for (const section of left) waiting.observe(section);
    followReading(app);
    for (const program of document.querySelectorAll(".program")) {
      const file = program.querySelector("summary")!.textContent!;
      const text = program.querySelector("code")!.textContent!;
      program.querySelector(".pick")!.append(button(words.copy(file), () => void copy(text, file)));
    }
    // On paper there is every board.
    addEventListener("beforeprint", () => {
      for (const section of left) {
        waiting.unobserve(section);
        if (section.dataset.state === undefined) mount(section);
      }
    });
  };
}

/** Writes the chapter that is read into the address; the story's beginning has none. */
function followReading({ store }: App): void {
  const contents = document.querySelector<HTMLElement>(".contents")!;
  contents.addEventListener("click", ({ target }) => {
    if ((target as Element).closest("a")) contents.querySelector("details")!.open = false;
  });
  const reading = new IntersectionObserver(
    (entries) => {
      const read = entries.find(({ isIntersecting }) => isIntersecting)?.target;
      if (!read || store.state.view !== "story") return;
      const chapter = read.previousElementSibling?.matches(".chapter") ? read.id.slice(8) : "";
      // The ways of the chapter that is read are at hand.
      for (const rel of ["prev", "next"]) {
        const [own, shown] = [read, contents].map((place) => place.querySelector<HTMLAnchorElement>(`[rel="${rel}"]`));
        shown!.hidden = !own;
        if (own) [shown!.href, shown!.textContent] = [own.hash, own.textContent];
      }
      if (chapter !== store.state.chapter) store.set({ chapter });
    },
    { rootMargin: "-30% 0px -69% 0px" },
  );
  for (const chapter of document.querySelectorAll(".chapter")) reading.observe(chapter);
}

/** Returns what the explorer shows of a chapter's board: the view that belongs to it, at its step. */
function stateOf(app: App, { view, technique, other, part, step, more }: Opening, scene: Scene): State {
  const { slider, square, occupied } = scene;
  const shown: State = { ...app.store.state, view, slider, square, occupied, step: 0, change: "" };
  if (other !== undefined) shown.other = other;
  if (technique !== undefined) {
    shown.technique = technique;
    const explained = explain(app, shown);
    const title = part ?? scene.line;
    const { sections } = explained.explanation;
    // What is given comes first: without the part, the first one behind it is shown.
    const own = Math.max(1, sections.findIndex((section) => section.title === title));
    const steps = flatten(explained).map((step, at) => ({ ...step, at }));
    const inPart = steps.filter(({ section }) => section === own);
    const found = inPart.find((one) => one.step.name === step) ?? inPart.at(-1);
    shown.step = found?.at ?? 0;
  }
  return { ...shown, ...more?.(scene) };
}

/** Goes to a chapter. */
export function goToChapter(id: string): void {
  const chapter = document.getElementById(`chapter-${id}`);
  // In a frame, `scrollIntoView` would scroll the page that holds it, too.
  if (!chapter) return;
  const margin = parseFloat(getComputedStyle(chapter).scrollMarginTop);
  scrollTo(0, chapter.getBoundingClientRect().top + scrollY - margin);
}
