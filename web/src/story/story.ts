/** The story: the first chapter's board comes at once, the others when they come near. */

import type { App } from "../app";
import { CHAPTERS } from "./chapters";
import { mountChapter } from "./chapter";
import { Library, loadAttacks } from "./library";
import type { Scene } from "./library";

/** How far below the window a chapter's board is made, so that it is there when it is seen. */
const NEAR = "600px";

/** Makes the first board live, and returns what makes the others with the whole library. */
export async function drawStory(): Promise<(app: App) => void> {
  const library = new Library(await loadAttacks());
  let open = (_technique: string, _scene: Scene): void => {};
  const mount = (section: HTMLElement): (() => void) => {
    const chapter = CHAPTERS.find(({ id }) => id === section.dataset.chapter)!;
    return mountChapter(chapter, section, library, (...query) => open(...query));
  };
  const left = [...document.querySelectorAll<HTMLElement>("[data-chapter]")];
  // Who comes for the explorer needs no board of the story yet.
  const isShown = !document.getElementById("story")!.hidden;
  const drawFirst = isShown ? mount(left.shift()!) : undefined;
  return ({ engine, techniques, store }) => {
    library.complete(engine, techniques);
    open = (technique, { slider, square, occupied }) => {
      store.set({ view: "steps", technique, slider, square, occupied, step: 0 });
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
    // On paper there is every board.
    addEventListener("beforeprint", () => {
      for (const section of left) {
        waiting.unobserve(section);
        if (section.dataset.state === undefined) mount(section);
      }
    });
  };
}

/** Goes to a chapter. */
export function goToChapter(id: string): void {
  document.querySelector(`[data-chapter="${CSS.escape(id)}"]`)?.scrollIntoView();
}
